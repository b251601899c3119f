"""The colors of everything on screen, by role.  Pure: no pygame, no drawing.

A scene asks for a role, never for a number, so a theme is one `Theme` and a
new one needs no other change.  There is one for each choice of colors and each `BoardSet`.
Every pair of text and ground that is drawn is listed in `tests/ui/contrast.py`; whoever
draws a new pair adds it there.
`tests/ui/test_mark_contrast.py` holds every mark to every ground by itself.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.art.shapes import Blend, Ink
from companion.contract import Board, Side

Color: TypeAlias = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""

WHITE: Color = (255, 255, 255)


def mixed(one: Color, other: Color, part: float) -> Color:
    """Return *one* with *part* (0.0 to 1.0) of *other* in it."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def hex_color(text: str) -> Color:
    """Return the color written as six hexadecimal digits."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


class BoardSet(enum.Enum):
    """What boards and pieces seem to be made of, by the names that the configuration uses."""

    CLASSIC = "classic"
    """Wood, brass lines and turned pieces."""
    MODERN = "modern"
    """Flat: nothing but faces and their edges."""
    CONTRAST = "contrast"
    """Heavy lines, and pieces with a raised edge."""


class MarkStyle(NamedTuple):
    """The color of a mark, and of the casing around it.

    One of them is dark and the other light, both so much that on any ground whatever one
    has the contrast that a mark needs.
    """

    color: Color
    casing: Color


class PieceColors(NamedTuple):
    """The colors of one side's pieces: face, bevel, edge, and a number on the face."""

    face: Color
    shade: Color
    rim: Color
    number: Color


@dataclass(frozen=True)
class Theme:
    """One color for each role.

    Attributes:
        look: what boards and pieces are made of.
        table: what lies around the board, the ground of the screen.
        table_shadow: the board's shadow on the table.
        banner: the bar at the top.
        panel, panel_edge: the boxes with ledge, moves and menus, and their border.
        note, note_text: the box that explains a touch or a refusal.
        alert, alert_text: the box that reports something broken.
        button, button_edge: a button that commits nothing.
        commit, commit_edge, commit_text: the one filled button.
        sign_back, sign_next, sign_hint, sign_confirm: the signs of the four buttons, each in
            the color of the real button.
        choice: the ground of the chosen line of a list.
        ink: dark text on wood, ivory and amber.
        wood, wood_dark: the board's face and its grain.
        square_dark: the dark squares of a checkered board.
        brass, brass_dark, brass_light: the ornamental line.
        walnut: the board under it, where there is more than the face.
        ivory, ivory_shade, ivory_rim: face, bevel and edge of ivory pieces.
        ebony, ebony_shade, ebony_rim: the same of ebony.
        blue_piece, pink_piece, yellow_piece: faces of tiles and stones; blue is of marks.
        blue_rim, pink_rim, yellow_rim: their edges.
        piece_shadow: what a piece throws on the board.
        trouble: what the banner says of a device or disk that does not work.
        casing_light, casing_dark: what sets marks off from their ground.
    """

    name: str
    look: BoardSet
    table: Color
    table_shadow: Color
    banner: Color
    panel: Color
    panel_edge: Color
    text: Color
    muted: Color
    note: Color
    note_text: Color
    alert: Color
    alert_text: Color
    button: Color
    button_edge: Color
    commit: Color
    commit_edge: Color
    commit_text: Color
    sign_back: Color
    sign_next: Color
    sign_hint: Color
    sign_confirm: Color
    choice: Color
    ink: Color
    wood: Color
    wood_dark: Color
    square_dark: Color
    brass: Color
    brass_dark: Color
    brass_light: Color
    walnut: Color
    dot: Color
    ivory: Color
    ivory_shade: Color
    ivory_rim: Color
    ebony: Color
    ebony_shade: Color
    ebony_rim: Color
    blue_piece: Color
    blue_rim: Color
    pink_piece: Color
    pink_rim: Color
    yellow_piece: Color
    yellow_rim: Color
    piece_shadow: Color
    red: Color
    yellow: Color
    teal: Color
    blue: Color
    amber: Color
    trouble: Color
    casing_light: Color
    casing_dark: Color

    def color(self, role: str) -> Color:
        """Return the color of the role called *role*."""
        color: Color = getattr(self, role)
        return color

    def rgb(self, ink: Ink) -> Color:
        """Return the color of a role, or of a mixture of roles."""
        if isinstance(ink, str):
            return WHITE if ink == "white" else self.color(ink)
        return mixed(self.rgb(ink.one), self.rgb(ink.other), ink.part)

    def piece_colors(self, name: str) -> PieceColors:
        """Return the colors of pieces that a board file calls *name*."""
        return PieceColors(*map(self.rgb, PIECE_ROLES[name]))

    def side_color(self, board: Board, side: Side) -> Color:
        """Return the color that stands for *side* on *board*."""
        return self.color(PIECE_ROLES[board.colors[side]].face)

    def style(self, role: str, casing: str) -> MarkStyle:
        """Return the colors of something drawn as marks are, by their roles."""
        return MarkStyle(self.color(role), self.color(casing))


class PieceRoles(NamedTuple):
    """What makes the colors of `PieceColors`."""

    face: str
    shade: Ink
    rim: str
    number: str


def _mixed_roles(name: str, number: str) -> PieceRoles:
    """Return the roles of pieces whose shade has none of its own."""
    face, rim = f"{name}_piece", f"{name}_rim"
    return PieceRoles(face, Blend(face, rim, 0.4), rim, number)


PIECE_ROLES: Mapping[str, PieceRoles] = MappingProxyType(
    {
        "ivory": PieceRoles("ivory", "ivory_shade", "ivory_rim", "ink"),
        "ebony": PieceRoles("ebony", "ebony_shade", "ebony_rim", "ivory"),
        "blue": _mixed_roles("blue", "ivory"),
        "pink": _mixed_roles("pink", "ink"),
        "yellow": _mixed_roles("yellow", "ink"),
    }
)
"""The roles of each color that a board file may name."""

_COLORS = """
table        22262D E9E5DB 000000
table_shadow 14171B B9B2A2 000000
banner       1B1E24 FBF9F4 000000
panel        2B3039 FBF9F4 000000
panel_edge   454B57 CFC9BB FFFFFF
text         EEECE6 1B1E24 FFFFFF
muted        A4A8B0 565B65 DADADA
note         2E3B42 DDEBE8 000000
note_text    EEECE6 1B1E24 FFE14A
alert        5A1F1C FBDAD6 7A0000
alert_text   FFE3DF 6A140F FFFFFF
button       2B3039 FFFFFF 000000
button_edge  6A707C 85898F FFFFFF
commit       007A74 007A74 FFE14A
commit_edge  6FD9CE 00534F FFFFFF
commit_text  FFFFFF FFFFFF 000000
sign_back    F58E7E B8382B FF8A78
sign_next    F2C14E 7A5700 FFE14A
sign_hint    7FB2F5 2459B5 8FC2FF
sign_confirm 55C995 08693F 6BE3A8
choice       353B47 DCE9E6 00365C
ink          1B1E24 1B1E24 000000
wood         DEC496 E8D0A4 E9D3A6
wood_dark    CEB180 D8BD8C E2CA9A
square_dark  B08A58 B38E5D A87C48
brass        80582A 8D6330 5A3A10
brass_dark   43290F 553714 FFFFFF
brass_light  C9A05C D2AB69 F1D28C
walnut       3B2A1C 7A5836 000000
dot          5C3E20 5C3E20 2E1A06
ivory        FAF6EB FDFAF2 FFFFFF
ivory_shade  DDD5C2 E2DAC8 FFFFFF
ivory_rim    7A6C55 756750 000000
ebony        343236 38363B 101012
ebony_shade  77737C 7B7780 E6E6E6
ebony_rim    121114 121114 000000
blue_piece   2C5FB4 2A5CB0 0B2E86
blue_rim     16305F 142C5A 000000
pink_piece   F4BCD0 F6C0D3 FFC8DC
pink_rim     94425F 96415F 5A0026
yellow_piece F6C737 F8CB3C FFE14A
yellow_rim   785405 7A5606 5A4000
piece_shadow 3A240C 3F2810 3F2810
red          840905 840905 840000
yellow       F4BE28 F4BE28 FFE14A
teal         004D49 004D49 004D49
blue         083296 083296 003298
amber        F5B842 F5B842 FFB81F
trouble      F5B842 8A4B00 FFB000
casing_light FFFFFF FFFFFF FFFFFF
casing_dark  101317 101317 000000
"""
"""The colors of each role in the dark theme, the light one and that of high contrast."""

_LOOKS = {
    BoardSet.CLASSIC: "",
    BoardSet.MODERN: """
wood         C4CED6 D5DDE3 D3DDE4
wood_dark    B9C4CD CBD4DB C9D4DC
square_dark  8DA1AF 97AAB7 8DA4B4
brass        4B5B69 5C6D7A 33424E
brass_dark   3A4753 51616E FFFFFF
brass_light  E3E9ED F4F6F8 FFFFFF
walnut       34404B A9B7C1 000000
dot          46535F 46535F 1C252D
ivory        F7F8F9 FDFDFE FFFFFF
ivory_shade  F7F8F9 FDFDFE FFFFFF
ivory_rim    333E48 333E48 000000
ebony        2A3037 2C333A 0C0F12
ebony_shade  98A3AD 98A3AD E6E6E6
ebony_rim    8C97A2 8C97A2 FFFFFF
blue_piece   2559B0 2559B0 0B2E86
blue_rim     122C5C 122C5C 000000
pink_piece   FBB4CE FBB4CE FFC8DC
pink_rim     761F48 761F48 5A0026
yellow_piece FFCB3B FFCB3B FFE14A
yellow_rim   5A4200 5A4200 5A4000
piece_shadow 2A343D 2A343D 000000
""",
    BoardSet.CONTRAST: """
wood         EDEBE4 F7F5EF FFFFFF
wood_dark    E2DFD6 ECE9E1 F2F2F2
square_dark  A09C92 A8A49A 9A9A9A
brass        6A665E 6A665E 5A5A5A
brass_dark   000000 000000 FFFFFF
brass_light  FFFFFF FFFFFF FFFFFF
walnut       1C1B19 38352F 000000
dot          16150F 16150F 000000
ivory        FFFFFF FFFFFF FFFFFF
ivory_shade  B9B6AE B9B6AE BDBDBD
ivory_rim    000000 000000 000000
ebony        161616 161616 000000
ebony_shade  A9A9A9 A9A9A9 D8D8D8
ebony_rim    000000 000000 000000
blue_piece   1244A8 1244A8 0B2E86
blue_rim     000000 000000 000000
pink_piece   FFB6D2 FFB6D2 FFC8DC
pink_rim     000000 000000 000000
yellow_piece FFD231 FFD231 FFE14A
yellow_rim   000000 000000 000000
piece_shadow 000000 000000 000000
""",
}
"""What each look has other colors for, likewise."""


def _theme(name: str, column: int, look: BoardSet) -> Theme:
    rows = (row.split() for row in (_COLORS + _LOOKS[look]).split("\n") if row)
    return Theme(name, look, **{role: hex_color(colors[column]) for role, *colors in rows})


THEMES: Mapping[tuple[str, str], Theme] = MappingProxyType(
    {
        (name, look.value): _theme(name, column, look)
        for look in BoardSet
        for column, name in enumerate(("dark", "light", "contrast"))
    }
)
"""The theme of each choice of colors in each look, by the names that the configuration uses."""

DARK, LIGHT, CONTRAST = (THEMES[name, "classic"] for name in ("dark", "light", "contrast"))

PAPER = replace(
    LIGHT,
    name="paper",
    ebony_shade=(200, 196, 204),
    pink_piece=(240, 150, 190),
    square_dark=mixed(LIGHT.wood, LIGHT.brass, 0.38),
)
"""What prints well: lines that show on black, pink and dark squares that are told apart."""

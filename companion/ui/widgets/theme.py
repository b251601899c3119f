"""The colors of everything on screen, by role.  Pure: no pygame, no drawing.

A scene asks for a role, never for a number, so a theme is one `Theme` and a
new one needs no other change.  Every pair of text and ground that is drawn is
listed in `contrast.py`; whoever draws a new pair adds it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from companion.contract import Board, Side
from companion.ui.board.marks import Mark
from companion.ui.widgets.colors import Color as Color
from companion.ui.widgets.colors import contrast_ratio as contrast_ratio
from companion.ui.widgets.colors import hex_color
from companion.ui.widgets.colors import mixed as mixed


class MarkStyle(NamedTuple):
    """The color of a mark, and of the thin casing that sets it off from any ground."""

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
        lamp_panel, lamp_off: the LED panel of the simulator's table.
    """

    name: str
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
    lamp_panel: Color
    lamp_off: Color

    def color(self, role: str) -> Color:
        """Return the color of the role called *role*."""
        color: Color = getattr(self, role)
        return color

    def piece_colors(self, name: str) -> PieceColors:
        """Return the colors of pieces that a board file calls *name*."""
        roles = PIECE_ROLES[name]
        face, rim = self.color(roles.face), self.color(roles.rim)
        shade = self.color(roles.shade) if roles.shade else mixed(face, rim, RIM_IN_SHADE)
        return PieceColors(face, shade, rim, self.color(roles.number))

    def side_color(self, board: Board, side: Side) -> Color:
        """Return the color that stands for *side* on *board*."""
        return self.color(PIECE_ROLES[board.colors[side]].face)

    def mark_style(self, mark: Mark) -> MarkStyle:
        """Return the colors of *mark*."""
        return self._style(*MARK_ROLES[mark])

    def immune_style(self) -> MarkStyle:
        """Return the colors of the outline around an immune piece."""
        return self._style("yellow", "casing_dark")

    def free_style(self) -> MarkStyle:
        """Return the colors of the free dots of an area, which players know as the blue ones."""
        return self._style("blue", "casing_light")

    def arrow_style(self) -> MarkStyle:
        """Return the colors of an arrow that shows a leg; a harmful one has two heads."""
        return self._style("teal", "casing_light")

    def _style(self, role: str, casing: str) -> MarkStyle:
        return MarkStyle(self.color(role), self.color(casing))


class PieceRoles(NamedTuple):
    """The roles of `PieceColors`; a shade without a role is mixed of face and rim."""

    face: str
    shade: str
    rim: str
    number: str


PIECE_ROLES: Mapping[str, PieceRoles] = MappingProxyType(
    {
        "ivory": PieceRoles("ivory", "ivory_shade", "ivory_rim", "ink"),
        "ebony": PieceRoles("ebony", "ebony_shade", "ebony_rim", "ivory"),
        "blue": PieceRoles("blue_piece", "", "blue_rim", "ivory"),
        "pink": PieceRoles("pink_piece", "", "pink_rim", "ink"),
        "yellow": PieceRoles("yellow_piece", "", "yellow_rim", "ink"),
    }
)
"""The roles of each color that a board file may name."""

RIM_IN_SHADE = 0.4

MARK_ROLES: Mapping[Mark, tuple[str, str]] = MappingProxyType(
    {
        Mark.MOVABLE: ("teal", "casing_light"),
        Mark.SELECTED: ("red", "casing_light"),
        Mark.TARGET: ("teal", "casing_light"),
        Mark.CAPTURE: ("teal", "casing_light"),
        Mark.LAST_MOVE: ("blue", "casing_light"),
        Mark.HINT: ("teal", "casing_light"),
        Mark.PLACE: ("teal", "casing_light"),
        Mark.REMOVE: ("teal", "casing_light"),
        Mark.ERROR: ("red", "casing_light"),
        Mark.WIN: ("amber", "casing_dark"),
        Mark.FOCUS: ("casing_light", "casing_dark"),
    }
)
"""The roles of color and casing of each mark.

Teal is what may or should be done next, blue the last move, red what is in hand or refused,
as in the rule sheets; all else is told by the shape.
"""

DARK = Theme(
    name="dark",
    table=hex_color("22262D"),
    table_shadow=hex_color("14171B"),
    banner=hex_color("1B1E24"),
    panel=hex_color("2B3039"),
    panel_edge=hex_color("454B57"),
    text=hex_color("EEECE6"),
    muted=hex_color("A4A8B0"),
    note=hex_color("2E3B42"),
    note_text=hex_color("EEECE6"),
    alert=hex_color("5A1F1C"),
    alert_text=hex_color("FFE3DF"),
    button=hex_color("2B3039"),
    button_edge=hex_color("6A707C"),
    commit=hex_color("007A74"),
    commit_edge=hex_color("6FD9CE"),
    commit_text=hex_color("FFFFFF"),
    sign_back=hex_color("F58E7E"),
    sign_next=hex_color("F2C14E"),
    sign_hint=hex_color("7FB2F5"),
    sign_confirm=hex_color("55C995"),
    choice=hex_color("353B47"),
    ink=hex_color("1B1E24"),
    wood=hex_color("DEC496"),
    wood_dark=hex_color("CEB180"),
    square_dark=hex_color("B08A58"),
    brass=hex_color("80582A"),
    brass_dark=hex_color("43290F"),
    brass_light=hex_color("C9A05C"),
    walnut=hex_color("3B2A1C"),
    dot=hex_color("5C3E20"),
    ivory=hex_color("FAF6EB"),
    ivory_shade=hex_color("DDD5C2"),
    ivory_rim=hex_color("7A6C55"),
    ebony=hex_color("343236"),
    ebony_shade=hex_color("77737C"),
    ebony_rim=hex_color("121114"),
    blue_piece=hex_color("2C5FB4"),
    blue_rim=hex_color("16305F"),
    pink_piece=hex_color("F4BCD0"),
    pink_rim=hex_color("94425F"),
    yellow_piece=hex_color("F6C737"),
    yellow_rim=hex_color("785405"),
    piece_shadow=hex_color("3A240C"),
    red=hex_color("D0342C"),
    yellow=hex_color("F4BE28"),
    teal=hex_color("007A74"),
    blue=hex_color("2860BE"),
    amber=hex_color("F2B23E"),
    trouble=hex_color("F2B23E"),
    casing_light=hex_color("FFFBF0"),
    casing_dark=hex_color("1B1E24"),
    lamp_panel=hex_color("0E1013"),
    lamp_off=hex_color("272B33"),
)

LIGHT = Theme(
    name="light",
    table=hex_color("E9E5DB"),
    table_shadow=hex_color("B9B2A2"),
    banner=hex_color("FBF9F4"),
    panel=hex_color("FBF9F4"),
    panel_edge=hex_color("CFC9BB"),
    text=hex_color("1B1E24"),
    muted=hex_color("565B65"),
    note=hex_color("DDEBE8"),
    note_text=hex_color("1B1E24"),
    alert=hex_color("FBDAD6"),
    alert_text=hex_color("6A140F"),
    button=hex_color("FFFFFF"),
    button_edge=hex_color("85898F"),
    commit=hex_color("007A74"),
    commit_edge=hex_color("00534F"),
    commit_text=hex_color("FFFFFF"),
    sign_back=hex_color("B8382B"),
    sign_next=hex_color("7A5700"),
    sign_hint=hex_color("2459B5"),
    sign_confirm=hex_color("08693F"),
    choice=hex_color("DCE9E6"),
    ink=hex_color("1B1E24"),
    wood=hex_color("E8D0A4"),
    wood_dark=hex_color("D8BD8C"),
    square_dark=hex_color("B38E5D"),
    brass=hex_color("8D6330"),
    brass_dark=hex_color("553714"),
    brass_light=hex_color("D2AB69"),
    walnut=hex_color("7A5836"),
    dot=hex_color("5C3E20"),
    ivory=hex_color("FDFAF2"),
    ivory_shade=hex_color("E2DAC8"),
    ivory_rim=hex_color("756750"),
    ebony=hex_color("38363B"),
    ebony_shade=hex_color("7B7780"),
    ebony_rim=hex_color("121114"),
    blue_piece=hex_color("2A5CB0"),
    blue_rim=hex_color("142C5A"),
    pink_piece=hex_color("F6C0D3"),
    pink_rim=hex_color("96415F"),
    yellow_piece=hex_color("F8CB3C"),
    yellow_rim=hex_color("7A5606"),
    piece_shadow=hex_color("3F2810"),
    red=hex_color("C42C25"),
    yellow=hex_color("F4BE28"),
    teal=hex_color("00736D"),
    blue=hex_color("2358B0"),
    amber=hex_color("F2B23E"),
    trouble=hex_color("8A4B00"),
    casing_light=hex_color("FFFFFF"),
    casing_dark=hex_color("1B1E24"),
    lamp_panel=hex_color("15171B"),
    lamp_off=hex_color("30353E"),
)

CONTRAST = Theme(
    name="contrast",
    table=hex_color("000000"),
    table_shadow=hex_color("000000"),
    banner=hex_color("000000"),
    panel=hex_color("000000"),
    panel_edge=hex_color("FFFFFF"),
    text=hex_color("FFFFFF"),
    muted=hex_color("DADADA"),
    note=hex_color("000000"),
    note_text=hex_color("FFE14A"),
    alert=hex_color("7A0000"),
    alert_text=hex_color("FFFFFF"),
    button=hex_color("000000"),
    button_edge=hex_color("FFFFFF"),
    commit=hex_color("FFE14A"),
    commit_edge=hex_color("FFFFFF"),
    commit_text=hex_color("000000"),
    sign_back=hex_color("FF8A78"),
    sign_next=hex_color("FFE14A"),
    sign_hint=hex_color("8FC2FF"),
    sign_confirm=hex_color("6BE3A8"),
    choice=hex_color("00365C"),
    ink=hex_color("000000"),
    wood=hex_color("E9D3A6"),
    wood_dark=hex_color("E2CA9A"),
    square_dark=hex_color("A87C48"),
    brass=hex_color("5A3A10"),
    brass_dark=hex_color("FFFFFF"),
    brass_light=hex_color("F1D28C"),
    walnut=hex_color("000000"),
    dot=hex_color("2E1A06"),
    ivory=hex_color("FFFFFF"),
    ivory_shade=hex_color("FFFFFF"),
    ivory_rim=hex_color("000000"),
    ebony=hex_color("101012"),
    ebony_shade=hex_color("E6E6E6"),
    ebony_rim=hex_color("000000"),
    blue_piece=hex_color("0B2E86"),
    blue_rim=hex_color("000000"),
    pink_piece=hex_color("FFC8DC"),
    pink_rim=hex_color("5A0026"),
    yellow_piece=hex_color("FFE14A"),
    yellow_rim=hex_color("5A4000"),
    piece_shadow=hex_color("3F2810"),
    red=hex_color("A80000"),
    yellow=hex_color("FFE14A"),
    teal=hex_color("005A55"),
    blue=hex_color("0038A8"),
    amber=hex_color("FFB000"),
    trouble=hex_color("FFB000"),
    casing_light=hex_color("FFFFFF"),
    casing_dark=hex_color("000000"),
    lamp_panel=hex_color("000000"),
    lamp_off=hex_color("2A2A2A"),
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}
)
"""The themes by the names that the configuration uses."""

"""The colors of everything on screen, by role.  Pure: no pygame, no drawing.

A scene asks for a role, never for a number, so a theme is one `Theme` and a
new one needs no other change.  Every pair of text and ground that is drawn is
listed in `TEXT_PAIRS`; whoever draws a new pair adds it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.ui.marks import Mark

Color: TypeAlias = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""

LEAST_TEXT_CONTRAST = 4.5
"""Source: WCAG 2.2, success criterion 1.4.3, level AA for text of any size."""

LEAST_MARK_CONTRAST = 2.95
"""For a mark or its casing on wood and on pieces.

WCAG 2.2, success criterion 1.4.11, asks for 3.0 where color alone tells a
shape; the rule sheets' red on wood has 2.96, and no mark rests on its color.
"""


class MarkStyle(NamedTuple):
    """The color of a mark, and of the thin casing that sets it off from any ground."""

    color: Color
    casing: Color


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
        choice: the ground of the chosen line of a list.
        ink: dark text on wood, ivory and amber.
        wood, wood_dark: the board's face and its grain.
        brass, brass_dark, brass_light: the ornamental line.
        ivory, ivory_shade, ivory_rim: face, bevel and edge of White's pieces.
        ebony, ebony_shade, ebony_rim: the same of Black's.
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
    choice: Color
    ink: Color
    wood: Color
    wood_dark: Color
    brass: Color
    brass_dark: Color
    brass_light: Color
    dot: Color
    ivory: Color
    ivory_shade: Color
    ivory_rim: Color
    ebony: Color
    ebony_shade: Color
    ebony_rim: Color
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

    def mark_style(self, mark: Mark) -> MarkStyle:
        """Return the colors of *mark*."""
        return self._style(*MARK_ROLES[mark])

    def immune_style(self) -> MarkStyle:
        """Return the colors of the outline around an immune piece."""
        return self._style("yellow", "casing_dark")

    def arrow_style(self, is_harmful: bool) -> MarkStyle:
        """Return the colors of an arrow that shows a leg."""
        return self._style("red" if is_harmful else "teal", "casing_light")

    def _style(self, role: str, casing: str) -> MarkStyle:
        return MarkStyle(self.color(role), self.color(casing))


MARK_ROLES: Mapping[Mark, tuple[str, str]] = MappingProxyType(
    {
        Mark.MOVABLE: ("teal", "casing_light"),
        Mark.SELECTED: ("red", "casing_light"),
        Mark.TARGET: ("teal", "casing_light"),
        Mark.CAPTURE: ("red", "casing_light"),
        Mark.LAST_MOVE: ("blue", "casing_light"),
        Mark.HINT: ("amber", "casing_dark"),
        Mark.PLACE: ("blue", "casing_light"),
        Mark.REMOVE: ("red", "casing_light"),
        Mark.ERROR: ("red", "casing_light"),
        Mark.WIN: ("amber", "casing_dark"),
        Mark.FOCUS: ("casing_light", "casing_dark"),
    }
)
"""The roles of color and casing of each mark."""

TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    ("text", "table"),
    ("text", "banner"),
    ("text", "panel"),
    ("text", "button"),
    ("text", "choice"),
    ("muted", "table"),
    ("muted", "banner"),
    ("muted", "panel"),
    ("muted", "button"),
    ("muted", "choice"),
    ("trouble", "banner"),
    ("note_text", "note"),
    ("alert_text", "alert"),
    ("commit_text", "commit"),
    ("ink", "wood"),
    ("ink", "wood_dark"),
    ("ink", "ivory"),
    ("ink", "amber"),
    ("ivory", "ebony"),
    ("ivory", "red"),
)
"""Every pair of text and ground, by role, that any scene draws."""


def _luminance(color: Color) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in color)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast_ratio(one: Color, other: Color) -> float:
    """
    Return how much two colors differ in lightness, 1.0 (not at all) to 21.0.

    Source: WCAG 2.2, definitions of contrast ratio and relative luminance.
    """
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mixed(one: Color, other: Color, part: float) -> Color:
    """Return *one* with *part* (0.0 to 1.0) of *other* in it."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _hex(text: str) -> Color:
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


DARK = Theme(
    name="dark",
    table=_hex("22262D"),
    table_shadow=_hex("14171B"),
    banner=_hex("1B1E24"),
    panel=_hex("2B3039"),
    panel_edge=_hex("454B57"),
    text=_hex("EEECE6"),
    muted=_hex("A4A8B0"),
    note=_hex("3A3225"),
    note_text=_hex("F6E3A8"),
    alert=_hex("5A1F1C"),
    alert_text=_hex("FFE3DF"),
    button=_hex("2B3039"),
    button_edge=_hex("6A707C"),
    commit=_hex("007A74"),
    commit_edge=_hex("6FD9CE"),
    commit_text=_hex("FFFFFF"),
    choice=_hex("353B47"),
    ink=_hex("1B1E24"),
    wood=_hex("DEC496"),
    wood_dark=_hex("CEB180"),
    brass=_hex("80582A"),
    brass_dark=_hex("43290F"),
    brass_light=_hex("C9A05C"),
    dot=_hex("5C3E20"),
    ivory=_hex("FAF6EB"),
    ivory_shade=_hex("DDD5C2"),
    ivory_rim=_hex("7A6C55"),
    ebony=_hex("343236"),
    ebony_shade=_hex("77737C"),
    ebony_rim=_hex("121114"),
    piece_shadow=_hex("3A240C"),
    red=_hex("D0342C"),
    yellow=_hex("F4BE28"),
    teal=_hex("007A74"),
    blue=_hex("2860BE"),
    amber=_hex("F2B23E"),
    trouble=_hex("F2B23E"),
    casing_light=_hex("FFFBF0"),
    casing_dark=_hex("1B1E24"),
    lamp_panel=_hex("0E1013"),
    lamp_off=_hex("272B33"),
)

LIGHT = Theme(
    name="light",
    table=_hex("E9E5DB"),
    table_shadow=_hex("B9B2A2"),
    banner=_hex("FBF9F4"),
    panel=_hex("FBF9F4"),
    panel_edge=_hex("CFC9BB"),
    text=_hex("1B1E24"),
    muted=_hex("565B65"),
    note=_hex("FCEFC6"),
    note_text=_hex("523A00"),
    alert=_hex("FBDAD6"),
    alert_text=_hex("6A140F"),
    button=_hex("FFFFFF"),
    button_edge=_hex("85898F"),
    commit=_hex("007A74"),
    commit_edge=_hex("00534F"),
    commit_text=_hex("FFFFFF"),
    choice=_hex("DCE9E6"),
    ink=_hex("1B1E24"),
    wood=_hex("E8D0A4"),
    wood_dark=_hex("D8BD8C"),
    brass=_hex("8D6330"),
    brass_dark=_hex("553714"),
    brass_light=_hex("D2AB69"),
    dot=_hex("5C3E20"),
    ivory=_hex("FDFAF2"),
    ivory_shade=_hex("E2DAC8"),
    ivory_rim=_hex("756750"),
    ebony=_hex("38363B"),
    ebony_shade=_hex("7B7780"),
    ebony_rim=_hex("121114"),
    piece_shadow=_hex("3F2810"),
    red=_hex("C42C25"),
    yellow=_hex("F4BE28"),
    teal=_hex("00736D"),
    blue=_hex("2358B0"),
    amber=_hex("F2B23E"),
    trouble=_hex("8A4B00"),
    casing_light=_hex("FFFFFF"),
    casing_dark=_hex("1B1E24"),
    lamp_panel=_hex("15171B"),
    lamp_off=_hex("30353E"),
)

CONTRAST = Theme(
    name="contrast",
    table=_hex("000000"),
    table_shadow=_hex("000000"),
    banner=_hex("000000"),
    panel=_hex("000000"),
    panel_edge=_hex("FFFFFF"),
    text=_hex("FFFFFF"),
    muted=_hex("DADADA"),
    note=_hex("000000"),
    note_text=_hex("FFE14A"),
    alert=_hex("7A0000"),
    alert_text=_hex("FFFFFF"),
    button=_hex("000000"),
    button_edge=_hex("FFFFFF"),
    commit=_hex("FFE14A"),
    commit_edge=_hex("FFFFFF"),
    commit_text=_hex("000000"),
    choice=_hex("00365C"),
    ink=_hex("000000"),
    wood=_hex("E9D3A6"),
    wood_dark=_hex("E2CA9A"),
    brass=_hex("5A3A10"),
    brass_dark=_hex("FFFFFF"),
    brass_light=_hex("F1D28C"),
    dot=_hex("2E1A06"),
    ivory=_hex("FFFFFF"),
    ivory_shade=_hex("FFFFFF"),
    ivory_rim=_hex("000000"),
    ebony=_hex("101012"),
    ebony_shade=_hex("E6E6E6"),
    ebony_rim=_hex("000000"),
    piece_shadow=_hex("3F2810"),
    red=_hex("A80000"),
    yellow=_hex("FFE14A"),
    teal=_hex("005A55"),
    blue=_hex("0038A8"),
    amber=_hex("FFB000"),
    trouble=_hex("FFB000"),
    casing_light=_hex("FFFFFF"),
    casing_dark=_hex("000000"),
    lamp_panel=_hex("000000"),
    lamp_off=_hex("2A2A2A"),
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}
)
"""The themes by the names that the configuration uses."""

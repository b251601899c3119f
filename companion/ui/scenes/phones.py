"""Showing the game elsewhere, on phones or in the club: on or off, and how that stands."""

from __future__ import annotations

from typing import Final

import pygame

from companion.ports import ClubState, PhonesState
from companion.remote.bus import BusState, Standing
from companion.ui.context import UiContext
from companion.ui.panels.panels import has_text_below
from companion.ui.scenes.menu import Choice, MenuScene, option_choice
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words import buttons
from companion.words.buttons import menu_line
from companion.words.other_table import standing_text
from companion.words.phone_seats import phones_text
from companion.words.translate import Phrase

PHONES: Final = menu_line(
    "Show on phones",
    "Everybody in your network can watch the game in a browser. Only a phone with a seat can "
    "move.",
    buttons.CHOOSE,
)
SWITCH: Final = PHONES._replace(verb=buttons.CHANGE)
CLUB: Final = menu_line(
    "Show in the club",
    "The club's wall and Home Assistant are told who plays, the position, the clocks and the "
    "result. Hands that were dealt are not.",
    buttons.CHANGE,
)
CLUB_TOLD: Final = Phrase("The club sees this table as {table}.")
CLUB_TAKEN: Final = Phrase("Not shown: another table is called {table}. Give this one a name.")
CLUB_UNREACHED: Final = Phrase("Not shown: {why}. Trying again…")
CLUB_WAITING: Final = Phrase("In a moment, the club sees this table as {table}.")

QUIET_MODULES: Final = 4
"""What is left blank around a QR code.  Source: ISO/IEC 18004, "Quiet zone"."""


class PhonesScene(MenuScene):
    """A switch for phones and, where a broker is known, one for the club.

    Beside the first stands the address, as a code and in letters.
    """

    name = "phones"
    keeps_lamps = True
    heading = PHONES.title
    has_picture = True

    def __init__(self, stage: UiContext) -> None:
        super().__init__(stage)
        self._shown, self._club = self._states()

    def _states(self) -> tuple[PhonesState, ClubState | None]:
        phones, club = self.stage.services.phones, self.stage.services.club
        return (
            phones.state() if phones is not None else PhonesState(),
            club.state() if club is not None else None,
        )

    def make_choices(self) -> list[Choice]:
        """Return the switches; what each means, and how it stands once it is on."""
        is_on = self.stage.config.phones.show_on_phones
        layout = self.stage.layout
        is_short = layout.is_large and not layout.is_portrait
        line = phones_text(self._shown, is_short=is_short) if is_on else ""
        choices = [option_choice(self.stage, "show_on_phones", SWITCH, line=line)]
        if self._club is not None:
            is_in_club = self.stage.config.club.show_in_club
            line = club_text(self._club) if is_in_club else ""
            choices.append(option_choice(self.stage, "show_in_club", CLUB, line=line))
        return choices

    def update(self, now_s: float) -> None:
        """Show what has changed: the address, who watches, what is wrong."""
        super().update(now_s)
        states = self._states()
        if states != (self._shown, self._club):
            self._shown, self._club = states
            self.refresh()

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw the code over the address, or beside it."""
        code, text = self._shown.code, self.note()
        is_of_phones = self.list.selected == 0 and self.stage.config.phones.show_on_phones
        if not code or not is_of_phones:
            super().draw_info(pen, box)
            return
        draw_code_with(pen, box, code, text)


def club_text(state: ClubState) -> str:
    """Return as what the club sees this table, or why it doesn't."""
    if state.trouble == "name-taken":
        return CLUB_TAKEN(table=state.table)
    if state.trouble:
        return CLUB_UNREACHED(why=standing_text(Standing(BusState(state.trouble), state.reason)))
    return (CLUB_TOLD if state.is_told else CLUB_WAITING)(table=state.table)


def draw_code_with(pen: Pen, box: Box, code: tuple[str, ...], text: str) -> None:
    """Draw a QR code over *text*, or beside it where *box* is wide."""
    gap = pen.layout.px(10)
    if has_text_below(pen.layout, box):
        text_h = min(box.h // 2, max(box.h // 3, pen.text_h(text, box.w - 2 * gap) + 2 * gap))
        top = box._replace(h=box.h - text_h - gap)
        rest = Box(box.x, top.bottom + gap, box.w, text_h)
    else:
        top = box._replace(w=min(box.h, box.w // 2))
        rest = Box(top.right + gap, box.y, box.w - top.w - gap, box.h)
    _draw_code(pen, top, code)
    pen.panel(rest)
    pen.paragraph(text, rest.inset(pen.layout.px(12), pen.layout.px(8)), 18)


def _draw_code(pen: Pen, box: Box, code: tuple[str, ...]) -> None:
    """Draw a QR code as large as it fits into *box*, dark on white in every theme."""
    modules = len(code) + 2 * QUIET_MODULES
    size = max(1, min(box.w, box.h) // modules)
    side = size * modules
    left, top = box.x + (box.w - side) // 2, box.y + (box.h - side) // 2
    pen.surface.fill((255, 255, 255), pygame.Rect(left, top, side, side))
    for row, line in enumerate(code, QUIET_MODULES):
        for column, module in enumerate(line, QUIET_MODULES):
            if module == "1":
                place = pygame.Rect(left + column * size, top + row * size, size, size)
                pen.surface.fill((0, 0, 0), place)

"""The phones of the seats that are played at phones: a code for each that has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.match.match import Match
from companion.remote.phone_seats import shown_code
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.scenes.phones import draw_code_with
from companion.ui.scenes.players import why_no_phones
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words import buttons
from companion.words import phone_seats as words
from companion.words.program import seat_title

if TYPE_CHECKING:
    from companion.remote.phone_seats import PhoneSeats
    from companion.ui.context import UiContext

LOOK_S = 1.0


class PhoneSeatsScene(MenuScene):
    """Each seat with its code or its phone, the code of the chosen one to be scanned.

    It goes away by itself as soon as every seat has a phone.
    """

    name = "phones of seats"
    keeps_lamps = True
    heading = words.WHICH_PHONES
    way_out = buttons.PLAY_ON
    has_picture = True

    def __init__(self, stage: UiContext, seats: PhoneSeats, match: Match) -> None:
        super().__init__(stage)
        self._seats = seats
        self._match = match
        self._drawn: tuple[str, tuple[str, ...]] = ("", ())
        self._seen: object = None
        self._waited = seats.unpaired()
        self._had_all = not self._waited
        seats.show_codes(stage.now_s)

    def make_choices(self) -> list[Choice]:
        """Return the way on, each seat, and the way on without the phones that are missing."""
        without = []
        if self._seats.unpaired():
            without = [Choice.of(words.WITHOUT, self._play_without)]
        seats = map(self._seat_choice, sorted(self._match.seats.phones))
        return [*seats, Choice.of(words.GO_ON, self.leave), *without]

    def _title(self, seat: int) -> str:
        match = self._match
        return seat_title(seat, match.game.seat_count(match.header.options), match.game.name)

    def _seat_choice(self, seat: int) -> Choice:
        code = self._seats.codes.get(seat)

        def choose() -> None:
            self._seats.part(seat)
            self._seats.show_codes(self.stage.now_s)

        if code is None:
            guests = words.GUESTS() if self._seats.has_guests else ""
            line = f"{guests} {words.IS_PAIRED()}".strip()
            return Choice(self._title(seat), choose, line, words.PAIRED(), buttons.CHANGE())
        shown = shown_code(code)
        return Choice(self._title(seat), choose, self._how(seat, shown), shown, buttons.LOOK())

    def _how(self, seat: int, code: str) -> str:
        """Return how a phone gets *seat*."""
        phones, new = self.stage.services.phones, self._seats.has_new_codes
        told = words.NEW_CODES() if new else ""
        address = phones.state().address if phones is not None else ""
        if why := why_no_phones(self.stage) or (
            words.phones_text(phones.state()) if phones is not None and not address else ""
        ):
            return words.NO_ADDRESS(seat=self._title(seat), code=code, why=why)
        how = words.TYPE_CODE(seat=self._title(seat), address=f"{address}seat", code=code)
        return f"{told} {how}".strip()

    def _play_without(self) -> None:
        for seat in self._seats.unpaired():
            self._seats.take(seat)
        self.leave()

    def leave(self) -> None:
        """Go on with the game; no code is good any more."""
        self._seats.hide_codes()
        super().leave()

    # What shows

    def _shown_seat(self) -> int | None:
        """Return the seat under the cursor where it has a code, else None."""
        under = self._under_cursor()
        return under if under in self._seats.codes else None

    def _under_cursor(self) -> int | None:
        seats, at = sorted(self._match.seats.phones), self.list.selected
        return seats[at] if at is not None and at < len(seats) else None

    def _go_to_unpaired(self) -> None:
        """Have the cursor on the first seat that waits for a phone."""
        first, seats = self._seats.unpaired()[:1], sorted(self._match.seats.phones)
        if first:
            self.list.selected = seats.index(first[0])

    def enter(self) -> None:
        """Begin on the first seat that waits for a phone."""
        super().enter()
        self._go_to_unpaired()

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw the code over what is said of it, or beside it."""
        code, text = self._code(), self.note()
        if not code:
            super().draw_info(pen, box)
            return
        draw_code_with(pen, box, code, text)

    def _code(self) -> tuple[str, ...]:
        """Return the QR code of the shown seat, empty where there is none."""
        phones, seat = self.stage.services.phones, self._shown_seat()
        address = phones.state().address if phones is not None else ""
        if seat is None or phones is None or not address or why_no_phones(self.stage):
            return ()
        text = f"{address}seat#{self._seats.codes[seat]}"
        if self._drawn[0] != text:
            self._drawn = (text, phones.code_of(text))
        return self._drawn[1]

    def update(self, now_s: float) -> None:
        """Show what has changed; go away once every seat has a phone that had none before."""
        super().update(now_s)
        if not self.stage.is_in_front(self):
            return
        self._seats.show_codes(now_s)
        if not self._seats.unpaired():
            if not self._had_all:
                self.leave()
            return
        self._had_all = False
        phones = self.stage.services.phones
        seen = (dict(self._seats.codes), phones.state() if phones is not None else None)
        if seen != self._seen:
            self._seen = seen
            self.refresh()
            if self._under_cursor() in self._waited and self._shown_seat() is None:
                self._go_to_unpaired()
            self._waited = self._seats.unpaired()

    def next_change_s(self, now_s: float) -> float:
        return now_s + LOOK_S

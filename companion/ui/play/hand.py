"""Hands that show only while they are held.

Of a hidden hand nothing is on screen but backs until its owner holds it, and
nothing is ever on the lamps: squares light only for a piece that was chosen,
which everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.contract import HalfMove, Refusal, Token
from companion.ports import ButtonName, Press
from companion.ui.board.marks import BoardPicture
from companion.ui.panels.hand_tray import HandPlaces, HandTray
from companion.ui.panels.hand_veil import LOOK_S, HandVeil
from companion.ui.panels.tray import Tray
from companion.ui.play.hints.hint import HintMode
from companion.ui.play.moves import MovesMode
from companion.ui.play.passing import Passing
from companion.ui.play.turn import Turn
from companion.ui.scene import Scene
from companion.ui.view import NOTHING, Labels
from companion.ui.widgets.list_view import DRAG_STARTS_PX
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import hands as words
from companion.words.hands import Hand
from companion.words.refusals import ScreenCause
from companion.words.voice import PLAIN


class Finger(NamedTuple):
    """A finger on the hand: where and when it came down."""

    x: float
    y: float
    at_s: float


class HandMode(Passing):
    """In front of *turn* until the seat to move has chosen a piece of its hidden hand.

    A finger held on the hand shows it; slid to a piece and let go there, it chooses that one.

    Attributes:
        veil: what keeps the hand hidden.

    Args:
        turn: its tray is `tray_of`.
        is_handed_over: whether each seat says first that it has the screen.
        hints: what a hint names is covered, too; None where there are none.
        moves: while the list of them is open the hand needs nothing; None where there is none.
    """

    def __init__(
        self,
        under: Scene,
        turn: Turn,
        is_handed_over: Callable[[], bool],
        hints: HintMode | None = None,
        moves: MovesMode | None = None,
    ) -> None:
        super().__init__(under, turn)
        self.veil = HandVeil()
        self._is_handed_over = is_handed_over
        self._hints = hints
        self._moves = moves
        self._places = HandPlaces(turn.match.header.seed)
        self._finger: Finger | None = None
        self._slid_to: Token | None = None
        self._has_slid = False
        self._hint_down_at_s: float | None = None
        self._is_look = False
        self.follow()

    def tray_of(self, half: HalfMove) -> Tray:
        """Return the hand of the seat to move."""
        places = self._places.of(self.match.positions, self.match.position.seat)
        return HandTray(half, places, self.veil, lambda: self._slid_to)

    @property
    def hand(self) -> Hand | None:
        """Return how far the seat to move is with its hidden hand; None once it needs no more."""
        half = self.match.half
        if half.touches or half.move or self._is_elsewhere() or self.veil.is_lonely:
            return None
        if not self.veil.is_taken:
            return Hand.AWAITED
        if self.veil.is_open:
            return Hand.OPEN
        return Hand.SEEN if self.veil.is_seen else Hand.UNSEEN

    def _is_elsewhere(self) -> bool:
        return self.match.question is not None or self._is_listing

    @property
    def _is_listing(self) -> bool:
        return self._moves is not None and self._moves.list is not None

    def follow(self) -> None:
        """Cover the hand as soon as the turn is another seat's."""
        match = self.match
        seats, position = match.seats, match.position
        is_persons = seats.level_to_move(position) is None
        is_lonely = seats.is_lonely and is_persons
        self.veil.follow(position.seat, len(match.plies), is_lonely)
        if is_persons and not self._is_handed_over():
            self.veil.is_taken = True

    # What is shown

    def stamp(self) -> object:
        return (self.under.stamp(), self.veil.is_taken, self.veil.is_seen)

    def pointed(self) -> str:
        """Return the whole hand while it is held open."""
        if self.hand is not Hand.OPEN:
            return self.under.pointed()
        titles = enumerate(self.turn.tray().titles(), 1)
        return "; ".join(f"{words.COVERED(number=number)}: {title}" for number, title in titles)

    def keeps_hint(self) -> bool:
        """Return whether holding Hint opens the hand."""
        return self.hand in (Hand.OPEN, Hand.SEEN, Hand.UNSEEN) or self.under.keeps_hint()

    def banner(self) -> Banner:
        """Return whose turn it is, by its seat, and what its player does with the hand."""
        hand, position = self.hand, self.match.position
        if hand is None or (hand is Hand.UNSEEN and self.turn.is_settling):
            return self.under.banner()
        color = self.turn.table().side_color(position.side)
        if hand is Hand.OPEN and self._slid_to is not None:
            return Banner(words.SLID(turn=PLAIN.turn(position)), color)
        by_buttons = ButtonName.HINT in self.stage.held
        return Banner(words.hand_banner(position, hand, by_buttons), color)

    def labels(self) -> Labels:
        """Return what the four buttons do; none of them names a covered piece."""
        labels = self.under.labels()
        hand = self.hand
        if hand is None:
            return labels
        if hand is Hand.AWAITED:
            return (labels[0], NOTHING, NOTHING, ButtonLabel(buttons.I_HOLD_IT(), True))
        can_take = self.turn.focus is not None and self.veil.is_seen
        take = ButtonLabel(buttons.SHOW_AND_PLAY()) if can_take else NOTHING
        if self._hints is not None and self._hints.can_take() and self.veil.is_seen:
            take = ButtonLabel(buttons.USE_IT(), True)
        if self.turn.is_settling:
            take = labels[3]
        hint = labels[2]._replace(held=buttons.HOLD_LOOK())
        return (labels[0], ButtonLabel(buttons.NEXT_ONE()), hint, take)

    def note(self) -> str:
        """Return what the banner leaves out; it names no covered piece."""
        hand, turn = self.hand, self.turn
        if hand is Hand.OPEN and self._slid_to is not None:
            return words.SLID_NOTE()
        if hand is None or turn.refused is not None:
            return self.under.note()
        if self._hints is not None and self._hints.hint.step is not None:
            is_covered = self._hints.hint.result is not None and not self.veil.is_open
            return words.COVERED_NOTE() if is_covered else self.under.note()
        tray = turn.tray()
        assert isinstance(tray, HandTray), "a dealt hand"
        note = words.hand_note(hand, tray.place_of(turn.focus), tray.has_dead())
        return " ".join(part for part in (turn.report, note) if part)

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board; what a hint says of a covered hand is neither on it nor on lamps."""
        return self.under.picture(now_s) if self.hand is None else self.turn.picture(now_s)

    def draw(self, pen: Pen) -> None:
        """Draw the moves while a seat is awaited, else what is held at its place."""
        if self.hand is Hand.AWAITED:
            alarming = self.is_note_alarming()
            self.turn.table().draw_panels(pen, self.note(), is_alarming=alarming)
        else:
            self.under.draw(pen)

    # Input

    def press(self, press: Press) -> None:
        """Take a press; before a piece is chosen the buttons serve the hidden hand."""
        if not self.takes(press):
            self.under.press(press)

    def takes(self, press: Press) -> bool:
        """Take a press that serves the hidden hand; return whether it did."""
        hand, button = self.hand, press.button
        if button is ButtonName.HINT and self._is_look:
            # Letting go of what showed the hand asks for nothing.
            return True
        if hand is None or button is ButtonName.BACK:
            return False
        if hand is Hand.AWAITED:
            self._take_screen(press)
            return True
        if button is ButtonName.HINT:
            # Held it shows the hand, see update; the list of all moves would show it to all.
            return press.is_long
        if button is ButtonName.CONFIRM and self.turn.is_settling:
            # The board is put right before anybody looks.
            return False
        if button is ButtonName.CONFIRM and not self.veil.is_seen:
            self.turn.refuse(Refusal(ScreenCause.LOOK_FIRST))
            return True
        return False

    def _take_screen(self, press: Press) -> None:
        if press.button is not ButtonName.CONFIRM:
            self.turn.refuse(Refusal(ScreenCause.TAKE_SCREEN))
        else:
            self.turn.refused, self.turn.report = None, ""
            self.veil.is_taken = True

    def previous(self) -> None:
        if self.hand is not Hand.AWAITED:
            self.under.previous()

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Touch a square, or hold the hand."""
        is_on_tray = self.turn.tray().view.box.holds(x, y)
        if self.hand is Hand.AWAITED:
            if is_on_tray or self.stage.layout.board.holds(x, y):
                self.turn.refuse(Refusal(ScreenCause.TAKE_SCREEN))
            return
        self._slid_to, self._has_slid = None, False
        if is_on_tray and not self._is_listing:
            self._finger = Finger(x, y, self.stage.now_s)
        self.under.pointer_down(x, y, at_s)

    def pointer_move(self, x: float, y: float) -> None:
        """Mark what the finger slides to; let go of the hand when it leaves it."""
        if not self.turn.tray().view.box.holds(x, y):
            self._finger = None
        if self._has_looked:
            self._slide(x, y)
            return
        self._slid_to = None
        self.under.pointer_move(x, y)

    @property
    def _has_looked(self) -> bool:
        """Whether a finger is on the hand for so long that its owner has looked."""
        finger = self._finger
        return finger is not None and self.stage.now_s - finger.at_s >= LOOK_S

    def _slide(self, x: float, y: float) -> None:
        """Mark the piece under the finger, once that has left where it came down."""
        tray, down = self.turn.tray(), self._finger
        token = tray.token_at(x, y) if self.veil.is_open else None
        if down is not None and token != tray.token_at(down.x, down.y):
            way = max(abs(x - down.x), abs(y - down.y))
            self._has_slid = self._has_slid or way > DRAG_STARTS_PX
        self._slid_to = token if self._has_slid else None

    def pointer_up(self, x: float, y: float) -> None:
        """Choose a piece with a short touch, or where a finger slid to; a long one was a look."""
        is_look = self._has_looked
        if is_look:
            self._slide(x, y)
        finger, self._finger = self._finger, None
        slid_to, self._slid_to = self._slid_to, None
        if slid_to is not None and not self._is_elsewhere():
            self._forget_drag(x, y)
            self.turn.touch(slid_to)
            return
        is_unseen = self.hand is not None and not self.veil.is_seen
        is_tap = finger is not None and not is_look and not is_unseen
        if is_tap or self.veil.is_lonely or self._is_elsewhere():
            self.under.pointer_up(x, y)
            return
        # It came from elsewhere, has left the hand in between, was a look, or chose unseen.
        self._forget_drag(x, y)
        if is_look:
            self.turn.refused = None
        elif finger is not None:
            self.turn.refuse(Refusal(ScreenCause.LOOK_FIRST))

    def _forget_drag(self, x: float, y: float) -> None:
        self.turn.tray().view.pointer_up(x, y)

    # Time

    def enter(self) -> None:
        """Cover the hand: the screen was used for something else."""
        self._finger = self._slid_to = None
        self.follow()

    def update(self, now_s: float) -> None:
        """Open the hand while it is held, and close it as soon as it is not."""
        self.follow()
        self._follow_hint_button(now_s)
        if self.veil.hold(self._is_held(), now_s):
            # What kept somebody from looking has been understood.
            self.turn.refused = None if self.veil.is_open else self.turn.refused
            self.stage.redraw()
        self.under.update(now_s)

    def is_waiting(self) -> bool:
        """Return also whether somebody is about to look at the hand."""
        return self.under.is_waiting() or self._is_held()

    def _follow_hint_button(self, now_s: float) -> None:
        """Note whether Hint has been down for so long that somebody has looked."""
        if ButtonName.HINT not in self.stage.held:
            self._hint_down_at_s, self._is_look = None, False
            return
        if self._hint_down_at_s is None:
            self._hint_down_at_s = now_s
        if self.hand is not None and now_s - self._hint_down_at_s >= LOOK_S:
            self._is_look = True

    def _is_held(self) -> bool:
        if self._is_elsewhere():
            return False
        is_by_hint = self.hand is not None and ButtonName.HINT in self.stage.held
        return is_by_hint or self._finger is not None

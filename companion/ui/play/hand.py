"""Hands that show only while they are held.

Of a hidden hand nothing is on screen but backs until its owner holds it, and
nothing is ever on the lamps: squares light only for a piece that was chosen,
which everybody sees.
"""

from __future__ import annotations

from companion.contract import HalfMove, Refusal
from companion.ports import ButtonName, Press
from companion.ui.board.marks import BoardPicture
from companion.ui.panels.hand_places import HandPlaces
from companion.ui.panels.hand_tray import HandTray
from companion.ui.panels.hand_veil import LOOK_S, HandVeil
from companion.ui.panels.tray import Tray
from companion.ui.play.hint import HintMode
from companion.ui.play.moves import MovesMode
from companion.ui.play.turn import Turn
from companion.ui.scene import NOTHING, Labels, Passing, Scene
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words.hands import Hand, covered_note, hand_banner, hand_note
from companion.words.refusals import ScreenCause
from companion.words.translate import tr


class HandMode(Passing):
    """
    In front of *turn* until the seat to move has chosen a piece of its hidden hand.

    Attributes:
        veil: what keeps the hand hidden.

    Args:
        under: what is shown where the hand needs nothing.
        turn: the turn, whose tray is `tray_of`.
        hints: what a hint names is covered, too.
        moves: while the list of them is open the hand needs nothing.
    """

    def __init__(self, under: Scene, turn: Turn, hints: HintMode, moves: MovesMode) -> None:
        super().__init__(turn.stage, under)
        self.veil = HandVeil()
        self._turn = turn
        self._match = turn.match
        self._hints = hints
        self._moves = moves
        self._places = HandPlaces(turn.match.header.seed)
        self._finger_at_s: float | None = None
        self._hint_down_at_s: float | None = None
        self._is_look = False
        self.follow()

    def tray_of(self, half: HalfMove) -> Tray:
        """Return the hand of the seat to move."""
        places = self._places.of(self._match.positions, self._match.position.seat)
        return HandTray(half, places, self.veil)

    @property
    def hand(self) -> Hand | None:
        """Return how far the seat to move is with its hidden hand; None once it needs no more."""
        half = self._match.half
        if half.touches or half.move or self._is_elsewhere() or self.veil.is_lonely:
            return None
        if not self.veil.is_taken:
            return Hand.AWAITED
        if self.veil.is_open:
            return Hand.OPEN
        return Hand.SEEN if self.veil.is_seen else Hand.UNSEEN

    def _is_elsewhere(self) -> bool:
        return self._match.question is not None or self._moves.list is not None

    def follow(self) -> None:
        """Cover the hand as soon as the turn is another seat's."""
        match = self._match
        seats, position = match.seats, match.position
        is_persons = seats.level_to_move(position) is None
        is_lonely = seats.is_lonely and is_persons
        self.veil.follow(position.seat, len(match.plies), is_lonely)

    # What is shown

    def stamp(self) -> object:
        """Return what a confirm would mean."""
        return (super().stamp(), self.veil.is_taken, self.veil.is_seen)

    def banner(self) -> Banner:
        """Return whose turn it is, by its seat, and what its player does with the hand."""
        hand, position = self.hand, self._match.position
        if hand is None:
            return super().banner()
        by_buttons = ButtonName.HINT in self.stage.held
        color = self._turn.table().side_color(position.side)
        return Banner(hand_banner(position, hand, by_buttons), color)

    def labels(self) -> Labels:
        """Return what the four buttons do; none of them names a covered piece."""
        labels = super().labels()
        hand = self.hand
        if hand is None:
            return labels
        if hand is Hand.AWAITED:
            return (labels[0], NOTHING, NOTHING, ButtonLabel(tr("I hold it"), True))
        can_take = self._turn.focus is not None and self.veil.is_seen
        take = ButtonLabel(tr("show, play")) if can_take else NOTHING
        if self._hints.can_take() and self.veil.is_seen:
            take = ButtonLabel(tr("take it"), True)
        hint = labels[2]._replace(held=tr("hold: look"))
        return (labels[0], ButtonLabel(tr("walk")), hint, take)

    def note(self) -> str:
        """Return what the banner leaves out; it names no covered piece."""
        hand, turn, hint = self.hand, self._turn, self._hints.hint
        if hand is None or turn.refused is not None:
            return super().note()
        if hint.step is not None:
            is_covered = hint.result is not None and not self.veil.is_open
            return covered_note() if is_covered else super().note()
        tray = turn.tray()
        assert isinstance(tray, HandTray), "a dealt hand"
        told = hand_note(hand, tray.place_of(turn.focus), tray.has_dead())
        return " ".join(part for part in (turn.told, told) if part)

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board; what a hint says of a covered hand is neither on it nor on lamps."""
        return super().picture(now_s) if self.hand is None else self._turn.picture(now_s)

    def draw(self, pen: Pen) -> None:
        """Draw the moves while a seat is awaited, else what is held at its place."""
        if self.hand is Hand.AWAITED:
            alarming = self.is_note_alarming()
            self._turn.table().draw_panels(pen, self.note(), is_alarming=alarming)
        else:
            super().draw(pen)

    # Input

    def press(self, press: Press) -> None:
        """Take a press; before a piece is chosen the buttons serve the hidden hand."""
        hand, button = self.hand, press.button
        if button is ButtonName.HINT and self._is_look:
            # Letting go of what showed the hand asks for nothing.
            return
        if hand is None or button is ButtonName.BACK:
            super().press(press)
        elif button is ButtonName.HINT and hand is not Hand.AWAITED:
            # Held it shows the hand, see update; the list of all moves would show it to all.
            if not press.is_long:
                super().press(press)
        elif hand is Hand.AWAITED:
            self._take_screen(press)
        elif button is ButtonName.CONFIRM and not self.veil.is_seen:
            self._turn.refuse(Refusal(ScreenCause.LOOK_FIRST))
        else:
            super().press(press)

    def _take_screen(self, press: Press) -> None:
        if press.button is not ButtonName.CONFIRM:
            self._turn.refuse(Refusal(ScreenCause.TAKE_SCREEN))
        else:
            self._turn.refused, self._turn.told = None, ""
            self.veil.take()

    def previous(self) -> None:
        """Walk backwards."""
        if self.hand is not Hand.AWAITED:
            super().previous()

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Touch a square, or hold the hand."""
        is_on_tray = self._turn.tray().view.box.holds(x, y)
        if self.hand is Hand.AWAITED:
            if is_on_tray or self.stage.layout.board.holds(x, y):
                self._turn.refuse(Refusal(ScreenCause.TAKE_SCREEN))
            return
        if is_on_tray and self._moves.list is None:
            self._finger_at_s = self.stage.now_s
        super().pointer_down(x, y, at_s)

    def pointer_move(self, x: float, y: float) -> None:
        """Let go of the hand when the finger leaves it."""
        if not self._turn.tray().view.box.holds(x, y):
            self._finger_at_s = None
        super().pointer_move(x, y)

    def pointer_up(self, x: float, y: float) -> None:
        """Choose a piece with a short touch; a long one was a look."""
        down_at_s, self._finger_at_s = self._finger_at_s, None
        is_look = down_at_s is not None and self.stage.now_s - down_at_s >= LOOK_S
        if self.veil.is_lonely or self._is_elsewhere():
            super().pointer_up(x, y)
            return
        is_unseen = self.hand is not None and not self.veil.is_seen
        if down_at_s is not None and not is_look and not is_unseen:
            super().pointer_up(x, y)
            return
        # It came from elsewhere, has left the hand in between, was a look, or chose unseen.
        self._turn.tray().view.pointer_up(x, y)
        if is_look:
            self._turn.refused = None
        elif down_at_s is not None:
            self._turn.refuse(Refusal(ScreenCause.LOOK_FIRST))

    # Time

    def enter(self) -> None:
        """Cover the hand: the screen was used for something else."""
        self._finger_at_s = None
        self.follow()

    def update(self, now_s: float) -> None:
        """Open the hand while it is held, and close it as soon as it is not."""
        self.follow()
        self._follow_hint_button(now_s)
        if self.veil.hold(self._is_held(), now_s):
            # What kept somebody from looking has been understood.
            self._turn.refused = None if self.veil.is_open else self._turn.refused
            self.stage.redraw()
        super().update(now_s)

    def is_waiting(self) -> bool:
        """Return also whether somebody is about to look at the hand."""
        return super().is_waiting() or self._is_held()

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
        return is_by_hint or self._finger_at_s is not None

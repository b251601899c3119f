"""A match with hands that show only while they are held, or real pieces named by touch.

Of a hidden hand nothing is on screen but backs until its owner holds it, and
nothing is ever on the lamps: squares light only for a piece that was chosen,
which everybody sees.  Real pieces are hidden by their players.
"""

from __future__ import annotations

from companion.contract import Hands, Position, Refusal, Token, Touch
from companion.contract.codes import Cause
from companion.match.match import Match
from companion.match.question import Answer, MatchCause
from companion.ports import ButtonName, Press
from companion.ui.domino_picker import NUMBER, DominoPicker, has_dominoes
from companion.ui.hand_places import HandPlaces
from companion.ui.hand_tray import HandTray
from companion.ui.hand_veil import LOOK_S, HandVeil
from companion.ui.marks import BoardPicture
from companion.ui.pen import Banner, ButtonLabel, Pen
from companion.ui.scene import NOTHING, Labels
from companion.ui.scenes.hinted import HintedScene
from companion.ui.scenes.play import PlayScene
from companion.ui.scenes.table import TableScene
from companion.ui.tray import Tray
from companion.words.hands import (
    Hand,
    covered_note,
    hand_banner,
    hand_note,
    picker_banner,
    picker_note,
)
from companion.words.refusals import ScreenCause
from companion.words.translate import tr


class HiddenHandScene(HintedScene):
    """A match being played with hidden hands, or with real pieces that are named."""

    def __init__(self, stage: object, match: Match) -> None:
        self.veil = HandVeil()
        self._places = HandPlaces(match.header.seed)
        self._finger_at_s: float | None = None
        self._hint_down_at_s: float | None = None
        self._is_look = False
        super().__init__(stage, match)
        self.follow()

    @property
    def position(self) -> Position:
        """Return the position."""
        return self.match.position

    @property
    def is_dealt(self) -> bool:
        """Return whether the program has dealt hidden hands."""
        return self.match.game.hands(self.match.header.options) is Hands.HIDDEN

    @property
    def hand(self) -> Hand | None:
        """Return how far the seat to move is with its hidden hand; None once it needs no more."""
        half = self.match.half
        if not self.is_dealt or half.touches or half.move or self.match.question or self.moves:
            return None
        if self.veil.is_lonely:
            return None
        if not self.veil.is_taken:
            return Hand.AWAITED
        if self.veil.is_open:
            return Hand.OPEN
        return Hand.SEEN if self.veil.is_seen else Hand.UNSEEN

    def follow(self) -> None:
        """Cover the hand as soon as the turn is another seat's."""
        seats = self.match.seats
        is_persons = seats.level_to_move(self.position) is None
        is_lonely = seats.is_lonely and is_persons
        self.veil.follow(self.position.seat, len(self.match.plies), is_lonely)

    def make_tray(self) -> Tray:
        """Return the hand of the seat to move, or what names a real piece."""
        if not self.is_dealt:
            half = self.match.half
            return DominoPicker(half) if has_dominoes(half) else super().make_tray()
        places = self._places.of(self.match.positions, self.position.seat)
        return HandTray(self.match.half, places, self.veil)

    @property
    def picker(self) -> DominoPicker | None:
        """Return what names a real piece by its numbers, before one is named."""
        tray = self.tray()
        is_choosing = not self.match.half.touches and bool(tray.items)
        return tray if is_choosing and isinstance(tray, DominoPicker) else None

    # What is shown

    def stamp(self) -> object:
        """Return what a confirm would mean."""
        number = self.picker.number if self.picker else None
        return (super().stamp(), self.veil.is_taken, self.veil.is_seen, number)

    def banner(self) -> Banner:
        """Return whose turn it is, by its seat, and what is expected."""
        color = self.side_color(self.position.side)
        if self.hand is not None:
            by_buttons = ButtonName.HINT in self.stage.held
            return Banner(hand_banner(self.position, self.hand, by_buttons), color)
        if self.picker is not None and self.match.question is None and self.moves is None:
            return Banner(picker_banner(self.position, self.picker.number), color)
        return super().banner()

    def labels(self) -> Labels:
        """Return what the four buttons do; none of them names a covered piece."""
        labels = super().labels()
        hand = self.hand
        if hand is None:
            if self.picker is not None and self.picker.number is not None and self.focus is None:
                return (ButtonLabel(tr("numbers")), *labels[1:])
            return labels
        if hand is Hand.AWAITED:
            return (labels[0], NOTHING, NOTHING, ButtonLabel(tr("I hold it"), True))
        can_take = self.focus is not None and self.veil.is_seen
        take = ButtonLabel(tr("show, play")) if can_take else NOTHING
        if self._can_take():
            take = ButtonLabel(tr("take it"), True)
        hint = labels[2]._replace(held=tr("hold: look"))
        return (labels[0], ButtonLabel(tr("walk")), hint, take)

    def _can_take(self) -> bool:
        """Return whether Confirm lays out the hinted move: not one that nobody can have read."""
        return super()._can_take() and (self.hand is None or self.veil.is_seen)

    def note(self) -> str:
        """Return what the banner leaves out; it names no covered piece."""
        hand = self.hand
        if hand is None or self._refused is not None:
            told = super().note()
            return told if told or self.picker is None else picker_note()
        if self.hint.step is not None:
            return self._covered_hint(super().note())
        tray = self.tray()
        assert isinstance(tray, HandTray), "a dealt hand"
        told = hand_note(hand, tray.place_of(self.focus), tray.has_dead())
        return " ".join(part for part in (self._told, told) if part)

    def _covered_hint(self, told: str) -> str:
        """Return *told*, what the hint says, only while the hand is open: it names a piece."""
        if self.veil.is_open or self.hint.result is None:
            return told
        return covered_note()

    def _turn_picture(self, now_s: float) -> BoardPicture:
        """Return the board; what a hint says of a covered hand is neither on it nor on lamps."""
        if self.hand is not None:
            return PlayScene._turn_picture(self, now_s)
        return super()._turn_picture(now_s)

    def draw_panels(self, pen: Pen) -> None:
        """Draw the moves while a seat is awaited, else what is held at its place."""
        if self.hand is Hand.AWAITED:
            TableScene.draw_panels(self, pen)
        else:
            super().draw_panels(pen)

    # Input

    def press(self, press: Press) -> None:
        """Take a press; before a piece is chosen the buttons serve the hidden hand."""
        hand = self.hand
        if press.button is ButtonName.HINT and self._is_look:
            # Letting go of what showed the hand asks for nothing.
            return
        if hand is None or press.button is ButtonName.BACK:
            super().press(press)
        elif press.button is ButtonName.HINT and hand is not Hand.AWAITED:
            # Held it shows the hand, see update; the list of all moves would show it to all.
            if not press.is_long:
                super().press(press)
        elif hand is Hand.AWAITED:
            self._take_screen(press)
        elif press.button is ButtonName.CONFIRM and not self.veil.is_seen:
            self._refuse(Refusal(ScreenCause.LOOK_FIRST), None)
        else:
            super().press(press)

    def _refuse_if(self, is_refused: bool, code: str) -> None:
        if is_refused:
            self._refuse(Refusal(code), None)

    def _take_screen(self, press: Press) -> None:
        if press.button is not ButtonName.CONFIRM:
            self._refuse(Refusal(ScreenCause.TAKE_SCREEN), None)
        elif self.stage.is_stale(press):
            self._refuse(Refusal(MatchCause.STALE), None)
        else:
            self._refused, self._told = None, ""
            self.veil.take()

    def previous(self) -> None:
        """Walk backwards."""
        if self.hand is not Hand.AWAITED:
            super().previous()

    def show_moves(self) -> None:
        """Open the list of all legal moves, unless it would show a hidden hand."""
        self._refuse_if(self.hand is not None, ScreenCause.HIDDEN_HAND)
        if self.hand is None:
            super().show_moves()

    def _back(self) -> None:
        picker = self.picker
        if picker is None or picker.number is None or self.moves or self.match.question:
            super()._back()
        elif self.focus is not None:
            self.focus = None
        else:
            picker.choose(None)

    def touch(self, touch: Touch) -> None:
        """Touch a square, a piece in hand, or a number of a real one."""
        if isinstance(touch, Token) and touch.kind == NUMBER:
            self._choose_number(touch)
        else:
            super().touch(touch)

    def _choose_number(self, token: Token) -> None:
        picker = self.picker
        assert picker is not None, "only a picker has numbers"
        self.focus = self._refused = None
        if picker.is_gone(token):
            self._refuse(Refusal(Cause.ALREADY_DISCARDED), None)
        else:
            picker.choose(token.values[0])

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Touch a square, or hold the hand."""
        is_on_tray = self.tray().view.box.holds(x, y)
        if self.hand is Hand.AWAITED:
            self._refuse_if(
                is_on_tray or self.stage.layout.board.holds(x, y), ScreenCause.TAKE_SCREEN
            )
            return
        if is_on_tray and self.moves is None:
            self._finger_at_s = self.stage.now_s
        super().pointer_down(x, y, at_s)

    def pointer_move(self, x: float, y: float) -> None:
        """Let go of the hand when the finger leaves it."""
        if not self.tray().view.box.holds(x, y):
            self._finger_at_s = None
        super().pointer_move(x, y)

    def pointer_up(self, x: float, y: float) -> None:
        """Choose a piece with a short touch; a long one was a look."""
        down_at_s, self._finger_at_s = self._finger_at_s, None
        is_hidden = self.is_dealt and not self.veil.is_lonely
        if not is_hidden or self.moves is not None or self.match.question is not None:
            super().pointer_up(x, y)
        elif down_at_s is None:
            # It came from elsewhere, or has left the hand in between.
            self.tray().view.pointer_up(x, y)
        elif self.stage.now_s - down_at_s >= LOOK_S:
            self.tray().view.pointer_up(x, y)
            self._refused = None
        elif self.hand is not None and not self.veil.is_seen:
            self.tray().view.pointer_up(x, y)
            self._refuse(Refusal(ScreenCause.LOOK_FIRST), None)
        else:
            super().pointer_up(x, y)

    # What came of it

    def take(self, answer: Answer, site: int | None = None) -> None:
        """Show what the match answered, and cover the hand when the turn has passed."""
        super().take(answer, site)
        self.follow()
        self._show_named()

    def _show_named(self) -> None:
        """Show the piece that was taken from the list of all moves, not the numbers."""
        tray = self.tray()
        if isinstance(tray, DominoPicker):
            tray.show_named(self.match.half)

    def enter(self) -> None:
        """Cover the hand: the screen was used for something else."""
        self._finger_at_s = None
        self.follow()

    def update(self, now_s: float) -> None:
        """Open the hand while it is held, and close it as soon as it is not."""
        self.follow()
        self._follow_hint_button(now_s)
        if self.veil.hold(self._is_hand_held(), now_s):
            # What kept somebody from looking has been understood.
            self._refused = None if self.veil.is_open else self._refused
            self.stage.redraw()
        super().update(now_s)

    def is_waiting(self) -> bool:
        """Return also whether somebody is about to look at the hand."""
        return super().is_waiting() or self._is_hand_held()

    def _follow_hint_button(self, now_s: float) -> None:
        """Note whether Hint has been down for so long that somebody has looked."""
        if ButtonName.HINT not in self.stage.held:
            self._hint_down_at_s, self._is_look = None, False
            return
        if self._hint_down_at_s is None:
            self._hint_down_at_s = now_s
        if self.hand is not None and now_s - self._hint_down_at_s >= LOOK_S:
            self._is_look = True

    def _is_hand_held(self) -> bool:
        if not self.is_dealt or self.match.question is not None or self.moves is not None:
            return False
        if self._finger_at_s is not None:
            return True
        return self.hand is not None and ButtonName.HINT in self.stage.held

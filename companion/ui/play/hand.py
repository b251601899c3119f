"""Hands that show only while they are held.

Of a hidden hand nothing is on screen but backs until its owner holds it, and
nothing is ever on the lamps: squares light only for a piece that was chosen,
which everybody sees.

A piece keeps its place, and a new one takes the free one: a sorted hand would tell the others
something about a piece by its place.

Real pieces with numbers are nobody's secret: the one that is played is named by touching both.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from companion.art.dominoes import DominoState
from companion.contract import HalfMove, Position, Refusal, Token, Touch
from companion.contract.codes import Cause
from companion.ports import ButtonName, Press, Previous
from companion.ui.panels.tray import (
    COLUMNS,
    LOOK_S,
    HandVeil,
    Tools,
    Tray,
    TrayItem,
    TrayResult,
    domino_box,
    is_domino,
    tray_items,
)
from companion.ui.play.mode import Mode
from companion.ui.play.turn import Turn
from companion.ui.targets import KeyTarget, ListTarget, Place, TouchTarget
from companion.ui.view import NOTHING, Labels, Topic, View
from companion.ui.widgets.layout import LARGE_CELL_H_DESIGN_PX, Box, ScreenLayout
from companion.ui.widgets.list_view import DRAG_STARTS_PX
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import program as words
from companion.words.game_words import words_of
from companion.words.phrases import headed, in_turn
from companion.words.program import COVERED, PICKER_NOTE, Hand, picker_banner
from companion.words.table import PLAYED, ScreenCause

if TYPE_CHECKING:
    from companion.match.match import Match
    from companion.ui.play.hint import HintMode
    from companion.ui.play.moves import MovesMode

Places = tuple[Token | None, ...]


class HandPlaces:
    """The places of all hands of one match, worked out from its positions.

    The first hand of each seat is mixed by *seed*.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._found: tuple[Position | None, int, Places] = (None, -1, ())

    def of(self, positions: Sequence[Position], seat: int) -> Places:
        """Return what lies in each place of *seat* now, None for nothing."""
        last = positions[-1]
        if self._found[0] is not last or self._found[1] != seat:
            self._found = (last, seat, self._places(positions, seat))
        return self._found[2]

    def _places(self, positions: Sequence[Position], seat: int) -> Places:
        places: list[Token | None] = []
        for position in positions:
            hand = position.hand_of(seat)
            if not places:
                places = list(random.Random(self._seed + seat).sample(hand, len(hand)))
            drawn = [token for token in hand if token not in places]
            for number, token in enumerate(places):
                if token is not None and token not in hand:
                    places[number] = drawn.pop(0) if drawn else None
        return tuple(places)


class HandTray(Tray):
    """What a seat holds, each piece in its place; it shows where the *veil* is open.

    *slid_to* returns the piece that a finger has slid to, or None.
    """

    def __init__(
        self, half: HalfMove, places: Places, veil: HandVeil, slid_to: Callable[[], Token | None]
    ) -> None:
        super().__init__(half)
        self._veil = veil
        self._slid_to = slid_to
        self.items = tuple(sorted(self.items, key=lambda item: _place(places, item.token)))

    def titles(self) -> tuple[str, ...]:
        """Return the pieces, or their numbers in the hand while they are covered."""
        if self._veil.is_open:
            return super().titles()
        return tuple(COVERED(number=number + 1) for number in range(len(self.items)))

    def place_of(self, focus: Touch | None) -> int | None:
        """Return where the piece under the cursor lies, from 0, or None for none."""
        tokens: list[Touch] = [item.token for item in self.items]
        return tokens.index(focus) if focus in tokens else None

    def has_dead(self) -> bool:
        """Return whether a piece can be played nowhere."""
        return any(item.is_dead for item in self.items)

    def stops(self, half: HalfMove) -> list[Touch | None]:
        """Return what the cursor walks over: the pieces in their places, then squares."""
        if half.touches:
            return super().stops(half)
        return [None, *(item.token for item in self.items)]

    def is_pointed(self, item: TrayItem, focus: Touch | None) -> bool:
        """Return whether the cursor is on *item*, or a finger has slid there."""
        slid_to = self._slid_to()
        return item.token == slid_to if slid_to is not None else super().is_pointed(item, focus)

    def shown_hint(self) -> Touch | None:
        """Return what a hint points at, while the hand is held open."""
        return super().shown_hint() if self._veil.is_open else None

    def state_of(self, item: TrayItem, is_chosen: bool) -> DominoState:
        """Return how *item* is shown: only the chosen one to everybody."""
        if is_chosen or self._veil.is_open:
            return super().state_of(item, is_chosen)
        return DominoState.HIDDEN


def _place(places: Places, token: Token) -> int:
    """Return where *token* lies; what is no part of the hand comes last."""
    return places.index(token) if token in places else len(places)


class Finger(NamedTuple):
    """A finger on the hand: where and when it came down."""

    x: float
    y: float
    at_s: float


@dataclass(frozen=True)
class _HandTarget(TouchTarget):
    """The hand, and every finger elsewhere, which lets go of it."""

    mode: HandMode
    list: ListTarget

    def down(self, x: float, y: float) -> bool:
        return self.mode.finger_down(x, y, self.list)

    def move(self, x: float, y: float) -> None:
        self.mode.finger_move(x, y, self.list)

    def up(self, x: float, y: float) -> None:
        self.mode.finger_up(x, y, self.list)

    def wheel(self, notches: int) -> None:
        self.list.wheel(notches)

    def titles(self) -> Sequence[str]:
        return self.list.titles()

    def place_of(self, title: str) -> Place | None:
        return self.list.place_of(title)


def is_listing(moves: MovesMode | None) -> bool:
    """Return whether the list of all moves is open."""
    return moves is not None and moves.list is not None


def held_open(tray: Tray) -> str:
    """Return the whole hand in *tray*, which is held open, as it is said."""
    titles = enumerate(tray.titles(), 1)
    return in_turn(headed(words.COVERED(number=number), title) for number, title in titles)


def is_held_here(match: Match) -> bool:
    """Return whether a person holds the hand at this screen: else nobody may look at it here."""
    seats, position = match.seats, match.position
    return seats.is_here(position) and not seats.is_at_phone(position)


class HandMode(Mode):
    """The hidden hand of the seat to move, until it has chosen a piece.

    A finger held on the hand shows it; slid to a piece and let go there, it chooses that one.

    Attributes:
        veil: what keeps the hand hidden.

    Args:
        turn: its tray becomes the hand.
        is_handed_over: each seat says first that it has the screen, where that is set.
        hints: what a hint names is covered, too; None where there are none.
        moves: while the list of them is open the hand needs nothing; None where there is none.
    """

    def __init__(
        self,
        turn: Turn,
        is_handed_over: bool,
        hints: HintMode | None = None,
        moves: MovesMode | None = None,
    ) -> None:
        self._turn = turn
        self._match = turn.match
        self._stage = turn.stage
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
        turn.make_tray = lambda half: HandTray(
            half,
            self._places.of(self._match.positions, self._match.position.seat),
            self.veil,
            lambda: self._slid_to,
        )
        self.follow()

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
        return self._match.question is not None or is_listing(self._moves)

    def follow(self) -> None:
        """Cover the hand as soon as the turn is another seat's."""
        match = self._match
        seats, position = match.seats, match.position
        is_persons = is_held_here(match)
        is_lonely = seats.is_lonely and is_persons
        self.veil.follow(position.seat, len(match.plies), is_lonely)
        if is_persons and not (self._is_handed_over and self._stage.config.play.hand_over):
            self.veil.is_taken = True

    # What is shown

    def show(self, view: View) -> View:
        """Return what the hand shows; nothing names a covered piece, on screen or on lamps."""
        hand, turn = self.hand, self._turn
        view = view._replace(
            stamp=(view.stamp, self.veil.is_taken, self.veil.is_seen),
            targets=self._targets(view.targets),
        )
        if hand is None:
            return view
        return view._replace(
            banner=self._banner(hand, view.banner),
            labels=self._labels(hand, view.labels),
            note=self._note(hand, view.note),
            # What a hint tells of a covered hand is on no board.
            picture=turn.picture(),
            panels=(turn.table.draw_panels,) if hand is Hand.AWAITED else view.panels,
            pointed=held_open(turn.tray()) if hand is Hand.OPEN else view.pointed,
            keeps_hint=hand is not Hand.AWAITED,
            lists_moves=False,
        )

    def _targets(self, targets: tuple[TouchTarget, ...]) -> tuple[TouchTarget, ...]:
        if is_listing(self._moves):
            return targets
        tray, *rest = targets
        assert isinstance(tray, ListTarget), "what is beside the board"
        if self.hand is Hand.AWAITED:
            refuse = partial(self._turn.refuse, Refusal(ScreenCause.TAKE_SCREEN))
            rest = [KeyTarget(self._stage.layout.board, refuse)]
        return (_HandTarget(self, tray), *rest)

    def _banner(self, hand: Hand, under: Banner) -> Banner:
        """Return whose turn it is, by its seat, and what its player does with the hand."""
        position, voice = self._match.position, self._turn.voice
        if hand is Hand.UNSEEN and self._turn.is_settling:
            return under
        color = self._turn.table.side_color(position.side)
        if hand is Hand.OPEN and self._slid_to is not None:
            return Banner(voice.banner(position, words.SLID), color)
        by_buttons = ButtonName.HINT in self._stage.held
        return Banner(words.hand_banner(position, hand, by_buttons, voice), color)

    def _labels(self, hand: Hand, labels: Labels) -> Labels:
        if hand is Hand.AWAITED:
            return (labels[0], NOTHING, NOTHING, ButtonLabel(buttons.I_HOLD_IT(), True))
        can_take = self._turn.cursor.focus is not None and self.veil.is_seen
        take = ButtonLabel(buttons.SHOW_AND_PLAY()) if can_take else NOTHING
        if self._hints is not None and self._hints.can_take() and self.veil.is_seen:
            take = ButtonLabel(buttons.USE_IT(), True)
        if self._turn.is_settling:
            take = labels[3]
        hint = labels[2]._replace(held=buttons.HOLD_LOOK())
        return (labels[0], ButtonLabel(buttons.NEXT_ONE()), hint, take)

    def _note(self, hand: Hand, under: str) -> str:
        """Return what the banner leaves out; it names no covered piece."""
        turn = self._turn
        if hand is Hand.OPEN and self._slid_to is not None:
            return words.SLID_NOTE()
        if turn.refused is not None:
            return under
        if self._hints is not None and self._hints.hint.step is not None:
            is_covered = self._hints.hint.result is not None and not self.veil.is_open
            return words.COVERED_NOTE() if is_covered else under
        tray = turn.tray()
        assert isinstance(tray, HandTray), "a dealt hand"
        note = words.hand_note(hand, tray.place_of(turn.cursor.focus), tray.has_dead())
        return " ".join(part for part in (turn.report, note) if part)

    # Input

    def on(self, event: Press | Previous) -> bool:
        """Take what serves the hidden hand, before a piece is chosen."""
        hand = self.hand
        if isinstance(event, Previous):
            return hand is Hand.AWAITED
        button = event.button
        if button is ButtonName.HINT and self._is_look:
            # Letting go of what showed the hand asks for nothing.
            return True
        if hand is None or button is ButtonName.BACK:
            return False
        if hand is Hand.AWAITED:
            self._take_screen(event)
            return True
        if (
            button is ButtonName.HINT
            and not event.is_long
            and self._match.hints.are_off(self._match.position.side)
        ):
            self._turn.refuse(Refusal(ScreenCause.HIDDEN_HAND))
            return True
        if button is ButtonName.HINT:
            # Held it shows the hand, see update; the list of all moves would show it to all.
            return event.is_long
        if button is ButtonName.CONFIRM and self._turn.is_settling:
            # The board is put right before anybody looks.
            return False
        if button is ButtonName.CONFIRM and not self.veil.is_seen:
            self._turn.refuse(Refusal(ScreenCause.LOOK_FIRST))
            return True
        return False

    def _take_screen(self, press: Press) -> None:
        if press.button is not ButtonName.CONFIRM or not is_held_here(self._match):
            self._turn.refuse(Refusal(ScreenCause.TAKE_SCREEN))
        else:
            self._turn.refused, self._turn.report = None, ""
            self.veil.is_taken = True

    def finger_down(self, x: float, y: float, hand: ListTarget) -> bool:
        """Hold the hand, whose list is *hand*, where the finger is on it."""
        is_on_hand = hand.list.box.holds(x, y)
        if self.hand is Hand.AWAITED:
            if is_on_hand:
                self._turn.refuse(Refusal(ScreenCause.TAKE_SCREEN))
            return is_on_hand
        self._slid_to, self._has_slid = None, False
        if is_on_hand:
            self._finger = Finger(x, y, self._stage.now_s)
        return hand.down(x, y)

    def finger_move(self, x: float, y: float, hand: ListTarget) -> None:
        """Mark what the finger slides to; let go of the hand when it leaves it."""
        if not hand.list.box.holds(x, y):
            self._finger = None
        if self._has_looked:
            self._slide(x, y)
            return
        self._slid_to = None
        hand.move(x, y)

    @property
    def _has_looked(self) -> bool:
        """Whether a finger is on the hand for so long that its owner has looked."""
        finger = self._finger
        return finger is not None and self._stage.now_s - finger.at_s >= LOOK_S

    def _slide(self, x: float, y: float) -> None:
        """Mark the piece under the finger, once that has left where it came down."""
        tray, down = self._turn.tray(), self._finger
        token = tray.token_at(x, y) if self.veil.is_open else None
        if down is not None and token != tray.token_at(down.x, down.y):
            way = max(abs(x - down.x), abs(y - down.y))
            self._has_slid = self._has_slid or way > DRAG_STARTS_PX
        self._slid_to = token if self._has_slid else None

    def finger_up(self, x: float, y: float, hand: ListTarget) -> None:
        """Choose a piece with a short touch, or where a finger slid to; a long one was a look."""
        is_look = self._has_looked
        if is_look:
            self._slide(x, y)
        finger, self._finger = self._finger, None
        slid_to, self._slid_to = self._slid_to, None
        if slid_to is not None and not self._is_elsewhere():
            hand.list.pointer_up(x, y)
            self._turn.touch(slid_to)
            return
        is_unseen = self.hand is not None and not self.veil.is_seen
        is_tap = finger is not None and not is_look and not is_unseen
        if is_tap or self.veil.is_lonely or self._is_elsewhere():
            hand.up(x, y)
            return
        # It came from elsewhere, has left the hand in between, was a look, or chose unseen.
        hand.list.pointer_up(x, y)
        if is_look:
            self._turn.refused = None
        elif finger is not None:
            self._turn.refuse(Refusal(ScreenCause.LOOK_FIRST))

    # Time

    def enter(self) -> None:
        """Cover the hand: the screen was used for something else."""
        self._finger = self._slid_to = None
        self.follow()

    def update(self, now_s: float) -> None:
        """Open the hand while it is held, and close it as soon as it is not."""
        self.follow()
        if is_listing(self._moves):
            # Where its finger goes up is the list's.
            self._finger = None
        self._follow_hint_button(now_s)
        if self.veil.hold(self.is_waiting(), now_s):
            # What kept somebody from looking has been understood.
            self._turn.refused = None if self.veil.is_open else self._turn.refused
            self._stage.redraw()

    def is_waiting(self) -> bool:
        """Return whether somebody holds the hand, and is about to look at it."""
        if self._is_elsewhere() or not is_held_here(self._match):
            return False
        is_by_hint = self.hand is not None and ButtonName.HINT in self._stage.held
        return is_by_hint or self._finger is not None

    def _follow_hint_button(self, now_s: float) -> None:
        """Note whether Hint has been down for so long that somebody has looked."""
        if ButtonName.HINT not in self._stage.held:
            self._hint_down_at_s, self._is_look = None, False
            return
        if self._hint_down_at_s is None:
            self._hint_down_at_s = now_s
        if self.hand is not None and now_s - self._hint_down_at_s >= LOOK_S:
            self._is_look = True


NUMBER = "number"
"""The kind of token that stands for half a domino; the rules know nothing of it."""

NUMBERS = range(10)

REACH_DESIGN_PX, LEAST_ROW_PORTRAIT_DESIGN_PX = 3, 75
"""How far the rows reach beyond the panel on a tall screen, so that each of them has its least
height: 9 mm of a seven-inch one."""


def domino_of(one: int, other: int) -> Token:
    """Return the domino with these two numbers, in either order."""
    return Token("domino", (min(one, other), max(one, other)))


class DominoPicker(Tray):
    """Ten numbers, then the ten dominoes that have the one touched.

    Attributes:
        number: the number touched, or None.
    """

    rows = 2

    def __init__(self, half: HalfMove) -> None:
        super().__init__(half)
        self.number: int | None = None
        self._left = {item.token: item for item in self.items}
        rows = ([domino_of(first, other) for other in NUMBERS] for first in NUMBERS)
        self._dominoes = [
            tuple(self._left.get(token, TrayItem(token)) for token in row) for row in rows
        ]
        self._numbers = tuple(TrayItem(Token(NUMBER, (number,))) for number in NUMBERS)
        self.choose(None)

    def choose(self, number: int | None) -> None:
        """Show the dominoes with *number*, or the numbers again."""
        self.number = number
        if not self._left:
            return
        self.items = self._numbers if number is None else self._dominoes[number]
        self.view.count = len(self.items)

    def pick(self, touch: Touch) -> TrayResult | None:
        """Take a number: show its dominoes, unless all of them have been played."""
        if not isinstance(touch, Token) or touch.kind != NUMBER:
            return None
        if self.is_gone(touch):
            return TrayResult(Refusal(Cause.ALREADY_DISCARDED))
        self.choose(touch.values[0])
        return TrayResult()

    def show_named(self, half: HalfMove) -> None:
        """Show the domino with which *half* began, where it was not named by its numbers."""
        named = half.touches[0] if half.touches else None
        if isinstance(named, Token) and is_domino(named) and self.number not in named.values:
            self.choose(named.values[0])

    def place(self, layout: ScreenLayout) -> None:
        inner = layout.moves.inset(layout.px(6))
        row_h = inner.h // self.rows
        if layout.is_portrait:
            # Fingers also mean what they touch in the gaps over and under the panel.
            inner = layout.moves.inset(layout.px(6), -layout.px(REACH_DESIGN_PX))
            row_h = max(inner.h // self.rows, layout.px(LEAST_ROW_PORTRAIT_DESIGN_PX))
        elif layout.is_large:
            row_h = max(row_h, layout.px(LARGE_CELL_H_DESIGN_PX))
        self.view.place(inner, row_h, len(self.items) // self.rows or COLUMNS)

    def titles(self) -> tuple[str, ...]:
        """Return the numbers, or the dominoes with the number touched."""
        if self.number is None and self._left:
            return tuple(str(item.token.values[0]) for item in self.items)
        return super().titles()

    def stops(self, half: HalfMove) -> list[Touch | None]:
        """Return what the cursor walks over: what is not played yet, then squares."""
        if half.touches:
            return super().stops(half)
        return [None, *(item.token for item in self.items if not self.is_gone(item.token))]

    def is_gone(self, token: Token) -> bool:
        """Return whether this domino, or every one with this number, has been played."""
        if token.kind == NUMBER:
            return all(item.token not in self._left for item in self._dominoes[token.values[0]])
        return token not in self._left

    def way_to(self, touch: Touch) -> tuple[Touch, ...]:
        """Return what to touch one after the other for *touch*: a domino takes two."""
        if not isinstance(touch, Token) or self.number in touch.values:
            return (touch,)
        return (Token(NUMBER, touch.values[:1]), touch)

    def draw_item(self, tools: Tools, cell: Box, item: TrayItem, is_chosen: bool) -> None:
        """Draw *item*: a number, a domino, or what has been played."""
        pen = tools.pen
        if self.is_gone(item.token):
            self._draw_gone(pen, cell, item.token)
        elif self.number is None:
            pen.text(str(item.token.values[0]), cell.center, 34, "text", cell.w, True, "center")
        else:
            # The number touched first is on top of each, so that the other one is found fast.
            other = sum(item.token.values) - self.number
            inner = domino_box(cell.inset(pen.layout.px(3)))
            state = self.state_of(item, is_chosen)
            tools.dominoes.draw_domino(pen.surface, inner, self.number, other, state)

    def _draw_gone(self, pen: Pen, cell: Box, token: Token) -> None:
        x, y = cell.center
        lines_px = sum(pen.layout.line_px(pen.layout.text_px(size)) for size in (18, 13))
        if pen.layout.is_large or lines_px > cell.h:
            # A word has no room there.
            pen.text("–", (x, y), 34, "muted", cell.w, True, "center")
            return
        is_number = token.kind == NUMBER
        names = words_of(self.position.game.name).names
        title = str(token.values[0]) if is_number else names.token(token)
        pen.text(title, (x, y - cell.h * 0.14), 18, "muted", cell.w, anchor="center")
        pen.text(PLAYED(), (x, y + cell.h * 0.2), 13, "muted", cell.w, anchor="center")


def naming_tray(half: HalfMove) -> Tray:
    """Return the tray that names a real piece in the turn of *half*, dominoes by their numbers."""
    are_dominoes = all(is_domino(item.token) for item in tray_items(half))
    return DominoPicker(half) if are_dominoes else Tray(half)


class PickerMode(Mode):
    """The numbers in the tray of *turn*, until its player has named a piece."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        turn.make_tray = naming_tray

    @property
    def picker(self) -> DominoPicker | None:
        """Return what names a piece by its numbers, before one is named."""
        tray = self._turn.tray()
        is_choosing = not self._turn.match.half.touches and bool(tray.items)
        return tray if is_choosing and isinstance(tray, DominoPicker) else None

    def show(self, view: View) -> View:
        """Return whose turn it is, by its seat, and which number to touch."""
        picker, turn = self.picker, self._turn
        if picker is None:
            return view._replace(stamp=(view.stamp, None))
        view = view._replace(
            labels=self._labels(view.labels, picker),
            note=view.note or PICKER_NOTE(),
            stamp=(view.stamp, picker.number),
        )
        if turn.is_settling or view.topics[0] is Topic.HINTS:
            return view
        position = turn.match.position
        color = turn.table.side_color(position.side)
        text = picker_banner(position, picker.number, turn.voice)
        return view._replace(banner=Banner(text, color))

    def _labels(self, labels: Labels, picker: DominoPicker) -> Labels:
        """Return what the four buttons do: Back shows the numbers again."""
        if picker.number is None or self._turn.cursor.focus is not None:
            return labels
        return (ButtonLabel(buttons.NUMBERS()), *labels[1:])

    def on(self, event: Press | Previous) -> bool:
        """Take Back, which shows the numbers again."""
        picker = self.picker
        is_back = isinstance(event, Press) and event.button is ButtonName.BACK
        if (
            not is_back
            or self._turn.cursor.focus is not None
            or picker is None
            or picker.number is None
        ):
            return False
        picker.choose(None)
        return True

    def show_named(self) -> None:
        """Show the piece that was taken from the list of all moves, not the numbers."""
        tray = self._turn.tray()
        if isinstance(tray, DominoPicker):
            tray.show_named(self._turn.match.half)

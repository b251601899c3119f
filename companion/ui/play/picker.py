"""Real pieces with numbers: the one that is played is named by touching both."""

from __future__ import annotations

from companion.contract import HalfMove, Refusal, Token, Touch
from companion.contract.codes import Cause
from companion.ports import ButtonName, Press, Previous
from companion.ui.panels.tray import (
    COLUMNS,
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
from companion.ui.view import Labels, Topic, View
from companion.ui.widgets.layout import LARGE_CELL_H_DESIGN_PX, Box, ScreenLayout
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words.game_words import words_of
from companion.words.program import PICKER_NOTE, picker_banner
from companion.words.table import PLAYED

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

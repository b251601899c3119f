"""A screenful of choices: the list at the board's place, what the chosen line means beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeVar

import pygame

from companion.art.theme import BoardSet, Color
from companion.config.values import Settings
from companion.contract import Placement, Position
from companion.errors import missing_library
from companion.ports import ButtonName, Press, Previous
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import sizes_in_play
from companion.ui.context import UiContext
from companion.ui.panels.panels import LEAST_BOARD_PX, has_text_below
from companion.ui.scene import Scene, is_back
from companion.ui.sounds import Cue
from companion.ui.targets import ListTarget, TouchTarget
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.list_view import ENTRY_GAP, ENTRY_H, ListView, entry_px
from companion.ui.widgets.pen import Banner, ButtonLabel, Entry, Pen
from companion.words import buttons, screens
from companion.words.buttons import NONE, MenuLine
from companion.words.program import MOVES_LINES, MOVES_TITLES, TUTOR_LINE

TEXT, LARGE_TEXT = 20, 23
MOST_ENTRY_H = 96
"""The size of a line's text, of that of a larger line, and how high a line is at most."""

LEAST_ENTRY_H = 51
"""The least height of a line on a wide screen: 9 mm for a finger, as in `list_view`."""

LEAST_INFO_H = 260
"""What a list in portrait leaves to the words under it: a heading and four lines."""

VOLUMES: Final = (0, 20, 40, 60, 80, 100)

LEAST_TOLD = 16
"""Beside a board a longer text has more room, at the cost of the board, not smaller letters."""

Value = TypeVar("Value")


@dataclass(frozen=True)
class Choice:
    """One line of a menu.

    Attributes:
        act: what choosing it does; None for a line that only tells something.
        line: what it means, in a sentence or two.
        verb: what Confirm does with it, as the button says it.
        is_ticked: it has been done.
        swatch: a color that it is about, shown before its title.
        words: what tells it from other lines, whatever the language, where that is asked.
    """

    title: str
    act: Callable[[], None] | None
    line: str = ""
    value: str = ""
    verb: str = ""
    is_ticked: bool = False
    swatch: Color | None = None
    words: MenuLine | None = None

    @classmethod
    def of(
        cls,
        words: MenuLine,
        act: Callable[[], None] | None,
        line: str = "",
        value: str = "",
        is_ticked: bool = False,
    ) -> Choice:
        """Return *words* as a line of a menu, with *line* in place of what they tell."""
        text = line or words.line()
        return cls(words.title(), act, text, value, words.verb(), is_ticked, words=words)


def next_of(now: Value, offered: Sequence[Value]) -> Value:
    """Return what follows *now* in *offered*; the first, after the last or what is not in it."""
    at = offered.index(now) if now in offered else -1
    return offered[(at + 1) % len(offered)]


def next_larger(now: int, offered: Sequence[int]) -> int:
    """Return the next larger of what is *offered*, the smallest after the largest."""
    return next((value for value in offered if value > now), offered[0])


def option_choice(
    stage: UiContext, name: str, words: MenuLine, value: str = "", line: str = ""
) -> Choice:
    """Return the line that sets the option called *name* to its next value.

    It is at *value*, without which it is one that is on or off.
    """
    change = stage.config.following(name)
    shown = value or buttons.on_off(bool(stage.config.value_of(name)))
    return Choice.of(words, lambda: stage.change(change), line, shown)


def volume_choice(stage: UiContext) -> Choice:
    """Return the line that makes sounds louder step by step, and after the loudest silent."""
    volume = stage.config.sound.volume
    problem = stage.sounds.problem()
    line = screens.NO_SOUND() if problem else ""
    if missing := missing_library(problem):
        line = screens.NO_LIBRARY().format(*missing)

    def louder() -> None:
        stage.change(Settings(volume=next_larger(volume, VOLUMES)))
        # So it is heard how loud that is.
        stage.sounds.play(Cue.CONFIRMED)

    return Choice.of(screens.SOUND, louder, line, screens.volume_title(volume))


def tutor_choice(stage: UiContext) -> Choice:
    """Return the line that turns the tutor on and off."""
    return option_choice(stage, "tutor", screens.TUTOR, line=TUTOR_LINE())


def moves_choice(stage: UiContext) -> Choice:
    """Return the line that sets how the program's moves are made."""
    how = stage.config.play.program_moves
    title, line = MOVES_TITLES[how](), MOVES_LINES[how]()
    return option_choice(stage, "program_moves", screens.PROGRAMS_MOVES, title, line)


def list_box(layout: ScreenLayout, *, has_picture: bool) -> Box:
    """Return where a list is: its edges in line with the panels and the buttons.

    With *has_picture*, more than words stands under it in portrait.
    """
    # The gaps that entries leave at their right and bottom are no part of the list.
    gap = layout.px(ENTRY_GAP)
    if layout.is_portrait:
        x, y, right = layout.info.x, layout.banner.bottom + layout.info.x, layout.info.right
        info_h = layout.info.h
        if not (has_picture or layout.is_large):
            info_h = min(info_h, layout.px(LEAST_INFO_H))
        bottom = layout.info.bottom - info_h - layout.info.x + gap
        return Box(x, y, right - x + gap, bottom - y)
    y, bottom = layout.info.y, layout.buttons[-1].bottom
    x, right = layout.list_span
    return Box(x, y, right - x + gap, bottom - y + gap)


def info_box(layout: ScreenLayout, lines: ListView) -> Box:
    """Return the place beside *lines*: in portrait all that is left under them."""
    if not layout.is_portrait:
        return layout.info
    y = lines.box.bottom + layout.info.x - layout.px(ENTRY_GAP)
    return layout.info._replace(y=y, h=layout.info.bottom - y)


def paint_small(
    surface: pygame.Surface,
    stage: UiContext,
    view: Box,
    position: Position,
    placement: Placement | None = None,
    is_turned: bool = False,
    look: BoardSet | None = None,
) -> None:
    """Paint *position* on a board without names in *view*; *placement* is what stands instead.

    *look* is another one than that in force.
    """
    sizes = sizes_in_play(position)
    painter = stage.painter(position.board, view, is_turned, False, sizes, look)
    standing = position.pieces() if placement is None else placement
    painter.paint(surface, BoardPicture(placement=standing))


def draw_board_over_text(
    pen: Pen,
    stage: UiContext,
    box: Box,
    position: Position,
    text: str,
    placement: Placement | None = None,
    is_turned: bool = False,
    look: BoardSet | None = None,
) -> None:
    """Draw a small board as `paint_small` does, *text* under it or beside it."""
    gap = pen.layout.px(10)
    if not has_text_below(pen.layout, box):
        side = min(box.h, box.w // 2)
        view = Box(box.x, box.y, side, side)
        text_box = Box(view.right + gap, box.y, box.right - view.right - gap, box.h)
    else:
        text_h = min(box.h // 3, pen.layout.text_px(100))
        size_px = pen.layout.text_px(LEAST_TOLD)
        lines = pen.fonts.lines(text, box.w - 2 * pen.layout.px(12), size_px)
        needed = len(lines) * pen.layout.line_px(size_px) + 2 * pen.layout.px(8)
        most = box.h - pen.layout.px(LEAST_BOARD_PX) - gap if pen.layout.is_large else box.h // 2
        text_h = max(text_h, min(needed, most))
        side = min(box.w, box.h - text_h - gap)
        # A board that is wider than high may be as wide as the text.
        across = min(box.w, side * position.board.files // position.board.ranks)
        view = Box(box.x + (box.w - across) // 2, box.y, across, side)
        text_box = Box(box.x, box.bottom - text_h, box.w, text_h)
    paint_small(pen.surface, stage, view, position, placement, is_turned, look)
    pen.panel(text_box)
    size = 19 if pen.layout.is_portrait else 17
    pen.paragraph(text, text_box.inset(pen.layout.px(12), pen.layout.px(8)), size, "text")


CARD_ROWS = 5
LARGE_CARD_ROWS, LARGE_PORTRAIT_CARD_ROWS = 4, 3
"""So many cards fill the place of the list; more are scrolled to."""

CARD_TITLE, CARD_TEXT = 19, 15


class Card(NamedTuple):
    """What is shown of a choice with a picture.

    Attributes:
        text: a few words beside it.
        line: a sentence, where there is room.
        look: another one than that in force.
    """

    title: str
    position: Position
    text: str = ""
    line: str = ""
    look: BoardSet | None = None
    is_ticked: bool = False


class Cards:
    """Cards in the places of a list; each board is painted once for its size and its look."""

    def __init__(self, stage: UiContext, cards: Sequence[Callable[[], Card]]) -> None:
        self._stage = stage
        self._cards = cards
        self._pictures: dict[tuple[object, ...], pygame.Surface] = {}

    def place(self, view: ListView) -> None:
        """Lay *view* out where lists are, its entries as high as cards; upright it takes all."""
        layout = self._stage.layout
        most = CARD_ROWS
        if layout.is_large:
            most = LARGE_PORTRAIT_CARD_ROWS if layout.is_portrait else LARGE_CARD_ROWS
        box = list_box(layout, has_picture=True)
        if layout.is_portrait:
            box = box._replace(h=layout.info.bottom - box.y)
        view.place(box, box.h // min(most, len(self._cards)))

    def draw(self, pen: Pen, view: ListView) -> None:
        """Draw the cards in sight, the one under the cursor marked."""
        with pen.scrolled(view):
            for index in view.visible():
                box = view.entry_box(index, pen.layout.px(ENTRY_GAP))
                edge = "text" if index == view.selected else None
                pen.panel(box, "choice" if index == view.selected else "panel", edge)
                self._draw_card(pen, box, index, self._cards[index]())

    def _draw_card(self, pen: Pen, box: Box, index: int, card: Card) -> None:
        """Draw a card: the board, beside it all that is to be said."""
        layout = pen.layout
        is_high = layout.is_portrait or layout.is_large
        pad = layout.px(12)
        inner = box.inset(pad, pad if is_high else layout.px(6))
        board = inner._replace(w=min(inner.h, inner.w // 4) if layout.is_large else inner.h)
        pen.fill(board, pen.theme.table)
        pen.surface.blit(self._picture(index, card, board.w, board.h), (board.x, board.y))
        x, w = board.right + 2 * pad, inner.right - board.right - 2 * pad
        title_h, text_h = layout.px(44 if is_high else 28), layout.px(32 if is_high else 22)
        title_size, size = (24, 16) if is_high else (CARD_TITLE, CARD_TEXT)
        if layout.is_large:
            title_h, text_h = layout.row_px(24, 24), layout.row_px(24, 16)
        text_h = text_h if card.text else 0
        top = inner.y if is_high else inner.center[1] - (title_h + text_h) // 2
        if card.is_ticked:
            radius = layout.px(9)
            pen.tick((inner.right - radius, top + title_h // 2), radius)
            w -= 2 * radius + pad
        pen.text(card.title, (x, top + title_h // 2), title_size, "text", w, True)
        y = top + title_h
        pen.text(card.text, (x, y + text_h // 2), size, "muted", w)
        if not layout.is_portrait:
            return
        rest = Box(x, y + text_h + pad // 2, w, inner.h - title_h - text_h - pad // 2)
        pen.paragraph(card.line, rest, 17, "text", is_centered=False)

    def _picture(self, index: int, card: Card, width: int, height: int) -> pygame.Surface:
        """Return the position of *card* on a picture of this size."""
        stage, position = self._stage, card.position
        theme = stage.theme
        key = (index, width, height, theme.name, card.look or theme.look)
        if key not in self._pictures:
            picture = pygame.Surface((width, height), pygame.SRCALPHA)
            side = min(width, height * position.board.files // position.board.ranks)
            view = Box((width - side) // 2, 0, side, height)
            paint_small(picture, stage, view, position, look=card.look)
            self._pictures[key] = picture
        return self._pictures[key]


class MenuScene(Scene):
    """A list of choices that may change each time one of them is taken.

    Next walks them, Confirm or a touch takes one, Back leaves.

    Attributes:
        has_picture: whether more than words stands beside the list, and wants all its place.
        heading: what is shown in the banner, where that is always the same.
        way_out: what Back does, likewise, as the button says it.
    """

    name = "menu"
    has_picture = False
    heading = NONE
    way_out: Callable[[], str] = buttons.GO_BACK

    def __init__(self, stage: UiContext) -> None:
        super().__init__(stage)
        self.choices: list[Choice] = []
        self.list = ListView(Box(0, 0, 1, 1), ENTRY_H, 0)

    # What a menu says

    def title(self) -> str:
        """Return the heading, shown in the banner."""
        return self.heading()

    def make_choices(self) -> list[Choice]:
        """Return the lines of the menu as they are now."""
        raise NotImplementedError

    def leave(self) -> None:
        """Do what Back does."""
        self.stage.pop()

    def after_leaving(self, act: Callable[[], None] | None) -> Callable[[], None]:
        """Return what leaves the menu and then does *act*."""

        def leave_and_act() -> None:
            self.leave()
            if act is not None:
                act()

        return leave_and_act

    def shortcuts(self) -> tuple[Choice | None, Choice | None]:
        """Return what Hint does, whatever line the cursor is on, and what holding it does.

        The verb of each is what the button says; None stands for nothing.
        """
        return None, None

    def pictured(self) -> Position | None:
        """Return the position that stands over what the chosen line means; None for none."""
        return None

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw what stands beside the list: what the chosen line means, a position over it."""
        position = self.pictured()
        if position is not None:
            draw_board_over_text(pen, self.stage, box, position, self.note())
            return
        pen.panel(box, "panel")
        inner = box.inset(pen.layout.px(16), pen.layout.px(14))
        choice = self.chosen()
        if choice is not None:
            # A tall panel holds larger letters.
            more = 4 if pen.layout.is_portrait else 0
            heading = Box(inner.x, inner.y, inner.w, pen.layout.px(30 + 2 * more))
            at = (inner.x, heading.center[1])
            pen.text(choice.title, at, TEXT + more, "text", inner.w, True)
            rest_y = heading.bottom + pen.layout.px(6)
            rest = Box(inner.x, rest_y, inner.w, inner.bottom - rest_y)
            pen.paragraph(choice.line, rest, 18 + more, "muted", is_centered=False)

    # How it works

    def refresh(self) -> None:
        """Make the lines anew, keeping the cursor where it is."""
        self.choices = self.make_choices()
        self.list.count = len(self.choices)
        if self.list.selected is not None:
            self.list.selected = min(self.list.selected, len(self.choices) - 1)
        elif self.choices:
            self.list.selected = 0
        self.lay_out()
        self.stage.redraw()

    def chosen(self) -> Choice | None:
        """Return the line under the cursor."""
        if self.list.selected is None or not self.choices:
            return None
        return self.choices[self.list.selected]

    def enter(self) -> None:
        """Show the lines as they are now."""
        self.refresh()

    def lay_out(self) -> None:
        """Place the list at the board's place, no higher than its lines where they stand over.

        A few lines too many for it are lower ones, rather than out of sight.
        """
        layout, count = self.stage.layout, max(1, len(self.choices))
        box, entry_h = list_box(layout, has_picture=self.has_picture), entry_px(layout)
        if layout.is_portrait:
            # Few lines are larger ones; half of the height is left to what stands under them.
            share = (layout.info.bottom - box.y) // 2 // count
            entry_h = max(entry_h, min(share, layout.px(MOST_ENTRY_H)))
            box = box._replace(h=min(box.h, count * entry_h))
        elif (share := box.h // count) >= layout.px(LEAST_ENTRY_H):
            entry_h = min(entry_h, share)
        self.list.place(box, entry_h)

    def note(self) -> str:
        """Return what the chosen line means."""
        choice = self.chosen()
        return choice.line if choice is not None else ""

    def show(self) -> View:
        """Return the lines; pointed at is the chosen one with what it is set to."""
        choice = self.chosen()
        shown = (choice.title, choice.value) if choice is not None else ()
        pointed = ", ".join(filter(None, shown))
        return super().show()._replace(pointed=pointed, stamp=self.list.selected)

    def banner(self) -> Banner:
        return Banner(self.title())

    def labels(self) -> Labels:
        """Return what the buttons do: walk the lines, take one, leave."""
        choice = self.chosen()
        is_active = choice is not None and choice.act is not None
        shortcut, held = self.shortcuts()
        hint = ButtonLabel(shortcut.verb) if shortcut is not None else NOTHING
        verb = (choice.verb or buttons.CHOOSE()) if choice is not None and is_active else ""
        return (
            ButtonLabel(self.way_out()),
            ButtonLabel(buttons.NEXT_LINE()) if len(self.choices) > 1 else NOTHING,
            hint._replace(held=held.verb) if held is not None else hint,
            ButtonLabel(verb, is_active),
        )

    def on(self, event: Press | Previous) -> None:
        """Walk, take or leave."""
        if isinstance(event, Previous):
            self.list.step(-1)
        elif is_back(event):
            self.leave()
        elif event.button is ButtonName.NEXT:
            self.list.step(1)
        elif event.button is ButtonName.HINT:
            shortcut = self.shortcuts()[event.is_long]
            if shortcut is not None and shortcut.act is not None:
                shortcut.act()
        elif event.button is ButtonName.CONFIRM and not self.stage.is_stale(event):
            self.take()

    def targets(self) -> tuple[TouchTarget, ...]:
        def titles() -> tuple[str, ...]:
            return tuple(choice.title for choice in self.choices)

        gap = self.stage.layout.px(ENTRY_GAP)
        return (ListTarget(self.list, titles, self.take, gap, is_pointing=True),)

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the list and what stands beside it."""
        is_large = self.list.entry_h > entry_px(pen.layout)
        size = LARGE_TEXT if is_large else TEXT
        pen.list(self.list, [_entry_of(choice) for choice in self.choices], size)
        self.draw_info(pen, info_box(pen.layout, self.list))

    def take(self, index: int | None = None) -> None:
        """Do what the line under the cursor stands for, or line *index*, which was touched."""
        if index is not None:
            self.list.selected = index
        choice = self.chosen()
        if choice is not None and choice.act is not None:
            choice.act()
            if self.stage.is_in_front(self):
                self.refresh()


def _entry_of(choice: Choice) -> Entry:
    return Entry(choice.title, choice.value, swatch=choice.swatch, is_ticked=choice.is_ticked)


class AskScene(MenuScene):
    """A question with a way out: the way out comes first, so nothing happens by accident."""

    name = "ask"

    def __init__(self, stage: UiContext, question: str, no: Choice, yes: Choice) -> None:
        super().__init__(stage)
        self._question = question
        self._answers = [no, yes]
        # Back takes the way out.
        self.way_out = lambda: no.verb

    def title(self) -> str:
        return self._question

    def make_choices(self) -> list[Choice]:
        """Return the way out and the deed."""
        return [replace(choice, act=self.after_leaving(choice.act)) for choice in self._answers]


class MenuPage(MenuScene):
    """A page of *menu*; what leaves it leaves the menu as well.

    Args:
        line: what leads to it in the menu, and is its heading.
        lines: makes its lines as they are now.
    """

    keeps_lamps = True

    def __init__(
        self, menu: MenuScene, line: MenuLine, lines: Callable[[MenuPage], list[Choice]]
    ) -> None:
        super().__init__(menu.stage)
        self.name = menu.name
        self.heading = line.title
        self._menu = menu
        self._lines = lines

    def make_choices(self) -> list[Choice]:
        return self._lines(self)

    def after_leaving(self, act: Callable[[], None] | None) -> Callable[[], None]:
        return super().after_leaving(self._menu.after_leaving(act))

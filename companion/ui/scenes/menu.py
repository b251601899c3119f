"""A screenful of choices: the list at the board's place, what the chosen line means beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.art.theme import Color
from companion.contract import Position
from companion.ports import ButtonName, Press
from companion.ui.desk import Desk
from companion.ui.panels.panels import draw_board_over_text
from companion.ui.scene import Scene, is_back
from companion.ui.targets import ListTarget, TouchTarget
from companion.ui.view import NOTHING, Labels
from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import ENTRY_GAP, ENTRY_H, ListView, entry_px
from companion.ui.widgets.pen import Banner, ButtonLabel, Entry, Pen
from companion.words import buttons
from companion.words.buttons import NONE, MenuLine

TEXT, LARGE_TEXT = 20, 23
MOST_ENTRY_H = 96
"""The size of a line's text, of that of a larger line, and how high a line is at most."""

LEAST_INFO_H = 260
"""What a list in portrait leaves to the words under it: a heading and four lines."""

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
    way_out = buttons.GO_BACK

    def __init__(self, stage: Desk) -> None:
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

    def option_choice(self, name: str, words: MenuLine, value: str = "", line: str = "") -> Choice:
        """Return the line that sets the option called *name* to its next value.

        It is at *value*, without which it is one that is on or off.
        """
        config = self.stage.config
        change, shown = (
            config.following(name),
            value or buttons.on_off(bool(config.value_of(name))),
        )
        return Choice.of(words, lambda: self.stage.change(change), line, shown)

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

    def shortcut(self) -> Choice | None:
        """Return what Hint does, whatever line the cursor is on; None where that is nothing."""
        return None

    def held_shortcut(self) -> Choice | None:
        """Return what holding Hint does, its verb as the button says it; None for nothing."""
        return None

    def leave_label(self) -> str:
        """Return what Back does, as the button says it."""
        return self.way_out()

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

    def list_box(self) -> Box:
        """Return where the list is: its edges in line with the panels and the buttons."""
        layout = self.stage.layout
        # The gaps that entries leave at their right and bottom are no part of the list.
        gap = layout.px(ENTRY_GAP)
        if layout.is_portrait:
            x, y, right = layout.info.x, layout.banner.bottom + layout.info.x, layout.info.right
            info_h = layout.info.h
            if not (self.has_picture or layout.is_large):
                info_h = min(info_h, layout.px(LEAST_INFO_H))
            bottom = layout.info.bottom - info_h - layout.info.x + gap
            return Box(x, y, right - x + gap, bottom - y)
        y, bottom = layout.info.y, layout.buttons[0].bottom
        x, right = layout.list_span
        return Box(x, y, right - x + gap, bottom - y + gap)

    def lay_out(self) -> None:
        """Place the list at the board's place, no higher than its lines where they stand over."""
        layout, count = self.stage.layout, max(1, len(self.choices))
        box, entry_h = self.list_box(), entry_px(layout)
        if layout.is_portrait:
            # Few lines are larger ones; half of the height is left to what stands under them.
            share = (layout.info.bottom - box.y) // 2 // count
            entry_h = max(entry_h, min(share, layout.px(MOST_ENTRY_H)))
            box = box._replace(h=min(box.h, count * entry_h))
        self.list.place(box, entry_h)

    def info_box(self) -> Box:
        """Return the place beside the list: in portrait all that is left under it."""
        layout = self.stage.layout
        if not layout.is_portrait:
            return layout.info
        y = self.list.box.bottom + layout.info.x - layout.px(ENTRY_GAP)
        return layout.info._replace(y=y, h=layout.info.bottom - y)

    def note(self) -> str:
        """Return what the chosen line means."""
        choice = self.chosen()
        return choice.line if choice is not None else ""

    def pointed(self) -> str:
        """Return the chosen line with what it is set to."""
        choice = self.chosen()
        return ", ".join(filter(None, (choice.title, choice.value))) if choice is not None else ""

    def banner(self) -> Banner:
        return Banner(self.title())

    def labels(self) -> Labels:
        """Return what the buttons do: walk the lines, take one, leave."""
        choice = self.chosen()
        is_active = choice is not None and choice.act is not None
        shortcut, held = self.shortcut(), self.held_shortcut()
        hint = ButtonLabel(shortcut.verb) if shortcut is not None else NOTHING
        verb = (choice.verb or buttons.CHOOSE()) if choice is not None and is_active else ""
        return (
            ButtonLabel(self.leave_label()),
            ButtonLabel(buttons.NEXT_LINE()) if len(self.choices) > 1 else NOTHING,
            hint._replace(held=held.verb) if held is not None else hint,
            ButtonLabel(verb, is_active),
        )

    def stamp(self) -> object:
        return self.list.selected

    def press(self, press: Press) -> None:
        """Walk, take or leave."""
        if is_back(press):
            self.leave()
        elif press.button is ButtonName.NEXT:
            self.list.step(1)
        elif press.button is ButtonName.HINT:
            _act(self.held_shortcut() if press.is_long else self.shortcut())
        elif press.button is ButtonName.CONFIRM and not self.stage.is_stale(press):
            self.take()

    def previous(self) -> None:
        self.list.step(-1)

    def targets(self) -> tuple[TouchTarget, ...]:
        gap = self.stage.layout.px(ENTRY_GAP)
        return (ListTarget(self.list, self._titles, self.take_at, gap, is_pointing=True),)

    def _titles(self) -> tuple[str, ...]:
        return tuple(choice.title for choice in self.choices)

    def take_at(self, index: int) -> None:
        """Take the entry on which a finger came down and went up."""
        self.list.selected = index
        self.take()

    def draw(self, pen: Pen) -> None:
        """Draw the list and what stands beside it."""
        is_large = self.list.entry_h > entry_px(pen.layout)
        size = LARGE_TEXT if is_large else TEXT
        pen.list(self.list, [_entry_of(choice) for choice in self.choices], size)
        self.draw_info(pen, self.info_box())

    def take(self) -> None:
        """Do what the line under the cursor stands for."""
        choice = self.chosen()
        if choice is not None and choice.act is not None:
            choice.act()
            if self.stage.is_in_front(self):
                self.refresh()


def _act(choice: Choice | None) -> None:
    if choice is not None and choice.act is not None:
        choice.act()


def _entry_of(choice: Choice) -> Entry:
    return Entry(choice.title, choice.value, swatch=choice.swatch, is_ticked=choice.is_ticked)


class AskScene(MenuScene):
    """A question with a way out: the way out comes first, so nothing happens by accident."""

    name = "ask"

    def __init__(self, stage: Desk, question: str, no: Choice, yes: Choice) -> None:
        super().__init__(stage)
        self._question = question
        self._answers = [no, yes]

    def title(self) -> str:
        return self._question

    def leave_label(self) -> str:
        """Return what the way out does: Back takes it."""
        return self._answers[0].verb

    def make_choices(self) -> list[Choice]:
        """Return the way out and the deed."""
        return [replace(choice, act=self.after_leaving(choice.act)) for choice in self._answers]

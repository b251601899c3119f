"""The fingers of a player, for scripts and tests: on the touchscreen and on the four buttons.

Time is moved by hand while they touch and press.  What cannot be done is a CompanionError.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import pygame

from companion.contract import Token, Touch
from companion.errors import CompanionError
from companion.loop import TURN_S, ManualClock, ManualLoop
from companion.ports import ButtonName
from companion.program import Program
from companion.ui.lamps.mounting import mounting_of
from companion.ui.panels.hand_veil import LOOK_S
from companion.ui.play.scene import PlayScene
from companion.ui.play.table_view import TableView
from companion.ui.play.turn import Turn
from companion.ui.scene import Scene
from companion.ui.scenes.learning.lesson import LessonScene
from companion.ui.stage import Stage
from companion.words.buttons import MENU, button_title
from companion.words.hands import Hand
from companion.words.table import focus_name

Place = tuple[int, int]

BUTTONS = tuple(button.value for button in ButtonName)
"""What the buttons beside the board are called."""


class Pins(Protocol):
    """The buttons beside the board."""

    def press(self, button: ButtonName) -> None:
        """Press one."""

    def release(self, button: ButtonName) -> None:
        """Let go of it."""


class Fingers(ManualLoop):
    """A program, and the fingers of those who use it.

    Args:
        program: whose loop is turned by hand.
        clock: the clock that the program was given.
        pins: the buttons beside the board.

    Attributes:
        finger_s: how long a finger stays on a button for a short press.
    """

    finger_s = 0.06

    def __init__(self, program: Program, clock: ManualClock, pins: Pins) -> None:
        super().__init__(program.tick, clock)
        self.program = program
        self.clock = clock
        self.pins = pins

    # What there is to see

    @property
    def stage(self) -> Stage:
        """Return the stage with the scene in front."""
        return self.program.stage

    @property
    def scene(self) -> Scene:
        """Return the scene in front."""
        return self.stage.scene

    @property
    def turn(self) -> Turn:
        """Return the turn in front."""
        turn = self.scene.turn
        if turn is None:
            raise CompanionError(f"expected a game in progress, got the scene {self.scene.name!r}")
        return turn

    def table(self) -> TableView:
        """Return the board on screen."""
        table = self.scene.table
        if table is None:
            raise CompanionError(f"expected a board on screen, got the scene {self.scene.name!r}")
        return table

    # On the touchscreen

    def post(self, kind: int, **values: object) -> None:
        """Put an event into pygame's queue."""
        pygame.event.post(pygame.event.Event(kind, values))

    def on_display(self, place: Place) -> Place:
        """Return where on the display a place of the picture is."""
        mounting = mounting_of(self.stage.config.screen)
        x, y = mounting.to_panel(*place, self.program.window.display_size)
        return round(x), round(y)

    def mouse_down(self, place: Place) -> None:
        """Put a finger on *place*."""
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.on_display(place), button=1)
        self.ticks(2)

    def mouse_up(self, place: Place) -> None:
        """Lift the finger from *place*."""
        self.post(pygame.MOUSEBUTTONUP, pos=self.on_display(place), button=1)
        self.ticks(2)

    def click(self, place: Place, seconds: float = 0.0) -> None:
        """Touch *place*, for so many seconds."""
        self.mouse_down(place)
        self.ticks(round(seconds / TURN_S))
        self.mouse_up(place)

    def place(self, name: str) -> Place:
        """Return where the dot called *name* is."""
        table = self.table()
        return table.site_place(table.board.site_of(name))

    def touch(self, name: str) -> None:
        """Touch the dot called *name*."""
        self.click(self.place(name))

    def title_place(self, title: str) -> Place:
        """Return where the button on screen or the line of a list called *title* is."""
        for name, box in zip(ButtonName, self.stage.layout.buttons, strict=True):
            if title == button_title(name):
                return box.center
        if title == MENU() and self.scene.show().has_menu:
            return self.stage.layout.menu.center
        place = self.scene.entry_place(title)
        if place is None:
            known = ", ".join(self.scene.entries())
            raise CompanionError(f"expected something to tap ({known}), got {title!r}")
        return place

    def tap(self, title: str) -> None:
        """Tap one of the four buttons on screen, the menu's button, or a line of a list."""
        self.click(self.title_place(title))

    # On the four buttons

    def press(self, *names: ButtonName | str) -> None:
        """Press buttons beside the board, one after the other."""
        for name in names:
            self.finger(name, self.finger_s)

    def hold(self, name: ButtonName | str) -> None:
        """Press a button beside the board for long."""
        self.finger(name, self.stage.config.buttons.long_press_ms / 1000 + 0.1)

    def finger(self, name: ButtonName | str, seconds: float) -> None:
        """Keep a finger on a button beside the board for so long."""
        try:
            button = ButtonName(name)
        except ValueError:
            known = ", ".join(BUTTONS)
            raise CompanionError(f"expected a button ({known}), got {name!r}") from None
        self.pins.press(button)
        self.wait(seconds)
        self.pins.release(button)
        self.wait(self.finger_s)

    # In a game

    def make(self, touches: Iterable[Touch], *, by_buttons: bool = False) -> None:
        """Make the *touches* of a ply up to its Confirm, a hidden hand looked at before."""
        self.see_hand(by_buttons=by_buttons)
        for touch in touches:
            way = self.turn.tray().way_to(touch) if isinstance(touch, Token) else (touch,)
            for part in way:
                if by_buttons:
                    self.walk_to_touch(part)
                    self.press(ButtonName.CONFIRM)
                elif isinstance(part, Token):
                    self.click(_place_of(self.turn, part))
                else:
                    self.click(self.table().site_place(part))

    def see_hand(self, *, by_buttons: bool = False) -> None:
        """Take over the screen and show the hidden hand, where there is one."""
        scene = self.scene
        if not isinstance(scene, PlayScene | LessonScene):
            return
        if scene.hand is Hand.AWAITED:
            self.press(ButtonName.CONFIRM)
        if scene.hand is Hand.UNSEEN and by_buttons:
            self.finger(ButtonName.HINT, 2 * LOOK_S)
        elif scene.hand is Hand.UNSEEN:
            self.click(self.turn.tray().view.entry_box(0).center, 2 * LOOK_S)

    def walk_to_touch(self, touch: Touch) -> None:
        """Press Next until the cursor is on *touch*."""
        turn = self.turn
        for _ in range(len(turn.tray().stops(turn.match.half)) + 2):
            if turn.cursor.is_on_group and touch in turn.cursor.group:
                self.press(ButtonName.CONFIRM)
            if turn.cursor.focus == touch:
                return
            self.press(ButtonName.NEXT)
        raise CompanionError(f"expected to walk to {_name(turn, touch)}, but never came by")


def _place_of(turn: Turn, token: Token) -> Place:
    """Return where beside the board *token* is."""
    place = turn.tray().token_place(token)
    if place is None:
        raise CompanionError(f"expected {_name(turn, token)} in the tray, got it nowhere")
    return place


def _name(turn: Turn, touch: Touch) -> str:
    return focus_name(turn.table.board, turn.match.game.name, touch)

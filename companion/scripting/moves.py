"""Makes a whole ply in a scripted run, as a player would, and waits for what real time takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.contract import Token, Touch
from companion.errors import CompanionError
from companion.ports import ButtonName
from companion.ui.panels.hand_veil import LOOK_S
from companion.ui.play.scene import PlayScene
from companion.ui.scene import Making, Scene
from companion.ui.scenes.learning.lesson import LessonScene
from companion.words.hands import Hand
from companion.words.table import focus_name

PRESS_S = 0.06
"""How long a scripted finger stays on a button."""


@dataclass(frozen=True)
class ScriptedHands:
    """What the hands of a scripted player can do.

    Attributes:
        hold: keeps a finger on a place of the screen for so many seconds.
        press: keeps a finger on a button beside the board for so many seconds.
    """

    hold: Callable[[int, int, float], None]
    press: Callable[[ButtonName, float], None]

    def make(
        self, scene: Scene, turn: Making, touches: tuple[Touch, ...], by_buttons: bool
    ) -> None:
        """Make the ply of *touches* in *turn*, which *scene* shows, up to its Confirm.

        Raises:
            CompanionError: something that has to be touched is nowhere, or the cursor never
                comes by it; whoever carries out the script says in which line.
        """
        if isinstance(scene, PlayScene | LessonScene):
            self._open_hand(scene, by_buttons)
        for touch in touches:
            for part in turn.tray().way_to(touch):
                if by_buttons:
                    self._walk_to(turn, part)
                else:
                    self._touch(turn, part)
        self.press(ButtonName.CONFIRM, PRESS_S)

    def _open_hand(self, scene: PlayScene | LessonScene, by_buttons: bool) -> None:
        """Take the screen and look at the hand, where it is hidden."""
        if scene.hand is Hand.AWAITED:
            self.press(ButtonName.CONFIRM, PRESS_S)
        if scene.hand is Hand.UNSEEN and by_buttons:
            self.press(ButtonName.HINT, 2 * LOOK_S)
        elif scene.hand is Hand.UNSEEN:
            self.hold(*scene.turn.tray().view.entry_box(0).center, 2 * LOOK_S)

    def _touch(self, turn: Making, touch: Touch) -> None:
        place = turn.tray().token_place(touch) if isinstance(touch, Token) else None
        if place is None and isinstance(touch, int):
            place = turn.table().site_place(touch)
        if place is None:
            raise CompanionError(f"expected {_name(turn, touch)} in the tray, got it nowhere")
        self.hold(*place, 0.0)

    def _walk_to(self, turn: Making, touch: Touch) -> None:
        for _ in range(len(turn.tray().stops(turn.match.half))):
            self.press(ButtonName.NEXT, PRESS_S)
            if turn.cursor.is_on_group and touch in turn.cursor.group:
                self.press(ButtonName.CONFIRM, PRESS_S)
            if turn.focus == touch:
                self.press(ButtonName.CONFIRM, PRESS_S)
                return
        raise CompanionError(f"expected to walk to {_name(turn, touch)}, but never came by")


def _name(turn: Making, touch: Touch) -> str:
    return focus_name(turn.table().board, turn.match.game.name, touch)

"""Players without a plan who still end their games, and look at all there is on the way."""

from __future__ import annotations

import random
from collections.abc import Callable

from companion.contract import Token, Touch
from companion.ports import ButtonName
from companion.testing.random_games import LONGEST_ROUTE
from companion.testing.sitting import Sitting
from companion.ui.panels.hand_veil import LOOK_S
from companion.ui.play.scene import PlayScene
from companion.ui.scenes.match.game_over import GameOverScene

Take = Callable[[Sitting, Touch], None]


def look(sitting: Sitting) -> None:
    """Assert that the scene in front says what it is about and is drawn."""
    sitting.stage.redraw()
    sitting.ticks(1)
    scene = sitting.scene
    assert scene.banner().text, scene.name
    assert len(scene.labels()) == 4, scene.name


def by_touch(sitting: Sitting, touch: Touch) -> None:
    """Touch a dot, or what lies beside the board, with a finger."""
    if isinstance(touch, Token):
        sitting.touch_token(touch)
    else:
        sitting.touch(sitting.match.position.board.name_of(touch))


def by_buttons(sitting: Sitting, touch: Touch) -> None:
    """Walk to a dot, or to what lies beside the board, and take it with the four buttons."""
    if isinstance(touch, Token):
        _hold_hand(sitting)
        for part in sitting.turn.tray().way_to(touch):
            sitting.walk_to_touch(part)
            sitting.press("confirm")
    else:
        sitting.walk_to_touch(touch)
        sitting.press("confirm")


def _hold_hand(sitting: Sitting) -> None:
    """Take the screen and look at a hidden hand, where there is one, by the buttons."""
    if sitting.hand_state == "AWAITED":
        sitting.press("confirm")
    if sitting.hand_state == "UNSEEN":
        sitting.finger(ButtonName.HINT, LOOK_S + 0.1)


def play_on(sitting: Sitting, seed: int, most_plies: int, take: Take) -> None:
    """Play the match in front at random to its end, or give it up after *most_plies*."""
    chance = random.Random(seed)
    while isinstance(sitting.scene, PlayScene):
        if len(sitting.match.plies) >= most_plies:
            give_up(sitting)
            break
        _ply(sitting, chance, take)
    assert isinstance(sitting.scene, GameOverScene), sitting.scene.name


def _ply(sitting: Sitting, chance: random.Random, take: Take) -> None:
    match = sitting.match
    before, half = len(match.plies), match.half
    while half.next_touches():
        is_long = len(half.touches) >= LONGEST_ROUTE
        if half.move is not None and (is_long or chance.random() < 0.5):
            break
        touched = len(half.touches)
        take(sitting, chance.choice(list(half.next_touches())))
        half = match.half
        assert len(half.touches) == touched + 1, f"{sitting.scene.note()}: {match.position}"
    if take is by_buttons:
        _hold_hand(sitting)
    else:
        sitting.see_hand()
    look(sitting)
    sitting.press("confirm")
    assert len(match.plies) == before + 1, f"{sitting.scene.note()}: {match.position}"


def give_up(sitting: Sitting) -> None:
    """Resign, and say yes to the question."""
    while sitting.match.half.touches:
        sitting.press("back")
    sitting.hold("back")
    look(sitting)
    sitting.choose("Resign")
    sitting.press("confirm")

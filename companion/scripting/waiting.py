"""Lets a scripted run wait for what knows nothing of simulated time: threads and the search."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from companion.ui.play.scene import PlayScene
from companion.ui.scenes.working import WorkingScene
from companion.ui.stage import Stage

SEARCH_TIMEOUT_S: Final = 30.0
"""Real seconds: far more than the search is given, on a loaded machine as well."""

LOOK_EVERY_S: Final = 0.005


def await_work(stage: Stage, tick: Callable[[], None]) -> bool:
    """Let an open list fill, work end and the search answer; *tick* lets simulated time pass.

    Returns:
        False when the search has not answered in time.
    """
    scene = stage.scene
    if isinstance(scene, WorkingScene):
        scene.work.wait()
    elif isinstance(scene, PlayScene) and scene.moves is not None:
        scene.moves.wait()
    tick()
    until = time.monotonic() + SEARCH_TIMEOUT_S
    while stage.scene.is_thinking():
        if time.monotonic() > until:
            return False
        time.sleep(LOOK_EVERY_S)
        tick()
    return True

"""The stage as the program opens it; its scenes are loaded when one of them is gone to."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.context import Services
from companion.ui.destinations import Destination
from companion.ui.stage import Stage


def open_stage(services: Services, size: tuple[int, int]) -> Stage:
    """Return the stage of a screen of *size*."""
    return Stage(services, size, _load_screens)


def _load_screens() -> Callable[[Stage, Destination], None]:
    # Imported here so that the first picture does without the scenes behind it.
    from companion.ui.screens import open_screen

    return open_screen

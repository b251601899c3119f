"""The stage as the program opens it; where its ways lead is loaded when one is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.desk import Services
from companion.ui.stage import Stage

if TYPE_CHECKING:
    from companion.ui.ways import Ways


def open_stage(services: Services, size: tuple[int, int]) -> Stage:
    """Return the stage of a screen of *size*, on which every way leads somewhere."""
    stage = Stage(services, size)

    def open_ways() -> Ways:
        # Imported here so that the first picture does without the scenes behind it.
        from companion.ui.routes import Routes

        return Routes(stage)

    stage.open_ways = open_ways
    return stage

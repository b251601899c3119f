"""A record looked at by the search, position by position, for the turning points of its game."""

from __future__ import annotations

import time
from typing import Final

from companion.engine.limits import WIN, Limits, Result
from companion.engine.service import Engine, Fault, SearchRequest
from companion.engine.turning_points import TurningPoint, turning_points
from companion.storage.playback import Course
from companion.ui.widgets.background import Work

LIMITS: Final = Limits(nodes=4_000, time_s=2.0)
"""What each position may cost: a game of sixty plies takes a minute or two at most."""

LOOK_EVERY_S: Final = 0.005


def is_open(course: Course) -> bool:
    """Return whether all positions of *course* are shown as they were, nothing hidden."""
    return all(
        shown is origin for shown, origin in zip(course.positions, course.origins, strict=True)
    )


class Analysis(Work[tuple[TurningPoint, ...]]):
    """The turning points of *course*, which `look` brings nearer whenever it is called.

    What is counted are positions; a problem is the code of the fault of the search.
    """

    def __init__(self, engine: Engine, course: Course) -> None:
        super().__init__()
        self.count = len(course.origins)
        self._engine = engine
        self._course = course
        self._values: list[int] = []
        self._asked: SearchRequest[Result] | None = None
        self._is_dropped = False

    def look(self) -> None:
        """Take what the search has found, and ask it about the next position."""
        if self.is_over or self._is_dropped:
            return
        position = self._course.origins[self.done]
        outcome = position.outcome()
        if outcome is not None:
            self._note({None: 0, 0: WIN, 1: -WIN}[outcome.winner])
            return
        asked = self._asked
        if asked is None or not asked.is_open or asked.position is not position:
            asked = self._asked = self._engine.ask(position, [], LIMITS)
        answer = asked.answer()
        if isinstance(answer, Fault):
            self.problem = answer.code
        elif isinstance(answer, Result) and answer.is_final:
            self._note(-answer.score if position.side else answer.score)

    def _note(self, value: int) -> None:
        self._values.append(value)
        self.done += 1
        if self.done == self.count:
            sides = [position.side for position in self._course.origins[:-1]]
            self.made = turning_points(self._values, sides)

    def drop(self) -> None:
        self._is_dropped = True
        if self._asked is not None:
            self._asked.drop()

    def wait(self) -> None:
        while not (self.is_over or self._is_dropped):
            self.look()
            time.sleep(LOOK_EVERY_S)

"""What takes longer than a frame, as whoever waits for it knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

Made = TypeVar("Made")
Made_co = TypeVar("Made_co", covariant=True)

Telling = Callable[[int, int], str]
"""Returns the banner when so much is done, of so much (0: not known)."""


class Work(Protocol[Made_co]):
    """Something that is being made: in a thread, or a bit more at every look."""

    @property
    def made(self) -> Made_co | None:
        """Return what came of it, None before it is done."""
        ...

    @property
    def problem(self) -> str:
        """Return why nothing came of it, or an empty text."""
        ...

    @property
    def done(self) -> int:
        """Return how far it is, of `count`."""
        ...

    @property
    def count(self) -> int:
        """Return how much there is to do; 0 while that is not known."""
        ...

    @property
    def is_over(self) -> bool:
        """Return whether it is made, or cannot be."""
        ...

    def look(self) -> None:
        """Bring it on, where it does not go on by itself."""
        ...

    def drop(self) -> None:
        """Stop: nobody waits for it."""
        ...

    def wait(self) -> None:
        """Return when it is over; for tests and scripts."""
        ...

"""What takes longer than a frame, as whoever waits for it knows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

Made = TypeVar("Made")

Telling = Callable[[int, int], str]
"""Returns the banner when so much is done, of so much (0: not known)."""


class Work(ABC, Generic[Made]):
    """Something that is being made: in a thread, or a bit more at every look.

    Attributes:
        made: what came of it, None before it is done.
        problem: why nothing came of it, or an empty text.
        done: how far it is, of `count`.
        count: how much there is to do; 0 while that is not known.
    """

    def __init__(self) -> None:
        self.made: Made | None = None
        self.problem = ""
        self.done = 0
        self.count = 0

    @property
    def is_over(self) -> bool:
        """Return whether it is made, or cannot be."""
        return self.made is not None or bool(self.problem)

    @abstractmethod
    def look(self) -> None:
        """Bring it on, where it does not go on by itself."""

    @abstractmethod
    def drop(self) -> None:
        """Stop: nobody waits for it."""

    @abstractmethod
    def wait(self) -> None:
        """Return when it is over; for tests and scripts."""

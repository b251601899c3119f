"""How a match hands what is committed to its journal, waits for it, and lives without one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.errors import reason_of
from companion.match.entries import Entry

Done = TypeVar("Done")
"""What comes of doing what waited for an entry to be safe."""


class PendingWrite(Protocol):
    """Something that is on its way to the disk."""

    @property
    def is_over(self) -> bool:
        """Return whether nobody is to wait for it any more."""

    @property
    def problem(self) -> str:
        """Return why it is over and not safe, or an empty text."""


class Sink(Protocol):
    """Where committed entries go: at once, or beside the main loop."""

    def append(self, entry: Entry) -> PendingWrite | None:
        """Return once *entry* is safe, or at once what writes it.

        Raises:
            OSError: it is not safe; it is kept for the next attempt.
        """

    def save(self) -> PendingWrite | None:
        """Do the same for everything that was appended."""


class SinkConnection(Generic[Done]):
    """The way to one sink, or to none.

    Attributes:
        sink: takes everything that is put from now on.
    """

    def __init__(self) -> None:
        self.sink: Sink | None = None
        self._problem = ""
        self._writing: PendingWrite | None = None
        self._then: Callable[[], Done] | None = None

    @property
    def problem(self) -> str:
        """Return why the match is not being saved, or an empty text."""
        self._look()
        return self._problem

    @property
    def is_waiting(self) -> bool:
        """Return whether something is put off until an entry is safe."""
        return self._then is not None

    def put(self, entry: Entry | None, then: Callable[[], Done] | None = None) -> Done | None:
        """Put *entry* into the sink, and do *then* once it is safe, or known not to be.

        Without an entry, what could not be saved is tried again.  A failure shows in
        `problem` and stops nobody.

        Returns:
            What *then* answers, or None where that has to wait: see `settle`.
        """
        if self.sink is not None:
            try:
                # The newest is over last: what is written is written in order.
                self._writing = self.sink.save() if entry is None else self.sink.append(entry)
                if self._writing is None:
                    self._problem = ""
            except OSError as error:
                self._writing, self._problem = None, reason_of(error)
        if then is None:
            return None
        self._then = then
        return self.settle()

    def save(self) -> None:
        """Try again to save what could not be saved."""
        self.put(None)

    def settle(self) -> Done | None:
        """Do what was put off if it may be done by now; return its answer, or None."""
        self._look()
        return None if self._writing is not None else self.conclude()

    def conclude(self) -> Done | None:
        """Do what was put off, as nobody can wait any longer; return its answer, or None."""
        then, self._then = self._then, None
        return then() if then is not None else None

    def _look(self) -> None:
        writing = self._writing
        if writing is not None and writing.is_over:
            self._writing, self._problem = None, writing.problem

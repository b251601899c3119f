"""How a match hands what is committed to its journal, and lives without one."""

from __future__ import annotations

from typing import Protocol

from companion.errors import reason_of
from companion.match.entries import Entry


class Sink(Protocol):
    """Where committed entries go."""

    def append(self, entry: Entry) -> None:
        """Return once *entry* is safe, or raise OSError and keep it for the next attempt."""
        ...

    def save(self) -> None:
        """Return once everything appended is safe, or raise OSError."""
        ...


class Keeping:
    """
    The way to one sink, or to none.

    Attributes:
        problem: why the match is not being saved, or an empty text.
    """

    def __init__(self) -> None:
        self.problem = ""
        self._sink: Sink | None = None

    def attach(self, sink: Sink) -> None:
        """Put everything into *sink* from now on."""
        self._sink = sink

    def put(self, entry: Entry) -> None:
        """Put *entry* into the sink; a failure is told by `problem` and stops nobody."""
        if self._sink is None:
            return
        try:
            self._sink.append(entry)
            self.problem = ""
        except OSError as error:
            self.problem = reason_of(error)

    def save(self) -> None:
        """Try again to save what could not be saved."""
        if self._sink is None:
            return
        try:
            self._sink.save()
            self.problem = ""
        except OSError as error:
            self.problem = reason_of(error)

"""Work that takes longer than a frame: the main loop only looks at how far it is."""

from __future__ import annotations

import errno
import os
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.errors import CompanionError, reason_of, unexpected

Made = TypeVar("Made")

Telling = Callable[[int, int], str]
"""Returns the banner when so much is done, of so much (0: not known)."""

OnProgress = Callable[[int, int], None]
"""Takes how much is done, and of how much; it raises when the work is not wanted any more."""

QUICK_S = 0.02
"""Most records are open in this time, so that they show in the same frame."""


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

    def look(self) -> None:
        """Bring it on, where it does not go on by itself."""

    @abstractmethod
    def drop(self) -> None:
        """Stop: nobody waits for it."""

    @abstractmethod
    def wait(self) -> None:
        """Return when it is over; for tests and scripts."""


class _DroppedError(Exception):
    """Nobody waits for the work."""


class Background(Work[Made]):
    """What *work* makes in a thread of its own, which is waited for at most *quick_s*."""

    def __init__(
        self, name: str, work: Callable[[OnProgress], Made], quick_s: float = QUICK_S
    ) -> None:
        super().__init__()
        self._work = work
        self._is_dropped = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()
        self._thread.join(quick_s)

    def drop(self) -> None:
        """End the work as soon as it tells how far it is."""
        self._is_dropped = True

    def wait(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        try:
            self.made = self._work(self._tell)
        except _DroppedError:
            pass
        except CompanionError as error:
            self.problem = error.message
        except OSError as error:
            self.problem = reason_of(error)
        except MemoryError:
            self.problem = os.strerror(errno.ENOMEM)
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for the work
            # The whole of it for the log, a line for who waits.
            traceback.print_exc()
            self.problem = unexpected(error)

    def _tell(self, done: int, count: int) -> None:
        if self._is_dropped:
            raise _DroppedError
        self.done, self.count = done, count

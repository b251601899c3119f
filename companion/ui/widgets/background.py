"""One piece of work beside the main loop, which only looks at how far it is."""

from __future__ import annotations

import errno
import os
import threading
import traceback
from collections.abc import Callable

from companion.errors import CompanionError, reason_of, unexpected
from companion.ui.widgets.work import Made, Work

Tell = Callable[[int, int], None]
"""Takes how much is done, and of how much; it raises when the work is not wanted any more."""

QUICK_S = 0.02
"""Most records are open in this time, so that they show in the same frame."""


class _DroppedError(Exception):
    """Nobody waits for the work."""


class Background(Work[Made]):
    """What *work* makes in a thread of its own, which is waited for at most *quick_s*."""

    def __init__(self, name: str, work: Callable[[Tell], Made], quick_s: float = QUICK_S) -> None:
        super().__init__()
        self._work = work
        self._is_dropped = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()
        self._thread.join(quick_s)

    def look(self) -> None:
        """Do nothing: the thread goes on by itself."""

    def drop(self) -> None:
        """End the work as soon as it tells how far it is."""
        self._is_dropped = True

    def wait(self) -> None:
        """Return when the work is over; for tests and scripts."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self.made = self._work(self._tell)
        except _DroppedError:
            pass
        except CompanionError as error:
            self.problem = str(error)
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

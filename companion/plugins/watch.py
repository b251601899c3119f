"""Watches for games from outside that do not answer, or print into what the program says.

A thread looks now and then at where all the others are.  One that has been in one and the same
call of such a game for `SILENT_S` is interrupted there, as if the game had raised an error.
Where that does not help, as inside C, the process cannot go on with that game: `Watch.give_up`
ends it, or begins it anew without.  What counts is the time in one call, such as a list of moves
or a touch: a count of a million positions makes many, and may take as long as it likes.

C code that keeps Python's own lock and hears no signal, as compiled loops do, stops this thread
as well.

A game from outside may print whatever it likes while it is loaded or asked, which must not
come between the answers that another program reads: it goes to standard error.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Final, Self, TextIO

from companion.errors import SILENT_S, SilentGameError, UsageError, is_of

if TYPE_CHECKING:
    from companion.contract import GamePlugin

GRACE_S: Final = 0.5
"""How long an interrupted call has to end before the game is given up."""

LOOK_S: Final = 0.25

END_S: Final = 0.5
"""How long threads that a game has left behind may delay the end of the process."""

LONG: Final = frozenset(("perft", "counted", "playout", "ranked"))
"""Methods of a game that may take long: counts, games played at random, a search of its own."""

CALLED: Final = "outside-game"
"""The name of threads that ask a game something while another thread waits."""


class Call:
    """A call of a game from outside, as it was seen last.

    Attributes:
        plugin: the game.
        frame: that of the call, the outermost one in code of the game.
        silent_s: how long it has been seen.
    """

    def __init__(self, plugin: GamePlugin, frame: FrameType) -> None:
        self.plugin = plugin
        self.frame = frame
        self.silent_s = 0.0


class Watch:
    """Looks after the threads of this process; a context manager, for the main thread.

    Args:
        give_up: takes name and package of a game that cannot be interrupted, in the main
            thread or in one that is waited for, and does not return.
    """

    def __init__(self, give_up: Callable[[str, str], None]) -> None:
        self._give_up = give_up
        self._waits_for_others = True
        self._plugins: Sequence[GamePlugin] = ()
        self._calls: dict[int, Call] = {}
        self._interrupted: Call | None = None
        self._base = sys._getframe(1)
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Watch the games that are loaded from now on."""
        _WATCHES.append(self)
        # Nobody else uses it, and where nobody takes it, it does nothing.
        signal.signal(signal.SIGURG, self._raise_in_main)
        signal.signal(signal.SIGVTALRM, lambda number, frame: None)
        return self

    def __exit__(self, *_: object) -> None:
        """Watch no longer."""
        _WATCHES.remove(self)
        self._is_over.set()
        if self._thread is not None:
            # Python forgets what signals mean before the process has ended.
            self._thread.join()
            _keep_awake(False)

    def hand_over(self, give_up: Callable[[str, str], None]) -> None:
        """Leave to *give_up* what cannot be interrupted, in the main thread alone."""
        self._give_up, self._waits_for_others = give_up, False

    def begin(self, plugins: Sequence[GamePlugin]) -> None:
        """Watch the calls of *plugins* from now on."""
        self._plugins = plugins
        if plugins and self._thread is None:
            _keep_awake(True)
            self._thread = threading.Thread(target=self._run, name="game-watch", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        looked_at_s = time.monotonic()
        while not self._is_over.wait(LOOK_S):
            before_s, looked_at_s = looked_at_s, time.monotonic()
            # A process that was stopped for a while, or starved, says nothing of a game.
            self._look(min(looked_at_s - before_s, 2 * LOOK_S))

    def _look(self, passed_s: float) -> None:
        calls = {}
        for thread, frame in sys._current_frames().items():
            call = self._call_in(frame)
            if call is not None:
                before = self._calls.get(thread)
                if before is not None and before.frame is call.frame:
                    call, call.silent_s = before, before.silent_s + passed_s
                calls[thread] = call
        self._calls = calls
        for thread, call in calls.items():
            if call.silent_s >= SILENT_S:
                self._interrupt(thread, call)

    def _call_in(self, frame: FrameType | None) -> Call | None:
        """Return the call of a game that the thread with the innermost *frame* is in."""
        call = None
        while frame is not None and frame is not self._base:
            if frame.f_code.co_name not in LONG:
                for plugin in self._plugins:
                    if is_of(frame, plugin.folder):
                        call = Call(plugin, frame)
            frame = frame.f_back
        return call

    def _interrupt(self, thread: int, call: Call) -> None:
        is_main = thread == threading.main_thread().ident
        if call.silent_s >= SILENT_S + GRACE_S and (is_main or self._is_waited_for(thread)):
            self._give_up(call.plugin.game.name, call.plugin.folder)
        elif is_main:
            self._interrupted = call
            # Unlike what is raised from here, it also ends a sleep and most other waiting in C.
            signal.pthread_kill(thread, signal.SIGURG)
        else:
            end_thread(thread, SilentGameError)

    def _is_waited_for(self, thread: int) -> bool:
        names = {each.ident: each.name for each in threading.enumerate()}
        return self._waits_for_others and names.get(thread) == CALLED

    def _raise_in_main(self, _: int, frame: FrameType | None) -> None:
        call, self._interrupted = self._interrupted, None
        while call is not None and frame is not None:
            if frame is call.frame:
                raise SilentGameError
            # It may have ended meanwhile.
            frame = frame.f_back


def _keep_awake(is_on: bool) -> None:
    """Raise a signal whenever a single thread has run for some time.

    C code that keeps Python's lock, but hears signals, as a regular expression does, gives it
    away for one.
    """
    every_s = LOOK_S if is_on else 0.0
    # Again and again: one that comes before another thread waits for the lock is of no use.
    signal.setitimer(signal.ITIMER_VIRTUAL, every_s, every_s)


_WATCHES: Final[list[Watch]] = []


def begin_watch(plugins: Sequence[GamePlugin]) -> None:
    """Watch the calls of *plugins*, if this process watches any."""
    for each in _WATCHES:
        each.begin(plugins)


def end_soon(status: int) -> None:
    """End the process with *status* once its main thread ends, whatever games keep running.

    At its end Python waits for threads that are no daemons, and does what was registered for it.
    """

    def end() -> None:
        threading.main_thread().join()
        time.sleep(END_S)
        os._exit(status)

    threading.Thread(target=end, name="game-end", daemon=True).start()


def end_thread(thread: int, error: type[BaseException]) -> None:
    """Raise *error* in *thread*, given by its ident, at its next line of Python."""
    # Imported here: hardly ever needed.
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


_KEPT: Final[list[TextIO | None]] = []
"""The standard output that is kept, innermost last; empty where none is."""


def keep_output() -> None:
    """Keep standard output for `say` until the process ends."""
    _KEPT.append(sys.stdout)
    sys.stdout = sys.stderr


@contextlib.contextmanager
def kept_output() -> Iterator[None]:
    """Keep standard output for `say`; all else that is printed goes to standard error."""
    stdout = sys.stdout
    keep_output()
    try:
        yield
    finally:
        _KEPT.pop()
        sys.stdout = stdout


def say_bytes(data: bytes | memoryview) -> None:
    """Write *data*, a whole file, to standard output; what is said then goes to standard error.

    Raises:
        UsageError: it is closed, or has been given a file already.
    """
    stream = _KEPT[-1] if _KEPT else sys.stdout
    if stream is None:
        raise UsageError("expected an open standard output, got a closed one")
    if stream is sys.stderr:
        raise UsageError("expected one file for standard output, got another")
    stream.flush()
    stream.buffer.write(data)
    stream.flush()
    _KEPT[-1:] = [sys.stderr]


def say(*values: object, sep: str = " ", end: str = "\n", is_pressing: bool = False) -> None:
    """Print *values* to standard output, at once where it *is_pressing*.

    Raises:
        UsageError: it is closed.
    """
    stream = _KEPT[-1] if _KEPT else sys.stdout
    # `print` would take what stands in its place, or lose it.
    if stream is None:
        raise UsageError("expected an open standard output, got a closed one")
    print(*values, sep=sep, end=end, file=stream, flush=is_pressing)

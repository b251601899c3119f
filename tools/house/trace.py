"""Notes which functions run when a player touches a piece, and when they press Confirm.

Run as a program of its own, with the tree to be measured first in PYTHONPATH:
``python -P trace.py``. It plays a script of the simulator, the one way to the program that is the
same in every version, and prints what it noted as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import NamedTuple

ENTRY = "Stage.handle"
"""What takes every touch and press; a version without it cannot be measured."""

SYNCS = ("fdatasync", "fsync")
SCRIPT = """
game alquerque
wait 1
touch d2
touch c3
wait 1
press confirm
wait 1
expect side black
"""

PACKAGES = ("companion", "hardware", "sim")
PARTS_OF_FUNCTIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
"""Frames that Python makes for a part of a function; later versions make fewer."""


class Place(NamedTuple):
    """A function: its file below the root, and its name with those that it stands in."""

    file: str
    name: str

    @property
    def room(self) -> str:
        """Return the folder at the height where rooms are: all parts of one game are one."""
        folders = Path(self.file).parent.parts
        depth = 3 if folders[:2] in (("companion", "ui"), ("companion", "games")) else 2
        return "/".join(folders[:depth])


Call = tuple[Place, Place]
"""Who called, and who was called."""


class Event(NamedTuple):
    """One event that `ENTRY` took: every call made for it, and the stack at the disk's sync."""

    kind: str
    calls: list[Call]
    sync: list[Place]
    """From `ENTRY` to the function that called for the sync; empty where nothing did."""


class Trace:
    """Hears of every call while it is Python's profile function.

    Args:
        root: the tree whose functions are noted; all others are passed over.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.events: list[Event] = []
        self._entry: FrameType | None = None
        self._places: dict[object, Place | None] = {}

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        """Note one event of the interpreter, as `sys.setprofile` tells them."""
        if event == "call":
            self._called(frame)
        elif event == "return" and frame is self._entry:
            self._entry = None
        elif (
            event == "c_call" and self._entry is not None and getattr(arg, "__name__", "") in SYNCS
        ):
            self._synced(frame)

    def _called(self, frame: FrameType) -> None:
        place = self.place(frame)
        if place is None:
            return
        if self._entry is None and place.name == ENTRY:
            self._entry = frame
            taken = frame.f_locals[frame.f_code.co_varnames[1]]
            self.events.append(Event(type(taken).__name__, [], []))
        elif self._entry is not None:
            caller = self.stack(frame)[-2]
            self.events[-1].calls.append((caller, place))

    def _synced(self, frame: FrameType) -> None:
        if not self.events[-1].sync:
            self.events[-1].sync.extend(self.stack(frame))

    def stack(self, frame: FrameType | None) -> list[Place]:
        """Return the noted functions from `ENTRY` down to *frame*."""
        places = []
        while frame is not None:
            places.append(self.place(frame))
            frame = None if frame is self._entry else frame.f_back
        return [place for place in reversed(places) if place is not None]

    def place(self, frame: FrameType) -> Place | None:
        """Return the function that runs in *frame*, None where it is not one of the tree's."""
        code = frame.f_code
        if code not in self._places:
            self._places[code] = self._place_of(code.co_filename, code.co_qualname)
        return self._places[code]

    def _place_of(self, file: str, name: str) -> Place | None:
        path = Path(file)
        if not path.is_relative_to(self.root) or name.endswith(PARTS_OF_FUNCTIONS):
            return None
        place = Place(path.relative_to(self.root).as_posix(), name)
        return place if place.file.split("/")[0] in PACKAGES else None


class Noted(NamedTuple):
    """What the first touch of `SCRIPT` calls, and the stack of its Confirm at the sync."""

    touch: list[Call]
    sync: list[Place]

    @classmethod
    def from_json(cls, text: str) -> Noted:
        """Return what `main` printed."""
        value = json.loads(text)
        touch = [(Place(*one), Place(*other)) for one, other in value["touch"]]
        return cls(touch, [Place(*each) for each in value["sync"]])

    def to_json(self) -> str:
        """Return it as one line."""
        return json.dumps(self._asdict())


def functions(calls: Iterable[Call]) -> set[Place]:
    """Return every function that is called in *calls*, or calls."""
    return {place for call in calls for place in call}


def crossings(calls: Iterable[Call]) -> set[Call]:
    """Return the steps from a function of one room to one of another, each once."""
    return {(one, other) for one, other in calls if one.room != other.room}


def play(root: Path) -> list[Event]:
    """Play `SCRIPT` on the program whose sources are in *root*, and return what it took.

    Raises:
        RuntimeError: the script did not run to its end.
    """
    from companion import cli

    trace = Trace(root)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.txt"
        script.write_text(SCRIPT, encoding="utf-8")
        sys.setprofile(trace)
        try:
            status = cli.main(["sim", "--script", str(script)])
        finally:
            sys.setprofile(None)
    if status:
        raise RuntimeError(f"expected the script to run to its end, got status {status}")
    return trace.events


def main() -> None:
    """Print the first touch and the Confirm as JSON."""
    import companion

    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with redirect_stdout(StringIO()):
        events = play(Path(companion.__file__).parents[1])
    touch = next(event for event in events if event.kind == "PointerDown")
    confirm = next(event for event in events if event.sync)
    print(Noted(touch.calls, confirm.sync).to_json())


if __name__ == "__main__":
    main()

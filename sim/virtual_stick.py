"""A folder that stands for a USB stick: what a script puts in and pulls out."""

from __future__ import annotations

from pathlib import Path

from companion.ports import Stick, StickState


class VirtualStick(Stick):
    """A stick that is put in and pulled out by hand."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._is_safe = False

    def put_in(self, folder: Path) -> None:
        """Put in a stick whose files are those in *folder*."""
        self._folder, self._is_safe = folder, False

    def pull_out(self) -> None:
        """Pull it out, whether it may be or not."""
        self._folder, self._is_safe = None, False

    def folder(self) -> Path | None:
        return None if self._is_safe else self._folder

    def let_go(self) -> None:
        self._is_safe = self._folder is not None

    def state(self) -> StickState:
        if self._folder is None:
            return StickState.OUT
        return StickState.SAFE if self._is_safe else StickState.IN

    def problem(self) -> str:
        return ""

    def close(self) -> None:
        """Do nothing: nothing is held."""

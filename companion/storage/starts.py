"""Notes each start of the program and its orderly end, to notice repeated crashes."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Final

from companion.storage.disk import Disk, write_whole

NAME: Final = "starts"
CRASHES: Final = 3
WITHIN_S: Final = 60.0
"""So many starts without an orderly end within this time lead to a safe start."""

SIZE_LIMIT: Final = 4096
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def since_boot_s() -> float:
    """Return seconds on a clock that all processes share and that no one sets."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Starts:
    """
    The starts that had no orderly end, in a file of the state folder.

    Each start is a line: which boot of the machine, and seconds since then.  A file that
    cannot be read or written counts as empty: it must not keep the program from starting.
    """

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self._path = folder / NAME
        self._disk = disk or Disk()

    def begin(self, now_s: float | None = None, boot: str | None = None) -> bool:
        """Note a start; return whether it has to be a safe one."""
        now_s = since_boot_s() if now_s is None else now_s
        boot = _boot_id() if boot is None else boot
        recent = [at_s for at_s in self._read(boot) if 0 <= now_s - at_s <= WITHIN_S]
        lines = [f"{boot} {at_s:.3f}" for at_s in (*recent[-CRASHES:], now_s)]
        with contextlib.suppress(OSError):
            write_whole(self._disk, self._path, ("\n".join(lines) + "\n").encode())
        return len(recent) >= CRASHES

    def end(self) -> None:
        """Note that the program has ended as it should."""
        with contextlib.suppress(OSError):
            self._disk.remove(self._path)

    def _read(self, boot: str) -> list[float]:
        try:
            text = self._disk.read(self._path, SIZE_LIMIT).decode("ascii", "replace")
        except OSError:
            return []
        found = []
        for line in text.splitlines():
            of, _, at = line.partition(" ")
            if of == boot:
                with contextlib.suppress(ValueError):
                    found.append(float(at))
        return found


def _boot_id() -> str:
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return "-"

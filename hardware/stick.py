"""The USB stick of a machine: mounted by systemd or by a desktop, noticed in the list of mounts.

Nothing is looked for in a loop: a thread sleeps until the kernel says that a mount has changed.
The program mounts nothing, and asks for one thing alone, that the stick is let go of: whoever has
mounted it writes what is still to be written and unmounts it.
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import threading
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import unexpected
from companion.ports import Stick, StickState

MOUNTS: Final = Path("/proc/self/mountinfo")
OWN_PLACE: Final = "/run/board-companion-stick"
"""Where our unit mounts it; see ``systemd/board-companion-stick@.service``."""

DESKTOP_PLACES: Final = ("/media/", "/run/media/")
OVERLAYROOT_PLACES: Final = ("/media/root-ro/", "/media/root-rw/")
"""Where Debian's overlayroot, and so Raspberry Pi OS, puts what is below a read-only root."""

PATIENCE_S: Final = 90.0
"""How long a slow stick may take to write what it was given."""

CLOSE_S: Final = 1.0
"""What is closed waits for its thread no longer, which may be reading the list of mounts."""


class Mount(NamedTuple):
    """A mounted file system: its folder and its device, such as ``/dev/sda1``."""

    folder: Path
    device: str


def stick_in(table: str) -> Mount | None:
    """Return the stick that was mounted last according to *table*, a list of mounts.

    Source: proc_pid_mountinfo(5).
    """
    found = None
    for line in table.splitlines():
        before, _, after = line.partition(" - ")
        fields, kind = before.split(" "), after.split(" ")
        if len(fields) < 5 or len(kind) < 2 or not kind[1].startswith("/dev/"):
            continue
        folder = _unescaped(fields[4])
        is_below_root = f"{folder}/".startswith(OVERLAYROOT_PLACES)
        is_of_desktop = folder.startswith(DESKTOP_PLACES) and not is_below_root
        if folder == OWN_PLACE or is_of_desktop:
            found = Mount(Path(folder), _unescaped(kind[1]))
    return found


def _unescaped(text: str) -> str:
    r"""Return *text* with the signs that the kernel writes as ``\040`` and the like."""
    data = re.sub(rb"\\([0-7]{3})", lambda found: bytes([int(found[1], 8)]), os.fsencode(text))
    return os.fsdecode(data)


def unmount_command(mount: Mount) -> Sequence[str]:
    """Return what has the stick unmounted by whoever has mounted it."""
    if str(mount.folder) == OWN_PLACE:
        unit = f"board-companion-stick@{Path(mount.device).name}.service"
        return ("systemctl", "--no-ask-password", "stop", unit)
    return ("udisksctl", "unmount", "--no-user-interaction", "--block-device", mount.device)


class MountedStick(Stick):
    """The stick that is mounted.

    Args:
        wake: called by a thread when something has changed.
        mounts: the list of mounts; one that is no file of the kernel never changes.
        command: what unmounts a stick.
    """

    def __init__(
        self,
        wake: Callable[[], None],
        mounts: Path = MOUNTS,
        command: Callable[[Mount], Sequence[str]] = unmount_command,
    ) -> None:
        self._wake = wake
        self._mounts = mounts
        self._command = command
        self._mount: Mount | None = None
        self._state = StickState.OUT
        self._problem = ""
        self._end_read, self._end_write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self._thread = threading.Thread(target=self._watch, name="stick", daemon=True)

    def start(self) -> None:
        """Begin to look for it."""
        self._thread.start()

    def folder(self) -> Path | None:
        mount = self._mount
        return mount.folder if mount is not None and self._state is StickState.IN else None

    def let_go(self) -> None:
        mount = self._mount
        if mount is not None and self._state is StickState.IN:
            self._state, self._problem = StickState.LEAVING, ""
            thread = threading.Thread(
                target=self._unmount, args=(mount,), name="stick-out", daemon=True
            )
            thread.start()

    def state(self) -> StickState:
        return self._state

    def problem(self) -> str:
        return self._problem

    def close(self) -> None:
        if self._end_write >= 0:
            os.close(self._end_write)
            self._end_write = -1
            if self._thread.is_alive():
                self._thread.join(CLOSE_S)

    def _watch(self) -> None:
        try:
            with self._mounts.open(encoding="utf-8", errors="surrogateescape") as table:
                self._follow(table.fileno(), table.read())
        except OSError:
            # A machine that hides its mounts has no stick.
            return
        except Exception:  # noqa: BLE001 - whatever it is, the table has no stick from now on
            traceback.print_exc()
            self._take(None)
        finally:
            os.close(self._end_read)

    def _follow(self, descriptor: int, text: str) -> None:
        """Take in the list of mounts, now *text*, whenever it has changed, until the end."""
        changes = select.poll()
        changes.register(descriptor, select.POLLPRI | select.POLLERR)
        changes.register(self._end_read, select.POLLIN)
        while True:
            self._take(stick_in(text))
            if any(ready == self._end_read for ready, _ in changes.poll()):
                return
            text = self._text()

    def _take(self, mount: Mount | None) -> None:
        if mount == self._mount:
            return
        self._mount = mount
        if mount is not None:
            self._state, self._problem = StickState.IN, ""
        elif self._state is not StickState.LEAVING:
            self._state = StickState.OUT
        self._wake()

    def _unmount(self, mount: Mount) -> None:
        """Have *mount* unmounted, and say how that went."""
        try:
            done = subprocess.run(
                self._command(mount),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=PATIENCE_S,
                check=False,
                text=True,
                errors="replace",
            )
            if done.returncode:
                lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
                self._problem = lines[-1]
            elif self._is_mounted(mount):
                self._problem = f"{mount.device} is busy"
        except (OSError, subprocess.TimeoutExpired) as error:
            self._problem = str(error)
        except Exception as error:  # noqa: BLE001 - else somebody waits for the stick for ever
            traceback.print_exc()
            self._problem = unexpected(error)
        self._state = StickState.IN if self._problem else StickState.SAFE
        self._wake()

    def _is_mounted(self, mount: Mount) -> bool:
        """Return whether *mount* is still there: a unit whose end has failed counts as stopped."""
        return stick_in(self._text()) == mount

    def _text(self) -> str:
        return self._mounts.read_text(encoding="utf-8", errors="surrogateescape")

"""What the set-up needs of the machine, and the one line that says how to get it."""

from __future__ import annotations

import errno
import importlib.util
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.errors import SetUpError

NEEDED_MB: Final = 300
"""An environment takes 150 MB, and fetching what goes into it as much again."""

MODEL: Final = Path("/proc/device-tree/model")
RASPBERRY_PI_OS: Final = Path("/etc/rpi-issue")
"""Debian itself, on a Pi as well, has not all of these packages."""
APT_ON_A_PI: Final = (
    "python3-venv", "python3-pygame", "python3-gpiozero", "python3-lgpio", "python3-serial",
    "python3-pil", "libegl1", "libgles2", "libgl1-mesa-dri",
)  # fmt: skip
"""On a Pi apt's pygame has the driver for a screen without a desktop, and apt alone has lgpio.

That driver asks for the last three only when it runs, so nothing else brings them.
"""


def is_on_a_pi() -> bool:
    """Return whether this machine is a Raspberry Pi."""
    try:
        return b"Raspberry Pi" in MODEL.read_bytes()
    except OSError:
        return False


def apt_command(packages: Iterable[str]) -> str:
    """Return the command that installs *packages*, for whoever runs the set-up."""
    command = f"apt install {' '.join(packages)}"
    if os.geteuid() == 0:
        return command
    return f"sudo {command}" if shutil.which("sudo") else f"as root: {command}"


def require_venv() -> None:
    """Return if this Python can make environments.

    Raises:
        SetUpError: Debian's package for that is missing.
    """
    if not all(importlib.util.find_spec(module) for module in ("ensurepip", "venv")):
        raise SetUpError(f"python3-venv is missing: {apt_command(['python3-venv'])}")


def require_packages_of_a_pi() -> None:
    """Return if this is not Raspberry Pi OS, or has the packages that only its apt has.

    Raises:
        SetUpError: one of them is missing.
    """
    if not RASPBERRY_PI_OS.exists() or not is_on_a_pi():
        return
    done = subprocess.run(["dpkg", "-s", *APT_ON_A_PI], capture_output=True, check=False)
    if done.returncode != 0:
        message = f"packages of Raspberry Pi OS are missing: {apt_command(APT_ON_A_PI)}"
        raise SetUpError(message)


def require_room(folder: Path, command: str) -> None:
    """Return if an environment can be made in *folder*, which need not be there yet.

    Args:
        folder: where it is to be.
        command: the make target that was asked for, which may be told another folder.

    Raises:
        SetUpError: nothing can be written there, or there is too little space.
    """
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        raise SetUpError(not_writable(folder, command))
    disk = shutil.disk_usage(there)
    # As df counts them.
    free_mb = disk.free // 2**20
    # What is no disk has no size.
    if disk.total and free_mb < NEEDED_MB:
        raise SetUpError(no_space(folder, free_mb, command))


def no_space(folder: Path, free_mb: int, command: str) -> str:
    """Return the line about a disk that is full."""
    return (
        f"expected {NEEDED_MB} MB of free disk space, got {free_mb} MB in {str(folder)!r}: "
        f"make room, then run make {command} again"
    )


def not_writable(folder: Path, command: str) -> str:
    """Return the line about a folder that nothing can be put into, with another one."""
    elsewhere = shlex.quote(str(Path.home() / ".board-companion"))
    return (
        f"expected a folder that can be written, got {str(folder)!r}: "
        f"make {command} VENV={elsewhere}"
    )


def write_error_line(error: OSError, folder: Path, command: str) -> str:
    """Return the line about *error*, met while something was made in *folder*."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return no_space(folder, 0, command)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT):
        return not_writable(folder, command)
    reason = error.strerror or str(error)
    return (
        f"expected to write in {str(folder)!r}, got {reason!r}: mend that, "
        f"then run make {command} again"
    )

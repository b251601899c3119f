"""gpiozero's pin factory for this machine, opened without leaving traces, or why there is none."""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import shlex
import sys
import tempfile
import warnings
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import BackendError, one_line
from companion.ports import Finding

if TYPE_CHECKING:
    from gpiozero import Factory

_log = logging.getLogger(__name__)

RASPBERRY_PI_OS: Final = Path("/etc/rpi-issue")
"""Which system this is is in no other file: 64-bit Raspberry Pi OS calls itself debian."""

LGPIO_MACHINES: Final = ("x86_64", "aarch64", "armv7l")
LGPIO_LAST_PYTHON: Final = (3, 12)
"""What PyPI has wheels of lgpio 0.2.2.0 for; it is built anywhere else."""

LGPIO_DIRECTORY = "LG_WD"
"""The environment variable with which lgpio is told to work in another directory."""


class OldPinLibraryError(BackendError):
    """gpiozero is older than this program needs it."""


def open_pin_factory() -> Factory:
    """Return the source of pins that gpiozero chooses on this machine.

    Call it before other threads rely on the working directory: it changes for a moment.

    Raises:
        OldPinLibraryError: gpiozero is older than 2.0, as that of Debian is.
        BackendError: no pin library works here; the message gives the first one's reason.
    """
    with warnings.catch_warnings(record=True) as fallbacks:
        warnings.simplefilter("always")
        try:
            with _directory_for_lgpio():
                from gpiozero import Device

                _require_new(Device)
                Device.ensure_pin_factory()
        except OldPinLibraryError:
            raise
        except Exception as error:
            # Each pin library fails in its own way, lgpio's with a bare Exception; a full
            # disk has no room for the directory.
            reasons = [str(fallback.message) for fallback in fallbacks] or [str(error)]
            reason = one_line(reasons[0]).removeprefix("Falling back from ")
            raise BackendError("expected GPIO pins, got none: {reason}", reason=reason) from error
    for fallback in fallbacks:
        _log.info("%s", one_line(str(fallback.message)))
    return Device.pin_factory


def _require_new(device: type) -> None:
    if not hasattr(device, "ensure_pin_factory"):
        version = ""
        with contextlib.suppress(metadata.PackageNotFoundError):
            version = metadata.version("gpiozero")
        raise OldPinLibraryError("expected gpiozero 2.0 or newer, got {version}", version=version)


def close_pin_factory(factory: Factory) -> None:
    """Release the chip that *factory* holds, so that another program can use it."""
    from gpiozero import Device

    factory.close()
    if Device.pin_factory is factory:
        Device.pin_factory = None


@contextlib.contextmanager
def _directory_for_lgpio() -> Iterator[None]:
    """Give lgpio a directory of its own for as long as the block lasts.

    Importing lgpio makes a FIFO in the working directory, fails where it cannot,
    and leaves it there; with `LGPIO_DIRECTORY` set it moves the whole process
    to that directory instead.  It needs the FIFO's name only once, so a
    directory that vanishes afterward is enough.
    """
    # Neither reading nor even the existence of the working directory is needed for O_PATH.
    before = os.open(".", getattr(os, "O_PATH", os.O_RDONLY))
    configured = os.environ.pop(LGPIO_DIRECTORY, None)
    try:
        with tempfile.TemporaryDirectory(prefix="companion-gpio-") as directory:
            os.chdir(directory)
            try:
                yield
            finally:
                os.fchdir(before)
    finally:
        os.close(before)
        if configured is not None:
            os.environ[LGPIO_DIRECTORY] = configured


def why_no_pins(reason: str, is_pi: bool, system: Path = RASPBERRY_PI_OS) -> Finding:
    """Return *reason* as a finding whose code tells what can be done about it here."""
    if not is_pi:
        return Finding("gpio", "no-pins", (reason,))
    if find_spec("lgpio") is not None:
        return Finding("gpio", "pins-closed", (reason,))
    if system.exists():
        return Finding("gpio", "no-lgpio-pi-os", (reason,))
    if has_lgpio_wheel(sys.version_info[:2], platform.machine()):
        return Finding("gpio", "no-lgpio-wheel", (reason, shlex.quote(sys.executable)))
    return Finding("gpio", "no-lgpio-source", (reason, shlex.quote(sys.executable)))


def has_lgpio_wheel(python: tuple[int, int], machine: str) -> bool:
    """Return whether pip finds lgpio ready-made for *python* on *machine*."""
    return python <= LGPIO_LAST_PYTHON and machine in LGPIO_MACHINES

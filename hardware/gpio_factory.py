"""gpiozero's pin factory for this machine, opened without leaving traces; knows no button."""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.errors import BackendError
from hardware.pin_libraries import gpiozero_version

if TYPE_CHECKING:
    from gpiozero import Factory

_log = logging.getLogger(__name__)

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
    with _directory_for_lgpio(), warnings.catch_warnings(record=True) as fallbacks:
        warnings.simplefilter("always")
        try:
            from gpiozero import Device

            _require_new(Device)
            Device.ensure_pin_factory()
        except OldPinLibraryError:
            raise
        except Exception as error:
            # Each pin library fails in its own way, lgpio's with a bare Exception.
            reasons = [str(fallback.message) for fallback in fallbacks] or [str(error)]
            reason = one_line(reasons[0]).removeprefix("Falling back from ")
            raise BackendError(f"expected GPIO pins, got none: {reason}") from error
    for fallback in fallbacks:
        _log.info("%s", one_line(str(fallback.message)))
    return Device.pin_factory


def _require_new(device: type) -> None:
    if not hasattr(device, "ensure_pin_factory"):
        raise OldPinLibraryError(f"expected gpiozero 2.0 or newer, got {gpiozero_version()}")


def close_pin_factory(factory: Factory) -> None:
    """Release the chip that *factory* holds, so that another program can use it."""
    from gpiozero import Device

    factory.close()
    if Device.pin_factory is factory:
        Device.pin_factory = None


def one_line(text: str) -> str:
    """Return *text* without line breaks and repeated spaces."""
    return " ".join(text.split())


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

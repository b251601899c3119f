"""What some tests need of the machine beside Python: how it is found, and what brings it.

A test without it is skipped, and the end of a run says in one line for each need what to
install.  Where ``CI`` is set such a test fails: see ``tests/conftest.py``.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Need(NamedTuple):
    """
    One thing that tests need.

    Attributes:
        what: its name as it stands after "without".
        is_there: whether this machine has it.
        mend: what brings it, a command where there is one.
    """

    what: str
    is_there: Callable[[], bool]
    mend: str

    @property
    def reason(self) -> str:
        """Why a test is skipped, and what helps."""
        return f"without {self.what}: {self.mend}"


def has(*programs: str) -> bool:
    """Return whether all *programs* are in the search path."""
    return all(shutil.which(program) for program in programs)


def finds(compiler: str, *headers: str) -> bool:
    """Return whether *compiler* is there and finds *headers*."""
    if not has(compiler):
        return False
    text = "".join(f"#include <{header}>\n" for header in headers)
    return output_of([compiler, "-E", "-"], text) is not None


def output_of(command: list[str], text: str = "") -> str | None:
    """Return what *command* prints when it reads *text*, None where it fails."""
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=60, check=False
    )
    return done.stdout if done.returncode == 0 else None


def has_fuzzer() -> bool:
    """Return whether clang is there with what ``-fsanitize=fuzzer`` links; Debian has it apart."""
    folder = output_of(["clang", "-print-runtime-dir"]) if has("clang", "make") else None
    return folder is not None and any(Path(folder.strip()).glob("libclang_rt.fuzzer*"))


def has_mixer() -> bool:
    """Return whether pygame's mixer finds its libraries."""
    return output_of([sys.executable, "-c", "import pygame.mixer"]) is not None


def has_python_headers() -> bool:
    """Return whether extensions of this Python can be compiled, given a compiler."""
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def can_browse():
    """Return whether there is a browser that can be told what to do."""
    # Nothing of the program may be loaded before it is settled whether it is the compiled one.
    from companion.bench.browser import has_chromium

    return has_chromium()


NEEDS = {
    "compiler": Need(
        "a C compiler",
        lambda: has("make") and finds("gcc", "stdio.h"),
        "sudo apt install make gcc libc6-dev",
    ),
    "python headers": Need("Python's headers", has_python_headers, "sudo apt install python3-dev"),
    "firmware compiler": Need(
        "the compiler of the firmware",
        lambda: has("make", "avr-objcopy", "avr-size") and finds("avr-gcc", "avr/io.h"),
        "sudo apt install make gcc-avr avr-libc binutils-avr",
    ),
    "chip": Need(
        "the simulated chip",
        lambda: finds("gcc", "simavr/sim_avr.h", "libelf.h"),
        "sudo apt install gcc libc6-dev libsimavr-dev libelf-dev",
    ),
    "fuzzer": Need("the guided fuzzer", has_fuzzer, "sudo apt install make clang libclang-rt-dev"),
    "display": Need(
        "an X server",
        lambda: has("Xvfb", "xdotool", "xprop"),
        "sudo apt install xvfb xdotool x11-utils",
    ),
    "mixer": Need("pygame's mixer", has_mixer, "sudo apt install libglib2.0-0"),
    "espeak-ng": Need("espeak-ng", lambda: has("espeak-ng"), "sudo apt install espeak-ng"),
    "oggenc": Need("oggenc", lambda: has("oggenc"), "sudo apt install vorbis-tools"),
    "systemd": Need("systemd", lambda: has("systemd-analyze"), "sudo apt install systemd"),
    "git": Need("git", lambda: has("git"), "sudo apt install git"),
    "gpg": Need(
        "gpg and gpgv",
        lambda: has("gpg", "gpg-agent", "gpgv", "gpgconf"),
        "sudo apt install gpg gpg-agent gpgv",
    ),
    "chromium": Need("a browser", can_browse, "sudo apt install chromium chromium-driver"),
    "mosquitto": Need(
        "an MQTT broker",
        lambda: (
            has("mosquitto_passwd", "openssl")
            and (has("mosquitto") or Path("/usr/sbin/mosquitto").exists())
        ),
        "sudo apt install mosquitto openssl",
    ),
    "openssl": Need("openssl", lambda: has("openssl"), "sudo apt install openssl"),
    "strace": Need("strace", lambda: has("strace"), "sudo apt install strace"),
    "udev": Need("udev", lambda: has("udevadm"), "sudo apt install udev"),
    "root": Need("root's rights", lambda: os.geteuid() == 0, "make test-root"),
    "Debian": Need("Debian", lambda: Path("/etc/debian_version").exists(), "run them on one"),
    # Only who fetches something finds out: see tests/building/checkouts.py.
    "network": Need("the network", lambda: True, "connect this machine, once"),
    "lgpio": Need(
        "lgpio",
        lambda: importlib.util.find_spec("lgpio") is not None,
        "PyPI has none for this machine's Python, and only Raspberry Pi OS packages it",
    ),
}


@cache
def is_there(name: str) -> bool:
    """Return whether this machine has what ``NEEDS`` calls *name*; looked for once."""
    return NEEDS[name].is_there()


def need(*names: str) -> None:
    """Skip the present test where the machine lacks what ``NEEDS`` calls *names*."""
    reasons = [NEEDS[name].reason for name in names if not is_there(name)]
    if reasons:
        pytest.skip("; ".join(reasons))


def lines_for(reasons: Iterable[str]) -> list[str]:
    """Return a line for each need that *reasons* of skipped tests name, with how many do."""
    counts = Counter(
        need.reason for reason in reasons for need in NEEDS.values() if need.reason in reason
    )
    return [
        f"{count} {'test was' if count == 1 else 'tests were'} skipped {reason}"
        for reason, count in counts.items()
    ]

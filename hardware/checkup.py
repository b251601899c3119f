"""Looks whether pins, serial ports and the lamps' controller can be used, for the doctor.

Opens what the program would open, for a moment, and leaves it as it was.
"""

from __future__ import annotations

import os
import select
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.errors import BackendError
from companion.ports import ButtonName, Finding
from hardware import adalight, chesslink
from hardware.buttons import (
    GpioButtons,
    OldPinLibraryError,
    close_pin_factory,
    is_packaged,
    open_pin_factory,
    why_no_pins,
)
from hardware.checked.messages import (
    PROTOCOL_VERSION,
    Feature,
    Hello,
    SelfTest,
    Welcome,
    heard_in,
    packet_of,
)
from hardware.checked.packets import PacketDecoder, encode
from hardware.checked.protocol import CHECKED_BAUD, HELLO_EVERY_S, HELLO_WITHIN_S, KNOCK
from hardware.chesslink import ASK_EVERY_S, VERSION_WITHIN_S
from hardware.find_port import CHESSLINK
from hardware.lamp_port import LINK_ERRORS, describe, open_serial, short_name

WLED_VERSION: Final = b"v"
WLED_ANSWERS_S: Final = 0.5
WRITE_TIMEOUT_S: Final = 1.0
PATTERN_S: Final = 3.0
STEP_S: Final = 0.05
CHESSLINK_STEP_S: Final = 0.1
"""Lamps take 44 ms on the wire of a ChessLink board."""


def check_pins(
    pins: Mapping[ButtonName, int], pull_up: bool, long_press_s: float, is_pi: bool
) -> Finding:
    """Return whether the configured pins can be had, and from which library."""
    try:
        factory = open_pin_factory()
    except OldPinLibraryError as error:
        if is_packaged():
            return why_no_pins(error.message, is_pi)
        return Finding("gpio", "gpiozero-old", (error.message, shlex.quote(sys.executable)))
    except BackendError as error:
        return why_no_pins(error.message, is_pi)
    try:
        GpioButtons(pins, pull_up, long_press_s, factory).close()
    except BackendError as error:
        return Finding("gpio", "pins-refused", (error.message,))
    finally:
        close_pin_factory(factory)
    numbers = ", ".join(f"{name.value} {pin}" for name, pin in pins.items())
    return Finding("gpio", "pins-ok", (type(factory).__name__, numbers))


SHARED_PINS: Final = {
    **dict.fromkeys((0, 1), "the ID chip of a HAT"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
    **dict.fromkeys((12, 18, 21), "the data wire of lamps"),
}
"""Pins of the header that have a function of their own, by their BCM numbers.

Source: Raspberry Pi documentation, "GPIO and the 40-pin header"; for lamps rpi_ws281x.
"""


def check_shared_pins(pins: Mapping[ButtonName, int]) -> list[Finding]:
    """Return a finding for each button on a pin that something else mostly uses."""
    return [
        Finding("gpio", "pin-shared", (name.value, pin, SHARED_PINS[pin]))
        for name, pin in pins.items()
        if pin in SHARED_PINS
    ]


def check_ports(
    serial_ports: Callable[[], Iterable[ListPortInfo]] = list_ports.comports,
) -> list[Finding]:
    """Return a finding for each USB serial port: whether it may be opened, and who holds it."""
    findings = []
    for port in sorted(serial_ports(), key=lambda port: port.device):
        if port.vid is None:
            continue
        name, holder = short_name(port.device), holder_of(port.device)
        if not os.access(port.device, os.R_OK | os.W_OK):
            findings.append(Finding("serial", "port-forbidden", (name,)))
        elif holder:
            findings.append(Finding("serial", "port-held", (name, holder)))
        else:
            findings.append(Finding("serial", "port-free", (name,)))
    return findings or [Finding("serial", "no-ports")]


def check_choice(devices: Sequence[str]) -> list[Finding]:
    """Return which of *devices*, the likeliest first, is taken, where there are several."""
    if len(devices) < 2:
        return []
    taken, *others = map(short_name, devices)
    return [Finding("serial", "several-ports", (taken, ", ".join(others)))]


def holder_of(device: str) -> str:
    """Return which other process has *device* open, ``name (pid)``, or an empty text."""
    wanted = os.path.realpath(device)
    for folder in Path("/proc").glob("[0-9]*"):
        if folder.name == str(os.getpid()):
            continue
        try:
            links = [str(link.readlink()) for link in (folder / "fd").iterdir()]
            if wanted in links:
                return f"{(folder / 'comm').read_text().strip()} ({folder.name})"
        except OSError:
            # It has ended, or belongs to somebody else.
            continue
    return ""


def check_controller(
    device: str | None, baud: int, lamp_count: int, protocol: str, *, is_lit: bool = False
) -> Finding:
    """Return what answers at *device*: a checked controller, WLED, or something that is silent.

    *baud* is the configured speed of a controller that speaks Adalight. With the *protocol*
    `CHESSLINK` only that is asked for: others could obey the question. *is_lit* says that its
    lamps are lit after this, which tells more of one that is silent.
    """
    if device is None:
        return Finding("controller", "no-controller")
    name = short_name(device)
    try:
        if protocol == CHESSLINK:
            return _chessboard_at(device, name)
        welcome = _welcome_at(device, lamp_count)
        if welcome is not None:
            return _judged(welcome, name, lamp_count)
        version = _wled_version_at(device, baud)
    except LINK_ERRORS as error:
        return Finding("controller", "controller-lost", (describe(error, device, True),))
    if version:
        return Finding("controller", "wled", (name, version))
    if is_lit:
        return Finding("controller", "silent-lit", (name, baud))
    return Finding("controller", "silent", (name, baud))


def _chessboard_at(device: str, name: str) -> Finding:
    decoder = chesslink.ChessLinkDecoder()
    with _opened(device, chesslink.CHESSLINK_BAUD, has_dtr=False) as port:
        until = time.monotonic() + VERSION_WITHIN_S
        while (now := time.monotonic()) < until:
            port.write(chesslink.encode(chesslink.ASK_VERSION))
            ask_at = now + ASK_EVERY_S
            while (left := ask_at - time.monotonic()) > 0:
                for message in decoder.feed(_heard(port, left)):
                    if message[0] == chesslink.VERSION_TOLD:
                        version = f"{int(message[1:3], 16)}.{int(message[3:5], 16)}"
                        return Finding("controller", "chesslink", (name, version))
    return Finding("controller", "no-chesslink", (name,))


def _welcome_at(device: str, lamp_count: int) -> Welcome | None:
    """Return the HELLO of a controller that speaks the checked protocol, or None."""
    decoder, is_checked = PacketDecoder(), False
    with _opened(device, CHECKED_BAUD) as port:
        until = time.monotonic() + HELLO_WITHIN_S
        say_at = time.monotonic() + HELLO_EVERY_S
        while (now := time.monotonic()) < until:
            if now >= say_at:
                # HELLO only to those that have shown what they speak: WLED could obey its bytes.
                hello = encode(packet_of(Hello(lamp_count), 0))
                port.write(hello if is_checked else KNOCK)
                say_at = now + HELLO_EVERY_S
            for _, message in heard_in(decoder.feed(_heard(port, min(say_at, until) - now))):
                if isinstance(message, Welcome):
                    return message
                is_checked, say_at = True, now
    return None


def _judged(welcome: Welcome, name: str, lamp_count: int) -> Finding:
    firmware = ".".join(map(str, welcome.firmware))
    if welcome.version != PROTOCOL_VERSION:
        values = (name, welcome.version, PROTOCOL_VERSION)
        return Finding("controller", "other-protocol", values)
    if welcome.lamp_limit < lamp_count:
        return Finding("controller", "too-few-lamps", (name, welcome.lamp_limit, lamp_count))
    known = (name, firmware, welcome.lamp_limit, welcome.buttons)
    if welcome.columns and welcome.rows:
        return Finding("controller", "checked-sensing", (*known, welcome.columns, welcome.rows))
    return Finding("controller", "checked", known)


def _wled_version_at(device: str, baud: int) -> str:
    """Return the version that WLED tells, or an empty text."""
    with _opened(device, baud) as port:
        port.write(WLED_VERSION)
        until = time.monotonic() + WLED_ANSWERS_S
        answer = b""
        while (left := until - time.monotonic()) > 0 and not answer.endswith(b"\n"):
            answer += _heard(port, left)
    text = answer.decode("ascii", "replace").strip()
    return text if text.startswith("WLED") else ""


def light_pattern(device: str | None, baud: int, lamp_count: int, protocol: str) -> Finding:
    """Light the lamps one after the other, for a person to see, and return what was done."""
    if device is None:
        return Finding("lamps", "pattern-nowhere")
    try:
        if protocol == CHESSLINK:
            _light_chessboard(device)
        elif (welcome := _welcome_at(device, lamp_count)) and welcome.features & Feature.SELF_TEST:
            with _opened(device, CHECKED_BAUD) as port:
                port.write(encode(packet_of(Hello(lamp_count), 0)))
                port.write(encode(packet_of(SelfTest(True), 1)))
                time.sleep(PATTERN_S)
                port.write(encode(packet_of(SelfTest(False), 2)))
        else:
            _light_adalight(device, baud, lamp_count)
    except LINK_ERRORS as error:
        return Finding("lamps", "pattern-failed", (describe(error, device, True),))
    return Finding("lamps", "pattern-shown", (lamp_count,))


def _light_adalight(device: str, baud: int, lamp_count: int) -> None:
    with _opened(device, baud) as port:
        # Dim, so that a whole panel stays below what a USB port gives.
        for frame in _filling_frames(lamp_count, bytes((0, 16, 0)), STEP_S):
            port.write(adalight.encode(frame))
        port.write(adalight.encode(bytes(3 * lamp_count)))


def _light_chessboard(device: str) -> None:
    with _opened(device, chesslink.CHESSLINK_BAUD, has_dtr=False) as port:
        for frame in _filling_frames(chesslink.CHESSLINK_LAMPS, b"\xff" * 3, CHESSLINK_STEP_S):
            port.write(chesslink.encode(chesslink.lamps_message(frame)))
            # Until the answer: a command that comes before it is not taken.
            _heard(port, CHESSLINK_STEP_S)
        port.write(chesslink.encode(chesslink.DARKEN))


def _filling_frames(lamps: int, color: bytes, step_s: float) -> Iterator[bytes]:
    """Yield frames with more and more of *lamps* lit, none to all, and wait after each."""
    steps = int(PATTERN_S / step_s)
    for step in range(steps + 1):
        lit = round(lamps * step / steps)
        yield color * lit + bytes(3 * (lamps - lit))
        time.sleep(step_s)


def _opened(device: str, baud: int, has_dtr: bool = True) -> serial.Serial:
    return open_serial(device, baud, WRITE_TIMEOUT_S, has_dtr)


def _heard(port: serial.Serial, within_s: float) -> bytes:
    select.select([port.fileno()], [], [], max(0.0, within_s))
    data: bytes = port.read(4096)
    return data

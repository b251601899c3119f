"""``companion doctor``: what this machine has, what is missing, and what to do, in words."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.backends import doctor
from companion.commands import Commands
from companion.commands.arguments import in_file
from companion.commands.report import add_json_argument, report, wrapped
from companion.config.files import load_config
from companion.engine.endgames import Trouble
from companion.ports import Finding
from companion.storage.state_dir import state_path
from companion.words.buttons import NONE
from companion.words.endgames import TROUBLES
from companion.words.translate import Phrase, localized, tr

EXIT_FAULT = 1
BESIDE = " " * 20


def add_doctor(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "doctor",
        help=tr("check this machine and say how to fix problems"),
        description=tr("Check Python, screen, pins, ports, controller, sound, saves and power."),
    )
    add_json_argument(parser)
    parser.add_argument("--lamps", action="store_true", help=tr("also light the lamps one by one"))
    parser.add_argument(
        "--config", metavar=tr("FILE"), type=in_file, help=tr("the configuration file")
    )
    parser.add_argument("--state", metavar=tr("DIR"), type=Path, help=tr("where games are saved"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every finding with what to do, and return 1 when one of them is a fault, else 0.

    Raises:
        CompanionError: the configuration or a board file cannot be used.
    """
    # Needs pygame and the libraries of the hardware, as the program itself does.
    from companion.backends.devices import check_devices
    from companion.backends.sound_check import check_sound

    folder = args.state or state_path(os.environ)
    config = load_config(args.config, folder)
    # First, as it may be what stops the program.
    boards = doctor.check_boards(config)
    findings = [
        doctor.check_python(),
        doctor.check_rules(),
        *doctor.check_pygame(),
        *doctor.check_screen(),
        *check_devices(config, wants_pattern=args.lamps),
        *check_sound(config.sound),
        boards,
        # Behind what reads some of them.
        doctor.check_files(),
        *doctor.check_games(),
        *doctor.check_tables(),
        *doctor.check_state(folder),
        *doctor.check_power(),
        *doctor.check_user(),
    ]
    diagnoses = [diagnosis_of(finding) for finding in findings]
    report(args, _lines(diagnoses), lambda: [each._asdict() for each in diagnoses])
    return EXIT_FAULT if any(each.level == FAULT for each in diagnoses) else 0


def _lines(diagnoses: Sequence[Diagnosis]) -> Iterator[str]:
    """Yield a line for each diagnosis, and one more where there is something to do."""
    for each in diagnoses:
        yield from wrapped(f"{each.level:8}{each.check:12}{each.text}", BESIDE)
        if each.advice:
            yield from wrapped(f"{BESIDE}{each.advice}", BESIDE)


OK: Final = "ok"
WARNING: Final = "warning"
FAULT: Final = "fault"


class Diagnosis(NamedTuple):
    """A finding as it is told: one of ``ok``, ``warning``, ``fault``, what it is, what to do."""

    check: str
    level: str
    text: str
    advice: str = ""


def diagnosis_of(finding: Finding) -> Diagnosis:
    """Return *finding* in words.

    Raises:
        KeyError: its code is unknown.
    """
    code, values = finding.code, finding.values
    if code in _FINE:
        level, text, advice = OK, _FINE[code], NONE
    elif code in _FAULTS:
        level, (text, advice) = FAULT, _FAULTS[code]
    else:
        level, (text, advice) = WARNING, _WARNINGS[code]
    sentence = text if isinstance(text, str) else text()
    if code in _TROUBLES:
        values = (*values[:1], TROUBLES[_TROUBLES[code]]())
    values = tuple(localized(each) if isinstance(each, str) else each for each in values)
    return Diagnosis(finding.check, level, sentence.format(*values), advice().format(*values))


def codes() -> frozenset[str]:
    """Return every code that has a sentence."""
    return frozenset({*_FINE, *_WARNINGS, *_FAULTS})


_TROUBLES: Final = {f"table-{trouble}": trouble for trouble in Trouble}

# What is found, by its code, and what to do about it; a plain text is not translated.

_FINE: Final[Mapping[str, Phrase | str]] = {
    "python-ok": "Python {0}",
    "games-installed": Phrase("Installed alongside the program: {0}."),
    "files-ok": Phrase("The program's files are undamaged."),
    "boards-lit": Phrase("{0} boards fit on the panel of {1} lamps."),
    "state-ok": Phrase("Games are kept in {0}."),
    "room-ok": Phrase("{0} MB are free."),
    "sync-ok": Phrase("A move is safe on disk after {0} ms."),
    "power-ok": Phrase("The voltage has been high enough."),
    "off-ok": Phrase("{0} may switch the machine off."),
    "off-service": Phrase("The service may switch the machine off."),
    "rules-compiled": Phrase("The rules are compiled."),
    "rules-compiling": Phrase(
        "The rules are being compiled ({0}%); until then, hints take longer."
    ),
    "tables-known": Phrase("Endgames of {0} with up to {1} pieces are known."),
    "display-ok": Phrase("{0}, {1}x{2}, {3} {4}, SDL {5}"),
    "touch-ok": Phrase("{0} touch device(s)"),
    "fonts-ok": Phrase("The font works."),
    "sound-device": "{0}",
    "mixer-ok": Phrase("The sound device opens in {0} ms."),
    "speech-ok": Phrase("{0} speaks whatever is not recorded."),
    "clips-ok": Phrase("Recorded words in {0}"),
    "pins-ok": "{0}: {1}",
    "port-free": "{0}",
    "checked": Phrase("{0}: firmware {1}, up to {2} lamps, {3} buttons"),
    "checked-sensing": Phrase("{0}: firmware {1}, up to {2} lamps, {3} buttons, sensors {4}x{5}"),
    "wled": "{0}: {1}",
    "chesslink": Phrase("{0}: ChessLink board, firmware {1}"),
    "pattern-shown": Phrase("{0} lamps were lit one after the other: did you see all of them?"),
}

_WARNINGS: Final[Mapping[str, tuple[Phrase | str, Phrase]]] = {
    # The machine
    "game-left-out": (
        Phrase("The game {0} was skipped: {1}"),
        Phrase("Ask its author for a newer version, or uninstall it."),
    ),
    "lesson-left-out": (
        Phrase("A lesson of {0} was skipped: {1}"),
        Phrase("Ask the author of the game for a newer version."),
    ),
    "boards-dark": (
        Phrase("No lamps for {0}: too large for the panel of {1}."),
        Phrase("Play without lamps there, or check leds.panel and the board files."),
    ),
    "room-short": (Phrase("Only {0} MB are free."), Phrase("Free up space on the card.")),
    "sync-slow": (
        Phrase("A move is safe on disk only after {0} ms."),
        Phrase("The card may be worn out."),
    ),
    # Power
    "power-low": (
        Phrase("The voltage has been too low since the machine was switched on."),
        Phrase("Use a stronger power supply, and give the lamps their own."),
    ),
    "off-refused": (
        Phrase("{0} may not switch the machine off."),
        Phrase("Run sudo make install, which lets the service do it."),
    ),
    "off-unknown": (
        Phrase("Cannot tell whether the machine may be switched off."),
        Phrase("Install systemd, dbus and polkitd, or set buttons.switch_off to program."),
    ),
    "user-root": (Phrase("Running as root, which the program never needs."), NONE),
    # The rules
    "rules-sources": (
        Phrase("Everything works, but hints take longer: {0}."),
        Phrase("Install gcc and python3-dev, then run make play or make install again."),
    ),
    "rules-sources-wheel": (
        Phrase("Everything works, but hints take longer: {0}."),
        Phrase("Install gcc and python3-dev, run make wheel, and install the wheel it builds."),
    ),
    # Perfect endgames
    "table-half-built": (
        Phrase("The endgame table of {0} with {1} pieces is half built."),
        Phrase("Finish it under Perfect endgames, in the settings."),
    ),
    # The screen
    "pygame-twice": (
        Phrase("pygame {0} and pygame-ce {1} overwrite each other."),
        Phrase("Run: {2} -m pip uninstall -y pygame pygame-ce && {2} -m pip install {3}"),
    ),
    "no-touch": (
        Phrase("No touchscreen found."),
        Phrase(
            "Buttons, keys or a mouse can do everything. Some touchscreens are found only when "
            "first touched."
        ),
    ),
    "touch-unknown": (Phrase("pygame cannot tell whether there is a touchscreen."), NONE),
    # Sound
    "no-sound-device": (
        Phrase("No sound device found."),
        Phrase("Plug one in, or play without sound."),
    ),
    "mixer-refused": (
        Phrase("The sound device cannot be opened: {0}"),
        Phrase("Close what uses it, or play without sound."),
    ),
    "library-missing": (
        Phrase("Nothing is heard: the system has no {0}."),
        Phrase("Run: sudo apt install {1}"),
    ),
    "mixer-hangs": (
        Phrase("The sound device did not open within {0} s."),
        Phrase("Unplug it and plug it in again, or play without sound."),
    ),
    "no-speech": (
        Phrase("No speech program: only recorded words are spoken."),
        Phrase("Run: sudo apt install {0}"),
    ),
    "speech-missing": (
        Phrase("The speech program {0} was not found."),
        Phrase("Check sound.speech."),
    ),
    "clips-missing": (
        Phrase("Recorded words are missing or damaged: {0}"),
        Phrase("Reinstall the program."),
    ),
    # Pins
    "no-pins": ("{0}", Phrase("This matters only on a Raspberry Pi.")),
    "pins-closed": (
        "{0}",
        Phrase("Let this user open /dev/gpiochip0, as members of the group gpio may."),
    ),
    "no-lgpio-pi-os": ("{0}", Phrase("Run: sudo apt install python3-lgpio")),
    "no-gpio-package": (
        "{0}",
        Phrase("Install the package board-companion-gpio, built together with this one."),
    ),
    "no-lgpio-wheel": ("{0}", Phrase("Run: {1} -m pip install lgpio")),
    "no-lgpio-source": (
        "{0}",
        Phrase("Run: sudo apt install gcc swig python3-dev && PYPI=1 {1} -m pip install lgpio"),
    ),
    "gpiozero-old": ("{0}", Phrase("Run: {1} -m pip install 'gpiozero>=2'")),
    "pin-shared": (
        Phrase("The {0} button is on GPIO {1}, a pin used by {2}."),
        Phrase("Use another pin, or make sure that nothing else uses this one."),
    ),
    # Ports
    "port-held": (Phrase("{0} is open in {1}."), Phrase("Close that program.")),
    "no-ports": (
        Phrase("No USB serial port."),
        Phrase("Plug in the controller, or play without it."),
    ),
    "several-ports": (
        Phrase("{0} is tried first, but {1} could be the controller, too."),
        Phrase("Set leds.port to yours, by its name in /dev/serial/by-id."),
    ),
    # The controller
    "no-controller": (
        Phrase("No controller found."),
        Phrase("Check leds.port in the configuration."),
    ),
    "silent": (
        Phrase("{0} does not answer at {1} baud; it may be an Adalight sketch."),
        Phrase("Run companion doctor --lamps and see whether they light up."),
    ),
    "silent-lit": (Phrase("{0} does not answer at {1} baud; it may be an Adalight sketch."), NONE),
    "pattern-nowhere": (Phrase("No lamps were lit: there is no controller to light them."), NONE),
    **dict.fromkeys(
        _TROUBLES,
        (
            Phrase("The endgame table {0} is not used: {1}."),
            Phrase("Delete it, or build it again under Perfect endgames, in the settings."),
        ),
    ),
}

_FAULTS: Final[Mapping[str, tuple[Phrase | str, Phrase]]] = {
    "python-old": (Phrase("Python {0} is too old."), Phrase("Install Python 3.11 or newer.")),
    "files-damaged": (
        Phrase("Files of the program are damaged: {0}"),
        Phrase("Reinstall the program."),
    ),
    "state-nowhere": (
        Phrase("Games cannot be kept in {0}: it leads to {1}, which is not there."),
        Phrase("Plug in or mount what it is on, or remove the link."),
    ),
    "state-unwritable": (
        Phrase("Games cannot be kept in {0}: {1}"),
        Phrase("Make this user the folder's owner."),
    ),
    "no-display": (
        "{0}",
        Phrase("Connect a screen. Without a desktop, use apt's python3-pygame, which has kmsdrm."),
    ),
    "no-pygame": (
        Phrase("pygame cannot be loaded: {0}"),
        Phrase("Run: {1} -m pip install --force-reinstall --no-deps {2}"),
    ),
    "fonts-empty": (Phrase("The font draws nothing."), Phrase("Reinstall the program.")),
    "pins-refused": (
        "{0}",
        Phrase("Check [buttons] in the configuration and what else uses these pins."),
    ),
    "port-forbidden": (
        Phrase("No permission to open {0}."),
        Phrase("Run: sudo usermod -aG dialout $USER, then log in again."),
    ),
    "controller-lost": ("{0}", Phrase("Try another cable and another USB port.")),
    "other-protocol": (
        Phrase("{0} speaks protocol version {1}; this program speaks {2}."),
        Phrase("Flash the firmware that comes with the program."),
    ),
    "too-few-lamps": (
        Phrase("{0} drives at most {1} lamps, but the panel has {2}."),
        Phrase("Use a larger controller, or set a smaller leds.panel."),
    ),
    "no-chesslink": (
        Phrase("{0} does not answer as a ChessLink board."),
        Phrase("Check leds.port, leds.protocol and whether the board is switched on."),
    ),
    "pattern-failed": ("{0}", Phrase("Try another cable and another USB port.")),
}

"""What the doctor found, in words: how grave it is, and what to do about it."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.engine.endgames import Trouble
from companion.ports import Finding
from companion.words.scenes.tables import TROUBLES
from companion.words.translate import Phrase

OK: Final = "ok"
WARNING: Final = "warning"
FAULT: Final = "fault"


class Diagnosis(NamedTuple):
    """A finding as it is told: one of ``ok``, ``warning``, ``fault``, what it is, what to do."""

    check: str
    level: str
    text: str
    advice: str = ""


class _Text(NamedTuple):
    """How grave it is, what it is, and what to do about it; plain where it is not translated."""

    level: str
    text: Phrase | str
    advice: Phrase = Phrase()


def diagnosis_of(finding: Finding) -> Diagnosis:
    """Return *finding* in words.

    Raises:
        KeyError: its code is unknown.
    """
    level, text, advice = _TEXTS[finding.code]
    told = text if isinstance(text, str) else text()
    values = finding.values
    if finding.code in _TROUBLES:
        values = (*values[:1], TROUBLES[_TROUBLES[finding.code]]())
    return Diagnosis(finding.check, level, told.format(*values), advice().format(*values))


def codes() -> frozenset[str]:
    """Return every code that has a sentence."""
    return frozenset(_TEXTS)


_TROUBLES: Final = {f"table-{trouble}": trouble for trouble in Trouble}

_TEXTS: Final = {
    # The machine
    "python-ok": _Text(OK, "Python {0}"),
    "python-old": _Text(
        FAULT, Phrase("Python {0} is too old."), Phrase("Install Python 3.11 or newer.")
    ),
    "games-installed": _Text(OK, Phrase("Installed alongside the program: {0}.")),
    "game-left-out": _Text(
        WARNING,
        Phrase("The game {0} was skipped: {1}"),
        Phrase("Ask its author for a newer version, or uninstall it."),
    ),
    "lesson-left-out": _Text(
        WARNING,
        Phrase("A lesson of {0} was skipped: {1}"),
        Phrase("Ask the author of the game for a newer version."),
    ),
    "boards-lit": _Text(OK, Phrase("{0} boards fit on the panel of {1} lamps.")),
    "boards-dark": _Text(
        WARNING,
        Phrase("No lamps for {0}: too large for the panel of {1}."),
        Phrase("Play without lamps there, or check leds.panel and the board files."),
    ),
    "state-ok": _Text(OK, Phrase("Games are kept in {0}.")),
    "state-unwritable": _Text(
        FAULT,
        Phrase("Games cannot be kept in {0}: {1}"),
        Phrase("Make this user the folder's owner."),
    ),
    "room-ok": _Text(OK, Phrase("{0} MB are free.")),
    "room-short": _Text(
        WARNING, Phrase("Only {0} MB are free."), Phrase("Free up space on the card.")
    ),
    "sync-ok": _Text(OK, Phrase("A move is safe on disk after {0} ms.")),
    "sync-slow": _Text(
        WARNING,
        Phrase("A move is safe on disk only after {0} ms."),
        Phrase("The card may be worn out."),
    ),
    # Power
    "power-ok": _Text(OK, Phrase("The voltage has been high enough.")),
    "power-low": _Text(
        WARNING,
        Phrase("The voltage has been too low since the machine was switched on."),
        Phrase("Use a stronger power supply, and give the lamps their own."),
    ),
    "off-ok": _Text(OK, Phrase("{0} may switch the machine off.")),
    "off-service": _Text(OK, Phrase("The service may switch the machine off.")),
    "off-refused": _Text(
        WARNING,
        Phrase("{0} may not switch the machine off."),
        Phrase("Run sudo make install, which lets the service do it."),
    ),
    "off-unknown": _Text(
        WARNING,
        Phrase("Cannot tell whether the machine may be switched off."),
        Phrase("Install systemd, dbus and polkitd, or set buttons.switch_off to program."),
    ),
    "user-root": _Text(WARNING, Phrase("Running as root, which the program never needs.")),
    # The rules
    "rules-compiled": _Text(OK, Phrase("The rules are compiled.")),
    "rules-compiling": _Text(
        OK, Phrase("The rules are being compiled ({0}%); until then, hints take longer.")
    ),
    "rules-sources": _Text(
        WARNING,
        Phrase("Everything works, but hints take longer: {0}."),
        Phrase("Install gcc and python3-dev, then run make play or make install again."),
    ),
    "rules-sources-wheel": _Text(
        WARNING,
        Phrase("Everything works, but hints take longer: {0}."),
        Phrase("Install gcc and python3-dev, run make wheel, and install the wheel it builds."),
    ),
    # Endgame tables
    "tables-known": _Text(OK, Phrase("Endgames of {0} with up to {1} pieces are known.")),
    "table-half-built": _Text(
        WARNING,
        Phrase("The endgame table of {0} with {1} pieces is half built."),
        Phrase("Finish it under Endgame tables, in the settings."),
    ),
    # The screen
    "display-ok": _Text(OK, Phrase("{0}, {1}x{2}, {3} {4}, SDL {5}")),
    "no-display": _Text(
        FAULT,
        "{0}",
        Phrase("Connect a screen. Without a desktop, use apt's python3-pygame, which has kmsdrm."),
    ),
    "no-pygame": _Text(
        FAULT,
        Phrase("pygame cannot be loaded: {0}"),
        Phrase("Run: {1} -m pip install --force-reinstall --no-deps {2}"),
    ),
    "pygame-twice": _Text(
        WARNING,
        Phrase("pygame {0} and pygame-ce {1} overwrite each other."),
        Phrase("Run: {2} -m pip uninstall -y pygame pygame-ce && {2} -m pip install {3}"),
    ),
    "touch-ok": _Text(OK, Phrase("{0} touch device(s)")),
    "no-touch": _Text(
        WARNING,
        Phrase("No touchscreen found."),
        Phrase(
            "Buttons, keys or a mouse can do everything. Some touchscreens are found only when "
            "first touched."
        ),
    ),
    "touch-unknown": _Text(WARNING, Phrase("pygame cannot tell whether there is a touchscreen.")),
    "fonts-ok": _Text(OK, Phrase("The font works.")),
    "fonts-empty": _Text(
        FAULT, Phrase("The font draws nothing."), Phrase("Reinstall the program.")
    ),
    # Sound
    "sound-device": _Text(OK, "{0}"),
    "no-sound-device": _Text(
        WARNING, Phrase("No sound device found."), Phrase("Plug one in, or play without sound.")
    ),
    "mixer-ok": _Text(OK, Phrase("The sound device opens in {0} ms.")),
    "mixer-refused": _Text(
        WARNING,
        Phrase("The sound device cannot be opened: {0}"),
        Phrase("Close what uses it, or play without sound."),
    ),
    "mixer-hangs": _Text(
        WARNING,
        Phrase("The sound device did not open within {0} s."),
        Phrase("Unplug it and plug it in again, or play without sound."),
    ),
    "speech-ok": _Text(OK, Phrase("{0} speaks whatever is not recorded.")),
    "no-speech": _Text(
        WARNING,
        Phrase("No speech program: only recorded words are spoken."),
        Phrase("Run: sudo apt install {0}"),
    ),
    "speech-missing": _Text(
        WARNING, Phrase("The speech program {0} was not found."), Phrase("Check sound.speech.")
    ),
    "clips-ok": _Text(OK, Phrase("Recorded words in {0}")),
    "clips-missing": _Text(
        WARNING,
        Phrase("Recorded words are missing or damaged: {0}"),
        Phrase("Reinstall the program."),
    ),
    # Pins
    "pins-ok": _Text(OK, "{0}: {1}"),
    "no-pins": _Text(WARNING, "{0}", Phrase("This matters only on a Raspberry Pi.")),
    "pins-closed": _Text(
        WARNING,
        "{0}",
        Phrase("Let this user open /dev/gpiochip0, as members of the group gpio may."),
    ),
    "no-lgpio-pi-os": _Text(WARNING, "{0}", Phrase("Run: sudo apt install python3-lgpio")),
    "no-lgpio-wheel": _Text(WARNING, "{0}", Phrase("Run: {1} -m pip install lgpio")),
    "no-lgpio-source": _Text(
        WARNING,
        "{0}",
        Phrase("Run: sudo apt install gcc swig python3-dev && PYPI=1 {1} -m pip install lgpio"),
    ),
    "gpiozero-old": _Text(WARNING, "{0}", Phrase("Run: {1} -m pip install 'gpiozero>=2'")),
    "pin-shared": _Text(
        WARNING,
        Phrase("The {0} button is on GPIO {1}, a pin used by {2}."),
        Phrase("Use another pin, or make sure that nothing else uses this one."),
    ),
    "pins-refused": _Text(
        FAULT, "{0}", Phrase("Check [buttons] in the configuration and what else uses these pins.")
    ),
    # Ports
    "port-free": _Text(OK, "{0}"),
    "port-held": _Text(WARNING, Phrase("{0} is open in {1}."), Phrase("Close that program.")),
    "port-forbidden": _Text(
        FAULT,
        Phrase("No permission to open {0}."),
        Phrase("Run: sudo usermod -aG dialout $USER, then log in again."),
    ),
    "no-ports": _Text(
        WARNING,
        Phrase("No USB serial port."),
        Phrase("Plug in the controller, or play without it."),
    ),
    "several-ports": _Text(
        WARNING,
        Phrase("{0} is tried first, but {1} could be the controller, too."),
        Phrase("Set leds.port to yours, by its name in /dev/serial/by-id."),
    ),
    # The controller
    "no-controller": _Text(
        WARNING, Phrase("No controller found."), Phrase("Check leds.port in the configuration.")
    ),
    "controller-lost": _Text(FAULT, "{0}", Phrase("Try another cable and another USB port.")),
    "checked": _Text(OK, Phrase("{0}: firmware {1}, up to {2} lamps, {3} buttons")),
    "checked-sensing": _Text(
        OK, Phrase("{0}: firmware {1}, up to {2} lamps, {3} buttons, sensors {4}x{5}")
    ),
    "other-protocol": _Text(
        FAULT,
        Phrase("{0} speaks protocol version {1}; this program speaks {2}."),
        Phrase("Flash the firmware that comes with the program."),
    ),
    "too-few-lamps": _Text(
        FAULT,
        Phrase("{0} drives at most {1} lamps, but the panel has {2}."),
        Phrase("Use a larger controller, or set a smaller leds.panel."),
    ),
    "wled": _Text(OK, "{0}: {1}"),
    "chesslink": _Text(OK, Phrase("{0}: ChessLink board, firmware {1}")),
    "no-chesslink": _Text(
        FAULT,
        Phrase("{0} does not answer as a ChessLink board."),
        Phrase("Check leds.port, leds.protocol and whether the board is switched on."),
    ),
    "silent": _Text(
        WARNING,
        Phrase("{0} does not answer at {1} baud; it may be an Adalight sketch."),
        Phrase("Run companion doctor --lamps and see whether they light up."),
    ),
    "silent-lit": _Text(
        WARNING, Phrase("{0} does not answer at {1} baud; it may be an Adalight sketch.")
    ),
    "pattern-nowhere": _Text(
        WARNING, Phrase("No lamps were lit: there is no controller to light them.")
    ),
    "pattern-shown": _Text(
        OK, Phrase("{0} lamps were lit one after the other: did you see all of them?")
    ),
    "pattern-failed": _Text(FAULT, "{0}", Phrase("Try another cable and another USB port.")),
    **dict.fromkeys(
        _TROUBLES,
        _Text(
            WARNING,
            Phrase("The endgame table {0} is not used: {1}."),
            Phrase("Delete it, or build it again under Endgame tables, in the settings."),
        ),
    ),
}

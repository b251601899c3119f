"""What the doctor found, in words: how grave it is, and what to do about it."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.engine.endgames import Trouble
from companion.ports import Finding
from companion.words.scenes.tables import trouble_text
from companion.words.translate import tr

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
    level, text, advice = _texts()[finding.code]
    values = finding.values
    return Diagnosis(finding.check, level, text.format(*values), advice.format(*values))


def codes() -> frozenset[str]:
    """Return every code that has a sentence."""
    return frozenset(_texts())


_Text: TypeAlias = tuple[str, str, str]
"""How grave it is, what it is, and what to do about it or nothing."""


def _texts() -> dict[str, _Text]:
    return {
        **_machine_texts(),
        **_power_texts(),
        **_rules_texts(),
        **_table_texts(),
        **_screen_texts(),
        **_sound_texts(),
        **_pin_texts(),
        **_port_texts(),
        **_controller_texts(),
    }


def _machine_texts() -> dict[str, _Text]:
    return {
        "python-ok": (OK, "Python {0}", ""),
        "python-old": (
            FAULT,
            tr("Python {0} is too old."),
            tr("Install Python 3.11 or newer."),
        ),
        "games-installed": (OK, tr("Installed alongside the program: {0}."), ""),
        "game-left-out": (
            WARNING,
            tr("The game {0} was skipped: {1}"),
            tr("Ask its author for a newer version, or uninstall it."),
        ),
        "boards-lit": (OK, tr("{0} boards fit on the panel of {1} lamps."), ""),
        "boards-dark": (
            WARNING,
            tr("No lamps for {0}: too large for the panel of {1}."),
            tr("Play without lamps there, or check leds.panel and the board files."),
        ),
        "state-ok": (OK, tr("Games are kept in {0}."), ""),
        "state-unwritable": (
            FAULT,
            tr("Games cannot be kept in {0}: {1}"),
            tr("Make this user the folder's owner."),
        ),
        "room-ok": (OK, tr("{0} MB are free."), ""),
        "room-short": (WARNING, tr("Only {0} MB are free."), tr("Free up space on the card.")),
        "sync-ok": (OK, tr("A move is safe on disk after {0} ms."), ""),
        "sync-slow": (
            WARNING,
            tr("A move is safe on disk only after {0} ms."),
            tr("The card may be worn out."),
        ),
    }


def _power_texts() -> dict[str, _Text]:
    return {
        "power-ok": (OK, tr("The voltage has been high enough."), ""),
        "power-low": (
            WARNING,
            tr("The voltage has been too low since the machine was switched on."),
            tr("Use a stronger power supply, and give the lamps their own."),
        ),
        "off-ok": (OK, tr("{0} may switch the machine off."), ""),
        "off-service": (OK, tr("The service may switch the machine off."), ""),
        "off-refused": (
            WARNING,
            tr("{0} may not switch the machine off."),
            tr("Run sudo make install, which lets the service do it."),
        ),
        "off-unknown": (
            WARNING,
            tr("Cannot tell whether the machine may be switched off."),
            tr("Install systemd, dbus and polkitd, or set buttons.switch_off to program."),
        ),
        "user-root": (
            WARNING, tr("Running as root, which the program never needs."), "",
        ),
    }  # fmt: skip


def _rules_texts() -> dict[str, _Text]:
    return {
        "rules-compiled": (OK, tr("The rules are compiled."), ""),
        "rules-sources": (
            WARNING,
            tr("Everything works, but hints take longer: {0}."),
            tr("Install gcc and python3-dev, then run make play or make install again."),
        ),
        "rules-sources-wheel": (
            WARNING,
            tr("Everything works, but hints take longer: {0}."),
            tr("Install a wheel that make wheel built with gcc and python3-dev installed."),
        ),
    }


def _table_texts() -> dict[str, _Text]:
    unused = tr("The endgame table {0} is not used: {1}.")
    advice = tr("Delete it, or build it again: Endgame tables, in the settings.")
    return {
        "tables-known": (OK, tr("Endgames of {0} are known up to {1} pieces."), ""),
        "table-half-built": (
            WARNING,
            tr("The endgame table of {0} with {1} pieces is half built."),
            tr("Go on with it: Endgame tables, in the settings."),
        ),
        **{
            f"table-{trouble}": (WARNING, unused.replace("{1}", trouble_text(trouble)), advice)
            for trouble in Trouble
        },
    }


def _screen_texts() -> dict[str, _Text]:
    return {
        "display-ok": (OK, tr("{0}, {1}x{2}, {3} {4}, SDL {5}"), ""),
        "no-display": (
            FAULT,
            "{0}",
            tr("Connect a screen. Without a desktop use apt's python3-pygame, which has kmsdrm."),
        ),
        "no-pygame": (
            FAULT,
            tr("pygame cannot be loaded: {0}"),
            tr("Run: {1} -m pip install --force-reinstall --no-deps {2}"),
        ),
        "pygame-twice": (
            WARNING,
            tr("pygame {0} and pygame-ce {1} overwrite each other."),
            tr("Run: {2} -m pip uninstall -y pygame pygame-ce && {2} -m pip install {3}"),
        ),
        "touch-ok": (OK, tr("{0} touch device(s)"), ""),
        "no-touch": (
            WARNING,
            tr("No touchscreen found."),
            tr("Buttons, keys and a mouse do everything. Some screens appear at the first touch."),
        ),
        "touch-unknown": (WARNING, tr("pygame cannot tell whether there is a touchscreen."), ""),
        "fonts-ok": (OK, tr("The font works."), ""),
        "fonts-empty": (FAULT, tr("The font draws nothing."), tr("Reinstall the program.")),
    }  # fmt: skip


def _sound_texts() -> dict[str, _Text]:
    return {
        "sound-device": (OK, "{0}", ""),
        "no-sound-device": (
            WARNING, tr("No sound device found."), tr("Plug one in, or play without sound."),
        ),
        "mixer-ok": (OK, tr("The sound device opens in {0} ms."), ""),
        "mixer-refused": (
            WARNING,
            tr("The sound device cannot be opened: {0}"),
            tr("Close what uses it, or play without sound."),
        ),
        "mixer-hangs": (
            WARNING,
            tr("The sound device has not opened within {0} s."),
            tr("Unplug it and plug it in again, or play without sound."),
        ),
        "speech-ok": (OK, tr("{0} speaks what recorded words lack."), ""),
        "no-speech": (
            WARNING,
            tr("No speech program: only recorded words are spoken."),
            tr("Run: sudo apt install {0}"),
        ),
        "speech-missing": (
            WARNING, tr("The speech program {0} is not there."), tr("Check sound.speech."),
        ),
        "clips-ok": (OK, tr("Recorded words in {0}"), ""),
        "clips-missing": (
            WARNING,
            tr("Recorded words are missing or damaged: {0}"),
            tr("Reinstall the program."),
        ),
    }  # fmt: skip


def _pin_texts() -> dict[str, _Text]:
    return {
        "pins-ok": (OK, "{0}: {1}", ""),
        "no-pins": (WARNING, "{0}", tr("Nothing is missing unless this is a Raspberry Pi.")),
        "pins-closed": (
            WARNING, "{0}", tr("Let this user open /dev/gpiochip0, as the group gpio may."),
        ),
        "no-lgpio-pi-os": (WARNING, "{0}", tr("Run: sudo apt install python3-lgpio")),
        "no-lgpio-wheel": (WARNING, "{0}", tr("Run: {1} -m pip install lgpio")),
        "no-lgpio-source": (
            WARNING,
            "{0}",
            tr("Run: sudo apt install gcc swig python3-dev && PYPI=1 {1} -m pip install lgpio"),
        ),
        "gpiozero-old": (WARNING, "{0}", tr("Run: {1} -m pip install 'gpiozero>=2'")),
        "pin-shared": (
            WARNING,
            tr("The {0} button is on GPIO {1}, a pin of {2}."),
            tr("Use another pin, or make sure that nothing else uses this one."),
        ),
        "pins-refused": (
            FAULT,
            "{0}",
            tr("Check [buttons] in the configuration and what else uses these pins."),
        ),
    }  # fmt: skip


def _port_texts() -> dict[str, _Text]:
    return {
        "port-free": (OK, "{0}", ""),
        "port-held": (WARNING, tr("{0} is open in {1}."), tr("Close that program.")),
        "port-forbidden": (
            FAULT,
            tr("No permission to open {0}."),
            tr("Run: sudo usermod -aG dialout $USER, then log in again."),
        ),
        "no-ports": (
            WARNING, tr("No USB serial port."), tr("Plug in the controller, or play without it."),
        ),
        "several-ports": (
            WARNING,
            tr("{0} is tried first, but {1} could be the controller, too."),
            tr("Set leds.port to yours, by its name in /dev/serial/by-id."),
        ),
    }  # fmt: skip


def _controller_texts() -> dict[str, _Text]:
    return {
        "no-controller": (
            WARNING, tr("No controller found."), tr("Check leds.port in the configuration."),
        ),
        "controller-lost": (FAULT, "{0}", tr("Try another cable and another USB port.")),
        "checked": (OK, tr("{0}: firmware {1}, up to {2} lamps, {3} buttons"), ""),
        "checked-sensing": (
            OK,
            tr("{0}: firmware {1}, up to {2} lamps, {3} buttons, sensors {4}x{5}"),
            "",
        ),
        "other-protocol": (
            FAULT,
            tr("{0} speaks protocol version {1}, this program speaks {2}."),
            tr("Flash the firmware that comes with the program."),
        ),
        "too-few-lamps": (
            FAULT,
            tr("{0} drives at most {1} lamps, but the panel has {2}."),
            tr("Use a larger controller, or set the panel to its size."),
        ),
        "wled": (OK, "{0}: {1}", ""),
        "chesslink": (OK, tr("{0}: ChessLink board, firmware {1}"), ""),
        "no-chesslink": (
            FAULT,
            tr("{0} does not answer as a ChessLink board."),
            tr("Check leds.port, leds.protocol and whether the board is switched on."),
        ),
        "silent": (
            WARNING,
            tr("{0} does not answer at {1} baud; it may be an Adalight sketch."),
            tr("Run companion doctor --lamps and see whether they light up."),
        ),
        "pattern-shown": (
            OK, tr("{0} lamps were lit one after the other: did you see all of them?"), "",
        ),
        "pattern-failed": (FAULT, "{0}", tr("Try another cable and another USB port.")),
    }  # fmt: skip

"""What the doctor says of sound: no device, one that refuses or hangs, no voice."""

import shlex
import sys
import time

import pytest

from companion.backends import sound_check
from companion.backends.clips import own_clips
from companion.backends.sound_check import OPENER, check_sound
from companion.commands.doctor import OK, WARNING, diagnosis_of
from companion.config.values import SoundConfig

CARDS = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
"""


@pytest.fixture(autouse=True)
def _nothing_is_heard(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


def python(code):
    return (sys.executable, "-c", code)


QUICK = python("print(7)")


def check(sound=None, **given):
    findings = check_sound(sound or SoundConfig(), **{"opener": QUICK, **given})
    return {finding.code: diagnosis_of(finding) for finding in findings}


@pytest.fixture
def cards(tmp_path):
    """The devices of a Pi, as the kernel tells them."""
    path = tmp_path / "cards"
    path.write_text(CARDS)
    return path


def test_the_devices_of_the_machine_are_named(cards):
    diagnosis = check(cards=cards)["sound-device"]
    assert diagnosis.text == "vc4-hdmi - vc4-hdmi-0, bcm2835_headpho - bcm2835 Headphones"
    assert diagnosis.level == OK


@pytest.mark.parametrize("cards", ["--- no soundcards ---\n", None])
def test_a_machine_without_a_device_is_told_in_one_line(tmp_path, cards):
    if cards is not None:
        (tmp_path / "cards").write_text(cards)
    refusing = python("import sys; sys.exit('no device')")
    findings = check(cards=tmp_path / "cards", opener=refusing)
    assert findings["no-sound-device"].level == WARNING
    assert "mixer-refused" not in findings


def test_a_device_without_a_card_is_one_that_opens(tmp_path):
    findings = check(cards=tmp_path / "cards")
    assert "mixer-ok" in findings and "no-sound-device" not in findings


@pytest.mark.needs("mixer")
def test_the_mixer_opens_as_in_the_program():
    findings = {finding.code: finding for finding in check_sound(SoundConfig())}
    assert int(findings["mixer-ok"].values[0]) >= 0


@pytest.mark.needs("mixer")
def test_a_device_that_refuses_says_why(monkeypatch, cards):
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-such")
    diagnosis = check(opener=python(OPENER), cards=cards)["mixer-refused"]
    assert (
        diagnosis.level == WARNING and "none-such" in diagnosis.text and "\n" not in diagnosis.text
    )


def test_a_device_that_hangs_is_left_after_a_while(monkeypatch):
    monkeypatch.setattr(sound_check, "OPENS_S", 0.5)
    started = time.monotonic()
    assert check(opener=python("import time; time.sleep(60)"))["mixer-hangs"].level == WARNING
    assert time.monotonic() - started < 10


def test_a_device_that_kills_the_process_costs_only_itself(cards):
    diagnosis = check(opener=python("import os; os.abort()"), cards=cards)["mixer-refused"]
    assert diagnosis.text


def test_the_program_that_speaks_is_found_or_missed(monkeypatch, tmp_path):
    assert "speech-ok" in check(SoundConfig(speech=f"{shlex.quote(sys.executable)} --model x"))
    assert "speech-missing" in check(SoundConfig(speech="/none/such --model x"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert check()["no-speech"].advice == "Run: sudo apt install espeak-ng"
    (tmp_path / "espeak-ng").write_text("#!/bin/sh\n")
    (tmp_path / "espeak-ng").chmod(0o755)
    assert "speech-ok" in check()


def test_the_recorded_words_are_read_one_by_one(monkeypatch, tmp_path):
    assert check()["clips-ok"].text == "Recorded words in en, de, es, fr"
    data = (own_clips() / "en.zip").read_bytes()
    for code in ("en", "de", "es"):
        (tmp_path / f"{code}.zip").write_bytes(data)
    half = len(data) // 2
    (tmp_path / "de.zip").write_bytes(data[:half] + bytes([data[half] ^ 255]) + data[half + 1 :])
    monkeypatch.setattr(sound_check, "own_clips", lambda: tmp_path)
    assert check()["clips-missing"].text == "Recorded words are missing or damaged: de, fr"


NO_GLIB = (
    "NotImplementedError: mixer module not available (ImportError: libgthread-2.0.so.0: "
    "cannot open shared object file: No such file or directory)"
)
"""What pygame 2.6 says of its mixer on a system without it."""


def test_a_library_that_the_system_lacks_is_named_with_its_package(cards):
    diagnosis = check(cards=cards, opener=python(f"import sys; sys.exit({NO_GLIB!r})"))
    missing = diagnosis["library-missing"]
    assert missing.level == WARNING
    assert missing.text == "Nothing is heard: the system has no libgthread-2.0.so.0."
    assert missing.advice == "Run: sudo apt install libglib2.0-0"

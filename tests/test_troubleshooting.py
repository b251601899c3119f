"""Holds docs/troubleshooting.md to what the program says when something is wrong."""

import errno
import re

import pytest
import serial

from companion.commands.doctor import OK, codes, diagnosis_of
from companion.ports import Finding
from companion.words.table import LINK, OTHER_TABLE
from hardware.lamp_port import describe
from tests.texts import text_of, without_blocks

TROUBLES = without_blocks(text_of("docs/troubleshooting.md"))


def told_as_code():
    return set(re.findall(r"`([^`]+)`", TROUBLES))


def test_every_warning_and_fault_of_the_doctor_is_told():
    said = [diagnosis_of(Finding("", code, ("…",) * 6)) for code in codes()]
    # Where a value is all that is said, it comes from the places of the next test.
    wanted = {each.text for each in said if each.level != OK} - {"…"}
    assert len(wanted) > 15
    assert wanted - told_as_code() == set()


def test_what_libraries_are_quoted_with_is_told():
    sources = [
        ("companion/ui/widgets/window.py", "expected a display, got none: "),
        ("hardware/buttons.py", "expected GPIO pins, got none: "),
        ("hardware/buttons.py", "expected gpiozero 2.0 or newer, got "),
        ("hardware/buttons.py", "expected a free GPIO pin for the "),
        ("companion/config/files.py", "expected a pin of its own"),
    ]
    for source, words in sources:
        # What is expected may be a part of its own.
        assert words.removeprefix("expected ") in text_of(source)
        assert any(text.startswith(words) for text in told_as_code()), words


def test_every_status_text_is_told():
    written = r'^(\w+) = Phrase\("([^"]+)"\)'
    phrases = dict(re.findall(written, text_of("companion/words/table.py"), re.MULTILINE))
    named = set(re.findall(r"\bStatus\(([A-Z_]+)\(", text_of("companion/ui/stage.py")))
    texts = {phrases[name] for name in named & set(phrases)}
    texts |= {text() for said in (LINK, OTHER_TABLE) for text in said.values()}
    assert {"Lamps lost", "no buttons", "not being saved"} <= texts
    assert {text.format(buttons="Confirm") for text in texts} - told_as_code() == set()


@pytest.mark.parametrize("was_open", [False, True])
def test_everything_that_a_port_may_be_called_is_told(was_open):
    numbers = (errno.ENOENT, errno.EACCES, errno.EBUSY, errno.EIO)
    errors = [OSError(number, "") for number in numbers]
    errors += [ValueError(), serial.SerialTimeoutException()]
    said = {describe(error, "/dev/ttyUSB0", was_open) for error in errors}
    assert len(said) == len(errors)
    assert said - told_as_code() == set()

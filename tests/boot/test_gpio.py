"""The four buttons on pins of the kernel, through gpiozero and lgpio, on a machine that boots.

The chip is the kernel's own simulated one.  A Raspberry Pi's differs below it alone: gpiozero,
lgpio, the character device, its events and their times are the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.boot.guest import SHARE, Guest
from tests.hardware.button_cases import CASES

pytestmark = pytest.mark.boot


@pytest.fixture(scope="module")
def guest(bare: Guest) -> Iterator[Guest]:
    """The machine with simulated pins."""
    bare.run("modprobe simulated-pins")
    bare.python("boot.inside.pins", "lay")
    yield bare
    bare.python("boot.inside.pins", "remove")


@pytest.fixture(scope="module", params=[True, False], ids=["pull-up", "pull-down"])
def played(guest, request):
    """Return what came of each case, and the pull resistor that the kernel was asked for."""
    bias = "up" if request.param else "down"
    results = f"pull-{bias}.json"
    said = guest.python(
        "boot.inside.pins", "cases", int(request.param), f"{SHARE}/{results}", timeout_s=1800
    )
    assert said == "", "what threads die of is told there"
    return json.loads((guest.share / results).read_text()), bias


@pytest.mark.parametrize("name", CASES)
def test_the_kernel_s_pins_report_what_mock_pins_do(played, name):
    results, bias = played
    result, case = results[name], CASES[name]
    presses = tuple((button.value, is_long) for button, is_long in case.presses)
    assert tuple(map(tuple, result["presses"])) == presses
    assert result["held"] == sorted(button.value for button in case.held)
    assert result["problem"] == ""
    assert result["biases"] == [bias]

"""Why there are no pins: each reason with what can be done about it on that machine."""

import os
import platform
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.doctor import diagnosis_of
from hardware import buttons
from hardware.buttons import has_lgpio_wheel, why_no_pins

ROOT = Path(__file__).parents[2]
CHECK = """
from companion.ports import ButtonName
from companion.commands.doctor import diagnosis_of
from hardware.checkup import check_pins
print(*diagnosis_of(check_pins({ButtonName.BACK: 5}, True, 0.8, is_pi=True)), sep="\\n")
"""


def test_a_gpiozero_that_is_too_old_is_told_from_one_without_pins(tmp_path):
    """As Debian has it: 1.6.2 chooses its pins in another way."""
    (tmp_path / "gpiozero.py").write_text("class Device:\n    pin_factory = None\n")
    folder = tmp_path / "gpiozero-1.6.2.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: gpiozero\nVersion: 1.6.2\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    done = subprocess.run(
        [sys.executable, "-c", CHECK], env=environment, capture_output=True, text=True, check=True
    )
    check, level, text, advice = done.stdout.splitlines()
    assert (check, level) == ("gpio", "warning")
    assert text == "expected gpiozero 2.0 or newer, got 1.6.2"
    assert advice == f"Run: {shlex.quote(sys.executable)} -m pip install 'gpiozero>=2'"


@pytest.mark.parametrize(
    ("is_pi", "has_lgpio", "has_raspberry_pi_os", "python", "advice"),
    [
        (False, False, False, (3, 13), "matters only on a Raspberry Pi"),
        (True, True, True, (3, 11), "/dev/gpiochip0"),
        (True, False, True, (3, 13), "sudo apt install python3-lgpio"),
        (True, False, False, (3, 11), "-m pip install lgpio"),
        (True, False, False, (3, 13), "sudo apt install gcc swig python3-dev && PYPI=1 "),
    ],
    ids=["no pi", "closed", "raspberry pi os", "wheel", "source"],
)
def test_each_machine_is_told_what_works_there(
    monkeypatch, tmp_path, is_pi, has_lgpio, has_raspberry_pi_os, python, advice
):
    monkeypatch.setattr(buttons, "find_spec", lambda name: has_lgpio or None)
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(sys, "version_info", (*python, 0))
    system = tmp_path / "rpi-issue"
    if has_raspberry_pi_os:
        system.touch()
    diagnosis = diagnosis_of(why_no_pins("expected GPIO pins, got none: no lgpio", is_pi, system))
    assert diagnosis.text == "expected GPIO pins, got none: no lgpio"
    assert advice in diagnosis.advice


@pytest.mark.parametrize(
    ("is_pi", "advice"),
    [(True, "Install the package board-companion-gpio"), (False, "only on a Raspberry Pi")],
)
def test_the_program_of_debians_package_is_mended_by_a_package(
    monkeypatch, tmp_path, is_pi, advice
):
    monkeypatch.setattr(buttons, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "prefix", "/usr/lib/board-companion")
    finding = why_no_pins("expected gpiozero 2.0 or newer, got 1.6.2", is_pi, tmp_path / "none")
    assert advice in diagnosis_of(finding).advice


def test_lgpio_is_ready_made_for_some_machines_only():
    assert has_lgpio_wheel((3, 12), "aarch64")
    assert not has_lgpio_wheel((3, 13), "aarch64")
    assert not has_lgpio_wheel((3, 11), "riscv64")

"""Back held for long asks whether to switch off; nothing happens by mistake."""

import time
from dataclasses import replace

import pygame
import pytest

from companion.config.values import ButtonConfig
from companion.ports import ButtonName
from companion.testing.screen_checks import STILL
from companion.ui import destinations as to
from hardware.power import MachinePower
from tests.sitting import Sitting

LONG_S = 3.1


@pytest.fixture
def poweroff(tmp_path, monkeypatch):
    """What was run in the place of systemctl; it ends with the status in a file."""
    folder = tmp_path / "bin"
    folder.mkdir()
    log, script = tmp_path / "log", folder / "systemctl"
    script.write_text(f'#!/bin/sh\necho "$*" >> {log}\n. {folder}/end\n')
    script.chmod(0o755)
    (folder / "end").write_text("exit 0\n")
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return log


@pytest.fixture
def machine(sitting, poweroff):
    sitting.services.power = MachinePower()
    return sitting


def wait_for_process(sitting):
    for _ in range(1000):
        sitting.ticks(1)
        if sitting.stage.is_closing or not sitting.scene.is_going:
            return
        time.sleep(0.01)
    raise AssertionError("systemctl never ended")


def test_back_held_in_a_game_asks_and_no_goes_back_to_the_game(machine, poweroff):
    machine.play("alquerque")
    machine.touch("b2")
    machine.finger(ButtonName.BACK, LONG_S)
    assert machine.scene.name == "switch off"
    assert machine.banner == "Switch off?"
    machine.press("confirm")
    # Not the menu, which the long press opened on the way.
    assert machine.scene.name == "play"
    assert machine.match.half.lifted is not None
    machine.finger(ButtonName.BACK, LONG_S)
    machine.press("back")
    assert machine.scene.name == "play"
    assert not poweroff.exists()


def test_a_shorter_hold_is_the_menu_and_asks_nothing(machine):
    machine.play("alquerque")
    machine.finger(ButtonName.BACK, 2.8)
    assert machine.scene.name == "game menu"


def test_yes_shuts_the_machine_down_and_ends_the_program(machine, poweroff):
    machine.play("alquerque")
    machine.move(machine.match.position.legal_moves()[0].text)
    machine.finger(ButtonName.BACK, LONG_S)
    machine.press("next", "confirm")
    wait_for_process(machine)
    assert machine.stage.is_closing
    assert poweroff.read_text() == "--no-ask-password poweroff\n"


def test_a_refusal_is_told_and_the_program_goes_on(machine, poweroff, tmp_path):
    (tmp_path / "bin" / "end").write_text(
        "echo 'Interactive authentication required.' >&2; exit 1"
    )
    machine.finger(ButtonName.BACK, LONG_S)
    machine.press("next", "confirm")
    wait_for_process(machine)
    assert not machine.stage.is_closing
    assert "Interactive authentication required" in machine.note
    machine.press("back")
    assert machine.scene.name == "start"


def test_while_it_goes_no_press_does_anything_and_the_lamps_are_dark(machine, poweroff, tmp_path):
    (tmp_path / "bin" / "end").write_text("sleep 1; exit 0")
    machine.play("alquerque")
    machine.finger(ButtonName.BACK, LONG_S)
    machine.press("next", "confirm")
    assert machine.banner == "Switching off…"
    machine.press("back", "next", "confirm")
    assert machine.banner == "Switching off…"
    assert sum(machine.leds.frame) == 0
    wait_for_process(machine)
    assert poweroff.read_text().count("\n") == 1


def test_a_finger_on_the_screen_never_opens_it_nor_answers_by_one_touch(machine, poweroff):
    back = machine.stage.layout.buttons[0].center
    machine.mouse_down(back)
    machine.wait(LONG_S)
    machine.mouse_up(back)
    assert machine.scene.name == "start"
    # From the start screen it can be asked for, and takes the Confirm of its own.
    machine.stage.go(to.StartScreen())
    machine.tap("Switch off")
    machine.tap("Switch off")
    assert machine.scene.name == "switch off"
    machine.wait(0.5)
    assert not poweroff.exists()
    machine.tap("Confirm")
    wait_for_process(machine)
    assert poweroff.exists()


def test_the_program_alone_can_be_left_as_well(machine, poweroff):
    machine.stage.go(to.StartScreen())
    assert "Quit" not in machine.scene.entries()
    machine.choose("Switch off")
    machine.choose("Quit")
    assert machine.stage.is_closing
    assert not poweroff.exists()


def test_on_a_laptop_only_the_program_is_closed(sitting, poweroff):
    assert "Switch off" not in sitting.scene.entries()
    sitting.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")
    sitting.wait(LONG_S)
    sitting.post(pygame.KEYUP, key=pygame.K_ESCAPE, mod=0, unicode="")
    sitting.ticks(2)
    assert sitting.banner == "Close the program?"
    sitting.press("next", "confirm")
    assert sitting.stage.is_closing
    assert not poweroff.exists()


def test_what_could_not_be_saved_is_tried_again_and_told(machine, poweroff):
    machine.play("alquerque")
    match = machine.match
    match._sink._problem = "No space left on device"
    machine.finger(ButtonName.BACK, LONG_S)
    assert "not saved: the disk is full" in machine.note
    machine.press("next", "confirm")
    assert match.saving_problem == ""
    wait_for_process(machine)


@pytest.mark.parametrize(("hold_ms", "seconds", "asks"), [(5000, 4.5, False), (5000, 5.2, True),
                                                          (0, 20.0, False)])  # fmt: skip
def test_the_time_is_that_of_the_configuration(tmp_path, hold_ms, seconds, asks):
    config = replace(STILL, buttons=ButtonConfig(switch_off_ms=hold_ms))
    with Sitting(tmp_path, config=config) as sitting:
        sitting.finger(ButtonName.BACK, seconds)
        assert (sitting.scene.name == "switch off") == asks


def test_holding_on_asks_only_once(machine):
    machine.pins.press(ButtonName.BACK)
    machine.wait(LONG_S)
    machine.press("confirm")
    assert machine.scene.name == "start"
    machine.wait(4 * LONG_S)
    assert machine.scene.name == "start"
    machine.pins.release(ButtonName.BACK)


@pytest.mark.parametrize(
    ("wanted", "backend", "is_machine"),
    [("auto", "pi", True), ("auto", "sim", False), ("machine", "sim", True),
     ("program", "pi", False)],
)  # fmt: skip
def test_the_machine_is_switched_off_only_where_it_is_the_tables_own(wanted, backend, is_machine):
    assert ButtonConfig(switch_off=wanted).switches_machine_off(backend) == is_machine

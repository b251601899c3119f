"""The cases that run on the kernel's pins as well, here on gpiozero's mock pins."""

import pytest

from hardware.buttons import GpioButtons
from sim.virtual_pins import VirtualPins
from tests.hardware.button_cases import CASES, LONG_S, PINS


@pytest.mark.parametrize("pull_up", [True, False], ids=["pull-up", "pull-down"])
@pytest.mark.parametrize("name", CASES)
def test_mock_pins_report_what_fingers_do(name, pull_up, monkeypatch):
    case, now_s = CASES[name], 0.0
    pins = VirtualPins(PINS, pull_up, lambda: now_s)
    contacts = {button: pins.factory.pin(number) for button, number in PINS.items()}

    def finger(button, is_down):
        drive_low = is_down is pull_up
        (contacts[button].drive_low if drive_low else contacts[button].drive_high)()

    if case.stuck is not None:
        # A finger is stronger than the pull resistor that the program asks for.
        contact = contacts[case.stuck]
        contact._set_pull = lambda pull: setattr(contact, "_pull", pull)
        finger(case.stuck, True)
    buttons = GpioButtons(PINS, pull_up, LONG_S, pins.factory, lambda: now_s)
    untold = []
    for contact in contacts.values() if case.is_late else ():
        monkeypatch.setattr(
            contact,
            "_call_when_changed",
            lambda pin=contact: untold.append((pin, now_s, pin._state)),
        )
    presses, edges, look_s = [], list(case.edges), 0.0
    while look_s < case.until_s:
        look_s += case.tick_s
        while edges and edges[0].at_s <= look_s:
            now_s, button, is_down = edges.pop(0)
            finger(button, is_down)
        now_s = look_s
        while untold:
            pin, at_s, is_high = untold.pop(0)
            pin.when_changed(at_s, is_high)
        presses += buttons.presses(now_s)
    assert [(press.button, press.is_long) for press in presses] == list(case.presses)
    assert frozenset(buttons.held()) == case.held
    assert buttons.problem() == ""
    buttons.close()
    pins.close()

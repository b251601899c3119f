"""Brings a sitting to the scenes that are about the machine: touch, lamps, switching off."""

from collections.abc import Callable

from tests.sitting import Sitting


def touch_test(sitting: Sitting) -> None:
    sitting.tap("Settings")
    sitting.tap("Touch test")
    sitting.click(sitting.scene.targets()[0])


def touch_turned(sitting: Sitting) -> None:
    sitting.tap("Settings")
    sitting.tap("Touch test")
    for place in sitting.scene.targets()[::-1]:
        sitting.click(place)


def touch_fine(sitting: Sitting) -> None:
    sitting.tap("Settings")
    sitting.tap("Touch test")
    for x, y in sitting.scene.targets():
        sitting.click((x + 6, y - 4))


MACHINE_SCENES: dict[str, Callable[[Sitting], None]] = {
    "touch-test": touch_test,
    "touch-turned": touch_turned,
    "touch-fine": touch_fine,
}

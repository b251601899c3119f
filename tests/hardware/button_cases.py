"""What fingers do to the four buttons, and the presses that have to come of it.

The same cases run on gpiozero's mock pins, with time moved by hand, and in a machine that boots,
on pins of the kernel (``tests/boot/test_gpio.py``): how often the buttons are looked at, and how
late an edge is told, must make no difference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from companion.ports import ButtonName

PINS = {
    ButtonName.BACK: 5,
    ButtonName.NEXT: 6,
    ButtonName.HINT: 13,
    ButtonName.CONFIRM: 19,
}
"""The pins of a table that is wired as `docs/building.md` says."""

LONG_S = 1.5
"""Longer than the default, as an emulated machine may stop for a moment."""

TICK_S = 1 / 60
LATE_TICK_S = 0.4

BACK, NEXT, HINT, CONFIRM = PINS


class Edge(NamedTuple):
    """A contact that closes or opens, so long after the start."""

    at_s: float
    button: ButtonName
    is_down: bool


class ButtonCase(NamedTuple):
    """What contacts do, and what the program is to report.

    Attributes:
        edges: in their order.
        until_s: how long the buttons are looked at.
        presses: what is reported, in its order: which button, and whether it was a long press.
        stuck: is down before the program starts.
        tick_s: how often somebody looks.
        is_late: nothing is told between two looks, as while a picture is drawn.
        held: what is held at the end.
    """

    edges: tuple[Edge, ...]
    until_s: float
    presses: tuple[tuple[ButtonName, bool], ...]
    stuck: ButtonName | None = None
    tick_s: float = TICK_S
    is_late: bool = False
    held: frozenset[ButtonName] = frozenset()


def bounces(
    rng: random.Random,
    start_s: float,
    settles_down: bool,
    most_edges: int = 30,
    longest_s: float = 0.02,
) -> list[tuple[float, bool]]:
    """Return an odd number of edges within *longest_s* that ends at *settles_down*."""
    count = rng.randrange(1, most_edges + 1, 2)
    times = sorted(start_s + rng.uniform(0, longest_s) for _ in range(count))
    times[0] = start_s
    return [(at, settles_down == (number % 2 == 0)) for number, at in enumerate(times)]


def _press(button: ButtonName, at_s: float = 0.1, held_s: float = 0.15) -> list[Edge]:
    return [Edge(at_s, button, True), Edge(at_s + held_s, button, False)]


def _bouncing(button: ButtonName, at_s: float, held_s: float, rng: random.Random) -> list[Edge]:
    down = bounces(rng, at_s, True)
    return [
        Edge(edge_s, button, is_down)
        for edge_s, is_down in down + bounces(rng, at_s + held_s, False)
    ]


def _case(
    edges: list[Edge], *presses: tuple[ButtonName, bool], after_s: float = 0.3, **more: object
) -> ButtonCase:
    ordered = tuple(sorted(edges))
    until_s = (ordered[-1].at_s if ordered else 0.1) + after_s
    return ButtonCase(ordered, until_s, presses, **more)  # type: ignore[arg-type]


def _storm(count: int) -> ButtonCase:
    rng = random.Random(37)
    edges: list[Edge] = []
    presses: list[tuple[ButtonName, bool]] = []
    at_s = 0.1
    for number in range(count):
        button = list(PINS)[number % len(PINS)]
        held_s = rng.uniform(0.08, 0.3)
        edges += _bouncing(button, at_s, held_s, rng)
        presses.append((button, False))
        at_s += held_s + rng.uniform(0.15, 0.3)
    return _case(edges, *presses)


def _cases() -> Iterator[tuple[str, ButtonCase]]:
    for button in PINS:
        yield f"{button.value}, short", _case(_press(button), (button, False))
        yield (
            f"{button.value}, bouncing",
            _case(_bouncing(button, 0.1, 0.2, random.Random(button.value)), (button, False)),
        )
    for button in (BACK, HINT):
        yield f"{button.value}, long", _case(_press(button, held_s=LONG_S + 0.5), (button, True))
    for button in (NEXT, CONFIRM):
        yield (
            f"{button.value}, long is one",
            _case(_press(button, held_s=LONG_S + 0.5), (button, False)),
        )
    yield "nothing", _case([])
    yield "a spike of a millisecond", _case(_press(CONFIRM, held_s=0.001))
    yield (
        "after a spike",
        _case(_press(CONFIRM, held_s=0.001) + _press(CONFIRM, at_s=0.3), (CONFIRM, False)),
    )
    yield (
        "stuck from the start",
        _case(_press(NEXT), (NEXT, False), stuck=CONFIRM, held=frozenset({CONFIRM}), after_s=1.0),
    )
    yield (
        "stuck, let go, pressed",
        _case(
            [Edge(0.3, CONFIRM, False), *_press(CONFIRM, at_s=0.8)],
            (CONFIRM, False),
            stuck=CONFIRM,
        ),
    )
    yield "stuck Back is no long press", _case([Edge(LONG_S + 0.5, BACK, False)], stuck=BACK)
    order = (NEXT, CONFIRM, BACK, HINT)
    yield (
        "four at once",
        _case(
            [Edge(0.1 + 0.002 * place, button, True) for place, button in enumerate(order)]
            + [Edge(0.4 + 0.1 * place, button, False) for place, button in enumerate(order)],
            *((button, False) for button in order),
        ),
    )
    yield "four held", _case(
        [Edge(0.1 + 0.05 * place, button, True) for place, button in enumerate(order)],
        (NEXT, False), (CONFIRM, False), (BACK, True), (HINT, True),
        after_s=LONG_S + 0.5, held=frozenset(PINS),
    )  # fmt: skip
    yield "one held, another pressed", _case(
        [Edge(0.1, HINT, True), *_press(NEXT, at_s=0.4), Edge(0.9, HINT, False)],
        (NEXT, False), (HINT, False),
    )  # fmt: skip
    two = [*_press(NEXT, at_s=0.45, held_s=0.08), *_press(NEXT, at_s=0.65, held_s=0.08)]
    yield (
        "two presses while nobody looks",
        _case(two, (NEXT, False), (NEXT, False), tick_s=LATE_TICK_S, after_s=0.5),
    )
    yield (
        "two presses that are told late",
        _case(two, (NEXT, False), (NEXT, False), tick_s=LATE_TICK_S, is_late=True, after_s=0.5),
    )
    yield "a storm of bounces", _storm(24)


CASES = dict(_cases())

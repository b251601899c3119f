"""Reads lamps back: the role that each dot shows, told from a frame's bytes alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.contract import Board
from companion.ui.board.marks import Mark
from companion.ui.lamps.light import LampLight, level

BRIGHT_PHASE = 4
"""The step of a second in which no lamp pattern is dark."""


class LampReading(NamedTuple):
    """What a frame shows.

    Attributes:
        roles: the role of each lit dot by its name, such as ``last-move``; the color
            in hexadecimal where it is that of no role.
        strays: lit lamps under which no dot lies.
    """

    roles: dict[str, str]
    strays: list[int]


def read_lamps(
    frame: bytes, board: Board, light: LampLight, carried: Callable[[bytes], bytes]
) -> LampReading:
    """Return what *frame*, made at a step of `BRIGHT_PHASE`, shows on *board*.

    *light* is what lights the lamps of *board*; *carried* gives bytes as the
    wire carries them.
    """
    lit = {lamp for lamp in range(light.count) if any(frame[3 * lamp : 3 * lamp + 3])}
    roles = {
        board.name_of(site): _role_of(frame[3 * lamp : 3 * lamp + 3], light, carried)
        for site, lamp in enumerate(light.lamps)
        if lamp in lit
    }
    return LampReading(roles, sorted(lit - set(light.lamps)))


def _role_of(rgb: bytes, light: LampLight, carried: Callable[[bytes], bytes]) -> str:
    for mark in Mark:
        glow = light.glows[mark]
        part = level(glow.pattern, BRIGHT_PHASE) * light.brightness / 100
        if carried(bytes(round(value * part) for value in glow.color)) == rgb:
            return mark.value.replace(" ", "-")
    return rgb.hex()

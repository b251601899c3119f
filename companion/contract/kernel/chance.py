"""Chance for random play, on integers of 64 bits: the same compiled and not.

For shuffling and dealing, where every order has to be possible, games use `random`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    # The compiler's; nothing needs it when the program runs.
    from mypy_extensions import i64

STATES: Final = (1 << 61) - 1
"""How many states the generator has, which are 1 to this number; a prime."""


def seeded(seed: i64) -> i64:
    """Return a state of the generator that the lowest 32 bits of *seed* name, well mixed.

    Source: C. Wellons, hash-prospector, for the two rounds.
    """
    seed &= 0xFFFFFFFF
    seed = (seed ^ seed >> 16) * 0x45D9F3B & 0xFFFFFFFF
    seed = (seed ^ seed >> 16) * 0x45D9F3B & 0xFFFFFFFF
    return (seed ^ seed >> 16) << 29 | 1


def drawn(chance: i64) -> i64:
    """Return the state of the generator after *chance*, which is not 0.

    A xorshift generator of 61 bits, whose shifts let it go through all states but 0.

    Source: G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (14), 2003.
    """
    chance ^= (chance & STATES >> 5) << 5
    chance ^= chance >> 14
    return chance ^ (chance & STATES >> 18) << 18


def share(chance: i64, total: i64) -> i64:
    """Return a number from 0 to *total* - 1 by the state *chance*.

    All have the same chance, but for the 32 bits of the state that choose: with a total of
    100 some numbers are preferred by less than one part in ten million.
    """
    return (chance >> 29) * total >> 32

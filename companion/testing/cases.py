"""What a suite plays: each option value and preset of a game, and positions of random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest

from companion.contract import (
    Game,
    GamePlugin,
    HalfMove,
    Move,
    OptionValue,
    Position,
    Token,
    Touch,
    option_text,
)
from companion.errors import PluginError
from companion.testing.random_games import LONGEST_ROUTE, Symmetry, by_list

KEPT = 5
"""Positions kept of each random game, the last two among them: what ends it is seen there."""
MOVES_TRIED = 40


class Traits:
    """What a suite is told of its game, as attributes of the class.

    Attributes:
        plugin: the game.
        perft: a file with counts of ply sequences; see `companion.testing.rule_checks`.
        symmetry: how the other player sees the game, where it is the same for both.
        counts_pieces: whether each piece is on the board or told by `off_board`, always;
            not so where there are always more.
        together: options to be tried beside each value and preset alone.
        strange_touches: what is touched where it means nothing.
        seeds: of the random games that are played with all options.
        more_seeds: of those that wear `more_marks`.
        more_marks: the marks of what takes long.
        longest_game: plies after which a random game is left unfinished.
        longest_sitting: plies after which one that is played on screen is given up; those of
            `more_seeds` are twice as long.
    """

    plugin: ClassVar[GamePlugin]
    perft: ClassVar[Path | None] = None
    symmetry: ClassVar[Symmetry | None] = None
    counts_pieces: ClassVar[bool] = True
    together: ClassVar[tuple[Mapping[str, str], ...]] = ()
    strange_touches: ClassVar[tuple[Touch, ...]] = (
        Token("", ()),
        Token("pass", ()),
        Token("hand", (0, 99)),
        Token("no such thing", (3,)),
    )
    seeds: ClassVar[tuple[int, ...]] = (1, 2, 3)
    more_seeds: ClassVar[tuple[int, ...]] = ()
    more_marks: ClassVar[Sequence[pytest.MarkDecorator]] = ()
    longest_game: ClassVar[int] = 150
    longest_sitting: ClassVar[int] = 150


class Case(NamedTuple):
    """A game with some options as texts, and the seeds of the random games played with them.

    One of `Traits.more_seeds` *has_time*: more is looked at.
    """

    traits: type[Traits]
    pairs: tuple[tuple[str, str], ...]
    seeds: tuple[int, ...]
    has_time: bool = False

    @property
    def game(self) -> Game:
        """Return the rules."""
        return self.traits.plugin.game

    @property
    def options(self) -> dict[str, OptionValue]:
        return self.game.parse_options(dict(self.pairs))

    @property
    def name(self) -> str:
        """Return what pytest calls it."""
        return "-".join([self.game.name, *(f"{name}={value}" for name, value in self.pairs)])


class Place(NamedTuple):
    """A position of a random game and how it came about."""

    position: Position
    story: str


def cases_of(
    traits: type[Traits], seeds: tuple[int, ...], *, has_time: bool = False
) -> tuple[Case, ...]:
    """Return the game with its defaults, each preset, and each value of each option."""
    return tuple(Case(traits, pairs, seeds, has_time) for pairs in _pairs(traits))


def _pairs(traits: type[Traits]) -> Iterator[tuple[tuple[str, str], ...]]:
    game = traits.plugin.game
    yield ()
    for preset in game.presets:
        yield (("preset", preset),)
    for spec in game.option_specs:
        needed = tuple((need, "on") for need in spec.needs)
        # Of a range one value stands for all.
        is_range = isinstance(spec.values, range)
        values = (spec.values[3 % len(spec.values)],) if is_range else spec.values
        for value in values:
            if value != spec.default:
                yield (*needed, (spec.name, option_text(value)))
    if isinstance(traits.together, Mapping):
        raise PluginError(f"expected together as ({{...}},), got {traits.together!r}")
    yield from (tuple(pairs.items()) for pairs in traits.together)


@cache
def places(case: Case) -> tuple[Place, ...]:
    """Return some positions of a few random games, finished ones among them where games finish."""
    kept: list[Place] = []
    for seed in case.seeds:
        steps = islice(by_list(case.game, case.options, seed), case.traits.longest_game)
        line = [Place(step.position, step.story) for step in steps]
        chance = random.Random(seed)
        before, end = line[:-2], line[-2:]
        kept += chance.sample(before, min(KEPT - len(end), len(before))) + end
    return tuple(kept)


def some_moves(position: Position) -> Sequence[Move]:
    """Return all legal moves, or a fixed sample where there are very many."""
    moves = position.legal_moves()
    if len(moves) <= MOVES_TRIED:
        return moves
    return random.Random(0).sample(list(moves), MOVES_TRIED)


def random_halves(place: Place, count: int = 6) -> Iterator[HalfMove]:
    """Yield half-made turns along random routes, the untouched one first."""
    for seed in range(count):
        chance = random.Random(seed)
        half = place.position.begin()
        yield half
        while half.next_touches() and len(half.touches) < LONGEST_ROUTE:
            half = half.touch(chance.choice(list(half.next_touches())))
            yield half


def halves(case: Case, count: int = 6) -> Iterator[tuple[HalfMove, str]]:
    """Yield `random_halves` of each of the `places`, with how each came about."""
    for place in places(case):
        for half in random_halves(place, count):
            yield half, f"{half.touches} in {place.story}"


def moves(case: Case) -> Iterator[tuple[Position, Move, str]]:
    """Yield `some_moves` of each of the `places`, with how each came about."""
    for position, story in places(case):
        for move in some_moves(position):
            yield position, move, f"{move.text} in {story}"


def seen(position: Position) -> tuple[object, ...]:
    """Return everything that a position tells."""
    return (
        position.to_text(),
        position.key,
        position.side,
        dict(position.options),
        dict(position.pieces()),
        position.off_board(),
        list(position.legal_moves()),
        position.outcome(),
        position.claims(),
    )


def touch_state(half: HalfMove) -> tuple[object, ...]:
    """Return everything that a half-made turn tells."""
    return (
        half.touches,
        half.progress,
        half.move,
        list(half.next_touches().items()),
        dict(half.pieces()),
        half.off_board(),
        half.lifted(),
        half.facts(),
    )

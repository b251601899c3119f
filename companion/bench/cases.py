"""What is measured of each game, as ``bench.toml`` in its folder says it, and its rules measured.

The keys are explained in ``docs/benchmarks.md``.  A game without the file is measured
as a whole, in a few games with its usual options.

Seeds are fixed, so that every run measures the same positions, and the clock is that
of the thread: what else the machine does at the time is no property of the rules.  The search
has a process of its own, so its clock is that on the wall.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from companion.contract import SEED_LIMIT, HalfMove, Move, Options, Position, Progress
from companion.engine.limits import Limits, Result
from companion.engine.service import Engine
from companion.errors import CompanionError, EngineError
from companion.plugins import GAMES, find_game
from companion.plugins.data_file import DataTable, read_data
from companion.words.game_words import game_title

FILE: Final = "bench.toml"
WHATS: Final = ("perft", "leaves", "playouts", "plies", "moves")
"""What a target may be about; see `companion.bench.targets`."""

NUMBERS: Final = range(1, 10_001)
DEPTHS: Final = range(1, 51)
COUNTS: Final = range(1, 10**15)
MOST_TARGET: Final = 1e9


@dataclass(frozen=True)
class Kind:
    """A game with its options, and how much of it is measured.

    Attributes:
        listed: random games whose every position has its legal moves listed.
        touched: random games made by touches, each touch of which is timed.
        legal_target_ms: wanted for 99 of 100 lists of legal moves.
        depth: to which perft is counted: the most that takes a second or so.
        leaves: what that has to find, where it is known.
    """

    title: str
    name: str
    listed: int = 5
    touched: int = 10
    options: Options = field(default_factory=dict, hash=False)
    legal_target_ms: float = 150
    depth: int = 1
    leaves: int | None = None

    def first_position(self, seed: int) -> Position:
        """Return the position that the game with *seed* begins with."""
        return find_game(self.name).initial(self.options, seed)


@dataclass(frozen=True)
class Target:
    """Something that a kind of game has to reach; *what* is one of `WHATS`.

    Attributes:
        target: seconds, thousands or millions a second.
        seed: of its first position.
        depth: of perft.
        leaves: what perft has to find, where it is known.
        is_deep: it takes minutes.
    """

    what: str
    kind: Kind
    target: float
    seed: int
    depth: int
    leaves: int | None
    is_deep: bool = False


@dataclass(frozen=True)
class Cases:
    """All that is measured of one game.

    Attributes:
        kinds: the game with its options; the first is the game as such.
        heaviest: options under which its screen has most to show.
        crowded: the text of a position with more moves than are listed, where there is one.
        perft: counts that the bench of the whole program times.
        targets: what its rules have to reach when they are compiled.
    """

    kinds: Sequence[Kind]
    heaviest: Options
    crowded: str
    perft: Sequence[Target]
    targets: Sequence[Target]


@cache
def cases_of(name: str) -> Cases:
    """Return what is measured of the game called *name*.

    Raises:
        OptionError: there is no such game.
        PluginError: its file says what none may say.
    """
    data = read_data(name, FILE)
    data.check_keys("kinds", "heaviest", "crowded", "perft", "targets")
    kinds = [_kind(name, table) for table in data.tables("kinds")]
    kinds = kinds or [Kind(game_title(name), name)]
    return Cases(
        kinds=kinds,
        heaviest=data.options("heaviest"),
        crowded=data.text("crowded", ""),
        perft=[_count(kinds[0], table) for table in data.tables("perft")],
        targets=[_target(kinds, table) for table in data.tables("targets")],
    )


def all_kinds() -> Sequence[Kind]:
    """Return the kinds of all games, in the order in which these are offered."""
    return [kind for name in GAMES for kind in cases_of(name).kinds]


def checked(count: int, expected: int | None) -> int:
    """Return *count*.

    Raises:
        CompanionError: it is another than the one *expected*, where one is.
    """
    if expected is not None and count != expected:
        raise CompanionError(f"expected a count of {expected}, got {count}")
    return count


def _kind(name: str, table: DataTable) -> Kind:
    table.check_keys(
        "title", "options", "listed", "touched", "legal_target_ms", "depth", "leaves"
    )  # fmt: skip
    usual = Kind(game_title(name), name)
    return Kind(
        title=table.text("title", usual.title),
        name=name,
        listed=table.whole("listed", NUMBERS, usual.listed),
        touched=table.whole("touched", NUMBERS, usual.touched),
        options=table.options("options"),
        legal_target_ms=table.number("legal_target_ms", 0, MOST_TARGET, usual.legal_target_ms),
        depth=table.whole("depth", DEPTHS, usual.depth),
        leaves=_leaves(table),
    )


def _count(kind: Kind, table: DataTable) -> Target:
    table.check_keys("depth", "leaves", "target", "deep")
    depth, leaves = table.whole("depth", DEPTHS), _leaves(table)
    return Target("perft", kind, _wanted(table), 0, depth, leaves, table.flag("deep"))


def _target(kinds: Sequence[Kind], table: DataTable) -> Target:
    table.check_keys("what", "kind", "options", "seed", "depth", "leaves", "target")
    by_title = {kind.title: kind for kind in kinds}
    kind = by_title[table.word("kind", tuple(by_title), kinds[0].title)]
    options = {**kind.options, **table.options("options")}
    return Target(
        what=table.word("what", WHATS),
        kind=Kind(kind.title, kind.name, options=options),
        target=_wanted(table),
        seed=table.whole("seed", range(SEED_LIMIT), 0),
        depth=table.whole("depth", DEPTHS, 1),
        leaves=_leaves(table),
    )


def _wanted(table: DataTable) -> float:
    return table.number("target", 0, MOST_TARGET)


def _leaves(table: DataTable) -> int | None:
    return table.whole("leaves", COUNTS) if "leaves" in table else None


MOST_PLIES = 500
LONGEST_ROUTE = 12
"""Touches after which a turn by touches ends as soon as it may."""


def percentile(values: Sequence[float], part: float) -> float:
    """Return the least of *values* that *part* of them (0.0 to 1.0) do not exceed.

    Source: the inverse of the empirical distribution, type 1 in Hyndman and Fan, "Sample
    Quantiles in Statistical Packages", The American Statistician 50 (1996).
    """
    rank = math.ceil(round(len(values) * part, 9))
    return sorted(values)[max(rank, 1) - 1]


def legal_moves_ms(kind: Kind) -> float:
    """Return the 99th percentile of listing all legal moves, in games of random legal moves."""
    took: list[float] = []
    for seed in range(kind.listed):
        chance = random.Random(seed)
        position = kind.first_position(seed)
        for _ in range(MOST_PLIES):
            started = time.thread_time()
            moves = position.legal_moves()
            took.append(time.thread_time() - started)
            if not moves:
                break
            position = position.play(chance.choice(moves))
    return 1000 * percentile(took, 0.99)


def touch_ms(kind: Kind) -> float:
    """Return the 99th percentile of answering a touch, in games of random touches.

    A touch makes the next half-made turn, and that says what may be touched then;
    after the last one of a turn the next turn is begun.  Random touches keep large
    towers together, so these are the positions with most to answer.
    """
    took: list[float] = []
    for seed in range(kind.touched):
        chance = random.Random(seed)
        position = kind.first_position(seed)
        for _ in range(MOST_PLIES):
            if position.outcome() is not None:
                break
            position = position.after(_made(position, chance, took))
    return 1000 * percentile(took, 0.99)


def random_plies(kind: Kind, seed: int) -> int:
    """Return the number of plies in a game of random legal moves, each listed, chosen, played."""
    chance = random.Random(seed)
    position = kind.first_position(seed)
    for plies in range(MOST_PLIES):
        moves = position.legal_moves()
        if not moves:
            return plies
        position = position.play(chance.choice(moves))
    return MOST_PLIES


def _made(position: Position, chance: random.Random, took: list[float]) -> HalfMove:
    """Return a turn made by random touches; add the time of each answer to *took*."""
    started = time.thread_time()
    half = position.begin()
    touches = half.next_touches()
    took.append(time.thread_time() - started)
    while half.progress is not Progress.COMPLETE:
        is_long = len(half.touches) >= LONGEST_ROUTE
        if half.progress is Progress.EXTENDABLE and (is_long or chance.random() < 0.5):
            break
        touch = chance.choice(list(touches))
        started = time.thread_time()
        half = half.extended(touch)
        touches = half.next_touches()
        took.append(time.thread_time() - started)
    return half


WAIT_SEED = 5
WAIT_PLIES = (0, 6, 13, 20, 27, 34)
"""After how many random plies a hint is asked for."""

POLL_S = 0.002
GIVE_UP_S = 20.0


def first_answer_s(kind: Kind, time_s: float) -> float:
    """Return the longest that the first answer to any question took, where *time_s* is given."""
    return max(first for first, _ in _waits(kind, time_s))


def last_answer_s(kind: Kind, time_s: float) -> float:
    """Return the longest that the last answer took, with the reasons for its move."""
    return max(last for _, last in _waits(kind, time_s))


@lru_cache(maxsize=1)
def _waits(kind: Kind, time_s: float) -> list[tuple[float, float]]:
    """Return the seconds until the first and the last answer to each question."""
    with closing(Engine()) as engine:
        # A program that has run for a while has its process.
        limits = Limits(time_s=time_s)
        _asked(engine, limits, kind.first_position(WAIT_SEED), ())
        return [_asked(engine, limits, start, moves) for start, moves in _questions(kind)]


def _questions(kind: Kind) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield where a random game began, and its moves so far, for each of `WAIT_PLIES`."""
    chance = random.Random(WAIT_SEED)
    start = position = kind.first_position(WAIT_SEED)
    moves: tuple[Move, ...] = ()
    while position.outcome() is None and len(moves) <= WAIT_PLIES[-1]:
        if len(moves) in WAIT_PLIES:
            yield start, moves
        move = chance.choice(position.legal_moves())
        position = position.play(move)
        moves = (*moves, move)


def _asked(
    engine: Engine, limits: Limits, start: Position, moves: tuple[Move, ...]
) -> tuple[float, float]:
    """Return the seconds until the first and the last answer.

    Raises:
        EngineError: the process gives none.
    """
    began = time.monotonic()
    asked = engine.ask(start, moves, limits, is_explained=True)
    first: float | None = None
    while (waited := time.monotonic() - began) < GIVE_UP_S:
        answer = asked.answer()
        if isinstance(answer, Result):
            first = waited if first is None else first
            if answer.is_final:
                return first, waited
        elif answer is not None:
            raise EngineError(f"expected an answer, got {answer.code!r}")
        time.sleep(POLL_S)
    raise EngineError(f"expected an answer within {GIVE_UP_S:g} s, got none")

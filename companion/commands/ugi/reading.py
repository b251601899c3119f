"""What the words of a line name, and what is answered at once about a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.commands.args.position import option_pairs, played
from companion.commands.args.values import number_within
from companion.commands.ugi.searching import Go
from companion.contract import SEED_LIMIT, Game, OptionSpec, OptionValue, Position, option_text
from companion.engine.limits import DEEPEST, LEVELS, MOST_NODES, MOST_TIME_S
from companion.errors import CompanionError, UsageError, did_you_mean
from companion.plugins import find_game

MOST_MS: Final = round(1000 * MOST_TIME_S)
CLOCKS: Final = ("p1time", "p2time", "p1inc", "p2inc")
RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "nodes": (1, MOST_NODES),
    "movetime": (1, MOST_MS),
    "depth": (1, DEEPEST),
    "level": (LEVELS[0], LEVELS[-1]),
    **dict.fromkeys(CLOCKS, (0, 10**9)),
}
"""What may follow ``go``, and the numbers that it takes."""

PASSED_OVER: Final = (
    "searchmoves", "ponder", "mate", "movestogo", "wtime", "btime", "winc", "binc",
)  # fmt: skip
"""What other protocols have after ``go``: it is no reason not to search."""

MOVES_TO_GO: Final = 25
"""So many moves the time on the clock is shared out among."""

KEPT_MS: Final = 100
"""Left on the clock for the way of the answer."""


@dataclass(frozen=True)
class NewGame:
    """A game to be begun, as often as is asked for."""

    game: Game
    options: dict[str, OptionValue]
    seed: int

    def first(self) -> Position:
        """Return its first position.

        Raises:
            CompanionError: there is none with these options.
        """
        return self.game.initial(self.options, self.seed)


def read_new_game(words: Sequence[str]) -> NewGame:
    """Return the game that ``GAME [seed N] [NAME=VALUE]...`` names.

    Raises:
        CompanionError: the game, an option, a value or the seed is unknown or out of range.
    """
    name, *rest = words
    game, seed = find_game(name), 0
    if rest[:1] == ["seed"]:
        seed = number_of("seed", " ".join(rest[1:2]), 0, SEED_LIMIT - 1)
        rest = rest[2:]
    return NewGame(game, game.parse_options(option_pairs(rest)), seed)


def read_go(words: Sequence[str], go: Go, side: int) -> tuple[Go, list[str]]:
    """Return *go* with the limits that *words* name, and what of them was passed over.

    *side* says whose clock counts; what the other one shows does not matter.

    Raises:
        UsageError: a word is unknown, or its number out of range.
    """
    numbers: dict[str, int] = {}
    passed_over: list[str] = []
    known = [*RANGES, "infinite"]
    at = 0
    while at < len(words):
        word, at = words[at], at + 1
        if word == "infinite":
            go = replace(go, is_infinite=True)
        elif word in RANGES:
            text = words[at] if at < len(words) else ""
            at += 1
            if word in CLOCKS and word not in (CLOCKS[side], CLOCKS[2 + side]):
                continue
            low, high = RANGES[word]
            if word in (*CLOCKS, "movetime"):
                text = _at_least(word, text, low, passed_over)
            numbers[word] = number_of(word, text, low, high)
        elif word in PASSED_OVER:
            until = at
            while until < len(words) and words[until] not in (*known, *PASSED_OVER):
                until += 1
            passed_over.append(f"passed over: {' '.join((word, *words[at:until]))}")
            at = until
        else:
            guess = did_you_mean(word, known)
            raise UsageError(f"expected go {', '.join(known)}, got {word!r}{guess}")
    milliseconds = numbers.get("movetime") or _share(numbers, side)
    limited = replace(
        go,
        nodes=numbers.get("nodes"),
        time_s=milliseconds / 1000 if milliseconds else None,
        depth=numbers.get("depth"),
        level=numbers.get("level", go.level),
    )
    return limited, passed_over


def _at_least(word: str, text: str, low: int, passed_over: list[str]) -> str:
    """Return the time *text* of *word*, or *low* where a clock has run out, which is told."""
    below = number_within(text.removeprefix("-"), 0, 10**9)
    if below is None or (not text.startswith("-") and below >= low):
        return text
    passed_over.append(f"took {word} {text} as {low}")
    return str(low)


def _share(numbers: Mapping[str, int], side: int) -> int | None:
    """Return the milliseconds that *side* may take of its clock, None without one."""
    left = numbers.get(CLOCKS[side])
    if left is None:
        return None
    wanted = left // MOVES_TO_GO + numbers.get(CLOCKS[2 + side], 0)
    return max(1, min(wanted, left - KEPT_MS, MOST_MS))


def number_of(name: str, text: str, low: int, high: int) -> int:
    """Return the number that *text* gives for *name*.

    Raises:
        UsageError: it is no whole number from *low* to *high*.
    """
    number = number_within(text, low, high)
    if number is None:
        raise UsageError(f"expected {name} as {low} to {high}, got {text!r}")
    return number


def kind_words(spec: OptionSpec) -> str:
    """Return what *spec* takes, in the words of the protocol."""
    default = option_text(spec.default)
    if isinstance(spec.values, range):
        return f"type spin default {default} min {spec.values.start} max {spec.values.stop - 1}"
    values = " ".join(f"var {option_text(value)}" for value in spec.values)
    return f"type combo default {default} {values}"


def answer_to(words: Sequence[str], position: Position) -> str:
    """Return the answer to the ``query`` of *words* about *position*, without ``moves``.

    Raises:
        UsageError: there is no such query.
    """
    answers: dict[str, Callable[[], str]] = {
        "p1turn": lambda: _truth(position.side == 0),
        "gameover": lambda: _truth(position.outcome() is not None),
        "result": lambda: _result(position),
        "islegal": lambda: _truth(_is_legal(position, words[1])),
        "position": position.to_text,
    }
    count = 2 if list(words[:1]) == ["islegal"] else 1
    if len(words) != count or words[0] not in answers:
        known = " or ".join([*answers, "moves", "moves all"])
        raise UsageError(f"expected query {known}, got {' '.join(words)!r}")
    return answers[words[0]]()


def _is_legal(position: Position, text: str) -> bool:
    try:
        played(position, text)
    except CompanionError:
        return False
    return True


def _result(position: Position) -> str:
    outcome = position.outcome()
    if outcome is None:
        return "none"
    return "draw" if outcome.winner is None else f"p{outcome.winner + 1}win"


def _truth(is_so: bool) -> str:
    return "true" if is_so else "false"

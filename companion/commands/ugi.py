"""A session with another program, line by line: a game, a position, one search or list at most."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from companion import version
from companion.commands.arguments import GameSoFar, number_within, option_pairs, played
from companion.commands.text import MOST_LISTED
from companion.contract import (
    SEED_LIMIT,
    Game,
    Move,
    OptionSpec,
    OptionValue,
    Position,
    option_text,
)
from companion.engine.knowledge import stuck, unused_tables
from companion.engine.limits import (
    DEEPEST,
    FULL,
    LEVELS,
    MOST_NODES,
    MOST_TIME_S,
    Limits,
    Result,
    plies_to_end,
)
from companion.engine.search import search
from companion.engine.service import Engine, Fault, SearchRequest
from companion.errors import (
    CompanionError,
    EngineError,
    UsageError,
    did_you_mean,
    failure,
    one_line,
)
from companion.plugins import GAMES, blamed, find_game
from companion.ui.widgets.background import Background, OnProgress

LONGEST_LINE: Final = 1 << 20
"""Bytes: room for the moves of a hundred long games."""

MOST_WAITING: Final = 1000
"""Lines that are read ahead; who writes more has to wait."""

READ_AT_ONCE: Final = 1 << 16


class LineReader:
    """What comes in through *descriptor*, line by line.

    It is read as raw bytes: at its end Python would wait for a thread inside a buffered file.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        threading.Thread(target=self._read, name="engine-lines", daemon=True).start()

    def next(self, timeout_s: float | None) -> str | None:
        """Return the next line, or None at the end of the input.

        Of a line that is too long its beginning comes, one byte more than allowed.

        Raises:
            TimeoutError: none came within *timeout_s*; None waits for ever.
        """
        try:
            return self._lines.get(timeout=timeout_s)
        except queue.Empty as error:
            raise TimeoutError from error

    def _read(self) -> None:
        try:
            self._read_all()
        finally:
            # Whatever ended it: who waits for a line is not to wait for ever.
            self._lines.put(None)

    def _read_all(self) -> None:
        rest, is_skipping = b"", False
        while data := self._some():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if not is_skipping:
                    self._put(line)
                is_skipping = False
            if len(rest) > LONGEST_LINE:
                if not is_skipping:
                    self._put(rest)
                rest, is_skipping = b"", True
        if rest and not is_skipping:
            self._put(rest)

    def _some(self) -> bytes:
        """Return what has come, waiting for some; nothing at the end, whatever it is."""
        try:
            return os.read(self._descriptor, READ_AT_ONCE)
        except OSError:
            return b""

    def _put(self, line: bytes) -> None:
        self._lines.put(line[: LONGEST_LINE + 1].decode("utf-8", "backslashreplace"))


USUAL_TIME_S: Final = 3.0
"""How long it may take where no limit is given, as long as on the screen."""

ListedMoves: TypeAlias = tuple[Sequence[Move], bool]
"""Moves, and whether they are all."""

QUICK_S = 0.2
"""Most lists are found in this time, and are told before any other line is taken."""


@dataclass(frozen=True)
class Go:
    """What a search may cost.

    Attributes:
        level: how well it plays.
        seed: names the choice among equal moves, deals of hidden hands, and slips.
        nodes: positions valued; None is no limit.
        time_s: seconds; None is the usual time, where nothing else ends it.
        depth: plies looked ahead; None is no limit.
        is_infinite: it is told to stop, whatever it has found.
    """

    level: int
    seed: int
    nodes: int | None = None
    time_s: float | None = None
    depth: int | None = None
    is_infinite: bool = False

    def limits(self) -> Limits:
        """Return the limits, with a time in any case."""
        is_free = self.nodes is None and self.depth is None and not self.is_infinite
        time_s = self.time_s or (USUAL_TIME_S if is_free else MOST_TIME_S)
        return Limits(self.nodes, time_s, self.depth or DEEPEST, self.level)


class RunningSearch:
    """The search that is under way, asked of *engine*.

    Raises:
        EngineError: the game is over, or goes on without a legal move.
    """

    def __init__(
        self,
        engine: Engine,
        game: GameSoFar,
        go: Go,
        clock: Callable[[], float],
    ) -> None:
        self._game, self._go = game, go
        self._clock, self._since_s = clock, clock()
        self._best: Result | None = None
        self._is_done = False
        self._asked: SearchRequest[Result] = engine.ask(
            game.start, game.moves, go.limits(), go.seed
        )
        outcome = self._asked.position.outcome()
        if outcome is not None:
            self._asked.drop()
            raise EngineError(
                f"expected a game that goes on, got one over by {str(outcome.reason)!r}"
            )
        if not self._asked.position.some_moves(1)[0]:
            self._asked.drop()
            raise stuck(self._asked.position)

    @property
    def is_infinite(self) -> bool:
        """Return whether it goes on until it is told to stop."""
        return self._go.is_infinite

    def news(self) -> Iterator[str]:
        """Yield what has been found since the last time, and what the search ends with.

        Raises:
            EngineError: it came to nothing.
        """
        answer = None if self._is_done else self._asked.answer()
        if isinstance(answer, Fault):
            self._is_done = True
            if self._best is None:
                raise EngineError(f"expected an answer of the search, got none: {answer.code}")
        elif answer is not None:
            self._best, self._is_done = answer, answer.is_final
            yield self._info(answer)
        if self._is_done and not self._go.is_infinite and self._best is not None:
            yield best_line(self._best.move)

    def stopped(self) -> str:
        """Return the end of the search, at once: the best so far, or a move seen at a glance."""
        self._asked.drop()
        if self._best is None:
            game = self._game
            self._best = search(game.position, Limits(nodes=1), self._go.seed, seen=game.seen)
        return best_line(self._best.move)

    def drop(self) -> None:
        """End it without a word."""
        self._asked.drop()

    def _info(self, result: Result) -> str:
        took_ms = round(1000 * (self._clock() - self._since_s))
        line = " ".join(move_word(move) for move in result.line)
        return (
            f"info depth {result.depth} nodes {result.nodes} time {took_ms} "
            f"score {score_words(result.score)} pv {line}"
        )


class MoveLister:
    """The moves of *position* as they are found: at most `MOST_LISTED`, or all of *is_whole*."""

    def __init__(self, position: Position, *, is_whole: bool) -> None:
        most = sys.maxsize if is_whole else MOST_LISTED

        def work(tell: OnProgress) -> ListedMoves:
            return position.some_moves(most, lambda count: tell(count, 0))

        self._finding = Background("moves", work, QUICK_S)

    def news(self) -> Iterator[str]:
        """Yield nothing as long as they are looked for, then the lines of the answer.

        Raises:
            EngineError: they cannot be found.
        """
        if self._finding.problem:
            raise EngineError(self._finding.problem)
        if self._finding.made is None:
            return
        moves, is_all = self._finding.made
        if not is_all:
            yield f"info string more than {MOST_LISTED:,} moves; query moves all lists them"
        yield f"response {' '.join(map(move_word, moves))}".rstrip()

    def stopped(self) -> str:
        """Return the end of the list where nobody waits for it any more."""
        self.drop()
        return "error expected the list of moves, got stop"

    def drop(self) -> None:
        """End it without a word."""
        self._finding.drop()


def best_line(move: Move) -> str:
    """Return the line that ends a search."""
    return f"bestmove {move_word(move)}"


def move_word(move: Move) -> str:
    """Return the notation of *move* as one word."""
    return move.text.replace(" ", ":")


def score_words(score: int) -> str:
    """Return *score* in hundredths of a piece, or in how many plies the game is won or lost."""
    plies = plies_to_end(score)
    if plies is None:
        return f"cp {score}"
    return f"{'win' if score > 0 else 'loss'} {plies}"


PROTOCOL: Final = 1
"""Goes up when what was answered means another thing."""

LEVEL, SEARCH_SEED = "Level", "SearchSeed"
WHILE_BUSY: Final = ("isready", "stop", "quit")
LAST_WORDS: Final = ("bestmove ", "response")
"""How the line begins that ends what is under way."""


class Session:
    """Answers line by line; what cannot be done is one line ``error``, and the session goes on.

    Args:
        engine: searches.
        say: tells the other program a line.
        new: the game to begin with.
        clock: returns seconds, from any beginning.

    Attributes:
        is_over: whether it was told to quit.
    """

    def __init__(
        self, engine: Engine, say: Callable[[str], None], new: NewGame, clock: Callable[[], float]
    ) -> None:
        self.is_over = False
        self._engine, self._say, self._clock = engine, say, clock
        self._new = new
        self._game = GameSoFar((new.first(),))
        self._level, self._search_seed = FULL, 0
        self._doing: RunningSearch | MoveLister | None = None
        self._waiting: deque[str] = deque()
        self._deeds: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._ugi,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._take_position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
            "quit": self._quit,
        }

    @property
    def is_busy(self) -> bool:
        """Return whether a search, or a list of moves, is under way."""
        return self._doing is not None

    def take(self, line: str) -> None:
        """Do what *line* asks for; an empty one asks for nothing."""
        # Some languages begin what they write with a byte order mark.
        words = line.removeprefix("\ufeff").split()
        if words:
            self._try(lambda: self._do(line, words))

    def look(self) -> None:
        """Tell what has been found since the last time, and do what had to wait for it."""
        self._try(self._tell_news)
        while self._waiting and not isinstance(self._doing, MoveLister):
            self.take(self._waiting.popleft())
            self._try(self._tell_news)

    def end_of_input(self) -> None:
        """Note that no more commands will come: what waits for one ends now."""
        if isinstance(self._doing, RunningSearch) and self._doing.is_infinite:
            self._try(lambda: self._stop([]))

    def close(self) -> None:
        """End what is under way without a word."""
        if self._doing is not None:
            self._doing.drop()
            self._doing = None

    def _try(self, deed: Callable[[], None]) -> None:
        """Do *deed*; tell why it cannot be done, and whose fault it is."""
        try:
            deed()
        except CompanionError as error:
            self._say(f"error {one_line(str(error))}")
        except Exception as error:
            plugin = blamed(error, self._game.position.game.name)
            if plugin is None:
                raise
            message = (
                f"expected game {plugin.game.name} to work, got {failure(error, plugin.folder)}"
            )
            self._say(f"error {one_line(message)}")

    def _do(self, line: str, words: list[str]) -> None:
        if len(line) > LONGEST_LINE:
            raise UsageError(f"expected a line of at most {LONGEST_LINE} bytes, got more")
        name, *rest = words
        deed = self._deeds.get(name)
        if deed is None:
            guess = did_you_mean(name, self._deeds)
            raise UsageError(f"expected a word ({', '.join(self._deeds)}), got {name!r}{guess}")
        if self.is_busy and name not in WHILE_BUSY:
            self._put_off(line, name)
            return
        deed(rest)

    def _put_off(self, line: str, name: str) -> None:
        """Put *line* off until the list of moves is done, as if it were read only then."""
        known = ", ".join(WHILE_BUSY)
        if not isinstance(self._doing, MoveLister):
            raise UsageError(f"expected {known} in a search, got {name!r}")
        if len(self._waiting) >= MOST_WAITING:
            raise UsageError(f"expected {known} while {MOST_WAITING} lines wait, got {name!r}")
        self._waiting.append(line)

    # Words

    def _ugi(self, words: list[str]) -> None:
        self._say(f"id name Board Companion {version()}")
        self._say("id author the authors of Board Companion")
        self._say(f"id protocol {PROTOCOL}")
        self._say(f"option name {LEVEL} type spin default {FULL} min {LEVELS[0]} max {FULL}")
        self._say(f"option name {SEARCH_SEED} type spin default 0 min 0 max {SEED_LIMIT - 1}")
        for game in GAMES.values():
            self._say(f"game {game.name} sides {' '.join(game.side_names)}")
            for spec in game.option_specs:
                self._say(f"gameoption {game.name} name {spec.name} {kind_words(spec)}")
            for preset in game.presets:
                self._say(f"gamepreset {game.name} name {preset}")
            for reason in unused_tables(game.name):
                self._say(f"info string {one_line(reason)}")
        self._say("ugiok")

    def _is_ready(self, words: list[str]) -> None:
        self._say("readyok")

    def _set_option(self, words: list[str]) -> None:
        if len(words) != 4 or (words[0], words[2]) != ("name", "value"):
            raise UsageError(f"expected setoption name NAME value VALUE, got {' '.join(words)!r}")
        if words[1] == LEVEL:
            self._level = number_of(LEVEL, words[3], LEVELS[0], FULL)
        elif words[1] == SEARCH_SEED:
            self._search_seed = number_of(SEARCH_SEED, words[3], 0, SEED_LIMIT - 1)
        else:
            raise UsageError(f"expected option {LEVEL} or {SEARCH_SEED}, got {words[1]!r}")

    def _new_game(self, words: list[str]) -> None:
        new = read_new_game(words) if words else self._new
        self._game = GameSoFar((new.first(),))
        self._new = new

    def _take_position(self, words: list[str]) -> None:
        if "moves" in words:
            at = words.index("moves")
            words, moves = words[:at], " ".join(words[at + 1 :])
        else:
            moves = ""
        kind, *text = words or [""]
        if kind == "startpos" and not text:
            start = self._new.first()
        elif kind == "fen" and text:
            start = self._new.game.from_text(" ".join(text))
        else:
            got = " ".join(words)
            raise UsageError(f"expected position startpos or position fen TEXT, got {got!r}")
        # All moves or, at an error, none: the game stays as it was.
        self._game = played(start, moves)

    def _go(self, words: list[str]) -> None:
        usual = Go(self._level, self._search_seed)
        go, passed_over = read_go(words, usual, self._game.position.side)
        for text in passed_over:
            self._say(f"info string {one_line(text)}")
        self._doing = RunningSearch(self._engine, self._game, go, self._clock)

    def _stop(self, words: list[str]) -> None:
        # Where it has just ended by itself, its answer is on the way.
        if self._doing is not None:
            doing, self._doing = self._doing, None
            self._say(doing.stopped())

    def _tell_news(self) -> None:
        if self._doing is None:
            return
        try:
            for line in self._doing.news():
                if line.startswith(LAST_WORDS):
                    self._doing = None
                self._say(line)
        except CompanionError:
            self._doing = None
            raise

    def _query(self, words: list[str]) -> None:
        if words in (["moves"], ["moves", "all"]):
            self._doing = MoveLister(self._game.position, is_whole=len(words) == 2)
        else:
            self._say(f"response {answer_to(words, self._game.position)}".rstrip())

    def _quit(self, words: list[str]) -> None:
        self.close()
        self._waiting.clear()
        self.is_over = True


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

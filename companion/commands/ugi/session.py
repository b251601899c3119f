"""What another program has asked for: the game, the position, and at most one search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion import version
from companion.commands.position_args import played
from companion.commands.ugi.lines import LONGEST_LINE
from companion.commands.ugi.reading import (
    NewGame,
    kind_words,
    number_of,
    read_go,
    read_new_game,
)
from companion.commands.ugi.searching import Go, Searching, move_word
from companion.contract import SEED_LIMIT, Move, Position
from companion.engine.limits import FULL, LEVELS
from companion.engine.service import Engine
from companion.errors import CompanionError, UsageError, did_you_mean, one_line
from companion.games import GAMES, blamed, said_by

PROTOCOL: Final = 1
"""Goes up when what was answered means another thing."""

LEVEL, SEARCH_SEED = "Level", "SearchSeed"
WHILE_SEARCHING: Final = ("isready", "stop", "quit")


class Session:
    """
    Answers line by line; what cannot be done is one line ``error``, and the session goes on.

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
        self._start = self._position = new.first()
        self._moves: tuple[Move, ...] = ()
        self._level, self._search_seed = FULL, 0
        self._searching: Searching | None = None
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
    def is_searching(self) -> bool:
        """Return whether a search is under way."""
        return self._searching is not None

    def take(self, line: str) -> None:
        """Do what *line* asks for; an empty one asks for nothing."""
        words = line.split()
        if words:
            self._try(lambda: self._do(line, words))

    def look(self) -> None:
        """Tell what the search has found since the last time."""
        self._try(self._tell_news)

    def close(self) -> None:
        """End the search without a word."""
        if self._searching is not None:
            self._searching.drop()
            self._searching = None

    def _try(self, deed: Callable[[], None]) -> None:
        """Do *deed*; tell why it cannot be done, and whose fault it is."""
        try:
            deed()
        except CompanionError as error:
            self._say(f"error {one_line(str(error))}")
        except Exception as error:
            plugin = blamed(error)
            if plugin is None:
                raise
            told = f"expected game {plugin.game.name} to work, got {said_by(error)}"
            self._say(f"error {one_line(told)}")

    def _do(self, line: str, words: list[str]) -> None:
        if len(line) > LONGEST_LINE:
            raise UsageError(f"expected a line of at most {LONGEST_LINE} bytes, got more")
        name, *rest = words
        deed = self._deeds.get(name)
        if deed is None:
            guess = did_you_mean(name, self._deeds)
            raise UsageError(f"expected a word ({', '.join(self._deeds)}), got {name!r}{guess}")
        if self.is_searching and name not in WHILE_SEARCHING:
            raise UsageError(f"expected {', '.join(WHILE_SEARCHING)} in a search, got {name!r}")
        deed(rest)

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
        self._begin(new.first(), "")
        self._new = new

    def _take_position(self, words: list[str]) -> None:
        if "moves" in words:
            at = words.index("moves")
            words, moves = words[:at], " ".join(words[at + 1 :])
        else:
            moves = ""
        kind, *text = words or [""]
        if kind == "startpos" and not text:
            self._begin(self._new.first(), moves)
        elif kind == "fen" and text:
            self._begin(self._new.game.from_text(" ".join(text)), moves)
        else:
            got = " ".join(words)
            raise UsageError(f"expected position startpos or position fen TEXT, got {got!r}")

    def _begin(self, start: Position, texts: str) -> None:
        """Take over *start* and the moves after it: all of them or, at an error, nothing."""
        moves, position = played(start, texts)
        self._start, self._moves, self._position = start, moves, position

    def _go(self, words: list[str]) -> None:
        usual = Go(None, None, self._level, self._search_seed)
        go = read_go(words, usual, self._position.side)
        self._searching = Searching(self._engine, self._start, self._moves, go, self._clock)

    def _stop(self, words: list[str]) -> None:
        # Where the search has just ended by itself, its answer is on the way.
        if self._searching is not None:
            searching, self._searching = self._searching, None
            self._say(searching.stopped())

    def _tell_news(self) -> None:
        if self._searching is None:
            return
        try:
            for line in self._searching.news():
                if line.startswith("bestmove "):
                    self._searching = None
                self._say(line)
        except CompanionError:
            self._searching = None
            raise

    def _query(self, words: list[str]) -> None:
        answers: dict[str, Callable[[], str]] = {
            "p1turn": lambda: _truth(self._position.side == 0),
            "gameover": lambda: _truth(self._position.outcome() is not None),
            "result": self._result,
            "islegal": lambda: _truth(self._is_legal(words[1])),
            "moves": lambda: " ".join(move_word(m) for m in self._position.legal_moves()),
            "position": self._position.to_text,
        }
        count = 2 if words[:1] == ["islegal"] else 1
        if len(words) != count or words[0] not in answers:
            raise UsageError(f"expected query {' or '.join(answers)}, got {' '.join(words)!r}")
        self._say(f"response {answers[words[0]]()}".rstrip())

    def _is_legal(self, text: str) -> bool:
        try:
            played(self._position, text)
        except CompanionError:
            return False
        return True

    def _result(self) -> str:
        outcome = self._position.outcome()
        if outcome is None:
            return "none"
        return "draw" if outcome.winner is None else f"p{outcome.winner + 1}win"

    def _quit(self, words: list[str]) -> None:
        self.close()
        self.is_over = True


def _truth(is_so: bool) -> str:
    return "true" if is_so else "false"

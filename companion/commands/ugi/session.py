"""What another program has asked for: the game, the position, at most one search or list."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from companion import version
from companion.commands.args.position import GameSoFar, played
from companion.commands.ugi.lines import LONGEST_LINE, MOST_WAITING
from companion.commands.ugi.reading import (
    NewGame,
    answer_to,
    kind_words,
    number_of,
    read_go,
    read_new_game,
)
from companion.commands.ugi.searching import Go, Listing, RunningSearch
from companion.contract import SEED_LIMIT
from companion.engine.knowledge import unused_tables
from companion.engine.limits import FULL, LEVELS
from companion.engine.service import Engine
from companion.errors import CompanionError, UsageError, did_you_mean, failure, one_line
from companion.plugins import GAMES, blamed

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
        self._doing: RunningSearch | Listing | None = None
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
        while self._waiting and not isinstance(self._doing, Listing):
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
        if not isinstance(self._doing, Listing):
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
            self._doing = Listing(self._game.position, is_whole=len(words) == 2)
        else:
            self._say(f"response {answer_to(words, self._game.position)}".rstrip())

    def _quit(self, words: list[str]) -> None:
        self.close()
        self._waiting.clear()
        self.is_over = True

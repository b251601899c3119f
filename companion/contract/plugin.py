"""A game as the program takes it in: the folder it lies in, and where its parts are.

Knows no part: each is loaded where it is needed, and held against what it has to be
by who needs it.  The data of a game lie in its folder under fixed names:
``board.toml``, ``paper.toml``, ``bench.toml``, ``pages.txt``, ``lessons/*.txt`` and
``samples/*.txt``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import TypeVar

from companion.contract.position import Game
from companion.errors import Message, PluginError, unexpected

Part = TypeVar("Part")


@dataclass(frozen=True)
class GamePlugin:
    """One game: where its parts are, those it has.

    A part is named as ``module:NAME``, the module as seen from the folder; an empty
    text is a part that the game does without.

    Attributes:
        folder: the package that the game lies in.
        rules: the `Game`.
        title: what it is called; without one its name stands for it.
        words: what its players read, a `companion.words.game_words.GameWords`.
        search: what the search knows of it, a `companion.engine.knowledge.Knowledge`.
        reasons: what speaks for a move, a function as `companion.engine.reasons.reasons`.
        notation: how other programs write its games, a `companion.contract.notation.Notation`.
        look: what it draws itself beside the board, a `companion.ui.board.marks.Look`.
        author: who made it; shown beside its name.
        license: under which it may be passed on.
        minutes: how long a game takes, roughly; 0 where that is not told.
    """

    folder: str
    rules: str
    title: str = ""
    words: str = ""
    search: str = ""
    reasons: str = ""
    notation: str = ""
    look: str = ""
    author: str = ""
    license: str = ""
    minutes: int = 0
    _loaded: list[Game] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def game(self) -> Game:
        """Return the rules, loaded when they are first asked for.

        Raises:
            PluginError: they are not there or no `Game`.
        """
        # No cached_property: in Python 3.11 one game that never loads would hold its lock,
        # which is one for all games.
        if not self._loaded:
            self._loaded.append(self._load_game())
        return self._loaded[0]

    def _load_game(self) -> Game:
        game = self.load(self.rules, object)
        if not isinstance(game, Game):
            raise PluginError(
                "{folder}: expected {rules} to be a Game, got a {kind}",
                folder=self.folder,
                rules=self.rules or "rules",
                kind=type(game).__name__,
            )
        return game

    def load(self, part: str, kind: type[Part]) -> Part | None:
        """Return the part that *part* names, or None where it is empty.

        Raises:
            PluginError: it cannot be imported, or is no *kind*.
        """
        if not part:
            return None
        module, _, name = part.partition(":")
        try:
            part_object = getattr(import_module(f"{self.folder}.{module}"), name)
        # Whatever a module of somebody else does, the other games are to be played.
        except Exception as error:
            message = Message(
                "{folder}: expected {part} to load, got {error}",
                folder=self.folder,
                part=part,
                error=unexpected(error),
            )
            raise PluginError(message) from error
        if not isinstance(part_object, kind):
            raise PluginError(
                "{folder}: expected {part} to be a {kind}, got a {got}",
                folder=self.folder,
                part=part,
                kind=kind.__name__,
                got=type(part_object).__name__,
            )
        return part_object

    def file(self, name: str) -> Traversable | None:
        """Return the file or folder *name* of the game, or None where it has none."""
        file = resources.files(self.folder) / name
        return file if file.is_file() or file.is_dir() else None

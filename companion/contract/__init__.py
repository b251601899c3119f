"""What every game promises: positions, half-made turns, options, a board; never a sentence.

The standard library alone: a game's rules import this and nothing else of the program.

A `GamePlugin` names the parts of a game and loads each where it is needed; who needs it holds it
against what it has to be.  The data of a game lie in its folder under fixed names:
``board.toml``, ``paper.toml``, ``bench.toml``, ``pages.txt``, ``lessons/*.txt`` and
``samples/*.txt``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import TypeVar

from companion.contract.board import DIRECTIONS as DIRECTIONS
from companion.contract.board import Board as Board
from companion.contract.board import LampGrid as LampGrid
from companion.contract.board import Site as Site
from companion.contract.board_table import board_of as board_of
from companion.contract.board_table import parse_board as parse_board
from companion.contract.board_table import read_board as read_board
from companion.contract.options import SEED_LIMIT as SEED_LIMIT
from companion.contract.options import Choices as Choices
from companion.contract.options import Options as Options
from companion.contract.options import OptionSpec as OptionSpec
from companion.contract.options import OptionValue as OptionValue
from companion.contract.options import check_seed as check_seed
from companion.contract.options import option_text as option_text
from companion.contract.options import start_spec as start_spec
from companion.contract.position import Game as Game
from companion.contract.position import HalfMove as HalfMove
from companion.contract.position import Position as Position
from companion.contract.values import Claim as Claim
from companion.contract.values import Countdown as Countdown
from companion.contract.values import Fact as Fact
from companion.contract.values import FactValue as FactValue
from companion.contract.values import Hands as Hands
from companion.contract.values import Lifted as Lifted
from companion.contract.values import Move as Move
from companion.contract.values import Outcome as Outcome
from companion.contract.values import Piece as Piece
from companion.contract.values import Placement as Placement
from companion.contract.values import Progress as Progress
from companion.contract.values import Refusal as Refusal
from companion.contract.values import RefusedError as RefusedError
from companion.contract.values import Side as Side
from companion.contract.values import Token as Token
from companion.contract.values import Touch as Touch
from companion.contract.values import harmed_pieces as harmed_pieces
from companion.contract.values import harmed_sites as harmed_sites
from companion.contract.values import removed_sites as removed_sites
from companion.contract.values import sites_among as sites_among
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

"""All that is said of one game: what it brings itself, and working defaults for the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from companion.contract import Game, Options
from companion.plugins import plugin_of
from companion.words.parts.hints import HintWords
from companion.words.parts.moves import MoveWords
from companion.words.parts.names import Names
from companion.words.parts.options import OptionWords
from companion.words.parts.panel import PanelWords
from companion.words.parts.sentences import Sentences
from companion.words.parts.set_up import SetUpWords
from companion.words.parts.turn import TurnWords
from companion.words.rules.page import Page, RulesContext
from companion.words.translate import learn_from


class GameWords:
    """The words of one game, part by part; a part that it does not bring is the default.

    A game without any is told by its rules, its board and its codes alone, for example
    ``makes-mill`` as "makes mill".
    """

    def __init__(
        self,
        game: Game,
        *,
        names: Callable[[Game], Names] = Names,
        options: Callable[[Names], OptionWords] = OptionWords,
        set_up: Callable[[Names], SetUpWords] = SetUpWords,
        turn: Callable[[Names], TurnWords] = TurnWords,
        sentences: Callable[[Names], Sentences] = Sentences,
        hints: Callable[[Names], HintWords] = HintWords,
        moves: Callable[[Names], MoveWords] = MoveWords,
        panel: Callable[[Names], PanelWords] = PanelWords,
        position: Callable[[str, Options], str] = lambda text, options: text,
        pages: Callable[[RulesContext], tuple[Page, ...]] | None = None,
    ) -> None:
        """Put together what is said of *game*.

        Args:
            game: the rules.
            names: makes what game, sides, pieces and places are called.
            options: makes what options and presets are called and mean.
            set_up: makes what is told before the game begins.
            turn: makes what is told while a turn is made.
            sentences: makes the sentences for the codes of the rules.
            hints: makes what hints say of moves.
            moves: makes how a whole move is said without its notation.
            panel: makes what the panel beside the board says of each side.
            position: returns the text of a position, under some options but without them, of how
                its ``pages.txt`` writes it.
            pages: returns the pages of its rules; only asked where it has no ``pages.txt``.
        """
        self.names = names(game)
        self.options = options(self.names)
        self.set_up = set_up(self.names)
        self.turn = turn(self.names)
        self.sentences = sentences(self.names)
        self.hints = hints(self.names)
        self.moves = moves(self.names)
        self.panel = panel(self.names)
        self.position = position
        self.pages = pages


@cache
def words_of(game: str) -> GameWords:
    """Return what is said of the game called *game*.

    Raises:
        OptionError: there is no such game.
        PluginError: what it brings is no `GameWords`.
    """
    plugin = plugin_of(game)
    learn_from(plugin.file("locale"))
    return plugin.load(plugin.words, GameWords) or GameWords(plugin.game)

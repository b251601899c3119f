"""All that is said of one game: what it brings itself, and working defaults for the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from companion.contract import Game, HalfMove, Options, OptionValue, Piece, Side
from companion.errors import OptionError
from companion.plugins import GAMES, known, plugin_of
from companion.words.names import (
    Names,
    OptionWords,
    Page,
    PanelRow,
    PanelWords,
    RulesContext,
    Sentences,
    SetUpWords,
)
from companion.words.translate import Phrase, learn_by_ear, learn_from, ntr, tr
from companion.words.turn import HintWords, MoveWords, TurnWords


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
        by_ear: Mapping[str, Phrase] = MappingProxyType({}),
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
            by_ear: what players who hear everything are told instead of these messages, those
                of its lessons among them.
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
        self.by_ear = by_ear
        learn_by_ear(by_ear)


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


PRESET_HEADING = Phrase("Rule set")
SET_UP_NUMBER = Phrase("Setup number")
FORMED = Phrase("Mix all {count} sizes to win")
"""The heading over the sizes that stand in mixed towers."""


def game_title(name: str) -> str:
    """Return the title of the game called *name*, or *name* where there is no such game."""
    return words_of(name).names.title() if name in GAMES else name


def game_line(name: str) -> str:
    """Return what the game called *name* is about, in one or two short sentences."""
    return words_of(name).names.line()


def side_name(side: Side, game: str) -> str:
    """Return what the players of *game* call *side*."""
    return words_of(game).names.side(side)


def piece_name(game: str, piece: Piece) -> str:
    """Return *piece* with its owner, such as ``Black's small piece`` or ``Blue 12``."""
    return words_of(game).names.piece(piece)


def off_board_title(game: str) -> str:
    """Return the heading over the pieces that left the board."""
    return words_of(game).names.off_board()


def panel_row(half: HalfMove, side: Side, who: str = "") -> PanelRow | None:
    """Return what the panel says of *side*, or None where names are enough.

    *who* stands for the side where its players have a name.
    """
    words = words_of(half.position.game.name)
    row = words.panel.row(half, side)
    if row is None:
        return None
    return row._replace(text=row.text.replace("{side}", who or words.names.side(side)))


def preset_of(game: Game, options: dict[str, OptionValue]) -> str | None:
    """Return the preset that *options* amount to, or None; who starts does not matter."""
    compared = [spec.name for spec in game.option_specs if not spec.decides_start]
    for name, preset in game.presets.items():
        whole = game.complete(preset)
        if all(whole[key] == options[key] for key in compared):
            return name
    return None


def card_text(game: Game) -> str:
    """Return how many play *game*, and how many minutes it takes where that is told."""
    plugin = known(game.name)
    players = _players_text(seat_counts(game))
    if plugin is None or not plugin.minutes:
        return players
    return tr("{players}, about {count} min").format(players=players, count=plugin.minutes)


def seat_counts(game: Game) -> tuple[int, ...]:
    """Return with how many players *game* can be played, as its options decide."""
    counts = {game.seat_count(game.complete(None))}
    for spec in game.option_specs:
        if not isinstance(spec.values, range):
            counts |= {_count(game, spec.name, value) for value in spec.values}
    return tuple(sorted(counts - {0}))


def _count(game: Game, option: str, value: OptionValue) -> int:
    try:
        return game.seat_count(game.complete({option: value}))
    except OptionError:
        # It needs another option as well, which is looked at by itself.
        return 0


def _players_text(counts: tuple[int, ...]) -> str:
    if len(counts) == 1:
        return ntr("{count} player", "{count} players", counts[0])
    return tr("{few} or {many} players").format(few=counts[0], many=counts[-1])

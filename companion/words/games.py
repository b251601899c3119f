"""The names of games, sides and pieces, each as its game has it, and what a card says of one."""

from __future__ import annotations

from companion.contract import Game, HalfMove, OptionValue, Piece, Side
from companion.errors import OptionError
from companion.plugins import GAMES, known
from companion.words.game_words import words_of
from companion.words.parts.panel import PanelRow
from companion.words.translate import Phrase, ntr, tr

PRESET_HEADING = Phrase("Rule set")
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


def panel_row(half: HalfMove, side: Side) -> PanelRow | None:
    """Return what the panel says of *side*, or None where names are enough."""
    return words_of(half.position.game.name).panel.row(half, side)


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

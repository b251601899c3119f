"""What a card says of a game beside its picture: how many play it, and how long it takes."""

from __future__ import annotations

from companion.contract import Game, OptionValue
from companion.errors import OptionError
from companion.games import known
from companion.words.translate import ntr, tr


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

"""The game that was begun last at this table, to be begun again with one press."""

from __future__ import annotations

from companion.clock.setting import parse_clock
from companion.contract import Game, Options
from companion.errors import CompanionError
from companion.match.entries import Header
from companion.match.new_match import NewMatch
from companion.match.seats import is_playable, seated
from companion.plugins import built_in, is_known, plugins
from companion.ui.desk import Desk
from companion.words.facts import plies_text
from companion.words.games import game_title
from companion.words.scenes.start import UNFINISHED_KEPT


def last_match(stage: Desk) -> NewMatch | None:
    """Return what was begun last with its players, rules and hints, or None."""
    # The first screen does not wait for games that are installed beside the program.
    offered = plugins() if is_known() else built_in()
    for header in stage.services.library.last_games.all():
        plugin = offered.get(header.game)
        begun = _begun(header, plugin.game) if plugin is not None else None
        if begun is not None:
            return begun
    return None


def last_options(stage: Desk, game: Game) -> NewMatch:
    """Return how *game* was begun last, or how it begins unless something is chosen."""
    header = stage.services.library.last_games.of(game.name)
    begun = _begun(header, game) if header is not None else None
    return begun or NewMatch(game, game.complete(None))


def _begun(header: Header, game: Game) -> NewMatch | None:
    """Return what *header* tells, or None where *game* is not played like that any more."""
    try:
        options: Options = game.complete(header.options)
        clock = parse_clock(header.clock)
    except CompanionError:
        return None
    players = seated(header.players, game.seat_count(options))
    if not is_playable(players, game, options):
        return None
    return NewMatch(game, options, players=players, hints=header.hints, clock=clock)


def kept_text(stage: Desk) -> str:
    """Return what becomes of the unfinished game when another one begins, or an empty text."""
    unfinished = stage.services.library.unfinished()
    if unfinished is None or not unfinished.plies:
        # Without a move there is nothing to record.
        return ""
    plies = plies_text(len(unfinished.plies))
    return UNFINISHED_KEPT(game=game_title(unfinished.game.name), plies=plies)

"""What the search knows of each game, and nothing more than the rules of one that is new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.contract import Game
from companion.engine.knowledge import Knowledge
from companion.games.alquerque.search.evaluator import AlquerqueKnowledge
from companion.games.querni.search.evaluator import QuerniKnowledge
from companion.games.quincala_knocking.search.evaluator import KnockingKnowledge
from companion.games.quincala_mixing.search.evaluator import MixingKnowledge
from companion.games.quincy.search.evaluator import QuincyKnowledge

_OF_GAME: Final[Mapping[str, Knowledge]] = {
    "alquerque": AlquerqueKnowledge(),
    "quincala-knocking": KnockingKnowledge(),
    "quincala-mixing": MixingKnowledge(),
    "querni": QuerniKnowledge(),
    "quincy": QuincyKnowledge(),
}
_PLAIN: Final = Knowledge()


def knowledge_of(game: Game) -> Knowledge:
    """Return what is known of *game*."""
    return _OF_GAME.get(game.name, _PLAIN)

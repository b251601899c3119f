"""What the search knows of each game, and nothing more than the rules of one that is new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.evaluators.alquerque import AlquerqueKnowledge
from companion.engine.evaluators.knocking import KnockingKnowledge
from companion.engine.evaluators.mixing import MixingKnowledge
from companion.engine.evaluators.querni import QuerniKnowledge
from companion.engine.evaluators.quincy import QuincyKnowledge
from companion.engine.knowledge import Knowledge
from companion.games.contract import Game

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

"""How much of a bar belongs to the side to move, by the score of its best move."""

from __future__ import annotations

import math
from typing import Final

from companion.engine.limits import plies_to_end

NEARLY_WON: Final = 400
"""The score at which nine tenths of the bar are filled.

From there on `companion.words.engine.score_text` says "far ahead", so that bar and
words agree.  It is not a winning chance measured in games.
"""

_SLOPE: Final = math.log(9) / NEARLY_WON


def bar_share(score: int) -> float:
    """Return how much of the bar is the side to move's: a logistic of *score*.

    Args:
        score: hundredths of a piece, as `Result.score` tells it.

    Returns:
        0.0 where the game is lost for certain, 0.5 where both stand alike, 1.0 where
        it is won for certain.
    """
    if plies_to_end(score) is not None:
        return 1.0 if score > 0 else 0.0
    # The logistic by its other form, as exp() of the scores near a sure loss overflows.
    return (1 + math.tanh(_SLOPE * score / 2)) / 2

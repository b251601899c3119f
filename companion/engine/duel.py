"""Games of the engine against itself, one side given other limits than the other.

Knows no words and prints nothing.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.engine.limits import Limits
from companion.engine.search import search
from companion.games.contract import Game, Move, Position, Side
from companion.games.options import Options

OPENING_PLIES: Final = 4
MOST_PLIES: Final = 400
"""A game that is still going on counts as drawn."""

REPETITIONS: Final = 3
"""Standing so often with the same side to move, a position is drawn by agreement."""

CERTAINTY: Final = 1.96
"""Standard errors within which the score lies 95 times in 100."""


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost by the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def with_game(self, winner: Side | None, first: Side) -> Tally:
        """Return the tally with one more game, in which the first player had side *first*."""
        if winner is None:
            return Tally(self.wins, self.draws + 1, self.losses)
        if winner == first:
            return Tally(self.wins + 1, self.draws, self.losses)
        return Tally(self.wins, self.draws, self.losses + 1)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Return the share of the points, 0 .. 1, a draw counting half."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def error(self) -> float:
        """
        Return how far the score may be off, 95 times in 100: the score interval of Wilson.

        Unlike the plain standard error it is not nothing where all games were won.
        """
        z, n, p = CERTAINTY, self.games, self.score
        return z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)


def duel(
    game: Game,
    options: Options | None,
    players: tuple[Limits | None, Limits | None],
    games: int,
    seed: int,
) -> Iterator[Tally]:
    """
    Yield the tally after each of *games* games.

    Two games in a row have one set-up and opening, with sides changed between them.

    Args:
        game: what is played.
        options: some or all of its options; the others take their defaults.
        players: the limits of each; None plays any legal move, all alike.
        games: how many, at least 1.
        seed: names set-ups, openings and all that the players do.
    """
    tally = Tally()
    for number in range(games):
        pair, first = number // 2, number % 2
        chance = random.Random(f"{seed} {pair}")
        opening = _opening(game.initial(options, chance.getrandbits(32)), chance)
        seats = players if first == 0 else players[::-1]
        tally = tally.with_game(_winner(opening, seats, chance), first)
        yield tally


def _opening(start: Position, chance: random.Random) -> list[Position]:
    """Return the positions of an opening of random plies that leave the game going on."""
    positions = [start]
    for _ in range(OPENING_PLIES):
        after = positions[-1].play(chance.choice(positions[-1].legal_moves()))
        if after.outcome() is not None:
            break
        positions.append(after)
    return positions


def _winner(
    opening: list[Position], seats: tuple[Limits | None, Limits | None], chance: random.Random
) -> Side | None:
    position = opening[-1]
    stood = Counter(before.key for before in opening)
    for _ in range(MOST_PLIES):
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner
        if stood[position.key] >= REPETITIONS:
            return None
        position = position.play(_chosen(position, seats[position.side], stood, chance))
        stood[position.key] += 1
    return None


def _chosen(
    position: Position, limits: Limits | None, stood: Counter[object], chance: random.Random
) -> Move:
    seed = chance.getrandbits(32)
    if limits is None:
        return random.Random(seed).choice(position.legal_moves())
    return search(position, limits, seed, seen=stood).move

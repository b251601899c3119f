"""How often a verdict is contradicted within four plies of play by the hints themselves.

``python -m tests.engine.verdicts GAMES NODES [KIND ...]`` prints it for each kind of game: from
random openings, each ply as the hint with so many nodes has it, and what the hint says of how the
game stands.  A verdict that one side is ahead is contradicted where the other one is said to be
ahead one to four plies later.
"""

import random
import sys

from companion.engine.limits import Limits
from companion.engine.search import search
from companion.plugins import find_game
from companion.words.program import score_text
from tests.engine.endgames import KINDS

OPENING_PLIES = 4
WITHIN = 4
LONGEST_GAME = 80
PLAYED = ("alquerque", "knocking", "mixing-3", "querni", "quincy")
EVEN = score_text(0, 0, "alquerque")


def side_ahead(position, result):
    """Who is said to stand better; None where the game is said to be even."""
    if score_text(result.score, position.side, position.game.name) == EVEN:
        return None
    return position.side if result.score > 0 else 1 - position.side


def verdicts_of(kind, seed, nodes):
    """Who is said to stand better before each ply of a game that is played as hints advise."""
    name, options = KINDS[kind]
    chance = random.Random(seed)
    position = find_game(name).initial(options, seed)
    # Shuffled tiles and dominoes are an opening.
    for _ in range(0 if name in ("querni", "quincy") else OPENING_PLIES):
        position = position.play(chance.choice(position.legal_moves()))
    seen, verdicts = [], []
    while position.outcome() is None and len(verdicts) < LONGEST_GAME:
        result = search(position, Limits(nodes=nodes), seed, seen=seen)
        verdicts.append(side_ahead(position, result))
        seen.append(position.key)
        position = position.play(result.move)
    return verdicts


def contradicted(verdicts):
    """How many of *verdicts* say that a side is ahead, and how many of those are contradicted."""
    said = [(at, side) for at, side in enumerate(verdicts) if side is not None]
    wrong = sum(1 - side in verdicts[at + 1 : at + 1 + WITHIN] for at, side in said)
    return len(said), wrong


def print_contradicted(games, nodes, *kinds):
    for kind in kinds or PLAYED:
        counts = [contradicted(verdicts_of(kind, seed, int(nodes))) for seed in range(int(games))]
        said, wrong = (sum(column) for column in zip(*counts, strict=True))
        print(f"{kind}: {wrong} of {said} verdicts contradicted", flush=True)


if __name__ == "__main__":
    print_contradicted(*sys.argv[1:])

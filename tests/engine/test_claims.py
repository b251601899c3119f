"""What a hint says is won or lost for certain is: every reply tried, and played against."""

import random
from collections import Counter
from itertools import count

import pytest

from companion.engine.limits import Limits
from companion.engine.search import search
from companion.plugins import find_game
from tests.engine.proofs import Advised, Prover, TooManyError, claim

KINDS = {
    "alquerque": ("alquerque", {}),
    "alquerque-endless": ("alquerque", {"quiet_limit": 0}),
    "alquerque-bell": ("alquerque", {"compulsory": True, "forward": "on"}),
    "alquerque-huffing": ("alquerque", {"compulsory": True, "huffing": True}),
    "knocking": ("quincala-knocking", {}),
    "mixing-3": ("quincala-mixing", {"sizes": 3}),
    "mixing-4": ("quincala-mixing", {"sizes": 4}),
    "mixing-5": ("quincala-mixing", {"sizes": 5}),
    "querni": ("querni", {}),
    "quincy": ("quincy", {}),
    "quincy-four": ("quincy", {"players": 4}),
}

NODES = {"knocking": 150_000, "mixing-3": 150_000, "mixing-4": 150_000, "mixing-5": 150_000}
"""Of one hint; enough for the look for forced wins in the Quincala games."""

USUAL_NODES = 40_000

FEW_NODES = 1_000
"""Of a hint where nothing is compiled, and of the moves between the positions asked about."""

QUICK = (
    "alquerque",
    "alquerque-bell",
    "alquerque-huffing",
    "knocking",
    "mixing-3",
    "querni",
    "quincy",
)
QUICK_ASKED = {"mixing-3": 15}

FIRST_ASKED = 10
"""Plies of each game before anything is asked: there is nothing to claim yet."""

RANDOM_SHARE = 0.15
"""How often a move between them is any move: wins come up which nobody has prepared."""

AT_ONCE = ("quincy", "quincy-four")
"""Where only the domino that wins at once is certain, as the others are hidden."""

WANTED = {"mixing-4": 50, "mixing-5": 5}
"""How many claims are checked: 300 of each game, and fewer of the larger kinds of Mixing, whose
hints claim something once a minute."""

MOST_PLIES = {"alquerque": 9, "alquerque-endless": 9, "alquerque-bell": 13, "alquerque-huffing": 9}
"""The longest claims that every reply is tried of: longer ones are counted, and left out."""

USUAL_PLIES = 5

SURE_PLIES = 3
"""Claims of no more are kept to the ply: the win within a turn is always taken."""

MOST_HINTS = 400
LONGEST_GAME = 120


def asked(kind, nodes):
    """What hints answer along games of hinted and random moves: position, those before it, answer.

    The moves are those of hints that may look at few positions, so that games do not last.
    """
    name, options = KINDS[kind]
    for seed in count():
        chance = random.Random(f"{kind} {seed}")
        position = find_game(name).initial(options, seed)
        seen = []
        while position.outcome() is None and len(seen) < LONGEST_GAME:
            if len(seen) >= FIRST_ASKED:
                yield position, seen, search(position, Limits(nodes=nodes), seed, seen=seen)
            seen = [*seen, position.key]
            if chance.random() < RANDOM_SHARE or len(seen) < 4:
                position = position.play(chance.choice(position.legal_moves()))
            else:
                hint = search(position, Limits(nodes=min(nodes, FEW_NODES)), seed, seen=seen[:-1])
                position = position.play(hint.move)


def checked(kind, number, nodes, most_asked):
    """Check *number* claims, of two plies and more but `AT_ONCE`; count them by kind of check."""
    counts = Counter()
    for position, seen, result in asked(kind, nodes):
        counts["asked"] += 1
        claimed = claim(position, result)
        if claimed is not None:
            winner, plies = claimed
            story = (kind, position.to_text(), result.move.text, claimed)
            if plies == 1 and kind not in AT_ONCE:
                counts["at once"] += 1
            elif plies > MOST_PLIES.get(kind, USUAL_PLIES):
                counts["too long"] += 1
            else:
                assert Prover().wins(position, winner, plies), story
                counts["proved"] += 1
                try:
                    advised = Advised(Limits(nodes=nodes), MOST_HINTS)
                    is_own = position.side == winner
                    at = position.play(result.move) if is_own else position
                    is_kept = advised.wins(at, winner, plies - is_own, [*seen, position.key])
                    # Farther away another win may be chosen, which takes longer.
                    assert is_kept or plies > SURE_PLIES, story
                    counts["kept in play" if is_kept else "won later"] += 1
                except TooManyError:
                    counts["too many replies to play"] += 1
        if counts["proved"] >= number or counts["asked"] >= most_asked:
            break
    return counts


@pytest.mark.parametrize("kind", QUICK)
def test_what_is_said_to_be_won_is_won(kind):
    counts = checked(kind, 2, FEW_NODES, QUICK_ASKED.get(kind, 30))
    assert counts["asked"], counts


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_300_claims_hold(kind):
    wanted = WANTED.get(kind, 300)
    counts = checked(kind, wanted, NODES.get(kind, USUAL_NODES), 20_000)
    print(kind, dict(counts))
    assert counts["proved"] >= wanted, counts

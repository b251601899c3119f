"""Random games of every kind, named by a seed, and what must hold of each of their positions.

The invariants are told here anew, from the rules, in the words of the contract alone:
pieces, towers, hands and ends, not the integers on which the rules are played.
"""

import re
from collections import Counter

from companion.contract import Token, option_text
from companion.games.quincy.kernel.rules import pile_count
from companion.plugins import find_game
from companion.testing import random_games
from companion.testing.random_games import check_step, inventory, standing

LONG_LISTS = "quincala-mixing"
"""The game whose lists of moves take most of a suite's time, as they are hundreds long."""

KINDS = (
    ("quincala-knocking", {}),
    ("quincala-mixing", {"sizes": 3}),
    ("quincala-mixing", {"sizes": 4}),
    ("quincala-mixing", {"sizes": 5}),
    ("quincy", {"starts": "coin"}),
    ("quincy", {"players": 4}),
    ("quincy", {"dominoes": "physical"}),
    ("quincy", {"players": 4, "dominoes": "physical"}),
    ("querni", {"starts": "coin"}),
    ("querni", {"passing": True}),
    ("querni", {"draw_after": 200}),
    ("alquerque", {"starts": "coin"}),
    ("alquerque", {"compulsory": True, "forward": "on"}),
    ("alquerque", {"compulsory": True, "forward": "on", "no_return": True}),
    ("alquerque", {"forward": "captures-free"}),
    ("alquerque", {"compulsory": True, "huffing": True}),
    ("alquerque", {"compulsory": True, "huffing": True, "forward": "on", "no_return": True}),
    ("alquerque", {"quiet_limit": 0}),
)
"""Each game with its options, on their own and together where they meet."""


def kind_id(kind):
    name, options = kind
    return "-".join([name, *(f"{key}={option_text(value)}" for key, value in options.items())])


def by_list(kind, seed):
    """The positions of a game whose plies are chosen from the list of legal moves, all alike."""
    name, options = kind
    return random_games.by_list(find_game(name), options, seed)


def by_touch(kind, seed):
    """The positions of a game whose plies are made by random touches, towers kept together."""
    name, options = kind
    return random_games.by_touch(find_game(name), options, seed)


# What must hold of every position


def check_step_of_game(step, start):
    """Assert everything that holds of each position of a game that began with *start*."""
    check_step(step)
    _OWN[step.position.game.name](step.position, start, step.story)


def _check_towers(position, start, story):
    assert inventory(position) == standing(start), story
    for tower in position.pieces().values():
        sizes = [piece.value for piece in tower]
        assert sizes == sorted(set(sizes), reverse=True), story


def _sizes(pieces, side):
    return {piece.value for piece in pieces if piece.side == side}


def _check_knocking(position, start, story):
    _check_towers(position, start, story)
    has_lost = [_sizes(position.off_board(), side) == {1, 2, 3} for side in (0, 1)]
    outcome = position.outcome()
    assert (outcome is not None) == any(has_lost), story
    if outcome is not None:
        winner = position.side if all(has_lost) else 1 - has_lost.index(True)
        assert outcome.winner == winner, story


def _check_mixing(position, start, story):
    _check_towers(position, start, story)
    towers = position.pieces()
    assert not Counter(position.hand()) - Counter(position.off_board()), story
    for site, size in position.immune():
        piece = next(piece for piece in towers[site] if piece.value == size)
        assert piece.side != position.side, story
    mixed = [piece for tower in towers.values() if len({p.side for p in tower}) == 2
             for piece in tower]  # fmt: skip
    every = set(range(1, position.options["sizes"] + 1))
    has_formed = [_sizes(mixed, side) == every for side in (0, 1)]
    for side in (0, 1):
        assert position.formed(side) == _sizes(mixed, side), story
    outcome = position.outcome()
    assert (outcome is not None) == any(has_formed), story
    if outcome is not None:
        winner = position.side if all(has_formed) else has_formed.index(True)
        assert outcome.winner == winner, story


def discarded(position):
    """The dominoes of Quincy that lie face up, as the text for everybody lists them."""
    match = re.search(r" out=([0-9.]+)", position.public_text(None))
    digits = match[1].split(".") if match else ()
    return tuple(Token("domino", (int(low), int(high))) for low, high in digits)


def _check_quincy(position, start, story):
    assert all(len(stones) == 1 for stones in position.pieces().values()), story
    discards = discarded(position)
    assert len(set(discards)) == len(discards), story
    assert sum(standing(position).values()) <= len(discards), story
    sizes = position.state.sizes
    assert max(sizes) <= 5, story
    assert len(discards) + sum(sizes) + pile_count(position.state) == 55, story
    hands = [position.hand_of(seat) for seat in range(len(sizes))]
    if position.options["dominoes"] == "dealt":
        held = [domino for hand in hands for domino in hand]
        assert tuple(len(hand) for hand in hands) == sizes, story
        assert len({*held, *discards}) == len(held) + len(discards), story
    else:
        assert all(not {*hand} & {*discards} for hand in hands), story
    lines = [_line_count(position, side) for side in (0, 1)]
    outcome = position.outcome()
    assert (outcome is not None) == (max(lines) >= 2 or not any(sizes)), story
    if outcome is not None:
        assert outcome.winner == (lines.index(max(lines)) if max(lines) >= 2 else None), story


def _line_count(position, side):
    """Maximal runs of four or more stones of *side*, walked square by square."""
    own = {position.board.places[site] for site, (stone,) in position.pieces().items()
           if stone.side == side}  # fmt: skip
    count = 0
    for files, ranks in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for file, rank in own:
            if (file - files, rank - ranks) in own:
                continue
            length = 1
            while (file + length * files, rank + length * ranks) in own:
                length += 1
            count += length >= 4
    return count


def _check_querni(position, start, story):
    assert all(len(tiles) == 1 for tiles in position.pieces().values()), story
    assert inventory(position) == standing(start), story
    numbers = [{tile.value for tile in standing(position) if tile.side == side} for side in (0, 1)]
    is_empty = [not own for own in numbers]
    threes = any({n, n + 1, n + 2} <= own for own in numbers for n in own)
    outcome = position.outcome()
    if any(is_empty) or not threes:
        assert outcome is not None, story
        assert outcome.winner == (is_empty.index(True) if any(is_empty) else None), story
    elif outcome is not None:
        assert outcome == (None, "no-removal"), story


def _check_alquerque(position, start, story):
    assert all(len(pieces) == 1 for pieces in position.pieces().values()), story
    assert inventory(position) == standing(start), story
    left = Counter(piece.side for piece in standing(position).elements())
    outcome = position.outcome()
    if not (left[0] and left[1]):
        assert outcome == (0 if left[0] else 1, "no-pieces"), story
    elif outcome is not None and outcome.reason == "no-moves":
        assert outcome.winner == 1 - position.side, story
    elif outcome is not None:
        lead = left[0] - left[1]
        winner = None if lead == 0 else 0 if lead > 0 else 1
        assert outcome == (winner, "quiet-count"), story


_OWN = {
    "quincala-knocking": _check_knocking,
    "quincala-mixing": _check_mixing,
    "quincy": _check_quincy,
    "querni": _check_querni,
    "alquerque": _check_alquerque,
}

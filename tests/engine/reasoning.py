"""What the reasons of moves are checked with, in the words of the contract alone.

Nothing of it comes from the reasons: who can take or win what is found by making
every legal move of a position that is read back from its text.
"""

import random
from functools import cache

from companion.engine.reason import MOST
from companion.engine.reasons import reasons_of
from companion.plugins import find_game

LETTERS = {
    "alquerque": "wb",
    "quincala-knocking": "wb",
    "quincala-mixing": "wb",
    "querni": "bp",
}
MOMENTARY = ("offenders=", "immune=", "waits=")


def at(game, text):
    return find_game(game).from_text(text)


def reasons(position, text, line=()):
    """The reasons of the move that *text* notates, by code."""
    move = position.parse(text)
    return {reason.code: reason for reason in reasons_of(position, move, line)}


def names(position, reason):
    return [position.board.name_of(site) for site in reason.sites]


def line_of(position, texts):
    """The moves that *texts* notate, one after the other from *position*."""
    line = []
    for text in texts.split():
        line.append(position.parse(text))
        position = position.play(line[-1])
    return line


@cache
def passed(position):
    """The position with the other side to move, which has nothing to place, huff or spare."""
    rows, side, *words = position.to_text().split(" ")
    letters = LETTERS[position.game.name]
    words = [word for word in words if not word.startswith(MOMENTARY)]
    hand = "".join(f"{piece.value}{'wb'[piece.side]}" for piece in position.off_board())
    if position.game.name == "quincala-mixing" and hand:
        words = [f"waits={hand}", *words]
    other = letters[1 - letters.index(side)]
    return at(position.game.name, " ".join([rows, other, *words]))


@cache
def replies(position):
    """Every legal move of *position* with what it does and the position after it."""
    halves = [(move, position.half_move(move)) for move in position.legal_moves()]
    return [(move, half.facts(), position.after(half)) for move, half in halves]


def can_win(position):
    outcomes = [(position.side, after.outcome()) for _, _, after in replies(position)]
    return any(outcome and outcome.winner == side for side, outcome in outcomes)


def taken_by(position, *codes):
    """For each legal move of *position* the pieces and sites that facts of *codes* take."""
    return [
        [fact.values for fact in facts if fact.code in codes] for _, facts, _ in replies(position)
    ]


def random_cases(game, options, count, moves=2, plies=60):
    """Positions of random games that go on, each with some of its legal moves."""
    seed = 0
    while count:
        chance = random.Random(f"{game} {options} {seed}")
        position = find_game(game).initial(options, seed)
        for _ in range(chance.randrange(plies)):
            if position.outcome() is not None:
                break
            position = position.play(chance.choice(position.legal_moves()))
        seed += 1
        if position.outcome() is None:
            legal = position.legal_moves()
            yield position, chance.sample(legal, min(moves, len(legal)))
            count -= 1


def check_all(cases, holds):
    """Assert that each reason of each case holds, and return the codes that came up."""
    codes = set()
    for position, moves in cases:
        for move in moves:
            given_reasons = reasons_of(position, move)
            assert len(given_reasons) <= MOST and len(set(given_reasons)) == len(given_reasons)
            for reason in given_reasons:
                story = f"{reason} for {move.text} in {position.to_text()}"
                assert holds(reason, position, move) is True, story
                codes.add(reason.code)
    return codes

"""What wins within one turn, found by trying everything in the words of the contract.

The tests compare the search with this; nothing of it comes from the engine but
the list of positions that follow one, which is itself compared with the rules.
"""

from companion.engine.knowledge import knowledge_of
from companion.engine.search import search
from companion.errors import CompanionError

TOO_MANY_TO_PLACE = 2
"""Pieces in hand from which on the ways of placing them are too many to try each."""


def following(position):
    return knowledge_of(position.game.name).children(position)


def is_judged(position):
    """Whether every way through the turn that begins with *position* can be tried."""
    is_placing = position.game.name == "quincala-mixing" and position.is_placing()
    return not is_placing or len(position.hand()) < TOO_MANY_TO_PLACE


def wins(position):
    """Whether the side to move wins within this turn, all its plies tried."""
    if position.outcome() is not None or not is_judged(position):
        return False
    for child in following(position):
        outcome = child.outcome()
        if outcome is not None and outcome.winner == position.side:
            return True
        if outcome is None and child.side == position.side and wins(child):
            return True
    return False


def loses(child, side, replies=()):
    """
    Whether *side* has lost in *child* or loses within the next turn, whatever it does.

    Of *replies*, notations that have won elsewhere, those that are legal are tried first.
    """
    outcome = child.outcome()
    if outcome is not None:
        return outcome.winner == 1 - side
    if child.side != side:
        return any(wins_by(child, reply) for reply in replies) or wins(child)
    if child.game.name == "quincala-mixing":
        return False
    return all(loses(after, side) for after in following(child))


def wins_by(position, text):
    """Whether *text* is a legal move in *position* that wins at once."""
    try:
        outcome = position.play(position.parse(text)).outcome()
    except CompanionError:
        return False
    return outcome is not None and outcome.winner == position.side


def winning_replies(after, side):
    """The notation of a ply that wins at once in *after*, against *side*, if there is one."""
    if after.outcome() is not None or after.side == side:
        return []
    for child in following(after):
        outcome = child.outcome()
        if outcome is not None and outcome.winner == after.side:
            return [knowledge_of(after.game.name).move_to(after, child).text]
    return []


def check_hint(position, limits, seed):
    """Assert that the hint wins where one can, and loses at once only where all do."""
    story = position.to_text()
    hint = search(position, limits, seed).move
    after = position.play(hint)
    outcome = after.outcome()
    if wins(position):
        is_won = outcome is not None and outcome.winner == position.side
        assert is_won or (after.side == position.side and wins(after)), (hint.text, story)
        return "wins"
    if loses(after, position.side):
        # Of a ply after which several pieces are placed first, neither is known.
        others = [child for child in following(position) if is_judged(child)]
        # With five sizes there may be tens of thousands, and what wins against one usually
        # wins against most: looking for it anew each time would take long.
        replies = winning_replies(after, position.side)
        for child in others:
            if not loses(child, position.side, replies):
                raise AssertionError((hint.text, child.to_text(), story))
            if not any(wins_by(child, reply) for reply in replies):
                replies += winning_replies(child, position.side)
        return "loses"
    return "goes on"


# Quincy: by what the player to move knows.


def quincy_wins(position):
    """Whether a domino that the player holds, or may hold, makes the second line at once."""
    for move in position.legal_moves():
        if len(move.touches) == 2:
            outcome = position.play(move).outcome()
            if outcome is not None and outcome.winner == position.side:
                return True
    return False


def quincy_may_lose(position, move):
    """Whether the next seat may win, holding any domino that the player cannot see."""
    own = set(position.hand_of(position.seat)) if position.options["dominoes"] == "dealt" else ()
    after = position.public().play(move)
    if len(move.touches) < 2 or after.outcome() is not None:
        return False
    for reply in after.legal_moves():
        if len(reply.touches) == 2 and reply.touches[0] not in own:
            outcome = after.play(reply).outcome()
            if outcome is not None and outcome.winner == after.side:
                return True
    return False


def check_quincy_hint(position, limits, seed):
    """Assert what `check_hint` does, as far as the player to move can know."""
    story = position.to_text()
    hint = search(position, limits, seed).move
    if quincy_wins(position):
        outcome = position.play(hint).outcome()
        assert outcome is not None and outcome.winner == position.side, (hint.text, story)
        return "wins"
    if quincy_may_lose(position, hint):
        moves = position.legal_moves()
        assert all(quincy_may_lose(position, move) for move in moves), (hint.text, story)
        return "loses"
    return "goes on"

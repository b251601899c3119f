"""Whether a side wins within so many plies, found by trying all in the words of the contract.

The tests hold what the search claims against this.  It shares nothing with it but, in Mixing, the
list of positions that follow one, which the tests of its evaluator compare with the rules: there
the rules take seconds to name each of thousands of moves.
"""

from companion.engine.knowledge import knowledge_of
from companion.engine.limits import plies_to_end
from companion.engine.search import search
from companion.errors import CompanionError


def after_each_ply(position):
    """Every position that a ply leads to."""
    if position.game.name == "quincala-mixing":
        return knowledge_of(position.game.name).children(position)
    return [position.play(move) for move in position.legal_moves()]


class Prover:
    """Tries all plies of both sides; what won against one reply is first against the others."""

    def __init__(self):
        self._won_by = {}
        self._tried = {}

    def wins(self, position, side, plies):
        """Whether *side* wins within so many *plies*, whatever the other one does."""
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner == side
        if not plies:
            return False
        key = position.exact, side, plies
        if key not in self._tried:
            is_own = position.side == side
            self._tried[key] = (self._one if is_own else self._all)(position, side, plies)
        return self._tried[key]

    def _one(self, position, side, plies):
        usual = self._won_by.setdefault(plies, [])
        for text in usual:
            try:
                child = position.play(position.parse(text))
            except CompanionError:
                continue
            if self.wins(child, side, plies - 1):
                return True
        for child in after_each_ply(position):
            if self.wins(child, side, plies - 1):
                usual.append(knowledge_of(position.game.name).move_to(position, child).text)
                return True
        return False

    def _all(self, position, side, plies):
        children = after_each_ply(position)
        return bool(children) and all(self.wins(child, side, plies - 1) for child in children)


class TooManyError(Exception):
    """Playing against every reply takes more hints than were allowed."""


class Advised:
    """Plays as hints advise, against every reply, with at most so many hints."""

    def __init__(self, limits, most_hints):
        self._limits = limits
        self._left = most_hints

    def wins(self, position, side, plies, seen):
        """Whether *side* wins within so many *plies*; TooManyError where it cannot be told."""
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner == side
        if not plies:
            return False
        seen = [*seen, position.key]
        if position.side != side:
            return all(
                self.wins(child, side, plies - 1, seen) for child in after_each_ply(position)
            )
        if not self._left:
            raise TooManyError
        self._left -= 1
        hint = search(position, self._limits, seen=seen).move
        return self.wins(position.play(hint), side, plies - 1, seen)


def claim(position, result):
    """Who wins by what *result* says for certain, and within how many plies; None for neither."""
    plies = plies_to_end(result.score)
    if plies is None:
        return None
    return (position.side if result.score > 0 else 1 - position.side), plies

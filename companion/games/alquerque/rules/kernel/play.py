"""Alquerque ply after ply: successors, counts and random play.

The kernel does it where it has the rules, and the list of plies where it has not;
both come to the same.
"""

from __future__ import annotations

from companion.contract.kernel.chance import drawn, seeded, share
from companion.games.alquerque.rules.kernel.state import (
    AlquerqueRules,
    AlquerqueState,
    is_dead,
    own_and_enemy,
    plies,
)


def successors(rules: AlquerqueRules, state: AlquerqueState) -> list[AlquerqueState]:
    """Return the state after every ply, in a fixed order; none when the game is over."""
    if rules.kernel is None:
        return list(plies(rules, state))
    if is_dead(rules, state):
        return []
    own, enemy = own_and_enemy(state)
    quiet = state.quiet + 1 if rules.quiet_limit else 0
    return [
        state_of(left, after, 1 - state.side, quiet if left == enemy else 0)
        for after, left in rules.kernel.plies(own, enemy)
    ]


def state_of(own: int, enemy: int, side: int, quiet: int) -> AlquerqueState:
    """Return the state in which *side* is to move with *own*, without huffs and visits."""
    if side:
        return AlquerqueState(enemy, own, side, quiet, 0, ())
    return AlquerqueState(own, enemy, side, quiet, 0, ())


def perft(rules: AlquerqueRules, state: AlquerqueState, depth: int) -> int:
    """Return the number of sequences of *depth* plies, 1 or more."""
    limit = rules.quiet_limit
    # The kernel knows no limit, so it counts where none is met.
    if rules.kernel is not None and (not limit or state.quiet + depth <= limit):
        own, enemy = own_and_enemy(state)
        return rules.kernel.perft(own, enemy, depth)
    following = successors(rules, state)
    if depth == 1:
        return len(following)
    return sum(perft(rules, after, depth - 1) for after in following)


def playout(
    rules: AlquerqueRules, state: AlquerqueState, seed: int, most_plies: int
) -> AlquerqueState:
    """Return where random plies lead: to the end of the game, or as far as *most_plies*.

    At each turn one of all plies is drawn, each of them with equal chance but for the
    limits of `share`.  Plies are what `plies` lists: one for each state that they lead
    to, however many routes do, and a huff is one.  The lowest 32 bits of *seed* name
    what is drawn.
    """
    seed &= 0xFFFFFFFF
    if rules.kernel is not None:
        own, enemy = own_and_enemy(state)
        own, enemy, quiet, made = rules.kernel.playout(
            own, enemy, state.quiet, rules.quiet_limit, most_plies, seed
        )
        return state_of(own, enemy, (state.side + made) % 2, quiet)
    chance = seeded(seed)
    for _ in range(most_plies):
        following = successors(rules, state)
        if not following:
            break
        chance = drawn(chance)
        state = following[share(chance, len(following))]
    return state

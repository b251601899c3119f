"""The fewest lifts found by trying everything, written without the planner's ideas."""

import itertools
from collections import Counter


def fewest_by_search(table, wanted, ledge=()):
    """
    Return the number of lifts by breadth-first search, forward and backward at once.

    A hand takes the top of any tower, on a dot or beside the board, and puts it on
    any other dot or tower, or beside the board; in which order pieces lie on each
    other is nobody's business on the way.
    """
    sites = sorted({*table, *wanted})
    standing = Counter(p for tower in table.values() for p in tower) + Counter(ledge)
    aside = standing - Counter(p for tower in wanted.values() for p in tower)
    start = state([table.get(site, ()) for site in sites], [(p,) for p in ledge])
    towers = [tuple(wanted.get(site, ())) for site in sites]
    goals = {state(towers, piles) for piles in every_pile(tuple(sorted(aside.elements())))}
    return steps_between({start}, goals)


def state(towers, piles):
    return tuple(map(tuple, towers)), tuple(sorted(map(tuple, piles)))


def every_pile(pieces):
    """Every way of laying *pieces* beside the board, singly and on each other."""
    if not pieces:
        return {()}
    ways = set()
    first, rest = pieces[0], pieces[1:]
    for piles in every_pile(rest):
        ways.add(tuple(sorted((*piles, (first,)))))
        for at, pile in enumerate(piles):
            others = piles[:at] + piles[at + 1 :]
            for level in range(len(pile) + 1):
                ways.add(tuple(sorted((*others, (*pile[:level], first, *pile[level:])))))
    return ways


def steps_between(starts, goals):
    """Both sides grow by turns; every lift can be made backward as well."""
    if starts & goals:
        return 0
    seen = [set(starts), set(goals)]
    edges = [set(starts), set(goals)]
    for steps in itertools.count(1):
        side = 0 if len(edges[0]) <= len(edges[1]) else 1
        edges[side] = {after for at in edges[side] for after in lifted(at)} - seen[side]
        assert edges[side], "every table can be turned into every other"
        if edges[side] & seen[1 - side]:
            return steps
        seen[side] |= edges[side]
    raise AssertionError


def lifted(at):
    """Yield every state one lift further."""
    towers, piles = at
    stacks = [*towers, *piles, ()]
    count = len(towers)
    for source, stack in enumerate(stacks):
        for taken in range(1, len(stack) + 1):
            hand, left = stack[len(stack) - taken :], stack[: len(stack) - taken]
            for target in range(len(stacks)):
                if target == source:
                    continue
                after = list(stacks)
                after[source], after[target] = left, (*stacks[target], *hand)
                yield state(after[:count], [pile for pile in after[count:] if pile])

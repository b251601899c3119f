"""What Alquerque spends its time in, for all pieces of a side at once.

The side to move has the pieces *own*, the other one *enemy*; both are sets of points
as in `companion.games.alquerque_rules`.  Pieces step and hop in any direction: the rules
without the options ``forward``, ``huffing`` and ``no_return``, and without a quiet limit
but in `playout`.  With *must* a side that can capture must, to the end of the route.

A ply is an int that holds the two sets that it leads to, see `ply_of`.  As in the rules,
plies are told apart by the position that they lead to and not by their route.

The loops over *ways* are the same few shifts eight times over.  For the shipped board
`companion.games.unrolling` writes them out when the program is compiled, with the
numbers of each way in their place; the functions stay the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.chance import drawn, seeded, share

if TYPE_CHECKING:
    # The compiler's; nothing needs it when the program runs.
    from mypy_extensions import i64

Ways: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""Each direction of a board in four numbers.

How many sites further a step leads, and how many back, one of which is 0; the set of
points from which a step leads to a point, and that from which a hop does.
"""

POINTS: Final = 31
"""The most points that a board may have: two sets fit the 62 bits that are always fast."""

EVERYWHERE: Final = (1 << POINTS) - 1

NONE: Final = -1
"""In place of a ply or a route: there is none."""

MANY: Final = 1 << 40
"""More plies than any position has."""


def popcount(sites: i64) -> i64:
    """Return the number of members; `int.bit_count` is slow where it is compiled.

    Source: H. S. Warren, Hacker's Delight, 5-1.
    """
    sites -= sites >> 1 & 0x1555555555555555
    sites = (sites & 0x3333333333333333) + (sites >> 2 & 0x3333333333333333)
    sites = sites + (sites >> 4) & 0x0F0F0F0F0F0F0F0F
    return (sites + (sites >> 32) & 0x1F1F1F1F) * 0x01010101 >> 24 & 0x7F


def member(sites: i64, number: i64) -> i64:
    """Return the member of *sites* before which *number* others lie, as a set of one."""
    while number:
        sites &= sites - 1
        number -= 1
    return sites & -sites


def ply_of(own: i64, enemy: i64) -> i64:
    """Return the ply that leaves the side that made it *own*, and the other one *enemy*."""
    return own | enemy << POINTS


def able_to_capture(ways: Ways, own: i64, enemy: i64) -> i64:
    """Return the pieces of *own* that can capture."""
    empty: i64 = EVERYWHERE ^ own ^ enemy
    able: i64 = 0
    for up, down, _, hops in ways:
        able |= enemy << down >> up & empty << 2 * down >> 2 * up & hops
    return own & able


def has_ply(ways: Ways, own: i64, enemy: i64) -> bool:
    """Return whether any piece of *own* can step or capture."""
    empty: i64 = EVERYWHERE ^ own ^ enemy
    able: i64 = 0
    for up, down, steps, hops in ways:
        able |= empty << down >> up & steps
        able |= enemy << down >> up & empty << 2 * down >> 2 * up & hops
    return own & able != 0


def capture(
    ways: Ways, own: i64, enemy: i64, must: bool, number: i64, found: list[int] | None
) -> i64:
    """
    Return the ply with *number* among those that capture, 0 for the first.

    Where there are only n, that is ``~(number - n)``, which is below 0.  Is *found* a
    list, then it gets all plies up to that one.
    """
    able: i64 = able_to_capture(ways, own, enemy)
    start: i64 = 0
    while able:
        start = able & -able
        able ^= start
        number = _routed(ways, own, enemy, start, start, start, enemy, 0, must, number, found)
        if number >= 0:
            return number
        number = ~number
    return ~number


def _routed(
    ways: Ways, own: i64, enemy: i64, start: i64, path: i64, at: i64, left: i64, route: i64,
    must: bool, number: i64, found: list[int] | None,
) -> i64:  # fmt: skip
    """
    Return as `capture` what the piece of *start* can do that has come to *at*.

    It has touched the points *path* and has left *left* of *enemy*.  The ways that it
    has gone are the digits of *route* in base 8.
    """
    empty: i64 = EVERYWHERE ^ own ^ start ^ left
    way: i64 = route << 3
    after: i64 = 0
    for up, down, _, hops in ways:
        if at & left << down >> up & empty << 2 * down >> 2 * up & hops:
            after = _landed(
                ways, own, enemy, start, path, at << 2 * up >> 2 * down,
                left ^ at << up >> down, way, must, number, found,
            )  # fmt: skip
            if after >= 0:
                return after
            number = ~after
        way += 1
    return ~number


def _landed(
    ways: Ways, own: i64, enemy: i64, start: i64, path: i64, at: i64, left: i64, route: i64,
    must: bool, number: i64, found: list[int] | None,
) -> i64:  # fmt: skip
    """
    Return as `_routed` what becomes of the hop to *at*, which is not yet in *path*.

    Of routes of a piece that take the same pieces and come to the same point only the
    first counts.  They are looked for where the route has touched the point before, as
    that is where they meet.  For they go along the same segments: a piece can be jumped
    along either of two only in the middle of four points, and with the other diagonal of
    some such squares another number of segments, odd or even, would meet at some point,
    such as the lowest corner of all.  So each has also gone along the last segment of the
    other one.  No other piece comes to the same: what goes round in a circle over the
    pieces of another circle would have to pass the piece of that one.
    """
    friends: i64 = own ^ start
    if path & at and _first(ways, friends, start, enemy ^ left, left, at, 0) != route:
        return ~number
    after: i64 = _routed(ways, own, enemy, start, path | at, at, left, route, must, number, found)
    if after >= 0 or (must and able_to_capture(ways, friends | at, left) & at):
        return after
    # The route may end here as well.
    if found is not None:
        found.append(ply_of(friends | at, left))
    return ply_of(friends | at, left) if after == ~0 else after + 1


def _first(ways: Ways, friends: i64, at: i64, taken: i64, left: i64, end: i64, route: i64) -> i64:
    """Return the first route in order of its ways from *at* to *end* that takes all of *taken*.

    It prolongs *route*; `NONE` is none.
    """
    if not taken:
        return route if at == end else NONE
    empty: i64 = EVERYWHERE ^ friends ^ taken ^ left
    way: i64 = -1
    found: i64 = 0
    for up, down, _, hops in ways:
        way += 1
        if at & taken << down >> up & empty << 2 * down >> 2 * up & hops:
            found = _first(
                ways, friends, at << 2 * up >> 2 * down, taken ^ at << up >> down, left, end,
                route << 3 | way,
            )  # fmt: skip
            if found >= 0:
                return found
    return NONE


def count(ways: Ways, own: i64, enemy: i64, must: bool) -> i64:
    """Return the number of plies."""
    if not enemy:
        return 0
    empty: i64 = EVERYWHERE ^ own ^ enemy
    jumps: i64 = 0
    landings: i64 = 0
    total: i64 = 0
    able: i64 = 0
    for up, down, steps, hops in ways:
        able = enemy << down >> up & empty << 2 * down >> 2 * up & hops
        jumps |= able
        able &= own
        landings |= able << 2 * up >> 2 * down
        total += popcount(able | (own & empty << down >> up & steps) << POINTS)
    if landings & jumps or (must and landings):
        total = MANY - ~capture(ways, own, enemy, must, MANY, None)
        if not must:
            for up, down, steps, _ in ways:
                total += popcount(own & empty << down >> up & steps)
    return total


def random_ply(ways: Ways, own: i64, enemy: i64, must: bool, chance: i64) -> i64:
    """Return a ply, each with equal chance, or `NONE`."""
    if not enemy:
        return NONE
    empty: i64 = EVERYWHERE ^ own ^ enemy
    jumps: i64 = 0
    landings: i64 = 0
    total: i64 = 0
    able: i64 = 0
    for up, down, steps, hops in ways:
        able = enemy << down >> up & empty << 2 * down >> 2 * up & hops
        jumps |= able
        able &= own
        landings |= able << 2 * up >> 2 * down
        total += popcount(able | (own & empty << down >> up & steps) << POINTS)
    if landings & jumps or (must and landings):
        return _random_branched(ways, own, enemy, must, chance)
    number: i64 = share(chance, total)
    size: i64 = 0
    for up, down, steps, hops in ways:
        able = own & enemy << down >> up & empty << 2 * down >> 2 * up & hops
        able |= (own & empty << down >> up & steps) << POINTS
        size = popcount(able)
        if number < size:
            able = member(able, number)
            if able <= EVERYWHERE:
                return ply_of(own ^ able ^ able << 2 * up >> 2 * down, enemy ^ able << up >> down)
            able >>= POINTS
            return ply_of(own ^ able ^ able << up >> down, enemy)
        number -= size
    return NONE


def _random_branched(ways: Ways, own: i64, enemy: i64, must: bool, chance: i64) -> i64:
    """Return as `random_ply` one of at least one capture, which may go on, and all steps."""
    captured: i64 = MANY - ~capture(ways, own, enemy, must, MANY, None)
    empty: i64 = EVERYWHERE ^ own ^ enemy
    total: i64 = captured
    if not must:
        for up, down, steps, _ in ways:
            total += popcount(own & empty << down >> up & steps)
    number: i64 = share(chance, total)
    if number < captured:
        return capture(ways, own, enemy, must, number, None)
    number -= captured
    able: i64 = 0
    size: i64 = 0
    for up, down, steps, _ in ways:
        able = own & empty << down >> up & steps
        size = popcount(able)
        if number < size:
            able = member(able, number)
            return ply_of(own ^ able ^ able << up >> down, enemy)
        number -= size
    return NONE


def plies(ways: Ways, own: i64, enemy: i64, must: bool) -> list[int]:
    """Return all plies, each once."""
    found: list[int] = []
    _walk(ways, own, enemy, must, 0, found)
    return found


def perft(ways: Ways, own: i64, enemy: i64, must: bool, depth: i64) -> i64:
    """Return the number of sequences of *depth* plies, 1 or more; the last are not listed."""
    if depth == 1:
        return count(ways, own, enemy, must)
    return _walk(ways, own, enemy, must, depth - 1, None)


def _walk(
    ways: Ways, own: i64, enemy: i64, must: bool, depth: i64, found: list[int] | None
) -> i64:
    """Return what `_followed` does after all plies together."""
    if not enemy:
        return 0
    empty: i64 = EVERYWHERE ^ own ^ enemy
    jumps: i64 = 0
    landings: i64 = 0
    total: i64 = 0
    able: i64 = 0
    for up, down, _, hops in ways:
        able = enemy << down >> up & empty << 2 * down >> 2 * up & hops
        jumps |= able
        landings |= (own & able) << 2 * up >> 2 * down
    hopping: i64 = own
    at: i64 = 0
    if landings & jumps or (must and landings):
        hopping = 0
        captures: list[int] = []
        capture(ways, own, enemy, must, MANY, captures)
        for at in captures:
            total += _followed(ways, at & EVERYWHERE, at >> POINTS, must, depth, found)
        if must:
            return total
    for up, down, steps, hops in ways:
        able = hopping & enemy << down >> up & empty << 2 * down >> 2 * up & hops
        while able:
            at = able & -able
            able ^= at
            total += _followed(
                ways,
                own ^ at ^ at << 2 * up >> 2 * down,
                enemy ^ at << up >> down,
                must,
                depth,
                found,
            )
        able = own & empty << down >> up & steps
        while able:
            at = able & -able
            able ^= at
            total += _followed(ways, own ^ at ^ at << up >> down, enemy, must, depth, found)
    return total


def _followed(
    ways: Ways, own: i64, enemy: i64, must: bool, depth: i64, found: list[int] | None
) -> i64:
    if found is None:
        return perft(ways, enemy, own, must, depth)
    found.append(ply_of(own, enemy))
    return 1


def playout(
    ways: Ways, own: i64, enemy: i64, must: bool, quiet: i64, limit: i64, most: i64, seed: i64
) -> tuple[i64, i64, i64, i64]:
    """
    Return where random plies lead: to the end of the game, or as far as *most* plies.

    Of all plies, each position that can be reached being one, each is drawn with equal
    chance as `share` has it.  The lowest 32 bits of *seed* name the playout.  After *limit*
    quiet plies, of which *quiet* have been made, the game ends; with a limit of 0 never.

    Returns:
        The pieces of the side then to move, those of the other one, the quiet plies, and
        how many plies were made.
    """
    chance: i64 = seeded(seed)
    after: i64 = 0
    made: i64 = 0
    while made < most:
        chance = drawn(chance)
        after = random_ply(ways, own, enemy, must, chance)
        if after == NONE or 0 < limit <= quiet:
            break
        quiet = quiet + 1 if limit and after >> POINTS == enemy else 0
        own = after >> POINTS
        enemy = after & EVERYWHERE
        made += 1
    return own, enemy, quiet, made

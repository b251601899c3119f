"""What Alquerque spends its time in, for all pieces of a side at once.

The side to move has the pieces *own*, the other one *enemy*; both are sets of points
as in `state`.  Pieces step and hop in any direction: the rules without the options
``forward``, ``huffing`` and ``no_return``, and without a quiet limit but in `playout`.
With *must* a side that can capture must, to the end of the route.

A ply is an int that holds the two sets that it leads to, see `ply_of`.  As in the rules,
plies are told apart by the position that they lead to and not by their route.

Counting, drawing and walking list the same plies, each in its own loops: with one list of plies
for the walk, `perft` counted 6 to 12 % slower (compiled, two pairs of runs by turns, 2026-11-27).

The loops over *ways* are the same few shifts eight times over.  For the shipped board
`companion.games.alquerque.rules.unrolling` writes them out when the program is compiled, with the
numbers of each way in their place; the functions stay the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from companion.contract.kernel.chance import drawn, seeded, share

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


def bytewise(sites: i64) -> i64:
    """Return in each byte how many of its bits are members.

    Source: H. S. Warren, Hacker's Delight, 5-1.
    """
    sites -= sites >> 1 & 0x1555555555555555
    sites = (sites & 0x3333333333333333) + (sites >> 2 & 0x3333333333333333)
    return sites + (sites >> 4) & 0x0F0F0F0F0F0F0F0F


def bytes_sum(tally: i64) -> i64:
    """Return the sum, below 256, of the four lowest bytes."""
    return (tally & 0xFFFFFFFF) * 0x01010101 >> 24 & 0xFF


def popcount(sites: i64) -> i64:
    """Return the number of members; `int.bit_count` is slow where it is compiled."""
    return bytes_sum(bytewise(sites))


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


def further(
    ways: Ways,
    own: i64,
    enemy: i64,
    must: bool,
    onward: i64,
    number: i64,
    listed: list[int] | None,
) -> i64:
    """Return the ply with *number* among those that take several pieces, 0 for the first.

    *onward* are the points from which a capture that ends there may go on.  Where there are
    only n such plies, that is ``~(number - n)``, which is below 0.  Where *listed* is a
    list, it gets all of them up to that one.
    """
    empty: i64 = EVERYWHERE ^ own ^ enemy
    able: i64 = 0
    start: i64 = 0
    at: i64 = 0
    way: i64 = -1
    for up, down, _, hops in ways:
        way += 1
        able = own & enemy << down >> up & (empty & onward) << 2 * down >> 2 * up & hops
        while able:
            start = able & -able
            able ^= start
            at = start << 2 * up >> 2 * down
            number = _routed(
                ways, own, enemy, start, start | at, at, enemy ^ start << up >> down, way, must,
                number, listed,
            )  # fmt: skip
            if number >= 0:
                return number
            number = ~number
    return ~number


def _routed(
    ways: Ways, own: i64, enemy: i64, start: i64, path: i64, at: i64, left: i64, route: i64,
    must: bool, number: i64, listed: list[int] | None,
) -> i64:  # fmt: skip
    """Return as `further` what the piece of *start* can do that has come to *at*.

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
                left ^ at << up >> down, way, must, number, listed,
            )  # fmt: skip
            if after >= 0:
                return after
            number = ~after
        way += 1
    return ~number


def _landed(
    ways: Ways, own: i64, enemy: i64, start: i64, path: i64, at: i64, left: i64, route: i64,
    must: bool, number: i64, listed: list[int] | None,
) -> i64:  # fmt: skip
    """Return as `_routed` what becomes of the hop to *at*, which is not yet in *path*.

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
    after: i64 = _routed(ways, own, enemy, start, path | at, at, left, route, must, number, listed)
    if after >= 0 or (must and able_to_capture(ways, friends | at, left) & at):
        return after
    # The route may end here as well.
    if listed is not None:
        listed.append(ply_of(friends | at, left))
    return ply_of(friends | at, left) if after == ~0 else after + 1


def _first(ways: Ways, friends: i64, at: i64, taken: i64, left: i64, end: i64, route: i64) -> i64:
    """Return the first route in order of its ways from *at* to *end* that takes all of *taken*.

    It prolongs *route*; `NONE` is none.
    """
    if not taken:
        return route if at == end else NONE
    empty: i64 = EVERYWHERE ^ friends ^ taken ^ left
    way: i64 = -1
    ply: i64 = 0
    for up, down, _, hops in ways:
        way += 1
        if at & taken << down >> up & empty << 2 * down >> 2 * up & hops:
            ply = _first(
                ways, friends, at << 2 * up >> 2 * down, taken ^ at << up >> down, left, end,
                route << 3 | way,
            )  # fmt: skip
            if ply >= 0:
                return ply
    return NONE


def sliding(own: i64, empty: i64, up: i64, steps: i64) -> i64:
    """Return the steps along *up* and back, each as the lower of its two points."""
    return (own & empty >> up | empty & own >> up) & steps


def hopping(own: i64, enemy: i64, empty: i64, up: i64, hops: i64) -> i64:
    """Return the captures of one piece along *up* and back, as the lowest of their points."""
    return enemy >> up & (own & empty >> 2 * up | empty & own >> 2 * up) & hops


def _counted(ways: Ways, own: i64, enemy: i64, must: bool) -> tuple[i64, i64, i64, i64]:
    """Return how many plies there are.

    Returns:
        Those that take one piece; steps; those that take several pieces; and the points
        from which a capture that has come there may go on.
    """
    empty: i64 = EVERYWHERE ^ own ^ enemy
    jumps: i64 = 0
    landings: i64 = 0
    tally: i64 = 0
    over: i64 = 0
    rising: i64 = 0
    falling: i64 = 0
    for up, _, steps, hops in ways:
        if up:
            over = enemy >> up & hops
            rising = over & empty >> 2 * up
            falling = over & empty
            jumps |= rising | falling << 2 * up
            rising &= own
            falling &= own >> 2 * up
            landings |= rising << 2 * up | falling
            tally += bytewise(rising | falling | sliding(own, empty, up, steps) << 32)
    onward: i64 = landings & jumps
    single: i64 = bytes_sum(tally)
    several: i64 = 0
    if onward:
        several = MANY - ~further(ways, own, enemy, must, onward, MANY, None)
    if not must or not landings:
        return single, bytes_sum(tally >> 32), several, onward
    if onward:
        # Of these each that goes on is no ply of its own.
        empty ^= onward
        tally = 0
        for up, _, _, hops in ways:
            if up:
                tally += bytewise(hopping(own, enemy, empty, up, hops))
        single = bytes_sum(tally)
    return single, 0, several, onward


def count(ways: Ways, own: i64, enemy: i64, must: bool) -> i64:
    """Return the number of plies."""
    if not enemy:
        return 0
    single, steps, several, _ = _counted(ways, own, enemy, must)
    return single + steps + several


def random_ply(ways: Ways, own: i64, enemy: i64, must: bool, chance: i64) -> i64:
    """Return a ply, each with equal chance, or `NONE`."""
    if not enemy:
        return NONE
    single, stepping, several, onward = _counted(ways, own, enemy, must)
    number: i64 = share(chance, single + stepping + several)
    empty: i64 = EVERYWHERE ^ own ^ enemy
    able: i64 = 0
    size: i64 = 0
    if number < stepping:
        for up, _, steps, _ in ways:
            if up:
                able = sliding(own, empty, up, steps)
                size = popcount(able)
                if number < size:
                    able = member(able, number)
                    return ply_of(own ^ able ^ able << up, enemy)
                number -= size
    number -= stepping
    if number < single:
        if must:
            empty ^= onward
        for up, _, _, hops in ways:
            if up:
                able = hopping(own, enemy, empty, up, hops)
                size = popcount(able)
                if number < size:
                    able = member(able, number)
                    return ply_of(own ^ able ^ able << 2 * up, enemy ^ able << up)
                number -= size
    if several:
        return further(ways, own, enemy, must, onward, number - single, None)
    return NONE


def plies(ways: Ways, own: i64, enemy: i64, must: bool) -> list[int]:
    """Return all plies, each once."""
    listed: list[int] = []
    _walk(ways, own, enemy, must, 0, listed)
    return listed


def perft(ways: Ways, own: i64, enemy: i64, must: bool, depth: i64) -> i64:
    """Return the number of sequences of *depth* plies, 1 or more; the last are not listed."""
    if depth == 1:
        return count(ways, own, enemy, must)
    return _walk(ways, own, enemy, must, depth - 1, None)


def _walk(
    ways: Ways, own: i64, enemy: i64, must: bool, depth: i64, listed: list[int] | None
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
    at: i64 = 0
    onward: i64 = landings & jumps
    if onward:
        longer: list[int] = []
        further(ways, own, enemy, must, onward, MANY, longer)
        for at in longer:
            total += _followed(ways, at & EVERYWHERE, at >> POINTS, must, depth, listed)
    ending: i64 = empty ^ onward if must else empty
    stepping: i64 = 0 if must and landings else empty
    left: i64 = 0
    for up, _, steps, hops in ways:
        if up:
            able = hopping(own, enemy, ending, up, hops)
            while able:
                at = able & -able
                able ^= at
                left = own ^ at ^ at << 2 * up
                total += _followed(ways, left, enemy ^ at << up, must, depth, listed)
            able = sliding(own, stepping, up, steps)
            while able:
                at = able & -able
                able ^= at
                total += _followed(ways, own ^ at ^ at << up, enemy, must, depth, listed)
    return total


def _followed(
    ways: Ways, own: i64, enemy: i64, must: bool, depth: i64, listed: list[int] | None
) -> i64:
    if listed is None:
        return perft(ways, enemy, own, must, depth)
    listed.append(ply_of(own, enemy))
    return 1


def playout(
    ways: Ways, own: i64, enemy: i64, must: bool, quiet: i64, limit: i64, most: i64, seed: i64
) -> tuple[i64, i64, i64, i64]:
    """Return where random plies lead: to the end of the game, or as far as *most* plies.

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

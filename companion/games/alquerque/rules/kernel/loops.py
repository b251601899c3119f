"""What Alquerque spends its time in, for all pieces of a side at once.

The side to move has the pieces *own*, the other one *enemy*; both are sets of points
as in `state`.  Pieces step and hop in any direction: the rules without the options
``forward``, ``huffing`` and ``no_return``, and without a quiet limit but in `playout`.

A ply is an int that holds the two sets that it leads to, see `ply_of`.  As in the rules,
plies are told apart by the position that they lead to and not by their route.

All that needs plies asks `Kernel`: counting, random games, tables of endgames, the search's tree.
The loops over its ways are the same few shifts four or eight times over.  For the shipped board
`companion.games.alquerque.rules.unrolling` writes them out when the program is compiled, with the
numbers of each way in their place.  With the ways in records of plain numbers, and nothing
written out, `perft` counted 20 to 40 % slower (compiled, by turns, 2026-11-28).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeAlias, final

from companion.contract import Board
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
"""In place of a ply: there is none."""

WRITTEN_OUT: Final = "companion.games.alquerque.rules.kernel.unrolled"
"""The module that `setup.py` makes; there is none where nothing is compiled."""


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


def sliding(own: i64, empty: i64, up: i64, steps: i64) -> i64:
    """Return the steps along *up* and back, each as the lower of its two points."""
    return (own & empty >> up | empty & own >> up) & steps


def hopping(own: i64, enemy: i64, empty: i64, up: i64, hops: i64) -> i64:
    """Return the captures of one piece along *up* and back, as the lowest of their points."""
    return enemy >> up & (own & empty >> 2 * up | empty & own >> 2 * up) & hops


@final
class PlyRecord:
    """A ply in a list.

    Attributes:
        ply: what it leads to, as `ply_of` has it.
        step: both points of a step; 0 is a capture.
        worth: for who puts them in an order.
    """

    def __init__(self) -> None:
        self.ply: i64 = 0
        self.step: i64 = 0
        self.worth: i64 = 0


@final
class Plies:
    """A list of plies whose records are written over when it is filled again.

    In a list of such records the numbers are plain where this is compiled, while each number
    in a list of numbers would be an object of its own.

    Attributes:
        first: from which on they belong to the position that was listed last.
    """

    def __init__(self) -> None:
        self.first: i64 = 0
        self.count: i64 = 0
        self.cells: list[PlyRecord] = []

    def add(self, ply: i64, step: i64) -> None:
        """Put a ply at the end."""
        if self.count == len(self.cells):
            self.cells.append(PlyRecord())
        cell = self.cells[self.count]
        cell.ply = ply
        cell.step = step
        self.count += 1

    def has(self, ply: i64) -> bool:
        """Return whether *ply* is listed for the position that was listed last."""
        number: i64 = self.first
        while number < self.count:
            if self.cells[number].ply == ply:
                return True
            number += 1
        return False


def add_hops(into: Plies, lows: i64, up: i64, own: i64, enemy: i64) -> None:
    """List the captures of one piece along *up* whose lowest points are *lows*."""
    while lows:
        at: i64 = lows & -lows
        lows ^= at
        into.add(ply_of(own ^ at ^ at << 2 * up, enemy ^ at << up), 0)


def add_steps(into: Plies, lows: i64, up: i64, own: i64, enemy: i64) -> None:
    """List the steps along *up* whose lower points are *lows*."""
    while lows:
        at: i64 = lows & -lows
        lows ^= at
        into.add(ply_of(own ^ at ^ at << up, enemy), at | at << up)


class Kernel:
    """The rules without ``forward``, ``huffing`` and ``no_return`` on one board.

    Args:
        must: a side that can capture must, to the end of the route.
    """

    def __init__(self, ways: Ways, must: bool) -> None:
        self.ways = ways
        self.must = must

    def able_to_capture(self, own: i64, enemy: i64) -> i64:
        """Return the pieces of *own* that can capture."""
        empty: i64 = EVERYWHERE ^ own ^ enemy
        able: i64 = 0
        for up, down, _, hops in self.ways:
            able |= enemy << down >> up & empty << 2 * down >> 2 * up & hops
        return own & able

    def has_ply(self, own: i64, enemy: i64) -> bool:
        """Return whether any piece of *own* can step or capture."""
        empty: i64 = EVERYWHERE ^ own ^ enemy
        able: i64 = 0
        for up, _, steps, hops in self.ways:
            if up:
                able |= sliding(own, empty, up, steps) | hopping(own, enemy, empty, up, hops)
        return able != 0

    def room(self, own: i64, enemy: i64) -> i64:
        """Return how many steps *own* has, and how many *enemy*, by `ply_of`."""
        empty: i64 = EVERYWHERE ^ own ^ enemy
        tally: i64 = 0
        for up, _, steps, _ in self.ways:
            if up:
                tally += bytewise(
                    sliding(own, empty, up, steps) | sliding(enemy, empty, up, steps) << 32
                )
        return ply_of(bytes_sum(tally), bytes_sum(tally >> 32))

    def landings(self, own: i64, enemy: i64) -> i64:
        """Return where one hop may lead, and from which of these points another may, by `ply_of`.

        It is not looked at what the hop itself has taken and left.
        """
        empty: i64 = EVERYWHERE ^ own ^ enemy
        jumps: i64 = 0
        landings: i64 = 0
        over: i64 = 0
        rising: i64 = 0
        falling: i64 = 0
        for up, _, _, hops in self.ways:
            if up:
                over = enemy >> up & hops
                rising = over & empty >> 2 * up
                falling = over & empty
                jumps |= rising | falling << 2 * up
                landings |= (rising & own) << 2 * up | falling & own >> 2 * up
        return ply_of(landings, landings & jumps)

    def further(self, own: i64, enemy: i64, onward: i64, into: Plies) -> None:
        """List the plies that take several pieces, by the direction in which they begin.

        *onward* are the points from which a capture that ends there may go on.
        """
        empty: i64 = EVERYWHERE ^ own ^ enemy
        able: i64 = 0
        start: i64 = 0
        into.first = into.count
        for up, down, _, hops in self.ways:
            able = own & enemy << down >> up & (empty & onward) << 2 * down >> 2 * up & hops
            while able:
                start = able & -able
                able ^= start
                self._goes_on(
                    own ^ start, enemy ^ start << up >> down, start << 2 * up >> 2 * down, into
                )

    def _goes_on(self, friends: i64, enemy: i64, at: i64, into: Plies) -> bool:
        """List what a piece that has come to *at* can take; return whether it can."""
        empty: i64 = EVERYWHERE ^ friends ^ enemy
        goes_on = False
        for up, down, _, hops in self.ways:
            if at & enemy << down >> up & empty << 2 * down >> 2 * up & hops:
                goes_on = True
                self._land(friends, enemy ^ at << up >> down, at << 2 * up >> 2 * down, into)
        return goes_on

    def _land(self, friends: i64, left: i64, at: i64, into: Plies) -> None:
        """List what comes of a hop to *at*; of routes to the same position the first counts."""
        ply: i64 = ply_of(friends | at, left)
        if not into.has(ply) and not (self._goes_on(friends, left, at, into) and self.must):
            into.add(ply, 0)

    def counted(self, own: i64, enemy: i64, into: Plies) -> tuple[i64, i64, i64]:
        """Return how many plies there are; *into* is written over from its end on.

        Its own pass over the ways: with `landings` asked first and plies tallied after that,
        `perft` counted 9 to 40 % slower, and random games took 10 to 27 % longer (compiled, three
        pairs of runs by turns, 2026-11-28).

        Returns:
            Those that take one piece; steps; and those that take several pieces, with the points
            from which a capture that has come there may go on, by `ply_of`.
        """
        empty: i64 = EVERYWHERE ^ own ^ enemy
        jumps: i64 = 0
        landings: i64 = 0
        tally: i64 = 0
        over: i64 = 0
        rising: i64 = 0
        falling: i64 = 0
        for up, _, steps, hops in self.ways:
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
            before: i64 = into.count
            self.further(own, enemy, onward, into)
            several = into.count - before
            into.count = before
        if not self.must or not landings:
            return single, bytes_sum(tally >> 32), ply_of(onward, several)
        if onward:
            # Of these each that goes on is no ply of its own.
            empty ^= onward
            tally = 0
            for up, _, _, hops in self.ways:
                if up:
                    tally += bytewise(hopping(own, enemy, empty, up, hops))
            single = bytes_sum(tally)
        return single, 0, ply_of(onward, several)

    def count(self, own: i64, enemy: i64, into: Plies) -> i64:
        """Return the number of plies; *into* is written over from its end on."""
        if not enemy:
            return 0
        single, steps, several = self.counted(own, enemy, into)
        return single + steps + (several >> POINTS)

    def fill(self, own: i64, enemy: i64, into: Plies) -> None:
        """List all plies, those that take several pieces first."""
        if not enemy:
            return
        empty: i64 = EVERYWHERE ^ own ^ enemy
        landings: i64 = self.landings(own, enemy)
        onward: i64 = landings >> POINTS
        if onward:
            self.further(own, enemy, onward, into)
        ending: i64 = empty ^ onward if self.must else empty
        stepping: i64 = 0 if self.must and landings else empty
        for up, _, steps, hops in self.ways:
            if up:
                add_hops(into, hopping(own, enemy, ending, up, hops), up, own, enemy)
                add_steps(into, sliding(own, stepping, up, steps), up, own, enemy)

    def captures(self, own: i64, enemy: i64, landings: i64, into: Plies) -> None:
        """List all captures, those of several pieces first; *landings* are those of `landings`."""
        onward: i64 = landings >> POINTS
        ending: i64 = EVERYWHERE ^ own ^ enemy
        if onward:
            self.further(own, enemy, onward, into)
            if self.must:
                ending ^= onward
        for up, _, _, hops in self.ways:
            if up:
                add_hops(into, hopping(own, enemy, ending, up, hops), up, own, enemy)

    def steps(self, own: i64, enemy: i64, into: Plies) -> None:
        """List all steps."""
        empty: i64 = EVERYWHERE ^ own ^ enemy
        for up, _, steps, _ in self.ways:
            if up:
                add_steps(into, sliding(own, empty, up, steps), up, own, enemy)

    def plies(self, own: int, enemy: int) -> list[tuple[int, int]]:
        """Return for each ply what it leaves of *own* and of *enemy*, captures first."""
        into = Plies()
        self.fill(own, enemy, into)
        return [
            (int(cell.ply & EVERYWHERE), int(cell.ply >> POINTS))
            for cell in into.cells[: into.count]
        ]

    def perft(self, own: int, enemy: int, depth: int) -> int:
        """Return the number of sequences of *depth* plies, 1 or more; the last are not listed."""
        return self._perft(own, enemy, depth, Plies())

    def _perft(self, own: i64, enemy: i64, depth: i64, into: Plies) -> i64:
        if depth == 1:
            return self.count(own, enemy, into)
        before: i64 = into.count
        self.fill(own, enemy, into)
        end: i64 = into.count
        number: i64 = before
        total: i64 = 0
        while number < end:
            ply: i64 = into.cells[number].ply
            total += self._perft(ply >> POINTS, ply & EVERYWHERE, depth - 1, into)
            number += 1
        into.count = before
        return total

    def random_ply(self, own: i64, enemy: i64, chance: i64, into: Plies) -> i64:
        """Return a ply, each with equal chance, or `NONE`; *into* is written over.

        It is found among sets: drawn from a list of all plies, random games took twice as long,
        and half as long again where a side must capture (compiled, four pairs of runs by turns,
        2026-11-28).
        """
        if not enemy:
            return NONE
        into.count = 0
        single, stepping, several = self.counted(own, enemy, into)
        number: i64 = share(chance, single + stepping + (several >> POINTS))
        empty: i64 = EVERYWHERE ^ own ^ enemy
        able: i64 = 0
        size: i64 = 0
        if number < stepping:
            for up, _, steps, _ in self.ways:
                if up:
                    able = sliding(own, empty, up, steps)
                    size = popcount(able)
                    if number < size:
                        able = member(able, number)
                        return ply_of(own ^ able ^ able << up, enemy)
                    number -= size
        number -= stepping
        if number < single:
            if self.must:
                empty ^= several & EVERYWHERE
            for up, _, _, hops in self.ways:
                if up:
                    able = hopping(own, enemy, empty, up, hops)
                    size = popcount(able)
                    if number < size:
                        able = member(able, number)
                        return ply_of(own ^ able ^ able << 2 * up, enemy ^ able << up)
                    number -= size
        # Those of several pieces were listed to be counted.
        return into.cells[number - single].ply if several >> POINTS else NONE

    def playout(
        self, own: i64, enemy: i64, quiet: i64, limit: i64, most: i64, seed: i64
    ) -> tuple[i64, i64, i64, i64]:
        """Return where random plies lead: to the end of the game, or as far as *most* plies.

        Of all plies, each position that can be reached being one, each is drawn with equal
        chance as `share` has it.  The lowest 32 bits of *seed* name the playout.  After *limit*
        quiet plies, of which *quiet* have been made, the game ends; with a limit of 0 never.

        Returns:
            The pieces of the side then to move, those of the other one, the quiet plies, and
            how many plies were made.
        """
        into = Plies()
        chance: i64 = seeded(seed)
        after: i64 = 0
        made: i64 = 0
        while made < most:
            chance = drawn(chance)
            after = self.random_ply(own, enemy, chance, into)
            if after == NONE or 0 < limit <= quiet:
                break
            quiet = quiet + 1 if limit and after >> POINTS == enemy else 0
            own = after >> POINTS
            enemy = after & EVERYWHERE
            made += 1
        return own, enemy, quiet, made


def ways_of(board: Board) -> Ways | None:
    """Return the ways of *board*, or None where one of them is no shift.

    That is a board with more than `POINTS` points, or with holes, so that one
    direction leads further along one rank than along another.
    """
    ways = []
    for direction in range(8):
        around = {site: ends[direction] for site, ends in enumerate(board.neighbors)}
        ends = {site: end for site, end in around.items() if end >= 0}
        shifts = {end - site for site, end in ends.items()}
        if len(shifts) > 1 or len(board) > POINTS:
            return None
        if shifts:
            shift = shifts.pop()
            steps = sum(1 << site for site in ends)
            hops = sum(1 << site for site, end in ends.items() if end in ends)
            ways.append((max(shift, 0), max(-shift, 0), steps, hops))
    return tuple(ways)


def kernel_for(ways: Ways, must: bool) -> Kernel:
    """Return the kernel for a board with these *ways*, written out if it has been for them."""
    try:
        written = import_module(WRITTEN_OUT)
    except ModuleNotFoundError:
        return Kernel(ways, must)
    kernel: Kernel = (written.Unrolled if ways == written.WAYS else Kernel)(ways, must)
    return kernel

"""What was done at a sensed board, worked out from which sites are occupied.

A sensor tells that something stands on a site, never what: sizes, colors and the
contents of towers come from the rules alone.  So nothing is taken for put on a
site that was occupied all the time; whoever puts a piece on others says so by
lifting those for a moment, by a touch on the screen, or by Confirm.

Knows the rules by their contract, and no sensor, screen or clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from companion.contract import (
    Fact,
    HalfMove,
    Placement,
    Position,
    Site,
    Token,
    harmed_sites,
    sites_among,
)

SETTLE_S: Final = 0.25
"""
A site counts as occupied or empty when it has been so for this long.

A piece that is slid passes over a neighboring dot in 100 to 150 ms, and rocks for
less than 100 ms when it is put down; a hand needs longer than this between two deeds.
"""

MOST_HALVES: Final = 600
"""Half-made turns looked at for one reading: a few milliseconds at most."""


class SensorDebouncer:
    """Takes what sensors tell, and tells which sites have stayed as they are for `SETTLE_S`.

    Attributes:
        occupied: the settled sites that are occupied.
    """

    def __init__(self, raw: frozenset[Site], now_s: float) -> None:
        self.occupied = raw
        self._raw = raw
        self._since_s: dict[Site, float] = {}
        self._now_s = now_s

    def update(self, raw: frozenset[Site], now_s: float) -> None:
        """Update from the sensors at *now_s*; time that goes back counts as standing still."""
        self._now_s = max(self._now_s, now_s)
        for site in raw ^ self._raw:
            self._since_s[site] = self._now_s
        self._raw = raw
        settled = {
            site
            for site in raw ^ self.occupied
            if self._now_s - self._since_s.get(site, self._now_s) >= SETTLE_S
        }
        if settled:
            self.occupied = self.occupied ^ settled


def occupied_by(placement: Placement) -> frozenset[Site]:
    """Return the sites on which *placement* has pieces."""
    return frozenset(placement)


def removed_by(facts: Iterable[Fact]) -> frozenset[Site]:
    """Return the sites that pieces leave for beside the board by what *facts* tell."""
    return frozenset(harmed_sites(facts))


def difference(half: HalfMove, occupied: frozenset[Site]) -> frozenset[Site]:
    """Return the sites that differ between table and *half* beyond what its making explains."""
    standing = occupied_by(half.pieces())
    changed = occupied_by(half.position.pieces()) ^ standing
    explained = changed.union(removed_by(half.facts()), sites_among(half.touches))
    return (standing ^ occupied) - explained


class Candidate(NamedTuple):
    """A half-made turn that explains a table, and how well.

    Attributes:
        rank: 0 all agrees; 1 what is taken still stands; 2 the moving piece is in a
            hand; 3 and 4 other pieces are, too.
        novelty: 0 what was known before, 1 it goes on from that, 2 it is another turn.
        length: how many touches make it.
    """

    rank: int
    novelty: int
    length: int
    half: HalfMove


def read_table(
    known: HalfMove, occupied: frozenset[Site], tapped: frozenset[Site] = frozenset()
) -> HalfMove | None:
    """Return the half-made turn that the table shows, or None where none or several explain it.

    Args:
        known: what is known of the turn; tokens touched first in it stay touched.
        occupied: where something stands now.
        tapped: sites whose pieces were lifted in this turn and stand again.
    """
    before = occupied_by(known.position.pieces())
    if occupied == before:
        return _start_of(known)
    readings = sorted(
        (candidate for half in _halves(known, occupied, tapped, before)
         if (candidate := _reading(half, known, occupied)) is not None),
        key=lambda reading: reading[:3],
    )  # fmt: skip
    if not readings:
        return None
    best = readings[0]
    rivals = [one for one in readings if one[:3] == best[:3]]
    if any(one.half.pieces() != best.half.pieces() for one in rivals):
        return None
    if best.rank > 1 and len({sites_among(one.half.touches)[:1] for one in rivals}) > 1:
        return None
    return best.half


def _start_of(known: HalfMove) -> HalfMove:
    """Return the beginning of the turn, with the tokens that were touched first."""
    half = known.position.begin()
    for touch in known.touches:
        if not isinstance(touch, Token):
            break
        half = half.extended(touch)
    return half


def _halves(
    known: HalfMove, occupied: frozenset[Site], tapped: frozenset[Site], before: frozenset[Site]
) -> Iterator[HalfMove]:
    """Return the turns that touch only where something has changed, the shortest first."""
    changed = occupied ^ before
    # The end of a chain may be where the moved piece was put a moment ago.
    later = changed.union(tapped, sites_among(known.touches[1:]))
    waiting = deque([_start_of(known)])
    for _ in range(MOST_HALVES):
        if not waiting:
            return
        half = waiting.popleft()
        if half.touches:
            yield half
        sites = later if sites_among(half.touches) else changed
        count = len(half.touches)
        is_known = half.touches == known.touches[:count]
        lifted = half.lifted()
        # A tower leaves a piece wherever it arrives, so only a lone one passes unseen.
        may_pass = count > 0 and lifted is not None and len(lifted.pieces) == 1
        for touch in sites_among(half.next_touches()):
            if touch in sites or (is_known and known.touches[count : count + 1] == (touch,)):
                waiting.append(half.extended(touch))
            elif may_pass and touch not in occupied:
                after = half.extended(touch)
                if _passes(after, touch):
                    waiting.append(after)


def _passes(after: HalfMove, touch: Site) -> bool:
    """Return whether all that came to *touch* may have gone on without being put down."""
    lifted = after.lifted()
    return lifted is not None and lifted.pieces == after.pieces().get(touch)


def _reading(half: HalfMove, known: HalfMove, occupied: frozenset[Site]) -> Candidate | None:
    standing = occupied_by(half.pieces())
    wanting, surplus = standing - occupied, occupied - standing
    gone = removed_by(half.facts())
    if not surplus <= gone:
        return None
    in_hand = _in_hand(half)
    if not wanting:
        rank = 1 if surplus else 0
    elif wanting <= in_hand:
        rank = 2
    else:
        rank = 3 if wanting & in_hand else 4
    if rank == 4 and len(sites_among(half.touches)) < 2:
        return None
    goes_on = half.touches[: len(known.touches)] == known.touches
    novelty = 0 if half.touches == known.touches else 1 if goes_on else 2
    return Candidate(rank, novelty, len(half.touches), half)


def agrees(half: HalfMove, occupied: frozenset[Site]) -> bool:
    """Return whether the table stands as after *half*; what that takes may stand yet."""
    standing = occupied_by(half.pieces())
    return standing <= occupied and occupied - standing <= removed_by(half.facts())


def _in_hand(half: HalfMove) -> frozenset[Site]:
    """Return the site, or none, that is empty while what *half* moves next is in a hand."""
    lifted = half.lifted()
    if lifted is not None:
        is_whole = lifted.pieces == half.pieces().get(lifted.site)
        return frozenset({lifted.site} if is_whole else ())
    last = half.touches[-1] if half.touches else None
    return frozenset({last} if isinstance(last, int) and half.move is None else ())


def landings(half: HalfMove, occupied: frozenset[Site]) -> tuple[Site, ...]:
    """Return where the piece in a hand may have been put on others, in board order."""
    lifted = half.lifted()
    if lifted is None or lifted.site in occupied:
        return ()
    return tuple(site for site in sites_among(half.next_touches()) if site in occupied)


def may_be_taken(position: Position, site: Site) -> bool:
    """Return whether a turn may begin with a leg that takes what stands on *site*, or joins it."""
    start = position.begin()
    for touch in sites_among(start.next_touches()):
        onward = start.extended(touch).next_touches()
        if site in onward or any(site in removed_by(facts) for facts in onward.values()):
            return True
    return False

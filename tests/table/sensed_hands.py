"""Hands that make moves on a sensed board: what each deed does to what its sensors tell."""

from __future__ import annotations

import itertools

from companion.table.sensed import occupied_by, removed_by
from companion.table.watch import TableWatch
from companion.ui.board.motion import halves_of, moves_piece


def deeds_of(position, move, rng):
    """
    Return what hands do for *move*: pairs of "lift", "put" or "token", and a site or token.

    What is taken goes before, between or after the moving piece, by chance; a piece that
    goes on is put down on its way or is not.
    """
    before_deeds, deeds, after_deeds = [], [], []
    standing = set(occupied_by(position.pieces()))
    halves = halves_of(position.half_move(move))
    in_hand = None
    for number, (before, after) in enumerate(itertools.pairwise(halves), 1):
        touch = after.touches[-1]
        if not isinstance(touch, int):
            deeds.append(("token", touch))
            continue
        lifted = before.lifted()
        if lifted is not None and moves_piece(before, touch):
            is_whole = lifted.pieces == before.pieces()[lifted.site]
            if is_whole and in_hand is None:
                deeds.append(("lift", lifted.site))
                standing.discard(lifted.site)
            is_last = number == len(halves) - 1
            onward = after.lifted()
            goes_on = not is_last and moves_piece(after, move.touches[number])
            is_whole_on = onward is not None and onward.pieces == after.pieces().get(touch)
            if touch in standing:
                deeds += [("lift", touch), ("put", touch)]
                in_hand = None
            elif goes_on and is_whole_on and rng.random() < 0.5:
                in_hand = touch
            else:
                deeds.append(("put", touch))
                standing.add(touch)
                in_hand = None
        elif not before.pieces().get(touch) and after.pieces().get(touch):
            deeds.append(("put", touch))
            standing.add(touch)
        gone = occupied_by(before.pieces()) - occupied_by(after.pieces())
        gone &= removed_by(after.facts())
        for site in sorted(gone, key=lambda _: rng.random()):
            # Before the moving piece only what the first leg takes, as people do.
            is_first = number == 2 and moves_piece(before, touch)
            place = rng.choice((before_deeds, deeds, after_deeds) if is_first else (deeds,))
            place.append(("lift", site))
            standing.discard(site)
    return before_deeds + deeds + after_deeds


class SensedMatch:
    """A match, a sensed board with its pieces, and the watch between them."""

    def __init__(self, match):
        self.match = match
        self.watch = TableWatch()
        self.standing = set(occupied_by(match.position.pieces()))
        self.refused = []
        self.look()

    def look(self):
        news = self.watch.look(self.match.half, frozenset(self.standing))
        if news.half is not None:
            answer = self.match.follow(news.half.touches)
            assert answer.refusal is None
        if news.refused is not None:
            self.refused.append(news.refused)

    def do(self, deed, what):
        if deed == "lift":
            self.standing.remove(what)
        elif deed == "put":
            assert what not in self.standing
            self.standing.add(what)
        else:
            assert self.match.touch(what).refusal is None
        self.look()

    def carry_out(self, move, rng):
        """Make *move* by hand; nothing is confirmed."""
        deeds = deeds_of(self.match.position, move, rng)
        for deed, what in deeds:
            self.do(deed, what)
        return deeds

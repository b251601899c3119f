"""A second generator for the Knocking Game of Quincala, for comparison only.

Written from the published rules alone and as plainly as they read: towers are
tuples of (side, size), a placement is a dict by name of dot, and every route is
followed step by step.  It shares no line with the program's generator, not
even the board's table of rays.
"""

from collections import Counter
from itertools import product

STEPS = [(df, dr) for df in (-1, 0, 1) for dr in (-1, 0, 1) if (df, dr) != (0, 0)]


class SlowQuincala:
    def __init__(self, rows, setup, cuts=()):
        """Take the drawing, the first pieces as {name: (side, size)} and pairs of names."""
        self.dots = set()
        for rank, row in enumerate(reversed(rows), 1):
            for file, cell in zip("abcdefghijklmnopqrstuvwxyz", row, strict=False):
                if cell == "o":
                    self.dots.add(f"{file}{rank}")
        self.cuts = {frozenset(pair) for pair in cuts}
        self.beside = {way: self.next_dot(*way) for way in product(self.dots, STEPS)}
        self.first = Counter(setup.values())

    def results(self, placement, side):
        """Return the frozen placements that one ply of *side* can lead to."""
        if self.losers(placement):
            return set()
        placements = set()
        seen = set()
        waiting = []
        for dot, tower in placement.items():
            if all(owner == side for owner, _ in tower):
                waiting += self.legs(placement, dot, ())
        while waiting:
            after, dot = waiting.pop()
            reached = frozen(after)
            placements.add(reached)
            if (reached, dot) in seen:
                continue
            seen.add((reached, dot))
            if self.losers(after):
                continue
            tower = after[dot]
            if len(tower) >= 2 and all(owner == side for owner, _ in tower):
                waiting += self.legs(after, dot, tower[:1])
        return placements or {frozen(placement)}

    def legs(self, placement, start, left_behind):
        """Return (placement, arrival dot) for every leg of what is lifted on *start*."""
        lifted = [piece for piece in placement[start] if piece not in left_behind]
        made = []
        for step in STEPS:
            dot = start
            for _ in range(len(lifted)):
                dot = self.beside[dot, step]
                if dot is None:
                    break
                after = dict(placement)
                if left_behind:
                    after[start] = left_behind
                else:
                    del after[start]
                sizes = [size for _, size in lifted]
                stay = [piece for piece in placement.get(dot, []) if piece[1] not in sizes]
                after[dot] = tuple(sorted(stay + lifted, key=lambda piece: -piece[1]))
                made.append((after, dot))
                if dot in placement:
                    break
        return made

    def next_dot(self, dot, step):
        name = chr(ord(dot[0]) + step[0]) + str(int(dot[1:]) + step[1])
        if name not in self.dots or frozenset((dot, name)) in self.cuts:
            return None
        return name

    def losers(self, placement):
        """Return the sides that have had a piece of every one of their sizes knocked."""
        standing = [piece for tower in placement.values() for piece in tower]
        whole = {piece[0] for piece, count in self.first.items() if standing.count(piece) >= count}
        return [side for side in (0, 1) if side not in whole]


def frozen(placement):
    return frozenset(placement.items())

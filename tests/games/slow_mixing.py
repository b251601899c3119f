"""A second generator for Quincala Mixing, for comparison only.

Written from the published short rules alone and as plainly as they read: pieces
are (side, size, mark), towers are lists, a placement is a dict by name of dot,
each player has a hand that is a list, and every route is followed step by step.
It shares no line with the program's generator.

The mark of a piece is "fresh" when it has knocked a piece of the other color in
this turn, "immune" in the opponent's turn after that, and "" otherwise.
"""

from itertools import product
from typing import NamedTuple

STEPS = [(df, dr) for df in (-1, 0, 1) for dr in (-1, 0, 1) if (df, dr) != (0, 0)]


class State(NamedTuple):
    placement: dict
    side: int
    hands: tuple


class SlowMixing:
    def __init__(self, rows, areas, sizes, cuts=()):
        """Take the drawing, the names of each side's area, both sides' sizes, and cuts."""
        self.dots = set()
        for rank, row in enumerate(reversed(rows), 1):
            for file, cell in zip("abcdefghijklmnopqrstuvwxyz", row, strict=False):
                if cell == "o":
                    self.dots.add(f"{file}{rank}")
        self.areas = areas
        self.sizes = sizes
        self.cuts = {frozenset(pair) for pair in cuts}
        self.beside = {way: self.next_dot(*way) for way in product(self.dots, STEPS)}

    def results(self, state):
        """Return the states that one ply can lead to, by their frozen values."""
        if any(self.has_all_sizes(state.placement, side) for side in (0, 1)):
            return {}
        hand = state.hands[state.side]
        free = [dot for dot in self.areas[state.side] if dot not in state.placement]
        if hand and free:
            states = [self.after_placing(state, piece, dot) for piece in hand for dot in free]
        else:
            states = self.after_moving(state)
        return {frozen(after): after for after in states}

    def after_placing(self, state, piece, dot):
        hands = [list(hand) for hand in state.hands]
        hands[state.side].remove(piece)
        side, size = piece
        placement = {**state.placement, dot: [(side, size, "")]}
        return State(placement, state.side, tuple(hands))

    def after_moving(self, state):
        ends = []
        seen = set()
        waiting = []
        for dot, tower in state.placement.items():
            if all(owner == state.side for owner, _, _ in tower):
                waiting += self.legs(state.placement, dot, tower, [])
        while waiting:
            after, dot, knocked = waiting.pop()
            reached = frozen_board(after), dot
            if reached in seen:
                continue
            seen.add(reached)
            ends.append(self.turn_over(state, after, knocked))
            own = [piece for piece in after[dot] if piece[0] == state.side]
            biggest = max(size for _, size, _ in own)
            rest = [piece for piece in own if piece[1] != biggest]
            if rest:
                waiting += self.legs(after, dot, rest, knocked)
        return ends or [self.turn_over(state, state.placement, [])]

    def legs(self, placement, start, lifted, knocked_before):
        """Return (placement, arrival dot, all pieces knocked) for every leg of *lifted*."""
        made = []
        for step in STEPS:
            dot = start
            for _ in range(len(lifted)):
                dot = self.beside[dot, step]
                if dot is None:
                    break
                leg = self.arrival(placement, start, dot, lifted)
                if leg is not None:
                    after, knocked = leg
                    made.append((after, dot, knocked_before + knocked))
                if dot in placement:
                    break
        return made

    def arrival(self, placement, start, dot, lifted):
        after = dict(placement)
        after[start] = [piece for piece in after[start] if piece not in lifted]
        if not after[start]:
            del after[start]
        knocked, tower = [], list(after.pop(dot, []))
        for side, size, mark in lifted:
            for other in list(tower):
                if other[1] != size:
                    continue
                if other[0] != side and other[2] == "immune":
                    return None
                tower.remove(other)
                knocked.append(other[:2])
                if other[0] != side:
                    mark = "fresh"
            tower.append((side, size, mark))
        after[dot] = tower
        return after, knocked

    def next_dot(self, dot, step):
        name = chr(ord(dot[0]) + step[0]) + str(int(dot[1:]) + step[1])
        if name not in self.dots or frozenset((dot, name)) in self.cuts:
            return None
        return name

    def turn_over(self, state, placement, knocked):
        turned = {"fresh": "immune", "immune": "", "": ""}
        after = {
            dot: [(side, size, turned[mark]) for side, size, mark in tower]
            for dot, tower in placement.items()
        }
        hands = [list(hand) for hand in state.hands]
        hands[1 - state.side] += knocked
        return State(after, 1 - state.side, tuple(hands))

    def has_all_sizes(self, placement, side):
        """Return whether every size of *side* has a piece in some tower of both colors."""
        there = set()
        for tower in placement.values():
            if len({owner for owner, _, _ in tower}) == 2:
                there |= {size for owner, size, _ in tower if owner == side}
        return there >= set(self.sizes[side])

    def perft(self, state, depth):
        states = self.results(state)
        if depth == 1:
            return len(states)
        return sum(self.perft(after, depth - 1) for after in states.values())


def frozen_board(placement):
    return frozenset(zip(placement, map(frozenset, placement.values()), strict=True))


def frozen(state):
    hands = tuple(tuple(sorted(hand)) for hand in state.hands)
    return frozen_board(state.placement), state.side, hands

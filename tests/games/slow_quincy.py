"""A second generator for Quincy, for comparison only.

Written from the published rules alone and as plainly as they read: a square is
(row, column), the grid a dict of colors, a domino a pair, every line is walked
square by square.  It shares no line with the program's generator.
"""

import random

SQUARES = [(row, column) for row in range(1, 10) for column in range(1, 10)]
WAYS = [(0, 1), (1, 0), (1, 1), (1, -1)]
TEAMS = ("blue", "yellow")


class SlowQuincy:
    """A game under way; `after` gives a new one."""

    def __init__(self, grid, hands, pile, seat=0):
        self.grid, self.hands, self.pile, self.seat = grid, hands, pile, seat
        self.walked = {}

    @classmethod
    def dealt(cls, players, seed):
        deck = [(a, b) for a in range(10) for b in range(a, 10)]
        random.Random(seed).shuffle(deck)
        hands = [deck[5 * seat : 5 * seat + 5] for seat in range(players)]
        return cls({}, hands, deck[5 * players :])

    @classmethod
    def read(cls, text):
        """Take a position text with dealt dominoes."""
        rows, seat, *fields = text.split()
        fields = dict(field.split("=") for field in fields)
        colors = {"b": "blue", "y": "yellow"}
        grid = {
            (row, column): colors[cell]
            for row, line in enumerate(rows.split("/"), 1)
            for column, cell in enumerate(line, 1)
            if cell in colors
        }
        hands = [pairs("" if hand == "-" else hand) for hand in fields["hands"].split("/")]
        return cls(grid, hands, pairs(fields.get("pile", "")), int(seat) - 1)

    @property
    def team(self):
        return TEAMS[self.seat % 2]

    @property
    def other_team(self):
        return TEAMS[1 - self.seat % 2]

    def lines(self, team):
        """Return the squares of every run of four or more that is as long as it can be."""
        if team not in self.walked:
            self.walked[team] = self.walk(team)
        return self.walked[team]

    def walk(self, team):
        runs = []
        for square in SQUARES:
            if self.grid.get(square) != team:
                continue
            for down, right in WAYS:
                before = (square[0] - down, square[1] - right)
                if self.grid.get(before) == team:
                    continue
                run = []
                while self.grid.get(square) == team:
                    run.append(square)
                    square = (square[0] + down, square[1] + right)
                if len(run) >= 4:
                    runs.append(run)
                square = run[0]
        return runs

    def winner(self):
        winners = [team for team in TEAMS if len(self.lines(team)) >= 2]
        return winners[0] if winners else None

    def is_over(self):
        return self.winner() is not None or not any(self.hands)

    def named_squares(self, domino):
        """Return the squares that the numbers of *domino* name; a blank names them all."""
        if domino == (0, 0):
            return SQUARES
        if 0 in domino:
            number = max(domino)
            return [square for square in SQUARES if number in square]
        a, b = domino
        return sorted({(a, b), (b, a)})

    def plays(self, domino):
        """Return what *domino* can do, as (what, square)."""
        protected = [square for line in self.lines(self.other_team) for square in line]
        deeds = []
        for square in self.named_squares(domino):
            if square not in self.grid:
                deeds.append(("put", square))
            elif 0 in domino and self.grid[square] == self.other_team and square not in protected:
                deeds.append(("remove", square))
        return deeds

    def plies(self):
        """Return the text and the game after every ply."""
        if self.is_over():
            return {}
        hand = self.choices()
        if not hand:
            return {"pass": self.after(None, [])}
        results = {}
        for domino in hand:
            numbers = f"{domino[0]}|{domino[1]}"
            plays = self.plays(domino)
            for play in plays:
                mark = "@" if play[0] == "put" else "x"
                results[f"{numbers}{mark}{play[1][0]}{play[1][1]}"] = self.after(domino, [play])
            if not plays:
                results[f"{numbers}~"] = self.after(domino, [])
        return results

    def choices(self):
        """Return the dominoes that the seat to move may hold."""
        return self.hands[self.seat]

    def after(self, domino, plays):
        grid, pile = dict(self.grid), list(self.pile)
        hands = [list(hand) for hand in self.hands]
        if domino is not None:
            hands[self.seat].remove(domino)
            if pile:
                hands[self.seat].append(pile.pop(0))
        for what, square in plays:
            if what == "put":
                grid[square] = self.team
            else:
                del grid[square]
        # A swap does not end the turn.
        stays = domino is not None and not plays
        seat = self.seat if stays else (self.seat + 1) % len(hands)
        return SlowQuincy(grid, hands, pile, seat)

    def perft(self, depth):
        if depth == 0:
            return 1
        return sum(game.perft(depth - 1) for game in self.plies().values())


class SlowPhysicalQuincy(SlowQuincy):
    """The same with real dominoes: those in hands and pile are only known not to be out yet."""

    @classmethod
    def begun(cls, players):
        game = cls({}, [["?"] * 5 for _ in range(players)], ["?"] * (55 - 5 * players))
        game.unseen = [(a, b) for a in range(10) for b in range(a, 10)]
        return game

    def choices(self):
        return self.unseen if self.hands[self.seat] else []

    def after(self, domino, plays):
        known = super().after(domino and "?", plays)
        game = SlowPhysicalQuincy(known.grid, known.hands, known.pile, known.seat)
        game.unseen = [other for other in self.unseen if other != domino]
        return game


def pairs(text):
    return [(int(item[0]), int(item[1])) for item in text.split(".") if item]

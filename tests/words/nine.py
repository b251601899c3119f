"""A game of nobody's: three in a row on nine squares, with rules and a board and no words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.contract import (
    Fact,
    Game,
    GamePlugin,
    HalfMove,
    Move,
    OptionSpec,
    Outcome,
    Piece,
    Position,
    Progress,
    Refusal,
    Token,
    parse_board,
)

BOARD = parse_board(
    'name = "nine"\nnote = "drawn for a test"\nrows = ["ooo", "ooo", "ooo"]\n'
    'drawing = "squares"\npieces = "stones"\n',
    "nine",
)
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class NineTurn(HalfMove):
    """A square, or a pass."""

    def __init__(self, position, touches=()):
        self.position, self.touches = position, touches

    @property
    def progress(self):
        return Progress.COMPLETE if self.touches else Progress.INCOMPLETE

    @property
    def move(self):
        if not self.touches:
            return None
        touch = self.touches[0]
        text = "skip" if isinstance(touch, Token) else self.position.board.name_of(touch)
        return Move(text, self.touches)

    def next_touches(self):
        if self.touches or self.position.outcome():
            return {}
        ahead = {site: self._facts(site) for site in range(9) if site not in self.position.stones}
        if self.position.options["may_skip"]:
            ahead[Token("skip-turn", ())] = (Fact("skips-turn"),)
        return ahead

    def _facts(self, site):
        side = self.position.side
        own = {at for at, of in self.position.stones.items() if of == side} | {site}
        made = [Fact("makes-row", (side, site))] if any(own >= set(row) for row in ROWS) else []
        return (Fact("sets-stone", (Piece(side, 1), site)), *made)

    def refusal(self, touch):
        return Refusal("square-is-full", (touch,))

    def extended(self, touch):
        return NineTurn(self.position, (touch,))

    def pieces(self):
        return self.position.after(self).pieces()

    def off_board(self):
        return ()

    def lifted(self):
        return None

    def facts(self):
        return self.position.begin().next_touches()[self.touches[0]] if self.touches else ()


class NinePosition(Position):
    """Who has which square."""

    board = BOARD

    def __init__(self, options, stones, turns=0):
        self.options, self.stones, self.turns, self.game = options, stones, turns, NINE

    @property
    def side(self):
        return self.turns % 2

    @property
    def key(self):
        return (self.side, tuple(sorted(self.stones.items())))

    def legal_moves(self):
        return [NineTurn(self, (touch,)).move for touch in self.begin().next_touches()]

    def begin(self):
        return NineTurn(self)

    def after(self, half):
        stones = {site: self.side for site in half.touches if isinstance(site, int)}
        return NinePosition(self.options, {**self.stones, **stones}, self.turns + 1)

    def outcome(self):
        for side in (0, 1):
            own = {site for site, of in self.stones.items() if of == side}
            if any(own >= set(row) for row in ROWS):
                return Outcome(side, "three-in-a-row")
        return Outcome(None, "board-is-full") if len(self.stones) == 9 else None

    def parse(self, text):
        return next(move for move in self.legal_moves() if move.text == text)

    def to_text(self):
        return "".join(".xo"[1 + self.stones.get(site, -1)] for site in range(9))

    def pieces(self):
        return {site: (Piece(side, 1),) for site, side in self.stones.items()}

    def off_board(self):
        return ()


@dataclass(frozen=True, kw_only=True)
class NineGame(Game):
    """Three in a row."""

    def shipped_board(self):
        return BOARD

    def initial(self, options=None, seed=0, board=None):
        return NinePosition(self.complete(options), {})

    def from_text(self, text, board=None):
        stones = {site: ".xo".index(cell) - 1 for site, cell in enumerate(text) if cell != "."}
        return NinePosition(self.complete({}), stones, len(stones))


NINE = NineGame(
    name="three-in-a-row",
    folder="tests.words",
    board_name="nine",
    side_names=("Red", "Green"),
    option_specs=(
        OptionSpec("opener", ("red", "green", "coin"), "red", "nobody", decides_start=True),
        OptionSpec("may_skip", (False, True), False, "nobody"),
        OptionSpec("most_turns", range(1, 100), 50, "nobody"),
        OptionSpec("stone_shape", ("round", "eight-sided"), "round", "nobody"),
    ),
    presets={"quick-game": {"may_skip": True, "most_turns": 9}},
)
PLUGIN = GamePlugin("tests.words", rules="nine:NINE")

"""Makes games from outside, as a package that pip has installed beside the program."""

import re

NAME, TITLE = "three-in-a-row", "Three in a row"
"""What the game below calls itself."""

RULES = '''
"""Pieces are placed in turn; three in a row win."""

from companion.contract import (
    Fact, Game, HalfMove, Move, Outcome, Piece, Position, Refusal,
)
from companion.contract.texts import cells_of, fields_of, option_words, options_of, rows_text


class Turn(HalfMove):
    def __init__(self, position, touches=()):
        self.position, self.touches = position, touches

    @property
    def move(self):
        if not self.touches:
            return None
        return Move(self.position.board.name_of(self.touches[0]), self.touches)

    def next_touches(self):
        if self.touches or self.position.outcome():
            return {}
        placed = self.position.pieces()
        free = (site for site in range(len(self.position.board)) if site not in placed)
        return {site: (Fact("place", (Piece(self.position.side, 1), site)),) for site in free}

    def refusal(self, touch):
        return Refusal("occupied")

    def extended(self, touch):
        return Turn(self.position, (*self.touches, touch))

    def pieces(self):
        placed = self.position.pieces()
        placed |= {at: (Piece(self.position.side, 1),) for at in self.touches}
        return dict(sorted(placed.items()))

    def facts(self):
        placed = [Fact("place", (Piece(self.position.side, 1), at)) for at in self.touches]
        won = self.move and self.position.after(self).outcome()
        if won and won.winner is not None:
            placed.append(Fact("win", (won.winner,)))
        return tuple(placed)


class Placed(Position):
    def __init__(self, game, board, options, cells):
        self.game, self.board, self.options, self.cells = game, board, options, cells

    @property
    def side(self):
        return len(self.cells) % 2

    @property
    def key(self):
        return tuple(sorted(self.cells.items()))

    def begin(self):
        return Turn(self)

    def after(self, half):
        cells = {**self.cells, half.touches[0]: self.side}
        return Placed(self.game, self.board, self.options, cells)

    def outcome(self):
        for a, b, c in ROWS:
            if a in self.cells and self.cells[a] == self.cells.get(b) == self.cells.get(c):
                return Outcome(self.cells[a], "three-in-a-row")
        return Outcome(None, "board-full") if len(self.cells) == 9 else None

    def to_text(self):
        rows = rows_text(self.board, {at: "wb"[side] for at, side in self.cells.items()})
        return " ".join([rows, *option_words(self.game, self.options)])

    def pieces(self):
        return {at: (Piece(side, 1),) for at, side in sorted(self.cells.items())}


ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class ThreeGame(Game):
    def initial(self, options=None, seed=0, board=None):
        return Placed(self, board or self.shipped_board(), self.complete(options), {})

    def from_text(self, text, board=None):
        board = board or self.shipped_board()
        rows, *words = text.split()
        names = [spec.name for spec in self.option_specs]
        cells = cells_of(board, rows, "wb")
        options = options_of(self, fields_of(words, names))
        return Placed(self, board, options, {at: "wb".index(cells[at]) for at in cells})


GAME = ThreeGame(name="three-in-a-row", folder=__package__, board_name="three-in-a-row")
'''

BOARD = """\
name = "three-in-a-row"
note = "nine dots"
rows = ["ooo", "ooo", "ooo"]
"""

PLUGIN = """
from companion.contract import GamePlugin

PLUGIN = GamePlugin(
    __name__, rules="rules:GAME", title="Three in a row", author="A. Maker", license="MIT"
)
"""


def install(folder, package="", **files):
    """
    Lay a package of a game into *folder*, a place where Python looks for packages.

    Args:
        folder: such as one that is on ``sys.path``.
        package: what it is called; by default as no other in this run.
        files: texts of its modules and data that are others than those of a good game,
            by what they are called before the dot; ``plugin`` is ``__init__.py``.
    """
    texts = {"plugin": PLUGIN, "rules": RULES, "board": BOARD, **files}
    # Boards are kept by the names of their packages for as long as the process lives.
    package = package or re.sub(r"\W", "_", f"game_{folder.name}").lower()
    place = folder / package
    place.mkdir(parents=True)
    for name, text in texts.items():
        file = {"plugin": "__init__.py", "board": "board.toml"}.get(name, f"{name}.py")
        if text is not None:
            (place / file).write_text(text, encoding="utf-8")
    facts = folder / f"{package}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    entry = f"[board_companion.games]\n{package.replace('_', '-')} = {package}:PLUGIN\n"
    (facts / "entry_points.txt").write_text(entry)
    return place

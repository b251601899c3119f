"""Random games named by a seed, what holds of each of their positions, and their mirror image."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from companion.contract import (
    Board,
    Game,
    HalfMove,
    Move,
    Options,
    Piece,
    Position,
    Progress,
    option_text,
)

MOST_PLIES = 500

LONGEST_ROUTE = 12
"""Touches after which a turn by touches ends as soon as it may."""


class RandomStep(NamedTuple):
    """A position of a random game, its moves where they were listed, and how it came about."""

    position: Position
    moves: Sequence[Move] | None
    story: str


class _Ply(NamedTuple):
    """What was chosen in a position: nothing where the game is over."""

    moves: Sequence[Move] | None
    text: str
    after: Position | None


_Choose = Callable[[Position, random.Random, str], _Ply]


def by_list(game: Game, options: Options, seed: int) -> Iterator[RandomStep]:
    """Yield the positions of a game whose plies are drawn from the list of legal moves."""
    yield from _played(game, options, seed, _from_list)


def by_touch(game: Game, options: Options, seed: int) -> Iterator[RandomStep]:
    """Yield the positions of a game whose plies are made by random touches."""
    yield from _played(game, options, seed, _from_touches)


def _played(game: Game, options: Options, seed: int, choose: _Choose) -> Iterator[RandomStep]:
    chance = random.Random(seed)
    position = game.initial(options, seed)
    chosen = " ".join(f"{name}={option_text(value)}" for name, value in options.items())
    texts: list[str] = []
    for number in range(MOST_PLIES + 1):
        story = f"{game.name} {chosen} --seed {seed} --moves '{' '.join(texts)}'"
        ply = choose(position, chance, story)
        yield RandomStep(position, ply.moves, story)
        if ply.after is None or number == MOST_PLIES:
            return
        # As the command line takes it.
        texts.append(ply.text.replace(" ", ":"))
        position = ply.after


def _from_list(position: Position, chance: random.Random, story: str) -> _Ply:
    moves = position.legal_moves()
    if not moves:
        return _Ply(moves, "", None)
    move = chance.choice(moves)
    return _Ply(moves, move.text, position.play(move))


def _from_touches(position: Position, chance: random.Random, story: str) -> _Ply:
    if position.outcome() is not None:
        return _Ply(None, "", None)
    half = position.begin()
    while half.progress is not Progress.COMPLETE:
        is_long = len(half.touches) >= LONGEST_ROUTE
        if half.progress is Progress.EXTENDABLE and (is_long or chance.random() < 0.5):
            break
        touches = list(half.next_touches())
        assert touches, f"a turn ends nowhere: {half.touches} in {story}"
        half = half.touch(chance.choice(touches))
    assert half.move is not None, story
    codes = position.game.fact_codes
    assert not codes or codes >= {fact.code for fact in half.facts()}, story
    return _Ply(None, half.move.text, position.after(half))


def check_step(step: RandomStep) -> None:
    """Assert what holds of each position of every game."""
    position, moves, story = step
    text = position.to_text()
    again = position.game.from_text(text, position.board)
    assert again.key == position.key, story
    assert again.to_text() == text, story
    assert again.outcome() == position.outcome(), story
    _check_turn(position, moves, story)
    sites = list(position.pieces())
    assert sites == sorted(set(sites)), story
    assert all(0 <= site < len(position.board) for site in sites), story


def _check_turn(position: Position, moves: Sequence[Move] | None, story: str) -> None:
    """There is something to do exactly while the game goes on."""
    goes_on = position.outcome() is None
    half = position.begin()
    assert bool(half.next_touches() or half.move) == goes_on, story
    if moves is not None:
        assert bool(moves) == goes_on, story
    if not goes_on:
        assert position.claims() == (), story


def standing(place: Position | HalfMove) -> Counter[Piece]:
    """Return how many of each piece stand on the board."""
    towers: Mapping[int, tuple[Piece, ...]] = place.pieces()
    return Counter(piece for tower in towers.values() for piece in tower)


def inventory(place: Position | HalfMove) -> Counter[Piece]:
    """Return how many of each piece there are, on the board and beside it."""
    return standing(place) + Counter(place.off_board())


_NAME = re.compile(r"[a-z][0-9]+")


class Symmetry(Protocol):
    """How the texts of a game read from the other side of the board, colors swapped."""

    def position(self, text: str, board: Board) -> str:
        """Return the text of the position as the other player sees it."""

    def move(self, text: str, board: Board) -> str:
        """Return the notation of the same move as the other player sees it."""


class HalfTurn:
    """The board turned by half a turn, for positions as `companion.contract.texts` writes them.

    A game whose positions have more than rows and a side overrides `word`.

    Args:
        cell: what one dot is in a row, as a regular expression.
        between: what stands between two dots of a row.
        sides: the letters of the two sides.
    """

    def __init__(self, cell: str = ".", between: str = "", sides: str = "wb") -> None:
        self._cell = re.compile(cell)
        self._between = between
        self._swap = str.maketrans(sides, sides[::-1])

    def position(self, text: str, board: Board) -> str:
        """Return the text of the position as the other player sees it."""
        rows, side, *words = text.split(" ")
        cells = [self._cell.findall(row) for row in reversed(rows.split("/"))]
        turned = "/".join(self._between.join(reversed(row)) for row in cells)
        others = [self.word(word, board) for word in words]
        return " ".join([self.swapped(turned), self.swapped(side), *others])

    def move(self, text: str, board: Board) -> str:
        """Return the notation of the same move as the other player sees it."""
        return turned_names(text, board)

    def word(self, word: str, board: Board) -> str:
        """Return what stands for *word*, one of those after the side; options stay."""
        return word

    def swapped(self, text: str) -> str:
        """Return *text* with the letters of the two sides swapped."""
        return text.translate(self._swap)


def turned_names(text: str, board: Board) -> str:
    """Return *text* with the name of every dot replaced by that of the opposite one."""

    def opposite(match: re.Match[str]) -> str:
        file, rank = ord(match[0][0]) - ord("a"), int(match[0][1:])
        return f"{chr(ord('a') + board.files - 1 - file)}{board.ranks + 1 - rank}"

    return _NAME.sub(opposite, text)

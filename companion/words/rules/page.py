"""What a page of the rules is: a title, paragraphs, and perhaps a small position to look at."""

from __future__ import annotations

from typing import NamedTuple

from companion.contract import Board, Options, Position, option_text
from companion.words.parts.options import OptionWords


class Paragraph(NamedTuple):
    """Some sentences.

    Attributes:
        heading: stands over them, or is empty.
        is_aside: tells what does not hold in the game at hand.
    """

    text: str
    heading: str = ""
    is_aside: bool = False


class IllegalExample(NamedTuple):
    """A move that an example shows as not allowed.

    Attributes:
        text: its notation.
        site: the name of the place that is crossed out.
        code: that of the refusal.
    """

    text: str
    site: str
    code: str


class Example(NamedTuple):
    """A position that shows what a page says.

    Attributes:
        position: as the game's `from_text` reads it; options included.
        caption: what is to be seen; empty where that needs no words.
        moves: legal moves, drawn as arrows, rings or outlines.
        shows: codes of facts; each of them comes about by one of the moves.
        refused: moves that are not allowed.
        winner: the side that wins by the only move, or None.
        is_draw: whether the only move makes a draw.
        areas: names of areas of the board that are outlined.
        board: the board it lies on; None for the shipped one.
    """

    position: str
    caption: str
    moves: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    refused: tuple[IllegalExample, ...] = ()
    winner: int | None = None
    is_draw: bool = False
    areas: tuple[str, ...] = ()
    board: Board | None = None


class Page(NamedTuple):
    """One page; its paragraphs and the caption are whole sentences."""

    title: str
    paragraphs: tuple[Paragraph, ...]
    example: Example


class RulesContext(NamedTuple):
    """What pages are made for.

    Attributes:
        options: those in use, all of them.
        first: the first position under them.
        words: what each of them means.
    """

    options: Options
    first: Position
    words: OptionWords

    @property
    def board(self) -> Board:
        """Return the board in use."""
        return self.first.board

    def meaning(self, option: str) -> str:
        """Return what it means to play with *option* as it is; empty where no words tell it."""
        return self.words.value_line(option, self.options[option])

    def set_up(self, caption: str) -> Example:
        """Return the first position as an example."""
        return Example(self.first.to_text(), caption, board=self.board)

    def option_words(self) -> str:
        """Return the options that make a difference in a picture, as a position's text ends."""
        return "".join(
            f" {spec.name}={option_text(self.options[spec.name])}"
            for spec in self.first.game.option_specs
            if self.options[spec.name] != spec.default and not self.words.is_told_only(spec.name)
        )

    def pieces_a_side(self) -> int:
        """Return how many pieces the first player has on the board at first."""
        standing = [piece for tower in self.first.pieces().values() for piece in tower]
        return sum(piece.side == 0 for piece in standing)


def page(title: str, *texts: str, example: Example) -> Page:
    """Return the page called *title* with a paragraph of each of *texts* that is not empty."""
    return Page(title, paragraphs(*texts), example)


def paragraphs(*texts: str) -> tuple[Paragraph, ...]:
    """Return a paragraph of each of *texts* that is not empty."""
    return tuple(Paragraph(text) for text in texts if text)

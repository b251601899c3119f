"""What players are told of a game before it begins and while they set the table."""

from __future__ import annotations

from typing import NamedTuple

from companion.contract import Options, Piece, Position
from companion.words.parts.names import Names
from companion.words.translate import tr


class SetUpTask(NamedTuple):
    """Something to be done away from the board: what, and how."""

    banner: str
    note: str


Told = SetUpTask  # what games made for version 0.1 import


class SetUpWords:
    """The words for setting up one game."""

    numbers_tiles = False
    """Whether each piece has a place of its own, so that its step names piece and place."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def line(self, options: Options) -> str:
        """Return what to do at the table before the game begins."""
        return tr("First, the screen and lamps show where each piece goes.")

    def before(self, position: Position) -> tuple[SetUpTask, ...]:
        """Return what is to be done beside the board before pieces are set on it."""
        return ()

    def after(self, position: Position) -> tuple[SetUpTask, ...]:
        """Return what lies in whose hand once the board stands, where that matters."""
        return ()

    def names_place(self, pieces: tuple[Piece, ...]) -> bool:
        """Return whether the step that sets *pieces* names the piece and its place."""
        return self.numbers_tiles and len(pieces) == 1

    def no_program(self) -> str:
        """Return why the program cannot play, where the options keep it from that."""
        return tr("The computer cannot play with these options. Change them, or play without it.")

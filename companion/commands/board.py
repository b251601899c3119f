"""``companion board check FILE``: tells what a board file describes, and draws it."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Collection

from companion.commands import Commands
from companion.commands.arguments import in_file, out_file
from companion.commands.report import put
from companion.contract import Board, Piece, Placement, Site, read_board
from companion.errors import CompanionError
from companion.plugins import GAMES
from companion.plugins.watch import say
from companion.words.translate import from_data, localized, ntr, tr

LETTERS = ("w", "b")
"""How the drawing marks the pieces of the two sides."""


def add_board(subparsers: Commands) -> None:
    parser = subparsers.add_parser("board", help=tr("check a board file of your own, and draw it"))
    kinds = parser.add_commands(title=tr("what to do"), metavar=tr("WHAT"), required=True)
    check = kinds.add_parser("check", help=tr("say what a board file describes"))
    check.add_argument("file", metavar=tr("FILE"), type=in_file, help=tr("the board file"))
    check.add_argument(
        "--png",
        metavar=tr("FILE"),
        type=out_file(".png"),
        help=tr("draw the board into this file"),
    )
    check.set_defaults(run=run_check)


def run_check(args: argparse.Namespace) -> int:
    """Print the board as text with its counts and the games it is good for, and return 0.

    Raises:
        BoardError: the file does not describe a board.
        OSError: the picture cannot be written.
    """
    board = read_board(args.file)
    placement = _set_up(board)
    if args.png is not None:
        # Imported here so that the check needs no pygame.
        from companion.ui.scenes.gif import board_png

        put(args.png, board_png(board, placement))
    say("\n".join([*drawing(board, placement), "", *summary(board)]))
    return 0


def _set_up(board: Board) -> Placement:
    """Return the pieces of the set-up ``start``, or of the first one, on *board*."""
    name = "start" if "start" in board.setups else next(iter(board.setups), "")
    return {site: (Piece(side, value),) for side, value, site in board.setups.get(name, ())}


def drawing(board: Board, placement: Placement) -> list[str]:
    """Return *board* as lines of text: its dots and lines, pieces as value and letter."""
    wide = max([1, *(len(f"{p[0].value}") + 1 for p in placement.values())])
    at = {place: site for site, place in enumerate(board.places)}
    joined = {frozenset(map(board.places.__getitem__, pair)) for pair in board.segments()}
    margin = len(str(board.ranks))
    lines = []
    for rank in reversed(range(board.ranks)):
        places = [(file, rank) for file in range(board.files)]
        cells = [_cell(placement, at.get(place)).ljust(wide) for place in places]
        links = ["-" if frozenset(pair) in joined else " " for pair in itertools.pairwise(places)]
        row = "".join(f"{cell} {link} " for cell, link in zip(cells, [*links, " "], strict=True))
        lines.append(f"{board.rank_name(rank):>{margin}}  {row}".rstrip())
        if rank and joined:
            ways = (_ways_down(joined, place, wide) for place in places)
            lines.append(" " * (margin + 2) + "".join(ways))
    foot = "".join(board.file_name(file).ljust(wide + 3) for file in range(board.files))
    return [*(line.rstrip() for line in lines), (" " * (margin + 2) + foot).rstrip()]


def _cell(placement: Placement, site: int | None) -> str:
    if site is None:
        return ""
    if site not in placement:
        return "o"
    (piece,) = placement[site]
    return f"{piece.value}{LETTERS[piece.side]}"


def _ways_down(
    joined: Collection[frozenset[tuple[int, int]]], place: tuple[int, int], wide: int
) -> str:
    """Return the ways from *place*, and from the one right of it, to the rank before theirs."""
    file, rank = place
    below, right, across = (file, rank - 1), (file + 1, rank), (file + 1, rank - 1)
    pairs = (place, below), (place, across), (right, below)
    down, falling, rising = (frozenset(pair) in joined for pair in pairs)
    slant = "X" if falling and rising else "\\" if falling else "/" if rising else " "
    return ("|" if down else " ").ljust(wide) + f" {slant} "


def summary(board: Board) -> list[str]:
    """Return what *board* has: sites, lines, areas, set-ups, lamps, and the games it fits."""
    lines = [
        tr("board {name}: {note}").format(name=board.name, note=from_data(board.note)),
        tr("sites: {count} on {files} files and {ranks} ranks").format(
            count=len(board), files=board.files, ranks=board.ranks
        ),
        tr("lines: {count}, {cut} cut").format(count=len(board.segments()), cut=len(board.cuts)),
    ]
    for name, pieces in board.setups.items():
        counts = [sum(side == own for side, _, _ in pieces) for own in (0, 1)]
        text = tr("set-up {name}: {white} white, {black} black")
        lines.append(text.format(name=name, white=counts[0], black=counts[1]))
    for text, lists in (
        (tr("area {name}: {sites}"), board.areas), (tr("order {name}: {sites}"), board.orders),
    ):  # fmt: skip
        lines += [text.format(name=name, sites=_count_of(sites)) for name, sites in lists.items()]
    for panel, grid in board.lamps.items():
        text = tr("lamps {panel}: first {first}, pitch {pitch}")
        lines.append(text.format(panel=panel, first=list(grid.first), pitch=grid.pitch))
    return [*lines, *_games(board)]


def _count_of(sites: Collection[Site]) -> str:
    return ntr("{count} site", "{count} sites", len(sites))


def _games(board: Board) -> list[str]:
    """Return for each game whether it can be played on *board*, and why not."""
    lines = []
    for name, game in GAMES.items():
        try:
            game.initial(board=board)
        except CompanionError as error:
            text = tr("game {name}: no: {reason}")
            lines.append(text.format(name=name, reason=localized(error.message)))
        else:
            text = tr("game {name}: yes, in place of {board}")
            if board.name == game.board_name:
                text = tr("game {name}: yes")
            lines.append(text.format(name=name, board=game.board_name))
    return lines

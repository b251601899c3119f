"""``companion print``: writes a board, pieces or a drilling template as a PDF file."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

from companion.commands.position_args import option_pairs
from companion.commands.progress import watched
from companion.contract import read_board
from companion.errors import PrintError, UsageError
from companion.printing.board_drawing import STYLES
from companion.printing.drawing import Sheet
from companion.printing.drill_drawing import drill_plan
from companion.printing.page import PAPERS, Paper
from companion.printing.sets import LARGEST_PITCH_MM, LEAST_PITCH_MM, GameSet, find_set
from companion.printing.sheets import Job
from companion.storage.disk import write_out
from companion.words.sheets import sheet_title

LEAST_HOLE_MM = 0.5
LARGEST_HOLE_MM = 50.0
USUAL_HOLE_MM = 5.0

BELONGS_TO = {"style": "board", "hole": "drill", "panel": "drill"}
"""Options that only one kind of sheet has."""


def add_print(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``print`` command to *subparsers*."""
    parser = subparsers.add_parser(
        "print",
        help="make a PDF of a board, its pieces or a drilling template, true to scale",
        description="Make a PDF, true to scale, to be printed at 100 %.",
    )
    parser.add_argument("game", metavar="GAME", help="see 'companion games'")
    parser.add_argument(
        "--what", choices=("board", "pieces", "drill"), required=True, help="what to print"
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, required=True, help="the PDF file to write"
    )
    parser.add_argument(
        "--paper", metavar="NAME", type=_paper, default=PAPERS["A4"],
        help="A4 (the default), A3 or Letter",
    )  # fmt: skip
    parser.add_argument(
        "--pitch", metavar="MM", type=_pitch, help="the distance of neighboring dots, 5 to 100"
    )
    parser.add_argument("--style", choices=STYLES, help="of the board; plain saves ink")
    parser.add_argument("--hole", metavar="MM", type=_hole, help="the holes' width, usually 5")
    parser.add_argument("--panel", metavar="NAME", help="the panel of lamps to drill for")
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[],
        help="an option of the game, see 'companion games'; may be given several times",
    )  # fmt: skip
    parser.add_argument("--board", metavar="FILE", type=Path, help="a board file of your own")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """
    Write the file that *args* ask for, print how many pages it has, and return 0.

    Raises:
        CompanionError: game, option, board or panel are unknown, or the file cannot be written.
    """
    for option, what in BELONGS_TO.items():
        if getattr(args, option) is not None and args.what != what:
            raise UsageError(f"expected --{option} with --what {what} only, got {args.what!r}")
    found = find_set(args.game)
    sheets = _sheets(args, found)
    # Imported here so that only a command line without mistakes waits for the library.
    from companion.printing.pdf import pdf_bytes

    title = sheet_title(found.game.name, args.what)
    _write(args.out, pdf_bytes(watched(sheets, "pages"), title))
    print(f"{args.out}: {len(sheets)} {'page' if len(sheets) == 1 else 'pages'}")
    return 0


def _sheets(args: argparse.Namespace, found: GameSet) -> Sequence[Sheet]:
    options = found.game.parse_options(option_pairs(args.option))
    job = Job(found, args.paper, args.pitch or found.pitch_mm)
    own = read_board(args.board) if args.board is not None else None
    if args.what == "pieces":
        return job.piece_sheets(options, own)
    board = own or found.game.shipped_board()
    if args.what == "board":
        return job.board_sheets(board, args.style or "plain")
    plan = drill_plan(board, job.pitch, args.panel, args.hole or USUAL_HOLE_MM)
    return job.drill_sheets(plan)


def _write(path: Path, data: bytes) -> None:
    try:
        write_out(path, data)
    except OSError as error:
        reason = error.strerror or error
        raise PrintError(f"expected a file to write, got --out {str(path)!r}: {reason}") from error


def _paper(text: str) -> Paper:
    for name, paper in PAPERS.items():
        if text.lower() == name.lower():
            return paper
    *names, last = PAPERS
    raise argparse.ArgumentTypeError(f"expected {', '.join(names)} or {last}, got {text!r}")


def _pitch(text: str) -> float:
    return _millimeters(text, LEAST_PITCH_MM, LARGEST_PITCH_MM)


def _hole(text: str) -> float:
    return _millimeters(text, LEAST_HOLE_MM, LARGEST_HOLE_MM)


def _millimeters(text: str, low: float, high: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not low <= number <= high:
        raise argparse.ArgumentTypeError(f"expected {low:g} to {high:g} mm, got {text!r}")
    return number

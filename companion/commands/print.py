"""``companion print``: writes a board, pieces, a drilling template or caps as a PDF file."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.commands import Commands
from companion.commands.arguments import board_of, in_file, options_of, out_file
from companion.commands.report import put, watched
from companion.errors import Message, UsageError
from companion.plugins.watch import say
from companion.printing.board_drawing import STYLES
from companion.printing.drawing import Sheet
from companion.printing.page import PAPERS, Paper
from companion.printing.piece_shapes import (
    LARGEST_SIZE_MM,
    LEAST_SIZE_MM,
    USUAL_SIZES_MM,
    cap_sheets,
)
from companion.printing.sheets import (
    LARGEST_PITCH_MM,
    LEAST_PITCH_MM,
    GameSet,
    Job,
    drill_plan,
    find_set,
)
from companion.words.command_line import CAPS_TITLE, sheet_title
from companion.words.translate import localized, ntr, tr

LEAST_HOLE_MM = 0.5
LARGEST_HOLE_MM = 50.0
USUAL_HOLE_MM = 5.0

BUTTONS = "buttons"
"""Stands in the place of a game."""

PARTS = ("board", "pieces", "drill")
OF_GAMES = ("what", "pitch", "style", "hole", "panel", "option", "board")
"""What can be printed of a game, and the options that only games have."""

BELONGS_TO = {"style": "board", "hole": "drill", "panel": "drill"}
"""Options that only one kind of sheet has."""


def add_print(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "print",
        help=tr("make a PDF of a board, its pieces, a drilling template or caps, true to scale"),
        description=tr("Make a PDF, true to scale, to be printed at 100 %."),
    )
    parser.add_argument(
        "game", metavar=tr("GAME"),
        help=tr("see 'companion games'; or '{buttons}' for the caps of the four buttons").format(
            buttons=BUTTONS
        ),
    )  # fmt: skip
    parser.add_argument("--what", choices=PARTS, help=tr("what to print of a game"))
    parser.add_argument(
        "--out", metavar=tr("FILE"), type=out_file(".pdf"), required=True,
        help=tr("the PDF file to write"),
    )  # fmt: skip
    parser.add_argument(
        "--paper", metavar=tr("NAME"), type=_paper, default=PAPERS["A4"],
        help=tr("A4 (the default), A3 or Letter"),
    )  # fmt: skip
    parser.add_argument(
        "--pitch", metavar="MM", type=_within(LEAST_PITCH_MM, LARGEST_PITCH_MM),
        help=tr("the distance of neighboring dots, 5 to 100"),
    )  # fmt: skip
    parser.add_argument("--style", choices=STYLES, help=tr("of the board; plain saves ink"))
    parser.add_argument(
        "--hole", metavar="MM", type=_within(LEAST_HOLE_MM, LARGEST_HOLE_MM),
        help=tr("the holes' width, usually 5"),
    )  # fmt: skip
    parser.add_argument("--panel", metavar=tr("NAME"), help=tr("the panel of lamps to drill for"))
    parser.add_argument(
        "--option", metavar=tr("NAME=VALUE"), action="append", default=[],
        help=tr("an option of the game, see 'companion games'; may be given several times"),
    )  # fmt: skip
    parser.add_argument(
        "--board", metavar=tr("FILE"), type=in_file, help=tr("a board file of your own")
    )
    parser.add_argument(
        "--size", metavar="MM", type=_within(LEAST_SIZE_MM, LARGEST_SIZE_MM),
        help=tr("the width of the caps, 8 to 100; without it 30, 24 and 12"),
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the file that *args* ask for, print how many pages it has, and return 0.

    Raises:
        CompanionError: game, option, board or panel are unknown.
        OSError: the file cannot be written.
    """
    if args.game == BUTTONS:
        return _run_caps(args)
    if args.size is not None:
        raise UsageError(
            "expected --size with {buttons!r} only, got {game!r}", buttons=BUTTONS, game=args.game
        )
    if args.what is None:
        raise UsageError(
            "expected --what board, pieces or drill, got none for {game!r}", game=args.game
        )
    for option, what in BELONGS_TO.items():
        if getattr(args, option) is not None and args.what != what:
            raise UsageError(
                "expected --{option} with --what {what} only, got {given!r}",
                option=option,
                what=what,
                given=args.what,
            )
    game_set = find_set(args.game)
    _write_sheets(args.out, _sheets(args, game_set), sheet_title(game_set.game.name, args.what))
    return 0


def _run_caps(args: argparse.Namespace) -> int:
    """Write the caps of the buttons; options of games have no meaning for them."""
    for option in OF_GAMES:
        if getattr(args, option):
            raise UsageError(
                "expected --{option} with a game only, got {buttons!r}",
                option=option,
                buttons=BUTTONS,
            )
    sizes = USUAL_SIZES_MM if args.size is None else (args.size,)
    _write_sheets(args.out, cap_sheets(sizes, args.paper), CAPS_TITLE())
    return 0


def _write_sheets(out: Path, sheets: Sequence[Sheet], title: str) -> None:
    # Imported here so that only a command line without mistakes waits for the library.
    from companion.printing.pdf import pdf_bytes

    put(out, pdf_bytes(watched(sheets, tr("pages")), title))
    pages = ntr("{count} page", "{count} pages", len(sheets))
    say(f"{out}: {pages}")


def _sheets(args: argparse.Namespace, game_set: GameSet) -> Sequence[Sheet]:
    options = options_of(args, game_set.game)
    job = Job(game_set, args.paper, args.pitch or game_set.pitch_mm)
    own = board_of(args)
    if args.what == "pieces":
        return job.piece_sheets(options, own)
    board = own or game_set.game.shipped_board()
    if args.what == "board":
        return job.board_sheets(board, args.style or "plain")
    plan = drill_plan(board, job.pitch, args.panel, args.hole or USUAL_HOLE_MM)
    return job.drill_sheets(plan)


def _paper(text: str) -> Paper:
    for name, paper in PAPERS.items():
        if text.lower() == name.lower():
            return paper
    *names, last = PAPERS
    raise argparse.ArgumentTypeError(
        localized(
            Message(
                "expected {names} or {last}, got {text!r}",
                names=", ".join(names),
                last=last,
                text=text,
            )
        )
    )


def _within(low: float, high: float) -> Callable[[str], float]:
    """Return what reads an argument of *low* to *high* mm."""

    def millimeters(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(
                localized(
                    Message(
                        "expected {low:g} to {high:g} mm, got {text!r}",
                        low=low,
                        high=high,
                        text=text,
                    )
                )
            )
        return number

    return millimeters

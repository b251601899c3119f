"""``companion replay``: prints a game record move by move, checked against the rules."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.contract import read_board
from companion.errors import RecordError, UsageError
from companion.games import find_game
from companion.storage.disk import write_out
from companion.storage.playback import Course, Playback, course_of
from companion.storage.record import ply_line, result_text
from companion.storage.record_reader import read_record
from companion.storage.samples import PREFIX, named_record, sample_names, sample_path


def add_replay(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``replay`` command to *subparsers*."""
    parser = subparsers.add_parser(
        "replay",
        help="print a game record, checked against the rules",
        description="Print the moves of a game record, its last position and its result.",
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help=f"the record, or {PREFIX}NAME for a sample game"
    )
    parser.add_argument("--list", action="store_true", help="list the sample games")
    parser.add_argument("--to", metavar="PLY", type=int, help="stop after this many plies")
    parser.add_argument("--final", action="store_true", help="print no moves")
    parser.add_argument("--board", metavar="FILE", type=Path, help="the board it was played on")
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="go as far as the record is good, do not fail",
    )
    parser.add_argument(
        "--png", metavar="OUT", type=Path, help="draw the last position printed into this file"
    )
    parser.add_argument(
        "--gif", metavar="OUT", type=Path, help="make an animated picture of the moves printed"
    )
    parser.add_argument(
        "--all-hands", action="store_true", help="tell the hidden hands and the pile as well"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """
    Print the record that *args* name and return the exit status 0.

    Raises:
        CompanionError: the record or the board cannot be read, or a move is illegal.
    """
    if args.list:
        _print_samples()
        return 0
    if args.file is None:
        raise UsageError(f"expected a record, {PREFIX}NAME or --list, got nothing")
    record = read_record(named_record(args.file), find_game, is_lenient=args.lenient)
    board = read_board(args.board) if args.board else None
    course = course_of(record, board, is_lenient=args.lenient)
    last = len(course.moves)
    if args.to is not None:
        if not 0 <= args.to <= last:
            raise RecordError(f"expected --to as 0 to {last}, got {args.to!r}")
        course = course.shortened(args.to)
    if args.png is not None:
        _write_png(course, args.png)
    if args.gif is not None:
        _write_gif(course, args.gif)
    _print(course, is_final=args.final, has_hands=args.all_hands)
    return 0


def _print_samples() -> None:
    for name in sample_names():
        print(f"{PREFIX}{name}: {read_record(sample_path(name), find_game).title}")


def _write_png(course: Course, path: Path) -> None:
    # Imported here so that the text needs no pygame.
    from companion.ui.board.pictures import playback_picture
    from companion.ui.scenes.records.export import png_of

    playback = Playback(course)
    playback.jump(playback.last)
    write_out(path, png_of(playback.position, playback_picture(playback)))


def _write_gif(course: Course, path: Path) -> None:
    from companion.ui.scenes.records.gif import gif_of

    write_out(path, gif_of(course))


def _print(course: Course, *, is_final: bool, has_hands: bool) -> None:
    if not is_final:
        if course.record.title:
            print(course.record.title)
        for number, ply in enumerate(course.record.plies[: len(course.moves)], 1):
            print(ply_line(number, ply, course.record.game))
    last = course.origins[-1]
    print(last.to_text() if has_hands else last.public_text(None))
    outcome = course.outcome
    reason = f" ({outcome.reason})" if outcome and outcome.reason else ""
    print(f"result: {result_text(outcome, course.record.game)}{reason}")
    if course.fault:
        print(f"companion: left out the rest: {course.fault}", file=sys.stderr)

"""``companion replay``: prints a game record move by move, checked against the rules."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from companion.commands import Commands
from companion.commands.arguments import board_of, in_file, number_within, out_file
from companion.commands.report import add_json_argument, put, report
from companion.commands.text import outcome_data
from companion.errors import CompanionError, RecordError, UsageError, one_line
from companion.match.entries import COMMENT_LIMIT
from companion.plugins import find_game
from companion.storage.exchange import Json, record_data
from companion.storage.library import PREFIX, named_record, sample_names, sample_path
from companion.storage.playback import Course, Playback, course_of
from companion.storage.record import Record, RecordPly, ply_line, public_record, result_text
from companion.storage.record_reader import read_record
from companion.words.command_line import cut_text
from companion.words.translate import from_data, localized, tr


def add_replay(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "replay",
        help=tr("print a game record, checked against the rules"),
        description=tr("Print the moves of a game record, its last position and its result."),
    )
    parser.add_argument(
        "file",
        metavar=tr("FILE"),
        nargs="?",
        help=tr("the record, or {prefix}NAME for a sample game").format(prefix=PREFIX),
    )
    parser.add_argument("--list", action="store_true", help=tr("list the sample games"))
    parser.add_argument("--to", metavar=tr("PLY"), help=tr("stop after this many plies"))
    parser.add_argument("--final", action="store_true", help=tr("print no moves"))
    parser.add_argument(
        "--board", metavar=tr("FILE"), type=in_file, help=tr("the board it was played on")
    )
    parser.add_argument(
        "--lenient",
        action="store_true",
        help=tr("go as far as the record is good instead of failing"),
    )
    parser.add_argument(
        "--png",
        metavar=tr("OUT"),
        type=out_file(".png"),
        help=tr("draw the last position printed into this file"),
    )
    parser.add_argument(
        "--gif",
        metavar=tr("OUT"),
        type=out_file(".gif"),
        help=tr("make an animated picture of the moves printed"),
    )
    parser.add_argument(
        "--all-hands", action="store_true", help=tr("show the hidden hands and the pile as well")
    )
    add_json_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the record that *args* name and return the exit status 0.

    Raises:
        CompanionError: the record or the board cannot be read, or a move is illegal.
    """
    if args.list:
        return _list_samples(args)
    if args.file is None:
        raise UsageError("expected a record, {prefix}NAME or --list, got nothing", prefix=PREFIX)
    path = named_record(args.file)
    try:
        record = read_record(path, find_game, is_lenient=args.lenient)
    except RecordError as error:
        if path.suffix not in (".json", ".pdn"):
            raise
        raise RecordError(
            "{error}; this makes it one: companion convert {file} {record}",
            error=error, file=shlex.quote(args.file),
            record=shlex.quote(path.with_suffix(".txt").name),
        ) from error  # fmt: skip
    board = board_of(args)
    course = course_of(record, board, is_lenient=args.lenient)
    last = len(course.moves)
    if args.to is not None:
        ply = number_within(args.to, 0, last)
        if ply is None:
            raise RecordError("expected --to as 0 to {last}, got {to!r}", last=last, to=args.to)
        course = course.shortened(ply)
    if args.png is not None:
        _write_png(course, args.png)
    if args.gif is not None:
        _write_gif(course, args.gif)
    end = course.origins[-1]
    position = end.to_text() if args.all_hands else end.public_text(None)
    lines = _lines(course, position, is_final=args.final)
    report(args, lines, lambda: _data(course, position, args))
    for ply in record.cut:
        print(f"companion: {cut_text(ply, COMMENT_LIMIT)}", file=sys.stderr)
    if course.fault:
        text = tr("left out the rest: {fault}").format(fault=localized(course.fault))
        print(f"companion: {text}", file=sys.stderr)
    return 0


def _list_samples(args: argparse.Namespace) -> int:
    """Print name and title of each sample game, then why others, from outside, are left out."""
    samples: list[Json] = []
    lines: list[str] = []
    faults: list[str] = []
    for name in sample_names():
        try:
            record = read_record(sample_path(name), find_game)
        except CompanionError as error:
            faults.append(localized(error.message))
            continue
        named, title = f"{PREFIX}{name}", from_data(record.title)
        lines.append(f"{named}: {title}" if title else named)
        samples.append({"name": named, "game": record.game.name, "title": title})
    report(args, lines, lambda: {"samples": samples})
    for fault in faults:
        text = tr("left out a sample: {fault}").format(fault=one_line(fault))
        print(f"companion: {text}", file=sys.stderr)
    return 0


def _write_png(course: Course, path: Path) -> None:
    # Imported here so that the text needs no pygame.
    from companion.ui.board.pictures import playback_picture
    from companion.ui.scenes.gif import png_of

    playback = Playback(course)
    playback.jump(playback.last)
    put(path, png_of(playback.position, playback_picture(playback)))


def _write_gif(course: Course, path: Path) -> None:
    from companion.ui.scenes.gif import gif_of

    put(path, gif_of(course))


def _lines(course: Course, position: str, *, is_final: bool) -> Iterator[str]:
    """Yield title and moves, which *is_final* leaves out, the last *position*, and the result."""
    game = course.record.game
    if not is_final:
        if course.record.title:
            yield course.record.title
        for number, ply in enumerate(_plies(course), 1):
            yield ply_line(number, ply, game, course.record.clock)
    yield position
    outcome = course.outcome
    reason = f" ({outcome.reason})" if outcome and outcome.reason else ""
    yield f"result: {result_text(outcome, game)}{reason}"


def _data(course: Course, position: str, args: argparse.Namespace) -> Json:
    """Return the record, the last *position*, the result, and why it goes no further."""
    game = course.record.game
    return {
        "record": None if args.final else record_data(_record(course, args.all_hands)),
        "game": game.name,
        "position": position,
        "outcome": outcome_data(course.outcome, game.side_names),
        "fault": course.fault,
    }


def _plies(course: Course) -> tuple[RecordPly, ...]:
    return course.record.plies[: len(course.moves)]


def _record(course: Course, has_hands: bool) -> Record:
    """Return the record as far as it goes, without what is hidden unless it is to be told."""
    shown = replace(course.record, plies=_plies(course), outcome=course.outcome)
    return shown if has_hands else public_record(shown, course.origins[0])

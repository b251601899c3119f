"""Game records: plain text that people read, edit and keep.

The format is described in ``docs/records.md``.  This module reads and writes
the text; `playback.course_of` asks the rules whether its moves are legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from companion.clock import both_text, clock_text, parse_both, parse_clock
from companion.contract import Board, Game, Move, OptionValue, Outcome, Position, Side, option_text
from companion.errors import ClockError, CompanionError, Message, RecordError, at_line
from companion.match.entries import board_mark
from companion.match.history import Ply
from companion.match.match import Match
from companion.storage.disk import Disk, write_whole

HINT_TAG: Final = "[hint]"

_CLOCK: Final = re.compile(r"\[clock (?:([^]\s]+) )?([^]\s]+ [^]\s]+)\]\s*", re.ASCII)


class PlyNote(NamedTuple):
    """What is noted of one ply.

    Attributes:
        clock: what both sides had left after it, as `both_text` tells it; empty without a clock.
        setting: the clock of the game, as `clock_text` names it; it stands at the first ply.
    """

    comment: str = ""
    is_hinted: bool = False
    clock: str = ""
    setting: str = ""

    def text(self) -> str:
        """Return the note as a record has it: ``[hint] [clock 10m 9:58 10:00] a comment``."""
        times = " ".join(filter(None, (self.setting, self.clock)))
        clock_tag = f"[clock {times}]" if self.clock else ""
        hint_tag = HINT_TAG if self.is_hinted else ""
        return " ".join(filter(None, (hint_tag, clock_tag, self.comment)))


def parse_note(text: str) -> PlyNote:
    """Return the note that *text* is; what looks like a tag and tells nothing is comment."""
    text = text.strip()
    is_hinted = text.startswith(HINT_TAG)
    rest = text.removeprefix(HINT_TAG).strip()
    parsed = _CLOCK.match(rest)
    if parsed is None:
        return PlyNote(rest, is_hinted)
    try:
        setting = clock_text(parse_clock(parsed[1] or ""))
        clock = both_text(parse_both(parsed[2]))
    except ClockError:
        return PlyNote(rest, is_hinted)
    return PlyNote(rest[parsed.end() :], is_hinted, clock, setting)


def own_comment(comment: str) -> str:
    """Return *comment*, which a person wrote, without what would be read back as a tag."""
    while (note := parse_note(comment)) != PlyNote(comment):
        comment = note.comment
    return comment


TITLE = "Board Companion record"
VERSION = 1
SIZE_LIMIT = 2**19
"""Bytes: about 30,000 plies, and more than the record of the largest journal."""

LINE_LIMIT = 4096
HEADERS_LIMIT = 64
LOOKED_AT = 4
"""Of many records with one name so many of the last are compared with what is to be kept."""

FindGame = Callable[[str], Game]


class RecordPly(NamedTuple):
    """One line of moves.

    Attributes:
        line: its number in the file, 0 when it was not read from one.
        clock: what both sides had left after it, as `both_text` tells it; empty without a clock.
    """

    side: Side
    text: str
    comment: str = ""
    is_hinted: bool = False
    line: int = 0
    clock: str = ""


@dataclass(frozen=True)
class Record:
    """A whole game as a text tells it.  Its moves need not be legal: see `playback`.

    Attributes:
        board_mark: `board_mark` of the board, or empty where a person left it out.
        position: text of the first position, empty when it is the game's own.
        outcome: how the game ended, or None when it did not.
        players: who played each side, or each of four seats; empty where nobody says.
        title: what the game is about, in a few words, or empty.
        shows: codes of facts that the commented plies show; see `Fact`.
        comment: what is said before the first ply.
        lines: the number of each header's line in the file it was read from.
        fault: why the file was read no further, naming the line; empty when all was read.
        cut: the plies whose comments in the file are longer than `COMMENT_LIMIT`, 0 for the one
            before them.
        clock: the time of each side as `companion.clock` names it; empty for no clock.
    """

    game: Game
    options: Mapping[str, OptionValue]
    seed: int
    board: str
    plies: tuple[RecordPly, ...]
    board_mark: str = ""
    started: str = ""
    position: str = ""
    outcome: Outcome | None = None
    players: tuple[str, ...] = ()
    title: str = ""
    shows: tuple[str, ...] = ()
    comment: str = ""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    fault: str = field(default="", compare=False)
    clock: str = ""
    cut: tuple[int, ...] = field(default=(), compare=False)


def record_of(match: Match) -> Record:
    """Return the record of *match* as it stands, with all that its players may not know yet."""
    header = match.header
    return Record(
        match.game,
        header.options,
        header.seed,
        header.board,
        tuple(map(_ply_of, match.plies)),
        header.board_mark,
        header.started,
        header.position,
        match.outcome,
        header.players,
        clock=header.clock,
    )


def _ply_of(ply: Ply) -> RecordPly:
    clock = both_text(ply.clock) if ply.clock is not None else ""
    return RecordPly(ply.side, ply.move.text, ply.comment, ply.is_hinted, clock=clock)


def public_record(record: Record, first: Position) -> Record:
    """Return *record*, which begins with *first*, without what no player may see.

    It is legal all the same: what hands hide is told as real pieces would be.
    """
    public = first.public()
    if public is first:
        return record
    return replace(record, options=dict(public.options), seed=0, position=public.to_text())


def ply_note(number: int, ply: RecordPly, clock: str) -> str:
    """Return what stands behind a ply; the setting of the *clock* stands at the first one."""
    return PlyNote(ply.comment, ply.is_hinted, ply.clock, clock if number == 1 else "").text()


def ply_line(number: int, ply: RecordPly, game: Game, clock: str = "") -> str:
    """Return the line of one ply of *game* with that *clock*: ``12. White c2-c3 ; comment``."""
    note = ply_note(number, ply, clock)
    return f"{number}. {game.side_names[ply.side]} {ply.text}" + (f" ; {note}" if note else "")


def result_text(outcome: Outcome | None, game: Game) -> str:
    """Return *outcome* as a record of *game* has it: ``White wins``, ``draw``, ``unfinished``."""
    if outcome is None:
        return "unfinished"
    return "draw" if outcome.winner is None else f"{game.side_names[outcome.winner]} wins"


def record_text(record: Record) -> str:
    """Return *record* as the text of a file."""
    lines = [f"{TITLE} {VERSION}", f"Game: {record.game.name}"]
    lines += [f"Option: {name}={option_text(v)}" for name, v in record.options.items()]
    lines += [f"Seed: {record.seed}", f"Board: {record.board} {record.board_mark}".rstrip()]
    if record.title:
        lines.append(f"Title: {record.title}")
    if record.shows:
        lines.append(f"Shows: {', '.join(record.shows)}")
    if record.started:
        lines.append(f"Started: {record.started}")
    if record.players:
        lines.append(f"Players: {', '.join(record.players)}")
    lines.append(f"Result: {result_text(record.outcome, record.game)}")
    if record.outcome:
        lines.append(f"Reason: {record.outcome.reason}")
    if record.position:
        lines.append(f"Position: {record.position}")
    if record.comment:
        lines.append(f"Comment: {record.comment}")
    lines.append("")
    game, clock = record.game, record.clock
    lines += [ply_line(number, ply, game, clock) for number, ply in enumerate(record.plies, 1)]
    return "\n".join(lines) + "\n"


def write_record(record: Record, folder: Path, disk: Disk) -> Path:
    """Return the new file in *folder* that holds *record*, safe from a power cut.

    It is named after time and game.  A file that holds the same text already
    is taken: a program that was stopped between writing a record and removing
    its journal does not write it twice.

    Raises:
        OSError: the record could not be written; nothing else has changed.
    """
    path = record_path(record, folder, disk)
    if disk.exists(path):
        # The name may be in memory only, if the first attempt was cut short.
        disk.sync_dir(folder)
    else:
        write_whole(disk, path, record_text(record).encode("utf-8"))
    return path


def record_path(record: Record, folder: Path, disk: Disk) -> Path:
    """Return the file in *folder* that holds *record* already, or a free name for it.

    Raises:
        OSError: what is there cannot be read.
    """
    stem = record_stem(record)

    def numbered(number: int) -> Path:
        return folder / (f"{stem}.txt" if number == 1 else f"{stem}_{number}.txt")

    # A Pi without a clock may have thousands of one second: halving finds the last of them.
    last, free = 0, 1
    while disk.exists(numbered(free)):
        last, free = free, 2 * free
    while free - last > 1:
        middle = (last + free) // 2
        last, free = (middle, free) if disk.exists(numbered(middle)) else (last, middle)
    data = record_text(record).encode("utf-8")
    for number in sorted({1, *range(max(1, free - LOOKED_AT), free)}):
        if last and disk.read(numbered(number), SIZE_LIMIT) == data:
            return numbered(number)
    return numbered(free)


def record_stem(record: Record) -> str:
    """Return how the file of *record* is called, without its number and ending."""
    return f"{_time_of(record.started)}_{record.game.name}"


def _time_of(started: str) -> str:
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d) (\d\d):(\d\d):(\d\d)", started, re.ASCII)
    return "{}_{}{}{}".format(*match.groups()) if match else "undated"


def first_position(record: Record, board: Board | None = None) -> Position:
    """Return the position with which *record* begins; *board* replaces the shipped one.

    Raises:
        RecordError: naming the line of what cannot be set up.
    """
    try:
        if record.position:
            first = record.game.from_text(record.position, board)
        else:
            first = record.game.initial(record.options, record.seed, board)
    except CompanionError as error:
        where = _line_of(record, "Position" if record.position else "Game")
        raise RecordError(
            "{where}expected a position to begin with: {error}", where=where, error=error
        ) from error
    mark = board_mark(first.board)
    if record.board != first.board.name or record.board_mark not in ("", mark):
        given = f"{record.board} {record.board_mark}"
        where = _line_of(record, "Board")
        raise RecordError(
            "{where}expected board {board} {mark}, got {given!r}",
            where=where,
            board=first.board.name,
            mark=mark,
            given=given,
        )
    return first


def _line_of(record: Record, key: str) -> str:
    return Message("line {line}: ", line=record.lines[key]) if key in record.lines else ""


def steps(record: Record, first: Position) -> Iterator[tuple[Move, Position]]:
    """Yield each ply of *record*, which begins with *first*, and the position it leads to.

    Raises:
        RecordError: naming the line of a move that is not legal.
    """
    position = first
    for ply in record.plies:
        try:
            move = _move_of(position, ply)
            position = position.play(move)
        except CompanionError as error:
            raise RecordError(at_line(ply.line, error.message)) from error
        yield move, position


def _move_of(position: Position, ply: RecordPly) -> Move:
    if position.outcome():
        raise RecordError("expected nothing after the end of the game, got {ply!r}", ply=ply.text)
    if ply.side != position.side:
        names = position.game.side_names
        right, wrong = names[position.side], names[ply.side]
        raise RecordError("expected a move of {right}, got {wrong!r}", right=right, wrong=wrong)
    return position.parse(ply.text)


def check_result(record: Record, last: Position) -> None:
    """Hold the result of *record* against *last*, its last position.

    Raises:
        RecordError: the rules say another result.
    """
    outcome = last.outcome()
    if outcome and record.outcome and record.outcome.winner != outcome.winner:
        right = result_text(outcome, record.game)
        wrong = result_text(record.outcome, record.game)
        where = _line_of(record, "Result")
        raise RecordError(
            "{where}expected result {right} after the last move, got {wrong!r}",
            where=where,
            right=right,
            wrong=wrong,
        )

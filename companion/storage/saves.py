"""The match in the state folder: begun, found again after a crash, and filed as a record.

A journal is removed only when the match that it tells is safe in a record.

Nothing here reads a record: of a hundred thousand only the names are looked at.
"""

from __future__ import annotations

import contextlib
import heapq
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, TypeVar

from companion.contract import Board
from companion.errors import CompanionError, JournalError, reason_of
from companion.match.entries import Entry, Header, board_mark
from companion.match.match import Match, NewMatch
from companion.match.sink import Sink
from companion.plugins import find_game, load_board
from companion.storage.disk import Disk, Notice, Writer, keep_aside, moved_aside
from companion.storage.journal import SIZE_LIMIT, Contents, Damage, Journal, parse_journal
from companion.storage.record import Record, record_of, record_path, write_record
from companion.storage.state_dir import EXPORTS_NAME, JOURNAL_NAME, StateDir

NUMBERED: Final = re.compile(r"(.*[a-z-])_(\d{1,9})\.txt", re.ASCII | re.DOTALL)
_TIMED: Final = re.compile(r"\d{4}-\d\d-\d\d_\d{6}_", re.ASCII)


def newest_records(folder: Path, count: int, disk: Disk) -> list[Path]:
    """Return the *count* newest records in *folder*, which may be missing, the newest first."""
    return [folder / name for name in heapq.nlargest(count, _names(folder, disk), _order_of)]


def newest_time(folder: Path, disk: Disk) -> datetime | None:
    """Return the latest time that the name of a record in *folder* tells, or None."""
    latest = max((name[:17] for name in _names(folder, disk) if _TIMED.match(name)), default="")
    with contextlib.suppress(ValueError):
        # Not by strptime, which loads three modules for it before the first picture.
        return datetime.fromisoformat(latest)
    return None


def _names(folder: Path, disk: Disk) -> list[str]:
    try:
        return [name for name in disk.listing(folder) if name.endswith(".txt")]
    except OSError:
        return []


def _order_of(name: str) -> tuple[str, int]:
    """Return what sorts the tenth record of a second behind its second one."""
    numbered = NUMBERED.fullmatch(name)
    return (numbered[1], int(numbered[2])) if numbered else (name.removesuffix(".txt"), 1)


Made = TypeVar("Made")

RECORDS_NAME = "records"
TIME = "%Y-%m-%d %H:%M:%S"
SECOND = timedelta(seconds=1)


@dataclass(frozen=True)
class UnfinishedMatch:
    """What the last instance left behind.

    Attributes:
        match: the match as far as its journal is good, or None where nothing is.
        notices: what the players should hear of before they choose.
        journal: goes on where the match stands.
    """

    match: Match | None
    notices: tuple[Notice, ...]
    journal: Journal | None = None


class NullJournal:
    """Stands for the journal where the state folder cannot be held."""

    def __init__(self, problem: str) -> None:
        self._problem = problem

    def append(self, entry: Entry) -> None:
        """Raise OSError: nothing is saved."""
        self.save()

    def save(self) -> None:
        """Raise OSError: nothing is saved."""
        raise OSError(self._problem)


class Saves:
    """The matches kept in one state folder.

    What is written while a match goes on is written by *writer*, which nobody waits for;
    without one, as in scripts and tests, it is written before a call returns.

    Attributes:
        journal_path: where the journal of the current match is.
        exports_path: the folder of pictures made of records, and of what was exported.
    """

    def __init__(
        self,
        state: StateDir,
        disk: Disk | None = None,
        wall_clock: Callable[[], datetime] = datetime.now,
        writer: Writer | None = None,
    ) -> None:
        """Keep matches in *state*.

        What is written while a match goes on is written by *writer*, which nobody waits
        for; without one, as in scripts and tests, it is written before a call returns.
        """
        self.writer = writer or Writer(math.inf)
        self.path = state.path
        self.journal_path = state.path / JOURNAL_NAME
        self.records_path = state.path / RECORDS_NAME
        self.exports_path = state.path / EXPORTS_NAME
        self._state = state
        self._disk = disk or Disk()
        self._wall_clock = wall_clock
        self._journal: Journal | None = None
        self._latest: datetime | None = None
        self._has_records_dir = False

    def unfinished(self, boards: Mapping[str, Board]) -> UnfinishedMatch | None:
        """Return the match that was not finished, or None; *boards* replace shipped ones.

        Its journal stays as it is until `resume`; what is damaged
        is copied aside, and what cannot be read at all is moved aside.

        Raises:
            JournalError: the journal is a newer version's, or of a game or board that
                is not here; it is untouched.
        """
        self._latest = newest_time(self.records_path, self._disk)
        try:
            data = self._disk.read(self.journal_path, SIZE_LIMIT)
        except FileNotFoundError:
            return None
        except OSError as error:
            return UnfinishedMatch(None, (Notice("journal-unreadable", (reason_of(error), "")),))
        if not data:
            # The program ended before the match had begun.
            return None
        contents = parse_journal(data)
        if not contents.entries:
            assert contents.damage is not None
            return UnfinishedMatch(None, (self.unreadable(contents.damage.reason),))
        with contextlib.suppress(ValueError):
            started = datetime.strptime(_header_of(contents).started, TIME)
            self._latest = max(started, self._latest or started)
        return self._found(data, contents, boards)

    def begin(self, new: NewMatch) -> Match:
        """Return a new match that is saved from now on; its `saving_problem` says if it is not.

        A journal that is still there is kept under another name.

        Raises:
            OptionError: an option or the seed is unknown or out of range.
        """
        if not self._state.problem:
            self._journal = Journal(self._disk, self.journal_path, self.writer)
        started = new.started or self.time_text()
        return Match.start(new, started=started, journal=self._sink())

    def time_text(self) -> str:
        """Return when a match begins that begins now, as its header tells."""
        return self._now().strftime(TIME)

    def _now(self) -> datetime:
        """Return the time, which is always later than that of the match before.

        A Pi without a clock begins at the same time of day again and again: its records
        would stand in no order.
        """
        # What is kept of it has whole seconds.
        now = self._wall_clock().replace(microsecond=0)
        if self._latest is not None and now <= self._latest:
            with contextlib.suppress(OverflowError):
                now = self._latest + SECOND
        self._latest = now
        return now

    def resume(self, unfinished: UnfinishedMatch) -> Match:
        """Return the *unfinished* match, which there is, saved from now on."""
        assert unfinished.match is not None and unfinished.journal is not None
        if not self._state.problem:
            self._journal = unfinished.journal
        unfinished.match.keep_in(self._sink())
        return unfinished.match

    def _sink(self) -> Sink:
        if self._state.problem or self._journal is None:
            return NullJournal(self._state.problem)
        return self._journal

    def finish(self, match: Match) -> Path | None:
        """Return the record of *match*, which is closed now.

        It is None where there was no ply, or where it is still being written.

        Raises:
            OSError: the record could not be written; the match goes on, its journal is there.
        """
        match.conclude()
        record = record_of(match) if match.plies or match.outcome else None
        journal = self._journal
        path = self.do(lambda: self._file(record, journal))
        match.close()
        self._journal = None
        return path

    def _file(self, record: Record | None, journal: Journal | None) -> Path | None:
        path = None
        if record is not None:
            self._make_records_dir()
            path = write_record(record, self.records_path, self._disk)
        if journal is not None:
            # A journal that stays is offered again, and filed as the same record.
            with contextlib.suppress(OSError):
                journal.remove()
        return path

    def save_record(self, record: Record) -> Path:
        """Return the file that holds *record*, or soon will.

        Raises:
            OSError: it could not be written.
        """
        expected = record_path(record, self.records_path, self._disk)

        def work() -> Path:
            self._disk.make_dir(self.records_path)
            return write_record(record, self.records_path, self._disk)

        return self.do(work) or expected

    def do(self, work: Callable[[], Made]) -> Made | None:
        """Return what *work*, which writes to the state folder, has made; None where it goes on.

        Raises:
            OSError: it is known to have failed; the writer keeps what fails later.
        """
        job = self.writer.do(work)
        if job.error is not None:
            raise job.error
        return job.made

    def unreadable(self, reason: str) -> Notice:
        """Move the journal aside, which for *reason* cannot be read; return what to tell."""
        return Notice("journal-unreadable", (reason, moved_aside(self._disk, self.journal_path)))

    def _make_records_dir(self) -> None:
        # Once each run: the run that made it may have ended before its name was safe.
        if not self._has_records_dir:
            self._disk.make_dir(self.records_path)
            self._disk.sync_dir(self._state.path)
            self._has_records_dir = True

    def _found(
        self, data: bytes, contents: Contents, boards: Mapping[str, Board]
    ) -> UnfinishedMatch:
        match, good, reason = match_in(contents, boards)
        if reason:
            start = contents.ends[good]
            damage = Damage(good + 2, False, reason, len(data) - start)
            contents = Contents(contents.entries[: good + 1], contents.ends[: good + 1], damage)
        journal = Journal.going_on(self._disk, self.journal_path, contents, self.writer)
        return UnfinishedMatch(match, self._notices(data, contents.damage), journal)

    def _notices(self, data: bytes, damage: Damage | None) -> tuple[Notice, ...]:
        if damage is None:
            return ()
        if damage.is_torn:
            return (Notice("torn-tail", (damage.dropped,)),)
        try:
            aside = keep_aside(self._disk, self.journal_path, data, SIZE_LIMIT).name
        except OSError:
            aside = ""
        return (Notice("journal-damaged", (damage.line, damage.reason, aside)),)


def match_in(contents: Contents, boards: Mapping[str, Board]) -> tuple[Match, int, str]:
    """Return the match in a journal of these *contents*, as `Match.replayed` does.

    Raises:
        JournalError: it is of a newer version, or of a game or board that is not here.
    """
    header = _header_of(contents)
    # The header is what the program wrote: what it cannot set up is another version's.
    try:
        game = find_game(header.game)
        board = boards.get(game.board_name) or load_board(game.board_name)
        _check_board(header, board)
        return Match.replayed(header, contents.entries[1:], game, board)
    except CompanionError as error:
        raise JournalError(
            "expected a journal of a match that fits here: {error}", error=error
        ) from error


def _header_of(contents: Contents) -> Header:
    header = contents.entries[0]
    assert isinstance(header, Header)
    return header


def _check_board(header: Header, board: Board) -> None:
    mark = board_mark(board)
    if (header.board, header.board_mark) != (board.name, mark):
        wanted = f"{header.board} {header.board_mark}"
        raise JournalError(
            "expected board {wanted}, got {got!r}", wanted=wanted, got=f"{board.name} {mark}"
        )

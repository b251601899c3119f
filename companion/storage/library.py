"""The matches of one table, the records, and the sample games that come with the program.

Knows where they are; their format is that of every record.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from companion.contract import Board, Game, Options, Position
from companion.contract.board_table import STANDARD_INPUT
from companion.errors import (
    BoardError,
    CompanionError,
    JournalError,
    RecordError,
    SilentGameError,
    did_you_mean,
    failure,
    reason_of,
    unexpected,
)
from companion.match.match import Match, NewMatch
from companion.match.seats import PERSONS, check_players
from companion.plugins import GAMES, blamed, find_game, give_up
from companion.storage.bundle import BUNDLE_NAME, bundle_of
from companion.storage.disk import Disk, Notice, write_whole
from companion.storage.playback import Course, Playback, Watch, course_of
from companion.storage.record import SIZE_LIMIT, Record, public_record, record_of, record_text
from companion.storage.record_reader import read_record
from companion.storage.saves import Saves, UnfinishedMatch, newest_records
from companion.storage.state_dir import LastGames, NameHistory, TurnTime

PREFIX = "sample:"
"""How a sample is told from a file where either can be named."""


def sample_names() -> list[str]:
    """Return the names of the samples: those of one game together, as the games are listed."""
    return list(_samples())


def sample_path(name: str) -> Path:
    """Return the record of the sample called *name*.

    Raises:
        RecordError: no sample is called so.
    """
    known = _samples()
    if name not in known:
        raise RecordError(
            "expected a sample ({known}), got {name!r}{guess}",
            known=", ".join(known),
            name=name,
            guess=did_you_mean(name, known),
        )
    return known[name]


def named_record(text: str) -> Path:
    """Return the record that *text* names: a file, ``sample:NAME``, or ``-`` for standard input.

    Raises:
        RecordError: no sample is called so.
    """
    if text.startswith(PREFIX):
        return sample_path(text.removeprefix(PREFIX))
    return STANDARD_INPUT if text == "-" else Path(text)


@cache
def _samples() -> dict[str, Path]:
    """Return the record of each sample by its name, that of its file."""
    return {path.stem: path for game in GAMES.values() for path in samples_of(game)}


def is_sample(path: Path) -> bool:
    """Return whether the record at *path* is one of the samples."""
    return path in _samples().values()


def samples_of(game: Game) -> list[Path]:
    """Return the records of the samples of *game*, in the order of their names."""
    return sorted(Path(str(resources.files(game.folder)), "samples").glob("*.txt"))


MOST_RECORDS_LISTED = 500
RETRY_S = 5.0
"""How often it is tried to save a match that could not be saved, without a move."""

CLOSE_S = 8.0
"""How long the end waits for the disk: the service manager allows ten seconds."""


class LibraryEntry(NamedTuple):
    """A record on the shelf: its file, and what is in it or why it cannot be read."""

    path: Path
    record: Record | None
    problem: str


def new_from(playback: Playback, players: tuple[str, ...] = PERSONS) -> NewMatch:
    """Return a new match of *players* that begins where *playback* is."""
    record, origin = playback.course.record, playback.course.origins[playback.ply]
    is_first = playback.ply == 0 and not record.position
    position = None if is_first else origin
    return NewMatch(record.game, origin.options, record.seed, position, players)


class Library:
    """Begins, resumes, files and lists matches.

    Attributes:
        folder: the state folder.
        boards: boards that replace the shipped ones, by name.
        notices: what was found wrong with the saved match, not told to anybody yet.
        last_games: how each game was begun last.
        names: who has played at this table.
        turn_time: how much of its time the running turn had used.
        ended: the match that had ended when the last instance did, which is filed; or None.
    """

    def __init__(
        self, saves: Saves, boards: Mapping[str, Board], disk: Disk | None = None
    ) -> None:
        self.folder = saves.path
        self.boards = boards
        self.notices: list[Notice] = []
        self._saves = saves
        self._disk = disk or Disk()
        self.last_games = LastGames(saves.path, self._disk)
        self.names = NameHistory(saves.path, self._disk)
        self.turn_time = TurnTime(saves.path, self._disk, saves.writer)
        self.ended: Match | None = None
        self._found: UnfinishedMatch | None = None
        self._current: Match | None = None
        self._problem = ""
        self._retry_at_s = float("inf")
        self._first: dict[tuple[object, ...], Position] = {}

    def look(self) -> None:
        """Look for what the last instance left behind.

        A match that had ended there is filed as a record.  What a newer version
        or another board left is told by a notice and stays untouched; the next
        match puts it aside, as this one does with what nobody had thought of.
        """
        try:
            self._take_found()
        except JournalError as error:
            self.notices.append(Notice("journal-refused", (error.message,)))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a file makes the program do
            self._current = self._found = None
            plugin = blamed(error)
            if plugin is not None:
                reason = failure(error, plugin.folder)
                self.notices.append(Notice("game-failed", (plugin.game.name, reason)))
                if isinstance(error, SilentGameError):
                    give_up(plugin)
            else:
                self.notices.append(self._saves.unreadable(unexpected(error)))

    def look_again(self) -> None:
        """Look for what has been brought back into the state folder meanwhile."""
        self.last_games = LastGames(self._saves.path, self._disk)
        self.names = NameHistory(self._saves.path, self._disk)
        if self._kept() is None:
            self.look()

    def _take_found(self) -> None:
        self._found = self._saves.unfinished(self.boards)
        if self._found is None:
            return
        self.notices += self._found.notices
        match = self._found.match
        if match is None or not match.plies:
            return
        if match.outcome is not None:
            self.ended = self.resume()
            self.finish(self.ended)

    def unfinished(self) -> Match | None:
        """Return the match to go on with, one with a ply, taken back or not; or None."""
        match = self._kept()
        return match if match and not match.outcome and (match.plies or match.undone) else None

    def _kept(self) -> Match | None:
        """Return the present match, or the one that was found."""
        if self._current is not None:
            return self._current
        return self._found.match if self._found is not None else None

    def leave(self, game: Game) -> None:
        """Go on without the present match where it is one of *game*, which has failed.

        Its journal stays where it is, for a version of the game that can go on with it.
        """
        match = self._kept()
        if match is not None and match.game.name == game.name:
            self._current = self._found = None

    def resume(self) -> Match:
        """Return the unfinished match, which there is, saved from now on."""
        if self._current is None:
            assert self._found is not None, "there is something to resume"
            self._current = self._saves.resume(self._found)
            self._found = None
            if self._current.clock is not None:
                self.turn_time.give_back(self._current)
        self._current.conclude()
        return self._current

    def settle(self, now_s: float) -> None:
        """Notice what could not be written; try again now and then, as space may return."""
        for problem in self._saves.writer.failures():
            self._problem = problem
        match = self._current
        if match is None or not match.saving_problem or self.waits_s():
            self._retry_at_s = now_s + RETRY_S
        elif now_s >= self._retry_at_s:
            self._retry_at_s = now_s + RETRY_S
            match.save()

    def waits_s(self) -> float:
        """Return for how long something has been on its way to the disk; 0 if nothing is."""
        return self._saves.writer.waits_s

    def close(self) -> None:
        """Return when all is written, or the disk takes too long."""
        self._saves.writer.close(CLOSE_S)

    def do(self, work: Callable[[], None]) -> None:
        """Let *work* write to the state folder, after all that is being written.

        Raises:
            OSError: it is known to have failed; what fails later is told as a problem.
        """
        self._saves.do(work)

    def start(self, new: NewMatch) -> Match:
        """Return the *new* match begun; one that was unfinished becomes a record first.

        Raises:
            OptionError: an option or the seed is unknown or out of range, or the
                program is to play with options with which it cannot.
        """
        new = self.fitting(new)
        if self.unfinished() is not None:
            self.resume()
        if self._current is not None:
            self.finish(self._current)
        self._current = self._saves.begin(new)
        self._found = None
        if new.position is None:
            # A table that cannot keep it plays all the same.
            with contextlib.suppress(OSError):
                self._saves.do(self.last_games.noting(self._current.header))
        return self._current

    def draft(self, new: NewMatch) -> Match:
        """Return the match that `start` would begin, kept nowhere, to set the table for it.

        Raises:
            OptionError: as `start`.
        """
        # Beside a table that is being set stands no clock.
        return Match.start(self.fitting(new)._replace(clock=None))

    def time_text(self) -> str:
        """Return when a match begins that begins now, as its header tells."""
        return self._saves.time_text()

    def fitting(self, new: NewMatch) -> NewMatch:
        """Return *new* on the board of this table; raise OptionError where nobody can play it."""
        check_players(new.players, new.game, new.options)
        return new._replace(board=self.boards.get(new.game.board_name))

    def finish(self, match: Match) -> Path | None:
        """Return the record of *match*, which is closed; None when there is none to keep."""
        if match is not self._current:
            return None
        try:
            path = self._saves.finish(match)
        except OSError as error:
            self._problem = reason_of(error)
            return None
        self._current, self._problem = None, ""
        return path

    def save_record(self, match: Match) -> Path | None:
        """Return the record of *match* as it stands, or None when it cannot be written.

        That of a match which goes on tells nothing that its players may not know yet.
        """
        match.conclude()
        record = record_of(match)
        if match.outcome is None:
            record = public_record(record, match.positions[0])
        try:
            path = self._saves.save_record(record)
        except OSError as error:
            self._problem = reason_of(error)
            return None
        self._problem = ""
        return path

    def export(self, watch: Callable[[int, int], None] = lambda done, count: None) -> Path:
        """Return the new file with everything that was saved.

        It may take long; another thread than the main loop's may call it.  *watch* is told
        how many files are in it, and of how many.

        Raises:
            OSError: it could not be written.
        """
        bundle = bundle_of(self._saves.path, self._disk, watch)
        return self.write_export(BUNDLE_NAME, bundle.data)

    def withdraw_record(self, match: Match, path: Path) -> None:
        """Remove the record at *path*, which tells how *match* ended: that is being taken back.

        It would tell of an end that never was and, in a dealt game, every hand.  It
        stays where nothing else keeps the match, or where somebody has changed it.
        """
        if match.saving_problem:
            return
        data = record_text(record_of(match)).encode("utf-8")

        def withdraw() -> None:
            with contextlib.suppress(OSError):
                if self._disk.read(path, SIZE_LIMIT) == data:
                    self._disk.remove(path)
                    self._disk.sync_dir(path.parent)

        self._saves.do(withdraw)

    def save(self) -> None:
        """Try again to save what of the present match is not safe yet."""
        if self._current is not None:
            self._current.save()

    def saving_problem(self) -> str:
        """Return why the present match is not being saved, or an empty text."""
        if self._current is not None and self._current.saving_problem:
            return self._current.saving_problem
        return self._problem

    def first_position(
        self, game: Game, options: Options | None = None, seed: int = 0
    ) -> Position:
        """Return the first position of *game*, for a look at it; its options are the defaults.

        Raises:
            OptionError: an option or the seed is unknown or out of range.
        """
        whole = game.complete(options)
        board = self.boards.get(game.board_name)
        if seed:
            return game.initial(whole, seed, board)
        key = (game.name, *whole.values())
        if key not in self._first:
            self._first[key] = game.initial(whole, board=board)
        return self._first[key]

    def board_problem(self, game: Game) -> BoardError | None:
        """Return why *game* cannot be begun on its board; None where it can."""
        try:
            self.first_position(game)
        except BoardError as error:
            return error
        return None

    def records(self, watch: Watch = lambda read: None) -> list[LibraryEntry]:
        """Return the records, the newest first; unreadable ones with the reason.

        *watch* is told how many are read; what it raises ends the reading.
        """
        shelf: list[LibraryEntry] = []
        for path in newest_records(self._saves.records_path, MOST_RECORDS_LISTED, self._disk):
            shelf.append(self._shelved(path))
            watch(len(shelf))
        return shelf

    def samples(self) -> list[LibraryEntry]:
        """Return the sample games that come with the program, those of one game together."""
        return [self._shelved(sample_path(name)) for name in sample_names()]

    def _shelved(self, path: Path) -> LibraryEntry:
        try:
            return LibraryEntry(path, self._read(path), "")
        except CompanionError as error:
            return LibraryEntry(path, None, error.message)

    def _read(self, path: Path, *, is_lenient: bool = False) -> Record:
        """Return the record at *path*; an error leaves out the file, which whoever asks knows."""
        try:
            return read_record(path, find_game, self._disk, is_lenient=is_lenient)
        except RecordError as error:
            fault = error.__cause__
            raise (fault if isinstance(fault, RecordError) else error) from None

    def is_hiding(self) -> bool:
        """Return whether the unfinished match has something that its players may not see."""
        match = self._kept()
        is_open = match is not None and match.outcome is None
        return match is not None and is_open and match.position.public() is not match.position

    def course(self, path: Path, *, is_lenient: bool, is_hiding: bool, watch: Watch) -> Course:
        """Return the course of the record in the file at *path*: see `course_of`.

        It reads files and may take long; another thread than the main loop's may call it.

        Raises:
            RecordError: naming line and reason.
        """
        record = self._read(path, is_lenient=is_lenient)
        board = self.boards.get(record.game.board_name)
        return course_of(record, board, is_lenient=is_lenient, is_hiding=is_hiding, watch=watch)

    @property
    def records_path(self) -> Path:
        """Return the folder of the records, which may be missing."""
        return self._saves.records_path

    def may_write(self, path: Path) -> bool:
        """Return whether the record at *path* is one of this table, and not one to look at."""
        return path.parent == self._saves.records_path

    def write_comment(self, path: Path, record: Record) -> str:
        """Put *record*, which has another comment, in the place of the file at *path*.

        Returns:
            Why that could not be done, the file being as it was, or an empty text.
        """
        data = record_text(record).encode("utf-8")
        try:
            if len(data) > SIZE_LIMIT:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
            self._saves.do(lambda: write_whole(self._disk, path, data))
        except OSError as error:
            return reason_of(error)
        return ""

    def write_export(self, name: str, data: bytes | memoryview) -> Path:
        """Return the file called *name* among the exports of this table, which holds *data*.

        Raises:
            OSError: it could not be written; what was there before is intact.
        """
        folder = self._saves.exports_path
        self._disk.make_dir(folder)
        write_whole(self._disk, folder / name, data)
        return folder / name

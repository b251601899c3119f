"""The matches of one table: the one that goes on, the one left unfinished, the records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from companion.errors import CompanionError, JournalError
from companion.games import find_game
from companion.games.board import Board
from companion.games.contract import Game, Position
from companion.games.options import Options
from companion.match.disk import Disk, Notice, reason_of
from companion.match.match import Match
from companion.match.record import Record, record_of, replay, write_record
from companion.match.record_reader import read_record
from companion.match.samples import sample_names, sample_path
from companion.match.saves import NewMatch, Saves, Unfinished

MOST_RECORDS_LISTED = 500


class Shelved(NamedTuple):
    """A record on the shelf: its file, and what is in it or why it cannot be read."""

    path: Path
    record: Record | None
    problem: str


class Library:
    """
    Begins, resumes, files and lists matches.

    Attributes:
        boards: boards that replace the shipped ones, by name.
        notices: what was found wrong with the saved match, not told to anybody yet.
    """

    def __init__(
        self, saves: Saves, boards: Mapping[str, Board], disk: Disk | None = None
    ) -> None:
        self.boards = boards
        self.notices: list[Notice] = []
        self._saves = saves
        self._disk = disk or Disk()
        self._found: Unfinished | None = None
        self._current: Match | None = None
        self._problem = ""
        self._first: dict[tuple[object, ...], Position] = {}

    def look(self) -> None:
        """
        Look for what the last instance left behind.

        A match that had ended there is filed as a record.  What a newer version
        or another board left is told by a notice and stays untouched; the next
        match puts it aside under another name.
        """
        try:
            self._found = self._saves.unfinished(find_game, self.boards.get)
        except JournalError as error:
            self.notices.append(Notice("journal-refused", (str(error),)))
        if self._found is None:
            return
        self.notices += self._found.notices
        match = self._found.match
        if match is None or not match.plies:
            return
        if match.outcome is not None:
            self.finish(self.resume())

    def unfinished(self) -> Match | None:
        """Return the match that can be gone on with, or None."""
        if self._current is not None:
            return self._current if self._current.outcome is None else None
        match = self._found.match if self._found is not None else None
        return match if match is not None and match.plies else None

    def resume(self) -> Match:
        """Return the unfinished match, which there is, saved from now on."""
        if self._current is None:
            assert self._found is not None, "there is something to resume"
            self._current = self._saves.resume(self._found)
            self._found = None
        return self._current

    def start(self, game: Game, options: Options, seed: int) -> Match:
        """
        Return a new match; one that was unfinished becomes a record first.

        Raises:
            OptionError: an option or the seed is unknown or out of range.
        """
        if self.unfinished() is not None:
            self.resume()
        if self._current is not None:
            self.finish(self._current)
        board = self.boards.get(game.board_name)
        self._current = self._saves.begin(NewMatch(game, options, seed, board))
        self._found = None
        return self._current

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
        """Return the record of *match* as it stands, or None when it cannot be written."""
        try:
            folder = self._saves.records_path
            self._disk.make_dir(folder)
            path = write_record(record_of(match), folder, self._disk)
        except OSError as error:
            self._problem = reason_of(error)
            return None
        self._problem = ""
        return path

    def saving_problem(self) -> str:
        """Return why the present match is not being saved, or an empty text."""
        if self._current is not None and self._current.saving_problem:
            return self._current.saving_problem
        return self._problem

    def first_position(
        self, game: Game, options: Options | None = None, seed: int = 0
    ) -> Position:
        """
        Return the first position of *game*, for a look at it; its options are the defaults.

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

    def records(self) -> list[Shelved]:
        """Return the records, the newest first; unreadable ones with the reason."""
        try:
            paths = sorted(self._saves.records_path.glob("*.txt"), reverse=True)
        except OSError:
            return []
        return [self._shelved(path) for path in paths[:MOST_RECORDS_LISTED]]

    def samples(self) -> list[Shelved]:
        """Return the sample games that come with the program, those of one game together."""
        return [self._shelved(sample_path(name)) for name in sample_names()]

    def _shelved(self, path: Path) -> Shelved:
        try:
            return Shelved(path, read_record(path, find_game, self._disk), "")
        except CompanionError as error:
            return Shelved(path, None, str(error))

    def last_position(self, record: Record) -> Position | None:
        """Return the position at the end of *record*, or None when its moves are not legal."""
        try:
            return replay(record, self.boards.get(record.game.board_name))[-1]
        except CompanionError:
            return None

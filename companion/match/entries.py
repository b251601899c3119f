"""What a journal remembers of a match, as plain values, and their JSON form.

Knows neither files nor rules: a ply is a text here.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from companion.clock import MOST_MAIN_MS, BothLeft, both_text, parse_both
from companion.contract import SEED_LIMIT, Board, OptionValue, Outcome, Side
from companion.contract.texts import composed
from companion.errors import UNFIT, ClockError, JournalError

VERSION = 3
"""Of the journal; a reader refuses newer ones and leaves them untouched.

Version 2 tells hints: those that were shown, and how many each side may ask for.
Version 3 tells time that was given, and only a match with a clock is written so.
"""

UNTIMED_VERSION = 2
"""Of the journal of a match without a clock, which older programs can go on with."""

COMMENT_LIMIT = 200
"""Characters of one comment or player name: a line of the journal stays below a block."""

PLAYER_COUNTS = (2, 4)
"""How many players a match may name: one for each side, or two."""


HintLimits: TypeAlias = tuple[int | None, int | None]
"""How many plies of each side may be hinted: 0 is none at all, None any number."""

FREE_HINTS: HintLimits = (None, None)
MOST_HINTS = 1000
"""A limit of hints is below this."""


@dataclass(frozen=True)
class Header:
    """How a match began: the first entry of its journal.

    Attributes:
        board_mark: `board_mark` of the board played on.
        started: local date and time, ``2026-07-04 18:30:05``.
        position: the first position's text, empty when the game's own is meant.
        players: who plays each side, or each seat where two play for a side: two or
            four texts, ``person`` or what `companion.match.seats` reads as the program.
        hints: how many hints each side may ask for.
        clock: the time of each side as `companion.clock` names it; empty for no clock.
    """

    game: str
    options: Mapping[str, OptionValue]
    seed: int
    board: str
    board_mark: str
    started: str = ""
    position: str = ""
    players: tuple[str, ...] = ("person", "person")
    hints: HintLimits = FREE_HINTS
    clock: str = ""


class PlyEntry(NamedTuple):
    """A ply was played; *clock* is what both sides have left after it, None without a clock."""

    side: Side
    text: str
    is_hinted: bool = False
    clock: BothLeft | None = None


class HintEntry(NamedTuple):
    """A hint was shown to the side to move, the first one for its ply."""

    side: Side


class TimeEntry(NamedTuple):
    """*side* was given more time."""

    side: Side
    ms: int


class TakeBackEntry(NamedTuple):
    """So many plies were taken back; 0 took back only the result agreed on."""

    plies: int


class RedoEntry(NamedTuple):
    """The ply taken back last was played again."""


class CommentEntry(NamedTuple):
    """The ply with this index, from 0, was commented on."""

    ply: int
    text: str


class ResultEntry(NamedTuple):
    """The match was ended by agreement or resignation."""

    outcome: Outcome


Entry: TypeAlias = (
    Header
    | PlyEntry
    | HintEntry
    | TimeEntry
    | TakeBackEntry
    | RedoEntry
    | CommentEntry
    | ResultEntry
)


def clean_comment(text: str) -> str:
    """Return *text* on one line, without control characters, at most `COMMENT_LIMIT` long."""
    return " ".join(UNFIT.sub(" ", text).split())[:COMMENT_LIMIT].rstrip()


def clean_name(player: str) -> str:
    """Return *player* on one line and without commas: records separate two names by one."""
    return clean_comment(composed(player).replace(",", " "))


def to_json(entry: Entry) -> str:
    """Return *entry* as one line of JSON in plain ASCII."""
    return json.dumps(_to_data(entry), separators=(",", ":"))


def _to_data(entry: Entry) -> dict[str, object]:
    match entry:
        case Header():
            # Older versions pass over keys that they do not know.
            rest = {key: value for key, value in vars(entry).items() if key != "clock"}
            timed = {"clock": entry.clock} if entry.clock else {}
            version = VERSION if entry.clock else UNTIMED_VERSION
            return {"board-companion-journal": version, **rest, **timed}
        case PlyEntry(side, text, is_hinted, clock):
            timed = {"clock": both_text(clock)} if clock is not None else {}
            return {"ply": text, "side": side, "hinted": is_hinted, **timed}
        case HintEntry(side):
            return {"hint": side}
        case TimeEntry(side, ms):
            return {"time": ms, "to": side}
        case TakeBackEntry(plies):
            return {"take-back": plies}
        case RedoEntry():
            return {"redo": 1}
        case CommentEntry(ply, text):
            return {"comment": text, "on": ply}
        case ResultEntry(Outcome(winner, reason)):
            return {"result": reason, "winner": winner}


def from_json(text: str) -> Entry:
    """Return the entry that *text* describes.

    Raises:
        JournalError: it describes none; with `NewerJournalError` a newer version's.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise JournalError("expected JSON in the journal") from error
    if not isinstance(data, dict):
        raise JournalError("expected a JSON object in the journal")
    if "\\ud" in text.lower() and not _can_be_written(data):
        raise JournalError("expected texts that can be written in the journal")
    return _Fields(data).entry()


def _can_be_written(data: object) -> bool:
    """Return whether all texts in *data* are ones: JSON may spell half of a character."""
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


class NewerJournalError(JournalError):
    """The journal was written by a newer version of the program."""


@dataclass(frozen=True)
class _Fields:
    """The fields of one JSON object, checked as they are taken."""

    data: Mapping[str, Any]

    def entry(self) -> Entry:
        match self.data:
            case {"board-companion-journal": _}:
                return self.header(self.whole("board-companion-journal", 2**31))
            case {"ply": _}:
                is_hinted = self.data.get("hinted") is True
                return PlyEntry(self.whole("side", 2), self.text("ply"), is_hinted, self.clock())
            case {"hint": _}:
                return HintEntry(self.whole("hint", 2))
            case {"time": _}:
                return TimeEntry(self.whole("to", 2), self.whole("time", MOST_MAIN_MS + 1))
            case {"take-back": _}:
                return TakeBackEntry(self.whole("take-back", 2**31))
            case {"redo": _}:
                return RedoEntry()
            case {"comment": _}:
                return CommentEntry(self.whole("on", 2**31), clean_comment(self.text("comment")))
            case {"result": _}:
                winner = None if self.data.get("winner") is None else self.whole("winner", 2)
                return ResultEntry(Outcome(winner, self.text("result")))
        raise JournalError("expected a known kind of journal entry")

    def header(self, version: int) -> Header:
        if version > VERSION:
            raise NewerJournalError(
                "expected a journal of version {known} or older, got version {version}",
                known=VERSION,
                version=version,
            )
        players = self.data.get("players")
        if not isinstance(players, list) or len(players) not in PLAYER_COUNTS:
            raise JournalError("expected two or four players in the journal")
        if not all(isinstance(player, str) for player in players):
            raise JournalError("expected texts as players in the journal")
        return Header(
            self.text("game"),
            self.options(),
            self.whole("seed", SEED_LIMIT),
            self.text("board"),
            self.text("board_mark"),
            self.text("started"),
            self.text("position"),
            tuple(players),
            self.hints(),
            self.text("clock") if "clock" in self.data else "",
        )

    def clock(self) -> BothLeft | None:
        if "clock" not in self.data:
            return None
        try:
            return parse_both(self.text("clock"))
        except ClockError as error:
            raise JournalError("expected times in the journal: {error}", error=error) from error

    def hints(self) -> HintLimits:
        # Version 1 knew no limits.
        hints = self.data.get("hints", [None, None])
        if not isinstance(hints, list) or len(hints) != 2 or not all(map(_is_limit, hints)):
            raise JournalError("expected a limit of hints for each side in the journal")
        return hints[0], hints[1]

    def options(self) -> dict[str, OptionValue]:
        options = self.data.get("options")
        if not isinstance(options, dict):
            raise JournalError("expected options in the journal")
        if not all(isinstance(value, (bool, int, str)) for value in options.values()):
            raise JournalError("expected plain option values in the journal")
        return options

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str):
            raise JournalError("expected a text as {key} in the journal", key=key)
        return value

    def whole(self, key: str, limit: int) -> int:
        value = self.data.get(key)
        if type(value) is not int or not 0 <= value < limit:
            raise JournalError(
                "expected {key} as 0 to {limit} in the journal", key=key, limit=limit - 1
            )
        return value


def _is_limit(limit: object) -> bool:
    return limit is None or (type(limit) is int and 0 <= limit < MOST_HINTS)


MARK_DIGITS = 12


def board_mark(board: Board) -> str:
    """Return hex digits that change with any dot, line, cut, set-up or area of *board*."""
    parts = (
        board.rows,
        board.neighbors,
        sorted((name, pieces) for name, pieces in board.setups.items()),
        sorted((name, sorted(sites)) for name, sites in board.areas.items()),
    )
    return _sha256(repr(parts).encode())[:MARK_DIGITS]


def _sha256(data: bytes) -> str:
    # Python's own first, as `random` does it: hashlib loads OpenSSL, which takes 3.6 MB.
    for name in ("_sha2", "_sha256"):
        with contextlib.suppress(ImportError):
            return str(import_module(name).sha256(data).hexdigest())
    return str(import_module("hashlib").sha256(data).hexdigest())

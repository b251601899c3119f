"""What may be seen of a table from outside: by whoever looks at it on a phone.

It is made of what the screen shows.  Where hands are hidden it is less than that: of a match
whose position has a public side, only what players without a hand of their own may know.  What
leaves this module leaves the program.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.config.values import SoundConfig, VoiceSource
from companion.contract import Board, Game
from companion.errors import CompanionError
from companion.match.match import Match
from companion.mirror.wire import picture_data
from companion.plugins import GAMES, find_game
from companion.storage.disk import Disk
from companion.storage.record import Record, first_position, public_record, record_of, record_text
from companion.storage.record_reader import read_record
from companion.storage.saves import newest_records
from companion.ui.board.marks import BoardPicture, Flight
from companion.words.game_words import game_title
from companion.words.timing import clock_names, face_label
from companion.words.translate import spoken_language
from companion.words.voice import Voice, reading

if TYPE_CHECKING:
    from pathlib import Path

    from companion.ui.play.table_view import TableView
    from companion.ui.stage import Stage
    from companion.ui.view import View

Json = dict[str, Any]

HEARD: Final = SoundConfig(
    voice=VoiceSource.CLIPS.value,
    speak_moves=True,
    speak_turns=True,
    speak_results=True,
    speak_clock=True,
)
"""What is told to who looks on without seeing: what the voice says of a game."""

RUNS_ALIKE_MS: Final = 700
"""A clock that runs as it was told needs not be told again."""


class Shown(NamedTuple):
    """A clock as it was at a moment: its label, what it shows, and whether it runs."""

    label: str
    ms: int
    runs: bool


class Seen(NamedTuple):
    """What may be seen at one moment.

    Attributes:
        match: what is played, or None.
        board, picture: what is on the board; None where there is nothing to be seen.
        is_turned: the second player's side is near.
        sizes: how many sizes of pieces are in play, or None for all of the board.
        theme, look: the names of the colors and of the set of boards.
        text: the banner.
        names: of the two sides.
        clocks: of both, or none; *at_s* is when they showed that.
        plies: the side and the text of each.
        said: how many sentences were said, and the last of them.
        record: of the match as it stands; private as yet, see `data_of`.
    """

    match: Match | None = None
    board: Board | None = None
    picture: BoardPicture | None = None
    is_turned: bool = False
    sizes: int | None = None
    theme: str = "dark"
    look: str = "classic"
    text: str = ""
    names: tuple[str, ...] = ()
    clocks: tuple[Shown, ...] = ()
    at_s: float = 0.0
    plies: tuple[tuple[int, str], ...] = ()
    said: tuple[int, str] = (0, "")
    language: str = ""
    voice: Voice = Voice()
    record: Record | None = None

    def is_as(self, other: Seen) -> bool:
        """Return whether *other* looks the same, clocks that run on aside."""
        if replace_clocks(self) != replace_clocks(other) or len(self.clocks) != len(other.clocks):
            return False
        late_ms = (self.at_s - other.at_s) * 1000
        return all(
            (one.label, one.runs) == (two.label, two.runs)
            and abs(one.ms - two.ms + (late_ms if one.runs else 0)) <= RUNS_ALIKE_MS * one.runs
            for one, two in zip(self.clocks, other.clocks, strict=True)
        )


def replace_clocks(seen: Seen) -> Seen:
    """Return *seen* without its clocks."""
    return seen._replace(clocks=(), at_s=0.0)


def is_hiding(match: Match) -> bool:
    """Return whether *match* goes on, and has something that not everybody may see."""
    return match.outcome is None and match.position.public() is not match.position


def public_view(view: View, table: TableView) -> View:
    """Return what of *view*, a screen of the match of *table*, everybody may see.

    Where hands are hidden that is what stands on the board, whose turn it is, what was played
    and the clocks: not the turn as far as it has come, which may be taken back, and none of the
    banner, note, hint or marks, each of which may come from a hand that is held open.
    """
    # Imported by the running program alone: it draws.
    from companion.ui.view import Topic, View

    match = table.match
    if not is_hiding(match):
        return view
    return View(
        view.key,
        view.banner._replace(text=Voice(match.seats).turn(match.position)),
        board=view.board,
        picture=table.standing(match.position.begin()),
        topics=(Topic.TURNS, Topic.SCREEN),
        played=view.played,
        is_brief=view.is_brief,
        times=view.times,
    )


class Watcher:
    """Sees what a stage shows, turn by turn of its loop."""

    def __init__(self) -> None:
        # As above.
        from companion.ui.context import Narrator

        self._said = (0, "")
        self._narrator = Narrator(None, lambda: HEARD)
        self._narrator.hears = self._hear
        self._record: tuple[object, Record | None] = (None, None)

    def _hear(self, text: str) -> None:
        self._said = (self._said[0] + 1, text)

    def look(self, stage: Stage) -> Seen:
        """Return what may be seen of *stage* now: the match, even while something is before it."""
        scene, table = stage.game_scene, None
        if scene is None:
            match, view = None, stage.view
        else:
            table = scene.table
            assert table is not None, "a scene with a match"
            match = table.match
            view = stage.view if stage.scene is scene and not stage.is_idle else scene.show()
            view = public_view(view, table)
        if not view.is_brief:
            self._narrator.follow(view, by_player=False)
        screen, picture = stage.config.screen, view.picture
        seen = Seen(
            match,
            view.board,
            replace(picture, shaking=None, flights=tuple(map(_at_start, picture.flights))),
            theme=screen.theme,
            look=screen.look,
            text=view.banner.text if view.board is not None else "",
            said=self._said,
            language=spoken_language(),
        )
        if match is None or table is None:
            return seen
        voice = Voice(match.seats, screen.notation)
        times = view.times
        clocks = () if times is None else tuple(
            Shown(face_label(name, face), face.ms, side == times.running)
            for side, (name, face) in enumerate(zip(times.names, times.faces, strict=True))
        )  # fmt: skip
        return seen._replace(
            is_turned=stage.is_turned(match),
            sizes=table.painter().geometry.sizes_in_play,
            names=clock_names(match.header.players, match.game.name, voice),
            clocks=clocks,
            at_s=stage.now_s,
            plies=tuple((ply.side, ply.move.text) for ply in match.plies),
            voice=voice,
            record=self._record_of(match),
        )

    def _record_of(self, match: Match) -> Record | None:
        key = (id(match), len(match.plies), match.plies[-1:], match.outcome)
        if self._record[0] != key:
            self._record = (key, record_of(match))
        return self._record[1]


def _at_start(flight: Flight) -> Flight:
    return flight._replace(part=0.0)


# As it is told to the process that shows it


def data_of(seen: Seen, before: Seen | None) -> Json:
    """Return *seen* as a JSON document; what is large only where it is another than *before*."""
    match, board = seen.match, seen.board
    data: Json = {
        "text": seen.text,
        "turned": seen.is_turned,
        "largest": seen.sizes,
        "theme": seen.theme,
        "look": seen.look,
        "names": seen.names,
        "clocks": [clock._asdict() for clock in seen.clocks],
        "plies": seen.plies,
        "said": seen.said,
        "language": seen.language,
        "title": game_title(match.game.name) if match is not None else "",
        "picture": None,
        "alt": "",
    }
    if before is None or board is not before.board:
        data["board"] = board.text if board is not None else None
    if before is None or seen.record is not before.record:
        data["record"] = _public_text(seen)
    if board is not None and seen.picture is not None:
        data["picture"] = picture_data(seen.picture)
        if match is not None:
            placement = seen.picture.placement
            sides = reading(board, placement, match.game.name, seen.voice)[:2]
            data["alt"] = " ".join(f"{title}: {text}." for title, text in sides)
    return data


def _public_text(seen: Seen) -> str | None:
    if seen.record is None or seen.match is None:
        return None
    # Also once it is over: the last move may be taken back.
    return record_text(public_record(seen.record, seen.match.positions[0]))


# Saved games

MOST_RECORDS: Final = 500
MOST_BYTES: Final = 1 << 23
"""So many of the newest are offered, and together no more than so many bytes."""

_GAME: Final = re.compile(rb"^Game: ([a-z0-9-]+)$", re.MULTILINE)


def saved_games(folder: Path, disk: Disk) -> bytes:
    """Return a zip file of the newest records in *folder*, without any hand that was dealt.

    Another game, which goes on, may have had the same deal.  What cannot be read is left out.
    """
    packed, left = BytesIO(), MOST_BYTES
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path in newest_records(folder, MOST_RECORDS, disk):
            data = _public_bytes(path, disk)
            if data is None or len(data) > left:
                continue
            left -= len(data)
            bundle.writestr(zipfile.ZipInfo(path.name, (2000, 1, 1, 0, 0, 0)), data)
    return packed.getvalue()


def _public_bytes(path: Path, disk: Disk) -> bytes | None:
    try:
        data = disk.read(path, MOST_BYTES)
        named = _GAME.search(data)
        name = named[1].decode("ascii") if named is not None else ""
        if name not in GAMES:
            return None
        if type(GAMES[name]).hands is Game.hands:
            # It has none, whatever its options.
            return data
        record = read_record(path, find_game, disk)
        return record_text(public_record(record, first_position(record))).encode("utf-8")
    except (OSError, CompanionError):
        return None

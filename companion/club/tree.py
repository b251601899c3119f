"""What a table tells to its club: the topics, and what stands in each message.

The format is documented in docs/club.md, and has a version.  It is made of what `mirror.seen`
lets out, so no hand is ever part of it; whoever reads it believes nothing that does not fit.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.contract import Board, Side
from companion.contract.board_table import parse_board
from companion.errors import CompanionError
from companion.match.match import Match
from companion.match.seats import NAME_LIMIT
from companion.mirror.seen import Seen
from companion.mirror.wire import picture_data, picture_from
from companion.ports import Seating
from companion.ui.board.marks import BoardPicture
from companion.words.game_words import game_title

Json = dict[str, Any]

VERSION: Final = 1
"""Of the whole tree; what has another one is not read."""

PRESENCE, OWNER, CLAIM, BOARD, STATE, EVENT, SEATING = (
    "presence", "table", "claim", "board", "state", "event", "seating",
)  # fmt: skip
"""The last part of each topic of a table."""

KEPT: Final = (PRESENCE, OWNER, BOARD, STATE)
"""What a table tells that is retained."""

ONLINE, OFFLINE = b"online", b"offline"

ACTIVITIES: Final = ("idle", "your_turn", "their_turn", "won", "lost", "draw")
"""What goes on, as whoever sits at the table sees it: *their turn* is that of a computer, or of
people at another table."""

EVENTS: Final = (
    "game_started", "move", "capture", "taken_back", "won", "lost", "draw", "game_left",
)  # fmt: skip

SHOWN_NAME: Final = 60
"""Characters of a name; of a game for four, each side has two."""

MOST_TEXT: Final = 2000
MOST_NUMBER: Final = 1000
STATE_LIMIT: Final = 255
"""Characters of a state in Home Assistant."""


def topic_of(prefix: str, table: str, what: str) -> str:
    """Return the topic of *what*, such as `STATE`, of the table called so."""
    return f"{prefix}/tables/{table}/{what}"


def table_of(prefix: str, topic: str) -> tuple[str, str] | None:
    """Return the table and what of it *topic* is about, or None where it is about no table."""
    start, _, rest = topic.partition(f"{prefix}/tables/")
    table, _, what = rest.partition("/")
    return (table, what) if not start and table and what else None


def packed(data: Mapping[str, Any]) -> bytes:
    """Return *data* as a payload."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def unpacked(payload: bytes) -> Json:
    """Return the JSON object of this version that *payload* holds.

    Raises:
        ValueError: it holds something else.
    """
    try:
        data = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"expected JSON, got {payload[:40]!r}") from error
    if not isinstance(data, dict):
        raise ValueError(f"expected a JSON object, got {payload[:40]!r}")
    if data.get("v") != VERSION:
        raise ValueError(f"expected version {VERSION}, got {data.get('v')!r}")
    return data


# What a table tells


def mark_of(board_text: str) -> str:
    """Return what stands for the board of this text in a state."""
    return hashlib.sha256(board_text.encode("utf-8")).hexdigest()[:16]


def match_mark(match: Match) -> str:
    """Return what tells *match* from others, and nothing of what was dealt in it."""
    header = match.header
    told = json.dumps([header.game, header.started, list(header.players)])
    return hashlib.sha256(told.encode("ascii")).hexdigest()[:16]


def state_of(seen: Seen) -> Json:
    """Return what the table shows, without who tells it and when."""
    match, board = seen.match, seen.board
    state: Json = {
        "match": "",
        "game": "",
        "title": "",
        "board": mark_of(board.text) if board is not None and match is not None else "",
        "turned": seen.is_turned,
        "largest": seen.sizes,
        "look": seen.look,
        "position": "",
        "picture": None,
        "names": [],
        "people": [],
        "turn": None,
        "plies": 0,
        "last": "",
        "captured": 0,
        "clocks": [],
        "activity": "idle",
        "winner": None,
        "reason": "",
    }
    if match is None:
        return state
    outcome, position = match.outcome, match.position
    return state | {
        "match": match_mark(match),
        "game": match.game.name,
        "title": game_title(match.game.name),
        "position": position.public().to_text(),
        "picture": picture_data(seen.picture) if seen.picture is not None else None,
        "names": list(seen.names),
        "people": [list(match.seats.names_of(side)) for side in (0, 1)],
        "turn": position.side if outcome is None else None,
        "plies": len(match.plies),
        "last": seen.plies[-1][1] if seen.plies else "",
        "captured": len(match.last_gone),
        "clocks": [{"ms": clock.ms, "runs": clock.runs} for clock in seen.clocks],
        "activity": _activity(match),
        "winner": outcome.winner if outcome is not None else None,
        "reason": outcome.reason if outcome is not None else "",
    }


def _activity(match: Match) -> str:
    """Return which of `ACTIVITIES` people at the table see."""
    outcome = match.outcome
    if outcome is None:
        return "your_turn" if match.seats.is_here(match.position) else "their_turn"
    if outcome.winner is None:
        return "draw"
    is_ours = outcome.winner not in (match.seats.elsewhere | match.seats.obliging)
    return "won" if is_ours else "lost"


def event_of(before: Mapping[str, Any] | None, now: Mapping[str, Any]) -> Json | None:
    """Return what has happened since the state *before*, None where nothing has."""
    if before is None:
        return None
    if now["match"] != before["match"]:
        kind = "game_started" if now["match"] else "game_left"
    elif now["activity"] != before["activity"] and now["activity"] in ("won", "lost", "draw"):
        kind = now["activity"]
    elif now["plies"] > before["plies"]:
        kind = "capture" if now["captured"] else "move"
    elif now["plies"] < before["plies"]:
        kind = "taken_back"
    else:
        return None
    return {"event_type": kind, "game": now["title"], "move": now["last"], "plies": now["plies"]}


# Home Assistant


def device_id(table: str) -> str:
    """Return what Home Assistant calls the table: letters, digits, ``_`` and ``-`` alone."""
    plain = re.sub(r"[^a-zA-Z0-9_-]+", "-", table).strip("-")
    if plain == table:
        return f"board-companion-{table}"
    # What is left of two names may be the same.
    mark = hashlib.sha256(table.encode("utf-8")).hexdigest()[:6]
    return "-".join(part for part in ("board-companion", plain, mark) if part)


def discovery_topic(prefix: str, table: str) -> str:
    """Return where Home Assistant, which listens below *prefix*, finds the table."""
    return f"{prefix}/device/{device_id(table)}/config"


ATTRIBUTES: Final = ("names", "people", "plies", "winner", "reason", "clocks", "position")


def discovery_of(prefix: str, table: str, version: str) -> Json:
    """Return the table as one device of Home Assistant.

    Source: https://www.home-assistant.io/integrations/mqtt/, "Device discovery payload", and
    the pages of binary_sensor.mqtt, sensor.mqtt and event.mqtt.
    """
    return {
        "device": {
            "identifiers": [device_id(table)],
            "name": table,
            "manufacturer": "Board Companion",
            "model": "Board game table",
            "sw_version": version,
        },
        "origin": {"name": "Board Companion", "sw_version": version},
        "components": _Components(prefix, table).all(),
        "qos": 1,
    }


class _Components:
    """What Home Assistant knows of a table, each with an id of its own."""

    def __init__(self, prefix: str, table: str) -> None:
        self._own = device_id(table)
        self._topics = {
            what: topic_of(prefix, table, what) for what in (PRESENCE, STATE, EVENT)
        }  # fmt: skip

    def all(self) -> Json:
        attributes = ", ".join(f"'{name}': value_json.{name}" for name in ATTRIBUTES)
        return {
            PRESENCE: self._entity(
                PRESENCE,
                "binary_sensor",
                "Presence",
                PRESENCE,
                device_class="connectivity",
                payload_on=ONLINE.decode(),
                payload_off=OFFLINE.decode(),
            ),
            "activity": self._sensor(
                "activity",
                "Activity",
                "mdi:chess-pawn",
                "{{ value_json.activity }}",
                device_class="enum",
                options=list(ACTIVITIES),
                json_attributes_topic=self._topics[STATE],
                json_attributes_template=f"{{{{ {{{attributes}}} | tojson }}}}",
            ),
            "game": self._sensor("game", "Game", "mdi:checkerboard", _text_template("title")),
            "turn": self._sensor("turn", "To move", "mdi:account", _side_template("turn")),
            "last": self._sensor("last", "Last move", "mdi:arrow-right", _text_template("last")),
            "winner": self._sensor("winner", "Winner", "mdi:trophy", _side_template("winner")),
            "happened": self._entity(
                "happened",
                "event",
                "Happened",
                EVENT,
                icon="mdi:bell",
                event_types=list(EVENTS),
                **self._there(),
            ),
        }

    def _there(self) -> Json:
        """Return what makes an entity unavailable: the last will, of all but what tells it."""
        return {
            "availability_topic": self._topics[PRESENCE],
            "payload_available": ONLINE.decode(),
            "payload_not_available": OFFLINE.decode(),
        }

    def _entity(self, key: str, platform: str, name: str, topic: str, **more: object) -> Json:
        return {
            "platform": platform,
            "unique_id": f"{self._own}-{key}",
            "name": name,
            "state_topic": self._topics[topic],
            **more,
        }

    def _sensor(self, key: str, name: str, icon: str, template: str, **more: object) -> Json:
        more |= {"icon": icon, "value_template": template, **self._there()}
        return self._entity(key, "sensor", name, STATE, **more)


def _text_template(key: str) -> str:
    return f"{{{{ (value_json.{key} or None) | string | truncate({STATE_LIMIT}, true, '') }}}}"


def _side_template(key: str) -> str:
    side = f"value_json.{key}"
    return f"{{{{ value_json.names[{side}] if {side} is not none else None }}}}"


# Reading


class Clock(NamedTuple):
    """What a clock shows, and whether it runs."""

    ms: int
    runs: bool


class TableState(NamedTuple):
    """What a table has told last; every value fits.

    Attributes:
        teller: the run of the program that tells it; *number* counts what it tells.
        at_s: when it was told, by its own time of day.
        match: the mark of the match, empty for none.
        names: of both sides, and *players* who plays them, each by name, or nobody.
    """

    teller: str
    number: int
    at_s: float
    match: str
    title: str
    board: str
    is_turned: bool
    sizes: int | None
    look: str
    picture: BoardPicture | None
    names: tuple[str, ...]
    players: tuple[tuple[str, ...], ...]
    turn: Side | None
    plies: int
    last: str
    clocks: tuple[Clock, ...]
    activity: str
    winner: Side | None
    reason: str


def read_state(payload: bytes) -> TableState:
    """Return what *payload*, a state, tells.

    Raises:
        ValueError: it does not fit.
    """
    data = _Checked(unpacked(payload))
    picture = data.data.get("picture")
    _check_small(picture)
    try:
        drawn = picture_from(picture) if picture is not None else None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise ValueError("expected a picture of a board, got something else") from error
    clocks = data.list_of("clocks", dict, 2)
    return TableState(
        data.text("id", 40),
        data.number("number"),
        data.seconds("at"),
        data.text("match", 40),
        data.text("title", SHOWN_NAME),
        data.text("board", 40),
        bool(data.data.get("turned")),
        data.number("largest") if data.data.get("largest") is not None else None,
        data.text("look", 20),
        drawn,
        tuple(data.texts("names", 2)),
        tuple(tuple(_Checked({"names": each}).texts("names", 2)) for each in data.any("people")),
        data.side("turn"),
        data.number("plies"),
        data.text("last", MOST_TEXT),
        tuple(Clock(_Checked(each).number("ms"), each.get("runs") is True) for each in clocks),
        data.one_of("activity", ACTIVITIES),
        data.side("winner"),
        data.text("reason", SHOWN_NAME),
    )


def _check_small(value: object) -> None:
    """Hold the numbers of a picture against those of boards: each is drawn that often.

    Raises:
        ValueError: one is larger.
    """
    if isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            _check_small(each)
    elif isinstance(value, int | float) and abs(value) > MOST_NUMBER:
        raise ValueError(f"expected numbers up to {MOST_NUMBER}, got {value!r}")


class _Checked:
    """The values of an object, each of which has to be of its kind."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def text(self, key: str, most: int) -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or len(value) > most:
            raise _misfit(key, f"a text of at most {most} characters", value)
        return value

    def number(self, key: str) -> int:
        value = self.data.get(key)
        if type(value) is not int or not 0 <= value < 2**53:
            raise _misfit(key, "a number", value)
        return value

    def seconds(self, key: str) -> float:
        value = self.data.get(key)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is None or not is_number or not 0 <= value < 2**53:
            raise _misfit(key, "a time", value)
        return float(value)

    def side(self, key: str) -> Side | None:
        value = self.data.get(key)
        if value is not None and (type(value) is not int or value not in (0, 1)):
            raise _misfit(key, "0, 1 or null", value)
        return value

    def one_of(self, key: str, known: Sequence[str]) -> str:
        value = self.data.get(key)
        if value not in known:
            raise _misfit(key, f"one of {', '.join(known)}", value)
        return str(value)

    def any(self, key: str) -> list[Any]:
        return self.list_of(key, list, 2)

    def texts(self, key: str, most: int) -> list[str]:
        texts = self.list_of(key, str, most)
        if any(len(text) > SHOWN_NAME for text in texts):
            raise _misfit(key, f"names of at most {SHOWN_NAME} characters", texts)
        return texts

    def list_of(self, key: str, kind: type, most: int) -> list[Any]:
        value = self.data.get(key)
        is_list = isinstance(value, list) and len(value) <= most
        if not is_list or not all(isinstance(each, kind) for each in value or ()):
            raise _misfit(key, f"a list of at most {most}", value)
        return list(value or ())


def _misfit(key: str, expected: str, value: object) -> ValueError:
    return ValueError(f"{key}: expected {expected}, got {repr(value)[:60]}")


def read_board(payload: bytes) -> Board:
    """Return the board of this text.

    Raises:
        ValueError: it is none.
    """
    try:
        return parse_board(payload.decode("utf-8"), "board")
    except (UnicodeDecodeError, CompanionError) as error:
        raise ValueError(str(error)) from error


def owner_data(teller: str, since_s: float, language: str, version: str) -> Json:
    """Return who tells of a table; of two that do so, the one that began earlier goes on."""
    return {
        "v": VERSION, "id": teller, "since": round(since_s, 3), "program": version,
        "language": language,
    }  # fmt: skip


def read_owner(payload: bytes) -> tuple[float, str]:
    """Return since when a table is told of, and by which run of the program.

    Raises:
        ValueError: *payload* does not tell that.
    """
    data = _Checked(unpacked(payload))
    return data.seconds("since"), data.text("id", 40)


def seating_data(seating: Seating) -> Json:
    """Return what a club tells a table: who sits there."""
    return {"v": VERSION, "round": seating.round, "people": list(seating.people)}


def read_seating(payload: bytes) -> Seating:
    """Return who sits at the table.

    Raises:
        ValueError: *payload* does not tell that.
    """
    data = _Checked(unpacked(payload))
    players = data.texts("people", 2)
    if len(players) != 2 or not all(0 < len(name) <= NAME_LIMIT for name in players):
        raise _misfit("people", "two names", players)
    return Seating(data.number("round"), (players[0], players[1]))


def now_s() -> float:
    """Return the time of day, as it is told."""
    return round(time.time(), 3)

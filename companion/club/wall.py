"""The wall: one page with all tables of a club, for whoever is in its network.

It hears what tables tell, believes nothing that does not fit, and keeps of each table the newest
alone; how many tables there may be is limited, so that nothing that is told makes it large.  The
page is served as the mirror's is, to the same limits, and nobody can do anything from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from importlib import resources
from string import Template
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.art.theme import THEMES
from companion.club import tree
from companion.club.rounds import Evening
from companion.club.tree import BOARD, OWNER, PRESENCE, STATE, TableState
from companion.contract import Board
from companion.errors import CompanionError
from companion.mirror.server import (
    Connections,
    Guard,
    guarded_protocol,
    local_name,
    own_addresses,
)
from companion.mirror.svg import SvgDrawing, geometry_of
from companion.remote.bus import BusMessage, BusState, Standing
from companion.ui.board.marks import BoardPicture
from companion.words.other_table import standing_text
from companion.words.translate import Phrase, spoken_language

MOST_TABLES: Final = 256
MOST_DRAWINGS: Final = 64
MOST_DEFINED: Final = 400
"""A drawing that has got so many shapes is begun anew."""

LEAST_S: Final = 0.2
"""A page is told no more often: what changes meanwhile comes together."""

HEARTBEAT_S: Final = 10.0
END_S: Final = 0.2
LOOK_EVERY_S: Final = 2.0
LONGEST_AGO_S: Final = 86_400.0
MOST_COMPLAINTS: Final = 20
"""So many lines about what does not fit; more would be of one kind."""

HEAR: Final = (PRESENCE, OWNER, BOARD, STATE)

WORDS: Final = {
    "tables": Phrase("Tables"),
    "results": Phrase("Results"),
    "player": Phrase("Player"),
    "points": Phrase("Points"),
    "table": Phrase("Table"),
    "rests": Phrase("has no opponent"),
    "draw": Phrase("Draw"),
    "away": Phrase("away"),
    "idle": Phrase("Nothing is being played."),
    "waiting": Phrase("No table has said anything yet."),
    "lost": Phrase("This page cannot be reached any more. Trying again…"),
    "quiet": Phrase("Your browser does not run scripts, which this page needs."),
}
"""What the page says of its own."""

TO_MOVE = Phrase("{name} to move")
HAS_WON = Phrase("{name} has won")
LEFT_OUT = Phrase("More than {count} tables: the rest is not shown.")
NO_BROKER = Phrase("The tables cannot be heard: {why}. Trying again…")


@dataclass
class ClubTable:
    """What one table has told last, as far as it fits.

    Attributes:
        owner: the run of the program that tells, once known.
        came_at_s: when its state was true, by the clock of this process.
        changed: the number of the wall's last change of it.
        drawn: its part of a page for each theme, with the change that it shows.
    """

    name: str
    is_there: bool = False
    owner: str = ""
    state: TableState | None = None
    board: Board | None = None
    board_mark: str = ""
    came_at_s: float = 0.0
    changed: int = 0
    drawn: dict[str, tuple[int, TablePart]] = field(default_factory=dict)


class TablePart:
    """One table as a page shows it: as JSON, with the drawing and the shapes that it needs."""

    def __init__(
        self, data: Mapping[str, Any], drawing: BoardDrawing | None, names: Sequence[str]
    ) -> None:
        self.text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        self.drawing = drawing
        self.names = tuple(names)


class BoardDrawing:
    """Draws the pictures of all tables with one board, in one look; *key* tells it from others."""

    def __init__(self, key: int, drawing: SvgDrawing) -> None:
        self.key = key
        self.svg = drawing


class BoardDrawings:
    """Those that were used last."""

    def __init__(self) -> None:
        self._of: OrderedDict[tuple[object, ...], BoardDrawing] = OrderedDict()
        self._count = 0

    def of(self, board: Board, mark: str, state: TableState, theme: str) -> BoardDrawing:
        """Return what draws the *board* of this *mark* as *state* has it."""
        look = state.look if (theme, state.look) in THEMES else "classic"
        key = (mark, state.is_turned, state.sizes, look, theme)
        found = self._of.get(key)
        if found is None or len(found.svg.definitions) > MOST_DEFINED:
            geometry = geometry_of(board, is_turned=state.is_turned, sizes=state.sizes)
            self._count += 1
            drawing = SvgDrawing(geometry, THEMES[theme, look], prefix=f"d{self._count}-")
            found = self._of[key] = BoardDrawing(self._count, drawing)
        self._of.move_to_end(key)
        while len(self._of) > MOST_DRAWINGS:
            self._of.popitem(last=False)
        return found

    def board_svg(self, key: int) -> str | None:
        """Return the board without pieces of the drawing called *key*, None if it is gone."""
        found = (drawing for drawing in self._of.values() if drawing.key == key)
        drawing = next(found, None)
        return drawing.svg.board() if drawing is not None else None


class ClubTables:
    """What all tables have told; `take` may be called by any thread.

    Attributes:
        number: counts what has changed.
        standing: how the way to the broker stands.

    Args:
        prefix: what all topics begin with.
        complain: is told in one line what does not fit.
    """

    def __init__(
        self,
        prefix: str,
        complain: Callable[[str], None] = lambda line: print(line, file=sys.stderr),
    ) -> None:
        self.number = 0
        self.standing = Standing(BusState.CONNECTING)
        self._prefix = prefix
        self._changed: Callable[[], None] = lambda: None
        self._hear: Callable[[str, TableState], None] = lambda table, state: None
        self._complain = complain
        self._complaints: set[str] = set()
        self._tables: dict[str, ClubTable] = {}
        self._left_out = False
        self._order_changed = 0
        self._boards: OrderedDict[str, Board] = OrderedDict()
        self._drawings = BoardDrawings()
        self._lock = threading.Lock()

    @property
    def topics(self) -> list[str]:
        """Return what is to be heard."""
        return [tree.topic_of(self._prefix, "+", what) for what in HEAR]

    def follow(self, changed: Callable[[], None], hear: Callable[[str, TableState], None]) -> None:
        """Have *changed* called for everything new, and *hear* be told each state.

        What was told before is told now.
        """
        with self._lock:
            self._changed, self._hear = changed, hear
            states = [(each.name, each.state) for each in self._tables.values()]
        for name, state in states:
            if state is not None:
                hear(name, state)
        changed()

    def stand(self, standing: Standing) -> None:
        """Take how the way to the broker stands now."""
        with self._lock:
            self.standing = standing
            self.number += 1
        self._changed()

    def take(self, message: BusMessage) -> None:
        """Take what a table tells, if it fits."""
        named = tree.table_of(self._prefix, message.topic)
        if named is None:
            return
        name, what = named
        heard: TableState | None = None
        with self._lock:
            table = self._table(name, what, message)
            if table is None:
                return
            try:
                is_news = self._told(table, what, message)
            except ValueError as error:
                self._note(f"{name}/{what}", f"table {name[:40]!r}: {what}: {error}")
                return
            if not is_news:
                return
            self.number += 1
            table.changed = self.number
            if what == STATE:
                heard = table.state
        if heard is not None:
            self._hear(name, heard)
        self._changed()

    def _table(self, name: str, what: str, message: BusMessage) -> ClubTable | None:
        if name in self._tables:
            return self._tables[name]
        if not message.payload or len(name) > 40:
            return None
        if len(self._tables) >= MOST_TABLES:
            away = (each for each in self._tables.values() if not each.is_there)
            gone = (
                next(away, None) if what == PRESENCE and message.payload == tree.ONLINE else None
            )
            if gone is None:
                self._left_out = True
                self._note("many", f"more than {MOST_TABLES} tables: the rest is left out")
                return None
            del self._tables[gone.name]
        table = self._tables[name] = ClubTable(name)
        self._order_changed = self.number + 1
        return table

    def _told(self, table: ClubTable, what: str, message: BusMessage) -> bool:
        """Take one message; return whether the table is another one now.

        Raises:
            ValueError: it does not fit.
        """
        payload = message.payload
        if what == PRESENCE:
            was, table.is_there = table.is_there, payload == tree.ONLINE
            if not payload:
                # Its owner has turned it off.
                del self._tables[table.name]
                self._order_changed = self.number + 1
                return True
            return was != table.is_there
        if not payload:
            return False
        if what == OWNER:
            table.owner = tree.read_owner(payload)[1]
            if table.state is not None and table.state.teller != table.owner:
                table.state = None
                return True
            return False
        if what == BOARD:
            return self._take_board(table, payload)
        return self._take_state(table, tree.read_state(payload), is_old=message.retain)

    def _take_board(self, table: ClubTable, payload: bytes) -> bool:
        mark = tree.mark_of(payload.decode("utf-8", "replace"))
        if mark not in self._boards:
            self._boards[mark] = tree.read_board(payload)
        self._boards.move_to_end(mark)
        while len(self._boards) > MOST_DRAWINGS:
            self._boards.popitem(last=False)
        table.board, table.board_mark = self._boards[mark], mark
        return table.state is not None and table.state.board == mark

    def _take_state(self, table: ClubTable, state: TableState, *, is_old: bool) -> bool:
        before = table.state
        if table.owner and state.teller != table.owner:
            # Told by a run of the program that has gone since.
            return False
        if before and before.teller == state.teller and before.number >= state.number:
            return False
        table.state = state
        ago_s = max(0.0, min(time.time() - state.at_s, LONGEST_AGO_S)) if is_old else 0.0
        table.came_at_s = time.monotonic() - ago_s
        return True

    def _note(self, key: str, line: str) -> None:
        if key not in self._complaints and len(self._complaints) < MOST_COMPLAINTS:
            self._complaints.add(key)
            self._complain(f"companion: {line}")

    # As pages are told

    def there(self) -> dict[str, bool]:
        """Return all tables in order, and which of them are there."""
        with self._lock:
            names = sorted(self._tables, key=_natural)
            return {name: self._tables[name].is_there for name in names}

    def message(self, theme: str, known: TablesKnown, beside: Beside) -> str:
        """Return as JSON what a page in the colors of *theme* does not know yet."""
        with self._lock:
            since, known.number = known.number, self.number
            tables = sorted(self._tables.values(), key=lambda table: _natural(table.name))
            parts = [self._part(each, theme) for each in tables if each.changed > since]
            order = [each.name for each in tables] if self._order_changed > since else None
            trouble = self._trouble()
        definitions = known.new(parts)
        head = {
            "language": spoken_language(),
            "now": round(1000 * time.monotonic()),
            "trouble": trouble,
            "order": order,
            "definitions": definitions,
            "beside": beside.news(known),
        }
        text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
        return f'{text[:-1]},"tables":[{",".join(part.text for part in parts)}]}}'

    def _trouble(self) -> str:
        if self.standing.state not in (BusState.CONNECTED, BusState.CONNECTING):
            return NO_BROKER(why=standing_text(self.standing))
        return LEFT_OUT(count=MOST_TABLES) if self._left_out else ""

    def _part(self, table: ClubTable, theme: str) -> TablePart:
        changed, part = table.drawn.get(theme, (-1, None))
        if part is None or changed != table.changed:
            part = self._drawn(table, theme)
            table.drawn[theme] = (table.changed, part)
        return part

    def _drawn(self, table: ClubTable, theme: str) -> TablePart:
        state = table.state
        data: dict[str, Any] = {"name": table.name, "there": table.is_there, "playing": False}
        if state is None or not state.match:
            return TablePart(data, None, ())
        data |= {
            "playing": True,
            "title": state.title,
            "names": state.names,
            "turn": state.turn,
            "winner": state.winner,
            "status": status_text(state),
            "plies": state.plies,
            "last": state.last,
            "clocks": [clock._asdict() for clock in state.clocks],
            "at": round(1000 * table.came_at_s),
            "board": None,
        }
        board, picture = table.board, state.picture
        if board is None or picture is None or table.board_mark != state.board:
            return TablePart(data, None, ())
        try:
            drawing = self._drawings.of(board, table.board_mark, state, theme)
            standing = drawing.svg.draw(replace(picture, flights=()))
            landed = tuple(flight._replace(part=1.0) for flight in picture.flights)
            flying = drawing.svg.draw(BoardPicture(flights=landed))
        except Exception as error:  # noqa: BLE001 - a picture that fits no board, from anybody
            self._note(f"{table.name}/picture", f"table {table.name!r} cannot be drawn: {error!r}")
            return TablePart(data, None, ())
        data |= {
            "board": f"/board/{drawing.key}.svg",
            "size": [drawing.svg.width, drawing.svg.height],
            "standing": standing.uses + flying.uses,
        }
        return TablePart(data, drawing, (*standing.names, *flying.names))

    def board_svg(self, key: int) -> str | None:
        """Return the board that *key* stands for, None if it is no longer there."""
        with self._lock:
            return self._drawings.board_svg(key)


class Beside:
    """What stands beside the tables: results, and the list where there is one.

    Attributes:
        number: counts what has changed.
    """

    def __init__(self) -> None:
        self.number = 0
        self._data: Mapping[str, Any] = {}

    def show(self, data: Mapping[str, Any]) -> None:
        """Have pages show *data* from now on."""
        self._data, self.number = data, self.number + 1

    def news(self, known: TablesKnown) -> Mapping[str, Any] | None:
        """Return all of it, None where the page has it."""
        if known.beside == self.number:
            return None
        known.beside = self.number
        return self._data


class TablesKnown:
    """What one page has got.

    Attributes:
        number: of the last change of a table that it was told of; *beside* of what is beside.
    """

    def __init__(self) -> None:
        self.number = self.beside = -1
        self._names: set[str] = set()

    def new(self, parts: Sequence[TablePart]) -> list[list[str]]:
        """Return the shapes of *parts* that the page has not got; from now on it has."""
        shapes = []
        for part in parts:
            if part.drawing is None:
                continue
            for name in part.names:
                if name not in self._names:
                    self._names.add(name)
                    shapes.append([name, part.drawing.svg.definitions[name]])
        return shapes


def status_text(state: TableState) -> str:
    """Return whose turn it is, or how it ended."""
    if state.activity in ("won", "lost") and state.winner is not None:
        return HAS_WON(name=_name(state, state.winner))
    if state.activity == "draw":
        return WORDS["draw"]()
    return TO_MOVE(name=_name(state, state.turn)) if state.turn is not None else ""


def _name(state: TableState, side: int) -> str:
    return state.names[side] if side < len(state.names) else str(side + 1)


def _natural(name: str) -> tuple[tuple[bool, int, str], ...]:
    """Return what sorts *table 10* behind *table 9*."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name.casefold())
    return tuple(
        (False, int(part), "") if part.isascii() and part.isdigit() else (True, 0, part)
        for part in parts
    )


# The page


class Wall:
    """The page and all that belongs to it."""

    def __init__(self, tables: ClubTables) -> None:
        self.beside = Beside()
        self._tables = tables
        self._news = asyncio.Event()
        self.is_over = False

    def wake(self) -> None:
        """Have every page look again."""
        news, self._news = self._news, asyncio.Event()
        news.set()

    def routes(self) -> list[Route]:
        """Return what there is, each with what answers it."""
        answers: list[tuple[str, Callable[[Request], Any]]] = [
            ("/", self.page),
            ("/club.css", self.style),
            ("/club.js", self.script),
            ("/icon.svg", self.icon),
            ("/events", self.events),
            ("/board/{key:int}.svg", self.board),
        ]
        return [Route(path, answer, methods=["GET"]) for path, answer in answers]

    async def page(self, _: Request) -> Response:
        """Return the page, in the language of whoever has started the command."""
        words = {name: escape(phrase()) for name, phrase in WORDS.items()}
        try:
            template = Template(_own("club.html").decode("utf-8"))
            text = template.substitute(words, language=escape(spoken_language()))
        except (ValueError, KeyError):
            return PlainTextResponse("club.html of this program is damaged", status_code=500)
        return Response(text, media_type="text/html")

    async def style(self, _: Request) -> Response:
        return Response(_own("club.css"), media_type="text/css")

    async def script(self, _: Request) -> Response:
        return Response(_own("club.js"), media_type="text/javascript")

    async def icon(self, _: Request) -> Response:
        icon = resources.files("companion") / "desktop" / "board-companion.svg"
        return Response(icon.read_bytes(), media_type="image/svg+xml")

    async def board(self, request: Request) -> Response:
        svg = self._tables.board_svg(request.path_params["key"])
        if svg is None:
            return PlainTextResponse("there is nothing here\n", 404)
        return Response(svg, media_type="image/svg+xml")

    async def events(self, request: Request) -> Response:
        """Return what changes from now on: the newest of each table, not all in between."""
        theme = request.query_params.get("theme", "dark")
        if (theme, "classic") not in THEMES:
            return PlainTextResponse("there is nothing here\n", 404)
        return StreamingResponse(self._events(theme), media_type="text/event-stream")

    async def _events(self, theme: str) -> AsyncIterator[str]:
        known = TablesKnown()
        yield "retry: 1000\n\n"
        while not self.is_over:
            news = self._news
            if self._tables.number > known.number or self.beside.number > known.beside:
                yield f"data: {self._tables.message(theme, known, self.beside)}\n\n"
                await asyncio.sleep(LEAST_S)
                continue
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(news.wait(), HEARTBEAT_S)
                continue
            yield ":\n\n"


def _own(name: str) -> bytes:
    return (resources.files("companion.club") / "page" / name).read_bytes()


def addresses(port: int) -> Iterator[str]:
    """Yield where the page is: by number, and by name where the network knows one."""
    for address in own_addresses() or ["127.0.0.1"]:
        yield f"http://{address}:{port}/"
    if name := local_name():
        yield f"http://{name}:{port}/"


class Secretary:
    """Keeps the evening: takes what tables tell, pairs rounds, and writes them down.

    Pairing many players takes seconds, and a disk may hang: both are done in a thread, one thing
    after the other, while pages go on.
    """

    def __init__(self, tables: ClubTables, evening: Evening, wall: Wall) -> None:
        self._tables, self._evening, self._wall = tables, evening, wall
        self._heard: dict[str, TableState] = {}
        self._shown = -1
        self._bell = asyncio.Event()
        self._complained = ""

    def hear(self, table: str, state: TableState) -> None:
        """Take what *table* tells; a newer state replaces one that was not looked at yet."""
        self._heard[table] = state

    def ring(self) -> None:
        """Have it look soon, as something has changed."""
        self._bell.set()

    async def run(self) -> None:
        """Keep the evening until cancelled."""
        while True:
            await asyncio.to_thread(self._turn)
            if self._evening.number != self._shown:
                self._shown = self._evening.number
                self._wall.beside.show(self._evening.data())
                self._wall.wake()
            await asyncio.sleep(LEAST_S)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._bell.wait(), LOOK_EVERY_S)
            self._bell.clear()

    def _turn(self) -> None:
        evening = self._evening
        has_news = evening.follow_file()
        heard, self._heard = self._heard, {}
        for table, state in heard.items():
            has_news |= evening.take(table, state)
        evening.know(self._tables.there())
        try:
            if has_news:
                evening.go_on()
            evening.save()
        except (CompanionError, OSError) as error:
            if str(error) != self._complained:
                self._complained = str(error)
                print(f"companion: {error}", file=sys.stderr)


async def serve(tables: ClubTables, evening: Evening, listener: socket.socket) -> None:
    """Show *tables* to whoever connects to *listener*, until the process is told to end."""
    loop, wall = asyncio.get_running_loop(), Wall(tables)
    secretary = Secretary(tables, evening, wall)
    is_due = threading.Event()

    def woken() -> None:
        is_due.clear()
        wall.wake()
        secretary.ring()

    def wake() -> None:
        if not is_due.is_set():
            is_due.set()
            with contextlib.suppress(RuntimeError):
                # Else the loop has ended.
                loop.call_soon_threadsafe(woken)

    def hear(table: str, state: TableState) -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(secretary.hear, table, state)

    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    names = frozenset({name, short, f"{short}.local", "localhost"})
    config = uvicorn.Config(
        Guard(Starlette(routes=wall.routes()), names), http=guarded_protocol(Connections()),
        ws="none", lifespan="off", loop="asyncio", log_config=None, access_log=False,
        server_header=False, proxy_headers=False,
    )  # fmt: skip
    server = uvicorn.Server(config)

    async def watch_for_end() -> None:
        while not server.should_exit:
            await asyncio.sleep(END_S)
        # Streams go on as long as somebody looks.
        wall.is_over = True
        wall.wake()

    tables.follow(wake, hear)
    tasks = [asyncio.create_task(secretary.run()), asyncio.create_task(watch_for_end())]
    try:
        await server.serve([listener])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

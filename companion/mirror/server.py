"""The mirror: one page that shows the game of a table, for everybody in its network.

It knows what the table tells it, and nothing else of it.  It answers GET, and POST from the page
of a seat alone, to who calls it by its own name, writes no cookie and follows no path: each thing
it has stands in a table here.
How many may look, how fast they may ask and how long they may take is limited, so that nothing
they do makes it large; and as nobody waits for it, nothing they do reaches the game.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import ipaddress
import json
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Mapping, MutableMapping
from html import escape
from importlib import resources
from io import BytesIO
from pathlib import Path
from string import Template
from typing import Any, Final

import segno
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.art.theme import THEMES
from companion.errors import CompanionError
from companion.mirror.hub import Hub, told
from companion.mirror.seat_desk import POSTED, SeatDesk, refusal_of_post
from companion.words.phone_seats import PAGE as SEAT_WORDS
from companion.words.translate import Phrase, speak

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Any]
Send = Callable[[Message], Any]

MOST_LINE: Final = 1 << 24
"""Bytes of what the table says at once; all saved games are the most."""

MOST_CONNECTIONS: Final = 256
MOST_OF_ONE: Final = 64
"""Connections, and of those that one machine may have."""

FIRST_REQUEST_S: Final = 10.0
"""A connection that has asked nothing for so long is closed."""

SLOW_S: Final = 15.0
"""Who takes nothing of an answer for so long gets no more of it."""

SEND_BYTES: Final = 1 << 17
"""So much of an answer the system keeps for who takes it slowly."""

MOST_REQUESTS: Final = 120
REQUESTS_A_SECOND: Final = 20.0
"""What one machine may ask at once, and how fast it may ask again."""

WORK_S: Final = 120.0
"""So long a picture or film may take; another process draws it."""

LOOK_EVERY_S: Final = 10.0
"""How often the network is looked at."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode("ascii")),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)

WORDS: Final = {
    "moves": Phrase("Moves"),
    "files": Phrase("Download"),
    "record": Phrase("Record", "a file of moves"),
    "picture": Phrase("Picture"),
    "film": Phrase("Animated picture"),
    "saved": Phrase("All saved games"),
    "each": Phrase("Saved games, one by one"),
    "board": Phrase("Board"),
    "waiting": Phrase("Nothing is being played at the moment."),
    "lost": Phrase("The table cannot be reached. Trying again…"),
    "quiet": Phrase("Your browser does not run scripts, which this page needs."),
}
"""What the page says of its own."""


# What can be asked for


class Site:
    """The page and all that belongs to it."""

    def __init__(self, hub: Hub, desk: SeatDesk) -> None:
        self._hub = hub
        self._desk = desk
        self._work = asyncio.Lock()
        self._made: dict[str, tuple[str, bytes]] = {}

    def routes(self) -> list[Route]:
        """Return what there is, each with what answers it."""
        answers: list[tuple[str, Callable[[Request], Any]]] = [
            ("/", self.page),
            ("/seat", self.seat_page),
            ("/page.css", self.style),
            ("/page.js", self.script),
            ("/seat.js", self.seat_script),
            ("/icon.svg", self.icon),
            ("/events", self.events),
            ("/board/{place:int}/{key:int}/{theme:str}.svg", self.board),
            ("/record.txt", self.record),
            ("/position.png", self.picture),
            ("/game.gif", self.film),
            ("/saved.zip", self.saved),
            ("/saved", self.saved_list),
            ("/saved/{number:int}", self.saved_one),
        ]
        routes = [Route(path, answer, methods=["GET"]) for path, answer in answers]
        return [*routes, *self._desk.routes()]

    async def page(self, _: Request) -> Response:
        """Return the page, its words in the language of the table."""
        return self._page(last="watcher.html")

    async def seat_page(self, _: Request) -> Response:
        """Return the page of who plays at a phone."""
        return self._page(first="seat.html")

    def _page(self, first: str = "", last: str = "") -> Response:
        """Return the page, with what stands in these files before and after what all see."""
        speak(self._hub.language)
        words = {name: escape(phrase()) for name, phrase in (WORDS | SEAT_WORDS).items()}
        words["language"] = escape(self._hub.language)
        try:
            parts = [_filled(name, words) if name else "" for name in (first, last)]
            text = _filled("page.html", words | dict(zip(("first", "last"), parts, strict=True)))
        except (ValueError, KeyError):
            return PlainTextResponse("page.html of this table is damaged", status_code=500)
        return Response(text, media_type="text/html")

    async def style(self, _: Request) -> Response:
        return Response(_own("page.css"), media_type="text/css")

    async def script(self, _: Request) -> Response:
        return Response(_own("page.js"), media_type="text/javascript")

    async def seat_script(self, _: Request) -> Response:
        return Response(_own("seat.js"), media_type="text/javascript")

    async def icon(self, _: Request) -> Response:
        icon = resources.files("companion") / "desktop" / "board-companion.svg"
        return Response(icon.read_bytes(), media_type="image/svg+xml")

    async def events(self, request: Request) -> Response:
        """Return what is seen from now on, as it changes."""
        theme = request.query_params.get("theme", "dark")
        if (theme, "classic") not in THEMES:
            return _nothing()
        return StreamingResponse(told(self._hub, theme), media_type="text/event-stream")

    async def board(self, request: Request) -> Response:
        theme, key = request.path_params["theme"], str(request.path_params["key"])
        place = request.path_params["place"]
        hub = self._hub if place == 0 else self._desk.hub_of(place - 1)
        is_there = hub is not None and (theme, "classic") in THEMES
        svg = hub.board_svg(theme, key) if hub is not None and is_there else None
        return Response(svg, media_type="image/svg+xml") if svg is not None else _nothing()

    async def record(self, _: Request) -> Response:
        record = self._hub.record
        if record is None:
            return _nothing()
        return _file(record.encode("utf-8"), "text/plain; charset=utf-8", "game.txt")

    async def picture(self, _: Request) -> Response:
        return await self._drawn("png", "image/png", "position.png")

    async def film(self, _: Request) -> Response:
        return await self._drawn("gif", "image/gif", "game.gif")

    async def _drawn(self, kind: str, media_type: str, name: str) -> Response:
        """Return the match as a file of *kind*, drawn by another process, one at a time."""
        if self._hub.record is None:
            return _nothing()
        async with self._work:
            record = self._hub.record or ""
            made = self._made.get(kind)
            if made is None or made[0] != record:
                data = await _replayed(record, self._hub.board_text or "", kind)
                if data is None:
                    return PlainTextResponse("it could not be drawn\n", 503)
                made = self._made[kind] = (record, data)
        return _file(made[1], media_type, name)

    async def saved(self, _: Request) -> Response:
        return _file(await self._hub.saves(), "application/zip", "saved-games.zip")

    async def saved_list(self, _: Request) -> Response:
        with _opened(await self._hub.saves()) as bundle:
            names = bundle.namelist()
        return Response(json.dumps(names), media_type="application/json")

    async def saved_one(self, request: Request) -> Response:
        number = request.path_params["number"]
        with _opened(await self._hub.saves()) as bundle:
            infos = bundle.infolist()
            if number >= len(infos):
                return _nothing()
            data = bundle.read(infos[number])
        return _file(data, "text/plain; charset=utf-8", f"game-{number + 1}.txt")


def _own(name: str) -> bytes:
    return (resources.files("companion.mirror") / "page" / name).read_bytes()


def _filled(name: str, words: Mapping[str, str]) -> str:
    return Template(_own(name).decode("utf-8")).substitute(words)


def _nothing() -> Response:
    return PlainTextResponse("there is nothing here\n", 404)


def _file(data: bytes, media_type: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media_type, headers=headers)


def _opened(data: bytes) -> zipfile.ZipFile:
    file = BytesIO(data)
    if not data:
        zipfile.ZipFile(file, "w").close()
    return zipfile.ZipFile(file)


async def _replayed(record: str, board: str, kind: str) -> bytes | None:
    """Return *record* drawn by ``companion replay`` as a file of *kind*, None where that fails."""
    # Imported for that alone, as the page is to be there soon.
    from companion.engine.service import own_python

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "game.txt").write_text(record, encoding="utf-8")
        (folder / "board.toml").write_text(board, encoding="utf-8")
        out = folder / f"out.{kind}"
        words = ("-m", "companion.cli", "replay", "game.txt", "--board", "board.toml", f"--{kind}")
        process = await asyncio.create_subprocess_exec(
            *own_python(), *words, str(out), cwd=folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            await asyncio.wait_for(process.wait(), WORK_S)
        except TimeoutError:
            process.kill()
            await process.wait()
        return out.read_bytes() if process.returncode == 0 and out.exists() else None


# Who may ask, and how much


class Guard:
    """Refuses who does not call the mirror by its name, asks for more than pages, or too fast."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Any], names: frozenset[str]) -> None:
        self._app = app
        self._names = names
        self._asked: dict[str, tuple[float, float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        refused = self._refusal(scope)
        if refused:
            answer = PlainTextResponse(f"{refused[1]}\n", refused[0], {"connection": "close"})
            await answer(scope, receive, guarded)
            return
        await self._app(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and reason where *scope* is not answered."""
        headers = scope["headers"]
        given = [value for name, value in headers if name == b"host"]
        called = given[0].decode("latin-1") if len(given) == 1 else ""
        host, _, port = called.rpartition(":")
        address, own_port = scope["server"]
        if host.lower() not in {address, *self._names} or port != str(own_port):
            return 400, "expected the name or the address of this table"
        if scope["method"] == "POST" and scope["path"] in POSTED:
            refused = refusal_of_post(headers, called)
            return refused or self._too_fast(scope)
        if scope["method"] not in ("GET", "HEAD"):
            return 405, "expected GET"
        if any(
            name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
            for name, value in headers
        ):
            return 413, "expected nothing but a question"
        return self._too_fast(scope)

    def _too_fast(self, scope: Scope) -> tuple[int, str] | None:
        may_ask = self._may_ask(scope["client"][0])
        return None if may_ask else (429, "expected fewer questions")

    def _may_ask(self, client: str) -> bool:
        now_s = time.monotonic()
        left, at_s = self._asked.get(client, (float(MOST_REQUESTS), now_s))
        left = min(MOST_REQUESTS, left + (now_s - at_s) * REQUESTS_A_SECOND)
        if len(self._asked) > MOST_CONNECTIONS:
            self._asked.clear()
        self._asked[client] = (left - 1 if left >= 1 else left, now_s)
        return left >= 1


class Connections:
    """How many connections there are, and of whom."""

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()

    def take(self, client: str) -> bool:
        """Count one more of *client*, unless there are enough or it is far away."""
        if self._of.total() >= MOST_CONNECTIONS or self._of[client] >= MOST_OF_ONE:
            return False
        address = ipaddress.ip_address(client)
        if not (address.is_private or address.is_link_local):
            return False
        self._of[client] += 1
        return True

    def leave(self, client: str) -> None:
        """Count one less."""
        self._of[client] -= 1
        self._of += Counter()


def guarded_protocol(connections: Connections) -> type[asyncio.Protocol]:
    """Return a protocol whose connections are counted, and closed where nothing is asked."""

    class GuardedProtocol(H11Protocol):
        _counted = ""
        _slow: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            client = transport.get_extra_info("peername")[0]
            if not connections.take(client):
                transport.abort()
                return
            self._counted = client
            sending = transport.get_extra_info("socket")
            sending.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
            self.loop.call_later(FIRST_REQUEST_S, self._expect_request)

        def connection_lost(self, exc: Exception | None) -> None:
            self._wait_no_more()
            if self._counted:
                connections.leave(self._counted)
                self._counted = ""
            super().connection_lost(exc)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._slow = self.loop.call_later(SLOW_S, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._wait_no_more()

        def _wait_no_more(self) -> None:
            if self._slow is not None:
                self._slow.cancel()
                self._slow = None

        def _expect_request(self) -> None:
            if self.cycle is None:
                self.transport.abort()

    return GuardedProtocol


# Where it can be found


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine in its networks, the likeliest first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with contextlib.suppress(OSError):
            # Nothing is sent: it tells which address would be that of the sender.
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)
                found.append(socket.inet_ntoa(answer[20:24]))
    usable = (each for each in found if not ipaddress.ip_address(each).is_loopback)
    return list(dict.fromkeys(usable))


SIOCGIFADDR: Final = 0x8915
AVAHI: Final = Path("/run/avahi-daemon/socket")


def local_name() -> str:
    """Return the name of this machine in its network, or an empty text where it tells none."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local" if AVAHI.exists() else ""


def whereabouts(port: int) -> dict[str, Any]:
    """Return where the page is, as the table is told."""
    addresses = own_addresses()
    if not addresses:
        return {"fault": "network"}
    address = f"http://{addresses[0]}:{port}/"
    name = f"http://{local_name()}:{port}/" if local_name() else ""
    rows = segno.make(address, error="m", micro=False).matrix
    code = ["".join("1" if dark else "0" for dark in row) for row in rows]
    return {"address": address, "name": name, "code": code}


# The process


class Mirror:
    """What the table at the other end of *link* shows, served until it says no more."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._writer: asyncio.StreamWriter | None = None
        self._hub = Hub(self._say)
        self._desk = SeatDesk(self._hub, self._say)
        self._told: Mapping[str, Any] = {}

    def _say(self, message: Mapping[str, Any]) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(json.dumps(message).encode("utf-8") + b"\n")

    async def run(self) -> None:
        """Listen where the table wants it, as long as it does."""
        reader, self._writer = await asyncio.open_connection(sock=self._link, limit=MOST_LINE)
        hello = json.loads(await reader.readline() or b"{}")
        if "port" not in hello:
            return
        port = int(hello["port"])
        try:
            server_socket = socket.create_server(("0.0.0.0", port), backlog=128)
        except OSError:
            self._say({"fault": "port", "detail": str(port)})
            await self._writer.drain()
            return
        with server_socket:
            await self._serve(server_socket, reader, port)

    async def _serve(
        self, server_socket: socket.socket, reader: asyncio.StreamReader, port: int
    ) -> None:
        site = Starlette(routes=Site(self._hub, self._desk).routes())
        name = socket.gethostname().lower()
        short = name.partition(".")[0]
        names = frozenset({name, short, f"{short}.local", "localhost"})
        config = uvicorn.Config(
            Guard(site, names), http=guarded_protocol(Connections()), ws="none", lifespan="off",
            loop="asyncio", log_config=None, access_log=False, server_header=False,
            proxy_headers=False,
        )  # fmt: skip
        server = uvicorn.Server(config)
        tasks = [
            asyncio.create_task(self._tell_where(port)),
            asyncio.create_task(self._follow(reader, server)),
        ]
        try:
            await server.serve([server_socket])
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, reader: asyncio.StreamReader, server: uvicorn.Server) -> None:
        try:
            while line := await reader.readline():
                message = json.loads(line)
                if "seen" in message:
                    self._hub.take(message["seen"])
                    self._desk.renew()
                elif "saves" in message:
                    self._hub.take_saves(b64decode(message["saves"]))
                else:
                    self._desk.take(message)
        except (ValueError, CompanionError, OSError) as error:
            print(f"companion: the table says something else: {error}", file=sys.stderr)
        finally:
            self._hub.is_over = True
            self._hub.wake()
            self._desk.close()
            server.should_exit = True

    async def _tell_where(self, port: int) -> None:
        looked_at_s, where = float("-inf"), {}
        while True:
            if time.monotonic() - looked_at_s >= LOOK_EVERY_S:
                looked_at_s, where = time.monotonic(), whereabouts(port)
            said = {**where, "viewers": self._hub.clients}
            if said != self._told:
                self._told = said
                self._say(said)
            await asyncio.sleep(1.0)


def serve(link: socket.socket) -> None:
    """Show what the table at the other end of *link* tells, until it ends the connection."""
    asyncio.run(Mirror(link).run())

"""What the pages of seats send to the table, and what they are told by it.

The table alone knows which token has which seat: what comes from a page is handed on to it, and
a page is told of a seat what the table has told since it showed a good token.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.art.theme import THEMES
from companion.mirror.hub import Hub, told

Json = Mapping[str, Any]

TOKEN: Final = "seat-token"
"""The header with the token: no form of another page can send one."""

POSTED: Final = frozenset({"/seat/pair", "/seat/act"})
"""What is answered to POST."""

MOST_BODY: Final = 512
BODY_S: Final = 5.0
"""How large what is sent may be, and how long it may take."""

ANSWER_S: Final = 5.0
"""A table that does not answer for so long is away."""

MOST_WAITING: Final = 32
MOST_SENDS: Final = 90
SENDS_A_SECOND: Final = 40.0
"""What the table is asked at once, and how fast it may be asked again: it gives a mirror up that
asks for more than twice as much."""

FAR: Final = 1 << 20
"""Farther away than any place of a board, in its pixels."""

DONE, BAD, REFUSED, LATE, TOO_LARGE, KIND, TOO_OFTEN, AWAY = 200, 400, 403, 408, 413, 415, 429, 503


def refusal_of_post(headers: Sequence[tuple[bytes, bytes]], called: str) -> tuple[int, str] | None:
    """Return status and reason where a POST to *called* does not come from a page of a seat."""

    def given(name: bytes) -> list[str]:
        return [value.decode("latin-1") for own, value in headers if own == name]

    if given(b"origin") != [f"http://{called}"]:
        return REFUSED, "expected a page of this table"
    if given(b"sec-fetch-site") not in ([], ["same-origin"]):
        return REFUSED, "expected a page of this table"
    if given(b"content-type") != ["application/json"]:
        return KIND, "expected JSON"
    (length, *more) = given(b"content-length") or [""]
    is_plain = not more and not given(b"transfer-encoding") and length.isdecimal()
    if not is_plain or len(length) > len(str(MOST_BODY)) or int(length) > MOST_BODY:
        return TOO_LARGE, "expected little"
    return None


class SeatDesk:
    """Between the pages of seats and the table."""

    def __init__(self, hub: Hub, say: Callable[[Json], None]) -> None:
        self._public = hub
        self._say = say
        self._hubs: dict[int, Hub] = {}
        self._of_seats: dict[int, dict[str, Any]] = {}
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._numbers = itertools.count(1)
        self._left, self._sent_at_s = float(MOST_SENDS), time.monotonic()
        self._present: list[int] = []

    def routes(self) -> list[Route]:
        """Return what there is, each with what answers it."""
        return [
            Route("/seat/events", self.events, methods=["GET"]),
            Route("/seat/pair", self.pair, methods=["POST"]),
            Route("/seat/act", self.act, methods=["POST"]),
        ]

    def hub_of(self, seat: int) -> Hub | None:
        """Return what the page of *seat* looks at, None where none does."""
        return self._hubs.get(seat)

    # From the table

    def take(self, message: Json) -> None:
        """Take what the table has said of seats."""
        if "answer" in message:
            waiting = self._waiting.get(message["answer"]["id"])
            if waiting is not None and not waiting.done():
                waiting.set_result(message["answer"])
        elif "of_seat" in message:
            data = message["of_seat"]
            self._of_seats[data["seat"]] = data
            self.renew((data["seat"],))
        elif "ended" in message:
            self._of_seats.pop(message["ended"], None)
            self._end(message["ended"])

    def renew(self, seats: Iterable[int] | None = None) -> None:
        """Have the pages of *seats*, or of all, look at what everybody sees, and what they may."""
        seen = self._public.seen
        for seat in self._hubs if seats is None else seats:
            hub, data = self._hubs.get(seat), self._of_seats.get(seat)
            if hub is None or data is None or not seen:
                continue
            own = {name: data[name] for name in ("picture", "text") if data[name] is not None}
            turned = {"turned": data["turned"], "board": self._public.board_text}
            hub.take({**seen, **own, **turned, "seat": data})
            hub.record = self._public.record

    def close(self) -> None:
        """End everything: the table says no more."""
        for seat in tuple(self._hubs):
            self._end(seat)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result({"status": AWAY})

    def _end(self, seat: int) -> None:
        hub = self._hubs.pop(seat, None)
        if hub is not None:
            hub.is_over = True
            hub.wake()
        self._tell_present()

    def _tell_present(self) -> None:
        present = sorted(seat for seat, hub in self._hubs.items() if hub.clients)
        if present != self._present:
            self._present = present
            self._say({"present": present})

    # From the pages

    async def pair(self, request: Request) -> Response:
        """Return a token for the code that is sent."""
        data = await _sent(request)
        code = data.get("code") if data is not None else None
        if not isinstance(code, str) or len(code) > MOST_BODY:
            return _status(BAD if data is not None else LATE)
        digits = "".join(sign for sign in code if sign.isascii() and sign.isdigit())
        answer = await self._ask(request, {"act": "pair", "code": digits})
        known = {name: answer[name] for name in ("seat", "token") if name in answer}
        return JSONResponse(known, answer["status"])

    async def act(self, request: Request) -> Response:
        """Have done at the table what is sent."""
        data, token = await _sent(request), request.headers.get(TOKEN, "")
        if data is None:
            return _status(LATE)
        said: dict[str, Any] = {
            name: data[name] for name in ("act", "touch", "stamp") if name in data
        }
        if not isinstance(said.get("act"), str) or said["act"] in ("look", "pair"):
            return _status(BAD)
        if "at" in data:
            site = self._site_at(data)
            if site is None:
                return _status(BAD)
            said["touch"] = site
        answer = await self._ask(request, {**said, "token": token})
        return _status(answer["status"])

    def _site_at(self, data: Json) -> int | None:
        """Return the site that a touch of the board means, as the screen would."""
        at, seat = data.get("at"), data.get("seat")
        if type(seat) is not int or not isinstance(at, list) or len(at) != 2:
            return None
        hub, told_of = self._hubs.get(seat), self._of_seats.get(seat)
        drawing = hub.drawing("dark") if hub is not None else None
        if drawing is None or told_of is None or not all(type(each) is int for each in at):
            return None
        x, y = (max(-FAR, min(each, FAR)) for each in at)
        return drawing.site_at(x, y, [site for site, _ in told_of["sites"]])

    async def events(self, request: Request) -> Response:
        """Return what the seat of the token may see from now on, as it changes."""
        theme = request.query_params.get("theme", "dark")
        if (theme, "classic") not in THEMES:
            return _status(BAD)
        token = request.headers.get(TOKEN, "")
        answer = await self._ask(request, {"act": "look", "token": token})
        if answer["status"] != DONE:
            return _status(answer["status"])
        seat = answer["seat"]
        if seat not in self._hubs:
            self._hubs[seat] = Hub(lambda _: None, seat + 1)
            self.renew((seat,))
        return StreamingResponse(self._told(seat, theme), media_type="text/event-stream")

    async def _told(self, seat: int, theme: str) -> AsyncIterator[str]:
        hub = self._hubs.get(seat)
        if hub is None:
            return
        try:
            async for text in told(hub, theme):
                self._tell_present()
                yield text
        finally:
            self._tell_present()

    async def _ask(self, request: Request, said: Json) -> Json:
        """Return what the table answers to what a page has *said*."""
        now_s = time.monotonic()
        self._left = min(MOST_SENDS, self._left + (now_s - self._sent_at_s) * SENDS_A_SECOND)
        self._sent_at_s = now_s
        if self._left < 1 or len(self._waiting) >= MOST_WAITING:
            return {"status": TOO_OFTEN}
        self._left -= 1
        number = next(self._numbers)
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        client = request.client.host if request.client is not None else ""
        self._say({"seat": {"id": number, "client": client, **said}})
        try:
            return await asyncio.wait_for(waiting, ANSWER_S)
        except TimeoutError:
            return {"status": AWAY}
        finally:
            del self._waiting[number]


async def _sent(request: Request) -> dict[str, Any] | None:
    """Return the JSON object that is sent, an empty one for anything else, None for nothing."""
    try:
        data = json.loads(await asyncio.wait_for(request.body(), BODY_S))
    except (TimeoutError, ClientDisconnect):
        return None
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _status(status: int) -> Response:
    return JSONResponse({}, status, {"connection": "close"} if status == LATE else None)

"""A club of simulated tables, while it is measured how soon a move is on the page.

Broker, wall, tables and pages are real processes and connections: each table has one of its own
to the broker, with a last will.  All times are those of one clock of the machine.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.bench.cases import percentile
from companion.bench.mirror import free_port
from companion.bench.targets import Figure
from companion.club import tree
from companion.engine.service import own_python
from companion.match.match import Match, NewMatch
from companion.mirror.seen import Seen, Shown
from companion.plugins import GAMES
from companion.ui.board.pictures import sizes_in_play, turn_picture

TABLES: Final = 200
PAGES: Final = 5
MOVES: Final = 30
"""So many moves are timed at each table, one a second."""

FIRST_MOVES: Final = 5
"""Before them so many that are not: everything is loaded then."""

PREFIX: Final = "board-companion"
START_S: Final = 60.0
END_S: Final = 2.0
PLIES: Final = 24


def _mosquitto() -> str | None:
    # It is not in the path of ordinary users.
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")


class ClubRun(NamedTuple):
    """What was measured: how late moves were on the last page, and the most memory together.

    Attributes:
        last: the number of the last move of each table, and what each page has shown of it.
    """

    late_ms: float
    peak_mb: float
    last: tuple[int, tuple[Mapping[str, int], ...]]


@cache
def club_run(tables: int = TABLES, moves: int = MOVES, pages: int = PAGES) -> ClubRun:
    """Return what is measured of a club in which every table makes a move a second."""
    command = (*own_python(), "-m", "companion.bench.club")
    count = FIRST_MOVES + moves
    with (
        tempfile.TemporaryDirectory() as name,
        _broker(Path(name)) as (broker, broker_port),
        _wall(Path(name), broker_port) as (wall, port),
        # First the pages, so that nothing is missed.
        subprocess.Popen(
            (*command, "pages", str(port), str(pages)),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as reading,
    ):  # fmt: skip
        assert reading.stdin is not None and reading.stdout is not None, "pipes"
        reading.stdout.readline()
        done = subprocess.run(
            (*command, "tables", str(broker_port), str(tables), str(count)),
            stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        # What is on its way arrives.
        time.sleep(END_S)
        reading.stdin.close()
        seen = json.loads(reading.stdout.read())
        peak_mb = _peak_mb(broker.pid) + _peak_mb(wall.pid)
    told = json.loads(done.stdout)
    late_s = [
        max(_first_s(page.get(table, []), number) for page in seen) - at_s
        for table, times in told.items()
        for number, at_s in enumerate(times, 1)
        if number > FIRST_MOVES
    ]
    shown = tuple({table: got[-1][0] for table, got in page.items()} for page in seen)
    return ClubRun(1000 * percentile(late_s, 0.99), peak_mb, (count, shown))


def of_club() -> Iterator[Figure]:
    """Yield how soon a move of one of many tables is on the wall, and what that takes."""
    if _mosquitto() is None:
        return
    title = f"club of {TABLES} tables, a move a second each"
    late = f"{title}: move to all of {PAGES} pages, p99"
    yield Figure(late, "ms", 1000, lambda: club_run().late_ms)
    yield Figure(f"{title}: memory of broker and wall", "MB", 300, lambda: club_run().peak_mb)


def _first_s(got: Sequence[Sequence[float]], number: int) -> float:
    """Return when a page first showed move *number*, or a later one; never is late for ever."""
    return next((at_s for shown, at_s in got if shown >= number), float("inf"))


def _peak_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


@contextmanager
def _broker(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    program, port = _mosquitto(), free_port()
    assert program is not None, "there is a broker"
    config = folder / "mosquitto.conf"
    config.write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n", encoding="ascii"
    )
    with subprocess.Popen(
        (program, "-c", str(config)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as broker:
        try:
            _wait_for(port)
            yield broker, port
        finally:
            broker.terminate()


def _wait_for(port: int) -> None:
    until_s = time.monotonic() + START_S
    while time.monotonic() < until_s:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"expected something to listen at port {port}")


@contextmanager
def _wall(folder: Path, broker_port: int) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    port, config = free_port(), folder / "config.toml"
    config.write_text(
        f'[club]\nbroker = "localhost"\nport = {broker_port}\ntls = false\n', encoding="ascii"
    )
    words = ("club", "--config", str(config), "--port", str(port))
    with subprocess.Popen(
        (*own_python(), "-m", "companion.cli", *words, "--state", str(folder / "club.json")),
        stdout=subprocess.DEVNULL,
    ) as wall:
        try:
            _wait_for(port)
            yield wall, port
        finally:
            wall.terminate()


# The tables


def _states(name: str, seed: int) -> tuple[str, list[tree.Json]]:
    """Return the board of a game, and what a table tells of it move by move."""
    game = GAMES[name]
    match = Match.start(NewMatch(game, game.complete(None), seed))
    draw, states = random.Random(seed), []
    while match.outcome is None and len(match.plies) < PLIES:
        seen = Seen(
            match,
            match.position.board,
            turn_picture(match.half, match.last_route, None),
            sizes=sizes_in_play(match.positions[0]),
            names=("Anna", "Ben"),
            clocks=(Shown("Anna", 300_000, True), Shown("Ben", 300_000, False)),
            plies=tuple((ply.side, ply.move.text) for ply in match.plies),
        )
        states.append(tree.state_of(seen))
        match.propose(draw.choice(match.position.some_moves(50)[0]))
        match.confirm(match.stamp)
    return match.position.board.text, states


class SimulatedTable:
    """A table with its own connection to the broker, which plays the same game over and over."""

    def __init__(self, name: str, port: int, board: str, states: Sequence[tree.Json]) -> None:
        import paho.mqtt.client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion

        self.name = name
        self.told_s: list[float] = []
        self._states = itertools.cycle(states)
        self._board = board
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5, client_id="")
        self.client.will_set(self._topic(tree.PRESENCE), tree.OFFLINE, 1, True)
        self.client.on_connect = self._begin
        self.client.connect("127.0.0.1", port)

    def _topic(self, what: str) -> str:
        return tree.topic_of(PREFIX, self.name, what)

    def _say(self, what: str, payload: bytes) -> None:
        self.client.publish(self._topic(what), payload, 1, True)

    def _begin(self, *_: object) -> None:
        self._say(tree.OWNER, tree.packed(tree.owner_data(self.name, 1.0, "en", "0")))
        self._say(tree.BOARD, self._board.encode("utf-8"))
        self._say(tree.PRESENCE, tree.ONLINE)

    def move(self) -> None:
        """Tell of the next move."""
        state = next(self._states)
        self.told_s.append(time.time())
        number = len(self.told_s)
        told = {"v": tree.VERSION, "id": self.name, "number": number, "at": self.told_s[-1]}
        self._say(tree.STATE, tree.packed({**told, **state, "plies": number}))


def _play_all(port: int, count: int, moves: int) -> dict[str, list[float]]:
    """Have *count* tables make so many moves, one a second; return when each was told."""
    games = [_states(name, seed) for seed, name in enumerate(GAMES, 1)]
    tables = [
        SimulatedTable(f"Table {number}", port, *games[number % len(games)])
        for number in range(1, count + 1)
    ]
    with selectors.DefaultSelector() as selector:
        for table in tables:
            connection = table.client.socket()
            assert connection is not None, "it is connected"
            selector.register(connection.fileno(), selectors.EVENT_READ, table.client)
        began_s = time.monotonic() + 2.0
        # Spread over the second, as tables are.
        due = [
            (began_s + move + number / count, table)
            for move in range(moves)
            for number, table in enumerate(tables)
        ]
        for at_s, table in due:
            _serve_until(selector, at_s)
            table.move()
        _serve_until(selector, time.monotonic() + 1.0)
        times = {table.name: table.told_s for table in tables}
        for table in tables:
            table.client.disconnect()
    return times


def _serve_until(selector: selectors.BaseSelector, until_s: float) -> None:
    """Move bytes of all connections until then, at least once."""
    while True:
        left_s = until_s - time.monotonic()
        for key, _ in selector.select(max(0.0, left_s)):
            key.data.loop_read()
            if key.data.want_write():
                key.data.loop_write()
        if left_s <= 0:
            return


# The pages


async def _read(port: int, got: dict[str, list[tuple[int, float]]]) -> None:
    """Read as a page does; note what was shown of each table, and when."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 26)
    writer.write(f"GET /events HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
    while line := await reader.readline():
        if line.startswith(b"data: "):
            told: Mapping[str, Any] = json.loads(line.removeprefix(b"data: "))
            now_s = time.time()
            for table in told["tables"]:
                if "plies" in table:
                    got.setdefault(table["name"], []).append((table["plies"], now_s))


async def _read_all(port: int, pages: int) -> None:
    got: list[dict[str, list[tuple[int, float]]]] = [{} for _ in range(pages)]
    tasks = [asyncio.create_task(_read(port, each)) for each in got]
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(got), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    what, *numbers = sys.argv[1:]
    if what == "tables":
        print(json.dumps(_play_all(*map(int, numbers))))
    else:
        asyncio.run(_read_all(*map(int, numbers)))

"""Both ends of a wall: tables that tell a real broker what is played, and a process of it."""

import itertools
import json
import os
import random
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.club import tree
from companion.engine.service import own_python
from companion.mirror.seen import Shown
from companion.plugins import GAMES
from tests.mirror.ends import free_port, match_of, play_on, seen_of
from tests.remote.broker import PASSWORD, USER

PATIENCE_S = 60.0
PREFIX = "board-companion"


def table_playing(name="alquerque", plies=6, seed=1, clocks=(), names=("White", "Black")):
    """What is seen of a game after some moves."""
    seen = seen_of(match_of(name, plies, seed))
    shown = tuple(Shown(label, ms, runs) for label, ms, runs in clocks)
    return seen._replace(clocks=shown, names=names)


class Speaker:
    """Whoever may speak at the broker: for tables, or as somebody who pretends."""

    def __init__(self, broker):
        self._client = client = mqtt.Client(
            CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5, client_id=""
        )
        client.username_pw_set(USER, PASSWORD)
        client.max_inflight_messages_set(1000)
        client.connect("127.0.0.1", broker.port)
        client.loop_start()
        self._numbers = itertools.count(1)
        self.heard = {}
        client.on_message = self._came
        client.subscribe(f"{PREFIX}/tables/+/{tree.SEATING}", 1)

    def _came(self, client, data, message):
        self.heard[tree.table_of(PREFIX, message.topic)[0]] = message.payload

    def say(self, table, what, payload, retain=True):
        """Have *payload* told and the broker say that it has it."""
        topic = tree.topic_of(PREFIX, table, what)
        self._client.publish(topic, payload, 1, retain).wait_for_publish(PATIENCE_S)

    def show(self, table, seen, teller="a" * 16, **changed):
        """Tell of a *table* at which *seen* is played."""
        self.say(table, tree.OWNER, tree.packed(tree.owner_data(teller, 1.0, "en", "0")))
        if seen.board is not None:
            self.say(table, tree.BOARD, seen.board.text.encode())
        self.say(table, tree.PRESENCE, tree.ONLINE)
        self.state(table, seen, teller, **changed)

    def state(self, table, seen, teller="a" * 16, **changed):
        told = {"v": tree.VERSION, "id": teller, "number": next(self._numbers), "at": tree.now_s()}
        self.say(table, tree.STATE, tree.packed({**told, **tree.state_of(seen), **changed}))

    def clear(self, *tables):
        for table in tables:
            for what in (*reversed(tree.KEPT), tree.SEATING):
                self.say(table, what, b"")

    def close(self):
        self._client.disconnect()
        self._client.loop_stop()


class RunningWall:
    """A wall in a process of its own."""

    def __init__(self, process, port):
        self.process, self.port = process, port
        self.address = f"http://127.0.0.1:{port}"

    def get(self, path="/", method="GET", **headers):
        """Status, headers and body of what is at *path*."""
        request = urllib.request.Request(self.address + path, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    @contextmanager
    def page(self, theme="dark"):
        """What a page knows, brought up to date by each call with what it waits for."""
        with urllib.request.urlopen(
            f"{self.address}/events?theme={theme}", timeout=PATIENCE_S
        ) as stream:
            yield WallPage(stream)


class WallPage:
    """A page that looks on: tables by name, in order, and what is beside them."""

    def __init__(self, stream):
        self._stream = stream
        self.tables, self.order, self.beside, self.trouble = {}, [], None, ""
        self.definitions = {}

    def until(self, is_so):
        """Read on until the page is so."""
        until = time.monotonic() + PATIENCE_S
        while not is_so(self):
            assert time.monotonic() < until, f"it never came to that: {self.tables}"
            line = self._stream.readline()
            if line.startswith(b"data: "):
                self._take(json.loads(line.removeprefix(b"data: ")))
        return self

    def _take(self, told):
        self.tables |= {table["name"]: table for table in told["tables"]}
        self.definitions |= dict(told["definitions"])
        if told["order"] is not None:
            self.order = told["order"]
            self.tables = {name: self.tables[name] for name in self.order}
        self.beside = told["beside"] or self.beside
        self.trouble = told["trouble"]


def words_of_wall(config, state, *args, port=None):
    port = port or free_port()
    words = ("-m", "companion.cli", "club", "--config", str(config), "--port", str(port))
    return [*own_python(), *words, "--state", str(state), *args], port


@contextmanager
def running_wall(config, state, *args):
    """A wall that hears what the broker of *config* is told."""
    words, port = words_of_wall(config, state, *args)
    environment = {**os.environ, "LANGUAGE": "en"}
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            line = process.stdout.readline()
            assert line.startswith("http://"), process.stderr.read()
            wall = RunningWall(process, port)
            yield wall
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


def refused_wall(config, state, *args, port=None):
    """Status and lines of errors of a wall that does not start."""
    words, _ = words_of_wall(config, state, *args, port=port)
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=PATIENCE_S,
        env={**os.environ, "LANGUAGE": "en"}, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr.splitlines()


def ended(people, winner, seed=1):
    """What is changed of a state so that a game of two *people* has ended."""
    return {
        "match": f"{people}{winner}{seed}"[:40], "people": [[name] for name in people],
        "names": list(people), "turn": None, "winner": winner, "reason": "resigned",
        "activity": "draw" if winner is None else "won",
    }  # fmt: skip


def fill(speaker, count, seed=1):
    """Have so many tables play all kinds of games."""
    draw = random.Random(seed)
    games = tuple(GAMES)
    for number in range(1, count + 1):
        match = match_of(games[number % len(games)], number % 12, number)
        play_on(match, draw)
        seen = seen_of(match)
        clocks = (Shown("A", 300_000 + number, True), Shown("B", 299_000, False))
        names = (f"Anna {number}", "Black")
        speaker.show(f"Table {number}", seen._replace(clocks=clocks, names=names))

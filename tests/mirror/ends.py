"""Both ends of a mirror: a real process of it, and a table that tells it what is seen."""

import contextlib
import json
import os
import random
import select
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

from companion.engine.service import own_python
from companion.match.match import Match, NewMatch
from companion.mirror.seen import Seen, data_of
from companion.plugins import find_game
from companion.storage.record import record_of
from companion.ui.board.pictures import sizes_in_play, turn_picture

PATIENCE_S = 60.0
COMMAND = (*own_python(), "-m", "companion.cli", "mirror")


def free_port():
    with socket.create_server(("0.0.0.0", 0)) as found:
        return found.getsockname()[1]


def match_of(game, plies=6, seed=1):
    """A match of *game* after some random plies."""
    found = find_game(game)
    match = Match.start(NewMatch(found, found.complete(None), seed))
    draw = random.Random(seed)
    for _ in range(plies):
        play_on(match, draw)
    return match


def play_on(match, draw):
    """Play one of the first moves that there are."""
    if match.outcome is None:
        match.propose(draw.choice(match.position.some_moves(50)[0]))
        match.confirm(match.stamp)


def seen_of(match, said=(0, ""), language="en"):
    """What may be seen of *match*, as a screen would show it."""
    half = match.half
    return Seen(
        match,
        match.position.board,
        turn_picture(half, match.last_route, None),
        sizes=sizes_in_play(match.positions[0]),
        text="White to move",
        names=("White", "Black"),
        plies=tuple((ply.side, ply.move.text) for ply in match.plies),
        said=said,
        language=language,
        record=record_of(match),
    )


class Table:
    """The table's end of a mirror at *port*."""

    def __init__(self, link, port):
        self.port = port
        self._link = link
        self._before = None
        self._heard = b""
        self.address = f"http://127.0.0.1:{port}"

    def send(self, message):
        self._link.sendall(json.dumps(message).encode() + b"\n")

    def show(self, seen):
        self.send({"seen": data_of(seen, self._before)})
        self._before = seen

    def hear(self, wanted):
        """The first thing that the mirror says from now on in which *wanted* is told."""
        until = time.monotonic() + PATIENCE_S
        while True:
            while b"\n" in self._heard:
                line, _, self._heard = self._heard.partition(b"\n")
                said = json.loads(line)
                if wanted in said:
                    return said
            ready, _, _ = select.select([self._link], [], [], until - time.monotonic())
            assert ready, f"expected the mirror to say {wanted}, heard {self._heard!r}"
            got = self._link.recv(1 << 16)
            assert got, "the mirror has ended"
            self._heard += got

    def get(self, path="/", **headers):
        """Status, headers and body of what is at *path*."""
        request = urllib.request.Request(self.address + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def raw(self, data):
        """What comes back for *data*, up to the end of the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as link:
            link.sendall(data)
            parts = []
            # What was not read of *data* at the other end resets the connection.
            with contextlib.suppress(ConnectionResetError):
                while part := link.recv(1 << 16):
                    parts.append(part)
            return b"".join(parts)

    @contextmanager
    def events(self, theme="dark"):
        """Gives what returns the next thing that a page is told."""
        address = f"{self.address}/events?theme={theme}"
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as stream:

            def following():
                for line in stream:
                    if line.startswith(b"data: "):
                        return json.loads(line.removeprefix(b"data: "))
                raise AssertionError("the stream has ended")

            yield following


@contextmanager
def running_mirror(port=None, command=COMMAND, waits=True):
    """A mirror in a process of its own, and the table that it belongs to."""
    port = port or free_port()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        env = {**os.environ, "LANGUAGE": "en"}
        process = subprocess.Popen(command, stdin=theirs, env=env)
        theirs.close()
        table = Table(ours, port)
        table.process = process
        table.send({"port": port})
        try:
            if waits:
                table.hear("viewers")
            yield table
        finally:
            ours.close()
            try:
                assert process.wait(PATIENCE_S) is not None
            finally:
                process.kill()


WITHOUT_STARLETTE = (
    sys.executable, "-P", "-c",
    "import sys; sys.modules['starlette'] = None\n"
    "from companion.cli import main; sys.exit(main(['mirror']))",
)  # fmt: skip

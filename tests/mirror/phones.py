"""A table whose seats are played at phones, its mirror a real process, and those phones."""

import http.client
import json
import random
import socket
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial

from companion.config.values import PhonesConfig, Settings
from companion.match.match import NewMatch
from companion.mirror.feed import MirrorFeed, by_child
from companion.plugins import find_game
from companion.remote.phone_seats import PhoneSeats, touch_data
from companion.testing.screen_checks import STILL
from tests.mirror.ends import PATIENCE_S, free_port, match_of, play_on
from tests.sitting import Sitting

ON_PHONES = replace(
    STILL,
    phones=PhonesConfig(show_on_phones=True),
    # While a phone is waited for, more time passes here than there.
    screen=replace(STILL.screen, idle="stay"),
)


def with_chain(game="alquerque", legs=3):
    """A position in which one ply takes as many *legs*, and that ply."""
    draw = random.Random(1)
    while True:
        match = match_of(game, 0)
        for _ in range(60):
            if match.outcome is not None:
                break
            long = [each for each in match.position.some_moves(50)[0] if len(each.touches) > legs]
            if long:
                return match.position, long[0]
            play_on(match, draw)


class SeatTable(Sitting):
    """The program with seats at phones; *port* is where its mirror is, once it is connected."""

    def __init__(self, folder, *args, config=ON_PHONES, port=None, **values):
        self.port = port or free_port()
        self.followers = []
        super().__init__(folder, *args, config=config, **values)
        seats = self.services.phone_seats = PhoneSeats(folder)
        self.feed = MirrorFeed(by_child, lambda: b"", self.port, seats=seats)
        self.services.phones = self.feed

    @property
    def seats(self):
        return self.services.phone_seats

    def connect(self):
        """Start the mirror, and wait until it is there."""
        self.program.phones = self.feed
        self.stage.redraw()
        self.until(lambda: self.feed.state().address)

    def start(self, game, who=("phone", "phone"), seed=0, position=None, **options):
        """Begin a game whose table is set."""
        found = find_game(game)
        new = NewMatch(found, found.complete(options or None), seed, position, players=who)
        self.begin(new)

    def change_mirror(self):
        """End the mirror, and start another one."""
        self.stage.change(Settings(show_on_phones=False))
        self.until(lambda: not self._is_served())
        self.stage.change(Settings(show_on_phones=True))
        self.until(lambda: self.feed.state().address)

    def _is_served(self):
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False

    def until(self, is_so):
        """Let time pass at both ends until something is so."""
        end = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < end, f"it never was: {self.stage.view.banner.text}"
            self.ticks(1)
            time.sleep(0.001)

    def meanwhile(self, ask, *args):
        """What *ask* returns, which waits for the table."""
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(ask, *args)
            self.until(asked.done)
            return asked.result()

    def first_event(self):
        """What somebody is told who only looks on."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/events?theme=dark") as stream:
            lines = (line for line in stream if line.startswith(b"data: "))
            return json.loads(next(lines).removeprefix(b"data: "))

    def paired(self, seat, **values):
        """A phone that holds *seat*, and looks on."""
        phone = Phone(self, **values)
        self.until(lambda: self.seats.codes.get(seat))
        self.wait(1.0)
        status, answer = phone.pair(self.seats.codes[seat])
        assert (status, answer.get("seat")) == (200, seat), (status, answer)
        phone.look()
        return phone

    def __exit__(self, *args):
        self.feed.close()
        for follower in self.followers:
            follower.join(PATIENCE_S)
        super().__exit__(*args)


class Phone:
    """A phone in the network of *table*."""

    def __init__(self, table):
        self.table = table
        self.token = ""
        self.told = {}
        self.all_told = []
        self.status = None

    def post(self, path, said, **headers):
        """Status and answer to what is sent as the page sends it."""
        origin = f"http://127.0.0.1:{self.table.port}"
        sent = {"Origin": origin, "Content-Type": "application/json", "Seat-Token": self.token}

        def ask():
            link = http.client.HTTPConnection("127.0.0.1", self.table.port, timeout=PATIENCE_S)
            link.request("POST", path, json.dumps(said), {**sent, **headers})
            answer = link.getresponse()
            body = answer.read()
            link.close()
            return answer.status, json.loads(body) if body.startswith(b"{") else {}

        return self.table.meanwhile(ask)

    def pair(self, code):
        status, answer = self.post("/seat/pair", {"code": code})
        self.token = answer.get("token", self.token)
        return status, answer

    def act(self, act, **said):
        """The status of the answer to *act*, once what came of it was told."""
        stamp = self.told["seat"]["stamp"] if self.told.get("seat") else ""
        return self.post("/seat/act", {"act": act, "stamp": stamp, **said})[0]

    def look(self):
        """Follow what is told from now on; return once the first of it has come."""
        self.told, self.status = {}, None
        self.table.followers.append(threading.Thread(target=self._follow, daemon=True))
        self.table.followers[-1].start()
        self.table.until(lambda: self.status not in (None, 200) or self.told.get("seat"))
        return self.status

    def _follow(self):
        port, headers = self.table.port, {"Seat-Token": self.token}
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        with closing(link), suppress(OSError, http.client.HTTPException):
            link.request("GET", "/seat/events?theme=dark", headers=headers)
            with link.getresponse() as answer:
                self.status = answer.status
                for line in answer:
                    if line.startswith(b"data: "):
                        self.all_told.append(line)
                        self.told = json.loads(line.removeprefix(b"data: "))
        self.status = self.status if self.status != 200 else "ended"

    @property
    def seat(self):
        """What is told of the seat."""
        return self.told["seat"]

    def play(self, move):
        """Touch what *move* takes, confirm it, and say that it is made."""
        for touch in move.touches:
            stamp = self.seat["stamp"]
            assert self.act("touch", touch=touch_data(touch)) == 200
            self.table.until(partial(self._is_past, stamp))
        self.until_acts("confirm")
        assert self.act("confirm") == 200
        self.table.until(lambda: not self.seat["sites"] and "confirm" in self.acts())
        plies = len(self.table.match.plies)
        assert self.act("confirm") == 200
        self.table.until(lambda: len(self.told["plies"]) == plies + 1)

    def _is_past(self, stamp):
        return self.seat["stamp"] != stamp

    def acts(self):
        return [button["act"] for button in (*self.seat["buttons"], *self.seat["more"])]

    def sites(self):
        return [site for site, _ in self.seat["sites"]]

    def until_acts(self, *wanted):
        """Wait until all that is *wanted* may be asked for."""
        self.table.until(lambda: set(wanted) <= set(self.acts()))

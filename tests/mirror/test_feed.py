"""The table's end of the mirror: it waits for nobody, and nothing runs unless it is wanted."""

import json
import random
import socket
import threading
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

import companion.mirror.feed
from companion.config.values import Config, PhonesConfig
from companion.mirror.feed import MirrorFeed, by_child, by_socket, connection_of
from companion.ports import PhonesFault
from tests.mirror.ends import PATIENCE_S, free_port, match_of, play_on, seen_of

ON, OFF = (Config(phones=PhonesConfig(is_on)) for is_on in (True, False))


class Mirrors:
    """Connections to a mirror that is this test."""

    def __init__(self):
        self.ends = []
        self.made = threading.Semaphore(0)

    @contextmanager
    def __call__(self):
        ours, theirs = socket.socketpair()
        self.ends.append(theirs)
        self.made.release()
        with ours:
            ours.settimeout(5.0)
            yield ours

    def next(self):
        assert self.made.acquire(timeout=PATIENCE_S)
        link = self.ends[-1]
        link.settimeout(PATIENCE_S)
        return link


@pytest.fixture
def mirrors():
    mirrors = Mirrors()
    yield mirrors
    for link in mirrors.ends:
        link.close()


@pytest.fixture
def feed(mirrors):
    feed = MirrorFeed(mirrors, lambda: b"saved", 8080)
    yield feed
    feed.close()


def look(feed, seen, config=ON):
    """Have *feed* see *seen*."""
    feed._watcher = SimpleNamespace(look=lambda _: seen)
    feed.follow(SimpleNamespace(config=config))


def wait_for(is_so):
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_nothing_is_looked_at_and_nothing_runs_while_it_is_off(feed, mirrors):
    feed.follow(SimpleNamespace(config=OFF))
    assert feed._watcher is None
    assert not mirrors.ends
    assert feed.state().address == ""


def test_what_is_seen_goes_to_the_mirror_and_the_board_only_once(feed, mirrors):
    match, draw = match_of("alquerque", 2), random.Random(1)
    look(feed, seen_of(match))
    lines = mirrors.next().makefile()
    assert json.loads(lines.readline()) == {"port": 8080}
    first = json.loads(lines.readline())["seen"]
    play_on(match, draw)
    look(feed, seen_of(match))
    second = json.loads(lines.readline())["seen"]
    assert first["board"] == match.position.board.text
    assert "board" not in second
    assert len(second["plies"]) == 3


def test_a_mirror_that_takes_nothing_holds_nobody_and_gets_the_newest_in_the_end(feed, mirrors):
    match, draw = match_of("querni", 0), random.Random(1)
    look(feed, seen_of(match))
    link = mirrors.next()
    longest = 0.0
    for _ in range(300):
        play_on(match, draw)
        seen = seen_of(match)
        started = time.thread_time()
        look(feed, seen)
        longest = max(longest, time.thread_time() - started)
    assert longest < 0.02
    lines = link.makefile()
    read = 0
    while True:
        told = json.loads(lines.readline())
        read += 1
        if len(told.get("seen", {}).get("plies", ())) == len(match.plies):
            break
    # What it had no time for was left out.
    assert read < 250


def test_the_same_is_not_told_again(feed, mirrors):
    match = match_of("alquerque")
    seen = seen_of(match)
    look(feed, seen)
    link = mirrors.next()
    lines = link.makefile()
    lines.readline(), lines.readline()
    look(feed, seen_of(match)._replace(record=seen.record))
    look(feed, seen._replace(text="something new"))
    assert json.loads(lines.readline())["seen"]["text"] == "something new"


def test_it_is_off_again_as_soon_as_the_settings_say_so(feed, mirrors):
    look(feed, seen_of(match_of("alquerque")))
    link = mirrors.next()
    link.sendall(b'{"address": "http://192.168.0.9:8080/", "viewers": 2}\n')
    wait_for(lambda: feed.state().viewers == 2)
    look(feed, seen_of(match_of("alquerque")), OFF)
    while link.recv(1 << 16):
        pass
    assert feed.state().address == ""
    assert len(mirrors.ends) == 1


def test_a_mirror_that_is_gone_is_looked_for_again_and_told_all(feed, mirrors):
    match = match_of("alquerque")
    look(feed, seen_of(match))
    link = mirrors.next()
    lines = link.makefile()
    lines.readline(), lines.readline()
    lines.close()
    link.close()
    wait_for(lambda: feed.state().fault is PhonesFault.ENDED)
    lines = mirrors.next().makefile()
    assert json.loads(lines.readline()) == {"port": 8080}
    assert json.loads(lines.readline())["seen"]["board"] == match.position.board.text


def test_what_a_mirror_said_before_it_went_is_heard(feed, mirrors, monkeypatch):
    def close_first(link, message, send=companion.mirror.feed._send):
        if "seen" in message:
            theirs = mirrors.next()
            theirs.sendall(b'{"fault": "port", "detail": "8080"}\n')
            theirs.close()
        send(link, message)

    monkeypatch.setattr("companion.mirror.feed._send", close_first)
    look(feed, seen_of(match_of("alquerque")))
    wait_for(lambda: feed.state().fault is not None)
    assert feed.state().fault is PhonesFault.PORT


def test_why_it_is_not_shown_stays_until_it_is(feed, mirrors):
    look(feed, seen_of(match_of("alquerque")))
    link = mirrors.next()
    link.sendall(b'{"fault": "port", "detail": "8080"}\n')
    link.close()
    wait_for(lambda: feed.state().fault is PhonesFault.PORT)
    link = mirrors.next()
    assert (feed.state().fault, feed.state().detail) == (PhonesFault.PORT, "8080")
    link.sendall(b'{"address": "http://192.168.0.9:8080/", "viewers": 0}\n')
    wait_for(lambda: feed.state().fault is None)


def test_why_it_is_not_shown_is_heard_of_one_that_is_gone_at_once():
    @contextmanager
    def connect():
        ours, theirs = socket.socketpair()
        with ours, theirs:
            theirs.sendall(b'{"fault": "port", "detail": "8080"}\n')
            theirs.close()
            yield ours

    feed = MirrorFeed(connect, lambda: b"saved", 8080)
    look(feed, seen_of(match_of("alquerque")))
    wait_for(lambda: feed.is_reached)
    assert (feed.state().fault, feed.state().detail) == (PhonesFault.PORT, "8080")
    feed.close()


@pytest.mark.parametrize(
    "said", [b"[]\n", b"\xff\n", b'{"fault": "?"}\n', b'{"viewers": []}\n', bytes(1 << 17)]
)
def test_a_mirror_that_says_something_else_is_left(feed, mirrors, said):
    look(feed, seen_of(match_of("alquerque")))
    mirrors.next().sendall(said)
    mirrors.next()
    assert feed.state().address == ""


def test_saved_games_are_collected_beside_the_game(feed, mirrors):
    look(feed, seen_of(match_of("alquerque")))
    link = mirrors.next()
    lines = link.makefile()
    lines.readline(), lines.readline()
    link.sendall(b'{"wants": "saves"}\n')
    assert json.loads(lines.readline()) == {"saves": "c2F2ZWQ="}


def test_a_service_reaches_its_mirror_by_systemd_and_a_desktop_starts_one():
    assert connection_of({"STATE_DIRECTORY": "/var/lib/board-companion"}) is by_socket
    assert connection_of({}) is by_child


def test_a_socket_that_is_not_there_is_told():
    feed = MirrorFeed(lambda: by_socket("/nowhere/table"), bytes, 8080)
    look(feed, seen_of(match_of("alquerque")))
    wait_for(lambda: feed.state().fault is PhonesFault.ENDED)
    feed.close()


def test_a_child_shows_it_and_ends_with_the_table():
    port = free_port()
    feed = MirrorFeed(by_child, bytes, port)
    look(feed, seen_of(match_of("alquerque")))
    wait_for(lambda: feed.state().address or feed.state().fault is PhonesFault.NETWORK)
    socket.create_connection(("127.0.0.1", port)).close()
    feed.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))

"""What a table tells, over a real broker: the newest, by one table of a name, until it stops."""

import json
import os
import random
import signal
import time
from types import SimpleNamespace

import pytest

from companion.club import tree
from companion.club.teller import ClubTeller
from companion.config.files import load_config
from companion.config.values import ClubConfig, Config
from companion.mirror.seen import Seen
from companion.ports import Seating
from companion.remote.bus import (
    BusMessage,
    BusState,
    LocalBroker,
    RelayBus,
    message_data,
    to_line,
)
from tests.mirror.ends import match_of, play_on, seen_of
from tests.remote.broker import (
    Broker,
    make_certificates,
    pid_of_relay,
    relay_here,
    relay_of,
    wait_for,
)

pytestmark = [
    pytest.mark.needs("mosquitto"),
    pytest.mark.filterwarnings("ignore:Exception ignored in. <ssl.SSLSocket"),
]


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    certificates = make_certificates(tmp_path_factory.mktemp("tls") / "good")
    broker = Broker(tmp_path_factory.mktemp("broker"), certificates)
    yield broker
    broker.stop()


class Listener:
    """Whoever listens to all that is told below a prefix, and what was told last."""

    def __init__(self, config, prefix):
        self.bus = RelayBus(relay_here(config), [f"{prefix}/#", f"ha-{prefix}/#"], None)
        self.kept, self.all = {}, []
        wait_for(lambda: self.bus.standing().state is BusState.CONNECTED)

    def look(self):
        for message in self.bus.messages():
            self.all.append(message)
            self.kept[message.topic] = message.payload
        return self

    def has(self, topic, is_so=bool):
        wait_for(lambda: is_so(self.look().kept.get(topic, b"")))
        return self.kept[topic]

    def state(self, topic, **wanted):
        """The state once it has all that is *wanted*."""

        def fits(payload):
            data = json.loads(payload) if payload else {}
            return payload and all(data[key] == value for key, value in wanted.items())

        return tree.read_state(self.has(topic, fits))

    def close(self):
        self.bus.close()
        self.bus._thread.join(10)


class Table:
    """A table that is told of, without a screen: what is seen there is what a test shows."""

    def __init__(self, config, name, prefix, connect=relay_here):
        club = load_config(config).club
        connecting = connect(config)
        self.club = ClubConfig(**{**vars(club), "table": name, "topic": prefix,
                                  "discovery": f"ha-{prefix}"})  # fmt: skip
        self.seen = Seen()
        self.teller = ClubTeller(
            lambda ring: lambda topics, will: RelayBus(connecting, topics, will, ring), self.club
        )
        self.teller._watcher = SimpleNamespace(look=lambda _: self.seen)
        self.turn_on()

    def turn_on(self, is_on=True):
        config = Config(club=ClubConfig(show_in_club=is_on))
        self.teller.follow(SimpleNamespace(config=config))

    def show(self, seen):
        self.seen = seen
        self.turn_on()

    def is_told(self):
        wait_for(lambda: self.teller.state().is_told)
        return self

    def close(self):
        self.teller.close()


@pytest.fixture
def prefix(request):
    return request.node.name.replace("[", "-").replace("]", "").replace("/", "-")[:60]


@pytest.fixture
def closing():
    opened = []
    yield lambda each: opened.append(each) or each
    for each in opened:
        each.close()


def test_a_game_is_told_move_by_move_and_all_of_it_is_retained(broker, prefix, closing):
    config = broker.config()
    table = closing(Table(config, "kitchen", prefix)).is_told()
    listener = closing(Listener(config, prefix))
    match, draw = match_of("alquerque", 0), random.Random(1)
    table.show(seen_of(match))
    topic = tree.topic_of(prefix, "kitchen", tree.STATE)
    listener.state(topic, plies=0)
    for number in range(1, 4):
        play_on(match, draw)
        table.show(seen_of(match))
        read = listener.state(topic, plies=number)
        assert read.last == match.plies[-1].move.text

    def happened():
        events = [each for each in listener.look().all if each.topic.endswith("/event")]
        return [json.loads(each.payload)["event_type"] for each in events]

    wait_for(lambda: happened() == ["game_started", "move", "capture", "move"])
    late = closing(Listener(config, prefix))
    assert late.state(topic).plies == 3
    assert late.has(tree.topic_of(prefix, "kitchen", tree.PRESENCE)) == b"online"
    board = late.has(tree.topic_of(prefix, "kitchen", tree.BOARD))
    assert tree.read_board(board).text == match.position.board.text
    told = json.loads(late.has(tree.discovery_topic(f"ha-{prefix}", "kitchen")))
    assert told["device"]["name"] == "kitchen"
    assert not late.kept.get(tree.topic_of(prefix, "kitchen", tree.EVENT))


def test_whoever_turns_it_off_leaves_nothing_behind(broker, prefix, closing):
    config = broker.config()
    table = closing(Table(config, "kitchen", prefix)).is_told()
    table.show(seen_of(match_of("alquerque", 1)))
    listener = closing(Listener(config, prefix))
    listener.state(tree.topic_of(prefix, "kitchen", tree.STATE), plies=1)
    table.turn_on(False)
    wait_for(lambda: not any(listener.look().kept.values()))
    late = closing(Listener(config, prefix))
    time.sleep(0.3)
    assert late.look().kept == {}


def test_a_table_whose_power_is_cut_is_away(broker, prefix, closing):
    config = broker.config()
    table = closing(Table(config, "kitchen", prefix, relay_of)).is_told()
    listener = closing(Listener(config, prefix))
    topic = tree.topic_of(prefix, "kitchen", tree.PRESENCE)
    listener.has(topic, lambda payload: payload == b"online")
    os.kill(pid_of_relay(), signal.SIGKILL)
    listener.has(topic, lambda payload: payload == b"offline")
    # Told again once a relay is there again, which takes a while.
    assert table.teller.state().trouble in ("", "no-relay")


def test_a_program_that_ends_is_away_and_what_it_told_stays(broker, prefix, closing):
    config = broker.config()
    table = Table(config, "kitchen", prefix).is_told()
    table.show(seen_of(match_of("alquerque", 2)))
    listener = closing(Listener(config, prefix))
    listener.state(tree.topic_of(prefix, "kitchen", tree.STATE), plies=2)
    table.close()
    listener.has(tree.topic_of(prefix, "kitchen", tree.PRESENCE), lambda p: p == b"offline")
    assert listener.kept[tree.topic_of(prefix, "kitchen", tree.STATE)]


def test_a_program_that_is_killed_is_away(broker, prefix, closing):
    listener = closing(Listener(broker.config(), prefix))
    topic = tree.topic_of(prefix, "kitchen", tree.PRESENCE)
    for word, told in ((to_line("close", None), b""), (b"", b"offline")):
        connection = relay_here(broker.config())()
        will = message_data(BusMessage(topic, tree.OFFLINE, True))
        connection.sendall(to_line("open", [[], will]))
        assert b"connected" in connection.recv(4096)
        # The end of the process closes it; one that leaves says so before.
        connection.sendall(word)
        connection.close()
        if told:
            listener.has(topic, lambda payload, told=told: payload == told)
        else:
            time.sleep(0.3)
            assert topic not in listener.look().kept


def test_a_broker_that_starts_anew_is_told_the_newest(broker, prefix, closing):
    config = broker.config()
    table = closing(Table(config, "kitchen", prefix)).is_told()
    match, draw = match_of("alquerque", 0), random.Random(1)
    before = closing(Listener(config, prefix))
    before.has(tree.topic_of(prefix, "kitchen", tree.PRESENCE), lambda p: p == b"online")
    before.close()
    broker.stop()
    wait_for(lambda: table.teller.state().trouble == "no-broker")
    for _ in range(5):
        play_on(match, draw)
        table.show(seen_of(match))
    broker.start()
    listener = closing(Listener(config, prefix))
    topic = tree.topic_of(prefix, "kitchen", tree.STATE)
    assert listener.state(topic, plies=5)
    listener.has(tree.topic_of(prefix, "kitchen", tree.PRESENCE), lambda p: p == b"online")
    # Nothing of what lay between waited.
    assert [m.topic for m in listener.all].count(topic) <= 2


def test_of_two_tables_of_one_name_the_first_goes_on(broker, prefix, closing):
    config = broker.config()
    first = closing(Table(config, "kitchen", prefix)).is_told()
    first.show(seen_of(match_of("alquerque", 3)))
    listener = closing(Listener(config, prefix))
    second = closing(Table(config, "kitchen", prefix))
    second.show(seen_of(match_of("querni", 5)))
    wait_for(lambda: second.teller.state().trouble == "name-taken")
    assert not second.teller.state().is_told
    topic = tree.topic_of(prefix, "kitchen", tree.STATE)
    assert listener.state(topic).plies == 3
    assert not any(b"Querni" in message.payload for message in listener.all)
    first.close()
    assert listener.state(topic, plies=5).title == "Querni"
    assert second.is_told()


def test_what_the_list_says_comes_to_the_table(broker, prefix, closing):
    config = broker.config()
    table = closing(Table(config, "kitchen", prefix)).is_told()
    listener = closing(Listener(config, prefix))
    topic = tree.topic_of(prefix, "kitchen", tree.SEATING)
    for payload in (b"\xff", b'{"v":9}'):
        listener.bus.publish(BusMessage(topic, payload, True))
    seating = Seating(2, ("Anna", "Ben"))
    listener.bus.publish(BusMessage(topic, tree.packed(tree.seating_data(seating)), True))
    wait_for(lambda: table.teller.state().seating == seating)
    listener.bus.publish(BusMessage(topic, b"", True))
    wait_for(lambda: table.teller.state().seating is None)


@pytest.mark.parametrize(
    ("changes", "trouble"),
    [({"password": "guessed"}, "wrong-password"), ({"ca": "/nowhere"}, "bad-file")],
)
def test_what_keeps_a_table_from_its_club_is_told(broker, prefix, closing, changes, trouble):
    table = closing(Table(broker.config(**changes), "kitchen", prefix))
    wait_for(lambda: table.teller.state().trouble == trouble)
    assert not table.teller.state().is_told


def test_a_relay_that_hangs_holds_no_frame(broker, prefix, closing):
    config = broker.config()
    table = closing(Table(config, "kitchen", prefix, relay_of)).is_told()
    relay = pid_of_relay()
    match, draw = match_of("alquerque", 0), random.Random(1)
    os.kill(relay, signal.SIGSTOP)
    took = []
    try:
        for _ in range(200):
            play_on(match, draw)
            seen = seen_of(match)
            began = time.perf_counter()
            table.show(seen)
            took.append(time.perf_counter() - began)
    finally:
        os.kill(relay, signal.SIGCONT)
    assert sorted(took)[len(took) // 2] < 0.001
    listener = closing(Listener(config, prefix))
    listener.state(tree.topic_of(prefix, "kitchen", tree.STATE), plies=len(match.plies))


def test_while_it_is_off_nothing_is_opened():
    opened = []
    teller = ClubTeller(lambda ring: lambda *args: opened.append(args), ClubConfig(table="one"))
    teller.follow(SimpleNamespace(config=Config()))
    assert opened == []
    assert teller._thread is None
    teller.close()


def test_two_that_begin_at_once_agree():
    broker = LocalBroker()
    tables = []
    for _ in range(2):
        club = ClubConfig(table="kitchen", topic="t")
        teller = ClubTeller(lambda ring: lambda topics, will: broker.open(topics, will), club)
        teller._watcher = SimpleNamespace(look=lambda _: Seen())
        teller.follow(SimpleNamespace(config=Config(club=ClubConfig(show_in_club=True))))
        tables.append(teller)

    def settled():
        for teller in tables:
            teller._bell.set()
        return {teller.state().trouble for teller in tables} == {"", "name-taken"}

    try:
        wait_for(settled, 5)
        assert sum(teller.state().is_told for teller in tables) == 1
    finally:
        for teller in tables:
            teller.close()

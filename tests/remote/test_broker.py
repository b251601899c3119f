"""Tables and a real Mosquitto, with passwords and certificates."""

import gc
import os
import signal
import time

import pytest

from companion.config.files import load_config
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.remote.bus import (
    BusMessage,
    BusState,
    RelayBus,
    Standing,
    message_data,
    spawn_relay,
    to_line,
)
from companion.remote.relay import BrokerLink
from tests.remote.broker import (
    WAIT_S,
    WORDS,
    Broker,
    make_certificates,
    pid_of_relay,
    relay_here,
    relay_of,
    wait_for,
)
from tests.remote.two_tables import StateTable, chance_of, same, side_here

pytestmark = [
    pytest.mark.needs("mosquitto"),
    # paho-mqtt leaves the socket of a refused certificate to the collector.
    pytest.mark.filterwarnings("ignore:Exception ignored in. <ssl.SSLSocket"),
]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    return make_certificates(tmp_path_factory.mktemp("tls") / "good")


@pytest.fixture(scope="module")
def broker(tmp_path_factory, certificates):
    broker = Broker(tmp_path_factory.mktemp("broker"), certificates)
    yield broker
    broker.stop()


def standing_with(config, *states):
    """How things stand at a table with this *config*, once it is one of *states*."""
    bus = RelayBus(relay_here(config), ["a/b"], None)
    try:
        wait_for(lambda: bus.standing().state in states)
        return bus.standing()
    finally:
        bus.close()
        bus._thread.join(WAIT_S)
        gc.collect()


def test_messages_come_over_tls_with_a_password(broker):
    config = broker.config()
    one = RelayBus(relay_of(config), ["to/one"], None)
    other = RelayBus(relay_here(config), ["to/other"], None)
    try:
        wait_for(lambda: one.standing().state is other.standing().state is BusState.CONNECTED)
        one.publish(BusMessage("to/other", b"\x00\xff", False))
        heard = []
        wait_for(lambda: heard.extend(other.messages()) or heard)
        assert [message.payload for message in heard] == [b"\x00\xff"]
    finally:
        for bus in (one, other):
            bus.close()
            bus._thread.join(WAIT_S)


def test_what_is_told_last_is_delivered_before_the_end(broker, monkeypatch):
    config, stands = broker.config(), []
    link = BrokerLink(load_config(config).club, [], None, lambda _: None, stands.append)
    wait_for(lambda: Standing(BusState.CONNECTED) in stands)
    publish = link._client.publish

    def slowly(*message):
        time.sleep(0.1)
        return publish(*message)

    monkeypatch.setattr(link._client, "publish", slowly)
    for number in range(4):
        link.publish(BusMessage(f"last/{number}", b"told", True))
    # Some are handed over by then, and have arrived.
    time.sleep(0.25)
    link.close()
    late, heard = RelayBus(relay_here(config), ["last/+"], None), []
    try:
        wait_for(lambda: heard.extend(late.messages()) or len(heard) == 4)
    finally:
        late.close()
        late._thread.join(WAIT_S)


def test_a_wrong_password_is_told(broker):
    told = standing_with(broker.config(password="guessed"), BusState.WRONG_PASSWORD)
    assert told.reason


def test_a_broker_that_is_not_there_is_told(broker, tmp_path):
    config = tmp_path / "config.toml"
    config.write_text('[club]\nbroker = "localhost"\nport = 9\ntls = false\n')
    assert "refused" in standing_with(config, BusState.NO_BROKER).reason


def test_a_machine_that_nobody_knows_is_told(tmp_path):
    config = tmp_path / "config.toml"
    config.write_text('[club]\nbroker = "nowhere.invalid"\n')
    assert standing_with(config, BusState.NO_BROKER).reason


def test_an_expired_certificate_is_told(tmp_path):
    old = make_certificates(tmp_path / "old", days=0)
    expired = Broker(tmp_path / "broker", old)
    try:
        told = standing_with(expired.config(), BusState.BAD_CERTIFICATE)
    finally:
        expired.stop()
    assert "expired" in told.reason


def test_a_certificate_of_somebody_else_is_told(broker, tmp_path):
    stranger = make_certificates(tmp_path / "stranger") / "ca.crt"
    assert standing_with(broker.config(ca=stranger), BusState.BAD_CERTIFICATE).reason


def test_a_password_file_that_is_gone_is_told(tmp_path):
    config = tmp_path / "config.toml"
    config.write_text('[club]\nbroker = "localhost"\nuser = "a"\npassword_file = "gone"\n')
    told = standing_with(config, BusState.BAD_FILE)
    assert "gone" in told.reason


def test_whoever_is_cut_off_has_the_last_will_told(broker):
    config = broker.config()
    one = spawn_relay([*WORDS, "--config", str(config)])
    one.sendall(to_line("open", [["to/one"], message_data(BusMessage("to/other", b"gone", True))]))
    other = RelayBus(relay_here(config), ["to/other"], None)
    try:
        assert b"connected" in one.recv(4096)
        wait_for(lambda: other.standing().state is BusState.CONNECTED)
        # The end of the power: no word of the relay, nor of the system it ran on.
        os.kill(pid_of_relay(), signal.SIGKILL)
        heard = []
        wait_for(lambda: heard.extend(other.messages()) or heard)
        assert heard[0].payload == b"gone"
    finally:
        one.close()
        other.close()
        other._thread.join(WAIT_S)


class RelayTable(StateTable):
    """A table whose messages go through a relay of its own and a real broker."""

    def __init__(self, folder, config):
        self.config = config
        super().__init__(folder, None)

    def open(self, topics, will=None):
        bus = RelayBus(relay_here(self.config), topics, will)
        self.buses.append(bus)
        return bus

    def cut_power(self):
        for bus in self.buses:
            bus.close()
        self.state.close()


def turn(tables, is_so, wait_s=WAIT_S):
    """Let real time pass at *tables* until *is_so*."""
    until = time.monotonic() + wait_s
    while not is_so():
        assert time.monotonic() < until, "it never came to that"
        for table in tables:
            table.update(time.monotonic())
        time.sleep(0.005)


def test_two_tables_meet_play_and_outlive_a_broker_that_starts_anew(broker, tmp_path):
    tables = []
    for name in ("kitchen", "garden"):
        (tmp_path / name).mkdir()
        tables.append(RelayTable(tmp_path / name, broker.config()))
    host, guest = tables
    game = find_game("alquerque")
    shown = host.other.host(NewMatch(game, game.complete(None)), 0)
    guest.other.join(shown.code)

    def have_met():
        for table in tables:
            met = table.other.hosted(table.library) or table.other.joined(table.library)
            table.match = met or table.match
        return host.match and guest.match

    turn(tables, have_met)
    chance = chance_of(3)
    for number in range(12):
        mover, other = (
            (host, guest) if side_here(host) == host.match.position.side else tables[::-1]
        )
        mover.play(chance)
        if number == 6:
            broker.stop()
            broker.start()
        turn(tables, lambda other=other: other.link.pending is not None)
        other.carry_out()
    turn(tables, lambda: all(table.link.is_settled for table in tables))
    same(tables)
    for table in tables:
        table.cut_power()

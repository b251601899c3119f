"""What others than the other table say is not taken: forged, replayed, of an older game."""

import json

import pytest

from companion.contract import Outcome
from companion.errors import CompanionError
from companion.match.entries import PlyEntry, ResultEntry
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.remote.bus import BusMessage, LocalBroker
from companion.remote.link import Ledger
from companion.remote.pairing import Host, opened, sealed
from companion.storage.journal import line_of
from tests.remote.two_tables import FaultyBroker, chance_of, let_settle, paired, same

ALQUERQUE = find_game("alquerque")


class NotingBroker(LocalBroker):
    """Keeps a copy of all that it carries, as whoever runs it may."""

    def __init__(self):
        super().__init__()
        self.noted = []

    def take(self, message):
        self.noted.append(message)
        super().take(message)


@pytest.fixture
def broker():
    return NotingBroker()


@pytest.fixture
def tables(tmp_path, broker):
    yield (tables := paired(tmp_path, broker, ALQUERQUE))
    for table in tables:
        table.cut_power()


def play(tables, plies, seed=1):
    """Play so many plies, each made at both tables."""
    chance, now_s = chance_of(seed), 100.0
    for _ in range(plies):
        mover = next(table for table in tables if table.may_play())
        mover.play(chance)
        now_s = let_settle(tables, FaultyBroker(chance), now_s)
    return now_s


def next_line(table, text):
    """The line that would tell a ply of *table* that was never made."""
    entry = PlyEntry(table.match.position.side, text)
    return line_of(entry, table.link.ledger.sums[-1])[0][:-1].decode("ascii")


def as_line(table, line):
    link = table.link
    return {"v": 1, "game": link.pairing.number, "at": len(link.ledger.lines), "line": line}


def test_a_line_of_somebody_without_the_key_is_not_taken(tables, broker):
    host, guest = tables
    topic = host.link.pairing.topic(host.link.pairing.role, "line")
    forged = as_line(host, next_line(host, "c2-c3"))
    for key in (b"", b"guessed", host.link.pairing.key_of(guest.link.pairing.role)):
        broker.take(BusMessage(topic, sealed(key, topic, forged)))
    broker.take(BusMessage(topic, json.dumps(forged).encode()))
    guest.update(200.0)
    assert guest.link.pending is None
    # With the key it is.
    broker.take(
        BusMessage(topic, sealed(host.link.pairing.key_of(host.link.pairing.role), topic, forged))
    )
    guest.update(201.0)
    assert guest.link.pending is not None


def test_what_one_table_says_is_not_the_others_word(tables, broker):
    host, guest = tables
    play(tables, 2)
    own, other = host.link.pairing.role, guest.link.pairing.role
    for message in tuple(broker.noted):
        what = message.topic.rpartition("/")[2]
        if what in ("state", "line"):
            reflected = message._replace(topic=host.link.pairing.topic(other, what))
            key = host.link.pairing.key_of(other)
            if message.topic == host.link.pairing.topic(own, what):
                assert opened(key, reflected) is None


def test_replaying_all_that_was_said_changes_nothing(tables, broker):
    host = tables[0]
    now_s = play(tables, 6)
    host.match.offer_draw(0)
    host.answer(True)
    let_settle(tables, FaultyBroker(chance_of(1)), now_s, agree=False)
    before = [table.journal() for table in tables]
    for message in tuple(broker.noted):
        broker.take(message)
    for table in tables:
        table.update(now_s + 500)
        assert table.match.question is None
        assert table.link.pending is None
    assert [table.journal() for table in tables] == before
    same(tables)


def test_a_retained_message_of_an_older_game_is_not_taken(tables, broker):
    host, guest = tables
    play(tables, 5)
    old = [message for message in broker.noted if message.retain or "/line" in message.topic]
    for table in tables:
        table.match.resign(0)
    host.answer(True)
    let_settle(tables, FaultyBroker(chance_of(1)), 500.0)
    host.other.wish(host.library, new_of(host), is_swapped=True)
    host.update(600.0)
    guest.update(600.0)
    guest.match = guest.other.accepts(guest.library)
    guest.update(601.0)
    host.update(601.0)
    assert host.other.is_begun_there
    host.match = host.other.accepts(host.library)
    let_settle(tables, FaultyBroker(chance_of(1)), 700.0)
    for message in old:
        broker.take(message)
    for table in tables:
        table.update(800.0)
    assert not host.match.plies and not guest.match.plies
    assert host.link.pending is guest.link.pending is None
    same(tables)
    # The sides have changed.
    assert host.match.seats.elsewhere == {0}
    assert guest.match.seats.elsewhere == {1}


def new_of(table):
    return NewMatch(table.match.game, table.match.header.options, 7)


def test_a_ply_that_the_rules_do_not_allow_is_no_ply_but_a_difference(tables, broker):
    host, guest = tables
    link = host.link
    topic = link.pairing.topic(link.pairing.role, "line")
    body = as_line(host, next_line(host, "a1-e5"))
    broker.take(BusMessage(topic, sealed(link.pairing.key_of(link.pairing.role), topic, body)))
    guest.update(200.0)
    assert guest.link.pending is None
    assert guest.link.fork == 1


def test_the_other_table_cannot_play_for_the_people_here(tables, broker):
    host, guest = tables
    play(tables, 1)
    # It is the guest's turn; the host's program claims to know what the guest played.
    before = guest.match.entries[:]
    link = host.link
    topic = link.pairing.topic(link.pairing.role, "line")
    move = guest.match.position.legal_moves()[0]
    for text in (
        next_line(guest, move.text),
        line_of(ResultEntry(resigned_by(1)), link.ledger.sums[-1]),
    ):
        line = text if isinstance(text, str) else text[0][:-1].decode("ascii")
        message = sealed(link.pairing.key_of(link.pairing.role), topic, as_line(guest, line))
        broker.take(BusMessage(topic, message))
        guest.update(300.0)
    assert guest.link.pending is None
    assert guest.match.entries == before


def resigned_by(side):
    return Outcome(1 - side, "resigned")


def test_hidden_hands_are_dealt_by_what_both_have_thrown(tmp_path, broker):
    quincy = find_game("quincy")
    seeds = set()
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        tables = paired(folder, broker, quincy, seed=5)
        assert tables[0].match.header == tables[1].match.header
        assert tables[0].match.header.seed == tables[1].link.pairing.seed(1)
        seeds.add(tables[0].match.header.seed)
        for table in tables:
            table.cut_power()
    # The host's own seed decides nothing, and nobody reads the deal.
    assert len(seeds) == 3
    said = b"".join(message.payload for message in broker.noted)
    assert not [seed for seed in seeds if str(seed).encode() in said]


def test_a_host_that_shows_another_throw_than_it_had_is_refused(tmp_path, broker, monkeypatch):
    # It throws anew once it knows what the guest has thrown.
    monkeypatch.setattr(Host, "throw", property(lambda self: bytes(16)))
    with pytest.raises(CompanionError, match="thrown"):
        paired(tmp_path, broker, find_game("quincy"))


def with_another_checksum(tables, broker):
    """What the guest makes of a line of the host that does not follow on what is here."""
    host, guest = tables
    link = host.link
    topic = link.pairing.topic(link.pairing.role, "line")
    body = as_line(host, "00000000" + next_line(host, "c2-c3")[8:])
    broker.take(BusMessage(topic, sealed(link.pairing.key_of(link.pairing.role), topic, body)))
    guest.update(200.0)
    return guest.link.pending


def test_a_line_that_does_not_follow_is_not_taken(tables, broker):
    assert with_another_checksum(tables, broker) is None


def test_a_table_that_compares_no_checksums_is_caught(tables, broker, monkeypatch):
    monkeypatch.setattr(Ledger, "fits", lambda self, at, line: True)
    assert with_another_checksum(tables, broker) is not None

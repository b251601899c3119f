"""Two tables come together by a short code, or say why they do not."""

import json
from dataclasses import replace

import pytest

from companion.errors import CompanionError
from companion.plugins import find_game
from companion.remote import other_table
from companion.remote import pairing as module
from companion.remote.bus import BusMessage, LocalBroker
from companion.remote.pairing import (
    NOBODY_S,
    Guest,
    Host,
    Pairing,
    PairingFault,
    PairingFile,
    Role,
    new_code,
    shown_code,
    typed_code,
)
from tests.remote.two_tables import paired

PREFIX = "club"


@pytest.fixture
def broker():
    return LocalBroker()


def let_pass(*tables, until_s=8.0):
    for step in range(round(until_s)):
        for table in tables:
            table.update(float(step))


def test_a_code_is_read_out_in_groups_and_typed_as_anybody_does():
    code = new_code()
    assert len(code) == 9
    assert len(shown_code(code).split()) == 3
    assert typed_code(shown_code(code)) == code
    assert typed_code("482-193.605") == "482193605"
    assert [typed_code(text) for text in ("", "48219360", "4821936055", "48219360x", "٤" * 9)] == [
        None
    ] * 5


def test_both_have_one_key_that_nobody_else_has(broker):
    host = Host(broker.open, PREFIX, "Anna")
    guest = Guest(broker.open, PREFIX, host.code, "Ben")
    let_pass(host, guest)
    assert host.made.key == guest.made.key
    assert len(host.made.key) == 32
    assert host.their_name == "Ben"
    assert host.code[3:] not in str(broker.retained)


def test_a_wrong_code_is_told_and_uses_the_code_up(broker):
    host = Host(broker.open, PREFIX)
    code = host.code
    wrong = code[:3] + f"{(int(code[3:]) + 1) % 10**6:06d}"
    guest = Guest(broker.open, PREFIX, wrong)
    let_pass(host, guest)
    assert guest.fault is PairingFault.WRONG_CODE
    assert guest.made is None and host.made is None
    assert host.has_new_code and host.code != code
    late = Guest(broker.open, PREFIX, code)
    let_pass(host, late)
    assert late.made is None


def test_a_code_that_no_table_shows_is_told(broker):
    guest = Guest(broker.open, PREFIX, new_code())
    let_pass(guest, until_s=NOBODY_S + 3)
    assert guest.fault is PairingFault.NOBODY


def test_two_tables_with_one_code_take_others(broker, monkeypatch):
    codes = iter(["482193605", "482193605", "111222333", "444555666"])
    monkeypatch.setattr(module, "new_code", lambda: next(codes))
    one, two = Host(broker.open, PREFIX), Host(broker.open, PREFIX)
    assert one.code == two.code
    let_pass(one, two)
    assert one.code != two.code
    assert one.has_new_code or two.has_new_code
    guest = Guest(broker.open, PREFIX, one.code)
    let_pass(one, two, guest)
    assert one.made.key == guest.made.key and two.made is None


def test_a_second_table_that_types_the_code_is_told(broker):
    host = Host(broker.open, PREFIX)
    code = host.code
    one, two = Guest(broker.open, PREFIX, code), Guest(broker.open, PREFIX, code)
    for table in (host, one, host, two, host, two):
        table.update(1.0)
    assert two.fault is PairingFault.USED
    let_pass(host, one)
    assert host.made.key == one.made.key


def test_another_version_at_the_other_end_is_told(broker, monkeypatch):
    host = Host(broker.open, PREFIX)
    let_pass(host, until_s=1)
    monkeypatch.setattr(module, "VERSION", 2)
    guest = Guest(broker.open, PREFIX, host.code)
    let_pass(guest)
    assert guest.fault is PairingFault.OTHER_VERSION
    monkeypatch.setattr(module, "VERSION", 1)
    newer = Guest(broker.open, PREFIX, host.code)
    topic = newer._topic("host")
    hello = {"version": 2, "nonce": host._nonce, "guest": newer._guest, "exchange": ""}
    broker.take(BusMessage(topic, json.dumps(hello).encode()))
    let_pass(host, newer, until_s=1)
    assert newer.fault is PairingFault.OTHER_VERSION


def test_nonsense_is_passed_over(broker):
    host = Host(broker.open, PREFIX)
    guest = Guest(broker.open, PREFIX, host.code)
    for what in ("open", "host", "guest"):
        for payload in (b"", b"{", b"[]", b"\xff", b'{"guest": 3}', b"[" * 2000, b"null"):
            broker.take(BusMessage(guest._topic(what), payload))
    let_pass(host, guest)
    assert host.made.key == guest.made.key


def test_what_is_kept_of_a_pairing_is_for_this_table_alone(tmp_path):
    kept = Pairing(PREFIX, Role.GUEST, b"k" * 32, b"d" * 32, 2, "digest", frozenset({1}), 5)
    file = PairingFile(tmp_path)
    file.write(kept)
    assert file.read() == kept
    assert (tmp_path / "current.pairing").stat().st_mode & 0o077 == 0
    for data in (b"", b"{}", b"\xff", kept.to_text().encode()[:-20], b"[1]"):
        (tmp_path / "current.pairing").write_bytes(data)
        assert file.read() is None
    file.remove()
    assert list(tmp_path.iterdir()) == []


def test_tables_whose_boards_differ_cannot_play(tmp_path, broker, monkeypatch):
    real = other_table.board_mark
    monkeypatch.setattr(other_table, "board_mark", lambda board: real(board)[::-1])
    with pytest.raises(CompanionError, match="expected board"):
        paired(tmp_path, broker, find_game("alquerque"))


def test_who_plays_has_the_same_names_at_both_tables(tmp_path, broker):
    tables = paired(tmp_path, broker, find_game("alquerque"), names=("Anna", "Ben"), host_side=1)
    assert [table.match.header.players for table in tables] == [("Ben", "Anna")] * 2
    assert tables[0].match.seats.elsewhere == {0}


def test_a_pairing_of_another_game_is_not_taken_up(tmp_path, broker):
    host, guest = paired(tmp_path, broker, find_game("alquerque"))
    file = PairingFile(host.folder)
    file.write(replace(file.read(), digest="of another"))
    host.cut_power()
    host.switch_on()
    assert host.link is None
    assert host.match.seats.elsewhere == frozenset()
    guest.cut_power()

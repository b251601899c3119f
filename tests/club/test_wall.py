"""The wall over a real broker: all tables live, and nothing believed that does not fit."""

import json
import os
import random
import subprocess
import time
from contextlib import closing
from xml.etree import ElementTree

import pytest

from companion.cli import main
from companion.club import tree, wall
from companion.club.wall import MOST_TABLES, Beside, ClubTables, TablesKnown, _natural
from companion.engine.service import own_python
from companion.mirror.seen import Seen
from companion.mirror.server import POLICY
from companion.remote.bus import BusMessage, BusState, Standing
from tests.club.ends import (
    PREFIX,
    Speaker,
    ended,
    refused_wall,
    running_wall,
    table_playing,
)
from tests.mirror.ends import free_port, match_of, play_on, seen_of
from tests.remote.broker import Broker, make_certificates

pytestmark = pytest.mark.needs("mosquitto")


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    broker = Broker(tmp_path_factory.mktemp("broker") / "b")
    yield broker
    broker.stop()


@pytest.fixture(scope="module")
def speaker(broker):
    with closing(Speaker(broker)) as speaker:
        yield speaker


@pytest.fixture(scope="module")
def shown(broker, speaker, tmp_path_factory):
    state = tmp_path_factory.mktemp("state") / "club.json"
    with running_wall(broker.config(), state) as running:
        yield running


# What is shown


def test_tables_are_live_and_in_the_order_of_their_names(shown, speaker):
    match, draw = match_of("alquerque", 0), random.Random(1)
    with shown.page() as page:
        for table in ("Table 10", "Table 9"):
            speaker.show(table, seen_of(match))
        page.until(lambda page: page.order == ["Table 9", "Table 10"])
        for plies in range(1, 4):
            play_on(match, draw)
            speaker.state("Table 9", seen_of(match))
            page.until(lambda page, plies=plies: page.tables["Table 9"].get("plies") == plies)
        told = page.tables["Table 9"]
        assert told["last"] == match.plies[-1].move.text
        assert told["status"] == "Black to move"
        assert page.tables["Table 10"]["plies"] == 0
        used = {use.split('"')[0] for use in told["standing"].split('href="#')[1:]}
        assert used <= set(page.definitions)
        status, headers, body = shown.get(told["board"])
        assert (status, headers["content-type"]) == (200, "image/svg+xml")
        assert ElementTree.fromstring(body).tag.endswith("svg")
        speaker.clear("Table 9", "Table 10")
        page.until(lambda page: page.order == [])


def test_a_table_that_is_away_says_so_and_keeps_what_it_told(shown, speaker):
    with shown.page() as page:
        speaker.show("kitchen", table_playing(plies=3))
        page.until(lambda page: page.tables.get("kitchen", {}).get("plies") == 3)
        speaker.say("kitchen", tree.PRESENCE, tree.OFFLINE)
        page.until(lambda page: not page.tables["kitchen"]["there"])
        assert page.tables["kitchen"]["plies"] == 3
        speaker.show("kitchen", Seen())
        page.until(lambda page: page.tables["kitchen"]["there"])
        page.until(lambda page: not page.tables["kitchen"]["playing"])
    speaker.clear("kitchen")


def test_games_on_one_board_share_shapes_and_two_boards_do_not_mix_theirs(shown, speaker):
    for table, game in (("one", "alquerque"), ("other", "alquerque"), ("third", "querni")):
        speaker.show(table, table_playing(game))
    with shown.page() as page:
        page.until(lambda page: len([t for t in page.tables.values() if t.get("board")]) == 3)
    boards = [page.tables[table]["board"] for table in ("one", "other", "third")]
    assert boards[0] == boards[1] != boards[2]
    assert not {n.split("-")[0] for n in page.tables["one"]["standing"].split('href="#')[1:]} & {
        n.split("-")[0] for n in page.tables["third"]["standing"].split('href="#')[1:]
    }
    speaker.clear("one", "other", "third")


def test_results_of_the_evening_are_beside_the_tables(shown, speaker):
    speaker.show("kitchen", table_playing(), **ended(("Anna", "Ben"), 0))
    with shown.page() as page:
        page.until(lambda page: page.beside and page.beside["results"])
    assert page.beside["results"][0]["names"] == ["Anna", "Ben"]
    assert page.beside["list"] is None
    speaker.clear("kitchen")


# What is not believed


def test_garbage_and_what_is_of_another_version_changes_nothing(shown, speaker):
    speaker.show("kitchen", table_playing(plies=3))
    with shown.page() as page:
        page.until(lambda page: page.tables.get("kitchen", {}).get("plies") == 3)
        for payload in (b"\xff", b"{", b"[" * 50_000, b'{"v":2}', b"x" * 60_000):
            for what in (tree.STATE, tree.OWNER, tree.BOARD):
                speaker.say("kitchen", what, payload)
        speaker.state("kitchen", table_playing(plies=5))
        page.until(lambda page: page.tables["kitchen"]["plies"] == 5)
    speaker.clear("kitchen")


def test_what_another_run_or_an_earlier_moment_told_is_not_believed():
    lines = []
    tables = ClubTables(PREFIX, lines.append)

    def take(what, payload, retain=False):
        tables.take(BusMessage(tree.topic_of(PREFIX, "kitchen", what), payload, retain))

    def state(teller, number, plies):
        told = {"v": 1, "id": teller, "number": number, "at": 5.0}
        take(tree.STATE, tree.packed({**told, **tree.state_of(table_playing(plies=plies))}))
        told = json.loads(tables.message("dark", TablesKnown(), Beside()))["tables"]
        return told[0].get("plies")

    take(tree.PRESENCE, tree.ONLINE)
    take(tree.OWNER, tree.packed(tree.owner_data("new", 2.0, "en", "0")))
    assert state("new", 5, 4) == 4
    assert state("new", 4, 2) == 4
    assert state("new", 5, 2) == 4
    assert state("old", 9, 2) == 4
    take(tree.OWNER, tree.packed(tree.owner_data("newer", 3.0, "en", "0")))
    assert state("new", 6, 5) is None
    assert state("newer", 1, 1) == 1
    assert lines == []


def test_a_picture_that_fits_no_board_is_left_out_in_one_line():
    lines = []
    tables = ClubTables(PREFIX, lines.append)
    seen = table_playing("querni")
    wrong = match_of("alquerque").position.board
    told = {"v": 1, "id": "a", "number": 1, "at": 1.0, **tree.state_of(seen)}
    told["board"] = tree.mark_of(wrong.text)
    for what, payload in (
        (tree.PRESENCE, tree.ONLINE),
        (tree.BOARD, wrong.text.encode()),
        (tree.STATE, tree.packed(told)),
    ):
        tables.take(BusMessage(tree.topic_of(PREFIX, "kitchen", what), payload))
    for _ in range(2):
        shown = json.loads(tables.message("dark", TablesKnown(), Beside()))["tables"][0]
        assert (shown["title"], shown["board"]) == ("Querni", None)
    assert len(lines) == 1
    assert "'kitchen' cannot be drawn" in lines[0]


def test_ten_thousand_tables_are_refused_in_one_line_and_nothing_is_held():
    lines = []
    tables = ClubTables(PREFIX, lines.append)
    board = match_of("alquerque").position.board.text.encode()
    for number in range(10_000):
        for what, payload in ((tree.PRESENCE, tree.ONLINE), (tree.BOARD, board)):
            topic = tree.topic_of(PREFIX, f"t{number}", what)
            tables.take(BusMessage(topic, payload, True))
    assert lines == [f"companion: more than {MOST_TABLES} tables: the rest is left out"]
    told = json.loads(tables.message("dark", TablesKnown(), Beside()))
    assert len(told["order"]) == MOST_TABLES
    assert told["trouble"].startswith("More than 256 tables")
    # One that has gone makes room for one that comes.
    tables.take(BusMessage(tree.topic_of(PREFIX, "t0", tree.PRESENCE), tree.OFFLINE))
    tables.take(BusMessage(tree.topic_of(PREFIX, "late", tree.PRESENCE), tree.ONLINE))
    order = json.loads(tables.message("dark", TablesKnown(), Beside()))["order"]
    assert "late" in order
    assert "t0" not in order


def test_topics_of_no_table_are_passed_over():
    tables = ClubTables(PREFIX, pytest.fail)
    long = f"{PREFIX}/tables/{'x' * 50}/presence"
    for topic in ("x", PREFIX, f"{PREFIX}/tables/", f"{PREFIX}/tables/a", f"no/{long}", long):
        tables.take(BusMessage(topic, b"online"))
    assert tables.there() == {}


def test_names_are_sorted_as_people_count():
    names = ["Table 10", "table 9", "Table 1b", "10", "9", "Küche"]
    assert sorted(names, key=_natural) == ["9", "10", "Küche", "Table 1b", "table 9", "Table 10"]


# Who looks on


def test_the_page_is_shut_off_from_everything_else(shown):
    status, headers, body = shown.get()
    assert status == 200
    assert headers["content-security-policy"] == POLICY
    assert "set-cookie" not in headers
    for told in (b"http:", b"https:", b"//", b"<script>", b"style="):
        assert told not in body.replace(b"<!doctype", b"")


@pytest.mark.parametrize("path", ["/../x", "/board/9999.svg", "/board/x.svg", "/events?theme=no"])
def test_no_other_path_leads_anywhere(shown, path):
    assert shown.get(path)[0] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_only_get_is_answered(shown, method):
    assert shown.get(method=method)[0] == 405


def test_who_calls_it_by_another_name_is_refused(shown):
    assert shown.get(Host="club.example.org")[0] == 400


@pytest.mark.slow
def test_a_broker_that_is_gone_is_told_on_the_page(tmp_path):
    own = Broker(tmp_path / "own")
    try:
        with running_wall(own.config(), tmp_path / "c.json") as running, running.page() as page:
            with closing(Speaker(own)) as speaker:
                speaker.show("kitchen", table_playing(plies=2))
                page.until(lambda page: page.tables.get("kitchen", {}).get("plies") == 2)
            own.stop()
            lost = "The tables cannot be heard: the broker"
            page.until(lambda page: page.trouble.startswith(lost))
            own.start()
            page.until(lambda page: page.trouble == "")
    finally:
        own.stop()


def test_it_ends_at_once_when_it_is_told_to(broker, tmp_path):
    with running_wall(broker.config(), tmp_path / "c.json") as running, running.page() as page:
        page.until(lambda page: page.order is not None)
        began = time.monotonic()
        running.process.terminate()
        running.process.wait(10)
        assert time.monotonic() - began < 5
        assert running.process.returncode == 0
        assert running.process.stderr.read() == ""


# What keeps it from starting


def test_without_a_broker_it_says_so(tmp_path, capsys):
    config = tmp_path / "config.toml"
    config.write_text("")
    assert main(["club", "--config", str(config), "--state", str(tmp_path / "c")]) == 2
    assert "expected a broker in the section [club]" in capsys.readouterr().err


def test_a_wrong_password_is_one_line(broker, tmp_path):
    status, lines = refused_wall(broker.config(password="guessed"), tmp_path / "c.json")
    assert (status, len(lines)) == (2, 1)
    assert "refuses user or password" in lines[0]


def test_a_password_that_cannot_be_read_is_one_line(tmp_path, capsys):
    config = tmp_path / "config.toml"
    config.write_text('[club]\nbroker = "localhost"\nuser = "a"\npassword_file = "gone"\n')
    words = ["--config", str(config), "--state", str(tmp_path / "c"), "--port", str(free_port())]
    assert main(["club", *words]) == 2
    error = capsys.readouterr().err
    assert "gone: " in error
    assert error.count("\n") == 1


def test_a_broker_that_is_not_there_is_one_line(tmp_path):
    config = tmp_path / "config.toml"
    config.write_text(f'[club]\nbroker = "localhost"\nport = {free_port()}\ntls = false\n')
    status, lines = refused_wall(config, tmp_path / "c.json")
    assert (status, len(lines)) == (2, 1)
    assert "cannot be reached" in lines[0]


@pytest.mark.slow
def test_an_expired_certificate_is_one_line(tmp_path):
    expired = Broker(tmp_path / "b", make_certificates(tmp_path / "old", days=0))
    try:
        status, lines = refused_wall(expired.config(), tmp_path / "c.json")
    finally:
        expired.stop()
    assert (status, len(lines)) == (2, 1)
    assert "certificate" in lines[0]


def test_a_port_that_is_taken_is_one_line(broker, tmp_path, shown):
    status, lines = refused_wall(broker.config(), tmp_path / "c.json", port=shown.port)
    assert (status, len(lines)) == (2, 1)
    assert f"got {shown.port}" in lines[0]


WITHOUT_PAHO = """
import sys
sys.modules["paho"] = None
sys.modules["paho.mqtt"] = None
from companion.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_what_is_not_installed_is_one_line(broker, tmp_path):
    words = ["club", "--config", str(broker.config()), "--port", str(free_port()), "--state",
             str(tmp_path / "c")]  # fmt: skip
    done = subprocess.run(
        [*own_python(), "-c", WITHOUT_PAHO, *words], capture_output=True, text=True, check=False,
        env={**os.environ, "LANGUAGE": "en"}, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "expected paho, which a club needs, got none" in done.stderr


def test_standing_words_are_those_of_the_table():
    tables = ClubTables(PREFIX)
    tables.stand(Standing(BusState.WRONG_PASSWORD, "why"))
    told = json.loads(tables.message("dark", TablesKnown(), Beside()))
    assert told["trouble"] == wall.NO_BROKER(why="the broker refuses user or password (why)")

"""Seats at phones: paired by a code, played by touches, as the screen would take them."""

import json
import random
import socket
from dataclasses import replace

import pytest

from companion.config.values import PlayConfig
from companion.match.match import NewMatch
from companion.match.question import QuestionKind
from companion.mirror.feed import MOST_LINES, MirrorFeed, by_child
from companion.mirror.server import MOST_REQUESTS
from companion.plugins import find_game
from companion.remote.phone_seats import (
    CODE_S,
    LINES_A_TURN,
    MOST_ANSWERS,
    MOST_WAITING,
    MOST_WRONG,
    MOST_WRONG_OF_ONE,
    SEATS_NAME,
    PhoneSeats,
    asked_from,
)
from companion.ui import destinations as to
from tests.mirror.ends import PATIENCE_S
from tests.mirror.phones import ON_PHONES, Phone, SeatTable, with_chain


@pytest.fixture
def table(tmp_path):
    with SeatTable(tmp_path / "state") as table:
        yield table


@pytest.fixture
def two(table):
    """A game of Alquerque, both of whose seats are at phones."""
    table.connect()
    table.start("alquerque")
    phones = table.paired(0), table.paired(1)
    table.until(lambda: table.scene.name == "phone")
    phones[0].until_acts("resign")
    return phones


def first_move(table):
    return table.match.position.some_moves(50)[0][0]


# Playing


def test_a_turn_is_touched_and_confirmed_at_the_phone_and_made_at_the_table(table, two):
    white, black = two
    move = table.match.position.parse("c2-c3")
    for touch in move.touches:
        assert touch in white.sites()
        assert white.act("touch", touch=touch) == 200
        table.until(lambda: "back" in white.acts())
        # Before it is confirmed there is nothing of it at the table.
        assert table.match.half.touches == ()
    white.until_acts("confirm")
    assert white.act("confirm") == 200
    table.until(lambda: table.match.half.touches)
    assert not table.match.plies
    table.until(lambda: white.seat["text"] == "Make your move on the board")
    table.press("confirm")
    table.until(lambda: black.told["plies"] == [[0, "c2-c3"]])
    table.until(lambda: black.sites())
    assert not white.sites()


def test_a_chain_of_captures_is_a_turn_of_several_touches(table):
    position, chain = with_chain()
    table.connect()
    who = ["person", "person"]
    who[position.side] = "phone"
    table.start("alquerque", tuple(who), position=position)
    phone = table.paired(position.side)
    table.until(lambda: phone.sites())
    phone.play(chain)
    assert table.match.plies[0].move.text == chain.text


def test_the_place_on_the_board_is_the_one_that_a_finger_on_the_screen_means(table, two):
    white = two[0]
    site = white.sites()[0]
    x, y = white.told["places"][site]
    assert white.act("touch", at=[x + 9, y - 7], seat=0) == 200
    table.until(lambda: "back" in white.acts())
    assert table.scene.phone.half.touches == (site,)
    for at in ([10**9, 0], ["a", 1], [1], 7, None):
        assert white.act("touch", at=at, seat=0) == 400


def test_what_the_rules_refuse_is_refused_with_the_reason(table, two):
    white = two[0]
    free = next(site for site in range(25) if site not in white.sites())
    assert white.act("touch", touch=free) == 200
    table.until(lambda: white.seat["alarm"])
    assert white.seat["note"]
    for nothing in (-1, 25, 10**12, ["hand", 0, 1], ["no such"], ["a" * 20]):
        assert white.act("touch", touch=nothing) == 200
    assert table.scene.phone.half.touches == ()


def test_a_seat_counts_only_on_its_turn_and_in_front_of_the_match(table, two):
    white, black = two
    start = white.sites()[0]
    assert black.act("touch", touch=start) == 409
    assert black.act("confirm") == 409
    table.hold("back")
    table.until(lambda: not white.sites())
    assert white.act("touch", touch=start) == 409
    assert table.scene.name == "game menu"
    table.press("back")
    table.until(lambda: white.sites())
    assert white.act("touch", touch=start) == 200


def test_what_was_not_on_the_page_is_not_confirmed(table, two):
    white = two[0]
    move = table.match.position.parse("c2-c3")
    for touch in move.touches:
        assert white.act("touch", touch=touch) == 200
    white.until_acts("confirm")
    assert white.post("/seat/act", {"act": "confirm", "stamp": "0.0"})[0] == 409
    assert not table.match.half.touches


def test_a_confirmed_move_can_be_changed_until_it_is_made(table, two):
    white = two[0]
    for touch in table.match.position.parse("c2-c3").touches:
        white.act("touch", touch=touch)
    white.until_acts("confirm")
    white.act("confirm")
    table.until(lambda: table.match.half.touches)
    table.until(lambda: white.seat["text"] == "Make your move on the board")
    assert white.act("back") == 200
    table.until(lambda: not table.match.half.touches)
    white.until_acts("back", "confirm")
    white.act("back")
    table.until(lambda: "confirm" not in white.acts())


def test_take_back_draw_and_resignation_are_agreed_on_at_phones(table, two):
    white, black = two
    white.play(table.match.position.parse("c2-c3"))
    white.until_acts("take-back")
    assert "take-back" not in black.acts()
    assert white.act("take-back") == 200
    black.until_acts("yes", "no")
    assert white.act("yes") == 409
    assert black.act("yes") == 200
    table.until(lambda: not table.match.plies)
    white.until_acts("draw")
    assert white.act("draw") == 200
    white.until_acts("yes")
    assert table.match.question.kind is QuestionKind.DRAW
    white.act("yes")
    black.until_acts("no")
    black.act("no")
    table.until(lambda: table.match.question is None)
    white.until_acts("resign")
    assert white.act("resign") == 200
    white.until_acts("yes")
    white.act("yes")
    table.until(lambda: table.match.outcome is not None)
    table.until(lambda: not black.acts())


def test_a_phone_plays_against_the_computer_and_the_table(table):
    table.connect()
    table.start("alquerque", ("phone", "person"))
    phone = table.paired(0)
    table.until(lambda: phone.sites())
    phone.play(first_move(table))
    table.until(lambda: table.scene.name == "play")
    table.move(first_move(table).text)
    table.until(lambda: phone.sites())
    assert [side for side, _ in phone.told["plies"]] == [0, 1]


def test_a_move_makes_itself_where_that_is_set(tmp_path):
    config = replace(ON_PHONES, play=PlayConfig(program_moves="fast"))
    with SeatTable(tmp_path / "state", config=config) as table:
        table.connect()
        table.start("alquerque", ("phone", "person"))
        phone = table.paired(0)
        table.until(lambda: phone.sites())
        for touch in first_move(table).touches:
            phone.act("touch", touch=touch)
        phone.until_acts("confirm")
        phone.act("confirm")
        table.until(lambda: len(phone.told["plies"]) == 1)
        assert table.scene.name == "play"


# Who has a seat


def test_a_code_is_good_once_and_for_nobody_without_it(table, two):
    white = two[0]
    stranger = Phone(table)
    assert stranger.look() == 403
    assert stranger.act("touch", touch=white.sites()[0]) == 403
    stranger.token = "x" * 43
    assert stranger.act("confirm") == 403
    assert not table.seats.codes
    for code in ("", "0", "00000000"):
        table.wait(1.0)
        assert stranger.pair(code)[0] == 403


def test_a_phone_comes_back_after_a_restart_of_the_mirror_and_of_the_table(tmp_path):
    folder = tmp_path / "state"
    with SeatTable(folder) as table:
        table.connect()
        table.start("alquerque", ("phone", "person"))
        phone = table.paired(0)
        table.until(lambda: phone.sites())
        port = table.port
        table.change_mirror()
        table.until(lambda: phone.status == "ended")
        assert not table.seats.watched
        table.until(lambda: phone.look() == 200)
        table.until(lambda: phone.sites())
        kept = (folder / SEATS_NAME).read_text()
        assert phone.token not in kept
        assert (folder / SEATS_NAME).stat().st_mode & 0o077 == 0
    with SeatTable(folder, port=port) as table:
        phone.table = table
        table.connect()
        assert phone.look() == 200
        assert not phone.sites()
        table.stage.go(to.ResumeGame())
        table.wait(1.0)
        while table.scene.name == "set up":
            table.press("confirm")
        assert table.scene.name == "phone"
        table.until(lambda: phone.sites())
        assert phone.act("touch", touch=phone.sites()[0]) == 200


def test_another_phone_takes_a_seat_over(table, two):
    white = two[0]
    table.hold("back")
    table.tap("Phones")
    table.tap("White")
    table.until(lambda: white.status == "ended")
    assert white.look() == 403
    other = table.paired(0)
    table.until(lambda: other.sites())
    assert table.scene.name == "phone"


def test_seats_without_phones_are_played_at_the_table(table):
    table.start("alquerque")
    assert table.scene.name == "phones of seats"
    table.tap("Play them at the table")
    table.move(first_move(table).text)
    assert len(table.match.plies) == 1


def test_a_new_game_shows_whose_phones_are_still_there(table, two):
    token = two[0].token
    table.start("alquerque")
    assert table.scene.name == "phones of seats"
    assert "last game" in table.note
    table.tap("Play")
    table.until(lambda: two[0].status == "ended")
    two[0].token = token
    assert two[0].look() == 200
    table.until(lambda: two[0].sites())


# Codes


class Guesser:
    """Whoever sends codes to the seats of a match of which none has a phone."""

    def __init__(self, folder):
        self.seats = PhoneSeats(folder)
        self.now_s = 100.0
        game = find_game("alquerque")
        new = NewMatch(game, game.complete(None), 0, players=("phone", "phone"))
        self.seats.follow(table_match(new))
        self.seats.show_codes(self.now_s)

    def guess(self, code, client="192.168.1.2", wait_s=1.0):
        self.now_s += wait_s
        self.seats.hear({"id": 1, "client": client, "code": code, "act": "pair"})
        self.seats.update(self.now_s, lambda _: False)
        return self.seats.answers()[-1]["answer"]


def table_match(new):
    from companion.match.match import Match

    return Match.start(new, started="2026-07-04 18:30:05")


@pytest.fixture
def guesser(tmp_path):
    return Guesser(tmp_path)


def wrong(seats):
    return next(f"{n:08d}" for n in range(9) if f"{n:08d}" not in seats.codes.values())


def test_codes_are_digits_that_differ_each_time(guesser):
    first = dict(guesser.seats.codes)
    assert sorted(first) == [0, 1]
    assert all(len(code) == 8 and code.isdigit() for code in first.values())
    guesser.seats.hide_codes()
    guesser.seats.show_codes(guesser.now_s)
    assert guesser.seats.codes != first


def test_a_good_code_gives_its_seat_once(guesser):
    code = guesser.seats.codes[1]
    answer = guesser.guess(code)
    assert (answer["status"], answer["seat"]) == (200, 1)
    assert len(answer["token"]) >= 43
    assert guesser.guess(code)["status"] == 403


def test_one_machine_may_guess_a_few_times(guesser):
    seats = guesser.seats
    for _ in range(MOST_WRONG_OF_ONE):
        assert guesser.guess(wrong(seats))["status"] == 403
    assert guesser.guess(seats.codes[0])["status"] == 429
    assert guesser.guess(seats.codes[0], client="192.168.1.3")["status"] == 200


def test_nobody_guesses_fast(guesser):
    seats = guesser.seats
    assert guesser.guess(wrong(seats))["status"] == 403
    assert guesser.guess(seats.codes[0], wait_s=0.1)["status"] == 429


def test_many_wrong_guesses_bring_other_codes(guesser):
    seats = guesser.seats
    before = dict(seats.codes)
    for number in range(MOST_WRONG):
        guesser.guess(wrong(seats), client=f"192.168.1.{number}")
    seats.show_codes(guesser.now_s)
    assert not set(before.values()) & set(seats.codes.values())
    assert seats.has_new_codes
    assert guesser.guess(seats.codes[0])["status"] == 200


def test_a_code_is_too_old_after_a_while_and_none_is_good_unless_it_is_shown(guesser):
    seats = guesser.seats
    old = seats.codes[0]
    assert guesser.guess(old, wait_s=CODE_S)["status"] == 403
    seats.show_codes(guesser.now_s)
    assert old != seats.codes[0]
    new = seats.codes[0]
    seats.hide_codes()
    assert guesser.guess(new)["status"] == 403


# Whatever the mirror says


def test_what_is_malformed_is_lost(guesser):
    good = {"id": 1, "act": "touch", "touch": 3, "token": "t", "stamp": "1.0"}
    assert asked_from(good) is not None
    spoiled = random.Random(3)
    values = (None, 1, -1, 1.5, "", "x" * 999, "\ud800", [], ["domino"] * 9, {}, True)
    for _ in range(500):
        bad = {**good, spoiled.choice(list(good)): spoiled.choice(values)}
        guesser.seats.hear(bad)
        guesser.seats.update(guesser.now_s, lambda _: pytest.fail("nobody holds a seat"))
    assert not [each for each in guesser.seats.answers() if each["answer"]["status"] == 200]
    for bad in (None, 7, [], "x", {"id": 1}, {"act": "touch"}):
        assert asked_from(bad) is None


def test_too_much_is_lost_and_a_turn_of_the_loop_looks_at_little(guesser):
    seats = guesser.seats
    for number in range(10 * MOST_WAITING):
        seats.hear({"id": number, "act": "confirm", "token": "no"})
    seats.update(guesser.now_s, lambda _: False)
    statuses = [each["answer"]["status"] for each in seats.answers()]
    assert statuses.count(403) == LINES_A_TURN
    assert statuses.count(429) == MOST_ANSWERS - LINES_A_TURN
    turns = 1
    while seats.has_news():
        seats.update(guesser.now_s, lambda _: False)
        turns += 1
    assert turns == MOST_WAITING // LINES_A_TURN


def test_a_mirror_that_says_too_much_is_given_up(guesser):
    feed = MirrorFeed(by_child, lambda: b"", 0, seats=guesser.seats)
    line = json.dumps({"seat": {"id": 1, "act": "confirm", "token": "no"}}).encode() + b"\n"
    with pytest.raises(ConnectionError, match="too much"):
        for _ in range(3 * MOST_LINES):
            feed._hear(line)
    feed.close()


# Whoever is in the network


def headers(table, **values):
    sent = {
        "Host": f"127.0.0.1:{table.port}",
        "Origin": f"http://127.0.0.1:{table.port}",
        "Content-Type": "application/json",
        "Content-Length": "2",
        **{name.replace("_", "-"): value for name, value in values.items()},
    }
    return "".join(f"{name}: {value}\r\n" for name, value in sent.items() if value is not None)


def asked(table, path="/seat/act", method="POST", body="{}", **values):
    """The status that comes back for a request, as it is on the wire."""
    text = f"{method} {path} HTTP/1.1\r\n{headers(table, **values)}\r\n{body}"

    def ask():
        with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE_S) as link:
            link.sendall(text.encode())
            return int(link.recv(1 << 12).split()[1])

    return table.meanwhile(ask)


def test_only_a_page_of_this_table_may_send(table):
    table.connect()
    fine = json.dumps({"act": "confirm"})
    # A good request, but for a token.
    assert asked(table, body=fine, Content_Length=str(len(fine))) == 403
    assert asked(table) == 400
    assert asked(table, Origin=None) == 403
    assert asked(table, Origin="http://evil.example") == 403
    assert asked(table, Origin="null") == 403
    assert asked(table, Host="evil.example") == 400
    assert asked(table, Sec_Fetch_Site="cross-site") == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert asked(table, Content_Type=kind) == 415
    assert asked(table, Content_Length="513") == 413
    assert asked(table, Content_Length=str(100 << 20)) == 413
    assert asked(table, Content_Length=None, Transfer_Encoding="chunked") == 413
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH"):
        assert asked(table, method=method) == 405
    for path in ("/", "/seat", "/seat/events", "/saved", "/record.txt"):
        assert asked(table, path) == 405
    assert asked(table, "/seat/pair") == 400
    assert asked(table, "/seat/pair", body="[]") == 400
    assert asked(table, body="{x") in (400, 403)


@pytest.mark.slow
def test_a_body_that_does_not_come_is_not_waited_for(table):
    table.connect()
    assert asked(table, body="", Content_Length="20") == 408


def test_who_asks_too_fast_is_told_to_wait(table):
    table.connect()

    def ask():
        for _ in range(2 * MOST_REQUESTS):
            with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE_S) as link:
                link.sendall(text.encode())
                yield int(link.recv(1 << 12).split()[1])

    text = f"POST /seat/act HTTP/1.1\r\n{headers(table)}\r\n{{}}"
    assert {400, 429} == set(table.meanwhile(lambda: list(ask())))
    assert table.feed.state().fault is None

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import parse_clock
from companion.contract import Outcome, parse_board
from companion.errors import RecordError
from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.storage.disk import Disk
from companion.storage.record import (
    SIZE_LIMIT,
    Record,
    RecordPly,
    record_of,
    record_text,
    write_record,
)
from companion.storage.record_reader import parse_record, read_record
from tests.match.playing import ALQUERQUE, KNOCKING, agree, lone_match, moves, play, play_at_random
from tests.storage.failing_disk import FailingDisk
from tests.storage.replaying import replay

BY_HAND = """\
Board Companion record 1
Game: alquerque
Option: compulsory=on

1. White c2-c3
2. Black c4xc2 ; forced
3. White c1xc3
"""


def parse(text):
    return parse_record(text.encode(), find_game)


def refused(text):
    """The message with which the bytes or text are refused."""
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(RecordError) as caught:
        parse_record(data, find_game)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def a_match(game=ALQUERQUE, plies=8):
    match = Match.start(
        NewMatch(game, seed=5, players=("Ann", "level 3")), started="2026-07-04 18:30:05"
    )
    play_at_random(match, random.Random(5), plies)
    return match


class TestText:
    def test_it_is_the_format_that_people_were_promised(self):
        match = Match.start(
            NewMatch(ALQUERQUE, {"compulsory": True}), started="2026-07-04 18:30:05"
        )
        play(match, "c2-c3")
        match.note_hint()
        play(match, "c4xc2")
        match.comment(1, "forced; and sad")
        match.resign(0)
        agree(match)
        assert record_text(record_of(match)).splitlines() == [
            "Board Companion record 1",
            "Game: alquerque",
            "Option: starts=white",
            "Option: compulsory=on",
            "Option: forward=off",
            "Option: huffing=off",
            "Option: no_return=off",
            "Option: quiet_limit=50",
            "Seed: 0",
            f"Board: alquerque {match.header.board_mark}",
            "Started: 2026-07-04 18:30:05",
            "Players: person, person",
            "Result: Black wins",
            "Reason: resigned",
            "",
            "1. White c2-c3",
            "2. Black c4xc2 ; [hint] forced; and sad",
        ]

    @pytest.mark.parametrize("game", [ALQUERQUE, KNOCKING], ids=lambda game: game.name)
    def test_a_record_is_read_back_equal(self, game):
        match = a_match(game)
        record = record_of(match)
        again = parse(record_text(record))
        plies = tuple(ply._replace(line=0) for ply in again.plies)
        assert Record(**{**vars(again), "plies": plies}) == record

    def test_times_stand_beside_their_plies(self):
        match = Match.start(NewMatch(ALQUERQUE, clock=parse_clock("10m+5s,5m")))
        match.used_ms = 4_000
        play(match, "c2-c3")
        match.note_hint()
        match.used_ms = 2_590
        play(match, "c4xc2")
        match.comment(1, "[clock] ticking")
        record = record_of(match)
        lines = record_text(record).splitlines()
        assert lines[-2] == "1. White c2-c3 ; [clock 10m+5s,5m 10:06 5:00]"
        assert lines[-1] == "2. Black c4xc2 ; [hint] [clock 10:06 4:57.41] [clock] ticking"
        again = parse(record_text(record))
        assert again.clock == "10m+5s,5m"
        assert [ply.clock for ply in again.plies] == ["10:06 5:00", "10:06 4:57.41"]
        assert again.plies[1].comment == "[clock] ticking" and again.plies[1].is_hinted

    def test_a_long_comment_keeps_its_times(self):
        record = parse(BY_HAND.replace("forced", f"[clock 9:59 10:00] {'x' * 200}"))
        assert record.plies[1].clock == "9:59 10:00" and len(record.plies[1].comment) == 200

    @pytest.mark.parametrize("tag", ["[clock 9:59]", "[clock soon later]", "[clock 0m 9:59]"])
    def test_what_only_looks_like_times_is_comment(self, tag):
        record = parse(BY_HAND.replace("forced", f"{tag} forced"))
        assert record.plies[1].comment == f"{tag} forced" and not record.clock

    def test_title_and_what_it_shows_are_kept(self):
        record = parse(BY_HAND.replace("\n\n", "\nTitle: One exchange \nShows: capture, win\n\n"))
        assert (record.title, record.shows) == ("One exchange", ("capture", "win"))
        again = parse(record_text(record))
        assert (again.title, again.shows) == (record.title, record.shows)
        assert "Title" not in record_text(parse(BY_HAND))

    @pytest.mark.parametrize("codes", ["Knock", "knock,", "knock;mixed", "a b", "x" * 300])
    def test_what_is_no_code_is_refused_as_shown(self, codes):
        message = refused(BY_HAND.replace("\n\n", f"\nShows: {codes}\n\n"))
        assert message.startswith("line 4: expected ")

    @pytest.mark.parametrize(
        ("name", "sides"), [("querni", ("Blue", "Pink")), ("quincy", ("Blue", "Yellow"))]
    )
    def test_the_sides_have_the_names_that_their_players_use(self, name, sides):
        record = record_of(a_match(find_game(name), 2))
        text = record_text(replace(record, outcome=Outcome(1, "resigned")))
        assert f"\n1. {sides[0]} " in text
        assert f"\n2. {sides[1]} " in text
        assert f"\nResult: {sides[1]} wins\n" in text

    def test_a_position_in_the_middle_is_kept(self):
        match = lone_match()
        play(match, "e1-d1")
        record = parse(record_text(record_of(match)))
        assert replay(record)[-1] == match.position

    @given(st.text(max_size=300))
    def test_any_comment_is_read_back_as_it_is_shown(self, text):
        match = a_match(plies=1)
        match.comment(0, text)
        shown = match.plies[0].comment
        if not shown.startswith("[hint]"):
            assert parse(record_text(record_of(match))).plies[0].comment == shown

    @given(st.text(max_size=60))
    def test_any_player_name_is_read_back(self, name):
        match = Match.start(NewMatch(ALQUERQUE, players=(name, "person")))
        assert parse(record_text(record_of(match))).players == match.header.players


class TestReading:
    def test_a_record_by_hand_needs_little(self):
        record = parse(BY_HAND)
        assert (record.game, record.options["compulsory"]) == (ALQUERQUE, True)
        assert record.plies[1] == RecordPly(1, "c4xc2", "forced", False, 6)
        assert (record.outcome, record.seed, record.board) == (None, 0, "alquerque")

    def test_other_line_ends_tabs_and_byte_order_marks_are_read(self):
        text = "\ufeff" + BY_HAND.replace("\n", "\r\n").replace("1. White ", "1.\tWhite\t")
        assert parse(text).plies == parse(BY_HAND).plies

    def test_records_that_call_blue_white_are_read(self):
        record = replace(record_of(a_match(find_game("querni"))), outcome=Outcome(1, "resigned"))
        text = record_text(record).replace("Blue", "White").replace("Pink", "Black")
        assert "Result: Black wins" in text
        assert record_text(parse(text)) == record_text(record)

    def test_a_side_of_another_game_is_refused(self):
        wrong = BY_HAND.replace("3. White", "3. Blue")
        assert refused(wrong).startswith("line 7: expected 'NUMBER. SIDE MOVE'")

    def test_a_move_with_a_space_is_read(self):
        assert parse(BY_HAND.replace("c1xc3", "huff d4")).plies[2].text == "huff d4"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "line 1: expected 'Board Companion record 1'"),
            (BY_HAND.replace("record 1", "record 2"), "version 1 or older, got 2"),
            (BY_HAND.replace("Game: alquerque\n", ""), "expected a header 'Game'"),
            (BY_HAND.replace("alquerque", "go"), "line 2: expected a game"),
            (BY_HAND.replace("Game", "Spiel"), "line 2: expected a header"),
            (
                BY_HAND.replace("compulsory=on", "compulsory=yes"),
                "line 3: expected option compulsory",
            ),
            (BY_HAND.replace("=on\n", "=on\nOption: compulsory=off\n"), "line 4: expected option"),
            (BY_HAND.replace("=on\n", "=on\nSeed: -1\n"), "line 4: expected a seed"),
            (BY_HAND.replace("=on\n", "=on\nSeed: " + "9" * 19 + "\n"), "line 4: expected seed"),
            (BY_HAND.replace("=on\n", "=on\nResult: lost\n"), "line 4: expected White wins"),
            (
                BY_HAND.replace("=on\n", "=on\nPlayers: Ann\n"),
                "line 4: expected two or four players",
            ),
            (BY_HAND.replace("=on\n", "=on\nGame: alquerque\n"), "line 4: expected Game once"),
            (BY_HAND.replace("3. White", "4. White"), "line 7: expected move 3, got '4'"),
            (BY_HAND.replace("3. White", "3. Red"), "line 7: expected 'NUMBER. SIDE MOVE'"),
            (BY_HAND.replace("forced", "\x1b[2J"), "line 6: expected printable text"),
            (BY_HAND.replace("forced", "x" * 5000), "line 6: expected at most 4096"),
            (BY_HAND.replace("=on\n", "=on\n" + "Seed: 1\n" * 70), "expected at most 64 headers"),
            (
                BY_HAND.replace("=on\n", "=on\nStarted: " + "x" * 300 + "\n"),
                "line 4: expected at m",
            ),
            (BY_HAND.encode("utf-16"), "expected UTF-8, got byte 0xff"),
            (BY_HAND.replace("forced", "gezwungen, für Weiß").encode("latin-1"), "got byte 0xfc"),
            (
                b"\xef\xbb\xbf" + BY_HAND.replace("forced", "\xfc").encode("latin-1"),
                "line 6: expected UTF-8, got byte 0xfc",
            ),
            (bytes(SIZE_LIMIT + 1), "expected a record of at most"),
        ],
        ids=lambda value: None if isinstance(value, bytes) else value[-30:],
    )
    def test_what_is_wrong_is_named_with_its_line(self, text, message):
        assert message in refused(text)

    def test_a_huge_file_is_refused_at_once(self, tmp_path):
        path = tmp_path / "huge.txt"
        path.write_bytes(b"Board Companion record 1\n" * 400_000)
        started = time.process_time()
        with pytest.raises(RecordError, match="at most"):
            read_record(path, find_game)
        assert time.process_time() - started < 5

    def test_the_largest_record_is_read_in_a_moment(self):
        lines = (f"{n}. {('White', 'Black')[(n + 1) % 2]} a" for n in range(1, 35_000))
        data = ("Board Companion record 1\nGame: alquerque\n\n" + "\n".join(lines)).encode()
        assert SIZE_LIMIT * 0.9 < len(data) <= SIZE_LIMIT
        started = time.process_time()
        assert len(parse_record(data, find_game).plies) == 34_999
        # A guard against a hang, not a measurement.
        assert time.process_time() - started < 20

    @pytest.mark.parametrize("name", ["missing.txt", ".", "nul\0.txt"])
    def test_what_is_no_file_is_refused(self, tmp_path, name):
        with pytest.raises(RecordError, match="expected a readable record"):
            read_record(tmp_path / name, find_game)

    def test_the_message_names_the_file(self, tmp_path):
        (tmp_path / "x.txt").write_text("hello\n")
        with pytest.raises(RecordError, match=r"x\.txt.*line 1"):
            read_record(tmp_path / "x.txt", find_game)


class TestReplay:
    def test_every_position_is_there(self):
        match = a_match()
        assert replay(parse(record_text(record_of(match)))) == list(match.positions)

    def test_an_illegal_move_is_named_with_its_line(self):
        with pytest.raises(RecordError, match=r"^line 7: "):
            replay(parse(BY_HAND.replace("c1xc3", "c1-c2")))

    def test_a_move_of_the_wrong_side_is_named_with_its_line(self):
        with pytest.raises(RecordError, match="line 6: expected a move of Black, got 'White'"):
            replay(parse(BY_HAND.replace("2. Black", "2. White")))

    def test_a_move_after_the_end_is_named_with_its_line(self):
        text = BY_HAND.replace("\n\n", "\nPosition: ...../...../...../...b./....w w\n\n")
        text = text.replace("c2-c3", "e1xc3")
        with pytest.raises(RecordError, match="line 7: expected nothing after the end"):
            replay(parse(text))

    def test_on_request_it_stops_at_the_last_good_move(self):
        record = parse(BY_HAND.replace("c1xc3", "c1-c2"))
        assert len(replay(record, is_lenient=True)) == 3

    def test_a_result_against_the_rules_is_refused(self):
        text = BY_HAND.split("\n\n")[0] + (
            "\nResult: Black wins\nPosition: ...../...../...../...b./....w w\n\n1. White e1xc3\n"
        )
        with pytest.raises(RecordError, match="expected result White wins"):
            replay(parse(text))

    def test_a_board_that_is_another_one_is_refused(self):
        match = a_match(KNOCKING)
        text = record_text(record_of(match)).replace(match.header.board_mark, "0123456789ab")
        with pytest.raises(RecordError, match="expected board mini-quincala"):
            replay(parse(text))

    def test_a_board_of_ones_own_is_used(self):
        board = parse_board(
            'name = "mini-quincala"\nnote = "mine"\nrows = ["ooo", "ooo", "ooo"]\n'
            '[setups.start.white]\n1 = ["a1"]\n2 = ["b1"]\n3 = ["c1"]\n'
            '[setups.start.black]\n1 = ["a3"]\n2 = ["b3"]\n3 = ["c3"]\n',
            "mine.toml",
        )
        match = Match.start(NewMatch(KNOCKING, board=board))
        play_at_random(match, random.Random(1), 2)
        record = parse(record_text(record_of(match)))
        assert replay(record, board)[-1] == match.position
        with pytest.raises(RecordError, match="expected board"):
            replay(record)

    def test_a_position_that_is_none_is_refused(self):
        with pytest.raises(RecordError, match="expected a position to begin with"):
            replay(parse(BY_HAND.replace("\n\n", "\nPosition: nonsense\n\n")))


class TestFiles:
    def test_names_tell_time_and_game(self, tmp_path):
        match = a_match()
        path = write_record(record_of(match), tmp_path, Disk())
        assert path.name == "2026-07-04_183005_alquerque.txt"
        assert [p.text for p in read_record(path, find_game).plies] == moves(match)

    @pytest.mark.parametrize("started", ["", "../../etc/passwd", "2026-07-04 18:30:05\n", "now"])
    def test_a_time_that_is_none_makes_no_strange_name(self, tmp_path, started):
        record = Record(ALQUERQUE, ALQUERQUE.complete({}), 0, "alquerque", (), started=started)
        assert write_record(record, tmp_path, Disk()).name == "undated_alquerque.txt"

    def test_another_record_of_the_name_is_not_overwritten(self, tmp_path):
        one, other = record_of(a_match(plies=1)), record_of(a_match(plies=2))
        paths = [write_record(record, tmp_path, Disk()) for record in (one, other, one)]
        assert paths[0] == paths[2] != paths[1]
        assert paths[0].read_text() == record_text(one)

    def test_one_that_is_there_already_gets_its_name_synced(self, tmp_path):
        # The run that wrote it may have ended before that.
        disk, record = FailingDisk(), record_of(a_match(plies=1))
        write_record(record, tmp_path, disk)
        disk.done.clear()
        write_record(record, tmp_path, disk)
        assert [name for name, _ in disk.done] == ["sync_dir"]


def fuzz_record(seed, count):
    rng = random.Random(seed)
    seeds = [BY_HAND, record_text(record_of(a_match(KNOCKING)))]
    for number in range(count):
        data = bytearray(rng.choice(seeds).encode())
        for _ in range(rng.randrange(1, 8)):
            at, length = rng.randrange(len(data) + 1), rng.choice((0, 1, 1, 30))
            data[at : at + length] = rng.choice(
                (rng.randbytes(2), b"9", b":", b"\n", b"=", b"x", b"", data[at : at + 40] * 2)
            )
        started = time.process_time()
        try:
            replay(parse_record(bytes(data), find_game))
        except RecordError as error:
            assert "\n" not in str(error), (seed, number)
        assert time.process_time() - started < 5, (seed, number, bytes(data))


def test_no_input_raises_anything_else():
    fuzz_record(20, 1500)


@pytest.mark.slow
def test_no_input_of_a_million_raises_anything_else():
    fuzz_record(21, 1_000_000)


def test_a_drawn_record_says_so():
    record = parse(BY_HAND.replace("=on\n", "=on\nResult: draw\nReason: agreed\n"))
    assert record.outcome == Outcome(None, "agreed")

import random
from dataclasses import replace

import pytest

from companion.contract import harmed_sites
from companion.errors import RecordError
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES, find_game
from companion.storage.playback import SPEEDS, Playback, course_of
from companion.storage.record import public_record, record_of, record_text
from companion.storage.record_reader import parse_record
from tests.match.playing import ALQUERQUE, agree, play, play_at_random
from tests.storage.replaying import replay

TEXT = """\
Board Companion record 1
Game: alquerque
Comment: Two captures.

1. White c2-c3
2. Black c4xc2 ; forced
3. White c1xc3
"""


def parse(text=TEXT, **how):
    return parse_record(text.encode(), find_game, **how)


@pytest.fixture
def playback():
    return Playback(course_of(parse()))


def texts(playback, step):
    """The positions that *step* leads to, until it leads no further."""
    positions = []
    while step():
        positions.append((playback.ply, playback.leg))
    return positions


def random_match(name, plies=40, seed=7, **options):
    match = Match.start(NewMatch(GAMES[name], options, seed))
    play_at_random(match, random.Random(seed), plies)
    return match


class TestSteps:
    def test_ply_by_ply_shows_the_positions_of_the_match(self):
        match = random_match("quincala-knocking")
        playback = Playback(course_of(record_of(match)))
        seen = [playback.position]
        while playback.forward():
            seen.append(playback.position)
        assert seen == list(match.positions)

    def test_leg_by_leg_is_touch_by_touch(self, playback):
        playback.by_legs = True
        assert texts(playback, playback.forward) == [
            (0, 1),
            (1, 0),
            (1, 1),
            (2, 0),
            (2, 1),
            (3, 0),
        ]
        assert texts(playback, playback.back) == [(2, 1), (2, 0), (1, 1), (1, 0), (0, 1), (0, 0)]

    @pytest.mark.parametrize("name", GAMES)
    def test_each_leg_of_every_game_can_be_shown_both_ways(self, name):
        playback = Playback(course_of(record_of(random_match(name))))
        playback.by_legs = True
        forward = [playback.half.pieces()]
        while playback.forward():
            forward.append(playback.half.pieces())
        backward = [playback.half.pieces()]
        while playback.back():
            backward.append(playback.half.pieces())
        assert forward == backward[::-1]

    def test_back_by_plies_from_the_middle_of_a_ply_goes_to_its_beginning(self, playback):
        playback.by_legs = True
        playback.show(1, 1)
        playback.by_legs = False
        playback.back()
        assert (playback.ply, playback.leg) == (1, 0)

    def test_jumps_and_ends(self, playback):
        assert playback.ply == playback.leg == 0
        playback.jump(3)
        assert playback.is_at_end
        assert not playback.forward()
        playback.jump(0)
        assert not playback.back()
        with pytest.raises(ValueError, match="expected a ply of 0 to 3, got 4"):
            playback.jump(4)
        with pytest.raises(ValueError, match="expected a leg of 0 to 1, got 2"):
            playback.show(0, 2)

    def test_the_last_turn_is_that_of_the_ply_made(self, playback):
        assert playback.last_half is None
        playback.jump(2)
        name_of = playback.position.board.name_of
        last = playback.last_half
        assert [name_of(site) for site in last.route()] == ["c4", "c2"]
        assert [name_of(site) for site in harmed_sites(last.facts())] == ["c3"]


class TestByItself:
    def test_it_steps_at_its_speed_and_stops_at_the_end(self, playback):
        playback.play()
        made = []
        for tick in range(80):
            if playback.update(tick / 10):
                made.append((tick, playback.ply))
        assert made == [(10, 1), (20, 2), (30, 3)]
        assert not playback.is_playing

    @pytest.mark.parametrize("speed", SPEEDS)
    def test_every_speed_is_so_many_steps_a_second(self, playback, speed):
        while playback.speed != speed:
            playback.faster()
        playback.play()
        ticks = next(tick for tick in range(1, 1000) if playback.update((tick - 1) / 100))
        assert ticks - 1 == pytest.approx(100 / speed, abs=1)

    def test_the_fastest_is_followed_by_the_slowest(self, playback):
        speeds = [playback.faster() or playback.speed for _ in SPEEDS]
        assert sorted(speeds) == list(SPEEDS)

    def test_at_the_end_it_begins_anew(self, playback):
        playback.jump(3)
        playback.play()
        assert playback.ply == playback.leg == 0
        assert playback.is_playing

    def test_a_clock_that_goes_back_does_not_stop_it(self, playback):
        playback.play()
        playback.update(1000.0)
        assert not playback.update(1.0)
        assert playback.update(2.01)

    def test_a_jump_pauses_it(self, playback):
        playback.play()
        playback.jump(1)
        assert not playback.update(100.0)
        assert playback.ply == 1

    def test_a_record_without_moves_does_not_play(self):
        playback = Playback(course_of(parse(TEXT.split("1. ")[0])))
        playback.play()
        assert not playback.is_playing


class TestComments:
    def test_they_are_those_of_the_ply_made_and_of_the_beginning(self, playback):
        assert playback.comment == "Two captures."
        playback.jump(2)
        assert playback.comment == "forced"

    def test_an_edited_record_reads_back_with_the_comment(self, playback):
        playback.course = replace(playback.course, record=playback.commented("Watch; this\nmove"))
        playback.jump(1)
        playback.course = replace(
            playback.course, record=playback.commented("[hint] [hint] a trap")
        )
        again = parse(record_text(playback.course.record))
        assert again.comment == "Watch; this move"
        assert [ply.comment for ply in again.plies] == ["a trap", "forced", ""]
        assert not again.plies[0].is_hinted
        assert replay(again) == list(playback.positions)


class TestFaults:
    def test_an_illegal_move_is_refused_with_its_line(self):
        with pytest.raises(RecordError, match=r"line 7: "):
            course_of(parse(TEXT.replace("c1xc3", "c1-c5")))

    def test_it_is_opened_up_to_the_last_good_move_when_asked(self):
        course = course_of(parse(TEXT.replace("c1xc3", "c1-c5")), is_lenient=True)
        assert [move.text for move in course.moves] == ["c2-c3", "c4xc2"]
        assert course.fault.startswith("line 7: ")
        assert course.outcome is None

    def test_a_result_after_a_fault_is_not_shown(self):
        text = TEXT.replace("Comment", "Result: White wins\nReason: resigned\nComment")
        assert course_of(parse(text)).outcome == (0, "resigned")
        faulty = course_of(parse(text.replace("3. White", "4. White"), is_lenient=True))
        assert faulty.outcome is None
        assert faulty.fault == "line 9: expected move 3, got '4'"

    def test_a_part_of_it_has_neither_result_nor_fault(self):
        text = TEXT.replace("Comment", "Result: White wins\nReason: resigned\nComment")
        course = course_of(parse(text))
        assert course.shortened(3).outcome == (0, "resigned")
        assert course.shortened(2).outcome is None
        assert len(course.shortened(2).positions) == 3


class TestHidden:
    """Quincy as the program deals it: hands and pile are nobody else's business."""

    def secrets(self, text):
        """What of *text* tells a hand: its dominoes, the pile or the seed."""
        return [
            word for word in text.split() if word.startswith(("hands=", "pile=")) and "." in word
        ]

    @pytest.mark.parametrize("players", [2, 4])
    @pytest.mark.parametrize("seed", range(4))
    def test_the_public_record_is_legal_and_ends_alike(self, players, seed):
        match = random_match("quincy", 200, seed, players=players, starts="coin")
        record = public_record(record_of(match), match.positions[0])
        assert record.seed == 0
        assert record.options["dominoes"] == "physical"
        positions = replay(parse(record_text(record)))
        assert [p.pieces() for p in positions] == [p.pieces() for p in match.positions]
        assert [p.side for p in positions] == [p.side for p in match.positions]
        assert positions[-1].outcome() == match.outcome
        assert not self.secrets(record_text(record))

    def test_it_stays_public_in_the_middle_of_a_game(self):
        match = random_match("quincy", 20)
        middle = Match.start(NewMatch(match.game, seed=7, position=match.position))
        play_at_random(middle, random.Random(1), 8)
        record = public_record(record_of(middle), middle.positions[0])
        assert not self.secrets(record_text(record))
        positions = replay(parse(record_text(record)))
        assert positions == [position.public() for position in middle.positions]

    def test_an_unfinished_game_is_shown_without_hands_and_played_on_with_them(self):
        match = random_match("quincy", 20)
        course = course_of(record_of(match))
        assert all(position.public() is position for position in course.positions)
        assert course.origins == tuple(match.positions)

    def test_a_finished_game_shows_them_unless_told_to_hide(self):
        match = random_match("quincy", 20)
        match.resign(match.position.side)
        agree(match)
        assert course_of(record_of(match)).positions == tuple(match.positions)
        hidden = course_of(record_of(match), is_hiding=True)
        assert all(position.public() is position for position in hidden.positions)
        assert hidden.outcome == match.outcome

    @pytest.mark.parametrize("name", sorted(set(GAMES) - {"quincy"}))
    def test_other_games_hide_nothing(self, name):
        match = random_match(name, 4)
        assert match.position.public() is match.position
        record = record_of(match)
        assert public_record(record, match.positions[0]) is record


def test_whoever_watches_is_told_each_ply_and_may_end_it():
    match = Match.start(NewMatch(ALQUERQUE))
    play(match, "c2-c3", "c4xc2", "c1xc3")
    counts = []
    course_of(record_of(match), watch=counts.append)
    assert counts == [1, 2, 3]
    with pytest.raises(ZeroDivisionError):
        course_of(record_of(match), watch=lambda plies: 1 // (2 - plies))

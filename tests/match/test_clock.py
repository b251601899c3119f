"""Time in a match: what each ply leaves, the flag, and what a take-back brings back."""

import json

import pytest

from companion.clock import TimeLeft, parse_clock
from companion.contract import Outcome
from companion.contract.codes import Cause
from companion.match.entries import Header, PlyEntry, from_json, to_json
from companion.match.match import Match, NewMatch
from companion.match.question import MatchCause, MatchEnd
from companion.match.seats import program_at
from tests.match.playing import ALQUERQUE, Noted, agree, play


def timed(clock="10m+5s", *, journal=None, **given):
    return Match.start(NewMatch(ALQUERQUE, clock=parse_clock(clock), **given), journal=journal)


def after(match, used_ms, text):
    match.used_ms = used_ms
    play(match, text)


class TestPlies:
    def test_each_ply_tells_what_both_have_left(self):
        match = timed()
        after(match, 4_000, "c2-c3")
        after(match, 9_500, "c4xc2")
        assert [ply.clock for ply in match.plies] == [
            (TimeLeft(606_000), TimeLeft(605_000)),
            (TimeLeft(606_000), TimeLeft(600_500)),
        ]
        assert match.used_ms == 0

    def test_without_a_clock_nothing_is_counted(self):
        match = Match.start(NewMatch(ALQUERQUE))
        after(match, 4_000, "c2-c3")
        assert match.times is None and match.plies[0].clock is None
        assert match.flag().refusal.code == MatchCause.NO_FLAG

    def test_a_take_back_brings_its_time_back(self):
        match = timed()
        before = match.times
        after(match, 4_000, "c2-c3")
        match.used_ms = 60_000
        match.back()
        agree(match)
        assert match.times == before and match.used_ms == 0
        match.redo()
        assert match.times.left == (TimeLeft(606_000), TimeLeft(605_000))

    def test_the_journal_has_clock_and_times(self):
        sink = Noted()
        match = timed("10m+5s,5m", journal=sink)
        after(match, 4_000, "c2-c3")
        entries = [from_json(to_json(entry)) for entry in sink.entries]
        assert entries == sink.entries
        again, good, reason = Match.replayed(entries[0], entries[1:], ALQUERQUE)
        assert (good, reason) == (1, "")
        assert again.times == match.times and again.clock == match.clock

    def test_a_journal_without_clocks_is_as_it_was(self):
        header = to_json(Header("alquerque", {}, 0, "alquerque", ""))
        assert "clock" not in header and "clock" not in to_json(PlyEntry(0, "c2-c3"))


class TestFlag:
    def test_it_falls_when_the_time_is_out_and_not_before(self):
        match = timed("10s")
        match.used_ms = 9_999
        assert match.flag().refusal.code == MatchCause.NO_FLAG
        match.used_ms = 10_000
        assert match.flag().code == "asked"
        assert match.question.awaiting == (1,)

    def test_claimed_it_wins(self):
        match = timed("10s")
        match.used_ms = 10_000
        match.flag()
        assert match.confirm(match.stamp).code == "ended"
        assert match.outcome == Outcome(1, MatchEnd.TIME)

    def test_played_on_it_never_falls_again(self):
        sink = Noted()
        match = timed("10s", journal=sink)
        match.touch(match.position.board.site_of("c2"))
        match.used_ms = 10_000
        match.flag()
        match.answer(False, match.stamp)
        assert match.half.touches, "the begun move is still begun"
        match.used_ms = 99_000
        assert match.flag().refusal.code == MatchCause.NO_FLAG
        match.back()
        play(match, "c2-c3")
        assert match.plies[0].clock == (TimeLeft(0, 0, True), TimeLeft(10_000))
        match.used_ms = 10_000
        assert match.flag().code == "asked"
        assert match.question.awaiting == (0,)

    def test_against_the_computer_the_person_says_what_happens(self):
        match = timed("10s", players=("person", program_at(1)))
        match.used_ms = 10_000
        match.flag()
        assert match.question.awaiting == (0,)
        assert match.question.outcome.winner == 1

    def test_while_something_is_asked_it_does_not_fall(self):
        match = timed("10s")
        match.offer_draw(0)
        match.used_ms = 10_000
        assert match.flag().refusal.code == MatchCause.QUESTION_OPEN

    def test_at_the_end_the_time_of_the_last_turn_stays_used(self):
        match = timed("10s")
        match.used_ms = 4_000
        match.resign(0)
        assert match.confirm(match.stamp).code == "ended"
        assert match.used_ms == 4_000

    def test_an_end_on_time_can_be_taken_back(self):
        match = timed("10s")
        match.used_ms = 10_000
        match.flag()
        match.confirm(match.stamp)
        match.back()
        agree(match)
        assert match.outcome is None


class TestGivenTime:
    def test_it_adds_to_the_clock_of_either_side_in_the_middle_of_a_turn(self):
        match = timed("10m")
        match.touch(match.position.board.site_of("c2"))
        match.used_ms = 4_000
        assert match.give_time(1).code == match.give_time(0).code == "time-given"
        match.give_time(1)
        assert [face.ms for face in match.times.faces(0, 4_000)] == [611_000, 630_000]
        assert match.half.touches and match.used_ms == 4_000

    def test_the_next_ply_tells_it_once(self):
        match = timed("10m")
        match.give_time(1)
        after(match, 4_000, "c2-c3")
        assert match.plies[0].clock == (TimeLeft(596_000), TimeLeft(615_000))
        assert match.times.left == match.plies[0].clock

    def test_a_flag_falls_so_much_later(self):
        match = timed("10s")
        match.give_time(0)
        match.used_ms = 24_999
        assert match.flag().refusal.code == MatchCause.NO_FLAG
        match.used_ms = 25_000
        assert match.flag().code == "asked"

    def test_what_was_given_stays_given_when_moves_are_taken_back_and_played_again(self):
        match = timed("10m")
        after(match, 4_000, "c2-c3")
        match.give_time(0)
        match.back()
        agree(match)
        match.give_time(1)
        assert match.times.left == (TimeLeft(615_000), TimeLeft(615_000))
        match.redo()
        assert match.times.left == (TimeLeft(611_000), TimeLeft(615_000))

    def test_the_journal_has_it(self):
        sink = Noted()
        match = timed("10m", journal=sink)
        after(match, 4_000, "c2-c3")
        match.give_time(0)
        entries = [from_json(to_json(entry)) for entry in sink.entries]
        again, good, reason = Match.replayed(entries[0], entries[1:], ALQUERQUE)
        assert (good, reason) == (2, "")
        assert again.times == match.times

    def test_only_with_a_clock_is_the_journal_one_that_older_programs_leave_alone(self):
        versions = []
        for clock in ("", "10m"):
            text = to_json(Header("alquerque", {}, 0, "alquerque", "", clock=clock))
            versions.append(json.loads(text)["board-companion-journal"])
        assert versions == [2, 3]

    @pytest.mark.parametrize(
        ("clock", "cause"), [("off", MatchCause.NO_CLOCK), ("10s", MatchCause.TIME_IS_UP)]
    )
    def test_there_is_none_without_a_clock_or_for_one_that_has_run_out(self, clock, cause):
        match = timed(clock)
        match.used_ms = 10_000
        match.flag()
        match.answer(False, match.stamp)
        stamp = match.stamp
        assert match.give_time(0).refusal.code == cause
        assert match.stamp == stamp

    def test_there_is_none_before_a_question_is_answered_or_after_the_end(self):
        match = timed("10m")
        match.offer_draw(0)
        assert match.give_time(1).refusal.code == MatchCause.QUESTION_OPEN
        agree(match)
        assert match.give_time(1).refusal.code == Cause.GAME_OVER

    @pytest.mark.parametrize("clock", ["30s/move", "hourglass:5m", "delay:5m+5s", "5m+3x30s"])
    def test_every_kind_of_clock_has_it_until_it_is_used(self, clock):
        plain, given = timed(clock), timed(clock)
        given.give_time(1)
        for match in (plain, given):
            after(match, 4_000, "c2-c3")
        assert given.times.left[0] == plain.times.left[0]
        assert given.times.left[1].ms == plain.times.left[1].ms + 15_000


@pytest.mark.parametrize("times", ['"ten"', "17", '["1:00","2:00"]'])
def test_times_that_are_none_damage_the_journal(times):
    with pytest.raises(ValueError, match="in the journal"):
        from_json(f'{{"ply":"c2-c3","side":0,"hinted":false,"clock":{times}}}')

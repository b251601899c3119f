"""The running turn, measured with seconds that a test passes in."""

import pytest

from companion.clock import Face, TimeLeft, parse_clock
from companion.match.match import Match, NewMatch
from companion.ui.play.match_clock import AWAY_S, GRACE_S, RunningClock
from companion.words.timing import face_label
from tests.match.playing import ALQUERQUE, play


class Table:
    """A match with a clock, a hand to play it, and what was kept for after a power cut."""

    def __init__(self, clock="10m", at_s=100.0):
        self.match = Match.start(NewMatch(ALQUERQUE, clock=parse_clock(clock) if clock else None))
        self.kept, self.warned = [], []
        self.clock = RunningClock(
            self.match,
            at_s,
            lambda: self.kept.append(self.match.used_ms),
            lambda *low: self.warned.append(low),
        )
        self.clock.update(at_s, runs=True)

    def run(self, since_s, until_s, runs=True):
        """Let time pass as the loop does; return when a flag was to be asked about."""
        for step in range(1, round((until_s - since_s) * 10) + 1):
            if self.clock.update(since_s + step / 10, runs=runs):
                return since_s + step / 10
        return None

    def lever(self, at_s, text):
        self.clock.lever(at_s)
        play(self.match, text)
        self.clock.follow()

    def left(self):
        return [face.ms for face in self.clock.faces()]


def test_the_time_stops_at_the_instant_of_the_press():
    table = Table()
    table.run(100, 103)
    table.lever(102.345, "c2-c3")
    assert table.match.plies[0].clock == (TimeLeft(597_655), TimeLeft(600_000))
    table.run(103, 104)
    assert table.left() == [597_655, 598_345]


def test_two_presses_in_one_turn_of_the_loop_count_by_their_own_times():
    table = Table()
    table.lever(104.0, "c2-c3")
    table.lever(104.5, "c4xc2")
    assert table.match.plies[1].clock == (TimeLeft(596_000), TimeLeft(599_500))


def test_a_press_older_than_its_turn_begins_the_next_one_no_earlier():
    table = Table()
    table.lever(104.5, "c2-c3")
    table.lever(104.2, "c4xc2")
    assert table.match.plies[1].clock == (TimeLeft(595_500), TimeLeft(600_000))
    table.run(104.5, 105)
    assert table.left() == [595_000, 600_000]


def test_what_costs_nobody_time():
    table = Table()
    table.run(100, 102)
    table.run(102, 110, runs=False)
    table.run(110, 111)
    assert table.left() == [pytest.approx(597_000, abs=200), 600_000]


def test_a_menu_stops_the_time_at_its_press():
    table = Table()
    table.run(100, 102)
    table.clock.lever(102.05)
    table.clock.stop(102.05)
    assert table.kept == [2_050]
    table.run(160, 161)
    assert table.left()[0] == pytest.approx(597_000, abs=150)


def test_another_scene_in_front_costs_nothing():
    table = Table()
    table.run(100, 102)
    table.clock.update(500, runs=True)
    table.run(500, 501)
    assert table.left()[0] == pytest.approx(597_000, abs=10)


def test_a_loop_that_rests_costs_all_its_time():
    table = Table()
    for step in range(1, 11):
        table.clock.update(100 + step * (AWAY_S - 0.1), runs=True)
    assert table.left()[0] == round(600_000 - 10_000 * (AWAY_S - 0.1))


def test_a_flag_is_asked_about_once_and_a_moment_late():
    table = Table("5s")
    fell_s = table.run(100, 110)
    assert fell_s == pytest.approx(105 + GRACE_S, abs=0.05)
    assert table.clock.is_out
    table.match.flag()
    table.match.answer(False, table.match.stamp)
    assert table.run(110, 200) is None


def test_a_press_in_time_counts_though_it_comes_late():
    table = Table("5s")
    table.run(100, 105)
    table.clock.update(105.05, runs=True)
    table.clock.lever(104.99)
    assert not table.clock.is_out
    play(table.match, "c2-c3")
    assert table.match.plies[0].clock[0] == TimeLeft(10)


def test_low_time_is_told_once_at_each_threshold():
    table = Table("1m+1s")
    table.run(100, 162)
    assert table.warned == [(0, 60), (0, 30), (0, 10)]


def test_the_screen_changes_once_a_second_and_ten_times_in_the_last_ten():
    table, changed_s = Table("20s"), []
    for step in range(1, 1200):
        table.clock.update(100 + step / 100, runs=True)
        if table.clock.is_changed():
            changed_s.append(step / 100)
    assert len([at_s for at_s in changed_s if 1.5 < at_s <= 9.5]) == 8
    assert len([at_s for at_s in changed_s if 10.5 < at_s <= 11.5]) == 10


def test_it_knows_when_it_changes_next():
    table = Table("20s")
    table.clock.update(100.25, runs=True)
    assert table.clock.next_change_s(100.25) == pytest.approx(101.0, abs=0.002)
    table.clock.update(100.25, runs=False)
    assert table.clock.next_change_s(100.25) == float("inf")


def test_without_a_clock_nothing_happens():
    table = Table("")
    table.run(100, 200)
    table.clock.stop(200)
    assert table.clock.faces() is None and not table.clock.is_changed() and not table.kept
    assert table.clock.next_change_s(200) == float("inf")


def test_a_long_turn_is_kept_now_and_then():
    table = Table()
    table.run(100, 165)
    assert [round(ms, -3) for ms in table.kept] == [15_000, 30_000, 45_000, 60_000]


def test_a_take_back_begins_the_turn_with_the_time_it_had():
    table = Table()
    table.lever(104.0, "c2-c3")
    table.run(104, 110)
    table.match.back()
    table.match.confirm(table.match.stamp)
    table.match.confirm(table.match.stamp)
    table.clock.follow()
    assert table.left() == [600_000, 600_000]


def test_a_clock_is_hurried_in_its_last_ten_seconds_while_it_runs():
    table = Table("12s")
    table.run(100, 101.5)
    assert not table.clock.is_hurried
    table.run(101.5, 102.5)
    assert table.clock.is_hurried
    table.clock.stop(102.5)
    assert not table.clock.is_hurried


def test_a_period_that_is_not_the_last_hurries_nobody():
    table = Table("0+3x5s")
    table.run(100, 103)
    assert not table.clock.is_hurried
    table.run(103, 111)
    assert table.clock.is_hurried


@pytest.mark.parametrize(
    ("face", "label"),
    [
        (Face(30_000, periods=3), "White (3 periods)"),
        (Face(30_000, periods=1), "White (1 period)"),
        (Face(0, has_fallen=True), "White: time is up"),
        (Face(60_000, waits_ms=1_500), "White (2 s delay)"),
        (Face(60_000), "White"),
    ],
)
def test_a_face_tells_whose_it_is_and_what_is_left_beside_the_time(face, label):
    assert face_label("White", face) == label

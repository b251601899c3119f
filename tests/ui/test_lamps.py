import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.art.marks import Mark
from companion.contract import Lifted, Piece, parse_board
from companion.errors import BoardError
from companion.plugins import load_board
from companion.ui.board.marks import BoardPicture
from companion.ui.lamps import (
    CHANNEL_MA,
    GLOWS,
    STEPS_PER_S,
    BlinkPattern,
    LampLight,
    Panel,
    calm_level,
    lamp_map,
    level,
    roles_of,
    step_at,
)
from tests.ui.lamp_roles import AT_ONCE

QUINCALA = load_board("mini-quincala")
ALQUERQUE = load_board("alquerque")

# How the strip runs on a panel of 3 by 2: the far row above the near one, by hand.
STRIPS = {
    ("near-left", "ranks", False): ("345", "012"),
    ("near-left", "ranks", True): ("543", "012"),
    ("near-right", "ranks", False): ("543", "210"),
    ("near-right", "ranks", True): ("345", "210"),
    ("far-left", "ranks", False): ("012", "345"),
    ("far-left", "ranks", True): ("012", "543"),
    ("far-right", "ranks", False): ("210", "543"),
    ("far-right", "ranks", True): ("210", "345"),
    ("near-left", "files", False): ("135", "024"),
    ("near-left", "files", True): ("125", "034"),
    ("near-right", "files", False): ("531", "420"),
    ("near-right", "files", True): ("521", "430"),
    ("far-left", "files", False): ("024", "135"),
    ("far-left", "files", True): ("034", "125"),
    ("far-right", "files", False): ("420", "531"),
    ("far-right", "files", True): ("430", "521"),
}


@pytest.mark.parametrize(("corner", "along", "is_serpentine"), STRIPS)
def test_the_strip_runs_as_written_down(corner, along, is_serpentine):
    panel = Panel(3, 2, corner, along, is_serpentine)
    far, near = STRIPS[corner, along, is_serpentine]
    assert "".join(str(panel.pixel_of(column, 1)) for column in range(3)) == far
    assert "".join(str(panel.pixel_of(column, 0)) for column in range(3)) == near


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (3, 0), (0, 2)])
def test_a_place_off_the_panel_is_refused(place):
    with pytest.raises(ValueError, match="3x2 panel"):
        Panel(3, 2).pixel_of(*place)


# Lamps under dots, worked out by hand for a serpentine from the near left corner.


@pytest.mark.parametrize(
    ("board", "size", "lamps"),
    [
        (ALQUERQUE, 16, {"a1": 30, "e1": 18, "a2": 65, "c3": 120, "e5": 210}),
        (ALQUERQUE, 9, {"a1": 0, "b1": 2, "a2": 18, "c3": 40, "e5": 80}),
        (QUINCALA, 16, {"b1": 59, "a2": 67, "e5": 120, "i8": 171, "h9": 181}),
        (QUINCALA, 9, {"b1": 1, "a2": 17, "e5": 40, "h9": 79}),
    ],
    ids=["alquerque-16", "alquerque-9", "quincala-16", "quincala-9"],
)
def test_shipped_boards_lie_where_their_files_say(board, size, lamps):
    pixels = lamp_map(board, Panel(size, size))
    assert {name: pixels[board.site_of(name)] for name in lamps} == lamps


@pytest.mark.parametrize("board", [QUINCALA, ALQUERQUE], ids=lambda board: board.name)
@pytest.mark.parametrize("size", [(16, 16), (9, 9), (32, 16), (12, 20), (64, 64)])
def test_every_dot_has_a_lamp_of_its_own(board, size):
    panel = Panel(*size)
    lamps = lamp_map(board, panel)
    assert len(set(lamps)) == len(board)
    assert all(0 <= lamp < panel.lamp_count for lamp in lamps)


def test_a_board_that_says_nothing_of_a_panel_is_spread_and_centered():
    lamps = lamp_map(ALQUERQUE, Panel(12, 20, is_serpentine=False))
    columns = sorted({lamp % 12 for lamp in lamps})
    rows = sorted({lamp // 12 for lamp in lamps})
    assert columns == [1, 3, 5, 7, 9]
    assert rows == [5, 7, 9, 11, 13]


@pytest.mark.parametrize("size", [(8, 16), (16, 8), (8, 8)])
def test_a_panel_too_small_for_the_board_is_named(size):
    with pytest.raises(BoardError, match=f"mini-quincala.*9x9.*'{size[0]}x{size[1]}'"):
        lamp_map(QUINCALA, Panel(*size))


def test_a_board_of_one_dot_lies_in_the_middle():
    board = parse_board('name="dot"\nnote="n"\nrows=["o"]', "dot.toml")
    assert lamp_map(board, Panel(5, 5, is_serpentine=False)) == (12,)


# Roles


def test_a_site_with_several_roles_shows_the_most_urgent():
    marks = {0: frozenset({Mark.MOVABLE, Mark.FOCUS}), 1: frozenset({Mark.TARGET, Mark.ERROR})}
    assert roles_of(BoardPicture(marks=marks)) == {0: Mark.FOCUS, 1: Mark.ERROR}


def test_the_lifted_piece_and_the_last_move_have_lamps():
    picture = BoardPicture(lifted=Lifted(4, (Piece(0, 1),)), last_move=(3, 4, 5))
    assert roles_of(picture) == {
        3: Mark.LAST_MOVE,
        4: Mark.SELECTED,
        5: Mark.LAST_MOVE,
    }


@pytest.mark.parametrize(
    ("mark", "shown"),
    [(Mark.CAPTURE, Mark.CAPTURE), (Mark.MOVABLE, Mark.SELECTED), (Mark.ERROR, Mark.ERROR)],
)
def test_a_mark_on_the_lifted_piece_wins_only_when_it_is_more_urgent(mark, shown):
    picture = BoardPicture(lifted=Lifted(4, (Piece(0, 1),)), marks={4: frozenset({mark})})
    assert roles_of(picture) == {4: shown}


def test_a_movable_piece_hides_the_last_move_under_it():
    picture = BoardPicture(last_move=(4,), marks={4: frozenset({Mark.MOVABLE})})
    assert roles_of(picture) == {4: Mark.MOVABLE}


def test_every_role_glows():
    assert set(GLOWS) == set(Mark)
    for mark, glow in GLOWS.items():
        assert max(glow.color) >= 200, mark


@pytest.mark.parametrize("roles", AT_ONCE)
def test_roles_that_are_on_one_board_differ_by_pattern_and_not_by_color_alone(roles):
    for one, other in itertools.combinations(roles, 2):
        assert GLOWS[one].pattern is not GLOWS[other].pattern, (one, other)


def test_patterns_differ_by_more_than_an_eye_can_miss():
    courses = {
        pattern: [level(pattern, step) for step in range(STEPS_PER_S)] for pattern in BlinkPattern
    }
    for one, other in itertools.combinations(BlinkPattern, 2):
        apart = [abs(a - b) for a, b in zip(courses[one], courses[other], strict=True)]
        assert sum(apart) / STEPS_PER_S > 0.18, (one, other)


@pytest.mark.parametrize(
    ("pattern", "course"),
    [
        (BlinkPattern.STEADY, "################"),
        (BlinkPattern.DIM, "................"),
        (BlinkPattern.SLOW_BLINK, "++++++++........"),
        (BlinkPattern.FAST_BLINK, "#...##...##....#"),
        (BlinkPattern.WINK, "...#############"),
        (BlinkPattern.DOUBLE_FLASH, "##..##.........."),
        (BlinkPattern.PULSE, "++++++++########"),
    ],
)
def test_each_pattern_runs_as_it_is_called(pattern, course):
    def sign(value):
        return "#" if value > 0.7 else "+" if value > 0.35 else "."

    assert "".join(sign(level(pattern, step)) for step in range(STEPS_PER_S)) == course


@pytest.mark.parametrize("pattern", BlinkPattern)
def test_a_pattern_repeats_every_second_and_is_bright_at_some_time(pattern):
    levels = [level(pattern, step) for step in range(2 * STEPS_PER_S)]
    assert levels[:STEPS_PER_S] == levels[STEPS_PER_S:]
    assert all(0 <= value <= 1 for value in levels)
    assert max(levels) > 0.15


@pytest.mark.parametrize("pattern", BlinkPattern)
def test_no_pattern_flashes_more_than_three_times_in_any_second(pattern):
    for start in range(STEPS_PER_S):
        lit = [level(pattern, start + step) > 0.3 for step in range(STEPS_PER_S)]
        ends = sum(before and not now for before, now in itertools.pairwise(lit))
        assert ends <= 3, (pattern, start)


@pytest.mark.parametrize("pattern", BlinkPattern)
def test_calm_lamps_never_change_fast(pattern):
    levels = [calm_level(pattern, step) for step in range(5 * STEPS_PER_S)]
    assert all(0.1 <= value <= 1 for value in levels)
    assert max(abs(a - b) for a, b in itertools.pairwise(levels)) < 0.16


def test_calm_patterns_can_be_told_apart():
    courses = {p: [calm_level(p, s) for s in range(2 * STEPS_PER_S)] for p in BlinkPattern}
    for one, other in itertools.combinations(BlinkPattern, 2):
        apart = [abs(a - b) for a, b in zip(courses[one], courses[other], strict=True)]
        assert sum(apart) / len(apart) > 0.1, (one, other)


def test_calm_lamps_are_lit_calmly():
    calm = replace(light(), is_calm=True)
    frames = {calm.frame({0: Mark.CAPTURE}, step) for step in range(STEPS_PER_S)}
    assert len(frames) > 5 and bytes(12) not in frames


def test_steps_count_sixteenths_of_a_second():
    assert (step_at(0.0), step_at(0.99), step_at(1.0), step_at(1.0625)) == (0, 15, 16, 17)


# Frames


@pytest.mark.parametrize("is_calm", [False, True])
@pytest.mark.parametrize("is_hurried", [False, True])
@pytest.mark.parametrize("mark", Mark)
def test_the_next_step_is_never_later_than_the_next_frame(mark, is_hurried, is_calm):
    lamps, roles = replace(light(), is_calm=is_calm), {0: mark, 2: Mark.LAST_MOVE}

    def frame(step):
        return lamps.frame(roles, step, is_hurried=is_hurried)

    for step in range(1000, 1000 + 2 * STEPS_PER_S):
        later = range(step + 1, step + 3 * STEPS_PER_S)
        changed = next((other for other in later if frame(other) != frame(step)), None)
        following = lamps.next_step(roles, step, is_hurried=is_hurried)
        assert (changed is None) == (following is None)
        assert following is None or step < following <= changed


def test_steps_at_which_nothing_changes_are_passed_over():
    assert light().next_step({0: Mark.TARGET, 1: Mark.MOVABLE}, 3) is None
    assert light().next_step({0: Mark.TARGET, 1: Mark.LAST_MOVE}, 35) == 40
    assert light().next_step({0: Mark.LAST_MOVE, 1: Mark.FOCUS}, 33) == 35
    assert replace(light(), is_calm=True).next_step({0: Mark.LAST_MOVE}, 3) is None


def light(lamps=(2, 0, 1), count=4, brightness=100, cap_ma=2000) -> LampLight:
    return LampLight(tuple(lamps), count, brightness, cap_ma)


def test_a_frame_has_three_bytes_a_lamp_in_strip_order_and_darkness_elsewhere():
    frame = light().frame({0: Mark.TARGET, 1: Mark.PLACE}, 0)
    assert frame == bytes([0, 80, 255, 0, 0, 0, 0, 200, 120, 0, 0, 0])


def test_brightness_scales_the_light_and_zero_is_darkness():
    assert light(brightness=50).frame({0: Mark.TARGET}, 0)[6:9] == bytes([0, 100, 60])
    roles = dict.fromkeys(range(3), Mark.ERROR)
    assert light(brightness=0).frame(roles, 0) == bytes(12)


def test_the_cap_dims_all_lamps_alike():
    roles = {0: Mark.FOCUS, 1: Mark.FOCUS}
    frame = light(cap_ma=100).frame(roles, 4)
    # 120 mA wanted, 100 mA allowed.
    assert set(frame[:3] + frame[6:9]) == {int(255 * 100 / 120)}


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.integers(0, 255), st.sampled_from(list(Mark))),
    st.integers(0, 100),
    st.integers(100, 20000),
    st.integers(0, STEPS_PER_S - 1),
)
def test_no_frame_ever_draws_more_than_the_cap(roles, brightness, cap_ma, step):
    frame = LampLight(tuple(range(256)), 256, brightness, cap_ma).frame(roles, step)
    assert len(frame) == 768
    assert sum(frame) * CHANNEL_MA / 255 <= cap_ma
    assert not any(frame[3 * lamp + channel] for lamp in set(range(256)) - set(roles)
                   for channel in range(3))  # fmt: skip

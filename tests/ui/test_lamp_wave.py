"""Waves of light: what they light, when they end, and that they flash nobody."""

import operator
from dataclasses import replace
from itertools import product

import pytest

from companion.art.marks import Mark
from companion.config.values import Config, LedConfig
from companion.contract import Site
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES, find_game
from companion.testing.screen_checks import STILL
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.lamp_show import FRAMES_PER_S, LampShow, Wave, WaveKind
from companion.ui.lamps import CHANNEL_MA
from companion.ui.view import View
from tests.match.playing import agree, play

ALQUERQUE = find_game("alquerque").shipped_board()
BOARDS = [game.shipped_board() for game in GAMES.values()]
WAVING = replace(STILL, leds=LedConfig(lamp_show="on"))
MOST_FLASHES = 3


def view_of(board, marks=None):
    return View(key="a screen", board=board, picture=BoardPicture(marks=marks or {}))


def frames_of(show, view, from_s, to_s):
    """Each frame that is sent, with its time."""
    times = [from_s + n / 64 for n in range(int((to_s - from_s) * 64))]
    sent = [(now_s, show.changed_frame(view, now_s)) for now_s in times]
    return [(now_s, frame) for now_s, frame in sent if frame is not None]


def flashes(levels, least=1.0):
    """The times at which what changes by *levels*, each with its time, has risen to fall again.

    Rises and falls by less than *least* are none.
    """
    tops, low, high, top_s = [], levels[0][1], levels[0][1], None
    for now_s, level in levels:
        if top_s is None:
            low = min(low, level)
            if level >= low + least:
                high, top_s = level, now_s
        elif level > high:
            high, top_s = level, now_s
        elif level <= high - least:
            tops.append(top_s)
            low, top_s = level, None
    return tops


def most_in_a_second(times):
    return max((sum(t <= other < t + 1 for other in times) for t in times), default=0)


def flashes_of(frames, board):
    """Those of each lamp, and of all lamps together where that is a tenth of what they can.

    Source: WCAG 2.2, "general flash": a pair of opposing changes of 10 % or more.
    """
    weights = 0.2126, 0.7152, 0.0722
    lit = []
    for now_s, frame in frames:
        rgbs = zip(frame[::3], frame[1::3], frame[2::3], strict=True)
        lit.append((now_s, [sum(map(operator.mul, weights, rgb)) for rgb in rgbs]))
    lamps = [[(now_s, lamps[n]) for now_s, lamps in lit] for n in range(len(lit[0][1]))]
    whole = [(now_s, sum(lamps)) for now_s, lamps in lit]
    return [*map(flashes, lamps), flashes(whole, 0.1 * 255 * len(board))]


@pytest.mark.parametrize("shows", ["on", "calm"])
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_no_lamp_flashes_more_than_three_times_in_any_second_of_any_waves(board, shows):
    """Each kind after each other, as soon as one can begin, from every twentieth site."""
    leds = LedConfig(panel="16x16", brightness=100, lamp_show=shows)
    view = view_of(board)
    for site, kinds in product(range(0, len(board), 20), product(WaveKind, repeat=2)):
        show, frames, now_s = LampShow(Config(leds=leds)), [], 5.0
        for kind in (*kinds, kinds[0]):
            show.begin_wave(board, kind, now_s, (Site(site),) if kind is WaveKind.CAPTURE else ())
            frames += frames_of(show, view, now_s, now_s + 0.3)
            now_s += 0.3
        frames += frames_of(show, view, now_s, now_s + 6.0)
        for times in flashes_of(frames, board):
            assert most_in_a_second(times) <= MOST_FLASHES, (site, kinds)


@pytest.mark.parametrize("kind", WaveKind)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_every_frame_of_a_wave_stays_under_the_cap(board, kind):
    show = LampShow(Config(leds=LedConfig(brightness=100, current_cap_ma=100)))
    show.begin_wave(board, kind, 0.0, (Site(3),) if kind is WaveKind.CAPTURE else ())
    sent = frames_of(show, view_of(board), 0.0, 4.0)
    drawn_ma = [sum(frame) * CHANNEL_MA / 255 for _, frame in sent]
    assert max(drawn_ma) <= 100 and max(drawn_ma) > 0


@pytest.mark.parametrize("kind", WaveKind)
def test_a_wave_lights_every_free_lamp_that_it_reaches_once_and_is_over(kind):
    show = LampShow(Config())
    show.begin_wave(ALQUERQUE, kind, 1.0, (ALQUERQUE.site_of("c3"),))
    sent = frames_of(show, view_of(ALQUERQUE), 1.0, 5.0)
    assert len(sent) <= 2.5 * FRAMES_PER_S + 1
    assert not any(sent[-1][1])
    assert all(len(times) <= 1 for times in flashes_of(sent, ALQUERQUE))
    lit = {n for _, frame in sent for n in range(256) if any(frame[3 * n : 3 * n + 3])}
    assert lit == set(show.light_for(ALQUERQUE).lamps)


def test_what_may_be_touched_is_lit_as_without_a_wave_from_the_first_frame_on():
    marks = {Site(n): frozenset({mark}) for n, mark in enumerate(Mark)}
    view, plain, waving = view_of(ALQUERQUE, marks), LampShow(Config()), LampShow(Config())
    waving.begin_wave(ALQUERQUE, WaveKind.END, 5.0)
    marked = [waving.light_for(ALQUERQUE).lamps[site] for site in marks]
    for n in range(160):
        now_s = 5.0 + n / 64
        with_wave, without = waving.frame(view, now_s), plain.frame(view, now_s)
        for lamp in marked:
            assert with_wave[3 * lamp : 3 * lamp + 3] == without[3 * lamp : 3 * lamp + 3]


def test_a_calm_wave_is_slower_and_weaker_and_calm_lamps_have_no_other():
    lively, calm = (
        Wave(ALQUERQUE, WaveKind.END, 0.0, is_calm=is_calm) for is_calm in (False, True)
    )
    assert calm.ends_s == 2 * lively.ends_s
    most = [max(max(w.levels(n).values(), default=0) for n in range(40)) for w in (lively, calm)]
    assert most[1] <= 0.55 * most[0]
    show = LampShow(Config(leds=LedConfig(calm=True)))
    show.begin_wave(ALQUERQUE, WaveKind.END, 0.0)
    assert any(show.frame(view_of(ALQUERQUE), 0.8 * calm.ends_s))


def test_there_is_none_where_it_is_off():
    show = LampShow(Config(leds=LedConfig(lamp_show="off")))
    show.begin_wave(ALQUERQUE, WaveKind.END, 0.0)
    assert not any(show.frame(view_of(ALQUERQUE), 1.0))


def test_a_wave_that_runs_wakes_the_program_for_each_of_its_frames():
    show, view, now_s, count = LampShow(Config()), view_of(ALQUERQUE), 1.0, 0
    show.begin_wave(ALQUERQUE, WaveKind.START, now_s)
    while now_s < 2.4:
        show.changed_frame(view, now_s)
        now_s, count = show.next_change_s(now_s, 99.0) + 0.001, count + 1
    assert 11 <= count <= 13
    show.changed_frame(view, 2.6)
    assert show.next_change_s(2.6, 99.0) > 3.0


def wave_of(sitting):
    wave = sitting.stage.lamps.wave
    now_s = sitting.clock.now_s
    return wave.kind if wave is not None and wave.step_at(now_s) is not None else None


def test_a_game_has_one_at_its_start_at_a_capture_and_at_its_end(sit):
    sitting = sit(config=WAVING)
    sitting.play("alquerque")
    assert wave_of(sitting) is WaveKind.START
    sitting.wait(2)
    assert wave_of(sitting) is None
    sitting.move("c2-c3")
    assert wave_of(sitting) is None, "a step takes nothing"
    sitting.move("c4xc2")
    assert wave_of(sitting) is WaveKind.CAPTURE
    sitting.wait(2)
    sitting.match.resign(0)
    sitting.press("confirm")
    assert wave_of(sitting) is WaveKind.END


def test_the_first_touch_ends_it(sit):
    sitting = sit(config=WAVING)
    sitting.play("alquerque")
    sitting.touch("c2")
    assert wave_of(sitting) is None
    frame = sitting.stage.lamps.frame(sitting.stage.view, sitting.clock.now_s)
    assert frame == LampShow(WAVING).frame(sitting.stage.view, sitting.clock.now_s)


def test_a_game_that_goes_on_has_none_at_its_start(sit):
    sitting = sit(config=WAVING)
    match = Match.start(NewMatch(find_game("alquerque")))
    play(match, "c2-c3")
    sitting.stage.go(to.Play(match))
    sitting.ticks(2)
    assert wave_of(sitting) is None
    match.back()
    agree(match)
    assert not match.plies

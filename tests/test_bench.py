"""What the bench measures; how fast this machine is belongs to no test."""

import gc
import os
import subprocess
import sys

import pytest

from companion.bench import cases, figures, targets
from companion.bench.browser import has_chromium
from companion.bench.cases import (
    Kind,
    Target,
    all_kinds,
    cases_of,
    checked,
    legal_moves_ms,
    percentile,
    touch_ms,
)
from companion.bench.figures import own_peak_mb
from companion.bench.targets import (
    ENOUGH_S,
    RATES,
    ROUNDS,
    Figure,
    amount,
    best_rate,
    figure_of,
    measured,
    perft_leaves,
)
from companion.bench.two_tables import has_broker
from companion.cli import main
from companion.commands.bench import WORDS
from companion.contract import GamePlugin
from companion.errors import CompanionError, PluginError
from companion.plugins import GAMES, find_game
from companion.plugins.data_file import DataTable
from companion.words.game_words import game_title
from tests.tall_towers import TALL


def test_a_word_that_no_figure_has_is_told_with_those_that_they_share(capsys):
    names = [figure.name.lower() for figure in figures.figures()]
    there = {"phones": has_chromium(), "other table": has_broker()}
    words = [word for word in WORDS if there.get(word, True)]
    assert [word for word in words if not any(word in name for name in names)] == []
    assert [name for name in names if not any(word in name for word in WORDS)] == []
    assert main(["bench", "foo"]) == 2
    message = capsys.readouterr().err
    assert message.endswith(f" such as {', '.join(WORDS)}, got 'foo'\n")
    assert len(message) < 250


def test_what_takes_minutes_is_told_to_need_deep_in_capitals_or_not(capsys):
    assert main(["bench", "PERFT 3"]) == 2
    assert "expected --deep with 'PERFT 3'" in capsys.readouterr().err


def test_the_percentile_is_the_least_value_that_so_many_do_not_exceed():
    values = [*range(100, 0, -1)]
    assert percentile(values, 0.99) == 99
    assert percentile(values, 1.0) == 100
    assert percentile(values, 0.991) == 100
    assert percentile(values, 0.5) == 50
    assert percentile(values, 0.0) == 1
    assert percentile([7.0], 0.99) == 7.0


def test_every_game_is_measured_with_all_sizes_and_players():
    assert {kind.name for kind in all_kinds()} == set(GAMES)
    options = [kind.options for kind in all_kinds()]
    assert {each["sizes"] for each in options if "sizes" in each} == {3, 4, 5}
    assert any(each.get("players") == 4 for each in options)


def test_only_the_lists_of_five_sizes_may_take_longer():
    slower = [kind for kind in all_kinds() if kind.legal_target_ms > 150]
    assert [kind.options for kind in slower] == [{"sizes": 5}]
    assert [kind.legal_target_ms for kind in slower] == [500]


@pytest.mark.parametrize("name", GAMES)
def test_every_play_scene_has_its_three_figures(name):
    wanted = [f.target for f in figures.figures() if f.name.startswith(f"{game_title(name)}: ")]
    assert {0.25, 6, 8} <= set(wanted)


@pytest.mark.parametrize("name", GAMES)
def test_the_play_scene_of_every_game_can_be_measured(name, monkeypatch):
    monkeypatch.setattr(figures, "FRAMES", 3)
    monkeypatch.setattr(figures, "TOUCHES", 2)
    assert figures.frame_ms(name) > 0
    assert figures.touch_to_wire_ms(name) > 0


def test_a_touch_with_a_piece_chosen_can_be_measured(monkeypatch):
    monkeypatch.setattr(figures, "TOUCHES", 2)
    assert figures.touch_to_wire_ms("alquerque", is_chosen=True) > 0


@pytest.mark.parametrize(
    ("key", "scene", "banner"),
    [
        ("rest", "play", "White's turn: touch a piece to move"),
        ("chosen", "play", "White's turn: touch where it goes"),
        ("hint", "play", "Hint: "),
        ("question", "play", "White: offer a draw?"),
        ("computer", "program", "The computer moves"),
        ("lesson", "lesson", ""),
    ],
)
def test_each_state_to_wait_in_is_come_to(key, scene, banner, monkeypatch):
    monkeypatch.setattr("companion.ui.play.hint_session.HINT_S", 0.2)
    with figures.running_program() as program:
        program.stage.load_screens()
        figures.STATES[key].begin(program, "alquerque")
        assert program.stage.scene.name == scene
        assert program.stage.scene.show().banner.text.startswith(banner)


@pytest.mark.parametrize("wants_table", [False, True])
def test_what_a_waiting_program_takes_can_be_measured(wants_table, monkeypatch, capsys):
    monkeypatch.setattr(figures, "IDLE_S", 0.2)
    monkeypatch.setattr(figures, "SETTLING_S", 0.0)
    state = figures.STATES["chosen"]._replace(still_s=0.2, wants_table=wants_table)
    monkeypatch.setitem(figures.STATES, "chosen", state)
    figures.main("alquerque", "chosen")
    assert 0 < float(capsys.readouterr().out) < 100


@pytest.mark.needs("display")
def test_on_a_real_display_a_finger_goes_through_the_server():
    code = (
        "from companion.bench import figures\n"
        "from companion.bench.devices import open_screen\n"
        "figures.TOUCHES = 3\n"
        "with open_screen() as driver:\n"
        "    print(figures.touch_to_wire_ms('alquerque') > 0, driver)\n"
    )
    environment = {name: value for name, value in os.environ.items() if "SDL" not in name}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert run.stdout.splitlines()[-1] == "True x11 (Xvfb)", run.stderr


def test_the_loop_is_measured_while_more_moves_are_found_than_are_listed():
    assert {name: cases_of(name).crowded for name in GAMES if cases_of(name).crowded} == {
        "quincala-mixing": TALL
    }
    (figure,) = [f for f in figures.figures() if "moves are listed" in f.name]
    assert figure.target == 20


def test_the_loop_can_be_measured_while_moves_are_listed_and_a_hint_is_sought(monkeypatch):
    monkeypatch.setattr(figures, "CROWDED_S", 0.1)
    position = find_game("alquerque").initial()
    assert figures.crowded_turn_ms("alquerque", position.to_text()) > 0


def test_the_collector_is_set_as_it_is_for_players():
    gc.unfreeze()
    with figures.running_program():
        assert gc.get_freeze_count() > len(gc.get_objects())
    gc.unfreeze()


def test_the_start_is_measured_and_leaves_no_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(figures, "START_RUNS", 1)
    assert 0 < figures.first_frame_s() < 60
    assert list(tmp_path.iterdir()) == []


@pytest.mark.needs("mixer")
def test_a_move_that_is_spoken_can_be_measured(monkeypatch):
    monkeypatch.setattr(figures, "SENTENCES", 3)
    monkeypatch.setattr(figures, "LONGEST_S", 30.0)
    assert figures.move_to_voice_ms(next(iter(GAMES))) > 0


@pytest.mark.needs("mosquitto")
def test_a_move_at_another_table_can_be_measured(monkeypatch):
    monkeypatch.setattr(figures, "FIRST_MOVES", 0)
    monkeypatch.setattr(figures, "SENT_MOVES", 1)
    assert figures.confirm_to_other_table_ms(figures.long_game()) > 0


def test_the_voice_has_its_figures():
    wanted = {figure.name: figure.target for figure in figures.figures() if "voice" in figure.name}
    assert sorted(wanted.values()) == [110, 225]


def test_the_peak_is_of_the_process_alone():
    held = b"." * 200_000_000
    code = "from companion.bench.figures import own_peak_mb; print(own_peak_mb())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert own_peak_mb() > len(held) / 1024**2
    assert 10 < float(run.stdout.splitlines()[-1]) < 150


@pytest.mark.parametrize("measure", [legal_moves_ms, touch_ms])
def test_every_position_of_the_games_is_measured(measure, monkeypatch):
    ticks = iter(range(10**9))
    monkeypatch.setattr(cases.time, "thread_time", lambda: next(ticks) / 1000)
    assert measure(Kind("", "alquerque", 2, 2)) == pytest.approx(1.0)
    assert next(ticks) > 40


def test_a_figure_is_told_beside_its_target():
    figure = Figure("name", "ms", 20, lambda: 0.0)
    assert figure.line(20).endswith("ok")
    assert figure.line(20.1).endswith("MISSED")
    least = Figure("name", "%", 90, lambda: 0.0, is_most=False)
    assert least.line(90).endswith("ok")
    assert least.line(89).endswith("MISSED")


def test_the_rules_are_measured_in_processes_of_their_own():
    kind = next(index for index, kind in enumerate(all_kinds()) if kind.name == "alquerque")
    text, figures = measured(str(kind), "no")
    assert text == "rules not compiled"
    assert len(figures) == len(RATES)
    assert min(figures) > 0


def rate_of(monkeypatch, took):
    """The rate of doing 30 at a time where each takes the next of *took* seconds."""
    now, steps = [0.0], iter(took)
    monkeypatch.setattr(targets.time, "thread_time", lambda: now[0])

    def done():
        now[0] += next(steps)
        return 30

    return best_rate(done), next(steps, None)


def test_a_rate_is_that_of_the_best_round(monkeypatch):
    # 60 in 0.12 s are more than 30 in 0.1 s; the last rounds are slower.
    rate, rest = rate_of(monkeypatch, [0.1, 0.06, 0.06, *[0.15] * (ROUNDS - 2)])
    assert rate == pytest.approx(500)
    assert rest is None


def test_what_takes_long_is_not_measured_again_and_again(monkeypatch):
    rate, rest = rate_of(monkeypatch, [ENOUGH_S + 1, 0.001])
    assert rate == pytest.approx(30 / (ENOUGH_S + 1))
    assert rest == 0.001


def test_slow_rates_keep_their_digits():
    assert [amount(value) for value in (0.31, 9.9, 10.4, 1234567.8)] == [
        "0.3", "9.9", "10", "1,234,568",
    ]  # fmt: skip


def test_every_kind_is_counted_as_its_counts_are_known():
    known = {kind.title: kind.leaves for kind in all_kinds() if kind.leaves is not None}
    assert known == {
        "Mini Quincala": 60_025,
        "Mixing with 5 sizes": 1_467,
        "Quincy with real dominoes": 89_694,
        "Querni": 53_720,
        "Alquerque": 11_545,
    }
    assert min(perft_leaves(kind) for kind in all_kinds()) > 0


def test_another_count_than_the_known_one_is_no_figure():
    assert checked(33, 33) == checked(33, None) == 33
    with pytest.raises(CompanionError, match="expected a count of 34, got 33"):
        perft_leaves(Kind("", "alquerque", depth=3, leaves=34))


@pytest.fixture
def fresh_cases():
    """Cases read for this test alone."""
    cases_of.cache_clear()
    yield
    cases_of.cache_clear()


def test_a_game_that_says_nothing_is_measured_with_its_usual_options(fresh_cases, monkeypatch):
    monkeypatch.setattr(GamePlugin, "file", lambda self, name: None)
    assert cases_of("querni") == cases.Cases([Kind("Querni", "querni")], {}, "", [], [])
    assert [kind.title for kind in all_kinds()] == [game_title(name) for name in GAMES]
    assert perft_leaves(cases_of("alquerque").kinds[0]) == 4


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"kind": []}, "kind: expected one of kinds, heaviest, crowded, perft, targets, got []"),
        ({"kinds": 3}, "kinds: expected a list of tables, got 3"),
        ({"kinds": [{"depth": 0}]}, "kinds 1: depth: expected 1 to 50, got 0"),
        ({"kinds": [{"title": 3}]}, "kinds 1: title: expected a text, got 3"),
        ({"perft": [{"target": 1}]}, "perft 1: depth: expected 1 to 50, got None"),
        ({"perft": [{"depth": 1, "target": 1, "deep": 1}]}, "perft 1: deep: expected true or"),
        ({"heaviest": {"sizes": 1.5}}, "heaviest: expected options with true, false, whole"),
        ({"targets": [{"what": "all"}]}, "targets 1: what: expected perft or leaves or playouts"),
        ({"targets": [{"kind": "x"}]}, "targets 1: kind: expected Querni, got 'x'"),
    ],
)
def test_a_slip_is_told_with_its_place(values, problem, fresh_cases, monkeypatch):
    monkeypatch.setattr(cases, "read_data", lambda game, name: DataTable(values, name))
    with pytest.raises(PluginError) as caught:
        cases_of("querni")
    assert str(caught.value).startswith(f"bench.toml: {problem}")


@pytest.mark.parametrize(
    ("what", "depth", "leaves", "name"),
    [
        ("perft", 3, 33, "Few: perft 3 of seed 2"),
        ("leaves", 3, 33, "Few: leaves of perft 3 of seed 2"),
        ("playouts", 1, None, "Few: playouts of at most 200 plies"),
        ("plies", 1, None, "Few: plies of random games"),
        ("moves", 1, 4, "Few: all moves from the start found"),
    ],
)
def test_every_kind_of_target_is_named_and_measured(what, depth, leaves, name, monkeypatch):
    monkeypatch.setattr(targets, "ROUNDS", 1)
    figure = figure_of(Target(what, Kind("Few", "alquerque"), 1.0, 2, depth, leaves))
    assert figure.name == name
    assert figure.measure() > 0
    assert figure.is_most == (figure.unit == "s")


def test_the_waits_for_a_hint_are_those_of_a_real_search(monkeypatch):
    monkeypatch.setattr(cases, "WAIT_PLIES", (0, 5))
    cases._waits.cache_clear()
    kind = next(kind for kind in all_kinds() if kind.name == "querni")
    first, last = cases.first_answer_s(kind, 0.2), cases.last_answer_s(kind, 0.2)
    assert 0 < first <= last
    assert last >= 0.1
    cases._waits.cache_clear()

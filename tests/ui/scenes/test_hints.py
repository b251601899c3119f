"""Hints on screen: asked, read step by step, taken, limited, and what may go wrong."""

import time

import pygame
import pytest

from companion.art.marks import Mark
from companion.config.values import Settings
from companion.engine.limits import Limits
from companion.engine.service import Engine
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName
from companion.testing.screen_checks import PORTRAIT, STILL
from companion.ui import destinations as to
from companion.ui.lamps import roles_of
from companion.ui.play.hint import LEG_S
from companion.ui.play.hint_session import HintStep, StartedMove, begun
from companion.words.program import fault_text
from companion.words.voice import PLAIN
from tests.answers import engine_doing, engine_saying, evaluate, think, use
from tests.search_process import pid_of
from tests.sitting import with_screen
from tests.ui import begun_games
from tests.ui.hint_scenes import CAPTURE_LINE, answered, ask

LONG = Limits(time_s=30)
NONSENSE = {"line": None, "after_s": 0.4}
LINE = ("c2-c3", "c4xc2", "d3-c3")


@pytest.fixture
def hinted(sitting):
    """A game of Alquerque whose first hint is c2-c3."""
    sitting.play("alquerque")
    answered(sitting, *LINE, score=30)
    return sitting


@pytest.fixture
def capturing(sitting):
    """A capture of two hops is the hint."""
    begun_games.alquerque(sitting)
    answered(sitting, *CAPTURE_LINE, score=320)
    return sitting


def name_of(sitting, site):
    return sitting.scene.show().board.name_of(site)


def resign(sitting):
    sitting.hold("back")
    sitting.tap("Resign")
    sitting.press("confirm")


def arrows(sitting):
    drawn = sitting.scene.show().picture.arrows
    return [(name_of(sitting, arrow.start), name_of(sitting, arrow.end)) for arrow in drawn]


def lamps(sitting, mark=Mark.HINT):
    roles = roles_of(sitting.scene.show().picture)
    return {name_of(sitting, site) for site, role in roles.items() if role is mark}


# From press to press


def test_a_press_is_answered_at_once_with_looking(sitting):
    use(sitting, engine_doing("time.sleep(1000)"))
    sitting.play("alquerque")
    sitting.press("hint")
    assert sitting.note == "Looking…"
    assert sitting.banner == "White's turn: looking for a hint. Press Back to stop"
    assert sitting.lines == ["stop", "next place", "", ""]


def test_the_first_press_tells_which_piece_and_no_more(hinted):
    ask(hinted, 1)
    assert hinted.note == "Look at your piece on c2."
    assert lamps(hinted) == hinted.marked(Mark.HINT) == {"c2"}
    assert arrows(hinted) == []
    assert hinted.lines == ["close hint", "next place", "show move", ""]


def test_while_a_dot_is_refused_the_lamps_of_a_hint_wait(hinted):
    ask(hinted, 1)
    shown = lamps(hinted)
    hinted.touch("a1")
    # Both would flash twice, and differ by color alone.
    assert (lamps(hinted, Mark.ERROR), lamps(hinted)) == ({"a1"}, set())
    hinted.wait(hinted.scene.turn.refusal_s + 1)
    assert (lamps(hinted, Mark.ERROR), lamps(hinted)) == (set(), shown)
    assert shown


def test_the_second_press_shows_the_move_with_its_reason_and_how_it_stands(capturing):
    ask(capturing, 2)
    assert capturing.note == (
        "e3 over d3 to c3, then over d4 to e5. Captures 2 pieces: on d3 and d4. White is ahead."
    )
    assert arrows(capturing) == [("e3", "c3"), ("c3", "e5")]
    assert lamps(capturing) == {"e3", "c3", "e5"}
    assert capturing.lines == ["close hint", "next place", "what's next", "use it"]
    assert all(arrow.is_hint for arrow in capturing.scene.show().picture.arrows)


def test_with_motion_the_legs_come_one_after_the_other(sit):
    sitting = sit(config=with_screen(animation=True))
    begun_games.alquerque(sitting)
    answered(sitting, *CAPTURE_LINE)
    ask(sitting, 2)
    assert (arrows(sitting), lamps(sitting)) == ([("e3", "c3")], {"e3", "c3"})
    sitting.wait(LEG_S)
    assert len(arrows(sitting)) == 2
    assert lamps(sitting) == {"e3", "c3", "e5"}


def test_the_third_press_shows_what_is_expected_and_next_walks_through_it(hinted):
    ask(hinted, 3)
    assert hinted.note.startswith("Expected: 1. c2 to c3, 2. c4 over c3 to c2, 3. d3 to c3")
    assert hinted.banner == "2. Black: c4 over c3 to c2. Next shows more"
    assert arrows(hinted) == [("c4", "c2")]
    site = hinted.scene.show().board.site_of
    assert site("c3") in hinted.scene.show().picture.placement
    hinted.press("next")
    assert hinted.banner == "3. White: d3 to c3. Next shows more"
    hinted.press("next")
    assert arrows(hinted) == [("c2", "c3")]
    hinted.key(pygame.K_UP)
    assert arrows(hinted) == [("d3", "c3")]
    assert hinted.match.half.touches == ()


def test_the_fourth_press_closes_and_a_fifth_asks_anew(hinted):
    ask(hinted, 4)
    assert hinted.scene.hint.step is None
    assert lamps(hinted) == set()
    assert hinted.lines == ["", "next place", "help me", ""]
    ask(hinted, 1)
    assert hinted.scene.hint.step is HintStep.NUDGE


@pytest.mark.parametrize("presses", [1, 2, 3])
def test_back_closes_a_hint_and_undoes_nothing(hinted, presses):
    ask(hinted, presses)
    hinted.press("back")
    assert hinted.scene.hint.step is None
    assert hinted.match.question is None


def test_back_stops_the_thinking(sitting):
    use(sitting, engine_doing("time.sleep(1000)"))
    sitting.play("alquerque")
    sitting.press("hint", "back")
    assert not sitting.services.engine.is_busy
    assert sitting.banner == "White's turn: touch a piece to move"


@pytest.mark.parametrize("presses", [2, 3])
def test_confirm_lays_the_move_out_and_commits_nothing(capturing, presses):
    before = capturing.plies
    ask(capturing, presses)
    capturing.press("confirm")
    assert capturing.plies == before
    assert capturing.scene.hint.step is None
    assert capturing.banner == "White's turn: touch a point, or Confirm to stop here"
    capturing.press("confirm")
    assert capturing.plies == [*before, "e3xc3xe5"]


@pytest.mark.parametrize("size", [(800, 480), PORTRAIT])
def test_a_finger_does_all_of_it(sit, size):
    sitting = sit(size=size)
    sitting.play("alquerque")
    answered(sitting, *LINE)
    sitting.tap("Hint")
    think(sitting)
    sitting.tap("Hint")
    sitting.tap("Confirm")
    sitting.tap("Confirm")
    assert sitting.plies == ["c2-c3"]


@pytest.mark.parametrize("name", [name for name in GAMES if name != "quincy"])
def test_the_search_itself_gives_a_hint_that_can_be_taken(sitting, name, monkeypatch):
    monkeypatch.setattr("companion.ui.play.hint_session.HINT_S", 0.4)
    sitting.play(name, seed=3)
    ask(sitting, 2)
    move = sitting.scene.hint.result.move
    assert move in sitting.match.position.legal_moves()
    assert sitting.scene.hint.result.reasons or sitting.note
    sitting.press("confirm", "confirm")
    assert sitting.plies == [move.text]


# What makes it go away


@pytest.mark.parametrize("presses", [1, 2, 3])
def test_a_touch_takes_the_hint_away(hinted, presses):
    ask(hinted, presses)
    hinted.touch("b2")
    assert hinted.scene.hint.step is None
    assert lamps(hinted) == set()


def test_a_walk_takes_the_hint_away_and_shows_the_cursor(hinted):
    ask(hinted, 2)
    hinted.press("next")
    assert hinted.scene.hint.step is None
    assert hinted.marked(Mark.FOCUS)


def test_an_answer_that_comes_after_a_touch_is_never_shown(sitting):
    sitting.play("alquerque")
    use(sitting, engine_saying({"line": ["c2-c3"], "after_s": 0.2}, match=sitting.match))
    sitting.stage.go(to.Play(sitting.match))
    sitting.press("hint")
    sitting.touch("b2")
    until = time.monotonic() + 0.6
    while time.monotonic() < until:
        sitting.ticks(1)
        assert sitting.scene.hint.step is None
    assert lamps(sitting) == set()
    assert sitting.match.hints.used == [0, 0]


def test_a_question_takes_the_hint_away(hinted):
    ask(hinted, 2)
    hinted.match.offer_draw(0)
    hinted.ticks(1)
    assert hinted.scene.hint.step is None
    hinted.press("hint")
    assert hinted.scene.hint.step is None


def test_a_hint_that_somebody_else_has_asked_over_is_forgotten(sitting):
    use(sitting, engine_doing("time.sleep(1000)"))
    sitting.play("alquerque")
    sitting.press("hint")
    engine = sitting.services.engine
    engine.ask(sitting.match.position, [], LONG)
    sitting.ticks(2)
    assert sitting.scene.hint.step is None
    assert engine.is_busy


def test_while_the_program_thinks_about_its_own_move_there_is_no_hint(sitting):
    use(sitting, engine_doing("time.sleep(1000)"))
    sitting.play("alquerque")
    engine = sitting.services.engine
    asked = engine.ask(sitting.match.position, [], LONG)
    sitting.press("hint")
    assert sitting.note == "The computer is thinking: wait for its move."
    assert asked.is_open


# A begun turn


@pytest.mark.parametrize(
    ("touches", "begun", "advice"),
    [
        (["e3"], StartedMove.WELL, "good so far, go on. Hint shows more"),
        (["e3", "c3"], StartedMove.WELL, "good so far, go on. Hint shows more"),
        (["e3", "c3", "e5"], StartedMove.DONE, "that is the move, press Confirm"),
        (["d2"], StartedMove.OTHERWISE, "another move is better. Hint shows it"),
    ],
)
def test_a_hint_in_a_begun_turn_goes_by_what_was_touched(capturing, touches, begun, advice):
    for name in touches:
        capturing.touch(name)
    ask(capturing, 1)
    assert capturing.scene.hint.begun is begun
    assert capturing.banner == f"White's turn: {advice}"


@pytest.mark.parametrize(
    ("name", "way", "move"),
    [("quincala-knocking", ("c2", "b1", "c1"), "c2-c1"), ("querni", ("a2", "c2", "a4"), "a2^a4")],
)
def test_the_same_move_by_another_way_is_the_hint(name, way, move):
    position = find_game(name).initial(None, 1)
    half = position.begin()
    for place in way:
        half = half.touch(position.board.site_of(place))
    assert begun(half, position.parse(move)) is StartedMove.DONE


def test_what_is_marked_for_a_begun_turn_is_where_a_piece_stands(capturing):
    for name in ("e3", "c3", "e5"):
        capturing.touch(name)
    ask(capturing, 1)
    placement = capturing.scene.show().picture.placement
    standing = {name_of(capturing, site) for site in placement}
    assert lamps(capturing) == set() and arrows(capturing) == []
    assert capturing.lines[3] == "stop here"
    assert standing >= {"e5"}


def test_a_hint_goes_with_the_move_that_the_tutor_lets_pass(capturing):
    capturing.stage.change(Settings(tutor=True))
    for name in ("e3", "c3", "e5"):
        capturing.touch(name)
    ask(capturing, 2)
    capturing.press("confirm")
    for _ in range(200):
        capturing.ticks(1)
        time.sleep(0 if capturing.plies else 0.01)
    assert capturing.plies[-1] == "e3xc3xe5"
    assert capturing.scene.hint.step is None
    assert lamps(capturing) == set()


def test_a_turn_begun_well_shows_only_the_legs_that_are_left(capturing):
    capturing.touch("e3")
    capturing.touch("c3")
    ask(capturing, 2)
    assert arrows(capturing) == [("c3", "e5")]
    capturing.press("confirm")
    assert capturing.match.half.move.text == "e3xc3xe5"


def test_a_turn_begun_otherwise_is_replaced_when_the_hint_is_taken(capturing):
    capturing.touch("d2")
    ask(capturing, 2)
    assert arrows(capturing) == [("e3", "c3"), ("c3", "e5")]
    capturing.press("confirm")
    assert capturing.match.half.move.text == "e3xc3xe5"


def test_a_finished_turn_that_is_the_hint_is_confirmed_and_not_laid_out(capturing):
    for name in ("e3", "c3", "e5"):
        capturing.touch(name)
    ask(capturing, 2)
    capturing.press("confirm")
    assert capturing.plies[-1] == "e3xc3xe5"


# Limits and records


def test_hints_are_counted_down_on_the_button(sitting):
    sitting.play_with_hints("alquerque", (2, None))
    answered(sitting, "c2-c3")
    assert sitting.lines[2] == "hint (2)"
    ask(sitting, 1)
    sitting.press("back")
    assert sitting.lines[2] == "hint (1)"
    sitting.move("c2-c3")
    assert sitting.lines[2] == "help me"


def test_looking_again_in_the_same_turn_costs_nothing(sitting):
    sitting.play_with_hints("alquerque", (1, None))
    answered(sitting, "c2-c3")
    ask(sitting, 1)
    sitting.press("back")
    assert sitting.lines[2] == "help me"
    ask(sitting, 1)
    assert sitting.note == "Look at your piece on c2."
    assert sitting.match.hints.used == [1, 0]
    sitting.press("back")
    sitting.move("c2-c3", "c4xc2")
    assert sitting.lines[2] == "none left"


def test_what_is_used_up_is_told_and_the_list_stays_within_reach(sitting):
    sitting.play_with_hints("alquerque", (1, None))
    answered(sitting, "c2-c3")
    ask(sitting, 1)
    sitting.move("c2-c3", "c4xc2")
    sitting.press("hint")
    assert sitting.note == "You have no hints left. Hold Hint to see all moves."
    assert sitting.scene.hint.step is None
    sitting.hold("hint")
    assert sitting.scene.moves is not None


def test_where_hints_are_off_the_button_lists_all_moves(sitting):
    sitting.play_with_hints("alquerque", (0, None))
    assert sitting.lines[2] == "all moves"
    sitting.press("hint")
    sitting.settle()
    assert sitting.scene.entries() == ("b2-c3", "c2-c3", "d2-c3", "d3-c3")


def test_a_fault_costs_no_hint(sitting):
    use(sitting, engine_doing("sys.exit(1)"))
    sitting.play_with_hints("alquerque", (1, None))
    sitting.press("hint")
    think(sitting)
    assert sitting.match.hints.left(0) == 1


def test_the_record_and_the_viewer_tell_which_moves_were_hinted(hinted):
    ask(hinted, 1)
    hinted.move("c2-c3", "c4xc2")
    path = hinted.library.finish(hinted.match)
    assert "1. White c2-c3 ; [hint]\n2. Black c4xc2\n" in path.read_text("utf-8")
    hinted.stage.go(to.StartScreen())
    hinted.tap("Records")
    hinted.tap("Alquerque")
    hinted.press("next")
    assert hinted.note.startswith("After a hint.")
    hinted.press("next")
    assert not hinted.note.startswith("After a hint.")


def test_the_end_tells_how_many_hints_each_side_has_used(hinted):
    ask(hinted, 1)
    hinted.move("c2-c3")
    resign(hinted)
    assert hinted.scene.name == "game over"
    assert "White used 1 hint." in hinted.note


def test_without_hints_the_end_tells_of_none(sitting):
    sitting.play("alquerque")
    resign(sitting)
    assert "hint" not in sitting.note.lower()


# All moves


@pytest.mark.parametrize("by", ["button", "screen", "key"])
def test_holding_hint_lists_all_moves_and_asks_for_nothing(hinted, by):
    if by == "button":
        hinted.hold("hint")
    elif by == "screen":
        hinted.hold_on_screen("Hint")
    else:
        hinted.key(pygame.K_l)
    hinted.settle()
    assert len(hinted.scene.entries()) == 4
    assert not hinted.services.engine.is_busy
    assert hinted.match.hints.used == [0, 0]
    assert hinted.scene.show().labels[2].line == "close list"


def test_the_button_says_what_holding_it_does(hinted):
    assert hinted.scene.show().labels[2].held == "moves"


# Faults


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("sys.exit(1)", "crashed"),
        ("os.write(1, os.urandom(5000) + b'\\n'); time.sleep(1000)", "nonsense"),
        ("print('{}', flush=True); time.sleep(1000)", "nonsense"),
    ],
)
def test_a_fault_is_said_in_one_line_and_the_game_goes_on(sitting, program, code):
    use(sitting, engine_doing(program))
    sitting.play("alquerque")
    sitting.press("hint")
    think(sitting)
    assert sitting.note == fault_text(code)
    assert "\n" not in sitting.note
    assert sitting.scene.show().is_alarming
    sitting.move("c2-c3")
    assert sitting.plies == ["c2-c3"]
    assert not sitting.match.plies[0].is_hinted


def test_an_illegal_move_for_an_answer_is_nonsense(sitting):
    sitting.play("alquerque")
    use(sitting, engine_saying({"line": ["a1-a5"]}, match=sitting.match))
    sitting.stage.go(to.Play(sitting.match))
    sitting.press("hint")
    think(sitting)
    assert sitting.note == fault_text("nonsense")


@pytest.mark.parametrize("reasons", [7, [["x"]], [["x", [99], [], []]], [["x", [], [[5, 1]], []]]])
def test_reasons_that_are_none_are_nonsense(sitting, reasons):
    sitting.play("alquerque")
    use(sitting, engine_saying({"line": ["c2-c3"], "reasons": reasons}, match=sitting.match))
    sitting.stage.go(to.Play(sitting.match))
    sitting.press("hint")
    think(sitting)
    assert sitting.note == fault_text("nonsense")


def test_a_search_that_hangs_is_given_up_and_said(sitting):
    now = [0.0]
    program = engine_doing("time.sleep(1000)")._command
    use(sitting, Engine(lambda: now[0], program))
    sitting.play("alquerque")
    sitting.press("hint")
    sitting.ticks(2)
    assert sitting.note == "Looking…"
    now[0] += 60.0
    sitting.ticks(2)
    assert sitting.note == fault_text("late")
    assert pid_of(sitting.services.engine) is None


def test_a_search_that_does_not_start_is_said(sitting):
    use(sitting, Engine(command=("/nonexistent/searcher",)))
    sitting.play("alquerque")
    sitting.press("hint")
    sitting.ticks(2)
    assert sitting.note == fault_text("no-start")


def test_a_crash_after_the_first_answer_leaves_the_hint(sitting):
    sitting.play("alquerque")
    use(sitting, engine_saying({"line": ["c2-c3"], "final": False}, NONSENSE, match=sitting.match))
    sitting.stage.go(to.Play(sitting.match))
    ask(sitting, 2)
    assert sitting.note.startswith("c2 to c3.")
    assert sitting.lines[3] == "use it"


# Quincy


@pytest.fixture
def quincy(sitting):
    """Blue has looked at its hand; the hint is 3|7 on 73."""
    begun_games.quincy(sitting)
    answered(sitting, "3|7@73", score=900)
    sitting.see_hand()
    return sitting


def open_hand(sitting):
    sitting.mouse_down(sitting.scene.turn.tray().view.entry_box(1).center)
    sitting.wait(0.5)


@pytest.mark.parametrize("presses", [1, 2, 3])
def test_a_hint_for_a_covered_hand_shows_only_while_it_is_open(quincy, presses):
    bare = quincy.scene.show().picture
    ask(quincy, presses)
    shown = " ".join([quincy.banner, quincy.note, *quincy.lines, *quincy.scene.entries()])
    assert "3|7" not in shown and "73" not in shown
    assert quincy.note.startswith("Your hint is ready")
    assert quincy.scene.turn.tray().shown_hint() is None
    assert quincy.scene.show().picture == bare
    open_hand(quincy)
    assert "3|7" in quincy.note
    assert quincy.scene.turn.tray().shown_hint().values == (3, 7)
    # The lamps are for everybody.
    assert quincy.scene.show().picture == bare


@pytest.mark.parametrize(("one", "domino"), [("5", "3|5"), ("0", "0|7"), ("9", "8|9")])
def test_a_hint_says_what_to_do_with_the_real_domino_that_is_named(sitting, one, domino):
    sitting.play("quincy", dominoes="physical")
    sitting.move("4|4@44", "2|6@26")
    sitting.tap(one)
    sitting.tap(domino)
    ask(sitting, 1)
    assert sitting.scene.hint.step is HintStep.MOVE
    move = sitting.scene.hint.result.move
    assert move.text.startswith(f"{domino}@")
    choice = PLAIN.chosen(sitting.match.position, move)
    assert sitting.banner == f"Hint: {choice}. Press Confirm to use it"
    assert sitting.note.startswith(f"Play {domino}: put a stone on square {move.text[4:]}.")
    sitting.press("confirm", "confirm")
    assert sitting.plies[-1] == move.text


def test_the_best_domino_is_told_where_none_is_named_yet(sitting):
    sitting.play("quincy", dominoes="physical")
    sitting.tap("5")
    ask(sitting, 1)
    assert sitting.scene.hint.step is HintStep.NUDGE
    assert sitting.banner == "Blue's turn: try this, or press Hint again"


def test_a_look_at_the_hand_asks_for_no_hint(quincy):
    quincy.finger(ButtonName.HINT, 0.6)
    quincy.hold("hint")
    assert quincy.scene.hint.step is None
    assert quincy.match.hints.used == [0, 0]


def test_a_hint_is_read_by_holding_the_button_and_taken_with_confirm(quincy):
    ask(quincy, 2)
    quincy.pins.press(ButtonName.HINT)
    quincy.wait(0.6)
    assert quincy.note.startswith("Play 3|7")
    quincy.pins.release(ButtonName.HINT)
    quincy.wait(0.1)
    assert quincy.scene.hint.step is HintStep.MOVE
    assert quincy.lines[3] == "use it"
    quincy.press("confirm")
    assert quincy.match.half.move.text == "3|7@73"


def test_a_hint_that_nobody_can_have_read_is_not_taken(sitting):
    begun_games.quincy(sitting)
    answered(sitting, "3|7@73")
    sitting.press("confirm")
    ask(sitting, 2)
    assert sitting.lines[3] == ""
    sitting.press("confirm")
    assert sitting.match.half.touches == ()


def test_a_chosen_domino_is_everybodys_and_so_is_its_hint(quincy):
    quincy.begin_move("3|7@37")
    quincy.press("back")
    ask(quincy, 2)
    assert lamps(quincy) == {"73"}


def test_a_seat_that_has_not_taken_the_screen_gets_no_hint(sitting):
    begun_games.quincy(sitting)
    sitting.press("hint")
    assert sitting.note == "First press Confirm to show that you have the screen."
    assert sitting.scene.hint.step is None


# The bar


def barred(sit, **values):
    return sit(config=with_screen(STILL, evaluation=True), **values)


def test_the_bar_follows_the_side_that_stands_better(sit):
    sitting = barred(sit)
    sitting.play("alquerque")
    answered(sitting, "c2-c3", score=400)
    evaluate(sitting)
    assert sitting.scene.evaluation.share == pytest.approx(0.9)


def test_the_bar_is_that_of_the_first_side_whoever_moves(sit):
    sitting = barred(sit)
    sitting.play("alquerque")
    sitting.move("c2-c3")
    answered(sitting, "c4xc2", score=400)
    evaluate(sitting)
    assert sitting.scene.evaluation.share == pytest.approx(0.1)


def test_a_hint_comes_before_the_bar(sit):
    sitting = barred(sit)
    use(sitting, engine_doing("time.sleep(1000)"))
    sitting.play("alquerque")
    assert sitting.scene.evaluation.is_asking
    sitting.press("hint")
    assert sitting.scene.hint.step is HintStep.THINKING
    assert not sitting.scene.evaluation.is_asking
    assert sitting.services.engine.is_busy
    sitting.ticks(2)
    assert sitting.scene.hint.step is HintStep.THINKING


def test_a_fault_leaves_the_bar_and_says_nothing(sit):
    sitting = barred(sit)
    use(sitting, engine_doing("sys.exit(1)"))
    sitting.play("alquerque")
    evaluate(sitting)
    assert sitting.scene.evaluation.share == 0.5
    assert sitting.note == ""


def test_where_hands_are_secret_there_is_no_bar_and_no_question(sit):
    sitting = barred(sit)
    sitting.play("quincy")
    sitting.ticks(3)
    assert not sitting.scene.turn.table.has_bar
    assert pid_of(sitting.services.engine) is None


def test_without_the_setting_the_search_is_not_asked(sitting):
    sitting.play("alquerque")
    sitting.ticks(5)
    assert pid_of(sitting.services.engine) is None


def test_the_bar_is_a_setting(sitting):
    sitting.tap("Settings")
    sitting.tap("Help in a game")
    assert sitting.values()["Evaluation bar"] == "off"
    sitting.tap("Evaluation bar")
    assert sitting.values()["Evaluation bar"] == "on"
    assert sitting.stage.config.screen.evaluation


# The beginning of a game


def test_each_side_is_given_its_hints_where_a_game_is_begun(sitting):
    sitting.tap("New game")
    sitting.tap("Alquerque")
    assert sitting.values()["Hints for White"] == "unlimited"
    sitting.tap("Hints for White")
    sitting.tap("Hints for Black")
    sitting.tap("Hints for Black")
    assert (sitting.values()["Hints for White"], sitting.values()["Hints for Black"]) == ("5", "3")
    sitting.tap("Start the game")
    assert sitting.match.header.hints == (5, 3)


def test_a_game_played_again_has_the_same_limits(sitting):
    sitting.play_with_hints("alquerque", (3, 0))
    resign(sitting)
    sitting.tap("Rematch")
    sitting.press("confirm")
    assert sitting.match.header.hints == (3, 0)


def test_a_limit_that_is_not_offered_gives_way_to_the_first_that_is(sitting):
    sitting.play_with_hints("alquerque", (2, None))
    sitting.stage.go(to.Options(GAMES["alquerque"]))
    sitting.ticks(3)
    assert sitting.values()["Hints for White"] == "2"
    sitting.tap("Hints for White")
    assert sitting.values()["Hints for White"] == "unlimited"


def test_a_match_without_a_journal_counts_its_hints_all_the_same(sitting):
    match = Match.start(NewMatch(GAMES["alquerque"], hints=(1, 1)))
    sitting.stage.go(to.Play(match))
    answered(sitting, "c2-c3")
    ask(sitting, 1)
    assert match.hints.left(0) == 0

"""Lessons on screen: chosen, watched, answered rightly and wrongly, left, kept."""

from functools import cache

import pytest

from companion.art.marks import Mark
from companion.contract import Hands
from companion.lessons import course
from companion.lessons.course import TaskStep, set_up
from companion.lessons.shelf import lessons_of
from companion.plugins import GAMES
from companion.ports import ButtonName
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui import destinations as to
from companion.ui.panels.tray import LOOK_S
from companion.ui.scenes.lessons import course_of
from tests.sitting import with_screen

# A lesson is gone through on both screens, and to judge each legal move of a task takes long.
answers = cache(course.answers)

SOW = "Leave one, go on"


def learn(sitting, game, lesson):
    sitting.choose("Learn")
    sitting.choose(game)
    sitting.choose(lesson)


def to_task(sitting):
    """Press Next through what is shown until it is the player's turn."""
    for _ in range(30):
        if isinstance(sitting.scene.step, TaskStep):
            return
        sitting.press("next")
    raise AssertionError("it never came to a task")


@pytest.fixture
def sow(sitting):
    learn(sitting, "Mini Quincala Knocking", SOW)
    return sitting


@pytest.fixture
def task(sow):
    to_task(sow)
    return sow


# The way there


def test_every_game_is_offered_with_how_much_of_it_is_learned(sitting):
    sitting.choose("Learn")
    counts = {name: len(lessons_of(name)) for name in GAMES}
    assert list(sitting.values().values()) == [f"0 of {counts[name]} done" for name in GAMES]
    sitting.press("back")
    assert sitting.scene.name == "start"


def test_the_lessons_of_a_game_are_reached_from_its_options_too(sitting):
    sitting.choose("New game")
    sitting.choose("Alquerque")
    sitting.choose("Learn it first")
    assert sitting.scene.name == "lessons"
    assert sitting.chosen == "Steps along lines"
    assert sitting.note == "Where a piece may step, and where there is no line."
    sitting.press("back")
    assert sitting.scene.name == "options"


def test_the_cursor_is_on_the_first_lesson_that_is_not_done(sitting):
    for lesson in lessons_of("alquerque")[:2]:
        sitting.services.progress.note(lesson.name)
    sitting.choose("Learn")
    sitting.choose("Alquerque")
    assert sitting.chosen == "Several captures"
    assert [choice.is_ticked for choice in sitting.scene.choices][:3] == [True, True, False]


# Watching


def test_a_show_goes_on_leg_by_leg_with_its_sentences(sow):
    assert sow.banner == "Watch the board, then press Confirm"
    assert sow.lines == ["leave", "go on", "", "go on"]
    assert sow.filled == [False, False, False, True]
    assert "more than one leg" in sow.scene.lesson_text()
    sow.press("next")
    assert "The tower went two steps" in sow.scene.lesson_text()
    assert "c5" not in sow.marked(Mark.TARGET)
    assert "e5" in sow.marked(Mark.TARGET)
    sow.press("confirm")
    sow.press("confirm")
    board = sow.scene.show().board
    standing = {board.name_of(site) for site in sow.match.position.pieces()}
    assert {"c5", "e5", "f6"} <= standing
    assert sow.plies == ["c3-c5-e5xf6"]
    assert not sow.marked(Mark.MOVABLE)


def test_the_pieces_glide_while_they_are_shown(sit):
    sitting = sit(config=with_screen(animation=True))
    learn(sitting, "Mini Quincala Knocking", SOW)
    sitting.pins.press(ButtonName.NEXT)
    sitting.ticks(6)
    assert sitting.scene.show().picture.flights
    sitting.pins.release(ButtonName.NEXT)
    sitting.settle()
    assert not sitting.scene.show().picture.flights


def test_hint_shows_the_beat_before_as_far_back_as_there_is_one(sow):
    sow.press("next", "next")
    assert "The large piece stays" in sow.scene.lesson_text()
    assert sow.lines[2] == "back one"
    sow.press("hint")
    assert "The tower went two steps" in sow.scene.lesson_text()
    assert len(sow.match.half.touches) == 2
    sow.press("hint", "hint")
    assert "more than one leg" in sow.scene.lesson_text()
    assert not sow.match.half.touches
    assert sow.lines[2] == ""


def test_the_menu_of_a_task_goes_back_to_the_end_of_what_was_shown(task):
    task.hold("back")
    task.choose("Back one step")
    assert "takes the last step" in task.scene.lesson_text()
    assert task.plies == ["c3-c5-e5xf6"]


def test_at_the_beginning_the_menu_has_nothing_to_go_back_to(sow):
    sow.hold("back")
    assert "Back one step" not in sow.scene.entries()


@pytest.mark.parametrize("steps", range(4))
def test_one_back_leaves_from_every_page_and_the_lesson_goes_on_there(sow, steps):
    sow.press(*["next"] * steps)
    at = sow.scene.at
    assert sow.lines[0] == "leave"
    sow.press("back")
    assert sow.scene.name == "lessons"
    assert sow.values()[SOW] == (f"at step {at + 1} of 3" if at else "")
    sow.choose(SOW)
    assert sow.scene.at == at


def test_back_leaves_after_an_answer_too(task):
    task.move("c3-c5-c6")
    assert task.lines == ["leave", "", "help me", "try again"]
    task.press("back")
    assert task.scene.name == "lessons"
    task.choose(SOW)
    task.move("c3-c5-e5xf6")
    assert task.lines == ["leave", "go on", "again", "go on"]
    task.press("back")
    assert task.scene.name == "lessons"


def test_it_is_told_how_far_a_tower_goes(task):
    notes = []
    for name in ("c3", "c5", "e5"):
        task.touch(name)
        notes.append(task.note.split(" in any")[0])
    assert notes == ["1 to 3 steps", "You may go on: 1 or 2 steps", "You may go on: 1 step"]


def test_back_undoes_what_was_touched_before_it_leaves(task):
    task.touch("c3")
    assert task.lines[0] == "undo touch"
    task.press("back")
    assert not task.match.half.touches
    task.press("back")
    assert task.scene.name == "lessons"


def test_a_touch_while_something_is_shown_only_says_so(sow):
    sow.press("next")
    before = sow.match.half.touches
    sow.touch("e5")
    assert sow.note == "Just watch for now: your turn is coming. Press Confirm."
    assert sow.match.half.touches == before


def test_a_refused_touch_is_shown_with_the_reason_of_the_rules(sitting):
    learn(sitting, "Mini Quincala Knocking", "A tower moves")
    sitting.press("next", "next")
    assert sitting.note == "You cannot jump: e3 is in the way."
    sitting.wait(10)
    assert sitting.note == "You cannot jump: e3 is in the way."
    assert sitting.scene.show().is_alarming
    assert sitting.marked(Mark.ERROR) == {"f3"}
    assert sitting.scene.lesson_text().startswith("It cannot jump")


# Answering


def test_a_task_is_in_the_banner_and_moves_are_made_as_in_a_game(task):
    assert task.banner == "White: leave pieces on two dots along the way"
    assert task.lines == ["leave", "next place", "help me", ""]
    task.touch("c3")
    assert task.lines == ["undo touch", "next place", "help me", ""]
    task.press("back")
    assert not task.match.half.touches
    task.touch("f6")
    assert task.note == "That piece belongs to the other side."


def test_a_right_answer_by_another_route_than_shown_is_right(task):
    task.move("c3-d3-d4-d5")
    assert task.banner == "Right! Press Confirm to go on"
    assert task.note == "The tower of three became three single pieces."
    assert not task.scene.show().is_alarming
    task.press("confirm")
    assert task.banner == "White: knock the small piece on f6"


def test_a_wrong_answer_is_told_and_nothing_more_may_be_touched_before_another_try(task):
    task.move("c3-c5-c6")
    assert task.banner == "Not quite. Press Confirm to try again"
    assert task.note == (
        "c3 via c5 to c6: Only one piece stayed behind. This tower can make another leg."
    )
    assert task.scene.show().is_alarming
    assert not task.marked(Mark.MOVABLE)
    task.press("confirm")
    assert task.banner == "White: leave pieces on two dots along the way"
    assert not task.plies


def test_a_touch_after_a_wrong_answer_begins_another_try(task):
    task.move("c3-c5")
    task.touch("c3")
    assert task.banner == "White: leave pieces on two dots along the way"
    assert len(task.match.half.touches) == 1


def test_the_hint_stays_until_the_task_is_done(task):
    task.move("c3-c5")
    task.press("hint")
    assert "Hint: Make three legs" in task.scene.lesson_text()
    assert task.lines == ["leave", "", "", "try again"]
    task.press("confirm")
    assert "Hint: Make three legs" in task.scene.lesson_text()
    task.move("c3-c5-c6-d6")
    task.press("confirm")
    assert "Hint" not in task.scene.lesson_text()


def test_a_right_answer_can_be_tried_once_more(task):
    task.move("c3-c5-c6-d6")
    task.press("hint")
    assert task.banner == "White: leave pieces on two dots along the way"


def test_the_buttons_alone_answer_a_task(task):
    for name in ("c3", "c5", "e5", "f6"):
        task.walk_to_site(name)
        task.press("confirm")
    task.press("confirm")
    assert task.banner == "Right! Press Confirm to go on"


def test_an_unfinished_move_is_no_answer(task):
    task.touch("c3")
    task.press("confirm")
    assert task.note == "The move is not finished yet."
    assert task.scene.verdict is None


def test_a_game_won_in_a_lesson_stays_in_the_lesson(sitting):
    learn(sitting, "Mini Quincala Knocking", "Win the game")
    to_task(sitting)
    sitting.move("c5xd6")
    assert sitting.scene.name == "lesson"
    assert sitting.banner == "Right! Press Confirm to finish the lesson"


# A hidden hand


@pytest.fixture
def hand(sitting):
    learn(sitting, "Quincy", "Your covered dominoes")
    return sitting


@pytest.fixture
def hand_task(hand):
    to_task(hand)
    return hand


COVERED = ("Domino 1", "Domino 2", "Domino 3")


def test_a_show_covers_the_hand_except_where_it_shows_a_look(hand):
    shown = []
    while not isinstance(hand.scene.step, TaskStep):
        shown.append(hand.scene.entries() != COVERED)
        hand.press("next")
    # The last two beats show the domino that was played, and the hand of the other seat.
    assert shown[:4] == [False, True, False, True]
    assert not any("|" in title for title in hand.scene.entries())


def test_only_the_learners_own_dominoes_are_in_the_tray(hand_task):
    tokens = [item.token for item in hand_task.scene.turn.tray().items]
    assert sorted(token.values for token in tokens) == [(2, 7), (3, 5), (4, 4)]


def cell_of(sitting, token):
    return sitting.scene.turn.tray().token_place(token)


def test_a_task_is_done_by_sliding_to_a_domino_while_looking(hand_task):
    assert hand_task.scene.entries() == COVERED
    assert "Hold them, slide to the 2|7" in hand_task.note
    items = hand_task.scene.turn.tray().items
    [wanted] = [item.token for item in items if item.token.values == (2, 7)]
    other = next(item.token for item in items if item.token is not wanted)
    hand_task.mouse_down(cell_of(hand_task, other))
    hand_task.wait(LOOK_S + 0.1)
    assert set(hand_task.scene.entries()) == {"2|7", "3|5", "4|4"}
    hand_task.mouse_move(cell_of(hand_task, wanted))
    hand_task.mouse_up(cell_of(hand_task, wanted))
    assert hand_task.match.half.touches == (wanted,)
    hand_task.touch("72")
    assert hand_task.note == "Blue's turn: put a stone on square 72, then Confirm."
    hand_task.press("confirm")
    assert hand_task.banner.startswith("Right!")


def test_a_look_in_a_task_is_only_a_look(hand_task):
    place = hand_task.scene.turn.tray().view.entry_box(0).center
    hand_task.mouse_down(place)
    hand_task.wait(LOOK_S + 0.1)
    hand_task.mouse_up(place)
    assert hand_task.scene.entries() == COVERED
    assert hand_task.match.half.touches == ()


def test_the_buttons_alone_do_a_task_with_a_hidden_hand(hand_task):
    hand_task.press("next", "confirm")
    assert hand_task.note == "First hold your dominoes to see them."
    hand_task.pins.press(ButtonName.HINT)
    hand_task.wait(LOOK_S + 0.1)
    tray = hand_task.scene.turn.tray()
    [wanted] = [item.token for item in tray.items if item.token.values == (2, 7)]
    hand_task.walk_to_touch(wanted)
    hand_task.press("confirm")
    hand_task.pins.release(ButtonName.HINT)
    hand_task.wait(0.1)
    assert "Hint" not in hand_task.scene.lesson_text(), "a look is no question"
    hand_task.walk_to_site("72")
    hand_task.press("confirm", "confirm")
    assert hand_task.banner.startswith("Right!")


def test_a_short_press_of_hint_tells_the_hint_of_the_task(hand_task):
    hand_task.press("hint")
    # Together with the task, which the banner has, it would need small letters.
    assert hand_task.note.startswith("Hint: Keep your finger down")
    assert hand_task.scene.lesson_text().startswith("Your turn: look at your dominoes")


def test_no_lesson_of_a_game_with_hidden_hands_shows_the_others():
    for lesson in lessons_of("quincy"):
        for step in set_up(lesson).steps:
            position = step.position
            assert position.game.hands(position.options) is Hands.HIDDEN, lesson.name


# The end, and the menu


def finish(sitting):
    to_task(sitting)
    sitting.move("c3-c5-e5xf6")
    sitting.press("confirm")
    sitting.move("c3-c5-e5xf6")
    sitting.press("confirm")


def test_a_lesson_done_is_ticked_now_and_next_time(sow, tmp_path):
    finish(sow)
    assert sow.scene.name == "lesson done"
    assert sow.banner == "Lesson done: Leave one, go on"
    sow.choose("All lessons")
    assert sow.values()[SOW] == "done"
    assert sow.services.progress.problem == ""
    text = (sow.state.path / "lessons.txt").read_text(encoding="utf-8")
    assert text.splitlines()[1:] == ["quincala-knocking/05-sow"]


def test_the_next_lesson_follows_the_one_done(sow):
    finish(sow)
    assert sow.values()["Next lesson"] == "Change direction"
    sow.choose("Next lesson")
    assert sow.scene.course.lesson.title == "Change direction"
    sow.press("back")
    assert sow.scene.name == "lessons"


def test_after_the_last_lesson_no_other_follows(sitting):
    learn(sitting, "Mini Quincala Knocking", "Win the game")
    to_task(sitting)
    sitting.move("c5xd6")
    sitting.press("confirm")
    assert sitting.scene.entries() == ("All lessons", "Repeat this lesson", "Play the game")
    sitting.choose("Play the game")
    assert sitting.scene.name == "options"


def test_the_menu_skips_repeats_and_leaves(task):
    task.hold("back")
    assert task.banner == SOW
    assert task.chosen == "All lessons"
    task.choose("Skip this step")
    assert task.banner == "White: knock the small piece on f6"
    task.touch("c3")
    task.tap("Menu")
    task.choose("Repeat this step")
    assert not task.match.half.touches
    task.hold("back")
    task.choose("Start over")
    assert "more than one leg" in task.scene.lesson_text()
    task.hold("back")
    task.choose("All lessons")
    assert task.scene.name == "lessons"
    assert task.values()[SOW] == ""


def test_skipping_the_last_step_leaves_the_lesson_undone(task):
    for _ in range(2):
        task.hold("back")
        task.choose("Skip this step")
    assert task.scene.name == "lessons"
    assert task.values()[SOW] == "at step 3 of 3"


def test_an_unfinished_game_is_not_touched_by_a_lesson(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.hold("back")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    learn(sitting, "Mini Quincala Knocking", SOW)
    finish(sitting)
    sitting.choose("All lessons")
    sitting.press("back", "back")
    sitting.choose("Resume")
    sitting.press("confirm", "confirm", "confirm", "confirm")
    assert sitting.library.unfinished().plies[0].move.text == "c2-c3"


def test_where_few_pieces_stand_the_panel_counts_no_others_as_knocked(sow, written):
    assert "needs" not in written(sow)
    assert "Step 1 of 3" in written(sow)


def test_where_it_matters_what_was_knocked_the_panel_tells_it(sitting, written):
    learn(sitting, "Mini Quincala Knocking", "Win the game")
    assert "needs" in written(sitting)


# Every lesson, on both screens


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
def test_every_lesson_can_be_gone_through_on_screen(sit, game, size, written):
    """A wrong and a right answer to each task, all texts written without a cut."""
    sitting = sit(size=size)
    for lesson in lessons_of(game):
        go_through(sitting, lesson, written)
    assert all(sitting.services.progress.is_done(lesson.name) for lesson in lessons_of(game))


def go_through(sitting, lesson, written):
    sitting.stage.go(to.StartScreen())
    sitting.stage.go(to.TakeLesson(course_of(sitting.stage, lesson)))
    while sitting.scene.name == "lesson":
        step = sitting.scene.step
        if not isinstance(step, TaskStep):
            assert_nothing_is_cut(sitting, written)
            sitting.press("next")
            continue
        moves = answers(step)
        for move, _ in moves.wrong[:1]:
            propose(sitting, move)
            assert sitting.banner.startswith("Not quite")
            assert_nothing_is_cut(sitting, written)
            sitting.press("confirm")
        propose(sitting, moves.right[-1])
        assert sitting.banner.startswith("Right!")
        sitting.press("confirm")


def propose(sitting, move):
    for touch in move.touches:
        sitting.scene.touch(touch)
    sitting.stage.redraw()
    sitting.ticks(3)
    sitting.press("confirm")


def assert_nothing_is_cut(sitting, written):
    sitting.stage.redraw()
    assert "…" not in written(sitting).replace(" … ", " ")

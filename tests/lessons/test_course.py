import pytest

from companion.contract import Token
from companion.errors import LessonError
from companion.lessons.course import ShowStep, TaskStep, answers, set_up, touch_name
from companion.lessons.lesson import parse_lesson
from companion.plugins import find_game

HEAD = "lesson: A\ngame: alquerque\nabout: B.\n"
POSITION = "position: b..../..b../..w../...../....w w compulsory=on\n"
TASK = "task\ndo: capture\ngoal: capture\nhint: H.\nright: R.\n"


def course(text):
    return set_up(parse_lesson(HEAD + text, "alquerque/a", "a.txt"))


def course_refusal(text):
    with pytest.raises(LessonError) as caught:
        course(text)
    return str(caught.value)


def test_a_show_becomes_touches_and_moves():
    text = f"show\n{POSITION}touch c3: A.\nrefused c4 land-behind: B.\nplay c3xc5: C.\n"
    (show,) = course(text).steps
    assert isinstance(show, ShowStep)
    board = show.position.board
    lift, vain, hop = show.beats
    assert lift.touches == (board.site_of("c3"),)
    assert vain.refused == board.site_of("c4")
    assert (hop.touches, hop.move.text) == ((board.site_of("c5"),), "c3xc5")


def test_a_step_without_a_position_goes_on_where_the_one_before_ended():
    show, task = course(f"show\n{POSITION}play c3xc5: A.\n{TASK}").steps
    assert isinstance(task, TaskStep)
    assert task.position.side == 1
    assert task.position.pieces() != show.position.pieces()


def test_a_task_does_not_move_what_comes_after_it():
    first, second = course(f"{TASK.replace('do', POSITION + 'do')}{TASK}").steps
    assert first.position == second.position


def test_answers_are_right_or_wrong_with_the_sentence_that_fits_first():
    hops = POSITION.replace("....w w compulsory=on", "....w w")
    wrongs = "wrong from e1: Wrong piece.\nwrong any: A step.\n"
    (task,) = course(f"{TASK.replace('do', hops + 'do')}{wrongs}").steps
    moves = answers(task)
    assert [move.text for move in moves.right] == ["c3xc5"]
    assert {verdict.text for _, verdict in moves.wrong} == {"Wrong piece.", "A step."}
    assert {verdict.miss.code for _, verdict in moves.wrong} == {"capture"}


def test_touches_beside_the_board_have_names():
    position = find_game("alquerque").initial()
    tokens = [Token("hand", (1, 3)), Token("domino", (3, 5)), Token("pass", ())]
    assert [touch_name(position, token) for token in tokens] == ["3b", "3|5", "pass"]
    assert touch_name(position, position.board.site_of("c3")) == "c3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("show\nsay: A.\n", "4: expected a position in the first step, got 'none'"),
        ("show\nposition: x w\nsay: A.\n", "4: expected "),
        ("show\nposition: ...../...../...../..w../..... w\nsay: A.\n", "4: expected a position in "
         "which the game goes on, got '...../"),
        (f"show\n{POSITION}play c3-c2: A.\n", "6: expected a legal touch, got c2: must-"),
        (f"show\n{POSITION}play hop: A.\n", "6: expected a move such as c2-c3, "),
        (f"show\n{POSITION}touch e1: A.\n", "6: expected one of c3, got 'e1'"),
        (f"show\n{POSITION}touch c3: A.\n", "6: expected a show that ends with its move played"),
        (f"show\n{POSITION}refused c3 empty: A.\n", "6: expected c3 to be refused, got 'allowed'"),
        (f"show\n{POSITION}refused e1 empty: A.\n", "6: expected the refusal 'must-capture' of "
         "e1, got 'empty'"),
        (f"show\n{POSITION}refused z9 empty: A.\n", "6: expected a dot of board alquerque, got"),
        (f"show\n{POSITION}play c3xc5: A.\nfacts: 2 capture\n", "7: expected the facts '2 capture'"
         ", got 'move capture'"),
        (f"{TASK.replace('do', POSITION + 'do').replace('goal: c', 'goal: x')}", "7: expected a "
         "pattern with one of "),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_have_so_is_told_with_its_line(text, message):
    assert course_refusal(text).startswith(f"a.txt:{message}")

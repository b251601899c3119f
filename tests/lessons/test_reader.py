import pytest

from companion.errors import LessonError
from companion.lessons.lesson import LARGEST_LESSON, Show, Task, parse_lesson, read_lesson

HEAD = "lesson: A step\ngame: alquerque\nabout: How a piece steps.\n"
SHOW = "show\nposition: bbbbb/bbbbb/bb.ww/wwwww/wwwww w\nplay c2-c3: One step.\n"
TASK = "task\ndo: step\ngoal: move b\nhint: Any piece.\nright: Yes.\n"


def read(text):
    return parse_lesson(text, "alquerque/a-step", "a-step.txt")


def lesson_refusal(text):
    with pytest.raises(LessonError) as caught:
        read(text)
    return str(caught.value)


def test_a_lesson_is_its_head_and_its_steps():
    lesson = read(HEAD + SHOW + TASK)
    assert (lesson.title, lesson.game, lesson.about) == (
        "A step", "alquerque", "How a piece steps.",
    )  # fmt: skip
    show, task = lesson.steps
    assert isinstance(show, Show)
    assert isinstance(task, Task)
    assert (show.line, task.line, task.position) == (4, 7, "")
    beat = show.beats[0]
    assert (beat.line, beat.verb, beat.words, beat.say) == (6, "play", ("c2-c3",), "One step.")


def test_a_lesson_of_few_pieces_does_without_the_panel():
    assert read(HEAD + SHOW).has_panel
    assert not read(HEAD + "panel: no\n" + SHOW).has_panel
    assert lesson_refusal(HEAD + "panel: yes\n" + SHOW) == (
        "a-step.txt:4: expected 'panel: no' or no such line, got 'yes'"
    )


def test_comments_and_empty_lines_count_as_lines_only():
    lesson = read("# Steps\n\n" + HEAD + "\n  # in between\n" + SHOW)
    assert lesson.steps[0].line == 8


def test_the_ranks_of_a_position_may_stand_one_under_the_other_and_sentences_go_on():
    text = "show\nposition: bbbbb/\n  bbbbb/\n  bb.ww/wwwww/\n  wwwww w\nsay: One\n  two.\n"
    show = read(HEAD + text).steps[0]
    assert show.position == "bbbbb/bbbbb/bb.ww/wwwww/wwwww w"
    assert show.beats[0].say == "One two."


def test_goals_and_facts_are_separated_by_commas_and_may_have_several_lines():
    task = read(HEAD + SHOW + TASK + "goal: from c2, to c3\n").steps[1]
    assert [(goal.line, goal.text) for goal in task.goals] == [
        (9, "move b"), (12, "from c2"), (12, "to c3"),
    ]  # fmt: skip
    show = read(HEAD + SHOW + "facts: move w, no capture\n").steps[0]
    assert [fact.text for fact in show.beats[0].facts] == ["move w", "no capture"]


def test_wrong_answers_have_sentences_in_their_order():
    task = read(HEAD + TASK + "wrong no from c2: Another.\nwrong any: No.\n").steps[0]
    assert [(pattern.text, say) for pattern, say in task.wrong] == [
        ("no from c2", "Another."), ("any", "No."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1: expected a line 'lesson: ...' before the first step, got 'none'"),
        (HEAD, "1: expected a step: 'show' or 'task', got 'none'"),
        (HEAD.replace("alquerque", "chess") + SHOW, "2: expected a game (quincala-knocking, "),
        (HEAD + "level: 3\n" + SHOW, "4: expected one of lesson, game, about, panel, got 'level'"),
        (HEAD + HEAD + SHOW, "4: expected 'lesson' once, got 'lesson'"),
        ("  lesson: A\n" + SHOW, "1: expected a line that begins at the margin, got 'lesson: A'"),
        (HEAD + "shows\n", "4: expected 'show', 'task' or 'KEY: TEXT', got 'shows'"),
        (HEAD + "show\n", "4: expected something to show, got 'none'"),
        (HEAD + "show\nplay: Go.\n", "5: expected 'play MOVE: TEXT', got 'play'"),
        (HEAD + "show\nsay b2: Go.\n", "5: expected 'say: TEXT', got 'say b2'"),
        (HEAD + "show\nrefused b2: No.\n", "5: expected 'refused PLACE CODE: TEXT', got "),
        (HEAD + "show\ntouch: No.\n", "5: expected 'touch PLACE ...: TEXT', got 'touch'"),
        (HEAD + "show\nhint: No.\n", "5: expected position first, then say, look, touch, "),
        (HEAD + SHOW + "position: x\n", "7: expected position first, then say, look, touch, "),
        (
            HEAD + "show\nsay: A.\nfacts: move\n",
            "6: expected facts after touch or play, got 'say'",
        ),
        (HEAD + "show\nsay:\n", "5: expected 1 to 230 characters after 'say', got 0"),
        (HEAD + f"show\nsay: {'x' * 231}\n", "5: expected 1 to 230 characters after 'say', got"),
        (HEAD + "task\ngoal: move\n", "4: expected a line 'do: ...' in the task, got 'none'"),
        (HEAD + TASK.replace("goal: move b\n", ""), "4: expected a line 'goal: ...' in the task"),
        (HEAD + TASK.replace("do: step", f"do: {'x' * 53}"), "5: expected at most 52 characters"),
        (HEAD + TASK + "wrong: No.\n", "9: expected 'wrong PATTERN: TEXT', got 'wrong'"),
        (HEAD + TASK + "hint: Two.\n", "9: expected 'hint' once, got 'hint'"),
        (HEAD + TASK + "say b2: Two.\n", "9: expected one of position, do, say, goal, hint, "),
    ],
)
def test_a_slip_is_told_with_its_line(text, message):
    assert lesson_refusal(text).startswith(f"a-step.txt:{message}")
    assert "\n" not in lesson_refusal(text)


def test_a_file_gives_the_lesson_its_name(tmp_path):
    path = tmp_path / "01-step.txt"
    path.write_text(HEAD + SHOW, encoding="utf-8")
    assert read_lesson(path, "alquerque").name == "alquerque/01-step"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "expected a readable lesson in UTF-8, got "),
        (b"lesson: \xff\n", "expected a readable lesson in UTF-8, got "),
        (b"#" * (LARGEST_LESSON + 1), "expected a lesson of at most 65536 bytes"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path, data, message):
    path = tmp_path / "step.txt"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(LessonError, match=message):
        read_lesson(path, "alquerque")

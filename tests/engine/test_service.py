"""The search in its own process, real ones throughout: hanging, crashing, talking nonsense."""

import json
import os
import random
import re
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.contract import parse_board
from companion.engine import worker
from companion.engine.answers import MOST_MOVES_TOLD, question_of, where_of
from companion.engine.limits import Limits, Result
from companion.engine.proof import loses_needlessly
from companion.engine.search import search
from companion.engine.service import GRACE_S, START_S, Engine, Fault
from companion.engine.worker import BETTER_EVERY_S, positions_of
from companion.errors import EngineError
from companion.plugins import GAMES, find_game
from companion.words.program import fault_text
from tests.amounts import few_and_many
from tests.engine.endgames import ends_of_games
from tests.match.playing import lone_match
from tests.search_process import pid_of

START = find_game("alquerque").initial()
SHORT = Limits(nodes=300, time_s=5)
LONG = Limits(time_s=30)

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="lists child processes by /proc"
)


def children():
    """The process numbers of all living or unburied children of this process."""
    lists = Path("/proc/self/task").glob("*/children")
    return {int(word) for file in lists for word in file.read_text().split()}


@pytest.fixture
def engine():
    made = Engine()
    yield made
    made.close()


@pytest.fixture
def acting():
    """An engine whose process runs a Python program given as text."""
    made = []

    def act(program, **named):
        # Without what is installed it starts in half the time.
        command = (sys.executable, "-S", "-c", "import json, os, sys, time\n" + program)
        made.append(Engine(command=command, **named))
        return made[-1]

    yield act
    for engine in made:
        engine.close()


def waited(asked, most_s=20):
    """What is answered at last."""
    until = time.monotonic() + most_s
    while time.monotonic() < until:
        answer = asked.answer()
        if isinstance(answer, Fault) or (answer is not None and answer.is_final):
            return answer
        time.sleep(0.005)
    pytest.fail(f"no answer within {most_s} s")


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_the_answer_is_that_of_the_search(engine, name):
    start = find_game(name).initial(None, 4)
    first = start.legal_moves()[3]
    asked = engine.ask(start, [first], SHORT, 9)
    position = start.play(first)
    assert asked.position == position
    expected = search(position, SHORT, 9, seen=[start.key])
    assert waited(asked) == expected
    assert not asked.is_open
    assert asked.answer() is None


def test_what_has_stood_before_is_told(engine):
    start = position = lone_match().position
    moves, seen = [], []
    for text in ("e1-d1", "a5-b5", "d1-e1", "b5-a5"):
        seen.append(position.key)
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    expected = search(position, SHORT, 9, seen=seen)
    assert expected != search(position, SHORT, 9)
    assert waited(engine.ask(start, moves, SHORT, 9)) == expected


def test_a_move_that_is_asked_for_begins_as_it_was_begun(engine):
    position = find_game("quincy").initial(None, 4)
    begun = {move.touches[:1] for move in position.legal_moves()}
    assert len(begun) > 2
    for touches in begun:
        result = waited(engine.ask(position, [], SHORT, begun=touches))
        assert result.move.touches[:1] == touches


OWN = """
name = "mini-quincala"
note = "own"
rows = ["ooooo", "ooooo"]
[setups.start.white]
1 = ["a1"]
[setups.start.black]
1 = ["e2"]
"""


def test_a_board_of_ones_own_goes_along(engine):
    start = find_game("quincala-knocking").initial(board=parse_board(OWN, "own"))
    asked = engine.ask(start, [], SHORT)
    assert waited(asked) == search(start, SHORT)


def test_a_question_without_a_limit_of_time_is_refused(engine):
    with pytest.raises(EngineError, match="limit of time"):
        engine.ask(START, [], Limits(nodes=5))
    assert pid_of(engine) is None


def test_a_new_question_replaces_the_old_one_and_keeps_the_process(engine):
    asked = engine.ask(START, [], LONG)
    pid = pid_of(engine)
    move = START.legal_moves()[0]
    asked = engine.ask(START, [move], SHORT)
    result = waited(asked)
    assert isinstance(result, Result)
    assert START.play(move).play(result.move)
    assert pid_of(engine) == pid


def test_a_canceled_question_is_never_answered(engine):
    asked = engine.ask(START, [], Limits(nodes=1, time_s=5))
    assert isinstance(waited(asked), Result)
    asked = engine.ask(START, [], LONG)
    engine.cancel()
    # The next answer shows that the process was free for it at once.
    started = time.monotonic()
    asked = engine.ask(START, [START.legal_moves()[1]], Limits(nodes=50, time_s=5))
    assert isinstance(waited(asked), Result)
    assert time.monotonic() - started < 3
    assert asked.answer() is None


@needs_proc
def test_a_process_that_hangs_is_killed_within_a_second_of_its_deadline(acting):
    before = children()
    engine = acting(saying(GOOD))
    asked = engine.ask(START, [], SHORT)
    assert isinstance(waited(asked), Result)
    # It answers once, so the time to start no longer counts.
    asked = engine.ask(START, [], Limits(time_s=0.2))
    started = time.monotonic()
    assert waited(asked) == Fault("late")
    assert time.monotonic() - started < 0.2 + 1
    until = time.monotonic() + 5
    while children() - before and time.monotonic() < until:
        asked.answer()
        time.sleep(0.005)
    assert children() == before


def test_a_stopped_process_is_replaced(engine):
    asked = engine.ask(START, [], SHORT)
    assert isinstance(waited(asked), Result)
    stopped = pid_of(engine)
    os.kill(stopped, signal.SIGSTOP)
    asked = engine.ask(START, [], Limits(nodes=50, time_s=0.1))
    assert waited(asked) == Fault("late")
    asked = engine.ask(START, [], SHORT)
    assert isinstance(waited(asked), Result)
    assert pid_of(engine) != stopped
    assert not is_running(stopped)


def test_a_first_answer_may_take_longer_by_the_start_of_the_process():
    now = [100.0]
    engine = Engine(lambda: now[0], (sys.executable, "-c", "import time; time.sleep(1000)"))
    asked = engine.ask(START, [], Limits(time_s=1))
    now[0] += 1 + GRACE_S + START_S - 0.01
    assert asked.answer() is None
    now[0] += 0.02
    assert asked.answer() == Fault("late")
    engine.close()


def test_a_crash_is_told_once_and_the_next_question_answered(engine):
    asked = engine.ask(START, [], LONG)
    os.kill(pid_of(engine), signal.SIGKILL)
    assert waited(asked) == Fault("crashed")
    assert asked.answer() is None
    asked = engine.ask(START, [], SHORT)
    assert isinstance(waited(asked), Result)


def test_a_crash_between_two_questions_is_not_noticed(engine):
    asked = engine.ask(START, [], SHORT)
    assert isinstance(waited(asked), Result)
    os.kill(pid_of(engine), signal.SIGKILL)
    time.sleep(0.1)
    asked = engine.ask(START, [], SHORT)
    assert isinstance(waited(asked), Result)


ANSWERING = """
for line in sys.stdin:
    question = json.loads(line)
    if question.get("id") == 1:
        {first}
    elif "id" in question:
        print(json.dumps({{**{good}, "id": question["id"]}}), flush=True)
"""
"""Does something with the first question, and answers the others as it should."""


def test_a_process_that_takes_the_place_of_another_gets_its_time_to_start(acting):
    now = [100.0]
    engine = acting(saying(GOOD), clock=lambda: now[0])
    assert isinstance(waited(engine.ask(START, [], SHORT)), Result)
    os.kill(pid_of(engine), signal.SIGKILL)
    engine._process.wait()
    asked = engine.ask(START, [], Limits(time_s=1))
    now[0] += 1 + GRACE_S + START_S - 0.01
    assert asked.answer() is None
    now[0] += 0.02
    assert asked.answer() == Fault("late")


def test_half_an_answer_of_a_process_that_crashed_does_not_spoil_the_next(acting):
    first = 'os.write(1, b\'{"id": 1, "posi\'); os._exit(3)'
    engine = acting(ANSWERING.format(first=first, good=GOOD))
    assert waited(engine.ask(START, [], SHORT)) == Fault("crashed")
    assert isinstance(waited(engine.ask(START, [], SHORT)), Result)


def test_an_old_question_that_is_dropped_leaves_the_new_one_open(acting):
    engine = acting(ANSWERING.format(first="pass", good=GOOD))
    old, new = engine.ask(START, [], SHORT), engine.ask(START, [], SHORT)
    old.drop()
    assert new.is_open
    assert isinstance(waited(new), Result)
    new = engine.ask(START, [], SHORT)
    new.drop()
    assert not engine.is_busy


@few_and_many("every", 8, 1)
def test_a_game_of_any_length_is_told_up_to_its_last_position(every):
    position, moves, chance = START, [], random.Random(1)
    while not position.outcome():
        if len(moves) % every in (0, 1):
            question = question_of(START, moves, SHORT, 0)
            last = positions_of(json.loads(json.dumps(question)))[-1]
            assert last.to_text() == position.to_text()
            assert len(question["moves"]) <= MOST_MOVES_TOLD
        moves.append(chance.choice(position.legal_moves()))
        position = position.play(moves[-1])
    assert len(moves) > 2 * MOST_MOVES_TOLD


@needs_proc
def test_a_process_that_does_not_read_is_replaced_and_none_is_left_behind(acting):
    before = children()
    engine = acting("time.sleep(1000)")
    start = find_game("quincala-knocking").initial(
        board=parse_board(OWN + f"#{'x' * 99}\n" * 400, "own")
    )
    pids = []
    for _ in range(2):
        engine.ask(start, [], SHORT)
        pids.append(pid_of(engine))
    # Of the second one the pipe takes a part.
    assert pids[0] != pids[1]
    engine.close()
    assert children() == before


def processor_s(pid):
    """The time of a processor that the process *pid* has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@needs_proc
def test_a_canceled_search_leaves_the_processor_alone(engine):
    asked = engine.ask(START, [], LONG)
    assert next_answer(asked) is not None
    engine.cancel()
    time.sleep(0.5)
    used_s = processor_s(pid_of(engine))
    time.sleep(1.0)
    assert processor_s(pid_of(engine)) - used_s < 0.1


def test_a_search_that_is_under_way_gives_way_to_the_next_question(engine):
    assert not next_answer(engine.ask(START, [], LONG)).is_final
    pid, began_s = pid_of(engine), time.monotonic()
    assert isinstance(waited(engine.ask(START, [START.legal_moves()[1]], SHORT)), Result)
    assert time.monotonic() - began_s < 10
    assert pid_of(engine) == pid


def test_a_process_started_ahead_answers_the_first_question(engine):
    engine.start()
    pid = pid_of(engine)
    assert pid is not None and not engine.is_busy
    engine.start()
    asked = engine.ask(START, [], SHORT)
    assert isinstance(waited(asked), Result)
    assert pid_of(engine) == pid


@needs_proc
def test_a_process_started_ahead_ends_with_the_engine(engine):
    before = children()
    engine.start()
    assert len(children() - before) == 1
    engine.close()
    assert children() == before


def test_a_program_that_is_not_there_does_not_start():
    engine = Engine(command=("/nonexistent/searcher",))
    engine.start()
    assert not engine.is_busy
    asked = engine.ask(START, [], SHORT)
    assert asked.answer() == Fault("no-start")
    assert asked.answer() is None


GOOD = {
    "id": 1,
    "position": START.to_text(),
    "line": ["c2-c3"],
    "score": 0,
    "nodes": 4,
    "depth": 1,
    "final": True,
}


def saying(answer):
    return f"sys.stdin.readline(); print({json.dumps(answer)!r}, flush=True); time.sleep(1000)"


def test_an_answer_as_it_should_be_is_taken(acting):
    engine = acting(saying(GOOD))
    asked = engine.ask(START, [], SHORT)
    assert waited(asked) == Result(START.parse("c2-c3"), (START.parse("c2-c3"),), 0, 4, 1, True)


@pytest.mark.parametrize(
    "changed",
    [
        {"line": ["a1-a5"]},
        {"line": ["c2-c3", "c2-c3"]},
        {"line": []},
        {"line": "c2-c3"},
        {"line": [7]},
        {"line": [None]},
        {"position": START.play(START.legal_moves()[0]).to_text()},
        {"position": None},
        {"score": "good"},
        {"score": True},
        {"score": 10**9},
        {"nodes": 1.5},
        {"id": 2},
        {"id": "1"},
        {"final": 1},
        {"final": False, "line": ["a1-a5"]},
    ],
)
def test_an_answer_that_does_not_hold_is_nonsense(acting, changed):
    engine = acting(saying({**GOOD, **changed}))
    asked = engine.ask(START, [], SHORT)
    assert waited(asked) == Fault("nonsense")
    assert pid_of(engine) is None


@pytest.mark.parametrize(
    "program",
    [
        "os.write(1, os.urandom(5000) + b'\\n'); time.sleep(1000)",
        "os.write(1, b'[1]\\n'); time.sleep(1000)",
        "os.write(1, b'null\\n'); time.sleep(1000)",
        "os.write(1, b'{}\\n'); time.sleep(1000)",
        "os.write(1, b'[' * 50000 + b'\\n'); time.sleep(1000)",
        "while True: os.write(1, b'x' * 4096)",
    ],
)
def test_what_is_no_answer_is_nonsense(acting, program):
    engine = acting(program)
    asked = engine.ask(START, [], SHORT)
    assert waited(asked) == Fault("nonsense")


def printing(*answers):
    """A program that says one thing after the other, each when the one before was read."""
    said = "".join(
        f"print({json.dumps(answer)!r}, flush=True); time.sleep(.2)\n" for answer in answers
    )
    return "sys.stdin.readline()\n" + said + "time.sleep(1000)"


def next_answer(asked):
    until = time.monotonic() + 20
    while (answer := asked.answer()) is None and time.monotonic() < until:
        time.sleep(0.005)
    return answer


def test_a_question_stays_open_until_its_final_answer(acting):
    early = {**GOOD, "final": False}
    engine = acting(printing(early, {**GOOD, "line": ["d2-c3"], "depth": 2}))
    asked = engine.ask(START, [], SHORT)
    first = next_answer(asked)
    assert first.move.text == "c2-c3" and not first.is_final
    assert asked.position == START
    last = next_answer(asked)
    assert last.move.text == "d2-c3" and last.is_final
    assert not asked.is_open and pid_of(engine) is not None


def test_nonsense_after_a_good_answer_is_nonsense_all_the_same(acting):
    engine = acting(printing({**GOOD, "final": False}, {**GOOD, "line": ["a1-a5"]}))
    asked = engine.ask(START, [], SHORT)
    assert not next_answer(asked).is_final
    assert next_answer(asked) == Fault("nonsense")
    assert not asked.is_open


def test_a_search_without_an_end_is_late_whatever_it_said_before(acting):
    engine = acting(printing({**GOOD, "final": False}))
    asked = engine.ask(START, [], Limits(time_s=0.1))
    assert not next_answer(asked).is_final
    assert waited(asked) == Fault("late")


@pytest.mark.parametrize("name", GAMES)
def test_early_answers_come_before_the_final_one(engine, name):
    start = find_game(name).initial(None, 4)
    # It is so quick in Quincy that a busy machine would look too late.
    nodes = 150_000 if name == "quincy" else 20_000
    asked = engine.ask(start, [], Limits(nodes=nodes, time_s=20))
    answers = []
    while not answers or not answers[-1].is_final:
        answers.append(next_answer(asked))
    assert [result.is_final for result in answers] == [False] * (len(answers) - 1) + [True]
    assert len(answers) > 1
    for result in answers:
        assert result.move in start.legal_moves()


def test_early_answers_come_no_faster_than_a_screen_can_follow(engine):
    # A tree in Querni betters its answer hundreds of times a second.
    asked = engine.ask(find_game("querni").initial(None, 4), [], Limits(time_s=0.4))
    early = 0
    while (answer := asked.answer()) is None or not answer.is_final:
        early += answer is not None
        time.sleep(0.002)
    assert 1 <= early <= 0.4 / BETTER_EVERY_S + 1


def test_while_no_time_passes_there_is_one_early_answer(monkeypatch, capsys):
    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=lambda: 100.0))
    question = question_of(find_game("querni").initial(None, 4), [], Limits(nodes=20_000), 4)
    reader, writer = os.pipe()
    with os.fdopen(reader) as lines, os.fdopen(writer, "w"):
        worker.answer({**question, "id": 1, "explain": False}, worker.Inbox(lines))
        answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["final"] for answer in answers] == [False, True]


def test_an_answer_to_an_older_question_is_dropped(acting):
    late = json.dumps({**GOOD, "id": 1})
    now = json.dumps({**GOOD, "id": 2, "line": ["d2-c3"]})
    engine = acting(
        "sys.stdin.readline(); sys.stdin.readline(); sys.stdin.readline()\n"
        f"print({late!r}, flush=True); print({now!r}, flush=True); time.sleep(1000)"
    )
    asked = engine.ask(START, [], SHORT)
    asked = engine.ask(START, [], SHORT)
    assert waited(asked).move.text == "d2-c3"


# The tutor's question


def waited_risk(asked, most_s=20):
    until = time.monotonic() + most_s
    while time.monotonic() < until:
        answer = asked.answer()
        if answer is not None:
            return answer
        time.sleep(0.005)
    pytest.fail(f"no answer within {most_s} s")


def risky_and_safe():
    """A position and two of its moves: one that loses at once, one that does not."""
    for position in ends_of_games("alquerque"):
        moves = {loses_needlessly(position, move): move for move in position.legal_moves()}
        if len(moves) == 2:
            return position, moves[True], moves[False]
    raise AssertionError("unreachable: there is no end of games")


def test_a_risk_is_told_and_so_is_that_there_is_none(engine):
    position, risky, safe = risky_and_safe()
    asked = engine.ask_risk(position, risky, 5)
    assert asked.position == position
    assert waited_risk(asked) is True
    assert not asked.is_open
    assert asked.answer() is None
    asked = engine.ask_risk(position, safe, 5)
    assert waited_risk(asked) is False


def test_an_answer_about_a_risk_that_comes_late_is_dropped(acting):
    late = json.dumps({"id": 1, "position": START.to_text(), "risk": False})
    now = json.dumps({**GOOD, "id": 2})
    engine = acting(
        "sys.stdin.readline(); sys.stdin.readline(); sys.stdin.readline()\n"
        f"print({late!r}, flush=True); print({now!r}, flush=True); time.sleep(1000)"
    )
    asked = engine.ask_risk(START, START.legal_moves()[0], 5)
    asked = engine.ask(START, [], SHORT)
    assert waited(asked).move.text == "c2-c3"


def test_a_search_and_a_look_at_a_risk_take_turns(engine):
    position, risky, _ = risky_and_safe()
    asked = engine.ask(START, [], LONG)
    pid = pid_of(engine)
    asked = engine.ask_risk(position, risky, 5)
    assert waited_risk(asked) is True
    asked = engine.ask_risk(position, risky, 5)
    asked = engine.ask(START, [], SHORT)
    assert isinstance(waited(asked), Result)
    assert pid_of(engine) == pid


SAFE = {"id": 1, "position": START.to_text(), "risk": False}


def test_an_answer_about_a_risk_as_it_should_be_is_taken(acting):
    engine = acting(saying(SAFE))
    asked = engine.ask_risk(START, START.legal_moves()[0], 5)
    assert waited_risk(asked) is False


@pytest.mark.parametrize(
    "answer",
    [
        {**SAFE, "risk": "no"},
        {**SAFE, "risk": 0},
        {**SAFE, "position": "elsewhere"},
        {**SAFE, "id": 2},
        {"id": 1, "position": START.to_text()},
        GOOD,
        [1],
    ],
)
def test_an_answer_about_a_risk_that_does_not_hold_is_nonsense(acting, answer):
    engine = acting(saying(answer))
    asked = engine.ask_risk(START, START.legal_moves()[0], 5)
    assert waited_risk(asked) == Fault("nonsense")
    assert pid_of(engine) is None


def test_a_look_at_a_risk_that_hangs_is_killed_at_its_deadline(acting):
    engine = acting(saying(SAFE))
    asked = engine.ask_risk(START, START.legal_moves()[0], 5)
    assert waited_risk(asked) is False
    asked = engine.ask_risk(START, START.legal_moves()[0], 0.2)
    began = time.monotonic()
    assert waited_risk(asked) == Fault("late")
    assert time.monotonic() - began < 0.2 + 1
    assert pid_of(engine) is None


def test_a_look_at_a_risk_has_no_grace(acting):
    now = [100.0]
    engine = acting("time.sleep(1000)", clock=lambda: now[0])
    asked = engine.ask_risk(START, START.legal_moves()[0], 0.2)
    now[0] += 0.2 + START_S - 0.01
    assert asked.answer() is None
    now[0] += 0.02
    assert asked.answer() == Fault("late")


def test_a_crash_in_a_look_at_a_risk_is_told_once(acting):
    engine = acting("sys.stdin.readline(); os._exit(3)")
    asked = engine.ask_risk(START, START.legal_moves()[0], 5)
    assert waited_risk(asked) == Fault("crashed")
    assert asked.answer() is None


def cancel_often(engine, number):
    before = children()
    moves = START.legal_moves()
    for turn in range(number):
        asked = engine.ask(START, [moves[turn % len(moves)]], LONG)
        asked.answer()
        engine.cancel()
        assert asked.answer() is None
        assert len(children() - before) <= 2
    asked = engine.ask(START, [], SHORT)
    assert isinstance(waited(asked), Result)
    engine.close()
    assert children() == before


@needs_proc
def test_cancels_leave_no_process_behind(engine):
    cancel_often(engine, 60)


@pytest.mark.slow
@needs_proc
def test_a_thousand_cancels_leave_no_process_behind(engine):
    cancel_often(engine, 1_000)


def test_the_process_ends_when_its_asker_is_gone(engine):
    engine.ask(START, [], LONG)
    process = engine._process
    process.stdin.close()
    assert process.wait(10) == 0


@pytest.mark.parametrize("code", ["late", "crashed", "nonsense", "no-start"])
def test_every_fault_is_one_line_for_the_player(code):
    text = fault_text(code)
    assert text and "\n" not in text and len(text) < 70


def test_asking_and_looking_never_wait(acting):
    engine = acting("time.sleep(1000)")
    slowest = 0.0
    for turn in range(200):
        began = time.perf_counter()
        asked = engine.ask(START, [START.legal_moves()[turn % 4]], LONG)
        asked.answer()
        engine.cancel()
        slowest = max(slowest, time.perf_counter() - began)
    # The process sleeps for 1,000 s: whoever waits for it waits longer than a busy machine.
    assert slowest < 10


@pytest.mark.parametrize("name", ["pickle", "json", "queue"])
def test_no_module_of_the_folder_in_which_somebody_stands_is_run(
    engine, tmp_path, monkeypatch, name
):
    (tmp_path / f"{name}.py").write_text("open('was-run', 'w').close()\n1 / 0\n")
    monkeypatch.chdir(tmp_path)
    assert isinstance(waited(engine.ask(START, [], SHORT)), Result)
    assert not (tmp_path / "was-run").exists()


def test_what_goes_through_the_pipe_is_text_and_the_board_its_own_file():
    document = where_of(START)
    assert json.loads(json.dumps(document)) == document
    assert parse_board(document["board"], "here").rays == START.board.rays
    for module in ("answers", "service", "worker"):
        source = Path(sys.modules[f"companion.engine.{module}"].__file__).read_text()
        assert not re.search(r"pickle|marshal|\beval\(|\bexec\(", source)


def test_a_question_that_is_none_ends_the_process_and_nobody_waits():
    program = Engine()
    try:
        program.start()
        asked = program.ask(START, [], LONG)
        os.write(program._process.stdin.fileno(), b"{nonsense\n")
        assert waited(asked) == Fault("crashed")
    finally:
        program.close()

"""``companion engine``: a real child process, asked over its pipes as another program would."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty, Queue

import pytest

from companion.cli import main
from companion.commands.ugi import LONGEST_LINE, MOST_WAITING, RANGES, NewGame, Session
from companion.engine.limits import Limits
from companion.engine.search import search
from companion.engine.service import Engine
from companion.plugins import GAMES, find_game
from tests.tall_towers import TALL

LIMIT_S = 30
AT_ONCE_S = 0.5
"""Far below any search that is stopped here, and far above what a busy machine loses."""

SOON_S = 5
"""Where a process has all its work to do at once: to list millions of moves takes minutes."""

PAGE = (Path(__file__).parents[2] / "docs" / "engine-protocol.md").read_text(encoding="utf-8")


class Child:
    """The engine in its process."""

    def __init__(self, *words):
        command = [sys.executable, "-m", "companion.cli", "engine", *words]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._lines = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.decode().removesuffix("\n"))
        self._lines.put(None)

    def tell(self, *lines):
        self.raw("".join(f"{line}\n" for line in lines).encode())

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self, limit_s=LIMIT_S):
        return self._lines.get(timeout=limit_s)

    def until(self, start, limit_s=LIMIT_S):
        """All lines up to the first that begins with *start*."""
        lines = [self.line(limit_s)]
        while not lines[-1].startswith(start):
            lines.append(self.line(limit_s))
        return lines

    def asked(self, *lines):
        """What is answered to *lines*, which begin no search."""
        self.tell(*lines, "isready")
        return self.until("readyok")[:-1]

    def is_quiet(self, seconds):
        try:
            self.line(seconds)
        except Empty:
            return True
        return False

    def ended(self):
        self.process.stdin.close()
        status = self.process.wait(LIMIT_S)
        return status, self.process.stderr.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()


@pytest.fixture
def child():
    made = []

    def start(*words):
        made.append(Child(*words))
        return made[-1]

    yield start
    for one in made:
        one.kill()


@pytest.fixture(scope="module")
def waiting():
    """Engines for the next tests that need one for Alquerque."""
    engines = []
    yield engines
    for one in engines:
        one.kill()


@pytest.fixture
def alquerque(waiting):
    """An engine before the first move of Alquerque, for a test that lets it live."""
    engine = waiting.pop() if waiting else Child("alquerque")
    yield engine
    # One that is left in the middle of something is none for the next test.
    if engine.asked("uginewgame alquerque") == []:
        waiting.append(engine)
    else:
        engine.kill()


@pytest.fixture(scope="module")
def lasting():
    """An engine that plays by Bell's rules, and that nothing in this module changes."""
    engine = Child("alquerque", "--option", "preset=bell")
    yield engine
    engine.kill()


def best(lines):
    (line,) = [line for line in lines if line.startswith("bestmove ")]
    return line.removeprefix("bestmove ")


def test_it_names_itself_its_games_and_their_options(child):
    lines = child().asked("ugi")
    assert lines[0].startswith("id name Board Companion ")
    assert lines[-1] == "ugiok"
    assert [line.split()[1] for line in lines if line.startswith("game ")] == list(GAMES)
    assert "gameoption alquerque name huffing type combo default off var off var on" in lines
    assert "gameoption alquerque name quiet_limit type spin default 50 min 0 max 500" in lines
    assert "gamepreset alquerque name bell" in lines


@pytest.mark.parametrize("name", GAMES)
def test_a_search_by_nodes_finds_what_the_search_finds(child, name):
    engine = child(name, "--seed", "4")
    engine.tell("go nodes 800")
    lines = engine.until("bestmove")
    result = search(find_game(name).initial(None, 4), Limits(nodes=800))
    assert best(lines) == result.move.text.replace(" ", ":")
    pattern = r"info depth (\d+) nodes (\d+) time \d+ score \w+ -?\d+ pv (.+)"
    last = re.fullmatch(pattern, lines[-2])
    assert (int(last[1]), int(last[2])) == (result.depth, result.nodes)
    assert last[3].split() == [move.text.replace(" ", ":") for move in result.line]


def test_a_game_is_played_to_its_end_by_what_it_says(child):
    engine, texts = child(), []
    assert engine.asked("uginewgame alquerque seed 1 preset=bell") == []
    while engine.asked(f"position startpos moves {' '.join(texts)}", "query gameover")[-1] != (
        "response true"
    ):
        turn, moves = engine.asked("query p1turn", "query moves")
        assert turn == f"response {'true' if len(texts) % 2 == 0 else 'false'}"
        engine.tell("go nodes 60 level 4" if len(texts) % 2 else "go nodes 200")
        texts.append(best(engine.until("bestmove")))
        assert texts[-1] in moves.split()
        assert len(texts) < 300
    assert engine.asked("query result")[0].split()[1] in {"p1win", "p2win", "draw"}
    engine.tell("go")
    # The reason as records and JSON have it, not as Python writes an enumeration.
    assert re.fullmatch(
        r"error expected a game that goes on, got one over by '[a-z-]+'", engine.line()
    )


def test_a_position_is_taken_as_text_and_told_again(alquerque):
    text = "b..../.b.../w..../...../w.... b offenders=a3 compulsory=on huffing=on"
    assert alquerque.asked(f"position fen {text}", "query position") == [f"response {text}"]
    assert "huff:a3" in alquerque.asked("query moves")[0].split()
    (answer,) = alquerque.asked(f"position fen {text} moves huff:a3 a5-a4", "query position")
    assert answer.startswith("response ...../bb.../...../")
    assert alquerque.asked("query result") == ["response none"]


@pytest.mark.parametrize(
    ("position", "score"),
    [
        ("...../...../...../.b.../w.... w", "score win 1"),
        ("...../...../...../.b.../w.... b", "score "),
    ],
)
def test_a_sure_win_is_told_in_plies(alquerque, position, score):
    alquerque.tell(f"position fen {position}", "go nodes 50")
    assert score in alquerque.until("bestmove")[-2]


def test_a_level_is_set_for_all_searches_or_one(child):
    engine = child("querni")
    start = find_game("querni").initial()
    engine.tell("setoption name Level value 2", "setoption name SearchSeed value 5", "go")
    assert best(engine.until("bestmove")) == search(start, Limits(level=2), 5).move.text
    engine.tell("go level 1")
    assert best(engine.until("bestmove")) == search(start, Limits(level=1), 5).move.text


def test_a_search_ends_with_its_time(alquerque):
    alquerque.tell("go movetime 1")
    alquerque.until("bestmove")
    began = time.monotonic()
    alquerque.tell("go movetime 600")
    alquerque.until("bestmove")
    assert 0.3 < time.monotonic() - began < 3


def test_a_search_ends_with_its_depth(child):
    engine = child("alquerque")
    engine.tell("go depth 3")
    lines = engine.until("bestmove")
    assert lines[-2].startswith("info depth 3 ")
    assert best(lines) == search(find_game("alquerque").initial(), Limits(depth=3)).move.text


@pytest.mark.parametrize("turn", [0, 1])
def test_a_clock_is_shared_out_by_whose_turn_it_is(alquerque, turn):
    alquerque.tell(f"position startpos{' moves c2-c3' * turn}", "go movetime 1")
    alquerque.until("bestmove")
    clocks = ["600000", "2500"] if turn else ["2500", "600000"]
    began = time.monotonic()
    alquerque.tell(f"go p1time {clocks[0]} p2time {clocks[1]} p1inc 100 p2inc 100")
    alquerque.until("bestmove")
    assert time.monotonic() - began < 3


def test_a_move_is_told_to_be_legal_or_not(alquerque):
    asked = [f"query islegal {move}" for move in ("c2-c3", "a1-a2", "nonsense")]
    answers = ["true", "false", "false"]
    assert alquerque.asked(*asked) == [f"response {answer}" for answer in answers]


@pytest.mark.parametrize("name", GAMES)
def test_stop_is_answered_at_once_however_early_it_comes(child, name):
    engine = child(name)
    engine.asked("ugi")
    for thinking_s in (0, 0.3):
        engine.tell("go infinite")
        time.sleep(thinking_s)
        began = time.monotonic()
        engine.tell("stop")
        move = best(engine.until("bestmove"))
        assert time.monotonic() - began < AT_ONCE_S
        assert move in engine.asked("query moves")[0].split()
    assert engine.is_quiet(0.3)


def test_an_infinite_search_waits_for_stop_even_when_it_has_ended(alquerque):
    alquerque.tell("position fen ...../...../...../.b.../w.... w", "go infinite")
    assert alquerque.line().endswith("pv a1xc3")
    assert alquerque.is_quiet(0.5)
    alquerque.tell("stop")
    assert alquerque.line() == "bestmove a1xc3"


def test_there_is_never_more_than_one_search(child):
    engine = child("alquerque")
    engine.tell("go infinite")
    engine.until("info")
    others = ("go nodes 5", "position startpos", "uginewgame querni", "query moves", "ugi")
    answers = [line for line in engine.asked(*others) if not line.startswith("info ")]
    assert [line.split()[0] for line in answers] == ["error"] * len(others)
    assert len(children_of(engine.process.pid)) == 1
    engine.tell("stop")
    engine.until("bestmove")
    assert engine.asked("stop") == []


def test_very_many_moves_are_listed_up_to_a_number_and_the_line_before_says_so(child):
    engine = child("quincala-mixing")
    engine.tell(f"position fen {TALL}", "query moves", "query p1turn")
    said, listed, after = (engine.line() for _ in range(3))
    assert said == "info string more than 20,000 moves; query moves all lists them"
    assert len(listed.removeprefix("response ").split()) == 20_000
    assert after == "response true"


@pytest.mark.parametrize("way", ["stop", "quit"])
def test_a_list_without_end_is_stopped_at_once(child, way):
    engine = child("quincala-mixing")
    assert engine.asked(f"position fen {TALL}") == []
    engine.tell("query moves all")
    time.sleep(0.5)
    began = time.monotonic()
    engine.tell("isready")
    assert engine.line() == "readyok"
    engine.tell(way)
    if way == "quit":
        assert engine.line() is None
        assert engine.process.wait(LIMIT_S) == 0
    else:
        assert engine.line() == "error expected the list of moves, got stop"
    assert time.monotonic() - began < SOON_S
    if way == "stop":
        assert engine.asked("query p1turn") == ["response true"]


def test_all_moves_are_listed_where_all_are_asked_for(child):
    engine = child("quincala-mixing", "--option", "sizes=3")
    assert engine.asked("query moves all") == engine.asked("query moves")


def test_what_waits_for_a_list_is_done_after_it_and_not_without_bound(child):
    engine = child("quincala-mixing")
    assert engine.asked(f"position fen {TALL}") == []
    engine.tell("query moves all")
    time.sleep(0.5)
    engine.tell(*["query p1turn"] * (MOST_WAITING + 1))
    assert engine.line().startswith(f"error expected isready, stop, quit while {MOST_WAITING}")
    engine.tell("stop")
    assert engine.line() == "error expected the list of moves, got stop"
    assert [engine.line() for _ in range(MOST_WAITING)] == ["response true"] * MOST_WAITING


def children_of(pid):
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return {word for file in lists for word in file.read_text().split()}


def test_its_search_is_started_anew_when_it_dies(child):
    engine = child("alquerque")
    engine.tell("go infinite")
    engine.until("info")
    (worker,) = children_of(engine.process.pid)
    os.kill(int(worker), signal.SIGKILL)
    until_s = time.monotonic() + LIMIT_S
    while children_of(engine.process.pid) and time.monotonic() < until_s:
        time.sleep(0.01)
    # What was found counts; it is told when it is asked for.
    engine.tell("stop")
    engine.until("bestmove")
    engine.tell("go nodes 100")
    engine.until("bestmove")


@pytest.mark.parametrize("is_searching", [False, True])
@pytest.mark.parametrize("way", ["quit", "end of input"])
def test_it_ends_and_leaves_no_process_behind(child, way, is_searching):
    engine = child("alquerque")
    engine.tell("go infinite" if is_searching else "isready")
    engine.until("info" if is_searching else "readyok")
    workers = children_of(engine.process.pid)
    if way == "quit":
        engine.tell("quit")
    assert engine.ended() == (0, b"")
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def run_to_the_end(data, limit_s=LIMIT_S):
    """What is answered to *data* and the end of the input, and how long that took."""
    began_s = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "engine", "alquerque"],
        input=data, capture_output=True, timeout=limit_s, check=True,
    )  # fmt: skip
    assert done.stderr == b""
    return done.stdout.decode().splitlines(), time.monotonic() - began_s


def test_at_the_end_of_the_input_a_search_is_finished_and_answered():
    limits = Limits(nodes=500)
    expected = search(find_game("alquerque").initial(), limits)
    lines, _ = run_to_the_end(b"position startpos\ngo nodes 500\n")
    assert lines[-1] == f"bestmove {expected.move.text}"
    assert [line for line in lines if line.startswith("bestmove")] == lines[-1:]


def test_at_the_end_of_the_input_a_search_without_end_is_stopped_and_answered():
    lines, took_s = run_to_the_end(b"go infinite")
    assert lines[-1].startswith("bestmove ")
    assert took_s < LIMIT_S


def test_at_the_end_of_the_input_a_list_of_moves_and_what_waits_for_it_are_answered():
    lines, _ = run_to_the_end(b"query moves\nquery p1turn\ngo nodes 50\n")
    assert lines[0].startswith("response ") and lines[1] == "response true"
    assert lines[-1].startswith("bestmove ")


def test_where_nobody_reads_any_more_no_search_is_finished():
    read, write = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "engine", "alquerque"],
        stdin=subprocess.PIPE, stdout=write, stderr=subprocess.DEVNULL,
    ) as engine:  # fmt: skip
        os.close(write)
        engine.stdin.write(b"isready\ngo movetime 600000\n")
        engine.stdin.flush()
        # The line may come in parts, its end by itself.
        with os.fdopen(read, "rb", buffering=0) as answers:
            assert answers.readline() == b"readyok\n"
        engine.stdin.close()
        engine.wait(LIMIT_S)


@pytest.mark.parametrize("line", ["\ufeffisready", "\ufeff isready"])
def test_a_byte_order_mark_before_a_line_is_passed_over(lasting, line):
    lasting.tell(line)
    assert lasting.line() == "readyok"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nodes 50 searchmoves c2-c3 d2-c3", ["passed over: searchmoves c2-c3 d2-c3"]),
        ("searchmoves c2-c3 nodes 50", ["passed over: searchmoves c2-c3"]),
        ("ponder nodes 50", ["passed over: ponder"]),
        ("mate 3 nodes 50", ["passed over: mate 3"]),
        ("movestogo 40 ponder nodes 50", ["passed over: movestogo 40", "passed over: ponder"]),
        ("wtime 1000 btime 1000 nodes 50", ["passed over: wtime 1000", "passed over: btime 1000"]),
        ("p1time -170671 nodes 50", ["took p1time -170671 as 0"]),
        ("p1time 1000 p1inc -5 nodes 50", ["took p1inc -5 as 0"]),
        ("movetime 0", ["took movetime 0 as 1"]),
        ("movetime -20", ["took movetime -20 as 1"]),
        ("p1time 165661 p2time -170671 nodes 50", []),
        ("p2time gone p2inc -1 nodes 50", []),
    ],
)
def test_what_a_search_does_not_need_costs_no_answer(lasting, words, said):
    lasting.tell("position startpos", f"go {words}")
    lines = lasting.until("bestmove")
    assert not any(line.startswith("error") for line in lines)
    strings = [
        line.removeprefix("info string ") for line in lines if line.startswith("info string")
    ]
    assert strings == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("goo", "expected a word (ugi, "),
        ("goo", "did you mean 'go'?"),
        ("go nodes", "expected nodes as 1 to"),
        ("go nodes 0", "got '0'"),
        ("go nodes -5", "got '-5'"),
        ("go nodes ٣", "expected nodes"),
        ("go movetime 3600001", "expected movetime as 1 to 3600000"),
        ("go level 9", "expected level as 1 to 8"),
        ("go depth 65", "expected depth as 1 to 64"),
        ("go mvoetime 3", "did you mean 'movetime'?"),
        ("go p2time x", "expected p2time as 0 to"),
        ("query islegal", "expected query p1turn or"),
        ("position", "expected position startpos or"),
        ("position fen", "expected position startpos or"),
        ("position fen nonsense", "got 'nonsense'"),
        ("position startpos moves a1-a2", "(move 1)"),
        ("position startpos moves c2-c3 zz", "(move 2)"),
        ("uginewgame alquerqe", "did you mean 'alquerque'?"),
        ("uginewgame alquerque seed", "expected seed as 0 to"),
        ("uginewgame alquerque hufing=on", "did you mean 'huffing'?"),
        ("uginewgame alquerque huffing", "expected --option NAME=VALUE"),
        ("setoption name Levle value 3", "got 'Levle'"),
        ("setoption Level 3", "expected setoption name NAME value VALUE"),
        ("setoption name Level value 0", "expected Level as 1 to 8"),
        ("query", "expected query p1turn or"),
        ("query all", "got 'all'"),
        ("\x1b[2J", "got '\\x1b[2J'"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_changes_nothing(lasting, line, said):
    before = lasting.asked("position startpos moves c2-c3", "query position")
    (answer,) = lasting.asked(line)
    assert answer.startswith("error ") and said in answer
    assert lasting.asked("query position") == before


def test_a_line_without_end_is_refused_and_the_next_one_answered(child):
    engine = child("alquerque")
    engine.raw(b"position startpos moves " + b"c2-c3 " * (LONGEST_LINE // 2) + b"\nisready\n")
    first, second = engine.line(), engine.line()
    assert first == f"error expected a line of at most {LONGEST_LINE} bytes, got more"
    assert second == "readyok"


def test_any_input_is_survived(child):
    engine, chance = child("alquerque"), random.Random(7)
    # Without quit, which is to be heard.
    words = [
        "ugi",
        "isready",
        "setoption",
        "uginewgame",
        "position",
        "go",
        "stop",
        "query",
        "name",
        "value",
        "moves",
    ]
    words += [
        "fen",
        "startpos",
        "infinite",
        "nodes",
        "5",
        "-1",
        "Level",
        "alquerque",
        "seed",
        "=",
        "preset=bell",
        "c2-c3",
    ]
    words += ["\0", "é", "😀"]
    for _ in range(40):
        for _ in range(50):
            if chance.random() < 0.2:
                engine.raw(chance.randbytes(chance.randrange(60)) + b"\n")
            else:
                engine.tell(" ".join(chance.choices(words, k=chance.randrange(7))))
        engine.tell("stop", "isready", "query end")
        while not engine.line().endswith("got 'end'"):
            pass
    assert engine.asked("uginewgame alquerque", "query p1turn")[-1] == "response true"
    engine.tell("quit")
    assert engine.ended() == (0, b"")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "expected a game"),
        (["alquerque", "--option", "forward=up"], "'up'"),
        (["alquerque", "--seed", "x"], "'x'"),
    ],
)
def test_what_it_cannot_begin_with_is_one_line_and_status_2(capsys, words, said):
    assert main(["engine", *words]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and said in error


def test_the_conversation_of_the_page_is_one(child):
    (conversation,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    engine = child()
    for line in conversation.splitlines():
        if line.startswith("> "):
            engine.tell(line.removeprefix("> "))
        elif line.startswith("info "):
            engine.until("info")
        elif line.startswith("bestmove"):
            engine.until("bestmove")
        else:
            got = engine.until(line.split()[0])[-1]
            assert got.split()[0] == line.split()[0]
            assert line.startswith("id ") or got == line


def test_the_page_has_every_word():
    game = find_game("alquerque")
    session = Session(Engine(command=()), print, NewGame(game, {}, 0), time.monotonic)
    assert {word for word in session._deeds if f"| `{word}" not in PAGE} == set()
    assert {word for word in RANGES if f"[{word} " not in PAGE} == set()

"""A clock that is set while the program runs, as on a Pi that finds the network after a while."""

import ast
import random
import re
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.testing.screen_checks import STARTED
from tests.sitting import Sitting

ROOT = Path(__file__).parents[1]
TEN_YEARS_D = 3652

SETTABLE = {"time", "localtime", "gmtime", "strftime", "ctime", "now", "today", "utcnow"}
"""What tells the time of a clock that people and networks set."""

NAMED = re.compile(r"\b(time|datetime|date)\.|\bfrom time\b")
"""What is in the text of a file that uses one of them."""

READERS = {
    ("companion/storage/saves.py", "now"): "when a game began, for its header and file name",
    ("companion/app.py", "strftime"): "the time of day in the status bar",
    ("companion/commands/doctor.py", "today"): "the day in the name of a report",
    ("companion/bench/figures.py", "time"): "when a move is confirmed, as a browser tells it",
    ("companion/bench/mirror.py", "time"): "when it came to a page, beside a browser",
    ("companion/bench/club.py", "time"): "when a move is told and comes to a page, by processes",
    ("companion/club/rounds.py", "time"): "when a round began, and which results are of today",
    ("companion/club/tree.py", "time"): "when a table told something, for whoever reads it later",
    ("companion/club/wall.py", "time"): "how long ago that was",
}


def uses_of_settable_clocks():
    """File and name of each use of a clock that can be set."""
    for package in ("companion", "hardware", "sim"):
        for file in sorted((ROOT / package).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            # To parse all others as well takes five times as long.
            for node in ast.walk(ast.parse(text)) if NAMED.search(text) else ():
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    if node.value.id in ("time", "datetime", "date") and node.attr in SETTABLE:
                        yield str(file.relative_to(ROOT)), node.attr
                elif isinstance(node, ast.ImportFrom) and node.module == "time":
                    for alias in node.names:
                        if alias.name in SETTABLE:
                            yield str(file.relative_to(ROOT)), alias.name


def test_only_what_people_read_comes_from_a_clock_that_can_be_set():
    assert set(uses_of_settable_clocks()) == set(READERS)


def evening(folder, seed, things, set_clock):
    """Return what was seen after each of *things* things at a table, the clock set before each."""
    draw, seen = random.Random(seed), []
    with Sitting(folder) as sitting:
        sitting.library._saves._wall_clock = lambda: datetime.fromtimestamp(time.time())
        sitting.play("alquerque")
        for _ in range(things):
            set_clock()
            if sitting.scene.name != "play":
                sitting.play(draw.choice(("alquerque", "quincala-knocking")))
            touches = list(sitting.match.half.next_touches())
            deed = draw.randrange(10)
            if deed < 5 and touches:
                sitting.click(sitting.scene.table.site_place(draw.choice(touches)))
            elif deed < 8:
                sitting.press("confirm")
            elif deed == 8:
                sitting.press(draw.choice(("back", "next")))
            else:
                # A refusal that fades, a press that is a long one: what goes by time.
                sitting.wait(draw.choice((0.2, 1.0, 4.5)))
                sitting.hold("back")
                sitting.press("back")
            note = re.sub(r"Record: \S+", "", sitting.note)
            shown = sitting.leds.frame, sitting.leds.frame_count, sitting.banner, note
            seen.append((sitting.clock.now_s, sitting.scene.name, *shown, tuple(sitting.plies)))
        journal = (folder / "current.journal").read_bytes().split(b"\n")
    # The header tells when the game began; the checksums of all lines go on from its own.
    return seen, [line[9:] for line in journal[1:]]


@pytest.mark.parametrize("times", [200, pytest.param(1000, marks=pytest.mark.slow)])
def test_jumps_of_up_to_ten_years_change_nothing_at_the_table(tmp_path, monkeypatch, times):
    draw, jumps = random.Random(22), []

    def jump():
        jumps.append(STARTED + timedelta(days=draw.randint(-TEN_YEARS_D, TEN_YEARS_D)))
        now_s = jumps[-1].timestamp()
        monkeypatch.setattr(time, "time", lambda: now_s)

    steady = evening(tmp_path / "steady", 22, times, lambda: None)
    jumping = evening(tmp_path / "jumping", 22, times, jump)
    assert jumping == steady
    assert len(jumps) == times
    assert len({plies for *_, plies in steady[0]}) > times // 50, "hardly anything was played"

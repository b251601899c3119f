"""A process that answers every question with what a test wants to hear, after real work.

It stands where the search would, behind the real pipe, so that pictures and
sentences do not depend on how far a search has come in its time.
"""

import json
import sys
import time
from collections.abc import Callable

from companion.engine.answers import MOST_MOVES_TOLD
from companion.engine.service import Engine
from companion.match.match import Match

PROGRAM = """
import json, sys, time
answers, known = map(json.loads, sys.argv[1:])
def position_text(question):
    moves = " ".join(question["moves"])
    if moves in known:
        return known[moves]
    from companion.engine.worker import positions_of
    return positions_of(question)[-1].to_text()
for line in sys.stdin:
    question = json.loads(line)
    if "stop" in question:
        continue
    text = position_text(question)
    for answer in answers:
        time.sleep(answer.get("after_s", 0))
        told = {"id": question["id"], "position": text, "score": 0, "nodes": 1, "depth": 1}
        print(json.dumps({**told, "final": True, **answer}), flush=True)
"""


def engine_saying(*answers: dict, match: Match | None = None) -> Engine:
    """
    Return an engine that gives *answers* to every question.

    Each has a ``line`` of moves, and ``score``, ``reasons`` and ``final`` where they matter.
    Where *match* stands now it need not find out for itself: to import what finds it takes
    three times as long as all else.
    """
    known = {}
    if match is not None:
        texts = [ply.move.text for ply in match.plies[-MOST_MOVES_TOLD:]]
        known[" ".join(texts)] = match.position.to_text()
    given = map(json.dumps, (answers, known))
    return Engine(command=(sys.executable, "-c", PROGRAM, *given))


def engine_doing(program: str, clock: Callable[[], float] = time.monotonic) -> Engine:
    """Return an engine whose process runs *program*, Python text, instead of a search."""
    return Engine(clock, (sys.executable, "-c", "import os, sys, time\n" + program))


def use(sitting, engine: Engine) -> None:
    """Have *sitting* ask *engine*, from the next match on."""
    sitting.services.engine.close()
    sitting.services.engine = engine


def think(sitting, most_s: float = 30.0) -> None:
    """Let real time pass until the search has said its last word to the scene in front."""
    until = time.monotonic() + most_s
    while sitting.scene.hint.is_thinking:
        assert time.monotonic() < until, "no answer"
        sitting.ticks(1)
        time.sleep(0.002)
    sitting.ticks(2)


def evaluate(sitting, most_s: float = 30.0) -> None:
    """Let real time pass until the bar of the scene in front has been answered."""
    until = time.monotonic() + most_s
    sitting.ticks(1)
    while sitting.scene.evaluation.is_asking:
        assert time.monotonic() < until, "no answer"
        sitting.ticks(1)
        time.sleep(0.002)
    sitting.ticks(2)

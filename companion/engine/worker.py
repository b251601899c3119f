"""The process that searches: one question a line on its input, answers a line each on its output.

Each answer betters the one before; the last one says so.
Started as ``python -m companion.engine.worker`` by `companion.engine.service`.
Both directions are JSON; the last question is the one that counts, and a new
one, or the word to stop, ends the search that is under way.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TextIO

from companion.contract import Board, Position, Token, Touch, parse_board
from companion.engine.answers import reasons_data
from companion.engine.limits import Limits, Result
from companion.engine.proof import loses_needlessly
from companion.engine.reasons import explained
from companion.engine.search import search
from companion.plugins import find_game, take_alone
from companion.plugins.watch import keep_output, say

BETTER_EVERY_S: Final = 0.1
"""Answers that better each other come no faster: each costs the asker a check of its moves."""

END: Final = None
"""Put on the queue when nobody asks any more."""

END_S: Final = 1.0
"""How long a search has to notice that."""

EXIT_STUCK: Final = 1


class Inbox:
    """The questions that come in while a search goes on; only the newest counts."""

    def __init__(self, lines: TextIO, at_end: Callable[[], None] = lambda: None) -> None:
        self._lines = lines
        self._at_end = at_end
        self._waiting: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="questions", daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self._lines:
                self._waiting.put(json.loads(line))
        finally:
            # A line that is none ends the process, as a fault that its asker sees.
            self._waiting.put(END)
            self._at_end()

    def is_superseded(self) -> bool:
        """Return whether something came in after the question that is searched."""
        return not self._waiting.empty()

    def newest(self) -> dict[str, Any] | None:
        """Return the newest message, waiting for one; None when nobody asks any more."""
        message = self._waiting.get()
        while message is not None and not self._waiting.empty():
            message = self._waiting.get()
        return message


def positions_of(question: dict[str, Any]) -> list[Position]:
    """Return the positions that *question* tells of, the last one to be looked at."""
    board = _board_of(question["board"])
    positions = [find_game(question["game"]).from_text(question["position"], board)]
    for text in question["moves"]:
        positions.append(positions[-1].play(positions[-1].parse(text)))
    return positions


@lru_cache(maxsize=8)
def _board_of(text: str) -> Board:
    """Return the board that *text* describes, the same one for the questions of one match."""
    return parse_board(text, "the asker's board")


def answer(question: dict[str, Any], inbox: Inbox) -> None:
    """Print what the search finds for *question*, again and again until the last answer."""
    *before, position = positions_of(question)
    seen = [position.key for position in before]
    limits = Limits(*(question[limit] for limit in ("nodes", "time_s", "depth", "level")))

    def tell(result: Result) -> None:
        if not inbox.is_superseded():
            say(json.dumps(_told(question["id"], position, result)), is_pressing=True)

    told_at_s = float("-inf")

    def tell_now_and_then(result: Result) -> None:
        nonlocal told_at_s
        if time.monotonic() - told_at_s >= BETTER_EVERY_S:
            told_at_s = time.monotonic()
            tell(result)

    final = search(
        position,
        limits,
        question["seed"],
        seen=seen,
        is_cancelled=inbox.is_superseded,
        on_better=tell_now_and_then,
        begun=tuple(map(_touch, question.get("begun", ()))),
    )
    if question["explain"] and not inbox.is_superseded():
        # The move first: reasons may take a while, and a fault in them must not cost the hint.
        tell(replace(final, is_final=False))
        final = explained(position, final)
    tell(final)


def _touch(word: Any) -> Touch:  # noqa: ANN401 - JSON's own
    """Return a site, or what is touched beside the board, as it went over the pipe."""
    return word if isinstance(word, int) else Token(word[0], tuple(word[1]))


def _told(number: int, position: Position, result: Result) -> dict[str, Any]:
    return {
        "id": number,
        "position": position.to_text(),
        "line": [move.text for move in result.line],
        "score": result.score,
        "nodes": result.nodes,
        "depth": result.depth,
        "final": result.is_final,
        "reasons": reasons_data(result.reasons),
    }


def risk_answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return whether the move of *question* loses needlessly, as it goes over the pipe."""
    position = positions_of(question)[-1]
    is_risky = loses_needlessly(position, position.parse(question["risk"]))
    return {"id": question["id"], "position": position.to_text(), "risk": is_risky}


def _end_soon() -> None:
    """End the process where a game from outside keeps it from doing so: nobody else will."""
    time.sleep(END_S)
    os._exit(EXIT_STUCK)


def main() -> int:
    """Answer questions until the input ends, and return 0."""
    keep_output()
    inbox = Inbox(sys.stdin, _end_soon)
    while (question := inbox.newest()) is not None:
        if "stop" in question:
            continue
        take_alone(question["game"])
        if "risk" in question:
            risk = risk_answer(question)
            if not inbox.is_superseded():
                say(json.dumps(risk), is_pressing=True)
        else:
            answer(question, inbox)
    return 0


if __name__ == "__main__":
    status = main()
    # The thread that reads may hold the input; an ordinary end would wait for it.
    os._exit(status)

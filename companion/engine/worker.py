"""The process that searches: one question a line on its input, answers a line each on its output.

Each answer betters the one before; the last one says so.
Started as ``python -m companion.engine.worker`` by `companion.engine.service`.
Both directions are JSON; the last question is the one that counts, and a new
one, or the word to stop, ends the search that is under way.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import queue
import sys
import threading
from typing import Any, Final, TextIO

from companion.engine.limits import Limits, Result
from companion.engine.risk import loses_needlessly
from companion.engine.search import search
from companion.games import find_game
from companion.games.contract import Position

END: Final = None
"""Put on the queue when nobody asks any more."""


class Inbox:
    """The questions that come in while a search goes on; only the newest counts."""

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines
        self._waiting: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._read, name="questions", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._lines:
            self._waiting.put(json.loads(line))
        self._waiting.put(END)

    def is_superseded(self) -> bool:
        """Return whether something came in after the question that is searched."""
        return not self._waiting.empty()

    def newest(self) -> dict[str, Any] | None:
        """Return the newest message, waiting for one; None when nobody asks any more."""
        message = self._waiting.get()
        while message is not None and not self._waiting.empty():
            message = self._waiting.get()
        return message


def answer(question: dict[str, Any], inbox: Inbox) -> None:
    """Print what the search finds for *question*, again and again until the last answer."""
    position = _position_of(question)
    seen = []
    for text in question["moves"]:
        seen.append(position.key)
        position = position.play(position.parse(text))
    limits = Limits(nodes=question["nodes"], time_s=question["time_s"], level=question["level"])

    def tell(result: Result) -> None:
        if not inbox.is_superseded():
            print(json.dumps(_told(question["id"], position, result)), flush=True)

    is_cancelled = inbox.is_superseded
    tell(
        search(
            position,
            limits,
            question["seed"],
            seen=seen,
            is_cancelled=is_cancelled,
            on_better=tell,
        )
    )


def _told(number: int, position: Position, result: Result) -> dict[str, Any]:
    return {
        "id": number,
        "position": position.to_text(),
        "line": [move.text for move in result.line],
        "score": result.score,
        "nodes": result.nodes,
        "depth": result.depth,
        "final": result.is_final,
    }


def risk_answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return whether the move of *question* loses needlessly, as it goes over the pipe."""
    position = _position_of(question)
    is_risky = loses_needlessly(position, position.parse(question["risk"]))
    return {"id": question["id"], "position": position.to_text(), "risk": is_risky}


def _position_of(question: dict[str, Any]) -> Position:
    # The board comes from the process that started this one, and from nobody else.
    board = pickle.loads(base64.b64decode(question["board"]))
    return find_game(question["game"]).from_text(question["position"], board)


def main() -> int:
    """Answer questions until the input ends, and return 0."""
    inbox = Inbox(sys.stdin)
    while (question := inbox.newest()) is not None:
        if "stop" in question:
            continue
        if "risk" in question:
            found = risk_answer(question)
            if not inbox.is_superseded():
                print(json.dumps(found), flush=True)
        else:
            answer(question, inbox)
    return 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    # The thread that reads may hold the input; an ordinary end would wait for it.
    os._exit(status)

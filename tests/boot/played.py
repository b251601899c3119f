"""A program on a bare machine that plays as it is told; its inside is `inside.player`."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable
from typing import Any

from companion.match.entries import PlyEntry
from companion.storage.journal import parse_journal
from tests.boot.guest import PYTHON, SHARE, Guest

PATIENCE_S = 600
"""The program looks for a lost controller every five seconds at most, by the guest's clock."""

PLAYER = f"{SHARE}/player"
STATE = f"{PLAYER}/state"


class Played:
    """The program, and who plays on it."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self._files = guest.share / "player"
        self._steps = 0

    def start(self, config: str = "", *, is_fresh: bool = True) -> None:
        """Start the program with a further *config*; where it *is_fresh*, with nothing saved."""
        self._steps = 0
        if is_fresh:
            self.guest.run(f"rm -rf {PLAYER} && mkdir -p {STATE}")
        self.guest.run(f"rm -f {PLAYER}/told {PLAYER}/orders")
        module = f"{PYTHON} -m tests.boot.inside.player"
        self.guest.start(f"{module} {PLAYER} {shlex.quote(config)}", PLAYER)
        self.guest.wait_for(f"test -e {PLAYER}/told", PATIENCE_S)

    def stop(self) -> None:
        """End it, and look whether anything went wrong in it."""
        self.guest.run(f"kill -9 $(cat {PLAYER}.pid)")
        # Ports and saves are its own until then.
        self.guest.wait_for(f"! test -e /proc/$(cat {PLAYER}.pid)/exe", 60)
        said = self.guest.run(f"cat {PLAYER}.log")
        assert "Traceback" not in said, said

    def play(self, *steps: str) -> None:
        """Do steps, such as ``tap New game``."""
        for step in steps:
            with (self._files / "orders").open("a", encoding="utf-8") as orders:
                orders.write(step + "\n")
            self._steps += 1
            self.expect(lambda: self.told("done"), self._steps)

    def told(self, what: str) -> Any:
        """Return what the program is at."""
        return json.loads((self._files / "told").read_text())[what]

    def plies(self) -> list[str]:
        """Return the plies that are saved."""
        data = self.guest.run(f"cat {STATE}/current.journal") + "\n"
        contents = parse_journal(data.encode())
        assert contents.damage is None, contents.damage
        return [entry.text for entry in contents.entries if isinstance(entry, PlyEntry)]

    def wait(self, seconds: float) -> None:
        """Wait until so much of the program's time has passed."""
        until_s, end_s = self.told("clock_s") + seconds, time.monotonic() + PATIENCE_S
        while self.told("clock_s") < until_s:
            assert time.monotonic() < end_s, "the program stands still"
            time.sleep(0.1)

    def expect(self, look: Callable[[], object], wanted: object) -> None:
        """Look until what is seen is *wanted*."""
        until_s = time.monotonic() + PATIENCE_S
        while (seen := look()) != wanted:
            assert time.monotonic() < until_s, f"expected {wanted}, got {seen}"
            time.sleep(0.5)

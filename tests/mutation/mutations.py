"""The mutations: faults a tired programmer would make, and what must notice them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent


class Mutation(NamedTuple):
    """
    One fault, made on purpose.

    Attributes:
        name: the part it is in, and the fault: ``storage/lock-shared``.
        file: what is changed, from the root of the sources.
        before: what stands there, exactly once.
        after: what stands there instead.
        why: what a player would suffer from it.
        tests: as pytest takes them; one of them has to fail.
        unnoticed: why none does, or an empty text.
    """

    name: str
    file: str
    before: str
    after: str
    why: str
    tests: tuple[str, ...]
    unnoticed: str = ""

    def applied(self, text: str) -> str:
        """
        Return *text*, that of the file, with the fault.

        Raises:
            ValueError: what is to be changed does not stand there exactly once.
        """
        if (count := text.count(self.before)) != 1:
            raise ValueError(f"expected {self.before!r} once in {self.file}, got it {count} times")
        return text.replace(self.before, self.after)


def mutations() -> list[Mutation]:
    """Return all of them, in the order of the files."""
    collection = []
    for path in sorted(FOLDER.glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]:
            name, tests = f"{path.stem}/{entry['name']}", tuple(entry["tests"])
            collection.append(Mutation(**{**entry, "name": name, "tests": tests}))
    return collection

"""Scripts for the simulator: touches, presses and expectations, one a line.

Reads the text only; `companion.scripting.scripted` carries it out.  The format is
described in ``docs/scripts.md``.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from companion.errors import ScriptError, reason_of
from companion.storage.disk import Disk

WORDS: dict[str, tuple[int, int]] = {
    "game": (1, 99),
    "touch": (1, 1),
    "tap": (1, 1),
    "press": (1, 1),
    "hold": (1, 1),
    "down": (1, 1),
    "up": (1, 1),
    "key": (1, 1),
    "move": (1, 2),
    "sense": (0, 0),
    "lift": (1, 1),
    "put": (1, 1),
    "hear": (0, 0),
    "seek": (1, 1),
    "wait": (1, 1),
    "shot": (1, 1),
    "resize": (1, 1),
    "unplug": (0, 0),
    "replug": (0, 0),
    "kill": (0, 0),
    "stick": (1, 2),
    "expect": (2, 4),
}
"""Each command with the least and the most words after it."""

EXPECTATIONS = {
    "banner": (1, 1),
    "note": (1, 1),
    "said": (1, 1),
    "list": (1, 1),
    "scene": (1, 1),
    "side": (1, 1),
    "piece": (2, 2),
    "lamp": (2, 2),
    "lamps": (1, 1),
    "moves": (1, 1),
    "result": (1, 1),
    "link": (1, 1),
    "record": (1, 1),
    "clock": (2, 2),
}
"""Each thing that can be expected with the least and the most words after it."""

LARGEST_SCRIPT = 1_000_000


@dataclass(frozen=True)
class Step:
    """One line of a script: its number, its command and the words after it."""

    line: int
    command: str
    words: tuple[str, ...]


def read_script(path: Path) -> list[Step]:
    """Return the steps of the script at *path*.

    Raises:
        ScriptError: the file cannot be read or a line is no command.
    """
    try:
        raw = Disk().read(path, LARGEST_SCRIPT)
        text = raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"expected a readable script, got {str(path)!r}: {reason_of(error)}"
        raise ScriptError(message) from error
    if len(raw) > LARGEST_SCRIPT:
        raise ScriptError(f"{path}: expected a script of at most {LARGEST_SCRIPT} bytes")
    return parse_script(text, str(path))


def parse_script(text: str, where: str) -> list[Step]:
    """Return the steps of the script *text*; *where* is the file's name, for messages.

    Raises:
        ScriptError: a line is no command; naming file and line.
    """
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            raise ScriptError(f"{where}:{number}: expected closed quotes: {error}") from error
        if words:
            steps.append(_step(words, f"{where}:{number}", number))
    return steps


def _step(words: list[str], where: str, number: int) -> Step:
    command, rest = words[0], tuple(words[1:])
    _check_count(WORDS, command, rest, where, "a command")
    if command == "expect":
        _check_count(EXPECTATIONS, rest[0], rest[1:], where, "something to expect")
    return Step(number, command, rest)


def _check_count(
    known: dict[str, tuple[int, int]], word: str, rest: tuple[str, ...], where: str, what: str
) -> None:
    if word not in known:
        raise ScriptError(f"{where}: expected {what} ({', '.join(known)}), got {word!r}")
    least, most = known[word]
    if not least <= len(rest) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        noun = "word" if wanted == "1" else "words"
        raise ScriptError(f"{where}: expected {wanted} {noun} after {word}, got {len(rest)}")

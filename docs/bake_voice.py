"""Records the words that the program can say by itself, with espeak-ng and oggenc.

``make voice`` runs it, in the developers' environment; both programs are called and no part
of this one, and what espeak-ng writes is not under its license.  The words are those of the
sentences about moves, turns, refusals, clocks and results, in every language that the program
comes in, with all numbers and letters that these need.  Of each word only what follows the
headers is kept, as those are the same in all.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import zipfile
from array import array
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from string import Formatter

from vorbis import encoded

from companion.backends.clips import HEAD, PLACE, words_in
from companion.plugins import built_in
from companion.testing.catalog import PROGRAM, shipped_catalog
from companion.words.game_words import words_of
from companion.words.translate import languages, ntr, places, ptr, speak, tr

CLIPS = PROGRAM / "clips"

SAID = {
    "words/facts.py": "",
    "words/voice.py": "",
    "words/turn.py": "",
    "words/names.py": "Names owned_name",
    "words/table.py": "refusal_text _first_of _about_touches _about_the_match",
    "ui/scenes/game_over.py": "won_text how_text",
}
"""Where the words of the program are that are said in recorded words, and in which parts of it."""

UNSAID = ("Options", "SetUp", "Hints", "HintWords", "Panel", "BY_EAR", "INSTEAD")
"""How parts are called that have other sentences of a game."""

ALSO = ("You won!", "The computer won", "{count} second left")
"""Sentences of other modules."""

LONGEST = 32
"""Characters, without what is filled in: longer messages explain rules."""

NUMBERS = range(101)
LETTERS = "abcdefghijklmnop"
"""Columns of the largest boards that lamps have been thought of for."""

QUALITY, RATE, WORDS_A_MINUTE = -1, "16000", "210"

SILENCE = 300
"""Samples not louder than this, of 32,767, are cut off at both ends."""

EDGE_S = 0.012
"""So much of what is cut off stays, faded."""


def messages() -> Iterator[str]:
    """Yield the sentences that are said, in the language in force, with places to be filled in."""
    said = {text for text in said_in_sources() if len(bare(text)) <= LONGEST}.union(ALSO)
    for entry in shipped_catalog():
        ids = entry.id if isinstance(entry.id, tuple | list) else (entry.id,)
        if not ids[0] or ids[0] not in said:
            continue
        if len(ids) == 2:
            # In every form that a language has.
            named = {name: f"{{{name}}}" for name in (places(ids[1]) or {"count"}) - {"count"}}
            yield from (ntr(*ids, count, **named) for count in range(6))
        else:
            yield ptr(entry.context, ids[0]) if entry.context else tr(ids[0])


def said_in_sources() -> Iterator[str]:
    """Yield the texts in the sources of what is said, messages among them."""
    files = {PROGRAM / name: parts.split() for name, parts in SAID.items()}
    for file in (*files, *PROGRAM.glob("games/*/words.py")):
        wanted = files.get(file)
        for part in ast.parse(file.read_text("utf-8")).body:
            name = getattr(part, "name", "") or _assigned(part)
            if name.endswith(UNSAID) or (wanted and name not in wanted):
                continue
            # What is told by ear stands beside what is shown in its place.
            keys = {
                id(key)
                for node in ast.walk(part)
                if isinstance(node, ast.Dict)
                for key in node.keys
            }
            nodes = (node for node in ast.walk(part) if id(node) not in keys)
            constants = (node.value for node in nodes if isinstance(node, ast.Constant))
            yield from (text for text in constants if isinstance(text, str) and is_message(text))


def _assigned(part: ast.stmt) -> str:
    target = part.targets[0] if isinstance(part, ast.Assign) else getattr(part, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def is_message(text: str) -> bool:
    """Return whether *text* can be a message: a docstring may have loose braces."""
    return places(text) is not None


def names() -> Iterator[str]:
    """Yield what sides, pieces and places are called."""
    for plugin in built_in().values():
        called = words_of(plugin.game.name).names
        yield from (called.side(0), called.side(1), called.piece_word(), called.place_word())


def bare(message: str) -> str:
    """Return *message* without what is filled in."""
    return " ".join(text.strip() for text, *_ in Formatter().parse(message)).strip()


def filled_in(message: str, names: Iterable[str]) -> Iterator[str]:
    """Yield *message* without what is filled in; with it where that is part of a word."""
    if not re.search(r"\}['’\w]|[\w'’]\{", message):
        yield bare(message)
        return
    for name in names:
        yield message.format(**dict.fromkeys(places(message) or (), name))


def words() -> frozenset[str]:
    """Return all words that are to be recorded in the language in force."""
    called = sorted(set(names()))
    sentences = [text for message in messages() for text in filled_in(message, called)]
    vocabulary = {word for text in (*called, *sentences) for word, _ in words_in(text)}
    vocabulary = {word for word in vocabulary if word[-1].isalpha() and not word.startswith(PLACE)}
    return frozenset(vocabulary | set(map(str, NUMBERS)) | {PLACE + letter for letter in LETTERS})


def recorded(word: str, language: str) -> bytes:
    """Return *word* in *language* as an Ogg file."""
    text = word.removeprefix(PLACE)
    if word.startswith(PLACE):
        text = f'<say-as interpret-as="characters">{text}</say-as>'
    command = ["espeak-ng", "-m", "-v", language, "-s", WORDS_A_MINUTE, "--stdin", "--stdout"]
    made = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
    # What is written to a pipe has no length in its header.
    start = made.index(b"data") + 8
    rate = int.from_bytes(made[24:28], "little")
    samples = array("h", made[start : start + (len(made) - start) // 2 * 2])
    return encoded(trimmed(samples, rate), rate, QUALITY, "--resample", RATE)


def trimmed(samples: array[int], rate: int) -> array[int]:
    """Return *samples*, *rate* a second, without the silence at their ends."""
    loud = [at for at, value in enumerate(samples) if abs(value) > SILENCE]
    edge = round(EDGE_S * rate)
    first, last = max(0, loud[0] - edge), min(len(samples), loud[-1] + edge)
    kept = samples[first:last]
    for at in range(edge):
        kept[at] = kept[at] * at // edge
        kept[-1 - at] = kept[-1 - at] * at // edge
    return kept


def head_length(file: bytes) -> int:
    """Return how long the headers of the Ogg *file* are: all pages before the first sound."""
    at = 0
    while True:
        count = file[at + 26]
        length = 27 + count + sum(file[at + 27 : at + 27 + count])
        if int.from_bytes(file[at + 6 : at + 14], "little"):
            return at
        at += length


def write(language: str) -> None:
    """Write the words of *language*, the one in force."""
    wanted = sorted(words())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        files = list(pool.map(lambda word: recorded(word, language), wanted))
    heads = {file[: head_length(file)] for file in files}
    assert len(heads) == 1, "all words begin alike"
    (head,) = heads
    CLIPS.mkdir(exist_ok=True)
    with zipfile.ZipFile(CLIPS / f"{language}.zip", "w") as book:
        # With no dates, so that the file changes only where a word does.
        book.writestr(zipfile.ZipInfo(HEAD), head)
        for word, file in zip(wanted, files, strict=True):
            book.writestr(zipfile.ZipInfo(word), file[len(head) :])
    print(f"{language}: {len(wanted)} words, {(CLIPS / f'{language}.zip').stat().st_size} bytes")


if __name__ == "__main__":
    for language in languages():
        speak(language)
        write(language)

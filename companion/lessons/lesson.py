"""What a lesson file says, read strictly, before any rule has looked at it.

``docs/lessons.md`` describes the format.  Moves and positions are texts here; whether the rules
agree is for `course` to find out.  A slip is told with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from companion.errors import CompanionError, LessonError, Message
from companion.plugins import GAMES


@dataclass(frozen=True)
class FactPattern:
    """What a fact, or a whole move, must be like: a word and what goes with it.

    Attributes:
        line: where it stands in the file.
        text: as it is written: ``2 knock 3b``, ``no sow``, ``ends w``.
    """

    line: int
    text: str


@dataclass(frozen=True)
class Beat:
    """One thing shown, and the sentence with it.

    Attributes:
        verb: ``say``, ``look``, ``touch``, ``refused`` or ``play``.
        words: the places touched, the place and the code of a refusal, or the move.
        facts: what the touches or the move do, to be held against the rules.
    """

    line: int
    verb: str
    words: tuple[str, ...]
    say: str
    facts: tuple[FactPattern, ...] = ()


@dataclass(frozen=True)
class Show:
    """Moves that are shown.

    Attributes:
        position: the text of the position, or an empty text to go on where the
            step before ended.
    """

    line: int
    position: str
    beats: tuple[Beat, ...]


@dataclass(frozen=True)
class Task:
    """A move that the player finds.

    Attributes:
        position: as in `Show`.
        do: what to do, short enough for the banner.
        say: more about it.
        goals: what the move must be like; all of them.
        hint: where to look.
        right: what is told after a right answer.
        wrong: sentences for wrong answers that are like a pattern, the first that fits.
    """

    line: int
    position: str
    do: str
    say: str
    goals: tuple[FactPattern, ...]
    hint: str
    right: str
    wrong: tuple[tuple[FactPattern, str], ...] = ()


Step = Show | Task


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    Attributes:
        name: the game and the file's name, ``GAME/03-capture``: its name in what
            is kept about lessons done.
        where: the file, for messages.
        about: what is learned, in a sentence.
        has_panel: whether the panel beside the board counts what is off the board.
    """

    name: str
    where: str
    game: str
    title: str
    about: str
    steps: tuple[Step, ...] = field(default_factory=tuple)
    has_panel: bool = True


LARGEST_LESSON = 65_536
"""Bytes; the longest shipped lesson has a tenth of it."""

MOST_DO_CHARACTERS = 52
"""With the side's name before it, a task still fits the banner."""

MOST_SAY_CHARACTERS = 230
"""A sentence longer than this gets small on an 800 by 480 screen."""

HEAD = ("lesson", "game", "about")
PANEL = "panel"
"""In the head as well, where a board of few pieces makes nonsense of what the panel counts."""

BEATS = {
    "say": (range(1), "'say: TEXT'"),
    "look": (range(1), "'look: TEXT'"),
    "touch": (range(1, 100), "'touch PLACE ...: TEXT'"),
    "refused": (range(2, 3), "'refused PLACE CODE: TEXT'"),
    "play": (range(1, 3), "'play MOVE: TEXT'"),
}
"""Each beat with how many words may follow its name, and its form."""

TASK = ("position", "do", "say", "goal", "hint", "right", "wrong")
KEY_LINE = re.compile(r"([a-z]+)(?: ([^:]+))?:(?: +(.*))?")
"""``KEY: TEXT`` or ``KEY WORDS: TEXT``."""


class Field(NamedTuple):
    """One line of the file with its continuations: ``KEY WORDS: TEXT``."""

    line: int
    key: str
    words: str
    text: str


class Section(NamedTuple):
    """The fields after ``show`` or ``task``; those before the first belong to the head."""

    line: int
    kind: str
    fields: list[Field]


def read_lesson(path: Path, game: str) -> Lesson:
    """Return the lesson in the file *path*, one of *game*.

    Raises:
        LessonError: it cannot be read or is no lesson; naming file and line.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_LESSON + 1)
        text = raw.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise LessonError(
            "expected a readable lesson in UTF-8, got {path!r}", path=str(path)
        ) from error
    if len(raw) > LARGEST_LESSON:
        raise LessonError(
            "{path}: expected a lesson of at most {largest_lesson} bytes",
            path=path,
            largest_lesson=LARGEST_LESSON,
        )
    return parse_lesson(text, f"{game}/{path.stem}", str(path))


def parse_lesson(text: str, name: str, where: str) -> Lesson:
    """Return the lesson that *text* describes; *name* and *where* are as `Lesson` has them.

    Raises:
        LessonError: it is none; naming file and line.
    """
    return _Reader(where).lesson(text, name)


def whole_lines(
    text: str, fail: Callable[[int, str, str], CompanionError]
) -> Iterator[tuple[int, str]]:
    """Return each line with its number and with the indented lines that continue it.

    Empty ones and those that start with ``#`` are skipped; *fail* makes the error of a line
    that continues none, of its number, what was expected and what is there.
    """
    begun: tuple[int, str] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if not raw[0].isspace():
            if begun is not None:
                yield begun
            begun = (number, line)
            continue
        if begun is None:
            raise fail(number, "a line that begins at the margin", line)
        # The ranks of a position may stand one under the other.
        joint = "" if begun[1].endswith("/") else " "
        begun = (begun[0], begun[1] + joint + line)
    if begun is not None:
        yield begun


class _Reader:
    """Turns lines into fields, fields into sections, sections into steps."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, line: int, expected: str, got: object, /, **values: object) -> LessonError:
        return LessonError(
            "{where}:{line}: expected {expected}, got {got!r}",
            where=self.where,
            line=line,
            expected=Message(expected, **values),
            got=got,
        )

    def lesson(self, text: str, name: str) -> Lesson:
        head, *steps = self.sections(text)
        values = self.single(head, (*HEAD, PANEL))
        for key in HEAD:
            if key not in values:
                raise self.fail(1, "a line '{key}: ...' before the first step", "none", key=key)
        game = values["game"].text
        if game not in GAMES:
            raise self.fail(values["game"].line, "a game ({games})", game, games=", ".join(GAMES))
        panel = values.get(PANEL)
        if panel is not None and panel.text != "no":
            raise self.fail(panel.line, "'{panel}: no' or no such line", panel.text, panel=PANEL)
        if not steps:
            raise self.fail(1, "a step: 'show' or 'task'", "none")
        title, about = values["lesson"].text, values["about"].text
        shown = tuple(map(self.step, steps))
        return Lesson(name, self.where, game, title, about, shown, has_panel=panel is None)

    def sections(self, text: str) -> list[Section]:
        sections = [Section(1, "head", [])]
        for number, line in whole_lines(text, self.fail):
            if line in ("show", "task"):
                sections.append(Section(number, line, []))
                continue
            match = KEY_LINE.fullmatch(line)
            if match is None:
                raise self.fail(number, "'show', 'task' or 'KEY: TEXT'", line)
            key, words, value = match.groups()
            sections[-1].fields.append(Field(number, key, words or "", value or ""))
        return sections

    def single(self, section: Section, known: Iterable[str]) -> dict[str, Field]:
        """Return the fields of *section* by key, each of which may stand there once."""
        fields: dict[str, Field] = {}
        for part in section.fields:
            if part.key not in known or part.words:
                got = f"{part.key} {part.words}".strip()
                raise self.fail(part.line, "one of {known}", got, known=", ".join(known))
            if part.key in fields:
                raise self.fail(part.line, "'{key}' once", part.key, key=part.key)
            if not part.text:
                raise self.fail(part.line, "a text after '{key}:'", "", key=part.key)
            fields[part.key] = part
        return fields

    def step(self, section: Section) -> Step:
        return self.show(section) if section.kind == "show" else self.task(section)

    def show(self, section: Section) -> Show:
        position, beats = "", list[Beat]()
        for part in section.fields:
            if part.key == "position" and not beats and not part.words:
                position = part.text
            elif part.key == "facts" and beats and not part.words:
                beats[-1] = self.with_facts(beats[-1], part)
            elif part.key in BEATS:
                beats.append(self.beat(part))
            else:
                known = Message("position first, then {known}, facts", known=", ".join(BEATS))
                raise self.fail(part.line, known, f"{part.key} {part.words}".strip())
        if not beats:
            raise self.fail(section.line, "something to show", "none")
        return Show(section.line, position, tuple(beats))

    def beat(self, field: Field) -> Beat:
        words = tuple(field.words.split())
        counts, form = BEATS[field.key]
        if len(words) not in counts:
            raise self.fail(field.line, form, f"{field.key} {field.words}".strip())
        return Beat(field.line, field.key, words, self.sentence(field))

    def with_facts(self, beat: Beat, field: Field) -> Beat:
        if beat.verb not in ("touch", "play"):
            raise self.fail(field.line, "facts after touch or play", beat.verb)
        return replace(beat, facts=(*beat.facts, *_patterns(field)))

    def task(self, section: Section) -> Task:
        once = [field for field in section.fields if field.key not in ("goal", "wrong")]
        values = self.single(section._replace(fields=once), TASK)
        for key in ("do", "hint", "right"):
            if key not in values:
                raise self.fail(section.line, "a line '{key}: ...' in the task", "none", key=key)
        do = values["do"]
        if len(do.text) > MOST_DO_CHARACTERS:
            expected = Message("at most {most} characters after 'do:'", most=MOST_DO_CHARACTERS)
            raise self.fail(do.line, expected, len(do.text))
        lines = [field for field in section.fields if field.key == "goal"]
        goals = [pattern for field in lines for pattern in _patterns(field)]
        if not goals:
            raise self.fail(section.line, "a line 'goal: ...' in the task", "none")
        texts = {key: self.sentence(field) for key, field in values.items() if key != "position"}
        position = values["position"].text if "position" in values else ""
        return Task(
            section.line, position, do.text, texts.get("say", ""), tuple(goals),
            texts["hint"], texts["right"], tuple(self.wrongs(section)),
        )  # fmt: skip

    def wrongs(self, section: Section) -> Iterator[tuple[FactPattern, str]]:
        for part in section.fields:
            if part.key != "wrong":
                continue
            if not part.words:
                raise self.fail(part.line, "'wrong PATTERN: TEXT'", part.key)
            yield FactPattern(part.line, part.words), self.sentence(part)

    def sentence(self, field: Field) -> str:
        if not 0 < len(field.text) <= MOST_SAY_CHARACTERS:
            expected = Message(
                "1 to {most} characters after '{key}'", most=MOST_SAY_CHARACTERS, key=field.key
            )
            raise self.fail(field.line, expected, len(field.text))
        return field.text


def _patterns(field: Field) -> list[FactPattern]:
    """Return the patterns of *field*, which has commas between them."""
    return [FactPattern(field.line, part.strip()) for part in field.text.split(",")]

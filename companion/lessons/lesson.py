"""What a lesson file says, before any rule has looked at it."""

from __future__ import annotations

from dataclasses import dataclass, field


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

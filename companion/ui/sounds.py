"""Which sound what happens has: by codes, of which a game may bring files of its own.

A move sounds as the most special thing that it does.  The file of a fact has the code
of the fact as its name: ``sounds/capture.ogg`` in the folder of the game, else in that of
the program.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from companion.contract import Fact
from companion.contract.codes import Does
from companion.match.match import Match
from companion.match.question import Answer
from companion.plugins import known
from companion.ports import Loudspeaker


class Cue(enum.StrEnum):
    """A sound of the program, by the name of its file; a move has those of what it does."""

    TOUCH = "touch"
    REFUSED = "refused"
    UNDONE = "undone"
    CONFIRMED = "confirmed"
    TURN = "turn"
    END = "end"
    LOW_TIME = "low-time"
    OUT_OF_STEP = "out-of-step"


ENDINGS: Final = (".ogg", ".wav")

SPECIAL: Final = (Does.LINE, Does.CHAIN, Does.HUFF, Does.CAPTURE, Does.KNOCK)
"""What sounds in every game, the most special first."""

OF_ANSWERS: Final = {
    "touched": Cue.TOUCH,
    "deselected": Cue.UNDONE,
    "reselected": Cue.TOUCH,
    "undone": Cue.UNDONE,
    "proposed": Cue.TOUCH,
    "asked": Cue.TURN,
    "agreed": Cue.CONFIRMED,
    "declined": Cue.UNDONE,
    "withdrawn": Cue.UNDONE,
    "taken-back": Cue.UNDONE,
    "ended": Cue.END,
}
"""What an answer of the match sounds like that is no move."""


class Sounds:
    """What is heard of what happens.

    Args:
        loudspeaker: what plays it, or None where nothing is heard.
        volume: asked before each sound, in percent; at 0 nothing is played.
    """

    def __init__(self, loudspeaker: Loudspeaker | None, volume: Callable[[], int]) -> None:
        self._loudspeaker = loudspeaker
        self._volume = volume
        self._is_on = False

    def start(self) -> None:
        """Let what happens be heard from now on; opens the device as soon as it is wanted."""
        self._is_on = True
        if self._loudspeaker is not None and self._volume():
            self._loudspeaker.start()

    def play(self, *cues: Cue) -> None:
        """Play *cues*, one after the other."""
        self._play([sound_file(cue) for cue in cues])

    def answered(self, answer: Answer, match: Match) -> None:
        """Play what *answer* of *match* sounds like; a refusal is played by who shows it."""
        if answer.code in ("committed", "redone"):
            self._play(self._of_move(answer.facts, match))
        elif answer.code in OF_ANSWERS:
            self.play(OF_ANSWERS[answer.code])

    def _of_move(self, facts: Collection[Fact], match: Match) -> list[Traversable | None]:
        sounds = [sound_of(facts, match.game.name)]
        if match.outcome is not None:
            sounds.append(sound_file(Cue.END))
        elif _is_persons_again(match):
            sounds.append(sound_file(Cue.TURN))
        return sounds

    def _play(self, sounds: Sequence[Traversable | None]) -> None:
        volume = self._volume()
        if self._loudspeaker is None or not self._is_on or not volume:
            return
        self._loudspeaker.start()
        if loaded := [sound for sound in sounds if sound is not None]:
            self._loudspeaker.play(loaded, volume)

    def device_changed(self, *, is_lost: bool) -> None:
        """Tell the loudspeaker that a device has come, or that its own *is_lost*."""
        if self._loudspeaker is not None:
            self._loudspeaker.device_changed(is_lost=is_lost)

    def problem(self) -> str:
        """Return why nothing is heard that should be, or an empty text."""
        is_wanted = self._loudspeaker is not None and self._volume()
        return self._loudspeaker.problem() if self._loudspeaker and is_wanted else ""

    def close(self) -> None:
        """Be silent."""
        if self._loudspeaker is not None:
            self._loudspeaker.close()


def sound_of(facts: Collection[Fact], game: str) -> Traversable | None:
    """Return the sound of a move in the game called *game* that does *facts*."""
    codes = [fact.code for fact in facts]
    for code in reversed(codes):
        # What a game has a sound of its own for is what its players listen for.
        own = _own_file(code, game)
        if own is not None:
            return own
    special = next((code for code in SPECIAL if code in codes), Cue.CONFIRMED)
    return sound_file(special)


def own_sounds() -> tuple[Traversable, ...]:
    """Return all sounds of the program itself."""
    files = (sound_file(code) for code in (*Cue, *SPECIAL))
    return tuple(sound for sound in files if sound is not None)


@cache
def sound_file(code: str) -> Traversable | None:
    """Return the program's own sound called *code*, or None where it has none."""
    return _file_in(resources.files("companion") / "sounds", code)


def _own_file(code: str, game: str) -> Traversable | None:
    plugin = known(game)
    folder = plugin.file("sounds") if plugin is not None else None
    return _file_in(folder, code) if folder is not None else None


def _file_in(folder: Traversable, code: str) -> Traversable | None:
    files = (folder / f"{code}{ending}" for ending in ENDINGS)
    return next((file for file in files if file.is_file()), None)


def _is_persons_again(match: Match) -> bool:
    """Return whether a person is to move after the program has."""
    if not match.seats.has_program or len(match.positions) < 2:
        return False
    levels = [match.seats.level_to_move(position) for position in match.positions[-2:]]
    return levels[0] is not None and levels[1] is None

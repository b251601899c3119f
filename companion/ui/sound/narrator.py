"""Says what changes on screen, as it is written there: a scene's banner, its note, its cursor.

The one place where what a scene shows becomes a sentence.  After each turn of the loop
that changed something the scene in front is compared with what it was before; what is new
and wanted is said.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Final, NamedTuple

from companion.config.values import SoundConfig
from companion.ports import Speech
from companion.words.scenes.speech import CONFIRM, sentences


class Topic(enum.StrEnum):
    """What a sentence is about; the settings have an option for each but the last."""

    MOVES = "moves"
    TURNS = "turns"
    REFUSALS = "refusals"
    TABLE = "table"
    HINTS = "hints"
    RESULTS = "results"
    CLOCK = "clock"
    SCREEN = "screen"


EVERYTHING: Final = "everything"

MOST_KEPT: Final = 1000

URGENCY: Final = {Topic.TURNS: 1, Topic.REFUSALS: 3, Topic.RESULTS: 3, Topic.CLOCK: 3}
"""All else is in between: that it is your turn waits until the move has been told."""

OF_PLAYERS: Final = 4
"""What somebody has just asked for by a press is said at once."""


class Screenful(NamedTuple):
    """What a scene tells.

    Attributes:
        key: tells one scene from another.
        did: how many moves were made, and the last of them in words.
        pointed: what the cursor is on.
        confirm: what Confirm would do.
    """

    key: object
    did: tuple[int, str]
    banner: tuple[Topic, str]
    pointed: str
    note: tuple[Topic, str]
    confirm: str


class Narrator:
    """What is spoken.

    Args:
        speech: what says it, or None where nothing can.
        config: asked for what is wanted.

    Attributes:
        said: the sentences so far, the last ones.
    """

    def __init__(self, speech: Speech | None, config: Callable[[], SoundConfig]) -> None:
        self.said: list[str] = []
        self._speech = speech
        self._config = config
        self._is_on = False
        self._before: Screenful | None = None
        self._latest = ""
        self._last: dict[Topic, str] = {}

    def start(self) -> None:
        """Let sentences be heard from now on."""
        self._is_on = True

    @property
    def says_everything(self) -> bool:
        """Return whether the screen is not needed to play."""
        return EVERYTHING in self._config().spoken

    def follow(self, shown: Callable[[], Screenful], *, by_player: bool) -> None:
        """Say what is new in what is *shown*; *by_player* is what somebody has pressed for."""
        if not self._config().spoken:
            self._before = None
            return
        now, before = shown(), self._before
        self._before = now
        wanted = [
            (topic, text)
            for topic, text in _fresh(now, before)
            if self._is_wanted(topic) and self._is_news(topic, text)
        ]
        if wanted:
            urgency = max(URGENCY.get(topic, 2) for topic, _ in wanted)
            self._say(sentences(text for _, text in wanted), OF_PLAYERS if by_player else urgency)

    def tell(self, topic: Topic, text: str) -> None:
        """Say *text*, which no scene shows as a sentence, where its *topic* is wanted."""
        if self._is_wanted(topic):
            self._say(text, URGENCY.get(topic, 2))

    def _is_wanted(self, topic: Topic) -> bool:
        return self.says_everything or topic in self._config().spoken

    def _is_news(self, topic: Topic, text: str) -> bool:
        """Return whether *text* has not been said already: a note comes back after a refusal."""
        is_known = self._last.get(topic) == text
        self._last[topic] = text
        repeats = topic is Topic.MOVES or (topic is Topic.TURNS and not self.says_everything)
        return not (is_known and repeats)

    def repeat(self) -> None:
        """Say the last sentence again."""
        if self._latest:
            self._say(self._latest, OF_PLAYERS)

    def _say(self, text: str, urgency: int) -> None:
        self._latest = text
        del self.said[:-MOST_KEPT]
        self.said.append(text)
        volume = self._config().volume
        if self._speech is not None and self._is_on and volume:
            self._speech.say(text, urgency, volume)

    def has_problem(self) -> bool:
        """Return whether something should be spoken and cannot."""
        if self._speech is None or not self._config().spoken:
            return False
        return self._speech.problem() is not None

    def close(self) -> None:
        """Be silent."""
        if self._speech is not None:
            self._speech.close()


def _fresh(now: Screenful, before: Screenful | None) -> list[tuple[Topic, str]]:
    """Return what is new, in the order in which it is said."""
    confirm = (Topic.SCREEN, CONFIRM(does=now.confirm) if now.confirm else "")
    pointed = (Topic.SCREEN, now.pointed)
    did = (Topic.MOVES, now.did[1] if before is not None and now.did[0] > before.did[0] else "")
    if before is None or before.key != now.key:
        parts = [did, now.banner, pointed, now.note, confirm]
    else:
        is_elsewhere = now.pointed != before.pointed
        parts = [
            did,
            *([pointed] if is_elsewhere else []),
            # The same may be true of the next place.
            *([now.note] if is_elsewhere or now.note[1] != before.note[1] else []),
            *([now.banner] if now.banner[1] != before.banner[1] else []),
            *([confirm] if now.confirm != before.confirm else []),
        ]
    return [(topic, text) for topic, text in parts if text]

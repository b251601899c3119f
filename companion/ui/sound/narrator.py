"""Says what changes on screen, as it is written there: a scene's banner, its note, its cursor.

The one place where what a scene shows becomes a sentence.  After each turn of the loop
that changed something the scene in front is compared with what it was before; what is new
and wanted is said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.config.values import SoundConfig
from companion.ports import Speech
from companion.ui.view import Topic, View
from companion.words.scenes.speech import CONFIRM, sentences

EVERYTHING: Final = "everything"

MOST_KEPT: Final = 1000

URGENCY: Final = {Topic.TURNS: 1, Topic.REFUSALS: 3, Topic.RESULTS: 3, Topic.CLOCK: 3}
"""All else is in between: that it is your turn waits until the move has been told."""

OF_PLAYERS: Final = 4
"""What somebody has just asked for by a press is said at once."""


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
        self._before: View | None = None
        self._latest = ""
        self._last: dict[Topic, str] = {}

    def start(self) -> None:
        """Let sentences be heard from now on."""
        self._is_on = True

    @property
    def says_everything(self) -> bool:
        """Return whether the screen is not needed to play."""
        return EVERYTHING in self._config().spoken

    def follow(self, now: View, *, by_player: bool) -> None:
        """Say what is new in what shows *now*; *by_player* is what somebody has pressed for."""
        if not self._config().spoken:
            self._before = None
            return
        before, self._before = self._before, now
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


def _fresh(now: View, before: View | None) -> list[tuple[Topic, str]]:
    """Return what is new, in the order in which it is said."""
    does = now.labels[3].line
    confirm = (Topic.SCREEN, CONFIRM(does=does) if does else "")
    pointed = (Topic.SCREEN, now.pointed)
    banner = (now.topics[0], now.banner.text)
    note = (Topic.REFUSALS if now.is_alarming else now.topics[1], now.note)
    is_next = before is not None and now.played[0] > before.played[0]
    played = (Topic.MOVES, now.played[1] if is_next else "")
    if before is None or before.key != now.key:
        parts = [played, banner, pointed, note, confirm]
    else:
        is_elsewhere = now.pointed != before.pointed
        parts = [
            played,
            *([pointed] if is_elsewhere else []),
            # The same may be true of the next place.
            *([note] if is_elsewhere or now.note != before.note else []),
            *([banner] if now.banner.text != before.banner.text else []),
            *([confirm] if does != before.labels[3].line else []),
        ]
    return [(topic, text) for topic, text in parts if text]

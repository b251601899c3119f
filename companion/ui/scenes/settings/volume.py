"""The line of a menu that sets how loud sounds are."""

from __future__ import annotations

from typing import Final

from companion.config.values import Settings
from companion.ui.desk import Desk
from companion.ui.scenes.choice import Choice
from companion.ui.sound.sounds import Cue
from companion.words.scenes import settings as words

VOLUMES: Final = (0, 20, 40, 60, 80, 100)


def volume_choice(stage: Desk) -> Choice:
    """Return the line that makes sounds louder step by step, and after the loudest silent."""
    volume = stage.config.sound.volume
    line = words.NO_SOUND() if stage.sounds.problem() else ""

    def louder() -> None:
        stage.change(Settings(volume=next((step for step in VOLUMES if step > volume), 0)))
        # So it is heard how loud that is.
        stage.sounds.play(Cue.CONFIRMED)

    return Choice.of(words.SOUND, louder, line, words.volume_title(volume))

"""Which language the program speaks; each is listed by its own name."""

from __future__ import annotations

from companion.config.values import Settings
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.words.scenes import settings as words
from companion.words.translate import AUTO, languages


class LanguageScene(MenuScene):
    """A line for the language of the machine, and for each that the program comes in."""

    name = "language"
    heading = words.LANGUAGE.title

    def make_choices(self) -> list[Choice]:
        """Return the languages, the one in force ticked."""
        now = self.stage.config.screen.language
        return [
            Choice(
                words.language_title(code),
                lambda code=code: self._take(code),  # type: ignore[misc]
                words.MACHINES_LANGUAGE_LINE() if code == AUTO else "",
                verb=words.LANGUAGE.verb(),
                is_ticked=code == now,
            )
            for code in (AUTO, *languages())
        ]

    def _take(self, language: str) -> None:
        self.stage.change(Settings(language=language))
        self.stage.pop()

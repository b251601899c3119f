"""Which version runs, and who made the games that are installed beside the program."""

from __future__ import annotations

from companion import RULES_TEXT, version
from companion.games import left_out, outside
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.words.games import game_title
from companion.words.notices import LEFT_OUT
from companion.words.scenes.about import TITLE, maker_text, program_text


class AboutScene(MenuScene):
    """A line for the program, for each game from outside, and for each that is left out."""

    name = "about"
    heading = TITLE

    def make_choices(self) -> list[Choice]:
        """Return lines that only tell something."""
        return [
            Choice("Board Companion", None, program_text(version(), RULES_TEXT), version()),
            *(
                Choice(game_title(plugin.game.name), None, maker_text(plugin))
                for plugin in outside().plugins
            ),
            *(
                Choice(name, None, LEFT_OUT(name=name, reason=reason))
                for name, reason in left_out()
            ),
        ]

"""What is spoken: everything, or one thing or another."""

from __future__ import annotations

from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.words.buttons import on_off
from companion.words.scenes import sound as words
from companion.words.scenes.speech import fault_text


class VoiceScene(MenuScene):
    """A line for each thing that may be spoken."""

    name = "voice"
    heading = words.TITLE

    def make_choices(self) -> list[Choice]:
        """Return each thing that may be spoken, and whether it is; why nothing can be first."""
        sound, speech = self.stage.config.sound, self.stage.services.speech
        fault = speech.problem() if speech is not None else None
        trouble = fault_text(fault) if fault is not None else ""
        return [
            self.option_choice("voice", words.SOURCE, words.SOURCES[sound.voice](), trouble),
            *(
                self.option_choice(name, line, on_off(is_on))
                for name, line, is_on in (
                    ("speak_everything", words.EVERYTHING, sound.speak_everything),
                    ("speak_moves", words.MOVES, sound.speak_moves),
                    ("speak_turns", words.TURNS, sound.speak_turns),
                    ("speak_refusals", words.REFUSALS, sound.speak_refusals),
                    ("speak_table", words.TABLE, sound.speak_table),
                    ("speak_hints", words.HINTS, sound.speak_hints),
                    ("speak_results", words.RESULTS, sound.speak_results),
                    ("speak_clock", words.CLOCK, sound.speak_clock),
                )
            ),
        ]

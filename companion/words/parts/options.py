"""What the options and presets of a game are called, and what each choice means."""

from __future__ import annotations

from companion.contract import OptionValue, option_text
from companion.words.parts.names import Names
from companion.words.phrases import capitalized, readable
from companion.words.translate import tr


class OptionWords:
    """The words for the options of one game."""

    told_only: tuple[str, ...] = ()
    """Options that change nothing in the few plies of a picture, or would end the game there;
    those that decide who starts are such by themselves."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def title(self, option: str) -> str:
        """Return the short name of *option* as a setting reads."""
        if self.decides_start(option):
            return tr("Who starts")
        return tr(capitalized(readable(option)))

    def line(self, option: str) -> str:
        """Return what *option* changes, in one sentence."""
        if self.decides_start(option):
            return tr("Which side goes first.")
        return tr("You can choose {option} before the game begins.").format(
            option=self.title(option)
        )

    def value_title(self, option: str, value: OptionValue) -> str:
        """Return *value* of *option* as a setting reads."""
        text = option_text(value)
        if self.decides_start(option):
            return self._side_called(text) or tr("toss a coin")
        return {"on": tr("on"), "off": tr("off")}.get(text) or tr(readable(text))

    def value_line(self, option: str, value: OptionValue) -> str:
        """Return what playing with *value* of *option* means, or an empty text."""
        if not self.decides_start(option):
            return ""
        side = self._side_called(option_text(value))
        if side:
            return tr("{side} goes first.").format(side=side)
        return tr("A coin toss decides who goes first.")

    def preset_title(self, preset: str) -> str:
        """Return the name of *preset* as a choice reads."""
        return tr(capitalized(readable(preset)))

    def preset_line(self, preset: str) -> str:
        """Return what *preset* stands for, in one sentence."""
        chosen = self.names.game.presets[preset].items()
        text = tr("{option}: {value}")
        parts = [
            text.format(option=self.title(option), value=self.value_title(option, value))
            for option, value in chosen
        ]
        return tr("{text}.").format(text=", ".join(parts))

    def is_told_only(self, option: str) -> bool:
        """Return whether *option* makes no difference in a picture of the rules."""
        return option in self.told_only or self.decides_start(option)

    def decides_start(self, option: str) -> bool:
        """Return whether *option* says who begins."""
        return any(
            spec.name == option and spec.decides_start for spec in self.names.game.option_specs
        )

    def _side_called(self, text: str) -> str:
        """Return the side that *text*, a value, names, or an empty text where it is none."""
        for side, name in enumerate(self.names.game.side_names):
            if name.lower() == text:
                return self.names.side(side)
        return ""

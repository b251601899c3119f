"""What can be chosen of a game before it begins: its options, their presets, the seed.

Knows names, values and defaults; what an option changes is for the rules of its
game to know, and how it is explained for `companion.words`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.errors import Message, OptionError, any_of, did_you_mean

OptionValue: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, OptionValue]

SEED_LIMIT = 2**63
"""Seeds are 0 .. SEED_LIMIT - 1, so that they fit every file and screen alike."""


@dataclass(frozen=True)
class OptionSpec:
    """One option of a game: its name, the values it takes, its default, its source.

    Attributes:
        values: the allowed values in the order they are offered; for whole
            numbers the `range` they lie in.
        needs: names of boolean options that must be on as well.
        decides_start: it says which side begins: its values are the names of sides in small
            letters, and ``coin`` where a coin is tossed.
    """

    name: str
    values: tuple[OptionValue, ...] | range
    default: OptionValue
    source: str
    needs: tuple[str, ...] = ()
    decides_start: bool = False

    def parse(self, text: str) -> OptionValue:
        """Return the value that *text* names (``on`` and ``off`` for booleans).

        Raises:
            OptionError: *text* names no value of this option.
        """
        if isinstance(self.values, range):
            if text.isascii() and text.isdigit() and len(text) < 10 and int(text) in self.values:
                return int(text)
        else:
            for value in self.values:
                if option_text(value) == text:
                    return value
        words = [value for value in self.values if isinstance(value, str)]
        raise OptionError(
            "expected option {name} as {allowed}, got {text!r}{guess}",
            name=self.name,
            allowed=self.allowed(),
            text=text,
            guess=did_you_mean(text, words),
        )

    def allowed(self) -> str:
        """Return the allowed values in words for a message: ``on or off``, ``0 to 500``."""
        if isinstance(self.values, range):
            return Message("{low} to {high}", low=self.values.start, high=self.values.stop - 1)
        return any_of([option_text(value) for value in self.values])


def start_spec(name: str, sides: tuple[str, str], source: str) -> OptionSpec:
    """Return the option who starts: the first of *sides*, the other one, or a tossed coin."""
    return OptionSpec(name, (*sides, "coin"), sides[0], source, decides_start=True)


def option_text(value: OptionValue) -> str:
    """Return *value* as it is written on the command line and in files."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


@dataclass(frozen=True, kw_only=True)
class Choices:
    """The options and presets of the game called *name*, and how they are read."""

    name: str
    option_specs: tuple[OptionSpec, ...] = ()
    presets: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)

    def spec(self, name: str) -> OptionSpec:
        """Return the option called *name*.

        Raises:
            OptionError: the game has no such option.
        """
        for spec in self.option_specs:
            if spec.name == name:
                return spec
        names = [spec.name for spec in self.option_specs]
        raise OptionError(
            "expected an option of {game} ({names}), got {name!r}{guess}",
            game=self.name,
            names=", ".join(names) or Message("none"),
            name=name,
            guess=did_you_mean(name, names),
        )

    def complete(self, options: Options | None) -> dict[str, OptionValue]:
        """Return *options* with the defaults filled in, in the order of the specs.

        Raises:
            OptionError: an option is unknown, out of range, or needs another one.
        """
        given = dict(options or {})
        for name, value in given.items():
            given[name] = self.spec(name).parse(option_text(value))
        whole = {spec.name: given.get(spec.name, spec.default) for spec in self.option_specs}
        for spec in self.option_specs:
            for need in spec.needs:
                if whole[spec.name] and not whole[need]:
                    raise OptionError(
                        "expected option {need} on for {spec}, got 'off'",
                        need=need,
                        spec=spec.name,
                    )
        return whole

    def parse_options(self, pairs: Mapping[str, str]) -> dict[str, OptionValue]:
        """Return a complete set of options from their texts, ``on`` for True.

        The name ``preset`` stands for all options of that preset; others override it.

        Raises:
            OptionError: a name or value is unknown.
        """
        chosen: dict[str, OptionValue] = {}
        preset = pairs.get("preset")
        if preset is not None:
            if preset not in self.presets:
                known = any_of([*self.presets]) or Message("none")
                raise OptionError(
                    "expected a preset of {name} ({known}), got {preset!r}{guess}",
                    name=self.name,
                    known=known,
                    preset=preset,
                    guess=did_you_mean(preset, self.presets),
                )
            chosen.update(self.presets[preset])
        for name, text in pairs.items():
            if name != "preset":
                chosen[name] = self.spec(name).parse(text)
        return self.complete(chosen)


def check_seed(seed: int) -> int:
    """Return *seed*.

    Raises:
        OptionError: *seed* is outside 0 .. 2**63 - 1.
    """
    if not 0 <= seed < SEED_LIMIT:
        raise OptionError(
            "expected seed as 0 to {last}, got {seed!r}",
            last=SEED_LIMIT - 1,
            seed=seed,
        )
    return seed

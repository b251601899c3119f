"""Every way in which the options of a game may be chosen."""

import pytest

from companion.contract import option_text
from companion.plugins import GAMES


def offered(spec):
    """The values of *spec*, of a range its ends, its default and one between."""
    if isinstance(spec.values, range):
        return (spec.values.start, spec.default, 33, spec.values.stop - 1)
    return spec.values


def variants():
    """Each game with each value of each option, each preset, and all options on together."""
    for game in GAMES.values():
        choices = [{}, *game.presets.values()]
        for spec in game.option_specs:
            needs = dict.fromkeys(spec.needs, True)
            choices += [{spec.name: value, **(needs if value else {})} for value in offered(spec)]
        choices.append({spec.name: list(offered(spec))[-1] for spec in game.option_specs})
        for options in choices:
            words = [f"{name}={option_text(value)}" for name, value in options.items()]
            yield pytest.param(game, options, id=" ".join([game.name, *words]))

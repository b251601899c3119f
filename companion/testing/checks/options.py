"""What holds of the options, presets and seeds of a game."""

from __future__ import annotations

import pytest

from companion.contract import SEED_LIMIT, GamePlugin, option_text
from companion.errors import OptionError


class OptionChecks:
    """Options: their values, their presets, what is refused."""

    def test_option_values_are_read_from_their_texts(self, game_plugin: GamePlugin) -> None:
        for spec in game_plugin.game.option_specs:
            for value in spec.values:
                assert spec.parse(option_text(value)) == value

    def test_defaults_and_presets_are_complete_options(self, game_plugin: GamePlugin) -> None:
        game = game_plugin.game
        assert all(spec.default in spec.values for spec in game.option_specs)
        for preset in game.presets:
            options = game.parse_options({"preset": preset})
            assert game.initial(options).options == options

    @pytest.mark.parametrize("seed", [-1, SEED_LIMIT])
    def test_seeds_out_of_range_are_refused(self, game_plugin: GamePlugin, seed: int) -> None:
        with pytest.raises(OptionError):
            game_plugin.game.initial(seed=seed)

    def test_unknown_options_and_presets_are_refused(self, game_plugin: GamePlugin) -> None:
        for pairs in ({"no such option": "on"}, {"preset": "no such preset"}):
            with pytest.raises(OptionError):
                game_plugin.game.parse_options(pairs)

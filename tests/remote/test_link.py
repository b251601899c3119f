"""Two tables over all that can go wrong between them: both have the same in the end."""

import pytest

from companion.plugins import GAMES
from tests.amounts import few_and_many
from tests.remote.two_tables import (
    FaultyBroker,
    chance_of,
    let_settle,
    paired,
    same,
    scrambled,
)

GAME_NAMES = list(GAMES)


@pytest.mark.parametrize("name", GAME_NAMES)
@few_and_many("faults", 60, 2000)
def test_both_have_the_same_after_any_faults(tmp_path, name, faults):
    chance = chance_of(1)
    done, number = 0, 0
    while done < faults:
        number += 1
        broker = FaultyBroker(chance)
        folder = tmp_path / str(number)
        folder.mkdir()
        tables = paired(folder, broker, GAMES[name], seed=number, host_side=number % 2)
        now_s = scrambled(tables, broker, chance, 150)
        let_settle(tables, broker, now_s, agree=False)
        same(tables)
        done += broker.faults
        for table in tables:
            table.cut_power()

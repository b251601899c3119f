"""What the tests of a game are made of: `GameSuite`, the contract as checks that pytest runs.

For who makes games: it needs pytest and hypothesis, which players do not have.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

# What is told when it is imported would stand before what is told of a game.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# Before they are imported: a failed assertion in them tells its values, as one in a test does.
pytest.register_assert_rewrite("companion.testing.rule_checks", "companion.testing.screen_checks")

from companion.testing.cases import Case, Traits, cases_of  # noqa: E402
from companion.testing.random_games import HalfTurn, Symmetry  # noqa: E402
from companion.testing.rule_checks import (  # noqa: E402
    FEW,
    QUICK_LIMIT,
    MoveChecks,
    OptionChecks,
    PerftChecks,
    PerftEntry,
    PositionChecks,
    TextChecks,
    TurnChecks,
    WordChecks,
    entries_of,
)
from companion.testing.screen_checks import ScreenChecks  # noqa: E402

__all__ = ["GameSuite", "HalfTurn", "Symmetry"]


class GameSuite(
    Traits, PositionChecks, MoveChecks, TurnChecks, OptionChecks, TextChecks,
    PerftChecks, WordChecks, ScreenChecks,
):  # fmt: skip
    """Everything that the program asks of a game, for pytest to run over it.

    A package's test is a subclass that names its `plugin`, and whatever else of `Traits` it
    differs in::

        class TestNineHoles(GameSuite):
            plugin = PLUGIN
            perft = Path(__file__).with_name("perft.txt")

    Random games are named by a seed; a failure tells the game, its options, the seed and
    the moves that lead there, as the command line takes them.
    """

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Parametrize each check by the names of its parameters."""
        _know_slow(metafunc.config)
        for name, of in _PARAMETERS.items():
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, list(of(type(self))))


def _know_slow(config: pytest.Config) -> None:
    """Register the mark of slow checks with *config*, since a package of a game need not."""
    if not any(line.startswith("slow") for line in config.getini("markers")):
        config.addinivalue_line("markers", "slow: takes minutes")


def _cases(suite: type[Traits]) -> Iterator[object]:
    for case in cases_of(suite, suite.seeds):
        yield pytest.param(case, id=case.name)
    for case in _more(suite):
        yield pytest.param(case, id=f"{case.name}-more", marks=suite.more_marks)


def _more(suite: type[Traits]) -> tuple[Case, ...]:
    return cases_of(suite, suite.more_seeds, has_time=True) if suite.more_seeds else ()


def _every_case(suite: type[Traits]) -> Iterator[object]:
    cases = (*cases_of(suite, suite.seeds), *cases_of(suite, suite.more_seeds))
    yield pytest.param(cases, id="more", marks=suite.more_marks)


def _games(suite: type[Traits]) -> Iterator[object]:
    yield pytest.param(suite.plugin, id=suite.plugin.game.name)


def _counts(suite: type[Traits]) -> Iterator[object]:
    for entry in _entries(suite):
        marks = [pytest.mark.slow] if entry.sequences > QUICK_LIMIT else []
        yield pytest.param(entry, marks=marks, id=f"{entry.where}-{entry.depth}")


def _few_counts(suite: type[Traits]) -> Iterator[object]:
    for entry in _entries(suite):
        if entry.depth == 2 and entry.sequences < FEW:
            yield pytest.param(entry, id=f"{entry.where}-{entry.depth}")


def _entries(suite: type[Traits]) -> Iterator[PerftEntry]:
    if suite.perft is not None:
        yield from entries_of(suite.perft, suite.plugin.game)


def _one_case(suite: type[Traits]) -> Iterator[object]:
    case = cases_of(suite, suite.seeds)[0]
    yield pytest.param(case, id=case.name)
    for longer in _more(suite)[:1]:
        yield pytest.param(longer, id=f"{case.name}-more", marks=suite.more_marks)


_PARAMETERS = {
    "case": _cases,
    "cases": _every_case,
    "one_case": _one_case,
    "game_plugin": _games,
    "counted": _counts,
    "few_counted": _few_counts,
}

"""The suite finds games that break the contract: the one of ``new-game``, spoiled in one place."""

import pytest

from tests.written_game import NAME, WrittenGame

BROKEN = {
    "texts_are_read_back_equal": ("sides, line.side)", "sides, 0)"),
    "a_finished_position_takes_no_touch": ("Cause.GAME_OVER", '"over"'),
    "a_move_that_decides_the_game_says_so": ("Fact(Does.WIN", 'Fact("won"'),
    "harmful_facts_are_the_pieces_that_leave": ("Does.PLACE", "Does.REMOVE"),
    "next_touches_are_worked_out_once": ("return self._next", "return dict(self._next)"),
    "seeds_out_of_range_are_refused": ("        check_seed(seed)\n", ""),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return WrittenGame(tmp_path_factory.mktemp("new") / NAME)


@pytest.mark.parametrize("check", BROKEN)
def test_what_breaks_the_contract_fails_the_check_of_it(check, written):
    rules = written.source / "rules.py"
    whole = rules.read_text(encoding="utf-8")
    right, wrong = BROKEN[check]
    assert right in whole
    try:
        rules.write_text(whole.replace(right, wrong), encoding="utf-8")
        done = written.checks("-k", check)
    finally:
        rules.write_text(whole, encoding="utf-8")
    assert done.returncode == 1, done.stdout
    assert f"FAILED tests/test_nine_holes.py::TestContract::test_{check}" in done.stdout

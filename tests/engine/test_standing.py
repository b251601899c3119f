import pytest

from companion.engine.limits import NEARLY_WON, UNSURE, WIN, WON_FROM, bar_share
from companion.words.program import score_text
from tests.engine.verdicts import contradicted, verdicts_of


def test_a_sure_win_fills_the_bar_and_a_sure_loss_empties_it():
    assert bar_share(WIN - 1) == bar_share(WON_FROM) == 1.0
    assert bar_share(1 - WIN) == bar_share(-WON_FROM) == 0.0


def test_without_proof_the_bar_is_never_full_nor_empty():
    assert bar_share(WON_FROM - 1) == pytest.approx(1 - UNSURE)
    assert bar_share(1 - WON_FROM) == pytest.approx(UNSURE)


def test_equal_scores_share_the_bar_alike():
    assert bar_share(0) == 0.5
    for score in (1, 60, 400, 5000):
        assert bar_share(score) + bar_share(-score) == pytest.approx(1)


def test_more_is_more():
    scores = range(-3000, 3001, 50)
    shares = [bar_share(score) for score in scores]
    assert shares == sorted(shares) and len(set(shares)) == len(shares)


def test_nine_tenths_are_where_the_words_say_much_better():
    assert bar_share(NEARLY_WON) == pytest.approx(0.9)
    assert "far ahead" in score_text(NEARLY_WON, 0, "alquerque")
    assert "much" not in score_text(NEARLY_WON - 1, 0, "alquerque")


def test_a_verdict_is_contradicted_by_another_one_within_four_plies():
    assert contradicted([0, None, 1, 1]) == (3, 1)
    assert contradicted([0, None, None, None, 1]) == (2, 1)
    assert contradicted([0, None, None, None, None, 1]) == (2, 0)
    assert set(verdicts_of("alquerque", 1, 30)) <= {None, 0, 1}

"""What the tests measure with."""

import pytest

from tests.bounds import MOST_MB, begin_peak, bounded, own_peak_mb


def test_what_was_held_before_hides_nothing_of_what_an_input_takes():
    b"x" * (4 * MOST_MB << 20)
    with pytest.raises(AssertionError, match="an input"), bounded("an input"):
        b"x" * (2 * MOST_MB << 20)


def test_a_peak_begins_at_what_is_held():
    b"x" * (100 << 20)
    begin_peak()
    before_mb = own_peak_mb()
    b"x" * (60 << 20)
    assert 59 < own_peak_mb() - before_mb < 70

"""What holds of each touch of a half-made turn, allowed or not."""

from __future__ import annotations

import pytest

from companion.contract import HalfMove, RefusedError, Touch, sites_among
from companion.testing.cases import Case, halves, told


class TouchChecks:
    """Touches: their order, what undoes them, why they are refused."""

    def test_next_touches_come_in_board_order(self, case: Case) -> None:
        for half, label in halves(case):
            sites = sites_among(half.next_touches())
            assert list(sites) == sorted(sites), label

    def test_next_touches_are_worked_out_once(self, case: Case) -> None:
        for half, label in halves(case):
            first = half.next_touches()
            assert half.next_touches() is first, label

    def test_what_is_refused_has_a_reason_and_changes_nothing(self, case: Case) -> None:
        for half, label in halves(case, 2):
            before = told(half)
            sites = range(-2, len(half.position.board) + 3)
            for touch in (*sites, 10**9, *case.traits.strange_touches):
                if touch not in half.next_touches():
                    _check_refused(half, touch, label)
            assert told(half) == before, label

    def test_undone_takes_back_the_last_touch(self, case: Case) -> None:
        previous = None
        for half, label in halves(case):
            if half.touches:
                assert told(half.undone()) == previous, label
            previous = told(half)

    def test_touching_leaves_the_turn_before_as_it_was(self, case: Case) -> None:
        for half, label in halves(case, 2):
            before = told(half)
            for touch in half.next_touches():
                half.touch(touch)
            assert told(half) == before, label


def _check_refused(half: HalfMove, touch: Touch, story: str) -> None:
    label = f"{touch} after {story}"
    refusal = half.refusal(touch)
    assert refusal.code, label
    assert all(0 <= site < len(half.position.board) for site in refusal.sites), label
    with pytest.raises(RefusedError) as caught:
        half.touch(touch)
    assert caught.value.refusal == refusal, label

"""What holds of each half-made turn of a game, and of each touch, allowed or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from companion.contract import Fact, HalfMove, Move, Progress, RefusedError, Touch, sites_among
from companion.contract.codes import Does
from companion.errors import IllegalMoveError
from companion.testing.cases import Case, halves, touch_state
from companion.testing.random_games import standing


class TurnChecks:
    """Half-made turns: how far they are, what they lift and take, which touches they take."""

    def test_an_unfinished_turn_is_no_move(self, case: Case) -> None:
        for half, label in halves(case, 2):
            assert (half.move is None) == (half.progress is Progress.INCOMPLETE), label
            if half.move is None:
                with pytest.raises(IllegalMoveError):
                    half.position.half_move(Move("?", half.touches))
                with pytest.raises(IllegalMoveError):
                    half.position.after(half)

    def test_progress_says_whether_a_touch_may_follow(self, case: Case) -> None:
        for half, label in halves(case):
            if half.progress is Progress.EXTENDABLE:
                assert half.next_touches(), label
            if half.progress is Progress.COMPLETE:
                assert not half.next_touches(), label

    def test_harmful_facts_are_the_pieces_that_leave(self, case: Case) -> None:
        for half, label in halves(case):
            for touch, facts in half.next_touches().items():
                harm = [fact.values[0] for fact in facts if fact.is_harmful]
                gone = standing(half) - standing(half.touch(touch))
                assert Counter(harm) == gone, (
                    "expected a fact knock, capture, huff or remove for each piece that "
                    f"leaves the board: {touch} after {label}"
                )

    def test_lifted_pieces_stand_where_they_are_lifted(self, case: Case) -> None:
        for half, label in halves(case):
            lifted = half.lifted()
            if lifted is not None:
                assert set(lifted.pieces) <= set(half.pieces()[lifted.site]), label
            moving = [t for t, facts in half.next_touches().items() if _moves(facts)]
            assert (lifted is not None) == bool(half.touches and moving), label

    def test_chains_stand_in_one_piece_and_none_is_left_after_the_turn(self, case: Case) -> None:
        for half, label in halves(case):
            stand = half.pieces()
            for chain in half.chains():
                assert len(set(chain)) == len(chain), label
                sides = {stand[site][0].side for site in chain}
                assert sides == {half.position.side}, label
            if half.touches and half.progress is Progress.COMPLETE:
                assert half.chains() == (), label

    def test_a_turn_of_another_position_is_refused(self, case: Case) -> None:
        start = case.game.initial(case.options, seed=1)
        move = start.legal_moves()[0]
        with pytest.raises(IllegalMoveError):
            start.play(move).after(start.half_move(move))

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
            before = touch_state(half)
            sites = range(-2, len(half.position.board) + 3)
            for touch in (*sites, 10**9, *case.traits.strange_touches):
                if touch not in half.next_touches():
                    _check_refused(half, touch, label)
            assert touch_state(half) == before, label

    def test_undone_takes_back_the_last_touch(self, case: Case) -> None:
        previous = None
        for half, label in halves(case):
            if half.touches:
                assert touch_state(half.undone()) == previous, label
            previous = touch_state(half)

    def test_touching_leaves_the_turn_before_as_it_was(self, case: Case) -> None:
        for half, label in halves(case, 2):
            before = touch_state(half)
            for touch in half.next_touches():
                half.touch(touch)
            assert touch_state(half) == before, label


def _check_refused(half: HalfMove, touch: Touch, story: str) -> None:
    label = f"{touch} after {story}"
    refusal = half.refusal(touch)
    assert refusal.code, label
    assert all(0 <= site < len(half.position.board) for site in refusal.sites), label
    with pytest.raises(RefusedError) as caught:
        half.touch(touch)
    assert caught.value.refusal == refusal, label


def _moves(facts: Iterable[Fact]) -> bool:
    return any(fact.code == Does.MOVE for fact in facts)

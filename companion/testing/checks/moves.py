"""What holds of each move of a game."""

from __future__ import annotations

from companion.contract import Position
from companion.contract.codes import Does
from companion.testing.cases import Case, moves, places, random_halves, seen, some_moves

MOST_COUNTED, MOST_WITH_TIME = 100, 800
"""Positions with more moves than this are counted one ply deep only."""


class MoveChecks:
    """Moves: their list, their texts, the touches that make them, what they lead to."""

    def test_moves_lead_to_different_positions(self, case: Case) -> None:
        for position, story in places(case):
            keys = [position.play(move).key for move in position.legal_moves()]
            assert len(set(keys)) == len(keys), story

    def test_moves_come_in_a_fixed_order(self, case: Case) -> None:
        for position, story in places(case):
            again = case.game.from_text(position.to_text())
            assert list(again.legal_moves()) == list(position.legal_moves()), story

    def test_move_texts_are_read_back(self, case: Case) -> None:
        for position, move, label in moves(case):
            assert position.parse(move.text) == move, label

    def test_moves_are_made_by_touching_their_sites(self, case: Case) -> None:
        for position, move, label in moves(case):
            half = position.begin()
            for touch in move.touches:
                half = half.touch(touch)
            after = position.play(move)
            assert half.move == move, label
            assert position.after(half).to_text() == after.to_text(), label
            assert dict(half.pieces()) == dict(after.pieces()), label
            assert half.off_board() == after.off_board(), label
            assert half.facts() == position.explain(move), label

    def test_any_route_is_accepted_and_leads_where_a_legal_move_leads(self, case: Case) -> None:
        for place in places(case):
            position, story = place
            shortest = {position.play(m).key: m for m in position.legal_moves()}
            for half in random_halves(place):
                if half.move is None:
                    continue
                after = position.after(half)
                label = f"{half.move.text} in {story}"
                assert after.key in shortest, label
                assert len(shortest[after.key].touches) <= len(half.touches), label
                assert position.play(half.move).to_text() == after.to_text(), label
                assert position.play(position.parse(half.move.text)).key == after.key, label

    def test_playing_changes_nothing_in_the_position_played_from(self, case: Case) -> None:
        for position, story in places(case):
            before = seen(position)
            for move in some_moves(position):
                position.play(move)
            assert seen(position) == before, story

    def test_a_move_that_decides_the_game_says_so(self, case: Case) -> None:
        for position, move, label in moves(case):
            outcome = position.play(move).outcome()
            facts = position.explain(move)
            codes = [fact for fact in facts if fact.code in (Does.WIN, Does.LOSE)]
            if outcome is None or outcome.winner is None:
                assert codes == [], label
            else:
                expected = [("win", (outcome.winner,)), ("lose", (1 - outcome.winner,))]
                assert len(codes) == 1, label
                assert tuple(codes[0]) in expected, label

    def test_perft_is_what_playing_every_move_counts(self, case: Case) -> None:
        for position, story in places(case)[:4]:
            _check_counts(position, MOST_WITH_TIME if case.has_time else MOST_COUNTED, story)

    def test_the_other_player_sees_the_same_game(self, case: Case) -> None:
        symmetry = case.traits.symmetry
        for position, story in places(case) if symmetry else ():
            assert symmetry is not None
            turned = symmetry.position(position.to_text(), position.board)
            other = case.game.from_text(turned)
            assert other.to_text() == turned, story
            outcome, swapped = position.outcome(), other.outcome()
            assert (outcome and outcome.reason) == (swapped and swapped.reason), story
            assert len(other.legal_moves()) == len(position.legal_moves()), story
            for move in some_moves(position):
                after = other.play(other.parse(symmetry.move(move.text, position.board)))
                expected = symmetry.position(position.play(move).to_text(), position.board)
                assert after.to_text() == expected, f"{move.text} in {story}"


def _check_counts(position: Position, most: int, story: str) -> None:
    every = position.legal_moves()
    assert position.perft(1) == len(every), story
    for move in some_moves(position):
        after = position.play(move)
        assert after.perft(1) == len(after.legal_moves()), f"{move.text} in {story}"
    if len(every) <= most:
        assert position.perft(2) == sum(position.play(m).perft(1) for m in every), story

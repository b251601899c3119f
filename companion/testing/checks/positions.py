"""What holds of each position of a game."""

from __future__ import annotations

import pickle

from companion.contract import GamePlugin
from companion.plugins.outside import checked
from companion.testing.cases import Case, places, seen
from companion.testing.random_games import (
    MOST_PLIES,
    RandomStep,
    by_list,
    by_touch,
    check_step,
    inventory,
)


class PositionChecks:
    """Positions: their texts, their pieces, their end."""

    def test_the_program_takes_it_in(self, game_plugin: GamePlugin) -> None:
        assert checked(game_plugin) is game_plugin

    def test_a_game_does_not_begin_at_its_end(self, case: Case) -> None:
        for seed in case.seeds:
            assert case.game.initial(case.options, seed=seed).outcome() is None

    def test_texts_are_read_back_equal(self, case: Case) -> None:
        for position, story in places(case):
            again = case.game.from_text(position.to_text())
            assert seen(again) == seen(position), story
            assert again == position, story

    def test_texts_are_one_line(self, case: Case) -> None:
        for position, story in places(case):
            assert len(position.to_text().splitlines()) == 1, story

    def test_another_process_is_handed_the_same_position(self, case: Case) -> None:
        for position, story in places(case):
            assert pickle.loads(pickle.dumps(position)) == position, story

    def test_a_seed_names_one_game(self, case: Case) -> None:
        for seed in case.seeds:
            one, other = (case.game.initial(case.options, seed=seed) for _ in range(2))
            assert seen(one) == seen(other)

    def test_pieces_are_conserved(self, case: Case) -> None:
        start = inventory(case.game.initial(case.options, seed=1))
        for position, story in places(case) if case.traits.counts_pieces else ():
            assert inventory(position) == start, story

    def test_pieces_stand_on_the_board_in_board_order(self, case: Case) -> None:
        for position, story in places(case):
            placement = position.pieces()
            assert list(placement) == sorted(placement), story
            assert all(0 <= site < len(position.board) for site in placement), story
            assert all(placement.values()), story

    def test_there_are_moves_exactly_while_there_is_no_outcome(self, case: Case) -> None:
        for position, story in places(case):
            assert bool(position.legal_moves()) == (position.outcome() is None), story

    def test_a_finished_position_takes_no_touch(self, case: Case) -> None:
        for position, story in places(case):
            if position.outcome() is not None:
                half = position.begin()
                assert not half.next_touches(), story
                assert half.move is None, story
                assert half.refusal(0).code == "game-over", story
                assert position.claims() == (), story
                assert position.perft(1) == 0, story

    def test_some_random_game_ends(self, cases: tuple[Case, ...]) -> None:
        assert any(p.outcome() is not None for case in cases for p, _ in places(case))

    def test_a_random_game_is_sound_to_its_end(self, case: Case) -> None:
        for way in (by_list, by_touch):
            steps: list[RandomStep] = []
            for step in way(case.game, case.options, case.seeds[0]):
                check_step(step)
                steps.append(step)
            is_long = len(steps) == MOST_PLIES + 1
            assert steps[-1].position.outcome() is not None or is_long, steps[-1].story

"""What holds of every game: its options, positions, turns, moves, counts, texts and pages.

Counts of sequences of plies are read from lines ``options | position | depth count; depth
count``.  Options are ``name=value`` with commas between, ``-`` for none; the position is
``start``, ``seed N``, or its text, which has its options in it.  A line that begins with ``#``
says where the counts come from.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.contract import (
    SEED_LIMIT,
    Fact,
    Game,
    GamePlugin,
    HalfMove,
    Move,
    Position,
    Progress,
    RefusedError,
    Touch,
    option_text,
    sites_among,
)
from companion.contract.codes import Does
from companion.errors import CompanionError, IllegalMoveError, OptionError, RecordError
from companion.lessons.course import TaskStep, answers, set_up
from companion.lessons.shelf import lesson_problems, lessons_of
from companion.plugins.outside import check_title, checked
from companion.storage.library import samples_of
from companion.storage.record import Record, check_result, first_position, steps
from companion.storage.record_reader import read_record
from companion.testing.cases import (
    Case,
    halves,
    moves,
    places,
    random_halves,
    seen,
    some_moves,
    touch_state,
)
from companion.testing.random_games import (
    MOST_PLIES,
    RandomStep,
    by_list,
    by_touch,
    check_step,
    inventory,
    standing,
)
from companion.words.game_words import game_title
from companion.words.names import Example, Page
from companion.words.pages import rules_pages


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


QUICK_LIMIT = 300_000
"""Counts above this take too long for every run and are marked slow."""

FEW = 3000
"""Sequences that are played one by one as well."""


class PerftEntry(NamedTuple):
    """One count: the position's description, the depth and how many sequences there are."""

    game: Game
    options: str
    where: str
    depth: int
    sequences: int

    def __str__(self) -> str:
        """Return the entry as one line of a file."""
        return f"{self.options} | {self.where} | {self.depth} {self.sequences}"

    @property
    def position(self) -> Position:
        """Return the position that is counted from.

        Raises:
            CompanionError: the game has no such options, or *where* is no position of it.
        """
        if self.where != "start" and not self.where.startswith("seed "):
            assert self.options == "-", f"expected options in the text of the position: {self}"
            return self.game.from_text(self.where)
        pairs = [] if self.options == "-" else self.options.split(",")
        options = self.game.parse_options(dict(_pair(text) for text in pairs))
        seed = int(self.where.removeprefix("seed ")) if self.where != "start" else 0
        return self.game.initial(options, seed=seed)


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def entries_of(file: Path, game: Game) -> list[PerftEntry]:
    """Return the counts of *game* in *file*.

    Raises:
        ValueError: naming file and line of what is no count, or there is none at all.
    """
    entries: list[PerftEntry] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            options, where, counts = (part.strip() for part in line.split("|"))
            for pair in counts.split(";"):
                depth, count = map(int, pair.split())
                entries.append(PerftEntry(game, options, where, depth, count))
        except ValueError:
            wanted = "options | position | depth count; depth count"
            raise ValueError(f"{file}:{number}: expected {wanted}, got {line!r}") from None
    if not entries:
        raise ValueError(f"{file}: expected counts of plies, got none")
    return entries


def divided(position: Position, depth: int) -> str:
    """Return every move with the sequences below it, as a debugger of rules wants to read it."""
    lines = [
        f"{move.text}: {position.play(move).perft(depth - 1)}" for move in position.legal_moves()
    ]
    return "\n".join([position.to_text(), *lines])


class PerftChecks:
    """Counts: as recorded, and as playing every move counts."""

    def test_counts_are_as_recorded(self, counted: PerftEntry) -> None:
        count = counted.position.perft(counted.depth)
        if count != counted.sequences:
            counts = divided(counted.position, counted.depth)
            pytest.fail(f"counted {count} for {counted}\n{counts}")

    def test_counts_agree_with_playing_every_move(self, few_counted: PerftEntry) -> None:
        position = few_counted.position
        ends = (position.play(move).legal_moves() for move in position.legal_moves())
        assert sum(len(moves) for moves in ends) == few_counted.sequences


Parsed = TypeVar("Parsed")

ODD = "wb123./()- x=:é\0\nxhuff9٣y|@~p,^[]"
"""Signs that are put in: those of notations, and some that no notation has."""


class TextChecks:
    """Spoiled texts are read or refused in one line, and never end the program."""

    def test_spoiled_position_texts_are_refused_or_read(self, case: Case) -> None:
        chance = random.Random(4)
        for position, story in places(case):
            for _ in range(25):
                text = _spoiled(position.to_text(), chance)
                other = _read(case.game.from_text, text, story)
                if other is not None:
                    assert case.game.from_text(other.to_text()).key == other.key, repr(text)

    def test_spoiled_move_texts_are_refused_or_read(self, case: Case) -> None:
        chance = random.Random(5)
        for position, story in places(case):
            keys = {position.play(m).key for m in position.legal_moves()}
            for move in list(some_moves(position))[:10]:
                text = _spoiled(move.text, chance)
                other = _read(position.parse, text, story)
                if other is not None:
                    assert position.play(other).key in keys, f"{text!r} from {story}"

    def test_any_text_is_refused_or_read(self, game_plugin: GamePlugin) -> None:
        position = game_plugin.game.initial()

        # Made anew for each class: hypothesis takes one function for one test.
        @settings(max_examples=60, deadline=None, database=None, derandomize=True)
        @given(text=st.text(max_size=60))
        def check(text: str) -> None:
            _read(game_plugin.game.from_text, text, "anywhere")
            _read(position.parse, text, "anywhere")

        check()


def _read(read: Callable[[str], Parsed], text: str, story: str) -> Parsed | None:
    """Return what *read* makes of *text*, or None where it is refused, in one line."""
    try:
        return read(text)
    except CompanionError as error:
        assert len(str(error).splitlines()) == 1, f"{text!r} from {story}"
        return None


def _spoiled(text: str, chance: random.Random) -> str:
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(letters) + 1)
        letters[at : at + chance.randint(0, 2)] = chance.choice(ODD)
    return "".join(letters)


class WordChecks:
    """Checks of what players read; a game that has none of it passes."""

    def test_the_title_fits_a_line_of_the_menu(self, game_plugin: GamePlugin) -> None:
        check_title(game_title(game_plugin.game.name))

    def test_no_lesson_is_left_out(self, game_plugin: GamePlugin) -> None:
        assert not lesson_problems(game_plugin.game.name)

    def test_each_task_of_a_lesson_can_be_solved(self, game_plugin: GamePlugin) -> None:
        for lesson in lessons_of(game_plugin.game.name):
            for step in set_up(lesson).steps:
                if isinstance(step, TaskStep):
                    _check_task(step, f"{lesson.where}:{step.task.line}")

    def test_pictures_in_the_rules_show_what_is_said(self, case: Case) -> None:
        for page in rules_pages(case.game, case.options):
            check_page(case.game, page)

    def test_sample_games_are_legal_and_end_as_they_say(self, game_plugin: GamePlugin) -> None:
        game = game_plugin.game
        for path in samples_of(game):
            try:
                record = read_record(path, {game.name: game}.__getitem__)
                _check_record(record)
            except RecordError as error:
                raise AssertionError(f"{path}: {error}") from error


def check_page(game: Game, page: Page) -> None:
    """Fail where the picture of *page* is none of *game*, or shows other than what it says."""
    position = game.from_text(page.example.position, page.example.board)
    _check_moves(position, page.example, page.title)
    _check_refused(position, page.example, page.title)


def _check_task(step: TaskStep, where: str) -> None:
    moves = answers(step)
    assert moves.right, f"{where}: expected a legal move that solves it, got none"
    said = {verdict.text for _, verdict in moves.wrong}
    unsaid = [answer for _, answer in step.task.wrong if answer not in said]
    assert unsaid == [], f"{where}: expected a move that is answered so, got none"


def _check_record(record: Record) -> None:
    position, codes = first_position(record), set()
    for move, after in steps(record, position):
        codes |= {fact.code for fact in position.explain(move)}
        position = after
    check_result(record, position)
    assert set(record.shows) <= codes, f"expected plies that show it, got {sorted(codes)}"


def _check_moves(position: Position, example: Example, title: str) -> None:
    assert position.outcome() is None, title
    codes, ends = set(), []
    for text in example.moves:
        move = position.parse(text)
        codes |= {fact.code for fact in position.explain(move)}
        ends.append(position.play(move).outcome())
    assert set(example.shows) <= codes, title
    is_end = example.winner is not None or example.is_draw
    assert len(example.moves) == 1 or not is_end, title
    for end in ends:
        assert (end is not None) == is_end, title
        assert end is None or end.winner == example.winner, title
    for name in example.areas:
        assert position.board.areas[name], title


def _check_refused(position: Position, example: Example, title: str) -> None:
    for refused in example.refused:
        assert refused.site in position.board.names, title
        assert refused.site in refused.text, title
        with pytest.raises(RefusedError) as caught:
            position.play(position.parse(refused.text))
        assert caught.value.refusal.code == refused.code, title


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
                    _check_touch_refused(half, touch, label)
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


def _check_touch_refused(half: HalfMove, touch: Touch, story: str) -> None:
    label = f"{touch} after {story}"
    refusal = half.refusal(touch)
    assert refusal.code, label
    assert all(0 <= site < len(half.position.board) for site in refusal.sites), label
    with pytest.raises(RefusedError) as caught:
        half.touch(touch)
    assert caught.value.refusal == refusal, label


def _moves(facts: Iterable[Fact]) -> bool:
    return any(fact.code == Does.MOVE for fact in facts)

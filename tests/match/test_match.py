import random

import pytest

from companion.contract import Outcome, Piece
from companion.errors import IllegalMoveError
from companion.match import match as match_module
from companion.match.entries import (
    CommentEntry,
    Header,
    HintEntry,
    PlyEntry,
    RedoEntry,
    ResultEntry,
    TakeBackEntry,
)
from companion.match.match import Match, NewMatch
from companion.match.question import QuestionKind
from companion.plugins import find_game
from tests.match.playing import (
    ALQUERQUE,
    KNOCKING,
    Noted,
    agree,
    anything,
    committed,
    lone_match,
    moves,
    play,
    play_at_random,
)

QUERNI = find_game("querni")
QUINCY = find_game("quincy")
TO_AND_FRO = ("e1-d1", "a5-b5", "d1-e1", "b5-a5")


@pytest.fixture
def match():
    return Match.start(NewMatch(ALQUERQUE))


def site(match, name):
    return match.position.board.site_of(name)


def touch(match, *names):
    return [match.touch(site(match, name)) for name in names][-1]


class TestTouches:
    def test_a_movable_piece_is_selected(self, match):
        assert touch(match, "c2").code == "touched"
        assert match.half.touches == (site(match, "c2"),)

    def test_a_refused_touch_names_its_reason_and_changes_nothing(self, match):
        stamp = match.stamp
        answer = touch(match, "c4")
        assert answer.refusal.code == "not-yours"
        assert (match.stamp, answer.stamp, match.half.touches) == (stamp, stamp, ())

    def test_the_selected_piece_is_deselected_by_a_second_touch(self, match):
        touch(match, "c2")
        assert touch(match, "c2").code == "deselected"
        assert match.half.touches == ()

    def test_another_movable_piece_is_selected_instead(self, match):
        touch(match, "c2")
        assert touch(match, "d2").code == "reselected"
        assert match.half.touches == (site(match, "d2"),)

    def test_a_piece_that_cannot_move_is_not_selected_instead(self, match):
        touch(match, "c2")
        assert touch(match, "a1").refusal is not None
        assert match.half.touches == (site(match, "c2"),)

    def test_after_a_leg_another_piece_is_refused(self, match):
        touch(match, "c2", "c3")
        assert touch(match, "d2").refusal is not None
        assert match.half.touches == (site(match, "c2"), site(match, "c3"))

    def test_a_second_tap_never_commits(self, match):
        touch(match, "c2", "c3", "c3", "c3")
        assert match.plies == []

    def test_a_touch_off_the_board_is_refused(self, match):
        assert match.touch(-1).refusal is not None
        assert match.touch(999).refusal is not None

    def test_a_turn_does_not_grow_for_ever(self, match, monkeypatch):
        monkeypatch.setattr(match_module, "MOST_TOUCHES", 1)
        touch(match, "c2")
        assert touch(match, "c3").refusal.code == "route-too-long"

    def test_a_proposed_move_is_laid_out_and_not_committed(self, match):
        assert match.propose(match.position.parse("c2-c3")).code == "proposed"
        assert match.half.move.text == "c2-c3"
        assert match.plies == []

    def test_an_illegal_proposal_changes_nothing(self, match):
        move = match.position.parse("c2-c3")
        play(match, "b2-c3")
        stamp = match.stamp
        with pytest.raises(IllegalMoveError):
            match.propose(move)
        assert match.stamp == stamp


class TestConfirm:
    def test_a_whole_move_is_committed(self, match):
        play(match, "c2-c3")
        assert moves(match) == ["c2-c3"]
        assert (match.plies[0].side, match.position.side) == (0, 1)
        assert match.last_route == (site(match, "c2"), site(match, "c3"))
        assert match.half.touches == ()

    def test_the_last_ply_tells_its_route_and_what_it_removed(self):
        match = Match.start(NewMatch(QUERNI, {"passing": True}, 5))
        play(match, "g3-h2[6-9]")
        removed = tuple(site(match, name) for name in ("h2", "i2", "j2", "j3"))
        assert match.last_route == (site(match, "g3"), site(match, "h2"))
        assert match.last_removed == removed
        assert match.last_gone == {at: Piece(0, n) for n, at in enumerate(removed, 6)}
        entries = [PlyEntry(0, "g3-h2[6-9]")]
        resumed, _, _ = Match.replayed(match.header, entries, QUERNI)
        assert (resumed.last_route, resumed.last_removed) == (match.last_route, removed)
        play(match, "pass")
        assert (match.last_route, match.last_removed, match.last_gone) == ((), (), {})

    def test_a_stale_press_does_nothing(self, match):
        touch(match, "c2", "c3")
        old = match.stamp
        match.note_hint()
        assert match.confirm(old).refusal.code == "stale"
        assert match.plies == []

    def test_the_same_press_twice_commits_once(self, match):
        touch(match, "c2", "c3")
        stamp = match.stamp
        match.confirm(stamp)
        assert match.confirm(stamp).refusal.code == "stale"

    def test_nothing_touched_and_a_half_move_are_told_apart(self, match):
        assert match.confirm(match.stamp).refusal.code == "nothing-touched"
        touch(match, "c2")
        assert match.confirm(match.stamp).refusal.code == "incomplete"

    def test_a_hint_is_noted_beside_its_own_ply_only(self, match):
        match.note_hint()
        play(match, "c2-c3", "c4xc2")
        assert [ply.is_hinted for ply in match.plies] == [True, False]

    def test_nothing_is_played_after_the_end(self):
        last = ALQUERQUE.from_text("...../...../...../...b./....w w")
        match = Match.start(NewMatch(ALQUERQUE, position=last))
        play(match, "e1xc3")
        assert touch(match, "c3").refusal.code == "game-over"
        assert match.confirm(match.stamp).refusal.code == "game-over"
        assert match.resign(1).refusal.code == "game-over"

    def test_every_change_of_anything_changes_the_stamp(self, match):
        steps = [
            lambda: touch(match, "c2"),
            lambda: touch(match, "c2"),
            lambda: touch(match, "d2"),
            lambda: touch(match, "c3"),
            match.note_hint,
            lambda: match.confirm(match.stamp),
            lambda: match.comment(0, "bold"),
            match.back,
            lambda: match.confirm(match.stamp),
            match.redo,
            lambda: match.offer_draw(0),
            match.back,
            lambda: match.resign(1),
            lambda: match.answer(False, match.stamp),
            lambda: match.claim(0, match.position.side),
            lambda: match.answer(True, match.stamp),
            lambda: match.answer(True, match.stamp),
            match.close,
        ]
        for step in steps:
            stamp = match.stamp
            step()
            assert match.stamp > stamp


class TestBack:
    def test_touches_are_undone_one_by_one(self, match):
        touch(match, "c2", "c3")
        assert match.back().code == "undone"
        assert match.half.touches == (site(match, "c2"),)
        match.back()
        assert match.half.touches == ()

    def test_a_game_not_begun_has_nothing_to_take_back(self, match):
        assert match.back().refusal.code == "nothing-to-take-back"

    def test_a_ply_is_taken_back_only_when_the_other_side_agrees(self, match):
        play(match, "c2-c3")
        assert match.back().code == "asked"
        question = match.question
        assert (question.kind, question.asker, question.awaiting, question.plies) == (
            QuestionKind.TAKE_BACK, 0, (1,), 1,
        )  # fmt: skip
        assert moves(match) == ["c2-c3"]
        assert match.confirm(match.stamp).code == "taken-back"
        assert (moves(match), match.position.side, match.question) == ([], 0, None)

    def test_one_press_counted_twice_does_not_agree_for_both(self, match):
        play(match, "c2-c3")
        match.offer_draw(1)
        stamp = match.stamp
        match.confirm(stamp)
        assert match.confirm(stamp).refusal.code == "stale"
        assert match.outcome is None

    def test_the_other_side_may_decline(self, match):
        play(match, "c2-c3")
        match.back()
        assert match.answer(False, match.stamp).code == "declined"
        assert (moves(match), match.question) == (["c2-c3"], None)

    def test_back_withdraws_a_question(self, match):
        play(match, "c2-c3")
        match.back()
        assert match.back().code == "withdrawn"
        assert (moves(match), match.question) == (["c2-c3"], None)

    def test_a_stale_answer_does_nothing(self, match):
        play(match, "c2-c3")
        match.back()
        assert match.answer(True, match.stamp - 1).refusal.code == "stale"
        assert match.question.awaiting == (1,)

    def test_without_a_question_there_is_no_answer(self, match):
        assert match.answer(True, match.stamp).refusal.code == "no-question"

    def test_a_won_game_goes_on_when_its_last_ply_is_taken_back(self):
        last = ALQUERQUE.from_text("...../...../...../...b./....w w")
        match = Match.start(NewMatch(ALQUERQUE, position=last))
        play(match, "e1xc3")
        assert match.outcome.winner == 0
        match.back()
        agree(match)
        assert (match.outcome, moves(match)) == (None, [])

    def test_a_resignation_is_taken_back_before_any_ply(self, match):
        play(match, "c2-c3")
        match.resign(1)
        agree(match)
        match.back()
        assert (match.question.plies, match.question.asker) == (0, 1)
        agree(match)
        assert (match.outcome, moves(match)) == (None, ["c2-c3"])

    def test_a_closed_match_stays_as_it_is(self, match):
        play(match, "c2-c3")
        match.close()
        stamp = match.stamp
        for answer in (match.back(), match.redo(), touch(match, "c4"), match.comment(0, "x")):
            assert answer.refusal.code == "closed"
        assert match.confirm(stamp).refusal.code == "closed"

    def test_the_program_is_not_asked_and_its_ply_goes_back_with_the_persons(self):
        match = Match.start(NewMatch(ALQUERQUE, players=("person", "program level 3")))
        play(match, "c2-c3", "c4xc2")
        assert match.back().code == "taken-back"
        assert match.question is None
        assert moves(match) == []

    def test_between_programs_one_confirm_is_still_needed(self):
        match = Match.start(NewMatch(ALQUERQUE, players=("program level 1", "program level 8")))
        play(match, "c2-c3")
        match.back()
        assert match.question.awaiting == (0,)

    def test_what_the_program_played_before_any_person_stays(self):
        match = Match.start(NewMatch(ALQUERQUE, players=("program level 3", "person")))
        play(match, "c2-c3")
        assert match.back().refusal.code == "nothing-to-take-back"
        assert match.question is None

    def test_in_teams_all_that_the_program_played_since_goes_back(self):
        names = ("person", "program level 1", "program level 2", "program level 3")
        match = Match.start(NewMatch(QUINCY, {"players": 4}, 3, players=names))
        for _ in range(4):
            play(match, match.position.legal_moves()[0].text)
        # The partner of the person who asks is the program: only the other side could mind.
        assert match.back().code == "taken-back"
        assert match.plies == []


class TestRedo:
    def test_what_was_taken_back_is_played_again(self, match):
        play(match, "c2-c3", "c4xc2")
        before = committed(match)
        for _ in range(2):
            match.back()
            agree(match)
        assert [match.redo().code, match.redo().code] == ["redone", "redone"]
        assert committed(match) == before

    def test_what_the_program_answered_is_played_again_with_it(self):
        match = Match.start(NewMatch(ALQUERQUE, players=("person", "program level 3")))
        play(match, "c2-c3", "c4xc2", "d3-c3")
        match.back()
        match.back()
        assert "capture" in {fact.code for fact in match.redo().facts}
        assert moves(match) == ["c2-c3", "c4xc2"]

    def test_a_new_ply_clears_it(self, match):
        play(match, "c2-c3")
        match.back()
        agree(match)
        play(match, "d2-c3")
        assert match.redo().refusal.code == "nothing-to-redo"

    def test_it_does_not_sweep_a_begun_turn_away(self, match):
        play(match, "c2-c3")
        match.back()
        agree(match)
        touch(match, "d2")
        assert match.redo().refusal.code == "turn-begun"
        assert match.half.touches == (site(match, "d2"),)


class TestAgreements:
    def test_a_draw_needs_both(self, match):
        match.offer_draw(1)
        assert match.question.awaiting == (1, 0)
        match.confirm(match.stamp)
        assert match.outcome is None
        assert match.confirm(match.stamp).code == "ended"
        assert match.outcome == Outcome(None, "agreed")

    def test_nobody_resigns_on_a_single_press(self, match):
        assert match.resign(0).code == "asked"
        assert match.outcome is None
        match.confirm(match.stamp)
        assert match.outcome == Outcome(1, "resigned")

    def test_a_claim_ends_as_the_rules_count_when_both_agree(self, match):
        claim = match.position.claims()[0]
        match.claim(0, match.position.side)
        assert match.question.claim == claim
        match.confirm(match.stamp)
        assert match.outcome is None
        match.confirm(match.stamp)
        assert match.outcome == claim.outcome

    def test_a_claim_that_the_rules_do_not_know_is_refused(self, match):
        assert match.claim(1, 0).refusal.code == "no-claim"
        assert match.claim(-1, 0).refusal.code == "no-claim"

    def test_an_open_question_comes_first(self, match):
        play(match, "c2-c3")
        match.offer_draw(0)
        for answer in (touch(match, "c4"), match.redo(), match.resign(1), match.claim(0, 0)):
            assert answer.refusal.code == "question-open"

    def test_the_third_repetition_is_proposed_as_a_draw_and_decides_nothing(self):
        match = lone_match()
        play(match, *TO_AND_FRO)
        assert match.question is None
        play(match, *TO_AND_FRO)
        assert (match.question.kind, match.question.asker) == (QuestionKind.REPETITION, None)
        assert match.outcome is None

    def test_the_proposal_comes_once_in_one_to_and_fro(self):
        match = lone_match()
        play(match, *TO_AND_FRO, *TO_AND_FRO)
        match.answer(False, match.stamp)
        for text in TO_AND_FRO * 2:
            play(match, text)
            assert match.question is None

    def test_a_new_to_and_fro_is_proposed_anew(self):
        match = lone_match()
        play(match, *TO_AND_FRO, *TO_AND_FRO)
        match.answer(False, match.stamp)
        play(match, "e1-e2", "a5-a4", "e2-e3", "a4-a5", "e3-e2", "a5-a4", "e2-e3", "a4-a5")
        assert match.question is None
        play(match, "e3-e2")
        assert match.question.kind is QuestionKind.REPETITION

    def test_a_repetition_taken_back_counts_one_less(self):
        match = lone_match()
        play(match, *TO_AND_FRO)
        match.back()
        agree(match)
        play(match, "b5-a5")
        assert match.question is None
        play(match, *TO_AND_FRO)
        assert match.question.kind is QuestionKind.REPETITION


class TestComments:
    def test_a_comment_is_one_clean_line(self, match):
        play(match, "c2-c3")
        match.comment(0, " bold\n\tmove\x1b ")
        assert match.plies[0].comment == "bold move"

    def test_a_ply_that_is_not_there_is_refused(self, match):
        assert match.comment(0, "x").refusal.code == "no-such-ply"
        assert match.comment(-1, "x").refusal.code == "no-such-ply"


class TestSaving:
    def test_everything_committed_is_told_in_order(self):
        sink = Noted()
        match = Match.start(
            NewMatch(ALQUERQUE, seed=7), started="2026-07-04 18:30:05", journal=sink
        )
        match.note_hint()
        play(match, "c2-c3")
        match.comment(0, "bold")
        match.back()
        agree(match)
        match.redo()
        match.resign(1)
        agree(match)
        header, *entries = sink.entries
        assert isinstance(header, Header) and (header.game, header.seed) == ("alquerque", 7)
        assert entries == [
            HintEntry(0),
            PlyEntry(0, "c2-c3", True),
            CommentEntry(0, "bold"),
            TakeBackEntry(1),
            RedoEntry(),
            ResultEntry(Outcome(0, "resigned")),
        ]

    def test_a_ply_is_in_the_journal_before_the_match_says_so(self):
        class Watching(Noted):
            def append(self, entry):
                if isinstance(entry, PlyEntry):
                    seen.append((list(match.plies), match.position.side))

        seen = []
        match = Match.start(NewMatch(ALQUERQUE), journal=Watching())
        play(match, "c2-c3")
        assert seen == [([], 0)]

    def test_touches_write_nothing(self, match):
        sink = Noted()
        match.keep_in(sink)
        touch(match, "c2", "c3")
        match.back()
        match.offer_draw(0)
        match.back()
        assert sink.entries == []

    def test_a_failing_disk_stops_nobody_and_is_told(self):
        sink = Noted()
        match = Match.start(NewMatch(ALQUERQUE), journal=sink)
        sink.failing = OSError(28, "No space left on device")
        play(match, "c2-c3")
        assert (moves(match), match.saving_problem) == (["c2-c3"], "No space left on device")
        sink.failing = None
        play(match, "c4xc2")
        assert match.saving_problem == ""

    def test_saving_can_be_tried_again_between_plies(self):
        sink = Noted()
        sink.failing = OSError(30, "Read-only file system")
        match = Match.start(NewMatch(ALQUERQUE), journal=sink)
        stamp = match.stamp
        match.save()
        assert (match.saving_problem, match.stamp) == ("Read-only file system", stamp)
        sink.failing = None
        match.save()
        assert match.saving_problem == "" and match.stamp > stamp


@pytest.mark.parametrize("game", [ALQUERQUE, KNOCKING], ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_table_does_its_journal_tells_the_same_match(game, seed):
    rng = random.Random(seed)
    sink = Noted()
    match = Match.start(NewMatch(game, seed=seed), journal=sink)
    for _ in range(1000):
        anything(match, rng)
        if match.outcome and not match.question and rng.random() < 0.5:
            match.back()
            agree(match)
    assert len(sink.entries) > 20, f"seed {seed}: too little happened to tell"
    again, good, reason = Match.replayed(sink.entries[0], sink.entries[1:], game)
    assert (good, reason) == (len(sink.entries) - 1, ""), f"seed {seed}"
    assert committed(again) == committed(match), f"seed {seed}"


@pytest.mark.parametrize(
    "bad",
    [
        PlyEntry(0, "c4-c3"),
        PlyEntry(0, "c4xc2"),
        PlyEntry(1, "nonsense"),
        TakeBackEntry(2),
        TakeBackEntry(0),
        RedoEntry(),
        CommentEntry(1, "x"),
        Header("alquerque", {}, 0, "alquerque", ""),
    ],
    ids=str,
)
def test_an_entry_that_cannot_follow_ends_the_replay(bad):
    sink = Noted()
    match = Match.start(NewMatch(ALQUERQUE), journal=sink)
    play(match, "c2-c3")
    again, good, reason = Match.replayed(sink.entries[0], [*sink.entries[1:], bad], ALQUERQUE)
    assert (good, moves(again)) == (1, ["c2-c3"])
    assert reason
    play(again, "c4xc2")


def test_an_entry_after_the_agreed_end_ends_the_replay():
    sink = Noted()
    match = Match.start(NewMatch(ALQUERQUE), journal=sink)
    match.resign(0)
    agree(match)
    late = [*sink.entries[1:], PlyEntry(0, "c2-c3")]
    assert Match.replayed(sink.entries[0], late, ALQUERQUE)[1] == 1


def test_a_match_from_a_position_is_replayed_from_it():
    sink = Noted()
    match = lone_match(journal=sink)
    play_at_random(match, random.Random(3), 10)
    again, _, _ = Match.replayed(sink.entries[0], sink.entries[1:], ALQUERQUE)
    assert committed(again) == committed(match)

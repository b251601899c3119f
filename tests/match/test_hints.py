"""Hints as a match counts them: one a ply at most, none given back, limits kept."""

import pytest

from companion.errors import JournalError
from companion.match.entries import HintEntry, PlyEntry, from_json, to_json
from companion.match.match import Match, NewMatch
from tests.match.playing import ALQUERQUE, Noted, agree, play


def started(**values):
    sink = Noted()
    return Match.start(NewMatch(ALQUERQUE, **values), journal=sink), sink


def take_back(match):
    match.back()
    agree(match)


def again(match, sink):
    """The match as it is resumed from its journal."""
    resumed, good, reason = Match.replayed(match.header, sink.entries[1:], ALQUERQUE)
    assert (good, reason) == (len(sink.entries) - 1, "")
    return resumed


def test_a_second_look_at_a_hint_is_the_same_hint():
    match, sink = started()
    assert match.note_hint().code == match.note_hint().code == "hinted"
    assert match.hints.used == [1, 0]
    assert sink.entries[1:] == [HintEntry(0)]


def test_each_side_has_its_own_count():
    match, _ = started()
    match.note_hint()
    play(match, "c2-c3")
    match.note_hint()
    assert match.hints.used == [1, 1]
    assert match.hints.is_shown
    play(match, "c4xc2")
    assert not match.hints.is_shown
    assert [ply.is_hinted for ply in match.plies] == [True, True]


def test_taking_back_gives_no_hint_back():
    match, _ = started(hints=(2, None))
    match.note_hint()
    play(match, "c2-c3")
    take_back(match)
    assert match.hints.left(0) == 1
    assert not match.hints.is_shown
    match.note_hint()
    assert match.hints.left(0) == 0


def test_one_more_than_allowed_is_refused_and_changes_nothing():
    match, sink = started(hints=(1, 0))
    match.note_hint()
    play(match, "c2-c3")
    before = match.stamp, list(sink.entries)
    assert match.note_hint().refusal.code == "no-hints-left"
    assert (match.stamp, sink.entries) == before
    play(match, "c4xc2")
    assert match.note_hint().refusal.code == "no-hints-left"
    assert match.hints.used == [1, 0]


def test_the_last_hint_may_be_looked_at_again():
    match, _ = started(hints=(1, None))
    match.note_hint()
    assert match.hints.left(0) == 0
    assert match.note_hint().code == "hinted"


def test_without_a_limit_nothing_is_counted_down():
    match, _ = started(hints=(None, 3))
    match.note_hint()
    assert match.hints.left(0) is None
    assert match.hints.left(1) == 3


def test_no_hint_is_counted_while_a_question_is_open_or_after_the_end():
    match, _ = started()
    match.offer_draw(0)
    assert match.note_hint().refusal.code == "question-open"
    agree(match)
    assert match.note_hint().refusal.code == "game-over"
    assert match.hints.used == [0, 0]


def test_a_resumed_match_knows_its_hints():
    match, sink = started(hints=(5, 3))
    match.note_hint()
    play(match, "c2-c3")
    take_back(match)
    match.redo()
    match.note_hint()
    resumed = again(match, sink)
    assert resumed.hints.used == match.hints.used == [1, 1]
    assert resumed.hints.is_shown
    assert (resumed.hints.left(0), resumed.hints.left(1)) == (4, 2)
    play(resumed, "c4xc2")
    assert [ply.is_hinted for ply in resumed.plies] == [True, True]


@pytest.mark.parametrize("entries", [[HintEntry(1)], [HintEntry(0), HintEntry(0)]])
def test_a_journal_with_a_hint_out_of_turn_is_good_up_to_there(entries):
    match, _ = started()
    _, good, reason = Match.replayed(match.header, entries, ALQUERQUE)
    assert good == len(entries) - 1
    assert "hint" in reason


@pytest.mark.parametrize("hints", [(None, None), (0, 3), (999, None)])
def test_limits_are_read_back_from_a_journal(hints):
    match, _ = started(hints=hints)
    assert from_json(to_json(match.header)) == match.header


def test_a_journal_of_before_knows_no_limits():
    match, _ = started()
    text = to_json(match.header).replace(',"hints":[null,null]', "")
    assert "hints" not in text
    assert from_json(text).hints == (None, None)


@pytest.mark.parametrize(
    "limits", ["3", "[1]", "[1,2,3]", "[-1,0]", "[true,0]", "[1000,0]", '["1",0]']
)
def test_limits_that_are_none_are_refused(limits):
    match, _ = started()
    text = to_json(match.header).replace('"hints":[null,null]', f'"hints":{limits}')
    with pytest.raises(JournalError, match="limit of hints"):
        from_json(text)


def test_a_hint_is_in_the_journal_before_its_ply():
    match, sink = started()
    match.note_hint()
    play(match, "c2-c3")
    assert sink.entries[1:] == [HintEntry(0), PlyEntry(0, "c2-c3", True)]

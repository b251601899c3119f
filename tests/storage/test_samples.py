"""The sample games: legal, ended as they say, and true in what their comments tell of a ply."""

import contextlib
import re
from collections import Counter
from pathlib import Path

import pytest

import companion
from companion.contract import Outcome
from companion.errors import RecordError
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES, find_game
from companion.storage.library import PREFIX, Library, named_record, sample_names, sample_path
from companion.storage.record import record_text
from companion.storage.record_reader import parse_record, read_record
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from tests.match.playing import Noted
from tests.storage.replaying import replay

LEAST_OF_EACH = 4
SHORTEST_COMMENT = 12

TELLING = {
    "knocks": "knock",
    "joins": "join",
    "mixes": "mixed",
    "leaves": "sow",
    "captures": "capture",
    "huffs": "huff",
    "places": "place",
    "becomes immune": "immune",
    "makes a line": "line",
    "passes": "pass-by-choice",
    "wins": "win",
    "formed": "form",
}
"""Words of comments and the fact that the ply must then have; others may say what they like."""

NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
COUNTED = {"knocks": "knock", "captures": "capture", "leaves": "sow", "removes": "remove"}
_COUNT = re.compile(rf"\b({'|'.join(COUNTED)}) ({'|'.join(NUMBERS)})\b")
_ROUTE = re.compile(rf"\b({'|'.join(NUMBERS)}) (legs|jumps)\b", re.IGNORECASE)
_PLACE = {
    "quincy": re.compile(r"\b[1-9]{2}\b"),
    "querni": re.compile(r"\b[a-z]\d+\b"),
}

every_sample = pytest.mark.parametrize("name", sample_names())


def record_of(name):
    return read_record(sample_path(name), find_game)


def commented(name):
    """Number, text, comment, facts and touches of each ply that has a comment."""
    record = record_of(name)
    positions = replay(record)
    for number, ply in enumerate(record.plies, 1):
        if ply.comment:
            position = positions[number - 1]
            move = position.parse(ply.text)
            yield number, ply.comment, position.explain(move), move


@every_sample
def test_a_sample_is_a_whole_legal_game_that_ends_as_it_says(name):
    record = record_of(name)
    last = replay(record)[-1]
    assert record.plies
    assert last.outcome() is not None
    assert record.outcome == last.outcome()
    assert record.board_mark


@every_sample
def test_a_sentence_or_two_say_what_there_is_to_see_in_a_sample(name):
    comment = record_of(name).comment
    assert 40 <= len(comment) <= 100
    assert comment[0].isupper() and comment[-1] == "."
    told = [record_of(other).comment for other in sample_names()]
    assert told.count(comment) == 1


@every_sample
def test_a_sample_has_a_title_and_comments(name):
    record = record_of(name)
    assert 10 <= len(record.title) <= 60
    comments = [comment for _, comment, _, _ in commented(name)]
    assert len(comments) >= LEAST_OF_EACH
    assert all(len(comment) >= SHORTEST_COMMENT for comment in comments)
    assert len(set(comments)) == len(comments)


@every_sample
def test_what_a_sample_shows_happens_in_plies_with_a_comment(name):
    shown = {fact.code for _, _, facts, _ in commented(name) for fact in facts}
    record = record_of(name)
    assert record.shows
    assert set(record.shows) <= shown


@every_sample
def test_a_comment_that_tells_what_a_ply_does_is_true(name):
    for number, comment, facts, _ in commented(name):
        codes = Counter(fact.code for fact in facts)
        for word, code in TELLING.items():
            if re.search(rf"\b{word}\b", comment, re.IGNORECASE):
                assert codes[code], f"{name}, ply {number}: {comment!r} but {list(codes)}"
        for word, count in _COUNT.findall(comment):
            assert codes[COUNTED[word]] == NUMBERS[count], f"{name}, ply {number}: {comment!r}"


@every_sample
def test_a_comment_counts_legs_and_jumps_rightly(name):
    for number, comment, facts, move in commented(name):
        sites = len(move.touches) - (2 if any(fact.code == "chain" for fact in facts) else 0)
        for count, _ in _ROUTE.findall(comment):
            assert sites - 1 == NUMBERS[count.lower()], f"{name}, ply {number}: {comment!r}"


@every_sample
def test_the_places_that_comments_name_are_on_the_board(name):
    game = record_of(name).game
    names = replay(record_of(name))[0].board.names
    place = _PLACE.get(game.name, re.compile(r"\b[a-z]\d+\b"))
    for number, comment, _, _ in commented(name):
        for mention in place.findall(comment):
            assert mention in names, f"{name}, ply {number}: {mention}"


@every_sample
def test_a_sample_is_written_back_as_it_is(name):
    text = sample_path(name).read_text("utf-8")
    record = parse_record(text.encode(), find_game)
    options = {k: v for k, v in record.options.items() if v != record.game.spec(k).default}
    assert record_text(type(record)(**{**vars(record), "options": options})) == text


@pytest.mark.parametrize("game", GAMES)
def test_there_are_four_samples_of_each_game_at_least(game):
    assert sum(record_of(name).game.name == game for name in sample_names()) >= LEAST_OF_EACH


@pytest.mark.parametrize(
    ("game", "option", "values"),
    [
        ("quincala-mixing", "sizes", {3, 4, 5}),
        ("quincy", "players", {2, 4}),
        ("quincy", "dominoes", {"dealt", "physical"}),
        ("querni", "passing", {False, True}),
        ("alquerque", "huffing", {False, True}),
        ("alquerque", "forward", {"off", "on"}),
    ],
)
def test_the_samples_show_the_options(game, option, values):
    records = [record_of(name) for name in sample_names()]
    assert {r.options[option] for r in records if r.game.name == game} >= values


def test_every_file_among_the_samples_is_listed():
    games = Path(companion.__file__).parent / "games"
    assert {path.stem for path in games.glob("*/samples/*")} == set(sample_names())


def test_the_library_lists_them_by_game(tmp_path):
    with contextlib.closing(StateDir(tmp_path)) as state:
        shelved = Library(Saves(state), {}).samples()
    assert [item.path.stem for item in shelved] == sample_names()
    assert all(item.record is not None and item.record.title for item in shelved)
    games = [item.record.game.name for item in shelved]
    assert sorted(games, key=list(GAMES).index) == games


def test_a_sample_is_named_where_a_file_can_be():
    name = sample_names()[0]
    assert named_record(PREFIX + name) == sample_path(name)
    assert str(named_record(name)) == name
    with pytest.raises(RecordError, match=r"expected a sample .*, got '\.\./x'"):
        named_record(PREFIX + "../x")


def test_a_match_that_goes_through_a_sample_ends_like_it():
    record = record_of("alquerque-huffing")
    match = Match.start(NewMatch(record.game, record.options, record.seed), journal=Noted())
    for ply in record.plies:
        match.propose(match.position.parse(ply.text))
        match.confirm(match.stamp)
    assert match.outcome == record.outcome == Outcome(1, "no-pieces")

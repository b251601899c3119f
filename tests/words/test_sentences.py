"""What a play screen says in whole games: short enough, and without a move in notation."""

import itertools
import random
from dataclasses import replace

import pytest

from companion.contract import Piece
from companion.contract.codes import Does
from companion.engine.reason import Reason
from companion.games.alquerque.rules.codes import AlquerqueWhy
from companion.match.match import Match, NewMatch, take_back_question
from companion.match.seats import Seats
from companion.plugins import GAMES, plugins
from companion.words.facts import answer_text
from companion.words.game_words import words_of
from companion.words.hints import (
    reason_text,
)
from companion.words.program import score_text
from companion.words.screens import behind_text
from companion.words.table import (
    MOST_BANNER_CHARACTERS,
    chosen_note,
    last_move_text,
    question_banner,
    question_note,
    taken_back_text,
)
from companion.words.translate import ENGLISH, languages, speak
from companion.words.voice import Voice
from tests.amounts import few_and_many
from tests.words.notation import is_notation, is_said
from tests.words.said import told_of

PEOPLE = Voice()
DUEL = Voice(Seats(("person", "program level 3")))

QUICK_GAMES, SLOW_GAMES = 3, 200
"""Of each of five games."""

MOST_PLIES = 60


@pytest.fixture
def wordless(monkeypatch):
    """Each game is told as one from outside that brings rules, a board and a title."""

    def plain(name):
        return replace(plugins()[name], words="")

    monkeypatch.setattr("companion.words.game_words.plugin_of", plain)
    words_of.cache_clear()
    yield
    words_of.cache_clear()


def hold(game, number, voice):
    """Play a random game of *game* and hold each sentence of it against the legal moves."""
    rng = random.Random(f"{game.name} {number}")
    players = ("person", "program level 3") if voice is DUEL else ("person", "person")
    match = Match.start(NewMatch(game, seed=number, players=players))
    for _ in range(MOST_PLIES):
        if match.outcome is not None:
            return
        if match.question is not None:
            match.answer(False, match.stamp)
        position = match.position
        moves = position.legal_moves()
        move = rng.choice(moves)
        banners, others = told_of(position, move, voice)
        match.propose(move)
        match.confirm(match.stamp)
        question = take_back_question(match._history, match.seats)
        if question is not None:
            banners.append(question_banner(question, game.name, voice))
            others.append(question_note(question, match, voice))
        assert max(map(len, banners)) <= MOST_BANNER_CHARACTERS, max(banners, key=len)
        texts = {move.text}.union(other.text for other in rng.sample(moves, min(40, len(moves))))
        sentences = (*banners, *others)
        # All at once: nearly every text is in none of them.
        together = "\n".join(sentences)
        for text in texts:
            if is_notation(text, position.board) and is_said(text, together):
                raise AssertionError(
                    (text, [sentence for sentence in sentences if is_said(text, sentence)])
                )


@pytest.mark.parametrize("games", [QUICK_GAMES, pytest.param(SLOW_GAMES, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_sentence_has_a_move_in_notation(game, games):
    for number in range(games):
        hold(game, number, PEOPLE if number % 2 else DUEL)


@few_and_many("games", 1, QUICK_GAMES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_without_words_has_no_move_in_notation_and_no_brackets(game, wordless, games):
    for number in range(games):
        hold(game, number, PEOPLE)
    position = game.initial()
    texts = told_of(position, position.legal_moves()[0], PEOPLE)
    assert not {"(", "[", "{", "|"} & set("".join(itertools.chain(*texts)))


def test_a_long_move_is_shorter_in_the_list_of_how_the_table_stands():
    position = chain_position()
    standing = behind_text(3, position, position.parse("a1-a2[3-5]"), PEOPLE)
    assert standing.title == "3 moves behind"
    assert standing.move == "the 9 to a2, removing 3–5"
    assert standing.line == (
        "It looks as it did before this move was made: the 9 from a1 to a2, removing 3, 4 and 5."
    )


@pytest.fixture(params=languages())
def spoken(request):
    """Each language in turn, and English again afterward."""
    speak(request.param)
    yield request.param
    speak(ENGLISH)


def test_what_several_computers_played_since_is_counted(spoken):
    players = ("person", *["program level 1"] * 3)
    match = Match.start(NewMatch(GAMES["quincy"], {"players": 4}, 1, players=players))
    for _ in players:
        match.propose(next(iter(match.position.legal_moves())))
        match.confirm(match.stamp)
    match.back()
    assert len(match.undone) == len(players)
    text = taken_back_text(match, Voice(match.seats))
    assert "3" in text
    assert spoken != ENGLISH or text.endswith(", and 3 after it.")


def test_what_was_taken_back_is_told_in_words():
    match = Match.start(NewMatch(GAMES["alquerque"], players=("person", "program level 3")))
    for text in ("c2-c3", "c4xc2"):
        match.propose(match.position.parse(text))
        match.confirm(match.stamp)
    match.back()
    sentence = "Taken back: your move, c2 to c3, and the reply, c4 over c3 to c2."
    assert taken_back_text(match, DUEL) == sentence
    noted = Voice(match.seats, is_notated=True)
    assert taken_back_text(match, noted) == sentence.replace("c2 to c3", "c2-c3").replace(
        "c4 over c3 to c2", "c4xc2"
    )


def test_who_is_to_move_is_you_or_the_computer_or_a_side():
    start = GAMES["alquerque"].initial()
    after = start.play(start.parse("c2-c3"))
    assert (DUEL.turn(start), DUEL.turn(after)) == ("Your turn", "The computer's turn")
    assert (PEOPLE.turn(start), PEOPLE.turn(after)) == ("White's turn", "Black's turn")
    four = GAMES["quincy"].initial({"players": 4})
    team = Voice(Seats(("person", "program level 1", "program level 2", "program level 3")))
    assert team.turn(four) == "Your turn"
    assert PEOPLE.turn(four) == "Seat 1 (Blue)"


def test_whose_a_piece_is_that_was_taken_is_told():
    start = GAMES["alquerque"].initial()
    after = start.play(start.parse("c2-c3"))
    facts = after.explain(after.parse("c4xc2"))
    answer = answer_text(facts, True, after, DUEL)
    assert last_move_text(answer, after, DUEL) == (
        "The computer's last move: captures your piece on c3."
    )


def test_whose_the_last_move_was_is_told_of_seats_and_of_players_with_names():
    four = GAMES["quincy"].initial({"players": 4})
    assert last_move_text("Passes.", four, PEOPLE) == "Last move, Seat 1 (Blue): passes."
    named = Voice(Seats(("Anna", "person", "person", "person")))
    assert last_move_text("Passes.", four, named) == "Anna's last move: passes."


def test_before_it_knocks_a_piece_of_its_own_a_side_is_warned():
    position = GAMES["quincala-mixing"].initial()
    facts = position.begin().extended(position.board.site_of("d3")).next_touches()
    own = facts[position.board.site_of("c4")]
    assert answer_text(own, False, position, PEOPLE) == (
        "Careful: this knocks a piece of your own. Knocks White's 3 on c4."
    )
    assert answer_text((), False, position, PEOPLE) == ""
    warned = [
        move
        for move in position.legal_moves()
        if chosen_note(position.half_move(move)).startswith(
            "Careful: this knocks a piece of your own. "
        )
    ]
    assert [move.text for move in warned] == [
        move.text
        for move in position.legal_moves()
        if any(
            isinstance(value, Piece) and value.side == position.side
            for fact in position.explain(move)
            if fact.code == Does.KNOCK
            for value in fact.values
        )
    ]
    assert 0 < len(warned) < len(position.legal_moves())


def test_of_a_move_in_knocking_the_other_side_reads_what_it_knocked():
    position = GAMES["quincala-knocking"].initial()
    texts = [
        answer_text(position.explain(move), True, position, PEOPLE)
        for move in position.legal_moves()
    ]
    assert not any("joins" in text or "leaves" in text for text in texts)


def chain_position():
    """The 9 steps beside a chain of 3 to 5."""
    rows = "/".join([",".join("." * 10)] * 6)
    return GAMES["querni"].from_text(f"{rows}/9b,3b,4b,5b,.,1p,.,2p,.,3p b")


def test_a_tile_and_its_chain_are_told_by_their_numbers():
    position = chain_position()
    half = position.half_move(position.parse("a1-a2[3-5]"))
    assert PEOPLE.move(half) == "the 9 from a1 to a2, removing 3, 4 and 5"
    assert PEOPLE.move(half, 26) == "the 9 to a2, removing 3–5"
    assert PEOPLE.move(half, 5) == "the move shown"


def test_a_hint_speaks_to_the_person_of_the_computer():
    assert score_text(90, 0, "alquerque", DUEL) == "You are slightly ahead."
    assert score_text(-90, 0, "alquerque", DUEL) == "The computer is slightly ahead."
    assert score_text(90, 0, "alquerque") == "White is slightly ahead."
    start = GAMES["alquerque"].initial()
    reason = Reason(AlquerqueWhy.NOTHING_BACK)
    assert reason_text(reason, start, DUEL) == "The computer cannot recapture."
    assert reason_text(reason, start) == "Black cannot recapture."

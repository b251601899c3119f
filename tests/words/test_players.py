"""What is said of who plays: by name wherever somebody has one, in every language."""

import random

import pytest

from companion.contract import Fact, Outcome
from companion.contract.codes import Does, End
from companion.engine.reason import Reason, Why
from companion.match.match import Match, NewMatch
from companion.match.question import MatchEnd, Question, QuestionKind
from companion.match.seats import NAME_LIMIT, PERSON, program_at
from companion.plugins import GAMES
from companion.storage.playback import Playback, course_of
from companion.storage.record import record_of
from companion.words.facts import claim_text, fact_text, outcome_text, reason_text
from companion.words.game_words import words_of
from companion.words.hints import BEGUN_OTHERWISE, THINKING, used_text
from companion.words.hints import reason_text as why_text
from companion.words.phrases import MOST_BANNER_CHARACTERS
from companion.words.program import (
    Hand,
    hand_banner,
    picker_banner,
    score_text,
    tutor_banner,
)
from companion.words.records import caption_text, turning_text, viewer_banner, viewer_note
from companion.words.table import (
    declined_text,
    opening_text,
    question_banner,
    question_note,
    turn_banner,
)
from companion.words.timing import flag_banner, left_text
from companion.words.translate import ENGLISH, languages, speak
from companion.words.voice import Voice, onlooker
from tests.words.said import called_by_color, codes, told_of

SHORT = ("Anna", "Ben", "Cleo", "Dan")
LONG = tuple(f"{name}-{'Maximiliane' * 2}"[:NAME_LIMIT] for name in SHORT)

PLIES = 12


@pytest.fixture(params=languages())
def spoken(request):
    """Each language in turn, and English again afterward."""
    words_of.cache_clear()
    speak(request.param)
    yield request.param
    speak(ENGLISH)
    words_of.cache_clear()


def banners_of(match, voice):
    """Return all that a bar at the top may say in the position of *match*."""
    position, game = match.position, match.game.name
    yield from (voice.banner(position, frame) for frame in (THINKING, BEGUN_OTHERWISE))
    yield from (picker_banner(position, number, voice) for number in (None, 9))
    for hand in Hand:
        yield from (hand_banner(position, hand, held, voice) for held in (False, True))
    yield tutor_banner(position, voice)
    for kind in QuestionKind:
        for side in (0, 1):
            outcome = Outcome(1 - side, "time")
            for asker in (side, 1 - side):
                yield question_banner(Question(kind, asker, (side,), outcome), game, voice)
    for claim in position.claims():
        question = Question(QuestionKind.CLAIM, 0, (1, 0), claim.outcome, claim)
        yield question_banner(question, game, voice)


def sentences_of(match, voice):
    """Return what else is said of those who play in the position of *match*."""
    position, game = match.position, match.game.name
    for side in (0, 1):
        for end in (*codes(game, End), *MatchEnd):
            yield reason_text(Outcome(side, end), game, voice)
        yield outcome_text(Outcome(side, "no-moves"), game, voice)
        yield used_text((3, 0)[:: 1 - 2 * side], game, voice)
        for code in ("win-missed", "loses", "lead-lost", "falls-behind"):
            yield turning_text(code, side, game, voice)
        for score in (0, 100, 300, 900, 90_000, 99_995):
            yield score_text(score, side, game, voice)
        for kind in (QuestionKind.TAKE_BACK, QuestionKind.DRAW):
            yield declined_text(Question(kind, 1 - side, (side,)), game, voice)
        for kind in (QuestionKind.RESIGN, QuestionKind.FLAG):
            question = Question(kind, side, (1 - side,), Outcome(side, "resigned"))
            yield question_note(question, match, voice)
        for code in (Does.WIN, Does.LOSE):
            yield fact_text(Fact(code, (side,)), game, position.board, voice)
    yield used_text((3, 2), game, voice)
    yield left_text("1:00 2:00", game, voice)
    yield opening_text(match, voice)
    yield from (claim_text(claim, game, voice) for claim in position.claims())
    for code in codes(game, Why):
        pieces = tuple(piece for tower in position.pieces().values() for piece in tower)[:2]
        sites = tuple(position.pieces())[:3]
        reason = Reason(code, sites=sites, pieces=pieces, numbers=(2, 3))
        yield why_text(reason, position, voice)


def begun(game, names, number=0, **options):
    players = names[: game.seat_count(game.complete(options))]
    return Match.start(NewMatch(game, options, number, players=players))


def play_on(match, rng):
    """Play a move, and return it with the position that it was made in."""
    if match.question is not None:
        match.answer(False, match.stamp)
    position = match.position
    move = rng.choice(position.legal_moves())
    match.propose(move)
    match.confirm(match.stamp)
    return position, move


OF_GAMES = [*((game, {}) for game in GAMES.values()), (GAMES["quincy"], {"players": 4})]
IDS = [*GAMES, "quincy-4"]


@pytest.mark.parametrize("names", [SHORT, LONG], ids=["short", "long"])
@pytest.mark.parametrize(("game", "options"), OF_GAMES, ids=IDS)
def test_no_sentence_calls_anybody_with_a_name_by_a_color(game, options, names, spoken):
    match, rng = begun(game, names, 3, **options), random.Random(game.name)
    voice = Voice(match.seats)
    # A team is two people, with whom no verb would fit: it is called as its stones are.
    is_team = game.seat_count(match.position.options) > 2
    for _ in range(PLIES):
        if match.outcome is not None:
            break
        banners, of_teams = [*banners_of(match, voice)], told_of_teams(match, voice)
        others = [] if is_team else [*sentences_of(match, voice)]
        position, move = play_on(match, rng)
        more_banners, more = told_of(position, move, voice)
        banners += more_banners
        wrong = {text for text in (*banners, *others, *more) if called_by_color(text, position)}
        assert wrong <= (of_teams if is_team else set())
        assert max(map(len, banners)) <= MOST_BANNER_CHARACTERS, max(banners, key=len)


def told_of_teams(match, voice):
    """Return what the bar at the top tells of a whole team, or asks one with two long names."""
    told = {tutor_banner(match.position, voice)}
    for side in (0, 1):
        question = Question(QuestionKind.FLAG, side, (1 - side,), Outcome(1 - side, "time"))
        told.add(flag_banner(question, match.game.name, voice))
    return told | (
        set(banners_of(match, Voice())) if voice.seats.names_of(0)[0] in LONG else set()
    )


@pytest.mark.parametrize(("game", "options"), OF_GAMES, ids=IDS)
def test_whose_turn_it_is_is_told_by_name_and_color(game, options, spoken):
    match, rng = begun(game, SHORT, 3, **options), random.Random(game.name)
    voice = Voice(match.seats)
    for _ in range(PLIES):
        position = match.position
        name, side = SHORT[position.seat], words_of(game.name).names.side(position.side)
        assert voice.who(position) == name
        assert name in voice.turn(position) and f"({side})" in voice.turn(position)
        banner = turn_banner(position.begin(), voice)
        assert name in banner and f"({side})" in banner
        play_on(match, rng)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_record_is_looked_through_with_the_names_of_its_players(game, spoken):
    match, rng = begun(game, SHORT, 3), random.Random(game.name)
    for _ in range(PLIES):
        play_on(match, rng)
    match.resign(match.position.side)
    match.confirm(match.stamp)
    playback = Playback(course_of(record_of(match)))
    voice, told = onlooker(match.header.players), []
    while playback.forward():
        position = playback.positions[playback.ply - 1]
        texts = viewer_banner(playback, voice), viewer_note(playback), caption_text(playback)
        told += [text for text in texts if called_by_color(text, position)]
        name = SHORT[position.seat]
        assert name in texts[2] and (name in texts[0] or playback.is_at_end)
    assert told == []


def test_a_guest_and_the_computer_are_called_as_before():
    start = GAMES["alquerque"].initial()
    after = start.play(start.parse("c2-c3"))
    guest = Voice(Match.start(NewMatch(GAMES["alquerque"], players=("Anna", PERSON))).seats)
    assert [guest.turn(start), guest.turn(after)] == ["Anna's turn (White)", "Black's turn"]
    duel = Match.start(NewMatch(GAMES["alquerque"], players=("Anna", program_at(3))))
    voice = Voice(duel.seats)
    assert [voice.turn(start), voice.turn(after)] == ["Your turn", "The computer's turn"]
    assert used_text((12, 0), "alquerque", voice) == "You used 12 hints."
    assert outcome_text(Outcome(0, "no-moves"), "alquerque", voice) == "White wins"


def test_what_people_say_of_each_other_in_four_languages():
    start = GAMES["alquerque"].initial()
    voice = onlooker(("Anna", "Ben"))
    told = {}
    for language in languages():
        speak(language)
        told[language] = voice.turn(start)
    speak(ENGLISH)
    assert told == {
        "en": "Anna's turn (White)",
        "de": "Anna ist am Zug (Weiß)",
        "fr": "À Anna de jouer (Blanc)",
        "es": "Le toca a Anna (Blanco)",
    }


def test_hints_are_counted_for_who_asked():
    voice = onlooker(("Anna", "Ben"))
    assert used_text((12, 0), "alquerque", voice) == "Anna used 12 hints."
    assert used_text((0, 1), "alquerque", voice) == "Ben used 1 hint."
    assert used_text((12, 1), "alquerque", voice) == "Hints used: Anna 12, Ben 1."
    assert used_text((0, 12), "alquerque") == "Black used 12 hints."
    assert (
        used_text((2, 1), "quincy", onlooker(SHORT)) == "Hints used: Anna & Cleo 2, Ben & Dan 1."
    )
    assert used_text((0, 0), "alquerque", voice) == ""


def test_a_team_is_asked_by_both_names():
    voice = onlooker(SHORT)
    question = Question(QuestionKind.DRAW, 0, (1, 0))
    assert question_banner(question, "quincy", voice) == (
        "Ben & Dan: agree to a draw? Confirm, or Back"
    )

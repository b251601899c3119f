import itertools
import random
import re

import pytest

from companion.contract import Claim, Fact, Outcome, Piece, Refusal, Token
from companion.match.match import Match, NewMatch
from companion.match.question import Question, QuestionKind
from companion.match.seats import Seats
from companion.plugins import GAMES, find_game
from companion.ui.panels.racks import COUNTDOWN
from companion.words.facts import (
    claim_text,
    facts_text,
    outcome_text,
)
from companion.words.game_words import (
    game_line,
    game_title,
    panel_row,
    preset_of,
    words_of,
)
from companion.words.phrases import short_move, site_list
from companion.words.table import (
    MOST_BANNER_CHARACTERS,
    confirm_label,
    question_banner,
    question_note,
    rack_text,
    refusal_text,
    turn_banner,
    turn_note,
)
from companion.words.voice import PLAIN, Voice
from tests.words.variants import offered


@pytest.mark.parametrize("name", GAMES)
def test_every_game_option_value_and_preset_is_explained(name):
    game, words = find_game(name), words_of(name).options
    assert game_title(name) != name
    assert game_line(name)
    for spec in game.option_specs:
        assert words.line(spec.name)
        assert words.title(spec.name) != spec.name
        if not isinstance(spec.values, range):
            assert all(words.value_title(spec.name, value) for value in spec.values)
    assert all(words.preset_line(preset) for preset in game.presets)


def runs_of_words(text, count):
    """Return each run of *count* words in *text*."""
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[at : at + count]) for at in range(len(words) - count + 1)}


@pytest.mark.parametrize("name", GAMES)
def test_what_an_option_is_about_does_not_tell_a_value_as_well(name):
    words = words_of(name).options
    for spec in GAMES[name].option_specs:
        about = runs_of_words(words.line(spec.name), 4)
        for value in offered(spec):
            assert not about & runs_of_words(words.value_line(spec.name, value), 4), spec.name


def test_a_turn_of_quincy_is_told_with_its_domino_square_and_line():
    position = find_game("quincy").initial()
    line = tuple(position.board.site_of(name) for name in ("51", "52", "53", "54"))
    facts = [Fact("discard", ((3, 5),)), Fact("place", (Piece(1, 1), line[2]))]
    text = facts_text([*facts, Fact("line", (1, line))], "quincy", position.board)
    assert text.startswith("Plays the 3|5, places a ")
    assert text.endswith(" stone on square 53 and makes a line of 4.")


def test_a_domino_that_is_swapped_is_not_said_to_be_played():
    position = find_game("quincy").initial()
    sentence = facts_text([Fact("discard", ((3, 5),)), Fact("swap")], "quincy", position.board)
    assert sentence == "Sets aside a domino that fits nowhere."


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [(Outcome(None, "agreed"), "The game would end in a draw."),
     (Outcome(1, "counted"), "Black would win the game.")],
)  # fmt: skip
def test_a_question_says_how_the_game_would_end(outcome, sentence):
    match = Match.start(NewMatch(find_game("alquerque")))
    question = Question(QuestionKind.DRAW, 0, (1,), outcome=outcome)
    assert question_note(question, match, PLAIN) == sentence


@pytest.mark.parametrize(
    ("players", "sentence"),
    [(("person", "person"), "Both sides must confirm, one after the other."),
     (("person", "program level 3"), "You and the computer must both agree."),
     (("program level 3", "person"), "You and the computer must both agree.")],
)  # fmt: skip
def test_a_question_says_who_has_to_agree(players, sentence):
    match = Match.start(NewMatch(find_game("alquerque"), players=players))
    match.offer_draw(0)
    assert question_note(match.question, match, PLAIN).endswith(f" {sentence}")


def test_refusals_name_the_squares_of_a_domino():
    position = find_game("quincy").initial()
    sites = tuple(position.board.site_of(name) for name in ("53", "35"))
    sentence = refusal_text(Refusal("wrong-square", sites), position)
    assert sentence == "This domino goes on square 53 or 35."
    assert refusal_text(Refusal("occupied"), position) == "That square is taken."


def test_a_preset_is_recognized_whoever_starts():
    game = find_game("alquerque")
    options = game.complete({**game.presets["bell"], "starts": "black"})
    assert preset_of(game, options) == "bell"
    assert preset_of(game, game.complete({"no_return": True})) is None


def test_knocks_are_told_with_owner_size_and_site():
    board = find_game("quincala-knocking").initial().board
    facts = [Fact("move", (Piece(0, 1),)), Fact("knock", (Piece(1, 1), board.site_of("e6")))]
    assert facts_text(facts, "quincala-knocking", board) == "Knocks Black's small piece on e6."


def test_a_removed_chain_is_told_by_its_numbers_once():
    position = find_game("querni").from_text(
        "/".join([",".join("." * 10)] * 6) + "/9b,3b,4b,5b,.,1p,.,2p,.,3p b"
    )
    sentence = facts_text(position.explain(position.parse("a1-a2[3-5]")), "querni", position.board)
    assert sentence == "Removes the chain 3–5."
    refused = refusal_text(position.begin().touch(1).refusal(0), position)
    assert refused == "A number between them has left the board."


def test_the_banner_asks_for_the_other_end_of_a_chain():
    position = find_game("querni").from_text(
        "/".join([",".join("." * 10)] * 6) + "/9b,3b,4b,5b,.,1p,.,2p,.,3p b passing=on"
    )
    half = position.begin()
    assert turn_banner(half) == "Blue's turn: move a tile or remove a chain"
    moved = half.touch(0).touch(10)
    assert turn_banner(moved) == "Blue's turn: remove a chain, or Confirm to stop here"
    assert turn_banner(moved.touch(1)) == "Blue's turn: touch the other end of the chain"
    assert turn_banner(moved.touch(1).touch(3)) == (
        "Blue's turn: the 9 to a2, removing 3–5. Confirm plays it"
    )
    passed = half.touch(Token("pass", ()))
    assert confirm_label(passed) == "pass"
    assert turn_banner(passed) == "Blue's turn: Confirm to pass, or Back"
    assert confirm_label(half, Token("pass", ())) == "pass"
    assert confirm_label(moved, 1) == "pick b1"
    assert confirm_label(moved.touch(1), 3) == "pick 3–5"


def test_a_tile_that_may_step_or_end_a_chain_is_asked_for_either():
    position = find_game("querni").from_text(
        "/".join([",".join("." * 10)] * 6) + "/9b,3b,4b,5b,.,1p,.,2p,.,3p b"
    )
    begun = position.begin().touch(3)
    assert turn_banner(begun) == "Blue's turn: touch where it goes, or the chain's other end"
    assert turn_note(begun) == "Step, jump, or touch the other end of its chain."
    ended = position.begin().touch(0).touch(10).touch(1)
    assert turn_note(ended) == "Both ends and all tiles between them leave the board."


def test_a_long_move_is_shortened_and_its_chain_is_told_whole():
    assert short_move("g2^e4^c2^a4^c6") == "g2^e4^c2^a4^c6"
    assert short_move("g2^e4^c2^a4^c6[13-16]") == "g2^e4 … c6[13-16]"
    assert short_move("a2-b3-c4-d5-e6xf7-g8") == "a2-b3 … f7-g8"


def test_tiles_left_and_plies_without_a_removal_are_counted():
    assert rack_text(1, "querni", 1) == "Pink: 1 tile left"
    assert rack_text(0, "querni", 16) == "Blue: 16 tiles left"
    named = Voice(Seats(("Anna", "person")))
    assert rack_text(0, "querni", 16, named) == "Anna: 16 tiles left"
    assert rack_text(1, "querni", 16, named) == "Pink: 16 tiles left"
    assert COUNTDOWN(passed=12, limit=30) == "12 of 30"


@pytest.mark.parametrize(
    ("game", "move", "sentence"),
    [
        ("alquerque", "c2-c3", "Your move: c2 to c3"),
        ("quincala-knocking", "c2-d3-d4", "Your move: c2 via d3 to d4"),
    ],
)
def test_you_do_not_move_in_the_third_person(game, move, sentence):
    position = Match.start(NewMatch(GAMES[game])).position
    half = position.half_move(position.parse(move))
    assert Voice(Seats(("person", "program level 3"))).headline(half, 60) == sentence
    assert Voice().headline(half, 60).startswith("White moves ")


def test_places_that_do_not_touch_are_named_together():
    position = find_game("querni").initial()
    sentence = refusal_text(Refusal("chain-broken", (0, 12)), position)
    assert sentence == "Not a chain: the numbers on a1 and c2 are consecutive but do not touch."


def test_placements_immunity_and_formations_are_told():
    board = find_game("quincala-mixing").initial().board
    e5 = board.site_of("e5")
    facts = [Fact("place", (Piece(1, 4), e5)), Fact("immune", (Piece(0, 2), e5))]
    text = facts_text([*facts, Fact("form", (1, (5, 2)))], "quincala-mixing", board)
    assert text == (
        "Places Black's 4 on e5. White's 2 is immune next turn. Black now has the 5 and 2 in "
        "mixed towers."
    )


def test_a_taken_place_is_called_as_the_game_calls_it():
    taken = Refusal("occupied", ())
    for name, place in (("alquerque", "point"), ("quincala-mixing", "dot")):
        assert refusal_text(taken, find_game(name).initial()) == f"That {place} is taken."


def test_the_banner_asks_to_place_before_it_asks_to_move():
    start = find_game("quincala-mixing").initial()
    assert turn_banner(start.begin()) == "White's turn: touch a piece to move"
    after = start.play(start.parse("d3xc4"))
    assert turn_banner(after.begin()) == "Black's turn: place White's 3 on a blue dot"


def test_the_sites_that_must_capture_are_named():
    position = find_game("alquerque").initial()
    sites = tuple(position.board.site_of(name) for name in ("b2", "d2"))
    sentence = refusal_text(Refusal("must-capture", sites), position)
    assert sentence == "You must capture: b2 or d2 can."


def test_many_sites_are_counted_rather_than_listed():
    board = find_game("alquerque").initial().board
    assert site_list(board, range(9)) == "a1, b1, c1 or 6 others"


def test_no_banner_is_longer_than_sixty_characters():
    texts = []
    for kind in QuestionKind:
        for side, game in itertools.product((0, 1), GAMES):
            question = Question(kind, side, (side,), 1, Outcome(None, "agreed"))
            texts += [
                question_banner(question, game),
                question_banner(Question(kind, 1 - side, (side,)), game),
            ]
    for game in GAMES.values():
        half = game.initial().begin()
        while half.next_touches() and len(half.touches) < 12:
            texts.append(turn_banner(half))
            half = half.extended(list(half.next_touches())[-1])
        texts.append(turn_banner(half))
    assert max(map(len, texts)) <= MOST_BANNER_CHARACTERS


def test_a_count_is_told_with_its_result():
    text = claim_text(Claim("count", Outcome(0, "count"), (5, 3)), "alquerque")
    assert text == "Count the pieces: White 5, Black 3. White wins."
    assert outcome_text(Outcome(None, "count"), "alquerque") == "The game is a draw"


def test_what_comes_first_in_a_turn_is_called_by_its_name():
    def told(position):
        return refusal_text(Refusal("nothing-touched"), position)

    mixing = find_game("quincala-mixing").initial()
    assert told(mixing) == "Touch a piece first."
    assert told(mixing.play(mixing.parse("d3xc4"))) == "First place what is in your hand."
    assert told(find_game("querni").initial()) == "Touch a tile first."
    assert told(find_game("quincy").initial()) == "Choose a domino first."


def test_each_side_is_told_what_it_lost_or_still_needs():
    alquerque = find_game("alquerque").initial()
    after = alquerque.play(alquerque.parse("c2-c3"))
    half = after.half_move(after.parse("c4xc2"))
    texts = [panel_row(half, side).text for side in (0, 1)]
    assert texts == ["White lost 1", "Black lost none"]
    knocking = find_game("quincala-knocking")
    start = knocking.initial().begin()
    assert panel_row(start, 1).text == "Black: knock all sizes"


def test_of_a_mixed_tower_it_is_not_told_that_it_is_a_tower_as_well():
    board = find_game("quincala-knocking").initial().board
    here, there = board.site_of("e5"), board.site_of("d4")
    facts = [Fact("join", (there,)), Fact("join", (here,)), Fact("mixed", (here,))]
    text = facts_text(facts, "quincala-knocking", board)
    assert text == "Makes a tower on d4 and makes a mixed tower on e5."


def test_a_piece_from_the_hand_is_placed_and_a_tower_is_moved():
    game = find_game("quincala-mixing")
    position = game.initial()
    rng = random.Random(1)
    while not position.hand():
        position = position.play(rng.choice(position.legal_moves()))
    placing = position.half_move(position.legal_moves()[0])
    moving = game.initial().half_move(game.initial().legal_moves()[0])
    assert " places " in PLAIN.told(placing) and " moves from " in PLAIN.told(moving)


def test_what_a_side_has_knocked_leaves_what_it_needs():
    position = find_game("quincala-knocking").initial()
    rng = random.Random(3)
    while len(position.off_board()) < 3 and position.outcome() is None:
        position = position.play(rng.choice(position.legal_moves()))
    for side in (0, 1):
        row = panel_row(position.begin(), side)
        knocked = {piece.value for piece in position.off_board() if piece.side != side}
        names = {3: "large", 2: "medium", 1: "small"}
        missing = ", ".join(names[size] for size in names if size not in knocked)
        assert row.owner == 1 - side
        if knocked:
            assert row.text.endswith(f"knock {missing}")

import pytest

from companion.engine.reason import Reason
from companion.engine.reasons import reasons_of
from companion.plugins import GAMES, find_game
from companion.words.hints import (
    PLY_ROOM,
    line_text,
    move_banner,
    move_text,
    nudge_text,
    reason_text,
)
from companion.words.voice import PLAIN
from tests.engine.reasoning import line_of, random_cases

LONGEST = 76
"""Characters of a sentence, so that it is read at a glance."""


def test_an_end_without_words_of_its_own_is_told_all_the_same():
    position = find_game("querni").initial()
    assert reason_text(Reason("win-by-magic"), position) == "This wins."
    assert reason_text(Reason("draw-by-magic"), position) == "This ends in a draw."
    assert reason_text(Reason("good-magic"), position) == "Good magic."


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_real_moves_is_short(game):
    for position, moves in random_cases(game, {}, 6, moves=6):
        for move in moves:
            for reason in reasons_of(position, move):
                sentence = reason_text(reason, position)
                assert len(sentence) <= LONGEST, sentence
            assert len(nudge_text(position, move)) <= LONGEST
            assert move_text(position, move).endswith(".")


def hint_sentences(game, text, move, line=""):
    """The sentences of a hint: nudge, move, reasons."""
    position = find_game(game).from_text(text)
    chosen = position.parse(move)
    reasons = reasons_of(position, chosen, line_of(position, line))
    sentences = [reason_text(reason, position) for reason in reasons]
    return nudge_text(position, chosen), move_text(position, chosen), sentences


def test_a_capture_of_alquerque():
    assert hint_sentences("alquerque", "b..../...b./...../.b.../w.... w", "a1xc3xe5") == (
        "You can capture: look at your piece on a1.",
        "a1 over b2 to c3, then over d4 to e5.",
        ["Captures 2 pieces: on b2 and d4.", "Black cannot recapture.",
         "Leaves Black only 3 moves."],
    )  # fmt: skip


def test_a_step_of_alquerque():
    assert hint_sentences("alquerque", "b..../...b./..w../...../w.... w", "a1-b2") == (
        "Look at your piece on a1.",
        "a1 to b2.",
        ["Saves your piece on c3."],
    )


def test_a_huff():
    start = find_game("alquerque").from_text(
        "...../...../...../.b.../w...w w compulsory=on huffing=on"
    )
    position = start.play(start.parse("e1-e2"))
    nudge, move, (first, *_) = hint_sentences("alquerque", position.to_text(), "huff a1")
    assert nudge == "Your opponent missed a capture: you may huff one of their pieces."
    assert move == "Huff the piece on a1: take it off the board."
    assert first == "Huffs the piece on a1 that should have captured."


def test_legs_of_the_knocking_game():
    start = find_game("quincala-knocking").initial()
    text = start.play(start.parse("d3-c2-c3")).to_text().replace(" b", " w")
    nudge, move, _ = hint_sentences("quincala-knocking", text, "b3-c3-d4")
    assert nudge == "Look at your medium piece on b3."
    assert move == "b3 to c3, then leave your medium piece there and go on to d4."


def test_a_tower_and_what_it_knocks():
    position = find_game("quincala-knocking").initial()
    for move in ("d3-c2", "f7-f6", "c2-e4", "f6-e5"):
        position = position.play(position.parse(move))
    move = position.parse("e4xe5")
    assert nudge_text(position, move) == "You can knock: look at your tower on e4."
    assert move_text(position, move) == "e4 to e5, knocking Black's small piece."


def test_a_chain_of_querni():
    text = "/".join([",".join("." * 10)] * 6) + "/9b,3b,4b,5b,.,1p,.,2p,.,3p b"
    nudge, move, reasons = hint_sentences("querni", text, "a1-a2[3-5]")
    assert nudge == "You can remove a chain: look at your 9 on a1."
    assert move == "The 9 from a1 to a2, then remove 3–5."
    assert reasons[-1] == "Removes 3–5."
    assert hint_sentences("querni", text, "[3-5]")[:2] == (
        "You can remove a chain.",
        "Remove 3–5.",
    )
    jump = "/".join([",".join("." * 10)] * 6) + "/9b,3b,.,5b,4b,1p,.,2p,.,3p b"
    assert hint_sentences("querni", jump, "a1^c1")[:2] == (
        "Look at your 9 on a1.",
        "The 9 from a1 over b1 to c1.",
    )


def test_a_domino_of_quincy_dealt_and_real():
    dealt = find_game("quincy").initial(seed=1)
    domino = dealt.hand_of(0)[0]
    move = next(m for m in dealt.legal_moves() if m.touches[0] == domino)
    name = "|".join(map(str, domino.values))
    site = dealt.board.name_of(move.touches[1])
    assert nudge_text(dealt, move) == f"Look at your domino {name}."
    assert move_text(dealt, move) == f"Play {name}: put a stone on square {site}."
    real = dealt.public()
    assert nudge_text(real, move) == f"If you hold the {name}, look at it."
    deed = PLAIN.chosen(dealt, move, PLY_ROOM)
    assert line_text(dealt, [move]) == (
        f"Expected: 1. {deed}; the rest depends on dominoes you cannot see."
    )


def test_what_is_placed_in_mixing_is_called_by_its_owner():
    start = find_game("quincala-mixing").initial()
    rows, _ = start.to_text().split(" ")
    one = rows.replace("1b", ".", 1)
    nudge, move, _ = hint_sentences("quincala-mixing", f"{one} w", "1b@b2")
    assert (nudge, move) == ("Look for a dot for Black's 1.", "Place Black's 1 on b2.")
    two = one.replace("2w", ".", 1)
    nudge, move, _ = hint_sentences("quincala-mixing", f"{two} w", "2w@b2")
    assert (nudge, move) == ("Start with your 2 in your hand.", "Place your 2 on b2.")


def test_a_hint_calls_what_is_placed_yours_in_its_banner_as_in_its_note():
    rows, _ = find_game("quincala-mixing").initial().to_text().split(" ")
    position = find_game("quincala-mixing").from_text(f"{rows.replace('2w', '.', 1)} w")
    banner = move_banner(position.parse("2w@b2"), position, PLAIN)
    assert banner == "Place your 2 on b2. Press Confirm to use it"


def test_the_line_is_numbered():
    start = find_game("alquerque").initial()
    line = line_of(start, "d3-c3 b3xd3 e3xc3")
    sentence = "Expected: 1. d3 to c3, 2. b3 over c3 to d3, 3. e3 over d3 to c3."
    assert line_text(start, line) == sentence

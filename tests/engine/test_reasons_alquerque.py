import pytest

from companion.plugins import find_game
from tests.amounts import few_and_many
from tests.engine.reasoning import (
    at,
    check_all,
    line_of,
    names,
    passed,
    random_cases,
    reasons,
    replies,
    taken_by,
)

GAME = "alquerque"
TAKES = ("capture", "huff")


def alquerque(text):
    return at(GAME, text)


def losable(position):
    """The sites that a ply of the side to move takes a piece from."""
    return {site for taken in taken_by(position, *TAKES) for _, site in taken}


def holds(reason, position, move):
    """Whether *reason* is true of *move*, by making every move."""
    after, facts = position.play(move), position.explain(move)
    start, end = move.touches[0], move.touches[-1]
    outcome = after.outcome()
    if reason.code.startswith(("win-", "draw-")):
        winner = position.side if reason.code.startswith("win-") else None
        return outcome == (winner, reason.code.split("-", 1)[1])
    if reason.code == "loses":
        return outcome.winner == 1 - position.side
    if reason.code in ("captures", "huffs"):
        code = {"captures": "capture", "huffs": "huff"}[reason.code]
        return list(reason.sites) == [fact.values[1] for fact in facts if fact.code == code]
    if reason.code == "saves":
        before, then = losable(passed(position)), losable(after)
        then = {start if site == end else site for site in then}
        standing = {site for site, (piece,) in position.pieces().items()
                    if piece.side == position.side}  # fmt: skip
        return set(reason.sites) == (before - then) & standing
    if reason.code == "threatens":
        return set(reason.sites) == losable(passed(after)) - losable(position)
    if reason.code in ("nothing-back", "all-safe"):
        takes = any(fact.code == "capture" for fact in facts)
        return not losable(after) and takes == (reason.code == "nothing-back")
    if reason.code == "few-moves":
        return reason.numbers == (len(replies(after)),)
    if reason.code == "gives-at-most":
        return reason.numbers == (max(map(len, taken_by(after, *TAKES))),)
    return "no such reason of Alquerque"


VARIANTS = [
    {},
    {"compulsory": True, "huffing": True},
    {"compulsory": True, "forward": "on", "no_return": True},
    {"forward": "captures-free", "quiet_limit": 4},
]


@few_and_many("number", 30, 60)
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options) or "base")
def test_every_reason_of_random_moves_holds(options, number):
    codes = check_all(random_cases(GAME, options, number, moves=4), holds)
    assert {"captures", "saves", "threatens", "nothing-back", "all-safe"} <= codes
    assert "huffs" in codes or not options.get("huffing")


def test_a_capture_names_what_it_takes_and_whether_something_can_be_taken_back():
    position = alquerque("b..../...b./...../.b.../w.... w")
    by_code = reasons(position, "a1xc3xe5")
    assert names(position, by_code["captures"]) == ["b2", "d4"]
    assert "nothing-back" in by_code
    by_code = reasons(position, "a1xc3")
    assert names(position, by_code["captures"]) == ["b2"]
    assert "nothing-back" not in by_code


@pytest.mark.parametrize(
    ("move", "sites"), [("a1-b2", ["c3"]), ("c3-b3", ["c3"]), ("a1-a2", None), ("c3-c4", None)]
)
def test_a_piece_is_saved_by_moving_it_and_by_filling_the_point_behind_it(move, sites):
    position = alquerque("b..../...b./..w../...../w.... w")
    by_code = reasons(position, move)
    assert (names(position, by_code["saves"]) if "saves" in by_code else None) == sites


@pytest.mark.parametrize(("move", "sites"), [("a1-b2", ["c3"]), ("a1-a2", None)])
def test_a_threat_is_what_a_second_move_could_take(move, sites):
    position = alquerque("...../...../..b../...../w.... w")
    by_code = reasons(position, move)
    assert (names(position, by_code["threatens"]) if "threatens" in by_code else None) == sites


def test_two_pieces_can_be_threatened_at_once():
    position = alquerque("b..../...../.b.b./..w../..... w")
    assert names(position, reasons(position, "c2-c3")["threatens"]) == ["b3", "d3"]
    assert "threatens" not in reasons(position, "c2-c1")


def test_a_huff_names_the_piece_that_should_have_captured():
    start = alquerque("...../...../...../.b.../w...w w compulsory=on huffing=on")
    position = start.play(start.parse("e1-e2"))
    assert names(position, reasons(position, "huff a1")["huffs"]) == ["a1"]
    assert "huffs" not in reasons(position, "b2-b3")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("...../...../...../.b.../w.... w", "win-no-pieces"),
        ("b..../...../...../.b.../w.... w", None),
        ("...../...../...../b..../w.b.. b forward=on", None),
    ],
)
def test_the_last_piece_wins(text, code):
    position = alquerque(text)
    codes = [key for key in reasons(position, position.legal_moves()[0].text) if "win" in key]
    assert codes == ([code] if code else [])


def test_a_count_is_told_as_win_or_draw():
    won = alquerque("b..../...../...../...../ww... w quiet=1 quiet_limit=2")
    assert list(reasons(won, "a1-a2")) == ["win-quiet-count"]
    drawn = alquerque("b..../...../...../...../w.... w quiet=1 quiet_limit=2")
    assert list(reasons(drawn, "a1-a2")) == ["draw-quiet-count"]
    lost = alquerque("bb.../...../...../...../w.... w quiet=1 quiet_limit=2")
    assert list(reasons(lost, "a1-a2")) == ["loses"]


def test_few_moves_are_counted():
    position = alquerque("...../...../...../...../b.w.. w")
    assert reasons(position, "c1-c2")["few-moves"].numbers == (3,)
    position = alquerque("...../...../...../.b.../..w.. w")
    assert "few-moves" not in reasons(position, "c1-d1")


def test_the_line_tells_what_either_side_takes():
    start = find_game(GAME).initial()
    line = line_of(start, "d3-c3 b3xd3 e3xc3")
    assert reasons(start, "d3-c3", line)["even-trade"].numbers == (1, 1)
    assert "even-trade" not in reasons(start, "d3-c3", line[:2])
    position = alquerque("b..../...b./...../.b.../w.... w")
    line = line_of(position, "a1-a2 d4-c4 a2xc2")
    assert reasons(position, "a1-a2", line)["wins-trade"].numbers == (1, 0)
    # What the move itself takes is no trade.
    line = line_of(position, "a1xc3xe5 a5-a4")
    assert "wins-trade" not in reasons(position, "a1xc3xe5", line)


def test_a_line_that_wins_is_told_with_its_plies():
    position = alquerque("...../...../..b../...../w.... w")
    line = line_of(position, "a1-b1 c3-b2 b1xb3")
    assert reasons(position, "a1-b1", line)["line-wins"].numbers == (3,)
    assert "line-wins" not in reasons(position, "a1-b1", line[:2])

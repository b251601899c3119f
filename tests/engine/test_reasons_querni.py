import pytest

from companion.contract import Piece
from companion.plugins import find_game
from tests.engine.reasoning import (
    at,
    can_win,
    check_all,
    passed,
    random_cases,
    reasons,
    replies,
)

GAME = "querni"
BOARD = find_game(GAME).initial().board


def querni(tiles, rest="b"):
    """The position with *tiles*, such as ``a1=3b c2=4b``, and what follows the rows."""
    standing = dict(entry.split("=") for entry in tiles.split())
    rows = (
        ",".join(standing.get(f"{file}{rank}", ".") for file in "abcdefghij")
        for rank in range(7, 0, -1)
    )
    return at(GAME, f"{'/'.join(rows)} {rest}")


FAR = "h7=1p h5=2p j7=3p"
"""Pink's tiles where they touch nothing and cannot leave in one turn."""


def chains(position):
    """The chains that the side to move can remove in this turn, a move before it or not."""
    return {
        fact.values[0]
        for _, facts, _ in replies(position)
        for fact in facts
        if fact.code == "chain"
    }


def standing_chains(position):
    """The chains that it can remove without a move."""
    return {
        facts[0].values[0] for _, facts, _ in replies(position) if facts[0].code == "chain"
    }  # fmt: skip


def steps(one, other):
    (file, rank), (to_file, to_rank) = BOARD.places[one], BOARD.places[other]
    return max(abs(file - to_file), abs(rank - to_rank))


def site_of(position, piece):
    return next(site for site, tower in position.pieces().items() if piece in tower)


def holds(reason, position, move):
    """Whether *reason* is true of *move*, by making every move."""
    after, facts = position.play(move), position.explain(move)
    own, enemy = position.side, 1 - position.side
    mine = passed(after)
    if reason.code.startswith(("win-", "draw-")):
        winner = own if reason.code.startswith("win-") else None
        return after.outcome() == (winner, reason.code.split("-", 1)[1])
    if reason.code in ("removes-chain", "pass", "pass-by-choice"):
        code = {"removes-chain": "chain"}.get(reason.code, reason.code)
        return code in {fact.code for fact in facts}
    if reason.code == "makes-ready":
        # It stays ready whatever the other side does.
        always = [standing_chains(reply) for _, _, reply in replies(after) if not reply.outcome()]
        return all(reason.numbers in standing for standing in always) and (
            reason.numbers not in standing_chains(position)
        )
    if reason.code == "in-reach":
        return reason.numbers in chains(mine) - chains(position) - standing_chains(mine)
    if reason.code == "hinders-chain":
        return reason.numbers in chains(passed(position)) - chains(after)
    if reason.code == "stops-win":
        return can_win(passed(position)) and not can_win(after)
    if reason.code == "restarts-count":
        left = position.countdown().limit - position.countdown().passed
        return reason.numbers == (left,) and after.countdown().passed == 0
    if reason.code in ("brings-beside", "nearer"):
        one, other = reason.pieces
        assert abs(one.value - other.value) == 1 and one.side == other.side == own != enemy
        far = steps(site_of(position, one), site_of(position, other))
        near = steps(site_of(after, one), site_of(after, other))
        return near < far and (reason.code == "nearer" or near == 1)
    return "no such reason of Querni"


@pytest.mark.parametrize("options", [{}, {"passing": True}, {"draw_after": 8}])
def test_every_reason_of_random_moves_holds(options):
    cases = random_cases(GAME, options, 8, moves=2, plies=120)
    assert "nearer" in check_all(cases, holds)


OVER_D5 = "c7=1p d7=2p d4=3p d5=9b a1=5b b1=6b c1=7b j1=1b"
"""Pink's 3 reaches the other two by jumping over blue's 9 alone."""


def close_cases():
    """Positions in which chains of both sides are near, each with some moves."""
    for tiles in (
        "a1=7b b2=8b d3=9b h7=1p h6=2p j5=3p",
        "a1=7b b2=8b c3=9b d4=10b f6=12b h7=1p h6=2p g5=3p",
        "c4=4b d4=6b e6=5b a1=9b c5=7p d5=8p f5=9p g1=1p",
        "b2=1b d2=2b f2=3b b5=1p d5=2p f5=3p",
        "b2=1b c2=2b f2=3b b5=1p c5=2p f5=3p",
        OVER_D5,
        f"{OVER_D5} g1=9p",
    ):
        for side in "bp":
            position = querni(tiles, f"{side} quiet=24")
            yield position, position.legal_moves()


def test_every_reason_holds_where_chains_are_near():
    codes = check_all(close_cases(), holds)
    assert {"makes-ready", "in-reach", "hinders-chain", "stops-win", "restarts-count"} <= codes
    assert {"brings-beside", "win-all-removed"} <= codes


def test_a_chain_that_lies_ready_is_told_and_one_that_did_before_is_not():
    position = querni(f"a1=7b b2=8b d3=9b j1=16b {FAR}")
    assert reasons(position, "d3-c3")["makes-ready"].numbers == (7, 8, 9)
    assert "makes-ready" not in reasons(position, "d3-d4")
    ready = querni(f"a1=7b b2=8b c3=9b j1=16b {FAR}")
    assert "makes-ready" not in reasons(ready, "j1-j2")


def test_a_longer_chain_is_told_whole():
    position = querni(f"a1=7b b2=8b c3=9b e4=10b {FAR}")
    assert reasons(position, "e4-d4")["makes-ready"].numbers == (7, 8, 9, 10)


def test_a_chain_that_one_move_completes_is_in_reach():
    position = querni(f"a1=7b b2=8b e4=9b j1=16b {FAR}")
    assert reasons(position, "e4-d3")["in-reach"].numbers == (7, 8, 9)
    # From f5 the 9 is two moves away still.
    assert "in-reach" not in reasons(querni(f"a1=7b b2=8b g6=9b j1=16b {FAR}"), "g6-f5")


def test_a_win_that_a_tile_in_the_way_prevents_is_told():
    position = querni(OVER_D5)
    assert can_win(passed(position))
    stopping = [m.text for m in position.legal_moves() if "stops-win" in reasons(position, m.text)]
    for move in position.legal_moves():
        assert (move.text in stopping) == (not can_win(position.play(move)))
    assert stopping


def test_the_last_tiles_win():
    position = querni(f"a1=7b b2=8b c3=9b {FAR}")
    assert "win-all-removed" in reasons(position, "[7-9]")
    position = querni(f"a1=7b b2=8b c3=9b e5=12b {FAR}")
    assert "win-all-removed" not in reasons(position, "[7-9]")


def test_a_removal_shortly_before_the_draw_is_told_with_the_plies_left():
    tiles = f"a1=7b b2=8b c3=9b e5=12b e6=13b f6=14b {FAR}"
    assert reasons(querni(tiles, "b quiet=26"), "[7-9]")["restarts-count"].numbers == (4,)
    assert "restarts-count" not in reasons(querni(tiles, "b quiet=3"), "[7-9]")
    assert "restarts-count" not in reasons(querni(tiles, "b quiet=26"), "a1-a2")


def test_neighbors_in_number_are_told_when_they_come_together():
    by_code = reasons(querni(f"a1=7b c1=8b j1=15b j5=16b j4=14b {FAR}"), "c1-b1")
    assert by_code["brings-beside"].pieces == (Piece(0, 8), Piece(0, 7))
    by_code = reasons(querni(f"a1=7b e1=8b j1=15b j5=16b j4=14b {FAR}"), "e1-d1")
    assert "brings-beside" not in by_code
    assert by_code["nearer"].pieces == (Piece(0, 8), Piece(0, 7))


def test_a_pass_is_told_as_forced_or_chosen():
    position = querni(f"a1=7b c3=8b e5=9b {FAR}", "b passing=on")
    assert list(reasons(position, "pass")) == ["pass-by-choice"]

import pytest

from companion.contract import Piece
from companion.plugins import find_game
from tests.engine.reasoning import (
    can_win,
    check_all,
    names,
    passed,
    random_cases,
    reasons,
    replies,
)

GAME = "quincala-mixing"


def mixing(changes, side="w", rest=""):
    """The set-up of three sizes after *changes*, such as ``c4> d4>e6``: off, or to a dot."""
    start = find_game(GAME).initial()
    board = start.board
    towers = {board.name_of(site): tower for site, tower in start.pieces().items()}
    for change in changes.split():
        dot, _, to = change.partition(">")
        tower = towers.pop(dot)
        if to:
            pieces = (*towers.get(to, ()), *tower)
            towers[to] = tuple(sorted(pieces, key=lambda piece: -piece.value))
    rows = []
    for rank in range(board.ranks, 0, -1):
        cells = ""
        for file in "abcdefghijklm":
            if f"{file}{rank}" in board.names:
                tower = towers.get(f"{file}{rank}", ())
                text = "".join(f"{piece.value}{'wb'[piece.side]}" for piece in tower)
                cells += f"({text})" if len(tower) > 1 else text or "."
        rows.append(cells)
    return find_game(GAME).from_text(f"{'/'.join(rows)} {side} {rest}".strip())


def formable(position):
    """The sizes of the side to move that stand in mixed towers after some ply."""
    return frozenset().union(*(after.formed(position.side) for _, _, after in replies(position)))


def ranks(position, side):
    last = position.board.ranks - 1
    return [
        position.board.places[site][1] if side == 0 else last - position.board.places[site][1]
        for site, tower in position.pieces().items()
        for piece in tower
        if piece.side == side
    ]


def holds(reason, position, move):
    """Whether *reason* is true of *move*, by making every move."""
    after, facts = position.play(move), position.explain(move)
    side, enemy = position.side, 1 - position.side
    every = set(range(1, position.options["sizes"] + 1))
    values = {piece.value for piece in reason.pieces}
    if reason.code == "win-all-sizes-mixed":
        return after.outcome() == (side, "all-sizes-mixed")
    if reason.code == "forms":
        formed = after.formed(side)
        missing = tuple(sorted(every - formed))
        return values == formed - position.formed(side) and reason.numbers == missing
    if reason.code == "takes-out":
        return values == position.formed(enemy) - after.formed(enemy)
    if reason.code == "sends-home":
        knocks = [fact.values for fact in facts if fact.code == "knock"]
        sent = [values for values in knocks if values[0].side == enemy]
        in_hand = all(piece in after.hand() for piece in reason.pieces)
        return list(zip(reason.pieces, reason.sites, strict=True)) == sent and in_hand
    if reason.code == "immune":
        (piece,), (site,) = reason.pieces, reason.sites
        return (site, piece.value) in after.immune() and piece in after.pieces()[site]
    if reason.code == "stops-win":
        return can_win(passed(position)) and not can_win(after)
    if reason.code == "threatens-win":
        return can_win(passed(after)) and not can_win(position)
    if reason.code == "threatens-form":
        new = formable(passed(after)) - formable(position) - after.formed(side)
        return values == new
    if reason.code == "locks":
        began = passed(position).begin().next_touches()
        mixed = [len({piece.side for piece in after.pieces()[site]}) for site in reason.sites]
        return set(mixed) == {2} and set(reason.sites) <= set(began)
    if reason.code == "forward":
        before, then = ranks(position, side), ranks(after, side)
        return len(before) == len(then) and reason.numbers == (sum(then) - sum(before),)
    if reason.code in ("far-forward", "lets-join", "lets-form", "lets-win"):
        return holds_of_a_placing(reason, position, after)
    return "no such reason of Mixing"


def holds_of_a_placing(reason, position, after):
    side = position.side
    if reason.code == "far-forward":
        (piece,), (site,) = reason.pieces, reason.sites
        half = position.begin()
        token = next((t for t in half.next_touches() if not isinstance(t, int)), None)
        free = [t for t in (half.touch(token) if token else half).next_touches()
                if isinstance(t, int)]  # fmt: skip
        forward = [position.board.places[dot][1] * (1 if side == 0 else -1) for dot in free]
        rank = position.board.places[site][1] * (1 if side == 0 else -1)
        return piece in after.pieces()[site] and rank == max(forward)
    if reason.code == "lets-join":
        (site,) = reason.sites
        legs = [m for m, _, _ in replies(after) if m.touches[1:] == (site,)]
        return any(len({p.side for p in after.play(m).pieces()[site]}) == 2 for m in legs)
    if reason.code == "lets-win":
        return can_win(after)
    (piece,) = reason.pieces
    return piece.value in formable(after) - position.formed(side)


@pytest.mark.parametrize(("sizes", "count"), [(3, 14), (5, 2)])
def test_every_reason_of_random_moves_holds(sizes, count):
    cases = random_cases(GAME, {"sizes": sizes}, count, moves=2, plies=40)
    assert {"sends-home", "forward"} & check_all(cases, holds)


FORMED = "c4>j10 e4>d10"
"""White's 3 and 2 stand in mixed towers; only its 1 is missing."""


def test_a_size_in_a_mixed_tower_is_told_with_those_that_are_missing():
    reason = reasons(mixing("d4>i8"), "i8-j9")["forms"]
    assert reason.pieces == (Piece(0, 1),) and reason.numbers == (2, 3)
    reason = reasons(mixing("d4>i8 e4>d10"), "i8-j9")["forms"]
    assert reason.pieces == (Piece(0, 1),) and reason.numbers == (3,)
    assert "forms" not in reasons(mixing("d4>i8"), "i8-h8")
    # A size that stood in one before is none that the move brings.
    assert "forms" not in reasons(mixing("d4>i8 e5>j11"), "i8-j9")


def test_the_last_missing_size_wins():
    assert list(reasons(mixing(f"{FORMED} d4>i8"), "i8-j9"))[:2] == [
        "win-all-sizes-mixed",
        "forms",
    ]
    assert "win-all-sizes-mixed" not in reasons(mixing("e4>d10 d4>i8"), "i8-j9")


def test_a_win_that_is_one_leg_away_is_a_threat():
    position = mixing(f"{FORMED} d4>h7")
    assert "threatens-win" in reasons(position, "h7-i8")
    assert "threatens-win" not in reasons(position, "h7-g7")
    assert reasons(mixing("e4>d10 d4>h7"), "h7-i8")["threatens-form"].pieces == (Piece(0, 1),)


def test_a_win_of_the_other_side_that_is_prevented_is_told():
    # Black's 1 on e6 would join the white 2 on d5.
    position = mixing("k10>j4 d9>d4 e9>e6")
    assert can_win(passed(position))
    assert "stops-win" in reasons(position, "d5-c5")
    assert "stops-win" not in reasons(position, "k4-l4")


def test_a_size_of_the_other_side_that_leaves_the_mixed_towers_is_told():
    position = mixing("k10>j4")
    by_code = reasons(position, "j3xj4")
    assert by_code["takes-out"].pieces == (Piece(1, 3),)
    assert names(position, by_code["sends-home"]) == ["j4"]
    # Another black 3 still stands in one.
    assert "takes-out" not in reasons(mixing("k10>j4 c10>d4"), "j3xj4")


def test_what_is_knocked_goes_home_and_what_knocked_it_is_immune():
    position = mixing("d4>i8")
    by_code = reasons(position, "i8xi9")
    assert names(position, by_code["sends-home"]) == ["i9"]
    assert by_code["immune"].pieces == (Piece(0, 1),)
    # Knocking one's own piece does neither.
    own = reasons(mixing("d4>b5 e5>c5"), "b5xc5")
    assert not {"sends-home", "immune"} & set(own)


def test_a_tower_that_becomes_mixed_begins_no_move_any_more():
    position = mixing("d4>i8")
    assert names(position, reasons(position, "i8-j9")["locks"]) == ["j9"]
    assert "locks" not in reasons(position, "i8xi9")


def test_a_quiet_move_tells_how_far_it_brings_the_pieces():
    position = mixing("")
    assert reasons(position, "e5-e6")["forward"].numbers == (1,)
    assert "forward" not in reasons(position, "e5-f5")


def test_a_placing_tells_what_the_move_can_then_do():
    position = mixing(f"{FORMED} e5> d4>a3 j9>e6")
    assert {"lets-win", "lets-form"} <= set(reasons(position, "1w@e5"))
    assert list(reasons(position, "1w@b5")) == ["far-forward"]
    assert list(reasons(position, "1w@c1")) == []


def test_a_placed_enemy_piece_that_can_be_joined_is_told():
    position = mixing("c10>")
    assert names(position, reasons(position, "3b@c5")["lets-join"]) == ["c5"]
    assert "lets-join" not in reasons(position, "3b@c1")

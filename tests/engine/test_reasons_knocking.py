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
    taken_by,
)

GAME = "quincala-knocking"
SIZES = {1, 2, 3}


def knocking(changes, side="w"):
    """The set-up after *changes*, such as ``h9> d3>e5``: lifted off, or moved to a dot."""
    start = find_game(GAME).initial()
    towers = {start.board.name_of(site): tower for site, tower in start.pieces().items()}
    for change in changes.split():
        dot, _, to = change.partition(">")
        tower = towers.pop(dot)
        if to:
            pieces = (*towers.get(to, ()), *tower)
            towers[to] = tuple(sorted(pieces, key=lambda piece: -piece.value))
    rows = []
    for rank in range(9, 0, -1):
        cells = ""
        for file in "abcdefghi":
            if f"{file}{rank}" in start.board.names:
                tower = towers.get(f"{file}{rank}", ())
                text = "".join(f"{piece.value}{'wb'[piece.side]}" for piece in tower)
                cells += f"({text})" if len(tower) > 1 else text or "."
        rows.append(cells)
    return find_game(GAME).from_text(f"{'/'.join(rows)} {side}")


def fallen(position, side):
    return {piece.value for piece in position.off_board() if piece.side == side}


def newly_fallen(position):
    """The sizes of the side not to move of which a ply knocks the first piece."""
    enemy = 1 - position.side
    sizes = set()
    for _, _, after in replies(position):
        sizes |= fallen(after, enemy) - fallen(position, enemy)
    return sizes


def takes_any(position):
    taken = taken_by(position, "knock")
    return any(piece.side != position.side for pieces in taken for piece, _ in pieces)


def holds(reason, position, move):
    """Whether *reason* is true of *move*, by making every move."""
    after, facts = position.play(move), position.explain(move)
    enemy = 1 - position.side
    knocked = [
        fact.values for fact in facts if fact.code == "knock" if fact.values[0].side == enemy
    ]
    if reason.code == "win-all-sizes-knocked":
        return after.outcome() == (position.side, "all-sizes-knocked")
    if reason.code == "loses":
        return after.outcome().winner == enemy
    if reason.code == "knocks":
        return list(zip(reason.pieces, reason.sites, strict=True)) == knocked
    if reason.code in ("knocks-first", "knocks-last"):
        (piece,), (site,) = reason.pieces, reason.sites
        if reason.code == "knocks-last":
            left = {piece for tower in after.pieces().values() for piece in tower}
            return (piece, site) in knocked and piece not in left
        is_first = piece.value not in fallen(position, enemy)
        whole = tuple(sorted(SIZES - fallen(after, enemy)))
        return (piece, site) in knocked and is_first and reason.numbers == whole
    if reason.code == "stops-win":
        return can_win(passed(position)) and not can_win(after)
    if reason.code == "keeps-whole":
        (piece,) = reason.pieces
        assert piece.side == position.side
        is_whole = piece.value not in fallen(after, piece.side)
        saved = newly_fallen(passed(position)) - newly_fallen(after)
        return is_whole and piece.value in saved
    if reason.code == "stops-knocks":
        return takes_any(passed(position)) and not takes_any(after)
    if reason.code == "nothing-knocked":
        return not takes_any(after)
    if reason.code == "threatens-win":
        return can_win(passed(after)) and not can_win(position)
    if reason.code == "threatens-first":
        (piece,) = reason.pieces
        return piece.side == enemy and (
            piece.value in newly_fallen(passed(after)) - newly_fallen(position)
        )
    if reason.code == "locks":
        (site,) = reason.sites
        before, then = position.pieces()[site], after.pieces()[site]
        held = tuple(piece for piece in then if piece.side == enemy)
        assert {piece.side for piece in before} == {enemy} and held == reason.pieces
        return site not in after.begin().next_touches()
    if reason.code == "builds-tower":
        (site,) = reason.sites
        reach = passed(after).begin().touch(site).next_touches()
        (file, rank) = position.board.places[site]
        far = (position.board.places[end] for end in reach)
        most = max(max(abs(file - x), abs(rank - y)) for x, y in far)
        return len(after.pieces()[site]) == reason.numbers[0] >= most
    return "no such reason of the Knocking Game"


def test_every_reason_of_random_moves_holds():
    codes = check_all(random_cases(GAME, {}, 40, moves=2, plies=70), holds)
    assert {"knocks-first", "locks", "keeps-whole", "threatens-first"} <= codes
    assert "nothing-knocked" in codes


def test_the_knock_that_completes_the_sizes_wins():
    position = knocking("h9> c8> d3>e5 f7>f6")
    by_code = reasons(position, "e5xf6")
    assert list(by_code)[:2] == ["win-all-sizes-knocked", "knocks-first"]
    assert by_code["knocks-first"].pieces == (Piece(1, 1),)
    assert "win-all-sizes-knocked" not in reasons(knocking("h9> d3>e5 f7>f6"), "e5xf6")


def test_the_first_piece_of_a_size_is_told_with_what_is_missing():
    by_code = reasons(knocking("h9> d3>e5 f7>f6"), "e5xf6")
    assert by_code["knocks-first"].numbers == (2,)
    assert "knocks" not in by_code
    by_code = reasons(knocking("c6> d3>e5 f7>f6"), "e5xf6")
    assert names(knocking("c6>"), by_code["knocks"]) == ["f6"]
    assert "knocks-first" not in by_code


def test_the_last_piece_of_a_size_is_told():
    by_code = reasons(knocking("c6> d7> g6> d3>e5 f7>f6"), "e5xf6")
    assert by_code["knocks-last"].pieces == (Piece(1, 1),)
    assert "knocks-last" not in reasons(knocking("c6> d7> d3>e5 f7>f6"), "e5xf6")


def test_a_tower_of_both_colors_locks_what_stood_there():
    position = knocking("d3>e5 g8>f6")
    by_code = reasons(position, "e5-f6")
    assert names(position, by_code["locks"]) == ["f6"] and by_code["locks"].pieces == (
        Piece(1, 2),
    )
    assert "locks" not in reasons(position, "e5-e6")
    # Where a mixed tower stands already, nothing is locked anew.
    assert "locks" not in reasons(knocking("d3>e5 b1>f6 g8>f6"), "e5-f6")
    assert "locks" not in reasons(knocking("d3>e5 f7>f6"), "e5xf6")


def test_a_size_that_could_have_lost_its_first_piece_is_kept():
    position = knocking("c8>e6 b3>e5")
    by_code = reasons(position, "e5-e4")
    assert by_code["keeps-whole"].pieces == (Piece(0, 2),) and "stops-knocks" in by_code
    assert not {"keeps-whole", "stops-knocks"} & set(reasons(position, "e5-d5"))
    # Of a size that has lost a piece already nothing is kept whole.
    by_code = reasons(knocking("c2> c8>e6 b3>e5"), "e5-e4")
    assert "keeps-whole" not in by_code and "stops-knocks" in by_code


def test_the_knock_of_the_last_whole_size_is_stopped():
    position = knocking("b1> d3> c8>e6 b3>e5")
    assert "stops-win" in reasons(position, "e5-e4")
    assert "stops-win" not in reasons(position, "e5-d5")
    assert "stops-win" not in reasons(knocking("b1> c8>e6 b3>e5"), "e5-e4")


def test_a_threat_to_knock_a_first_piece_or_the_last_whole_size():
    by_code = reasons(knocking("b3>e4 c8>e6"), "e4-e5")
    assert by_code["threatens-first"].pieces == (Piece(1, 2),) and "threatens-win" not in by_code
    assert "threatens-first" not in reasons(knocking("b3>e4 c8>e6"), "e4-e3")
    assert "threatens-win" in reasons(knocking("h9> c6> b3>e4 c8>e6"), "e4-e5")


def test_a_quiet_move_tells_of_its_tower_and_of_what_is_safe():
    by_code = reasons(knocking("c8>c7"), "d3-c2")
    assert by_code["builds-tower"].numbers == (2,) and "nothing-knocked" in by_code
    assert list(reasons(knocking("c8>c7"), "d3-d4")) == ["nothing-knocked"]

"""Whole games played by lifting and putting pieces, with nothing known but what is occupied."""

import random

import pytest

from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.table.sensed import SETTLE_S, SensorDebouncer, difference, occupied_by
from companion.table.watch import GUIDE_AFTER_S, HANDS_AFTER_S
from tests.table.sensed_hands import SensedMatch

GAMES = [
    ("alquerque", {}), ("alquerque", {"compulsory": "on", "huffing": "on"}),
    ("alquerque", {"preset": "bell"}), ("quincala-knocking", {}),
    ("quincala-mixing", {"sizes": 3}), ("quincala-mixing", {"sizes": 5}),
    ("querni", {"passing": "on"}), ("quincy", {"players": 2}), ("quincy", {"players": 4}),
]  # fmt: skip


def touch_names(match, touches):
    return [match.position.board.name_of(t) if isinstance(t, int) else t for t in touches]


def some_move(position, rng):
    """Return a legal move, made of touches by chance: listing all takes far longer."""
    while True:
        half = position.begin()
        while (onward := list(half.next_touches())) and not (
            half.move is not None and half.touches and rng.random() < 0.3
        ):
            half = half.extended(rng.choice(onward))
            if len(half.touches) > 12:
                break
        if half.move is not None:
            return half.move


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_are_played_by_hand_alone(name, options, seed):
    rng = random.Random(f"{name} {options} {seed}")
    game = find_game(name)
    match = Match.start(
        NewMatch(game, game.parse_options({k: str(v) for k, v in options.items()}), seed)
    )
    table = SensedMatch(match)
    for _ in range(30):
        if match.outcome is not None:
            break
        if match.question is not None:
            match.answer(False, match.stamp)
            continue
        move = some_move(match.position, rng)
        wanted = match.position.half_move(move).pieces()
        deeds = table.carry_out(move, rng)
        story = (
            f"seed {seed}, {move.text}: {deeds} led to {touch_names(match, match.half.touches)}"
        )
        assert match.half.pieces() == wanted, story
        assert difference(match.half, frozenset(table.standing)) == frozenset(), story
        if match.half.move is None:
            pytest.fail(story)
        assert match.confirm(match.stamp).code == "committed"
        assert table.standing == set(occupied_by(match.position.pieces())), story


# One deed at a time


@pytest.fixture
def table():
    def begun(name, *texts, seed=0, **options):
        game = find_game(name)
        match = Match.start(NewMatch(game, game.parse_options(options), seed))
        for text in texts:
            match.propose(match.position.parse(text))
            match.confirm(match.stamp)
        return SensedMatch(match)

    return begun


def do(table, text):
    """Carry out ``-c2`` (lift) and ``+c3`` (put), and return the half-made turn's sites."""
    board = table.match.position.board
    for deed in text.split():
        table.do({"-": "lift", "+": "put"}[deed[0]], board.site_of(deed[1:]))
    return "-".join(board.name_of(site) for site in table.match.half.touches)


CAPTURE = ["c2-c3"]
"""Black may capture with c4xc2 now."""


@pytest.mark.parametrize(
    "deeds", ["-c4 +c2 -c3", "-c3 -c4 +c2", "-c4 -c3 +c2", "-c4 +c2"],
    ids=["taken last", "taken first", "taken between", "not taken yet"],
)  # fmt: skip
def test_a_captured_piece_is_lifted_whenever_hands_like(table, deeds):
    table = table("alquerque", *CAPTURE)
    assert do(table, deeds) == "c4-c2"
    assert table.refused == []


def test_a_piece_put_back_is_as_if_nothing_had_been_lifted(table):
    table = table("alquerque")
    assert do(table, "-c2") == "c2"
    assert do(table, "+c2") == ""


def test_a_piece_may_be_put_elsewhere_before_confirm(table):
    table = table("quincala-knocking")
    assert do(table, "-b1 +c1") == "b1-c1"
    assert do(table, "-c1 +b2") == "b1-b2"
    assert do(table, "-b2 +b1") == ""


def test_hops_in_one_go_are_seen_by_where_they_end(table):
    table = table("querni", seed=1)
    assert do(table, "-a2 +e4") == "a2-c2-e4"


def test_a_chain_is_lifted_tile_by_tile_in_any_order(table):
    table = table("querni", seed=3)
    match = table.match
    move = next(m for m in match.position.legal_moves() if m.text.startswith("["))
    numbers = match.position.explain(move)[0].values[0]
    sites = {p.value: s for s, (p,) in match.position.pieces().items() if p.side == 0}
    for number in (numbers[1], numbers[0], *numbers[2:]):
        table.do("lift", sites[number])
    assert match.half.move.text == move.text


def test_a_piece_put_on_others_is_told_by_lifting_those_for_a_moment(table):
    table = table("quincala-knocking")
    assert do(table, "-b1") == "b1"
    assert do(table, "-c2") == "b1"
    assert do(table, "+c2") == "b1-c2"


def test_what_stands_below_may_be_lifted_before_what_comes(table):
    table = table("quincala-knocking")
    assert do(table, "-c2 -b1 +c2") == "b1-c2"


def test_a_tower_is_never_guessed_where_two_contents_fit(table):
    table = table("quincala-mixing")
    half = table.match.half
    for touch in ("e4", "d5"):
        assert table.match.position.board.site_of(touch) in half.pieces()
    # A piece that appears from nowhere is no turn at all.
    assert do(table, "+g7") == ""
    assert table.refused


def test_the_place_on_the_screen_comes_first_and_the_table_follows(table):
    table = table("alquerque")
    board = table.match.position.board
    for name in ("c2", "c3"):
        table.match.touch(board.site_of(name))
        table.look()
    assert do(table, "-c2") == "c2-c3"
    assert do(table, "+c3") == "c2-c3"


def test_a_stone_may_be_put_before_its_domino_is_named(table):
    table = table("quincy", dominoes="physical")
    assert do(table, "+53") == ""
    match = table.match
    token = next(t for t in match.half.next_touches() if t.values == (3, 5))
    match.touch(token)
    table.look()
    assert match.half.move.text == "3|5@53"


def test_a_piece_that_may_not_be_lifted_is_refused_at_once(table):
    table = table("alquerque")
    do(table, "-a4")
    assert table.refused == [table.match.position.board.site_of("a4")]
    assert table.match.half.refusal(table.refused[0]).code == "not-yours"


def test_the_guide_waits_for_hands_and_less_for_what_stands_wrong(table):
    table = table("alquerque")
    half, watch = table.match.half, table.watch
    board = half.position.board
    standing = frozenset(table.standing)
    lifted = standing - {board.site_of("a5")}
    wrong = lifted | {board.site_of("c3")}
    assert not watch.needs_guide(half, lifted, 0.0)
    assert not watch.needs_guide(half, lifted, HANDS_AFTER_S - 0.1)
    assert watch.needs_guide(half, lifted, HANDS_AFTER_S)
    assert not watch.needs_guide(half, wrong, 100.0)
    assert watch.needs_guide(half, wrong, 100.0 + GUIDE_AFTER_S)
    watch.ignore()
    assert not watch.needs_guide(half, wrong, 200.0)
    # Nothing known is no agreement.
    assert not watch.needs_guide(half, None, 201.0)
    assert watch.is_ignored
    assert not watch.needs_guide(half, standing, 202.0)
    assert not watch.is_ignored


def test_a_controller_that_was_away_finds_the_move_that_was_made_meanwhile(table):
    table = table("alquerque")
    board = table.match.position.board
    assert table.watch.look(table.match.half, None) == (None, None)
    table.standing.remove(board.site_of("c2"))
    table.standing.add(board.site_of("c3"))
    table.look()
    assert table.match.half.move.text == "c2-c3"


# Settling


def test_a_piece_that_slides_over_its_neighbors_is_put_where_it_stops():
    settling = SensorDebouncer(frozenset({1}), 0.0)
    seen = set()
    for at_ms in range(1500):
        at = 1 if at_ms < 200 else 2 if at_ms < 320 else 3 if at_ms < 450 else 4
        settling.update(frozenset({at}), at_ms / 1000)
        seen.add(settling.occupied)
    assert seen == {frozenset({1}), frozenset(), frozenset({4})}


def test_a_piece_that_rocks_is_put_once():
    settling = SensorDebouncer(frozenset(), 0.0)
    changes = []
    for at_ms in range(1000):
        rocks = at_ms < 180 and at_ms // 30 % 2
        settling.update(frozenset() if rocks else frozenset({7}), at_ms / 1000)
        if settling.occupied not in changes[-1:]:
            changes.append(settling.occupied)
    assert changes == [frozenset(), frozenset({7})]


def test_time_that_goes_back_counts_as_standing_still():
    settling = SensorDebouncer(frozenset(), 10.0)
    for at_s in (5.0, 10.0):
        settling.update(frozenset({7}), at_s)
        assert settling.occupied == frozenset()
    settling.update(frozenset({7}), 10.0 + SETTLE_S)
    assert settling.occupied == frozenset({7})

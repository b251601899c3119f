import pytest

from companion.engine import limits
from companion.errors import OptionError
from companion.match import seats as seats_module
from companion.match.entries import Header, from_json, to_json
from companion.match.match import Match, NewMatch
from companion.match.seats import (
    LEVELS,
    Seats,
    check_players,
    is_playable,
    level_of,
    other_sides,
    program_at,
    seated,
    suggested_level,
)
from companion.plugins import find_game
from companion.storage.record import record_of, record_text
from companion.storage.record_reader import parse_record

QUINCY = find_game("quincy")
ALQUERQUE = find_game("alquerque")
FOUR = ("person", "program level 1", "program level 8", "program level 3")


def test_the_levels_are_those_of_the_search():
    assert seats_module.LEVELS == limits.LEVELS


@pytest.mark.parametrize("level", LEVELS)
def test_the_program_is_named_by_its_level(level):
    assert level_of(program_at(level)) == level


@pytest.mark.parametrize(
    "player", ["person", "", "Ann", "program level 0", "program level 9", "program level ٣"]
)
def test_anybody_else_is_a_person(player):
    assert level_of(player) is None
    assert Seats((player, "person")).has_program is False


def test_two_players_play_for_their_sides():
    seats = Seats(("person", program_at(4)))
    first = ALQUERQUE.initial()
    assert seats.level_to_move(first) is None
    assert seats.level_to_move(first.play(first.legal_moves()[0])) == 4


def test_four_players_take_turns_by_seat():
    position = QUINCY.initial({"players": 4}, 3)
    seats = Seats(FOUR)
    levels = []
    for _ in range(4):
        levels.append((position.seat, seats.level_to_move(position)))
        position = position.play(position.legal_moves()[0])
    assert levels == [(0, None), (1, 1), (2, 8), (3, 3)]


def test_a_side_obliges_only_where_no_person_plays_for_it():
    assert Seats(FOUR).obliging == {1}
    assert Seats(("person", "person")).obliging == frozenset()
    assert Seats((program_at(1), program_at(2))).obliging == {0, 1}


def test_a_person_speaks_for_the_own_side():
    seats = Seats((program_at(1), "person"))
    assert (seats.speaker(0), seats.speaker(1)) == (1, 1)
    assert Seats((program_at(1), program_at(1))).speaker(0) is None
    assert [Seats(("person", "person")).speaker(side) for side in (0, 1)] == [0, 1]


def test_only_one_person_has_nobody_to_hide_from():
    assert Seats(FOUR).is_lonely
    assert not Seats(("person", "person")).is_lonely
    assert not Seats((program_at(1), program_at(1))).is_lonely


def test_players_fill_the_seats_of_their_game():
    assert QUINCY.seat_count({"players": 4}) == 4
    assert ALQUERQUE.seat_count({}) == 2
    assert seated(("person", "b"), 4) == ("person", "b", "person", "b")
    assert seated(FOUR, 2) == FOUR[:2]


def test_the_program_does_not_play_with_real_dominoes():
    real = QUINCY.complete({"dominoes": "physical"})
    assert is_playable(("person", "person"), QUINCY, real)
    assert not is_playable(("person", program_at(2)), QUINCY, real)
    with pytest.raises(OptionError, match="expected option dominoes as dealt"):
        check_players(("person", program_at(2)), QUINCY, real)


@pytest.mark.parametrize("players", [("person", program_at(5)), FOUR])
def test_journal_and_record_name_the_players(players):
    match = Match.start(NewMatch(QUINCY, {"players": len(players)}, 3, players=players))
    assert from_json(to_json(match.header)).players == players
    text = record_text(record_of(match))
    assert f"Players: {', '.join(players)}\n" in text
    assert parse_record(text.encode(), find_game).players == players


def test_the_header_of_an_older_journal_is_read():
    old = (
        '{"board-companion-journal":1,"game":"alquerque","options":{},"seed":0,'
        '"board":"alquerque","board_mark":"ec23fcc337d2","started":"2026-07-04 18:30:05",'
        '"position":"","players":["person","person"]}'
    )
    header = from_json(old)
    assert isinstance(header, Header)
    assert header.players == ("person", "person")


@pytest.mark.parametrize("players", ['["a"]', '["a","b","c"]', '["a",1]', '"ab"', "null", "{}"])
def test_a_header_with_other_players_is_none(players):
    old = to_json(Match.start(NewMatch(ALQUERQUE)).header).replace('["person","person"]', players)
    with pytest.raises(ValueError, match="players in the journal"):
        from_json(old)


@pytest.mark.parametrize("players", ["Ann", "a, b, c", "a, b, c, d, e"])
def test_a_record_with_another_number_of_players_is_refused(players):
    text = record_text(record_of(Match.start(NewMatch(ALQUERQUE)))).replace(
        "person, person", players
    )
    with pytest.raises(ValueError, match="line 11: expected two or four players"):
        parse_record(text.encode(), find_game)


@pytest.mark.parametrize(
    ("players", "other"),
    [
        (("person", "program level 3"), ("program level 3", "person")),
        (("program level 3", "person"), ("person", "program level 3")),
        (("person", "person"), ("person", "person")),
        (("program level 1", "program level 2"), ("program level 1", "program level 2")),
        (FOUR, (*FOUR[1:], "person")),
    ],
)
def test_a_rematch_changes_the_sides_of_one_person_alone(players, other):
    assert other_sides(players) == other


@pytest.mark.parametrize(
    ("players", "winner", "level"),
    [
        (("person", "program level 3"), 0, 4),
        (("person", "program level 3"), 1, 2),
        (("program level 3", "person"), 0, 2),
        (("person", "program level 3"), None, None),
        (("person", "program level 8"), 0, None),
        (("program level 1", "person"), 0, None),
        (("person", "person"), 0, None),
        (("program level 3", "program level 3"), 0, None),
        (("person", "program level 3") * 2, 0, 4),
        (FOUR, 0, None),
    ],
)
def test_a_level_is_suggested_by_who_won(players, winner, level):
    assert suggested_level(players, winner) == level

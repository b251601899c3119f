"""The list of a club: all meet, results come from the tables, and a restart goes on."""

import itertools
import json
import random
import time
from contextlib import closing

import pytest

from companion.cli import main
from companion.club import tree
from companion.club.rounds import (
    HALF_EACH,
    ROUND_ROBIN,
    SWISS,
    Evening,
    PlayerList,
    longest,
    next_pairs,
    standings,
)
from companion.errors import UsageError
from companion.ports import Seating
from companion.storage.disk import Disk
from tests.club.ends import Speaker, ended, running_wall, table_playing
from tests.remote.broker import Broker

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina"]
RESULTS = ("1-0", "0-1", HALF_EACH)


def state(people, winner=None, *, is_over=True, at_s=None, mark=None, seed=1):
    """What a table tells of a game of two people."""
    changed = ended(people, winner, seed) if is_over else {"people": [[name] for name in people]}
    if mark is not None:
        changed["match"] = mark
    told = {"v": 1, "id": "a", "number": 1, "at": at_s if at_s is not None else time.time()}
    return tree.read_state(tree.packed({**told, **tree.state_of(table_playing()), **changed}))


def begun(names=NAMES, system=SWISS, total=3, path=None):
    evening = Evening(path)
    evening.begin(names, system, total)
    return evening


def open_pairs(evening):
    return [pair for pair in evening.players.current.pairs if pair.is_open]


def play_round(evening, draw):
    for pair in open_pairs(evening):
        evening.enter(pair.first, pair.second, draw.choice(RESULTS))
    evening.go_on()


# Who meets whom


@pytest.mark.parametrize("count", [2, 3, 6, 7])
def test_in_a_round_robin_everybody_meets_everybody_once(count):
    evening = begun(NAMES[:count], ROUND_ROBIN, longest(count))
    draw = random.Random(1)
    while not evening.players.is_over:
        play_round(evening, draw)
    met = [
        frozenset((pair.first, pair.second))
        for each in evening.players.rounds
        for pair in each.pairs
        if pair.second
    ]
    wanted = [list(two) for two in itertools.combinations(NAMES[:count], 2)]
    assert sorted(map(sorted, met)) == wanted
    rests = [p.first for each in evening.players.rounds for p in each.pairs if not p.second]
    assert len(set(rests)) == len(rests)


@pytest.mark.parametrize("seed", range(4))
def test_in_swiss_rounds_nobody_meets_again_and_nobody_rests_twice(seed):
    evening, draw = begun(total=4), random.Random(seed)
    while not evening.players.is_over:
        play_round(evening, draw)
    assert len(evening.players.rounds) == 4
    pairs = [pair for each in evening.players.rounds for pair in each.pairs]
    met = [frozenset((pair.first, pair.second)) for pair in pairs if pair.second]
    assert len(set(met)) == len(met)
    rests = [pair.first for pair in pairs if not pair.second]
    assert len(set(rests)) == 4


def test_in_swiss_rounds_equals_meet():
    evening = begun(NAMES[:4], total=3)
    for pair in open_pairs(evening):
        evening.enter(pair.first, pair.second, "1-0")
    winners = {pair.first for pair in evening.players.current.pairs}
    evening.go_on()
    assert winners in [{pair.first, pair.second} for pair in open_pairs(evening)]


def test_where_no_pairing_is_possible_the_list_says_so_and_stays():
    evening = begun(NAMES[:4], total=3)
    for each in evening.players.rounds[0].pairs:
        each.result = "1-0"
    # As nobody could have begun it: all have met but for one round that nobody can fill.
    evening.players.total = 5
    while not evening.trouble:
        for pair in open_pairs(evening):
            evening.enter(pair.first, pair.second, "1-0")
        evening.go_on()
    assert len(evening.players.rounds) == 3
    assert evening.data()["trouble"] == "No pairing is possible in which nobody meets again."


def test_who_has_as_much_is_told_apart_by_what_their_opponents_have():
    players = PlayerList(NAMES[:4], ROUND_ROBIN, 3)
    evening = Evening(None)
    evening.players = players
    evening.go_on()
    told = {
        frozenset(("Anna", "Ben")): "Anna", frozenset(("Anna", "Cleo")): "Cleo",
        frozenset(("Anna", "Dan")): "Anna", frozenset(("Ben", "Cleo")): "Ben",
        frozenset(("Ben", "Dan")): "", frozenset(("Cleo", "Dan")): "Cleo",
    }  # fmt: skip
    while not players.is_over:
        for pair in open_pairs(evening):
            winner = told[frozenset((pair.first, pair.second))]
            result = HALF_EACH if not winner else "1-0" if winner == pair.first else "0-1"
            evening.enter(pair.first, pair.second, result)
        evening.go_on()
    # By hand: Anna 2 (beat Ben 1.5, Dan 0.5), Cleo 2 (beat Anna 2, Dan 0.5), Ben 1.5, Dan 0.5.
    lines = evening.data()["list"]["standings"]
    assert [(line["name"], line["points"], line["tieBreak"]) for line in lines] == [
        ("Cleo", "2", "2.5"), ("Anna", "2", "2"), ("Ben", "1½", "2.25"), ("Dan", "½", "0.75"),
    ]  # fmt: skip
    players.system = SWISS
    assert {line.name: line.tie_break / 4 for line in standings(players)} == {
        "Anna": 4, "Ben": 4.5, "Cleo": 4, "Dan": 5.5,
    }  # fmt: skip


# What tables tell


def test_a_game_between_two_of_a_pair_is_their_result_whoever_began():
    evening = begun(NAMES[:4], total=2)
    one, other = open_pairs(evening)
    assert evening.take("kitchen", state((one.first, one.second), 0))
    assert evening.take("kitchen", state((other.second.upper(), other.first), 0, seed=2))
    assert (one.result, other.result) == ("1-0", "0-1")
    evening.go_on()
    assert len(evening.players.rounds) == 2
    assert [result.table for result in evening.results] == ["kitchen", "kitchen"]


def test_the_first_game_of_a_pair_counts_and_one_that_goes_on_again_does_not():
    evening = begun(NAMES[:4], total=2)
    pair = open_pairs(evening)[0]
    people = (pair.first, pair.second)
    evening.take("kitchen", state(people, 0, mark="one"))
    evening.take("kitchen", state(people, 1, mark="two"))
    assert pair.result == "1-0"
    # Its last move is taken back, and it ends otherwise.
    assert evening.take("kitchen", state(people, is_over=False, mark="one"))
    assert pair.result == ""
    evening.take("kitchen", state(people, None, mark="one"))
    assert pair.result == HALF_EACH
    assert [result.match for result in evening.results] == ["two", "one"]


def test_what_was_played_before_the_round_and_what_others_play_does_not_count():
    evening = begun(NAMES[:4], total=2)
    pair = open_pairs(evening)[0]
    other = open_pairs(evening)[1]
    evening.take("a", state((pair.first, pair.second), 0, at_s=time.time() - 3600))
    evening.take("b", state((pair.first, other.first), 0, seed=2))
    evening.take("c", state((pair.first, "Zoe"), 0, seed=3))
    assert pair.result == other.result == ""
    assert len(evening.results) == 3


def test_a_result_is_told_once_however_often_it_comes():
    evening = Evening(None)
    over = state(("Anna", "Ben"), 0)
    assert evening.take("kitchen", over)
    assert not evening.take("kitchen", over)
    assert len(evening.results) == 1


# Who sits where


def test_each_table_is_told_who_sits_there_and_a_free_one_is_given_to_who_waits():
    told = {}
    evening = Evening(None)
    evening.seats = told.__setitem__
    evening.begin(NAMES[:4], SWISS, 2)
    evening.know({"one": True, "two": False})
    first, second = open_pairs(evening)
    assert told == {"one": Seating(1, (first.first, first.second)), "two": None}
    evening.take("one", state((first.first, first.second), 0))
    evening.go_on()
    assert told["one"] == Seating(1, (second.first, second.second))
    evening.know({"one": False, "two": True})
    assert told == {"one": None, "two": Seating(1, (second.first, second.second))}


# Over a restart


def test_it_goes_on_where_it_was(tmp_path):
    path = tmp_path / "club.json"
    evening, draw = begun(path=path), random.Random(1)
    play_round(evening, draw)
    evening.take("kitchen", state(("Zoe", "Yan"), 0))
    evening.save()
    again = Evening(path)
    again.load()
    assert again.players == evening.players
    assert again.results == evening.results
    play_round(again, draw)
    assert len(again.players.rounds) == 3


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "club.json"
    begun(path=path).save()
    before = path.read_bytes()

    class Full(Disk):
        def sync(self, file):
            raise OSError(28, "No space left on device")

        def write(self, *args):
            raise OSError(28, "No space left on device")

        def replace(self, *args):
            raise OSError(28, "No space left on device")

    evening = Evening(path, Full())
    evening.load()
    play_round(evening, random.Random(1))
    with pytest.raises(OSError, match="No space"):
        evening.save()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: b"",
        lambda kept: b"\xff{",
        lambda kept: json.dumps(kept).encode()[:-20],
        lambda kept: json.dumps({**kept, "v": 2}).encode(),
        lambda kept: json.dumps({**kept, "list": {**kept["list"], "names": ["A"]}}).encode(),
        lambda kept: json.dumps({**kept, "list": {**kept["list"], "system": "x"}}).encode(),
        lambda kept: json.dumps({**kept, "results": [5]}).encode(),
    ],
)
def test_a_damaged_file_is_one_line_and_stays(tmp_path, capsys, damage):
    path = tmp_path / "club.json"
    begun(path=path).save()
    path.write_bytes(damage(json.loads(path.read_text())))
    before = path.read_bytes()
    assert main(["club", "--state", str(path), "--players", "Anna,Ben"]) == 2
    error = capsys.readouterr().err
    assert "expected a list of a club, got a damaged file" in error
    assert error.count("\n") == 1
    assert path.read_bytes() == before


def test_what_is_entered_beside_a_wall_that_runs_is_taken(tmp_path):
    path = tmp_path / "club.json"
    running = begun(NAMES[:4], total=2, path=path)
    running.save()
    pair = open_pairs(running)[0]
    assert not running.follow_file()
    assert (
        main(["club", "--state", str(path), "--enter", f"{pair.second} 1/2-1/2 {pair.first}"]) == 0
    )
    assert running.follow_file()
    assert running.players.current.pairs[0].result == HALF_EACH
    assert not running.follow_file()


# What cannot be done


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "Anna"], "expected 2 to 200 players, got 1"),
        (["--players", "Anna,Ben,anna"], "expected each player once, got 'Anna' twice"),
        (["--players", f"Anna,{'x' * 30}"], "expected a name of 1 to 20 characters"),
        (["--players", "Anna,Ben,Cleo", "--rounds", "4"], "expected 1 to 3 rounds for 3 players"),
        (["--swiss"], "expected players with --swiss and --rounds, got none"),
        (["--players", "A,B", "--players-from", "x"], "expected --players or --players-from"),
        (["--players-from", "nowhere"], "nowhere"),
        (["--enter", "Anna 1-0 Ben"], "expected two who play in this round"),
        (
            ["--enter", "Anna 2-0 Ben"],
            "such as 'Anna 1-0 Ben', got 'Anna 2-0 Ben'",
        ),
    ],
)
def test_what_cannot_be_done_is_one_line(tmp_path, capsys, words, complaint):
    path = tmp_path / "club.json"
    assert main(["club", "--state", str(path), *words]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1
    assert not path.exists()


def test_a_list_that_is_under_way_is_not_lost(tmp_path, capsys):
    path = tmp_path / "club.json"
    begun(path=path).save()
    before = path.read_bytes()
    assert main(["club", "--state", str(path), "--players", "Anna,Ben"]) == 2
    assert "a list is under way in" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_players_come_from_a_text_file(tmp_path, capsys, monkeypatch):
    names = tmp_path / "players.txt"
    names.write_text("Anna\n\n Ben \nCleo\n")
    config = tmp_path / "config.toml"
    config.write_text("")
    path = tmp_path / "club.json"
    words = ["club", "--state", str(path), "--config", str(config), "--players-from", str(names)]
    assert main(words) == 2
    # Of one that nobody has seen nothing is kept.
    assert "expected a broker" in capsys.readouterr().err
    assert not path.exists()
    begun = {}
    monkeypatch.setattr(
        "companion.commands.club._show", lambda club, evening, port: begun.update(it=evening)
    )
    config.write_text('[club]\nbroker = "localhost"\n')
    assert main(words) == 0
    assert begun["it"].players.names == ["Anna", "Ben", "Cleo"]
    names.write_bytes(b"\xff\n")
    assert main([*words[:2], str(tmp_path / "other.json"), *words[3:]]) == 2
    assert "expected names in UTF-8" in capsys.readouterr().err


def test_what_pairs_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "caissify_pairings", None)
    with pytest.raises(UsageError, match="expected caissify_pairings, which pairs players"):
        next_pairs(PlayerList(NAMES, SWISS, 3))


# All of it


@pytest.mark.needs("mosquitto")
def test_a_round_is_played_at_tables_and_the_next_one_is_told(tmp_path):
    broker = Broker(tmp_path / "b")
    try:
        with closing(Speaker(broker)) as speaker:
            for table in ("one", "two"):
                speaker.show(table, table_playing(plies=0))
            words = ("--players", "Anna,Ben,Cleo,Dan", "--swiss")
            with running_wall(broker.config(), tmp_path / "c.json", *words) as wall:
                _play_a_round(wall, speaker)
    finally:
        broker.stop()


def _play_a_round(wall, speaker):
    def pairs(page):
        return page.beside["list"]["pairs"] if page.beside and page.beside["list"] else []

    with wall.page() as page:
        page.until(lambda page: [pair["table"] for pair in pairs(page)] == ["one", "two"])
        for number, pair in enumerate(pairs(page)):
            people = (pair["first"], pair["second"])
            seating = tree.read_seating(speaker.heard[pair["table"]])
            assert seating == Seating(1, people)
            speaker.state(pair["table"], table_playing(), **ended(people, number))
        page.until(lambda page: page.beside["list"]["heading"] == "Round 2 of 2")
        assert [line["points"] for line in page.beside["list"]["standings"]][:2] == ["1", "1"]
        page.until(lambda page: tree.read_seating(speaker.heard["one"]).round == 2)

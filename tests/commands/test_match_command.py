import random
import re

import pytest

from companion.cli import main
from companion.commands.match import Tally, duel
from companion.engine.jobs import Processes
from companion.engine.limits import Limits
from companion.engine.players import Player, player_named
from companion.plugins import GAMES, find_game
from companion.storage.disk import FolderParts
from tests.engine.positions import with_other_secrets

PLAYED = re.compile(r"(\S+) against (\S+): (\S+) of (\d+), (\S+) % ± (\S+) "
                    r"\(won (\d+), drawn (\d+), lost (\d+)\)\n")  # fmt: skip


def match(capsys, *words):
    assert main(["match", *words]) == 0
    result = PLAYED.fullmatch(capsys.readouterr().out)
    assert result
    return result


def test_the_search_beats_random_moves(capsys):
    line = match(capsys, "alquerque", "--a", "400", "--b", "random", "--games", "10")
    assert float(line[5]) >= 80
    assert sum(map(int, line.group(7, 8, 9))) == int(line[4]) == 10
    assert float(line[3]) == int(line[7]) + int(line[8]) / 2


def test_the_score_is_that_of_the_first_player(capsys):
    line = match(capsys, "alquerque", "--a", "random", "--b", "200", "--games", "5")
    assert float(line[5]) <= 20


def test_a_seed_names_the_games(capsys):
    words = ["querni", "--a", "random", "--b", "random", "--games", "8", "--seed", "3"]
    assert match(capsys, *words)[0] == match(capsys, *words)[0]


def test_a_random_player_has_half_the_points_against_itself(capsys):
    words = ["quincy", "--a", "random", "--b", "random", "--games", "300"]
    line = match(capsys, *words)
    assert abs(float(line[5]) - 50) <= 2 * float(line[6])


def test_the_error_bar_is_that_of_wilson():
    # By hand: 20 games, all won: z²/(2n) / (1 + z²/n) = 0.0960 / 1.1921 = 0.0806.
    assert Tally(20, 0, 0).error == pytest.approx(0.0806, abs=1e-4)
    # 100 games, half won: z * sqrt(.25/100 + z²/40000) / (1 + z²/100) = 0.0961.
    assert Tally(50, 0, 50).error == pytest.approx(0.0961, abs=1e-4)


@pytest.mark.parametrize(
    ("text", "way", "limits"),
    [
        ("3", "search", Limits(level=3, time_s=0.5)),
        ("level:8", "search", Limits(level=8, time_s=0.5)),
        ("9", "search", Limits(nodes=9, time_s=0.5)),
        ("nodes:3", "search", Limits(nodes=3, time_s=0.5)),
        ("uct", "uct", Limits(time_s=0.5)),
        ("uct:30", "uct", Limits(nodes=30, time_s=0.5)),
        ("random", "random", Limits()),
    ],
)
def test_a_small_number_is_a_level_and_a_large_one_nodes(text, way, limits):
    assert player_named(text, 0.5) == Player(text, way, limits)


@pytest.mark.parametrize("name", GAMES)
def test_plain_uct_plays_every_game(name):
    chance = random.Random(1)
    position = find_game(name).initial(None, 2)
    player = player_named("uct:2")
    for _ in range(2):
        move = player.move(position, (), 7)
        assert move in position.legal_moves()
        assert player.move(position, (), 7) == move
        position = position.play(move).play(chance.choice(position.play(move).legal_moves()))


def test_plain_uct_takes_the_only_win():
    position = find_game("alquerque").from_text("...../...../...../.b.../w...w w")
    for seed in range(5):
        assert player_named("uct:300").move(position, (), seed).text == "a1xc3"


def test_plain_uct_does_not_look_at_hidden_dominoes():
    position = find_game("quincy").initial(None, 3)
    for seed in range(3):
        other = with_other_secrets(position, seed)
        assert other.state != position.state
        player = player_named("uct:150")
        assert player.move(other, (), 5) == player.move(position, (), 5)


def test_several_processes_play_the_same_games(capsys):
    words = ["alquerque", "--a", "level:2", "--b", "level:1", "--games", "5", "--seed", "4"]
    assert match(capsys, *words)[0] == match(capsys, *words, "--jobs", "2")[0]


class Counting(Processes):
    """Plays here, and counts what it is given."""

    def __init__(self):
        super().__init__(1)
        self.count = 0

    def run(self, work, jobs, watch):
        self.count += len(jobs)
        return super().run(work, jobs, watch)


def duel_kept(parts, executor, seed=4):
    players = player_named("30"), player_named("random")
    return duel(find_game("quincy"), None, players, 9, seed, executor, parts)


def test_a_match_goes_on_with_the_games_that_are_kept(tmp_path):
    parts = FolderParts(tmp_path / "kept")
    first = duel_kept(parts, Counting())
    assert [next(first).games, next(first).games] == [2, 4]
    first.close()
    second = Counting()
    assert list(duel_kept(parts, second))[-1] == list(duel_kept(None, Counting()))[-1]
    assert second.count == 3


def test_games_of_other_players_or_damaged_ones_are_played_again(tmp_path):
    parts = FolderParts(tmp_path / "kept")
    list(duel_kept(parts, Counting()))
    whole = sorted((tmp_path / "kept").iterdir())
    whole[0].write_bytes(b"3 0 0")
    whole[1].write_bytes(b"1 0")
    again, other = Counting(), Counting()
    assert list(duel_kept(parts, again))[-1].games == 9
    list(duel_kept(parts, other, seed=5))
    assert (again.count, other.count) == (2, 5)


def test_what_is_kept_goes_when_all_is_played(tmp_path, capsys):
    words = ["quincy", "--a", "30", "--b", "random", "--games", "4"]
    folder = tmp_path / "kept"
    assert match(capsys, *words, "--keep", str(folder))[0] == match(capsys, *words)[0]
    assert not folder.exists()


def test_the_ladder_has_a_line_for_each_step(capsys):
    words = ["quincy", "--ladder", "nodes:50", "--games", "1", "--time", "0.01"]
    assert main(["match", *words]) == 0
    lines = [PLAYED.fullmatch(line + "\n") for line in capsys.readouterr().out.splitlines()]
    assert [(line[1], line[2]) for line in lines] == [
        ("nodes:50", "level:1"),
        *((f"level:{level}", f"level:{level - 1}") for level in range(2, 8)),
        ("nodes:50", "level:7"),
    ]


def test_a_draw_counts_half():
    assert Tally(1, 2, 1).score == 0.5
    assert Tally().with_game(None, 0) == Tally(0, 1, 0)
    assert Tally().with_game(1, 1) == Tally(1, 0, 0)
    assert Tally().with_game(0, 1) == Tally(0, 0, 1)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["chess", "--a", "1", "--b", "1", "--games", "1"], "expected a game"),
        (["querni", "--a", "0", "--b", "1", "--games", "1"], "expected level:N"),
        (["querni", "--a", "1", "--b", "best", "--games", "1"], "got 'best'"),
        (["querni", "--a", "1", "--b", "level:9", "--games", "1"], "got 'level:9'"),
        (["querni", "--a", "1", "--b", "nodes:0", "--games", "1"], "got 'nodes:0'"),
        (["querni", "--a", "1", "--b", "uct:x", "--games", "1"], "got 'uct:x'"),
        (["querni", "--a", "1", "--b", "uct", "--games", "1"], "expected --time for 'uct'"),
        (["querni", "--a", "8", "--b", "1", "--games", "1"], "expected --time for '8'"),
        (["querni", "--a", "1", "--b", "1", "--games", "1", "--time", "0"], "--time: expected"),
        (["querni", "--a", "1", "--b", "1", "--games", "1", "--jobs", "0"], "--jobs: expected"),
        (["querni", "--a", "1", "--ladder", "--games", "1"], "or --ladder alone"),
        (["querni", "--a", "1", "--b", "1", "--games", "0"], "--games: expected 1 to 100000"),
        (["querni", "--a", "1", "--games", "2"], "expected --a and --b"),
        (["querni", "--a", "1", "--b", "1", "--games", "1", "--option", "x=1"], "x"),
    ],
)
def test_what_cannot_be_played_is_one_line_and_status_2(words, part, capsys):
    assert main(["match", *words]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and part in error

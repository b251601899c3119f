import re

import pytest

from companion.cli import main
from companion.engine.duel import Tally

PLAYED = re.compile(r"(\S+) against (\S+): (\S+) of (\d+), (\S+) % ± (\S+) "
                    r"\(won (\d+), drawn (\d+), lost (\d+)\)\n")  # fmt: skip


def match(capsys, *words):
    assert main(["match", *words]) == 0
    found = PLAYED.fullmatch(capsys.readouterr().out)
    assert found
    return found


def test_the_search_beats_random_moves(capsys):
    line = match(capsys, "alquerque", "--a", "400", "--b", "random", "--games", "10")
    assert float(line[5]) >= 80
    assert sum(map(int, line.group(7, 8, 9))) == int(line[4]) == 10
    assert float(line[3]) == int(line[7]) + int(line[8]) / 2


def test_the_score_is_that_of_the_first_player(capsys):
    line = match(capsys, "alquerque", "--a", "random", "--b", "400", "--games", "10")
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


def test_a_draw_counts_half():
    assert Tally(1, 2, 1).score == 0.5
    assert Tally().with_game(None, 0) == Tally(0, 1, 0)
    assert Tally().with_game(1, 1) == Tally(1, 0, 0)
    assert Tally().with_game(0, 1) == Tally(0, 0, 1)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["chess", "--a", "1", "--b", "1", "--games", "1"], "expected a game"),
        (["querni", "--a", "0", "--b", "1", "--games", "1"], "--a: expected 1 to"),
        (["querni", "--a", "1", "--b", "best", "--games", "1"], "--b: expected 1 to"),
        (["querni", "--a", "1", "--b", "1", "--games", "0"], "--games: expected 1 to 100000"),
        (["querni", "--a", "1", "--games", "2"], "required: --b"),
        (["querni", "--a", "1", "--b", "1", "--games", "1", "--option", "x=1"], "x"),
    ],
)
def test_what_cannot_be_played_is_one_line_and_status_2(words, part, capsys):
    assert main(["match", *words]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and part in error

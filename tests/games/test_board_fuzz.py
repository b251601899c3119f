"""Spoiled board files: whatever is in them, the answer is a board or one plain line."""

import os
import random
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from companion.contract import parse_board, read_board
from companion.contract.board_table import SHOWN_LIMIT
from companion.errors import BoardError, CompanionError
from companion.plugins import GAMES
from tests.bounds import bounded

FILES = {
    game.board_name: (resources.files(game.folder) / "board.toml").read_text("utf-8")
    for game in GAMES.values()
}
HOSTILE = (
    '"', "[", "]", "{", "}", "=", ".", "#", "\\", "\n", "\x00", "\x1b", "\u2028", "é", "²", "-",
    "true", "inf", "nan", "1e999", "0x", "99999999999999999999", "-1", "[[]]", "''", '""', "o",
    "a1", "z9", "\n[lamps.16x16]\nfirst = [15, 15]\npitch = 64\n", "\n[setups.start.white]\n",
    '\n[setups."a\\nb".white]\n1 = ["a1"]\n', "1979-05-27T07:32:00Z", "names = 'rows'\n",
    "lines = 'none'\n", '"' * 3, "[" * 400, "{a=" * 200, "a." * 300 + "a = 1\n",
)  # fmt: skip


def spoiled(text, chance):
    """Return *text* with one to four things wrong with it."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((0, 1, 1, 3, 20, 200)))
        lines = text.split("\n")
        match chance.randrange(6):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + chance.choice(HOSTILE) + text[end:]
            case 2:
                text = (
                    text[:at] + chr(chance.choice((chance.randrange(128), 0x10FFFF))) + text[end:]
                )
            case 3:
                chance.shuffle(lines)
                text = "\n".join(lines)
            case 4:
                text = "\n".join([*lines, chance.choice(lines)])
            case _:
                one, other = chance.choice(text or "o"), chance.choice('o.1239abcxyz"[]{}=,')
                text = text.replace(one, other, chance.choice((1, 2, -1)))
    return text


def check_refusal(text, note, *, is_played=True):
    """Parse *text*; what comes out is a sound board, to play on, or an error to be shown."""
    try:
        with bounded(note):
            board = parse_board(text, "mine.toml")
    except BoardError as error:
        message = str(error)
        assert message.startswith("mine.toml: "), note
        assert message.isprintable(), (note, message)
        assert len(message) < 3 * SHOWN_LIMIT + 100, note
        return False
    assert len(board) == len(board.places) == len(set(board.names)), note
    for site, around in enumerate(board.neighbors):
        for direction, other in enumerate(around):
            assert other < 0 or board.neighbors[other][direction ^ 4] == site, note
    for game in GAMES.values() if is_played else ():
        try:
            game.initial(board=board).legal_moves()
        except CompanionError as error:
            assert str(error).isprintable(), (note, str(error))
    return True


@pytest.mark.parametrize("name", FILES)
def test_a_spoiled_file_is_a_board_or_is_refused_in_one_line(name):
    good = sum(
        check_refusal(
            spoiled(FILES[name], random.Random(seed)), (name, seed), is_played=seed % 5 == 0
        )
        for seed in range(500)
    )
    # Both ends of the loader are met: some spoiled files still describe a board.
    assert 0 < good < 400


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_of_a_million_spoiled_files_each_is_a_board_or_refused_in_one_line(name):
    # To list the moves takes many times as long as to read the file: on every tenth board.
    for seed in range(1_000_000 // len(FILES)):
        text = spoiled(FILES[name], random.Random(seed))
        check_refusal(text, (name, seed), is_played=seed % 10 == 0)


def test_a_parser_that_lets_another_error_through_is_caught(monkeypatch):
    def careless(text, where):
        tomllib.loads(text)

    monkeypatch.setitem(globals(), "parse_board", careless)
    with pytest.raises(tomllib.TOMLDecodeError):
        for seed in range(100):
            check_refusal(spoiled(FILES["quincy"], random.Random(seed)), seed)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_was_cut_off_is_a_board_or_is_refused_in_one_line(name):
    for end in range(0, len(FILES[name]), 7):
        check_refusal(FILES[name][:end], (name, end))


def test_no_file_of_bytes_does_more_than_be_refused(tmp_path):
    chance = random.Random(3)
    for number in range(300):
        file = tmp_path / "mine.toml"
        file.write_bytes(chance.randbytes(chance.randrange(200)))
        with pytest.raises(BoardError) as caught:
            read_board(file)
        assert "mine.toml" in str(caught.value), number
        assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/", "/nowhere/mine.toml"])
def test_what_is_no_file_is_not_read(path):
    with pytest.raises(BoardError, match=path):
        read_board(Path(path))


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(BoardError, match=r"pipe\.toml"):
        read_board(tmp_path / "pipe.toml")


def test_a_huge_file_is_refused_without_being_read_whole(tmp_path):
    file = tmp_path / "mine.toml"
    with file.open("wb") as stream:
        stream.truncate(2**33)
    with pytest.raises(BoardError, match=r"mine\.toml"):
        read_board(file)

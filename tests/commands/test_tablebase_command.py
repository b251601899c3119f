"""``companion tablebase``: building and checking exact tables."""

import pytest

from companion.cli import main
from companion.games import find_game
from companion.games.alquerque.search.tablebase import known
from companion.games.alquerque.search.tablebase.known import built_folder, largest_table, moves_of


@pytest.fixture
def own_folders(tmp_path, monkeypatch):
    """A place of the test's own for the tables of this machine."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def test_what_is_built_can_be_checked(own_folders, capsys):
    file = own_folders / "small.table"
    assert main(["tablebase", "build", "alquerque", "--pieces", "3", "--out", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: {file.stat().st_size} bytes\n"
    assert main(["tablebase", "check", str(file)]) == 0
    told = capsys.readouterr().out
    assert told == "2927 positions with up to 3 pieces: each follows from those after it\n"
    assert main(["tablebase", "check", str(file), "--pieces", "2"]) == 0
    assert capsys.readouterr().out.startswith("144 positions with up to 2 pieces")


def test_a_table_is_built_where_the_program_looks_for_it(own_folders, capsys, monkeypatch):
    assert main(["tablebase", "build", "alquerque", "--pieces", "3"]) == 0
    assert built_folder().is_relative_to(own_folders)
    monkeypatch.setattr(known, "SHIPPED", own_folders / "none")
    assert largest_table(*moves_of(find_game("alquerque").initial().rules)).pieces == 3


def test_the_larger_table_is_taken_and_a_damaged_one_passed_over(own_folders, capsys):
    moves = moves_of(find_game("alquerque").initial().rules)
    shipped = largest_table(*moves).pieces
    assert main(["tablebase", "build", "alquerque", "--pieces", "2"]) == 0
    (built_folder() / "alquerque-9.table").write_bytes(b"no table at all")
    assert largest_table(*moves).pieces == shipped


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["build", "querni", "--pieces", "4"], "expected alquerque"),
        (["build", "chess", "--pieces", "4"], "expected"),
        (["build", "alquerque", "--pieces", "1"], "expected 2 to 8, got '1'"),
        (["build", "alquerque", "--pieces", "9"], "expected 2 to 8, got '9'"),
        (["build", "alquerque"], "--pieces"),
        (["check", "{folder}"], "expected"),
        (["check", "{folder}/none"], "none"),
        (["check", "{folder}/text"], "expected a table that begins with"),
        ([], "build|check"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(own_folders, capsys, words, told):
    (own_folders / "text").write_text("neither")
    words = [word.format(folder=own_folders) for word in words]
    assert main(["tablebase", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert told in captured.err


def test_a_wrong_value_is_named(own_folders, capsys, monkeypatch):
    file = own_folders / "wrong.table"
    assert main(["tablebase", "build", "alquerque", "--pieces", "2", "--out", str(file)]) == 0
    monkeypatch.setattr(known.Table, "value", lambda self, own, enemy: 0)
    assert main(["tablebase", "check", str(file)]) == 2
    assert "got 0" in capsys.readouterr().err

"""Data files of games, read value by value."""

import pytest

from companion.contract import GamePlugin
from companion.errors import OptionError, PluginError
from companion.plugins.data_file import read_data


@pytest.fixture
def table_of(tmp_path, monkeypatch):
    """Reads a text as if it were the file of a game."""

    def table_of(text):
        (tmp_path / "own.toml").write_bytes(text)
        monkeypatch.setattr(GamePlugin, "file", lambda self, name: tmp_path / name)
        return read_data("querni", "own.toml")

    return table_of


def test_values_are_those_of_the_file(table_of):
    table = table_of(b"a = 1\nb = 2.5\nc = 'x'\nd = true\n[e]\nf = false\ng = 3\n[[h]]\ni = 4\n")
    table.check_keys(*"abcdeh")
    assert (table.whole("a", range(2)), table.number("a", 0, 1)) == (1, 1)
    assert table.number("b", 0, 3) == 2.5
    assert table.text("c", "") == table.word("c", ("x", "y")) == "x"
    assert table.flag("d")
    assert table.options("e") == {"f": False, "g": 3}
    assert [entry.whole("i", range(9)) for entry in table.tables("h")] == [4]
    assert "a" in table
    assert "z" not in table


def test_a_game_without_the_file_says_nothing():
    table = read_data("querni", "none.toml")
    table.check_keys()
    assert table.text("a", "usual") == table.word("a", ("usual",), "usual") == "usual"
    assert (table.whole("a", range(9), 3), table.number("a", 0, 1, 0.5)) == (3, 0.5)
    assert (table.flag("a"), table.options("a"), table.tables("a")) == (False, {}, [])


def test_a_file_that_is_none_is_told(table_of):
    for text in (b"a = ", b"a = '\xff'"):
        with pytest.raises(PluginError, match=r"own\.toml: expected TOML in UTF-8, got "):
            table_of(text)
    with pytest.raises(OptionError, match="got 'chess'"):
        read_data("chess", "own.toml")


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        (lambda table: table.whole("b", range(1, 3)), "expected 1 to 2, got True"),
        (lambda table: table.number("b", 0, 3), "expected 0 to 3, got True"),
        (lambda table: table.options("b"), "expected a table, got True"),
        (lambda table: table.word("b", ("x", "y")), "expected x or y, got True"),
        (lambda table: table.tables("l"), "expected a list of tables, got [1]"),
        (lambda table: table.text("n", None), "expected a text, got None"),
    ],
)
def test_a_value_of_another_kind_is_told(table_of, read, expected):
    table = table_of(b"b = true\nl = [1]")
    with pytest.raises(PluginError) as caught:
        read(table)
    assert str(caught.value).endswith(f": {expected}")

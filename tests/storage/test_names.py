"""The names of those who play at a table."""

import pytest

from companion.match.seats import NAME_LIMIT, is_name
from companion.storage.state_dir import MOST_NAMES, NAMES_NAME, NameHistory


def test_the_name_chosen_last_comes_first_and_all_are_kept(tmp_path):
    names = NameHistory(tmp_path)
    for name in ("Anna", "Ben", "Anna"):
        names.note(name)
    assert names.all() == NameHistory(tmp_path).all() == ("Anna", "Ben")


def test_there_are_none_at_first(tmp_path):
    assert NameHistory(tmp_path).all() == ()


def test_a_file_by_hand_may_hold_anything(tmp_path):
    text = b"# ours\nAnna\n\xff\x00\nperson\nprogram level 3\n a, b\n Ben \nAnna\n" + b"x" * 99
    (tmp_path / NAMES_NAME).write_bytes(text)
    assert NameHistory(tmp_path).all() == ("Anna", "Ben")


def test_the_oldest_of_very_many_are_forgotten(tmp_path):
    names = NameHistory(tmp_path)
    for number in range(MOST_NAMES + 1):
        names.note(f"Player {number}")
    assert len(NameHistory(tmp_path).all()) == MOST_NAMES


def test_where_they_cannot_be_kept_they_are_remembered(tmp_path):
    names = NameHistory(tmp_path / "gone")
    with pytest.raises(OSError, match="gone"):
        names.note("Anna")
    assert names.all() == ("Anna",)


@pytest.mark.parametrize("name", ["Anna", "Zoë", "Ben 2", "x" * NAME_LIMIT])
def test_what_is_a_name(name):
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "person", "program level 3", "program level 9", "a,b", " a", "a\n", "#1", "x" * 21],
)
def test_what_is_none(name):
    assert not is_name(name)

"""``companion results``: the evenings of a table, added up in a terminal."""

from companion.cli import main
from tests.commands.evenings import named_evenings


def told(capsys, *words):
    assert main(["results", *map(str, words)]) == 0
    return capsys.readouterr()


def test_each_pair_has_its_score_and_what_it_is_made_of(capsys, tmp_path):
    assert told(capsys, "--state", named_evenings(tmp_path)).out.splitlines() == [
        "Anna – Ben: 2 : 1",
        "  Alquerque: Anna 2, Ben 1, draws 0.",
    ]


def test_ratings_are_told_where_they_are_asked_for(capsys, tmp_path):
    lines = told(capsys, "--ratings", "--state", named_evenings(tmp_path)).out.splitlines()
    assert lines[-1] == "  Ratings: Anna 1515, Ben 1485."


def test_a_table_without_results_says_so_and_makes_no_folder(capsys, tmp_path):
    assert "No results yet" in told(capsys, "--state", tmp_path / "none").out
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_cannot_be_read_is_told_and_the_others_count(capsys, tmp_path):
    state = named_evenings(tmp_path)
    (state / "records" / "2026-07-09_183005_alquerque.txt").write_bytes(b"nonsense")
    printed = told(capsys, "--state", state)
    assert "Anna – Ben: 2 : 1" in printed.out
    assert printed.err.count("\n") == 1 and "2026-07-09" in printed.err

"""What newcomers do on bare systems: the table of it, and what is taken along into them."""

import itertools

import pytest

from tests.bare_roots import (
    NAMED,
    PROJECT,
    SEQUENCES,
    SYSTEMS,
    TABLE,
    USERS,
    Cell,
    Result,
    noted_row,
    packages,
    row_of,
)
from tools.roots import known_to_pip

CELLS = [Cell(*of) for of in itertools.product(SYSTEMS, USERS, SEQUENCES)]


@pytest.mark.parametrize("cell", CELLS)
def test_each_cell_has_one_row(cell):
    text = TABLE.read_text(encoding="utf-8")
    assert text.count(cell.key) == 1
    row = row_of(cell, Result("3.11.2", [21.4, 3.0], "2 passed", ""), True, "2026-11-27")
    after = noted_row(text, cell, row)
    assert after.count("\n") == text.count("\n")
    assert f"{cell.key} 3.11.2 | 21 + 3 | all: 2 passed | 2026-11-27, passed |\n" in after


def test_what_failed_is_in_the_row():
    row = row_of(CELLS[0], Result("3.11.2", [1.0], "", "failed: make play"), False, "2026-11-27")
    assert row.endswith("| of the set-up: none | 2026-11-27, failed: make play |")


def test_they_have_what_the_readme_names_and_it_names_what_the_set_up_needs():
    assert NAMED.search((PROJECT / "README.md").read_text(encoding="utf-8"))
    assert packages() == ["python3", "make", "python3-venv", "libglib2.0-0"]


def test_what_pip_is_told_by_variables_and_files_is_taken_along(tmp_path, monkeypatch):
    index, certificates = tmp_path / "index" / "simple", tmp_path / "ca.crt"
    home = tmp_path / "home"
    (home / ".config/pip").mkdir(parents=True)
    (home / ".config/pip/pip.conf").write_text(f"[global]\nextra-index-url = file://{index}\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PIP_CERT", str(certificates))
    assert {home / ".config/pip", index.parent, certificates} <= set(known_to_pip())

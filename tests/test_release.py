"""`make release`: the tag comes last, and what would refuse it does so first."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.building.checkouts import make, python_word, said_by_make
from tools.release import section

ROOT = Path(__file__).parents[1]
DATE = r"\d{4}-\d\d-\d\d"
PASSES = "CHECKS_OF_RELEASE=help"
ME = {
    f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}
pytestmark = pytest.mark.needs("git")


def git(folder, *words):
    done = subprocess.run(
        ["git", *words], cwd=folder, check=True, env={**os.environ, **ME}, stdout=subprocess.PIPE
    )
    return done.stdout.decode().strip()


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "tools").mkdir()
    for name in ("Makefile", "tools/__init__.py", "tools/release.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.2.0 - 2031-01-01\n\n- b\n")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n')
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "reliability.md").write_text("not yet\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "all: Begin")
    return tmp_path


def release(checkout, *words):
    return make(checkout, "release", python_word(), *words, **ME)


def refused(checkout, *words):
    done = release(checkout, *words)
    assert done.returncode == 2
    assert git(checkout, "tag") in {"", "v0.2.0"}
    return said_by_make(done)


def test_the_tag_names_what_was_checked(checkout):
    done = release(checkout, PASSES)
    assert done.returncode == 0, done.stderr
    assert "make play" in done.stdout
    assert git(checkout, "tag") == "v0.2.0"
    assert git(checkout, "rev-parse", "v0.2.0^{commit}") == git(checkout, "rev-parse", "HEAD")


def test_the_dates_that_checks_write_belong_to_the_next_commit(checkout):
    with (checkout / "Makefile").open("a") as makefile:
        makefile.write("\ndate:\n\t@echo 2031-02-03 >docs/reliability.md\n")
    git(checkout, "commit", "--quiet", "--all", "--message", "all: Add a check")
    assert release(checkout, "CHECKS_OF_RELEASE=date").returncode == 0
    assert git(checkout, "show", "v0.2.0:docs/reliability.md") == "not yet"


def test_without_its_checks_there_is_no_tag(checkout):
    assert release(checkout, "CHECKS_OF_RELEASE=help no-such-check").returncode == 2
    assert git(checkout, "tag") == ""


def test_what_is_not_committed_is_refused_first(checkout):
    (checkout / "new.py").touch()
    (line,) = refused(checkout, "CHECKS_OF_RELEASE=no-such-check")
    assert line == "release: expected everything committed, got 1 changed files: ?? new.py"


def test_a_commit_that_comes_while_others_are_checked_gets_no_tag(checkout):
    with (checkout / "Makefile").open("a") as makefile:
        makefile.write("\nnews:\n\t@git commit --quiet --allow-empty --message 'all: Go on'\n")
    git(checkout, "commit", "--quiet", "--all", "--message", "all: Add a check")
    before = git(checkout, "rev-parse", "HEAD")
    (line,) = refused(checkout, "CHECKS_OF_RELEASE=news")
    after = git(checkout, "rev-parse", "HEAD")
    assert line == (
        f"release: expected the commit that was checked, {before[:8]}, got {after[:8]}"
    )
    assert git(checkout, "tag") == ""


def test_a_version_whose_changes_are_told_as_unreleased_is_refused(checkout):
    changelog = checkout / "CHANGELOG.md"
    text = changelog.read_text().replace("## 0.2.0", "## Unreleased\n\n- c\n\n## 0.2.0")
    changelog.write_text(text)
    assert refused(checkout, PASSES) == [
        "release: expected all changes under 0.2.0 in CHANGELOG.md, got some under Unreleased"
    ]


def test_the_present_version_has_its_dated_section():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert section(changelog, rf"{re.escape(version)} - {DATE}")
    assert changelog.count("\n## Unreleased\n") <= 1


def test_a_version_without_a_dated_section_is_refused(checkout):
    changelog = checkout / "CHANGELOG.md"
    changelog.write_text(changelog.read_text().replace("## 0.2.0 - ", "## 0.2 - "))
    assert refused(checkout, PASSES) == [
        "release: expected a dated section for 0.2.0 in CHANGELOG.md"
    ]


def test_a_version_that_has_its_tag_is_refused(checkout):
    git(checkout, "tag", "v0.2.0")
    assert refused(checkout, PASSES) == [
        "release: expected a new version in pyproject.toml, got 0.2.0: its tag exists"
    ]


def test_a_section_ends_where_the_next_begins():
    text = "# C\n\n## 2.0 - 2031-01-01\n\n- b\n\n## 1.0 - 2030-01-01\n\n- a\n"
    assert section(text, rf"2\.0 - {DATE}") == "- b"
    assert section(text, rf"1\.0 - {DATE}") == "- a"
    assert section(text, "2.0") == section(text, "Unreleased") == ""

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from companion.building.program import NOT_COMPILED, sources_of
from companion.building.wheel import copy_sources, digests_of
from companion.errors import SetUpError
from tests.building.checkouts import (
    NO_INDEX,
    ROOT,
    make,
    plays_a_ply,
    programs_of,
    said_by_make,
    version,
)
from tests.building.steps import change_a_rule

# The first of them waits for a whole set-up.
pytestmark = pytest.mark.timeout(600)


def a_wheel(folder, cli):
    """A wheel with a program of one line."""
    wheel = folder / "a.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("companion/__init__.py", "")
        packed.writestr("companion/cli.py", cli)
        packed.writestr("companion/plugins.py", "GAMES = {'a game': None}")
    return wheel


STARTS = "def main(words=()):\n    print(33)\n    return 0\n"


def test_a_program_that_does_not_start_is_refused_and_the_old_one_stays(checkout):
    programs = programs_of(checkout)
    before = programs.current()
    with pytest.raises(
        SetUpError, match=r"expected the new copy .* to start, got 'SyntaxError.* and status 1"
    ):
        programs.add(a_wheel(checkout, "what?"), {})
    assert programs.current() == before
    assert plays_a_ply(checkout)[0]
    assert [path.name for path in programs.folder.iterdir()] == [before.name]


def test_a_program_that_starts_and_cannot_play_is_refused(checkout):
    cannot = "def main(words):\n    print('no game')\n    return 0\n"
    with pytest.raises(SetUpError, match=r"to start, got 'no game.*' and status 0"):
        programs_of(checkout).add(a_wheel(checkout, cannot), {})


def test_the_new_program_starts_and_the_one_before_is_kept_and_no_other(checkout):
    programs = programs_of(checkout)
    for number in range(3):
        programs.add(a_wheel(checkout, STARTS), {"a": str(number)})
        assert programs.is_of({"a": str(number)})
    assert sorted(path.name for path in programs.folder.iterdir()) == ["3", "4"]
    code = "import companion.cli; companion.cli.main()"
    command = [programs.environment.python, "-I", "-c", code]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "33\n"


def kept(programs):
    return sorted(path.name for path in programs.folder.iterdir())


def test_compiling_a_version_does_not_push_the_one_before_out(checkout):
    programs = programs_of(checkout)
    for number in (1, 2):
        for _ in ("as it is", "compiled"):
            programs.add(a_wheel(checkout, STARTS), {"a": str(number)})
    assert kept(programs) == ["3", "4", "5"]
    assert programs.before().name == "3"


def test_going_back_is_to_the_version_before_and_again_to_the_one_that_was_left(checkout):
    programs = programs_of(checkout)
    first = programs.current()
    programs.add(a_wheel(checkout, STARTS), {"a": "1"})
    second = programs.current()
    for expected in (first, second, first):
        programs.go_back()
        assert programs.current() == expected
    assert plays_a_ply(checkout)[0]


def test_without_a_version_before_one_line_says_so(checkout):
    programs = programs_of(checkout)
    with pytest.raises(SetUpError, match=r"expected another version .* got none"):
        programs.go_back()
    assert plays_a_ply(checkout)[0]


def test_a_version_before_that_does_not_start_any_more_is_refused(checkout):
    programs = programs_of(checkout)
    start = programs.current() / "companion" / "cli.py"
    # The file itself is that of all the tests.
    start.unlink()
    start.write_text("what?")
    programs.add(a_wheel(checkout, STARTS), {"a": "1"})
    current = programs.current()
    with pytest.raises(SetUpError, match=r"expected the version before to start, got 'SyntaxErr"):
        programs.go_back()
    assert programs.current() == current


def test_what_was_half_removed_is_no_version_to_go_back_to(checkout, monkeypatch):
    programs = programs_of(checkout)
    whole = shutil.rmtree

    def cut_off(folder, *_, **named):
        if not Path(folder).name.isdigit():
            whole(folder, *_, **named)

    monkeypatch.setattr("shutil.rmtree", cut_off)
    for number in range(3):
        programs.add(a_wheel(checkout, STARTS), {"a": str(number)})
    assert kept(programs) == ["1", "2", "3", "4"]
    assert not (programs.folder / "2" / "sources.json").exists()


def test_a_copy_without_its_digests_was_cut_off_and_is_none(checkout):
    programs = programs_of(checkout)
    (programs.current() / "sources.json").unlink()
    assert programs.current() is None


def test_a_program_that_runs_keeps_its_modules_when_another_is_chosen(checkout):
    programs = programs_of(checkout)
    code = (
        "import companion; print(companion.__file__, flush=True); input();"
        "import companion.storage.saves; print(companion.storage.saves.__file__)"
    )
    with subprocess.Popen(
        [programs.environment.python, "-I", "-c", code],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        first = running.stdout.readline()
        programs.add(a_wheel(checkout, STARTS), {})
        later, _ = running.communicate("\n")
    assert first.split("/companion/")[0] == later.split("/companion/")[0]


def test_it_starts_through_a_link_from_anywhere_whatever_pythonpath_says(checkout, tmp_path):
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "__init__.py").write_text("1 / 0")
    link = tmp_path / "play me"
    link.symlink_to(checkout / ".venv/bin/companion")
    misled = {"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [link, "--version"], cwd=tmp_path, env=misled,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("companion 0"), done.stderr


def test_sources_are_told_from_others_by_what_is_in_them(checkout):
    programs = programs_of(checkout)
    assert programs.is_of(digests_of(checkout))
    rule = checkout / "companion/games/querni/kernel/rules.py"
    text = rule.read_bytes()
    rule.write_bytes(text + b"\n")
    assert not programs.is_of(digests_of(checkout))
    rule.write_bytes(text)
    assert programs.is_of(digests_of(checkout))
    (checkout / "companion/games/querni/new.toml").write_text("")
    assert not programs.is_of(digests_of(checkout))


def test_what_python_and_compilers_leave_is_no_source(tmp_path):
    copy_sources(ROOT, tmp_path / "copy")
    before = digests_of(tmp_path / "copy")
    (tmp_path / "copy/companion/__pycache__").mkdir()
    (tmp_path / "copy/companion/__pycache__/cli.cpython-311.pyc").write_text("")
    (tmp_path / "copy/companion/games/alquerque/rules/kernel/unrolled.py").write_text("1 / 0")
    (tmp_path / "copy/companion/games/querni/kernel/rules.so").write_text("")
    assert digests_of(tmp_path / "copy") == before
    assert digests_of(ROOT) == before


def test_a_folder_without_digests_is_made_of_nothing(tmp_path):
    assert sources_of(tmp_path) is None


def test_what_could_not_be_compiled_is_not_tried_again_until_it_changes(checkout):
    programs = programs_of(checkout)
    assert programs.may_be_compiled()
    programs.note_not_compiled("why")
    assert not programs.may_be_compiled()
    assert (programs.current() / NOT_COMPILED).read_text() == "why"
    programs.add(a_wheel(checkout, STARTS), {})
    assert programs.may_be_compiled()


def test_an_update_shows_on_a_terminal_how_far_it_is(checkout):
    change_a_rule(checkout)
    reader, writer = os.openpty()
    # Less than all of it waits in the terminal to be read.
    done = make(checkout, "play", "ARGS=--version", stderr=writer)
    os.close(writer)
    shown = os.read(reader, 10_000).decode()
    os.close(reader)
    assert done.returncode == 0
    lines = [line.rstrip() for line in shown.splitlines()]
    assert any(line.endswith("building the program") and " 85 %" in line for line in lines)
    assert any(line.endswith("done") and " 100 %" in line for line in lines)


def test_an_update_that_cannot_be_fetched_names_what_starts_the_old_program(checkout):
    project = checkout / "pyproject.toml"
    asked = project.read_text().replace('"pyserial>=3.5"', '"no-such-library-as-this"')
    project.write_text(asked)
    done = make(checkout, "play", **NO_INDEX)
    (line,) = said_by_make(done)
    assert done.returncode == 2
    assert "the network is needed once" in line
    assert line.endswith("; until then .venv/bin/companion starts the program as it was")
    assert plays_a_ply(checkout)[0]


def test_make_play_says_nothing_when_all_is_there(checkout):
    done = make(checkout, "play", "ARGS=--version")
    assert (done.stdout, done.stderr) == (f"{version(checkout, COMPANION_COMPILED='no')}\n", "")

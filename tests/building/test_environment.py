import resource
import shutil
import subprocess
import threading
from dataclasses import replace

import pytest

from companion.building.__main__ import is_on_a_pi, set_up_tools
from companion.building.environment import (
    MARK,
    Environment,
    EnvironmentSpec,
    held,
    requirements_of,
    write_whole,
)
from companion.building.progress import (
    BUILDING,
    FETCHED_MB,
    FETCHING,
    INSTALLING,
    pip_progress,
)
from companion.building.wheel import TO_BUILD
from companion.errors import SetUpError
from tests.building.checkouts import NO_INDEX, ROOT, copy_environment, set_up_once

LIBRARIES = requirements_of(ROOT / "pyproject.toml")
MADE = EnvironmentSpec((*LIBRARIES, *TO_BUILD), uses_system=is_on_a_pi())


@pytest.fixture
def environment(tmp_path_factory, tmp_path):
    """The environment that ``make play`` has made."""
    copy_environment(set_up_once(tmp_path_factory) / ".venv", tmp_path / "env")
    return Environment(tmp_path / "env", "play")


def test_what_was_made_is_there_and_needs_nothing_more(environment):
    assert environment.has(MADE)
    before = sorted(environment.folder.rglob("*"))
    environment.ensure(MADE)
    assert sorted(environment.folder.rglob("*")) == before


def test_one_that_is_cut_off_before_what_belongs_to_it_last_is_not_whole(environment):
    def stop():
        raise KeyboardInterrupt

    # What is there already, so that it need not be fetched.
    wanted = EnvironmentSpec(("pip",))
    with pytest.raises(KeyboardInterrupt):
        environment.ensure(wanted, stop)
    assert not environment.has(wanted)
    assert not environment.has(MADE)


def test_the_tools_are_set_up_anew_for_another_version_which_their_program_tells(tmp_path):
    class Whole(Environment):
        def has(self, wanted):
            asked.append(wanted)
            return True

    asked = []
    for version in ("1.0", "1.1", "1.1"):
        (tmp_path / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
        set_up_tools(Whole(tmp_path / "env", "test"), tmp_path, (), uses_system=False)
    assert asked[0] != asked[1] == asked[2]


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path):
    letter = tmp_path / "letters" / "first.txt"
    letter.parent.mkdir()
    letter.write_text("Dear Ann")
    environment = Environment(letter.parent, "play")
    with pytest.raises(SetUpError, match="expected an environment or an empty folder"):
        environment.ensure(EnvironmentSpec(()))
    with pytest.raises(SetUpError):
        environment.remove()
    assert letter.read_text() == "Dear Ann"


def test_one_that_was_hardly_begun_is_removed_and_one_that_is_not_there_is_none(tmp_path):
    (tmp_path / "env" / "bin").mkdir(parents=True)
    environment = Environment(tmp_path / "env", "play")
    for _ in range(2):
        environment.remove()
        assert list(tmp_path.iterdir()) == []


def test_removing_that_was_cut_off_can_be_done_again(environment, monkeypatch):
    whole = shutil.rmtree

    def cut_off(path, *rest, **named):
        whole(path, *rest, **named)
        raise KeyboardInterrupt

    monkeypatch.setattr(shutil, "rmtree", cut_off)
    while environment.folder.exists():
        with pytest.raises(KeyboardInterrupt):
            environment.remove()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"python": "2.7"}', "\0"])
def test_a_mark_that_says_nothing_is_none(environment, text):
    (environment.folder / MARK).write_text(text)
    assert not environment.has(MADE)


def test_one_whose_python_is_gone_is_not_whole(environment):
    environment.python.unlink()
    assert not environment.has(MADE)


def test_one_of_another_python_or_of_other_libraries_is_not_what_is_wanted(environment):
    assert not environment.has(replace(MADE, python="3.9"))
    assert not environment.has(replace(MADE, uses_system=not MADE.uses_system))
    assert not environment.has(replace(MADE, requirements=("pyserial",)))


def test_what_cannot_be_fetched_leaves_the_environment_as_it_was(environment, monkeypatch):
    for name, value in NO_INDEX.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SetUpError, match=r"the network is needed once.* make play again"):
        environment.ensure(EnvironmentSpec(("no-such-library-as-this",)))
    assert environment.has(MADE)


def test_every_library_has_what_it_asks_for(environment):
    done = subprocess.run(
        [environment.python, "-m", "pip", "check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "No broken requirements found.\n")


def test_what_asks_for_nothing_new_needs_no_network(environment, monkeypatch):
    for name, value in NO_INDEX.items():
        monkeypatch.setenv(name, value)
    newer = tuple(line.replace("tqdm>=4.64", "tqdm>=4.65") for line in LIBRARIES)
    assert newer != LIBRARIES
    environment.ensure(replace(MADE, requirements=newer))
    assert environment.has(replace(MADE, requirements=newer))


def test_an_environment_that_cannot_be_made_leaves_nothing(tmp_path):
    # No file of more than some bytes, as on a disk that is full.
    code = (
        "import sys; from pathlib import Path\n"
        "from companion.building.environment import Environment, EnvironmentSpec\n"
        "from companion.errors import SetUpError\n"
        "try: Environment(Path(sys.argv[1]), 'play').ensure(EnvironmentSpec(()))\n"
        "except SetUpError as error: print(error)"
    )
    done = subprocess.run(
        [shutil.which("python3"), "-c", code, tmp_path / "env"], cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200)),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("expected an environment in"), done.stderr
    assert not (tmp_path / "env").exists()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ERROR: [Errno 28] No space left on device", "no space is left on the disk of "),
        ("WARNING: x\nERROR: NewConnectionError('y')", "the network is needed once"),
        ("ERROR: Failed to build 'pygame'\n", "got \"ERROR: Failed to build 'pygame'\""),
        ("", "got 'nothing'"),
    ],
)
def test_why_pip_has_failed_is_told_in_one_line(environment, text, line):
    log = environment.folder / "set-up.log"
    log.write_text(text)
    reason = environment._reason(log)
    assert line in reason
    assert "\n" not in reason
    assert "run make play again" in reason


def test_libraries_are_those_of_the_project_without_its_tools():
    lines = requirements_of(ROOT / "pyproject.toml")
    assert any(line.startswith("pygame") for line in lines)
    assert not any(line.startswith("pytest") for line in lines)


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    file = tmp_path / "file"
    write_whole(file, "old")
    file.chmod(0o444)
    write_whole(file, "new", 0o755)
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o755
    assert list(tmp_path.iterdir()) == [file]


def test_two_set_ups_wait_for_each_other(tmp_path):
    code = (
        "import sys; from pathlib import Path\n"
        "from companion.building.environment import held\n"
        "with held(Path(sys.argv[1])): print('in', flush=True); input()"
    )
    command = ["python3", "-c", code, str(tmp_path / "env")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    with held(tmp_path / "env"), subprocess.Popen(command, **pipes) as other:
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(0.3)
        # Held by this process: the other has not said that it is in.
        import select

        assert not select.select([other.stdout], [], [], 0)[0]
        other.kill()
    with held(tmp_path / "env"):
        pass


def test_how_far_pip_is_is_what_lies_there_and_what_it_says(tmp_path):
    log, libraries = tmp_path / "log", tmp_path / "libraries"
    fetched = tmp_path / "pip-unpack-1" / "pillow-13.0.0-py3-none-any.whl"
    fetched.parent.mkdir()
    fetched.write_bytes(bytes(FETCHED_MB * 500_000))
    (libraries / "pillow-13.0.0.dist-info").mkdir(parents=True)
    log.write_text(
        "Collecting pillow>=9.4\n  Downloading pillow-13.0.0-py3-none-any.whl (13 MB)\n"
    )
    fraction, what = pip_progress(log, tmp_path, libraries)
    assert fraction == (FETCHING + INSTALLING) / 2
    assert what == f"fetched {FETCHED_MB // 2} of some {FETCHED_MB} MB: pillow-13.0.0"
    with log.open("a") as file:
        file.write("Installing collected packages: pillow, charset-normalizer\n")
    fraction, what = pip_progress(log, tmp_path, libraries)
    assert fraction == (INSTALLING + BUILDING) / 2
    assert what == "installing 1 of 2 libraries"


def test_what_pip_fetches_is_shown_while_it_does(environment):
    shown = []
    environment.watch = lambda fraction, what: shown.append(what)
    # What is there already, so that it need not be fetched.
    environment.ensure(EnvironmentSpec(("pip",)))
    assert any(what.startswith("fetched 0 of some") for what in shown)


def test_what_pip_removes_while_it_is_looked_for_is_not_missed(tmp_path):
    log, is_over = tmp_path / "log", threading.Event()
    log.write_text("")

    def unpack():
        while not is_over.is_set():
            for number in range(20):
                (tmp_path / f"pip-{number}" / "a" / "b").mkdir(parents=True)
            for number in range(20):
                shutil.rmtree(tmp_path / f"pip-{number}")

    pip = threading.Thread(target=unpack)
    pip.start()
    try:
        for _ in range(2000):
            pip_progress(log, tmp_path, tmp_path / "libraries")
    finally:
        is_over.set()
        pip.join()

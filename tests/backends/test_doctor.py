"""``companion doctor``: the whole command, and the checks that need no hardware."""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion import damage as damage_noted
from companion.building.progress import FAILED, RUNNING, CompileProgress, write_progress
from companion.commands import doctor
from companion.commands.doctor import FAULT, OK, WARNING, codes, diagnosis_of
from companion.config.values import Config, LedConfig
from companion.engine.endgames import Trouble
from companion.remote.bus import BusState

ROOT = Path(__file__).parents[2]


def run_doctor(*words, command="doctor", **environment):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy", **environment}
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", command, *map(str, words)],
        capture_output=True, text=True, check=False, env=env,
    )  # fmt: skip


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What it prints of this machine, and the folder of the state, of which there is none."""
    folder = tmp_path_factory.mktemp("state")
    done = run_doctor("--state", folder)
    assert done.stderr == ""
    return done.stdout, folder


def test_each_line_tells_how_grave_it_is(report):
    lines = [line for line in report[0].splitlines() if not line.startswith(" ")]
    assert {line.split()[0] for line in lines} <= {OK, WARNING, FAULT}
    checked = [line.split()[1] for line in lines]
    for check in (
        "python",
        "rules",
        "display",
        "touch",
        "fonts",
        "gpio",
        "serial",
        "controller",
        "sound",
        "voice",
    ):
        assert check in checked
    assert checked.count("state") == 3


def test_it_leaves_nothing_behind(report):
    assert list(report[1].iterdir()) == []


def test_json_has_the_same_findings(tmp_path, report):
    findings = json.loads(run_doctor("--state", tmp_path, "--json").stdout)
    assert all(set(each) == {"check", "level", "text", "advice"} for each in findings)
    lines = [line.split()[1] for line in report[0].splitlines() if not line.startswith(" ")]
    assert [each["check"] for each in findings] == lines


def test_a_table_that_cannot_be_used_and_one_half_built_are_told(tmp_path):
    folder = tmp_path / "data" / "board-companion" / "tables"
    (folder / "alquerque-9.table.parts").mkdir(parents=True)
    (folder / "alquerque-9.table.parts" / "8-1.part").write_bytes(b"")
    cut = folder / "alquerque-8.table"
    cut.write_bytes(b"Board Companion endg")
    done = run_doctor(
        "--state", tmp_path / "state", "--json", XDG_DATA_HOME=str(tmp_path / "data")
    )
    findings = [each for each in json.loads(done.stdout) if each["check"] == "tables"]
    assert [(each["level"], each["text"]) for each in findings] == [
        (OK, "Endgames of alquerque with up to 7 pieces are known."),
        (WARNING, f"The endgame table {cut} is not used: it is cut off."),
        (WARNING, "The endgame table of alquerque with 9 pieces is half built."),
    ]
    assert done.returncode == 0


def test_a_fault_gives_status_1(tmp_path):
    (tmp_path / "file").write_text("no folder")
    done = run_doctor("--state", tmp_path / "file")
    assert done.returncode == 1
    assert re.search(r"^fault\s+state", done.stdout, re.M)


def test_a_wrong_configuration_is_one_line_and_status_2(tmp_path):
    (tmp_path / "config.toml").write_text("[leds]\nbaud = 5\n")
    done = run_doctor("--state", tmp_path, "--config", tmp_path / "config.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("changed", "to", "problem"),
    [
        ("pitch = 3", "pitch = 0", "lamps.16x16.pitch: expected 1 to 64, got 0"),
        (
            "first = [1, 1]",
            "first = [9, 1]",
            "lamps.16x16: expected a lamp on the panel for d1, got 'column 18, row 1'",
        ),
    ],
    ids=["two dots on one lamp", "a lamp beyond the strip"],
)
def test_a_board_whose_lamps_cannot_be_is_one_line_and_status_2(tmp_path, changed, to, problem):
    shipped = ROOT / "companion" / "games" / "alquerque" / "board.toml"
    text = shipped.read_text()
    assert changed in text
    (tmp_path / "own.toml").write_text(text.replace(changed, to, 1))
    config = tmp_path / "config.toml"
    config.write_text('[boards]\nalquerque = "own.toml"\n')
    done = run_doctor("--state", tmp_path / "state", "--config", config)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.endswith(f"own.toml: {problem}")
    played = run_doctor("--state", tmp_path / "state", "--config", config, command="play")
    assert (played.returncode, played.stderr) == (2, done.stderr)


@pytest.mark.parametrize(
    ("panel", "code", "values"),
    [
        ("16x16", "boards-lit", (5, "16x16")),
        ("9x9", "boards-dark", ("querni, quincala", "9x9")),
    ],
)
def test_boards_that_the_panel_is_too_small_for_are_named(tmp_path, panel, code, values):
    finding = doctor.check_boards(Config(leds=LedConfig(panel=panel)))
    assert finding == ("boards", code, values)


def test_without_a_screen_the_rest_is_checked_all_the_same(tmp_path):
    done = run_doctor("--state", tmp_path, SDL_VIDEODRIVER="nothing-like-it")
    assert done.returncode == 1
    assert re.search(r"^fault\s+display", done.stdout, re.M)
    assert re.search(r"^ok\s+state", done.stdout, re.M)


def volt(folder, name, alarm):
    (folder / name).mkdir(parents=True)
    (folder / name / "name").write_text("rpi_volt\n" if alarm is not None else "cpu_thermal\n")
    if alarm is not None:
        (folder / name / "in0_lcrit_alarm").write_text(f"{alarm}\n")


@pytest.mark.parametrize(("alarm", "code"), [(0, "power-ok"), (1, "power-low")])
def test_the_flag_of_low_voltage_is_read(tmp_path, alarm, code):
    volt(tmp_path, "hwmon0", None)
    volt(tmp_path, "hwmon1", alarm)
    assert [finding.code for finding in doctor.check_power(tmp_path)] == [code]


def test_machines_without_that_flag_say_nothing_of_it(tmp_path):
    volt(tmp_path, "hwmon0", None)
    assert doctor.check_power(tmp_path) == []
    assert doctor.check_power(tmp_path / "none") == []


def test_a_disk_that_is_nearly_full_or_slow_is_a_warning(tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "LEAST_FREE_MB", 10**12)
    monkeypatch.setattr(doctor, "SLOW_SYNC_MS", -1)
    findings = doctor.check_state(tmp_path / "new")
    assert [each.code for each in findings] == ["state-ok", "room-short", "sync-slow"]
    assert {diagnosis_of(each).level for each in findings[1:]} == {WARNING}


def test_every_code_that_a_check_may_find_has_a_sentence():
    named = {f"table-{trouble}" for trouble in Trouble}
    unreached = set(BusState) - {BusState.CONNECTED, BusState.NO_LIBRARY, BusState.NO_RELAY}
    named |= {f"club-{state}" for state in unreached}
    checkers = (f"hardware/{name}.py" for name in ("checkup", "buttons", "power"))
    ours = ("companion/commands/doctor.py", "companion/backends/sound_check.py")
    for file in (*ours, *checkers):
        # Behind that the sentences begin.
        text = (ROOT / file).read_text().partition("class Diagnosis")[0]
        named |= set(re.findall(r'Finding\(\s*"\w+", "([\w-]+)"', text))
        named |= set(re.findall(r'"((?:club|python|rules|fonts|room|sync|power)-[\w-]+)"', text))
    assert named == codes()


# Two libraries by one name


def installed(folder, name, version):
    """Note *name* in *folder* as pip does, without its files."""
    noted = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    noted.mkdir(parents=True)
    (noted / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def test_both_libraries_called_pygame_in_one_folder_are_told_with_what_mends_it(
    tmp_path, monkeypatch
):
    installed(tmp_path, "pygame", "2.6.1")
    installed(tmp_path, "pygame-ce", "2.5.8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "executable", "/home/me/my games/bin/python")
    (finding,) = doctor.check_pygame()
    diagnosis = diagnosis_of(finding)
    assert diagnosis.level == WARNING
    assert diagnosis.text == "pygame 2.6.1 and pygame-ce 2.5.8 overwrite each other."
    assert diagnosis.advice == (
        "Run: '/home/me/my games/bin/python' -m pip uninstall -y pygame pygame-ce"
        f" && '/home/me/my games/bin/python' -m pip install {doctor.wanted_pygame()}"
    )


def test_one_of_them_or_each_in_its_folder_is_nothing_to_tell(tmp_path, monkeypatch):
    assert doctor.check_pygame() == []
    installed(tmp_path / "environment", "pygame-ce", "2.5.8")
    installed(tmp_path / "system", "pygame", "2.1.2")
    monkeypatch.syspath_prepend(tmp_path / "system")
    monkeypatch.syspath_prepend(tmp_path / "environment")
    assert doctor.check_pygame() == []


def test_a_pygame_without_its_files_is_a_fault_and_the_rest_is_checked(tmp_path):
    (tmp_path / "pygame").mkdir()
    (tmp_path / "pygame" / "__init__.py").touch()
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = run_doctor("--state", tmp_path / "state", PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (1, "")
    assert re.search(r"^fault\s+pygame\s+pygame cannot be loaded: ", done.stdout, re.M)
    assert re.search(r"^ok\s+state", done.stdout, re.M)


def test_which_of_them_runs_is_told(report):
    import pygame

    name = "pygame-ce" if getattr(pygame, "IS_CE", False) else "pygame"
    assert f", {name} {pygame.version.ver}, SDL " in report[0]


@pytest.mark.parametrize("python", ["3.11", "3.13", "3.14", "3.15"])
def test_pip_is_asked_for_the_one_that_the_doctor_names(python, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (*map(int, python.split(".")), 0))
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    asked = [
        each.name
        for each in map(Requirement, wanted)
        if each.name.startswith("pygame") and each.marker.evaluate({"python_version": python})
    ]
    assert asked == [doctor.wanted_pygame()]


def test_while_rules_are_compiled_nothing_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "RULES_TEXT", "rules not compiled")
    progress = CompileProgress(RUNNING, 0.42, os.getpid())
    write_progress(tmp_path / "compiling.json", progress)
    diagnosis = diagnosis_of(doctor.check_rules(tmp_path))
    assert (diagnosis.level, diagnosis.advice) == (OK, "")
    assert diagnosis.text.startswith("The rules are being compiled (42%)")
    write_progress(tmp_path / "compiling.json", CompileProgress(FAILED))
    assert doctor.check_rules(tmp_path).code == "rules-sources-wheel"


@pytest.mark.parametrize(
    ("made", "code"),
    [
        ("venv/program", "rules-sources"),
        ("Makefile", "rules-sources"),
        ("", "rules-sources-wheel"),
    ],
)
def test_how_rules_are_compiled_depends_on_where_the_environment_came_from(
    tmp_path, monkeypatch, made, code
):
    monkeypatch.setattr(doctor, "RULES_TEXT", "rules not compiled")
    (tmp_path / "venv").mkdir()
    if made == "Makefile":
        (tmp_path / made).touch()
    elif made:
        (tmp_path / made).mkdir()
    assert doctor.check_rules(tmp_path / "venv").code == code


@pytest.fixture
def game_beside(tmp_path, monkeypatch):
    """A game that is installed beside the program: its module, recorded as pip records it."""
    module = tmp_path / "some_game.py"
    module.write_bytes(b"PLUGIN = None\n")
    digest = base64.urlsafe_b64encode(hashlib.sha256(module.read_bytes()).digest()).rstrip(b"=")
    info = tmp_path / "some_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{doctor.GROUP}]\nsome-game = some_game:PLUGIN\n")
    (info / "RECORD").write_text(f"some_game.py,sha256={digest.decode()},14\nsome_game.pyc,,\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(damage_noted, "_files", {})
    return module


def test_files_as_they_were_packed_are_undamaged(game_beside):
    assert doctor.check_files().code == "files-ok"


@pytest.mark.parametrize("damage", ["a byte", "gone", "its row"])
def test_a_file_other_than_it_was_packed_is_named(game_beside, damage):
    if damage == "gone":
        game_beside.unlink()
    elif damage == "its row":
        [record] = game_beside.parent.glob("*.dist-info/RECORD")
        record.write_text(record.read_text("utf-8").replace("sha256", "shb256") + "\n,\n")
    else:
        game_beside.write_bytes(b"PLUGIN = Nooe\n")
    finding = doctor.check_files()
    assert (finding.code, finding.values) == ("files-damaged", (str(game_beside),))


@pytest.mark.parametrize("target", ["nowhere", "in a circle"])
def test_a_state_folder_that_leads_nowhere_is_told_as_that(tmp_path, target):
    link = tmp_path / "state"
    link.symlink_to(link if target == "in a circle" else tmp_path / target)
    (finding,) = doctor.check_state(link)
    assert finding.code == "state-nowhere"
    assert finding.values == (str(link), os.path.realpath(link))

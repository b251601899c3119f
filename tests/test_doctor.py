"""``companion doctor``: the whole command, and the checks that need no hardware."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion import doctor
from companion.config_values import Config, LedConfig
from companion.words.doctor import FAULT, OK, WARNING, codes, diagnosis_of

ROOT = Path(__file__).parents[1]


def run(*words, command="doctor", **environment):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy", **environment}
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", command, *map(str, words)],
        capture_output=True, text=True, check=False, env=env,
    )  # fmt: skip


def test_each_line_tells_how_grave_it_is(tmp_path):
    done = run("--state", tmp_path)
    assert done.stderr == ""
    lines = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert {line.split()[0] for line in lines} <= {OK, WARNING, FAULT}
    checked = [line.split()[1] for line in lines]
    for check in ("python", "rules", "display", "touch", "fonts", "gpio", "serial", "controller"):
        assert check in checked
    assert checked.count("state") == 3
    assert list(tmp_path.iterdir()) == []


def test_json_has_the_same_findings(tmp_path):
    told = json.loads(run("--state", tmp_path, "--json").stdout)
    assert all(set(each) == {"check", "level", "text", "advice"} for each in told)
    assert {each["check"] for each in told} >= {"python", "display", "gpio", "state"}


def test_a_fault_gives_status_1(tmp_path):
    (tmp_path / "file").write_text("no folder")
    done = run("--state", tmp_path / "file")
    assert done.returncode == 1
    assert re.search(r"^fault\s+state", done.stdout, re.M)


def test_a_wrong_configuration_is_one_line_and_status_2(tmp_path):
    (tmp_path / "config.toml").write_text("[leds]\nbaud = 5\n")
    done = run("--state", tmp_path, "--config", tmp_path / "config.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("changed", "to", "told"),
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
def test_a_board_whose_lamps_cannot_be_is_one_line_and_status_2(tmp_path, changed, to, told):
    shipped = ROOT / "companion" / "games" / "boards" / "alquerque.toml"
    text = shipped.read_text()
    assert changed in text
    (tmp_path / "own.toml").write_text(text.replace(changed, to, 1))
    config = tmp_path / "config.toml"
    config.write_text('[boards]\nalquerque = "own.toml"\n')
    done = run("--state", tmp_path / "state", "--config", config)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.endswith(f"own.toml: {told}")
    played = run("--state", tmp_path / "state", "--config", config, command="play")
    assert (played.returncode, played.stderr) == (2, done.stderr)


@pytest.mark.parametrize(
    ("panel", "code", "values"),
    [
        ("16x16", "boards-lit", (5, "16x16")),
        ("9x9", "boards-dark", ("querni, quincala", "9x9")),
    ],
)
def test_boards_that_the_panel_is_too_small_for_are_named(tmp_path, panel, code, values):
    found = doctor.check_boards(Config(leds=LedConfig(panel=panel)))
    assert found == ("boards", code, values)


def test_without_a_screen_the_rest_is_checked_all_the_same(tmp_path):
    done = run("--state", tmp_path, SDL_VIDEODRIVER="nothing-like-it")
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
    assert [found.code for found in doctor.check_power(tmp_path)] == [code]


def test_machines_without_that_flag_say_nothing_of_it(tmp_path):
    volt(tmp_path, "hwmon0", None)
    assert doctor.check_power(tmp_path) == []
    assert doctor.check_power(tmp_path / "none") == []


def test_a_disk_that_is_nearly_full_or_slow_is_a_warning(tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "LEAST_FREE_MB", 10**12)
    monkeypatch.setattr(doctor, "SLOW_SYNC_MS", -1)
    found = doctor.check_state(tmp_path / "new")
    assert [each.code for each in found] == ["state-ok", "room-short", "sync-slow"]
    assert {diagnosis_of(each).level for each in found[1:]} == {WARNING}


def test_every_code_that_a_check_may_find_has_a_sentence():
    named = set()
    for file in ("companion/doctor.py", "hardware/checkup.py", "hardware/power.py"):
        text = (ROOT / file).read_text()
        named |= set(re.findall(r'Finding\(\s*"\w+", "([\w-]+)"', text))
        named |= set(re.findall(r'"((?:python|rules|fonts|room|sync|power)-[\w-]+)"', text))
    assert named == codes()

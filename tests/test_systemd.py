"""The service: its units as systemd reads them, and installing below a folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import make_parser

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "systemd"
UNITS = ("board-companion.service", "board-companion-desktop.service")

needs_systemd = pytest.mark.needs("systemd")


def run(*command, **named):
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **named
    )


@pytest.fixture
def unit(tmp_path):
    """A unit as it is shipped, but for the program, which is not installed here."""

    def copied(name, old="", new=""):
        text = (FOLDER / name).read_text()
        assert old in text
        text = text.replace("/opt/board-companion/bin/companion", sys.executable)
        path = tmp_path / name
        path.write_text(text.replace(old, new, 1) if old else text)
        return path

    return copied


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_has_nothing_to_say_about_a_unit(unit, name):
    scope = ["--user"] if "desktop" in name else []
    env = {**os.environ, "XDG_RUNTIME_DIR": str(unit(name).parent)}
    told = run("systemd-analyze", "verify", *scope, "--man=no", unit(name), env=env)
    assert (told.returncode, told.stderr) == (0, "")


@needs_systemd
def test_a_misspelt_key_would_be_noticed(unit):
    told = run("systemd-analyze", "verify", unit(UNITS[0], "RestartSec=", "RestartSecs="))
    assert "RestartSecs" in told.stderr


@needs_systemd
def test_the_service_may_do_little_beyond_what_it_needs(unit):
    told = run("systemd-analyze", "security", "--offline=true", unit(UNITS[0]))
    level = float(re.search(r"exposure level.*?: ([\d.]+)", told.stdout)[1])
    assert level <= 2.5, told.stdout


@pytest.mark.parametrize("name", UNITS)
def test_the_watchdog_and_the_restarts_are_as_the_program_relies_on(name):
    lines = (FOLDER / name).read_text().splitlines()
    for line in ("Type=notify", "Restart=on-failure", "StartLimitIntervalSec=0"):
        assert line in lines
    assert any(re.fullmatch(r"WatchdogSec=\d+", line) for line in lines)


@pytest.mark.parametrize("name", UNITS)
def test_a_refused_configuration_does_not_end_the_program_over_and_over(name):
    command = re.search(r"^ExecStart=(.*)$", (FOLDER / name).read_text(), re.MULTILINE)[1]
    args = make_parser().parse_args(command.split()[1:])
    assert args.unattended


@pytest.mark.needs("udev")
def test_the_udev_rule_is_one(tmp_path):
    if "verify" not in run("udevadm", "--help").stdout:
        # Before systemd 254 udevadm cannot check rules: look at their form at least.
        text = (FOLDER / "70-board-companion.rules").read_text()
        for line in text.splitlines():
            if line and not line.startswith("#"):
                for part in line.split(", "):
                    assert re.fullmatch(r'[A-Z]+({\w+})?(==|!=|=|\+=)"[^"]*"', part), part
        return
    told = run("udevadm", "verify", FOLDER / "70-board-companion.rules")
    assert told.returncode == 0, told.stderr


def test_the_right_to_switch_off_is_that_of_the_service_and_no_other():
    text = (FOLDER / "70-board-companion.polkit").read_text()
    code = "\n".join(line for line in text.splitlines() if not line.strip().startswith("//"))
    unit = (FOLDER / UNITS[0]).read_text()
    assert re.findall(r'subject\.user == "([^"]+)"', code) == re.findall(
        r"^User=(.+)$", unit, re.M
    )
    assert re.findall(r'action\.id == "([^"]+)"', code) == [
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    ]
    # The user and one of the actions, and nothing without both.
    assert re.search(r"if \(subject\.user == .* &&\s+\(action.* \|\|\s+action.*\)\) \{", code)
    assert code.count("polkit.Result") == code.count("return") == 1


@needs_systemd
@pytest.mark.slow
def test_installing_twice_and_removing_leaves_the_saves_alone(tmp_path):
    root = tmp_path / "card"
    (root / "etc").mkdir(parents=True)
    saves = root / "var/lib/board-companion/journal"
    saves.parent.mkdir(parents=True)
    saves.write_text("a game")
    env = {
        **os.environ, "DESTDIR": str(root), "COMPANION_COMPILED": "no", "PYTHON": sys.executable,
    }  # fmt: skip

    def make(target):
        return run("make", "-C", ROOT, target, env=env)

    first = make("install")
    assert first.returncode == 0, first.stderr
    placed = sorted(
        str(path.relative_to(root)) for path in (root / "etc").rglob("*") if path.is_file()
    )
    assert {
        "etc/systemd/system/board-companion.service",
        "etc/systemd/user/board-companion-desktop.service",
        "etc/sysusers.d/board-companion.conf",
        "etc/udev/rules.d/70-board-companion.rules",
        "etc/polkit-1/rules.d/70-board-companion.rules",
    } <= set(placed)
    assert "board-companion:" in (root / "etc/passwd").read_text()
    told = run(root / "opt/board-companion/bin/companion", "games")
    assert "alquerque" in told.stdout
    again = make("install")
    assert again.returncode == 0, again.stderr
    assert again.stdout.count("is up to date") == 5
    gone = make("uninstall")
    assert gone.returncode == 0, gone.stderr
    assert not list(root.rglob("board-companion*.service"))
    assert not (root / "opt/board-companion").exists()
    assert not (root / "etc/polkit-1/rules.d/70-board-companion.rules").exists()
    assert saves.read_text() == "a game"
    assert make("uninstall").returncode == 0


def test_without_root_it_says_how_to_run_it():
    anyone = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    # Read from its start on, for a user who cannot enter this folder, such as root's home.
    with (FOLDER / "install.sh").open() as script:
        told = run(*anyone, "sh", "-s", "install", stdin=script, cwd="/")
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert "sudo make install" in told.stderr


def test_another_word_is_refused():
    told = run(FOLDER / "install.sh", "instal")
    assert (told.returncode, told.stdout) == (2, "")
    assert "expected install or uninstall, got 'instal'" in told.stderr

"""The report of ``companion doctor --report``: it tells of the machine and of nobody."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.backends.machine_report import Private, log_messages, machine_report
from companion.config.values import Config, LedConfig, PlayConfig, SoundConfig
from tests.commands.evenings import named_evenings

ROOT = Path(__file__).parents[2]
SECTIONS = (
    "program", "system", "display", "touch", "gpio", "serial", "sound", "libraries", "doctor",
    "settings", "saves", "log",
)  # fmt: skip
USER, HOME, PLAYER = "Zwiebelfisch", "Geheimhaus", "Quasimodo Ünsinn"
CONFIG = f"""
[play]
players = "{PLAYER}, person, program level 3, person"
[leds]
port = "/dev/serial/by-id/usb-1a86_USB_Serial_SN4711-if00"
brightness = 55
"""


@pytest.fixture
def home(tmp_path):
    """The home of somebody with games of people with names."""
    home = tmp_path / f"{HOME} {USER}"
    state = home / "games"
    state.mkdir(parents=True)
    named_evenings(state)
    for record in (state / "records").iterdir():
        record.write_text(record.read_text("utf-8").replace("Anna", PLAYER), "utf-8")
    (state / "players.txt").write_text(f"# names\n{PLAYER}\nBen\n", "utf-8")
    (state / "current.journal").write_text(f"half a game of {PLAYER}", "utf-8")
    (home / "config.toml").write_text(CONFIG, "utf-8")
    return home


def run_report(home, *words, **environment):
    env = {
        **os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy", "HOME": str(home),
        "USER": USER, "LOGNAME": USER, **environment,
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", "doctor", "--report", *map(str, words),
         "--state", str(home / "games"), "--config", str(home / "config.toml")],
        capture_output=True, text=True, check=False, env=env, cwd=home,
    )  # fmt: skip


def test_it_tells_of_the_machine_and_of_nobody(home):
    done = run_report(home, "-", LANGUAGE="de", LC_ALL="C.UTF-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines()[1:] if line[:1].isalpha()] == list(SECTIONS)
    # In English, whatever the language.
    assert "leds.brightness: 55" in done.stdout and "Games are kept in <folder>" in done.stdout
    assert "records: 3" in done.stdout and "names of players: 2" in done.stdout
    private = (USER, HOME, *PLAYER.split(), "Ben", "SN4711", socket.gethostname(), str(home))
    assert [word for word in private if word in done.stdout] == []


def test_json_has_the_same_sections(home):
    done = run_report(home, "-", "--json")
    assert tuple(json.loads(done.stdout)) == SECTIONS


def test_it_is_a_new_file_named_by_the_date(home):
    for number in (1, 2):
        done = run_report(home)
        assert (done.returncode, done.stderr) == (0, "")
        assert len(list(home.glob("board-companion-report-20*.txt"))) == number


def test_a_file_that_is_there_is_left_alone(home):
    (home / "mine.txt").write_text("mine")
    done = run_report(home, "mine.txt")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "mine.txt" in done.stderr
    assert (home / "mine.txt").read_text() == "mine"


def test_a_folder_that_is_not_there_is_one_line(home):
    done = run_report(home, "nowhere/report.txt")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "nowhere/report.txt" in done.stderr


@pytest.mark.root
def test_a_full_disk_leaves_no_half_of_it(home):
    full = home / "full"
    full.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", full], check=True)
    try:
        (full / "filler").write_bytes(bytes(4096))
        done = run_report(home, "full/report.txt")
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
        assert [path.name for path in full.iterdir()] == ["filler"]
    finally:
        subprocess.run(["umount", full], check=True)


def test_of_free_texts_only_that_they_are_set_is_told(tmp_path):
    config = Config(
        leds=LedConfig(port="/dev/mine", panel="9x9", baud=500000),
        play=PlayConfig(players=f"{PLAYER}, person, person, person"),
        sound=SoundConfig(speech=f"speak --as {PLAYER}"),
        boards={PLAYER: tmp_path / PLAYER},
    )
    assert machine_report([], config, tmp_path)["settings"] == {
        "leds.port": "set, not told", "leds.baud": 500000, "leds.panel": "9x9",
        "play.players": "set, not told", "sound.speech": "set, not told", "boards": "1 boards",
    }  # fmt: skip


def test_of_the_log_only_the_messages_of_the_program_are_told():
    lines = [
        f"companion: Games cannot be kept in /home/{USER}: {PLAYER}",
        f"Spiele können nicht in /home/{USER} gespeichert werden: {PLAYER}",
        f'  File "/home/{USER}/companion/cli.py", line 12, in main',
        f'  File "/home/companion/{USER}.py", line 12, in main',
        f"    do_what({PLAYER})",
        f"ValueError: {PLAYER}",
        f"{PLAYER} was here",
    ]
    assert list(log_messages(lines)) == [
        "Games cannot be kept in {0}: {1}",
        "Games cannot be kept in {0}: {1}",
        "companion/cli.py, line 12",
        "ValueError",
        "lines of anything else: 3",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"Games are kept in /home/{USER}/games.", "Games are kept in <folder>"),
        ("a file in /srv/secret/x, and /dev/ttyUSB0", "a file in <path>, and /dev/ttyUSB0"),
        ("/dev/serial/by-id/usb-FTDI_SN47-if00", "/dev/serial/by-id/usb-<id>"),
        (f"{USER.upper()}s and {USER}.", f"{USER.upper()}s and <name>."),
        ("of pi, on raspberrypi", "of pi, on raspberrypi"),
    ],
)
def test_names_folders_and_serial_numbers_are_left_out(text, told):
    private = Private([USER, "pi", "raspberrypi", ""], [Path(f"/home/{USER}"), Path("/")])
    assert private.left_out(text) == told


PI = {
    "proc/device-tree/model": b"Raspberry Pi 5 Model B Rev 1.0\0",
    "proc/meminfo": b"MemTotal:        8245000 kB\n",
    "etc/os-release": b'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "proc/bus/input/devices": b"""\
I: Bus=0003 Vendor=0eef
N: Name="WaveShare WS170120"
S: Sysfs=/devices/platform/usb
U: Uniq=SN4711
B: PROP=2

I: Bus=0003
N: Name="A keyboard"
B: PROP=0
""",
    "sys/class/drm/card1-HDMI-A-1/status": b"connected\n",
    "sys/class/drm/card1-HDMI-A-1/modes": b"1920x1080\n1920x1080\n800x480\n",
    "sys/class/drm/card1-HDMI-A-2/status": b"disconnected\n",
    "dev/gpiochip0": b"",
    "sys/bus/gpio/devices/gpiochip0/of_node/compatible": b"raspberrypi,rp1-gpio\0",
    "sys/devices/usb1/1-1/idVendor": b"1a86\n",
    "sys/devices/usb1/1-1/idProduct": b"7523\n",
    "sys/devices/usb1/1-1/serial": b"SN4711\n",
    "sys/devices/usb1/1-1/1-1:1.0/x": b"",
    "proc/asound/cards": b" 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n   at 1-1, SN4711\n",
}


def test_a_raspberry_pi_is_told_as_its_kernel_tells_it(tmp_path):
    for name, data in PI.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    port = tmp_path / "sys" / "class" / "tty" / "ttyUSB0"
    port.mkdir(parents=True)
    (port / "device").symlink_to(tmp_path / "sys" / "devices" / "usb1" / "1-1" / "1-1:1.0")
    report = machine_report([], Config(), tmp_path / "state", tmp_path)
    assert report["system"]["model"] == "Raspberry Pi 5 Model B Rev 1.0"
    assert report["system"]["os"] == "Debian GNU/Linux 13 (trixie)"
    assert report["system"]["memory_mb"] == 8245
    assert report["display"] == ["card1-HDMI-A-1 1920x1080 800x480"]
    assert report["touch"] == ["WaveShare WS170120"]
    assert report["gpio"] == ["gpiochip0 raspberrypi,rp1-gpio"]
    assert report["serial"] == ["ttyUSB0 1a86:7523"]
    assert report["sound"] == ["0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0"]
    assert "SN4711" not in json.dumps(report)

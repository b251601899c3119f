"""What ``make deb`` has built, on a bare Debian: installed, played, updated and removed.

``make test-deb`` runs it, as root; nothing else does.  The tests are the steps of one machine,
in this order: each needs what the ones before it left behind.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.checkout import ROOT, VERSION
from tools.deb import SUITES
from tools.roots import System, bare_root

pytestmark = pytest.mark.deb

BARE = ("ca-certificates", "systemd")
"""A container has systemd's commands, and nothing of them runs."""

PACKAGES = ("board-companion", "board-companion-gpio", "board-companion-kiosk")
NEWER = "9.0"
FIRST_PART, SECOND_PART = "mini-quincala.txt", "mini-quincala-resumed.txt"
SAVES = "/home/anna/saves"
OFFLINE = ("unshare", "--net", "chroot", "--userspec=anna", "/", "env",
           "HOME=/home/anna", "sh", "-c", '"$@"; exit $?', "sh")  # fmt: skip
"""The words before a command of anna's, whom no network answers.

The shell stays: the first process of a name space cannot be killed by itself.
"""


class Machine:
    """A Debian with what is played on it.

    Args:
        suite: the name of Debian's.
        scratch: an empty folder.
    """

    def __init__(self, suite: str, scratch: Path) -> None:
        self.system = System(bare_root(suite, BARE), scratch, "anna")
        self.log = scratch / "log"
        self.packages = self.system.file("/packages")
        shutil.copytree(ROOT / "dist" / f"debian-{SUITES[suite]}", self.packages)
        self.run("mkdir", "--parents", "/home/anna")
        self.run("chown", "--recursive", "anna:", "/home/anna")

    def run(self, *command: str, status: int = 0) -> str:
        """Return what root's *command* says, which ends with *status*."""
        with self.log.open("w+", encoding="utf-8") as said:
            ended = self.system.run("root", *command, log=said)
        text = self.log.read_text(encoding="utf-8", errors="replace")
        assert ended == status, text[-4000:]
        return text

    def play(self, *words: str, status: int = 0) -> str:
        """Return what the program says to anna."""
        return self.run(*OFFLINE, "companion", *words, status=status)

    def play_script(self, name: str, status: int = 0) -> None:
        """Play one of the program's own scripts, with what anna has saved."""
        [script] = self.run("find", "/usr/lib/board-companion", "-name", name).splitlines()
        self.play("sim", "--script", script, "--state", SAVES, status=status)

    def install(self, *packages: str) -> str:
        """Install *packages*, given by their names, from their files."""
        files = [self.file_of(package) for package in packages]
        return self.run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes",
                        "--quiet", "--no-install-recommends", *files)  # fmt: skip

    def file_of(self, package: str) -> str:
        """Return the file of *package* in the newest version that is there."""
        return f"/packages/{sorted(self.packages.glob(f'{package}_*.deb'))[-1].name}"

    def make_newer(self, package: str) -> None:
        """Make a version of *package* that counts as newer, of the same files."""
        old = self.packages / Path(self.file_of(package)).name
        folder = self.packages / "newer"
        subprocess.run(["dpkg-deb", "--raw-extract", old, folder], check=True)
        control = folder / "DEBIAN" / "control"
        text = control.read_text(encoding="utf-8")
        version = re.search("^Version: (.*)$", text, re.MULTILINE)[1]
        control.write_text(text.replace(version, NEWER), encoding="utf-8")
        for recorded in folder.glob("usr/lib/board-companion/lib/*/*/board_companion-*.dist-info"):
            metadata = recorded / "METADATA"
            words = re.sub(
                "^Version: .*$", f"Version: {NEWER}", metadata.read_text(), count=1, flags=re.M
            )
            metadata.write_text(words)
            recorded.rename(recorded.with_name(f"board_companion-{NEWER}.dist-info"))
        newer = old.with_name(old.name.replace(version, NEWER))
        subprocess.run(["dpkg-deb", "--build", "--root-owner-group", "-Znone", folder, newer],
                       check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        shutil.rmtree(folder)


@pytest.fixture(scope="module", params=SUITES)
def machine(request, tmp_path_factory):
    """Of each Debian that packages are built for."""
    made = Machine(request.param, tmp_path_factory.mktemp(request.param))
    made.run("apt-get", "update", "--quiet")
    return made


def test_it_installs_with_what_debian_itself_has(machine):
    machine.install("board-companion")
    installed = machine.run("dpkg-query", "--show", "-f", "${Package} ${db:Status-Status}\n")
    assert "board-companion installed" in installed
    assert "not-installed" not in installed


def test_it_tells_its_version_and_that_its_rules_are_compiled(machine):
    assert machine.play("--version") == f"companion {VERSION} (rules compiled)\n"


def test_it_plays_the_demonstration_without_a_network(machine):
    said = machine.play()
    assert "playing a demonstration game without a screen" in said
    assert "25. White c1xe3xc3xa3xa5xc5\n" in said


def test_the_doctor_finds_the_files_whole_and_sends_nobody_to_pip(machine):
    said = machine.run(*OFFLINE, "sh", "-c", "companion doctor || true")
    assert re.search(r"^ok +rules ", said, re.MULTILINE)
    assert "pip" not in said.split()
    assert machine.run("dpkg", "--verify", "board-companion") == ""


def test_it_is_in_the_menu_and_has_a_man_page(machine):
    files = machine.run("dpkg", "--listfiles", "board-companion").splitlines()
    assert "/usr/share/applications/board-companion.desktop" in files
    assert "/usr/share/man/man1/companion.1.gz" in files
    entry = machine.run("cat", "/usr/share/applications/board-companion.desktop")
    [icon] = re.findall("^Icon=(.*)$", entry, re.MULTILINE)
    assert icon in files
    assert 'Exec="/usr/bin/companion" "play"\n' in entry


def test_the_buttons_of_a_pi_have_the_libraries_that_debian_lacks(machine):
    machine.install("board-companion-gpio")
    said = machine.run(
        *OFFLINE, "sh", "-c",
        "cd /tmp && /usr/lib/board-companion/bin/python -I -c 'import gpiozero, lgpio; "
        "from importlib.metadata import version; print(version(\"gpiozero\"), gpiozero.__file__, "
        "lgpio.__file__)'",
    )  # fmt: skip
    version, *files = said.split()
    assert version >= "2"
    assert all(file.startswith("/usr/lib/board-companion/") for file in files)
    seen_by_all = machine.run("python3", "-c", "import gpiozero; print(gpiozero.__file__)")
    assert seen_by_all == "/usr/lib/python3/dist-packages/gpiozero/__init__.py\n"


def test_a_table_starts_when_it_is_switched_on(machine):
    said = machine.install("board-companion-kiosk")
    assert "it starts on the screen whenever the machine is switched on" in said
    assert machine.run("systemctl", "is-enabled", "board-companion.service") == "enabled\n"
    for name, scope in (("system/board-companion", "--system"),
                        ("user/board-companion-desktop", "--user")):  # fmt: skip
        unit = f"/usr/lib/systemd/{name}.service"
        assert machine.run("env", "XDG_RUNTIME_DIR=/tmp", "systemd-analyze", "verify", scope,
                           "--man=no", unit) == ""  # fmt: skip
    user = machine.run("id", "board-companion")
    assert "gpio" in machine.run("getent", "group", "gpio"), user


def test_a_game_goes_on_after_an_update_in_the_middle_of_it(machine):
    killed = 128 + 9
    machine.play_script(FIRST_PART, status=killed)
    machine.run("systemctl", "disable", "board-companion.service")
    for package in PACKAGES:
        machine.make_newer(package)
    machine.install(*PACKAGES)
    assert machine.play("--version") == f"companion {NEWER} (rules compiled)\n"
    machine.play_script(SECOND_PART)
    [record] = machine.run("find", f"{SAVES}/records", "-type", "f").splitlines()
    said = machine.play("replay", record).splitlines()
    assert said[4] == "5. White c2-d3-d4"
    assert said[-1] == "result: Black wins (all-sizes-knocked)"


def test_a_table_that_was_disabled_stays_so_after_an_update(machine):
    assert machine.run("systemctl", "is-enabled", "board-companion.service", status=1) == (
        "disabled\n"
    )
    machine.run("systemctl", "enable", "board-companion.service")


def test_removed_and_purged_it_leaves_nothing_but_saves_and_their_user(machine):
    saves = "/var/lib/board-companion/settings.toml"
    machine.run("install", "-D", "/dev/null", saves)
    machine.run("install", "-D", "/dev/null", "/etc/board-companion/config.toml")
    machine.run("apt-get", "remove", "--yes", "--quiet", *PACKAGES)
    machine.run("test", "-e", "/etc/board-companion/config.toml")
    assert list_left(machine, "/etc/systemd") == []
    machine.run("apt-get", "purge", "--yes", "--quiet", *PACKAGES)
    machine.run("test", "-e", saves)
    assert list_left(machine, "/etc", "/usr", "/var/lib", "/opt", "/run") == [
        "/var/lib/board-companion"
    ]
    machine.run("id", "board-companion")


def list_left(machine, *folders):
    """What is of the program in *folders*, apart from what apt keeps for itself."""
    found = machine.run(
        "find", *folders, "(", "-path", "/var/lib/dpkg", "-o", "-path", "/var/lib/apt", ")",
        "-prune", "-o", "-name", "*companion*", "-print",
    )  # fmt: skip
    return found.splitlines()

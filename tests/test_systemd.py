"""The service: its units as systemd reads them, and installing below a folder."""

import ipaddress
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.backends.update import STATE
from companion.cli import make_parser
from companion.commands.club import run_relay
from companion.commands.launcher import run_mirror
from companion.config.values import PhonesConfig
from companion.mirror.feed import SOCKET
from companion.remote import bus
from hardware.stick import OWN_PLACE, Mount, unmount_command
from tests.checkout import copy_of_the_sources

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "systemd"
UNITS = ("board-companion.service", "board-companion-desktop.service")
STICK_UNIT = "board-companion-stick@.service"
TRIAL_UNIT = "board-companion-trial.service"
UPDATE_UNIT = "board-companion-update@.service"
MIRROR_UNITS = ("board-companion-mirror.socket", "board-companion-mirror@.service")
RELAY_UNITS = ("board-companion-relay.socket", "board-companion-relay.service")

DEBIANS_GROUPS = {"video", "dialout", "audio", "tty"}
"""Those of the unit's groups that every Debian has: base-passwd's group.master."""

needs_systemd = pytest.mark.needs("systemd")


def run_command(*command, **named):
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **named
    )


@pytest.fixture
def unit(tmp_path):
    """A unit as it is shipped, but for the program, which is not installed here."""

    def copied(name, old="", new=""):
        text = (FOLDER / name).read_text()
        assert old in text
        # Not this Python, whose place may have a blank in its name.
        text = re.sub("/opt/board-companion/bin/(companion|trial)", "/bin/true", text)
        path = tmp_path / name
        path.write_text(text.replace(old, new, 1) if old else text)
        return path

    return copied


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_has_nothing_to_say_about_a_unit(unit, name):
    scope = ["--user"] if "desktop" in name else []
    # Sockets of other units lie there, whose names may have 107 letters with those of all folders.
    with tempfile.TemporaryDirectory() as runtime:
        env = {**os.environ, "XDG_RUNTIME_DIR": runtime}
        done = run_command("systemd-analyze", "verify", *scope, "--man=no", unit(name), env=env)
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_a_misspelt_key_would_be_noticed(unit):
    done = run_command("systemd-analyze", "verify", unit(UNITS[0], "RestartSec=", "RestartSecs="))
    assert "RestartSecs" in done.stderr


@needs_systemd
def test_the_service_may_do_little_beyond_what_it_needs(unit):
    done = run_command("systemd-analyze", "security", "--offline=true", unit(UNITS[0]))
    level = float(re.search(r"exposure level.*?: ([\d.]+)", done.stdout)[1])
    assert level <= 2.5, done.stdout


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_gives_up_what_it_does_not_need(name):
    lines = (FOLDER / name).read_text().splitlines()
    given_up = (
        "NoNewPrivileges=yes", "RestrictNamespaces=yes", "LockPersonality=yes",
        "RestrictSUIDSGID=yes", "SystemCallArchitectures=native", "UMask=0077",
    )  # fmt: skip
    for line in given_up:
        assert line in lines
    if name == UNITS[0]:
        assert {"StateDirectoryMode=0700", "PrivateMounts=yes"} <= set(lines)


@pytest.mark.parametrize("name", UNITS)
def test_the_watchdog_and_the_restarts_are_as_the_program_relies_on(name):
    lines = (FOLDER / name).read_text().splitlines()
    for line in (
        "Type=notify",
        "Restart=always",
        "RestartPreventExitStatus=3",
        "StartLimitIntervalSec=0",
    ):
        assert line in lines
    assert any(re.fullmatch(r"WatchdogSec=\d+", line) for line in lines)


@pytest.mark.parametrize("name", UNITS)
def test_a_refused_configuration_does_not_end_the_program_over_and_over(name):
    command = re.search(r"^ExecStart=(.*)$", (FOLDER / name).read_text(), re.MULTILINE)[1]
    args = make_parser().parse_args(command.split()[1:])
    assert args.unattended


@pytest.mark.needs("udev")
def test_the_udev_rule_is_one(tmp_path):
    if "verify" not in run_command("udevadm", "--help").stdout:
        # Before systemd 254 udevadm cannot check rules: look at their form at least.
        text = (FOLDER / "70-board-companion.rules").read_text()
        for line in text.splitlines():
            if line and not line.startswith("#"):
                for part in line.split(", "):
                    assert re.fullmatch(r'[A-Z]+({\w+})?(==|!=|=|\+=)"[^"]*"', part), part
        return
    done = run_command("udevadm", "verify", FOLDER / "70-board-companion.rules")
    assert done.returncode == 0, done.stderr


def test_the_right_to_switch_off_is_that_of_the_service_and_no_other():
    text = (FOLDER / "70-board-companion.polkit").read_text()
    code = "\n".join(line for line in text.splitlines() if not line.strip().startswith("//"))
    unit = (FOLDER / UNITS[0]).read_text()
    users = re.findall(r'subject\.user == "([^"]+)"', code)
    assert users == 3 * re.findall(r"^User=(.+)$", unit, re.M)
    assert re.findall(r'action\.id == "([^"]+)"', code) == [
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
        "org.freedesktop.systemd1.manage-units",
        "org.freedesktop.systemd1.manage-units",
    ]
    # The user and one of the actions, and nothing without both.
    assert re.search(r"if \(subject\.user == .* &&\s+\(action.* \|\|\s+action.*\)\) \{", code)
    assert code.count("polkit.Result") == code.count("return") == code.count("if (") == 3


def rules_about_units():
    """The condition of each polkit rule about units, and the pattern of the units it is about."""
    code = (FOLDER / "70-board-companion.polkit").read_text()
    for rule in re.findall(r"if \((.*?)\{", code, re.DOTALL)[1:]:
        assert rule.count("&&") == 3 and "||" not in rule
        pattern = re.search(r"/(\^.*\$)/\.test\(action\.lookup\(\"unit\"\)\)", rule)[1]
        yield rule, re.compile(pattern)


def test_the_service_may_have_an_update_put_in_and_start_no_other_unit():
    (rule, unit), _ = rules_about_units()
    assert '/^(start|stop)$/.test(action.lookup("verb"))' in rule
    for word in ("stick", "back"):
        assert unit.match(UPDATE_UNIT.replace("@", f"@{word}"))
        assert make_parser().parse_args(["update", f"--{word}"])
    for other in (
        UPDATE_UNIT,
        "board-companion.service",
        "ssh.service",
        UPDATE_UNIT.replace("@", "@stick --keys x"),
    ):
        assert not unit.match(other)


def test_of_all_units_the_service_may_only_stop_that_of_a_stick():
    _, (rule, unit) = rules_about_units()
    assert 'action.lookup("verb") == "stop"' in rule
    mounted = Mount(Path(OWN_PLACE), "/dev/sda1")
    assert unit.match(unmount_command(mounted)[-1])
    for other in (
        "ssh.service",
        "board-companion.service",
        "x-board-companion-stick@sda1.service",
    ):
        assert not unit.match(other)


def test_a_stick_is_mounted_for_its_files_alone_where_the_program_looks_for_it():
    text = (FOLDER / STICK_UNIT).read_text()
    options = re.search(r"^ExecStart=/bin/mount .*-o (\S+) /dev/%I (\S+)$", text, re.M)
    assert {"nodev", "nosuid", "noexec", "dirsync", "umask=0077"} <= set(options[1].split(","))
    assert options[2] == OWN_PLACE
    rules = (FOLDER / "70-board-companion.rules").read_text()
    assert STICK_UNIT.replace("@", "@%k") in rules


@needs_systemd
def test_systemd_has_nothing_to_say_about_the_unit_of_a_stick(tmp_path):
    unit = tmp_path / STICK_UNIT.replace("@", "@sda1")
    unit.write_text((FOLDER / STICK_UNIT).read_text())
    done = run_command("systemd-analyze", "verify", "--man=no", unit)
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
@pytest.mark.parametrize("word", ["stick", "back"])
def test_systemd_has_nothing_to_say_about_the_unit_of_an_update(unit, word):
    path = unit(UPDATE_UNIT)
    path = path.rename(path.with_name(UPDATE_UNIT.replace("@", f"@{word}")))
    done = run_command("systemd-analyze", "verify", "--man=no", path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_of_an_update_runs_a_command_that_there_is():
    command = re.search(r"^ExecStart=(.*)$", (FOLDER / UPDATE_UNIT).read_text(), re.MULTILINE)[1]
    args = make_parser().parse_args(command.replace("%i", "stick").split()[1:])
    assert args.stick and str(args.progress) == str(STATE)


@needs_systemd
@pytest.mark.parametrize("names", [MIRROR_UNITS, RELAY_UNITS])
def test_systemd_has_nothing_to_say_about_a_socket_and_what_it_starts(unit, names):
    paths = [unit(name) for name in names]
    done = run_command("systemd-analyze", "verify", "--man=no", *paths)
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
@pytest.mark.parametrize("name", [MIRROR_UNITS[1], RELAY_UNITS[1]])
def test_what_is_in_a_network_may_do_little_else(unit, name):
    path = unit(name)
    path = path.rename(path.with_name(name.replace("@", "@1")))
    done = run_command("systemd-analyze", "security", "--offline=true", path)
    level = float(re.search(r"exposure level.*?: ([\d.]+)", done.stdout)[1])
    assert level <= 2.5, done.stdout


def test_the_program_stays_in_no_network_and_the_mirror_in_that_of_the_house():
    program, mirror = ((FOLDER / name).read_text() for name in (UNITS[0], MIRROR_UNITS[1]))
    assert "IPAddressDeny=any\n" in program
    assert "IPAddressAllow" not in program
    assert "RestrictAddressFamilies=AF_UNIX AF_NETLINK\n" in program
    assert "IPAddressDeny=any\n" in mirror
    allowed = re.findall(r"^IPAddressAllow=(.*)$", mirror, re.MULTILINE)
    for network in set(allowed) - {"localhost", "link-local"}:
        assert ipaddress.ip_network(network).is_private
    for line in ("DynamicUser=yes", "NoNewPrivileges=yes", "CapabilityBoundingSet="):
        assert f"{line}\n" in mirror


def test_the_program_alone_reaches_the_mirror_and_starts_it_so():
    opening, mirror = ((FOLDER / name).read_text().splitlines() for name in MIRROR_UNITS)
    assert f"ListenStream={SOCKET}" in opening
    assert {"SocketGroup=board-companion", "SocketMode=0660", "Accept=yes"} <= set(opening)
    assert "Group=board-companion" in (FOLDER / UNITS[0]).read_text().splitlines()
    assert "StandardInput=socket" in mirror
    command = next(line for line in mirror if line.startswith("ExecStart="))
    assert make_parser().parse_args(command.split()[1:]).run is run_mirror


def test_the_program_alone_reaches_the_relay_and_starts_it_so():
    opening, service = ((FOLDER / name).read_text().splitlines() for name in RELAY_UNITS)
    assert f"ListenStream={bus.SOCKET}" in opening
    assert {"SocketUser=board-companion", "SocketMode=0600"} <= set(opening)
    assert "User=board-companion" in (FOLDER / UNITS[0]).read_text().splitlines()
    # The socket is handed over; a connection is taken by the relay itself.
    assert "Accept=yes" not in opening
    assert f"Requires={RELAY_UNITS[0]}" in service
    command = next(line for line in service if line.startswith("ExecStart="))
    args = make_parser().parse_args(command.split()[1:])
    assert args.run is run_relay and args.descriptor is None
    # Both read one file, which names the broker.
    folder = re.search(r"^ConfigurationDirectory=(.*)$", (FOLDER / UNITS[0]).read_text(), re.M)[1]
    assert args.config == Path("/etc", folder, "config.toml")


def test_the_relay_is_a_user_of_its_own_who_sees_nothing_that_the_table_keeps():
    lines = (FOLDER / RELAY_UNITS[1]).read_text().splitlines()
    user = next(line for line in lines if line.startswith("User=")).removeprefix("User=")
    made = re.findall(r"^u (\S+) -", (FOLDER / "board-companion.sysusers").read_text(), re.M)
    assert user in made and f"User={user}" not in (FOLDER / UNITS[0]).read_text()
    saves = re.search(r"^StateDirectory=(.*)$", (FOLDER / UNITS[0]).read_text(), re.MULTILINE)[1]
    assert f"InaccessiblePaths=-/var/lib/{saves}" in lines
    assert {"ProtectHome=yes", "NoNewPrivileges=yes", "CapabilityBoundingSet="} <= set(lines)


def test_what_tells_the_network_of_the_mirror_is_there_as_long_as_it_is():
    mirror = (FOLDER / MIRROR_UNITS[1]).read_text()
    name = "/etc/avahi/board-companion-phones.service"
    assert f"ExecStartPre=-+/bin/cp {name} /etc/avahi/services/\n" in mirror
    assert f"ExecStopPost=-+/bin/rm -f {name.replace('avahi/', 'avahi/services/')}\n" in mirror
    told = ElementTree.parse(FOLDER / "board-companion-phones.avahi").find("service/port").text
    assert int(told) == PhonesConfig().port


def test_the_service_counts_its_starts_and_says_when_it_is_up():
    lines = (FOLDER / UNITS[0]).read_text().splitlines()
    # Whatever comes of it: the program has to start.
    assert "ExecStartPre=-+/opt/board-companion/bin/trial begin" in lines
    assert f"Wants={TRIAL_UNIT}" in lines
    trial = (FOLDER / TRIAL_UNIT).read_text().splitlines()
    assert "ExecStart=/opt/board-companion/bin/trial end" in trial
    assert {f"After={UNITS[0]}", f"Requisite={UNITS[0]}"} <= set(trial)


def test_nothing_is_given_the_console_while_the_program_runs():
    lines = (FOLDER / UNITS[0]).read_text().splitlines()
    # Whatever the unit starts beside it waits for the console, and hangs up who has it.
    assert "StandardInput=tty" in lines
    beside = ("ExecStartPost=", "ExecReload=", "ExecCondition=")
    assert not [line for line in lines if line.startswith(beside)]


def test_every_group_that_the_unit_names_is_there_or_made():
    named = re.search(r"^SupplementaryGroups=(.*)$", (FOLDER / UNITS[0]).read_text(), re.M)
    made = re.findall(r"^g (\S+) -$", (FOLDER / "board-companion.sysusers").read_text(), re.M)
    assert set(named[1].split()) <= {*DEBIANS_GROUPS, *made}


STUB = """#!/bin/sh
while [ "$1" != --to ]; do shift; done
mkdir -p "$2/bin"
echo '#!/bin/sh' >"$2/bin/companion"
chmod +x "$2/bin/companion"
"""
"""A Python that installs a program that does nothing: for what is not about the program."""


@pytest.fixture
def folder(tmp_path):
    """A folder for DESTDIR, and what runs `install.sh` below it without a program."""
    root, stub = tmp_path / "card", tmp_path / "python"
    root.mkdir()
    stub.write_text(STUB)
    stub.chmod(0o755)

    def install(word):
        env = {**os.environ, "DESTDIR": str(root), "PYTHON": str(stub)}
        done = run_command(FOLDER / "install.sh", word, env=env)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return root, install


def wanted(root):
    """The units that are started below *root*, by what starts them."""
    links = (root / "etc/systemd").rglob("*.wants/board-companion*")
    return {(link.parents[1].name, link.parent.name.removesuffix(".target.wants"), link.name)
            for link in links}  # fmt: skip


def give_desktop(root, default="graphical.target"):
    """Put below *root* what a Debian with a desktop has, but with this default target."""
    units = root / "etc/systemd/system"
    units.mkdir(parents=True, exist_ok=True)
    (units / "display-manager.service").symlink_to("/usr/lib/systemd/system/lightdm.service")
    set_default(root, default)


def set_default(root, target):
    units = root / "etc/systemd/system"
    units.mkdir(parents=True, exist_ok=True)
    shipped = root / "usr/lib/systemd/system" / target
    shipped.parent.mkdir(parents=True, exist_ok=True)
    shipped.touch()
    (units / "default.target").symlink_to(f"/usr/lib/systemd/system/{target}")


ON_THE_CONSOLE = {("system", "multi-user", UNITS[0]), ("system", "sockets", MIRROR_UNITS[0])}
WITH_THE_DESKTOP = {("user", "graphical-session", UNITS[1])}


@needs_systemd
def test_without_a_desktop_it_starts_on_the_console(folder):
    root, install = folder
    # Debian's default target with or without a desktop.
    set_default(root, "graphical.target")
    install("install")
    assert wanted(root) == ON_THE_CONSOLE


@needs_systemd
def test_with_a_desktop_it_starts_with_that(folder):
    root, install = folder
    give_desktop(root)
    install("install")
    assert wanted(root) == WITH_THE_DESKTOP


@needs_systemd
def test_with_a_desktop_that_is_not_started_it_starts_on_the_console(folder):
    root, install = folder
    give_desktop(root, "multi-user.target")
    install("install")
    assert wanted(root) == ON_THE_CONSOLE


@needs_systemd
def test_a_machine_that_got_a_desktop_starts_it_once(folder):
    root, install = folder
    install("install")
    give_desktop(root)
    install("install")
    assert wanted(root) == WITH_THE_DESKTOP


@needs_systemd
def test_removing_leaves_no_file_but_the_user(folder):
    root, install = folder
    for has_desktop in (False, True):
        if has_desktop:
            give_desktop(root)
        before = {path for path in root.rglob("*") if not path.is_dir()}
        install("install")
        install("uninstall")
        left = {path for path in root.rglob("*") if not path.is_dir()} - before
        users = {"passwd", "group", "shadow", "gshadow", ".pwd.lock"}
        assert {path.name.rstrip("-") for path in left} <= users
    assert "board-companion:" in (root / "etc/passwd").read_text()


@pytest.mark.needs("root")
def test_a_card_whose_programs_do_not_run_here_is_refused(tmp_path):
    shell = tmp_path / "bin/sh"
    shell.parent.mkdir()
    shell.write_text("of another kind of machine")
    shell.chmod(0o755)
    env = {**os.environ, "DESTDIR": str(tmp_path)}
    done = run_command(FOLDER / "install.sh", "install", env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"expected to run the programs of the system in {tmp_path}" in done.stderr


@pytest.fixture(scope="module")
def card(tmp_path_factory):
    """A folder into which the program was really installed, from a checkout of its own."""
    root, checkout = tmp_path_factory.mktemp("card"), tmp_path_factory.mktemp("checkout") / "it"
    copy_of_the_sources(checkout)
    saves = root / "var/lib/board-companion/journal"
    saves.parent.mkdir(parents=True)
    saves.write_text("a game")
    return root, checkout


def make(card, target):
    root, checkout = card
    env = {
        **os.environ, "DESTDIR": str(root), "COMPANION_COMPILED": "no", "PYTHON": sys.executable,
    }  # fmt: skip
    done = run_command("make", "-C", checkout, target, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def version_of(root):
    done = run_command(root / "opt/board-companion/bin/companion", "--version", cwd="/")
    return done.stdout + done.stderr


@needs_systemd
@pytest.mark.slow
def test_installing_twice_and_removing_leaves_the_saves_and_the_checkout_alone(card):
    root, checkout = card
    before = sorted(checkout.rglob("*"))
    make(card, "install")
    assert version_of(root).startswith("companion ")
    # Where DESTDIR becomes the root of another machine, nothing may name it.
    moved = root.rename(root.with_name("moved"))
    assert version_of(moved).startswith("companion ")
    moved.rename(root)
    assert make(card, "install").count("is up to date") == 13
    assert version_of(root).startswith("companion ")
    make(card, "uninstall")
    assert not list(root.rglob("board-companion*.service"))
    assert not (root / "opt/board-companion").exists()
    assert (root / "var/lib/board-companion/journal").read_text() == "a game"
    make(card, "uninstall")
    # It was root's, and root's files are nothing that the checkout's owner could remove.
    assert sorted(checkout.rglob("*")) == before


def starting(root):
    """Return which copy of the program starts."""
    return next(root.glob("opt/board-companion/lib/python3*/site-packages/board_companion.pth"))


@needs_systemd
@pytest.mark.slow
def test_one_command_goes_back_to_the_version_before_and_again_to_the_newer(card):
    root, checkout = card
    make(card, "install")
    old = starting(root).read_text()
    with (checkout / "companion/cli.py").open("a") as file:
        file.write("\n# Newer.\n")
    make(card, "install")
    new = starting(root).read_text()
    assert new != old
    for expected in (old, new):
        assert "starts from now on." in make(card, "previous")
        assert starting(root).read_text() == expected
        assert version_of(root).startswith("companion ")
    make(card, "uninstall")


@needs_systemd
def test_without_a_program_there_is_no_version_to_go_back_to(tmp_path):
    env = {**os.environ, "DESTDIR": str(tmp_path)}
    done = run_command(FOLDER / "install.sh", "previous", env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "board-companion: expected the program in /opt/board-companion, got none: "
        "sudo make install\n"
    )


COPY_OF_THE_MACHINE = """
mount -t tmpfs tmpfs "$1"
mkdir "$1/changes" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" "$1/root"
mount --rbind /dev "$1/root/dev"
mount --rbind /proc "$1/root/proc"
cp -R "$2" "$1/root/srv/checkout"
cd /
PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$1/root" make -C /srv/checkout install
cat "$1/root/opt/board-companion/pyvenv.cfg"
chroot "$1/root" dpkg-query -W -f '${db:Status-Status} ${Package}\\n' python3-pygame libegl1
"""
"""In it nothing that is installed changes this machine, and nothing of it is left."""


@needs_systemd
@pytest.mark.slow
@pytest.mark.needs("root")
@pytest.mark.needs("Debian")
def test_a_debian_without_a_desktop_in_which_systemd_does_not_run(card, tmp_path):
    env = {**os.environ, "COMPANION_COMPILED": "no"}
    env.pop("DESTDIR", None)
    done = run_command(
        "unshare", "--mount", "sh", "-euc", COPY_OF_THE_MACHINE, "sh", tmp_path, card[1], env=env
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # PyPI's pygame has no driver for such a screen.
    assert "include-system-site-packages = true" in done.stdout
    assert "installed libegl1\ninstalled python3-pygame\n" in done.stdout


def test_without_root_it_says_how_to_run_it():
    anyone = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    # Read from its start on, for a user who cannot enter this folder, such as root's home.
    with (FOLDER / "install.sh").open() as script:
        done = run_command(*anyone, "sh", "-s", "install", stdin=script, cwd="/")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "sudo make install" in done.stderr


def test_another_word_is_refused():
    done = run_command(FOLDER / "install.sh", "instal")
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected install, previous or uninstall, got 'instal'" in done.stderr

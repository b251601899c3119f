"""The stick of a machine, in the kernel's own list of mounts."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.ports import StickState
from hardware.stick import OWN_PLACE, Mount, MountedStick, stick_in, unmount_command

SYSTEM = (
    "22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw\n"
    "23 22 0:5 / /dev rw,nosuid shared:2 - devtmpfs udev rw\n"
)
OURS = "90 22 8:1 / /run/board-companion-stick rw,nosuid shared:9 - vfat /dev/sda1 rw,dirsync\n"
OVERLAYROOTS = (
    "40 22 8:2 / /media/root-ro ro,relatime shared:5 - ext4 /dev/sda2 ro\n"
    "41 40 8:3 / /media/root-ro/boot rw,relatime shared:6 - vfat /dev/sda1 rw\n"
)
"""A read-only root, as of a card or a stick with all of the system."""

DESKTOPS = r"91 22 8:17 / /media/anna/Anna\040\134\0401 rw shared:9 - exfat /dev/sdb1 rw" + "\n"


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("", None),
        (SYSTEM, None),
        (SYSTEM + OVERLAYROOTS, None),
        ("garbage\n- - -\n1 2 3 4 /media/x/y - \n", None),
        (SYSTEM + OURS, Mount(Path(OWN_PLACE), "/dev/sda1")),
        (SYSTEM + DESKTOPS, Mount(Path("/media/anna/Anna \\ 1"), "/dev/sdb1")),
        (SYSTEM + OURS + DESKTOPS, Mount(Path("/media/anna/Anna \\ 1"), "/dev/sdb1")),
        (SYSTEM + OURS.replace("/dev/sda1", "tmpfs"), None),
        (SYSTEM + OURS.replace("companion-stick", "companion-stick2"), None),
    ],
)
def test_a_stick_is_what_lies_where_sticks_are_mounted(table, found):
    assert stick_in(table) == found


def test_whoever_has_mounted_it_unmounts_it():
    assert unmount_command(Mount(Path(OWN_PLACE), "/dev/sda1"))[-1] == (
        "board-companion-stick@sda1.service"
    )
    assert unmount_command(Mount(Path("/media/a/b"), "/dev/sdb1"))[0] == "udisksctl"


@pytest.fixture
def opened(tmp_path):
    """Opens a stick whose list of mounts is a file with *text*; *command* unmounts it."""
    open_ones = []

    def opened(text, command=("true",)):
        table = tmp_path / "mountinfo"
        table.write_text(text)
        woken = threading.Event()
        stick = MountedStick(woken.set, table, lambda mount: command)
        open_ones.append(stick)
        stick.start()
        return stick, table, woken

    yield opened
    for stick in open_ones:
        stick.close()


def let_go(stick, woken):
    woken.clear()
    stick.let_go()
    assert woken.wait(10)


def test_a_machine_that_hides_its_mounts_has_no_stick(tmp_path):
    stick = MountedStick(lambda: None, tmp_path / "missing")
    stick.start()
    stick.let_go()
    assert (stick.state(), stick.folder()) == (StickState.OUT, None)
    stick.close()
    stick.close()


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("sh", "-c", "echo first >&2; echo 'Access denied' >&2; exit 1"), "Access denied"),
        (("false",), "status 1"),
        (("no-such-program",), "no-such-program"),
        (("true",), "/dev/sda1 is busy"),
    ],
)
def test_a_stick_that_is_not_let_go_of_stays_in_and_says_why(opened, command, told):
    stick, _, woken = opened(SYSTEM + OURS, command)
    assert woken.wait(10)
    let_go(stick, woken)
    assert stick.state() is StickState.IN
    assert told in stick.problem()
    assert stick.folder() == Path(OWN_PLACE)


IN_A_NAMESPACE = """
import subprocess, sys, threading, time
from pathlib import Path
from hardware.stick import MountedStick, OWN_PLACE

def until(is_so):
    end_s = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end_s, (stick.state(), stick.folder(), stick.problem())
        time.sleep(0.01)

place = Path(sys.argv[1])
wakes = []
stick = MountedStick(lambda: wakes.append(1), command=lambda mount: ("umount", str(mount.folder)))
stick.start()
time.sleep(0.2)
assert stick.state().value == "out"
for way in ("let go", "pulled"):
    subprocess.run(["mount", "--bind", sys.argv[2], place], check=True)
    until(lambda: stick.folder() == place)
    if way == "let go":
        stick.let_go()
        assert stick.folder() is None
        until(lambda: stick.state().value == "safe")
    else:
        subprocess.run(["umount", place], check=True)
        until(lambda: stick.state().value == "out")
assert len(wakes) >= 4
stick.close()
print("fine")
"""


@pytest.mark.root
def test_the_kernel_tells_of_a_mount_and_of_its_end(tmp_path):
    # A folder of a real disk, as the mount of a stick names its device.
    disk = Path(__file__).parent
    script = 'mkdir -p /run/board-companion-stick && exec "$@"'
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, "sh", sys.executable, "-c", IN_A_NAMESPACE,
         OWN_PLACE, disk],
        capture_output=True, text=True, check=False, cwd=disk.parents[1], timeout=60,
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("fine\n", "", 0)

"""A virtual machine, with a root shell on a serial line and a finger on its screen."""

from __future__ import annotations

import json
import re
import shlex
import socket
import subprocess
import time
from pathlib import Path

import pygame

from tests.boot.image import Image
from tests.checkout import ROOT

PYTHON = "/opt/board-companion/bin/python"

SIZE = (800, 480)
"""Pixels of its screen."""

CLOCK = pygame.Rect(-300, 0, 300, 36)
"""The end of the status line, from the upper right corner: it shows the time of day."""

PICTURE_S = 60

KERNEL_WORDS = "root=/dev/vda rw quiet mitigations=off"
SYSTEM_WORDS = "console=ttyS0 systemd.debug_shell=ttyS1 systemd.show_status=no"
"""The root shell is systemd's own for finding errors: nothing has to be put into the image."""

BARE_WORDS = "console=ttyS1 loglevel=0 init=/bin/sh"

FAST = ("-accel", "tcg,thread=multi", "-smp", "2")
BARE_CLOCK = ("-accel", "tcg", "-icount", "shift=3", "-smp", "1")
"""An instruction takes 8 ns."""

PATH = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"

BOOT_S = 1500
"""A minute where nothing else runs; beside much other work it takes many."""

UNIT = "board-companion.service"

START_S = 300
"""From the boot to the first picture: half a minute where nothing else runs."""

SHARE = "/run/share"
"""Where the guest has the folder `Guest.share`, to read and to write."""

FIND_DISK = """
disk() {
    for block in /sys/block/vd*; do
        [ "$(cat $block/serial)" != "$1" ] || echo /dev/${block##*/}
    done
}
"""
"""A function of the shell: the device of a further disk, by its name."""

CHECKED_OUT = "/run/checkout"
"""Where it has the folder ``tests``, to be read; the program is the one that is installed."""

ABSOLUTE_MAX = 0x7FFF
"""Where the far edge of the screen is for the tablet that QEMU plays."""


class GuestError(Exception):
    """The machine did not do in time what it was to do."""


class Guest:
    """A machine that runs until its power is cut.

    Args:
        image: what it boots from.
        folder: for its sockets and the log of its console.
        options: of QEMU, for what else the machine has.
        is_bare: it starts a shell and nothing else, and its time goes by as its work does, so
            that a moment is one however busy the machine is on which it is emulated.
        is_kept: what it writes stays in the image, for the next machine.

    Attributes:
        share: a folder in *folder* that it sees as `SHARE`, once `mount_shares` was called.
    """

    def __init__(
        self,
        image: Image,
        folder: Path,
        *options: object,
        is_bare: bool = False,
        is_kept: bool = False,
    ) -> None:
        """Switch it on."""
        self.share = folder / "share"
        self.share.mkdir(parents=True, exist_ok=True)
        snapshot = "off" if is_kept else "on"
        self.switch_on(
            folder,
            *(BARE_CLOCK if is_bare else FAST),
            "-drive", f"file={image.disk},format=raw,if=none,id=root,snapshot={snapshot}",
            "-device", "virtio-blk-pci,drive=root",
            "-kernel", str(image.kernel), "-initrd", str(image.initrd),
            "-append", f"{KERNEL_WORDS} {BARE_WORDS if is_bare else SYSTEM_WORDS}",
            *_shared("share", self.share), *_shared("tests", ROOT / "tests", "readonly=on"),
            *map(str, options),
        )  # fmt: skip

    def switch_on(self, folder: Path, *options: str) -> None:
        """Start a PC with a screen and a finger, and what the *options* of QEMU say."""
        self._folder = folder
        width, height = SIZE
        command = [
            "qemu-system-x86_64", "-cpu", "max",
            "-m", "1024", "-display", "none", "-nic", "none", "-no-reboot",
            "-device", f"virtio-vga,xres={width},yres={height}",
            "-device", "virtio-tablet-pci",
            *options,
            "-serial", f"file:{folder}/console.log",
            "-serial", f"unix:{folder}/shell,server=on,wait=off",
            "-qmp", f"unix:{folder}/qmp,server=on,wait=off",
        ]  # fmt: skip
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self._monitor = _Monitor(self.connect("qmp"))
        self._shell = self.connect("shell")
        self._count = 0

    def connect(self, name: str) -> socket.socket:
        """Return our end of the line that is called *name* in the machine's folder."""
        for _ in range(100):
            line = socket.socket(socket.AF_UNIX)
            if line.connect_ex(str(self._folder / name)) == 0:
                return line
            line.close()
            if (status := self._process.poll()) is not None:
                raise GuestError(f"expected qemu to run, it ended with {status}")
            time.sleep(0.1)
        raise GuestError(f"expected qemu to open {name} within 10 s")

    def file(self, name: str) -> Path:
        """Return the file *name* of the machine's, such as that of a disk."""
        return self._folder / name

    def boot(self, timeout_s: float = BOOT_S) -> None:
        """Wait until its root shell answers."""
        until_s = time.monotonic() + timeout_s
        while time.monotonic() < until_s:
            self._type(f"\nstty -echo; PS1= PS2=; export TERM=dumb {PATH}; echo sh''ell\n")
            if "shell" in self._read(b"shell", 3):
                time.sleep(1)
                self._read(b"\0", 0.5)
                return
        raise GuestError(f"expected a root shell within {timeout_s} s")

    def mount_shares(self) -> None:
        """Have `SHARE` and `CHECKED_OUT` in the guest, and what a bare one lacks."""
        config = "/sys/kernel/config"
        # A bare machine loads no module by itself.
        self.run("modprobe -a configfs 9p 9pnet_virtio")
        self.run(f"mountpoint -q {config} || mount -t configfs none {config}")
        for tag, place in (("share", SHARE), ("tests", f"{CHECKED_OUT}/tests")):
            options = "trans=virtio,version=9p2000.L"
            self.run(f"mkdir -p {place} && mount -t 9p -o {options} {tag} {place}")

    def python(self, module: str, *arguments: object, timeout_s: float = 120) -> str:
        """Return what a *module* of ``tests`` says, run by the installed program's Python."""
        words = [PYTHON, "-m", f"tests.{module}", *map(str, arguments)]
        return self.run(f"cd {CHECKED_OUT} && {shlex.join(words)}", timeout_s)

    def start(self, command: str, name: str) -> None:
        """Have *command* run beside all else; NAME.pid has its number, NAME.log what it says."""
        begin = f"{{ setsid {command} >{name}.log 2>&1 & echo $! >{name}.pid; }}"
        self.run(f"cd {CHECKED_OUT} && {begin}")

    def _type(self, text: str) -> None:
        # Reading has left it with what was left of its time.
        self._shell.settimeout(None)
        self._shell.sendall(text.encode())

    def _read(self, wanted: bytes, timeout_s: float) -> str:
        until_s, got = time.monotonic() + timeout_s, b""
        while wanted not in got and (left_s := until_s - time.monotonic()) > 0:
            self._shell.settimeout(left_s)
            try:
                part = self._shell.recv(65536)
            except TimeoutError:
                break
            if not part:
                raise GuestError(f"expected a machine that is on, it went off after {got!r}")
            got += part
        return got.decode(errors="replace")

    def run(self, command: str, timeout_s: float = 120) -> str:
        """
        Return what *command* says on the guest's root shell.

        Raises:
            GuestError: it failed, or said nothing in time.
        """
        self._count += 1
        mark = f"=={self._count}="
        self._type(f"( {command}\n) 2>&1 </dev/null; echo '=='{self._count}=$?.\n")
        text, until_s = "", time.monotonic() + timeout_s
        while not (match := re.search(re.escape(mark) + r"(\d+)\.", text)):
            if time.monotonic() > until_s:
                raise GuestError(f"expected {command!r} to end in {timeout_s} s, got {text!r}")
            text += self._read(mark.encode(), 1)
        said = text[: match.start()].replace("\r\n", "\n").strip()
        if match[1] != "0":
            raise GuestError(f"expected {command!r} to succeed, got {match[1]}: {said}")
        return said

    def wait_for(self, command: str, timeout_s: float) -> str:
        """Return what *command* says once it succeeds."""
        until_s = time.monotonic() + timeout_s
        while True:
            try:
                return self.run(command)
            except GuestError:
                if time.monotonic() > until_s:
                    raise
            time.sleep(1)

    def touch(self, x: float, y: float) -> None:
        """Put the finger on a pixel of the screen and lift it again."""
        for axis, share in (("x", x / SIZE[0]), ("y", y / SIZE[1])):
            value = round(share * ABSOLUTE_MAX)
            self._send("abs", axis=axis, value=value)
        self._send("btn", button="left", down=True)
        time.sleep(0.3)
        self._send("btn", button="left", down=False)

    def _send(self, kind: str, **data: object) -> None:
        self._monitor.ask("input-send-event", events=[{"type": kind, "data": data}])

    def shot(self, file: Path) -> None:
        """Write what the screen shows."""
        self._monitor.ask("screendump", filename=str(file), format="png")

    def expect_picture(self, wanted: Path, rotation: int = 0) -> None:
        """Wait until the screen shows *wanted*, all but the time of day.

        Args:
            wanted: a picture of the whole screen.
            rotation: by how many degrees the program's picture is turned on it.
        """
        shot = self._folder / f"seen-{wanted.name}"
        for _ in range(PICTURE_S):
            self.shot(shot)
            if _pixels(shot, rotation) == _pixels(wanted, rotation):
                return
            self.run("sleep 1")
        raise GuestError(f"expected {shot} to show what {wanted} does")

    def cut_power(self) -> None:
        """End it at once, as a pulled plug does."""
        self._process.kill()
        self._process.wait()
        self._shell.close()
        self._monitor.close()


def _pixels(file: Path, rotation: int) -> bytes:
    picture = pygame.transform.rotate(pygame.image.load(file), rotation)
    picture.fill((0, 0, 0), CLOCK.move(picture.get_width(), 0))
    return pygame.image.tobytes(picture, "RGB")


def _shared(tag: str, folder: Path, *more: str) -> tuple[str, str]:
    """Return the option of QEMU that has the guest find *folder* as *tag*."""
    parts = [f"local,path={folder}", f"mount_tag={tag}", "security_model=none", *more]
    return "-virtfs", ",".join(parts)


class _Monitor:
    """QEMU's own line, for input and pictures."""

    def __init__(self, line: socket.socket) -> None:
        self._line, self._file = line, line.makefile("rw")
        self._file.readline()
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: object) -> object:
        self._file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._file.flush()
        while "event" in (answer := json.loads(self._file.readline())):
            pass
        if "error" in answer:
            raise GuestError(f"expected {command} to succeed, got {answer['error']['desc']}")
        return answer["return"]

    def close(self) -> None:
        self._file.close()
        self._line.close()

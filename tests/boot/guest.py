"""A virtual machine, with a root shell on a serial line and a finger on its screen."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import time
from pathlib import Path

SIZE = (800, 480)
"""Pixels of its screen."""

KERNEL_WORDS = (
    "root=/dev/vda rw console=ttyS0 systemd.debug_shell=ttyS1 "
    "systemd.show_status=no quiet mitigations=off"
)
"""The root shell is systemd's own for finding errors: nothing has to be put into the image."""

ABSOLUTE_MAX = 0x7FFF
"""Where the far edge of the screen is for the tablet that QEMU plays."""


class GuestError(Exception):
    """The machine did not do in time what it was to do."""


class Guest:
    """A machine that runs until its power is cut."""

    def __init__(self, image: Path, kernel: Path, initrd: Path, folder: Path) -> None:
        """Switch it on; its sockets and the log of its console go into *folder*."""
        self._folder = folder
        width, height = SIZE
        command = [
            "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2",
            "-m", "1024", "-display", "none", "-nic", "none", "-no-reboot",
            "-device", f"virtio-vga,xres={width},yres={height}",
            "-device", "virtio-tablet-pci",
            "-drive", f"file={image},format=raw,if=virtio",
            "-kernel", str(kernel), "-initrd", str(initrd), "-append", KERNEL_WORDS,
            "-serial", f"file:{folder}/console.log",
            "-serial", f"unix:{folder}/shell,server=on,wait=off",
            "-qmp", f"unix:{folder}/qmp,server=on,wait=off",
        ]  # fmt: skip
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self._monitor = _Monitor(self._connect("qmp"))
        self._shell = self._connect("shell")
        self._count = 0

    def _connect(self, name: str) -> socket.socket:
        for _ in range(100):
            line = socket.socket(socket.AF_UNIX)
            if line.connect_ex(str(self._folder / name)) == 0:
                return line
            line.close()
            if (status := self._process.poll()) is not None:
                raise GuestError(f"expected qemu to run, it ended with {status}")
            time.sleep(0.1)
        raise GuestError(f"expected qemu to open {name} within 10 s")

    def boot(self, timeout_s: float) -> None:
        """Wait until its root shell answers."""
        until_s = time.monotonic() + timeout_s
        while time.monotonic() < until_s:
            self._shell.sendall(b"\nstty -echo; PS1= PS2=; export TERM=dumb; echo sh''ell\n")
            if "shell" in self._read(b"shell", 3):
                time.sleep(1)
                self._read(b"\0", 0.5)
                return
        raise GuestError(f"expected a root shell within {timeout_s} s")

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
        self._shell.sendall(
            f"( {command}\n) 2>&1 </dev/null; echo '=='{self._count}=$?.\n".encode()
        )
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

    def cut_power(self) -> None:
        """End it at once, as a pulled plug does."""
        self._process.kill()
        self._process.wait()
        self._shell.close()
        self._monitor.close()


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

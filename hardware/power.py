"""Switches the machine off through systemd, and looks whether it may; asks nobody."""

from __future__ import annotations

import getpass
import os
import subprocess
from typing import Final

from companion.ports import Finding, OffState, Power

OFF_COMMAND: Final = ("systemctl", "--no-ask-password", "poweroff")
"""Never from the configuration: whoever may write that file must not run commands by it."""

PATIENCE_S: Final = 20.0
"""systemctl returns as soon as the shutdown has begun."""

CAN_POWER_OFF: Final = (
    "busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager", "CanPowerOff",
)  # fmt: skip
"""Source: org.freedesktop.login1(5); it answers yes, no, challenge or na."""

ASKING_S: Final = 5.0
RULE: Final = "/etc/polkit-1/rules.d/70-board-companion.rules"
"""What `make install` puts there, for the user of the service."""


class MachinePower(Power):
    """The `Power` of a machine that is nothing but the table's companion."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._until_s = 0.0
        self._state = OffState.ON
        self._reason = ""

    def switch_off(self, now_s: float) -> None:
        if self._state is OffState.GOING:
            return
        self._until_s = now_s + PATIENCE_S
        try:
            self._process = subprocess.Popen(
                OFF_COMMAND,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            self._refuse(f"{OFF_COMMAND[0]}: {error.strerror}")
        else:
            self._state, self._reason = OffState.GOING, ""

    def state(self, now_s: float) -> OffState:
        if self._process is None or self._state is not OffState.GOING:
            return self._state
        status = self._process.poll()
        if status is None and now_s >= self._until_s:
            self._process.kill()
            self._process.wait()
            self._refuse(self._last_words() or f"{OFF_COMMAND[0]} did not answer")
        elif status is not None:
            said = self._last_words()
            self._state = OffState.DONE
            if status != 0:
                self._refuse(said or f"{OFF_COMMAND[0]} ended with status {status}")
        return self._state

    def reason(self) -> str:
        return self._reason

    def _refuse(self, reason: str) -> None:
        self._state, self._reason = OffState.REFUSED, reason

    def _last_words(self) -> str:
        """Return the last line that the process, which has ended, complained with."""
        assert self._process is not None and self._process.stderr is not None
        with self._process.stderr as pipe:
            # What it started may still hold the pipe: nothing waits for that.
            os.set_blocking(pipe.fileno(), False)
            lines = (pipe.read() or b"").decode("utf-8", "replace").split("\n")
        return next((" ".join(line.split()) for line in reversed(lines) if line.strip()), "")


def check_power_off(rule: str = RULE) -> list[Finding]:
    """Return whether the machine may be switched off by this user or by the service."""
    try:
        asked = subprocess.run(
            CAN_POWER_OFF, capture_output=True, text=True, timeout=ASKING_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return [Finding("off", "off-unknown")]
    if asked.stdout.strip().endswith('"yes"'):
        return [Finding("off", "off-ok", (getpass.getuser(),))]
    # Not by Path, which raises: polkit keeps that folder from everybody else.
    if os.path.exists(rule):  # noqa: PTH110
        return [Finding("off", "off-service")]
    return [Finding("off", "off-refused", (getpass.getuser(),))]

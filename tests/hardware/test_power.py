"""Switching off, with real processes on PATH in the place of systemctl and busctl."""

import os
import time

import pytest

from companion.commands.doctor import OK, WARNING, diagnosis_of
from companion.ports import OffState
from hardware.power import PATIENCE_S, MachinePower, check_power_off

ENDLESS_S = 20


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """Put a shell script on PATH as the only command of that name, and tell its log."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def put(name, body):
        log = tmp_path / f"{name}.log"
        script = folder / name
        script.write_text(f'#!/bin/sh\necho "$*" >> {log}\n{body}\n')
        script.chmod(0o755)
        return log

    return put


def awaited(power, now_s=0.0):
    until = time.monotonic() + ENDLESS_S
    while power.state(now_s) is OffState.GOING and time.monotonic() < until:
        time.sleep(0.01)
    return power.state(now_s)


def test_systemctl_is_run_without_asking_for_a_password(stand_in):
    log = stand_in("systemctl", "exit 0")
    power = MachinePower()
    assert power.state(0.0) is OffState.ON
    power.switch_off(0.0)
    assert awaited(power) is OffState.DONE
    assert log.read_text() == "--no-ask-password poweroff\n"


def test_its_reason_is_told_when_it_refuses_and_it_may_be_tried_again(stand_in):
    stand_in("systemctl", "echo 'Access  denied' >&2; echo >&2; exit 1")
    power = MachinePower()
    power.switch_off(0.0)
    assert awaited(power) is OffState.REFUSED
    assert power.reason() == "Access denied"
    log = stand_in("systemctl", "exit 0")
    power.switch_off(1.0)
    assert awaited(power, 1.0) is OffState.DONE
    assert log.exists() and power.reason() == ""


def test_a_silent_failure_is_told_by_its_status(stand_in):
    stand_in("systemctl", "exit 7")
    power = MachinePower()
    power.switch_off(0.0)
    assert awaited(power) is OffState.REFUSED
    assert power.reason() == "systemctl ended with status 7"


def test_one_that_hangs_is_ended(stand_in, tmp_path):
    stand_in("systemctl", f"echo $$ > {tmp_path}/pid; exec sleep 600")
    power = MachinePower()
    power.switch_off(5.0)
    until = time.monotonic() + ENDLESS_S
    pid = tmp_path / "pid"
    while not (pid.exists() and pid.read_text()) and time.monotonic() < until:
        time.sleep(0.01)
    assert power.state(5.0 + PATIENCE_S - 0.1) is OffState.GOING
    assert power.state(5.0 + PATIENCE_S) is OffState.REFUSED
    assert power.reason() == "systemctl did not answer"
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_it_is_run_once_however_often_it_is_asked(stand_in):
    log = stand_in("systemctl", "sleep 0.2")
    power = MachinePower()
    power.switch_off(0.0)
    power.switch_off(0.1)
    assert awaited(power) is OffState.DONE
    assert log.read_text().count("poweroff") == 1


def test_without_systemctl_nothing_breaks(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    power = MachinePower()
    power.switch_off(0.0)
    assert power.state(0.0) is OffState.REFUSED
    assert "systemctl: No such file" in power.reason()


@pytest.mark.parametrize(
    ("body", "has_rule", "code", "level"),
    [
        ("echo 's \"yes\"'", False, "off-ok", OK),
        ("echo 's \"challenge\"'", False, "off-refused", WARNING),
        ("echo 's \"no\"'", False, "off-refused", WARNING),
        ("echo 's \"challenge\"'", True, "off-service", OK),
        ("echo no bus >&2; exit 1", True, "off-unknown", WARNING),
    ],
)
def test_the_doctor_asks_logind(stand_in, tmp_path, body, has_rule, code, level):
    log = stand_in("busctl", body)
    rule = tmp_path / "a.rules"
    if has_rule:
        rule.write_text("")
    (finding,) = check_power_off(str(rule))
    assert (finding.code, diagnosis_of(finding).level) == (code, level)
    assert log.read_text().endswith("org.freedesktop.login1.Manager CanPowerOff\n")


def test_without_busctl_the_doctor_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [finding.code for finding in check_power_off()] == ["off-unknown"]

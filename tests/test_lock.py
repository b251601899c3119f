"""The locked versions are such as the project asks for, on every Python that it runs on."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements-dev.txt"


def machine(python):
    """What markers ask about a PC with *python*; the rest is as here."""
    return {
        "python_version": python, "python_full_version": f"{python}.1",
        "sys_platform": "linux", "platform_machine": "x86_64",
    }  # fmt: skip


def active(lines, python):
    """The requirements among *lines* that hold on a PC with *python*."""
    every = [Requirement(line) for line in lines]
    return [one for one in every if one.marker is None or one.marker.evaluate(machine(python))]


def asked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["dependencies"] + project["optional-dependencies"]["dev"]


def locked():
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_every_library_asked_for_is_locked_at_one_version_that_will_do(python):
    versions = {}
    for pin in active(locked(), python):
        (specifier,) = pin.specifier
        assert specifier.operator == "==", str(pin)
        assert pin.name not in versions
        versions[pin.name] = specifier.version
    for requirement in active(asked(), python):
        assert requirement.specifier.contains(versions[requirement.name]), str(requirement)


@pytest.mark.parametrize(("python", "expected"), [("3.13", {"pygame"}), ("3.14", {"pygame-ce"})])
def test_there_is_one_pygame_and_it_has_a_wheel(python, expected):
    assert {pin.name for pin in active(locked(), python)} & {"pygame", "pygame-ce"} == expected

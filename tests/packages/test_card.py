"""What is laid onto a card, as it is in the repository."""

import re
import tomllib

import pytest

from companion.config.files import load_config
from companion.config.values import Config
from tests.checkout import ROOT
from tools.image import CARDS, DISK_ID, WORDS, program_packages, settings_of

LAID = ROOT / "systemd" / "card" / "root"


@pytest.mark.parametrize("architecture", CARDS)
def test_its_settings_are_settings_of_the_program(tmp_path, architecture):
    file = tmp_path / "board-companion.txt"
    file.write_text(settings_of(architecture), encoding="utf-8")
    config = load_config(file)
    assert (config.devices.backend, config.screen.fullscreen) == {
        "arm64": ("auto", "auto"), "amd64": ("sim", "on"),
    }[architecture]  # fmt: skip


def test_its_settings_show_the_defaults(tmp_path):
    text = settings_of("arm64")
    shown, count = re.subn(r"^#(\w+ = )", r"\1", text, flags=re.MULTILINE)
    assert sum(map(len, tomllib.loads(shown).values())) == count
    file = tmp_path / "board-companion.txt"
    file.write_text(shown, encoding="utf-8")
    assert load_config(file) == Config()


def test_its_partitions_are_those_that_it_mounts():
    table = (LAID / "etc" / "fstab").read_text(encoding="utf-8")
    assert re.findall(r"^PARTUUID=(\w+)-(\d+)", table, re.MULTILINE) == [
        (DISK_ID, "01"),
        (DISK_ID, "03"),
    ]
    assert f"root=PARTUUID={DISK_ID}-02 " in WORDS


def test_it_has_what_the_packages_of_the_program_ask_for():
    assert {"python3-pygame", "libgl1-mesa-dri", "python3-colorzero", "espeak-ng"} <= {
        *program_packages()
    }

"""21. A damaged configuration at a table: passed over for this start, told, and never in the way.

Reading: "set aside" means not used.  The file stays where it is, because it is a person's, on
an installed table root's, and the service may not write there.  Moved away, its other sections
and the limit of the lamps' current would be lost from the next start on.
"""

import pytest

from companion.config import files
from tests.config.config_files import DEFAULT
from tests.faults.running import running

DAMAGES = {
    "zeros": bytes(len(DEFAULT)),
    "cut off": DEFAULT.encode()[: len(DEFAULT) // 2] + b"\n[leds",
    "a block of zeros": DEFAULT.encode()[:512] + bytes(512) + DEFAULT.encode()[1024:],
    "not UTF-8": b"\xff\xfe" + DEFAULT.encode(),
    "of another file": b"\x89PNG\r\n\x1a\n" * 64,
}
TELLS = """
from companion.plugins.watch import say
from companion.ui import stage
built = stage.Stage.__init__
def told(self, services, *given):
    say("dark" if services.leds.state().name == "OFF" else "lit", is_pressing=True)
    for notice in services.notices:
        say(notice.replace("\\n", " "), is_pressing=True)
    built(self, services, *given)
stage.Stage.__init__ = told
"""
"""Has the program print what its start screen will tell."""


@pytest.mark.parametrize("damage", DAMAGES)
def test_fault_21_the_program_starts_says_so_and_leaves_the_file_alone(tmp_path, damage):
    config = tmp_path / "config.toml"
    config.write_bytes(DAMAGES[damage])
    words = ("--config", str(config), "--unattended")
    # Once more after one of them: what a start leaves behind is the same whatever was wrong.
    for _ in range(2 if damage == "zeros" else 1):
        with running(tmp_path / "state", before=TELLS, command="play", words=words) as program:
            assert program.end() == 0
            said = program.process.stdout.read()
        assert said.startswith("dark\n"), said
        assert "Configuration error" in said and str(config) in said
    assert config.read_bytes() == DAMAGES[damage]


def test_fault_21_a_start_that_insists_on_its_configuration_is_caught(tmp_path):
    config = tmp_path / "config.toml"
    config.write_bytes(DAMAGES["zeros"])
    assert files.usable_config(config, tmp_path).problem
    insists = "from companion.config import files\nfiles.usable_config = files.load_config\n"
    words = ("--config", str(config), "--unattended")
    with (
        pytest.raises(AssertionError),
        running(tmp_path / "state", before=insists, command="play", words=words),
    ):
        pass

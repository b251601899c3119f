"""*Settings*, *Update*: the real updater on a real environment, in place of root's unit."""

import os
import subprocess
import time

import pytest

from companion import version
from companion.backends.devices import VirtualStick
from companion.backends.update import MachineUpdates
from companion.building.environment import Environment
from companion.ui.scenes.update import MOST_TOLD, changes_text
from tests.building.updates import NEWER, an_update, contents, starts, trial, updater
from tests.sitting import Sitting

# The first of them waits for a whole set-up.
pytestmark = [pytest.mark.timeout(600), pytest.mark.needs("gpg")]


@pytest.fixture
def table(checkout, keys, tmp_path):
    """A sitting at a table whose program is the one in the checkout; its stick is not in yet."""
    stick, state = tmp_path / "stick", tmp_path / "state.json"
    stick.mkdir()

    def command(verb, word):
        if verb == "stop":
            return ["true"]
        files = sorted(map(str, stick.glob("*.update")))
        words = ["--back"] if word == "back" else files[:1]
        return list(map(str, updater(checkout, *words, "--progress", state, keys=keys)))

    with Sitting(tmp_path / "state") as sitting:
        sitting.stick = sitting.services.stick = VirtualStick()
        sitting.updates = MachineUpdates(Environment(checkout / ".venv", ""), keys, state, command)
        sitting.services.updates = lambda: sitting.updates
        yield sitting


def finish(sitting):
    sitting.wait_until(lambda: sitting.scene.name != "working")
    sitting.ticks(2)


def put_in(sitting, tmp_path):
    sitting.stick.put_in(tmp_path / "stick")
    # Else the start screen would offer what else a stick is good for.
    sitting.services.is_stick_offered = True


def open_page(sitting):
    sitting.tap("Settings")
    sitting.tap("Update")
    finish(sitting)
    assert sitting.scene.name == "update"


def run_as_service(checkout, script, tmp_path):
    """Run *script* with the program in the checkout, as the service does that starts it."""
    return subprocess.run(
        [checkout / ".venv/bin/companion", "sim", "--script", script, "--state", tmp_path / "own"],
        env={**os.environ, "STATE_DIRECTORY": str(tmp_path / "own"), "LANGUAGE": "en"},
        capture_output=True, timeout=120, check=False,
    )  # fmt: skip


def titles(sitting):
    return [choice.title for choice in sitting.scene.choices]


def test_a_version_is_put_in_and_started_with_the_buttons_alone(table, checkout, tmp_path):
    an_update(checkout, tmp_path / "stick")
    put_in(table, tmp_path)
    open_page(table)
    assert titles(table) == [f"Install version {NEWER}", "About this program"]
    assert table.scene.note() == "What is new: Lamps glow in the dark."
    table.press("confirm")
    finish(table)
    assert titles(table)[0] == f"Start version {NEWER}"
    assert starts(checkout) == NEWER
    assert not table.stage.is_closing
    table.press("confirm")
    assert table.stage.is_closing and table.stage.is_restarting


def test_the_way_back_takes_two_presses(table, checkout, tmp_path):
    an_update(checkout, tmp_path / "stick")
    put_in(table, tmp_path)
    open_page(table)
    table.press("confirm")
    finish(table)
    assert titles(table)[1] == f"Go back to version {version()}"
    table.press("next")
    table.press("confirm")
    finish(table)
    assert starts(checkout) == version()
    # It runs: nothing has to be started.
    assert titles(table) == [
        f"Install version {NEWER}", f"Go back to version {NEWER}", "About this program",
    ]  # fmt: skip
    table.press("next")
    table.press("confirm")
    finish(table)
    assert table.scene.chosen().title == f"Start version {NEWER}"
    assert starts(checkout) == NEWER


def test_of_what_is_new_whole_sentences_are_told_without_markup():
    changes = "### Lamps\n\n- *Calm* is `on`: see [docs](docs/x.md). It helps.\n- New."
    assert changes_text(changes) == "Calm is on: see docs. It helps. New."
    long = "- " + 50 * "A sentence of some words. "
    assert changes_text(long).endswith(" words.") and len(changes_text(long)) <= MOST_TOLD
    assert changes_text("Nothing as a list.") == ""


def test_a_stick_that_is_put_in_meanwhile_is_looked_at(table, checkout, tmp_path):
    an_update(checkout, tmp_path / "stick")
    open_page(table)
    assert titles(table) == ["No USB stick", "About this program"]
    table.stick.put_in(tmp_path / "stick")
    table.wait(0.6)
    finish(table)
    assert titles(table)[0] == f"Install version {NEWER}"


def test_why_there_is_no_update_on_a_stick_is_one_line(table, checkout, tmp_path):
    put_in(table, tmp_path)
    open_page(table)
    assert table.scene.note() == (
        "expected an update on the stick, a file that ends with .update, got none"
    )
    table.press("back")
    path = an_update(checkout, tmp_path / "stick")
    path.write_bytes(path.read_bytes()[:-300] + bytes(8))
    (tmp_path / "stick" / "link.update").symlink_to(path)
    table.tap("Update")
    finish(table)
    assert titles(table)[0] == "No update"
    assert "to be signed with a key of this table" in table.scene.note()


def test_of_several_updates_the_newest_that_fits_is_offered(table, checkout, tmp_path):
    stick = tmp_path / "stick"
    an_update(checkout, stick, "8.1.0")
    an_update(checkout, stick / "board-companion", NEWER)
    foreign = an_update(checkout, stick, "9.9.0", tag="cp311-cp311-linux_pdp11")
    os.utime(foreign, (0, 0))
    put_in(table, tmp_path)
    open_page(table)
    assert titles(table)[0] == f"Install version {NEWER}"


def test_a_stick_that_is_pulled_out_before_it_is_put_in_changes_nothing(table, checkout, tmp_path):
    path = an_update(checkout, tmp_path / "stick")
    put_in(table, tmp_path)
    open_page(table)
    path.rename(tmp_path / "gone")
    (tmp_path / "stick" / "x.update").symlink_to(tmp_path / "nowhere")
    table.press("confirm")
    finish(table)
    assert table.scene.note().startswith("Nothing has been changed: expected to read the update")
    assert starts(checkout) == version()


def test_who_gives_up_while_it_is_put_in_has_what_was_there(table, checkout, tmp_path):
    an_update(checkout, tmp_path / "stick")
    put_in(table, tmp_path)
    open_page(table)
    table.press("confirm")
    assert table.scene.name == "working"
    table.press("back")
    assert table.scene.name == "update"
    time.sleep(1.0)
    assert starts(checkout) == version()
    assert not (checkout / ".venv" / "trial").exists()


def test_a_unit_that_may_not_be_started_says_so(table, checkout, tmp_path):
    an_update(checkout, tmp_path / "stick")
    put_in(table, tmp_path)
    open_page(table)
    before = contents(checkout / ".venv")
    table.updates._command = lambda *_: ["sh", "-c", "echo Access denied >&2; exit 1"]
    table.press("confirm")
    finish(table)
    assert table.scene.note() == "Nothing has been changed: Access denied"
    assert contents(checkout / ".venv") == before


def test_a_version_that_did_not_come_up_is_named(table, checkout, tmp_path):
    an_update(checkout, tmp_path / "stick")
    put_in(table, tmp_path)
    open_page(table)
    table.press("confirm")
    finish(table)
    assert table.updates.version_left() == ""
    for _ in range(4):
        trial(checkout, "begin")
    assert table.updates.version_left() == NEWER
    assert table.updates.next_version() == version()
    script = tmp_path / "script.txt"
    note = f"Version {NEWER} did not come up in three starts, so version {version()} is back."
    script.write_text(f'expect note "{note}"\n', encoding="utf-8")
    for status, word in ((0, "begin"), (1, "end")):
        trial(checkout, word)
        assert run_as_service(checkout, script, tmp_path).returncode == status

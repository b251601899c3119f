"""25. The syncs that the system really sees, while the whole program plays a game."""

import os
import re
import subprocess
import sys
from typing import NamedTuple

import pytest

from companion.plugins import find_game
from companion.storage.record_reader import parse_record
from companion.storage.state_dir import JOURNAL_NAME
from tests.faults.running import MAIN, ROOT

CALLS = "write,fdatasync,fsync,rename,renameat,renameat2"
CALL = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\((.*)\) += (-?\d+)")

UNFINISHED = " <unfinished ...>"
RESUMED = re.compile(r"<\.\.\. \w+ resumed>")

NO_SYNC = "from companion.storage import disk\ndisk._datasync = lambda descriptor: None\n"
NO_SYNC_DIR = "from companion.storage.disk import Disk\nDisk.sync_dir = lambda *_: None\n"

DEMO = ROOT / "sim/scripts/demo.txt"
BEGUN = """\
game alquerque
move "c2-c3"
"""
"""Enough for a sync that is missing to be missed."""

pytestmark = pytest.mark.needs("strace")


class Call(NamedTuple):
    """A call that succeeded, and what it was about: a file, or the new name."""

    name: str
    path: str
    words: str


def calls_of(tmp_path, script=DEMO, before=""):
    """Return the calls, in the state folder, of a program that plays *script*."""
    state, log = tmp_path / "state", tmp_path / "calls"
    subprocess.run(
        # Stopped at the calls that are listed, at no others.
        ["strace", "-f", "--seccomp-bpf", "-y", "-s", "8", "-e", f"trace={CALLS}", "-o", str(log),
         sys.executable, "-P", "-c", f"{before}\n{MAIN}", "sim", "--state", str(state),
         "--script", str(script)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1",
             "XDG_CONFIG_HOME": str(tmp_path)},
        check=True, capture_output=True, text=True, timeout=110, cwd=tmp_path,
    )  # fmt: skip
    calls = [call_of(line) for line in whole(log.read_text(errors="replace").splitlines())]
    return [call for call in calls if call is not None and str(state) in call.path]


def whole(lines):
    """Yield each call in one line, also where that of another thread came in between."""
    begun = {}
    for line in lines:
        process, rest = line.split(maxsplit=1)
        if rest.endswith(UNFINISHED):
            begun[process] = line.removesuffix(UNFINISHED)
        elif RESUMED.match(rest):
            yield begun.pop(process) + RESUMED.sub("", rest)
        else:
            yield line


def call_of(line):
    match = CALL.match(line)
    if match is None or int(match[3]) < 0:
        return None
    name, words = match[1], match[2]
    if name.startswith("rename"):
        *_, old, new = re.findall(r'"([^"]*)"', words)
        # Relative to a folder that is open, or whole.
        return Call("rename", new, old)
    at = re.match(r"\d+<([^>]*)>", words)
    return Call(name, at[1], words) if at else None


def what_is_wrong(calls):
    """Return what may be lost in a power cut, of what *calls* have done."""
    wrong, dirty, unnamed = [], {}, None
    for call in calls:
        if call.name == "write":
            if call.path in dirty:
                wrong.append(f"written twice before a sync: {call.path}")
            dirty[call.path] = call
        elif call.name == "fdatasync":
            dirty.pop(call.path, None)
        elif call.name == "rename":
            if call.words in dirty:
                wrong.append(f"renamed before a sync: {call.path}")
            if unnamed is not None:
                wrong.append(f"renamed before the folder was synced: {call.path}")
            unnamed = os.path.dirname(call.path)  # noqa: PTH120 - names as strace has them
        elif call.name == "fsync" and call.path == unnamed:
            unnamed = None
    wrong += [f"never synced: {path}" for path in dirty]
    return wrong + [f"never synced: {unnamed}"] * (unnamed is not None)


def test_fault_25_each_ply_is_synced_once_and_each_new_name_with_its_folder(tmp_path):
    calls = calls_of(tmp_path)
    assert what_is_wrong(calls) == []
    (record,) = (tmp_path / "state" / "records").glob("*.txt")
    plies = len(parse_record(record.read_bytes(), find_game).plies)
    journal = str(tmp_path / "state" / JOURNAL_NAME)
    syncs = [call for call in calls if call.name == "fdatasync" and call.path == journal]
    # The first is that of the header.
    assert len(syncs) == 1 + plies
    assert plies > 10
    renames = [call for call in calls if call.name == "rename"]
    folders = [call for call in calls if call.name == "fsync"]
    assert renames
    # Of each new name, of the journal that is made and removed, of the folder of the records.
    assert len(renames) + 2 <= len(folders) <= len(renames) + 4


@pytest.mark.parametrize("broken", [NO_SYNC, NO_SYNC_DIR], ids=["no fdatasync", "no fsync"])
def test_fault_25_leaving_one_of_them_out_is_caught(tmp_path, broken):
    script = tmp_path / "begun.txt"
    script.write_text(BEGUN, encoding="utf-8")
    assert what_is_wrong(calls_of(tmp_path, script, broken))

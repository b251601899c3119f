"""The way of a touch and of a Confirm, as short as docs/architecture.md says.

`make house` counts in the same way; `tools.house.trace` says what.
"""

import re
from pathlib import Path

import pytest

from tools.house import trace
from tools.house.__main__ import ROOT, traced

CLAIM = re.compile(
    r"`Stage\.handle` calls at most (\d+) functions, and from one room to another at most (\d+) "
    r"times\. .* at most (\d+) frames"
)


@pytest.fixture(scope="module")
def noted():
    return traced(ROOT)


@pytest.fixture(scope="module")
def claimed():
    text = (Path(ROOT) / "docs" / "architecture.md").read_text(encoding="utf-8")
    return [int(figure) for figure in CLAIM.search(text).groups()]


def test_a_touch_calls_no_more_functions_than_the_map_says(noted, claimed):
    functions = trace.functions(noted.touch)
    assert len(functions) <= claimed[0], sorted(functions)


def test_a_touch_crosses_no_more_often_from_room_to_room(noted, claimed):
    crossings = trace.crossings(noted.touch)
    assert len(crossings) <= claimed[1], sorted(crossings)


def test_a_confirm_is_no_deeper_when_the_disk_is_synced(noted, claimed):
    assert len(noted.sync) <= claimed[2], noted.sync


def test_the_way_leads_through_the_rules_and_to_the_disk(noted):
    names = {place.name for place in trace.functions(noted.touch)}
    assert {"Stage.handle", "Match.touch", "AlquerqueTurn.extended"} <= names
    assert noted.sync[0].name == "Stage.handle"
    assert noted.sync[-1].file == "companion/storage/disk.py"

"""What a table tells its club: nothing hidden, all documented, and only what fits is read."""

import itertools
import json
import random
import re

import pytest
from jinja2.sandbox import SandboxedEnvironment

from companion.club import tree
from companion.match.match import Match, NewMatch
from companion.mirror.seen import Seen, Watcher
from companion.plugins import GAMES, find_game
from companion.ports import Seating
from tests.mirror.deals import dealt_otherwise, dealt_sample
from tests.mirror.ends import match_of, play_on, seen_of
from tests.sitting import Sitting
from tests.texts import ROOT

DOCUMENTED = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")


def told(match, **changed):
    """A whole state of *match*, as a payload."""
    state = tree.state_of(seen_of(match))
    who = {"v": tree.VERSION, "id": "a" * 16, "number": 1, "at": 1.5}
    return tree.packed({**who, **state, **changed})


# What may be seen


def told_of_a_deal(folder, new, texts):
    """All that is told of a game from its deal to its end."""
    with Sitting(folder) as sitting:
        sitting.begin(new)
        watcher, states = Watcher(), []

        def look():
            states.append(tree.state_of(watcher.look(sitting.stage)))

        look()
        for text in texts:
            sitting.see_hand()
            look()
            for touch in sitting.match.position.parse(text).touches:
                sitting.make((touch,))
                look()
            sitting.press("confirm")
            look()
        assert sitting.match.outcome is not None
        return states, [position.hand_of(0) for position in sitting.match.positions]


def test_nothing_that_is_told_depends_on_what_is_hidden(tmp_path):
    record = dealt_sample(2)
    texts = [ply.text for ply in record.plies]
    who = ("Anna", "Ben")
    one = NewMatch(record.game, record.options, record.seed, players=who)
    two = NewMatch(record.game, record.options, 987_654, dealt_otherwise(record), players=who)
    told_one, hands_one = told_of_a_deal(tmp_path / "one", one, texts)
    told_two, hands_two = told_of_a_deal(tmp_path / "two", two, texts)
    assert hands_one[0] != hands_two[0]
    assert told_one == told_two
    assert told_one[-1]["activity"] == "won"
    assert told_one[-1]["people"] == [["Anna"], ["Ben"]]
    # The end of the game may be taken back.
    assert "987654" not in json.dumps(told_two)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_is_read_back(name):
    match = match_of(name, 9)
    read = tree.read_state(told(match))
    assert read.picture == seen_of(match).picture
    assert read.title
    assert read.plies == len(match.plies)
    assert read.turn == match.position.side
    assert read.activity == "your_turn"
    board = tree.read_board(match.position.board.text.encode())
    assert board.text == match.position.board.text
    assert read.board == tree.mark_of(board.text)


def test_a_table_at_which_nothing_is_played_is_idle():
    state = tree.state_of(Seen())
    assert state["activity"] == "idle"
    payload = tree.packed({"v": 1, "id": "x", "number": 0, "at": 0, **state})
    assert tree.read_state(payload).match == ""


@pytest.mark.parametrize(
    ("players", "loser", "activity"),
    [
        (("person", "program level 1"), 1, "won"),
        (("person", "program level 1"), 0, "lost"),
        (("Anna", "Ben"), 0, "won"),
        (("program level 1", "program level 1"), 0, "lost"),
    ],
)
def test_whoever_sits_there_has_won_or_lost(players, loser, activity):
    match = Match.start(NewMatch(find_game("alquerque"), {}, 1, players=players))
    match.resign(loser)
    while match.question is not None:
        match.answer(True, match.stamp)
    state = tree.state_of(seen_of(match))
    assert (state["activity"], state["winner"], state["turn"]) == (activity, 1 - loser, None)


def test_a_computer_that_is_to_move_is_no_turn_of_whoever_sits_there():
    match = Match.start(
        NewMatch(find_game("alquerque"), {}, 1, players=("program level 1", "person"))
    )
    assert tree.state_of(seen_of(match))["activity"] == "their_turn"


def test_what_happens_is_an_event():
    match = match_of("alquerque", 0)
    states = [tree.state_of(Seen()), tree.state_of(seen_of(match))]
    draw = random.Random(3)
    while match.outcome is None and len(match.plies) < 60:
        play_on(match, draw)
        states.append(tree.state_of(seen_of(match)))
    states.append(tree.state_of(Seen()))
    events = [tree.event_of(*pair) for pair in itertools.pairwise(states)]
    kinds = [event["event_type"] for event in events]
    assert kinds[0] == "game_started"
    assert kinds[-1] == "game_left"
    assert {"move", "capture"} <= set(kinds)
    assert set(kinds) <= set(tree.EVENTS)
    assert tree.event_of(None, states[1]) is None
    assert tree.event_of(states[2], states[2]) is None
    assert tree.event_of(states[2], states[1])["event_type"] == "taken_back"


# What is not read


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"v": 2}, "expected version 1, got 2"),
        ({"id": 5}, "id: expected a text"),
        ({"number": -1}, "number: expected a number, got -1"),
        ({"number": True}, "number: expected a number"),
        ({"at": "noon"}, "at: expected a time"),
        ({"names": ["a" * 61, "b"]}, "names: expected names of at most 60"),
        ({"names": ["a", "b", "c"]}, "names: expected a list of at most 2"),
        ({"people": [["a"], 5]}, "people: expected a list"),
        ({"turn": 2}, "turn: expected 0, 1 or null"),
        ({"clocks": [{"ms": 1.5}]}, "ms: expected a number"),
        ({"activity": "asleep"}, "activity: expected one of idle"),
        ({"picture": {"placement": 5}}, "expected a picture"),
        ({"picture": {"placement": [[0, [[0, 10**9]]]]}}, "expected numbers up to 1000"),
        ({"last": "x" * 3000}, "last: expected a text of at most 2000"),
    ],
)
def test_a_state_that_does_not_fit_is_refused(changed, complaint):
    with pytest.raises(ValueError, match=re.escape(complaint)):
        tree.read_state(told(match_of("querni", 3), **changed))


@pytest.mark.parametrize("payload", [b"", b"\xff\x00", b"[1]", b"{", b"[" * 60000, b"17"])
def test_garbage_is_refused(payload):
    for read in (tree.read_state, tree.read_owner, tree.read_seating):
        with pytest.raises(ValueError, match="expected"):
            read(payload)
    with pytest.raises(ValueError, match=r"expected|utf-8"):
        tree.read_board(payload)


def test_a_pairing_is_read_back_and_has_two_names():
    seating = Seating(2, ("Anna", "Ben"))
    assert tree.read_seating(tree.packed(tree.seating_data(seating))) == seating
    with pytest.raises(ValueError, match="expected two names"):
        tree.read_seating(b'{"v":1,"round":1,"people":["Anna",""]}')


# The documented format


def test_every_key_is_documented():
    keys = {*tree.state_of(Seen()), "v", "id", "number", "at"}
    table = set(re.findall(r"^\| `(\w+)`", DOCUMENTED, re.MULTILINE))
    assert keys <= table
    for word in (*tree.ACTIVITIES, *tree.EVENTS, *tree.KEPT, tree.CLAIM, tree.SEATING):
        assert f"`{word}`" in DOCUMENTED or f"/{word}" in DOCUMENTED, word


# Home Assistant

COMMON = {
    "platform", "unique_id", "name", "icon", "state_topic", "availability_topic",
    "payload_available", "payload_not_available",
}  # fmt: skip
ALLOWED = {
    "sensor": COMMON
    | {
        "value_template", "device_class", "options", "json_attributes_topic",
        "json_attributes_template",
    },
    "binary_sensor": COMMON | {"device_class", "payload_on", "payload_off"},
    "event": COMMON | {"event_types"},
}  # fmt: skip
"""Those of the documented keys of each platform that are used here."""
TOPIC = re.compile(r"homeassistant/device/[a-zA-Z0-9_-]+/config")


def check_discovery(topic, config):
    """Hold a message against what Home Assistant documents of device discovery."""
    assert TOPIC.fullmatch(topic)
    assert set(config) == {"device", "origin", "components", "qos"}
    assert config["device"]["identifiers"]
    assert set(config["device"]) <= {
        "identifiers", "name", "manufacturer", "model", "sw_version",
    }  # fmt: skip
    assert config["origin"]["name"]
    assert config["qos"] in (0, 1, 2)
    ids = [component["unique_id"] for component in config["components"].values()]
    assert len(ids) == len(set(ids))
    for component in config["components"].values():
        platform = component["platform"]
        assert set(component) <= ALLOWED[platform]
        assert not set("+#") & set(component["state_topic"])
        if component.get("device_class") == "enum":
            assert component["options"]
        else:
            assert "options" not in component
        if platform == "event":
            assert component["event_types"]


@pytest.mark.parametrize("table", ["kitchen", "Tisch 3", "Küche", "卓"])
def test_home_assistant_is_told_of_one_device(table):
    config = tree.discovery_of("board-companion", table, "0.2.0")
    check_discovery(tree.discovery_topic("homeassistant", table), config)
    json.dumps(config)


def test_tables_called_nearly_alike_are_two_devices():
    assert len({tree.device_id(name) for name in ("a b", "a-b", "a  b", "A-b")}) == 4


@pytest.mark.parametrize("plies", [4, 5])
@pytest.mark.parametrize("match", [None, *GAMES])
def test_templates_give_states_that_home_assistant_takes(match, plies):
    # As Home Assistant renders them.
    rendering = SandboxedEnvironment()
    state = tree.state_of(Seen() if match is None else seen_of(match_of(match, plies)))
    components = tree.discovery_of("board-companion", "kitchen", "0.2.0")["components"]
    values = {}
    for key, component in components.items():
        for what in ("value_template", "json_attributes_template"):
            if what in component:
                values[key, what] = rendering.from_string(component[what]).render(value_json=state)
    for (key, what), value in values.items():
        if what == "json_attributes_template":
            assert isinstance(json.loads(value), dict)
            continue
        assert len(value) <= 255
        if key == "activity":
            assert value in components[key]["options"]
    if match is None:
        assert values["turn", "value_template"] == "None"
        assert values["game", "value_template"] == "None"
    else:
        assert values["turn", "value_template"] == ("White", "Black")[state["turn"]]
        assert values["activity", "value_template"] == "your_turn"

"""Hidden hands at phones: each goes to its own phone, and nowhere else."""

import json
import random
import time

import pytest

from companion.contract import Token
from companion.match.match import NewMatch
from companion.mirror.seat import seat_data
from companion.mirror.seen import Watcher, data_of
from companion.ports import ButtonName
from companion.remote.phone_seats import DONE, TOO_OFTEN, PhoneSeats, SeatAct, touch_data
from companion.storage.record import first_position
from companion.ui.panels.tray import LOOK_S
from companion.words.program import Hand
from tests.mirror.deals import dealt_otherwise, dealt_sample, dominoes_in
from tests.mirror.phones import ON_PHONES, SeatTable
from tests.sitting import Sitting

PHONES = ("phone",) * 4
SEATS = range(4)


class AtPhones:
    """A dealt game of four phones, and what is told of it, moment by moment.

    Attributes:
        of_seats: what each seat is told.
        public: what everybody is told.
        at_table: what the screen of the table shows and says, and can be touched there.
    """

    def __init__(self, sitting):
        self.of_seats = [[] for _ in SEATS]
        self.public, self.at_table = [], []
        self._watcher = Watcher()
        self._sitting = sitting

    def look(self):
        sitting = self._sitting
        view = sitting.stage.view
        for seat in SEATS:
            self.of_seats[seat].append(json.dumps(seat_data(sitting.stage, seat)))
        self.public.append(json.dumps(data_of(self._watcher.look(sitting.stage), None)))
        entries = sitting.scene.entries()
        picture, labels = view.picture, view.labels
        self.at_table.append((view.banner, view.note, view.pointed, labels, picture, entries))

    def play(self, texts):
        """Play *texts* at the phones; somebody at the table tries to see a hand on the way."""
        self.look()
        for number, text in enumerate(texts):
            touches = self._sitting.match.position.parse(text).touches
            self._turn(touches, is_peeking=number % 6 == 0)
        self.look()
        assert self._sitting.match.outcome is not None
        return self

    def _turn(self, touches, *, is_peeking):
        sitting = self._sitting
        seat = sitting.match.position.seat
        if is_peeking:
            self._peek()
        for touch in touches:
            self._act(seat, "touch", touch)
        # It is thought over.
        self._act(seat, "back")
        self._act(seat, "touch", touches[-1])
        if is_peeking:
            self._peek()
        self._act(seat, "confirm")
        self._act(seat, "confirm")

    def _act(self, seat, act, touch=None):
        sitting = self._sitting
        assert sitting.scene.name == "phone"
        stamp = sitting.scene.phone.stamp
        assert sitting.scene.phone.take(SeatAct(seat, act, touch, stamp))
        sitting.ticks(2)
        self.look()

    def _peek(self):
        sitting = self._sitting
        for button in ("hint", "next", "confirm"):
            sitting.press(button)
            self.look()
        sitting.pins.press(ButtonName.HINT)
        sitting.wait(2 * LOOK_S)
        self.look()
        sitting.pins.release(ButtonName.HINT)
        sitting.wait(0.2)
        sitting.hold("back")
        self.look()
        sitting.press("back")
        sitting.ticks(2)
        self.look()


def played(folder, record, seed, position=None):
    new = NewMatch(record.game, record.options, seed, position, players=PHONES)
    with Sitting(folder, config=ON_PHONES) as sitting:
        sitting.services.phone_seats = PhoneSeats(folder)
        sitting.begin(new)
        sitting.tap("Play")
        return AtPhones(sitting).play([ply.text for ply in record.plies])


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    record = dealt_sample(4)
    return played(tmp_path_factory.mktemp("deal"), record, record.seed)


@pytest.mark.parametrize("own", SEATS)
def test_what_a_seat_is_told_does_not_depend_on_what_others_hold(game, tmp_path, own):
    record = dealt_sample(4)
    first, position = first_position(record), dealt_otherwise(record, own)
    for seat in SEATS:
        assert (position.hand_of(seat) == first.hand_of(seat)) is (seat == own)
    other = played(tmp_path, record, 987_654, position)
    assert game.of_seats[own] == other.of_seats[own]
    assert game.of_seats[(own + 1) % 4] != other.of_seats[(own + 1) % 4]
    # Neither does anything that is seen by all, at the table or elsewhere.
    assert game.public == other.public
    assert game.at_table == other.at_table


def test_a_seat_is_told_its_hand_at_all_times(game):
    position = first_position(dealt_sample(4))
    for seat in SEATS:
        told = json.loads(game.of_seats[seat][0])
        held = {tuple(item["touch"][1:]) for item in told["hand"]}
        assert held == {token.values for token in position.hand_of(seat)}


def test_nobody_looks_at_the_hand_of_a_phone_at_the_table(tmp_path):
    # Without what puts the turn of a phone in front of the hand.
    with Sitting(tmp_path, config=ON_PHONES) as sitting:
        sitting.play("quincy", seed=3, who=("phone", "person"))
        assert sitting.scene.hand is Hand.AWAITED
        sitting.press("confirm")
        sitting.pins.press(ButtonName.HINT)
        sitting.wait(2 * LOOK_S)
        assert sitting.scene.hand is Hand.AWAITED
        assert not dominoes_in(sitting.stage.view.pointed)
        sitting.pins.release(ButtonName.HINT)


@pytest.fixture
def table(tmp_path):
    with SeatTable(tmp_path / "state") as table:
        yield table


def choose(phone, draw):
    """Touch something that *phone* is offered, or confirm."""
    if "confirm" in phone.acts():
        return phone.act("confirm")
    free = [item["touch"] for item in phone.seat["hand"] if item["free"] and not item["chosen"]]
    offered = phone.sites() or free
    return phone.act("touch", touch=draw.choice(offered))


def held_by(phone):
    return {tuple(item["touch"]) for item in phone.seat["hand"]}


@pytest.mark.slow
def test_four_phones_play_a_dealt_game_to_its_end(table):
    table.connect()
    table.start("quincy", PHONES, seed=3, players="4")
    phones = [table.paired(seat) for seat in SEATS]
    table.until(lambda: table.scene.name == "phone")
    draw, match = random.Random(1), table.match
    while match.outcome is None:
        phone = phones[match.position.seat]
        table.until(lambda phone=phone: "confirm" in phone.acts() or phone.seat["more"])
        stamp = phone.seat["stamp"], phone.acts()
        status = choose(phone, draw)
        if status == TOO_OFTEN:
            # Four phones at one address ask faster than one may.
            time.sleep(0.1)
            continue
        assert status == DONE
        table.until(
            lambda phone=phone, stamp=stamp: (
                (phone.seat["stamp"], phone.acts()) != stamp or match.outcome is not None
            )
        )
    assert len(match.plies) > 10
    for seat, phone in enumerate(phones):
        ever = {token for position in match.positions for token in position.hand_of(seat)}
        told = b"".join(phone.all_told)
        for line in phone.all_told:
            hand = json.loads(line.removeprefix(b"data: "))["seat"] or {"hand": ()}
            tokens = {Token(*_split(item["touch"])) for item in hand["hand"]}
            assert {token for token in tokens if token.kind == "domino"} <= ever
        assert told


def _split(touch):
    kind, *values = touch
    return kind, tuple(values)


def test_a_hand_goes_to_no_other_page(table):
    table.connect()
    table.start("quincy", ("phone", "phone"), seed=3)
    one, two = table.paired(0), table.paired(1)
    table.until(lambda: table.scene.name == "phone")
    table.until(lambda: one.seat["hand"] and two.seat["hand"])
    assert not held_by(one) & held_by(two)
    position = table.match.position
    assert held_by(one) == {tuple(touch_data(token)) for token in position.hand_of(0)}
    page = table.meanwhile(table.first_event)
    assert page["seat"] is None
    assert page["places"] == []

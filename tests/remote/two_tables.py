"""Two tables of one process, what lies between them, and people who play at random."""

import random

from companion.contract import Progress
from companion.errors import CompanionError
from companion.match.match import NewMatch
from companion.remote.bus import LocalBroker, LocalBus
from companion.remote.other_table import OtherTable, RemotePlayer
from companion.storage.journal import line_of
from companion.storage.library import Library
from companion.storage.saves import Saves
from companion.storage.state_dir import JOURNAL_NAME, StateDir

LONGEST_ROUTE = 8


class FaultyBroker(LocalBroker):
    """Loses, doubles, holds back and mixes up what it carries, as *chance* will have it."""

    def __init__(self, chance):
        super().__init__()
        self.chance = chance
        self.rate = 0.0
        self.faults = 0
        self.now_s = 0.0
        self.late = []

    def take(self, message):
        if self.chance.random() >= self.rate:
            super().take(message)
            return
        self.faults += 1
        kind = self.chance.choice(["drop", "double", "delay", "delay"])
        if kind == "double":
            super().take(message)
        if kind != "drop":
            # Among what is late the order is another one each time.
            self.late.append((self.now_s + self.chance.uniform(0.1, 30), message))

    def deliver_late(self, *, everything=False):
        due = [message for at_s, message in self.late if everything or at_s <= self.now_s]
        self.late = [(at, m) for at, m in self.late if not (everything or at <= self.now_s)]
        self.chance.shuffle(due)
        for message in due:
            super().take(message)

    def restart(self, *, forgets):
        """Lose all that is under way, and perhaps what was retained."""
        self.faults += 1
        self.late.clear()
        if forgets:
            self.retained.clear()


class StateTable:
    """A state folder with a program in it that can lose its power."""

    def __init__(self, folder, broker, name=""):
        self.folder, self.broker, self.name = folder, broker, name
        self.buses = []
        self.match = None
        self.switch_on()

    def open(self, topics, will=None):
        bus = self.broker.open(topics, will)
        assert isinstance(bus, LocalBus)
        self.buses.append(bus)
        return bus

    def switch_on(self):
        self.state = StateDir(self.folder)
        self.library = Library(Saves(self.state), {})
        self.library.look()
        self.other = OtherTable(self.folder, self.open, name=self.name)
        if self.library._kept():
            self.match = self.library.resume()
            self.other.take_up(self.match)
        else:
            # What has ended is told to the other table until that has heard it.
            self.other.take_up_ended(self.library)
            self.match = self.library.ended or self.match

    def cut_power(self):
        """End without a word."""
        for bus in self.buses:
            bus.cut()
        self.buses.clear()
        self.state.close()

    def update(self, now_s):
        self.other.update(now_s)

    @property
    def player(self):
        return RemotePlayer(self.other, self.match)

    @property
    def link(self):
        return self.other.link

    def journal(self):
        path = self.folder / JOURNAL_NAME
        # What has ended is filed at the next start.
        if path.exists():
            return path.read_bytes()
        lines, checksum = [], 0
        for entry in (self.match.header, *self.match.entries):
            line, checksum = line_of(entry, checksum)
            lines.append(line)
        return b"".join(lines)

    # What people do

    def carry_out(self):
        """Make the other table's move, as a person does."""
        entry = self.player.entry
        if entry is not None and self.match.question is None:
            self.match.accept(entry)
            return True
        return False

    def is_free(self):
        match = self.match
        return match.question is None and match.outcome is None and not match.is_closed

    def may_play(self):
        return self.is_free() and not self.player.is_due() and self.match.is_ours_to_write

    def play(self, chance):
        half = self.match.position.begin()
        while half.progress is not Progress.COMPLETE:
            is_long = len(half.touches) >= LONGEST_ROUTE
            if half.progress is Progress.EXTENDABLE and (is_long or chance.random() < 0.5):
                break
            half = half.extended(chance.choice(list(half.next_touches())))
        self.match.propose(half.move)
        answer = self.match.confirm(self.match.stamp)
        assert answer.code == "committed", answer

    def answer(self, agree):
        question = self.match.question
        if question is not None and question.awaiting[0] not in self.match.seats.elsewhere:
            self.match.answer(agree, self.match.stamp)


def side_here(table):
    """Return the side whose people sit at *table*."""
    return 1 if 0 in table.match.seats.elsewhere else 0


def paired(folder, broker, game, options=None, *, host_side=0, clock=None, seed=0, names=("", "")):
    """Return two tables that have begun a game with each other."""
    tables = []
    for number, name in enumerate(names):
        place = folder / f"table{number}"
        place.mkdir()
        tables.append(StateTable(place, broker, name))
    host, guest = tables
    options = game.complete(options)
    players = ("person",) * game.seat_count(options)
    new = NewMatch(game, options, seed, players=players, clock=clock)
    shown = host.other.host(new, host_side)
    host.update(0.0)
    guest.other.join(shown.code)
    for step in range(20):
        for table in tables:
            table.update(3.0 * step)
            hosted = table.other.hosted(table.library) or table.other.joined(table.library)
            table.match = hosted or table.match
        if host.match and guest.match:
            return host, guest
    raise AssertionError((host.other.pairing, guest.other.pairing.fault))


def let_settle(tables, broker, now_s, agree=True):
    """Let time pass until both have the same, without faults; return when that is."""
    broker.rate = 0.0
    broker.deliver_late(everything=True)
    for _ in range(400):
        now_s += 1.0
        broker.now_s = now_s
        for table in tables:
            table.update(now_s)
            table.carry_out()
            table.answer(agree)
            table.update(now_s)
        # One leaves what has ended once it knows that the other has the same.
        if all(map(is_settled, tables)) or any(table.link is None for table in tables):
            return now_s
    raise AssertionError(
        [t.link and (t.link.is_settled, t.match.question, t.link.ledger.got) for t in tables]
    )


def is_settled(table):
    """Whether *table* knows that the other has the same."""
    return table.link is not None and table.link.is_settled and table.match.question is None


def same(tables):
    """Hold both journals and positions against each other."""
    one, other = tables
    assert one.journal() == other.journal()
    assert one.match.position.to_text() == other.match.position.to_text()
    assert one.match.outcome == other.match.outcome


def scrambled(tables, broker, chance, steps, now_s=0.0, rate=0.3):
    """Have people do what they like while all goes wrong; return when that ends."""
    broker.rate = rate
    for _ in range(steps):
        now_s += chance.uniform(0.05, 3)
        broker.now_s = now_s
        broker.deliver_late()
        table = chance.choice(tables)
        do_something(table, chance)
        if chance.random() < 0.02:
            broker.restart(forgets=chance.random() < 0.5)
        if chance.random() < 0.02:
            broker.faults += 1
            table.cut_power()
            table.switch_on()
        for each in tables:
            each.update(now_s)
    return now_s


def do_something(table, chance):
    """Have the people at *table* do something that they may."""
    match = table.match
    if match.question is not None:
        if chance.random() < 0.5:
            table.answer(chance.random() < 0.3)
        elif chance.random() < 0.2:
            match.back()
    elif table.carry_out():
        pass
    elif chance.random() < 0.06:
        match.back()
    elif chance.random() < 0.03:
        match.offer_draw(side_here(table))
    elif chance.random() < 0.05 and table.may_play():
        match.note_hint()
    elif table.may_play():
        try:
            table.play(chance)
        except CompanionError as error:
            raise AssertionError(match.position.to_text()) from error


def chance_of(seed):
    return random.Random(seed)

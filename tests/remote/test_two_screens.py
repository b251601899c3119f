"""Two programs, each with its screen, lamps and four buttons, that play one game."""

import pytest

from companion.remote.bus import LocalBroker
from companion.remote.other_table import OtherTable
from companion.ui import destinations as to
from tests.sitting import Sitting, trouble_texts


class TwoSittings:
    """Two tables that share a broker; what is done at one, the other hears."""

    def __init__(self, folder, broker):
        self.broker = broker
        self.gone = []
        self.tables = [self.opened(folder / name) for name in ("kitchen", "garden")]

    def opened(self, folder):
        sitting = Sitting(folder)
        sitting.buses = []

        def open_bus(topics, will=None):
            sitting.buses.append(self.broker.open(topics, will))
            return sitting.buses[-1]

        other = sitting.services.other_table = OtherTable(folder, open_bus)
        other.take_up_ended(sitting.library)
        return sitting

    def cut_power(self, table):
        """End without a word; the display is that of all tables, and stays."""
        for bus in table.buses:
            bus.cut()
        table.state.close()
        self.tables.remove(table)
        self.gone.append(table)

    def ticks(self, count=5):
        for _ in range(count):
            for table in self.tables:
                table.ticks(1)

    def wait(self, seconds):
        for _ in range(round(seconds * 2)):
            for table in self.tables:
                table.wait(0.5)

    def meet(self, game="Alquerque", taps=()):
        host, guest = self.tables
        for table in self.tables:
            table.tap("New game")
            table.tap(game)
        for title in taps:
            host.tap(title)
        for table in self.tables:
            table.tap("Who plays")
            table.tap("Another table")
        host.tap("Show a code")
        code = host.services.other_table.pairing.code
        guest.tap("Type a code")
        for digit in code:
            guest.tap(digit)
        guest.tap("done")
        self.wait(5)
        return host, guest


@pytest.fixture
def two(tmp_path):
    both = TwoSittings(tmp_path, LocalBroker())
    yield both
    for table in (*both.tables, *both.gone):
        table.__exit__()


def test_two_tables_come_together_by_a_code(two):
    host, guest = two.meet()
    assert (host.scene.name, guest.scene.name) == ("set up", "set up")
    assert host.match.header == guest.match.header
    for table in two.tables:
        table.press("confirm")
    two.ticks()
    assert (host.scene.name, guest.scene.name) == ("play", "other table")
    assert "Your turn" in host.banner
    assert guest.banner == "White's turn, at the other table"
    assert trouble_texts(host.stage) == trouble_texts(guest.stage) == set()


def begun(two, **values):
    host, guest = two.meet(**values)
    for table in two.tables:
        table.press("confirm")
    two.ticks()
    return host, guest


def test_a_move_is_shown_at_the_other_table_leg_by_leg_and_made_there(two):
    host, guest = begun(two)
    frames = guest.leds.frame_count
    host.move("c2-c3")
    two.ticks(2)
    assert guest.leds.frame_count > frames
    assert guest.match.half.touches and not guest.match.plies
    assert guest.banner == "White moves a piece from c2 to c3"
    guest.press("confirm")
    assert [ply.move.text for ply in guest.match.plies] == ["c2-c3"]
    two.wait(1)
    assert (host.scene.name, guest.scene.name) == ("other table", "play")
    guest.move("c4xc2")
    two.ticks(2)
    host.press("confirm")
    two.wait(3)
    assert host.services.other_table.link.is_settled
    journals = [(table.state.path / "current.journal").read_bytes() for table in two.tables]
    assert journals[0] == journals[1]


def play_one(two, mover, other, text):
    mover.move(text)
    two.ticks(2)
    other.press("confirm")
    two.wait(1)


def test_what_is_asked_is_answered_at_the_other_table(two):
    host, guest = begun(two)
    play_one(two, host, guest, "c2-c3")
    # The host wants its move back.
    host.press("back")
    two.wait(1)
    assert host.banner == "Black is asked at the other table…"
    assert "take-back" in guest.banner
    guest.press("back")
    two.wait(3)
    assert "did not agree" in host.note
    assert len(host.match.plies) == len(guest.match.plies) == 1
    host.press("back")
    two.wait(3)
    guest.press("confirm")
    two.wait(3)
    assert not host.match.plies and not guest.match.plies
    assert host.scene.name == "play"
    # The table is led back at both ends.
    assert "c2" in host.note or "c2" in host.banner
    assert guest.scene.name == "other table"


def test_a_question_can_be_withdrawn(two):
    host, guest = begun(two)
    play_one(two, host, guest, "c2-c3")
    host.press("back")
    two.wait(1)
    assert guest.match.question is not None
    host.press("back")
    two.wait(3)
    assert host.match.question is None and guest.match.question is None
    assert "withdrawn" in guest.note


def test_whoever_resigns_ends_the_game_at_both_tables_and_both_may_want_another(two):
    host, guest = begun(two)
    # It is not the guest's turn.
    guest.hold("back")
    guest.tap("Resign")
    guest.press("confirm")
    two.wait(3)
    assert (host.scene.name, guest.scene.name) == ("game over", "game over")
    assert host.match.outcome == guest.match.outcome
    assert host.match.outcome.winner == 0
    two.wait(2)
    host.tap("Rematch")
    two.wait(1)
    assert guest.banner == "The other table wants another game"
    guest.tap("Accept")
    two.wait(3)
    assert (host.scene.name, guest.scene.name) == ("set up", "set up")
    assert host.match.header == guest.match.header
    assert host.match.seats.elsewhere == {0}
    for table in two.tables:
        table.press("confirm")
    two.wait(1)
    assert (host.scene.name, guest.scene.name) == ("other table", "play")


def test_a_table_that_has_lost_its_power_goes_on_where_it_was(two, tmp_path):
    host, guest = begun(two)
    play_one(two, host, guest, "c2-c3")
    two.cut_power(guest)
    two.wait(1)
    assert "table away" in trouble_texts(host.stage)
    guest = two.opened(tmp_path / "garden")
    two.tables.append(guest)
    guest.tap("Resume")
    two.wait(2)
    guest.press("confirm")
    two.wait(2)
    assert "table away" not in trouble_texts(host.stage)
    assert (host.scene.name, guest.scene.name) == ("other table", "play")
    play_one(two, guest, host, "c4xc2")
    assert len(host.match.plies) == 2


@pytest.mark.parametrize("answer", ["Not now", "Go back"])
def test_tables_that_differ_go_on_from_before_that(two, tmp_path, answer):
    host, guest = begun(two, game="Querni")
    first = host.match.position
    one, other = (move.text for move in first.legal_moves()[:2])
    play_one(two, host, guest, one)
    two.cut_power(host)
    # The host's card has lost that move, and somebody plays another one before anything is heard.
    journal = tmp_path / "kitchen" / "current.journal"
    journal.write_bytes(journal.read_bytes().splitlines(keepends=True)[0])
    host = two.opened(tmp_path / "kitchen")
    two.tables.insert(0, host)
    host.services.other_table.take_up(match := host.library.resume())
    host.stage.go(to.Play(match))
    host.move(other)
    two.wait(6)
    told = "The tables differ from move 1 on"
    assert host.banner == guest.banner == told
    assert f"Here, move 1 is {other}." in host.scene.note()
    assert "tables differ" in trouble_texts(host.stage) & trouble_texts(guest.stage)
    host.tap("Go back")
    guest.tap(answer)
    two.wait(3)
    if answer == "Not now":
        assert guest.banner == "Play again from move 1, with the other table?"
        guest.tap("Accept")
        two.wait(3)
    assert (host.scene.name, guest.scene.name) == ("set up", "set up")
    for table in two.tables:
        table.press("confirm")
    two.wait(1)
    assert host.match.header == guest.match.header
    assert host.match.position.to_text() == first.to_text()
    # What was played stays at both tables.
    assert len(list((tmp_path / "garden" / "records").iterdir())) == 1
    assert len(list((tmp_path / "kitchen" / "records").iterdir())) == 1
    play_one(two, host, guest, one)
    assert len(guest.match.plies) == 1


def test_a_game_goes_on_at_one_table_once_the_other_has_left(two):
    host, guest = begun(two)
    play_one(two, host, guest, "c2-c3")
    guest.hold("back")
    guest.tap("Play on here alone")
    two.wait(3)
    assert guest.scene.name == "play"
    assert guest.match.seats.elsewhere == frozenset()
    guest.move("c4xc2")
    assert len(guest.match.plies) == 2
    assert "table has left" in trouble_texts(host.stage)
    assert "left the game" in host.note
    host.hold("back")
    host.tap("Play on here alone")
    host.move("c4xc2")
    assert len(host.match.plies) == 2


def test_a_covered_hand_of_the_other_table_never_shows(two):
    host, guest = two.meet("Quincy")
    assert host.match.header == guest.match.header
    for table in two.tables:
        table.press("confirm")
    two.wait(1)
    waiting = host if host.scene.name == "other table" else guest
    waiting.hold("hint")
    assert waiting.scene.moves is None
    waiting.hold("back")
    waiting.tap("Help")
    assert "All legal moves" not in waiting.scene.entries()


def test_nobody_stops_the_clock_of_a_game_between_two_tables(two):
    host, guest = begun(two, taps=("Clock", "15 min + 10 s"))
    assert host.match.clock is not None and guest.match.clock is not None
    assert host.scene.name == "play"
    host.hold("back")
    assert "Play on here alone" in host.scene.entries()
    assert "Pause" not in host.scene.entries()
    host.tap("Play on here alone")
    host.hold("back")
    assert "Pause" in host.scene.entries()


def test_tables_that_differ_are_offered_nothing_on_which_they_cannot_agree(two):
    agreed = {"Take back", "Offer a draw", "Resign"}
    host, guest = begun(two)
    play_one(two, host, guest, "c2-c3")
    guest.hold("back")
    assert agreed < set(guest.scene.entries())
    guest.tap("Continue")
    guest.services.other_table.link.ledger.part(1)
    two.wait(1)
    guest.tap("Not now")
    guest.hold("back")
    assert "Other table" in guest.scene.entries()
    assert not agreed & set(guest.scene.entries())

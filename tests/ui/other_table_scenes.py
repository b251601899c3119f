"""Brings a sitting to the scenes about another table: coming together, playing, differing."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.remote.bus import BusMessage, BusState, LocalBroker, LocalBus, Standing
from companion.remote.other_table import OtherTable
from companion.remote.pairing import NOBODY_S, Host
from companion.storage.state_dir import JOURNAL_NAME
from tests.remote.two_tables import StateTable
from tests.sitting import Sitting

CODE = "271828182"


class Wire:
    """Leads to a broker of this process, or stands as it is told."""

    def __init__(self, broker: LocalBroker) -> None:
        self.broker = broker
        self.state = BusState.CONNECTED

    def open(self, topics: Sequence[str], will: BusMessage | None = None) -> LocalBus:
        bus = self.broker.open(topics, will)
        bus.standing = lambda: Standing(self.state)
        return bus


class Garden:
    """The other table: paired, with no screen of its own."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.broker = LocalBroker()
        self.wire = Wire(self.broker)
        self.here = OtherTable(sitting.state.path, self.wire.open)
        sitting.services.other_table = self.here
        folder = sitting.state.path / "garden"
        folder.mkdir()
        self.there = StateTable(folder, self.broker)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 2)):
            self.there.update(self.sitting.clock.now_s)
            self.sitting.wait(0.5)

    def meet(self) -> None:
        """Have somebody there type the code that is shown here; the table is set."""
        show_code(self.sitting)
        self.there.other.join(self.here.pairing.code)
        for _ in range(20):
            self.wait(0.5)
            self.there.match = self.there.other.joined(self.there.library) or self.there.match
        assert self.there.match is not None
        self.sitting.press("confirm")
        self.wait(1)

    def take(self) -> None:
        """Have those there make the move that was made here."""
        self.wait(2)
        assert self.there.carry_out()
        self.wait(1)

    def play(self, text: str) -> None:
        match = self.there.match
        match.propose(match.position.parse(text))
        match.confirm(match.stamp)
        self.wait(2)


def to_another_table(sitting: Sitting) -> None:
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.tap("Who plays")
    sitting.tap("Another table")


def show_code(sitting: Sitting) -> None:
    to_another_table(sitting)
    sitting.tap("Show a code")


def players_with_another_table(sitting: Sitting) -> None:
    Garden(sitting)
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.tap("Who plays")
    sitting.walk_to("Another table")


def which_way(sitting: Sitting) -> None:
    Garden(sitting)
    to_another_table(sitting)
    sitting.press("next")


def own_side(sitting: Sitting) -> None:
    Garden(sitting)
    to_another_table(sitting)
    sitting.choose("Your side")


def type_code(sitting: Sitting, code: str) -> Garden:
    """Type what of a code somebody types."""
    garden = Garden(sitting)
    to_another_table(sitting)
    sitting.tap("Type a code")
    for digit in code:
        sitting.tap(digit)
    return garden


def typing_a_code(sitting: Sitting) -> None:
    type_code(sitting, CODE[:5])


def too_short(sitting: Sitting) -> None:
    type_code(sitting, CODE[:8])
    sitting.tap("done")


def code(sitting: Sitting) -> None:
    """The same in each picture."""
    garden = Garden(sitting)
    show_code(sitting)
    garden.here.pairing.code = CODE


def new_code(sitting: Sitting) -> None:
    code(sitting)
    sitting.services.other_table.pairing.has_new_code = True


def code_without(state: BusState) -> Callable[[Sitting], None]:
    """Return what brings a sitting to a code that no table can hear of."""

    def unreached(sitting: Sitting) -> None:
        garden = Garden(sitting)
        garden.wire.state = state
        show_code(sitting)
        garden.here.pairing.code = CODE

    return unreached


def looking(sitting: Sitting) -> None:
    type_code(sitting, CODE)
    sitting.tap("done")


def nobody(sitting: Sitting) -> None:
    looking(sitting)
    sitting.wait(NOBODY_S + 1)


def wrong_code(sitting: Sitting) -> None:
    """The first digits are those of a table, and the others are not."""
    garden = type_code(sitting, CODE)
    host = garden.there.other.host(NewMatch(find_game("alquerque"), {}, 0), 0)
    while host.code[:3] != CODE[:3] or host.code == CODE:
        host.close()
        host = garden.there.other.pairing = HostOf(CODE[:3] + "000000", garden.broker.open)
    sitting.tap("done")
    garden.wait(6)


class HostOf(Host):
    """Shows a code that is known beforehand."""

    def __init__(self, own: str, opener: Callable) -> None:
        super().__init__(opener, "board-companion")
        self.close()
        self.code = own
        self._begin()


def other_board(sitting: Sitting) -> None:
    """The other table has a board of its own for the game."""
    garden = type_code(sitting, CODE)
    game = find_game("alquerque")
    board = replace(game.initial().board, name="5x5")
    garden.there.library.boards = {"alquerque": board}
    other = garden.there.other
    other.host(NewMatch(game, game.complete(None), 0), 0)
    other.pairing.close()
    other.pairing = HostOf(CODE, garden.broker.open)
    sitting.tap("done")
    for _ in range(12):
        garden.wait(0.5)
        other.hosted(garden.there.library)


def begun(sitting: Sitting) -> Garden:
    garden = Garden(sitting)
    garden.meet()
    return garden


def its_turn(sitting: Sitting) -> Garden:
    garden = begun(sitting)
    sitting.move("c2-c3")
    garden.take()
    return garden


def its_move(sitting: Sitting) -> Garden:
    garden = its_turn(sitting)
    garden.play("c4xc2")
    return garden


def away(sitting: Sitting) -> None:
    its_turn(sitting).there.cut_power()
    sitting.wait(2)


def no_network(sitting: Sitting) -> None:
    its_turn(sitting).wire.state = BusState.NO_BROKER
    sitting.wait(2)


def left(sitting: Sitting) -> None:
    garden = its_turn(sitting)
    garden.there.other.leave()
    garden.wait(2)


def asks(sitting: Sitting) -> None:
    garden = its_turn(sitting)
    garden.there.match.offer_draw(1)
    garden.there.answer(agree=True)
    garden.wait(2)


def asked(sitting: Sitting) -> None:
    garden = its_turn(sitting)
    sitting.press("back")
    garden.wait(2)


def declined(sitting: Sitting) -> None:
    garden = its_turn(sitting)
    sitting.press("back")
    garden.wait(2)
    garden.there.answer(agree=False)
    garden.wait(2)


def menu(sitting: Sitting) -> None:
    its_turn(sitting)
    sitting.hold("back")
    sitting.walk_to("Play on here alone")


def differing(sitting: Sitting) -> Garden:
    """The other table has lost the move that was made here, and plays another one."""
    garden = its_turn(sitting)
    there = garden.there
    there.cut_power()
    journal = there.folder / JOURNAL_NAME
    journal.write_bytes(journal.read_bytes().splitlines(keepends=True)[0])
    there.switch_on()
    there.match.sit(frozenset())
    garden.play("b2-c3")
    garden.wait(6)
    return garden


def differing_menu(sitting: Sitting) -> None:
    differing(sitting)
    sitting.tap("Not now")
    sitting.hold("back")
    sitting.walk_to("Other table")


def asked_to_go_back(sitting: Sitting) -> None:
    garden = differing(sitting)
    sitting.tap("Not now")
    there = garden.there
    before = there.match.game.initial()
    header = there.match.header
    new = NewMatch(there.match.game, header.options, header.seed, before, header.players)
    there.other.wish(there.library, new, is_swapped=False)
    garden.wait(3)


def over(sitting: Sitting) -> Garden:
    garden = its_turn(sitting)
    garden.there.match.resign(1)
    garden.there.answer(agree=True)
    garden.wait(4)
    return garden


def rematch_asked(sitting: Sitting) -> None:
    over(sitting)
    sitting.tap("Rematch")


def rematch_wanted(sitting: Sitting) -> None:
    garden = over(sitting)
    there = garden.there
    new = NewMatch(there.match.game, there.match.header.options, 0)
    there.other.wish(there.library, new, is_swapped=True)
    garden.wait(3)


OTHER_TABLE_SCENES: dict[str, Callable[[Sitting], object]] = {
    "meeting-players": players_with_another_table,
    "meeting-way": which_way,
    "meeting-side": own_side,
    "meeting-typing": typing_a_code,
    "meeting-too-short": too_short,
    "meeting-code": code,
    "meeting-new-code": new_code,
    "meeting-connecting": code_without(BusState.CONNECTING),
    "meeting-unreached": code_without(BusState.NO_RIGHTS),
    "meeting-looking": looking,
    "meeting-nobody": nobody,
    "meeting-wrong-code": wrong_code,
    "meeting-other-board": other_board,
    "other-turn": its_turn,
    "other-move": its_move,
    "other-away": away,
    "other-no-network": no_network,
    "other-left": left,
    "other-asks": asks,
    "other-asked": asked,
    "other-declined": declined,
    "other-menu": menu,
    "other-differs": differing,
    "other-differs-menu": differing_menu,
    "other-go-back": asked_to_go_back,
    "other-rematch-asked": rematch_asked,
    "other-rematch-wanted": rematch_wanted,
}
"""How each picture comes about, by the name of its file."""

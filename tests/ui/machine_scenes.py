"""Brings a sitting to the scenes that are about the machine: touch, lamps, disk, switching off."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.backends.devices import VirtualStick
from companion.config.values import Settings
from companion.engine.tables.building import TableBuild
from companion.match.match import NewMatch
from companion.match.seats import PHONE
from companion.plugins import find_game
from companion.ports import (
    ButtonName,
    Club,
    ClubState,
    Offer,
    OffState,
    Phones,
    PhonesState,
    Seating,
    Updates,
)
from companion.remote.phone_seats import PhoneSeats, SeatAct
from companion.storage.disk import Writer
from companion.storage.library import sample_path
from companion.storage.restore import IncomingFile, RestorePlan
from companion.ui import destinations as to
from companion.ui.lamps import Panel, lamp_map
from companion.ui.scenes.game_menu import LegendScene
from companion.ui.scenes.menu import AskScene, Choice
from companion.ui.scenes.stick import ASK, CHANGE_NOTHING, DO_BRING_BACK, MOST_LINES, WOULD_DO
from companion.words.collection import plan_lines
from companion.words.table import LEFT_VERSION
from tests.sitting import Sitting
from tests.ui.begun_games import middle_game


class Unanswered(Writer):
    """Writes to a disk that is still busy with the first job."""

    def _has_thread(self) -> bool:
        return True


def saving(sitting: Sitting) -> None:
    writer = Unanswered(quick_s=0.0, clock=lambda: sitting.clock.now_s)
    sitting.library._saves.writer = writer
    sitting.play("alquerque")
    sitting.move("c2-c3")


def voice(sitting: Sitting) -> None:
    sitting.tap("Settings")
    sitting.tap("Sound and voice")
    sitting.tap("What is spoken")


def reading(sitting: Sitting) -> None:
    middle_game(sitting)
    sitting.stage.go(to.ReadPosition(sitting.scene, sitting.scene.match))


def legend(sitting: Sitting) -> None:
    middle_game(sitting)
    sitting.stage.push(LegendScene(sitting.stage, sitting.scene.match))
    sitting.press(*("next",) * 7)


def touch_test(sitting: Sitting) -> None:
    sitting.tap("Settings")
    sitting.tap("Screen")
    sitting.tap("Touch test")
    sitting.click(sitting.scene.aims()[0])


def touch_turned(sitting: Sitting) -> None:
    sitting.tap("Settings")
    sitting.tap("Screen")
    sitting.tap("Touch test")
    for place in sitting.scene.aims()[::-1]:
        sitting.click(place)


def touch_fine(sitting: Sitting) -> None:
    sitting.tap("Settings")
    sitting.tap("Screen")
    sitting.tap("Touch test")
    for x, y in sitting.scene.aims():
        sitting.click((x + 6, y - 4))


def switch_off(sitting: Sitting) -> None:
    sitting.services.power = Unwilling()
    middle_game(sitting)
    sitting.finger(ButtonName.BACK, 3.1)
    sitting.press("next")


def switch_off_refused(sitting: Sitting) -> None:
    switch_off(sitting)
    sitting.press("confirm")


def lamps_asked(sitting: Sitting) -> None:
    sitting.tap("Settings")
    sitting.tap("Lamps")
    sitting.tap("Find the lamps")
    sitting.tap("Quincy")
    board = sitting.scene.show().board
    lamps = lamp_map(board, Panel(16, 16, "far-right", "files"))
    for _ in range(2):
        site = lamps.index(sitting.scene.show().single_lamp)
        sitting.click(sitting.scene.site_place(site))


def lamps_found(sitting: Sitting) -> None:
    lamps_asked(sitting)
    board = sitting.scene.show().board
    lamps = lamp_map(board, Panel(16, 16, "far-right", "files"))
    while sitting.scene.name == "calibration":
        site = lamps.index(sitting.scene.show().single_lamp)
        sitting.click(sitting.scene.site_place(site))


def lamps_kept(sitting: Sitting) -> None:
    lamps_found(sitting)
    sitting.press("confirm")


class Unwilling:
    """A machine that may not be switched off."""

    def switch_off(self, now_s: float) -> None:
        """Begin nothing."""

    def state(self, now_s: float) -> OffState:
        return OffState.REFUSED

    def reason(self) -> str:
        return "Access denied"


def tables(sitting: Sitting) -> None:
    sitting.tap("Settings")
    sitting.tap("Help in a game")
    sitting.tap("Perfect endgames")
    sitting.press("next")


def tables_building(sitting: Sitting) -> None:
    sitting.services.tables.build = Halfway()
    tables(sitting)


class Halfway(TableBuild):
    """A table that is always as far."""

    def __init__(self) -> None:
        super().__init__("alquerque", 8, (sys.executable, "-c", "input()"))
        self.stop()
        self.share = 0.37

    @property
    def is_over(self) -> bool:
        return False

    def update(self, now_s: float) -> bool:
        return False

    def left_s(self) -> float:
        return 250.0


def stick(sitting: Sitting) -> None:
    sitting.services.stick = virtual = VirtualStick()
    virtual.put_in(sitting.state.path.parent)
    sitting.wait(0.6)


def stick_at_a_record(sitting: Sitting) -> None:
    sitting.stage.go(to.Viewer(sample_path("alquerque-bell")))
    stick(sitting)


def stick_let_go(sitting: Sitting) -> None:
    stick(sitting)
    sitting.tap("Pull the stick out")


def stick_without_a_collection(sitting: Sitting) -> None:
    stick(sitting)
    sitting.tap("Bring a collection back")
    sitting.wait_until(lambda: sitting.scene.name == "collections")


def stick_asked(sitting: Sitting) -> None:
    stick(sitting)
    plan = RestorePlan((), 12, 1, 3, 1, "filed", ("settings.toml", "players.txt"), 2)
    plan = plan._replace(incoming=(IncomingFile("lessons.txt", "lessons.txt"),))
    line = "\n".join([WOULD_DO(), *plan_lines(plan)[:MOST_LINES]])
    no, yes = Choice.of(CHANGE_NOTHING, None, line), Choice.of(DO_BRING_BACK, None, line)
    sitting.stage.push(AskScene(sitting.stage, ASK(), no, yes))
    sitting.ticks(2)


class PlannedUpdates(Updates):
    """A table that runs the version of the tests, and has been told what else there is."""

    def __init__(self, following: str = "", before: str = "") -> None:
        self._following, self._before = following, before

    def next_version(self) -> str:
        return self._following

    def version_before(self) -> str:
        return self._before

    def on_stick(self, stick: Path) -> Offer:
        return Offer("10.11.12", "- " + 12 * "Lamps glow in the dark. ")


def update_offered(sitting: Sitting) -> None:
    sitting.services.updates = lambda: PlannedUpdates(before="0.10.11")
    sitting.services.stick = virtual = VirtualStick()
    virtual.put_in(sitting.state.path.parent)
    sitting.services.is_stick_offered = True
    sitting.tap("Settings")
    sitting.tap("Update")
    sitting.wait_until(lambda: sitting.scene.name == "update")


class FoundPhones(Phones):
    """Phones that find the game; the code is not one that any of them could read."""

    def state(self) -> PhonesState:
        code = tuple(format(row * 1_234_567 % 2**25, "025b") for row in range(25))
        return PhonesState("http://192.168.1.20:8080/", "http://table.local:8080/", code, 3)

    def code_of(self, text: str) -> tuple[str, ...]:
        return self.state().code

    def close(self) -> None:
        pass


def at_phones(sitting: Sitting, game: str, count: int, **options: str) -> None:
    """Begin a game all of whose seats are at phones, with codes that are always the same."""
    sitting.services.phones = FoundPhones()
    sitting.stage.change(Settings(show_on_phones=True))
    sitting.services.phone_seats = PhoneSeats(sitting.library.folder)
    codes = iter(("12345678", "23456789", "34567890", "45678901"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("companion.remote.phone_seats._new_code", lambda: next(codes))
        found = find_game(game)
        who = (PHONE,) * count
        sitting.begin(NewMatch(found, found.complete(options or None), 3, players=who))


def phones_of_two(sitting: Sitting) -> None:
    at_phones(sitting, "alquerque", 2)


def phones_of_four(sitting: Sitting) -> None:
    at_phones(sitting, "quincy", 4, players="4")


def phone_is_missing(sitting: Sitting) -> None:
    at_phones(sitting, "alquerque", 2)
    sitting.press("back")


def phone_was_there(sitting: Sitting) -> None:
    """A phone of the game before has its seat, and no other one the other."""
    at_phones(sitting, "alquerque", 2)
    seats = sitting.services.phone_seats
    seats.hear({"id": 1, "act": "pair", "code": seats.codes[0]})
    sitting.wait(1.0)
    at_phones(sitting, "quincy", 2)
    sitting.walk_to(sitting.scene.entries()[0])


def phone_has_moved(sitting: Sitting) -> None:
    at_phones(sitting, "alquerque", 2)
    sitting.press("back")
    scene = sitting.scene
    for touch in sitting.match.position.parse("c2-c3").touches:
        scene.phone.take(SeatAct(0, "touch", touch, scene.phone.stamp))
    scene.phone.take(SeatAct(0, "confirm", None, scene.phone.stamp))
    sitting.ticks(3)


def player_without_phones(sitting: Sitting) -> None:
    sitting.stage.go(to.Options(find_game("alquerque")))
    sitting.tap("Who plays")
    sitting.tap("White")
    sitting.walk_to("Phone")


def phones(sitting: Sitting) -> None:
    sitting.services.phones = FoundPhones()
    sitting.tap("Settings")
    sitting.tap("Table")
    sitting.tap("Show on phones")
    sitting.press("confirm")


class FoundClub(Club):
    """A club that sees this table."""

    def state(self) -> ClubState:
        return ClubState("Anna", is_told=True)

    def close(self) -> None:
        pass


class SeatingClub(FoundClub):
    """A club that tells who is to sit at this table."""

    def state(self) -> ClubState:
        return ClubState("Anna", is_told=True, seating=Seating(2, ("Anna", "Ben")))


def start_with_a_round(sitting: Sitting) -> None:
    sitting.services.club = SeatingClub()
    sitting.stage.go(to.StartScreen())


def club(sitting: Sitting) -> None:
    sitting.services.phones, sitting.services.club = FoundPhones(), FoundClub()
    sitting.tap("Settings")
    sitting.tap("Table")
    sitting.tap("Show on phones")
    sitting.press("next")
    sitting.press("confirm")


def update_without_a_stick(sitting: Sitting) -> None:
    sitting.services.updates = lambda: PlannedUpdates(before="0.10.11")
    sitting.tap("Settings")
    sitting.tap("Update")


def update_prepared(sitting: Sitting) -> None:
    sitting.services.updates = lambda: PlannedUpdates("10.11.12", "0.10.11")
    sitting.tap("Settings")
    sitting.tap("Update")


def start_after_an_update_that_failed(sitting: Sitting) -> None:
    sitting.services.notices = [LEFT_VERSION(left="10.11.12", now="0.10.11")]
    sitting.stage.go(to.StartScreen())


MACHINE_SCENES: dict[str, Callable[[Sitting], None]] = {
    "saving": saving,
    "voice": voice,
    "tables": tables,
    "tables-building": tables_building,
    "reading": reading,
    "legend": legend,
    "touch-test": touch_test,
    "touch-turned": touch_turned,
    "touch-fine": touch_fine,
    "lamps-asked": lamps_asked,
    "lamps-found": lamps_found,
    "lamps-kept": lamps_kept,
    "switch-off": switch_off,
    "switch-off-refused": switch_off_refused,
    "stick": stick,
    "stick-at-a-record": stick_at_a_record,
    "stick-let-go": stick_let_go,
    "stick-without-a-collection": stick_without_a_collection,
    "stick-asked": stick_asked,
    "phones": phones,
    "club": club,
    "start-with-a-round": start_with_a_round,
    "phones-of-two": phones_of_two,
    "phones-of-four": phones_of_four,
    "phone-is-missing": phone_is_missing,
    "phone-was-there": phone_was_there,
    "phone-has-moved": phone_has_moved,
    "player-without-phones": player_without_phones,
    "update-offered": update_offered,
    "update-without-a-stick": update_without_a_stick,
    "update-prepared": update_prepared,
    "start-after-an-update-that-failed": start_after_an_update_that_failed,
}

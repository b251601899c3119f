"""The switches that show the game on phones and in the club, and what the table says of it."""

import pytest

from companion.ports import Club, ClubState, Phones, PhonesFault, PhonesState, Seating
from companion.ui import destinations as to
from tests.sitting import trouble_texts

# Of "http://192.168.1.20:8080/", as segno makes it.
CODE = tuple("10" * 12 + "1" for _ in range(25))
FOUND = PhonesState("http://192.168.1.20:8080/", "http://table.local:8080/", CODE, 3)


class Told(Phones):
    """Phones of which a test tells how they stand."""

    def __init__(self):
        self.now = PhonesState()

    def state(self):
        return self.now

    def close(self):
        pass


@pytest.fixture
def phones(sitting):
    sitting.services.phones = Told()
    return sitting.services.phones


@pytest.fixture
def page(sitting, phones):
    sitting.choose("Settings")
    sitting.choose("Table")
    sitting.choose("Show on phones")
    return sitting


def test_it_is_off_until_somebody_turns_it_on(page):
    assert not page.stage.config.phones.show_on_phones
    assert page.values() == {"Show on phones": "off"}
    page.press("confirm")
    assert page.values() == {"Show on phones": "on"}
    assert page.stage.config.phones.show_on_phones
    page.press("confirm")
    assert not page.stage.config.phones.show_on_phones


def test_the_address_is_shown_as_soon_as_it_is_known(page, phones):
    page.press("confirm")
    assert page.note == "In a moment, the address is shown here."
    phones.now = FOUND
    page.wait(0.1)
    for told in ("http://192.168.1.20:8080/", "http://table.local:8080/", "3 are watching."):
        assert told in page.note


def test_the_code_is_black_on_white_with_room_around(page, phones):
    phones.now = FOUND
    page.press("confirm")
    page.look()
    page.wait(0.1)
    colors = [tuple(page.surface.get_at((x, 160)))[:3] for x in range(page.surface.get_width())]
    first = colors.index((0, 0, 0))
    size = colors.index((255, 255, 255), first) - first
    assert colors[first - 4 * size : first] == [(255, 255, 255)] * (4 * size)
    assert colors[first - 4 * size - 1] not in ((255, 255, 255), (0, 0, 0))


@pytest.mark.parametrize("fault", PhonesFault)
def test_what_is_wrong_is_one_line_and_the_game_goes_on(page, phones, fault):
    page.press("confirm")
    phones.now = PhonesState(fault=fault, detail="8080")
    page.wait(0.3)
    assert page.note.startswith("Not shown: ")
    assert "\n" not in page.note
    assert trouble_texts(page.stage) == {"not on phones"}
    page.play()
    page.move("c2-c3")
    assert len(page.match.plies) == 1
    phones.now = FOUND
    page.wait(0.3)
    assert trouble_texts(page.stage) == set()


def test_where_nothing_can_show_it_there_is_no_line(sitting):
    sitting.choose("Settings")
    sitting.choose("Table")
    assert "Show on phones" not in sitting.scene.entries()


def test_the_switch_is_kept(page):
    page.press("confirm")
    assert page.services.settings.show_on_phones is True


# In the club


class ToldClub(Club):
    """A club of which a test tells how it stands."""

    def __init__(self):
        self.now = ClubState("kitchen")

    def state(self):
        return self.now

    def close(self):
        pass


@pytest.fixture
def club(sitting, phones):
    club = sitting.services.club = ToldClub()
    for line in ("Settings", "Table", "Show on phones"):
        sitting.choose(line)
    sitting.press("next")
    return club


def test_the_club_is_told_once_somebody_turns_it_on(sitting, club):
    assert sitting.values()["Show in the club"] == "off"
    assert not sitting.stage.config.club.show_in_club
    sitting.press("confirm")
    assert sitting.stage.config.club.show_in_club
    assert sitting.services.settings.show_in_club is True
    assert sitting.note == "In a moment, the club sees this table as kitchen."
    club.now = ClubState("kitchen", is_told=True)
    sitting.wait(0.1)
    assert sitting.note == "The club sees this table as kitchen."


@pytest.mark.parametrize(
    ("trouble", "note"),
    [
        ("name-taken", "Not shown: another table is called kitchen. Give this one a name."),
        ("no-broker", "Not shown: the broker cannot be reached (why). Trying again…"),
        ("wrong-password", "Not shown: the broker refuses user or password (why). Trying again…"),
    ],
)
def test_what_keeps_the_club_from_it_is_one_line(sitting, club, trouble, note):
    sitting.press("confirm")
    club.now = ClubState("kitchen", trouble=trouble, reason="why")
    sitting.wait(0.3)
    assert sitting.note == note
    assert trouble_texts(sitting.stage) == {"not in the club"}


def test_without_a_broker_there_is_no_line_of_the_club(page):
    assert page.values() == {"Show on phones": "off"}


# Who sits here


@pytest.fixture
def seated(sitting):
    club = sitting.services.club = ToldClub()
    club.now = ClubState("kitchen", is_told=True, seating=Seating(2, ("Anna", "Ben")))
    sitting.wait(0.3)
    return club


def test_the_start_screen_says_who_sits_here_as_soon_as_the_club_does(sitting, seated):
    assert sitting.values()["Round 2"] == "Anna – Ben"
    assert sitting.note == "The club seats Anna and Ben here; Anna begins. Choose a game."
    seated.now = ClubState("kitchen", is_told=True)
    sitting.wait(1.0)
    assert "Round 2" not in sitting.scene.entries()


def test_whatever_is_chosen_then_is_played_by_the_two(sitting, seated):
    sitting.choose("Round 2")
    assert sitting.scene.name == "choose game"
    assert sitting.stage.config.play.seats[:2] == ("Anna", "Ben")


def test_where_a_game_was_played_before_it_is_begun_by_the_two(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.stage.go(to.StartScreen())
    club = sitting.services.club = ToldClub()
    club.now = ClubState("kitchen", is_told=True, seating=Seating(3, ("Cleo", "Dan")))
    sitting.wait(0.3)
    sitting.choose("Round 3")
    assert sitting.scene.name == "set up"
    sitting.press("confirm")
    assert sitting.match.header.players == ("Cleo", "Dan")
    assert sitting.match.game.name == "alquerque"

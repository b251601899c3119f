"""The switch that shows the game on phones, and what the table says of it."""

import pytest

from companion.ports import Phones, PhonesFault, PhonesState
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

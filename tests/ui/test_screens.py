from companion.ui.destinations import Destination
from companion.ui.screens import SCREENS


def test_every_destination_has_a_screen():
    assert set(SCREENS) == set(Destination.__subclasses__())

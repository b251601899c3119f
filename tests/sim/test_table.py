import pygame

from companion.ports import ButtonName
from sim.firmware import VirtualMatrix
from sim.table import SimTable, TablePanel


class Controller:
    frame = bytes(48)
    frame_count = 0


class Pins:
    def __init__(self):
        self.done = []

    def press(self, name):
        self.done.append(("press", name))

    def release(self, name):
        self.done.append(("release", name))


class Hand:
    def __init__(self):
        self.written = []

    def __call__(self, surface, text, center, size, color, most_width):
        self.written.append(text)
        return pygame.Rect(center, (0, 0))


def simulated_table():
    controller, pins, hand = Controller(), Pins(), Hand()
    places = [(column, row) for row in range(4) for column in range(4)]
    labels = {name: name.value for name in ButtonName}
    drawing = TablePanel(hand, "The table", labels, places)
    made = SimTable(controller, pins, VirtualMatrix((4, 4)), drawing)
    made.lay_out(pygame.Rect(0, 0, 250, 480))
    made.watch(lambda: [0, 2])
    return made, controller, pins, hand


def test_it_is_drawn_once_and_again_only_where_a_frame_or_a_button_differs():
    made, controller, _, _ = simulated_table()
    assert made.is_changed()
    made.note_drawn()
    assert not made.is_changed()
    controller.frame = bytes(controller.frame)
    assert not made.is_changed(), "the same frame comes again each second"
    controller.frame = bytes([9] * len(controller.frame))
    assert made.is_changed()
    made.note_drawn()
    made.pointer_down(*made._drawing._caps()[ButtonName.BACK][0])
    assert made.is_changed()


def test_a_player_reads_its_title_and_the_names_of_the_buttons_and_nothing_else():
    made, _, _, hand = simulated_table()
    made.draw(pygame.Surface((250, 480), 0, 32))
    assert hand.written == [*(name.value for name in ButtonName), "The table"]


def test_it_tells_how_the_lamps_under_the_dots_shine_by_what_arrived():
    made, controller, _, _ = simulated_table()
    controller.frame = bytes(range(48))
    assert made.colors() == [(0, 1, 2), (6, 7, 8)]
    controller.frame = b""
    assert made.colors() == []


def test_a_mouse_on_a_button_presses_its_pin_until_it_is_let_go():
    made, _, pins, _ = simulated_table()
    assert made.pointer_down(*made._drawing._caps()[ButtonName.HINT][0])
    assert made.pointer_up()
    assert pins.done == [("press", ButtonName.HINT), ("release", ButtonName.HINT)]


def test_a_mouse_beside_the_buttons_is_not_the_tables_business():
    made, _, pins, _ = simulated_table()
    assert not made.pointer_down(5, 5)
    assert not made.pointer_up()
    assert pins.done == []

import pygame

from companion.ports import ButtonName
from sim.firmware import VirtualMatrix
from sim.table import FrameRate, SimTable, TablePanel


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
    made = SimTable(controller, pins, VirtualMatrix((4, 4)), drawing, "{port}: {rate} a second")
    made.lay_out(pygame.Rect(0, 0, 250, 480))
    made.watch(lambda: [0, 2], lambda: "/dev/pts/3")
    return made, controller, pins, hand


def test_it_is_drawn_once_and_again_only_where_a_frame_or_a_button_differs():
    made, controller, _, _ = simulated_table()
    surface = pygame.Surface((250, 480), 0, 32)
    assert made.is_changed(0.0)
    made.draw(surface)
    assert not made.is_changed(0.1)
    controller.frame_count += 1
    assert not made.is_changed(0.2), "the same frame comes again each second"
    controller.frame = bytes([9] * len(controller.frame))
    assert made.is_changed(0.2)
    made.draw(surface)
    made.pointer_down(*made._drawing._caps()[ButtonName.BACK][0])
    assert made.is_changed(0.3)


def test_what_is_written_names_port_and_rate():
    made, _, _, hand = simulated_table()
    made.draw(pygame.Surface((250, 480), 0, 32))
    assert "The table" in hand.written
    assert "/dev/pts/3: 0 a second" in hand.written


def test_the_rate_is_counted_while_the_program_asks_for_changes():
    made, controller, _, hand = simulated_table()
    for tick in range(201):
        controller.frame_count = tick // 10
        made.is_changed(tick / 100)
    made.draw(pygame.Surface((250, 480), 0, 32))
    assert "/dev/pts/3: 10 a second" in hand.written


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


def test_the_rate_is_that_of_the_last_second():
    rate = FrameRate()
    for tick in range(300):
        rate.note(tick // 2, tick / 100)
    assert rate.per_s == 50
    rate.note(149, 10.0)
    rate.note(149, 11.0)
    assert rate.per_s == 0

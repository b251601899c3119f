"""The whole program on the real firmware: pieces on its matrix, fingers on its buttons."""

import time

import pytest

from companion.app import Arguments, open_program
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.ports import LinkState
from companion.storage.state_dir import StateDir
from companion.ui import destinations as to
from companion.ui.sensing import sensor_map
from companion.ui.widgets.window import open_display
from tests.hardware.simavr import PATIENCE_S, Chip

BACK, CONFIRM = 0, 3
CONFIG = """
[screen]
animation = false
[leds]
port = "{port}"
protocol = "checked"
panel = "9x9"
"""


@pytest.fixture
def table(programs, tmp_path):
    chip = Chip(*programs)
    config, cable = tmp_path / "config.toml", tmp_path / "cable"
    cable.symlink_to(chip.name)
    config.write_text(CONFIG.format(port=cable), encoding="utf-8")
    with StateDir(tmp_path / "state") as state:
        open_display()
        arguments = Arguments("pi", config, (800, 480), wants_table=False)
        program = open_program(arguments, state, wall=False)
        chip.start()
        try:
            yield SensedTable(chip, program, cable)
        finally:
            program.close()
            chip.close()
    assert chip.complaints == []


class SensedTable:
    """Hands at the chip's matrix and buttons; time is real."""

    def __init__(self, chip, program, cable):
        self.chip = chip
        self.cable = cable
        self.program = program
        self.stage = program.stage
        self.until(lambda: self.stage.services.leds.state() is LinkState.CONNECTED)

    def until(self, is_so):
        end_s = time.monotonic() + PATIENCE_S
        self.program.run_while(lambda: not is_so() and time.monotonic() < end_s)
        assert is_so(), self.stage.scene.show().banner.text

    def plug(self):
        """Plug the cable in again; the system may give it another name."""
        self.chip.plug()
        self.cable.unlink()
        self.cable.symlink_to(self.chip.name)

    def begin(self, name):
        match = self.stage.services.library.start(NewMatch(find_game(name), {}, 0))
        self.stage.go(to.Play(match))
        board = self.match.position.board
        self._places = {
            site: place
            for place, site in sensor_map(board, (16, 16), self.stage.config.sensors).items()
        }
        for site in self.match.position.pieces():
            self.chip.site(*self._places[site], True)
        wanted = frozenset(self.match.position.pieces())
        self.until(lambda: self.stage.sensing.occupied == wanted)

    @property
    def match(self):
        return self.stage.scene.match

    def do(self, text):
        """Lift (``-c2``) and put (``+c3``), and let each be seen."""
        for deed in text.split():
            site = self.match.position.board.site_of(deed[1:])
            self.chip.site(*self._places[site], deed[0] == "+")
            self.until(
                lambda s=site, d=deed: (s in (self.stage.sensing.occupied or ())) is (d[0] == "+")
            )
        self.program.tick()

    def press(self, button, is_done):
        self.chip.button(button, True)
        self.until(lambda: self.stage.services.buttons.held())
        self.chip.button(button, False)
        self.until(lambda: not self.stage.services.buttons.held())
        self.until(is_done)

    def confirm(self, *texts):
        self.press(CONFIRM, lambda: len(self.match.plies) >= len(texts))
        assert [ply.move.text for ply in self.match.plies] == list(texts)


def test_a_game_is_played_by_pieces_and_buttons_at_the_controller_alone(table):
    table.begin("alquerque")
    table.do("-c2 +c3")
    assert table.match.half.move.text == "c2-c3"
    table.confirm("c2-c3")
    # The captured piece first, then the one that takes it.
    table.do("-c3 -c4 +c2")
    table.confirm("c2-c3", "c4xc2")
    # Taken up, put elsewhere, and taken back by the button.
    table.do("-c1 +c3")
    assert table.match.half.move.text == "c1xc3"
    table.press(BACK, lambda: len(table.match.half.touches) == 1)
    table.do("-c3 +c1")
    table.until(lambda: not table.match.half.touches)
    table.do("-c1 +c3 -c2")
    table.confirm("c2-c3", "c4xc2", "c1xc3")


def test_a_reset_in_mid_turn_loses_nothing(table):
    table.begin("alquerque")
    table.do("-c2")
    assert len(table.match.half.touches) == 1
    losses, _ = table.program.devices.sensors._inputs.state
    table.chip.reset()
    table.until(lambda: table.program.devices.sensors._inputs.state[0] > losses)
    table.until(lambda: table.program.devices.sensors._inputs.state[1] is not None)
    table.do("+c3")
    assert table.match.half.move.text == "c2-c3"
    table.confirm("c2-c3")


def test_what_was_done_while_the_cable_was_out_is_found_when_it_is_back(table):
    table.begin("alquerque")
    table.chip.cut()
    table.until(lambda: table.stage.sensing.occupied is None)
    table.until(lambda: table.stage.services.leds.state() is not LinkState.CONNECTED)
    board = table.match.position.board
    for name, is_on in (("c2", False), ("c3", True)):
        table.chip.site(*table._places[board.site_of(name)], is_on)
    table.plug()
    table.until(lambda: table.match.half.move is not None)
    assert table.match.half.move.text == "c2-c3"

"""A bought 9×9 board: its codec, and the link with a virtual one on a pseudo-terminal."""

import random
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.files import load_config
from companion.errors import BackendError, BoardError, ConfigError
from companion.plugins import load_board
from companion.ports import LinkState
from companion.ui.lamp_show import LampShow
from companion.ui.lamps import lamp_map
from hardware.adalight import WLED_COMMANDS
from hardware.chesslink import (
    ANSWER_SIZES,
    FLOOD_BYTES,
    ChessLinkDecoder,
    ChessLinkProtocol,
    encode,
    lamps_message,
)
from hardware.led_link import ControllerLink, SerialLedGrid
from hardware.link_protocol import LinkError
from tests.hardware.checked_vectors import vectors
from tests.hardware.chessboard import VirtualChessboard
from tests.hardware.receiver import heard_at

LAMPS = 81
WIRE = "chesslink.txt"
RED = bytes((0xFF, 0, 0))
SLICE_S = 0.005


def frame_of(*lit):
    """Return a frame with the lamps *lit*, numbered from 1 as the board does."""
    return b"".join(RED if lamp in lit else bytes(3) for lamp in range(1, LAMPS + 1))


@pytest.fixture
def board():
    board = VirtualChessboard()
    yield board
    board.close()


class ChessLinkTable:
    """A link and a board that share one clock."""

    def __init__(self, board):
        self.board = board
        self.now_s = 100.0
        self.slot = None
        self.is_there = True
        self.has_reports = False
        self.states = []
        self.link = ControllerLink(
            lambda: [board.port] if self.is_there else [],
            self._take, LAMPS, 115200, lambda: self.now_s, "chesslink",
        )  # fmt: skip

    def _take(self):
        frame, self.slot = self.slot, None
        return frame

    def run(self, seconds):
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.link.step()
            self.board.turn()
            self.now_s += SLICE_S
            if self.has_reports and round(self.now_s / SLICE_S) % 8 == 0:
                self.board.report()
            self.states.append(self.link.state)

    def run_until(self, is_so, limit_s):
        end_s = self.now_s + limit_s
        while not is_so():
            assert self.now_s < end_s, (self.link.state, self.link.detail)
            self.run(SLICE_S)

    def lit(self):
        return [at + 1 for at, pattern in enumerate(self.board.patterns) if pattern == 0xFF]


@pytest.fixture
def table(board):
    table = ChessLinkTable(board)
    yield table
    table.link.close()


@pytest.mark.parametrize(("message", "wire"), vectors("said", WIRE))
def test_what_is_said_is_as_derived_by_hand(message, wire):
    assert encode(message) == bytes.fromhex(wire)


@pytest.mark.parametrize(("message", "wire"), vectors("heard", WIRE))
def test_what_is_heard_is_as_derived_by_hand(message, wire):
    assert ChessLinkDecoder().feed(bytes.fromhex(wire)) == [message]


@pytest.mark.parametrize(("first", "last", "first_wire", "last_wire"), vectors("lamps", WIRE))
def test_lamps_are_as_derived_by_hand(first, last, first_wire, last_wire):
    frame = bytes.fromhex(first) + bytes(3 * (LAMPS - 2)) + bytes.fromhex(last)
    dark = "B0 B0" * (LAMPS - 2)
    wire = bytes.fromhex(f"4C B0 31 {first_wire} {dark} {last_wire} 34 C4")
    assert encode(lamps_message(frame)) == wire
    assert len(wire) == 167


def test_a_frame_of_another_panel_is_refused():
    with pytest.raises(BackendError, match="expected 243 bytes in a frame for ChessLink, got 768"):
        lamps_message(bytes(768))


@given(
    st.lists(st.sampled_from(["v0103", "l", "x", "s" + "rnbqkbnrp..." * 5 + "RNBQ"])), st.data()
)
def test_however_answers_are_cut_the_same_come_out(said, data):
    wire = b"".join(map(encode, said))
    decoder, answers, at = ChessLinkDecoder(), [], 0
    while at < len(wire):
        size = data.draw(st.integers(1, 80))
        answers += decoder.feed(wire[at : at + size])
        at += size
    assert answers == said


@given(st.binary(max_size=400))
def test_whatever_comes_little_is_held_back_and_a_reset_forgets_it(noise):
    decoder = ChessLinkDecoder()
    assert all(len(answer) + 2 == ANSWER_SIZES[answer[0]] for answer in decoder.feed(noise))
    assert len(decoder._pending) < max(ANSWER_SIZES.values())
    decoder.reset()
    assert decoder.feed(encode("l")) == ["l"]


def test_an_answer_with_a_wrong_bit_is_none():
    wire = encode("v0103")
    for bit in range(8 * len(wire)):
        spoilt = bytearray(wire)
        spoilt[bit // 8] ^= 1 << bit % 8
        assert ChessLinkDecoder().feed(bytes(spoilt)) == []


def test_wled_at_that_speed_would_obey_the_question_so_it_is_never_asked_unconfigured():
    heard = {byte for patient in (0, 1) for byte in heard_from_38400(encode("V"), 38400, patient)}
    # B5 and B6 change the speed of WLED.
    assert heard & set(WLED_COMMANDS) == {0xB5, 0xB6}
    # At the speed that WLED is set to at first, nothing happens.
    heard = {byte for patient in (0, 1) for byte in heard_from_38400(encode("V"), 115200, patient)}
    assert not heard & set(WLED_COMMANDS)


def heard_from_38400(wire, baud, is_patient):
    # heard_at takes the sender to be at 500,000 baud.
    return heard_at(wire, baud * 500_000 / 38_400, is_patient)


def test_the_lamps_show_the_frame_and_are_put_out_in_the_end(table):
    table.slot = frame_of(1, 9, 73, 81)
    table.run_until(lambda: table.lit() == [1, 9, 73, 81], 1.0)
    assert table.link.state is LinkState.CONNECTED
    table.link.close()
    table.board.turn()
    assert table.board.patterns == bytes(LAMPS)
    assert table.board.refused == 0


def test_each_frame_waits_for_the_answer_and_the_newest_wins(table):
    rng = random.Random(1)
    table.run(0.1)
    taken = table.board.taken
    for _ in range(100):
        lit = sorted(rng.sample(range(1, LAMPS + 1), 5))
        table.slot = frame_of(*lit)
        table.run(2 * SLICE_S)
    table.run_until(lambda: table.lit() == lit, 0.2)
    assert table.board.taken - taken <= 101
    # While a board is deaf, nothing more than one frame is under way.
    table.board.is_deaf = True
    bytes_before = table.board.refused
    for _ in range(10):
        table.slot = frame_of(2)
        table.run(SLICE_S)
    table.board.is_deaf = False
    table.run_until(lambda: table.lit() == [2], 0.7)
    assert table.board.refused == bytes_before


def test_reports_of_the_pieces_between_are_passed_over(table):
    table.has_reports = True
    table.slot = frame_of(5)
    table.run_until(lambda: table.lit() == [5], 1.0)
    table.run(3.0)
    assert set(table.states[-100:]) == {LinkState.CONNECTED}


def test_a_board_that_has_restarted_is_lit_again_within_a_second(table):
    table.slot = frame_of(7)
    table.run_until(lambda: table.lit() == [7], 1.0)
    table.board.restart()
    assert table.lit() == []
    table.run_until(lambda: table.lit() == [7], 1.1)


def test_lost_answers_and_noise_are_healed(table):
    rng = random.Random(2)
    table.slot = frame_of(1)
    table.run_until(lambda: table.lit() == [1], 1.0)
    for lamp in range(2, 60):
        fault = rng.choice(("deaf", "noise", "restart"))
        table.board.is_deaf = fault == "deaf"
        table.slot = frame_of(lamp)
        table.run(rng.uniform(0.01, 0.4))
        table.board.is_deaf = False
        if fault == "noise":
            table.board.say("s" + "l" * rng.randrange(20))
        if fault == "restart":
            table.board.restart()
        table.run_until(lambda wanted=lamp: table.lit() == [wanted], 2.0)
    assert table.link.state is LinkState.CONNECTED


def test_a_board_that_falls_silent_is_told_and_served_again(table):
    table.slot = frame_of(3)
    table.run_until(lambda: table.lit() == [3], 1.0)
    table.board.is_deaf = True
    table.run_until(lambda: table.link.state is LinkState.SILENT, 3.0)
    assert table.link.detail.endswith("does not answer")
    table.board.restart()
    table.board.is_deaf = False
    table.run_until(lambda: table.lit() == [3], 12.0)
    table.run_until(lambda: table.link.state is LinkState.CONNECTED, 0.1)


def test_a_board_that_is_unplugged_gets_its_lamps_when_it_is_back(table):
    table.slot = frame_of(4)
    table.run_until(lambda: table.lit() == [4], 1.0)
    table.is_there = False
    table.link._fail("unplugged", table.now_s)
    table.board.restart()
    table.run(3.0)
    table.is_there = True
    table.run_until(lambda: table.lit() == [4], 5.0)


def test_a_flood_is_named():
    protocol = ChessLinkProtocol(lambda: None, bytes(3 * LAMPS), 0.0)
    with pytest.raises(LinkError) as raised:
        for step in range(10):
            protocol.hear(bytes(FLOOD_BYTES // 5), step / 100)
    assert raised.value.state is LinkState.FLOODING


def test_the_thread_of_the_grid_serves_it(board):
    is_over = threading.Event()

    def play_board():
        while not is_over.wait(0.002):
            board.turn()

    def comes(is_so):
        until = time.monotonic() + 20
        while not is_so() and time.monotonic() < until:
            time.sleep(0.01)
        return is_so()

    player = threading.Thread(target=play_board)
    player.start()
    try:
        grid = SerialLedGrid(lambda: [board.port], LAMPS, 115200, "chesslink")
        grid.start()
        grid.show(frame_of(40))
        # Where this thread waits long for its turn, the link may lose it and find it again.
        assert comes(lambda: board.patterns[39] == 0xFF and grid.state() is LinkState.CONNECTED)
        grid.close()
        assert comes(lambda: not any(board.patterns))
    finally:
        is_over.set()
        player.join()


def config_of(tmp_path, text):
    path = tmp_path / "config.toml"
    path.write_text(f'[leds]\nprotocol = "chesslink"\n{text}')
    return load_config(path)


def test_the_lamps_lie_where_the_board_has_them(tmp_path):
    config = config_of(tmp_path, "")
    panel = LampShow(config).panel
    assert config.leds.panel_size == (9, 9)
    # By the description of the protocol, numbered from 1: A8, A1, H8, H1.
    corners = [(0, 8), (0, 0), (8, 8), (8, 0)]
    assert [panel.pixel_of(*corner) + 1 for corner in corners] == [1, 9, 73, 81]


def test_which_boards_lie_on_it(tmp_path):
    panel = LampShow(config_of(tmp_path, "")).panel
    fitting = {}
    for name in ("alquerque", "mini-quincala", "quincy", "quincala", "querni"):
        try:
            fitting[name] = len(set(lamp_map(load_board(name), panel)))
        except BoardError:
            fitting[name] = 0
    assert fitting == {
        "alquerque": 25, "mini-quincala": 69, "quincy": 81, "quincala": 0, "querni": 0,
    }  # fmt: skip
    # Every second lamp, from corner to corner.
    assert {lamp % 9 % 2 for lamp in lamp_map(load_board("alquerque"), panel)} == {0}


def test_a_turned_board_is_configured_and_another_panel_is_refused(tmp_path):
    panel = LampShow(config_of(tmp_path, 'first_corner = "near-right"\n')).panel
    assert panel.pixel_of(8, 0) == 0
    with pytest.raises(ConfigError, match=r"leds\.panel: expected '9x9' with .*, got '16x16'"):
        config_of(tmp_path, 'panel = "16x16"\n')
    with pytest.raises(ConfigError, match=r"leds\.serpentine: expected false with .*, got true"):
        config_of(tmp_path, "serpentine = true\n")

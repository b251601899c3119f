"""14. A controller that sends without end, or lies about its window: named, in every protocol."""

from types import SimpleNamespace

import pytest

from companion.ports import LinkState
from hardware.adalight import AdalightProtocol
from hardware.checked.messages import PROTOCOL_VERSION
from hardware.checked.packets import MAX_PACKET
from hardware.checked.protocol import CheckedProtocol
from hardware.chesslink import ChessLinkProtocol
from hardware.find_port import Detection
from hardware.link_protocol import FloodGate, LinkError

FRAME = bytes(75)

PROTOCOLS = {
    "adalight": lambda: AdalightProtocol(lambda: None, FRAME, 115200, 0.0),
    "auto": lambda: Detection(0.0),
    "checked": lambda: CheckedProtocol(lambda: None, FRAME, 0.0, False, None),
    "chesslink": lambda: ChessLinkProtocol(lambda: None, FRAME, 0.0),
}


def named_after(protocol, bytes_a_second, within_s=3):
    """Return how many seconds such a flood of zeros goes on before it is named, or None."""
    for tick in range(100 * within_s):
        try:
            protocol.hear(bytes(bytes_a_second // 100), tick / 100)
        except LinkError as error:
            assert error.state is LinkState.FLOODING
            return tick / 100
    return None


@pytest.mark.parametrize("name", PROTOCOLS)
def test_fault_14_a_flood_is_named_within_a_second(name):
    assert named_after(PROTOCOLS[name](), 1_000_000) < 1.0


@pytest.mark.parametrize("name", PROTOCOLS)
def test_fault_14_a_little_noise_is_none(name):
    assert named_after(PROTOCOLS[name](), 1_000) is None


@pytest.mark.parametrize("name", PROTOCOLS)
def test_fault_14_a_protocol_that_does_not_measure_is_caught(name, monkeypatch):
    monkeypatch.setattr(FloodGate, "measure", lambda *_: None)
    assert named_after(PROTOCOLS[name](), 1_000_000, within_s=1) is None


@pytest.mark.parametrize("window", [0, 1, 2, 100])
def test_fault_14_a_window_of_nothing_is_told_as_nothing(window):
    fields = {"version": PROTOCOL_VERSION, "lamp_limit": 25, "max_packet": MAX_PACKET}
    welcome = SimpleNamespace(**fields, window=window)
    with pytest.raises(LinkError, match=f"takes {max(0, window - 2)} bytes"):
        PROTOCOLS["checked"]()._expect_fit(welcome)

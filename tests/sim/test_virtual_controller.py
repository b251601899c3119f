import subprocess
import sys
import threading
import time

import pytest
import serial

from hardware import adalight
from hardware.checked import messages, packets
from sim.firmware import AdalightFirmware, CheckedFirmware, VirtualMatrix
from sim.virtual_controller import VirtualController
from tests.bounds import open_descriptors
from tests.faulty_controller import FaultyController

PATIENCE_S = 20.0
FRAME = bytes(range(30))
WIRE = adalight.encode(FRAME)


@pytest.fixture
def controller():
    with FaultyController() as plugged_in:
        yield plugged_in


def opened_port(controller, timeout_s=PATIENCE_S):
    return serial.Serial(controller.port, 115200, timeout=timeout_s, write_timeout=timeout_s)


def is_frame(pixels):
    return pixels == FRAME


def test_frame_written_to_the_port_comes_in(controller):
    with opened_port(controller) as port:
        port.write(WIRE)
        assert controller.wait_for_frame(is_frame, PATIENCE_S)
    assert (controller.frame, controller.frame_count) == (FRAME, 1)
    assert controller.byte_count == len(WIRE)


def test_frames_are_counted_and_the_latest_is_kept(controller):
    with opened_port(controller) as port:
        port.write(WIRE * 3 + adalight.encode(b"\1\2\3"))
        assert controller.wait_for_count(4, PATIENCE_S)
    assert controller.frame == b"\1\2\3"
    assert controller.arrivals[-1].number == 4
    assert [arrival.number for arrival in controller.arrivals] == [1, 2, 3, 4]


def test_the_processor_time_of_its_thread_is_its_own(controller):
    before_s = controller.processor_s()
    until_s = time.thread_time() + 0.2
    while time.thread_time() < until_s:
        pass
    assert controller.processor_s() - before_s < 0.1
    with opened_port(controller) as port:
        for _ in range(2000):
            port.write(WIRE)
        assert controller.wait_for_count(2000, PATIENCE_S)
    assert controller.processor_s() > before_s
    controller.close()
    assert controller.processor_s() == 0.0


def test_waiting_for_a_frame_that_does_not_come_ends(controller):
    assert not controller.wait_for_frame(is_frame, 0.01)


@pytest.mark.parametrize("baud", [1200, 115200])
def test_bytes_arrive_at_the_pace_of_the_wire(baud):
    with FaultyController(baud=baud) as controller, opened_port(controller) as port:
        began_at_s = time.monotonic()
        port.write(WIRE)
        assert controller.wait_for_frame(is_frame, PATIENCE_S)
        latest = controller.arrivals[-1]
        wire_s = len(WIRE) * 10 / baud
        assert time.monotonic() - began_at_s >= wire_s * 0.5
        # All but the first byte of the frame, at the pace of the wire or later.
        spread_s = latest.last_byte_at_s - latest.first_byte_at_s
        assert spread_s >= wire_s * (len(WIRE) - 1) / len(WIRE) - 1e-6


def test_times_tell_when_the_first_byte_of_the_frame_itself_came(controller):
    with opened_port(controller) as port:
        port.write(WIRE[:7])
        while controller.byte_count < 7:
            time.sleep(0.001)
        between_s = time.monotonic()
        port.write(WIRE[7:])
        assert controller.wait_for_frame(is_frame, PATIENCE_S)
    assert (
        controller.arrivals[-1].first_byte_at_s
        < between_s
        < controller.arrivals[-1].last_byte_at_s
    )


def test_unplugged_port_fails_and_another_comes_back(controller):
    first = controller.port
    with opened_port(controller) as port:
        controller.unplug()
        assert controller.port is None
        assert controller.find_ports() == []
        with pytest.raises(OSError):
            port.write(WIRE)
            port.read(1)
    controller.unplug()
    controller.replug()
    controller.replug()
    assert controller.find_ports() not in ([], [first])
    with opened_port(controller) as port:
        port.write(WIRE)
        assert controller.wait_for_frame(is_frame, PATIENCE_S)


def test_half_a_frame_before_the_plug_was_pulled_is_forgotten(controller):
    with opened_port(controller) as port:
        port.write(WIRE[:20])
        while controller.byte_count < 20:
            time.sleep(0.001)
    controller.unplug()
    controller.replug()
    with opened_port(controller) as port:
        port.write(WIRE)
        assert controller.wait_for_frame(is_frame, PATIENCE_S)
    assert controller.frame_count == 1


def test_hung_controller_takes_nothing_until_it_recovers(controller):
    with opened_port(controller, timeout_s=0.05) as port:
        controller.hang()
        with pytest.raises(serial.SerialTimeoutException):
            for _ in range(10_000):
                port.write(WIRE)
        assert controller.byte_count == 0
        controller.resume()
        assert controller.wait_for_count(10, PATIENCE_S)


def test_host_hears_what_the_controller_says_and_its_garbage(controller):
    with opened_port(controller) as port:
        controller.send_ready()
        assert port.read(4) == b"Ada\n"
        controller.garbage(50)
        assert len(port.read(50)) == 50


def test_what_nobody_reads_does_not_block_the_controller(controller):
    for _ in range(100):
        controller.garbage(4000)
    with opened_port(controller) as port:
        port.write(WIRE)
        assert controller.wait_for_frame(is_frame, PATIENCE_S)


def test_restart_forgets_half_a_frame_and_says_so(controller):
    with opened_port(controller) as port:
        port.write(WIRE[:20])
        while controller.byte_count < 20:
            time.sleep(0.001)
        controller.restart()
        assert port.read(4) == b"Ada\n"
        port.write(WIRE)
        assert controller.wait_for_frame(is_frame, PATIENCE_S)
    assert controller.frame_count == 1


def test_noise_before_a_frame_does_not_hide_it(controller):
    with opened_port(controller) as port:
        controller.noise(500)
        port.write(WIRE)
        assert controller.wait_for_frame(is_frame, PATIENCE_S)


def test_lost_bytes_damage_frames_and_the_same_seed_loses_the_same():
    def counts(seed):
        with FaultyController(seed=seed) as controller, opened_port(controller) as port:
            controller.lose(0.2)
            port.write(WIRE * 50)
            while controller.byte_count < 50 * len(WIRE):
                time.sleep(0.001)
            return controller.frame_count, controller.frame

    assert counts(3) == counts(3) != counts(4)
    assert counts(3)[0] < 50


def test_closing_twice_leaves_no_thread_and_no_descriptor():
    threads, descriptors = threading.active_count(), open_descriptors()
    controller = VirtualController(AdalightFirmware())
    controller.start()
    controller.unplug()
    controller.replug()
    controller.unplug()
    controller.close()
    controller.close()
    assert threading.active_count() == threads
    assert open_descriptors() == descriptors


def test_controller_that_was_not_started_says_so():
    with pytest.raises(RuntimeError, match="expected a started virtual controller"):
        VirtualController(AdalightFirmware()).unplug()


def said(port):
    """The next message that comes out of *port*."""
    packet = packets.decode(port.read_until(packets.END)[:-1])
    assert packet is not None
    return messages.message_of(packet)


def test_a_host_that_opens_the_port_restarts_the_controller():
    with FaultyController(firmware=CheckedFirmware(10, VirtualMatrix((9, 9)))) as controller:
        for _ in range(2):
            with opened_port(controller) as port:
                assert messages.Feature.STARTED in said(port).features
                port.write(packets.encode(messages.packet_of(messages.Hello(10), 1)))
                assert said(port).features == messages.Feature(0)
                port.write(packets.encode(messages.packet_of(messages.Ping(), 2)))
                assert said(port) == messages.Ack(0, 0)


def test_a_frame_of_several_packets_is_seen_whole_and_began_with_the_first():
    frame = bytes(range(250)) * 3
    with FaultyController(firmware=CheckedFirmware(250, VirtualMatrix((9, 9)))) as controller:
        with opened_port(controller) as port:
            said(port)
            port.write(packets.encode(messages.packet_of(messages.Hello(250), 0)))
            said(port)
            shown = controller.frame_count
            for number, message in enumerate(messages.update(None, frame), 1):
                last_at_s = time.monotonic()
                port.write(packets.encode(messages.packet_of(message, number)))
                assert said(port) == messages.Ack(0, 0)
        assert number > 1 and controller.frame_count == shown + 1
        assert controller.frame == frame
        assert controller.arrivals[-1].first_byte_at_s < last_at_s


WITHOUT_A_LINE = """
import resource
from sim.firmware import AdalightFirmware
from sim.virtual_controller import VirtualController
# No descriptor is left for a pseudo-terminal, as where there is no /dev for it.
used = 2 + max(map(int, __import__("os").listdir("/proc/self/fd")))
resource.setrlimit(resource.RLIMIT_NOFILE, (used, used))
try:
    VirtualController(AdalightFirmware()).start()
except OSError as error:
    print(error.filename, flush=True)
"""


def test_a_line_that_cannot_be_had_is_named():
    command = [sys.executable, "-c", WITHOUT_A_LINE]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "/dev/ptmx\n"

"""Packets under way: which are forgotten, and which are sent again."""

from math import inf

from hardware.checked.messages import Ping, packet_of
from hardware.checked.packets import encode
from hardware.checked.protocol import ANSWER_WITHIN_S, SentPackets

PING_SIZE = len(encode(packet_of(Ping(), 1)))


def wire(*numbers):
    return b"".join(encode(packet_of(Ping(), number)) for number in numbers)


def pings(first, count):
    """Return *count* packets under way, the first with the number *first*."""
    flight = SentPackets(first, 511, 0.0)
    for _ in range(count):
        flight.sent(Ping(), 0.0)
    return flight


def test_after_255_comes_0_and_what_was_not_answered_is_sent_again():
    flight = pings(254, 4)
    flight.accepted(255, 0.01)
    assert flight.resend_at_s() < inf
    assert flight.on_wire == 2 * PING_SIZE
    assert flight.resent(0.01 + ANSWER_WITHIN_S) == wire(0, 1)
    flight.accepted(1, 0.2)
    assert flight.resend_at_s() == inf
    assert flight.sent(Ping(), 0.2) == wire(2)


def test_an_answer_answers_those_before_it_as_well():
    flight = pings(10, 5)
    flight.accepted(13, 0.01)
    assert flight.on_wire == PING_SIZE
    assert flight.resent(0.01 + ANSWER_WITHIN_S) == wire(14)


def test_a_number_that_was_never_sent_is_refused_and_nothing_is_forgotten():
    flight = pings(10, 3)
    for number in (9, 14, 200):
        assert not flight.expected(number, 0.01)
    assert flight.expected(11, 0.01)
    assert flight.resent(0.01) == wire(11, 12)
    # The next one is what comes when all have arrived.
    assert flight.expected(13, 0.01)
    assert flight.resend_at_s() == inf


def test_there_is_room_for_what_fits_into_the_window():
    flight = SentPackets(0, 2 * PING_SIZE, 0.0)
    flight.sent(Ping(), 0.0)
    assert flight.has_room(PING_SIZE)
    assert not flight.has_room(PING_SIZE + 1)


def test_silence_begins_with_what_is_left_unanswered():
    flight = SentPackets(0, 511, 0.0)
    flight.sent(Ping(), 5.0)
    assert flight.silent_s(5.0) == 0.0
    flight.sent(Ping(), 5.5)
    assert flight.silent_s(5.75) == 0.75

"""The generator of chance: all states, and a fair share of them."""

from collections import Counter

from companion.contract.kernel.chance import STATES, drawn, seeded, share

BITS = 61


def applied(columns, state):
    image = 0
    for bit, column in enumerate(columns):
        if state >> bit & 1:
            image ^= column
    return image


def test_it_goes_through_all_states():
    # A draw is linear: the exclusive or of what becomes of each bit.
    columns = [drawn(1 << bit) for bit in range(BITS)]
    power = columns
    for _ in range(BITS):
        power = [applied(power, column) for column in power]
    # Drawn 2**61 times it is as if drawn once, and 2**61 - 1 is a prime.
    assert power == columns
    assert columns != [1 << bit for bit in range(BITS)]


def test_it_stays_within_its_bits():
    state = seeded(0)
    for _ in range(1000):
        state = drawn(state)
        assert 0 < state <= STATES


def test_seeds_that_follow_each_other_draw_unlike():
    first = Counter(share(drawn(seeded(seed)), 10) for seed in range(10_000))
    assert set(first) == set(range(10))
    # Nine degrees of freedom: above 27.9 by chance once in a thousand times.
    assert sum((count - 1000) ** 2 / 1000 for count in first.values()) < 27.9


def test_shares_are_equal_parts():
    assert [share(state << 29, 3) for state in (0, 2**32 // 3, 2**32 // 3 + 1, 2**32 - 1)] == [
        0, 0, 1, 2,
    ]  # fmt: skip

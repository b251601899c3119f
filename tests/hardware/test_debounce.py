import bisect
import random
from collections import deque

import pytest

from companion.ports import ButtonName, Press
from hardware.debounce import Debouncer
from tests.hardware.button_cases import bounces

LONG_S = 0.7
TICK_S = 1 / 60


def presses_of(debouncer, edges, until_s, tick_s=TICK_S, level=None):
    """Return the presses out of *edges* ((time, is_down) pairs) and of a sample each tick.

    The samples read *level*, the true contact, which defaults to the last edge.
    """
    presses, waiting, now_s = [], deque(edges), 0.0
    is_down = False
    while now_s < until_s:
        now_s += tick_s
        while waiting and waiting[0][0] <= now_s:
            at_s, is_down = waiting.popleft()
            presses += debouncer.edge(is_down, at_s)
        presses += debouncer.sample(is_down if level is None else level(now_s), now_s)
    return presses


def storm(rng, press_count, shortest_s):
    """Return bouncing presses and their edges: (down, up) times, and (time, is_down) pairs."""
    presses, edges, now_s = [], [], 1.0
    for _ in range(press_count):
        held_s = rng.uniform(shortest_s, 0.3)
        presses.append((now_s, now_s + held_s))
        edges += bounces(rng, now_s, True, longest_s=min(0.02, held_s))
        edges += bounces(rng, now_s + held_s, False)
        now_s += held_s + rng.uniform(0.06, 0.3)
    return presses, sorted(edges, key=lambda edge: edge[0]), now_s + 1.0


@pytest.mark.parametrize("button", [ButtonName.NEXT, ButtonName.BACK])
@pytest.mark.parametrize("tick_s", [0.005, TICK_S, 0.05, 0.4])
def test_of_ten_thousand_bouncing_presses_each_acts_once(button, tick_s):
    presses, edges, until_s = storm(random.Random(15), 2500, shortest_s=0.05)
    long_s = LONG_S if button is ButtonName.BACK else None
    reports = presses_of(Debouncer(button, long_s), edges, until_s, tick_s)
    assert [press.at_s for press in reports] == [down for down, _ in presses]
    assert {(press.button, press.is_long) for press in reports} == {(button, False)}


def test_presses_too_short_to_be_meant_act_at_most_once():
    presses, edges, until_s = storm(random.Random(16), 3000, shortest_s=0.0)
    presses_found = presses_of(Debouncer(ButtonName.NEXT), edges, until_s)
    times = {press.at_s for press in presses_found}
    assert len(times) == len(presses_found)
    assert times <= {down for down, _ in presses}
    assert {down for down, up in presses if up - down >= 0.05} <= times


@pytest.mark.parametrize("long_s", [None, LONG_S])
def test_lost_edges_are_healed_by_the_samples(long_s):
    rng = random.Random(17)
    presses, edges, until_s = storm(rng, 2000, shortest_s=0.05)
    kept = [edge for edge in edges if rng.random() >= 0.3]

    downs = [down for down, _ in presses]

    def level(now_s):
        index = bisect.bisect_right(downs, now_s) - 1
        return index >= 0 and now_s < presses[index][1]

    reports = presses_of(Debouncer(ButtonName.NEXT, long_s), kept, until_s, level=level)
    assert len(reports) == len(presses)
    for press, (down, up) in zip(reports, presses, strict=True):
        assert down <= press.at_s < up + 0.02


def test_press_without_a_long_action_is_reported_on_the_way_down():
    debouncer = Debouncer(ButtonName.NEXT)
    assert debouncer.edge(True, 1.0) == []
    assert debouncer.sample(True, 1.01) == [Press(ButtonName.NEXT, False, 1.0)]
    assert debouncer.sample(True, 5.0) == []
    assert debouncer.edge(False, 5.1) == []
    assert debouncer.sample(False, 5.2) == []


def test_press_that_began_and_ended_between_two_looks_is_reported():
    debouncer = Debouncer(ButtonName.NEXT)
    presses = (
        debouncer.edge(True, 1.0) + debouncer.edge(False, 1.06) + debouncer.sample(False, 1.5)
    )
    assert presses == [Press(ButtonName.NEXT, False, 1.0)]


def test_two_presses_between_two_looks_are_two():
    debouncer = Debouncer(ButtonName.NEXT)
    edges = [(True, 1.0), (False, 1.06), (True, 1.2), (False, 1.26)]
    presses = [press for edge in edges for press in debouncer.edge(*edge)]
    presses += debouncer.sample(False, 2.0)
    assert [press.at_s for press in presses] == [1.0, 1.2]


def test_spike_is_no_press():
    debouncer = Debouncer(ButtonName.CONFIRM)
    presses = debouncer.edge(True, 1.0) + debouncer.edge(False, 1.0005)
    presses += debouncer.sample(False, 1.01) + debouncer.sample(False, 2.0)
    assert presses == []


def test_press_after_a_spike_counts_from_its_own_beginning():
    debouncer = Debouncer(ButtonName.CONFIRM)
    debouncer.edge(True, 1.0)
    debouncer.edge(False, 1.0005)
    debouncer.edge(True, 2.0)
    assert debouncer.sample(True, 2.01) == [Press(ButtonName.CONFIRM, False, 2.0)]


def test_short_press_of_a_button_with_a_long_one_is_reported_on_release():
    debouncer = Debouncer(ButtonName.BACK, LONG_S)
    assert debouncer.edge(True, 1.0) + debouncer.sample(True, 1.6) == []
    assert debouncer.edge(False, 1.69) == []
    assert debouncer.sample(False, 1.72) == [Press(ButtonName.BACK, False, 1.0)]


def test_long_press_is_reported_once_when_its_time_is_reached():
    debouncer = Debouncer(ButtonName.BACK, LONG_S)
    debouncer.edge(True, 1.0)
    assert debouncer.sample(True, 1.69) == []
    assert debouncer.sample(True, 1.71) == [Press(ButtonName.BACK, True, 1.0)]
    presses = (
        debouncer.sample(True, 3.0) + debouncer.edge(False, 3.1) + debouncer.sample(False, 4.0)
    )
    assert presses == []


def test_long_press_that_nobody_looked_at_is_still_a_long_one():
    debouncer = Debouncer(ButtonName.BACK, LONG_S)
    presses = debouncer.edge(True, 1.0) + debouncer.edge(False, 1.8) + debouncer.sample(False, 2.0)
    assert presses == [Press(ButtonName.BACK, True, 1.0)]


def test_contact_that_flickers_while_held_is_one_press():
    debouncer = Debouncer(ButtonName.BACK, LONG_S)
    presses = debouncer.edge(True, 1.0)
    for turn in range(6):
        presses += debouncer.edge(False, 1.1 + turn / 10) + debouncer.edge(True, 1.11 + turn / 10)
    presses += debouncer.sample(True, 1.75)
    assert presses == [Press(ButtonName.BACK, True, 1.0)]


def test_release_that_was_not_heard_of_is_seen_by_the_samples():
    debouncer = Debouncer(ButtonName.NEXT)
    debouncer.edge(True, 1.0)
    presses = [*debouncer.sample(True, 1.01), *debouncer.sample(False, 2.0)]
    presses += debouncer.sample(False, 2.1)
    presses += debouncer.sample(True, 3.0)
    assert [press.at_s for press in presses] == [1.0, 3.0]


def test_bounce_whose_last_edge_was_lost_is_no_second_press_when_nobody_looks_for_long():
    debouncer = Debouncer(ButtonName.NEXT)
    debouncer.edge(True, 1.0)
    presses = [*debouncer.sample(True, 1.01), *debouncer.edge(False, 1.015)]
    presses += debouncer.sample(True, 1.3) + debouncer.edge(False, 1.4)
    presses += debouncer.sample(False, 1.5) + debouncer.sample(False, 2.0)
    assert [press.at_s for press in presses] == [1.0]


def test_button_that_is_down_from_the_start_must_first_be_released():
    debouncer = Debouncer(ButtonName.CONFIRM, is_down=True)
    presses = debouncer.sample(True, 1.0) + debouncer.sample(True, 9.0)
    presses += debouncer.edge(False, 10.0) + debouncer.sample(False, 10.1)
    assert presses == []
    debouncer.edge(True, 11.0)
    assert debouncer.sample(True, 11.01) == [Press(ButtonName.CONFIRM, False, 11.0)]


def test_times_that_go_back_count_as_the_latest_known():
    debouncer = Debouncer(ButtonName.NEXT)
    debouncer.sample(False, 5.0)
    debouncer.edge(True, 4.0)
    assert debouncer.sample(True, 4.5) == [Press(ButtonName.NEXT, False, 5.0)]


def test_a_button_that_was_down_from_the_start_is_pressed_only_after_it_was_let_go():
    debouncer = Debouncer(ButtonName.HINT, is_down=True)
    debouncer.sample(True, 1.0)
    assert debouncer.held_since_s == float("-inf")
    debouncer.sample(False, 2.0)
    debouncer.sample(False, 2.1)
    debouncer.sample(True, 3.0)
    assert debouncer.held_since_s == 3.0


def test_a_held_button_stays_held_while_its_contact_bounces_open():
    debouncer = Debouncer(ButtonName.HINT)
    debouncer.sample(True, 1.0)
    debouncer.edge(False, 1.1)
    debouncer.edge(True, 1.11)
    debouncer.sample(True, 1.2)
    assert debouncer.held_since_s == 1.0
    debouncer.edge(False, 1.3)
    debouncer.sample(False, 1.31)
    assert debouncer.held_since_s == 1.0
    debouncer.sample(False, 1.33)
    assert debouncer.held_since_s is None

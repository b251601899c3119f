"""Which site lies over which column and row of a matrix."""

import pytest

from companion.config.values import SensedBoard, SensorConfig
from companion.errors import BoardError
from companion.plugins import load_board
from companion.ports import Matrix
from companion.ui.sensing import Sensing, sensor_map

ALQUERQUE = load_board("alquerque")


def place_of(name, size=(5, 5), **values):
    config = SensorConfig(**values)
    places = {site: place for place, site in sensor_map(ALQUERQUE, size, config).items()}
    assert len(places) == len(ALQUERQUE)
    return places[ALQUERQUE.site_of(name)]


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ({}, (1, 3)),
        ({"first_corner": "near-right"}, (3, 3)),
        ({"first_corner": "far-left"}, (1, 1)),
        ({"columns": "ranks"}, (3, 1)),
        ({"columns": "ranks", "first_corner": "far-right"}, (1, 3)),
    ],
)
def test_b4_lies_where_the_corner_says(values, place):
    assert place_of("b4", **values) == place


def test_lists_name_each_column_and_row():
    lists = {"alquerque": SensedBoard((9, 7, 5, 3, 1), (0, 2, 4, 6, 8))}
    assert place_of("b4", (16, 16), boards=lists) == (7, 6)


def test_a_list_beyond_the_matrix_is_named():
    config = SensorConfig(boards={"alquerque": SensedBoard((0, 1, 2, 3, 9), (0, 1, 2, 3, 4))})
    with pytest.raises(BoardError, match=r"sensors.alquerque.columns: expected .* 0 to 8.*got 9"):
        sensor_map(ALQUERQUE, (9, 9), config)


class FixedSensors:
    def __init__(self, size, *occupied):
        self.reading = Matrix(size, frozenset(occupied))

    def matrix(self):
        return self.reading


def test_a_board_that_does_not_fit_is_a_problem_and_no_sensor():
    sensing = Sensing(FixedSensors((4, 4)), SensorConfig())
    sensing.update(ALQUERQUE, 0.0)
    sensing.update(ALQUERQUE, 1.0)
    assert "at least 5x5" in sensing.problem
    assert sensing.occupied is None


def test_nothing_is_known_until_all_has_stood_still():
    sensing = Sensing(FixedSensors((5, 5), (0, 0)), SensorConfig())
    for now_s in (0.0, 0.2):
        sensing.update(ALQUERQUE, now_s)
        assert sensing.occupied is None
    sensing.update(ALQUERQUE, 0.3)
    assert sensing.occupied == {ALQUERQUE.site_of("a1")}


def test_sensors_that_are_off_tell_nothing():
    sensing = Sensing(FixedSensors((5, 5), (0, 0)), SensorConfig(board="off"))
    for now_s in (0.0, 0.2, 0.5):
        sensing.update(ALQUERQUE, now_s)
    assert sensing.occupied is None

from sim.firmware import VirtualMatrix


def test_what_is_put_stands_until_it_is_lifted_and_each_change_is_noticed():
    matrix, seen = VirtualMatrix((9, 7)), []
    matrix.on_change = lambda: seen.append(matrix.occupied)
    matrix.switch_on(frozenset({(0, 0)}))
    matrix.put((8, 6))
    matrix.lift((0, 0))
    assert seen == [{(0, 0)}, {(0, 0), (8, 6)}, {(8, 6)}]
    assert matrix.count == 3


def test_there_is_a_sensor_where_the_matrix_reaches_once_it_is_wired():
    matrix = VirtualMatrix((20, 7))
    assert not matrix.has((0, 0))
    matrix.switch_on()
    assert matrix.size == (16, 7)
    assert matrix.has((15, 6)) and not matrix.has((16, 6))

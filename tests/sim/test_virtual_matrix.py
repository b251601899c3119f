from companion.ports import Matrix
from sim.virtual_matrix import VirtualMatrix


def test_nothing_is_told_before_it_is_switched_on():
    matrix = VirtualMatrix((9, 7))
    matrix.put((1, 2))
    assert matrix.matrix() is None
    matrix.switch_on()
    assert matrix.matrix() == Matrix((9, 7), frozenset())


def test_what_is_put_stands_until_it_is_lifted():
    matrix = VirtualMatrix((9, 7))
    matrix.switch_on(frozenset({(0, 0)}))
    matrix.put((8, 6))
    assert matrix.matrix().occupied == {(0, 0), (8, 6)}
    matrix.lift((0, 0))
    assert matrix.matrix().occupied == {(8, 6)}

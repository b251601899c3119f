"""What the tests of controllers have built for them, once for each file."""

import pytest

from tests.hardware.firmware import built_simulated


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """What a chip needs: the program that simulates it, and the largest firmware."""
    return built_simulated(tmp_path_factory)

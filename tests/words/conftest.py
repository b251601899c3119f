"""What several tests of the words need."""

import pytest

from companion.testing.catalog import shipped_catalog


@pytest.fixture(scope="session")
def catalog():
    """Every message of the program and its games."""
    return shipped_catalog()

import shutil

import pytest

from tests.building.checkouts import copy_environment, set_up_once
from tests.building.updates import keyring


@pytest.fixture(scope="module")
def keys():
    """The key by which the updates of these tests are signed, as a table keeps it."""
    with keyring() as exported:
        yield exported


@pytest.fixture
def checkout(tmp_path, tmp_path_factory):
    """A checkout that is set up, as one that has been moved since."""
    made = set_up_once(tmp_path_factory)
    # With what comes into names of folders elsewhere.
    moved = tmp_path / "Brett – für uns"
    shutil.copytree(made, moved, ignore=shutil.ignore_patterns(".venv"))
    copy_environment(made / ".venv", moved / ".venv")
    return moved

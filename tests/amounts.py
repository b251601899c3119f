"""How much a test looks at: little in the quick suite, more where minutes are at hand."""

import pytest


def few_and_many(name, few, many):
    """Call a test with *few* as *name* in the quick suite, and with *many* in the slow one."""
    slow = pytest.param(many, id="many", marks=pytest.mark.slow)
    return pytest.mark.parametrize(name, [pytest.param(few, id="few"), slow])

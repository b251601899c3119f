"""Sittings for the tests of what the screen does in a fault."""

from tests.ui.conftest import sit, sitting

__all__ = ["sit", "sitting"]

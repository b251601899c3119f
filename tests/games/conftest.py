"""The games on screen: what their tests wait for takes less long."""

import pytest

from companion.ui.play.hints import hinting


@pytest.fixture(autouse=True)
def _short_hints(monkeypatch):
    monkeypatch.setattr(hinting, "HINT_S", 0.1)

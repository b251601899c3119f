"""A whole club at one broker: every page shows every table, and little is taken for it."""

import pytest

from companion.bench.club import club_run

pytestmark = pytest.mark.needs("mosquitto")


@pytest.mark.slow
def test_two_hundred_tables_are_shown_on_every_page():
    run = club_run(200, 10, 5)
    last, pages = run.last
    assert len(pages) == 5
    for page in pages:
        assert page == {f"Table {number}": last for number in range(1, 201)}
    assert run.peak_mb <= 300
    # Beside whatever else the machine does; the bench has the figure.
    assert run.late_ms <= 10_000

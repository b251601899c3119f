"""What all tests share: no screen, rules as sources, no skipping where all must be there."""

import gc
import importlib
import os
import shutil
import signal
import sys
from functools import lru_cache, partial
from pathlib import Path

import hypothesis
import pytest

from tests.needs import lines_for, need
from tests.slow_runs import slow_runs

# On a busy machine any example may take a while; what hangs is ended by the test's time-out.
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")

SLOW_LIMIT_S = 2 * 60 * 60
"""What a slow test may take, so that only one that hangs is ended by it."""

MEMORY = Path("/dev/shm")
"""Where files lie in memory: tests of storage otherwise wait for a disk half of their time."""

MEMORY_BYTES = 2 << 30
"""The tests' folders take some 300 MB, and machines with less than this to spare need it."""

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
# As in a pipe: pytest-xdist hands its width on to the workers.
os.environ.pop("COLUMNS", None)
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# What is compiled is tested where that is asked for, and never by mistake.
os.environ.setdefault("COMPANION_COMPILED", "no")
if os.environ["COMPANION_COMPILED"] == "yes":
    # The whole program that make test-compiled has put there, before the sources; now, as pytest
    # puts the checkout before it for each further conftest.py.
    sys.path.insert(0, str(Path(__file__).parents[1] / ".venv-dev" / "compiled"))
    for package in ("companion", "hardware", "sim"):
        importlib.import_module(package)


def pytest_configure(config):
    """Note when the slow tests ran, where that is asked for; let signals come through."""
    if has_memory_to_spare():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    # What a script leaves in the background ignores Ctrl-C, what nohup starts that its
    # terminal is gone, and so would all that the tests start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if (runs := slow_runs()) is not None:
        config.pluginmanager.register(runs)


def has_memory_to_spare():
    """Return whether the tests' folders can lie in memory, programs that they run among them."""
    if not hasattr(os, "ST_NOEXEC") or not os.access(MEMORY, os.W_OK):
        return False
    is_for_files_alone = os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    return not is_for_files_alone and shutil.disk_usage(MEMORY).free > MEMORY_BYTES


def pytest_sessionstart():
    """End at once where compiled rules are to be tested and there are none."""
    from companion import RULES_TEXT

    if os.environ["COMPANION_COMPILED"] == "yes" and RULES_TEXT != "rules compiled":
        pytest.exit(f"expected compiled rules, got {RULES_TEXT}", returncode=2)


@pytest.hookimpl(hookwrapper=True)
def pytest_collection():
    """Look for no garbage among what is being collected: it stays."""
    gc.disable()
    yield
    gc.enable()


def pytest_collection_modifyitems(config, items):
    """Leave out what needs a machine of its own where nobody asks; let slow tests take longer.

    What needs root's rights is marked ``root`` as well, so that it can be chosen.
    """
    left_out = {"boot", "deb"} - set(config.getoption("markexpr").split())
    kept = []
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        if marks & left_out:
            continue
        kept.append(item)
        if any("root" in mark.args for mark in item.iter_markers("needs")):
            item.add_marker("root")
        if marks & {"slow", "boot", "deb"} and "timeout" not in marks:
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT_S))
    items[:] = kept


def pytest_collection_finish():
    """Have no look for garbage go through twelve thousand tests and what they import."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


QUICK = (
    ("companion.ui.board.board_painter", "render_background", lambda made: partial(_board, made)),
    ("companion.ui.board.board_painter", "PiecePictures", lambda made: partial(_pieces, made)),
    ("companion.ui.widgets.fonts", "MOST_SIZES", lambda _: 100),
)
"""Empty boards and pieces are drawn once for all tests, and all letters are kept."""


@pytest.fixture(autouse=True)
def _quick_screens():
    """Has screens be ready sooner, where a test has loaded their modules at all."""
    # Not by the test's own monkeypatch: what that replaces is to be back before the test's
    # folder is removed.
    with pytest.MonkeyPatch.context() as patch:
        for module, name, value in QUICK:
            if module in sys.modules:
                patch.setattr(sys.modules[module], name, value(getattr(sys.modules[module], name)))
        yield
    # Nor is it that one has spoken to players who hear everything.
    if "companion.words.translate" in sys.modules:
        sys.modules["companion.words.translate"]._is_by_ear[0] = False
    # What one test has found damaged is none of the next one's business.
    if "companion.damage" in sys.modules:
        sys.modules["companion.damage"]._files.clear()


# So many are some 140 megabytes; a test of memory sees them come and then stay.
@lru_cache(maxsize=100)
def _drawn_board(render, geometry, theme):
    """Return an empty board."""
    from companion.ui.widgets.fonts import Fonts

    return render(geometry, theme, Fonts())


def _board(render, geometry, theme, fonts):
    """Return an empty board, whichever *fonts* are at hand."""
    return _drawn_board(render, geometry, theme)


@lru_cache(maxsize=50)
def _pieces(made, *of):
    """Return the pictures of pieces of one kind, those that are drawn already among them."""
    return made(*of)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Skip a test before anything is made for it where the machine lacks what it needs."""
    for mark in item.iter_markers("needs"):
        need(*mark.args)


def pytest_terminal_summary(terminalreporter):
    """Say what to install for tests that were skipped."""
    skipped = terminalreporter.stats.get("skipped", [])
    for line in lines_for(str(report.longrepr) for report in skipped):
        terminalreporter.write_line(line)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI a skipped test is a failed one: the machine lacks what it should have."""
    report = (yield).get_result()
    if report.skipped and os.environ.get("CI") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which CI does not allow: {report.longrepr}"

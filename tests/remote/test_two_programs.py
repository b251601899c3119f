"""Two whole programs, each a process with a relay of its own, over a real Mosquitto with TLS."""

import os
import subprocess
import sys
from contextlib import ExitStack

import pytest

from companion.bench.two_tables import at_a_table
from companion.plugins import GAMES, find_game
from companion.storage.record_reader import read_record
from tests.program_sources import ROOT
from tests.remote.broker import Broker, make_certificates

pytestmark = pytest.mark.needs("mosquitto")

GAME_S = 240
"""Less than what ends a test, and all others of its process, from outside: see the Makefile."""

QUICK = "quincy"
KINDS = [pytest.param(name, marks=() if name == QUICK else pytest.mark.slow) for name in GAMES]


def begun(stack, config, folder, seed, role, what):
    env = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "GPIOZERO_PIN_FACTORY": "mock",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "PYTHONPATH": str(ROOT),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", at_a_table("sim", str(config), str(folder), role, what, seed)],
        env=env,
        stdout=subprocess.PIPE,
        text=True,
    )
    stack.enter_context(process)
    stack.callback(process.kill)
    return process


@pytest.mark.timeout(GAME_S)
@pytest.mark.parametrize("game", KINDS)
def test_two_programs_play_a_whole_game(tmp_path, game):
    with ExitStack() as stack:
        broker = Broker(tmp_path / "broker", make_certificates(tmp_path / "certificates"))
        stack.callback(broker.stop)
        config = broker.config(
            extra='[play]\nprogram_moves = "carried"\n[screen]\nanimation = false'
        )
        host = begun(stack, config, tmp_path / "kitchen", 1, "host", game)
        code = host.stdout.readline().strip()
        guest = begun(stack, config, tmp_path / "garden", 2, "guest", code)
        ends = [process.communicate(timeout=GAME_S)[0].strip() for process in (host, guest)]
        assert [host.returncode, guest.returncode] == [0, 0]
    assert ends[0] == ends[1] != ""
    records = [
        read_record(next((tmp_path / name / "records").iterdir()), find_game)
        for name in ("kitchen", "garden")
    ]
    assert records[0] == records[1]
    assert records[0].game.name == game and records[0].plies

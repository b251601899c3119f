"""Two whole programs at two tables, with people who play at random, over a real broker."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.bench.mirror import free_port
from companion.match.match import NewMatch
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName, Press
from companion.ui.play.computer import ComputerMode
from companion.ui.play.scene import PlayScene
from companion.ui.scenes.game_over import GameOverScene
from companion.ui.scenes.other_table import MeetingScene

if TYPE_CHECKING:
    from companion.program import Program
    from companion.remote.other_table import OtherTable

CONFIRM_AFTER_S: Final = 0.02
"""A press that comes before its screen was seen would be refused."""

MOST_PLIES: Final = 200
"""Then whoever is to move gives up: random games may go on for ever."""

START_S: Final = 10.0
HEARD_S: Final = 3.0
"""At the end of a game the other table may still have to hear that this one has it."""


def at_a_table(backend: str, config: str, folder: str, role: str, what: str, seed: int) -> str:
    """Return what has a Python of its own be one of two tables, as `be_table` tells."""
    return (
        "from companion.bench.figures import run_table\n"
        f"run_table({backend!r}, {config!r}, {folder!r}, {role!r}, {what!r}, {seed})"
    )


def long_game() -> str:
    """Return the game on the largest board: a hundred moves at random make no end of it."""
    return max(GAMES, key=lambda name: len(find_game(name).initial().board))


def has_broker() -> bool:
    """Return whether Mosquitto is there, and what makes its certificate and password."""
    return all(map(_program, ("mosquitto", "mosquitto_passwd", "openssl")))


def _program(name: str) -> str | None:
    """Return where the program *name* is: Debian has some that are not in people's path."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin")


@contextmanager
def running_broker(folder: Path) -> Iterator[str]:
    """Run a broker that is reached with a password over TLS; yield a table's section for it."""
    port, key, certificate = free_port(), folder / "key", folder / "certificate"
    curve = ("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
    name = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    files = ("-keyout", str(key), "-out", str(certificate))
    _run("openssl", "req", "-x509", "-newkey", *curve, "-nodes", "-days", "2", *name, *files)
    passwords, password = folder / "passwords", folder / "password"
    password.write_text("measured")
    _run("mosquitto_passwd", "-b", "-c", str(passwords), "table", "measured")
    settings = folder / "mosquitto.conf"
    settings.write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\n"
        f"certfile {certificate}\nkeyfile {key}\npersistence false\nuser root\n"
    )
    command = [_program("mosquitto") or "mosquitto", "-c", str(settings)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for_port(port)
            yield (
                f'[club]\nbroker = "localhost"\nport = {port}\nuser = "table"\n'
                f'password_file = "{password}"\nca = "{certificate}"\n'
            )
        finally:
            process.terminate()


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def _wait_for_port(port: int) -> None:
    until_s = time.monotonic() + START_S
    while True:
        try:
            socket.create_connection(("localhost", port), START_S).close()
        except ConnectionRefusedError:
            if time.monotonic() > until_s:
                raise
            time.sleep(0.05)
        else:
            return


def host_game(program: Program, name: str) -> str:
    """Offer the game *name* to another table and return the code that is shown."""
    game, other = find_game(name), _other_table(program)
    new = NewMatch(game, game.complete(None))
    other.host(new._replace(players=("person",) * game.seat_count(new.options)), 0)
    program.stage.push(MeetingScene(program.stage, other))
    assert other.pairing is not None, "a code is shown"
    return other.pairing.code


def join_game(program: Program, code: str) -> None:
    """Join the table that shows *code*."""
    other = _other_table(program)
    other.join(code)
    program.stage.push(MeetingScene(program.stage, other))


def _other_table(program: Program) -> OtherTable:
    other = program.stage.services.other_table
    assert other is not None, "the extra is installed, and a broker is configured"
    return other


def turn_once(program: Program) -> None:
    """Sleep until there is something to do, but not for long, and do it."""
    program.waiter.wait(min(CONFIRM_AFTER_S, program.sleep_s()))
    program.tick()


def answer(program: Program, move: Callable[[PlayScene], None]) -> None:
    """Do what the screen of *program* asks for; where it is this table's turn, *move*."""
    scene = program.stage.scene
    if not isinstance(scene, PlayScene):
        if scene.name == "set up":
            press_confirm(program)
        return
    if scene.front is None:
        match, half = scene.match, scene.match.half
        is_asked = match.question is not None
        # A pass has no touches, and nothing could be touched instead.
        is_laid_out = half.move is not None and (half.touches or not half.next_touches())
        if is_asked or is_laid_out:
            press_confirm(program)
        elif match.position.side not in match.seats.elsewhere:
            move(scene)
    elif isinstance(scene.front, ComputerMode) and scene.front.legs:
        press_confirm(program)


def press_confirm(program: Program) -> None:
    """Press it as a button does, which wakes the loop."""
    program.stage.handle(Press(ButtonName.CONFIRM, False, program.clock()))
    program.waiter.wake()


def play_on(program: Program, chance: random.Random) -> None:
    """Play at random until both tables have the end, and print it."""
    link, acted_s = None, 0.0
    ended_s = float("inf")
    while time.monotonic() < ended_s:
        turn_once(program)
        link = _other_table(program).link or link
        scene, now_s = program.stage.scene, program.clock()
        is_settled = link is not None and link.is_settled and ended_s == float("inf")
        if isinstance(scene, GameOverScene) and is_settled:
            outcome = scene.match.outcome
            assert outcome is not None, "the game is over"
            print(outcome.winner, str(outcome.reason), len(scene.match.plies), flush=True)
            ended_s = time.monotonic() + HEARD_S
        if now_s - acted_s >= CONFIRM_AFTER_S:
            acted_s = now_s
            answer(program, lambda play: _move_at_random(play, chance))


def _move_at_random(scene: PlayScene, chance: random.Random) -> None:
    match = scene.match
    if len(match.plies) >= MOST_PLIES:
        scene.take(match.resign(match.position.side))
    else:
        scene.turn.propose(chance.choice(match.position.legal_moves()))


def be_table(program: Program, role: str, what: str, seed: int) -> None:
    """Have *program* play at random, as *seed* names it, until both tables have the end.

    A *role* of host offers the game *what* and prints its code; a guest joins the code *what*.
    """
    if role == "host":
        print(host_game(program, what), flush=True)
    else:
        join_game(program, what)
    play_on(program, random.Random(seed))

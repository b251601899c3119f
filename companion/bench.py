"""Measures the program as its users meet it: whole processes, the real link, the real screen code.

Every figure is taken on the simulator's devices and SDL's dummy display, so it
runs anywhere.  Targets are for one core of a laptop from the last ten years.
"""

from __future__ import annotations

import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pygame

from companion.app import Arguments, Program, open_program
from companion.games import find_game
from companion.match.state_dir import StateDir
from companion.ui.scenes import ways
from companion.ui.scenes.play import PlayScene
from companion.ui.window import open_display

SIZE = (800, 480)
TOUCHES = 200
FRAMES = 300
IDLE_S = 10.0
WIRE_S = 3.0
WIRE_BAUD = 1_000_000
BITS_PER_BYTE = 10
START_RUNS = 5


@dataclass(frozen=True)
class Figure:
    """One thing to measure.

    Attributes:
        name: what is measured.
        unit: of the value and the target.
        target: the value wanted.
        is_most: the target is the most that is wanted, else the least.
        is_deep: it takes minutes.
    """

    name: str
    unit: str
    target: float
    measure: Callable[[], float]
    is_most: bool = True
    is_deep: bool = False

    def line(self, value: float) -> str:
        """Return the figure with its target, marked where it misses."""
        is_met = value <= self.target if self.is_most else value >= self.target
        sign = "<=" if self.is_most else ">="
        mark = "ok" if is_met else "MISSED"
        told = f"{value:10.2f} {self.unit:4}  target {sign} {self.target:g} {self.unit}"
        return f"{self.name:42} {told:38} {mark}"


def report(figures: Sequence[Figure]) -> None:
    """Print the machine and each of *figures* with its target."""
    print(f"{machine_text()}; Python {platform.python_version()}; pygame {pygame.version.ver}")
    for figure in figures:
        print(figure.line(figure.measure()), flush=True)


def machine_text() -> str:
    """Return the processor and the system in a few words."""
    model = platform.processor() or platform.machine()
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text("utf-8"))
    except OSError:
        found = None
    return f"{found.group(1) if found else model}, {os.cpu_count()} cores, {platform.system()}"


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which *part* (0.0 to 1.0) of *values* lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


@contextmanager
def running_program(baud: int | None = None) -> Iterator[Program]:
    """Give a program on the simulator's devices and no screen."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    with tempfile.TemporaryDirectory() as folder:
        config = None
        if baud is not None:
            config = Path(folder) / "bench.toml"
            config.write_text(f"[leds]\nbaud = {baud}\n", encoding="utf-8")
        with StateDir(Path(folder) / "state") as state:
            open_display()
            arguments = Arguments("sim", config, SIZE, wants_table=False)
            program = open_program(arguments, state)
            try:
                yield program
            finally:
                program.close()


def play(program: Program, name: str = "quincala-knocking") -> PlayScene:
    """Begin a game on *program* and return its scene."""
    ways.to_new_match(program.stage, find_game(name), {}, 0)
    scene = program.stage.scene
    assert isinstance(scene, PlayScene), "a new match is played"
    return scene


def tick_for(program: Program, seconds: float) -> None:
    """Run the main loop of *program* as it runs for players."""
    ticker = pygame.time.Clock()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        program.tick()
        ticker.tick(100)


def touch_to_wire_ms() -> float:
    """Return the 99th percentile from a touch in the queue to the first byte at the controller."""
    took: list[float] = []
    with running_program(baud=WIRE_BAUD) as program:
        scene = play(program)
        board = scene.board()
        controller = program.devices.virtual().controller
        tick_for(program, 1.0)
        for number in range(TOUCHES):
            site = board.site_of(("c2", "b3")[number % 2])
            # Touches come at any moment between two turns of the main loop.
            tick_for(program, 0.05 + (number % 10) / 1000)
            took.append(_time_touch(program, scene.site_place(site), controller.frame_count))
    return 1000 * percentile(took, 0.99)


def _time_touch(program: Program, place: tuple[int, int], frames: int) -> float:
    controller = program.devices.virtual().controller
    started = time.monotonic()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    ticker = pygame.time.Clock()
    while time.monotonic() - started < 2.0:
        ticker.tick(100)
        program.tick()
        latest = controller.latest
        if latest is not None and controller.frame_count > frames:
            break
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=1))
    assert latest is not None, "a touch lights lamps"
    return latest.first_byte_at_s - started


def frame_ms() -> float:
    """Return the 99th percentile of drawing the play scene with all moves as arrows."""
    with running_program() as program:
        scene = play(program)
        scene.show_moves()
        assert scene.moves is not None, "the list is open"
        scene.moves.wait()
        scene.lay_out()
        took = []
        for number in range(FRAMES):
            # Every other frame with all arrows, the others with the preview of one move.
            count = len(scene.moves.moves)
            scene.moves.view.selected = number % count if number % 2 else None
            started = time.perf_counter()
            program.stage.redraw()
            program.draw()
            took.append(time.perf_counter() - started)
    return 1000 * percentile(took[FRAMES // 10 :], 0.99)


def idle_percent() -> float:
    """Return the share of one core that the idle play scene takes, lamps connected."""
    code = (
        "from companion import bench\n"
        "import resource\n"
        "with bench.running_program() as program:\n"
        "    bench.play(program)\n"
        "    bench.tick_for(program, 2.0)\n"
        "    before = resource.getrusage(resource.RUSAGE_SELF)\n"
        f"    bench.tick_for(program, {IDLE_S})\n"
        "    after = resource.getrusage(resource.RUSAGE_SELF)\n"
        "print(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)\n"
    )
    return 100 * float(_run_python(code)) / IDLE_S


def peak_mb() -> float:
    """Return the most memory that a process takes which plays both games and shows all scenes."""
    code = (
        "from companion import bench\n"
        "from companion.ui.scenes import ways\n"
        "import resource\n"
        "with bench.running_program() as program:\n"
        "    for name in ('quincala-knocking', 'alquerque'):\n"
        "        scene = bench.play(program, name)\n"
        "        scene.show_moves()\n"
        "        bench.tick_for(program, 1.0)\n"
        "    ways.to_settings(program.stage)\n"
        "    bench.tick_for(program, 0.5)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    # Linux reports kilobytes, macOS bytes.
    scale = 1 / 1024 if sys.platform.startswith("linux") else 1 / 1024**2
    return float(_run_python(code)) * scale


def first_frame_s() -> float:
    """Return the median from the start of the process to its first picture."""
    code = (
        "import sys, time\n"
        "import os\n"
        "os.environ['SDL_VIDEODRIVER'] = 'dummy'\n"
        "from pathlib import Path\n"
        "from companion.app import Arguments, open_program\n"
        "from companion.match.state_dir import StateDir\n"
        "from companion.ui.window import open_display\n"
        "import tempfile\n"
        "folder = tempfile.mkdtemp()\n"
        "with StateDir(Path(folder)) as state:\n"
        "    open_display()\n"
        "    program = open_program(Arguments('sim', None, None), state)\n"
        "    program.tick()\n"
        "    print(time.monotonic())\n"
        "    program.close()\n"
    )
    took = []
    for _ in range(START_RUNS):
        started = time.monotonic()
        took.append(float(_run_python(code)) - started)
    return statistics.median(took)


def _run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120
    )
    return done.stdout.splitlines()[-1]


def wire_percent() -> float:
    """Return the share of the wire that is used when every frame differs."""
    with running_program(baud=WIRE_BAUD) as program:
        play(program)
        tick_for(program, 1.0)
        controller = program.devices.virtual().controller
        leds = program.devices.leds
        count = 3 * program.stage.lamps.panel.lamp_count
        started, bytes_before = time.monotonic(), controller.byte_count
        number = 0
        while time.monotonic() - started < WIRE_S:
            number += 1
            leds.show(bytes([number % 200]) * count)
            time.sleep(0.001)
        used = controller.byte_count - bytes_before
        passed = time.monotonic() - started
    return 100 * used * BITS_PER_BYTE / (WIRE_BAUD * passed)


def alquerque_perft_s() -> float:
    """Return the seconds that perft 6 of Alquerque's base game takes."""
    position = find_game("alquerque").initial()
    started = time.perf_counter()
    position.perft(6)
    return time.perf_counter() - started


def quincala_perft_s() -> float:
    """Return the seconds that perft 2 of Mini Quincala takes."""
    position = find_game("quincala-knocking").initial()
    started = time.perf_counter()
    position.perft(2)
    return time.perf_counter() - started


def quincala_deep_perft_s() -> float:
    """Return the seconds that perft 3 of Mini Quincala takes, its count checked."""
    position = find_game("quincala-knocking").initial()
    started = time.perf_counter()
    count = position.perft(3)
    assert count == 21_252_997, f"expected 21252997 leaves, got {count}"
    return time.perf_counter() - started


FIGURES = (
    Figure("touch to first byte of the frame, p99", "ms", 20, touch_to_wire_ms),
    Figure("drawing the heaviest scene at 800x480, p99", "ms", 8, frame_ms),
    Figure("idle play scene, lamps connected", "%", 1, idle_percent),
    Figure("peak memory", "MB", 90, peak_mb),
    Figure("process start to first frame", "s", 1.0, first_frame_s),
    Figure("LED wire in use, every frame different", "%", 90, wire_percent, is_most=False),
    Figure("perft 6 of Alquerque", "s", 1.0, alquerque_perft_s),
    Figure("perft 2 of Mini Quincala", "s", 0.5, quincala_perft_s),
    Figure("perft 3 of Mini Quincala", "s", 60, quincala_deep_perft_s, is_deep=True),
)

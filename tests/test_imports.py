"""Holds the architecture: who may import whom, and that importing does nothing.

The arrows end at the contract: ``app → ui → storage → match → contract``, ``engine → contract``;
a part of a game may import what its kind may, whichever game it is of; `hardware` and `sim` know
the ports alone, and only where the program is put together are they known.
"""

from __future__ import annotations

import ast
import itertools
import json
import os
import re
import subprocess
import sys

import pytest

from tests.program_sources import (
    MODULES,
    PACKAGES,
    ROOT,
    circles,
    imports_among,
    imports_of,
    nodes_of,
    tree_of,
)

ARCHITECTURE = ROOT / "docs" / "architecture.md"

GAMES = ROOT / "companion" / "games"
SHARED = [
    folder.name
    for folder in GAMES.iterdir()
    if folder.is_dir() and folder.name.isidentifier() and not (folder / "board.toml").exists()
]

RULES = ("companion.contract", "companion.errors", "companion.damage")
GAME = ("companion.clock", "companion.match", "companion.plugins", *RULES)
SCREEN = (
    "companion", "companion.config.values", "companion.building.progress",
    "companion.art", "companion.lessons", "companion.words", "companion.table",
    "companion.storage", "companion.engine", "companion.ports", "companion.remote", *GAME,
)  # fmt: skip
"""What the screen is made of, and with it all that opens or shows the whole program."""

ALLOWED = {
    "companion": ("companion.building.compiling",),
    "companion.errors": (),
    "companion.damage": ("companion.errors",),
    "companion.ports": (),
    "companion.building": ("companion.errors",),
    "companion.contract": ("companion.errors",),
    "companion.plugins": RULES,
    "companion.games": ("companion.plugins", *RULES),
    "companion.engine": ("companion.plugins", *RULES),
    "companion.clock": ("companion.errors",),
    "companion.match": ("companion.clock", *RULES),
    "companion.table": ("companion.match", *RULES),
    "companion.storage": GAME,
    "companion.config": (
        "companion.storage", "companion.match.seats", "companion.plugins", *RULES,
    ),
    "companion.remote": ("companion.storage", *GAME),
    "companion.lessons": ("companion.storage.disk", "companion.plugins", *RULES),
    "companion.words": (
        "companion.building.progress", "companion.lessons", "companion.table",
        "companion.storage", "companion.engine.endgames", "companion.engine.limits",
        "companion.engine.reason", "companion.ports", "companion.remote", *GAME,
    ),
    "companion.art": ("companion.ports", *RULES),
    "companion.printing": (
        "companion.words", "companion.plugins", "companion.ports", "companion.art.theme",
        "companion.art.boards", "companion.art.digits", "companion.art.pieces",
        "companion.art.shapes", *RULES,
    ),
    "companion.ui": SCREEN,
    "companion.mirror": ("companion.ui", *SCREEN),
    "companion.club": ("companion.mirror", "companion.ui", *SCREEN),
    "hardware": ("companion.ports", "companion.errors"),
    "sim": (
        "hardware.adalight", "hardware.checked.messages", "hardware.checked.messages",
        "hardware.checked.packets", "companion.ports", "companion.errors",
    ),
    "companion.backends": ("companion.building", "hardware", "sim", *SCREEN),
    "companion.program": (
        "companion.backends", "companion.club.teller", "companion.mirror", "companion.ui",
        "sim.table", *SCREEN,
    ),
    "companion.app": (
        "companion.backends", "companion.club.teller", "companion.config", "companion.mirror",
        "companion.program", "companion.ui", *SCREEN,
    ),
    "companion.scripting": ("companion.program", "companion.ui", *SCREEN),
    "companion.bench": (
        "companion.app", "companion.backends.devices", "companion.backends.loudspeaker",
        "companion.building.compiling", "companion.club", "companion.config.values",
        "companion.mirror.seen", "companion.program", "companion.ui", *SCREEN,
    ),
    "companion.commands": (
        "companion.app", "companion.backends", "companion.bench", "companion.club",
        "companion.config", "companion.mirror", "companion.printing", "companion.program",
        "companion.scripting", "companion.ui", *SCREEN,
    ),
    "companion.cli": (
        "companion", "companion.commands", "companion.plugins", "companion.words",
        "companion.errors",
    ),
    "companion.testing": (
        "companion.app", "companion.backends", "companion.cli", "companion.config",
        "companion.program", "companion.scripting.fingers", "companion.ui",
        "hardware", "sim", *SCREEN,
    ),
}  # fmt: skip
"""What each part may import of this program beside itself; the longest name that fits counts."""

OF_A_GAME = {
    "rules": ("companion.contract", "companion.errors"),
    "search": ("companion.contract", "companion.engine", "companion.errors"),
    "words": (
        "companion.contract", "companion.engine.reason", "companion.words",
        "companion.errors",
    ),
    "look": (
        "companion.contract", "companion.words", "companion.ui.board.marks",
        "companion.ui.widgets.layout", "companion.ui.widgets.pen", "companion.errors",
    ),
}  # fmt: skip
"""What each kind of part of a game may import beside the parts that it builds on."""
BUILT_ON = {
    "rules": ("rules",), "search": ("rules", "search"),
    "words": ("rules", "words"), "look": ("rules", "words", "look"),
}  # fmt: skip
LOOKS = tuple(f"companion.games.{game.name}.look" for game in GAMES.iterdir())

BACKENDS = ("hardware", "sim")
ROOTS = ("companion.program", "companion.backends", "companion.testing.screen_checks")
"""Where the program is put together, once for tests."""
SOLE_USERS = {
    "pygame": (
        "companion.art.on_screen",
        "companion.ui",
        *LOOKS,
        "sim.table",
        "companion.program",
        "companion.backends.loudspeaker",
        "companion.scripting.fingers",
        "companion.scripting.scripted",
        "companion.bench.devices",
        "companion.bench.figures",
        "companion.commands.doctor",
        "companion.testing",
    ),
    "gpiozero": BACKENDS,
    "serial": BACKENDS,
    "reportlab": ("companion.printing.pdf",),
    "PIL": ("companion.ui.scenes.gif",),
    "dask": ("companion.engine.jobs",),
    "distributed": ("companion.engine.jobs",),
    "paho": ("companion.remote.relay", "companion.bench.club"),
    "spake2": ("companion.remote.pairing",),
    "caissify_pairings": ("companion.club.rounds",),
    "platformdirs": (
        "companion.storage",
        "companion.config",
        "companion.engine.endgames",
    ),
    "tqdm": ("companion.commands.report",),
    "segno": ("companion.mirror.feed", "companion.mirror.server"),
    "starlette": ("companion.mirror.seat_desk", "companion.mirror.server", "companion.club.wall"),
    "uvicorn": ("companion.mirror.server", "companion.club.wall"),
    "babel": ("companion.testing",),
    "pytest": ("companion.testing",),
    "hypothesis": ("companion.testing",),
}
"""The only parts that may import each library."""

FOR_THE_COMPILER = "mypy_extensions"
"""Types that the compiler takes from the sources; nothing imports it at run time."""


def is_within(module, parts):
    """Whether *module* is one of *parts* or inside one; ``companion`` is only that one file."""
    inner = [f"{part}." for part in parts if part != "companion"]
    return module in parts or module.startswith(tuple(inner))


def assert_none(is_wrong):
    """Fail with each module and import of which *is_wrong* holds, a line for each."""
    wrong = [
        f"{module} imports {name}"
        for module in MODULES
        for name in imports_of(module)
        if is_wrong(module, name)
    ]
    assert not wrong, "\n".join(wrong)


def is_ours(name):
    return name.split(".")[0] in PACKAGES


def part_of(module):
    """The part that *module* belongs to, or None."""
    return max((part for part in ALLOWED if is_within(module, (part,))), key=len, default=None)


def kind_of(module):
    """The kind of part of a game that *module* is, or None."""
    parts = module.removeprefix("companion.games.").split(".")[1:]
    # What a kernel has compiled is named as what it is compiled for.
    kind = "rules" if parts[:1] == ["codes"] else "".join(parts[parts[:1] == ["kernel"] :][:1])
    return kind if module.startswith("companion.games.") and kind in OF_A_GAME else None


def breaks_an_arrow(module, name):
    part = part_of(module)
    may = (part, *ALLOWED[part])
    return is_ours(name) and kind_of(module) is None and not is_within(name, may)


def test_every_module_has_its_arrows():
    assert [module for module in MODULES if part_of(module) is None] == []


def test_imports_follow_the_arrows():
    assert_none(breaks_an_arrow)


def room_of(name):
    """The room that *name* belongs to: ``companion.match`` or ``sim``, for example."""
    return ".".join(name.split(".")[: 2 if name.startswith("companion.") else 1])


def rooms_imported_by(module):
    """The other rooms that *module* imports anything from when it runs, lazily or not."""
    for_types = {
        node
        for block in nodes_of(module)
        if is_for_the_type_checker(block)
        for node in ast.walk(block)
    }
    run = [node for node in nodes_of(module) if node not in for_types]
    rooms = {room_of(name) for name in imports_among(run) if is_ours(name)}
    return rooms - {room_of(module)}


@pytest.fixture(scope="module")
def rooms():
    """Which rooms each imports."""
    graph = {room_of(module): set() for module in MODULES}
    for module in MODULES:
        graph[room_of(module)] |= rooms_imported_by(module)
    return graph


def test_no_rooms_import_each_other(rooms):
    assert circles(rooms) == []


def test_the_picture_has_every_arrow_that_no_other_implies(rooms):
    everywhere = {"companion", "companion.errors", "companion.damage"}
    rooms = {name: used - everywhere for name, used in rooms.items() if name not in everywhere}
    needed = {
        (name.removeprefix("companion."), used.removeprefix("companion."))
        for name in rooms
        for used in rooms[name]
        if not any(used in reached(rooms, other) for other in rooms[name] - {used})
    }
    assert set(drawn_arrows()) == needed


def reached(graph, name):
    """All that *name* leads to."""
    return graph[name].union(*(reached(graph, other) for other in graph[name]))


def drawn_arrows():
    """The arrows in docs/architecture.md: ``a & b --> c --> d`` has three."""
    text = ARCHITECTURE.read_text("utf-8")
    [picture] = re.findall(r"```mermaid\ngraph TD\n(.*?)```", text, re.DOTALL)
    for line in picture.splitlines():
        groups = [group.split(" & ") for group in line.strip().split(" --> ")]
        for ones, others in itertools.pairwise(groups):
            yield from itertools.product(ones, others)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("companion.match.match", "companion.storage.disk"),
        ("companion.storage.saves", "companion.table.steps"),
        ("companion.contract.board", "companion"),
        ("companion.ui.stage", "companion.app"),
        ("companion.plugins.outside", "companion.engine.search"),
        ("sim.table", "hardware.buttons"),
    ],
)
def test_an_import_against_the_arrows_is_found(module, name):
    assert breaks_an_arrow(module, name)


def breaks_the_house_of_its_game(module, name):
    """Whether *module*, a part of a game, imports what its kind of part may not."""
    kind = kind_of(module)
    if kind is None or not is_ours(name):
        return False
    # What several games share lies in a folder that is no game.
    homes = [f"companion.games.{home}" for home in (module.split(".")[2], *SHARED)]
    is_own = is_within(name, homes) and kind_of(name) in BUILT_ON[kind]
    return not is_own and not is_within(name, OF_A_GAME[kind])


def test_a_part_of_a_game_imports_what_its_kind_may():
    assert_none(breaks_the_house_of_its_game)


def test_a_part_of_a_game_that_looks_beyond_its_house_is_found():
    rules = "companion.games.querni.rules"
    assert breaks_the_house_of_its_game(rules, "companion.engine.limits")
    assert breaks_the_house_of_its_game(rules, "companion.games.quincy.rules")
    assert breaks_the_house_of_its_game(rules, "companion.games.querni.search")
    assert breaks_the_house_of_its_game(rules, "companion.games.querni.kernel.search")
    assert not breaks_the_house_of_its_game(rules, "companion.games.querni.kernel.rules")
    assert not breaks_the_house_of_its_game(rules, "companion.games.querni.codes")


def test_a_game_is_asked_for_by_no_name():
    games = [folder.name for folder in GAMES.iterdir() if (folder / "board.toml").exists()]
    folders = [f"companion.games.{name}" for name in games]
    assert_none(
        lambda module, name: (
            not is_within(module, ("companion.games",)) and is_within(name, folders)
        )
    )


def test_only_the_composition_root_names_a_backend():
    free = (*ROOTS, *BACKENDS)
    assert_none(lambda module, name: not is_within(module, free) and is_within(name, BACKENDS))


@pytest.mark.parametrize("library", SOLE_USERS)
def test_libraries_stay_in_their_parts(library):
    users = SOLE_USERS[library]
    assert_none(lambda module, name: not is_within(module, users) and is_within(name, (library,)))


def test_nobody_but_tests_imports_what_tests_are_made_of():
    tools = ("companion.testing",)
    assert_none(lambda module, name: not is_within(module, tools) and is_within(name, tools))


def test_nothing_else_is_imported():
    known = {*sys.stdlib_module_names, *PACKAGES, *SOLE_USERS, FOR_THE_COMPILER}
    assert_none(lambda module, name: name.split(".")[0] not in known)


def test_types_for_the_compiler_are_not_imported_at_run_time():
    named = [name for name, file in MODULES.items() if FOR_THE_COMPILER in file.read_text("utf-8")]
    assert named
    assert [module for module in named if needs_the_compiler(tree_of(module))] == []


def needs_the_compiler(tree):
    """Whether *tree* names the compiler's types outside ``if TYPE_CHECKING``."""
    run = [node for node in tree.body if not is_for_the_type_checker(node)]
    return any(FOR_THE_COMPILER in ast.unparse(node) for node in run)


def is_for_the_type_checker(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def rules_of_games():
    """The modules of rules, of which nothing but the standard library is asked."""
    return tuple(module for module in MODULES if kind_of(module) == "rules")


def test_the_rules_need_the_standard_library_alone():
    known = {*sys.stdlib_module_names, "companion", FOR_THE_COMPILER}
    rules = ("companion.contract", *rules_of_games())
    assert_none(lambda module, name: is_within(module, rules) and name.split(".")[0] not in known)


def test_nothing_of_the_compiler_is_needed_to_run_the_rules():
    rules = ", ".join(rules_of_games())
    code = f"import sys; sys.modules[{FOR_THE_COMPILER!r}] = None; import {rules}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


def test_the_walk_sees_the_program():
    assert {"companion", "companion.contract.position", "hardware", "sim"} <= set(MODULES)
    assert "companion.errors" in set(imports_of("companion.contract.board"))


WATCH = """
import importlib, json, os, sys, threading
root = sys.argv[1]
done = []

def watch(event, args):
    if event == "open":
        path, mode, flags = args
        path = os.fspath(path) if not isinstance(path, int) else str(path)
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        is_code = path.endswith((".py", ".pyc", ".so"))
        if writes or (path.startswith(root + "/") and "/.venv/" not in path and not is_code):
            done.append([event, path])
    elif event.split(".")[0] in ("socket", "subprocess") or event in ("os.mkdir", "os.fork"):
        done.append([event, repr(args)])

for library in sys.argv[3:]:
    importlib.import_module(library)
threads = threading.active_count()
sys.addaudithook(watch)
for module in json.loads(sys.argv[2]):
    done_before = len(done)
    importlib.import_module(module)
    for entry in done[done_before:]:
        entry.append(module)
if threading.active_count() != threads:
    done.append(["threads", [thread.name for thread in threading.enumerate()]])
if "pygame" in sys.modules and sys.modules["pygame"].get_init():
    done.append(["pygame.init"])
if "pygame" in sys.modules and sys.modules["pygame"].display.get_init():
    done.append(["pygame.display"])
print(json.dumps(done))
"""


LIBRARIES = (
    "pygame", "gpiozero", "gpiozero.pins.mock", "serial", "platformdirs",
    "reportlab.pdfgen.canvas", "reportlab.pdfbase.ttfonts", "PIL.Image",
    "pytest", "hypothesis.strategies",
)  # fmt: skip


def what_importing_does(names, path=ROOT, libraries=LIBRARIES):
    """Everything that importing *names* opens or starts, in a process of its own."""
    # The libraries come first: what they do when they are imported is not ours.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(path), str(ROOT)])
    command = [sys.executable, "-c", WATCH, str(path), json.dumps(names), *libraries]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("\n") == 1, f"importing prints: {run.stdout}"
    return json.loads(run.stdout)


def test_importing_opens_and_starts_nothing():
    assert what_importing_does(list(MODULES)) == []


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("open('made_by_import.txt', 'w')", "open"),
        ("open(__file__.replace('busy.py', 'data.toml'))", "open"),
        ("import socket; socket.socket()", "socket.__new__"),
        ("import threading, time; threading.Thread(target=time.sleep, args=(9,), daemon=True)"
         ".start()", "threads"),
        ("import pygame; pygame.init()", "pygame.init"),
    ],
)  # fmt: skip
def test_the_watch_catches_a_module_that_does_something(tmp_path, line, event):
    (tmp_path / "busy.py").write_text(line.replace("made_by", str(tmp_path / "made_by")))
    (tmp_path / "data.toml").write_text("")
    assert event in [entry[0] for entry in what_importing_does(["busy"], tmp_path, ("pygame",))]


def test_the_program_starts_without_what_only_exports_and_prints_need():
    code = "import sys, companion.app; print(sorted({'PIL', 'reportlab'} & set(sys.modules)))"
    environment = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert run.stdout == "[]\n"


def test_a_command_loads_no_other():
    code = (
        "import sys; from companion.cli import make_parser; make_parser('play');"
        "print(*sorted(name for name in sys.modules if name.startswith('companion.commands.')))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    loaded = [name.rsplit(".", 1)[1] for name in run.stdout.split()]
    assert loaded == ["arguments", "play"]


def test_the_first_picture_loads_its_own_scene_one_games_rules_and_one_catalog_the_rest_follows(
    tmp_path,
):
    code = (
        "import sys, threading\n"
        "from pathlib import Path\n"
        "import pygame\n"
        "from companion.app import Arguments, open_program\n"
        "from companion.backends.service_manager import ServiceManager\n"
        "from companion.plugins import BUILT_IN\n"
        "from companion.storage.state_dir import StateDir\n"
        "from companion.ui.widgets.window import open_display\n"
        "from companion.words.translate import _catalog_of\n"
        "with StateDir(Path(sys.argv[1])) as state:\n"
        "    open_display()\n"
        "    program = open_program(Arguments('sim', None, None), state)\n"
        "    program.tick()\n"
        "    loaded = sys.modules\n"
        "    rules = {name for name in BUILT_IN if f'companion.games.{name}.rules' in loaded}\n"
        "    print(sorted(rules) == [BUILT_IN[0]] or rules)\n"
        "    print(_catalog_of.cache_info().currsize)\n"
        "    own = ('menu', 'start')\n"
        "    late = {'_strptime', 'hashlib', 'companion.engine.knowledge',\n"
        "        'companion.lessons.course', 'companion.table.steps', 'companion.ui.play.scene'}\n"
        "    scenes = {name for name in loaded if name.startswith('companion.ui.scenes.')}\n"
        "    scenes -= {f'companion.ui.scenes.{name}' for name in own}\n"
        # With it pygame imports it, and it imports that.
        "    late -= {'hashlib'} if 'numpy' in loaded else set()\n"
        "    print(sorted(scenes | late & set(loaded)))\n"
        "    pygame.event.post(pygame.event.Event(pygame.QUIT))\n"
        "    program.run(ServiceManager({}))\n"
        "    [thread.join() for thread in threading.enumerate() if thread.name == 'rest']\n"
        "    print(all(f'companion.games.{name}.rules' in loaded for name in BUILT_IN))\n"
        "    print('companion.ui.play.scene' in loaded)\n"
        "    program.close()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONPATH": str(ROOT)},
        check=True,
    )
    assert run.stdout.split() == ["True", "1", "[]", "True", "True"]

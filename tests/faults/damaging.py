"""Damages data files of a copy of the program, again and again, and has them read each time.

Run as a process of its own, with the copy first on its path: it loads the program once and
forks for each damage, so that even a fault that ends a process is seen, and nothing that was
read before is remembered.
"""

import contextlib
import json
import os
import random
import select
import signal
import sys
import tempfile
import time
import traceback
from functools import partial
from pathlib import Path

from companion.ui import destinations as to

ALLOWED_S = 60
"""Many times what any of them takes; what takes longer hangs."""

CRASHED = 70


def damages(data, count, seed):
    """Yield *data* with one byte changed, *count* times: in one bit, or now and then in more."""
    rng = random.Random(seed)
    for _ in range(count):
        at = rng.randrange(len(data))
        changed = bytearray(data)
        changed[at] ^= rng.choice([*(1 << bit for bit in range(8)), rng.randrange(1, 256)])
        yield at, bytes(changed)


def started():
    """The program on its start screen, as a table is started, drawn."""
    from companion.app import Arguments, open_program
    from companion.scripting.fingers import ManualClock
    from companion.storage.state_dir import StateDir
    from companion.ui.widgets.window import open_display

    open_display()
    arguments = Arguments("sim", wants_table=False, is_unattended=True)
    state = StateDir(Path(tempfile.mkdtemp()))
    program = open_program(arguments, state, ManualClock(), wall=False)
    turn(program)
    program.load_rest()
    return program


def turn(program, call=None):
    """Turn the loop of *program* until it has drawn; *call* is what the first input does."""
    take_input = program._take_input
    if call is not None:
        program._take_input = lambda now_s: bool(call()) or True
    for _ in range(3):
        program.tick()
        program._take_input = take_input
        program.clock.now_s += 0.05


def settle(program):
    """Turn the loop of *program* until nothing is worked at beside it."""
    from companion.ui.scenes.working import WorkingScene

    while isinstance(program.stage.scene, WorkingScene):
        time.sleep(0.002)
        turn(program)


def go(program, screen):
    """Go to *screen* in a turn of the loop."""
    turn(program, partial(program.stage.go, screen))


def start(path, program):
    """Start the program, and look at its menus."""
    program = started()
    for screen in (to.Languages(), to.ChooseGame(), to.RulesOfAGame(), to.SettingsMenu()):
        go(program, screen)


def play_all(path, program):
    """Start the program, and look at games: those that are left."""
    from companion.match.match import NewMatch
    from companion.plugins import GAMES

    program = started()
    go_there = partial(partial, go, program)
    for game in list(GAMES.values()):
        steps = (
            go_there(to.StartScreen()), go_there(to.ChooseGame()), go_there(to.Options(game)),
            go_there(to.SetUp(NewMatch(game, game.complete(None)))),
            partial(turn, program, partial(show_rules, program, game)),
        )  # fmt: skip
        for step in steps:
            if game.name in GAMES:
                step()
    go(program, to.StartScreen())


def show_rules(program, game):
    board = program.stage.services.library.first_position(game).board
    program.stage.go(to.Rules(game, game.complete(None), board))


def lesson(path, program):
    """Go through the lesson in the file *path*."""
    from companion.lessons.shelf import lessons_of
    from companion.plugins import find_game
    from companion.ports import ButtonName, Press
    from companion.ui.scenes.lessons import course_of

    def open_lesson(program, lesson):
        program.stage.go(to.TakeLesson(course_of(program.stage, lesson)))

    game = path.parent.parent.name.replace("_", "-")
    go(program, to.Learn())
    go(program, to.Lessons(find_game(game)))
    for each in lessons_of(game):
        if Path(each.where).name == path.name:
            turn(program, lambda each=each: open_lesson(program, each))
            for button in (ButtonName.NEXT, ButtonName.CONFIRM, ButtonName.HINT) * 4:
                press = Press(button, False, program.clock.now_s)
                turn(program, partial(program.stage.handle, press))
    go(program, to.StartScreen())


def sample(path, program):
    """Look through the sample game in the file *path*."""
    for screen in (to.Records(), to.Viewer(path), to.Viewer(path, is_lenient=True)):
        go(program, to.StartScreen())
        go(program, screen)
        settle(program)


def hear(path, program):
    """Play the sound in the file *path*; the next one is heard."""
    from companion.backends.loudspeaker import MixerLoudspeaker
    from companion.ui.sounds import sound_file

    loudspeaker = MixerLoudspeaker()
    assert loudspeaker._open(), loudspeaker.problem()
    for file in (path, sound_file("touch")):
        loudspeaker._attempt(lambda file=file: loudspeaker._play((file,), 50))
        assert not loudspeaker.problem()


def speak(path, program):
    """Put sentences together from recorded words."""
    from companion.backends.clips import Clips
    from companion.backends.loudspeaker import MixerLoudspeaker, _samples

    clips = Clips(path.parent, lambda: path.stem)
    clips.is_readable()
    loudspeaker = MixerLoudspeaker()
    assert loudspeaker._open()
    for text in ("a1 b2", "White", "Weiß", "12"):
        _samples(clips.known(text))


def look_up(path, program):
    """Ask the table of endgames, and look through it as the program does after its start."""
    from companion.engine.tables.file import note_damaged_tables
    from companion.games.alquerque.rules.game import ALQUERQUE
    from companion.games.alquerque.search.tablebase.endgames import ENDGAMES

    note_damaged_tables()
    for text in ("....b/...../...../...../w.... w", "b...b/...../..w../...../w.... b"):
        ENDGAMES.known(ALQUERQUE.from_text(text))


def command(*words):
    """What runs the command line *words*; ``{game}`` in it is the game of the file."""

    def run(path, program):
        from companion.cli import main

        with tempfile.TemporaryDirectory() as folder:
            values = {"game": path.parent.name.replace("_", "-"), "folder": folder}
            status = main([word.format(**values) for word in words])
        os._exit(status)

    return run


def measure(path, program):
    """Read what is measured of each game."""
    from companion.bench.cases import all_kinds

    all_kinds()


def draw(path, program):
    """Start the program with its icon, which goes into a menu as well."""
    start(path, program)
    command("launcher")(path, program)


FRESH = (start, play_all, draw)
"""What starts the program itself; all else is read after a start."""

BY_NAME = {
    "board.toml": play_all, "digits.toml": play_all, "pages.txt": play_all,
    "bench.toml": measure,
    "paper.toml": command("print", "{game}", "--what", "pieces", "--out", "{folder}/x.pdf"),
}  # fmt: skip
BY_FOLDER = {"lessons": lesson, "samples": sample}
BY_ENDING = {
    ".ogg": hear, ".zip": speak, ".table": look_up, ".svg": draw,
    ".template": command("new-game", "my-own", "--to", "{folder}/new"),
}  # fmt: skip


def reader_of(path):
    """What has the data file *path* read, as the program does; a start where nothing else is."""
    return (
        BY_NAME.get(path.name) or BY_FOLDER.get(path.parent.name) or BY_ENDING.get(path.suffix)
        or start
    )  # fmt: skip


def tried(reader, path, program):
    """How *reader* ends in a process of its own: its status, and what it says."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write, 1)
        os.dup2(write, 2)
        os.close(read)
        os._exit(status_of(reader, path, program))
    os.close(write)
    said, until_s = b"", time.monotonic() + ALLOWED_S
    while select.select([read], [], [], max(0, until_s - time.monotonic()))[0]:
        part = os.read(read, 65536)
        said += part
        if not part:
            break
    else:
        os.kill(child, signal.SIGKILL)
    os.close(read)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said.decode("utf-8", "replace")


def status_of(reader, path, program):
    """The status with which *reader* ends, errors told as the command line tells them."""
    from companion.errors import CompanionError

    try:
        reader(path, program)
    except CompanionError as error:
        print("companion:", error, flush=True)
        return 2
    except BaseException:  # noqa: BLE001 - whatever it is, the damage is not met
        traceback.print_exc()
        return CRASHED
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
    return 0


def is_met(path, status, said):
    """Whether a damage of *path* is met: the program goes on, or a line names the file."""
    if "Traceback" in said:
        return False
    place = f"{path.parent.name}/{path.name}"
    return status == 0 or (status == 2 and place in said and len(said.splitlines()) == 1)


def damage_all(count, *names):
    """Print what damages of each file *names* of the copy are not met, as JSON."""
    import companion
    import companion.app
    import companion.cli
    import companion.ui.screens

    root = Path(companion.__file__).parents[1]
    paths = [root / name for name in names]
    is_read_later = any(reader_of(path) not in FRESH for path in paths)
    program = started() if is_read_later else None
    unmet = []
    for path in paths:
        reader, whole = reader_of(path), path.read_bytes()
        # Not a link to the sources any more.
        path.unlink()
        path.write_bytes(whole)
        status, said = tried(reader, path, program)
        assert status == 0, said
        assert "damaged" not in said, said
        for at, data in damages(whole, int(count), path.name):
            path.write_bytes(data)
            status, said = tried(reader, path, program)
            if not is_met(path, status, said):
                unmet.append((str(path), at, status, said[-400:]))
        path.write_bytes(whole)
    print(json.dumps(unmet))


if __name__ == "__main__":
    damage_all(*sys.argv[1:])

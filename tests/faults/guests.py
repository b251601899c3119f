"""Two games from outside, one of which hangs, and a hand that plays on the real screen."""

import os
import select
import time
from contextlib import contextmanager

from tests.faults.running import ROOT, running
from tests.outside_games import PLUGIN, RULES, install

GOOD, BAD = "good-game", "bad-game"

HANGS = {
    "loop": "while True: pass",
    "sleep": "import time; time.sleep(1000)",
    "expression": 'import re; re.match("(a+)+$", 60 * "a" + "b")',
    "c": "import ctypes; C = ctypes.CDLL(None)\n{indent}C.sigblock(-1); C.sleep(1000)",
}
"""Ways to hang: a loop, waiting and a search that signals end, and C that none reaches."""

HAND = """
import os, sys
from companion.ports import ButtonName, Press
from companion.program import Program
from companion.ui import destinations as to
from companion.ui.widgets.events import PointerDown, PointerUp

# What is after the bar is for the program that takes the place of the first.
WORDS = os.environ["HAND"].split("|")[-1 if "BOARD_COMPANION_WITHOUT" in os.environ else 0].split()
take_input, SHOWN, PLIES, AHEAD, DUE = Program._take_input, [], [], ["?"], []

def say(*words):
    print(*words, file=sys.__stdout__, flush=True)

def place(scene, word):
    if word in {title.replace(" ", "-") for title in scene.entries()}:
        return scene.entry_place(word.replace("-", " "))
    if table := scene.table:
        return table.site_place(table.board.site_of(word))

def move(stage, word, now_s):
    # Where what it names is not there yet it is looked for again.
    if word.upper() in ButtonName.__members__:
        stage.handle(Press(ButtonName[word.upper()], False, now_s))
    elif word == "leave":
        stage.go(to.StartScreen())
    elif word.endswith("?"):
        return word[:-1] in " ".join(stage.services.notices)
    elif at := place(stage.scene, word):
        stage.handle(PointerDown(*at, now_s))
        stage.handle(PointerUp(*at, now_s))
    else:
        return False
    return True

def taking_input(program, now_s):
    stage = program.stage
    shown = (stage.scene.name, *stage.services.notices)
    if shown not in SHOWN[-1:]:
        SHOWN.append(shown)
        say("shown:", *shown)
        DUE[:] = [now_s + 0.3]
    if (table := stage.scene.table) and len(table.match.plies) not in PLIES[-1:]:
        PLIES.append(len(table.match.plies))
        say("plies:", PLIES[-1])
    if WORDS and now_s >= DUE[0]:
        DUE[:] = [now_s + 0.1]
        word = WORDS.pop(0)
        if WORDS != AHEAD:
            AHEAD[:] = WORDS
            say("hand:", word)
        # It may not come back.
        if not move(stage, word, now_s):
            WORDS.insert(0, word)
    return take_input(program, now_s)

Program._take_input = taking_input
"""


def plugin(title, more=""):
    return PLUGIN.replace("Three in a row", title).replace("title=", f"{more}title=")


def install_both(folder, **bad):
    """Lay the good game and a bad one with the files *bad* into *folder*."""
    for name, files in ((BAD, bad), (GOOD, {})):
        texts = {"rules": RULES, "plugin": plugin(name[:-5].title()), **files}
        texts["rules"] = texts["rules"].replace('name="three-in-a-row", f', f'name="{name}", f')
        install(folder, name.replace("-", "_"), **texts)
    return os.pathsep.join([str(ROOT), str(folder)])


@contextmanager
def by_hand(tmp_path, path, hand="", words=(), before=""):
    """The program on a screen, with the games on *path* beside it, and a *hand* that plays."""
    with running(
        tmp_path / "state", before=before + HAND, words=words, PYTHONPATH=path, HAND=hand
    ) as program:
        program.unread = b""
        yield program


def told(program, text, within_s):
    """Return the line with *text* that *program* says in time, whatever it says before."""
    said, out, until = [], program.process.stdout.fileno(), time.monotonic() + within_s
    while True:
        line, end, rest = program.unread.partition(b"\n")
        if end:
            program.unread = rest
            said.append(line.decode())
            if text in said[-1]:
                return said[-1]
        else:
            left_s = max(0.0, until - time.monotonic())
            assert select.select([out], [], [], left_s)[0], said
            read = os.read(out, 4096)
            assert read, (said, program.process.stderr.read())
            program.unread += read

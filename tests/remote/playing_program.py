"""A whole program in a process of its own that plays at random with another table.

``playing_program.py CONFIG STATE SEED host GAME`` prints the code that it shows, and
``playing_program.py CONFIG STATE SEED guest CODE`` joins it.  Each prints how the game ended.
"""

import random
import sys
import time
from pathlib import Path

from companion.app import Arguments, open_program
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.ports import ButtonName, Press
from companion.storage.state_dir import StateDir
from companion.ui.play.scene import PlayScene
from companion.ui.scenes.other_table import MeetingScene
from companion.ui.widgets.window import open_display

CONFIRM_AFTER_S = 0.02
"""A press that comes before its screen was seen would be refused."""

MOST_PLIES = 120
"""Then whoever is to move gives up: random games may go on for ever."""


def play_with_other_table(config, folder, seed, role, what):
    chance = random.Random(seed)
    with StateDir(Path(folder)) as state:
        open_display()
        program = open_program(Arguments("sim", Path(config), (800, 480)), state)
        try:
            stage, other = program.stage, program.stage.services.other_table
            if role == "host":
                game = find_game(what)
                new = NewMatch(game, game.complete(None))
                players = ("person",) * game.seat_count(new.options)
                other.host(new._replace(players=players), 0)
                print(other.pairing.code, flush=True)
            else:
                other.join(what)
            stage.push(MeetingScene(stage, other))
            turn_program(program, chance)
        finally:
            program.close()


def turn_program(program, chance):
    """Turn the program and do what its screen asks for, until both have the end."""
    stage, link, ended_s = program.stage, None, None
    acted_s = 0.0
    while ended_s is None or time.monotonic() < ended_s:
        program.waiter.wait(min(0.02, program.sleep_s()))
        program.tick()
        link = stage.services.other_table.link or link
        scene, now_s = stage.scene, program.clock()
        if scene.name == "game over" and ended_s is None and link.is_settled:
            print(scene.match.outcome, len(scene.match.plies), flush=True)
            # The other table may still have to hear that this one has it.
            ended_s = time.monotonic() + 3
        if now_s - acted_s < CONFIRM_AFTER_S:
            continue
        acted_s = now_s
        if scene.name == "set up" or (scene.name == "other table" and scene.front.legs):
            stage.handle(Press(ButtonName.CONFIRM, False, now_s))
        elif isinstance(scene, PlayScene) and scene.name == "play":
            act(stage, scene, chance, now_s)


def act(stage, scene, chance, now_s):
    match = scene.match
    if match.question is not None or (match.half.move is not None and match.half.touches):
        stage.handle(Press(ButtonName.CONFIRM, False, now_s))
    elif len(match.plies) >= MOST_PLIES:
        scene.take(match.resign(match.position.side))
    else:
        scene.turn.propose(chance.choice(match.position.legal_moves()))


if __name__ == "__main__":
    play_with_other_table(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])

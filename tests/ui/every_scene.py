"""Brings a sitting to each scene and each state of it that looks different."""

import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from companion.building.progress import (
    DONE,
    RUNNING,
    CompileProgress,
    CompileWatch,
    write_progress,
)
from companion.clock import parse_clock
from companion.contract import Token
from companion.lessons.course import TaskStep
from companion.lessons.shelf import lessons_of
from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.ports import LinkState
from companion.table.steps import StepKind
from companion.table.watch import HANDS_AFTER_S
from companion.ui import destinations as to
from companion.ui.widgets.background import Background
from companion.words.buttons import MENU
from companion.words.records import export_banner
from companion.words.table import SAFE_START_NOTE, refused_text
from tests.match.playing import play, play_at_random
from tests.sitting import Sitting, nobody_looking
from tests.ui.begun_games import ALQUERQUE_PLIES, QUINCALA, alquerque, middle_game, quincy
from tests.ui.clock_scenes import CLOCK_SCENES
from tests.ui.hint_scenes import HINT_SCENES
from tests.ui.machine_scenes import MACHINE_SCENES
from tests.ui.mixing_scenes import MIXING_SCENES
from tests.ui.name_scenes import NAME_SCENES
from tests.ui.other_table_scenes import OTHER_TABLE_SCENES
from tests.ui.program_scenes import PROGRAM_SCENES
from tests.ui.querni_positions import CHAIN_OF_FIVE, LAST_CHAIN, play_from


def mid_turn(sitting: Sitting) -> None:
    middle_game(sitting)
    sitting.touch("h3")
    sitting.touch("g4")


def start_screen(sitting: Sitting) -> None:
    pass


def safe_start(sitting: Sitting) -> None:
    sitting.services.is_safe = True
    sitting.services.notices = [SAFE_START_NOTE()]
    sitting.stage.go(to.StartScreen())


def start_without_a_section(sitting: Sitting) -> None:
    problem = (
        "/etc/board-companion/config.toml: leds.current_cap_ma: expected 100 to 20000, got 50000"
    )
    sitting.services.notices = [refused_text(problem, is_dark=True)]
    sitting.stage.go(to.StartScreen())


def start_while_compiling(sitting: Sitting) -> None:
    show_compiling(sitting, CompileProgress(RUNNING, 0.43, os.getpid()))


def start_when_compiled(sitting: Sitting) -> None:
    show_compiling(sitting, CompileProgress(DONE, 1.0))


def show_compiling(sitting: Sitting, progress: CompileProgress) -> None:
    path = sitting.state.path / "compiling.json"
    write_progress(path, progress)
    sitting.services.compiling = CompileWatch(path)
    sitting.ticks(2)


def start_with_notices(sitting: Sitting) -> None:
    sitting.services.notices += [
        "The settings were damaged and have been reset.",
        "The saved game is damaged at line 12. The moves before that are safe. "
        "The whole file is kept as journal.damaged-1.",
    ]


def start_with_an_unfinished_match(sitting: Sitting) -> None:
    middle_game(sitting)
    sitting.stage.go(to.StartScreen())


def start_with_a_last_game(sitting: Sitting) -> None:
    sitting.play("alquerque", who=("person", "program level 3"))
    sitting.stage.go(to.StartScreen())


def ask_to_quit(sitting: Sitting) -> None:
    sitting.tap("Quit")


def choose_a_game(sitting: Sitting) -> None:
    sitting.tap("New game")
    sitting.press("next")


def alquerque_options(sitting: Sitting) -> None:
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.tap("Huffing")


def rules_of(game: str, page: int, **options: object) -> Callable[[Sitting], None]:
    """Return what brings a sitting to a page of the rules of *game*, from 1."""

    def rules(sitting: Sitting) -> None:
        shown_game = find_game(game)
        board = sitting.library.first_position(shown_game).board
        sitting.stage.go(to.Rules(shown_game, shown_game.complete(options), board))
        sitting.press(*["next"] * (page - 1))

    return rules


def choose_rules(sitting: Sitting) -> None:
    sitting.tap("Rules")
    sitting.press("next", "next")


def about(sitting: Sitting) -> None:
    settings(sitting)
    sitting.tap("About this program")


def settings(sitting: Sitting) -> None:
    sitting.tap("Settings")


def page_of_settings(title: str) -> Callable[[Sitting], None]:
    """Return what brings a sitting to the page of settings called *title*."""

    def page(sitting: Sitting) -> None:
        settings(sitting)
        sitting.tap(title)

    return page


def choose_a_look(sitting: Sitting) -> None:
    start_with_an_unfinished_match(sitting)
    settings(sitting)
    sitting.tap("Screen")
    sitting.tap("Board and pieces")


def records(sitting: Sitting) -> None:
    alquerque(sitting)
    sitting.library.finish(sitting.match)
    middle_game(sitting)
    sitting.hold("back")
    sitting.tap("Resign")
    sitting.press("confirm")
    sitting.stage.go(to.StartScreen())
    bad = sitting.state.path / "records" / "2026-01-01 broken.txt"
    bad.write_text("no record\n", encoding="utf-8")
    sitting.tap("Records")


def viewer(sitting: Sitting) -> None:
    """A finished game with a comment, one leg into the move that knocks."""
    middle_game(sitting)
    sitting.hold("back")
    sitting.tap("Resign")
    sitting.press("confirm")
    sitting.stage.go(to.StartScreen())
    path = sitting.library.records()[0].path
    text = path.read_text(encoding="utf-8").replace("c6xd7", "c6xd7 ; The first knock.")
    path.write_text(text, encoding="utf-8")
    sitting.tap("Records")
    sitting.tap("Mini Quincala Knocking")
    sitting.tap("2* a8-b7-c6xd7")


def viewer_by_legs(sitting: Sitting) -> None:
    viewer(sitting)
    sitting.tap("One back")
    sitting.tap(MENU())
    sitting.tap("Steps and speed")
    sitting.tap("Leg by leg")
    sitting.press("back", "back")
    sitting.press("next", "next", "next")


def viewer_of_quincy(sitting: Sitting) -> None:
    """A finished dealt game: the open hand of the player to move."""
    match = sitting.library.start(NewMatch(find_game("quincy"), {}, 3))
    play_at_random(match, random.Random(4), 20)
    match.resign(match.position.side)
    match.confirm(match.stamp)
    sitting.library.finish(match)
    sitting.tap("Records")
    sitting.tap("Quincy")
    sitting.tap("9. " + match.plies[8].move.text)


def viewer_of_querni(sitting: Sitting) -> None:
    match = sitting.library.start(NewMatch(find_game("querni"), {}, 3))
    play_at_random(match, random.Random(4), 30)
    sitting.library.finish(match)
    sitting.tap("Records")
    sitting.tap("Querni")
    sitting.tap("Last")


def viewer_menu(sitting: Sitting) -> None:
    viewer(sitting)
    sitting.tap(MENU())
    sitting.press("next", "next")


def viewer_keys(sitting: Sitting) -> None:
    viewer_menu(sitting)
    sitting.tap("Steps and speed")


def typing(sitting: Sitting) -> None:
    viewer_menu(sitting)
    sitting.tap("Edit the comment")
    sitting.press("hint", "next", "next")


def typing_signs(sitting: Sitting) -> None:
    typing(sitting)
    sitting.tap("123")
    for key in (*"(12)", "space", *"+-?"):
        sitting.tap(key)


def typing_accents(sitting: Sitting) -> None:
    typing(sitting)
    for key in ("space", "éä", *"ñß", "Aa"):
        sitting.tap(key)


def faulty_record(sitting: Sitting) -> None:
    viewer(sitting)
    path = sitting.scene.path
    text = path.read_text(encoding="utf-8").replace("c2-d1", "c2-c9")
    path.write_text(text, encoding="utf-8")
    sitting.press("back")
    sitting.tap("Mini Quincala Knocking")
    sitting.press("next")


def faulty_record_opened(sitting: Sitting) -> None:
    faulty_record(sitting)
    sitting.press("confirm")
    sitting.wait_for_work()
    sitting.tap("Last")


def exporting(sitting: Sitting) -> None:
    """A GIF in the middle of its making."""
    viewer_menu(sitting)
    gate = threading.Event()
    work = Background("held", lambda tell: (tell(12, 48), gate.wait()))
    sitting.stage.go(to.AwaitWork(work, export_banner, print, print))
    sitting.stage.scene.held_by = gate


def set_table(sitting: Sitting) -> None:
    start_with_an_unfinished_match(sitting)
    sitting.tap("Resume")
    sitting.press("hint", "confirm", "confirm")


def set_up(sitting: Sitting) -> None:
    sitting.tap("New game")
    sitting.tap("Mini Quincala Knocking")
    sitting.tap("Start the game")
    sitting.press("hint", *["confirm"] * 3)


def set_up_whole(sitting: Sitting) -> None:
    middle_game(sitting)
    begin_to_set_up(sitting, "alquerque")


def set_up_whole_beside(sitting: Sitting) -> None:
    begin_to_set_up(sitting, "quincy", dominoes="physical", players=4)


def set_up_whole_sizes(sitting: Sitting) -> None:
    begin_to_set_up(sitting, "quincala-mixing", sizes=3)


def set_up_of(sitting: Sitting, game: str, confirms: int, **options: object) -> None:
    """Begin a game as from the menu and take so many steps of its set-up, one by one."""
    begin_to_set_up(sitting, game, **options)
    sitting.press("hint", *["confirm"] * confirms)


def begin_to_set_up(sitting: Sitting, game: str, **options: object) -> None:
    """Begin a game as from the menu."""
    new = NewMatch(find_game(game), find_game(game).complete(options), 271828)
    sitting.stage.go(to.SetUp(new))
    sitting.ticks(3)


def set_up_querni(sitting: Sitting) -> None:
    set_up_of(sitting, "querni", 2)


def set_up_quincy(sitting: Sitting) -> None:
    set_up_of(sitting, "quincy", 1, dominoes="physical", players=4)


def out_of_step(sitting: Sitting) -> None:
    middle_game(sitting)
    sitting.tap(MENU())
    sitting.tap("Help")
    sitting.tap("Board doesn't match")
    sitting.press("next", "next")


def mending(sitting: Sitting, *kinds: StepKind) -> None:
    """Lead a table as at the beginning to the middle of the game, up to one of *kinds*."""
    out_of_step(sitting)
    sitting.tap("Starting position")
    while sitting.scene.step.kind not in kinds:
        sitting.press("confirm")


def mend_off(sitting: Sitting) -> None:
    mending(sitting, StepKind.OFF)


def mend_move(sitting: Sitting) -> None:
    mending(sitting, StepKind.MOVE)
    sitting.press("confirm")


def mend_put(sitting: Sitting) -> None:
    alquerque(sitting)
    for _ in range(5):
        sitting.press("back", "confirm")
    sitting.press("hint")
    while sitting.scene.step.kind is not StepKind.PUT:
        sitting.press("confirm")


def mend_sensed(sitting: Sitting) -> None:
    """Leave a captured piece standing, and one of the other side beside its place."""
    alquerque(sitting)
    sitting.set_board()
    sitting.put("c3")
    sitting.lift("a5", "b5")
    sitting.wait(HANDS_AFTER_S + 0.1)
    assert sitting.scene.name == "mend table"


def play_at_the_start(sitting: Sitting) -> None:
    sitting.play(QUINCALA)


def play_refused(sitting: Sitting) -> None:
    sitting.play("alquerque", compulsory=True)
    sitting.move(*ALQUERQUE_PLIES[:1])
    sitting.touch("d4")


def play_with_the_buttons(sitting: Sitting) -> None:
    middle_game(sitting)
    sitting.walk_to_site("g4")


def play_with_a_group(sitting: Sitting) -> None:
    middle_game(sitting)
    sitting.press("next", "next")


def play_alquerque(sitting: Sitting) -> None:
    alquerque(sitting)
    sitting.touch("e3")
    sitting.touch("c3")


def list_of_moves(sitting: Sitting) -> None:
    sitting.play(QUINCALA)
    sitting.hold("hint")
    sitting.settle()
    sitting.press("next", "next")


def moves_of_a_piece(sitting: Sitting) -> None:
    list_of_moves(sitting)
    sitting.press("confirm", "next")


def one_move_previewed(sitting: Sitting) -> None:
    mid_turn(sitting)
    sitting.hold("hint")
    sitting.settle()
    sitting.press("next", "next", "next")


def question(sitting: Sitting) -> None:
    alquerque(sitting)
    sitting.press("back")


def taken_back(sitting: Sitting) -> None:
    alquerque(sitting)
    sitting.press("back", "confirm")


def game_menu(sitting: Sitting) -> None:
    taken_back(sitting)
    sitting.hold("back")
    sitting.press("next", "next")


def game_menu_help(sitting: Sitting) -> None:
    taken_back(sitting)
    sitting.hold("back")
    sitting.tap("Help")


def game_menu_more(sitting: Sitting) -> None:
    """With all that is there at times: a move taken back, and a count."""
    taken_back(sitting)
    sitting.hold("back")
    sitting.tap("Sound and more")


def game_menu_with_a_clock(sitting: Sitting) -> None:
    """The longest there is."""
    sitting.begin(NewMatch(find_game("alquerque"), {}, clock=parse_clock("5m")))
    sitting.move("c2-c3")
    sitting.hold("back")


def languages(sitting: Sitting) -> None:
    settings(sitting)
    sitting.tap("Language")


def game_over(sitting: Sitting) -> None:
    alquerque(sitting)
    sitting.hold("back")
    sitting.tap("Resign")
    sitting.press("confirm")


def game_over_against_the_computer(sitting: Sitting) -> None:
    game, who = find_game("alquerque"), ("person", "program level 3")
    match = sitting.library.start(NewMatch(game, {}, 0, players=who))
    play(match, *ALQUERQUE_PLIES)
    match.resign(1)
    match.confirm(match.stamp)
    sitting.stage.go(to.GameOver(match))


def querni_options(sitting: Sitting) -> None:
    sitting.tap("New game")
    sitting.tap("Querni")
    sitting.tap("Free passing")
    sitting.press("next", "next")


def querni_start(sitting: Sitting) -> None:
    sitting.play("querni", 482913, passing=True)


def querni_jumps(sitting: Sitting) -> None:
    sitting.play("querni", 5)
    sitting.move("g3-h2[6-9]", "e6^c6[8-10]")
    sitting.begin_move("g2^e4^c2^a4")


def querni_chain(sitting: Sitting) -> None:
    play_from(sitting, CHAIN_OF_FIVE)
    sitting.begin_move("d2-c3")
    sitting.touch("g2")


def querni_part(sitting: Sitting) -> None:
    play_from(sitting, CHAIN_OF_FIVE)
    sitting.touch("d4")
    sitting.press("next")


def querni_removed(sitting: Sitting) -> None:
    play_from(sitting, CHAIN_OF_FIVE)
    sitting.begin_move("b2^b4[3-6]")


def querni_pass(sitting: Sitting) -> None:
    play_from(sitting, CHAIN_OF_FIVE + " passing=on")
    sitting.move("[4-6]", "e5-d5")
    sitting.tap("Pass")


def querni_preview(sitting: Sitting) -> None:
    play_from(sitting, CHAIN_OF_FIVE)
    sitting.hold("hint")
    sitting.settle()
    sitting.tap("b2^b4[3-6]")


def querni_counter(sitting: Sitting) -> None:
    play_from(sitting, LAST_CHAIN)
    sitting.move("b1-c2")


def querni_over(sitting: Sitting) -> None:
    play_from(sitting, LAST_CHAIN)
    sitting.move("[5-7]")


def quincy_seat(sitting: Sitting) -> None:
    sitting.play("quincy", players=4, seed=49)
    sitting.move("0|0@45", "0|5x45")


def quincy_covered(sitting: Sitting) -> None:
    quincy(sitting)
    sitting.see_hand()
    sitting.press("next", "next")


def quincy_open(sitting: Sitting) -> None:
    """The 5|5 is dead."""
    quincy(sitting)
    sitting.press("confirm")
    sitting.mouse_down(sitting.scene.turn.tray().view.entry_box(1).center)
    sitting.wait(0.5)


def quincy_dead(sitting: Sitting) -> None:
    quincy(sitting)
    sitting.begin_move("5|5~")


def quincy_blank(sitting: Sitting) -> None:
    """A row and a column, with stones that may be removed and one in a line that may not."""
    rows = (
        "........./..bb...../.y......./...b...../.bbb..y../y.y..b.../.yyyy..../........./........."
    )
    hands = "07.35.66.18.29/11.12.13.14.15"
    position = find_game("quincy").from_text(f"{rows} 1 hands={hands} pile=99.88")
    sitting.stage.go(to.Play(Match.start(NewMatch(position.game, position=position))))
    sitting.ticks(3)
    sitting.see_hand()
    sitting.click(sitting.scene.turn.tray().token_place(Token("domino", (0, 7))))


def quincy_number(sitting: Sitting) -> None:
    quincy(sitting, dominoes="physical")


def quincy_named(sitting: Sitting) -> None:
    """Some have been played already."""
    quincy_number(sitting)
    sitting.tap("7")
    sitting.press("next", "next")


def quincy_over(sitting: Sitting) -> None:
    quincy(sitting)
    sitting.move("5|5~", "6|8@86", "1|6@61", "7|9@79", "3|8@83", "5|9@59", "0|2@72", "0|6@68")


def learn_a_game(sitting: Sitting) -> None:
    for lesson in lessons_of("alquerque"):
        sitting.services.progress.note(lesson.name)
    for lesson in lessons_of(QUINCALA)[:4]:
        sitting.services.progress.note(lesson.name)
    sitting.tap("Learn")


def lessons(sitting: Sitting) -> None:
    learn_a_game(sitting)
    sitting.tap("Mini Quincala Knocking")


def lesson_show(sitting: Sitting) -> None:
    lessons(sitting)
    sitting.tap("Leave one, go on")
    sitting.press("next", "next")


def lesson_refused(sitting: Sitting) -> None:
    lessons(sitting)
    sitting.tap("A tower moves")
    sitting.press("next", "next")


def lesson_task(sitting: Sitting) -> None:
    lesson_show(sitting)
    sitting.press("next", "next")
    sitting.touch("c3")
    sitting.touch("c5")


def lesson_wrong(sitting: Sitting) -> None:
    lesson_task(sitting)
    sitting.press("confirm", "hint")


def lesson_right(sitting: Sitting) -> None:
    lesson_task(sitting)
    sitting.touch("e5")
    sitting.touch("f6")
    sitting.press("confirm")


def lesson_done(sitting: Sitting) -> None:
    lesson_right(sitting)
    sitting.press("confirm")
    sitting.move("c3-c5-e5xf6")
    sitting.press("confirm")


def lesson_hand(sitting: Sitting) -> None:
    sitting.tap("Learn")
    sitting.tap("Quincy")
    sitting.tap("Your covered dominoes")
    while not isinstance(sitting.scene.step, TaskStep):
        sitting.press("next")


def lesson_slide(sitting: Sitting) -> None:
    lesson_hand(sitting)
    view = sitting.scene.turn.tray().view
    sitting.mouse_down(view.entry_box(0).center)
    sitting.wait(1)
    sitting.mouse_move(view.entry_box(2).center)


def lesson_menu(sitting: Sitting) -> None:
    lesson_task(sitting)
    sitting.hold("back")
    sitting.press("next")


def lesson_tray(sitting: Sitting) -> None:
    sitting.tap("Learn")
    sitting.tap("Quincy")
    sitting.tap("Lines that cannot be broken")
    sitting.press("next", "next", "next", "next", "hint")
    sitting.make([Token("domino", (0, 4))])


def trouble(sitting: Sitting) -> None:
    sitting.play(QUINCALA)
    sitting.leds.link = LinkState.LOST
    sitting.library._problem = "No space left on device"


EVERY_SCENE: dict[str, Callable[[Sitting], None]] = {
    "start": start_screen,
    "start-notice": start_with_notices,
    "start-safe": safe_start,
    "start-refused": start_without_a_section,
    "start-compiling": start_while_compiling,
    "start-compiled": start_when_compiled,
    "start-resume": start_with_an_unfinished_match,
    "start-last": start_with_a_last_game,
    "ask-to-quit": ask_to_quit,
    "choose-game": choose_a_game,
    "options": alquerque_options,
    "choose-rules": choose_rules,
    "rules-knocking": rules_of(QUINCALA, 5),
    "rules-mixing": rules_of("quincala-mixing", 3, sizes=5),
    "rules-quincy": rules_of("quincy", 6, players=4),
    "rules-querni": rules_of("querni", 4),
    "rules-alquerque": rules_of("alquerque", 3, forward="on"),
    "rules-options": rules_of("alquerque", 8, compulsory=True, huffing=True),
    "settings": settings,
    "about": about,
    "records": records,
    "viewer": viewer,
    "viewer-legs": viewer_by_legs,
    "viewer-quincy": viewer_of_quincy,
    "viewer-querni": viewer_of_querni,
    "viewer-menu": viewer_menu,
    "viewer-typing": typing,
    "viewer-typing-signs": typing_signs,
    "viewer-typing-accents": typing_accents,
    "viewer-fault": faulty_record,
    "viewer-fault-opened": faulty_record_opened,
    "viewer-export": exporting,
    "set-table": set_table,
    "set-up": set_up,
    "set-up-whole": set_up_whole,
    "set-up-whole-beside": set_up_whole_beside,
    "set-up-whole-sizes": set_up_whole_sizes,
    "set-up-querni": set_up_querni,
    "set-up-quincy": set_up_quincy,
    "out-of-step": out_of_step,
    "mend-table": mend_sensed,
    "mend-off": mend_off,
    "mend-move": mend_move,
    "mend-put": mend_put,
    "play-start": play_at_the_start,
    "play-mid-turn": mid_turn,
    "play-refused": play_refused,
    "play-cursor": play_with_the_buttons,
    "play-group": play_with_a_group,
    "play-alquerque": play_alquerque,
    "all-moves": list_of_moves,
    "moves-of-a-piece": moves_of_a_piece,
    "move-preview": one_move_previewed,
    "question": question,
    "taken-back": taken_back,
    "game-menu": game_menu,
    "game-over": game_over,
    "game-over-computer": game_over_against_the_computer,
    "learn": learn_a_game,
    "lessons": lessons,
    "lesson-show": lesson_show,
    "lesson-refused": lesson_refused,
    "lesson-task": lesson_task,
    "lesson-wrong": lesson_wrong,
    "lesson-right": lesson_right,
    "lesson-done": lesson_done,
    "lesson-menu": lesson_menu,
    "lesson-tray": lesson_tray,
    "lesson-hand": lesson_hand,
    "lesson-slide": lesson_slide,
    "trouble": trouble,
    **MIXING_SCENES,
    **HINT_SCENES,
    **PROGRAM_SCENES,
    **MACHINE_SCENES,
    **CLOCK_SCENES,
    **NAME_SCENES,
    **OTHER_TABLE_SCENES,
    "querni-options": querni_options,
    "querni-start": querni_start,
    "querni-jumps": querni_jumps,
    "querni-chain": querni_chain,
    "querni-part": querni_part,
    "querni-removed": querni_removed,
    "querni-pass": querni_pass,
    "querni-preview": querni_preview,
    "querni-counter": querni_counter,
    "querni-over": querni_over,
    "quincy-seat": quincy_seat,
    "quincy-covered": quincy_covered,
    "quincy-open": quincy_open,
    "quincy-blank": quincy_blank,
    "quincy-dead": quincy_dead,
    "quincy-number": quincy_number,
    "quincy-named": quincy_named,
    "quincy-over": quincy_over,
    "settings-sound": page_of_settings("Sound and voice"),
    "settings-screen": page_of_settings("Screen"),
    "settings-look": choose_a_look,
    "settings-help": page_of_settings("Help in a game"),
    "settings-table": page_of_settings("Table"),
    "settings-lamps": page_of_settings("Lamps"),
    "game-menu-help": game_menu_help,
    "game-menu-more": game_menu_more,
    "game-menu-clock": game_menu_with_a_clock,
    "languages": languages,
    "viewer-keys": viewer_keys,
}
"""How each picture comes about, by the name of its file."""

OF_ONE_SIZE = ("options", "touch-test", "touch-turned", "querni-preview")
"""Scenes that show where a list was scrolled to, or fingers were put, when they came about."""


@contextmanager
def brought_to(name: str, *args, opened=Sitting, settles=True, **values) -> Iterator[Sitting]:
    """A sitting *opened* with the rest, in front of a scene, on the way to which nobody looked."""
    with ExitStack() as way:
        way.enter_context(nobody_looking())
        with opened(*args, **values) as sitting:
            EVERY_SCENE[name](sitting)
            if settles:
                sitting.settle()
            way.close()
            yield sitting

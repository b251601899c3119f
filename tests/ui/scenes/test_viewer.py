import random
import threading
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.art.marks import Mark
from companion.art.theme import DARK, THEMES
from companion.config.values import Settings
from companion.engine.turning_points import TurningPoint
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.storage.disk import Disk
from companion.storage.record import record_text
from companion.storage.record_reader import read_record
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui import destinations as to
from companion.ui.widgets.background import Background
from companion.words.translate import AUTO, speak
from tests.amounts import few_and_many
from tests.match.playing import agree, play_at_random
from tests.sitting import with_screen

PLIES = ["c2-c3", "c4xc2", "d3-c3", "c2xc4"]
TITLES = [f"{number}. {text}" for number, text in enumerate(PLIES, 1)]


def shelve(sitting, game="alquerque", plies=None, seed=0, is_resigned=True, **options):
    """Put a game on the shelf, its plies given or so many random ones."""
    match = sitting.library.start(NewMatch(find_game(game), options, seed))
    if isinstance(plies, int):
        play_at_random(match, random.Random(seed), plies)
    else:
        for text in plies or PLIES:
            match.propose(match.position.parse(text))
            match.confirm(match.stamp)
    if is_resigned:
        match.resign(0)
        agree(match)
    return sitting.library.finish(match)


@pytest.fixture
def viewing(sitting):
    """A sitting that looks through a game of four plies."""
    shelve(sitting)
    sitting.tap("Records")
    sitting.tap("Alquerque")
    assert sitting.scene.name == "viewer"
    return sitting


def cursor_of(sitting):
    return sitting.scene.playback.ply, sitting.scene.playback.leg


def standing(sitting):
    board = sitting.scene.show().board
    picture = sitting.scene.show().picture
    return {board.name_of(site) for site in picture.placement}


class TestByTouch:
    def test_keys_step_and_jump(self, viewing):
        seen = []
        for key in ("Forward", "Forward", "One back", "Last", "First"):
            viewing.tap(key)
            seen.append(cursor_of(viewing)[0])
        assert seen == [1, 2, 1, 4, 0]

    def test_a_touch_on_a_move_jumps_there_and_marks_it(self, viewing):
        viewing.tap(TITLES[2])
        assert cursor_of(viewing) == (3, 0)
        assert viewing.scene.list.selected == 3
        assert viewing.banner == "3 of 4: White moves a piece from d3 to c3"
        viewing.tap("Start")
        assert viewing.banner == "Alquerque: press Next to begin"

    def test_legs_are_touches_one_by_one(self, viewing):
        viewing.tap("Menu")
        viewing.tap("Steps and speed")
        viewing.tap("Leg by leg")
        viewing.press("back", "back")
        assert viewing.marked(Mark.MOVABLE) == set()
        viewing.tap("Forward")
        assert cursor_of(viewing) == (0, 1)
        assert viewing.scene.show().picture.lifted.site == viewing.scene.show().board.site_of("c2")
        assert viewing.marked(Mark.TARGET) == {"c3"}
        viewing.tap("Forward")
        assert cursor_of(viewing) == (1, 0)
        viewing.tap("Forward")
        assert viewing.marked(Mark.CAPTURE) == {"c2"}

    def test_the_board_shows_what_stands(self, viewing):
        before = standing(viewing)
        viewing.tap(TITLES[1])
        assert before - standing(viewing) == {"c4", "c2"} - standing(viewing)
        assert "c3" not in standing(viewing)

    def test_the_last_move_stands_beside_the_one_before(self, viewing):
        viewing.tap("Last")
        listed = viewing.scene.list
        assert [*listed.visible()] == [listed.count - 2, listed.count - 1]

    def test_the_moves_scroll_under_the_finger(self, viewing):
        box = viewing.scene.list.box
        viewing.mouse_down(box.center)
        viewing.mouse_move((box.center[0], box.center[1] - 60))
        viewing.mouse_up((box.center[0], box.center[1] - 60))
        assert viewing.scene.list.scroll > 0
        assert cursor_of(viewing) == (0, 0)


class TestByButtons:
    def test_next_hint_and_confirm_step_and_play(self, viewing):
        viewing.press("next", "next", "hint")
        assert cursor_of(viewing) == (1, 0)
        viewing.press("confirm")
        assert viewing.scene.playback.is_playing
        assert viewing.lines == ["go back", "forward", "back one", "pause"]
        viewing.wait(3.5)
        assert cursor_of(viewing) == (4, 0)
        assert not viewing.scene.playback.is_playing

    def test_back_leads_to_the_records(self, viewing):
        viewing.press("back")
        assert viewing.scene.name == "records"

    def test_the_menu_has_what_only_keys_have(self, viewing):
        viewing.hold("back")
        viewing.choose("Steps and speed")
        viewing.choose("To the end")
        assert cursor_of(viewing) == (4, 0)
        viewing.hold("back")
        viewing.choose("Steps and speed")
        viewing.choose("Leg by leg")
        assert viewing.values()["Leg by leg"] == "on"
        viewing.choose("Speed")
        assert viewing.values()["Speed"] == "2×"
        viewing.choose("To the start")
        assert cursor_of(viewing) == (0, 0)

    def test_the_key_for_the_previous_goes_back(self, viewing):
        viewing.key(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT)
        assert cursor_of(viewing) == (1, 0)


def test_a_press_while_it_plays_pauses_it_however_late(viewing):
    viewing.press("confirm")
    viewing.wait(1.0)
    viewing.press("confirm")
    assert not viewing.scene.playback.is_playing


def test_pieces_glide_and_the_game_waits_for_them(sit):
    sitting = sit(config=with_screen(animation=True))
    shelve(sitting)
    sitting.tap("Records")
    sitting.tap("Alquerque")
    sitting.tap("Forward")
    assert sitting.scene.show().picture.flights
    sitting.wait(0.5)
    assert not sitting.scene.show().picture.flights


def test_the_note_tells_what_a_move_did_and_how_it_ended(viewing):
    viewing.tap(TITLES[1])
    assert viewing.note.startswith("Captures")
    viewing.tap("Last")
    assert viewing.note.endswith("White resigned.")
    assert viewing.banner == "The end: Black wins"


def test_lamps_follow_the_viewer(viewing):
    frames = []
    for key in ("First", "Forward", "Forward"):
        viewing.tap(key)
        viewing.wait(1.0)
        frames.append(viewing.leds.frame)
    assert len(set(frames)) == 3


def test_it_fits_every_way_round(sit):
    for size in (LANDSCAPE, PORTRAIT):
        sitting = sit(size=size)
        shelve(sitting)
        sitting.tap("Records")
        sitting.tap("Alquerque")
        sitting.tap(TITLES[0])
        assert cursor_of(sitting) == (1, 0)


class TestContinue:
    def test_a_match_begins_where_the_record_stands(self, viewing):
        viewing.tap(TITLES[1])
        viewing.tap("Menu")
        viewing.tap("Continue from here")
        assert viewing.scene.name == "players"
        viewing.press("confirm")
        assert viewing.scene.name == "set up"
        match = viewing.library.unfinished() or viewing.match
        assert viewing.match.position.side == 0
        board = viewing.match.position.board
        assert board.site_of("c3") not in match.position.pieces()
        viewing.press("confirm")
        viewing.move("d3-c3")
        assert viewing.plies == ["d3-c3"]

    def test_the_first_position_begins_the_same_game(self, viewing):
        viewing.tap("Menu")
        viewing.tap("Continue from here")
        viewing.tap("Continue from here")
        assert viewing.match.header.position == ""

    def test_the_program_may_go_on_with_a_record(self, viewing):
        viewing.tap("Menu")
        viewing.tap("Continue from here")
        viewing.tap("Black")
        viewing.tap("5: Careful")
        viewing.tap("Continue from here")
        assert viewing.match.header.players == ("person", "program level 5")

    def test_an_unfinished_game_is_asked_for_and_put_aside_as_a_record(self, viewing):
        viewing.press("back", "back")
        viewing.play("quincala-knocking")
        viewing.move("a2-b3-c4")
        viewing.hold("back")
        viewing.tap("Back to start")
        viewing.tap("Records")
        viewing.tap("Alquerque")
        viewing.tap("Menu")
        viewing.tap("Continue from here")
        assert viewing.scene.name == "ask"
        viewing.press("back")
        assert viewing.library.unfinished().game.name == "quincala-knocking"
        viewing.tap("Continue from here")
        viewing.tap("Continue from here")
        viewing.tap("Continue from here")
        assert viewing.match.game.name == "alquerque"
        kept = {shelved.record.game.name for shelved in viewing.library.records()}
        assert kept == {"alquerque", "quincala-knocking"}

    def test_there_is_nothing_to_continue_after_the_end(self, sitting):
        path = shelve(sitting)
        record = read_record(path, find_game)
        over = record_text(record).split("Result:")[0]
        over += "Position: ...../...../...../..b../..w.. w\n\n1. White c1xc3\n"
        path.write_text(over, encoding="utf-8")
        sitting.tap("Records")
        sitting.tap("Alquerque")
        sitting.tap("Last")
        sitting.tap("Menu")
        sitting.tap("Continue from here")
        assert sitting.scene.name == "viewer menu"
        assert "over at this point" in sitting.note

    def test_a_continued_match_is_resumed_and_recorded_with_its_position(self, sit, tmp_path):
        sitting = sit()
        shelve(sitting)
        sitting.tap("Records")
        sitting.tap("Alquerque")
        sitting.tap(TITLES[1])
        sitting.tap("Menu")
        sitting.tap("Continue from here")
        sitting.tap("Continue from here")
        sitting.press("next")
        sitting.move("d3-c3")
        position = sitting.match.position
        sitting = sit()
        match = sitting.library.resume()
        assert match.position == position
        path = sitting.library.save_record(match)
        assert read_record(path, find_game).position


class TestComments:
    def test_a_comment_is_typed_kept_and_shown(self, viewing):
        viewing.tap(TITLES[1])
        viewing.tap("Menu")
        viewing.tap("Write a comment")
        viewing.post(pygame.TEXTINPUT, text="Forced; a pity")
        viewing.key(pygame.K_RETURN)
        assert viewing.scene.name == "viewer menu"
        assert viewing.note == "The comment is saved."
        viewing.press("back")
        assert viewing.note == "Forced; a pity"
        assert "2. Black c4xc2 ; Forced; a pity" in viewing.scene.path.read_text(encoding="utf-8")

    def test_a_full_disk_is_told_and_the_record_is_as_it_was(self, viewing, monkeypatch):
        path = viewing.scene.path
        before = path.read_bytes()
        viewing.tap("Menu")
        viewing.tap("Write a comment")
        viewing.post(pygame.TEXTINPUT, text="lost")

        def full(self, descriptor, data):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Disk, "write", full)
        viewing.key(pygame.K_RETURN)
        assert viewing.note == "Not saved: the disk is full"
        assert path.read_bytes() == before
        viewing.press("back")
        assert viewing.note == ""

    def test_a_record_from_elsewhere_is_not_written(self, viewing, tmp_path):
        viewing.scene.path = tmp_path / "sample.txt"
        viewing.tap("Menu")
        viewing.tap("Write a comment")
        assert viewing.scene.name == "viewer menu"
        assert "cannot be changed" in viewing.note


class TestExports:
    def test_a_position_becomes_a_png(self, viewing):
        viewing.tap(TITLES[1])
        viewing.tap("Menu")
        viewing.tap("Export this position")
        [path] = (viewing.state.path / "exports").iterdir()
        assert viewing.note == f"Saved as {path.name} in {path.parent}."
        assert pygame.image.load(str(path)).get_size() == (800, 800)

    @pytest.mark.parametrize("theme", ["dark", "light"])
    def test_a_picture_has_the_look_that_is_set_on_a_dark_table(self, viewing, theme):
        viewing.stage.change(Settings(theme=theme, look="modern"))
        viewing.tap("Menu")
        viewing.tap("Export this position")
        [path] = (viewing.state.path / "exports").iterdir()
        picture = pygame.image.load(str(path))
        colors = {picture.get_at((x, 400))[:3] for x in range(800)}
        assert picture.get_at((0, 0))[:3] == DARK.table
        assert THEMES["dark", "modern"].wood in colors
        assert DARK.wood not in colors

    def test_a_game_becomes_a_gif_while_the_screen_goes_on(self, viewing):
        viewing.tap("Menu")
        viewing.click(viewing.scene.entry_place("Export the game"))
        assert viewing.scene.name == "working"
        viewing.ticks(5)
        viewing.wait_for_work()
        [path] = (viewing.state.path / "exports").iterdir()
        assert path.read_bytes().startswith(b"GIF89a")
        assert viewing.note == f"Saved as {path.name} in {path.parent}."

    def test_waiting_can_be_given_up(self, viewing):
        viewing.tap("Menu")
        viewing.click(viewing.scene.entry_place("Export the game"))
        work = viewing.scene.work
        viewing.press("back")
        work.wait()
        assert viewing.scene.name == "viewer menu"
        assert not (viewing.state.path / "exports").exists()

    def test_what_cannot_be_written_is_told(self, viewing):
        (viewing.state.path / "exports").write_text("in the way")
        viewing.tap("Menu")
        viewing.tap("Export this position")
        assert viewing.note.startswith("Not saved: ")


def test_the_bar_tells_how_far_work_is(sitting, written):
    gate = threading.Event()
    work = Background("held", lambda tell: (tell(3, 9), gate.wait())[1])
    got = []
    sitting.stage.go(to.AwaitWork(work, "{}/{}".format, got.append, got.append))
    sitting.ticks(3)
    assert "3/9" in written(sitting)
    gate.set()
    sitting.wait_for_work()
    assert got == [True]


class TestFaults:
    @pytest.fixture
    def faulty(self, sitting):
        path = shelve(sitting)
        text = path.read_text(encoding="utf-8").replace("d3-c3", "d3-c9")
        path.write_text(text, encoding="utf-8")
        sitting.tap("Records")
        sitting.tap("Alquerque")
        return sitting

    def test_the_line_and_the_reason_are_shown(self, faulty):
        assert faulty.scene.name == "fault"
        assert "line 18: " in faulty.note
        faulty.press("confirm")
        assert faulty.scene.name == "records"

    def test_the_good_part_is_opened_when_asked_for(self, faulty):
        faulty.choose("Open the good part")
        assert faulty.scene.name == "viewer"
        faulty.tap("Last")
        assert cursor_of(faulty) == (2, 0)
        assert "line 18: " in faulty.note
        faulty.tap("Menu")
        faulty.tap("Write a comment")
        assert faulty.scene.name == "viewer menu"

    def test_what_has_no_good_part_says_so(self, sitting):
        path = shelve(sitting)
        path.write_text("\x1b[2J nothing\n", encoding="utf-8")
        sitting.tap("Records")
        sitting.tap(path.name)
        sitting.choose("Open the good part")
        assert sitting.banner == "This record cannot be opened"
        assert sitting.scene.entries() == ("Cancel",)
        assert "line 1: " in sitting.note


class TestHidden:
    """Nothing of a dealt hand is seen while it may still be played."""

    def open_quincy(self, sitting):
        sitting.tap("Records")
        sitting.tap("Quincy")
        sitting.tap("Forward")
        return sitting.scene.playback.position

    def test_a_finished_game_shows_the_hands(self, sitting):
        shelve(sitting, "quincy", 8, seed=3)
        position = self.open_quincy(sitting)
        assert position.public() is not position

    def test_the_dominoes_stand_beside_the_name_of_whose_they_are(self, sitting, written):
        shelve(sitting, "quincy", 8, seed=3)
        self.open_quincy(sitting)
        assert sitting.banner.startswith("1 of 8: Blue plays")
        assert "Yellow" in written(sitting).split("\n")
        sitting.tap("Forward")
        assert "Blue" in written(sitting).split("\n")

    def test_the_domino_played_last_stands_beside_the_name_of_who_played_it(
        self, sitting, written
    ):
        shelve(sitting, "quincy", 8, seed=3, is_resigned=False)
        self.open_quincy(sitting)
        assert sitting.banner.startswith("1 of 8: Blue plays")
        assert "Blue" in written(sitting).split("\n")

    def test_a_game_put_aside_does_not(self, sitting):
        shelve(sitting, "quincy", 8, seed=3, is_resigned=False)
        position = self.open_quincy(sitting)
        assert position.public() is position

    def test_a_finished_game_does_not_while_another_is_dealt(self, sitting):
        shelve(sitting, "quincy", 8, seed=3)
        match = sitting.library.start(NewMatch(find_game("quincy"), {}, 3))
        play_at_random(match, random.Random(1), 2)
        position = self.open_quincy(sitting)
        assert position.public() is position

    def test_a_record_saved_during_the_game_tells_neither_seed_nor_hands(self, sitting):
        match = sitting.library.start(NewMatch(find_game("quincy"), {}, 314159))
        play_at_random(match, random.Random(1), 6)
        path = sitting.library.save_record(match)
        text = path.read_text(encoding="utf-8")
        assert "314159" not in text
        assert "Seed: 0" in text
        assert "hands=5/5" in text
        assert "pile" not in text
        kept = read_record(path, find_game)
        assert [ply.text for ply in kept.plies] == [ply.move.text for ply in match.plies]
        match.resign(0)
        agree(match)
        assert "Seed: 314159" in sitting.library.save_record(match).read_text(encoding="utf-8")


@few_and_many("number", 1_500, 4_000)
def test_a_long_record_opens_beside_the_screen(sitting, number):
    path = sitting.state.path / "records"
    path.mkdir()
    turns = ["White b1-b2", "Black d5-d4", "White b2-b1", "Black d4-d5"]
    plies = "".join(f"{n + 1}. {turns[n % 4]}\n" for n in range(number))
    head = "Board Companion record 1\nGame: alquerque\nOption: quiet_limit=0\n"
    head += "Position: ...b./...../...../...../.w... w quiet_limit=0\n\n"
    Path(path / "long.txt").write_text(head + plies, encoding="utf-8")
    sitting.tap("Records")
    sitting.click(sitting.scene.entry_place("Alquerque"))
    assert sitting.scene.name == "working"
    assert sitting.banner.startswith("Opening the record: ")
    sitting.wait_for_work()
    assert sitting.scene.playback.last == number


def test_the_banner_is_in_words_unless_notation_is_chosen(viewing):
    viewing.tap("Forward")
    assert viewing.banner == "1 of 4: White moves a piece from c2 to c3"
    viewing.tap("Forward")
    assert viewing.banner == "2 of 4: Black moves a piece from c4 over c3 to c2"


def test_with_notation_in_sentences_the_banner_has_it(sit):
    sitting = sit(config=with_screen(notation=True))
    shelve(sitting)
    sitting.tap("Records")
    sitting.tap("Alquerque")
    sitting.tap("Forward")
    assert sitting.banner == "1 of 4: White plays c2-c3"


def test_the_signs_in_the_list_of_moves_are_explained_beside_it(viewing):
    assert "*" not in viewing.note
    scene = viewing.scene
    scene.forward()
    playback = scene.playback
    playback.course = replace(playback.course, record=playback.commented("A good start."))
    scene.turning_points = {2: TurningPoint(2, 1, "falls-behind")}
    scene.take_over()
    scene.to_first()
    assert "1* c2-c3" in scene.entries()
    assert viewing.note == (
        "* marks a move with a comment. ? marks a move that changed who was ahead."
    )


def test_what_a_player_wrote_stays_as_it_is(viewing):
    viewing.scene.forward()
    playback = viewing.scene.playback
    playback.course = replace(playback.course, record=playback.commented("Knock and go on"))
    viewing.scene.take_over()
    speak("de")
    try:
        assert viewing.note == "Knock and go on"
    finally:
        speak(AUTO)

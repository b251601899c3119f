import pytest

from companion.storage.library import Library, sample_names
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.scenes.records import RecordsScene
from companion.ui.widgets.pen import LEAST_BESIDE
from companion.words.buttons import LOOK
from companion.words.game_words import game_title
from companion.words.translate import AUTO, speak
from tests.words.notation import is_notation, is_said


def play_and_give_up(sitting, game, *moves):
    sitting.play(game)
    sitting.move(*moves)
    sitting.hold("back")
    sitting.choose("Resign")
    sitting.press("confirm", "back")


@pytest.fixture
def shelf(sitting):
    """A sitting with two games and an unreadable file on the shelf."""
    play_and_give_up(sitting, "alquerque", "c2-c3", "c4xc2")
    play_and_give_up(sitting, "quincala-knocking", "a2-b3-c4")
    bad = sitting.state.path / "records" / "2020-01-01 broken.txt"
    bad.write_text("no record at all\n", encoding="utf-8")
    sitting.choose("Records")
    return sitting


def test_an_empty_shelf_says_so_and_can_be_left(sitting):
    sitting.choose("Records")
    assert sitting.banner == "No games recorded yet"
    assert sitting.scene.entries() == ("Sample games",)
    sitting.press("back")
    assert sitting.scene.name == "start"


def test_a_sample_says_what_there_is_to_see_before_how_it_ended(sitting):
    sitting.choose("Records")
    sitting.choose("Sample games")
    sitting.walk_to("Knock and go on")
    sight, course = sitting.note.split("\n")
    assert sight.startswith("A move may go on after a knock: ")
    assert course == "Black wins. 20 moves."
    sitting.choose("Knock and go on")
    sitting.wait_until(lambda: sitting.scene.name == "viewer")
    assert sight in sitting.note


def test_records_are_listed_the_newest_first_with_the_unreadable_ones(shelf):
    assert shelf.scene.entries()[-1] == "2020-01-01 broken.txt"
    assert shelf.scene.entries()[:2] == ("Sample games", "Results")
    assert set(shelf.scene.entries()[2:4]) == {"Alquerque", "Mini Quincala Knocking"}
    assert shelf.values()["Alquerque"] == "Black wins, 2026-07-04"
    assert shelf.values()["2020-01-01 broken.txt"] == "unreadable"


def test_the_sample_games_are_behind_the_first_line_by_their_titles(sitting):
    sitting.choose("Records")
    assert sitting.values()["Sample games"] == str(len(sample_names()))
    sitting.choose("Sample games")
    assert sitting.banner == "Choose a sample game"
    assert len(sitting.scene.entries()) == len(sample_names())
    sitting.choose("Knock and go on")
    sitting.wait_until(lambda: sitting.scene.name == "viewer")
    sitting.hold("back")
    lines = {choice.title: choice for choice in sitting.scene.choices}
    comment = lines.get("Write a comment") or lines["Edit the comment"]
    assert comment.act is None
    assert "came with the program" in comment.line


def test_a_record_tells_how_it_ended_and_after_how_many_moves(shelf, written):
    shelf.walk_to("Alquerque")
    assert shelf.note == "2026-07-04 18:30: Two people.\nBlack wins. White resigned. 2 moves."
    assert "2 moves" in written(shelf)


def test_no_record_and_no_sample_is_told_by_its_moves(shelf):
    listed = [*shelf.library.records(), *shelf.library.samples()]
    notes = [choice.line for choice in shelf.scene.choices]
    shelf.choose("Sample games")
    notes += [choice.line for choice in shelf.scene.choices]
    assert len(notes) > len(listed)
    told = "\n".join(notes)
    for record in (each.record for each in listed if each.record):
        board = record.game.shipped_board()
        moves = {ply.text for ply in record.plies if is_notation(ply.text, board)}
        assert not [move for move in moves if is_said(move, told)]


def test_a_sample_is_listed_with_its_game(sitting):
    sitting.choose("Records")
    sitting.choose("Sample games")
    games = {game_title(each.record.game.name) for each in sitting.library.samples()}
    assert set(sitting.values().values()) == games


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_how_a_long_game_went_is_told_in_letters_to_be_read(sitting, sizes_px, size):
    sitting.resize(size)
    sitting.choose("Records")
    sitting.choose("Sample games")
    for _ in sitting.scene.entries():
        sitting.press("next")
        sitting.settle()
        sizes_px.clear()
        sitting.stage.draw(sitting.program.window.screen, sitting.clock.now_s)
        ends = [line.split()[-1] for line in sitting.note.split("\n")]
        written = " ".join(text for text in sizes_px if text in sitting.note)
        assert all(end in written for end in ends)
        # What Confirm does is a word of some sentences, too.
        told = {text for text in sizes_px if text in sitting.note} - {LOOK()}
        assert {text for text in told if sizes_px[text] < 15} == set()


def test_of_a_record_without_moves_it_is_told_how_it_ended(sitting):
    play_and_give_up(sitting, "alquerque")
    sitting.choose("Records")
    sitting.walk_to("Alquerque")
    assert sitting.note.endswith("Black wins. White resigned.")


def test_an_unreadable_record_tells_why(shelf):
    shelf.walk_to("2020-01-01 broken.txt")
    assert "Board Companion record" in shelf.note
    shelf.press("confirm")
    assert shelf.scene.name == "fault"
    assert "line 1: expected 'Board Companion record 1'" in shelf.note


def test_a_record_with_illegal_moves_is_listed_without_a_picture(shelf):
    kept = next(k for k in shelf.library.records() if k.record and len(k.record.plies) == 2)
    text = kept.path.read_text(encoding="utf-8").replace("c4xc2", "a1xa5")
    kept.path.write_text(text, encoding="utf-8")
    shelf.press("back")
    shelf.choose("Records")
    shelf.walk_to("Alquerque")
    shelf.settle()
    assert shelf.note.endswith("2 moves.")


def test_the_picture_is_the_last_position(shelf):
    shelf.look()
    shelf.walk_to("Mini Quincala Knocking")
    shelf.settle()
    view = shelf.stage.layout.info
    board = pixels(shelf, view)
    shelf.walk_to("Alquerque")
    shelf.settle()
    assert pixels(shelf, view) != board


def pixels(sitting, box) -> bytes:
    part = sitting.surface.subsurface((box.x, box.y, box.w, box.h // 2))
    return part.copy().get_buffer().raw


def test_an_empty_shelf_says_what_to_do_next(sitting):
    sitting.choose("Records")
    assert sitting.note.startswith("Finished games appear here")


def test_samples_are_told_in_the_language_in_force(sitting):
    speak("de")
    try:
        sitting.stage.push(RecordsScene(sitting.stage, sitting.library.samples()))
        assert "Grundregeln: mehrere Steine schlagen" in sitting.scene.entries()
        sitting.tap("Grundregeln: mehrere Steine schlagen")
        sitting.wait_for_work()
        sitting.scene.jump(1)
        while not sitting.scene.playback.comment:
            sitting.scene.forward()
        assert "Schwarz schlägt zwei" in sitting.note
    finally:
        speak(AUTO)


def test_records_that_cannot_be_read_are_told_once_however_often_they_are_asked_for(
    sitting, monkeypatch
):
    def fail(*_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Library, "records", fail)
    for _ in range(2):
        sitting.choose("Records")
        sitting.wait_for_work()
    assert sitting.scene.name == "start"
    [notice] = sitting.services.notices
    assert "Input/output error" in notice


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_who_played_which_game_is_written_in_letters_to_be_read(sitting, sizes_px, size):
    sitting.resize(size)
    sitting.play("quincy", 3, who=("Anna", "Ben", "Cleo", "Dan"), players=4)
    sitting.hold("back")
    sitting.choose("Resign")
    sitting.press("confirm", "back")
    sitting.choose("Records")
    lines = dict(sitting.values())
    sizes_px.clear()
    sitting.stage.draw(sitting.program.window.screen, sitting.clock.now_s)
    sitting.choose("Sample games")
    lines |= sitting.values()
    for _ in sitting.scene.entries():
        sitting.press("next")
        sitting.stage.draw(sitting.program.window.screen, sitting.clock.now_s)
    small = sitting.stage.layout.text_px(LEAST_BESIDE)
    assert "Anna & Cleo – Ben & Dan, " in " ".join(lines.values())
    texts = filter(None, (*lines, *lines.values()))
    assert {text for text in texts if sizes_px[text] < small} == set()

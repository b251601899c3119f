import zipfile

import pytest

from companion.storage.bundle import BUNDLE_NAME
from companion.storage.journal import JOURNAL_NAME
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import Mark
from companion.words.notices import safe_start_text


def unfinished(sitting):
    sitting.play()
    sitting.move("c2-c3", "c4xc2")
    sitting.hold("back")
    sitting.choose("Back to start")


def test_a_new_table_offers_no_resuming(sitting):
    entries = ("New game", "Learn", "Rules", "Records", "Settings", "Quit")
    assert sitting.scene.entries() == entries
    assert sitting.banner == "Board Companion"
    assert sitting.leds.frame == bytes(768)


@pytest.mark.parametrize(
    ("title", "scene"),
    [
        ("New game", "choose game"),
        ("Learn", "learn"),
        ("Records", "records"),
        ("Settings", "settings"),
        ("Quit", "ask"),
    ],
)
def test_each_line_leads_where_it_says_and_back_returns(sitting, title, scene):
    sitting.choose(title)
    assert sitting.scene.name == scene
    sitting.press("back")
    assert sitting.scene.name == "start"


def test_back_does_nothing_at_the_start(sitting):
    sitting.press("back")
    sitting.tap("Back")
    assert sitting.scene.name == "start"
    assert not sitting.stage.is_closing


def test_quit_asks_first(sitting):
    sitting.choose("Quit")
    assert sitting.banner == "Leave Board Companion?"
    assert sitting.chosen == "Stay"
    sitting.press("confirm")
    assert not sitting.stage.is_closing
    sitting.choose("Quit")
    sitting.press("next", "confirm")
    assert sitting.stage.is_closing


def test_an_unfinished_match_comes_first_and_the_lamps_show_its_pieces(sitting):
    unfinished(sitting)
    assert sitting.scene.entries()[:2] == ("Resume", "Start over")
    assert sitting.values()["Resume"] == "2 moves"
    assert sitting.chosen == "Resume"
    assert "2 moves played" in sitting.note
    placed = sitting.marked(Mark.PLACE)
    assert len(placed) == 23
    assert "c2" in placed
    assert any(sitting.leds.frame)


def test_an_unfinished_match_is_there_after_a_restart(sit):
    unfinished(sit())
    again = sit()
    assert again.scene.entries()[0] == "Resume"
    again.press("confirm")
    assert again.scene.name == "set table"
    assert again.plies == ["c2-c3", "c4xc2"]


def test_a_match_without_a_ply_is_not_offered_after_a_restart(sit):
    sit().play()
    assert "Resume" not in sit().scene.entries()


def test_starting_over_asks_and_keeps_what_was_played_as_a_record(sitting):
    unfinished(sitting)
    sitting.choose("Start over")
    assert sitting.scene.name == "ask"
    assert sitting.chosen == "Keep it"
    sitting.press("confirm")
    assert sitting.scene.entries()[0] == "Resume"
    sitting.choose("Start over")
    sitting.press("next", "confirm")
    assert sitting.scene.name == "set table"
    assert sitting.plies == []
    assert [len(kept.record.plies) for kept in sitting.library.records()] == [2]


def test_starting_over_keeps_the_rules_of_the_match(sitting):
    sitting.play(forward="on")
    sitting.move("c2-c3")
    sitting.hold("back")
    sitting.choose("Back to start")
    sitting.choose("Start over")
    sitting.press("next", "confirm")
    assert sitting.match.header.options["forward"] == "on"


def test_notices_are_told_in_the_place_of_the_line(sitting, written):
    assert "Choose a game" in written(sitting)
    sitting.services.notices += ["The settings were damaged.", "Nothing is lost."]
    told = written(sitting)
    assert "The settings were damaged." in told
    assert "Nothing is lost." in told
    assert "Choose a game" not in told


def test_a_safe_start_says_so_and_exports_the_saves(sitting, written):
    unfinished(sitting)
    sitting.services.is_safe = True
    sitting.services.notices = [safe_start_text()]
    sitting.stage.ways.to_start()
    sitting.ticks(3)
    assert safe_start_text() in " ".join(written(sitting).split())
    sitting.choose("Export the saves")
    path = sitting.state.path / "exports" / BUNDLE_NAME
    assert f"Saved as {BUNDLE_NAME} in" in " ".join(written(sitting).split())
    with zipfile.ZipFile(path) as bundle:
        assert JOURNAL_NAME in bundle.namelist()


def test_without_crashes_there_is_nothing_to_export(sitting):
    assert "Export the saves" not in sitting.scene.entries()


def test_saves_that_cannot_be_exported_are_told(sitting, written):
    (sitting.state.path / "exports").write_text("in the way")
    sitting.services.is_safe = True
    sitting.stage.ways.to_start()
    sitting.ticks(3)
    sitting.choose("Export the saves")
    assert "The file could not be saved." in written(sitting)


def test_a_game_that_is_only_set_up_has_no_moves_yet(sitting):
    sitting.play("alquerque")
    sitting.stage.ways.to_start()
    sitting.ticks(1)
    assert sitting.values()["Resume"] == "no moves yet"


def test_the_board_of_an_unfinished_game_may_be_empty(sitting, monkeypatch):
    shown = []
    paint = BoardPainter.paint

    def note(painter, surface, picture):
        shown.append(dict(picture.placement))
        paint(painter, surface, picture)

    sitting.play("quincy")
    sitting.stage.ways.to_start()
    monkeypatch.setattr(BoardPainter, "paint", note)
    sitting.stage.redraw()
    sitting.ticks(1)
    assert shown == [{}]

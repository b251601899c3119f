import zipfile

import pytest

from companion.art.marks import Mark
from companion.match.match import NewMatch
from companion.plugins import built_in, find_game
from companion.storage.bundle import BUNDLE_NAME
from companion.storage.state_dir import JOURNAL_NAME
from companion.ui import destinations as to
from companion.ui.board.board_painter import BoardPainter
from companion.ui.scenes import start
from companion.words.table import SAFE_START_NOTE


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
    assert sitting.scene.entries()[:2] == ("Resume", "Play Alquerque")
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
    assert again.scene.name == "set up"
    assert again.plies == ["c2-c3", "c4xc2"]


def test_a_match_without_a_ply_is_not_offered_after_a_restart(sit):
    sit().play()
    assert "Resume" not in sit().scene.entries()


def began(sitting, **options):
    """Begin a game against the computer, one hint for White, and leave it."""
    game, players = find_game("alquerque"), ("person", "program level 3")
    sitting.library.start(NewMatch(game, options, 0, players=players, hints=(1, None)))
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)


def test_the_game_begun_last_comes_first_and_begins_at_once(sit):
    began(sit(), forward="on")
    sitting = sit()
    assert sitting.scene.entries()[:2] == ("Play Alquerque", "New game")
    assert sitting.chosen == "Play Alquerque"
    assert sitting.values()["Play Alquerque"] == "computer, level 3"
    assert sitting.note == "You (White) against the computer, level 3. Same rules as last time."
    assert sitting.lines[3] == "start"
    sitting.press("confirm", "confirm")
    assert sitting.scene.name == "play"
    header = sitting.match.header
    assert header.players == ("person", "program level 3")
    assert header.options["forward"] == "on"
    assert header.hints == (1, None)


def test_other_players_or_rules_are_chosen_from_those_of_the_last_game(sitting):
    began(sitting, forward="on")
    sitting.press("hint")
    assert sitting.scene.name == "options"
    assert sitting.values()["Forward only"] == "on"
    assert sitting.chosen == "Who plays"
    assert sitting.lines == ["go back", "next line", "start", "choose"]
    sitting.press("hint")
    assert sitting.scene.name == "set up"


def test_hint_changes_the_last_game_from_any_line(sitting):
    assert sitting.lines[2] == ""
    sitting.press("hint")
    assert sitting.scene.name == "start"
    began(sitting)
    sitting.press("next", "next", "next")
    assert sitting.lines[2] == "change"
    sitting.press("hint")
    assert sitting.scene.name == "options"


def test_hint_begins_the_game_on_a_card_as_it_was_played_last(sitting):
    began(sitting, forward="on")
    sitting.choose("New game")
    assert sitting.lines == ["go back", "next game", "start", "choose"]
    sitting.press("hint", "confirm")
    assert sitting.match.header.options["forward"] == "on"


def test_a_game_that_is_not_here_any_more_is_not_offered(sit, monkeypatch):
    began(sit())
    sitting = sit()
    others = {name: each for name, each in built_in().items() if name != "alquerque"}
    monkeypatch.setattr(start, "built_in", others.copy)
    monkeypatch.setattr(start, "plugins", others.copy)
    sitting.stage.go(to.StartScreen())
    assert sitting.chosen == "New game"


def test_beginning_another_game_says_what_becomes_of_the_unfinished_one(sitting):
    unfinished(sitting)
    kept = "Your unfinished game of Alquerque (2 moves) will be kept under Records."
    sitting.walk_to("Play Alquerque")
    assert sitting.note.endswith(kept)
    sitting.walk_to("New game")
    assert sitting.note.endswith(kept)
    sitting.choose("Play Alquerque")
    assert sitting.note.endswith(kept)
    sitting.press("confirm")
    assert sitting.plies == []
    assert [len(kept.record.plies) for kept in sitting.library.records()] == [2]


def test_notices_are_told_in_the_place_of_the_line(sitting, written):
    assert "Choose a game" in written(sitting)
    sitting.services.notices += ["The settings were damaged.", "Nothing is lost."]
    text = written(sitting)
    assert "The settings were damaged." in text
    assert "Nothing is lost." in text
    assert "Choose a game" not in text


def test_a_safe_start_says_so_and_exports_the_saves(sitting, written):
    unfinished(sitting)
    sitting.services.is_safe = True
    sitting.services.notices = [SAFE_START_NOTE()]
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    assert SAFE_START_NOTE() in " ".join(written(sitting).split())
    sitting.choose("Back up saved games")
    path = sitting.state.path / "exports" / BUNDLE_NAME
    assert f"Saved as {BUNDLE_NAME} in" in " ".join(written(sitting).split())
    with zipfile.ZipFile(path) as bundle:
        assert JOURNAL_NAME in bundle.namelist()


def test_without_crashes_there_is_nothing_to_export(sitting):
    assert "Back up saved games" not in sitting.scene.entries()


def test_saves_that_cannot_be_exported_are_told(sitting, written):
    (sitting.state.path / "exports").write_text("in the way")
    sitting.services.is_safe = True
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("Back up saved games")
    assert "The file could not be saved: File exists" in written(sitting)


def test_a_game_that_is_only_set_up_is_not_offered_to_be_resumed(sitting):
    sitting.play("alquerque")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(1)
    assert sitting.chosen == "Play Alquerque"
    assert "Resume" not in sitting.scene.entries()


def test_the_board_of_an_unfinished_game_may_be_empty(sitting, monkeypatch):
    shown = []
    paint = BoardPainter.paint

    def note(painter, surface, picture):
        shown.append(dict(picture.placement))
        paint(painter, surface, picture)

    sitting.play("quincy")
    sitting.stage.go(to.StartScreen())
    monkeypatch.setattr(BoardPainter, "paint", note)
    sitting.stage.redraw()
    sitting.ticks(1)
    assert shown == [{}]


def test_a_game_whose_only_move_was_taken_back_can_be_resumed(sitting):
    sitting.play()
    sitting.move("c2-c3")
    sitting.press("back", "confirm")
    assert sitting.plies == []
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    assert sitting.values()["Resume"] == "no moves yet"
    sitting.choose("Play Alquerque")
    assert "kept under Records" not in sitting.note, "there is nothing to record"
    sitting.press("back")
    sitting.choose("Resume")
    sitting.press("confirm", "confirm")
    assert sitting.match.undone, "the move can still be played again"

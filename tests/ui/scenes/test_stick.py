"""What the table offers when a USB stick is put in."""

import errno
import zipfile

import pytest

from companion.backends.devices import VirtualStick
from companion.cli import main
from companion.match.match import NewMatch
from companion.storage.bundle import bundle_of
from companion.storage.library import sample_path
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from companion.storage.stick import OWN_FOLDER, collections_on
from companion.ui import destinations as to
from companion.ui.scenes.stick import NONE_FOUND
from companion.words.translate import AUTO, speak
from tests.match.playing import ALQUERQUE, play
from tests.storage.failing_disk import FailingDisk

GAME = b"Board Companion record 1\nGame: alquerque\n\n1. White c2-c3\n"
NAME = "2026-07-04_183005_alquerque.txt"


@pytest.fixture
def stick(sitting, tmp_path):
    """The stick of the table that is opened, and its files in the folder ``stick``."""
    (tmp_path / "stick").mkdir()
    sitting.services.stick = VirtualStick()
    (sitting.state.path / "records").mkdir(exist_ok=True)
    (sitting.state.path / "records" / NAME).write_bytes(GAME)
    return sitting.services.stick


@pytest.fixture
def files(tmp_path):
    """Returns what is on the stick, in our folder."""

    def files():
        folder = tmp_path / "stick" / OWN_FOLDER
        return {path.name: path.read_bytes() for path in folder.glob("*")}

    return files


@pytest.fixture
def spoken():
    """Ends with the language of the machine again."""
    yield
    speak(AUTO)


def put_in(sitting, stick, tmp_path):
    stick.put_in(tmp_path / "stick")
    sitting.wait(0.6)


def finish(sitting):
    """Let the work go on that is waited for."""
    sitting.wait_until(lambda: sitting.scene.name != "working")
    sitting.ticks(2)


def walk_to(sitting, title):
    """Go to the line called *title* by Next, and take it."""
    for _ in range(8):
        if sitting.scene.chosen().title == title:
            break
        sitting.press("next")
    assert sitting.scene.chosen().title == title
    sitting.press("confirm")
    finish(sitting)


def test_it_is_offered_at_the_start_screen_once(sitting, stick, tmp_path):
    assert sitting.scene.name == "start"
    put_in(sitting, stick, tmp_path)
    assert sitting.scene.name == "stick"
    sitting.press("back")
    sitting.wait(1.0)
    assert sitting.scene.name == "start"
    stick.pull_out()
    sitting.wait(0.6)
    put_in(sitting, stick, tmp_path)
    assert sitting.scene.name == "stick"


def test_it_interrupts_no_game_and_is_offered_after_it(sitting, stick, tmp_path):
    sitting.play("alquerque")
    put_in(sitting, stick, tmp_path)
    assert sitting.scene.name == "play"
    sitting.stage.go(to.StartScreen())
    sitting.wait(0.1)
    assert sitting.scene.name == "stick"


def test_the_list_of_records_leads_to_it(sitting, stick, tmp_path):
    put_in(sitting, stick, tmp_path)
    sitting.press("back")
    sitting.tap("Records")
    finish(sitting)
    sitting.tap("USB stick")
    assert sitting.scene.name == "stick"


def test_games_are_taken_along_with_the_buttons_alone(sitting, stick, tmp_path, files):
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Take games and pictures")
    assert sitting.scene.note() == "1 file is on the stick, in the folder board-companion."
    assert files() == {NAME: GAME}


def test_a_game_that_is_looked_at_is_taken_in_each_format(sitting, stick, tmp_path, files):
    path = sample_path("alquerque-bell")
    sitting.stage.go(to.Viewer(path))
    finish(sitting)
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Take this game")
    assert sorted(files()) == [f"alquerque-bell.{end}" for end in ("json", "pdn", "txt")]


def test_the_collection_comes_back_at_another_table(sitting, stick, tmp_path, files):
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Take the whole collection")
    assert list(files()) == ["board-companion-saves.zip"]
    (sitting.state.path / "records" / NAME).unlink()
    walk_to(sitting, "Bring a collection back")
    walk_to(sitting, "board-companion-saves.zip")
    assert sitting.scene.name == "ask"
    assert sitting.scene.note().splitlines()[:2] == [
        "If you bring it back:",
        "1 record comes back.",
    ]
    assert not (sitting.state.path / "records" / NAME).exists()
    walk_to(sitting, "Bring it back")
    assert sitting.scene.name == "stick"
    assert sitting.scene.note() == "Done. It is all here now."
    assert (sitting.state.path / "records" / NAME).read_bytes() == GAME


def test_changing_nothing_comes_first(sitting, stick, tmp_path):
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Take the whole collection")
    (sitting.state.path / "records" / NAME).unlink()
    walk_to(sitting, "Bring a collection back")
    walk_to(sitting, "board-companion-saves.zip")
    sitting.press("confirm")
    assert sitting.scene.name == "collections"
    assert not (sitting.state.path / "records" / NAME).exists()


def test_an_unfinished_game_and_lists_that_come_back_are_there_at_once(sitting, stick, tmp_path):
    there = tmp_path / "there"
    with StateDir(there) as state:
        play(Saves(state).begin(NewMatch(ALQUERQUE)), "c2-c3")
    (there / "players.txt").write_text("Anna\n", encoding="utf-8")
    (there / "lessons.txt").write_text("alquerque/01-lines\n", encoding="utf-8")
    (tmp_path / "stick" / "x.zip").write_bytes(bundle_of(there).data)
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Bring a collection back")
    walk_to(sitting, "x.zip")
    walk_to(sitting, "Bring it back")
    assert len(sitting.library.unfinished().plies) == 1
    assert sitting.library.names.all() == ("Anna",)
    assert sitting.services.progress.is_done("alquerque/01-lines")


def test_a_hostile_collection_is_one_line_and_changes_nothing(sitting, stick, tmp_path):
    with zipfile.ZipFile(tmp_path / "stick" / "evil.zip", "w") as archive:
        archive.writestr("../x.txt", b"?")
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Bring a collection back")
    walk_to(sitting, "evil.zip")
    assert sitting.scene.name == "stick"
    assert sitting.scene.note().startswith("Nothing has been changed: ")
    assert "'../x.txt' leads elsewhere" in sitting.scene.note()


def test_a_stick_without_a_collection_says_so(sitting, stick, tmp_path):
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Bring a collection back")
    assert sitting.scene.chosen().title == "No collection found"


@pytest.mark.parametrize(
    ("code", "top", "own"),
    [
        ("en", "at the top of the stick", "in the table's own folder"),
        ("de", "ganz oben auf dem Stick", "im Ordner des Tischs"),
        ("es", "en la raíz de la memoria", "en la carpeta de la mesa"),
        ("fr", "à la racine de la clé", "dans le dossier de la table"),
    ],
)
def test_a_collection_is_looked_for_where_the_screen_says(tmp_path, spoken, code, top, own):
    places = {own: OWN_FOLDER, top: "", "photo": "photo", "deep": f"{OWN_FOLDER}/deep"}
    for folder in places.values():
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "x.zip").write_bytes(b"x")
    searched = {path.parent for path in collections_on(tmp_path)}
    speak(code)
    text = NONE_FOUND.line()
    for words, folder in places.items():
        assert (words in text) == (tmp_path / folder in searched), words


def test_what_could_not_be_put_into_the_collection_is_told(sitting, stick, tmp_path):
    (sitting.state.path / "lessons.txt").symlink_to(tmp_path / "nowhere")
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Take the whole collection")
    assert sitting.scene.note().splitlines() == [
        "1 file is on the stick, in the folder board-companion.",
        "1 file is not in it; not-included.txt in it says which and why.",
    ]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_stick_that_cannot_be_written_is_one_line(sitting, stick, tmp_path, monkeypatch, code):
    class Failing(FailingDisk):
        def __init__(self):
            super().__init__()
            self.fails = lambda number, name: code if name == "create" else None

    monkeypatch.setattr("companion.ui.scenes.stick.Disk", Failing)
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Take games and pictures")
    assert sitting.scene.note().startswith("Not everything is on the stick: ")
    assert "\n" not in sitting.scene.note()


def test_a_stick_that_is_pulled_out_meanwhile_is_told(sitting, stick, tmp_path, monkeypatch):
    def pulled(*_):
        stick.pull_out()
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("companion.storage.stick.put_file", pulled)
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Take games and pictures")
    assert sitting.scene.chosen().title == "The stick is out"
    assert "cannot be read or written" in sitting.scene.note()
    sitting.press("confirm")
    assert sitting.scene.name == "start"


def test_another_stick_is_offered_after_one_that_was_let_go_of(sitting, stick, tmp_path):
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Pull the stick out")
    sitting.press("back")
    sitting.wait(0.6)
    assert sitting.scene.name == "start"
    # Nothing tells of the pull between the two.
    put_in(sitting, stick, tmp_path)
    assert sitting.scene.name == "stick"
    sitting.press("back")
    sitting.wait(0.6)
    assert sitting.scene.name == "start"


def test_it_may_be_pulled_out_when_the_screen_says_so(sitting, stick, tmp_path):
    put_in(sitting, stick, tmp_path)
    walk_to(sitting, "Pull the stick out")
    assert stick.folder() is None
    assert sitting.scene.chosen().title == "You may pull the stick out"
    stick.pull_out()
    sitting.wait(0.6)
    assert sitting.scene.chosen().title == "The stick is out"


def test_a_script_puts_a_stick_in_and_pulls_it_out(tmp_path, capsys):
    (tmp_path / "a stick").mkdir()
    script = tmp_path / "stick.txt"
    script.write_text(
        f'stick in "{tmp_path / "a stick"}"\nwait 1\nexpect scene stick\n'
        'tap "Take the whole collection"\nexpect note "1 file is on the stick"\n'
        'stick out\nwait 1\nexpect list "The stick is out"\npress back\nexpect scene start\n',
        encoding="utf-8",
    )
    assert main(["sim", "--script", str(script)]) == 0, capsys.readouterr().err
    assert (tmp_path / "a stick" / OWN_FOLDER / "board-companion-saves.zip").exists()


@pytest.mark.parametrize("words", ["in", "out there", "up", "in /no/such/folder"])
def test_a_script_is_told_what_a_stick_can_do(tmp_path, capsys, words):
    (tmp_path / "stick.txt").write_text(f"stick {words}\n", encoding="utf-8")
    assert main(["sim", "--script", str(tmp_path / "stick.txt")]) == 2
    assert "stick.txt:1: expected " in capsys.readouterr().err

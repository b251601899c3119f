from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.storage.state_dir import LAST_GAMES_NAME, LastGames, set_state_aside


def header_of(name, players=("person", "person"), **options):
    return Match.start(
        NewMatch(find_game(name), options, 3, players=players, hints=(3, None))
    ).header


def test_each_game_is_remembered_as_it_was_begun_last_the_newest_first(tmp_path):
    last = LastGames(tmp_path)
    last.noting(header_of("alquerque"))()
    last.noting(header_of("querni"))()
    last.noting(header_of("alquerque", ("person", "program level 3"), forward="on"))()
    again = LastGames(tmp_path)
    assert [header.game for header in again.all()] == ["alquerque", "querni"]
    alquerque = again.of("alquerque")
    assert alquerque.players == ("person", "program level 3")
    assert alquerque.options["forward"] == "on"
    assert alquerque.hints == (3, None)
    assert again.of("quincy") is None


def test_lines_that_cannot_be_read_are_left_out(tmp_path):
    LastGames(tmp_path).noting(header_of("alquerque"))()
    path = tmp_path / LAST_GAMES_NAME
    path.write_bytes(b'nonsense\n{"ply":"a1","side":0}\n\xff\n' + path.read_bytes())
    assert [header.game for header in LastGames(tmp_path).all()] == ["alquerque"]


def test_without_a_file_or_a_folder_nothing_is_remembered(tmp_path):
    assert LastGames(tmp_path).all() == ()
    assert LastGames(tmp_path / "missing").all() == ()


def test_it_is_set_aside_with_what_else_a_start_reads(tmp_path):
    (tmp_path / LAST_GAMES_NAME).write_text("any", encoding="utf-8")
    assert set_state_aside(tmp_path, "settings.toml") == ()
    assert [path.name for path in tmp_path.iterdir()] == [f"{LAST_GAMES_NAME}.damaged-1"]

"""Players with names: chosen by the buttons, on the clocks, in the record and in the results."""

import random
import re

import pytest

from companion.clock import parse_clock
from companion.config.values import Config, ScreenConfig, Settings
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES, find_game
from companion.storage.record import record_of, write_record
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui import destinations as to
from companion.ui.widgets.pen import Pen
from companion.words.timing import clock_names
from companion.words.voice import Voice
from tests.match.playing import agree, play
from tests.ui.paper import Paper
from tests.words.said import called_by_color

NAMES = ("Anna", "Ben", "Cleo", "Dan")


def name_seat(sitting, seat, name):
    sitting.choose(seat)
    sitting.choose("New name")
    for letter in name:
        sitting.scene.type_text(letter)
    sitting.scene._finish()
    sitting.ticks(2)


def to_players(sitting):
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.choose("Who plays")


def finished(sitting, players, winner, day):
    """Put a finished game on the shelf."""
    match = Match.start(
        NewMatch(find_game("alquerque"), players=players), started=f"2026-07-{day:02} 20:00:00"
    )
    play(match, "c2-c3")
    match.resign(1 - winner)
    agree(match)
    folder = sitting.library._saves.records_path
    folder.mkdir(exist_ok=True)
    write_record(record_of(match), folder, sitting.library._disk)


def test_a_new_name_is_typed_once_and_then_chosen(sit):
    sitting = sit()
    to_players(sitting)
    name_seat(sitting, "White", "Anna")
    assert sitting.scene.name == "players" and sitting.values()["White"] == "Anna"
    sitting.choose("Black")
    sitting.choose("Anna")
    # Nobody plays against themselves.
    assert (sitting.values()["White"], sitting.values()["Black"]) == ("person", "Anna")
    sitting.choose("Black")
    assert sitting.chosen == "Anna"
    sitting.walk_to("Guest")
    sitting.press("confirm")
    assert sitting.values()["Black"] == "person"
    sitting.choose("White")
    sitting.choose("Anna")
    sitting = sit()
    to_players(sitting)
    assert sitting.values()["White"] == "Anna"


def test_a_text_that_is_no_name_changes_nothing(sitting):
    to_players(sitting)
    name_seat(sitting, "White", "person")
    assert sitting.scene.name == "player"
    sitting.press("back")
    assert sitting.values()["White"] == "person"


def test_no_more_of_a_name_is_taken_than_fits(sitting):
    to_players(sitting)
    name_seat(sitting, "White", "Bartholomew, the very long one")
    assert sitting.values()["White"] == "Bartholomew the ver"


def test_names_go_into_match_and_record(sitting):
    to_players(sitting)
    name_seat(sitting, "White", "Anna")
    name_seat(sitting, "Black", "Ben")
    sitting.press("back")
    sitting.choose("Start the game")
    sitting.press("confirm")
    assert sitting.match.header.players == ("Anna", "Ben")
    sitting.move("c2-c3")
    path = sitting.library.save_record(sitting.match)
    assert "Players: Anna, Ben" in path.read_text()


def test_against_the_computer_the_person_keeps_the_name(sitting):
    to_players(sitting)
    name_seat(sitting, "White", "Anna")
    sitting.choose("Computer 1: First game")
    sitting.press("confirm")
    assert sitting.match.header.players == ("Anna", "program level 1")
    assert sitting.match.seats.is_duel


def test_names_stand_on_the_clocks():
    match = Match.start(
        NewMatch(find_game("alquerque"), clock=parse_clock("10m"), players=("Anna", "person"))
    )
    names = clock_names(match.header.players, match.game.name, Voice(match.seats))
    assert names == ("Anna", "Black")


def test_results_add_up_by_pair_with_streaks_and_ratings_on_request(sitting):
    finished(sitting, ("Anna", "Ben"), 0, 1)
    finished(sitting, ("Ben", "Anna"), 1, 2)
    finished(sitting, ("person", "person"), 1, 3)
    sitting.tap("Records")
    sitting.wait_for_work()
    sitting.choose("Results")
    assert sitting.scene.name == "results"
    assert sitting.values() == {"Anna – Ben": "2 : 0", "Ratings": "off"}
    assert sitting.note == "Alquerque: Anna 2, Ben 0, draws 0.\nAnna has won 2 games in a row."
    sitting.choose("Ratings")
    sitting.walk_to("Anna – Ben")
    assert sitting.note.endswith("Ratings: Anna 1531, Ben 1469.")


def test_without_names_there_are_no_results(sitting):
    finished(sitting, ("person", "person"), 1, 3)
    sitting.tap("Records")
    sitting.wait_for_work()
    sitting.choose("Results")
    assert sitting.banner == "No results yet: choose names under Who plays"


class Heard:
    """All that the screen of a sitting says, with the position in which it does."""

    def __init__(self, sitting):
        self.sitting, self.texts = sitting, []
        sitting.stage.change(Settings(speak_everything=True))
        sitting.ticks(2)

    def listen(self):
        """Note banner, note and what was spoken since."""
        said = self.sitting.stage.narrator.said
        self.texts += [self.sitting.banner, self.sitting.note, *said]
        said.clear()

    def wrong(self, position):
        """Return what calls somebody by a color, of all that was noted."""
        return {text for text in map(unpaired, self.texts) if called_by_color(text, position)}


def unpaired(text):
    """Return *text* without who has which side, the side near you, and pieces that are counted."""
    return re.sub(r"\b(Anna|Ben): \w+|White \d+, Black \d+\.", "", text)


@pytest.mark.parametrize(
    ("game", "options"),
    [*((game, {}) for game in GAMES), ("quincy", {"dominoes": "physical"})],
    ids=[*GAMES, "real dominoes"],
)
def test_a_whole_game_calls_its_players_by_name(sitting, game, options):
    sitting.play(game, 3, who=("Anna", "Ben"), **options)
    heard, rng, first = Heard(sitting), random.Random(game), sitting.match.position
    for number in range(6):
        name = ("Anna", "Ben")[sitting.match.position.side]
        assert name in sitting.banner
        heard.listen()
        sitting.move(rng.choice(sitting.match.position.legal_moves()).text)
        assert len(sitting.match.plies) == number + 1
        heard.listen()
    for title in ("Take back", "Offer a draw", "Resign"):
        sitting.tap("Menu")
        sitting.walk_to(title)
        heard.listen()
        sitting.press("confirm")
        heard.listen()
        assert "Anna:" in sitting.banner or "Ben:" in sitting.banner
        sitting.press(*["confirm"] * (title == "Offer a draw"))
        heard.listen()
        sitting.press("back" if title != "Resign" else "confirm")
        heard.listen()
    assert sitting.scene.name == "game over" and "won" in sitting.banner
    sitting.stage.go(to.StartScreen())
    sitting.tap("Records")
    heard.listen()
    line = next(choice for choice in sitting.scene.choices if "Anna" in choice.value)
    assert line.value.startswith("Anna – Ben, 2026-")
    sitting.choose(line.title)
    sitting.wait_until(lambda: sitting.scene.name == "viewer")
    for _ in range(8):
        heard.listen()
        sitting.press("next")
    assert heard.wrong(first) == set()


def test_four_players_are_called_by_name_at_their_seats(sitting):
    sitting.play("quincy", 3, who=NAMES, players=4)
    rng = random.Random(4)
    for ply in range(6):
        side = ("Blue", "Yellow")[ply % 2]
        assert sitting.banner.startswith(f"{NAMES[ply % 4]}'s turn ({side})")
        sitting.move(rng.choice(sitting.match.position.legal_moves()).text)


def test_the_table_is_set_up_with_who_has_which_side(sitting, written):
    sitting.stage.go(to.SetUp(NewMatch(find_game("alquerque"), players=("Anna", "Ben"))))
    sitting.ticks(2)
    lines = written(sitting).splitlines()
    assert "Anna: White" in lines and "Ben: Black" in lines


def test_hints_and_time_are_given_to_who_has_a_name(sitting):
    to_players(sitting)
    name_seat(sitting, "White", "Anna")
    sitting.press("back")
    titles = [choice.title for choice in sitting.scene.choices]
    assert "Hints for Anna" in titles and "Hints for Black" in titles
    sitting.choose("Clock")
    sitting.choose("Your own clock")
    sitting.choose("Both sides")
    sitting.choose("Anna: Main time")
    assert sitting.values()["Anna: Main time"] != sitting.values()["Black: Main time"]
    sitting.press("back", "back")
    sitting.walk_to("Clock")
    assert sitting.note.startswith("Anna: 15 min. Black: 10 min.")


PLACES = [
    (game, size, is_large)
    for game in GAMES
    for size in (LANDSCAPE, PORTRAIT)
    for is_large in (False, True)
    # With large text its racks have no room.
    if not (game == "querni" and is_large)
]


@pytest.mark.parametrize(("game", "size", "is_large"), PLACES)
def test_beside_the_board_players_are_called_by_their_names(sit, rendered, game, size, is_large):
    sitting = sit(config=Config(screen=ScreenConfig(animation=False, large_text=is_large)))
    sitting.play(game, who=NAMES[:2])
    sitting.stage.resize(size)
    paper, table = Paper(size, rendered), sitting.table()
    pen = Pen(paper, sitting.stage.fonts, sitting.stage.theme, sitting.stage.layout)
    table.draw_board(pen, table.standing())
    table.draw_ledges(pen, has_menu=True)
    texts = " ".join(text for text, _ in paper.texts)
    assert {*NAMES[:2]} <= {*re.findall(r"\w+", texts)}
    assert not {*map(find_game(game).side_names.__getitem__, (0, 1))} & {*texts.split()}


def test_a_team_is_called_by_its_color_beside_the_board(sit, rendered):
    sitting = sit()
    sitting.play("quincy", who=NAMES, players=4)
    paper = Paper(LANDSCAPE, rendered)
    pen = Pen(paper, sitting.stage.fonts, sitting.stage.theme, sitting.stage.layout)
    sitting.table().draw_ledges(pen, has_menu=True)
    assert {"Yellow", "Blue"} <= {text for text, _ in paper.texts}

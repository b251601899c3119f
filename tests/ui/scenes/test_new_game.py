import pytest

from companion.contract import Hands, option_text, sites_among
from companion.match.match import NewMatch
from companion.plugins import GAMES
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui import destinations as to
from companion.ui.scenes import new_game
from companion.ui.scenes.new_game import OFFERED_NUMBERS
from companion.ui.scenes.set_up import DEAF_S
from companion.ui.widgets.pen import Pen
from companion.words.game_words import (
    card_text,
    game_title,
    words_of,
)


@pytest.fixture
def options(sitting):
    """A sitting that chooses the rules of a game of Alquerque."""
    sitting.choose("New game")
    sitting.choose("Alquerque")
    return sitting


def test_every_game_is_offered_with_what_it_is_about(sitting):
    sitting.choose("New game")
    assert sitting.scene.entries() == tuple(game_title(name) for name in GAMES)
    notes = set()
    for _ in GAMES:
        notes.add(sitting.note)
        sitting.press("next")
    assert len(notes) == len(GAMES)


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=str)
def test_every_card_is_in_sight_and_shows_players_and_minutes(sit, written, size):
    sitting = sit(size=size)
    sitting.choose("New game")
    lines = written(sitting).splitlines()
    for game in GAMES.values():
        assert game_title(game.name) in lines
        assert card_text(game) in lines
    assert sitting.scene.list.most_scroll == 0
    assert sitting.lines == ["go back", "next game", "start", "choose"]


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=str)
def test_fifteen_games_are_walked_and_scrolled_to(sit, monkeypatch, size):
    # One game under many names: that of a card is looked up by the game itself.
    many = {f"game-{number}": list(GAMES.values())[number % 5] for number in range(15)}
    monkeypatch.setattr(new_game, "GAMES", many)
    sitting = sit(size=size)
    sitting.choose("New game")
    for _ in range(14):
        sitting.press("next")
    view = sitting.scene.list
    assert view.selected == 14
    box = view.entry_box(14)
    assert view.box.y <= box.y < box.bottom <= view.box.bottom + 1
    sitting.press("next")
    assert (view.selected, view.scroll) == (0, 0)
    sitting.click(view.entry_box(1).center)
    assert sitting.scene.name == "options"


def test_the_cursor_begins_on_the_game_begun_last(sitting):
    sitting.play("querni")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("New game")
    assert sitting.chosen == "Querni"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_begins_with_confirm_alone(sitting, name):
    sitting.choose("New game")
    sitting.choose(game_title(name))
    assert sitting.chosen == "Start the game"
    assert sitting.lines[3] == "start"
    sitting.press("confirm", "confirm")
    assert sitting.scene.name == "play"
    assert sitting.match.game.name == name
    assert sitting.match.header.options == GAMES[name].complete(None)


def test_after_a_limit_of_hints_that_is_not_offered_comes_one_that_is(sitting):
    """Only a file that somebody has changed can have one."""
    game = GAMES["alquerque"]
    sitting.library.start(NewMatch(game, hints=(7, None)))
    sitting.stage.go(to.Options(game))
    sitting.choose("Hints for White")
    assert sitting.scene.hints == (None, None)


def test_back_leads_back_step_by_step(options):
    options.press("back")
    assert options.scene.name == "choose game"
    assert options.chosen == "Alquerque"
    options.press("back")
    assert options.scene.name == "start"


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, spec.name) for name in GAMES for spec in GAMES[name].option_specs],
)
def test_every_value_of_every_option_is_reached_by_next_and_confirm(sitting, name, option):
    sitting.choose("New game")
    sitting.choose(game_title(name))
    spec = GAMES[name].spec(option)
    numbers = [number for number in OFFERED_NUMBERS if number in spec.values]
    offered = numbers if isinstance(spec.values, range) else spec.values
    sitting.walk_to(words_of(name).options.title(option))
    seen = set()
    for _ in offered:
        assert sitting.lines[3] == "change"
        sitting.press("confirm")
        seen.add(option_text(sitting.scene.options[option]))
        shown = sitting.values()[words_of(name).options.title(option)]
        assert shown == words_of(name).options.value_title(option, sitting.scene.options[option])
    assert seen == {option_text(value) for value in offered}


@pytest.mark.parametrize(
    ("name", "option"), [(name, spec.name) for name in GAMES for spec in GAMES[name].option_specs]
)
def test_every_option_and_value_of_every_game_is_explained_before_it_begins(sitting, name, option):
    sitting.stage.go(to.Options(GAMES[name]))
    sitting.walk_to(words_of(name).options.title(option))
    notes = set()
    values = GAMES[name].spec(option).values
    for _ in OFFERED_NUMBERS if isinstance(values, range) else values:
        about, meaning = sitting.note.split("\n")
        assert about == words_of(name).options.line(option)
        assert meaning == words_of(name).options.value_line(option, sitting.scene.options[option])
        notes.add(meaning)
        sitting.press("confirm")
    offered = [n for n in OFFERED_NUMBERS if n in values] if isinstance(values, range) else values
    assert len(notes) >= len(offered)


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_the_whole_explanation_is_written_beside_the_list(sit, written, name, size):
    sitting = sit(size=size)
    sitting.stage.go(to.Options(GAMES[name]))
    for _ in sitting.scene.entries():
        if sitting.lines[3] != "change":
            sitting.press("next")
            continue
        first = sitting.note
        while True:
            text = " ".join(written(sitting).split())
            assert " ".join(sitting.note.split()) in text
            sitting.press("confirm")
            if sitting.note == first:
                break
        sitting.press("next")


@pytest.mark.parametrize("preset", GAMES["alquerque"].presets)
def test_every_preset_is_explained_before_the_game_begins(options, preset):
    options.walk_to("Rule set")
    notes = set()
    for _ in GAMES["alquerque"].presets:
        notes.add(options.note)
        options.press("confirm")
    assert words_of("alquerque").options.preset_line(preset) in notes


def test_huffing_switches_compulsory_captures_on_and_goes_with_them(options):
    options.choose("Huffing")
    assert options.values()["Must capture"] == "on"
    options.choose("Must capture")
    assert options.values()["Must capture"] == "off"
    assert options.values()["Huffing"] == "off"


def test_presets_set_their_options_and_keep_who_starts(options):
    options.choose("Who starts")
    starts = options.values()["Who starts"]
    seen = [options.values()["Rule set"]]
    for _ in GAMES["alquerque"].presets:
        options.choose("Rule set")
        seen.append(options.values()["Rule set"])
    assert seen == ["Base rules", "Bell's rules", "Bell's rules, strict", "Base rules"]
    assert options.values()["Who starts"] == starts != "White"


def test_a_mixture_of_ones_own_is_told_and_a_preset_replaces_it(options):
    options.choose("Forward only")
    assert options.values()["Rule set"] == "your own"
    options.choose("Rule set")
    assert options.values()["Rule set"] == "Base rules"


def test_what_differs_from_the_usual_is_told_before_the_game_starts(options):
    options.choose("No return")
    options.walk_to("Start the game")
    assert "No return: on" in options.note
    options.press("confirm")
    assert options.match.header.options["no_return"] is True


def test_a_number_that_is_not_offered_goes_on_to_the_first_offered_one(options):
    options.scene.options["quiet_limit"] = 33
    options.choose("No captures: end after")
    assert options.scene.options["quiet_limit"] == OFFERED_NUMBERS[0]


def test_a_new_game_puts_the_old_one_on_the_shelf(sitting):
    sitting.play()
    sitting.move("c2-c3")
    sitting.hold("back")
    sitting.choose("Back to start")
    sitting.choose("New game")
    sitting.choose("Alquerque")
    sitting.press("confirm", "confirm")
    assert sitting.plies == []
    assert [len(kept.record.plies) for kept in sitting.library.records()] == [1]


def test_games_get_different_seeds(sitting):
    seeds = set()
    for _ in range(3):
        sitting.choose("New game")
        sitting.choose("Alquerque")
        seeds.add(sitting.scene.seed)
        sitting.press("back", "back")
    assert len(seeds) == 3


def test_the_set_up_is_shown_by_its_number_and_shuffled_anew(sitting, written):
    sitting.look()
    sitting.choose("New game")
    sitting.choose("Querni")
    first = sitting.scene.seed
    assert sitting.values()["Setup number"] == str(first)
    shown = picture_of(sitting)
    sitting.walk_to("Setup number")
    assert str(first) in written(sitting)
    assert sitting.lines[3] == "shuffle"
    sitting.press("confirm")
    second = sitting.scene.seed
    assert second != first
    assert sitting.values()["Setup number"] == str(second)
    assert picture_of(sitting) != shown
    sitting.choose("Start the game")
    assert sitting.match.header.seed == second
    assert sitting.match.position == GAMES["querni"].initial(None, second)


def picture_of(sitting):
    """Return the pixels of the board beside the list."""
    sitting.settle()
    box = sitting.stage.layout.info
    part = sitting.surface.subsurface((box.x, box.y, box.w, box.h - 110))
    return bytes(part.copy().get_buffer())


def test_only_a_shuffled_set_up_has_a_number(options):
    assert "Setup number" not in options.scene.entries()


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=str)
def test_all_cards_are_alike(sit, monkeypatch, size):
    """As large and wide, and the texts of each at the same place in it, as large."""
    seen, write = {}, Pen.text

    def noted(pen, text, at, px, *rest, **more):
        seen[text, px] = at
        return write(pen, text, at, px, *rest, **more)

    sitting = sit(size=size)
    sitting.choose("New game")
    view = sitting.scene.list
    boxes = [view.entry_box(number) for number in range(len(GAMES))]
    assert len({(box.x, box.w, box.h) for box in boxes}) == 1
    assert boxes[-1].bottom <= view.box.bottom
    monkeypatch.setattr(Pen, "text", noted)
    sitting.stage.draw(sitting.program.window.screen, sitting.clock.now_s)
    alike = set()
    for game, box in zip(GAMES.values(), boxes, strict=True):
        texts = game_title(game.name), card_text(game)
        alike |= {
            (texts.index(text), px, x - box.x, y - box.y)
            for (text, px), (x, y) in seen.items()
            if text in texts and box.holds(x, y)
        }
    assert len(alike) == 2


# The two ways to begin at once


def test_against_the_computer_begins_at_the_level_played_last_at_first_the_easiest(options):
    assert options.values()["Against the computer"] == "level 1"
    options.choose("Against the computer")
    assert options.scene.name == "set up"
    assert options.scene.show().pointed == "You (White) against the computer, level 1"
    options.press("next", "next", "confirm")
    assert options.match.header.players == ("person", "program level 3")
    options.stage.go(to.Options(GAMES["querni"]))
    assert options.values()["Two people"] == ""
    options.choose("Two people")
    options.press("confirm")
    assert options.match.header.players == ("person", "person")
    options.stage.go(to.Options(GAMES["alquerque"]))
    assert options.values()["Against the computer"] == "level 3"


def test_where_the_computer_cannot_play_the_line_says_why(sitting):
    sitting.stage.go(to.Options(GAMES["quincy"]))
    sitting.ticks(2)
    sitting.choose("Dominoes")
    assert sitting.values()["Dominoes"] == "real dominoes"
    sitting.walk_to("Against the computer")
    assert "computer" in sitting.note and sitting.lines[3] == ""


def touch_first_piece(sitting):
    site = min(sites_among(sitting.match.half.next_touches()), default=None)
    if site is not None:
        sitting.click(sitting.table().site_place(site))


@pytest.mark.parametrize("name", GAMES)
def test_a_touch_of_a_piece_begins_the_game_unless_a_hand_is_covered(sitting, name):
    game = GAMES[name]
    sitting.stage.go(to.SetUp(NewMatch(game, game.complete(None), 1)))
    assert sitting.scene.name == "set up"
    touch_first_piece(sitting)
    assert sitting.scene.name == "set up", "the second tap of two"
    sitting.wait(DEAF_S)
    touch_first_piece(sitting)
    is_hidden = game.hands(game.complete(None)) is Hands.HIDDEN
    assert sitting.scene.name == ("set up" if is_hidden else "play")
    assert bool(sitting.match.half.touches) is not is_hidden


def test_a_touch_of_no_piece_to_move_or_before_the_computer_moves_begins_nothing(sitting):
    game = GAMES["alquerque"]
    for players in (("person", "person"), ("program level 1", "person")):
        sitting.stage.go(to.SetUp(NewMatch(game, game.complete(None), players=players)))
        sitting.wait(DEAF_S)
        for name in ("e5", "a1") if players[0] == "person" else ("c2", "b2"):
            sitting.touch(name)
            assert sitting.scene.name == "set up"
        sitting.press("back")

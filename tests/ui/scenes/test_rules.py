import pytest

from companion.art.marks import Mark
from companion.plugins import GAMES, find_game
from companion.ui import destinations as to
from companion.ui.board.marks import OutlineKind
from companion.ui.scenes.rules import BAR_W, TEXT_SIZE, example_picture
from companion.words.game_words import game_title
from companion.words.pages import rules_pages
from tests.sitting import Sitting, with_screen
from tests.words.variants import variants

SCREENS = [(800, 480), (720, 1280), (1280, 800)]
SMALL = (400, 240)


def open_rules(sitting, name, **options):
    game = find_game(name)
    board = sitting.library.first_position(game).board
    sitting.stage.go(to.Rules(game, game.complete(options), board))
    sitting.ticks(3)
    return sitting


@pytest.fixture
def reading(sitting):
    """A sitting on the first page of the rules of Querni."""
    return open_rules(sitting, "querni")


def page_number(sitting):
    return sitting.scene.at + 1


# Every page


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_no_page_of_any_game_and_option_overflows(tmp_path, size):
    with Sitting(tmp_path / "state", size) as sitting:
        for variant in variants():
            game, options = variant.values
            open_rules(sitting, game.name, **options)
            for page in sitting.scene.pages:
                assert sitting.scene.page is page
                assert sitting.scene.view.most_scroll == 0, (variant.id, page.title)
                sitting.scene.wheel(-1)
            sitting.stage.pop()


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_text_caption_picture_and_buttons_lie_apart(tmp_path, size):
    with Sitting(tmp_path / "state", size) as sitting:
        scene = open_rules(sitting, "alquerque").scene
        text, picture, caption = scene.text_box(), scene.picture_box(), scene.caption_box()
        assert picture.y >= sitting.stage.layout.banner.bottom
        assert min(picture.w, picture.h) >= 300 * sitting.stage.layout.unit
        assert text.right <= picture.x or picture.bottom <= text.y
        assert scene.view.box.bottom <= caption.y < caption.bottom < text.bottom
        for button in sitting.stage.layout.buttons:
            assert text.bottom <= button.y or text.right <= button.x
            assert picture.bottom <= button.y


@pytest.mark.parametrize("name", GAMES)
def test_all_text_of_a_page_is_written(sitting, written, name):
    scene = open_rules(sitting, name).scene
    for page in scene.pages:
        text = " ".join(written(sitting).split())
        assert page.title in text
        for paragraph in page.paragraphs:
            assert paragraph.text in text
            assert paragraph.heading in text
        assert page.example.caption in text
        sitting.press("next")


# Pictures


def picture_of(name, title, **options):
    game = GAMES[name]
    page = next(page for page in rules_pages(game, options) if page.title == title)
    return example_picture(game, page.example)


def names_with(shown, mark):
    board, picture = shown
    return {board.name_of(site) for site, marks in picture.marks.items() if mark in marks}


def test_moves_are_arrows_and_what_is_refused_is_crossed_out():
    shown = picture_of("alquerque", "On your turn: step", forward="on")
    assert names_with(shown, Mark.TARGET) == {"b3", "d3", "b4", "c4", "d4"}
    assert names_with(shown, Mark.ERROR) == {"b2", "c2", "d2"}
    assert len(shown[1].arrows) == 5


def test_captures_knocks_and_huffs_are_marked_as_harm():
    captures = picture_of("alquerque", "On your turn: capture")
    assert names_with(captures, Mark.CAPTURE) == {"c3", "a5"}
    huff = picture_of("alquerque", "Special rule: huffing", compulsory=True, huffing=True)
    assert names_with(huff, Mark.REMOVE) == {"a1"}


def test_a_chain_is_outlined_in_the_order_of_its_numbers():
    board, picture = picture_of("querni", "Removing a chain")
    (chain,) = picture.outlines
    assert chain.kind is OutlineKind.CHAIN
    assert [board.name_of(site) for site in chain.sites] == ["c2", "d3", "e3", "f4"]
    assert names_with((board, picture), Mark.REMOVE) == {"c2", "d3", "e3", "f4"}
    assert picture.arrows == ()


def test_placing_areas_and_immunity_are_shown():
    board, picture = picture_of("quincala-mixing", "Your turn starts with placing")
    assert [outline.kind for outline in picture.outlines] == [OutlineKind.AREA]
    assert set(picture.outlines[0].sites) == board.areas["white"]
    board, picture = picture_of("quincala-mixing", "Special rule: immunity")
    assert picture.immune == {(board.site_of("g7"), 2)}


def test_a_placed_stone_has_the_corners_of_place_here():
    shown = picture_of("quincy", "Your turn")
    assert names_with(shown, Mark.PLACE) == {"35", "53"}


# The ways in and out


def test_the_start_screen_leads_to_the_rules_of_every_game(sitting):
    sitting.choose("Rules")
    assert sitting.scene.entries() == tuple(game_title(name) for name in GAMES)
    for name in GAMES:
        sitting.choose(game_title(name))
        assert (sitting.scene.name, sitting.scene.game.name) == ("rules", name)
        sitting.press("hint")
        assert sitting.scene.name == "choose rules"
    sitting.press("back")
    assert sitting.scene.name == "start"


def test_before_a_game_its_rules_are_those_of_the_options_chosen(sitting):
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.tap("No return")
    sitting.tap("Read the rules")
    assert "Special rule: no return" in [page.title for page in sitting.scene.pages]
    sitting.tap("Hint")
    assert sitting.scene.name == "options"
    assert sitting.values()["No return"] == "on"


def test_during_a_game_its_own_rules_are_read_and_the_lamps_stay(sitting):
    sitting.play("alquerque", quiet_limit=20)
    sitting.move("c2-c3")
    sitting.hold("back")
    board, before = sitting.scene.show().board, sitting.scene.show().picture
    sitting.choose("Help")
    sitting.choose("Read the rules")
    end = next(page for page in sitting.scene.pages if page.title == "End of the game")
    assert "After 20 moves" in end.paragraphs[1].text
    assert sitting.scene.show().picture == before
    assert sitting.scene.show().board is board
    sitting.press("hint", "back", "back")
    assert sitting.plies == ["c2-c3"]


# Turning pages


def test_next_and_back_turn_the_pages_and_back_leaves_the_first_one(reading):
    count = len(reading.scene.pages)
    reading.press("next", "next")
    assert page_number(reading) == 3
    assert reading.banner == f"Querni, page 3 of {count}: press Confirm to go on"
    reading.press("back")
    assert page_number(reading) == 2
    assert reading.lines == ["page back", "next page", "close", "next page"]
    reading.press("back")
    assert reading.lines[0] == "go back"
    reading.press("back")
    assert reading.scene.name == "start"


def test_confirm_reads_to_the_end_and_closes_there(reading):
    count = len(reading.scene.pages)
    numbers = []
    while reading.scene.name == "rules":
        numbers.append(page_number(reading))
        reading.press("confirm")
    assert sorted(set(numbers)) == list(range(1, count + 1))
    assert reading.scene.name == "start"


@pytest.mark.parametrize("page", [1, 3])
def test_hint_closes_from_any_page(reading, page):
    reading.press(*["next"] * (page - 1), "hint")
    assert reading.scene.name == "start"


def test_the_last_page_stays_and_says_how_to_close(reading):
    reading.press(*["next"] * 20)
    assert page_number(reading) == len(reading.scene.pages)
    assert reading.lines == ["page back", "", "", "close"]
    assert reading.banner.endswith(": press Confirm to close")
    reading.press("confirm")
    assert reading.scene.name == "start"


@pytest.mark.parametrize(
    ("across", "along", "number"), [(-200, 10, 3), (200, -10, 1), (-40, 0, 2)]
)
def test_a_swipe_to_the_side_turns_the_page(reading, across, along, number):
    reading.press("next")
    x, y = reading.scene.text_box().center
    reading.mouse_down((x, y))
    reading.mouse_move((x + across, y + along))
    reading.mouse_up((x + across, y + along))
    assert page_number(reading) == number


def test_a_finger_that_goes_up_and_sideways_turns_nothing(reading):
    x, y = reading.scene.text_box().center
    reading.mouse_down((x, y))
    reading.mouse_up((x - 100, y - 90))
    assert page_number(reading) == 1


def test_the_wheel_turns_pages_that_need_no_scrolling(reading):
    reading.turn_wheel(-1)
    assert page_number(reading) == 2
    reading.turn_wheel(1)
    assert page_number(reading) == 1


# Small screens


@pytest.fixture
def small(sit):
    """A sitting on a screen on which the third page of Querni's rules does not fit."""
    sitting = open_rules(sit(size=SMALL), "querni")
    sitting.press("next")
    while page_number(sitting) < 3:
        sitting.press("next")
    assert sitting.scene.has_more
    return sitting


def test_next_reads_a_long_page_to_its_end_before_it_turns_it(small):
    assert small.lines[1] == small.lines[3] == "read on"
    assert small.banner.endswith(": press Confirm to read on")
    seen = [small.scene.view.scroll]
    while small.scene.has_more:
        small.press("next")
        assert page_number(small) == 3
        seen.append(small.scene.view.scroll)
    assert seen == sorted(set(seen))
    small.press("next")
    assert (page_number(small), small.scene.view.scroll) == (4, 0)


def test_no_line_runs_under_the_bar(sit):
    sitting = open_rules(sit(config=with_screen(large_text=True)), "alquerque")
    scene, layout, scrolled = sitting.scene, sitting.stage.layout, 0
    for _ in scene.pages:
        if scene.view.most_scroll > 0:
            scrolled += 1
            size_px = layout.text_px(TEXT_SIZE)
            widths = [
                sitting.stage.fonts.width_px(r.text, size_px, r.is_bold) for r in scene._rows
            ]
            assert max(widths) <= scene.view.box.w - layout.px(BAR_W)
        while scene.has_more:
            sitting.press("next")
        sitting.press("next")
    assert scrolled > 3


def test_finger_and_wheel_scroll_a_long_page(small):
    x, y = small.scene.view.box.center
    small.mouse_down((x, y))
    small.mouse_move((x, y - 30))
    small.mouse_up((x, y - 30))
    assert (page_number(small), small.scene.view.scroll) == (3, 30)
    small.turn_wheel(2)
    assert small.scene.view.scroll == 0
    small.turn_wheel(-1)
    assert small.scene.view.scroll > 0


def test_a_turned_screen_breaks_the_page_anew(reading):
    before = [row.text for row in reading.scene._rows]
    reading.resize((480, 800))
    assert [row.text for row in reading.scene._rows] != before
    assert reading.scene.view.most_scroll == 0

"""The rules for players: nothing left out, no number wrong, every picture legal."""

import itertools
import re
from pathlib import Path

import pytest

from companion.contract import parse_board
from companion.errors import PluginError
from companion.games.quincy.kernel.rules import (
    DECK,
    HAND_SIZE,
    LINE_LENGTH,
    LINES_TO_WIN,
    SIZE,
)
from companion.plugins import GAMES
from companion.testing.rule_checks import check_page
from companion.words.game_words import words_of
from companion.words.names import RulesContext
from companion.words.pages import KEYS, RulesText, rules_pages
from tests.words.variants import offered, variants

every_variant = pytest.mark.parametrize(("game", "options"), list(variants()))


def texts(page):
    head = [page.title, page.example.caption]
    return head + [part for paragraph in page.paragraphs for part in paragraph[:2]]


def text_of(pages):
    return "\n".join(text for page in pages for text in texts(page))


def test_every_game_has_pages_on_aim_set_up_turn_and_end():
    for game in GAMES.values():
        titles = [page.title for page in rules_pages(game)]
        assert titles[:2] == ["Aim", "Setup"]
        assert "End of the game" in titles
        assert "Tips" in titles
        assert any("turn" in title.lower() for title in titles)
        assert len(set(titles)) == len(titles)


@every_variant
def test_the_options_in_force_and_every_other_value_are_told(game, options):
    text, words = text_of(rules_pages(game, options)), words_of(game.name).options
    whole = game.complete(options)
    for spec in game.option_specs:
        value = whole[spec.name]
        assert f"{words.title(spec.name)}: {words.value_title(spec.name, value)}\n" in text
        if isinstance(spec.values, range):
            assert f"from {spec.values[0]} to {spec.values[-1]}" in text
        for other in [value] if isinstance(spec.values, range) else spec.values:
            assert words.value_line(spec.name, other)
            assert words.value_line(spec.name, other) in text
    for name, preset in game.presets.items():
        if game.complete(preset) == whole:
            assert words.preset_line(name) in text


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_means_something_of_its_own(name):
    for spec in GAMES[name].option_specs:
        lines = [words_of(name).options.value_line(spec.name, value) for value in offered(spec)]
        assert all(lines)
        assert len(set(lines)) == len(set(offered(spec)))


@pytest.mark.parametrize(
    ("game", "option", "value", "phrase", "other_phrase"),
    [
        ("alquerque", "compulsory", True, "If you can capture, you must", "Nobody has to capture"),
        ("alquerque", "forward", "on", "never backward", "sideways or backward"),
        ("alquerque", "forward", "captures-free", "even backward", "sideways or backward"),
        ("alquerque", "no_return", True, "Special rule: no return", "may return to"),
        ("alquerque", "quiet_limit", 0, "never ends by itself", "are counted"),
        ("quincala-mixing", "sizes", 5, "your 5 sizes", "your 3 sizes"),
        ("quincy", "players", 4, "Two teams", "One player has the blue"),
        ("quincy", "dominoes", "physical", "You name each domino", "The computer deals"),
        ("querni", "draw_after", 12, "after 12 moves", "after 30 moves"),
        ("querni", "passing", True, "may pass at any time", "You pass only when"),
    ],
)
def test_the_rules_are_told_as_they_are_played(game, option, value, phrase, other_phrase):
    def rules(options):
        pages = rules_pages(GAMES[game], options)
        return text_of(page for page in pages if not page.title.startswith("Options"))

    assert phrase in rules({option: value})
    assert other_phrase not in rules({option: value})
    assert phrase not in rules({})


def test_a_rule_with_a_page_of_its_own_is_told_once_more_under_its_option():
    pages = rules_pages(GAMES["alquerque"], {"compulsory": True, "huffing": True})
    assert text_of(pages).count(words_of("alquerque").options.value_line("huffing", True)) == 1


def numbers_of(game, options):
    """Every number that the pages may say, worked out from the rules and the board."""
    whole = game.complete(options)
    first = game.initial(whole)
    board = first.board
    standing = [piece for tower in first.pieces().values() for piece in tower]
    own = [piece for piece in standing if piece.side == 0]
    sizes = {piece.value for piece in own}
    known = {1, 8, len(board), board.files, board.ranks, len(own), len(sizes)}
    known |= {len(own) // len(sizes)} if sizes else set()
    known |= {len(board.marks)} | {len(area) for area in board.areas.values()}
    for spec in game.option_specs:
        value = whole[spec.name]
        known |= {n for n in (value, *spec.values[:: len(spec.values) - 1]) if type(n) is int}
        known |= {n for n in spec.values if type(n) is int and len(spec.values) < 9}
    if game.name == "quincy":
        known |= {SIZE, HAND_SIZE, LINE_LENGTH, len(DECK), 11, 99, 1, 2, 3, 4}
    return known


@every_variant
def test_every_number_that_is_told_is_that_of_the_rules(game, options):
    known = numbers_of(game, options)
    for page in rules_pages(game, options):
        for paragraph in page.paragraphs:
            # A domino such as 3|5, and what follows it as row and column, are an example.
            plain = re.sub(r"\d\|\d allows[^.]*\.", "", paragraph.text)
            plain = re.sub(r"\d\|\d", "", plain)
            said = {int(digits) for digits in re.findall(r"\d+", plain)}
            assert said <= known, (page.title, said - known)


def test_numbers_in_words_are_those_of_the_rules():
    assert LINES_TO_WIN == 2
    assert "Make two lines" in text_of(rules_pages(GAMES["quincy"]))
    assert "three or more consecutive" in text_of(rules_pages(GAMES["querni"]))


@every_variant
def test_every_picture_shows_what_is_said_and_crosses_out_what_is_refused(game, options):
    for page in rules_pages(game, options):
        check_page(game, page)


@every_variant
def test_pictures_are_played_by_the_options_of_the_game(game, options):
    whole = game.complete(options)
    for page in rules_pages(game, options):
        shown = game.from_text(page.example.position, page.example.board).options
        words = words_of(game.name).options
        assert all(shown[name] == whole[name] for name in whole if not words.is_told_only(name))


@pytest.mark.parametrize("name", GAMES)
def test_what_the_published_rules_leave_open_is_told_as_our_reading(name):
    assert "This is how we read the rules." in text_of(rules_pages(GAMES[name]))


def test_nothing_is_shown_of_the_hands_of_a_game_that_is_played():
    """The picture's deal is one of its own, whatever seed the game has."""
    game = GAMES["quincy"]
    shown = {page.example.position for page in rules_pages(game)}
    assert not any(game.initial(seed=7).to_text() in text for text in shown)


def test_a_board_of_ones_own_is_counted_and_shown():
    game = GAMES["quincala-knocking"]
    own = parse_board(
        'name = "mini-quincala"\nnote = "own"\nrows = ["ooooo", "ooooo"]\n'
        "[setups.start.white]\n2 = ['a1']\n1 = ['b1']\n"
        "[setups.start.black]\n2 = ['a2']\n1 = ['b2']\n",
        "own.toml",
    )
    set_up = rules_pages(game, board=own)[1]
    assert "10 dots" in set_up.paragraphs[0].text
    assert "2 pieces in 2 sizes, 1 of each" in set_up.paragraphs[1].text
    assert set_up.example.board is own


def test_sentences_end_and_titles_do_not():
    for game, page in itertools.chain.from_iterable(
        ((game, page) for page in rules_pages(game)) for game in GAMES.values()
    ):
        assert not page.title.endswith("."), game.name
        assert page.example.caption.endswith(".") != page.title.startswith(("Options", "Tips"))
        assert all(paragraph.text.endswith(".") for paragraph in page.paragraphs)


TOLD = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def pages_of(text, **options):
    """The pages that *text* makes for Alquerque with *options*."""
    game = GAMES["alquerque"]
    whole = game.complete(options)
    subject = RulesContext(whole, game.initial(whole), words_of(game.name).options)
    return RulesText(text, "own/pages.txt").pages(subject, words_of(game.name).position)


def test_every_key_is_told_and_the_example_can_be_read():
    assert [key for key in KEYS if not re.search(rf"`{key}\b", TOLD)] == []
    [example] = re.findall(r"^```\n(page: .*?)^```$", TOLD, re.MULTILINE | re.DOTALL)
    assert "Sliding" in RulesText(example, "docs/adding-a-game.md").messages()


@pytest.mark.parametrize(
    ("condition", "options", "is_shown"),
    [
        ("huffing", {"compulsory": True, "huffing": True}, True),
        ("huffing", {}, False),
        ("not huffing", {}, True),
        ("forward", {"forward": "on"}, True),
        ("forward", {"forward": "off"}, False),
        ("forward=captures-free", {"forward": "captures-free"}, True),
        ("not forward=captures-free", {"forward": "captures-free"}, False),
        ("quiet_limit", {"quiet_limit": 0}, False),
        ("compulsory, not huffing", {"compulsory": True}, True),
        ("compulsory, not huffing", {"compulsory": True, "huffing": True}, False),
    ],
)
def test_a_condition_keeps_a_line_or_a_whole_page(condition, options, is_shown):
    line = f"page: A\nsay: a\nsay if {condition}: b"
    whole = f"page: A\nsay: a\npage if {condition}: B\nsay: b"
    assert [len(page.paragraphs) for page in pages_of(line, **options)] == [1 + is_shown]
    assert len(pages_of(whole, **options)) == 1 + is_shown


def test_a_position_has_the_options_in_use_and_a_page_without_one_shows_the_first():
    text = "page: A\nposition: ...../...../..b../..w../..... w\nmoves: c2xc4\npage: B\ncaption: c."
    shown, first = (page.example for page in pages_of(text, forward="on"))
    assert shown.position == "...../...../..b../..w../..... w forward=on"
    assert (shown.moves, shown.board) == (("c2xc4",), None)
    assert (first.caption, first.board.name) == ("c.", "alquerque")


@pytest.mark.parametrize(
    ("text", "line", "got"),
    [
        ("", 1, "''"),
        ("say: a", 1, "'say'"),
        ("page: A\nsay", 2, "'say'"),
        ("page: A\nsays: a", 2, "'says'"),
        ("page: A\nsay:", 2, "''"),
        ("page: A\nmoves reading: a1", 2, "'moves reading: a1'"),
        ("page: A\nsay if flying: a", 2, "'flying'"),
        ("page: A\nsay if forward=backward: a", 2, "got 'backward'"),
        ("page: A\nsay: {stones}", 2, "'{stones}'"),
        ("page: A\nsay: {", 2, "'{'"),
        ("page: A\nmore: a", 2, "'a'"),
        ("page: A\noption: flying", 2, "'flying'"),
        ("page: A\nrefused: a1", 2, "'a1'"),
        ("page: A\nends: x", 2, "'x'"),
        ("  say: a", 1, "'say: a'"),
    ],
)
def test_a_slip_is_told_with_file_and_line(text, line, got):
    with pytest.raises(PluginError) as caught:
        pages_of(text)
    assert str(caught.value).startswith(f"own/pages.txt:{line}: expected ")
    assert got in str(caught.value)
    assert "\n" not in str(caught.value)

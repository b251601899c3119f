"""A game that brings no words is told all the same, by its rules, its board and its codes."""

import pytest

import companion.plugins
from companion.contract import Fact, Outcome, Piece, Refusal, Token
from companion.engine.reason import Reason
from companion.engine.reasons import reasons_of
from companion.errors import PluginError
from companion.lessons.goals import Miss
from companion.plugins import plugins
from companion.table.steps import set_up_steps
from companion.words.facts import answer_text, facts_text, reason_text
from companion.words.game_words import (
    GameWords,
    game_line,
    game_title,
    off_board_title,
    piece_name,
    preset_of,
    side_name,
    words_of,
)
from companion.words.guide import step_text, tasks_after, tasks_before
from companion.words.hints import line_text, move_text, nudge_text
from companion.words.hints import reason_text as hint_reason_text
from companion.words.lessons import miss_text
from companion.words.pages import rules_pages
from companion.words.program import seat_title, tutor_banner
from companion.words.table import (
    MOST_BANNER_CHARACTERS,
    chosen_note,
    confirm_label,
    focus_name,
    rack_text,
    refusal_text,
    turn_banner,
    turn_note,
)
from companion.words.voice import PLAIN
from tests.words.nine import NINE, PLUGIN

NAME = NINE.name


@pytest.fixture(autouse=True)
def found(monkeypatch):
    """The program finds the game beside its own."""
    every = {**plugins(), NAME: PLUGIN}
    monkeypatch.setattr(companion.plugins, "plugins", lambda: every)
    words_of.cache_clear()
    yield
    words_of.cache_clear()


@pytest.fixture
def start():
    return NINE.initial({"may_skip": True})


def test_it_has_a_title_sides_and_pieces():
    assert game_title(NAME) == "Three in a row"
    assert game_line(NAME) == ""
    assert (side_name(0, NAME), side_name(1, NAME)) == ("Red", "Green")
    assert piece_name(NAME, Piece(1, 1)) == "a Green stone"
    assert rack_text(0, NAME, 2) == "Red: 2 stones left"
    assert off_board_title(NAME) == "Off the board"
    assert words_of(NAME).set_up.line(NINE.complete({}))
    assert seat_title(3, 4, NAME) == "Seat 4 (Green)"
    assert words_of(NAME).set_up.no_program()


def test_its_turn_is_told(start):
    half = start.begin()
    assert PLAIN.who(start) == "Red"
    assert turn_banner(half) == "Red's turn: touch a square"
    assert turn_note(half) == ""
    assert focus_name(start.board, NAME, Token("skip-turn", ())) == "skip turn"
    assert confirm_label(half, Token("skip-turn", ())) == "pick skip turn"
    done = half.touch(4)
    assert turn_banner(done) == "Red's turn: b2. Confirm plays it"
    assert confirm_label(done) == "play it"
    assert tutor_banner(start, PLAIN) == "Sure? Green can win next turn. Confirm, or Back"


def test_no_banner_is_too_long(start):
    halves = [
        start.begin(),
        *(start.begin().extended(touch) for touch in start.begin().next_touches()),
    ]
    assert all(len(turn_banner(half)) <= MOST_BANNER_CHARACTERS for half in halves)


def test_its_codes_are_read_as_words(start):
    sentence = facts_text(
        [Fact("sets-stone", (Piece(0, 1), 4)), Fact("makes-row")], NAME, start.board
    )
    assert sentence == "Sets stone on b2 and makes row."
    assert facts_text([Fact("of-{piece}")], NAME, start.board) == "Of piece."
    assert answer_text([Fact("makes-row")], False, start) == ""
    assert refusal_text(Refusal("square-is-full", (4,)), start) == (
        "That is not possible now: square is full."
    )
    assert refusal_text(Refusal("occupied"), start) == "That square is taken."
    assert reason_text(Outcome(0, "three-in-a-row"), NAME) == "Three in a row."
    assert miss_text(Miss("makes-row"), NAME, set())
    assert hint_reason_text(Reason("makes-fork"), start) == "Makes fork."


def test_a_turn_that_begins_on_an_empty_place_asks_for_one(start):
    assert refusal_text(Refusal("nothing-touched"), start) == "Touch a square first."


def test_its_hints_are_told(start):
    move = start.parse("b2")
    assert nudge_text(start, move) == "Look at b2."
    assert move_text(start, move) == "Play b2."
    assert nudge_text(start, start.parse("skip")) == "Look at skip turn."
    assert move_text(start, start.parse("skip")) == "Play skip turn."
    assert line_text(start, [move]) == "Expected: 1. b2."
    assert chosen_note(start.half_move(move)) == "Sets stone on b2."
    for reason in reasons_of(start, move):
        assert hint_reason_text(reason, start)


def test_its_options_and_presets_are_told():
    options = words_of(NAME).options
    for spec in NINE.option_specs:
        assert options.title(spec.name)[0].isupper()
        for value in spec.values[:2]:
            assert options.value_title(spec.name, value)
            assert options.line(spec.name)
    assert options.title("opener") == "Who starts"
    assert options.value_title("opener", "green") == "Green"
    assert options.value_line("opener", "green") == "Green goes first."
    assert options.value_title("stone_shape", "eight-sided") == "eight sided"
    assert options.value_line("stone_shape", "eight-sided") == ""
    pages = rules_pages(NINE, NINE.complete({}))
    (shape,) = [p for page in pages for p in page.paragraphs if p.heading.startswith("Stone")]
    assert shape.text == ""
    asides = [p.text for page in pages for p in page.paragraphs if p.is_aside]
    assert 'Or "eight sided".' in asides
    assert options.preset_title("quick-game") == "Quick game"
    assert options.preset_line("quick-game") == "May skip: on, Most turns: 9."
    chosen = NINE.complete({"may_skip": True, "most_turns": 9, "opener": "coin"})
    assert preset_of(NINE, chosen) == "quick-game"


@pytest.mark.parametrize("options", [{}, {"may_skip": True, "opener": "coin"}], ids=str)
def test_it_has_pages_of_rules(options):
    pages = rules_pages(NINE, options)
    assert [page.title for page in pages][:2] == ["Setup", "Your turn"]
    assert all(page.title and page.paragraphs and page.example.position for page in pages)
    assert all(
        paragraph.text or paragraph.heading for page in pages for paragraph in page.paragraphs
    )


def test_its_table_is_set_up(start):
    assert tasks_before(start) == tasks_after(start) == ()
    (step,) = set_up_steps({4: (Piece(0, 1),)}, start.board)
    assert step_text(step, NAME, start.board) == "Set up: Red, 1 stone"


def test_words_that_are_none_are_refused(monkeypatch):
    plugin = PLUGIN.__class__("tests.words", rules="nine:NINE", words="nine:BOARD")
    monkeypatch.setattr(companion.plugins, "plugins", lambda: {NAME: plugin})
    with pytest.raises(PluginError, match="nine:BOARD to be a GameWords"):
        words_of(NAME)


def test_every_shipped_game_brings_words_of_its_own():
    for name, plugin in plugins().items():
        assert plugin.load(plugin.words, GameWords) is words_of(name)

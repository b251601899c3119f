import threading

import pygame
import pytest

from companion.art.marks import Mark
from companion.config.values import Settings
from companion.testing.screen_checks import PORTRAIT
from companion.ui.board.motion import LEG_S
from companion.ui.play.moves import moves_from
from companion.ui.play.turn import REFUSAL_S, SHAKE_S
from tests.sitting import with_screen
from tests.ui.begun_games import middle_game

QUINCALA = "quincala-knocking"
BESIDE_THE_BOARD = (1, 60)


@pytest.fixture
def game(sitting):
    """A sitting at the beginning of a game of Alquerque."""
    sitting.play()
    return sitting


# Touching a move


def test_the_banner_says_whose_turn_it_is_and_what_to_do(game):
    assert game.banner == "White's turn: touch a piece to move"
    game.touch("c2")
    assert game.banner == "White's turn: touch where it goes"
    game.touch("c3")
    assert game.banner == "White's turn: c2 to c3. Confirm plays it"
    game.press("confirm")
    assert game.banner == "Black's turn: touch a piece to move"
    assert game.plies == ["c2-c3"]


def test_movable_pieces_and_then_their_targets_are_marked_on_screen_and_by_lamps(game):
    assert game.marked(Mark.MOVABLE) == {"b2", "c2", "d2", "d3"}
    game.touch("c2")
    assert game.marked(Mark.TARGET) == {"c3"}
    assert game.scene.show().picture.lifted.site == game.scene.show().board.site_of("c2")
    light = game.stage.lamps.light_for(game.scene.show().board)
    c3 = light.lamps[game.scene.show().board.site_of("c3")]
    assert game.leds.frame[3 * c3 : 3 * c3 + 3] == bytes([0, 80, 48])


def test_a_capture_is_marked_apart_and_told(game):
    game.move("c2-c3")
    game.touch("c4")
    assert game.marked(Mark.CAPTURE) == {"c2"}
    assert "ring with ticks" in game.note
    game.touch("c2")
    game.press("confirm")
    assert game.note == "Black's last move: captures a white piece on c3."


def test_touching_the_lifted_piece_lays_it_down_and_another_one_takes_its_place(game):
    game.touch("c2")
    game.touch("c2")
    assert game.match.half.touches == ()
    game.touch("c2")
    game.touch("d2")
    assert game.match.half.touches == (game.scene.show().board.site_of("d2"),)


def test_a_side_that_knocks_a_piece_of_its_own_is_warned_until_it_confirms(sit):
    sitting = sit()
    middle_game(sitting)
    sitting.begin_move("h3-g4xg2-f1")
    assert sitting.note == "Careful: this knocks a piece of your own."
    sitting.press("back", "back")
    assert "Careful" not in sitting.note


def test_back_always_tells_how_to_come_to_the_menu(game):
    game.touch("c2")
    assert [label.held for label in game.stage.labels()] == ["menu", "", "moves", ""]
    game.stage.change(Settings(speak_everything=True))
    assert not game.stage.labels()[0].held, "then holding Back says the last sentence again"


def test_only_a_whole_move_can_be_confirmed(game):
    assert game.lines == ["", "next place", "help me", ""]
    game.touch("c2")
    assert game.lines[0] == "undo touch"
    assert game.filled == [False] * 4
    game.touch("c3")
    assert game.lines[3] == "play it"
    assert game.filled == [False, False, False, True]


def test_a_move_that_may_go_on_can_be_stopped(sitting):
    sitting.play(QUINCALA)
    sitting.begin_move("a2-b3")
    assert sitting.lines[3] == "stop here"
    assert sitting.banner == "White's turn: touch a dot, or Confirm to stop here"
    assert "You may go on: 1 step in any" in sitting.note
    sitting.press("confirm")
    assert sitting.plies == ["a2-b3"]


def test_back_undoes_one_touch_at_a_time(sitting):
    sitting.play(QUINCALA)
    sitting.begin_move("a2-b3-c4")
    for left in (2, 1, 0):
        sitting.press("back")
        assert len(sitting.match.half.touches) == left


def test_a_huff_is_offered_and_made_by_one_touch(sitting):
    sitting.play(compulsory=True, huffing=True)
    sitting.move("d3-c3", "d4-d3")
    assert sitting.banner == "White's turn: touch a piece to move, or one to huff"
    assert sitting.marked(Mark.CAPTURE) == {"b3"}
    sitting.touch("b3")
    sitting.press("confirm")
    assert sitting.plies[-1] == "huff b3"
    assert sitting.note == "White's last move: huffs a black piece on b3."


# Refusals


def test_a_refused_touch_says_why_and_marks_the_place(game):
    game.touch("a1")
    assert game.note == "This piece cannot move anywhere."
    assert game.scene.show().is_alarming
    assert game.marked(Mark.ERROR) == {"a1"}
    assert game.match.half.touches == ()


def test_a_refusal_names_what_would_be_allowed(sitting):
    sitting.play(compulsory=True)
    sitting.move("c2-c3")
    sitting.touch("d4")
    assert sitting.note == "You must capture: c4 can."


def test_a_refusal_stays_for_a_while_and_goes(game):
    game.touch("a1")
    game.wait(REFUSAL_S - 0.2)
    assert game.marked(Mark.ERROR) == {"a1"}
    game.wait(0.4)
    assert game.note == ""
    assert game.marked(Mark.ERROR) == set()


@pytest.mark.parametrize("by", ["touch", "walk", "list"])
def test_whatever_comes_next_takes_a_refusal_away(game, by):
    game.touch("a1")
    if by == "touch":
        game.touch("c2")
    else:
        {"walk": game.press, "list": game.hold}[by]({"walk": "next", "list": "hint"}[by])
    assert game.marked(Mark.ERROR) == set()
    assert not game.scene.show().is_alarming


def test_a_refused_place_shakes_only_while_motion_is_on(sit):
    sitting = sit(config=with_screen(animation=True))
    sitting.play()
    sitting.touch("a1")
    shaking = sitting.scene.show().picture.shaking
    assert shaking[0] == sitting.scene.show().board.site_of("a1")
    assert 0 < shaking[1] < 1
    sitting.wait(SHAKE_S)
    assert sitting.scene.show().picture.shaking is None
    still = sit(config=with_screen(animation=False))
    still.play()
    still.touch("a1")
    assert still.scene.show().picture.shaking is None


def test_a_touch_beside_the_board_does_nothing(game):
    stamp = game.match.stamp
    game.click(BESIDE_THE_BOARD)
    game.click(game.stage.layout.moves.center)
    assert game.match.stamp == stamp
    assert game.note == ""


@pytest.mark.parametrize(
    ("touches", "note"), [((), "Touch a piece first."), (("c2",), "The move is not finished yet.")]
)
def test_a_confirm_with_nothing_to_confirm_says_so(game, touches, note):
    for name in touches:
        game.touch(name)
    game.press("confirm")
    assert game.note == note
    assert game.plies == []


def test_there_is_nothing_to_take_back_at_the_beginning(game):
    game.press("back")
    assert game.note == "There is no move to take back."


# The buttons alone


def walk(game, button="next", steps=10) -> list[str]:
    names = []
    for _ in range(steps):
        game.press(button)
        focus = game.scene.turn.cursor.focus
        names.append(game.scene.show().board.name_of(focus) if focus is not None else "-")
    return names


def test_next_walks_over_all_that_may_be_touched_and_starts_over(game):
    assert walk(game, steps=5) == ["b2", "c2", "d2", "d3", "b2"]
    assert game.marked(Mark.FOCUS) == {"b2"}


def test_the_cursor_stops_at_nothing_too_once_the_move_may_be_confirmed(sitting):
    sitting.play(QUINCALA)
    sitting.begin_move("a2-b3")
    names = walk(sitting, steps=len(sitting.match.half.next_touches()) + 2)
    assert names[-2] == "-"
    assert names[-1] == names[0]


def test_the_arrow_keys_walk_both_ways(game):
    game.key(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT)
    assert game.marked(Mark.FOCUS) == {"b2"}
    game.key(pygame.K_LEFT)
    assert game.marked(Mark.FOCUS) == {"d3"}


def test_confirm_takes_what_the_cursor_is_on_and_back_takes_the_cursor_away(game):
    game.walk_to_site("c2")
    assert game.lines == ["cursor off", "next place", "help me", "pick c2"]
    assert game.filled == [False] * 4
    game.press("back")
    assert game.scene.turn.cursor.focus is None
    assert game.match.half.touches == ()
    game.walk_to_site("c2")
    game.press("confirm")
    assert game.match.half.touches == (game.scene.show().board.site_of("c2"),)
    assert game.scene.turn.cursor.focus is None


def test_the_note_tells_what_the_touch_under_the_cursor_would_do(game):
    game.move("c2-c3")
    game.touch("c4")
    game.press("next")
    assert game.note == "Captures a white piece on c3."


@pytest.mark.parametrize(
    ("game_name", "plies"),
    [
        ("alquerque", ["c2-c3", "c4xc2", "d3-c3", "c2xc4"]),
        (QUINCALA, ["a2-b3-c4-c3", "a8-b7-c6xd7", "b1-c2-d3-c4"]),
    ],
)
def test_a_game_is_played_by_the_four_buttons_alone(sitting, game_name, plies):
    sitting.play(game_name)
    for text in plies:
        for site in sitting.match.position.parse(text).touches:
            sitting.walk_to_site(sitting.scene.show().board.name_of(site))
            sitting.press("confirm")
        sitting.press("confirm")
    assert sitting.plies == plies


def test_a_game_is_played_by_the_keyboard_alone(game):
    for site in game.match.position.parse("c2-c3").touches:
        while game.scene.turn.cursor.focus != site:
            game.key(pygame.K_TAB)
        game.key(pygame.K_RETURN)
    game.key(pygame.K_SPACE)
    assert game.plies == ["c2-c3"]
    game.key(pygame.K_m)
    assert game.scene.name == "game menu"


def test_a_touch_takes_the_cursor_away(game):
    game.press("next")
    game.touch("c2")
    assert game.scene.turn.cursor.focus is None


# Taking back


def test_who_takes_back_asks_by_that_and_the_other_side_has_to_agree(game):
    game.move("c2-c3")
    assert game.lines[0] == "take back"
    game.press("back")
    assert game.note == "This takes back the last move: c2 to c3."
    assert game.lines == ["no", "", "", "yes"]
    assert game.filled == [False, False, False, True]
    assert game.banner == "Black: allow the take-back? Confirm, or Back"
    assert game.plies == ["c2-c3"]
    game.press("confirm")
    assert game.plies == []
    assert game.banner == "Move a white piece from c3 to c2, then Confirm"
    assert game.lines[2:] == ["", "it's right"]
    game.press("hint")
    assert game.note == "First set the board right, then press Confirm."
    assert game.scene.hint.step is None and game.lines[3] == "it's right"
    game.press("confirm")
    assert game.banner == "White's turn: touch a piece to move"
    assert game.lines[2] == "help me"


def test_a_take_back_can_be_declined(game):
    game.move("c2-c3")
    game.press("back", "back")
    assert game.match.question is None
    assert game.plies == ["c2-c3"]
    assert game.note == "Black did not allow the take-back."


def test_while_a_question_is_open_nothing_can_be_touched_and_nothing_is_marked(game):
    game.move("c2-c3")
    game.press("back")
    assert game.scene.show().picture.marks == {}
    game.touch("c4")
    assert game.note == "Answer the question first."
    game.press("next", "hint")
    assert game.scene.turn.cursor.focus is None
    assert game.scene.moves is None
    assert game.match.question is not None


def test_after_a_take_back_the_table_is_told_to_change(game):
    game.move("c2-c3", "c4xc2")
    game.press("back", "confirm")
    assert game.marked(Mark.PLACE) == {"c3", "c4"}
    assert game.marked(Mark.REMOVE) == {"c2"}
    note = (
        "Taken back: c4 over c3 to c2. Move a black piece from c2 to c4. Put a white piece on c3."
    )
    assert game.note.startswith(note)
    game.touch("c4")
    assert game.marked(Mark.PLACE) == set()


def test_the_cursor_shows_after_a_take_back_too(game):
    game.move("c2-c3")
    game.press("back", "confirm", "next")
    assert game.marked(Mark.FOCUS) == {"b2"}


# All moves


@pytest.fixture
def listed(game):
    """A sitting with the list of all moves open."""
    game.hold("hint")
    game.settle()
    return game


def test_hint_held_opens_the_list_of_all_moves_with_arrows(listed):
    assert listed.scene.entries() == ("b2-c3", "c2-c3", "d2-c3", "d3-c3")
    assert len(listed.scene.show().picture.arrows) == 4
    assert listed.banner == "4 legal moves: choose one"
    assert listed.lines == ["close list", "next move", "close list", "close list"]
    assert not listed.scene.show().has_menu


def test_the_list_takes_the_cursor_away(game):
    game.press("next")
    game.hold("hint")
    game.press("hint")
    assert game.scene.turn.cursor.focus is None


@pytest.mark.parametrize("how", ["hint", "back", "confirm"])
def test_the_list_closes_again(listed, how):
    listed.press(how)
    assert listed.scene.moves is None
    assert listed.plies == []
    assert listed.match.half.touches == ()


def test_a_long_back_closes_the_list_and_opens_the_menu(listed):
    listed.hold("back")
    assert listed.scene.name == "game menu"
    listed.press("back")
    assert listed.scene.moves is None


def test_next_walks_the_list_shows_each_move_alone_and_stops_at_all_of_them(listed):
    seen = []
    for _ in range(5):
        listed.press("next")
        seen.append(listed.scene.moves.chosen and listed.scene.moves.chosen.text)
    assert seen == ["b2-c3", "c2-c3", "d2-c3", "d3-c3", None]
    listed.key(pygame.K_UP)
    assert listed.banner == "This move: d3 to c3. Confirm uses it"
    assert [arrow.is_strong for arrow in listed.scene.show().picture.arrows] == [True]
    assert listed.note == "This move takes nothing off the board."
    assert listed.lines[3] == "use it"


def test_a_chosen_move_is_laid_out_to_be_made_and_not_yet_committed(listed):
    listed.press("next", "confirm")
    assert listed.scene.moves is None
    assert listed.plies == []
    assert listed.banner == "White's turn: b2 to c3. Confirm plays it"
    listed.press("confirm")
    assert listed.plies == ["b2-c3"]


@pytest.mark.parametrize("size", [(800, 480), PORTRAIT])
def test_a_finger_chooses_a_move_to_look_at_and_confirm_takes_it(sit, size):
    sitting = sit(size=size)
    sitting.play()
    sitting.hold_on_screen("Hint")
    sitting.settle()
    sitting.tap("d2-c3")
    assert sitting.scene.moves.chosen.text == "d2-c3"
    sitting.tap("Confirm")
    sitting.tap("Confirm")
    assert sitting.plies == ["d2-c3"]


def test_the_list_scrolls_and_a_drag_chooses_nothing(sitting):
    sitting.play(QUINCALA)
    sitting.hold("hint")
    sitting.settle()
    view = sitting.scene.moves.view
    x, y = view.box.center
    sitting.mouse_down((x, y))
    sitting.mouse_move((x, y - 90))
    sitting.mouse_up((x, y - 90))
    assert view.scroll == 90
    assert view.selected is None
    sitting.turn_wheel(-1)
    assert view.scroll > 90


def test_the_list_takes_the_notes_place_until_a_move_is_chosen_or_something_is_told(sitting):
    sitting.play("quincala-knocking")
    sitting.hold("hint")
    sitting.settle()
    layout, view = sitting.stage.layout, sitting.scene.moves.view
    assert view.box.bottom == layout.note.bottom
    sitting.press("next", "confirm")
    assert sitting.scene.moves.group is not None
    assert view.box.bottom == layout.note.bottom
    sitting.press("next")
    assert view.box.bottom == layout.moves.bottom
    sitting.key(pygame.K_UP)
    assert view.box.bottom == layout.note.bottom
    sitting.tap(sitting.scene.entries()[-1])
    assert view.box.bottom == layout.moves.bottom
    assert view.selected in view.visible()
    sitting.press("back")
    assert view.box.bottom == layout.note.bottom
    sitting.scene.turn.refuse("Too late.")
    sitting.ticks(2)
    assert view.box.bottom == layout.moves.bottom


FIGHT_OVER_ONE_DOT = (
    "h1-g2-f3-f4", "b9-c8-d7-e6", "b1-c2-d3-e4", "c8-d7-e6-e5", "g2-f3-f4xe5", "h9-g8-f7-e6xe5",
    "i2-h3-g4-f4xe5", "i8-h7-g6-f7-e6xe5", "c2-d3-e4xe5",
)  # fmt: skip


@pytest.mark.parametrize("size", [(800, 480), PORTRAIT])
@pytest.mark.parametrize("start", ["a8", "g8"])
def test_no_move_of_a_list_is_much_smaller_than_the_others(sit, sizes_px, size, start):
    sitting = sit(size=size)
    sitting.play(QUINCALA)
    sitting.move(*FIGHT_OVER_ONE_DOT)
    sitting.hold("hint")
    sitting.settle()
    sitting.tap(start)
    seen, count = set(), len(sitting.scene.entries())
    for _ in range(count):
        sitting.stage.draw(sitting.program.window.screen, 0.0)
        sitting.turn_wheel(-1)
        seen |= {sizes_px[text] for text in sitting.scene.entries() if text in sizes_px}
    assert max(seen) - min(seen) <= 2
    assert min(seen) >= 13


def test_touching_the_board_closes_the_list_and_touches(listed):
    listed.touch("c2")
    assert listed.scene.moves is None
    assert listed.match.half.touches == (listed.scene.show().board.site_of("c2"),)


def test_a_begun_turn_lists_only_what_goes_on_from_it(sitting):
    sitting.play(QUINCALA)
    sitting.begin_move("a2-b3")
    sitting.hold("hint")
    sitting.settle()
    assert sitting.scene.entries()
    assert all(text.startswith("a2-b3") for text in sitting.scene.entries())
    starts = {arrow.start for arrow in sitting.scene.show().picture.arrows}
    assert starts == {sitting.scene.show().board.site_of("b3")}


def test_the_screen_lives_while_moves_are_worked_out(game, monkeypatch):
    there = moves_from(game.match.half)
    gate = threading.Event()
    monkeypatch.setattr(
        "companion.ui.play.moves.moves_from", lambda half, tell: gate.wait() and there
    )
    game.hold("hint")
    assert game.banner == "Finding all moves…"
    assert game.lines[3] == "close list"
    game.press("next", "confirm")
    assert game.plies == []
    game.hold("hint")
    gate.set()
    game.wait_until(game.scene.entries)
    assert game.scene.entries() == tuple(move.text for move in there.every.moves)


# Motion


def test_a_piece_glides_along_its_leg_and_arrives(sit):
    sitting = sit(config=with_screen(animation=True))
    sitting.play()
    sitting.touch("c2")
    assert sitting.scene.show().picture.flights == ()
    sitting.touch("c3")
    picture = sitting.scene.show().picture
    (flight,) = picture.flights
    board = sitting.scene.show().board
    assert (board.name_of(flight.start), board.name_of(flight.end)) == ("c2", "c3")
    assert board.site_of("c3") not in picture.placement
    sitting.wait(LEG_S)
    assert sitting.scene.show().picture.flights == ()


def test_a_move_from_the_list_glides_leg_by_leg(sit):
    sitting = sit(config=with_screen(animation=True))
    sitting.play(QUINCALA)
    sitting.hold("hint")
    sitting.settle()
    sitting.tap("a2-b3-c4")
    sitting.key(pygame.K_RETURN)
    seen = set()
    for _ in range(60):
        for flight in sitting.scene.show().picture.flights:
            seen.add((flight.start, flight.end))
        sitting.ticks(1)
    site = sitting.scene.show().board.site_of
    assert seen == {(site("a2"), site("b3")), (site("b3"), site("c4"))}


def test_motion_holds_nothing_up(sit):
    sitting = sit(config=with_screen(animation=True))
    sitting.play()
    sitting.begin_move("c2-c3")
    sitting.press("confirm")
    assert sitting.plies == ["c2-c3"]


def test_nothing_glides_when_motion_is_off(game):
    game.begin_move("c2-c3")
    assert game.scene.show().picture.flights == ()


# The board


@pytest.mark.parametrize(("view", "is_low"), [("first", True), ("second", False)])
def test_the_chosen_side_of_the_board_is_near_and_touches_follow(sit, view, is_low):
    sitting = sit(config=with_screen(view=view))
    sitting.play()
    assert (sitting.place("c2")[1] > sitting.place("c4")[1]) == is_low
    sitting.move("c2-c3")
    assert sitting.plies == ["c2-c3"]


def test_the_side_to_move_can_always_be_near(sit):
    sitting = sit(config=with_screen(view="mover"))
    sitting.play()
    assert sitting.place("a1")[1] > sitting.place("a5")[1]
    sitting.move("c2-c3")
    assert sitting.place("a1")[1] < sitting.place("a5")[1]
    sitting.move("c4xc2")
    assert sitting.plies == ["c2-c3", "c4xc2"]


# The end


def test_a_position_that_stands_for_the_third_time_makes_the_program_ask(sitting):
    sitting.play(QUINCALA)
    for _ in range(2):
        sitting.move("c4-c5", "c6-b6", "c5-c4", "b6-c6")
    assert sitting.banner == "White: agree to a draw? Confirm, or Back"
    assert "third time" in sitting.note
    sitting.press("confirm")
    assert sitting.banner == "Black: agree to a draw? Confirm, or Back"
    sitting.press("confirm")
    assert sitting.scene.name == "game over"
    assert sitting.banner == "The game is a draw"


def test_declining_the_draw_goes_on_with_the_game(sitting):
    sitting.play(QUINCALA)
    for _ in range(2):
        sitting.move("c4-c5", "c6-b6", "c5-c4", "b6-c6")
    sitting.press("back")
    assert sitting.scene.name == "play"
    sitting.move("c4-c5")
    assert len(sitting.plies) == 9


def test_the_setting_brings_notation_back_into_sentences(sitting):
    sitting.stage.change(Settings(notation=True))
    sitting.play("alquerque")
    sitting.touch("c2")
    sitting.touch("c3")
    assert sitting.banner == "White's turn: c2-c3. Confirm plays it"
    sitting.press("confirm")
    sitting.press("back")
    assert "c2-c3" in sitting.note

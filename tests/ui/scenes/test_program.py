"""The program as a player on screen: thinking, its move made leg by leg, offers, faults."""

import json
import random
import sys

import pygame
import pytest

from companion.art.marks import Mark
from companion.config.values import Settings
from companion.engine.limits import Limits
from companion.engine.service import Engine
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES, find_game
from companion.scripting.fingers import BRIGHT_PHASE
from companion.scripting.scripted import read_lamps
from companion.storage.record import record_of, record_text
from companion.ui import destinations as to
from companion.ui.board.motion import GOES_ROUND_S
from companion.ui.lamps import STEPS_PER_S, step_at
from companion.ui.play import program_player
from companion.ui.play.computer import LEG_SHOWN_S, MADE_SHOWN_S, PACES_S, SHOWN_S
from companion.ui.scenes.gif import rgb_of
from companion.words.program import Hand, level_line, level_title
from tests.search_process import pid_of
from tests.sitting import with_screen

BLACK = ("person", "program level 3")
WHITE = ("program level 3", "person")
BOTH = ("program level 2", "program level 5")
QUINCY = find_game("quincy")


@pytest.fixture(autouse=True)
def _few_nodes(monkeypatch):
    """Bound the search by nodes, so that the same moves come on every machine."""
    limits = {"nodes": 60, "time_s": 30}
    monkeypatch.setattr(program_player, "limits_of", lambda level: Limits(level=level, **limits))
    monkeypatch.setattr(program_player, "CONSIDERING", Limits(**limits))


def lamps(sitting):
    """The role of each lit lamp, read from the bytes that the grid was sent."""
    sitting.ticks(2)
    sitting.wait_until(lambda: step_at(sitting.clock.now_s) % STEPS_PER_S == BRIGHT_PHASE)
    board = sitting.scene.show().board
    reading = read_lamps(sitting.leds.frame, board, sitting.stage.lamps.light_for(board), bytes)
    assert not reading.strays
    return reading.roles


def person_moves(sitting, chance, by_buttons):
    """Make any move for the person, by touch or by the buttons alone."""
    move = chance.choice(sitting.match.position.legal_moves())
    if not by_buttons:
        sitting.move(move.text)
        return
    for touch in move.touches:
        sitting.walk_to_site(sitting.scene.show().board.name_of(touch))
        sitting.press("confirm")
    sitting.press("confirm")


def carry(sitting, by_buttons=True):
    """Make the program's move for it, each leg held against the lamps; return its text."""
    scene, board = sitting.scene, sitting.scene.show().board
    text = scene.match.half.move.text
    assert len(sitting.banner) <= 60
    for number, leg in enumerate(scene.front.legs, 1):
        roles = lamps(sitting)
        names = {site: board.name_of(site) for site in range(len(board))}
        if leg.start is not None:
            assert roles.pop(names[leg.start]) == "selected"
        if leg.end is not None:
            assert roles.pop(names[leg.end]) in ("target", "capture", "place-here")
        assert roles == {names[site]: "remove-from-here" for site in leg.taken if site != leg.end}
        assert (sitting.lines[3], sitting.filled[3]) == ("done", True)
        if not by_buttons and leg.site is not None:
            sitting.touch(names[leg.site])
        elif number < len(scene.front.legs):
            sitting.press("next")
    plies = len(sitting.match.plies)
    assert sitting.scene is scene, "nothing is committed before Confirm"
    sitting.press("confirm")
    assert len(sitting.match.plies) == plies + 1
    return text


def program_moves(sitting, by_buttons=True):
    sitting.ticks(3)
    assert sitting.scene.name == "program"
    assert "thinking…" in sitting.banner
    sitting.wait_for_search()
    return carry(sitting, by_buttons)


# Whole games


@pytest.mark.parametrize(
    ("name", "by_buttons"),
    [
        pytest.param("alquerque", False, id="alquerque-touch"),
        pytest.param("quincala-knocking", True, id="quincala-knocking-buttons"),
        # Each game and each way is in one of those.
        pytest.param("alquerque", True, id="alquerque-buttons", marks=pytest.mark.slow),
        pytest.param(
            "quincala-knocking", False, id="quincala-knocking-touch", marks=pytest.mark.slow
        ),
    ],
)
def test_a_whole_game_is_played_against_the_program(sitting, name, by_buttons):
    chance = random.Random(f"{name} {by_buttons}")
    sitting.play(name, 5, BLACK)
    match = sitting.match
    made = []
    while match.outcome is None and len(match.plies) < 60:
        person_moves(sitting, chance, by_buttons)
        if match.outcome is not None or match.question is not None:
            break
        made.append(program_moves(sitting, by_buttons))
        if sitting.match.question is not None:
            break
    assert made == [ply.move.text for ply in match.plies if ply.side == 1]
    assert not any(ply.is_hinted for ply in match.plies)
    if match.outcome is not None:
        assert sitting.scene.name == "game over"
        [shelved] = sitting.library.records()
        assert shelved.record.players == BLACK


@pytest.mark.parametrize("name", GAMES)
def test_the_program_begins_and_its_first_move_is_carried_out_in_every_game(sitting, name):
    sitting.play(name, 5, WHITE)
    text = program_moves(sitting)
    assert sitting.plies == [text]
    assert sitting.scene.name == "play"


def test_a_move_of_many_legs_in_mixing_can_be_carried_out(sitting):
    chance = random.Random(8)
    sitting.play("quincala-mixing", 5, BLACK, sizes=3)
    for _ in range(6):
        while sitting.match.position.side == 0:
            sitting.match.propose(chance.choice(sitting.match.position.legal_moves()))
            sitting.match.confirm(sitting.match.stamp)
            sitting.ticks(2)
        while sitting.match.position.side == 1 and sitting.match.outcome is None:
            program_moves(sitting)
            sitting.ticks(2)
    assert len(sitting.match.plies) >= 12


def test_it_thinks_on_screen_for_a_moment_even_if_it_is_quick(sitting):
    sitting.play(who=WHITE)
    sitting.ticks(2)
    began = sitting.clock.now_s
    while sitting.scene.show().is_thinking:
        assert sitting.marked(Mark.TARGET) == set()
        sitting.ticks(1)
        pygame.time.wait(3)
    assert sitting.clock.now_s - began >= SHOWN_S - 0.1


def test_next_looks_at_the_legs_and_one_confirm_makes_all_of_them(sitting):
    start = find_game("quincala-knocking").initial()
    after = start.play(start.parse("a2-b3-c4-c3"))
    with_search(sitting, answering(position=after.to_text(), line=["h9-g8-h8"]))
    sitting.play("quincala-knocking", 5, BLACK)
    sitting.move("a2-b3-c4-c3")
    sitting.wait_for_search()
    legs = len(sitting.scene.front.legs)
    assert legs == 2
    assert sitting.banner == "The computer moves from h9 via g8 to h8"
    first = sitting.note
    assert first.endswith("Leg 1 of 2: h9 to g8. It makes a tower on g8.")
    assert sitting.lines == ["undo move", "next leg", "", "done"]
    sitting.press("next")
    assert "Leg 2 of 2: g8 to h8." in sitting.note
    sitting.press("next")
    assert sitting.note == first
    sitting.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert "Leg 2 of 2" in sitting.note
    sitting.press("next")
    assert len(sitting.match.plies) == 1
    sitting.press("confirm")
    assert len(sitting.match.plies) == 2


@pytest.fixture
def two_legs(sit):
    """The computer's move of two legs, from h9 via g8 to h8, with motion."""
    sitting = sit(config=with_screen(animation=True))
    start = find_game("quincala-knocking").initial()
    after = start.play(start.parse("a2-b3-c4-c3"))
    with_search(sitting, answering(position=after.to_text(), line=["h9-g8-h8"]))
    sitting.play("quincala-knocking", 5, BLACK)
    sitting.move("a2-b3-c4-c3")
    sitting.wait_for_search()
    return sitting


def glides(sitting, seconds):
    """From where to where something glides meanwhile, each once, and how long the first does."""
    board, seen, ticks = sitting.scene.show().board, [], 0
    for _ in range(round(seconds * 100)):
        for flight in sitting.scene.show().picture.flights:
            way = (board.name_of(flight.start), board.name_of(flight.end))
            seen += [way] if way not in seen else []
            ticks += way == seen[0]
        sitting.ticks(1)
    return seen, ticks / 100


def test_with_motion_its_legs_are_shown_in_turn_until_somebody_goes_along(two_legs):
    show = two_legs.scene.front.moving
    assert glides(two_legs, 0.5)[0] == [("h9", "g8"), ("g8", "h8")]
    assert show.leg == 0
    two_legs.wait(LEG_SHOWN_S)
    assert show.leg == 1
    two_legs.press("next")
    two_legs.wait(3 * LEG_SHOWN_S)
    assert show.leg == 0


def test_after_a_minute_the_first_leg_stands_with_arrows_along_them_all(two_legs):
    two_legs.wait(GOES_ROUND_S + 4 * LEG_SHOWN_S)
    assert glides(two_legs, 10)[0] == []
    board, picture = two_legs.scene.show().board, two_legs.scene.show().picture
    ways = [(board.name_of(arrow.start), board.name_of(arrow.end)) for arrow in picture.arrows]
    assert ways == [("h9", "g8"), ("g8", "h8")]
    assert two_legs.marked(Mark.SELECTED) == {"h9"}
    two_legs.press("next")
    assert two_legs.scene.front.moving.leg == 1


def test_each_leg_glides_in_its_turn_round_and_round(two_legs):
    glides(two_legs, 0.5)
    ways, first_s = glides(two_legs, LEG_SHOWN_S + 0.4)
    assert ways == [("h9", "g8")]
    assert 0.15 <= first_s <= 0.25
    assert glides(two_legs, LEG_SHOWN_S + 0.4)[0] == [("g8", "h8")]
    show = two_legs.scene.front.moving
    assert show.shows_all
    assert glides(two_legs, MADE_SHOWN_S + 0.4)[0] == []
    assert show.leg == 0
    assert len(two_legs.match.plies) == 1, "nothing is made without a Confirm"


def test_next_glides_along_the_leg_that_it_leaves(two_legs):
    glides(two_legs, 0.5)
    two_legs.press("next")
    assert glides(two_legs, 1.0)[0] == [("h9", "g8")]
    two_legs.press("next")
    assert glides(two_legs, 1.0)[0] == []


def test_a_touch_while_all_legs_are_shown_begins_with_the_first(two_legs):
    show = two_legs.scene.front.moving
    two_legs.wait_until(lambda: show.shows_all)
    two_legs.touch("g8")
    assert (show.leg, show.is_by_hand) == (1, True)


def test_one_confirm_makes_all_legs_whichever_is_shown(two_legs):
    show = two_legs.scene.front.moving
    two_legs.wait_until(lambda: show.leg == 1)
    two_legs.press("confirm")
    assert len(two_legs.match.plies) == 2


def test_a_move_that_waits_for_its_person_lets_the_program_rest(two_legs):
    glides(two_legs, 1.0)
    assert not two_legs.stage.is_busy()


def test_a_touch_elsewhere_is_refused_and_says_what_comes_next(sitting):
    sitting.play(who=WHITE)
    sitting.wait_for_search()
    end = sitting.scene.show().board.name_of(sitting.scene.front.legs[0].site)
    sitting.touch("a5")
    assert f"{end} is next" in sitting.note
    assert sitting.scene.show().is_alarming
    sitting.wait(5)
    assert not sitting.scene.show().is_alarming


def test_a_touch_or_hint_while_it_thinks_says_why_nothing_happens(sitting):
    sitting.play(who=WHITE)
    sitting.ticks(3)
    sitting.touch("c2")
    assert "thinking" in sitting.note
    sitting.press("hint")
    assert "Hints are for your own turn" in sitting.note
    assert sitting.scene.name == "program"


# By itself


@pytest.mark.parametrize("kind", ["slow", "fast"])
def test_without_a_real_board_its_moves_are_made_by_themselves(sitting, kind):
    sitting.stage.change(Settings(program_moves=kind))
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    sitting.wait_for_search()
    assert sitting.banner.startswith("The computer moves a piece from ")
    sitting.wait(PACES_S[kind] - 0.2)
    assert len(sitting.match.plies) == 1
    sitting.wait(0.3)
    assert len(sitting.plies) == 2
    assert sitting.scene.name == "play"


def test_the_program_plays_against_itself_as_a_demonstration(sitting):
    sitting.stage.change(Settings(program_moves="fast"))
    sitting.play(who=BOTH)
    match = sitting.match
    for _ in range(8):
        sitting.ticks(3)
        sitting.wait_for_search()
        sitting.wait(PACES_S["fast"] + 0.1)
    assert len(match.plies) >= 8
    sitting.hold("back")
    assert not {"Resign", "Offer a draw"} & set(sitting.scene.entries())
    sitting.choose("Help")
    assert not {"All legal moves", "Tutor"} & set(sitting.scene.entries())


# Taking back, offering, giving up


def test_a_take_back_takes_both_plies_and_the_program_agrees(sitting):
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    program_moves(sitting)
    sitting.press("back")
    assert sitting.plies == []
    assert sitting.note.startswith("Taken back: your move, c2 to c3, and the reply, ")
    assert sitting.scene.name == "play"
    sitting.hold("back")
    sitting.tap("Sound and more")
    sitting.tap("Redo")
    assert len(sitting.plies) == 2
    assert sitting.match.position.side == 0


@pytest.mark.parametrize("has_come", [False, True])
def test_a_take_back_while_it_is_the_programs_turn(sitting, has_come):
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    sitting.ticks(2)
    if has_come:
        sitting.wait_for_search()
    sitting.press("back")
    assert sitting.scene.name == "play"
    assert sitting.plies == []
    assert sitting.note.startswith("Taken back: c2 to c3.")
    assert not sitting.services.engine.is_busy


def test_the_board_is_put_right_after_a_take_back_and_confirm_says_so(sitting):
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    program_moves(sitting)
    assert sitting.lines[0] == "undo both"
    sitting.press("back")
    assert sitting.banner == "Fix the board, then press Confirm"
    assert (sitting.lines[3], sitting.filled[3]) == ("it's right", True)
    assert sitting.scene.show().picture.marks
    sitting.press("confirm")
    assert (sitting.banner, sitting.note) == ("Your turn: touch a piece to move", "")
    assert not sitting.scene.show().is_alarming


def test_where_the_computer_moves_by_itself_no_board_has_to_be_put_right(sitting):
    sitting.stage.change(Settings(program_moves="fast"))
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    sitting.wait_for_search()
    sitting.wait(PACES_S["fast"] + 0.1)
    sitting.press("back")
    assert sitting.banner == "Your turn: touch a piece to move"


def test_nothing_can_be_taken_back_before_a_person_has_moved(sitting):
    sitting.play(who=WHITE)
    sitting.wait_for_search()
    sitting.press("back")
    assert sitting.scene.show().is_alarming
    sitting.wait_for_search()
    assert sitting.scene.match.half.move is not None
    sitting.press("confirm")
    sitting.wait(1)
    assert sitting.scene.name == "play"
    assert sitting.lines[0] == "", "its move alone stays"


def offer_a_draw(sitting):
    sitting.hold("back")
    sitting.tap("Offer a draw")
    sitting.press("confirm")
    sitting.ticks(3)
    assert "thinking about your offer" in sitting.banner
    sitting.wait_for_search()
    sitting.ticks(3)


def test_an_even_game_is_a_draw_when_a_person_offers_one(sitting):
    sitting.play(who=BLACK)
    offer_a_draw(sitting)
    assert sitting.scene.name == "game over"
    assert sitting.scene.match.outcome.reason == "agreed"


def test_while_an_offer_is_considered_back_withdraws_it(sitting):
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    program_moves(sitting)
    sitting.hold("back")
    sitting.tap("Offer a draw")
    sitting.press("confirm")
    assert sitting.lines[0] == "withdraw"
    sitting.press("next")
    assert sitting.note == (
        "The computer is thinking about your offer. Press Back to withdraw it."
    )
    sitting.press("back")
    assert len(sitting.plies) == 2 and sitting.match.question is None


AHEAD = "b.bbb/bbbbb/...../w..../w.... w"


def test_a_program_that_stands_better_declines(sitting):
    position = find_game("alquerque").from_text(AHEAD)
    sitting.stage.go(
        to.Play(sitting.library.start(NewMatch(position.game, {}, 0, position, BLACK)))
    )
    sitting.ticks(3)
    offer_a_draw(sitting)
    assert sitting.scene.name == "play"
    assert sitting.match.outcome is None
    assert "The computer wants to play on" in sitting.note


def test_in_the_programs_turn_a_person_gives_up_the_own_side(sitting):
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    sitting.ticks(2)
    sitting.hold("back")
    sitting.tap("Help")
    assert "All legal moves" not in sitting.scene.entries()
    sitting.press("back")
    sitting.tap("Resign")
    assert sitting.banner.startswith("Resign?")
    sitting.press("confirm")
    assert sitting.scene.match.outcome.winner == 1


def test_the_program_agrees_when_a_position_repeats(sitting):
    position = find_game("alquerque").from_text("b..../...../...../...../....w w")
    match = Match.start(NewMatch(position.game, position=position, players=BLACK))
    sitting.stage.go(to.Play(match))
    for text in ("e1-d1", "a5-b5", "d1-e1", "b5-a5") * 2:
        match.propose(match.position.parse(text))
        match.confirm(match.stamp)
    sitting.ticks(3)
    assert "gree to a draw" in sitting.banner
    sitting.press("confirm")
    sitting.wait_for_search()
    sitting.ticks(3)
    assert match.outcome is not None


def test_a_game_that_only_the_program_has_played_keeps_its_end_and_its_record(sitting):
    position = find_game("alquerque").from_text("...../...../..b../..w../..... w")
    with_search(sitting, answering(position=position.to_text(), line=["c2xc4"]))
    match = sitting.library.start(NewMatch(position.game, {}, 0, position, WHITE))
    sitting.stage.go(to.Play(match))
    sitting.ticks(3)
    sitting.wait_for_search()
    sitting.press("confirm")
    assert sitting.scene.name == "game over"
    sitting.tap("Take back")
    assert sitting.scene.name == "game over"
    assert len(sitting.library.records()) == 1


# Going on later


def test_a_resumed_match_goes_on_with_the_program(sit):
    sitting = sit()
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    sitting.wait_for_search()
    text = sitting.scene.match.half.move.text
    again = sit()
    again.tap("Resume")
    again.press("confirm")
    again.ticks(3)
    again.wait_for_search()
    assert again.match.header.players == BLACK
    assert again.scene.match.half.move.text == text


def test_back_offers_the_menu_while_only_the_computer_has_moved(sitting):
    sitting.play(who=WHITE)
    program_moves(sitting)
    assert len(sitting.plies) == 1
    assert sitting.lines[0] == ""


def test_nothing_is_said_of_taking_back_before_there_is_a_move(sitting):
    sitting.play(who=WHITE)
    sitting.ticks(2)
    sitting.press("next")
    assert sitting.note == "The computer is thinking. Hold Back for the menu."


def test_the_toss_is_told_for_as_long_as_the_computer_opens(sitting):
    seed = next(
        seed
        for seed in range(9)
        if find_game("alquerque").initial({"starts": "coin"}, seed).side == 1
    )
    sitting.play(who=BLACK, seed=seed, starts="coin")
    sitting.wait_for_search()
    sitting.wait(SHOWN_S)
    assert sitting.scene.front.legs
    note = "The coin toss: the computer goes first. Make its move on the board"
    assert sitting.note.startswith(note)


def test_the_menu_says_what_may_be_done_against_the_computer(sitting):
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    program_moves(sitting)
    sitting.hold("back")
    lines = {choice.title: choice.line for choice in sitting.scene.choices}
    assert lines["Take back"] == "Take back your last move, and the computer's answer to it."
    assert lines["Offer a draw"] == "You offer a draw; the computer may want to play on."
    assert lines["Resign"] == "You give up the game. You will be asked to confirm."


def test_who_plays_is_chosen_by_touch_and_remembered(sit):
    sitting = sit()
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.tap("Who plays")
    sitting.tap("Black")
    sitting.tap(f"4: {level_title(4)}")
    assert sitting.values()["Black"] == f"4: {level_title(4)}"
    sitting.tap("Start the game")
    assert sitting.match.header.players == ("person", "program level 4")
    again = sit()
    again.tap("New game")
    again.tap("Querni")
    assert again.values()["Who plays"] == "computer, level 4"
    again.walk_to("Who plays")
    assert again.note.startswith("You (Blue) against the computer, level 4.")


def test_who_plays_is_chosen_by_the_buttons_alone(sitting):
    for title in ("New game", "Alquerque", "Who plays", "White"):
        sitting.choose(title)
    assert sitting.chosen == "Guest"
    sitting.choose(f"8: {level_title(8)}")
    sitting.choose("The computer's moves")
    sitting.choose("Tutor")
    assert sitting.values()["The computer's moves"] == "automatic"
    assert sitting.values()["Tutor"] == "on"
    sitting.choose("Start the game")
    assert sitting.match.header.players == ("program level 8", "person")


def test_every_level_has_a_name_and_a_line_of_its_own(sitting):
    levels = range(1, 9)
    assert len({level_title(level) for level in levels}) == 8
    assert len({level_line(level) for level in levels}) == 8


def test_all_four_seats_of_quincy_can_be_the_programs(sitting):
    sitting.tap("New game")
    sitting.tap("Quincy")
    sitting.tap("Players")
    sitting.tap("Who plays")
    for seat, side in enumerate(("Blue", "Yellow", "Blue", "Yellow"), 1):
        sitting.tap(f"Seat {seat} ({side})")
        sitting.tap(f"{seat}: {level_title(seat)}")
    sitting.tap("Start the game")
    names = tuple(f"program level {seat}" for seat in range(1, 5))
    assert sitting.match.header.players == names
    text = record_text(record_of(sitting.match))
    assert f"Players: {', '.join(names)}\n" in text


def test_an_opponent_is_chosen_with_one_press_and_the_game_begins(sitting):
    sitting.choose("New game")
    sitting.choose("Alquerque")
    sitting.choose("Who plays")
    lines = ("Two people", "White", "Black", "Computer 1: First game")
    assert sitting.scene.entries()[1:5] == lines
    sitting.choose("Computer 4: Casual")
    assert sitting.scene.name == "set up"
    sitting.press("confirm")
    assert sitting.match.header.players == ("person", "program level 4")
    assert sitting.stage.config.play.seats[:2] == ("person", "program level 4")


def test_another_level_keeps_the_side_of_the_person(sitting):
    sitting.stage.change(Settings(players="program level 2, person, person, person"))
    sitting.choose("New game")
    sitting.choose("Alquerque")
    sitting.choose("Who plays")
    sitting.walk_to("Computer 3: Learner")
    assert "You (Black) against the computer, level 3" in sitting.note
    sitting.press("confirm", "confirm")
    assert sitting.match.header.players == ("program level 3", "person")


def test_one_person_may_play_with_three_of_the_computer(sitting):
    sitting.stage.go(to.Options(QUINCY))
    sitting.choose("Players")
    sitting.choose("Who plays")
    assert "Four people" in sitting.scene.entries()
    sitting.choose("Computer 1: First game")
    sitting.press("confirm")
    assert sitting.match.header.players == ("person", *["program level 1"] * 3)


# Quincy


def test_the_program_and_real_dominoes_are_refused_in_one_line(sitting):
    sitting.stage.change(Settings(players="person, program level 2, person, person"))
    sitting.tap("New game")
    sitting.tap("Quincy")
    sitting.tap("Dominoes")
    sitting.walk_to("Start the game")
    assert "cannot use real dominoes" in sitting.note
    assert sitting.lines[3] == ""
    sitting.press("confirm")
    assert sitting.scene.name == "options"
    sitting.tap("Who plays")
    assert "cannot use real dominoes" in sitting.scene.show().note


def test_the_only_persons_hand_is_open_without_a_handover(sitting):
    sitting.play("quincy", 12, BLACK)
    assert sitting.scene.hand is None
    hand = sitting.match.position.hand_of(0)
    assert set(sitting.scene.entries()) == {"{}|{}".format(*domino.values) for domino in hand}
    assert "choose a domino" in sitting.banner
    domino = sitting.scene.entries()[0]
    sitting.tap(domino)
    assert sitting.match.half.touches


def test_two_persons_hide_their_hands_from_each_other(sitting):
    names = ("person", "program level 1", "person", "program level 1")
    match = sitting.library.start(
        NewMatch(QUINCY, QUINCY.complete({"players": 4}), 12, players=names)
    )
    sitting.stage.go(to.Play(match))
    sitting.ticks(3)
    assert sitting.scene.hand is Hand.AWAITED


def other_hand(position, seat):
    """Return *position* with another hand for *seat*, out of the pile."""
    state = position.state
    hand = [domino for domino in range(64) if state.hands[seat] >> domino & 1]
    pile = list(state.pile)
    hand[0], pile[0] = pile[0], hand[0]
    hands = list(state.hands)
    hands[seat] = sum(1 << domino for domino in hand)
    return type(position)(
        position.board, position.options, state._replace(hands=tuple(hands), pile=tuple(pile))
    )


def test_nothing_on_screen_or_lamps_tells_the_programs_hand(sit, tmp_path, monkeypatch):
    monkeypatch.setattr(program_player, "limits_of", lambda level: Limits(time_s=0.5))
    seen = []
    first = QUINCY.initial(None, 12)
    for number, position in enumerate((first, other_hand(first, 1))):
        assert number == 0 or position != first
        sitting = sit(tmp_path / str(number))
        sitting.look()
        sitting.services.engine = Engine(sitting.clock, (sys.executable, "-c", HANGING))
        match = Match.start(NewMatch(QUINCY, position=position, players=BLACK))
        sitting.stage.go(to.Play(match))
        sitting.ticks(3)
        move = match.position.legal_moves()[0]
        views = [sitting.scene.entries()]
        match.propose(move)
        match.confirm(match.stamp)
        sitting.ticks(5)
        for _ in range(2):
            sitting.settle()
            views.append((rgb_of(sitting.surface), sitting.leds.frame))
            views.append((sitting.banner, sitting.note, sitting.scene.entries(), sitting.lines))
            sitting.hold("back")
            views.append((sitting.scene.entries(), sitting.note))
            sitting.tap("Resign")
            views.append((rgb_of(sitting.surface), sitting.scene.entries()))
            sitting.press("back")
            sitting.wait(8)
        assert sitting.scene.front.player.fault == "late"
        assert sitting.lines[1] == ""
        seen.append(views)
    assert seen[0] == seen[1]


# Faults: real processes that hang, crash, talk nonsense

HANGING = "import time; time.sleep(1000)"
CRASHING = "import sys; sys.stdin.readline(); sys.exit(3)"
NONSENSE = "import sys, time; sys.stdin.readline(); print('[1]', flush=True); time.sleep(1000)"


def answering(**changed):
    """A process that answers as it should but for what is *changed*."""
    return (
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if 'id' not in asked: continue\n"
        "    told = dict(id=asked['id'], position=asked['position'], line=['c2-c3'], score=0,\n"
        "        nodes=1, depth=1, final=True)\n"
        f"    told.update(json.loads({json.dumps(json.dumps(changed))}))\n"
        "    print(json.dumps(told), flush=True)\n"
    )


FAULTS = {
    "hangs": (HANGING, "it took too long"),
    "crashes": (CRASHING, "the search stopped"),
    "nonsense": (NONSENSE, "the answer made no sense"),
    "illegal": (answering(line=["a1-e5"]), "the answer made no sense"),
    "stale": (answering(position="elsewhere"), "the answer made no sense"),
}


def with_search(sitting, program):
    sitting.services.engine.close()
    sitting.services.engine = Engine(sitting.clock, (sys.executable, "-c", program))


def wait_for_fault(sitting):
    """Let the search fail: by the clock of the table where it hangs."""
    for _ in range(10_000):
        if sitting.scene.front.player.fault:
            return
        sitting.ticks(1)
        pygame.time.wait(1)
    raise AssertionError("there was no fault")


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_said_in_one_line_and_touches_nothing(sitting, monkeypatch, name):
    program, why = FAULTS[name]
    # By the clock of the table, which runs ahead of a process that is slow to start.
    limits = Limits(time_s=0.5 if program == HANGING else 3600)
    monkeypatch.setattr(program_player, "limits_of", lambda level: limits)
    with_search(sitting, program)
    sitting.play(who=WHITE)
    stamp = sitting.match.stamp
    sitting.ticks(3)
    wait_for_fault(sitting)
    assert why in sitting.note
    assert "\n" not in sitting.note
    assert "Press Confirm to try again" in sitting.banner
    assert len(sitting.banner) <= 60
    assert (sitting.match.stamp, sitting.match.plies) == (stamp, [])
    assert pid_of(sitting.services.engine) is None


def test_confirm_asks_again_after_a_fault(sitting):
    with_search(sitting, CRASHING)
    sitting.play(who=WHITE)
    sitting.ticks(3)
    wait_for_fault(sitting)
    sitting.services.engine._command = (sys.executable, "-c", answering())
    sitting.press("confirm")
    sitting.wait_for_search()
    assert sitting.scene.match.half.move.text == "c2-c3"


@pytest.mark.parametrize("by_buttons", [False, True])
def test_a_person_may_move_for_a_program_that_does_not(sitting, by_buttons):
    with_search(sitting, CRASHING)
    sitting.play(who=WHITE)
    sitting.ticks(3)
    wait_for_fault(sitting)
    if by_buttons:
        sitting.walk_to_site("d2") if sitting.scene.name == "play" else sitting.press("next")
        sitting.walk_to_site("d2")
        sitting.press("confirm")
        sitting.walk_to_site("c3")
        sitting.press("confirm", "confirm")
    else:
        sitting.move("d2-c3")
    assert sitting.plies == ["d2-c3"]
    assert sitting.match.position.side == 1


def test_with_nothing_touched_confirm_asks_the_program_again(sitting):
    with_search(sitting, CRASHING)
    sitting.play(who=WHITE)
    sitting.ticks(3)
    wait_for_fault(sitting)
    sitting.press("next")
    assert sitting.scene.name == "play"
    sitting.press("back")
    assert sitting.lines[3] == "ask again"
    sitting.press("confirm")
    sitting.ticks(2)
    assert sitting.scene.name == "program"


def test_an_offer_that_the_search_cannot_judge_is_declined(sitting):
    with_search(sitting, CRASHING)
    sitting.play(who=BLACK)
    sitting.hold("back")
    sitting.tap("Offer a draw")
    sitting.press("confirm")
    for _ in range(2_000):
        if sitting.match.question is None:
            break
        sitting.ticks(1)
        pygame.time.wait(1)
    assert sitting.match.outcome is None
    assert "did not answer: the search stopped" in sitting.note


def test_a_search_that_was_asked_something_else_meanwhile_is_asked_again(sitting):
    sitting.play(who=WHITE)
    sitting.ticks(3)
    other = find_game("querni").initial(None, 3)
    sitting.services.engine.ask(other, [], Limits(nodes=1, time_s=5))
    sitting.ticks(2)
    sitting.wait_for_search()
    assert sitting.scene.match.half.move is not None

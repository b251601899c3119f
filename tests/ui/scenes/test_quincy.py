"""Quincy on screen: hands that are hidden, and real dominoes."""

import random

import pygame
import pytest

from companion.art.marks import Mark
from companion.config.values import Settings
from companion.games.quincy.kernel.rules import members
from companion.games.quincy.rules import QuincyPosition
from companion.games.quincy.words import pile_text
from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.ports import ButtonName
from companion.ui import destinations as to
from companion.ui.board.marks import OutlineKind
from companion.ui.panels.tray import LOOK_S
from companion.ui.scenes.gif import rgb_of
from companion.words.program import Hand

QUINCY = find_game("quincy")
EMPTY = "/".join(["." * 9] * 9)


def stand(sitting, text):
    """Play on from the position that *text* describes."""
    play_from(sitting, QUINCY.from_text(text))


def play_from(sitting, position):
    sitting.stage.go(to.Play(Match.start(NewMatch(QUINCY, position=position))))
    sitting.ticks(3)


def grid(**squares):
    """The rows of a position text: ``grid(b="11 12", y="21")``."""
    cells = {name: color for color, names in squares.items() for name in names.split()}
    numbers = range(1, 10)
    return "/".join("".join(cells.get(f"{r}{c}", ".") for c in numbers) for r in numbers)


def cell(sitting, number):
    """Where the domino in place *number*, from 1, is on screen."""
    return sitting.scene.turn.tray().view.entry_box(number - 1).center


def look(sitting, number=1):
    sitting.mouse_down(cell(sitting, number))
    sitting.wait(LOOK_S + 0.1)
    sitting.mouse_up(cell(sitting, number))


@pytest.fixture
def dealt(sitting):
    """Four players, the hand of seat 1 not shown yet."""
    sitting.play("quincy", players=4, seed=1)
    return sitting


@pytest.fixture
def seated(dealt):
    """Seat 1 has taken the screen."""
    dealt.press("confirm")
    return dealt


@pytest.fixture
def seen(seated):
    """Seat 1 has looked at its hand."""
    look(seated)
    return seated


def covered(sitting):
    return sitting.scene.entries() == tuple(f"Domino {n}" for n in range(1, 6))


# Taking the screen


def test_a_seat_is_asked_to_take_the_screen_before_its_hand_can_be_seen(dealt):
    assert dealt.banner == "Seat 1 (Blue): take the screen, then press Confirm"
    assert dealt.filled == [False, False, False, True]
    dealt.mouse_down(cell(dealt, 2))
    dealt.wait(1.0)
    assert covered(dealt)
    assert dealt.note == "First press Confirm to show that you have the screen."


def test_with_two_players_the_color_names_the_seat(sitting):
    sitting.play("quincy", seed=1)
    assert sitting.banner == "Blue's turn: take the screen, then press Confirm"


def test_each_turn_begins_with_its_seat(seen):
    seen.move("0|2@92")
    assert seen.banner == "Seat 2 (Yellow): take the screen, then press Confirm"
    assert seen.scene.hand is Hand.AWAITED
    assert covered(seen)


def test_a_confirm_that_came_before_the_seat_was_asked_takes_nothing(seen):
    seen.begin_move("0|2@92")
    seen.press("confirm", "confirm")
    assert seen.scene.hand in (Hand.AWAITED, Hand.UNSEEN)
    assert len(seen.plies) == 1


def test_a_seat_without_dominoes_passes_without_taking_the_screen(sitting):
    stand(sitting, f"{EMPTY} 1 hands=-/35")
    assert sitting.banner == "Blue's turn: no dominoes left, press Confirm to pass"
    sitting.press("confirm")
    assert sitting.plies == ["pass"]


def test_a_resumed_game_covers_the_hand(sit):
    sitting = sit()
    sitting.play("quincy", seed=1)
    sitting.move("0|2@92")
    sitting.press("confirm")
    assert sitting.scene.hand is Hand.UNSEEN
    sitting = sit()
    sitting.tap("Resume")
    while sitting.scene.name != "play":
        sitting.press("confirm")
    assert sitting.scene.hand is Hand.AWAITED
    assert covered(sitting)


def test_a_game_resumed_with_an_empty_board_needs_no_setting_of_the_table(sit):
    sitting = sit()
    sitting.play("quincy", players=4, seed=49)
    sitting.move("0|0@45", "0|5x45")
    sitting = sit()
    sitting.tap("Resume")
    assert sitting.banner == "Seat 3 (Blue): take the screen, then press Confirm"


# Looking


@pytest.mark.parametrize("by", ["finger", "hint", "hint on screen", "key"])
def test_the_hand_is_open_exactly_while_it_is_held(seated, by):
    hint = seated.stage.layout.buttons[2].center
    hold = {
        "finger": lambda: seated.mouse_down(cell(seated, 3)),
        "hint": lambda: seated.pins.press(ButtonName.HINT),
        "hint on screen": lambda: seated.mouse_down(hint),
        "key": lambda: seated.post(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode=""),
    }
    let_go = {
        "finger": lambda: seated.mouse_up(cell(seated, 3)),
        "hint": lambda: seated.pins.release(ButtonName.HINT),
        "hint on screen": lambda: seated.mouse_up(hint),
        "key": lambda: seated.post(pygame.KEYUP, key=pygame.K_h, mod=0, unicode=""),
    }
    hold[by]()
    seated.wait(0.5)
    assert sorted(seated.scene.entries()) == ["0|2", "1|2", "2|9", "4|9", "9|9"]
    let_go[by]()
    seated.wait(0.1)
    assert covered(seated)
    assert seated.banner == "Seat 1 (Blue): tap the domino you want to play"


def test_a_finger_that_leaves_the_hand_closes_it_and_chooses_nothing(seated):
    seated.mouse_down(cell(seated, 3))
    seated.wait(0.5)
    seated.mouse_move(seated.stage.layout.board.center)
    assert covered(seated)
    seated.mouse_up(seated.stage.layout.board.center)
    assert seated.match.half.touches == ()


def test_a_finger_that_slipped_off_the_edge_of_the_hand_chooses_nothing(seen):
    box = seen.scene.turn.tray().view.box
    seen.mouse_down((box.x + 30, box.y + 2))
    seen.mouse_move((box.x + 30, box.y - 3))
    seen.mouse_move((box.x + 30, box.y + 2))
    seen.mouse_up((box.x + 30, box.y + 2))
    assert seen.match.half.touches == ()


def test_a_look_plays_nothing_however_often(seen):
    for number in (1, 2, 3):
        look(seen, number)
    assert seen.match.half.touches == ()


def test_nothing_is_played_unseen(seated):
    seated.click(cell(seated, 2))
    assert seated.note == "First hold your dominoes to see them."
    seated.press("next", "confirm")
    assert seated.match.half.touches == ()


def test_the_hand_closes_when_the_menu_opens_over_it(seen):
    seen.mouse_down(cell(seen, 1))
    seen.hold("back")
    assert seen.scene.name == "game menu"
    seen.press("back")
    assert covered(seen)


def test_all_moves_are_not_listed_before_a_domino_is_chosen(seen):
    seen.hold("back")
    seen.tap("Help")
    seen.tap("All legal moves")
    assert seen.note == "The list would reveal your hand: choose a domino first."
    assert covered(seen)
    seen.begin_move("0|2@92")
    seen.press("back")
    seen.hold("hint")
    assert all(title.startswith("0|2@") for title in seen.scene.entries())


# Choosing


def test_a_short_touch_chooses_and_shows_the_squares(seen):
    seen.click(cell(seen, 2))
    assert seen.banner == "Seat 1 (Blue): touch a square for 0|2"
    assert len(seen.marked(Mark.TARGET)) == 17
    seen.press("back")
    assert seen.marked(Mark.TARGET) == set()
    assert covered(seen)


def slide(sitting, *numbers):
    """Hold the hand in the first of these places, then slide over the others."""
    sitting.mouse_down(cell(sitting, numbers[0]))
    sitting.wait(LOOK_S + 0.1)
    for number in numbers[1:]:
        sitting.mouse_move(cell(sitting, number))


def test_a_finger_that_slides_to_a_domino_chooses_it_where_it_lets_go(seated):
    slide(seated, 1, 3, 2)
    assert seated.banner == "Seat 1 (Blue): let go to choose this domino"
    assert seated.match.half.touches == (), "nobody else knows yet"
    assert seated.marked(Mark.TARGET) == set()
    seated.mouse_up(cell(seated, 2))
    assert seated.banner == "Seat 1 (Blue): touch a square for 0|2"


def test_the_domino_where_the_finger_came_down_can_be_slid_to_as_well(seated):
    slide(seated, 2, 3, 2)
    seated.mouse_up(cell(seated, 2))
    assert seated.banner == "Seat 1 (Blue): touch a square for 0|2"


def test_only_the_domino_under_the_finger_is_marked(seated):
    def is_pointed():
        tray = seated.scene.turn.tray()
        return [tray.is_pointed(item, seated.scene.turn.cursor.focus) for item in tray.items]

    slide(seated, 1)
    assert not any(is_pointed())
    seated.mouse_move(cell(seated, 4))
    assert is_pointed() == [False, False, False, True, False]
    seated.mouse_move(cell(seated, 5))
    assert is_pointed() == [False, False, False, False, True]


def test_a_finger_that_slides_off_the_hand_covers_it_and_chooses_nothing(seated):
    slide(seated, 1, 3)
    outside = seated.stage.layout.board.center
    seated.mouse_move(outside)
    assert covered(seated)
    seated.mouse_move(cell(seated, 3))
    seated.mouse_up(cell(seated, 3))
    assert seated.match.half.touches == ()
    assert seated.banner == "Seat 1 (Blue): tap the domino you want to play"


def test_a_finger_that_only_trembles_at_an_edge_chooses_nothing(seated):
    box = seated.scene.turn.tray().view.entry_box(0)
    seated.mouse_down((box.right - 3, box.center[1]))
    seated.wait(LOOK_S + 0.1)
    seated.mouse_move((box.right + 3, box.center[1]))
    seated.mouse_up((box.right + 3, box.center[1]))
    assert seated.match.half.touches == ()


def test_a_swipe_before_anything_could_be_seen_chooses_nothing(seated):
    seated.mouse_down(cell(seated, 1))
    seated.mouse_move(cell(seated, 3))
    seated.mouse_up(cell(seated, 3))
    assert seated.match.half.touches == ()
    assert seated.note == "First hold your dominoes to see them."


def test_another_domino_may_be_slid_to_instead(seen):
    seen.click(cell(seen, 2))
    slide(seen, 2, 1)
    seen.mouse_up(cell(seen, 1))
    assert seen.banner == "Seat 1 (Blue): touch a square for 1|2"


def test_nobody_is_asked_to_take_the_screen_where_that_is_switched_off(sitting):
    sitting.stage.change(Settings(hand_over=False))
    sitting.play("quincy", players=4, seed=1)
    assert sitting.scene.hand is Hand.UNSEEN
    assert sitting.banner == "Seat 1 (Blue): press and hold your dominoes"
    assert covered(sitting)
    look(sitting)
    sitting.move("0|2@92")
    assert sitting.banner == "Seat 2 (Yellow): press and hold your dominoes"
    assert covered(sitting)
    sitting.click(cell(sitting, 1))
    assert sitting.match.half.touches == ()


def test_handing_over_is_a_setting_where_two_people_hide_their_hands(sitting):
    def is_offered(*players):
        sitting.stage.change(Settings(players=", ".join(players)))
        sitting.stage.go(to.StartScreen())
        for title in ("New game", "Quincy", "Who plays"):
            sitting.tap(title)
        return "Hand over the screen" in sitting.scene.entries()

    assert is_offered(*["person"] * 4)
    sitting.tap("Hand over the screen")
    assert sitting.stage.config.play.hand_over is False
    assert not is_offered("person", *["program level 3"] * 3)


def test_a_finger_that_stays_shows_the_next_player_nothing_without_a_handover(sitting):
    sitting.stage.change(Settings(hand_over=False))
    sitting.play("quincy", players=4, seed=1)
    look(sitting)
    sitting.begin_move("0|2@92")
    sitting.mouse_down(cell(sitting, 2))
    sitting.wait(LOOK_S + 0.1)
    sitting.press("confirm")
    sitting.wait(1.0)
    assert len(sitting.plies) == 1
    assert covered(sitting)


def test_buttons_choose_while_hint_is_held(seated):
    seated.pins.press(ButtonName.HINT)
    seated.wait(LOOK_S + 0.1)
    seated.press("next", "next", "confirm")
    seated.pins.release(ButtonName.HINT)
    seated.wait(0.1)
    assert seated.banner == "Seat 1 (Blue): touch a square for 0|2"


def test_the_cursor_tells_the_place_and_not_the_domino(seen):
    seen.press("next", "next")
    assert seen.note == "Domino 2: press Confirm to show it to everyone and play it."
    assert "|" not in " ".join([seen.banner, seen.note, *seen.lines])


def test_another_domino_may_be_chosen_instead(seen):
    seen.click(cell(seen, 2))
    seen.click(cell(seen, 1))
    assert seen.banner == "Seat 1 (Blue): touch a square for 1|2"


def test_a_dead_domino_is_explained_and_swapped(sitting):
    rows = grid(b="35", y="53")
    stand(sitting, f"{rows} 1 hands=35.11.22.33.44/12.13.14.15.16 pile=99")
    sitting.begin_move("3|5~")
    assert sitting.banner == "Blue's turn: 3|5 fits nowhere, Confirm to swap it"
    assert sitting.note == "Both its squares, 35 and 53, are taken."
    assert sitting.lines[3] == "swap it"
    sitting.press("confirm")
    assert sitting.banner == "Blue's turn: press and hold your dominoes"
    look(sitting)
    sitting.mouse_down(cell(sitting, 1))
    assert "9|9" in sitting.scene.entries()


def test_a_dead_blank_tells_of_stones_that_cannot_be_removed(sitting):
    row, column = "91 92 93 94 95 96 97 98", "19 29 39 49 59 69 79 89 99"
    stand(sitting, f"{grid(b=row, y=column)} 1 hands=09/12")
    sitting.begin_move("0|9~")
    assert sitting.note == (
        "No square is free in row 9 or column 9, and no stone there can be removed."
    )
    assert sitting.banner == "Blue's turn: 0|9 fits nowhere, Confirm to give it up"


# Lines


def test_lines_are_drawn_and_their_stones_are_refused(sitting):
    rows = grid(b="41 42", y="44 54 64 74")
    stand(sitting, f"{rows} 1 hands=04/12")
    [line] = sitting.scene.show().picture.outlines
    assert line.kind is OutlineKind.LINE
    name_of = sitting.stage.view.board.name_of
    assert [name_of(site) for site in line.sites] == [
        "74",
        "64",
        "54",
        "44",
    ]
    sitting.begin_move("0|4@43")
    sitting.press("back")
    assert sitting.marked(Mark.CAPTURE) == set()
    sitting.touch("64")
    assert sitting.note.startswith("That stone is part of a line and cannot be removed")


def test_the_stone_that_makes_a_line_shows_it_before_it_is_confirmed(sitting):
    stand(sitting, f"{grid(b='11 12 13')} 1 hands=14/99")
    sitting.begin_move("1|4@14")
    assert len(sitting.scene.show().picture.outlines) == 1
    assert "line of 4" in sitting.note


# Nothing leaks


def another_deal(position, seat, chance):
    """Return a position that *seat* cannot tell from this one."""
    state = position.state
    others = [n for n in range(len(state.hands)) if n != seat]
    pool = [domino for n in others for domino in members(state.hands[n])] + list(state.pile)
    chance.shuffle(pool)
    hands = list(state.hands)
    for number in others:
        drawn, pool = pool[: state.sizes[number]], pool[state.sizes[number] :]
        hands[number] = sum(1 << domino for domino in drawn)
    other = state._replace(hands=tuple(hands), pile=tuple(pool))
    deal = QuincyPosition(position.board, position.options, other)
    assert deal.public_text(seat) == position.public_text(seat)
    return deal


def reached(seed, players, plies):
    """Return a position of a random game."""
    chance = random.Random(seed)
    position = QUINCY.initial({"players": players}, seed=seed)
    for _ in range(plies):
        position = position.play(chance.choice(position.legal_moves()))
    return position


class Witness:
    """Notes everything that can be seen of a turn: pixels, lamps, and all texts."""

    def __init__(self, sitting, position):
        self.sitting = sitting
        self.screens, self.lamps = [], []
        sitting.look()
        # Lamps blink with the clock, so every turn begins at the same part of a second.
        sitting.clock.now_s = float(int(sitting.clock.now_s) + 2)
        play_from(sitting, position)

    def note(self):
        sitting = self.sitting
        sitting.stage.redraw()
        sitting.ticks(3)
        scene = sitting.scene
        texts = (sitting.banner, sitting.note, *sitting.lines, *scene.entries())
        self.screens.append((rgb_of(sitting.surface), texts))
        self.lamps.append(sitting.leds.frame)

    def cover(self):
        """See the hand covered: before and after its seat is there, with the cursor, asked."""
        self.note()
        self.sitting.press("confirm")
        self.note()
        self.sitting.press("next", "next")
        self.note()
        self.sitting.press("back", "back")
        self.note()
        if self.sitting.match.question is not None:
            self.sitting.press("back")

    def open(self):
        """See the hand open; of use to nobody but its seat."""
        self.sitting.mouse_down(cell(self.sitting, 1))
        self.sitting.wait(LOOK_S + 0.1)
        self.note()
        self.sitting.mouse_up(cell(self.sitting, 1))
        self.note()

    def play(self, number):
        """See a domino chosen, all its moves, a square touched, and the next seat's turn."""
        self.sitting.click(cell(self.sitting, number))
        self.note()
        self.sitting.hold("hint")
        self.note()
        self.sitting.press("hint")
        sites = sorted(self.sitting.match.half.next_touches())
        if sites:
            self.sitting.touch(self.sitting.stage.view.board.name_of(sites[0]))
        self.note()
        self.sitting.press("confirm")
        if self.sitting.scene.name == "play":
            self.cover()


@pytest.mark.parametrize(("seed", "players", "plies"), [(1, 2, 0), (2, 2, 25), (3, 4, 9)])
def test_a_seat_sees_the_same_whatever_the_others_hold(sitting, seed, players, plies):
    position = reached(seed, players, plies)
    chance = random.Random(seed)
    seen = []
    for deal in (position, another_deal(position, position.seat, chance)):
        witness = Witness(sitting, deal)
        witness.cover()
        witness.open()
        witness.play(1)
        seen.append(witness)
    assert seen[0].screens == seen[1].screens
    assert seen[0].lamps == seen[1].lamps
    assert len(seen[0].screens) >= 9


@pytest.mark.parametrize(("seed", "players", "plies"), [(1, 2, 0), (4, 2, 12), (5, 4, 21)])
def test_the_others_see_nothing_of_a_hand_on_screen_or_lamps(sitting, seed, players, plies):
    position = reached(seed, players, plies)
    chance = random.Random(seed)
    watcher = (position.seat + 1) % players
    seen = []
    for deal in (position, another_deal(position, watcher, chance)):
        witness = Witness(sitting, deal)
        witness.cover()
        closed = len(witness.screens)
        witness.open()
        seen.append(witness)
    assert seen[0].screens[:closed] == seen[1].screens[:closed]
    assert seen[0].screens[-1] == seen[1].screens[-1]
    # What is open is another hand: otherwise this test would see no difference anywhere.
    assert seen[0].screens[closed] != seen[1].screens[closed]
    assert seen[0].lamps == seen[1].lamps


# Real dominoes


@pytest.fixture
def physical(sitting):
    sitting.play("quincy", dominoes="physical")
    return sitting


def test_a_real_domino_is_named_by_its_two_numbers(physical):
    physical.tap("5")
    assert physical.banner == "Blue's turn: touch your domino with a 5"
    physical.tap("3|5")
    assert physical.marked(Mark.TARGET) == {"35", "53"}
    physical.press("back")
    assert physical.banner == "Blue's turn: touch your domino with a 5"
    physical.press("back")
    assert physical.banner == "Blue's turn: touch a number on your domino"


def test_a_real_domino_is_named_by_the_buttons_alone(physical):
    physical.press("next", "next")
    assert physical.lines[3] == "pick 1"
    physical.press("confirm", "next", "next")
    assert physical.lines[3] == "pick 1|1"
    physical.press("confirm", "next", "confirm", "confirm")
    assert physical.plies == ["1|1@11"]


def test_a_real_domino_that_was_played_is_refused(physical):
    physical.move("3|5@35")
    physical.tap("5")
    physical.tap("3|5")
    assert physical.note == "That domino has already been played."
    assert physical.match.half.touches == ()


def test_a_move_from_the_list_shows_its_domino_and_another_may_be_named(physical):
    physical.hold("hint")
    physical.scene.moves.wait()
    physical.ticks(2)
    physical.tap("3|5@53")
    physical.press("confirm")
    assert [token.token.values for token in physical.scene.turn.tray().items][5] == (3, 5)
    assert physical.match.half.move is not None
    physical.press("back")
    physical.tap("3|4")
    assert [touch.values for touch in physical.match.half.touches] == [(3, 4)]


def test_real_dominoes_ask_for_no_seat(physical):
    physical.move("3|5@35", "4|6@46")
    assert physical.plies == ["3|5@35", "4|6@46"]
    assert physical.scene.hand is None


def test_confirm_with_nothing_named_says_what_to_do(physical):
    physical.press("confirm")
    assert physical.note == "Choose a domino first."


def test_after_a_take_back_the_banner_says_which_stone_leaves(sitting):
    sitting.play("quincy", 3, dominoes="physical")
    take_a_stone_back(sitting)
    assert sitting.banner == "Blue's turn: touch a number on your domino"


def test_a_hidden_hand_waits_until_the_stone_has_left(sitting):
    sitting.play("quincy", 3)
    take_a_stone_back(sitting)
    assert sitting.banner == "Blue's turn: press and hold your dominoes"


def take_a_stone_back(sitting):
    """Put a stone on the board, take it back, and take it off as the banner says."""
    moves = sitting.match.position.legal_moves()
    move = next(move for move in moves if "@" in move.text)
    sitting.move(move.text)
    sitting.press("back")
    while sitting.match.question is not None:
        sitting.press("confirm")
    if sitting.scene.hand is Hand.AWAITED:
        sitting.press("confirm")
    square = move.text.split("@")[1]
    assert sitting.banner == f"Take a blue stone off square {square}, then Confirm"
    assert sitting.lines[3] == "it's right"
    sitting.press("confirm")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1 hands=35.11.22.33.44/12.13.14.15.16 pile=99", "Pile: 1"),
        ("1 hands=35.11/12.13.14", "Hands: Yellow 3, Blue 2"),
        ("1 hands=35.11/12.13.14/15/- players=4", "No pile; hands: 2–3–1–0"),
    ],
)
def test_the_panel_tells_what_is_left_to_draw_or_to_play(text, line):
    assert pile_text(QUINCY.from_text(f"{EMPTY} {text}")) == line

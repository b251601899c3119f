from dataclasses import replace

import pygame
import pytest

from companion.art.marks import Mark
from companion.match.match import NewMatch
from companion.match.seats import PERSON
from companion.plugins import GAMES
from companion.scripting.fingers import BRIGHT_PHASE
from companion.table.steps import StepKind, TableStep
from companion.testing.screen_checks import PORTRAIT, STILL
from companion.ui import destinations as to
from companion.ui.board.board_painter import BoardPainter
from companion.ui.lamps import STEPS_PER_S, step_at
from tests.ui.begun_games import middle_game

MOVES = ["a2-b3-c4-c3", "a8-b7-c6xd7", "b1-c2-d3-c4"]


@pytest.fixture
def setting(sitting):
    """A sitting that resumes a game of Mini Quincala."""
    sitting.play("quincala-knocking")
    sitting.move(*MOVES)
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("Resume")
    sitting.press("hint")
    return sitting


def begun(sitting, name, seed=0, **options):
    """Begin a game as the menu does, and set the table one by one."""
    whole(sitting, name, seed, **options)
    sitting.press("hint")
    return sitting


def whole(sitting, name, seed=0, **options):
    """Begin a game as the menu does, its whole table on one screen."""
    sitting.stage.go(to.SetUp(NewMatch(GAMES[name], GAMES[name].complete(options), seed)))
    sitting.ticks(3)
    return sitting


def lit(sitting):
    """Return the dots whose lamps are lit, and whether any other lamp is."""
    # In this phase of a second no pattern is dark.
    sitting.wait_until(lambda: step_at(sitting.clock.now_s) % STEPS_PER_S == BRIGHT_PHASE)
    light = sitting.stage.lamps.light_for(sitting.scene.show().board)
    lamps = {n for n in range(light.count) if any(sitting.leds.frame[3 * n : 3 * n + 3])}
    board = sitting.scene.show().board
    names = {board.name_of(site) for site in range(len(board)) if light.lamps[site] in lamps}
    return names, len(lamps) > len(names)


# The whole table on one screen


@pytest.mark.parametrize("name", GAMES)
def test_one_confirm_sets_the_whole_table_and_the_game_begins(sitting, name):
    whole(sitting, name, seed=4711)
    assert sitting.scene.name == "set up"
    standing = sitting.scene.show().picture.placement
    assert standing == GAMES[name].initial(None, 4711).pieces()
    assert lit(sitting) == ({sitting.scene.show().board.name_of(site) for site in standing}, False)
    assert sitting.lines == ["go back", "who plays", "one by one", "all set"]
    assert sitting.filled == [False, False, False, True]
    sitting.press("confirm")
    assert sitting.scene.name == "play"
    assert sitting.match.position.pieces() == standing


def test_the_screen_shows_the_whole_table_as_it_is_to_be_without_a_mark(sitting, monkeypatch):
    shown = []
    whole(sitting, "alquerque")
    monkeypatch.setattr(BoardPainter, "paint", lambda painter, at, picture: shown.append(picture))
    sitting.stage.redraw()
    sitting.ticks(1)
    [picture] = shown
    assert not picture.marks
    assert picture.placement == sitting.scene.show().picture.placement


def test_next_changes_who_plays_before_the_game_begins(sitting):
    whole(sitting, "alquerque")
    assert sitting.scene.show().pointed == "Two people"
    assert "Next" not in sitting.note
    sitting.press("next")
    assert sitting.note.startswith("Next changed who plays.")
    sitting.press("next", "next")
    assert sitting.scene.show().pointed == "You (White) against the computer, level 3"
    sitting.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert sitting.scene.show().pointed == "You (White) against the computer, level 2"
    assert sitting.services.config.play.seats[1] == PERSON, "nothing has begun"
    sitting.press("confirm")
    assert sitting.match.header.players == (PERSON, "program level 2")
    assert sitting.stage.config.play.seats[1] == "program level 2", "chosen from now on"


def test_the_opponents_come_round_again_and_who_was_chosen_keeps_the_side(sitting):
    game = GAMES["alquerque"]
    sitting.stage.go(to.SetUp(NewMatch(game, players=("program level 8", "Ada"))))
    sitting.press("next")
    assert sitting.scene.show().pointed == "Guest: White – Ada: Black"
    sitting.press(*["next"] * 8, "confirm")
    assert sitting.match.header.players == ("program level 8", "Ada")


def test_one_by_one_shows_the_board_to_who_plays_now(sit):
    sitting = sit(config=replace(STILL, screen=replace(STILL.screen, view="yours")))
    game = GAMES["alquerque"]
    sitting.stage.go(to.SetUp(NewMatch(game, players=("program level 8", "Ada"))))
    turned = sitting.scene.table.site_place(0)
    sitting.press("next")
    straight = sitting.scene.table.site_place(0)
    assert straight != turned
    sitting.press("hint")
    assert sitting.scene.name == "set table"
    assert sitting.scene.table.site_place(0) == straight


def test_with_real_dominoes_nobody_else_can_play(sitting):
    whole(sitting, "quincy", dominoes="physical")
    assert sitting.lines[1] == ""
    sitting.press("next", "confirm")
    assert sitting.match.header.players == (PERSON, PERSON)


def test_a_random_set_up_tells_its_number(sitting):
    assert "4711" in whole(sitting, "querni", seed=4711).note


def test_what_is_done_beside_the_board_is_told_at_once(sitting, written):
    whole(sitting, "quincy", dominoes="physical")
    assert sitting.banner == "Get ready, then press Confirm"
    text = " ".join(written(sitting).split())
    assert "Take the stones of your color" in text
    assert "Shuffle the dominoes, take 5 each" in text
    assert "The rest are the draw pile." in text


@pytest.mark.parametrize("size", [(800, 480), PORTRAIT])
def test_the_whole_table_is_set_by_finger(sit, size):
    sitting = sit(size=size)
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.tap("Start the game")
    assert sitting.banner == "Set up the board, then press Confirm"
    sitting.tap("Confirm")
    assert sitting.scene.name == "play"


def test_nothing_is_begun_before_all_is_set(sitting):
    """Back leads to what was chosen, and the unfinished game is still there."""
    sitting.play()
    sitting.move("c2-c3")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("New game")
    sitting.choose("Alquerque")
    sitting.choose("No return")
    sitting.choose("Start the game")
    assert "(1 move) will be kept under Records" in sitting.note
    assert sitting.library.records() == []
    sitting.press("hint", "back", "back")
    assert sitting.scene.name == "options"
    assert sitting.values()["No return"] == "on"
    sitting.press("back", "back")
    assert sitting.scene.entries()[0] == "Resume"
    assert sitting.library.records() == []


def test_a_game_whose_moves_are_made_on_screen_needs_no_board(sit):
    sitting = sit(config=replace(STILL, play=replace(STILL.play, program_moves="slow")))
    game = GAMES["alquerque"]
    sitting.stage.go(to.SetUp(NewMatch(game, players=("person", "program level 1"))))
    assert sitting.scene.name == "play"
    sitting.move("c2-c3")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("Resume")
    assert sitting.scene.name == "program"
    whole(sitting, "alquerque")
    assert sitting.scene.name == "set up"


def test_a_table_that_is_checked_says_so(sitting):
    sitting.play()
    sitting.move("c2-c3")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("Resume")
    assert sitting.banner == "Check your board, then press Confirm"
    assert sitting.lines == ["to start", "", "one by one", "play on"]
    sitting.press("confirm")
    assert (sitting.scene.name, sitting.plies) == ("play", ["c2-c3"])


# One by one, before the first move


def test_a_new_game_is_set_up_kind_by_kind_and_begins(sitting):
    begun(sitting, "quincala-knocking")
    banners = []
    while sitting.scene.name == "set table":
        banners.append(sitting.banner)
        assert lit(sitting) == (sitting.marked(Mark.PLACE), False)
        assert len(sitting.marked(Mark.PLACE)) == 4
        sitting.press("confirm")
    assert banners[:2] == [
        "Set up: White's 4 large pieces",
        "Set up: White's 4 medium pieces",
    ]
    assert len(banners) == 6
    assert sitting.scene.name == "play"
    assert sitting.plies == []


def test_the_screen_shows_what_stands_so_far(sitting):
    begun(sitting, "quincala-knocking")
    assert len(sitting.scene.show().picture.placement) == 4
    sitting.press("confirm")
    assert len(sitting.scene.show().picture.placement) == 8


def test_thirty_two_tiles_are_set_a_row_at_a_time(sitting):
    begun(sitting, "querni", seed=4711)
    wanted = sitting.match.position.pieces()
    board = sitting.scene.show().board
    for number in range(1, 5):
        assert sitting.scene.counter() == f"Step {number} of 4"
        names = sitting.marked(Mark.PLACE)
        assert len(names) == 8
        for name in names:
            piece = wanted[board.site_of(name)][0]
            assert f"{name}\xa0{('Blue', 'Pink')[piece.side]}\xa0{piece.value}" in sitting.note
        assert lit(sitting) == (names, False)
        sitting.press("confirm")
    assert sitting.match.position.pieces() == wanted


def test_tiles_not_set_yet_lie_beside_the_board(sitting, written):
    begun(sitting, "querni", seed=4711)
    assert {"Blue: 8 tiles on the board", "Pink: 0 tiles on the board"} <= set(
        written(sitting).splitlines()
    )
    sitting.press("confirm", "confirm")
    assert {"Blue: 16 tiles on the board", "Pink: 8 tiles on the board"} <= set(
        written(sitting).splitlines()
    )


@pytest.mark.parametrize("dominoes", ["dealt", "physical"])
def test_quincy_tells_what_to_do_beside_its_empty_board(sitting, dominoes):
    begun(sitting, "quincy", dominoes=dominoes)
    assert "stones" in sitting.banner
    assert sitting.scene.show().picture.placement == {}
    assert not any(sitting.leds.frame)
    sitting.press("confirm")
    assert "dominoes" in sitting.banner
    assert sitting.lines == ["previous", "", "", "all set"]


def test_mixing_tells_which_sizes_are_left_out_first(sitting):
    begun(sitting, "quincala-mixing", sizes=4)
    assert sitting.banner == "Leave out size 5"
    assert sitting.scene.show().picture.placement == {}
    sitting.press("confirm")
    assert sitting.banner == "Set up: White's 4 pieces of size 4"


@pytest.mark.parametrize("size", [(800, 480), PORTRAIT])
def test_it_all_works_by_finger(sit, size):
    sitting = sit(size=size)
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.tap("Start the game")
    sitting.tap("Hint")
    assert sitting.banner == "Set up: White, 12 pieces"
    sitting.tap("Confirm")
    assert sitting.banner == "Set up: Black, 12 pieces"
    sitting.tap("Back")
    assert sitting.banner == "Set up: White, 12 pieces"
    sitting.tap("Next")
    assert sitting.scene.name == "play"


# Buttons


def test_buttons_say_what_they_do(setting):
    assert setting.lines == ["go back", "skip rest", "", "done"]
    assert setting.filled == [False, False, False, True]
    setting.press("confirm")
    assert setting.lines[0] == "previous"
    setting.press(*["confirm"] * 4)
    assert setting.lines == ["previous", "", "", "play on"]


def test_the_counter_and_the_steps_around_are_on_screen(setting, written):
    setting.press("confirm", "confirm")
    text = written(setting)
    assert "Step 3 of 6" in text
    assert "White's 4 large pieces" in text
    assert "White's 4 small pieces" in text


def test_back_goes_back_and_from_the_first_to_the_whole_table(setting):
    setting.press("confirm", "back")
    assert "large" in setting.banner
    setting.press("back")
    assert setting.scene.name == "set up"
    setting.press("back")
    assert setting.scene.name == "start"
    assert setting.chosen == "Resume"


def test_next_skips_to_the_game(setting):
    setting.press("next")
    assert setting.scene.name == "play"


def test_next_does_nothing_at_the_last_step(setting):
    setting.press(*["confirm"] * 5)
    setting.press("next")
    assert setting.scene.name == "set table"


def test_a_long_back_and_hint_do_nothing(setting):
    before = setting.banner
    setting.hold("back")
    setting.press("hint")
    assert (setting.scene.name, setting.banner) == ("set table", before)


# Resuming


def test_on_resuming_every_piece_is_found_kind_by_kind_on_the_whole_board(setting):
    whole = setting.match.position.pieces()
    count = 0
    while setting.scene.name == "set table":
        assert setting.scene.show().picture.placement == whole
        assert lit(setting) == (setting.marked(Mark.PLACE), False)
        assert all(name in setting.note for name in setting.marked(Mark.PLACE))
        count += len(setting.marked(Mark.PLACE))
        setting.press("confirm")
    assert count == sum(map(len, whole.values()))
    assert setting.plies == MOVES


def test_a_turn_that_was_begun_begins_anew(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.touch("c4")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("Resume")
    sitting.press("confirm")
    assert sitting.match.half.touches == ()


# After a take-back


@pytest.fixture
def captured(sitting):
    """A game of Alquerque whose capture was taken back: two lifts set the table right."""
    sitting.play("alquerque")
    sitting.move("c2-c3", "c4xc2")
    sitting.press("back", "confirm")
    return sitting


def test_after_a_take_back_hint_leads_through_the_lifts(captured):
    assert captured.lines[2] == "one by one"
    captured.press("hint")
    assert captured.banner == "Move a black piece from c2 to c4"
    assert captured.marked(Mark.REMOVE) == {"c2"}
    assert captured.marked(Mark.PLACE) == {"c4"}
    assert lit(captured) == ({"c2", "c4"}, False)
    (arrow,) = captured.scene.show().picture.arrows
    assert (arrow.start, arrow.end) == tuple(
        map(captured.scene.show().board.site_of, ("c2", "c4"))
    )
    captured.press("confirm")
    assert captured.banner == "Put a white piece on c3"
    assert lit(captured) == ({"c3"}, False)
    captured.press("confirm")
    assert captured.scene.name == "play"
    assert captured.lines[2] == "help me"
    assert captured.marked(Mark.PLACE) == set()


def test_back_leaves_the_guide_for_the_game(captured):
    captured.press("hint", "back")
    assert captured.scene.name == "play"
    assert captured.plies == ["c2-c3"]


def test_whoever_plays_on_needs_no_guide(captured):
    captured.touch("c4")
    assert captured.lines[2] == "help me"
    captured.hold("hint")
    assert captured.scene.moves is not None


def test_one_lift_is_told_at_once_and_no_guide_is_offered(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.press("back", "confirm")
    assert sitting.note == "Taken back: c2 to c3. Move a white piece from c3 to c2."
    assert sitting.lines[2] == ""


# A table out of step


@pytest.fixture
def lost(sitting):
    """The middle of a game whose players do not know how the table got where it is."""
    middle_game(sitting)
    sitting.hold("back")
    sitting.choose("Help")
    sitting.choose("Board doesn't match")
    return sitting


def test_every_way_in_which_the_table_may_stand_is_offered(lost):
    assert lost.scene.name == "out of step"
    titles = lost.scene.entries()
    assert titles[:3] == ("I'm not sure", "1 move behind", "2 moves behind")
    assert titles[-2:] == ("Starting position", "The board is empty")
    assert lost.lines == ["to game", "next line", "", "fix it"]


def test_the_lamps_show_how_the_table_would_stand(lost):
    board = lost.scene.show().board
    lost.walk_to("Starting position")
    lost.ticks(3)
    beginning = {board.name_of(site) for site in lost.scene.match.positions[0].pieces()}
    assert lit(lost) == (beginning, False)


@pytest.mark.parametrize("title", ["1 move behind", "3 moves behind", "Starting position"])
def test_doing_what_each_step_says_sets_the_table_right(lost, title):
    match = lost.scene.match
    back = {"1 move behind": 1, "3 moves behind": 3}.get(title, len(match.plies))
    table = dict(match.positions[-1 - back].pieces())
    lost.choose(title)
    while lost.scene.name == "set table":
        step = lost.scene.step
        assert isinstance(step, TableStep)
        marked = lost.marked(Mark.PLACE) | lost.marked(Mark.REMOVE)
        assert lit(lost) == (marked, False)
        do(step, table)
        lost.press("confirm")
    assert table == dict(match.position.pieces())
    assert lost.scene.name == "play"


def do(step, table):
    """Do with *table* what *step* says."""
    for site in step.starts:
        assert table[site][-len(step.pieces) :] == step.pieces
        table[site] = table[site][: -len(step.pieces)]
        if not table[site]:
            del table[site]
    for site in step.ends:
        table[site] = table.get(site, ()) + step.pieces


def test_an_empty_board_is_set_from_nothing(lost):
    lost.choose("The board is empty")
    assert lost.scene.step.kind is StepKind.SET
    assert len(lost.scene.show().picture.placement) == 4
    lost.press("back")
    assert lost.scene.name == "out of step"
    lost.press("back")
    assert lost.scene.name == "play"


def test_a_table_that_stands_as_before_a_take_back_is_one_move_ahead(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3", "c4xc2")
    sitting.press("back", "confirm")
    sitting.hold("back")
    sitting.choose("Help")
    sitting.choose("Board doesn't match")
    sitting.choose("1 move ahead")
    assert sitting.banner == "Move a black piece from c2 to c4"
    sitting.press("next")
    assert sitting.scene.name == "play"


def test_a_begun_move_stays_and_is_made_on_the_table_too(sitting):
    sitting.play("quincala-knocking")
    sitting.begin_move("a2-b3")
    sitting.hold("back")
    sitting.choose("Help")
    sitting.choose("Board doesn't match")
    sitting.choose("Without the unfinished move")
    assert sitting.banner == "Move White's medium piece from b3 to a2"
    sitting.press("confirm")
    assert sitting.banner == "Move White's large piece, White's medium piece from a2 to b3"
    sitting.press("confirm")
    assert sitting.scene.name == "play"
    assert len(sitting.match.half.touches) == 2


def test_a_table_that_needs_nothing_leads_back_to_the_game(sitting):
    sitting.play("quincy")
    sitting.match.propose(sitting.match.position.legal_moves()[0])
    sitting.match.confirm(sitting.match.stamp)
    sitting.stage.go(to.SetRight(sitting.match, ()))
    assert sitting.scene.name == "play"


def test_what_is_looked_for_is_not_said_to_be_set_up(setting):
    assert setting.banner.startswith("Check: ")


def test_a_shuffled_board_says_what_to_do(sitting):
    whole(sitting, "querni", seed=4711)
    assert sitting.note.startswith("Put everything where the screen shows it.")

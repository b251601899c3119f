import pytest

from companion.games import GAMES
from companion.scripting.lamp_reading import BRIGHT_PHASE
from companion.table.steps import Deed, TableStep
from companion.testing.opened import PORTRAIT
from companion.ui.board.marks import Mark
from companion.ui.lamps.light import STEPS_PER_S, step_at
from tests.ui.begun_games import middle_game

MOVES = ["a2-b3-c4-c3", "a8-b7-c6xd7", "b1-c2-d3-c4"]


@pytest.fixture
def setting(sitting):
    """A sitting that resumes a game of Mini Quincala."""
    sitting.play("quincala-knocking")
    sitting.move(*MOVES)
    sitting.stage.ways.to_start()
    sitting.ticks(3)
    sitting.choose("Resume")
    return sitting


def begun(sitting, name, seed=0, **options):
    """Begin a game as the menu does."""
    sitting.stage.ways.to_set_up(GAMES[name], GAMES[name].complete(options), seed)
    sitting.ticks(3)
    return sitting


def lit(sitting):
    """Return the dots whose lamps are lit, and whether any other lamp is."""
    # In this phase of a second no pattern is dark.
    sitting.wait_until(lambda: step_at(sitting.clock.now_s) % STEPS_PER_S == BRIGHT_PHASE)
    light = sitting.stage.lamps.light_for(sitting.scene.board())
    lamps = {n for n in range(light.count) if any(sitting.leds.frame[3 * n : 3 * n + 3])}
    board = sitting.scene.board()
    names = {board.name_of(site) for site in range(len(board)) if light.lamps[site] in lamps}
    return names, len(lamps) > len(names)


# Before the first move


def test_a_new_game_is_set_up_kind_by_kind_and_begins(sitting):
    begun(sitting, "quincala-knocking")
    banners = []
    while sitting.scene.name == "set table":
        banners.append(sitting.banner)
        assert lit(sitting) == (sitting.marked(Mark.PLACE), False)
        assert len(sitting.marked(Mark.PLACE)) == 4
        sitting.press("confirm")
    assert banners[:2] == [
        "Set up: White's large, 4 pieces",
        "Set up: White's medium, 4 pieces",
    ]
    assert len(banners) == 6
    assert sitting.scene.name == "play"
    assert sitting.plies == []


def test_the_screen_shows_what_stands_so_far(sitting):
    begun(sitting, "quincala-knocking")
    assert len(sitting.scene.picture(0.0).placement) == 4
    sitting.press("confirm")
    assert len(sitting.scene.picture(0.0).placement) == 8


def test_thirty_two_tiles_are_called_out_one_by_one_with_the_seed(sitting):
    begun(sitting, "querni", seed=4711)
    wanted = sitting.match.position.pieces()
    board = sitting.scene.board()
    for number in range(1, 33):
        assert sitting.scene.counter() == f"Step {number} of 32"
        (name,) = sitting.marked(Mark.PLACE)
        piece = wanted[board.site_of(name)][0]
        assert sitting.banner == f"{('Blue', 'Pink')[piece.side]} {piece.value} to {name}"
        assert "4711" in sitting.note
        assert lit(sitting) == ({name}, False)
        sitting.press("confirm")
    assert sitting.match.position.pieces() == wanted


def test_tiles_not_set_yet_lie_beside_the_board(sitting, written):
    begun(sitting, "querni", seed=4711)
    assert {"Blue: 1 tile on the board", "Pink: 0 tiles on the board"} <= set(
        written(sitting).splitlines()
    )
    for _ in range(20):
        sitting.press("confirm")
    assert {"Blue: 16 tiles on the board", "Pink: 5 tiles on the board"} <= set(
        written(sitting).splitlines()
    )


@pytest.mark.parametrize("dominoes", ["dealt", "physical"])
def test_quincy_tells_what_to_do_beside_its_empty_board(sitting, dominoes):
    begun(sitting, "quincy", dominoes=dominoes)
    assert "stones" in sitting.banner
    assert sitting.scene.picture(0.0).placement == {}
    assert not any(sitting.leds.frame)
    sitting.press("confirm")
    assert "dominoes" in sitting.banner
    assert sitting.lines == ["previous", "", "", "begin"]


def test_mixing_tells_which_sizes_are_left_out_first(sitting):
    begun(sitting, "quincala-mixing", sizes=4)
    assert sitting.banner == "Leave out size 5"
    assert sitting.scene.picture(0.0).placement == {}
    sitting.press("confirm")
    assert sitting.banner == "Set up: White's 4, 4 pieces"


@pytest.mark.parametrize("size", [(800, 480), PORTRAIT])
def test_it_all_works_by_finger(sit, size):
    sitting = sit(size=size)
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.tap("Start the game")
    assert sitting.banner == "Set up: White, 12 pieces"
    sitting.tap("Confirm")
    assert sitting.banner == "Set up: Black, 12 pieces"
    sitting.tap("Back")
    assert sitting.banner == "Set up: White, 12 pieces"
    sitting.tap("Next")
    assert sitting.scene.name == "play"


# Buttons


def test_buttons_say_what_they_do(setting):
    assert setting.lines == ["start screen", "skip the rest", "", "done"]
    assert setting.filled == [False, False, False, True]
    setting.press("confirm")
    assert setting.lines[0] == "previous"
    setting.press(*["confirm"] * 4)
    assert setting.lines == ["previous", "", "", "play on"]


def test_the_counter_and_the_steps_around_are_on_screen(setting, written):
    setting.press("confirm", "confirm")
    told = written(setting)
    assert "Step 3 of 6" in told
    assert "White's large, 4 pieces" in told
    assert "White's small, 4 pieces" in told


def test_back_goes_back_and_from_the_first_to_the_start(setting):
    setting.press("confirm", "back")
    assert "large" in setting.banner
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
    found = 0
    while setting.scene.name == "set table":
        assert setting.scene.picture(0.0).placement == whole
        assert lit(setting) == (setting.marked(Mark.PLACE), False)
        assert all(name in setting.note for name in setting.marked(Mark.PLACE))
        found += len(setting.marked(Mark.PLACE))
        setting.press("confirm")
    assert found == sum(map(len, whole.values()))
    assert setting.plies == MOVES


def test_a_turn_that_was_begun_begins_anew(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.touch("c4")
    sitting.stage.ways.to_start()
    sitting.ticks(3)
    sitting.choose("Resume")
    sitting.press("next")
    assert sitting.match.half.touches == ()


# After a take-back


@pytest.fixture
def captured(sitting):
    """A game of Alquerque whose capture was taken back: two lifts set the table right."""
    sitting.play("alquerque")
    sitting.move("c2-c3", "c4xc2")
    sitting.press("back", "confirm", "confirm")
    return sitting


def test_after_a_take_back_hint_leads_through_the_lifts(captured):
    assert captured.lines[2] == "set up"
    captured.press("hint")
    assert captured.banner == "Move a Black piece from c2 to c4"
    assert captured.marked(Mark.REMOVE) == {"c2"}
    assert captured.marked(Mark.PLACE) == {"c4"}
    assert lit(captured) == ({"c2", "c4"}, False)
    (arrow,) = captured.scene.picture(0.0).arrows
    assert (arrow.start, arrow.end) == tuple(map(captured.scene.board().site_of, ("c2", "c4")))
    captured.press("confirm")
    assert captured.banner == "Put a White piece on c3"
    assert lit(captured) == ({"c3"}, False)
    captured.press("confirm")
    assert captured.scene.name == "play"
    assert captured.lines[2] == "hint"
    assert captured.marked(Mark.PLACE) == set()


def test_back_leaves_the_guide_for_the_game(captured):
    captured.press("hint", "back")
    assert captured.scene.name == "play"
    assert captured.plies == ["c2-c3"]


def test_whoever_plays_on_needs_no_guide(captured):
    captured.touch("c4")
    assert captured.lines[2] == "hint"
    captured.hold("hint")
    assert captured.scene.moves is not None


def test_one_lift_is_told_at_once_and_no_guide_is_offered(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.press("back", "confirm", "confirm")
    assert sitting.note == "Taken back: c2 to c3. Move a White piece from c3 to c2."
    assert sitting.lines[2] == "hint"


# A table out of step


@pytest.fixture
def lost(sitting):
    """The middle of a game whose players do not know how the table got where it is."""
    middle_game(sitting)
    sitting.hold("back")
    sitting.choose("Board doesn't match")
    return sitting


def test_every_way_in_which_the_table_may_stand_is_offered(lost):
    assert lost.scene.name == "out of step"
    titles = lost.scene.entries()
    assert titles[:3] == ("Not sure", "1 move behind", "2 moves behind")
    assert titles[-2:] == ("Starting position", "The board is empty")
    assert lost.lines == ["to the game", "next line", "", "fix it"]


def test_the_lamps_show_how_the_table_would_stand(lost):
    board = lost.scene.board()
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
    assert lost.scene.step.deed is Deed.SET
    assert len(lost.scene.picture(0.0).placement) == 4
    lost.press("back")
    assert lost.scene.name == "out of step"
    lost.press("back")
    assert lost.scene.name == "play"


def test_a_table_that_stands_as_before_a_take_back_is_one_move_ahead(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3", "c4xc2")
    sitting.press("back", "confirm", "confirm")
    sitting.hold("back")
    sitting.choose("Board doesn't match")
    sitting.choose("1 move ahead")
    assert sitting.banner == "Move a Black piece from c2 to c4"
    sitting.press("next")
    assert sitting.scene.name == "play"


def test_a_begun_move_stays_and_is_made_on_the_table_too(sitting):
    sitting.play("quincala-knocking")
    sitting.begin_move("a2-b3")
    sitting.hold("back")
    sitting.choose("Board doesn't match")
    sitting.choose("Unfinished move not made")
    assert sitting.banner == "Move White's medium from b3 to a2"
    sitting.press("confirm")
    assert sitting.banner == "Move White's large, White's medium from a2 to b3"
    sitting.press("confirm")
    assert sitting.scene.name == "play"
    assert len(sitting.match.half.touches) == 2


def test_a_table_that_needs_nothing_leads_back_to_the_game(sitting):
    sitting.play("quincy")
    sitting.match.propose(sitting.match.position.legal_moves()[0])
    sitting.match.confirm(sitting.match.stamp)
    sitting.stage.ways.to_set_right(sitting.match, ())
    assert sitting.scene.name == "play"

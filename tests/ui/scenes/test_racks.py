import pytest

from companion.contract import Countdown, parse_board
from companion.match.match import Match, NewMatch
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui import destinations as to
from companion.ui.panels import racks
from companion.ui.panels.racks import is_nearly_over, numbers_of, rack_boxes
from companion.ui.widgets.pen import Pen
from tests.sitting import Sitting, with_screen
from tests.ui import every_scene
from tests.ui.paper import Paper
from tests.ui.querni_positions import CHAIN_OF_FIVE, LAST_CHAIN, QUERNI, play_from

SQUARE = f"""
name = "querni"
note = "as high as it is wide, for tests"
rows = {["o" * 10] * 10}
drawing = "squares"
pieces = "tiles"
colors = ["blue", "pink"]
[orders]
blue = {[f"{file}{rank}" for rank in (2, 3) for file in "abcdefgh"]}
pink = {[f"{file}{rank}" for rank in (9, 8) for file in "jihgfedc"]}
"""
"""A player's own board."""

SIZES = (LANDSCAPE, PORTRAIT, (1280, 800))


def pen_of(sitting):
    """Return what draws on the sitting's screen."""
    stage = sitting.stage
    return Pen(sitting.program.window.screen, stage.fonts, stage.theme, stage.layout)


def painter_of(sitting):
    """Return what paints the board of the match in front."""
    return sitting.scene.table.painter()


@pytest.fixture(params=SIZES, ids=str)
def shown(sit, request):
    """A sitting in the middle of a game of Querni on each size of screen."""
    sitting = sit(size=request.param)
    play_from(sitting, CHAIN_OF_FIVE)
    return sitting


def test_racks_lie_between_the_board_and_the_edge_of_its_place(shown):
    painter, place = shown.scene.table.painter(), shown.stage.layout.board
    for box in rack_boxes(pen_of(shown), painter, place):
        assert place.y <= box.y <= box.bottom <= place.bottom
        assert place.x <= box.x <= box.right <= place.right
        assert box.w // 16 >= 25
        middles = (painter.geometry.site_to_px(site)[1] for site in range(70))
        assert not any(box.y - 10 < y < box.bottom + 10 for y in middles)


def texts_with_places(sitting, rendered):
    paper = Paper(sitting.program.window.screen_size, rendered)
    sitting.stage.draw(paper, sitting.clock.now_s)
    return paper.texts


def test_numbers_that_have_left_the_board_are_written_in_their_places(shown, rendered):
    written = texts_with_places(shown, rendered)
    above, below = rack_boxes(pen_of(shown), shown.scene.table.painter(), shown.stage.layout.board)
    for box, left in ((above, ["3", "6"]), (below, [])):
        assert [t for t, ink in written if box.holds(*ink.center) and t.isdigit()] == left


def test_tiles_lie_in_the_rack_of_their_side_as_long_as_they_are_on_the_board(sit):
    sitting = sit()
    sitting.look()
    play_from(sitting, CHAIN_OF_FIVE)
    above, below = rack_boxes(
        pen_of(sitting), sitting.scene.table.painter(), sitting.stage.layout.board
    )
    pink = sitting.stage.theme.pink_piece
    blue = sitting.stage.theme.blue_piece

    def count(box, color):
        part = sitting.surface.subsurface(tuple(box))
        return sum(part.get_at((x, y))[:3] == color for x in range(box.w) for y in range(box.h))

    sitting.settle()
    before = count(below, blue)
    assert before > count(above, blue) == count(below, pink) == 0 < count(above, pink)
    sitting.touch("d4")
    sitting.touch("f2")
    sitting.settle()
    assert count(below, blue) < before


def test_a_rack_is_drawn_once_until_a_tile_leaves(sitting, monkeypatch):
    sitting.look()
    play_from(sitting, CHAIN_OF_FIVE)
    drawn = []
    draw = racks._draw_rack
    monkeypatch.setattr(racks, "_draw_rack", lambda *rack: (drawn.append(rack[-1]), draw(*rack)))
    sitting.settle()
    before = sitting.surface.copy()
    drawn.clear()
    sitting.touch("g2")
    sitting.press("back")
    sitting.settle()
    assert drawn == []
    assert sitting.surface.get_buffer().raw == before.get_buffer().raw
    sitting.touch("g2")
    sitting.touch("e3")
    assert drawn == ["Blue: 13 tiles left"]


def test_nothing_is_painted_beside_the_screen(sitting):
    play_from(sitting, CHAIN_OF_FIVE)
    drawn = []
    screen = sitting.program.window.screen
    box = (screen.get_width() + 5, 0, 20, 20)
    painter_of(sitting).paint_still(screen, box, (), lambda: drawn.append(box))
    assert drawn == []


def test_each_rack_stays_on_its_sides_side_of_the_board(tmp_path, rendered):
    config = with_screen(view="second")
    with Sitting(tmp_path / "turned", config=config) as sitting:
        play_from(sitting, CHAIN_OF_FIVE)
        places = dict(texts_with_places(sitting, rendered))
        assert places["Blue: 16 tiles left"].y < places["Pink: 14 tiles left"].y


def test_tiles_left_are_counted_while_the_turn_is_made(sitting, written):
    play_from(sitting, CHAIN_OF_FIVE)
    assert "Blue: 16 tiles left" in written(sitting)
    sitting.touch("g2")
    sitting.touch("e3")
    assert "Blue: 13 tiles left" in written(sitting)
    sitting.press("back")
    assert "Blue: 16 tiles left" in written(sitting)


def test_racks_tell_how_many_are_left_while_a_record_is_looked_through(sitting, written):
    every_scene.viewer_of_querni(sitting)
    sitting.scene.to_first()
    assert "Pink: 16 tiles left" in written(sitting)
    sitting.scene.to_last()
    assert "Pink: 9 tiles left" in written(sitting)


def test_the_draw_counter_and_the_set_up_are_told(sitting, written):
    sitting.play("querni", 482913, draw_after=40)
    assert "0 of 40" in written(sitting)
    assert "482913" in written(sitting)
    sitting.move(sitting.match.position.legal_moves()[0].text)
    assert "1 of 40" in written(sitting)


def test_a_game_begun_in_the_middle_names_no_set_up(sitting, written):
    play_from(sitting, CHAIN_OF_FIVE, 482913)
    assert "12 of 30" in written(sitting)
    assert "482913" not in written(sitting)
    assert "Setup" not in written(sitting)


def test_the_counter_warns_before_the_draw():
    assert not is_nearly_over(Countdown(24, 30))
    assert is_nearly_over(Countdown(25, 30))


def test_the_numbers_are_those_that_the_match_began_with(sitting):
    play_from(sitting, LAST_CHAIN)
    assert numbers_of(sitting.match) == tuple(range(1, 17))


def test_a_board_that_fills_its_place_has_no_racks(sitting, written):
    match = Match.start(NewMatch(QUERNI, seed=3, board=parse_board(SQUARE, "square.toml")))
    sitting.stage.go(to.Play(match))
    sitting.ticks(3)
    assert "tiles left" not in written(sitting)
    assert "0 of 30" in written(sitting)


def test_other_games_keep_their_ledges(sitting, written):
    sitting.play("alquerque")
    assert "White lost none" in written(sitting)
    assert "left" not in written(sitting)

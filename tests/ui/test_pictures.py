from companion.art.marks import Mark
from companion.contract import Piece, Token
from companion.plugins import find_game
from companion.table.steps import restoring_steps
from companion.ui.board.marks import OutlineKind
from companion.ui.board.pictures import (
    MOST_ARROWS,
    first_arrows,
    is_harmful,
    mixed_sites,
    move_arrows,
    moves_picture,
    places_picture,
    sizes_in_play,
    step_picture,
    steps_marks,
    turn_picture,
    won_picture,
)
from tests.moving import touched

QUINCALA = find_game("quincala-knocking").initial()
ALQUERQUE = find_game("alquerque")


def after(texts, **options):
    position = ALQUERQUE.initial(options)
    for text in texts.split():
        position = position.play(position.parse(text))
    return position


def named(position, marks):
    """Return ``{mark: names}`` of *marks*."""
    names = {}
    for site, kinds in marks.items():
        for kind in kinds:
            names.setdefault(kind, set()).add(position.board.name_of(site))
    return names


def test_the_beginning_of_a_turn_marks_what_can_be_lifted():
    position = ALQUERQUE.initial()
    picture = turn_picture(position.begin(), (3, 4), None)
    assert named(position, picture.marks) == {Mark.MOVABLE: {"b2", "c2", "d2", "d3"}}
    assert picture.lifted is None
    assert picture.last_move == (3, 4)
    assert picture.placement == position.pieces()


def test_a_lifted_piece_marks_where_it_may_go_and_what_it_would_take():
    position = after("c2-c3")
    picture = turn_picture(touched(position, "c4"), (), None)
    assert named(position, picture.marks) == {Mark.CAPTURE: {"c2"}}
    assert picture.lifted.site == position.board.site_of("c4")


def test_what_the_last_move_took_is_shown_until_the_next_one_goes_somewhere():
    position = after("c2-c3")
    gone = {12: Piece(0, 1)}
    lifted = turn_picture(touched(position, "c4"), (7, 8), None, (), gone)
    assert lifted.gone == gone
    assert turn_picture(touched(position, "c4", "c2"), (7, 8), None, (), gone).gone == {}


def test_lifting_a_piece_leaves_the_last_move_in_sight():
    half = touched(after("c2-c3"), "c4")
    assert turn_picture(half, (7, 8), None).last_move == (7, 8)


def test_a_step_is_a_target():
    position = ALQUERQUE.initial()
    picture = turn_picture(touched(position, "c2"), (), None)
    assert named(position, picture.marks) == {Mark.TARGET: {"c3"}}


def test_the_way_so_far_takes_the_place_of_the_last_move():
    position = ALQUERQUE.initial()
    half = touched(position, "c2", "c3")
    assert turn_picture(half, (7, 8), None).last_move == half.touches


def test_the_cursor_is_marked_beside_what_is_there():
    position = ALQUERQUE.initial()
    c2 = position.board.site_of("c2")
    assert turn_picture(position.begin(), (), c2).marks[c2] == {Mark.MOVABLE, Mark.FOCUS}
    token = turn_picture(position.begin(), (), Token("pass", ()))
    assert Mark.FOCUS not in named(position, token.marks)


def test_a_piece_that_can_be_huffed_is_marked_as_taken():
    position = after("d3-c3 d4-d3", compulsory=True, huffing=True)
    marks = named(position, turn_picture(position.begin(), (), None).marks)
    assert marks[Mark.CAPTURE] == {"b3"}
    huffed = turn_picture(touched(position, "b3"), (1, 2), None)
    assert huffed.last_move == (position.board.site_of("b3"),)


def test_harm_is_what_takes_a_piece_off_the_board():
    position = after("c2-c3")
    assert is_harmful(position.explain(position.parse("c4xc2")))
    assert not is_harmful(ALQUERQUE.initial().explain(ALQUERQUE.initial().parse("c2-c3")))


# All moves


def test_each_next_leg_has_one_arrow_harmful_ones_apart():
    position = after("c2-c3")
    arrows = first_arrows(position.begin(), position.legal_moves())
    for (start, end), arrow in arrows.items():
        assert (arrow.start, arrow.end) == (start, end)
        assert arrow.is_harmful == (end not in position.board.neighbors[start])
        assert not arrow.is_strong
    legs = {move.touches[:2] for move in position.legal_moves()}
    assert set(arrows) == legs


def test_arrows_go_on_from_a_begun_turn():
    half = touched(QUINCALA, "a2", "b3")
    moves = [m for m in QUINCALA.legal_moves() if m.touches[:2] == half.touches]
    arrows = first_arrows(half, moves)
    b3 = QUINCALA.board.site_of("b3")
    assert arrows
    assert {start for start, _ in arrows} == {b3}


def test_arrows_never_hide_the_board():
    position = QUINCALA
    moves = position.legal_moves()
    assert len(first_arrows(position.begin(), moves * 3)) <= MOST_ARROWS


def test_a_chosen_move_is_shown_alone_with_its_start_its_legs_and_what_it_takes():
    position = after("c2-c3")
    half = position.begin()
    arrows = first_arrows(half, position.legal_moves())
    chosen = position.parse("c4xc2")
    picture = moves_picture(half, arrows, position.half_move(chosen))
    assert picture.arrows == tuple(move_arrows(position.half_move(chosen)))
    assert all(arrow.is_strong and arrow.is_harmful for arrow in picture.arrows)
    assert named(position, picture.marks) == {Mark.HINT: {"c4"}, Mark.CAPTURE: {"c2"}}
    everything = moves_picture(half, arrows, None)
    assert everything.arrows == tuple(arrows.values())
    # So that the lamps, which have no arrows, tell which pieces can move.
    assert named(position, everything.marks) == {Mark.MOVABLE: {"c4"}}


def test_where_nothing_stands_any_more_a_chosen_move_does_not_start():
    move = QUINCALA.parse("a2-b3-c4")
    half = QUINCALA.begin().extended(move.touches[0]).extended(move.touches[1])
    picture = moves_picture(half, first_arrows(half, [move]), QUINCALA.half_move(move))
    a2 = QUINCALA.board.site_of("a2")
    assert a2 not in picture.placement and a2 not in picture.marks
    assert picture.arrows == tuple(move_arrows(QUINCALA.half_move(move)))


def test_every_leg_of_a_move_has_its_arrow():
    move = QUINCALA.parse("a2-b3-c4")
    arrows = move_arrows(QUINCALA.half_move(move))
    names = [
        (QUINCALA.board.name_of(arrow.start), QUINCALA.board.name_of(arrow.end))
        for arrow in arrows
    ]
    assert names == [("a2", "b3"), ("b3", "c4")]


def test_arrows_go_around_corners_as_the_route_does(monkeypatch):
    whole = QUINCALA.half_move(QUINCALA.parse("a2-b3-c4"))
    straight, corner = type(whole).route, QUINCALA.board.site_of("c2")

    def around(half):
        first, *rest = straight(half)
        return (first, corner, *rest) if rest else (first,)

    monkeypatch.setattr(type(whole), "route", around)
    arrows = move_arrows(whole)
    names = ["".join(map(QUINCALA.board.name_of, arrow[:2])) for arrow in arrows]
    assert names == ["a2c2", "c2b3", "b3c4"]
    # The first leg was made: both its arrows go.
    assert move_arrows(whole, 1) == arrows[2:]
    # A corner is no place to go to.
    picture = moves_picture(whole.position.begin(), {}, whole)
    assert corner not in picture.marks


# Pictures without a turn


def test_places_to_be_filled_and_a_winner_are_marked():
    placement = {3: (Piece(0, 1),), 5: (Piece(1, 1),)}
    assert places_picture(placement).marks == {3: {Mark.PLACE}, 5: {Mark.PLACE}}
    assert won_picture(placement, (1, 3), [3]).marks == {3: {Mark.WIN}}
    assert won_picture(placement, (1, 3), ()).marks == {}


LARGE, SMALL, OTHER = Piece(0, 3), Piece(0, 1), Piece(1, 1)
TABLE = {1: (LARGE,), 2: (LARGE, SMALL), 3: (SMALL,), 4: (OTHER,)}
WANTED = {1: (LARGE,), 2: (LARGE,), 4: (SMALL,), 5: (OTHER,)}


def test_what_sets_a_table_right_is_marked_where_it_comes_and_where_it_goes():
    # Of two small pieces one goes to 4 and one beside the board, in either way.
    marks = steps_marks(restoring_steps(TABLE, WANTED, [SMALL]))
    assert marks == {
        2: {Mark.REMOVE},
        3: {Mark.REMOVE},
        4: {Mark.PLACE, Mark.REMOVE},
        5: {Mark.PLACE},
    }
    assert steps_marks(()) == {}


def test_a_step_shows_its_own_places_alone_and_an_arrow_where_something_moves():
    pictures = [step_picture(step) for step in restoring_steps(TABLE, WANTED, [SMALL])]
    off, *moves = pictures
    assert off.arrows == ()
    assert len(off.marks) == 1
    for picture in moves:
        (arrow,) = picture.arrows
        assert picture.marks == {arrow.start: {Mark.REMOVE}, arrow.end: {Mark.PLACE}}
        assert arrow.start in picture.placement


def test_mixed_towers_are_those_with_pieces_of_both_sides():
    white, black = Piece(0, 2), Piece(1, 1)
    assert mixed_sites({1: (white,), 2: (white, black), 3: (Piece(0, 3), white)}) == (2,)


def test_the_sizes_in_play_count_what_is_off_the_board():
    mixing = find_game("quincala-mixing")
    assert sizes_in_play(mixing.initial({"sizes": 4})) == 4
    text = mixing.initial({"sizes": 4}).to_text().replace("4w", ".").replace("4b", ".")
    assert sizes_in_play(mixing.from_text(text)) == 4
    assert sizes_in_play(find_game("quincy").initial()) == 1


def test_a_placement_in_the_list_of_moves_marks_its_dot_in_the_blue_area():
    position = find_game("quincala-mixing").initial()
    position = position.play(position.parse("d3xc4"))
    move = position.parse("3w@c9")
    picture = moves_picture(position.begin(), {}, position.half_move(move))
    assert named(position, picture.marks) == {Mark.PLACE: {"c9"}}
    assert [outline.kind for outline in picture.outlines] == [OutlineKind.AREA]

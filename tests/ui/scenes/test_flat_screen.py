"""A screen that lies flat between two people: what is said faces whoever is to move."""

import pygame
import pytest

from companion.config.values import Settings
from companion.match.seats import program_at
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT

BOTH = (LANDSCAPE, PORTRAIT)


@pytest.fixture
def flat(sitting):
    sitting.stage.change(Settings(turn_text=True))
    sitting.play("alquerque")
    return sitting


def drawn(sitting, size):
    sitting.stage.resize(size)
    surface = pygame.Surface(size, 0, 32)
    sitting.stage.draw(surface, 0.0)
    return surface


def faces(sitting, box_of):
    """Whom the part *box_of* of the layout faces: ``near`` or ``far``, in both formats."""
    found = set()
    for size in BOTH:
        shown = drawn(sitting, size)
        box = pygame.Rect(box_of(sitting.stage.layout))
        is_across = sitting.scene.show().is_across
        sitting.stage.change(Settings(turn_text=False))
        upright = drawn(sitting, size)
        sitting.stage.change(Settings(turn_text=True))
        other = upright.subsurface(box)
        turned = pygame.transform.rotate(other, 180)
        assert not same(other, turned), "nothing stands there"
        assert same(shown.subsurface(box), turned if is_across else other)
        found.add("far" if is_across else "near")
    sitting.stage.resize(LANDSCAPE)
    [way] = found
    return way


def same(one, other):
    return pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def banner(layout):
    return layout.banner


def note(layout):
    return layout.note


def test_the_banner_faces_whoever_is_to_move(flat):
    assert faces(flat, banner) == "near"
    flat.move("c2-c3")
    assert faces(flat, banner) == "far"


def test_the_note_faces_them_as_well(flat):
    flat.move("c2-c3")
    flat.touch("a1")
    assert flat.note
    assert faces(flat, note) == "far"


def test_nothing_else_is_turned(flat):
    flat.move("c2-c3")
    shown = drawn(flat, LANDSCAPE)
    flat.stage.change(Settings(turn_text=False))
    upright = drawn(flat, LANDSCAPE)
    layout = flat.stage.layout
    for box in (layout.board, layout.menu, layout.moves, *layout.buttons):
        part = pygame.Rect(box)
        assert same(shown.subsurface(part), upright.subsurface(part))


def test_a_question_faces_who_has_to_answer(flat):
    flat.move("c2-c3")
    flat.match.offer_draw(0)
    flat.stage.redraw()
    for _ in range(2):
        assert faces(flat, banner) == ("near", "far")[flat.match.question.awaiting[0]]
        flat.press("confirm")


@pytest.mark.parametrize(("view", "ways"), [("first", "nf"), ("second", "fn"), ("mover", "nn")])
def test_who_sits_near_is_told_by_the_side_of_the_board(flat, view, ways):
    flat.stage.change(Settings(view=view))
    first = faces(flat, banner)
    flat.move("c2-c3")
    assert first[0] + faces(flat, banner)[0] == ways


def test_against_the_computer_it_faces_the_person(sitting):
    sitting.stage.change(Settings(turn_text=True))
    sitting.play("alquerque", who=(program_at(1), "person"))
    assert sitting.match.position.side == 0
    assert faces(sitting, banner) == "far"


def test_with_four_at_the_table_it_stays(sitting):
    sitting.stage.change(Settings(turn_text=True))
    sitting.play("quincy", who=("person",) * 4, players=4, dominoes="physical")
    assert not sitting.scene.show().is_across

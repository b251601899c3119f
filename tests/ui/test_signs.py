import pytest

from companion.art.digits import SIGN_ROLES, SIGNS
from companion.art.shapes import Patch, Stroke, reach
from companion.art.theme import THEMES
from companion.ports import ButtonName

each_button = pytest.mark.parametrize("name", ButtonName)


@each_button
def test_a_sign_keeps_to_its_place(name):
    # The picture of a sign has 0.6 of its height on each side of the middle.
    across, down = reach(SIGNS[name])
    assert 0.2 < across <= 0.57
    assert 0.35 < down <= 0.57


def test_no_two_buttons_have_the_same_sign_or_color():
    assert len(set(SIGNS.values())) == len(ButtonName)
    for theme in THEMES.values():
        assert len({theme.color(role) for role in SIGN_ROLES.values()}) == len(ButtonName)


@each_button
def test_paper_can_draw_every_shape_of_a_sign(name):
    assert all(isinstance(shape, Stroke | Patch) for shape in SIGNS[name])


@each_button
def test_each_button_on_the_screen_shows_its_sign_in_its_color(sitting, name):
    sitting.look()
    sitting.play("alquerque")
    sitting.touch("c2")
    sitting.settle()
    box = sitting.stage.layout.buttons[list(ButtonName).index(name)]
    label = sitting.scene.show().labels[list(ButtonName).index(name)]
    role = "commit_text" if label.is_filled else SIGN_ROLES[name] if label.line else "muted"
    color = sitting.stage.theme.color(role)
    upper = [
        sitting.surface.get_at((x, y))[:3]
        for x in range(box.x, box.right)
        for y in range(box.y, box.y + box.h * 2 // 5)
    ]
    assert upper.count(color) > 20

import pygame
import pytest

from tests.golden_images import REGENERATE, assert_golden


@pytest.fixture(autouse=True)
def _compare(monkeypatch):
    monkeypatch.delenv(REGENERATE, raising=False)


def picture(color=(10, 200, 30)):
    surface = pygame.Surface((12, 8), 0, 32)
    surface.fill(color, (3, 2, 5, 4))
    return surface


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(REGENERATE, "1")
    assert_golden(picture(), "square", tmp_path)
    monkeypatch.delenv(REGENERATE)
    return tmp_path


def test_an_equal_picture_passes(folder):
    assert_golden(picture(), "square", folder)
    assert not (folder / "failed").exists()


def test_one_step_of_one_channel_of_one_pixel_fails_and_is_shown(folder):
    changed = picture()
    changed.set_at((4, 3), (10, 201, 30))
    with pytest.raises(AssertionError, match="1 pixels differ"):
        assert_golden(changed, "square", folder)
    diff = pygame.image.load(str(folder / "failed" / "square-diff.png"))
    red = [(x, y) for x in range(12) for y in range(8) if diff.get_at((x, y))[:3] == (255, 0, 0)]
    assert red == [(4, 3)]
    assert (folder / "failed" / "square.png").is_file()


def test_another_size_fails(folder):
    with pytest.raises(AssertionError, match=r"\(12, 8\), got \(13, 8\)"):
        assert_golden(pygame.Surface((13, 8), 0, 32), "square", folder)


def test_a_missing_golden_picture_fails_and_names_the_flag(folder):
    with pytest.raises(AssertionError, match=REGENERATE):
        assert_golden(picture(), "circle", folder)
    assert (folder / "failed" / "circle.png").is_file()


def test_only_the_flag_replaces_a_golden_picture(folder, monkeypatch):
    other = picture((200, 0, 0))
    monkeypatch.setenv(REGENERATE, "1")
    assert_golden(other, "square", folder)
    monkeypatch.delenv(REGENERATE)
    assert_golden(other, "square", folder)
    with pytest.raises(AssertionError):
        assert_golden(picture(), "square", folder)

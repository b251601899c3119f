import random

import pygame
import pytest
from PIL import Image

from companion.ui.scenes.gif import rgb_of
from tests import golden_images
from tests.golden_images import KEPT_BY, REGENERATE, assert_golden

OTHER = KEPT_BY._replace(pygame="pygame of somebody else")


@pytest.fixture(autouse=True)
def _compare(monkeypatch):
    monkeypatch.delenv(REGENERATE, raising=False)
    # Whichever pygame runs these tests.
    monkeypatch.setattr(golden_images, "build_at_hand", lambda: KEPT_BY)


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


def test_an_equal_picture_is_not_written_anew(folder, monkeypatch):
    before = (folder / "square.webp").stat()
    monkeypatch.setenv(REGENERATE, "1")
    assert_golden(picture(), "square", folder)
    after = (folder / "square.webp").stat()
    assert after.st_mtime_ns == before.st_mtime_ns


def test_what_is_kept_is_kept_to_the_last_step(tmp_path, monkeypatch):
    noise = random.Random(5).randbytes(3 * 40 * 30)
    surface = pygame.image.frombuffer(noise, (40, 30), "RGB")
    monkeypatch.setenv(REGENERATE, "1")
    assert_golden(surface, "noise", tmp_path)
    monkeypatch.delenv(REGENERATE)
    assert_golden(surface, "noise", tmp_path)
    with Image.open(tmp_path / "noise.webp") as kept:
        assert kept.convert("RGB").tobytes() == noise


# Under another pygame


def board(mark=(40, 40), size=7, edge=0):
    surface = pygame.Surface((96, 96), 0, 32)
    surface.fill((220, 190, 140))
    surface.fill((90, 60, 30), (*mark, size, size))
    surface.fill((220 - edge, 190, 140), (0, 60, 96, 1))
    return surface


@pytest.fixture
def kept_board(tmp_path, monkeypatch):
    monkeypatch.setenv(REGENERATE, "1")
    assert_golden(board(), "board", tmp_path)
    monkeypatch.delenv(REGENERATE)
    return tmp_path


def test_another_build_may_draw_an_edge_otherwise_and_this_one_may_not(kept_board):
    assert_golden(board(edge=60), "board", kept_board, OTHER)
    with pytest.raises(AssertionError, match="96 pixels differ"):
        assert_golden(board(edge=60), "board", kept_board)


@pytest.mark.parametrize(
    "drawn",
    [board(size=0), board(mark=(48, 40)), board(size=12)],
    ids=["missing", "elsewhere", "larger"],
)
def test_what_is_missing_or_elsewhere_fails_under_any_build(kept_board, drawn):
    with pytest.raises(AssertionError, match=r"surroundings of \d+ pixels differ"):
        assert_golden(drawn, "board", kept_board, OTHER)
    assert (kept_board / "failed" / "board-diff.png").is_file()


def test_only_the_build_of_the_golden_pictures_replaces_one(kept_board, monkeypatch):
    monkeypatch.setenv(REGENERATE, "1")
    with pytest.raises(AssertionError, match=r"expected pygame 2\.6\.1.* got pygame of somebody"):
        assert_golden(board(size=0), "board", kept_board, OTHER)
    monkeypatch.delenv(REGENERATE)
    with Image.open(kept_board / "board.webp") as kept:
        assert kept.convert("RGB").tobytes() == rgb_of(board())

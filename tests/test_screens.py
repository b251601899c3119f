"""`make screens`: which screens have changed, and the pictures from both commits."""

import subprocess

import pygame
import pytest

from tools import screens
from tools.trees import ROOT


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A small repository with two screens kept in its one commit."""
    kept = tmp_path / screens.KEPT
    kept.mkdir(parents=True)
    (kept / "play.txt").write_text("play-one 80x40\n0 0 a\nplay-two 80x40\n0 0 b\n")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "One"]):
        who = ["-c", "user.name=one", "-c", "user.email=one@localhost"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True)
    monkeypatch.setattr(screens, "ROOT", tmp_path)
    return kept


@pytest.mark.needs("git")
def test_a_screen_has_changed_if_one_of_its_lines_has(checkout):
    assert screens.changed_screens("HEAD") == []
    text = (checkout / "play.txt").read_text()
    (checkout / "play.txt").write_text(text.replace("0 0 b", "0 1 b"))
    (checkout / "start.txt").write_text("start 80x40\n0 0 c\n")
    assert screens.changed_screens("HEAD") == ["play-two 80x40", "start 80x40"]


def test_a_screen_is_painted_from_the_sources_of_a_tree():
    picture = screens.painted(ROOT, "start 800x480")
    assert picture.get_size() == (800, 480)
    assert len({picture.get_at((x, 240))[:3] for x in range(800)}) > 5
    assert screens.painted(ROOT, "no-such-scene 800x480") is None


def test_pictures_stand_side_by_side():
    one, other = pygame.Surface((10, 20)), pygame.Surface((30, 5))
    other.fill((255, 0, 0))
    row = screens.side_by_side([one, other])
    assert row.get_size() == (10 + screens.GAP + 30, 20)
    assert row.get_at((10 + screens.GAP, 0))[:3] == (255, 0, 0)

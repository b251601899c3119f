import os

import pygame
import pytest

from companion.errors import BackendError
from companion.ui.widgets.window import PANEL_SHARE, Window, open_display


class NotedPanel:
    """A side panel that notes where it is."""

    def __init__(self):
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.drawn = 0

    def lay_out(self, rect):
        self.rect = pygame.Rect(rect)

    def draw(self, surface):
        self.drawn += 1


@pytest.fixture(autouse=True)
def _display():
    open_display()
    yield
    pygame.display.quit()


def test_without_a_panel_the_touchscreen_is_the_whole_window():
    window = Window((800, 480), None, False)
    assert window.screen_size == window.surface.get_size() == (800, 480)
    window.draw_panel()
    window.flip()


def test_a_panel_stands_to_the_right_and_takes_nothing_of_the_touchscreen():
    panel = NotedPanel()
    window = Window((800, 480), panel, False)
    assert window.screen_size == (800, 480)
    assert panel.rect.topleft == (800, 0)
    assert panel.rect.w == round(PANEL_SHARE * 480)
    window.draw_panel()
    assert panel.drawn == 1


def test_what_is_drawn_on_the_touchscreen_is_in_the_window():
    window = Window((800, 480), NotedPanel(), False)
    window.screen.fill((1, 2, 3))
    assert window.surface.get_at((799, 479))[:3] == (1, 2, 3)
    assert window.surface.get_at((800, 479))[:3] != (1, 2, 3)


@pytest.mark.parametrize(
    "size", [(1400, 700), (1000, 1280), (400, 300), (3000, 500), (300, 2000), (2, 2), (1, 1)]
)
def test_a_window_of_any_size_is_shared_without_overlap(size):
    panel = NotedPanel()
    window = Window((800, 480), panel, False)
    window.set_size(size)
    assert window.surface.get_size() == size
    width, height = window.screen_size
    assert (panel.rect.x, panel.rect.w) == (width, size[0] - width)
    assert height == panel.rect.h == size[1]
    assert width >= 1


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (600, 1024)])
def test_a_window_that_only_grows_with_its_panel_leaves_the_touchscreen_its_shape(size):
    panel = NotedPanel()
    window = Window(size, panel, False)
    assert abs(window.screen_size[0] - size[0]) <= 1
    assert window.screen_size[1] == size[1]


@pytest.mark.parametrize(
    ("driver", "renderer"), [("KMSDRM", "opengles2"), ("x11", "0"), ("wayland", None)]
)
def test_pictures_go_to_the_screen_as_its_driver_does_it_best(monkeypatch, driver, renderer):
    # tests/boot looks at such a screen; here is none.
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(os, "environ", {"SDL_VIDEODRIVER": "dummy"})
    open_display()
    assert os.environ.get("SDL_FRAMEBUFFER_ACCELERATION") == renderer


def test_a_size_given_by_the_player_is_taken_over():
    window = Window((800, 480), None, False)
    pygame.display.set_mode((640, 400), pygame.RESIZABLE)
    window.resized()
    assert window.screen_size == (640, 400)


def test_on_a_touchscreen_the_mouse_is_hidden_and_the_whole_screen_is_taken():
    window = Window((800, 480), None, True)
    assert window.surface.get_flags() & pygame.FULLSCREEN
    assert not pygame.mouse.get_visible()
    Window((800, 480), None, False)
    assert pygame.mouse.get_visible()


def test_a_driver_without_a_screen_is_taken_only_when_it_was_asked_for(monkeypatch):
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(BackendError, match="expected a display"):
        open_display()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.quit()
    open_display()
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    with pytest.raises(BackendError, match="neither a desktop nor a screen"):
        _open_what_is_open()


def test_a_library_of_the_desktop_that_is_missing_is_named_with_its_package(monkeypatch):
    def load(name):
        raise OSError(f"{name}: cannot open shared object file: No such file or directory")

    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setattr("companion.ui.widgets.window.ctypes.CDLL", load)
    monkeypatch.setenv("DISPLAY", ":99")
    with pytest.raises(BackendError, match=r"libX11\.so\.6 is missing: sudo apt install libx11-6"):
        _open_what_is_open()
    # Whoever asks for that driver gets another error of SDL.
    with pytest.raises(BackendError, match=r"libX11\.so\.6 is missing"):
        open_display()


def _open_what_is_open():
    # SDL chose the dummy driver by itself: nobody asked for it.
    pygame.display.init()
    open_display()


def test_fingers_do_not_arrive_a_second_time_as_a_mouse(monkeypatch):
    monkeypatch.delenv("SDL_TOUCH_MOUSE_EVENTS", raising=False)
    open_display()
    import os

    assert os.environ["SDL_TOUCH_MOUSE_EVENTS"] == "0"

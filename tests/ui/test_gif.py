import io
import random

import pytest
from PIL import Image

from companion.art.theme import DARK, THEMES
from companion.errors import RecordError
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES, find_game
from companion.storage.playback import course_of
from companion.storage.record import record_of
from companion.storage.record_reader import parse_record
from companion.ui.scenes import gif
from companion.ui.scenes.gif import BOARD_PX, CAPTION_PX, gif_of
from companion.ui.widgets.fonts import Fonts
from tests.match.playing import play_at_random
from tests.ui.board_painting import is_near

TEXT = """\
Board Companion record 1
Game: alquerque

1. White c2-c3
2. Black c4xc2
3. White c1xc3
"""


def course(text=TEXT):
    return course_of(parse_record(text.encode(), find_game))


def picture_from(data):
    return Image.open(io.BytesIO(data))


def pictures(data):
    """Every frame, as the colors of its pixels, and how long it stays."""
    image = picture_from(data)
    for number in range(image.n_frames):
        image.seek(number)
        yield image.convert("RGB").tobytes(), image.info["duration"]


def test_a_frame_is_a_leg_and_the_end_stays_longest():
    times = [time_ms for _, time_ms in pictures(gif_of(course()))]
    assert times == [1500, 400, 900, 400, 900, 400, 3000]


def test_it_runs_for_ever_in_the_size_of_board_and_caption():
    image = picture_from(gif_of(course()))
    assert image.format == "GIF"
    assert image.size == (BOARD_PX, BOARD_PX + CAPTION_PX)
    assert image.info["loop"] == 0


def test_a_game_is_drawn_in_the_look_of_the_theme():
    def share(theme, wood):
        """Of the pixels that have the color of the board's face."""
        image = picture_from(gif_of(course(), theme=theme)).convert("RGB")
        colors = image.getcolors(image.width * image.height)
        return sum(count for count, color in colors if is_near(color, wood, 6)) / (480 * 520)

    modern = THEMES["dark", "modern"]
    assert share(modern, modern.wood) > 0.3
    assert share(DARK, modern.wood) < 0.02


def test_every_frame_differs_from_all_others():
    frames = [frame for frame, _ in pictures(gif_of(course()))]
    assert len(set(frames)) == len(frames)


def test_too_many_legs_are_shown_as_plies_and_too_many_plies_are_refused(monkeypatch):
    monkeypatch.setattr(gif, "MOST_FRAMES", 5)
    assert picture_from(gif_of(course())).n_frames == 4
    monkeypatch.setattr(gif, "MOST_FRAMES", 3)
    with pytest.raises(RecordError, match="expected fewer than 3 plies for a GIF, got 3"):
        gif_of(course())


def test_progress_is_told_frame_by_frame_and_may_end_the_work():
    steps = []
    gif_of(course(), progress=lambda done, count: steps.append((done, count)))
    assert steps == [(number, 7) for number in range(7)]

    def stop(done, count):
        if done == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        gif_of(course(), progress=stop)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_shown(name):
    match = Match.start(NewMatch(GAMES[name], seed=3))
    play_at_random(match, random.Random(3), 4)
    assert picture_from(gif_of(course_of(record_of(match)))).n_frames > 4


TIMED = """\
Board Companion record 1
Game: alquerque
Players: Anna, Ben

1. White c2-c3 ; [clock 1m+2s 0:58.2 1:02]
2. Black c4xc2 ; [clock 0:58.2 0:41]
3. White c1xc3 ; [clock 0:07.9 0:41]
"""


def written(monkeypatch):
    """Note every text that is drawn on frames."""
    texts, real = [], Fonts.render

    def render(self, text, *more):
        texts.append(text)
        return real(self, text, *more)

    monkeypatch.setattr(Fonts, "render", render)
    return texts


def test_a_record_with_times_shows_what_both_sides_have_left(monkeypatch):
    timed = course(TIMED)
    film = gif._Film(timed)
    texts = written(monkeypatch)
    clocks = []
    for ply in range(4):
        film.image(gif._Frame(ply, 0, 100))
        clocks.append(texts[1:])
        texts.clear()
    assert clocks == [
        ["1:02", "Anna", "1:02", "Ben"],
        ["0:59", "Anna", "1:02", "Ben"],
        ["0:59", "Anna", "0:41", "Ben"],
        ["7.9", "Anna", "0:41", "Ben"],
    ]


def test_the_clocks_stand_under_the_caption_and_the_side_to_move_stands_out():
    image = picture_from(gif_of(course(TIMED)))
    assert image.size == (BOARD_PX, BOARD_PX + CAPTION_PX + gif.CLOCKS_PX)
    film = gif._Film(course(TIMED))
    y = BOARD_PX + CAPTION_PX + 2
    for ply, colors in ((0, ("choice", "panel")), (1, ("panel", "choice"))):
        drawn = film.image(gif._Frame(ply, 0, 100))
        places = ((BOARD_PX // 4, y), (3 * BOARD_PX // 4, y))
        wanted = [tuple(getattr(gif.DARK, name))[:3] for name in colors]
        assert [drawn.getpixel(place) for place in places] == wanted


def test_where_a_ply_has_no_times_the_bar_is_empty_there(monkeypatch):
    film = gif._Film(course(TIMED.replace(" ; [clock 0:58.2 0:41]", "")))
    texts = written(monkeypatch)
    film.image(gif._Frame(2, 0, 100))
    assert len(texts) == 1


@pytest.mark.parametrize("wrong", ["[clock 1m+2s 9:99:99 x]", "[clock nonsense 0:58 1:02]"])
def test_wrong_times_are_comment_and_no_clock(wrong):
    text = TIMED.replace("[clock 1m+2s 0:58.2 1:02]", wrong).replace("[clock 0:58.2 0:41]", "")
    image = picture_from(gif_of(course(text.replace("[clock 0:07.9 0:41]", ""))))
    assert image.size == (BOARD_PX, BOARD_PX + CAPTION_PX)

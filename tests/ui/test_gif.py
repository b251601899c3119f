import io
import random

import pytest
from PIL import Image

from companion.errors import RecordError
from companion.games import GAMES, find_game
from companion.match.match import Match
from companion.storage.playback import course_of
from companion.storage.record import record_of
from companion.storage.record_reader import parse_record
from companion.ui.scenes.records import gif
from companion.ui.scenes.records.gif import BOARD_PX, CAPTION_PX, gif_of
from tests.match.playing import play_at_random

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
    told = []
    gif_of(course(), progress=lambda done, count: told.append((done, count)))
    assert told == [(number, 7) for number in range(7)]

    def stop(done, count):
        if done == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        gif_of(course(), progress=stop)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_shown(name):
    match = Match.start(GAMES[name], seed=3)
    play_at_random(match, random.Random(3), 4)
    assert picture_from(gif_of(course_of(record_of(match)))).n_frames > 4

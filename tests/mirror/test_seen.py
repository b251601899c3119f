"""What may be seen from outside: all that the screen shows, and no hand."""

import io
import json
import random
import re
import zipfile

import pytest

from companion.art.theme import THEMES
from companion.clock import parse_clock
from companion.match.match import Match, NewMatch
from companion.mirror.seen import Watcher, data_of, saved_games
from companion.mirror.svg import SvgDrawing, geometry_of
from companion.mirror.wire import picture_data, picture_from
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName
from companion.storage.disk import Disk
from companion.storage.record import record_of, write_record
from companion.storage.saves import RECORDS_NAME
from companion.ui.board.marks import Flight
from companion.ui.board.pictures import sizes_in_play, turn_picture
from companion.ui.panels.tray import LOOK_S
from companion.words.program import Hand
from tests.mirror.ends import match_of, play_on
from tests.sitting import Sitting


def hidden_dominoes(match):
    """The texts of all dominoes that no player has laid down or put away for all to see."""
    game, options = match.game, match.header.options
    position = match.position
    seats = range(game.seat_count(options))
    return {tuple(token.values) for seat in seats for token in position.hand_of(seat)}


def dominoes_in(text):
    """Every pair of numbers in *text* that reads as a domino, written or spoken."""
    pairs = re.findall(r"\b(\d)(?:[-:|/–]| and | on )(\d)\b", text)
    return {tuple(sorted(map(int, pair))) for pair in pairs}


@pytest.fixture
def sitting(tmp_path):
    sitting = Sitting(tmp_path / "state")
    yield sitting
    sitting.services.engine.close()


def told(watcher, sitting):
    """All that goes to the mirror now."""
    return json.dumps(data_of(watcher.look(sitting.stage), None), ensure_ascii=False)


@pytest.mark.parametrize("players", [2, 4])
def test_of_a_dealt_hand_nothing_crosses_the_socket(sitting, players):
    sitting.play("quincy", seed=7, who=("person",) * players, players=str(players))
    watcher, texts, opened = Watcher(), [], set()
    for _ in range(2):
        texts.append(told(watcher, sitting))
        sitting.press("confirm")
        sitting.pins.press(ButtonName.HINT)
        sitting.wait(2 * LOOK_S)
        assert sitting.scene.hand is Hand.OPEN
        opened |= dominoes_in(sitting.stage.view.pointed)
        texts.append(told(watcher, sitting))
        sitting.pins.release(ButtonName.HINT)
        sitting.wait(0.2)
        for _ in range(3):
            sitting.press("next")
            texts.append(told(watcher, sitting))
        sitting.press("hint")
        texts.append(told(watcher, sitting))
    hidden = hidden_dominoes(sitting.match)
    # The screen told them, and nothing else did.
    assert opened
    assert opened <= hidden
    for text in texts:
        assert not dominoes_in(json.loads(text)["text"]) & hidden
        assert not dominoes_in(json.loads(text)["said"][1]) & hidden
        assert f"Seed: {sitting.match.header.seed}\\n" not in text


def test_a_hint_for_a_hand_that_lies_open_at_the_table_is_not_seen(sitting):
    sitting.play("quincy", seed=7, who=("person", "program level 1"))
    watcher = Watcher()
    for _ in range(2):
        sitting.press("hint")
        sitting.wait_for_search()
    at_table = sitting.stage.view
    assert at_table.picture.marks
    seen = watcher.look(sitting.stage)
    assert seen.picture.arrows == ()
    assert seen.picture.marks == {}
    assert seen.text == "Your turn"


def test_two_deals_look_the_same_until_something_is_played(tmp_path):
    told = []
    for seed in (7, 8):
        sitting = Sitting(tmp_path / str(seed))
        sitting.play("quincy", seed=seed)
        for is_opened in (False, True):
            if is_opened:
                sitting.see_hand()
                sitting.press("hint")
            data = data_of(Watcher().look(sitting.stage), None)
            told.append(re.sub("Started: [^\\\\]*", "", json.dumps(data)))
        sitting.services.engine.close()
    assert told[:2] == told[2:]


def test_the_match_is_seen_while_something_else_is_in_front(sitting):
    sitting.play("alquerque")
    watcher = Watcher()
    before = watcher.look(sitting.stage)
    sitting.hold("back")
    after = watcher.look(sitting.stage)
    assert sitting.stage.scene.table is None
    assert after.picture.placement == before.picture.placement
    assert after.plies == before.plies


def test_a_move_is_told_as_the_voice_tells_it(sitting):
    sitting.play("alquerque")
    watcher = Watcher()
    watcher.look(sitting.stage)
    sitting.move("c2-c3")
    count, text = watcher.look(sitting.stage).said
    assert count > 0
    assert text


def test_clocks_are_told_and_not_again_while_they_run_on(sitting):
    game = find_game("alquerque")
    sitting.begin(NewMatch(game, {}, 0, clock=parse_clock("10m")))
    watcher = Watcher()
    sitting.wait(1.0)
    first = watcher.look(sitting.stage)
    assert [clock.runs for clock in first.clocks] == [True, False]
    sitting.wait(5.0)
    second = watcher.look(sitting.stage)
    assert second.clocks[0].ms < first.clocks[0].ms
    assert second.is_as(first)
    sitting.move("c2-c3")
    assert not watcher.look(sitting.stage).is_as(second)


def test_saved_games_tell_no_hand(tmp_path):
    folder = tmp_path / RECORDS_NAME
    folder.mkdir()
    for name, started in (("alquerque", "2026-01-01 10:00:00"), ("quincy", "2026-01-02 10:00:00")):
        game = find_game(name)
        match = Match.start(NewMatch(game, game.complete(None), 987_654), started=started)
        draw = random.Random(1)
        for _ in range(5):
            play_on(match, draw)
        write_record(record_of(match), folder, Disk())
    (folder / "broken.txt").write_text("nothing of ours")
    with zipfile.ZipFile(io.BytesIO(saved_games(folder, Disk()))) as bundle:
        texts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    assert [name.split("_")[-1] for name in texts] == ["quincy.txt", "alquerque.txt"]
    quincy, alquerque = texts.values()
    assert "987654" in alquerque
    assert "987654" not in quincy
    assert "Position:" in quincy


# Pictures of boards


def pictures(name):
    """Positions of a random game with the picture of each."""
    match, draw = match_of(name, 0), random.Random(5)
    for _ in range(25):
        half = match.half
        yield match, turn_picture(half, match.last_route, None, gone_of(match))
        touches = list(half.next_touches())
        if touches:
            touched = half.extended(draw.choice(touches))
            yield match, turn_picture(touched, match.last_route, None)
        play_on(match, draw)


def gone_of(match):
    return match.last_removed


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_is_the_same_at_the_other_end(name):
    for _, picture in pictures(name):
        assert picture_from(json.loads(json.dumps(picture_data(picture)))) == picture


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("theme", [("dark", "classic"), ("light", "modern"), ("contrast",) * 2])
def test_every_piece_is_drawn_and_all_that_is_used_is_defined(name, theme):
    drawing = None
    for match, picture in pictures(name):
        position = match.position
        if drawing is None:
            sizes = sizes_in_play(position)
            geometry = geometry_of(position.board, is_turned=False, sizes=sizes)
            drawing = SvgDrawing(geometry, THEMES[theme])
            assert drawing.board().startswith("<svg")
        drawn = drawing.draw(picture)
        used = re.findall('href="#([^"]+)"', drawn.uses)
        assert set(used) == set(drawn.names)
        assert set(drawn.names) <= set(drawing.definitions)
        for x, y in re.findall('x="([^"]+)" y="([^"]+)"', drawn.uses):
            assert 0 <= float(x) <= drawing.width
            assert 0 <= float(y) <= drawing.height
        pieces = sum(map(len, picture.placement.values()))
        assert len(used) >= pieces


def test_what_flies_knows_its_way():
    match = match_of("alquerque", 0)
    geometry = geometry_of(match.position.board, is_turned=False, sizes=None)
    drawing = SvgDrawing(geometry, THEMES["dark", "classic"])
    flight = Flight(match.position.pieces()[0], 0, 6, 0.0)
    across, down = drawing.way_of(flight)
    assert (round(across / geometry.cell), round(down / geometry.cell)) == (1, -1)

"""What may be seen from outside: all that the screen shows, and no hand."""

import io
import json
import random
import re
import zipfile

import pytest

from companion.art.theme import THEMES
from companion.clock import parse_clock
from companion.config.values import SoundConfig
from companion.match.match import Match, NewMatch
from companion.mirror.seen import Watcher, data_of, saved_games
from companion.mirror.svg import SvgDrawing, geometry_of
from companion.mirror.wire import picture_data, picture_from
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName
from companion.storage.disk import Disk
from companion.storage.record import record_of, write_record
from companion.storage.saves import RECORDS_NAME
from companion.testing.screen_checks import THOUGHT_S
from companion.ui.board.marks import Flight
from companion.ui.board.pictures import sizes_in_play, turn_picture
from companion.ui.panels.tray import LOOK_S
from companion.ui.play import hint_session
from companion.words.program import Hand
from tests.mirror.deals import dealt_otherwise, dealt_sample, dominoes_in
from tests.mirror.ends import match_of, play_on, running_mirror
from tests.sitting import Sitting


@pytest.fixture
def sitting(tmp_path):
    sitting = Sitting(tmp_path / "state")
    yield sitting
    sitting.services.engine.close()


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


# Of a game with dealt hands


class Onlooker:
    """Everything that the mirror is told of a table, moment by moment."""

    def __init__(self, sitting):
        self.sitting = sitting
        self.told = []
        self.seen = []
        self.turns = []
        self.at_table = []
        self._watcher = Watcher()

    def look(self):
        self.seen.append(self._watcher.look(self.sitting.stage))
        self.told.append(json.dumps(data_of(self.seen[-1], None)))
        view = self.sitting.scene.show()
        self.at_table.append((view.note, view.pointed))

    def turn(self, text, is_thorough):
        """Play *text*, looking at all that is on the screen on the way."""
        sitting, first = self.sitting, len(self.told)
        self.look()
        if is_thorough:
            self._look_at_hand()
        sitting.see_hand()
        self.look()
        for touch in sitting.match.position.parse(text).touches:
            sitting.make((touch,))
            self.look()
        self.turns.append(self.told[first:])
        sitting.press("confirm")

    def _look_at_hand(self):
        sitting = self.sitting
        sitting.press("hint")
        self.look()
        if sitting.scene.hand is Hand.AWAITED:
            sitting.press("confirm")
        sitting.pins.press(ButtonName.HINT)
        sitting.wait(2 * LOOK_S)
        assert sitting.scene.hand is Hand.OPEN
        assert dominoes_in(sitting.stage.view.pointed)
        self.look()
        sitting.pins.release(ButtonName.HINT)
        sitting.wait(0.2)
        sitting.press("hint")
        sitting.wait_for_search()
        assert sitting.scene.hint.result is not None
        for _ in range(3):
            self.look()
            # What a hint says shows while its hand is held open.
            sitting.mouse_down(sitting.turn.tray().view.entry_box(0).center)
            sitting.wait(2 * LOOK_S)
            self.look()
            sitting.mouse_up(sitting.turn.tray().view.entry_box(0).center)
            sitting.press("hint")
        for _ in range(3):
            sitting.press("next")
            self.look()
        sitting.hold("back")
        self.look()
        sitting.press("back")
        self.look()


def without_sentence(told):
    return re.sub(r'"said": \[\d+, "[^"]*"\]', "", told)


def looked_on(folder, new, texts):
    """All that is told of a game from its deal until it was looked through once it was over."""
    with Sitting(folder) as sitting:
        sitting.begin(new)
        onlooker = Onlooker(sitting)
        for number, text in enumerate(texts):
            onlooker.turn(text, is_thorough=number in (0, len(texts) // 2))
        onlooker.look()
        assert sitting.match.outcome is not None
        saved = saved_games(folder / RECORDS_NAME, Disk())
    return onlooker, saved


@pytest.fixture(scope="module", params=[2, 4], ids=["two", "four"])
def two_deals(request, tmp_path_factory):
    """The same game twice, played from hands, a pile and a seed of which all is another."""
    record = dealt_sample(request.param)
    texts = [ply.text for ply in record.plies]
    who = ("person",) * request.param
    one = NewMatch(record.game, record.options, record.seed, players=who)
    position = dealt_otherwise(record)
    two = NewMatch(record.game, record.options, 987_654, position, players=who)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(hint_session, "HINT_S", THOUGHT_S)
        # Whatever the voice says: what is told of it today is less.
        patched.setattr("companion.mirror.seen.HEARD", SoundConfig(speak_everything=True))
        return [looked_on(tmp_path_factory.mktemp("deal"), new, texts) for new in (one, two)]


def test_nothing_that_is_told_depends_on_what_is_hidden(two_deals):
    (one, saved), (two, other_saved) = two_deals
    first, other = (onlooker.seen[0].match.positions[0] for onlooker in (one, two))
    for seat in range(first.game.seat_count(first.options)):
        assert first.hand_of(seat) != other.hand_of(seat)
    assert one.at_table != two.at_table
    assert one.told == two.told
    with zipfile.ZipFile(io.BytesIO(saved)) as bundle:
        assert bundle.namelist()
    assert saved == other_saved


def test_nothing_that_is_done_before_confirm_is_seen(two_deals):
    for onlooker, _ in two_deals:
        for turn in onlooker.turns:
            assert len({without_sentence(told) for told in turn}) == 1


def files(two_deals, *paths):
    """What is at each of *paths* once the game is over, for either deal."""
    for onlooker, _ in two_deals:
        with running_mirror() as table:
            table.show(onlooker.seen[-1])
            with table.events() as following:
                while not following()["hasRecord"]:
                    pass
            yield [table.get(path)[2] for path in paths]


def test_a_downloaded_record_tells_no_hand(two_deals):
    (one,), (two,) = files(two_deals, "/record.txt")
    assert one == two
    assert b"dominoes=physical" in one


@pytest.mark.slow
def test_downloaded_pictures_tell_no_hand(two_deals):
    one, two = files(two_deals, "/position.png", "/game.gif")
    assert one[0].startswith(b"\x89PNG")
    assert one[1].startswith(b"GIF89a")
    assert one == two


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

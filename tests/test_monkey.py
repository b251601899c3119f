"""A monkey at the table: random fingers, buttons, keys and windows, and what must hold meanwhile.

Everything goes the way that real input goes: through pygame's queue and the
pins of the buttons.  The seed stands in the traceback of a failure.
"""

import itertools
import random
from pathlib import Path

import pygame
import pytest

from companion.contract import Touch
from companion.match.match import Match, NewMatch
from companion.match.seats import PERSON, PERSONS, is_playable, program_at
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName, LinkState
from companion.storage.journal import parse_journal
from companion.testing.screen_checks import STILL
from companion.ui import destinations as to
from companion.ui.lamps import GLOWS, roles_of
from companion.ui.play.turn import Turn
from companion.ui.scenes.lesson import LessonScene
from companion.words.game_words import words_of
from companion.words.translate import AUTO, speak
from tests.bounds import held_mb
from tests.sitting import Sitting, with_screen

KEYS = [
    pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_m, pygame.K_TAB, pygame.K_RIGHT, pygame.K_DOWN,
    pygame.K_LEFT, pygame.K_UP, pygame.K_h, pygame.K_l, pygame.K_RETURN, pygame.K_SPACE,
    pygame.K_q,
]  # fmt: skip
SIZES = [(800, 480), (800, 480), (480, 800), (640, 400), (320, 240), (90, 60), (1, 1)]
CHECK_EVERY = 50
GAME_OF_AT_MOST = 60
"""Plies; then another game is begun, so that a monkey's endless game fills no memory."""


@pytest.fixture(autouse=True)
def _language_is_left_as_it_was():
    """A monkey chooses a language now and then."""
    yield
    speak(AUTO)
    words_of.cache_clear()


@pytest.fixture(autouse=True)
def _quick_screens():
    """Has no pictures and letters kept beyond what the program keeps: memory is counted here."""


class Monkey:
    """Hands without a plan, but with a liking for what can be touched."""

    def __init__(self, sitting: Sitting, seed: int) -> None:
        self.sitting = sitting
        self.draw = random.Random(seed)
        self.seats = random.Random(seed)
        self.odds = (4, seed % 4 == 3)
        self.events = 0
        self.committed = 0
        self.scenes: set[str] = set()
        self.deeds = [
            (20, self.touch_something_legal), (10, self.touch_anywhere), (6, self.tap_a_control),
            (6, self.press_a_pin), (6, self.press_a_key), (8, self.confirm),
            (1, self.look_at_the_hand),
            (3, self.wag_a_finger), (3, self.drag), (1, self.turn_the_wheel),
            (2, self.pass_time), (0.3, self.pull_a_plug), (0.05, self.resize),
        ]  # fmt: skip

    def act(self) -> None:
        """Do one thing, or a few at once, and let the program take them."""
        weights = [weight for weight, _ in self.deeds]
        for _ in range(self.draw.choice((1, 1, 1, 2, 5))):
            self.draw.choices(self.deeds, weights)[0][1]()
            self.events += 1
        self.sitting.ticks(self.draw.choice((1, 1, 2, 3)))
        self.scenes.add(self.sitting.scene.name)

    # Deeds

    def touch_something_legal(self) -> None:
        scene = self.sitting.scene
        turn = scene.turn
        if turn is not None:
            stops = turn.tray().stops(turn.match.half)[1:]
            if stops:
                self._mouse(self.place_of(turn, self.draw.choice(stops)))
        elif scene.entries():
            self._mouse(scene.entry_place(self.draw.choice(scene.entries())))

    def place_of(self, turn: Turn, touch: Touch) -> tuple[int, int]:
        if isinstance(touch, int):
            return turn.table.site_place(touch)
        return turn.tray().token_place(touch) or (0, 0)

    def look_at_the_hand(self) -> None:
        """Hold what is beside the board for a while, as the owner of a hidden hand does."""
        place = self.sitting.stage.layout.moves.center
        self.sitting.mouse_down(place)
        self.sitting.wait(self.draw.choice((0.1, 0.5)))
        self.sitting.mouse_up(place)

    def touch_anywhere(self) -> None:
        width, height = self.sitting.program.window.surface.get_size()
        self._mouse((self.draw.randint(-40, width + 40), self.draw.randint(-40, height + 40)))

    def tap_a_control(self) -> None:
        layout = self.sitting.stage.layout
        self._mouse(self.draw.choice((*layout.buttons, layout.menu, layout.note)).center)

    def press_a_pin(self) -> None:
        button = self.draw.choice(list(ButtonName))
        if self.draw.random() < 0.6:
            self.sitting.pins.tap(button)
        elif self.draw.random() < 0.5:
            self.sitting.pins.press(button)
        else:
            self.sitting.pins.release(button)

    def press_a_key(self) -> None:
        mod = self.draw.choice((0, 0, pygame.KMOD_SHIFT))
        self.sitting.post(pygame.KEYDOWN, key=self.draw.choice(KEYS), mod=mod, unicode="")

    def confirm(self) -> None:
        self.sitting.pins.tap(ButtonName.CONFIRM)
        self.sitting.ticks(self.draw.choice((0, 6)))

    def wag_a_finger(self) -> None:
        kind = self.draw.choice((pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP))
        x, y = self.draw.uniform(-0.2, 1.2), self.draw.uniform(-0.2, 1.2)
        finger_id = self.draw.randrange(4)
        self.sitting.post(kind, touch_id=1, finger_id=finger_id, x=x, y=y, dx=0.0, dy=0.0)

    def drag(self) -> None:
        width, height = self.sitting.program.window.surface.get_size()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            place = self.draw.randint(0, width), self.draw.randint(0, height)
            self.sitting.post(kind, pos=place, button=1, rel=(0, 0), buttons=(1, 0, 0))

    def turn_the_wheel(self) -> None:
        self.sitting.post(pygame.MOUSEWHEEL, x=0, y=self.draw.randint(-5, 5), flipped=False)

    def pass_time(self) -> None:
        self.sitting.clock.now_s += self.draw.choice((0.0, 0.3, 1.0, 5.0))

    def pull_a_plug(self) -> None:
        self.sitting.leds.link = self.draw.choice(list(LinkState))

    def resize(self) -> None:
        size = self.draw.choice(SIZES)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.sitting.post(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)

    def _mouse(self, place) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.sitting.post(kind, pos=place, button=1)

    # What keeps the monkey going

    def tend(self) -> None:
        """Begin another game where there is none or the present one has gone on for long."""
        stage = self.sitting.stage
        stage.is_closing = False
        scene = self.sitting.scene
        plies = len(scene.match.plies) if scene.table is not None else None
        if isinstance(scene, LessonScene):
            plies = GAME_OF_AT_MOST  # a monkey learns nothing
        if plies is None and self.draw.random() < 0.7:
            return
        if plies is not None and plies < GAME_OF_AT_MOST:
            return
        game = GAMES[self.draw.choice(list(GAMES))]
        options = game.complete(None)
        for spec in game.option_specs:
            if not isinstance(spec.values, range) and not spec.needs:
                options[spec.name] = self.draw.choice(spec.values)
        # Some monkeys play against the program, which has no time for them: it seldom answers.
        seats = self.seats.choices((PERSON, program_at(1)), self.odds, k=game.seat_count(options))
        if not is_playable(seats, game, options):
            seats = PERSONS
        match = stage.services.library.start(
            NewMatch(game, options, self.draw.randrange(1000), players=tuple(seats))
        )
        stage.go(to.Play(match))


def check_all(monkey: Monkey, folder: Path) -> None:
    """Assert what must hold at any moment."""
    sitting = monkey.sitting
    scene = sitting.scene
    # A third more than in English, whatever language the monkey has chosen.
    assert len(scene.show().banner.text) <= 80, scene.show().banner.text
    assert len(scene.show().labels) == 4
    assert sitting.leds.frame_count
    assert len(sitting.leds.frame) == 768
    check_roles(scene, sitting.clock.now_s)
    match = sitting.library.unfinished()
    if scene.table is not None:
        match = scene.match
    if match is None:
        return
    check_match(match)
    if isinstance(scene, LessonScene):
        return  # a lesson's match is nobody's and not kept
    if not match.is_closed and (match.plies or match.outcome):
        check_journal(match, folder / "current.journal")
    monkey.committed = max(monkey.committed, len(match.plies))


def check_roles(scene, now_s) -> None:
    """Assert that no two roles on the board are told apart by color alone."""
    if scene.name == "settings":
        # While the lamps' colors are chosen each role is shown, at a place of its own.
        return
    roles = set(roles_of(scene.show().picture).values())
    for one, other in itertools.combinations(roles, 2):
        assert GLOWS[one].pattern is not GLOWS[other].pattern, (scene.name, one, other)


def check_match(match: Match) -> None:
    """Assert that the plies lead to the position, and that the begun turn is legal."""
    position = match.positions[0]
    for ply in match.plies:
        assert ply.side == position.side
        position = position.play(position.parse(ply.move.text))
    assert position == match.position
    half = match.position.begin()
    for touch in match.half.touches:
        assert touch in half.next_touches()
        half = half.extended(touch)
    assert half.pieces() == match.half.pieces()


def check_journal(match: Match, path: Path) -> None:
    """Assert that a crash now would lose nothing that is committed."""
    contents = parse_journal(path.read_bytes())
    assert contents.damage is None
    header, *entries = contents.entries
    resumed, good, reason = Match.replayed(header, entries, find_game(header.game))
    assert (good, reason) == (len(entries), "")
    assert resumed.position == match.position
    assert [ply.move.text for ply in resumed.plies] == [ply.move.text for ply in match.plies]
    assert resumed.outcome == match.outcome


def let_loose(folder: Path, seed: int, events: int, restart_every: int = 0) -> Monkey:
    """Return a monkey after *events* events, everything checked on the way."""
    monkey = Monkey(Sitting(folder, config=with_screen(STILL, animation=seed % 2 == 0)), seed)
    checked = restarted = 0
    try:
        while monkey.events < events:
            monkey.act()
            if monkey.events >= checked + CHECK_EVERY:
                checked = monkey.events
                check_all(monkey, folder)
                monkey.tend()
            if restart_every and monkey.events >= restarted + restart_every:
                restarted = monkey.events
                restart(monkey, folder)
    finally:
        monkey.sitting.__exit__()
    return monkey


def restart(monkey: Monkey, folder: Path) -> None:
    """Close the program and open it again, as a player does with the power switch."""
    before = monkey.sitting.library.unfinished()
    plies = [ply.move.text for ply in before.plies] if before is not None else []
    monkey.sitting.__exit__()
    for old in sorted((folder / "records").glob("*"))[:-20]:
        old.unlink()
    monkey.sitting = Sitting(folder, config=monkey.sitting.services.config)
    after = monkey.sitting.library.unfinished()
    assert (len(after.plies) if after is not None else 0) == len(plies)


def test_five_thousand_events_bring_nothing_illegal_and_hold_no_memory(tmp_path):
    held = []
    # The same monkey thrice: what it needs at first, such as pictures, is then there, and only
    # what is held for good grows each time.
    for round_number, seed in enumerate((0, 5, 7, 7, 7)):
        monkey = let_loose(tmp_path / f"{round_number}", seed, 1000, restart_every=400)
        assert {"play", "start", "game menu"} <= monkey.scenes
        assert monkey.committed >= 3
        held.append(held_mb())
    assert min(held[3] - held[2], held[4] - held[3]) < 5


@pytest.mark.slow
def test_a_million_events_bring_nothing_illegal_and_hold_no_memory(tmp_path):
    held = []
    for seed in range(20):
        let_loose(tmp_path / f"state-{seed}", seed, 50_000, restart_every=5000)
        held.append(held_mb())
        print(f"{held[-1]:.1f} MB after round {seed}", flush=True)
    # Pictures, words and letters that only some scenes need are all there after some rounds.
    assert held[-1] - max(held[:10]) < 5

"""What is spoken: what was chosen, what is new, and nothing twice."""

from dataclasses import replace

import pytest

from companion.clock import parse_clock
from companion.config.values import Settings, SoundConfig
from companion.lessons.shelf import lessons_of
from companion.match.match import NewMatch
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName, Previous, SpeechFault
from companion.testing.screen_checks import STILL, OpenedProgram
from companion.ui import destinations as to
from companion.ui.play.scene import SHOWN_AFTER_S, SavingMode
from companion.ui.scenes.lessons import course_of
from companion.ui.scenes.settings import PAGES, VoiceScene
from companion.ui.stage import IDLE_S
from companion.ui.view import Topic

NEXT, CONFIRM = ButtonName.NEXT, ButtonName.CONFIRM
BACK, HINT = ButtonName.BACK, ButtonName.HINT


class NotedSpeech:
    """Notes what it is to say, and how urgently."""

    def __init__(self):
        self.said = []
        self.fault = None

    def say(self, text, urgency, volume):
        self.said.append((text, urgency, volume))

    def problem(self):
        return self.fault

    def close(self):
        pass


@pytest.fixture
def opened(tmp_path, request):
    chosen = getattr(request, "param", "speak_everything")
    sound = SoundConfig(**dict.fromkeys(chosen.split(), True))
    with OpenedProgram(tmp_path, config=replace(STILL, sound=sound)) as opened:
        opened.stage.narrator._speech = NotedSpeech()
        opened.stage.narrator.start()
        yield opened


def begin(opened, name="alquerque"):
    match = opened.services.library.start(NewMatch(find_game(name), GAMES[name].complete(None), 0))
    opened.stage.go(to.Play(match))
    opened.ticks(3)
    hear(opened)


def hear(opened):
    said, opened.stage.narrator.said[:] = list(opened.stage.narrator.said), []
    return said


def press(opened, button, seconds=0.06):
    opened.pins.press(button)
    opened.wait(seconds)
    opened.pins.release(button)
    opened.wait(0.06)
    return hear(opened)


def touch(opened, name):
    turn = opened.scene.turn
    turn.touch(turn.match.position.board.site_of(name))
    opened.stage.redraw()
    opened.ticks(2)
    return hear(opened)


def test_the_start_screen_says_where_one_is_and_what_confirm_does(opened):
    opened.ticks(2)
    [said] = hear(opened)
    assert said.startswith("Board Companion. New game.")
    assert said.endswith("Confirm: choose.")


def test_next_says_the_place_what_stands_there_and_what_confirm_would_do(opened):
    begin(opened)
    assert press(opened, NEXT) == ["b2, a white piece. Confirm: pick b2."]


def test_confirm_says_what_it_will_do_and_what_it_did(opened):
    begin(opened)
    touch(opened, "c2")
    [said] = touch(opened, "c3")
    assert said == "White's turn: c2 to c3. Confirm plays it."
    [said] = press(opened, CONFIRM)
    assert said.startswith("White moves a piece from c2 to c3.")
    assert "Black's turn" in said


def test_back_held_repeats_the_last_sentence(opened):
    begin(opened)
    [said] = press(opened, NEXT)
    assert press(opened, BACK, 0.95) == [said]
    assert opened.scene.name == "play"


def test_hint_held_reads_the_position_and_leads_to_the_menu(opened):
    begin(opened)
    [said] = press(opened, HINT, 0.95)
    assert said.startswith("How the game stands. White: 12 pieces.")
    [black] = press(opened, NEXT)
    assert black.startswith("Black: 12 pieces. a3, b3,")
    [row] = press(opened, NEXT)
    assert row.startswith("Row 1. a1, a white piece; b1,")
    for _ in range(3):
        opened.stage.handle(Previous())
        opened.ticks(2)
    assert hear(opened)[-1].startswith("Game menu.")
    press(opened, CONFIRM)
    assert opened.scene.name == "game menu"


def test_a_lesson_has_no_list_of_all_moves_to_lead_to(opened):
    game = GAMES["alquerque"]
    opened.stage.go(to.TakeLesson(course_of(opened.stage, lessons_of(game.name)[0])))
    opened.ticks(3)
    press(opened, HINT, 0.95)
    assert opened.scene.name == "reading"
    assert opened.scene.entries()[-1] == "Game menu"
    assert "All moves" not in opened.scene.entries()


def resign(scene):
    scene.take(scene.match.resign(0))


def open_all_moves(scene):
    scene.show_moves()


@pytest.mark.parametrize("do", [resign, open_all_moves])
def test_where_the_list_of_all_moves_cannot_be_opened_it_is_not_offered(opened, do):
    begin(opened)
    do(opened.scene)
    press(opened, HINT, 0.95)
    assert opened.scene.name == "reading"
    assert "All moves" not in opened.scene.entries()


def test_what_is_told_at_the_start_in_place_of_the_line_is_said(opened):
    opened.services.notices += ["The settings were damaged."]
    opened.stage.go(to.StartScreen())
    opened.ticks(3)
    assert "The settings were damaged." in hear(opened)[-1]


@pytest.mark.parametrize("opened", [""], indirect=True)
def test_nothing_is_spoken_unless_it_was_chosen(opened):
    begin(opened)
    touch(opened, "c2")
    touch(opened, "c3")
    assert press(opened, CONFIRM) == []
    press(opened, BACK, 0.95)
    assert opened.scene.name == "game menu"


@pytest.mark.parametrize("opened", ["speak_moves"], indirect=True)
def test_moves_alone_are_the_moves(opened):
    begin(opened)
    assert touch(opened, "c2") == touch(opened, "a5") == touch(opened, "c3") == []
    assert press(opened, CONFIRM) == ["White moves a piece from c2 to c3."]


@pytest.mark.parametrize("opened", ["speak_turns"], indirect=True)
def test_turns_alone_are_told_once_a_turn(opened):
    begin(opened)
    touch(opened, "c2")
    touch(opened, "c3")
    assert press(opened, CONFIRM) == ["Black's turn: touch a piece to move."]


@pytest.mark.parametrize("opened", ["speak_refusals"], indirect=True)
def test_a_refusal_is_urgent(opened):
    begin(opened)
    touch(opened, "c2")
    [said] = touch(opened, "a5")
    assert said == opened.scene.show().note
    assert opened.stage.narrator._speech.said[-1][1] == 3


def test_a_move_is_told_once_however_long_its_saving_takes(opened):
    begin(opened)
    touch(opened, "c2")
    touch(opened, "c3")
    scene = opened.scene
    scene.modes.append(SavingMode(scene.turn))
    opened.ticks(10)
    assert hear(opened) == []
    opened.wait(SHOWN_AFTER_S)
    [said] = hear(opened)
    assert said.startswith("Saving. ")


def test_the_clocks_are_read_with_the_position(opened):
    game, clock = find_game("alquerque"), parse_clock("10m,5m")
    match = opened.services.library.start(NewMatch(game, {}, 0, clock=clock))
    opened.stage.go(to.Play(match))
    opened.wait(3)
    hear(opened)
    [said] = press(opened, HINT, 1.2)
    assert "White. 9:5" in said
    assert "Black. 5:00" in press(opened, NEXT)[0]


def test_while_everything_is_spoken_the_screen_stays_awake(opened):
    begin(opened)
    opened.clock.now_s += IDLE_S + 1
    opened.ticks(60)
    assert press(opened, NEXT) == ["b2, a white piece. Confirm: pick b2."]


def test_what_is_pressed_for_cuts_off_a_result(opened):
    begin(opened)
    press(opened, NEXT)
    assert opened.stage.narrator._speech.said[-1][1] == 4


def test_a_covered_hand_is_told_by_its_places_alone(opened):
    begin(opened, "quincy")
    press(opened, CONFIRM)
    opened.pins.press(HINT)
    opened.wait(1.2)
    [sentence] = [said for said in hear(opened) if "Domino 1:" in said]
    opened.pins.release(HINT)
    opened.wait(0.1)
    hear(opened)
    [said] = press(opened, NEXT)
    assert said.startswith("Domino 1.")
    numbers = sentence.split("Domino 1: ")[1].split(";")[0]
    assert numbers not in said


def test_a_voice_that_fails_is_told_in_the_status_bar_and_in_the_settings(opened):
    assert all(status.text != "no voice" for status in opened.stage.status())
    opened.stage.narrator._speech.fault = SpeechFault.HANGS
    opened.services.speech = opened.stage.narrator._speech
    assert opened.stage.status()[0].text == "no voice"
    lines = [line.line for page in PAGES.values() for line in page(opened.stage)]
    assert any("doesn't answer" in line for line in lines)


def test_every_line_of_the_voice_settings_sets_its_own_option(opened):
    opened.stage.push(VoiceScene(opened.stage))
    lines = len(opened.scene.choices)
    for number in range(lines):
        opened.scene.list.selected = number
        opened.scene.take()
    fields = [name for name in vars(SoundConfig()) if name.startswith("speak_")]
    # That everything is spoken has a line of its own, on the page before.
    assert len(fields) == lines + 1
    assert opened.stage.config.sound.spoken == {name.removeprefix("speak_") for name in fields}


@pytest.mark.parametrize("opened", ["speak_clock"], indirect=True)
def test_a_running_clock_is_said_at_sixty_thirty_and_ten_seconds(opened):
    game = find_game("alquerque")
    match = opened.services.library.start(
        NewMatch(game, GAMES["alquerque"].complete(None), 0, clock=parse_clock("62s"))
    )
    opened.stage.go(to.Play(match))
    opened.wait(1.0)
    assert hear(opened) == []
    opened.wait(60.0)
    assert hear(opened) == [
        "White: 60 seconds left.", "White: 30 seconds left.", "White: 10 seconds left.",
    ]  # fmt: skip


@pytest.mark.parametrize("opened", ["speak_moves speak_turns"], indirect=True)
def test_a_running_clock_is_silent_unless_it_was_chosen(opened):
    game = find_game("alquerque")
    match = opened.services.library.start(
        NewMatch(game, GAMES["alquerque"].complete(None), 0, clock=parse_clock("62s"))
    )
    opened.stage.go(to.Play(match))
    opened.wait(4.0)
    assert not any("left" in said for said in hear(opened))


def test_nothing_is_said_while_the_voice_is_off(opened):
    opened.ticks(2)
    assert hear(opened)
    opened.stage.change(Settings(voice="off"))
    begin(opened)
    opened.stage.narrator.tell(Topic.CLOCK, "White: 10 seconds left.")
    assert hear(opened) == [] and not opened.stage.narrator.says_everything


def test_a_capture_is_told_once_when_it_is_laid_out_and_once_when_it_is_made(opened):
    begin(opened)
    for name in ("d2", "c3"):
        touch(opened, name)
    press(opened, CONFIRM)
    touch(opened, "d4")
    assert touch(opened, "d2") == ["Black's turn: d4 over d3 to d2. Confirm plays it."]
    [said] = press(opened, CONFIRM)
    assert said == (
        "Black moves a piece from d4 over d3 to d2. White's turn: choose a piece with Next."
    )


@pytest.mark.parametrize("opened", ["speak_moves"], indirect=True)
def test_moves_alone_tell_a_capture_once(opened):
    begin(opened)
    for name in ("d2", "c3"):
        touch(opened, name)
    press(opened, CONFIRM)
    for name in ("d4", "d2"):
        touch(opened, name)
    assert press(opened, CONFIRM) == ["Black moves a piece from d4 over d3 to d2."]


def test_what_is_to_be_set_up_is_said_before_where_it_goes(opened):
    game = find_game("alquerque")
    opened.stage.go(to.SetUp(NewMatch(game, game.complete({}), 0)))
    opened.ticks(3)
    said = press(opened, HINT)[-1]
    assert said.startswith("Set up: White, 12 pieces. The places: a1, b1,")
    [said] = press(opened, CONFIRM)
    assert said.startswith("Set up: Black, 12 pieces. The places: a3, b3,")

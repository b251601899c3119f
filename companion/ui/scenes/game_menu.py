"""The menu of a match, everything that is neither a touch nor a confirm, and what it opens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from companion.art.marks import Mark
from companion.clock import GIVEN_MS, SECOND_MS, Face
from companion.contract import Placement, Refusal, Side
from companion.match.match import Match
from companion.match.question import Answer, MatchCause
from companion.ports import ButtonName, Press, Previous
from companion.table.steps import checking_steps, restoring_steps, set_up_steps
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import places_picture
from companion.ui.context import UiContext, other_table_of
from companion.ui.destinations import MatchScreen, PositionScreen
from companion.ui.lamps import PALETTES
from companion.ui.play.match_clock import draw_faces
from companion.ui.scene import Scene, is_back
from companion.ui.scenes.menu import (
    Choice,
    MenuPage,
    MenuScene,
    draw_board_over_text,
    option_choice,
    tutor_choice,
    volume_choice,
)
from companion.ui.scenes.set_table import GuideStep
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons, screens, timing
from companion.words import screens as words
from companion.words.buttons import button_title
from companion.words.facts import claim_text
from companion.words.game_words import game_title
from companion.words.guide import tasks_after
from companion.words.phone_seats import PHONE_SEATS
from companion.words.screens import SETTINGS, StandingText
from companion.words.table import refusal_text
from companion.words.timing import PAUSE, clock_names, face_label, time_text
from companion.words.voice import Voice, reading


class PauseScene(Scene):
    """Both clocks large, no board, and dark lamps; Confirm or Back plays on."""

    name = "pause"

    def __init__(self, stage: UiContext, match: Match) -> None:
        super().__init__(stage)
        self.match = match

    def banner(self) -> Banner:
        return Banner(timing.PAUSED())

    def note(self) -> str:
        """Return how to go on."""
        return timing.PAUSED_NOTE()

    def labels(self) -> Labels:
        on = buttons.PLAY_ON()
        return (ButtonLabel(on), NOTHING, NOTHING, ButtonLabel(on, True))

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the faces where the board was, and how to go on."""
        layout, match, times = self.stage.layout, self.match, self.match.times
        pen.panel(layout.info, "note")
        inner = layout.info.inset(layout.px(16), layout.px(14))
        pen.paragraph(view.note, inner, 20, "note_text")
        if times is not None:
            voice = Voice(match.seats, self.stage.config.screen.notation)
            names = timing.clock_names(match.header.players, match.game.name, voice)
            faces = times.faces(match.position.side, match.used_ms)
            draw_faces(pen, self._boxes(), faces, names, None)

    def _boxes(self) -> tuple[Box, Box]:
        """Return the places of two faces, one over the other."""
        layout, gap = self.stage.layout, self.stage.layout.px(16)
        area = layout.board.inset(gap)
        h = (area.h - gap) // 2
        upper = Box(area.x, area.y, area.w, h)
        return upper._replace(y=area.bottom - h), upper

    def on(self, event: Press | Previous) -> None:
        """Play on; a press that was meant for the menu does nothing."""
        if isinstance(event, Previous):
            return
        plays_on = is_back(event) or event.button is ButtonName.CONFIRM
        if plays_on and not self.stage.is_stale(event):
            self.stage.pop()


OF_MARKS: Final = {
    Mark.MOVABLE: screens.MOVABLE,
    Mark.SELECTED: screens.SELECTED,
    Mark.TARGET: screens.TARGET,
    Mark.CAPTURE: screens.CAPTURE,
    Mark.LAST_MOVE: screens.LAST_MOVE,
    Mark.HINT: screens.HINT,
    Mark.FOCUS: screens.FOCUS,
    Mark.ERROR: screens.ERROR,
    Mark.PLACE: screens.PLACE,
    Mark.REMOVE: screens.REMOVE,
    Mark.WIN: screens.WIN,
}
"""What each light means, in the order in which players meet them."""

LIT: Final = 4
"""So many dots show the light of the chosen line."""


class LegendScene(MenuScene):
    """A line for each button and each light, which is on the board for the chosen line."""

    name = "legend"
    heading = screens.LEGEND.title

    def __init__(self, stage: UiContext, match: Match) -> None:
        super().__init__(stage)
        self._board = match.position.board

    def show(self) -> View:
        """Return a few dots with the light of the chosen line, none for a button."""
        view, at = super().show()._replace(board=self._board), self.list.selected
        if at is None or at < len(ButtonName):
            return view
        mark = list(OF_MARKS)[at - len(ButtonName)]
        count = len(self._board)
        sites = {count * part // LIT + count // (2 * LIT) for part in range(LIT)}
        return view._replace(picture=BoardPicture(marks=dict.fromkeys(sites, frozenset({mark}))))

    def make_choices(self) -> list[Choice]:
        """Return the buttons, then the lights."""
        leds = self.stage.config.leds
        is_usual = leds.colors == "standard" and not leds.calm
        glows = PALETTES[leds.colors]
        return [
            *(Choice(button_title(name), None, screens.OF_BUTTONS[name]()) for name in ButtonName),
            *(
                Choice(light.title(), None, light.text(is_usual), swatch=glows[mark].color)
                for mark, light in OF_MARKS.items()
            ),
        ]


class GameMenuScene(MenuScene):
    """Take back, offer, resign, leave; what helps and what is rarer is a page of its own."""

    name = "game menu"
    keeps_lamps = True
    way_out = buttons.PLAY_ON

    def __init__(self, stage: UiContext, play: MatchScreen) -> None:
        super().__init__(stage)
        self.play = play
        self._saved = ""

    def title(self) -> str:
        return game_title(self.play.match.game.name)

    def make_choices(self) -> list[Choice]:
        stage, match = self.stage, self.play.match
        other = other_table_of(stage, match)
        choices = [Choice.of(screens.CONTINUE, self.leave)]
        # Nobody stops a clock at which people wait elsewhere.
        if match.clock is not None and other is None:
            pause = self.after_leaving(lambda: stage.push(PauseScene(stage, match)))
            choices.append(Choice.of(PAUSE, pause))
        # A question is answered first; tables that differ can agree on nothing else.
        is_parted = other is not None and other.concerns.is_parted()
        if match.question is None and not is_parted:
            choices += [*self._take_back_choice(), *self._ending_choices()]
        return [
            *choices,
            Choice.of(screens.HELP, lambda: stage.push(MenuPage(self, screens.HELP, self._help))),
            Choice.of(screens.MORE, lambda: stage.push(MenuPage(self, screens.MORE, self._more))),
            *self._other_table_choices(),
            *self._phones_choice(),
            Choice.of(screens.LEAVE, partial(stage.go, to.StartScreen())),
        ]

    def _other_table_choices(self) -> list[Choice]:
        """Return what there is to do about another table, where it plays along."""
        stage, other = self.stage, other_table_of(self.stage, self.play.match)
        if other is None:
            return []
        # Imported here: it loads what signs and seals, and most play at one table.
        from companion.words.other_table import SET_TABLES_RIGHT, STAY_HERE

        choices = []
        if other.concerns.is_parted():
            ask = self.after_leaving(partial(stage.go, to.AboutOtherTable()))
            choices.append(Choice.of(SET_TABLES_RIGHT, ask))
        return [*choices, Choice.of(STAY_HERE, self.after_leaving(other.leave))]

    def _phones_choice(self) -> list[Choice]:
        """Return the line for the phones of seats, where some are played at phones."""
        stage, match = self.stage, self.play.match
        if not match.seats.phones:
            return []
        return [
            Choice.of(PHONE_SEATS, self.after_leaving(partial(stage.go, to.PairPhones(match))))
        ]

    def _take_back_choice(self) -> list[Choice]:
        match = self.play.match
        if not match.plies:
            return []
        line = screens.TAKE_BACK_YOURS if match.seats.is_duel else screens.TAKE_BACK.line
        return [Choice.of(screens.TAKE_BACK, self.after_leaving(self._take_back), line())]

    def _take_back(self) -> None:
        match = self.play.match
        while match.half.touches:
            match.back()
        self.play.take(match.back())

    def _ending_choices(self) -> list[Choice]:
        match = self.play.match
        side, game = match.seats.speaker(match.position.side), match.game.name
        if side is None:
            return []
        name, is_duel = Voice(match.seats).player(side, game), match.seats.is_duel
        offering = screens.OFFER_COMPUTER() if is_duel else screens.OFFER_DRAW.line(side=name)
        resigning = screens.RESIGN_YOURS() if is_duel else screens.RESIGN.line(side=name)
        offer = self._taking(partial(match.offer_draw, side))
        resign = self._taking(partial(match.resign, side))
        return [
            Choice.of(screens.OFFER_DRAW, offer, offering),
            Choice.of(screens.RESIGN, resign, resigning),
        ]

    def _taking(
        self, ask: Callable[[], Answer], page: MenuScene | None = None
    ) -> Callable[[], None]:
        """Return what leaves *page* or the menu, and shows what the match answers."""
        return (page or self).after_leaving(lambda: self.play.take(ask()))

    # The page of help

    def _help(self, page: MenuPage) -> list[Choice]:
        """Return the rules, the moves, a board that looks different, the lamps, the tutor."""
        stage, match = self.stage, self.play.match
        choices = [Choice.of(screens.READ_RULES, self._read_rules)]
        # The moves of the program are its own; of a hidden hand they would tell too much.
        if match.question is None and not self.play.is_others_turn:
            choices.append(Choice.of(screens.ALL_MOVES, page.after_leaving(self.play.show_moves)))
        ask_for_table = page.after_leaving(partial(stage.go, to.OutOfStep(match)))
        return [
            *choices,
            Choice.of(screens.OUT_OF_STEP, ask_for_table),
            Choice.of(screens.LEGEND, lambda: stage.push(LegendScene(stage, match))),
            *([tutor_choice(stage)] if match.seats.has_person else []),
        ]

    def _read_rules(self) -> None:
        position = self.play.match.position
        self.stage.go(to.Rules(position.game, position.options, position.board))

    # The page of all that is rarer

    def _more(self, page: MenuPage) -> list[Choice]:
        """Return the sound, the side near you, what the rules offer at times, the settings."""
        stage, match, view = self.stage, self.play.match, self.stage.config.screen.view
        side = screens.view_title(view, match.game.name)
        return [
            volume_choice(stage),
            option_choice(stage, "view", screens.TURN_BOARD, side),
            *(self._time_choices() if match.question is None else []),
            *(self._rare_choices(page) if match.question is None else []),
            Choice.of(screens.SAVE, self._save, self._saved),
            Choice.of(SETTINGS, partial(stage.go, to.SettingsMenu())),
        ]

    def _time_choices(self) -> list[Choice]:
        """Return a line for each side that a person on the other side can give time."""
        match, times = self.play.match, self.play.match.times
        if times is None:
            return []
        faces, voice = times.faces(match.position.side, match.used_ms), Voice(match.seats)
        return [
            self._time_choice(side, faces[side], voice.side(side, match.game.name))
            for side in (0, 1)
            if 1 - side not in match.seats.obliging and self._may_give(side)
        ]

    def _may_give(self, side: Side) -> bool:
        """Return whether *side* can be given time here: of two tables, that of who is to move."""
        match = self.play.match
        return not match.seats.elsewhere or (
            match.is_ours_to_write and side in match.seats.elsewhere
        )

    def _time_choice(self, side: Side, face: Face, name: str) -> Choice:
        seconds = GIVEN_MS // SECOND_MS
        title, shown = timing.GIVE_TIME.title(name=name, seconds=seconds), time_text(face.ms)
        if face.has_fallen:
            why = refusal_text(Refusal(MatchCause.TIME_IS_UP), self.play.match.position)
            return Choice(title, None, why, shown)

        def give() -> None:
            self.play.match.give_time(side)

        return Choice(title, give, timing.GIVE_TIME.line(), shown, timing.GIVE_TIME.verb())

    def _rare_choices(self, page: MenuPage) -> list[Choice]:
        match = self.play.match
        redo = []
        if match.undone:
            redo = [Choice.of(screens.REDO, self._taking(match.redo, page))]
        side, game = match.seats.speaker(match.position.side), match.game.name
        if side is None:
            return redo
        voice = Voice(match.seats)
        return redo + [
            Choice.of(
                screens.END_BY_COUNT,
                self._taking(partial(match.claim, index, side), page),
                f"{claim_text(claim, game, voice)} {screens.BOTH_AGREE()}",
            )
            for index, claim in enumerate(match.position.claims())
        ]

    def _save(self) -> None:
        path = self.stage.services.library.save_record(self.play.match)
        self._saved = screens.SAVED(name=path.name) if path else screens.NOT_SAVED()


class ReadingScene(MenuScene):
    """How *match* stands; for who plays without the screen, held Hint leads here.

    The last lines are the menu and the list of moves of *scene*, which shows the match.
    """

    name = "reading"
    keeps_lamps = True
    way_out = buttons.TO_THE_GAME
    heading = screens.POSITION

    def __init__(self, stage: UiContext, scene: PositionScreen, match: Match) -> None:
        super().__init__(stage)
        self._scene = scene
        self._match = match

    def make_choices(self) -> list[Choice]:
        """Return what there is to read, and the ways that holding a button leads otherwise."""
        view = self._scene.show()
        half, voice = self._match.half, Voice(self._match.seats)
        game = self._match.game.name
        sentences = reading(self._match.position.board, half.pieces(), game, voice)
        choices = [Choice(title, None, line) for title, line in (*self._clocks(voice), *sentences)]
        if view.lists_moves:
            choices.append(Choice.of(screens.WALK_ALL_MOVES, self._hold(ButtonName.HINT)))
        if view.has_menu:
            choices.append(Choice.of(screens.GAME_MENU, self._hold(ButtonName.BACK)))
        return choices

    def _clocks(self, voice: Voice) -> list[tuple[str, str]]:
        """Return whose clocks there are, and what they show."""
        match, times = self._match, self._match.times
        if times is None:
            return []
        names = clock_names(match.header.players, match.game.name, voice)
        faces = times.faces(match.position.side, match.used_ms)
        return [
            (face_label(name, face), time_text(face.ms))
            for name, face in zip(names, faces, strict=True)
        ]

    def _hold(self, button: ButtonName) -> Callable[[], None]:
        return self.after_leaving(lambda: self._scene.on(Press(button, True, self.stage.now_s)))


MOST_PLIES_BACK = 6
"""A table that is further behind is set from its beginning or looked through."""


class Guess(NamedTuple):
    """One way in which the table may stand: its line, and what it looks like then."""

    choice: Choice
    standing: Placement


class OutOfStepScene(MenuScene):
    """The ways in which the table may stand, each with its board beside the list."""

    name = "out of step"
    way_out = buttons.TO_THE_GAME
    heading = words.HOW_IT_STANDS
    has_picture = True

    def __init__(self, stage: UiContext, match: Match) -> None:
        super().__init__(stage)
        self.match = match
        self.guesses = self._guesses()

    def make_choices(self) -> list[Choice]:
        return [guess.choice for guess in self.guesses]

    def _guesses(self) -> list[Guess]:
        half, board = self.match.half, self.match.position.board
        wanted, after = half.pieces(), tasks_after(self.match.position)
        unknown, empty = words.standing_text(words.NOT_KNOWN), words.standing_text(words.EMPTY)
        return [
            self._guess(unknown, wanted, lambda: (*checking_steps(wanted), *after)),
            *(
                self._guess(
                    text, standing, partial(restoring_steps, standing, wanted, half.off_board())
                )
                for text, standing in (*self._earlier(), *self._later())
            ),
            self._guess(empty, {}, lambda: (*set_up_steps(wanted, board), *after)),
        ]

    def _guess(
        self, text: StandingText, standing: Placement, steps: Callable[[], tuple[GuideStep, ...]]
    ) -> Guess:
        """Return the guess that is told by *text*; *steps* are worked out when it is chosen."""

        def set_right() -> None:
            self.stage.go(to.SetRight(self.match, steps()))

        verb = buttons.SET_RIGHT()
        return Guess(Choice(text.title, set_right, text.line, text.move, verb), standing)

    def _earlier(self) -> list[tuple[StandingText, Placement]]:
        """Return what the table may not have left yet, the latest first."""
        positions, voice = self.match.positions, self._voice
        placements = []
        if self.match.half.touches:
            placements.append((words.standing_text(words.NOT_MADE), positions[-1].pieces()))
        for back in range(1, min(MOST_PLIES_BACK, len(self.match.plies)) + 1):
            position, move = positions[-1 - back], self.match.plies[-back].move
            text = words.behind_text(back, position, move, voice)
            placements.append((text, position.pieces()))
        if len(self.match.plies) > MOST_PLIES_BACK:
            placements.append((words.standing_text(words.AT_BEGINNING), positions[0].pieces()))
        return placements

    def _later(self) -> list[tuple[StandingText, Placement]]:
        """Return what was taken back, where a move was."""
        if not self.match.undone:
            return []
        position, move = self.match.position, self.match.undone[-1].move
        text = words.ahead_text(position, move, self._voice)
        return [(text, position.play(move).pieces())]

    @property
    def _voice(self) -> Voice:
        return Voice(self.match.seats, self.stage.config.screen.notation)

    def _chosen_standing(self) -> Placement:
        return self.guesses[self.list.selected or 0].standing

    def show(self) -> View:
        """Return where pieces stand if the chosen line is true, to be compared with the table."""
        picture = places_picture(self._chosen_standing())
        return super().show()._replace(board=self.match.position.board, picture=picture)

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw how the table would stand over what the chosen line means."""
        position, standing = self.match.position, self._chosen_standing()
        is_turned = self.stage.is_turned(self.match)
        draw_board_over_text(pen, self.stage, box, position, self.note(), standing, is_turned)

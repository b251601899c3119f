"""The start screen: go on where you stopped, begin something new, or switch the machine off."""

from __future__ import annotations

from companion.clock import parse_clock
from companion.config.values import Settings
from companion.contract import Game, Options, Position
from companion.damage import damaged_files
from companion.errors import CompanionError
from companion.lessons.shelf import lessons_left_out
from companion.match.entries import Header
from companion.match.match import NewMatch
from companion.match.seats import LEVELS, is_playable, level_of, seated
from companion.plugins import built_in, is_known, outside, plugins
from companion.plugins.outside import LeftOut
from companion.ports import OffState, Press, Previous, Seating
from companion.ui import destinations as to
from companion.ui.board.pictures import places_picture
from companion.ui.context import UiContext
from companion.ui.panels.panels import LEAST_BOARD_PX, has_text_below
from companion.ui.scenes.menu import AskScene, Choice, MenuScene, paint_small
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.background import Background
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words import buttons
from companion.words import screens as words
from companion.words.buttons import NONE
from companion.words.endgames import building_text
from companion.words.facts import plies_text
from companion.words.game_words import game_title
from companion.words.program import opponents_line, opponents_title
from companion.words.records import bundle_banner
from companion.words.screens import UNFINISHED_KEPT
from companion.words.table import (
    LEFT_OUT,
    LESSON_LEFT_OUT,
    compiling_text,
    damage_text,
)
from companion.words.translate import problem_text


def last_match(stage: UiContext) -> NewMatch | None:
    """Return what was begun last with its players, rules and hints, or None."""
    # The first screen does not wait for games that are installed beside the program.
    offered = plugins() if is_known() else built_in()
    for header in stage.services.library.last_games.all():
        plugin = offered.get(header.game)
        begun = _begun(header, plugin.game) if plugin is not None else None
        if begun is not None:
            return begun
    return None


def last_options(stage: UiContext, game: Game) -> NewMatch:
    """Return how *game* was begun last, or how it begins unless something is chosen."""
    header = stage.services.library.last_games.of(game.name)
    begun = _begun(header, game) if header is not None else None
    return begun or NewMatch(game, game.complete(None))


def _begun(header: Header, game: Game) -> NewMatch | None:
    """Return what *header* tells, or None where *game* is not played like that any more."""
    try:
        options: Options = game.complete(header.options)
        clock = parse_clock(header.clock)
    except CompanionError:
        return None
    players = seated(header.players, game.seat_count(options))
    if not is_playable(players, game, options):
        return None
    return NewMatch(game, options, players=players, hints=header.hints, clock=clock)


def usual_level(stage: UiContext) -> int:
    """Return the level of the program in the newest game against it; at first the easiest."""
    headers = stage.services.library.last_games.all()
    levels = (level_of(player) for header in headers for player in header.players)
    return next((level for level in levels if level is not None), LEVELS[0])


def kept_text(stage: UiContext) -> str:
    """Return what becomes of the unfinished game when another one begins, or an empty text."""
    unfinished = stage.services.library.unfinished()
    if unfinished is None or not unfinished.plies:
        # Without a move there is nothing to record.
        return ""
    plies = plies_text(len(unfinished.plies))
    return UNFINISHED_KEPT(game=game_title(unfinished.game.name), plies=plies)


def first_game() -> Game:
    """Return the game that is shown while none is unfinished."""
    # Those from outside may still be looked for; the first screen does not wait.
    return next(iter(built_in().values())).game


class StartScene(MenuScene):
    """What can be begun, learned, read or looked through; lamps show an unfinished match."""

    name = "start"
    has_picture = True
    way_out = NONE
    _exported = ""
    _lessons: Background[list[LeftOut]] | None = None
    _has_told = False
    _damaged = 0
    _seating: Seating | None = None

    def update(self, now_s: float) -> None:
        """Tell what is installed and not offered, games and lessons, as soon as that is known."""
        super().update(now_s)
        if self.stage.services.has_new_stick():
            self.stage.go(to.UseStick())
        if self._lessons is None and is_known():
            for name, reason in outside().left_out:
                self.stage.services.tell(LEFT_OUT(name=name, reason=reason))
            # Whether lessons hold is asked of the rules of their games, which may hang.
            self._lessons = Background("outside-lessons", lambda tell: lessons_left_out(), 0)
            self.stage.redraw()
        if self._lessons is not None and self._lessons.is_over and not self._has_told:
            self._has_told = True
            for name, reason in self._lessons.made or ():
                notice = LESSON_LEFT_OUT(game=game_title(name), reason=reason)
                self.stage.services.tell(notice)
            self.stage.redraw()
        if self._damaged != (count := len(damaged_files())):
            self._damaged = count
            self.stage.redraw()
        if self._seating != self._seated_here():
            self.refresh()

    def _seated_here(self) -> Seating | None:
        """Return who is to sit at this table, where a club has said so."""
        club = self.stage.services.club
        return club.state().seating if club is not None else None

    def title(self) -> str:
        return "Board Companion"

    def make_choices(self) -> list[Choice]:
        stage = self.stage
        choices = self._unfinished_choices()
        self._seating = self._seated_here()
        if stage.services.is_safe:
            # What was played last may be what made the program fail.
            choices.append(Choice.of(words.EXPORT, self._export, self._exported))
        elif self._seating is not None:
            choices.append(self._round_choice(self._seating))
        else:
            choices += self._last_choices()[:1]
        can_switch_off = stage.services.power is not None
        leave = Choice.of(words.SWITCH_OFF, lambda: stage.go(to.SwitchOff()))
        return [
            *choices,
            Choice.of(words.CHOOSE_GAME, lambda: stage.go(to.ChooseGame()), self._with_kept()),
            Choice.of(words.LEARN, lambda: stage.go(to.Learn())),
            Choice.of(words.RULES, lambda: stage.go(to.RulesOfAGame())),
            Choice.of(words.RECORDS, lambda: stage.go(to.Records())),
            Choice.of(words.SETTINGS, lambda: stage.go(to.SettingsMenu())),
            leave if can_switch_off else Choice.of(words.QUIT, self._ask_to_quit),
        ]

    def note(self) -> str:
        """Return what the players should hear of first, else what the chosen line means."""
        files = damaged_files()
        # It would hide what came of an export.
        damage = [damage_text(files)] if files and not self._exported else []
        return "\n".join([*damage, *self.stage.services.notices]) or super().note()

    def _export(self) -> None:
        # The notices would hide what came of it.
        self.stage.services.notices.clear()
        work = Background("export", self.stage.services.library.export)
        self.stage.go(
            to.AwaitWork(
                work,
                bundle_banner,
                lambda path: self._tell(words.EXPORTED(name=path.name, folder=path.parent)),
                lambda problem: self._tell(words.NOT_EXPORTED(reason=problem)),
            )
        )

    def _tell(self, text: str) -> None:
        self._exported = text
        self.refresh()

    def _unfinished_choices(self) -> list[Choice]:
        unfinished = self.stage.services.library.unfinished()
        if unfinished is None:
            return []
        title, plies = game_title(unfinished.game.name), plies_text(len(unfinished.plies))
        line = words.RESUME.line if unfinished.plies else words.RESUME_TAKEN_BACK
        return [
            Choice.of(
                words.RESUME,
                lambda: self.stage.go(to.ResumeGame()),
                line(game=title, plies=plies),
                plies,
            ),
        ]

    def _last_choices(self) -> list[Choice]:
        """Return the game begun last: at once with its settings, or with others."""
        last = last_match(self.stage)
        if last is None:
            return []
        game, stage = last.game, self.stage
        title = game_title(game.name)
        line = words.PLAY_LAST.line(who=opponents_line(last.players, game.name))
        again = Choice(
            words.PLAY_LAST.title(game=title),
            lambda: stage.go(to.SetUp(last._replace(seed=stage.fresh_seed()))),
            "\n".join(filter(None, (line, kept_text(self.stage)))),
            opponents_title(last.players),
            words.PLAY_LAST.verb(),
            words=words.PLAY_LAST,
        )
        others = words.OTHER_SETTINGS
        change = Choice.of(
            others, lambda: stage.go(to.Options(game, is_changing=True)), others.line(game=title)
        )
        return [again, change]

    def _round_choice(self, seating: Seating) -> Choice:
        """Return the game of the two who are to sit here: the last one, or one to be chosen."""
        stage, last = self.stage, last_match(self.stage)
        number, (first, second) = seating.round, seating.people

        def play() -> None:
            # Whatever is begun next, they play it.
            stage.change(Settings(players=", ".join((first, second))))
            if last is None or last.game.seat_count(last.options) != 2:
                stage.go(to.ChooseGame())
                return
            people = last._replace(players=(first, second), seed=stage.fresh_seed())
            stage.go(to.SetUp(people))

        game = game_title(last.game.name) if last is not None else ""
        line = words.ROUND_LAST if last is not None else words.ROUND_CHOOSE
        text = line.line(first=first, second=second, game=game)
        return Choice(
            line.title(number=number), play, text, f"{first} – {second}", line.verb(), words=line
        )

    def _with_kept(self) -> str:
        kept = kept_text(self.stage)
        return f"{words.CHOOSE_GAME.line()}\n{kept}" if kept else ""

    def _ask_to_quit(self) -> None:
        def close() -> None:
            self.stage.is_closing = True

        stay, quit_it = Choice.of(words.STAY, None), Choice.of(words.DO_QUIT, close)
        self.stage.push(AskScene(self.stage, words.ASK_QUIT(), stay, quit_it))

    def shortcuts(self) -> tuple[Choice | None, Choice]:
        """Return the change of players or rules, where a game was begun before, and all games."""
        games = Choice(
            words.CHOOSE_GAME.title(),
            lambda: self.stage.go(to.ChooseGame()),
            verb=buttons.HOLD_GAMES(),
        )
        return next(iter(self._last_choices()[1:]), None), games

    def leave(self) -> None:
        """Do nothing: there is nothing behind the start screen."""

    def playing(self) -> Game | None:
        unfinished = self.stage.services.library.unfinished()
        return unfinished.game if unfinished else None

    def show(self) -> View:
        """Return where the pieces of the unfinished match stand, else a board to look at."""
        unfinished = self.stage.services.library.unfinished()
        return (
            super()
            .show()
            ._replace(
                board=unfinished.position.board if unfinished else first_game().shipped_board(),
                picture=places_picture(unfinished.position.pieces() if unfinished else {}),
            )
        )

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw what the chosen line means over a view of the board."""
        if (under_way := self._under_way()) is not None:
            box = pen.share(box, *under_way)
        note = self.note()
        across, down = pen.layout.px(12), pen.layout.px(8)
        if has_text_below(pen.layout, box):
            text_h = min(box.h // 3, pen.layout.text_px(96))
            if pen.layout.is_large:
                needed = pen.text_h(note, box.w - 2 * across) + 2 * down
                text_h = min(box.h, max(text_h, needed))
            text_box = Box(box.x, box.bottom - text_h, box.w, text_h)
            side = min(box.w, box.h - text_h - down)
            view = Box(box.x + (box.w - side) // 2, box.y, side, side)
        else:
            side = min(box.h, box.w // 2)
            view = Box(box.x, box.y, side, side)
            text_box = Box(view.right + across, box.y, box.right - view.right - across, box.h)
        if side >= pen.layout.px(LEAST_BOARD_PX):
            paint_small(pen.surface, self.stage, view, self._shown())
        pen.panel(text_box)
        pen.paragraph(note, text_box.inset(across, down), 17, "text")

    def _under_way(self) -> tuple[str, float] | None:
        """Return what goes on beside the program, and how far it is; None for nothing."""
        compiling, build = self.stage.services.compiling, self.stage.services.tables.running()
        if compiling is not None and compiling.progress is not None:
            return compiling_text(compiling.progress), compiling.progress.fraction
        if build is not None:
            return building_text(build.game, build.share), build.share
        return None

    def _shown(self) -> Position:
        """Return the position to look at: of the game that goes on, or of the last one."""
        library = self.stage.services.library
        unfinished, last = library.unfinished(), last_match(self.stage)
        if unfinished is not None and not self._is_on_last():
            return unfinished.position
        if last is None:
            return library.first_position(first_game())
        return library.first_position(last.game, last.options)

    def _is_on_last(self) -> bool:
        """Return whether the cursor is on the line of the game begun last."""
        choice = self.chosen()
        return choice is not None and choice.words is words.PLAY_LAST


class SwitchOffScene(MenuScene):
    """The question, the way out first; a touch alone moves the cursor and switches nothing off."""

    name = "switch off"
    keeps_lamps = True

    def __init__(self, stage: UiContext) -> None:
        super().__init__(stage)
        self.power = stage.services.power
        self.is_going = False
        self._reason = ""

    def show(self) -> View:
        """Return the board of the scene behind; darkness once it goes."""
        view = super().show()
        return view._replace(board=None) if self.is_going else view

    def title(self) -> str:
        """Return the question, or that it is being done."""
        asked = words.ASK_CLOSE if self.power is None else words.ASK_OFF
        return words.GOING() if self.is_going else asked()

    def make_choices(self) -> list[Choice]:
        """Return the way out and the deeds, which tell what would be lost or went wrong."""
        if self.is_going:
            return [Choice(words.GOING(), None, words.GOING())]
        deed = words.CLOSE if self.power is None else words.DO_SWITCH_OFF
        unsaved = self.stage.services.library.saving_problem()
        lines = [words.REFUSED(reason=self._reason)] if self._reason else []
        lines += [words.UNSAVED(reason=problem_text(unsaved))] if unsaved else []
        answers = [(words.STAY_ON, self.stage.pop), (deed, self._begin)]
        if self.power is not None:
            answers.append((words.DO_QUIT, self._close))
        return [Choice.of(line, act, "\n".join([*lines, line.line()])) for line, act in answers]

    def labels(self) -> Labels:
        labels = super().labels()
        return (NOTHING, *labels[1:]) if self.is_going else labels

    def on(self, event: Press | Previous) -> None:
        if not self.is_going:
            super().on(event)

    def take(self, index: int | None = None) -> None:
        """Move the cursor to the line under the finger; Confirm answers."""
        if index is None:
            super().take()
        else:
            self.list.selected = index

    def _close(self) -> None:
        self.stage.services.library.save()
        self.stage.is_closing = True

    def _begin(self) -> None:
        if self.power is None:
            self._close()
            return
        self.stage.services.library.save()
        self.is_going, self._reason = True, ""
        self.power.switch_off(self.stage.now_s)

    def is_waiting(self) -> bool:
        return self.is_going

    def update(self, now_s: float) -> None:
        """Close the program once the machine goes, or tell why it does not."""
        if not self.is_going or self.power is None:
            return
        state = self.power.state(now_s)
        if state is OffState.DONE:
            self.stage.is_closing = True
        elif state is OffState.REFUSED:
            self.is_going, self._reason = False, self.power.reason()
            self.refresh()

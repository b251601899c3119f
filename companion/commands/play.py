"""``companion play`` and ``companion sim``: start the program, perhaps with a game or a script."""

from __future__ import annotations

import argparse
import contextlib
import gc
import mmap
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.backends.service_manager import EndSignals, ServiceManager
from companion.clock import ClockSetting, parse_clock
from companion.commands import Commands
from companion.commands.arguments import add_option_arguments, in_file, options_of, seed
from companion.contract import Game, OptionValue
from companion.contract.texts import composed
from companion.errors import (
    SILENT_S,
    BackendError,
    CompanionError,
    ExpectationError,
    Message,
    OptionError,
    UsageError,
    any_of,
    reason_of,
    unfit_sign,
)
from companion.match.match import NewMatch
from companion.match.seats import (
    LEVELS,
    NAME_LIMIT,
    PERSON,
    PERSONS,
    PHONE,
    check_players,
    is_name,
    program_at,
    seated,
)
from companion.plugins import find_game
from companion.plugins.outside import WITHOUT, silence, without
from companion.plugins.watch import Watch, say
from companion.scripting.script import Step, read_script
from companion.storage.disk import Writer, write_out
from companion.storage.state_dir import Starts, StateDir, starts_paths, state_path
from companion.ui import destinations as to
from companion.words.table import LEFT_OUT
from companion.words.translate import ENGLISH, localized, tr

if TYPE_CHECKING:
    from companion.program import Program


ALL_PERSONS: Final = "persons"
YOU: Final = ("you", PERSON)
COMPUTER: Final = ("computer", "level")
"""Before a colon and the level; ``level:3`` is what ``companion match`` calls it."""

PLAYERS: Final = Message(
    "{persons}, or for each seat, separated by commas, you, phone or computer:1 to computer:8",
    persons=ALL_PERSONS,
)


@dataclass(frozen=True)
class Opening:
    """A game that is to begin at once.

    Attributes:
        seed: None for a fresh one.
        players: one for each seat; None for who was chosen last on the screen.
        clock: the time of each side, or None for no clock.
    """

    game: Game
    options: dict[str, OptionValue]
    seed: int | None
    players: tuple[str, ...] | None
    clock: ClockSetting | None = None

    def begin(self, program: Program) -> None:
        """Set the table for the game, on the screen of *program*.

        Raises:
            OptionError: who was chosen last cannot play it.
        """
        stage = program.stage
        count = self.game.seat_count(self.options)
        seed = stage.fresh_seed() if self.seed is None else self.seed
        players = self.players or seated(stage.config.play.seats, count)
        new = NewMatch(self.game, self.options, seed, players=players, clock=self.clock)
        stage.go(to.SetUp(new))


def add_opening_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a game to begin with to *parser*."""
    parser.add_argument(
        "game",
        metavar=tr("GAME"),
        nargs="?",
        help=tr("begin this game at once, see 'companion games'"),
    )
    add_option_arguments(parser)
    parser.add_argument(
        "--seed",
        metavar="N",
        type=seed,
        help=tr("the number of a random setup and coin toss (default: any)"),
    )
    parser.add_argument(
        "--players",
        metavar=tr("WHO"),
        help=tr("{players} (default: as chosen last on the screen)").format(
            players=localized(PLAYERS)
        ),
    )

    parser.add_argument(
        "--names",
        metavar=tr("NAMES"),
        help=tr("of the people among them, separated by commas, in the order of their seats"),
    )
    parser.add_argument(
        "--clock",
        metavar=tr("TIME"),
        help=tr(
            "10m, 10m+5s, 30s/move and others, or one for each side with a comma; "
            "see docs/clocks.md (default: no clock)"
        ),
    )


def opening_of(args: argparse.Namespace) -> Opening | None:
    """Return the game that *args* name, or None where they name none.

    Raises:
        CompanionError: the game, an option, a value or a player is unknown, or there is no
            game to which they belong.
    """
    if args.game is None:
        given = (args.seed, args.players, args.names, args.clock)
        if args.option or any(value is not None for value in given):
            raise UsageError(
                "expected a game with --option, --seed, --players, --names and --clock, got none"
            )
        return None
    game = find_game(args.game)
    options = options_of(args, game)
    clock = parse_clock(args.clock or "")
    if args.players is None and args.names is None:
        return Opening(game, options, args.seed, None, clock)
    players = _players(
        ALL_PERSONS if args.players is None else args.players, game.seat_count(options)
    )
    if args.names is not None:
        players = _named(players, args.names)
    check_players(players, game, options)
    return Opening(game, options, args.seed, players, clock)


def _players(text: str, seats: int) -> tuple[str, ...]:
    """Return who has each of so many *seats*; where two are named for four, they alternate."""
    if text == ALL_PERSONS:
        return seated(PERSONS, seats)
    names = [_player(word.strip()) for word in text.split(",")]
    if len(names) not in (2, seats):
        count = any_of(("2",) if seats == 2 else ("2", str(seats)))
        raise UsageError(
            "expected --players for {count} seats, got {given} in {text!r}",
            count=count,
            given=len(names),
            text=text,
        )
    return seated(names, seats)


def _named(players: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return *players* with the names in *text*; two names for four persons alternate."""
    names = [composed(name).strip() for name in text.split(",")]
    wrong = next((name for name in names if not is_name(name)), None)
    if wrong is not None:
        sign = unfit_sign(wrong)
        raise UsageError(
            Message(
                "expected names of 1 to {name_limit} letters, other than {person!r}, "
                "'program level' and '#', got {sign} in {wrong!r:.40}",
                name_limit=NAME_LIMIT,
                person=PERSON,
                sign=sign,
                wrong=wrong,
            )
            if sign
            else Message(
                "expected names of 1 to {name_limit} letters, other than {person!r}, "
                "'program level' and '#', got {wrong!r:.40}",
                name_limit=NAME_LIMIT,
                person=PERSON,
                wrong=wrong,
            )
        )
    count = players.count(PERSON)
    if len(names) != count and not (len(names) == 2 and count == len(players) == 4):
        persons = Message("1 person") if count == 1 else Message("{count} persons", count=count)
        raise UsageError(
            "expected --names for {persons}, got {count} in {text!r:.80}",
            persons=persons,
            count=len(names),
            text=text,
        )
    left = iter(seated(names, count))
    return tuple(next(left) if player == PERSON else player for player in players)


def _player(word: str) -> str:
    """Return how a record names the player that *word* names."""
    if word in YOU:
        return PERSON
    if word == PHONE:
        return PHONE
    kind, _, level = word.partition(":")
    if kind in COMPUTER and level in map(str, LEVELS):
        return program_at(int(level))
    raise UsageError("expected --players as {players}, got {word!r}", players=PLAYERS, word=word)


EXIT_EXPECTATION_FAILED = 1

EXIT_WISHED = 3
"""What a service manager is told where somebody at the table has quit: not to start it again."""

WINDOW_LIMIT = 8192

STANDARD_ERROR = 2
"""The last descriptor that a program hands on to the one that takes its place."""

NEEDED_BYTES = 160 * 2**20
"""Address space that the program takes from its start to a game, its threads' stacks included."""


def add_play(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "play",
        help=tr("start the program (as companion alone does), or a game at once"),
        description=tr(
            "Start the program on the best backend, or on the one named. With a GAME it "
            "begins that game; one that is unfinished is kept among the records."
        ),
    )
    add_opening_arguments(parser)
    parser.add_argument(
        "--backend", metavar="auto|pi|sim", default="auto", help=tr("the devices to use")
    )
    _add_common(parser)
    parser.add_argument(
        "--unattended",
        action="store_true",
        help=tr("start without what is wrong in the configuration, and say so on the screen"),
    )
    parser.set_defaults(run=run_play, table=False)


def add_sim(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "sim",
        help=tr("start the simulator, or run a script on it without a screen"),
        description=tr("Start the program on simulated lamps and buttons."),
    )
    add_opening_arguments(parser)
    _add_common(parser)
    parser.add_argument(
        "--script", metavar=tr("FILE"), type=in_file, help=tr("run this script headless")
    )
    parser.add_argument("--shots", metavar=tr("DIR"), type=Path, help=tr("where its pictures go"))
    parser.add_argument(
        "--heard",
        metavar=tr("FILE"),
        type=Path,
        help=tr("where to write which buttons it presses and what is spoken"),
    )
    parser.add_argument("--table", action="store_true", help=tr("show the table in its pictures"))
    parser.set_defaults(run=run_sim, backend="sim", unattended=False)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", metavar=tr("FILE"), type=Path, help=tr("the configuration file")
    )
    parser.add_argument("--state", metavar=tr("DIR"), type=Path, help=tr("where games are saved"))
    parser.add_argument("--size", metavar="WxH", help=tr("the touchscreen's size in pixels"))
    parser.add_argument(
        "--safe", action="store_true", help=tr("start without lamps, buttons and search")
    )
    parser.add_argument(
        "--sensed", action="store_true", help=tr("the simulated table senses its pieces")
    )


def parse_size(text: str | None) -> tuple[int, int] | None:
    """Return the size that *text* names, or None for None.

    Raises:
        UsageError: *text* is no size.
    """
    if text is None:
        return None
    width, _, height = text.partition("x")
    is_plain = all(part.isascii() and part.isdigit() and len(part) < 6 for part in (width, height))
    if not is_plain or not all(64 <= int(part) <= WINDOW_LIMIT for part in (width, height)):
        raise UsageError(
            "expected --size as WIDTHxHEIGHT of 64 to {window_limit}, got {text!r}",
            window_limit=WINDOW_LIMIT,
            text=text,
        )
    return int(width), int(height)


def run_sim(args: argparse.Namespace) -> int:
    """Start the simulator on a screen, or run a script on it without one."""
    if args.script is None:
        if args.shots is not None:
            raise UsageError("expected --script with --shots, got none")
        if args.heard is not None:
            raise UsageError("expected --script with --heard, got none")
        return run_play(args)
    if opening_of(args) is not None:
        raise UsageError("expected --script or a game, got both: {game!r}", game=args.game)
    return run_script(args, read_script(args.script), str(args.script), args.shots, args.heard)


def require_memory() -> None:
    """Return if there is room for `NEEDED_BYTES` more, of which none is touched.

    Where memory ends while a thread begins, Python waits for that thread for ever.

    Raises:
        BackendError: there is less.
    """
    try:
        mmap.mmap(-1, NEEDED_BYTES).close()
    except OSError as error:
        megabytes = NEEDED_BYTES // 2**20
        raise BackendError(
            "expected {megabytes} MB of memory to start, got less", megabytes=megabytes
        ) from error


def run_play(args: argparse.Namespace) -> int:
    """Start the program on a screen; where there is none, play a demonstration and say so."""
    opening = _opening(args)
    require_memory()
    size = parse_size(args.size)
    manager = ServiceManager(os.environ)
    _end_by_hang_up()
    # Held before anything large is imported: a second instance says so at once.
    with StateDir(args.state or state_path(os.environ)) as state:
        # Nothing that is imported is garbage, and looking through it takes time.
        gc.disable()
        # Imported here so that the commands without a screen need no pygame.
        from companion.app import Arguments, open_program
        from companion.backends.devices import choose_backend
        from companion.ui.widgets.window import open_display

        gc.freeze()
        gc.enable()
        choose_backend(args.backend)  # What cannot be is told before there is a screen.
        try:
            open_display()
        except BackendError as error:
            if args.unattended or opening is not None:
                # Nobody would read a demonstration, and the screen may come with the next start;
                # and who asked for a game did not ask for another one.
                raise
            return _demonstrate(args, error.message)
        starts = Starts(*starts_paths(state.path, os.environ))
        is_safe = starts.begin(copy=Path(__file__).parents[2].name) or args.safe
        if is_safe:
            manager.status("safe start after crashes")
        arguments = Arguments(
            args.backend,
            args.config,
            size,
            is_safe=is_safe,
            is_unattended=args.unattended,
            is_sensed=args.sensed,
            is_fresh=starts.is_reading_fatal,
            asks_language=opening is None and not is_safe,
        )
        args.watch.hand_over(partial(_begin_anew, manager, starts, None))
        try:
            program = open_program(arguments, state, on_read=starts.opened, writer=Writer())
            _tell_problem(program.stage.services.config.problem, manager)
            is_wished = _run_on(program, args.watch, manager, opening, starts)
        except (CompanionError, KeyboardInterrupt):
            # What is told in one line, or asked for, is no crash.
            starts.end()
            raise
        starts.end()
    return EXIT_WISHED if is_wished and manager.is_there else 0


def _opening(args: argparse.Namespace) -> Opening | None:
    """Return the game with which to begin, unless this program begins anew without it."""
    try:
        return opening_of(args)
    except OptionError:
        if WITHOUT not in os.environ:
            raise
        return None


def _end_by_hang_up() -> None:
    """End the program as Ctrl-C does where its terminal goes away, unless that is ignored."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, signal.default_int_handler)


def _tell_problem(problem: str, manager: ServiceManager) -> None:
    """Tell the log and the service manager what is wrong in the configuration."""
    if problem:
        print(f"companion: {localized(problem)}", file=sys.stderr, flush=True)
        manager.status(f"configuration refused: {problem}")


def _run_on(
    program: Program,
    watch: Watch,
    manager: ServiceManager,
    opening: Opening | None,
    starts: Starts,
) -> bool:
    """Run *program* to its end, and return whether somebody at the table wished it to stay."""

    def close() -> None:
        program.stage.is_closing = True

    with EndSignals(close, starts.end) as ending:
        watch.hand_over(partial(_begin_anew, manager, starts, ending))
        try:
            if opening is not None:
                opening.begin(program)
            program.run(manager)
        finally:
            ending.is_left = True
            manager.close()
            program.close()
    return not ending.is_asked and not program.stage.is_restarting


def _begin_anew(
    manager: ServiceManager, starts: Starts, ending: EndSignals | None, game: str, package: str
) -> None:
    """Replace this process by a new program without *game*, which does not answer.

    What was confirmed is on disk, and the start screen of the new one says what is left out.
    Where a signal has asked this process to end, it does: see *ending*.
    """
    if ending is not None and ending.is_heard:
        return
    left_out = LEFT_OUT(name=game, reason=silence(SILENT_S))
    print(f"companion: {left_out}", file=sys.stderr, flush=True)
    starts.end()
    # Its timers would go on, and their signals end the new one.
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    for descriptor in Path("/dev/fd").iterdir():
        if int(descriptor.name) > STANDARD_ERROR:
            with contextlib.suppress(OSError):
                os.set_inheritable(int(descriptor.name), False)
    environment = without(package, {**os.environ, **manager.variables})
    os.execve(sys.executable, sys.orig_argv, environment)


def _demonstrate(args: argparse.Namespace, problem: str) -> int:
    """Play a game that is shipped without a screen, and tell where its pictures are."""
    text = tr("{problem}; playing a demonstration game without a screen")
    print(f"companion: {text.format(problem=localized(problem))}", file=sys.stderr)
    shots = Path(tempfile.mkdtemp(prefix="board-companion-"))
    steps = read_script(Path(str(resources.files("sim") / "scripts" / "demo.txt")))
    # The players' own folder is held by now, and their games are none of its business.
    own = argparse.Namespace(**{**vars(args), "state": None})
    status = run_script(own, steps, "demo.txt", shots, tells_record=True)
    say(tr("pictures: {folder}").format(folder=shots))
    return status


def _write_heard(path: Path, text: str) -> None:
    try:
        write_out(path, text.encode("utf-8"))
    except OSError as error:
        raise UsageError(
            "expected to write {path!r}, got {reason}", path=str(path), reason=reason_of(error)
        ) from error


def run_script(
    args: argparse.Namespace,
    steps: Sequence[Step],
    where: str,
    shots: Path | None,
    heard: Path | None = None,
    tells_record: bool = False,
) -> int:
    """Run a script headless and return 1 when an expectation fails, with the reason on stderr.

    Raises:
        CompanionError: the script or the program cannot be run.
    """
    require_memory()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from companion.app import Arguments, open_program
    from companion.scripting.fingers import ManualClock
    from companion.scripting.scripted import ScriptRunner
    from companion.ui.widgets.window import open_display

    clock = ManualClock()
    with ExitStack() as stack:
        folder = args.state
        if folder is None:
            # A script must not touch the games of this table unless it is told to.
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        state = stack.enter_context(StateDir(folder))
        open_display()
        # Scripts make the program's moves, as at a table.
        size = parse_size(args.size)
        arguments = Arguments(
            "sim", args.config, size, args.table, language=ENGLISH, has_board=True
        )
        program = open_program(arguments, state, clock, wall=False)
        stack.callback(program.close)
        runner = ScriptRunner(program, clock, where, shots)
        try:
            runner.run(steps)
        except ExpectationError as error:
            print(f"companion: {localized(error.message)}", file=sys.stderr)
            return EXIT_EXPECTATION_FAILED
        if heard is not None:
            _write_heard(heard, runner.transcript.text(f"{Path(where).name}, by ear"))
        if tells_record:
            for path in sorted((folder / "records").glob("*.txt"))[-1:]:
                say(path.read_text(encoding="utf-8"), end="")
    return 0

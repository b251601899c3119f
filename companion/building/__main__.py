"""``python3 -m companion.building``: what the Makefile and ``systemd/install.sh`` call.

Every error is one line with what mends it, and status 2.

Rules are compiled while the program already plays, in a process that outlives it; the next
start finds them compiled.  A copy that cannot be compiled keeps the reason, and is not tried
again; one that was replaced meanwhile is left to the process started for the new.
"""

from __future__ import annotations

import argparse
import compileall
import errno
import fcntl
import importlib.util
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.building.compiling import can_compile
from companion.building.environment import (
    Environment,
    EnvironmentSpec,
    held,
    requirements_of,
    version_of,
)
from companion.building.program import Programs, sources_of, unpack
from companion.building.progress import (
    BUILDING,
    DONE,
    FAILED,
    RUNNING,
    STATE,
    VARIABLE,
    CompileProgress,
    SetUpBar,
    bar_text,
    read_progress,
    write_progress,
)
from companion.building.wheel import (
    PACKAGES,
    TO_BUILD,
    build_wheel,
    digests_of,
    ensure_compiler,
    snapshot,
)
from companion.errors import SetUpError

NEEDED_MB: Final = 300
"""An environment takes 150 MB, and fetching what goes into it as much again."""

MODEL: Final = Path("/proc/device-tree/model")
RASPBERRY_PI_OS: Final = Path("/etc/rpi-issue")
"""Debian itself, on a Pi as well, has not all of these packages."""
APT_ON_A_PI: Final = (
    "python3-venv", "python3-pygame", "python3-gpiozero", "python3-lgpio", "python3-serial",
    "python3-pil", "libegl1", "libgles2", "libgl1-mesa-dri",
)  # fmt: skip
"""On a Pi apt's pygame has the driver for a screen without a desktop, and apt alone has lgpio.

That driver asks for the last three only when it runs, so nothing else brings them.
"""


def is_on_a_pi() -> bool:
    """Return whether this machine is a Raspberry Pi."""
    try:
        return b"Raspberry Pi" in MODEL.read_bytes()
    except OSError:
        return False


def apt_command(packages: Iterable[str]) -> str:
    """Return the command that installs *packages*, for whoever runs the set-up."""
    command = f"apt install {' '.join(packages)}"
    if os.geteuid() == 0:
        return command
    return f"sudo {command}" if shutil.which("sudo") else f"as root: {command}"


def require_venv() -> None:
    """Return if this Python can make environments.

    Raises:
        SetUpError: Debian's package for that is missing.
    """
    if not all(importlib.util.find_spec(module) for module in ("ensurepip", "venv")):
        raise SetUpError(f"python3-venv is missing: {apt_command(['python3-venv'])}")


def require_packages_of_a_pi() -> None:
    """Return if this is not Raspberry Pi OS, or has the packages that only its apt has.

    Raises:
        SetUpError: one of them is missing.
    """
    if not RASPBERRY_PI_OS.exists() or not is_on_a_pi():
        return
    done = subprocess.run(["dpkg", "-s", *APT_ON_A_PI], capture_output=True, check=False)
    if done.returncode != 0:
        message = f"packages of Raspberry Pi OS are missing: {apt_command(APT_ON_A_PI)}"
        raise SetUpError(message)


def require_room(folder: Path, command: str) -> None:
    """Return if an environment can be made in *folder*, which need not be there yet.

    Args:
        folder: where it is to be.
        command: the make target that was asked for, which may be told another folder.

    Raises:
        SetUpError: nothing can be written there, or there is too little space.
    """
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        raise SetUpError(not_writable(folder, command))
    disk = shutil.disk_usage(there)
    # As df counts them.
    free_mb = disk.free // 2**20
    # What is no disk has no size.
    if disk.total and free_mb < NEEDED_MB:
        raise SetUpError(no_space(folder, free_mb, command))


def no_space(folder: Path, free_mb: int, command: str) -> str:
    """Return the line about a disk that is full."""
    return (
        f"expected {NEEDED_MB} MB of free disk space, got {free_mb} MB in {str(folder)!r}: "
        f"make room, then run make {command} again"
    )


def not_writable(folder: Path, command: str) -> str:
    """Return the line about a folder that nothing can be put into, with another one."""
    elsewhere = shlex.quote(str(Path.home() / ".board-companion"))
    return (
        f"expected a folder that can be written, got {str(folder)!r}: "
        f"make {command} VENV={elsewhere}"
    )


def write_error_line(error: OSError, folder: Path, command: str) -> str:
    """Return the line about *error*, met while something was made in *folder*."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return no_space(folder, 0, command)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT):
        return not_writable(folder, command)
    reason = error.strerror or str(error)
    return (
        f"expected to write in {str(folder)!r}, got {reason!r}: mend that, "
        f"then run make {command} again"
    )


LOG: Final = "compiling.log"
BUILDER: Final = (
    "import runpy, sys; sys.path.append(sys.argv.pop(1)); "
    "runpy.run_module('companion.building', run_name='__main__', alter_sys=True)"
)
"""Runs the set-up of the checkout that is named, behind all that Python brings: ``json.py`` in
whatever folder somebody stands is not taken for Python's own."""

COMPILING_LOCK: Final = "compiling.lock"
NICENESS: Final = 19
"""A game that is being played comes first."""


def progress_file(environment: Environment) -> Path:
    """Return the file that says how far compiling is."""
    return environment.folder / STATE


def start_behind(environment: Environment) -> None:
    """Start compiling the program that starts in *environment*, and do not wait for it."""
    # From here on, so that the program does not read how an earlier one has ended.
    progress_file(environment).unlink(missing_ok=True)
    with (environment.folder / LOG).open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", BUILDER, str(Path(__file__).parents[2]), "compile",
             "--to", str(environment.folder)],
            stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    write_progress(progress_file(environment), CompileProgress(RUNNING, 0.0, process.pid))
    # It waits for this, so that how it ends is never overwritten.
    assert process.stdin is not None, "a pipe was asked for"
    process.stdin.close()


def is_compiling(environment: Environment) -> bool:
    """Return whether a process compiles for *environment* now."""
    progress = read_progress(progress_file(environment))
    return progress is not None and progress.state == RUNNING


def stop_behind(environment: Environment) -> None:
    """End the process that compiles for *environment*, if there is one, with its compiler."""
    progress = read_progress(progress_file(environment))
    if progress is not None and progress.state == RUNNING:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(progress.pid, signal.SIGKILL)
    progress_file(environment).unlink(missing_ok=True)


def compile_behind(environment: Environment, checkout: Path) -> None:
    """Compile the program that starts in *environment*, and tell how far that is in a file.

    Begins once the standard input ends: by then who started this has noted that it runs; and
    once nobody else compiles: one that was stopped may take a moment to end.
    """
    sys.stdin.read()
    os.nice(NICENESS)
    state, ending = progress_file(environment), CompileProgress(FAILED)

    def watch(fraction: float) -> None:
        write_progress(state, CompileProgress(RUNNING, fraction, os.getpid()))

    with _held_lock(environment):
        try:
            compile_current(environment, checkout, watch)
            ending = CompileProgress(DONE, 1.0)
        except (SetUpError, OSError) as error:
            print(error)
        finally:
            write_progress(state, ending)


def compile_current(
    environment: Environment, checkout: Path, watch: Callable[[float], None]
) -> None:
    """Let the program in *environment* start compiled from now on.

    Raises:
        SetUpError: it cannot be compiled, or its tools cannot be fetched.
    """
    ensure_compiler(environment)
    programs = Programs(environment)
    with snapshot(checkout, environment) as sources:
        digests = digests_of(sources)
        if programs.is_compiled() or not programs.is_of(digests):
            return
        try:
            wheel = build_wheel(environment, sources, compiles=True, watch=watch)
        except SetUpError as error:
            programs.note_not_compiled(str(error))
            raise
        with held(environment.folder):
            # Edited meanwhile, and started again: the newer program stays.
            if programs.is_of(digests):
                programs.add(wheel, digests)


@contextmanager
def _held_lock(environment: Environment) -> Iterator[None]:
    with (environment.folder / COMPILING_LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


EXIT_ERROR: Final = 2
EXIT_INTERRUPTED: Final = 130
PLAYERS: Final = Path(".venv")
DEVELOPERS: Final = Path(".venv-dev")
WITH_CE: Final = Path(".venv-ce")
WITH_APT: Final = Path(".venv-apt")
LOCK: Final = "requirements-dev.txt"
APT: Final = {
    "pygame": "python3-pygame", "serial": "python3-serial", "platformdirs": "python3-platformdirs",
    "reportlab": "python3-reportlab", "PIL": "python3-pil", "tqdm": "python3-tqdm",
}  # fmt: skip
"""Debian's packages of the libraries; that of gpiozero is too old."""

COMPILED: Final = "compiled"
"""Where the developers' environment keeps a compiled program; see ``tests/conftest.py``."""


def main() -> int:
    """Do what the command line says, and return the exit status."""
    args = parser().parse_args()
    checkout = Path.cwd()
    environment = Environment(args.to or args.folder, args.word)
    try:
        return int(args.run(environment, checkout, args) or 0)
    except SetUpError as error:
        return tell(str(error))
    except OSError as error:
        return tell(write_error_line(error, environment.folder, args.word))
    except KeyboardInterrupt:
        tell(f"stopped; make {args.word} goes on from here")
        return EXIT_INTERRUPTED


def tell(line: str) -> int:
    """Print *line* as an error and return the exit status."""
    print(f"board-companion: {line}", file=sys.stderr)
    return EXIT_ERROR


def say(line: str) -> None:
    """Print *line* about what is being done."""
    print(line, flush=True)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    whole = argparse.ArgumentParser(prog="python3 -m companion.building")
    commands = whole.add_subparsers(required=True, dest="word")

    def add(
        name: str, run: Callable[..., int | None], text: str, folder: Path = PLAYERS
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text)
        command.add_argument("--to", type=Path, help="the environment, instead of the usual one")
        command.set_defaults(run=run, folder=folder)
        return command

    play_parser = add("play", play, "set up and start the program")
    play_parser.add_argument("words", nargs=argparse.REMAINDER, help="for the program")
    add("bench", ready, "set up, compiled where that can be done")
    add("compile", compile_quietly, "compile the program that starts; others do not wait for it")
    install_parser = add("install", install, "set up for a service")
    install_parser.add_argument("--system-packages", action="store_true")
    add("previous", go_back, "have the version before the last update start")
    add("test", develop, "set up for the tests", DEVELOPERS)
    add("test-compiled", compile_for_tests, "compile the rules for the tests", DEVELOPERS)
    add("test-pygame-ce", develop_with_ce, "set up for the tests of the screen", WITH_CE)
    add("test-apt", develop_with_apt, "set up for the same with the system's libraries", WITH_APT)
    wheel_parser = add("wheel", wheel, "build a wheel")
    wheel_parser.add_argument("--into", type=Path, default=Path("dist"))
    add("clean", clean, "remove what the set-up made")
    return whole


def play(environment: Environment, checkout: Path, args: argparse.Namespace) -> int | None:
    """Start the program; the rules are compiled behind it where they are not yet."""
    programs = set_up(environment, checkout)
    words = args.words[1:] if args.words[:1] == ["--"] else args.words
    variables = dict(os.environ)
    if should_compile(programs):
        if not is_compiling(environment):
            programs.sweep()
            start_behind(environment)
            say("Compiling the rules in the background; the next start will be faster.")
        variables[VARIABLE] = str(progress_file(environment))
    launcher = str(environment.folder / "bin" / "companion")
    os.execve(launcher, [launcher, *words], variables)


def ready(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Set up and compile before anything starts."""
    programs = set_up(environment, checkout)
    if should_compile(programs):
        stop_behind(environment)
        compile_now(environment, checkout)


def compile_now(environment: Environment, checkout: Path) -> None:
    """Compile with a bar on the terminal; where that fails the program runs uncompiled."""
    say("Compiling the rules ...")
    try:
        compile_current(environment, checkout, terminal_bar)
    except SetUpError as error:
        say(f"The rules run uncompiled, only slower: {error}")
    finally:
        if sys.stderr.isatty():
            print(file=sys.stderr)


def terminal_bar(fraction: float) -> None:
    """Show how far compiling is where there is a terminal to show it on."""
    if sys.stderr.isatty():
        print(f"\r{bar_text(fraction)}", end="", file=sys.stderr, flush=True)


def set_up(environment: Environment, checkout: Path, uses_system: bool | None = None) -> Programs:
    """Install the libraries and the program of *checkout* in *environment*; return its copies.

    Raises:
        SetUpError: something is missing for that.
    """
    require_venv()
    require_packages_of_a_pi()
    remove_compiled(checkout)
    requirements = (*requirements_of(checkout / "pyproject.toml"), *TO_BUILD)
    wanted = EnvironmentSpec(requirements, is_on_a_pi() if uses_system is None else uses_system)
    programs = Programs(environment)
    if environment.has(wanted) and programs.is_of(digests_of(checkout)):
        return programs
    require_room(environment.folder, environment.command)
    with held(environment.folder), shown_bar(environment):
        say(f"Installing Board Companion into {environment.folder.name} ...")
        try:
            environment.ensure(wanted)
        except SetUpError as error:
            raise SetUpError(f"{error}{way_to_the_old(programs)}") from None
        programs.sweep()
        with snapshot(checkout, environment) as sources:
            digests = digests_of(sources)
            if not programs.is_of(digests):
                # What it compiles is of the past.
                stop_behind(environment)
                environment.watch(BUILDING, "building the program")
                programs.add(build_wheel(environment, sources, compiles=False), digests)
    return programs


@contextmanager
def shown_bar(environment: Environment) -> Iterator[None]:
    """Show on the terminal how far setting up *environment* is."""
    bar = SetUpBar(sys.stderr)
    environment.watch = bar.show
    try:
        yield
        bar.show(1.0, "done")
    finally:
        bar.end()


def way_to_the_old(programs: Programs) -> str:
    """Return how the program of before is started where it is whole; else nothing."""
    if programs.current() is None or not programs.environment.is_whole():
        return ""
    launcher = shlex.quote(os.path.relpath(programs.environment.folder / "bin" / "companion"))
    return f"; until then {launcher} starts the program as it was"


def should_compile(programs: Programs) -> bool:
    """Return whether compiling the program that starts can be tried and has not been yet."""
    return can_compile() and not programs.is_compiled() and programs.may_be_compiled()


def compile_quietly(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Compile behind a program that plays."""
    compile_behind(environment, checkout)


def install(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Set up for a service: compiled, and for a user who may write nothing there."""
    programs = set_up(environment, checkout, uses_system=args.system_packages)
    if should_compile(programs):
        compile_now(environment, checkout)
    current = programs.current()
    assert current is not None, "a program that was set up"
    compileall.compile_dir(current, quiet=2, workers=0)


def go_back(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Go back to the version before the last update, or, done again, forward to the newer one."""
    with held(environment.folder):
        installed = Programs(environment).go_back()
    say(f"The version installed on {installed:%Y-%m-%d at %H:%M} starts from now on.")


def develop(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Set up for the tests: the sources as they are, and the tools."""
    set_up_tools(environment, checkout, requirements_for_tests(checkout), is_on_a_pi())


def develop_with_ce(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Set up for the tests with pygame-ce, whatever this Python would get."""
    lines = requirements_for_tests(checkout)
    others = (line for line in lines if not line.startswith("pygame"))
    # Without the versions of Python that would get it anyway.
    ce = (line.split(";")[0].strip() for line in lines if line.startswith("pygame-ce"))
    set_up_tools(environment, checkout, (*others, *ce), uses_system=False)


def develop_with_apt(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Set up for the tests with the libraries of the system.

    Raises:
        SetUpError: it has not all of them, or one that is too old for pyproject.toml.
    """
    missing = [APT[name] for name in APT if importlib.util.find_spec(name) is None]
    if missing:
        raise SetUpError(f"libraries of the system are missing: {apt_command(missing)}")
    own = requirements_of(checkout / "pyproject.toml")
    names = tuple(re.split("[^a-z]", line)[0] for line in own)
    others = (line for line in requirements_for_tests(checkout) if not line.startswith(names))
    set_up_tools(environment, checkout, (*others, *own), uses_system=True)
    if newer := [name for name in APT if (environment.site_packages / name).exists()]:
        raise SetUpError(f"expected the system's {', '.join(newer)} to be new enough, got older")


def requirements_for_tests(checkout: Path) -> tuple[str, ...]:
    """Return the libraries and tools of the tests, each in the version that `make lock` chose."""
    lines = (checkout / LOCK).read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def set_up_tools(
    environment: Environment, checkout: Path, lines: tuple[str, ...], uses_system: bool
) -> None:
    """Install the tools of *lines* in *environment*, and *checkout* as an editable package."""
    require_venv()
    remove_compiled(checkout)
    # The installation points at the checkout, which may have been moved, and has its version.
    version = version_of(checkout / "pyproject.toml")
    wanted = EnvironmentSpec((*lines, f"# {checkout} {version}"), uses_system)
    if environment.has(wanted):
        return
    require_room(environment.folder, environment.command)

    def install_sources() -> None:
        # A line with the checkout's path: what setuptools has instead takes each Python that
        # starts 10 ms.
        options = ("--quiet", "--no-deps", "--no-build-isolation",
                   "--config-settings", "editable_mode=compat")  # fmt: skip
        environment.pip("install", *options, "--editable", str(checkout), COMPANION_COMPILED="no")

    with held(environment.folder), shown_bar(environment):
        say(f"Installing the test tools into {environment.folder.name} ...")
        environment.ensure(wanted, install_sources)


def compile_for_tests(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Compile the present sources beside the tools, for the tests."""
    develop(environment, checkout, args)
    with held(environment.folder):
        copy = environment.folder / COMPILED
        if sources_of(copy) != digests_of(checkout):
            shutil.rmtree(copy, ignore_errors=True)
            with snapshot(checkout, environment) as sources:
                digests = digests_of(sources)
                made = build_wheel(environment, sources, compiles=True, watch=terminal_bar)
                unpack(made, digests, copy)


def wheel(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Build a wheel, compiled where that can be done."""
    set_up(environment, checkout)
    with snapshot(checkout, environment) as sources:
        made = build_wheel(environment, sources, can_compile(), terminal_bar, is_kept=True)
        args.into.mkdir(exist_ok=True)
        shutil.move(made, args.into / made.name)
        say(str(args.into / made.name))


def remove_compiled(checkout: Path) -> None:
    """Remove what earlier versions compiled beside the sources: Python would take it first."""
    for package in PACKAGES:
        for path in (checkout / package).rglob("*.so"):
            path.unlink()
    for path in checkout.glob("companion_rules_*.so"):
        path.unlink()


def clean(environment: Environment, checkout: Path, args: argparse.Namespace) -> None:
    """Remove what the set-up made."""
    stop_behind(environment)
    remove_compiled(checkout)
    environment.remove()
    for name in (DEVELOPERS, WITH_CE, WITH_APT, "build", "dist", "board_companion.egg-info"):
        shutil.rmtree(checkout / name, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())

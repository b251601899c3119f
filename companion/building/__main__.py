"""``python3 -m companion.building``: what the Makefile and ``systemd/install.sh`` call.

Every error is one line with what mends it, and status 2.
"""

from __future__ import annotations

import argparse
import compileall
import importlib.util
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.building.behind import (
    compile_behind,
    compile_current,
    is_compiling,
    progress_file,
    start_behind,
    stop_behind,
)
from companion.building.compiling import can_compile
from companion.building.environment import (
    Environment,
    EnvironmentSpec,
    held,
    requirements_of,
    version_of,
)
from companion.building.needs import (
    apt_command,
    is_on_a_pi,
    require_packages_of_a_pi,
    require_room,
    require_venv,
    write_error_line,
)
from companion.building.program import Programs, sources_of, unpack
from companion.building.progress import BUILDING, VARIABLE, SetUpBar, bar_text
from companion.building.sources import PACKAGES, digests_of
from companion.building.wheel import TO_BUILD, build_wheel, snapshot
from companion.errors import SetUpError

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
            sweep(environment)
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
    requirements = (*requirements_of(checkout / "pyproject.toml"), TO_BUILD)
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
        sweep(environment)
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


def sweep(environment: Environment) -> None:
    """Remove what was being made when power went; nobody else makes anything now."""
    if not is_compiling(environment):
        for folder in (
            *environment.folder.glob(".building-*"),
            *environment.folder.glob("*/.new-*"),
        ):
            shutil.rmtree(folder, ignore_errors=True)


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

"""``companion completion`` and ``companion man``: the command line as shells and man want it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from companion import version
from companion.commands import Commands
from companion.contract import option_text
from companion.plugins import GAMES
from companion.plugins.watch import say
from companion.words.translate import ptr, tr

PROGRAM: Final = "companion"
SEVERAL: Final = "|"
"""Between the words of a metavar that lists them."""


@dataclass(frozen=True)
class Argument:
    """One thing that a command takes.

    Attributes:
        flags: how the option is written; empty for what has its place.
        text: what it is for.
        metavar: what stands for its value, empty where it has none.
        values: those it may have, where they are known.
        is_file: whether its value is a file or folder.
        is_needed: whether the command does not go without.
        is_repeated: whether it may be given several times.
    """

    flags: tuple[str, ...]
    text: str
    metavar: str
    values: tuple[str, ...] = ()
    is_file: bool = False
    is_needed: bool = False
    is_repeated: bool = False


@dataclass(frozen=True)
class Command:
    """One command.

    Attributes:
        path: its name, after those of the commands that it is part of.
        text: what it does, in a line.
        description: the same in full.
        arguments: what it takes, those with flags first.
        parts: the names of the commands that it has.
    """

    path: tuple[str, ...]
    text: str
    description: str
    arguments: tuple[Argument, ...]
    parts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return its path as it is written."""
        return " ".join(self.path)


def command_tree(commands: Commands, path: tuple[str, ...] = ()) -> Iterator[Command]:
    """Yield each of *commands*, which follow *path*, and after it those that it has."""
    for name, parser in commands.parsers.items():
        here = (*path, name)
        arguments = [_argument(action, action in parser.repeated) for action in parser.actions]
        yield Command(
            here,
            commands.lines[name],
            parser.description or commands.lines[name],
            tuple(sorted(arguments, key=lambda argument: not argument.flags)),
            tuple(parser.commands.parsers) if parser.commands else (),
        )
        if parser.commands:
            yield from command_tree(parser.commands, here)


def _argument(action: argparse.Action, is_repeated: bool) -> Argument:
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    values = _values(action, metavar)
    shown = metavar or SEVERAL.join(values) or action.dest.upper()
    return Argument(
        tuple(action.option_strings),
        (action.help or "").replace("%%", "%"),
        shown if action.nargs != 0 else "",
        values,
        action.type is Path or metavar.split(".")[0] in (tr("FILE"), tr("DIR")),
        action.required,
        is_repeated,
    )


def _values(action: argparse.Action, metavar: str) -> tuple[str, ...]:
    if action.choices is not None:
        return tuple(str(choice) for choice in action.choices)
    if SEVERAL in metavar:
        return tuple(metavar.split(SEVERAL))
    return tuple({tr("GAME"): list(GAMES), tr("NAME=VALUE"): _pairs()}.get(metavar, ()))


def _pairs() -> Sequence[str]:
    """Return the options of all games with their values, each once; a number is left open."""
    pairs: dict[str, None] = {}
    for game in GAMES.values():
        pairs |= dict.fromkeys(f"preset={name}" for name in game.presets)
        for spec in game.option_specs:
            texts = [""] if isinstance(spec.values, range) else map(option_text, spec.values)
            pairs |= dict.fromkeys(f"{spec.name}={text}" for text in texts)
    return list(pairs)


BASH: Final = """\
# Completion of companion for bash: companion completion bash
_companion() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local path= word words= files=
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$path $word" in
%(paths)s) path="$path $word" ;;
        esac
    done
    case "$path:$before" in
%(values)s
    esac
    if [ -z "$words$files" ]; then
        case "$path" in
%(words)s
        esac
        case "$current" in
        -*) files= ;;
        esac
    fi
    [ -z "$words" ] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    [ -z "$files" ] || compopt -o filenames
    [ -z "$files" ] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
}
complete -F _companion companion
"""

ZSH: Final = """\
#compdef companion
# Completion of companion for zsh: companion completion zsh
_companion() {
    local curcontext="$curcontext" state line
    typeset -A opt_args
    _arguments -C '1:command:->command' '*::argument:->argument'
    case $state in
    command)
        local -a commands=(
%(commands)s
        )
        _describe command commands ;;
    argument)
        case $words[1] in
%(arguments)s
        esac ;;
    esac
}
if [ "$funcstack[1]" = _companion ]; then _companion "$@"; else compdef _companion companion; fi
"""


def bash_script(commands: Sequence[Command]) -> str:
    """Return the completion of *commands* for bash."""
    values = [
        _bash_case(f'" {command.name}:{flag}"', argument.values, argument.is_file)
        for command in commands
        for argument in command.arguments
        for flag in argument.flags
        if argument.values or argument.is_file
    ]
    top = [command.name for command in commands if len(command.path) == 1]
    words = [_bash_case('""', [*top, "--help", "--version"], False)]
    for command in commands:
        placed = [argument for argument in command.arguments if not argument.flags]
        options = [flag for argument in command.arguments for flag in argument.flags]
        known = [value for argument in placed for value in argument.values]
        is_file = any(argument.is_file for argument in placed)
        words.append(_bash_case(f'" {command.name}"', [*options, *known, *command.parts], is_file))
    paths = "|".join(f'" {command.name}"' for command in commands)
    return BASH % {
        "paths": f"        {paths}", "values": "\n".join(values), "words": "\n".join(words),
    }  # fmt: skip


def _bash_case(pattern: str, words: Iterable[str], is_file: bool) -> str:
    files = " files=yes" if is_file else ""
    return f'        {pattern}) words="{" ".join(words)}"{files} ;;'


def zsh_script(commands: Sequence[Command]) -> str:
    """Return the completion of *commands* for zsh."""
    top = [command for command in commands if len(command.path) == 1]
    listed = [f"            {_quoted(f'{command.name}:{command.text}')}" for command in top]
    cases = [
        f"        {command.name}) _arguments {_zsh_arguments(command, commands)} ;;"
        for command in top
    ]
    return ZSH % {"commands": "\n".join(listed), "arguments": "\n".join(cases)}


def _zsh_arguments(command: Command, commands: Sequence[Command]) -> str:
    """Return what *command* takes; for one with parts, all that its parts take."""
    if not command.parts:
        return " ".join(_quoted(_zsh(argument)) for argument in command.arguments)
    inner = [one for one in commands if one.path[:-1] == command.path]
    options = [a for one in (command, *inner) for a in one.arguments if a.flags]
    # After the part, files: zsh takes one rule for all that has its place.
    specs = [f"1:what:({' '.join(command.parts)})", *map(_zsh, options), "*:file:_files"]
    return " ".join(map(_quoted, dict.fromkeys(specs)))


def _zsh(argument: Argument) -> str:
    action = "_files" if argument.is_file else f"({' '.join(argument.values)})"
    value = f":{argument.metavar.replace(':', ' ')}:{action}" if argument.metavar else ""
    if not argument.flags:
        return f"*{value}"
    text = re.sub(r"([\[\]:\\])", r"\\\1", argument.text)
    return f"{'*' if argument.is_repeated else ''}{argument.flags[-1]}[{text}]{value}"


def fish_script(commands: Sequence[Command]) -> str:
    """Return the completion of *commands* for fish."""
    lines = ["# Completion of companion for fish: companion completion fish"]
    lines.append(f"complete -c {PROGRAM} -f")
    for command in commands:
        *outer, name = command.path
        after = _fish_after(outer) if outer else "__fish_use_subcommand"
        lines.append(_fish(after, f"-a {name} -d {_fish_quoted(command.text)}"))
        lines += [
            _fish(_fish_after(command.path), _fish_argument(argument))
            for argument in command.arguments
        ]
    return "\n".join(lines) + "\n"


def _fish(condition: str, what: str) -> str:
    return f"complete -c {PROGRAM} -n {_fish_quoted(condition)} {what}"


def _fish_after(path: Sequence[str]) -> str:
    return "; and ".join(f"__fish_seen_subcommand_from {name}" for name in path)


def _fish_argument(argument: Argument) -> str:
    words = [f"-{'l' if flag.startswith('--') else 's'} {flag.lstrip('-')}"
             for flag in argument.flags]  # fmt: skip
    if argument.metavar and argument.flags:
        words.append("-r" if argument.is_file else "-x")
    words += ["-F"] if argument.is_file else []
    words += [f"-a {_fish_quoted(' '.join(argument.values))}"] if argument.values else []
    return " ".join([*words, f"-d {_fish_quoted(argument.text)}"])


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _quoted(text: str) -> str:
    escaped = text.replace("'", "'\\''")
    return f"'{escaped}'"


SCRIPTS: Final[Mapping[str, Callable[[Sequence[Command]], str]]] = {
    "bash": bash_script,
    "zsh": zsh_script,
    "fish": fish_script,
}
"""What makes the script of each shell."""


_HELP = ("-h", "--help")


def man_page(commands: Sequence[Command], version: str) -> str:
    """Return the page of all *commands*, as the program of *version* has them."""
    manual, about = _text(tr("User Commands")), tr("a companion for physical board games")
    command, argument = tr("command"), tr("argument")
    lines = [
        f'.TH {PROGRAM.upper()} 1 "" "Board Companion {_text(version)}" "{manual}"',
        _heading(ptr("a heading of the man page", "NAME")),
        f"{PROGRAM} \\- {_text(about)}",
        _heading(tr("SYNOPSIS")),
        f".B {PROGRAM}",
        f"[\\fI{_text(command)}\\fR [\\fI{_text(argument)}\\fR ...]]",
        _heading(tr("DESCRIPTION")),
        _line(
            tr(
                "Without a command the program starts on its screen. With one it prints the "
                "answer and exits. Errors are one line on standard error."
            )
        ),
        _heading(tr("COMMANDS")),
    ]
    for each in commands:
        lines += _command_lines(each)
    lines += [
        _heading(tr("EXIT STATUS")),
        _line(
            tr(
                "0 if all went well, 1 if a check or a script found a fault, 2 for an "
                "error, 130 after Ctrl-C."
            )
        ),
    ]
    return "\n".join(lines) + "\n"


def _heading(text: str) -> str:
    return f".SH {_text(text)}"


def _command_lines(command: Command) -> Iterator[str]:
    arguments = [argument for argument in command.arguments if argument.flags != _HELP]
    synopsis = [_usage(argument) for argument in arguments]
    if command.parts:
        synopsis.append("|".join(f"\\fB{_text(part)}\\fR" for part in command.parts))
    name = f"{PROGRAM} {_text(command.name)}"
    yield f'.SS "{name}"'
    yield " ".join([f"\\fB{name}\\fR", *synopsis])
    yield ".PP"
    yield _line(_sentence(command.description))
    for argument in arguments:
        yield ".TP"
        yield _usage(argument).strip("[]")
        yield _line(_sentence(argument.text))


def _usage(argument: Argument) -> str:
    value = f"\\fI{_text(argument.metavar)}\\fR" if argument.metavar else ""
    flag = f"\\fB{_text(argument.flags[-1])}\\fR" if argument.flags else ""
    whole = f"{flag} {value}".strip() + (" ..." if argument.is_repeated else "")
    return whole if argument.is_needed else f"[{whole}]"


def _sentence(text: str) -> str:
    """Return *text* as a sentence: its first letter large, a full stop at its end."""
    whole = text[:1].upper() + text[1:]
    return whole if not whole or whole.endswith(".") else f"{whole}."


def _line(text: str) -> str:
    """Return *text* as a line that is no request, whatever it begins with."""
    return f"\\&{_text(text)}" if text[:1] in (".", "'") else _text(text)


def _text(text: str) -> str:
    """Return *text* with the signs that mean something to man written out."""
    return (
        text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("'", "\\(aq")
    )


def add_completion(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "completion",
        help=tr("print a script that lets a shell complete commands, options and games"),
        description=tr(
            "Print a completion script: for bash, zsh or fish. docs/installing.md says "
            "where it goes."
        ),
    )
    parser.add_argument("shell", choices=tuple(SCRIPTS), help=tr("which shell"))
    parser.set_defaults(run=partial(run_completion, subparsers))


def run_completion(subparsers: Commands, args: argparse.Namespace) -> int:
    """Print the script for a shell, and return 0."""
    say(SCRIPTS[args.shell](list(command_tree(subparsers))), end="")
    return 0


def add_man(subparsers: Commands) -> None:
    parser = subparsers.add_parser("man", help=tr("print the man page: companion man | man -l -"))
    parser.set_defaults(run=partial(run_man, subparsers))


def run_man(subparsers: Commands, args: argparse.Namespace) -> int:
    """Print the page, and return 0."""
    say(man_page(list(command_tree(subparsers)), version()), end="")
    return 0

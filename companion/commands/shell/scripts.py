"""Completion scripts for bash, zsh and fish."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from companion.commands.shell.tree import PROGRAM, Argument, Command

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

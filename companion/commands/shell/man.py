"""The man page, in the macros that every man reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.commands.shell.tree import PROGRAM, Argument, Command
from companion.words.translate import ptr, tr

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
                "0 where all went well, 1 where a check or a script has found a fault, 2 for an "
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

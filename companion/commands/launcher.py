"""Commands for those who start the program: a desktop, and a table that shows its game on phones.

``companion launcher`` puts it into the menu of a desktop, or takes it out again; ``companion
mirror`` is what a table starts.
"""

from __future__ import annotations

import argparse
import os
import socket
import stat
import sys
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Final

from companion.commands import Commands
from companion.engine.service import own_python
from companion.errors import UsageError
from companion.plugins import GAMES
from companion.plugins.watch import say
from companion.storage.disk import write_out
from companion.storage.state_dir import APPLICATION
from companion.words.game_words import game_title
from companion.words.translate import tr

RESERVED: Final = str.maketrans({character: f"\\{character}" for character in '"`$\\'})
"""What a quoted argument of ``Exec`` has a backslash before.

Source: Desktop Entry Specification 1.5, "The Exec key".
"""


def add_launcher(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "launcher",
        help=tr("put the program into the menu of your desktop"),
        description=tr(
            "Put the program, with its icon, into the menu of your desktop on Linux. A "
            "right click on it offers the games. Nobody else's menu changes."
        ),
    )
    parser.add_argument("--remove", action="store_true", help=tr("take it out again"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write or remove the two files, print their names, and return 0.

    Raises:
        UsageError: this is no Linux.
        OSError: a file cannot be written or removed.
    """
    if sys.platform != "linux":
        raise UsageError(
            "expected Linux, whose desktops have such a menu, got {platform!r}",
            platform=sys.platform,
        )
    entry, icon = _places(os.environ)
    if args.remove:
        return _remove((entry, icon))
    for path, data in ((icon, _icon()), (entry, desktop_entry(command(), icon).encode("utf-8"))):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_out(path, data)
        say(path)
    return 0


def _remove(paths: Sequence[Path]) -> int:
    for path in paths:
        if path.exists():
            path.unlink()
            say(tr("removed {file}").format(file=path))
    return 0


def _places(environment: Mapping[str, str]) -> tuple[Path, Path]:
    """Return where the entry and its icon belong, as the XDG base directories have it."""
    given = environment.get("XDG_DATA_HOME", "")
    # Source: XDG Base Directory Specification 0.8: a relative path is to be ignored.
    data = Path(given) if given.startswith("/") else Path.home() / ".local" / "share"
    return (
        data / "applications" / f"{APPLICATION}.desktop",
        data / "icons" / "hicolor" / "scalable" / "apps" / f"{APPLICATION}.svg",
    )


def _icon() -> bytes:
    return (resources.files("companion") / "desktop" / f"{APPLICATION}.svg").read_bytes()


def command() -> tuple[str, ...]:
    """Return the words that start this very program, wherever somebody stands."""
    beside = Path(sys.executable).with_name("companion")
    if os.access(beside, os.X_OK):
        return (str(beside),)
    return (*own_python(), "-m", "companion.cli")


def desktop_entry(words: Sequence[str], icon: Path) -> str:
    """Return the entry of the menu, with an action for each game.

    Args:
        words: what starts the program.
        icon: its file; named whole, as not every desktop looks for new ones by name.
    """
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Name=Board Companion",
        "Comment=Play board games on a real board, on the screen, or both",
        f"Exec={_exec((*words, 'play'))}",
        f"Icon={_value(str(icon))}",
        f"StartupWMClass={APPLICATION}",
        "Terminal=false",
        "Categories=Game;BoardGame;",
        f"Actions={''.join(f'{name};' for name in GAMES)}",
    ]
    for name in GAMES:
        lines += [
            "",
            f"[Desktop Action {name}]",
            f"Name={_value(game_title(name))}",
            f"Exec={_exec((*words, 'play', name))}",
        ]
    return "\n".join(lines) + "\n"


def _exec(words: Sequence[str]) -> str:
    """Return *words* as a command: each in quotes, no ``%`` taken for a file."""
    quoted = " ".join(f'"{word.translate(RESERVED)}"' for word in words)
    return _value(quoted.replace("%", "%%"))


def _value(text: str) -> str:
    """Return *text* as the value of a key, on one line."""
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def add_mirror(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "mirror",
        help=tr("show a game on phones; the program starts this itself"),
        description=tr(
            "Show the game of a table as a page in its network. "
            "The program starts this itself where Settings, Table, Show on phones is on, "
            "and is at the other end of standard input, a socket."
        ),
    )
    parser.set_defaults(run=run_mirror)


def run_mirror(args: argparse.Namespace) -> int:
    """Show the game until the table ends the connection, and return 0, or 2 where it cannot.

    Raises:
        UsageError: standard input is no socket.
    """
    descriptor = os.dup(sys.__stdin__.fileno()) if sys.__stdin__ is not None else -1
    if descriptor < 0 or not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
        raise UsageError("expected a table at the other end of standard input, got no socket")
    with socket.socket(fileno=descriptor) as link:
        try:
            from companion.mirror.server import serve
        except ModuleNotFoundError as error:
            name = str(error.name).partition(".")[0]
            link.sendall(f'{{"fault": "missing", "detail": "{name}"}}\n'.encode())
            raise UsageError(
                "expected {name}, which shows games on phones, got none: "
                "install starlette, uvicorn and segno",
                name=name,
            ) from error
        link.setblocking(False)
        serve(link)
    return 0

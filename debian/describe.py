"""Writes what else a system wants of a program: man page, completion, entry in the menu.

    python3 debian/describe.py SHARE

The program makes all of it, as for somebody who installs it by hand.
"""

import contextlib
import io
import sys
from importlib import resources
from pathlib import Path

from companion.cli import main
from companion.commands.launcher import desktop_entry

ICON = Path("icons/hicolor/scalable/apps/board-companion.svg")
PRINTED = {
    "man/man1/companion.1": "man",
    "bash-completion/completions/companion": "completion bash",
    "zsh/vendor-completions/_companion": "completion zsh",
    "fish/vendor_completions.d/companion.fish": "completion fish",
}


def printed(command: str) -> bytes:
    """Return what *command* of the program prints."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        status = main(command.split())
    assert status == 0, command
    return text.getvalue().encode()


share = Path(sys.argv[1])
written = {name: printed(command) for name, command in PRINTED.items()}
entry = desktop_entry(("/usr/bin/companion",), Path("/usr/share") / ICON)
written["applications/board-companion.desktop"] = entry.encode()
written[str(ICON)] = (resources.files("companion") / "desktop" / ICON.name).read_bytes()
for name, content in written.items():
    path = share / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)

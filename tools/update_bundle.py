"""Makes an update for tables that `make install` has set up: a signed file in ``dist``.

    make update-bundle [KEY=NAME]

gpg signs it with the key called NAME, or with its default key.  It is for Pythons and machines
like this one, as the rules in it are compiled.  Beside it are the public keys that a table
needs to know who may send it updates.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from companion.backends.update import ABOUT, ENDING, LENGTH_BYTES
from companion.building.__main__ import PLAYERS, set_up, tell, terminal_bar
from companion.building.compiling import can_compile
from companion.building.environment import Environment, requirements_of, version_of
from companion.building.wheel import build_wheel, digests_of, snapshot
from companion.errors import SetUpError
from tools.release import UNRELEASED, section

KEYS = "updates.gpg"


def changes_of(checkout: Path, version: str) -> str:
    """What the CHANGELOG says of *version*, else of what is not released yet."""
    try:
        text = (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    return section(text, rf"{version} - \S+") or section(text, UNRELEASED)


def write_update(
    wheel: Path, checkout: Path, sources: dict[str, str], into: Path, key: str
) -> Path:
    """Write the update with *wheel*, made of *sources*, into a folder; return where it is."""
    version = version_of(checkout / "pyproject.toml")
    tag = wheel.stem.split("-", 2)[2]
    about = {
        "version": version,
        "tag": tag,
        "requirements": requirements_of(checkout / "pyproject.toml"),
        "sources": sources,
        "changes": changes_of(checkout, version),
    }
    with zipfile.ZipFile(wheel, "a") as packed:
        packed.writestr(ABOUT, json.dumps(about))
    whose = ["--local-user", key] if key else []
    gpg("--detach-sign", *whose, "--output", f"{wheel}.sig", str(wheel))
    signature = Path(f"{wheel}.sig").read_bytes()
    into.mkdir(exist_ok=True)
    path = into / f"board-companion-{version}-{tag}{ENDING}"
    length = len(signature).to_bytes(LENGTH_BYTES, "big")
    path.write_bytes(wheel.read_bytes() + signature + length)
    gpg("--yes", "--export", "--output", str(into / KEYS), *([key] if key else []))
    return path


def gpg(*words: str) -> None:
    """Run gpg, which may ask for a passphrase.

    Raises:
        SetUpError: it is missing, or has refused.
    """
    try:
        done = subprocess.run(["gpg", "--quiet", *words], stderr=subprocess.PIPE, text=True,
                              check=False)  # fmt: skip
    except FileNotFoundError:
        raise SetUpError("gpg is missing: sudo apt install gpg") from None
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        raise SetUpError(
            f"expected gpg to sign the update, got {said!r}: make update-bundle KEY=NAME"
        )


def main() -> int:
    """Make it, print where it is, and return the exit status."""
    parser = argparse.ArgumentParser(prog="make update-bundle")
    parser.add_argument("--key", default="")
    parser.add_argument("--to", type=Path, default=PLAYERS)
    parser.add_argument("--into", type=Path, default=Path("dist"))
    args = parser.parse_args()
    environment, checkout = Environment(args.to, "update-bundle"), Path.cwd()
    try:
        set_up(environment, checkout)
        with snapshot(checkout, environment) as sources, tempfile.TemporaryDirectory() as folder:
            digests = dict(digests_of(sources))
            made = build_wheel(environment, sources, can_compile(), terminal_bar, is_kept=True)
            # The folder for passing files is a file system of its own on many machines.
            made = Path(shutil.move(made, folder))
            print(write_update(made, checkout, digests, args.into, args.key))
    except SetUpError as error:
        return tell(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())

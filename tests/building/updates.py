"""Updates for a table in a checkout, signed with a key made for the tests."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import zipfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.building.checkouts import ROOT, programs_of
from tools.update_bundle import write_update

NEWER = "9.0.0"


def gpg(*words):
    """Run gpg with the keys of the tests."""
    subprocess.run(["gpg", "--batch", "--quiet", *words], check=True, capture_output=True)


def make_key(name, *words):
    """Make a key called *name* that needs no passphrase."""
    gpg(*words, "--pinentry-mode", "loopback", "--passphrase", "",
        "--quick-gen-key", name, "ed25519", "sign", "never")  # fmt: skip


@contextmanager
def keyring():
    """A folder of gpg's with one key, named in the environment; sockets need a short path."""
    with (
        tempfile.TemporaryDirectory(prefix="gpg", dir="/tmp") as home,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("GNUPGHOME", home)
        make_key("Owner")
        gpg("--export", "--output", f"{home}/updates.gpg")
        try:
            yield Path(home, "updates.gpg")
        finally:
            subprocess.run(["gpgconf", "--kill", "all"], check=False)


def an_update(checkout, folder, version=NEWER, tag="py3-none-any", key="Owner", changes=()):
    """An update of the program that is set up in *checkout*, which only calls itself newer.

    *changes* are other contents of files, by their names.
    """
    sources = folder / f"sources-{version}"
    sources.mkdir(parents=True, exist_ok=True)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', project)
    (sources / "pyproject.toml").write_text(project, encoding="utf-8")
    news = f"# Changelog\n\n## {version} - 2030-01-01\n\n- Lamps glow in the dark.\n"
    (sources / "CHANGELOG.md").write_text(news, encoding="utf-8")
    wheel = folder / f"board_companion-{version}-{tag}.whl"
    pack(programs_of(checkout).current(), wheel, version, dict(changes))
    return write_update(wheel, sources, {"version": version}, folder, key)


def pack(copy, wheel, version, changes):
    """Make a *wheel* of what was unpacked into *copy*, but of another version."""
    with zipfile.ZipFile(wheel, "w") as packed:
        for path in sorted(copy.rglob("*")):
            name = path.relative_to(copy).as_posix()
            if path.is_dir() or "__pycache__" in name or name == "sources.json":
                continue
            data = path.read_bytes()
            if ".dist-info/" in name:
                name = re.sub("-[^-/]*[.]dist-info", f"-{version}.dist-info", name)
                data = re.sub(
                    rb"(?m)^Version: .*$", b"Version: " + version.encode(), data, count=1
                )
            packed.writestr(name, changes.get(name, data))


def update(checkout, *words, keys, **changes):
    """What ``companion update`` says in *checkout*, and its status."""
    return subprocess.run(
        [str(word) for word in updater(checkout, *words, keys=keys)], cwd="/", text=True,
        env={**os.environ, **changes}, capture_output=True, timeout=300, check=False,
    )  # fmt: skip


def updater(checkout, *words, keys):
    return [checkout / ".venv/bin/companion", "update", *words, "--keys", keys]


def trial(checkout, word):
    """What the service runs before each start, and once the program is up."""
    script = checkout / ".venv/bin/trial"
    subprocess.run([script, word], check=True, cwd="/", timeout=60)


def starts(checkout):
    """Which version the program calls itself."""
    done = subprocess.run(
        [checkout / ".venv/bin/companion", "--version"], capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    return done.stdout.split()[1]


def contents(folder):
    """Everything that lies in *folder*, but for what Python compiles as it runs."""
    return {
        path.relative_to(folder): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if not path.is_symlink() and "__pycache__" not in path.parts
    }

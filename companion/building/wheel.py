"""Builds a wheel of the sources, in a copy of them: a checkout is only ever read.

Whether sources have changed is told by what is in them: installers and version control set
their times as they like.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.building.environment import Environment
from companion.building.progress import size_of
from companion.errors import SetUpError

PACKAGES: Final = ("companion", "hardware", "sim")
BUILT_BY: Final = ("pyproject.toml", "setup.py")
BESIDE: Final = ("README.md", "LICENSE")
"""What a wheel quotes; a change in them makes no other program."""

LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "*.so", "*.pyc", "unrolled.py")

Digests = Mapping[str, str]
"""The digest of each file, by its path below the checkout."""


def digests_of(checkout: Path) -> Digests:
    """Return what tells the sources in *checkout* from all others."""
    return {
        path.relative_to(checkout).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(_files(checkout))
    }


def _files(checkout: Path) -> Iterator[Path]:
    yield from (checkout / name for name in BUILT_BY)
    left = [checkout / name for name in PACKAGES]
    while left:
        folder = left.pop()
        names = [path.name for path in folder.iterdir()]
        for name in set(names) - LEFT_OUT(str(folder), names):
            path = folder / name
            if path.is_dir():
                left.append(path)
            else:
                yield path


def copy_sources(checkout: Path, folder: Path) -> None:
    """Copy what a wheel is built from into *folder*, so that building leaves nothing behind."""
    folder.mkdir(parents=True)
    for name in PACKAGES:
        # Without their modes: what is read-only there has to be writable here.
        shutil.copytree(
            checkout / name, folder / name, ignore=LEFT_OUT, copy_function=shutil.copyfile
        )
    for name in (*BUILT_BY, *BESIDE):
        shutil.copyfile(checkout / name, folder / name)


BUILD: Final = """
import sys
from setuptools import build_meta
build_meta.build_wheel(sys.argv[1], {"--build-option": sys.argv[2:]})
"""
AS_IT_IS: Final = "--compression=stored"
"""Tells setuptools not to compress what is unpacked at once, which takes a third of its time."""

TO_BUILD: Final = ("setuptools>=82", "packaging>=24.2")
"""Stay in the environment, as a library of gpiozero asks for the first.

The first setuptools without a part that pygame would import, which takes a while.  It takes the
system's packaging before the copy that it brings, and that of Debian 12 is too old for it.
"""

TO_COMPILE: Final = "mypy>=1.13"
"""The first mypy whose compiler takes these modules."""

LOOK_S: Final = 0.5
"""How often it is looked how far compiling is."""

FOUND_OUT: Final = 0.08
"""The part of compiling after which mypyc has written C; then gcc reads and inlines."""

ASSEMBLED: Final = 0.90
"""The part after which gcc has written all of its assembler."""

ASSEMBLER_PER_C: Final = 0.81
"""Bytes of assembler for a byte of C, with which gcc 12 ends on x86-64; the bar rests on it."""

Watch = Callable[[float], None]
"""Takes how far it is, 0.0 to 1.0."""


def ensure_compiler(environment: Environment) -> Path:
    """Return the folder of what compiles the rules; it is fetched once.

    Raises:
        SetUpError: it cannot be fetched.
    """
    if (environment.site_packages / "mypyc").is_dir():
        # A developer's environment, which has it among the tools for the tests.
        return environment.site_packages
    folder = environment.folder / "tools" / "compiling"
    if not folder.is_dir():
        new = folder.with_name(f".{folder.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        environment.pip("install", "--quiet", "--target", str(new), TO_COMPILE)
        os.sync()
        new.rename(folder)
    return folder


@contextmanager
def snapshot(checkout: Path, environment: Environment) -> Iterator[Path]:
    """Hand out a copy of the sources of *checkout*, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix=".building-", dir=environment.folder) as folder:
        sources = Path(folder, "sources")
        copy_sources(checkout, sources)
        yield sources


def build_wheel(
    environment: Environment,
    sources: Path,
    compiles: bool,
    watch: Watch | None = None,
    is_kept: bool = False,
) -> Path:
    """Return a wheel of *sources*, beside which it is left.

    Args:
        environment: whose Python it is for.
        sources: a copy of the sources; building writes into it.
        compiles: whether the rules are compiled: all of them, or there is no wheel.
        watch: is told how far compiling is.
        is_kept: whether somebody keeps it, so that it should be small.

    Raises:
        SetUpError: the wheel cannot be built; the log of the environment tells why.
    """
    tools = str(ensure_compiler(environment)) if compiles else ""
    made, scratch = sources.parent / "wheel", sources.parent / "scratch"
    made.mkdir()
    scratch.mkdir()
    with (sources.parent / "building.log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [environment.python, "-P", "-c", BUILD, str(made), *([] if is_kept else [AS_IT_IS])],
            cwd=sources, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            env={
                **os.environ, "PYTHONPATH": tools, "TMPDIR": str(scratch),
                "COMPANION_COMPILED": "yes" if compiles else "no",
            },
        )  # fmt: skip
        try:
            while process.poll() is None:
                if watch is not None:
                    watch(fraction_done(sources, scratch))
                time.sleep(LOOK_S if compiles else 0.02)
        finally:
            process.kill()
            process.wait()
    if process.returncode != 0:
        kept = environment.folder / "building.log"
        shutil.copyfile(log.name, kept)
        lines = kept.read_text(encoding="utf-8", errors="replace").split("\n")
        why = next((line.strip() for line in reversed(lines) if line.strip()), "nothing")[:200]
        raise SetUpError(
            f"expected a wheel of the program, got {why!r} ({str(kept)!r} tells more)"
        )
    return next(made.glob("*.whl"))


def fraction_done(sources: Path, scratch: Path) -> float:
    """Return how far compiling is, by what mypyc and gcc have written so far."""
    # Almost all the time goes into one C file; what gcc makes of it grows as steadily as a clock.
    units = sorted((sources / "build").glob("__native_*.c"))
    if not units:
        return 0.0
    size = units[0].stat().st_size
    if _has_object(sources / "build"):
        return ASSEMBLED
    written = max((size_of(path) for path in scratch.glob("*.s")), default=0)
    part = min(1.0, written / (size * ASSEMBLER_PER_C))
    start = FOUND_OUT if written == 0 else 2 * FOUND_OUT
    return start + (ASSEMBLED - start) * part


def _has_object(folder: Path) -> bool:
    # Not Path.rglob, which fails at a folder that setuptools has removed since.
    names = (name for _, _, names in os.walk(folder) for name in names)
    return any(name.startswith("__native_") and name.endswith(".o") for name in names)

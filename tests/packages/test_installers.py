"""Other people's installers, with what is built to be published."""

import os
import subprocess
import sys
import venv

import pytest

from tests.checkout import ROOT, VERSION, kept_files

pytestmark = [pytest.mark.slow, pytest.mark.needs("network", "git")]

BUILD = """
import sys
from setuptools import build_meta
folder = sys.argv[1]
build_meta.build_wheel(folder)
build_meta.build_sdist(folder)
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return what runs a command of pipx or uv, all of whose folders are new."""
    folder = tmp_path_factory.mktemp("installers")
    sources = folder / "sources"
    for name in kept_files():
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_bytes((ROOT / name).read_bytes())
    env = {
        **os.environ, "COMPANION_COMPILED": "no", "HOME": str(folder),
        "PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(folder / "bin"),
        "PIPX_MAN_DIR": str(folder / "man"), "SDL_VIDEODRIVER": "", "DISPLAY": "",
        "WAYLAND_DISPLAY": "", "UV_CACHE_DIR": str(folder / "uv"),
        "UV_PYTHON_DOWNLOADS": "never", "UV_PYTHON": sys.executable,
        "PIPX_DEFAULT_PYTHON": sys.executable, "XDG_DATA_HOME": str(folder / "data"),
    }  # fmt: skip
    subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=sources, env=env, check=True)
    venv.create(folder / "tools", with_pip=True)
    pip = [folder / "tools/bin/python", "-m", "pip", "install", "--quiet", "pipx", "uv"]
    subprocess.run(pip, check=True)

    def run(*words: str) -> str:
        command = [next(folder.glob(word)) if "*" in word else word for word in words]
        command[0] = folder / command[0]
        done = subprocess.run(
            list(map(str, command)), cwd=folder, env=env, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


SAID = f"companion {VERSION} (rules not compiled)\n"


@pytest.mark.parametrize("file", ["board_companion-*.whl", "board_companion-*.tar.gz"])
def test_pipx_installs_it_and_it_plays_the_demonstration(run, file):
    run("tools/bin/pipx", "install", "--force", file)
    assert run("bin/companion", "--version") == SAID
    assert "25. White c1xe3xc3xa3xa5xc5\n" in run("bin/companion")
    run("tools/bin/pipx", "uninstall", "board-companion")


def test_uvx_runs_it_from_the_wheel(run):
    words = ("tools/bin/uvx", "--from", "board_companion-*.whl", "companion")
    assert run(*words, "--version") == SAID
    assert "25. White c1xe3xc3xa3xa5xc5\n" in run(*words)

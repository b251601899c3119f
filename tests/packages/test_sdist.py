"""The archive of the sources: all that it takes to test, to package and to install a service."""

import subprocess
import sys
import tarfile

import pytest

from tests.checkout import ROOT, VERSION, kept_files

BUILD = "from setuptools import build_meta; print(build_meta.build_sdist(sys.argv[1]))"
MADE = {"PKG-INFO", "setup.cfg"}
"""What setuptools adds, beside its folder with the like."""


@pytest.mark.needs("git")
def test_it_has_all_files_that_version_control_has_and_no_others(tmp_path):
    kept = kept_files()
    sources = tmp_path / "sources"
    for name in kept:
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_bytes((ROOT / name).read_bytes())
    # What a checkout is full of.
    for name in ("companion/__pycache__/cli.pyc", "companion/x.so", "debian/fetched/gpio/x.whl"):
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).touch()
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {BUILD}", str(tmp_path)], cwd=sources,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        packed = [member.name.partition("/")[2] for member in archive if member.isfile()]
    others = {name for name in packed if ".egg-info/" in name} | MADE
    assert sorted(set(packed) - others) == sorted(kept)


def test_the_changelog_of_the_package_is_about_this_version():
    first = (ROOT / "debian" / "changelog").read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith(f"board-companion ({VERSION}) ")

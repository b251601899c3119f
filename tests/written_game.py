"""A game that ``companion new-game`` has written, found as if it were installed."""

import os
import subprocess
import sys
from pathlib import Path

from companion.cli import main

ROOT = Path(__file__).parents[1]
NAME = "nine-holes"
PACKAGE = "nine_holes"
ENTRY = f"[board_companion.games]\n{NAME} = {PACKAGE}:PLUGIN\n"
METADATA = f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 0.1.0\n"


class WrittenGame:
    """
    The package in *folder*, and programs that find it.

    Attributes:
        folder: where it was written.
        source: its own modules and its board.
    """

    def __init__(self, folder: Path) -> None:
        assert main(["new-game", NAME, "--to", str(folder)]) == 0
        self.folder = folder
        self.source = folder / PACKAGE
        # What pip would write beside it, without pip.
        dist_info = folder / f"{PACKAGE}-0.1.0.dist-info"
        dist_info.mkdir()
        (dist_info / "METADATA").write_text(METADATA, encoding="utf-8")
        (dist_info / "entry_points.txt").write_text(ENTRY, encoding="utf-8")
        # What hypothesis has found in the sources of the program, it need not look for again.
        database = ROOT / ".hypothesis"
        database.mkdir(exist_ok=True)
        (folder / database.name).symlink_to(database)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run Python with *words* in the folder of the game, which is found there."""
        path = os.pathsep.join([str(self.folder), str(ROOT)])
        environment = {**os.environ, "PYTHONPATH": path, "MYPYPATH": path}
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def companion(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the command line."""
        return self.run("-m", "companion.cli", *words)

    def checks(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run its tests."""
        return self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *words)

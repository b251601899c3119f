"""A real browser, told what to do over WebDriver, which is a handful of questions over HTTP.

Source: W3C, "WebDriver", level 2.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

ARGUMENTS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--hide-scrollbars",
    "--disable-dev-shm-usage", "--no-proxy-server",
)  # fmt: skip
"""Nothing but the page asked for: no other address is called."""

PATIENCE_S: Final = 60.0
LOOK_EVERY_S: Final = 0.02


def has_chromium() -> bool:
    """Return whether Chromium is there, and what tells it what to do."""
    return bool(shutil.which("chromium") and shutil.which("chromedriver"))


class Browser:
    """Chromium, told by the driver at the address *driver*, with its profile in *profile*."""

    def __init__(self, driver: str, profile: Path) -> None:
        self._driver = driver
        options = {"args": [*ARGUMENTS, f"--user-data-dir={profile}"]}
        wanted = {"alwaysMatch": {"goog:chromeOptions": options}}
        made = self._ask("POST", "/session", {"capabilities": wanted})
        self._session = f"/session/{made['sessionId']}"

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401 - JSON
        data = json.dumps(body).encode() if body is not None else None
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._driver + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def go(self, address: str) -> None:
        """Open the page at *address*."""
        self._ask("POST", f"{self._session}/url", {"url": address})

    def run(self, script: str, *args: object) -> Any:  # noqa: ANN401 - what JavaScript returns
        """Return what *script* does, which has *args* as its ``arguments``."""
        body = {"script": script, "args": args}
        return self._ask("POST", f"{self._session}/execute/sync", body)

    def run_async(self, script: str, *args: object) -> Any:  # noqa: ANN401 - likewise
        """Return what *script* hands to the function that is its last argument."""
        body = {"script": script, "args": args}
        return self._ask("POST", f"{self._session}/execute/async", body)

    def wait(self, expression: str, wanted: str | int | bool = True) -> None:
        """Wait until the JavaScript *expression* is *wanted*."""
        until = time.monotonic() + PATIENCE_S
        while (got := self.run(f"return {expression}")) != wanted:
            if time.monotonic() > until:
                raise RuntimeError(f"expected {expression} to be {wanted!r}, got {got!r}")
            time.sleep(LOOK_EVERY_S)

    def _tool(self, command: str, **params: object) -> None:
        """Do what Chromium's own protocol calls *command*."""
        self._ask("POST", f"{self._session}/goog/cdp/execute", {"cmd": command, "params": params})

    def size(self, width: int, height: int) -> None:
        """Be a screen of that size."""
        command = "Emulation.setDeviceMetricsOverride"
        self._tool(command, width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def prefer(self, **features: str) -> None:
        """Be set to what a person prefers, such as ``color_scheme="light"``."""
        told = [
            {"name": f"prefers-{name.replace('_', '-')}", "value": value}
            for name, value in features.items()
        ]
        self._tool("Emulation.setEmulatedMedia", features=told)

    def shot(self) -> bytes:
        """Return what is on screen, as a PNG."""
        return base64.b64decode(self._ask("GET", f"{self._session}/screenshot"))

    def complaints(self) -> list[str]:
        """Return what the page has complained of since this was asked last."""
        lines = self._ask("POST", f"{self._session}/se/log", {"type": "browser"})
        return [line["message"] for line in lines]

    def close(self) -> None:
        """End it."""
        self._ask("DELETE", self._session)


@contextmanager
def open_browser(profile: Path) -> Iterator[Browser]:
    """Run a browser with its profile in the folder *profile*, which is new."""
    command = ["chromedriver", "--port=0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
        try:
            assert driver.stdout is not None, "a pipe"
            said = (re.search(r"successfully on port (\d+)", line) for line in driver.stdout)
            started = next(found for found in said if found)
            browser = Browser(f"http://127.0.0.1:{started[1]}", profile)
            yield browser
            browser.close()
        finally:
            driver.terminate()

"""Pages that look on while it is measured how soon a confirmed move is on phones.

They are read by this process of its own; the times are those of one clock of the machine, which
the program and a real browser read as well.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from collections.abc import Mapping
from typing import Final

CLIENTS: Final = 50
NOTE_SHOWN: Final = """
window.shown = {};
new MutationObserver(() => {
  window.shown[document.body.dataset.shown] ??= performance.timeOrigin + performance.now();
}).observe(document.body, {attributes: true, attributeFilter: ["data-shown"]});
"""
"""Has the page note when it showed so many moves, as milliseconds since 1970."""


def free_port() -> int:
    """Return a port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


async def _read(port: int, arrived_s: dict[int, float], ready: asyncio.Semaphore) -> None:
    """Read as a page does; note when each number of moves had come to the last of all pages."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    writer.write(f"GET /events HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
    known = -1
    while line := await reader.readline():
        if line.startswith(b"data: "):
            plies = len(json.loads(line.removeprefix(b"data: "))["plies"])
            if known < 0:
                ready.release()
            if plies != known:
                arrived_s[plies] = max(arrived_s.get(plies, 0.0), time.time())
            known = plies


def shown_since(number: int, shown_s: Mapping[int, float]) -> float:
    """Return when so many moves, or more, were shown first."""
    return min(at_s for count, at_s in shown_s.items() if count >= number)


async def _read_all(port: int) -> None:
    arrived_s: dict[int, float] = {}
    ready = asyncio.Semaphore(0)
    pages = [asyncio.create_task(_read(port, arrived_s, ready)) for _ in range(CLIENTS)]
    for _ in pages:
        await ready.acquire()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(arrived_s), flush=True)
    for page in pages:
        page.cancel()


if __name__ == "__main__":
    asyncio.run(_read_all(int(sys.argv[1])))

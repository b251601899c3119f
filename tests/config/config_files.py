"""The documented configuration file, and damaged ones."""

from importlib import resources

from companion.storage.disk import Disk

DEFAULT = (resources.files("companion.config") / "default-config.toml").read_text(encoding="utf-8")


class OneFile(Disk):
    """A disk with one file, whatever its name."""

    data = b""

    def read(self, path, limit):
        return self.data[: limit + 1]


def damaged(rng, count):
    """Yield *count* files, each the documented one or some lines of it, damaged in places."""
    lines = [line for line in DEFAULT.splitlines() if line and not line.startswith("#")]
    for _ in range(count):
        text = lines if rng.random() < 0.5 else rng.sample(lines, 6)
        data = bytearray("\n".join(text).encode())
        for _ in range(rng.randrange(1, 6)):
            at, length = rng.randrange(len(data) + 1), rng.choice((0, 1, 1, 20))
            data[at : at + length] = rng.choice(
                (rng.randbytes(2), b"[", b'"', b"\n", b"=", b".", b"-", b"9" * 9, b"{", b"")
            )
        yield bytes(data)

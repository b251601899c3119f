"""A real Mosquitto on a free port, with a password and certificates made for it."""

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path

from companion.config.files import load_config
from companion.remote.bus import spawn_relay
from companion.remote.relay import serve

USER, PASSWORD = "table", "a long password"
START_S = 10.0


def run(*command, cwd, text=None):
    subprocess.run(
        command, cwd=cwd, input=text, text=True, check=True, capture_output=True, timeout=60
    )


def program():
    """Mosquitto, which is not in the path of ordinary users."""
    return shutil.which("mosquitto") or "/usr/sbin/mosquitto"


def make_certificates(folder, *, days=2):
    """Make an authority and the certificate of a broker, which is valid for so many *days*."""
    folder.mkdir()
    new = ("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    run(*new, "-x509", "-days", "2", "-subj", "/CN=Club", "-keyout", "ca.key", "-out", "ca.crt",
        cwd=folder)  # fmt: skip
    run(*new, "-subj", "/CN=localhost", "-keyout", "broker.key", "-out", "broker.csr", cwd=folder)
    (folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    if days > 0:
        valid = ("-days", str(days))
    else:
        valid = ("-not_before", "20200101000000Z", "-not_after", "20200201000000Z")
    sign = ["openssl", "x509", "-req", "-in", "broker.csr", "-CA", "ca.crt", "-CAkey", "ca.key",
            "-CAcreateserial", "-extfile", "names", "-out", "broker.crt"]  # fmt: skip
    if days > 0:
        run(*sign, *valid, cwd=folder)
    else:
        # The openssl of Debian 12 dates back only as a whole authority.
        (folder / "ca.cnf").write_text(AUTHORITY)
        (folder / "index").write_text("")
        (folder / "serial").write_text("01\n")
        run("openssl", "ca", "-batch", "-config", "ca.cnf", "-extfile", "names",
            "-startdate", "20200101000000Z", "-enddate", "20200201000000Z",
            "-in", "broker.csr", "-out", "broker.crt", cwd=folder)  # fmt: skip
    return folder


AUTHORITY = """\
[ca]
default_ca = club
[club]
database = index
serial = serial
new_certs_dir = .
certificate = ca.crt
private_key = ca.key
default_md = sha256
policy = any
copy_extensions = none
[any]
commonName = supplied
"""


def unused_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    """Mosquitto with a password, over TLS where it has *certificates*."""

    def __init__(self, folder, certificates=None):
        self.folder, self.certificates = folder, certificates
        self.port = unused_port()
        folder.mkdir(exist_ok=True)
        (folder / "passwords").write_text(f"{USER}:{PASSWORD}\n")
        run("mosquitto_passwd", "-U", "passwords", cwd=folder)
        lines = [
            f"listener {self.port} 127.0.0.1",
            "allow_anonymous false",
            f"password_file {folder / 'passwords'}",
            "persistence false",
        ]
        if os.geteuid() == 0:
            # Else it gives up the right to read the test's own folder.
            lines.append("user root")
        if certificates is not None:
            lines += [
                f"certfile {certificates / 'broker.crt'}",
                f"keyfile {certificates / 'broker.key'}",
            ]
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [program(), "-c", str(self.folder / "mosquitto.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the broker does not start")

    def stop(self):
        self.process.kill()
        self.process.wait()

    def config(self, *, password=PASSWORD, ca=None, extra=""):
        """The configuration of a table that plays over this broker."""
        (self.folder / "password").write_text(password)
        ca = ca or (self.certificates / "ca.crt" if self.certificates else None)
        lines = [
            "[club]",
            'broker = "localhost"',
            f"port = {self.port}",
            f'user = "{USER}"',
            f'password_file = "{self.folder / "password"}"',
            f"tls = {'true' if self.certificates else 'false'}",
            *([f'ca = "{ca}"'] if ca else []),
            extra,
        ]
        path = self.folder / f"config{len(list(self.folder.iterdir()))}.toml"
        path.write_text("\n".join(lines) + "\n")
        return path


# A table's way to it

WAIT_S = 30.0
WORDS = (sys.executable, "-P", "-m", "companion.cli", "relay")


def pid_of_relay():
    """The newest relay that this process has started; numbers begin anew after some time."""
    children = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    pids = {int(pid) for path in children for pid in path.read_text().split()}
    relays = [pid for pid in pids if "--descriptor" in Path(f"/proc/{pid}/cmdline").read_text()]
    return max(relays, key=started_at)


def started_at(pid):
    """When a process was started, in ticks since the boot: proc(5), starttime."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])


def relay_of(config):
    """What connects to a relay in a process of its own, as the program begins one."""
    return partial(spawn_relay, [*WORDS, "--config", str(config)])


def relay_here(config):
    """What connects to a relay in a thread, which starts sooner."""

    def connect():
        ours, theirs = socket.socketpair()

        def run():
            with theirs:
                serve(theirs, load_config(config).club)

        threading.Thread(target=run, daemon=True).start()
        return ours

    return connect


def wait_for(is_so, wait_s=WAIT_S):
    until = time.monotonic() + wait_s
    while not is_so():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.01)

"""The mirror as whoever is in its network meets it: what it shows, and what it refuses."""

import base64
import io
import json
import random
import socket
import time
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.mirror.server import MOST_OF_ONE, MOST_REQUESTS, POLICY
from tests.mirror.ends import (
    PATIENCE_S,
    WITHOUT_STARLETTE,
    free_port,
    match_of,
    play_on,
    running_mirror,
    seen_of,
)


@pytest.fixture(scope="module")
def table():
    with running_mirror() as table:
        table.show(seen_of(match_of("alquerque")))
        yield table


def test_the_page_is_shut_off_from_everything_else(table):
    status, headers, body = table.get()
    assert status == 200
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in headers
    assert "server" not in headers
    for told in (b"http:", b"https:", b"//", b"<script>", b"style="):
        assert told not in body.replace(b"<!doctype", b"")


def test_the_page_speaks_the_language_of_the_table(table):
    try:
        for language, word in (
            ("de", "Züge"),
            ("fr", "Coups"),
            ("es", "Jugadas"),
            ("en", "Moves"),
        ):
            table.show(seen_of(match_of("alquerque"), language=language))
            with table.events() as following:
                while following()["language"] != language:
                    pass
            body = table.get()[2].decode()
            assert f'<html lang="{language}">' in body
            assert word in body
    finally:
        table.show(seen_of(match_of("alquerque")))


def test_a_page_is_told_what_changes_and_not_what_it_has(table):
    match = match_of("alquerque", plies=2)
    with table.events() as following:
        first = following()
        table.show(seen_of(match))
        second = following()
        while second["plies"] != [[ply.side, ply.move.text] for ply in match.plies]:
            second = following()
        assert second["number"] > first["number"]
        known = {name for name, _ in first["definitions"]}
        assert not known & {name for name, _ in second["definitions"]}
        assert second["standing"].count("<use") > 20


def test_a_page_that_comes_later_is_told_all_of_it(table):
    with table.events() as one, table.events() as two:
        first, second = one(), two()
    assert first == second
    defined = {name for name, _ in first["definitions"]}
    used = {use.split('"')[0] for use in first["standing"].split('href="#')[1:]}
    assert used == defined


def test_the_board_under_the_pieces_is_a_picture_of_its_own(table):
    with table.events("light") as following:
        path = following()["board"]
    status, headers, body = table.get(path)
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert ElementTree.fromstring(body).tag.endswith("svg")
    assert table.get("/board/0/light.svg")[0] == 404
    assert table.get(path.replace("light", "purple"))[0] == 404


def test_the_record_is_that_of_the_match(table):
    status, headers, body = table.get("/record.txt")
    assert status == 200
    assert headers["content-disposition"] == 'attachment; filename="game.txt"'
    assert body.startswith(b"Board Companion")
    assert b"Game: alquerque" in body


@pytest.mark.slow
def test_the_picture_and_the_film_are_files_of_their_kind(table):
    assert table.get("/position.png")[2].startswith(b"\x89PNG")
    assert table.get("/game.gif")[2].startswith(b"GIF89a")


def test_saved_games_are_files_by_number(table):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as bundle:
        bundle.writestr("one.txt", "first")
        bundle.writestr("two.txt", "second")
    with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE_S) as link:
        head = f"GET /saved HTTP/1.1\r\nHost: localhost:{table.port}\r\nConnection: close\r\n\r\n"
        link.sendall(head.encode())
        assert table.hear("wants") == {"wants": "saves"}
        table.send({"saves": base64.b64encode(packed.getvalue()).decode()})
        assert b"".join(iter(lambda: link.recv(1 << 16), b"")).endswith(b'["one.txt", "two.txt"]')
    # Those that were told a moment ago are not asked for again.
    assert table.get("/saved/1")[2] == b"second"
    assert table.get("/saved.zip")[2] == packed.getvalue()
    for path in ("/saved/2", "/saved/-1", "/saved/one.txt", "/saved/../saved.zip"):
        assert table.get(path)[0] == 404


@pytest.mark.parametrize(
    "path",
    ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/page/../server.py", "//etc/passwd",
     "/page.css/..%2fserver.py", "/board/..%2f1/dark.svg", "/server.py", "/page/page.html"],
)  # fmt: skip
def test_no_path_leads_anywhere(table, path):
    got = table.raw(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n"
                    "Connection: close\r\n\r\n".encode())  # fmt: skip
    assert got.split(b"\r\n")[0] in (b"HTTP/1.1 404 Not Found", b"HTTP/1.1 400 Bad Request")
    assert b"root:" not in got


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:80", "", "localhost:x"])
def test_who_does_not_call_it_by_its_name_is_refused(table, host):
    got = table.raw(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert got.startswith(b"HTTP/1.1 400")
    assert b"<html" not in got


def test_it_answers_to_its_names(table):
    name = socket.gethostname().partition(".")[0].lower()
    for host in ("localhost", "127.0.0.1", f"{name}.local", name.upper()):
        assert table.get(Host=f"{host}:{table.port}")[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_only_get_is_answered(table, method):
    got = table.raw(f"{method} / HTTP/1.1\r\nHost: localhost:{table.port}\r\n\r\n".encode())
    assert got.startswith(b"HTTP/1.1 405")


def test_a_large_body_is_not_read(table):
    started = time.monotonic()
    with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE_S) as link:
        head = (
            f"POST / HTTP/1.1\r\nHost: localhost:{table.port}\r\nContent-Length: 100000000\r\n\r\n"
        )
        link.sendall(head.encode())
        sent = 0
        try:
            while sent < 100_000_000:
                sent += link.send(bytes(1 << 16))
        except OSError:
            pass
    assert sent < 20_000_000
    assert time.monotonic() - started < 30
    with_body = f"GET / HTTP/1.1\r\nHost: localhost:{table.port}\r\nContent-Length: 9\r\n\r\n"
    assert table.raw(with_body.encode()).startswith(b"HTTP/1.1 413")
    assert table.get()[0] == 200


def test_one_machine_has_a_few_connections_alone():
    with running_mirror() as table:
        links = [
            socket.create_connection(("127.0.0.1", table.port)) for _ in range(MOST_OF_ONE + 20)
        ]
        try:
            closed = 0
            for link in links[MOST_OF_ONE:]:
                link.settimeout(PATIENCE_S)
                try:
                    closed += link.recv(1) == b""
                except ConnectionError:
                    closed += 1
            assert closed == 20
        finally:
            for link in links:
                link.close()
        assert table.get()[0] == 200


def test_who_asks_too_fast_is_told_to_wait():
    with running_mirror() as table:
        ask = f"GET /nothing HTTP/1.1\r\nHost: localhost:{table.port}\r\n\r\n".encode()
        # Who is told to wait loses the connection.
        answers = table.raw(4 * MOST_REQUESTS * ask)
        assert answers.count(b"HTTP/1.1 429 ") == 1
        assert answers.count(b"HTTP/1.1 404 ") >= MOST_REQUESTS


def test_a_port_that_is_taken_is_told_to_the_table():
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = other.getsockname()[1]
        with running_mirror(port, waits=False) as table:
            assert table.hear("fault") == {"fault": "port", "detail": str(port)}


def test_what_is_not_installed_is_told_to_the_table():
    with running_mirror(command=WITHOUT_STARLETTE, waits=False) as table:
        assert table.hear("fault") == {"fault": "missing", "detail": "starlette"}
        assert table.process.wait(PATIENCE_S) == 2


def test_the_address_comes_with_its_code():
    with running_mirror(waits=False) as table:
        said = table.hear("viewers")
    if "fault" not in said:
        assert said["address"].endswith(f":{table.port}/")
        size = len(said["code"])
        assert size >= 21
        assert all(len(row) == size and set(row) <= {"0", "1"} for row in said["code"])
        # Three corners of a QR code have the same square.
        for corner in (said["code"][0][:7], said["code"][0][-7:], said["code"][-1][:7]):
            assert corner == "1111111"


def test_it_ends_with_the_table():
    port = free_port()
    with running_mirror(port) as table, table.events() as following:
        following()
    assert table.process.returncode == 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


def test_the_same_port_can_be_had_again_at_once():
    port = free_port()
    for _ in range(2):
        with running_mirror(port) as table, table.events() as following:
            assert following()["board"] is None


@pytest.mark.slow
def test_ten_thousand_connections_and_slow_readers_make_nothing_large():
    with running_mirror() as table:
        match, draw = match_of("querni", plies=0), random.Random(3)
        table.show(seen_of(match))
        slow = []
        for _ in range(30):
            link = socket.create_connection(("127.0.0.1", table.port))
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            link.sendall(f"GET /events HTTP/1.1\r\nHost: localhost:{table.port}\r\n\r\n".encode())
            slow.append(link)
        for _ in range(100):
            idle = [socket.create_connection(("127.0.0.1", table.port)) for _ in range(100)]
            play_on(match, draw)
            table.show(seen_of(match))
            for link in idle:
                link.close()
        status = Path(f"/proc/{table.process.pid}/status").read_text()
        peak_kb = int(status.split("VmHWM:")[1].split()[0])
        for link in slow:
            link.close()
        # As soon as those that were closed are counted no more.
        until = time.monotonic() + PATIENCE_S
        while b" 200 " not in table.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n"
                                        b"Host: localhost:%d\r\n\r\n" % table.port):  # fmt: skip
            assert time.monotonic() < until
            time.sleep(0.1)
        with table.events() as following:
            while following()["plies"] != json.loads(json.dumps(seen_of(match).plies)):
                assert time.monotonic() < until
        assert peak_kb < 120_000

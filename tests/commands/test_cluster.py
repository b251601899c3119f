"""``--cluster``: the same answers by workers of a real Dask cluster, whatever becomes of them."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from companion.cli import main
from companion.engine import jobs
from companion.errors import EngineError
from tests.commands import clusters
from tests.commands.clusters import ROOT, DaskCluster, until
from tests.remote.broker import make_certificates

PAIR = ["match", "quincy", "--a", "nodes:40", "--b", "random", "--seed", "4"]


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    """A scheduler with two workers."""
    with DaskCluster(tmp_path_factory.mktemp("cluster")) as started:
        started.start_workers(2)
        yield started


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A scheduler to which each test brings workers of its own."""
    with DaskCluster(tmp_path_factory.mktemp("bare")) as started:
        yield started


def output(capsys, *words):
    assert main([*words]) == 0
    return capsys.readouterr().out


def complaint(capsys, *words):
    assert main([*words]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1
    return error


def test_workers_play_the_same_games(dask, capsys):
    words = [*PAIR, "--games", "7", "--json"]
    assert output(capsys, *words, "--cluster", dask.address) == output(capsys, *words)


def test_workers_play_the_same_ladder(dask, capsys):
    words = ["match", "quincy", "--ladder", "nodes:30", "--games", "1"]
    assert output(capsys, *words, "--cluster", dask.address) == output(capsys, *words)


def test_workers_build_the_same_table(dask, tmp_path, capsys):
    words = ["tablebase", "build", "alquerque", "--pieces", "4", "--anew"]
    here, there = tmp_path / "here.table", tmp_path / "there.table"
    output(capsys, *words, "--out", str(here), "--jobs", "2")
    shares = output(capsys, *words, "--out", str(there), "--lines", "--cluster", dask.address)
    assert there.read_bytes() == here.read_bytes()
    assert shares.splitlines()[-2] == "done 1.0"


def test_jobs_tell_how_far_they_are(dask):
    heard = []
    dask.answers(clusters.telling, [3, 5], lambda job, number: heard.append((job, number)))
    assert sorted(heard) == [(3, 30), (5, 50)]


def test_an_error_of_a_job_is_the_same_here(dask):
    with pytest.raises(EngineError, match="expected another job, got 7") as caught:
        dask.answers(clusters.refusing, [7])
    assert caught.value.message.template == "expected {wanted}, got {job!r}"


def test_a_fault_of_the_program_is_told_in_one_line(dask):
    with pytest.raises(EngineError, match=r"got 'ZeroDivisionError: .* by zero'"):
        dask.answers(clusters.broken, [0])


def test_more_jobs_than_are_sent_at_once_are_all_done(dask, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_AHEAD", 3)
    assert sorted(dask.answers(clusters.squared, range(20))) == [(n, n * n) for n in range(20)]


def test_a_job_whose_worker_is_killed_is_done_by_another(dask, tmp_path):
    marks = [str(tmp_path / name) for name in "abc"]
    assert sorted(dask.answers(clusters.deadly_once, marks)) == marks


def test_without_workers_it_is_said_how_to_start_some(bare, monkeypatch):
    monkeypatch.setattr(jobs, "WORKERS_S", 0.5)
    with pytest.raises(EngineError, match=f"got none for 0.5 s: .* dask worker {bare.address} "):
        bare.answers(clusters.squared, [1])


def test_a_worker_with_other_sources_is_refused(bare, tmp_path):
    shutil.copytree(ROOT / "companion", tmp_path / "companion", copy_function=os.symlink)
    changed = tmp_path / "companion" / "engine" / "limits.py"
    text = changed.read_text() + "\n# another version\n"
    changed.unlink()
    changed.write_text(text)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    workers = bare.start_workers(1, "--no-nanny", path=tmp_path)
    with pytest.raises(EngineError, match=r"expected workers with this program .*, got .* at"):
        bare.answers(clusters.squared, [1])
    workers.terminate()
    workers.wait()


def test_a_worker_with_several_threads_is_refused(bare):
    workers = bare.start_workers(1, "--no-nanny", "--nthreads", "3")
    with pytest.raises(EngineError, match=r"one thread each \(--nthreads 1\), got 3 at"):
        bare.answers(clusters.squared, [1])
    workers.terminate()
    workers.wait()


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--cluster", "host"], "expected tcp://HOST:PORT or tls://HOST:PORT, got 'host'"),
        (["--cluster", "tcp://host"], "got 'tcp://host'"),
        (["--cluster", "http://host:8786"], "got 'http://host:8786'"),
        (["--cluster", "tcp://host:99999"], "got 'tcp://host:99999'"),
        (["--cluster", "tcp://host:8786", "--jobs", "2"], "expected --jobs or --cluster"),
        (["--cluster", "tls://127.0.0.1:9"], "expected certificates for tls://"),
        (["--cluster", "tcp://127.0.0.1:9"], "expected a Dask scheduler at 'tcp://127.0.0.1:9'"),
    ],
)
def test_an_address_without_a_scheduler_is_told_in_one_line(words, part, capsys, monkeypatch):
    monkeypatch.setattr(jobs, "CONNECT_S", 0.5)
    assert part in complaint(capsys, *PAIR, "--games", "2", *words)


def test_where_it_is_not_installed_it_is_said_what_to_install(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "dask", None)
    error = complaint(capsys, *PAIR, "--games", "2", "--cluster", "tcp://127.0.0.1:9")
    assert 'pip install "board-companion[cluster]"' in error


def test_without_a_cluster_nothing_of_it_is_loaded():
    code = (
        "import sys\nfrom companion.cli import main\n"
        f"assert main({[*PAIR, '--games', '2']!r}) == 0\n"
        "print(sorted({'dask', 'distributed', 'tornado'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


BUILD = ["tablebase", "build", "alquerque", "--pieces", "5", "--anew", "--out"]


def begun(*words):
    """A command in a process of its own."""
    command = [sys.executable, "-P", "-m", "companion.cli", *words]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "LANGUAGE": "en"},
    )  # fmt: skip


def tiers_of(error):
    """The numbers of pieces that a build says it has solved, and what else it says."""
    lines = [line.split(" pieces: ") for line in error.splitlines()]
    return [int(line[0]) for line in lines if len(line) == 2], [
        line[0] for line in lines if len(line) == 1
    ]


@pytest.fixture(scope="module")
def whole_table(tmp_path_factory):
    """A table of five pieces, as processes of this machine build it."""
    file = tmp_path_factory.mktemp("here") / "five.table"
    assert main([*BUILD, str(file), "--jobs", "2"]) == 0
    return file.read_bytes()


@pytest.mark.slow
def test_workers_that_are_killed_again_and_again_change_nothing(tmp_path, whole_table):
    file = tmp_path / "five.table"
    with DaskCluster(tmp_path) as dask:
        dask.start_workers(2)
        build = begun(*BUILD, str(file), "--cluster", dask.address)
        until((tmp_path / "five.table.parts" / "2-1.part").exists)
        killed = set()
        for _ in range(3):
            pid = min(until(lambda: dask.worker_pids() - killed))
            assert build.poll() is None
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        _, error = build.communicate(timeout=300)
    assert build.returncode == 0, error
    assert tiers_of(error) == ([2, 3, 4, 5], [])
    assert file.read_bytes() == whole_table and len(killed) == 3


@pytest.mark.slow
def test_a_build_that_is_killed_goes_on_from_what_is_kept(tmp_path, whole_table):
    file = tmp_path / "five.table"
    with DaskCluster(tmp_path) as dask:
        dask.start_workers(2)
        first = begun(*BUILD, str(file), "--cluster", dask.address)
        until((tmp_path / "five.table.parts" / "2-2.part").exists)
        first.kill()
        first.communicate()
        assert not file.exists()
        second = begun(*BUILD, str(file), "--cluster", dask.address)
        _, error = second.communicate(timeout=300)
    assert second.returncode == 0
    solved, others = tiers_of(error)
    assert solved[-1] == 5 and 3 not in solved and others == []
    assert file.read_bytes() == whole_table


@pytest.mark.slow
def test_without_its_scheduler_a_build_ends_in_one_line_and_keeps_what_is_done(
    tmp_path, whole_table
):
    file = tmp_path / "five.table"
    with DaskCluster(tmp_path) as dask:
        dask.start_workers(2)
        first = begun(*BUILD, str(file), "--cluster", dask.address)
        until((tmp_path / "five.table.parts" / "2-2.part").exists)
        dask.scheduler.kill()
        _, error = first.communicate(timeout=60)
    assert first.returncode == 2
    _, (line,) = tiers_of(error)
    assert line.startswith("companion: expected the scheduler at ")
    second = begun(*BUILD, str(file), "--jobs", "2")
    _, error = second.communicate(timeout=300)
    assert 3 not in tiers_of(error)[0]
    assert file.read_bytes() == whole_table


@pytest.mark.slow
def test_a_match_that_is_killed_goes_on_from_what_is_kept(tmp_path, capsys):
    words = ["match", "quincy", "--a", "nodes:300", "--b", "random", "--games", "40"]
    folder = tmp_path / "kept"
    with DaskCluster(tmp_path) as dask:
        dask.start_workers(2)
        cluster = ("--cluster", dask.address, "--keep", str(folder))
        first = begun(*words, *cluster)
        until(lambda: len(list(folder.glob("*.part"))) >= 3)
        first.kill()
        first.communicate()
        assert 3 <= len(list(folder.glob("*.part"))) < 20
        kept = output(capsys, *words, *cluster)
    assert kept == output(capsys, *words) and not folder.exists()


@pytest.mark.slow
def test_a_job_that_ends_every_worker_is_given_up(tmp_path):
    with DaskCluster(tmp_path) as dask:
        dask.start_workers(2)
        with pytest.raises(EngineError, match="live through a job, got the end of 4: "):
            dask.answers(clusters.deadly, [1])


@pytest.mark.slow
@pytest.mark.needs("openssl")
def test_with_certificates_nobody_else_is_let_in(tmp_path, capsys):
    folder = make_certificates(tmp_path / "keys")
    files = {"CA_FILE": folder / "ca.crt"}
    for part in ("SCHEDULER", "WORKER", "CLIENT"):
        files |= {f"{part}__CERT": folder / "broker.crt", f"{part}__KEY": folder / "broker.key"}
    tls = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(file) for name, file in files.items()}
    words = [*PAIR, "--games", "4"]
    with DaskCluster(tmp_path, **tls) as dask:
        dask.start_scheduler("--protocol", "tls")
        dask.start_workers(1)
        plain = begun(*words, "--cluster", dask.address.replace("tls:", "tcp:"))
        _, error = plain.communicate(timeout=60)
        assert plain.returncode == 2 and error.count("\n") == 1
        with pytest.MonkeyPatch.context() as patch:
            for name, value in tls.items():
                patch.setenv(name, value)
            let_in = begun(*words, "--cluster", dask.address)
        out, error = let_in.communicate(timeout=60)
    assert let_in.returncode == 0, error
    assert out == output(capsys, *words)

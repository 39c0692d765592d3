"""Documents read by other processes, with extractors that hang, eat memory and crash."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from extractors.base.types import Document
from extractors.door import described, guarded, registry, worker, workers
from extractors.door.processes import resident
from extractors.door.workers import Workers
from tests.processes import started

HERE = Path(__file__).parent.parent
PAGE = "<html lang=zh><title>标题</title><p>正文<a href=b.html>weiter</a>".encode()
FAST = 0.6  # seconds that the hanging ones get


@pytest.fixture
def trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A distribution that brings tests/extractors/trouble.py, installed."""
    shutil.copy(HERE / "trouble.py", tmp_path / "trouble.py")
    about = tmp_path / "trouble-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: trouble\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{registry.GROUP}]\ntrouble = trouble\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    registry.installed.cache_clear()


@pytest.fixture
def quick(trouble: None) -> Iterator[Workers]:
    with Workers(2, seconds=20, memory=128 << 20) as made:
        yield made


def wait_until(happened: Callable[[], bool], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_document_is_the_same_as_here() -> None:
    with Workers(1) as here:
        for how in ({"base_url": "http://a.test/"}, {"name": "a.html", "text": False}, {"links": False}):
            assert here.extract(PAGE, **how) == registry.extract(PAGE, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize("order", ["hang", "hang holding the interpreter"])
def test_what_hangs_is_given_up_and_the_next_one_is_read(quick: Workers, order: str) -> None:
    quick.seconds = FAST
    found = quick.extract(f"TROUBLE {order}".encode())
    quick.seconds = 20
    assert found.error == "Reading it took longer than 0.6 seconds; it was given up."
    assert workers.is_given_up(found)
    assert quick.extract(PAGE).title == "标题"


@pytest.mark.parametrize("size", [70 << 20, 200 << 20])
def test_what_needs_too_much_memory_is_given_up(quick: Workers, size: int) -> None:
    """The first is too much for the extractor, the second to be handed over at all."""
    found = quick.extract(b"words and more words " * (size // 21), name="a.txt")
    assert found.error == "Reading it needed more than 128 MiB of memory; it was given up."
    assert workers.is_given_up(found)
    assert quick.extract(PAGE).title == "标题"


def test_an_extractor_that_eats_memory_without_end_is_refused_it(quick: Workers) -> None:
    assert "MemoryError" in quick.extract(b"TROUBLE eat").warnings[0]
    assert quick.extract(PAGE).title == "标题"


@pytest.mark.parametrize("order", ["crash", "leave"])
def test_a_crash_costs_one_document(quick: Workers, order: str) -> None:
    found = [quick.extract(data) for data in (PAGE, f"TROUBLE {order}".encode(), PAGE)]
    assert [one.error for one in found] == ["", workers.BROKEN, ""]


def test_others_go_on_while_one_hangs(quick: Workers) -> None:
    quick.seconds = 1
    with ThreadPoolExecutor(2) as pool:
        hanging = pool.submit(quick.extract, b"TROUBLE hang")
        others = [pool.submit(quick.extract, PAGE).result().title for _ in range(5)]
        assert others == ["标题"] * 5
        assert not hanging.done()
        assert "longer than 1 seconds" in hanging.result().error


def test_processes_are_used_again(quick: Workers) -> None:
    quick.size = 1
    assert len({quick.extract(b"TROUBLE").title for _ in range(5)}) == 1


def test_a_process_that_was_ended_while_it_rested_costs_no_document(quick: Workers) -> None:
    quick.size = 1
    pid = int(quick.extract(b"TROUBLE").title)
    os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    wait_until(lambda: not quick._free[0].is_alive)
    following = quick.extract(b"TROUBLE")
    assert (following.error, following.title != str(pid)) == ("", True)


def test_processes_that_nobody_needs_end(quick: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_IDLE", 0.2)
    pid = int(quick.extract(b"TROUBLE").title)
    assert wait_until(lambda: is_gone(pid))
    assert int(quick.extract(b"TROUBLE").title) != pid


def test_who_asks_can_give_up(quick: Workers) -> None:
    quick.seconds = 60
    enough = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(quick.extract, b"TROUBLE hang", cancelled=enough.is_set)
        assert wait_until(lambda: bool(quick._busy))
        enough.set()
        assert asked.result(10).error == workers.CANCELLED


def test_closing_ends_what_hangs_and_leaves_no_process(trouble: None) -> None:
    made = Workers(2, seconds=60)
    pid = int(made.extract(b"TROUBLE").title)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(made.extract, b"TROUBLE hang")
        assert wait_until(lambda: bool(made._busy))
        made.close()
        assert asked.result(10).error == workers.CANCELLED
    assert is_gone(pid)
    assert made.extract(PAGE).error == workers.CANCELLED


def test_temporary_files_go_with_their_process(quick: Workers) -> None:
    folder = Path(quick.extract(b"TROUBLE litter", guess_language=False).text)
    assert (folder / "left.bin").is_file()
    quick.close()
    assert not folder.parent.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
@pytest.mark.parametrize("order", ["", "hang"])
def test_a_process_does_not_outlive_the_one_that_asked(trouble: None, tmp_path: Path, order: str) -> None:
    program = (
        f"import sys; sys.path[:] = {sys.path!r}\n"
        "import threading\nfrom extractors.door.workers import Workers\nmade = Workers(1)\n"
        "print(made.extract(b'TROUBLE litter').title, flush=True)\n"
        f"made.extract(b'TROUBLE {order}') if {order!r} else None\nthreading.Event().wait()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert wait_until(lambda: is_gone(pid))
    assert list(tmp_path.glob("tianwang-reading-*")) == []


def test_large_bytes_arrive_whole() -> None:
    data = os.urandom(8 << 20).hex().encode()
    with Workers(1) as made:
        assert made.extract(data, name="a.txt", guess_language=False).text == data.decode()


def test_without_processes_documents_are_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with Workers(1) as made:
        assert made.extract(PAGE).title == "标题"
        assert "without limits" in made.note
    monkeypatch.setattr(worker, "_entry_serves", True)
    assert worker.command(7) == [sys.executable, worker.ASKED, "7"]


def test_a_bundled_program_serves_by_its_own_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_entry_serves", False)
    assert not worker.serve_if_asked(["crawl"])
    code = (
        "import sys; from extractors.door.worker import serve_if_asked; print(serve_if_asked(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, worker.ASKED, "0"]
    ready = worker.ANSWER.pack(len(worker.READY)) + worker.READY
    with started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=HERE.parents[1]) as served:
        assert served.stdin is not None
        assert served.stdout is not None
        assert served.stdout.read(len(ready)) == ready
        served.stdin.close()
        assert served.wait(20) == 0


def test_pages_are_read_here_and_everything_else_elsewhere(
    trouble: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.installed.cache_clear()
    with Workers(1, seconds=20) as made:
        assert guarded.extract(PAGE, workers=made).title == "标题"
        assert made._free == []
        assert int(guarded.extract(b"TROUBLE", workers=made).title) != os.getpid()
        made.seconds = FAST
        given_up = guarded.extract(b"TROUBLE hang", workers=made)
        assert (given_up.format, given_up.media_type) == ("text", "text/plain")
    assert not guarded.is_harmless(PAGE + b" " * (16 << 20), "html")


def test_memory_of_a_process() -> None:
    assert resident(os.getpid()) > 10 << 20
    assert resident(2**22 + 1) == 0


def test_a_document_as_json_is_the_same_as_made_here() -> None:
    with Workers(1) as here:
        document = registry.extract(PAGE, name="a.html")
        assert here.described(PAGE, name="a.html") == described.line(document)
        assert here.described(PAGE, ["text", "parts"], name="a.html") == described.line(
            document, ["text", "parts"]
        )
        broken = here.described(b"%PDF-1.4 and nothing", name="a.pdf")
    assert isinstance(broken, Document)
    assert broken.error


def test_a_language_that_takes_the_model_is_left_to_the_one_who_asks() -> None:
    """The model is read once, not by every process: the object comes with what the model has to see."""
    text = 'Die Bibliothek bewahrt viele alte Bücher auf. "language": ""'.encode()
    with Workers(1) as here:
        left = here.described(text, name='"language": "".txt')
        plain = here.described("中国国家图书馆收藏了许多珍贵的古籍。".encode(), name="a.txt")
    assert isinstance(left, described.Undecided)
    assert left.told() == described.line(registry.extract(text, name='"language": "".txt'))
    assert '"language": "de"' in left.told()
    assert isinstance(plain, str)


def test_objects_go_from_process_to_process_unchanged() -> None:
    for line, sample in (("{}", ""), ('{"text": "\ud800é"}', ""), ('{"language": ""}', "größer als \udfff")):
        found = described.unpacked(described.packed(line, sample))
        assert found == (described.Undecided(line, sample) if sample else line)
    for other in (b"", b"[", b"\0\0\0\1x"):
        assert described.unpacked(other) is None

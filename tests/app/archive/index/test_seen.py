"""The address filter of an archive: whatever happens to its file, it never calls a known address new."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from app.archive.archive import Archive
from app.archive.index import seen
from app.archive.index import seen as bitfile
from app.archive.index import seen as bloom
from app.archive.index import seen as visited
from app.archive.index.seen import SeenFilter, open_filter
from app.archive.model import NewCapture

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
TABLES = """
CREATE TABLE pages (page_id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE);
CREATE TABLE seen (
    one INTEGER PRIMARY KEY CHECK (one = 1), kind TEXT NOT NULL, capacity INTEGER NOT NULL, marked INTEGER NOT NULL,
    upto INTEGER NOT NULL, crc INTEGER
);
"""


def index(path: Path | str = ":memory:") -> sqlite3.Connection:
    """The part of an index that the filter looks at."""
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript(TABLES)
    return db


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    made = index()
    yield made
    made.close()


def store(db: sqlite3.Connection, filter: SeenFilter, *urls: str) -> None:
    db.execute("BEGIN")
    for url in urls:
        db.execute("INSERT INTO pages (url) VALUES (?)", (url,))
        filter.add(url)
    filter.flush()
    db.execute("COMMIT")


def filled(folder: Path, db: sqlite3.Connection, *urls: str) -> None:
    filter = open_filter(folder, db)
    store(db, filter, *urls)
    filter.close()


def builds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which filters were built anew since."""
    built: list[str] = []
    build = seen._build

    def noted(folder: Path, db: sqlite3.Connection, kind: str, urls: int) -> seen.UrlFilter:
        built.append(kind)
        return build(folder, db, kind, urls)

    monkeypatch.setattr(seen, "_build", noted)
    return built


def missed(folder: Path, db: sqlite3.Connection) -> list[str]:
    """Addresses of the index that its filter takes for new ones: there must be none, ever."""
    filter = open_filter(folder, db)
    found = [url for (url,) in db.execute("SELECT url FROM pages") if not filter.maybe(url)]
    filter.close()
    return found


def test_a_filter_that_was_closed_is_taken_up_again(
    tmp_path: Path, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, db, "http://a.example/", "http://a.example/b")
    built = builds(monkeypatch)
    filter = open_filter(tmp_path, db)
    assert built == []
    assert [filter.maybe(f"http://a.example/{x}") for x in ("", "b", "c")] == [True, True, False]
    told = filter.statistics()
    assert told and (told.kind, told.added, told.path) == ("bits", 2, tmp_path / "visited.bits")
    assert seen.look(tmp_path, db) == told
    filter.close()


def test_without_a_stamp_there_are_no_figures(tmp_path: Path, db: sqlite3.Connection) -> None:
    assert seen.look(tmp_path, db) is None


def test_opening_and_closing_without_a_change_writes_nothing(tmp_path: Path, db: sqlite3.Connection) -> None:
    filled(tmp_path, db, "http://a.example/")
    before, changes = (tmp_path / "visited.bits").stat().st_mtime_ns, db.total_changes
    open_filter(tmp_path, db).close()
    assert ((tmp_path / "visited.bits").stat().st_mtime_ns, db.total_changes) == (before, changes)


def test_after_a_crash_only_what_came_since_the_stamp_is_put_in_again(
    tmp_path: Path, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a power cut leaves it: rows are there, their bits are not."""
    filled(tmp_path, db, *(f"http://a.example/{n}" for n in range(50)))
    kept = (tmp_path / "visited.bits").read_bytes()
    crashed = open_filter(tmp_path, db)
    store(db, crashed, "http://new.example/")
    (tmp_path / "visited.bits").write_bytes(kept)
    built = builds(monkeypatch)
    assert missed(tmp_path, db) == []
    assert built == []
    crashed.close()


def test_bits_of_rows_that_were_taken_back_cost_a_look_up_and_nothing_else(
    tmp_path: Path, db: sqlite3.Connection
) -> None:
    filter = open_filter(tmp_path, db)
    db.execute("BEGIN")
    db.execute("INSERT INTO pages (url) VALUES ('http://a.example/')")
    filter.add("http://a.example/")
    filter.flush()
    db.execute("ROLLBACK")
    assert filter.maybe("http://a.example/")
    store(db, filter, "http://b.example/")
    filter.close()
    assert missed(tmp_path, db) == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(path.read_bytes() + b"\0"),
        lambda path: path.write_bytes(bytes(path.stat().st_size)),
        lambda path: path.write_bytes(path.read_bytes().replace(b"\1", b"\0").replace(b"\2", b"\1")),
        lambda path: (path.unlink(), path.mkdir()),
    ],
    ids=["missing", "empty", "cut", "longer", "zeroed", "flipped", "a folder"],
)
@pytest.mark.parametrize("kind", ["bits", "bloom"])
def test_a_damaged_file_is_rebuilt_or_left_aside(
    tmp_path: Path, db: sqlite3.Connection, kind: str, damage
) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "archive.json").write_text(json.dumps({"url_index": kind}))
    filled(tmp_path, db, *(f"http://a.example/{n}" for n in range(200)))
    damage(tmp_path / f"visited.{kind}")
    assert missed(tmp_path, db) == []
    assert missed(tmp_path, db) == []


def test_a_filter_of_another_index_is_noticed(
    tmp_path: Path, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index was replaced by one whose last writer crashed: nothing but a sample can tell."""
    filled(tmp_path, db, *(f"http://a.example/{n}" for n in range(1000)))
    other = index()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    filled(elsewhere, other, *(f"http://b.example/{n}" for n in range(900)))
    other.execute("UPDATE seen SET crc = NULL")
    built = builds(monkeypatch)
    assert missed(tmp_path, other) == []
    assert built == ["bits"]
    other.close()


def test_an_index_that_lost_pages_makes_the_filter_be_rebuilt(
    tmp_path: Path, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, db, "http://a.example/1", "http://a.example/2")
    db.execute("DELETE FROM pages WHERE page_id = 2")
    built = builds(monkeypatch)
    assert missed(tmp_path, db) == []
    assert built == ["bits"]


def test_archive_json_chooses_the_kind_and_the_other_file_goes(
    tmp_path: Path, db: sqlite3.Connection
) -> None:
    for kind, other in (
        ("bloom", "bits"),
        ("bits", "bloom"),
        ("bloom", "bits"),
        ("auto", "bloom"),
        ("?", "bloom"),
    ):
        (tmp_path / "archive.json").write_text(json.dumps({"url_index": kind}))
        assert missed(tmp_path, db) == []
        assert not (tmp_path / f"visited.{other}").exists()
    (tmp_path / "archive.json").write_text("[]")
    assert missed(tmp_path, db) == []


def test_a_large_archive_gets_the_bloom_filter(
    tmp_path: Path, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert seen._wanted(tmp_path, visited.CAPACITY) == "bits"
    assert seen._wanted(tmp_path, visited.CAPACITY + 1) == "bloom"
    filled(tmp_path, db, *(f"http://a.example/{n}" for n in range(20)))
    monkeypatch.setattr(visited, "CAPACITY", 19)
    assert missed(tmp_path, db) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["visited.bloom"]


def test_a_full_bloom_filter_grows(
    tmp_path: Path, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bloom, "SMALLEST", 4096)
    monkeypatch.setattr(seen, "SYNC_EVERY", 1000)
    (tmp_path / "archive.json").write_text('{"url_index": "bloom"}')
    filter = open_filter(tmp_path, db)
    for start in range(0, 6000, 500):
        store(db, filter, *(f"http://a.example/{n}" for n in range(start, start + 500)))
    told = filter.statistics()
    assert told and told.capacity == 16384 and told.added == pytest.approx(6000, rel=0.02)
    assert all(filter.maybe(f"http://a.example/{n}") for n in range(6000))
    filter.close()
    assert missed(tmp_path, db) == []


def full(*_: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("kind", ["bits", "bloom"])
def test_a_full_disk_makes_everything_maybe_and_the_next_writer_rebuilds(
    tmp_path: Path, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    (tmp_path / "archive.json").write_text(json.dumps({"url_index": kind}))
    filled(tmp_path, db, "http://a.example/")
    filter = open_filter(tmp_path, db)
    with monkeypatch.context() as failing:
        failing.setattr(bitfile, "_write_at", full)
        failing.setattr(bitfile, "MOST_FRESH", 1)
        store(db, filter, "http://b.example/")
        assert filter.maybe("http://c.example/") and filter.statistics() is None
        filter.close()
        assert open_filter(tmp_path, db).maybe("http://c.example/")
    assert seen.look(tmp_path, db) is None
    assert missed(tmp_path, db) == []
    assert seen.look(tmp_path, db) is not None


@pytest.mark.parametrize("most", [1, 7, bitfile.MOST_FRESH])
def test_bits_are_known_at_once_and_in_the_file_after_a_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Far from each other, next to each other, over the ends of pages and pieces, and behind a header."""
    monkeypatch.setattr(bitfile, "MOST_FRESH", most)
    bits, page = 1 << 24, bitfile.PAGE * 8
    chosen = [0, 1, 31, 32, page - 1, page, 3 * page + 5, bits // 2 - 1, bits // 2, bits - 1]
    chosen += range(40 * page, 80 * page, page // 3)
    file = bitfile.BitFile.create(tmp_path / "field", bits, lambda field: False, b"h" * bitfile.PAGE)
    for round in (chosen, [bit ^ 5 for bit in chosen]):
        for bit in round:
            file.set(bit)
            assert file.test(bit)
        assert not file.test(page // 2)
        file.sync()
    held = {*chosen, *(bit ^ 5 for bit in chosen)}
    again = bitfile.BitFile(tmp_path / "field", bits, bitfile.PAGE)
    assert again.marked == file.marked == len(held) and again.checksum() == file.checksum()
    assert all(map(again.test, held)) and again.header() == b"h" * bitfile.PAGE
    file.close()
    again.close()


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_refuses_at_any_step_harms_nothing(
    tmp_path: Path, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    with monkeypatch.context() as failing:
        failing.setattr(*((os, "fsync") if step == "fsync" else (Path, "replace")), full)
        filled(tmp_path, db, "http://a.example/")
    assert not list(tmp_path.glob("*.new"))
    assert missed(tmp_path, db) == []


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="needs a small file system of its own"
)
def test_a_file_system_in_memory_that_fills_up_does_not_end_the_process(tmp_path: Path) -> None:
    """Reading a hole through a map takes a page there, and where none is left the process gets SIGBUS."""
    import subprocess

    small = tmp_path / "small"
    small.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "none", small], capture_output=True
    ).returncode:
        pytest.skip("cannot mount")
    try:
        code = (
            "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2])\n"
            "from tests.app.archive.index.test_seen import index, store; from app.archive.index import seen\n"
            "from app.archive.index.seen import open_filter; seen.MOST_FRESH = 1\n"
            "db, folder = index(), Path(sys.argv[1]); filter = open_filter(folder, db)\n"
            "for n in range(200): store(db, filter, f'http://a.example/{n}')\n"
            "assert all(filter.maybe(f'http://a.example/{n}') for n in range(5000)), 'still certain'\n"
            "filter.close(); print('alive')\n"
        )
        ran = subprocess.run(
            [sys.executable, "-c", code, small, Path(__file__).parents[4]], capture_output=True, text=True
        )
        assert ran.stdout == "alive\n", ran.stderr
    finally:
        subprocess.run(["umount", small], check=True)


def test_an_archive_keeps_its_filter_and_a_filter_that_lies_harms_nothing(
    fill: Fill, make_capture: Make
) -> None:
    archive = fill(*(make_capture(f"http://a.example/{n}", "x") for n in range(9)))
    path = archive.path / "visited.bits"
    with archive.writer() as writer:
        with path.open("r+b") as file:  # under the eyes of the one who trusts it
            file.truncate(0)
            file.truncate(1 << 25)
        again = writer.store(make_capture("http://a.example/3", "y", minutes=1))
        assert writer.store(make_capture("http://a.example/3", "y", minutes=1)).base == again.id
        writer.store(make_capture("http://a.example/4", "y", minutes=1))
    fill(make_capture("http://a.example/3", "y", minutes=2))
    with archive.reader() as reader:
        assert [c.kind for c in reader.versions("http://a.example/3", visits=True)] == [
            "version",
            "version",
            "visit",
            "visit",
        ]
        assert reader.capture(again.id).kind == "version" and len(list(reader.all_pages())) == 9
        assert list(reader.verify()) == []
        told = reader.statistics().url_index
        assert told and told.added == 9


def test_a_filter_that_was_damaged_while_it_was_open_is_not_trusted_later(
    fill: Fill, make_capture: Make
) -> None:
    """New addresses alone do not show that the file has lost the bits of the old ones."""
    archive = fill(*(make_capture(f"http://a.example/{n}", "x") for n in range(9)))
    with archive.writer() as writer:
        with (archive.path / "visited.bits").open("r+b") as file:
            file.truncate(0)
            file.truncate(1 << 25)
        writer.store(make_capture("http://a.example/new", "y"))
    fill(*(make_capture(f"http://a.example/{n}", "x", minutes=1) for n in range(9)))
    with archive.reader() as reader:
        figures = reader.statistics()
        assert (
            (figures.versions, figures.visits) == (10, 9)
            and figures.url_index
            and figures.url_index.added == 10
        )


URLS = st.integers(0, 400).map(lambda n: f"http://a.example/{n}")


class Life(RuleBasedStateMachine):
    """Any order of storing, taking back, closing, crashing and losing the file, in either kind of filter."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.db = index()
        self.safe: dict[int, bytes] = {}
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(seen, "SYNC_EVERY", 40)
        self.patch.setattr(bitfile.BitFile, "sync", self.synced)
        self.filter = open_filter(self.path, self.db)

    def synced(self, *_: object) -> None:
        """Remember what a power cut cannot take away any more."""
        file = self.filter._filter.file  # type: ignore[union-attr]
        self.safe = dict(bitfile._pages(file._handle, file.start + file.bits // 8))

    @rule(urls=st.sets(URLS, max_size=30), kept=st.booleans())
    def store(self, urls: set[str], kept: bool) -> None:
        self.db.execute("BEGIN")
        for url in urls:
            if self.db.execute("INSERT OR IGNORE INTO pages (url) VALUES (?)", (url,)).rowcount:
                self.filter.add(url)
        self.filter.flush()
        self.db.execute("COMMIT" if kept else "ROLLBACK")

    @rule(kind=st.sampled_from(["bits", "bloom", "auto"]), lost=st.booleans())
    def close_and_open(self, kind: str, lost: bool) -> None:
        self.filter.close()
        if lost:
            for path in self.path.glob("visited.*"):
                path.unlink()
        (self.path / "archive.json").write_text(json.dumps({"url_index": kind}))
        self.filter = open_filter(self.path, self.db)

    @rule()
    def crash(self) -> None:
        """Only what was forced to disk is there afterwards."""
        file = self.filter._filter.file  # type: ignore[union-attr]
        size = file.start + file.bits // 8
        file.close()
        with file.path.open("r+b") as bits:
            bits.truncate(0)
            bits.truncate(size)
            for number, page in self.safe.items():
                bits.seek(number * bitfile.PAGE)
                bits.write(page)
        self.filter = open_filter(self.path, self.db)

    @invariant()
    def nothing_known_is_called_new(self) -> None:
        assert all(self.filter.maybe(url) for (url,) in self.db.execute("SELECT url FROM pages"))

    def teardown(self) -> None:
        self.filter.close()
        self.patch.undo()
        self.db.close()
        self.folder.cleanup()


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=15, stateful_step_count=12)

"""The folder of the index: made anew where it is not ours, damaged or gone, and whole after every crash."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import chain, repeat
from pathlib import Path
from threading import current_thread
from typing import BinaryIO

import pytest
import tantivy

from app.archive.archive import Archive
from app.archive.lock import WriteLock
from app.errors import ArchiveError, ArchiveLocked, StorageFailed
from app.search.index import store
from app.search.index.feeding import behind, feed
from app.search.searching import Searcher
from tests.app.search.conftest import DAY, filled, page, urls
from tests.app.search.conftest import store as keep
from tests.conftest import capture


def problem(archive: Archive) -> str:
    """The code of what speaks against using the index; "" where nothing does."""
    try:
        store.opened(archive.path)[0].close()
    except ArchiveError as error:
        return str(error.message.arguments["detail"].code)  # type: ignore[attr-defined]
    return ""


def found(archive: Archive, query: str) -> list[str]:
    with Searcher(archive) as search:
        return urls(search.search(query))


def entries_in(indexes: Iterable[tantivy.Index]) -> int:
    """What indexes hold, without the entries that say nothing."""
    searchers = [index.searcher() for index in indexes]
    nothing = store.of_entry(store.NOTHING)
    return sum(one.num_docs - len(one.search(nothing, limit=100).hits) for one in searchers)


def entries_of(archive: Archive) -> int:
    """Texts and texts of links in an index."""
    base, indexes = store.opened(archive.path)
    linked = [base.index(name) for name in base.folders(store.LINKS)]
    base.close()
    return entries_in([*indexes.values(), *linked])


def test_without_an_index_that_is_said(site: Archive) -> None:
    assert problem(site) == "search-none"
    assert behind(site) == (7, 7)


def test_an_index_is_made_and_brought_up_to_date(site: Archive) -> None:
    first = feed(site)
    assert (first.versions, first.entries, first.unreadable) == (7, 6, 0) and problem(site) == ""
    again = feed(site)
    assert (again.versions, again.entries) == (0, 0) and behind(site) == (0, 7)
    keep(site, capture("http://a.example/new", page("New", "Freshly written")))
    assert behind(site) == (1, 8) and feed(site).versions == 1 and found(site, "freshly") == ["a.example/new"]


def _folders(archive: Archive) -> dict[str, str]:
    """Of each batch the index with its texts."""
    base = store.Database(archive.path)
    every = base.db.execute("SELECT batch, folder FROM batches").fetchall()
    base.close()
    return {batch: folder for batch, folder in every if not batch.endswith(store.BLOCKS)}


def test_small_batches_share_an_index_and_full_ones_do_not(
    site: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(site, capture("http://a.example/new", page("New", "A kernel later"), minutes=70 * DAY))
    feed(site)
    together = _folders(site)
    first = min(together)
    assert len(together) > 1 and set(together.values()) == {first}
    made = {path.name for path in (site.path / store.FOLDER).iterdir() if path.is_dir()}
    assert made == {first, first + store.LINKS, first + store.BLOCKS}
    monkeypatch.setattr(store, "FULL", 1)
    keep(site, capture("http://a.example/next", page("Next", "A kernel much later"), minutes=140 * DAY))
    feed(site)
    last = max(_folders(site))
    assert _folders(site) == {**together, last: last} and last not in together
    assert {"a.example/new", "a.example/next", "a.example/notes.txt"} < set(found(site, "kernel"))


def test_an_index_that_was_deleted_is_made_again(site: Archive) -> None:
    feed(site)
    shutil.rmtree(site.path / store.FOLDER)
    assert problem(site) == "search-none" and feed(site).entries == 6 and len(found(site, "kernel")) == 2


def test_files_that_stay_as_they_are_are_checked_once(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a crawl the index is opened every few seconds."""
    feed(site)
    monkeypatch.setattr(store, "_SETTLED", -1 << 62)
    assert problem(site) == ""
    read: list[str] = []
    digest = hashlib.file_digest

    def file_digest(file: BinaryIO, name: str) -> object:
        read.append(Path(file.name).name)
        return digest(file, name)

    monkeypatch.setattr(hashlib, "file_digest", file_digest)
    assert problem(site) == "" and not read
    (path,) = (site.path / store.FOLDER / "202611").glob("*.term")
    _flip(path)
    assert problem(site) == "search-damaged" and path.name in read


def test_large_files_are_read_by_several_threads(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(site)
    for name, value in (("_LARGE", 0), ("_digests", {}), ("_SETTLED", -1 << 62)):
        monkeypatch.setattr(store, name, value)
    readers: dict[str, list[str]] = {}
    digest = hashlib.file_digest

    def file_digest(file: BinaryIO, name: str) -> object:
        readers.setdefault(str(file.name), []).append(current_thread().name)
        return digest(file, name)

    monkeypatch.setattr(hashlib, "file_digest", file_digest)
    assert problem(site) == "" and len(readers) > 5
    assert all(each[0].startswith("digest") and len(each) == 1 for each in readers.values())
    (path,) = (site.path / store.FOLDER / "202611").glob("*.term")
    _flip(path)
    assert problem(site) == "search-damaged"


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x10
    path.write_bytes(data)


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


@pytest.mark.parametrize(
    ("ending", "harm"),
    [
        (".term", _flip),
        (".pos", _flip),
        ("meta.json", _flip),
        (".blocks/meta.json", _flip),
        (".term", _cut),
        ("meta.json", Path.unlink),
        ("entries.sqlite", _cut),
        ("entries.sqlite", Path.unlink),
    ],
)
def test_damage_is_seen_and_made_good(site: Archive, ending: str, harm: Callable[[Path], None]) -> None:
    feed(site)
    victim = next(path for path in (site.path / store.FOLDER).rglob("*") if path.as_posix().endswith(ending))
    harm(victim)
    assert problem(site) in ("search-damaged", "search-none", "search-foreign")
    assert feed(site).entries == 6 and problem(site) == ""
    assert len(found(site, "kernel")) == 2


def test_the_index_of_a_stranger_is_not_opened_but_made_anew(
    site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An archive from somebody else brings an index that its records need not agree with."""
    feed(site)
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "another person"))
    assert problem(site) == "search-foreign"
    (site.path / store.FOLDER / "202601").mkdir()
    (site.path / store.FOLDER / "202601" / "bait").write_bytes(b"x")
    assert feed(site).entries == 6 and problem(site) == ""
    assert not (site.path / store.FOLDER / "202601").exists()


def test_without_a_place_for_the_key_no_index_is_believed(
    site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(site)
    (tmp_path / "a file").write_bytes(b"")
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "a file"))
    assert problem(site) == "search-foreign"
    with pytest.raises(StorageFailed):
        feed(site)


def test_a_database_with_programs_is_not_used(site: Archive) -> None:
    feed(site)
    base = store.Database(site.path)
    base.db.execute("CREATE TRIGGER bait AFTER INSERT ON versions BEGIN DELETE FROM entries; END")
    base.close()
    assert problem(site) == "search-damaged" and feed(site).entries == 6


def test_nothing_is_written_through_a_link(site: Archive, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (site.path / store.FOLDER).symlink_to(elsewhere)
    with pytest.raises(StorageFailed):
        feed(site)
    assert not list(elsewhere.iterdir()) and problem(site) != ""


def test_an_index_of_another_version_is_made_anew(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(store, "VERSION", "0")
        feed(site)
    assert problem(site) == "search-older" and feed(site).entries == 6 and problem(site) == ""


def test_two_do_not_write_at_once(site: Archive) -> None:
    feed(site)
    lock = WriteLock(site.path / store.FOLDER)
    with pytest.raises(ArchiveLocked):
        feed(site)
    assert len(found(site, "kernel")) == 2
    lock.close()


def test_a_cancelled_feed_goes_on_where_it_stood(site: Archive) -> None:
    asked = chain([False, False, False], repeat(True))
    assert feed(site, cancelled=lambda: next(asked)).versions == 3
    assert behind(site) == (4, 7) and feed(site).versions == 4
    assert len(found(site, "kernel")) == 2


def everything_held(search: Searcher) -> list[object]:
    """What the index knows of blocks."""
    rows = search.holding()._db.execute("SELECT entry, blocks FROM held ORDER BY entry").fetchall()
    known = search.holding()._db.execute("SELECT key, block FROM blocks ORDER BY key").fetchall()
    indexes = search._now.block_indexes()
    return [rows, known, list(indexes), entries_in(indexes.values())]


# processes that are killed at the n-th call of a step of the writing, one behind the other: copies of one that has loaded
# all that is needed, which takes longer than to be killed
_KILLED = """
import os, signal, sys
from app.archive.archive import Archive
from app.search.index import feeding
from app.search.index import store
feeding._MOST_VERSIONS = 2

def feed_and_die(step, left, moment):
    usual = getattr(store.StoreWriter, step)
    def killed(*given):
        nonlocal left
        left -= 1
        if not left and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        made = usual(*given)
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return made
    setattr(store.StoreWriter, step, killed)
    feeding.feed(Archive.open(sys.argv[1]))

for line in sys.stdin:
    step, number, moment = line.split()
    child = os.fork()
    if not child:
        feed_and_die(step, int(number), moment)
        os._exit(0)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_killed_at_any_step_the_index_is_whole(site: Archive) -> None:
    """Each run goes on from what the one before left, and the end is that of an undisturbed feed."""
    steps = [
        (step, number, moment)
        for number in (1, 2)
        for step in ("_write_terms", "_list_files", "write", "write_blocks", "_add_parts")
        for moment in ("before", "after")
    ]
    with subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(site.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as killed:
        assert killed.stdin and killed.stdout
        for step, number, moment in steps:
            killed.stdin.write(f"{step} {number} {moment}\n")
            assert killed.stdout.readline() == "ended\n"
            if behind(site)[0]:
                assert problem(site) in ("", "search-none", "search-foreign")
        killed.stdin.close()
    feed(site)
    assert problem(site) == "" and behind(site) == (0, 7)
    with Searcher(site) as search:
        held = search.columns
        assert int(held.versions.sum()) == 7 and int((held.versions > 0).sum()) == 6
        assert len(urls(search.search("kernel OR prices OR 内核"))) == 5
        documents = entries_of(site)
        held = everything_held(search)
    whole = Archive.create(site.path.parent / "whole.archive")
    feed(filled(whole))
    with Searcher(whole) as search:
        assert everything_held(search) == held
    assert documents == entries_of(whole)


def test_keys_of_links_are_terms_in_bytes_of_few_bits() -> None:
    keys = [store.short(store.key_of(f"http://a.example/{number}")) for number in range(20_000)]
    terms = [store.link_term(key) for key in keys]
    assert len(set(terms)) == len(set(keys)) == 20_000
    assert [keys.index(key) for key in sorted(keys)[:50]] == [
        terms.index(term) for term in sorted(terms)[:50]
    ]
    highest = [max(column) for column in zip(*(term.to_bytes(6, "big") for term in terms), strict=True)]
    assert highest == [31, 31, 31, 255, 127, 63]

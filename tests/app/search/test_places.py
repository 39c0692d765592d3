"""The index where its folder is hostile: no room left, not to be written to, deleted or made anew by another program."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.search.index.feeding import behind, feed
from app.search.index.store import FOLDER
from app.search.searching import Searcher
from tests.app.search.conftest import filled, page, store
from tests.conftest import capture

# no file may grow beyond so many bytes, as on a disk that is full
_SHORT = """
import resource, signal, sys
from app.archive.archive import Archive
from app.errors import StorageFailed
from app.search.index.feeding import feed
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    feed(Archive.open(sys.argv[1]))
except StorageFailed as error:
    sys.exit(f"told: {error}")
"""

_SEARCH = """
import sys
from app.archive.archive import Archive
from app.errors import StorageFailed
from app.search.index.feeding import feed
from app.search.searching import Searcher
archive = Archive.open(sys.argv[1])
try:
    feed(archive)
except StorageFailed:
    print("not fed")
with Searcher(archive) as search:
    print(search.search("kernel").total)
"""


@pytest.fixture
def site(archive: Archive, config: Path) -> Archive:
    return filled(archive)


def totals(search: Searcher, *queries: str) -> list[int]:
    return [search.search(query).total for query in queries]


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
@pytest.mark.parametrize("room", [0, 100, 4096, 20_000, 60_000])
def test_without_room_a_sentence_comes_and_all_that_was_indexed_stays(site: Archive, room: int) -> None:
    feed(site)
    store(site, capture("http://a.example/new", page("New", "Freshly written " + "and long " * 4000)))
    ended = subprocess.run(
        [sys.executable, "-c", _SHORT, str(site.path), str(room)], capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 0 or ended.stderr.startswith("told: "), ended.stderr
    with site.reader() as reader:
        assert reader.page("http://a.example/new") is not None
    feed(site)
    with Searcher(site) as search:
        assert totals(search, "freshly", "kernel", "内核") == [1, 2, 1] and behind(site)[0] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_without_room_from_the_beginning_the_archive_is_read_all_the_same(site: Archive) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _SHORT, str(site.path), "2000"], capture_output=True, text=True, timeout=120
    )
    assert ended.stderr.startswith("told: ")
    feed(site)
    with Searcher(site) as search:
        assert totals(search, "kernel", "prices") == [2, 2]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts of Linux")
def test_a_folder_that_is_read_only_is_searched_with_what_is_indexed(site: Archive) -> None:
    feed(site)
    store(site, capture("http://a.example/new", page("New", "The kernel of it")))
    mounted = f'mount --bind {site.path} {site.path} && mount -o remount,bind,ro {site.path} && exec "$@"'
    alone = ["unshare", "--mount", "--map-root-user", "sh", "-c", mounted, "sh"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("no mounts of its own for this user")
    ended = subprocess.run(
        [*alone, sys.executable, "-c", _SEARCH, str(site.path)], capture_output=True, text=True, timeout=120
    )
    assert ended.stdout.split("\n")[:2] == ["not fed", "2"], ended.stderr


def test_an_index_deleted_and_made_anew_by_another_program_is_taken_up(site: Archive) -> None:
    feed(site)
    with Searcher(site) as search:
        assert totals(search, "kernel") == [2]
        shutil.rmtree(site.path / FOLDER)
        assert totals(search, "kernel") == [2]
        store(site, capture("http://a.example/new", page("New", "The kernel of it")))
        feed(site)
        assert totals(search, "kernel", "prices") == [3, 2]


def test_two_read_while_a_third_writes(site: Archive) -> None:
    feed(site)
    with Searcher(site) as one, Searcher(site) as other:
        for number in range(5):
            store(site, capture(f"http://a.example/{number}", page("New", f"The kernel of number {number}")))
            feed(site)
            assert totals(one, "kernel") == totals(other, "kernel") == [3 + number]

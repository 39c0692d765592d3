"""A reader of the past shows what an archive would be that nothing was stored in since."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import settings as within
from hypothesis import strategies as st

from app.archive import past as past_module
from app.archive.archive import Archive
from app.archive.calendar import calendar_of
from app.archive.index.facets import FacetChoice
from app.archive.model import NewCapture
from app.archive.past import Past
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing, StorageFailed
from tests.app.archive.made import captures, stored
from tests.conftest import START

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
PAGE = (
    "url",
    "name",
    "kind",
    "title",
    "title_source",
    "type",
    "status",
    "length",
    "versions",
    "visits",
    "first",
    "last",
)
MONTH = 31 * 24 * 60


def seen(reader: ArchiveReader) -> tuple[object, ...]:
    """What a tree, a filter and a strip of versions would show."""
    pages = [tuple(getattr(page, name) for name in PAGE) for page in reader.all_pages()]
    branches = []
    for site in reader.sites():
        waiting = [site]
        while waiting:
            folder = waiting.pop()
            home = reader.home(folder.folder_id)
            found = reader.pages(folder.folder_id, kinds=("document",), order="title")
            shown = (
                folder.url,
                folder.documents,
                folder.pages,
                home and home.url,
                [page.url for page in found],
            )
            branches.append(shown)
            waiting += reader.folders(folder.folder_id)
    versions = [
        [(each.date, each.kind, each.title, each.digest) for each in reader.versions(page[0], visits=True)]
        for page in pages
    ]
    newest = [reader.nearest(page[0], None) for page in pages]
    facets = reader.facets(kinds=None)
    selected = reader.chosen(FacetChoice(type=("page",)), ("document",)).pages
    found = [page.url for page in reader.find("Title 1")]
    days = calendar_of(reader, zone=UTC).days
    return pages, branches, versions, [each and each.date for each in newest], facets, selected, found, days


@within(max_examples=30)
@given(captures, st.integers(-80, 220))
def test_it_is_as_if_the_later_captures_had_never_come(found: list[NewCapture], hours: int) -> None:
    moment = START + timedelta(hours=hours)
    with TemporaryDirectory() as folder:
        archive = stored(Path(folder) / "all.archive", found)
        earlier = stored(Path(folder) / "then.archive", [each for each in found if each.date < moment])
        past = Past(archive, moment)
        with past.reader() as then, earlier.reader() as wanted:
            assert seen(then) == seen(wanted)
        past.close()


@pytest.fixture
def archive_of_three(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        make_capture("http://a.example/", "<title>Old</title><p>first"),
        make_capture("http://a.example/", "<title>New</title><p>second", minutes=MONTH),
        make_capture("http://a.example/late", "<title>Late</title>", minutes=MONTH),
    )


def moment(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def test_numbers_of_pages_and_folders_stay(archive_of_three: Archive) -> None:
    past = Past(archive_of_three, moment(1))
    with past.reader() as then, archive_of_three.reader() as now:
        page = then.page("http://a.example/")
        current = now.page("http://a.example/")
        assert page and current and page.title == "Old" and current.title == "New"
        assert (page.page_id, page.folder_id) == (current.page_id, current.folder_id)
        assert then.page("http://a.example/late") is None
    past.close()


def test_a_later_capture_is_found_by_its_id_alone(archive_of_three: Archive) -> None:
    with archive_of_three.reader() as now:
        later = now.versions("http://a.example/")[1]
    past = Past(archive_of_three, moment(1))
    with past.reader() as then:
        assert [each.title for each in then.versions("http://a.example/")] == ["Old"]
        assert then.capture(later.id) == later
        assert b"second" in then.body(later.id) and b"first" in then.body(
            then.versions("http://a.example/")[0]
        )
        for wrong in ("209901-0000001", "nothing"):
            with pytest.raises(CaptureMissing):
                then.capture(wrong)
    past.close()


def test_what_is_stored_meanwhile_does_not_show(
    archive_of_three: Archive, fill: Fill, make_capture: Make
) -> None:
    past = Past(archive_of_three, moment(1))
    with past.reader() as then:
        before = seen(then)
        fill(make_capture("http://a.example/", "third", minutes=2 * MONTH))
        assert seen(then) == before and then.last_seq() == 1
    past.close()


def test_what_stands_in_the_log_of_the_index_counts(archive: Archive, fill: Fill, make_capture: Make) -> None:
    """While somebody reads, the newest of an index stays in its log."""
    with archive.reader() as watching:
        assert watching.last_seq() == 0
        fill(
            make_capture("http://a.example/", "<title>Old</title>"),
            make_capture("http://a.example/", "x", minutes=9),
        )
        assert (archive.path / "index.sqlite-wal").stat().st_size
        past = Past(archive, moment(1))
        with past.reader() as then:
            assert [page.title for page in then.all_pages()] == ["Old"]
        past.close()


def test_several_readers_at_once_and_nothing_is_left(archive_of_three: Archive) -> None:
    past = Past(archive_of_three, moment(1))
    folder = past._folder
    first, second = past.reader(), past.reader()
    assert first.sites() == second.sites()
    first.close()
    second.close()
    past.close()
    assert not folder.exists()


def test_it_can_be_called_off(archive_of_three: Archive) -> None:
    with pytest.raises(InterruptedError):
        Past(archive_of_three, moment(1), cancelled=lambda: True)


def test_a_full_disk_is_a_sentence_and_leaves_nothing(
    archive_of_three: Archive, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(past_module, "_count_folders", full)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "room"))
    (tmp_path / "room").mkdir()
    with pytest.raises(StorageFailed, match="disk is full"):
        Past(archive_of_three, moment(1))
    assert not list((tmp_path / "room").iterdir())


def test_before_everything_and_in_an_empty_archive_there_is_nothing(
    archive: Archive, fill: Fill, make_capture: Make
) -> None:
    for _ in range(2):
        past = Past(archive, moment(-1))
        with past.reader() as then:
            assert not then.sites() and not list(then.all_pages()) and then.last_seq() == 0
        past.close()
        fill(make_capture("http://a.example/", "x"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_it_needs_no_permission_to_write(archive_of_three: Archive) -> None:
    archive_of_three.path.chmod(0o555)
    try:
        past = Past(archive_of_three, moment(1))
        with past.reader() as then:
            assert then.page("http://a.example/")
        past.close()
    finally:
        archive_of_three.path.chmod(0o755)

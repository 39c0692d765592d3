"""Several archives as one: copied with their ids, or listed and read where they lie; never half of it."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.archive import batches
from app.archive.archive import Archive
from app.archive.documents import charsets
from app.archive.model import NewVisit
from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import Notebook
from app.archive.shards import STEP
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.errors import ArchiveError, ArchiveExists, ArchiveJoined, ArchiveMissing, StorageUnreadable
from app.interchange.exporting import export_archive
from app.interchange.joining import join
from tests.archives import everything, in_order
from tests.conftest import capture

MONTH = 45_000  # minutes: START is in November, this later is December
TEXT = "".join(
    f"<p>Paragraph {n} of a page that is long enough to be stored as changes.</p>" for n in range(60)
)


def page(number: int, text: str = "", minutes: float = 0) -> Any:
    url = f"http://{'a' if number % 2 else 'b'}.example/{number}"
    return capture(url, f"<title>Page {number}</title>{TEXT}{text}", minutes=minutes)


def made(path: Path, *captures: Any) -> Archive:
    archive = Archive.create(path)
    with archive.writer() as writer:
        for new in captures:
            writer.store(new)
    return archive


@pytest.fixture
def november(tmp_path: Path) -> Archive:
    """Versions, changes and visits of one month."""
    return made(
        tmp_path / "november",
        *(page(n % 4, f"<p>{n // 4}</p>", n) for n in range(12)),
        page(3, "<p>2</p>", 20),
    )


@pytest.fixture
def december(tmp_path: Path) -> Archive:
    """The same addresses and one of its own, a month later."""
    return made(tmp_path / "december", *(page(n, "<p>later</p>", MONTH + n) for n in range(5)))


def bodies(archive: Archive) -> dict[str, bytes]:
    with archive.reader() as reader:
        return {one.id: reader.body(one) for one in reader.captures()}


def told(archive: Archive) -> list[tuple[object, ...]]:
    """All captures without the place of their records."""
    return [(*row[:7], row[8]) for row in everything(archive)]


def problems(archive: Archive) -> list[tuple[str, str]]:
    with archive.reader() as reader:
        return [(one.rule, one.file) for one in reader.verify()]


@pytest.mark.parametrize("by", ["copy", "manifest"])
def test_all_captures_of_both_are_in_one_archive_with_their_ids(
    november: Archive, december: Archive, tmp_path: Path, by: Any
) -> None:
    report = join([november.path, december.path], tmp_path / "both.archive", by)
    both = Archive.open(tmp_path / "both.archive")
    assert (both.name, report.captures, report.renumbered) == ("both", 18, [])
    assert sorted(told(both)) == sorted(told(november) + told(december))
    assert bodies(both) == {**bodies(november), **bodies(december)}
    assert problems(both) == []
    with both.reader() as reader:
        first = reader.page("http://a.example/1")
        assert first is not None and (first.versions, first.visits, first.title) == (4, 0, "Page 1")
        assert [(one.batch, one.files) for one in reader.batches()] == [("202611", 1), ("202612", 1)]
        assert sum(one.bytes for one in reader.batches()) == reader.statistics().stored_bytes
    assert not list(tmp_path.glob(".*")), "nothing is left beside it"


def test_a_copy_is_an_archive_like_any_other(november: Archive, december: Archive, tmp_path: Path) -> None:
    join([november.path, december.path], tmp_path / "both")
    both = Archive.open(tmp_path / "both")
    in_order(both)
    with both.writer() as writer:
        assert writer.store(page(0, "<p>new</p>", MONTH + 50)).id == "202612-0000006"
    assert problems(both) == []


def test_a_listed_archive_reads_where_the_others_lie_and_shows_what_they_get(
    november: Archive, december: Archive, tmp_path: Path
) -> None:
    join([november.path, december.path], tmp_path / "both", "manifest")
    held = {one.name.partition("-")[0] for one in (tmp_path / "both").iterdir()}
    assert held == {"archive.json", "index.sqlite", "writer.lock"}
    both = Archive.open(tmp_path / "both")
    with both.reader() as reader:
        before = reader.last_seq()
        assert reader.capture("202612-0000001").file == "shards/2/batches/202612/0000.tw"
    with december.writer() as writer:
        new = writer.store(page(7, "", MONTH + 60))
        writer.commit()
        again = writer.store(NewVisit(new.url, new.date + timedelta(1), None, new.id, 304))
    with Archive.open(both.path).reader() as reader:
        assert [(one.id, one.base) for one in reader.versions(new.url, visits=True)] == [
            (new.id, None),
            (again.id, new.id),
        ]
        assert [one.url for one in reader.changes_after(before)] == [new.url]
    assert problems(both) == []
    assert sorted(told(both)) == sorted(told(november) + told(december))


def test_a_listed_archive_is_brought_up_to_date_while_it_is_held_open(
    november: Archive, december: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    join([november.path, december.path], tmp_path / "both", "manifest")
    both = Archive.open(tmp_path / "both")
    with december.writer() as writer:
        new = writer.store(page(7, "", MONTH + 60))
    monkeypatch.setattr("app.archive.archive._AGAIN", 0.0)
    with both.reader() as reader:
        assert reader.capture(new.id).url == new.url


def test_what_a_shard_writes_anew_is_read_where_it_stands_then(
    november: Archive, december: Archive, tmp_path: Path
) -> None:
    join([november.path, december.path], tmp_path / "both", "manifest")
    before = bodies(Archive.open(tmp_path / "both"))
    Archive.convert(november.path, "full")
    both = Archive.open(tmp_path / "both")
    assert bodies(both) == before and problems(both) == []
    seq = everything(both)
    Archive.reindex(december.path)
    assert everything(Archive.open(both.path)) == seq
    Archive.reindex(both.path)
    assert everything(both) == seq


def test_what_a_shard_reads_again_is_shown(november: Archive, december: Archive, tmp_path: Path) -> None:
    """Titles and all else, the next time the list is opened."""
    with closing(sqlite3.connect(december.path / "index.sqlite")) as db:
        db.execute("UPDATE captures SET title = 'as it was', extracted = 0")
        db.execute("UPDATE pages SET title = 'as it was'")
        db.commit()
    join([november.path, december.path], tmp_path / "both", "manifest")

    def title() -> str:
        with Archive.open(tmp_path / "both").reader() as reader:
            version = reader.latest_version("http://b.example/4")
            assert version is not None
            return str(version.title)

    assert title() == "as it was"
    assert Archive.reextract(december.path).changed
    assert title() == "Page 4"


def test_nothing_is_written_into_the_others_through_a_list(
    november: Archive, december: Archive, tmp_path: Path
) -> None:
    join([november.path, december.path], tmp_path / "both", "manifest")
    both = Archive.open(tmp_path / "both")
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.tw")}
    for forbidden in (
        both.writer,
        lambda: Archive.convert(both.path, "full"),
        lambda: Archive.reextract(both.path),
        lambda: Crawl.new(both, CrawlSettings(seeds=("http://a.example/",))),
    ):
        with pytest.raises(ArchiveJoined, match="is made of other archives") as refused:
            forbidden()
        assert refused.value.message.code == "archive-joined"
    assert not (both.path / "crawl.sqlite").exists() and not (both.path / "batches").exists()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.tw")} == files


def test_a_shard_that_is_not_there_is_missed_and_its_captures_stay_listed(
    november: Archive, december: Archive, tmp_path: Path
) -> None:
    join([november.path, december.path], tmp_path / "both", "manifest")
    december.path.rename(tmp_path / "elsewhere")
    both = Archive.open(tmp_path / "both")
    assert len(everything(both)) == 18
    with both.reader() as reader:
        with pytest.raises(StorageUnreadable):
            reader.body("202612-0000001")
        assert reader.body("202611-0000001")
        assert [lost.path for lost in reader.statistics().lost] == ["shards/2/batches/202612/0000.tw"]
    assert ("file-missing", "shards/2/batches/202612/0000.tw") in problems(both)
    with pytest.raises(ArchiveMissing):
        Archive.reindex(both.path)
    assert len(everything(both)) == 18, "the index stays where a new one cannot be made"


def test_archives_beside_the_list_can_be_moved_together(
    november: Archive, december: Archive, tmp_path: Path
) -> None:
    join([november.path, december.path], tmp_path / "both", "manifest")
    listed = json.loads((tmp_path / "both" / "archive.json").read_text())
    assert listed["shards"] == ["../november", "../december"] and listed["format_version"] == 2
    moved = tmp_path.with_name(f"{tmp_path.name}-moved")
    tmp_path.rename(moved)
    assert len(bodies(Archive.open(moved / "both"))) == 18
    moved.rename(tmp_path)


def test_a_list_can_be_exported_and_listed_again(
    november: Archive, december: Archive, tmp_path: Path
) -> None:
    join([november.path], tmp_path / "first", "manifest")
    join([tmp_path / "first", december.path], tmp_path / "both", "manifest")
    both = Archive.open(tmp_path / "both")
    assert both.shards == (november.path, december.path)
    with both.reader() as reader:
        export_archive(reader, tmp_path / "out.warc.gz", "warc")
    assert (tmp_path / "out.warc.gz").stat().st_size > 1000


def test_ids_that_are_not_unique_are_told_and_made_anew(november: Archive, tmp_path: Path) -> None:
    other = made(
        tmp_path / "other",
        *(page(n, "<p>other</p>", 5 + n) for n in range(3)),
        page(1, "", MONTH),
    )
    with pytest.raises(ArchiveError, match=r"3 captures of 202611 in .*other have ids") as refused:
        join([november.path, other.path], tmp_path / "both", "manifest")
    assert refused.value.message.arguments["detail"].code == "shards-share-ids"
    assert {one.name for one in tmp_path.iterdir()} == {"november", "other"}
    report = join([november.path, other.path], tmp_path / "both")
    assert [tuple(one) for one in report.renumbered] == [(other.path, "202611", 3)]
    both = Archive.open(tmp_path / "both")
    in_order(both)
    found = bodies(both)
    assert report.captures == len(found) == 17
    assert {found[id] for id in found} == {*bodies(november).values(), *bodies(other).values()}
    assert bodies(november).items() <= found.items(), "the first keeps its ids"
    assert found["202612-0000001"] == bodies(other)["202612-0000001"], "and so do months that are unique"


def test_a_list_whose_archives_come_to_share_ids_says_so(
    november: Archive, december: Archive, tmp_path: Path
) -> None:
    join([november.path, december.path], tmp_path / "both", "manifest")
    with november.writer() as writer:
        writer.store(page(9, "", MONTH))
    with pytest.raises(ArchiveError, match="have captures with the id 202612-0000001"):
        Archive.open(tmp_path / "both")


def test_what_cannot_be_joined_is_refused(november: Archive, tmp_path: Path) -> None:
    with pytest.raises(ArchiveExists):
        join([november.path], november.path)
    (tmp_path / "link").symlink_to(november.path)
    with pytest.raises(ArchiveError, match="link is named twice"):
        join([november.path, tmp_path / "link"], tmp_path / "both")
    with pytest.raises(ArchiveMissing):
        join([november.path, tmp_path / "nothing"], tmp_path / "both")
    assert {one.name for one in tmp_path.iterdir()} == {"november", "link"}


@pytest.mark.parametrize("by", ["copy", "manifest"])
def test_what_persons_made_of_pages_comes_along(
    november: Archive, december: Archive, tmp_path: Path, by: Any
) -> None:
    Notebook(december.path).write([Change(Target("http://b.example/4"), star=True, add=("seen",))])
    charsets.choose(december.path, "http://b.example/4", "gb18030")
    report = join([november.path, december.path], tmp_path / "both", by)
    assert report.marks == 1
    marks = Notebook(tmp_path / "both").read().summary("http://b.example/4")
    assert marks is not None and marks.star and marks.tags == ("seen",)
    assert charsets.all_choices(tmp_path / "both")[0] == {"http://b.example/4": "gb18030"}


KILLED = """
import os, signal, sys
from pathlib import Path
from app.interchange import joining
at, count = sys.argv[1], int(sys.argv[2])
joining._PIECE = 2000
def progress(step, done, total):
    global count
    count -= step == at
    if not count:
        os.kill(os.getpid(), signal.SIGKILL)
joining.join([Path(p) for p in sys.argv[4:]], Path(sys.argv[3]), progress=progress)
"""


def test_a_join_that_was_killed_goes_on_and_nothing_of_it_is_seen_before(
    november: Archive, december: Archive, tmp_path: Path
) -> None:
    other = made(tmp_path / "other", *(page(n, "<p>other</p>", 5 + n) for n in range(3)))
    archives = [november.path, december.path, other.path]
    join(archives, tmp_path / "whole")
    for step, count in (("copying", 2), ("indexing", 1), ("importing", 2)):
        command = [sys.executable, "-c", KILLED, step, str(count), tmp_path / "both", *archives]
        ended = subprocess.run(command, cwd=Path(__file__).parents[3], check=False)
        assert ended.returncode == -signal.SIGKILL
        assert not (tmp_path / "both").exists() and (tmp_path / ".both.joining").is_dir()
    copied = next((tmp_path / ".both.joining").glob("batches/202611/0000.tw"))
    before = copied.stat().st_ino
    join(archives, tmp_path / "both")
    assert (tmp_path / "both" / "batches" / "202611" / "0000.tw").stat().st_ino == before, "not copied again"
    assert bodies(Archive.open(tmp_path / "both")) == bodies(Archive.open(tmp_path / "whole"))
    assert not list(tmp_path.glob(".*"))


def test_another_join_than_the_one_that_was_broken_off_begins_anew(
    november: Archive, december: Archive, tmp_path: Path
) -> None:
    stopped = join([november.path, december.path], tmp_path / "both", cancelled=lambda: True)
    assert stopped.cancelled and not (tmp_path / "both").exists()
    join([december.path], tmp_path / "both")
    assert sorted(told(Archive.open(tmp_path / "both"))) == sorted(told(december))


def test_numbers_of_files_tell_the_shard(november: Archive, tmp_path: Path) -> None:
    shutil.copytree(november.path, tmp_path / "copy")
    made_of = Archive.create(tmp_path / "both", shards=[november.path, tmp_path / "copy"])
    assert [(batch, file) for batch, file, _ in batches.existing_files(made_of.path)] == [
        ("202611", STEP),
        ("202611", 2 * STEP),
    ]
    name = batches.relative_path("202611", 2 * STEP)
    assert batches.located(made_of.path, name) == tmp_path / "copy" / "batches" / "202611" / "0000.tw"

"""Stored pages read again by other extractors than those that read them first."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.documents.preparing import prepare
from app.archive.model import NewCapture
from app.errors import ArchiveLocked
from extractors.base import versions
from extractors.base.types import Document, Source
from extractors.door import guarded, registry
from extractors.door.workers import Workers
from extractors.plain import text as plain
from tests.archives import everything, in_order

HEALED = """
def sniff(data):
    return data.startswith(b"TROUBLE")
def extract(source):
    document = source.document()
    document.title = "Found"
    return document
"""
Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    text = {"media_type": "text/plain"}
    return fill(
        make_capture("http://a.test/a.txt", "First words\nand more", **text),
        make_capture("http://a.test/a.txt", "Second words\nand more", minutes=1, **text),
        make_capture("http://a.test/a.txt", "Second words\nand more", minutes=2, **text),
        make_capture("http://a.test/b.html", "<title>Page</title><a href=c>c</a>"),
        make_capture("http://a.test/d.txt", "Unchanged", **text),
    )


@pytest.fixture
def better(monkeypatch: pytest.MonkeyPatch) -> None:
    """An extractor of text that finds an author, and titles in capitals."""
    real = plain.extract

    def extract(source: Source) -> Document:
        document = real(source)
        if "words" in document.text:
            title = document.text.partition("\n")[0].upper()
            document.title, document.author, document.date = title, "Ann", "2019-01-01"
        return document

    monkeypatch.setitem(versions.VERSIONS, "text", versions.VERSIONS.get("text", 1) + 1)
    monkeypatch.setattr(plain, "extract", extract)
    registry._extractor.cache_clear()


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    registry._extractor.cache_clear()


def test_nothing_is_to_be_done_at_first(site: Archive) -> None:
    with site.reader() as reader:
        assert reader.outdated() == {}
    report = Archive.reextract(site.path)
    assert (report.read, report.changed, report.failed, report.cancelled) == (0, 0, 0, False)
    report = Archive.reextract(site.path, everything=True)
    assert (report.read, report.changed) == (4, 0)


def test_titles_and_facets_are_brought_up_to_date(site: Archive, better: None) -> None:
    with site.reader() as reader:
        assert reader.outdated() == {"text": 3}
    steps: list[tuple[int, int]] = []
    report = Archive.reextract(site.path, progress=lambda *step: steps.append(step))
    assert (report.read, report.changed, report.failed) == (3, 2, 0)
    assert steps == [(1, 3), (2, 3), (3, 3)]
    with site.reader() as reader:
        assert reader.outdated() == {}
        assert [one.title for one in reader.versions("http://a.test/a.txt", visits=True)] == [
            "FIRST WORDS",
            "SECOND WORDS",
            "SECOND WORDS",
        ]
        shown = {one.name: one.title for one in reader.all_pages()}
        assert (shown["a.txt"], shown["b.html"]) == ("SECOND WORDS", "Page")
        assert reader.facets()["author"] == [("", 2), ("Ann", 1)]
        assert reader.about("202611-0000001").published == "2019-01-01"
        [link] = reader.links("202611-0000004")
        assert link.url == "http://a.test/c"
    in_order(site)  # the batches alone give the same


def test_only_the_formats_asked_for(site: Archive, better: None) -> None:
    assert Archive.reextract(site.path, ("html", "pdf")).read == 0
    assert Archive.reextract(site.path, ("html", "pdf"), everything=True).read == 1
    with site.reader() as reader:
        assert reader.outdated() == {"text": 3}


def test_what_was_done_stays_when_it_is_stopped(site: Archive, better: None) -> None:
    asked = iter([False, True])
    report = Archive.reextract(site.path, cancelled=lambda: next(asked))
    assert (report.read, report.cancelled) == (1, True)
    with site.reader() as reader:
        assert reader.outdated() == {"text": 2}
        assert list(reader.verify()) == []
    assert Archive.reextract(site.path).read == 2


def test_a_damaged_record_keeps_what_is_known(site: Archive, better: None) -> None:
    with site.reader() as reader:
        first = reader.capture("202611-0000001")
    assert first.title != "FIRST WORDS"
    path = site.path / first.file
    path.write_bytes(path.read_bytes()[: first.offset] + b"X" + path.read_bytes()[first.offset + 1 :])
    report = Archive.reextract(site.path)
    assert (report.read, report.changed, report.failed) == (3, 1, 1)
    with site.reader() as reader:
        assert reader.capture("202611-0000001") == first


def test_one_writer_at_a_time(site: Archive) -> None:
    with site.writer(), pytest.raises(ArchiveLocked):
        Archive.reextract(site.path)


def test_what_took_too_long_is_read_again(
    fill: Fill, make_capture: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A document that hangs in its extractor is stored all the same; another day the extractor may not hang."""

    trouble = Path(__file__).parents[3] / "extractors" / "trouble.py"
    about = tmp_path / "registry/trouble-1.0.dist-info"
    about.mkdir(parents=True)
    shutil.copy(trouble, about.parent / "trouble.py")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: trouble\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{registry.GROUP}]\ntrouble = trouble\n")
    monkeypatch.syspath_prepend(str(about.parent))
    registry.installed.cache_clear()
    with Workers(1, seconds=0.6) as quick:
        monkeypatch.setattr(guarded, "shared", lambda: quick)
        hanging = prepare(
            make_capture("http://a.test/a", b"TROUBLE hang", media_type="application/x-trouble")
        )
        assert hanging.read.warnings == ("Reading it took longer than 0.6 seconds; it was given up.",)
        archive = fill(hanging, make_capture("http://a.test/b", "<title>Page</title>"))
        with archive.reader() as reader:
            assert [capture.title for capture in reader.captures()] == ["", "Page"]
            assert sum(reader.outdated().values()) == 1
        report = Archive.reextract(archive.path)
        assert (report.read, report.failed, report.given_up) == (1, 1, 0)
        report = Archive.reextract(archive.path)  # once is enough
        assert (report.read, report.failed, report.given_up) == (0, 0, 1)
        with archive.reader() as reader:
            assert reader.outdated() == {}
        (about.parent / "trouble.py").write_text(HEALED)
        quick.seconds = 20
        report = Archive.reextract(archive.path, given_up=True)
    registry.installed.cache_clear()
    assert (report.read, report.changed, report.failed) == (1, 1, 0)
    assert [row[5] for row in everything(archive)] == ["Found", "Page"]

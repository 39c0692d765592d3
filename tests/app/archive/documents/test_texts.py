"""Documents that are kept, so that they are not read twice."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.documents import reading
from app.archive.documents.texts import NAME, Texts, asked_of
from app.archive.model import NewCapture
from extractors.base import versions
from extractors.base.types import Candidate, Document, Line, Link, Member, Official, Part, Picture
from extractors.door import guarded

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
DIGEST = b"d" * 32
ASKED = asked_of("pdf", "a.pdf", "http://a.test/a.pdf", ())
FULL = Document(
    "pdf",
    "application/pdf",
    "Title",
    "metadata",
    "Text\ud800",
    "Author",
    "2019-05-04",
    "zh-Hans",
    (Link("http://b/", "a", "b", False, "nofollow", True, "2019"),),
    {"pages": "3"},
    ("Something.",),
    (
        Part("heading", "H", 2),
        Part("table", "", rows=(("a", "b"), ())),
        Part("image", "", url="u", role="page"),
    ),
    "",
    (("robots", "none"),),
    (Candidate("Title", "metadata", 2.5, "because"),),
    (Part("heading", "H", 2),),
    Official("issuer", "to", "1号", "2019"),
    (Picture(b"\x89PNG" * 100, "image/png", 3, 4, 1.25, "c"), Picture(b"", "image/gif")),
    (Line(1.5, "la"),),
    (Member("a", 3, "text/plain", ""),),
)


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    return Texts(tmp_path)


def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is really read from now on, and not found among what is kept; all of that takes long."""
    read: list[str] = []
    real = guarded.extract

    def extract(data: bytes, **how: str) -> Document:
        read.append(how["name"])
        return real(data, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(guarded, "extract", extract)
    monkeypatch.setattr(reading, "WORTH_KEEPING", 0.0)
    return read


def test_a_document_comes_back_whole(texts: Texts) -> None:
    texts.keep(DIGEST, ASKED, FULL)
    assert texts.get(DIGEST, ASKED) == FULL
    assert texts.get(b"e" * 32, ASKED) is None
    assert texts.get(DIGEST, asked_of("pdf", "b.pdf", "", ())) is None
    texts.close()


def test_the_address_counts_only_where_links_depend_on_it() -> None:
    assert asked_of("pdf", "a", "http://a/a", ()) == asked_of("pdf", "a", "http://b/a", ())
    assert asked_of("html", "a", "http://a/a", ()) != asked_of("html", "a", "http://b/a", ())


def test_a_capture_is_read_once(fill: Fill, make_capture: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = fill(make_capture("http://a.test/a", "<title>A</title><p>Words"))
    read = reads(monkeypatch)
    with archive.reader() as reader:
        [capture] = reader.captures()
        first = reader.document(capture)
    with archive.reader() as reader:
        assert reader.document(capture) == first
        assert read == ["a"]
        reader.document(capture, main=True)
        assert read == ["a", "a"]


def test_another_edition_of_the_extractor_reads_its_format_again(
    fill: Fill, make_capture: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = fill(
        make_capture("http://a.test/a.html", "<title>A</title><p>Words"),
        make_capture("http://a.test/b.txt", "Words", media_type="text/plain"),
    )
    read = reads(monkeypatch)
    with archive.reader() as reader:
        ids = [capture.id for capture in reader.captures()]
        for _ in range(2):
            for id in ids:
                reader.document(id)
        monkeypatch.setitem(versions.VERSIONS, "text", 7)
        for id in ids:
            reader.document(id)
    assert read == ["a.html", "b.txt", "b.txt"]


def test_what_was_not_looked_at_makes_room(tmp_path: Path) -> None:
    texts = Texts(tmp_path, most=300_000)
    for number in range(60):
        text = os.urandom(10_000).hex()
        texts.keep(number.to_bytes(32, "big"), ASKED, Document("text", "text/plain", text=text))
    kept = [number for number in range(60) if texts.get(number.to_bytes(32, "big"), ASKED)]
    texts.close()
    assert 10 < len(kept) < 40
    assert kept == list(range(60 - len(kept), 60))
    assert (tmp_path / NAME).stat().st_size < 450_000


@pytest.mark.parametrize("content", [b"", b"no database" * 100, b"SQLite format 3\0" + bytes(5000)])
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    for _ in range(2):
        texts = Texts(tmp_path)
        texts.get(DIGEST, ASKED)
        texts.keep(DIGEST, ASKED, FULL)
        texts.close()
    texts = Texts(tmp_path)
    assert texts.get(DIGEST, ASKED) == FULL
    texts.close()


@pytest.mark.parametrize("packed", [b"", b"x", b"\x00\x00\x00\x02{}", b"\x00\x00\x00\x02[]", b"\xff" * 9])
def test_a_made_up_value_is_passed_over(texts: Texts, packed: bytes, tmp_path: Path) -> None:
    import zlib

    texts.keep(DIGEST, ASKED, FULL)
    for value in (packed, zlib.compress(packed)):
        with sqlite3.connect(tmp_path / NAME) as db:
            db.execute("UPDATE texts SET packed = ?", (value,))
        db.close()
        assert texts.get(DIGEST, ASKED) is None
    texts.keep(DIGEST, ASKED, FULL)
    assert texts.get(DIGEST, ASKED) == FULL
    texts.close()


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "precious.sqlite"
    archive = tmp_path / "a.archive"
    archive.mkdir()
    (archive / NAME).symlink_to(elsewhere)
    texts = Texts(archive)
    texts.keep(DIGEST, ASKED, FULL)
    texts.close()
    assert not elsewhere.exists()


def test_an_archive_works_without_it(fill: Fill, make_capture: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that cannot be written."""
    archive = fill(make_capture("http://a.test/a", "<title>A</title><p>Words"))
    read = reads(monkeypatch)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with archive.reader() as reader:
        assert reader.document("202611-0000001").title == "A"
        assert reader.document("202611-0000001").title == "A"
    assert read == ["a", "a"]
    assert not (archive.path / NAME).exists()

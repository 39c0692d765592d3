"""ARC files of both versions come in, plain and in members, and damage in them costs no other record."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.interchange.importing import import_files
from app.interchange.sniffing import recognise
from app.interchange.warc_reader import ArcReader, WarcRecord
from tests.webarchives import arc, http

PAGES = [
    ("http://a.test/", http("<title>One</title>")),
    ("http://a.test/with space.htm", http("two\n\n" * 3000)),
    ("dns:a.test", b"20030415081306\na.test. 1 IN A 10.0.0.1"),
    ("http://a.test/bare", b"<title>No head</title>"),
    ("http://a.test/last", http(bytes(range(256)))),
]


def split(content: bytes) -> list[bytes]:
    """The records of an ARC file, each with its line."""
    offsets = [each.offset for each in ArcReader(io.BytesIO(content))]
    return [content[a:b] for a, b in zip(offsets, [*offsets[1:], len(content)], strict=True)]


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("packing", ["plain", "members", "one"])
def test_all_pages_come_in(archive: Archive, tmp_path: Path, version: int, packing: str) -> None:
    content = arc(*PAGES, version=version)
    if packing != "plain":
        content = b"".join(map(gzip.compress, split(content) if packing == "members" else [content]))
    path = tmp_path / "old.arc"
    path.write_bytes(content)
    assert recognise(path) == "arc"
    with archive.writer() as writer:
        [report] = import_files(writer, [path]).files
    assert (report.format, report.stored, report.damaged, report.tail) == ("arc", 4, [], None)
    assert (report.beside, report.skipped) == ({"warcinfo": 1, "attached": 1}, [])
    with archive.reader() as reader:
        for url, block in PAGES:
            if url.startswith("http"):
                page = reader.page_meant(url)
                assert page is not None
                [capture] = reader.versions(page.url)
                assert reader.record(capture).data() == block
                assert (capture.date.isoformat(), capture.ip) == ("2003-04-15T08:13:06+00:00", "10.0.0.1")


@pytest.mark.parametrize("change", [-7, 9, 10**7])
def test_a_wrong_length_costs_no_other_page(change: int) -> None:
    block = PAGES[1][1]
    content = arc(*PAGES).replace(b" %d\n" % len(block), b" %d\n" % (len(block) + change))
    found = [each for each in ArcReader(io.BytesIO(content)) if isinstance(each, WarcRecord)]
    assert [each.block for each in found[1:]] == [block for _, block in PAGES]
    assert "length is too" in found[2].problem


def test_a_cut_file_says_where() -> None:
    content = arc(*PAGES)
    reader = ArcReader(io.BytesIO(content[:-20]))
    assert len(list(reader)) == 5
    assert reader.tail is not None
    assert reader.tail.offset == sum(map(len, split(content)[:5]))


def test_twelve_digits_are_a_date(archive: Archive, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(arc(PAGES[0], date="199912312359"))
    with archive.writer() as writer:
        import_files(writer, [tmp_path / "x"])
    with archive.reader() as reader:
        assert reader.versions(PAGES[0][0])[0].date.isoformat() == "1999-12-31T23:59:00+00:00"


@given(st.data())
@settings(max_examples=100)
def test_nothing_makes_the_reader_raise(data: st.DataObject) -> None:
    content = bytearray(arc(*PAGES[:1], *PAGES[2:]))
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=40))
        if not content:
            break
    reader = ArcReader(io.BytesIO(bytes(content)))
    offsets = [each.offset for each in reader]
    assert offsets == sorted(offsets)
    assert all(0 <= offset <= len(content) for offset in offsets)

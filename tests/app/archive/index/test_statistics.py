"""The figures of an archive are those of its captures, and are there at once in a large one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from app.archive.archive import Archive
from app.archive.model import NewCapture

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
MONTH = 31 * 24 * 60


def test_figures_are_those_of_the_captures(fill: Fill, make_capture: Make) -> None:
    archive = fill(
        make_capture("http://a.example/", "<html lang=zh><title>荷塘</title><p>这几天心里颇不宁静"),
        make_capture(
            "http://a.example/", "<html lang=zh><title>荷塘</title><p>这几天心里颇不宁静", minutes=5
        ),
        make_capture(
            "http://a.example/", "<html lang=en><title>Pond</title><p>The lotus pond", minutes=MONTH
        ),
        make_capture("http://b.example/i.png", b"\x89PNG\r\n", minutes=MONTH, media_type="image/png"),
        make_capture("http://b.example/x", "gone", minutes=MONTH * 2, status=404),
    )
    with archive.reader() as reader:
        told, captures = reader.statistics(), list(reader.captures())
        languages = Counter(reader.document(c).language for c in captures if c.kind == "version")
    sizes = {path.parent.name: path.stat().st_size for path in archive.path.glob("batches/*/*.tw")}
    assert (told.pages, told.documents, told.versions, told.visits, told.hosts) == (3, 1, 4, 1, 2)
    assert told.stored_bytes == sum(sizes.values())
    assert told.body_bytes == sum(c.length for c in captures if c.kind == "version")
    assert (told.first, told.last) == (captures[0].date, captures[-1].date)
    assert told.by_batch == {"202611": 2, "202612": 2, "202701": 1}
    assert told.by_host == {"b.example": 2, "a.example": 1}
    assert told.by_status == {200: 2, 404: 1} and told.by_type == {"text/html": 2, "image/png": 1}
    assert told.by_language == languages
    assert told.growth == [
        ("2026-11", 1, 1, sizes["202611"]),
        ("2026-12", 2, 0, sizes["202612"]),
        ("2027-01", 1, 0, sizes["202701"]),
    ]
    first = told.batches[0]
    assert (first.batch, first.files, first.versions, first.visits, first.bytes) == (
        "202611",
        1,
        1,
        1,
        sizes["202611"],
    )
    assert (first.first, first.last) == (captures[0].date, captures[1].date)
    assert told.url_index and (told.url_index.kind, told.url_index.added) == ("bits", 3)


def test_an_empty_archive_has_figures_too(archive: Archive) -> None:
    with archive.reader() as reader:
        told = reader.statistics()
        assert (told.pages, told.stored_bytes, told.body_bytes, told.first, told.last) == (
            0,
            0,
            0,
            None,
            None,
        )
        assert told.growth == [] == told.batches == reader.batches()


def test_batches_show_files_without_rows_and_rows_without_files(fill: Fill, make_capture: Make) -> None:
    archive = fill(make_capture("http://a.example/", "x"))
    (archive.path / "batches/202611/0000.tw").unlink()
    (archive.path / "batches/202701").mkdir()
    (archive.path / "batches/202701/0000.tw").write_bytes(b"not yet read")
    with archive.reader() as reader:
        assert [(b.batch, b.files, b.versions, b.bytes) for b in reader.batches()] == [
            ("202611", 0, 1, 0),
            ("202701", 1, 0, 12),
        ]


def test_pages_that_are_left_out_count_as_if_they_had_never_come(
    tmp_path: Path, fill: Fill, make_capture: Make
) -> None:
    """Pages, sites, folders below them, types, months: the same as in an archive without them but for the size of files;
    and the next figures are whole again."""
    kept = [
        make_capture("http://a.example/", "<title>A</title><p>The lotus pond"),
        make_capture("http://a.example/x/y.html", "<title>Y</title><p>Another", minutes=MONTH),
        make_capture("http://b.example/i.png", b"\x89PNG\r\n", media_type="image/png"),
    ]
    secret = [
        make_capture("http://a.example/x/secret.html", "<html lang=zh><p>这几天心里颇不宁静", minutes=MONTH),
        make_capture("http://a.example/x/secret.html", "<html lang=zh><p>这几天心里", minutes=2 * MONTH),
        make_capture("http://c.example/secret", "gone", status=404),
    ]
    archive, without = fill(*kept, *secret), Archive.create(tmp_path / "without.archive")
    with without.writer() as writer:
        for one in kept:
            writer.store(one)
    with archive.reader() as reader, without.reader() as other:
        pages = [page.page_id for page in reader.find("") if "secret" in page.url]
        assert len(pages) == 2
        whole, wanted = reader.statistics(), other.statistics()
        told = reader.statistics(without=pages)
        for name in (
            "pages",
            "documents",
            "versions",
            "visits",
            "hosts",
            "body_bytes",
            "by_type",
            "by_status",
        ):
            assert getattr(told, name) == getattr(wanted, name), name
        assert (told.by_host, told.by_language, told.last) == (
            wanted.by_host,
            wanted.by_language,
            wanted.last,
        )
        assert [row[1:3] for row in told.growth if any(row[1:3])] == [row[1:3] for row in wanted.growth]
        assert reader.statistics() == whole

"""Metadata for citing, duplicates, and the manifest of an export."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from app.archive.archive import Archive
from app.archive.index.facets import FacetChoice
from app.archive.model import NewCapture
from app.exporting.export import export
from app.exporting.formats import entry
from app.tianwang.reader import RecordReader

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
PAGE = (
    "<html lang=en><head><title>{title}</title><meta name=author content='Li Hua; Ann O&apos;Neil'>"
    "<meta property='article:published_time' content='2019-05-04T10:00:00Z'></head><body><p>Words.</p>"
)


def test_bibtex_cites_pages(fill: Fill, make_capture: Make, tmp_path: Path) -> None:
    archive = fill(make_capture("http://a.test/x_y?a=1&b={2}", PAGE.format(title="50 % of {all} costs_")))
    with archive.reader() as reader:
        report = export(reader, reader.all_pages(), tmp_path, "bibtex")
        [capture] = reader.captures()
    written = report.manifest.read_text("utf-8")
    assert written.startswith("@misc{202611-0000001,\n  title = {{50 \\% of \\{all\\} costs\\_}},\n")
    assert "  author = {{Li Hua} and {Ann O'Neil}},\n  year = {2019},\n  date = {2019-05-04},\n" in written
    assert (
        "  url = {http://a.test/x_y?a=1&b=%7B2%7D},\n  urldate = {2026-11-21},\n  language = {en},\n"
        in written
    )
    assert capture.digest in written
    assert written.count("{") - written.count("\\{") == written.count("}") - written.count("\\}")


def test_an_entry_without_anything_known_is_still_one() -> None:
    row = {
        "id": "1",
        "title": "",
        "url": "http://a/",
        "author": "",
        "published": "",
        "date": "2026-11-21T08:00:00",
        "issuer": "",
        "language": "",
        "digest": "sha256:0",
    }
    assert "title = {{http://a/}}" in entry(row)  # type: ignore[arg-type]


def test_the_list_of_pages_says_what_is_known(fill: Fill, make_capture: Make, tmp_path: Path) -> None:
    archive = fill(make_capture("http://a.test/", PAGE.format(title="Page")))
    with archive.reader() as reader:
        report = export(reader, reader.all_pages(), tmp_path, "json")
    [row] = json.loads(report.manifest.read_text("utf-8"))
    assert (row["format"], row["language"], row["published"][:10]) == ("html", "en", "2019-05-04")
    assert row["author"].startswith("Li Hua")


def test_the_same_content_is_written_once_if_wanted(fill: Fill, make_capture: Make, tmp_path: Path) -> None:
    page = PAGE.format(title="Same")
    alike = [make_capture(f"http://a.test/{name}", page) for name in "abc"]
    archive = fill(*alike, make_capture("http://a.test/d", "<p>x"))
    with archive.reader() as reader:
        all_of_them = export(reader, reader.all_pages(), tmp_path / "all", "text")
        once = export(reader, reader.all_pages(), tmp_path / "once", "text", once=True)
    assert (all_of_them.files, all_of_them.duplicates) == (4, 0)
    assert (once.files, once.duplicates) == (2, 2)
    rows = json.loads((tmp_path / "once/manifest.json").read_text("utf-8"))
    assert [row["file"] for row in rows] == ["Same.txt"] * 3 + ["d.txt"]
    assert [row["note"] for row in rows] == ["", *["the same content as 202611-0000001"] * 2, ""]


def test_the_manifest_leads_to_the_record_and_proves_the_file(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(make_capture("http://a.test/", PAGE.format(title="Page")))
    with archive.reader() as reader:
        export(reader, reader.all_pages(), tmp_path, "docx")
    [row] = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    written = (tmp_path / row["file"]).read_bytes()
    assert (row["sha256"], row["bytes"]) == (hashlib.sha256(written).hexdigest(), len(written))
    with RecordReader(archive.path / row["record_file"]) as records:
        assert records.at(row["record_offset"]).url == row["url"]


def test_only_the_chosen_pages(fill: Fill, make_capture: Make, tmp_path: Path) -> None:
    archive = fill(
        make_capture("http://a.test/", PAGE.format(title="Page")),
        make_capture("http://a.test/b.txt", "Words", media_type="text/plain"),
    )
    with archive.reader() as reader:
        report = export(reader, reader.all_pages(choice=FacetChoice(type=("text",))), tmp_path, "original")
    assert report.files == 1
    assert (tmp_path / "a.test/b.txt").read_text() == "Words"

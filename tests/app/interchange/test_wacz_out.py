"""Export to WACZ: a ZIP file whose parts can be read one by one, with digests of all of them."""

from __future__ import annotations

import gzip
import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

from app.archive.archive import Archive
from app.interchange.exporting import export_archive
from tests.conftest import START, capture
from tests.warcs import captures

Fill = Callable[..., Archive]


def export(archive: Archive, dest: Path, **options: object) -> zipfile.ZipFile:
    with archive.reader() as reader:
        [path] = export_archive(reader, dest, "wacz", **options).files  # type: ignore[arg-type]
    return zipfile.ZipFile(path)


def site(fill: Fill) -> Archive:
    return fill(
        capture("http://a.test/", "<title>Home 北京</title><p>Words"),
        capture("http://a.test/logo.png", b"\x89PNG\r\n\x1a\n", media_type="image/png"),
        capture("http://a.test/", "<title>Home 北京</title><p>Words", minutes=1),
        capture("http://a.test/", "<title>New home</title><p>Words", minutes=2),
        capture("http://a.test/gone", "not here", status=404),
        capture("http://a.test/untitled", "<p>Words"),
    )


def test_all_parts_are_listed_with_their_digests(fill: Fill, tmp_path: Path) -> None:
    with export(site(fill), tmp_path / "out.wacz") as wacz:
        assert wacz.testzip() is None
        package = json.loads(wacz.read("datapackage.json"))
        listed = {resource["path"]: resource for resource in package["resources"]}
        assert set(listed) | {"datapackage.json", "datapackage-digest.json"} == set(wacz.namelist())
        for path, resource in listed.items():
            data = wacz.read(path)
            assert resource["hash"] == "sha256:" + hashlib.sha256(data).hexdigest()
            assert resource["bytes"] == len(data) and resource["name"] == path.rpartition("/")[2]
        assert (package["profile"], package["wacz_version"], package["title"]) == (
            "data-package",
            "1.1.1",
            "Test",
        )
        assert package["mainPageUrl"] == "http://a.test/"
        digest = json.loads(wacz.read("datapackage-digest.json"))
        expected = "sha256:" + hashlib.sha256(wacz.read("datapackage.json")).hexdigest()
        assert digest == {"path": "datapackage.json", "hash": expected}


def test_compressed_parts_are_stored_so_that_they_can_be_read_in_pieces(fill: Fill, tmp_path: Path) -> None:
    with export(site(fill), tmp_path / "out.wacz") as wacz:
        methods = {info.filename: info.compress_type for info in wacz.infolist()}
    assert {methods["archive/data.warc.gz"], methods["indexes/index.cdx.gz"]} == {zipfile.ZIP_STORED}


def test_pages_are_the_versions_of_documents_with_their_titles(fill: Fill, tmp_path: Path) -> None:
    with export(site(fill), tmp_path / "out.wacz") as wacz:
        header, *pages = map(json.loads, wacz.read("pages/pages.jsonl").splitlines())
    assert header["format"] == "json-pages-1.0"
    assert [(page["url"], page["title"], page["ts"]) for page in pages] == [
        ("http://a.test/", "Home 北京", "2026-11-21T08:00:00Z"),
        ("http://a.test/", "New home", "2026-11-21T08:02:00Z"),
        ("http://a.test/untitled", "http://a.test/untitled", "2026-11-21T08:00:00Z"),
    ]
    assert len({page["id"] for page in pages}) == 3


def test_the_index_finds_the_record_of_every_capture(fill: Fill, tmp_path: Path) -> None:
    with export(site(fill), tmp_path / "out.wacz") as wacz:
        warc = tmp_path / "data.warc.gz"
        warc.write_bytes(wacz.read("archive/data.warc.gz"))
        index = gzip.decompress(wacz.read("indexes/index.cdx.gz")).decode("ascii").splitlines()
        assert wacz.read("indexes/index.idx").startswith(b"!meta 0 ")
    places = {str(record.offset): record for record in captures(warc)}
    entries = [json.loads(line.split(" ", 2)[2]) for line in index]
    assert index == sorted(index) and len(entries) == len(places) == 6
    for entry in entries:
        record = places[entry["offset"]]
        assert entry["filename"] == "data.warc.gz" and int(entry["length"]) == record.length
        assert (
            entry["mime"] == "warc/revisit" if record.kind == "revisit" else entry["status"] in ("200", "404")
        )


def test_a_choice_without_documents_is_a_package_all_the_same(fill: Fill, tmp_path: Path) -> None:
    with export(site(fill), tmp_path / "folder", urls=["http://a.test/logo.png"]) as wacz:
        assert "mainPageUrl" not in json.loads(wacz.read("datapackage.json"))
        assert len(wacz.read("pages/pages.jsonl").splitlines()) == 1


def test_an_archive_that_is_called_something_wild_stays_in_its_folder(tmp_path: Path) -> None:
    archive = Archive.create(tmp_path / "wild.archive", "../../etc/ “x”\r\n\0")
    with archive.writer() as writer:
        writer.store(capture("http://a.test/../../x", "<title>../../y</title>"))
    with export(archive, tmp_path / "out", since=START) as wacz:
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["etc_x.wacz"]
        assert all(".." not in name for name in wacz.namelist())

"""WACZ files are read where they stand: nothing is unpacked under their names, no bomb goes off."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.interchange.arrivals import FileReport
from app.interchange.importing import import_files
from app.interchange.sniffing import recognise
from tests.webarchives import arc, http, members, record, wacz

RECORDS = [record(http(f"<title>{n}</title>"), url=f"http://a.test/{n}") for n in range(4)]


def bring(archive: Archive, path: Path, content: bytes) -> FileReport:
    path.write_bytes(content)
    with archive.writer() as writer:
        [report] = import_files(writer, [path]).files
    return report


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_all_web_archives_in_it_come_in(archive: Archive, tmp_path: Path, method: int) -> None:
    content = wacz(
        {
            "archive/data.warc.gz": members(RECORDS[:2]),
            "archive/more.warc": b"".join(RECORDS[2:]),
            "archive/old.arc": arc(("http://old.test/", http("old"))),
            "indexes/index.cdx": b"x",
            "pages/pages.jsonl": b"{}",
        },
        method,
    )
    report = bring(archive, tmp_path / "some.zip", content)
    assert recognise(tmp_path / "some.zip") == "wacz"
    assert (report.format, report.stored, report.skipped, report.damaged, report.error) == (
        "wacz",
        5,
        [],
        [],
        "",
    )


def test_offsets_of_stored_members_are_those_of_the_file(archive: Archive, tmp_path: Path) -> None:
    packed = bytearray(members(RECORDS[1:2]))
    packed[-6] ^= 1
    content = wacz({"archive/data.warc.gz": members(RECORDS[:1]) + bytes(packed) + members(RECORDS[2:])})
    report = bring(archive, tmp_path / "a.wacz", content)
    assert report.stored == 3
    assert [offset for offset, _ in report.damaged] == [content.index(bytes(packed))]


def test_names_that_lead_elsewhere_write_nothing(archive: Archive, tmp_path: Path) -> None:
    content = wacz(
        {"../../evil.warc": RECORDS[0], "/etc/evil.warc": RECORDS[1], "C:\\evil.warc": RECORDS[2]},
        zipfile.ZIP_DEFLATED,
    )
    inside = tmp_path / "some" / "folders" / "deep"
    inside.mkdir(parents=True)
    report = bring(archive, inside / "a.wacz", content)
    assert report.stored == 3
    assert list(tmp_path.rglob("*evil*")) == []


def test_a_bomb_is_told_and_not_unpacked(archive: Archive, tmp_path: Path) -> None:
    content = wacz({"archive/a.warc": bytes(50_000_000), "archive/b.warc": RECORDS[0]}, zipfile.ZIP_DEFLATED)
    report = bring(archive, tmp_path / "a.wacz", content)
    assert report.stored == 1
    assert "would unpack to 50000000 bytes" in report.skipped[0][1]


def test_entries_that_overlap_are_refused(archive: Archive, tmp_path: Path) -> None:
    content = wacz({f"archive/{n}.warc": b"".join(RECORDS) * 5 for n in range(3)})
    entry = content.index(b"PK\x01\x02")
    directory = bytearray(content[entry:])
    # every entry announces the size of the whole file
    for at in range(len(directory) - 46):
        if directory[at : at + 4] == b"PK\x01\x02":
            directory[at + 20 : at + 28] = len(content).to_bytes(4, "little") * 2
    report = bring(archive, tmp_path / "a.wacz", content[:entry] + bytes(directory))
    assert "more than it can hold" in report.error
    assert report.stored == 0


@pytest.mark.parametrize("size", [10, 40])
def test_damaged_directories_are_one_sentence(archive: Archive, tmp_path: Path, size: int) -> None:
    report = bring(archive, tmp_path / "a.wacz", wacz({"archive/a.warc": RECORDS[0]})[:size])
    assert "is damaged" in report.error
    assert report.format == "wacz"


def test_a_damaged_deflated_member_gives_what_can_be_read(archive: Archive, tmp_path: Path) -> None:
    content = bytearray(
        wacz({"archive/a.warc": b"".join(RECORDS), "archive/b.warc": RECORDS[0]}, zipfile.ZIP_DEFLATED)
    )
    place = content.index(b"archive/a.warc") + 40
    content[place : place + 20] = zlib.compress(b"other")[:20].ljust(20, b"\xff")
    report = bring(archive, tmp_path / "a.wacz", bytes(content))
    assert report.stored + report.known >= 1
    assert "archive/a.warc does not unpack" in report.damaged[0][1]


def test_files_of_files_and_files_without_pages_are_told(archive: Archive, tmp_path: Path) -> None:
    inner = wacz({"archive/a.warc": RECORDS[0]})
    report = bring(
        archive, tmp_path / "multi.wacz", wacz({"inner.wacz": inner, "archive/note.warc": b"nothing"})
    )
    told = [sentence for _, sentence in report.skipped]
    assert told == [
        "The file holds other WACZ files. Unpack it, and import those.",
        "archive/note.warc is no WARC file.",
    ]


def test_other_zip_files_are_none(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.docx", "w") as archive:
        archive.writestr("word/document.xml", "<x/>")
    assert recognise(tmp_path / "x.docx") == ""


@pytest.mark.parametrize("flags", [0, 8])
def test_a_file_that_was_cut_gives_what_is_left_of_it(archive: Archive, tmp_path: Path, flags: int) -> None:
    """Without the directory at the end of a ZIP nobody says what it holds, and where."""
    content = bytearray(wacz({"pages/pages.jsonl": b"{}" * 50, "archive/data.warc.gz": members(RECORDS)}))
    header = content.index(b"archive/data.warc.gz") - 30
    content[header + 6] = flags  # 8: the sizes stand behind the data
    last = content.index(members(RECORDS[3:]))
    report = bring(archive, tmp_path / "cut.wacz", bytes(content[: last + 20]))
    assert report.stored == 3 and not report.error
    assert "ZIP directory cannot be read" in report.damaged[0][1]
    assert report.damaged[1][0] == last


def test_the_directory_alone_may_be_lost(archive: Archive, tmp_path: Path) -> None:
    content = wacz({"archive/a.warc.gz": members(RECORDS[:2]), "archive/b.warc.gz": members(RECORDS[2:])})
    report = bring(archive, tmp_path / "a.wacz", content[: content.index(b"PK\x01\x02")])
    assert report.stored == 4 and not report.error

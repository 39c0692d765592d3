"""Archives and compressed files: what is inside is listed, and read within limits. Nothing is written to a disk."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import tarfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import py7zr
import pytest

from extractors.base import types as limits
from extractors.containers import archives as compressed
from extractors.containers import members
from extractors.door.registry import extract

PAGE = b"<!doctype html><title>Titel</title><p>Hallo Welt, dies ist ein kurzer deutscher Text.</p>"
FILES = {
    "a/page.html": PAGE,
    "../../etc/passwd": b"root:x",
    "说明.txt": "你好，世界。这是一个文件。".encode("gbk"),
    "p.png": b"\x89PNG\r\n\x1a\n\0\0",
}


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 2, 29, 10, 11, 12)), data, method)
    return target.getvalue()


def tarred(files: dict[str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=form) as archive:
        for name, data in files.items():
            about = tarfile.TarInfo(name)
            about.size, about.mtime = len(data), 1709201472
            archive.addfile(about, io.BytesIO(data))
    return target.getvalue()


def seven_zipped(files: dict[str, bytes], **options: object) -> bytes:
    target = io.BytesIO()
    with py7zr.SevenZipFile(target, "w", **options) as archive:  # type: ignore[arg-type]
        for name, data in files.items():
            archive.writef(io.BytesIO(data), name.replace("../", ""))
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "format_name"),
    [
        (zipped(FILES), "zip"),
        (zipped(FILES, zipfile.ZIP_BZIP2), "zip"),
        (zipped(FILES, zipfile.ZIP_LZMA), "zip"),
        (tarred(FILES), "tar"),
        (tarred(FILES, tarfile.GNU_FORMAT), "tar"),
        (gzip.compress(tarred(FILES)), "gzip"),
        (bz2.compress(tarred(FILES)), "bzip2"),
        (lzma.compress(tarred(FILES)), "xz"),
        (seven_zipped(FILES), "7z"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_members_are_listed_and_documents_among_them_read(
    data: bytes, format_name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    document = extract(data)
    assert (document.format, document.title, document.error, document.warnings) == (format_name, "", "", ())
    assert [(member.name.replace("../", ""), member.size) for member in document.members] == [
        (name.replace("../", ""), len(content)) for name, content in FILES.items()
    ]
    headings = [part.text.replace("../", "") for part in document.parts if part.kind == "heading"]
    assert headings == ["a/page.html", "etc/passwd", "说明.txt"]
    assert "Hallo Welt" in document.text and "你好，世界" in document.text
    assert not list(tmp_path.iterdir())
    brief = extract(data, text=False, links=False)
    assert brief.text == "" and brief.parts == ()


def test_dates_and_names() -> None:
    assert extract(zipped(FILES)).members[0].date == "2024-02-29T10:11:12"
    assert extract(tarred(FILES)).members[0].date == "2024-02-29T10:11:12Z"
    for text in ("测试文件.txt", "テストファイルの名前.txt", "Übergröße.txt"):
        for charset in ("gbk", "cp932", "utf-8"):
            try:
                raw = text.encode(charset)
            except UnicodeEncodeError:
                continue
            data = zipped({"A" * len(raw): b"x"}).replace(b"A" * len(raw), raw)
            if (text[0], charset) not in (("テ", "gbk"), ("测", "cp932")):
                assert extract(data).members[0].name == text
    long = "很长的名字" * 40 + ".txt"
    for form in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
        assert extract(tarred({long: b"x"}, form)).members[0].name == long


def test_archives_inside_archives_are_read_two_deep() -> None:
    innermost = zipped({"deep.txt": b"not shown, only there"})
    data = zipped(
        {"two.zip": zipped({"three.zip": innermost, "shown.txt": b"second level"}), "one.txt": b"first level"}
    )
    text = extract(data).text
    assert "second level" in text and "first level" in text and "not shown" not in text


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_compressed_document_is_that_document(pack: object) -> None:
    document = extract(pack(PAGE), name="http://e.org/page.html.gz")  # type: ignore[operator]
    assert (document.title, document.metadata["content-format"]) == ("Titel", "html")
    assert document.format == document.metadata["compression"] and document.language == "de"
    assert extract(pack(PAGE), text=False, links=False).title == "Titel"  # type: ignore[operator]


def test_streams_one_after_the_other_and_streams_cut_off() -> None:
    assert (
        extract(gzip.compress(b"first words\n") + gzip.compress(b"second words")).text
        == "first words\nsecond words"
    )
    cut = extract(gzip.compress(os.urandom(2000).hex().encode())[:-500])
    assert cut.text and "damaged" in cut.warnings[0]
    assert extract(gzip.compress(gzip.compress(gzip.compress(gzip.compress(PAGE))))).title == ""


def test_the_name_inside_is_the_one_gzip_keeps() -> None:
    packed = io.BytesIO()
    with gzip.GzipFile("notes.md", "wb", fileobj=packed) as target:
        target.write(b"# Heading\n\nwords")
    document = extract(packed.getvalue(), name="x.gz")
    assert (document.title, document.members[0].name) == ("Heading", "notes.md")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits a thirtieth of the usual, so that bombs need not be large."""
    monkeypatch.setattr(members, "LARGEST", 1 << 20)
    monkeypatch.setattr(compressed, "_LARGEST", 1 << 20)
    monkeypatch.setattr(limits, "MOST_BYTES", 4 << 20)
    monkeypatch.setattr(limits, "MOST_TEXT", 1 << 19)


def bomb(name: str) -> bytes:
    zeros, letters = b"\0" * (5 << 20), b"a" * ((1 << 20) - 1)
    texts = {f"{number}.txt": letters for number in range(6)}
    if name == "gzip of gzip":
        return gzip.compress(gzip.compress(zeros))
    if name == "tar in gzip":
        return gzip.compress(tarred(texts))
    if name.startswith("zip"):
        return zipped(texts, zipfile.ZIP_BZIP2 if "bzip2" in name else zipfile.ZIP_DEFLATED)
    return {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}[name](zeros)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "name", ["gzip", "bzip2", "xz", "zip", "zip of bzip2", "gzip of gzip", "tar in gzip"]
)
def test_bombs_are_stopped(name: str) -> None:
    data = bomb(name)
    start = time.process_time()
    document = extract(data)
    assert time.process_time() - start < 3
    assert len(document.text) <= 2 << 20
    assert document.warnings and not document.error


def test_holes_and_sizes_that_lie() -> None:
    block = bytearray(tarred({"big.txt": b"x"})[:512])
    block[124:136] = b"77777777777\0"
    block[148:156] = b"        "
    block[148:156] = b"%06o\0 " % sum(block)
    document = extract(bytes(block) + b"x" * 2000, name="a.tar")
    assert document.members[0].size == 0o77777777777 and document.warnings
    block[124:136] = b"\xff" * 12  # negative, in base 256
    block[148:156] = b"        "
    block[148:156] = b"%06o\0 " % sum(block)
    assert extract(bytes(block) + b"x" * 2000).warnings


def _header(kind: bytes, size: bytes) -> bytes:
    """A header of a tar: `size` is the field as it stands there."""
    block = bytearray(tarred({"a.txt": b""})[:512])
    block[124:136], block[156:157], block[148:156] = size, kind, b"        "
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(_header(b"x", b"17777777777\0"), id="a pax header of 2 GiB"),
        pytest.param(_header(b"L", b"\xff" * 12), id="a long name of a size below zero"),
        pytest.param(_header(b"0", b"\xff" * 11 + b"\0"), id="a file of a size below zero"),
        pytest.param(
            _header(b"x", b"00000000017\0") + b"15 size=-99999\n".ljust(512, b"\0") * 2, id="a pax size"
        ),
        pytest.param(_header(b"x", b"00000000000\0") * 5000, id="pax headers in pax headers"),
        pytest.param(_header(b"L", b"00000000000\0") * 5000, id="names of names"),
        pytest.param(_header(b"0", b"00000000000\0") + b"nothing".ljust(512, b"x"), id="no header"),
    ],
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["tar", "tar in gzip"])
def test_headers_of_a_tar_that_lead_nowhere_end_it(data: bytes, pack: Callable[[bytes], bytes]) -> None:
    start = time.process_time()
    document = extract(pack(tarred({"first.txt": b"words"})[:1024] + data + bytes(1024)))
    assert time.process_time() - start < 3
    assert (document.text, document.error) == ("first.txt\nwords", "")
    assert any("damaged" in warning for warning in document.warnings)


@pytest.mark.usefixtures("small")
def test_a_member_that_is_there_many_times() -> None:
    """Directory entries that all point at the same bytes (a bomb without compression upon compression)."""
    data = zipped({"a.txt": b"a" * 500_000})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        start = archive.start_dir
    entry, end = data[start:-22], data[-22:]
    count = 2000
    directory = entry * count
    end = end[:8] + count.to_bytes(2, "little") * 2 + len(directory).to_bytes(4, "little") + end[16:]
    document = extract(data[:start] + directory + end)
    assert len(document.members) == count and document.warnings
    assert len(document.text) < 4 << 20


def test_protected_members_are_told() -> None:
    data = bytearray(zipped({"a.txt": b"secret", "b.txt": b"open"}))
    directory = data.index(b"PK\x01\x02")
    data[6] |= 1
    data[directory + 8] |= 1
    document = extract(bytes(data))
    assert document.warnings == ("1 of the files inside are protected by a password.",)
    assert "open" in document.text and len(document.members) == 2
    assert "password" in extract(seven_zipped(FILES, password="x")).warnings[0]
    assert "password" in extract(seven_zipped(FILES, password="x", header_encryption=True)).error


def test_damaged_archives() -> None:
    cut = extract(zipped(FILES)[:-60])
    assert [member.name for member in cut.members] == list(FILES) and "damaged" in cut.warnings[0]
    assert extract(b"PK\x03\x04 nothing", name="a.zip").error
    assert "damaged" in extract(tarred(FILES)[:1700]).warnings[0]
    assert extract(b"7z\xbc\xaf\x27\x1c" + b"\0" * 40).error
    assert extract(b"\x1f\x8b\x08" + b"\0" * 40).warnings


def test_compressed_sitemaps_keep_their_links() -> None:
    urls = b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://e.org/a</loc></url></urlset>"
    for text in (True, False):
        document = extract(gzip.compress(urls), base_url="http://e.org/sitemap.xml.gz", text=text)
        assert [link.url for link in document.links] == ["http://e.org/a"]

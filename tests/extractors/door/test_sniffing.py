"""The content decides, then the declared type, then the name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.door.sniffing import FORMATS, sniff


@pytest.mark.parametrize(
    ("data", "declared", "name", "expected"),
    [
        (b"%PDF-1.7\n", "text/html", "a.html", "pdf"),
        (b"\xef\xbb\xbf <!DOCTYPE HTML><p>x", "text/plain", None, "html"),
        (
            b"<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'/>",
            None,
            None,
            "html",
        ),
        (b"<?xml version='1.0'?><rss/>", "text/html", None, "xml"),
        (b"<rss version='2.0'><channel><title>x</title>", "text/html", None, "xml"),
        (b'\n<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>', None, None, "xml"),
        (b"<feed><title>x</title>", "text/html", None, "html"),
        (b"<?xml version='1.0'?><svg/>", None, None, "svg"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml", None, "svg"),
        (b"{\\rtf1 foobar}", "application/msword", "a.doc", "rtf"),
        (b"ID3\x03\0\0\0\0\0\0", None, None, "mp3"),
        (b"\xff\xfb\x90\x64" + b"\0" * 64, "application/octet-stream", None, "mp3"),
        (b"\x89PNG\r\n\x1a\n\0\0", "text/html", None, "image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", None, "a.docx", "binary"),
        (b"body{color:red}", "text/css; charset=utf-8", None, "css"),
        (b"body{color:red}", None, "http://e.org/s.css?v=2", "css"),
        (b"let a = '<div>';", "application/javascript", None, "javascript"),
        (b'{"a": [1]}', None, None, "json"),
        (b"hello", "application/pdf", None, "text"),
        (b"<p>sorry, not found</p>", "image/png", None, "html"),
        (b"just words", None, None, "text"),
        (b"just words", None, "readme.md", "markdown"),
        (b"", None, None, "text"),
        (b"", "application/pdf", None, "pdf"),
        (bytes(range(32)) * 4, "text/plain", None, "binary"),
        (bytes(range(32)) * 4, None, None, "binary"),
        ("\ufeff<html>北京".encode("utf-16-le"), None, None, "html"),
        (b"PK\x03\x04" + b"\0" * 30 + b"word/document.xml", None, None, "docx"),
    ],
)
def test_order_of_evidence(data: bytes, declared: str | None, name: str | None, expected: str) -> None:
    assert sniff(data, declared, name) == expected


def test_deep_json_is_text_and_not_an_error() -> None:
    assert sniff(b"[" * 100_000) == "text"
    assert sniff(json.dumps([1]).encode()) == "json"


@given(st.binary(max_size=300), st.text(max_size=30) | st.none(), st.text(max_size=30) | st.none())
def test_any_bytes_have_a_format(data: bytes, declared: str | None, name: str | None) -> None:
    assert sniff(data, declared, name) in FORMATS


def tar(name: bytes = b"a.txt", magic: bytes = b"ustar\x0000") -> bytes:
    header = bytearray(
        name.ljust(100, b"\0") + b"0000644\0" * 3 + b"00000000001\0" * 2 + b"        0" + b"\0" * 100 + magic
    )
    header = header.ljust(512, b"\0")
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + b"x".ljust(1536, b"\0")


@pytest.mark.parametrize(
    ("data", "declared", "name", "expected"),
    [
        (tar(), "text/plain", None, "tar"),
        (tar(magic=b""), None, None, "tar"),
        (tar(b"a.pdf") + b"%PDF-1.4", None, None, "tar"),
        (tar()[:150] + b"1" + tar()[151:], None, "a.txt", "binary"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "application/pdf", None, "gzip"),
        (b"BZh91AY&SY", None, None, "bzip2"),
        (b"BZh9 is how it begins", None, None, "text"),
        (b"\xfd7zXZ\0", None, None, "xz"),
        (b"\x28\xb5\x2f\xfd", None, None, "zstd"),
        (b"7z\xbc\xaf\x27\x1c", None, None, "7z"),
        (b"Rar!\x1a\x07\x00<p>", None, "a.rar", "binary"),
        (b"words", "text/markdown", None, "markdown"),
        (b"Received: a\nReceived: b\nX-Mailer: c\nMime-Version: 1.0\n\nx", None, "a.txt", "eml"),
        (b"PK\x03\x04" + b"\0" * 40, None, "a.epub", "epub"),
        (b"PK\x03\x04" + b"\0" * 40, None, "a.zip", "zip"),
        (b"\x1b$)C\x0e1W\x0f words", None, "a.txt", "text"),
        ("中文没有空格和数字\n".encode("utf-16-le") * 9, None, "a.txt", "text"),
    ],
)
def test_archives_mails_and_others(
    data: bytes, declared: str | None, name: str | None, expected: str
) -> None:
    assert sniff(data, declared, name) == expected

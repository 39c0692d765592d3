"""One door for all formats: what is common to them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from extractors.door.registry import _MODULES, extract
from extractors.door.sniffing import FORMATS, MEDIA_TYPES


def test_every_format_has_a_module_and_a_media_type() -> None:
    assert set(_MODULES) == set(FORMATS)
    assert set(FORMATS) - {"image"} <= set(MEDIA_TYPES)


@pytest.mark.parametrize(
    ("data", "name", "language"),
    [
        (b"<p>Die Bibliothek bewahrt viele seltene alte B&uuml;cher, die sehr wichtig sind.", "a.html", "de"),
        (b"<html lang=fr><p>The library keeps many rare old books.", "a.html", "fr"),
        ("國家圖書館收藏了許多珍貴的古籍，這些書非常重要。".encode("big5"), "a.txt", "zh-Hant"),
        ("# 标题\n\n中国国家图书馆收藏了许多珍贵的古籍。".encode(), "a.md", "zh-Hans"),
        (
            "修復上游 Bug\n\n假設上游發佈了一個有錯誤的版本 dquilt new bugname.patch dquilt refresh".encode(),
            "a.txt",
            "zh-Hant",
        ),
        (b"var text = 'The library keeps many rare old books';", "a.js", ""),
        (b'{"text": "The library keeps many rare old books"}', "a.json", ""),
    ],
)
def test_a_language_that_is_not_told_is_found_in_the_text(data: bytes, name: str, language: str) -> None:
    document = extract(data, name=name)
    assert document.language == language
    assert ("language-source" in document.metadata) == (language not in ("", "fr"))


def test_the_language_is_not_guessed_without_text_or_when_nobody_asks() -> None:
    page = b"<p>Die Bibliothek bewahrt viele seltene alte B&uuml;cher, die sehr wichtig sind."
    assert extract(page, text=False).language == ""
    assert extract(page, guess_language=False).language == ""


def test_importing_the_package_reads_no_library_of_a_format() -> None:
    code = (
        "import sys; from extractors.door.registry import extract; extract(b'<title>x</title>', text=False);"
        "print(*({'docx', 'pptx', 'openpyxl', 'pypdfium2', 'olefile', 'xlrd', 'av', 'PIL', 'py7zr', 'mutagen',"
        "'trafilatura', 'py3langid', 'numpy', 'py7zr', 'tarfile'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == []


def test_programs_of_others_find_what_they_may_use_at_the_top() -> None:
    """README promises `from extractors import extract`; the names are loaded when they are asked for."""
    code = (
        "import sys; import extractors; print('lxml' in sys.modules); from extractors import Document, Link, Part, "
        + (
            "css_links, extract, html_links, sniff; print(extract(b'<title>x</title>').title, sniff(b'%PDF-1.4'))"
        )
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["False", "x", "pdf"]

"""Copies for other programs: documents under safe names, and nothing that a program would run or follow."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import resources
from app.archive.archive import Archive
from app.archive.model import Capture, NewCapture
from app.exporting.outside import NotOutside, copy_outside, write_files

SITE = "http://out.example/"
DOWNLOADS = Path(resources.path("sample_site")) / "edition1" / "downloads"
Keep = Callable[..., Capture]


@pytest.fixture
def keep(archive: Archive, make_capture: Callable[..., NewCapture]) -> Keep:
    def store(name: str, body: bytes, media_type: str = "application/octet-stream") -> Capture:
        with archive.writer() as writer:
            stored = writer.store(make_capture(SITE + name, body, media_type=media_type))
            writer.commit()
        return stored

    return store


def package(**files: bytes) -> bytes:
    """The sample document with further members."""
    made = io.BytesIO((DOWNLOADS / "night-opening.docx").read_bytes())
    with zipfile.ZipFile(made, "a") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


REMOTE = b'<R xmlns="r"><Relationship Id="r" Type="x/attachedTemplate" Target="http://e/" TargetMode="External"/></R>'
LINK = b'<R xmlns="r"><Relationship Id="r" Type="x/hyperlink" Target="http://e/" TargetMode="External"/></R>'


@pytest.mark.parametrize(
    ("name", "body", "suffix"),
    [
        ("report.exe", (DOWNLOADS / "annual-report.pdf").read_bytes(), ".pdf"),
        ("a", (DOWNLOADS / "night-opening.docx").read_bytes(), ".docx"),
        ("links.docx", package(**{"word/_rels/more.xml.rels": LINK}), ".docx"),
        ("song", (DOWNLOADS / "snow-on-the-pond.mp3").read_bytes(), ".mp3"),
        ("film.bat", (DOWNLOADS / "four-seasons.webm").read_bytes(), ".webm"),
        ("notes.sh", b"Only some words, written by somebody.\n", ".txt"),
    ],
)
def test_a_document_is_copied_under_the_ending_of_its_content(
    archive: Archive, keep: Keep, tmp_path: Path, name: str, body: bytes, suffix: str
) -> None:
    capture = keep(name, body)
    with archive.reader() as reader:
        path = copy_outside(reader, capture, tmp_path / "out")
    assert path.suffix == suffix and path.read_bytes() == body
    assert path.parent == (tmp_path / "out").resolve() and path.stat().st_mode & 0o777 == 0o400


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"<!DOCTYPE html><title>x</title><p>page", "outside-page"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', "outside-page"),
        (
            b"From: a@b.example\r\nTo: c@d.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n\r\nwords",
            "outside-page",
        ),
        (b"MZ\x90\0" + bytes(200), "outside-program"),
        (b"#!/bin/sh\nrm -rf .\n", "outside-program"),
        (b"\x7fELF" + bytes(200), "outside-program"),
        (package(**{"word/vbaProject.bin": b"x"}), "outside-macros"),
        (package(**{"word/_rels/settings.xml.rels": REMOTE}), "outside-remote"),
        (b"%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert)>>>>endobj\n%%EOF", "outside-macros"),
        (bytes(range(256)) * 4, "outside-unknown"),
    ],
)
def test_what_a_program_would_run_or_follow_is_refused(
    archive: Archive, keep: Keep, tmp_path: Path, body: bytes, code: str
) -> None:
    capture = keep("report", body, "application/octet-stream")
    with archive.reader() as reader, pytest.raises(NotOutside) as refused:
        copy_outside(reader, capture, tmp_path / "out")
    assert refused.value.message.code == code
    assert not list(tmp_path.glob("out/*"))


def test_files_have_safe_names_and_endings_that_fit(archive: Archive, keep: Keep, tmp_path: Path) -> None:
    captures = [
        keep("one/", b"<title>../../etc: a/b</title><p>x", "text/html"),
        keep("two/", b"<title>../../etc: a/b</title><p>y", "text/html"),
        keep("CON.txt", b"words", "text/plain"),
        keep("empty.txt", b"", "text/plain"),
    ]
    with archive.reader() as reader:
        paths = write_files(reader, captures, tmp_path / "out")
    assert [path.name for path in paths] == ["_.._etc_ a_b.html", "_.._etc_ a_b (2).html", "_CON.txt"]
    assert all(path.parent == (tmp_path / "out").resolve() for path in paths)

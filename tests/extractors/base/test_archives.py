"""Office files that are zip bombs, or no zips, are refused with a sentence."""

from __future__ import annotations

import io
import zipfile

import pytest

from extractors.base import archives
from extractors.door.registry import extract


def zipped(members: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return target.getvalue()


def test_a_bomb_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zipped({"[Content_Types].xml": b"", "word/document.xml": b"<w>" + b" " * (20 << 20)})
    document = extract(bomb)
    assert document.format == "docx"
    assert "times its size" in document.error
    monkeypatch.setattr(archives, "MAX_TOTAL", 10 << 20)
    assert "would unpack to 20 MiB" in extract(bomb).error


def test_too_many_members_are_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_MEMBERS", 3)
    assert "4 parts" in extract(zipped({f"xl/{number}": b"" for number in range(4)}), name="a.xlsx").error


@pytest.mark.parametrize(("folder", "ending"), [("word", "docx"), ("xl", "xlsx"), ("ppt", "pptx")])
def test_a_zip_that_only_looks_like_office_is_reported(folder: str, ending: str) -> None:
    document = extract(zipped({f"{folder}/document.xml": b"<a/>"}), name=f"a.{ending}")
    assert document.error == "The file is not an Office document: its list of parts is missing."
    broken = zipped(
        {"[Content_Types].xml": b"<Types", "_rels/.rels": b"<a", f"{folder}/document.xml": b"<a/>"}
    )
    assert extract(broken).format == ending and not extract(broken).text


def test_other_zips_are_archives() -> None:
    assert extract(zipped({"a.txt": b"x"})).format == "zip"
    assert extract(zipped({"word/a.txt": b"x"})).format == "zip"  # anybody may have a folder of that name


def test_documents_are_stored_or_deflated() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        archive.writestr("word/document.xml", b" " * 1000)
    assert "packed in a way" in extract(target.getvalue()).error

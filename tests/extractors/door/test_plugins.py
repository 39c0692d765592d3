"""Formats of other distributions, found by their entry points."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractors.door import registry as plugins
from extractors.door.registry import extract

MODULES = {
    "note_format": """
from dataclasses import replace
MEDIA_TYPES = ("application/x-note",)
ENDINGS = "note"
def sniff(data):
    return data.startswith(b"NOTE")
def extract(source):
    document = source.document()
    document.title = source.data[4:].decode().strip()
    document.text = "Dieser Text wurde in einer Erweiterung gelesen und ist deutsch."
    return document
""",
    "failing_format": """
def sniff(data):
    if data.startswith(b"sniff"):
        raise ValueError("no nose")
    return data.startswith(b"fail")
def extract(source):
    if b"wrong" in source.data:
        return "no document"
    from extractors.base.types import Unreadable
    if b"sealed" in source.data:
        raise Unreadable("The note is sealed.")
    raise RuntimeError("out of order")
""",
    "alone_format": """
def read(source):
    document = source.document()
    document.title = "alone"
    return document
read.ENDINGS = (".alone",)
""",
    "spoilt_format": "import nothing_of_this_name",
}
ENTRIES = """[tianwang.extractors]
alone = alone_format:read
failing = failing_format
note = note_format
spoilt = spoilt_format
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A distribution with four extractors, one of which cannot be imported."""
    about = tmp_path / "tianwang_notes-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tianwang-notes\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    for name, code in MODULES.items():
        (tmp_path / f"{name}.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    plugins.installed.cache_clear()
    yield
    plugins.installed.cache_clear()
    for name in MODULES:
        sys.modules.pop(name, None)


def test_its_own_signature_makes_a_document_the_plugins_whatever_it_is_declared() -> None:
    document = extract(b"NOTE hello", declared_type="text/html", name="a.html")
    assert (document.format, document.media_type, document.title) == ("note", "application/x-note", "hello")
    assert document.language == "de"


def test_by_name_and_type_a_plugin_gets_only_what_no_other_format_knows() -> None:
    assert extract(b"\0\1\2 x", declared_type="application/x-note; v=1").title == "x"
    assert extract(b"1234plain", name="http://e.org/x.NOTE?q=1").title == "plain"
    picture = extract(b"\x89PNG\r\n\x1a\n\0\0", declared_type="application/x-note", name="x.note")
    assert picture.format == "image"
    assert extract(b"<!doctype html><title>page</title>", name="x.note").title == "page"


def test_a_function_may_stand_for_itself() -> None:
    assert extract(b"something", name="x.alone").title == "alone"


def test_faults_are_warnings_and_the_document_is_read_all_the_same() -> None:
    document = extract(b"fail\n\nwords", declared_type="text/plain")
    assert (document.format, document.text) == ("text", "fail\n\nwords")
    assert document.warnings == (
        "The extractor “failing” failed (RuntimeError: out of order); the document was read without it.",
    )
    assert "TypeError" in extract(b"fail wrong").warnings[0]
    assert "no nose" in extract(b"sniff").warnings[0]
    assert extract(b"fail sealed").error == "The note is sealed."


def test_a_plugin_that_cannot_be_imported_is_told_where_it_would_be_needed() -> None:
    assert "ModuleNotFoundError" in extract(b"words", name="x.spoilt").warnings[0]
    assert extract(b"words", name="x.txt").warnings == ()


def test_a_fault_changes_nothing_but_the_warnings_when_only_the_title_is_wanted() -> None:
    assert extract(b"NOTE short", text=False, links=False).title == "short"

"""Pages are exported without what their site repeats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.exporting.copying import copied
from app.exporting.export import export
from app.templates.feeding import feed
from tests.app.templates.test_learning import html, story
from tests.conftest import capture


def test_what_every_page_of_a_site_says_is_left_out(
    fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    notice = "<p>This society has been telling stories to its members and to all who listen, for a hundred years.</p>"
    archive = fill(
        *(capture(f"http://a.test/{number}", html(notice + story(number))) for number in range(6)),
        capture("http://b.test/", html(notice + story(9))),
    )
    with archive.reader() as reader:
        pages = list(reader.all_pages())
        export(reader, pages, tmp_path / "main", "text")
        export(reader, pages, tmp_path / "whole", "text", main=False)
    texts = {path.name: path.read_text("utf-8") for path in (tmp_path / "main").rglob("*.txt")}
    assert len(texts) == 7
    for text in texts.values():
        assert ("telling stories" in text) == ("http://b.test/" in text) and "delta" in text
    assert all("telling stories" in path.read_text("utf-8") for path in (tmp_path / "whole").rglob("*.txt"))


def test_what_is_copied_as_text_comes_without_it_a_citation_is_what_it_was(
    fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    notice = "<p>This society has been telling stories to its members and to all who listen, for a hundred years.</p>"
    archive = fill(*(capture(f"http://a.test/{number}", html(notice + story(number))) for number in range(6)))
    with archive.reader() as reader:
        versions = reader.versions("http://a.test/3")
        cited = copied(reader, versions, "citation").text
        assert "telling stories" in copied(reader, versions, "text").text
        feed(archive)
        for form in ("text", "markdown"):
            found = copied(reader, versions, form).text
            assert "telling stories" not in found and "delta" in found
        assert copied(reader, versions, "citation").text == cited

"""`template`: parts of a site's template, why, and marks of a person."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from tests.app.templates.test_learning import html, story
from tests.conftest import capture

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def site(fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    return fill(*(capture(f"http://a.test/{number}", html(story(number))) for number in range(6))).path


def test_the_parts_of_a_site_tell_pages_and_importance(site: Path, objects: Objects) -> None:
    menu, foot, summary = objects("template", site, "a.test")
    assert menu["where"] == "html > body > nav.menu" and menu["path"] == "/html/body/nav"
    assert (menu["pages"], menu["of"], menu["whole"], menu["marked"]) == (6, 6, True, False)
    assert (
        menu["text"].startswith("Section ax · Section bx")
        and foot["text"] == "All rights reserved by the society."
    )
    assert menu["importance"] == foot["importance"] == 0
    assert summary == {"kind": "summary", "site": "a.test", "layouts": 1, "parts": 2, "marks": 0}


def test_a_part_is_marked_as_content_and_that_is_taken_back(
    site: Path, objects: Objects, tianwang: Run
) -> None:
    menu = objects("template", site, "http://a.test/3")[0]
    assert menu["url"] == "http://a.test/3"
    kept = objects("template", site, "http://a.test/3", "--content", menu["number"])
    assert kept[0]["text"].startswith("All rights") and kept[-1]["marks"] == 1
    assert objects("template", site, "http://a.test/3", "--unmark", menu["number"])[0] == menu
    said = tianwang("template", site, "a.test").stdout
    assert "6 pages with one layout, like http://a.test/0" in said and "6 of 6 pages, importance 0.00" in said
    assert "2 parts of a template, 0 marks of your own." in said


def test_other_places_are_refused(site: Path, tianwang: Run) -> None:
    for address in ("b.test", "http://a.test/none"):
        assert "in the archive" in tianwang("template", site, address, code=1).stderr


def test_parts_that_are_content_are_listed_to_be_marked(site: Path, objects: Objects, tianwang: Run) -> None:
    page = "http://a.test/3"
    *parts, _ = objects("template", site, page, "--all")
    assert [one["template"] for one in parts[:2]] == [True, True] and len(parts) > 2
    own = next(one for one in parts if not one["template"])
    assert not own["whole"] and own["url"] == page
    *marked, summary = objects("template", site, page, "--not-content", own["number"])
    assert any(one["number"] == own["number"] and one["marked"] for one in marked) and summary["marks"] == 1
    assert own["number"] not in [
        one["number"] for one in objects("template", site, page, "--all")[:-1] if not one["template"]
    ]
    assert "content, " in tianwang("template", site, page, "--all").stdout


@pytest.mark.parametrize("way", ["--not-content", "--content", "--unmark"])
def test_a_number_that_is_none_of_a_part_is_refused(site: Path, tianwang: Run, way: str) -> None:
    for address in ("http://a.test/3", "a.test"):
        assert "3" in tianwang("template", site, address, way, 3, code=1).output
    assert not (site / "template.json").exists()
    assert "one page" in tianwang("template", site, "a.test", "--all", code=1).output

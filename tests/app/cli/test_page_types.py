"""`page-type`, and `ls --page-type`: kinds of pages, why, and a person's say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from tests.app.page_types.test_feeding import HOME, PICTURE, STORY, TALK
from tests.conftest import capture
from tests.extractors.html.test_page_types import ARTICLE, THREAD

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def site(fill: Callable[..., Archive]) -> Path:
    picture = capture(PICTURE, "<svg xmlns='http://www.w3.org/2000/svg'/>", media_type="image/svg+xml")
    return fill(capture(HOME, ARTICLE), capture(STORY, ARTICLE), capture(TALK, THREAD), picture).path


def test_kinds_are_counted_and_listed(site: Path, objects: Objects, tianwang: Run) -> None:
    assert all(one["page_type"] is None for one in objects("ls", site))
    assert objects("page-type", site) == [{"kind": "summary", "pages": {"home": 1, "article": 1, "forum": 1}}]
    listed = {one["url"]: one["page_type"] for one in objects("ls", site)}
    assert listed[STORY]["name"] == "article" and 0.5 < listed[STORY]["confidence"] <= 1
    assert listed[STORY]["reasons"][0].keys() == {"code", "value"} and listed[PICTURE] is None
    assert objects("versions", site, STORY)[0]["page_type"] == listed[STORY]
    said = tianwang("page-type", site).stdout
    assert "1  forum" in said and "3 pages of 3 kinds." in said
    assert objects("stats", site)[0]["by_page_type"] == {"article": 1, "forum": 1, "home": 1}


def test_ls_works_the_kinds_out_and_keeps_to_them(site: Path, objects: Objects, tianwang: Run) -> None:
    assert [one["url"] for one in objects("ls", site, "--page-type", "detail", "--page-type", "forum")] == [
        TALK,
        STORY,
    ]
    assert [one["url"] for one in objects("ls", site, "--page-type", "首页", "--since", "2020")] == [HOME]
    assert [one["url"] for one in objects("ls", site, "--page-type", "home", "--at", "2099")] == [HOME]
    assert STORY in tianwang("ls", site, "--page-type", "article").stdout
    assert "castle" in tianwang("ls", site, "--page-type", "castle", code=2).stderr
    assert "--page-type" in tianwang("ls", site, "--page-type", "home", "--duplicates", code=2).stderr


def test_one_page_says_why_and_a_person_knows_better(site: Path, objects: Objects, tianwang: Run) -> None:
    (found,) = objects("page-type", site, STORY)
    assert found["page_type"]["name"] == "article" and found["chosen"] is None
    (said,) = objects("page-type", site, STORY, "--set", "listing")
    assert said["page_type"]["name"] == said["chosen"] == "listing"
    assert said["page_type"]["reasons"][0]["code"] == "person"
    assert "listing, as you said" in tianwang("page-type", site, STORY).stdout
    assert [one["url"] for one in objects("ls", site, "--page-type", "listing")] == [STORY]
    assert objects("page-type", site, STORY, "--unset") == [found]
    assert "because of" in tianwang("page-type", site, STORY).stdout


def test_what_has_no_kind_is_refused(site: Path, tianwang: Run) -> None:
    assert "no web page" in tianwang("page-type", site, PICTURE, code=1).stderr
    assert "--set" in tianwang("page-type", site, STORY, "--set", "castle", code=2).stderr
    assert "--set" in tianwang("page-type", site, STORY, "--set", "home", "--unset", code=2).stderr
    assert "Name the page" in tianwang("page-type", site, "--unset", code=2).stderr


def test_the_search_works_kinds_out_where_they_are_asked_for(site: Path, objects: Objects) -> None:
    *hits, summary = objects("search", site, "pond kind:forum")
    assert [hit["url"] for hit in hits] == [TALK] and "facets" not in summary
    counted = objects("search", site, "pond OR observatory", "--facets")[-1]["facets"]["page_type"]
    assert counted == {"forum": 1, "home": 1, "article": 1}


def test_an_export_is_narrowed_to_a_kind(site: Path, tmp_path: Path, tianwang: Run) -> None:
    tianwang("export", site, tmp_path / "out", "--format", "text", "--facet", "page_type=论坛")
    written = [path.name for path in (tmp_path / "out").rglob("*.txt")]
    assert len(written) == 1 and "Leaves turn brown" in written[0]
    wrong = tianwang(
        "export", site, tmp_path / "b", "--format", "text", "--facet", "page_type=castle", code=2
    )
    assert "castle" in wrong.stderr

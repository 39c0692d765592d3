"""`diff`: changes in what the site repeats on its pages are told in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.templates.feeding import feed
from tests.app.templates.test_changed import OWN, two_editions
from tests.app.templates.test_learning import html, story
from tests.conftest import capture

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def site(fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    return fill(*two_editions())


def ids(archive: Archive, number: int) -> list[str]:
    with archive.reader() as reader:
        return [one.id for one in reader.versions(f"http://a.test/{number}")]


def test_a_change_of_the_menu_is_of_the_template_and_what_the_page_says_is_not(
    site: Archive, objects: Objects, tianwang: Run
) -> None:
    feed(site)
    *changes, summary = objects("diff", site.path, *ids(site, 3), "--no-noise")
    by_text = {
        change["text_b"] or change["text_a"]: change for change in changes if change["kind"] != "unchanged"
    }
    assert next(one for text, one in by_text.items() if "Calendar of the year" in text)["template"] is True
    assert by_text[OWN]["template"] is False
    assert summary["template"] == sum(change["template"] for change in changes) >= 1
    told = tianwang("diff", site.path, *ids(site, 3), "--no-noise").stdout
    assert OWN in told and "Calendar" not in told and "Template of the site: 1 change. --all shows" in told
    assert "Calendar of the year" in tianwang("diff", site.path, *ids(site, 3), "--no-noise", "--all").stdout


def test_nothing_is_folded_on_a_site_that_was_not_learned_from(site: Archive, objects: Objects) -> None:
    *changes, summary = objects("diff", site.path, *ids(site, 3), "--no-noise")
    assert not any(change["template"] for change in changes) and summary["template"] == 0


def test_the_main_text_of_a_capture_comes_without_the_template(site: Archive, tianwang: Run) -> None:
    notice = "<p>This society has been telling stories to its members and to all who listen.</p>"
    with site.writer() as writer:
        for number in range(6):
            writer.store(capture(f"http://b.test/{number}", html(notice + story(number))))
    wanted = ("extract", site.path, "http://b.test/3", "--main", "--text")
    assert "telling stories" in tianwang(*wanted).stdout
    feed(site)
    told = tianwang(*wanted).stdout
    assert "telling stories" not in told and "delta" in told
    assert "telling stories" in tianwang("extract", site.path, "http://b.test/3", "--text").stdout


def test_changes_of_a_site_tell_its_template_once_and_list_the_page_with_news(
    site: Archive, tianwang: Run, objects: Objects, tmp_path: Path
) -> None:
    asked = ("changes", site.path, "--from", "2026-11-21", "--to", "2026-11-22")
    told = tianwang(*asked).stdout.splitlines()
    assert [line.split()[0] for line in told[:-2]] == ["~"] and "http://a.test/3" in told[0]
    assert told[-2].startswith("0 new, 0 gone, 8 changed, 0 same. 7 changed by template")
    assert told[-1] == "Template of a.test: “Section cx” → “Calendar of the year” on 8 pages"
    found = objects(*asked)
    (template,) = (one for one in found if one["kind"] == "template")
    assert (template["change"], template["pages"], len(template["urls"])) == ("changed", 8, 8)
    assert [one["template"] for one in found if one["kind"] == "page"] == [1] * 8
    for ending in ("html", "json", "csv"):
        report = tmp_path / f"report.{ending}"
        tianwang(*asked, "--output", report)
        assert ("Calendar of the year" in report.read_text("utf-8-sig")) == (ending != "csv")

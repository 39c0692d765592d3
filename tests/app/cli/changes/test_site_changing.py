"""`changes` on a real archive."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.fields import rules
from tests.app.blocks.history.test_moves import story

Run = Callable[..., Result]
Refused = Callable[..., str]
Objects = Callable[..., list[dict[str, Any]]]
CRAWLS = ("20261121-080000-aaaaaa", "20261123-080000-bbbbbb")
BETWEEN = ("--from", "2026-11-21", "--to", "2026-12")
RAIN = "It is a long story about the weather in the mountains, and how it rains there every day of the year."


@pytest.fixture
def archive(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    captures = []
    for n, crawl in enumerate(CRAWLS):
        for name in ("a", "b", "c" if n else "d"):
            body = f"<title>{name}</title><p>{RAIN}</p>{'<p>And it snowed.</p>' if n and name == 'a' else ''}"
            captures.append(
                replace(make_capture(f"http://x.test/{name}", body, minutes=n * 2880), crawl=crawl)
            )
    return fill(*captures)


def rows(found: list[dict[str, Any]]) -> dict[str, str]:
    return {one["url"][-1]: one["state"] for one in found if one["kind"] == "page"}


def test_changes_between_dates_and_crawls(archive: Archive, objects: Objects) -> None:
    *pages, summary = objects("changes", archive.path, "--from", "2026-11-21", "--to", "2026-11-23")
    assert rows(pages) == {"a": "changed", "b": "same", "c": "new"}
    assert pages[0]["added"] + pages[0]["changed"] == 1
    assert (summary["kind"], summary["changed"], summary["unvisited"]) == ("summary", 1, 1)
    found = objects("changes", archive.path, "--from", CRAWLS[0], "--to", CRAWLS[1])
    assert rows(found) == {"a": "changed", "b": "same", "c": "new", "d": "gone"}
    chosen = objects("changes", archive.path, "--from", CRAWLS[0], "--to", CRAWLS[1], "--state", "gone")
    assert rows(chosen) == {"d": "gone"}
    hosts = {
        host: len(
            rows(objects("changes", archive.path, "--from", "2026-11-21", "--to", "2026-12", "--host", host))
        )
        for host in ("y.test", "X.test", "http://x.test/a")
    }
    assert hosts == {"y.test": 0, "X.test": 3, "http://x.test/a": 3}


def test_changes_for_people(archive: Archive, tianwang: Run) -> None:
    result = tianwang("changes", archive.path, "--from", "2026-11-21", "--to", "2026-11-23")
    lines = result.stdout.splitlines()
    assert lines[0] == "+ 100.0%  c  http://x.test/c"
    assert lines[1].startswith("~ ")
    assert lines[2:] == ["1 new, 0 gone, 1 changed, 1 same."]
    assert result.stderr == "Pages that were not looked at in this time: 1.\n"
    shown = tianwang(
        "changes", archive.path, "--from", CRAWLS[0], "--to", CRAWLS[1], "--all", "--sort", "url"
    ).stdout
    assert [line[0] for line in shown.splitlines()[:-1]] == ["~", " ", "+", "-"]


def test_a_time_before_the_archive_is_told(archive: Archive, tianwang: Run) -> None:
    result = tianwang("changes", archive.path, "--from", "2026-11-01", "--to", "2026-11-21")
    assert result.stdout.endswith("3 new, 0 gone, 0 changed, 0 same.\n")
    assert result.stderr == "The archive holds nothing of the earlier time, so every page is new.\n"


@pytest.mark.parametrize("suffix", ["html", "csv", "json"])
def test_changes_writes_reports(archive: Archive, tianwang: Run, tmp_path: Path, suffix: str) -> None:
    report = tmp_path / f"report.{suffix}"
    result = tianwang("changes", archive.path, "--from", CRAWLS[0], "--to", CRAWLS[1], "--output", report)
    assert result.stdout == ""
    text = report.read_text("utf-8")
    assert "http://x.test/a" in text
    if suffix == "json":
        assert json.loads(text)["crawls"] == list(CRAWLS)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "--from: Say from which date or crawl on"),
        (("--from", "yesterday"), "--from: “yesterday” is not a date"),
        (("--from", "2026-11-23", "--to", "2026-11-21"), "--to: The end must come after the beginning"),
        (("--from", CRAWLS[0]), "--to: Give the other crawl"),
        (("--from", CRAWLS[0], "--to", "2026"), "--to: Give the other crawl"),
        ((*BETWEEN, "--state", "odd"), "--state: “odd” is not one of new, gone, changed, same"),
        ((*BETWEEN, "--sort", "odd"), "--sort: “odd” is not one of share, url, title, state, date"),
        ((*BETWEEN, "--output", "report.xls"), "--output: Give a file that ends in .html, .csv, .json"),
        ((*BETWEEN, "--host", "a b"), "--host: “a b” is no host"),
    ],
)
def test_wrong_usage_of_changes(
    archive: Archive, refused: Refused, arguments: tuple[str, ...], told: str
) -> None:
    assert f"Invalid value for {told}" in refused("changes", archive.path, *arguments)


def test_a_time_that_is_not_over_is_told(archive: Archive, tianwang: Run) -> None:
    assert "yet to come" in tianwang("changes", archive.path, "--from", "9998", code=2).stderr


def test_an_unknown_crawl_fails(archive: Archive, tianwang: Run) -> None:
    unknown = "20200101-000000-cccccc"
    result = tianwang("changes", archive.path, "--from", CRAWLS[0], "--to", unknown, code=1)
    assert f"holds nothing under crawl {unknown}" in result.stderr


def test_values_of_fields_that_changed_are_told_behind_the_pages(
    archive: Archive, tianwang: Run, objects: Objects
) -> None:
    """Values are looked for first; the summary stays the last."""
    rules.add(archive.path, "snow", "text", "", (rules.Way("regex", "it (snowed)"),))
    *_, value, summary = objects("changes", archive.path, *BETWEEN)
    assert (value["kind"], value["field"], value["before"], value["after"]) == ("value", "snow", "", "snowed")
    assert [page["url"] for page in value["pages"]] == ["http://x.test/a"] and value["pages"][0]["id_a"]
    assert summary["kind"] == "summary"
    assert (
        "snow: nothing → snowed on 1 page" in tianwang("changes", archive.path, *BETWEEN).stdout.splitlines()
    )


def test_reports_tell_changed_values(archive: Archive, tianwang: Run, tmp_path: Path) -> None:
    rules.add(archive.path, "snow", "text", "", (rules.Way("regex", "it (snowed)"),))
    for name in ("report.html", "report.json", "report.csv"):
        tianwang("changes", archive.path, *BETWEEN, "--output", tmp_path / name)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<h2>Values that changed</h2>" in page and "snow: nothing → snowed, pages: 1" in page
    told = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert told["values"] == [{"name": "snow", "before": "", "after": "snowed", "urls": ["http://x.test/a"]}]
    assert "snowed" not in (tmp_path / "report.csv").read_text("utf-8-sig")


def test_a_page_that_moved_says_where_to(
    tmp_path: Path, make_capture: Callable[..., NewCapture], objects: Objects, tianwang: Run
) -> None:
    archive = Archive.create(tmp_path / "moved.archive")
    with archive.writer() as writer:
        writer.store(make_capture("http://x.test/old", story(1)))
        writer.store(make_capture("http://x.test/old", "gone", minutes=3000, status=404))
        writer.store(make_capture("http://x.test/new", story(1), minutes=3000))
    *pages, summary = objects("changes", archive.path, "--from", "2026-11-21")
    assert {one["url"]: one["moved_to"] for one in pages} == {
        "http://x.test/old": "http://x.test/new",
        "http://x.test/new": "",
    }
    assert summary["moved"] == 1 and pages[0]["likeness"] == 1.0
    said = tianwang("changes", archive.path, "--from", "2026-11-21").stdout
    assert "(404; moved to http://x.test/new, 100% alike)" in said and "moved from http://x.test/old" in said

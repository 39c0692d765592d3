"""What changed on a site, between dates and between crawls, and the reports of it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.history.site_changes import (
    Question,
    SiteChanges,
    SiteRow,
    Totals,
    excerpts,
    filtered,
    iter_site_changes,
    site_changes,
    sorted_rows,
)
from app.blocks.history.site_reports import COLUMNS, write_report
from app.blocks.noise.judged import Stopped
from app.errors import StorageFailed
from tests.conftest import START
from widgets.kit.theme import DARK, LIGHT

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
RAIN = "It is a long story about the weather in the mountains, and how it rains there every day of the year."
HOUR = timedelta(hours=1)
CRAWLS = ("20261121-080000-aaaaaa", "20261121-180000-bbbbbb")
MOMENTS = (START + HOUR, START + 20 * HOUR)


def page(title: str, n: int, more: str = "") -> str:
    return (
        f"<html><head><title>{title}</title></head><body><main><h2>{title}</h2><p>{RAIN}</p>{more}</main>"
        f"<div class=side><p>Online now: {n * 17}</p></div><footer><p>All rights are ours.</p></footer></body></html>"
    )


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    captures = []
    for n in range(2):
        names = ["a", "b", "c", "d", "e"] + (["old", "lost", "away"] if n == 0 else ["new"])
        for name in names:
            more = "<p>Something new &lt;has&gt; been written here.</p>" if n and name == "a" else ""
            body = page("=Title" if name == "a" else name, n + len(name), more)
            captures.append(make_capture(f"http://x.test/{name}", body, minutes=600 * n))
        captures.append(make_capture("http://x.test/same", "<p>The very same words.</p>", minutes=600 * n))
    captures.append(make_capture("http://x.test/old", "gone", minutes=600, status=404))
    captures.append(
        make_capture("http://x.test/away", "", minutes=600, status=301, Location="http://y.test/")
    )
    captures.append(make_capture("http://x.test/e", "broken", minutes=700, status=503))
    captures.append(make_capture("http://y.test/", page("elsewhere", 1), minutes=600))
    crawled = [replace(one, crawl=CRAWLS[0] if one.date < START + HOUR else CRAWLS[1]) for one in captures]
    return fill(*crawled)


def between(site: Archive, **how: object) -> SiteChanges:
    with site.reader() as reader:
        return site_changes(reader, Question(MOMENTS, **how))  # type: ignore[arg-type]


def states(found: SiteChanges) -> dict[str, tuple[str, str]]:
    return {row.url.removeprefix("http://"): (row.state, row.reason) for row in found.rows}


EXPECTED = {
    "x.test/a": ("changed", ""),
    "x.test/away": ("gone", "moved"),
    "x.test/b": ("changed", ""),
    "x.test/c": ("changed", ""),
    "x.test/d": ("changed", ""),
    "x.test/e": ("changed", ""),
    "x.test/new": ("new", ""),
    "x.test/old": ("gone", "404"),
    "x.test/same": ("same", ""),
    "y.test/": ("new", ""),
}


def test_pages_between_two_moments(site: Archive) -> None:
    found = between(site, kinds=None)
    assert states(found) == EXPECTED
    assert found.totals.unvisited == 1
    assert found.counts == {"new": 2, "gone": 2, "changed": 5, "same": 1}


def test_pages_between_two_crawls(site: Archive) -> None:
    with site.reader() as reader:
        found = site_changes(reader, Question(crawls=CRAWLS, kinds=None))
    assert states(found) == {**EXPECTED, "x.test/lost": ("gone", "not seen")}
    assert found.totals.unvisited == 0


def test_the_share_of_real_change_leaves_counters_out(site: Archive) -> None:
    rows = {row.url[-1]: row for row in between(site).rows if row.state == "changed"}
    assert rows["a"].real == 1
    assert rows["a"].noise == 1
    assert 0 < rows["a"].real_share < rows["a"].share < 1
    assert [rows[name].real_share for name in "bcde"] == [0, 0, 0, 0]
    assert all(
        row.real_share == row.share > 0 for row in between(site, noise=False).rows if row.state == "changed"
    )


def test_pages_with_a_history_of_their_own_are_judged_by_it_and_by_their_sisters(
    fill: Fill, make_capture: Make
) -> None:
    captures = []
    for n in range(5):
        for name in ("a", "bb", "ccc", "dddd", "e"):
            own = f"<section><h3>Own</h3><p>Point {n * 3} of the plan for {name} is next.</p></section>"
            body = page(name, n + len(name), own if name == "e" else "")
            captures.append(make_capture(f"http://z.test/{name}", body, minutes=600 * n))
    archive = fill(*captures)
    with archive.reader() as reader:
        found = site_changes(reader, Question((START + 31 * HOUR, START + 50 * HOUR)))
    assert {row.url[-1]: (row.real, row.noise) for row in found.rows} == {
        "a": (0, 1),
        "b": (0, 1),
        "c": (0, 1),
        "d": (0, 1),
        "e": (1, 1),
    }


def test_one_host_and_rows_in_order(site: Archive) -> None:
    found = between(site, host="x.test")
    assert {row.url.split("/")[2] for row in found.rows} == {"x.test"}
    by_share = sorted_rows(found.rows)
    assert [row.real_share for row in by_share] == sorted((row.real_share for row in by_share), reverse=True)
    assert [row.url for row in sorted_rows(found.rows, "url")] == sorted(row.url for row in found.rows)
    assert {row.state for row in filtered(found.rows, ("gone", "new"))} == {"gone", "new"}
    assert [row.url for row in filtered(found.rows, text="=TITLE", least=0.01)] == ["http://x.test/a"]


def test_it_goes_page_by_page_and_stops_when_asked(site: Archive) -> None:
    with site.reader() as reader:
        totals = Totals()
        taken: list[SiteRow] = []
        for row in iter_site_changes(reader, Question(MOMENTS), totals, cancelled=lambda: len(taken) >= 3):
            taken.append(row)
        assert len(taken) == 3
        assert totals.cancelled
        with pytest.raises(ValueError, match="two moments or two crawls"):
            Question()
        with pytest.raises(ValueError, match="two moments or two crawls"):
            Question(MOMENTS, CRAWLS)


def test_a_damaged_page_is_told_and_the_others_go_on(site: Archive) -> None:
    with site.reader() as reader:
        broken = reader.versions("http://x.test/b")[0]
    with (site.path / broken.file).open("r+b") as batch:
        batch.seek(broken.offset)
        batch.write(b"\0" * (broken.end - broken.offset))
    assert states(between(site, kinds=None)) == {**EXPECTED, "x.test/b": ("changed", "damaged")}


def test_excerpts_show_what_really_changed(site: Archive) -> None:
    found = between(site)
    with site.reader() as reader:
        [row] = [row for row in found.rows if row.url.endswith("/a")]
        [one] = excerpts(reader, row)
        assert "Something new <has> been written here." in "".join(
            b for op, _, b in one.words if op != "unchanged"
        )
        assert excerpts(reader, next(row for row in found.rows if row.state == "new")) == ()


def test_csv_opens_in_spreadsheets(site: Archive, tmp_path: Path) -> None:
    with site.reader() as reader:
        write_report(tmp_path / "r.csv", reader, between(site))
    data = (tmp_path / "r.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert tuple(rows[0]) == COLUMNS
    assert {row["url"] for row in rows} >= {"http://x.test/a", "http://x.test/new"}
    assert {row["title"] for row in rows if row["url"].endswith("/a")} == {"'=Title"}
    shares = [float(row["real_share"]) for row in rows]
    assert shares == sorted(shares, reverse=True)


def test_json_holds_everything(site: Archive, tmp_path: Path) -> None:
    found = between(site)
    with site.reader() as reader:
        write_report(tmp_path / "r.json", reader, found)
    read = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert {name: read[name] for name in found.counts} == found.counts
    assert read["before"].startswith("2026-11-21T09:00")
    assert len(read["pages"]) == len(found.rows)
    assert tuple(read["pages"][0]) == COLUMNS


class Tags(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_one_file_that_asks_for_nothing(site: Archive, tmp_path: Path) -> None:
    with site.reader() as reader:
        write_report(tmp_path / "r.html", reader, between(site), words={"title": "<Was> {host}"})
    text = (tmp_path / "r.html").read_text("utf-8")
    tags = Tags(text)
    assert tags.open == []
    assert [attributes for tag, attributes in tags.seen if "src" in attributes or tag == "link"] == []
    assert "default-src 'none'" in text
    assert "<title>&lt;Was&gt; the whole archive</title>" in text
    assert "<ins>Something new &lt;has&gt; been written here.</ins>" in text
    kinds = [attributes.get("class") for tag, attributes in tags.seen if tag == "tr"][1:]
    assert Counter(kinds) == {"new": 2, "gone": 2, "changed": 1, "quiet": 4, "same": 1}
    boxes = {str(one["value"]): "checked" in one for _, one in tags.seen if one.get("type") == "checkbox"}
    assert boxes == {"new": True, "gone": True, "changed": True, "quiet": False, "same": False}
    assert set(re.findall(r"\$\w+", text.partition("<script>")[0])) == set()


def test_html_has_the_colours_of_the_window() -> None:
    import resources

    text = resources.path("report", "site_changes.html").read_text("utf-8")
    light, dark = text.split("@media (prefers-color-scheme: dark)")
    for part, colors in ((light, LIGHT), (dark.partition("* {")[0], DARK)):
        named = dict(re.findall(r"--([\w-]+): (#\w+)", part))
        assert named == {name: getattr(colors, name.replace("-", "_")) for name in named}
        assert len(named) == 14


def test_a_report_that_fails_leaves_no_file(site: Archive, tmp_path: Path) -> None:
    found = between(site)
    with site.reader() as reader:
        with pytest.raises(StorageFailed):
            write_report(tmp_path / "none" / "r.csv", reader, found)
        with pytest.raises(Stopped):
            write_report(tmp_path / "r.csv", reader, found, cancelled=lambda: True)
        with pytest.raises(ValueError, match="html, csv, json"):
            write_report(tmp_path / "r.xls", reader, found)
    assert not list(tmp_path.glob("r.*"))

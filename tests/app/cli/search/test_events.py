"""`tianwang search` for words that came or went, and their feed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from app.archive.archive import Archive
from tests.app.search.conftest import GRANT, LIST, recorded

Objects = Callable[..., list[dict[str, Any]]]
EVENT = {
    "kind",
    "archive",
    "id",
    "before_id",
    "url",
    "title",
    "date",
    "since",
    "status",
    "page_new",
    "page_back",
    "page_gone",
    "score",
    "label",
    "block",
    "path",
    "before",
    "after",
}
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def site(archive: Archive) -> Path:
    return recorded(archive).path


def test_changes_and_a_summary(objects: Objects, site: Path) -> None:
    gone, event, summary = objects("search", site, 'vanished:"subsidy"')
    assert set(event) == EVENT and (event["kind"], event["url"], event["title"]) == (
        "vanished",
        GRANT,
        "Support",
    )
    assert (event["since"], event["date"]) == ("2026-11-23T08:00:00+00:00", "2026-11-26T08:00:00+00:00")
    assert (
        event["label"] == "main text" and event["path"] == ["Support"] and event["block"].startswith("/html")
    )
    (begin, end), *_ = event["before"]["marks"]
    assert event["before"]["text"][begin:end] == "subsidy" and "allowance" in event["after"]["text"]
    assert (gone["url"], gone["page_gone"], gone["status"], gone["page_new"]) == (LIST, True, 404, False)
    assert (summary["kind"], summary["total"], summary["months"]) == ("summary", 2, {"202611": 2})
    assert summary["days"] == {"20261126": 1, "20261127": 1}


def test_changes_are_told_to_people(tianwang: Callable[..., Any], site: Path) -> None:
    told = tianwang("search", site, "changed:补贴 page:same", "--facets", "--sort", "oldest").output
    assert "- vanished  Support" in told and "+ appeared  Support" in told
    assert "between 2026-11-23 08:00:00 and 2026-11-26 08:00:00; in main text, under Support" in told
    assert "2 changes, 1 to 2 shown" in told and "page      same 2" in told


def test_a_feed_is_written_and_written_again(objects: Objects, site: Path, tmp_path: Path) -> None:
    path = tmp_path / "subsidy.atom"
    (summary,) = objects("search", site, "changed:subsidy", "--feed", path)
    assert (summary["total"], summary["entries"], summary["path"]) == (6, 6, str(path))
    first = path.read_bytes()
    titles = [one.findtext(f"{ATOM}title") for one in ElementTree.fromstring(first).iter(f"{ATOM}entry")]
    assert titles[:2] == ["Appeared: New", "Appeared: Support"]
    objects("search", site, "changed:subsidy", "--feed", path)
    assert path.read_bytes() == first
    assert objects("search", site, "changed:subsidy", "--feed", path, "--limit", 2)[0]["entries"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("subsidy", "--feed", "x.atom"), "It goes with appeared:"),
        (("changed:subsidy", "--explain"), "does not go with a query for changes"),
        (("changed:subsidy", "--export", "x.csv"), "does not go with a query for changes"),
        (("changed:subsidy", "--feed", "x.atom", "--facets"), "does not go with --feed"),
        (("subsidy -changed:x",), "lists changes"),
    ],
)
def test_what_does_not_go_together(
    refused: Callable[..., str], site: Path, words: tuple[str, ...], said: str
) -> None:
    assert said in refused("search", site, *words)


def test_a_feed_that_cannot_be_written(tianwang: Callable[..., Any], site: Path, tmp_path: Path) -> None:
    ended = tianwang("search", site, "changed:subsidy", "--feed", tmp_path / "none" / "x.atom", code=1)
    assert "could not be written" in ended.output

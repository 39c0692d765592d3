"""`tianwang search`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.lock import WriteLock
from app.sampleserver import SampleServer
from app.search.index.store import FOLDER
from tests.app.search.conftest import DAY, filled, page, store
from tests.conftest import capture

Objects = Callable[..., list[dict[str, Any]]]
HIT = {
    "kind",
    "archive",
    "id",
    "url",
    "title",
    "date",
    "first",
    "last",
    "until",
    "versions",
    "score",
    "rank",
    "snippet",
    "path",
    "label",
    "block",
    "star",
    "tags",
    "noted",
}


@pytest.fixture
def site(archive: Archive) -> Path:
    return filled(archive).path


def test_hits_and_a_summary(objects: Objects, site: Path) -> None:
    """The index is made when it is first needed."""
    *hits, summary = objects("search", site, "kernel -scheduler")
    assert [hit["url"] for hit in hits] == ["http://b.other.example/x"]
    hit = hits[0]
    assert set(hit) == HIT
    assert (hit["kind"], hit["title"], hit["versions"]) == ("hit", "Elsewhere", 1)
    (begin, end), *_ = hit["snippet"]["marks"]
    assert hit["snippet"]["text"][begin:end] == "kernel"
    assert (summary["kind"], summary["total"], summary["left_out"]) == ("summary", 1, 0)


def test_what_cannot_be_found_yet_is_counted(tianwang: Callable[..., Result], site: Path) -> None:
    """While another program brings the index up to date."""
    tianwang("search", site, "kernel")
    store(Archive.open(site), capture("http://a.example/new", page("New", "a new kernel")))
    with closing(WriteLock(site / FOLDER)):
        said = tianwang("search", site, "kernel")
    assert "2 pages" in said.stdout and "1 version cannot be found yet." in said.stderr


def test_facets_explanations_dates_and_pages_of_hits(objects: Objects, site: Path) -> None:
    *hits, summary = objects(
        "search", site, "kernel OR prices", "--facets", "--explain", "--limit", 2, "--offset", 1
    )
    assert len(hits) == 2 and all(hit["reasons"] for hit in hits)
    assert summary["total"] == 4 and summary["facets"]["type"] == {"page": 3, "text": 1}
    assert summary["months"] == {"202611": 4, "202612": 2}
    assert objects("search", site, "five", "--at", "2026-11-25", code=0)[-1]["total"] == 0
    assert objects("search", site, "five", "--at", "2026-12-05")[-1]["total"] == 1
    assert objects("search", site, "five", "--at", "2026-12-01T07:59", code=0)[-1]["total"] == 0


def test_a_query_may_begin_with_what_is_not_to_be_said(objects: Objects, site: Path) -> None:
    without = objects("search", site, "-kernel type:page", "--limit", 50)
    assert {one["url"] for one in without[:-1]} == {
        one["url"] for one in objects("search", site, "type:page -kernel", "--limit", 50)[:-1]
    }
    assert objects("search", site, "-kernel", code=0)[-1]["total"] == 3
    objects("search", site, "kernel", "--limt", 3, code=2)


def test_addresses_known_by_links_alone(objects: Objects, site: Path) -> None:
    found = objects("search", site, "treasure")
    assert [one["kind"] for one in found] == ["hit", "unfetched", "summary"]
    assert (found[1]["url"], found[1]["status"]) == ("http://gone.example/lost", None)


def test_several_archives_are_merged_by_score(objects: Objects, site: Path, tmp_path: Path) -> None:
    other = filled(Archive.create(tmp_path / "other.archive"))
    *hits, summary = objects("search", site, other.path, "kernel")
    assert summary["total"] == 4 and {hit["archive"] for hit in hits} == {str(site), str(other.path)}
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)


def test_for_people(tianwang: Callable[..., Any], site: Path) -> None:
    said = tianwang("search", site, "kernel", "--facets").stdout
    assert "Elsewhere  http://b.other.example/x" in said and "2 pages, 1 to 2 shown" in said
    assert "type      page 1, text 1" in said
    assert "Nothing was found." in tianwang("search", site, "nowhere", code=1).stderr


def test_build_and_status(objects: Objects, tianwang: Callable[..., Any], site: Path) -> None:
    assert objects("search", "--status", site)[0] == {
        "kind": "summary",
        "path": str(site),
        "known": 0,
        "left": 7,
        "bytes": 0,
        "cut": 0,
        "uncut": 0,
    }
    assert "it has no search index yet" in tianwang("search", "--status", site).stdout
    built = objects("search", "--build", site)[0]
    assert (built["versions"], built["entries"], built["unreadable"]) == (7, 6, 0)
    assert (built["cut"], built["blocks"]) == (6, 9)
    status = objects("search", "--status", site)[0]
    assert (status["known"], status["left"]) == (7, 0) and status["bytes"] > 0
    assert (status["cut"], status["uncut"]) == (6, 0)
    assert "blocks of 6 different texts in it, of 0 not yet" in tianwang("search", "--status", site).stdout


def test_a_hit_has_the_label_and_the_place_of_its_block(
    objects: Objects, tianwang: Callable[..., Any], site: Path, refused: Callable[..., str]
) -> None:
    hit, summary = objects("search", site, "label:正文 kernel", "--facets")
    assert (hit["url"], hit["label"]) == ("http://b.other.example/x", "main text")
    assert hit["block"].startswith("/html[1]/body[1]/article[1]") and hit["path"] == ["Elsewhere"]
    assert summary["facets"]["label"] == {"main text": 1} and hit["until"] is None
    gone = objects("search", site, "costs five")[0]
    assert gone["until"] == "2026-12-11T08:00:00+00:00"
    assert "[main text]" in tianwang("search", site, "kernel site:b.other.example").stdout
    assert "is no label of blocks. Labels are navigation" in refused("search", site, "label:sidebar kernel")


def test_a_query_that_cannot_be_understood_is_told_before_anything_is_built(
    refused: Callable[..., str], site: Path
) -> None:
    assert "The quotation mark at character 3 is not closed." in refused("search", site, 'a "b')
    assert not (site / "search").exists()


def test_wrong_usage(refused: Callable[..., str], site: Path) -> None:
    assert "Name an archive and what is sought in it." in refused("search", site)
    assert "does not go with --build" in refused("search", "--build", site, "--explain")


def test_all_hits_become_a_table_or_lines_with_the_fields_of_json(
    objects: Objects, site: Path, tmp_path: Path
) -> None:
    *shown, _ = objects("search", site, "kernel")
    summary = objects("search", site, "kernel", "--export", tmp_path / "hits.jsonl")[-1]
    assert (summary["kind"], summary["files"], summary["cancelled"]) == ("summary", 1, False)
    assert [json.loads(line) for line in (tmp_path / "hits.jsonl").read_text("utf-8").splitlines()] == shown
    other = filled(Archive.create(tmp_path / "other.archive"))
    objects("search", site, other.path, "kernel", "--export", tmp_path / "hits.csv", "--limit", 3)
    with (tmp_path / "hits.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 and {row["archive"] for row in rows} == {str(site), str(other.path)}


def test_all_hits_become_documents_or_an_archive(
    objects: Objects, tianwang: Callable[..., Any], site: Path, tmp_path: Path
) -> None:
    tianwang("search", site, "costs five", "--export", tmp_path / "texts", "--as", "text")
    assert "costs five" in (tmp_path / "texts" / "Prices.txt").read_text("utf-8")
    tianwang("search", site, "kernel", "--export", tmp_path / "files", "--as", "documents")
    assert (tmp_path / "files" / "a.example" / "notes.txt").is_file()
    summary = objects("search", site, '"free of charge"', "--export", tmp_path / "x.warc.gz")[-1]
    assert summary["records"] == 2 and (tmp_path / "x.cdxj").is_file()


def test_what_cannot_be_exported_is_said_and_leaves_nothing(
    refused: Callable[..., str], tianwang: Callable[..., Any], site: Path, tmp_path: Path
) -> None:
    dest = tmp_path / "out"
    assert "Say with --as" in refused("search", site, "kernel", "--export", dest)
    assert "that of a file of --as csv" in refused(
        "search", site, "kernel", "--export", tmp_path / "a.csv", "--as", "warc"
    )
    assert "Name a folder" in refused("search", site, site, "kernel", "--export", tmp_path / "a.wacz")
    assert "goes with --export" in refused("search", site, "kernel", "--as", "csv")
    assert "does not go with --export" in refused("search", site, "kernel", "--export", dest, "--facets")
    for format in ("csv", "html", "wacz"):
        told = tianwang("search", site, "nowhere", "--export", dest, "--as", format, code=1)
        assert "Nothing was found." in told.stderr and not dest.exists()


def test_a_search_that_is_saved_tells_what_is_new(
    objects: Objects, tianwang: Callable[..., Any], archive: Archive, site: Path
) -> None:
    assert objects("search", site, "kernel", "--save", "the kernel")[0]["total"] == 2
    store(archive, capture("http://n.example/", page("New", "A kernel of truth"), minutes=40 * DAY))
    one, summary = objects("search", site, "--saved")
    assert (one["kind"], one["name"], one["query"], one["total"], one["new"]) == (
        "saved",
        "the kernel",
        "kernel",
        3,
        1,
    )
    assert (summary["searches"], summary["new"]) == (1, 1)
    *hits, summary = objects("search", site, "--saved", "the kernel")
    assert set(hits[0]) == HIT | {"new"} and [hit["new"] for hit in hits] == [True, False, False]
    assert summary["new"] == 1
    assert "the kernel: 3 hits, 0 new  kernel" in tianwang("search", site, "--saved").stdout
    assert "3 pages, 0 new, 1 to 3 shown" in tianwang("search", site, "--saved", "the kernel").stdout
    objects("search", site, "appeared:five", "--save", "fees")
    store(archive, capture("http://n.example/", page("New", "For five coins"), minutes=50 * DAY))
    *found, summary = objects("search", site, "--saved", "fees")
    assert [one["new"] for one in found] == [True, False] and summary["new"] == 1
    assert "2 changes, 0 new" in tianwang("search", site, "--saved", "fees").stdout
    tianwang("search", site, "--forget", "fees")
    assert "Forgotten" in tianwang("search", site, "--forget", "the kernel").stdout
    assert "No searches are saved" in tianwang("search", site, "--saved").stdout
    assert "no saved search named" in tianwang("search", site, "--saved", "the kernel", code=1).stderr


def test_a_crawl_says_what_saved_searches_found_in_it(
    objects: Objects, tianwang: Callable[..., Any], server: SampleServer, tmp_path: Path
) -> None:
    path = tmp_path / "c.archive"
    tianwang("crawl", path, f"{server.url}", "--max-pages", 1, "--delay", 0)
    tianwang("search", path, "type:page", "--save", "pages")
    tianwang("search", path, "nowhereatall", "--save", "nothing")
    *_, told, summary = objects("crawl", path, server.url, "--max-pages", 4, "--delay", 0)
    assert summary["kind"] == "summary"
    assert (told["kind"], told["name"]) == ("saved", "pages") and told["new"] > 0


def test_wrong_usage_of_saved_searches(refused: Callable[..., str], site: Path) -> None:
    assert "one archive" in refused("search", site, site, "kernel", "--save", "x")
    assert "a query that is answered" in refused("search", site, "kernel", "--save", "x", "--facets")
    assert "does not go with --save" in refused("search", site, "kernel", "--save", "x", "--saved")
    assert "Name one archive alone." in refused("search", site, "kernel", "--forget", "x")


def test_blocks_in_place_of_pages(
    objects: Objects, tianwang: Callable[..., Any], site: Path, refused: Callable[..., str]
) -> None:
    *found, summary = objects("search", site, "imprint", "--blocks", "--facets")
    assert [(one["kind"], one["label"], one["pages"]) for one in found] == [("block", "navigation", 4)]
    assert set(found[0]) == {*HIT - {"kind", "star", "tags", "noted", "rank"}, "kind", "pages", "origin"}
    assert found[0]["origin"]["url"] == "http://a.example/" and found[0]["until"] is None
    assert (summary["total"], summary["facets"]) == (1, {"label": {"navigation": 1}})
    (gone, _) = objects("search", site, "costs five", "--blocks")
    assert gone["until"] == "2026-12-11T08:00:00+00:00" and gone["path"] == ["Prices"]
    said = tianwang("search", site, "label:footer", "--blocks").stdout
    assert "[footer]" in said and "4 pages" in said and "1 block, 1 to 1 shown" in said
    assert "Nothing was found." in tianwang("search", site, "nowhere", "--blocks", code=1).stderr
    assert "does not go with --blocks" in refused("search", site, "kernel", "--blocks", "--explain")
    assert "one of relevance, newest, oldest" in refused(
        "search", site, "kernel", "--blocks", "--sort", "size"
    )


def test_where_little_is_found_it_says_what_finds_more(
    objects: Objects, tianwang: Callable[..., Any], site: Path
) -> None:
    (summary,) = objects("search", site, "kernal")
    assert summary["total"] == 0
    assert summary["suggestions"][0] == {"kind": "spelling", "query": "kernel", "total": 2, "words": "kernel"}
    told = tianwang("search", site, "kernel type:pdf", code=1)
    assert "2 pages with: kernel" in told.stdout and "Nothing was found." in told.stderr
    assert "suggestions" not in objects("search", site, "kernel OR prices OR charge OR 内核")[-1]

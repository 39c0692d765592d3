"""The InfoMall interface over a real socket: what it answers, and that its description says the same."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from app.archive.archive import Archive
from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import Notebook
from app.likeness.feeding import feed as liken
from app.search.index.feeding import feed as index
from app.service.api import figures
from app.service.api.table import EXAMPLES, OPERATIONS
from app.service.collection import read_hidden
from app.statistics import observations
from app.statistics.tables import OF_ARCHIVE, of_archive
from app.tianwang.reader import RecordReader
from tests.app.service.conftest import HOME, Serve, filled, response, serving

ONE = "202001-0000001"
TWO = "202001-0000003"
LONG = "".join(f"<p>Paragraph {n} speaks of water, bridges and of the number {n * 7}.</p>" for n in range(30))


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """The small archive with its search index and likeness, and two pages that are nearly the same."""
    archive = filled(tmp_path_factory.mktemp("api") / "rich.archive")
    with archive.writer() as writer:
        writer.store(response("http://a.test/one", 6, f"<title>Bridges</title><p>Secretword</p>{LONG}"))
        writer.store(response("http://b.test/two", 6, f"<title>Bridges</title>{LONG}<p>End</p>"))
        writer.commit()
    index(archive)
    liken(archive)
    return archive


@pytest.fixture(scope="module")
def api(rich: Archive) -> Iterator[httpx.Client]:
    with serving(rich) as client:
        client.base_url = client.base_url.join("/api/v1/rich/")
        yield client


QUESTIONS = {
    "about": "",
    "page": "page?url=example.com&date=2020-01-03",
    "versions": "versions?url=example.com&limit=1",
    "capture": f"captures/{ONE}",
    "text": f"captures/{ONE}/text",
    "links": f"captures/{ONE}/links",
    "rank": f"captures/{ONE}/rank",
    "alike": "captures/202001-0000011/alike",
    "category": f"captures/{ONE}/category",
    "comparison": f"comparison?before={ONE}&after={TWO}",
    "search": "search?q=two&limit=1",
    "batches": "batches",
    "batch-captures": "batches/202001/captures?limit=1",
    "duplicates": "duplicates",
    "categories": "categories",
    "category-members": "categories/members?category=society",
    "over-time": "over-time",
    "topics": "over-time/topics?q=two",
}


def at_root(api: httpx.Client, path: str) -> str:
    return f"{str(api.base_url).partition('/api')[0]}{path}"


def shaped(example: Any, found: Any) -> bool:
    """Whether an answer has the members of an example."""
    if isinstance(example, dict) and example and found is not None:
        return isinstance(found, dict) and all(
            name in found and shaped(value, found[name]) for name, value in example.items()
        )
    if isinstance(example, list) and example and found:
        return isinstance(found, list) and shaped(example[0], found[0])
    return True


@pytest.mark.parametrize("name", QUESTIONS)
def test_answers_are_as_the_description_shows_them(api: httpx.Client, name: str) -> None:
    answer = api.get(QUESTIONS[name])
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert EXAMPLES[name] and shaped(EXAMPLES[name], found), json.dumps(found, ensure_ascii=False, indent=1)
    again = api.get(QUESTIONS[name], headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_the_description_names_every_question_and_parameter(api: httpx.Client) -> None:
    document = api.get(at_root(api, "/api/v1/openapi.json")).json()
    assert len(document["paths"]) == len(OPERATIONS) + 1
    for one in OPERATIONS:
        told = document["paths"]["/{collection}" + (f"/{one.path}" if one.path else "")]["get"]
        assert {each["name"] for each in told["parameters"]} == {
            "collection",
            *(each.name for each in one.parameters),
        }
        assert all("example" in each or each["name"] == "collection" for each in told["parameters"])


def test_content_has_its_digest_as_validator_and_comes_in_parts(api: httpx.Client) -> None:
    about = api.get(f"captures/{ONE}").json()
    place = at_root(api, about["content"])
    answer = api.get(place)
    assert answer.headers["etag"] == f'"{about["digest"]}"'
    assert "sandbox" in answer.headers["content-security-policy"]
    part = api.get(place, headers={"Range": "bytes=7-9", "If-Range": answer.headers["etag"]})
    assert (part.status_code, part.content) == (206, answer.content[7:10])
    other = api.get(place, headers={"Range": "bytes=7-9", "If-Range": '"other"'})
    assert (other.status_code, other.content) == (200, answer.content)
    assert api.get(place, headers={"Range": "bytes=9999-"}).status_code == 416


@pytest.mark.parametrize("path", ["versions?url=example.com", "batches/202001/captures?"])
def test_a_cursor_goes_through_a_list_once(api: httpx.Client, path: str) -> None:
    whole = [one["id"] for one in api.get(path).json()["captures"]]
    found, place = list[str](), f"{path}&limit=3"
    for _ in range(10):
        answer = api.get(place)
        found += [one["id"] for one in answer.json()["captures"]]
        if "link" not in answer.headers:
            break
        place = at_root(api, answer.headers["link"].partition("<")[2].partition(">")[0])
    assert found == whole and len(whole) == len(set(whole)) > 3


def test_a_batch_that_grows_goes_on_where_it_ended(rich: Archive, api: httpx.Client) -> None:
    """A range behind the end is answered once there is more, and the validator of the shorter batch still holds."""
    whole = api.get("batches/202001/stream")
    end = len(whole.content)
    with rich.writer() as writer:
        writer.store(response("http://a.test/later", 7, "<title>Later</title>"))
        writer.commit()
    rest = api.get(
        "batches/202001/stream", headers={"Range": f"bytes={end}-", "If-Range": whole.headers["etag"]}
    )
    assert rest.status_code == 206
    assert api.get("batches/202001/stream").content == whole.content + rest.content


def test_a_stream_is_records_that_our_reader_reads(api: httpx.Client, tmp_path: Any) -> None:
    file = tmp_path / "batch.tw"
    file.write_bytes(api.get("batches/202001/stream").content)
    with RecordReader(file) as reader:
        urls = [record.url for record in reader]
    assert urls[0] == HOME and "http://a.test/one" in urls


def test_a_comparison_marks_its_blocks_and_runs_nothing(api: httpx.Client) -> None:
    page = api.get("comparison/page?before=202001-0000011&after=202001-0000012")
    assert re.search(r"<p data-tianwang-change=added>End", page.text)
    assert "script" not in page.headers["content-security-policy"].replace("allow-scripts", "script!")
    old = api.get("comparison/page?before=202001-0000011&after=202001-0000012&side=before")
    assert re.search(r"<p data-tianwang-change=removed>Secretword", old.text)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("search?q=((", 400),
        ("search", 400),
        ("over-time?table=nothing", 400),
        ("over-time?utc_offset=25:00", 400),
        ("over-time?limit=0", 400),
        ("over-time/topics", 400),
        ("over-time/topics?q=((", 400),
        ("over-time/topics?q=appeared:two", 400),
        ("over-time/topics?q=two&within=((", 400),
        ("search?q=a&q=b", 400),
        ("search?q=a&limit=0", 400),
        ("search?q=a&unknown=1", 400),
        ("versions?url=example.com&cursor=!!", 400),
        ("page?url=example.com&date=20201399", 400),
        ("page?url=nowhere.test", 404),
        ("captures/202001-9999999", 404),
        ("captures/../../etc/passwd", 404),
        ("captures/x", 400),
        ("batches/190001/stream", 404),
        ("batches/190001/captures", 404),
        ("wacz?prefix=nowhere", 404),
        ("wacz?q=two&prefix=a", 400),
        ("nothing", 404),
    ],
)
def test_what_cannot_be_answered_is_told(api: httpx.Client, path: str, status: int) -> None:
    answer = api.get(path)
    assert answer.status_code == status
    assert answer.json()["error"] and answer.json()["detail"]


def test_hidden_pages_are_nowhere(rich: Archive, tmp_path: Any) -> None:
    """Not by id, address, query, count, batch, duplicate, link to content, WARC or WACZ; nor a word of theirs."""
    file = tmp_path / "hidden.txt"
    file.write_text("http://a.test/ - A person asked for it\n", "utf-8")
    with serving(rich, hidden=read_hidden(file)) as client:
        client.base_url = client.base_url.join("/api/v1/rich/")
        for path in ("", "/content", "/record", "/text", "/links", "/alike", "/category", "/rank"):
            answer = client.get(f"captures/202001-0000011{path}")
            assert (answer.status_code, answer.json()["detail"]) == (451, "A person asked for it")
        assert client.get("page?url=a.test/one").status_code == 451
        assert client.get("versions?url=a.test/one").status_code == 451
        assert client.get("comparison?before=202001-0000011&after=202001-0000012").status_code == 451
        assert client.get("search?q=secretword").json()["total"] == 0
        assert client.get("search?q=appeared:secretword").json()["total"] == 0
        assert client.get("duplicates").json()["groups"] == []
        assert client.get("captures/202001-0000012/alike").json()["captures"] == []
        assert "a.test" not in client.get("").text
        for path in ("batches/202001/captures", "batches/202001/stream", "duplicates"):
            assert b"a.test" not in client.get(path).content
        assert client.get("warc?prefix=http://a.test/").status_code == 404
        wacz = client.get("wacz").content
        assert b"b.test" in _pages(wacz) and b"a.test" not in _pages(wacz)


def test_figures_over_time_are_those_of_the_command_line(rich: Archive, api: httpx.Client) -> None:
    """All tables, with what each figure was counted over; by kind of site, by day, at a clock elsewhere, by words."""
    found = api.get("over-time?utc_offset=%2B08:00").json()
    with rich.reader() as reader:
        made = of_archive(observations.read(reader), by=("", "sector"), offset=8 * 3600)
    assert set(found["tables"]) == set(OF_ARCHIVE) and found["period"] == "day"
    assert (found["from"], found["hidden"], found["left_off"]) == ("2020-01-01T12:00:00Z", 0, 0)
    for name, rows in found["tables"].items():
        told = [dict(row) for table in made if table.name == name for row in table.data()]
        assert [{key: value for key, value in row.items() if key != "begin"} for row in rows] == told
    assert found["tables"]["growth"][0]["begin"] == "2020-01-01T00:00:00Z"
    alone = api.get("over-time?table=change&by=site&limit=1").json()
    assert list(alone["tables"]) == ["change"] and len(alone["tables"]["change"]) == 1
    assert alone["left_off"] == len(api.get("over-time?table=change&by=site").json()["tables"]["change"]) - 1
    assert api.get("over-time?table=change&by_words=true").json()["tables"]["change"][0]["looks"] == 2


def test_a_topic_over_time_names_who_was_first(api: httpx.Client) -> None:
    found = api.get("over-time/topics?q=bridges&period=month").json()
    assert found["period"] == "month" and found["pages"] == 2
    (point,) = found["points"]
    assert (point["period"], point["begin"], point["pages"]) == ("2020-01", "2020-01-01T00:00:00Z", 2)
    assert {one["url"] for one in found["first"]} == {"http://a.test/one", "http://b.test/two"}
    assert api.get(at_root(api, found["first"][0]["self"])).status_code == 200
    within = api.get("over-time/topics?q=bridges&within=site:a.test&standing=true").json()
    assert within["pages"] == 1 and within["n"] in (1, 2)
    none = api.get("over-time/topics?q=bridges&to=2020-01-05").json()
    assert (none["pages"], none["peak"]) == (0, None)


def test_figures_leave_out_what_is_hidden_and_say_how_much(rich: Archive, tmp_path: Any) -> None:
    """In all of them: growth, topics with their first pages, the figures of the archive."""
    file = tmp_path / "hidden.txt"
    file.write_text("http://a.test/ - A person asked for it\n", "utf-8")
    with serving(rich) as client:
        every = client.get("/api/v1/rich/over-time?table=growth").json()["tables"]["growth"]
        whole = client.get("/api/v1/rich").json()
    with serving(rich, hidden=read_hidden(file)) as client:
        client.base_url = client.base_url.join("/api/v1/rich/")
        found = client.get("over-time").json()
        assert found["hidden"] >= 1
        assert found["tables"]["growth"][-1]["pages"] == every[-1]["pages"] - found["hidden"]
        topic = client.get("over-time/topics?q=bridges").json()
        assert (topic["pages"], topic["hidden"]) == (1, found["hidden"])
        assert [one["url"] for one in topic["first"]] == ["http://b.test/two"]
        about = client.get("").json()
        assert whole["hidden"] == 0 and about["hidden"] == found["hidden"]
        assert about["pages"] == whole["pages"] - found["hidden"]
        assert about["documents"] == whole["documents"] - found["hidden"]
        assert (
            about["versions"] == whole["versions"] - found["hidden"] and about["hosts"] == whole["hosts"] - 1
        )
        assert "a.test" not in about["by_host"] and sum(about["by_host"].values()) == about["pages"]
        assert "a.test" not in client.get("over-time?by=site").text
        assert client.get("").json() == about, "the tables are as they were"


def _pages(wacz: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(wacz)) as zipped:
        return zipped.read("pages/pages.jsonl")


def test_what_a_person_wrote_stays_here(rich: Archive, api: httpx.Client) -> None:
    """Tags and notes are neither shown nor searched."""
    Notebook(rich.path).write([Change(Target(HOME), True, ("privately",), note="privately")])
    try:
        assert api.get("search?q=privately").json()["total"] == 0
        hit = api.get("search?q=site:example.com").json()["hits"][0]
        assert not {"tags", "star", "noted", "archive"} & set(hit)
    finally:
        Notebook(rich.path).undo()


def test_an_archive_without_an_index_says_so(serve: Serve) -> None:
    client = serve()
    for path in ("search?q=two", "over-time/topics?q=two", "over-time?by_words=true"):
        answer = client.get(f"/api/v1/one/{path}")
        assert (answer.status_code, answer.json()["error"]) == (503, "search")
    assert client.get("/api/v1/one/over-time").status_code == 200


def test_figures_that_take_too_long_are_not_waited_for(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "SECONDS", -1.0)
    answer = serve().get("/api/v1/one/over-time")
    assert (answer.status_code, answer.json()["error"]) == (503, "slow")
    assert answer.headers["retry-after"] == "30"

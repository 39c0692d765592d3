"""The CDX server API in both dialects."""

from __future__ import annotations

import json

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.service import cdx
from tests.app.service.conftest import HOME

ALL = 10  # captures of the archive


def pywb(client: httpx.Client, query: str) -> list[dict[str, str]]:
    answer = client.get(f"/one/cdx?{query}&output=json")
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def stamps(rows: list[dict[str, str]]) -> list[str]:
    return [row["timestamp"][6:8] for row in rows]


def test_an_address_is_found_in_all_its_spellings(client: httpx.Client) -> None:
    for address in (HOME, "example.com", "https://www.EXAMPLE.com:443/%23top"):
        assert stamps(pywb(client, f"url={address}")) == ["01", "02", "03", "05"]


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("url=example.com&matchType=host", 8),
        ("url=example.com/*", 8),
        ("url=example.com/a&matchType=prefix", 1),
        ("url=example.com&matchType=domain", 9),
        ("url=*.example.com", 9),
        ("url=*.com", ALL),
    ],
)
def test_prefix_host_and_domain(client: httpx.Client, query: str, count: int) -> None:
    """Of a domain only what is below it: examples.com only begins alike."""
    rows = pywb(client, query)
    assert len(rows) == count
    assert [(row["urlkey"], row["timestamp"]) for row in rows] == sorted(
        (r["urlkey"], r["timestamp"]) for r in rows
    )


def test_dates_filters_collapse_and_limits(client: httpx.Client) -> None:
    assert stamps(pywb(client, f"url={HOME}&from=20200102&to=202001031159")) == ["02"]
    assert stamps(pywb(client, f"url={HOME}&to=2020010")) == ["01", "02", "03", "05"]
    assert stamps(pywb(client, f"url={HOME}&limit=2")) == ["01", "02"]
    assert stamps(pywb(client, f"url={HOME}&limit=-1")) == ["05"]
    assert stamps(pywb(client, f"url={HOME}&offset=1&limit=2")) == ["02", "03"]
    assert stamps(pywb(client, f"url={HOME}&sort=reverse")) == ["05", "03", "02", "01"]
    assert stamps(pywb(client, f"url={HOME}&closest=2020010318&sort=closest")) == ["03", "02", "05", "01"]
    assert stamps(pywb(client, f"url={HOME}&collapse=digest")) == ["01", "03", "05"]
    assert stamps(pywb(client, f"url={HOME}&collapse=timestamp:7")) == ["01"]
    assert len(pywb(client, "url=*.com&filter=!status:200")) == 2
    assert len(pywb(client, "url=*.com&filter==mime:text/css")) == 1
    assert len(pywb(client, "url=*.com&filter=~url:https")) == 1
    assert len(pywb(client, "url=*.com&filter=url:example.com/s&filter=mimetype:css")) == 1


def test_the_wayback_dialect(client: httpx.Client) -> None:
    """Seven fields in a line, an array of arrays as JSON, filters that fit the whole field."""
    text = client.get("/cdx/search/cdx?url=example.com/s.css").text
    assert text.startswith("com,example)/s.css 20200101120000 http://example.com/s.css text/css 200 sha256:")
    rows = json.loads(
        client.get("/one/cdx/search/cdx?url=example.com&output=json&fl=timestamp,original").text
    )
    assert rows[0] == ["timestamp", "original"]
    assert len(rows) == 5
    assert json.loads(client.get("/cdx/search/cdx?url=nothing.test&output=json").text) == []
    whole = "/cdx/search/cdx?url=*.com&fl=timestamp&filter=mimetype:"
    assert client.get(f"{whole}css").text == ""
    assert client.get(f"{whole}.*css").text == "20200101120000\n"


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_a_resume_key_goes_on_where_the_answer_ended(client: httpx.Client, limit: int) -> None:
    """Pieces of some rows, one after the other, are the whole answer, also where one ends before other keys are read."""
    for sort in ("", "&sort=reverse"):
        base = f"/cdx/search/cdx?url=*.com&fl=urlkey,timestamp{sort}"
        whole = client.get(base).text
        found, key = "", ""
        for _ in range(ALL):
            text = client.get(f"{base}&limit={limit}&showResumeKey=true{key}").text
            rows, gap, resume = text.partition("\n\n")
            found += rows.rstrip("\n") + "\n"
            if not gap:
                break
            key = f"&resumeKey={resume.strip()}"
        assert found == whole


def test_pages_of_a_query_are_its_whole(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdx, "PAGE_KEYS", 3)
    count = int(client.get("/one/cdx?url=*.com&showNumPages=true").text)
    pages = [client.get(f"/one/cdx?url=*.com&page={number}").text for number in range(count)]
    assert count == 3
    assert "".join(pages) == client.get("/one/cdx?url=*.com").text


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "url-missing"),
        ("url=a&limit=x", "number-invalid"),
        ("url=a&from=19", ""),
        ("url=a&from=monday", "date-invalid"),
        ("url=a&fl=nothing", "field-unknown"),
        ("url=a&filter=~url:(", "filter-pattern"),
        ("url=a&closest=&sort=closest", ""),
        ("url=a&sort=oldest", "sort-unknown"),
        ("url=a&matchType=all", "match-unknown"),
        ("url=a&output=xml", "output-unknown"),
        ("url=a&resumeKey=zzz", "resume-invalid"),
    ],
)
def test_wrong_queries_are_told(client: httpx.Client, query: str, code: str) -> None:
    answer = client.get(f"/one/cdx?{query}")
    assert answer.status_code == (400 if code else 200)
    assert not code or answer.json()["error"] == code


def test_a_pattern_made_to_take_for_ever_is_ended() -> None:
    query = cdx.parse([("url", "a"), ("filter", "~url:(.*a){20}b")], "wayback")
    row = cdx.Row("a", None)  # type: ignore[arg-type]
    with pytest.raises(cdx.QueryError), pytest.MonkeyPatch.context() as patch:
        patch.setattr(cdx.Row, "value", lambda *_: "a" * 5000)
        query.filters[0].takes(row)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["from", "to", "limit", "filter", "fl", "collapse", "page", "sort", "closest"]),
            st.text(),
        )
    )
)
def test_parameters_are_read_or_refused(values: list[tuple[str, str]]) -> None:
    """Whatever comes: a query, or a QueryError."""
    try:
        query = cdx.parse([("url", "http://a.test/"), *values], "pywb")
    except cdx.QueryError:
        return
    assert query.span[0] < query.span[1]

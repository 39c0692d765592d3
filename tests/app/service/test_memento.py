"""Memento (RFC 7089) over the service: what its clients rely on."""

from __future__ import annotations

import json
import random
import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from app.archive.archive import Archive
from app.service.collection import Moment, nearest
from tests.app.service.conftest import HOME, Serve, response

DAY3 = "Fri, 03 Jan 2020 12:00:00 GMT"


def relations(header: str) -> dict[str, str]:
    """Relation words → address, of a Link header."""
    return {found[2]: found[1] for found in re.finditer(r'<([^>]*)>; rel="([^"]*)"', header)}


@pytest.mark.parametrize(
    "place", [f"/one/timegate/{HOME}", f"/one/{HOME}", "/one/http:/example.com/", "/one/example.com"]
)
def test_a_timegate_redirects_to_the_nearest_version(client: httpx.Client, place: str) -> None:
    """302 with Vary and Link, by the date asked for; the address in any spelling (section 4.1.1)."""
    answer = client.get(place, headers={"Accept-Datetime": "Fri, 03 Jan 2020 20:00:00 GMT"})
    assert answer.status_code == 302
    assert answer.headers["location"] == f"{client.base_url}one/20200103120000/{HOME}"
    assert answer.headers["vary"] == "accept-datetime"
    assert "memento-datetime" not in answer.headers
    links = relations(answer.headers["link"])
    assert links["timemap"].endswith(f"/timemap/link/{links['original']}")
    assert links["prev memento"].endswith("/20200102120000/http://example.com/")
    assert links["next last memento"].endswith("/20200105120000/https://www.example.com/")
    assert links["first memento"].endswith("/20200101120000/http://example.com/")


def test_a_timegate_without_a_date_leads_to_the_newest(client: httpx.Client) -> None:
    assert "20200105120000" in client.get(f"/one/timegate/{HOME}").headers["location"]


@pytest.mark.parametrize("wrong", ["yesterday", "2020-01-03", "Fri, 03 Jan 2020 12:00:00 +0100"])
def test_a_date_that_cannot_be_read_is_a_bad_request(client: httpx.Client, wrong: str) -> None:
    assert client.get(f"/one/timegate/{HOME}", headers={"Accept-Datetime": wrong}).status_code == 400


def test_without_mementos_everything_is_404(client: httpx.Client) -> None:
    for place in ("timegate/", "timemap/link/", "20200101120000/", "20200101120000id_/"):
        assert client.get(f"/one/{place}http://nothing.test/").status_code == 404
    assert client.get("/other/timegate/http://example.com/").status_code == 404


def test_a_memento_tells_its_own_moment_and_its_neighbours(client: httpx.Client) -> None:
    """Memento-Datetime is that of the capture; no Vary on a memento (section 4.2)."""
    answer = client.get(f"/one/20200103120000/{HOME}")
    assert answer.status_code == 200
    assert answer.headers["memento-datetime"] == DAY3
    assert "vary" not in answer.headers
    assert "Two 二" in answer.text
    assert relations(answer.headers["link"])["prev memento"].endswith(f"/20200102120000/{HOME}")


def test_another_moment_is_redirected_to_the_capture(client: httpx.Client) -> None:
    answer = client.get(f"/one/2020010320/{HOME}")
    assert (answer.status_code, answer.headers["location"]) == (
        302,
        f"{client.base_url}one/20200103120000/{HOME}",
    )
    assert (
        client.get("/one/2020id_/http://example.com/")
        .headers["location"]
        .endswith(f"/20200101120000id_/{HOME}")
    )


def test_a_visit_answers_with_the_version_it_confirms(client: httpx.Client) -> None:
    answer = client.get(f"/one/20200102120000id_/{HOME}")
    assert answer.content == b"<title>One</title><a href=about.html>x</a>"
    assert answer.headers["memento-datetime"] == "Thu, 02 Jan 2020 12:00:00 GMT"


def test_stored_bytes_come_back_as_they_were(client: httpx.Client) -> None:
    """`id_`: the body without a change, in ranges and by its digest; stored headers set nothing here."""
    place = f"/one/20200101120000id_/{HOME}"
    answer = client.get(place)
    assert answer.content == b"<title>One</title><a href=about.html>x</a>"
    assert answer.headers["x-archive-orig-set-cookie"] == "a=b"
    assert "set-cookie" not in answer.headers
    part = client.get(place, headers={"Range": "bytes=7-9"})
    assert (part.status_code, part.content, part.headers["content-range"]) == (206, b"One", "bytes 7-9/42")
    assert client.get(place, headers={"Range": "bytes=90-"}).status_code == 416
    assert client.get(place, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    assert client.head(place).content == b""


def test_a_page_to_look_at_leads_into_the_archive_and_runs_nothing(client: httpx.Client) -> None:
    answer = client.get(f"/one/20200101120000/{HOME}")
    assert 'href="/one/20200101120000/http://example.com/about.html"' in answer.text
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox ")
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert "allow-same-origin" not in policy


def test_redirects_and_errors_are_mementos(client: httpx.Client) -> None:
    """Their status is the stored one; a redirect leads to the memento of its target."""
    moved = client.get("/one/20200102120000/http://example.com/old")
    assert (moved.status_code, moved.headers["location"]) == (
        302,
        "/one/20200102120000/http://example.com/about.html",
    )
    assert "memento-datetime" in moved.headers
    gone = client.get("/one/20200102120000/http://sub.example.com/a")
    assert (gone.status_code, gone.text) == (404, "gone")
    assert "memento-datetime" in gone.headers


def test_queries_keep_their_escapes(client: httpx.Client) -> None:
    """The address in a path is read as it was sent, its query with it."""
    address = "http://example.com/q?b=2&a=%E5%8C%97"
    answer = client.get(f"/one/timegate/{address}")
    assert answer.headers["location"] == f"{client.base_url}one/20200104120000/{address}"
    assert "Query" in client.get(answer.headers["location"]).text


def test_a_timemap_lists_everything_in_three_forms(client: httpx.Client) -> None:
    """Section 5: original, self with its span, timegate, all mementos; JSON and CDXJ say the same."""
    found = client.get(f"/one/timemap/link/{HOME}")
    assert found.headers["content-type"].startswith("application/link-format")
    assert found.headers["x-memento-count"] == "4"
    lines = found.text.split(",\n")
    assert lines[0] == f'<{HOME}>; rel="original"'
    assert f'until="{"Sun, 05 Jan 2020 12:00:00 GMT"}"' in lines[1]
    assert [re.findall(r"/(\d{14})/", line)[0] for line in lines[3:]] == [
        f"202001{day}120000" for day in ("01", "02", "03", "05")
    ]
    told = json.loads(client.get(f"/one/timemap/json/{HOME}").text)
    assert [one["uri"].split("/")[4] for one in told["mementos"]["list"]] == [
        re.findall(r"/(\d{14})/", line)[0] for line in lines[3:]
    ]
    assert len(client.get(f"/one/timemap/cdxj/{HOME}").text.splitlines()) == 4 + 4
    assert client.get(f"/one/timemap/xml/{HOME}").status_code == 404


def test_a_record_that_is_damaged_is_told(serve: Serve, tmp_path: object) -> None:
    """502 with the reason; the lists still name it."""
    from pathlib import Path

    archive = Archive.create(Path(str(tmp_path)) / "two.archive", "Two")
    with archive.writer() as writer:
        stored = writer.store(response(HOME, 1, "<p>" + "x" * 3000))
        writer.commit()
    file = archive.path / stored.file
    data = bytearray(file.read_bytes())
    data[stored.offset + 40 : stored.end] = b"\0" * (stored.end - stored.offset - 40)
    file.write_bytes(data)
    client = serve(archive)
    assert client.get(f"/two/20200101120000id_/{HOME}").status_code == 502
    assert client.get(f"/two/timemap/link/{HOME}").status_code == 200


def test_what_is_captured_meanwhile_is_there(serve: Serve, tmp_path: object) -> None:
    """A crawl writes while the service reads."""
    from pathlib import Path

    archive = Archive.create(Path(str(tmp_path)) / "live.archive", "Live")
    client = serve(archive)
    assert client.get(f"/live/timegate/{HOME}").status_code == 404
    with archive.writer() as writer:
        writer.store(response(HOME, 1, "<title>New</title>"))
        writer.commit()
    assert client.get(f"/live/timegate/{HOME}").status_code == 302


@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_is_the_one_that_all_would_be_compared_to_find(seed: int) -> None:
    """Also before and behind all of them, of several in the same second, and of two that are as far away."""
    chance = random.Random(seed)
    urls = ("http://a.test/", "https://a.test/")
    captures = sorted(
        Moment(number, chance.randrange(40), chance.choice(urls)) for number in range(chance.randrange(25))
    )
    captures.sort(key=lambda one: (one.seconds, one.seq))
    for second in range(-3, 44):
        date = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=second)
        wanted = min(captures, key=lambda c: (abs(c.date - date), c.url != urls[0], -c.seq), default=None)
        assert nearest(captures, date, urls[0]) == wanted
    if captures:
        assert nearest(captures, datetime(1, 1, 1, tzinfo=UTC)) == nearest(captures, captures[0].date)

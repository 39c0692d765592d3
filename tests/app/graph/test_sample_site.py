"""The report of broken links on the sample site, from which pages were taken away: every place, and nothing else."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote, urldefrag, urljoin, urlsplit

from lxml import html

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.graph.network import Network
from app.graph.reports import broken
from app.graph.store.feeding import feed
from app.sampleserver import Answer, SampleSite
from resources import path as resource
from tests.app.graph.conftest import store

AWAY = ("news/lotus-count.html", "museum/gnomon.html", "museum/armillary.html")
COMET = "/news/2019-comet.html"  # is linked and missing from the first
LINKING = ("text/html", "application/rss", "application/atom", "text/xml")
URL = "http://sample.example"


def stored(path: str, answer: Answer) -> NewCapture:
    head = f"HTTP/1.1 {answer.status} X\r\nContent-Type: {answer.media_type}\r\n\r\n".encode()
    return NewCapture(URL + quote(path), datetime(2026, 11, 21, tzinfo=UTC), None, head + answer.body)


def places(url: str, answer: Answer) -> set[str]:
    """Where a page or feed leads, as lxml reads it."""
    links = [link for *_, link, _ in html.document_fromstring(answer.body).iterlinks()]
    if "html" not in answer.media_type:
        links += html.document_fromstring(answer.body).xpath(
            "//link/following-sibling::text() | //link/text()"
        )
    return {urldefrag(urljoin(url, link.strip()))[0] for link in links}


def test_every_page_taken_away_is_found_in_every_place_that_links_to_it(
    tmp_path: Path, archive: Archive
) -> None:
    shutil.copytree(resource("sample_site"), tmp_path / "site")
    for name in AWAY:
        (tmp_path / "site" / "edition1" / name).unlink()
    site = SampleSite(tmp_path / "site")
    paths = [*site.addresses(1), COMET, *(f"/{name}" for name in AWAY)]
    every = {path: site.answer(1, quote(path)) for path in paths}
    answers = {path: one for path, one in every.items() if one.media_type.startswith(LINKING)}
    feed(store(archive, *(stored(path, answer) for path, answer in answers.items())))
    told = {(one.url, place.url) for one in broken(Network.of(archive.path)) for place in one.places}
    truth = {
        (target, URL + quote(path))
        for path, answer in answers.items()
        if answer.status == 200
        for target in places(URL + quote(path), answer)
        if target.startswith(URL) and site.answer(1, target.removeprefix(URL)).status >= 400
    }
    assert {urlsplit(target).path for target, _ in truth} == {COMET, *(f"/{name}" for name in AWAY)}
    assert len(truth) > 8
    assert told == truth

"""A real crawl at full speed into an archive that clients read through the service: nothing torn, nothing missed."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from app.archive.archive import Archive
from tests.app.crawl.conftest import Site
from tests.app.service.conftest import serving

PAGES = 150
CLIENTS = 2
ROOT = Path(__file__).parents[3]


@pytest.fixture
def site() -> Iterator[Site]:
    server = Site()
    server.rise()
    yield server
    server.fall()


def fill(site: Site) -> dict[str, bytes]:
    """A tree of pages, each with links to the next ones; their bodies by address."""
    chance = random.Random(5)
    bodies = {}
    for number in range(PAGES):
        links = "".join(
            f'<a href="/p{number * 6 + n}">next</a>' for n in range(1, 7) if number * 6 + n < PAGES
        )
        words = " ".join(
            f"荷花 {chance.randbytes(3).hex()}" for _ in range(200)
        )  # pages that are alike are a trap
        page = f"<title>Page {number}</title>{links}<p>{words}</p>"
        site.pages[f"/p{number}"] = page
        bodies[f"{site.url}/p{number}"] = page.encode()
    return bodies


def test_nothing_is_torn_and_nothing_missed(site: Site, tmp_path: Path) -> None:
    """While `tianwang crawl` writes, every page that it has told of comes with the bytes that the server sent, under their
    digest, as memento, in its TimeMap, as CDX line and by its id; lists only grow. At the end all of it is there."""
    bodies = fill(site)
    archive = Archive.create(tmp_path / "crawled.archive")
    told: list[str] = []
    over = threading.Event()
    command = [
        sys.executable,
        "-m",
        "app",
        "crawl",
        str(archive.path),
        f"{site.url}/p0",
        "--delay",
        "0",
        "--json",
    ]

    def look(client: httpx.Client, seed: int) -> int:
        """Reads what was told of at random until the crawl is over, and as often as there are pages at least."""
        chance, looked, before = random.Random(seed), 0, 0
        while not over.is_set() or looked < 20:
            if not told:
                continue
            url = chance.choice(told)
            digest = hashlib.sha256(bodies[url]).hexdigest()
            memento = client.get(f"/crawled/2030id_/{url}", follow_redirects=True)
            assert memento.content == bodies[url]
            assert memento.headers["etag"] == f'"sha256:{digest}"'
            listed = client.get(f"/crawled/timemap/json/{url}").json()["mementos"]["list"]
            assert [one["uri"] for one in listed] == [str(memento.url).replace("id_", "")]
            rows = client.get(f"/crawled/cdx?url={url}&output=json").text.splitlines()
            (row,) = (json.loads(one) for one in rows)
            assert row["url"] == url and row["status"] == "200"
            assert row["digest"] == f"sha256:{digest}"
            every = client.get(f"/crawled/cdx?url={site.url}/p&matchType=prefix&fl=url").text.splitlines()
            assert len(every) == len(set(every)) >= before
            before = len(every)
            looked += 1
        return looked

    with serving(archive) as client, ThreadPoolExecutor(CLIENTS) as threads:
        asked = [threads.submit(look, client, seed) for seed in range(CLIENTS)]
        try:
            with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as crawl:
                assert crawl.stdout is not None
                for line in crawl.stdout:
                    entry = json.loads(line)
                    if entry["kind"] == "stored" and entry["url"] in bodies:
                        told.append(entry["url"])
            assert crawl.returncode == 0
        finally:
            over.set()
        assert all(one.result() for one in asked)
        assert sorted(told) == sorted(bodies)
        every = client.get(f"/crawled/cdx?url={site.url}/p&matchType=prefix&fl=url").text.splitlines()
        assert set(every) == set(bodies)

"""Broken links of real sites from which pages were taken away, against the files of the sites.

    python tests/benchmarks/bench_broken_links.py FOLDER[=START] ... [--away 30] [--most 1500] [--seed 7]

Each FOLDER holds the files of a static site, which is served by a process of this machine without `--away` of its first
`--most` linked pages, and crawled from START (/ by default). Truth is what lxml finds in the files, which reads links in
its own way: each place that leads to a page taken away has to be in the report, and each place in the report has to be in
the files and to lead to what the server does not have.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
from collections import defaultdict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from lxml import etree
from lxml import html as markup

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.graph.network import Network
from app.graph.reports import broken
from app.graph.standing import bring_up_to_date


class Handler(SimpleHTTPRequestHandler):
    """Files but those taken away; no lists of folders."""

    away: frozenset[str] = frozenset()

    def send_head(self):  # type: ignore[no-untyped-def]
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.partition("?")[0].endswith("/"):
            path /= "index.html"
        if str(path) in self.away or not path.exists():
            self.send_error(404)
            return None
        return super().send_head()

    def list_directory(self, path):  # type: ignore[no-untyped-def]
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        pass


def links_of(data: bytes, url: str) -> set[str]:
    """Where the elements of a page lead, without fragments."""
    try:
        tree = markup.document_fromstring(data, parser=markup.HTMLParser(encoding="utf-8"))
    except (etree.ParserError, ValueError):
        return set()
    base = urljoin(url, (tree.xpath("//base/@href") or [""])[0])
    found = set()
    for _, _, link, _ in tree.iterlinks():
        try:
            address = urldefrag(urljoin(base, link.strip()))[0]
        except ValueError:
            continue
        if address.startswith("http"):
            found.add(spelled(address))
    return found


def spelled(url: str) -> str:
    """One spelling of an address."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{unquote(parts.path or '/')}{'?' + unquote(parts.query) if parts.query else ''}"


class Site:
    """A folder as a site on a port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.handler = type("Own", (Handler,), {})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(self.handler, directory=str(self.folder)))
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def file_of(self, url: str) -> Path | None:
        """The file that an address of this site is answered with."""
        if not url.startswith(self.url + "/"):
            return None
        path = self.folder / unquote(urlsplit(url).path).lstrip("/")
        if url.partition("?")[0].endswith("/"):
            path /= "index.html"
        return path

    def has(self, url: str) -> bool:
        path = self.file_of(url)
        return path is not None and path.exists() and str(path) not in self.handler.away


def measure(given: str, away: int, most: int, seed: int) -> None:
    """Print the figures of a site."""
    name, _, start = given.partition("=")
    site = Site(Path(name))
    chance = random.Random(seed)
    reached, waiting = dict[str, set[str]](), [site.url + (start or "/")]
    while waiting and len(reached) < most:
        url = waiting.pop(0)
        path = site.file_of(url)
        if url in reached or path is None or not path.is_file() or path.suffix not in (".html", ".htm"):
            continue
        reached[url] = links_of(path.read_bytes(), url)
        waiting += sorted(reached[url])
    first = site.file_of(next(iter(reached)))
    linked = [url for url in reached if site.file_of(url) != first]
    gone = {str(site.file_of(url)) for url in chance.sample(linked, min(away, len(linked)))}
    site.handler.away = frozenset(gone)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TIANWANG_CONFIG"] = f"{folder}/config"
        archive = Archive.create(Path(folder, "a.archive"))
        settings = CrawlSettings(seeds=(site.url + (start or "/"),), delay=0.0, near_duplicates=False)
        Crawl.new(archive, settings).run()
        bring_up_to_date(archive)
        with archive.reader() as reader:
            stored = {spelled(page.url) for page in reader.all_pages() if page.status == 200}
        found = defaultdict[str, set[str]](set)
        for one in broken(Network.of(archive.path)):
            for place in one.places:
                found[spelled(one.url)].add(spelled(place.url))
        archive.close()
    truth = defaultdict[str, set[str]](set)
    for url in stored:
        path = site.file_of(url)
        if path is not None and path.suffix in (".html", ".htm") and path.is_file():
            for target in links_of(path.read_bytes(), url):
                truth[target].add(url)
    planted = {
        (target, url)
        for target, places in truth.items()
        if str(site.file_of(target)) in gone
        for url in places
    }
    told = {(target, url) for target, places in found.items() for url in places}
    invented = {
        (target, url)
        for target, url in told
        if site.has(target) or (url not in truth[target] and url.endswith((".html", ".htm", "/")))
    }
    print(
        f"{site.folder.name}: {len(stored)} addresses, {len(gone)} pages taken away: "
        f"{len(planted & told)} of {len(planted)} places found, "
        f"{len(told - planted)} places of other dead links, {len(invented)} invented"
    )
    for kind, some in (("missed", planted - told), ("invented", invented)):
        for target, url in sorted(some)[:5]:
            print(f"  {kind}: {url} -> {target}")
    site.server.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--away", type=int, default=30)
    parser.add_argument("--most", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    for folder in given.folders:
        measure(folder, given.away, given.most, given.seed)


if __name__ == "__main__":
    main()

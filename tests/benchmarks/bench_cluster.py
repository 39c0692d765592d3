"""What a crawl on nodes costs, and what it stands: one node against a plain crawl, addresses in a parcel, random kills.

    python -m tests.benchmarks.bench_cluster [--hosts 20] [--pages 60] [--kills 20] [--runs 3]

Made sites on addresses of this machine; processor time of the crawling processes alone, without that of their start
(a crawl of one page), since time by the clock depends on what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import fmean
from typing import Any

from app.archive.archive import Archive
from app.cluster.ring import Table
from app.cluster.watching import LocalCluster
from app.crawl.rules.settings import CrawlSettings

JOB = "20261128-000000-abcdef"
NAME = "x.archive"
WORDS = ["archive", "page", "link", "host", "crawl", "word", "text", "time", "site", "map"]


class Made(ThreadingHTTPServer):
    """`hosts` sites of `pages` pages; each page has 20 links, of which one in `far` leads to another host."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, hosts: int, pages: int, far: int) -> None:
        super().__init__(("0.0.0.0", 0), _Handler)
        self.hosts, self.pages, self.far = hosts, pages, far
        self.asked: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Crawlers that are killed hang up."""

    def url(self, host: int, page: int) -> str:
        return f"http://127.0.0.{host % self.hosts + 1}:{self.server_port}/{page % self.pages}.html"

    def page(self, host: int, page: int) -> str:
        chance = random.Random(host * 100_003 + page)
        links = self.links(chance, host, page)
        text = " ".join(chance.choices(WORDS, k=400))
        return f"<title>{host} {page}</title><p>{text}" + "".join(f'<a href="{one}">to</a> ' for one in links)

    def links(self, chance: random.Random, host: int, page: int) -> list[str]:
        links = [self.url(host, page * 2 + 1), self.url(host, page * 2 + 2), self.url(host + 1, 0)]
        while len(links) < 20:
            there = chance.randrange(self.hosts) if not chance.randrange(self.far) else host
            links.append(self.url(there, chance.randrange(self.pages)))
        return links

    def links_between(self, table: Table) -> int:
        """Links to hosts of another node."""
        return sum(
            table.owner(self.url(host, 0)) != table.owner(link)
            for host in range(self.hosts)
            for page in range(self.pages)
            for link in self.links(random.Random(host * 100_003 + page), host, page)
        )


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Made
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        host = int(self.headers["Host"].partition(":")[0].rpartition(".")[2]) - 1
        self.server.asked.append(f"http://{self.headers['Host']}{self.path}")
        name = self.path.strip("/").partition(".")[0]
        status = 200 if name.isdigit() else 404
        body = self.server.page(host, int(name)).encode() if status == 200 else b"not here"
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


class Measured:
    """The processor time of processes begun and ended inside of it."""

    def __init__(self, made: Made) -> None:
        self._made = made

    def __enter__(self) -> Measured:
        self._before, self._began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        self._asked = len(self._made.asked)
        return self

    def __exit__(self, *_: object) -> None:
        before, after = self._before, resource.getrusage(resource.RUSAGE_CHILDREN)
        self.processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.clock = time.monotonic() - self._began
        self.pages = len(self._made.asked) - self._asked


def plain(made: Made, folder: Path, **more: Any) -> Measured:
    """One crawl in a process of its own."""
    settings = folder / "settings.json"
    settings.write_text(settings_for(made, **more).to_json())
    command = [
        sys.executable,
        "-m",
        "app",
        "crawl",
        str(folder / NAME),
        "--settings",
        str(settings),
        "--json",
    ]
    with Measured(made) as measured:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return measured


def one_node(made: Made, folder: Path, **more: Any) -> Measured:
    """The same by one node."""
    with Measured(made) as measured, closing(LocalCluster(folder)) as cluster:
        cluster.begin("a")
        cluster.ask("start", job=JOB, name=NAME, settings=settings_for(made, **more).to_json())
        while not ended(cluster):
            time.sleep(0.2)
    return measured


def settings_for(made: Made, **more: Any) -> CrawlSettings:
    given: dict[str, Any] = {"delay": 0, "scope": "any", "sitemaps": False, "logins": False, **more}
    return CrawlSettings(seeds=(made.url(0, 0),), **given)


def overhead(made: Made, folder: Path, runs: int) -> None:
    """Interleaved, so that a slow moment of the machine meets both; the best of each and all together."""
    found: dict[str, list[float]] = {"plain": [], "one node": []}
    for number in range(runs):
        for name, crawl in (("plain", plain), ("one node", one_node)):
            places = [folder / f"{name}-{number}-{kind}" for kind in ("start", "whole")]
            for place in places:
                place.mkdir()
            start = crawl(made, places[0], max_pages=1, max_depth=0)
            whole = crawl(made, places[1])
            each = (whole.processor - start.processor) / (whole.pages - start.pages)
            found[name].append(each)
            print(
                f"{name}: {each * 1000:.2f} ms a page, {whole.pages} requests in {whole.clock:.1f} s",
                flush=True,
            )
    for how, of in (("best", min), ("mean", fmean)):
        more = of(found["one node"]) / of(found["plain"]) - 1
        print(f"overhead with one node, {how} of {runs}: {more * 100:+.1f} %")


def content(folder: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted(folder.glob(f"*/{NAME}")):
        with Archive.open(path).reader() as reader:
            for page in reader.all_pages():
                latest = reader.latest_version(page.url)
                found[page.url] = latest.digest if latest else ""
    return found


def ended(cluster: LocalCluster) -> bool:
    return bool(cluster.ask("status")["crawl"]["ended"])


def exchange(made: Made, folder: Path, nodes: int, kills: int, moves: int) -> dict[str, str]:
    """Crawl on nodes; `kills` of them on the way, and `moves` that come and leave. What is there in the end."""
    made.asked.clear()
    names = [f"n{number}" for number in range(nodes)]
    settings = settings_for(made, delay=0.05 if kills else 0)
    chance = random.Random(7)
    with closing(LocalCluster(folder, lease=10, grace=60)) as cluster:
        cluster.begin(*names)
        while len(cluster.ask("status")["nodes"]) < nodes or cluster.ask("status")["moving"]:
            time.sleep(0.1)
        began = time.monotonic()
        cluster.ask("start", job=JOB, name=NAME, settings=settings.to_json())
        done = 0
        plan = ["kill"] * kills + ["come", "leave"] * moves
        chance.shuffle(plan)
        while not ended(cluster):
            time.sleep(0.2)
            if not plan or time.monotonic() - began < done * 1.0:
                continue
            what = plan.pop()
            known = [
                one for one in cluster.ask("status")["nodes"] if one["state"] == "here" and one["silent"] < 2
            ]
            here = [one["node"] for one in known if what != "kill" or one["phase"] == "running"]
            if not here:
                plan.append(what)
                continue
            if what == "come":
                names.append(f"n{len(names)}")
                cluster.begin(names[-1])
            elif what == "leave" and len(here) > 1:
                cluster.ask("leave", node=here[0])
            else:
                process = cluster.watcher.process(chance.choice(here))
                if process is None:
                    plan.append(what)  # it is on its way to being there again
                    continue
                os.kill(process, signal.SIGKILL)
            done += 1
        status = cluster.ask("status")
        sums: dict[str, Any] = status["figures"]
        twice = len(made.asked) - len({*made.asked})
        print(
            f"{nodes} nodes: {len(made.asked)} requests, {twice} of them again, in {time.monotonic() - began:.1f} s; "
            f"{done} kills, joins and leaves, {len(plan)} left; crawl {status['crawl']['state']}"
        )
        if sums.get("messages"):
            print(f"  {sums['sent']:.0f} addresses of others in {sums['messages']:.0f} parcels", end="")
            links = 0 if done else made.links_between(Table.of(dict.fromkeys(names, 1), 1))
            print(f", found in {links} links: {links / sums['messages']:.0f} a parcel" if links else "")
    return content(folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hosts", type=int, default=20)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", choices=("overhead", "exchange", "kills"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, closing(Made(given.hosts, given.pages, 4)) as made:
        folder = Path(place)
        if given.only in (None, "overhead"):
            (folder / "overhead").mkdir()
            overhead(made, folder / "overhead", given.runs)
        whole: dict[str, str] = {}
        if given.only in (None, "exchange", "kills"):
            whole = exchange(made, folder / "three", 3, 0, 0)
        if given.only in (None, "kills"):
            killed = exchange(made, folder / "killed", 3, given.kills, 3)
            lost, other = (
                whole.keys() - killed.keys(),
                [url for url in whole if killed.get(url) != whole[url]],
            )
            print(f"with kills: {len(killed)} pages, {len(lost)} lost, {len(other)} different")
            return 1 if lost or other else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

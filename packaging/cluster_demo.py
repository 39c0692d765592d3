"""Three nodes on this machine crawl the sample site and three made ones; one is killed, one more comes; then their archives
are read as one, with the most frequent words and the pages that matter most.

    make cluster-demo [FOLDER=demo]
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app.cluster.watching import LocalCluster
from app.crawl.frontier.joblist import new_id
from app.crawl.rules.settings import CrawlSettings
from app.interchange.joining import join
from app.sampleserver import SampleServer

NAME = "demo.archive"
WORDS = ["library", "archive", "crawler", "catalogue", "reader", "shelf", "page", "volume", "index", "letter"]
PAGES = 40


class MadeSite(ThreadingHTTPServer):
    """Pages of words in a tree, with links across it and to `others`."""

    daemon_threads = True

    def __init__(self, ip: str, others: list[str]) -> None:
        super().__init__((ip, 0), _Page)
        self.others = others
        self.url = f"http://{ip}:{self.server_port}/0.html"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class _Page(BaseHTTPRequestHandler):
    server: MadeSite

    def do_GET(self) -> None:
        name = self.path.strip("/").removesuffix(".html")
        number = int(name) if name.isdigit() and int(name) < PAGES else -1
        chance = random.Random(number)  # noqa: S311 -- no secret
        there = {2 * number + 1, 2 * number + 2, chance.randrange(PAGES)}
        links = [f"/{page}.html" for page in sorted(there) if page < PAGES] + self.server.others
        text = " ".join(chance.choices(WORDS, weights=range(1, 11), k=80))
        anchors = " ".join(f'<a href="{link}">more</a>' for link in links)
        body = f"<title>Page {number}</title><p>{text}.</p>{anchors}".encode() if number >= 0 else b"not here"
        self.send_response(200 if number >= 0 else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


def say(text: str) -> None:
    print(text, flush=True)


def until(cluster: LocalCluster, condition: Callable[[], bool]) -> None:
    """Show the figures while waiting."""
    told = 0.0
    while not condition():
        if time.monotonic() - told > 2:
            told = time.monotonic()
            now = cluster.ask("status")
            pages = {one["node"]: int((one["figures"] or {}).get("pages", 0)) for one in now["nodes"]}
            say(f"   pages answered: {pages}")
        time.sleep(0.1)


def pages(cluster: LocalCluster) -> float:
    return float(cluster.ask("status")["figures"].get("pages", 0))


def crawl(folder: Path, seeds: tuple[str, ...]) -> None:
    settings = CrawlSettings(seeds=seeds, scope="any", delay=0.2, logins=False, off_site_hops=0)
    with closing(LocalCluster(folder / "nodes")) as cluster:
        cluster.begin("one", "two", "three")
        until(
            cluster, lambda: len(cluster.ask("status")["nodes"]) == 3 and not cluster.ask("status")["moving"]
        )
        say("Three nodes are there; the crawl begins.")
        cluster.ask("start", job=new_id(), name=NAME, settings=settings.to_json())
        until(cluster, lambda: pages(cluster) > 20)
        process = cluster.watcher.process("two")
        if process is not None:
            os.kill(process, signal.SIGKILL)
            say("Node “two” was killed; it is begun anew in its archive.")
        until(cluster, lambda: pages(cluster) > 40)
        cluster.begin("four")
        say("Node “four” comes; hosts move to it.")
        until(cluster, lambda: bool(cluster.ask("status")["crawl"]["ended"]))
        say(f"The crawl has {cluster.ask('status')['crawl']['state']}.")


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "demo").absolute()
    if folder.exists():
        say(f"{folder} is there already.")
        return 1
    folder.mkdir(parents=True)
    with ExitStack() as stack:
        sample = stack.enter_context(SampleServer())
        seeds = [sample.url]
        for ip in ("127.0.0.6", "127.0.0.7", "127.0.0.9"):  # the ring gives these to different nodes
            site = stack.enter_context(closing(MadeSite(ip, seeds[-1:])))
            seeds.append(site.url)
        crawl(folder, (seeds[-1],))
    shards = sorted(path.parent for path in folder.glob(f"nodes/*/{NAME}/archive.json"))
    report = join(shards, folder / NAME, "manifest")
    say(f"{len(shards)} archives are read as one: {folder / NAME}, {report.captures} captures.")
    for job in ("wordcount", "pagerank"):
        say(f"tianwang job {job}:")
        given = ["job", job, str(folder / NAME), "--out", str(folder / job)]
        subprocess.run([sys.executable, "-m", "app", *given], check=True)
    say(f"tianwang open {folder / NAME} shows it in the window.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

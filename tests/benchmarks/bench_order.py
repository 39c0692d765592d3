"""The order "best" beside "breadth": how much of the PageRank of a site its first fetches have collected, and what it costs.

    python tests/benchmarks/bench_order.py EDGES [EDGES ...] [--rounds 3] [--most 6000]

EDGES are lists of links of public graphs, a pair of numbers a line (SNAP's form). Each is served as a site: a page for each
node with its links, of the `--most` nodes nearest to the one with most links. The site is crawled in both orders, in turns;
rank is that of the links of what was crawled, plain PageRank. Shares are of the pages by their serial numbers, speed is
processor time of the crawl.
"""

from __future__ import annotations

import argparse
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections import deque
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.graph.network import arcs
from app.graph.rank.pagerank import pagerank

_PARTS = (0.1, 0.25, 0.5)


def read(path: Path, most: int) -> list[list[int]]:
    """The links of the nodes nearest to the one with most links, which is the first."""
    pairs = np.loadtxt(path, dtype=np.int64, comments="#")[:, :2]
    size = int(pairs.max()) + 1
    graph = arcs(size, pairs[:, 0], pairs[:, 1])
    begins = np.concatenate(([0], np.cumsum(np.bincount(graph.source, minlength=size))))
    first = int(np.argmax(np.diff(begins)))
    number, waiting = {first: 0}, deque([first])
    while waiting and len(number) < most:
        node = waiting.popleft()
        for target in graph.target[begins[node] : begins[node + 1]].tolist():
            if target not in number and len(number) < most:
                number[target] = len(number)
                waiting.append(target)
    return [
        [number[one] for one in graph.target[begins[node] : begins[node + 1]].tolist() if one in number]
        for node in number
    ]


class Site:
    """Pages of a graph on a port."""

    def __init__(self, links: list[list[int]]) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                name = self.path.strip("/").removeprefix("n")
                number = int(name) if name.isdigit() else (0 if not name else -1)
                found = 0 <= number < len(links)
                anchors = (
                    "".join(f'<p><a href="/n{one}">{one}</a>' for one in links[number] if one)
                    if found
                    else ""
                )
                home = '<a href="/">0</a>' if found and 0 in links[number] else ""
                body = f"<title>{number}</title>{anchors}{home}".encode()
                self.send_response(200 if found else 404)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/"


def crawled(url: str, order: str, folder: Path) -> tuple[list[int], float]:
    """The nodes in the order in which they were stored, and the processor time it took."""
    archive = folder / f"{order}.archive"
    command = [sys.executable, "-m", "app", "crawl", str(archive), url, "--order", order]
    command += ["--delay", "0", "--ignore-robots", "--form-weight", "0", "--depth-weight", "0"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with closing(sqlite3.connect(archive / "index.sqlite")) as db:
        rows = db.execute(
            "SELECT p.url FROM captures c JOIN pages p USING (page_id) WHERE c.status = 200 ORDER BY c.seq"
        ).fetchall()
    found = [row[0].rpartition("/")[2].removeprefix("n") for row in rows]
    return [int(name or 0) for name in found if name.isdigit() or not name], spent


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("edges", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=int, default=6000)
    options = parser.parse_args()
    for path in options.edges:
        links = read(path, options.most)
        site = Site(links)
        source = np.repeat(np.arange(len(links)), [len(one) for one in links])
        rank = pagerank(
            arcs(len(links), source, np.array([b for one in links for b in one], np.int64))
        ).scores
        spent: dict[str, list[float]] = {"breadth": [], "best": []}
        print(f"{path.name}: {len(links):,} pages, {len(source):,} links")
        for _ in range(options.rounds):
            for order, times in spent.items():
                with tempfile.TemporaryDirectory() as folder:
                    nodes, time = crawled(site.url, order, Path(folder))
                times.append(len(nodes) / time)
                collected = np.cumsum(rank[nodes]) / rank[nodes].sum()
                shares = [float(collected[int(len(nodes) * part) - 1]) for part in _PARTS]
                print(f"  {order:<8} {len(nodes):,} pages: " + ", ".join(f"{one:.3f}" for one in shares))
        ratio = np.median(spent["best"]) / np.median(spent["breadth"])
        print(f"  pages a second of processor, best / breadth: {ratio:.3f}")
        site.server.shutdown()


if __name__ == "__main__":
    main()

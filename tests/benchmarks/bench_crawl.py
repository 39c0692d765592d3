"""Pages a second of a whole crawl (fetched, extracted, stored, indexed, durable) against wget on the same site.

Run: python tests/benchmarks/bench_crawl.py [pages]. The site is served by a process of its own. wget2 or wget run
when installed; they store files and follow links, but extract and index nothing.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from aiohttp import web

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive import Archive
from app.crawl import Crawl, CrawlSettings

WORDS = ["archive", "batch", "capture", "crawl", "digest", "frontier", "index", "layout", "record", "version", "visit"]


def page(number: int, pages: int) -> bytes:
    """About 6 KB: navigation, 33 links, text. Every page is three clicks deep at most in a tree of thirds."""
    chance = random.Random(number)
    near = "".join(
        f'<li><a href="/p{target}.html">Next {target}</a></li>'
        for target in range(number * 3 + 1, number * 3 + 4)
        if target < pages
    )
    far = "".join(f'<li><a href="/p{chance.randrange(pages)}.html">See also {k}</a></li>' for k in range(30))
    text = "".join(f"<p>{' '.join(chance.choices(WORDS, k=60))}</p>" for _ in range(8))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page {number}</title></head>'
        f"<body><h1>Page {number}</h1><ul>{near}{far}</ul>{text}</body></html>"
    ).encode()


def serve(pages: int) -> None:
    """Print the port and serve until killed."""
    ready = {f"/p{number}.html": page(number, pages) for number in range(pages)}

    async def answer(request: web.BaseRequest) -> web.Response:
        body = ready.get(request.path)
        if body is None:
            return web.Response(status=404, text="not here")
        return web.Response(body=body, content_type="text/html", charset="utf-8")

    async def run() -> None:
        runner = web.ServerRunner(web.Server(answer))
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(run())


def ours(url: str, folder: Path) -> tuple[str, int, float]:
    archive = Archive.create(folder / "bench.archive")
    began = time.perf_counter()
    crawl = Crawl.new(archive, CrawlSettings(seeds=(url,), delay=0.0, workers=8, per_host=8))
    crawl.run()
    seconds = time.perf_counter() - began
    assert crawl.error is None
    return "this crawler", crawl.progress().pages, seconds


def wget(program: str, url: str, folder: Path) -> tuple[str, int, float]:
    began = time.perf_counter()
    subprocess.run([program, "-q", "-r", "-l", "inf", "-P", str(folder / program), url], check=False)
    seconds = time.perf_counter() - began
    return program, sum(1 for path in (folder / program).rglob("*.html")), seconds


def main(pages: int) -> None:
    server = subprocess.Popen([sys.executable, __file__, "--serve", str(pages)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/p0.html"
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            results = [ours(url, folder)]
            results += [wget(program, url, folder) for program in ("wget2", "wget") if shutil.which(program)]
    finally:
        server.kill()
        server.wait()
    _, our_pages, our_seconds = results[0]
    for who, stored, seconds in results:
        ratio = (our_pages / our_seconds) / (stored / seconds)
        speed = f"{stored:6} pages {seconds:7.2f} s {stored / seconds:8.0f} pages/s"
        print(f"{who:14} {speed}   ours is {ratio:.2f} times that")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(int(sys.argv[2]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)

"""Whole crawls that find pages by sitemaps, feeds and scripts."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest

from app.archive.archive import Archive
from app.crawl.rules.model import CrawlProgress, LogEntry
from app.crawl.run.crawl import Crawl
from tests.app.crawl.conftest import Site

Run = Callable[..., tuple[Crawl, CrawlProgress]]
XML = {"Content-Type": "application/xml"}


def urlset(*addresses: str) -> bytes:
    return (
        "<urlset>" + "".join(f"<url><loc>{address}</loc></url>" for address in addresses) + "</urlset>"
    ).encode()


def stored(archive: Archive, site: Site) -> set[str]:
    with archive.reader() as reader:
        return {page.url.removeprefix(site.url) for page in reader.all_pages()}


def test_pages_of_sitemaps_are_crawled_as_if_the_seed_linked_to_them(
    crawl: Run, site: Site, archive: Archive
) -> None:
    site.links(a="b", b="", c="d", d="", e="")
    site.pages["/robots.txt"] = (
        200,
        {"Content-Type": "text/plain"},
        b"Sitemap: /maps/index.xml\nSitemap: /more.txt\n",
    )
    index = f"<sitemapindex><sitemap><loc>{site.url}/maps/1.xml.gz</loc></sitemap></sitemapindex>"
    site.pages["/maps/index.xml"] = (200, XML, index.encode())
    site.pages["/maps/1.xml.gz"] = (
        200,
        {"Content-Type": "application/gzip"},
        gzip.compress(urlset(f"{site.url}/c")),
    )
    site.pages["/more.txt"] = (
        200,
        {"Content-Type": "text/plain"},
        f"{site.url}/e\nhttp://elsewhere.example/x\n".encode(),
    )
    _, progress = crawl(sitemaps=True, max_depth=1)
    lists = {"/robots.txt", "/maps/index.xml", "/maps/1.xml.gz", "/more.txt"}
    assert stored(archive, site) == {"/a", "/b", "/c", "/e"} | lists
    assert progress.pages == 4 and "/sitemap.xml" not in site.requests


def test_sitemaps_are_no_documents_that_count(crawl: Run, site: Site) -> None:
    site.links(a="", b="", c="", d="")
    site.pages["/sitemap.xml"] = (200, XML, urlset(*(f"{site.url}/{name}" for name in "bcd")))
    _, progress = crawl(sitemaps=True, max_pages=3)
    assert progress.pages == 3 and site.requests.count("/sitemap.xml") == 1


def test_a_sitemap_that_nobody_named_is_missed_in_silence(
    crawl: Run, site: Site, archive: Archive, log: Callable[[Crawl], list[LogEntry]]
) -> None:
    site.links(a="b", b="")
    job, progress = crawl(sitemaps=True)
    assert site.requests.count("/sitemap.xml") == 1
    assert "/sitemap.xml" not in stored(archive, site)
    assert progress.errors == 0 and not [entry for entry in log(job) if entry.kind == "error"]


def test_a_page_in_the_place_of_a_sitemap_is_no_sitemap(crawl: Run, site: Site, archive: Archive) -> None:
    site.links(a="b", b="")
    site.pages["/sitemap.xml"] = "<title>Our pages</title><a href=/not-here>x</a>"
    crawl(sitemaps=True)
    assert stored(archive, site) == {"/a", "/b", "/robots.txt"} and "/not-here" not in site.requests


def test_robots_txt_holds_for_sitemaps_too(
    crawl: Run, site: Site, reasons: Callable[[Crawl], dict[str, tuple[str, str]]]
) -> None:
    site.links(a="", b="")
    site.pages["/robots.txt"] = (200, {}, b"User-agent: *\nDisallow: /map\nSitemap: /map.xml\n")
    site.pages["/map.xml"] = (200, XML, urlset(f"{site.url}/b"))
    job, _ = crawl(sitemaps=True)
    assert "/map.xml" not in site.requests and "/b" not in site.requests
    assert reasons(job)["/map.xml"] == ("refused", "robots")


def test_feeds_lead_to_their_entries(crawl: Run, site: Site, archive: Archive) -> None:
    site.links(b="c", c="")
    site.pages["/a"] = "<link rel=alternate type=application/rss+xml href=/feed>"
    item = "<item><title>B</title><link>/b</link></item>"
    site.pages["/feed"] = (
        200,
        {"Content-Type": "application/rss+xml"},
        f"<rss><channel>{item}</channel></rss>".encode(),
    )
    _, progress = crawl(sitemaps=True, max_depth=1)
    assert {"/a", "/feed", "/b"} <= stored(archive, site) and "/c" not in site.requests
    assert progress.pages == 2


@pytest.mark.parametrize("guesses", [True, False])
def test_scripts_lead_to_pages_unless_guesses_are_not_wanted(crawl: Run, site: Site, guesses: bool) -> None:
    site.links(**{"d/one.html": "", "d/two.html": ""})
    site.pages["/d/a"] = "<script src=/js/x.js></script><script>location = 'one.html'</script>"
    site.pages["/js/x.js"] = (200, {"Content-Type": "text/javascript"}, b"window.open('two.html')")
    _, progress = crawl("/d/a", guesses=guesses, max_depth=1)
    asked = set(site.requests) - {"/robots.txt"}
    assert asked == {"/d/a", "/js/x.js"} | ({"/d/one.html", "/d/two.html"} if guesses else set())
    assert progress.pages == (3 if guesses else 1)

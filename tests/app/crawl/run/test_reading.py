"""What a crawl makes of an answer by what it says and is: directives, type, language, topic, sitemaps, guesses."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.queue import queue
from app.crawl.rules.model import CrawlProgress
from app.crawl.run.alike import DIFFERENT, EVERY, FIRST, RARELY, SAMPLED, SELDOM, Repeats, Watch
from app.crawl.run.crawl import Crawl
from extractors.base.fingerprints import stretches, text_alone

Run = Callable[..., tuple[Crawl, CrawlProgress]]
Reasons = Callable[[Crawl], dict[str, tuple[str, str]]]
HTML = {"Content-Type": "text/html; charset=utf-8"}
NOUNS = [
    "anchor",
    "boat",
    "candle",
    "door",
    "engine",
    "flower",
    "garden",
    "hammer",
    "island",
    "jacket",
    "kettle",
    "lamp",
]
ENGLISH = "<p>" + "The library is open on all days of the week and everybody is welcome to read there. " * 3
CHINESE = "<p>" + "图书馆每天都开放，欢迎大家来这里看书。" * 5


@pytest.fixture
def stored(archive: Archive, site: Any) -> Callable[[Crawl], set[str]]:
    """Paths of what a crawl has stored, robots.txt aside."""

    def read(job: Crawl) -> set[str]:
        with archive.reader() as reader:
            paths = {capture.url.removeprefix(site.url) for capture in reader.captures_of_crawl(job.job_id)}
        return paths - {"/robots.txt"}

    return read


@pytest.mark.parametrize("by_header", [False, True])
def test_noarchive_keeps_a_page_out_of_the_archive_and_its_links_in_the_crawl(
    site: Any, crawl: Run, stored: Callable[[Crawl], set[str]], reasons: Reasons, by_header: bool
) -> None:
    meta = "" if by_header else '<meta name=robots content="noarchive">'
    header = {"X-Robots-Tag": "noarchive"} if by_header else {}
    site.pages["/a"] = 200, {**HTML, **header}, f"{meta}<a href=/b>b</a>".encode()
    site.pages["/b"] = "b"
    job, progress = crawl("/a")
    assert stored(job) == {"/b"}
    assert reasons(job)["/a"] == ("refused", "noarchive")
    assert (progress.pages, progress.refused) == (1, 1)
    job, _ = crawl("/a", obey_noarchive=False)
    assert stored(job) == {"/a", "/b"}


@pytest.mark.parametrize("by_header", [False, True])
def test_nofollow_of_a_page_leads_nowhere_but_to_its_parts(
    site: Any, crawl: Run, stored: Callable[[Crawl], set[str]], by_header: bool
) -> None:
    meta = "" if by_header else '<meta name=robots content="nofollow">'
    header = {"X-Robots-Tag": "nofollow"} if by_header else {}
    site.pages["/a"] = 200, {**HTML, **header}, f"{meta}<a href=/b>b</a><img src=/i.png>".encode()
    site.pages["/b"] = "b"
    site.pages["/i.png"] = 200, {"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n"
    assert stored(crawl("/a")[0]) == {"/a", "/i.png"}
    assert stored(crawl("/a", obey_nofollow=False)[0]) == {"/a", "/i.png", "/b"}


def test_other_types_are_refused_by_their_head_and_pages_are_read_for_their_links(
    site: Any, crawl: Run, stored: Callable[[Crawl], set[str]], reasons: Reasons
) -> None:
    def endless(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "video/mp4")
        handler.end_headers()
        handler.wfile.flush()
        site.closing.wait(30)

    site.pages["/a"] = "<a href=/b.pdf>b</a><a href=/film>film</a><a href=/gone>gone</a><img src=/i.png>"
    site.pages["/b.pdf"] = 200, {"Content-Type": "application/pdf"}, b"%PDF-1.4"
    site.pages["/i.png"] = 200, {"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n"
    site.pages["/film"] = endless
    job, progress = crawl("/a", content_types=("application/pdf",))
    assert stored(job) == {"/b.pdf", "/i.png", "/gone"}
    assert reasons(job)["/a"] == reasons(job)["/film"] == ("refused", "type")
    assert progress.pages == 2


def test_a_type_that_a_person_wants_anyway_is_stored(
    site: Any, crawl: Run, stored: Callable[[Crawl], set[str]]
) -> None:
    site.pages["/a"] = "<a href=/film>film</a>"
    site.pages["/film"] = 200, {"Content-Type": "video/mp4", "X-Robots-Tag": "noarchive"}, b"film"
    job, _ = crawl("/a", content_types=("text/*",))
    assert stored(job) == {"/a"}
    assert job.take(f"{site.url}/film").result(5)
    again = Crawl.resume(job._archive, job.job_id)
    again.run()
    assert stored(job) == {"/a", "/film"}


def test_pages_in_other_languages_are_read_for_their_links_alone(
    site: Any, crawl: Run, stored: Callable[[Crawl], set[str]], reasons: Reasons
) -> None:
    site.pages["/a"] = f"{ENGLISH}<a href=/b>b</a>"
    site.pages["/b"] = f"{CHINESE}<a href=/c>c</a>"
    site.pages["/c"] = f'<html lang="zh-CN">{CHINESE}<a href=/d>d</a>'
    site.pages["/d"] = f'<html lang="de">{CHINESE}'
    job, _ = crawl("/a", languages=("zh",))
    assert stored(job) == {"/b", "/c"}
    assert reasons(job)["/a"] == reasons(job)["/d"] == ("refused", "language")


def test_a_host_outside_the_ranges_is_asked_for_nothing(site: Any, crawl: Run, reasons: Reasons) -> None:
    site.pages["/a"] = "a"
    job, _ = crawl(site.url.replace("127.0.0.1", "localhost") + "/a", ip_ranges=("10.0.0.0/8",))
    assert site.requests == []
    (outcome,) = reasons(job).values()
    assert outcome == ("refused", "ip")
    crawl(site.url.replace("127.0.0.1", "localhost") + "/a", ip_ranges=("127.0.0.0/8", "::1"))
    assert "/a" in site.requests


def test_links_of_pages_off_the_topic_are_not_followed(
    site: Any, crawl: Run, stored: Callable[[Crawl], set[str]], archive: Archive, reasons: Reasons
) -> None:
    site.pages["/a"] = "<title>电影</title><p>电影 and more</p><a href=/b>b</a><a href=/c>c</a>"
    site.pages["/b"] = "<p>nothing</p><a href=/d>d</a><img src=/i.png>"
    site.pages["/c"] = "<p>电影</p><a href=/e>e</a>"
    site.pages["/d"] = site.pages["/e"] = "x"
    job, _ = crawl("/a", order="topic", guide_words=(("电影", 10.0),), topic_threshold=5.0)
    assert stored(job) == {"/a", "/b", "/c", "/e", "/i.png"}
    assert reasons(job)["/b"] == ("stored", "topic")


def test_the_same_content_under_ever_more_addresses_is_parked(
    site: Any, crawl: Run, archive: Archive
) -> None:
    for number in range(60):
        site.pages[f"/list?at={number}"] = (
            f"<h1>List {number}</h1>{ENGLISH}<a href='/list?at={number + 1}'>next</a>"
        )
    job, progress = crawl("/list?at=0", trap_budget=5)
    assert progress.parked == 1 and progress.pages < 15
    (row,) = queue(archive, job.job_id, states=("parked",))
    assert row.reason == "trap" and "same content" in row.detail
    job, progress = crawl("/list?at=0", trap_budget=5, near_duplicates=False)
    assert progress.pages > 15


def test_nearly_the_same_text_under_ever_more_addresses_of_a_pattern_is_parked_with_the_evidence(
    site: Any, crawl: Run, archive: Archive
) -> None:
    text = " ".join(f"The {noun} of the {other} is old." for noun in NOUNS for other in NOUNS[:6])
    for number in range(60):
        advert = f"Buy a {NOUNS[number % 12]} for {number}!"
        site.pages[f"/list?at={number}"] = (
            f"<nav><a href=/other{number}>{number} other</a></nav><main><h1>List</h1><p>{text}</p><p>{advert}</p></main>"
            f"<a href='/list?at={number + 1}'>next</a>"
        )
        site.pages[f"/other{number}"] = f"<p>Something else, {number}"
    job, progress = crawl("/list?at=0", trap_budget=5)
    assert progress.parked == 1 and progress.pages < 30
    (row,) = queue(archive, job.job_id, states=("parked",))
    assert row.reason == "trap"
    assert "nearly the same main text" in row.detail and "6 addresses" in row.detail
    # the first of them that is so alike to five others; the very first is taken for a text of its own
    assert re.search(re.escape(site.url) + r"/list\?at=[3-6]\b", row.detail)
    assert f"{site.url}/other7" in {entry.url for entry in queue(archive, job.job_id, states=("done",))}
    _, progress = crawl("/list?at=0", trap_budget=5, trap_likeness=0)
    assert progress.pages > 100


def test_articles_of_one_pattern_in_one_layout_are_no_trap(site: Any, crawl: Run) -> None:
    words = (
        ENGLISH + " anchor boat candle door engine flower garden hammer island jacket kettle lamp"
    ).split()
    for number in range(30):
        text = " ".join(words[(number * 7 + at * (number + 3)) % len(words)] for at in range(120))
        menu = "<nav>" + "".join(f"<a href=/m{at}>Menu entry {at}</a>" for at in range(30)) + "</nav>"
        site.pages[f"/article?id={number}"] = (
            f"{menu}<main><h1>{number}</h1><p>{text}</p></main><a href='/article?id={number + 1}'>next</a>"
        )
    _, progress = crawl("/article?id=0", trap_budget=5)
    assert progress.parked == 0 and progress.pages >= 30


def test_of_a_pattern_whose_pages_say_something_else_few_are_compared_until_some_are_alike() -> None:
    chance = random.Random(1)
    words = ["".join(chance.choices(string.ascii_lowercase, k=9)) for _ in range(5000)]

    def page(*said: str) -> bytes:
        menu = "".join(f"<li>{word}" for word in words[:400])
        return f"<title>x</title><ul>{menu}</ul><p>{'</p><p>'.join(said)}".encode()

    watch = Watch(0.9)

    def wants(pattern: bytes, data: bytes) -> bool:
        return watch.looks(pattern) and watch.wants(pattern, stretches(text_alone(data)))

    asked = [wants(b"articles", page(*chance.sample(words, 300))) for _ in range(500)]
    assert not any(asked[4:]), "four pages tell what is menu"
    # other articles, which a menu of theirs seems to make alike
    compared = 0
    for number in range(1000):
        if wants(b"stubs", page(str(number))):
            compared += 1
            watch.note(b"stubs", number.to_bytes(4, "big") * 64)
    assert FIRST <= compared <= FIRST + 1000 // SELDOM + 2
    # a trap that begins late
    same, waited = chance.sample(words, 300), 0
    for sketch in (b"same" * 64, b"same" * 60 + bytes(16)):
        while not wants(b"articles", page(*same[:280], *chance.sample(words, 20))):
            waited += 1
        watch.note(b"articles", sketch)
    assert waited < 2 * RARELY + EVERY
    assert all(wants(b"articles", page(*same)) for _ in range(20))


def test_of_a_pattern_whose_pages_all_differ_one_in_sixteen_has_a_fingerprint_until_one_repeats() -> None:
    repeats = Repeats()

    def read(number: int, mark: int) -> bool:
        looked = repeats.looks(b"articles")
        if looked:
            repeats.note(b"articles", mark.to_bytes(8, "big"))
        return looked

    assert all(read(number, number) for number in range(DIFFERENT))
    assert (
        sum(read(number, number) for number in range(DIFFERENT, 1000))
        == 1000 // SAMPLED - DIFFERENT // SAMPLED
    )
    # a trap that begins late: pages that say what one has said
    late = [read(number, 0) for number in range(100)]
    assert all(late[2 * SAMPLED :])
    assert repeats.looks(b"another pattern")


def test_a_site_lists_its_pages_in_robots_txt(
    site: Any, crawl: Run, stored: Callable[[Crawl], set[str]], reasons: Reasons
) -> None:
    site.pages["/robots.txt"] = 200, {"Content-Type": "text/plain"}, b"Sitemap: /all.xml"
    site.pages["/all.xml"] = (
        200,
        {"Content-Type": "application/xml"},
        (
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>{site.url}/b</loc></url></urlset>'
        ).encode(),
    )
    site.pages["/a"] = "a"
    site.pages["/b"] = "b"
    job, progress = crawl("/a", sitemaps=True)
    assert stored(job) == {"/a", "/b", "/all.xml"}
    assert progress.pages == 2
    assert "/sitemap.xml" not in site.requests


def test_no_sitemap_at_the_usual_place_is_no_error(
    site: Any, crawl: Run, stored: Callable[[Crawl], set[str]]
) -> None:
    site.pages["/a"] = "a"
    job, progress = crawl("/a", sitemaps=True)
    assert site.requests.count("/sitemap.xml") == 1
    assert stored(job) == {"/a"}
    assert progress.errors == 0


def test_addresses_in_scripts_are_read_against_the_page_and_marked_as_guesses(
    site: Any, crawl: Run, stored: Callable[[Crawl], set[str]]
) -> None:
    site.pages["/dir/a"] = "<script src=/js/x.js></script>"
    site.pages["/js/x.js"] = (
        200,
        {"Content-Type": "text/javascript"},
        b'window.open("sub/b.html"); var n = 1;',
    )
    site.pages["/dir/sub/b.html"] = "b"
    assert "/dir/sub/b.html" not in stored(crawl("/dir/a", guesses=False)[0])
    assert "/dir/sub/b.html" in stored(crawl("/dir/a")[0])

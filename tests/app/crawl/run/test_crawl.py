"""Whole crawls of a local site, through real sockets into a real archive."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import jobs, refusal_counts, refusals
from app.crawl.rules.model import CrawlProgress, LogEntry
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run import committer
from app.crawl.run.crawl import Crawl

Run = Callable[..., tuple[Crawl, CrawlProgress]]
Reasons = Callable[[Crawl], dict[str, tuple[str, str]]]


def stored(archive: Archive, job: Crawl) -> list[str]:
    """Paths of all captures of a job, robots.txt left out, in the order they were stored."""
    with archive.reader() as reader:
        urls = [capture.url for capture in reader.captures_of_crawl(job.job_id)]
    return ["/" + url.split("/", 3)[3] for url in urls if not url.endswith("/robots.txt")]


def test_breadth_first_order(site: Any, crawl: Run, archive: Archive) -> None:
    """A→B,C,D,E,F; E→H; F→G; H→I is visited A B C D E F H G I (E is read before F)."""
    site.links(A="B C D E F", B="", C="", D="", E="H", F="G", G="", H="I", I="")
    job, progress = crawl("/A", trap_budget=0)
    assert [path[1:] for path in stored(archive, job)] == list("ABCDEFHGI")
    assert [path for path in site.requests if path != "/robots.txt"] == [f"/{name}" for name in "ABCDEFHGI"]
    assert progress.state == "finished" and progress.pages == 9 and progress.queued == progress.in_flight == 0


def test_idle_workers_have_the_links_of_a_page_while_another_one_is_awaited(
    site: Any, crawl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committer, "COMMIT_SECONDS", 60.0)
    asked = threading.Event()

    def slow(handler: Any) -> None:
        assert asked.wait(30.0)
        handler.reply(200, {"Content-Type": "text/html"}, b"late")

    def next_one(handler: Any) -> None:
        asked.set()
        handler.reply(200, {"Content-Type": "text/html"}, b"soon")

    site.links(a="slow b", b="c")
    site.pages["/slow"], site.pages["/c"] = slow, next_one
    _, progress = crawl("/a", workers=4, timeout=20.0)
    assert (progress.state, progress.pages, progress.errors) == ("finished", 4, 0)
    assert progress.seconds < 20


def test_a_cycle_is_walked_once(site: Any, crawl: Run, archive: Archive) -> None:
    site.links(a="b", b="c e", c="d", d="b", e="")
    job, _ = crawl("/a")
    assert sorted(stored(archive, job)) == ["/a", "/b", "/c", "/d", "/e"]
    assert len(site.requests) == 6


def test_a_layer_limit_of_two_takes_layers_0_and_1(
    site: Any, crawl: Run, archive: Archive, reasons: Reasons
) -> None:
    site.links(a="b", b="c", c="d")
    job, _ = crawl("/a", max_depth=1)
    assert stored(archive, job) == ["/a", "/b"]
    assert reasons(job)["/c"] == ("refused", "depth")


@pytest.mark.parametrize("workers", [1, 8])
def test_max_pages_is_exact_and_requisites_come_on_top(
    site: Any, crawl: Run, archive: Archive, workers: int
) -> None:
    for number in range(60):
        site.pages[f"/p{number}"] = f'<img src="/i{number % 7}.png">' + "".join(
            f'<a href="/p{(number * 3 + k) % 60}">x</a>' for k in range(1, 4)
        )
    job, progress = crawl("/p1", max_pages=25, workers=workers)
    pages = [path for path in stored(archive, job) if path.startswith("/p")]
    assert len(pages) == len(set(pages)) == progress.pages == 25
    images = {path for path in stored(archive, job) if path.startswith("/i")}
    assert images == {f"/i{int(path[2:]) % 7}.png" for path in pages}, "what is stored looks whole"
    assert progress.limit_reached == "max-pages" and progress.state == "finished"
    assert progress.queued == 0
    assert refusal_counts(archive, job.job_id)["max-pages"] > 0


def test_errors_count_as_pages_but_robots_txt_does_not(
    site: Any, crawl: Run, archive: Archive, reasons: Reasons
) -> None:
    site.links(a="b c d", d="")
    site.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /c\n")
    job, progress = crawl("/a", max_pages=3)
    assert stored(archive, job) == ["/a", "/b", "/d"], "/b is a 404"
    assert reasons(job)["/b"] == ("error", "http-404")
    assert reasons(job)["/c"] == ("refused", "robots")
    assert progress.pages == 3
    with archive.reader() as reader:
        robots = reader.latest_version(site.url + "/robots.txt")
    assert robots is not None and robots.crawl == job.job_id, "robots.txt is stored, too"
    assert "/c" not in site.requests


def test_robots_may_be_disobeyed(site: Any, crawl: Run, archive: Archive) -> None:
    site.links(a="c", c="")
    site.pages["/robots.txt"] = (200, {}, b"User-agent: *\nDisallow: /\n")
    job, _ = crawl("/a", obey_robots=False)
    assert stored(archive, job) == ["/a", "/c"]
    assert "/robots.txt" not in site.requests


def test_a_site_whose_robots_txt_fails_is_left_alone(
    site: Any, crawl: Run, archive: Archive, reasons: Reasons
) -> None:
    site.links(a="")
    site.pages["/robots.txt"] = (503, {}, b"")
    job, progress = crawl("/a")
    assert stored(archive, job) == []
    assert reasons(job)["/a"] == ("refused", "robots")
    assert progress.refused == 1


def test_max_bytes_is_never_exceeded(site: Any, crawl: Run, reasons: Reasons) -> None:
    site.links(a=" ".join(f"p{number}" for number in range(20)))
    for number in range(20):
        site.pages[f"/p{number}"] = "x" * 1000
    job, progress = crawl("/a", max_bytes=6000, workers=4)
    assert 4000 <= progress.bytes <= 6000
    assert progress.limit_reached == "max-bytes" and progress.state == "finished"
    assert ("refused", "max-bytes") in reasons(job).values()
    assert progress.queued == 0


def test_max_minutes_ends_a_crawl_that_would_wait_longer(site: Any, crawl: Run, reasons: Reasons) -> None:
    site.links(a="b c", b="", c="")
    job, progress = crawl("/a", max_minutes=0.3 / 60, delay=60.0, obey_robots=False)
    assert progress.limit_reached == "max-minutes" and progress.pages == 1
    assert reasons(job)["/c"] == ("refused", "max-minutes")
    assert progress.seconds < 5


def test_redirects_are_stored_and_their_target_once_with_its_origin(
    site: Any, crawl: Run, archive: Archive
) -> None:
    site.links(a="r1 z", z="")
    site.pages["/r1"] = (302, {"Location": "/r2"}, b"")
    site.pages["/r2"] = (301, {"Location": "z#part"}, b"")
    job, progress = crawl("/a")
    assert sorted(stored(archive, job)) == ["/a", "/r1", "/r2", "/z"]
    with archive.reader() as reader:
        second, page = reader.page(site.url + "/r2"), reader.page(site.url + "/z")
        captures = {capture.url: capture for capture in reader.captures_of_crawl(job.job_id)}
    assert second is not None and second.kind == "redirect"
    assert captures[site.url + "/r2"].origin == site.url + "/r1"
    assert page is not None and progress.errors == 0
    assert site.requests.count("/z") == 1


def test_the_end_of_a_chain_knows_the_first_address(site: Any, crawl: Run, archive: Archive) -> None:
    site.links(z="")
    site.pages["/r1"] = (302, {"Location": "/r2"}, b"")
    site.pages["/r2"] = (307, {"Location": "/z"}, b"")
    crawl("/r1")
    with archive.reader() as reader:
        end = reader.latest_version(site.url + "/z")
    assert end is not None and end.origin == site.url + "/r1"


def test_redirect_loops_and_endless_redirects_end(site: Any, crawl: Run, reasons: Reasons) -> None:
    site.links(a="x self n0")
    site.pages["/x"] = (302, {"Location": "/y"}, b"")
    site.pages["/y"] = (302, {"Location": "/x"}, b"")
    site.pages["/self"] = (302, {"Location": "/self"}, b"")
    for number in range(20):
        site.pages[f"/n{number}"] = (302, {"Location": f"/n{number + 1}"}, b"")
    job, _ = crawl("/a", max_hops=5)
    counts = [reason for _, reason in reasons(job).values()]
    loops = [entry for entry in refusals(job._archive, job.job_id) if entry.reason == "redirect-loop"]
    assert {(entry.url, entry.referrer) for entry in loops} == {
        (site.url + "/x", site.url + "/y"),
        (site.url + "/self", site.url + "/self"),
    }
    assert counts.count("too-many-redirects") == 1 and "/n6" not in site.requests and "/n5" in site.requests


def test_a_seed_that_redirects_to_another_host_takes_the_scope_along(
    site: Any, crawl: Run, archive: Archive
) -> None:
    other = site.url.replace("127.0.0.1", "localhost")
    site.pages["/"] = (301, {"Location": other + "/home"}, b"")
    site.links(home="inner", inner="")
    job, _ = crawl("/")
    assert set(stored(archive, job)) == {"/", "/home", "/inner"}


def test_a_redirect_within_the_site_to_another_host_is_refused(
    site: Any, crawl: Run, reasons: Reasons
) -> None:
    site.links(a="out")
    site.pages["/out"] = (302, {"Location": "http://other.invalid/"}, b"")
    job, _ = crawl("/a")
    assert reasons(job)["http://other.invalid/"] == ("refused", "scope")


def test_a_redirect_that_adds_a_session_id_is_followed(site: Any, crawl: Run, archive: Archive) -> None:
    site.pages["/a"] = (302, {"Location": "/a?sid=1"}, b"")
    site.pages["/a?sid=1"] = '<a href="/b?sid=1">b</a>'
    site.links(b="")
    site.pages["/b?sid=1"] = "b"
    job, _ = crawl("/a")
    assert stored(archive, job) == ["/a", "/a?sid=1", "/b?sid=1"]


def test_session_ids_make_no_second_page(site: Any, crawl: Run, archive: Archive) -> None:
    site.pages["/a"] = (
        '<a href="/b?PHPSESSID=1">1</a><a href="/b?PHPSESSID=2">2</a><a href="/b?utm_source=x">3</a>'
    )
    site.pages["/b?PHPSESSID=1"] = "b"
    job, _ = crawl("/a")
    assert stored(archive, job) == ["/a", "/b?PHPSESSID=1"]


def test_a_page_is_stored_with_what_it_needs_even_from_elsewhere_and_beyond_the_depth(
    site: Any, crawl: Run, archive: Archive, reasons: Reasons
) -> None:
    other = site.url.replace("127.0.0.1", "localhost")
    site.pages["/a"] = (
        f'<link rel="stylesheet" href="{other}/s.css"><img src="/i.png"><a href="/b">b</a><a href="{other}/c">c</a>'
    )
    site.pages["/s.css"] = (200, {"Content-Type": "text/css"}, b"@font-face { src: url(f.woff) }")
    site.pages["/f.woff"] = (200, {"Content-Type": "font/woff"}, b"font")
    site.pages["/i.png"] = (200, {"Content-Type": "image/png"}, b"\x89PNG")
    job, progress = crawl("/a", max_depth=0)
    assert sorted(stored(archive, job)) == ["/a", "/f.woff", "/i.png", "/s.css"]
    assert progress.pages == 1 and progress.versions == 6, "two of them robots.txt"
    assert reasons(job)["/b"] == ("refused", "depth")
    assert reasons(job)[other + "/c"] == ("refused", "scope")


def test_requisites_can_be_left_out(site: Any, crawl: Run, archive: Archive, reasons: Reasons) -> None:
    site.pages["/a"] = '<img src="/i.png"><iframe src="/f"></iframe>'
    site.pages["/f"] = "frame"
    job, _ = crawl("/a", requisites=False)
    assert stored(archive, job) == ["/a", "/f"]
    assert reasons(job)["/i.png"] == ("refused", "not-included")


def test_every_refusal_is_logged_once_with_reason_and_referrer(
    site: Any, crawl: Run, log: Callable[[Crawl], list[LogEntry]]
) -> None:
    targets = [
        "mailto:a@b.c",
        "http://other.invalid/x",
        "http://a..b/",
        "javascript:void(0)",
        "/secret/x",
        "/t/t/t/t",
    ]
    site.pages["/a"] = site.pages["/b"] = "".join(f'<a href="{target}">x</a>' for target in [*targets, "/b"])
    job, progress = crawl("/a", exclude=("/secret/",))
    refused = {entry.url.removeprefix(site.url): entry for entry in log(job) if entry.kind == "refused"}
    wanted = ["scheme", "scope", "address", "excluded", "trap"]
    targets.remove("javascript:void(0)")
    assert {url: entry.reason for url, entry in refused.items()} == dict(zip(targets, wanted, strict=True))
    assert {entry.referrer for entry in refused.values()} == {site.url + "/a"}
    assert progress.refused == len(refused) == len([entry for entry in log(job) if entry.kind == "refused"])


def test_a_calendar_without_end_is_cut_off(site: Any, crawl: Run, archive: Archive, reasons: Reasons) -> None:
    def month(handler: Any) -> None:
        query = dict(part.split("=") for part in handler.path.partition("?")[2].split("&"))
        number = int(query["year"]) * 12 + int(query["month"]) - 1
        links = [
            f'<a href="/calendar/?year={n // 12}&month={n % 12 + 1}">m</a>' for n in (number - 1, number + 1)
        ]
        handler.reply(200, {"Content-Type": "text/html"}, "".join(links).encode())

    class Calendar(dict[str, Any]):
        def get(self, path: str, default: Any = None) -> Any:
            return month if path.startswith("/calendar/?") else super().get(path, default)

    site.pages = Calendar(site.pages)
    site.pages["/a"] = '<a href="/calendar/?year=2031&month=4">now</a>'
    job, progress = crawl("/a", workers=8)
    assert 12 <= progress.pages <= 16
    assert ("refused", "trap") in reasons(job).values()


def test_numbered_pages_that_link_to_each_other_are_no_trap(site: Any, crawl: Run) -> None:
    for number in range(300):
        site.pages[f"/show?id={number}"] = (
            f'<a href="/show?id={number * 2}">x</a><a href="/show?id={number * 2 + 1}">y</a>'
        )
    _, progress = crawl("/show?id=1", workers=8)
    assert progress.pages - progress.errors == 299


def test_an_endless_chain_of_numbered_pages_is_cut_off(site: Any, crawl: Run) -> None:
    class Chain(dict[str, Any]):
        def get(self, path: str, default: Any = None) -> Any:
            number = path.removeprefix("/n/")
            return f'<a href="/n/{int(number) + 1}">next</a>' if number.isdigit() else default

    site.pages = Chain()
    _, progress = crawl("/n/1", trap_budget=5)
    assert progress.pages == 5 * 20 + 1


def test_a_second_crawl_asks_conditionally_and_keeps_visits(
    site: Any, crawl: Run, archive: Archive, reasons: Reasons
) -> None:
    text = {"/tagged": "old"}

    def tagged(handler: Any) -> None:
        body = text["/tagged"]
        if handler.headers.get("If-None-Match") == f'"{body}"':
            handler.reply(304, {"ETag": f'"{body}"'}, b"")
        else:
            handler.reply(
                200,
                {"ETag": f'"{body}"', "Content-Type": "text/html"},
                f'{body}<a href="/deep">d</a>'.encode(),
            )

    site.links(a="tagged same changing", deep="")
    site.pages["/tagged"], site.pages["/same"], site.pages["/changing"] = tagged, "same", "one"
    site.pages["/deep"] = "deep"
    first, before = crawl("/a")
    assert (before.versions, before.visits) == (6, 0)
    site.pages["/changing"] = "two"
    second, after = crawl("/a")
    assert (after.versions, after.visits) == (1, 5)
    assert reasons(second)["/deep"][0] == "visit", "links of a version that 304 confirmed are followed"
    with archive.reader() as reader:
        assert len(reader.versions(site.url + "/tagged")) == 1
        assert len(reader.versions(site.url + "/tagged", visits=True)) == 2
        assert len(reader.versions(site.url + "/changing")) == 2
        confirmed = reader.versions(site.url + "/tagged", visits=True)[1]
    assert confirmed.kind == "visit"
    text["/tagged"] = "new"
    _, third = crawl("/a")
    assert (third.versions, third.visits) == (1, 5)
    assert [job.job_id for job in jobs(archive)][1:] == [second.job_id, first.job_id]


def test_changes_are_announced_after_they_can_be_read(
    site: Any, archive: Archive, settings: Callable[..., CrawlSettings]
) -> None:
    site.links(a="b c", b="", c="")
    seen: list[tuple[int, int]] = []
    with archive.reader() as reader:
        job = Crawl.new(archive, settings("/a"), on_change=lambda seq: seen.append((seq, reader.last_seq())))
        job.run()
    assert seen and all(seq == read for seq, read in seen)
    assert seen == sorted(seen)


def test_cookies_live_as_long_as_the_crawl(site: Any, crawl: Run) -> None:
    site.pages["/a"] = (
        200,
        {"Content-Type": "text/html", "Set-Cookie": "taste=sweet"},
        b'<a href="/b">b</a>',
    )
    site.links(b="")
    crawl("/a")
    assert site.headers["/b"]["Cookie"] == "taste=sweet"


def test_frames_in_scope_are_read_for_links(site: Any, crawl: Run, archive: Archive) -> None:
    site.pages["/a"] = '<frameset><frame src="/menu"></frameset>'
    site.links(menu="b", b="")
    job, _ = crawl("/a")
    assert stored(archive, job) == ["/a", "/menu", "/b"]


def test_forms_are_not_sent(site: Any, crawl: Run) -> None:
    site.pages["/a"] = '<form action="/delete"><input type="submit"></form>'
    crawl("/a")
    assert "/delete" not in site.requests


def test_the_job_is_listed_with_its_figures(site: Any, crawl: Run, archive: Archive) -> None:
    site.links(a="b", b="")
    assert jobs(archive) == []
    crawl("/a")
    (job,) = jobs(archive)
    assert (job.state, job.pages, job.queued) == ("finished", 2, 0)
    assert job.settings.workers == 1 and job.updated >= job.started


def test_pages_no_link_leads_to_any_more_are_visited_all_the_same(
    site: Any, crawl: Run, archive: Archive
) -> None:
    """The archive knows them; that they are gone, or only hidden, is worth knowing. Not when the depth is limited."""
    site.pages["/a"] = '<a href="/gone">x</a><a href="/hidden">y</a>'
    site.pages["/gone"], site.pages["/hidden"] = "soon gone", "still there"
    crawl("/a")
    site.pages["/a"] = "no links"
    del site.pages["/gone"]
    crawl("/a", max_depth=5)
    crawl("/a")
    with archive.reader() as reader:
        found = {page.name: (page.versions, page.visits, page.status) for page in reader.all_pages()}
    assert found["gone"] == (2, 0, 404) and found["hidden"] == (1, 1, 200)


def test_what_a_crawl_counts_as_new_is_what_the_archive_counts_as_versions(
    site: Any, crawl: Run, archive: Archive
) -> None:
    """One screen shows both: robots.txt is among them in either."""
    site.links(a="b", b="")
    _, progress = crawl("/a", obey_robots=True)
    with archive.reader() as reader:
        assert reader.statistics().versions == progress.versions
    assert "/robots.txt" in site.requests

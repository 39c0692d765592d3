"""A crawl that fills search forms: hidden documents found, words learned, traps left, crashes survived."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.harvest import form_reports, words_of
from app.crawl.rules.model import CrawlProgress
from app.crawl.run.crawl import Crawl
from tests.app.crawl.conftest import wait_for

Run = Callable[..., tuple[Crawl, CrawlProgress]]
HOME = (
    "<title>Library</title><h1>Library</h1><a href=/doc/0>One document</a><a href=/doc/1>Another</a>{form}"
    "<form action=/login method=post><input name=q><input type=password name=p></form>"
    "<form action=/trap style='display:none'><input name=q></form>"
    "<form action=/subscribe><input name=q></form>"
)


class Library(BaseHTTPRequestHandler):
    """Documents that only a search leads to, ten a page of results; two are linked from the first page."""

    def do_GET(self) -> None:
        self._answer(urlsplit(self.path))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._answer(urlsplit(f"{self.path}?{body}"))

    def _answer(self, parts: Any) -> None:
        server: Any = self.server
        server.asked[f"{self.command} {parts.path}"] += 1
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/":
            page = HOME.format(form=server.form)
        elif parts.path.startswith("/doc/") and parts.path[5:].isdigit():
            page = f"<title>{parts.path[5:]}</title><p>{' '.join(server.documents[int(parts.path[5:])])}</p>"
        elif parts.path == "/search":
            page = self._results(query.get("q", ""), int(query.get("page", 1)), query.get("in", ""))
        elif parts.path == "/robots.txt" and server.robots:
            page = server.robots
        else:
            self.send_error(404)
            return
        body = page.encode()
        self.send_response(200)
        self.send_header(
            "Content-Type", "text/plain" if parts.path == "/robots.txt" else "text/html; charset=utf-8"
        )
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _results(self, word: str, page: int, part: str) -> str:
        server: Any = self.server
        server.words.append(word)
        server.parts[part] += 1
        found = [n for n, words in enumerate(server.documents) if word in words]
        if part.isdigit():  # each part has a tenth of the documents, the usual one the first
            found = [n for n in (found if word else range(len(server.documents))) if n % 10 == int(part)]
        links = "".join(f"<li><a href=/doc/{n}>{n}</a>" for n in found[10 * (page - 1) : 10 * page])
        more = (
            f"<a href='/search?q={word}&in={part}&page={page + 1}'>next</a>"
            if len(found) > 10 * page or server.endless
            else ""
        )
        return f"<title>{word}</title><ul>{links}</ul>{more}"

    def log_message(self, *_: object) -> None:
        """Quiet."""


def library(count: int, seed: int = 1) -> ThreadingHTTPServer:
    """Documents of 40 words of a vocabulary of 2 000, the frequent ones far more often (Zipf)."""
    chance = random.Random(seed)
    letters = "bcdfghjklmnprstvw"
    vocabulary = sorted(
        {"".join(chance.choice(letters) + chance.choice("aeiou") for _ in range(4)) for _ in range(2000)}
    )
    chance.shuffle(vocabulary)
    weights = [1 / (rank + 10) for rank in range(len(vocabulary))]
    made: Any = ThreadingHTTPServer(("127.0.0.1", 0), Library)
    made.documents = [chance.choices(vocabulary, weights, k=40) for _ in range(count)]
    made.form = "<form action=/search><input name=q></form>"
    made.robots, made.endless = "", False
    made.asked, made.words, made.parts = Counter(), [], Counter()
    return made


@pytest.fixture
def hidden() -> Any:
    server = library(60)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def home(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}/"


def documents(server: Any) -> int:
    """How many were asked for, each counted once."""
    return sum(path.startswith("GET /doc/") for path in server.asked)


def test_forms_are_left_alone_unless_somebody_wants_them_filled(hidden: Any, crawl: Run) -> None:
    crawl(home(hidden))
    assert documents(hidden) == 2 and not hidden.words


def test_words_learned_from_pages_find_what_no_link_leads_to(
    hidden: Any, crawl: Run, archive: Archive
) -> None:
    job, _ = crawl(home(hidden), forms="get")
    assert documents(hidden) > 50
    (report,) = form_reports(archive.crawl_db, job.job_id)
    assert (report.action, report.page) == (f"{home(hidden)}search", home(hidden))
    assert report.pages == documents(hidden) - 2 and report.words == len(set(hidden.words))
    assert not {"POST /login", "GET /login", "GET /trap", "GET /subscribe"} & hidden.asked.keys()


def test_own_words_come_first_and_alone_where_nothing_is_to_be_learned(hidden: Any, crawl: Run) -> None:
    own = tuple(dict.fromkeys(hidden.documents[7] + hidden.documents[8]))[:7]
    crawl(home(hidden), forms="get", form_words=own, form_learning=False)
    assert set(hidden.words) == set(own)
    assert documents(hidden) >= 4


def test_requests_for_forms_have_a_limit_and_so_have_the_results_of_a_word(
    hidden: Any, crawl: Run, reasons: Callable[[Crawl], dict[str, tuple[str, str]]]
) -> None:
    hidden.endless = True
    crawl(home(hidden), forms="get", form_limit=12)
    assert hidden.asked["GET /search"] == 12
    hidden.asked.clear()
    hidden.words.clear()
    job, _ = crawl(home(hidden), forms="get", form_limit=40, form_pages=3)
    assert max(Counter(hidden.words).values()) <= 3
    assert "form-limit" in {reason for _, reason in reasons(job).values()}


def test_words_that_bring_nothing_end_the_form(hidden: Any, crawl: Run, archive: Archive) -> None:
    nothing = tuple(f"nothing{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
    job, _ = crawl(home(hidden), forms="get", form_words=nothing, form_learning=False)
    (report,) = form_reports(archive.crawl_db, job.job_id)
    assert report.state == "barren" and 20 <= len(hidden.words) < len(nothing)


def test_robots_txt_keeps_words_out_of_a_form(hidden: Any, crawl: Run, archive: Archive) -> None:
    hidden.robots = "User-agent: *\nDisallow: /search\n"
    job, _ = crawl(home(hidden), forms="get")
    assert not hidden.words and documents(hidden) == 2
    assert [report.state for report in form_reports(archive.crawl_db, job.job_id)] == ["refused"]


PARTS = "".join(f"<option>{part}" for part in range(10))


def test_other_options_of_a_form_find_what_the_usual_one_hides(
    hidden: Any, crawl: Run, archive: Archive
) -> None:
    hidden.form = f"<form action=/search><input name=q><select name=in>{PARTS}</select></form>"
    job, _ = crawl(home(hidden), forms="get", form_limit=120)
    assert set(hidden.parts) == {str(part) for part in range(10)}
    assert documents(hidden) > 30, "the usual option alone has six"
    (report,) = form_reports(archive.crawl_db, job.job_id)
    assert report.pages == documents(hidden) - 2 and hidden.asked["GET /search"] <= 120
    assert report.words == len(set(hidden.words)) < hidden.asked["GET /search"]


def test_an_option_that_brings_nothing_is_left_after_three_words(hidden: Any, crawl: Run) -> None:
    hidden.form = (
        "<form action=/search><input name=q><select name=in><option value=''>All<option>99</select></form>"
    )
    crawl(home(hidden), forms="get")
    assert hidden.parts["99"] == 3 and documents(hidden) > 50


def test_a_form_that_has_only_a_select_is_asked_for_each_option(
    hidden: Any, crawl: Run, archive: Archive
) -> None:
    hidden.form = f"<form action=/search><select name=in>{PARTS}</select><button>Find</button></form>"
    job, _ = crawl(home(hidden), forms="get", form_words=("never",))
    assert hidden.parts == {str(part): 1 for part in range(10)} and documents(hidden) == 60
    (report,) = form_reports(archive.crawl_db, job.job_id)
    assert (report.words, report.pages) == (10, 58)


def test_a_form_outside_of_the_scope_is_not_asked(hidden: Any, crawl: Run) -> None:
    hidden.form = "<form action=http://127.0.0.2:1/search><input name=q></form>"
    crawl(home(hidden), forms="get")
    assert not hidden.words


def test_a_form_is_chosen_by_a_pattern_of_its_address(hidden: Any, crawl: Run) -> None:
    crawl(home(hidden), forms="get", form_patterns=("/elsewhere",))
    assert not hidden.words
    crawl(home(hidden), forms="get", form_patterns=("/search$",), form_limit=3)
    assert len(hidden.words) == 3


def test_a_form_sent_by_post_is_filled_when_it_was_chosen_and_its_answer_kept_under_its_fields(
    hidden: Any, crawl: Run, archive: Archive
) -> None:
    hidden.form = "<form action=/search method=post><input name=q></form>"
    crawl(home(hidden), forms="get")
    assert not hidden.words
    word = hidden.documents[9][0]
    job, _ = crawl(
        home(hidden), forms="post", form_patterns=("/search$",), form_words=(word,), form_learning=False
    )
    assert hidden.asked["POST /search"] == 1 and hidden.words[0] == word
    with archive.reader() as reader:
        (answer,) = [one for one in reader.captures_of_crawl(job.job_id) if "__wb_method" in one.url]
        assert answer.url == f"{home(hidden)}search?__wb_method=POST&q={word}"
        assert f"<title>{word}</title>".encode() in reader.body(answer)


def test_no_page_can_have_a_form_sent(hidden: Any, crawl: Run) -> None:
    """A link, or a redirect, that is written like an answer to POST leads nowhere."""
    hidden.form = (
        "<a href='/search?__wb_method=POST&q=x'>x</a><form action=/search method=post><input name=q></form>"
    )
    crawl(home(hidden), forms="post", form_patterns=("/search$",), form_learning=False)
    assert not hidden.words


def test_a_crawl_that_was_stopped_goes_on_with_its_words(
    hidden: Any, crawl: Run, archive: Archive, settings: Any
) -> None:
    job = Crawl.new(archive, settings(home(hidden), forms="get", form_limit=12))

    def stop(_seq: int) -> None:
        if len(hidden.words) >= 4:
            job.stop()

    job._dispatcher._on_change = stop
    job.run()
    before = len(hidden.words)
    assert 4 <= before < 12
    again = Crawl.resume(archive, job.job_id)
    again.run()
    assert again.error is None
    assert hidden.asked["GET /search"] == 12


def go_on(path: str, job_id: str) -> None:
    """In a process of its own."""
    Crawl.resume(Archive.open(Path(path)), job_id).run()


def test_a_crawl_that_was_killed_goes_on_with_its_words(hidden: Any, archive: Archive, settings: Any) -> None:
    job = Crawl.new(archive, settings(home(hidden), forms="get", form_limit=30))
    process = get_context("spawn").Process(target=go_on, args=(str(archive.path), job.job_id))
    process.start()
    wait_for(lambda: len(hidden.words) >= 7)
    process.kill()
    process.join()
    before = Counter(hidden.words)
    again = Crawl.resume(archive, job.job_id)
    again.run()
    assert again.error is None
    asked = Counter(hidden.words) - before
    assert asked.keys() - before.keys(), "new words were asked for"
    twice = sum(min(asked[word], before[word]) for word in before)
    assert twice <= settings().per_host, "but for what was under way nothing was asked twice"
    (report,) = form_reports(archive.crawl_db, job.job_id)
    assert report.pages == documents(hidden) - 2 and report.words <= 30


def test_words_that_say_something_are_learned() -> None:
    found = words_of("The harbour and the harbour master 2024 of 图书馆的目录 at sea")
    assert found["harbour"] == 2 and "the" not in found and "2024" not in found and "sea" not in found
    assert "图书馆" in found

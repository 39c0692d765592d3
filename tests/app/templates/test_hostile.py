"""Sites made to break what is learned of them: time, room, and not a word of content lost."""

from __future__ import annotations

import random
import resource
import sys
import time

from app.templates.learning import MOST_BYTES, Site
from app.templates.page import seen
from tests.app.templates.test_learning import html, learned, story, texts

NAMES = ["div", "ul", "ol", "dl", "table", "form", "aside", "main", "p", "pre", "section", "details"]


def own_layout(number: int) -> bytes:
    """A page whose elements and classes stand on no other page."""
    words = random.Random(number)
    body = "".join(
        f"<{words.choice(NAMES)} class=c{words.getrandbits(40):x}><{words.choice(NAMES)}>"
        f"Text {''.join(words.choices('abcdefgh', k=9))}"
        for _ in range(14)
    )
    return f"<html><body>{body}</body></html>".encode()


def test_a_layout_for_every_page_costs_each_page_the_same_and_none_its_content() -> None:
    site, costs = Site(), list[float]()
    for number in range(240):
        page = seen(own_layout(number))
        assert page is not None
        begun = time.process_time()
        if site.wants():
            site.take(number, page)
        costs.append(time.process_time() - begun)
    assert sum(costs[160:]) < 4 * sum(costs[:80]) + 0.5, "the last pages as the first"
    assert len(site.packed()) <= MOST_BYTES
    for number in (0, 120, 239):
        template, content = texts(own_layout(number), site)
        assert not template and content.count("Text ") == 14


def test_a_page_of_a_hundred_thousand_elements_stays_within_time_and_memory() -> None:
    """Among six stories with the same menu."""
    menu = "".join(f"<div><p>Entry {chr(97 + n % 26) * (1 + n // 26)}</p></div>" for n in range(50))
    rows = "".join(f"<tr><td><b><i>x{n:x}</i></b></td></tr>" for n in range(25_000))
    large = html(f"{story(9)}<table>{rows}</table>", menu)
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    site = learned([large, *(html(story(n), menu) for n in range(6))])
    template, content = texts(large, site)
    spent = time.process_time() - begun
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert "Entry a" in template and "Story j" in content and content.count("x") == 25_000
    assert spent < 30 and (grown < 700 << 10 or sys.platform != "linux"), (spent, grown)  # in KiB
    assert len(site.packed()) <= MOST_BYTES

"""What belongs to the page on the screen, out of all that was browsed."""

from __future__ import annotations

import gc
from datetime import UTC, datetime

import pytest

from app.recording.model import Hold, Recorded
from app.recording.visit import Browsed


def record(browsed: Browsed, url: str, body: bytes = b"x") -> Recorded:
    made = Recorded(f"http://a.example{url}", datetime.now(UTC), None, 200, b"", browsed.hold.put([body]))
    browsed.add(made, False)
    return made


def page(browsed: Browsed, url: str, *used: str) -> list[str] | None:
    found = browsed.page(f"http://a.example{url}", [f"http://a.example{one}" for one in used])
    return (
        None if found is None else [one.url.removeprefix("http://a.example") for one in (found[0], *found[1])]
    )


def test_a_page_is_what_came_since_it_was_gone_to_and_what_it_used_of_before() -> None:
    browsed = Browsed()
    for url in ("/one", "/shared.css", "/only-of-one.png"):
        record(browsed, url)
    browsed.navigated()
    for url in ("/redirect", "/two", "/b.png"):
        record(browsed, url)
    assert page(browsed, "/two#part", "/shared.css", "/never-came.png") == [
        "/two",
        "/shared.css",
        "/redirect",
        "/b.png",
    ]
    assert page(browsed, "/three") is None


def test_a_document_that_came_before_the_browser_said_so_is_found_with_what_follows() -> None:
    browsed = Browsed()
    record(browsed, "/before")
    record(browsed, "/page")
    browsed.navigated()
    record(browsed, "/part")
    assert page(browsed, "/page") == ["/page", "/part"]


def test_the_newest_answer_of_an_address_counts() -> None:
    browsed = Browsed()
    record(browsed, "/", b"old")
    browsed.navigated()
    record(browsed, "/", b"new")
    found = browsed.page("http://a.example/", ())
    assert found is not None
    assert found[0].body == b"new"
    assert found[1] == []


def test_the_oldest_is_forgotten_when_it_is_too_much() -> None:
    browsed = Browsed(most=1000)
    for number in range(10):
        browsed.navigated()
        record(browsed, f"/{number}", bytes(300))
    assert page(browsed, "/0") is None
    assert page(browsed, "/9") == ["/9"]
    assert sum(one.size for one in browsed.parts) <= 1000


@pytest.mark.parametrize("memory", [0, 100, 10_000])
def test_bodies_are_the_same_from_memory_and_from_the_file(memory: int) -> None:
    """And the file is closed when the last body that needs it is gone: a file left open is a warning, so an error."""
    hold = Hold(memory)
    bodies = [hold.put([bytes([n]) * 10, bytes([n]) * n]) for n in range(30)]
    del hold
    assert [one.read() for one in bodies] == [bytes([n]) * (10 + n) for n in range(30)]
    bodies.clear()
    gc.collect()

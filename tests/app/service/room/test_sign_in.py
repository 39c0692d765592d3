"""Signing in by a page."""

from __future__ import annotations

import httpx
import pytest

from app.archive.archive import Archive
from tests.app.service.conftest import Serve

ROOT = "/read/pond/"
WRONG, RIGHT = {"token": "guess"}, {"token": "geheim"}


@pytest.fixture
def closed(serve: Serve, pond_archive: Archive) -> httpx.Client:
    client = serve(pond_archive, token="geheim")
    client.headers["Accept"] = "text/html"
    return client


def test_a_person_is_led_to_the_page_and_back(closed: httpx.Client) -> None:
    """The cookie is out of reach for scripts, and is not the token."""
    led = closed.get(f"{ROOT}search?q=lotus")
    assert led.status_code == 303
    page = closed.get(led.headers["location"])
    assert page.status_code == 200
    assert 'type="password"' in page.text
    answer = closed.post(led.headers["location"], data=RIGHT)
    assert answer.headers["location"] == f"{ROOT}search?q=lotus"
    cookie = answer.headers["set-cookie"]
    assert "httponly" in cookie.lower() and "samesite=lax" in cookie.lower()
    assert "geheim" not in cookie
    assert closed.get(f"{ROOT}search?q=lotus").status_code == 200
    assert closed.get("/pond/cdx?url=pond.test/").status_code == 200
    assert closed.post("/read/sign-out").status_code == 303
    assert closed.get(ROOT).status_code == 303


def test_a_wrong_token_opens_nothing(closed: httpx.Client) -> None:
    answer = closed.post("/read/sign-in", data=WRONG)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert closed.get(ROOT).status_code == 303
    assert closed.get("/pond/cdx?url=pond.test/").status_code == 401
    assert closed.get("/pond/cdx", headers={"Cookie": "tianwang-00000000=ff-ff"}).status_code == 401


def test_guessing_is_slowed_down(closed: httpx.Client) -> None:
    answers = [closed.post("/read/sign-in", data=WRONG).status_code for _ in range(12)]
    assert answers[0] == 403
    assert answers[-1] == 429


def test_only_the_room_is_led_back_to(closed: httpx.Client) -> None:
    answer = closed.post("/read/sign-in?next=https://evil.test/", data=RIGHT)
    assert answer.headers["location"] == "/read/"


def test_what_is_no_form_is_refused(closed: httpx.Client) -> None:
    assert closed.post("/read/sign-in", content=b"x" * 10_000).status_code == 413
    assert closed.post("/read/sign-in", content=b"\xff\xfe=\x00").status_code == 403
    assert closed.post(ROOT).status_code == 405
    assert closed.post("/read/static/room.css").status_code == 405


def test_the_page_to_sign_in_has_its_looks_without_a_token(closed: httpx.Client) -> None:
    page = closed.get("/read/sign-in").text
    style = page.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
    assert closed.get(style).status_code == 200
    assert "Pond" not in page  # the name of the archive is not told before

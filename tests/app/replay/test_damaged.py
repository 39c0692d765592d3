"""Captures whose batch file is damaged: whoever looks at them is told so, and the page around them stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from app.archive.archive import Archive
from app.archive.model import Capture, NewCapture
from app.replay.explaining import address_of, capture_named
from app.replay.server import ReplayServer
from tests.app.archive.increments import URL, filled, new

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Browse = Callable[..., httpx.Client]
PAGE = {"Accept": "text/html", "Sec-Fetch-Dest": "document"}


def hit(archive: Archive, capture: Capture, back: int = 9) -> None:
    """Another byte near the end of the capture's record."""
    path = archive.path / capture.file
    data = bytearray(path.read_bytes())
    data[capture.end - back] ^= 0x5A
    path.write_bytes(data)


def cut(archive: Archive, capture: Capture) -> None:
    """The file ends in the middle of the capture's record."""
    path = archive.path / capture.file
    path.write_bytes(path.read_bytes()[: capture.end - 20])


def versions(archive: Archive, url: str) -> list[Capture]:
    with archive.reader() as reader:
        return reader.versions(url)


def problems(archive: Archive) -> str:
    with archive.reader() as reader:
        return " ".join(problem.sentence for problem in reader.verify())


@pytest.mark.parametrize("harm", [hit, cut])
def test_a_damaged_page_is_explained_with_the_words_of_the_check_and_the_versions_beside_it(
    harm: Callable[[Archive, Capture], None],
    archive: Archive,
    fill: Fill,
    make_capture: Make,
    browse: Browse,
    server: ReplayServer,
) -> None:
    fill(*(make_capture("http://a.example/", f"<p>{n}" * 99, minutes=n * 60) for n in range(3)))
    before, middle, last = versions(archive, "http://a.example/")
    wanted = middle if harm is hit else last
    harm(archive, wanted)
    token = server.open_view(None)
    server.set_view(token, wanted.date, wanted)
    answer = browse(token=token).get("http://a.example/", headers=PAGE)
    assert (answer.status_code, answer.reason_phrase) == (502, "Damaged in the archive")
    with archive.reader() as reader:
        damage = reader.damaged(wanted)
        assert damage is not None and reader.damaged(before) is None
    assert "This capture is damaged" in answer.text
    assert damage.reason[1:] + "." in answer.text and damage.reason in problems(archive)
    whole = (before, last) if harm is hit else (middle,)
    assert [one.id for one in (before, middle, last) if address_of(one.id) in answer.text] == [
        one.id for one in whole
    ]
    assert server.missing(token) == [] and server.served(token) == 0


def test_a_version_whose_chain_is_broken_names_the_record_that_breaks_it(
    archive: Archive, browse: Browse
) -> None:
    filled(archive, 22)  # the 21st is full again
    captures = versions(archive, f"{URL}0")
    hit(archive, captures[4])
    answer = browse(captures[9].date).get(f"{URL}0", headers=PAGE)
    assert answer.status_code == 502 and f"{captures[4].id}, which it builds on, is damaged" in answer.text
    assert address_of(captures[3].id) in answer.text and address_of(captures[20].id) in answer.text
    assert browse(captures[3].date).get(f"{URL}0", headers=PAGE).status_code == 200


def test_without_a_whole_version_there_is_no_link(archive: Archive, browse: Browse) -> None:
    with archive.writer() as writer:
        only = writer.store(new(0))
    hit(archive, only)
    answer = browse().get(only.url, headers=PAGE)
    assert answer.status_code == 502 and "<a " not in answer.text and "No other version" in answer.text


def test_a_damaged_picture_is_missing_and_its_page_is_not(
    archive: Archive, fill: Fill, make_capture: Make, browse: Browse, server: ReplayServer
) -> None:
    fill(
        make_capture("http://a.example/", "<link rel=stylesheet href=/s.css><img src=/p.png>"),
        make_capture("http://a.example/s.css", "p { color: red }" * 20, media_type="text/css"),
        make_capture("http://a.example/p.png", b"\x89PNG" * 50, media_type="image/png"),
    )
    for name in ("s.css", "p.png"):
        hit(archive, versions(archive, f"http://a.example/{name}")[0])
    token = server.open_view(None)
    client = browse(token=token)
    assert client.get("http://a.example/", headers=PAGE).status_code == 200
    for name in ("s.css", "p.png"):
        answer = client.get(f"http://a.example/{name}")
        assert (answer.status_code, answer.content) == (502, b"") and "content-type" not in answer.headers
    assert server.missing(token) == ["http://a.example/s.css", "http://a.example/p.png"]


def test_what_can_be_read_of_a_page_with_a_damaged_header_is_shown(
    archive: Archive, fill: Fill, make_capture: Make, browse: Browse
) -> None:
    fill(make_capture("http://a.example/", "<p>still here"))
    (only,) = versions(archive, "http://a.example/")
    path: Path = archive.path / only.file
    path.write_bytes(path.read_bytes().replace(b"ip: 127.0.0.1", b"ip: 127.0.0.9"))
    assert browse().get("http://a.example/", headers=PAGE).text == "<p>still here"
    with archive.reader() as reader:
        damage = reader.damaged(only)
        assert damage is not None and damage.reason == "the header does not have the check stored with it"


def test_only_our_own_links_name_captures() -> None:
    assert capture_named(address_of("202611-0000007")) == "202611-0000007"
    for address in (
        "http://a.example/202611-0000007",
        "http://capture.tianwang.invalid/x",
        "http://[",
        "",
        "mailto:a@b",
    ):
        assert capture_named(address) is None

"""One capture elsewhere as it looked, alone and beside a version of ours: its parts come through our own client into an
archive that goes afterwards."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.remote.archives import Remote
from app.remote.asking import Client, RemoteCapture
from tests.app.service.conftest import response, serving
from widgets.elsewhere.look import LookView
from widgets.kit import jobs
from widgets.session import Session

LONG = 30_000
ROSE = "http://rose.test/"
_TEXT = "<p>The rose is red and stands in the garden.</p><p>{}</p>"
_PAGE = "<title>Rose</title><link rel=stylesheet href=s.css>" + _TEXT + "<img src=p.png><img src=gone.png>"


def picture(wide: int) -> bytes:
    """A PNG so many pixels wide."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    lines = zlib.compress(b"\0" + bytes(3 * wide))
    size = struct.pack(">IIBBBBB", wide, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def planted(archive: Archive, day: int, words: str, wide: int) -> None:
    with archive.writer() as writer:
        writer.store(response(ROSE, day, _PAGE.format(words) + "<a href=more.html>more</a>"))
        writer.store(response(f"{ROSE}s.css", day, f"p {{ margin-left: {wide}px }}", "text/css"))
        writer.store(response(f"{ROSE}p.png", day, picture(wide), "image/png"))
        writer.store(response(f"{ROSE}more.html", day + 1, "<title>More</title><p>More of the rose."))
        writer.commit()


@pytest.fixture(scope="module")
def remote(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    archive = Archive.create(tmp_path_factory.mktemp("there") / "there.archive")
    planted(archive, 2, "Long ago it was small.", 11)
    with serving(archive) as client:
        place = str(client.base_url).rstrip("/")
        yield Remote("friend", f"{place}/there/")


@pytest.fixture
def one(remote: Remote) -> RemoteCapture:
    with Client(remote) as client:
        return client.captures(ROSE)[0]


@pytest.fixture
def look(qtbot: QtBot, archive: Archive) -> Iterator[LookView]:
    planted(archive, 4, "Today it is tall.", 22)
    session = Session(archive)
    made = LookView(session)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    yield made
    made._forget()
    jobs.wait_all()
    session.close()


def widths(qtbot: QtBot, view: object) -> list[int]:
    """Of the pictures on a page, once it is loaded."""
    found: list[list[int]] = []
    qtbot.waitUntil(lambda: view.ready, timeout=LONG)  # type: ignore[attr-defined]
    view.run_script("[...document.images].map(one => one.naturalWidth)", found.append)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: bool(found), timeout=LONG)
    return found[0]


def test_it_is_shown_as_it_looked_and_leaves_nothing(
    qtbot: QtBot, look: LookView, remote: Remote, one: RemoteCapture
) -> None:
    """With pictures and styles of that moment there, though we have others; what is not there is told; a link leads to
    what there is of that moment."""
    before = look._session.present.last_seq()
    look.show_capture(remote, one)
    qtbot.waitUntil(lambda: look.page is not None, timeout=LONG)
    page, looked = look.page, look.looked
    assert page is not None and looked is not None and look.below.currentWidget() is page
    assert widths(qtbot, page) == [11, 0]
    assert f"{ROSE}s.css" in page.parts() and page.missing() == [f"{ROSE}gone.png"]
    qtbot.waitUntil(lambda: "1 part(s) are not there" in look.facts.text(), timeout=LONG)
    look.tabs.setCurrentIndex(1)
    assert "Long ago it was small." in look.view.toPlainText() and look.below.currentWidget() is look.view
    folder: Path = looked.looking.archive.path
    assert folder.is_dir()
    page.link_activated.emit(f"{ROSE}more.html")
    qtbot.waitUntil(lambda: look.looked not in (None, looked), timeout=LONG)
    assert look.looked is not None and look.looked.document is not None
    assert look.looked.document.title == "More" and "3 Jan 2020" in look.heading.text()
    qtbot.waitUntil(lambda: not folder.exists(), timeout=LONG)
    assert look._session.present.last_seq() == before


def test_it_stands_beside_ours_each_with_its_own_pictures(
    qtbot: QtBot, look: LookView, remote: Remote, one: RemoteCapture
) -> None:
    ours = look._session.reader.versions(ROSE)[-1]
    look.compare(remote, one, ours)
    qtbot.waitUntil(lambda: look.comparison is not None, timeout=LONG)
    view = look.comparison
    assert view is not None and look.below.currentWidget() is view
    qtbot.waitUntil(lambda: view.outcome is not None, timeout=LONG)
    assert view.outcome is not None and [entry.kind for entry in view.outcome.entries] == ["changed"]
    assert "Left theirs" in look.facts.text()
    webs = [pane.web for pane in view.panes]
    assert all(webs)
    assert [widths(qtbot, web.replay)[0] for web in webs if web is not None] == [11, 22]
    folder = look._held[0].archive.path  # type: ignore[attr-defined]
    look._leave()
    qtbot.waitUntil(lambda: not folder.exists(), timeout=LONG)

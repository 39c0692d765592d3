"""Versions as small pictures: taken out of sight, only what is in sight, kept outside the archive, stopped at any time."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.personal import cache_folder
from widgets.kit import jobs
from widgets.page.area import PageArea
from widgets.page.versions import pictures as thumbnails
from widgets.page.versions.pictures import SIZE, Thumbnails
from widgets.session import Session

URL = "http://a.example/"
COLOURS = ("#cc0000", "#00aa00", "#0000cc")


@pytest.fixture
def area(qtbot: QtBot, archive: Archive, make_capture) -> Iterator[PageArea]:
    """A page whose versions have grounds of different colours, and no pictures of them yet."""
    shutil.rmtree(cache_folder(), ignore_errors=True)
    with archive.writer() as writer:
        for number, colour in enumerate(COLOURS):
            body = f"<title>Page</title><body style='background:{colour}'><h1>Version {number}</h1>"
            writer.store(make_capture(URL, body, minutes=number * 1440))
    session = Session(archive)
    made = PageArea(session)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    with qtbot.waitExposed(made):
        made.show()
    made.show_page(URL)
    yield made
    jobs.wait_all()
    session.close()


def taken(area: PageArea) -> list[str]:
    """The colours of the pictures, "" where there is none."""
    maker = area.views.pictures.thumbnails
    held = [maker.held(version.id) for version in area._versions]
    return [image.pixelColor(SIZE.width() - 8, 100).name() if image else "" for image in held]


def close(found: list[str]) -> bool:
    """Whether these are the colours of the versions, as far as a JPEG keeps them."""
    pairs = [(QColor(one), QColor(two)) for one, two in zip(found, COLOURS, strict=True) if one]
    return len(pairs) == 3 and all(
        abs(getattr(one, part)() - getattr(two, part)()) < 12
        for one, two in pairs
        for part in ("red", "green", "blue")
    )


def test_pictures_of_all_versions_are_taken_when_somebody_wants_them_and_kept_outside_the_archive(
    qtbot: QtBot, area: PageArea
) -> None:
    pictures = area.views.pictures
    assert not pictures.isVisible() and not pictures.thumbnails.busy
    area.views.strip.pictures.click()
    qtbot.waitUntil(lambda: close(taken(area)), timeout=40_000)
    folder = pictures.thumbnails._folder
    qtbot.waitUntil(lambda: len(list(folder.glob("*.jpg"))) == 3, timeout=5000)
    assert folder.is_relative_to(cache_folder()) and not folder.is_relative_to(area._session.path)
    other = Thumbnails(area._session, area)  # as in the next session
    other.want(area._versions)
    qtbot.waitUntil(lambda: not other.busy)
    assert other._view is None and all(other.held(version.id) for version in area._versions)


def test_a_picture_that_is_clicked_shows_its_version(qtbot: QtBot, area: PageArea) -> None:
    area.views.strip.pictures.click()
    pictures = area.views.pictures
    first = area._versions[0]
    pictures.clicked.emit(pictures._items[first.id].index())
    assert area.capture.id == first.id and pictures.currentIndex().row() == 0


def test_nothing_is_taken_any_more_once_they_are_hidden_and_the_browser_is_let_go(
    qtbot: QtBot, area: PageArea, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = area.views.pictures.thumbnails
    maker._rest.setInterval(0)
    area.views.strip.pictures.click()
    qtbot.waitUntil(lambda: maker._view is not None, timeout=20_000)
    area.views.strip.pictures.click()
    assert not maker.busy
    qtbot.waitUntil(lambda: maker._view is None)


def test_old_pictures_make_room(tmp_path: Path) -> None:
    image = QImage(SIZE, QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    for number in range(12):
        thumbnails.store(tmp_path / "one", f"202611-{number:07}", image)
        os.utime(tmp_path / "one" / f"202611-{number:07}.jpg", (number, number))
    thumbnails.tidy(tmp_path, most=12)
    assert len(list(tmp_path.glob("*/*.jpg"))) == 12
    thumbnails.tidy(tmp_path, most=8)
    kept = sorted(path.stem for path in tmp_path.glob("*/*.jpg"))
    assert kept == [f"202611-{number:07}" for number in range(6, 12)]


def test_where_nothing_can_be_written_nobody_is_stopped(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    thumbnails.store(blocked / "one", "202611-0000001", QImage(SIZE, QImage.Format.Format_RGB32))
    assert blocked.read_text() == "no folder"

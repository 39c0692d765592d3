"""The page about an archive, in a workspace-less frame; archives that were damaged on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from app.archive.archive import Archive
from widgets.integrity.page import IntegrityPage
from widgets.kit import jobs
from widgets.session import Session


@pytest.fixture
def page(qtbot, light, session: Session, settings: QSettings) -> Iterator[IntegrityPage]:
    made = IntegrityPage(session, settings)
    qtbot.addWidget(made)
    made.resize(800, 700)
    made.show()
    made.open()
    qtbot.waitUntil(lambda: made.check.figures.text("batches") != "–")
    yield made
    jobs.wait_all()


@pytest.fixture
def checked(qtbot, page: IntegrityPage) -> Callable[[], IntegrityPage]:
    """Checks everything and waits until that has ended."""

    def check() -> IntegrityPage:
        with qtbot.waitSignal(page.check.checked, timeout=20_000):
            page.check.card.button.click()
        return page

    return check


def damage(archive: Archive, number: int = 0) -> tuple[Path, str]:
    """Change one byte of the content of a record; returns the file and the id of the capture."""
    with archive.reader() as reader:
        capture = list(reader.captures())[number]
    path = archive.path / capture.file
    content = bytearray(path.read_bytes())
    content[capture.end - 3] ^= 0xFF
    path.write_bytes(content)
    return path, capture.id

"""Search in all recent archives: merged, named, opened at the hit; and word forms as an option."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.search.index.feeding import feed
from tests.app.search.conftest import filled, page, store
from tests.conftest import capture
from widgets.search.feeding import IndexFeeder
from widgets.search.model import FACTS, TITLE
from widgets.search.view import SearchView
from widgets.session import Session
from widgets.shell.main_window import MainWindow
from widgets.shell.start_page import remember


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    """Another archive, which has been read for the search."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    made = Archive.create(tmp_path / "other.archive")
    store(made, capture("http://k.example/", page("All kernels", "The kernel of news and kernels.")))
    feed(made)
    return made


@pytest.fixture
def view(qtbot: QtBot, archive: Archive, other: Archive) -> Iterator[SearchView]:
    session = Session(filled(archive))
    made = SearchView(session, IndexFeeder(session, ahead=False))
    made.recent = lambda: [other.path]
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    made.open()
    qtbot.waitUntil(lambda: not made.feeder.running and made._asking is None, timeout=30_000)
    yield made
    made.shut()
    made.feeder.close()
    session.close()


def seek(qtbot: QtBot, view: SearchView, query: str) -> list[str]:
    view.field.setText(query)
    view.search()
    qtbot.waitUntil(lambda: view._asking is None and not view._typing.isActive(), timeout=20_000)
    return [str(view.model.index(row).data(TITLE)) for row in range(view.model.rowCount())]


def said_by(part: QWidget) -> str:
    return " ".join(label.text() for label in part.findChildren(QLabel))


def test_all_recent_archives_are_searched_and_their_hits_named(
    qtbot: QtBot, view: SearchView, other: Archive, tmp_path: Path
) -> None:
    assert seek(qtbot, view, "kernel") == ["notes.txt", "Elsewhere"] or len(view.model.hits) == 2
    unread = Archive.create(tmp_path / "unread.archive")
    view.recent = lambda: [other.path, unread.path, tmp_path / "gone.archive"]
    view.options.all.trigger()
    qtbot.waitUntil(lambda: view._asking is None, timeout=20_000)
    assert view.results is not None and view.results.total == 3
    row = next(row for row in range(3) if view.model.index(row).data(TITLE) == "All kernels")
    assert view.model.index(row).data(FACTS).endswith("· other")
    assert "in 2 archive" in view.summary.text() and "unread, gone" in view.summary.text()
    assert (
        "In this archive" in view.export_button.toolTip() and "once you open them" in view.summary.toolTip()
    )
    assert not view.export_button.isEnabled() and not (unread.path / "search").exists()
    with qtbot.waitSignal(view.elsewhere_opened) as told:
        view._open(view.model.index(row))
    assert told.args is not None and told.args[0] == other.path and told.args[2].lower() == "kernel"
    assert seek(qtbot, view, "nobodysaysthis") == []
    assert view.nothing.isVisible() and "once you open them" in said_by(view.nothing)
    seek(qtbot, view, "kernel")
    view.options.here.trigger()
    qtbot.waitUntil(lambda: view._asking is None and len(view.model.hits) == 2, timeout=20_000)
    assert view.export_button.isEnabled() and "table" in view.export_button.toolTip()


def test_other_forms_are_found_on_wish(qtbot: QtBot, view: SearchView) -> None:
    exact = len(seek(qtbot, view, "price"))
    view.options.forms.trigger()
    qtbot.waitUntil(lambda: view._asking is None, timeout=20_000)
    assert len(view.model.hits) > exact and "only loosely" in view.summary.text()
    assert "in other forms" in view.summary.toolTip()
    with qtbot.waitSignal(view.export_requested) as told:
        view.export_button.click()
    assert told.args is not None and told.args[0].forms and len(told.args[0].ids()) >= told.args[1]


def test_a_hit_opens_the_other_archive_at_the_words(qtbot: QtBot, opened: MainWindow, other: Archive) -> None:
    remember(opened.settings, other.path, "other", 1)
    opened.actions_["search_archive"].trigger()
    view = opened.searching.view
    assert view is not None and view.recent() == [other.path]
    qtbot.waitUntil(lambda: not view.feeder.running, timeout=30_000)
    view.options.all.trigger()
    seek(qtbot, view, "kernels")
    qtbot.waitUntil(lambda: view.model.rowCount() == 1, timeout=20_000)
    view._open(view.model.index(0))
    qtbot.waitUntil(lambda: opened.session is not None and opened.session.path == other.path, timeout=30_000)
    workspace = opened.workspace
    assert workspace is not None
    qtbot.waitUntil(
        lambda: workspace.page.capture is not None and workspace.page.capture.url == "http://k.example/",
        timeout=20_000,
    )

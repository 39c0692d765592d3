"""Pages that are alike: duplicates of texts as collections, a file or a page against the archive."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from widgets.collections.panel import CollectionsPanel
from widgets.collections.section import Entry
from widgets.collections.seen import SeenView
from widgets.shell.main_window import MainWindow

SITE = "http://a.example/"
LONG = 30_000
NEWS = "".join(
    f"<p>The council of the town spoke about the {word} of the old bridge on the river for two hours.</p>"
    for word in ("price", "colour", "stones", "lamps", "history", "builders", "traffic", "future")
)
OTHER = "".join(
    f"<p>Bread number {at} is baked of rye, salt and the water of the well.</p>" for at in range(9)
)


@pytest.fixture
def alike(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    """A report, its print view, the report with one word changed, and something else."""
    return fill(
        make_capture(SITE + "report", f"<title>Bridge</title><body><main>{NEWS}</main>"),
        make_capture(SITE + "print", f"<title>Print</title><body><div>{NEWS}</div>"),
        make_capture(
            SITE + "later", f"<title>Later</title><body><main>{NEWS.replace('lamps', 'lights')}</main>"
        ),
        make_capture(SITE + "bread", f"<title>Bread</title><body><main>{OTHER}</main>"),
    )


@pytest.fixture
def opened(
    qtbot: QtBot, window: MainWindow, alike: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> MainWindow:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(alike.path)
    return window


@pytest.fixture
def panel(qtbot: QtBot, opened: MainWindow) -> CollectionsPanel:
    opened.actions_["collections"].trigger()
    made = opened.collections.panel
    assert made is not None
    qtbot.waitUntil(lambda: made.copies.known, timeout=LONG)
    return made


def entry(panel: CollectionsPanel, key: str) -> Entry | None:
    return next((one for one in panel.copies.entries if one.key == key), None)


def test_texts_are_compared_when_wanted_and_groups_say_how_alike(
    qtbot: QtBot, panel: CollectionsPanel
) -> None:
    offer = panel.copies.entries[-1]
    assert offer.name == "Look for copies of the text…" and offer.act is not None
    offer.act()

    def known() -> bool:
        panel.look()
        return entry(panel, "near") is not None

    qtbot.waitUntil(known, timeout=LONG)
    same, near = entry(panel, "normal"), entry(panel, "near")
    assert same is not None and near is not None
    assert (same.count, near.count) == (2, 3)
    assert all(one.act is None for one in panel.copies.entries)  # nothing is left to compare
    panel.overview.select("copies", "near")
    model = panel.listing.model
    qtbot.waitUntil(lambda: model.rowCount() == 3, timeout=LONG)
    column = model.columnCount() - 1
    said = {
        str(model.index(row, 0).data()): str(model.index(row, column).data())
        for row in range(model.rowCount())
    }
    assert said["Bridge"] == "100 %" and 80 <= int(said["Later"].removesuffix(" %")) < 100


def rows(view: SeenView) -> list[tuple[str, str]]:
    items = [view.list.topLevelItem(at) for at in range(view.list.topLevelItemCount())]
    return [(item.text(0), item.text(1)) for item in items if item is not None]


def test_a_file_from_outside_is_found_with_the_passages_that_both_have(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "parcel.html"
    quoted, own = (
        NEWS[: NEWS.index("</p>")],
        " ".join(f"My own sentence {n * n * 7919} is here." for n in range(60)),
    )
    file.write_text(f"<title>Mine</title><body><main>{quoted}</p><p>{own}</p></main>", "utf-8")
    opened.actions_["seen"].trigger()
    view = opened.collections.seen
    assert view is not None and view.isVisible() and view.nothing.heading.text() == "Drop a file here"
    view.seek_file(file)
    qtbot.waitUntil(lambda: view.looked is not None, timeout=LONG)
    # the two with one text are one row
    assert {title for title, _ in rows(view)} == {"Print", "Later"} and "Bread" not in dict(rows(view))
    assert {how for _, how in rows(view)} == {"Passages of it"}
    qtbot.waitUntil(lambda: "council of the town" in view.shared.toPlainText(), timeout=LONG)
    assert "own sentence" not in view.shared.toPlainText()
    file.write_text(
        "<title>Mine</title><body><p>Nobody has ever written such a thing as this before today.", "utf-8"
    )
    view.seek_file(file)
    qtbot.waitUntil(lambda: view.nothing.heading.text() == "Not seen before", timeout=LONG)
    assert view.stack.currentWidget() is view.nothing


def test_the_same_bytes_are_found_without_any_text(
    qtbot: QtBot, opened: MainWindow, alike: Archive, make_capture: Callable[..., NewCapture], tmp_path: Path
) -> None:
    with alike.writer() as writer:
        writer.store(make_capture(SITE + "raw.bin", "\x00\x01\x02", media_type="application/octet-stream"))
    file = tmp_path / "raw.bin"
    file.write_bytes(b"\x00\x01\x02")
    opened.actions_["seen"].trigger()
    view = opened.collections.seen
    assert view is not None
    view.seek_file(file)
    qtbot.waitUntil(lambda: view.looked is not None, timeout=LONG)
    assert [how for _, how in rows(view)] == ["The same bytes"]


def test_more_like_a_page_leaves_the_page_itself_out(qtbot: QtBot, opened: MainWindow) -> None:
    opened.collections.more_like(SITE + "report")
    view = opened.collections.seen
    assert view is not None and view.heading.full_text() == "More like “Bridge”"
    qtbot.waitUntil(lambda: view.looked is not None, timeout=LONG)
    assert dict(rows(view)) == {"Print": "The same text", "Later": "Nearly the same text"}
    assert view.compare_button.isEnabled()
    asked = []
    view.compare_requested.disconnect()
    view.compare_requested.connect(lambda *ids: asked.append(ids))
    view.compare()
    session = opened.session
    assert session is not None
    assert [session.reader.capture(id).url for id in asked[0]] == [SITE + "report", SITE + "print"]


def test_a_file_that_cannot_be_read_is_told(qtbot: QtBot, opened: MainWindow, tmp_path: Path) -> None:
    opened.actions_["seen"].trigger()
    view = opened.collections.seen
    assert view is not None
    view.seek_file(tmp_path / "gone.html")
    qtbot.waitUntil(lambda: view.nothing.heading.text() == "It could not be compared.", timeout=LONG)
    assert "gone.html" in view.nothing.text.text()


def test_what_a_block_says_is_looked_for_in_all_pages(qtbot: QtBot, opened: MainWindow) -> None:
    session, workspace = opened.session, opened.workspace
    assert session is not None and workspace is not None
    capture = session.reader.latest_version(SITE + "report")
    said = "The council of the town spoke about the lamps of the old bridge on the river for two hours."
    workspace.page.elsewhere_requested.emit(capture, said)
    view = opened.collections.seen
    assert view is not None
    qtbot.waitUntil(lambda: view.looked is not None, timeout=LONG)
    assert view.looked is not None
    found = {match.capture.url: match.contained for match in view.looked.alike}
    assert found == {SITE + "print": 1.0}, (
        "the page itself aside; of the changed one no passage is long enough"
    )
    qtbot.waitUntil(lambda: "lamps" in view.shared.toPlainText(), timeout=LONG)
    assert view.shared.toPlainText().startswith("[Main text"), "the block of the other page that has it"
    with qtbot.waitSignal(view.compare_requested) as asked:
        view.compare_button.click()
    assert capture is not None and asked.args is not None and asked.args[0] == capture.id
    workspace.page.elsewhere_requested.emit(capture, "too short")
    qtbot.waitUntil(lambda: view.stack.currentWidget() is view.nothing, timeout=LONG)
    assert "Nowhere" in view.nothing.heading.text()

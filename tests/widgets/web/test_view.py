"""What a view shows, and what it does not let a page do."""

from __future__ import annotations

import base64
import gc
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import qtawesome
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import dump, isValid

from app.archive.archive import Archive
from app.replay.explaining import capture_named
from app.replay.server import ReplayConnection
from tests.widgets.web.conftest import Pane
from widgets.kit.side_sheet import SideSheet
from widgets.web import arguments
from widgets.web.arguments import webengine_arguments
from widgets.web.context import ReplayContext

PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
Keep = Callable[..., Any]


@pytest.mark.parametrize(
    "site",
    [
        "http://a.example",
        "https://a.example",
        "http://127.0.0.1:8123",
        "https://localhost:8443",
        "http://[::1]:81",
    ],
)
def test_a_page_shows_at_its_own_address(site: str, keep: Keep, pane: Any) -> None:
    """Also one that was crawled from the own machine: no server runs there any more, the archive answers."""
    keep(f"{site}/s.css", "h1 { color: rgb(1, 2, 3) }", media_type="text/css")
    page = keep(f"{site}/", "<title>T</title><link rel=stylesheet href=/s.css><h1>Hello</h1>", minutes=1)
    pane.show(page)
    assert pane.script("location.href") == f"{site}/"
    assert pane.script("getComputedStyle(document.querySelector('h1')).color") == "rgb(1, 2, 3)"
    assert pane.view.capture == page
    assert pane.view.missing() == []


def test_a_page_in_gbk_is_read_as_gbk(keep: Keep, pane: Any) -> None:
    body = "<meta http-equiv=content-type content='text/html; charset=gb2312'><p>北京大学".encode("gbk")
    pane.show(keep("http://a.example/", body, media_type="text/html"))
    assert pane.script("[document.characterSet, document.body.innerText.trim()]") == ["GBK", "北京大学"]


def test_fonts_and_fetches_from_another_host_work_without_stored_permission(keep: Keep, pane: Any) -> None:
    """The crawler asked without Origin, so the stored answer permits nothing; replay does."""
    font = min((Path(qtawesome.__file__).parent / "fonts").glob("*.ttf"), key=lambda f: f.stat().st_size)
    keep("https://cdn.example/data.json", '{"x": 1}', media_type="application/json")
    keep("https://cdn.example/f.ttf", font.read_bytes(), media_type="font/ttf", minutes=1)
    script = (
        "fetch('https://cdn.example/data.json').then(r => r.json()).then(j => document.title = j.x);"
        "new FontFace('G', 'url(https://cdn.example/f.ttf)').load().then(f => document.body.id = f.status)"
    )
    pane.show(keep("https://a.example/", f"<p>x<script>{script}</script>", minutes=2))
    pane.until("document.title", "1")
    pane.until("document.body.id", "loaded")
    assert pane.view.missing() == []


def test_http_images_of_an_https_page_come_from_the_http_record(keep: Keep, pane: Any) -> None:
    keep("http://img.example/p.gif", PIXEL, media_type="image/gif")
    pane.show(keep("https://a.example/", "<img src=http://img.example/p.gif>", minutes=1))
    assert pane.script("document.images[0].naturalWidth") == 1
    assert pane.view.missing() == []


def test_redirects_are_followed_inside_the_archive(keep: Keep, pane: Any) -> None:
    keep("https://b.example/", "<title>arrived</title>")
    pane.show(keep("http://a.example/", "", status=302, Location="https://b.example/", minutes=1))
    assert pane.script("[location.href, document.title]") == ["https://b.example/", "arrived"]


def test_missing_parts_are_counted_and_named(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    page = keep("https://a.example/", "<img src=/1.png><img src=/2.png><img src=https://x.example/3.png>")
    counts: list[int] = []
    pane.view.missing_changed.connect(counts.append)
    pane.show(page)
    qtbot.waitUntil(lambda: bool(counts) and counts[-1] == 3)
    wanted = {"https://a.example/1.png", "https://a.example/2.png", "https://x.example/3.png"}
    assert set(pane.view.missing()) == wanted
    pane.show(keep("https://a.example/whole", "whole", minutes=1))
    qtbot.waitUntil(lambda: counts[-1] == 0)


def test_two_panes_show_two_dates_side_by_side(keep: Keep, new_pane: Any) -> None:
    """The page and what belongs to it, each as of its own time, even when one script has one address."""
    for number in (1, 2):
        keep(
            "http://a.example/s.js", f"window.edition={number}", media_type="text/javascript", minutes=number
        )
    body = "<p>{}<script src=/s.js></script><script>document.title=edition</script>"
    first, second = (keep("http://a.example/", body.format(n), minutes=n) for n in (1, 2))
    left, right = new_pane(), new_pane()
    left.show(first)
    right.show(second)
    assert left.script("[document.title, document.body.innerText]") == ["1", "1"]
    assert right.script("[document.title, document.body.innerText]") == ["2", "2"]
    left.show(second)
    assert left.script("document.title") == "2", "nothing stays in a cache"


def test_dialogs_are_answered_and_nobody_is_held_back(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    body = (
        "<script>alert(1); document.title = [confirm(2), prompt(3)]; print();"
        "Notification.requestPermission().then(p => document.body.dataset.p = p)</script>"
        "<a onclick=\"onbeforeunload = () => 'stay'; addEventListener('beforeunload', e => {"
        "e.preventDefault(); e.returnValue = 'stay'})\">hold</a>"
    )
    pane.show(keep("https://a.example/", body))
    assert pane.script("document.title") == "false,"
    pane.until("document.body.dataset.p", "denied")
    pane.click("a")
    pane.show(keep("https://a.example/2", "left", minutes=1))
    assert pane.script("document.body.innerText") == "left"


def test_a_download_is_refused_and_reported(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    capture = keep("https://a.example/f.zip", b"PK\3\4" + bytes(100), media_type="application/zip")
    refused: list[str] = []
    pane.view.download_refused.connect(refused.append)
    with qtbot.waitSignals([pane.view.download_refused, pane.view.loaded], timeout=10_000):
        pane.view.show_capture(capture)
    assert refused == ["https://a.example/f.zip"]


def test_scripts_of_ours_and_of_the_page_do_not_meet(keep: Keep, pane: Any) -> None:
    """A page cannot see our functions, and one that breaks JSON and console does not break us."""
    body = "<script>JSON.stringify = () => 'broken'; console.log = 1; document.title = typeof tianwangReplay</script>"
    pane.show(keep("https://a.example/", body))
    assert pane.script("[document.title, {'a': null}, argument]", {"é": [1.5]}) == [
        "undefined",
        {"a": None},
        {"é": [1.5]},
    ]
    assert pane.script("no.such.thing") is None


def test_the_context_menu_offers_what_an_archive_can_do(keep: Keep, pane: Any) -> None:
    pane.show(keep("https://a.example/", "text"))
    labels = [a.text() for a in pane.view.focusProxy().make_menu().actions() if a.text()]
    assert labels == ["Copy", "Select All", "Reload", "Zoom In", "Zoom Out", "Actual Size"]


def test_zoom_is_kept_within_reason(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", "text"))
    pane.view.set_zoom(99)
    assert pane.view.zoom() == pytest.approx(5)
    with qtbot.waitSignal(pane.view.zoom_changed, timeout=10_000) as changed:
        pane.view.set_zoom(1.5)
    assert changed.args == [1.5]
    assert pane.view.zoom() == 1.5


def test_a_second_archive_follows_the_first(
    archive: Archive, keep: Keep, pane: Any, context: Any, qtbot: QtBot
) -> None:
    """Closing leaves an empty view, no thread and no folder; the next context works at once."""
    page = keep("https://a.example/", "first")
    pane.show(page)
    folder = Path(context._folder)
    context.close()
    qtbot.waitUntil(lambda: not folder.exists(), timeout=10_000)
    pane.view.show_capture(page)
    assert pane.view.missing() == []
    following = ReplayContext(archive)
    view = following.new_view()
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.loaded, timeout=10_000):
        view.show_capture(page)
    following.close()


def test_a_view_may_be_deleted_with_its_parent(keep: Keep, context: Any, qtbot: QtBot) -> None:
    """Its page, profile and token go with it."""
    page = keep("https://a.example/", "x")
    parent = QWidget()
    view = context.new_view(parent)
    with qtbot.waitSignal(view.loaded, timeout=10_000):
        view.show_capture(page)
    parent.deleteLater()
    qtbot.waitUntil(lambda: context._panes == [])
    assert not isValid(view) and not isValid(parent)


def test_views_that_were_clicked_go_with_their_parent(
    keep: Keep, context: Any, qtbot: QtBot, pane: Any
) -> None:
    """The page outlives the browser and dies before its profile, whatever happened to the views before."""
    gone: list[str] = []
    parent = QWidget()
    parent.show()
    for number in (1, 2):
        view = context.new_view(parent)
        with qtbot.waitSignal(view.loaded, timeout=10_000):
            view.show_capture(keep("https://a.example/", f"{number}", minutes=number))
        QTest.mouseClick(view._browser.focusProxy(), Qt.MouseButton.LeftButton)
        view._browser.destroyed.connect(lambda *_, n=number: gone.append(f"browser {n}"))
        view._pane.page.destroyed.connect(lambda *_, n=number: gone.append(f"page {n}"))
        view._pane.profile.destroyed.connect(lambda *_, n=number: gone.append(f"profile {n}"))
    del view
    parent.deleteLater()
    del parent
    qtbot.waitUntil(lambda: len(context._panes) == 1 and len(gone) == 6)
    for number in (1, 2):
        assert [what for what in gone if what.endswith(str(number))] == [
            f"browser {number}",
            f"page {number}",
            f"profile {number}",
        ]
    pane.show(keep("https://a.example/after", "the other views live", minutes=9))


def test_arguments_of_the_person_stay_in_front() -> None:
    made = webengine_arguments(["prog", "my.archive", "--webEngineArgs", "--own"])
    assert made[:4] == ["prog", "my.archive", "--webEngineArgs", "--own"]
    assert any(argument.startswith("--proxy-server=http://127.0.0.1:") for argument in made)


def test_a_pdf_opens_in_the_built_in_viewer(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """The viewer asks for the document a second time, from a frame of its own."""
    canvas = pypdfium2.PdfDocument.new()
    canvas.new_page(300, 300)
    data = io.BytesIO()
    canvas.save(data)
    canvas.close()
    pane.show(keep("https://a.example/a.pdf", data.getvalue(), media_type="application/pdf"))

    def shows_a_white_page() -> bool:
        picture = pane.view.grab().toImage()
        return any(picture.pixelColor(x, 300).lightness() > 250 for x in range(350, 750, 10))

    qtbot.waitUntil(shows_a_white_page, timeout=15_000)
    assert pane.view.missing() == []


def test_without_the_flags_there_is_no_context(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that forgot them would show the living Web; it must not get that far."""
    monkeypatch.setattr(arguments, "_proxy_flag", lambda port: "--proxy-server=http://127.0.0.1:1")
    with pytest.raises(RuntimeError, match="webengine_arguments"):
        ReplayContext(archive)


def test_there_is_one_context_at_a_time(archive: Archive, context: Any) -> None:
    with pytest.raises(RuntimeError, match="Close"):
        ReplayContext(archive)


@pytest.mark.parametrize("status", [200, 404, 500])
def test_error_pages_show_as_they_were_stored(status: int, keep: Keep, pane: Any) -> None:
    pane.show(keep("https://a.example/", "<title>stored</title>", status=status))
    assert pane.script("document.title") == "stored"


def test_an_address_in_chinese_shows(keep: Keep, pane: Any) -> None:
    """Whether the archive keeps it escaped or not."""
    for url in ("http://a.example/北京?q=天网", "http://a.example/%E5%A4%A9"):
        pane.show(keep(url, "<title>found</title>"))
        assert pane.script("document.title") == "found"


@pytest.mark.parametrize(("cuts", "shown"), [(1, True), (9, False)])
def test_a_connection_that_breaks_is_tried_once_more(
    pane: Any, keep: Keep, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, cuts: int, shown: bool
) -> None:
    """The page is here: a person is not told that it cannot be reached. Nor is it tried for ever."""
    left = cuts
    serve = ReplayConnection.serve

    async def cut(self: ReplayConnection, head: Any) -> bool:
        nonlocal left
        if left:
            left -= 1
            raise EOFError
        return await serve(self, head)

    capture = keep("http://broken.example/", "<p id=there>words")
    monkeypatch.setattr(ReplayConnection, "serve", cut)
    with qtbot.waitSignal(pane.view.loaded, timeout=20_000) as loaded:
        pane.view.show_capture(capture)
    assert loaded.args == [shown]
    if shown:
        assert pane.script("document.getElementById('there').textContent") == "words"


def test_a_damaged_capture_says_what_it_is_and_leads_to_a_whole_version(
    archive: Archive, keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    """By a click, and without the address of that link being shown to anybody."""
    first = keep("http://a.example/", "<p>first" * 30)
    second = keep("http://a.example/", "<p>second" * 30, minutes=60)
    path = archive.path / second.file
    data = bytearray(path.read_bytes())
    data[second.end - 9] ^= 0x5A
    path.write_bytes(data)
    pane.show(second)
    assert pane.script("document.title") == "This capture is damaged"
    assert "DATA does not have the digest stored with it." in pane.script("document.body.innerText")
    hovered: list[str] = []
    pane.view.link_hovered.connect(hovered.append)
    with qtbot.waitSignal(pane.view.link_activated, timeout=10_000) as clicked:
        pane.click("a")
    assert capture_named(clicked.args[0]) == first.id and not any(hovered)
    pane.view.show_capture(first)
    pane.until("document.body.innerText.startsWith('first')")


def holder(thing: object) -> str:
    """Whom PySide takes for the owner of something, which goes with it."""
    return next((line for line in dump(thing).splitlines() if line.startswith("parent")), "")


def test_a_sheet_beside_a_page_leaves_its_browser_whole(qtbot: QtBot, archive: Archive, keep: Keep) -> None:
    """Opening it and going through it with Tab, around its end, touches nothing of the page under it. The focus chain
    leads from the widget that Chromium replaces with each site to the window; PySide takes what it hands out along it
    for a child of what it was asked of, so the window went with that widget, and the profiles of all pages with it."""
    first, second = (keep(f"http://{name}.example/", f"<title>{name}</title><p>{name}") for name in "ab")
    window = QWidget()
    qtbot.addWidget(window)
    context = ReplayContext(archive, window)  # as in the program: it belongs to the window
    view = context.new_view(window)
    pane = Pane(view, qtbot)
    QVBoxLayout(window).addWidget(view)
    sheet = SideSheet("Settings", window)
    fields = [QLineEdit() for _ in range(2)]
    for field in fields:
        sheet.body.addWidget(field)
    window.resize(900, 600)
    with qtbot.waitExposed(window):
        window.show()
    pane.show(first)
    window.activateWindow()
    held = {thing: holder(thing) for thing in (window, view, sheet, context)}
    sheet.slide_in()
    focused = []
    for forward in (True, True, True, True, False, False, False, False):
        sheet.focusNextPrevChild(forward)
        gc.collect()
        focused.append(window.focusWidget())
    assert {thing: holder(thing) for thing in held} == held
    assert set(fields) <= set(focused)
    assert all(sheet.isAncestorOf(one) for one in focused)
    sheet.cancel()
    for capture in (second, first):
        pane.show(capture)
        gc.collect()
        assert isValid(view._pane.profile) and pane.script("document.title") == capture.title
    context.close()

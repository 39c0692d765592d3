"""What is seen is compared as well: words that scripts make, a new look, other parts of the page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from pytestqt.qtbot import QtBot

from app.archive.model import Capture, NewCapture, NewVisit
from widgets.compare.appearance import Appearance, appearance
from widgets.compare.panel import look_sentences
from widgets.compare.view import CompareView
from widgets.session import Session

HOME = "http://look.example/"
STAYS = "<p>" + "Some words that stay as they are. " * 20 + "</p>"
PARTS = {
    "app.js": (
        "text/javascript",
        "document.getElementById('x').innerHTML = '<p>Headline {}</p><p>Another line</p>'",
    ),
    "s.css": ("text/css", "body {{ color: {} }}"),
    "logo.svg": ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='{}'/>"),
}


@pytest.fixture
def two_dates(
    session: Session, make_capture: Callable[..., NewCapture]
) -> Callable[..., tuple[Capture, Capture]]:
    """A page that is the same at two dates, with parts that are others (each: its values then)."""

    def store(page: str, newer_page: str = "", **parts: tuple[str, str]) -> tuple[Capture, Capture]:
        with session.archive.writer() as writer:
            a = writer.store(make_capture(HOME, page))
            for name, values in parts.items():
                media_type, template = PARTS[name.replace("_", ".")]
                for minutes, value in zip((1, 61), values, strict=True):
                    body = template.format(value)
                    address = HOME + name.replace("_", ".")
                    writer.store(make_capture(address, body, minutes=minutes, media_type=media_type))
            if newer_page:
                b = writer.store(make_capture(HOME, newer_page, minutes=60))
            else:
                b = writer.store(NewVisit(HOME, a.date + timedelta(hours=1), None, a.id, 304))
            writer.commit()
        return a, b

    return store


def compare(view: CompareView, pair: tuple[Capture, Capture]) -> None:
    view.compare(*(capture.id for capture in pair))


def test_words_that_scripts_make_are_compared_where_the_bytes_are_the_same(
    qtbot: QtBot, view: CompareView, two_dates: Callable[..., tuple[Capture, Capture]]
) -> None:
    """They are listed, and marked in both pages; the person can go back to the code."""
    page = f"<h1>News</h1><div id=x>loading</div>{STAYS}<script src=app.js></script>"
    compare(view, two_dates(page, app_js=("of Monday", "of Tuesday")))
    qtbot.waitUntil(lambda: view.outcome is not None and view.outcome.displayed, timeout=20_000)
    (entry,) = view.panel.shown()
    assert entry.title == "Headline of Tuesday" and view.tools.displayed.isChecked()
    qtbot.waitUntil(
        lambda: all(entry.number in places.spans for places in view.sync.positions), timeout=10_000
    )
    said: list[list[list[str]]] = []
    view.panes[1].web.replay.run_script("tianwangReplay.highlighted()", said.append)
    qtbot.waitUntil(lambda: bool(said))
    assert [word for _, word in said[0]] == ["Tuesday"]
    assert "scripts" in view.panel.finding.text and "app.js" in view.panel.finding.text
    assert "as displayed" in view.heading.sentence.full_text()
    with qtbot.waitSignal(view.compared, timeout=20_000):
        view.panel.finding.buttons[0].click()
    assert not view.outcome.displayed and view.panel.shown() == [] and not view.tools.displayed.isChecked()


def test_another_style_sheet_is_told_as_another_look(
    qtbot: QtBot, view: CompareView, two_dates: Callable[..., tuple[Capture, Capture]]
) -> None:
    compare(view, two_dates(f"<link rel=stylesheet href=s.css>{STAYS}", s_css=("red", "blue")))
    qtbot.waitUntil(lambda: view.heading.similarity.text() == "the look changed", timeout=20_000)
    assert "look of the page changed" in view.panel.finding.text and "s.css" in view.panel.finding.text
    assert "how they look differs" in view.panel.empty.sentence.text()
    next(button for button in view.panel.finding.buttons if button.text() == "Onion skin").click()
    assert view.mode == "onion"


def test_classes_that_change_the_look_are_not_told_as_code_alone(
    qtbot: QtBot, view: CompareView, two_dates: Callable[..., tuple[Capture, Capture]]
) -> None:
    page = (
        "<style>.old {{ color: #900 }} .new {{ color: #090; font-size: 2em }}</style><div class={}>"
        + STAYS
        + "</div>"
    )
    compare(view, two_dates(page.format("old"), page.format("new")))
    qtbot.waitUntil(lambda: view.heading.similarity.text() == "the look changed", timeout=20_000)


def test_a_page_that_looks_the_same_is_told_to_be_the_same(
    qtbot: QtBot, view: CompareView, two_dates: Callable[..., tuple[Capture, Capture]]
) -> None:
    pair = two_dates(f"<img src=logo.svg>{STAYS}", logo_svg=("40", "40"))
    looked: list[Appearance] = []
    view.appearances.found.connect(looked.append)
    compare(view, pair)
    qtbot.waitUntil(lambda: bool(looked), timeout=20_000)
    assert not looked[0].differs and view.panel.finding.isHidden()
    assert "byte for byte" in view.panel.empty.sentence.text()


def test_a_picture_that_is_another_is_named(
    qtbot: QtBot, view: CompareView, two_dates: Callable[..., tuple[Capture, Capture]]
) -> None:
    compare(view, two_dates(f"<img src=logo.svg>{STAYS}", logo_svg=("40", "90")))
    qtbot.waitUntil(lambda: "logo.svg" in view.panel.finding.text, timeout=20_000)
    assert "look different" in view.panel.finding.text


def test_what_only_one_version_lacks_is_named() -> None:
    page = {"text": "One  two", "looks": {"One": 0, "two": 0}, "names": ["black"], "boxes": [[0, 0, 10, 10]]}
    other = {
        "text": "One two",
        "looks": {"One": 1, "two": 1},
        "names": ["", "black"],
        "boxes": [[0, 1, 10, 12]],
    }
    missing = ["http://x.example/both.png", "http://x.example/a/one.png?3"], ["http://x.example/both.png"]
    found = appearance((page, other), ({}, {}), missing)
    assert found == Appearance(False, 1.0, False, (), (("http://x.example/a/one.png?3",), ()))
    assert "Missing in A alone: one.png" in look_sentences(found, identical=True, quiet=True)
    assert appearance((page, None), ({}, {}), ([], [])) is None


def test_both_sides_are_laid_out_in_the_same_width(view: CompareView) -> None:
    for width in (1200, 1201):
        view.resize(width, 700)
        assert view.panes[0].body.width() == view.panes[1].body.width()


def test_the_look_is_that_of_the_words_that_both_versions_have(
    qtbot: QtBot, view: CompareView, two_dates: Callable[..., tuple[Capture, Capture]]
) -> None:
    """A page that got much more text, of another look, was not made anew; nor is the page itself one of its parts."""
    more = (
        "<div style='color: red'>"
        + "".join(f"<p>Quite new words {n}. {STAYS}</p>" for n in range(20))
        + "</div>"
    )
    looked: list[Appearance] = []
    view.appearances.found.connect(looked.append)
    compare(view, two_dates("<h1>Title</h1><p>Old words</p>", "<h1>Title</h1><p>Old words</p>" + more))
    qtbot.waitUntil(lambda: bool(looked), timeout=20_000)
    assert looked[0].look == 1 and looked[0].parts == () and view.panel.finding.isHidden()


def test_another_ground_is_another_look(
    qtbot: QtBot, view: CompareView, two_dates: Callable[..., tuple[Capture, Capture]]
) -> None:
    page = "<body style='background: {}'><div><div>" + STAYS + "</div></div>"
    compare(view, two_dates(page.format("#fff"), page.format("#ffe")))
    qtbot.waitUntil(lambda: view.heading.similarity.text() == "the look changed", timeout=20_000)


def test_what_always_changes_is_noise_in_what_is_displayed_too(
    qtbot: QtBot, view: CompareView, session: Session, make_capture: Callable[..., NewCapture]
) -> None:
    """A year and a counter were told as changes as soon as what scripts made was compared."""
    page = (
        f"<h1>News</h1><div id=x>loading</div>{STAYS}<p>Visitors: {{}}</p><footer>Printed in {{}}.</footer>"
    )
    script = "<script>document.getElementById('x').innerHTML = '<p>A line of the script</p>'</script>"
    with session.archive.writer() as writer:
        bodies = [page.format(90 + 7 * n, 2010 + n) + script for n in range(6)]
        stored = [writer.store(make_capture(HOME, body, minutes=n * 60)) for n, body in enumerate(bodies)]
        writer.commit()
    compare(view, (stored[-2], stored[-1]))
    qtbot.waitUntil(lambda: view.outcome is not None and view.outcome.displayed, timeout=20_000)
    assert not view.outcome.says_something
    assert {entry.noise and entry.noise.reason for entry in view.outcome.entries} == {"volatile"}
    assert "only in what always changes" in view.panel.finding.text
    assert view.panel.finding.buttons[0].text() == "Compare the code"

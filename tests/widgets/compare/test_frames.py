"""Frames are documents of their own: compared by their captures of the two dates, marked inside."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.archive.model import Capture, NewCapture, NewVisit
from app.blocks.compare.changes import Change
from widgets.compare.surfaces.positions import Positions
from widgets.compare.view import CompareView
from widgets.session import Session

HOME = "http://frames.example/"
LINES = "".join(
    f"<p>Line {n} of the main frame, which is long enough to be scrolled by somebody.</p>" for n in range(60)
)


def frameset(_edition: int) -> str:
    return (
        "<title>Frames</title><frameset cols='30%,70%'><frame src='nav.html'>"
        "<frame src='http://other.example/main.html'></frameset>"
    )


def menu(edition: int) -> str:
    return f"<p>The menu of the site</p><p>{['Old', 'New'][edition]} entry of the menu</p>"


def main(edition: int) -> str:
    return f"{LINES}<p>The paragraph {['before', 'after'][edition]} the change.</p>{LINES}<iframe src='/in.html'></iframe>"


@pytest.fixture
def frames(session: Session, make_capture: Callable[..., NewCapture]) -> tuple[Capture, Capture]:
    """A set of frames that did not change, around documents that did; one is of another server, one inside of it."""
    with session.archive.writer() as writer:
        older = writer.store(make_capture(HOME, frameset(0)))
        for edition in (0, 1):
            minutes = edition * 60 + 1
            writer.store(make_capture(HOME + "nav.html", menu(edition), minutes=minutes))
            writer.store(make_capture("http://other.example/main.html", main(edition), minutes=minutes))
            inner = f"<p>Inner words of edition {['one', 'two'][edition]}</p>"
            writer.store(make_capture("http://other.example/in.html", inner, minutes=minutes))
        newer = writer.store(NewVisit(HOME, older.date + timedelta(hours=1), None, older.id, 304))
        writer.commit()
    return older, newer


@pytest.fixture
def shown(qtbot: QtBot, view: CompareView, frames: tuple[Capture, Capture]) -> CompareView:
    """The two dates of the set, compared and marked."""
    with qtbot.waitSignal(view.compared, timeout=20_000):
        view.compare(*(capture.id for capture in frames))
    numbers = {entry.number for entry in view.panel.shown()}
    qtbot.waitUntil(lambda: all(numbers <= at.spans.keys() for at in view.sync.positions), timeout=20_000)
    return view


def ask(qtbot: QtBot, view: CompareView, side: int, function: str, *arguments: Any) -> list[Any]:
    """What the script says in each of the frames, the outer before the inner."""
    answers: list[list[Any]] = []
    view.panes[side].web.replay.frames.ask(function, *arguments, then=answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    return answers[0]


def test_changes_in_frames_are_listed_with_the_frame_they_are_in(shown: CompareView) -> None:
    assert [entry.frame for entry in shown.panel.shown()] == [
        HOME + "nav.html",
        "http://other.example/main.html",
        "http://other.example/in.html",
    ]
    outcome = shown.outcome
    assert outcome is not None and not outcome.identical and outcome.frames == 3
    for entry in shown.panel.shown():
        change: Change = outcome.changes[entry.number]
        assert change.kind == entry.kind == "changed" and change.text_b == entry.text(1)
    assert "the same" in shown.heading.similarity.text() and "100" not in shown.heading.similarity.text()
    assert shown.panes[0].versions.currentText() != shown.panes[1].versions.currentText()


def test_changes_are_marked_inside_of_frames_of_any_server(qtbot: QtBot, shown: CompareView) -> None:
    words = [said for found in ask(qtbot, shown, 1, "highlighted") for _, said in found]
    assert words == ["New", "after", "two"]
    words = [said for found in ask(qtbot, shown, 0, "highlighted") for _, said in found]
    assert words == ["Old", "before", "one"]


def test_stepping_scrolls_the_frame_and_a_click_on_a_mark_finds_its_row(
    qtbot: QtBot, shown: CompareView
) -> None:
    shown.panel.choose(shown.panel.shown()[1].number)
    tops = lambda: [ask(qtbot, shown, side, "places", [])[1]["at"] for side in (0, 1)]  # noqa: E731
    qtbot.waitUntil(lambda: min(tops()) > 0.3, timeout=10_000)
    clicked: list[int] = []
    shown.presenter.mark_clicked.connect(clicked.append)
    page = shown.panes[1].web.replay.page
    number = shown.panel.shown()[2].number
    page.message.emit(f'{{"clicked": {number}}}')
    assert clicked == [number] and shown.panel.current() == number


def test_a_frame_that_is_scrolled_takes_the_same_frame_along(qtbot: QtBot, shown: CompareView) -> None:
    shown.panes[0].web.frame_scrolled.emit([1], 0.5)
    qtbot.waitUntil(lambda: ask(qtbot, shown, 1, "places", [])[1]["at"] == pytest.approx(0.5, abs=0.02))
    assert ask(qtbot, shown, 1, "places", [])[0]["at"] == 0


def test_text_and_source_have_the_documents_of_frames(qtbot: QtBot, shown: CompareView) -> None:
    shown.set_mode("text")
    text = shown.panes[1].text
    qtbot.waitUntil(lambda: "Inner words of edition two" in text.toPlainText() and text.complete)
    assert "frames.example/nav.html" in text.toPlainText()
    shown.panel.choose(shown.panel.shown()[2].number)
    qtbot.waitUntil(lambda: bool(text.extraSelections()))
    assert text.extraSelections()[0].cursor.selectedText().endswith("edition two")
    shown.set_mode("source")
    source = shown.panes[1].source
    qtbot.waitUntil(lambda: source.complete and source.toPlainText() == "<p>Inner words of edition two</p>")
    assert "in.html" in shown.panes[1].facts.text()
    shown.panel.choose(shown.panel.shown()[0].number)
    qtbot.waitUntil(lambda: "New entry" in source.toPlainText())
    qtbot.waitUntil(lambda: any(s.cursor.selectedText() == "New" for s in source.extraSelections()))


def test_equal_frames_are_told_to_be_equal(
    qtbot: QtBot, view: CompareView, session: Session, make_capture: Callable[..., NewCapture]
) -> None:
    with session.archive.writer() as writer:
        a = writer.store(make_capture(HOME, "<title>x</title><iframe src='/part'></iframe>"))
        writer.store(make_capture(HOME + "part", "<p>A part"))
        b = writer.store(NewVisit(HOME, a.date + timedelta(hours=1), None, a.id, 304))
        writer.commit()
    with qtbot.waitSignal(view.compared, timeout=20_000):
        view.compare(a.id, b.id)
    assert view.outcome.identical and "what their frames show" in view.panel.empty.sentence.text()


def test_places_in_a_frame_are_places_in_the_page_around_it() -> None:
    """The whole height of a frame that scrolls is drawn together to that of its box; frames may be inside of frames."""
    page = {
        "frame": [],
        "boxes": [[0, 100, 200]],
        "height": 1000,
        "view": 500,
        "spans": [],
        "hidden": [],
        "gaps": [],
        "at": 0.0,
    }
    outer = {
        "frame": [0],
        "boxes": [[1, 400, 100]],
        "height": 800,
        "spans": [[7, 80, 40]],
        "hidden": [[7, False]],
        "gaps": [[8, 400]],
    }
    inner = {"frame": [0, 1], "boxes": [], "height": 100, "spans": [[9, 0, 50]], "hidden": [], "gaps": []}
    found = Positions.from_answer(page, [inner, None, outer])
    assert (
        found.spans == {7: (120, 10), 9: (200, 12.5)}
        and found.gaps == {8: 200}
        and found.hidden == {7: False}
    )

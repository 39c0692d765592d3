"""What is said of versions besides their words: the answer of the server, facts of a document, why one is unread."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

import docx
import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.compare.changes import Change, Given
from widgets.compare.entries import entries
from widgets.compare.lines import side_by_side
from widgets.compare.view import CompareView
from widgets.kit import jobs
from widgets.session import Session

PAGE = "http://museum.example/gone"
LETTER, CUT = "http://museum.example/letter.docx", "http://museum.example/cut.docx"
TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def letter(author: str = "Ada") -> bytes:
    made, file = docx.Document(), io.BytesIO()
    made.core_properties.author = author
    made.add_paragraph("The letter says the same.")
    made.save(file)
    return file.getvalue()


@pytest.fixture
def session(qapp: object, archive: Archive, make_capture: Callable[..., NewCapture]) -> Iterator[Session]:
    """A page that is gone, a letter by two authors, and one that was cut off but for its second version."""
    with archive.writer() as writer:
        writer.store(make_capture(PAGE, "<title>There</title><p>All is well.</p>"))
        writer.store(make_capture(PAGE, "<title>Not there</title><p>Nothing.</p>", status=404, minutes=60))
        for place, bodies in (
            (LETTER, (letter(), letter("Grace"))),
            (CUT, (letter()[:700], letter(), letter()[:600], letter()[:500])),
        ):
            for n, body in enumerate(bodies):
                writer.store(make_capture(place, body, media_type=TYPE, minutes=n * 60))
        writer.commit()
    made = Session(archive)
    yield made
    jobs.wait_all()
    made.close()


def test_an_error_page_is_told_beside_its_version(view: CompareView, compare: Callable[[str], None]) -> None:
    compare(PAGE)
    assert not view.panes[0].status.isVisible()
    assert view.panes[1].status.isVisible() and view.panes[1].status.text() == "404 Not found"


def test_facts_have_their_names_and_modes_that_cannot_be_say_why(
    view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(LETTER)
    assert view.outcome is not None
    assert [entry.title for entry in view.outcome.entries] == ["Author stated in the document"]
    assert "text alone" in view.tools.buttons["swipe"].toolTip()
    assert "line by line" in view.tools.buttons["text"].toolTip()


def test_facts_are_rows_of_their_own() -> None:
    """They are not joined with each other, nor with what follows them in the text."""
    changes = [
        Change("added", None, Given(f"/metadata[{name}]", None, name, topic=name))
        for name in ("author", "album")
    ]
    assert [entry.title for entry in entries(changes)] == ["Author stated in the document", "Album"]


def test_facts_have_their_names_before_their_values_in_the_text() -> None:
    """On either side that has the fact; a gap stays one."""
    changes = [
        Change(
            "changed", *(Given("/metadata[author]", None, name, topic="author") for name in ("Ada", "Grace"))
        ),
        Change("added", None, Given("/metadata[album]", None, "Songs", topic="album")),
        Change("added", None, Given("/body/p[1]", None, "A paragraph", topic="album")),
    ]
    left, right = side_by_side(changes, {})
    said = [["".join(text for text, _ in runs) for _, _, runs in side] for side in (left, right)]
    assert said[0] == ["Author stated in the document: Ada", "", ""]
    assert said[1] == ["Author stated in the document: Grace", "Album: Songs", "A paragraph"]
    assert left[1][1] == "gap" and [text for text, differs in right[0][2] if differs] == ["Grace"]


def test_a_version_that_cannot_be_read_says_why(
    qtbot: QtBot, session: Session, view: CompareView, compare: Callable[[str], None]
) -> None:
    """Beside one that can, and beside another one that cannot; never "the text is the same", nor a share of it."""
    compare(CUT)
    qtbot.waitUntil(lambda: "letter says" in view.panes[1].text.toPlainText())
    assert view.panes[0].empty.isVisible() and not view.panes[1].empty.isVisible()
    said = [label.text() for label in view.panes[0].empty.findChildren(QLabel)]
    assert "This version could not be read." in said
    assert any("damaged" in each for each in said), said
    one, two = session.reader.versions(CUT)[2:]
    with qtbot.waitSignal(view.compared, timeout=20_000):
        view.compare(one.id, two.id)
    assert view.outcome is not None and view.outcome.way == "nothing"
    assert all(pane.empty.isVisible() for pane in view.panes)
    assert not view.heading.similarity.isVisible()

"""Changes in what a site repeats on its pages are folded in the comparison of a page, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.templates.feeding import feed
from tests.app.templates.test_changed import OWN, two_editions
from widgets.compare.changes_model import TEMPLATE, ChangesModel, Fold
from widgets.compare.entries import Entry
from widgets.compare.outcome import compare_captures
from widgets.compare.tools import Heading
from widgets.kit.jobs import Handle


@pytest.fixture
def site(fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    return fill(*two_editions())


def compared(archive: Archive) -> list[Entry]:
    with archive.reader() as reader:
        a, b = reader.versions("http://a.test/3")
        found = compare_captures(reader, a, b, 3, Handle(0, lambda *_: None)).entries
    # on all pages at once: here that counts as no noise
    return [entry for entry in found if entry.noise is None]


def test_they_are_one_row_that_unfolds_and_the_page_s_own_stand_for_themselves(
    site: Archive, qapp: object
) -> None:
    before = compared(site)
    feed(site)
    found = compared(site)
    assert [entry.number for entry in found] == [entry.number for entry in before]
    assert not any(entry.of_site for entry in before)
    own = next(entry for entry in found if OWN in entry.text(1))
    assert not own.of_site
    of_site = [entry for entry in found if entry.of_site]
    parent = QObject()
    model = ChangesModel(parent)
    model.show(found)
    assert own in model.shown()
    assert [entry.title for entry in of_site] == ["Calendar of the year"]
    assert Fold(TEMPLATE, 1, False) in model.rows and of_site[0] not in model.shown()
    model.wanted.opened = frozenset({TEMPLATE})
    model.arrange()
    assert model.shown() == [*[one for one in found if not one.of_site], *of_site]


def test_the_head_counts_the_changes_that_the_list_counts(site: Archive, qtbot: QtBot) -> None:
    feed(site)
    with site.reader() as reader:
        a, b = reader.versions("http://a.test/3")
        outcome = compare_captures(reader, a, b, 3, Handle(0, lambda *_: None))
    owner = QWidget()
    qtbot.addWidget(owner)
    heading, model = Heading(owner), ChangesModel(owner)
    heading.show_outcome(outcome)
    model.wanted.fold_noise = True
    model.show(outcome.entries)
    folded = sum(entry.of_site and entry.noise is None for entry in outcome.entries)
    said = heading.sentence.full_text().split(" · ")
    assert said[0] == f"{len(model.shown())} change(s)"
    assert folded and said[1] == f"{folded} in the template"

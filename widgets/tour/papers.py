"""Scenes about documents that are no web pages: pages of a PDF, a song, a film, an official document, facets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from widgets.tour.driver import settle, wait_until

if TYPE_CHECKING:
    from widgets.main_window import MainWindow


def show(window: MainWindow, choose: Callable[[str], None], shot: Callable[[str], None]) -> None:
    """Look at documents of several kinds, then narrow the tree to some of them."""
    workspace = window.workspace
    assert workspace is not None, "an archive is open"
    choose("downloads/annual-report.pdf")
    views = workspace.page.views
    wait_until(lambda: views.page.pdf.isVisible() and views.page.pdf.pages.drawn(0), "the PDF shows its pages")
    shot("pdf")
    views.tabs.setCurrentWidget(views.text)
    wait_until(lambda: "Accounts" in views.text.view.toPlainText(), "the text of the PDF is shown")
    shot("pdf-text")
    views.tabs.setCurrentWidget(views.details)
    wait_until(views.details.copy.isEnabled, "the details are shown")
    shot("title-candidates")
    views.tabs.setCurrentWidget(views.page)
    choose("downloads/snow-on-the-pond.mp3")
    wait_until(views.page.card.extras.lyrics.isVisible, "the words of the song are shown")
    settle(0.6)
    shot("song")
    choose("downloads/four-seasons.webm")
    wait_until(lambda: views.page.card.extras.strip.count > 2, "the key frames of the film are shown")
    shot("film")
    views.page.card.extras.strip.activated.emit(views.page.card.extras.strip.model().index(2, 0))
    shot("film-enlarged")
    views.page.enlarged.put_away()
    views.tabs.setCurrentWidget(views.text)
    choose("downloads/night-opening.docx")
    wait_until(lambda: "观测者" in views.text.view.toPlainText(), "the official document is shown")
    shot("official-document")
    views.tabs.setCurrentWidget(views.page)
    _narrow(window, shot)


def _narrow(window: MainWindow, shot: Callable[[str], None]) -> None:
    tree = window.workspace.tree
    tree.open_facets()
    wait_until(lambda: tree.head.popup.tree.topLevelItemCount() > 1, "the values of the facets are counted")
    shot("facets")
    tree.head.popup.close()
    tree.facets.toggle("type", "pdf", True)
    tree.facets.toggle("type", "word", True)
    wait_until(lambda: tree.model.shown.selection is not None, "the tree shows what was chosen")
    settle(0.6)
    shot("facets-chosen")
    tree.facets.clear()
    wait_until(lambda: tree.model.shown.selection is None, "the tree shows everything again")

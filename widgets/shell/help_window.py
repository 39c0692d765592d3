"""Help pages in a window of their own, in the language of the program."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QTextBrowser, QWidget

import resources
from widgets.kit import theme
from widgets.kit.boxes import in_row
from widgets.shell.action_search import plain
from widgets.words import translators

PAGES = (
    "getting-started",
    "crawling",
    "crawl-settings",
    "crawl-order",
    "crawl-repeats",
    "crawl-logins",
    "documents",
    "moving",
    "searching",
    "marking",
    "fields",
    "comparing",
    "blocks",
    "site-changes",
    "link-reports",
    "statistics",
    "site-template",
    "collections",
    "link-map",
    "exporting",
    "sharing",
    "integrity",
    "archive",
    "command-line",
    "cluster-size",
)
KEYS = "keyboard"


class HelpWindow(QWidget):
    """Contents left, page right. `actions` are shown on the page about the keyboard."""

    def __init__(self, actions: Sequence[tuple[str, QAction]], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Help"))
        self.resize(880, 640)
        self._actions = actions
        self.contents = QListWidget()
        self.contents.setFrameShape(QListWidget.Shape.NoFrame)
        self.contents.setAccessibleName(self.tr("Contents"))
        self.contents.setMinimumWidth(200)
        self.page = QTextBrowser(openExternalLinks=True)
        self.page.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.page.setAccessibleName(self.tr("Help page"))
        self.page.setObjectName("helpPage")
        self.page.setOpenLinks(False)
        self.page.anchorClicked.connect(self._follow)
        self.page.document().setDocumentMargin(theme.TRIPLE)
        titles = {
            "getting-started": self.tr("Getting started"),
            "crawling": self.tr("Crawling"),
            "crawl-settings": self.tr("All settings of a crawl"),
            "crawl-order": self.tr("Order and score"),
            "crawl-repeats": self.tr("Saved crawls and repeats"),
            "crawl-logins": self.tr("Log-ins and the live browser"),
            "documents": self.tr("Reading documents"),
            "moving": self.tr("Moving around"),
            "searching": self.tr("Searching"),
            "marking": self.tr("Stars, tags and notes"),
            "fields": self.tr("Fields of pages"),
            "comparing": self.tr("Comparing versions"),
            "blocks": self.tr("The blocks of a page"),
            "site-changes": self.tr("What changed on a site"),
            "link-reports": self.tr("Reports about links"),
            "statistics": self.tr("Figures over time"),
            "site-template": self.tr("What belongs to the site"),
            "collections": self.tr("Collections"),
            "link-map": self.tr("The link map"),
            "exporting": self.tr("Import and export"),
            "sharing": self.tr("Sharing an archive"),
            "integrity": self.tr("Integrity and recovery"),
            "archive": self.tr("The archive and its guarantees"),
            "command-line": self.tr("The command line"),
            "cluster-size": self.tr("How large a cluster can be"),
            KEYS: self.tr("Keyboard shortcuts"),
        }
        for name in (*PAGES, KEYS):
            item = QListWidgetItem(titles[name])
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setSizeHint(QSize(0, theme.LARGE))
            self.contents.addItem(item)
        splitter = QSplitter(handleWidth=1, childrenCollapsible=False)
        splitter.addWidget(self.contents)
        splitter.addWidget(self.page)
        splitter.setStretchFactor(1, 1)
        in_row(self, splitter)
        self.contents.currentItemChanged.connect(lambda item: self._load(item.data(Qt.ItemDataRole.UserRole)))
        theme.watcher().changed.connect(self._again)

    def open(self, name: str = PAGES[0]) -> None:
        """Show the window with a page."""
        self.contents.setCurrentRow((*PAGES, KEYS).index(name))
        self.show()
        self.raise_()
        self.activateWindow()

    def _again(self) -> None:
        if self.contents.currentItem():
            self._load(self.contents.currentItem().data(Qt.ItemDataRole.UserRole))

    def _load(self, name: str) -> None:
        colors = theme.colors()
        self.page.document().setDefaultStyleSheet(
            f"a {{ color: {colors.accent}; }} p, li {{ line-height: 145%; }} td {{ padding: 3px 24px 3px 0; }}"
            f"code {{ background: {colors.raised}; }}"
        )
        self.page.setHtml(self._keys() if name == KEYS else _read(name))

    def _follow(self, url: QUrl) -> None:
        name = url.toString().removesuffix(".html")
        if name in PAGES:
            self.open(name)

    def _keys(self) -> str:
        rows = "".join(
            f"<tr><td><b>{escape(keys)}</b></td><td>{escape(plain(action.text()))}</td><td>{escape(way)}</td></tr>"
            for way, action in self._actions
            if (keys := action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
        )
        return f"<h1>{escape(self.tr('Keyboard shortcuts'))}</h1><table>{rows}</table>"


def _read(name: str) -> str:
    return resources.path("help", translators.spoken().replace("-", "_"), f"{name}.html").read_text("utf-8")

"""The sheet for a new crawl: address, which part of the web, limits, manners, and what will happen in a sentence."""

from __future__ import annotations

from PySide6.QtCore import QSettings, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.crawl.settings import CrawlSettings
from app.errors import UserError
from widgets import crawl_words, theme
from widgets.crawl_form import Advanced, Limits, Manners, ScopeChoice, settings_from
from widgets.messages import sentence
from widgets.side_sheet import SideSheet


class CrawlSheet(SideSheet):
    """`start_requested` carries the CrawlSettings."""

    start_requested = Signal(object)

    def __init__(self, preferences: QSettings, parent: QWidget) -> None:
        super().__init__(self.tr("New crawl"), parent)
        self._build_address()
        self.section(self.tr("What to capture"))
        self.scope = ScopeChoice()
        self.body.addWidget(self.scope)
        self.section(self.tr("When to stop"))
        self.limits = Limits()
        self.body.addWidget(self.limits)
        self.section(self.tr("Manners"))
        self.manners = Manners(preferences)
        self.body.addWidget(self.manners)
        self.advanced = Advanced(preferences)
        self.body.addWidget(self.advanced)
        self.body.addStretch(1)
        self._build_footer()
        for part in (self.scope, self.limits, self.manners, self.advanced):
            part.changed.connect(self._refresh)
        self._refresh()

    def _build_address(self) -> None:
        self.section(self.tr("Start from"))
        self.addresses = QPlainTextEdit(tabChangesFocus=True)
        self.addresses.setFixedHeight(56)
        self.addresses.setPlaceholderText("https://www.example.org/")
        self.addresses.setAccessibleName(self.tr("Addresses to start from"))
        self.addresses.setToolTip(self.tr("One address a line"))
        self.addresses.textChanged.connect(self._refresh)
        self.kept_in = QLabel(wordWrap=True, visible=False)
        self.kept_in.setProperty("muted", True)
        self.body.addWidget(self.addresses)
        self.body.addWidget(self.kept_in)

    def _build_footer(self) -> None:
        self.summary = QLabel(objectName="sheetSummary", wordWrap=True)
        self.summary.setAccessibleName(self.tr("What will happen"))
        self.start = QPushButton(theme.icon("start", "on_accent"), self.tr("&Start"))
        self.start.setProperty("primary", True)
        self.start.setAutoDefault(True)
        self.start.setDefault(True)
        self.start.setToolTip(self.tr("Begin to crawl (Ctrl+Enter)"))
        self.start.clicked.connect(self._start)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setToolTip(self.tr("Close without crawling (Esc)"))
        cancel.clicked.connect(self.cancel)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.UNIT)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.start)
        column = QVBoxLayout()
        column.setSpacing(theme.UNIT + theme.HALF)
        column.addWidget(self.summary)
        column.addLayout(buttons)
        self.footer.addLayout(column)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(
                QKeySequence(keys), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut
            ).activated.connect(self.start.click)

    def open_for(self, addresses: str, kept_in: str = "") -> None:
        """Show the sheet for addresses; with a good address one key (Enter) starts."""
        with QSignalBlocker(self.addresses):
            self.addresses.setPlainText(addresses)
        self.kept_in.setText(self.tr("Kept in {folder}").format(folder=kept_in))
        self.kept_in.setToolTip(kept_in)
        self.kept_in.setVisible(bool(kept_in))
        self.manners.suit(crawl_words.addresses(addresses)[0])
        self._refresh()
        self.slide_in()
        QTimer.singleShot(0, self, (self.start if self.start.isEnabled() else self.addresses).setFocus)

    def open_with(self, settings: CrawlSettings) -> None:
        """Show the sheet filled with the settings of an earlier crawl."""
        self.scope.choose(settings.scope)
        self.limits.pages.setValue(settings.max_pages)
        self.limits.depth.setValue(settings.max_depth)
        self.open_for("\n".join(settings.seeds))

    def settings(self) -> CrawlSettings:
        """What is filled in now."""
        found, _ = crawl_words.addresses(self.addresses.toPlainText())
        return settings_from(found, self.scope, self.limits, self.manners, self.advanced)

    def _problem(self) -> str:
        found, bad = crawl_words.addresses(self.addresses.toPlainText())
        if bad:
            text = self.tr("“{address}” is not an address that can be crawled.")
            return text.format(address=bad)
        if not found:
            return self.tr("Give at least one address to start from.")
        if self.advanced.wrong():
            return self.advanced.wrong()
        try:
            self.settings().checked()
        except UserError as error:
            return sentence(error)
        return ""

    def _refresh(self) -> None:
        found, _ = crawl_words.addresses(self.addresses.toPlainText())
        self.scope.explain(found)
        problem = self._problem()
        self.start.setEnabled(not problem)
        self.summary.setText(problem or crawl_words.summary(self.settings()))
        bad = bool(problem) and bool(self.addresses.toPlainText().strip())
        if self.summary.property("bad") != bad:
            self.summary.setProperty("bad", bad)
            self.summary.style().unpolish(self.summary)
            self.summary.style().polish(self.summary)

    def _start(self) -> None:
        settings = self.settings()
        self.hide()
        self.start_requested.emit(settings)

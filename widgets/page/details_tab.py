"""The Details tab: everything known about a capture, from the record header to the warnings of the extractor."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedLayout, QTextBrowser, QVBoxLayout, QWidget

from app.archive import Archive, ArchiveReader
from app.archive.model import Capture
from extractors import Document
from widgets import engine_words, formats, jobs, languages, messages, reasons, theme
from widgets.page import candidates, crawl_facts, fact_words
from widgets.page.crawl_facts import CrawlFacts, CrawlWords
from widgets.page.find_bar import FindBar
from widgets.page.loading import Loader
from widgets.page.parts import EmptyView, bare, push_button

if TYPE_CHECKING:
    from widgets.session import Session

Group = tuple[str, list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a worker read of one capture."""

    capture: Capture
    fields: tuple[tuple[str, str], ...]
    status_line: str
    headers: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    document: Document
    crawl: CrawlFacts


def gather(archive: Archive, reader: ArchiveReader, capture: Capture) -> Facts:
    """Record, HTTP message and document of one capture, and what crawls know of its page."""
    capture = reader.capture(capture.id)  # its record may stand elsewhere since it was chosen
    record, message = reader.record(capture), reader.http(capture)
    fields = tuple((name, record.get(name) or "") for name, _ in record.fields)
    return Facts(
        capture, fields, message.status_line, message.headers, message.warnings, reader.document(capture),
        crawl_facts.gather(archive, reader, capture),
    )  # fmt: skip


class DetailsTab(QWidget):
    """Groups of names and values that can be selected and copied."""

    reextract_requested = Signal(str)  # format

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self._words = CrawlWords(self)
        self._facts: Facts | None = None
        self.view = QTextBrowser(self)
        self.view.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        bare(self.view)
        self.view.setAccessibleName(self.tr("Details of this version"))
        self.empty = EmptyView(self, "info", "")
        self.find = FindBar(self.view, self)
        tip = self.tr("Copy all details as plain text")
        self.copy = push_button(self, "copy", self.tr("Copy as text"), tip, self.copy_text)
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.DOUBLE, theme.HALF, theme.DOUBLE, theme.HALF)
        tip = self.tr("Read the documents of this kind again if an older version of the program has read them")
        self.again = push_button(self, "reextract", self.tr("Re-extract"), tip, self._ask_again)
        bar.setSpacing(theme.UNIT)
        bar.addStretch(1)
        bar.addWidget(self.again)
        bar.addWidget(self.copy)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addLayout(self._stack, 1)
        layout.addWidget(self.find)

    def open_find(self) -> None:
        """Look for words."""
        self.find.open()

    def load(self, capture: Capture) -> None:
        """Show all about a capture."""
        self.clear()
        self.empty.say(self.tr("Reading the record…"))

        def read(reader: ArchiveReader, _task: jobs.Handle) -> Facts:
            return gather(archive, reader, capture)

        archive = self._session.archive
        self._loader.start(archive, read, self._show, self._failed)

    def clear(self) -> None:
        self._loader.cancel()
        self._facts = None
        self.copy.setEnabled(False)
        self.again.setEnabled(False)
        self.view.clear()
        self.empty.say("")
        self._stack.setCurrentWidget(self.empty)

    def plain_text(self) -> str:
        """All details as lines of text."""
        if self._facts is None:
            return ""
        groups: list[str] = []
        for title, rows in self.groups(self._facts, plain=True):
            groups.append("\n".join([title, *(f"  {name}: {value}" for name, value in rows)]))
        return "\n\n".join(groups) + "\n"

    def _ask_again(self) -> None:
        if self._facts is not None:
            self.reextract_requested.emit(self._facts.document.format)

    def copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self.plain_text())

    def groups(self, facts: Facts, *, plain: bool = False) -> list[Group]:
        """The details by group; empty values are left out. Candidates of the title are among them when `plain`: on the
        screen they are a table."""
        document = facts.document
        found = [
            (self.tr("Document"), self._document(facts)),
            (self.tr("Candidates for the title"), candidates.lines(document) if plain else []),
            (self.tr("Official document"), fact_words.official(document.official) if document.official else []),
            (self.tr("What it says of itself"), fact_words.rows(document.metadata)),
            (self.tr("Capture"), self._capture(facts.capture)),
            (self.tr("Crawling"), self._words.rows(facts.crawl, facts.capture.url)),
            (self.tr("Place in the archive"), self._place(facts.capture)),
            (self.tr("Record header"), list(facts.fields)),
            (self.tr("HTTP answer"), [(self.tr("Status line"), facts.status_line), *facts.headers]),
        ]
        warnings = [*facts.warnings, *document.warnings, document.error]
        said = [(str(number), engine_words.say(text)) for number, text in enumerate(filter(None, warnings), 1)]
        found.insert(1, (self.tr("Warnings"), said))
        kept = ((title, [(name, value) for name, value in rows if value]) for title, rows in found)
        return [(title, rows) for title, rows in kept if rows]

    def _document(self, facts: Facts) -> list[tuple[str, str]]:
        document, capture = facts.document, facts.capture
        return [
            (self.tr("Title"), capture.title),
            (self.tr("Title taken from"), engine_words.say(capture.title_source)),
            (self.tr("Why this title"), candidates.verdict(document, capture.title)),
            (self.tr("Author"), document.author),
            (self.tr("Date"), document.date),
            (self.tr("Language"), languages.name(document.language)),
            (self.tr("Format"), document.format),
            (self.tr("Media type"), capture.type),
            (self.tr("Size"), f"{formats.size(capture.length)} ({formats.size_exact(capture.length)})"),
            (self.tr("Links"), formats.number(len(document.links))),
        ]

    def _capture(self, capture: Capture) -> list[tuple[str, str]]:
        kinds = {"version": self.tr("version (its content was new)"), "visit": self.tr("visit (nothing was new)")}
        return [
            (self.tr("Identifier"), capture.id),
            (self.tr("Address"), capture.url),
            (self.tr("Asked for as"), capture.origin or ""),
            (self.tr("Date"), formats.date_exact(capture.date)),
            (self.tr("Kind"), kinds[capture.kind]),
            (self.tr("Confirms version"), capture.base or ""),
            (self.tr("Status"), reasons.status(capture.status)),
            (self.tr("Server (IP)"), capture.ip or ""),
            (self.tr("Digest of the content"), capture.digest),
            (self.tr("Crawl"), capture.crawl or ""),
        ]

    def _place(self, capture: Capture) -> list[tuple[str, str]]:
        return [
            (self.tr("File"), capture.file),
            (self.tr("First byte"), formats.number(capture.offset)),
            (self.tr("Last byte"), formats.number(capture.end - 1)),
            (self.tr("Length of the record"), formats.size_exact(capture.end - capture.offset)),
        ]

    def _show(self, facts: Facts) -> None:
        self._facts = facts
        colors = theme.colors()
        self.view.document().setDefaultStyleSheet(
            f"h3 {{ font-weight: 600; margin-top: 20px; margin-bottom: 4px; color: {colors.text}; }}"
            f"td {{ padding: 3px 8px; }} .name {{ color: {colors.muted}; }}"
            f".bar td {{ padding: 0px; font-size: 7px; }} .score {{ padding-top: 9px; }}"
        )
        html: list[str] = []
        for number, (title, rows) in enumerate(self.groups(facts)):
            cells = "".join(self._row(name, value) for name, value in rows)
            html.append(f'<h3>{escape(title)}</h3><table width="100%" cellspacing="0">{cells}</table>')
            if number == 0 and facts.document.candidates:
                html.append(f"<h3>{escape(self.tr('Candidates for the title'))}</h3>")
                html.append(candidates.table(facts.document, colors))
        self.view.setHtml("".join(html))
        self.view.document().setDocumentMargin(theme.DOUBLE)
        self.copy.setEnabled(True)
        self.again.setEnabled(True)
        self._stack.setCurrentWidget(self.view)
        self.find.reset()

    def _row(self, name: str, value: str) -> str:
        return f'<tr><td class="name" width="200">{escape(name)}</td><td>{escape(value)}</td></tr>'

    def _failed(self, error: Exception) -> None:
        self.empty.say(self.tr("The details could not be read."), messages.sentence(error))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._facts is not None:
            self._show(self._facts)

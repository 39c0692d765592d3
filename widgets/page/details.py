"""The Details tab: everything known about a capture, from the record header to the warnings of the extractor."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextBrowser, QWidget

from app.archive.archive import Archive
from app.archive.index.link_names import SOURCE
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.crawl.frontier import queue
from app.crawl.frontier.joblist import find_job
from app.crawl.frontier.queue import Why
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import DEFAULT_RULES, canonical, explain, normalize
from app.crawl.run import revisiting
from app.crawl.run.revisiting import Revisit
from app.errors import UserError
from app.graph.naming import Named, title_of
from app.graph.standing import Importance
from app.page_types.known import PageTypes
from extractors.base.types import Candidate, Document, PageType
from widgets.crawl_setup.words import rule_name
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_stack
from widgets.kit.loading import Loader
from widgets.kit.parts import EmptyView, bare, push_button
from widgets.kit.theme import Colors
from widgets.page import fact_words
from widgets.page.find import FindBar
from widgets.words import engine as engine_words
from widgets.words import formats, languages, page_kinds, reasons

if TYPE_CHECKING:
    from widgets.session import Session


# Which texts of a document could be its title, and why one of them is: a small table for the details.

_BAR = 72  # pixels of the longest bar
_POSTS = 200
_SHOWN = 120  # characters of a candidate


def verdict(document: Document, shelf_title: str) -> str:
    """The reasons for the chosen title, in sentences; `shelf_title` is the one in the index."""
    translate = QCoreApplication.translate
    said: list[str] = []
    if not document.title and document.error:
        said.append(translate("candidates", "The document could not be read."))
    elif not document.title:
        said.append(translate("candidates", "Nothing in this document is certain enough to be its title."))
    elif document.candidates:
        if document.candidates[0].reason:
            said.append(_sentence(engine_words.say(document.candidates[0].reason)))
        if len(document.candidates) > 1:
            said.append(translate("candidates", "Of all candidates most speaks for this one."))
    # a title without the name of its site is no other title
    if (
        document.title
        and shelf_title
        and shelf_title not in document.title
        and document.title not in shelf_title
    ):
        template = translate(
            "candidates", "The index still has “{title}”; “Re-extract” brings it up to date."
        )
        said.append(template.format(title=formats.shorten(shelf_title)))
    return formats.sentences(said)


def table(document: Document, colors: Colors) -> str:
    """The candidates as rich text: text, where it stood, how much speaks for it, why."""
    translate = QCoreApplication.translate
    best = max((candidate.score for candidate in document.candidates), default=0.0)
    names = (
        "",
        translate("candidates", "Candidate"),
        translate("candidates", "Found in"),
        translate("candidates", "Score"),
        "",
        translate("candidates", "What speaks for it, or against it"),
    )
    head = "".join(f'<td class="name">{escape(name)}</td>' for name in names)
    rows = [
        _row(candidate, best, colors, won=_has_won(document, number))
        for number, candidate in enumerate(document.candidates)
    ]
    # not 100 %: shares and pixels together come to a pixel more than there is, and a scroll bar
    return f'<table width="98%" cellspacing="0"><tr>{head}</tr>{"".join(rows)}</table>'


def lines(document: Document) -> list[tuple[str, str]]:
    """The same for copying as text."""
    return [
        (
            ("✓ " if _has_won(document, number) else "") + engine_words.say(candidate.source),
            f"{candidate.text} ({_score(candidate.score)}) {engine_words.say(candidate.reason)}".rstrip(),
        )
        for number, candidate in enumerate(document.candidates)
    ]


def _has_won(document: Document, number: int) -> bool:
    return number == 0 and bool(document.title) and document.title_source != SOURCE


def _row(candidate: Candidate, best: float, colors: Colors, *, won: bool) -> str:
    mark = f'<span style="color:{colors.ok}">✓</span>' if won else ""
    weight = "600" if won else "400"
    text = escape(formats.shorten(" ".join(candidate.text.split()), _SHOWN))
    cells = (
        f'<td width="16">{mark}</td>',
        f'<td style="font-weight:{weight}">{text}</td>',
        f"<td>{escape(engine_words.say(candidate.source))}</td>",
        f'<td class="score" width="{_BAR}">{_bar(candidate.score, best, colors, won=won)}</td>',
        f'<td width="56" align="right" style="white-space:nowrap">{escape(_score(candidate.score))}</td>',
        f'<td class="name">{escape(_sentence(engine_words.say(candidate.reason)))}</td>',
    )
    return f"<tr>{''.join(cells)}</tr>"


def _bar(score: float, best: float, colors: Colors, *, won: bool) -> str:
    full = round(max(0.0, score) / best * _BAR) if best > 0 else 0
    color = colors.accent if won else colors.outline
    filled = f'<td width="{full}" bgcolor="{color}"></td>' if full else ""
    rest = f'<td width="{_BAR - full}" bgcolor="{colors.border}"></td>' if full < _BAR else ""
    return f'<table cellspacing="0" cellpadding="0"><tr class="bar">{filled}{rest}</tr></table>'


def _score(score: float) -> str:
    return f"{score:.2f}".rstrip("0").rstrip(".") or "0"


def _sentence(text: str) -> str:
    """A phrase of the engine as a sentence."""
    if not text:
        return ""
    ended = (
        text
        if text[-1] in ".!?。！？"
        else text + QCoreApplication.translate("candidates", ".", "ends a sentence")
    )
    return ended[:1].upper() + ended[1:]


# What crawls know of a page: why it is here, under which other addresses it was found, when it is due
# again.

Rows = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class CrawlFacts:
    """`why` and `settings` of the crawl that made the capture, when the archive still knows it; `canonical` is the
    form by its rules, `steps` (rule, form after it) what changed on the way there."""

    why: Why | None = None
    settings: CrawlSettings | None = None
    revisit: Revisit | None = None
    canonical: str = ""
    steps: tuple[tuple[str, str], ...] = field(default_factory=tuple)


def facts_of_crawls(archive: Archive, reader: ArchiveReader, capture: Capture) -> CrawlFacts:
    """All facts of crawls about a page; unknown ones are left out."""
    why, settings = None, None
    if capture.crawl and archive.crawl_db.exists():
        try:
            why = queue.why(archive, capture.crawl, capture.url)
            settings = find_job(archive, capture.crawl).settings
        except UserError:  # an import brought the captures of a crawl, but not the crawl
            why = None
    bounds = (settings.revisit_floor, settings.revisit_ceiling) if settings else (1.0, 8760.0)
    importance = Importance(archive.path) if settings and settings.revisit_by_rank else None
    revisit = revisiting.revisit_of(reader, capture.url, *bounds, importance=importance)
    rules = settings.canonical if settings else DEFAULT_RULES
    try:
        address = normalize(capture.url)
        return CrawlFacts(why, settings, revisit, canonical(address, rules), tuple(explain(address, rules)))
    except UserError:  # no web address
        return CrawlFacts(why, settings, revisit)


class CrawlWords(QObject):
    """The facts as names and values."""

    def rows(self, facts: CrawlFacts, url: str) -> Rows:
        """In the order in which they are shown; empty values mean nothing is known."""
        return [*self._why(facts.why, url), *self._canonical(facts, url), *self._revisit(facts.revisit)]

    def _why(self, why: Why | None, url: str) -> Rows:
        if why is None:
            return []
        way = " → ".join(formats.shorten(step, 100) for step in why.path)
        found = [
            (self.tr("Why it is here"), way or self.tr("The crawl started from it")),
            (self.tr("Text of the link"), why.anchor if why.path else ""),
            (self.tr("Links from the start"), formats.number(max(0, why.depth))),
        ]
        others = [other for other in dict.fromkeys((why.raw, why.url)) if other and other != url]
        found.append((self.tr("Also found as"), " · ".join(others)))
        return found

    def _canonical(self, facts: CrawlFacts, url: str) -> Rows:
        if not facts.canonical:
            return []
        if facts.canonical == url:
            return [(self.tr("Canonical address"), self.tr("{url} (no rule changes it)").format(url=url))]
        rules = " · ".join(f"{rule_name(name)}: {form}" for name, form in facts.steps)
        return [(self.tr("Canonical address"), facts.canonical), (self.tr("By the rules"), rules)]

    def _revisit(self, revisit: Revisit | None) -> Rows:
        if revisit is None:
            return []
        if not revisit.checks:
            learnt = self.tr("visited once: nothing is known of its changes yet")
        else:
            learnt = self.tr("%Ln change(s)", "", revisit.changes) + self.tr(
                " in %Ln visit(s)", "", revisit.checks
            )
        every = self.tr("every {interval} ({learnt})").format(
            interval=self._interval(revisit.interval.total_seconds() / 3600), learnt=learnt
        )
        return [(self.tr("Worth a visit"), every), (self.tr("Next visit"), formats.date(revisit.next))]

    def _interval(self, hours: float) -> str:
        if hours < 48:
            return self.tr("{hours} h", "hours").format(hours=f"{hours:.3g}")
        return self.tr("{days} days").format(days=f"{hours / 24:.3g}")


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
    kind: PageType | None = None
    named: Named | None = None


def gather(archive: Archive, reader: ArchiveReader, capture: Capture) -> Facts:
    """Record, HTTP message and document of one capture, and what crawls know of its page."""
    capture = reader.capture(capture.id)  # its record may stand elsewhere since it was chosen
    record, message = reader.record(capture), reader.http(capture)
    fields = tuple((name, record.get(name) or "") for name, _ in record.fields)
    document = reader.document(
        capture, main=True, ocr=True
    )  # as the Text tab has it: read once, and not in this process
    return Facts(
        capture,
        fields,
        message.status_line,
        message.headers,
        message.warnings,
        document,
        facts_of_crawls(archive, reader, capture),
        _kind(reader, capture),
        title_of(reader, capture.url, capture.title, document.text),
    )


def _kind(reader: ArchiveReader, capture: Capture) -> PageType | None:
    version = reader.capture(capture.base) if capture.base else capture
    with PageTypes(reader) as types:
        return types.of(version)


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
        self.empty = EmptyView(self, "info")
        self.find_bar = FindBar(self.view, self)
        theme.watcher().changed.connect(self._recolour)
        tip = self.tr("Copy all details as plain text")
        self.copy = push_button(self, "copy", self.tr("Copy as text"), tip, self.copy_text)
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.DOUBLE, theme.HALF, theme.DOUBLE, theme.HALF)
        tip = self.tr(
            "Read the documents of this kind again if an older version of the program has read them"
        )
        self.again = push_button(self, "reextract", self.tr("Re-extract"), tip, self._ask_again)
        bar.setSpacing(theme.UNIT)
        bar.addStretch(1)
        bar.addWidget(self.again)
        bar.addWidget(self.copy)
        self._stack = in_stack(None, self.empty, self.view)
        in_column(self, bar, (self._stack, 1), self.find_bar)

    def open_find(self) -> None:
        """Look for words."""
        self.find_bar.open()

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
            (self.tr("Candidates for the title"), lines(document) if plain else []),
            (
                self.tr("Official document"),
                fact_words.official(document.official) if document.official else [],
            ),
            (self.tr("Product"), fact_words.product(document.product) if document.product else []),
            (self.tr("Posts"), fact_words.posts(document.posts, _POSTS)),
            (self.tr("What it says of itself"), fact_words.rows(document.metadata)),
            (self.tr("Capture"), self._capture(facts.capture)),
            (self.tr("Crawling"), self._words.rows(facts.crawl, facts.capture.url)),
            (self.tr("Place in the archive"), self._place(facts.capture)),
            (self.tr("Record header"), list(facts.fields)),
            (self.tr("HTTP answer"), [(self.tr("Status line"), facts.status_line), *facts.headers]),
        ]
        warnings = [*facts.warnings, *document.warnings, document.error]
        said = [
            (str(number), engine_words.say(text)) for number, text in enumerate(filter(None, warnings), 1)
        ]
        found.insert(1, (self.tr("Warnings"), said))
        kept = ((title, [(name, value) for name, value in rows if value]) for title, rows in found)
        return [(title, rows) for title, rows in kept if rows]

    def _document(self, facts: Facts) -> list[tuple[str, str]]:
        document, capture = facts.document, facts.capture
        title, source = capture.title, engine_words.say(capture.title_source)
        why = verdict(document, capture.title)
        if (found := facts.named) is not None:
            title, source = found.text, self.tr("Links to this page")
            why = self.tr(
                "It has no title of its own. Pages that say this in a link to it: {pages} of {of}."
            ).format(of=formats.number(found.of), pages=formats.number(found.pages))
        return [
            (self.tr("Title"), title),
            (self.tr("Title taken from"), source),
            (self.tr("Why this title"), why),
            (self.tr("Author"), document.author),
            (self.tr("Date"), document.date),
            (self.tr("Language"), languages.name(document.language)),
            (self.tr("Format"), document.format),
            (self.tr("Kind of page"), page_kinds.on_one_line(facts.kind) if facts.kind else ""),
            (self.tr("Media type"), capture.type),
            (self.tr("Size"), f"{formats.size(capture.length)} ({formats.size_exact(capture.length)})"),
            (self.tr("Links"), formats.number(len(document.links))),
        ]

    def _capture(self, capture: Capture) -> list[tuple[str, str]]:
        kinds = {
            "version": self.tr("version (its content was new)"),
            "visit": self.tr("visit (nothing was new)"),
        }
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
                html.append(table(facts.document, colors))
        self.view.setHtml("".join(html))
        self.view.document().setDocumentMargin(theme.DOUBLE)
        self.copy.setEnabled(True)
        self.again.setEnabled(True)
        self._stack.setCurrentWidget(self.view)
        self.find_bar.reset()

    def _recolour(self) -> None:
        if self._facts is not None:
            self._show(self._facts)

    def _row(self, name: str, value: str) -> str:
        return f'<tr><td class="name" width="200">{escape(name)}</td><td>{escape(value)}</td></tr>'

    def _failed(self, error: Exception) -> None:
        self.empty.say(self.tr("The details could not be read."), messages.sentence(error))

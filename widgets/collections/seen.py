"""Have I seen this? A file from anywhere, or a page, against the archive: what is the same, what is alike, which passages
both have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHeaderView,
    QPlainTextEdit,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.errors import StorageUnreadable
from widgets.blocks import label_styles
from widgets.kit import files, jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, split, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.loading import Loader
from widgets.kit.parts import ClosesWithEscape, ElidedLabel, bare, push_button
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Capture
    from app.archive.reader import ArchiveReader
    from app.likeness.seeking import Match
    from widgets.session import Session

MOST = 300
_LARGEST = 256 << 20  # bytes of a file
_LONGEST = 4000  # characters of a passage that are shown
_MATCH = Qt.ItemDataRole.UserRole
_TITLE, _HOW, _ALIKE, _PART, _DATE = range(5)


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found: versions with the same bytes, those with a text that is alike, and the text that was sought."""

    same: list[Capture]
    alike: list[Match]
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """What a block of a version says."""

    id: str
    url: str
    text: str


Source = Path | str | Passage
"""A file, the id of a version, or a block of one."""


def look(
    archive: Archive, source: Source, crawling: Callable[[], bool], words: str, task: jobs.Handle
) -> Looked:
    """Bring the fingerprints up to date, then compare. StorageUnreadable, CaptureMissing, StorageFailed."""
    from app.likeness import feeding, prints, seeking
    from app.likeness.synonyms import read_synonyms
    from extractors.door import guarded

    if feeding.behind(archive):
        feeding.feed(archive, task.steps(words, formats.number), lambda: task.cancelled, crawling)
        task.check()
    found: list[Match] = []
    same: list[Capture] = []
    with archive.reader() as reader:
        if isinstance(source, Passage):
            for match in islice(seeking.standing(reader, source.text, without=source.url), MOST):
                task.check()
                found.append(match)
            return Looked([], found, source.text)
        if isinstance(source, str):
            capture = reader.capture(source)
            text = seeking.text_of(reader, capture)
            wanted = prints.of_text(text, capture.title, read_synonyms(reader.path))
            without = capture.url
        else:
            data = _read(source)
            task.check()
            document = guarded.extract(data, cancelled=lambda: task.cancelled, name=source.name, main=True)
            text, without = prints.main_text(document), ""
            wanted = seeking.prints_of_document(reader, document)
            same = reader.with_body(sha256(data).digest(), MOST) if data else []
        if wanted is not None:
            for match in islice(seeking.like(reader, wanted, without=without), MOST):
                task.check()
                found.append(match)
        known = {match.capture.url for match in found}
        return Looked([one for one in same if one.url not in known], found, text)


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise OSError(0, formats.size(path.stat().st_size))
        return path.read_bytes()
    except OSError as error:
        raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error


@dataclass(frozen=True, slots=True)
class Shared:
    """A passage that a page has in common with a text, as that has it, and label and topic of the block of the page that
    holds it; "" where the page is not in HTML."""

    text: str
    label: str
    topic: str


def passages(text: str, capture: Capture, reader: ArchiveReader, task: jobs.Handle) -> list[Shared]:
    """The passages that a version has in common with a text, in the order of the text."""
    from app.blocks.compare.standing import held, holder, page_in_blocks
    from app.likeness.seeking import shared_passages

    _, found = shared_passages(reader, text, capture)
    task.check()
    tree = page_in_blocks(reader, capture) if found else None
    places = held(tree, text) if tree is not None else []
    made = []
    for one in found:
        block = holder(places, one.begin_a, one.end_a)
        label, topic = (block.label, block.topic) if block is not None else ("", "")
        made.append(Shared(text[one.begin_a : one.end_a], label, topic))
    return made


class SeenView(ClosesWithEscape):
    """Stands where pages are shown. `seek` a file or a version; double click or Enter opens the page that is alike."""

    capture_requested = Signal(str)
    compare_requested = Signal(str, str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self._session = session
        self._task: jobs.Task[Any] | None = None
        self._source: Source | None = None
        self._loader = Loader(self)
        self.looked: Looked | None = None
        self.heading = ElidedLabel(self)
        self.heading.setProperty("role", "heading")
        self.summary = text_label("", "muted", wrap=True)
        self.choose_button = push_button(
            self, "open", self.tr("Choose a &file…"), self.tr("A file from outside the archive"), self.choose
        )
        self.compare_button = push_button(
            self,
            "compare",
            self.tr("&Compare"),
            self.tr("The page and the one that is selected side by side"),
            self.compare,
        )
        self.list = self._make_list()
        self.shared = QPlainTextEdit(readOnly=True)
        self.shared.setAccessibleName(self.tr("Passages that both have"))
        bare(self.shared)
        self.shared_head = text_label("", "section")
        self.busy, self.nothing = EmptyState("search"), EmptyState("alike")
        self.busy.offer(self.tr("Cancel"), self.tr("Stop looking"), self.cancel)
        self.nothing.offer(self.tr("Choose a file…"), self.tr("A file from outside the archive"), self.choose)
        self.stack = QStackedWidget()
        self._arrange()
        self._say_what_for()

    def _make_list(self) -> QTreeWidget:
        found = QTreeWidget()
        found.setHeaderLabels(
            [self.tr("Page"), self.tr("How"), self.tr("Alike"), self.tr("In common"), self.tr("Captured")]
        )
        tips = (
            self.tr("Title and address"),
            self.tr("What is the same"),
            self.tr("How much of both texts is the same"),
            self.tr("How much of the shorter text the other one has"),
            self.tr("When this version was stored"),
        )
        for column, tip in enumerate(tips):
            found.headerItem().setToolTip(column, tip)
        found.setAccessibleName(self.tr("Pages that are alike"))
        found.setRootIsDecorated(False)
        found.setUniformRowHeights(True)
        found.setAllColumnsShowFocus(True)
        found.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        found.setFrameShape(QTreeWidget.Shape.NoFrame)
        head = found.header()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Stretch)
        found.currentItemChanged.connect(lambda item, _: self._show_shared(item))
        found.itemActivated.connect(self._open)
        return found

    def _arrange(self) -> None:
        close = self.close_button()
        below = QWidget()
        in_column(
            below,
            self.shared_head,
            (self.shared, 1),
            margins=(theme.DOUBLE, theme.UNIT, theme.DOUBLE, theme.UNIT),
            spacing=theme.HALF,
        )
        splitter = split(Qt.Orientation.Vertical, self.list, below, sizes=[360, 220])
        self._results = splitter
        for view in (self.nothing, self.busy, splitter):
            self.stack.addWidget(view)
        in_column(
            self,
            in_row(
                None,
                self.heading,
                None,
                close,
                margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, 0),
                spacing=-1,
            ),
            in_row(
                None,
                (self.summary, 1),
                self.choose_button,
                self.compare_button,
                margins=(theme.DOUBLE, 0, theme.DOUBLE, theme.UNIT),
                spacing=theme.UNIT,
            ),
            (self.stack, 1),
            spacing=theme.HALF,
        )

    def _say_what_for(self) -> None:
        self.heading.set_text(self.tr("Have I seen this?"))
        self.compare_button.hide()
        self.summary.clear()
        self._say(
            self.tr("Drop a file here"),
            self.tr(
                "The archive is looked through for pages that are the same or alike, and for passages that both have. "
                "The file is not stored."
            ),
        )

    # ---- looking --------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Be asked for a file."""
        if not isinstance(self._source, Path):
            self.cancel()
            self._source, self.looked = None, None
            self._say_what_for()
        self.choose_button.setFocus()

    def choose(self) -> None:
        """Ask for a file."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        chosen, _ = QFileDialog.getOpenFileName(self, self.tr("Have I seen this?"), folder)
        if chosen:
            self.seek_file(Path(chosen))

    def seek_file(self, path: Path) -> None:
        """Look for what is like a file."""
        self.heading.set_text(self.tr("Have I seen “{name}”?").format(name=path.name))
        self.compare_button.hide()
        self._seek(path)

    def seek_version(self, capture: Capture) -> None:
        """Look for what is like a version of a page."""
        self.heading.set_text(self.tr("More like “{title}”").format(title=capture.title or capture.url))
        self.compare_button.show()
        self._seek(capture.base or capture.id)

    def seek_passage(self, capture: Capture, text: str) -> None:
        """Look for pages that say what a block of a version says, or passages of it."""
        said = formats.shorten(" ".join(text.split()), 80)
        self.heading.set_text(self.tr("Where else stands “{text}”?").format(text=said))
        self.compare_button.show()
        self._seek(Passage(capture.base or capture.id, capture.url, text))

    def _seek(self, source: Source) -> None:
        if self._task is not None:
            self._task.cancel()
        self._source, self.looked = source, None
        self.summary.clear()
        self.compare_button.setEnabled(False)
        self.busy.say(self.tr("Looking for what is alike…"), self.tr("The first time all texts are read."))
        self.stack.setCurrentWidget(self.busy)
        session, archive = self._session, self._session.archive
        words = self.tr("{done} of {total} versions")
        self._task = jobs.run(
            self,
            lambda task: look(archive, source, lambda: session.crawling, words, task),
            done=self._show,
            failed=self._failed,
            stopped=lambda _: None,
            label=self.tr("Comparing texts"),
        )

    def cancel(self) -> None:
        """Look no further."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._say(self.tr("Cancelled"), "")

    def _failed(self, error: Exception) -> None:
        self._task = None
        self._say(self.tr("It could not be compared."), messages.sentence(error))

    def _say(self, heading: str, text: str) -> None:
        self.nothing.say(heading, text)
        self.stack.setCurrentWidget(self.nothing)

    def _show(self, looked: Looked) -> None:
        self._task, self.looked = None, looked
        self.list.clear()
        if not looked.same and not looked.alike:
            said = self.tr("No page of this archive is like it, and none has a passage of it.")
            if isinstance(self._source, Passage):
                said = self.tr("No other page says it, or a passage of forty letters of it.")
            elif not looked.text:
                said = self.tr(
                    "It has no text that could be compared, and the archive does not have these bytes."
                )
            heading = (
                self.tr("Nowhere else") if isinstance(self._source, Passage) else self.tr("Not seen before")
            )
            self._say(heading, said)
            return
        for capture in looked.same:
            self._add(capture, self.tr("The same bytes"), 1.0, 1.0, None)
        for match in looked.alike:
            self._add(match.capture, self._how(match), match.jaccard, match.contained, match)
        count = self.list.topLevelItemCount()
        best = self.list.topLevelItem(0)
        self.summary.setText(
            formats.sentences(
                [
                    self.tr("%Ln page(s) are like it;", "", count),
                    self.tr("the most alike: {how}.").format(how=best.text(_HOW) if best else ""),
                ]
            )
        )
        self.stack.setCurrentWidget(self._results)
        if best is not None:
            self.list.setCurrentItem(best)
        self.list.setFocus()

    def _add(self, capture: Capture, how: str, jaccard: float, part: float, match: Match | None) -> None:
        item = QTreeWidgetItem(
            self.list,
            [
                capture.title or formats.readable(capture.url),
                how,
                formats.percent(jaccard),
                formats.percent(part),
                formats.date(capture.date, brief=True),
            ],
        )
        item.setIcon(_TITLE, theme.icon(formats.type_icon(capture.type)))
        addresses = match.addresses if match is not None else (capture.url,)
        item.setToolTip(_TITLE, "\n".join((capture.title, *addresses[:20])).strip())
        item.setData(_TITLE, _MATCH, capture)
        for column in (_ALIKE, _PART):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _how(self, match: Match) -> str:
        said = {
            "text": self.tr("The same text"),
            "normal": self.tr("The same letters and figures"),
            "near": self.tr("Nearly the same text"),
            "part": self.tr("Passages of it"),
            "meaning": self.tr("The same key words"),
        }
        return said[match.same]

    # ---- one of them ----------------------------------------------------------------------------------------------

    def _show_shared(self, item: QTreeWidgetItem | None) -> None:
        looked = self.looked
        self.compare_button.setEnabled(item is not None)
        self.shared.clear()
        self.shared_head.setText(self.tr("Passages that both have"))
        if item is None or looked is None or not looked.text:
            return
        capture: Capture = item.data(_TITLE, _MATCH)
        text = looked.text
        self._loader.start(
            self._session.archive, lambda reader, task: passages(text, capture, reader, task), self._put
        )

    def _put(self, found: list[Shared]) -> None:
        characters = sum(len(one.text) for one in found)
        if found:
            head = self.tr("%Ln passage(s) that both have,", "", len(found))
            signs = self.tr("{count} characters in all").format(count=formats.number(characters))
            self.shared_head.setText(formats.sentences([head, signs]))
        else:
            self.shared_head.setText(self.tr("No passage of forty letters is in both"))
        shown = []
        for one in found:
            # the words of a block often begin with its topic
            said = formats.shorten(" ".join(one.text.split()), _LONGEST)
            topic = "" if said.startswith(one.topic) else f": {formats.shorten(one.topic)}"
            shown.append(f"[{label_styles.name(one.label)}{topic}]\n{said}" if one.label else said)
        self.shared.setPlainText("\n\n".join(shown))

    def _open(self, item: QTreeWidgetItem) -> None:
        self.capture_requested.emit(item.data(_TITLE, _MATCH).id)

    def compare(self) -> None:
        """The page and the one that is selected side by side."""
        item = self.list.currentItem()
        own = self._source.id if isinstance(self._source, Passage) else self._source
        if item is not None and isinstance(own, str):
            self.compare_requested.emit(own, item.data(_TITLE, _MATCH).id)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        paths = files.local_paths(event.mimeData()) if event.source() is None else []
        if len(paths) == 1 and paths[0].is_file():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.seek_file(files.local_paths(event.mimeData())[0])

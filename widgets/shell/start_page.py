"""Where the program begins: paste an address and press Enter, or open what is there."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QEvent, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QIcon
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

import resources
from widgets.kit import files as places
from widgets.kit import theme
from widgets.kit.parts import ElidedLabel
from widgets.words import formats

# The archives opened lately, kept in the preferences.

_KEY = "recent"
_MOST = 12


@dataclass(frozen=True, slots=True)
class Recent:
    """One archive; `opened` is an ISO 8601 moment."""

    path: str
    name: str
    pages: int
    opened: str

    @property
    def moment(self) -> datetime:
        """When it was opened last."""
        return datetime.fromisoformat(self.opened)


def load(settings: QSettings) -> list[Recent]:
    """The list, newest first; entries that cannot be read are left out."""
    try:
        rows = json.loads(str(settings.value(_KEY, "[]", str)))
        return [Recent(**row) for row in rows]
    except (ValueError, TypeError):
        return []


def remember(settings: QSettings, path: Path, name: str, pages: int) -> None:
    """Put an archive at the head of the list."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    entry = Recent(str(path), name, pages, now)
    _save(settings, [entry, *(other for other in load(settings) if other.path != entry.path)])


def forget(settings: QSettings, path: str) -> None:
    """Take an archive off the list; the archive itself stays."""
    _save(settings, [entry for entry in load(settings) if entry.path != path])


def _save(settings: QSettings, entries: list[Recent]) -> None:
    settings.setValue(_KEY, json.dumps([asdict(entry) for entry in entries[:_MOST]], ensure_ascii=False))


# One archive in the recent list of the start page.


class RecentRow(QPushButton):
    """Name, folder, pages, when it was opened; and a small button that takes it off the list."""

    chosen = Signal(str)
    forgotten = Signal(str)

    def __init__(self, entry: Recent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        folder = Path(entry.path)
        self.setProperty("card", True)
        self.setProperty("row", True)
        self.setAccessibleName(self.tr("Open {name}").format(name=entry.name))
        self.setToolTip(entry.path)
        self.clicked.connect(lambda: self.chosen.emit(entry.path))
        there = places.is_archive(folder)
        name, place = ElidedLabel(self), ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        name.setProperty("role", "section")
        name.set_text(entry.name)
        place.set_text(places.home_short(folder))
        place.setProperty("muted", True)
        figures = QLabel(
            self.tr("{pages} · {date}").format(
                pages=self.tr("%Ln page(s)", "", entry.pages), date=formats.date(entry.moment)
            )
        )
        figures.setProperty("muted", True)
        figures.setToolTip(formats.date_exact(entry.moment))
        lost = QLabel(self.tr("Not found"), visible=False)
        lost.setProperty("bad", True)
        lost.setToolTip(self.tr("The folder is not there any more, or not connected"))
        lost.setHidden(there)
        forget = QToolButton()
        forget.setIcon(theme.icon("close", "muted"))
        forget.setToolTip(self.tr("Take it off this list; the archive stays where it is"))
        forget.setAccessibleName(self.tr("Take {name} off the list").format(name=entry.name))
        forget.clicked.connect(lambda: self.forgotten.emit(entry.path))
        for label in (name, place):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            # what is beside them stands at the right edge, however short they are
            label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(name)
        texts.addWidget(place)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT)
        row.addLayout(texts, 1)
        row.addWidget(lost)
        row.addWidget(figures)
        row.addWidget(forget)


_WIDTH = 720


class StartPage(QWidget):
    """The signals say what the person wants."""

    crawl_requested = Signal(str, object)  # addresses, folder of the archive
    new_requested = Signal()
    open_requested = Signal()
    sample_requested = Signal()
    archive_chosen = Signal(object)
    import_requested = Signal(object)  # files and folders that were dropped
    import_wanted = Signal()
    refused = Signal(str)

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("startPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self._settings = settings
        self._folder: Path | None = None
        self.content = QWidget(objectName="startContent")
        self.content.setMaximumWidth(_WIDTH)
        column = QVBoxLayout(self.content)
        column.setContentsMargins(theme.TRIPLE, 0, theme.TRIPLE, theme.LARGE)
        column.setSpacing(theme.UNIT)
        column.addStretch(2)
        self._build_title(column)
        self._build_field(column)
        self._build_buttons(column)
        self.recent_heading = QLabel(self.tr("Recent archives"))
        self.recent_heading.setProperty("role", "section")
        column.addSpacing(theme.TRIPLE)
        column.addWidget(self.recent_heading)
        self.rows = QVBoxLayout()
        self.rows.setSpacing(theme.UNIT)
        column.addLayout(self.rows)
        column.addSpacing(theme.DOUBLE)
        column.addLayout(self._build_hint())
        column.addStretch(3)
        self._frame()
        self.refresh()

    def _build_hint(self) -> QHBoxLayout:
        self.hint = QLabel(
            self.tr(
                "You can also drop an archive here, or Tianwang, WARC, ARC and WACZ files, or folders of them."
            ),
            wordWrap=True,
        )
        self.hint.setProperty("muted", True)
        bring = QPushButton(theme.icon("import", "accent"), self.tr("Import…"))
        bring.setProperty("link", True)
        bring.setToolTip(self.tr("Choose files to make a new archive of"))
        bring.clicked.connect(self.import_wanted)
        row = QHBoxLayout()
        row.setSpacing(theme.UNIT)
        row.addWidget(self.hint, 1)
        row.addWidget(bring, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _frame(self) -> None:
        inner = QWidget(objectName="startContent")
        row = QHBoxLayout(inner)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self.content, 100)
        row.addStretch(1)
        scroll = QScrollArea(widgetResizable=True, frameShape=QFrame.Shape.NoFrame, objectName="startScroll")
        scroll.setWidget(inner)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def _build_title(self, column: QVBoxLayout) -> None:
        self._logo = QLabel()
        title = QLabel(self.tr("Tianwang Explorer"))
        title.setProperty("role", "title")
        row = QHBoxLayout()
        row.setSpacing(theme.DOUBLE)
        row.addWidget(self._logo)
        row.addWidget(title, 1)
        column.addLayout(row)
        sentence = QLabel(
            self.tr("Capture a web site, keep every version of every page, and see what changed.")
        )
        sentence.setProperty("muted", True)
        sentence.setWordWrap(True)
        column.addWidget(sentence)
        column.addSpacing(theme.DOUBLE)
        self._draw()

    def _build_field(self, column: QVBoxLayout) -> None:
        self.address = QLineEdit(clearButtonEnabled=True)
        self.address.setProperty("big", True)
        self.address.setPlaceholderText(self.tr("Paste an address…"))
        self.address.setAccessibleName(self.tr("Address to capture"))
        self.address.setToolTip(self.tr("The address of a site or page; Enter goes on"))
        self.address.addAction(theme.icon("address", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.address.returnPressed.connect(self._ask)
        self.address.textChanged.connect(self._typed)
        self.go = QPushButton(theme.icon("forward", "on_accent"), self.tr("Capture"))
        self.go.setProperty("primary", True)
        self.go.setProperty("big", True)
        self.go.setToolTip(self.tr("Choose what to capture (Enter)"))
        self.go.clicked.connect(self._ask)
        row = QHBoxLayout()
        row.setSpacing(theme.UNIT)
        row.addWidget(self.address, 1)
        row.addWidget(self.go)
        column.addLayout(row)
        self.where = QLabel()
        self.where.setProperty("muted", True)
        self.change = QPushButton(self.tr("Change…"))
        self.change.setProperty("link", True)
        self.change.setToolTip(self.tr("Keep it in another folder"))
        self.change.clicked.connect(self._change_folder)
        line = QHBoxLayout()
        line.setContentsMargins(theme.HALF, 0, 0, 0)
        line.setSpacing(theme.HALF)
        line.addWidget(self.where)
        line.addWidget(self.change)
        line.addStretch(1)
        column.addLayout(line)

    def _build_buttons(self, column: QVBoxLayout) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.UNIT)
        sample = self.tr("Capture a small site that this program brings along, without the internet")
        for icon, text, tip, signal in (
            ("new", self.tr("New archive…"), self.tr("Make an empty archive"), self.new_requested),
            ("open", self.tr("Open archive…"), self.tr("Open an archive folder"), self.open_requested),
            ("sample", self.tr("Try the sample site"), sample, self.sample_requested),
        ):
            button = QPushButton(theme.icon(icon, "accent"), text)
            button.setProperty("card", True)
            button.setToolTip(tip)
            button.setAccessibleName(text)
            button.clicked.connect(signal)
            row.addWidget(button, 1)
        column.addSpacing(theme.DOUBLE)
        column.addLayout(row)

    # ---- what it shows ------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read the recent list again."""
        while item := self.rows.takeAt(0):
            item.widget().deleteLater()
        entries = load(self._settings)
        for entry in entries[:6]:
            row = RecentRow(entry)
            row.chosen.connect(lambda path: self.archive_chosen.emit(Path(path)))
            row.forgotten.connect(self._forget)
            self.rows.addWidget(row)
        self.recent_heading.setVisible(bool(entries))
        self._typed()

    def target(self) -> Path | None:
        """The folder of the archive the address will be kept in."""
        if not self.address.text().strip():
            return None
        from widgets.crawl_setup import sentences as crawl_words  # with all that crawls need

        found, _ = crawl_words.addresses(self.address.text())
        if not found:
            return None
        return self._folder or places.archive_for(self._settings, found[0])

    def _typed(self) -> None:
        folder = self.target()
        if folder is None:
            folder = self._folder or places.archive_folder(self._settings)
        text = (
            self.tr("Adds to {folder}") if places.is_archive(folder) else self.tr("Will be kept in {folder}")
        )
        self.where.setText(text.format(folder=places.home_short(folder)))
        self.where.setToolTip(str(folder))

    def _ask(self) -> None:
        from widgets.crawl_setup import sentences as crawl_words

        found, bad = crawl_words.addresses(self.address.text())
        if bad:
            self.refused.emit(crawl_words.refused(bad))
        elif found:
            self.crawl_requested.emit("\n".join(found), self.target())
        self.address.setFocus()

    def _change_folder(self) -> None:
        start = str(places.archive_folder(self._settings))
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Keep the archive in this folder"), start)
        if chosen:
            self.keep_in(Path(chosen))

    def keep_in(self, folder: Path) -> None:
        """Use a folder for the next archive: an archive itself, an empty folder, or one that holds archives."""
        if places.is_archive(folder) or not any(folder.iterdir()):
            self._folder = folder
        else:
            self._folder = None
            self._settings.setValue("archives/folder", str(folder))
        self._typed()

    def _forget(self, path: str) -> None:
        forget(self._settings, path)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_logo"):
            self._draw()
        super().changeEvent(event)

    def _draw(self) -> None:
        logo = QIcon(str(resources.path("icons", "tianwang-explorer.svg")))
        self._logo.setPixmap(logo.pixmap(QSize(52, 52), self.devicePixelRatioF()))

    # ---- dropping -----------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        archive, files = places.dropped(places.local_paths(event.mimeData()))
        if archive or files:
            event.acceptProposedAction()
            self._glow(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._glow(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._glow(False)
        archive, files = places.dropped(places.local_paths(event.mimeData()))
        event.acceptProposedAction()
        if archive:
            self.archive_chosen.emit(archive)
        elif files:
            self.import_requested.emit(files)

    def _glow(self, on: bool) -> None:
        for part in (self, *self.findChildren(QWidget, "startContent"), *self.findChildren(QScrollArea)):
            part.setProperty("drop", on)
            part.style().unpolish(part)
            part.style().polish(part)

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
from widgets.kit.boxes import in_column, in_row, named, restyle, scrolled, text_button, text_label
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
        figures = text_label(
            self.tr("{pages} · {date}").format(
                pages=self.tr("%Ln page(s)", "", entry.pages), date=formats.date(entry.moment)
            ),
            "muted",
        )
        figures.setToolTip(formats.date_exact(entry.moment))
        lost = text_label(self.tr("Not found"), "bad", hidden=True)
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
        in_row(
            self,
            (in_column(None, name, place), 1),
            lost,
            figures,
            forget,
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT),
            spacing=-1,
        )


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
        self.content = named(QWidget(), "startContent")
        self.content.setMaximumWidth(_WIDTH)
        column = in_column(
            self.content, margins=(theme.TRIPLE, 0, theme.TRIPLE, theme.LARGE), spacing=theme.UNIT
        )
        column.addStretch(2)
        self._build_title(column)
        self._build_field(column)
        self._build_buttons(column)
        self.recent_heading = text_label(self.tr("Recent archives"), "section")
        column.addSpacing(theme.TRIPLE)
        column.addWidget(self.recent_heading)
        self.rows = in_column(None, spacing=theme.UNIT)
        column.addLayout(self.rows)
        column.addSpacing(theme.DOUBLE)
        column.addLayout(self._build_hint())
        column.addStretch(3)
        self._frame()
        self.refresh()

    def _build_hint(self) -> QHBoxLayout:
        self.hint = text_label(
            self.tr(
                "You can also drop an archive here, or Tianwang, WARC, ARC and WACZ files, or folders of them."
            ),
            "muted",
            wrap=True,
        )
        bring = text_button(
            self.tr("Import…"),
            self.tr("Choose files to make a new archive of"),
            self.import_wanted,
            icon="import",
            look="link",
        )
        return in_row(None, (self.hint, 1), (bring, 0, Qt.AlignmentFlag.AlignTop), spacing=theme.UNIT)

    def _frame(self) -> None:
        inner = named(QWidget(), "startContent")
        in_row(inner, None, (self.content, 100), None, spacing=-1)
        scroll = scrolled(inner, "startScroll")
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        in_column(self, scroll)

    def _build_title(self, column: QVBoxLayout) -> None:
        self._logo = QLabel()
        title = text_label(self.tr("Tianwang Explorer"), "title")
        row = in_row(None, self._logo, (title, 1), spacing=theme.DOUBLE)
        column.addLayout(row)
        sentence = text_label(
            self.tr("Capture a web site, keep every version of every page, and see what changed."),
            "muted",
            wrap=True,
        )
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
        self.go = text_button(
            self.tr("Capture"),
            self.tr("Choose what to capture (Enter)"),
            self._ask,
            icon="forward",
            look="primary",
        )
        self.go.setProperty("big", True)
        row = in_row(None, (self.address, 1), self.go, spacing=theme.UNIT)
        column.addLayout(row)
        self.where = text_label("", "muted")
        self.change = text_button(
            self.tr("Change…"), self.tr("Keep it in another folder"), self._change_folder, look="link"
        )
        line = in_row(None, self.where, self.change, None, margins=(theme.HALF, 0, 0, 0), spacing=theme.HALF)
        column.addLayout(line)

    def _build_buttons(self, column: QVBoxLayout) -> None:
        row = in_row(None, spacing=theme.UNIT)
        sample = self.tr("Capture a small site that this program brings along, without the internet")
        for icon, text, tip, signal in (
            ("new", self.tr("New archive…"), self.tr("Make an empty archive"), self.new_requested),
            ("open", self.tr("Open archive…"), self.tr("Open an archive folder"), self.open_requested),
            ("sample", self.tr("Try the sample site"), sample, self.sample_requested),
        ):
            button = text_button(text, tip, signal, icon=icon, look="card")
            button.setAccessibleName(text)
            row.addWidget(button, 1)
        column.addSpacing(theme.DOUBLE)
        column.addLayout(row)

    # ---- what it shows ------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read the recent list again."""
        while item := self.rows.takeAt(0):
            row = item.widget()
            if row is not None:
                row.deleteLater()
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
            restyle(part, drop=on)

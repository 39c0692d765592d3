"""The card of a document that the page view cannot show: title, author, facts, pictures, files inside, actions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from PySide6.QtCore import (
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QTableView,
    QTextBrowser,
    QWidget,
)

from app.archive.model import Capture
from extractors.base.types import Document, Line, Member
from widgets.handover.dragging import Handle
from widgets.kit import messages, theme
from widgets.kit.boxes import in_column, in_row
from widgets.kit.flow_layout import FlowLayout
from widgets.kit.parts import icon, push_button, scaled
from widgets.kit.tables import Role, RowsModel, dress, keep_width
from widgets.page import fact_words
from widgets.page.filmstrip import Filmstrip, Frame
from widgets.words import engine as engine_words
from widgets.words import formats, languages

# The files inside an archive or a mail as a table: name, size, type, date.

NAME, SIZE, TYPE, DATE = range(4)


class MembersModel(RowsModel):
    """Members in the order they stand in the file, or sorted by a column."""

    numbers = frozenset({SIZE})

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads = (self.tr("Name"), self.tr("Size"), self.tr("Type"), self.tr("Date"))

    def set_members(self, members: Sequence[Member]) -> None:
        """Replace the list."""
        self.beginResetModel()
        self._rows = members
        self.endResetModel()

    def cell(self, member: Member, column: int, role: int) -> object:
        if role == Role.DisplayRole:
            return self._text(member, column)
        if role == Role.ToolTipRole:
            if column == SIZE and member.size >= 0:
                return formats.size_exact(member.size)
            return member.media_type if column == TYPE else member.name
        if role == Role.DecorationRole and column == NAME:
            folder = member.name.endswith("/")
            return theme.icon("folder" if folder else formats.type_kind(member.media_type), "muted")
        return None

    def _text(self, member: Member, column: int) -> str:
        if column == NAME:
            return member.name
        if column == SIZE:
            return formats.size(member.size) if member.size >= 0 else "–"
        if column == TYPE:
            return formats.type_label(member.media_type) if member.media_type else ""
        try:
            return formats.date(datetime.fromisoformat(member.date)) if member.date else ""
        except ValueError:
            return member.date

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if not 0 <= column < 4:
            return
        keys = {
            NAME: lambda member: member.name.casefold(),
            SIZE: lambda member: member.size,
            TYPE: lambda member: member.media_type,
            DATE: lambda member: member.date,
        }
        self.layoutAboutToBeChanged.emit()
        self._rows = sorted(self._rows, key=keys[column], reverse=order == Qt.SortOrder.DescendingOrder)
        self.layoutChanged.emit()


# What belongs to a document besides its text, below its card: key frames, lyrics, the files inside.

_ROWS = 12  # rows of a list in sight
_LINES = 3000  # lines of lyrics
_DATED, _TYPED = 460, 380  # pixels of a list that has room for dates, and for types


class DocumentExtras(QWidget):
    """Sections with a heading each; what a document has not got is not there."""

    enlarge = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lyrics: Sequence[Line] = ()
        self._empty: set[int] = set()  # columns of the table in which nothing stands
        self.strip = Filmstrip(self)
        self.strip.enlarge.connect(self.enlarge)
        self.lyrics = QTextBrowser(self)
        self.lyrics.setAccessibleName(self.tr("Lyrics"))
        self.lyrics.setFrameShape(QFrame.Shape.NoFrame)
        self.lyrics.setOpenLinks(False)
        self.members = MembersModel(self)
        self.table = self._make_table()
        self._heads = {
            "strip": (QLabel(self), self.strip),
            "lyrics": (QLabel(self.tr("Lyrics"), self), self.lyrics),
            "members": (QLabel(self), self.table),
        }
        layout = in_column(self, spacing=theme.UNIT)
        for head, body in self._heads.values():
            head.setProperty("role", "section")
            layout.addWidget(head)
            layout.addWidget(body)
        self.clear()
        theme.watcher().changed.connect(self._draw_lyrics)

    def _make_table(self) -> QTableView:
        table = QTableView(self)
        dress(table, self.members, self.tr("Files inside"), NAME)
        table.setAlternatingRowColors(True)
        table.setSortingEnabled(True)
        table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        keep_width(table, {SIZE: 96, TYPE: 112, DATE: 168})
        return table

    def clear(self) -> None:
        """Nothing belongs to it."""
        self._lyrics = ()
        self.strip.show_frames(())
        self.members.set_members(())
        for name in self._heads:
            self._show(name, on=False)

    def show_document(self, document: Document) -> None:
        """Lyrics and members; key frames are read apart, since they take long."""
        self._lyrics = document.lyrics
        self._draw_lyrics()
        self._show("lyrics", on=bool(document.lyrics))
        self.members.set_members(document.members)
        self._heads["members"][0].setText(self.tr("%Ln file(s) inside", "", len(document.members)))
        self._empty = {
            column
            for column, said in ((TYPE, "media_type"), (DATE, "date"))
            if not any(getattr(member, said) for member in document.members)
        }
        self._fit_columns()
        rows = min(_ROWS, len(document.members))
        self.table.setFixedHeight(
            rows * theme.ROW_HEIGHT + self.table.horizontalHeader().sizeHint().height() + 4
        )
        self._show("members", on=bool(document.members))

    def show_frames(self, frames: Sequence[Frame]) -> None:
        """The key frames of a film, the pictures of a booklet."""
        timed = any(frame.label for frame in frames)
        self._heads["strip"][0].setText(self.tr("Key frames") if timed else self.tr("Pictures"))
        self.strip.show_frames(frames)
        self._show("strip", on=bool(frames))

    def _fit_columns(self) -> None:
        """Hide empty columns, and in a narrow view dates and types: names get the room."""
        for column, needs in ((DATE, _DATED), (TYPE, _TYPED)):
            self.table.setColumnHidden(column, column in self._empty or self.width() < needs)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _draw_lyrics(self) -> None:
        colors = theme.colors()
        timed = any(line.seconds >= 0 for line in self._lyrics)
        rows = []
        for line in self._lyrics[:_LINES]:
            when = formats.duration(line.seconds) if line.seconds >= 0 else ""
            cell = (
                f'<td align="right" style="color:{colors.muted}; padding-right:16px">{when}</td>'
                if timed
                else ""
            )
            rows.append(f"<tr>{cell}<td>{escape(line.text) or '&nbsp;'}</td></tr>")
        self.lyrics.setHtml(f'<table cellspacing="0" cellpadding="2">{"".join(rows)}</table>' if rows else "")
        self.lyrics.setFixedHeight(min(360, 32 + 26 * max(1, len(rows))))

    def _show(self, name: str, *, on: bool) -> None:
        for widget in self._heads[name]:
            widget.setVisible(on)


_EXCERPT = 420
_NARROW = 600  # pixels below which the words need the place of the picture
_FACTS, _FLAWS = 8, 2


class DocumentCard(QScrollArea):
    """Picture, title, facts, the first lines, buttons; below them key frames, lyrics, or the files inside."""

    text_requested = Signal()
    save_requested = Signal()
    play_requested = Signal()
    enlarge = Signal(int)  # a number in `frames`
    outside_requested = Signal()  # in the program that the system has for it
    dragged = Signal()
    look_requested = Signal()  # as it looks
    look_stopped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._capture: Capture | None = None
        self.card = QFrame(self)
        self.card.setObjectName("documentCard")
        self.card.setMaximumWidth(840)
        self.picture = QLabel(self.card)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self.picture.setFixedWidth(208)
        self.title = QLabel(self.card)
        self.title.setWordWrap(True)
        self.title.setFont(scaled(self.font(), 1.5, QFont.Weight.DemiBold))
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.byline = QLabel(self.card)
        self.byline.setWordWrap(True)
        self.facts = QLabel(self.card)
        self.facts.setTextFormat(Qt.TextFormat.RichText)
        self.facts.setWordWrap(True)
        self.excerpt = QLabel(self.card)
        self.excerpt.setTextFormat(Qt.TextFormat.PlainText)
        self.excerpt.setWordWrap(True)
        self.hint = QLabel(self.card)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.hint.setWordWrap(True)
        self.hint.hide()
        for label in (self.title, self.byline, self.facts, self.excerpt, self.hint):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text_tip = self.tr("Read the text of this document")
        self.show_text = push_button(self, "text", self.tr("Show text"), text_tip, self.text_requested.emit)
        save_tip = self.tr("Save the document as it was received")
        self.save = push_button(self, "save", self.tr("Save original…"), save_tip, self.save_requested.emit)
        outside_tip = self.tr("Open a copy in the program that this computer has for it")
        self.outside = push_button(
            self, "outside", self.tr("Open in another program"), outside_tip, self.outside_requested.emit
        )
        self.picture.setToolTip(
            self.tr("Drag this into a folder or another program to copy the document there")
        )
        Handle(self.picture, self.dragged.emit)
        look_tip = self.tr("Let LibreOffice lay the document out, and show its pages here")
        self.look = push_button(self, "pages", self.tr("Show as it looks"), look_tip, self._look)
        self._stop = False
        play_tip = self.tr("Play it here, out of the archive")
        self.play = push_button(self, "start", self.tr("Play"), play_tip, self.play_requested.emit)
        self.frames: list[Frame] = []
        self.extras = DocumentExtras(self)
        self._first_of_strip = 0
        self.extras.enlarge.connect(lambda number: self.enlarge.emit(number + self._first_of_strip))
        self.byline.setProperty("muted", True)
        self.excerpt.setProperty("muted", True)
        self._arrange()
        self._colour()
        theme.watcher().changed.connect(self._colour)

    def _arrange(self) -> None:
        row = QWidget(self.card)
        buttons = FlowLayout(row, theme.UNIT)
        buttons.addWidget(self.play)
        buttons.addWidget(self.look)
        buttons.addWidget(self.show_text)
        buttons.addWidget(self.outside)
        buttons.addWidget(self.save)
        words = in_column(
            None,
            self.title,
            self.byline,
            self.facts,
            self.excerpt,
            self.hint,
            theme.UNIT,
            row,
            None,
            spacing=theme.UNIT,
        )
        inside = in_row(None, self.picture, (words, 1), spacing=theme.TRIPLE)
        in_column(
            self.card,
            inside,
            self.extras,
            margins=theme.TRIPLE,
            spacing=theme.DOUBLE,
        )
        around = QWidget(self)
        grid = QGridLayout(around)
        grid.setContentsMargins(theme.TRIPLE, theme.TRIPLE, theme.TRIPLE, theme.TRIPLE)
        grid.addWidget(self.card, 1, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 16)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(0, 1)
        grid.setRowStretch(2, 3)
        self.setWidget(around)

    def show_capture(self, capture: Capture) -> None:
        """What the archive knows at once; `show_document` adds the rest."""
        self._capture = capture
        self.play.hide()
        self.look.hide()
        self.say("")
        self.frames = []
        self.extras.clear()
        self.picture.setPixmap(icon(formats.type_kind(capture.type), "accent").pixmap(112, 112))
        self.title.setText(capture.title or formats.readable(capture.url).rstrip("/").rsplit("/", 1)[-1])
        self.byline.clear()
        self.excerpt.setText(self.tr("Reading the document…"))
        self.excerpt.show()
        self.byline.hide()
        self.picture.setProperty("framed", False)
        self._show_facts([])
        self.show_text.setEnabled(False)

    def show_document(self, document: Document) -> None:
        """Author, date, facts of the format and the first lines."""
        if document.title:
            self.title.setText(document.title)
        byline = " · ".join(
            filter(None, (document.author, document.date[:10], languages.name(document.language)))
        )
        self.byline.setText(byline)
        self.byline.setVisible(bool(byline))
        official = fact_words.official(document.official) if document.official else []
        flaws = [(self.tr("Note"), engine_words.say(text)) for text in document.warnings[:_FLAWS]]
        self._show_facts([*official, *fact_words.main_rows(document.metadata, _FACTS), *flaws])
        self.extras.show_document(document)
        self.show_text.setEnabled(bool(document.text.strip() or document.parts))
        lines = " ".join(document.text[: _EXCERPT * 2].split())
        self.excerpt.setText(
            engine_words.say(document.error) or (lines[:_EXCERPT] + "…" if len(lines) > _EXCERPT else lines)
        )
        # a list of what is inside, or the words of a song, say more than the first lines
        told = bool(document.lyrics or (document.members and document.format != "eml"))
        told = told or formats.type_kind(document.media_type) in ("audio", "video")  # its text is its tags
        self.excerpt.setVisible(bool(self.excerpt.text()) and bool(document.error or not told))

    def say(self, sentence: str) -> None:
        """Why something cannot be done with this document here."""
        self.hint.setText(sentence)
        self.hint.setVisible(bool(sentence))

    def offer_look(self, *, stop: bool) -> None:
        """Offer to show the document as it looks, or while that is being done, to stop it."""
        self._stop = stop
        words = self.tr("Stop") if stop else self.tr("Show as it looks")
        self.look.setText(f" {words}")
        self.look.setIcon(icon("stop" if stop else "pages"))
        self.look.show()

    def _look(self) -> None:
        (self.look_stopped if self._stop else self.look_requested).emit()

    def show_error(self, error: Exception) -> None:
        """The document could not be read at all."""
        self.excerpt.setText(messages.sentence(error))

    def show_frames(self, frames: list[Frame]) -> None:
        """The cover in place of the icon, key frames and further pictures in a row."""
        self.frames = frames
        if not frames:
            return
        # a film has no cover: its first frame stands for it, and stays in the row
        self._first_of_strip = 0 if frames[0].label else 1
        self._show_picture(frames[0].image)
        self.extras.show_frames(frames[self._first_of_strip :])

    def _show_picture(self, picture: QImage) -> None:
        ratio = self.devicePixelRatioF()
        smooth = Qt.TransformationMode.SmoothTransformation
        side = round(206 * ratio)
        pixmap = QPixmap.fromImage(picture.scaled(side, 2 * side, Qt.AspectRatioMode.KeepAspectRatio, smooth))
        pixmap.setDevicePixelRatio(ratio)
        self.picture.setPixmap(pixmap)
        self.picture.setProperty("framed", True)

    def _show_facts(self, found: list[tuple[str, str]]) -> None:
        assert self._capture is not None
        rows = [
            (self.tr("Type"), formats.type_label(self._capture.type)),
            (self.tr("Size"), formats.size(self._capture.length)),
            (self.tr("Archived"), formats.date(self._capture.date)),
            *found,
        ]
        muted = theme.colors().muted
        cells = "".join(
            f'<tr><td style="color:{muted}; padding-right:16px">{escape(name)}</td><td>{escape(value)}</td></tr>'
            for name, value in rows
        )
        self.facts.setText(f"<table>{cells}</table>")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.picture.setVisible(event.size().width() >= _NARROW)

    def _colour(self) -> None:
        colors = theme.colors()
        frame = f"border: 1px solid {colors.border};"
        sheet = f"#documentCard {{ background: {colors.raised}; {frame} border-radius: 8px; }}"
        if self.styleSheet() != sheet:
            self.setStyleSheet(sheet)
        framed = bool(self.picture.property("framed")) and not self.picture.pixmap().isNull()
        if not framed and self._capture is not None:
            self.picture.setPixmap(icon(formats.type_kind(self._capture.type), "accent").pixmap(112, 112))

"""A document the page view cannot show: what it is, by whom, what belongs to it, and what can be done with it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.archive.model import Capture
from extractors import Document
from widgets import engine_words, formats, languages, messages, theme
from widgets.flow_layout import FlowLayout
from widgets.page import fact_words
from widgets.page.extras import DocumentExtras
from widgets.page.filmstrip import Frame
from widgets.page.parts import icon, push_button, scaled

_EXCERPT = 420
_NARROW = 600  # pixels below which the words need the place of the picture
_FACTS, _FLAWS = 8, 2


class DocumentCard(QScrollArea):
    """Picture, title, facts, the first lines, buttons; below them key frames, lyrics, or the files inside."""

    text_requested = Signal()
    save_requested = Signal()
    play_requested = Signal()
    enlarge = Signal(int)  # a number in `frames`

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
        for label in (self.title, self.byline, self.facts, self.excerpt):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text_tip = self.tr("Read the text of this document")
        self.show_text = push_button(self, "text", self.tr("Show text"), text_tip, self.text_requested.emit)
        save_tip = self.tr("Save the document as it was received")
        self.save = push_button(self, "save", self.tr("Save original…"), save_tip, self.save_requested.emit)
        play_tip = self.tr("Play it here, out of the archive")
        self.play = push_button(self, "start", self.tr("Play"), play_tip, self.play_requested.emit)
        self.frames: list[Frame] = []
        self.extras = DocumentExtras(self)
        self.extras.enlarge.connect(lambda number: self.enlarge.emit(number + self._first_of_strip))
        self._first_of_strip = 0
        self.byline.setProperty("muted", True)
        self.excerpt.setProperty("muted", True)
        self._arrange()
        self._colour()

    def _arrange(self) -> None:
        row = QWidget(self.card)
        buttons = FlowLayout(row, theme.UNIT)
        buttons.addWidget(self.play)
        buttons.addWidget(self.show_text)
        buttons.addWidget(self.save)
        words = QVBoxLayout()
        words.setSpacing(theme.UNIT)
        for label in (self.title, self.byline, self.facts, self.excerpt):
            words.addWidget(label)
        words.addSpacing(theme.UNIT)
        words.addWidget(row)
        words.addStretch(1)
        inside = QHBoxLayout()
        inside.setSpacing(theme.TRIPLE)
        inside.addWidget(self.picture)
        inside.addLayout(words, 1)
        whole = QVBoxLayout(self.card)
        whole.setContentsMargins(theme.TRIPLE, theme.TRIPLE, theme.TRIPLE, theme.TRIPLE)
        whole.setSpacing(theme.DOUBLE)
        whole.addLayout(inside)
        whole.addWidget(self.extras)
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

    def show_capture(self, capture: Capture, *, playable: bool = False) -> None:
        """What the archive knows at once; `show_document` adds the rest. `playable`: it can be played here."""
        self._capture = capture
        self.play.setVisible(playable)
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
        byline = " · ".join(filter(None, (document.author, document.date[:10], languages.name(document.language))))
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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        colors = theme.colors()
        frame = f"border: 1px solid {colors.border};"
        sheet = f"#documentCard {{ background: {colors.raised}; {frame} border-radius: 8px; }}"
        if self.styleSheet() != sheet:
            self.setStyleSheet(sheet)
        framed = bool(self.picture.property("framed")) and not self.picture.pixmap().isNull()
        if not framed and self._capture is not None:
            self.picture.setPixmap(icon(formats.type_kind(self._capture.type), "accent").pixmap(112, 112))

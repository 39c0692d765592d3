"""A document the page view cannot show: what it is, by whom, and what can be done with it."""

from __future__ import annotations

from datetime import datetime
from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.archive.model import Capture
from extractors import Document
from widgets import formats, messages, theme
from widgets.page.parts import icon, push_button, scaled

_EXCERPT = 420
_NARROW = 600  # pixels below which the words need the place of the picture
_SAID = frozenset({"title", "author"})  # stand above the facts already


class DocumentCard(QScrollArea):
    """Picture, title, facts, the first lines, and two buttons."""

    text_requested = Signal()
    save_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._capture: Capture | None = None
        self.card = QFrame(self)
        self.card.setObjectName("documentCard")
        self.card.setMaximumWidth(720)
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
        self.byline.setProperty("muted", True)
        self.excerpt.setProperty("muted", True)
        self._arrange()
        self._colour()

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.UNIT)
        buttons.addWidget(self.show_text)
        buttons.addWidget(self.save)
        buttons.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(theme.UNIT)
        for label in (self.title, self.byline, self.facts, self.excerpt):
            words.addWidget(label)
        words.addSpacing(theme.UNIT)
        words.addLayout(buttons)
        words.addStretch(1)
        inside = QHBoxLayout(self.card)
        inside.setContentsMargins(theme.TRIPLE, theme.TRIPLE, theme.TRIPLE, theme.TRIPLE)
        inside.setSpacing(theme.TRIPLE)
        inside.addWidget(self.picture)
        inside.addLayout(words, 1)
        around = QWidget(self)
        grid = QGridLayout(around)
        grid.setContentsMargins(theme.TRIPLE, theme.TRIPLE, theme.TRIPLE, theme.TRIPLE)
        grid.addWidget(self.card, 1, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 6)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(0, 1)
        grid.setRowStretch(2, 3)
        self.setWidget(around)

    def show_capture(self, capture: Capture) -> None:
        """What the archive knows at once; `show_document` adds the rest."""
        self._capture = capture
        self.picture.setPixmap(icon(formats.type_kind(capture.type), "accent").pixmap(112, 112))
        self.title.setText(capture.title or capture.url.rstrip("/").rsplit("/", 1)[-1])
        self.byline.clear()
        self.excerpt.setText(self.tr("Reading the document…"))
        self.excerpt.show()
        self.byline.hide()
        self.picture.setProperty("framed", False)
        self._show_facts({})
        self.show_text.setEnabled(False)

    def show_document(self, document: Document) -> None:
        """Author, date, facts of the format and the first lines."""
        if document.title:
            self.title.setText(document.title)
        byline = " · ".join(filter(None, (document.author, document.date[:10], document.language)))
        self.byline.setText(byline)
        self.byline.setVisible(bool(byline))
        self._show_facts(document.metadata)
        self.show_text.setEnabled(bool(document.text.strip() or document.parts))
        lines = " ".join(document.text[: _EXCERPT * 2].split())
        self.excerpt.setText(document.error or (lines[:_EXCERPT] + "…" if len(lines) > _EXCERPT else lines))
        self.excerpt.setVisible(bool(self.excerpt.text()))

    def show_error(self, error: Exception) -> None:
        """The document could not be read at all."""
        self.excerpt.setText(messages.sentence(error))

    def show_picture(self, picture: QImage | None) -> None:
        """The first page, in place of the icon."""
        if picture is None:
            return
        ratio = self.devicePixelRatioF()
        smooth = Qt.TransformationMode.SmoothTransformation
        pixmap = QPixmap.fromImage(picture.scaledToWidth(round(206 * ratio), smooth))
        pixmap.setDevicePixelRatio(ratio)
        self.picture.setPixmap(pixmap)
        self.picture.setProperty("framed", True)

    def _show_facts(self, metadata: dict[str, str]) -> None:
        assert self._capture is not None
        rows = [
            (self.tr("Type"), formats.type_label(self._capture.type)),
            (self.tr("Size"), formats.size(self._capture.length)),
            (self.tr("Archived"), formats.date(self._capture.date)),
            *[
                (self._fact_name(name), _fact(name, value))
                for name, value in metadata.items()
                if value and len(value) < 120 and name not in _SAID
            ][:8],
        ]
        muted = theme.colors().muted
        cells = "".join(
            f'<tr><td style="color:{muted}; padding-right:16px">{escape(name)}</td><td>{escape(value)}</td></tr>'
            for name, value in rows
        )
        self.facts.setText(f"<table>{cells}</table>")

    def _fact_name(self, name: str) -> str:
        """What extractors call a fact, in words; what is not known stays as it is."""
        known = {
            "pages": self.tr("Pages"),
            "slides": self.tr("Slides"),
            "sheets": self.tr("Sheets"),
            "duration": self.tr("Duration"),
            "bitrate": self.tr("Bit rate"),
            "artist": self.tr("Artist"),
            "album": self.tr("Album"),
            "creator": self.tr("Made with"),
            "producer": self.tr("Written by (program)"),
            "modified": self.tr("Last changed"),
            "subject": self.tr("Subject"),
            "keywords": self.tr("Keywords"),
            "created": self.tr("Made"),
            "genre": self.tr("Genre"),
            "comment": self.tr("Comment"),
            "description": self.tr("Description"),
            "category": self.tr("Category"),
            "company": self.tr("Company"),
            "revision": self.tr("Revision"),
            "words": self.tr("Words"),
        }
        return known.get(name, name)

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


def _fact(name: str, value: str) -> str:
    """What an extractor found, as a person writes it; what is not understood stays as it is."""
    try:
        if name == "duration":
            return formats.duration(float(value))
        if name == "bitrate":
            return f"{round(int(value) / 1000)} kbit/s"
        if name in ("modified", "created"):
            return formats.date(datetime.fromisoformat(value))
    except ValueError:
        return value
    return value

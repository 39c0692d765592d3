"""The formats of an export as cards to choose from: documents for people, archives for other programs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QLabel, QVBoxLayout, QWidget

from app.exporting import FORMATS as DOCUMENTS
from widgets import theme
from widgets.page.choice_card import ChoiceCard

ARCHIVES = ("tianwang", "warc", "wacz", "cdxj")


@dataclass(frozen=True, slots=True)
class _Card:
    name: str
    title: str
    sentence: str
    icon: str


class FormatCards(QWidget):
    """Two groups of cards, of which one card is chosen."""

    changed = Signal()

    def __init__(self, chosen: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.UNIT)
        for heading, cards, columns, lines in (
            (self.tr("Documents, for reading and working with"), self._documents(), 4, 2),
            (self.tr("Archives, for other programs"), self._archives(), 4, 3),
        ):
            label = QLabel(heading)
            label.setProperty("role", "section")
            column.addWidget(label)
            grid = QGridLayout()
            grid.setSpacing(theme.UNIT)
            for number, card in enumerate(cards):
                made = ChoiceCard(card.name, card.title, card.sentence, card.icon, self, lines)
                self.group.addButton(made)
                grid.addWidget(made, number // columns, number % columns)
                made.setChecked(card.name == chosen)
            for number in range(columns):
                grid.setColumnStretch(number, 1)
            column.addLayout(grid)
        if self.group.checkedButton() is None:
            self.group.buttons()[1].setChecked(True)
        self.group.buttonToggled.connect(lambda _, on: self.changed.emit() if on else None)

    def buttons(self) -> list[QAbstractButton]:
        """The cards."""
        return self.group.buttons()

    def chosen(self) -> str:
        """The name of the format."""
        card = self.group.checkedButton()
        assert isinstance(card, ChoiceCard)
        return card.name

    def is_archive(self) -> bool:
        """Whether an archive format is chosen."""
        return self.chosen() in ARCHIVES

    def _documents(self) -> list[_Card]:
        cards = [
            _Card("text", self.tr("Text"), self.tr("The bare words, to read and count."), "text"),
            _Card("markdown", self.tr("Markdown"), self.tr("Headings and tables, for notes."), "html"),
            _Card("html", self.tr("Clean web page"), self.tr("Made for reading, opens in every browser."), "address"),
            _Card("docx", self.tr("Word document"), self.tr("To go on writing in an office program."), "office"),
            _Card("original", self.tr("Original"), self.tr("Byte for byte what the server sent."), "archive"),
            _Card("csv", self.tr("Table (CSV)"), self.tr("One row a document, with dates."), "sheet"),
            _Card("json", self.tr("Data (JSON)"), self.tr("The same list for other programs."), "json"),
            _Card("bibtex", "BibTeX", self.tr("References for papers and theses."), "book"),
        ]
        assert {card.name for card in cards} == set(DOCUMENTS)
        return cards

    def _archives(self) -> list[_Card]:
        return [
            _Card("wacz", "WACZ", self.tr("One file to send and to open in ReplayWeb.page."), "warc"),
            _Card("warc", "WARC", self.tr("What libraries and other web archives exchange."), "archive"),
            _Card("tianwang", self.tr("Tianwang files"), self.tr("Plain records, readable with an editor."), "text"),
            _Card("cdxj", "CDXJ", self.tr("Only a list of the captures, for other tools."), "sheet"),
        ]

"""Parts of the export dialog: cards for the formats; options for documents (file names by a pattern, duplicates, main
text)."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSettings, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from app.exporting.export import FORMATS as DOCUMENTS
from app.exporting.formats import EXTENSIONS
from app.exporting.naming import FIELDS, Named, TemplateInvalid, by_address, check_template, place, safe_name
from widgets.kit import messages, theme
from widgets.kit.boxes import in_column, in_row, restyle, text_label
from widgets.kit.parts import scaled

# A card that can be chosen: icon, name and a sentence.

_HEAD = 38  # pixels above and below the sentence of a card
_SIDE, _ICON = 13, 20  # pixels beside what it holds, with its frame; of its picture


class ChoiceCard(QPushButton):
    """One of several choices: its name, and a sentence for whom it is good."""

    def __init__(
        self, name: str, title: str, sentence: str, icon_name: str, parent: QWidget, lines: int = 2
    ) -> None:
        super().__init__(parent)
        self.name = name
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setProperty("card", True)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.setToolTip(sentence)
        self._picture = QLabel(self)
        self._icon_name = icon_name
        head = QLabel(title, self)
        head.setFont(scaled(self.font(), 1.0, QFont.Weight.DemiBold))
        self._words = words = QLabel(sentence, self)
        words.setWordWrap(True)
        words.setProperty("muted", True)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        for label in (self._picture, head, words):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QGridLayout(self)
        layout.setContentsMargins(_SIDE - 1, 4, _SIDE - 1, 4)
        layout.setHorizontalSpacing(theme.UNIT)
        layout.setVerticalSpacing(2)
        layout.addWidget(self._picture, 0, 0)
        layout.addWidget(head, 0, 1)
        layout.addWidget(words, 1, 0, 1, 2)
        layout.setColumnStretch(1, 1)
        layout.setRowStretch(1, 1)
        # a button asks for the room of its own text alone, and the name was cut by a letter
        self.setMinimumWidth(2 * _SIDE + _ICON + theme.UNIT + head.sizeHint().width())
        self.setSizePolicy(
            QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Minimum
        )  # as high as the highest beside it
        self._room = lines * self.fontMetrics().lineSpacing()
        self.toggled.connect(self._colour)
        self._colour()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A wide font, or a long language: the sentence may need a line more than was thought."""
        super().resizeEvent(event)
        needed = self._words.heightForWidth(self._words.width())
        if needed > self._room:
            self._room = needed
            self._colour()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        colors = theme.colors()
        tone = "accent" if self.isChecked() else "muted"
        self._picture.setPixmap(theme.icon(self._icon_name, tone).pixmap(_ICON, _ICON))
        on = f"background: {colors.accent_soft}; border: 2px solid {colors.accent}; padding: 11px 15px;"
        # by a style sheet: that of the program gives every button a least height, which overrules a fixed one
        room = f"min-height: {_HEAD + self._room - 24}px;"
        sheet = f"ChoiceCard {{ {room} {on if self.isChecked() else ''} }}"
        if self.styleSheet() != sheet:
            self.setStyleSheet(sheet)


# The formats of an export as cards to choose from: documents for people, archives for other programs.

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
        column = in_column(self, spacing=theme.UNIT)
        for heading, cards, columns, lines in (
            (self.tr("Documents, for reading and working with"), self._documents(), 4, 2),
            (self.tr("Archives, for other programs"), self._archives(), 4, 3),
        ):
            label = text_label(heading, "section")
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
            _Card(
                "html",
                self.tr("Clean web page"),
                self.tr("Made for reading, opens in every browser."),
                "address",
            ),
            _Card(
                "docx", self.tr("Word document"), self.tr("To go on writing in an office program."), "office"
            ),
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
            _Card(
                "tianwang",
                self.tr("Tianwang files"),
                self.tr("Plain records, readable with an editor."),
                "text",
            ),
            _Card("cdxj", "CDXJ", self.tr("Only a list of the captures, for other tools."), "sheet"),
        ]


LISTS = ("csv", "json", "bibtex")
"""Formats that make one file of all pages: it has no pattern."""

_PATTERN, _EQUAL, _MAIN = "export/pattern", "export/duplicates", "export/main"


class DocumentOptions(QWidget):
    """`changed`: an option has another value."""

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self._format = "markdown"
        self._example: Named | None = None
        self.pattern = QLineEdit(str(settings.value(_PATTERN, "")), self)
        self.pattern.setAccessibleName(self.tr("Pattern for file names"))
        self.pattern.setClearButtonEnabled(True)
        self.fields = QPushButton(self.tr("Fields"), self)
        self.fields.setToolTip(self.tr("What the name of a file can be made of, and some examples"))
        self.fields.setAutoDefault(False)
        self.fields.setMenu(self._make_menu())
        self.example = QLabel(self)
        self.example.setTextFormat(Qt.TextFormat.PlainText)
        self.example.setWordWrap(True)
        self.example.setProperty("muted", True)
        self.example.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.example.setMinimumHeight(
            2 * self.fontMetrics().lineSpacing() + 4
        )  # two lines, whatever they say
        self.equal = QComboBox(self)
        self.equal.setAccessibleName(self.tr("Documents with the same content"))
        self.equal.setToolTip(self.tr("Documents with the same content"))
        self.equal.addItem(self.tr("Write every page, those with the same content too"), "all")
        self.equal.addItem(self.tr("Write the same content only once"), "once")
        self.equal.addItem(self.tr("Write nearly the same text only once"), "alike")
        self.equal.setCurrentIndex(max(0, self.equal.findData(str(settings.value(_EQUAL, "all")))))
        self.main = QCheckBox(self.tr("Of web pages only the main text"), self)
        self.main.setToolTip(self.tr("Without menus, side columns and what stands on every page"))
        self.main.setChecked(bool(settings.value(_MAIN, True, bool)))
        self._arrange()
        self.pattern.textChanged.connect(self._check)

    def _arrange(self) -> None:
        name = text_label(self.tr("File names"), "muted")
        name.setBuddy(self.pattern)
        row = in_row(None, (self.pattern, 1), self.fields, spacing=theme.UNIT)
        in_column(self, name, row, self.example, self.equal, self.main, spacing=theme.HALF)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        says = {
            "title": self.tr("Title of the document"),
            "host": self.tr("Host of its address"),
            "path": self.tr("Folders of its address"),
            "date": self.tr("Day it was captured"),
            "time": self.tr("Time it was captured"),
            "year": self.tr("Year of the document"),
            "id": self.tr("Number of the capture"),
            "version": self.tr("Which version of the page it is"),
            "type": self.tr("What kind of document it is"),
            "language": self.tr("Its language"),
            "author": self.tr("Its author"),
            "issuer": self.tr("Who issued it (official documents)"),
        }
        for field in FIELDS:
            action = menu.addAction(f"{{{field}}}   {says.get(field, '')}".rstrip())
            action.triggered.connect(lambda _=False, field=field: self._insert(f"{{{field}}}"))
        menu.addSeparator()
        for pattern in (
            "{date}/{host}/{title}",
            "{host}/{path}/{title}",
            "{year}/{issuer}/{title}",
            "{id} {title}",
        ):
            action = menu.addAction(self.tr("Example: {pattern}").format(pattern=pattern))
            action.triggered.connect(lambda _=False, pattern=pattern: self.pattern.setText(pattern))
        return menu

    def _insert(self, text: str) -> None:
        self.pattern.insert(text)
        self.pattern.setFocus()

    # ---- what is chosen -----------------------------------------------------------------------------------------

    def set_format(self, format: str) -> None:
        """Only what concerns this format can be chosen."""
        self._format = format
        single = format in LISTS
        for widget in (self.pattern, self.fields, self.equal):
            widget.setEnabled(not single)
        self.main.setEnabled(format in EXTENSIONS)
        usual = (
            self.tr("Like the site: folders and names of its addresses")
            if format == "original"
            else "{title}"
        )
        self.pattern.setPlaceholderText("" if single else usual)
        self._check()

    def set_example(self, example: Named | None) -> None:
        """A page to show what its file would be called."""
        self._example = example
        self._check()

    def problem(self) -> str:
        """Why the pattern cannot be used, or "" when it can."""
        if self._format in LISTS or not self.names():
            return ""
        try:
            check_template(self.names())
        except TemplateInvalid as error:
            return messages.sentence(error)
        return ""

    def names(self) -> str:
        """The pattern, "" for the usual names."""
        return self.pattern.text().strip()

    def once(self) -> bool:
        """The same content only once."""
        return bool(self.equal.currentData() == "once")

    def alike(self) -> bool:
        """Pages whose main text is nearly the same only once."""
        return bool(self.equal.currentData() == "alike")

    def main_only(self) -> bool:
        """Only the main text of web pages."""
        return self.main.isEnabled() and self.main.isChecked()

    def remember(self) -> None:
        """For the next export."""
        self._settings.setValue(_PATTERN, self.names())
        self._settings.setValue(_EQUAL, self.equal.currentData())
        self._settings.setValue(_MAIN, self.main.isChecked())

    def _check(self) -> None:
        problem = self.problem()
        restyle(self.pattern, bad=bool(problem))
        restyle(self.example, bad=bool(problem), muted=not problem)
        self.example.setText(problem or self._preview())
        self.changed.emit()

    def _preview(self) -> str:
        if self._format in LISTS:
            return self.tr("One file with a row for each document.")
        pattern = self.names() or ("" if self._format == "original" else "{title}")
        if self._example is None or not pattern:
            return self.tr(
                "A list of all files (manifest) with addresses and digests is written beside them."
            )
        ending = EXTENSIONS.get(self._format) or by_address(self._example.page).ext
        made = place(pattern, self._example, ending)
        folders = (safe_name(folder, "", set()) for folder in made.folders)
        shown = "/".join((*folders, safe_name(made.title, made.ext, set())))
        return self.tr("For example: {name}").format(name=shown)

"""How documents are exported: names of the files by a pattern, with an example; equal contents; only the main text."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QWidget,
)

from app.exporting.names import safe_name
from app.exporting.naming import FIELDS, Named, TemplateInvalid, check_template, place
from app.exporting.places import by_address
from app.exporting.views import EXTENSIONS
from widgets import messages, theme

LISTS = ("csv", "json", "bibtex")
"""Formats that make one file of all pages: it has no pattern."""

_PATTERN, _EQUAL, _MAIN = "export/pattern", "export/duplicates", "export/main"


class DocumentOptions(QWidget):
    """Says `changed` when something else is wanted."""

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
        self.example.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 4)  # two lines, whatever they say
        self.equal = QComboBox(self)
        self.equal.setAccessibleName(self.tr("Documents with the same content"))
        self.equal.setToolTip(self.tr("Documents with the same content"))
        self.equal.addItem(self.tr("Write every page, those with the same content too"), "all")
        self.equal.addItem(self.tr("Write the same content only once"), "once")
        self.equal.setCurrentIndex(max(0, self.equal.findData(str(settings.value(_EQUAL, "all")))))
        self.main = QCheckBox(self.tr("Of web pages only the main text"), self)
        self.main.setToolTip(self.tr("Without menus, side columns and what stands on every page"))
        self.main.setChecked(settings.value(_MAIN, True, bool))
        self._arrange()
        self.pattern.textChanged.connect(self._check)

    def _arrange(self) -> None:
        name = QLabel(self.tr("File names"), self)
        name.setBuddy(self.pattern)
        row = QHBoxLayout()
        row.setSpacing(theme.UNIT)
        row.addWidget(self.pattern, 1)
        row.addWidget(self.fields)
        below = QHBoxLayout()
        below.setSpacing(theme.DOUBLE)
        below.addWidget(self.equal)
        below.addWidget(self.main)
        below.addStretch(1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.DOUBLE)
        grid.setVerticalSpacing(theme.HALF)
        grid.addWidget(name, 0, 0)
        grid.addLayout(row, 0, 1)
        grid.addWidget(self.example, 1, 1)
        grid.addLayout(below, 2, 1)
        grid.setColumnStretch(1, 1)

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
        for pattern in ("{date}/{host}/{title}", "{host}/{path}/{title}", "{year}/{issuer}/{title}", "{id} {title}"):
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
        usual = self.tr("Like the site: folders and names of its addresses") if format == "original" else "{title}"
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
        return self.equal.currentData() == "once"

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
        self.pattern.setProperty("bad", bool(problem))
        self.pattern.style().unpolish(self.pattern)
        self.pattern.style().polish(self.pattern)
        self.example.setProperty("bad", bool(problem))
        self.example.setProperty("muted", not problem)
        self.example.style().unpolish(self.example)
        self.example.style().polish(self.example)
        self.example.setText(problem or self._preview())
        self.changed.emit()

    def _preview(self) -> str:
        if self._format in LISTS:
            return self.tr("One file with a row for each document.")
        pattern = self.names() or ("" if self._format == "original" else "{title}")
        if self._example is None or not pattern:
            return self.tr("A list of all files (manifest) with addresses and digests is written beside them.")
        ending = EXTENSIONS.get(self._format) or by_address(self._example.page).ext
        made = place(pattern, self._example, ending)
        folders = (safe_name(folder, "", set()) for folder in made.folders)
        shown = "/".join((*folders, safe_name(made.title, made.ext, set())))
        return self.tr("For example: {name}").format(name=shown)

"""The kinds of crawl that people do most, one click each."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.crawl.templates import Template, templates
from widgets import theme
from widgets.crawl_setup import words

_ICONS = {
    "one-site": "site", "one-page": "html", "one-folder": "folder", "news-front-page": "recent",
    "document-harvest": "pdf", "topic": "search",
}  # fmt: skip
_COLUMNS = 3


class TemplateChoice(QWidget):
    """`chosen` carries the Template."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self._templates = templates()
        self.sentence = QLabel(wordWrap=True)
        self.sentence.setProperty("muted", True)
        grid = QGridLayout()
        grid.setSpacing(theme.UNIT)
        for number, template in enumerate(self._templates):
            button = QPushButton(theme.icon(_ICONS[template.code]), words.template_name(template.code), checkable=True)
            button.setProperty("option", True)
            button.setToolTip(words.template_sentence(template.code))
            button.setAccessibleDescription(words.template_sentence(template.code))
            self._group.addButton(button, number)
            self.buttons[template.code] = button
            grid.addWidget(button, number // _COLUMNS, number % _COLUMNS)
        for column_number in range(_COLUMNS):
            grid.setColumnStretch(column_number, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.HALF)
        column.addLayout(grid)
        column.addWidget(self.sentence)
        self._group.idClicked.connect(self._clicked)
        self.reset()

    def current(self) -> Template:
        """The kind that is chosen."""
        return self._templates[self._group.checkedId()]

    def reset(self) -> None:
        """Back to the first kind, in silence."""
        self._group.button(0).setChecked(True)
        self.sentence.setText(words.template_sentence(self._templates[0].code))

    def _clicked(self, number: int) -> None:
        template = self._templates[number]
        self.sentence.setText(words.template_sentence(template.code))
        self.chosen.emit(template)

"""What to capture: the kinds of crawl that people do most, one click each."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.crawl.settings import CrawlSettings
from app.crawl.templates import Template, templates
from widgets import crawl_words, theme
from widgets.crawl_setup import words

_ICONS = {
    "one-site": "site", "one-page": "html", "one-folder": "folder", "one-domain": "app", "news-front-page": "recent",
    "document-harvest": "pdf", "topic": "search", "anywhere": "link",
}  # fmt: skip
_COLUMNS = 2
_PLAIN = {"one-site": "host", "one-folder": "prefix", "one-domain": "domain", "anywhere": "any"}
"""Kinds that say themselves which part of the web is taken, and how."""


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

    @property
    def names_part(self) -> bool:
        """Whether the kind leaves open which part of the web is meant: the site, the folder, the domain, any."""
        return self.current().code not in (*_PLAIN, "one-page")

    def explain(self, found: list[str]) -> None:
        """Say what the kind means for these addresses."""
        code = self.current().code
        scope = _PLAIN.get(code)
        self.sentence.setText(crawl_words.scope_sentence(scope, found) if scope else words.template_sentence(code))

    def reset(self) -> None:
        """Back to the first kind, in silence."""
        self._group.button(0).setChecked(True)

    def suit(self, settings: CrawlSettings) -> None:
        """Choose the kind that comes nearest to settings, in silence: the one with the most of its changes in them."""

        def fits(template: Template) -> tuple[bool, int]:
            same = [getattr(settings, name) == value for name, value in template.changes.items() if name != "max_pages"]
            return all(same), len(same)

        number = max(range(len(self._templates)), key=lambda at: fits(self._templates[at]))
        self._group.button(number).setChecked(True)

    def _clicked(self, number: int) -> None:
        template = self._templates[number]
        self.chosen.emit(template)

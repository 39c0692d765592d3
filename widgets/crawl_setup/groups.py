"""All settings beyond the first few, in groups that fold, with a box that finds one by a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.crawl.settings import CrawlSettings
from widgets import theme
from widgets.crawl_setup.fields import Field, mark

Depend = Callable[["Group"], None]


class Group(QWidget):
    """A heading that folds what is below it, and says how many of its settings differ from the usual ones.

    The fields of the settings `names` are made by `make` when somebody first looks at them; until then the settings
    keep what they were filled with. `depend` is called after each change to `offer` fields or not.
    """

    changed = Signal()

    def __init__(
        self, title: str, about: str, names: tuple[str, ...], make: Callable[[], Sequence[Field]],
        depend: Depend | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.title, self.names = title, names
        self.fields: list[Field] = []
        self._make, self._depend = make, depend
        self._given: CrawlSettings | None = None
        self._absent: set[Field] = set()  # fields that mean nothing at the moment
        self._frozen: tuple[str, ...] = ()
        self.toggle = QPushButton(title, flat=True, checkable=True)
        self.toggle.setToolTip(about)
        self.toggle.setAccessibleDescription(about)
        self.toggle.toggled.connect(self._fold)
        self.inside = QWidget(visible=False)
        self._column = QVBoxLayout(self.inside)
        self._column.setContentsMargins(theme.DOUBLE + theme.HALF, theme.HALF, 0, theme.UNIT)
        self._column.setSpacing(theme.UNIT)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        outer.addWidget(self.inside)
        self._draw()

    def build(self) -> bool:
        """Make the fields, unless that was done. Whether it was done now."""
        if self.fields:
            return False
        self.fields = list(self._make())
        for field in self.fields:
            self._column.addWidget(field)
            if self._given:
                field.binding.fill(self._given)
            field.changed.connect(self._touched)
        self.freeze(self._frozen)
        if self._depend:
            self._depend(self)
        return True

    def fill(self, settings: CrawlSettings) -> None:
        """Show these settings."""
        self._given = settings
        for field in self.fields:
            field.binding.fill(settings)

    def values(self) -> dict[str, Any]:
        """Name → value of what can have been changed."""
        return {field.binding.name: field.binding.value() for field in self.fields}

    def value(self, name: str) -> Any:
        """Of one setting."""
        return self.field(name).binding.value()

    def field(self, name: str) -> Field:
        """The field of a setting."""
        self.build()
        return next(field for field in self.fields if field.binding.name == name)

    def open(self) -> None:
        """Show what is inside."""
        self.toggle.setChecked(True)

    def offer(self, names: tuple[str, ...], offered: bool) -> None:
        """Fields that mean nothing under the other settings are not shown."""
        for name in names:
            field = self.field(name)
            (self._absent.discard if offered else self._absent.add)(field)
            field.setVisible(offered)

    def freeze(self, names: tuple[str, ...]) -> None:
        """These can be seen, but no longer be changed."""
        self._frozen = names
        for field in self.fields:
            field.control.setEnabled(field.binding.name not in names)

    def check(self, usual: CrawlSettings) -> str:
        """What is wrong with the first wrong field; the heading shows it, too, and what is unusual."""
        wrong = next(filter(None, [field.check() for field in self.fields if field not in self._absent]), "")
        values = self.values() or {name: getattr(self._given or usual, name) for name in self.names}
        others = sum(value != getattr(usual, name) for name, value in values.items())
        said = self.tr("%Ln changed", "", others)
        self.toggle.setText(f"{self.title}  ·  {said}" if others else self.title)
        mark(self.toggle, bad=bool(wrong))
        return wrong

    def find(self, words: list[str]) -> bool:
        """Show only what fits the words; everything for no words. Whether something does."""
        if words:
            self.build()
        whole = not words or all(word in self.title.casefold() for word in words)
        found = whole
        for field in self.fields:
            fits = whole or field.matches(words)
            field.setVisible(fits and field not in self._absent)
            found = found or fits
        if words and found:
            self.fields[0].show()  # what decides whether the others mean something
        self.setVisible(found)
        if words:
            self.toggle.setChecked(found)
        return found

    def _touched(self) -> None:
        if self._depend:
            self._depend(self)
        self.changed.emit()

    def _fold(self, open_: bool) -> None:
        if open_:
            self.build()
        self.inside.setVisible(open_)
        self._draw()

    def _draw(self) -> None:
        self.toggle.setIcon(theme.icon("expand" if self.toggle.isChecked() else "collapse", "accent"))


class MoreSettings(QWidget):
    """The groups, folded away until somebody wants them."""

    changed = Signal()

    def __init__(self, groups: Sequence[Group]) -> None:
        super().__init__()
        self.groups = list(groups)
        self.toggle = QPushButton(
            theme.icon("collapse", "accent"), self.tr("&More settings"), flat=True, checkable=True
        )
        self.toggle.setToolTip(self.tr("Everything else that can be set, in groups"))
        self.toggle.toggled.connect(self._fold)
        self.search = QLineEdit(placeholderText=self.tr("Find a setting"), clearButtonEnabled=True)
        self.search.setAccessibleName(self.tr("Find a setting"))
        self.search.setToolTip(self.tr("A word of its name or its explanation"))
        self.search.textChanged.connect(self._find)
        self.nothing = QLabel(self.tr("No setting has these words."), visible=False)
        self.nothing.setProperty("muted", True)
        self.inside = QWidget(visible=False)
        column = QVBoxLayout(self.inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.search)
        column.addSpacing(theme.UNIT)
        column.addWidget(self.nothing)
        for group in self.groups:
            column.addWidget(group)
            group.changed.connect(self.changed)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        outer.addWidget(self.inside)

    def fill(self, settings: CrawlSettings) -> None:
        """Show these settings."""
        for group in self.groups:
            group.fill(settings)

    def values(self) -> dict[str, Any]:
        """Name → value of what can have been changed."""
        return {name: value for group in self.groups for name, value in group.values().items()}

    def group(self, name: str) -> Group:
        """The group in which a setting stands."""
        return next(group for group in self.groups if name in group.names)

    def field(self, name: str) -> Field:
        """The field of a setting."""
        return self.group(name).field(name)

    def reveal(self, name: str) -> None:
        """Unfold the way to a setting."""
        self.toggle.setChecked(True)
        self.group(name).open()

    def check(self, usual: CrawlSettings) -> str:
        """What is wrong with the first wrong field."""
        return next(filter(None, [group.check(usual) for group in self.groups]), "")

    def _fold(self, open_: bool) -> None:
        self.inside.setVisible(open_)
        self.toggle.setIcon(theme.icon("expand" if open_ else "collapse", "accent"))
        if open_:
            self._complete()

    def _complete(self) -> None:
        """Make the fields of one group after the other, so that nothing stands still; the search needs them all."""
        if any(group.build() for group in self.groups):
            QTimer.singleShot(0, self, self._complete)

    def _find(self, text: str) -> None:
        words = text.casefold().split()
        found = [group.find(words) for group in self.groups]
        self.nothing.setVisible(not any(found))

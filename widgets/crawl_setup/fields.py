"""Form fields for settings of a crawl: numbers, choices, texts, lists of texts, rules for canonical addresses,
headers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from app.crawl.rules import url as canonical
from app.crawl.rules.settings import CrawlSettings
from extractors.html.types.kinds import expanded
from widgets.crawl_setup.words import rule_name, rule_sentence, setting_words
from widgets.kit import theme
from widgets.kit.boxes import in_column, restyle, text_label
from widgets.words import formats, page_kinds

# One setting of a crawl, one field: a name, a sentence that explains it, and the control that holds its
# value.

Box = TypeVar("Box", bound=QAbstractSpinBox)
_CONTROL = 176
_LINES = 64


class Binding:
    """A setting and its control. An untouched control keeps the exact value, although it shows a rounded one."""

    def __init__(self, name: str, read: Callable[[], Any], write: Callable[[Any], object]) -> None:
        self.name = name
        self._read, self._write = read, write
        self._given = self._shown = read()

    def fill(self, settings: CrawlSettings) -> None:
        """Show what the settings say."""
        self._given = getattr(settings, self.name)
        self._write(self._given)
        self._shown = self._read()

    def value(self) -> Any:
        """What the settings are to say."""
        now = self._read()
        return self._given if now == self._shown else now


class Field(QWidget):
    """Base of the fields. Subclasses make the control, and know how to read and write it."""

    changed = Signal()
    below = False  # whether the control stands below the words, in the whole width

    def __init__(self, name: str, control: QWidget) -> None:
        super().__init__()
        self.label, self.help = label, help_ = setting_words(name)
        self.control = control
        self.caption = QLabel(label)
        self.caption.setBuddy(control)
        self.sentence = text_label(help_, "muted", wrap=True)
        self.trouble = text_label("", "bad", wrap=True, hidden=True)
        control.setAccessibleName(formats.without_mnemonic(label))
        control.setAccessibleDescription(help_)
        control.setToolTip(help_)
        self._lay_out()
        self.binding = Binding(name, self.read, self.write)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, theme.UNIT)
        grid.setHorizontalSpacing(theme.DOUBLE)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self.caption, 0, 0)
        grid.addWidget(self.sentence, 1, 0)
        if self.below:
            grid.addWidget(self.control, 2, 0)
        else:
            self.control.setFixedWidth(_CONTROL)
            grid.addWidget(self.control, 0, 1, 2, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.trouble, 3, 0, 1, 2)

    def read(self) -> Any:
        """The value in the control."""
        raise NotImplementedError

    def write(self, value: Any) -> None:
        """Put a value into the control."""
        raise NotImplementedError

    def wrong(self) -> str:
        """What is wrong with the value, in a sentence; nothing when it can be used."""
        return ""

    def matches(self, words: list[str]) -> bool:
        """Whether name and explanation of the field contain all words."""
        text = f"{formats.without_mnemonic(self.label)} {self.help}".casefold()
        return all(word in text for word in words)

    def check(self) -> str:
        """Show beside the control what is wrong, and return it."""
        wrong = self.wrong()
        self.trouble.setText(wrong)
        self.trouble.setVisible(bool(wrong))
        restyle(self.control, bad=bool(wrong))
        return wrong

    def _touched(self, *_: object) -> None:
        self.check()
        self.changed.emit()


class Number(Field):
    """A whole number in a unit; the setting is the number times `scale`, `none` is shown for the lowest value."""

    control: QSpinBox

    def __init__(
        self,
        name: str,
        *,
        least: int = 0,
        most: int = 1_000_000,
        unit: str = "",
        none: str = "",
        scale: int = 1,
        step: int = 1,
    ) -> None:
        self._scale = scale
        box = QSpinBox(minimum=least, maximum=most, suffix=unit, singleStep=step)
        box.setSpecialValueText(none)
        box.setGroupSeparatorShown(True)
        super().__init__(name, inset(box))
        box.valueChanged.connect(self._touched)

    def read(self) -> int:
        return self.control.value() * self._scale

    def write(self, value: float) -> None:
        self.control.setValue(round(value / self._scale))


class Decimal(Field):
    """A number with decimals in a unit."""

    control: QDoubleSpinBox

    def __init__(
        self,
        name: str,
        *,
        least: float = 0.0,
        most: float = 1_000_000.0,
        unit: str = "",
        none: str = "",
        decimals: int = 1,
        step: float = 0.5,
    ) -> None:
        box = QDoubleSpinBox(
            minimum=least,
            maximum=most,
            suffix=unit,
            decimals=decimals,
            singleStep=step,
        )
        box.setSpecialValueText(none)
        super().__init__(name, inset(box))
        box.valueChanged.connect(self._touched)

    def read(self) -> float:
        return self.control.value()

    def write(self, value: float) -> None:
        self.control.setValue(value)


class Check(Field):
    """Yes or no."""

    control: QCheckBox

    def __init__(self, name: str) -> None:
        box = QCheckBox(setting_words(name)[0])
        super().__init__(name, box)
        box.toggled.connect(self._touched)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, theme.UNIT)
        grid.setVerticalSpacing(0)
        self.caption.hide()
        self.sentence.setContentsMargins(26, 0, 0, 0)
        grid.addWidget(self.control, 0, 0)
        grid.addWidget(self.sentence, 1, 0)

    def read(self) -> bool:
        return self.control.isChecked()

    def write(self, value: bool) -> None:
        self.control.setChecked(value)


class Choice(Field):
    """One of a few; `options` are code → words."""

    control: QComboBox

    def __init__(self, name: str, options: dict[str, str]) -> None:
        box = QComboBox()
        for code, words in options.items():
            box.addItem(words, code)
        super().__init__(name, box)
        box.currentIndexChanged.connect(self._touched)

    def read(self) -> str:
        return str(self.control.currentData())

    def write(self, value: str) -> None:
        self.control.setCurrentIndex(max(0, self.control.findData(value)))


class Line(Field):
    """One line of text; `judge` names what is wrong with it, `standing_in` is the value of an empty line."""

    below = True
    control: QLineEdit

    def __init__(
        self,
        name: str,
        *,
        hint: str = "",
        judge: Callable[[str], str] = lambda _: "",
        standing_in: str = "",
    ) -> None:
        self._judge, self._standing_in = judge, standing_in
        field = QLineEdit(placeholderText=hint or standing_in)
        super().__init__(name, field)
        field.textChanged.connect(self._touched)

    def read(self) -> str:
        return self.control.text().strip() or self._standing_in

    def write(self, value: str) -> None:
        self.control.setText("" if value == self._standing_in else value)

    def wrong(self) -> str:
        return self._judge(self.read())


class Items(Field):
    """Several texts in a line, between commas."""

    below = True
    control: QLineEdit

    def __init__(self, name: str, *, hint: str = "", judge: Callable[[str], str] = lambda _: "") -> None:
        self._judge = judge
        field = QLineEdit(placeholderText=hint)
        super().__init__(name, field)
        field.textChanged.connect(self._touched)

    def read(self) -> tuple[str, ...]:
        return tuple(part.strip() for part in re.split("[,;，；、]", self.control.text()) if part.strip())

    def write(self, value: tuple[str, ...]) -> None:
        self.control.setText(", ".join(value))

    def wrong(self) -> str:
        return next(filter(None, map(self._judge, self.read())), "")


class Lines(Field):
    """Several texts, one a line."""

    below = True
    control: QPlainTextEdit

    def __init__(self, name: str, *, hint: str = "", judge: Callable[[str], str] = lambda _: "") -> None:
        self._judge = judge
        field = QPlainTextEdit(tabChangesFocus=True, placeholderText=hint)
        field.setFixedHeight(_LINES)
        field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        super().__init__(name, field)
        field.textChanged.connect(self._touched)

    def read(self) -> tuple[str, ...]:
        return tuple(line.strip() for line in self.control.toPlainText().splitlines() if line.strip())

    def write(self, value: tuple[str, ...]) -> None:
        self.control.setPlainText("\n".join(value))

    def wrong(self) -> str:
        return next(filter(None, map(self._judge, self.read())), "")


def inset(box: Box) -> Box:
    """Give a spin box the inner margin that other fields have: style sheets do not reach in there."""
    box.lineEdit().setTextMargins(theme.HALF + 2, 0, 0, 0)
    return box


class Rules(Field):
    """One box for each rule, in the order in which they are applied."""

    below = True

    def __init__(self, name: str) -> None:
        self.boxes: dict[str, QCheckBox] = {}
        area = QWidget()
        column = in_column(area)
        for rule in canonical.RULES:
            box = QCheckBox(rule_name(rule))
            box.setToolTip(rule_sentence(rule))
            box.setAccessibleDescription(rule_sentence(rule))
            about = text_label(rule_sentence(rule), "muted", wrap=True)
            about.setContentsMargins(26, 0, 0, 0)
            column.addWidget(box)
            column.addWidget(about)
            self.boxes[rule] = box
        super().__init__(name, area)
        for box in self.boxes.values():
            box.toggled.connect(self._touched)

    def read(self) -> tuple[str, ...]:
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    def write(self, value: tuple[str, ...]) -> None:
        for name, box in self.boxes.items():
            box.setChecked(name in value)

    def matches(self, words: list[str]) -> bool:
        text = " ".join(f"{rule_name(name)} {rule_sentence(name)}" for name in self.boxes).casefold()
        return super().matches(words) or all(word in text for word in words)


_COLUMNS = 3  # of boxes


class Kinds(Field):
    """A box for each kind of page; those that no page is kept for are left out."""

    below = True

    def __init__(self, name: str) -> None:
        self.boxes: dict[str, QCheckBox] = {}
        area = QWidget()
        grid = QGridLayout(area)
        grid.setContentsMargins(0, 0, 0, 0)
        for number, kind in enumerate(kind for kind in page_kinds.NAMES if kind != "unknown"):
            box = QCheckBox(page_kinds.name(kind))
            box.setToolTip(setting_words(name)[1])
            grid.addWidget(box, number // _COLUMNS, number % _COLUMNS)
            self.boxes[kind] = box
        self.details = QPushButton()
        grid.addWidget(self.details, grid.rowCount(), 0, 1, _COLUMNS, Qt.AlignmentFlag.AlignLeft)
        super().__init__(name, area)
        self.details.setText(self.tr("Only details"))
        self.details.setToolTip(self.tr("Articles, documentation, products and services"))
        self.details.clicked.connect(lambda: self.write(("detail",)))
        for box in self.boxes.values():
            box.toggled.connect(self._touched)

    def read(self) -> tuple[str, ...]:
        return tuple(kind for kind, box in self.boxes.items() if box.isChecked())

    def write(self, value: tuple[str, ...]) -> None:
        wanted = expanded(value)
        for kind, box in self.boxes.items():
            box.setChecked(kind in wanted)

    def matches(self, words: list[str]) -> bool:
        text = " ".join((self.details.text(), *map(page_kinds.name, self.boxes))).casefold()
        return super().matches(words) or all(word in text for word in words)


class Headers(Field):
    """Request headers, one a line: “Name: value”."""

    below = True
    control: QPlainTextEdit

    def __init__(self, name: str, judge: Callable[[tuple[tuple[str, str], ...]], str]) -> None:
        self._judge = judge
        text = QPlainTextEdit(tabChangesFocus=True, placeholderText="Accept-Language: en-GB, en;q=0.8")
        text.setFixedHeight(64)
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        super().__init__(name, text)
        text.textChanged.connect(self._touched)

    def read(self) -> tuple[tuple[str, str], ...]:
        lines = (line.partition(":") for line in self.control.toPlainText().splitlines() if line.strip())
        return tuple((name.strip(), value.strip()) for name, _, value in lines)

    def write(self, value: tuple[tuple[str, str], ...]) -> None:
        self.control.setPlainText("\n".join(f"{name}: {text}" for name, text in value))

    def wrong(self) -> str:
        for line in self.control.toPlainText().splitlines():
            if line.strip() and ":" not in line:
                return self.tr("“{line}” lacks a colon between name and value.").format(line=line.strip())
        return self._judge(self.read())

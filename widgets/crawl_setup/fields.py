"""Fields of a form of their own: rules for canonical addresses, request headers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

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
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.crawl.rules import url as canonical
from app.crawl.rules.settings import CrawlSettings
from widgets.crawl_setup.words import rule_name, rule_sentence
from widgets.kit import theme
from widgets.words import formats

# One setting of a crawl, one field: a name, a sentence that explains it, and the control that holds its
# value.

_CONTROL = 176
_LINES = 64


class Binding:
    """A setting and the control that shows it. What nobody touched keeps its exact value, however it was rounded."""

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

    def __init__(self, name: str, label: str, help_: str, control: QWidget) -> None:
        super().__init__()
        self.label, self.help, self.control = label, help_, control
        self.caption = QLabel(label)
        self.caption.setBuddy(control)
        self.sentence = QLabel(help_, wordWrap=True)
        self.sentence.setProperty("muted", True)
        self.trouble = QLabel(wordWrap=True, visible=False)
        self.trouble.setProperty("bad", True)
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
        """Whether all words stand in what the field says of itself."""
        text = f"{formats.without_mnemonic(self.label)} {self.help}".casefold()
        return all(word in text for word in words)

    def check(self) -> str:
        """Show beside the control what is wrong, and return it."""
        wrong = self.wrong()
        self.trouble.setText(wrong)
        self.trouble.setVisible(bool(wrong))
        mark(self.control, bad=bool(wrong))
        return wrong

    def _touched(self, *_: object) -> None:
        self.check()
        self.changed.emit()


class Number(Field):
    """A whole number in a unit: the setting is the number times `scale`. `none` stands for the lowest value."""

    def __init__(
        self,
        name: str,
        label: str,
        help_: str,
        *,
        least: int = 0,
        most: int = 1_000_000,
        unit: str = "",
        none: str = "",
        scale: int = 1,
        step: int = 1,
    ) -> None:
        self._scale = scale
        box = QSpinBox(minimum=least, maximum=most, suffix=unit, specialValueText=none, singleStep=step)
        box.setGroupSeparatorShown(True)
        super().__init__(name, label, help_, inset(box))
        box.valueChanged.connect(self._touched)

    def read(self) -> int:
        return self.control.value() * self._scale

    def write(self, value: float) -> None:
        self.control.setValue(round(value / self._scale))


class Decimal(Field):
    """A number with decimals in a unit."""

    def __init__(
        self,
        name: str,
        label: str,
        help_: str,
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
            specialValueText=none,
            decimals=decimals,
            singleStep=step,
        )
        super().__init__(name, label, help_, inset(box))
        box.valueChanged.connect(self._touched)

    def read(self) -> float:
        return self.control.value()

    def write(self, value: float) -> None:
        self.control.setValue(value)


class Check(Field):
    """Yes or no."""

    def __init__(self, name: str, label: str, help_: str) -> None:
        box = QCheckBox(label)
        super().__init__(name, label, help_, box)
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

    def __init__(self, name: str, label: str, help_: str, options: dict[str, str]) -> None:
        box = QComboBox()
        for code, words in options.items():
            box.addItem(words, code)
        super().__init__(name, label, help_, box)
        box.currentIndexChanged.connect(self._touched)

    def read(self) -> str:
        return self.control.currentData()

    def write(self, value: str) -> None:
        self.control.setCurrentIndex(max(0, self.control.findData(value)))


class Line(Field):
    """A line of text. `judge` says what is wrong with it; `standing_in` is meant when it is empty."""

    below = True

    def __init__(
        self,
        name: str,
        label: str,
        help_: str,
        *,
        hint: str = "",
        judge: Callable[[str], str] = lambda _: "",
        standing_in: str = "",
    ) -> None:
        self._judge, self._standing_in = judge, standing_in
        field = QLineEdit(placeholderText=hint or standing_in)
        super().__init__(name, label, help_, field)
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

    def __init__(
        self, name: str, label: str, help_: str, *, hint: str = "", judge: Callable[[str], str] = lambda _: ""
    ) -> None:
        self._judge = judge
        field = QLineEdit(placeholderText=hint)
        super().__init__(name, label, help_, field)
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

    def __init__(
        self, name: str, label: str, help_: str, *, hint: str = "", judge: Callable[[str], str] = lambda _: ""
    ) -> None:
        self._judge = judge
        field = QPlainTextEdit(tabChangesFocus=True, placeholderText=hint)
        field.setFixedHeight(_LINES)
        field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        super().__init__(name, label, help_, field)
        field.textChanged.connect(self._touched)

    def read(self) -> tuple[str, ...]:
        return tuple(line.strip() for line in self.control.toPlainText().splitlines() if line.strip())

    def write(self, value: tuple[str, ...]) -> None:
        self.control.setPlainText("\n".join(value))

    def wrong(self) -> str:
        return next(filter(None, map(self._judge, self.read())), "")


def inset(box: QAbstractSpinBox) -> QAbstractSpinBox:
    """Give a spin box the inner margin that other fields have: style sheets do not reach in there."""
    box.lineEdit().setTextMargins(theme.HALF + 2, 0, 0, 0)
    return box


def mark(widget: QWidget, *, bad: bool) -> None:
    """Paint a widget as wrong, or no longer."""
    if bool(widget.property("bad")) != bad:
        widget.setProperty("bad", bad)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class Rules(Field):
    """One box for each rule, in the order in which they are applied."""

    below = True

    def __init__(self, label: str, help_: str) -> None:
        self.boxes: dict[str, QCheckBox] = {}
        area = QWidget()
        column = QVBoxLayout(area)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for name in canonical.RULES:
            box = QCheckBox(rule_name(name))
            box.setToolTip(rule_sentence(name))
            box.setAccessibleDescription(rule_sentence(name))
            about = QLabel(rule_sentence(name), wordWrap=True)
            about.setProperty("muted", True)
            about.setContentsMargins(26, 0, 0, 0)
            column.addWidget(box)
            column.addWidget(about)
            self.boxes[name] = box
        super().__init__("canonical", label, help_, area)
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


class Headers(Field):
    """Request headers, one a line: “Name: value”."""

    below = True

    def __init__(self, label: str, help_: str, judge: Callable[[str], str]) -> None:
        self._judge = judge
        text = QPlainTextEdit(tabChangesFocus=True, placeholderText="Accept-Language: en-GB, en;q=0.8")
        text.setFixedHeight(64)
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        super().__init__("headers", label, help_, text)
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

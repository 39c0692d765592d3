"""Fields of a form of their own: rules for canonical addresses, request headers."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.crawl import canonical
from widgets.crawl_setup.fields import Field
from widgets.crawl_setup.words import rule_name, rule_sentence


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

    def __init__(self, label: str, help_: str, judge) -> None:
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

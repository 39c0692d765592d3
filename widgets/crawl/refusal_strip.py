"""One line that always says how many addresses were left out, and why: a small button for each reason."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from widgets import formats, reasons, theme
from widgets.crawl.outcome_list import kind_of

_MOST = 12


class RefusalStrip(QWidget):
    """As many reasons as fit, the most frequent first. `chosen` gives the code of the one that was clicked."""

    chosen = Signal(str)
    all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("refusalStrip")
        self._counts: list[tuple[str, int]] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.DOUBLE, 0, theme.UNIT, 0)
        self._row.setSpacing(theme.HALF)
        self.label = QLabel()
        self.label.setProperty("muted", True)
        self._row.addWidget(self.label)
        self.buttons: list[QPushButton] = []
        for _ in range(_MOST):
            button = QPushButton()
            button.setProperty("link", True)
            button.clicked.connect(lambda _=False, each=button: self.chosen.emit(each.property("code")))
            button.hide()
            self._row.addWidget(button)
            self.buttons.append(button)
        self.more = QPushButton()
        self.more.setProperty("link", True)
        self.more.clicked.connect(self.all_wanted)
        self._row.addWidget(self.more)
        self._row.addStretch(1)
        self.setFixedHeight(theme.LARGE)
        self.put({})

    def put(self, counts: Mapping[str, int]) -> None:
        """Counts by reason code; those that are no refusals are left out."""
        found = sorted(
            ((code, count) for code, count in counts.items() if count > 0 and kind_of(code) == "refused"),
            key=lambda item: (-item[1], item[0]),
        )
        if found != self._counts or not self.label.text():
            self._counts = found
            total = sum(count for _, count in found)
            self.label.setText(
                self.tr("Left out: {count}").format(count=formats.number(total))
                if total
                else self.tr("Nothing was left out so far")
            )
            for button, (code, count) in zip(self.buttons, found, strict=False):
                text = self.tr("{reason} {count}").format(reason=reasons.short(code), count=formats.number(count))
                button.setText(text)
                button.setProperty("code", code)
                tip = self.tr("{reason}: show these addresses").format(reason=reasons.reason(code))
                button.setToolTip(tip)
                button.setAccessibleName(f"{text}. {tip}")
            self._fit()
            self._row.activate()  # words of other length are not cut off even for one frame

    def tip(self) -> str:
        """All of it in lines."""
        return "\n".join(
            self.tr("{count} · {reason}").format(count=formats.number(count), reason=reasons.reason(code))
            for code, count in self._counts
        )

    def _fit(self) -> None:
        room = self.width() - self.label.sizeHint().width() - 96
        shown = 0
        for button in self.buttons[: len(self._counts)]:
            room -= button.sizeHint().width() + theme.HALF
            if room < 0:
                break
            shown += 1
        for at, button in enumerate(self.buttons):
            button.setVisible(at < shown)
        rest = len(self._counts) - shown
        self.more.setVisible(rest > 0)
        self.more.setText(self.tr("and {count} more").format(count=rest))
        self.more.setAccessibleName(self.more.text())
        self.more.setToolTip(self.tip())
        self.label.setToolTip(self.tip())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

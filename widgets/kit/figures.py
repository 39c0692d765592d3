"""Figures: what each counts, in one name and one definition for the whole program, and a row of them with captions.

Translation context of the definitions: "figures"."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.kit import theme


def caption(name: str) -> str:
    """What a figure is called."""
    return _terms()[name][0]


def meaning(name: str) -> str:
    """What a figure counts: its tooltip wherever it stands."""
    return _terms()[name][1]


def _terms() -> dict[str, tuple[str, str]]:
    translate = QCoreApplication.translate
    return {
        # of the archive
        "pages": (
            translate("figures", "Pages"),
            translate(
                "figures",
                "Documents in the archive: web pages, PDF and Office files, texts. Pages that only lead elsewhere or "
                "were not found, and parts of pages (pictures, styles, scripts), are not counted.",
            ),
        ),
        "versions": (
            translate("figures", "Versions"),
            translate(
                "figures",
                "Captures whose content was new, of all crawls: of pages, of their parts, of robots.txt.",
            ),
        ),
        "visits": (translate("figures", "Visits"), translate("figures", "Captures that found nothing new.")),
        # of one crawl
        "answered": (
            translate("figures", "Answered"),
            translate(
                "figures",
                "Pages that servers answered in this crawl, with those that only led elsewhere or were not found. The "
                "archive has fewer pages: it counts those with content.",
            ),
        ),
        "waiting": (
            translate("figures", "Waiting"),
            translate(
                "figures",
                "Addresses found and not dealt with yet: in the queue, under way, or waiting for another try.",
            ),
        ),
        "errors": (
            translate("figures", "Errors"),
            translate(
                "figures",
                "Addresses that could not be fetched, or whose server answered with an error (404, 500 …).",
            ),
        ),
        "left-out": (
            translate("figures", "Left out"),
            translate("figures", "Addresses that were found and not fetched, each with its reason."),
        ),
        "size": (translate("figures", "Size"), translate("figures", "What this crawl has downloaded.")),
        "rate": (
            translate("figures", "Per second"),
            translate("figures", "Captures a second, lately; at the end on average."),
        ),
        "time": (
            translate("figures", "Time"),
            translate("figures", "How long the crawl has been running, without pauses."),
        ),
    }


class FigureButton(QPushButton):
    """A caption above a number; a click opens what it counts."""

    def __init__(self, caption: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("figure", True)
        self._caption = caption
        self.value = QLabel("–")
        self.value.setProperty("role", "section")
        self.value.setMinimumWidth(40)
        label = QLabel(caption)
        label.setProperty("muted", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.UNIT, 1, theme.UNIT, 1)
        column.setSpacing(0)
        for part in (label, self.value):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(part)
        self.setToolTip(tip)
        self.setAccessibleName(caption)
        self.setAccessibleDescription(tip)

    def set(self, text: str) -> None:
        """Show a value."""
        if text != self.value.text():
            self.value.setText(text)
            self.setAccessibleName(f"{self._caption} {text}")
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As large as what it holds: a button measures only its own text."""
        return self.layout().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """See sizeHint."""
        return self.layout().minimumSize()


class Figures(QWidget):
    """`add` makes a figure, `set` fills it in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: dict[str, QLabel] = {}
        self._captions: dict[str, str] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.TRIPLE)
        self._row.addStretch(1)

    def add(self, name: str, caption: str, tip: str) -> None:
        """Put one more figure at the right end."""
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        label, value = QLabel(caption), QLabel("–")
        label.setProperty("muted", True)
        value.setProperty("role", "section")
        box.setToolTip(tip)
        column.addWidget(label)
        column.addWidget(value)
        self._values[name], self._captions[name] = value, caption
        self._row.insertWidget(self._row.count() - 1, box)

    def set(self, name: str, text: str, exact: str = "") -> None:
        """Show a value, the exact one in the tooltip."""
        self._values[name].setText(text)
        self._values[name].setAccessibleName(f"{self._captions[name]} {text}")
        self._values[name].setToolTip(exact)

    def text(self, name: str) -> str:
        """What is shown."""
        return self._values[name].text()

"""Figures: what each counts, in one name and one definition for the whole program, and a row of them with captions.

Translation context of the definitions: "figures"."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, text_label


def caption(name: str) -> str:
    """What a figure is called."""
    return _terms()[name][0]


def meaning(name: str) -> str:
    """The definition of a figure: its tooltip wherever it is shown."""
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
        self.value = text_label("–", "section")
        self.value.setMinimumWidth(40)
        label = text_label(caption, "muted")
        for part in (label, self.value):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._column = in_column(self, label, self.value, margins=(theme.UNIT, 1, theme.UNIT, 1))
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
        return self._column.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """See sizeHint."""
        return self._column.minimumSize()


class Figures(QWidget):
    """`add` makes a figure, `set` fills it in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: dict[str, QLabel] = {}
        self._captions: dict[str, str] = {}
        self._row = in_row(self, None, spacing=theme.TRIPLE)

    def add(self, name: str, caption: str, tip: str) -> None:
        """Put one more figure at the right end."""
        box = QWidget()
        value = text_label("–", "section")
        in_column(box, text_label(caption, "muted"), value)
        box.setToolTip(tip)
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

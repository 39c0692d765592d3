"""One archive in the recent list of the start page."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from widgets import formats, places, theme
from widgets.page.parts import ElidedLabel
from widgets.recent import Recent


class RecentRow(QPushButton):
    """Name, folder, pages, when it was opened; and a small button that takes it off the list."""

    chosen = Signal(str)
    forgotten = Signal(str)

    def __init__(self, entry: Recent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        folder = Path(entry.path)
        self.setProperty("card", True)
        self.setProperty("row", True)
        self.setAccessibleName(self.tr("Open {name}").format(name=entry.name))
        self.setToolTip(entry.path)
        self.clicked.connect(lambda: self.chosen.emit(entry.path))
        there = places.is_archive(folder)
        name, place = ElidedLabel(self), ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        name.setProperty("role", "section")
        name.set_text(entry.name)
        place.set_text(places.home_short(folder))
        place.setProperty("muted", True)
        figures = QLabel(
            self.tr("{pages} · {date}").format(
                pages=self.tr("%Ln page(s)", "", entry.pages), date=formats.date(entry.moment)
            )
        )
        figures.setProperty("muted", True)
        figures.setToolTip(formats.date_exact(entry.moment))
        lost = QLabel(self.tr("Not found"), visible=False)
        lost.setProperty("bad", True)
        lost.setToolTip(self.tr("The folder is not there any more, or not connected"))
        lost.setHidden(there)
        forget = QToolButton()
        forget.setIcon(theme.icon("close", "muted"))
        forget.setToolTip(self.tr("Take it off this list; the archive stays where it is"))
        forget.setAccessibleName(self.tr("Take {name} off the list").format(name=entry.name))
        forget.clicked.connect(lambda: self.forgotten.emit(entry.path))
        for label in (name, place):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            # what is beside them stands at the right edge, however short they are
            label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(name)
        texts.addWidget(place)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT)
        row.addLayout(texts, 1)
        row.addWidget(lost)
        row.addWidget(figures)
        row.addWidget(forget)

"""Where the live browser is, and whether the server there has proven who it is."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QWidget

from app.archive.spellings import normalize
from app.errors import AddressInvalid
from widgets import engine_words, formats, theme
from widgets.live.page import text_of


class AddressField(QLineEdit):
    """An address to type; a sign stands before that of a server whose certificate proves nothing, for as long as the
    browser is there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, clearButtonEnabled=True)
        self.setPlaceholderText(self.tr("Address"))
        self.setAccessibleName(self.tr("Address"))
        self._problems: dict[str, str] = {}
        self._host = ""
        self._sign = QAction(theme.icon("warning", "warning"), "", self)

    @property
    def warning(self) -> str:
        """What the sign says; "" when there is none."""
        problem = self._problems.get(self._host, "")
        if not problem:
            return ""
        return self.tr("The connection to {host} is not secure ({problem}). Enter no passwords there.").format(
            host=self._host, problem=engine_words.say(problem)
        )

    def go(self, url: QUrl) -> None:
        """Show where the browser is now."""
        address = text_of(url)
        self._host = address.partition("://")[2].partition("/")[0].rpartition("@")[2]
        self.setText("" if address == "about:blank" else _same_when_typed(address))
        self._draw()

    def distrust(self, host: str, problem: str) -> None:
        """A server has not proven who it is; `host` as in an address, with its port."""
        self._problems[host] = problem
        self._draw()

    def _draw(self) -> None:
        warning = self.warning
        self._sign.setToolTip(warning)
        if warning and self._sign not in self.actions():
            self.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        elif not warning:
            self.removeAction(self._sign)


def _same_when_typed(address: str) -> str:
    """An address as a person reads it, where typing that leads to the same place: letters are sent in UTF-8."""
    shown = formats.readable(address)
    try:
        return shown if normalize(shown) == normalize(address) else address
    except AddressInvalid:
        return address

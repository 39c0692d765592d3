"""The words of links as a cloud: the more pages say them, the larger."""

from __future__ import annotations

from html import escape
from math import log

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from app.graph.findings import Findings
from widgets.kit import theme
from widgets.kit.parts import bare
from widgets.words import formats

MOST = 150
"""Words of links in the cloud."""
_SMALLEST, _LARGEST = 0.9, 2.8  # times the usual size


class AnchorCloud(QTextBrowser):
    """`chosen` says the words that somebody clicked."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        bare(self)
        self.setAccessibleName(self.tr("Words of links"))
        self._findings: Findings | None = None
        self.anchorClicked.connect(self._clicked)
        theme.watcher().changed.connect(self._draw)

    def show_findings(self, findings: Findings) -> None:
        """Show the words that most pages say."""
        self._findings = findings
        self._draw()

    def _draw(self) -> None:
        if self._findings is None:
            return
        rows = self._findings.rows[:MOST]
        most = max((int(row.values[1]) for row in rows), default=1)
        colors = theme.colors()
        base = max(self.font().pointSizeF(), 10.0)  # rich text knows no sizes relative to others
        said = list[str]()
        # in the order of the alphabet: what is large is seen anywhere
        for number, row in sorted(enumerate(rows), key=lambda one: str(one[1].values[0]).casefold()):
            text, pages = formats.shorten(str(row.values[0]), 48), int(row.values[1])
            size = _SMALLEST + (_LARGEST - _SMALLEST) * (log(pages) / log(most) if most > 1 else 0)
            color = colors.accent if row.values[3] == 1 else colors.text
            said.append(
                f'<a href="{number}" style="text-decoration:none;color:{color};font-size:{base * size:.1f}pt">'
                f"{escape(text).replace(' ', '&nbsp;')}</a>"
            )
        self.setHtml(f'<p style="line-height:150%">{" &nbsp; ".join(said)}</p>')

    def _clicked(self, url: QUrl) -> None:
        if self._findings is not None:
            self.chosen.emit(str(self._findings.rows[int(url.toString())].values[0]))

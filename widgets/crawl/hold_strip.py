"""One line that says what a crawl waits for when nothing else is left to do, and offers to end it without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from widgets import formats, reasons, theme

if TYPE_CHECKING:
    from app.crawl import Awaited, CrawlProgress

SHOWN_AFTER = 3.0  # seconds: shorter waits are a matter of course


class HoldStrip(QWidget):
    """Shown only while the crawl waits; the tooltip names every host."""

    finish_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("holdStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.text = QLabel()
        self.text.setMinimumWidth(1)  # the button stays in sight in a narrow window
        self.finish = QPushButton(self.tr("Finish without them"))
        tip = self.tr("Leave these addresses out. Each can be taken later: Queue, “Take it anyway”.")
        self.finish.setToolTip(tip)
        self.finish.clicked.connect(self.finish_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF)
        row.setSpacing(theme.UNIT)
        row.addWidget(self.text, 1)
        row.addWidget(self.finish)
        self.hide()

    def show_progress(self, progress: CrawlProgress) -> None:
        """What a running crawl waits for, if it does."""
        waits = bool(progress.awaited) and progress.awaited_for >= SHOWN_AFTER
        if waits:
            self.text.setText(self._sentence(progress.awaited))
            self.text.setToolTip("\n".join(self._line(host) for host in progress.awaited))
        self.setVisible(waits)

    def _sentence(self, hosts: tuple[Awaited, ...]) -> str:
        count = sum(host.count for host in hosts)
        if len(hosts) == 1:
            text = self.tr("The crawl waits only for {host}: %Ln address(es).", "", count)
            text = text.format(host=formats.shorten(formats.readable(hosts[0].host), 60))
        else:
            text = self.tr("The crawl waits only for {hosts} hosts: %Ln address(es).", "", count)
            text = text.format(hosts=formats.number(len(hosts)))
        sentences = [text, *self._why(hosts[0])] if len(hosts) == 1 else [text]
        if not any(host.pages for host in hosts):
            sentences.append(self.tr("They are parts of pages: it ends without them in half a minute."))
        elif (longest := max(host.ends_in for host in hosts)) < float("inf"):
            time = formats.duration(max(1.0, longest))
            sentences.append(self.tr("It ends without them in {time}.").format(time=time))
        return formats.sentences(sentences)

    def _why(self, host: Awaited) -> list[str]:
        found = [self.tr("{reason}.").format(reason=reasons.reason(host.reason))] if host.reason else []
        if host.next_try >= 1:
            found.append(self.tr("Next try in {seconds} s.").format(seconds=formats.number(round(host.next_try))))
        elif not host.reason:
            found.append(self.tr("It was asked and has not answered yet."))
        return found

    def _line(self, host: Awaited) -> str:
        text = self.tr("{host}: %Ln address(es)", "", host.count).format(host=formats.readable(host.host))
        return formats.sentences([f"{text}.", *self._why(host)])

"""What a change of settings would do to the queue: figures, reasons, examples."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QTextBrowser, QVBoxLayout

from app.crawl import Preview
from widgets import formats, reasons, theme
from widgets.crawl_setup.fields import mark

_EXAMPLES = 132


class PreviewCard(QFrame):
    """Says one of: nothing changed, looking (how far, Cancel), the outcome with examples, or what is wrong."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheetSummary")
        self.text = QLabel(wordWrap=True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setAccessibleName(self.tr("What the change does to the queue"))
        self.progress = QProgressBar(textVisible=False, maximum=1000, visible=False)
        self.progress.setAccessibleName(self.tr("How much of the queue was looked at"))
        self.cancel = QPushButton(self.tr("Cancel"), flat=True, visible=False)
        self.cancel.setToolTip(self.tr("Do without the preview"))
        self.cancel.clicked.connect(self.cancelled)
        self.more = QPushButton(theme.icon("collapse", "accent"), self.tr("Examples"), flat=True, checkable=True)
        self.more.setToolTip(self.tr("Some of the addresses that leave the queue or return to it"))
        self.more.toggled.connect(self._fold)
        self.examples = QTextBrowser(visible=False, frameShape=QFrame.Shape.NoFrame)
        self.examples.setAccessibleName(self.tr("Examples"))
        self.examples.setFixedHeight(_EXAMPLES)
        row = QHBoxLayout()
        row.addWidget(self.progress, 1)
        row.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.UNIT + theme.HALF, theme.UNIT, theme.UNIT + theme.HALF, theme.UNIT)
        column.setSpacing(theme.HALF)
        column.addWidget(self.text)
        column.addLayout(row)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.examples)
        self.say("")

    def say(self, text: str, *, bad: bool = False) -> None:
        """A sentence instead of figures."""
        mark(self, bad=bad)
        self.text.setText(text)
        for part in (self.progress, self.cancel, self.more, self.examples):
            part.hide()

    def look(self) -> None:
        """The queue is being looked through."""
        self.say(self.tr("Looking through the queue…"))
        self.progress.setMaximum(1000)
        self.progress.setValue(0)
        self.progress.show()
        self.cancel.show()

    def apply(self) -> None:
        """The change is being made, nobody knows for how long."""
        self.say(self.tr("Changing the crawl…"))
        self.progress.setMaximum(0)
        self.progress.show()

    def advance(self, fraction: float) -> None:
        """How far that is."""
        self.progress.setValue(round(fraction * 1000))

    def show_preview(self, found: Preview) -> None:
        """The outcome."""
        self.say(self.summary(found))
        self.more.setVisible(bool(found.examples))
        self.examples.setVisible(bool(found.examples) and self.more.isChecked())
        lines = [self._example(*example) for example in found.examples]
        self.examples.setHtml("<table cellspacing='0' cellpadding='2'>" + "".join(lines) + "</table>")

    def summary(self, found: Preview) -> str:
        """The figures of a preview in sentences."""
        queued = self.tr("Of %Ln queued address(es)", "", found.queued)
        parts = [queued + self.tr(" {count} stay.").format(count=formats.number(found.stays))]
        comma = self.tr(", ", "between parts of a list")
        for counts, text in (
            (found.leaves, self.tr("{count} leave: {reasons}.")),
            (found.returns, self.tr("{count} return: {reasons}.")),
        ):
            if counts:
                listed = comma.join(f"{reasons.short(code)} {formats.number(count)}" for code, count in counts.items())
                parts.append(text.format(count=formats.number(sum(counts.values())), reasons=listed))
        if found.added:
            parts.append(self.tr("%Ln address(es) to start from are new.", "", found.added))
        if not (found.leaves or found.returns or found.added):
            parts.append(self.tr("Nothing leaves the queue, and nothing returns to it."))
        return formats.sentences(parts)

    def _example(self, url: str, before: str, after: str) -> str:
        fate = self.tr("leaves") if not before else self.tr("returns")
        why = reasons.short(after or before)
        cells = (fate, formats.shorten(url, 56), why)
        return "<tr>" + "".join(f"<td>{escape(cell)}&nbsp;</td>" for cell in cells) + "</tr>"

    def _fold(self, open_: bool) -> None:
        self.examples.setVisible(open_)
        self.more.setIcon(theme.icon("expand" if open_ else "collapse", "accent"))

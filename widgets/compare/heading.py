"""The line above a comparison: what is compared, how much of it is the same, what is to be kept in mind."""

from __future__ import annotations

import re
from html import unescape

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QWidget

from widgets.compare.outcome import Outcome
from widgets.kit import theme
from widgets.kit.parts import Badge, ElidedLabel, scaled, tool_button
from widgets.words import engine as engine_words
from widgets.words import formats

_SIGN = re.compile(r"&#x?[0-9A-Fa-f]{2,6};")
_FIGURES = 400  # pixels that figures may take from a long title


class Heading(QWidget):
    """Title, figures, warnings; the buttons that concern the comparison as a whole."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(self)
        self.title.setFont(scaled(self.font(), 1.2, QFont.Weight.DemiBold))
        self.similarity = Badge(self, "muted")
        self.warning = Badge(self, "warning")
        self.sentence = ElidedLabel(self)
        self.sentence.setProperty("muted", True)
        self.swap = tool_button(self, "swap", self.tr("Exchange the two sides (Ctrl+9)"))
        self.tied = tool_button(self, "link", self.tr("Scroll both sides together (Ctrl+Alt+T)"))
        self.tied.setCheckable(True)
        self.tied.setChecked(True)
        self.report_button = tool_button(self, "export", self.tr("Save a report of the changes (Ctrl+Alt+E)"))
        self.close_button = tool_button(self, "close", self.tr("Back to the page (Esc)"))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF)
        row.setSpacing(theme.UNIT)
        row.addWidget(self.title)
        row.addWidget(self.similarity)
        row.addWidget(self.sentence)
        row.addWidget(self.warning)
        row.addStretch()
        for button in (self.swap, self.tied, self.report_button, self.close_button):
            row.addWidget(button)
        self.say("")

    def set_title(self, title: str) -> None:
        """The title of the page; a sign that its author encoded twice is shown as what it stands for."""
        self.title.set_text(_SIGN.sub(lambda found: unescape(found[0]), title))

    def say(self, sentence: str) -> None:
        """Show a sentence instead of figures."""
        self.similarity.show_text("", "muted")
        self.warning.show_text("", "warning")
        self._tell(sentence)
        self.report_button.setEnabled(False)

    def show_outcome(self, outcome: Outcome) -> None:
        """Figures and warnings of a comparison."""
        self.say("")
        if outcome.comparison is None:
            return
        self.report_button.setEnabled(bool(outcome.entries))
        share = int((outcome.similarity or 0.0) * 100)  # never rounded up to a 100 that is not true
        tone = "ok" if share >= 90 else "changed"
        tip = self.tr("Share of the text that both versions have in common")
        said = self.tr("{n} % the same").format(n=share)
        if share == 100 and not all(entry.silent for entry in outcome.entries):
            said = self.tr("the same words")  # a hundred per cent would read as nothing changed
            tip = self.tr("Both versions have the same text; its order, links, pictures or code differ.")
        if outcome.similarity is not None:
            self.similarity.show_text(said, tone, tip)
        self._tell(self._figures(outcome))
        warnings = [engine_words.say(warning) for warning in outcome.warnings]
        text = self.tr("%n remark(s)", "", len(warnings)) if warnings else ""
        self.warning.show_text(text, "warning", "\n".join(warnings))

    def show_look(self) -> None:
        """The words are the same, the look is not: a hundred per cent would read as if nothing changed."""
        tip = self.tr("Both versions have the same text; how it looks differs.")
        self.similarity.show_text(self.tr("the look changed"), "changed", tip)

    def _tell(self, sentence: str) -> None:
        """Rather the title is cut short than the figures."""
        self.sentence.set_text(sentence)
        self.sentence.setMinimumWidth(min(_FIGURES, self.sentence.sizeHint().width()))

    def _figures(self, outcome: Outcome) -> str:
        noise = sum(entry.noise is not None for entry in outcome.entries)
        real = sum(entry.noise is None and not entry.silent for entry in outcome.entries)
        parts = [self.tr("as displayed")] if outcome.displayed else []
        parts += [self.tr("%Ln change(s)", "", real)] if outcome.entries else []
        if noise:
            parts.append(self.tr("%Ln that always happen(s)", "", noise))
        characters = sum(entry.size for entry in outcome.entries if entry.noise is None)
        if characters:
            parts.append(self.tr("{n} characters").format(n=formats.number(characters)))
        return " · ".join(parts)

"""What stands above the two versions: title and figures, ways to look at them, size of the blocks, noise, the legend."""

from __future__ import annotations

import re
from html import unescape

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QLabel,
    QSlider,
    QToolButton,
    QWidget,
)

from widgets.compare import kinds
from widgets.compare.change_delegate import paint_sign
from widgets.compare.menu import command
from widgets.compare.outcome import Outcome
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, text_label
from widgets.kit.parts import Badge, ElidedLabel, scaled, tool_button
from widgets.words import engine as engine_words
from widgets.words import formats

# What the marks mean, in words: a small window beside the button that opens it.

_PENS = {
    "changed": (Qt.PenStyle.SolidLine, 2),
    "markup": (Qt.PenStyle.DotLine, 2),
    "moved": (Qt.PenStyle.SolidLine, 1),
    "added": (Qt.PenStyle.SolidLine, 2),
    "removed": (Qt.PenStyle.DashLine, 2),
    "layout": (Qt.PenStyle.DashLine, 1),
}


class Sample(QWidget):
    """The outline of a kind with its sign, as pages have it."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._kind = kind

    def sizeHint(self) -> QSize:
        return QSize(64, 40)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour, sign = theme.changes[self._kind]
        style, width = _PENS[self._kind]
        box = QRectF(10, 10, self.width() - 14, 26)
        painter.setBrush(QColor(theme.soft(self._kind)))
        painter.setPen(QPen(QColor(colour), width, style))
        if self._kind == "removed":
            painter.drawRect(box)
            painter.setBrush(Qt.BrushStyle.BDiagPattern)
        painter.drawRect(box)
        if self._kind == "moved":
            painter.drawRect(box.adjusted(3, 3, -3, -3))
        if self._kind == "added":
            painter.fillRect(QRectF(box.left() - 1, box.top() - 1, 6, box.height() + 2), QColor(colour))
        paint_sign(painter, QRectF(0, 0, 20, 20), colour, sign, self.font())
        painter.end()


class Legend(QFrame):
    """Closes when somebody clicks elsewhere."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("What the marks mean"))
        heading = QLabel(self.tr("What the marks mean"), self)
        heading.setFont(scaled(self.font(), 1.1, heading.font().weight().DemiBold))
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.DOUBLE)
        grid.setVerticalSpacing(theme.UNIT)
        for row, kind in enumerate(kinds.KINDS):
            words = QLabel(f"<b>{kinds.name(kind)}</b> ({kinds.line(kind)})<br>{kinds.meaning(kind)}", self)
            words.setWordWrap(True)
            words.setMinimumWidth(300)
            grid.addWidget(Sample(kind, self), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(words, row, 1)
        more = QLabel(self.tr("Words that differ are underlined. Click a mark to find it in the list."), self)
        more.setWordWrap(True)
        more.setProperty("muted", True)
        in_column(
            self,
            heading,
            grid,
            more,
            margins=theme.DOUBLE,
            spacing=theme.UNIT,
        )

    def open_below(self, button: QWidget) -> None:
        """Show it under a button, inside the screen."""
        self.setFixedWidth(420)
        self.adjustSize()
        place = button.mapToGlobal(QPoint(button.width() - self.width(), button.height() + 4))
        screen = button.screen().availableGeometry()
        x = max(screen.left(), min(place.x(), screen.right() - self.width()))
        self.move(x, max(screen.top(), min(place.y(), screen.bottom() - self.height())))
        self.show()


def _button(parent: QWidget, name: str, *, on: bool | None = None) -> QToolButton:
    """The button of a command; with `on` it is a switch."""
    wanted = command(name)
    button = tool_button(parent, wanted.icon, wanted.hint(wanted.label))
    if on is not None:
        button.setCheckable(True)
        button.setChecked(on)
    return button


_ENTITY = re.compile(r"&#x?[0-9A-Fa-f]{2,6};")
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
        self.swap = _button(self, "swap")
        self.tied = _button(self, "tied", on=True)
        self.report_button = _button(self, "report")
        self.close_button = tool_button(self, "close", self.tr("Back to the page (Esc)"))
        in_row(
            self,
            self.title,
            self.similarity,
            self.sentence,
            self.warning,
            None,
            self.swap,
            self.tied,
            self.report_button,
            self.close_button,
            margins=(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        self.say("")

    def set_title(self, title: str) -> None:
        """The title of the page; a sign that its author encoded twice is shown as what it stands for."""
        self.title.set_text(_ENTITY.sub(lambda found: unescape(found[0]), title))

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
        real = [entry for entry in outcome.entries if entry.noise is None and not entry.silent]
        template = sum(entry.of_site for entry in real)  # the list folds them, and counts the others
        parts = [self.tr("as displayed")] if outcome.displayed else []
        parts += [self.tr("%Ln change(s)", "", len(real) - template)] if outcome.entries else []
        if template:
            parts.append(self.tr("%Ln in the template", "changes", template))
        if noise:
            parts.append(self.tr("%Ln that always happen(s)", "", noise))
        characters = sum(entry.size for entry in outcome.entries if entry.noise is None)
        if characters:
            parts.append(self.tr("{n} characters").format(n=formats.number(characters)))
        return " · ".join(parts)


MODES = ("side", "swipe", "onion", "picture", "text", "source")
_LEVEL_WAITS = 250  # milliseconds the slider rests before the pages are compared again
_NARROW = 960  # pixels below which the modes are icons alone


class CompareTools(QWidget):
    """The buttons and choices above a comparison; its view does what they ask for."""

    mode_chosen = Signal(str)
    level_chosen = Signal(int)
    blend_chosen = Signal(float)
    noise_folded = Signal(bool)
    displayed_chosen = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.modes = QButtonGroup(self)
        self.possible: tuple[str, ...] = MODES
        self.buttons = {mode: self._mode_button(mode) for mode in MODES}
        self.older, self.newer = QLabel("A", self), QLabel("B", self)
        self.blend = QSlider(Qt.Orientation.Horizontal, self)
        self.blend.setRange(0, 100)
        self.blend.setValue(50)
        self.blend.setSingleStep(5)  # twenty presses of a key from one version to the other, not a hundred
        self.blend.setPageStep(25)
        self.blend.setMinimumWidth(96)
        self.blend.setMaximumWidth(200)
        self.blend.setAccessibleName(self.tr("How much of the older version is seen"))
        self.blend.setToolTip(self.tr("From the older version (A) to the newer one (B)"))
        self.blend.setInvertedAppearance(True)
        self.blend.setInvertedControls(True)
        self.level_name = text_label(look="muted")
        self.level = QSlider(Qt.Orientation.Horizontal, self)
        self.level.setRange(1, 5)
        self.level.setPageStep(1)
        self.level.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.level.setFixedWidth(88)
        self.noise = _button(self, "noise", on=True)
        self.displayed = _button(self, "displayed", on=False)
        tip = self.tr("Compare what the pages display, as their scripts made it, not what was received")
        self.displayed.setToolTip(command("displayed").hint(tip))
        self.legend_button = _button(self, "legend")
        self.legend_button.clicked.connect(self.show_legend)
        self._rest = QTimer(self, singleShot=True, interval=_LEVEL_WAITS)
        self._arrange()
        self._wire()
        self.set_level(3, 0)
        self.set_modes(MODES, "side")

    def _mode_button(self, mode: str) -> QToolButton:
        wanted = command(mode)
        button = tool_button(self, wanted.icon, wanted.hint(), lambda: self.mode_chosen.emit(mode))
        button.setText(wanted.label)
        button.setIconSize(QSize(18, 18))
        button.setCheckable(True)
        self.modes.addButton(button)
        return button

    def _arrange(self) -> None:
        in_row(
            self,
            *self.buttons.values(),
            theme.UNIT,
            self.older,
            self.blend,
            self.newer,
            None,
            self.level_name,
            self.level,
            theme.UNIT,
            self.displayed,
            self.noise,
            self.legend_button,
            margins=(theme.UNIT, 0, theme.UNIT, theme.HALF),
            spacing=theme.HALF,
        )

    def _wire(self) -> None:
        self.level.valueChanged.connect(self._level_moved)
        self._rest.timeout.connect(lambda: self.level_chosen.emit(self.level.value()))
        self.blend.valueChanged.connect(lambda value: self.blend_chosen.emit(value / 100))
        self.displayed.clicked.connect(self.displayed_chosen)
        self.noise.toggled.connect(self.noise_folded)

    def set_modes(self, possible: tuple[str, ...], mode: str) -> None:
        """Which ways there are for what is compared, and which one it is."""
        self.possible = possible
        only_text = self.tr("Of documents the text alone is compared")
        for name, button in self.buttons.items():
            button.setEnabled(name in possible)
            alone = possible == ("text",) and name != "text"
            button.setToolTip(only_text if alone else command(name).hint())
            button.setChecked(name == mode)
        overlaps = mode in ("swipe", "onion")
        for widget in (self.older, self.blend, self.newer):
            widget.setVisible(overlaps)
        has_blocks = "source" in possible
        self.displayed.setVisible(has_blocks)
        self.level.setVisible(has_blocks)
        self.level_name.setVisible(has_blocks)

    def set_level(self, level: int, blocks: int) -> None:
        """The level in use, and how many blocks there are at it (0: not known yet)."""
        before = self.level.blockSignals(True)
        self.level.setValue(level)
        self.level.blockSignals(before)
        self._say_level(level, blocks)

    def set_blend(self, blend: float) -> None:
        before = self.blend.blockSignals(True)
        self.blend.setValue(round(blend * 100))
        self.blend.blockSignals(before)

    def set_noise(self, count: int) -> None:
        """How many changes are noise."""
        found = self.tr("%n change(s) of this comparison", "", count)
        self.noise.setToolTip(f"{self.noise.accessibleName()}\n{found}")

    def show_legend(self) -> None:
        """Explain the marks."""
        legend = Legend(self)
        legend.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        legend.open_below(self.legend_button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle
        wanted = style.ToolButtonIconOnly if self.width() < _NARROW else style.ToolButtonTextBesideIcon
        for button in self.buttons.values():
            button.setToolButtonStyle(wanted)

    def _level_moved(self, level: int) -> None:
        self._say_level(level, 0)
        self._rest.start()

    def _say_level(self, level: int, blocks: int) -> None:
        number = (
            self.tr("%Ln block(s)", "", blocks)
            if blocks
            else self.tr("level {n}").format(n=formats.number(level))
        )
        self.level_name.setText(number)
        what = self.tr("Size of the blocks, level {n} of 5: {meaning}")
        lines = [what.format(n=level, meaning=kinds.levels()[level - 1])]
        if blocks:
            lines.append(self.tr("%Ln block(s) in the newer version", "", blocks))
        for widget in (self.level, self.level_name):
            widget.setToolTip("\n".join(lines))
        self.level.setAccessibleName(lines[0])

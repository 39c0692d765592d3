"""The row of tools above the two versions: ways to look at them, size of the blocks, noise, what the marks mean."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.compare import kinds
from widgets.compare.change_delegate import paint_sign
from widgets.kit import theme
from widgets.kit.parts import scaled, tool_button
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
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.DOUBLE, theme.DOUBLE, theme.DOUBLE, theme.DOUBLE)
        column.setSpacing(theme.UNIT)
        column.addWidget(heading)
        column.addLayout(grid)
        column.addWidget(more)

    def open_below(self, button: QWidget) -> None:
        """Show it under a button, inside the screen."""
        self.setFixedWidth(420)
        self.adjustSize()
        place = button.mapToGlobal(QPoint(button.width() - self.width(), button.height() + 4))
        screen = button.screen().availableGeometry()
        x = max(screen.left(), min(place.x(), screen.right() - self.width()))
        self.move(x, max(screen.top(), min(place.y(), screen.bottom() - self.height())))
        self.show()


MODES = ("side", "swipe", "onion", "picture", "text", "source")
_KEYS = {"side": "1", "swipe": "2", "onion": "3", "text": "4", "source": "5", "picture": "Alt+P"}
_ICONS = {
    "side": "mdi6.view-split-vertical",
    "swipe": "mdi6.arrow-split-vertical",
    "onion": "mdi6.layers-outline",
    "picture": "mdi6.image-search-outline",
    "text": "mdi6.text-long",
    "source": "mdi6.code-tags",
}
_LEVEL_WAITS = 250  # milliseconds the slider rests before the pages are compared again
_NARROW = 960  # pixels below which the modes are icons alone


class CompareTools(QWidget):
    """Says what somebody wants; the view does it."""

    mode_chosen = Signal(str)
    level_chosen = Signal(int)
    blend_chosen = Signal(float)
    noise_folded = Signal(bool)
    displayed_chosen = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.modes = QButtonGroup(self)
        self.possible: tuple[str, ...] = MODES
        self.buttons: dict[str, QToolButton] = {}
        self._tips: dict[str, str] = {}
        for mode in MODES:
            self.buttons[mode] = self._mode_button(mode)
        self.older, self.newer = QLabel("A", self), QLabel("B", self)
        self.blend = QSlider(Qt.Orientation.Horizontal, self, minimum=0, maximum=100, value=50)
        self.blend.setMinimumWidth(96)
        self.blend.setMaximumWidth(200)
        self.blend.setAccessibleName(self.tr("How much of the older version is seen"))
        self.blend.setToolTip(self.tr("From the older version (A) to the newer one (B)"))
        self.blend.setInvertedAppearance(True)
        self.blend.setInvertedControls(True)
        self.level_name = QLabel(self)
        self.level_name.setProperty("muted", True)
        self.level = QSlider(Qt.Orientation.Horizontal, self, minimum=1, maximum=5, value=3, pageStep=1)
        self.level.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.level.setFixedWidth(88)
        self.noise = tool_button(
            self, "mdi6.filter-check-outline", self.tr("Fold away what always changes (Ctrl+6)")
        )
        self.noise.setCheckable(True)
        self.noise.setChecked(True)
        tip = self.tr(
            "Compare what the pages display, as their scripts made it, not what was received (Ctrl+Alt+J)"
        )
        self.displayed = tool_button(self, "mdi6.monitor-eye", tip)
        self.displayed.setCheckable(True)
        self.legend_button = tool_button(self, "help", self.tr("What the marks mean"), self.show_legend)
        self._rest = QTimer(self, singleShot=True, interval=_LEVEL_WAITS)
        self._arrange()
        self._wire()
        self.set_level(3, 0)
        self.set_modes(MODES, "side")

    def _mode_button(self, mode: str) -> QToolButton:
        names = {
            "side": (self.tr("Side by side"), self.tr("Both pages as they looked")),
            "swipe": (self.tr("Swipe"), self.tr("One page upon the other, with a divider to drag")),
            "onion": (self.tr("Onion skin"), self.tr("One page shows through the other")),
            "picture": (
                self.tr("Picture"),
                self.tr("Pictures of both pages; what differs in them stands out"),
            ),
            "text": (self.tr("Text"), self.tr("What both versions say, line by line")),
            "source": (self.tr("Source"), self.tr("Both versions as they were received, byte for byte")),
        }
        name, tip = names[mode]
        words = self.tr("{tip} ({keys})").format(tip=tip, keys=f"Ctrl+{_KEYS[mode]}")
        self._tips[mode] = words
        button = tool_button(self, _ICONS[mode], words, lambda: self.mode_chosen.emit(mode))
        button.setText(name)
        button.setIconSize(QSize(18, 18))
        button.setCheckable(True)
        self.modes.addButton(button)
        return button

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.UNIT, 0, theme.UNIT, theme.HALF)
        row.setSpacing(theme.HALF)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addSpacing(theme.UNIT)
        for widget in (self.older, self.blend, self.newer):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.level_name)
        row.addWidget(self.level)
        row.addSpacing(theme.UNIT)
        row.addWidget(self.displayed)
        row.addWidget(self.noise)
        row.addWidget(self.legend_button)

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
            button.setToolTip(only_text if possible == ("text",) and name != "text" else self._tips[name])
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
        words = self.tr("Fold away what always changes (Ctrl+6)")
        found = self.tr("%n change(s) of this comparison", "", count)
        self.noise.setToolTip(f"{words}\n{found}")

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

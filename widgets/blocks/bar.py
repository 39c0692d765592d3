"""The bar of the Blocks tab: level, declared or measured look, legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QSlider, QWidget

from widgets.blocks import label_styles
from widgets.blocks.work import Row
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row
from widgets.kit.flow_layout import FlowLayout
from widgets.kit.parts import ElidedLabel, scaled
from widgets.words import formats

LEVELS, DEFAULT = 5, 3
DEGREES, COHERENT = 10, 6  # of coherence, for blocks by sight
_SETTLE = 200  # milliseconds a slider rests before the page is cut again


class LegendEntry(QWidget):
    """The disc of a label, its name, and how many blocks have it."""

    def __init__(self, label: str, count: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._label = label
        self.setFont(scaled(self.font(), 0.9))
        self._text = f"{label_styles.name(label)} {formats.number(count)}"
        self.setToolTip(self._text)
        self.setAccessibleName(self._text)

    def sizeHint(self) -> QSize:
        return QSize(22 + self.fontMetrics().horizontalAdvance(self._text), 20)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        label_styles.paint_disc(painter, QPointF(8, self.height() / 2), self._label, self.font())
        painter.setFont(self.font())
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect().adjusted(22, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._text)
        painter.end()


class Legend(QWidget):
    """The labels that a page has, in rows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, theme.UNIT + theme.HALF)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.labels: tuple[str, ...] = ()
        self._entries: list[LegendEntry] = []

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Explain the labels of the blocks that are outlined."""
        for entry in self._entries:
            self._flow.removeWidget(entry)
            entry.deleteLater()
        self._entries = []
        counts = Counter(row.label for row in rows)
        known = [label for label in label_styles.LABELS if label in counts]
        self.labels = tuple(known + [label for label in counts if label not in label_styles.LABELS])
        for label in self.labels:
            entry = LegendEntry(label, counts[label], self)
            self._flow.addWidget(entry)
            entry.show()
            self._entries.append(entry)
        self.updateGeometry()


class BlocksBar(QWidget):
    """Level and style, which a person chooses; what came out; the legend."""

    level_chosen = Signal(int)
    style_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(1, LEVELS)
        self.slider.setValue(DEFAULT)
        self.slider.setPageStep(1)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setTickInterval(1)
        self.slider.setFixedWidth(112)
        self._by_sight = False
        self._other = COHERENT  # what the slider stands at for the other kind of blocks
        self._level = QLabel(self)
        self._level.setBuddy(self.slider)
        self.style_choice = QComboBox(self)
        self.style_choice.setAccessibleName(self.tr("How things look is taken from"))
        self.style_choice.addItem(self.tr("Look: as declared"), "static")
        self.style_choice.addItem(self.tr("Look: as measured"), "rendered")
        self.style_choice.addItem(self.tr("By sight (VIPS)"), "visual")
        for row, words in enumerate(
            (
                self.tr(
                    "Sizes and colours as the source of the page declares them: quick, and the same everywhere"
                ),
                self.tr("Sizes, fonts, colours and gaps as the browser shows them on this screen"),
                self.tr(
                    "Nothing but what is seen divides the page: lines, empty bands, backgrounds, fonts and sizes"
                ),
            )
        ):
            self.style_choice.setItemData(row, words, Qt.ItemDataRole.ToolTipRole)
        self.style_choice.setToolTip(
            self.tr("What the page is cut by: what its source declares, or what the screen shows")
        )
        self.facts = ElidedLabel(self)
        self.facts.setProperty("muted", True)
        self.legend = Legend(self)
        first = in_row(
            None, self._level, self.slider, self.style_choice, self.facts, None, spacing=theme.UNIT
        )
        in_column(
            self,
            first,
            self.legend,
            margins=(theme.DOUBLE, theme.HALF, theme.DOUBLE, theme.HALF),
            spacing=theme.HALF,
        )
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE)
        self._settle.timeout.connect(lambda: self.level_chosen.emit(self.slider.value()))
        self.slider.valueChanged.connect(self._slid)
        self.style_choice.activated.connect(
            lambda _: self.style_chosen.emit(str(self.style_choice.currentData()))
        )
        self._name_slider()

    def say(self, text: str, tip: str = "") -> None:
        """What came out of it."""
        self.facts.set_text(text)
        self.facts.setToolTip("\n".join(filter(None, (text, tip))))

    def show_style(self, style: str) -> None:
        """Which style is in use; by sight the slider is the degree of coherence."""
        self.style_choice.setCurrentIndex(max(0, self.style_choice.findData(style)))
        if (style == "visual") == self._by_sight:
            return
        self._by_sight = style == "visual"
        value, self._other = self._other, self.slider.value()
        with QSignalBlocker(self.slider):
            self.slider.setRange(1, DEGREES if self._by_sight else LEVELS)
            self.slider.setValue(value)
        self._settle.stop()
        self._name_slider()

    def set_choices(self, on: bool) -> None:
        """Level and style mean something for pages only."""
        for widget in (self._level, self.slider, self.style_choice):
            widget.setVisible(on)

    def _name_slider(self) -> None:
        if self._by_sight:
            name = self.tr("Coherence")
            tip = self.tr(
                "How much a block is one thing: 1 leaves the page whole, 6 shows its regions, 10 its paragraphs"
            )
        else:
            name = self.tr("Level")
            tip = self.tr("How finely the page is cut: 1 for a few large blocks, 5 for many small ones")
        self.slider.setAccessibleName(name)
        self.slider.setToolTip(tip)
        self._name_value()

    def _name_value(self) -> None:
        words = self.tr("Coherence {n}") if self._by_sight else self.tr("Level {n}")
        self._level.setText(words.format(n=formats.number(self.slider.value())))

    def _slid(self) -> None:
        self._name_value()
        self._settle.start()

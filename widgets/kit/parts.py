"""Small widgets of pages and blocks: elided labels, badges, tool buttons, an empty view that says what next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFont,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollBar,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.kit import theme
from widgets.kit.boxes import in_row
from widgets.words import formats

# icons of this part that the program has no common name for
ICONS = {
    "left": "mdi6.chevron-left",
    "right": "mdi6.chevron-right",
    "case": "mdi6.format-letter-case",
    "missing": "mdi6.image-broken-variant",
    "compare": "mdi6.compare-horizontal",
    "compare-previous": "mdi6.file-compare",
    "pick": "mdi6.order-bool-ascending-variant",
    "save": "mdi6.content-save-outline",
    "wrap": "mdi6.wrap",
    "equal": "mdi6.equal",
    "fit-width": "mdi6.arrow-expand-horizontal",
}


class ClosesWithEscape(QWidget):
    """A view in place of the page, from which Escape leads back."""

    closed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def headline(self, text: str) -> ElidedLabel:
        """The name of the view, above it."""
        label = ElidedLabel(self)
        label.setProperty("role", "heading")
        label.set_text(text)
        return label

    def close_button(self) -> QToolButton:
        """What leads back for the mouse."""
        tip = QCoreApplication.translate("ClosesWithEscape", "Back to the page (Esc)")
        return tool_button(self, "close", tip, self.closed.emit)


def icon(name: str, color: str = "text") -> QIcon:
    return theme.icon(ICONS.get(name, name), color)


def tool_button(parent: QWidget, name: str, tip: str, slot: Callable[[], None] | None = None) -> QToolButton:
    """A flat icon button; the tooltip is its accessible name as well."""
    button = QToolButton(parent)
    button.setIcon(icon(name))
    button.setAutoRaise(True)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    if slot is not None:
        button.clicked.connect(lambda: slot())
    return button


def push_button(parent: QWidget, name: str, text: str, tip: str, slot: Callable[[], None]) -> QPushButton:
    button = QPushButton(f" {text}", parent)  # Fusion leaves no room between icon and text
    button.setIcon(icon(name))
    button.setToolTip(tip)
    button.setAccessibleName(formats.without_mnemonic(text))
    button.setAutoDefault(True)  # Enter presses it, as Space does
    button.clicked.connect(lambda: slot())
    return button


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say, when it has said what it says, what changed elsewhere than where the keyboard is."""
    if QAccessible.isActive() and text:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def word_field(parent: QWidget, words: str, tip: str, name: str = "") -> QLineEdit:
    """A field for words to look for; it is called as it invites, or by `name`."""
    field = QLineEdit(parent)
    field.setPlaceholderText(words)
    field.setAccessibleName(name or words)
    field.setToolTip(tip)
    field.setClearButtonEnabled(True)
    return field


class ScrolledTo(QObject):
    """Scrolls a view to where another one was, as soon as it is long enough; not once somebody scrolls it."""

    def __init__(self, bar: QScrollBar, value: int) -> None:
        super().__init__(bar)
        self._bar, self._value = bar, value
        # a view that is being filled goes to its beginning behind each change of its length
        self._filled = QTimer(self, singleShot=True, interval=0)
        self._filled.timeout.connect(self._go)
        bar.rangeChanged.connect(self._look)
        bar.actionTriggered.connect(self.deleteLater)
        self._look()

    def _look(self) -> None:
        self._filled.start()

    def _go(self) -> None:
        if self._bar.maximum() >= self._value:
            self._bar.setValue(self._value)
            self.deleteLater()


def bare(view: QWidget) -> None:
    """Take the frame and rounded corners of a field from a view that fills its place."""
    view.setStyleSheet(
        "QPlainTextEdit, QTextEdit, QTextBrowser { border: none; border-radius: 0; padding: 0; }"
    )


def scaled(font: QFont, factor: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The system font, larger or smaller."""
    larger = QFont(font)
    if font.pointSizeF() > 0:
        larger.setPointSizeF(font.pointSizeF() * factor)
    else:
        larger.setPixelSize(max(1, round(font.pixelSize() * factor)))
    larger.setWeight(weight)
    return larger


class ElidedLabel(QLabel):
    """One line, elided where there is no room; the whole text in the tooltip and for assistive technology."""

    def __init__(self, parent: QWidget, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__(parent)
        self._mode = mode
        self._full = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(48)

    def set_text(self, text: str) -> None:
        self._full = " ".join(text.split())
        self.setToolTip(self._full)
        self.setAccessibleName(self._full)
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._full) + 4, super().sizeHint().height())

    def full_text(self) -> str:
        return self._full

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._full, self._mode, max(0, self.width() - 2)))


class Badge(QLabel):
    """A word in a rounded field, tinted with a colour of the theme; `tone` is a name in theme.colors()."""

    clicked = Signal()

    def __init__(self, parent: QWidget, tone: str = "muted") -> None:
        super().__init__(parent)
        self.tone = tone
        self.setFont(scaled(self.font(), 0.92, QFont.Weight.Medium))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str, tone: str, tip: str = "") -> None:
        self.tone = tone
        self.setText(text)
        self.setToolTip(tip or text)
        self.setAccessibleName(tip or text)
        self.setVisible(bool(text))
        self.update()

    def sizeHint(self) -> QSize:
        # not by margins of the contents: those do not survive every change of the style sheet
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + theme.DOUBLE, max(22, metrics.height() + 2))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(getattr(theme.colors(), self.tone))
        fill = QColor(colour)
        fill.setAlpha(34)
        painter.setBrush(fill)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.colors().accent), 2))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), box.height() / 2, box.height() / 2)
        painter.setPen(self.palette().windowText().color() if self.tone == "muted" else colour)
        painter.setFont(self.font())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()
        super().mouseReleaseEvent(event)


class EmptyView(QFrame):
    """What a view shows when it has nothing: an icon, a sentence, and the next step."""

    def __init__(self, parent: QWidget, icon_name: str) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._picture = QLabel(self)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence = QLabel(self)
        self.sentence.setFont(scaled(self.font(), 1.2, QFont.Weight.Medium))
        self.hint = QLabel(self)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addStretch(2)
        for label in (self._picture, self.sentence, self.hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            layout.addWidget(label)
        self._actions = in_row(None, None, None, spacing=theme.UNIT)
        layout.addLayout(self._actions)
        layout.addStretch(3)
        self._colour()

    def add_action(self, button: QPushButton) -> None:
        """A next step, in the middle under the sentence."""
        self._actions.insertWidget(self._actions.count() - 1, button)

    def say(self, sentence: str, hint: str = "") -> None:
        self.sentence.setText(sentence)
        self.hint.setText(hint)
        self.setAccessibleName(sentence)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        self._picture.setPixmap(icon(self._icon_name, "outline").pixmap(56, 56))

"""What the program says to the person: translated sentences of errors, and the bar that shows them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QEnterEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMessageBox,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.errors import FormatError, UserError
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, restyle, text_button, text_label
from widgets.words import engine as engine_words
from widgets.words import formats

# A question with two answers, before something that takes long or ends something.


def ask(
    parent: QWidget, title: str, text: str, detail: str, answers: tuple[str, str], *, cautious: bool = False
) -> bool:
    """Whether the first of two answers was chosen; Enter means it unless `cautious`, Escape always means the other."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setText(text)
    box.setInformativeText(detail)
    yes = box.addButton(answers[0], QMessageBox.ButtonRole.AcceptRole)
    no = box.addButton(answers[1], QMessageBox.ButtonRole.RejectRole)
    for button in (yes, no):
        button.setToolTip(formats.without_mnemonic(button.text()))
    box.setDefaultButton(no if cautious else yes)
    box.setEscapeButton(no)
    box.exec()
    return box.clickedButton() is yes


_INFO_SECONDS = 8
_OFFER_SECONDS = 20  # with something to do about it, which is in the menus as well
_LINES = 2
_WIDEST, _NARROWEST = 720, 120  # pixels of a text
Offer = tuple[str, Callable[[], object]]  # the words of a button, and what it does
_FULL = ("No space left on device", "Disk quota exceeded", "disk is full")


def sentence(error: BaseException) -> str:
    """The translated sentence of an error."""
    translate = QCoreApplication.translate
    if isinstance(error, UserError):
        text = engine_words.say(str(error))
        if any(full in str(error) for full in _FULL):
            text = formats.sentences(
                [text, translate("messages", "Make room on that disk, or choose another one.")]
            )
        return text
    if isinstance(error, FormatError):
        text = translate("messages", "{file} is not a sound Tianwang file at byte {offset}: {rule}")
        return text.format(
            file=error.file, offset=formats.number(error.offset), rule=engine_words.say(error.rule)
        )
    if isinstance(error, OSError):
        text = translate("messages", "{path}: {detail}")
        return text.format(path=error.filename or "", detail=engine_words.say(error.strerror or str(error)))
    text = translate("messages", "The program made a mistake ({kind}: {detail}). The details are in the log.")
    return text.format(kind=type(error).__name__, detail=error)


class Notice(QObject):
    """Messages of a view for the bar of its window: `said` carries kind, sentence, and an offer (label, call) or
    None."""

    said = Signal(str, str, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.text = ""
        self._offer: Offer | None = None

    def info(self, text: str, offer: Offer | None = None) -> None:
        """Say something good to know."""
        self._say("info", text, offer)

    def warning(self, text: str, offer: Offer | None = None) -> None:
        """Say something to be careful about."""
        self._say("warning", text, offer)

    def act(self) -> None:
        """Do what was offered last."""
        if self._offer:
            self._offer[1]()

    def _say(self, kind: str, text: str, offer: Offer | None) -> None:
        self.text, self._offer = text, offer
        self.said.emit(kind, text, offer)


class MessageBar(QFrame):
    """A sentence in the colour of its weight; can be dismissed, offers at most one action.

    It stands in a status bar, which has room for it all the time: nothing moves and nothing is covered because
    something is said. What is longer than two lines is cut, and shown whole on demand.
    """

    shown_changed = Signal(bool)  # also when something else is said

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sentence = self._passing = ""
        self._action: Callable[[], object] | None = None
        self._icon = QLabel()
        self._text = text_label(wrap=True, selectable=True, name="messageText")
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setMinimumWidth(_NARROWEST)
        self._text.installEventFilter(self)
        self._text.ensurePolished()
        self._text.setFixedHeight(_LINES * self._text.fontMetrics().lineSpacing())
        self._button: QPushButton = text_button(act=self._act, hidden=True)
        self._more = self._tool("expand", self.tr("Show the whole message"), self._show_whole)
        self._more.hide()
        close = self._tool("close", self.tr("Dismiss this message"), self.hide)
        self._row = in_row(
            self,
            self._icon,
            (self._text, 1),
            self._more,
            self._button,
            close,
            margins=(theme.UNIT, 0, theme.HALF, 0),
            spacing=theme.UNIT,
        )
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def _tool(self, icon: str, words: str, act: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setIcon(theme.icon(icon))
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(act)
        return button

    @property
    def text(self) -> str:
        """The sentence shown last."""
        return self._sentence

    @property
    def offer(self) -> QPushButton:
        """The button of the offered action; hidden when there is none."""
        return self._button

    @property
    def kind(self) -> str:
        """info, warning or error."""
        return str(self.property("kind") or "info")

    @property
    def line(self) -> int:
        """Pixels of width in which the sentence stands on one line."""
        others = self._row.minimumSize().width() - self._text.minimumWidth()
        return others + self._text.fontMetrics().horizontalAdvance(self._sentence)

    def info(self, text: str, action: Offer | None = None) -> None:
        """Show an information, which disappears after some seconds, later with an offer."""
        self.say("info", text, action)

    def warning(self, text: str, action: Offer | None = None) -> None:
        """Show something to be careful about."""
        self.say("warning", text, action)

    def error(self, text: str, action: Offer | None = None) -> None:
        """Show what did not work."""
        self.say("error", text, action)

    def tell(self, error: BaseException) -> None:
        """Show the sentence of an error."""
        self.error(sentence(error))

    def say(self, kind: str, text: str, action: Offer | None) -> None:
        """Show a sentence of the weight `kind`."""
        restyle(self, kind=kind)
        self._draw()
        self._sentence, self._passing = text, ""
        self._text.setAccessibleName(text)
        self._action = action[1] if action else None
        self._button.setVisible(action is not None)
        if action:
            self._button.setText(action[0])
            self._button.setAccessibleName(action[0])
            self._button.setToolTip(action[0])
        self._timer.stop()
        self._go_in_time()
        self._more.hide()
        if self.isHidden():
            self.show()
        else:
            self.shown_changed.emit(True)
        self._row.activate()
        self._fit()

    def pass_by(self, text: str) -> None:
        """Show something for a moment in the place of the sentence, which comes back with an empty text: the address
        below the pointer."""
        self._passing = text
        self._fit()

    def _fit(self) -> None:
        """As much of the text as there is room for."""
        metrics, width = self._text.fontMetrics(), self._text.width()
        if self._passing:
            self._text.setText(metrics.elidedText(self._passing, Qt.TextElideMode.ElideMiddle, width))
            return
        whole, room = self._sentence, QRect(0, 0, width, 1 << 16)

        def fits(text: str) -> bool:
            return bool(
                metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() <= self._text.height()
            )

        length = len(whole)
        if not fits(whole):
            length = bisect_left(range(len(whole)), True, key=lambda most: not fits(f"{whole[: most + 1]}…"))
        cut = length < len(whole)
        self._text.setText(f"{whole[:length].rstrip()}…" if cut else whole)
        self._text.setToolTip(whole if cut else "")
        self._more.setVisible(cut)

    def _show_whole(self) -> None:
        """All of a long message above the bar, until somebody clicks elsewhere."""
        self._timer.stop()
        card = QFrame(self, Qt.WindowType.Popup)
        card.setObjectName("wholeMessage")
        card.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = text_label(self._sentence, wrap=True, selectable=True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setFixedWidth(max(_NARROWEST, min(_WIDEST, self.width() - 2 * theme.DOUBLE)))
        in_column(card, words, margins=(theme.DOUBLE, theme.UNIT, theme.DOUBLE, theme.UNIT))
        card.adjustSize()
        card.move(self.mapToGlobal(QPoint(0, -card.height() - theme.HALF)))
        card.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._text and event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown_changed.emit(False)

    def enterEvent(self, event: QEnterEvent) -> None:
        """What is being read does not go away."""
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._go_in_time()
        super().leaveEvent(event)

    def _go_in_time(self) -> None:
        if self.kind == "info":
            self._timer.start((_OFFER_SECONDS if self._action else _INFO_SECONDS) * 1000)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_timer"):
            self._draw()

    def _draw(self) -> None:
        color = "accent" if self.kind == "info" else self.kind
        self._icon.setPixmap(theme.icon(self.kind, color).pixmap(20, 20))

    def _act(self) -> None:
        self.hide()
        if self._action:
            self._action()

"""What the program says to the person: translated sentences of errors, and the bar that shows them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QT_TRANSLATE_NOOP, QChildEvent, QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.errors import FormatError, UserError
from widgets import engine_words, formats, theme
from widgets.side_sheet import SideSheet

# The templates of app/errors.py again, as literals: the translation tool collects them here.
# tests/widgets/test_messages.py holds that none is missing.
TEMPLATES = (
    QT_TRANSLATE_NOOP("messages", "{detail}"),
    QT_TRANSLATE_NOOP("messages", "The archive {archive} cannot be used: {detail}"),
    QT_TRANSLATE_NOOP(
        "messages",
        "There is no archive at {archive}. Create one, or choose the folder that holds “archive.json”.",
    ),
    QT_TRANSLATE_NOOP(
        "messages",
        "{archive} already exists and is not empty. Choose another folder, or open it if it is an archive.",
    ),
    QT_TRANSLATE_NOOP(
        "messages",
        "Another program (process {process} on {host}) is writing to the archive {archive}. Wait until it has finished, or stop it.",  # noqa: E501 - the tool reads one literal
    ),
    QT_TRANSLATE_NOOP("messages", "The archive {archive} is damaged: {detail}"),
    QT_TRANSLATE_NOOP(
        "messages",
        "The index of the archive {archive} cannot be used: {detail}. The pages themselves are in the batches: “Rebuild the index” on the page Integrity, or “tianwang reindex {word}”, makes a new index from them.",  # noqa: E501 - the tool reads one literal
    ),
    QT_TRANSLATE_NOOP(
        "messages",
        "The archive {archive} must be brought up to date before it can be shown, but its disk cannot be written. Copy the archive to a disk that can be written, and open it there.",  # noqa: E501 - the tool reads one literal
    ),
    QT_TRANSLATE_NOOP("messages", "The archive holds nothing under {wanted}."),
    QT_TRANSLATE_NOOP(
        "messages",
        "“{address}” is not an address that can be crawled. An address looks like https://www.example.org/.",
    ),
    QT_TRANSLATE_NOOP(
        "messages",
        "{path} could not be written: {detail}. Nothing that was already stored is lost.",
    ),
    QT_TRANSLATE_NOOP("messages", "{path} could not be read: {detail}."),
    QT_TRANSLATE_NOOP(
        "messages",
        "The crawls of this archive cannot be used: {path} cannot be read ({detail}). The pages are not touched by that. Move the file away to begin new crawls; what old ones had still to do goes with it.",  # noqa: E501 - the tool reads one literal
    ),
    QT_TRANSLATE_NOOP("messages", "“{pattern}” is not a regular expression: {detail}"),
    QT_TRANSLATE_NOOP("messages", "This crawl cannot be started: {detail}."),
    QT_TRANSLATE_NOOP("messages", "This archive has no saved crawl named “{name}”."),
    QT_TRANSLATE_NOOP("messages", "There is a saved crawl named “{name}” already."),
    QT_TRANSLATE_NOOP(
        "messages",
        "“{text}” is not a timetable. Examples: hourly, every 6 hours, daily 03:00, weekly mon 03:00.",
    ),
    QT_TRANSLATE_NOOP("messages", "The pattern “{pattern}” for file names cannot be used: {detail}"),
    QT_TRANSLATE_NOOP("messages", "The live browser cannot be used: {detail}"),
    QT_TRANSLATE_NOOP(
        "messages",
        "“{selector}” is no CSS selector that can be used. A selector looks like .advert or #counter.",
    ),
    QT_TRANSLATE_NOOP(
        "messages",
        "This page cannot be archived as it is: it is the answer to a form, or was loaded too long ago. Reload it and try again.",  # noqa: E501 - the tool reads one literal
    ),
)
_INFO_SECONDS = 8
_OFFER_SECONDS = 20  # with something to do about it, which is in the menus as well: it lies over what is below
_WIDEST, _NARROWEST = 720, 360
_FULL = ("No space left on device", "Disk quota exceeded", "disk is full")


def sentence(error: BaseException) -> str:
    """One translated sentence that says what is wrong."""
    translate = QCoreApplication.translate
    if isinstance(error, UserError):
        fields = {
            name: engine_words.say(str(value)) if name == "detail" else value for name, value in error.fields.items()
        }
        text = translate("messages", error.template).format(**fields)
        if any(full in str(error.fields.get("detail")) for full in _FULL):
            text = formats.sentences([text, translate("messages", "Make room on that disk, or choose another one.")])
        return text
    if isinstance(error, FormatError):
        text = translate("messages", "{file} is not a sound Tianwang file at byte {offset}: {rule}")
        return text.format(file=error.file, offset=formats.number(error.offset), rule=engine_words.say(error.rule))
    if isinstance(error, OSError):
        text = translate("messages", "{path}: {detail}")
        return text.format(path=error.filename or "", detail=engine_words.say(error.strerror or str(error)))
    text = translate("messages", "The program made a mistake ({kind}: {detail}). The details are in the log.")
    return text.format(kind=type(error).__name__, detail=error)


class MessageBar(QFrame):
    """A sentence in the colour of its weight; can be dismissed, offers at most one action.

    It lies over the lower edge of its parent, left of a sheet that is open: nothing moves because something is said.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sheets: list[SideSheet] = []
        self._below: QWidget | None = None  # what stays in sight under it
        self._action: Callable[[], None] | None = None
        self._icon = QLabel()
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QPushButton(visible=False)
        self._button.clicked.connect(self._act)
        close = QToolButton()
        close.setIcon(theme.icon("close"))
        close.setToolTip(self.tr("Dismiss this message"))
        close.setAccessibleName(self.tr("Dismiss this message"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT)
        row.setSpacing(theme.UNIT + theme.HALF)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)
        row.addWidget(self._button)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown last."""
        return self._text.text()

    @property
    def offer(self) -> QPushButton:
        """The button of what can be done about it; hidden where there is nothing."""
        return self._button

    @property
    def kind(self) -> str:
        """info, warning or error."""
        return self.property("kind") or "info"

    def info(self, text: str, action: tuple[str, Callable[[], None]] | None = None) -> None:
        """Show something good to know; it goes away by itself, later when it offers an action."""
        self._show("info", text, action)

    def warning(self, text: str, action: tuple[str, Callable[[], None]] | None = None) -> None:
        """Show something to be careful about."""
        self._show("warning", text, action)

    def error(self, text: str, action: tuple[str, Callable[[], None]] | None = None) -> None:
        """Show what did not work."""
        self._show("error", text, action)

    def tell(self, error: BaseException) -> None:
        """Show the sentence of an error."""
        self.error(sentence(error))

    def _show(self, kind: str, text: str, action: tuple[str, Callable[[], None]] | None) -> None:
        self.setProperty("kind", kind)
        self.style().unpolish(self)
        self.style().polish(self)
        self._draw()
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self._action = action[1] if action else None
        self._button.setVisible(action is not None)
        if action:
            self._button.setText(action[0])
            self._button.setAccessibleName(action[0])
            self._button.setToolTip(action[0])
        self._timer.stop()
        self._go_in_time()
        self.place()
        self.show()
        self.raise_()

    def stand_above(self, panel: QWidget) -> None:
        """Leave a panel at the lower edge in sight, unless it fills most of the room."""
        self._below = panel
        panel.installEventFilter(self)
        panel.destroyed.connect(self._stand_free)

    def _stand_free(self) -> None:
        self._below = None

    def _floor(self) -> int:
        below = self._below
        height = below.height() if below is not None and below.isVisible() else 0
        return height if height < self.parentWidget().height() * 2 // 3 else 0

    def place(self) -> None:
        """Stand where there is room: beside an open sheet, or over it where the window is too narrow for both."""
        area = self.parentWidget().rect()
        free = area.width() - max((sheet.width() for sheet in self._sheets if sheet.isVisible()), default=0)
        room = (free if free >= _NARROWEST else area.width()) - 2 * theme.DOUBLE
        width = min(_WIDEST, room)
        height = max(self.minimumSizeHint().height(), self.layout().heightForWidth(width))
        left = theme.DOUBLE + (room - width) // 2
        self.setGeometry(left, max(0, area.height() - self._floor() - height - theme.DOUBLE), width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parentWidget():
            sheet = event.child() if isinstance(event, QChildEvent) and event.polished() else None
            if isinstance(sheet, SideSheet) and sheet not in self._sheets:
                self._sheets.append(sheet)
                sheet.installEventFilter(self)
            if event.type() == QEvent.Type.Resize:
                self.place()
        elif event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Resize) and self.isVisible():
            self.place()
            self.raise_()
        return super().eventFilter(watched, event)

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

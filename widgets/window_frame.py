"""The parts of the main window and where they stand; what they do is decided in main_window.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets import theme
from widgets.action_search import plain
from widgets.job_bar import JobBar
from widgets.messages import MessageBar
from widgets.start_page import StartPage

if TYPE_CHECKING:
    from widgets.window_actions import WindowActions

_ADDRESS = 240  # pixels that the address field keeps
_FIGURES = 1100  # pixels of width from which on figures stand beside a message
_WORDLESS = 520  # pixels that all else in the toolbar takes, without words


class WindowFrame(QMainWindow):
    """Start page or workspace, messages and long work in the status bar; a toolbar with the address field."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self._typed_at: QWidget | None = None
        self._worded: list[QWidget] = []
        self._build_center()
        self._build_toolbar()
        self._build_status()

    def _build_center(self) -> None:
        self.start = StartPage(self.settings)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.start)
        self.stage = QWidget()
        inside = QVBoxLayout(self.stage)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.stack)
        self.setCentralWidget(self.stage)

    def fill_toolbar(self, actions: WindowActions) -> None:
        """Put the actions people use most around the address field."""
        self.toolbar.addAction(actions["close"])
        for name in ("tree_panel", "back", "forward"):
            self.toolbar.addAction(actions[name])
        self.toolbar.addWidget(self.address)
        for name in ("crawl", "pause", "stop", "", "compare", "export", "", "crawl_panel", "search"):
            if name:
                self.toolbar.addAction(actions[name])
            else:
                self.toolbar.addSeparator()
        for action in self.toolbar.actions():
            button = self.toolbar.widgetForAction(action)
            if button and action.text():
                button.setAccessibleName(plain(action.text()))
        words = {
            "crawl": self.tr("New crawl", "button"),
            "compare": self.tr("Compare", "button"),
            "export": self.tr("Export", "button"),
            "search": self.tr("Search", "button"),
        }
        for name, word in words.items():
            actions[name].setIconText(word)
        self._worded = [button for name in words if (button := self.toolbar.widgetForAction(actions[name]))]
        self.fit_words()

    def fit_words(self) -> None:
        """Words beside the icons people use most, unless somebody wants none or the window is too narrow for them."""
        wanted = self.settings.value("toolbar/words", True, bool)
        room = self.width() - _WORDLESS - sum(b.fontMetrics().horizontalAdvance(b.text()) + 8 for b in self._worded)
        beside = wanted and room >= _ADDRESS
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if beside else Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in self._worded:
            if isinstance(button, QToolButton) and button.toolButtonStyle() != style:
                button.setToolButtonStyle(style)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_words()
        self.fit_figures()

    def _build_toolbar(self) -> None:
        self.toolbar = QToolBar(self.tr("Tools"), objectName="tools", movable=False)
        self.toolbar.setIconSize(QSize(20, 20))
        self.toolbar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.address = QLineEdit(clearButtonEnabled=True)
        self.address.setProperty("address", True)
        self.address.setPlaceholderText(self.tr("Paste a web address to archive it…"))
        self.address.setAccessibleName(self.tr("Web address to archive"))
        self.address.setToolTip(self.tr("Enter chooses what to capture"))
        self.address.addAction(theme.icon("address", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.addToolBar(self.toolbar)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:  # comes before the key itself, and to whoever has the keyboard
            holder = self.focusWidget()
            self._typed_at = holder if holder is not None and holder.isVisible() else None
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keyboard, as in dialogs: if it had it when the key was struck, and was
        not given it by a field on Enter."""
        button, struck_at, self._typed_at = self.focusWidget(), self._typed_at, None
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and isinstance(button, QPushButton | QToolButton) and button is struck_at:
            button.click()
        else:
            super().keyPressEvent(event)

    def _build_status(self) -> None:
        self.messages, self.job_bar, self.figures = MessageBar(), JobBar(), QLabel()
        bar = self.statusBar()
        bar.addPermanentWidget(self.messages, 1)
        for part in (self.job_bar, self.figures):
            bar.addPermanentWidget(part)
        # as high as with work and a message in it: nothing moves when some begins, or something is said
        bar.setFixedHeight(max(part.sizeHint().height() for part in (self.job_bar, self.messages)) + theme.HALF)
        bar.setSizeGripEnabled(False)
        bar.messageChanged.connect(self.messages.pass_by)
        self.messages.shown_changed.connect(self.fit_figures)

    def fit_figures(self) -> None:
        """Figures give way to a message that needs their room."""
        self.figures.setVisible(self.messages.isHidden() or self.width() >= _FIGURES)

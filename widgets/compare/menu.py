"""What can be done with a comparison: for its own keys and buttons, for the menu bar, and so for the search of actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from widgets.kit import theme
from widgets.words import formats


class Command(NamedTuple):
    """`name` is what CompareView.perform takes; `text` stands in the menu."""

    name: str
    icon: str
    keys: str
    text: str
    tip: str

    @property
    def label(self) -> str:
        """The text without its mnemonic."""
        return formats.without_mnemonic(self.text)

    def hint(self, words: str = "") -> str:
        """The tip, or other words, with the keys."""
        keys = QKeySequence(self.keys).toString(QKeySequence.SequenceFormat.NativeText)
        return QCoreApplication.translate("compare", "{tip} ({keys})").format(
            tip=words or self.tip, keys=keys
        )


def commands() -> tuple[Command | None, ...]:
    """All of them; None stands between groups."""
    translate = QCoreApplication.translate
    return (
        Command(
            "side",
            "mdi6.view-split-vertical",
            "Ctrl+1",
            translate("compare", "&Side by side"),
            translate("compare", "Both pages as they looked"),
        ),
        Command(
            "swipe",
            "mdi6.arrow-split-vertical",
            "Ctrl+2",
            translate("compare", "S&wipe"),
            translate("compare", "One page upon the other, with a divider to drag"),
        ),
        Command(
            "onion",
            "mdi6.layers-outline",
            "Ctrl+3",
            translate("compare", "&Onion skin"),
            translate("compare", "One page shows through the other"),
        ),
        Command(
            "picture",
            "mdi6.image-search-outline",
            "Ctrl+Alt+P",
            translate("compare", "&Picture"),
            translate("compare", "Pictures of both pages; what differs in them stands out"),
        ),
        Command(
            "text",
            "mdi6.text-long",
            "Ctrl+4",
            translate("compare", "&Text"),
            translate("compare", "What both versions say, line by line"),
        ),
        Command(
            "source",
            "mdi6.code-tags",
            "Ctrl+5",
            translate("compare", "Sour&ce"),
            translate("compare", "Both versions as they were received, byte for byte"),
        ),
        None,
        Command(
            "noise",
            "mdi6.filter-check-outline",
            "Ctrl+6",
            translate("compare", "&Fold away what always changes"),
            translate("compare", "List changes that say nothing in one row, or among the others"),
        ),
        Command(
            "ignore",
            "refused",
            "Ctrl+Alt+N",
            translate("compare", "Always &ignore this block"),
            translate("compare", "Changes of the chosen block count as noise from now on"),
        ),
        Command(
            "larger",
            "mdi6.view-agenda-outline",
            "Ctrl+7",
            translate("compare", "&Larger blocks"),
            translate("compare", "Compare the pages in fewer, larger blocks"),
        ),
        Command(
            "smaller",
            "mdi6.view-headline",
            "Ctrl+8",
            translate("compare", "S&maller blocks"),
            translate("compare", "Compare the pages in more, smaller blocks"),
        ),
        Command(
            "displayed",
            "mdi6.monitor-eye",
            "Ctrl+Alt+J",
            translate("compare", "Compare what is &displayed"),
            translate("compare", "The pages as their scripts made them, not as they were received"),
        ),
        None,
        Command(
            "swap",
            "swap",
            "Ctrl+9",
            translate("compare", "&Exchange the two sides"),
            translate("compare", "What stands left stands right"),
        ),
        Command(
            "tied",
            "link",
            "Ctrl+Alt+T",
            translate("compare", "Scroll both sides to&gether"),
            translate("compare", "One side follows the other, or stays where it is"),
        ),
        Command(
            "filter",
            "filter",
            "Ctrl+Alt+G",
            translate("compare", "Filter c&hanges"),
            translate("compare", "Find changes by their words"),
        ),
        Command(
            "legend",
            "help",
            "Ctrl+Alt+M",
            translate("compare", "What the mar&ks mean"),
            translate("compare", "Colours, lines and signs in words"),
        ),
        None,
        Command(
            "report",
            "export",
            "Ctrl+Alt+E",
            translate("compare", "Save a &report of the changes…"),
            translate("compare", "All changes with their words as one HTML file"),
        ),
    )


def command(name: str) -> Command:
    """One of them."""
    return next(each for each in commands() if each is not None and each.name == name)


def comparison_menu(window: QWidget, perform: Callable[[str], object]) -> tuple[QMenu, dict[str, QAction]]:
    """A menu and its actions by the names of the commands; they are enabled while a comparison is shown."""
    menu = QMenu(QCoreApplication.translate("compare", "Co&mparison"), window)
    menu.setIcon(theme.icon("compare"))
    actions: dict[str, QAction] = {}
    for each in commands():
        if each is None:
            menu.addSeparator()
            continue
        action = QAction(theme.icon(each.icon), each.text, window)
        action.setShortcut(each.keys)
        # the comparison listens to these keys itself; here they only stand in the menu
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setToolTip(each.hint())
        action.setStatusTip(each.tip)
        action.triggered.connect(lambda _=False, name=each.name: perform(name))
        menu.addAction(action)
        actions[each.name] = action
    return menu, actions

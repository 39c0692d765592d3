"""What can be done with a comparison: for its own keys, for the menu bar, and so for the search of actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from widgets.kit import theme


@dataclass(frozen=True, slots=True)
class Command:
    """`name` is what CompareView.perform takes; text and tip are to be translated in the context "compare"."""

    name: str
    icon: str
    keys: str
    text: str
    tip: str


COMMANDS: tuple[Command | None, ...] = (
    Command(
        "side",
        "mdi6.view-split-vertical",
        "Ctrl+1",
        QT_TRANSLATE_NOOP("compare", "&Side by side"),
        QT_TRANSLATE_NOOP("compare", "Both pages as they looked"),
    ),
    Command(
        "swipe",
        "mdi6.arrow-split-vertical",
        "Ctrl+2",
        QT_TRANSLATE_NOOP("compare", "S&wipe"),
        QT_TRANSLATE_NOOP("compare", "One page upon the other, with a divider to drag"),
    ),
    Command(
        "onion",
        "mdi6.layers-outline",
        "Ctrl+3",
        QT_TRANSLATE_NOOP("compare", "&Onion skin"),
        QT_TRANSLATE_NOOP("compare", "One page shows through the other"),
    ),
    Command(
        "picture",
        "mdi6.image-search-outline",
        "Ctrl+Alt+P",
        QT_TRANSLATE_NOOP("compare", "&Picture"),
        QT_TRANSLATE_NOOP("compare", "Pictures of both pages; what differs in them stands out"),
    ),
    Command(
        "text",
        "mdi6.text-long",
        "Ctrl+4",
        QT_TRANSLATE_NOOP("compare", "&Text"),
        QT_TRANSLATE_NOOP("compare", "What both versions say, line by line"),
    ),
    Command(
        "source",
        "mdi6.code-tags",
        "Ctrl+5",
        QT_TRANSLATE_NOOP("compare", "Sour&ce"),
        QT_TRANSLATE_NOOP("compare", "Both versions as they were received, byte for byte"),
    ),
    None,
    Command(
        "noise",
        "mdi6.filter-check-outline",
        "Ctrl+6",
        QT_TRANSLATE_NOOP("compare", "&Fold away what always changes"),
        QT_TRANSLATE_NOOP("compare", "List changes that say nothing in one row, or among the others"),
    ),
    Command(
        "ignore",
        "refused",
        "Ctrl+Alt+N",
        QT_TRANSLATE_NOOP("compare", "Always &ignore this block"),
        QT_TRANSLATE_NOOP("compare", "Changes of the chosen block count as noise from now on"),
    ),
    Command(
        "larger",
        "mdi6.view-agenda-outline",
        "Ctrl+7",
        QT_TRANSLATE_NOOP("compare", "&Larger blocks"),
        QT_TRANSLATE_NOOP("compare", "Compare the pages in fewer, larger blocks"),
    ),
    Command(
        "smaller",
        "mdi6.view-headline",
        "Ctrl+8",
        QT_TRANSLATE_NOOP("compare", "S&maller blocks"),
        QT_TRANSLATE_NOOP("compare", "Compare the pages in more, smaller blocks"),
    ),
    Command(
        "displayed",
        "mdi6.monitor-eye",
        "Ctrl+Alt+J",
        QT_TRANSLATE_NOOP("compare", "Compare what is &displayed"),
        QT_TRANSLATE_NOOP("compare", "The pages as their scripts made them, not as they were received"),
    ),
    None,
    Command(
        "swap",
        "swap",
        "Ctrl+9",
        QT_TRANSLATE_NOOP("compare", "&Exchange the two sides"),
        QT_TRANSLATE_NOOP("compare", "What stands left stands right"),
    ),
    Command(
        "tied",
        "link",
        "Ctrl+Alt+T",
        QT_TRANSLATE_NOOP("compare", "Scroll both sides to&gether"),
        QT_TRANSLATE_NOOP("compare", "One side follows the other, or stays where it is"),
    ),
    Command(
        "filter",
        "filter",
        "Ctrl+Alt+G",
        QT_TRANSLATE_NOOP("compare", "Filter c&hanges"),
        QT_TRANSLATE_NOOP("compare", "Find changes by their words"),
    ),
    Command(
        "legend",
        "help",
        "Ctrl+Alt+M",
        QT_TRANSLATE_NOOP("compare", "What the mar&ks mean"),
        QT_TRANSLATE_NOOP("compare", "Colours, lines and signs in words"),
    ),
    None,
    Command(
        "report",
        "export",
        "Ctrl+Alt+E",
        QT_TRANSLATE_NOOP("compare", "Save a &report of the changes…"),
        QT_TRANSLATE_NOOP("compare", "All changes with their words as one HTML file"),
    ),
)


def comparison_menu(window: QWidget, perform: Callable[[str], object]) -> tuple[QMenu, dict[str, QAction]]:
    """A menu and its actions by the names of the commands; they are enabled while a comparison is shown."""
    translate = QCoreApplication.translate
    menu = QMenu(translate("compare", "Co&mparison"), window)
    menu.setIcon(theme.icon("compare"))
    actions: dict[str, QAction] = {}
    for command in COMMANDS:
        if command is None:
            menu.addSeparator()
            continue
        action = QAction(theme.icon(command.icon), translate("compare", command.text), window)
        action.setShortcut(command.keys)
        # the comparison listens to these keys itself; here they only stand in the menu
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        tip = translate("compare", command.tip)
        keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
        action.setToolTip(translate("compare", "{tip} ({keys})").format(tip=tip, keys=keys))
        action.setStatusTip(tip)
        action.triggered.connect(lambda _=False, name=command.name: perform(name))
        menu.addAction(action)
        actions[command.name] = action
    return menu, actions

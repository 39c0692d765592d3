"""The menu Go: steps, tabs, days of the past, versions beside each other, words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMenu

from widgets.kit import theme
from widgets.shell.menus.table import COMPARISON, ActionTable, Entries, Parts

translate = QCoreApplication.translate


def go_menu(made: ActionTable, p: Parts, comparison: QMenu, address: Callable[[], object]) -> None:
    """Where to, from what is on screen."""
    made.menu(
        translate("WindowActions", "&Go"),
        *_steps(made, p),
        None,
        *_tabs(made, p),
        *_days(made, p),
        None,
        *_comparing(made, p, comparison),
        None,
        *_on_page(made, p),
        None,
        *_finding_pages(made, p, address),
    )
    for name in (*COMPARISON, "back_to_page"):
        # the comparison listens to these keys itself; here they only stand in the menu
        made[name].setShortcutContext(Qt.ShortcutContext.WidgetShortcut)


def _steps(made: ActionTable, p: Parts) -> Entries:
    """Back and forward, and along the tree."""
    v, add = p.views, made.add
    return (
        add(
            "back",
            translate("WindowActions", "&Back"),
            translate("WindowActions", "What was looked at before"),
            lambda: v.go(-1),
        ),
        add(
            "forward",
            translate("WindowActions", "For&ward"),
            translate("WindowActions", "What was looked at after this"),
            lambda: v.go(1),
        ),
        add(
            "history",
            translate("WindowActions", "History…"),
            translate("WindowActions", "What was looked at in this archive, today and earlier"),
            lambda: p.history.show(),
            icon="recent",
        ),
        None,
        add(
            "next",
            translate("WindowActions", "&Next page"),
            translate("WindowActions", "The next page of the tree"),
            lambda: v.step(1),
            icon="down",
        ),
        add(
            "previous",
            translate("WindowActions", "&Previous page"),
            translate("WindowActions", "The page of the tree before"),
            lambda: v.step(-1),
            icon="up",
        ),
    )


def _tabs(made: ActionTable, p: Parts) -> Entries:
    """Pages that are open beside each other."""
    v, add = p.views, made.add
    return (
        add(
            "new_tab",
            translate("WindowActions", "New &tab"),
            translate("WindowActions", "A page more beside the one on screen"),
            lambda: v.with_tabs(lambda tabs: tabs.new()),
            icon="add",
        ),
        add(
            "close_tab",
            translate("WindowActions", "Close tab"),
            translate("WindowActions", "Close the page on screen; the archive stays open"),
            lambda: v.with_tabs(lambda tabs: tabs.close()),
            icon="close",
        ),
        add(
            "reopen_tab",
            translate("WindowActions", "Reopen closed tab"),
            translate("WindowActions", "Open again the tab that was closed last"),
            lambda: v.with_tabs(lambda tabs: tabs.reopen()),
            icon="recent",
        ),
        add(
            "next_tab",
            translate("WindowActions", "Next tab"),
            translate("WindowActions", "The page of the tab to the right"),
            lambda: v.with_tabs(lambda tabs: tabs.step(1)),
            icon="next",
        ),
        add(
            "previous_tab",
            translate("WindowActions", "Previous tab"),
            translate("WindowActions", "The page of the tab to the left"),
            lambda: v.with_tabs(lambda tabs: tabs.step(-1)),
            icon="previous",
        ),
    )


def _days(made: ActionTable, p: Parts) -> Entries:
    """The calendar, and other days of the past."""
    t, add = p.travel, made.add
    days = QMenu(translate("WindowActions", "Days of the past"), made.window)
    days.setIcon(theme.icon("recent"))
    days.addActions(
        [
            add(
                "day_before",
                translate("WindowActions", "Day with captures &before"),
                translate("WindowActions", "Show the archive as it was on the day with captures before"),
                lambda: t.beside(-1),
                icon="day-before",
            ),
            add(
                "day_after",
                translate("WindowActions", "&Next day with captures"),
                translate("WindowActions", "Show the archive as it was on the next day with captures"),
                lambda: t.beside(1),
                icon="day-after",
            ),
            add(
                "now",
                translate("WindowActions", "Back to no&w"),
                translate("WindowActions", "Show the archive as it is now"),
                t.back,
                icon="forward",
            ),
        ]
    )
    calendar = add(
        "calendar",
        translate("WindowActions", "Calen&dar…"),
        translate("WindowActions", "Days with captures; a day shows the archive as it was then"),
        lambda: t.show(),
    )
    return calendar, days


def _comparing(made: ActionTable, p: Parts, comparison: QMenu) -> Entries:
    """Versions beside each other."""
    v, add = p.views, made.add
    return (
        add(
            "compare",
            translate("WindowActions", "&Compare with previous version"),
            translate("WindowActions", "Show this version and the one before it side by side"),
            v.compare,
        ),
        add(
            "compare_other",
            translate("WindowActions", "Compare with another page…"),
            translate("WindowActions", "Show this version and a page of another address side by side"),
            lambda: p.comparing.open(),
            icon="compare",
        ),
        add(
            "next_change",
            translate("WindowActions", "Next c&hange"),
            translate("WindowActions", "The next change of the comparison"),
            lambda: v.step_change(1),
            icon="next",
        ),
        add(
            "previous_change",
            translate("WindowActions", "Pre&vious change"),
            translate("WindowActions", "The change of the comparison before"),
            lambda: v.step_change(-1),
            icon="previous",
        ),
        comparison,
        add(
            "back_to_page",
            translate("WindowActions", "&Leave the comparison"),
            translate("WindowActions", "Show the page again"),
            v.back_to_page,
            icon="close",
        ),
    )


def _on_page(made: ActionTable, p: Parts) -> Entries:
    """Words, and the page on screen."""
    v, add = p.views, made.add
    return (
        add(
            "search_archive",
            translate("WindowActions", "&Search the archive…"),
            translate("WindowActions", "Find words in every version of every page"),
            lambda: p.search.show(),
            icon="search",
        ),
        add(
            "find",
            translate("WindowActions", "F&ind in the page…"),
            translate("WindowActions", "Find words in what is shown"),
            v.find,
            icon="search",
        ),
        add(
            "find_next",
            translate("WindowActions", "Find ne&xt"),
            translate("WindowActions", "The next place of the words on the page"),
            lambda: p.search.step(1),
            icon="next",
        ),
        add(
            "find_previous",
            translate("WindowActions", "Find previo&us"),
            translate("WindowActions", "The place of the words before"),
            lambda: p.search.step(-1),
            icon="previous",
        ),
        add(
            "reload",
            translate("WindowActions", "&Reload"),
            translate("WindowActions", "Show the page once more from the archive"),
            v.reload,
        ),
        add(
            "copy_address",
            translate("WindowActions", "C&opy address"),
            translate("WindowActions", "Put the address of the page on the clipboard"),
            v.copy_address,
            icon="copy",
        ),
        add(
            "browser",
            translate("WindowActions", "Op&en in browser"),
            translate("WindowActions", "Open the address in the browser, as it is today"),
            v.open_in_browser,
        ),
    )


def _finding_pages(made: ActionTable, p: Parts, address: Callable[[], object]) -> Entries:
    """Which pages the tree shows."""
    v, add = p.views, made.add
    return (
        add(
            "address",
            translate("WindowActions", "&Address field"),
            translate("WindowActions", "Type an address to archive"),
            address,
        ),
        add(
            "filter",
            translate("WindowActions", "&Filter pages"),
            translate("WindowActions", "Find pages by title or address"),
            v.focus_filter,
        ),
        add(
            "facets",
            translate("WindowActions", "Choose pages b&y…"),
            translate(
                "WindowActions",
                "Narrow the tree by type, kind of page, language, year, author, issuer, own tags",
            ),
            v.open_facets,
        ),
    )

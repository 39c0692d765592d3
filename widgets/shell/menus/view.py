"""The menus View, Notes and Help: how the window looks, what a person writes, what the program can do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from widgets.shell.action_search import plain
from widgets.shell.menus.table import ActionTable, Parts

translate = QCoreApplication.translate


def view_menu(
    made: ActionTable,
    p: Parts,
    owner: QObject,
    themes: QMenu,
    encoding: QMenu,
    theme_wanted: Callable[[str], object],
) -> None:
    """Colours, panels, sizes."""
    v, add = p.views, made.add
    group = QActionGroup(owner)
    for mode, text in (
        ("system", translate("WindowActions", "As the &system")),
        ("light", translate("WindowActions", "&Light")),
        ("dark", translate("WindowActions", "&Dark")),
    ):
        tip = translate("WindowActions", "Colours of the program: {which}").format(which=plain(text))
        choose = partial(theme_wanted, mode)
        action = add(f"theme_{mode}", text, tip, choose, icon="theme")
        action.setCheckable(True)
        group.addAction(action)
        themes.addAction(action)
    made.menu(
        translate("WindowActions", "&View"),
        add(
            "tree_panel",
            translate("WindowActions", "&Pages"),
            translate("WindowActions", "Show or hide the tree of pages"),
            v.show_tree,
            icon="app",
            checkable=True,
        ),
        add(
            "collections",
            translate("WindowActions", "Collection&s"),
            translate(
                "WindowActions",
                "Categories, kinds of pages, duplicates, saved searches and tags in place of the tree",
            ),
            p.collections.show,
            checkable=True,
        ),
        add(
            "crawl_panel",
            translate("WindowActions", "&Crawl"),
            translate("WindowActions", "Show or hide the crawl with its log"),
            v.show_crawl,
            icon="panel",
            checkable=True,
        ),
        add(
            "everything",
            translate("WindowActions", "Show &everything"),
            translate("WindowActions", "Show images, style sheets, scripts, redirects and errors too"),
            v.show_everything,
            icon="resources",
            checkable=True,
        ),
        add(
            "link_map",
            translate("WindowActions", "&Link map…"),
            translate("WindowActions", "Pages and hosts as a picture with their links, through time"),
            lambda: p.map.show(),
            icon="map",
        ),
        None,
        add(
            "zoom_in",
            translate("WindowActions", "Zoom &in"),
            translate("WindowActions", "Show pages larger"),
            lambda: v.zoom(1),
            icon="zoom-in",
        ),
        add(
            "zoom_out",
            translate("WindowActions", "Zoom &out"),
            translate("WindowActions", "Show pages smaller"),
            lambda: v.zoom(-1),
            icon="zoom-out",
        ),
        add(
            "zoom_reset",
            translate("WindowActions", "Original si&ze"),
            translate("WindowActions", "Show pages in their own size"),
            lambda: v.zoom(0),
            icon="search",
        ),
        None,
        add(
            "link_reports",
            translate("WindowActions", "Link &reports…"),
            translate(
                "WindowActions", "Broken links, orphans, redirects, deep pages, words of links and more"
            ),
            lambda: p.links.show(),
            icon="link",
        ),
        add(
            "over_time",
            translate("WindowActions", "Fi&gures over time…"),
            translate(
                "WindowActions",
                "How strong topics are, how long pages last, growth, errors, languages and types",
            ),
            p.over_time.show,
            icon="statistics",
        ),
        add(
            "template",
            translate("WindowActions", "Site te&mplate"),
            translate("WindowActions", "What this page has in common with the others of its site, and why"),
            p.templates.show,
        ),
        None,
        encoding,
        themes,
        add(
            "full",
            translate("WindowActions", "&Full screen"),
            translate("WindowActions", "Use the whole screen"),
            v.full_screen,
            icon="expand",
        ),
    )
    for name in ("tree_panel", "crawl_panel"):
        made[name].setChecked(name == "tree_panel")


def notes_menu(made: ActionTable, p: Parts) -> None:
    """What a person writes on pages."""
    n, add = p.notes, made.add
    made.menu(
        translate("WindowActions", "&Notes"),
        add(
            "star",
            translate("WindowActions", "&Star"),
            translate("WindowActions", "Give the page on screen a star, or take it away"),
            n.star,
        ),
        add(
            "tag",
            translate("WindowActions", "Add a &tag…"),
            translate("WindowActions", "A word by which the page is found again"),
            n.tag,
        ),
        add(
            "note",
            translate("WindowActions", "Write a &note…"),
            translate("WindowActions", "What you want to remember of the page"),
            n.note,
        ),
        None,
        add(
            "undo_note",
            translate("WindowActions", "&Undo"),
            translate("WindowActions", "Take back the star, tag or note that was written last"),
            n.undo,
            icon="undo",
        ),
        add(
            "redo_note",
            translate("WindowActions", "&Redo"),
            translate("WindowActions", "Write again what was taken back last"),
            n.redo,
            icon="redo",
        ),
    )


def help_menu(made: ActionTable, p: Parts, search: Callable[[], object]) -> None:
    """How to use the program."""
    a, v, add = p.asks, p.views, made.add
    made.menu(
        translate("WindowActions", "&Help"),
        add(
            "help",
            translate("WindowActions", "&Help"),
            translate("WindowActions", "How to use this program"),
            v.show_help,
        ),
        add(
            "keys",
            translate("WindowActions", "&Keyboard shortcuts"),
            translate("WindowActions", "All keys at a glance"),
            v.show_keys,
            icon="keyboard",
        ),
        add(
            "search",
            translate("WindowActions", "&Search actions…"),
            translate("WindowActions", "Find anything this program can do"),
            search,
        ),
        None,
        add(
            "about",
            translate("WindowActions", "&About Tianwang Explorer"),
            translate("WindowActions", "Version and licence"),
            a.about,
        ),
    )
    made["about"].setMenuRole(QAction.MenuRole.AboutRole)

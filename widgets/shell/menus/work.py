"""The menus File, Crawl and Archive: archives, what comes into them and what goes out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from widgets.shell.menus.table import ActionTable, Entries, Parts

translate = QCoreApplication.translate


def file_menu(
    made: ActionTable,
    p: Parts,
    recent: QMenu,
    copying: QMenu,
    preferences: Callable[[], object],
    close: Callable[[], object],
) -> None:
    """Archives, what is imported and exported."""
    a, i, add = p.asks, p.imports, made.add
    made.menu(
        translate("WindowActions", "&File"),
        add(
            "new",
            translate("WindowActions", "&New archive…"),
            translate("WindowActions", "Make an empty archive"),
            a.new,
        ),
        add(
            "open",
            translate("WindowActions", "&Open archive…"),
            translate("WindowActions", "Open an archive folder"),
            a.open,
        ),
        recent,
        None,
        add(
            "import",
            translate("WindowActions", "&Import…"),
            translate("WindowActions", "Take in Tianwang, WARC, ARC and WACZ files"),
            i.choose_files,
        ),
        add(
            "import_folder",
            translate("WindowActions", "Import a &folder…"),
            translate("WindowActions", "Take in all such files of a folder"),
            i.choose_folder,
            icon="import-folder",
        ),
        add(
            "import_report",
            translate("WindowActions", "Repor&t of the last import"),
            translate("WindowActions", "What came in, and what did not"),
            i.show_report,
            icon="report",
        ),
        None,
        add(
            "export",
            translate("WindowActions", "&Export…"),
            translate("WindowActions", "Write documents to a folder, in a format others can read"),
            p.exports.export,
        ),
        add(
            "outside",
            translate("WindowActions", "Open in anot&her program"),
            translate(
                "WindowActions", "Open a copy of the document in the program that this computer has for it"
            ),
            p.views.open_outside,
        ),
        copying,
        None,
        *_printing(made, p),
        None,
        add(
            "preferences",
            translate("WindowActions", "&Preferences…"),
            translate("WindowActions", "Language, theme, and what crawls begin with"),
            preferences,
        ),
        None,
        add(
            "close",
            translate("WindowActions", "&Close archive"),
            translate("WindowActions", "Back to the start page"),
            close,
            icon="home",
        ),
        add(
            "quit",
            translate("WindowActions", "&Quit"),
            translate("WindowActions", "Close the program"),
            made.window.close,
        ),
    )
    made["quit"].setMenuRole(QAction.MenuRole.QuitRole)
    made["preferences"].setMenuRole(QAction.MenuRole.PreferencesRole)


def _printing(made: ActionTable, p: Parts) -> Entries:
    """What is on screen, on paper or as a PDF."""
    on_paper, add = p.printing, made.add
    entries = (
        add(
            "print",
            translate("WindowActions", "Print pa&ge…"),
            translate("WindowActions", "Print the page, text or document on screen"),
            on_paper.print_page,
        ),
        add(
            "save_pdf",
            translate("WindowActions", "Save as P&DF…"),
            translate("WindowActions", "Save the page, text or document on screen as a PDF"),
            on_paper.save_pdf,
            icon="pdf",
        ),
        add(
            "print_line",
            translate("WindowActions", "Address and date on p&aper"),
            translate(
                "WindowActions", "At the foot of each printed page: the address, and when it was captured"
            ),
            on_paper.set_line,
            icon="address",
            checkable=True,
        ),
    )
    made["print_line"].setChecked(on_paper.line)
    return entries


def crawl_menu(made: ActionTable, p: Parts, earlier: QMenu) -> None:
    """Crawls, begun and gone on with."""
    c, a, v, add = p.crawls, p.asks, p.views, made.add
    made.menu(
        translate("WindowActions", "&Crawl"),
        add(
            "crawl",
            translate("WindowActions", "&New crawl…"),
            translate("WindowActions", "Choose an address and what to capture"),
            lambda: c.ask(""),
        ),
        add(
            "again",
            translate("WindowActions", "Crawl a&gain"),
            translate(
                "WindowActions",
                "The selected site or folder, or the site of the page, with the settings of the last time",
            ),
            v.crawl_again,
        ),
        add(
            "again_page",
            translate("WindowActions", "Crawl &this page again"),
            translate("WindowActions", "The page on screen, with the settings of the last time"),
            v.crawl_page_again,
            icon="again",
        ),
        add(
            "elsewhere",
            translate("WindowActions", "Captures else&where…"),
            translate(
                "WindowActions",
                "What the Wayback Machine and others have of the page on screen, to be taken in",
            ),
            p.elsewhere.show,
            icon="link",
        ),
        add(
            "saved_crawls",
            translate("WindowActions", "Sa&ved crawls…"),
            translate(
                "WindowActions", "Crawls that are kept: run them, change them, repeat them by a timetable"
            ),
            c.show_saved,
            icon="recent",
        ),
        add(
            "on_cluster",
            translate("WindowActions", "On a cl&uster…"),
            translate("WindowActions", "One crawl on several machines, or by several nodes of this computer"),
            p.clusters.show,
            icon="nodes",
        ),
        None,
        add(
            "pause",
            translate("WindowActions", "&Pause or go on"),
            translate("WindowActions", "Pause the crawl or go on with it"),
            v.pause,
        ),
        add(
            "stop",
            translate("WindowActions", "&Stop"),
            translate("WindowActions", "Stop the crawl; it can be continued later"),
            v.stop,
        ),
        add(
            "change_crawl",
            translate("WindowActions", "C&hange settings…"),
            translate(
                "WindowActions", "Change a crawl that has begun, after a look at what that does to its queue"
            ),
            c.change,
            icon="preferences",
        ),
        None,
        add(
            "continue_last",
            translate("WindowActions", "&Continue last crawl"),
            translate("WindowActions", "Go on with the newest crawl that has not finished"),
            a.continue_last,
            icon="continue",
        ),
        earlier,
        None,
        add(
            "browse",
            translate("WindowActions", "&Browse and archive…"),
            translate("WindowActions", "A browser whose pages can be archived as you see them"),
            c.browse,
            icon="address",
        ),
        add(
            "logins",
            translate("WindowActions", "&Log-ins…"),
            translate("WindowActions", "Passwords and cookies that crawls may use; log in with the browser"),
            c.show_logins,
            icon="key",
        ),
    )


def archive_menu(made: ActionTable, p: Parts) -> None:
    """What the archive as a whole is asked, and what is done to it."""
    r, add = p.archive, made.add
    made.menu(
        translate("WindowActions", "&Archive"),
        add(
            "integrity",
            translate("WindowActions", "&Integrity…"),
            translate("WindowActions", "Is everything in order, and what to do when it is not"),
            r.show,
        ),
        add(
            "statistics",
            translate("WindowActions", "&Statistics…"),
            translate("WindowActions", "What is in the archive, and how it grew"),
            lambda: r.show("statistics"),
        ),
        add(
            "changes",
            translate("WindowActions", "Site c&hanges…"),
            translate("WindowActions", "What is new, gone and changed between two crawls or two dates"),
            lambda: p.changes.show(),
        ),
        add(
            "fields",
            translate("WindowActions", "&Fields…"),
            translate("WindowActions", "Prices, dates, names and other values of pages, in every version"),
            lambda: p.fields.show(),
            icon="facets",
        ),
        add(
            "duplicates",
            translate("WindowActions", "&Duplicates…"),
            translate("WindowActions", "The same content at several addresses"),
            r.show_duplicates,
            icon="copy",
        ),
        add(
            "seen",
            translate("WindowActions", "Have I s&een this?…"),
            translate("WindowActions", "Choose a file: is it in the archive, or something like it?"),
            p.collections.show_seen,
            icon="alike",
        ),
        add(
            "more_like",
            translate("WindowActions", "&More like this page"),
            translate(
                "WindowActions", "Pages that are the same as the one on screen, alike, or share passages"
            ),
            lambda: p.collections.more_like(),
            icon="alike",
        ),
        None,
        add(
            "share",
            translate("WindowActions", "Share on this net&work…"),
            translate("WindowActions", "Let others read this archive in their browsers"),
            p.sharing.show,
            icon="site",
        ),
        None,
        add(
            "check",
            translate("WindowActions", "&Check everything"),
            translate("WindowActions", "Read every record and compare it with its check sums"),
            r.check,
            icon="verify",
        ),
        add(
            "reindex",
            translate("WindowActions", "Re&build the index…"),
            translate("WindowActions", "Make the index again from the batches"),
            r.reindex,
            icon="rebuild",
        ),
        add(
            "reextract",
            translate("WindowActions", "Re-e&xtract documents"),
            translate(
                "WindowActions",
                "Read again what older extractors have read: titles, authors, dates, languages",
            ),
            lambda: p.reextracting.start(),
        ),
        add(
            "convert",
            translate("WindowActions", "Con&vert the records…"),
            translate(
                "WindowActions", "Write every version in full, or only what has changed since the one before"
            ),
            lambda: p.converting.start(),
            icon="swap",
        ),
        add(
            "recover",
            translate("WindowActions", "&Recover a damaged file…"),
            translate("WindowActions", "Read what can be read of a damaged file into a new one"),
            r.recover,
        ),
    )

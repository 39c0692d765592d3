"""Words and looks of the site change report. Translation context: "site changes"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from widgets import engine_words, formats, reasons, theme, translators
from widgets.page.amounts import KINDS, kind_name

if TYPE_CHECKING:
    from app.blocks.site_changes import SiteRow

STATES = ("changed", "new", "gone", "noise", "same")
_LOOKS = {"changed": "changed", "new": "added", "gone": "removed", "noise": "unchanged", "same": "unchanged"}


def state_of(row: SiteRow) -> str:
    """The state of a row; "noise" where nothing but noise or markup changed."""
    return "noise" if row.state == "changed" and not row.real and not row.reason else row.state


def look(state: str) -> tuple[str, str]:
    """Colour of the scheme in use, and the mark."""
    return theme.changes[_LOOKS[state]]


def state_name(state: str) -> str:
    """A state in a word or two."""
    translate = QCoreApplication.translate
    return {
        "changed": translate("site changes", "Changed"),
        "new": translate("site changes", "New"),
        "gone": translate("site changes", "Gone"),
        "noise": translate("site changes", "Only noise"),
        "same": translate("site changes", "Same"),
    }[state]


def state_tip(state: str) -> str:
    """What a state means."""
    translate = QCoreApplication.translate
    return {
        "changed": translate("site changes", "Pages whose words, links or pictures really changed"),
        "new": translate("site changes", "Pages that were not there before"),
        "gone": translate("site changes", "Pages that are no longer there"),
        "noise": translate(
            "site changes", "Pages in which only counters, dates and the like changed, or code nobody sees"
        ),
        "same": translate("site changes", "Pages in which nothing changed"),
    }[state]


def reason(row: SiteRow) -> str:
    """Why a page counts as gone or new, or could not be compared."""
    translate = QCoreApplication.translate
    if not row.reason:
        return ""
    if row.reason.isdigit():
        return reasons.status(int(row.reason))
    known = {
        "moved": translate("site changes", "It leads to another address now."),
        "not seen": translate("site changes", "The later crawl did not come to it."),
        "damaged": translate("site changes", "Its versions could not be compared."),
    }
    return known.get(row.reason) or engine_words.say(row.reason)


def state_sentence(row: SiteRow) -> str:
    """What became of a page in which nothing can be shown."""
    translate = QCoreApplication.translate
    said = {
        "new": translate("site changes", "This page was not there before."),
        "gone": translate("site changes", "This page is no longer there."),
        "noise": translate(
            "site changes", "Only counters, dates and the like changed on it, or code that nobody sees."
        ),
        "same": translate("site changes", "Nothing changed on this page."),
    }
    return formats.sentences((said.get(state_of(row), ""), reason(row)))


def signs(found: Mapping[str, int]) -> str:
    """Real changes by kind, as short as they can be: ~3 +1."""
    return "  ".join(f"{theme.changes[kind][1]}{formats.number(found[kind])}" for kind in KINDS if found.get(kind))


def counts(found: Mapping[str, int]) -> str:
    """Real changes by kind: changed 3, added 1."""
    listed = [f"{kind_name(kind)} {formats.number(found[kind])}" for kind in KINDS if found.get(kind)]
    return QCoreApplication.translate("site changes", ", ", "between the items of a list").join(listed)


def report_words() -> dict[str, str]:
    """What an exported web page says, in the language of the program; the keys are those of the engine."""
    translate = QCoreApplication.translate
    return {
        "language": translators.spoken(),
        "title": translate("site report", "What changed: {host}"),
        "anywhere": translate("site report", "the whole archive"),
        "span": translate("site report", "From {before} to {after} (UTC)"),
        "crawls": translate("site report", "From crawl {before} to crawl {after}"),
        "figures": translate(
            "site report",
            "{new} new, {gone} gone, {changed} changed ({noise} of them by noise or markup alone), {same} the same.",
        ),
        "unvisited": translate("site report", "Pages that were not looked at in this time: {n}."),
        "stopped": translate("site report", "The report was stopped before its end."),
        "new": translate("site report", "new"),
        "gone": translate("site report", "gone"),
        "changed": translate("site report", "changed"),
        "same": translate("site report", "the same"),
        "moved": translate("site report", "moved"),
        "added": translate("site report", "added"),
        "removed": translate("site report", "removed"),
        "layout": translate("site report", "layout"),
        "not seen": translate("site report", "not seen any more"),
        "damaged": translate("site report", "could not be compared"),
        "search": translate("site report", "Title or address"),
        "least": translate("site report", "At least"),
        "state": translate("site report", "State"),
        "page": translate("site report", "Page"),
        "share": translate("site report", "Real change"),
        "seen": translate("site report", "Last seen"),
        "changes": translate("site report", "real changes: {n}"),
        "noise": translate("site report", "noise: {n}"),
        "quiet": translate("site report", "noise or markup alone"),
    }

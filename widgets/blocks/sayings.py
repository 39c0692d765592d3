"""Who said a sentence first: asked in a worker, and put into words. Translation context: "blocks"."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication

from widgets import formats, jobs
from widgets.blocks import looks

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from app.blocks.sayings import Saying, Sayings

_SHOWN = 6


def look_up(reader: ArchiveReader, sentence: str, url: str, *, site: bool, task: jobs.Handle) -> Sayings:
    """The first appearance of a sentence in the versions of a page, or on every page of its site."""
    from app.blocks.sayings import first_said  # the whole comparison: not before it is needed

    def tell(done: int, of: int) -> None:
        task.progress(done / of if of else -1.0)

    where = {"host": urlsplit(url).netloc} if site else {"url": url}
    return first_said(
        reader, sentence, **where, each_page=site, progress=tell, cancelled=lambda: task.cancelled
    )  # fmt: skip


def answer(found: Sayings, url: str, *, site: bool) -> str:
    """The answer as rich text; links lead to the versions and, after a page, to the whole site."""
    translate = QCoreApplication.translate
    if found.too_short:
        return escape(translate("blocks", "That is too short to be looked for."))
    if not found.found:
        nowhere = (
            translate("blocks", "No version of any page of this site says it.")
            if site
            else translate("blocks", "No version of this page says it word for word.")
        )
        return escape(nowhere) + _wider(site)
    lines = [_line(saying, url) for saying in found.found[:_SHOWN]]
    if site:
        lines[0] = f"<b>{lines[0]}</b>"
    if len(found.found) > _SHOWN:
        more = translate("blocks", "and on {n} more pages").format(n=formats.number(len(found.found) - _SHOWN))
        lines.append(escape(more))
    searched = translate("blocks", "Versions that were searched: {n}").format(n=formats.number(found.searched))
    if found.unreadable:
        unread = translate("blocks", "Versions that could not be read: {n}").format(n=formats.number(found.unreadable))
        searched = formats.sentences((f"{searched}.", f"{unread}."))
    return "<br>".join(lines) + f"<br><small>{escape(searched)}</small>" + _wider(site)


def _line(saying: Saying, url: str) -> str:
    """Where and when it was said."""
    translate = QCoreApplication.translate
    here = saying.url == url
    if saying.label:
        told = (
            translate("blocks", "First said here {when}, in a block of the kind “{label}”: {topic}")
            if here
            else translate("blocks", "Said {when} on {page}, in a block of the kind “{label}”: {topic}")
        )
    else:
        at_once = translate("blocks", "First said here {when}: {topic}")
        told = at_once if here else translate("blocks", "Said {when} on {page}: {topic}")
    date = escape(formats.date_in_sentence(saying.date))
    return told.format(
        when=f'<a href="version:{escape(saying.id)}">{date}</a>',
        page=escape(saying.title or formats.readable(saying.url)),
        label=escape(looks.name(saying.label)),
        topic=escape(formats.shorten(saying.topic or saying.excerpt, 60)),
    )


def _wider(site: bool) -> str:
    if site:
        return ""
    words = QCoreApplication.translate("blocks", "Look on all pages of this site")
    return f'<br><a href="wider:">{escape(words)}</a>'

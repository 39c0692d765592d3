"""Pages as a browser made them: the tree that their scripts built, kept beside the bytes as a derived record.

A derived record follows its capture in the batch. Its address is the page's with a mark behind it, its attribute
`rendered` names the capture, its date is the capture's, its DATA a page in UTF-8. The attribute `browser-text` of the
capture's own record is a digest of the text of the tree, or "plain" where that is the text of the bytes: then no tree
is kept. Replay and versions are of the bytes alone; text, title, links, search and comparison are of the tree.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from app.archive.addresses import MARK, is_rendered, page_of
from app.archive.documents.preparing import Prepared, page_kind, to_timestamp
from app.archive.index import rows
from app.archive.index.facets import FacetIds, values_of
from app.archive.index.tree import PageRows
from app.archive.model import NewCapture

__all__ = ["MARK", "NAMES", "PLAIN", "TEXT", "Rendered", "address_of", "is_rendered", "page_of", "rendered"]

NAMES = "rendered"
"""Attribute of a derived record: the id of the capture that it was made from."""
TEXT = "browser-text"
"""Attribute of a capture by a browser."""
PLAIN = "plain"
MOST = 8 * 1024 * 1024
"""Bytes of a tree that is kept."""

EXISTS = (
    "SELECT 1 FROM captures c JOIN pages p USING (page_id) WHERE p.url = ? AND c.date = ? AND c.base IS NULL"
)
"""Whether there is a derived record of an address and a moment."""

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"


class Rendered(NamedTuple):
    """The additions to a capture by a browser: the value of TEXT, and the derived record to store (None: nothing)."""

    text: str
    record: Prepared | None = None


def address_of(url: str) -> str:
    """The address of the derived records of a page."""
    return url + MARK


def rendered(page: Prepared, html: str, read: Callable[[NewCapture], Prepared]) -> Rendered | None:
    """The tree `html` of a page that was read with its text; `read` prepares a capture with its text. None for an empty
    tree, and for one that is too large to be kept."""
    body = html.encode("utf-8", "replace")
    if not body or len(body) > MOST:
        return None
    new = NewCapture(address_of(page.new.url), page.new.date, None, _HEAD + body, crawl=page.new.crawl)
    ready = read(new)
    if _squeezed(ready) == _squeezed(page):
        return Rendered(PLAIN)
    digest = hashlib.sha256(_squeezed(ready).encode("utf-8", "surrogatepass")).hexdigest()
    return Rendered(digest[:32], ready._replace(text=""))


def _squeezed(page: Prepared) -> str:
    return f"{''.join(page.read.title.split())}\n{''.join(page.text.split())}"


def tell_page(db: sqlite3.Connection, pages: PageRows, facets: FacetIds, ready: Prepared) -> None:
    """Give a capture, and its page where that is shown by it, the title and the other values of its derived record."""
    page = pages.find(page_of(ready.new.url))
    where = "page_id = ? AND date = ? AND base IS NULL ORDER BY seq DESC LIMIT 1"
    seq = (
        page
        and db.execute(
            f"SELECT seq FROM captures WHERE {where}", (page.page_id, to_timestamp(ready.new.date))
        ).fetchone()
    )
    if page is None or not seq:
        return
    capture = rows.capture(db.execute(f"{rows.CAPTURE} WHERE c.seq = ?", seq).fetchone())
    title, source = (
        (ready.read.title, ready.read.title_source)
        if ready.read.title
        else (capture.title, capture.title_source)
    )
    kind = page_kind(capture.status, capture.type, ready.read.format, capture.url)
    number = facets.of(values_of(kind, ready.read))
    db.execute(
        "UPDATE captures SET title = ?, title_source = ?, language = ?, published = ?, facets = ? WHERE seq = ?",
        (
            rows.clean(title),
            source,
            rows.clean(ready.read.any_language),
            rows.clean(ready.read.date) or None,
            number,
            *seq,
        ),
    )
    if shown_version(db, page.page_id) == seq[0]:
        pages.restate(page, replace(capture, title=title, title_source=source), kind, number)


def shown_version(db: sqlite3.Connection, page_id: int) -> int | None:
    """The version that a page is shown by (see tree.py)."""
    row = db.execute(
        "SELECT seq FROM captures WHERE page_id = ? AND base IS NULL "
        "ORDER BY status BETWEEN 200 AND 299 DESC, date DESC, seq DESC LIMIT 1",
        (page_id,),
    ).fetchone()
    return row[0] if row else None

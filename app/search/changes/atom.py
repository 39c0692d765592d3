"""Events as a feed that readers subscribe to: Atom (RFC 4287), newest first, each event under an id of its own that stays.

The sentences of an entry are given by whoever writes the feed, in the language of the person.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from app.errors import StorageFailed
from app.search.changes.events import Event
from app.search.snippets import Snippet

MOST = 200
"""Entries of a feed: what is older leaves it."""

_ATOM, _XHTML = "http://www.w3.org/2005/Atom", "http://www.w3.org/1999/xhtml"
_GENERATOR = "Tianwang Explorer"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Said(NamedTuple):
    """What an entry says: its title, and a sentence about when and where."""

    title: str
    facts: str


def feed(
    events: Iterable[Event], *, name: str, query: str, title: str, say: Callable[[Event], Said]
) -> bytes:
    """A feed of the newest events of a query in an archive of this `name`."""
    query = " ".join(query.split())
    newest = sorted(events, key=lambda one: (one.date, one.after.seq), reverse=True)[:MOST]
    root = ElementTree.Element(f"{{{_ATOM}}}feed")
    _text(root, "id", _id("feed", name, query))
    _text(root, "title", title)
    _text(root, "subtitle", query)
    _text(root, "updated", _moment(newest[0].date if newest else datetime.now(UTC)))
    _text(ElementTree.SubElement(root, f"{{{_ATOM}}}author"), "name", name or _GENERATOR)
    _text(root, "generator", _GENERATOR)
    for event in newest:
        _add(root, event, query, say(event)).tail = "\n"  # a line each
    ElementTree.register_namespace("", _ATOM)
    ElementTree.register_namespace("xhtml", _XHTML)
    made: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return made


def write(path: Path, feed: bytes) -> None:
    """Put a feed in the place of what stood there: a reader never finds half of one. StorageFailed."""
    fresh = path.with_name(f".{secrets.token_hex(6)}.part")
    try:
        try:
            fresh.write_bytes(feed)
            fresh.replace(path)
        except BaseException:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error


def _add(root: ElementTree.Element, event: Event, query: str, said: Said) -> ElementTree.Element:
    entry = ElementTree.SubElement(root, f"{{{_ATOM}}}entry")
    _text(entry, "id", _id(query, event.kind, event.url, event.after.id))
    _text(entry, "title", said.title)
    _text(entry, "updated", _moment(event.date))
    _text(entry, "published", _moment(event.date))
    ElementTree.SubElement(entry, f"{{{_ATOM}}}link", rel="alternate", href=_clean(event.url))
    ElementTree.SubElement(entry, f"{{{_ATOM}}}category", term=event.kind)
    content = ElementTree.SubElement(entry, f"{{{_ATOM}}}content", type="xhtml")
    body = ElementTree.SubElement(content, f"{{{_XHTML}}}div")
    ElementTree.SubElement(body, f"{{{_XHTML}}}p").text = _clean(said.facts)
    for mark, snippet in (("del", event.place.old), ("ins", event.place.new)):
        if snippet.text:
            _quote(body, mark, snippet)
    return entry


def _quote(body: ElementTree.Element, mark: str, snippet: Snippet) -> None:
    """A snippet with its marks as words that were taken out, or put in."""
    quoted = ElementTree.SubElement(body, f"{{{_XHTML}}}blockquote")
    last, paragraph = 0, ElementTree.SubElement(quoted, f"{{{_XHTML}}}p")
    paragraph.text = ""
    before: ElementTree.Element | None = None
    for begin, end in (*snippet.marks, (len(snippet.text), len(snippet.text))):
        between = _clean(snippet.text[last:begin])
        if before is None:
            paragraph.text = between
        else:
            before.tail = between
        if end > begin:
            before = ElementTree.SubElement(paragraph, f"{{{_XHTML}}}{mark}")
            before.text = _clean(snippet.text[begin:end])
        last = end


def _text(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, f"{{{_ATOM}}}{name}").text = _clean(text)


def _clean(text: str) -> str:
    """Without what XML cannot say."""
    return _NO_XML.sub("\ufffd", text)


def _id(*parts: str) -> str:
    """Equal for equal parts, today and in a year."""
    return uuid5(NAMESPACE_URL, "\0".join(parts).encode("utf-8", "replace").decode()).urn


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

"""The part of storing that costs processor time, and needs no archive: digest, extraction, links, compression.

It may run in any thread, ahead of the writer.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import NamedTuple

import extractors
from app.archive import rows
from app.archive.model import NewCapture, PageKind, StoredLink
from app.tianwang import HttpMessage, split_http
from app.tianwang import pack as pack_data

_RESOURCE_TYPES = ("image/", "font/", "text/css", "text/javascript", "application/javascript",
                   "application/x-javascript", "application/json", "application/font", "application/x-font",
                   "application/wasm", "application/manifest", "application/vnd.ms-fontobject")  # fmt: skip
_RESOURCE_FORMATS = frozenset({"css", "javascript", "json", "image", "svg"})


class Prepared(NamedTuple):
    """A response with everything the index wants to know of it. `digest` is of the decoded body; `size` is that of DATA
    in bytes.

    `packed` is DATA as it is to be stored: None when that was not tried yet, empty when compression saves nothing.
    `link_rows` are the links as the index keeps them, None when they were not extracted.
    """

    new: NewCapture
    status: int
    type: str
    kind: PageKind
    length: int
    size: int
    digest: str
    location: str
    format: str
    title: str
    title_source: str
    author: str
    date: str
    language: str
    warnings: tuple[str, ...]
    links: tuple[StoredLink, ...]
    link_rows: bytes | None = None
    packed: bytes | None = None

    def lightened(self) -> Prepared:
        """The same without `new.data` where `packed` is all of it: less to be handed to another process."""
        return self._replace(new=self.new.without_data()) if self.packed else self


def prepare(new: NewCapture, *, links: bool = True, pack: bool = True, packed: bytes | None = None) -> Prepared:
    """Everything that can be found out about a response without the archive. Never raises for bad content.

    Without `links` they are extracted when somebody asks for them. `packed` is the DATA of a record that held it
    compressed already, and is known to inflate to `new.data`: it is not compressed again.
    """
    message = split_http(new.data)
    body, media_type = message.body, message.media_type
    name = new.url.partition("?")[0].rpartition("/")[2]
    document = extractors.extract(
        body, declared_type=media_type or None, charset=message.charset, name=name, base_url=new.url,
        text=False, links=links,
    )  # fmt: skip
    found = tuple(StoredLink(link.url, link.element, link.text, link.embed) for link in document.links)
    if packed is None and pack:
        packed = pack_data(new.data) or b""
    return Prepared(
        new=new,
        status=message.status,
        type=media_type or document.media_type or "application/octet-stream",
        kind=page_kind(message.status, media_type, document.format, new.url),
        length=len(body),
        size=len(new.data),
        digest="sha256:" + hashlib.sha256(body).hexdigest(),
        location=_location(message),
        format=document.format,
        title=document.title,
        title_source=document.title_source,
        author=document.author,
        date=document.date,
        language=document.language,
        warnings=document.warnings,
        links=found,
        link_rows=rows.pack_links(found) if links else None,
        packed=packed,
    )


def page_kind(status: int, media_type: str, form: str, url: str) -> PageKind:
    """What a person takes a capture for: a document to read, a page's resource, a redirect, or an error."""
    if 300 <= status < 400:
        return "redirect"
    if not 200 <= status < 300:
        return "error"
    if form in _RESOURCE_FORMATS or media_type.startswith(_RESOURCE_TYPES):
        return "resource"
    if url.partition("?")[0].endswith(("/robots.txt", "/favicon.ico", "/sitemap.xml")):
        return "resource"
    return "document"


def _location(message: HttpMessage) -> str:
    return (message.header("location") or "") if 300 <= message.status < 400 else ""


def to_timestamp(when: datetime) -> int:
    """Seconds since 1970; records have no finer clock."""
    return int(when.timestamp())

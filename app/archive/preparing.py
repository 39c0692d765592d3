"""The part of storing that costs processor time, and needs no archive: digest, extraction, links, compression.

It may run in any thread, ahead of the writer.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from app.archive.addresses import is_rendered, standing
from app.archive.index import rows
from app.archive.model import NewCapture, PageKind, StoredLink
from app.tianwang.http import HttpMessage, split_http
from app.tianwang.writer import pack as pack_data
from extractors.base.charset import GUESSED
from extractors.base.fingerprints import fingerprint
from extractors.base.language import detect
from extractors.base.versions import version_of
from extractors.door import guarded
from extractors.door.workers import is_given_up

_RESOURCE_TYPES = (
    "image/",
    "font/",
    "text/css",
    "text/javascript",
    "application/javascript",
    "application/x-javascript",
    "application/json",
    "application/font",
    "application/x-font",
    "application/wasm",
    "application/manifest",
    "application/vnd.ms-fontobject",
)
_FOREIGN = bytes(range(0x80, 0x100))
_ENOUGH = 60
"""Bytes beyond ASCII from which a guess at the charset is certain."""
_TELLING = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_RESOURCE_FORMATS = frozenset({"css", "javascript", "json", "image", "svg"})


class Increment(NamedTuple):
    """A response as what has changed since the record with the id `base`: the DATA of a 2.0 record (`packed` is empty
    when compression saves nothing), and attributes that go with it. Without a `base` there are but attributes."""

    base: str
    data: bytes
    packed: bytes
    attributes: tuple[tuple[str, str], ...]


class Prepared(NamedTuple):
    """A response with everything the index wants to know of it. `digest` is of the decoded body; `size` is that of DATA
    in bytes.

    `packed` is DATA as it is to be stored: None when that was not tried yet, empty when compression saves nothing.
    `link_rows` are the links as the index keeps them, None when they were not extracted. `directives` are what the page
    asks of crawlers: (name, words). `found_language` is what its title or text is in, where the document says nothing.
    `extracted` is the edition of its extractor, 0 when that could not do its work within the limits. `increment` is
    what is stored in place of DATA, if the archive still stands as it did when that was made. `charset` is what a text
    was read in, as `charset_source` says; `sure` where that was declared or there is text enough to tell.
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
    directives: tuple[tuple[str, str], ...] = ()
    issuer: str = ""
    found_language: str = ""
    extracted: int = 0
    increment: Increment | None = None
    charset: str = ""
    charset_source: str = ""
    sure: bool = False

    @property
    def any_language(self) -> str:
        return self.language or self.found_language

    def lightened(self) -> Prepared:
        """The same without `new.data` where `packed` is all of it: less to be handed to another process."""
        return self._replace(new=self.new.without_data()) if self.packed else self

    def __reduce__(self) -> tuple[Callable[..., Prepared], tuple[Any, ...]]:
        """Pickled as one flat tuple: the process that stores has to load thousands a second."""
        _, *found = self
        new = self.new
        return _loaded, (new.url, new.date, new.ip, new.data, new.origin, new.crawl, new.charset, *found)


def _loaded(
    url: str,
    date: datetime,
    ip: str | None,
    data: bytes,
    origin: str | None,
    crawl: str | None,
    charset: str,
    *found: Any,
) -> Prepared:
    return Prepared(NewCapture(url, date, ip, data, origin, crawl, charset), *found)


def prepare(
    new: NewCapture,
    *,
    links: bool = True,
    pack: bool = True,
    packed: bytes | None = None,
    page_url: str | None = None,
) -> Prepared:
    """Everything that can be found out about a response without the archive. Never raises for bad content.

    Without `links` they are extracted when somebody asks for them; addresses in a script are read against `page_url`,
    the page that loads it. `packed` is the DATA of a record that held it compressed already, and is known to inflate to
    `new.data`: it is not compressed again.
    """
    return _prepared(new, links=links, pack=pack, packed=packed, page_url=page_url)[0]


class ToRead(NamedTuple):
    """A response, the page that loads it (for a script's addresses), and what else is wanted of it: its text, the
    fingerprint of that. Without `pack` its DATA is compressed by whoever asks (`PageRead.with_data`)."""

    new: NewCapture
    page_url: str | None = None
    text: bool = False
    fingerprint: bool = False
    pack: bool = True


class PageRead(NamedTuple):
    """`fingerprint` is that of an HTML page; empty when there is none, or nobody asked."""

    prepared: Prepared
    text: str = ""
    fingerprint: bytes = b""

    def with_data(self, data: bytes, packed: bytes) -> PageRead:
        """Of a page that was read without `pack`: the same with its DATA, `packed` or as it is where that saves
        nothing."""
        new = self.prepared.new if packed else self.prepared.new.with_data(data)
        return self._replace(prepared=self.prepared._replace(new=new, packed=packed))


def read_page(page: ToRead, cancelled: Callable[[], bool] | None = None) -> PageRead:
    """`prepare`, and what else is wanted. What comes back is `lightened`, so this may be done in another process. When
    `cancelled`, a document that takes long is given up, and what comes back is of no use."""
    prepared, text, body = _prepared(
        page.new, pack=page.pack, page_url=page.page_url, text=page.text, cancelled=cancelled
    )
    mark = fingerprint(body) if page.fingerprint and prepared.format == "html" else b""
    light = prepared.lightened() if page.pack else prepared._replace(new=page.new.without_data())
    return PageRead(light, text, mark)


def _prepared(
    new: NewCapture,
    *,
    links: bool = True,
    pack: bool = True,
    packed: bytes | None = None,
    page_url: str | None = None,
    text: bool = False,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[Prepared, str, bytes]:
    """With the text and the decoded body."""
    message = split_http(new.data)
    message.in_charset = new.charset
    body, media_type = message.body, message.media_type
    name = new.url.partition("?")[0].rpartition("/")[2]
    document = guarded.summary(
        body,
        declared_type=media_type or None,
        charset=message.charset,
        name=name,
        base_url=new.url,
        text=text,
        links=links,
        page_url=page_url,
        cancelled=cancelled,
    )
    declared = document.metadata.get("language-source") != "text"
    found = tuple(map(StoredLink._make, document.links))
    charset, decided = (document.metadata.get(name, "") for name in ("charset", "charset-source"))
    if packed is None and pack:
        packed = pack_data(new.data) or b""
    prepared = Prepared(
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
        date=document.date or (document.official.date if document.official else ""),
        language=document.language if declared else "",
        warnings=(*document.warnings, document.error) if document.error else document.warnings,
        links=found,
        link_rows=rows.pack_links(found) if links else None,
        packed=packed,
        directives=document.directives,
        issuer=document.official.issuer if document.official else "",
        found_language=""
        if document.language and declared
        else document.language or _of_title(document.title),
        extracted=0 if is_given_up(document) else version_of(document.format),
        charset=charset,
        charset_source=decided,
        sure=bool(decided)
        and (decided not in GUESSED or len(body) - len(body.translate(None, _FOREIGN)) >= _ENOUGH),
    )
    return prepared, document.text, body


def _of_title(title: str) -> str:
    """The language of a title: so few words tell only where the script does."""
    telling = "" if title.isascii() else "".join(_TELLING.findall(title))
    return detect(telling) if len(telling) * 3 >= len(title) else ""


def page_kind(status: int, media_type: str, form: str, url: str) -> PageKind:
    """What a person takes a capture for: a document to read, a page's resource, a redirect, or an error; by its address
    an answer to another method than GET, or what was recorded beside pages."""
    if 300 <= status < 400:
        return "redirect"
    if not 200 <= status < 300:
        return "error"
    beside = standing(url)
    if beside != "page":
        return beside
    if is_rendered(url) or form in _RESOURCE_FORMATS or media_type.startswith(_RESOURCE_TYPES):
        return "resource"
    if url.partition("?")[0].endswith(("/robots.txt", "/favicon.ico", "/sitemap.xml")):
        return "resource"
    return "document"


def _location(message: HttpMessage) -> str:
    return (message.header("location") or "") if 300 <= message.status < 400 else ""


def to_timestamp(when: datetime) -> int:
    """Seconds since 1970; records have no finer clock."""
    return int(when.timestamp())

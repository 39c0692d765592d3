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
from app.archive.documents import recognising
from app.archive.index import rows
from app.archive.model import NewCapture, PageKind, StoredLink
from app.tianwang.http import HttpMessage, split_http
from app.tianwang.writer import pack as pack_data
from extractors.base.charset import GUESSED
from extractors.base.fingerprints import fingerprint_of, stretches, text_alone
from extractors.base.language import detect
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
    """The changes of a response since the record with the id `base`: the DATA of a 2.0 record (`packed` is empty when
    compression saves nothing), and its attributes. Without a `base` there are attributes alone."""

    base: str
    data: bytes
    packed: bytes
    attributes: tuple[tuple[str, str], ...]


class Reading(NamedTuple):
    """A document as its extractor read it.

    `language` is what the document declares, `found_language` that of its title or text otherwise. `link_rows` are the
    links as the index keeps them, None when they were not extracted; `directives` the page's wishes to crawlers: (name,
    words). `extracted` is the edition of the extractor, 0 when that could not do its work within the limits. `charset`
    is that of a text, `charset_source` its ground; `sure` when it was declared, or the text is long enough to tell.
    """

    format: str
    title: str
    title_source: str
    author: str
    date: str
    issuer: str
    language: str
    found_language: str
    warnings: tuple[str, ...]
    links: tuple[StoredLink, ...]
    link_rows: bytes | None
    directives: tuple[tuple[str, str], ...]
    extracted: int
    charset: str
    charset_source: str
    sure: bool

    @property
    def any_language(self) -> str:
        return self.language or self.found_language

    def with_links(self, links: tuple[StoredLink, ...]) -> Reading:
        return self._replace(links=links, link_rows=rows.pack_links(links))


class Prepared(NamedTuple):
    """A response with everything the index needs. `length` and `digest` are of the decoded body, `size` of DATA.

    `packed` is DATA as it is to be stored: None when compression was not tried yet, empty when it saves nothing.
    `increment` is stored in its place, if the archive still stands as it did when that was made. `text`, `fingerprint` and
    `gist` (of an HTML page) are there where `ToRead` asked for them.
    """

    new: NewCapture
    status: int
    type: str
    kind: PageKind
    length: int
    size: int
    digest: str
    location: str
    read: Reading
    packed: bytes | None = None
    increment: Increment | None = None
    text: str = ""
    fingerprint: bytes = b""
    gist: tuple[int, ...] = ()

    def lightened(self) -> Prepared:
        """The same without `new.data` where `packed` is all of it: less to be handed to another process."""
        return self._replace(new=self.new.without_data()) if self.packed else self

    def with_data(self, data: bytes, packed: bytes) -> Prepared:
        """The same of a page read without `pack`, with its DATA: `packed`, or as it is where that saves nothing."""
        return self._replace(new=self.new if packed else self.new.with_data(data), packed=packed)

    def untitled(self) -> Prepared:
        return self._replace(read=self.read._replace(title="", title_source=""))

    def __reduce__(self) -> tuple[Callable[..., Prepared], tuple[Any, ...]]:
        """Pickled as flat tuples: the process that stores has to load thousands a second."""
        new, status, type, kind, length, size, digest, location, read, *stored = self
        captured = (new.url, new.date, new.ip, new.data, new.origin, new.crawl, new.charset)
        return _loaded, (captured, (status, type, kind, length, size, digest, location), tuple(read), stored)


def _loaded(captured: Any, answer: Any, read: Any, stored: Any) -> Prepared:
    return Prepared._make((NewCapture(*captured), *answer, Reading._make(read), *stored))


def prepare(
    new: NewCapture,
    *,
    links: bool = True,
    pack: bool = True,
    packed: bytes | None = None,
    page_url: str | None = None,
    ocr: tuple[str, ...] | None = None,
) -> Prepared:
    """Everything that can be found out about a response without the archive. Never raises for bad content.

    Without `links` they are extracted when they are first asked for; addresses in a script are read against `page_url`,
    the page that loads it. `packed` is the DATA of a record that held it compressed already, and is known to inflate to
    `new.data`: it is not compressed again. With `ocr`, the languages expected there, a first page without letters is
    recognised.
    """
    return _prepared(ToRead(new, page_url, pack=pack), links=links, packed=packed, ocr=ocr)


class ToRead(NamedTuple):
    """A response, the page that loads it (for a script's addresses), and what else is wanted: its text, the fingerprint of
    that, its stretches (`extractors.base.fingerprints`). Without `pack` the caller compresses its DATA
    (`Prepared.with_data`)."""

    new: NewCapture
    page_url: str | None = None
    text: bool = False
    fingerprint: bool = False
    gist: bool = False
    pack: bool = True


def read_page(page: ToRead, cancelled: Callable[[], bool] | None = None) -> Prepared:
    """`prepare`, and what else is wanted. The result is `lightened`, so this may be done in another process. When
    `cancelled`, a document that takes long is given up, and the result is of no use."""
    prepared = _prepared(page, cancelled=cancelled)
    return prepared.lightened() if page.pack else prepared._replace(new=page.new.without_data())


def _prepared(
    page: ToRead,
    *,
    links: bool = True,
    packed: bytes | None = None,
    cancelled: Callable[[], bool] | None = None,
    ocr: tuple[str, ...] | None = None,
) -> Prepared:
    new = page.new
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
        text=page.text,
        links=links,
        page_url=page.page_url,
        cancelled=cancelled,
        ocr=ocr,
    )
    declared = document.metadata.get("language-source") != "text"
    found = tuple(map(StoredLink._make, document.links))
    charset, decided = (document.metadata.get(name, "") for name in ("charset", "charset-source"))
    if packed is None and page.pack:
        packed = pack_data(new.data) or b""
    said = text_alone(body) if (page.fingerprint or page.gist) and document.format == "html" else b""
    certain = decided not in GUESSED or len(body) - len(body.translate(None, _FOREIGN)) >= _ENOUGH
    read = Reading(
        format=document.format,
        title=document.title,
        title_source=document.title_source,
        author=document.author,
        date=document.date or (document.official.date if document.official else ""),
        issuer=document.official.issuer if document.official else "",
        language=document.language if declared else "",
        found_language=""
        if document.language and declared
        else document.language or _of_title(document.title),
        warnings=(*document.warnings, document.error) if document.error else document.warnings,
        links=found,
        link_rows=rows.pack_links(found) if links else None,
        directives=document.directives,
        extracted=0 if is_given_up(document) else recognising.edition(document, ocr),
        charset=charset,
        charset_source=decided,
        sure=bool(decided) and certain,
    )
    return Prepared(
        new=new,
        status=message.status,
        type=media_type or document.media_type or "application/octet-stream",
        kind=page_kind(message.status, media_type, document.format, new.url),
        length=len(body),
        size=len(new.data),
        digest="sha256:" + hashlib.sha256(body).hexdigest(),
        location=_location(message),
        read=read,
        packed=packed,
        text=document.text if page.text else "",
        fingerprint=fingerprint_of(said) if page.fingerprint else b"",
        gist=stretches(said) if page.gist else (),
    )


def _of_title(title: str) -> str:
    """The language of a title, where its script tells: it has too few words for more."""
    telling = "" if title.isascii() else "".join(_TELLING.findall(title))
    return detect(telling) if len(telling) * 3 >= len(title) else ""


def page_kind(status: int, media_type: str, form: str, url: str) -> PageKind:
    """The kind of a capture for a person: a document to read, a page's resource, a redirect, or an error; by its
    address an answer to another method than GET, or something recorded beside pages."""
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

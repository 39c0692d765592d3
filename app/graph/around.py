"""The words around a link, for ARC: read from the record of its page when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urljoin

from app.archive.reader import ArchiveReader
from app.errors import FormatError, StorageUnreadable, UserError
from app.graph.rank.hits import AROUND
from app.graph.store.addresses import key_of
from extractors.base.charset import decode

_ANCHOR = re.compile(
    rb"<a\b[^>]*?\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))[^>]*>(.*?)</a\s*>", re.I | re.S
)
_TAG = re.compile(rb"<[^>]*>")
_MOST = 8 << 20  # bytes of a page that are looked through


class Around:
    """The text of the links from one page to another with the bytes before and behind each, tags left out; empty where
    the page cannot be read. For one thread."""

    def __init__(self, reader: ArchiveReader, urls: Sequence[str]) -> None:
        self._reader, self._urls = reader, urls
        self._page = lru_cache(maxsize=64)(self._read)

    def __call__(self, source: int, target: int) -> str:
        return self._page(source).get(key_of(self._urls[target]), "")

    def _read(self, source: int) -> dict[str | None, str]:
        url = self._urls[source]
        try:
            version = self._reader.latest_version(url)
            message = self._reader.http(version) if version else None
        except (FormatError, StorageUnreadable, UserError):
            message = None
        if message is None or "html" not in message.media_type:
            return {}
        body, found = message.body[:_MOST], dict[str | None, str]()
        for link in _ANCHOR.finditer(body):
            address = (link[1] or link[2] or link[3] or b"").decode("utf-8", "replace").strip()
            try:
                key = key_of(urljoin(url, address))
            except ValueError:
                continue
            before = _TAG.sub(b" ", body[max(0, link.start() - 8 * AROUND) : link.start()])[-AROUND:]
            behind = _TAG.sub(b" ", body[link.end() : link.end() + 8 * AROUND])[:AROUND]
            text = decode(b" ".join((before, _TAG.sub(b" ", link[4]), behind)), message.charset)[0]
            found[key] = f"{found.get(key, '')} {text}".strip()
        return found

"""The words around links, for ARC: read from the records of pages when they are asked for, and kept for the next time.

    graph/around    a packed block for each version that was read: its links by the keys of their targets, each with its
                    text and the bytes before and behind it; where each block stands is at the end

A root set has a few hundred pages, its neighbourhood of radius 2 may be the whole site: all other texts of links would only
fill the disk, and what ARC has looked at once it finds in this file, of which it unpacks the blocks of its pages alone.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from app.archive.reader import ArchiveReader
from app.errors import ArchiveLocked, FormatError, StorageFailed, StorageUnreadable, UserError
from app.graph.rank.hits import AROUND
from app.graph.store import store
from app.graph.store.addresses import key_of
from extractors.base.charset import decode

if TYPE_CHECKING:
    from app.archive.model import Capture

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_ANCHOR = re.compile(
    rb"<a\b[^>]*?\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))[^>]*>(.*?)</a\s*>", re.I | re.S
)
_TAG = re.compile(rb"<[^>]*>")
_MOST = 8 << 20  # bytes of a page that are looked through
_ROOM = 64 << 20  # bytes of the file; what was kept first goes first
_WORTH = 20  # pages that are worth another file


class Around:
    """The text of the links from one page to another with the bytes before and behind each, tags left out, in the newest
    version (`at`: by that moment, in seconds since 1970); empty where the page cannot be read. For one thread; `keep`
    what was read in the end."""

    def __init__(self, reader: ArchiveReader, urls: Sequence[str], at: int | None = None) -> None:
        self._reader, self._urls = reader, urls
        self._at = None if at is None else datetime.fromtimestamp(at, UTC)
        self._known = Kept(store.kept(reader.path, store.AROUND))
        self._fresh: dict[str, bytes] = {}
        self._page = lru_cache(maxsize=64)(self._read)

    def __call__(self, source: int, target: int) -> str:
        return self._page(source).get(key_of(self._urls[target]) or "", "")

    @property
    def read(self) -> int:
        """How many records were read."""
        return len(self._fresh)

    def keep(self) -> None:
        """Keep what was read, where that is worth it and can be done: a cache that another program writes to is left."""
        if len(self._fresh) < _WORTH:
            return
        with suppress(ArchiveLocked, StorageFailed):
            writer = store.GraphWriter(self._reader.path)
            try:
                if writer.state.files:
                    writer.keep_around(self._known.joined(self._fresh))
            finally:
                writer.close()

    def _read(self, source: int) -> Mapping[str, str]:
        url = self._urls[source]
        try:
            version = self._version(url)
            if version is None:
                return {}
            known = self._known.get(version.id)
            if known is not None:
                return known
            message = self._reader.http(version)
        except (FormatError, StorageUnreadable, UserError):
            return {}
        found = {}
        if "html" in message.media_type:
            found = _texts(message.body[:_MOST], message.charset, url)
        self._fresh[version.id] = zstd.compress(json.dumps(found, ensure_ascii=False).encode(), 3)
        return found

    def _version(self, url: str) -> Capture | None:
        if self._at is None:
            return self._reader.latest_version(url)
        earlier = [version for version in self._reader.versions(url) if version.date <= self._at]
        return earlier[-1] if earlier else None


def _texts(body: bytes, charset: str | None, url: str) -> dict[str, str]:
    """The texts around the links of a page, by the keys of their targets."""
    found = dict[str, str]()
    for link in _ANCHOR.finditer(body):
        address = (link[1] or link[2] or link[3] or b"").decode("utf-8", "replace").strip()
        try:
            key = key_of(urljoin(url, address))
        except ValueError:
            continue
        if key is None:
            continue
        before = _TAG.sub(b" ", body[max(0, link.start() - 8 * AROUND) : link.start()])[-AROUND:]
        behind = _TAG.sub(b" ", body[link.end() : link.end() + 8 * AROUND])[:AROUND]
        text = decode(b" ".join((before, _TAG.sub(b" ", link[4]), behind)), charset)[0]
        found[key] = f"{found.get(key, '')} {text}".strip()
    return found


class Kept:
    """The blocks of a file; a file that is not whole has none."""

    def __init__(self, data: bytes | None) -> None:
        self._data = memoryview(data or b"")
        self._places: dict[str, list[int]] = {}
        if data and len(data) > 8:
            length = int.from_bytes(data[-8:], "big")
            with suppress(ValueError, TypeError):
                self._places = dict(json.loads(bytes(self._data[-8 - length : -8])))

    def get(self, version: str) -> dict[str, str] | None:
        """The links of a version with the words around them; None where it was not read yet."""
        place = self._places.get(version)
        if place is None:
            return None
        found: dict[str, str] = json.loads(zstd.decompress(self._data[place[0] : place[0] + place[1]]))
        return found

    def joined(self, fresh: Mapping[str, bytes]) -> bytes:
        """The bytes of a file with more blocks, those that were there longest left out where there is no room."""
        blocks: dict[str, bytes | memoryview] = {
            version: self._data[at : at + length] for version, (at, length) in self._places.items()
        }
        blocks |= fresh
        size = sum(map(len, blocks.values()))
        for version in list(blocks):
            if size <= _ROOM:
                break
            size -= len(blocks.pop(version))
        places, at = dict[str, list[int]](), 0
        for version, block in blocks.items():
            places[version] = [at, len(block)]
            at += len(block)
        foot = json.dumps(places).encode()
        return b"".join((*blocks.values(), foot, len(foot).to_bytes(8, "big")))

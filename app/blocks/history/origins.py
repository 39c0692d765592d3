"""The earliest capture of an archive whose visible text holds a sentence, and the block in it."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from app.archive.addresses import is_rendered
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.sides import side_of
from app.blocks.cutting.cutting import cut
from app.blocks.cutting.labels import Namer
from app.blocks.noise.comparer import Cancelled, ChangesCache, key_of
from app.blocks.page.spans import scan
from app.blocks.page.tree import BlockTree, shown_text
from app.errors import FormatError, StorageUnreadable
from extractors.base.charset import decode
from extractors.base.versions import COMMON, VERSIONS

Progress = Callable[[int, int], None]

EDITION = 1
"""To be raised when the text that is searched is found otherwise."""

_SILENT = ("image/", "audio/", "video/", "font/", "text/css")
_CODE = ("javascript", "json", "wasm")
_LEAST = 4  # letters; a CJK character counts as two
_MOST_TEXT = 64 << 20
_BEFORE, _AFTER = 40, 120  # characters of an excerpt around its beginning
_STRETCH = 1000  # characters that are passed over at once
_REMEMBERED = 1_000_000  # contents without the sentence that one search does not look at again
_SIGNS = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u00ab": '"',
        "\u00bb": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u00ad": None,
        "\u200b": None,
        "\u200c": None,
        "\u200d": None,
        "\u2060": None,
        "\ufeff": None,
    }
)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A capture that holds the sentence. `path`, `label` and `topic` are those of the smallest block that holds all of
    it, "" where that is none (or no page); `excerpt` is its text around the sentence."""

    id: str
    url: str
    date: datetime
    title: str
    path: str
    label: str
    topic: str
    excerpt: str


@dataclass(slots=True)
class Occurrences:
    """What a search found, earliest first, and how far it went: versions looked at (`searched`; of these `read` from
    their records and not from what is kept), versions left out because an earlier one was known to hold the sentence
    (`passed`), without text (`silent`), or `unreadable`."""

    text: str
    found: tuple[Occurrence, ...] = ()
    searched: int = 0
    read: int = 0
    passed: int = 0
    silent: int = 0
    unreadable: int = 0
    too_short: bool = False
    cancelled: bool = False


def squeezed(text: str) -> str:
    """A text as it is searched: without white space, without case, width forms and kinds of quotation marks."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_SIGNS))
    return "".join(text.casefold().split())


def first_said(
    reader: ArchiveReader,
    text: str,
    *,
    url: str | None = None,
    host: str | None = None,
    each_page: bool = False,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Occurrences:
    """The earliest captures that hold a sentence: of an address, of a host (“example.org:8080”), or of the archive.

    With `each_page` the earliest of each address. Progress in captures: done, of all (0 while unknown).
    """
    wanted = squeezed(text)
    result = Occurrences(wanted)
    if sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in wanted) < _LEAST:
        result.too_short = True
        return result
    with ChangesCache(reader.path) as cache:
        search = _Search(reader, cache, wanted, each_page, result, cancelled or (lambda: False))
        search.run(url, host, progress or (lambda done, of: None))
    return result


class _Search:
    def __init__(
        self,
        reader: ArchiveReader,
        cache: ChangesCache,
        wanted: str,
        each_page: bool,
        result: Occurrences,
        cancelled: Cancelled,
    ) -> None:
        self._reader, self._cache = reader, cache
        self._wanted, self._each_page, self._result, self._cancelled = wanted, each_page, result, cancelled
        self._best: dict[str, Capture] = {}  # by address, or under "" the one
        self._without: set[str] = set()  # digests

    def run(self, url: str | None, host: str | None, progress: Progress) -> None:
        total = self._reader.last_seq() if url is None and host is None else 0
        for done, capture in enumerate(self._captures(url, host)):
            if self._cancelled():
                self._result.cancelled = True
                break
            progress(done, max(total, done) if total else 0)
            self._look_at(capture)
        best = sorted(self._best.values(), key=lambda one: (one.date, one.seq))
        self._result.found = tuple(self._occurrence(capture) for capture in best)

    def _captures(self, url: str | None, host: str | None) -> Iterator[Capture]:
        if url is not None:
            return iter(self._reader.versions(url))
        if host is not None:
            sites = (f"{scheme}://{host}/" for scheme in ("http", "https"))
            return chain.from_iterable(self._reader.captures(prefix=site, kind="version") for site in sites)
        return self._reader.captures(kind="version")

    def _look_at(self, capture: Capture) -> None:
        result = self._result
        best = self._best.get(capture.url if self._each_page else "")
        if best is not None and (best.date, best.seq) <= (capture.date, capture.seq):
            result.passed += 1
            return
        if is_rendered(capture.url):
            return  # it is searched as its page
        if capture.type.startswith(_SILENT) or capture.type.endswith(_CODE):
            result.silent += 1
            return
        result.searched += 1
        said = self._said(capture)
        if said in self._without:
            return
        text = self._text(capture)
        if text is None:
            result.searched -= 1
            result.unreadable += 1
        elif self._wanted in text:
            self._best[capture.url if self._each_page else ""] = capture
        elif len(self._without) < _REMEMBERED:
            self._without.add(said)

    def _said(self, capture: Capture) -> str:
        """The digest of what is searched: of what a browser made of a page, where that is kept."""
        return (self._reader.rendered(capture) or capture).digest

    def _text(self, capture: Capture) -> str | None:
        """What a version says, as it is searched; None when it cannot be read, or is damaged and nothing in it is what
        is wanted."""
        key = key_of("text", self._said(capture), capture.type, EDITION, COMMON, sorted(VERSIONS.items()))
        known = self._cache.get(key)
        if known is not None:
            with suppress(zlib.error, UnicodeError):
                return zlib.decompressobj().decompress(known, _MOST_TEXT).decode("utf-8", "surrogatepass")
        self._result.read += 1
        try:
            damaged = self._reader.damage(capture) is not None
            side = side_of(self._reader, capture, self._cancelled)
        except (FormatError, StorageUnreadable):
            return None
        if side.is_html():
            source = decode(side.data, side.charset)[0]
            text = shown_text(scan(source), 0, len(source))
        else:
            document = side.document()
            if document.error:
                return None
            text = document.text
        text = squeezed(text)
        if damaged:
            return text if self._wanted in text else None
        self._cache.keep(key, zlib.compress(text.encode("utf-8", "surrogatepass"), 3), modest=True)
        return text

    def _occurrence(self, capture: Capture) -> Occurrence:
        path = label = topic = text = ""
        with suppress(FormatError, StorageUnreadable):  # it may have been damaged since its text was kept
            side = side_of(self._reader, capture)
            if side.is_html():
                path, label, topic, text = _block(cut(side.data, side.charset), self._wanted)
            else:
                text = side.document().text
        excerpt = excerpt_of(text, self._wanted)
        return Occurrence(capture.id, capture.url, capture.date, capture.title, path, label, topic, excerpt)


def _block(tree: BlockTree, wanted: str) -> tuple[str, str, str, str]:
    """Path, label, topic and text of the smallest block that holds a sentence, or of the page."""
    best, best_text = None, ""
    for block in tree.walk():
        text = shown_text(tree.scan, *block.places)
        if wanted in squeezed(text) and (best is None or len(text) <= len(best_text)):
            best, best_text = block, text
    if best is None:
        return "", "", "", shown_text(tree.scan, 0, len(tree.scan.text))
    Namer(tree).name(best)
    return best.path, best.label, best.topic, best_text


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _stretches(text: str) -> list[str]:
    return [text[start : start + _STRETCH] for start in range(0, len(text), _STRETCH)]


def excerpt_of(text: str, wanted: str) -> str:
    """Some of a text from shortly before a sentence on, on one line."""
    place = squeezed(text).find(wanted)
    at = length = 0
    for how in (_lines, _stretches, list):  # the line first, then the stretch, then the letter
        for piece in how(text[at:]):
            after = length + len(squeezed(piece))
            if after > place:
                break
            at, length = at + len(piece), after
    start = max(0, at - _BEFORE)
    said = " ".join(text[start : at + _AFTER].split())
    return f"{'…' if start else ''}{said}{'…' if at + _AFTER < len(text) else ''}"

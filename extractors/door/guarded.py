"""Documents read where it is safe: pages and small texts here, everything else in a worker process with limits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from extractors.base.spacing import names
from extractors.base.types import Apart, Document, Source
from extractors.door import registry
from extractors.door.described import Undecided
from extractors.door.registry import extract as extract_here
from extractors.door.registry import read
from extractors.door.sniffing import MEDIA_TYPES, sniff
from extractors.door.workers import Workers, is_given_up, shared

_PAGES = frozenset(("html", "xml", "svg"))
_LARGEST_PAGE = 16 << 20
_LARGEST_MAIN = 2 << 20  # bytes of a page whose main text is looked for here
_TEXTS = frozenset(("css", "javascript", "json", "text", "markdown", "csv", "binary"))
_LARGEST_TEXT = 4 << 20
_LARGEST_WORDY = 4 << 20  # bytes that are read whole only to find out a language
_WORDY = names("pdf docx doc odt rtf pptx ppt odp xlsx xls ods epub eml")


def extract(
    data: bytes,
    *,
    workers: Workers | None = None,
    cancelled: Callable[[], bool] | None = None,
    all_apart: bool = False,
    **how: Any,
) -> Document:
    """`extractors.extract(data, **how)`, by `workers` (without them: those of this process) where that takes libraries
    of others, or much of anything; with `all_apart` always. For any thread. Never raises for bad content."""
    declared, name = how.get("declared_type"), how.get("name") or how.get("base_url")
    usual = sniff(data, declared, name)
    if not all_apart and is_harmless(data, usual, declared, name):
        if not how.get("main"):
            return extract_here(data, **how)
        if usual == "html" and len(data) <= _LARGEST_MAIN:
            with suppress(Apart):
                return extract_here(data, here=True, **how)
    if "template" in how:
        how["template"] = sorted(how["template"])  # questions are JSON
    return _named((workers or shared()).extract(data, cancelled=cancelled, **how), usual)


def described(
    data: bytes,
    without: Collection[str] = (),
    *,
    workers: Workers,
    cancelled: Callable[[], bool] | None = None,
    **how: Any,
) -> Document | str | Undecided:
    """Documents as lines of JSON, read by `workers`; an unreadable one as a Document with its error."""
    found = workers.described(data, without, cancelled=cancelled, **how)
    if not isinstance(found, Document):
        return found
    return _named(found, sniff(data, how.get("declared_type"), how.get("name") or how.get("base_url")))


def _named(document: Document, usual: str) -> Document:
    """The document; where nothing came back, with format and media type, which take no reading."""
    if not document.format:
        document.format, document.media_type = usual, MEDIA_TYPES.get(usual, "")
    return document


def summary(data: bytes, *, text: bool, cancelled: Callable[[], bool] | None = None, **how: Any) -> Document:
    """What the index wants to know of a document: its title, author, date, language, links as far as they are asked
    for. Where a format mostly does not say its language, that is found out from the text, which is left out again
    unless it is asked for."""
    declared, name = how.get("declared_type"), how.get("name") or how.get("base_url")
    usual = sniff(data, declared, name)
    if is_harmless(data, usual, declared, name):
        given = {field: value for field, value in how.items() if field != "declared_type"}
        return read(
            Source(data, "", usual, text=text, **given), declared
        )  # told apart once, for it has to be quick
    if text or (usual in _WORDY and len(data) <= _LARGEST_WORDY):
        document = shared().extract(data, cancelled=cancelled, text=True, lean=not text, **how)
        if not is_given_up(document):
            return document
    document = shared().extract(data, cancelled=cancelled, text=False, lean=True, guess_language=False, **how)
    return _named(document, usual)


def is_harmless(data: bytes, usual: str, declared_type: str | None = None, name: str | None = None) -> bool:
    """Whether a document of the format `usual` is small and read by code of this package alone."""
    largest = _LARGEST_PAGE if usual in _PAGES else _LARGEST_TEXT if usual in _TEXTS else -1
    return len(data) <= largest and (
        not registry.installed() or registry.choose(data, declared_type, name, usual) == (None, ())
    )

"""Formats that other distributions add by entry points of the group "tianwang.extractors".

The name of an entry point is the name of its format. It stands for a module, or any object, that has

- `extract(source: Source) -> Document` (a function may stand for itself),
- `sniff(data: bytes) -> bool`: does a document of this format begin so? It is given the first 4096 bytes;
- `MEDIA_TYPES` and `ENDINGS`: the types ("application/x-note") and endings ("note") of its documents.

A document whose content the `sniff` of a plugin knows is the plugin's, whatever else knows it, too. By its type or
ending it gets only what no other format knows by its content: a picture called x.note stays a picture. All but
`extract` may be missing. What goes wrong in a plugin is a warning of the document, which is then read without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from extractors.types import Document, Source

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tianwang.extractors"
HEAD = 4096
"""Bytes that `sniff` of a plugin is given."""
_VAGUE = frozenset(("binary", "text", "xml", "json", "zip", "gzip"))  # formats that many others are made of


class Plugin(NamedTuple):
    """`fault` says why it cannot be used, or ""; then the rest is empty."""

    format: str
    fault: str = ""
    extract: Callable[[Source], Document] | None = None
    sniff: Callable[[bytes], bool] | None = None
    media_types: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()

    def names(self, declared_type: str, name: str) -> bool:
        """Is the document the plugin's by what is said about it?"""
        file = name.partition("?")[0].partition("#")[0].rpartition("/")[2]
        ending = file.rpartition(".")[2].lower() if "." in file else ""
        return declared_type in self.media_types or ending in self.endings


@cache
def installed() -> tuple[Plugin, ...]:
    """The plugins of this installation in the order of their names; looked for once."""
    from importlib.metadata import entry_points

    return tuple(_loaded(entry) for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name))


def choose(
    data: bytes, declared_type: str | None, name: str | None, usual: str
) -> tuple[Plugin | None, tuple[str, ...]]:
    """The plugin for a document that is otherwise in the format `usual`, and warnings about those that failed."""
    media_type = (declared_type or "").partition(";")[0].strip().lower()
    faults = []
    named: Plugin | None = None
    for plugin in installed():
        if plugin.fault:
            if usual in _VAGUE and plugin.names(media_type, name or ""):
                faults.append(plugin.fault)
            continue
        try:
            if plugin.sniff is not None and plugin.sniff(data[:HEAD]):
                return plugin, tuple(faults)
        except Exception as error:
            faults.append(fault_of(plugin.format, error))
            continue
        if named is None and usual in _VAGUE and plugin.names(media_type, name or ""):
            named = plugin
    return named, tuple(faults)


def fault_of(name: str, error: BaseException) -> str:
    """What is said of a plugin in which something went wrong."""
    detail = " ".join(str(error).split())[:200]
    return f"The extractor “{name}” failed ({type(error).__name__}: {detail}); the document was read without it."


def _loaded(entry: EntryPoint) -> Plugin:
    try:
        found = entry.load()
        extract = getattr(found, "extract", found)
        sniff = getattr(found, "sniff", None)
        if not callable(extract) or not (sniff is None or callable(sniff)):
            raise TypeError("extract or sniff is no function")
        media_types = _words(getattr(found, "MEDIA_TYPES", ()))
        endings = _words(getattr(found, "ENDINGS", ()))
    except Exception as error:  # a foreign module: anything may go wrong in it
        return Plugin(entry.name, fault_of(entry.name, error), endings=(entry.name.lower(),))
    return Plugin(entry.name, "", extract, sniff, media_types, endings)


def _words(words: str | Iterable[str]) -> tuple[str, ...]:
    words = (words,) if isinstance(words, str) else words
    return tuple(word.lower().removeprefix(".") for word in words)

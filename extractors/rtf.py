"""RTF as Documents."""

from __future__ import annotations

from extractors import titles
from extractors.html_metadata import clean
from extractors.rtf_reader import Reader
from extractors.types import Document, Link, Source


def extract(source: Source) -> Document:
    document = source.document()
    reader = Reader(source.data)
    reader.read()
    document.parts = tuple(reader.parts)
    document.text = "\n".join(part.text for part in document.parts)
    document.warnings = tuple(reader.warnings)
    document.links = tuple(
        dict.fromkeys(Link(url.partition("#")[0], "a", clean(text)[:300], False) for url, text in reader.links)
    )
    for name, value in reader.info.items():
        if clean(value):
            document.metadata[name] = clean(value)
    document.author = document.metadata.get("author", "")
    document.date = reader.created
    title = document.metadata.get("title", "")
    shown, source_of_shown = titles.standing_out(reader.lines)
    if titles.believable(title) and (not shown or titles.same(title, document.text[:4000])):
        document.title, document.title_source = title, "info group"
    elif shown:
        document.title, document.title_source = shown, source_of_shown
    elif titles.believable(title):
        document.title, document.title_source = title, "info group"
    return document

"""RTF as Documents."""

from __future__ import annotations

from extractors import spacing, word_output
from extractors.rtf_reader import Reader
from extractors.types import Document, Link, Source


def extract(source: Source) -> Document:
    reader = Reader(source.data)
    reader.read()
    document = source.document()
    if reader.html is not None:
        return _of_html(source, document, "".join(reader.html))
    document.warnings = tuple(reader.warnings)
    for name, value in reader.info.items():
        if spacing.line(value):
            document.metadata[name] = spacing.line(value)
    if reader.pictures:
        document.metadata["pictures"] = str(reader.pictures)
    document.author = document.metadata.get("author", "")
    document.date = reader.created
    links = (Link(url.partition("#")[0], "a", spacing.line(text)[:300], False) for url, text in reader.links)
    return word_output.fill(
        document,
        reader.parts,
        (link for link in links if link.url),
        reader.lines,
        document.metadata.get("title", ""),
        source="info group",
        name=source.name,
    )


def _of_html(source: Source, document: Document, text: str) -> Document:
    """A mail whose HTML is wrapped in RTF: what the HTML says."""
    from extractors import registry  # at the top it would be a circle

    found = registry.extract(text.encode(), declared_type="text/html", charset="utf-8", links=source.links)
    document.parts, document.text, document.links = found.parts, found.text, found.links
    document.title, document.title_source, document.candidates = found.title, found.title_source, found.candidates
    document.language, document.warnings = found.language, found.warnings
    return document

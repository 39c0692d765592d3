"""Old Word documents (DOC): Word 6 to 2003; earlier ones and WordPerfect as far as their text goes."""

from __future__ import annotations

from extractors import docx, ole_properties, spacing, titles, word_early, word_output, wordperfect
from extractors.ole import SIGNATURE, Container
from extractors.types import Document, Link, Part, Source, Unreadable
from extractors.word_file import WordFile
from extractors.word_reader import Reader


def extract(source: Source) -> Document:
    data = source.data
    if data.startswith(SIGNATURE):
        return _binary(source)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return docx.extract(source)  # the XML of Word 2003
    if data.startswith((word_early.WORD_1, word_early.WORD_2, word_early.WRITE)):
        return _plain(source, word_early.text(data))
    if data.startswith(wordperfect.SIGNATURE) or wordperfect.is_version_4(data):
        return _plain(source, wordperfect.text(data))
    raise Unreadable("The file is not a Word document.")


def _plain(source: Source, text: str) -> Document:
    """A document of which only the text is known."""
    paragraphs = [spacing.paragraph(one) for one in text.split("\n")]
    lines = [titles.Line(one) for one in paragraphs if one]
    parts = (Part("paragraph", one) for one in paragraphs if one)
    return word_output.fill(source.document(), parts, (), lines, "", name=source.name)


def _binary(source: Source) -> Document:
    document = source.document()
    container = Container(source.data)
    if "WordDocument" not in container:
        raise Unreadable("The file is damaged: there is no text in it.")
    word = WordFile(container)
    named = ole_properties.fill(document, container, word.code_page)
    reader = Reader(word)
    parts = list(reader.parts())
    links = (Link(url.partition("#")[0], "a", spacing.line(text)[:300], False) for url, text in reader.links)
    if word.damaged or container.damaged:
        document.warnings = (word_output.DAMAGED,)
    return word_output.fill(
        document, parts, (link for link in links if link.url), reader.lines, named, name=source.name
    )

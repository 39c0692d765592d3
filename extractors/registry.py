"""Bytes → Document: finds the format and hands over to the one module that knows it, ours or a plugin's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module

from extractors import plugins
from extractors.media_signatures import image_type
from extractors.sniffing import MEDIA_TYPES, declared_format, sniff
from extractors.types import Document, Source, Unreadable

# Modules are imported when first needed: the office libraries together take most of a second.
_MODULES = {
    "html": "extractors.html",
    "mhtml": "extractors.mhtml",
    "xml": "extractors.xml",
    "svg": "extractors.xml",
    "css": "extractors.css",
    "javascript": "extractors.scripts",
    "json": "extractors.plain",
    "text": "extractors.plain",
    "pdf": "extractors.pdf",
    "docx": "extractors.docx",
    "xlsx": "extractors.xlsx",
    "pptx": "extractors.pptx",
    "rtf": "extractors.rtf",
    "doc": "extractors.doc",
    "odt": "extractors.odt",
    "xls": "extractors.xls",
    "ods": "extractors.ods",
    "ppt": "extractors.ppt",
    "odp": "extractors.odp",
    "csv": "extractors.csv_tables",
    **dict.fromkeys(("mp3", "flac", "ogg", "m4a", "wav", "audio"), "extractors.audio"),
    **dict.fromkeys(("mp4", "webm", "mkv", "avi", "video"), "extractors.video"),
    "markdown": "extractors.markdown",
    "epub": "extractors.epub",
    "eml": "extractors.mail",
    "zip": "extractors.zips",
    "tar": "extractors.tars",
    "7z": "extractors.seven_zips",
    **dict.fromkeys(("gzip", "bzip2", "xz", "zstd"), "extractors.compressed"),
    "image": "extractors.images",
    "binary": "extractors.binary",
}
# Formats in which there is no language to be found, or only that of their makers.
_WORDLESS = frozenset(("css", "javascript", "json", "svg", "image", "binary"))


def extract(
    data: bytes,
    *,
    declared_type: str | None = None,
    charset: str | None = None,
    name: str | None = None,
    base_url: str | None = None,
    text: bool = True,
    links: bool = True,
    page_url: str | None = None,
    main: bool = False,
    pictures: bool = False,
    guess_language: bool = True,
) -> Document:
    """Read some bytes. Never raises: what cannot be read gives a Document with an `error` sentence.

    Without `text`, formats in which that saves much leave out `text` and `parts`; without `links`, there are none.
    All else is the same, whatever is left out; title candidates, and what only the text tells, come with `text`.
    Addresses in a script are read against `page_url`, the page that loads it; without that, against its own. `main`
    asks for the main text of a page, `pictures` for cover and key frames. When the document does not say its
    language, it is found out from the `text`, unless `guess_language` is false.
    """
    usual = sniff(data, declared_type, name or base_url)
    source = Source(data, "", usual, charset, name, base_url, text, links, page_url, main, pictures)
    document = read(source, declared_type)
    if text and guess_language:
        _guess_language(document)
    return document


def load(*formats: str) -> None:
    """Load what reads these formats, and the plugins, before there is a document."""
    plugins.installed()
    for name in formats:
        _extractor(name)


def read(source: Source, declared_type: str | None = None) -> Document:
    """The document of a source whose media type is still to be found."""
    plugin, faults = plugins.choose(source.data, declared_type, source.name or source.base_url, source.format)
    document = None
    if plugin is not None and plugin.extract is not None:
        media_type = (declared_type or "").partition(";")[0].strip().lower()
        if media_type not in plugin.media_types:
            media_type = next(iter(plugin.media_types), MEDIA_TYPES["binary"])
        foreign = replace(source, format=plugin.format, media_type=media_type)
        try:
            document = _checked(plugin.extract(foreign))
        except Unreadable as unreadable:
            document = foreign.document()
            document.error = str(unreadable)
        except Exception as error:  # a foreign module: anything may go wrong in it
            faults = (*faults, plugins.fault_of(plugin.format, error))
    if document is None:
        document = _read(replace(source, media_type=_media_type(source.data, declared_type, source.format)))
    if faults:
        document.warnings = (*faults, *document.warnings)
    if not source.links:
        document.links = ()
    return document


def _read(source: Source) -> Document:
    try:
        return _extractor(source.format)(source)
    except Unreadable as unreadable:
        sentence = str(unreadable)
    except Exception as error:  # hostile input finds what libraries did not expect; the sentence names it
        detail = " ".join(str(error).split())[:200]
        sentence = f"The content could not be read as {source.format} ({type(error).__name__}: {detail})."
    document = source.document()
    document.error = sentence
    return document


def _checked(document: object) -> Document:
    if not isinstance(document, Document):
        raise TypeError(f"a Document was expected, not {type(document).__name__}")
    return document


def _guess_language(document: Document) -> None:
    if sample := undecided(document):
        from extractors.language import judged

        document.language = judged(sample)


def undecided(document: Document) -> str:
    """Find out the language of a document that does not say it. Where that takes the model, what of the text it has to
    be asked about (`language.judged`); all else is as it will be then."""
    if document.format in _WORDLESS or not document.text or document.language:
        return ""
    from extractors.language import sampled, told

    sample = sampled(document.text)
    tag = told(sample)
    document.language = tag or ""
    if tag != "":
        document.metadata["language-source"] = "text"
    return sample if tag is None else ""


@cache
def _extractor(format_name: str) -> Callable[[Source], Document]:
    found: Callable[[Source], Document] = import_module(_MODULES[format_name]).extract
    return found


def _media_type(data: bytes, declared_type: str | None, format_name: str) -> str:
    declared = (declared_type or "").partition(";")[0].strip().lower()
    if format_name == "image":
        return image_type(data[:64]) or (declared if declared.startswith("image/") else "image/unknown")
    if declared and (declared_format(declared) == format_name or (format_name == "binary" and "/" in declared)):
        return declared
    return MEDIA_TYPES[format_name]

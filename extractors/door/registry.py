"""Bytes → Document: finds the format and hands over to the one module that knows it, ours or a plugin's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from extractors.base.sentences import Message
from extractors.base.signatures import image_type
from extractors.base.types import Apart, Document, Source, Unreadable
from extractors.door.sniffing import MEDIA_TYPES, declared_format, sniff

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


# Formats that other distributions add by entry points of the group "tianwang.extractors".
#
# The name of an entry point is the name of its format. It stands for a module, or any object, that has
#
# - `extract(source: Source) -> Document` (a function may stand for itself),
# - `sniff(data: bytes) -> bool`: does a document of this format begin so? It is given the first 4096 bytes;
# - `MEDIA_TYPES` and `ENDINGS`: the types ("application/x-note") and endings ("note") of its documents.
#
# A document whose content the `sniff` of a plugin knows is the plugin's, whatever else knows it, too. By its
# type or ending it gets only what no other format knows by its content: a picture called x.note stays a
# picture. All but `extract` may be missing. What goes wrong in a plugin is a warning of the document, which
# is then read without it.

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
        """Whether the declared type or the ending of the name is one of the plugin's."""
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
    """The warning about an error inside a plugin."""
    detail = " ".join(str(error).split())[:200]
    return Message("extractor-failed-document", name=name, kind=type(error).__name__, detail=detail)


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


# The module of a format, and its function where that is not `extract`. Imported when first needed: the office
# libraries together take most of a second.
_MODULES = {
    "html": "extractors.html.page",
    "mhtml": "extractors.containers.mail:extract_mhtml",
    "xml": "extractors.plain.xml",
    "svg": "extractors.plain.xml",
    "css": "extractors.html.css",
    "javascript": "extractors.html.scripts",
    "json": "extractors.plain.text",
    "text": "extractors.plain.text",
    "pdf": "extractors.pdf.document",
    "docx": "extractors.word.docx",
    "xlsx": "extractors.sheet.xlsx",
    "pptx": "extractors.slides.pptx",
    "rtf": "extractors.word.rtf",
    "doc": "extractors.word.doc",
    "odt": "extractors.word.odt",
    "xls": "extractors.sheet.xls",
    "ods": "extractors.sheet.ods",
    "ppt": "extractors.slides.ppt",
    "odp": "extractors.slides.odp",
    "csv": "extractors.sheet.text_sheets:extract_csv",
    **dict.fromkeys(("mp3", "flac", "ogg", "m4a", "wav", "audio"), "extractors.media.audio"),
    **dict.fromkeys(("mp4", "webm", "mkv", "avi", "video"), "extractors.media.video"),
    "markdown": "extractors.plain.markdown",
    "epub": "extractors.containers.epub",
    "eml": "extractors.containers.mail",
    "zip": "extractors.containers.archives:extract_zip",
    "tar": "extractors.containers.archives:extract_tar",
    "7z": "extractors.containers.seven_zips",
    **dict.fromkeys(("gzip", "bzip2", "xz", "zstd"), "extractors.containers.archives:extract_compressed"),
    "image": "extractors.media.images",
    "binary": "extractors.plain.text:extract_binary",
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
    here: bool = False,
    template: Collection[int] = (),
    ocr: Sequence[str] | None = None,
) -> Document:
    """Read some bytes. Never raises: what cannot be read gives a Document with an `error` sentence.

    Without `text`, formats in which that saves much leave out `text` and `parts`; without `links`, there are none.
    All else is the same, whatever is left out; title candidates, and what only the text tells, come with `text`.
    Addresses in a script are read against `page_url`, the page that loads it; without that, against its own. `main`
    asks for the main text of a page, without what the `template` of its site says, `pictures` for cover and key frames.
    When the document does not say its
    language, it is found out from the `text`, unless `guess_language` is false. What is to be read `here` raises Apart
    where that takes libraries of others. With `ocr` a first page that is a picture is recognised, which takes seconds; it
    holds the languages expected there.
    """
    usual = sniff(data, declared_type, name or base_url)
    source = Source(
        data,
        "",
        usual,
        charset,
        name,
        base_url,
        text,
        links,
        page_url,
        main,
        pictures,
        here=here,
        template=template,
        ocr=None if ocr is None else tuple(ocr),
    )
    document = read(source, declared_type)
    if text and guess_language:
        _guess_language(document)
    return document


def load(*formats: str) -> None:
    """Load what reads these formats, and the plugins, before there is a document."""
    installed()
    for name in formats:
        _extractor(name)


def read(source: Source, declared_type: str | None = None) -> Document:
    """The document of a source whose media type is still to be found."""
    plugin, faults = choose(source.data, declared_type, source.name or source.base_url, source.format)
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
            faults = (*faults, fault_of(plugin.format, error))
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
    except Apart:
        raise
    except Unreadable as unreadable:
        sentence = str(unreadable)
    except Exception as error:  # hostile input finds what libraries did not expect; the sentence names it
        detail = " ".join(str(error).split())[:200]
        sentence = Message("unread-as", format=source.format, kind=type(error).__name__, detail=detail)
    document = source.document()
    document.error = sentence
    return document


def _checked(document: object) -> Document:
    if not isinstance(document, Document):
        raise TypeError(f"a Document was expected, not {type(document).__name__}")
    return document


def _guess_language(document: Document) -> None:
    if sample := undecided(document):
        from extractors.base.language import judged

        document.language = judged(sample)


def undecided(document: Document) -> str:
    """Find out the language of a document that does not say it. Where that takes the model, what of the text it has to
    be asked about (`language.judged`); all else is as it will be then."""
    if document.format in _WORDLESS or not document.text or document.language:
        return ""
    from extractors.base.language import sampled, told

    sample = sampled(document.text)
    tag = told(sample)
    document.language = tag or ""
    if tag != "":
        document.metadata["language-source"] = "text"
    return sample if tag is None else ""


@cache
def _extractor(format_name: str) -> Callable[[Source], Document]:
    module, _, function = _MODULES[format_name].partition(":")
    found: Callable[[Source], Document] = getattr(import_module(module), function or "extract")
    return found


def _media_type(data: bytes, declared_type: str | None, format_name: str) -> str:
    declared = (declared_type or "").partition(";")[0].strip().lower()
    if format_name == "image":
        return image_type(data[:64]) or (declared if declared.startswith("image/") else "image/unknown")
    if declared and (
        declared_format(declared) == format_name or (format_name == "binary" and "/" in declared)
    ):
        return declared
    return MEDIA_TYPES[format_name]

"""The engine's own English sentences in the language of the program. Translation context: "engine".

The engine knows no translations: what it says about a record, a document or a refused address is English text, partly
kept in files. Here its sentences stand again as patterns; tests/widgets/test_engine_words.py holds that none that is
written in the engine is missing. What no pattern fits (words of libraries and servers) is shown as it is.
"""

from __future__ import annotations

import re
from functools import cache, cached_property

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from widgets import comparison_words, extractor_words, formats, increment_words, record_words
from widgets.blocks import rule_words
from widgets.crawl import engine_sentences

_NESTED = ("detail", "warning", "reason", "what", "indexed", "recorded", "part")  # “marks” are lists of such

TEMPLATES = (
    # what the operating system and the database say
    QT_TRANSLATE_NOOP("engine", "No space left on device"),
    QT_TRANSLATE_NOOP("engine", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("engine", "Permission denied"),
    QT_TRANSLATE_NOOP("engine", "Read-only file system"),
    QT_TRANSLATE_NOOP("engine", "No such file or directory"),
    QT_TRANSLATE_NOOP("engine", "File exists"),
    QT_TRANSLATE_NOOP("engine", "Is a directory"),
    QT_TRANSLATE_NOOP("engine", "Not a directory"),
    QT_TRANSLATE_NOOP("engine", "File name too long"),
    QT_TRANSLATE_NOOP("engine", "File too large"),
    QT_TRANSLATE_NOOP("engine", "Input/output error"),
    QT_TRANSLATE_NOOP("engine", "Too many open files"),
    QT_TRANSLATE_NOOP("engine", "database or disk is full"),
    QT_TRANSLATE_NOOP("engine", "database is locked"),
    QT_TRANSLATE_NOOP("engine", "disk I/O error"),
    QT_TRANSLATE_NOOP("engine", "unable to open database file"),
    QT_TRANSLATE_NOOP("engine", "attempt to write a readonly database"),
    QT_TRANSLATE_NOOP("engine", "file is not a database"),
    QT_TRANSLATE_NOOP("engine", "database disk image is malformed"),
    # browsers
    QT_TRANSLATE_NOOP("engine", "the browser cannot be started: {detail}"),
    QT_TRANSLATE_NOOP("engine", "the browser did not start in time"),
    QT_TRANSLATE_NOOP("engine", "the browser ended"),
    QT_TRANSLATE_NOOP("engine", "the browser ended: {detail}"),
    QT_TRANSLATE_NOOP("engine", "the browser ended before the page was there"),
    # archives
    QT_TRANSLATE_NOOP("engine", "archive.json cannot be read ({detail})"),
    QT_TRANSLATE_NOOP("engine", "archive.json does not describe an archive"),
    QT_TRANSLATE_NOOP("engine", "it was written by a newer version of this program"),
    QT_TRANSLATE_NOOP("engine", "its index was written by a newer version of this program"),
    QT_TRANSLATE_NOOP("engine", "The archive holds no version of this page."),
    # settings of a crawl
    QT_TRANSLATE_NOOP("engine", "there is no address to start from"),
    QT_TRANSLATE_NOOP("engine", "at least one worker is needed"),
    QT_TRANSLATE_NOOP("engine", "time-out and size limit must be greater than zero"),
    QT_TRANSLATE_NOOP("engine", "the name given to servers may hold only plain letters and signs"),
    # the log of a crawl
    QT_TRANSLATE_NOOP("engine", "host"),
    QT_TRANSLATE_NOOP("engine", "prefix"),
    QT_TRANSLATE_NOOP("engine", "domain"),
    QT_TRANSLATE_NOOP("engine", "disallowed by robots.txt"),
    QT_TRANSLATE_NOOP("engine", "robots.txt answered {status}"),
    QT_TRANSLATE_NOOP("engine", "robots.txt: {detail}"),
    QT_TRANSLATE_NOOP("engine", "no answer in time"),
    QT_TRANSLATE_NOOP("engine", "given up: too slow"),
    QT_TRANSLATE_NOOP("engine", "the host has not answered for long"),
    QT_TRANSLATE_NOOP("engine", "found out with other addresses of the host"),
    QT_TRANSLATE_NOOP("engine", "a compressed body without end"),
    QT_TRANSLATE_NOOP("engine", "more than {count} bytes"),
    QT_TRANSLATE_NOOP("engine", "{count} bytes"),
    QT_TRANSLATE_NOOP("engine", "{count} addresses of one pattern in a row"),
    QT_TRANSLATE_NOOP("engine", "more than {count} addresses of one pattern lead to each other"),
    QT_TRANSLATE_NOOP("engine", "{count} characters"),
    QT_TRANSLATE_NOOP("engine", "{count} folders deep"),
    QT_TRANSLATE_NOOP("engine", "{what} repeated"),
    # importing, and the rules of the record format
    QT_TRANSLATE_NOOP("engine", "{file} cannot be read: {detail}."),
    QT_TRANSLATE_NOOP("engine", "The record holds the list of a page's links (a “link4SE” file), not the page."),
    QT_TRANSLATE_NOOP("engine", "The record has no date that can be read."),
    QT_TRANSLATE_NOOP("engine", "The record has no url."),
    QT_TRANSLATE_NOOP("engine", "The url “{url}” is relative, and no origin says to what."),
    QT_TRANSLATE_NOOP("engine", "“{url}” is not an address ({detail})."),
    QT_TRANSLATE_NOOP("engine", "unzip-length is not a length that can be read"),
    QT_TRANSLATE_NOOP("engine", "DATA does not inflate to unzip-length bytes"),
    QT_TRANSLATE_NOOP("engine", "DATA does not inflate ({detail})"),
    QT_TRANSLATE_NOOP("engine", "the header is cut"),
    QT_TRANSLATE_NOOP("engine", "the header is too long"),
    QT_TRANSLATE_NOOP("engine", "a record starts with version"),
    QT_TRANSLATE_NOOP("engine", "a header line has no colon"),
    QT_TRANSLATE_NOOP("engine", "length is missing or not a number"),
    QT_TRANSLATE_NOOP("engine", "DATA is cut: the file ends before length"),
    QT_TRANSLATE_NOOP("engine", "DATA is not followed by an empty line: length is wrong"),
    # answers of servers
    QT_TRANSLATE_NOOP("engine", "The headers announce chunks, the body has none."),
    QT_TRANSLATE_NOOP("engine", "The content coding {coding} is not known; the body is shown as stored."),
    QT_TRANSLATE_NOOP("engine", "The headers announce {coding}, the body is not {same}."),
    QT_TRANSLATE_NOOP("engine", "The {coding} stream is cut or over the limit; what could be read is shown."),
    # documents
    QT_TRANSLATE_NOOP("engine", "The content could not be read as {format} ({kind}: {detail})."),
    QT_TRANSLATE_NOOP("engine", "The content could not be read ({kind}: {detail})."),
    QT_TRANSLATE_NOOP("engine", "Some characters do not fit the character set {charset} and were replaced."),
    QT_TRANSLATE_NOOP("engine", "Some characters do not fit the character set and were replaced."),
    QT_TRANSLATE_NOOP("engine", "Elements are nested too deeply; the structure of the page was simplified."),
    QT_TRANSLATE_NOOP("engine", "It holds no text."),
    QT_TRANSLATE_NOOP("engine", "Its record is damaged: {reason}."),
    QT_TRANSLATE_NOOP("engine", "The PDF holds no text; its pages are pictures."),
    QT_TRANSLATE_NOOP("engine", "Only the first {number} of {count} pages were read."),
    QT_TRANSLATE_NOOP("engine", "{damaged} of {count} pages are damaged and could not be read."),
    QT_TRANSLATE_NOOP("engine", "The PDF is protected by a password."),
    QT_TRANSLATE_NOOP("engine", "The PDF is damaged and cannot be opened."),
    QT_TRANSLATE_NOOP("engine", "The file is protected by a password."),
    QT_TRANSLATE_NOOP("engine", "The file is damaged: its table of contents cannot be read."),
    QT_TRANSLATE_NOOP("engine", "The file is damaged: its list of parts cannot be read."),
    QT_TRANSLATE_NOOP("engine", "The file is not an Office document: its list of parts is missing."),
    QT_TRANSLATE_NOOP("engine", "The file holds {count} parts; more than {most} are not opened."),
    QT_TRANSLATE_NOOP("engine", "The file would unpack to {size} MiB; more than {most} are not opened."),
    QT_TRANSLATE_NOOP("engine", "The file would unpack to {times} times its size and was not opened."),
    QT_TRANSLATE_NOOP("engine", "A part of the file would unpack to more than {most} MiB; it was not opened."),
    QT_TRANSLATE_NOOP("engine", "This is an old or encrypted Office file; its content cannot be read yet."),
    QT_TRANSLATE_NOOP("engine", "Only the first {count} slides are shown."),
    QT_TRANSLATE_NOOP("engine", "Sheet “{sheet}” is not shown to its end: {reason}."),
    QT_TRANSLATE_NOOP("engine", "only the first {count} cells of a workbook are read"),
    QT_TRANSLATE_NOOP("engine", "more than {count} blank rows follow one another"),
    QT_TRANSLATE_NOOP("engine", "Groups are nested too deeply; what follows is left out."),
    QT_TRANSLATE_NOOP("engine", "There are too many elements in the page; what follows is left out."),
    QT_TRANSLATE_NOOP("engine", "The file ends in the middle; its end is missing."),
    QT_TRANSLATE_NOOP("engine", "The text is longer than 50 million characters; the rest is left out."),
    QT_TRANSLATE_NOOP("engine", "The audio data is damaged or missing; only the tags were read."),
    QT_TRANSLATE_NOOP("engine", "The audio data is damaged and holds no tags."),
    QT_TRANSLATE_NOOP("engine", "The tags of the audio file are damaged."),
    QT_TRANSLATE_NOOP("engine", "The XML is damaged; it is shown as plain text."),
    QT_TRANSLATE_NOOP("engine", "The XML is not well-formed; what could be read is shown."),
    # comparisons
    QT_TRANSLATE_NOOP("engine", "version {name}: {warning}"),
    QT_TRANSLATE_NOOP("engine", "some bytes are not {charset}"),
    QT_TRANSLATE_NOOP("engine", "the text is the same"),
    QT_TRANSLATE_NOOP("engine", "not all blocks that moved were looked for"),
    QT_TRANSLATE_NOOP("engine", "so much changed that not all blocks that are much the same were looked for"),
    QT_TRANSLATE_NOOP("engine", "what follows the first {count} blocks is compared as one"),
    QT_TRANSLATE_NOOP("engine", "formatting elements that are never closed were left out"),
    QT_TRANSLATE_NOOP("engine", "nesting deeper than {count} elements was flattened"),
    QT_TRANSLATE_NOOP("engine", "a tag has more than {count} attributes; the others were left out"),
    # where a title comes from, and what decided about a character set
    QT_TRANSLATE_NOOP("engine", "metadata"),
    QT_TRANSLATE_NOOP("engine", "largest text"),
    QT_TRANSLATE_NOOP("engine", "first line"),
    QT_TRANSLATE_NOOP("engine", "slide 1"),
    QT_TRANSLATE_NOOP("engine", "title style"),
    QT_TRANSLATE_NOOP("engine", "info group"),
    QT_TRANSLATE_NOOP("engine", "sheet"),
    QT_TRANSLATE_NOOP("engine", "HTTP header"),
    QT_TRANSLATE_NOOP("engine", "detector"),
    QT_TRANSLATE_NOOP("engine", "a person's choice"),
    QT_TRANSLATE_NOOP("engine", "the pages around"),
    *extractor_words.TEMPLATES,
    *record_words.TEMPLATES,
    *increment_words.TEMPLATES,
    *engine_sentences.TEMPLATES,
    *rule_words.TEMPLATES,
    *comparison_words.TEMPLATES,
)


def say(text: str) -> str:
    """A sentence of the engine, translated when it is one of those above."""
    found = known(text)
    if found is None:
        name, mark, rest = text.partition(": ")
        # what is said of a file inside another one, or inside that
        inside = bool(mark) and (": " in rest or known(rest) is not None)
        return f"{name}: {say(rest)}" if inside else text
    template, values = found
    said = {name: _say_field(name, value) for name, value in values.items()}
    words = QCoreApplication.translate("engine", template).format(**said)
    return words[:1].upper() + words[1:] if text[:1].isupper() else words


def say_list(text: str) -> str:
    """A reason made of several: sentences, or marks with commas between them."""
    if not text or known(text) is not None:
        return say(text)
    sentences = re.split(r"(?<=\.) (?=[A-Z])", text)
    if len(sentences) > 1:
        return formats.sentences(say_list(sentence) for sentence in sentences)
    return QCoreApplication.translate("engine", ", ", "between the items of a list").join(map(say, text.split(", ")))


def _say_field(name: str, value: str) -> str:
    if name == "marks":
        return say_list(value)
    return say(value) if name in _NESTED else value


def known(text: str) -> tuple[str, dict[str, str]] | None:
    """The template a sentence was made from, and the values in it; half a sentence may begin with a capital."""
    for wanted in (text, text[:1].lower() + text[1:]):
        for pattern in _patterns():
            values = pattern.values(wanted)
            if values is not None:
                return pattern.template, values
    return None


def fits(template: str, text: str) -> bool:
    """Whether a sentence was made from a template: much quicker than to ask which one it was."""
    pattern = _by_template().get(template)
    return pattern is not None and pattern.values(text) is not None


class _Pattern:
    """A template as an expression, which is made when a sentence begins and ends as it does: all take 0.1 s to make."""

    def __init__(self, template: str) -> None:
        self.template = template
        self._parts = re.split(r"\{(\w+)\}", template)

    def values(self, text: str) -> dict[str, str] | None:
        """What stands in the fields of a sentence that was made from the template, else None."""
        if not (text.startswith(self._parts[0]) and text.endswith(self._parts[-1])):
            return None
        match = self._expression.fullmatch(text)
        return match.groupdict() if match else None

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        # a sheet need not have a name; all else that a sentence names has one
        fields = (
            f"(?P<{part}>.{'*' if part == 'sheet' else '+'})" if number % 2 else re.escape(part)
            for number, part in enumerate(self._parts)
        )
        return re.compile("".join(fields), re.DOTALL)


@cache
def _by_template() -> dict[str, _Pattern]:
    return {pattern.template: pattern for pattern in _patterns()}


@cache
def _patterns() -> tuple[_Pattern, ...]:
    """The templates as expressions. Where several fit, that with the most words of its own does best: it comes first;
    before all of them come those without a field."""
    ordered = sorted(TEMPLATES, key=lambda template: ("{" in template, -len(re.sub(r"\{\w+\}", "", template))))
    return tuple(map(_Pattern, ordered))

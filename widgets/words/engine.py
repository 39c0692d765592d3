"""The engine's own English sentences in the language of the program. Translation context: "engine".

The engine knows no translations: what it says about a record, a document or a refused address is English text, partly
kept in files. Here its sentences stand again as patterns; tests/widgets/test_engine_words.py holds that none that is
written in the engine is missing. What no pattern fits (words of libraries and servers) is shown as it is.
"""

from __future__ import annotations

import re
from functools import cache, cached_property

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from widgets.words import extractors as extractor_words
from widgets.words import formats
from widgets.words import records as record_words

# What the engine remarks about a comparison, in English: the templates for engine_words.

COMPARISON_WORDS_TEMPLATES = (
    QT_TRANSLATE_NOOP("engine", "version a: {warning}"),
    QT_TRANSLATE_NOOP("engine", "version b: {warning}"),
    QT_TRANSLATE_NOOP("engine", "some bytes are not {charset}"),
    QT_TRANSLATE_NOOP("engine", "the text is the same"),
    QT_TRANSLATE_NOOP(
        "engine",
        "only one of the versions was captured by a browser: what it made of the page is compared with a source",
    ),
    QT_TRANSLATE_NOOP("engine", "not all blocks that moved were looked for"),
    QT_TRANSLATE_NOOP("engine", "so much changed around the blocks that not all of it was told apart"),
    QT_TRANSLATE_NOOP("engine", "so much changed that not everything was looked for that may have moved"),
    QT_TRANSLATE_NOOP("engine", "so much changed that not all blocks that are much the same were looked for"),
    QT_TRANSLATE_NOOP(
        "engine",
        "the pages are so large that not all versions and pages of the site were looked at to tell what is noise",
    ),
    QT_TRANSLATE_NOOP("engine", "what follows the first {count} blocks is compared as one"),
    QT_TRANSLATE_NOOP(
        "engine", "it has so many elements that it was divided by its texts alone, without their structure"
    ),
)


# What the engine says about incremental records, in English: templates for engine_words, under its context.

INCREMENT_WORDS_TEMPLATES = (
    # checks
    QT_TRANSLATE_NOOP("engine", "The version cannot be rebuilt: {reason}."),
    QT_TRANSLATE_NOOP("engine", "it cannot be rebuilt ({reason})"),
    QT_TRANSLATE_NOOP("engine", "1 later version builds on this record and cannot be rebuilt without it."),
    QT_TRANSLATE_NOOP(
        "engine", "{count} later versions build on this record and cannot be rebuilt without it."
    ),
    QT_TRANSLATE_NOOP("engine", "The index has the record build on another one than it names."),
    QT_TRANSLATE_NOOP("engine", "an incremental record"),
    # rebuilding
    QT_TRANSLATE_NOOP("engine", "more than {count} records build on one another"),
    QT_TRANSLATE_NOOP("engine", "{id}, which it builds on, is damaged: {reason}"),
    QT_TRANSLATE_NOOP("engine", "the record {id}, which it builds on, cannot be read: {reason}"),
    QT_TRANSLATE_NOOP("engine", "the record {id}, which it builds on, has no DATA"),
    QT_TRANSLATE_NOOP("engine", "the record {id}, which it builds on, is not there"),
    QT_TRANSLATE_NOOP("engine", "it names {id}, which does not stand before it in its batch"),
    QT_TRANSLATE_NOOP("engine", "what is rebuilt does not have the digest stored with it"),
    QT_TRANSLATE_NOOP("engine", "the file cannot be read ({detail})"),
    QT_TRANSLATE_NOOP("engine", "the file is compressed; unpack it first"),
    QT_TRANSLATE_NOOP("engine", "neither of the records is whole that it shares bytes with: {id}"),
    # recipes
    QT_TRANSLATE_NOOP("engine", "the recipe has no end"),
    QT_TRANSLATE_NOOP("engine", "the recipe has too many steps"),
    QT_TRANSLATE_NOOP("engine", "a line of the recipe is no step"),
    QT_TRANSLATE_NOOP("engine", "a step copies from before the beginning"),
    QT_TRANSLATE_NOOP("engine", "a step copies from behind the end"),
    QT_TRANSLATE_NOOP("engine", "new bytes are missing"),
    QT_TRANSLATE_NOOP("engine", "a step names a record that is not listed"),
    QT_TRANSLATE_NOOP("engine", "there are more new bytes than the steps use"),
    QT_TRANSLATE_NOOP("engine", "the recipe makes too many bytes"),
    QT_TRANSLATE_NOOP("engine", "the recipe has no list of records"),
    QT_TRANSLATE_NOOP("engine", "a line of the list of records is no id"),
    QT_TRANSLATE_NOOP("engine", "the recipe names too many records"),
    QT_TRANSLATE_NOOP("engine", "the records that it shares bytes with are too large"),
    # importing
    QT_TRANSLATE_NOOP("engine", "Records of version {version} are not known."),
    QT_TRANSLATE_NOOP(
        "engine", "The record holds only what changed since another record. Unpack the file first."
    ),
)


# What the rules of the partition and its warnings say, for widgets/words/engine.py. Translation context:
# "engine".

RULE_WORDS_TEMPLATES = (
    QT_TRANSLATE_NOOP("engine", "Rule {number}: {what}"),
    QT_TRANSLATE_NOOP("engine", "It has nothing inside that can be seen."),
    QT_TRANSLATE_NOOP("engine", "It is something to use: a link, a field, a picture."),
    QT_TRANSLATE_NOOP("engine", "It only says how text looks."),
    QT_TRANSLATE_NOOP("engine", "All it has is one part, and that part is asked instead."),
    QT_TRANSLATE_NOOP("engine", "It is smaller than a block of its kind."),
    QT_TRANSLATE_NOOP("engine", "A part of it stands on another colour."),
    QT_TRANSLATE_NOOP("engine", "It arranges other parts and says nothing itself."),
    QT_TRANSLATE_NOOP("engine", "It arranges nothing but text, links and pictures."),
    QT_TRANSLATE_NOOP(
        "engine",
        "It has text of its own, and each part of it arranges nothing but text, links and pictures.",
    ),
    QT_TRANSLATE_NOOP("engine", "It stands beside a block."),
    QT_TRANSLATE_NOOP("engine", "No other rule made it a block."),
    QT_TRANSLATE_NOOP("engine", "Neighbours that are too small alone stand together here."),
    QT_TRANSLATE_NOOP("engine", "A heading begins here, and what follows belongs to it."),
    QT_TRANSLATE_NOOP("engine", "A long row of parts is cut after parts that their content chose."),
    QT_TRANSLATE_NOOP(
        "engine", "It cannot be divided: its parts are too deep, or mixed with others in the source."
    ),
    QT_TRANSLATE_NOOP("engine", "The page has no structure that can be followed, and is one block."),
)


# What the crawler says in English about settings and addresses: more templates for engine_words. Context
# "engine".

ENGINE_SENTENCES_TEMPLATES = (
    # settings that cannot work
    QT_TRANSLATE_NOOP("engine", "a crawl by topic needs guide words"),
    QT_TRANSLATE_NOOP("engine", "a guide word is empty"),
    QT_TRANSLATE_NOOP("engine", "every weight must be a number"),
    QT_TRANSLATE_NOOP("engine", "a rule for canonical addresses is unknown"),
    QT_TRANSLATE_NOOP("engine", "the rules for canonical addresses are fixed once a crawl has begun"),
    QT_TRANSLATE_NOOP("engine", "“{text}” is no IP address and no range of them"),
    QT_TRANSLATE_NOOP("engine", "delays, bandwidth and hops must not be negative"),
    QT_TRANSLATE_NOOP("engine", "limits must not be negative"),
    QT_TRANSLATE_NOOP("engine", "“{name}” must be a finite number"),
    QT_TRANSLATE_NOOP("engine", "“{value}” is none of the choices for “{name}”: {known}"),
    QT_TRANSLATE_NOOP("engine", "the contact address may hold only plain letters and signs"),
    QT_TRANSLATE_NOOP("engine", "the browser needs at least one worker and some time"),
    QT_TRANSLATE_NOOP("engine", "the shortest interval between visits must not exceed the longest"),
    QT_TRANSLATE_NOOP("engine", "the address of a proxy begins with http://, https:// or socks5://"),
    QT_TRANSLATE_NOOP("engine", "the log-in of a proxy belongs to the stored log-ins, not into its address"),
    QT_TRANSLATE_NOOP("engine", "the address of a proxy is a host name and a port"),
    QT_TRANSLATE_NOOP("engine", "“{name}” is no header that can be sent"),
    QT_TRANSLATE_NOOP(
        "engine", "“{name}” belongs to the stored log-ins: settings are kept in the archive folder"
    ),
    QT_TRANSLATE_NOOP("engine", "“{name}” is set by the program itself"),
    QT_TRANSLATE_NOOP("engine", "the crawl has ended"),
    # files with cookies
    QT_TRANSLATE_NOOP("engine", "the file is too large"),
    QT_TRANSLATE_NOOP("engine", "there is no cookie in it"),
    # why an address was left out, and remarks on those that were stored
    QT_TRANSLATE_NOOP("engine", "any"),
    QT_TRANSLATE_NOOP("engine", "{part} are not wanted"),
    QT_TRANSLATE_NOOP("engine", "requisites are not wanted"),
    QT_TRANSLATE_NOOP("engine", "sitemaps are not wanted"),
    QT_TRANSLATE_NOOP("engine", "requisite of a requisite"),
    QT_TRANSLATE_NOOP("engine", "the server or the page asks for it"),
    QT_TRANSLATE_NOOP("engine", "the same content under more than {count} addresses"),
    QT_TRANSLATE_NOOP("engine", "{count} parameters"),
    QT_TRANSLATE_NOOP("engine", "no such name"),
    QT_TRANSLATE_NOOP("engine", "no address"),
    QT_TRANSLATE_NOOP("engine", "certificate: {detail}"),
    QT_TRANSLATE_NOOP("engine", "not yet valid"),
    QT_TRANSLATE_NOOP("engine", "expired"),
    QT_TRANSLATE_NOOP("engine", "self-signed"),
    QT_TRANSLATE_NOOP("engine", "self-signed root"),
    QT_TRANSLATE_NOOP("engine", "unknown issuer"),
    QT_TRANSLATE_NOOP("engine", "revoked"),
    QT_TRANSLATE_NOOP("engine", "wrong name"),
    QT_TRANSLATE_NOOP("engine", "weak key"),
    QT_TRANSLATE_NOOP("engine", "weak signature"),
    QT_TRANSLATE_NOOP("engine", "outdated protocol {version}"),
)


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
    QT_TRANSLATE_NOOP(
        "engine", "The record holds the list of a page's links (a “link4SE” file), not the page."
    ),
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
    QT_TRANSLATE_NOOP(
        "engine", "A part of the file would unpack to more than {most} MiB; it was not opened."
    ),
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
    *INCREMENT_WORDS_TEMPLATES,
    *ENGINE_SENTENCES_TEMPLATES,
    *RULE_WORDS_TEMPLATES,
    *COMPARISON_WORDS_TEMPLATES,
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
    return QCoreApplication.translate("engine", ", ", "between the items of a list").join(
        map(say, text.split(", "))
    )


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
    ordered = sorted(
        TEMPLATES, key=lambda template: ("{" in template, -len(re.sub(r"\{\w+\}", "", template)))
    )
    return tuple(map(_Pattern, ordered))

"""Markdown (CommonMark 0.31 with pipe tables): structure, front matter, title."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import islice

from extractors.base import dates, spacing
from extractors.base.addresses import Resolver
from extractors.base.charset import decode
from extractors.base.types import Candidate, Document, Link, Part, Source
from extractors.html.metadata import language

# The fields before a text: YAML between ---, TOML between +++, or the pandoc title block.

_LONGEST = 20_000
_MOST_FIELDS = 100
_YAML = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"([A-Za-z][\w .-]{0,40}?)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$")
_FRONT_MATTER_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)$")
_MARKS = "%"


def split(text: str) -> tuple[dict[str, str], str]:
    """The fields, names in lower case, and the text after them. Lists are joined by commas."""
    text = text.lstrip("\ufeff")
    beginning = text[:_LONGEST]
    found = _YAML.match(beginning)
    if found:
        fields = _yaml(found[1])
        # a rule and a heading may stand at the beginning, too
        return (fields, text[found.end() :]) if fields else ({}, text)
    found = _TOML.match(beginning)
    if found:
        return _toml(found[1]), text[found.end() :]
    if beginning.startswith("% "):
        return _pandoc(text)
    return {}, text


def _yaml(block: str) -> dict[str, str]:
    """The plain fields of a mapping; what is nested deeper says nothing about the document."""
    fields: dict[str, list[str]] = {}
    key = ""
    for line in block.split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        item = _FRONT_MATTER_ITEM.match(line)
        field = _FIELD.match(line)
        if item and key:
            fields[key].append(_bare(item[1]))
        elif field and len(fields) < _MOST_FIELDS:
            key = field[1].lower()
            value = (field[2] or "").strip()
            fields[key] = [] if value in ("|", ">", "|-", ">-") else _values(value)
        elif line[:1].isspace():
            if key and ":" not in line:
                fields[key].append(_bare(line))
        else:
            return {}
    return {
        key: spacing.line(", ".join(filter(None, values))) for key, values in fields.items() if any(values)
    }


def _values(value: str) -> list[str]:
    if value.startswith("[") and value.endswith("]"):
        return [_bare(one) for one in value[1:-1].split(",")]
    return [_bare(value)] if value else []


def _bare(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].replace("\\" + value[0], value[0])
    return value.partition(" #")[0].strip()


def _toml(block: str) -> dict[str, str]:
    try:
        said = tomllib.loads(block)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}
    fields = {}
    for key, value in list(said.items())[:_MOST_FIELDS]:
        if isinstance(value, list):
            value = ", ".join(str(one) for one in value if not isinstance(one, dict))
        if not isinstance(value, dict) and str(value):
            fields[key.lower()] = spacing.line(str(value))
    return fields


def _pandoc(text: str) -> tuple[dict[str, str], str]:
    """Up to three lines: % title, % authors, % date."""
    fields = {}
    lines = text.split("\n", 3)
    count = 0
    for name, line in zip(("title", "author", "date"), lines, strict=False):
        if not line.startswith(_MARKS):
            break
        count += 1
        if line[1:].strip():
            fields[name] = spacing.line(line[1:])
    return fields, "\n".join(lines[count:])


# The text inside a block of Markdown: emphasis, code, links and pictures.

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LABEL = r"((?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.){0,500}\]){0,1000})"
_TITLE = r"(?:\s+(?:\"[^\"]{0,500}\"|'[^']{0,500}'|\([^)]{0,500}\)))?"
_TARGET = rf"\(\s*<?((?:[^\s()<>\\]|\\.|\([^\s()]{{0,500}}\)){{0,2000}})>?{_TITLE}\s*\)"
_PICTURE = re.compile(rf"!\[{_LABEL}\](?:{_TARGET}|\[([^\[\]]{{0,200}})\])")
_LINK = re.compile(rf"\[{_LABEL}\](?:{_TARGET}|\[([^\[\]]{{0,200}})\])")
_SHORT = re.compile(r"(?<!!)\[([^\[\]^]{1,200})\](?![\[(:])")
_NOTE = re.compile(r"\[\^[^\]\s]{1,60}\]")
_ANGLE = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]{1,2000})>")
_BARE = re.compile(r"(?<![\w/\"'=(<])https?://[^\s<>()\"'`]{3,2000}[^\s<>()\"'`.,;:!?*_]")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>")
_BREAK = re.compile(r"<br\s*/?>\s*", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\b(src|href|alt)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
# Runs of emphasis marks beside a word. Alone in its block a mark is just a character.
_STARS = re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}")
_TILDES = re.compile(r"~~(?=\S)|(?<=\S)~~")
_UNDERLINES = re.compile(r"(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)")
_BLANKS = re.compile(r"[ \t]{2,}")
_KEPT = re.compile("\ue000(\\d+)\ue001")
_DEPTH = 4


class Inline:
    """Turns marked text into plain text and collects addresses: (url, "a" or "img", text)."""

    def __init__(self, resolver: Resolver, references: dict[str, str]) -> None:
        self.links: list[tuple[str, str, str]] = []
        self._resolver = resolver
        self._references = references
        self._waiting: list[Part] = []

    def text(self, marked: str) -> str:
        kept: list[str] = []

        def keep(text: str) -> str:
            kept.append(text)
            return f"\ue000{len(kept) - 1}\ue001"

        marked = marked.replace("\ue000", "").replace("\ue001", "")
        marked = _CODE.sub(lambda found: keep(_code(found[2])), marked)
        marked = _ESCAPED.sub(lambda found: keep(found[1]), marked)
        if "[" in marked:
            marked = _PICTURE.sub(lambda found: self._picture(found[1], found[2], found[3]), marked)
            for _ in range(2):  # a link may hold a label with brackets
                marked = _LINK.sub(lambda found: self._link(found[1], found[2], found[3], found[0]), marked)
            marked = _SHORT.sub(lambda found: self._link(found[1], None, found[1], found[0]), marked)
            marked = _NOTE.sub("", marked)
        if "<" in marked:
            marked = _ANGLE.sub(lambda found: self._link(found[1], found[1], None, found[0]), marked)
            self.tags(marked)
            marked = _TAG.sub("", _BREAK.sub("\n", marked))
        for found in _BARE.finditer(marked) if "://" in marked else ():
            self._add(found[0], "a", found[0])
        for mark, runs in (("*", _STARS), ("_", _UNDERLINES), ("~~", _TILDES)):
            if mark in marked and len(runs.findall(marked)) > 1:
                marked = runs.sub("", marked)
        for _ in range(_DEPTH):
            if "\ue000" not in marked:
                break
            marked = _KEPT.sub(lambda found: kept[int(found[1])] if int(found[1]) < len(kept) else "", marked)
        return unescape(_BLANKS.sub(" ", marked)).strip(" \t")

    def tags(self, marked: str) -> None:
        """The addresses in HTML tags between the text."""
        for tag in _TAG.findall(marked):
            values = {found[0].lower(): unescape(found[1] or found[2]) for found in _ATTRIBUTE.findall(tag)}
            if tag[:4].lower() == "<img" and values.get("src"):
                self._picture(values.get("alt", ""), values["src"], None)
            elif tag[:2].lower() == "<a" and values.get("href"):
                self._add(values["href"], "a", "")

    def pictures(self) -> list[Part]:
        """The pictures since this was last asked."""
        found, self._waiting = self._waiting, []
        return found

    def _picture(self, label: str, target: str | None, reference: str | None) -> str:
        url = self._add(self._target(label, target, reference), "img", label)
        if url:
            self._waiting.append(Part("image", " ".join(label.split()), url=url))
        return ""

    def _link(self, label: str, target: str | None, reference: str | None, whole: str) -> str:
        address = self._target(label, target, reference)
        if not address:
            return whole if target is None else label
        self._add(address, "a", " ".join(_KEPT.sub("", label).split()))
        return label

    def _target(self, label: str, target: str | None, reference: str | None) -> str:
        if target is not None:
            return unescape(target)
        return self._references.get(" ".join((reference or label).split()).casefold(), "")

    def _add(self, address: str, element: str, label: str) -> str:
        url = self._resolver.resolve(address)
        if url:
            self.links.append((url, element, label[:300]))
        return url


def _code(text: str) -> str:
    text = text.replace("\n", " ")
    return text[1:-1] if text[:1] == text[-1:] == " " and text.strip() else text


_MOST_PARTS = 100_000
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)(.*)$")
_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"( {0,3})(`{3,}(?=[^`]*$)|~{3,})")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(.*)|$)")
_TASK = re.compile(r"\[[ xX]\][ \t]+")
_HTML_HEADING = re.compile(r"<h([1-6])\b[^<>]*>\s*(.{1,500}?)\s*</h\1>", re.IGNORECASE | re.DOTALL)
_TITLE_LINES = 3
_QUOTE = re.compile(r" {0,3}>[ \t]?")
_DELIMITERS = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL = re.compile(r"(?<!\\)\|")
_REFERENCE = re.compile(r"^ {0,3}\[((?:[^\[\]\\]|\\.){1,200})\]:[ \t]*<?([^\s>]{1,2000})>?.*$", re.MULTILINE)
_FOOTNOTE = re.compile(r" {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*(.*)$")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG_LINE = re.compile(r"[ \t]*</?[a-zA-Z][^<>]*>[ \t]*$")


def extract(source: Source) -> Document:
    document = source.document()
    text, document.metadata["charset"], document.metadata["charset-source"] = decode(
        source.data, source.charset
    )
    if "\ufffd" in text:
        document.warnings = ("Some characters do not fit the character set and were replaced.",)
    fields, body = split(spacing.tidy(text).replace("\0", "\ufffd"))
    inline = Inline(Resolver(source.base_url), _references(body))
    blocks = _Blocks(_HTML_HEADING.sub(_heading, _COMMENT.sub("", body)).split("\n"), inline).read()
    parts = list(_parts(islice(blocks, _MOST_PARTS), inline))
    if next(blocks, None) is not None:
        document.warnings = (
            *document.warnings,
            "There are too many elements in the page; what follows is left out.",
        )
    _note(document, fields, parts)
    if source.links:
        document.links = tuple(
            Link(url, element, label, element == "img") for url, element, label in inline.links
        )
    if source.text:
        document.parts = tuple(parts)
        document.text = "\n".join(part.text for part in parts if part.text and part.kind != "image")
    return document


def _note(document: Document, fields: dict[str, str], parts: list[Part]) -> None:
    candidates = []
    if fields.get("title"):
        candidates.append(Candidate(fields["title"], "metadata", 3.0, "the front matter names it"))
    headings = [part for part in parts if part.kind == "heading"]
    top = next((part for part in headings if part.level == 1), None) or next(iter(headings[:1]), None)
    if top is not None and spacing.line(top.text):
        score = 2.0 if top.level == 1 else 1.0
        candidates.append(
            Candidate(spacing.line(top.text)[:300], f"h{top.level}", score, "the first heading")
        )
    document.candidates = tuple(candidates)
    if candidates:
        document.title, document.title_source = candidates[0].text, candidates[0].source
    document.author = fields.get("author") or fields.get("authors", "")
    document.date = dates.iso(fields.get("date") or fields.get("published", ""))
    document.language = language(fields.get("lang") or fields.get("language"))
    for name in ("description", "keywords", "tags", "categories", "subtitle", "license"):
        if fields.get(name):
            document.metadata[name] = fields[name]


def _heading(found: re.Match[str]) -> str:
    """A heading in HTML as one of Markdown."""
    return f"\n\n{'#' * int(found[1])} {' '.join(found[2].split())}\n\n"


def _references(body: str) -> dict[str, str]:
    return {_label(found[1]): found[2] for found in _REFERENCE.finditer(body) if not found[1].startswith("^")}


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


def _parts(blocks: Iterable[Part], inline: Inline) -> Iterator[Part]:
    for part in blocks:
        yield part
        yield from inline.pictures()


class _Blocks:
    """Reads blocks line by line; one pass, no nesting beyond lists and quotes."""

    def __init__(self, lines: list[str], inline: Inline) -> None:
        self._lines = lines
        self._inline = inline
        self._at = 0
        self._open: list[str] = []  # lines of the paragraph that is being read
        self._kind: tuple[str, int] = ("paragraph", 0)
        self._indents: list[int] = []  # of the open list items

    def read(self) -> Iterator[Part]:
        while self._at < len(self._lines):
            yield from self._line(self._lines[self._at].expandtabs(4))
        yield from self._flush()

    def _line(self, line: str) -> Iterator[Part]:
        self._at += 1
        if not line.strip():
            yield from self._flush()
            return
        if not self._open and not line.startswith(" ") and not _ITEM.match(line):
            self._indents.clear()
        inside = line[self._content_indent(line) :] if self._indents and not self._open else line
        fence = _FENCE.match(inside)
        if fence:
            yield from self._flush()
            yield from self._fenced(fence[2], len(line) - len(inside) + len(fence[1]))
            return
        if inside.startswith("    ") and not self._open:
            yield from self._indented(len(line) - len(inside) + 4)
            return
        heading = _ATX.match(inside)
        if heading:
            yield from self._flush()
            yield self._heading(_CLOSING.sub("", heading[2]), len(heading[1]))
            return
        underline = _SETEXT.match(line)
        if underline and 0 < len(self._open) <= _TITLE_LINES and self._kind[0] == "paragraph":
            title = " ".join(self._open)
            self._open.clear()
            yield self._heading(title, 1 if underline[1][0] == "=" else 2)
            return
        if _RULE.match(inside):
            yield from self._flush()
            self._indents.clear()
            return
        yield from self._other(line, inside)

    def _other(self, line: str, inside: str) -> Iterator[Part]:
        quote = _QUOTE.match(inside)
        item = _ITEM.match(line)
        if quote:
            if self._kind[0] != "quote":
                yield from self._flush()
            self._kind = ("quote", 0)
            content = inside[quote.end() :]
            while again := _QUOTE.match(content):
                content = content[again.end() :]
            if content.strip():
                self._open.append(content.lstrip("# "))
            else:
                yield from self._flush()
        elif item and not (self._open and self._kind[0] == "paragraph" and not _starts_list(line)):
            yield from self._flush()
            self._item(len(item[1]), item[2] or "", line)
        elif "|" in line and not self._open and self._is_table():
            yield self._table()
        elif _FOOTNOTE.match(line):
            yield from self._flush()
            note = _FOOTNOTE.match(line)
            assert note is not None
            yield Part("paragraph", self._inline.text(note[2]), role="note")
        elif _REFERENCE.match(line) and not self._open:
            pass
        elif _TAG_LINE.match(line):
            yield from self._flush()
            self._inline.tags(line)
            yield from self._inline.pictures()
        else:
            if not self._open:
                self._kind = ("item", len(self._indents)) if self._indents else ("paragraph", 0)
            self._open.append(line.strip() if not line.endswith("  ") else line.strip() + "  ")

    def _content_indent(self, line: str) -> int:
        """How far the content of the open list items is indented, as far as this line is."""
        indent = len(line) - len(line.lstrip())
        return max((known + 2 for known in self._indents if known + 2 <= indent), default=0)

    def _item(self, indent: int, content: str, line: str) -> None:
        while self._indents and self._indents[-1] >= max(1, indent):
            self._indents.pop()
        if indent == 0:
            self._indents.clear()
        if not self._indents or indent > self._indents[-1]:
            self._indents.append(indent)
        self._kind = ("item", len(self._indents))
        if content.strip():
            self._open.append(_TASK.sub("", content.strip(), count=1))

    def _heading(self, text: str, level: int) -> Part:
        self._indents.clear()
        return Part("heading", self._inline.text(text), level)

    def _fenced(self, fence: str, indent: int) -> Iterator[Part]:
        code: list[str] = []
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            bare = line.strip()
            if bare.startswith(fence) and not bare.strip(fence[0]):
                break
            blank = len(line) - len(line.lstrip(" "))
            code.append(line[min(indent, blank) :])
        text = "\n".join(code).strip("\n")
        if text:
            yield Part("code", text)

    def _indented(self, indent: int) -> Iterator[Part]:
        self._at -= 1
        code: list[str] = []
        while self._at < len(self._lines):
            line = self._lines[self._at].expandtabs(4)
            if line.strip() and len(line) - len(line.lstrip()) < indent:
                break
            code.append(line[indent:])
            self._at += 1
        yield Part("code", "\n".join(code).strip("\n").rstrip())

    def _is_table(self) -> bool:
        return (
            self._at < len(self._lines)
            and "-" in self._lines[self._at]
            and _is_delimiters(self._lines[self._at])
        )

    def _table(self) -> Part:
        rows = [self._cells(self._lines[self._at - 1])]
        self._at += 1
        while self._at < len(self._lines) and "|" in self._lines[self._at]:
            rows.append(self._cells(self._lines[self._at]))
            self._at += 1
        return Part("table", "\n".join("\t".join(row) for row in rows), rows=tuple(rows))

    def _cells(self, line: str) -> tuple[str, ...]:
        inner = line.strip().removeprefix("|")
        inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
        return tuple(self._inline.text(cell.strip().replace("\\|", "|")) for cell in _CELL.split(inner))

    def _flush(self) -> Iterator[Part]:
        if self._open:
            kind, level = self._kind
            text = self._inline.text(_wrapped(self._open))
            self._open.clear()
            if text:
                yield Part(kind, text, level)  # type: ignore[arg-type]
        self._kind = ("paragraph", 0)


def _starts_list(line: str) -> bool:
    """May this line of a list end a paragraph? A number that is not 1 may not: it is often just a number."""
    marker = line.strip().partition(" ")[0]
    return marker in ("-", "*", "+", "1.", "1)")


def _is_delimiters(line: str) -> bool:
    return "|" in line and _DELIMITERS.match(line) is not None


def _wrapped(lines: list[str]) -> str:
    """Lines of a paragraph as one text; two blanks or a backslash at the end of a line break it."""
    pieces: list[str] = []
    for line in lines:
        bare = line.rstrip()
        if pieces and not pieces[-1].endswith("\n"):
            pieces.append(spacing.seam(pieces[-1], bare))
        broken = line.endswith("  ") or (bare.endswith("\\") and not bare.endswith("\\\\"))
        pieces.append(bare.removesuffix("\\") + "\n" if broken else bare)
    return unescape("".join(pieces).strip("\n"))

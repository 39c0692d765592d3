"""Markdown: front matter, structure and title of what markdown-it-py parses (CommonMark with tables and strikethrough).

Front matter, footnotes, task marks, addresses that stand bare in the text and the HTML between it are read here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from itertools import islice
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from extractors.base import dates, spacing
from extractors.base.addresses import Resolver
from extractors.base.language import usual_tag
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Link, Part, Source, table
from extractors.titles.ranking import CERTAIN, take

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


# Blocks and the text inside them.

_MOST_PARTS = 100_000
_MOST_CHARACTERS, _MOST_LINES = 4 << 20, 200_000
_DEEPEST, _DEEPEST_INLINE = 40, 10
_LONGEST_RUN = 20_000
_MANY_BRACKETS = re.compile(r"(?:[^\[]*+\[){200}")
"""Text of a block that is read at once: marks without end take time by the square of their number."""
_TITLE_LINES = 3
_TASK = re.compile(r"\[[ xX]\][ \t]+")
_DEFINITION = re.compile(r"^( {0,3})(\[(?!\^)[^\[\]\n]{1,200}\]:[ \t])", re.MULTILINE)
_FOOTNOTE_LINE = re.compile(r"^( {0,3})(\[\^[^\]\s]{1,60}\]:)", re.MULTILINE)
_FOOTNOTE = re.compile(r"\\\[\^[^\]\s]{1,60}\]:[ \t]*")
_NOTE = re.compile(r"\[\^[^\]\s]{1,60}\]")
_BARE = re.compile(r"(?<![\w/\"'=(<])https?://[^\s<>()\"'`]{3,2000}[^\s<>()\"'`.,;:!?*_]")
_HTML_HEADING = re.compile(r"<h([1-6])\b[^<>]*>", re.IGNORECASE)
_HEADING_END = re.compile(r"</h[1-6]\s*>", re.IGNORECASE)
_UNSEEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
# CommonMark takes these for characters where Chinese stands beside a quotation mark
_STARS = re.compile(r"\*{2,3}(?=\S)|(?<=\S)\*{2,3}")
_BLANKS = re.compile(r"[ \t]{2,}")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>")
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\b(src|href|alt)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_WRAPPED = "\ue000"  # the end of a line that was only wrapped


def extract(source: Source) -> Document:
    document, text = source.decoded()
    fields, body = split(spacing.tidy(text).replace("\0", "\ufffd"))
    start = _start(body)
    whole = len(start) == len(body)
    if "]:" in start:  # each definition for itself, and none of a footnote that is of one word an address
        start = _DEFINITION.sub(r"\n\1\2", _FOOTNOTE_LINE.sub(r"\n\1\\\2", start))
    reader = _Reader(Resolver(source.base_url))
    found = reader.parts(start)
    parts = list(islice(found, _MOST_PARTS))
    if not whole or next(found, None) is not None:
        document.warnings = (
            *document.warnings,
            Message("many-elements-page"),
        )
    _note(document, fields, parts)
    if source.links:
        document.links = tuple(
            Link(url, element, label, element == "img") for url, element, label in reader.links
        )
    if source.text:
        document.parts = tuple(parts)
        document.text = "\n".join(part.text for part in parts if part.text and part.kind != "image")
    return document


def _start(body: str) -> str:
    """As much of a text as is parsed: each line may become a block, each of which takes memory."""
    body = body[:_MOST_CHARACTERS]
    if body.count("\n") <= _MOST_LINES:
        return body
    return "\n".join(body.split("\n", _MOST_LINES)[:_MOST_LINES])


def _note(document: Document, fields: dict[str, str], parts: list[Part]) -> None:
    candidates = []
    if fields.get("title"):
        candidates.append(Candidate(fields["title"], "metadata", CERTAIN, Message("front-matter-names")))
    headings = [part for part in parts if part.kind == "heading"]
    top = next((part for part in headings if part.level == 1), None) or next(iter(headings[:1]), None)
    if top is not None and spacing.line(top.text):
        score = 60.0 if top.level == 1 else 40.0
        candidates.append(Candidate(spacing.line(top.text), f"h{top.level}", score, Message("first-heading")))
    take(document, candidates)
    document.author = fields.get("author") or fields.get("authors", "")
    document.date = dates.iso(fields.get("date") or fields.get("published", ""))
    document.language = usual_tag(fields.get("lang") or fields.get("language"))
    for name in ("description", "keywords", "tags", "categories", "subtitle", "license"):
        if fields.get(name):
            document.metadata[name] = fields[name]


@cache
def _parser(deepest: int) -> MarkdownIt:
    """Parses blocks up to a depth; the text inside is parsed block by block, so that little is held at once."""
    parser = MarkdownIt("commonmark", {"maxNesting": deepest}).enable(["table", "strikethrough"])
    parser.core.ruler.disable(["inline", "text_join"])
    # what an address means is found out by the resolver
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    return parser


class _Reader:
    """Makes parts of the tokens of a text; `links` (address, "a" or "img", text) grow meanwhile."""

    def __init__(self, resolver: Resolver) -> None:
        self.links: list[tuple[str, str, str]] = []
        self._resolver = resolver
        self._references: dict[str, Any] = {}
        self._pictures: list[Part] = []
        self._around: list[str] = []  # lists and quotes that are open
        self._heading = 0  # level of an open heading, which HTML may have begun
        self._underlined = False
        self._rows: list[list[str]] = []

    def parts(self, body: str) -> Iterator[Part]:
        for token in _parser(_DEEPEST).parse(body, self._references):
            kind = token.type
            if kind in ("bullet_list_open", "ordered_list_open"):
                self._around.append("item")
            elif kind == "blockquote_open":
                self._around.append("quote")
            elif kind in ("bullet_list_close", "ordered_list_close", "blockquote_close"):
                self._around.pop()
            elif kind in ("fence", "code_block"):
                yield from _some(Part("code", token.content.strip("\n").rstrip()))
            elif kind == "html_block":
                yield from self._html(token.content)
            elif kind == "heading_open":
                self._heading = int(token.tag[1])
                self._underlined = token.markup in ("=", "-")
            elif kind == "heading_close":
                self._heading, self._underlined = 0, False
            elif kind == "table_open":
                self._rows = []
            elif kind == "tr_open":
                self._rows.append([])
            elif kind == "table_close":
                rows = tuple(map(tuple, self._rows))
                yield table(rows)
                self._rows = []
            elif kind == "inline" and self._rows:
                self._rows[-1].append(" ".join(self._text(token.content).split()))
            elif kind == "inline":
                yield from self._block(token.content)
            if not self._rows:
                yield from self._waiting()

    def _block(self, content: str) -> Iterator[Part]:
        """A heading or a paragraph, in a list or a quote maybe."""
        around = self._around[-1] if self._around else ""
        note = _FOOTNOTE.match(content)
        long = self._underlined and content.count("\n") >= _TITLE_LINES  # a text above a rule
        if self._heading and not long and around != "quote":
            yield from _some(Part("heading", " ".join(self._text(content).split()), self._heading))
        elif note:
            yield from _some(Part("paragraph", self._text(content[note.end() :]), role="note"))
        elif around == "item":
            text = self._text(_TASK.sub("", content, count=1) if content[:1] == "[" else content)
            yield from _some(Part("item", text, self._around.count("item")))
        else:
            yield from _some(Part("quote" if around else "paragraph", self._text(content)))

    def _html(self, content: str) -> Iterator[Part]:
        """What a block of HTML shows: headings, which may end in a later one, and text."""
        content = _UNSEEN.sub("", content)
        while content:
            end = (_HEADING_END if self._heading else _HTML_HEADING).search(content)
            shown = content[: end.start()] if end else content
            self._tags(shown)
            text = spacing.paragraph(unescape(_TAG.sub("", _BREAK.sub("\n", " ".join(shown.split())))))
            self._bare(text)
            if self._heading:
                yield from _some(Part("heading", " ".join(text.split()), self._heading))
            else:
                yield from _some(Part("paragraph", text))
            yield from self._waiting()
            if end is None:
                return
            self._heading = 0 if self._heading else int(end[1])
            content = content[end.end() :]

    def _waiting(self) -> list[Part]:
        """The pictures since this was last asked."""
        found, self._pictures = self._pictures, []
        return found

    # What stands in a block

    def _text(self, content: str) -> str:
        lines = "".join(map(self._run, _runs(content))).split(_WRAPPED)
        out: list[str] = []
        for line in lines:
            if out:
                line = line.lstrip(" \t")
                out.append(spacing.seam(out[-1], line))
            out.append(line)
        return "\n".join(_BLANKS.sub(" ", line).strip(" \t") for line in "".join(out).split("\n")).strip("\n")

    def _run(self, content: str) -> str:
        parser, tokens = _parser(_DEEPEST_INLINE), list[Token]()
        parser.inline.parse(content, parser, self._references, tokens)
        return self._plain(tokens)

    def _plain(self, tokens: Sequence[Token]) -> str:
        """The text of tokens; addresses and pictures are noted on the way."""
        out: list[str] = []
        opened: list[tuple[str, int]] = []
        stars = sum(len(_STARS.findall(token.content)) for token in tokens if "**" in token.content)
        for token in tokens:
            kind = token.type
            if kind == "text":
                text = token.content.replace(_WRAPPED, "")
                out.append(_STARS.sub("", text) if stars > 1 and "**" in text else text)
            elif kind in ("text_special", "code_inline"):
                out.append(token.content)
            elif kind == "softbreak":
                out.append(_WRAPPED)
            elif kind == "hardbreak":
                out.append("\n")
            elif kind == "image":
                self._picture(self._plain(token.children or ()), str(token.attrs.get("src", "")))
            elif kind == "html_inline":
                out.append("\n" if _BREAK.match(token.content) else "")
                self._tags(token.content)
            elif kind == "link_open":
                opened.append((str(token.attrs.get("href", "")), len(out)))
            elif kind == "link_close" and opened:
                address, at = opened.pop()
                label = " ".join("".join(out[at:]).replace(_WRAPPED, " ").split())
                if label.startswith("^"):
                    del out[at:]  # a footnote of one word
                else:
                    self._add(address, "a", label)
                    out[at:] = ["".join(out[at:]).replace("://", "\ue001")]  # no bare address any more
        text = _NOTE.sub("", "".join(out))
        self._bare(text)
        return text.replace("\ue001", "://")

    def _bare(self, text: str) -> None:
        for found in _BARE.finditer(text) if "://" in text else ():
            self._add(found[0], "a", found[0])

    def _tags(self, html: str) -> None:
        """The addresses in HTML tags between the text."""
        for tag in _TAG.findall(html):
            values = {found[0].lower(): unescape(found[1] or found[2]) for found in _ATTRIBUTE.findall(tag)}
            if tag[:4].lower() == "<img" and values.get("src"):
                self._picture(values.get("alt", ""), values["src"])
            elif tag[:2].lower() == "<a" and values.get("href"):
                self._add(values["href"], "a", "")

    def _picture(self, label: str, address: str) -> None:
        label = " ".join(label.replace(_WRAPPED, " ").split())
        url = self._add(address, "img", label)
        if url:
            self._pictures.append(Part("image", label, url=url))

    def _add(self, address: str, element: str, label: str) -> str:
        url = self._resolver.resolve(address)
        if url:
            self.links.append((url, element, label[:300]))
        return url


def _some(part: Part) -> tuple[Part, ...]:
    return (part,) if part.text else ()


def _runs(content: str) -> Iterator[str]:
    """The text of a block in pieces that are not too long, cut where a line ends or at a blank if there is one."""
    start = 0
    while True:
        found = _MANY_BRACKETS.match(content, start)
        end = min(start + _LONGEST_RUN, found.end() if found else len(content))
        if end >= len(content):
            yield content[start:]
            return
        end = max(content.rfind("\n", start, end), content.rfind(" ", start, end)) + 1 or end
        yield content[start:end]
        start = end

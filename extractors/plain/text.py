"""Plain text and JSON: text as it stands. The links are those of lists of addresses, feeds and app manifests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from extractors.base import ole, spacing
from extractors.base.addresses import Resolver
from extractors.base.sentences import Message
from extractors.base.spacing import listed
from extractors.base.types import Candidate, Document, Link, Part, Source
from extractors.html import schema_org
from extractors.plain import feeds, listings, lrc, subtitles
from extractors.titles.ranking import CERTAIN, take

# The title of plain text: a field that names it, the heading of an RFC, a manual page, an underlined line, or
# a short first line that stands alone. Code, logs and data have none.

_HEAD = 16_000
_LONGEST = 120
"""Columns; characters of scripts without blanks take two."""
_ORNAMENT = " \t\u3000#=*-_~+|<>【】[]"
_RULE = re.compile(r"[ \t]*([=\-~*_#^\"'+])\1{2,}[ \t]*$")
_FIELD = re.compile(
    r"[ \t]*(?:title|subject|标题|題名|题名|主题|主題|书名|書名|名称|件名|제목)[ \t]*[:：][ \t]*(\S.*)$",
    re.IGNORECASE,
)
_OTHER_FIELD = re.compile(r"[ \t]*[\w][\w .-]{0,30}[:：][ \t]*\S")
_RFC = re.compile(
    r"(?:network working group|internet engineering task force|request for comments|internet-draft|rfc \d+)",
    re.IGNORECASE,
)
_MANUAL = re.compile(r"\s*([\w.+:-]+\(\w{1,4}\))\s{2,}(?:(\S.*?)\s{2,})?\1\s*$", re.IGNORECASE)
_BYLINE = re.compile(r"(?:by\s|作者|文[/／]|来源|來源|author|von\s|par\s|\(|（|——|\d{4})", re.IGNORECASE)
_SENTENCE_END = (".", "。", ";", "；", ",", "，", ":", "：", "、", "{", "}", "\\", "=>", "->", "…")
_PARAGRAPH_END = listed(". 。 : ： ! ！ ? ？ .) 。） ” »")
_STAMP = re.compile(
    r"[\[<]?(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[:.]\d\d[:.]\d\d|\d\d?/[A-Z][a-z]{2}/\d{4}"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d|\d{9,}|\d{1,3}(?:\.\d{1,3}){3}\s)"
)
_CODE = re.compile(
    r"\s*(?:#!|#\s*(?:include|define|ifdef|ifndef|pragma|import)\b|//|/\*|\*/|<\?|<!--|@\w+[\s(]|(?:import|from|package|using|namespace"
    r"|require|module|def|class|function|func|fn|public|private|static|const|let|var|return|if|for|while|struct|void|int"
    r"|select|insert|create|update|set|export|echo|sub|use)\b.*[({;:='\"\\]\s*|.*(?:[{};]|\)\s*:|=>|\*/)\s*$)",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"\s*(?:(?:import|from)\s+[\w.]+(?:\s+import\b.*)?|return\s+\S+|\$\s+\S.*|[\w.]+\s*=\s*\S.*)\s*$"
)
_DELIMITERS = "\t;,|"


def candidates(text: str) -> list[Candidate]:
    """The lines that could be the title; empty when a reader would see none."""
    lines = [line for line in text[:_HEAD].split("\n")[:200] if not line.startswith(".. _")]  # labels of reST
    if len(text) > _HEAD and lines:
        lines.pop()
    return list(_found(lines))


def _found(lines: Sequence[str]) -> Iterator[Candidate]:
    filled = [line for line in lines if line.strip(_ORNAMENT)]
    if len(filled) < 2:
        return
    manual = _MANUAL.match(filled[0])
    if manual:
        name = _manual_name(lines)
        yield Candidate(
            name or spacing.line(manual[2] or manual[1]), "first line", CERTAIN, Message("name-manual-page")
        )
        return
    field = _field(lines)
    if field:
        yield Candidate(field, "metadata", 80.0, Message("field-beginning-names"))
    if any(_RFC.match(line.strip()) for line in filled[:8]):
        heading = _rfc(lines)
        if heading:
            yield Candidate(heading, "first line", CERTAIN, Message("heading-rfc"))
            return
    if _is_code(filled) or _is_data(filled):
        return
    underlined = _underlined(lines)
    if underlined:
        yield Candidate(underlined, "first line", 60.0, Message("underlined-line-beginning"))
    alone = _alone(lines)
    if alone and alone != underlined:
        from extractors.titles import against  # few texts come so far, and its patterns take a while

        spoken = sum(penalty for penalty, _ in against.penalties(alone[:1].upper() + alone[1:]))
        yield Candidate(alone, "first line", 50.0 - spoken, Message("short-line-stands"))


def _sayable(line: str) -> str:
    """The line as a title, or "" when it cannot be one."""
    title = spacing.line(line.strip().strip("\ufeff"))
    bare = title.strip(_ORNAMENT)
    if title.startswith(("【", "[")) and title.endswith(("】", "]")) and bare:
        title = title if len(bare) > 40 else bare
    elif title[:1] in "#=*-_~+|" and title:
        title = bare
    letters = sum(1 for character in title if character.isalpha())
    return title if letters >= 1 and _columns(title) <= _LONGEST and letters * 3 >= len(title) else ""


def _field(lines: Sequence[str]) -> str:
    """A line "Title: …" among other such lines at the beginning, or anywhere in the first forty."""
    for number, line in enumerate(lines[:40]):
        found = _FIELD.match(line)
        if found:
            pieces = [found[1]]
            for more in lines[number + 1 : number + 3]:  # folded like in a mail
                if not more[:1].isspace() or not more.strip() or _OTHER_FIELD.match(more):
                    break
                pieces.append(more)
            return spacing.join_lines(pieces)[:300].replace("\n", " ")
    return ""


def _rfc(lines: Sequence[str]) -> str:
    """The first lines in the middle behind the block of authors and numbers."""
    blank_seen = False
    title: list[str] = []
    for line in lines[:60]:
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            if title:
                break
            blank_seen = any(_RFC.search(one) for one in lines[:12])
        elif blank_seen and indent >= 3 and "   " not in line.strip():
            title.append(line)
        elif title:
            break
        elif blank_seen and indent == 0 and not title and not _RFC.match(line) and "   " not in line.strip():
            break  # the text itself
    return spacing.join_lines(title)[:300]


def _manual_name(lines: Sequence[str]) -> str:
    for number, line in enumerate(lines[:40]):
        if line.strip().upper() in (
            "NAME",
            "名称",
            "名稱",
            "名前",
            "NOM",
            "BEZEICHNUNG",
            "NOMBRE",
        ) and number + 1 < len(lines):
            return spacing.line(" ".join(lines[number + 1 : number + 2]))
    return ""


def _underlined(lines: Sequence[str]) -> str:
    for number, line in enumerate(lines[:12]):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if line.strip() and not _RULE.match(line) and _RULE.match(following):
            title = _sayable(line)
            if title and 0.4 * len(title) <= len(following.strip()) <= max(100, 3 * len(title)):
                return title
            return ""
        if line.strip() and not _RULE.match(line) and _BYLINE.match(line.strip()) is None:
            break
    return ""


def _alone(lines: Sequence[str]) -> str:
    at = next((number for number, line in enumerate(lines) if line.strip(_ORNAMENT + "\ufeff")), None)
    if at is None:
        return ""
    line = lines[at]
    title = _sayable(line)
    if not title or title.endswith(_SENTENCE_END) or _STAMP.match(title):
        return ""
    nxt = lines[at + 1] if at + 1 < len(lines) else ""
    if not nxt.strip() or _RULE.match(nxt):
        return title if any(one.strip() for one in lines[at + 1 :]) else ""
    if (
        _BYLINE.match(nxt.strip())
        or (nxt[:1] in "\u3000\t" and line[:1] != nxt[:1])
        or nxt.startswith("    ")
    ):
        return title
    block = lines[at : at + 4]
    end = next((number for number, one in enumerate(block) if not one.strip()), 0)
    if line.isupper() and end:
        return title  # the first of a few lines that stand together
    columns = _columns(title)
    paragraph = nxt.rstrip().endswith(_PARAGRAPH_END) or _columns(nxt) >= 60
    return title if columns <= 60 and columns * 5 <= _columns(nxt.strip()) * 4 and paragraph else ""


def _columns(text: str) -> int:
    return sum(2 if spacing.dense(character) else 1 for character in text)


def _is_code(filled: Sequence[str]) -> bool:
    head = filled[:30]
    return sum(1 for line in head if _CODE.match(line) or _STATEMENT.match(line)) * 3 > len(head)


def _is_data(filled: Sequence[str]) -> bool:
    """Rows of a table, records with a time, lists of numbers."""
    head = filled[:20]
    if sum(1 for line in head if _STAMP.match(line.lstrip())) * 2 > len(head):
        return True
    if sum(1 for line in head if sum(map(str.isalpha, line)) * 3 < len(line.strip())) * 2 > len(head):
        return True
    if filled[0].lstrip()[:1] in '[{"' and len(filled) > 1 and filled[0].rstrip()[-1:] in '[{,"':
        return True
    for delimiter in _DELIMITERS:
        counts = Counter(line.count(delimiter) for line in head)
        usual, lines = counts.most_common(1)[0]
        enough = 1 if delimiter in "\t;|" else 2
        if usual >= enough and lines * 10 >= len(head) * 7 and head[0].count(delimiter) == usual:
            return True
    return False


_TITLE_LONGEST = 120
_PARAGRAPHS = re.compile(r"\n(?:[ \t\u3000]*\n)+")
_MAX_PARTS = 100_000
_BEGINNING = 4096


def extract(source: Source) -> Document:
    document, text = source.decoded()
    document.text = spacing.tidy(text).replace("\0", "\ufffd").strip("\n")
    if "\ufffd" in document.text:
        document.warnings = (Message("characters-replaced"),)
    if source.links:
        document.links = tuple(_links(source, document.text))
    if source.format == "json" and b"jsonfeed.org" in source.data[:_BEGINNING] and _feed(document, source):
        return document
    if source.format != "text":
        document.parts = (Part("code", document.text),) if document.text else ()
        return document
    if lrc.fill(document, document.text) or subtitles.fill(document, document.text):
        return document

    take(document, candidates(document.text))
    blocks = _PARAGRAPHS.split(document.text, _MAX_PARTS)
    document.parts = tuple(_part(block.strip("\n"), document.title) for block in blocks if block.strip())
    return document


def _feed(document: Document, source: Source) -> bool:
    from extractors.html import parts as html_parts

    parts, cut = feeds.of_json(document.text, Resolver(source.base_url))
    document.warnings = (*document.warnings, *cut)
    title = next((part.text for part in parts if part.level == 1), "")
    if title:
        document.title, document.title_source = title, "title"
        document.candidates = (Candidate(title, "title", 100.0, Message("title-inside")),)
    document.parts = tuple(parts)
    document.text = html_parts.text(parts) or document.text
    return bool(parts)


def _part(block: str, title: str) -> Part:
    """A paragraph; the title is a heading when it has one to itself."""
    if title and len(block) < 2 * _TITLE_LONGEST and block.count("\n") < 2 and title in spacing.line(block):
        return Part("heading", block, 1)
    return Part("paragraph", block)


def _links(source: Source, text: str) -> Iterator[Link]:
    listing = listings.read(source.data, source.base_url)
    if listing is not None:
        yield from listing.links()
    elif source.format == "json" and b'"icons"' in source.data:
        resolver = Resolver(source.base_url)
        for reference, embed in schema_org.manifest(schema_org.load(text)):
            url = resolver.resolve(reference)
            if url:
                yield Link(url, "img" if embed else "a", "", embed)


def extract_binary(source: Source) -> Document:
    """A format that is not read: a Document without text, and the reason where it is known."""
    document = source.document()
    if source.data.startswith(ole.SIGNATURE):
        document.warnings = (Message("office-old"),)
    return document

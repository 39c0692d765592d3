"""Documents as bytes and back: how they come out of a worker process, and how they are kept.

JSON in pieces, then the pictures: a table of a million cells read as one would keep the interpreter, and so a window,
for the better part of a second. What is read may come from a stranger's archive, or from a process that read hostile
bytes: so nothing in it can be more than values, and whatever is no Document is a ValueError.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast, get_args

from extractors.base.sentences import Message
from extractors.base.types import (
    Candidate,
    Document,
    Line,
    Link,
    Member,
    Official,
    PageType,
    Part,
    PartKind,
    Picture,
    Post,
    Product,
    ScriptLink,
)

_SIZE = struct.Struct(">I")
_AT_ONCE = 500  # links in one piece
_WEIGHT = 100_000  # characters in one piece, about
_KINDS = frozenset(get_args(PartKind))
_USUAL: list[Any] = [0, (), "", "", ""]
_TEXTS = ("format", "media_type", "title", "title_source", "text", "author", "date", "language")


def pack(document: Document) -> bytes:
    """A Document as bytes."""
    said: dict[str, Any] = {name: getattr(document, name) for name in _TEXTS}
    said |= {
        name: value
        for name in (
            "metadata",
            "directives",
            "official",
            "lyrics",
            "members",
            "unresolved",
            "template",
            "page_type",
            "posts",
            "product",
        )
        if (value := getattr(document, name))
    }
    said["error"] = _packed(document.error)
    if document.warnings:
        said["warnings"] = [_packed(warning) for warning in document.warnings]
    if document.candidates:
        said["candidates"] = [(*one[:3], _packed(one.reason)) for one in document.candidates]
    said["main"] = _main(document)
    said["pictures"] = [(len(picture.data), *picture[1:]) for picture in document.pictures]
    pieces = [_bytes(piece) for piece in _pieces(document)]
    said["pieces"] = [len(piece) for piece in pieces]
    head = _bytes(said)
    return b"".join((_SIZE.pack(len(head)), head, *pieces, *(picture.data for picture in document.pictures)))


def _pieces(document: Document) -> Iterator[tuple[str, Sequence[Any]]]:
    """Links and parts in pieces of bounded size; the rows of a table follow its part."""
    for start in range(0, len(document.links), _AT_ONCE):
        yield "links", document.links[start : start + _AT_ONCE]
    parts: list[list[Any]] = []
    weight = 0
    for part in document.parts:
        parts.append(_part(part, rows=False))
        weight += 100 + len(part.text)
        if part.rows or weight > _WEIGHT:
            yield "parts", parts
            parts, weight = [], 0
        if part.rows:
            at_once = max(1, _WEIGHT // 20 // max(map(len, part.rows)))
            for start in range(0, len(part.rows), at_once):
                yield "rows", part.rows[start : start + at_once]
    if parts:
        yield "parts", parts


def unpack(packed: bytes) -> Document:
    """The Document that `pack` made bytes of. ValueError."""
    try:
        end = _SIZE.size + _SIZE.unpack_from(packed)[0]
        said = _said(packed[_SIZE.size : end])
        return _document(said, packed, end)
    except (
        struct.error,
        TypeError,
        KeyError,
        AttributeError,
        IndexError,
        OverflowError,
        RecursionError,
    ) as error:
        raise ValueError(f"no packed document ({type(error).__name__})") from error


def pack_picture(picture: Picture | None) -> bytes:
    """A single picture, or none, as bytes."""
    return b"" if picture is None else pack(Document("image", picture.media_type, pictures=(picture,)))


def unpack_picture(packed: bytes) -> Picture | None:
    """ValueError."""
    return next(iter(unpack(packed).pictures), None) if packed else None


def _bytes(said: object) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _said(packed: bytes) -> Any:
    return json.loads(packed.decode("utf-8", "surrogatepass"))


def _part(part: Part, *, rows: bool = True) -> list[Any]:
    """What has its usual value at the end of a part is left out."""
    values = [part.kind, part.text, part.level, part.rows if rows else (), part.url, part.role, part.places]
    while len(values) > 2 and not values[-1]:
        values.pop()
    return values


def _main(document: Document) -> list[Any]:
    """The main text is mostly made of parts that are there already: their numbers."""
    if not document.main:
        return []
    places = {id(part): number for number, part in enumerate(document.parts)}
    return [places[id(part)] if id(part) in places else _part(part) for part in document.main]


def _document(said: dict[str, Any], packed: bytes, end: int) -> Document:
    document = Document("", "")
    for name in _TEXTS:
        setattr(document, name, _text(said[name]))
    end = _read_pieces(document, said["pieces"], packed, end)
    document.main = tuple(
        document.parts[place] if isinstance(place, int) else _read_part(place) for place in said["main"]
    )
    document.metadata = {_text(name): _text(value) for name, value in said.get("metadata", {}).items()}
    document.error = _words(said["error"])
    document.warnings = tuple(map(_words, said.get("warnings", ())))
    document.directives = tuple((_text(name), _text(words)) for name, words in said.get("directives", ()))
    document.candidates = tuple(
        Candidate(_text(text), _text(source), float(score), _words(reason))
        for text, source, score, reason in said.get("candidates", ())
    )
    if said.get("official"):
        document.official = Official(*map(_text, said["official"]))
    document.lyrics = tuple(Line(float(seconds), _text(text)) for seconds, text in said.get("lyrics", ()))
    document.members = tuple(
        Member(_text(name), int(size), _text(media_type), _text(date))
        for name, size, media_type, date in said.get("members", ())
    )
    document.unresolved = tuple(
        ScriptLink(_text(expression), _text(element), int(line))
        for expression, element, line in said.get("unresolved", ())
    )
    document.template = tuple(int(number) for number in said.get("template", ()))
    if said.get("page_type"):
        name, confidence, reasons = said["page_type"]
        known = tuple((_text(code), _text(value)) for code, value in reasons)
        document.page_type = PageType(_text(name), float(confidence), known)
    document.posts = tuple(
        Post(_text(author), _text(date), int(part)) for author, date, part in said.get("posts", ())
    )
    if said.get("product"):
        name, price, currency, description, rows = said["product"]
        document.product = Product(
            _text(name),
            _text(price),
            _text(currency),
            _text(description),
            tuple((_text(label), _text(value)) for label, value in rows),
        )
    pictures = []
    for size, media_type, width, height, seconds, caption in said["pictures"]:
        data = packed[end : end + int(size)]
        if len(data) != size:
            raise ValueError("a picture is cut off")
        end += len(data)
        pictures.append(
            Picture(data, _text(media_type), int(width), int(height), float(seconds), _text(caption))
        )
    document.pictures = tuple(pictures)
    return document


def _read_pieces(document: Document, sizes: Sequence[Any], packed: bytes, end: int) -> int:
    """Links and parts; where the pieces end."""
    links: list[Link] = []
    parts: list[Part] = []
    tables: dict[int, list[tuple[str, ...]]] = {}
    for size in sizes:
        kind, values = _said(packed[end : end + int(size)])
        end += int(size)
        if kind == "links":
            links += map(_link, values)
        elif kind == "parts":
            parts += map(_read_part, values)
        elif kind == "rows":
            tables.setdefault(len(parts) - 1, []).extend(map(_row, values))
        else:
            raise ValueError("not a piece")
    for place, rows in tables.items():
        parts[place] = replace(parts[place], rows=tuple(rows))
    document.links, document.parts = tuple(links), tuple(parts)
    return end


def _packed(words: str) -> Any:
    return words.packed() if isinstance(words, Message) else words


def _words(value: object) -> str:
    """A message, or plain words: of an earlier version of this program, or of a plugin."""
    return Message.unpacked(value) if isinstance(value, dict) else _text(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value


def _link(values: Sequence[Any]) -> Link:
    url, element, text, embed, rel, guess, modified = values
    return Link(
        _text(url), _text(element), _text(text), bool(embed), _text(rel), bool(guess), _text(modified)
    )


def _read_part(values: Sequence[Any]) -> Part:
    kind, text, level, rows, url, role, places = [*values, *_USUAL[len(values) - 2 :]]
    if kind not in _KINDS:
        raise ValueError("not a part")
    return Part(
        cast("PartKind", kind),
        _text(text),
        int(level),
        tuple(map(_row, rows)),
        _text(url),
        _text(role),
        _text(places),
    )


def _row(cells: Sequence[Any]) -> tuple[str, ...]:
    return tuple(map(_text, cells))

"""Documents as bytes and back: how they come out of a worker process, and how they are kept.

JSON, then the pictures. What is read may come from a stranger's archive, or from a process that read hostile bytes: so
nothing in it can be more than values, and whatever is no Document is a ValueError.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any, cast, get_args

from extractors.types import Candidate, Document, Line, Link, Member, Official, Part, PartKind, Picture

_SIZE = struct.Struct(">I")
_KINDS = frozenset(get_args(PartKind))
_USUAL: list[Any] = [0, (), "", ""]
_TEXTS = ("format", "media_type", "title", "title_source", "text", "author", "date", "language", "error")


def pack(document: Document) -> bytes:
    """A Document as bytes."""
    said: dict[str, Any] = {name: getattr(document, name) for name in _TEXTS}
    said |= {
        name: value
        for name in ("links", "metadata", "warnings", "directives", "candidates", "official", "lyrics", "members")
        if (value := getattr(document, name))
    }
    said["parts"] = [_part(part) for part in document.parts]
    said["main"] = _main(document)
    said["pictures"] = [(len(picture.data), *picture[1:]) for picture in document.pictures]
    head = _bytes(said)
    return b"".join((_SIZE.pack(len(head)), head, *(picture.data for picture in document.pictures)))


def unpack(packed: bytes) -> Document:
    """The Document that `pack` made bytes of. ValueError."""
    try:
        end = _SIZE.size + _SIZE.unpack_from(packed)[0]
        said = json.loads(packed[_SIZE.size : end].decode("utf-8", "surrogatepass"))
        return _document(said, packed, end)
    except (struct.error, TypeError, KeyError, AttributeError, IndexError, OverflowError, RecursionError) as error:
        raise ValueError(f"no packed document ({type(error).__name__})") from error


def pack_picture(picture: Picture | None) -> bytes:
    """A single picture, or none, as bytes."""
    return b"" if picture is None else pack(Document("image", picture.media_type, pictures=(picture,)))


def unpack_picture(packed: bytes) -> Picture | None:
    """ValueError."""
    return next(iter(unpack(packed).pictures), None) if packed else None


def _bytes(said: object) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _part(part: Part) -> list[Any]:
    """What has its usual value at the end of a part is left out."""
    values = [part.kind, part.text, part.level, part.rows, part.url, part.role]
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
    document.parts = tuple(_read_part(values) for values in said["parts"])
    document.main = tuple(
        document.parts[place] if isinstance(place, int) else _read_part(place) for place in said["main"]
    )
    document.links = tuple(_link(values) for values in said.get("links", ()))
    document.metadata = {_text(name): _text(value) for name, value in said.get("metadata", {}).items()}
    document.warnings = tuple(map(_text, said.get("warnings", ())))
    document.directives = tuple((_text(name), _text(words)) for name, words in said.get("directives", ()))
    document.candidates = tuple(
        Candidate(_text(text), _text(source), float(score), _text(reason))
        for text, source, score, reason in said.get("candidates", ())
    )
    if said.get("official"):
        document.official = Official(*map(_text, said["official"]))
    document.lyrics = tuple(Line(float(seconds), _text(text)) for seconds, text in said.get("lyrics", ()))
    document.members = tuple(
        Member(_text(name), int(size), _text(media_type), _text(date))
        for name, size, media_type, date in said.get("members", ())
    )
    pictures = []
    for size, media_type, width, height, seconds, caption in said["pictures"]:
        data = packed[end : end + int(size)]
        if len(data) != size:
            raise ValueError("a picture is cut off")
        end += len(data)
        pictures.append(Picture(data, _text(media_type), int(width), int(height), float(seconds), _text(caption)))
    document.pictures = tuple(pictures)
    return document


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value


def _link(values: Sequence[Any]) -> Link:
    url, element, text, embed, rel, guess, modified = values
    return Link(_text(url), _text(element), _text(text), bool(embed), _text(rel), bool(guess), _text(modified))


def _read_part(values: Sequence[Any]) -> Part:
    kind, text, level, rows, url, role = [*values, *_USUAL[len(values) - 2 :]]
    if kind not in _KINDS:
        raise ValueError("not a part")
    return Part(
        cast("PartKind", kind), _text(text), int(level),
        tuple(tuple(map(_text, row)) for row in rows), _text(url), _text(role),
    )  # fmt: skip

"""Documents as JSON objects for other programs, as `tianwang extract --json` shows them."""

from __future__ import annotations

import json
import struct
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from extractors.base.types import Document, PageType, Part, Product

_TEXTS = ("format", "title", "title_source", "author", "date", "language", "text")
_MORE = ("level", "rows", "url", "role", "places")  # of parts that are not plain paragraphs
_PICTURE = ("media_type", "width", "height", "seconds", "caption")


_SAMPLE = struct.Struct(">BI")  # what no object begins with, and the length of the sample
_MARK = ord("[")
_UNTOLD = '"language": ""'  # within a text of JSON it cannot stand


class Undecided(NamedTuple):
    """The object of a document whose language only the model can tell (`language.judged`): that is asked by the one
    process for which many read, for it takes long to read and much memory."""

    line: str
    sample: str

    def told(self) -> str:
        """The object with its language."""
        from extractors.base.language import judged

        return self.line.replace(_UNTOLD, f'{_UNTOLD[:-1]}{judged(self.sample)}"', 1)


def packed(line: str, sample: str) -> bytes:
    """An object as it goes from process to process, with the `sample` of an `Undecided` one."""
    if not sample:
        return _encoded(line)
    about = _encoded(sample)
    return _SAMPLE.pack(_MARK, len(about)) + about + _encoded(line)


def unpacked(answer: bytes) -> str | Undecided | None:
    """The same again; None when it is something else."""
    if answer.startswith(b"{"):
        return _decoded(answer)
    if len(answer) < _SAMPLE.size or answer[0] != _MARK:
        return None
    end = _SAMPLE.size + _SAMPLE.unpack_from(answer)[1]
    return Undecided(_decoded(answer[end:]), _decoded(answer[_SAMPLE.size : end]))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogatepass")


def fields(document: Document, files: Sequence[str] = ()) -> dict[str, Any]:
    """The fields of a document as JSON can hold them; `files` are the names under which its pictures were written."""
    return {
        **{name: getattr(document, name) for name in _TEXTS},
        "links": [
            {"url": link.url, "element": link.element, "text": link.text, "embed": link.embed}
            for link in document.links
        ],
        "unresolved_links": [one._asdict() for one in document.unresolved],
        "warnings": list(document.warnings),
        "error": document.error,
        "media_type": document.media_type,
        "candidates": [{**one._asdict(), "score": float(one.score)} for one in document.candidates],
        "metadata": document.metadata,
        "page_type": page_type(document.page_type) if document.page_type else None,
        "official": document.official._asdict() if document.official else None,
        "posts": [post._asdict() for post in document.posts],
        "product": product(document.product) if document.product else None,
        "members": [member._asdict() for member in document.members],
        "lyrics": [{"seconds": float(line.seconds), "text": line.text} for line in document.lyrics],
        "pictures": [
            {"file": file, **{name: getattr(picture, name) for name in _PICTURE}}
            for file, picture in zip(files, document.pictures, strict=False)
        ],
        "parts": list(map(_part, document.parts)),
    }


def page_type(judged: PageType) -> dict[str, Any]:
    """A kind of page with its confidence and reasons."""
    reasons = [{"code": code, "value": value} for code, value in judged.reasons]
    return {"name": judged.name, "confidence": round(judged.confidence, 2), "reasons": reasons}


def product(said: Product) -> dict[str, Any]:
    """A product with its specification as objects."""
    rows = [{"name": name, "value": value} for name, value in said.specification]
    return {**said._asdict(), "specification": rows}


def _part(part: Part) -> dict[str, Any]:
    """The fields of a part, without the empty ones."""
    said: dict[str, Any] = {"kind": part.kind, "text": part.text} if part.text else {"kind": part.kind}
    if part.level or part.role or part.rows or part.url or part.places:
        for name in _MORE:
            if more := getattr(part, name):
                said[name] = more
    return said


def line(document: Document, without: Collection[str] = ()) -> str:
    """The fields, but for some, as a JSON object on one line."""
    said = fields(document)
    for name in without:
        del said[name]
    return json.dumps(said, ensure_ascii=False)

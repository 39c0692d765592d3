"""Lines of `notes.jsonl`: JSON objects as the values that they say, and back.

    {"act": "5f2c…", "at": "2026-11-23T08:30:00.000000Z", "url": "https://example.org/", "star": true, "add": ["linux"]}
    {"act": …, "at": …, "url": …, "version": {"id": "202611-0000007", "date": …}, "note": "asked for again"}
    {"act": …, "at": …, "url": …, "block": {"path": …, "digest": …, "excerpt": …, "id": …, "date": …}, "remove": ["x"]}
    {"act": …, "at": …, "undo": "5f2c…"}

One act of a person may have several lines. What a newer version of the program writes beside is kept as it is.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from app.archive.notes.marks import MOST_TAGS, NoteTooLong, TagInvalid, Target, note_of, tag_of

FORMAT = "tianwang-notes"
HEADER = f'{{"format": "{FORMAT}", "version": 1}}\n'.encode()
LONGEST = 1 << 20
"""Bytes of a line; what is longer was not written by this program."""

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_LONGEST_URL = 64 * 1024
_KNOWN = frozenset(
    ("act", "at", "url", "version", "block", "star", "add", "remove", "note", "undo", "redo", "format")
)


@dataclass(frozen=True, slots=True)
class Line:
    """What one line says; `target` is None where it undoes or does again another act. `more` are values it has
    beside."""

    act: str
    at: str
    target: Target | None = None
    star: bool | None = None
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    note: str | None = None
    undo: str = ""
    redo: str = ""
    capture: str = ""
    date: str = ""
    excerpt: str = ""
    more: dict[str, object] = field(default_factory=dict)


def moment(when: datetime) -> str:
    """A moment as lines have it: as texts they are in the order of time."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f") + "Z"


def moment_of(text: str) -> datetime:
    """The moment that a line names."""
    return datetime.fromisoformat(text)


def packed(line: Line) -> bytes:
    """A line of the file, with its end."""
    said: dict[str, object] = {**line.more, "act": line.act, "at": line.at}
    if line.target is not None:
        said["url"] = line.target.url
        version = {"id": line.capture, "date": line.date}
        if line.target.digest:
            known = {"path": line.target.path, "digest": line.target.digest, "excerpt": line.excerpt}
            said["block"] = {**known, **version}
        elif line.target.capture:
            said["version"] = {**version, "id": line.target.capture}
    values = {"star": line.star, "note": line.note}
    said |= {name: value for name, value in values.items() if value is not None}
    lists = {"add": list(line.add), "remove": list(line.remove), "undo": line.undo, "redo": line.redo}
    said |= {name: value for name, value in lists.items() if value}
    return json.dumps(said, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def unpacked(data: bytes) -> Line | None:
    """What a line says; None for the line that names the format. ValueError for what is no line."""
    if len(data) > LONGEST:
        raise ValueError
    try:
        said = json.loads(data)
    except RecursionError as error:
        raise ValueError from error
    if not isinstance(said, dict):
        raise ValueError
    if said.get("format") == FORMAT and "url" not in said:
        return None
    act, at = said.get("act"), said.get("at")
    if not isinstance(act, str) or not act or not isinstance(at, str):
        raise ValueError
    if not _MOMENT.fullmatch(at):
        when = datetime.fromisoformat(at)
        at = moment(when if when.tzinfo else when.replace(tzinfo=UTC))
    for name in ("undo", "redo"):
        if isinstance(said.get(name), str):
            return Line(act, at, undo=_text(said, "undo"), redo=_text(said, "redo"))
    url = _text(said, "url")
    if not 0 < len(url) < _LONGEST_URL:
        raise ValueError
    version, block = _object(said, "version"), _object(said, "block")
    where = block or version
    target = Target(url)
    if block:
        target = Target(url, "", _text(block, "path"), _text(block, "digest"))
    elif version:
        target = Target(url, _text(version, "id"))
    if (block and not target.digest) or (version and not block and not target.capture):
        raise ValueError
    star, note = said.get("star"), said.get("note")
    return Line(
        act,
        at,
        target,
        star if isinstance(star, bool) else None,
        _tags(said, "add"),
        _tags(said, "remove"),
        _note(note) if isinstance(note, str) else None,
        capture=_text(where, "id"),
        date=_text(where, "date"),
        excerpt=_text(where, "excerpt"),
        more={name: value for name, value in said.items() if name not in _KNOWN},
    )


def _text(said: dict[str, Any], name: str) -> str:
    value = said.get(name, "")
    if not isinstance(value, str):
        raise ValueError
    value.encode()  # UnicodeEncodeError is a ValueError
    return value


def _object(said: dict[str, Any], name: str) -> dict[str, Any]:
    value = said.get(name, {})
    if not isinstance(value, dict):
        raise ValueError
    return value


def _tags(said: dict[str, Any], name: str) -> tuple[str, ...]:
    tags = list[str]()
    values = said.get(name, ())
    for value in values if isinstance(values, list) else ():
        if isinstance(value, str):
            with suppress(TagInvalid):
                tags.append(tag_of(value))
    return tuple(tags[:MOST_TAGS])


def _note(text: str) -> str:
    try:
        return note_of(text)
    except NoteTooLong as error:
        raise ValueError from error

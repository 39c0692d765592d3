"""Marks of a person and what they stand on: a page, one version of it, a block."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from app.errors import UserError
from app.words.folding import fold

LONGEST_TAG = 100
LONGEST_NOTE = 20_000
MOST_TAGS = 200
"""Tags on one thing."""

_EXCERPT = 200
_NO_TEXT = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_NO_NOTE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


class TagInvalid(UserError):
    code = "tag-invalid"


class NoteTooLong(UserError):
    code = "note-long"


class Target(NamedTuple):
    """What a mark stands on: the page at an address; with `capture` the version with that id; with `digest` a block,
    by the text of it, and `path` where it stood."""

    url: str
    capture: str = ""
    path: str = ""
    digest: str = ""

    @property
    def page(self) -> Target:
        """The page itself."""
        return Target(self.url)


@dataclass(frozen=True, slots=True)
class Mark:
    """What a person wrote on one thing, as it stands now. `changed` is when (ISO 8601, UTC); `capture` and `date` are
    the version that it was written on, of a version or a block; `excerpt` is how the block began. `more` are values
    that newer versions of the program know."""

    target: Target
    star: bool = False
    tags: tuple[str, ...] = ()
    note: str = ""
    changed: str = ""
    capture: str = ""
    date: str = ""
    excerpt: str = ""
    more: dict[str, object] = field(default_factory=dict)

    def has(self, tag: str) -> bool:
        """Whether it has a tag, however that is spelled."""
        return key_of(tag) in map(key_of, self.tags)


@dataclass(frozen=True, slots=True)
class Change:
    """What is to become of a mark; None leaves a value as it is. `capture`, `date` and `excerpt` as in `Mark`."""

    target: Target
    star: bool | None = None
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    note: str | None = None
    capture: str = ""
    date: str = ""
    excerpt: str = ""


def tag_of(text: str) -> str:
    """A tag as it is kept: NFKC, on one line, without white space around it. TagInvalid."""
    tag = " ".join(_NO_TEXT.sub(" ", unicodedata.normalize("NFKC", text)).split()).lstrip("#").strip()
    if not tag or len(tag) > LONGEST_TAG or not key_of(tag):
        raise TagInvalid(tag=text[: LONGEST_TAG + 1], count=LONGEST_TAG)
    return tag


def key_of(tag: str) -> str:
    """What is equal for tags that are one."""
    return fold(tag)


def note_of(text: str) -> str:
    """A note as it is kept. NoteTooLong."""
    note = _NO_NOTE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if len(note) > LONGEST_NOTE:
        raise NoteTooLong(count=LONGEST_NOTE)
    return note


def digest_of(text: str) -> str:
    """Equal for blocks that say the same."""
    said = " ".join(unicodedata.normalize("NFKC", text).split())
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:32]


def block(url: str, path: str, text: str) -> Target:
    """The block of a page with this text."""
    return Target(url, "", path, digest_of(text))


def excerpt_of(text: str) -> str:
    """How the text of a block begins."""
    return " ".join(_NO_TEXT.sub(" ", text).split())[:_EXCERPT]


class Place(NamedTuple):
    """A block of a version: its path, the digest of all of its text, and how that begins."""

    path: str
    digest: str
    text: str


class Standing(NamedTuple):
    """Where a marked block stands in a version: its path there; not `same` when its text has changed since."""

    path: str
    same: bool


def standing(mark: Mark, blocks: Iterable[Place]) -> Standing | None:
    """Where a marked block is among the blocks of a version: where the same text is, at its own path
    first; else what stands at its path now, when that begins alike; None where it is not."""
    found, at_path = "", ""
    for path, digest, text in blocks:
        if digest == mark.target.digest and (not found or path == mark.target.path):
            found = path
        elif path == mark.target.path:
            at_path = text
    if found:
        return Standing(found, True)
    if at_path and _alike(mark.excerpt, excerpt_of(at_path)):
        return Standing(mark.target.path, False)
    return None


def _alike(before: str, now: str) -> bool:
    """Whether half of what a block began with is still there."""
    pairs = {one + two for one, two in pairwise(before)}
    left = {one + two for one, two in pairwise(now)}
    return bool(pairs) and 2 * len(pairs & left) >= len(pairs)

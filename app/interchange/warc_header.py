"""Headers of WARC records, and what reading a file yields."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.archive.spellings import text_of
from app.interchange.content import Place
from app.interchange.digests import proven
from app.tianwang import split_http

Headers = tuple[tuple[str, str], ...]

_ADDRESSES = frozenset({"warc-target-uri", "warc-refers-to-target-uri"})
_DIGITS = re.compile(r"[0-9]{1,18}")


@dataclass(slots=True)
class WarcRecord:
    """One record. `block` is None when it is larger than MAX_BLOCK; `problem` says what is wrong with the record.

    Names of `headers` are in lower case, in their order, and may repeat.
    """

    offset: int
    version: str
    headers: tuple[tuple[str, str], ...]
    block: bytes | None
    problem: str = ""

    def get(self, name: str) -> str:
        """The first value of a header, or ""."""
        for key, value in self.headers:
            if key == name:
                return value
        return ""

    @property
    def type(self) -> str:
        return self.get("warc-type").lower()

    @property
    def has_digest(self) -> bool:
        """Whether the header has a digest of the content."""
        return any(name in ("warc-block-digest", "warc-payload-digest") for name, _ in self.headers)

    def is_proven(self) -> bool:
        """Whether a digest in the header shows that the content is whole."""
        block = self.block or b""
        if proven(self.get("warc-block-digest"), block):
            return True
        payload = self.get("warc-payload-digest")
        return bool(payload) and proven(payload, block, split_http(block).raw_body) is True


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes from `offset` on that are no record that can be read."""

    offset: int
    sentence: str


@dataclass(slots=True)
class Head:
    """A record's header, where it begins and where it ends."""

    place: Place
    end: Place
    version: str
    headers: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")

    @property
    def length(self) -> int | None:
        value = self.get("content-length")
        return int(value) if _DIGITS.fullmatch(value) else None


def bare(uri: str) -> str:
    """An address or id without the angle brackets around it."""
    uri = uri.strip()
    return uri[1:-1].strip() if uri.startswith("<") and uri.endswith(">") else uri


def parse_headers(raw: bytes) -> tuple[tuple[str, str], ...]:
    """The named lines of a header, folded ones joined; what is no such line is passed over."""
    headers: list[tuple[str, str]] = []
    folded: list[str] = []  # the pieces of the last value
    for line in raw.split(b"\n"):
        if line[:1] in (b" ", b"\t") and headers:
            folded.append(_text(line.strip()))
            continue
        if folded:
            headers[-1] = _unfolded(headers[-1], folded)
            folded = []
        name_bytes, colon, value_bytes = line.partition(b":")
        if colon:
            name = _text(name_bytes).strip().lower()
            headers.append((name, (text_of if name in _ADDRESSES else _text)(value_bytes).strip()))
    if folded:
        headers[-1] = _unfolded(headers[-1], folded)
    return tuple(headers)


def _unfolded(header: tuple[str, str], more: list[str]) -> tuple[str, str]:
    name, value = header
    return name, " ".join(piece for piece in (value, *more) if piece)


def _text(value: bytes) -> str:
    """Header bytes as text: UTF-8 where valid, else Latin-1."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")

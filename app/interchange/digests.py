"""Digests as WARC files write them: `sha1:` and `md5:` in base 32, others in base 16, or the other way round."""

from __future__ import annotations

import base64
import binascii
import hashlib

_SIZES = {"sha1": 20, "sha256": 32, "sha512": 64, "md5": 16, "sha384": 48}


def parse(text: str) -> tuple[str, bytes] | None:
    """(algorithm, digest) of a labelled digest; None when it is none that can be checked."""
    label, colon, value = text.strip().partition(":")
    name = label.strip().lower().replace("-", "")
    size = _SIZES.get(name)
    if not colon or size is None:
        return None
    value = value.strip()
    try:
        if len(value) == size * 2:
            raw = bytes.fromhex(value)
        else:
            raw = base64.b32decode(value.upper().rstrip("=") + "=" * (-len(value.rstrip("=")) % 8))
    except (ValueError, binascii.Error):
        return None
    return (name, raw) if len(raw) == size else None


def proven(text: str, *contents: bytes) -> bool | None:
    """Whether one of the contents has this digest; None when there is no digest that can be checked."""
    known = parse(text)
    if known is None:
        return None
    name, wanted = known
    return any(hashlib.new(name, content, usedforsecurity=False).digest() == wanted for content in contents)

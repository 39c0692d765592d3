"""What tells the text of a page apart: a fingerprint, by which one content is found under many addresses, and numbers for
stretches of it, of which pages with much in common have many in common."""

from __future__ import annotations

import re
from hashlib import sha256
from zlib import crc32

LEAST_TEXT = 200
"""Bytes of text below which pages are not compared: many different ones have next to none."""
_BLANKS = b" \t\r\n\f\v"
_DIGITS = b"0123456789"
"""What differs from one page of a calendar to the next."""
MOST_DIGITS = 1000
"""In the text of a page, beyond which its figures are what it says."""
STRETCHES = 64
_SHORTEST = 8
# at letters, or bytes of letters, that one in ten is: where a text is cut does not depend on what stands before
_CUT = bytes.maketrans(b"cny\x84\x8f\x9a\xa5\xb0\xbb", b" " * 9)
# a tag (blanks are gone already), with what is in it if it is a script or a style
_MARKUP = re.compile(
    rb"<(?:[sS](?:[cC][rR][iI][pP][tT]|[tT][yY][lL][eE])[^<]*+(?:<(?!/[sS][cCtT])[^<]*+)*)?[^<>]*+>?"
)


def fingerprint(page: bytes) -> bytes:
    """8 bytes that are equal for pages whose text differs in a few numbers only, whatever their markup and links.

    `page` is HTML in any encoding that keeps ASCII. Empty when there is too little text to tell.
    """
    return fingerprint_of(text_alone(page))


def fingerprint_of(said: bytes) -> bytes:
    """That of a text without blanks and markup."""
    text = said.translate(None, _DIGITS)
    if len(said) - len(text) > MOST_DIGITS:
        text = said
    return sha256(text).digest()[:8] if len(text) >= LEAST_TEXT else b""


def stretches(said: bytes) -> tuple[int, ...]:
    """The `STRETCHES` smallest of the numbers for stretches of a text without blanks and markup, its figures left out:
    those of a calendar are its days."""
    pieces = said.translate(_CUT, _DIGITS).split()
    return tuple(sorted({crc32(piece) for piece in pieces if len(piece) >= _SHORTEST})[:STRETCHES])


def text_alone(page: bytes) -> bytes:
    """The text of HTML in such an encoding, without blanks and markup, scripts and styles."""
    return _MARKUP.sub(b"", page.translate(None, _BLANKS))

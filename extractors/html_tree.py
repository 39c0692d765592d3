"""HTML bytes → an lxml tree, whatever is in them."""

from __future__ import annotations

import re

from lxml import etree

from extractors.charset import decode

# libxml2 stops reading at 2048 open elements. A page that gets there (usually one that never closes <font>) is read
# again with only these: they close one another, so they cannot nest without end.
_FLAT = b"a|area|base|br|form|frame|h[1-6]|hr|iframe|img|input|li|link|meta|option|p|script|source|style|td|th|title|tr"
_FLATTER = b"a|area|base|br|frame|hr|img|input|link|meta|script|style|title"
_TAG = re.compile(rb"<[/!?]?+([a-zA-Z][a-zA-Z0-9:-]*+)[^<>]*+>?+")
# libxml2 needs quadratic time for the attributes of one tag; on larger pages tags with absurdly many lose them.
_LARGE = 32_768
_LONG_TAG = 4096
_MAX_ATTRIBUTES = 1000
_START_TAG = re.compile(rb"""<[a-zA-Z](?:[^>"']++|"[^"]*+"|'[^']*+'|["'])*+>?+""")
_QUOTED = re.compile(rb""""[^"]*+"|'[^']*+'""")
_RESOURCE_LIMIT = 114  # libxml2's XML_ERR_RESOURCE_LIMIT: "Excessive depth in document"


class Page:
    """A parsed page: `root` is None when there is nothing in it."""

    def __init__(self, data: bytes, charset: str | None) -> None:
        self.text, self.codec, self.charset_source = decode(data, charset)
        utf8 = data if self.codec == "utf-8" and self.charset_source != "BOM" else b""
        # Bytes that did not decode cleanly, or were in another charset, are handed on repaired.
        self.utf8 = utf8 if utf8 and "\ufffd" not in self.text else self.text.encode("utf-8", "replace")
        if len(self.utf8) > _LARGE:
            self.utf8 = _START_TAG.sub(_without_absurd, self.utf8)
        self.flattened = False
        self.root, deep = _parse(self.utf8)
        if deep:
            self.flattened = True
            for keep in (_FLAT, _FLATTER):
                self.root, deep = _parse(_keep_only(self.utf8, keep))
                if not deep:
                    break


def _parse(utf8: bytes) -> tuple[etree._Element | None, bool]:
    # huge_tree lifts limits of depth 256 and of 10 MB texts; the input is in memory and capped already.
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, no_network=True)
    try:
        root = etree.fromstring(utf8, parser)
    except etree.XMLSyntaxError:
        root = None
    return root, any(entry.type == _RESOURCE_LIMIT for entry in parser.error_log)


def _without_absurd(tag: re.Match[bytes]) -> bytes:
    text = tag[0]
    if len(text) < _LONG_TAG:
        return text
    names = _QUOTED.sub(b" ", text).replace(b"/", b" ").split(maxsplit=_MAX_ATTRIBUTES)
    return text if len(names) <= _MAX_ATTRIBUTES else names[0][:40] + b">"


def _keep_only(utf8: bytes, names: bytes) -> bytes:
    kept = re.compile(names + rb"\Z", re.IGNORECASE)

    def replace(tag: re.Match[bytes]) -> bytes:
        return tag[0] if kept.match(tag[1]) else b"\n"

    return _TAG.sub(replace, utf8)

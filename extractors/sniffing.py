"""Which format some bytes are in: the content decides, then the declared type, then the name."""

from __future__ import annotations

import json
import re

from extractors.archives import member_names
from extractors.charset import is_utf16

FORMATS = (
    *("html", "xml", "css", "javascript", "json", "pdf", "docx", "xlsx", "pptx", "rtf", "mp3"),
    *("text", "image", "svg", "binary"),
)
_OFFICE = "application/vnd.openxmlformats-officedocument."
MEDIA_TYPES = {
    "html": "text/html",
    "xml": "application/xml",
    "css": "text/css",
    "javascript": "text/javascript",
    "json": "application/json",
    "pdf": "application/pdf",
    "docx": _OFFICE + "wordprocessingml.document",
    "xlsx": _OFFICE + "spreadsheetml.sheet",
    "pptx": _OFFICE + "presentationml.presentation",
    "rtf": "application/rtf",
    "mp3": "audio/mpeg",
    "text": "text/plain",
    "svg": "image/svg+xml",
    "binary": "application/octet-stream",
}
_DECLARED = {
    **{media_type: name for name, media_type in MEDIA_TYPES.items() if name != "binary"},
    **dict.fromkeys(("application/xhtml+xml", "application/vnd.wap.xhtml+xml"), "html"),
    **dict.fromkeys(("text/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml"), "xml"),
    **dict.fromkeys(
        ("application/javascript", "application/x-javascript", "text/ecmascript", "application/ecmascript"),
        "javascript",
    ),
    **dict.fromkeys(("text/json", "application/ld+json", "application/manifest+json"), "json"),
    "application/x-pdf": "pdf",
    "text/rtf": "rtf",
    **dict.fromkeys(("audio/mp3", "audio/mpeg3", "audio/x-mpeg", "audio/x-mp3"), "mp3"),
    _OFFICE + "wordprocessingml.template": "docx",
    "application/vnd.ms-word.document.macroenabled.12": "docx",
    _OFFICE + "spreadsheetml.template": "xlsx",
    "application/vnd.ms-excel.sheet.macroenabled.12": "xlsx",
    _OFFICE + "presentationml.slideshow": "pptx",
    _OFFICE + "presentationml.template": "pptx",
    "application/vnd.ms-powerpoint.presentation.macroenabled.12": "pptx",
}
_ENDINGS = {
    **{name: name for name in ("html", "xml", "css", "json", "pdf", "docx", "xlsx", "pptx", "rtf", "mp3", "svg")},
    **dict.fromkeys(("htm", "xhtml", "xht", "shtml"), "html"),
    **dict.fromkeys(("rss", "atom", "xsd", "xsl", "rdf"), "xml"),
    **dict.fromkeys(("js", "mjs", "cjs"), "javascript"),
    "webmanifest": "json",
    "docm": "docx",
    "dotx": "docx",
    "xlsm": "xlsx",
    "pptm": "pptx",
    "ppsx": "pptx",
    **dict.fromkeys(("txt", "text", "md", "log", "csv", "tsv", "lrc", "ini", "srt", "vtt"), "text"),
    **dict.fromkeys(("png", "gif", "jpg", "jpeg", "webp", "bmp", "ico", "tif", "tiff", "avif"), "image"),
}
_IMAGES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"\0\0\x01\0", "image/x-icon"),
)
_BRANDS = {b"avif": "image/avif", b"avis": "image/avif", b"heic": "image/heic", b"mif1": "image/heif"}
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # old Office files, and encrypted new ones
_BYTES_OF_TEXT = bytes(range(32, 256)) + b"\t\n\r\x0b\x0c\x1b"
_LEADING = b"\xef\xbb\xbf \t\r\n\x0b\x0c"
_HTML_START = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_HTML_HINT = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|title|meta|script|style|table|div|span|a\s|p|br|h[1-6]|ul|ol|font|b|i"
    rb"|center|img\s|iframe|frameset|form|nav|main|section|article|header|footer|svg)\b",
    re.IGNORECASE,
)
_ROOT = re.compile(rb"<(?![?!])(?:[\w.-]+:)?([\w.-]+)")
_DOCTYPE = re.compile(rb"<!doctype\s+([\w.-]+)", re.IGNORECASE)
# Formats of text; the others have signatures: what has none and reads as text is none of them.
_TEXTUAL = frozenset(("html", "xml", "css", "javascript", "json", "text", "svg"))
_JSON_LIMIT = 1 << 20


def sniff(data: bytes, declared_type: str | None = None, name: str | None = None) -> str:
    """The format name of some bytes (one of FORMATS)."""
    declared = declared_format(declared_type)
    hint = declared or _named_format(name)
    head = data[:2048]
    found = _by_signature(data, head)
    if found:
        return found
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        codec = "utf-16-le" if head[0] == 0xFF else "utf-16-be"
        head = head[2:].decode(codec, "ignore").encode("utf-8", "ignore")
    elif is_utf16(data):
        head = head.replace(b"\0", b"")  # enough to see markup
    elif not data:
        return hint or "text"
    else:
        strange = len(head.translate(None, _BYTES_OF_TEXT))
        if strange and not (hint in (None, "html") and _HTML_HINT.search(head)):
            # A few control characters in a text are damage, many are no text.
            return (hint or "binary") if strange * 10 < len(head) or hint not in _TEXTUAL else "binary"
    return _by_markup(head.lstrip(_LEADING), data, hint)


def declared_format(declared_type: str | None) -> str | None:
    """The format a Content-Type promises, or None when it promises nothing in particular."""
    media_type = (declared_type or "").partition(";")[0].strip().lower()
    known = _DECLARED.get(media_type)
    if known:
        return known
    if media_type.endswith("+xml"):
        return "xml"
    if media_type.endswith("+json"):
        return "json"
    if media_type.startswith("image/"):
        return "image"
    if media_type.startswith("text/"):
        return "text"
    return "binary" if media_type.startswith(("audio/", "video/", "font/")) else None


def image_type(head: bytes) -> str | None:
    """The media type of a picture, from its first bytes."""
    for signature, media_type in _IMAGES:
        if head.startswith(signature):
            return media_type
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        return _BRANDS.get(head[8:12])
    if head[:2] == b"BM" and head[6:10] == b"\0\0\0\0" and len(head) >= 26:
        return "image/bmp"
    return None


def _named_format(name: str | None) -> str | None:
    file = (name or "").partition("?")[0].partition("#")[0].rpartition("/")[2]
    return _ENDINGS.get(file.rpartition(".")[2].lower()) if "." in file else None


def _by_signature(data: bytes, head: bytes) -> str | None:
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _by_members(data)
    if head.lstrip(_LEADING).startswith(b"{\\rtf"):
        return "rtf"
    if head.startswith(b"ID3") and len(head) > 4 and head[3] < 0x10:
        return "mp3"
    if is_mpeg_frame(head):
        return "mp3"
    if image_type(head):
        return "image"
    if head.startswith(_OLE):
        return "binary"
    return None


def _by_members(data: bytes) -> str:
    names = member_names(data)
    for folder, found in (("word/", "docx"), ("xl/", "xlsx"), ("ppt/", "pptx")):
        if any(name.startswith(folder) for name in names):
            return found
    return "binary"


def is_mpeg_frame(head: bytes) -> bool:
    """Does an MPEG audio layer III frame begin here, with sensible values?"""
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE6 != 0xE2 or head[1] & 0x18 == 0x08:
        return False
    return head[2] >> 4 not in (0, 15) and head[2] & 0x0C != 0x0C


def _by_markup(start: bytes, data: bytes, hint: str | None) -> str:
    if start.startswith(b"<?xml") or (start.startswith(b"<") and hint in ("xml", "svg")):
        return _by_root(start, hint)
    if _HTML_START.match(start):
        return "html"
    if hint in _TEXTUAL:
        return hint
    if start.startswith(b"<svg"):
        return "svg"
    if _HTML_HINT.search(start):
        return "html"
    if start[:1] in (b"{", b"[") and _is_json(data):
        return "json"
    return "text"


def _by_root(start: bytes, hint: str | None) -> str:
    doctype = _DOCTYPE.search(start)
    root = _ROOT.search(start[doctype.end() :] if doctype else start)
    name = (doctype[1] if doctype else root[1] if root else b"").lower()
    if name in (b"html", b"svg"):
        return name.decode()
    return "html" if hint == "html" and not root else "xml"


def _is_json(data: bytes) -> bool:
    if len(data) > _JSON_LIMIT:
        return False
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True

"""Which format some bytes are in: the content decides, then the declared type, then the name."""

from __future__ import annotations

import json
import re

from extractors.base import ole, signatures
from extractors.base.archives import member_names, mimetype
from extractors.base.charset import is_utf16
from extractors.base.signatures import container, image_type, is_web_archive
from extractors.base.spacing import names

FORMATS = (
    *("html", "mhtml", "xml", "css", "javascript", "json", "pdf", "docx", "xlsx", "pptx", "rtf"),
    *signatures.MEDIA_TYPES,
    *("doc", "odt", "xls", "ods", "ppt", "odp", "csv"),
    *("markdown", "epub", "eml", "zip", "tar", "7z", "gzip", "bzip2", "xz", "zstd"),
    *("text", "image", "svg", "binary"),
)
_OFFICE = "application/vnd.openxmlformats-officedocument."
MEDIA_TYPES = {
    "html": "text/html",
    "mhtml": "multipart/related",
    "xml": "application/xml",
    "css": "text/css",
    "javascript": "text/javascript",
    "json": "application/json",
    "pdf": "application/pdf",
    "docx": _OFFICE + "wordprocessingml.document",
    "xlsx": _OFFICE + "spreadsheetml.sheet",
    "pptx": _OFFICE + "presentationml.presentation",
    "rtf": "application/rtf",
    "doc": "application/msword",
    "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
    "odt": "application/vnd.oasis.opendocument.text",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odp": "application/vnd.oasis.opendocument.presentation",
    **signatures.MEDIA_TYPES,
    "text": "text/plain",
    "csv": "text/csv",
    "markdown": "text/markdown",
    "epub": "application/epub+zip",
    "eml": "message/rfc822",
    "zip": "application/zip",
    "tar": "application/x-tar",
    "7z": "application/x-7z-compressed",
    "gzip": "application/gzip",
    "bzip2": "application/x-bzip2",
    "xz": "application/x-xz",
    "zstd": "application/zstd",
    "svg": "image/svg+xml",
    "binary": "application/octet-stream",
}
_DECLARED = {
    **{media_type: name for name, media_type in MEDIA_TYPES.items() if name != "binary"},
    **dict.fromkeys(("application/xhtml+xml", "application/vnd.wap.xhtml+xml"), "html"),
    **dict.fromkeys(("application/x-mimearchive", "application/mhtml"), "mhtml"),
    **dict.fromkeys(
        ("text/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml"), "xml"
    ),
    **dict.fromkeys(
        ("application/javascript", "application/x-javascript", "text/ecmascript", "application/ecmascript"),
        "javascript",
    ),
    **dict.fromkeys(("text/json", "application/ld+json", "application/manifest+json"), "json"),
    "application/x-pdf": "pdf",
    "application/x-subrip": "text",
    **dict.fromkeys(("text/x-markdown", "text/x-web-markdown"), "markdown"),
    **dict.fromkeys(("message/news", "message/global", "application/mbox"), "eml"),
    **dict.fromkeys(("application/x-zip-compressed", "application/x-zip", "application/java-archive"), "zip"),
    **dict.fromkeys(("application/x-gzip", "application/x-tgz", "application/x-gtar-compressed"), "gzip"),
    **dict.fromkeys(("application/gtar", "application/x-gtar", "application/x-ustar"), "tar"),
    **dict.fromkeys(("application/bzip2", "application/x-bzip"), "bzip2"),
    "application/x-zstd": "zstd",
    "text/rtf": "rtf",
    **dict.fromkeys(("application/doc", "application/x-msword", "application/vnd.ms-word"), "doc"),
    **dict.fromkeys(("application/wordperfect", "application/vnd.wordperfect"), "doc"),
    "application/vnd.oasis.opendocument.text-template": "odt",
    "application/vnd.oasis.opendocument.text-flat-xml": "odt",
    "application/vnd.oasis.opendocument.spreadsheet-template": "ods",
    "application/vnd.oasis.opendocument.spreadsheet-flat-xml": "ods",
    "application/vnd.oasis.opendocument.presentation-template": "odp",
    "application/vnd.oasis.opendocument.presentation-flat-xml": "odp",
    **dict.fromkeys(
        ("application/msexcel", "application/x-msexcel", "application/x-excel", "application/excel"), "xls"
    ),
    **signatures.DECLARED,
    _OFFICE + "wordprocessingml.template": "docx",
    "application/vnd.ms-word.document.macroenabled.12": "docx",
    _OFFICE + "spreadsheetml.template": "xlsx",
    "application/vnd.ms-excel.sheet.macroenabled.12": "xlsx",
    _OFFICE + "presentationml.slideshow": "pptx",
    _OFFICE + "presentationml.template": "pptx",
    "application/vnd.ms-powerpoint.presentation.macroenabled.12": "pptx",
}
_ENDINGS = {
    **{name: name for name in ("html", "xml", "css", "json", "pdf", "docx", "xlsx", "pptx", "rtf", "svg")},
    **dict.fromkeys(("htm", "xhtml", "xht", "shtml"), "html"),
    **dict.fromkeys(("mht", "mhtml"), "mhtml"),
    **dict.fromkeys(("rss", "atom", "xsd", "xsl", "rdf"), "xml"),
    **dict.fromkeys(("js", "mjs", "cjs"), "javascript"),
    "webmanifest": "json",
    **dict.fromkeys(("docm", "dotx", "dotm"), "docx"),
    **dict.fromkeys(("doc", "dot", "wpd"), "doc"),
    **dict.fromkeys(("odt", "ott", "odm", "fodt"), "odt"),
    **dict.fromkeys(("xls", "xlt", "xlw"), "xls"),
    **dict.fromkeys(("csv", "tsv", "tab"), "csv"),
    **dict.fromkeys(("ods", "ots", "fods", "sxc"), "ods"),
    **dict.fromkeys(("odp", "otp", "fodp", "sxi"), "odp"),
    **dict.fromkeys(("xlsm", "xltx", "xltm", "xlsb"), "xlsx"),
    **dict.fromkeys(("pptm", "ppsx", "ppsm", "potx", "potm"), "pptx"),
    **dict.fromkeys(("ppt", "pps", "pot"), "ppt"),
    **dict.fromkeys(("md", "markdown", "mdown", "mkd", "mkdn"), "markdown"),
    **dict.fromkeys(("eml", "mbox"), "eml"),
    **dict.fromkeys(("zip", "jar", "apk"), "zip"),
    **dict.fromkeys(("gz", "tgz"), "gzip"),
    **dict.fromkeys(("bz2", "tbz2"), "bzip2"),
    **dict.fromkeys(("xz", "txz"), "xz"),
    **dict.fromkeys(("zst", "tzst"), "zstd"),
    **{name: name for name in ("epub", "tar", "7z")},
    **dict.fromkeys(("txt", "text", "log", "lrc", "ini", "srt", "vtt"), "text"),
    **signatures.ENDINGS,
}
_FOLDERS = {"word/": "docx", "xl/": "xlsx", "ppt/": "pptx"}
_ZIPPED = frozenset(("docx", "xlsx", "pptx", "odt", "ods", "odp", "epub"))
_OPENDOCUMENT = "application/vnd.oasis.opendocument."
_OPENDOCUMENTS = {"text": "odt", "spreadsheet": "ods", "presentation": "odp"}
OLD_WORD = (b"\x9b\xa5\x21\x00", b"\xdb\xa5\x2d\x00", b"\xdc\xa5\x65\x00", b"\x31\xbe\x00\x00", b"\xffWPC")
"""Word for Windows 1 and 2, Word 6 outside a container, Word for DOS, Write; WordPerfect. Known, and not read."""
# A workbook without a container: the first record of Excel 2, 3, 4 and 5, four to sixteen bytes long
_OLD_EXCEL = tuple(bytes((9, version, size, 0)) for version in (0, 2, 4, 8) for size in (4, 6, 8, 16))
_BYTES_OF_TEXT = bytes(range(32, 256)) + b"\t\n\r\x0b\x0c\x1b"
_LEADING = b"\xef\xbb\xbf \t\r\n\x0b\x0c"
_HTML_START = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
# Feeds that say nothing of XML, and are often served as pages (WHATWG MIME Sniffing, 7.3)
_FEED_START = re.compile(rb"<(?:rss\b|rdf:rdf\b|feed\b[^>]*http://www\.w3\.org/2005/Atom)", re.IGNORECASE)
_HTML_HINT = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|title|meta|script|style|table|div|span|a\s|p|br|h[1-6]|ul|ol|font|b|i"
    rb"|center|img\s|iframe|frameset|form|nav|main|section|article|header|footer|svg)\b",
    re.IGNORECASE,
)
_ROOT = re.compile(rb"<(?![?!])(?:[\w.-]+:)?([\w.-]+)")
_DOCTYPE = re.compile(rb"<!doctype\s+([\w.-]+)", re.IGNORECASE)
# Formats of text; the others have signatures: what has none and reads as text is none of them.
_TEXTUAL = names("html xml css javascript json text csv markdown eml svg")
_JSON_LIMIT = 1 << 20


def sniff(data: bytes, declared_type: str | None = None, name: str | None = None) -> str:
    """The format name of some bytes (one of FORMATS)."""
    declared = declared_format(declared_type)
    hint = declared or _named_format(name)
    head = data[:2048]
    # no signature begins so, and most pages of the web do
    marked_up = head[:64].lstrip(_LEADING)[:1] == b"<" and b"%PDF-" not in head
    found = None if marked_up else _by_signature(data, head, hint)
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
        strange = 0 if b"\x1b$)C" in head else len(head.translate(None, _BYTES_OF_TEXT))  # ISO-2022-KR shifts
        if strange and not (hint in (None, "html") and _HTML_HINT.search(head)):
            # A few control characters in a text are damage, many are no text.
            return (hint or "binary") if strange * 10 < len(head) or hint not in _TEXTUAL else "binary"
    return _by_markup(head.lstrip(_LEADING), data, hint)


def declared_format(declared_type: str | None) -> str | None:
    """The format of a Content-Type; None for one without a particular format."""
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
    if media_type.startswith(("audio/", "video/")):
        return media_type[:5]
    return "binary" if media_type.startswith("font/") else None


def _named_format(name: str | None) -> str | None:
    file = (name or "").partition("?")[0].partition("#")[0].rpartition("/")[2]
    return _ENDINGS.get(file.rpartition(".")[2].lower()) if "." in file else None


def _by_signature(data: bytes, head: bytes, hint: str | None) -> str | None:
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK00PK\x03\x04")):
        return _by_members(data, hint)
    found = container(head)
    if found:
        return "mhtml" if found == "eml" and is_web_archive(head) else found
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.lstrip(_LEADING).startswith(b"{\\rtf"):
        return "rtf"
    found = signatures.sound_or_film(data, head, hint)
    if found:
        return found
    if image_type(head):
        return "image"
    if head.startswith(ole.SIGNATURE):
        return _by_streams(data, hint)
    if head.startswith(OLD_WORD):
        return "doc"
    if head.startswith(_OLD_EXCEL):
        return "xls"
    return None


def _by_streams(data: bytes, hint: str | None) -> str:
    found = ole.kind(data)
    if found == "encrypted":  # any of the three: their names are inside
        return hint if hint in ("docx", "xlsx", "pptx") else "docx"
    if not found and hint in ("doc", "xls", "ppt"):  # damaged
        return hint
    return found if found in FORMATS else "binary"


def _by_members(data: bytes, hint: str | None) -> str:
    names = [name.replace("\\", "/").lower() for name in member_names(data)]
    damaged = _FOLDERS.keys() >= set(names)
    # anybody may have a folder called "word" in an archive
    office = damaged or "[content_types].xml" in names
    for folder, found in _FOLDERS.items():
        if (office or hint == found) and any(name.startswith(folder) for name in names):
            return found
    media_type = mimetype(data)
    if media_type.startswith(_OPENDOCUMENT):
        family = media_type.removeprefix(_OPENDOCUMENT).partition("-")[0].strip()
        return _OPENDOCUMENTS.get(family, "zip")
    if media_type == MEDIA_TYPES["epub"] or ("meta-inf/container.xml" in names and any(map(_is_opf, names))):
        return "epub"
    return hint if damaged and hint in _ZIPPED else "zip"


def _is_opf(name: str) -> bool:
    return name.endswith(".opf")


def _by_markup(start: bytes, data: bytes, hint: str | None) -> str:
    if start.startswith(b"<?xml") or (start.startswith(b"<") and hint in ("xml", "svg")):
        return _by_root(start, data, hint)
    if _HTML_START.match(start):
        return "html"
    if hint in (None, "html") and _FEED_START.match(start):
        return "xml"
    if hint in _TEXTUAL:
        return hint
    if start.startswith(b"<svg"):
        return "svg"
    if _HTML_HINT.search(start):
        return "html"
    if start[:1] in (b"{", b"[") and _is_json(data):
        return "json"
    # A text that is called a workbook was written by a program that left the rest to Excel.
    return "csv" if hint in ("xls", "xlsx", "ods") else "text"


def _by_root(start: bytes, data: bytes, hint: str | None) -> str:
    doctype = _DOCTYPE.search(start)
    root = _ROOT.search(start[doctype.end() :] if doctype else start)
    name = (doctype[1] if doctype else root[1] if root else b"").lower()
    if name in (b"html", b"svg"):
        return name.decode()
    if name == b"worddocument":
        return "doc"
    if name == b"workbook" and b"urn:schemas-microsoft-com:office:spreadsheet" in start:
        return "xls"
    if (
        name == b"package"
        and b"officeDocument/2006/relationships/officeDocument" in start
        and b"/word/" in start
    ):
        return "docx"
    if name == b"document" and b"opendocument" in start:
        family = data[:16384].partition(_OPENDOCUMENT.encode())[2][:20]  # behind many namespaces
        for part, found in _OPENDOCUMENTS.items():
            if family.startswith(part.encode()):
                return found
    return "html" if hint == "html" and not root else "xml"


def _is_json(data: bytes) -> bool:
    if len(data) > _JSON_LIMIT:
        return False
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True

"""Which edition of an extractor a document was read with: what is kept of it holds until that changes."""

from __future__ import annotations

COMMON = 1
"""To be raised when something all formats share gives other results: white space, character sets, sniffing."""

RECOGNISED = 500
"""What is added to the edition where the text of a page was recognised by OCR."""

VERSIONS: dict[str, int] = {
    "audio": 3,
    "avi": 2,
    "csv": 3,
    "doc": 11,
    "docx": 10,
    "eml": 2,
    "epub": 2,
    "flac": 3,
    "html": 10,
    "image": 2,
    "javascript": 2,
    "m4a": 3,
    "markdown": 3,
    "mhtml": 3,
    "mkv": 3,
    "mp3": 3,
    "mp4": 3,
    "odp": 8,
    "ods": 6,
    "odt": 10,
    "ogg": 3,
    "pdf": 14,
    "ppt": 9,
    "pptx": 8,
    "rtf": 10,
    "tar": 2,
    "text": 4,
    "video": 2,
    "wav": 3,
    "webm": 3,
    "xls": 8,
    "xlsx": 6,
    "xml": 2,
}
"""Edition by format, 1 where it stands not here. To be raised with each change after which a document of that format
may get another title, text, date … than before; the documents of the other formats then stay as they are. When a format
is new, that of the one it was taken for until then ("binary", "zip", "text")."""


def version_of(format: str) -> int:
    """The edition with which documents of a format are read now."""
    return COMMON * 1000 + VERSIONS.get(format, 1)

"""OLE2 containers ([MS-CFB]): the file system inside old Office files, read from untrusted bytes by olefile.

Measured on 400 files: every stream is byte for byte what a reader of our own gave, in 1 instead of 0.5 ms. olefile follows
no chain for longer than the file is; a file whose directory it cannot read is refused.
"""

from __future__ import annotations

import io
import struct

from extractors.base.sentences import Message
from extractors.base.types import Unreadable

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PROTECTED = Message("password")
_FAILURES = (
    OSError,
    ValueError,
    LookupError,
    TypeError,
    ArithmeticError,
    RecursionError,
    AttributeError,
    struct.error,
)


class Container:
    """The streams of an OLE2 file by their paths ("WordDocument", "ObjectPool/_123/\\x01CompObj").

    Raises Unreadable when there is no directory in it.
    """

    def __init__(self, data: bytes) -> None:
        if len(data) < 512 or not data.startswith(SIGNATURE):
            raise Unreadable(Message("file-damaged-beginning-not"))
        import olefile  # every page is sniffed, few are Office files

        self.damaged = False
        """Whether a stream was shorter than it says."""
        try:
            self._file = olefile.OleFileIO(io.BytesIO(data))
            self.names = ["/".join(path) for path in self._file.listdir()]
        except _FAILURES as error:
            raise Unreadable(Message("contents-damaged")) from error
        self._paths = {name.upper(): name for name in reversed(self.names)}

    def __contains__(self, name: str) -> bool:
        return name.upper() in self._paths

    def size(self, name: str) -> int:
        """How many bytes a stream says it has; 0 when there is none of this name."""
        path = self._paths.get(name.upper())
        return int(self._file.get_size(path)) if path is not None else 0

    def read(self, name: str, limit: int = 256 << 20) -> bytes:
        """The bytes of a stream (of a damaged one, those still there), at most `limit`; b"" when there is none."""
        path = self._paths.get(name.upper())
        if path is None:
            return b""
        try:
            with self._file.openstream(path) as stream:
                found = bytes(stream.read(limit))
        except _FAILURES:
            found = b""
        self.damaged = self.damaged or len(found) < min(self.size(name), limit)
        return found


def kind(data: bytes) -> str:
    """What an OLE2 file holds: "doc", "xls", "ppt", "msg", "encrypted" (an OOXML file under a password), or ""."""
    try:
        container = Container(data)
    except Unreadable:
        return ""
    if "EncryptedPackage" in container:
        return "encrypted"
    for stream, found in _KINDS:
        if stream in container:
            return found
    return ""


_KINDS = (
    ("WordDocument", "doc"),
    ("Workbook", "xls"),
    ("Book", "xls"),
    ("PowerPoint Document", "ppt"),
    ("PP97_DUALSTORAGE/PowerPoint Document", "ppt"),
    ("PP40", "ppt"),
    ("__properties_version1.0", "msg"),
)

"""Office files under the password that stands for “only protected against changes” ([MS-OFFCRYPTO]), by msoffcrypto-tool.

Excel enciphers workbooks whose structure is protected with a password known to all; it opens them without asking. Of
old workbooks only the ciphers are the library's: its reader of files writes to the disk.
"""

from __future__ import annotations

import io
import re
import struct

from msoffcrypto.format.ooxml import OOXMLFile
from msoffcrypto.method.rc4 import DocumentRC4
from msoffcrypto.method.rc4_cryptoapi import DocumentRC4CryptoAPI

from extractors.base.ole import PROTECTED, Container
from extractors.base.types import Unreadable

_PASSWORD = "VelvetSweatshop"  # noqa: S105 - known to everybody
_SPINS = re.compile(rb"spinCount\s*=\s*[\"']\s*(\d+)")
_MOST_SPINS = 1_000_000  # of the hash of a password
_LARGEST_INFO = 1 << 20
_BLOCK = 1024  # bytes of an old workbook under one key


def deciphered(filepass: bytes, stream: bytes) -> bytes:
    """The stream of an old workbook as if all of it were enciphered as its record `filepass` says. Raises Unreadable
    for another password."""
    if len(filepass) < 54 or struct.unpack_from("<H", filepass)[0] != 1:
        raise Unreadable(PROTECTED)
    version = struct.unpack_from("<HH", filepass, 2)
    if version == (1, 1):
        salt, verifier, digest = (filepass[start : start + 16] for start in (6, 22, 38))
        if DocumentRC4.verifypw(_PASSWORD, salt, verifier, digest):
            return bytes(DocumentRC4.decrypt(_PASSWORD, salt, io.BytesIO(stream), _BLOCK).read())
    elif version[1] == 2 and len(filepass) > 60:
        at = 14 + struct.unpack_from("<I", filepass, 10)[0]
        bits = min(max(struct.unpack_from("<I", filepass, 14 + 16)[0] or 40, 40), 128)
        salt, verifier, digest = (
            filepass[at + begin : at + end] for begin, end in ((4, 20), (20, 36), (40, 60))
        )
        if len(digest) == 20 and DocumentRC4CryptoAPI.verifypw(_PASSWORD, salt, bits, verifier, digest):
            return bytes(
                DocumentRC4CryptoAPI.decrypt(_PASSWORD, salt, bits, io.BytesIO(stream), _BLOCK).read()
            )
    raise Unreadable(PROTECTED)


def unlocked(data: bytes) -> bytes:
    """The zipped document inside an enciphered one. Raises Unreadable when it needs a password of somebody's own."""
    container = Container(data)
    spins = _SPINS.search(container.read("EncryptionInfo", _LARGEST_INFO))
    if container.size("EncryptionInfo") > _LARGEST_INFO or (spins and int(spins[1][:9]) > _MOST_SPINS):
        raise Unreadable(PROTECTED)
    plain = io.BytesIO()
    try:
        file = OOXMLFile(io.BytesIO(data))
        file.load_key(password=_PASSWORD, verify_password=True)
        file.decrypt(plain)
    except Exception as error:  # the library raises what its parsers do
        raise Unreadable(PROTECTED) from error
    return plain.getvalue()

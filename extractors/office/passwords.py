"""Office files under the password that stands for “only protected against changes” ([MS-OFFCRYPTO]).

Excel enciphers workbooks whose structure is protected with a password known to all; it opens them without asking.
"""

from __future__ import annotations

import hashlib
import struct
from base64 import b64decode
from functools import partial
from hmac import compare_digest

from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from lxml import etree

from extractors.base.ole import PROTECTED, Container
from extractors.base.types import Unreadable
from extractors.office.packages import parse

# What the format prescribes; nothing of ours is kept secret by it.
_md5, _sha1 = partial(hashlib.md5, usedforsecurity=False), partial(hashlib.sha1, usedforsecurity=False)
_PASSWORD = "VelvetSweatshop".encode("utf-16-le")
_MOST_SPINS = 1_000_000
_AGILE = 0x0004_0004
_CHUNK = 4096
# What the hash is extended by for each use (2.3.4.13)
_VERIFIER_INPUT, _VERIFIER_HASH, _KEY = (
    bytes.fromhex("fea7d2763b4b9e79"),
    bytes.fromhex("d7aa0f6d3061344e"),
    bytes.fromhex("146e0be7abacd0d6"),
)


class Keystream:
    """RC4 of an old workbook, a new key for every 1024 bytes of the stream. Raises Unreadable for another password."""

    def __init__(self, filepass: bytes) -> None:
        if len(filepass) < 6 or struct.unpack_from("<H", filepass)[0] != 1:
            raise Unreadable(PROTECTED)
        major, minor = struct.unpack_from("<HH", filepass, 2)
        self._size = 16
        self._hash = _md5
        if (major, minor) == (1, 1):
            salt, verifier, digest = (filepass[start : start + 16] for start in (6, 22, 38))
            first = _md5(_PASSWORD).digest()[:5]
            self._base = _md5((first + salt) * 16).digest()[:5]
        elif minor == 2 and len(filepass) > 60:
            size = struct.unpack_from("<I", filepass, 10)[0]
            bits = struct.unpack_from("<I", filepass, 14 + 16)[0] or 40
            at = 14 + size
            salt, verifier = filepass[at + 4 : at + 20], filepass[at + 20 : at + 36]
            digest = filepass[at + 40 : at + 60]
            self._hash = _sha1
            self._base = _sha1(salt + _PASSWORD).digest()
            self._size = min(max(bits // 8, 5), 16)
        else:
            raise Unreadable(PROTECTED)
        plain = self._cipher(0, verifier + digest)
        if not compare_digest(self._hash(plain[:16]).digest(), plain[16:]):
            raise Unreadable(PROTECTED)
        self._block, self._stream = -1, b""

    def decrypt(self, at: int, body: bytes) -> bytes:
        """The bytes of the stream from position `at` on, in the clear."""
        out = bytearray()
        while body:
            block, offset = divmod(at, 1024)
            if block != self._block:
                self._block, self._stream = block, self._cipher(block, bytes(1024))
            piece, body = body[: 1024 - offset], body[1024 - offset :]
            stream = self._stream[offset : offset + len(piece)]
            out += (int.from_bytes(piece) ^ int.from_bytes(stream)).to_bytes(len(piece))
            at += len(piece)
        return bytes(out)

    def _cipher(self, block: int, data: bytes) -> bytes:
        key = self._hash(self._base + struct.pack("<I", block)).digest()[: self._size]
        if self._size == 5:
            key += bytes(11)
        return Cipher(ARC4(key), None).decryptor().update(data)


def unlocked(container: Container) -> bytes:
    """The zipped document inside an enciphered one. Raises Unreadable when it needs a password of somebody's own."""
    info = container.read("EncryptionInfo", 1 << 20)
    package = container.read("EncryptedPackage")
    if len(info) < 8 or len(package) < 16:
        raise Unreadable(PROTECTED)
    try:
        plain = (
            _agile(info, package) if struct.unpack_from("<I", info)[0] == _AGILE else _standard(info, package)
        )
    except (struct.error, ValueError, KeyError, TypeError) as error:
        raise Unreadable(PROTECTED) from error
    return plain[: struct.unpack_from("<Q", package)[0]]


def _standard(info: bytes, package: bytes) -> bytes:
    size = struct.unpack_from("<I", info, 8)[0]
    bits = struct.unpack_from("<I", info, 12 + 16)[0]
    at = 12 + size
    salt, verifier, digest = info[at + 4 : at + 20], info[at + 20 : at + 36], info[at + 40 : at + 72]
    hashed = _sha1(salt + _PASSWORD).digest()
    for count in range(50_000):
        hashed = _sha1(struct.pack("<I", count) + hashed).digest()
    hashed = _sha1(hashed + bytes(4)).digest()
    key = b"".join(
        _sha1(bytes(pad ^ (hashed[i] if i < 20 else 0) for i in range(64))).digest() for pad in (0x36, 0x5C)
    )[: bits // 8]
    aes = Cipher(algorithms.AES(key), modes.ECB())  # noqa: S305 - the format's own mode
    plain = aes.decryptor().update(verifier + digest)
    if not compare_digest(_sha1(plain[:16]).digest(), plain[16:36]):
        raise Unreadable(PROTECTED)
    body = package[8:]
    return aes.decryptor().update(body[: len(body) // 16 * 16])


def _agile(info: bytes, package: bytes) -> bytes:
    root = parse(info[8:])
    if root is None:
        raise Unreadable(PROTECTED)
    data, lock = root.find("{*}keyData"), root.find(".//{*}encryptedKey")
    if data is None or lock is None:
        raise Unreadable(PROTECTED)
    spins = int(lock.get("spinCount") or 0)
    if spins > _MOST_SPINS:
        raise Unreadable(PROTECTED)
    salt, name = b64decode(lock.get("saltValue") or ""), _hash_name(lock)
    hashed = hashlib.new(name, salt + _PASSWORD).digest()
    for count in range(spins):
        hashed = hashlib.new(name, struct.pack("<I", count) + hashed).digest()

    def opened(block: bytes, attribute: str) -> bytes:
        key = _fitted(hashlib.new(name, hashed + block).digest(), int(lock.get("keyBits") or 0) // 8)
        return _cbc(key, salt, b64decode(lock.get(attribute) or ""))

    verifier = opened(_VERIFIER_INPUT, "encryptedVerifierHashInput")
    digest = hashlib.new(name, verifier).digest()
    if not compare_digest(digest, opened(_VERIFIER_HASH, "encryptedVerifierHashValue")[: len(digest)]):
        raise Unreadable(PROTECTED)
    key = opened(_KEY, "encryptedKeyValue")[: int(data.get("keyBits") or 0) // 8]
    salt, name = b64decode(data.get("saltValue") or ""), _hash_name(data)
    out = []
    for number, start in enumerate(range(8, len(package), _CHUNK)):
        vector = hashlib.new(name, salt + struct.pack("<I", number)).digest()
        piece = package[start : start + _CHUNK]
        out.append(_cbc(key, vector, piece[: len(piece) // 16 * 16]))
    return b"".join(out)


def _hash_name(element: etree._Element) -> str:
    return (element.get("hashAlgorithm") or "").replace("-", "").lower()


def _cbc(key: bytes, vector: bytes, data: bytes) -> bytes:
    return Cipher(algorithms.AES(key), modes.CBC(_fitted(vector, 16))).decryptor().update(data)


def _fitted(data: bytes, size: int) -> bytes:
    return (data + b"\x36" * size)[:size]

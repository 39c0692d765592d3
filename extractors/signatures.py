"""What archives, compressed files and mails begin with."""

from __future__ import annotations

import re

_MAGIC = (
    (b"\x1f\x8b\x08", "gzip"),
    (b"\xfd7zXZ\0", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\x50\x2a\x4d\x18", "zstd"),  # begins with a frame to be skipped (pzstd)
    (b"Rar!\x1a\x07", "binary"),  # known, not read
    (b"\x1f\x9d", "binary"),  # compress
)
_ANY_MAGIC = tuple(magic for magic, _ in _MAGIC)
_BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
_OCTAL = re.compile(rb"[0-7]{1,8}")
_TAR_NUMBER = re.compile(rb"[ 0-7\0]{8}")
_FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]{1,60}):[ \t]?[^\r\n]*\r?\n(?:[ \t]+[^\r\n]+\r?\n)*")
_ENVELOPE = re.compile(
    rb"From \S+ +(?:mon|tue|wed|thu|fri|sat|sun),? [^\r\n]{4,40}(?:19|20)\d\d[^\r\n]{0,40}\r?\n(?=[A-Z>])",
    re.IGNORECASE,
)
# Fields that only mail programs write, and those that every mail has. Some lines of a text look like the latter.
_POSTAL = frozenset((
    b"received", b"return-path", b"mime-version", b"message-id", b"delivered-to", b"x-mailer", b"x-originating-ip",
    b"in-reply-to", b"references", b"content-transfer-encoding", b"x-received", b"dkim-signature", b"user-agent",
    b"envelope-to", b"newsgroups", b"nntp-posting-host", b"x-priority", b"thread-topic", b"thread-index", b"x-uidl",
    b"reply-to", b"authentication-results", b"arc-seal", b"x-mozilla-status", b"x-unsent",
))  # fmt: skip
_USUAL = frozenset((b"from", b"to", b"subject", b"date", b"cc", b"sender", b"content-type"))

_SAVED = (b"saved by ", b"snapshot-content-location:", b"content-location:", b'type="text/html"', b"type=text/html")


def container(head: bytes) -> str | None:
    """The format of an archive, a compressed file or a mail, by its first 2048 bytes."""
    if head.startswith(_ANY_MAGIC):
        return next(found for magic, found in _MAGIC if head.startswith(magic))
    if _BZIP2.match(head):
        return "bzip2"
    if is_tar(head):
        return "tar"
    return "eml" if is_mail(head) else None


def is_tar(head: bytes) -> bool:
    """Does the header of a tar member stand here, with the right checksum (POSIX.1-1988, ustar)?"""
    field = head[148:156].partition(b"\0")[0].strip()
    if len(head) < 512 or not head[0] or not _OCTAL.fullmatch(field):
        return False
    if not (_TAR_NUMBER.match(head[100:108]) and _TAR_NUMBER.match(head[108:116])):
        return False
    stated = int(field, 8)
    block = head[:148] + b"        " + head[156:512]
    return stated in (sum(block), sum(byte - 256 if byte > 127 else byte for byte in block))


def is_mail(head: bytes) -> bool:
    """Do the fields of a mail stand here (RFC 5322), or a mailbox of several (RFC 4155)?"""
    head = head.lstrip(b"\xef\xbb\xbf\r\n")
    envelope = _ENVELOPE.match(head)
    if envelope:
        head = head[envelope.end() :]
    names: set[bytes] = set()
    position = 0
    while field := _FIELD.match(head, position):
        names.add(field[1].lower())
        position = field.end()
    usual, postal = len(names & _USUAL), len(names & _POSTAL)
    return postal >= 3 or (postal > 0 and usual >= 2) or (envelope is not None and usual + postal > 0)


def is_web_archive(head: bytes) -> bool:
    """Is this mail a web page that a browser saved (MHTML, RFC 2557)?"""
    lowered = head.lower()
    return b"multipart/related" in lowered and any(mark in lowered for mark in _SAVED)

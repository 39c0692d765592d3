"""What archives, compressed files and mails begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator

# How pictures, sounds and films begin, and their media types, endings and declared names.

MEDIA_TYPES = {
    "mp3": "audio/mpeg",
    "flac": "audio/flac",
    "ogg": "audio/ogg",
    "m4a": "audio/mp4",
    "wav": "audio/wav",
    "audio": "audio/basic",
    "mp4": "video/mp4",
    "webm": "video/webm",
    "mkv": "video/x-matroska",
    "avi": "video/x-msvideo",
    "video": "video/mpeg",
}
"""Formats and their usual media types; "audio" and "video" are all others (the extractor tells which)."""

DECLARED = {
    **{media_type: name for name, media_type in MEDIA_TYPES.items()},
    **dict.fromkeys(("audio/mp3", "audio/mpeg3", "audio/x-mpeg", "audio/x-mp3", "audio/x-mpeg-3"), "mp3"),
    "audio/x-flac": "flac",
    **dict.fromkeys(
        (
            "application/ogg",
            "audio/opus",
            "audio/vorbis",
            "audio/x-speex",
            "audio/speex",
            "video/ogg",
            "audio/x-ogg",
        ),
        "ogg",
    ),
    **dict.fromkeys(("audio/m4a", "audio/x-m4a", "audio/x-m4b", "audio/mp4a-latm"), "m4a"),
    **dict.fromkeys(("audio/wave", "audio/x-wav", "audio/vnd.wave", "audio/x-pn-wav"), "wav"),
    **dict.fromkeys(("video/quicktime", "video/x-m4v", "video/3gpp", "video/3gpp2", "audio/3gpp"), "mp4"),
    "audio/webm": "webm",
    **dict.fromkeys(("audio/x-matroska", "video/matroska", "audio/matroska"), "mkv"),
    **dict.fromkeys(("video/avi", "video/msvideo", "video/vnd.avi"), "avi"),
}
ENDINGS = {
    **{name: name for name in ("mp3", "flac", "ogg", "m4a", "wav", "mp4", "webm", "mkv", "avi")},
    **dict.fromkeys(("oga", "ogv", "ogx", "opus", "spx"), "ogg"),
    **dict.fromkeys(("m4b", "m4r", "m4p"), "m4a"),
    **dict.fromkeys(("m4v", "mov", "qt", "3gp", "3g2"), "mp4"),
    **dict.fromkeys(("mka", "mks", "mk3d"), "mkv"),
    **dict.fromkeys(
        (
            "aac",
            "aif",
            "aiff",
            "aifc",
            "wma",
            "mid",
            "midi",
            "kar",
            "rmi",
            "amr",
            "ape",
            "mpc",
            "wv",
            "tta",
            "tak",
            "mp2",
            "mp1",
            "mpa",
        ),
        "audio",
    ),
    **dict.fromkeys(("wmv", "asf", "mpg", "mpeg", "mpe", "m2ts", "vob", "flv", "rm", "rmvb"), "video"),
    **dict.fromkeys(
        (
            *(
                "png",
                "gif",
                "jpg",
                "jpeg",
                "jpe",
                "jfif",
                "webp",
                "bmp",
                "dib",
                "ico",
                "tif",
                "tiff",
                "avif",
                "heic",
            ),
            *("heif", "jp2", "j2k", "jxl", "psd", "emf", "wmf"),
        ),
        "image",
    ),
}
_IMAGES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"II+\0\x08\0\0\0", "image/tiff"),
    (b"MM\0+\0\x08\0\0", "image/tiff"),
    (b"\0\0\x01\0", "image/x-icon"),
    (b"8BPS\0\x01", "image/vnd.adobe.photoshop"),
    (b"\0\0\0\x0cjP  \r\n\x87\n", "image/jp2"),
    (b"\xff\x4f\xff\x51\0", "image/jp2"),
    (b"\0\0\0\x0cJXL \r\n\x87\n", "image/jxl"),
    (b"\xd7\xcd\xc6\x9a\0\0", "image/wmf"),
)
_BRANDS = {
    **dict.fromkeys((b"avif", b"avis"), "image/avif"),
    **dict.fromkeys((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"), "image/heic"),
    **dict.fromkeys((b"mif1", b"msf1"), "image/heif"),
}
_SOUNDS = (
    (b"fLaC", "flac"),
    (b"OggS", "ogg"),
    (b"MThd\0\0\0\x06", "audio"),
    (b"#!AMR", "audio"),
    (b"MAC ", "audio"),
    (b"MPCK", "audio"),
    (b"MP+\x07", "audio"),
    (b"wvpk", "audio"),
    (b"TTA1", "audio"),
    (b"tBaK", "audio"),
    (b"OFR \x0c\0\0\0", "audio"),
    (b"OFR \x0f\0\0\0", "audio"),
    (b"FLV\x01", "video"),
    (b".RMF\0", "video"),
    (b"\0\0\x01\xba", "video"),
    (b"\0\0\x01\xb3", "video"),
)
_ASF = bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c")
_QUICKTIME = frozenset((b"moov", b"mdat", b"wide", b"skip", b"free", b"pnot"))
_M4A = frozenset((b"M4A ", b"M4B ", b"M4P "))
_BIT_RATES = {  # kilobits a second, by "is it MPEG 1?" and layer
    (True, 1): (0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 0),
    (True, 2): (0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0),
    (True, 3): (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0),
    (False, 1): (0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 0),
    **dict.fromkeys(
        ((False, 2), (False, 3)), (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0)
    ),
}
_RATES = (44100, 48000, 32000, 1)


def sound_or_film(data: bytes, head: bytes, hint: str | None) -> str | None:
    """The format of sound and film by what it begins with, or None."""
    if head.startswith(b"<"):
        return None
    for mark, found in _SOUNDS:
        if head.startswith(mark):
            return found
    if head[4:8] == b"ftyp" and not image_type(head):
        return "m4a" if head[8:12] in _M4A or hint == "m4a" else "mp4"
    if head[4:8] in _QUICKTIME and head[0] < 0x10:
        return "m4a" if hint == "m4a" else "mp4"
    if head.startswith((b"RIFF", b"RF64", b"RIFX")):
        return {b"WAVE": "wav", b"AVI ": "avi", b"RMID": "audio"}.get(head[8:12])
    if head.startswith(b"FORM") and head[8:12] in (b"AIFF", b"AIFC"):
        return "audio"
    if head.startswith(b"\x1a\x45\xdf\xa3"):
        return "webm" if b"\x42\x82" in head[:64] and b"webm" in head[:64] else "mkv"
    if head.startswith(_ASF):
        return "video" if _ASF_VIDEO in data[: 1 << 16] else "audio"
    if head[:1] == b"\x47" and len(data) >= 188 * 4 and all(data[k] == 0x47 for k in range(0, 188 * 4, 188)):
        return "video"
    if head.startswith(b"ID3") and len(head) > 4 and head[3] < 0x10:
        return _behind_id3(data)
    return _by_frames(data, head, hint)


_ASF_VIDEO = bytes.fromhex("c0ef19bc4d5bcf11a8fd00805f5c442b")


def _behind_id3(data: bytes) -> str:
    size = 0
    for byte in data[6:10]:
        size = size << 7 | byte & 0x7F
    at = 10 + size
    for mark, found in _SOUNDS[:11]:
        if data.startswith(mark, at):
            return found
    return "audio" if adts_frame(data, at) and adts_frame(data, at + adts_frame(data, at)) else "mp3"


def _by_frames(data: bytes, head: bytes, hint: str | None) -> str | None:
    """Sound without any header: a frame must be followed by another, unless the file says itself what it is."""
    length = frame_length(head[:4])
    if length:
        third = head[1] & 0x06 == 0x02
        told = hint == ("mp3" if third else "audio") or (hint == "mp3" and not third)
        if (
            told
            or frame_length(data[length : length + 4])
            or (third and len(data) < length + 4 and b"\0" in head)
        ):
            return "mp3" if third else "audio"
    length = adts_frame(data, 0)
    if length and (adts_frame(data, length) or (hint == "audio" and length >= len(data))):
        return "audio"
    return None


def frame_length(head: bytes) -> int:
    """The length of the MPEG audio frame (any layer) with this head of four bytes; 0 for none, or a free rate.

    Source: ISO/IEC 11172-3, 2.4.1.3; ISO/IEC 13818-3; version 2.5 is Fraunhofer's.
    """
    if (
        len(head) < 4
        or head[0] != 0xFF
        or head[1] & 0xE0 != 0xE0
        or head[1] & 0x18 == 0x08
        or not head[1] & 0x06
    ):
        return 0
    if head[2] >> 4 in (0, 15) or head[2] & 0x0C == 0x0C:
        return 0
    first, layer = head[1] & 0x18 == 0x18, 4 - (head[1] >> 1 & 3)
    divisor = 1 if first else 2 if head[1] & 0x18 == 0x10 else 4
    rate = _RATES[head[2] >> 2 & 3] // divisor
    bits, padding = _BIT_RATES[first, layer][head[2] >> 4] * 1000, head[2] >> 1 & 1
    if layer == 1:
        return (12 * bits // rate + padding) * 4
    return (144 if layer == 2 or first else 72) * bits // rate + padding


def adts_frame(data: bytes, at: int) -> int:
    """The length of the ADTS frame (AAC) that begins here, 0 when there is none. Source: ISO/IEC 14496-3, 1.A.2."""
    head = data[at : at + 7]
    if len(head) < 7 or head[0] != 0xFF or head[1] & 0xF6 != 0xF0 or head[2] >> 2 & 15 > 12:
        return 0
    length = (head[3] & 3) << 11 | head[4] << 3 | head[5] >> 5
    return length if length > 7 else 0


def image_type(head: bytes) -> str | None:
    """The media type of a picture, from its first 64 bytes."""
    for signature, media_type in _IMAGES:
        if head.startswith(signature):
            return media_type
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        found = _BRANDS.get(head[8:12])
        return "image/avif" if found == "image/heif" and b"avif" in head[16:40] else found
    if head[:2] == b"BM" and head[6:10] == b"\0\0\0\0" and len(head) >= 26:
        return "image/bmp"
    if head[:4] == b"\x01\0\0\0" and head[40:44] == b" EMF":
        return "image/emf"
    return None


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
_POSTAL = frozenset(
    (
        b"received",
        b"return-path",
        b"mime-version",
        b"message-id",
        b"delivered-to",
        b"x-mailer",
        b"x-originating-ip",
        b"in-reply-to",
        b"references",
        b"content-transfer-encoding",
        b"x-received",
        b"dkim-signature",
        b"user-agent",
        b"envelope-to",
        b"newsgroups",
        b"nntp-posting-host",
        b"x-priority",
        b"thread-topic",
        b"thread-index",
        b"x-uidl",
        b"reply-to",
        b"authentication-results",
        b"arc-seal",
        b"x-mozilla-status",
        b"x-unsent",
    )
)
_USUAL = frozenset((b"from", b"to", b"subject", b"date", b"cc", b"sender", b"content-type"))

_SAVED = (
    b"saved by ",
    b"snapshot-content-location:",
    b"content-location:",
    b'type="text/html"',
    b"type=text/html",
)


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
    """Whether the bytes begin with the header of a tar member and its right checksum (POSIX.1-1988, ustar)."""
    field = head[148:156].partition(b"\0")[0].strip()
    if len(head) < 512 or not head[0] or not _OCTAL.fullmatch(field):
        return False
    if not (_TAR_NUMBER.match(head[100:108]) and _TAR_NUMBER.match(head[108:116])):
        return False
    stated = int(field, 8)
    block = head[:148] + b"        " + head[156:512]
    return stated in (sum(block), sum(byte - 256 if byte > 127 else byte for byte in block))


def is_mail(head: bytes) -> bool:
    """Whether the bytes begin with the fields of a mail (RFC 5322), or a mailbox of several (RFC 4155)."""
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
    """Whether a mail is a web page that a browser saved (MHTML, RFC 2557)."""
    lowered = head.lower()
    return b"multipart/related" in lowered and any(mark in lowered for mark in _SAVED)


_MOST_CHUNKS = 5000


def chunks(data: bytes, at: int, end: int, order: str = "little") -> Iterator[tuple[bytes, int, int]]:
    """Name, beginning and end of the content of each chunk; one that says more than there is, is cut."""
    for _ in range(_MOST_CHUNKS):
        if at + 8 > end:
            return
        size = int.from_bytes(data[at + 4 : at + 8], "big" if order == "big" else "little")
        yield data[at : at + 4], at + 8, min(at + 8 + size, end)
        at += 8 + size + (size & 1)

"""Film: MP4, QuickTime, Matroska, WebM, AVI, WMV: what it is and says of itself, subtitles, key frames if asked for."""

from __future__ import annotations

from extractors import asf, matroska, media, mp4, riff
from extractors.media import Facts
from extractors.types import Document, Source, Unreadable


def extract(source: Source) -> Document:
    document = source.document()
    facts = Facts()
    data = source.data
    if data.startswith(b"\x1a\x45\xdf\xa3"):
        known = matroska.read(data, facts)
    elif data.startswith(b"RIFF"):
        riff.read(data, facts)
        known = bool(facts.streams)
    elif data.startswith(asf.HEADER):
        asf.read(data, facts)
        known = bool(facts.streams)
    elif source.format == "mp4" or data[4:8] in (b"ftyp", b"moov", b"mdat"):
        known = mp4.read(data, facts)
        if not known:
            facts.media_type = ""
    else:
        known = False
    if not known and not facts.tags and source.format != "video":
        raise Unreadable("The film is damaged: nothing tells what is in it.")
    media.fill(document, facts, source)
    if source.text and facts.first("subtitle"):
        from extractors import subtitles  # loads FFmpeg

        subtitles.add(document, data)
    if source.pictures:
        from extractors import keyframes

        film = keyframes.find(data)
        document.pictures += film.pictures
        document.warnings += film.warnings
        for name, value in film.metadata.items():
            document.metadata.setdefault(name, value)
    return document

"""MP3: the tags, with Chinese ones that were stored as if they were Latin-1 put right."""

from __future__ import annotations

import io
import re
from typing import Any

import mutagen.id3
import mutagen.mp3
from mutagen import MutagenError

from extractors import bombs, dates
from extractors.html_metadata import clean, language
from extractors.types import Document, Part, Source, Unreadable

# mutagen's annotations are partial: taken as untyped.
_open_audio: Any = mutagen.mp3.MP3
_open_tags: Any = mutagen.id3.ID3
# The bytes of the most usual characters (and punctuation) of each set.
_COMMON = {
    "gb18030": re.compile(rb"[\xb0-\xd7][\xa1-\xfe]|\xa1[\xa1-\xfe]|\xa3[\xa1-\xfe]"),
    "big5hkscs": re.compile(rb"[\xa4-\xc6][\x40-\x7e\xa1-\xfe]|\xa1[\x40-\x7e\xa1-\xfe]"),
    "cp932": re.compile(rb"[\x88-\x97][\x40-\x7e\x80-\xfc]|[\x81-\x83][\x40-\x7e\x80-\xfc]"),
}
_FRAMES = {
    "TIT2": "title",
    "TPE1": "artist",
    "TALB": "album",
    "TRCK": "track",
    "TCON": "genre",
    "TCOM": "composer",
    "TPE2": "album artist",
    "TCOP": "copyright",
}


def extract(source: Source) -> Document:
    document = source.document()
    bombs.check_id3(source.data)
    tags = _tags(source.data)
    try:
        audio = _open_audio(io.BytesIO(source.data))
        document.metadata["duration"] = f"{audio.info.length:.1f}"
        document.metadata["bitrate"] = str(audio.info.bitrate)
    except (MutagenError, ValueError, OverflowError, ZeroDivisionError) as error:
        if tags is None:
            raise Unreadable("The audio data is damaged and holds no tags.") from error
        document.warnings = ("The audio data is damaged or missing; only the tags were read.",)
    if tags is None:
        return document
    for frame, name in _FRAMES.items():
        value = clean(repair("/".join(str(text) for text in getattr(tags.get(frame), "text", []))))
        if value:
            document.metadata[name] = value
    document.title = document.metadata.get("title", "")
    document.title_source = "ID3" if document.title else ""
    document.author = document.metadata.get("artist", "")
    document.date = dates.iso(str(tags.get("TDRC") or tags.get("TYER") or ""))
    document.language = language(str(tags.get("TLAN") or ""))
    texts = [repair(frame.text) for frame in tags.getall("USLT")]
    texts += [repair("\n".join(map(str, frame.text))) for frame in tags.getall("COMM") if not frame.desc]
    shown = [document.metadata[name] for name in ("title", "artist", "album") if name in document.metadata]
    document.parts = tuple(Part("paragraph", text) for text in (*shown, *texts) if text.strip())
    document.text = "\n".join(part.text for part in document.parts)
    return document


def _tags(data: bytes) -> Any:
    try:
        return _open_tags(io.BytesIO(data))  # falls back to ID3v1 at the end
    except mutagen.id3.ID3NoHeaderError:
        return None
    except (MutagenError, ValueError) as error:
        raise Unreadable("The tags of the audio file are damaged.") from error


def repair(text: str) -> str:
    """Text whose GBK, Big5 or Shift_JIS bytes were labelled Latin-1 ("ÌýÂèÂèµÄ»°" → 听妈妈的话), put right."""
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return text  # it was labelled rightly: Latin-1 has no such characters
    high = sum(1 for byte in data if byte >= 0x80)
    if high < 2:
        return text
    for codec, pattern in _COMMON.items():
        # Nearly all accented letters must make up common characters: in Latin words they mostly stand alone.
        if 2 * len(pattern.findall(data)) * 10 >= high * 8:
            try:
                return data.decode(codec)
            except UnicodeDecodeError:
                continue
    return text

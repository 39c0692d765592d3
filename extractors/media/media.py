"""What the readers of sound and film find out, and the Document that is made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from extractors.base import dates, spacing
from extractors.base.language import usual_tag
from extractors.base.sentences import Message
from extractors.base.spacing import listed
from extractors.base.types import Candidate, Document, Line, Part, Source
from extractors.media import covers, tag_charset
from extractors.plain import lrc
from extractors.titles.ranking import take

MOST_TEXT = 1 << 20
"""Bytes read of one tag."""
_MOST_PARTS = 20_000
# in the order in which they are read aloud
_SHOWN = listed("artist album album-artist composer lyricist genre description comment copyright")
_KEPT = listed("track disc publisher encoder keywords location camera isrc bpm url")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|2[01]\d\d)(?!\d)")
_IMAGE_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|bmp)$", re.IGNORECASE)


@dataclass(slots=True)
class Tag:
    """One value; bytes are text in an unknown character set. `origin` names the kind of tag ("ID3v1")."""

    name: str
    value: str | bytes
    origin: str


@dataclass(slots=True)
class Stream:
    """One track: `kind` is "video", "audio" or "subtitle"; pixels, frames a second, hertz; 0 when unknown."""

    kind: str
    codec: str = ""
    width: int = 0
    height: int = 0
    frame_rate: float = 0.0
    sample_rate: int = 0
    channels: int = 0
    language: str = ""


@dataclass(slots=True)
class Facts:
    """What is known of a sound or film. `covers` are (bytes, caption), `chapters` (seconds, title); `lyrics` are whole
    texts, `timed` lines with their times."""

    tags: list[Tag] = field(default_factory=list)
    streams: list[Stream] = field(default_factory=list)
    chapters: list[tuple[float, str | bytes]] = field(default_factory=list)
    covers: list[tuple[bytes, str | bytes]] = field(default_factory=list)
    lyrics: list[str | bytes] = field(default_factory=list)
    timed: list[tuple[float, str | bytes]] = field(default_factory=list)
    duration: float = 0.0
    bitrate: int = 0
    media_type: str = ""
    warnings: list[str] = field(default_factory=list)
    extra: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, value: str | bytes, origin: str) -> None:
        """Note a tag, unless it is empty or already known."""
        value = (
            value[:MOST_TEXT].strip(b" \t\r\n\0")
            if isinstance(value, bytes)
            else value[:MOST_TEXT].strip(" \t\r\n\0\ufeff")
        )
        if value and not any(tag.name == name and tag.value == value for tag in self.tags):
            self.tags.append(Tag(name, value, origin))

    def warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def first(self, kind: str) -> Stream | None:
        """The first track of a kind."""
        return next((stream for stream in self.streams if stream.kind == kind), None)


def raw(text: str) -> str | bytes:
    """A text, or its bytes where they are no UTF-8 and came as surrogates."""
    text = text[:MOST_TEXT]
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")
    return text


def fill(document: Document, facts: Facts, source: Source) -> None:
    """Put everything that is known into the document."""
    decision = tag_charset.decide(_bytes_of(facts))
    read = decision.read
    if decision.charset:
        document.metadata["tags-charset"] = decision.charset
        document.metadata["tags-charset-source"] = decision.reason
        facts.warn(Message("tags-not-say", charset=decision.charset, reason=decision.reason))
    values: dict[str, list[tuple[str, str]]] = {}
    for tag in facts.tags:
        text = read(tag.value)
        if text.strip():
            values.setdefault(tag.name, []).append((text, tag.origin))
    _facts(document, facts)
    _tags(document, values)
    _titles(
        document,
        values,
        [(image, spacing.line(read(caption))) for image, caption in facts.covers],
        source.name,
    )
    document.lyrics = _lyrics(facts, read)
    _parts(document, values, [(at, read(title)) for at, title in facts.chapters])
    if facts.covers:
        document.metadata["covers"] = str(len(facts.covers))
    if source.pictures:
        document.pictures = tuple(
            covers.pictures((image, spacing.line(read(caption))) for image, caption in facts.covers)
        )
    document.media_type = facts.media_type or document.media_type
    document.warnings = tuple(facts.warnings)
    if not source.text:
        document.parts, document.text = (), ""


def by_key(named: dict[str, str]) -> dict[str, str]:
    """The name that each key of a tag stands for; `named` holds the keys of each name with commas between them."""
    return {key: name for name, keys in named.items() for key in keys.split(", ")}


def seconds(value: float) -> str:
    """A length of time with at most three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _bytes_of(facts: Facts) -> Iterable[str | bytes]:
    yield from (tag.value for tag in facts.tags)
    yield from (text for _, text in facts.timed[:50])
    yield from (text[:2000] for text in facts.lyrics)
    yield from (title for _, title in facts.chapters)


def _facts(document: Document, facts: Facts) -> None:
    metadata = document.metadata
    if 0 < facts.duration < 1e8:
        metadata["duration"] = seconds(facts.duration)
    if facts.bitrate > 0:
        metadata["bitrate"] = str(facts.bitrate)
    video, audio = facts.first("video"), facts.first("audio")
    if video:
        for name, number in (("width", video.width), ("height", video.height)):
            if number:
                metadata[name] = str(number)
        if 0 < video.frame_rate < 1000:
            metadata["frame-rate"] = seconds(video.frame_rate)
        if video.codec:
            metadata["video-codec"] = video.codec
    if audio:
        for name, number in (("sample-rate", audio.sample_rate), ("channels", audio.channels)):
            if number:
                metadata[name] = str(number)
        if audio.codec:
            metadata["audio-codec"] = audio.codec
    spoken = {stream.language for stream in facts.streams if stream.language not in ("", "und")}
    if spoken:
        metadata["track-languages"] = ", ".join(sorted(spoken))
    if facts.chapters:
        metadata["chapters"] = str(len(facts.chapters))
    metadata.update(facts.extra)


def _tags(document: Document, values: dict[str, list[tuple[str, str]]]) -> None:
    for name in (*_SHOWN, *_KEPT):
        if name in values:
            origin = values[name][0][1]
            same = [spacing.line(text) for text, place in values[name] if place == origin]
            document.metadata[name] = spacing.line("; ".join(dict.fromkeys(filter(None, same))))
    document.author = document.metadata.get("artist") or document.metadata.get("album-artist", "")
    written = [spacing.line(text) for text, _ in values.get("date", ())]
    document.date = next(filter(None, map(dates.iso, written)), "")
    year = next((found[0] for text in (document.date, *written) if (found := _YEAR.search(text))), "")
    if year:
        document.metadata["year"] = year
    if not document.date:
        document.date = year
    document.language = next(filter(None, (usual_tag(text) for text, _ in values.get("language", ()))), "")


def _titles(
    document: Document,
    values: dict[str, list[tuple[str, str]]],
    pictures: list[tuple[bytes, str]],
    name: str | None,
) -> None:
    tags: list[Candidate] = []
    for text, origin in values.get("title", ()):
        said = spacing.line(text)
        cut = origin in ("ID3v1", "RIFF") and any(longer.text.startswith(said) for longer in tags)
        tags.append(
            Candidate(
                said, "metadata", 60.0 if cut else 100.0 - len(tags), Message("title-tags", tags=origin)
            )
        )
    found = tags[:]
    if tags and tags[0].text and document.author:
        both = f"{document.author} – {tags[0].text}"
        found.append(Candidate(spacing.line(both), "metadata", 50.0, Message("artist-title-together")))
    for text, origin in values.get("subtitle", ()):
        found.append(Candidate(spacing.line(text), "metadata", 40.0, Message("subtitle-tags", tags=origin)))
    for _, caption in pictures:
        if not _IMAGE_FILE.search(caption):
            found.append(
                Candidate(spacing.line(caption), "cover caption", 30.0, Message("caption-cover-name"))
            )
    file = spacing.line((name or "").partition("?")[0].rpartition("/")[2])
    if all(file != one.text for one in found):
        found.append(Candidate(file, "file name", 0.0, Message("name-of-file-mark")))
    take(document, found)


def _lyrics(facts: Facts, read: tag_charset.Reader) -> tuple[Line, ...]:
    lines = [Line(max(at, 0.0), spacing.line(read(text))) for at, text in facts.timed]
    timed = sorted((line for line in lines if line.text), key=lambda line: line.seconds)
    if timed:
        return tuple(timed[: lrc.MOST_LINES])
    for text in facts.lyrics:
        song = lrc.read(read(text))
        if song.timed:
            return song.lines
    return next((song.lines for text in facts.lyrics if (song := lrc.read(read(text))).lines), ())


def _parts(
    document: Document,
    values: dict[str, list[tuple[str, str]]],
    chapters: list[tuple[float, str]],
) -> None:
    parts = [Part("heading", document.title, 1)] if document.title else []
    for name in _SHOWN:
        if name in values:
            texts = dict.fromkeys(
                "\n".join(spacing.line(line) for line in text.splitlines() if line.strip())
                for text, _ in values[name]
            )
            parts += [Part("paragraph", text) for text in texts if text]
    parts += [Part("item", spacing.line(title), 1) for _, title in chapters if spacing.line(title)]
    if document.lyrics:
        parts.append(Part("paragraph", "\n".join(line.text for line in document.lyrics)))
    document.parts = tuple(parts[:_MOST_PARTS])
    document.text = "\n".join(part.text for part in document.parts)

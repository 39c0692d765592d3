"""Tags, length, cover and lyrics of all kinds of sound."""

from __future__ import annotations

import base64
import io
import struct
import time
import wave
import zlib

import av
import numpy as np
import pytest
from mutagen.apev2 import APEv2
from mutagen.flac import FLAC, Picture
from mutagen.id3 import APIC, CHAP, COMM, SYLT, TALB, TCON, TDRC, TIT2, TPE1, TRCK, USLT
from mutagen.mp4 import MP4, MP4Cover
from mutagen.ogg import OggPage
from mutagen.oggopus import OggOpus

from extractors.door.registry import extract
from tests.mediasamples import LYRICS, SILENCE, png, song, tagged


def sound(form: str, codec: str, rate: int = 48000, **tags: str) -> bytes:
    """Half a second of a tone in a real file."""
    out = io.BytesIO()
    with av.open(out, "w", format=form) as container:
        container.metadata.update(tags)
        stream = container.add_stream(codec, rate=rate)
        stream.bit_rate = 128_000
        wanted = stream.codec_context.format.name
        tone = (np.sin(np.arange(rate // 2) / 20) * 8000).astype(np.int16)
        frame = av.AudioFrame.from_ndarray(np.repeat(tone, 2)[None, :], format="s16", layout="stereo")
        frame.sample_rate = rate
        for piece in av.AudioResampler(
            wanted, "stereo", rate, stream.codec_context.frame_size or 1024
        ).resample(frame):
            container.mux(stream.encode(piece))
        container.mux(stream.encode())
    return out.getvalue()


def test_a_song_has_its_title_cover_and_lyrics() -> None:
    document = extract(song(), pictures=True)
    assert (document.format, document.title, document.title_source) == ("mp3", "听妈妈的话", "metadata")
    assert (document.author, document.metadata["album"]) == ("周杰伦", "依然范特西")
    assert [(line.text, line.seconds) for line in document.lyrics] == [
        (text, at / 1000) for text, at in LYRICS
    ]
    assert [(one.media_type, one.width, one.height, one.caption) for one in document.pictures] == [
        ("image/png", 8, 8, "封面")
    ]
    assert (
        document.text.splitlines()[:3] == ["听妈妈的话", "周杰伦", "依然范特西"]
        and "别让她受伤" in document.text
    )
    assert ("周杰伦 – 听妈妈的话", "metadata") in [candidate[:2] for candidate in document.candidates]
    assert not extract(song()).pictures


@pytest.mark.parametrize("version", [3, 4])
def test_the_frames_of_id3(version: int) -> None:
    frames = (
        TIT2(1, "北京"),
        TRCK(0, "3/11"),
        TCON(0, "(17)"),
        COMM(1, "eng", "", "记录"),
        COMM(0, "eng", "iTunNORM", "00"),
    )
    document = extract(tagged(*frames, TDRC(0, "2006-09-05"), USLT(1, "zho", "", "一\n二"), version=version))
    assert (document.title, document.date[:4]) == ("北京", "2006")
    assert {
        "track": "3/11",
        "genre": "Rock",
        "comment": "记录",
        "year": "2006",
    }.items() <= document.metadata.items()
    assert [line.text for line in document.lyrics] == ["一", "二"] and document.lyrics[0].seconds == -1
    facts = [document.metadata[name] for name in ("sample-rate", "channels", "audio-codec", "bitrate")]
    assert facts == ["44100", "2", "mp3", "128000"] and float(document.metadata["duration"]) == pytest.approx(
        0.26, abs=0.01
    )


def test_id3_2_2_without_synchronisation_and_cut_off() -> None:
    def frame(name: bytes, content: bytes, size: int | None = None) -> bytes:
        return name + (len(content) if size is None else size).to_bytes(3, "big") + content

    def tag(body: bytes, flags: int = 0, size: int | None = None) -> bytes:
        size = len(body) if size is None else size
        return b"ID3\x02\0" + bytes((flags, *(size >> shift & 127 for shift in (21, 14, 7, 0)))) + body

    wide = "ÿþ北".encode("utf-16")
    stuffed = frame(b"TT2", b"\1" + wide).replace(b"\xff", b"\xff\0")
    assert extract(tag(stuffed, 0x80) + SILENCE).title == "ÿþ北"
    # A tag promises more than the file holds.
    cut = extract(tag(frame(b"TAL", b"\0album") + frame(b"TT2", b"\0title"), size=1 << 20))
    assert (cut.title, cut.metadata["album"]) == ("title", "album") and "damaged" in cut.warnings[0]


def test_sizes_as_itunes_wrote_them_and_compressed_frames() -> None:
    long = b"\0" + b"word " * 60
    body = (
        b"TPE1"
        + len(long).to_bytes(4, "big")
        + b"\0\0"
        + long
        + b"TIT2"
        + b"\0\0\0\x06"
        + b"\0\0"
        + b"\0title"
    )
    header = b"ID3\x04\0\0" + bytes((0, 0, len(body) >> 7, len(body) & 127))
    assert extract(header + body + SILENCE).title == "title"
    packed = zlib.compress(b"\x03" + "压缩".encode())
    body = b"TIT2" + bytes((0, 0, 0, len(packed) + 4)) + b"\0\x09" + b"\0\0\0\x07" + packed
    assert extract(b"ID3\x04\0\0\0\0\0" + bytes((len(body),)) + body + SILENCE).title == "压缩"


def test_old_tags_at_the_end_in_any_order() -> None:
    old = (
        b"TAG"
        + "北京欢迎你".encode("gbk").ljust(30, b"\0")
        + b"singer".ljust(30, b"\0")
        + b"\0" * 62
        + b"\0\x07\x0c"
    )
    document = extract(SILENCE + old)
    assert (document.title, document.metadata["track"], document.metadata["genre"]) == (
        "北京欢迎你",
        "7",
        "Other",
    )
    assert document.metadata["tags-charset"] == "gbk" and "usual" in document.warnings[0]
    field = b"LYR" + b"00035" + b"[00:02]second\r\n[00:01][00:03]again\r\n"[:35] + b"ETT00012a long title"
    lyrics = b"LYRICSBEGIN" + field
    lyrics += b"%06dLYRICS200" % len(lyrics)
    ape, target = APEv2(), io.BytesIO()
    ape["Artist"], ape["Title"] = "from ape", "the title of ape"
    ape.save(target)
    latin = b"TAG" + b"a long ti".ljust(30, b"\0") + b"\0" * 95
    for tail in (target.getvalue() + lyrics + latin, lyrics + target.getvalue() + latin):
        document = extract(SILENCE + tail)
        assert document.author == "from ape" and {c.text for c in document.candidates} >= {
            "the title of ape",
            "a long title",
        }
        assert [(line.seconds, line.text) for line in document.lyrics] == [
            (1, "again"),
            (2, "second"),
            (3, "again"),
        ]
        assert float(document.metadata["duration"]) == pytest.approx(0.26, abs=0.01)
    first = b"LYRICSBEGIN[00:01]one\r\n[00:02]two\r\nLYRICSEND" + latin
    assert [line.text for line in extract(SILENCE + first).lyrics] == ["one", "two"]


def test_a_tag_of_very_many_frames_and_one_that_unpacks_to_much() -> None:
    """Neither time nor memory is spent on tags that no program would write; what came before is kept."""
    start = time.process_time()
    frames = b"TIT2\0\0\0\x06\0\0\0title" + b"TCON\0\0\0\x02\0\0\x00x" * 200_000
    size = bytes(len(frames) >> shift & 127 for shift in (21, 14, 7, 0))
    document = extract(b"ID3\x03\0\0" + size + frames + SILENCE)
    assert document.title == "title" and "damaged" in document.warnings[0]
    packed = b"TCON" + (lambda body: len(body).to_bytes(4, "big") + b"\0\x80" + body)(
        b"\x10\0\0\0" + zlib.compress(b"\0" + b"x" * (1 << 26))
    )
    frames = b"TIT2\0\0\0\x06\0\0\0title" + packed
    size = bytes(len(frames) >> shift & 127 for shift in (21, 14, 7, 0))
    document = extract(b"ID3\x03\0\0" + size + frames + SILENCE)
    assert document.title == "title" and "16 MiB" in document.warnings[0]
    assert time.process_time() - start < 5


def test_syllables_make_lines() -> None:
    frame = SYLT(3, "eng", 2, 1, "", [("Strang", 0), ("ers", 500), ("\nin", 900), (" the night", 1100)])
    assert [(line.seconds, line.text) for line in extract(tagged(TIT2(3, "x"), frame)).lyrics] == [
        (0, "Strangers"),
        (0.9, "in the night"),
    ]


def test_chapters_of_a_talk() -> None:
    chapter = CHAP("a", 1500, 3000, 0xFFFFFFFF, 0xFFFFFFFF, [TIT2(3, "第一章")])
    document = extract(tagged(TIT2(3, "x"), chapter))
    assert document.metadata["chapters"] == "1" and [p.text for p in document.parts if p.kind == "item"] == [
        "第一章"
    ]


def test_the_caption_of_a_cover_is_the_last_resort() -> None:
    cover = APIC(3, "image/png", 3, "album cover", png())
    document = extract(tagged(cover))
    assert (document.title, document.title_source) == ("album cover", "cover caption")
    assert extract(tagged(cover, TIT2(3, "song"))).title == "song"


def test_a_file_name_is_a_candidate_and_no_title() -> None:
    document = extract(SILENCE, name="http://h/%E6%AD%8C.mp3?x=1")
    assert not document.title and document.candidates[-1].source == "file name"


@pytest.mark.parametrize(
    ("form", "codec", "found", "media_type"),
    [
        ("flac", "flac", "flac", "audio/flac"),
        ("ogg", "libopus", "ogg", "audio/ogg"),
        ("ipod", "aac", "m4a", "audio/mp4"),
        ("mp4", "aac", "mp4", "audio/mp4"),
        ("wav", "pcm_s16le", "wav", "audio/wav"),
        ("aiff", "pcm_s16be", "audio", "audio/aiff"),
        ("asf", "wmav2", "audio", "audio/x-ms-wma"),
        ("matroska", "libopus", "mkv", "audio/x-matroska"),
        ("webm", "libopus", "webm", "audio/webm"),
        ("adts", "aac", "audio", "audio/aac"),
    ],
)
def test_every_container(form: str, codec: str, found: str, media_type: str) -> None:
    data = sound(form, codec, title="雪落荷塘", artist="Björk", album="Café")
    document = extract(data)
    assert (document.format, document.media_type, document.error) == (found, media_type, "")
    assert float(document.metadata["duration"]) == pytest.approx(0.5, abs=0.08)
    assert (document.metadata["sample-rate"], document.metadata["channels"]) == ("48000", "2")
    if form in ("adts", "aiff"):
        return  # no tags, no more than ASCII
    assert (document.title, document.author) == ("雪落荷塘", "Björk")
    assert form == "mp4" or document.metadata["album"] == "Café"


def test_lyrics_and_covers_of_flac_ogg_and_m4a() -> None:
    picture = Picture()
    picture.data, picture.mime, picture.desc = png(30, 20), "image/png", "封面"
    flac_file = io.BytesIO(sound("flac", "flac", title="x"))
    flac = FLAC(flac_file)
    flac.add_picture(picture)
    flac["LYRICS"] = "[00:02.50]二\n[00:01.00]一"
    flac_file.seek(0)
    flac.save(flac_file)
    opus_file = io.BytesIO(sound("ogg", "libopus", title="x"))
    opus = OggOpus(opus_file)
    opus["METADATA_BLOCK_PICTURE"] = base64.b64encode(picture.write()).decode()
    opus["UNSYNCEDLYRICS"] = "[00:02.50]二\n[00:01.00]一"
    opus_file.seek(0)
    opus.save(opus_file)
    m4a_file = io.BytesIO(sound("ipod", "aac", title="x"))
    m4a = MP4(m4a_file)
    m4a["covr"], m4a["\xa9lyr"], m4a["trkn"] = (
        [MP4Cover(png(30, 20), 14)],
        "[00:02.50]二\n[00:01.00]一",
        [(3, 9)],
    )
    m4a_file.seek(0)
    m4a.save(m4a_file)
    for file in (flac_file, opus_file, m4a_file):
        document = extract(file.getvalue(), pictures=True)
        assert document.title == "x" and [(one.width, one.height) for one in document.pictures] == [(30, 20)]
        assert [(line.seconds, line.text) for line in document.lyrics] == [(1, "一"), (2.5, "二")]
    assert document.metadata["track"] == "3/9"


def test_flac_in_ogg() -> None:
    """Each packet is a metadata block of FLAC; the first has a head of its own, and here tells no length."""
    plain = sound("flac", "flac", title="雪")
    body = b"\0\0\0\0\x01\0\0\0\x0c\0\0\0TITLE=" + "雪雪".encode()
    comment = b"\x84" + len(body).to_bytes(3, "big") + body
    head = b"\x7fFLAC\x01\0\0\x01" + plain[:22] + bytes(4) + plain[26:42]
    pages = []
    for number, packet in enumerate((head, comment)):
        page = OggPage()
        page.packets, page.sequence, page.first, page.position = [packet], number, not number, 0
        pages.append(page.write())
    last = OggPage()
    last.packets, last.sequence, last.position = [b"\xff\xf8" + bytes(20)], 2, 96000
    document = extract(b"".join(pages) + last.write())
    assert (document.format, document.title, document.metadata["duration"]) == ("ogg", "雪雪", "2")
    assert document.metadata["sample-rate"] == "48000"


def test_wav_with_tags_in_gbk() -> None:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b"\0" * 16000)
    name = "春江花月夜".encode("gbk")
    info = b"INFO" + b"INAM" + struct.pack("<I", len(name)) + name
    document = extract(out.getvalue() + b"LIST" + struct.pack("<I", len(info)) + info)
    assert (document.title, document.metadata["duration"], document.metadata["tags-charset"]) == (
        "春江花月夜",
        "1",
        "gbk",
    )


def test_midi() -> None:
    def track(*events: bytes) -> bytes:
        body = b"".join(events) + b"\0\xff\x2f\0"
        return b"MTrk" + struct.pack(">I", len(body)) + body

    head = b"MThd" + struct.pack(">IHHH", 6, 1, 2, 480)
    tempo = b"\0\xff\x51\x03" + (250_000).to_bytes(3, "big")
    song = track(b"\0\xff\x03\x05Piece", tempo) + track(
        b"\0\xff\x03\x05Piano", b"\0\x90\x40\x40", b"\x87\x40\x80\x40\0"
    )
    document = extract(head + song)
    assert (document.media_type, document.title, document.metadata["duration"]) == (
        "audio/midi",
        "Piece",
        "0.5",
    )


def test_damage_is_reported() -> None:
    assert extract(b"ID3\x04\0\0\x7f\x7f\x7f\x7f").error
    assert (
        extract(SILENCE[:40], declared_type="audio/mpeg").error
        == "The audio data is damaged and holds no tags."
    )
    document = extract(tagged(TIT2(3, "x"), sound=b""))
    assert document.title == "x" and "only the tags" in document.warnings[0]


@pytest.mark.parametrize(
    "data",
    [
        song(),
        sound("flac", "flac", title="x"),
        sound("ogg", "libopus", title="x"),
        sound("ipod", "aac", title="x"),
    ],
    ids=["mp3", "flac", "ogg", "m4a"],
)
def test_cut_files_never_fail(data: bytes) -> None:
    """Whatever is left of a file, the answer is a document; the tags at its beginning stay readable."""
    for share in range(1, 20):
        document = extract(data[: len(data) * share // 20], declared_type="audio/mpeg")
        assert "could not be read as" not in document.error
    assert extract(data[: len(data) // 2]).title or data[4:8] == b"ftyp"


def test_an_artist_alone_is_no_title() -> None:
    document = extract(tagged(TPE1(3, "周杰伦"), TALB(3, "范特西")))
    assert (document.title, document.author) == ("", "周杰伦")

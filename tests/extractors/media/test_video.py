"""What films are and say of themselves, without decoding them."""

from __future__ import annotations

import av
import pytest

from extractors.door.registry import extract
from extractors.door.sniffing import sniff
from tests.mediasamples import film, scene, song


@pytest.mark.parametrize(
    ("form", "codec", "found", "media_type"),
    [
        ("mp4", "mpeg4", "mp4", "video/mp4"),
        ("mov", "mpeg4", "mp4", "video/quicktime"),
        ("3gp", "mpeg4", "mp4", "video/3gpp"),
        ("webm", "libvpx", "webm", "video/webm"),
        ("matroska", "mpeg4", "mkv", "video/x-matroska"),
        ("avi", "mpeg4", "avi", "video/x-msvideo"),
        ("asf", "mpeg4", "video", "video/x-ms-wmv"),
    ],
)
def test_every_container(form: str, codec: str, found: str, media_type: str) -> None:
    tags = {"title": "定製 rules 檔案", "artist": "Jürgen 王小明", "comment": "备注", "date": "2011"}
    document = extract(film([scene(1)] * 25, form, codec, **tags))
    assert (document.format, document.media_type, document.error) == (found, media_type, "")
    assert (document.title, document.title_source) == ("定製 rules 檔案", "metadata")
    assert form == "3gp" or document.author == "Jürgen 王小明"
    assert form in ("3gp", "asf") or (document.metadata["comment"], document.date) == ("备注", "2011")
    assert (document.metadata["width"], document.metadata["height"]) == ("160", "120")
    assert float(document.metadata["duration"]) == pytest.approx(1, abs=0.15)
    assert document.text.splitlines()[0] == "定製 rules 檔案"


def test_an_avi_in_gbk() -> None:
    data = film([scene(1)] * 5, "avi", title="abcdefghij")
    name = "春江花月夜".encode("gbk")
    document = extract(data.replace(b"abcdefghij", name))
    assert (document.title, document.metadata["tags-charset"]) == ("春江花月夜", "gbk")


def ebml(name: int, *contents: bytes) -> bytes:
    body = b"".join(contents)
    return (
        name.to_bytes((name.bit_length() + 7) // 8, "big") + (len(body) | 1 << 28).to_bytes(4, "big") + body
    )


def test_matroska_chapters_levels_and_sizes_unknown() -> None:
    """Of titles of a song and its album the song's, which stands last, is the title."""

    def tag(level: int, key: str, value: str) -> bytes:
        return ebml(
            0x7373,
            ebml(0x63C0, ebml(0x68CA, bytes((level,)))),
            ebml(0x67C8, ebml(0x45A3, key.encode()), ebml(0x4487, value.encode())),
        )

    def chapter(at: int, title: str) -> bytes:
        return ebml(
            0xB6,
            ebml(0x73C4, bytes((1 + at % 255,))),
            ebml(0x91, at.to_bytes(8, "big")),
            ebml(0x80, ebml(0x85, title.encode())),
        )

    tags = ebml(0x1254C367, tag(50, "TITLE", "专辑"), tag(30, "TITLE", "歌"), tag(50, "ARTIST", "人"))
    chapters = ebml(0x1043A770, ebml(0x45B9, chapter(0, "序"), chapter(2_500_000_000, "第一章")))
    data = film([scene(1)] * 5, "matroska")
    at = data.index(b"\x18\x53\x80\x67") + 4
    for size in (
        b"\x01" + (len(data) - at - 8 + len(tags + chapters)).to_bytes(7, "big"),
        b"\x01" + b"\xff" * 7,
    ):
        document = extract(data[:at] + size + tags + chapters + data[at + 8 :])
        assert (document.title, document.author) == ("歌", "人")
        assert [part.text for part in document.parts if part.kind == "item"] == ["序", "第一章"]


def test_films_and_songs_are_not_taken_for_each_other() -> None:
    with av.logging.Capture():
        data = film([scene(1)] * 3)
    assert sniff(data, "text/html", "a.html") == "mp4" and sniff(song(), "text/plain") == "mp3"
    assert sniff(b"\0\0\0\x18ftypM4A \0\0\0\0") == "m4a" and sniff(b"\0\0\0\x18ftypheic\0\0\0\0") == "image"
    assert sniff(b"\0\0\0\x18ftypisom\0\0\0\0", "audio/mp4") == "m4a"
    for text in (
        b"RIFF is a format",
        b"OggScholar",
        b"FORMAT",
        b"MP+ and more",
        b"freemoov",
        b"\xff\xfe<\0p\0>\0x\0",
        b"ID4",
    ):
        assert sniff(text) in ("text", "html", "ogg"), text
    assert sniff("яы не звук, а слова".encode("cp1251")) == "text"
    assert sniff(b"<html>" + data) == "html"


def test_damage_is_reported() -> None:
    assert (
        extract(b"\0\0\0\x18ftypisom" + b"\0" * 40).error
        == "The film is damaged: nothing tells what is in it."
    )
    data = film([scene(1)] * 10, title="x")
    for end in range(0, len(data), max(1, len(data) // 40)):
        assert "could not be read as" not in extract(data[:end], declared_type="video/mp4").error

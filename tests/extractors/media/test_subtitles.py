"""Subtitles of films: words with their times, of all kinds of tracks that are text; bounded, never raising."""

from __future__ import annotations

import io
from fractions import Fraction

import av
import pytest

from extractors.base.types import Part
from extractors.door.registry import extract
from extractors.media import video
from extractors.plain import subtitles
from tests.extractors.media.test_video import ebml


def matroska(*tracks: tuple[str, bytes, list[tuple[int, bytes]]]) -> bytes:
    """Tracks as (language, codec, [(milliseconds, content)])."""
    entries, blocks = [], []
    for number, (language, codec, lines) in enumerate(tracks, 1):
        about = (
            ebml(0xD7, bytes((number,))),
            ebml(0x73C5, bytes((number,))),
            ebml(0x83, b"\x11"),
            ebml(0x86, codec),
        )
        entries.append(ebml(0xAE, *about, ebml(0x22B59C, language.encode())))
        for at, content in lines:
            block = bytes((0x80 | number,)) + at.to_bytes(2, "big") + b"\0" + content
            blocks.append(ebml(0xA0, ebml(0xA1, block), ebml(0x9B, (900).to_bytes(2, "big"))))
    info = ebml(0x1549A966, ebml(0x2AD7B1, (1_000_000).to_bytes(4, "big")), ebml(0x4489, b"\x45\x1c\x40\0"))
    cluster = ebml(0x1F43B675, ebml(0xE7, b"\0"), *blocks)
    head = ebml(0x1A45DFA3, ebml(0x4282, b"matroska"), ebml(0x4287, b"\4"), ebml(0x4285, b"\2"))
    return head + ebml(0x18538067, info, ebml(0x1654AE6B, *entries), cluster)


def test_words_with_their_times_are_parts_and_without_them_text() -> None:
    lines = [(500, b"<i>Hello</i> there,\r\nmy friend."), (2000, "你好，世界。".encode()), (2500, b" ")]
    document = extract(matroska(("eng", b"S_TEXT/UTF8", lines)))
    assert (document.format, document.error) == ("mkv", "")
    assert document.parts == (
        Part("paragraph", "0:00  Hello there,\nmy friend.", role="subtitle"),
        Part("paragraph", "0:02  你好，世界。", role="subtitle"),
    )
    assert document.text == "Hello there,\nmy friend.\n你好，世界。"


def test_several_tracks_are_told_apart_by_their_language() -> None:
    document = extract(
        matroska(
            ("eng", b"S_TEXT/UTF8", [(1000, b"Yes")]),
            ("ger", b"S_TEXT/UTF8", [(1000, b"Ja"), (3000, b"Nein")]),
        )
    )
    assert [part.text for part in document.parts] == ["eng", "0:01  Yes", "ger", "0:01  Ja", "0:03  Nein"]


def test_styled_events_and_timed_text() -> None:
    out = io.BytesIO()
    with av.open(out, "w", format="matroska") as container:
        stream = container.add_stream("ass")
        packet = av.Packet(rb"0,0,Default,,0,0,0,,{\i1}One{\i0}, two,\NThree")
        packet.stream, packet.time_base = stream, Fraction(1, 1000)
        packet.pts = packet.dts = 3_723_000
        container.mux(packet)
    tracks, warning = video.find(out.getvalue())
    assert [(line.seconds, line.text) for line in tracks[0].lines] == [(3723.0, "One, two,\nThree")]
    assert warning == ""
    assert [part.text for part in subtitles.parts(tracks[0].lines)] == ["1:02:03  One, two,\nThree"]
    assert video._words(b"\0\5hello\0\0\0\x16styl", "mov_text") == "hello"


def test_very_many_subtitles_are_cut_and_damage_costs_only_what_is_damaged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = matroska(("eng", b"S_TEXT/UTF8", [(n * 1000, f"line {n}".encode()) for n in range(30)]))
    monkeypatch.setattr(subtitles, "MOST_LINES", 20)
    document = extract(data)
    assert len(document.parts) == 20
    assert document.warnings == ("The film has very many subtitles; the first of them are shown.",)
    for end in range(50, len(data), 97):
        assert "could not be read as" not in extract(data[:end]).error
    assert video.find(b"no film") == ([], "")

"""Small films and songs, made here so that what is in them is known."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence

import av
import numpy as np
from mutagen.id3 import APIC, ID3, SYLT, TALB, TIT2, TPE1, Encoding

SILENCE = (b"\xff\xfb\x90\x64" + b"\0" * 413) * 10
"""A quarter of a second of MP3 at 128 kbit/s, 44100 Hz, stereo."""
LYRICS = (
    ("听妈妈的话 别让她受伤", 0.0),
    ("想快快长大 才能保护她", 5500.0),
    ("美丽的白发 幸福中发芽", 9250.0),
)


def scene(seed: int, width: int = 160, height: int = 120) -> np.ndarray:
    """A picture of coloured boxes, different for each seed."""
    random = np.random.default_rng(seed)
    image = np.zeros((height, width, 3), np.float32) + random.integers(30, 220, 3)
    for _ in range(8):
        left, top = random.integers(0, width), random.integers(0, height)
        image[top : top + random.integers(20, 60), left : left + random.integers(20, 80)] = random.integers(
            0, 255, 3
        )
    return image


def film(
    frames: Sequence[np.ndarray], form: str = "mp4", codec: str = "mpeg4", rate: int = 25, **tags: str
) -> bytes:
    """A film of pictures (height × width × 3, 0–255)."""
    out = io.BytesIO()
    with av.open(out, "w", format=form) as container:
        container.metadata.update(tags)
        stream = container.add_stream(codec, rate=rate)
        stream.height, stream.width = frames[0].shape[:2]
        stream.pix_fmt = "yuvj420p" if codec == "mjpeg" else "yuv420p"
        stream.bit_rate = 400_000
        stream.codec_context.thread_count = 1
        for image in frames:
            pixels = np.clip(image, 0, 255).astype(np.uint8)
            container.mux(
                stream.encode(av.VideoFrame.from_ndarray(np.ascontiguousarray(pixels), format="rgb24"))
            )
        container.mux(stream.encode())
    return out.getvalue()


def png(width: int = 8, height: int = 8, *chunks: tuple[bytes, bytes]) -> bytes:
    """A black PNG with some chunks before its pixels."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            len(content).to_bytes(4, "big") + name + content + zlib.crc32(name + content).to_bytes(4, "big")
        )

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\0\0\0\0"
    pixels = zlib.compress(b"\0" * (width + 1) * height) if width * height < 1 << 20 else b""
    parts = ((b"IHDR", head), *chunks, (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def tagged(*frames: object, sound: bytes = SILENCE, version: int = 4) -> bytes:
    """A song with ID3v2 frames."""
    tags, target = ID3(), io.BytesIO()
    for frame in frames:
        tags.add(frame)
    if version == 3:
        tags.update_to_v23()
    tags.save(target, v2_version=version)
    return target.getvalue() + sound


def song() -> bytes:
    """A song with title, artist, album, cover and lyrics with times."""
    return tagged(
        TIT2(3, "听妈妈的话"),
        TPE1(3, "周杰伦"),
        TALB(3, "依然范特西"),
        APIC(3, "image/png", 3, "封面", png()),
        SYLT(Encoding.UTF8, "zho", 2, 1, "", [(text, int(at)) for text, at in LYRICS]),
    )

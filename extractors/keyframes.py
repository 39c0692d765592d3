"""Key frames of a film: one small picture for each shot.

Decoding is bounded by pixels and time.
"""

from __future__ import annotations

import io
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import av
from av.error import FFmpegError
from PIL import Image

from extractors import film_files, shots
from extractors.types import Picture

MOST = 12
WIDEST = 480
"""Key frames a film, and pixels of their longer side."""
_PIXELS = 500_000_000
"""Pixels decoded a film to find its shots, and again to show them: 240 frames of 1920 × 1080, 5000 of 320 × 240."""
_PER_FRAME = 20_000  # what a frame costs besides its pixels
_LARGEST = 8192 * 4608
_SECONDS = 10.0  # of this thread: slow machines stop here, busy ones do not
_MOST_ERRORS = 200
_MOST_PACKETS = 2_000_000
_QUALITY = 80
_CUT_OFF = "The film is damaged or cut off; only a part of it could be shown."
_LONG = "The film is long; only a part of it was looked at for key frames."
_NONE = "No picture of the film could be decoded."


@dataclass(slots=True)
class Film:
    """Key frames in order of time, sentences about what could not be read, and what decoding found out."""

    pictures: tuple[Picture, ...] = ()
    warnings: tuple[str, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)


def find(data: bytes, most: int = MOST) -> Film:
    """At most so many key frames of a film. Never raises for a damaged one."""
    demuxer = film_files.demuxer_of(data)
    if demuxer is None:
        return Film(warnings=(_NONE,))
    try:
        with film_files.opened(data, demuxer) as container:
            stream = _stream(container)
            if stream is None:
                return Film()
            return _Reader(data, demuxer, container, stream, most).film()
    except (FFmpegError, ValueError, OSError, MemoryError, OverflowError):
        return Film(warnings=(_NONE,))


def _stream(container: Any) -> Any:
    """The largest track of pictures that is not a cover."""
    films = [one for one in container.streams.video if one.codec_context is not None and not _is_cover(one)]
    fitting = [one for one in films if 0 < one.codec_context.width * one.codec_context.height <= _LARGEST]
    return max(fitting, key=lambda one: one.codec_context.width * one.codec_context.height, default=None)


def _is_cover(stream: Any) -> bool:
    return bool(stream.disposition & av.stream.Disposition.attached_pic)


class _Reader:
    def __init__(self, data: bytes, demuxer: str, container: Any, stream: Any, most: int) -> None:
        self.data = data
        self.demuxer = demuxer
        self.container = container
        self.stream = stream
        self.most = most
        context = stream.codec_context
        self.pixels: int = context.width * context.height
        self.deadline = time.thread_time() + _SECONDS
        self.budget = _PIXELS
        self.errors = 0
        self.warnings: list[str] = []
        context.thread_count = 1
        self.origin: float | None = None

    def film(self) -> Film:
        rate = self.stream.average_rate or self.stream.guessed_rate
        lasting = float(self.stream.duration * self.stream.time_base) if self.stream.duration else 0.0
        lasting = lasting or (self.container.duration or 0) / av.time_base
        count = self.stream.frames or int(lasting * float(rate or 25))
        dense = 0 < count * (self.pixels + _PER_FRAME) <= self.budget
        small = self._look(dense)
        if not dense and len(small) < 4 and not self.warnings:
            self.container.seek(0)  # hardly any frame can be decoded alone: as many of the others as we may
            dense, small = True, self._look(True)
        found = shots.select(shots.find(small, dense), small.times, self.most)
        pictures = tuple(self._pictures([small.times[shot.shown] for shot in found], dense))
        if not pictures:
            self._warn(_NONE)
        context = self.stream.codec_context
        metadata = {"width": str(context.width), "height": str(context.height)}
        if lasting > 0:
            metadata["duration"] = f"{lasting:.3f}".rstrip("0").rstrip(".")
        if rate and 0 < float(rate) < 1000:
            metadata["frame-rate"] = f"{float(rate):.3f}".rstrip("0").rstrip(".")
        metadata["video-codec"] = context.name
        return Film(pictures, tuple(self.warnings), metadata)

    def _warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def _look(self, dense: bool) -> shots.Frames:
        """Small pictures of all frames, or of those that can be decoded alone."""
        self.stream.codec_context.skip_frame = "DEFAULT" if dense else "NONKEY"
        small = shots.Frames()
        last = -1.0
        for frame in self._frames(0 if dense else self._step()):
            self.budget -= self.pixels + _PER_FRAME
            seconds = self._seconds(frame, last)
            if seconds > last:
                last = seconds
                small.add(seconds, _pixels(frame, shots.WIDTH, shots.HEIGHT))
            if self.budget < 0 or time.thread_time() > self.deadline:
                self._warn(_LONG)
                break
        return small

    def _seconds(self, frame: Any, last: float) -> float:
        at = float(frame.pts * frame.time_base) if frame.pts is not None and frame.time_base else last + 0.04
        if self.origin is None:
            self.origin = at
        return at - self.origin

    def _step(self) -> int:
        """Every how many of the frames that stand alone can be looked at."""
        number = sum(1 for packet in self._packets() if packet.is_keyframe and packet.size)
        self.container.seek(0)
        return max(1, math.ceil(number * (self.pixels + _PER_FRAME) / max(1, self.budget)))

    def _packets(self) -> Iterator[Any]:
        packets = self.container.demux(self.stream)
        for _ in range(_MOST_PACKETS):
            try:
                yield next(packets)
            except StopIteration:
                return
            except (FFmpegError, ValueError):
                self._warn(_CUT_OFF)
                return

    def _frames(self, step: int = 0) -> Iterator[Any]:
        """What can be decoded; errors are counted and passed over. With a `step`, only
        every so many of the frames that stand alone."""
        count = 0
        for packet in self._packets():
            if step and packet.size:
                count += packet.is_keyframe
                if not packet.is_keyframe or (count - 1) % step:
                    continue
            try:
                frames = packet.decode()
            except (FFmpegError, ValueError):
                self.errors += 1
                if packet.size:
                    self._warn(_CUT_OFF)
                if self.errors > _MOST_ERRORS:
                    return
                continue
            yield from frames

    def _pictures(self, wanted: list[float], dense: bool) -> Iterator[Picture]:
        """The frames at some times, decoded once more: from the key frame before each."""
        self.deadline = time.thread_time() + _SECONDS
        self.budget = _PIXELS
        for seconds in wanted:
            frame = self._frame_at(seconds)
            if frame is not None:
                yield _picture(frame, seconds)

    def _frame_at(self, seconds: float) -> Any:
        context = self.stream.codec_context
        target = seconds + (self.origin or 0.0)
        try:
            self.container.seek(int((target + 0.0005) / self.stream.time_base), stream=self.stream)
        except (FFmpegError, ValueError):
            self.container.seek(0)
        context.skip_frame = "DEFAULT"
        best = None
        for frame in self._frames():
            self.budget -= self.pixels + _PER_FRAME
            at = float(frame.pts * frame.time_base) if frame.pts is not None else target
            if at > target + 0.0005 and best is not None:
                return best
            best = frame
            if at >= target - 0.0005 or self.budget < 0 or time.thread_time() > self.deadline:
                return frame
        return best


def _pixels(frame: Any, width: int, height: int) -> bytes:
    small = frame.reformat(width=width, height=height, format="rgb24", interpolation="AREA")
    plane = small.planes[0]
    rows = bytes(plane)
    return b"".join(rows[at : at + 3 * width] for at in range(0, plane.line_size * height, plane.line_size))


def _picture(frame: Any, seconds: float) -> Picture:
    """A small JPEG in the shape in which the film is shown."""
    shape = frame.sample_aspect_ratio if hasattr(frame, "sample_aspect_ratio") else None
    width, height = float(frame.width), float(frame.height)
    if shape and 0.1 < float(shape) < 10:
        width *= float(shape)
    scale = min(1.0, WIDEST / max(width, height))
    size = max(2, round(width * scale)), max(2, round(height * scale))
    image = Image.frombytes("RGB", size, _pixels(frame, *size))
    turned = int(getattr(frame, "rotation", 0) or 0) % 360
    if turned in (90, 180, 270):
        image = image.rotate(turned, expand=True)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=_QUALITY)
    return Picture(out.getvalue(), "image/jpeg", *image.size, seconds=round(max(0.0, seconds), 3))

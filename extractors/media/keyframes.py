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
import numpy as np
from av.error import FFmpegError
from PIL import Image

from extractors.base.sentences import Message
from extractors.base.types import Picture
from extractors.media.ffmpeg import demuxer_of, is_cover, opened

# Where the shots of a film begin: small pictures of its frames in, boundaries and the best frame of each shot out.
#
# A cut is a difference of colour and light that stands far above those around it and lasts. A dissolve is
# found by frames that are mixtures of what was before and what comes after; a pan is not, however much it
# changes. Compare A. Hanjalic, "Shot-boundary detection: unraveled and resolved?", IEEE TCSVT 12 (2002); R.
# Lienhart, "Reliable transition detection in videos", Int. J. of Image and Graphics 1 (2001).

WIDTH, HEIGHT = 48, 27
"""Pixels of the small pictures that are compared."""
_BINS = 12
# How much of each level falls into which bin: shared by two neighbours, so that a little light changes little.
_SOFT = np.maximum(
    0, 1 - np.abs(np.arange(256)[:, None] / 255 * (_BINS - 1) - np.arange(_BINS)[None, :])
).astype(np.float32)
_CUT = 0.16
"""Least difference of two frames for a cut; two scenes rarely differ by less than 0.25."""
_TIMES_AROUND = 3.0
_MIXED = 0.2
_STILL = 0.035
_SOONEST = 0.35  # seconds between two boundaries: the weaker one is dropped
_WINDOWS = (0.25, 0.5, 1.0)  # half the lengths of dissolves, in seconds
_AROUND = 8

Array = np.ndarray[Any, np.dtype[np.float32]]


@dataclass(frozen=True, slots=True)
class Shot:
    """The first frame of a shot, the frame that shows it best, and how clear its beginning is (the first: 1)."""

    start: int
    shown: int
    strength: float


class Frames:
    """The small pictures of frames: their times, a histogram of colours and a grid of pixels each."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._histograms: list[Array] = []
        self._grids: list[Array] = []

    def add(self, seconds: float, pixels: bytes) -> None:
        """`pixels` are HEIGHT × WIDTH × 3 bytes of red, green and blue."""
        image = np.frombuffer(pixels, np.uint8).reshape(HEIGHT * WIDTH, 3)
        counts = [np.bincount(image[:, channel], minlength=256) for channel in range(3)]
        self.times.append(seconds)
        self._histograms.append(
            (np.array(counts, np.float32) @ _SOFT).ravel() / np.float32(3 * HEIGHT * WIDTH)
        )
        blocks = image.reshape(HEIGHT // 3, 3, WIDTH // 3, 3, 3).mean(axis=(1, 3)) / 255
        self._grids.append(blocks.ravel().astype(np.float32))

    def __len__(self) -> int:
        return len(self.times)

    def arrays(self) -> tuple[Array, Array]:
        return np.array(self._histograms, np.float32), np.array(self._grids, np.float32)


def find_shots(frames: Frames, dense: bool) -> list[Shot]:
    """The shots in their order. `dense` says that every frame of the film is there, not only some of each shot."""
    if not len(frames):
        return []
    histograms, grids = frames.arrays()
    times = np.array(frames.times)
    steps = _differences(histograms, grids, 1)
    strengths = _cuts(histograms, grids, steps) if dense else np.where(steps > 1.5 * _CUT, steps, 0)
    if dense:
        _dissolves(grids, histograms, times, strengths)
    blank = _blank(grids)
    _through_black(histograms, grids, blank, strengths)
    starts = _suppress(times, strengths)
    ends = [*starts[1:], len(times)]
    shots = [
        Shot(start, _best(start, end, steps, blank, grids, times), float(strengths[start]) if start else 1.0)
        for start, end in zip(starts, ends, strict=True)
    ]
    seen = [shot for shot in shots if not blank[shot.shown]]
    return seen or shots[:1]


def select(shots: list[Shot], times: list[float], most: int) -> list[Shot]:
    """At most `most` pictures: the clearest of each equal stretch of the film, then the clearest of the rest."""
    if len(shots) <= most:
        return shots
    first, length = times[0], max(times[-1] - times[0], 1e-6)
    ranked = sorted(shots, key=lambda shot: (-shot.strength, shot.start))
    chosen: dict[int, Shot] = {}
    for shot in ranked:
        chosen.setdefault(min(most - 1, int((times[shot.shown] - first) / length * most)), shot)
    taken = list(chosen.values())
    taken += [shot for shot in ranked if shot not in taken][: most - len(taken)]
    return sorted(taken, key=lambda shot: shot.start)


def _distance(first: tuple[Array, Array], second: tuple[Array, Array]) -> Array:
    colour = 0.5 * np.abs(first[0] - second[0]).sum(axis=-1)
    place = np.abs(first[1] - second[1]).mean(axis=-1)
    return np.asarray(0.5 * colour + 1.5 * place, np.float32)


def _differences(histograms: Array, grids: Array, apart: int) -> Array:
    """The difference of each frame to the one `apart` before it; 0 for the first ones."""
    result = np.zeros(len(grids), np.float32)
    if len(grids) > apart:
        result[apart:] = _distance((histograms[apart:], grids[apart:]), (histograms[:-apart], grids[:-apart]))
    return result


def _cuts(histograms: Array, grids: Array, steps: Array) -> Array:
    strengths = np.zeros(len(steps), np.float32)
    for at in np.flatnonzero(steps > _CUT):
        around = np.concatenate((steps[max(1, at - _AROUND) : at], steps[at + 1 : at + 1 + _AROUND]))
        usual = (
            float(np.partition(around, len(around) * 3 // 4)[len(around) * 3 // 4]) if len(around) else 0.0
        )
        if steps[at] < _TIMES_AROUND * usual:
            continue
        # A flash or a broken frame comes back to what was: frames a little before and after are alike.
        before = [k for k in (at - 1, at - 3) if k >= 0]
        after = [k for k in (at + 1, at + 3, at + 5) if k < len(steps)] or [at]
        lasting = min(
            float(_distance((histograms[a], grids[a]), (histograms[b], grids[b])))
            for a in before
            for b in after
        )
        if lasting > _CUT:
            strengths[at] = steps[at]
    return strengths


def _dissolves(grids: Array, histograms: Array, times: Array, strengths: Array) -> None:
    """Add the middles of gradual transitions: all frames in between are mixtures of both ends."""
    if len(times) < 8:
        return
    rate = (len(times) - 1) / max(float(times[-1] - times[0]), 1e-6)
    found: dict[int, float] = {}
    for seconds in _WINDOWS:
        half = max(2, round(rate * seconds))
        if len(times) <= 2 * half + 2:
            continue
        first, last = grids[: -2 * half], grids[2 * half :]
        apart = last - first
        span = np.abs(apart).mean(axis=1)
        length = (apart * apart).sum(axis=1) + 1e-9
        good = span > 0.09
        shares = []
        for quarter in (half // 2, half, half + half // 2):
            middle = grids[quarter : quarter + len(first)] - first
            share = (middle * apart).sum(axis=1) / length
            left = np.abs(middle - share[:, None] * apart).mean(axis=1)
            good &= left < _MIXED * span
            shares.append(share)
        good &= (
            (shares[0] > 0.03)
            & (shares[2] < 0.97)
            & (shares[1] > shares[0] + 0.1)
            & (shares[2] > shares[1] + 0.1)
        )
        good &= np.abs(shares[1] - 0.5) < 0.3
        for at in np.flatnonzero(good):
            middle_at = int(at) + half
            if not strengths[max(0, middle_at - half) : middle_at + half + 1].any():
                found[middle_at] = max(
                    found.get(middle_at, 0.0), float(span[at]) * (1 - abs(float(shares[1][at]) - 0.5))
                )
    for place in sorted(found, key=lambda one: (-found[one], one)):
        near = np.abs(times - times[place]) < 2 * _WINDOWS[-1]
        if not strengths[near].any() and not _dark(grids, place, rate):
            strengths[place] = found[place]


def _dark(grids: Array, at: int, rate: float) -> bool:
    """Whether one side of the transition is blank: a fade, no change of scenes."""
    half = max(2, round(rate))
    sides = grids[[max(0, at - half), min(len(grids) - 1, at + half)]]
    near = grids[max(0, at - half) : at + half + 1]
    return bool(_blank(sides).any() or _blank(near).any() or _plainer(sides))


def _plainer(sides: Array) -> bool:
    """Whether one side is a darker or paler form of the other."""
    first, second = (side - side.mean() for side in sides)
    size = float(np.sqrt((first * first).sum() * (second * second).sum()))
    return size < 1e-6 or float((first * second).sum()) / size > 0.85


def _blank(grids: Array) -> Any:
    """Frames that show nothing: one colour all over, or nearly black."""
    spread = grids.reshape(len(grids), -1, 3).std(axis=1).max(axis=1)
    return (spread < 0.02) | ((grids.mean(axis=1) < 0.05) & (spread < 0.05))


def _through_black(histograms: Array, grids: Array, blank: Any, strengths: Array) -> None:
    """Where a film is dark (or of one colour) for a while, a shot begins behind it only if it shows something else."""
    count = len(blank)
    at = 0
    while at < count:
        if not blank[at]:
            at += 1
            continue
        end = at
        while end < count and blank[end]:
            end += 1
        reach = 12
        strengths[at : min(end + 1, count)] = 0
        if at and end < count:
            before, after = max(0, at - reach), min(count - 1, end + reach)
            around = slice(before, after + 1)
            known = strengths[around].max()
            sides = grids[[before, after]]
            apart = float(_distance((histograms[before], grids[before]), (histograms[after], grids[after])))
            if not known and apart > _CUT and not _plainer(sides):
                strengths[end] = apart
        at = end


def _suppress(times: Array, strengths: Array) -> list[int]:
    """Of boundaries too close together only the strongest (non-maximum suppression); the beginning always counts."""
    kept: list[int] = [0]
    for at in sorted(np.flatnonzero(strengths), key=lambda place: (-strengths[place], place)):
        if at and all(abs(times[at] - times[other]) >= (_SOONEST if other else 0.1) for other in kept):
            kept.append(int(at))
    return sorted(kept)


def _best(start: int, end: int, steps: Array, blank: Any, grids: Array, times: Array) -> int:
    """The first frame of a shot that stands still and shows something, within its first half at best."""
    usual = float(np.median(steps[start + 1 : end])) if end - start > 1 else 0.0
    limit = max(_STILL, 1.5 * usual)
    for at in range(start, end):
        following = steps[at + 1 : min(at + 4, end)]
        if (
            not blank[at]
            and (len(following) == 0 or float(following.max()) <= limit)
            and not _rising(grids, at, end)
        ):
            return at
    shown = [at for at in range(start, end) if not blank[at]] or [start]
    return max(shown, key=lambda at: (float(grids[at].std()), -at))


def _rising(grids: Array, at: int, end: int) -> bool:
    """Whether the picture is still coming up out of the dark, or fading in."""
    later = min(end - 1, at + 12)
    return float(grids[later].std()) > 1.3 * float(grids[at].std()) + 0.005


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
_CUT_OFF = Message("film-damaged-cut")
_LONG = Message("film-long-part")
_NONE = Message("no-picture-film")


@dataclass(slots=True)
class Film:
    """Key frames in order of time, sentences about what could not be read, and what decoding found out."""

    pictures: tuple[Picture, ...] = ()
    warnings: tuple[str, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)


def find(data: bytes, most: int = MOST) -> Film:
    """At most `most` key frames of a film. Never raises for a damaged one."""
    demuxer = demuxer_of(data)
    if demuxer is None:
        return Film(warnings=(_NONE,))
    try:
        with opened(data, demuxer) as container:
            stream = _stream(container)
            if stream is None:
                return Film()
            return _Reader(data, container, stream, most).film()
    except (FFmpegError, ValueError, OSError, MemoryError, OverflowError):
        return Film(warnings=(_NONE,))


def _stream(container: Any) -> Any:
    """The largest track of pictures that is not a cover."""
    films = [one for one in container.streams.video if one.codec_context is not None and not is_cover(one)]
    fitting = [one for one in films if 0 < one.codec_context.width * one.codec_context.height <= _LARGEST]
    return max(fitting, key=lambda one: one.codec_context.width * one.codec_context.height, default=None)


class _Reader:
    def __init__(self, data: bytes, container: Any, stream: Any, most: int) -> None:
        self.data = data
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
        found = select(find_shots(small, dense), small.times, self.most)
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

    def _look(self, dense: bool) -> Frames:
        """Small pictures of all frames, or of those that can be decoded alone."""
        self.stream.codec_context.skip_frame = "DEFAULT" if dense else "NONKEY"
        small = Frames()
        last = -1.0
        for frame in self._frames(0 if dense else self._step()):
            self.budget -= self.pixels + _PER_FRAME
            seconds = self._seconds(frame, last)
            if seconds > last:
                last = seconds
                small.add(seconds, _pixels(frame, WIDTH, HEIGHT))
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
        a share of the frames that stand alone."""
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

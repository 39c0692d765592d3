"""Where the shots of a film begin: small pictures of its frames in, boundaries and the best frame of each shot out.

A cut is a difference of colour and light that stands far above those around it and lasts. A dissolve is found by frames
that are mixtures of what was before and what comes after; a pan is not, however much it changes. Compare A. Hanjalic,
"Shot-boundary detection: unraveled and resolved?", IEEE TCSVT 12 (2002); R. Lienhart, "Reliable transition detection in
videos", Int. J. of Image and Graphics 1 (2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

WIDTH, HEIGHT = 48, 27
"""Pixels of the small pictures that are compared."""
_BINS = 12
# How much of each level falls into which bin: shared by two neighbours, so that a little light changes little.
_SOFT = np.maximum(0, 1 - np.abs(np.arange(256)[:, None] / 255 * (_BINS - 1) - np.arange(_BINS)[None, :])).astype(
    np.float32
)
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
        self._histograms.append((np.array(counts, np.float32) @ _SOFT).ravel() / np.float32(3 * HEIGHT * WIDTH))
        blocks = image.reshape(HEIGHT // 3, 3, WIDTH // 3, 3, 3).mean(axis=(1, 3)) / 255
        self._grids.append(blocks.ravel().astype(np.float32))

    def __len__(self) -> int:
        return len(self.times)

    def arrays(self) -> tuple[Array, Array]:
        return np.array(self._histograms, np.float32), np.array(self._grids, np.float32)


def find(frames: Frames, dense: bool) -> list[Shot]:
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
    """At most so many: the clearest of each equal stretch of the film, then the clearest that are left."""
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
    """The difference of each frame and the one so many before it; 0 for the first ones."""
    result = np.zeros(len(grids), np.float32)
    if len(grids) > apart:
        result[apart:] = _distance((histograms[apart:], grids[apart:]), (histograms[:-apart], grids[:-apart]))
    return result


def _cuts(histograms: Array, grids: Array, steps: Array) -> Array:
    strengths = np.zeros(len(steps), np.float32)
    for at in np.flatnonzero(steps > _CUT):
        around = np.concatenate((steps[max(1, at - _AROUND) : at], steps[at + 1 : at + 1 + _AROUND]))
        usual = float(np.partition(around, len(around) * 3 // 4)[len(around) * 3 // 4]) if len(around) else 0.0
        if steps[at] < _TIMES_AROUND * usual:
            continue
        # A flash or a broken frame comes back to what was: frames a little before and after are alike.
        before = [k for k in (at - 1, at - 3) if k >= 0]
        after = [k for k in (at + 1, at + 3, at + 5) if k < len(steps)] or [at]
        lasting = min(
            float(_distance((histograms[a], grids[a]), (histograms[b], grids[b]))) for a in before for b in after
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
        good &= (shares[0] > 0.03) & (shares[2] < 0.97) & (shares[1] > shares[0] + 0.1) & (shares[2] > shares[1] + 0.1)
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
    """Is one side of the transition blank? Then it is a fade, no change of scenes."""
    half = max(2, round(rate))
    sides = grids[[max(0, at - half), min(len(grids) - 1, at + half)]]
    near = grids[max(0, at - half) : at + half + 1]
    return bool(_blank(sides).any() or _blank(near).any() or _plainer(sides))


def _plainer(sides: Array) -> bool:
    """Is one side only a darker or paler form of the other?"""
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
        if not blank[at] and (len(following) == 0 or float(following.max()) <= limit) and not _rising(grids, at, end):
            return at
    shown = [at for at in range(start, end) if not blank[at]] or [start]
    return max(shown, key=lambda at: (float(grids[at].std()), -at))


def _rising(grids: Array, at: int, end: int) -> bool:
    """Is the picture only coming up out of the dark, or fading in?"""
    later = min(end - 1, at + 12)
    return float(grids[later].std()) > 1.3 * float(grids[at].std()) + 0.005

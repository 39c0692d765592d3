"""How far a crawl was at which moment: the newest minutes in full, the whole of it ever coarser, in bounded memory.

Known while nothing is drawn, so without the library of the charts, which has 35 MB of a window that only reads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from app.crawl.frontier.summaries import Moment

RECENT = 750
"""Moments kept in full: five minutes at the rate at which a crawl is asked how it stands."""
WHOLE = 600
SMOOTH = 2.0
"""Seconds over which a rate is taken at least, so that it does not jump with every page."""

Rates = tuple[list[float], list[float], list[float]]


def fitted(course: Sequence[Moment], now: Moment) -> list[Moment]:
    """The course of a crawl as its log has it, on the clock and the counters of the crawl, so that what comes goes on
    from it."""
    last = course[-1]
    scale = now.seconds / last.seconds if last.seconds else 0.0
    return [
        Moment(
            moment.seconds * scale,
            moment.done + now.done - last.done,
            moment.errors + now.errors - last.errors,
        )
        for moment in course
    ]


class Samples:
    """`add` a moment at a time; `rates` gives seconds, captures a second, errors a second."""

    def __init__(self, before: Iterable[Moment] = ()) -> None:
        self._whole: list[Moment] = []
        self._spacing = 0.0  # seconds between two moments of the whole
        self._recent: deque[Moment] = deque(maxlen=RECENT)
        self._last: Moment | None = None
        for moment in before:
            self._keep(moment)

    def add(self, moment: Moment) -> None:
        """The figures as they are now; a moment at which nothing can have happened is left out."""
        if self._recent and moment.seconds <= self._recent[-1].seconds:
            return
        self._recent.append(moment)
        self._keep(moment)

    def _keep(self, moment: Moment) -> None:
        self._last = moment
        if self._whole and moment.seconds - self._whole[-1].seconds < self._spacing:
            return
        self._whole.append(moment)
        if len(self._whole) >= WHOLE:
            self._whole = self._whole[::2]
            self._spacing = (self._whole[-1].seconds - self._whole[0].seconds) / len(self._whole)

    def _all(self) -> list[Moment]:
        newer = self._whole and self._last and self._last.seconds > self._whole[-1].seconds
        return [*self._whole, self._last] if newer and self._last else self._whole

    def rates(self, *, recent: bool) -> Rates:
        """Over the newest minutes, or over all of the crawl."""
        moments = list(self._recent) if recent and len(self._recent) > 1 else self._all()
        seconds: list[float] = []
        done: list[float] = []
        errors: list[float] = []
        start = 0
        for at, moment in enumerate(moments[1:], 1):
            while start + 1 < at and moment.seconds - moments[start + 1].seconds >= SMOOTH:
                start += 1
            base = moments[start]
            span = moment.seconds - base.seconds
            if span > 0:
                seconds.append(moment.seconds)
                done.append(max(0.0, (moment.done - base.done) / span))
                errors.append(max(0.0, (moment.errors - base.errors) / span))
        return seconds, done, errors

"""The look of two versions, whatever their code says: displayed text, styles, places, parts.

A page whose bytes are the same may show something else, for its scripts, styles and pictures may be others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from widgets.compare.surfaces.page import WebSurface

_NEAR = 2  # pixels by which a box may stand elsewhere without being another
_ALIKE = (
    0.7  # share of the text whose look is the same, below which the look of a page with other words changed
)
_QUIET = 1200  # milliseconds after the last page was loaded: scripts go on for a while


@dataclass(frozen=True, slots=True)
class Appearance:
    """`text`: other words are displayed; `look`: share of the text of both that looks the same, 0 to 1; `boxes`:
    something stands elsewhere; `parts`: addresses of which the versions have different captures; `missing`: addresses
    that only the older or only the newer version lacks."""

    text: bool
    look: float
    boxes: bool
    parts: tuple[str, ...] = ()
    missing: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def differs(self) -> bool:
        """Whether two pages of the same code look different."""
        return self.text or self.boxes or self.look < 1 or bool(self.parts)

    @property
    def restyled(self) -> bool:
        """Whether the look as a whole is another, which no change of words explains."""
        return self.look < _ALIKE


def appearance(
    answers: tuple[Any, Any],
    parts: tuple[Mapping[str, str], Mapping[str, str]],
    missing: tuple[list[str], list[str]],
    pages: tuple[str, str] = ("", ""),
) -> Appearance | None:
    """Compare what the script said of both pages; None where one of them did not answer. `parts` are addresses with the
    digests of their captures, `pages` the digests of the pages themselves.

    The look is that of the pieces of text which both have: what only one of them says has a look of its own.
    """
    a, b = answers
    if not isinstance(a, dict) or not isinstance(b, dict):
        return None
    both = a["looks"].keys() & b["looks"].keys()
    alike = sum(len(piece) for piece in both if _look(a, piece) == _look(b, piece))
    most = sum(map(len, both))
    other = tuple(
        address
        for address, digest in parts[0].items()
        if parts[1].get(address, digest) != digest and (digest, parts[1][address]) != pages
    )
    lacking = (tuple(set(missing[0]) - set(missing[1])), tuple(set(missing[1]) - set(missing[0])))
    text = a["text"].split() != b["text"].split()
    return Appearance(
        text, alike / most if most else 1.0, _stand_elsewhere(a["boxes"], b["boxes"]), other, lacking
    )


def _look(answer: Mapping[str, Any], piece: str) -> str:
    return str(answer["names"][answer["looks"][piece]])


def _stand_elsewhere(a: list[list[float]], b: list[list[float]]) -> bool:
    def far(one: Iterable[float], two: Iterable[float]) -> bool:
        return any(abs(x - y) > _NEAR for x, y in zip(one, two, strict=True))

    return len(a) != len(b) or any(far(one, two) for one, two in zip(a, b, strict=True))


class Appearances(QObject):
    """Asks both pages how they look, once they are loaded and have come to rest."""

    found = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pages: tuple[WebSurface, ...] = ()
        self._rest = QTimer(self, singleShot=True, interval=_QUIET)
        self._rest.timeout.connect(self._ask)

    def watch(self, *pages: WebSurface) -> None:
        """Look at these pages when both are there; again when one of them is loaded anew."""
        for page in pages:
            if page not in self._pages:
                page.replay.loaded.connect(lambda _ok: self._rest.start())
        self._pages = pages
        self._rest.start()

    def stop(self) -> None:
        """Other versions will be shown."""
        self._rest.stop()

    def _ask(self) -> None:
        if len(self._pages) != 2 or not all(page.replay.ready for page in self._pages):
            return  # it begins again when they are loaded
        answers: dict[int, Any] = {}
        asked = [page.replay.capture for page in self._pages]

        def arrived(side: int, answer: Any) -> None:
            answers[side] = answer
            if len(answers) == 2 and asked == [page.replay.capture for page in self._pages]:
                a, b = (page.replay for page in self._pages)
                said, parts, missing = (
                    (answers[0], answers[1]),
                    (a.parts(), b.parts()),
                    (a.missing(), b.missing()),
                )
                digests = [capture.digest if capture is not None else "" for capture in asked]
                found = appearance(said, parts, missing, (digests[0], digests[1]))
                if found is not None:
                    self.found.emit(found)

        for side, page in enumerate(self._pages):
            page.replay.ask("appearance", then=partial(arrived, side))

"""Histories of pages, read once for everything that shows them: the strip of versions, the blocks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.archive.reader import ArchiveReader
from widgets.kit import jobs
from widgets.kit.loading import Loader
from widgets.words import formats

if TYPE_CHECKING:
    from app.blocks.history.history import PageHistory
    from widgets.session import Session


# The amount of change from one version to the next, for the strip: scale, words.

_MEDIUM, _LARGE = 0.05, 0.3  # shares of the text from which a change is no longer small, and is large
_LEAST = 0.12  # of the height of a bar: what changed can be seen
KINDS = ("changed", "added", "removed", "moved", "layout", "markup")  # in the order in which they are told


@dataclass(frozen=True, slots=True)
class Amount:
    """The difference from the version before. `real` and `noise` are shares of the text of both, 0 to 1; `counts` are
    the real changes by kind, `noisy` is the number of the others."""

    real: float
    noise: float
    counts: Mapping[str, int]
    noisy: int
    error: str = ""

    @property
    def changes(self) -> int:
        """How many changes are real."""
        return sum(self.counts.values())

    @property
    def height(self) -> float:
        """Of the bar, 0 to 1; small amounts are stretched, so that they can be told apart."""
        return max(_LEAST, sqrt(min(1.0, self.real))) if self.changes else 0.0

    @property
    def noise_height(self) -> float:
        """Of the bar of noise alone."""
        return max(_LEAST, sqrt(min(1.0, self.noise))) if self.noisy else 0.0

    @property
    def step(self) -> str:
        """ "none", "noise", "small", "medium" or "large"."""
        if not self.changes:
            return "noise" if self.noisy else "none"
        return "small" if self.real < _MEDIUM else "medium" if self.real < _LARGE else "large"

    def words(self) -> str:
        """For tooltips, and for those who do not see the colours."""
        translate = QCoreApplication.translate
        if self.error:
            return translate("amounts", "could not be compared with the version before")
        said = []
        if self.changes and self.real:
            text = {
                "small": translate("amounts", "small change: {share} of the text"),
                "medium": translate("amounts", "change: {share} of the text"),
                "large": translate("amounts", "large change: {share} of the text"),
            }[self.step]
            said.append(text.format(share=formats.percent(self.real)))
        if self.changes:
            found = [(kind, self.counts[kind]) for kind in KINDS if self.counts.get(kind)]
            said += [f"{kind_name(kind)} {formats.number(count)}" for kind, count in found]
        if self.noisy:
            alone = translate("amounts", "nothing but noise: {n}")
            text = translate("amounts", "noise: {n}") if self.changes else alone
            said.append(text.format(n=formats.number(self.noisy)))
        return " · ".join(said) or translate("amounts", "nothing that can be seen changed")


def kind_name(kind: str) -> str:
    """A kind of change."""
    translate = QCoreApplication.translate
    return {
        "changed": translate("amounts", "changed"),
        "markup": translate("amounts", "markup"),
        "moved": translate("amounts", "moved"),
        "added": translate("amounts", "added"),
        "removed": translate("amounts", "removed"),
        "layout": translate("amounts", "layout"),
    }.get(kind, kind)


def amounts_of(history: PageHistory) -> dict[str, Amount]:
    """Id of a version → what became different in it; the first has none."""
    return {
        version.id: Amount(
            version.real_share, version.noise_share, dict(version.counts), version.noise, version.error
        )
        for version in history.versions
        if version.previous is not None
    }


_KEPT = 12
Key = tuple[str, int, int]  # address, number of its newest capture, when rules about noise were written last


class Histories(QObject):
    """`want` a history; `ready` or `failed` says that it is there, at once when it is known. The newest wish counts."""

    ready = Signal(object)  # PageHistory
    failed = Signal(str, object)  # address, error
    progressed = Signal(str, int, int)  # address, versions that were compared, of so many

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self._kept: OrderedDict[Key, PageHistory] = OrderedDict()
        self._wanted: Key | None = None  # what is being read

    def want(self, url: str) -> None:
        """Read the history of a page; what was wanted of another page is called off."""
        if self._session.closed:  # a timer of a view that is about to go
            return
        key = self._key(url)
        if key in self._kept:
            self._kept.move_to_end(key)
            self.ready.emit(self._kept[key])
            return
        if self._wanted == key and self._loader.busy:
            return
        self._wanted = key

        def read(reader: ArchiveReader, task: jobs.Handle) -> PageHistory:
            from app.blocks.history.history import (
                page_history,  # the whole comparison: not before it is needed
            )

            def tell(done: int, of: int) -> None:
                task.progress(done / max(1, of), f"{done} {of}")

            return page_history(reader, url, progress=tell, cancelled=lambda: task.cancelled)

        def arrived(history: PageHistory) -> None:
            self._kept[key] = history
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            self.ready.emit(history)

        task = self._loader.start(
            self._session.readers, read, arrived, lambda error: self.failed.emit(url, error)
        )
        task.progressed.connect(lambda _, text: self._tell(url, text))

    def cancel(self) -> None:
        """Stop waiting."""
        self._loader.cancel()
        self._wanted = None

    def _tell(self, url: str, text: str) -> None:
        done, _, of = text.partition(" ")
        self.progressed.emit(url, int(done), int(of))

    def _key(self, url: str) -> Key:
        page = self._session.reader.page(url)
        return url, page.changed if page is not None else 0, _written(self._session.path / "noise.json")


def _written(path: Path) -> int:
    """When a file was written, 0 when it is not there."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0

"""Commands to a crawl: take an address anyway, hold or skip a host, finish without waiting.

A running crawl carries them out; for another job they are written to its database. Both happen in a worker, because
either may wait for the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from types import ModuleType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from widgets.kit import jobs
from widgets.words import formats

if TYPE_CHECKING:
    from app.crawl.rules.model import HostMode
    from app.crawl.run.crawl import Crawl
    from widgets.session import Session

_PATIENCE = 60.0  # seconds a crawl may take to come to it


class Orders(QObject):
    """Commands to the crawls of a session; `changed` when the tables must be read again, `told` with the result."""

    changed = Signal()
    told = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session

    def take(self, job_id: str, url: str) -> None:
        """Queue an address whatever kept it out."""
        archive = self._session.archive

        def answer(taken: bool, running: bool) -> None:
            if not taken:
                text = self.tr("{address} was not queued: it is done or under way, or its host is skipped.")
            elif running:
                text = self.tr("{address} is queued and will be fetched.")
            else:
                text = self.tr("{address} is queued. It will be fetched when this crawl is continued.")
            self.told.emit(text.format(address=formats.shorten(url, 60)))

        self._do(
            job_id,
            lambda crawl: crawl.take(url),
            lambda: _control().take_anyway(archive, job_id, url),
            answer,
        )

    def set_mode(self, job_id: str, host: str, mode: HostMode) -> None:
        """Hold a host, skip it, or go on with it."""
        archive = self._session.archive

        def ask(crawl: Crawl) -> Future[None]:
            return {"held": crawl.hold_host, "skipped": crawl.skip_host, "normal": crawl.release_host}[mode](
                host
            )

        def answer(_nothing: None, _running: bool) -> None:
            text = {
                "held": self.tr("{host} is held: nothing more is asked of it until you go on."),
                "skipped": self.tr("{host} is skipped: what is queued of it is left out."),
                "normal": self.tr("The crawl goes on with {host}."),
            }[mode]
            self.told.emit(text.format(host=host))

        self._do(job_id, ask, lambda: _control().set_host_mode(archive, job_id, host, mode), answer)

    def finish_without(self, job_id: str) -> None:
        """End a running crawl without what it waits for."""

        def answer(count: int, _running: bool) -> None:
            if count:
                self.told.emit(
                    self.tr("%Ln address(es) left out: the crawl does not wait for them.", "", count)
                )

        self._do(job_id, lambda crawl: crawl.finish_without(), lambda: 0, answer)

    def _do(
        self,
        job_id: str,
        ask: Callable[[Crawl], Future[Any]],
        write: Callable[[], Any],
        answer: Callable[[Any, bool], None],
    ) -> None:
        crawl = self._session.crawl
        running = crawl if crawl is not None and crawl.job_id == job_id else None

        def done(result: Any) -> None:
            self.changed.emit()
            answer(result, running is not None)

        jobs.run(self, lambda _task: ask(running).result(_PATIENCE) if running else write(), done=done)


def _control() -> ModuleType:
    """What changes a crawl that does not run: loaded with the engine of crawls, which a window that only reads has not."""
    from app.crawl.run import jobcontrol

    return jobcontrol

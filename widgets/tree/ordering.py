"""The order of branches with thousands of rows, worked out in a worker: natural order, and that of ranks and fields for
very large ones, where a million pages take a second.

The rows of a branch that somebody opens wait for it (0.2 s for 50 000); those of one that is loaded already, for a page
that is looked for or in another order, are shown as the index has them meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from widgets.kit import jobs
from widgets.tree.beside import Order as Beside
from widgets.tree.model import MANY, ArchiveModel, pages_in_order
from widgets.tree.nodes import Waiting, in_order, waiting_of

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader, Order
    from widgets.session import Session

_TRIES = 3  # while something is stored into the archive the order may be out of date when it is there


class LargeBranches(QObject):
    """Puts p2 before p10 also where a folder holds tens of thousands of pages."""

    def __init__(self, model: ArchiveModel, session: Session) -> None:
        super().__init__(model)
        self._model, self._session = model, session
        self._working: dict[int, jobs.Task[Any]] = {}  # by folder
        model.unordered.connect(self._order)
        model.unranked.connect(self._rank)
        model.patient = True

    def _order(self, folder_id: int, tries: int = _TRIES) -> None:
        model, readers = self._model, self._session.readers
        kinds, order, descending = model.shown.kinds, model.order, model.descending
        if self._session.closed or model.shown.selection is not None:
            model.put_in_order(folder_id, None)
            return  # pages that were chosen are known to one connection alone
        former = self._working.pop(folder_id, None)
        if former is not None:
            former.cancel()

        def work(task: jobs.Handle) -> tuple[int, list[Waiting] | None]:
            with readers.reader() as reader:
                seq = reader.last_seq()
                return seq, waiting_in_order(reader, folder_id, kinds, order, descending, task)

        def done(found: tuple[int, list[Waiting] | None]) -> None:
            self._working.pop(folder_id, None)
            seq, waiting = found
            if (kinds, order, descending) != (model.shown.kinds, model.order, model.descending):
                return  # and the branch was read anew
            if readers is not self._session.readers:
                return  # another day is shown
            if waiting is None or (model.shown.selection is None and seq == self._session.reader.last_seq()):
                model.put_in_order(folder_id, waiting)
            elif tries > 1:
                self._order(folder_id, tries - 1)
            else:
                model.put_in_order(folder_id, None)

        def failed(_: Exception) -> None:
            model.put_in_order(folder_id, None)

        self._working[folder_id] = jobs.run(self, work, done=done, failed=failed)

    def _rank(self, folder_id: int) -> None:
        model, readers, order = self._model, self._session.readers, self._model.order
        former = self._working.pop(folder_id, None)
        if former is not None:
            former.cancel()
        if self._session.closed or not isinstance(order, Beside):
            model.put_ranked(folder_id, None)
            return

        def work(_: jobs.Handle) -> list[int]:
            with readers.reader() as reader:
                return pages_in_order(reader, folder_id, order)

        def done(ids: list[int]) -> None:
            self._working.pop(folder_id, None)
            if order is model.order and readers is self._session.readers and not model.shown.selection:
                model.put_ranked(folder_id, ids)  # else the branch was read anew

        def failed(_: Exception) -> None:
            model.put_ranked(folder_id, None)

        self._working[folder_id] = jobs.run(self, work, done=done, failed=failed)


def waiting_in_order(
    reader: ArchiveReader,
    folder_id: int,
    kinds: Collection[str],
    order: Order,
    descending: bool,
    task: jobs.Handle,
) -> list[Waiting] | None:
    """The pages of a folder in natural order; None of very many. In a worker."""
    pages = reader.page_order(folder_id, kinds=kinds, order=order, limit=MANY + 1)
    if len(pages) > MANY:
        return None
    waiting: list[Waiting] = []
    for at in range(0, len(pages), 500):
        task.check()
        part = pages[at : at + 500]
        waiting += waiting_of(part)
    in_order(waiting, descending, lambda page: page)
    return waiting

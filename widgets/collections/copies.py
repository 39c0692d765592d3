"""Pages that are copies of one another as collections: the same content at several addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QMenu

from widgets.collections.section import Entry, Listed, Section
from widgets.duplicates import name_of
from widgets.kit import jobs, theme
from widgets.tree.nodes import DOCUMENTS
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.index.statistics import Duplicates
    from app.archive.reader import ArchiveReader

MOST = 200
"""Groups that have a row: those with most bytes in copies."""
_LONGEST = 5000  # groups whose pages are listed


class CopiesSection(Section):
    """`kept` asks to export one page of each group of a row."""

    kept = Signal(object)
    key, icon = "copies", "copy"

    def name(self) -> str:
        return self.tr("Duplicates")

    def tip(self) -> str:
        return self.tr("Pages that are copies of one another")

    def ready(self) -> Callable[[ArchiveReader, jobs.Handle], tuple[Entry, ...]]:
        return _exact

    def nothing(self) -> Entry:
        return Entry(
            "",
            self.tr("Every content stands at one address"),
            "ok",
            tip=self.tr("As far as this archive goes, documents alone"),
        )

    def fill(self, menu: QMenu, entry: Entry | None) -> None:
        if entry is not None and entry.read is not None:
            keep = menu.addAction(
                theme.icon("export"),
                self.tr("Keep &one of each for an export…"),
                lambda: self.kept.emit(entry),
            )
            keep.setToolTip(self.tr("Write one page of each group, and leave out its copies"))


def _exact(reader: ArchiveReader, task: jobs.Handle) -> tuple[Entry, ...]:
    groups: list[Duplicates] = []
    for group in islice(reader.duplicates(kinds=DOCUMENTS), _LONGEST):
        task.check()
        groups.append(group)
    if not groups:
        return ()
    translate = QCoreApplication.translate
    pages = sum(len(group.captures) for group in groups)
    tip = translate(
        "collections", "{contents} contents at {addresses} addresses; {size} beyond the first copies"
    )
    said = tip.format(
        contents=formats.number(len(groups)),
        addresses=formats.number(pages),
        size=formats.size(sum(group.repeated for group in groups)),
    )
    below = tuple(
        Entry(
            f"exact:{group.digest}",
            name_of(group),
            formats.type_icon(group.captures[0].type),
            len(group.captures),
            tip=formats.size_exact(group.length),
            read=partial(_copies, (group,)),
        )
        for group in groups[:MOST]
    )
    name = translate("collections", "Exact copies")
    return (Entry("exact", name, "copy", pages, tip=said, read=partial(_copies, groups), below=below),)


def _copies(groups: Sequence[Duplicates], reader: ArchiveReader, task: jobs.Handle) -> Listed:
    urls = {capture.url: capture.id for group in groups for capture in group.captures}
    numbers = reader.numbered(list(urls))
    grouped = [[numbers[one.url] for one in group.captures if one.url in numbers] for group in groups]
    captures = {number: urls[url] for url, number in numbers.items()}
    pages = list(dict.fromkeys(number for group in grouped for number in group))
    return Listed(pages, captures=captures, groups=grouped)

"""Which pages and folders belong to what the tree shows: kinds of pages, and the pages of a selection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.archive import Folder, Page, Selection

if TYPE_CHECKING:
    from app.archive import ArchiveReader

DOCUMENTS = ("document",)
EVERYTHING = ("document", "resource", "redirect", "error")


class Shown:
    """Kinds and selection (None: every page), and what follows from them."""

    def __init__(self, reader: ArchiveReader) -> None:
        self._reader = reader
        self.kinds: tuple[str, ...] = DOCUMENTS
        self.selection: Selection | None = None

    def holds(self, what: Folder | Page) -> bool:
        """Whether a folder or page belongs to what is shown now."""
        chosen = self.selection
        if isinstance(what, Page):
            return what.kind in self.kinds and (chosen is None or self._reader.fits(what, chosen.choice))
        if chosen is not None:
            return what.folder_id in chosen.folders
        return (what.documents if self.kinds == DOCUMENTS else what.pages) > 0

    def fitting(self, folder: Folder) -> int | None:
        """How many pages below a folder are shown; None when nothing was selected."""
        return None if self.selection is None else self.selection.folders.get(folder.folder_id, 0)

    def count_in(self, folders: Iterable[Folder]) -> None:
        """One page more that fits stands in these folders, which lie in each other."""
        if self.selection is not None:
            held = self.selection.folders
            for folder in folders:
                held[folder.folder_id] = held.get(folder.folder_id, 0) + 1

"""Which pages and folders belong to what the tree shows: kinds of pages, and the pages of a selection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.archive.index.facets import Selection
from app.archive.model import Folder, Page

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader

DOCUMENTS = ("document",)
EVERYTHING = ("document", "resource", "redirect", "error", "posted", "attached")


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
        return self.count(what) > 0

    def count(self, folder: Folder) -> int:
        """How many pages below a folder are shown."""
        if self.selection is not None:
            return self.selection.folders.get(folder.folder_id, 0)
        return folder.documents if self.kinds == DOCUMENTS else folder.pages

    def count_in(self, folders: Iterable[Folder]) -> None:
        """One page more that fits stands in these folders, which lie in each other."""
        if self.selection is not None:
            held = self.selection.folders
            for folder in folders:
                held[folder.folder_id] = held.get(folder.folder_id, 0) + 1

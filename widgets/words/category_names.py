"""Categories in words: a category with those above it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import StorageUnreadable
from widgets.words.translators import spoken

if TYPE_CHECKING:
    from app.classes.categories import Categories

_BETWEEN = " › "


def full_name(tree: Categories, id: str, language: str) -> str:
    """Science › Physics."""
    parts = id.split("/")
    each = ("/".join(parts[: count + 1]) for count in range(len(parts)))
    return _BETWEEN.join(tree.by_id[one].name(language) if one in tree.by_id else one for one in each)


class CategoryNames:
    """The names of an archive's categories in the language of the window, read again when its file changes."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._stamp: object = None
        self._tree: Categories | None = None

    def name(self, id: str) -> str:
        """The full name of a category."""
        return full_name(self._now(), id, spoken())

    def _now(self) -> Categories:
        from app.classes import categories

        path = self._archive / categories.NAME
        stamp = path.stat().st_mtime_ns if path.exists() else 0
        if self._tree is None or stamp != self._stamp:
            try:
                self._tree = categories.read(self._archive)
            except StorageUnreadable:
                self._tree = categories.Categories(categories.default())
            self._stamp = stamp
        return self._tree

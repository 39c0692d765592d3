"""The archive folder: monthly batches of Tianwang records, and an index that can always be rebuilt from them.

What the package offers is loaded when it is first asked for: a window, or a command that needs none of it, begins
sooner.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.facets import FACETS, TYPES, FacetChoice, FacetValues, Selection
    from app.archive.model import Capture, Folder, NewCapture, NewVisit, Page, Statistics, StoredLink
    from app.archive.preparing import Prepared, prepare
    from app.archive.reader import ArchiveReader
    from app.archive.verifying import Problem
    from app.archive.writer import ArchiveWriter

__all__ = [
    "FACETS", "TYPES", "Archive", "ArchiveReader", "ArchiveWriter", "Capture", "FacetChoice", "FacetValues", "Folder",
    "NewCapture", "NewVisit", "Page", "Prepared", "Problem", "Selection", "Statistics", "StoredLink", "prepare",
]  # fmt: skip

_MODULES = {
    "archive": ("Archive",),
    "facets": ("FACETS", "TYPES", "FacetChoice", "FacetValues", "Selection"),
    "model": ("Capture", "Folder", "NewCapture", "NewVisit", "Page", "Statistics", "StoredLink"),
    "preparing": ("Prepared", "prepare"),
    "reader": ("ArchiveReader",),
    "verifying": ("Problem",),
    "writer": ("ArchiveWriter",),
}


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"app.archive.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

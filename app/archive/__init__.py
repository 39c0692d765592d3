"""The archive folder: monthly batches of Tianwang records, and an index that can always be rebuilt from them."""

from app.archive.archive import Archive
from app.archive.facets import FACETS, TYPES, FacetChoice, FacetValues, Selection
from app.archive.model import (
    Capture,
    Folder,
    NewCapture,
    NewVisit,
    Page,
    Statistics,
    StoredLink,
)
from app.archive.preparing import Prepared, prepare
from app.archive.reader import ArchiveReader
from app.archive.verifying import Problem
from app.archive.writer import ArchiveWriter

__all__ = [
    "FACETS", "TYPES", "Archive", "ArchiveReader", "ArchiveWriter", "Capture", "FacetChoice", "FacetValues", "Folder",
    "NewCapture", "NewVisit", "Page", "Prepared", "Problem", "Selection", "Statistics", "StoredLink", "prepare",
]  # fmt: skip

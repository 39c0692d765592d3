"""The rows of the first page of a document as the judge of titles sees them: what a line says, how it looks, where it
stands; the same for all formats."""

from __future__ import annotations

from typing import NamedTuple

MOST = 28
"""Rows among which a title is looked for."""


class Row(NamedTuple):
    """A line or paragraph. `size` is that of its letters in any one unit (0.0 = unknown), `level` that of a heading
    (0 = none), `titled` whether it stands in the style or the place for titles, `gap` how many empty lines, or how much
    room in sizes, is above it, `place` how far down the page it stands (0 … 1), `block` the number of the paragraph,
    block or shape it belongs to, `again` whether it stands on other pages too."""

    text: str
    size: float = 0.0
    bold: bool = False
    centred: bool = False
    level: int = 0
    titled: bool = False
    subtitle: bool = False
    gap: float = 0.0
    place: float = 0.0
    block: int = 0
    cell: bool = False
    listed: bool = False
    again: bool = False
    faint: bool = False

"""The changes of a comparison as rows of a list, filtered and ordered; noise and differences of code alone are folded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from widgets.blocks.past import why_noise
from widgets.compare import kinds
from widgets.compare.entries import Entry
from widgets.compare.words import is_link, is_media, readable
from widgets.kit.tables import NOWHERE, Index
from widgets.words import formats

NUMBER = Qt.ItemDataRole.UserRole
KIND = Qt.ItemDataRole.UserRole + 1
BEFORE = Qt.ItemDataRole.UserRole + 2
AFTER = Qt.ItemDataRole.UserRole + 3
FACTS = Qt.ItemDataRole.UserRole + 4
TAG = Qt.ItemDataRole.UserRole + 5
FOLD = Qt.ItemDataRole.UserRole + 6
EVIDENCE = Qt.ItemDataRole.UserRole + 7
EXTENTS = Qt.ItemDataRole.UserRole + 8  # characters that differ on either side, in all
NOISE, SILENT, TEMPLATE = "noise", "silent", "template"  # the sections that are folded away
_NAMED = 12  # blocks of a change that a tool tip lists


@dataclass(frozen=True, slots=True)
class Fold:
    """A row that stands for all changes of a section."""

    section: str
    count: int
    is_open: bool


@dataclass(slots=True)
class Wanted:
    """What of the changes is shown, and how."""

    hidden: frozenset[str] = frozenset()  # kinds
    text: str = ""
    by_size: bool = False
    fold_noise: bool = True
    opened: frozenset[str] = frozenset()  # sections


class ChangesModel(QAbstractListModel):
    """Rows are changes (Entry) and folded sections (Fold)."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []
        self.rows: list[Entry | Fold] = []
        self.wanted = Wanted()
        self.hidden: frozenset[int] = frozenset()  # changes that neither page displays
        self._row_of: dict[int, int] = {}

    def show(self, found: Sequence[Entry]) -> None:
        """Show other changes; what is hidden or sorted stays so."""
        self.entries, self.hidden = list(found), frozenset()
        self.arrange()

    def set_hidden(self, numbers: frozenset[int]) -> None:
        """Say of changes that neither page displays them."""
        self.hidden = numbers
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 0))

    def arrange(self) -> None:
        """Make the rows anew after `wanted` was changed."""
        self.beginResetModel()
        self.rows = self._arranged()
        entries = [(at, row) for at, row in enumerate(self.rows) if isinstance(row, Entry)]
        self._row_of = {part.number: at for at, row in entries for part in row.each}
        self.endResetModel()

    def _fitting(self) -> list[Entry]:
        """What the filter leaves, folded away or not."""
        wanted = self.wanted
        words = wanted.text.casefold().split()
        return [
            entry
            for entry in self.entries
            if (entry.kind not in wanted.hidden or self.section(entry))
            and all(word in entry.searched for word in words)
        ]

    def _arranged(self) -> list[Entry | Fold]:
        wanted, left = self.wanted, self._fitting()
        if wanted.by_size:
            left.sort(key=lambda entry: -entry.size)
        rows: list[Entry | Fold] = [entry for entry in left if not self.section(entry)]
        for section in (TEMPLATE, SILENT, NOISE):
            inside = [entry for entry in left if self.section(entry) == section]
            if inside:
                is_open = section in wanted.opened
                rows.append(Fold(section, len(inside), is_open))
                rows += inside if is_open else []
        return rows

    def section(self, entry: Entry) -> str:
        """The section that a change is folded into, "" for one that stands for itself."""
        if entry.noise is not None and self.wanted.fold_noise:
            return NOISE
        if entry.silent:
            return SILENT
        return TEMPLATE if entry.of_site else ""

    def shown(self) -> list[Entry]:
        """The changes that are listed now, in the order of the list."""
        return [row for row in self.rows if isinstance(row, Entry)]

    def in_source(self) -> list[Entry]:
        """What is marked in sources: the changes listed, and those in the code alone, which stand nowhere else."""
        listed = {entry.number for entry in self.shown()}
        return [entry for entry in self._fitting() if entry.number in listed or self.section(entry) == SILENT]

    def count(self, kind: str) -> int:
        """How many changes of a kind are not folded away."""
        return sum(entry.kind == kind and not self.section(entry) for entry in self.entries)

    def numbered(self, number: int) -> Entry | None:
        """The change of a number, listed or not."""
        return next(
            (entry for entry in self.entries if any(part.number == number for part in entry.each)), None
        )

    def row_of(self, number: int) -> int:
        """The row of a change, -1 when it is not listed."""
        return self._row_of.get(number, -1)

    def entry(self, index: Index) -> Entry | None:
        """The change of a row, None for a section."""
        row = self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None
        return row if isinstance(row, Entry) else None

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if isinstance(row, Fold):
            return self._fold_data(row, role)
        if role == NUMBER:
            return row.number
        if role == KIND:
            return row.kind
        if role in (BEFORE, AFTER):
            return list(row.shown[role == AFTER])
        if role == EXTENTS:
            return row.extents
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title or kinds.nameless(row)
        if role == FACTS:
            return self._facts(row)
        if role == EVIDENCE:
            return why_noise(row.noise) if row.noise is not None else ""
        if role == TAG:
            sure = row.label != "date/counter" or any(letter.isdigit() for letter in row.title)
            return kinds.label(row.label) if sure else ""
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self._spoken(row)[:600]
        return None

    def _fold_data(self, fold: Fold, role: int) -> Any:
        if role == FOLD:
            return fold.section
        if role == NUMBER:
            return -1
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if fold.section == NOISE:
                return self.tr("%n change(s) that always happen", "", fold.count)
            if fold.section == TEMPLATE:
                return self.tr("%n change(s) of the site's template", "", fold.count)
            return self.tr("%n difference(s) in the code alone, nothing to be read", "", fold.count)
        if role == Qt.ItemDataRole.ToolTipRole:
            if fold.section == NOISE:
                return self.tr("Dates, counters, advertisements. Click to see them, each with the evidence.")
            if fold.section == TEMPLATE:
                return self.tr("Menus, feet and margins that the pages of the site share. Click to see them.")
            return self.tr(
                "Scripts, style, tags around the same words, links and pictures. Click to see them."
            )
        return fold.is_open if role == KIND else None

    def _facts(self, entry: Entry) -> str:
        titled = entry.title or kinds.nameless(entry) != kinds.name(entry.kind)
        facts = [kinds.name(entry.kind)] if titled else []
        differs = any(differs for side in (entry.before, entry.after) for _, differs in side)
        if entry.kind == "moved" and (differs or any(entry.attributes) or any(entry.linked)):
            facts = [self.tr("Swapped and changed") if entry.swapped else self.tr("Moved and changed")]
        elif entry.swapped:
            facts = [self.tr("Changed places")]
        if entry.frame:
            facts.append(kinds.in_frame(entry.frame))
        if entry.parts and not entry.swapped:
            facts.append(kinds.several(len(entry.parts)))
        if entry.size:
            facts.append(self.tr("%Ln character(s)", "", entry.size))
        elif any(entry.breaks):
            facts.append(kinds.spacing(entry.breaks))
        if entry.title or not titled:
            # added and removed blocks have links of their own
            led = any(entry.links) and entry.kind in ("changed", "moved")
            every = [one for only in entry.attributes for one in only]
            beside = [one for one in every if not entry.size or is_media(one) or (led and is_link(one))]
            facts += [kinds.beside_words(beside)] if beside else []
        if any(entry.linked):
            facts.append(self.tr("words of a link"))
        if entry.number in self.hidden:
            facts.append(self.tr("hidden on the page"))
        if entry.unseen:
            facts.append(self.tr("see the source (Ctrl+5)"))
        return " · ".join(facts)

    def _spoken(self, entry: Entry) -> str:
        before, after = (" ".join(entry.text(side).split())[:240] for side in (0, 1))
        attributes = [" ".join(map(readable, only)) for only in entry.attributes]
        if before == after and any(attributes):
            before, after = attributes
        elif before == after and any(entry.linked):
            before, after = ("".join(text for text, _ in side) for side in entry.linked)
        if entry.kind == "changed":
            words = self.tr("{kind}: “{before}” became “{after}”")
        else:
            words = self.tr("{kind}: “{text}”") if after or before else "{kind}"
        said = words.format(kind=kinds.name(entry.kind), before=before, after=after, text=after or before)
        place = entry.paths[1] or entry.paths[0] or ""
        if entry.parts:
            place = "\n".join(part.title for part in entry.parts[:_NAMED])
            place += "\n…" * (len(entry.parts) > _NAMED)
        size = formats.number(entry.size)
        facts = [self.tr("{n} characters differ").format(n=size)] if entry.size else []
        if entry.noise is not None:
            facts.append(why_noise(entry.noise))
        return "\n".join([said, *facts, place, entry.frame]).strip()

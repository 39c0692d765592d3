"""The links of a document as a Qt model, and what the archive knows about where they lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt

from app.archive.model import StoredLink
from extractors.types import ScriptLink
from widgets import formats, theme

Index = QModelIndex | QPersistentModelIndex
TEXT, ADDRESS, ELEMENT, ARCHIVED = range(4)


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One link; `status` is that of its newest version in the archive, 0 when the archive does not hold it. Of a link
    that only running a script would tell, `script` is what is known, and the link has no address."""

    link: StoredLink
    status: int
    title: str
    script: ScriptLink | None = None


def unresolved(script: ScriptLink) -> LinkRow:
    """The row of a link that a script puts together."""
    return LinkRow(StoredLink("", script.element, "", False, "", True), 0, "", script)


class LinksModel(QAbstractTableModel):
    """Read-only table of links."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[LinkRow] = []
        self._heads = (self.tr("Text"), self.tr("Address"), self.tr("Element"), self.tr("In the archive"))

    def set_rows(self, rows: list[LinkRow]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, number: int) -> LinkRow:
        return self._rows[number]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            if row.script is not None and column == ARCHIVED:
                return self.tr("Only running the script would tell where this leads")
            return row.link.url if column == ADDRESS and not row.script else self._words(row, column)
        if role == Qt.ItemDataRole.DecorationRole and column == ARCHIVED:
            if row.script:
                return theme.icon("info", "muted")
            return (
                theme.icon("ok", "ok")
                if 0 < row.status < 400
                else theme.icon("error" if row.status else "cancel", "muted")
            )
        return None

    def _words(self, row: LinkRow, column: int) -> str:
        if column == TEXT:
            return " ".join(row.link.text.split())
        if row.script is not None:
            if column == ADDRESS:
                return row.script.expression
            place = self.tr("{element}, line {line}").format(element=row.script.element, line=row.script.line)
            return place if column == ELEMENT else self.tr("Cannot be resolved")
        if column == ADDRESS:
            return formats.readable(row.link.url)
        if column == ELEMENT:
            return self._element(row.link)
        if not row.status:
            return self.tr("No")
        return self.tr("Yes") if row.status < 300 else str(row.status)

    def _element(self, link: StoredLink) -> str:
        """Where it stands, and what is to be known of it."""
        if link.guess:
            return self.tr("{element}, guessed").format(element=link.element)
        return f"{link.element} nofollow" if "nofollow" in link.rel.split() else link.element


class LinksFilter(QSortFilterProxyModel):
    """Keeps links by words and by sort: "all", "links", "embedded", "archived", "absent", "scripts"."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._words: list[str] = []
        self._sort = "all"
        self.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def choose(self, words: str, sort: str) -> None:
        self.beginFilterChange()
        self._words, self._sort = words.lower().split(), sort
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, number: int, _parent: Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, LinksModel)
        row = model.row(number)
        kept = {
            "all": True,
            "links": not row.link.embed and not row.script,
            "embedded": row.link.embed,
            "archived": bool(row.status),
            "absent": not row.status and not row.script,
            "scripts": row.script is not None,
        }[self._sort]
        address = row.script.expression if row.script else row.link.url
        text = f"{row.link.text} {address} {formats.readable(address)} {row.link.element}".lower()
        return kept and all(word in text for word in self._words)

"""The hits of a query as rows; more of them are asked for as somebody scrolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal

from app.words.folding import fold
from widgets.blocks import label_styles
from widgets.kit import theme
from widgets.kit.tables import NOWHERE, Index
from widgets.words import formats, ranks

if TYPE_CHECKING:
    from app.search.results import Hit

HIT, TITLE, ADDRESS, FACTS, PATH, SNIPPET, MARKS, NEW, LABEL = range(
    Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 9
)
Role = Qt.ItemDataRole


def tidy(text: str, marks: tuple[tuple[int, int], ...]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A snippet without spaces in a row, such as programs have at the beginning of lines."""
    kept, places = list[str](), list[int]()
    for sign in text:
        places.append(len(kept))
        if sign != " " or (kept and kept[-1] != " "):
            kept.append(sign)
    places.append(len(kept))
    return "".join(kept), tuple((places[begin], places[end]) for begin, end in marks)


class HitsModel(QAbstractListModel):
    """First the pages that were found, behind the last of them addresses that are known by links alone."""

    more_wanted = Signal(int)  # behind so many rows

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hits: list[Hit] = []
        self.unfetched: list[Hit] = []
        self.total = 0
        self._asked = 0

    def show(self, hits: list[Hit], total: int, unfetched: list[Hit]) -> None:
        """Other hits, of so many rows."""
        self.beginResetModel()
        self.hits, self.unfetched, self.total, self._asked = hits, unfetched, total, 0
        self.endResetModel()

    def count(self, total: int) -> None:
        """It is known now how many rows there are: no fewer than were said."""
        self.total = total

    def append(self, hits: list[Hit], unfetched: list[Hit]) -> None:
        """The next ones."""
        at = len(self.hits)
        if hits:
            new = [*hits, *unfetched] if at + len(hits) >= self.total else hits
            self.beginInsertRows(QModelIndex(), at, at + len(new) - 1)
            self.hits += hits
            self.unfetched = unfetched
            self.endInsertRows()

    def canFetchMore(self, parent: Index = NOWHERE) -> bool:
        return not parent.isValid() and self._asked < len(self.hits) < self.total

    def fetchMore(self, parent: Index = NOWHERE) -> None:
        if self.canFetchMore(parent):
            self._asked = len(self.hits)
            self.more_wanted.emit(len(self.hits))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        if parent.isValid():
            return 0
        return len(self.hits) + (len(self.unfetched) if len(self.hits) >= self.total else 0)

    def hit_at(self, index: Index) -> Hit:
        """What a row stands for."""
        row = index.row()
        return self.hits[row] if row < len(self.hits) else self.unfetched[row - len(self.hits)]

    def flags(self, index: Index) -> Qt.ItemFlag:
        usual = super().flags(index)
        return usual | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else usual

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        hit = self.hit_at(index)
        if role == HIT:
            return hit
        if role == TITLE:
            title = hit.title or formats.readable(hit.url)
            return f"★ {title}" if hit.marked.star else title
        if role == ADDRESS:
            return formats.readable(hit.url).partition("://")[2] or hit.url
        if role == FACTS:
            return self._facts(hit)
        if role == PATH:
            title = fold(hit.title)
            return " › ".join(one for one in hit.path if fold(one) not in title)
        if role == SNIPPET:
            return self._lead(hit) + tidy(hit.snippet.text, ())[0]
        if role == MARKS:
            before, marks = len(self._lead(hit)), tidy(hit.snippet.text, hit.snippet.marks)[1]
            return tuple((begin + before, end + before) for begin, end in marks)
        if role == NEW:
            return self.tr("new") if hit.new else ""
        if role == LABEL:
            return hit.label
        if role == Role.DecorationRole:
            return theme.icon(formats.type_icon(hit.capture.type) if hit.capture else "address")
        if role == Role.ToolTipRole:
            told = ranks.told(hit.rank.bar, hit.rank.share) if hit.rank else ""
            return "\n".join(filter(None, (hit.url, " › ".join(hit.path), told)))
        if role in (Role.DisplayRole, Role.AccessibleTextRole):
            name = f"{hit.title or formats.readable(hit.url)}."
            fresh = [f"{self.tr('new')}."] if hit.new else []
            label = [f"{label_styles.name(hit.label)}."] if hit.label else []
            return formats.sentences([name, *fresh, f"{self._facts(hit)}.", *label, hit.snippet.text])
        return None

    def _lead(self, hit: Hit) -> str:
        """What stands before a snippet that does not come from the page."""
        return self.tr("Your note: ") if hit.noted else ""

    def _facts(self, hit: Hit) -> str:
        """Since when and until when it was seen to say so, in how many versions."""
        if hit.capture is None or hit.first is None or hit.last is None:
            if hit.status:
                return self.tr("answered with {status}, known by links").format(status=hit.status)
            return self.tr("not in the archive, known by links")
        first, last = formats.date(hit.first, brief=True), formats.date(hit.last, brief=True)
        one_day = hit.first.astimezone().date() == hit.last.astimezone().date()
        span = first if one_day else self.tr("{first} to {last}").format(first=first, last=last)
        versions = self.tr("%Ln version(s)", "", hit.versions)
        tags = f" · {', '.join(hit.marked.tags)}" if hit.marked.tags else ""
        alike = self.tr("%Ln more like this", "", hit.folded) if hit.folded else ""
        if hit.behind:
            alike = self.tr("nearly the same as the one above")
        alike = f" · {alike}" if alike else ""
        where = f" · {hit.archive.name.removesuffix('.archive')}" if hit.archive is not None else ""
        return f"{span} · {versions}{alike}{where}{tags}"

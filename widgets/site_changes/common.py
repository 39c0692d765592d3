"""What changed alike on many pages, above the pages of a report: templates of sites, values of fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QTreeWidget, QTreeWidgetItem

from widgets.kit import theme
from widgets.words import formats

if TYPE_CHECKING:
    from app.blocks.history.of_template import TemplateChange
    from app.fields.table import ValueChange

_PAGE = Qt.ItemDataRole.UserRole
_MOST, _MOST_PAGES = 200, 500  # changes, and pages of each, that have rows
_ROWS = 5  # in sight


class CommonChanges(QTreeWidget):
    """What changed in templates, then the values of fields that did; hidden while there is nothing of the kind. Enter or a
    double click on a page asks for the comparison of its two versions, on a change of one page alone, too."""

    compare_requested = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.setColumnCount(1)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("What changed alike on many pages"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(True)
        self.setViewportMargins(theme.UNIT, 0, 0, 0)
        self.itemActivated.connect(self._open)
        self.itemExpanded.connect(lambda _: self._fit())
        self.itemCollapsed.connect(lambda _: self._fit())
        self.hide()

    def show_template(
        self, changes: Sequence[TemplateChange], versions: Mapping[str, tuple[str, str]]
    ) -> None:
        """What changed in the templates of sites, in place of all that was shown; `versions` are the two of each page."""
        self.clear()
        for one in changes[:_MOST]:
            text = self.tr("Template of {site}: {change} on %Ln page(s)", "", one.pages)
            said = text.format(site=formats.readable(one.site), change=self._template_said(one))
            self._add(said, [(url, versions[url]) for url in one.urls if url in versions])
        self._settle()

    def show_values(self, changes: Sequence[ValueChange]) -> None:
        """Values of fields that changed, below the templates; what changed alike on most pages first."""
        for one in changes[:_MOST]:
            self._add(self._said(one), [(page.url, (page.id_a, page.id_b)) for page in one.pages])
        self._settle()

    def _add(self, said: str, pages: Sequence[tuple[str, tuple[str, str]]]) -> None:
        top = QTreeWidgetItem(self, [said])
        top.setToolTip(0, self.tr("Double click a page to compare its two versions"))
        if len(pages) == 1:
            ((url, ids),) = pages
            top.setData(0, _PAGE, ids)
            top.setToolTip(0, formats.readable(url))
            return
        for url, ids in pages[:_MOST_PAGES]:
            item = QTreeWidgetItem(top, [formats.readable(url).partition("://")[2]])
            item.setData(0, _PAGE, ids)

    def _settle(self) -> None:
        self.setVisible(self.topLevelItemCount() > 0)
        self._fit()

    def _template_said(self, one: TemplateChange) -> str:
        quoted = self.tr("“{text}”", "what a page says")
        before, after = (
            quoted.format(text=formats.shorten(text, 60)) if text else "" for text in (one.before, one.after)
        )
        if one.kind == "moved" and before == after:
            return self.tr("{text} moved").format(text=after)
        if before == after:
            return self.tr("links or pictures of {text}").format(text=after)
        if not before or not after:
            words = self.tr("{text} is new") if after else self.tr("{text} is gone")
            return words.format(text=after or before)
        return self.tr("{before} → {after}").format(before=before, after=after)

    def _said(self, one: ValueChange) -> str:
        nothing = self.tr("nothing", "a value that is not there")
        text = self.tr("{name}: {before} → {after} on %Ln page(s)", "", len(one.pages))
        return text.format(
            name=one.field,
            before=formats.shorten(one.before, 60) or nothing,
            after=formats.shorten(one.after, 60) or nothing,
        )

    def _fit(self) -> None:
        rows = sum(
            1 + (top.childCount() if top.isExpanded() else 0)
            for top in (self.topLevelItem(at) for at in range(self.topLevelItemCount()))
            if top is not None
        )
        self.setFixedHeight(min(rows, _ROWS) * max(1, self.sizeHintForRow(0)) + 2)

    def _open(self, item: QTreeWidgetItem) -> None:
        ids = item.data(0, _PAGE)
        if ids is not None:
            self.compare_requested.emit(*ids)

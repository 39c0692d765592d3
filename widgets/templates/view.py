"""The view of a site's template: a page with what it repeats of its site greyed out, and why each part is greyed out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QWidget,
)

from app.archive.model import Capture
from app.templates.explaining import Explained
from app.templates.pointing import Spot
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, split, stacked, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.loading import Loader
from widgets.kit.parts import ElidedLabel, tool_button
from widgets.templates import work
from widgets.templates.work import Loaded
from widgets.web.boxes import WIDTH
from widgets.web.judging import add_judging, judge_pointed
from widgets.web.marks import Mark, MarkStyle
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.session import Session
    from widgets.web.view import ReplayView

_PART = Qt.ItemDataRole.UserRole
_SIDE = 340  # pixels
_CHOSEN = 1_000_000  # the mark of a part that is chosen around another
_STYLES = {
    "template": MarkStyle("#5f6b73", "≡", "veil"),
    "again": MarkStyle("#5f6b73", "", "veil"),
    "marked": MarkStyle("#8a4b08", "×", "veil"),
    "marked again": MarkStyle("#8a4b08", "", "veil"),
    "content": MarkStyle("#1a7f37", "✓", "bar"),
    "content again": MarkStyle("#1a7f37", "", "bar"),
    "chosen": MarkStyle("#1565c0", "", "double"),
}


class TemplateView(QWidget):
    """Stands where pages are shown. `open` a version; `judge_requested` when a person says what a part is."""

    closed = Signal()
    judge_requested = Signal(
        object, list, str, bool
    )  # a Capture, paths in its page, what stands there; content
    spot_requested = Signal(str, object, bool)  # a site, a Spot of it; content
    unmark_requested = Signal(str, object)  # a site, an Explained of it

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._loader, self._around = Loader(self), Loader(self)
        self.capture: Capture | None = None
        self.loaded: Loaded | None = None
        self.spots: Sequence[Spot] = ()
        self._step = 0  # which of these is chosen
        self._wanted = 0  # the number of the part that is to be chosen again
        self._parts_of: list[int] = []  # of each mark on the page, which part it belongs to
        self._zoom = 1.0
        self.replay: ReplayView | None = None
        self.heading, self.said = ElidedLabel(self), ElidedLabel(self)
        self.heading.setProperty("role", "heading")
        self.said.setProperty("muted", True)
        self.previous = tool_button(self, "previous", self.tr("Previous part (F7)"), lambda: self.step(-1))
        self.next = tool_button(self, "next", self.tr("Next part (F8)"), lambda: self.step(1))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Parts of the template"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setSpacing(2)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.reason = text_label("", wrap=True, selectable=True)
        self.path = text_label("", "muted", wrap=True, selectable=True)
        self.wider = QPushButton(self.tr("Larger part"))
        self.wider.setToolTip(self.tr("The part of the page that this one stands in"))
        self.narrower = QPushButton(self.tr("Smaller part"))
        self.narrower.setToolTip(self.tr("Back to the part inside it"))
        self.act = QPushButton()
        self.unmark = QPushButton(self.tr("Take the mark back"))
        self.unmark.setToolTip(self.tr("What was learned from the pages of the site holds again"))
        self.nothing = EmptyState("template")
        self._arrange()
        self._wire()

    def _arrange(self) -> None:
        head = in_row(
            None,
            self.heading,
            None,
            self.previous,
            self.next,
            tool_button(self, "close", self.tr("Back to the page (Esc)"), self.closed.emit),
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, 0),
            spacing=theme.HALF,
        )
        line = in_row(None, self.said, None, margins=(theme.DOUBLE, 0, theme.DOUBLE, theme.HALF))
        self.hint = QLabel(self._what_grey_is(), wordWrap=True)
        self.hint.setProperty("muted", True)
        self.card = QFrame()
        in_column(
            self.card,
            self.reason,
            self.path,
            in_row(None, self.wider, self.narrower, None, spacing=theme.HALF),
            in_row(None, self.act, None, spacing=theme.HALF),
            in_row(None, self.unmark, None, spacing=theme.HALF),
            margins=(theme.UNIT, theme.UNIT, theme.UNIT, theme.UNIT),
            spacing=theme.HALF,
        )
        side = QWidget()
        in_column(
            side,
            in_row(None, (self.hint, 1), margins=(theme.UNIT, theme.UNIT, theme.UNIT, theme.UNIT)),
            (self.list, 1),
            self.card,
        )
        side.setMinimumWidth(240)
        self.page = QWidget()
        in_column(self.page)
        self.across = split(Qt.Orientation.Horizontal, self.page, side, sizes=[640, _SIDE], grows=0)
        self.stack = stacked(self.nothing, self.across)
        in_column(self, head, line, (self.stack, 1))

    def _wire(self) -> None:
        self.list.currentRowChanged.connect(self._chosen)
        self.wider.clicked.connect(lambda: self._choose_step(self._step + 1))
        self.narrower.clicked.connect(lambda: self._choose_step(self._step - 1))
        self.act.clicked.connect(self._act)
        self.unmark.clicked.connect(self._unmark)

    # ---- what it shows -----------------------------------------------------------------------------------------

    def open(self, capture: Capture) -> None:
        """Show the template of a page."""
        same = self.capture is not None and self.capture.id == capture.id
        self.capture, self.loaded = capture, None
        self.heading.set_text(self.tr("Site template"))
        self.said.set_text(self.tr("Looking at the pages of the site…"))
        if not same or self.replay is None:
            self._wanted = 0
            self._show_page(capture)
        self.stack.setCurrentWidget(self.across)
        self._read()

    def read_again(self) -> None:
        """Something was marked."""
        part = self.part
        self._wanted = part.number if part is not None else 0
        if self.capture is not None:
            self._read()

    def _read(self) -> None:
        capture, archive = self.capture, self._session.archive
        assert capture is not None
        self._loader.start(
            archive,
            lambda reader, task: work.load(archive, reader, capture, task),
            self._show,
            label=self.tr("Looking at the pages of the site"),
        )

    def _show_page(self, capture: Capture) -> None:
        if self.replay is None:
            self.replay = view = self._session.replay.new_view(self.page)
            layout = self.page.layout()
            assert layout is not None
            layout.addWidget(view)
            view.loaded.connect(lambda _: self._fit())
            view.mark_clicked.connect(self._clicked)
            view.menu_made.connect(self._add_to_menu)
        self.replay.show_capture(capture)

    def _show(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.heading.set_text(self.tr("Site template of {site}").format(site=loaded.site))
        self.said.set_text(self._summary(loaded))
        self.list.clear()
        for part in loaded.parts:
            item = QListWidgetItem(f"{formats.shorten(part.text, 90) or '–'}\n{self._why(part)}")
            item.setIcon(theme.icon("stored" if part.kept else "note" if part.marked else "template"))
            item.setToolTip(f"{part.where}\n{part.text}")
            item.setData(_PART, part)
            self.list.addItem(item)
        for button in (self.previous, self.next):
            button.setEnabled(bool(loaded.parts))
        self._paint()
        if not loaded.parts:
            self.card.hide()
            told = self._nothing(loaded)
            self.nothing.say(*told)
            self.hint.setText(" ".join(told))
            self.stack.setCurrentWidget(self.across if loaded.pages else self.nothing)
            return
        self.hint.setText(self._what_grey_is())
        self.stack.setCurrentWidget(self.across)
        at = next((row for row, part in enumerate(loaded.parts) if part.number == self._wanted), -1)
        self.card.setVisible(at >= 0)
        self.list.setCurrentRow(at)

    def _summary(self, loaded: Loaded) -> str:
        template = sum(1 for part in loaded.parts if not part.kept)
        said = [self.tr("%Ln part(s)", "", template)]
        if template:
            share = self.tr("{share} of the text of this page")
            said.append(share.format(share=formats.percent(loaded.share)))
        if loaded.alike:
            said.append(self.tr("learned from %Ln page(s) of this layout", "", loaded.alike))
        elif loaded.pages:
            said.append(self.tr("no other page of the site has this layout"))
        return " · ".join(said)

    def _what_grey_is(self) -> str:
        return self.tr(
            "Grey is what the pages of the site have in common: main text, exports and search leave it out. "
            "Right-click in the page to correct it."
        )

    def _nothing(self, loaded: Loaded) -> tuple[str, str]:
        if loaded.pages:
            return (
                self.tr("This page repeats nothing of its site."),
                self.tr("Right-click in the page to mark a part that is no content."),
            )
        return (
            self.tr("Nothing is known of this site yet."),
            self.tr("Its template is what at least three pages of one layout have in common."),
        )

    def _why(self, part: Explained) -> str:
        if part.kept:
            return self.tr("content, marked by you")
        if part.marked:
            return self.tr("no content, marked by you")
        said = [
            self.tr("on {pages} of {all} pages").format(
                pages=formats.number(part.pages), all=formats.number(part.of)
            )
            if part.pages
            else self.tr("on pages of other layouts")
        ]
        if part.importance >= 0:
            said.append(self.tr("importance {n}").format(n=f"{part.importance:.2f}"))
        return " · ".join(said)

    # ---- the page ----------------------------------------------------------------------------------------------

    def set_zoom(self, factor: float) -> None:
        """Show the page larger or smaller."""
        self._zoom = factor
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self.replay is not None:
            self.replay.set_zoom(self._zoom * min(1.0, max(0.5, self.page.width() / WIDTH)))

    def _paint(self) -> None:
        """Grey out the parts; the one around which a larger one is chosen has a line of its own."""
        if self.replay is None or self.loaded is None:
            return
        marks: list[Mark] = []
        self._parts_of = []
        for row, part in enumerate(self.loaded.parts):
            kind = "content" if part.kept else "marked" if part.marked else "template"
            for place, path in enumerate(part.paths):
                more = "again" if kind == "template" else f"{kind} again"
                marks.append(Mark(len(self._parts_of), more if place else kind, path))
                self._parts_of.append(row)
        if self._step and self._step < len(self.spots):
            marks.append(Mark(_CHOSEN, "chosen", self.spots[self._step].path))
        self.replay.mark(marks, _STYLES)

    def _clicked(self, mark: int) -> None:
        if mark < len(self._parts_of):
            self.list.setCurrentRow(self._parts_of[mark])

    def _add_to_menu(self, menu: QMenu) -> None:
        menu.addSeparator()
        add_judging(menu, self._judge_pointed)

    def _judge_pointed(self, content: bool) -> None:
        if self.replay is not None:
            judge_pointed(self.replay, self.capture, self.judge_requested, content)

    # ---- one part ----------------------------------------------------------------------------------------------

    @property
    def part(self) -> Explained | None:
        """The part that is chosen."""
        item = self.list.currentItem()
        part: Explained | None = item.data(_PART) if item is not None else None
        return part

    def step(self, by: int) -> None:
        """Go to the next or previous part, past the last to the first."""
        count = self.list.count()
        if count:
            row = self.list.currentRow()
            self.list.setCurrentRow((row + by) % count if row >= 0 else (0 if by > 0 else count - 1))

    def _chosen(self, row: int) -> None:
        part, capture = self.part, self.capture
        self.spots, before = (), self._step
        self._step = 0
        self.card.setVisible(part is not None)
        if part is None or capture is None:
            return
        if before:
            self._paint()
        self._describe()
        if self.replay is not None and row in self._parts_of:
            self.replay.focus_mark(self._parts_of.index(row))
        archive = self._session.archive

        def found(spots: list[Spot]) -> None:
            self.spots = spots
            self._describe()

        self._around.start(archive, lambda reader, _: work.around(archive, reader, capture, part), found)

    def _choose_step(self, step: int) -> None:
        self._step = max(0, min(step, len(self.spots) - 1))
        self._paint()
        if self.replay is not None and self._step:
            self.replay.focus_mark(_CHOSEN)
        self._describe()

    def _describe(self) -> None:
        part = self.part
        if part is None:
            return
        spot = self.spots[self._step] if 0 < self._step < len(self.spots) else None
        where = spot.where if spot is not None else part.where
        if spot is not None:
            said = self.tr("On {pages} of {all} pages that were looked at.")
            why = said.format(pages=formats.number(spot.pages), all=formats.number(spot.of))
        else:
            why = self._reason(part)
        self.reason.setText(why)
        self.path.setText(where)
        content = (spot is not None and spot.template) or (spot is None and not part.kept)
        self.act.setText(self.tr("This is content") if content else self.tr("This is not content"))
        self.act.setToolTip(
            self.tr("Keep this part on all pages of the site")
            if content
            else self.tr("Leave this part out on all pages of the site")
        )
        self.unmark.setVisible(spot is None and (part.kept or part.marked))
        self.wider.setEnabled(self._step + 1 < len(self.spots))
        self.narrower.setEnabled(self._step > 0)

    def _reason(self, part: Explained) -> str:
        if part.kept or part.marked:
            return formats.sentences((f"{self._why(part)[:1].upper()}{self._why(part)[1:]}.",))
        said = []
        if part.pages:
            text = (
                self.tr(
                    "This region stands on {pages} of {all} pages of this layout and says mostly the same."
                )
                if part.whole
                else self.tr("This text stands in the same place on {pages} of {all} pages of this layout.")
            )
            said.append(text.format(pages=formats.number(part.pages), all=formats.number(part.of)))
        else:
            said.append(self.tr("Pages of the site with another layout have it."))
        if part.importance >= 0:
            text = self.tr("Importance {n}: 0 says the same on all pages, 1 something else on each.")
            said.append(text.format(n=f"{part.importance:.2f}"))
        return formats.sentences(said)

    def _act(self) -> None:
        part, loaded = self.part, self.loaded
        if part is None or loaded is None:
            return
        if 0 < self._step < len(self.spots):
            spot = self.spots[self._step]
            self.spot_requested.emit(loaded.site, spot, spot.template)
        else:
            spot = Spot(
                part.number, part.where, part.text, part.whole, part.pages, part.of, not part.kept, part.path
            )
            self.spot_requested.emit(loaded.site, spot, not part.kept)

    def _unmark(self) -> None:
        if self.part is not None and self.loaded is not None:
            self.unmark_requested.emit(self.loaded.site, self.part)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_F7, Qt.Key.Key_F8):
            self.step(1 if event.key() == Qt.Key.Key_F8 else -1)
        else:
            super().keyPressEvent(event)

"""The Blocks tab: the page as it looked with its blocks outlined, their tree, and the card of the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QMenu,
    QSplitter,
    QStackedLayout,
    QWidget,
)

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from widgets.blocks import work
from widgets.blocks.bar import COHERENT, DEFAULT, BlocksBar
from widgets.blocks.card import BlockCard
from widgets.blocks.find import BlockFind
from widgets.blocks.inquiry import Inquiry
from widgets.blocks.marked import MarkedBlocks
from widgets.blocks.tree import NUMBER, TOPIC, HintedTree
from widgets.blocks.work import Blocks, Row
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_stack, split
from widgets.kit.loading import Loader
from widgets.kit.parts import EmptyView
from widgets.web.judging import add_judging, judge_pointed
from widgets.words import engine as engine_words
from widgets.words import formats, reasons

if TYPE_CHECKING:
    from widgets.blocks.histories import Histories
    from widgets.blocks.surface import PageSurface
    from widgets.session import Session
    from widgets.web.boxes import Measured

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_KNOWN_BY = 200  # characters of a text by which its block is known
_POINTED = 150  # milliseconds a pointer rests on a block before it stands out on the page


class BlocksTab(QWidget):
    """`load` a capture. The page is cut in a worker; its history is read when a block is chosen."""

    link_activated = Signal(str)
    beside_activated = Signal(str)
    version_requested = Signal(str)  # id of a capture
    compare_requested = Signal(str, str)
    tag_activated = Signal(str)  # a query for all pages with a tag
    judge_requested = Signal(object, list, str, bool)  # a Capture, paths in its page, what they say; content
    elsewhere_requested = Signal(object, str)  # a Capture, and what a block of it says
    cut_done = Signal()

    def __init__(self, session: Session, histories: Histories, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._session = session
        self._cutter = Loader(self)
        self.inquiry = Inquiry(session, histories, self)
        self._capture: Capture | None = None
        self._measured: Measured | None = None
        self._style, self._level, self._degree = "static", DEFAULT, COHERENT
        self._unmeasured = False  # it was to be measured, and could not be
        self._paged = False  # the capture on screen is shown as a page
        self._follows = True  # the page scrolls to the block that is chosen
        self._zoom = 1.0
        self._sought: tuple[str, str, str] | None = (
            None  # capture, path and text of what is to be chosen there
        )
        self.blocks: Blocks | None = None
        self.surface: PageSurface | None = None
        self.bar = BlocksBar(self)
        self.empty = EmptyView(self, "blocks")
        self.rows = HintedTree()
        self.tree = self.rows.tree
        self.find_bar = BlockFind(self.tree, self)
        self.marked = MarkedBlocks(self._session.notes, self)
        self.marked.changed.connect(lambda: self.tree.show_signs(self.marked.signs()))
        self.card = BlockCard(self.marked, self._session.notes)
        self.card.marks.tag_activated.connect(self.tag_activated)
        self._arrange()
        self.bar.level_chosen.connect(self.set_level)
        self.bar.style_chosen.connect(self.set_style)
        self.tree.chosen.connect(self._show_row)
        self._hover = QTimer(self, singleShot=True, interval=_POINTED)
        self._hover.timeout.connect(self._point)
        self._pointed = -1
        self.tree.pointed.connect(self._rest_at)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._menu)
        self.card.sentence_asked.connect(lambda sentence: self._look_up(sentence, site=False))
        self.card.wider_asked.connect(lambda sentence: self._look_up(sentence, site=True))
        self.card.capture_asked.connect(self.version_requested)
        self.card.pair_asked.connect(self.compare_requested)
        self.inquiry.past_found.connect(self.card.show_past)
        self.inquiry.said_found.connect(self.card.show_said)

    def _arrange(self) -> None:
        self.side = split(Qt.Orientation.Vertical, self.rows, self.card)
        self.card.hide()
        self._parts = [4500, 5500]  # of the side: for the tree, and for the card
        self.side.splitterMoved.connect(self._moved)
        self.side.setMinimumWidth(280)
        self.across = QSplitter(Qt.Orientation.Horizontal, handleWidth=1, childrenCollapsible=False)
        self._left = QWidget()
        self._left_stack = QStackedLayout(self._left)
        self.across.addWidget(self._left)
        self.across.addWidget(self.side)
        self.across.setStretchFactor(0, 3)
        self.across.setStretchFactor(1, 2)
        self.across.setSizes([540, 400])
        self.across.setMinimumHeight(1)  # where there is little height the bar above keeps its own
        self._shown = QWidget(self)
        in_column(self._shown, self.bar, (self.across, 1), self.find_bar)
        self._stack = in_stack(self, self.empty, self._shown)

    # -- what it shows ----------------------------------------------------------------------------------------

    def load(self, capture: Capture) -> None:
        """Show the blocks of a capture."""
        self.clear()
        self._capture = capture
        if capture.status in _REDIRECTS:
            self.empty.say(
                self.tr("This address leads to another one."),
                formats.sentences(
                    (reasons.status(capture.status), self.tr("There is nothing in it to divide."))
                ),
            )
            return
        if capture.length == 0:
            self.empty.say(self.tr("This version has no content."), reasons.status(capture.status))
            return
        self._paged = work.is_page(capture)
        self.empty.say(self.tr("Dividing the page into blocks…"))
        if self._paged:  # is there to be seen while it is divided, and is laid out only once, in its place
            self._left.show()
            self._stack.setCurrentWidget(self._shown)
            self._make_surface().show_capture(capture)
        self._cut()

    def seek(self, capture_id: str, path: str, text: str) -> None:
        """Choose a block of a capture as soon as that is here: the one at a path, else the smallest with its text."""
        self._sought = capture_id, path, text
        if self.blocks is not None:
            self._choose_sought()

    def _choose_sought(self) -> bool:
        """Whether there was one to be chosen in this capture."""
        if self._sought is None or self.blocks is None or self._capture is None:
            return False
        capture_id, path, text = self._sought
        if capture_id != self._capture.id:
            return False
        self._sought = None
        rows = self.blocks.rows
        said = [row for row in rows if text and text[:_KNOWN_BY] in row.text]
        best = next((row for row in rows if row.path == path and path), None)
        best = best or min(said, key=lambda row: row.size, default=None)
        if best is not None:
            self.tree.choose(best.number)
            self.card.ask_past()
        return best is not None

    def clear(self) -> None:
        """Show nothing, and wait for nothing."""
        self._cutter.cancel()
        self.inquiry.forget()
        self._capture, self._measured, self.blocks, self._unmeasured = None, None, None, False
        self.tree.show_rows(())
        self.find_bar.set_rows(())
        self.marked.show(None, ())
        self._show_card(None)
        self.empty.say("")
        self._stack.setCurrentWidget(self.empty)

    def open_find(self) -> None:
        """Look for the blocks that say some words."""
        if self.blocks is not None and self.blocks.rows:
            self.find_bar.open()

    def set_zoom(self, factor: float) -> None:
        """Show the page larger or smaller."""
        self._zoom = factor
        if self.surface is not None:
            self.surface.set_zoom(factor)

    def set_level(self, level: int) -> None:
        """Cut more or less finely; by sight this is the degree of coherence."""
        if self._style == "visual":
            if level != self._degree:
                self._degree = level
                self._cut()
        elif level != self._level:
            self._level = level
            self._cut()

    def set_style(self, style: str) -> None:
        """Cut by what the source declares ("static"), by what the screen shows ("rendered"), or by sight alone
        ("visual")."""
        if style != self._style:
            self._style = style
            self.bar.show_style(style)
            self._unmeasured = False
            self._cut()

    def choose(self, number: int) -> None:
        """Go to a block."""
        self.tree.choose(number)

    def _show_card(self, row: Row | None) -> None:
        """While no block is chosen the tree has the room of the card."""
        shown = not self.card.isHidden()
        self.card.show_row(row)
        self.card.setVisible(row is not None)
        self.rows.hint.setVisible(row is None)
        if row is not None and not shown:
            self.side.setSizes(self._parts)

    def _moved(self) -> None:
        """The person wants tree and card as they are now."""
        self._parts = self.side.sizes()

    def _make_surface(self) -> PageSurface:
        if self.surface is None:
            from widgets.blocks.surface import PageSurface  # WebEngine: not before a page is shown

            self.surface = PageSurface(self._session.replay.new_view(self._left), self._left)
            self._left_stack.addWidget(self.surface)
            self.surface.clicked.connect(self._clicked)
            self.surface.link_activated.connect(self.link_activated)
            self.surface.beside_activated.connect(self.beside_activated)
            self.surface.loaded.connect(self._page_loaded)
            self.surface.replay.menu_made.connect(self._add_to_menu)
            self.surface.set_zoom(self._zoom)
        return self.surface

    # -- cutting ----------------------------------------------------------------------------------------------

    def _cut(self) -> None:
        capture, visual = self._capture, self._style == "visual"
        level = self._level
        if capture is None or capture.length == 0 or capture.status in _REDIRECTS:
            return
        if self._paged and self._seen and self._measured is None and not self._unmeasured:
            self.bar.say(self.tr("Measuring the page…"))
            if self.surface is not None and self.surface.ready:
                self.surface.measure(self._page_measured)
            return  # else when it has loaded
        measured = self._measured if self._paged and self._seen else None
        visual = visual and measured is not None
        if visual:
            level = self._degree
        self.bar.say(self.tr("Dividing the page into blocks…"))

        def divide(reader: ArchiveReader, task: jobs.Handle) -> Blocks:
            return work.blocks_of(reader, capture, level, measured, task.check, visual=visual)

        words = self.tr("Dividing the page into blocks")
        self._cutter.start(
            self._session.archive, divide, self._show_blocks, self._failed, words, self._stopped
        )

    @property
    def _seen(self) -> bool:
        """The page is to be measured."""
        return self._style in ("rendered", "visual")

    def _stopped(self) -> None:
        """Somebody cancelled it in the job bar."""
        words = self.tr("Cancelled. Choose another level to divide the page again.")
        self.bar.say(words)
        if self.blocks is None:
            self.empty.say(words)

    def _page_loaded(self, _ok: bool) -> None:
        if self._seen and self._measured is None and self.surface is not None and self._capture:
            self.surface.measure(self._page_measured)

    def _page_measured(self, measured: Measured | None) -> None:
        if self._seen and self._measured is None:
            self._measured, self._unmeasured = measured, measured is None
            self._cut()

    def _show_blocks(self, blocks: Blocks) -> None:
        path = self.card.row.path if self.card.row is not None else ""
        self.blocks = blocks
        self.bar.set_choices(bool(blocks.style))
        self.bar.legend.show_rows(blocks.leaves())
        self._left.setVisible(self._paged)
        self.tree.show_rows(blocks.rows)
        self.find_bar.set_rows(blocks.rows)
        self.marked.show(self._capture, blocks.rows)
        self._show_card(None)
        if self._paged and self.surface is not None:
            self.surface.outline(blocks.rows)
        if not blocks.rows:
            self._say_nothing(blocks)
        else:
            self.bar.say(self._summary(blocks), self._summary_tip(blocks))
            self._stack.setCurrentWidget(self._shown)
            if not self._choose_sought():
                self.tree.choose(next((row.number for row in blocks.rows if path and row.path == path), -1))
        self.cut_done.emit()

    def _say_nothing(self, blocks: Blocks) -> None:
        hint = self.tr(
            "Web pages are divided into blocks; of documents such as PDF and Word the parts are shown."
        )
        said = [engine_words.say(warning) for warning in blocks.warnings[:2]]
        self.empty.say(self.tr("There is nothing in it to divide."), formats.sentences((*said, hint)))
        self._stack.setCurrentWidget(self.empty)

    def _summary(self, blocks: Blocks) -> str:
        count = len(blocks.leaves())
        if not blocks.style:
            said = [self.tr("%Ln part(s) of the document", "", count)]
            if blocks.left:
                said.append(self.tr("those that follow are not listed"))
            return " · ".join(said)
        said = [self.tr("%Ln block(s)", "", count)]
        if blocks.style == "visual":
            said.append(self.tr("by sight"))
        elif blocks.style == "rendered":
            said.append(self.tr("by measured boxes"))
        elif self._unmeasured:
            said.append(self.tr("could not be measured: by declared look"))
        else:
            said.append(self.tr("by declared look"))
        return " · ".join(said)

    def _summary_tip(self, blocks: Blocks) -> str:
        if not blocks.style or blocks.style == "visual":
            return ""
        said = [
            self.tr("{layout} of {size} are layout around the blocks.").format(
                layout=formats.size_exact(blocks.layout), size=formats.size_exact(blocks.size)
            )
        ]
        if blocks.style == "rendered":
            text = self.tr("{seen} of {all} blocks have a place on the screen.")
            said.append(
                text.format(seen=formats.number(blocks.seen), all=formats.number(len(blocks.leaves())))
            )
        said += [engine_words.say(warning) for warning in blocks.warnings]
        return "\n".join(said)

    def _failed(self, error: Exception) -> None:
        self.empty.say(self.tr("The page could not be divided into blocks."), messages.sentence(error))
        self._stack.setCurrentWidget(self.empty)

    # -- one block --------------------------------------------------------------------------------------------

    def _clicked(self, number: int) -> None:
        """A block was clicked on the page, which stays where it is."""
        self._follows = False
        self.tree.choose(number)
        self._follows = True

    def _rest_at(self, number: int) -> None:
        self._pointed = number
        self._hover.start()

    def _point(self) -> None:
        """The block below the pointer stands out on the page, which stays where it is."""
        if self.surface is not None and self._paged and self.blocks is not None:
            self.surface.emphasise(self._pointed, False)

    def _show_row(self, number: int) -> None:
        blocks, capture = self.blocks, self._capture
        if blocks is None or capture is None or not 0 <= number < len(blocks.rows):
            return
        row = blocks.rows[number]
        self._show_card(row)
        if self.surface is not None and self._paged:
            self.surface.emphasise(number, self._follows)
        self.inquiry.ask(capture, row)

    def _menu(self, at: QPoint) -> None:
        """What a person may say of the block below the pointer."""
        item, blocks = self.tree.itemAt(at), self.blocks
        if item is None or blocks is None or not self._paged:
            return
        row = blocks.rows[int(item.data(TOPIC, NUMBER))]
        menu = QMenu(self)
        menu.addAction(
            theme.icon("search"), self.tr("Where else does this &stand?"), lambda: self.look_elsewhere(row)
        ).setToolTip(self.tr("Pages of the archive that say what this block says, or passages of it"))
        menu.addSeparator()
        add_judging(menu, lambda content: self.judge(row, content))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.tree.viewport().mapToGlobal(at))

    def look_elsewhere(self, row: Row) -> None:
        """A person asks which other pages say what a block says."""
        if self._capture is not None:
            self.elsewhere_requested.emit(self._capture, row.text)

    def judge(self, row: Row, content: bool) -> None:
        """A person says whether a block is content."""
        places = list(row.paths or (row.path,))
        if self._capture is not None and places[0]:
            self.judge_requested.emit(self._capture, places, row.text[:_KNOWN_BY], content)

    def _add_to_menu(self, menu: QMenu) -> None:
        menu.addSeparator()
        add_judging(menu, self._judge_pointed)

    def _judge_pointed(self, content: bool) -> None:
        if self.surface is not None:
            judge_pointed(self.surface.replay, self._capture, self.judge_requested, content)

    def _look_up(self, sentence: str, *, site: bool) -> None:
        if self._capture is not None:
            self.inquiry.look_up(self._capture, sentence, site=site)

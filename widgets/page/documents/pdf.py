"""A PDF as it looks: its pages to read, small ones beside them to choose from, zoom; drawn in workers, page by page."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSpinBox, QWidget

from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, text_label
from widgets.kit.parts import push_button, tool_button
from widgets.words import formats


def _on(box: QRectF, place: QRect) -> QRectF:
    """A box in shares of a page that is shown at a place."""
    return QRectF(
        place.left() + box.left() * place.width(),
        place.top() + box.top() * place.height(),
        box.width() * place.width(),
        box.height() * place.height(),
    )


# Pages above each other, drawn when they come into sight: a PDF as it looks, or its pages as small
# pictures.

_GAP = 16
_LABEL = 22  # room for the number under a small page
_KEPT = 96 * 1024 * 1024  # bytes of pictures
_WIDEST = 2400  # pixels: more cannot be told apart on a screen, and costs memory
_STEP = 100  # pictures are drawn in widths of whole steps, so that a resized window needs few new ones
_A4 = 842 / 595
_MARKED, _LOOKED_AT = QColor(255, 205, 40, 110), QColor(255, 120, 40, 110)


class PageStrip(QAbstractScrollArea):
    """Says which page it wants a picture of (`wanted`: number, width in pixels), and which one is in sight."""

    wanted = Signal(int, int)
    current_changed = Signal(int)
    page_clicked = Signal(int)
    zoom_asked = Signal(float)  # factor
    resized = Signal()

    def __init__(self, parent: QWidget, *, numbered: bool = False) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # or its coming and going moves the pages
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._numbered = numbered
        self.page_width = 100  # in pixels of the screen
        self._ratios: list[float] = []
        self._tops: list[int] = []
        self._kept: OrderedDict[tuple[int, int], QImage] = OrderedDict()
        self._bytes = 0
        self._absent: set[int] = set()
        self._asked: tuple[int, int] | None = None
        self._marks: Mapping[int, Sequence[QRectF]] = {}
        self._here: tuple[int, Sequence[QRectF]] = (-1, ())
        self.current = 0
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    # ---- what it shows ------------------------------------------------------------------------------------------

    def set_pages(self, count: int) -> None:
        """Begin a document of `count` pages, none of them drawn."""
        self._ratios = [_A4] * count
        self._kept.clear()
        self._absent.clear()
        self._marks, self._here = {}, (-1, ())
        self._bytes, self._asked, self.current = 0, None, 0
        self.verticalScrollBar().setValue(0)
        self._lay_out()

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self._ratios)

    def drawn(self, number: int) -> bool:
        """Is there a picture of this page?"""
        return any(page == number for page, _ in self._kept)

    def set_page_width(self, width: int) -> None:
        """How wide pages are shown; the page in sight stays there."""
        width = max(40, width)
        if width == self.page_width:
            return
        here, inside = self.current, self._share()
        self.page_width = width
        self._lay_out()
        if self._ratios:
            self.verticalScrollBar().setValue(round(self._tops[here] + inside * self._height(here)))
        self.ask()

    def put(self, number: int, width: int, picture: QImage | None) -> None:
        """The picture that was asked for; None when the page cannot be drawn."""
        self._asked = None
        if number >= self.count:
            return
        if picture is None or picture.isNull():
            self._absent.add(number)
        else:
            self._keep(number, width, picture)
            self._fit(number, picture.height() / max(1, picture.width()))
        self.viewport().update()
        self.ask()

    def show_page(self, number: int) -> None:
        """Scroll to a page."""
        if self._ratios:
            number = max(0, min(self.count - 1, number))
            self.verticalScrollBar().setValue(self._tops[number] - _GAP // 2)

    def set_marks(self, marks: Mapping[int, Sequence[QRectF]]) -> None:
        """What is marked on pages, by their numbers, in shares of the page."""
        self._marks = marks
        self.viewport().update()

    def show_mark(self, number: int, boxes: Sequence[QRectF]) -> None:
        """Mark something as what is looked at, and bring it into sight when it is not."""
        self._here = number, boxes
        if boxes and 0 <= number < self.count:
            bar, side, room = self.verticalScrollBar(), self.horizontalScrollBar(), self.viewport().size()
            place = self._place(number)
            box = _on(boxes[0], place)
            if box.top() < 0 or box.bottom() > room.height():
                bar.setValue(bar.value() + round(box.center().y()) - room.height() // 2)
            if box.left() < 0 or box.right() > room.width():
                side.setValue(side.value() + round(box.center().x()) - room.width() // 2)
        self.viewport().update()

    def make_current(self, number: int) -> None:
        """Mark a page, and bring it into sight when it is not."""
        if not 0 <= number < self.count:
            return
        self.current = number
        top, bottom = self._tops[number], self._tops[number] + self._height(number)
        at, room = self.verticalScrollBar().value(), self.viewport().height()
        if top < at or bottom > at + room:
            self.verticalScrollBar().setValue(top - (room - self._height(number)) // 2)
        self.viewport().update()

    def _keep(self, number: int, width: int, picture: QImage) -> None:
        for key in [key for key in self._kept if key[0] == number]:
            self._bytes -= self._kept.pop(key).sizeInBytes()
        self._kept[number, width] = picture
        self._bytes += picture.sizeInBytes()
        while self._bytes > _KEPT and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1].sizeInBytes()

    def _fit(self, number: int, ratio: float) -> None:
        """Take over the true shape of a page; that of the first counts for all until their own are known."""
        if abs(self._ratios[number] - ratio) < 0.002:
            return
        if number == 0 and all(known == _A4 for known in self._ratios):
            self._ratios = [ratio] * self.count
        self._ratios[number] = ratio
        here, inside = self.current, self._share()
        self._lay_out()
        self.verticalScrollBar().setValue(round(self._tops[here] + inside * self._height(here)))

    # ---- where things are ---------------------------------------------------------------------------------------

    def _height(self, number: int) -> int:
        return round(self.page_width * self._ratios[number])

    def _share(self) -> float:
        """How far into the current page the view is scrolled."""
        if not self._tops or self.current >= len(self._tops):
            return 0.0
        return (self.verticalScrollBar().value() - self._tops[self.current]) / max(
            1, self._height(self.current)
        )

    def _lay_out(self) -> None:
        top, self._tops = _GAP, []
        for number in range(self.count):
            self._tops.append(top)
            top += self._height(number) + _GAP + (_LABEL if self._numbered else 0)
        bar, side = self.verticalScrollBar(), self.horizontalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(48)
        bar.setRange(0, max(0, top - self.viewport().height()))
        side.setPageStep(self.viewport().width())
        side.setRange(0, max(0, self.page_width + 2 * _GAP - self.viewport().width()))
        self.viewport().update()

    def _place(self, number: int) -> QRect:
        left = (
            max(_GAP, (self.viewport().width() - self.page_width) // 2) - self.horizontalScrollBar().value()
        )
        return QRect(
            left, self._tops[number] - self.verticalScrollBar().value(), self.page_width, self._height(number)
        )

    def _in_sight(self) -> range:
        if not self._tops:
            return range(0)
        at = self.verticalScrollBar().value()
        first = max(0, bisect_right(self._tops, at) - 1)
        return range(first, min(self.count, bisect_right(self._tops, at + self.viewport().height())))

    def _page_at(self, point: QPoint) -> int:
        return next((n for n in self._in_sight() if self._place(n).contains(point)), -1)

    # ---- pictures -----------------------------------------------------------------------------------------------

    def wished(self) -> int:
        """How wide a picture should be, in pixels."""
        pixels = self.page_width * self.devicePixelRatioF()
        return min(_WIDEST, max(_STEP, -(-round(pixels) // _STEP) * _STEP))

    def ask(self) -> None:
        """Ask for one picture: of a page in sight, else of one near it."""
        if self._asked is not None or not self.isVisible():
            return
        sight, width = self._in_sight(), self.wished()
        around = [
            *sight,
            *range(sight.stop, min(self.count, sight.stop + 2)),
            *range(max(0, sight.start - 1), sight.start),
        ]
        for number in around:
            if (number, width) not in self._kept and number not in self._absent:
                self._asked = (number, width)
                self.wanted.emit(number, width)
                return

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.ask()

    # ---- Qt -----------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()
        self._lay_out()
        self.ask()

    def _scrolled(self) -> None:
        self.viewport().update()
        sight = self._in_sight()
        if sight and not self._numbered:
            middle = self.verticalScrollBar().value() + self.viewport().height() // 3
            current = max(0, bisect_right(self._tops, middle) - 1)
            if current != self.current:
                self.current = current
                self.current_changed.emit(current)
        self.ask()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colors = theme.colors()
        painter.fillRect(event.rect(), QColor(colors.window))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for number in self._in_sight():
            place = self._place(number)
            painter.fillRect(place, QColor("white"))
            picture = next((kept for (page, _), kept in self._kept.items() if page == number), None)
            if picture is not None:
                painter.drawImage(place, picture)
                self._paint_marks(painter, place, number)
            else:
                self._say(painter, place, number)
            marked = self._numbered and number == self.current
            painter.setPen(QPen(QColor(colors.accent if marked else colors.border), 2 if marked else 1))
            painter.drawRect(place.adjusted(-1, -1, 0, 0))
            if self._numbered:
                painter.setPen(QColor(colors.text if marked else colors.muted))
                label = QRect(place.left(), place.bottom() + 2, place.width(), _LABEL)
                painter.drawText(label, Qt.AlignmentFlag.AlignCenter, formats.number(number + 1))
        painter.end()

    def _paint_marks(self, painter: QPainter, place: QRect, number: int) -> None:
        """As a pen does it, on dark paper too."""
        for box in self._marks.get(number, ()):
            painter.fillRect(_on(box, place), _MARKED)
        for box in self._here[1] if self._here[0] == number else ():
            painter.fillRect(_on(box, place), _LOOKED_AT)
            painter.setPen(QPen(QColor("#d9480f"), 2))
            painter.drawRect(_on(box, place).adjusted(-1, -1, 1, 1))

    def _say(self, painter: QPainter, place: QRect, number: int) -> None:
        """What stands on a page without picture; its paper is white in every scheme."""
        painter.setPen(QColor("#55646b"))
        words = (
            self.tr("This page cannot be drawn.") if number in self._absent else self.tr("Drawing page {n}…")
        )
        text = words.format(n=formats.number(number + 1)) if not self._numbered else "…"
        painter.drawText(
            place.adjusted(8, 8, -8, -8), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._page_at(event.position().toPoint())
        if number >= 0:
            self.page_clicked.emit(number)
        super().mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_asked.emit(1.1 if event.angleDelta().y() > 0 else 1 / 1.1)
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, key = self.verticalScrollBar(), event.key()
        if key in (Qt.Key.Key_PageDown, Qt.Key.Key_Space):
            bar.setValue(bar.value() + bar.pageStep() - 48)
        elif key == Qt.Key.Key_PageUp:
            bar.setValue(bar.value() - bar.pageStep() + 48)
        elif key == Qt.Key.Key_Home:
            bar.setValue(0)
        elif key == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left) and not self.horizontalScrollBar().maximum():
            self.page_clicked.emit(
                max(0, min(self.count - 1, self.current + (1 if key == Qt.Key.Key_Right else -1)))
            )
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self.zoom_asked.emit(1 / 1.1 if key == Qt.Key.Key_Minus else 1.1)
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(600, 600)


_PAPER = 794  # pixels: A4 at 96 dots an inch
_SMALL = 104
_STRIP = 152
_NARROW, _LEAST = 760, 520  # pixels below which the words of the buttons go, and the small pages
_LARGEST, _SMALLEST = 4.0, 0.25

Draw = Callable[[int, int, Callable[[QImage | None], None]], None]
"""Draws a page: number, width, and whom to give the picture."""


class PdfView(QWidget):
    """`show_document` shows the pages; `failed` says that not even the first could be drawn."""

    text_requested = Signal()
    save_requested = Signal()
    outside_requested = Signal()
    zoomed = Signal(float)
    failed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._draw: Draw | None = None
        self._scale = 1.0
        self.pages = PageStrip(self)
        self.pages.setAccessibleName(self.tr("Pages of the document"))
        self.small = PageStrip(self, numbered=True)
        self.small.setAccessibleName(self.tr("Small pages to choose from"))
        self.small.setFixedWidth(_STRIP)
        self.small.set_page_width(_SMALL)
        self.number = QSpinBox(self)
        self.number.setAccessibleName(self.tr("Page"))
        self.number.setToolTip(self.tr("The page in sight; type a number to go there"))
        self.number.setKeyboardTracking(False)
        self.number.lineEdit().setTextMargins(theme.HALF + 2, 0, 0, 0)  # style sheets do not reach in there
        self.of = text_label(look="muted")
        smaller = tool_button(
            self, "zoom-out", self.tr("Smaller (Ctrl+-, or Ctrl and the wheel)"), lambda: self._zoom(1 / 1.1)
        )
        self.percent = text_label(look="muted")
        larger = tool_button(
            self, "zoom-in", self.tr("Larger (Ctrl++, or Ctrl and the wheel)"), lambda: self._zoom(1.1)
        )
        self.fit = tool_button(self, "fit-width", self.tr("As wide as there is room"), self.fit_width)
        tip = self.tr("Read the text of this document")
        self.text = push_button(self, "text", self.tr("Show text"), tip, self.text_requested.emit)
        tip = self.tr("Save the document as it was received")
        self.save = push_button(self, "save", self.tr("Save original…"), tip, self.save_requested.emit)
        tip = self.tr("Open a copy in the program that this computer has for it")
        outside = tool_button(self, "outside", tip, self.outside_requested.emit)
        self.note = text_label(look="muted")
        self._words = (self.text.text(), self.save.text())
        bar = in_row(
            None,
            self.number,
            self.of,
            smaller,
            self.percent,
            larger,
            self.fit,
            self.note,
            None,
            outside,
            self.text,
            self.save,
            margins=(theme.DOUBLE, theme.HALF, theme.DOUBLE, theme.HALF),
            spacing=theme.HALF,
        )
        row = in_row(None, self.small, (self.pages, 1))
        in_column(self, bar, (row, 1))
        self._connect()

    def _connect(self) -> None:
        for strip in (self.pages, self.small):
            strip.wanted.connect(lambda number, width, strip=strip: self._ask(strip, number, width))
            strip.page_clicked.connect(self.show_page)
        self.pages.zoom_asked.connect(self._zoom)
        self.pages.resized.connect(self._fit)
        self.pages.current_changed.connect(self._arrived)
        self.number.valueChanged.connect(lambda number: self.show_page(number - 1))

    def show_document(self, count: int, draw: Draw, note: str = "") -> None:
        """Show a document of `count` pages; `draw` is asked for one page at a time and strip. `note` says where the look
        comes from."""
        self._draw = draw
        self.note.setText(note)
        self.number.blockSignals(True)
        self.number.setRange(1, max(1, count))
        self.number.setValue(1)
        self.number.blockSignals(False)
        self.of.setText(self.tr("of {count}").format(count=formats.number(count)))
        self.small.setVisible(count > 1 and self.width() >= _LEAST)
        for strip in (self.small, self.pages):
            strip.set_pages(count)
        self._fit()
        for strip in (self.pages, self.small):
            strip.ask()

    def clear(self) -> None:
        """Forget the document and its pictures."""
        self._draw = None
        for strip in (self.pages, self.small):
            strip.set_pages(0)

    def show_page(self, number: int) -> None:
        """Bring a page into sight, counted from 0."""
        self.pages.show_page(number)
        self._arrived(number)
        self.pages.current = max(0, min(self.pages.count - 1, number))

    def set_zoom(self, factor: float) -> None:
        """1.0: as large as paper is, as far as there is room."""
        self._scale = min(_LARGEST, max(_SMALLEST, factor))
        self._fit()

    def fit_width(self) -> None:
        """As wide as the view."""
        self._zoom(self._room() / max(1, self.pages.page_width))

    def _zoom(self, by: float) -> None:
        self.set_zoom(self._scale * by)
        self.zoomed.emit(self._scale)

    def _room(self) -> int:
        return max(120, self.pages.viewport().width() - 2 * theme.DOUBLE)

    def _fit(self) -> None:
        self.pages.set_page_width(round(min(self._room(), _PAPER) * self._scale))
        self.percent.setText(formats.percent(self._scale))

    def _arrived(self, number: int) -> None:
        self.number.blockSignals(True)
        self.number.setValue(number + 1)
        self.number.blockSignals(False)
        self.small.make_current(number)

    def _ask(self, strip: PageStrip, number: int, width: int) -> None:
        if self._draw is None:
            return

        def arrived(picture: QImage | None) -> None:
            strip.put(number, width, picture)
            if picture is None and number == 0 and strip is self.pages:
                self.failed.emit()

        self._draw(number, width, arrived)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        for button, words in zip((self.text, self.save), self._words, strict=True):
            button.setText("" if narrow else words)
        self.small.setVisible(self.pages.count > 1 and event.size().width() >= _LEAST)

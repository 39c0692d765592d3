"""Groups of pages where pages are shown: a list with sizes and an example of each, below it a map; or what became of the
groups from one crawl to another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from widgets.collections.clusters import crawl_names, group, listed, name_of, pages_of, run_name
from widgets.collections.section import Entry, Listed
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_row, split, text_label
from widgets.kit.loading import Loader
from widgets.kit.parts import ClosesWithEscape, ElidedLabel, tool_button
from widgets.linkmap import labels, node_styles
from widgets.linkmap.canvas import MapCanvas
from widgets.linkmap.scene import Scene
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader
    from app.classes.clusters import Clustering
    from app.classes.comparing import Change
    from app.classes.runs import Run
    from widgets.session import Session

COLOURED = 24
"""Groups that have a colour, the largest."""
_WIDE = 420.0  # units from the leftmost point to the rightmost
_RADII = ((300, 4.5), (2000, 3.4), (10_000, 2.4))  # of points, by how many there are at most
_SMALLEST = 1.6
_RING = 3000  # points of a group that stand out
_VEIL = 150
_NAME, _PAGES, _BEFORE, _EXAMPLE = range(4)
_ENTRY, _GROUP = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_SIZES = (300, 360)  # pixels of list and map
_DOT = 12


class _Read(NamedTuple):
    """What is shown, as it was read in a worker."""

    titles: list[str]
    groups: list[Entry]
    changes: list[Change]
    named: dict[str, str]


class ClusterView(ClosesWithEscape):
    """Stands where pages are shown. `entry_chosen` carries the Entry of a row, and the address of the page that was
    clicked on the map, or ""; `page_requested` the address of one that was opened."""

    entry_chosen = Signal(object, str)
    page_requested = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._loader = Loader(self)
        self.run: Run | None = None
        self.before: Run | None = None
        self._read: _Read | None = None
        self.heading = ElidedLabel(self)
        self.heading.setProperty("role", "heading")
        self.summary = text_label("", "muted", wrap=True)
        self.list = self._make_list()
        self.canvas = ClusterCanvas()
        self.canvas.chosen.connect(self._clicked)
        self.canvas.activated.connect(self._opened)
        self.canvas.left.connect(self.closed)
        self.canvas.tip = self._tip
        close = self.close_button()
        fit = tool_button(self, "fit", self.tr("Show all of the map (F)"), self.canvas.fit)
        splitter = split(Qt.Orientation.Vertical, self.list, self.canvas)
        splitter.setSizes(list(_SIZES))
        in_column(
            self,
            in_row(
                None,
                self.heading,
                None,
                fit,
                close,
                margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, 0),
                spacing=theme.HALF,
            ),
            in_row(None, (self.summary, 1), margins=(theme.DOUBLE, 0, theme.DOUBLE, theme.UNIT)),
            (splitter, 1),
            spacing=theme.HALF,
        )

    def _make_list(self) -> QTreeWidget:
        found = QTreeWidget()
        found.setColumnCount(4)
        found.setAccessibleName(self.tr("Groups"))
        found.setUniformRowHeights(True)
        found.setAllColumnsShowFocus(True)
        found.setTextElideMode(Qt.TextElideMode.ElideRight)
        found.setFrameShape(QTreeWidget.Shape.NoFrame)
        head = found.header()
        head.setStretchLastSection(True)
        head.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Interactive)
        for column in (_PAGES, _BEFORE):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        head.resizeSection(_NAME, 250)
        found.currentItemChanged.connect(lambda item, _: self._chosen(item))
        found.itemActivated.connect(lambda item, _: self._chosen(item))
        return found

    # ---- what is shown --------------------------------------------------------------------------------------------

    def show_run(self, run: Run, before: Run | None = None) -> None:
        """Show the groups of a run; with `before` what became of those of another one."""
        if before is not None and _when(before) > _when(run):
            run, before = before, run
        self.run, self.before, self._read = run, before, None
        self.heading.set_text(self.tr("Groups found"))
        self.summary.setText(self.tr("Looking…"))
        self.list.clear()
        self._loader.start(
            self._session.readers, partial(_look, run, before), lambda read: self._show(run, before, read)
        )

    def _show(self, run: Run, before: Run | None, read: _Read) -> None:
        self._read = read
        found = run.clustering
        self.heading.set_text(run_name(run, read.named))
        said = [
            self.tr("%Ln page(s)", "", len(run.urls)),
            self.tr("%Ln group(s)", "", len(found.clusters)),
        ]
        if found.noise:
            said.append(self.tr("%Ln in no group", "", len(found.noise)))
        if found.epsilon:
            said.append(self.tr("ε = {value}").format(value=f"{found.epsilon:.3g}"))
        if before is not None:
            other = run_name(before, read.named)
            said.append(self.tr("compared with: {name}").format(name=other))
        self.summary.setText(self.tr(" · ", "between what is said of groups").join(said))
        names = [name_of(one.name, number) for number, one in enumerate(found.clusters)]
        made = scene(found, names)
        self.canvas.groups = np.array(found.labels(), np.int64)
        self.canvas.show_scene(made)
        self.list.setHeaderLabels(
            [
                self.tr("Group"),
                self.tr("Pages") if before is None else self.tr("Now"),
                self.tr("Before"),
                self.tr("Example") if before is None else self.tr("What became of it"),
            ]
        )
        self.list.setColumnHidden(_BEFORE, before is None)
        self.list.setRootIsDecorated(before is not None)
        self._fill(made.palette)

    def _fill(self, palette: Sequence[str]) -> None:
        run, before, read = self.run, self.before, self._read
        if run is None or read is None:
            return
        self.list.clear()
        if before is None:
            for number, entry in enumerate(read.groups):
                item = self._row(entry, number, palette)
                example = run.clustering.clusters[number].example
                item.setText(_EXAMPLE, read.titles[example])
                item.setToolTip(_EXAMPLE, f"{read.titles[example]}\n{run.urls[example]}")
            if run.clustering.noise:
                noise = Entry(
                    "noise",
                    self.tr("In no group"),
                    count=len(run.clustering.noise),
                    read=partial(pages_of, run, run.clustering.noise),
                )
                self._row(noise, -1, palette)
        else:
            for change in read.changes:
                self._change(change, run, before, palette)

    def _row(self, entry: Entry, number: int, palette: Sequence[str]) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self.list, [entry.name, formats.number(entry.count or 0), "", ""])
        item.setData(_NAME, _ENTRY, entry)
        item.setData(_NAME, _GROUP, number)
        item.setIcon(_NAME, _dot(palette[number if 0 <= number < min(COLOURED, len(palette)) else -1]))
        item.setToolTip(_NAME, entry.tip or entry.name)
        for column in (_PAGES, _BEFORE):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return item

    def _change(self, change: Change, run: Run, before: Run, palette: Sequence[str]) -> None:
        read = self._read
        assert read is not None
        if change.after >= 0:
            entry = read.groups[change.after]
        else:
            words = before.clustering.clusters[change.before].name
            members = before.clustering.clusters[change.before].members
            entry = Entry(
                f"gone/{change.before}",
                name_of(words, change.before),
                count=0,
                read=partial(pages_of, before, members),
            )
        item = self._row(entry, change.after, palette)
        was = before.clustering.clusters[change.before].size if change.before >= 0 else 0
        item.setText(_BEFORE, formats.number(was) if was else "–")
        if change.after < 0:
            item.setText(_PAGES, "–")
        item.setText(_EXAMPLE, self._became(change, entry.count or 0, was))
        parts = (
            ("came", self.tr("New pages"), change.came),
            ("joined", self.tr("From other groups"), change.joined),
            ("left", self.tr("Into other groups"), change.left),
            ("went", self.tr("Pages that are not there any more"), change.went),
            ("stayed", self.tr("Stayed"), change.stayed),
        )
        for key, name, urls in parts:
            if not urls:
                continue
            below = QTreeWidgetItem(item, [name, formats.number(len(urls))])
            below.setTextAlignment(_PAGES, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            below.setForeground(_NAME, QColor(theme.colors().muted))
            below.setData(_NAME, _GROUP, change.after)
            said = self.tr("{group}: {what}").format(group=entry.name, what=name)
            below.setData(_NAME, _ENTRY, Entry(f"{entry.key}/{key}", said, read=partial(_some, list(urls))))

    def _became(self, change: Change, now: int, was: int) -> str:
        """What became of a group, in words."""
        if change.before < 0:
            return self.tr("is new")
        if change.after < 0:
            return self.tr("is gone")
        by = now - was
        if by > 0:
            return self.tr("grew by %Ln page(s)", "", by)
        return self.tr("shrank by %Ln page(s)", "", -by) if by else self.tr("as large as before")

    def recolour(self) -> None:
        """Another theme."""
        if self.run is not None and self._read is not None:
            self._show(self.run, self.before, self._read)

    # ---- what is chosen -------------------------------------------------------------------------------------------

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        entry = item.data(_NAME, _ENTRY) if item is not None else None
        if entry is None or self.run is None or item is None:
            return
        number = item.data(_NAME, _GROUP)
        example = self.run.clustering.clusters[number].example if number >= 0 else -1
        self.canvas.choose(example, tell=False)
        self.entry_chosen.emit(entry, "")

    def _clicked(self, node: int) -> None:
        """A point of the map: its group is chosen in the list, and its page among those of the group."""
        if self.run is None or node < 0:
            return
        number = int(self.canvas.groups[node])
        for at in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(at)
            if item is not None and item.data(_NAME, _GROUP) == number:
                self.list.blockSignals(True)
                self.list.setCurrentItem(item)
                self.list.blockSignals(False)
                entry = item.data(_NAME, _ENTRY)
                if number >= 0 or entry.key == "noise":
                    self.entry_chosen.emit(entry, self.run.urls[node])
                return

    def _opened(self, node: int) -> None:
        if self.run is not None and node >= 0:
            self.page_requested.emit(self.run.urls[node])

    def _tip(self, node: int) -> str:
        """What the map says of a page."""
        if self.run is None or self._read is None:
            return ""
        number = int(self.canvas.groups[node])
        name = self._read.groups[number].name if number >= 0 else self.tr("In no group")
        return f"{self._read.titles[node]}\n{formats.readable(self.run.urls[node])}\n{name}"

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.recolour()

    def rest(self) -> None:
        """The archive is put away."""
        self._loader.cancel()


def _when(run: Run) -> str:
    """What is sorted by to tell which of two runs is about the earlier state: the day of its crawl, or its own."""
    return "".join(sign for sign in (run.crawl or run.made) if sign.isdigit())[:14]


def _look(run: Run, before: Run | None, reader: ArchiveReader, task: jobs.Handle) -> _Read:
    """What is shown of a run, in a worker."""
    from app.classes.comparing import compare

    numbers = reader.numbered(list(run.urls))
    titles = {page.url: page.title or page.name for page in reader.pages_by_id(list(numbers.values()))}
    task.check()
    changes = compare(before.grouped, run.grouped) if before is not None else []
    named = crawl_names(reader.path) if run.crawl or (before is not None and before.crawl) else {}
    return _Read(
        [titles.get(url, url) for url in run.urls],
        [group(run, number, reader) for number in range(len(run.clustering.clusters))],
        changes,
        named,
    )


def _some(urls: list[str], reader: ArchiveReader, task: jobs.Handle) -> Listed:
    return listed(urls, reader)


def _dot(colour: str) -> QIcon:
    """A disc in the colour of a group on the map."""
    picture = QPixmap(_DOT * 2, _DOT * 2)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(QColor(colour))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(1, 1, _DOT - 2, _DOT - 2)
    painter.end()
    return QIcon(picture)


def scene(found: Clustering, names: Sequence[str]) -> Scene:
    """The pages of a clustering; the page nearest to the middle of a group bears its name."""
    size = len(found.places)
    group = np.array(found.labels(), np.int64)
    look = node_styles.by_community(np.where(group < 0, COLOURED, group), names[:COLOURED])
    own = next((radius for most, radius in _RADII if size <= most), _SMALLEST)
    radius, weight, label = np.full(size, own), np.zeros(size), [""] * size
    for cluster, name in zip(found.clusters, names, strict=True):
        radius[cluster.example], weight[cluster.example] = 1.5 * own, cluster.size
        label[cluster.example] = name
    none = np.zeros(0, np.int64)
    return Scene(
        size,
        np.array(found.places, np.float64).reshape(-1, 2) * _WIDE,
        radius,
        look.colour,
        look.palette,
        label,
        weight,
        np.full(size, -1, np.int64),
        "",
        none,
        none,
        np.ones(size, np.bool_),
        np.zeros(0, np.bool_),
    )


class ClusterCanvas(MapCanvas):
    """The pages of the group that the pointer is on, or that is chosen, stand out from all others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Map of the groups"))
        self.groups: NDArray[np.int64] = np.zeros(0, np.int64)

    def _place_labels(self) -> None:
        """The names of groups are told whatever points they cover."""
        if self.scene is None or self._focus() >= 0:
            super()._place_labels()
            return
        named = np.flatnonzero(self.scene.weight)
        named = named[np.argsort(-self.scene.weight[named], kind="stable")]
        size = self.width(), self.height()
        self._labels = labels.placed(self.scene, self.camera, *size, self._font(), named)
        self._labels_scale = self.camera.scale

    def _neighbours(self) -> NDArray[np.int64]:
        """The pages of its group, those with a name first."""
        assert self.scene is not None
        node = self._focus()
        some = np.flatnonzero(self.groups == self.groups[node])
        some = some[np.argsort(-self.scene.weight[some], kind="stable")][:_RING]
        return np.concatenate((np.array([node], np.int64), some[some != node]))

    def _draw_focus(self, painter: QPainter, scene: Scene, width: float, height: float) -> None:
        colors, node = theme.colors(), self._focus()
        veil = QColor(colors.surface)
        veil.setAlpha(_VEIL)
        painter.fillRect(self.rect(), veil)
        some = self._neighbours()
        pixels = self.camera.to_pixels(scene.place[some], width, height).tolist()
        across = scene.diameters(self.camera.scale)[some].tolist()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.surface), 1))
        painter.setBrush(QColor(scene.palette[int(scene.colour[node])]))
        for (x, y), wide in zip(pixels, across, strict=True):
            painter.drawEllipse(QPointF(x, y), max(wide / 2, 2.0), max(wide / 2, 2.0))
        painter.setPen(QPen(QColor(colors.text), 2))
        half = max(across[0] / 2, 4) + 1
        painter.drawEllipse(QPointF(*pixels[0]), half, half)

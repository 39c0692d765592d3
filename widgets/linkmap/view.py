"""The view of the link map: choices above, one picture or two, the same nodes as a list, days below."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHeaderView, QMenu, QSplitter, QWidget

from app.graph.layout.mapped import Choice
from widgets.kit import messages, theme
from widgets.kit.boxes import in_column, in_row, split, stacked, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.loading import Loader
from widgets.kit.parts import ClosesWithEscape, push_button, tool_button, word_field
from widgets.kit.tables import table
from widgets.linkmap import export, folds, node_styles, work
from widgets.linkmap.bar import ALL_SITES, HOSTS, MapBar, TimeBar
from widgets.linkmap.canvas import MapCanvas
from widgets.linkmap.folds import Folds
from widgets.linkmap.model import IN, NAME, OUT, NodesModel
from widgets.linkmap.scene import Camera
from widgets.linkmap.scenes import scene_of
from widgets.linkmap.work import Kept, Made, Standing, Wanted
from widgets.session import Session
from widgets.words import formats

_LIST = 330  # pixels
_ROOM_FOR_TWO = 1200  # from which on two pictures and the list stand side by side


class MapView(ClosesWithEscape):
    """Stands where pages are shown. `open` it; double click or Enter on a node asks for its page."""

    page_requested = Signal(str)
    beside_requested = Signal(str)
    told = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._loader, self._saver, self._kept = Loader(self), Loader(self), Kept()
        self._below: str | None = None  # the address that was asked for; None: as it fits
        self._old = True  # the archive has changed since
        self.made: Made | None = None
        self._folds = Folds()
        self.bar = MapBar(self)
        self.canvas, self.second = MapCanvas(), MapCanvas()
        self.days, self.second_days = (
            TimeBar(self.tr("Day of the picture"), self),
            TimeBar(self.tr("Day of the second picture"), self),
        )
        self.model = NodesModel(self)
        self.table = table(self.model, self.tr("Nodes of the link map"), NAME)
        self.search = word_field(
            self, self.tr("Find"), self.tr("Title or address of a page; Enter goes to the next one")
        )
        self.found = text_label("", "muted")
        self.legend = text_label("", "muted", wrap=True)
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.nothing = EmptyState("map")
        self._arrange()
        self._wire()

    def _arrange(self) -> None:
        heading = self.headline(self.tr("Link map"))
        self.figures = text_label("", "muted")
        self.beside = tool_button(self, "compare", self.tr("Two dates beside each other"))
        self.beside.setCheckable(True)
        head = in_row(
            None,
            heading,
            self.figures,
            None,
            tool_button(
                self, "fold-all", self.tr("Fold all: one node for each folder or community"), self.fold
            ),
            tool_button(self, "unfold-all", self.tr("Unfold all"), self.unfold),
            tool_button(self, "zoom-in", self.tr("Larger (+)"), lambda: self.canvas.zoom(1.5)),
            tool_button(self, "zoom-out", self.tr("Smaller (−)"), lambda: self.canvas.zoom(1 / 1.5)),
            tool_button(self, "fit", self.tr("See all (F)"), self.fit),
            self.beside,
            push_button(
                self, "export", self.tr("Export…"), self.tr("Write the picture as SVG or PNG"), self.export
            ),
            self.close_button(),
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        choices = in_row(None, (self.bar, 1), margins=(theme.DOUBLE, 0, theme.UNIT, theme.UNIT))
        self._pictures = QSplitter(Qt.Orientation.Horizontal, handleWidth=1, childrenCollapsible=False)
        self.before_column, self.after_column = QWidget(), QWidget()
        day_margins = (theme.UNIT, theme.HALF, theme.UNIT, theme.HALF)
        in_column(self.before_column, (self.canvas, 1), in_row(None, (self.days, 1), margins=day_margins))
        in_column(
            self.after_column, (self.second, 1), in_row(None, (self.second_days, 1), margins=day_margins)
        )
        self._pictures.addWidget(self.before_column)
        self._pictures.addWidget(self.after_column)
        self.after_column.hide()
        side = QWidget()
        in_column(
            side,
            in_row(None, (self.search, 1), margins=(theme.UNIT, theme.HALF, theme.UNIT, theme.HALF)),
            (self.table, 1),
            in_row(None, self.found, None, margins=(theme.UNIT, theme.HALF, theme.UNIT, theme.HALF)),
        )
        self.table.horizontalHeader().setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)
        for column in (IN, OUT):
            self.table.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.table.setColumnWidth(column, 54)
        self.table.setSortingEnabled(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
        self._split = split(Qt.Orientation.Horizontal, self._pictures)
        self.side = side
        self._split.addWidget(side)
        self._split.setSizes([800, _LIST])
        self._split.setStretchFactor(0, 1)
        below = in_row(None, (self.legend, 1), margins=(theme.DOUBLE, theme.HALF, theme.UNIT, theme.UNIT))
        self._shown = QWidget()
        in_column(self._shown, (self._split, 1), below)
        self.stack = stacked(self.nothing, self._shown)
        in_column(self, head, choices, (self.stack, 1))

    def _wire(self) -> None:
        self.bar.changed.connect(self._changed)
        self.bar.restyled.connect(self._restyle)
        for days in (self.days, self.second_days):
            days.changed.connect(self.read)
        self.beside.toggled.connect(self._show_beside)
        for canvas, other in ((self.canvas, self.second), (self.second, self.canvas)):
            canvas.chosen.connect(lambda node, other=other: self._choose(node, other))
            canvas.activated.connect(self.open_node)
            canvas.moved.connect(lambda camera, other=other: self._follow(camera, other))
            canvas.menu_requested.connect(self._menu)
            canvas.folded.connect(self.toggle_fold)
            canvas.left.connect(self.closed.emit)
            canvas.tip = self.tip
        self.search.textChanged.connect(self._narrow)
        self.search.returnPressed.connect(self.next_match)
        self.table.selectionModel().currentRowChanged.connect(lambda index, _: self._row_chosen(index.row()))
        self.table.activated.connect(lambda index: self.open_node(self.model.node(index.row())))
        theme.watcher().changed.connect(self._restyle)
        self._session.changed.connect(lambda _: self._note_change())
        self._session.crawl_finished.connect(lambda _: self._look_again())
        self._session.travel.changed.connect(self._travelled)

    # ---- reading -----------------------------------------------------------------------------------------------

    def open(self, below: str | None = None) -> None:
        """Show the map: of an address and what lies below it, else what was shown before."""
        if below is not None and below != self._below:
            self._below = below
            self._fresh()
        if self.made is None or self._old:
            self.read()
        self.canvas.setFocus()

    @property
    def wanted(self) -> Wanted:
        """What the choices say."""
        bar = self.bar
        choice: Choice | None = None
        below = self._below
        if below is not None or self.made is not None:
            level = below == HOSTS
            choice = Choice(
                "host" if level else "page",
                "" if level or below is None else below,
                bar.files.isChecked(),
                bar.outside.isChecked(),
            )
        two = self.beside.isChecked() and len(self.days.moments) > 1
        moments = (self.days.moment, self.second_days.moment) if two else (self.days.moment,)
        changes = two or bar.colour.currentData() == "change"
        return Wanted(
            choice,
            bar.arrangement.currentData(),
            bar.form.currentData(),
            bar.wanted_classes,
            moments,
            self.days.moment if two else self.days.before,
            changes,
            not two and bar.colour.currentData() == "community",
            self._folds.of(bar.arrangement.currentData()),
        )

    def read(self) -> None:
        """Work out the picture again: what has changed of it in a worker."""
        session, kept, wanted = self._session, self._kept, self.wanted
        before = None if self._old else self.made
        if before is None:
            self._old = False
            if self.made is None:
                self.nothing.say(
                    self.tr("Gathering the links…"),
                    self.tr("Each page is read once for this; the bar below shows how far it is."),
                )
                self.stack.setCurrentWidget(self.nothing)
        self._loader.start(
            session.archive,
            lambda reader, task: work.prepare(session, reader, kept, wanted, before, task),
            self.show_made,
            self._failed,
            self.tr("Drawing the link map"),
            self._stopped,
        )

    @property
    def busy(self) -> bool:
        """Whether a picture is being worked out."""
        return self._loader.busy

    def show_made(self, made: Made) -> None:
        """Show what was worked out."""
        former, self.made = self.made, made
        shown = made.shown
        chosen = folds.name_of(former, self.canvas.current) if former is not None else ""
        if former is None or former.shown is not shown:
            if self._below is None:
                self._below = HOSTS if shown.choice.level == "host" else ALL_SITES
            self._offer(made)
            moments = shown.moments
            at = self._at_travel(moments)
            self.days.show_moments(moments, at)
            self.second_days.show_moments(moments)
            self.days.setVisible(len(moments) > 1)
            self.beside.setEnabled(len(moments) > 1)
            wanted = self.wanted
            if wanted.moments != made.wanted.moments or (
                wanted.changes and wanted.since != made.wanted.since
            ):
                self.read()  # the days were not known before
        if not shown.size:
            self._say_empty()
            return
        self.stack.setCurrentWidget(self._shown)
        same = former is not None and former.arranged is made.arranged
        # discs keep their places when one is folded
        stays = former is not None and former.laid is made.laid and not made.arranged.form
        self._draw(same or stays)
        if chosen and not same:
            node = folds.named(made, chosen)
            if node >= 0:
                self.canvas.choose(node)

    def _offer(self, made: Made) -> None:
        sites = [site.name for site in self._session.reader.sites()]
        self.bar.offer_sites(sites, self._below or ALL_SITES)
        if made.shown.choice.level == "host":
            self._below = HOSTS

    def _at_travel(self, moments: list[datetime]) -> int | None:
        moment = self._session.travel.moment
        if moment is None:
            return None
        earlier = [place for place, day in enumerate(moments) if day < moment]
        return earlier[-1] if earlier else 0

    def _say_empty(self) -> None:
        self.canvas.scene = self.second.scene = None
        if self._session.reader.sites():
            self.nothing.say(
                self.tr("No page is shown here"),
                self.tr("Choose another site, or another kind of node in the filter."),
            )
        else:
            self.nothing.say(
                self.tr("No links yet"),
                self.tr("Crawl or import pages: the map then shows how they link to each other."),
            )
        self.stack.setCurrentWidget(self.nothing)

    def _failed(self, error: Exception) -> None:
        self._old = True
        self.nothing.say(self.tr("The links could not be read."), messages.sentence(error))
        self.stack.setCurrentWidget(self.nothing)

    def _stopped(self) -> None:
        self._old = self.made is None
        if self.made is None:
            self.nothing.say(self.tr("Drawing the map was called off."), self.tr("Open it again to go on."))

    def _changed(self) -> None:
        """Another choice was made."""
        if self._below != self.bar.site.currentData():
            self._folds.clear()
        self._below = self.bar.site.currentData()
        self.read()

    def _note_change(self) -> None:
        self._old = True

    def _look_again(self) -> None:
        """A crawl has ended: show its links."""
        self._old = True
        if self.isVisible():
            self.read()

    def _fresh(self) -> None:
        self.made = None
        self._folds.clear()
        self.canvas.scene = self.second.scene = None

    def _travelled(self) -> None:
        if self.made is not None:
            self.days.show_moments(self.days.moments, self._at_travel(list(self.days.moments)))
            if self.isVisible():
                self.read()
            else:
                self._old = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.made is not None and self._old and not self.busy:
            self.read()

    # ---- the picture -------------------------------------------------------------------------------------------

    def _draw(self, keep: bool) -> None:
        made = self.made
        if made is None or not made.shown.size:
            return
        first, *others = made.standing
        canvases = [self.canvas, *([self.second] if others else [])]
        look = self._look(first if not others else others[0])
        size, every = self.bar.measure.currentData(), bool(self.bar.lines.currentData())
        for canvas, standing in zip(canvases, made.standing, strict=False):
            canvas.show_scene(
                scene_of(made, standing, look, size, every_link=every), keep=keep and canvas.scene is not None
            )
        if others and not keep:
            self._follow(self.canvas.camera, self.second)
        shown = first.there[: made.shown.size]
        for other in others:
            shown = shown | other.there[: made.shown.size]
        self.model.show(made.shown, made.listed, shown, first.into, first.out)
        legend = node_styles.legend_html(look.legend)
        self.legend.setText(legend)
        self.legend.setAccessibleName(formats.sentences([word for _, word in look.legend]))
        nodes, links = int(first.there[: made.shown.size].sum()), int(first.links.sum())
        hosts = made.shown.choice.level == "host"
        text = self.tr("%Ln host(s)", "", nodes) if hosts else self.tr("%Ln page(s)", "", nodes)
        text += " · " + self.tr("%Ln link(s)", "", links)
        if made.shown.left_out:
            text += " · " + self.tr("%Ln more left out", "", made.shown.left_out)
        self.figures.setText(text)
        self._say_found()

    def _look(self, standing: Standing) -> node_styles.Colouring:
        made, colour = self.made, self.bar.colour.currentData()
        assert made is not None
        if len(made.standing) > 1 or colour == "change":
            return node_styles.by_change(standing.changes)
        if colour == "status":
            return node_styles.by_status(standing.status)
        if colour == "depth":
            return node_styles.by_depth(made.shown.depth)
        if colour == "community" and made.groups is not None:
            names = [made.arranged.labels[node] for node in made.groups.leaders[: node_styles.COMMUNITIES]]
            return node_styles.by_community(made.groups.member, names)
        return node_styles.by_type(made.shown)

    def _restyle(self) -> None:
        self._draw(keep=True)

    def fit(self) -> None:
        """See all."""
        self.canvas.fit()
        self.canvas.setFocus()

    def _follow(self, camera: Camera, other: MapCanvas) -> None:
        """Both pictures look at the same place."""
        if self.beside.isChecked() and other.camera != camera:
            other.look(camera, tell=False)

    def _show_beside(self, on: bool) -> None:
        self.after_column.setVisible(on)
        self._fit_side()
        if on:
            self.days.show_moments(self.days.moments, max(0, len(self.days.moments) - 2))
            self._pictures.setSizes([1000, 1000])
        else:
            self.days.show_moments(self.days.moments)
        self.read()

    def _fit_side(self) -> None:
        """Two pictures need the room of the list where that is short."""
        self.side.setVisible(not (self.beside.isChecked() and self.width() < _ROOM_FOR_TWO))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_side()

    # ---- folding -----------------------------------------------------------------------------------------------

    def fold(self) -> None:
        """Fold all: each folder, page with others below it, or community is one node."""
        if self.made is not None:
            self._folds.fold_all(self.made)
            self.read()

    def unfold(self) -> None:
        """Show all nodes."""
        if self.made is not None and self.wanted.folded:
            self._folds.unfold_all(self.made)
            self.read()

    def toggle_fold(self, node: int) -> None:
        """Fold what lies below a node (arranged by links: its community), or unfold it."""
        if self.made is not None and node >= 0 and self._folds.toggle(self.made, node):
            self.read()

    # ---- nodes -------------------------------------------------------------------------------------------------

    def _url(self, node: int) -> str:
        if self.made is None or not 0 <= node < self.made.shown.size:
            return ""
        return self.made.shown.names[node]

    def tip(self, node: int) -> str:
        """What is said of a node: title, address, counts."""
        made = self.made
        if made is None or node < 0:
            return ""
        shown, standing = made.shown, made.standing[0]
        if node >= shown.size:
            folder = made.arranged.tree.folders[node - shown.size]
            below = int((made.arranged.tree.parent == node).sum())
            name = made.laid.labels[node] if folder == "?" else formats.readable(folder)
            return f"{name}\n" + self.tr("%Ln entry(ies)", "", below) + self._folded_words(node)
        lines = [shown.titles[node], formats.readable(shown.names[node])]
        lines.append(
            self.tr("{into} in, {out} out").format(
                into=formats.number(int(standing.into[node])), out=formats.number(int(standing.out[node]))
            )
        )
        depth = int(shown.depth[node])
        if shown.choice.level == "page":
            said = self.tr("%Ln click(s) from the home page", "", depth)
            lines.append(said if depth >= 0 else self.tr("No way leads there"))
            status = int(standing.status[node])
            if status >= 300:
                lines.append(self.tr("Answer {status}").format(status=status))
            elif not status:
                lines.append(self.tr("Not in the archive"))
        return "\n".join(line for line in lines if line) + self._folded_words(node)

    def _folded_words(self, node: int) -> str:
        inside = int(self.made.standing[0].inside[node]) if self.made is not None else 0
        return "\n" + self.tr("%Ln folded into it", "", inside) if inside else ""

    def _choose(self, node: int, other: MapCanvas) -> None:
        """Chosen in a picture: choose it in the list and in the other picture."""
        if other.scene is not None and other.current != node:
            other.choose(node, tell=False)
        row = self.model.row_of(node)
        at = self.model.node(self.table.currentIndex().row())
        if node >= 0 and at >= 0 and folds.stands_for(self.made, at) == node:
            return  # a page in the list that is folded into the node
        selection = self.table.selectionModel()
        selection.blockSignals(True)
        if row >= 0:
            self.table.selectRow(row)
            self.table.scrollTo(self.model.index(row, NAME))
        else:
            self.table.clearSelection()
        selection.blockSignals(False)
        self.table.viewport().update()

    def _row_chosen(self, row: int) -> None:
        node = self.model.node(row)
        if node >= 0 and folds.stands_for(self.made, node) != self.canvas.current:
            self.show_node(node)

    def show_node(self, node: int) -> None:
        """Choose a node, or the one that it is folded into, and bring it to the middle."""
        self.canvas.choose(folds.stands_for(self.made, node), centre=True)

    def open_node(self, node: int) -> None:
        """Ask for the page of a node; a host shows its pages as a map, a folder that is no page folds or unfolds."""
        made = self.made
        if made is None or node < 0:
            return
        if node >= made.shown.size:
            self.toggle_fold(node)
            return
        if made.shown.choice.level == "host":
            self.open(made.shown.names[node])
        else:
            self.page_requested.emit(made.shown.names[node])

    def _menu(self, node: int, at: QPoint) -> None:
        url = self._url(node)
        made = self.made
        if made is None or node < 0:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if folds.inside(made, node):
            menu.addAction(theme.icon("unfold-all"), self.tr("Unfold"), lambda: self.toggle_fold(node))
        elif folds.foldable(made, node):
            words = self.tr("Fold what lies below") if made.arranged.form else self.tr("Fold its community")
            menu.addAction(theme.icon("fold-all"), words, lambda: self.toggle_fold(node))
        if not url:
            menu.popup(at)
            return
        menu.addAction(theme.icon("open"), self.tr("Open"), lambda: self.open_node(node))
        if made.shown.choice.level == "page":
            menu.addAction(
                theme.icon("add"), self.tr("Open in a new tab"), lambda: self.beside_requested.emit(url)
            )
        menu.addAction(
            theme.icon("copy"), self.tr("Copy the address"), lambda: QGuiApplication.clipboard().setText(url)
        )
        menu.popup(at)

    def _narrow(self, words: str) -> None:
        self.model.narrow(words)
        self._say_found()
        if words and self.model.rowCount():
            self.show_node(self.model.node(0))

    def next_match(self) -> None:
        """Go to the next node in the list."""
        count = self.model.rowCount()
        if count:
            row = (self.model.row_of(self.canvas.current) + 1) % count
            self.show_node(self.model.node(row))

    def _say_found(self) -> None:
        count = self.model.rowCount()
        if self.model.words:
            self.found.setText(self.tr("%Ln found", "", count))
        else:
            self.found.clear()

    # ---- files -------------------------------------------------------------------------------------------------

    def export(self) -> None:
        """Ask where to, and write the picture."""
        kinds = f"{self.tr('Drawing (SVG)')} (*.svg);;{self.tr('Picture (PNG)')} (*.png)"
        chosen, kind = QFileDialog.getSaveFileName(self, self.tr("Export the link map"), "links.svg", kinds)
        if chosen:
            path = Path(chosen)
            known = path.suffix.lower() in (".svg", ".png")
            self.export_to(
                path if known else path.with_name(path.name + (".png" if "png" in kind else ".svg"))
            )

    def export_to(self, path: Path) -> None:
        """Write all of the picture: as SVG, or by its ending as PNG."""
        scene, archive = self.canvas.scene, self._session.archive
        if scene is None or self.made is None:
            return
        given = export.Given(scene, self.canvas.font(), self._heading(), list(self._legend()))
        self._saver.start(
            archive,
            lambda _reader, task: export.write(path, given, task),
            lambda _: self.told.emit(self.tr("The picture is in {path}.").format(path=path)),
            lambda error: self.told.emit(messages.sentence(error)),
            label=self.tr("Writing the picture"),
        )

    def _heading(self) -> str:
        return f"{self.bar.site.currentText()} · {self.figures.text()}"

    def _legend(self) -> list[tuple[str, str]]:
        made = self.made
        assert made is not None
        return self._look(made.standing[-1]).legend

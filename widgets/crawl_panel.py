"""The running crawl: state and figures, speed, hosts, and a log that gives every reason in words."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QMargins, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QSplitter,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app import crawl as crawling
from widgets import crawl_words, formats, reasons, theme
from widgets.courtesy import PoliteTable, first
from widgets.crawl_log import ADDRESS, KIND, REASON, TIME, URL_ROLE, HostModel, KindFilter, LogModel
from widgets.session import Session
from widgets.speed_chart import SpeedChart

_KINDS = ("", "stored", "visit", "redirect", "refused", "error")
_NO_LIMIT = 16_777_215  # Qt's own number for a size without limit
_STATE_COLORS = {"running": "ok", "finished": "ok", "paused": "warning", "failed": "error", "stopped": "muted"}


class CrawlPanel(QWidget):
    """Shows the crawl of a session; when none runs, the last one."""

    page_requested = Signal(str)
    folded_changed = Signal(bool)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("crawlPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._figures: dict[str, QLabel] = {}
        self.log, self.hosts = LogModel(self), HostModel(self)
        self._filter = KindFilter(self)
        self._filter.setSourceModel(self.log)
        self.chart = SpeedChart()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head, self.body = self._build_head(), self._build_body()
        column.addWidget(self.head)
        column.addWidget(self.body, 1)
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._read_log)
        session.crawl_started.connect(self._started)
        session.crawl_progress.connect(self._progress)
        session.crawl_finished.connect(self._finished)
        self.set_folded(False)
        self._show_last()

    # ---- building -----------------------------------------------------------------------------------------------

    def _build_head(self) -> QWidget:
        head = QWidget(objectName="crawlHead")
        row = QHBoxLayout(head)
        row.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT)
        row.setSpacing(theme.TRIPLE)
        self.state = QLabel()
        self.state.setProperty("role", "section")
        self.state.setMinimumWidth(96)
        row.addWidget(self.state)
        for name, caption, tip in (
            ("pages", self.tr("Pages"), self.tr("Documents stored by this crawl")),
            ("queued", self.tr("Waiting"), self.tr("Addresses found and not yet asked for")),
            ("errors", self.tr("Errors"), self.tr("Addresses that could not be fetched")),
            ("refused", self.tr("Left out"), self.tr("Addresses left out, each with its reason in the log")),
            ("bytes", self.tr("Size"), self.tr("Downloaded by this crawl")),
            ("rate", self.tr("Per second"), self.tr("Captures a second (at the end: on average)")),
            ("seconds", self.tr("Time"), self.tr("How long the crawl has been running")),
        ):
            row.addWidget(self._figure(name, caption, tip))
        row.addStretch(1)
        self.pause = self._button("pause", self.tr("Pause"), self.toggle_pause)
        self.stop = self._button("stop", self.tr("Stop; the crawl can be continued later"), self.stop_crawl)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.HALF)
        self.fold = self._button("expand", "", lambda: self.set_folded(not self.folded))
        buttons.addWidget(self.pause)
        buttons.addWidget(self.stop)
        buttons.addWidget(self.fold)
        row.addLayout(buttons)
        return head

    def _figure(self, name: str, caption: str, tip: str) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        label, value = QLabel(caption), QLabel("–")
        label.setProperty("muted", True)
        value.setProperty("role", "section")
        value.setMinimumWidth(48)
        value.setAccessibleName(caption)
        box.setToolTip(tip)
        column.addWidget(label)
        column.addWidget(value)
        self._figures[name] = value
        return box

    def _button(self, icon: str, tip: str, act) -> QToolButton:
        button = QToolButton()
        button.setIcon(theme.icon(icon))
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(act)
        return button

    def _build_body(self) -> QWidget:
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(self.tr("What the log shows"))
        self.kinds.setToolTip(self.tr("What the log shows"))
        for kind in _KINDS:
            self.kinds.addItem(reasons.log_kind(kind) if kind else self.tr("Everything"), kind)
        self.kinds.currentIndexChanged.connect(lambda: self._filter.show_kind(self.kinds.currentData()))
        self.log_view = self._table(self._filter, self.tr("Log of the crawl"), ADDRESS)
        for column, width in ((TIME, 76), (KIND, 128), (REASON, 320)):
            self.log_view.setColumnWidth(column, width)
        self.log_view.doubleClicked.connect(lambda index: self.page_requested.emit(index.data(URL_ROLE)))
        self.log_view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.log_view.customContextMenuRequested.connect(self._log_menu)
        self.host_view = self._table(self.hosts, self.tr("Hosts of the crawl"), 0)
        for column in range(1, 5):
            self.host_view.setColumnWidth(column, 76)
        left, right = QWidget(), QWidget()
        bar = QHBoxLayout(contentsMargins=QMargins(theme.DOUBLE, 0, theme.UNIT, theme.HALF))
        bar.addWidget(self.kinds)
        bar.addStretch(1)
        for side, parts in ((left, (bar, self.log_view)), (right, (self.chart, self.host_view))):
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            for part in parts:
                column.addLayout(part) if isinstance(part, QHBoxLayout) else column.addWidget(part)
        self.chart.setFixedHeight(72)
        splitter = QSplitter(Qt.Orientation.Horizontal, handleWidth=1, childrenCollapsible=False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([780, 440])
        return splitter

    def _table(self, model, name: str, stretch: int) -> QTableView:
        view = PoliteTable(showGrid=False, wordWrap=False)
        view.setModel(model)
        view.setAccessibleName(name)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        view.setTabKeyNavigation(False)
        view.setCornerButtonEnabled(False)
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
        view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        view.horizontalHeader().setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
        view.horizontalHeader().setHighlightSections(False)
        return view

    # ---- what happens -------------------------------------------------------------------------------------------

    @property
    def folded(self) -> bool:
        """Whether only the line of figures is shown."""
        return self.body.isHidden()

    def set_folded(self, folded: bool) -> None:
        """Show only the line of figures, or the log, chart and hosts too."""
        self.body.setHidden(folded)
        self.setMaximumHeight(self.head.sizeHint().height() if folded else _NO_LIMIT)
        tip = self.tr("Show the log and the hosts") if folded else self.tr("Show only the figures")
        self.fold.setIcon(theme.icon("unfold" if folded else "expand"))
        self.fold.setToolTip(tip)
        self.fold.setAccessibleName(tip)
        self.folded_changed.emit(folded)

    def toggle_pause(self) -> None:
        """Pause the crawl or go on with it."""
        crawl = self._session.crawl
        if crawl:
            if crawl.progress().state == "paused":
                crawl.unpause()
            else:
                crawl.pause()
            self._progress(crawl.progress())

    def stop_crawl(self) -> None:
        """Stop gracefully; the crawl can be continued later."""
        if self._session.crawl:
            self._session.crawl.stop()
            self._progress(self._session.crawl.progress())

    def _show_last(self) -> None:
        self._buttons(False, "finished")
        self.state.setText(self.tr("No crawl yet"))
        last = next(iter(self._session.jobs()), None) if self._session.archive.crawl_db.exists() else None
        if last:
            self._follow(last.job_id)
            self._set_state("stopped" if last.state in ("running", "starting", "paused", "stopping") else last.state)
            self._figures["pages"].setText(formats.number(last.pages))
            self._figures["queued"].setText(formats.number(last.queued))

    def _follow(self, job_id: str) -> None:
        self.log.follow(partial(_read, self._session.archive, job_id))
        self._read_log()

    def _started(self) -> None:
        assert self._session.crawl is not None
        self.set_folded(False)
        self.chart.clear_points()
        self._follow(self._session.crawl.job_id)

    def _progress(self, progress) -> None:
        self._set_state(progress.state)
        texts = {
            "pages": formats.number(progress.pages),
            "queued": formats.number(progress.queued),
            "errors": formats.number(progress.errors),
            "refused": formats.number(progress.refused),
            "bytes": formats.size(progress.bytes),
            "rate": f"{crawl_words.rate(progress):.1f}",
            "seconds": formats.duration(progress.seconds),
        }
        for name, text in texts.items():
            self._figures[name].setText(text)
        self._figures["bytes"].setToolTip(formats.size_exact(progress.bytes))
        self._figures["errors"].setProperty("bad", progress.errors > 0)
        self._figures["errors"].style().polish(self._figures["errors"])
        self._buttons(self._session.crawling, progress.state)
        self.hosts.show(progress.hosts)
        if progress.state != "paused":
            self.chart.add(progress.rate)
        if self.isVisible():
            self._more.start()

    def _finished(self, crawl) -> None:
        self._progress(crawl.progress())
        self._buttons(False, crawl.progress().state)
        self._more.start()
        self.set_folded(True)  # the figures stay, the room goes to the pages

    def _set_state(self, state: str) -> None:
        color = getattr(theme.colors(), _STATE_COLORS.get(state, "accent"))
        self.state.setText(f'<span style="color:{color}">●</span>&nbsp; {reasons.crawl_state(state)}')

    def _buttons(self, running: bool, state: str) -> None:
        self.pause.setEnabled(running and state in ("running", "paused", "starting"))
        self.stop.setEnabled(running and state != "stopping")
        paused = state == "paused"
        tip = self.tr("Go on") if paused else self.tr("Pause")
        self.pause.setIcon(theme.icon("start" if paused else "pause"))
        self.pause.setToolTip(tip)
        self.pause.setAccessibleName(tip)

    @first
    def _read_log(self) -> None:
        bar = self.log_view.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - theme.ROW_HEIGHT
        if self.log.update():
            self._more.start()
        if at_end:
            self.log_view.scrollToBottom()

    def showEvent(self, event) -> None:
        super().showEvent(event)
        self._more.start()

    def _log_menu(self, at: QPoint) -> None:
        url = self.log_view.indexAt(at).data(URL_ROLE)
        if url:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            for icon, text, act in (
                ("open", self.tr("&Open"), lambda: self.page_requested.emit(url)),
                ("copy", self.tr("Copy &address"), lambda: QGuiApplication.clipboard().setText(url)),
                ("browser", self.tr("Open in &browser"), lambda: QDesktopServices.openUrl(QUrl(url))),
            ):
                menu.addAction(theme.icon(icon), text, act)
            menu.popup(self.log_view.viewport().mapToGlobal(at))


def _read(archive, job_id: str, after: int, limit: int) -> list:
    return crawling.refusals(archive, job_id, after=after, limit=limit)

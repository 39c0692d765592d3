"""Crawling on a cluster: menu, sheets, and what stands in the status bar meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from widgets.kit.boxes import text_button
from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from app.crawl.rules.settings import CrawlSettings
    from widgets.cluster.sheet import ClusterSheet
    from widgets.crawl_setup.sheet import CrawlSheet
    from widgets.kit.side_sheet import SideSheet


class WindowClusters(QObject):
    """Needs no open archive."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.sheet: ClusterSheet | None = None
        self.crawl_sheet: CrawlSheet | None = None
        self._changes = False
        self.sign = text_button(
            tip=self.tr("The window is connected to a cluster: its crawl and its nodes"),
            act=self.show,
            icon="nodes",
            look="link",
            hidden=True,
        )
        self.sign.setAccessibleName(self.tr("Cluster"))
        opened.window.statusBar().addPermanentWidget(self.sign)
        opened.add_sheets(self._sheets)

    def show(self) -> None:
        """The cluster, or the choice of one."""
        if self.sheet is None:
            from widgets.cluster.sheet import ClusterSheet  # the window is seen before crawls are loaded

            self.sheet = made = ClusterSheet(self._opened.stage, self._opened.settings)
            made.settings_wanted.connect(self._ask_settings)
            made.change_wanted.connect(self._ask_changes)
            made.archive_wanted.connect(self._open)
            made.changed.connect(self._show_sign)
        self._opened.put_sheets_away()
        self.sheet.slide_in()

    def _sheets(self) -> tuple[SideSheet, ...]:
        return tuple(sheet for sheet in (self.sheet, self.crawl_sheet) if sheet is not None)

    def _ask_settings(self, name: str) -> None:
        """The usual sheet, over the one of the cluster."""
        self._changes = False
        self._crawl_sheet().open_for("", name)

    def _ask_changes(self, name: str, settings: CrawlSettings) -> None:
        """The same with the settings of the crawl that is there."""
        self._changes = True
        self._crawl_sheet().open_with(settings, name)

    def _crawl_sheet(self) -> CrawlSheet:
        if self.crawl_sheet is None:
            from widgets.crawl_setup.sheet import CrawlSheet

            self.crawl_sheet = CrawlSheet(self._opened.settings, self._opened.stage, keeps=False)
            self.crawl_sheet.start_requested.connect(self._begin)
        return self.crawl_sheet

    def _begin(self, settings: CrawlSettings) -> None:
        if self.sheet is not None:
            self.sheet.change(settings) if self._changes else self.sheet.begin(settings)

    def _open(self, archive: Path) -> None:
        if self.sheet is not None:
            self.sheet.cancel()
        self._opened.open_requested.emit(archive)

    def _show_sign(self) -> None:
        place = self.sheet.place if self.sheet is not None and self.sheet.connected else None
        self.sign.setVisible(place is not None)
        if place is not None:
            self.sign.setText(
                self.tr("%Ln node(s) on this computer", "", place.nodes)
                if place.nodes
                else self.tr("Cluster {address}").format(address=place.address)
            )

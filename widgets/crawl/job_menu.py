"""The button that chooses the crawl the dashboard shows: the running one or an earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from widgets.kit import theme
from widgets.words import formats, reasons
from widgets.words.counts import Counts

if TYPE_CHECKING:
    from app.crawl.rules.model import Job


_MOST = 40


def name_of(job: Job) -> str:
    """What a crawl is called: its name, else the host it began with."""
    if job.name:
        return job.name
    hosts = list(dict.fromkeys(urlsplit(seed).netloc or seed for seed in job.settings.seeds))
    return formats.readable(hosts[0]) + (f" +{len(hosts) - 1}" if len(hosts) > 1 else "")


def state_of(job: Job, running: str) -> str:
    """The state of a crawl; a crawl that is stored as running but does not run was broken off."""
    return (
        "stopped"
        if job.state in ("running", "starting", "paused", "stopping") and job.job_id != running
        else job.state
    )


def earlier_menu(menu: QMenu, count: int) -> QMenu:
    """A menu in a menu of crawls for those that have no room in it."""
    return menu.addMenu(theme.icon("recent", "muted"), Counts().earlier_crawls(count))


class JobMenu(QToolButton):
    """A button with the crawl's name; its menu lists all crawls of the archive, newest first. `chosen`: job id."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs: Sequence[Job] = ()
        self._shown = self._running = ""
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMaximumWidth(240)
        self.setToolTip(self.tr("Choose another crawl to look at"))
        self.setAccessibleName(self.toolTip())
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self.hide()

    def show_jobs(self, jobs: Sequence[Job], shown: str, running: str) -> None:
        """All crawls there are, newest first, with the one that is shown and the one that runs."""
        self._jobs, self._shown, self._running = jobs, shown, running
        job = next((job for job in jobs if job.job_id == shown), None)
        self.setVisible(job is not None)
        if job is None:
            return
        name = name_of(job)
        self.setText(f"{formats.shorten(name, 26)}  ▾")
        tip = self.tr("{name}, {date}. Choose another crawl to look at").format(
            name=name, date=formats.date(job.started)
        )
        self.setToolTip(tip)
        self.setAccessibleName(tip)

    def _fill(self) -> None:
        self._menu.clear()
        menu = self._menu
        for number, job in enumerate(self._jobs):
            if number and number % _MOST == 0:
                menu = earlier_menu(menu, len(self._jobs) - number)
            text = self.tr("{date} · {name} · {pages} answered · {state}").format(
                date=formats.date(job.started),
                name=formats.shorten(name_of(job), 40),
                pages=formats.number(job.pages),
                state=reasons.crawl_state(state_of(job, self._running)),
            )
            icon = (
                theme.icon("stored", "accent") if job.job_id == self._shown else theme.icon("crawl", "muted")
            )
            menu.addAction(icon, text.replace("&", "&&"), lambda job=job: self.chosen.emit(job.job_id))

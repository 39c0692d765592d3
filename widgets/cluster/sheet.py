"""The sheet *On a cluster*: which one, then its crawl with the table of its nodes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QRadioButton, QSpinBox, QWidget

from app.crawl.frontier.joblist import new_id
from app.crawl.rules.settings import CrawlSettings
from app.errors import ClusterRefused
from widgets.cluster import link as links
from widgets.cluster.addresses import Addresses
from widgets.cluster.link import Link, Place
from widgets.cluster.nodes import MACHINE, NodesModel, phase_word, rate
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, restyle, text_button, text_label
from widgets.kit.files import archive_folder, setting
from widgets.kit.side_sheet import SideSheet
from widgets.kit.tables import keep_width, table
from widgets.words import formats

LOOK = 2000  # milliseconds between two looks at a cluster, while they are shown
_WIDTH = 860
_ADDRESS, _NAME, _NODES = "cluster/address", "cluster/name", "cluster/nodes"
Connect = Callable[[Place], Link]


class ClusterSheet(SideSheet):
    """The connection stays when the sheet is put away. `settings_wanted`: `begin` is to be given the settings of a new
    crawl that goes into the archive of this name, `change_wanted`: `change` those that it may be changed from;
    `archive_wanted` carries the path of one to be opened; `changed`: it
    is connected, or no more."""

    settings_wanted = Signal(str)
    change_wanted = Signal(str, object)
    archive_wanted = Signal(object)
    changed = Signal()

    def __init__(self, parent: QWidget, preferences: QSettings, connect: Connect = links.connect) -> None:
        super().__init__(self.tr("On a cluster"), parent, _WIDTH)
        self._preferences, self._connect = preferences, connect
        self._link: Link | None = None
        self._opening: jobs.Task[Any] | None = None
        self._looking = False
        self.place = Place("")
        self.now: dict[str, Any] | None = None
        """The cluster as it was seen last; None while there is no connection."""
        self.timer = QTimer(self, interval=LOOK, singleShot=True)
        self.timer.timeout.connect(self.look)
        self.closed.connect(self.timer.stop)
        self._build_choice()
        self._build_crawl()
        self._build_footer()
        self._show_state()

    def slide_in(self) -> None:
        super().slide_in()
        (
            self.table if self.now is not None else self.address if self.far.isChecked() else self.nodes
        ).setFocus()

    # ---- building -----------------------------------------------------------------------------------------------

    def _build_choice(self) -> None:
        self.choice = QWidget()
        self.far = QRadioButton(self.tr("&Machines that are a cluster already"))
        self.here = QRadioButton(self.tr("&Nodes on this computer"))
        self.far.setChecked(True)
        self.address = self._field(
            self.tr("Address"), "10.0.0.5:6379", self.tr("What “tianwang cluster start” has said")
        )
        self.address.setText(setting(self._preferences, _ADDRESS, ""))
        self.token = self._field(
            self.tr("Token"),
            self.tr("Empty: the one in ~/.ray/auth_token of this computer"),
            self.tr("What stands in ~/.ray/auth_token where the cluster was started. It is not kept"),
        )
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.name = self._field(
            self.tr("Name of the archives"), "", self.tr("Each node keeps what it fetches under this name")
        )
        self.name.setText(setting(self._preferences, _NAME, "crawl.archive"))
        self.far_box = QWidget()
        in_column(
            self.far_box,
            *self._lines(
                (self.tr("Address"), self.address),
                (self.tr("Token"), self.token),
                (self.tr("Archives"), self.name),
            ),
            spacing=theme.HALF,
        )
        self.nodes = QSpinBox(minimum=1, maximum=16, value=setting(self._preferences, _NODES, 3))
        self.nodes.setAccessibleName(self.tr("Number of nodes"))
        self.nodes.setToolTip(self.tr("Each is a process of its own, with an archive of its own"))
        self.archive = self._field(
            self.tr("Archive"), "", self.tr("Reads the archives of the nodes, which lie beside it, as one")
        )
        self.archive.setText(str(archive_folder(self._preferences) / "together.archive"))
        self.here_box = QWidget()
        in_column(
            self.here_box,
            *self._lines((self.tr("Nodes"), self.nodes), (self.tr("Archive"), self.archive)),
            text_label(
                self.tr("They end with this window, and go on another time where they were."),
                "muted",
                wrap=True,
            ),
            spacing=theme.HALF,
        )
        said = self.tr(
            "One crawl on several machines: each host is asked by one node alone, with its delay and robots.txt as ever."
        )
        self.wrong = text_label("", "bad", wrap=True, hidden=True, selectable=True)
        in_column(
            self.choice,
            text_label(said, wrap=True),
            theme.UNIT,
            self.far,
            self.far_box,
            theme.UNIT,
            self.here,
            self.here_box,
            theme.UNIT,
            self.wrong,
            None,
            spacing=theme.HALF,
        )
        self.far.toggled.connect(lambda _: self._say(""))
        for field in (self.address, self.token, self.name, self.archive):
            field.returnPressed.connect(self._turn)
            field.textChanged.connect(lambda _: self._show_state())
        self.body.addWidget(self.choice, 1)

    def _field(self, name: str, words: str, tip: str) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.setPlaceholderText(words)
        field.setToolTip(tip)
        return field

    def _lines(self, *named: tuple[str, QWidget]) -> list[QWidget]:
        """Fields with their names above."""
        return [part for words, field in named for part in (text_label(words, "muted"), field)]

    def _build_crawl(self) -> None:
        self.crawl = QWidget()
        self.state = text_label("", "section")
        self.figures = text_label("", wrap=True)
        self.figures.setAccessibleName(self.tr("Figures of the whole crawl"))
        self.trouble = text_label("", "muted", wrap=True, selectable=True)
        self.model = NodesModel(self)
        self.table = table(self.model, self.tr("Nodes"), MACHINE)
        self.table.setMinimumHeight(240)
        keep_width(self.table, {0: 90, 1: 130, **dict.fromkeys(range(3, 9), 84)})
        self.addresses = Addresses(self._ask)
        in_column(
            self.crawl,
            self.state,
            self.figures,
            self.trouble,
            (self.table, 1),
            self.addresses,
            spacing=theme.UNIT,
        )
        self.body.addWidget(self.crawl, 1)

    def _build_footer(self) -> None:
        self.leave_button = text_button(act=self.leave)
        self.stop_button = text_button(
            self.tr("&Stop"), self.tr("Stop the crawl of all nodes; it can be gone on with"), icon="stop"
        )
        self.stop_button.clicked.connect(lambda: self.order("stop"))
        self.pause_button = text_button(act=self._pause_or_go_on)
        self.read_button = text_button(
            self.tr("&Open the archive"),
            self.tr("What all nodes have fetched so far, as one archive"),
            self._open,
            icon="open",
        )
        self.change_button = text_button(
            self.tr("&Settings…"), self.tr("Change scope, limits and all else for all nodes"), self._change
        )
        self.new_button = text_button(
            self.tr("&New crawl…"), self.tr("Choose addresses and what to capture"), self._new, look="primary"
        )
        self.button = text_button(act=self._turn, look="primary")
        self.footer.addLayout(
            in_row(
                None,
                self.leave_button,
                None,
                self.read_button,
                self.stop_button,
                self.pause_button,
                self.change_button,
                self.new_button,
                self.button,
                spacing=theme.UNIT,
            )
        )

    # ---- connecting ---------------------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether there is a connection, or is to be."""
        return self._link is not None

    def wanted(self) -> Place:
        """What is filled in."""
        if self.far.isChecked():
            return Place(self.address.text().strip(), self.token.text().strip())
        return Place(str(Path(self.archive.text().strip()).expanduser()), nodes=self.nodes.value())

    def _turn(self) -> None:
        if self._link is not None:
            self.leave()
        elif self.button.isEnabled():
            self.connect_to(self.wanted())

    def connect_to(self, place: Place) -> None:
        """Connect to a cluster, or start nodes; errors are told in the sheet."""
        self.leave()
        self.place = place
        if place.nodes:
            self._preferences.setValue(_NODES, place.nodes)
        else:
            self._preferences.setValue(_ADDRESS, place.address)
            self._preferences.setValue(_NAME, self.name.text().strip())
        try:
            link = self._connect(place)
        except OSError as error:
            self._say(messages.sentence(error))
            return
        self._link = link

        def work(_task: jobs.Handle) -> dict[str, Any]:
            link.open()
            return link.ask("status")

        self._opening = jobs.run(self, work, done=self._came, failed=self._failed)
        self.destroyed.connect(link.close)
        self._say("")
        self.changed.emit()

    def leave(self) -> None:
        """Give up the connection: a cluster goes on without, nodes of this computer end with all they have stored."""
        link, self._link, self.now = self._link, None, None
        self.timer.stop()
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        if link is not None:
            self.destroyed.disconnect(link.close)
            link.close()
            self.changed.emit()
        self._show_state()

    def _came(self, now: dict[str, Any]) -> None:
        self._opening = None
        self.token.clear()
        self._show(now)

    def _failed(self, error: Exception) -> None:
        self.leave()
        self._say(messages.sentence(error))

    def _say(self, text: str) -> None:
        self.wrong.setText(text)
        self.wrong.setVisible(bool(text))
        self._show_state()

    # ---- looking ------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Ask how it stands, while that is shown."""
        link = self._link
        if link is None or self._looking or self.now is None or not self.isVisible():
            return
        self._looking = True
        jobs.run(
            self,
            lambda _: link.ask("status"),
            done=lambda now: self._seen(link, now),
            failed=lambda error: self._unseen(link, error),
        )

    def _seen(self, link: Link, now: dict[str, Any]) -> None:
        self._looking = False
        if link is not self._link:
            self.look()
        elif now["shut"]:
            self._failed_with(self.tr("The cluster was ended."))
        else:
            self._show(now)

    def _unseen(self, link: Link, error: Exception) -> None:
        """A register that does not answer is asked again: it comes back."""
        self._looking = False
        if link is not self._link:
            return
        if link.over or not isinstance(error, ClusterRefused):
            self._failed(error)
        else:
            self._complain(error)
            self.timer.start()

    def _failed_with(self, said: str) -> None:
        self.leave()
        self._say(said)

    def _complain(self, error: Exception) -> None:
        self.trouble.setText(messages.sentence(error))
        restyle(self.trouble, bad=True)
        self.trouble.show()

    def _show(self, now: dict[str, Any]) -> None:
        self.now = now
        self.model.show(now["nodes"])
        restyle(self.trouble, bad=False)
        moving = self.tr("Some hosts are on their way to another node.") if now["moving"] else ""
        self.trouble.setText(moving or ("" if now["nodes"] else self.tr("No node has come yet.")))
        self.trouble.setVisible(bool(self.trouble.text()))
        self._show_state()
        self.timer.start()

    def _show_state(self) -> None:
        """What can be done now."""
        there, far = self.now is not None, self.far.isChecked()
        self.choice.setVisible(not there)
        self.crawl.setVisible(there)
        for part in (self.far, self.here, self.far_box, self.here_box):
            part.setEnabled(not self.connected)
        self.far_box.setVisible(far)
        self.here_box.setVisible(not far)
        crawl = self.now["crawl"] if self.now is not None else None
        runs = crawl is not None and not crawl["ended"]
        again = crawl is not None and crawl["ended"] and crawl.get("state") != "finished"
        self.button.setVisible(not there)
        self.button.setText(
            self.tr("Cancel")
            if self.connected
            else self.tr("&Connect")
            if far
            else self.tr("&Start the nodes")
        )
        filled = (self.address.text() and self.name.text()) if far else self.archive.text()
        self.button.setEnabled(self.connected or bool(filled.strip()))
        local = bool(self.place.nodes)
        self.leave_button.setVisible(there)
        self.leave_button.setText(self.tr("&End the nodes") if local else self.tr("&Disconnect"))
        self.leave_button.setToolTip(
            self.tr("All that was fetched is stored") if local else self.tr("The cluster goes on without")
        )
        self.read_button.setVisible(there and local and crawl is not None)
        self.stop_button.setVisible(runs)
        self.pause_button.setVisible(runs or again)
        self.change_button.setVisible(runs or again)
        self.addresses.setVisible(crawl is not None)
        rests = again or (crawl is not None and crawl["wanted"] == "pause")
        self.pause_button.setText(self.tr("&Go on") if rests else self.tr("&Pause"))
        self.pause_button.setIcon(theme.icon("continue" if rests else "pause"))
        self.new_button.setVisible(there and not runs)
        self.new_button.setEnabled(bool(self.now and self.now["nodes"]))
        if not there and self.connected:
            self.wrong.hide()
            self.button.setToolTip(self.tr("Connecting…"))
        self._say_figures(crawl)

    def _say_figures(self, crawl: dict[str, Any] | None) -> None:
        if self.now is None:
            self.heading.setText(self.tr("Connecting…") if self.connected else self.tr("On a cluster"))
            return
        local = self.place.nodes
        where = self.tr("Nodes on this computer") if local else self.place.address
        self.heading.setText(self.tr("On a cluster: {where}").format(where=where))
        code = "" if crawl is None else crawl.get("state", "") if crawl["ended"] else crawl["wanted"]
        name = "" if crawl is None else crawl["name"]
        state = phase_word(code)
        self.state.setText(self.tr("{name}: {state}").format(name=name, state=state) if name else state)
        figures = self.now["figures"]
        count = {
            key: formats.number(int(figures.get(key, 0))) for key in ("pages", "versions", "errors", "queued")
        }
        self.figures.setText(
            self.tr(
                "Pages {pages} · versions {versions} · errors {errors} · waiting {queued} · {rate}"
            ).format(**count, rate=rate(figures.get("rate", 0.0)))
        )
        self.figures.setVisible(crawl is not None)

    # ---- doing --------------------------------------------------------------------------------------------------

    def order(self, wanted: str) -> None:
        """Have all nodes run, pause or stop."""
        self._ask("order", wanted=wanted)

    def begin(self, settings: CrawlSettings) -> None:
        """Begin a new crawl."""
        self._ask("start", job=new_id(), name=self.archive_name, settings=settings.to_json())

    @property
    def archive_name(self) -> str:
        """What the archive on each node is called."""
        return Path(self.place.address if self.place.nodes else self.name.text().strip()).name

    def change(self, settings: CrawlSettings) -> None:
        """Go on with the crawl that is there, with other settings."""
        crawl = self.now["crawl"] if self.now is not None else None
        if crawl is not None:
            self._ask("start", job=crawl["job"], name=crawl["name"], settings=settings.to_json())

    def _change(self) -> None:
        crawl = self.now["crawl"] if self.now is not None else None
        if crawl is not None:
            self.change_wanted.emit(crawl["name"], CrawlSettings.from_json(crawl["settings"]))

    def _pause_or_go_on(self) -> None:
        crawl = self.now["crawl"] if self.now is not None else None
        if crawl is None:
            return
        if crawl["ended"]:
            self._ask("start", **{key: crawl[key] for key in ("job", "name", "settings")})
        else:
            self.order("run" if crawl["wanted"] == "pause" else "pause")

    def _new(self) -> None:
        self.settings_wanted.emit(self.archive_name)

    def _open(self) -> None:
        self._ask("joined", then=lambda answer: self.archive_wanted.emit(Path(answer["archive"])))

    def _ask(self, method: str, then: Callable[[dict[str, Any]], None] | None = None, **about: Any) -> None:
        link = self._link
        if link is None:
            return
        jobs.run(
            self,
            lambda _: link.ask(method, **about),
            done=then or (lambda _: self.look()),
            failed=partial(self._unseen_order, link),
        )

    def _unseen_order(self, link: Link, error: Exception) -> None:
        if link is self._link:
            self._failed(error) if link.over else self._complain(error)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()

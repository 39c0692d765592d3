"""The choices of a link map: what is shown, how it is arranged, what sizes, colours and lines mean; which crawls."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QLabel, QMenu, QSizePolicy, QSlider, QToolButton, QWidget

from app.graph.store.links import CANONICAL, CONTENT, EMBED, LISTED, NAVIGATION, REDIRECT
from widgets.kit import theme
from widgets.kit.boxes import in_row, text_label
from widgets.kit.flow_layout import FlowLayout
from widgets.kit.parts import tool_button
from widgets.linkmap import node_styles
from widgets.words import formats

_PLAY_MS = 900
_PAUSE_MS = 60  # of the hand before a date is worked out
_SITE_WIDTH = 150
ALL_SITES = ""
HOSTS = "*"


class MapBar(QWidget):
    """`changed` when another picture is wanted, `restyled` when the same one is wanted otherwise."""

    changed = Signal()
    restyled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.site = self._box(self.tr("What is shown: sites, or all hosts as one node each"))
        self.site.setMinimumContentsLength(14)
        self.site.setMaximumWidth(2 * _SITE_WIDTH)
        self.arrangement = self._box(
            self.tr("How nodes are arranged: by their folders, by clicks from the home page, by links")
        )
        for name, words in (
            ("folders", self.tr("Folders")),
            ("clicks", self.tr("Clicks")),
            ("links", self.tr("Links")),
        ):
            self.arrangement.addItem(words, name)
        self.form = self._box(self.tr("The form of the tree"))
        for name, words in (
            ("", self.tr("Fitting")),
            ("layers", self.tr("Layers")),
            ("rings", self.tr("Rings")),
        ):
            self.form.addItem(words, name)
        self.measure = self._box(
            self.tr("What the size of a node says: its rank, how many links lead there, nothing")
        )
        for name in node_styles.SIZES:
            self.measure.addItem(node_styles.size_words(name), name)
        self.colour = self._box(
            self.tr(
                "What the colour says: type, answer of the server, clicks, change since the crawl before, community"
            )
        )
        for name in node_styles.COLOURS:
            self.colour.addItem(node_styles.colour_words(name), name)
        self.lines = self._box(self.tr("Which links are drawn"))
        for number, words in enumerate((self.tr("Of the chosen page"), self.tr("All"))):
            self.lines.addItem(words, bool(number))
        self.classes = QToolButton(self)
        self.classes.setText(self.tr("Filter"))
        self.classes.setIcon(theme.icon("filter"))
        self.classes.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.classes.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.classes.setToolTip(self.tr("Kinds of links and of nodes"))
        self.classes.setAccessibleName(self.tr("Kinds of links and of nodes"))
        self.menu = QMenu(self.classes)
        self.classes.setMenu(self.menu)
        self._of_class = {number: self._check(words, on) for number, words, on in self._classes()}
        self.menu.addSeparator()
        self.files = self._check(self.tr("Pictures, style sheets and other parts of pages"), False)
        self.outside = self._check(self.tr("Addresses that are not in the archive"), False)
        flow = FlowLayout(self, theme.UNIT)
        for words, box in (
            (self.tr("Show"), self.site),
            (self.tr("Arranged by"), self.arrangement),
            (self.tr("as"), self.form),
            (self.tr("Size"), self.measure),
            (self.tr("Colour"), self.colour),
            (self.tr("Links"), self.lines),
        ):
            flow.addWidget(self._named(words, box))
        flow.addWidget(self.classes)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.arrangement.currentIndexChanged.connect(lambda _: self._fit_arrangement())
        for box in (self.site, self.arrangement, self.form):
            box.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.colour.currentIndexChanged.connect(lambda _: self.changed.emit())
        for box in (self.measure, self.lines):
            box.currentIndexChanged.connect(lambda _: self.restyled.emit())

    def _fit_arrangement(self) -> None:
        """Only trees have a form; nodes arranged by links are seen with these at first."""
        by_links = self.arrangement.currentData() == "links"
        self.form.setEnabled(not by_links)
        if by_links:
            self.choose(self.lines, True)

    def _classes(self) -> Sequence[tuple[int, str, bool]]:
        return (
            (CONTENT, self.tr("Links in what pages say"), True),
            (NAVIGATION, self.tr("Links that the template of the site repeats"), False),
            (REDIRECT, self.tr("Redirects"), True),
            (EMBED, self.tr("Parts of pages"), False),
            (CANONICAL, self.tr("Better addresses (canonical)"), False),
            (LISTED, self.tr("Lists: sitemaps and feeds"), False),
        )

    def _box(self, tip: str) -> QComboBox:
        box = QComboBox(self)
        box.setToolTip(tip)
        box.setAccessibleName(tip)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return box

    def _named(self, words: str, box: QComboBox) -> QWidget:
        part = QWidget(self)
        name = QLabel(words)
        name.setProperty("muted", True)
        name.setBuddy(box)
        in_row(part, name, box, spacing=theme.HALF)
        return part

    def _check(self, words: str, on: bool) -> QAction:
        action = self.menu.addAction(words)
        action.setCheckable(True)
        action.setChecked(on)
        action.toggled.connect(lambda _: self.changed.emit())
        return action

    @property
    def wanted_classes(self) -> frozenset[int]:
        """The classes of links that are ticked."""
        return frozenset(number for number, action in self._of_class.items() if action.isChecked())

    def offer_sites(self, sites: Sequence[str], chosen: str) -> None:
        """List the sites of the archive; `chosen` is one of these, an address, `ALL_SITES` or `HOSTS`."""
        self.site.blockSignals(True)
        self.site.clear()
        self.site.addItem(self.tr("All sites"), ALL_SITES)
        if len(sites) > 1:
            self.site.addItem(self.tr("Hosts, one node each"), HOSTS)
        for site in sites:
            self.site.addItem(formats.shorten(formats.readable(site), 40), site)
        at = self.site.findData(chosen)
        if at < 0:
            self.site.addItem(formats.shorten(formats.readable(chosen), 40), chosen)
            at = self.site.count() - 1
        self.site.setCurrentIndex(at)
        self.site.blockSignals(False)

    def choose(self, box: QComboBox, value: object) -> None:
        """Choose a value of one of the boxes."""
        box.setCurrentIndex(box.findData(value))


class TimeBar(QWidget):
    """`changed` when another moment was chosen. The last one is now."""

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moments: Sequence[datetime] = ()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(name)
        self.slider.setToolTip(name)
        self.slider.setPageStep(1)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.said = text_label("", "muted")
        self.said.setMinimumWidth(110)
        self.play = tool_button(self, "start", self.tr("Go through all crawls"), self.start)
        in_row(self, self.play, (self.slider, 1), self.said, spacing=theme.UNIT)
        self._rest = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._rest.timeout.connect(self.changed.emit)
        self._step = QTimer(self, interval=_PLAY_MS)
        self._step.timeout.connect(self._next)
        self.slider.valueChanged.connect(self._told)
        self.slider.sliderPressed.connect(self.stop)

    def show_moments(self, moments: Sequence[datetime], at: int | None = None) -> None:
        """Offer these moments, the last one chosen unless `at` says which."""
        self._moments = moments
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, len(moments) - 1))
        self.slider.setValue(len(moments) - 1 if at is None else at)
        self.slider.blockSignals(False)
        self._say()

    @property
    def moments(self) -> Sequence[datetime]:
        """The moments that are offered."""
        return self._moments

    @property
    def at(self) -> int:
        """Which of the days is chosen."""
        return self.slider.value()

    @property
    def moment(self) -> int | None:
        """The chosen moment in seconds since 1970; None for the last one, which is now."""
        if self.at >= len(self._moments) - 1:
            return None
        return int(self._moments[self.at].timestamp())

    @property
    def before(self) -> int | None:
        """The moment before the chosen one, in seconds; the beginning of all for the first."""
        return int(self._moments[self.at - 1].timestamp()) if 0 < self.at < len(self._moments) else 0

    def start(self) -> None:
        """Go through all moments from the first one, or stop that."""
        if self._step.isActive():
            self.stop()
            return
        if self.at >= len(self._moments) - 1:
            self.slider.setValue(0)
        self._step.start()
        self.play.setIcon(theme.icon("pause"))

    def stop(self) -> None:
        """Stay at this moment."""
        self._step.stop()
        self.play.setIcon(theme.icon("start"))

    def _next(self) -> None:
        if self.at >= len(self._moments) - 1:
            self.stop()
        else:
            self.slider.setValue(self.at + 1)

    def _told(self) -> None:
        self._say()
        self._rest.start()

    def _say(self) -> None:
        if not self._moments:
            self.said.clear()
            return
        moment = self._moments[min(self.at, len(self._moments) - 1)]
        alone = sum(other.date() == moment.date() for other in self._moments) == 1
        close = any(0 < abs((other - moment).total_seconds()) < 60 for other in self._moments)
        day = formats.date(moment, brief=alone, seconds=close)
        if self.at >= len(self._moments) - 1:
            day = self.tr("{day} (now)").format(day=day)
        self.said.setText(day)
        self.slider.setAccessibleDescription(day)

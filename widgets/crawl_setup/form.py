"""The form of all settings of a crawl: the usual ones open, the others folded. It reads and gives CrawlSettings."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from app.crawl.rules.settings import DEFAULT_AGENT, CrawlSettings
from app.crawl.rules.url import host_of
from app.errors import UserError
from widgets.crawl_setup import sentences as crawl_words
from widgets.crawl_setup.fields import Binding, inset
from widgets.crawl_setup.groups import MoreSettings, SettingsGroups
from widgets.kit import theme
from widgets.kit.boxes import in_column, text_label
from widgets.kit.files import setting
from widgets.kit.messages import sentence
from widgets.words import formats

SCOPES = ("host", "prefix", "domain", "any")
MIB = 1024 * 1024


def is_local(found: list[str]) -> bool:
    """Whether all addresses are of this computer, whose sites need no consideration."""
    return bool(found) and all(_is_here(host_of(address).strip("[]")) for address in found)


def _is_here(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False


class ScopeChoice(QWidget):
    """Four radio buttons, each with a sentence that names the concrete hosts."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        labels = {
            "host": self.tr("The whole &site"),
            "prefix": self.tr("This &folder only"),
            "domain": self.tr("The whole &domain"),
            "any": self.tr("Any&where"),
        }
        column = in_column(self)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        self.sentences: dict[str, QLabel] = {}
        for number, scope in enumerate(SCOPES):
            button, sentence_ = QRadioButton(labels[scope]), QLabel(wordWrap=True)
            sentence_.setProperty("muted", True)
            sentence_.setContentsMargins(26, 0, 0, theme.UNIT)
            sentence_.setBuddy(button)
            self._group.addButton(button, number)
            self.buttons[scope], self.sentences[scope] = button, sentence_
            column.addWidget(button)
            column.addWidget(sentence_)
        self.buttons["host"].setChecked(True)
        self._group.idToggled.connect(lambda _, on: self.changed.emit() if on else None)
        self.bindings = [Binding("scope", self.scope, self.choose)]
        self.explain([])

    def scope(self) -> str:
        """The scope chosen."""
        return SCOPES[self._group.checkedId()]

    def choose(self, scope: str) -> None:
        """Choose a scope."""
        self.buttons[scope].setChecked(True)

    def explain(self, found: list[str]) -> None:
        """Say what each scope means for these addresses."""
        for scope, label in self.sentences.items():
            label.setText(crawl_words.scope_sentence(scope, found))
            self.buttons[scope].setToolTip(label.text())
            self.buttons[scope].setAccessibleDescription(label.text())


class Limits(QWidget):
    """Pages, depth, minutes and size; each without limit at its lowest value."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pages = QSpinBox(maximum=100_000_000, singleStep=100)
        self.links = QSpinBox(minimum=-1, maximum=1000, value=-1)
        self.minutes = QSpinBox(maximum=100_000, singleStep=10)
        self.megabytes = QSpinBox(maximum=100_000_000, singleStep=100, suffix=" MB")
        for box in (self.pages, self.megabytes):
            box.setGroupSeparatorShown(True)
        grid = _grid(self)
        for number, (label, box, tip) in enumerate(
            (
                (self.tr("&Pages"), self.pages, self.tr("Stop after so many documents")),
                (self.tr("&Links away"), self.links, self.tr("0 captures only the addresses themselves")),
                (self.tr("&Minutes"), self.minutes, self.tr("Stop after so much time; pauses do not count")),
                (self.tr("Si&ze"), self.megabytes, self.tr("Stop when so much was downloaded")),
            )
        ):
            box.setSpecialValueText(self.tr("No limit"))
            box.valueChanged.connect(lambda _: self.changed.emit())
            _field(grid, *divmod(number, 2), label, box, tip)
        minutes, megabytes = self.minutes, self.megabytes
        self.bindings = [
            Binding("max_pages", self.pages.value, self.pages.setValue),
            Binding("max_depth", self.links.value, self.links.setValue),
            Binding("max_minutes", lambda: float(minutes.value()), lambda v: minutes.setValue(round(v))),
            Binding(
                "max_bytes", lambda: megabytes.value() * MIB, lambda v: megabytes.setValue(round(v / MIB))
            ),
        ]


class Manners(QWidget):
    """How the crawl treats the sites."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.delay = QDoubleSpinBox(maximum=3600, decimals=1, singleStep=0.5, suffix=" s")
        self.robots = QCheckBox(self.tr("&Respect what sites ask of crawlers (robots.txt)"))
        self.robots.setToolTip(
            self.tr("Leaves out what a site asks crawlers not to visit, and keeps its pace")
        )
        self.requisites = QCheckBox(self.tr("Fetch &images, style sheets and scripts too"))
        self.requisites.setToolTip(self.tr("What pages need to look as they do, also from other hosts"))
        grid = _grid(self)
        tip = self.tr("How long to wait between two requests to the same host")
        _field(grid, 0, 0, self.tr("&Wait between requests"), self.delay, tip)
        self.local = text_label("", "muted", wrap=True, hidden=True)
        grid.addWidget(self.local, 2, 0, 1, 2)
        grid.addWidget(self.robots, 3, 0, 1, 2)
        grid.addWidget(self.requisites, 4, 0, 1, 2)
        self.delay.valueChanged.connect(lambda _: self.changed.emit())
        for box in (self.robots, self.requisites):
            box.setChecked(True)
            box.toggled.connect(lambda _: self.changed.emit())
        self.bindings = [
            Binding("delay", self.delay.value, self.delay.setValue),
            Binding("obey_robots", self.robots.isChecked, self.robots.setChecked),
            Binding("requisites", self.requisites.isChecked, self.requisites.setChecked),
        ]

    def explain(self, found: list[str]) -> None:
        """Say the rule about sites of this computer, where there is one among the addresses."""
        here = sum(is_local([address]) for address in found)
        self.local.setVisible(bool(here))
        if here == len(found):
            text = self.tr("Sites of this computer need no wait: it is 0 as long as all addresses are here.")
        else:
            text = self.tr(
                "Addresses on this computer wait like the others: only where all are here, the wait is 0."
            )
        self.local.setText(text)


class CrawlForm(QWidget):
    """Every setting but start addresses and name; `between` is placed above the folded settings."""

    changed = Signal()

    def __init__(
        self, preferences: QSettings, between: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.scope, self.limits, self.manners = ScopeChoice(), Limits(), Manners()
        self.more = MoreSettings(SettingsGroups(self).groups)
        column = in_column(self, spacing=theme.UNIT)
        self.scope_heading = QLabel(self.tr("What to capture"))
        for label, part in (
            (self.scope_heading, self.scope),
            (QLabel(self.tr("When to stop")), self.limits),
            (QLabel(self.tr("Manners")), self.manners),
        ):
            label.setProperty("role", "section")
            label.setContentsMargins(0, theme.UNIT, 0, 0)
            column.addWidget(label)
            column.addWidget(part)
        if between is not None:
            column.addWidget(between)
        column.addWidget(self.more)
        self._base = self.usual()
        self._bindings = [*self.scope.bindings, *self.limits.bindings, *self.manners.bindings]
        self._filling = False
        self.fill(self._base)
        for changed in (self.scope.changed, self.limits.changed, self.manners.changed, self.more.changed):
            changed.connect(self._touched)

    def usual(self, found: list[str] | None = None) -> CrawlSettings:
        """What crawls begin with: the defaults, with what the preferences say; no wait for sites of this computer."""
        kept = self._preferences
        return CrawlSettings(
            seeds=tuple(found or ()),
            delay=self._usual_delay(found),
            workers=setting(kept, "crawl/workers", 8),
            user_agent=setting(kept, "crawl/user_agent", "") or DEFAULT_AGENT,
            contact=setting(kept, "crawl/contact", ""),
        )

    def explain(self, found: list[str]) -> None:
        """Explain the settings for these addresses; the wait is 0 for sites of this computer until another one is
        chosen."""
        self.scope.explain(found)
        self.manners.explain(found)
        if not self._filling and self.manners.delay.value() == self._base.delay:
            delay = self._usual_delay(found)
            if found and self._follows and delay != self._base.delay:
                self._base = replace(self._base, delay=delay)
                self.manners.delay.setValue(delay)

    def _usual_delay(self, found: list[str] | None) -> float:
        return 0.0 if is_local(found or []) else setting(self._preferences, "crawl/delay", 1.0)

    def fill(self, settings: CrawlSettings) -> None:
        """Show these settings."""
        self._base = settings
        self._follows = settings.delay == self._usual_delay(list(settings.seeds))
        self._filling = True
        for binding in self._bindings:
            binding.fill(settings)
        self.more.fill(settings)
        self._filling = False
        self._touched()

    def settings(self, seeds: list[str] | tuple[str, ...], name: str = "") -> CrawlSettings:
        """What is filled in now."""
        values = {binding.name: binding.value() for binding in self._bindings}
        return replace(self._base, seeds=tuple(seeds), name=name, **values, **self.more.values())

    def freeze_rules(self) -> None:
        """The rules for canonical addresses cannot be changed once a crawl has begun."""
        self.more.group("canonical").freeze(("canonical",))

    def problem(self, settings: CrawlSettings) -> str:
        """What is wrong with the settings, in a sentence."""
        wrong = self.more.check(self.usual())
        if wrong:
            return wrong
        try:
            settings.checked()
        except UserError as error:
            return sentence(error)
        return ""

    def _touched(self) -> None:
        if not self._filling:
            self.changed.emit()


def _grid(owner: QWidget) -> QGridLayout:
    grid = QGridLayout(owner)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(theme.DOUBLE)
    grid.setVerticalSpacing(theme.HALF)
    grid.setColumnStretch(0, 1)
    grid.setColumnStretch(1, 1)
    return grid


def _field(
    grid: QGridLayout, row: int, column: int, label: str, field: QSpinBox | QDoubleSpinBox, tip: str
) -> None:
    """A label above its field."""
    caption = text_label(label, "muted")
    caption.setBuddy(field)
    inset(field)
    field.setToolTip(tip)
    field.setAccessibleName(formats.without_mnemonic(label))
    grid.addWidget(caption, 2 * row, column)
    grid.addWidget(field, 2 * row + 1, column)

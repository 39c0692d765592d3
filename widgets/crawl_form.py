"""The fields of a crawl: what a person fills in, as CrawlSettings."""

from __future__ import annotations

import re

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QButtonGroup,
    QCheckBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.crawl.settings import DEFAULT_AGENT, CrawlSettings
from app.crawl.url import host_of
from widgets import crawl_words, formats, theme

SCOPES = ("host", "prefix", "domain", "any")
MIB = 1024 * 1024
_LOCAL = ("127.0.0.1", "localhost", "::1")


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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        self.sentences: dict[str, QLabel] = {}
        for number, scope in enumerate(SCOPES):
            button, sentence = QRadioButton(labels[scope]), QLabel(wordWrap=True)
            sentence.setProperty("muted", True)
            sentence.setContentsMargins(26, 0, 0, theme.UNIT)
            sentence.setBuddy(button)
            self._group.addButton(button, number)
            self.buttons[scope], self.sentences[scope] = button, sentence
            column.addWidget(button)
            column.addWidget(sentence)
        self.buttons["host"].setChecked(True)
        self._group.idClicked.connect(lambda _: self.changed.emit())

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
        none = self.tr("No limit")
        self.pages = QSpinBox(maximum=100_000_000, singleStep=100, specialValueText=none)
        self.depth = QSpinBox(minimum=-1, maximum=1000, value=-1, specialValueText=none)
        self.minutes = QSpinBox(maximum=100_000, singleStep=10, specialValueText=none)
        self.size = QSpinBox(maximum=100_000_000, singleStep=100, specialValueText=none, suffix=" MB")
        for box in (self.pages, self.size):
            box.setGroupSeparatorShown(True)
        grid = _grid(self)
        _field(grid, 0, 0, self.tr("&Pages"), self.pages, self.tr("Stop after so many documents"))
        _field(grid, 0, 1, self.tr("&Links away"), self.depth, self.tr("0 captures only the addresses themselves"))
        _field(grid, 1, 0, self.tr("&Minutes"), self.minutes, self.tr("Stop after so much time; pauses do not count"))
        _field(grid, 1, 1, self.tr("Si&ze"), self.size, self.tr("Stop when so much was downloaded"))
        for box in (self.pages, self.depth, self.minutes, self.size):
            box.valueChanged.connect(lambda _: self.changed.emit())


class Patterns(QPlainTextEdit):
    """Regular expressions, one a line, checked while they are typed."""

    def __init__(self, name: str, tip: str) -> None:
        super().__init__(tabChangesFocus=True)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFixedHeight(64)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)

    def patterns(self) -> tuple[str, ...]:
        """The patterns typed."""
        return tuple(line.strip() for line in self.toPlainText().splitlines() if line.strip())

    def problem(self) -> str:
        """What is wrong with the first broken pattern, or nothing."""
        for pattern in self.patterns():
            try:
                re.compile(pattern)
            except re.error as error:
                text = self.tr("“{pattern}” is not a regular expression: {detail}")
                return text.format(pattern=pattern, detail=error)
        return ""


class Advanced(QWidget):
    """What most people never need, folded away."""

    changed = Signal()

    def __init__(self, preferences: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.toggle = QPushButton(theme.icon("collapse", "accent"), self.tr("Ad&vanced"), flat=True, checkable=True)
        self.toggle.setToolTip(self.tr("Patterns, speed, and how the crawler introduces itself"))
        self.toggle.toggled.connect(self._fold)
        self.inside = QWidget(visible=False)
        self.include = Patterns(self.tr("Take in"), self.tr("Only addresses that match one of these; empty: all"))
        self.exclude = Patterns(self.tr("Leave out"), self.tr("Addresses that match one of these are left out"))
        self.include.setPlaceholderText(r"/news/\d{4}/")
        self.exclude.setPlaceholderText(r"\?print=1$")
        self.workers = QSpinBox(minimum=1, maximum=128, value=preferences.value("crawl/workers", 8, int))
        self.per_host = QSpinBox(minimum=1, maximum=16, value=2)
        self.timeout = QDoubleSpinBox(minimum=1, maximum=600, decimals=0, value=30, suffix=" s")
        self.cap = QSpinBox(minimum=1, maximum=100_000, value=100, suffix=" MB")
        self.agent = QLineEdit(preferences.value("crawl/user_agent", "", str) or DEFAULT_AGENT)
        self.problem = QLabel(wordWrap=True, visible=False)
        self.problem.setProperty("bad", True)
        self._lay_out()
        for text in (self.include, self.exclude):
            text.textChanged.connect(self._patterns_changed)
        for box in (self.workers, self.per_host, self.timeout, self.cap):
            box.valueChanged.connect(lambda _: self.changed.emit())
        self.agent.textChanged.connect(lambda _: self.changed.emit())

    def _lay_out(self) -> None:
        grid = _grid(self.inside)
        for row, (label, field) in enumerate(
            ((self.tr("&Take in only (regular expressions, one a line)"), self.include),
             (self.tr("Leave &out (regular expressions, one a line)"), self.exclude))
        ):  # fmt: skip
            _field(grid, row, 0, label, field, field.toolTip(), span=2)
        grid.addWidget(self.problem, 4, 0, 1, 2)
        _field(grid, 3, 0, self.tr("Fetches at a time"), self.workers, self.tr("How many addresses at once in all"))
        _field(grid, 3, 1, self.tr("… from one host"), self.per_host, self.tr("How many addresses at once per host"))
        _field(grid, 4, 0, self.tr("Give up after"), self.timeout, self.tr("How long to wait for an answer"))
        _field(grid, 4, 1, self.tr("Largest file"), self.cap, self.tr("Larger files are left out"))
        tip = self.tr("How the crawler introduces itself to servers (User-Agent)")
        _field(grid, 5, 0, self.tr("Introduces itself as"), self.agent, tip, span=2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.inside)

    def _fold(self, open_: bool) -> None:
        self.inside.setVisible(open_)
        self.toggle.setIcon(theme.icon("expand" if open_ else "collapse", "accent"))

    def _patterns_changed(self) -> None:
        for text in (self.include, self.exclude):
            bad = bool(text.problem())
            if text.property("bad") != bad:
                text.setProperty("bad", bad)
                text.style().unpolish(text)
                text.style().polish(text)
        self.problem.setText(self.wrong())
        self.problem.setVisible(bool(self.wrong()))
        self.changed.emit()

    def wrong(self) -> str:
        """What is wrong with the patterns, or nothing."""
        return self.include.problem() or self.exclude.problem()


class Manners(QWidget):
    """How the crawl treats the sites."""

    changed = Signal()

    def __init__(self, preferences: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.delay = QDoubleSpinBox(maximum=600, decimals=1, singleStep=0.5, suffix=" s")
        self._preferences = preferences
        self.delay.setValue(preferences.value("crawl/delay", 1.0, float))
        self.robots = QCheckBox(self.tr("&Respect what sites ask of crawlers (robots.txt)"), checked=True)
        self.robots.setToolTip(self.tr("Leaves out what a site asks crawlers not to visit, and keeps its pace"))
        self.requisites = QCheckBox(self.tr("Fetch &images, style sheets and scripts too"), checked=True)
        self.requisites.setToolTip(self.tr("What pages need to look as they do, also from other hosts"))
        grid = _grid(self)
        tip = self.tr("How long to wait between two requests to the same host")
        _field(grid, 0, 0, self.tr("&Wait between requests"), self.delay, tip)
        grid.addWidget(self.robots, 2, 0, 1, 2)
        grid.addWidget(self.requisites, 3, 0, 1, 2)
        self.delay.valueChanged.connect(lambda _: self.changed.emit())
        for box in (self.robots, self.requisites):
            box.toggled.connect(lambda _: self.changed.emit())

    def suit(self, found: list[str]) -> None:
        """The wait of the preferences; none for sites on this computer, which bother nobody."""
        local = bool(found) and all(host_of(address) in _LOCAL for address in found)
        self.delay.setValue(0.0 if local else self._preferences.value("crawl/delay", 1.0, float))


def settings_from(
    seeds: list[str], scope: ScopeChoice, limits: Limits, manners: Manners, advanced: Advanced
) -> CrawlSettings:
    """All fields together."""
    return CrawlSettings(
        seeds=tuple(seeds),
        scope=scope.scope(),
        include=advanced.include.patterns(),
        exclude=advanced.exclude.patterns(),
        max_pages=limits.pages.value(),
        max_depth=limits.depth.value(),
        max_minutes=float(limits.minutes.value()),
        max_bytes=limits.size.value() * MIB,
        delay=manners.delay.value(),
        obey_robots=manners.robots.isChecked(),
        requisites=manners.requisites.isChecked(),
        workers=advanced.workers.value(),
        per_host=advanced.per_host.value(),
        timeout=advanced.timeout.value(),
        size_cap=advanced.cap.value() * MIB,
        user_agent=advanced.agent.text().strip() or DEFAULT_AGENT,
    )


def _grid(owner: QWidget) -> QGridLayout:
    grid = QGridLayout(owner)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(theme.DOUBLE)
    grid.setVerticalSpacing(theme.HALF)
    grid.setColumnStretch(0, 1)
    grid.setColumnStretch(1, 1)
    return grid


def _field(grid: QGridLayout, row: int, column: int, label: str, field: QWidget, tip: str, span: int = 1) -> None:
    """A label above its field."""
    caption = QLabel(label)
    caption.setProperty("muted", True)
    caption.setBuddy(field)
    if isinstance(field, QAbstractSpinBox):
        field.lineEdit().setTextMargins(theme.HALF + 2, 0, 0, 0)  # style sheets do not reach in there
    field.setToolTip(tip)
    field.setAccessibleName(formats.without_mnemonic(label))
    grid.addWidget(caption, 2 * row, column, 1, span)
    grid.addWidget(field, 2 * row + 1, column, 1, span)

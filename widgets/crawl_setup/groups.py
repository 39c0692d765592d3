"""All settings beyond the first few, in groups that fold, with a box that finds one by a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.crawl.rules import settings as proxies
from app.crawl.rules import settings as request_headers
from app.crawl.rules.settings import DEFAULT_AGENT, CrawlSettings, parse_range
from widgets.crawl_setup.fields import (
    Check,
    Choice,
    Decimal,
    Field,
    Headers,
    Items,
    Line,
    Lines,
    Number,
    Rules,
    mark,
)
from widgets.crawl_setup.topic_fields import GuideWords, Weights
from widgets.kit import theme
from widgets.words import engine as engine_words

# The groups of settings: which setting stands where, with which words and units.

MIB = 1024 * 1024
_TAG = re.compile(r"\*|[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_TYPE = re.compile(r"[\w.+*-]+/[\w.+*-]+")
_CONTACT = re.compile(r"https?://[\x21-\x7e]+|(?:mailto:)?[\x21-\x7e]+@[\x21-\x7e]+\.[\x21-\x7e]+")


class SettingsGroups(QObject):
    """The groups, and which fields depend on others."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.groups = [
            self._belonging(),
            self._order(),
            self._politeness(),
            self._browser(),
            self._addresses(),
            self._again(),
            self._limits(),
            self._servers(),
        ]

    # ---- the groups ---------------------------------------------------------------------------------------------

    def _belonging(self) -> Group:
        return Group(
            self.tr("What belongs to it"),
            self.tr(
                "Patterns, types, languages and servers that narrow down the crawl, and what may widen it"
            ),
            (
                "include",
                "exclude",
                "content_types",
                "languages",
                "ip_ranges",
                "off_site_hops",
                "sitemaps",
                "guesses",
            ),
            lambda: [
                Lines(
                    "include",
                    self.tr("Take in only"),
                    self.tr(
                        "Regular expressions, one a line: only addresses that match one of them. Empty: all."
                    ),
                    hint=r"/news/\d{4}/",
                    judge=self._pattern,
                ),
                Lines(
                    "exclude",
                    self.tr("Leave out"),
                    self.tr(
                        "Regular expressions, one a line: addresses that match one of them are left out."
                    ),
                    hint=r"\?print=1$",
                    judge=self._pattern,
                ),
                Lines(
                    "content_types",
                    self.tr("Types of content"),
                    self.tr(
                        "One a line, * stands for anything. Pages of other types are read for links, not stored. "
                        "Empty: all."
                    ),
                    hint="application/pdf\nimage/*",
                    judge=self._type,
                ),
                Items(
                    "languages",
                    self.tr("Languages"),
                    self.tr(
                        "Only pages in these languages; zh stands for zh-CN and zh-TW, too. Pages whose language "
                        "nobody can tell are kept. Empty: all."
                    ),
                    hint="zh, en",
                    judge=self._language,
                ),
                Lines(
                    "ip_ranges",
                    self.tr("Servers (IP addresses)"),
                    self.tr(
                        "One a line: an address, a network or a range. Other servers are not asked. Empty: all."
                    ),
                    hint="192.0.2.0/24\n192.0.2.10-192.0.2.99",
                    judge=self._range,
                ),
                Number(
                    "off_site_hops",
                    self.tr("Links out of the scope"),
                    self.tr(
                        "How many links in a row may lead outside; what is found there is captured, too."
                    ),
                    most=20,
                ),
                Check(
                    "sitemaps",
                    self.tr("Read sitemaps and feeds"),
                    self.tr("Finds pages that no link leads to: robots.txt, sitemap.xml, RSS and Atom."),
                ),
                Check(
                    "guesses",
                    self.tr("Try addresses that stand in scripts"),
                    self.tr("They are guesses: some of them lead nowhere. They come last."),
                ),
            ],
        )

    def _order(self) -> Group:
        orders = {
            "breadth": self.tr("Near pages first"),
            "best": self.tr("Best pages first"),
            "topic": self.tr("By topic"),
        }
        return Group(
            self.tr("Order"),
            self.tr(
                "Which address is next: what matters when a limit ends the crawl before everything is there"
            ),
            (
                "order",
                "backlink_weight",
                "form_weight",
                "depth_weight",
                "guide_words",
                "topic_threshold",
                "topic_weights",
            ),
            lambda: [
                Choice(
                    "order",
                    self.tr("Which address is next"),
                    self.tr(
                        "Near: by links from the start. Best: much linked, short addresses first. "
                        "Topic: what promises to have your guide words."
                    ),
                    orders,
                ),
                Decimal(
                    "backlink_weight",
                    self.tr("Weight of links to it (X)"),
                    self.tr("Score = X · ln(1 + pages that link to it) + Y · form + D / (1 + depth)."),
                    least=-1000,
                    most=1000,
                    decimals=2,
                ),
                Decimal(
                    "form_weight",
                    self.tr("Weight of its form (Y)"),
                    self.tr("Short addresses without query and digits are often entrances."),
                    least=-1000,
                    most=1000,
                    decimals=2,
                ),
                Decimal(
                    "depth_weight",
                    self.tr("Weight of nearness (D)"),
                    self.tr("Pages near to the start first."),
                    least=-1000,
                    most=1000,
                    decimals=2,
                ),
                GuideWords(
                    self.tr("Guide words"),
                    self.tr(
                        "Words of your topic. The relevance of a text is the sum of weight × occurrences."
                    ),
                ),
                Decimal(
                    "topic_threshold",
                    self.tr("Least relevance"),
                    self.tr("Links of pages that are worth less are not followed; the pages are stored."),
                    most=100_000,
                    none=self.tr("Follow all"),
                    decimals=1,
                ),
                Weights(
                    self.tr("Weights of the score"),
                    self.tr("Score = a1·host + a2·in-links + a3·parent + a4·depth + a5·words."),
                ),
            ],
            self._by_order,
        )

    def _politeness(self) -> Group:
        return Group(
            self.tr("Politeness"),
            self.tr("How gently servers are treated, and which of their wishes are obeyed"),
            ("per_host", "adaptive", "delay_ceiling", "bandwidth", "obey_nofollow", "obey_noarchive"),
            lambda: [
                Number(
                    "per_host",
                    self.tr("Fetches at a time from one host"),
                    self.tr("How many of its addresses may be under way together."),
                    least=1,
                    most=16,
                ),
                Decimal(
                    "adaptive",
                    self.tr("Wait longer where answers are slow"),
                    self.tr("The wait becomes so many times the time the host takes to answer."),
                    most=100,
                    unit=" ×",
                    none=self.tr("Off"),
                ),
                Decimal(
                    "delay_ceiling",
                    self.tr("… but at most"),
                    self.tr(
                        "The longest such wait. What robots.txt asks for is kept even when it is longer."
                    ),
                    least=1,
                    most=3600,
                    unit=" s",
                    decimals=0,
                    step=5,
                ),
                Number(
                    "bandwidth",
                    self.tr("Bandwidth"),
                    self.tr("At most so many kilobytes a second, all hosts together."),
                    most=10_000_000,
                    unit=" kB/s",
                    none=self.tr("No limit"),
                    scale=1000,
                    step=100,
                ),
                Check(
                    "obey_nofollow",
                    self.tr("Obey “nofollow”"),
                    self.tr(
                        "Do not follow links that a page marks so, in its head, its links or X-Robots-Tag."
                    ),
                ),
                Check(
                    "obey_noarchive",
                    self.tr("Obey “noarchive”"),
                    self.tr("Do not store pages that ask not to be kept; their links are followed."),
                ),
            ],
            self._by_adaptive,
        )

    def _browser(self) -> Group:
        uses = {
            "never": self.tr("Never"),
            "auto": self.tr("When a page needs it"),
            "always": self.tr("For every page"),
        }
        return Group(
            self.tr("Pages that need JavaScript"),
            self.tr("Pages that a browser must put together before there is something to see"),
            ("browser", "browser_patterns", "browser_workers", "browser_seconds", "browser_scroll"),
            lambda: [
                Choice(
                    "browser",
                    self.tr("Use a browser"),
                    self.tr(
                        "Slower, but stores what scripts load, too. When needed: for pages with scripts but "
                        "hardly any text."
                    ),
                    uses,
                ),
                Lines(
                    "browser_patterns",
                    self.tr("Always for these addresses"),
                    self.tr(
                        "Regular expressions, one a line; they hold even when the choice above is “Never”."
                    ),
                    hint="/app/",
                    judge=self._pattern,
                ),
                Number(
                    "browser_workers",
                    self.tr("Pages at a time"),
                    self.tr("Each takes about as much memory as a tab of a browser."),
                    least=1,
                    most=8,
                ),
                Decimal(
                    "browser_seconds",
                    self.tr("Time for a page"),
                    self.tr("What has come until then is stored."),
                    least=1,
                    most=600,
                    unit=" s",
                    decimals=0,
                    step=5,
                ),
                Check(
                    "browser_scroll",
                    self.tr("Scroll through the page"),
                    self.tr("So that pictures come that are only loaded when somebody sees them."),
                ),
            ],
            self._by_browser,
        )

    def _addresses(self) -> Group:
        return Group(
            self.tr("Addresses that are one"),
            self.tr("Which addresses lead to the same page, and traps that never end"),
            ("canonical", "near_duplicates", "trap_budget"),
            lambda: [
                Rules(
                    self.tr("Addresses that are one page"),
                    self.tr(
                        "Of addresses that only differ in this, one is asked for. Fixed once it has begun."
                    ),
                ),
                Check(
                    "near_duplicates",
                    self.tr("Notice the same page under many addresses"),
                    self.tr(
                        "Pages that are nearly the same again and again are a sign of a trap: what they link to "
                        "is put aside."
                    ),
                ),
                Number(
                    "trap_budget",
                    self.tr("Patience with patterns"),
                    self.tr(
                        "After so many addresses of one pattern that lead to each other (the next month of a "
                        "calendar) the rest is put aside as a suspected trap."
                    ),
                    most=10_000,
                    none=self.tr("Never stop"),
                ),
            ],
        )

    def _again(self) -> Group:
        return Group(
            self.tr("Visiting again"),
            self.tr("What happens to pages that the archive has already"),
            ("revisit", "revisit_floor", "revisit_ceiling"),
            lambda: [
                Choice(
                    "revisit",
                    self.tr("Pages captured before"),
                    self.tr("When due: each page has its own interval, found out from how often it changed."),
                    {"all": self.tr("Ask for all of them"), "due": self.tr("Only when due")},
                ),
                Decimal(
                    "revisit_floor",
                    self.tr("Shortest interval"),
                    self.tr("A page is not asked for more often."),
                    least=0.1,
                    most=87_600,
                    unit=self.tr(" h", "hours"),
                    step=1,
                ),
                Decimal(
                    "revisit_ceiling",
                    self.tr("Longest interval"),
                    self.tr("A page is asked for at least this often; 8760 hours are a year."),
                    least=0.1,
                    most=87_600,
                    unit=self.tr(" h", "hours"),
                    decimals=1,
                    step=24,
                ),
            ],
            self._by_revisit,
        )

    def _limits(self) -> Group:
        return Group(
            self.tr("Limits"),
            self.tr("How much at once, how long to wait, when to give up"),
            ("workers", "timeout", "size_cap", "retries", "backoff", "patience", "max_hops"),
            lambda: [
                Number(
                    "workers",
                    self.tr("Fetches at a time"),
                    self.tr("In all, from all hosts together."),
                    least=1,
                    most=128,
                ),
                Decimal(
                    "timeout",
                    self.tr("Give up after"),
                    self.tr("How long to wait for an answer."),
                    least=1,
                    most=600,
                    unit=" s",
                    decimals=0,
                    step=5,
                ),
                Number(
                    "size_cap",
                    self.tr("Largest file"),
                    self.tr("Larger files are left out."),
                    least=1,
                    most=100_000,
                    unit=" MB",
                    scale=MIB,
                    step=10,
                ),
                Number(
                    "retries",
                    self.tr("Tries after a failure"),
                    self.tr("How often an address is tried again that could not be fetched."),
                    most=20,
                ),
                Decimal(
                    "backoff",
                    self.tr("First wait before trying again"),
                    self.tr("Doubled each time; a server that names a time is waited for."),
                    most=3600,
                    unit=" s",
                ),
                Decimal(
                    "patience",
                    self.tr("Wait for silent hosts"),
                    self.tr(
                        "When nothing is left to do but hosts that stopped answering. Then the crawl ends "
                        "without them; “Go on” asks them again."
                    ),
                    most=86_400,
                    unit=" s",
                    decimals=0,
                    step=30,
                ),
                Number(
                    "max_hops", self.tr("Redirects in a row"), self.tr("Longer chains are given up."), most=50
                ),
            ],
        )

    def _servers(self) -> Group:
        return Group(
            self.tr("Servers"),
            self.tr("How the crawler introduces itself, what it sends along, which way it goes"),
            ("user_agent", "contact", "headers", "proxy", "logins"),
            lambda: [
                Line(
                    "user_agent",
                    self.tr("Introduces itself as"),
                    self.tr("What servers read in User-Agent; rules of robots.txt for this name hold."),
                    standing_in=DEFAULT_AGENT,
                    judge=self._agent,
                ),
                Line(
                    "contact",
                    self.tr("Contact"),
                    self.tr("A page or e-mail address at which the people behind a server reach you."),
                    hint="https://www.example.org/crawler",
                    judge=self._contact,
                ),
                Headers(
                    self.tr("Request headers"),
                    self.tr(
                        "One a line; they go to every server. Cookies and passwords belong to the log-ins."
                    ),
                    lambda pairs: engine_words.say(request_headers.request_headers_problem(pairs)),
                ),
                Line(
                    "proxy",
                    self.tr("Proxy"),
                    self.tr("Every request goes through it. Empty: none."),
                    hint="socks5://127.0.0.1:1080",
                    judge=lambda text: engine_words.say(proxies.problem(text)),
                ),
                Check(
                    "logins",
                    self.tr("Use the stored log-ins"),
                    self.tr(
                        "Passwords and cookies that you have stored for these hosts (menu Crawl, Log-ins)."
                    ),
                ),
            ],
        )

    # ---- what depends on what -----------------------------------------------------------------------------------

    def _by_order(self, group: Group) -> None:
        order = group.value("order")
        group.offer(("backlink_weight", "form_weight", "depth_weight"), order == "best")
        group.offer(("guide_words", "topic_threshold", "topic_weights"), order == "topic")
        words = group.field("guide_words")
        if isinstance(words, GuideWords):
            words.measure_by(group.value("topic_threshold"))

    def _by_adaptive(self, group: Group) -> None:
        group.offer(("delay_ceiling",), group.value("adaptive") > 0)

    def _by_browser(self, group: Group) -> None:
        uses = group.value("browser") != "never" or bool(group.value("browser_patterns"))
        group.offer(("browser_workers", "browser_seconds", "browser_scroll"), uses)

    def _by_revisit(self, group: Group) -> None:
        group.offer(("revisit_floor", "revisit_ceiling"), group.value("revisit") == "due")

    # ---- what can be wrong --------------------------------------------------------------------------------------

    def _pattern(self, text: str) -> str:
        try:
            re.compile(text)
        except re.error as error:
            said = self.tr("“{pattern}” is not a regular expression: {detail}")
            return said.format(pattern=text, detail=error)
        return ""

    def _type(self, text: str) -> str:
        said = self.tr("“{text}” is no type of content; types look like application/pdf or image/*.")
        return "" if _TYPE.fullmatch(text) else said.format(text=text)

    def _language(self, text: str) -> str:
        said = self.tr("“{text}” is no language; languages look like zh, en or pt-BR.")
        return "" if _TAG.fullmatch(text) else said.format(text=text)

    def _range(self, text: str) -> str:
        try:
            parse_range(text)
        except ValueError:
            return self.tr("“{text}” is no IP address, network or range.").format(text=text)
        return ""

    def _agent(self, text: str) -> str:
        said = self.tr("Servers understand only plain letters and signs.")
        return "" if text.isascii() and text.isprintable() else said

    def _contact(self, text: str) -> str:
        said = self.tr("A contact is a web address or an e-mail address.")
        return said if text and not _CONTACT.fullmatch(text) else ""


Depend = Callable[["Group"], None]


class Group(QWidget):
    """A heading that folds what is below it, and says how many of its settings differ from the usual ones.

    The fields of the settings `names` are made by `make` when somebody first looks at them; until then the settings
    keep what they were filled with. `depend` is called after each change to `offer` fields or not.
    """

    changed = Signal()

    def __init__(
        self,
        title: str,
        about: str,
        names: tuple[str, ...],
        make: Callable[[], Sequence[Field]],
        depend: Depend | None = None,
    ) -> None:
        super().__init__()
        self.title, self.names = title, names
        self.fields: list[Field] = []
        self._make, self._depend = make, depend
        self._given: CrawlSettings | None = None
        self._absent: set[Field] = set()  # fields that mean nothing at the moment
        self._frozen: tuple[str, ...] = ()
        self.toggle = QPushButton(title, flat=True, checkable=True)
        self.toggle.setToolTip(about)
        self.toggle.setAccessibleDescription(about)
        self.toggle.toggled.connect(self._fold)
        self.inside = QWidget(visible=False)
        self._column = QVBoxLayout(self.inside)
        self._column.setContentsMargins(theme.DOUBLE + theme.HALF, theme.HALF, 0, theme.UNIT)
        self._column.setSpacing(theme.UNIT)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        outer.addWidget(self.inside)
        self._draw()

    def build(self) -> bool:
        """Make the fields, unless that was done. Whether it was done now."""
        if self.fields:
            return False
        self.fields = list(self._make())
        for field in self.fields:
            self._column.addWidget(field)
            if self._given:
                field.binding.fill(self._given)
            field.changed.connect(self._touched)
        self.freeze(self._frozen)
        if self._depend:
            self._depend(self)
        return True

    def fill(self, settings: CrawlSettings) -> None:
        """Show these settings."""
        self._given = settings
        for field in self.fields:
            field.binding.fill(settings)

    def values(self) -> dict[str, Any]:
        """Name → value of what can have been changed."""
        return {field.binding.name: field.binding.value() for field in self.fields}

    def value(self, name: str) -> Any:
        """Of one setting."""
        return self.field(name).binding.value()

    def field(self, name: str) -> Field:
        """The field of a setting."""
        self.build()
        return next(field for field in self.fields if field.binding.name == name)

    def open(self) -> None:
        """Show what is inside."""
        self.toggle.setChecked(True)

    def offer(self, names: tuple[str, ...], offered: bool) -> None:
        """Fields that mean nothing under the other settings are not shown."""
        for name in names:
            field = self.field(name)
            (self._absent.discard if offered else self._absent.add)(field)
            field.setVisible(offered)

    def freeze(self, names: tuple[str, ...]) -> None:
        """These can be seen, but no longer be changed."""
        self._frozen = names
        for field in self.fields:
            field.control.setEnabled(field.binding.name not in names)

    def check(self, usual: CrawlSettings) -> str:
        """What is wrong with the first wrong field; the heading shows it, too, and what is unusual."""
        wrong = next(filter(None, [field.check() for field in self.fields if field not in self._absent]), "")
        values = self.values() or {name: getattr(self._given or usual, name) for name in self.names}
        others = sum(value != getattr(usual, name) for name, value in values.items())
        said = self.tr("%Ln changed", "", others)
        self.toggle.setText(f"{self.title}  ·  {said}" if others else self.title)
        mark(self.toggle, bad=bool(wrong))
        return wrong

    def find(self, words: list[str]) -> bool:
        """Show only what fits the words; everything for no words. Whether something does."""
        if words:
            self.build()
        whole = not words or all(word in self.title.casefold() for word in words)
        found = whole
        for field in self.fields:
            fits = whole or field.matches(words)
            field.setVisible(fits and field not in self._absent)
            found = found or fits
        if words and found:
            self.fields[0].show()  # what decides whether the others mean something
        self.setVisible(found)
        if words:
            self.toggle.setChecked(found)
        return found

    def _touched(self) -> None:
        if self._depend:
            self._depend(self)
        self.changed.emit()

    def _fold(self, open_: bool) -> None:
        if open_:
            self.build()
        self.inside.setVisible(open_)
        self._draw()

    def _draw(self) -> None:
        self.toggle.setIcon(theme.icon("expand" if self.toggle.isChecked() else "collapse", "accent"))


class MoreSettings(QWidget):
    """The groups, folded away until somebody wants them."""

    changed = Signal()

    def __init__(self, groups: Sequence[Group]) -> None:
        super().__init__()
        self.groups = list(groups)
        self.toggle = QPushButton(
            theme.icon("collapse", "accent"), self.tr("&More settings"), flat=True, checkable=True
        )
        self.toggle.setToolTip(self.tr("Everything else that can be set, in groups"))
        self.toggle.toggled.connect(self._fold)
        self.search = QLineEdit(placeholderText=self.tr("Find a setting"), clearButtonEnabled=True)
        self.search.setAccessibleName(self.tr("Find a setting"))
        self.search.setToolTip(self.tr("A word of its name or its explanation"))
        self.search.textChanged.connect(self._find)
        self.nothing = QLabel(self.tr("No setting has these words."), visible=False)
        self.nothing.setProperty("muted", True)
        self.inside = QWidget(visible=False)
        column = QVBoxLayout(self.inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.search)
        column.addSpacing(theme.UNIT)
        column.addWidget(self.nothing)
        for group in self.groups:
            column.addWidget(group)
            group.changed.connect(self.changed)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        outer.addWidget(self.inside)

    def fill(self, settings: CrawlSettings) -> None:
        """Show these settings."""
        for group in self.groups:
            group.fill(settings)

    def values(self) -> dict[str, Any]:
        """Name → value of what can have been changed."""
        return {name: value for group in self.groups for name, value in group.values().items()}

    def group(self, name: str) -> Group:
        """The group in which a setting stands."""
        return next(group for group in self.groups if name in group.names)

    def field(self, name: str) -> Field:
        """The field of a setting."""
        return self.group(name).field(name)

    def reveal(self, name: str) -> None:
        """Unfold the way to a setting."""
        self.toggle.setChecked(True)
        self.group(name).open()

    def check(self, usual: CrawlSettings) -> str:
        """What is wrong with the first wrong field."""
        return next(filter(None, [group.check(usual) for group in self.groups]), "")

    def _fold(self, open_: bool) -> None:
        self.inside.setVisible(open_)
        self.toggle.setIcon(theme.icon("expand" if open_ else "collapse", "accent"))
        if open_:
            self._complete()

    def _complete(self) -> None:
        """Make the fields of one group after the other, so that nothing stands still; the search needs them all."""
        if any(group.build() for group in self.groups):
            QTimer.singleShot(0, self, self._complete)

    def _find(self, text: str) -> None:
        words = text.casefold().split()
        found = [group.find(words) for group in self.groups]
        self.nothing.setVisible(not any(found))

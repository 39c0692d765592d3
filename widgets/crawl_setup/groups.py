"""The folded settings of a crawl in groups, with a search field."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from app.crawl.rules import settings as crawl_settings
from app.crawl.rules.settings import DEFAULT_AGENT, CrawlSettings, parse_range
from widgets.crawl_setup.fields import (
    Check,
    Choice,
    Decimal,
    Field,
    Headers,
    Items,
    Kinds,
    Line,
    Lines,
    Number,
    Rules,
)
from widgets.crawl_setup.topic_fields import GuideWords, Weights
from widgets.kit import theme
from widgets.kit.boxes import in_column, restyle, text_button, text_label
from widgets.words import engine as engine_words

# The groups of settings: which setting stands where, in which control and unit. What each is called: words.py.

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
            self._forms(),
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
                partial(Lines, "include", hint=r"/news/\d{4}/", judge=self._pattern),
                partial(Lines, "exclude", hint=r"\?print=1$", judge=self._pattern),
                partial(Lines, "content_types", hint="application/pdf\nimage/*", judge=self._type),
                partial(Kinds, "page_types"),
                partial(Items, "like_categories", hint=self.tr("Science, Sports")),
                partial(Items, "follow_categories", hint=self.tr("Science, Sports")),
                partial(Items, "languages", hint="zh, en", judge=self._language),
                partial(Lines, "ip_ranges", hint="192.0.2.0/24\n192.0.2.10-192.0.2.99", judge=self._range),
                partial(Number, "off_site_hops", most=20),
                partial(Check, "sitemaps"),
                partial(Check, "guesses"),
            ),
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
                partial(Choice, "order", orders),
                partial(Decimal, "backlink_weight", least=-1000, most=1000, decimals=2),
                partial(Decimal, "form_weight", least=-1000, most=1000, decimals=2),
                partial(Decimal, "depth_weight", least=-1000, most=1000, decimals=2),
                partial(GuideWords, "guide_words"),
                partial(Decimal, "topic_threshold", most=100_000, none=self.tr("Follow all"), decimals=1),
                partial(Weights, "topic_weights"),
            ),
            self._by_order,
        )

    def _politeness(self) -> Group:
        return Group(
            self.tr("Politeness"),
            self.tr("How gently servers are treated, and which of their wishes are obeyed"),
            (
                partial(Number, "per_host", least=1, most=16),
                partial(Decimal, "adaptive", most=100, unit=" ×", none=self.tr("Off")),
                partial(Decimal, "delay_ceiling", least=1, most=3600, unit=" s", decimals=0, step=5),
                partial(
                    Number,
                    "bandwidth",
                    most=10_000_000,
                    unit=" kB/s",
                    none=self.tr("No limit"),
                    scale=1000,
                    step=100,
                ),
                partial(Check, "obey_nofollow"),
                partial(Check, "obey_noarchive"),
            ),
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
            (
                partial(Choice, "browser", uses),
                partial(Lines, "browser_patterns", hint="/app/", judge=self._pattern),
                partial(Number, "browser_workers", least=1, most=8),
                partial(Decimal, "browser_seconds", least=1, most=600, unit=" s", decimals=0, step=5),
                partial(Check, "browser_scroll"),
            ),
            self._by_browser,
        )

    def _forms(self) -> Group:
        uses = {
            "off": self.tr("Leave alone"),
            "get": self.tr("Fill (GET)"),
            "post": self.tr("Fill (GET, POST)"),
        }
        return Group(
            self.tr("Search forms"),
            self.tr("Pages that no link leads to, found by filling the search box of a site with words"),
            (
                partial(Choice, "forms", uses),
                partial(Lines, "form_words", hint=self.tr("harbour\ntimetable"), judge=lambda _: ""),
                partial(Check, "form_learning"),
                partial(Number, "form_limit", most=100_000, none=self.tr("No limit"), step=50),
                partial(Number, "form_pages", most=1000, none=self.tr("No limit")),
                partial(Lines, "form_patterns", hint="/search$", judge=self._pattern),
            ),
            self._by_forms,
        )

    def _addresses(self) -> Group:
        return Group(
            self.tr("Addresses that are one"),
            self.tr("Which addresses lead to the same page, and traps that never end"),
            (
                partial(Rules, "canonical"),
                partial(Check, "near_duplicates"),
                partial(
                    Number,
                    "trap_likeness",
                    most=100,
                    unit=" %",
                    none=self.tr("The same content only"),
                    step=5,
                ),
                partial(Number, "trap_budget", most=10_000, none=self.tr("Never stop")),
            ),
            self._by_same_pages,
        )

    def _again(self) -> Group:
        return Group(
            self.tr("Visiting again"),
            self.tr("What happens to pages that the archive has already"),
            (
                partial(
                    Choice,
                    "revisit",
                    {"all": self.tr("Ask for all of them"), "due": self.tr("Only when due")},
                ),
                partial(Check, "details_once"),
                partial(Check, "revisit_by_rank"),
                partial(
                    Decimal, "revisit_floor", least=0.1, most=87_600, unit=self.tr(" h", "hours"), step=1
                ),
                partial(
                    Decimal,
                    "revisit_ceiling",
                    least=0.1,
                    most=87_600,
                    unit=self.tr(" h", "hours"),
                    decimals=1,
                    step=24,
                ),
            ),
            self._by_revisit,
        )

    def _limits(self) -> Group:
        return Group(
            self.tr("Limits"),
            self.tr("How much at once, how long to wait, when to give up"),
            (
                partial(Number, "workers", least=1, most=128),
                partial(Decimal, "timeout", least=1, most=600, unit=" s", decimals=0, step=5),
                partial(Number, "size_cap", least=1, most=100_000, unit=" MB", scale=MIB, step=10),
                partial(Number, "retries", most=20),
                partial(Decimal, "backoff", most=3600, unit=" s"),
                partial(Decimal, "patience", most=86_400, unit=" s", decimals=0, step=30),
                partial(Number, "max_hops", most=50),
            ),
        )

    def _servers(self) -> Group:
        return Group(
            self.tr("Servers"),
            self.tr("How the crawler introduces itself, what it sends along, which way it goes"),
            (
                partial(Line, "user_agent", standing_in=DEFAULT_AGENT, judge=self._agent),
                partial(Line, "contact", hint="https://www.example.org/crawler", judge=self._contact),
                partial(
                    Headers,
                    "headers",
                    lambda pairs: engine_words.say(crawl_settings.request_headers_problem(pairs)),
                ),
                partial(
                    Line,
                    "proxy",
                    hint="socks5://127.0.0.1:1080",
                    judge=lambda text: engine_words.say(crawl_settings.problem(text)),
                ),
                partial(Check, "logins"),
            ),
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

    def _by_forms(self, group: Group) -> None:
        names = ("form_words", "form_learning", "form_limit", "form_pages", "form_patterns")
        group.offer(names, group.value("forms") != "off")

    def _by_same_pages(self, group: Group) -> None:
        group.offer(("trap_likeness",), bool(group.value("near_duplicates")))

    def _by_revisit(self, group: Group) -> None:
        names = ("revisit_by_rank", "revisit_floor", "revisit_ceiling")
        group.offer(names, group.value("revisit") == "due")

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

    `make` has each field with the name of its setting as first argument: they are made when somebody first looks at
    them, and until then the settings keep what they were filled with. `depend` is called after each change to `offer`
    fields or not.
    """

    changed = Signal()

    def __init__(
        self,
        title: str,
        about: str,
        make: Sequence[partial[Any]],
        depend: Depend | None = None,
    ) -> None:
        super().__init__()
        self.title, self.names = title, tuple(str(field.args[0]) for field in make)
        self.fields: list[Field] = []
        self._make, self._depend = make, depend
        self._given: CrawlSettings | None = None
        self._absent: set[Field] = set()  # fields that mean nothing at the moment
        self._frozen: tuple[str, ...] = ()
        self.toggle = text_button(title, about, flat=True, checkable=True)
        self.toggle.setAccessibleDescription(about)
        self.toggle.toggled.connect(self._fold)
        self.inside = QWidget(visible=False)
        self._column = in_column(
            self.inside, margins=(theme.DOUBLE + theme.HALF, theme.HALF, 0, theme.UNIT), spacing=theme.UNIT
        )
        in_column(self, (self.toggle, 0, Qt.AlignmentFlag.AlignLeft), self.inside)
        self._draw()

    def build(self) -> bool:
        """Make the fields, unless that was done. Whether it was done now."""
        if self.fields:
            return False
        self.fields = [field() for field in self._make]
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
        """Name → value of the settings whose fields exist."""
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
        restyle(self.toggle, bad=bool(wrong))
        return wrong

    def narrow(self, words: list[str]) -> bool:
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
    """All groups, folded until they are asked for."""

    changed = Signal()

    def __init__(self, groups: Sequence[Group]) -> None:
        super().__init__()
        self.groups = list(groups)
        self.toggle = text_button(
            self.tr("&More settings"),
            self.tr("Everything else that can be set, in groups"),
            icon=theme.icon("collapse", "accent"),
            flat=True,
            checkable=True,
        )
        self.toggle.toggled.connect(self._fold)
        self.search = QLineEdit(placeholderText=self.tr("Find a setting"), clearButtonEnabled=True)
        self.search.setAccessibleName(self.tr("Find a setting"))
        self.search.setToolTip(self.tr("A word of its name or its explanation"))
        self.search.textChanged.connect(self._find)
        self.nothing = text_label(self.tr("No setting has these words."), "muted", hidden=True)
        self.inside = QWidget(visible=False)
        column = in_column(self.inside, self.search, theme.UNIT, self.nothing)
        for group in self.groups:
            column.addWidget(group)
            group.changed.connect(self.changed)
        in_column(self, (self.toggle, 0, Qt.AlignmentFlag.AlignLeft), self.inside, spacing=-1)

    def fill(self, settings: CrawlSettings) -> None:
        """Show these settings."""
        for group in self.groups:
            group.fill(settings)

    def values(self) -> dict[str, Any]:
        """Name → value of the settings whose fields exist."""
        return {name: value for group in self.groups for name, value in group.values().items()}

    def group(self, name: str) -> Group:
        """The group that contains a setting."""
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
        found = [group.narrow(words) for group in self.groups]
        self.nothing.setVisible(not any(found))

"""Settings of a crawl as options (one table for all commands that take them), and from a JSON file as `tianwang crawl
--preview` and `tianwang jobs --json` write them."""

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Callable
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from types import GenericAlias
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import typer

from app.cli.arguments import is_text
from app.cli.console import Refused

# The settings of a crawl as options: one table, from which every command that takes them is made.

Command = TypeVar("Command", bound=Callable[..., None])

SCOPE, LIMITS, POLITENESS = "Scope: what is taken", "Limits", "Politeness"
NETWORK, ORDER, LINKS = "Network", "Order", "Links, addresses, traps"
BROWSER, REVISIT, FORMS = "Browser", "Visits of known pages", "Search forms"
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}


class Scope(StrEnum):
    """Where a crawl may go."""

    host = "host"
    prefix = "prefix"
    domain = "domain"
    any = "any"


class Order(StrEnum):
    """Which address is next."""

    breadth = "breadth"
    best = "best"
    topic = "topic"


class BrowserUse(StrEnum):
    """When pages are loaded by a browser."""

    never = "never"
    auto = "auto"
    always = "always"


class FormUse(StrEnum):
    """Which search forms are filled."""

    off = "off"
    get = "get"
    post = "post"


class Option(NamedTuple):
    """A setting (a field of CrawlSettings) with its option. `kind` is what the parser makes of the text, `convert`
    what the settings hold; it raises ValueError with a sentence. `default` is shown to people."""

    setting: str
    kind: Any
    help: str
    panel: str
    default: str | bool = False
    convert: Callable[[Any], Any] = lambda value: value
    metavar: str | None = None
    min: float | None = None
    names: tuple[str, ...] = ()

    @property
    def spellings(self) -> tuple[str, ...]:
        """The option as it is typed: usually named like its setting."""
        return self.names or (f"--{self.setting.replace('_', '-')}",)


def size_of(text: str) -> int:
    """Bytes of 500, 500K, 1.5M or 2GiB; K is 1024, as other programs of the field have it."""
    found = _SIZE.fullmatch(text.strip())
    if not found:
        raise ValueError(f"“{text}” is not a size. A size looks like 500K, 20M or 2G.")
    return int(float(found[1]) * 1024 ** _POWERS[found[2].lower()])


def _patterns(values: list[str]) -> tuple[str, ...]:
    for value in values:
        try:
            re.compile(value)
        except re.error as error:
            raise ValueError(f"“{value}” is not a regular expression: {error}.") from error
    return tuple(values)


def _header(text: str) -> tuple[str, str]:
    from app.crawl.rules.settings import request_headers_problem as problem

    name, colon, value = text.partition(":")
    if not colon:
        raise ValueError(f"“{text}” is no header. A header looks like “Accept-Language: zh, en”.")
    pair = name.strip(), value.strip()
    if wrong := problem([pair]):
        raise ValueError(f"{wrong[0].upper()}{wrong[1:]}.")
    return pair


def _proxy(text: str) -> str:
    from app.crawl.rules.settings import problem

    if wrong := problem(text):
        raise ValueError(f"{wrong[0].upper()}{wrong[1:]}.")
    return text


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"“{text}” is not a number.") from None


def _guide_word(text: str) -> tuple[str, float]:
    word, given, weight = text.rpartition("=")
    return (word.strip(), _number(weight)) if given else (text.strip(), 1.0)


def _topic_weights(text: str) -> tuple[float, ...]:
    weights = tuple(_number(part) for part in text.split(","))
    if len(weights) != 5:
        raise ValueError(
            "Five weights are needed: of the domain, the links, the parent, the depth and the words."
        )
    return weights


def _words_in(path: str) -> tuple[str, ...]:
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read as UTF-8: {error}.") from error
    return tuple(dict.fromkeys(line for part in text.splitlines() if (line := part.strip())))


def _rules(values: list[str]) -> tuple[str, ...]:
    from app.crawl.rules.url import RULES

    if values == ["none"]:
        return ()
    for value in values:
        if value not in RULES:
            raise ValueError(f"“{value}” is none of the rules: {', '.join(RULES)}, or none.")
    return tuple(values)


def _kinds(values: list[str]) -> tuple[str, ...]:
    from extractors.html.types.kinds import GROUPS, KINDS, meant

    for value in values:
        if not meant(value):
            raise ValueError(f"“{value}” is none of the kinds: {', '.join((*KINDS, *GROUPS))}.")
    return tuple(dict.fromkeys(kind for value in values for kind in meant(value)))


def _all(values: list[str]) -> tuple[str, ...]:
    return tuple(values)


def _switch(setting: str, on: str, off: str, help: str, panel: str) -> Option:
    return Option(setting, bool | None, help, panel, names=(f"--{on}/--{off}",))


_LIST = list[str] | None
_INT = int | None
_FLOAT = float | None
_TEXT = str | None

OPTIONS: tuple[Option, ...] = (
    Option(
        "scope",
        Scope | None,
        "The same host, the same beginning of the address, the same domain, or any.",
        SCOPE,
        "host",
        str,
    ),
    Option(
        "include",
        _LIST,
        "Only addresses in which this is found; may be repeated.",
        SCOPE,
        convert=_patterns,
        metavar="RE",
    ),
    Option(
        "exclude",
        _LIST,
        "No addresses in which this is found; may be repeated.",
        SCOPE,
        convert=_patterns,
        metavar="RE",
    ),
    Option("off_site_hops", _INT, "Follow so many links that lead out of the scope.", SCOPE, "0", min=0),
    Option(
        "content_types",
        _LIST,
        "Store only this media type (application/pdf, image/*); may be repeated. HTML is still read for links.",
        SCOPE,
        "all",
        _all,
        "TYPE",
        names=("--content-type",),
    ),
    Option(
        "page_types",
        _LIST,
        "Keep only web pages of this kind (article, product, listing …; list and detail stand for several); may be "
        "repeated. Others are fetched for their links; what is not clear is kept.",
        SCOPE,
        "all",
        _kinds,
        "TYPE",
        names=("--page-type",),
    ),
    Option(
        "like_categories",
        _LIST,
        "Fetch only addresses that look like this category, or that look like none; may be repeated. The archive's model "
        "of addresses judges (“classify train --kind url”).",
        SCOPE,
        "all",
        _all,
        "CATEGORY",
        names=("--like-category",),
    ),
    Option(
        "follow_categories",
        _LIST,
        "Follow links only of pages of this category, and of those of which nothing is clear; may be repeated.",
        SCOPE,
        "all",
        _all,
        "CATEGORY",
        names=("--follow-category",),
    ),
    Option(
        "languages",
        _LIST,
        "Store only pages in this language (en, zh); may be repeated.",
        SCOPE,
        "all",
        _all,
        "CODE",
        names=("--language",),
    ),
    Option(
        "ip_ranges",
        _LIST,
        "Ask only servers with this address, CIDR range or A-B; may be repeated.",
        SCOPE,
        "all",
        _all,
        "RANGE",
        names=("--ip",),
    ),
    _switch(
        "requisites",
        "page-requisites",
        "no-page-requisites",
        "Images, style sheets, scripts and frames of pages, from anywhere.",
        SCOPE,
    ),
    Option("max_pages", _INT, "Stop after so many pages.", LIMITS, "no limit", min=0),
    Option("max_depth", _INT, "Follow so many links in a row; -1: any number.", LIMITS, "no limit", min=-1),
    Option(
        "max_bytes",
        _TEXT,
        "Stop after so much content: 500M, 20G.",
        LIMITS,
        "no limit",
        size_of,
        "SIZE",
        names=("--max-bytes", "--quota"),
    ),
    Option("max_minutes", _FLOAT, "Stop after so much time.", LIMITS, "no limit", min=0),
    Option("size_cap", _TEXT, "Cut answers that are larger.", LIMITS, "100M", size_of, "SIZE"),
    Option(
        "max_hops", _INT, "Follow so many redirects in a row.", LIMITS, "10", min=0, names=("--max-redirect",)
    ),
    Option("delay", _FLOAT, "Seconds between requests to a host.", POLITENESS, "1.0", min=0),
    Option(
        "adaptive",
        _FLOAT,
        "Wait so many times as long as a host took to answer, if that is longer than the delay; 0: never.",
        POLITENESS,
        "0",
        metavar="FACTOR",
        min=0,
    ),
    Option("delay_ceiling", _FLOAT, "Longest adaptive wait in seconds.", POLITENESS, "60", min=0),
    Option("workers", _INT, "Requests at the same time.", POLITENESS, "8", min=1),
    Option("per_host", _INT, "Connections to one host at the same time.", POLITENESS, "2", min=1),
    Option(
        "bandwidth",
        _TEXT,
        "Bytes a second for all hosts: 500K; 0: no limit.",
        POLITENESS,
        "no limit",
        size_of,
        "SIZE",
        names=("--bandwidth", "--limit-rate"),
    ),
    _switch(
        "obey_robots",
        "obey-robots",
        "ignore-robots",
        "What robots.txt forbids; ignore it only where you may.",
        POLITENESS,
    ),
    _switch(
        "obey_nofollow",
        "obey-nofollow",
        "ignore-nofollow",
        "Leave links alone that pages mark so.",
        POLITENESS,
    ),
    _switch(
        "obey_noarchive",
        "obey-noarchive",
        "ignore-noarchive",
        "Do not store pages that ask for it.",
        POLITENESS,
    ),
    Option(
        "contact",
        _TEXT,
        "Address under which servers' owners reach you; told with each request.",
        POLITENESS,
        metavar="ADDRESS",
    ),
    Option("user_agent", _TEXT, "Name given to servers.", POLITENESS, metavar="NAME"),
    Option(
        "proxy",
        _TEXT,
        "http://, https:// or socks5:// with host and port.",
        NETWORK,
        convert=_proxy,
        metavar="URL",
    ),
    Option(
        "headers",
        _LIST,
        "Send “Name: value” along; may be repeated.",
        NETWORK,
        convert=lambda values: tuple(map(_header, values)),
        metavar="HEADER",
        names=("--header",),
    ),
    _switch(
        "logins", "logins", "no-logins", "Use stored log-ins and cookies; see “tianwang logins”.", NETWORK
    ),
    Option("timeout", _FLOAT, "Seconds to wait for a server.", NETWORK, "30", min=0),
    Option("retries", _INT, "More tries after a failure that may pass.", NETWORK, "2", min=0),
    Option("backoff", _FLOAT, "Seconds before the second try; doubled each time.", NETWORK, "2", min=0),
    Option(
        "patience",
        _FLOAT,
        "Seconds that a crawl with nothing else to do waits for hosts that stopped answering; then it ends without "
        "them, and --resume asks them again.",
        NETWORK,
        "300",
        min=0,
    ),
    Option(
        "order",
        Order | None,
        "breadth: by depth. best: by links to it and the form of its address. topic: by guide words.",
        ORDER,
        "breadth",
        str,
    ),
    Option("backlink_weight", _FLOAT, "best: weight of the links to an address.", ORDER, "1"),
    Option("form_weight", _FLOAT, "best: weight of the form of an address.", ORDER, "1"),
    Option("depth_weight", _FLOAT, "best: weight of its depth.", ORDER, "1"),
    Option(
        "guide_words",
        _LIST,
        "topic: a word, and how much it counts; may be repeated.",
        ORDER,
        convert=lambda values: tuple(map(_guide_word, values)),
        metavar="WORD=WEIGHT",
        names=("--guide-word",),
    ),
    Option(
        "topic_weights",
        _TEXT,
        "topic: weights of domain, links, parent, depth and words.",
        ORDER,
        "1,1,1,1,1",
        _topic_weights,
        "A1,A2,A3,A4,A5",
    ),
    Option(
        "topic_threshold",
        _FLOAT,
        "topic: follow no links of pages less relevant than this; 0: off.",
        ORDER,
        "0",
    ),
    _switch("sitemaps", "sitemaps", "no-sitemaps", "Read sitemaps and feeds for addresses.", LINKS),
    _switch("guesses", "guesses", "no-guesses", "Try what looks like an address in scripts.", LINKS),
    Option(
        "canonical",
        _LIST,
        "Take addresses for one page by this rule; may be repeated; none: exact addresses. Cannot be changed later.",
        LINKS,
        "session-ids, tracking, empty-parameters, escapes",
        _rules,
        "RULE",
    ),
    Option(
        "trap_budget",
        _INT,
        "How far a calendar or the like is followed before it is parked as a suspected trap; 0: no limit.",
        LINKS,
        "12",
        min=0,
    ),
    _switch(
        "near_duplicates",
        "near-duplicates",
        "no-near-duplicates",
        "Park addresses that keep bringing the same page.",
        LINKS,
    ),
    Option(
        "trap_likeness",
        _INT,
        "From this likeness of their main texts on, in per cent, many pages of one pattern count as the same; "
        "0: only those with the same content.",
        LINKS,
        "90",
        min=0,
    ),
    Option(
        "forms",
        FormUse | None,
        "Fill search forms with words when no link leads on: off, get, or post for those besides that are sent by POST "
        "and that --form-pattern names.",
        FORMS,
        "off",
        str,
    ),
    Option(
        "form_patterns",
        _LIST,
        "Fill only forms that are sent to an address in which this is found; may be repeated.",
        FORMS,
        convert=_patterns,
        metavar="RE",
        names=("--form-pattern",),
    ),
    Option(
        "form_words",
        _TEXT,
        "A file with the words to ask for, one a line.",
        FORMS,
        convert=_words_in,
        metavar="FILE",
        names=("--words",),
    ),
    _switch(
        "form_learning",
        "learn-words",
        "no-learn-words",
        "Ask also for words that the pages of the site have often and few of them share.",
        FORMS,
    ),
    Option("form_limit", _INT, "Requests for forms at most; 0: no limit.", FORMS, "200", min=0),
    Option("form_pages", _INT, "Pages of results of a word at most; 0: no limit.", FORMS, "5", min=0),
    Option(
        "browser",
        BrowserUse | None,
        "Load pages in a browser, with all that their scripts load: never, always, or auto for pages that have "
        "scripts and hardly any text.",
        BROWSER,
        "never",
        str,
    ),
    Option(
        "browser_patterns",
        _LIST,
        "Load addresses in which this is found in the browser; may be repeated.",
        BROWSER,
        convert=_patterns,
        metavar="RE",
        names=("--browser-pattern",),
    ),
    Option("browser_workers", _INT, "Pages in the browser at the same time.", BROWSER, "1", min=1),
    Option("browser_seconds", _FLOAT, "Longest time for a page.", BROWSER, "30", min=0),
    _switch(
        "browser_scroll", "browser-scroll", "no-browser-scroll", "Scroll to the end of each page.", BROWSER
    ),
    _switch(
        "revisit",
        "only-due",
        "revisit-all",
        "Ask only for pages that are new or have probably changed, by their own history; usual is all.",
        REVISIT,
    ),
    _switch(
        "details_once",
        "details-once",
        "details-again",
        "Do not ask again for details (article, documentation, product, service) that the archive holds; lists, home "
        "pages and all else are asked for.",
        REVISIT,
    ),
    _switch(
        "revisit_by_rank",
        "revisit-by-rank",
        "revisit-evenly",
        "With --only-due: ask up to four times sooner for pages that matter more than others by the links to them, and "
        "later for others.",
        REVISIT,
    ),
    Option("revisit_floor", _FLOAT, "Shortest interval between visits in hours.", REVISIT, "1", min=0),
    Option("revisit_ceiling", _FLOAT, "Longest interval in hours.", REVISIT, "8760", min=0),
)


def with_settings(command: Command) -> Command:
    """Give a command that ends in `**given` one option for each setting; `settings_of(given)` reads them."""
    signature = inspect.signature(command, eval_str=True)
    own = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
    options = [
        inspect.Parameter(
            option.setting,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=option.kind,
            default=typer.Option(
                None,
                *option.spellings,
                help=option.help,
                rich_help_panel=option.panel,
                show_default=option.default,
                metavar=option.metavar or ("N" if option.kind in (_INT, _FLOAT) else None),
                min=option.min,
            ),
        )
        for option in OPTIONS
    ]
    own = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own]
    command.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
    return command


def settings_of(given: dict[str, Any]) -> dict[str, Any]:
    """Fields of CrawlSettings with their values, of the options that were given. An empty text empties a list."""
    found: dict[str, Any] = {}
    for option in OPTIONS:
        value = given[option.setting]
        if value is None or value == []:
            continue
        try:
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError(f"“{value}” is not a number.")
            if not all(is_text(part) for part in (value if isinstance(value, list) else [str(value)])):
                raise ValueError("That is not valid UTF-8.")
            found[option.setting] = () if value == [""] else option.convert(value)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint=option.spellings[0].partition("/")[0]) from None
    if "revisit" in found:
        found["revisit"] = "due" if found["revisit"] else "all"
    return found


_LARGEST = 1 << 24
_LEAST = {option.setting: option.min for option in OPTIONS}


def read_settings(path: Path) -> dict[str, Any]:
    """Fields of CrawlSettings with their values: an object of them, or one that has it under "settings".

    Refused for a file that is no such object, for a name that is no setting, and for a value of the wrong kind.
    """
    from app.crawl.rules.settings import CrawlSettings

    try:
        with path.open("rb") as file:
            content = json.loads(file.read(_LARGEST))
    except OSError as error:
        raise Refused(detail=f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise Refused(detail=f"{path} is not JSON: {error}.") from error
    if isinstance(content, dict) and isinstance(content.get("settings"), dict):
        content = content["settings"]
    if not isinstance(content, dict):
        raise Refused(detail=f"{path} holds no object with settings.")
    hints = get_type_hints(CrawlSettings)
    known = {field.name for field in fields(CrawlSettings)}
    found = {}
    for name, value in content.items():
        if name not in known:
            raise Refused(detail=f"{path}: “{name}” is not a setting of a crawl.")
        try:
            found[name] = _value(value, hints[name])
            least = _LEAST.get(name)
            if least is not None and value < least:
                raise ValueError(f"at least {least}")
        except ValueError as error:
            raise Refused(detail=f"{path}: “{name}” must be {error}.") from None
    return found


def _value(value: Any, wanted: Any) -> Any:
    """The value as the settings hold it; ValueError with what it must be."""
    origin, inside = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        if value not in inside:
            raise ValueError(f"one of {', '.join(inside)}")
    elif isinstance(wanted, GenericAlias) and origin is tuple:
        if not isinstance(value, list):
            raise ValueError("a list")
        if inside[-1] is Ellipsis:
            return tuple(_value(item, inside[0]) for item in value)
        if len(value) != len(inside):
            raise ValueError(f"a list of {len(inside)}")
        return tuple(map(_value, value, inside))
    elif wanted is float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ValueError("a number")
        return float(value)
    elif not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise ValueError({bool: "true or false", int: "a whole number", str: "a text"}[wanted])
    elif wanted is str and not is_text(value):
        raise ValueError("a text without halves of characters")
    return value

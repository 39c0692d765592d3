"""A crawl in sentences: which part of the web a scope means, and what will happen. Translation context: "crawl"."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication

from app.crawl.rules.model import CrawlProgress
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import from_input, host_of, registered_domain
from app.errors import AddressInvalid
from extractors.html.types.kinds import expanded
from widgets.kit import messages
from widgets.words import formats, page_kinds
from widgets.words.counts import Counts


def addresses(text: str) -> tuple[list[str], str]:
    """The addresses in a typed text (one a line or separated by spaces), and the first part that is none: its whole
    line where the line does not begin with an address."""
    found: list[str] = []
    for line in text.splitlines():
        parts = line.split()
        for at, part in enumerate(parts):
            try:
                address = from_input(part)
            except AddressInvalid:
                return found, part if at else " ".join(parts)
            if address not in found:
                found.append(address)
    return found, ""


def refused(address: str) -> str:
    """The sentence for a text that is not an address."""
    return messages.sentence(AddressInvalid(address=formats.shorten(address)))


def folder_of(address: str) -> str:
    """Host and folder of an address, as the scope “prefix” takes them."""
    parts = urlsplit(address)
    folder, _, last = parts.path.rpartition("/")
    path = parts.path if last and "." not in last else f"{folder}/"
    return f"{parts.netloc}{path}"


def hosts(found: list[str]) -> str:
    """The hosts of the addresses in one phrase."""
    names = list(dict.fromkeys(urlsplit(address).netloc for address in found))
    return _listed(names)


def _listed(names: list[str]) -> str:
    if len(names) <= 2:
        return QCoreApplication.translate("crawl", " and ", "between two names").join(names)
    text = QCoreApplication.translate("crawl", "{first} and {count} more")
    return text.format(first=names[0], count=len(names) - 1)


def scope_sentence(scope: str, found: list[str]) -> str:
    """What a scope means for these addresses."""
    translate = QCoreApplication.translate
    if not found:
        return {
            "host": translate("crawl", "Every page on the same host as the address."),
            "prefix": translate("crawl", "Only pages in the same folder as the address, and below it."),
            "domain": translate("crawl", "The registered domain with all hosts that belong to it."),
            "any": translate("crawl", "Follows links wherever they lead."),
        }[scope]
    folders = list(dict.fromkeys(folder_of(address) for address in found))
    domains = list(dict.fromkeys(registered_domain(host_of(address)) for address in found))
    sentence = {
        "host": translate("crawl", "Every page on {where}."),
        "prefix": translate("crawl", "Only addresses that begin with {where}."),
        "domain": translate("crawl", "Every host of {where}, whatever stands before it."),
        "any": translate("crawl", "From {where} wherever links lead. Set a limit: the web does not end."),
    }[scope]
    where = {
        "host": hosts(found),
        "prefix": _listed(folders),
        "domain": _listed(domains),
        "any": hosts(found),
    }[scope]
    return sentence.format(where=formats.shorten(where, 90))


def summary(settings: CrawlSettings) -> str:
    """What will happen, in two or three sentences."""
    translate = QCoreApplication.translate
    seeds = list(settings.seeds)
    what = {
        "host": translate("crawl", "Captures every page on {where} that can be reached by links"),
        "prefix": translate("crawl", "Captures the pages below {where} that can be reached by links"),
        "domain": translate(
            "crawl", "Captures every page on all hosts of {where} that can be reached by links"
        ),
        "any": translate("crawl", "Follows links from {where} to any site"),
    }[settings.scope]
    where = {
        "host": hosts(seeds),
        "prefix": _listed(list(dict.fromkeys(folder_of(seed) for seed in seeds))),
        "domain": _listed(list(dict.fromkeys(registered_domain(host_of(seed)) for seed in seeds))),
        "any": hosts(seeds),
    }[settings.scope]
    sentences = [f"{what.format(where=formats.shorten(where, 60))}{_limits(settings)}"]
    if settings.delay > 0:
        text = translate("crawl", "Asks each host at most once in {seconds} s.")
        sentences.append(text.format(seconds=f"{settings.delay:g}"))
    if not settings.obey_robots:
        sentences.append(translate("crawl", "Ignores what sites ask of crawlers (robots.txt)."))
    sentences += _choices(settings)
    return formats.sentences(sentences)


def _choices(settings: CrawlSettings) -> list[str]:
    """What is stored and in which way, where that is not a matter of course; what becomes of pages known before."""
    translate = QCoreApplication.translate
    found: list[str] = []
    if settings.content_types:
        text = translate("crawl", "Stores only {types}; pages are read for their links.")
        comma = translate("crawl", ", ", "between parts of a sentence")
        types = comma.join(settings.content_types[:2]) + (" …" if len(settings.content_types) > 2 else "")
        found.append(text.format(types=types))
    if settings.page_types:
        text = translate(
            "crawl", "Keeps only pages of these kinds: {kinds}; others are read for their links."
        )
        comma = translate("crawl", ", ", "between parts of a sentence")
        kinds = [page_kinds.name(kind) for kind in page_kinds.NAMES if kind in expanded(settings.page_types)]
        found.append(text.format(kinds=comma.join(kinds)))
    comma = translate("crawl", ", ", "between parts of a sentence")
    if settings.like_categories:
        text = translate("crawl", "Leaves out addresses that look like other categories than {categories}.")
        found.append(text.format(categories=comma.join(settings.like_categories)))
    if settings.follow_categories:
        text = translate("crawl", "Follows links of pages about {categories} only.")
        found.append(text.format(categories=comma.join(settings.follow_categories)))
    if settings.order == "topic":
        found.append(translate("crawl", "What promises to have the guide words comes first."))
    if settings.browser == "always":
        found.append(translate("crawl", "Loads every page in a browser."))
    elif settings.browser == "auto" or settings.browser_patterns:
        found.append(translate("crawl", "Loads pages in a browser where that is needed."))
    if settings.details_once:
        found.append(
            translate(
                "crawl",
                "Asks for lists and home pages each time; details that are kept are not asked for again.",
            )
        )
    if settings.revisit == "due":
        found.append(
            translate("crawl", "Asks for pages captured before only when they have probably changed.")
        )
        if settings.revisit_by_rank:
            found.append(translate("crawl", "Pages that many others link to are asked for sooner."))
    else:
        found.append(
            translate("crawl", "Pages captured before are only stored again when they have changed.")
        )
    return found


def _limits(settings: CrawlSettings) -> str:
    translate = QCoreApplication.translate
    parts: list[str] = []
    counts = Counts()
    if settings.max_depth >= 0:
        parts.append(counts.links_away(settings.max_depth))
    if settings.max_pages:
        parts.append(counts.at_most_pages(settings.max_pages))
    if settings.max_minutes:
        parts.append(counts.at_most_minutes(round(settings.max_minutes)))
    if settings.max_bytes:
        text = translate("crawl", "at most {size}")
        parts.append(text.format(size=formats.size(settings.max_bytes)))
    if not parts:
        return translate("crawl", ", without a limit.")
    comma = translate("crawl", ", ", "between parts of a sentence")
    return comma + comma.join(parts) + translate("crawl", ".", "end of a sentence")


def rate(progress: CrawlProgress) -> float:
    """Captures a second: over the last seconds, or once the crawl is over on average."""
    over = progress.state in ("finished", "stopped", "failed")
    return (progress.versions + progress.visits) / max(0.1, progress.seconds) if over else progress.rate

"""Words for settings, rules of canonical addresses, templates and timetables.

Translation contexts: "settings" and "crawl setup".
"""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QLocale, QTime

from app.crawl.plans import timetable
from widgets.words import QT_TRANSLATE_NOOP, formats

# name of a setting → what it is called, and a sentence that explains it
_SETTINGS = {
    "include": (
        QT_TRANSLATE_NOOP("settings", "Take in only"),
        QT_TRANSLATE_NOOP(
            "settings", "Regular expressions, one a line: only addresses that match one of them. Empty: all."
        ),
    ),
    "exclude": (
        QT_TRANSLATE_NOOP("settings", "Leave out"),
        QT_TRANSLATE_NOOP(
            "settings", "Regular expressions, one a line: addresses that match one of them are left out."
        ),
    ),
    "content_types": (
        QT_TRANSLATE_NOOP("settings", "Types of content"),
        QT_TRANSLATE_NOOP(
            "settings",
            "One a line, * stands for anything. Pages of other types are read for links, not stored. Empty: all.",
        ),
    ),
    "page_types": (
        QT_TRANSLATE_NOOP("settings", "Kinds of pages"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Web pages of other kinds are fetched for their links and not kept. Pages whose kind is not clear are kept. Without a choice all are.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "like_categories": (
        QT_TRANSLATE_NOOP("settings", "Addresses of categories"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Before fetching: addresses that look like another category are left out. It is learned along with the categories in the collections. Empty: all.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "follow_categories": (
        QT_TRANSLATE_NOOP("settings", "Follow pages of categories"),
        QT_TRANSLATE_NOOP(
            "settings",
            "After fetching: links of pages of another category are not followed; where nothing is clear they are. Empty: all.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "languages": (
        QT_TRANSLATE_NOOP("settings", "Languages"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Only pages in these languages; zh stands for zh-CN and zh-TW, too. Pages whose language nobody can tell are kept. Empty: all.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "ip_ranges": (
        QT_TRANSLATE_NOOP("settings", "Servers (IP addresses)"),
        QT_TRANSLATE_NOOP(
            "settings",
            "One a line: an address, a network or a range. Other servers are not asked. Empty: all.",
        ),
    ),
    "off_site_hops": (
        QT_TRANSLATE_NOOP("settings", "Links out of the scope"),
        QT_TRANSLATE_NOOP(
            "settings", "How many links in a row may lead outside; what is found there is captured, too."
        ),
    ),
    "sitemaps": (
        QT_TRANSLATE_NOOP("settings", "Read sitemaps and feeds"),
        QT_TRANSLATE_NOOP(
            "settings", "Finds pages that no link leads to: robots.txt, sitemap.xml, RSS and Atom."
        ),
    ),
    "guesses": (
        QT_TRANSLATE_NOOP("settings", "Try addresses that stand in scripts"),
        QT_TRANSLATE_NOOP("settings", "They are guesses: some of them lead nowhere. They come last."),
    ),
    "order": (
        QT_TRANSLATE_NOOP("settings", "Which address is next"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Near: by links from the start. Best: much linked, short addresses first. Topic: what promises to have your guide words.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "backlink_weight": (
        QT_TRANSLATE_NOOP("settings", "Weight of links to it (X)"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Score = X · (ln(1 + pages that link to it) + ln(1 + their rank)) + Y · form + D / (1 + depth).",
        ),
    ),
    "form_weight": (
        QT_TRANSLATE_NOOP("settings", "Weight of its form (Y)"),
        QT_TRANSLATE_NOOP("settings", "Short addresses without query and digits are often entrances."),
    ),
    "depth_weight": (
        QT_TRANSLATE_NOOP("settings", "Weight of nearness (D)"),
        QT_TRANSLATE_NOOP("settings", "Pages near to the start first."),
    ),
    "guide_words": (
        QT_TRANSLATE_NOOP("settings", "Guide words"),
        QT_TRANSLATE_NOOP(
            "settings", "Words of your topic. The relevance of a text is the sum of weight × occurrences."
        ),
    ),
    "topic_threshold": (
        QT_TRANSLATE_NOOP("settings", "Least relevance"),
        QT_TRANSLATE_NOOP(
            "settings", "Links of pages that are worth less are not followed; the pages are stored."
        ),
    ),
    "topic_weights": (
        QT_TRANSLATE_NOOP("settings", "Weights of the score"),
        QT_TRANSLATE_NOOP("settings", "Score = a1·host + a2·in-links + a3·parent + a4·depth + a5·words."),
    ),
    "per_host": (
        QT_TRANSLATE_NOOP("settings", "Fetches at a time from one host"),
        QT_TRANSLATE_NOOP("settings", "How many of its addresses may be under way together."),
    ),
    "adaptive": (
        QT_TRANSLATE_NOOP("settings", "Wait longer where answers are slow"),
        QT_TRANSLATE_NOOP("settings", "The wait becomes so many times the time the host takes to answer."),
    ),
    "delay_ceiling": (
        QT_TRANSLATE_NOOP("settings", "… but at most"),
        QT_TRANSLATE_NOOP(
            "settings", "The longest such wait. What robots.txt asks for is kept even when it is longer."
        ),
    ),
    "bandwidth": (
        QT_TRANSLATE_NOOP("settings", "Bandwidth"),
        QT_TRANSLATE_NOOP("settings", "At most so many kilobytes a second, all hosts together."),
    ),
    "obey_nofollow": (
        QT_TRANSLATE_NOOP("settings", "Obey “nofollow”"),
        QT_TRANSLATE_NOOP(
            "settings", "Do not follow links that a page marks so, in its head, its links or X-Robots-Tag."
        ),
    ),
    "obey_noarchive": (
        QT_TRANSLATE_NOOP("settings", "Obey “noarchive”"),
        QT_TRANSLATE_NOOP(
            "settings", "Do not store pages that ask not to be kept; their links are followed."
        ),
    ),
    "browser": (
        QT_TRANSLATE_NOOP("settings", "Use a browser"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Slower, but stores what scripts load, too. When needed: for pages with scripts but hardly any text.",
        ),
    ),
    "browser_patterns": (
        QT_TRANSLATE_NOOP("settings", "Always for these addresses"),
        QT_TRANSLATE_NOOP(
            "settings", "Regular expressions, one a line; they hold even when the choice above is “Never”."
        ),
    ),
    "browser_workers": (
        QT_TRANSLATE_NOOP("settings", "Pages at a time"),
        QT_TRANSLATE_NOOP("settings", "Each takes about as much memory as a tab of a browser."),
    ),
    "browser_seconds": (
        QT_TRANSLATE_NOOP("settings", "Time for a page"),
        QT_TRANSLATE_NOOP("settings", "What has come until then is stored."),
    ),
    "browser_scroll": (
        QT_TRANSLATE_NOOP("settings", "Scroll through the page"),
        QT_TRANSLATE_NOOP("settings", "So that pictures come that are only loaded when somebody sees them."),
    ),
    "canonical": (
        QT_TRANSLATE_NOOP("settings", "Addresses that are one page"),
        QT_TRANSLATE_NOOP(
            "settings", "Of addresses that only differ in this, one is asked for. Fixed once it has begun."
        ),
    ),
    "near_duplicates": (
        QT_TRANSLATE_NOOP("settings", "Notice the same page under many addresses"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Pages that are nearly the same again and again are a sign of a trap: what they link to is put aside.",
        ),
    ),
    "trap_likeness": (
        QT_TRANSLATE_NOOP("settings", "The same page from"),
        QT_TRANSLATE_NOOP(
            "settings",
            "So much of their main texts must be the same, menus and advertisements apart. What many such pages of one pattern lead to is put aside, and “Why?” names the first of them.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "trap_budget": (
        QT_TRANSLATE_NOOP("settings", "Patience with patterns"),
        QT_TRANSLATE_NOOP(
            "settings",
            "After so many addresses of one pattern that lead to each other (the next month of a calendar) the rest is put aside as a suspected trap.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "forms": (
        QT_TRANSLATE_NOOP("settings", "Search boxes of the site"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Asked for words when no link leads on, at the pace of the crawl. Log-ins, contact, comment and order forms are never sent.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "form_words": (
        QT_TRANSLATE_NOOP("settings", "Words to ask for"),
        QT_TRANSLATE_NOOP("settings", "One a line; they come before those that are learned."),
    ),
    "form_learning": (
        QT_TRANSLATE_NOOP("settings", "Learn more words from the pages"),
        QT_TRANSLATE_NOOP(
            "settings", "Words that the pages read so far have often, and that few of them share."
        ),
    ),
    "form_limit": (
        QT_TRANSLATE_NOOP("settings", "Requests for forms"),
        QT_TRANSLATE_NOOP("settings", "At most so many in this crawl, further pages of results counted."),
    ),
    "form_pages": (
        QT_TRANSLATE_NOOP("settings", "Pages of results of a word"),
        QT_TRANSLATE_NOOP("settings", "Two in a row without a new address end a word earlier."),
    ),
    "form_patterns": (
        QT_TRANSLATE_NOOP("settings", "Only these forms"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Regular expressions, one a line, of the address a form is sent to. Empty: all that search. Forms sent by POST have to be named here.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "revisit": (
        QT_TRANSLATE_NOOP("settings", "Pages captured before"),
        QT_TRANSLATE_NOOP(
            "settings", "When due: each page has its own interval, found out from how often it changed."
        ),
    ),
    "details_once": (
        QT_TRANSLATE_NOOP("settings", "Lists every time, details once"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Articles, documentation, products and services that the archive has are not asked for again; lists, home pages and all else are.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "revisit_by_rank": (
        QT_TRANSLATE_NOOP("settings", "Important pages sooner"),
        QT_TRANSLATE_NOOP(
            "settings",
            "Pages that matter more by the links to them are due up to four times sooner, others later.",
        ),
    ),
    "revisit_floor": (
        QT_TRANSLATE_NOOP("settings", "Shortest interval"),
        QT_TRANSLATE_NOOP("settings", "A page is not asked for more often."),
    ),
    "revisit_ceiling": (
        QT_TRANSLATE_NOOP("settings", "Longest interval"),
        QT_TRANSLATE_NOOP("settings", "A page is asked for at least this often; 8760 hours are a year."),
    ),
    "workers": (
        QT_TRANSLATE_NOOP("settings", "Fetches at a time"),
        QT_TRANSLATE_NOOP("settings", "In all, from all hosts together."),
    ),
    "timeout": (
        QT_TRANSLATE_NOOP("settings", "Give up after"),
        QT_TRANSLATE_NOOP("settings", "How long to wait for an answer."),
    ),
    "size_cap": (
        QT_TRANSLATE_NOOP("settings", "Largest file"),
        QT_TRANSLATE_NOOP("settings", "Larger files are left out."),
    ),
    "retries": (
        QT_TRANSLATE_NOOP("settings", "Tries after a failure"),
        QT_TRANSLATE_NOOP("settings", "How often an address is tried again that could not be fetched."),
    ),
    "backoff": (
        QT_TRANSLATE_NOOP("settings", "First wait before trying again"),
        QT_TRANSLATE_NOOP("settings", "Doubled each time; a server that names a time is waited for."),
    ),
    "patience": (
        QT_TRANSLATE_NOOP("settings", "Wait for silent hosts"),
        QT_TRANSLATE_NOOP(
            "settings",
            "When nothing is left to do but hosts that stopped answering. Then the crawl ends without them; “Go on” asks them again.",  # noqa: E501 - the tool reads one literal
        ),
    ),
    "max_hops": (
        QT_TRANSLATE_NOOP("settings", "Redirects in a row"),
        QT_TRANSLATE_NOOP("settings", "Longer chains are given up."),
    ),
    "user_agent": (
        QT_TRANSLATE_NOOP("settings", "Introduces itself as"),
        QT_TRANSLATE_NOOP(
            "settings", "What servers read in User-Agent; rules of robots.txt for this name hold."
        ),
    ),
    "contact": (
        QT_TRANSLATE_NOOP("settings", "Contact"),
        QT_TRANSLATE_NOOP(
            "settings", "A page or e-mail address at which the people behind a server reach you."
        ),
    ),
    "headers": (
        QT_TRANSLATE_NOOP("settings", "Request headers"),
        QT_TRANSLATE_NOOP(
            "settings", "One a line; they go to every server. Cookies and passwords belong to the log-ins."
        ),
    ),
    "proxy": (
        QT_TRANSLATE_NOOP("settings", "Proxy"),
        QT_TRANSLATE_NOOP("settings", "Every request goes through it. Empty: none."),
    ),
    "logins": (
        QT_TRANSLATE_NOOP("settings", "Use the stored log-ins"),
        QT_TRANSLATE_NOOP(
            "settings", "Passwords and cookies that you have stored for these hosts (menu Crawl, Log-ins)."
        ),
    ),
}


def setting_words(name: str) -> tuple[str, str]:
    """What a setting is called, and the sentence that explains it."""
    called, explained = _SETTINGS[name]
    translate = QCoreApplication.translate
    return translate("settings", called), translate("settings", explained)


def rule_name(code: str) -> str:
    """A rule for canonical addresses."""
    translate = QCoreApplication.translate
    return {
        "session-ids": translate("crawl setup", "Leave out session ids"),
        "tracking": translate("crawl setup", "Leave out tracking parameters"),
        "empty-parameters": translate("crawl setup", "Leave out empty parameters"),
        "escapes": translate("crawl setup", "Write escapes in one way"),
        "parameter-order": translate("crawl setup", "Sort parameters by name"),
        "index-names": translate("crawl setup", "Leave out names of index pages"),
        "www": translate("crawl setup", "Leave out “www.”"),
        "scheme": translate("crawl setup", "http and https are one"),
        "final-slash": translate("crawl setup", "Leave out the last slash"),
    }.get(code, code)


def rule_sentence(code: str) -> str:
    """What a rule does, by an example."""
    translate = QCoreApplication.translate
    return {
        "session-ids": translate(
            "crawl setup", "PHPSESSID, jsessionid, sid and the like, in path and query."
        ),
        "tracking": translate(
            "crawl setup", "utm_source, gclid, fbclid, spm and others that only count visitors."
        ),
        "empty-parameters": translate(
            "crawl setup", "A “?” at the end goes, and so do parameters that are nothing."
        ),
        "escapes": translate("crawl setup", "%7euser is ~user, %e4 is %E4."),
        "parameter-order": translate(
            "crawl setup", "Their order does not count; those of one name keep theirs."
        ),
        "index-names": translate("crawl setup", "/news/index.html is /news/."),
        "www": translate("crawl setup", "www.example.org is example.org. Some sites differ there."),
        "scheme": translate("crawl setup", "https://example.org/ is http://example.org/."),
        "final-slash": translate(
            "crawl setup", "/news/ is /news. Relative links may mean something else there."
        ),
    }.get(code, "")


def template_name(code: str) -> str:
    """A kind of crawl."""
    translate = QCoreApplication.translate
    return {
        "one-site": translate("crawl setup", "The whole site"),
        "one-page": translate("crawl setup", "This page only"),
        "one-folder": translate("crawl setup", "This folder only"),
        "one-domain": translate("crawl setup", "The whole domain"),
        "anywhere": translate("crawl setup", "Anywhere"),
        "news-front-page": translate("crawl setup", "News front page"),
        "document-harvest": translate("crawl setup", "Document harvest"),
        "topic": translate("crawl setup", "Topic"),
    }.get(code, code)


def template_sentence(code: str) -> str:
    """What a kind of crawl does."""
    translate = QCoreApplication.translate
    return {
        "one-site": translate("crawl setup", "Every page of the site that can be reached by links."),
        "one-domain": translate(
            "crawl setup", "Every page on all hosts of the domain that can be reached by links."
        ),
        "anywhere": translate("crawl setup", "Wherever links lead, as far as the limits below allow."),
        "one-page": translate(
            "crawl setup", "Just the addresses above, with all they need to look as they do."
        ),
        "one-folder": translate("crawl setup", "What lies in the same folder as the address, and below it."),
        "news-front-page": translate(
            "crawl setup",
            "Every hour the front page and what it links to; articles that hardly change are asked for less often.",
        ),
        "document-harvest": translate(
            "crawl setup",
            "PDF, Office, e-book and audio files of the domain; pages are only read for their links.",
        ),
        "topic": translate(
            "crawl setup",
            "Follows links anywhere, the most promising first: give the words that you look for.",
        ),
    }.get(code, "")


def schedule(text: str) -> str:
    """A timetable in words: “daily at 03:00”."""
    translate = QCoreApplication.translate
    try:
        table = timetable.parse(text)
    except timetable.TimetableInvalid:
        return text
    locale = QLocale()
    clock = locale.toString(QTime(table.at.hour, table.at.minute), "HH:mm")
    if table.kind == "hours" and table.every > 1:
        return translate("crawl setup", "every {count} hours").format(count=table.every)
    words = {
        "": translate("crawl setup", "not repeated"),
        "startup": translate("crawl setup", "whenever the archive is opened"),
        "hours": translate("crawl setup", "every hour"),
        "daily": translate("crawl setup", "daily at {time}"),
        "weekly": translate("crawl setup", "{weekday} at {time}"),
        "monthly": translate("crawl setup", "monthly on day {day} at {time}"),
        "yearly": translate("crawl setup", "yearly on {month} {day} at {time}"),
    }
    return words[table.kind].format(
        time=clock,
        weekday=weekday(table.weekday),
        day=table.day,
        month=locale.standaloneMonthName(table.month),
    )


def weekday(number: int) -> str:
    """The name of a day; 0 is Monday."""
    return QLocale().standaloneDayName(number + 1)


def moment(value: datetime | None, now: datetime) -> str:
    """A moment to come, or what is late."""
    translate = QCoreApplication.translate
    if value is None:
        return "–"
    seconds = (value - now).total_seconds()
    if seconds <= 0:
        return translate("crawl setup", "now")
    if seconds < 3600:
        text = translate("crawl setup", "in {minutes} min")
        return text.format(minutes=max(1, round(seconds / 60)))
    local, today = value.astimezone(), now.astimezone()
    clock = QLocale().toString(QTime(local.hour, local.minute), "HH:mm")
    if (local.date() - today.date()).days == 1:
        return translate("crawl setup", "Tomorrow {time}").format(time=clock)
    return formats.date(value, now)

"""Words for rules of canonical addresses, templates and timetables. Translation context: "crawl setup"."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QLocale, QTime

from app.crawl.plans import timetable
from widgets.words import formats


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

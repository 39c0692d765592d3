"""The reason codes of a crawl, and HTTP status codes, in words. Translation context: "reasons"."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus

from PySide6.QtCore import QCoreApplication

from widgets.words import engine as engine_words
from widgets.words import formats, page_kinds


def reason(code: str, detail: str = "") -> str:
    """A sentence for a reason code of the crawl log; unknown codes are shown as they are."""
    if code.startswith("http-"):
        return status(int(code[5:])) if code[5:].isdigit() else code
    text = _sentences().get(code, code)
    if detail:
        if code == "not-due":
            detail = _moment(detail)
        elif code in ("page-type", "kept-once"):
            detail = page_kinds.name(detail)
        return QCoreApplication.translate("reasons", "{reason} ({detail})").format(
            reason=text, detail=engine_words.say(detail)
        )
    return text


def status(code: int) -> str:
    """404 → “404 Not found” in the language of the program where it is one of the common ones."""
    translate = QCoreApplication.translate
    known = {
        200: translate("reasons", "OK"),
        301: translate("reasons", "Moved for good"),
        302: translate("reasons", "Moved for now"),
        304: translate("reasons", "Unchanged"),
        401: translate("reasons", "Needs a password"),
        403: translate("reasons", "Forbidden"),
        404: translate("reasons", "Not found"),
        410: translate("reasons", "Gone"),
        429: translate("reasons", "Too many requests"),
        500: translate("reasons", "Error in the server"),
        502: translate("reasons", "Bad gateway"),
        503: translate("reasons", "Server not available"),
        504: translate("reasons", "Server did not answer its gateway"),
    }
    try:
        words = known.get(code) or HTTPStatus(code).phrase
    except ValueError:
        words = ""
    return f"{code} {words}".strip()


def _sentences() -> dict[str, str]:
    translate = QCoreApplication.translate
    return {
        "scope": translate("reasons", "Outside the part of the web this crawl may visit"),
        "excluded": translate("reasons", "Matches a pattern to leave out"),
        "not-included": translate("reasons", "Matches none of the patterns to take in"),
        "depth": translate("reasons", "Too many links away from the start"),
        "robots": translate("reasons", "The site asks crawlers to stay away (robots.txt)"),
        "max-pages": translate("reasons", "The limit of pages was reached"),
        "max-bytes": translate("reasons", "The limit of size was reached"),
        "max-minutes": translate("reasons", "The limit of time was reached"),
        "size": translate("reasons", "Larger than a single file may be"),
        "scheme": translate("reasons", "Not a web address (http or https)"),
        "trap": translate("reasons", "Looks like an endless series of pages"),
        "form-limit": translate("reasons", "Enough pages of results of this word were read"),
        "address": translate("reasons", "The address is malformed"),
        "timeout": translate("reasons", "The server did not answer in time"),
        "dns": translate("reasons", "The host name is unknown"),
        "connect": translate("reasons", "The server could not be reached"),
        "tls": translate("reasons", "The secure connection failed"),
        "too-many-redirects": translate("reasons", "Redirected too many times"),
        "redirect-loop": translate("reasons", "Redirects in a circle"),
        "incomplete": translate("reasons", "The answer broke off"),
        "browser": translate("reasons", "The browser could not fetch it"),
        "internal": translate("reasons", "The program made a mistake"),
        "type": translate("reasons", "Not one of the content types to keep"),
        "language": translate("reasons", "Not in one of the languages to keep"),
        "ip": translate("reasons", "The server’s address is outside the ranges to visit"),
        "noarchive": translate("reasons", "The page asks not to be archived (noarchive)"),
        "nofollow": translate("reasons", "The page asks not to follow this link (nofollow)"),
        "near-duplicate": translate("reasons", "Nearly the same as a page stored before"),
        "topic": translate("reasons", "Not about the topic: its links are not followed"),
        "skipped-host": translate("reasons", "You chose to skip this host"),
        "page-type": translate("reasons", "Not one of the kinds of pages to keep; its links are followed"),
        "address-category": translate("reasons", "Its address looks like another category"),
        "category": translate("reasons", "Of another category: its links are not followed"),
        "kept-once": translate("reasons", "Details are kept once, and the archive has this page"),
        "not-due": translate("reasons", "Not expected to have changed yet"),
        "no-sitemap": translate("reasons", "There is no sitemap at the usual address"),
        "not-awaited": translate("reasons", "The crawl ended without it: its host did not answer"),
    }


def limit(code: str) -> str:
    """What has ended a crawl."""
    if code == "not-awaited":
        return QCoreApplication.translate(
            "reasons",
            "Addresses of hosts that stopped answering were left out; going on with the crawl asks for them",
        )
    return reason(code)


def _moment(detail: str) -> str:
    """A date as the engine writes it, as a person reads it."""
    try:
        return formats.date(datetime.fromisoformat(detail))
    except ValueError:
        return detail


def short(code: str) -> str:
    """A few words for a reason code, for lists; the full sentence belongs in the tooltip."""
    if code.startswith("http-"):
        return status(int(code[5:])) if code[5:].isdigit() else code
    translate = QCoreApplication.translate
    words = {
        "scope": translate("reasons", "Outside the scope"),
        "excluded": translate("reasons", "Pattern to leave out"),
        "not-included": translate("reasons", "No pattern to take in"),
        "depth": translate("reasons", "Too deep"),
        "robots": translate("reasons", "Refused by robots.txt"),
        "max-pages": translate("reasons", "Page limit"),
        "max-bytes": translate("reasons", "Size limit"),
        "max-minutes": translate("reasons", "Time limit"),
        "size": translate("reasons", "File too large"),
        "scheme": translate("reasons", "Not a web address"),
        "trap": translate("reasons", "Suspected trap"),
        "address": translate("reasons", "Malformed address"),
        "timeout": translate("reasons", "No answer in time"),
        "dns": translate("reasons", "Unknown host"),
        "connect": translate("reasons", "Not reachable"),
        "tls": translate("reasons", "Connection not secure"),
        "too-many-redirects": translate("reasons", "Too many redirects"),
        "redirect-loop": translate("reasons", "Redirect loop"),
        "incomplete": translate("reasons", "Broke off"),
        "browser": translate("reasons", "Browser failed"),
        "internal": translate("reasons", "Defect of the program"),
        "type": translate("reasons", "Content type"),
        "language": translate("reasons", "Other language"),
        "ip": translate("reasons", "Other IP range"),
        "noarchive": translate("reasons", "Asked not to archive"),
        "form-limit": translate("reasons", "Enough results"),
        "nofollow": translate("reasons", "Asked not to follow"),
        "near-duplicate": translate("reasons", "Near duplicate"),
        "topic": translate("reasons", "Off topic"),
        "skipped-host": translate("reasons", "Host skipped"),
        "page-type": translate("reasons", "Other kind of page"),
        "address-category": translate("reasons", "Looks like another category"),
        "category": translate("reasons", "Other category"),
        "kept-once": translate("reasons", "Kept once"),
        "not-due": translate("reasons", "Not due yet"),
        "no-sitemap": translate("reasons", "No sitemap"),
        "not-awaited": translate("reasons", "Not waited for"),
    }
    return words.get(code, code)


TROUBLE = frozenset(
    {
        "timeout",
        "dns",
        "connect",
        "tls",
        "incomplete",
        "browser",
        "internal",
    }
)
"""Reason codes of what failed; all others but HTTP status codes and REMARKS are of what was left out."""


def is_trouble(code: str) -> bool:
    """Whether a reason code means an error rather than an address left out."""
    return code in TROUBLE or code.startswith("http-")


def address_state(code: str) -> str:
    """The state of an address."""
    translate = QCoreApplication.translate
    words = {
        "queued": translate("crawl", "Queued"),
        "in-flight": translate("crawl", "Under way"),
        "done": translate("crawl", "Done"),
        "failed": translate("crawl", "Failed"),
        "refused": translate("crawl", "Left out"),
        "outside": translate("crawl", "Left out"),
        "parked": translate("crawl", "Suspected trap"),
    }
    return words.get(code, code)


def log_kind(kind: str) -> str:
    """The word for a kind of log entry."""
    translate = QCoreApplication.translate
    words = {
        "stored": translate("reasons", "Stored"),
        "visit": translate("reasons", "Unchanged"),
        "redirect": translate("reasons", "Redirect"),
        "refused": translate("reasons", "Left out"),
        "error": translate("reasons", "Failed"),
    }
    return words.get(kind, kind)


def crawl_state(state: str) -> str:
    """The word for the state of a crawl, or of one host in it."""
    translate = QCoreApplication.translate
    words = {
        "starting": translate("reasons", "Starting"),
        "running": translate("reasons", "Running"),
        "paused": translate("reasons", "Paused"),
        "stopping": translate("reasons", "Stopping"),
        "finished": translate("reasons", "Finished"),
        "stopped": translate("reasons", "Stopped"),
        "failed": translate("reasons", "Failed"),
        "active": translate("reasons", "Being asked"),
        "waiting": translate("reasons", "Waiting"),
        "backing-off": translate("reasons", "Backing off"),
        "held": translate("reasons", "Held"),
        "skipped": translate("reasons", "Skipped"),
        "idle": translate("reasons", "Idle"),
        "done": translate("reasons", "Done"),
    }
    return words.get(state, state)

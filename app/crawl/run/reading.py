"""The processor's part of a page: what was fetched is read, and the crawl's wishes decide what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from app.archive.index.rows import pack_links
from app.archive.model import NewCapture, NewVisit, StoredLink
from app.archive.preparing import PageRead, Prepared, ToRead
from app.archive.rendered import Rendered, rendered
from app.crawl.net.browser import BrowserAnswer
from app.crawl.net.fetch import Fetched
from app.crawl.rules.entries import Candidate, Entry, Outcome, is_redirect
from app.crawl.rules.links import Directives, LinkJudge, canonical_of, directives
from app.crawl.rules.robots import product_token
from app.crawl.rules.scope import ContentScope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.sitemaps import SitemapFinder, is_quiet
from app.crawl.run.increments import IncrementMaker
from app.crawl.run.workshop import Workshop
from app.messages import Message
from app.tianwang.codings import inflates_beyond
from app.tianwang.http import split_http
from app.words.guide_words import relevance
from extractors.base.language import detect

if TYPE_CHECKING:
    from app.recording.model import Recorded

Read = tuple[Outcome, bool]
"""What becomes of an answer, and whether a browser should rather fetch it."""
_Made = TypeVar("_Made")
_Given = ParamSpec("_Given")
_GONE = frozenset({404, 410})
_CHAIN = 2
"""Pages of one pattern found through each other, from which on their content is compared."""


class Answer:
    """An answer to an entry with all that goes with it.

    `named` are the sitemaps that the site's robots.txt names. Of a page that a browser fetched (`rendered`), `live` are
    the links of the live page, `parts` what it loaded; `size` counts the bodies of all. `remark` is told in the log.
    """

    def __init__(
        self,
        entry: Entry,
        fetched: Fetched,
        *,
        rendered: BrowserAnswer | None = None,
        named: Sequence[str] = (),
        remark: str = "",
    ) -> None:
        self.entry, self.fetched = entry, fetched
        self.rendered = rendered
        self.named = named
        self.remark = remark
        self.live: Sequence[StoredLink] = ()
        self.parts: tuple[Prepared, ...] = ()
        self.size = len(fetched.body)

    @cached_property
    def body(self) -> bytes:
        """Without its content coding."""
        return split_http(self.fetched.data).body


class Reader:
    """For the threads that prepare pages. `is_frame` says of an HTML page and its text whether only a browser can fill
    it."""

    def __init__(
        self,
        settings: CrawlSettings,
        job_id: str,
        judge: LinkJudge,
        workshop: Workshop,
        is_frame: Callable[[Answer, str], bool] | None = None,
        increments: IncrementMaker | None = None,
        give_way: Callable[[], None] = lambda: None,
    ) -> None:
        self.content = ContentScope(settings)
        self._settings = settings
        self._job_id = job_id
        self._judge = judge
        self._workshop = workshop
        self._is_frame = is_frame
        self._increments = increments
        self._give_way = give_way
        self._agent = product_token(settings.user_agent)
        self._sitemaps = SitemapFinder(settings, judge)
        self._wants_text = settings.order == "topic" or bool(settings.languages) or is_frame is not None

    def capture(self, url: str, fetched: Fetched, origin: str | None = None) -> NewCapture:
        return NewCapture(url, fetched.date, fetched.ip, fetched.data, origin=origin, crawl=self._job_id)

    def robots(self, url: str, fetched: Fetched) -> Prepared:
        """A robots.txt, which nobody queued."""
        return self._workshop.read(
            ToRead(self.capture(url, fetched)), fetched.headers.get("content-type", "")
        ).prepared

    def part(self, part: Recorded) -> Prepared:
        """Something that a browser loaded with a page."""
        new = NewCapture(part.url, part.date, part.ip, part.data, crawl=self._job_id)
        return self._stepped(
            self._workshop.read(ToRead(new), split_http(part.data).media_type).prepared, part.data
        )

    def _stepped(self, prepared: Prepared, data: bytes) -> Prepared:
        """With what has changed since the last version, where that is less to store."""
        return prepared if self._increments is None else self._increments.added(prepared, data)

    def read(self, answer: Answer) -> Read:
        """What becomes of an answer, and whether a browser should rather fetch it."""
        self._give_way()
        page = self._to_read(answer)
        if isinstance(page, Outcome):
            return page, False
        return self._judged(answer, self._workshop.read(page, answer.fetched.headers.get("content-type", "")))

    def read_all(self, answers: Sequence[Answer]) -> list[Read | Exception]:
        """The same of several pages and texts at once, or what went wrong with one."""
        pages = [_or_error(self._to_read, answer) for answer in answers]
        ahead = self._workshop.read_beside([page for page in pages if isinstance(page, ToRead)])
        read = iter(ahead or ())

        def judged(answer: Answer, page: ToRead) -> Read:
            self._give_way()
            return self._judged(answer, next(read) if ahead is not None else self._workshop.read_here(page))

        return [
            _or_error(judged, answer, page)
            if isinstance(page, ToRead)
            else page
            if isinstance(page, Exception)
            else (page, False)
            for answer, page in zip(answers, pages, strict=True)
        ]

    def _to_read(self, answer: Answer) -> ToRead | Outcome:
        """What is to be read of an answer, or what becomes of it without being read."""
        entry, fetched = answer.entry, answer.fetched
        status = fetched.status
        if status == 304 and entry.base:
            visit = NewVisit(
                entry.url, fetched.date, fetched.ip, entry.base, 304, origin=entry.origin, crawl=self._job_id
            )
            return Outcome(entry, visit, detail=answer.remark)
        if is_quiet(entry) and status in _GONE:
            return Outcome(entry, reason="no-sitemap", refused=True)
        if inflates_beyond(fetched.body, fetched.headers.get("content-encoding", "")):
            return Outcome(entry, reason="size", detail=Message("body-endless"), refused=True)
        is_page = entry.is_page and status == 200
        return ToRead(
            self.capture(entry.url, fetched, entry.origin),
            entry.referrer if entry.level else None,
            text=is_page and (self._wants_text or answer.rendered is not None),
            fingerprint=is_page and self._settings.near_duplicates and entry.chain >= _CHAIN,
        )

    def _judged(self, answer: Answer, read: PageRead) -> Read:
        entry, fetched = answer.entry, answer.fetched
        prepared, text, mark = read
        is_page = entry.is_page and fetched.status == 200
        if answer.live:
            prepared = _with_links(prepared, answer.live)
        tree, seen = self._rendered(answer, prepared, text) if is_page else (None, text)
        if is_quiet(entry) and prepared.format == "html":  # a site that answers everything with some page
            return Outcome(entry, reason="no-sitemap", refused=True), False
        asked = directives(prepared.directives, fetched.headers.get_list("x-robots-tag"), self._agent)
        found = self._found(answer, prepared, asked)
        refusal = None if entry.forced else self._refusal(entry, prepared, seen, asked)
        if refusal is not None:
            return Outcome(entry, reason=refusal[0], detail=refusal[1], refused=True, found=found), False
        if entry.is_known:
            prepared = self._stepped(prepared, fetched.data)
        outcome = self._stored(answer, prepared, found, mark, tree)
        if is_page and (prepared.format == "html" or text):
            outcome = self._considered(entry, outcome, prepared, seen)
        is_frame = prepared.format == "html" and self._is_frame is not None and self._is_frame(answer, text)
        return outcome, is_frame

    def _rendered(self, answer: Answer, prepared: Prepared, text: str) -> tuple[Rendered | None, str]:
        """What a browser made of a page, and the text that was seen."""
        if answer.rendered is None or prepared.format != "html":
            return None, text
        said = [text]

        def read(new: NewCapture) -> tuple[Prepared, str]:
            made = self._workshop.read(ToRead(new, text=True), "text/html")
            said[0] = made.text
            return self._stepped(made.prepared, new.data), made.text

        return rendered(prepared, text, answer.rendered.html, read), said[0]

    def _found(self, answer: Answer, prepared: Prepared, asked: Directives) -> list[Candidate]:
        entry, fetched = answer.entry, answer.fetched
        location = location_of(fetched) if is_redirect(fetched.status) else ""
        if location:
            return [self._judge.redirect(location, entry)]
        sitemaps = self._sitemaps.candidates(entry, answer.named)
        if fetched.status >= 400:
            return sitemaps
        return sitemaps + self._judge.candidates(prepared.links, entry, follow=not asked.nofollow)

    def _refusal(
        self, entry: Entry, prepared: Prepared, text: str, asked: Directives
    ) -> tuple[str, str] | None:
        """Why something that came is not stored. Its links may lead on all the same."""
        if asked.noarchive and self._settings.obey_noarchive:
            return "noarchive", Message("asked-by-page")
        if not 200 <= prepared.status < 300:
            return None
        if not self.content.keeps(prepared.type, not entry.is_page):
            return "type", prepared.type
        if self._settings.languages and entry.is_page and text:
            return self.content.of_language(prepared.language or detect(text), embed=False)
        return None

    def _stored(
        self, answer: Answer, prepared: Prepared, found: list[Candidate], mark: bytes, tree: Rendered | None
    ) -> Outcome:
        fetched = answer.fetched
        remarks = [Message("certificate", detail=fetched.tls) if fetched.tls else "", answer.remark]
        reason = ""
        if fetched.incomplete:
            reason = "incomplete"
            remarks.insert(0, fetched.incomplete)
        elif fetched.status >= 400:
            reason = f"http-{fetched.status}"
        detail = "; ".join(filter(None, remarks))
        return Outcome(
            answer.entry,
            prepared,
            reason,
            detail,
            found=found,
            size=answer.size,
            print=mark,
            parts=answer.parts,
            rendered=tree,
        )

    def _considered(self, entry: Entry, outcome: Outcome, prepared: Prepared, text: str) -> Outcome:
        """The same with what a page says about itself and about the topic."""
        settings = self._settings
        canonical = canonical_of(prepared.links)
        if canonical:
            outcome = replace(outcome, canonical=canonical)
        if settings.order == "topic":
            weight = relevance(f"{prepared.title}\n{text}", settings.guide_words)
            outcome = replace(outcome, relevance=weight)
            if weight < settings.topic_threshold and not entry.forced and not outcome.reason:
                only_parts = [item for item in outcome.found if item.level]
                outcome = replace(outcome, reason="topic", detail=f"{weight:g}", found=only_parts)
        return outcome


def _or_error(
    work: Callable[_Given, _Made], *given: _Given.args, **named: _Given.kwargs
) -> _Made | Exception:
    """What one meets is no affair of the others'."""
    try:
        return work(*given, **named)
    except Exception as error:
        return error


def _with_links(prepared: Prepared, live: Sequence[StoredLink]) -> Prepared:
    """With the links of the live page: they are kept like the others, so a later 304 leads on to them as well."""
    links = tuple(dict.fromkeys((*prepared.links, *live)))
    return prepared._replace(links=links, link_rows=pack_links(links))


def location_of(fetched: Fetched) -> str:
    """The Location header, empty without one: bytes beyond ASCII are mostly UTF-8, whatever the standard says."""
    raw = next((value for name, value in fetched.headers.raw if name.lower() == b"location"), b"")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")

"""The processor's part of a page: an answer is read, and the settings of the crawl decide on its outcome."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from app.archive.documents.preparing import Prepared, ToRead
from app.archive.documents.rendered import Rendered, rendered
from app.archive.model import NewCapture, NewVisit, StoredLink
from app.crawl.frontier.harvest import words_of
from app.crawl.net.browser import BrowserAnswer
from app.crawl.net.fetch import Fetched
from app.crawl.rules.by_category import ByContent
from app.crawl.rules.entries import Candidate, Entry, Outcome, is_redirect
from app.crawl.rules.forms import SearchForm, search_forms
from app.crawl.rules.links import Directives, LinkJudge, SitemapFinder, directives, is_quiet
from app.crawl.rules.robots import product_token
from app.crawl.rules.scope import ContentScope, pattern_of
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.alike import Repeats, Watch, sketch
from app.crawl.run.preparation import Preparation
from app.messages import Message
from app.tianwang.http import inflates_beyond, split_http
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
    """An answer to an entry with its surroundings.

    `named` are the sitemaps in the site's robots.txt. Of a page that a browser fetched (`rendered`), `live` are the
    links of the live page, `parts` the answers it loaded; `size` counts the bodies of all. `remark` goes to the log.
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
    """For the threads that prepare pages."""

    def __init__(
        self,
        settings: CrawlSettings,
        job_id: str,
        judge: LinkJudge,
        preparation: Preparation,
        give_way: Callable[[], None],
        archive: Path | None = None,
    ) -> None:
        self.preparation = preparation
        self._archive = archive
        follows = settings.follow_categories
        self._categories = ByContent(archive, follows) if archive is not None and follows else None
        self.is_frame: Callable[[Answer, str], bool] | None = None
        """Whether an HTML page with this text is but a frame, which only a browser can fill."""
        self.content = ContentScope(settings)
        self._settings = settings
        self._job_id = job_id
        self._judge = judge
        self._give_way = give_way
        self._agent = product_token(settings.user_agent)
        self._sitemaps = SitemapFinder(settings, judge)
        compares = settings.near_duplicates and settings.trap_likeness and settings.trap_budget
        self._watch = Watch(settings.trap_likeness / 100) if compares else None
        self._repeats = Repeats() if settings.near_duplicates else None
        self._fills_forms = settings.forms != "off"
        self._wants_text = (
            settings.order == "topic"
            or bool(settings.languages)
            or settings.browser == "auto"
            or self._fills_forms
            or self._categories is not None
        )

    def under(self, settings: CrawlSettings, judge: LinkJudge) -> Reader:
        """One for other settings; what this one is at goes on under the old ones."""
        return Reader(settings, self._job_id, judge, self.preparation, self._give_way, self._archive)

    def capture(self, url: str, fetched: Fetched, origin: str | None = None) -> NewCapture:
        return NewCapture(url, fetched.date, fetched.ip, fetched.data, origin=origin, crawl=self._job_id)

    def robots(self, url: str, fetched: Fetched) -> Prepared:
        """A robots.txt, which never stood in the queue."""
        return self.preparation.read(
            ToRead(self.capture(url, fetched)), fetched.headers.get("content-type", "")
        )

    def part(self, part: Recorded) -> Prepared:
        """An answer that a browser loaded with a page."""
        new = NewCapture(part.url, part.date, part.ip, part.data, crawl=self._job_id)
        return self.preparation.with_increment(
            self.preparation.read(ToRead(new), split_http(part.data).media_type), part.data
        )

    def read(self, answer: Answer) -> Read:
        """The outcome of an answer, and whether a browser should rather fetch it."""
        self._give_way()
        page = self._to_read(answer)
        if isinstance(page, Outcome):
            return page, False
        return self._judged(
            answer, self.preparation.read(page, answer.fetched.headers.get("content-type", ""))
        )

    def read_all(self, answers: Sequence[Answer]) -> list[Read | Exception]:
        """The same of several pages and texts at once; the exception of one that failed."""
        pages = [_or_error(self._to_read, answer) for answer in answers]
        ahead = self.preparation.read_beside([page for page in pages if isinstance(page, ToRead)])
        read = iter(ahead or ())

        def judged(answer: Answer, page: ToRead) -> Read:
            self._give_way()
            return self._judged(answer, next(read) if ahead is not None else self.preparation.read_here(page))

        return [
            _or_error(judged, answer, page)
            if isinstance(page, ToRead)
            else page
            if isinstance(page, Exception)
            else (page, False)
            for answer, page in zip(answers, pages, strict=True)
        ]

    def _to_read(self, answer: Answer) -> ToRead | Outcome:
        """The question for the extractors, or an outcome that needs none."""
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
        linked = is_page and entry.chain >= _CHAIN
        pattern = self._judge.pattern(entry.url) if linked else None
        repeats, watch = self._repeats, self._watch
        return ToRead(
            self.capture(entry.url, fetched, entry.origin),
            entry.referrer if entry.level else None,
            text=is_page and (self._wants_text or answer.rendered is not None),
            fingerprint=linked and repeats is not None and (pattern is None or repeats.looks(pattern.key)),
            gist=pattern is not None and watch is not None and watch.looks(pattern.key),
        )

    def _judged(self, answer: Answer, page: Prepared) -> Read:
        entry, fetched = answer.entry, answer.fetched
        is_page = entry.is_page and fetched.status == 200
        if page.fingerprint and self._repeats is not None and (pattern := self._judge.pattern(entry.url)):
            self._repeats.note(pattern.key, page.fingerprint)
        prepared = page._replace(text="", fingerprint=b"", gist=())  # it may wait for the writer
        if answer.live:  # kept like the others, so a later 304 leads on to them as well
            links = tuple(dict.fromkeys((*page.read.links, *answer.live)))
            prepared = prepared._replace(read=page.read.with_links(links))
        tree, seen = self._rendered(answer, page) if is_page else (None, page.text)
        is_html = page.read.format == "html"
        if is_quiet(entry) and is_html:  # a site that answers everything with some page
            return Outcome(entry, reason="no-sitemap", refused=True), False
        asked = directives(page.read.directives, fetched.headers.get_list("x-robots-tag"), self._agent)
        found = self._found(answer, prepared, asked)
        refusal = None if entry.forced else self._refusal(answer, prepared, seen, asked)
        if refusal is not None:
            if refusal[0] == "page-type":  # its pictures and styles have no page to belong to
                found = [candidate for candidate in found if not candidate.level]
            return Outcome(entry, reason=refusal[0], detail=refusal[1], refused=True, found=found), False
        if entry.is_known:
            prepared = self.preparation.with_increment(prepared, fetched.data)
        outcome = self._stored(answer, prepared, found, page.fingerprint, tree)
        if page.gist and not outcome.reason and self._watch is not None:
            outcome.sketch = self._sketch(answer, page, self._watch)
        if is_page and is_html and self._fills_forms and not entry.off_site and not outcome.reason:
            outcome.forms = forms_of(self._settings, answer.body, page.read.charset, entry.url)
            outcome.words = words_of(seen)
        if is_page and (is_html or page.text) and self._settings.order == "topic":
            self._weigh(outcome, f"{page.read.title}\n{seen}")
        if is_page and self._categories is not None and (is_html or page.text):
            self._sort(outcome, page.read.title, seen)
        return outcome, is_html and self.is_frame is not None and self.is_frame(answer, page.text)

    @staticmethod
    def _sketch(answer: Answer, page: Prepared, watch: Watch) -> bytes:
        """That of the main text of one of many addresses of a pattern; empty where that is left alone."""
        pattern = pattern_of(answer.entry.url)
        if pattern is None or not watch.wants(pattern.key, page.gist):
            return b""
        made = sketch(answer.body, page.read.charset or None, answer.entry.url)
        watch.note(pattern.key, made)
        return made

    def _rendered(self, answer: Answer, page: Prepared) -> tuple[Rendered | None, str]:
        """The tree that a browser made of a page, and the text that was seen."""
        if answer.rendered is None or page.read.format != "html":
            return None, page.text
        seen = [page.text]

        def read(new: NewCapture) -> Prepared:
            made = self.preparation.read(ToRead(new, text=True), "text/html")
            seen[0] = made.text
            return self.preparation.with_increment(made, new.data)

        return rendered(page, answer.rendered.html, read), seen[0]

    def _found(self, answer: Answer, prepared: Prepared, asked: Directives) -> list[Candidate]:
        entry, fetched = answer.entry, answer.fetched
        location = location_of(fetched) if is_redirect(fetched.status) else ""
        if location:
            return [self._judge.redirect(location, entry)]
        sitemaps = self._sitemaps.candidates(entry, answer.named)
        if fetched.status >= 400:
            return sitemaps
        return sitemaps + self._judge.candidates(prepared.read.links, entry, follow=not asked.nofollow)

    def _refusal(
        self, answer: Answer, prepared: Prepared, text: str, asked: Directives
    ) -> tuple[str, str] | None:
        """Why something that came is not stored. Its links may lead on all the same."""
        entry = answer.entry
        if asked.noarchive and self._settings.obey_noarchive:
            return "noarchive", Message("asked-by-page")
        if not 200 <= prepared.status < 300:
            return None
        if not self.content.keeps(prepared.type, not entry.is_page):
            return "type", prepared.type
        if self._settings.languages and entry.is_page and text:
            other = self.content.of_language(prepared.read.language or detect(text), embed=False)
            if other is not None:
                return other
        if self.content.page_types and entry.is_page and prepared.read.format == "html":
            return self.content.of_page_type(self._kind(answer, prepared))
        return None

    @staticmethod
    def _kind(answer: Answer, prepared: Prepared) -> str:
        """What kind of page came: by its live tree, where a browser fetched it."""
        from extractors.html.tree import Page
        from extractors.html.types.judging import judge  # its weights are for those who ask for kinds

        if answer.rendered is not None and answer.rendered.html:
            utf8 = answer.rendered.html.encode("utf-8", "replace")
        else:
            utf8 = Page(answer.body, prepared.read.charset or None).utf8
        return judge(utf8, answer.entry.url, prepared.read.title).page_type.name

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

    def _weigh(self, outcome: Outcome, text: str) -> None:
        """Note the weight of a page by the guide words; pages off the topic lead on to their own parts alone."""
        outcome.relevance = weight = relevance(text, self._settings.guide_words)
        forced = outcome.entry is not None and outcome.entry.forced
        if weight < self._settings.topic_threshold and not forced and not outcome.reason:
            outcome.reason, outcome.detail = "topic", f"{weight:g}"
            outcome.found = [item for item in outcome.found if item.level]

    def _sort(self, outcome: Outcome, title: str, text: str) -> None:
        """Pages of other categories lead on to their own parts alone; start addresses to all."""
        entry = outcome.entry
        assert self._categories is not None
        if outcome.reason or entry is None or entry.forced or entry.depth == 0:
            return
        other = self._categories.objection(entry.url, title, text)
        if other:
            outcome.reason, outcome.detail = "category", other
            outcome.found = [item for item in outcome.found if item.level]


def forms_of(settings: CrawlSettings, body: bytes, charset: str | None, url: str) -> list[SearchForm]:
    """The search forms of a page that the settings let a crawl fill."""
    patterns = [re.compile(pattern) for pattern in settings.form_patterns]
    found = search_forms(body, charset, url, post=patterns if settings.forms == "post" else ())
    return [form for form in found if not patterns or any(one.search(form.action) for one in patterns)]


def _or_error(
    work: Callable[_Given, _Made], *given: _Given.args, **named: _Given.kwargs
) -> _Made | Exception:
    """The result, or the exception: one of many must not end the others."""
    try:
        return work(*given, **named)
    except Exception as error:
        return error


def location_of(fetched: Fetched) -> str:
    """The Location header, empty without one. Its bytes beyond ASCII are read as UTF-8, against the standard: most are."""
    raw = next((value for name, value in fetched.headers.raw if name.lower() == b"location"), b"")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")

"""The steps of a crawl in rounds, and the order they are done in."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.archive.archive import Archive
from app.archive.lock import WriteLock
from app.archive.whole import write_whole
from app.crawl.frontier.joblist import create_job, find_job, jobs, mark_job
from app.crawl.rules.settings import CrawlSettings
from app.errors import ArchiveLocked, StorageFailed
from app.messages import Message
from app.rounds import parsing, state
from app.rounds.book import Book, segment_settings
from app.rounds.state import RoundsMissing, RoundsRefused, Segment, State, Step

Progress = Callable[[int, int], None]
Question = Callable[[], bool]
Fetch = Callable[[Archive, str], None]
"""Runs a job until it ends; whether it has finished is seen from the job."""
Told = Callable[[Segment, Step], None]

_PARSED = "parsed.jsonl"
_COPIES = "copies.jsonl"
_MANY = 200  # versions with the same bytes that are looked at


def fetch(archive: Archive, job_id: str) -> None:
    """The usual `Fetch`: the engine in this thread."""
    from app.blocks.cutting.levels import PageDivider
    from app.crawl.run.crawl import Crawl

    crawl = Crawl.resume(archive, job_id, divider=PageDivider())
    crawl.run()
    if crawl.error is not None:
        raise crawl.error


def inject(
    archive: Archive, urls: Sequence[str], settings: CrawlSettings, top: int = 1000, per_host: int = 0
) -> int:
    """Begin a crawl in rounds, or give one further start addresses (then `settings`, `top` and `per_host` stay as they
    were); how many were new. AddressInvalid, ArchiveJoined, and as `CrawlSettings.checked` raises."""
    with _locked(archive):
        try:
            held = state.load(archive)
        except RoundsMissing:
            book = create_job(archive, settings.checked())
            mark_job(archive, book, "stopped")
            held = State(book, top, per_host)
            state.save(archive, held)
        with Book(archive, held.book) as book_:
            return book_.inject(urls)


class Rounds:
    """The crawl in rounds of an archive. `step` does the next step of the open segment, `run` whole rounds; `state` says
    where it stands. One program at a time: ArchiveLocked."""

    def __init__(self, archive: Archive, fetch: Fetch = fetch, told: Told | None = None) -> None:
        """`told` gets each step when it is done and noted. RoundsMissing."""
        self._archive, self._fetch, self._told = archive, fetch, told
        self.state = state.load(archive)

    def pages(self) -> dict[str, int]:
        """How many pages of the book are queued, in flight, done …"""
        with Book(self._archive, self.state.book) as book:
            return book.states()

    def run(
        self, rounds: int = 0, progress: Progress | None = None, cancelled: Question | None = None
    ) -> bool:
        """Do so many rounds (0: until nothing is left), an open one first; False when a step was not finished."""
        done = 0
        while not rounds or done < rounds:
            segment = self.state.open
            wanted: Step | None = segment.next if segment else "generate"
            while wanted is not None:
                if not self.step(wanted, progress, cancelled):
                    return wanted == "generate" and not (cancelled and cancelled())
                segment = self.state.open
                wanted = segment.next if segment else None
            done += 1
        return True

    def step(self, step: Step, progress: Progress | None = None, cancelled: Question | None = None) -> bool:
        """Do a step; False when it was not finished, or (generate) nothing is left to fetch. RoundsRefused for a step
        that is not the next one."""
        with _locked(self._archive):
            self.state = state.load(self._archive)
            segment = self.state.open
            if segment is None:
                if step != "generate":
                    raise RoundsRefused(Message("rounds-no-segment", step=step))
                segment = Segment(self._name())
                self.state.segments.append(segment)
            elif segment.next != step:
                raise RoundsRefused(
                    Message("rounds-step", segment=segment.name, next=segment.next, step=step)
                )
            figures = self._do(
                step, segment, progress or (lambda done, total: None), cancelled or (lambda: False)
            )
            if figures is None:
                self.state = state.load(self._archive)
                return False
            segment.done[step] = figures
            state.save(self._archive, self.state)
        if self._told is not None:
            self._told(segment, step)
        return True

    def _do(
        self, step: Step, segment: Segment, progress: Progress, cancelled: Question
    ) -> dict[str, int] | None:
        """The figures of a step; None when it was not finished."""
        match step:
            case "generate":
                return self._generate(segment)
            case "fetch":
                return self._fetched(segment)
            case "parse":
                settings = find_job(self._archive, self.state.book).settings
                into = self._file(segment, _PARSED)
                return parsing.parse(self._archive, segment.job, settings, into, progress, cancelled)
            case "update":
                return self._update(segment, progress, cancelled)
            case "index":
                return self._index(progress, cancelled)
            case "dedup":
                return self._dedup(segment)
            case "merge":
                return self._merge(segment)

    def _name(self) -> str:
        """The moment as the name of a segment, behind those that are there."""
        now, names = datetime.now(UTC), {segment.name for segment in self.state.segments}
        while (name := f"{now:%Y%m%d%H%M%S}") in names:
            now += timedelta(seconds=1)
        return name

    def _file(self, segment: Segment, name: str) -> Path:
        return state.folder_of(self._archive) / segment.name / name

    # ---- the steps ----------------------------------------------------------------------------------------------

    def _generate(self, segment: Segment) -> dict[str, int] | None:
        """A job of the best addresses. One that was made before this step was noted is taken as it is."""
        with Book(self._archive, self.state.book) as book:
            label = f"{book.settings.name or 'rounds'} {self.state.book} {len(self.state.segments)}"
            made = next((job for job in jobs(self._archive) if job.name == label), None)
            if made is not None:
                segment.job, urls = made.job_id, list(made.settings.seeds)
            else:
                urls = book.best(self.state.top, self.state.per_host)
                if not urls:
                    return None
                segment.job = create_job(
                    self._archive, segment_settings(book.settings, urls, label).checked()
                )
            book.send(urls)
        return {"addresses": len(urls)}

    def _fetched(self, segment: Segment) -> dict[str, int] | None:
        if find_job(self._archive, segment.job).state != "finished":
            self._fetch(self._archive, segment.job)
        job = find_job(self._archive, segment.job)
        if job.state != "finished":
            return None
        names = ("pages", "versions", "visits", "errors", "bytes")
        return {name: getattr(job, name) for name in names}

    def _update(self, segment: Segment, progress: Progress, cancelled: Question) -> dict[str, int] | None:
        seeds = find_job(self._archive, segment.job).settings.seeds
        with Book(self._archive, self.state.book) as book:
            closed = book.settle(parsing.parsed_of(self._file(segment, _PARSED)))
            back = book.take_back(seeds)
            ranked = book.rank(self._ranks(progress, cancelled)) if book.wants_ranks else 0
            queued = book.states().get("queued", 0)
        return None if cancelled() else {"closed": closed, "back": back, "ranked": ranked, "queued": queued}

    def _ranks(self, progress: Progress, cancelled: Question) -> Callable[[str], float | None]:
        """The PageRank of all addresses that the archive knows or links to, 1 on the mean."""
        from app.graph.network import Network
        from app.graph.rank.pagerank import pagerank
        from app.graph.standing import bring_up_to_date
        from app.graph.store.addresses import key_of

        with suppress(ArchiveLocked):  # another program gathers the links: those known so far
            bring_up_to_date(self._archive, progress, cancelled)
        network = Network.of(self._archive.path)
        ranks = pagerank(network.arcs()).book
        place = {key: number for number, key in enumerate(network.keys)}

        def rank_of(url: str) -> float | None:
            at = place.get(key_of(url) or "")
            return None if at is None else float(ranks[at])

        return rank_of

    def _index(self, progress: Progress, cancelled: Question) -> dict[str, int] | None:
        from app.search.index.feeding import feed

        fed = feed(self._archive, progress, cancelled)
        return None if cancelled() else {"versions": fed.versions, "entries": fed.entries}

    def _dedup(self, segment: Segment) -> dict[str, int]:
        """Pages of the segment whose bytes another address had first."""
        pages = {one.url for one in parsing.parsed_of(self._file(segment, _PARSED)) if one.id}
        copies: dict[str, str] = {}
        with self._archive.reader() as reader:
            for capture in reader.captures_of_crawl(segment.job):
                if capture.url in pages and 200 <= capture.status < 300 and capture.length:
                    same = reader.with_body(bytes.fromhex(capture.digest.removeprefix("sha256:")), _MANY)
                    first = next((one for one in same if 200 <= one.status < 300), None)
                    if first is not None and first.url != capture.url:
                        copies[capture.url] = first.url
        lines = (json.dumps({"url": url, "first": first}) + "\n" for url, first in sorted(copies.items()))
        write_whole(self._file(segment, _COPIES), "".join(lines).encode())
        with Book(self._archive, self.state.book) as book:
            return {"copies": len(copies), "parked": book.park_behind(copies)}

    def _merge(self, segment: Segment) -> dict[str, int]:
        with Book(self._archive, self.state.book) as book:
            rows = book.merge(segment.job)
        shutil.rmtree(self._file(segment, ""), ignore_errors=True)
        return {"rows": rows}


@contextmanager
def _locked(archive: Archive) -> Iterator[None]:
    """One program at a time. ArchiveLocked, ArchiveJoined."""
    folder = state.folder_of(archive.owning())
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise StorageFailed(path=folder, detail=error.strerror or str(error)) from error
    lock = WriteLock(folder)
    try:
        yield
    finally:
        lock.close()

"""The jobs that come with the program: those of the book (L3952–3957, L4216–4308), and those archivists ask for."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from app.archive.archive import Archive
from app.batch.job import Job, Pair
from app.batch.link_graph import LinkGraph
from app.batch.near_duplicates import NearDuplicates
from app.batch.pagerank import PageRanks
from app.batch.splits import Item, Which
from app.crawl.rules.settings import PatternInvalid
from app.errors import JobRefused, StorageUnreadable
from app.graph.store.addresses import host_of, key_of
from app.likeness.prints import main_text
from app.messages import Message
from app.words.segmenting import segmented
from app.words.stopwords import content_words, is_unspaced, stop_words

_LONGEST = 300  # characters of a line that is quoted
_SAMPLE = 4096  # keys of an archive from which the bounds of parts are taken


@dataclass(frozen=True)
class Grep(Job):
    """Lines of text with a regular expression. `key` is the address; `id`, `line` (from 1) and `text` of each."""

    name: ClassVar[str] = "grep"
    pattern: str = ""
    case: bool = False

    def __post_init__(self) -> None:
        _pattern(self.pattern, self.case)

    def map(self, item: Item) -> Iterable[Pair]:
        search = _pattern(self.pattern, self.case).search
        for number, line in enumerate(item.document.text.splitlines(), 1):
            if found := search(line):
                start = max(0, found.start() - _LONGEST // 2)
                yield item.capture.url, [item.capture.id, number, line[start : start + _LONGEST]]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        for id, line, text in values:
            yield {"key": key, "id": id, "line": line, "text": text}


@dataclass(frozen=True)
class Count(Job):
    """How often something was captured, visits too: `by` address, host, type, status, day, month or language. `key`,
    `captures`, `bytes` (of bodies)."""

    name: ClassVar[str] = "count"
    which: ClassVar[Which] = "captures"
    by: str = "address"

    def __post_init__(self) -> None:
        if self.by not in _BY:
            raise JobRefused(Message("job-choice", value=self.by, choices=", ".join(_BY)))

    def map(self, item: Item) -> Iterable[Pair]:
        yield _BY[self.by](item), [1, item.capture.length]

    def combine(self, key: str, values: list[Any]) -> list[Any]:
        return [[sum(counts) for counts in zip(*values, strict=True)]]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        captures, size = self.combine(key, list(values))[0]
        yield {"key": key, "captures": captures, "bytes": size}


def _language(item: Item) -> str:
    return item.document.language or ""


_BY = {
    "address": lambda item: item.capture.url,
    "host": lambda item: host_of(key_of(item.capture.url) or "") or item.capture.url,
    "type": lambda item: item.capture.type,
    "status": lambda item: str(item.capture.status),
    "day": lambda item: item.capture.date.strftime("%Y-%m-%d"),
    "month": lambda item: item.capture.date.strftime("%Y-%m"),
    "language": _language,
}


@dataclass(frozen=True)
class WordCount(Job):
    """How often each word stands in the texts. `cut` at spaces as the book does, or into "words" (Chinese by a dictionary,
    without stop words); `skip` is a file with a regular expression a line, what matches is taken out first."""

    name: ClassVar[str] = "wordcount"
    cut: str = "space"
    case: bool = True
    skip: str = ""
    skipped: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.cut not in ("space", "words"):
            raise JobRefused(Message("job-choice", value=self.cut, choices="space, words"))
        for pattern in self.skipped:
            _pattern(pattern, True)

    def prepared(self, looks: Sequence[Any], parts: int) -> Job:
        if not self.skip:
            return self
        try:
            lines = Path(self.skip).read_text("utf-8").splitlines()
        except (OSError, ValueError) as error:
            raise StorageUnreadable(path=self.skip, detail=error) from error
        return replace(self, skipped=tuple(line.strip() for line in lines if line.strip()))

    def map(self, item: Item) -> Iterable[Pair]:
        text = item.document.text if self.case else item.document.text.lower()
        for pattern in self.skipped:
            text = _pattern(pattern, True).sub("", text)
        return Counter(text.split() if self.cut == "space" else _words(text)).items()

    def combine(self, key: str, values: list[Any]) -> list[Any]:
        return [sum(values)]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        yield {"key": key, "count": sum(values)}


@dataclass(frozen=True)
class ReverseLinks(Job):
    """For each address the pages that link to it, in their newest versions, with the words of the links."""

    name: ClassVar[str] = "reverse-links"
    which: ClassVar[Which] = "newest"

    def map(self, item: Item) -> Iterable[Pair]:
        for link in dict.fromkeys((link.url, link.text) for link in item.links):
            if key_of(link[0]) is not None:
                yield link[0], [item.capture.url, link[1]]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        places = [{"url": url, "text": text} for url, text in values]
        yield {"key": key, "pages": len({place["url"] for place in places}), "places": places}


@dataclass(frozen=True)
class HostTerms(Job):
    """For each host the words its pages say most, in their newest versions."""

    name: ClassVar[str] = "host-terms"
    which: ClassVar[Which] = "newest"
    top: int = 100

    def map(self, item: Item) -> Iterable[Pair]:
        host = _BY["host"](item)
        terms = Counter(_words(item.document.text.lower()))
        if terms:
            yield host, dict(sorted(terms.items()))

    def combine(self, key: str, values: list[Any]) -> list[Any]:
        return [dict(sorted(_added(values).items()))]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        most = sorted(_added(values).items(), key=lambda term: (-term[1], term[0]))
        yield {"key": key, "terms": dict(most[: self.top])}


@dataclass(frozen=True)
class InvertedIndex(Job):
    """For each word the versions that have it, and how often."""

    name: ClassVar[str] = "inverted-index"

    def map(self, item: Item) -> Iterable[Pair]:
        for word, count in Counter(_words(item.document.text.lower())).items():
            yield word, [item.capture.id, count]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        yield {"key": key, "versions": dict(values)}


@dataclass(frozen=True)
class Sort(Job):
    """All captures in order, `by` address (reversed host, as in a web table), date or length: the parts behind one
    another are sorted as a whole."""

    name: ClassVar[str] = "sort"
    which: ClassVar[Which] = "captures"
    by: str = "address"
    bounds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.by not in ("address", "date", "length"):
            raise JobRefused(Message("job-choice", value=self.by, choices="address, date, length"))

    def look(self, archive: str) -> list[str]:
        """A sample of its keys."""
        with Archive.open(archive).reader() as reader:
            (last,) = reader.connection.execute("SELECT coalesce(max(seq), 0) FROM captures").fetchone()
            rows = reader.connection.execute(
                "SELECT p.url, c.date, c.length FROM captures c JOIN pages p USING (page_id) WHERE c.seq % ? = 0",
                (max(1, last // _SAMPLE),),
            )
            return [self._key(url, f"{date:012d}", length) for url, date, length in rows]

    def prepared(self, looks: Sequence[Any], parts: int) -> Job:
        """With bounds between which about as many captures lie."""
        sample = sorted(key for keys in looks for key in keys)
        return replace(
            self, bounds=tuple(sample[len(sample) * n // parts] for n in range(1, parts) if sample)
        )

    def _key(self, url: str, date: str, length: int) -> str:
        match self.by:
            case "date":
                return date
            case "length":
                return f"{length:012d}"
        return key_of(url) or url

    def partition(self, key: str, parts: int) -> int:
        return bisect_right(self.bounds, key)

    def map(self, item: Item) -> Iterable[Pair]:
        one = item.capture
        date = f"{int(one.date.timestamp()):012d}"
        yield self._key(one.url, date, one.length), [one.url, one.date.isoformat(), one.id, one.length]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        for url, date, id, length in sorted(values, key=lambda value: (value[1], value[2])):
            yield {"key": key, "url": url, "date": date, "id": id, "length": length}


@dataclass(frozen=True)
class Statistics(Job):
    """Captures, versions and bytes (of bodies of versions) in all, and by host, type, status, month and language: `by`,
    `key` and the three. Languages are told of versions alone."""

    name: ClassVar[str] = "statistics"
    which: ClassVar[Which] = "captures"

    def map(self, item: Item) -> Iterable[Pair]:
        new = item.capture.base is None
        figures = [1, int(new), item.capture.length if new else 0]
        yield json.dumps(["all", ""]), figures
        for by in ("host", "type", "status", "month"):
            yield json.dumps([by, _BY[by](item)]), figures
        if new:
            yield json.dumps(["language", item.language]), figures

    def combine(self, key: str, values: list[Any]) -> list[Any]:
        return [[sum(counts) for counts in zip(*values, strict=True)]]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        by, value = json.loads(key)
        captures, versions, size = self.combine(key, list(values))[0]
        yield {"key": value, "by": by, "captures": captures, "versions": versions, "bytes": size}


@dataclass(frozen=True)
class Verify(Job):
    """Every record against its digests; those that are damaged, and why."""

    name: ClassVar[str] = "verify"
    which: ClassVar[Which] = "captures"

    def map(self, item: Item) -> Iterable[Pair]:
        if reason := item.damage():
            yield item.capture.id, [item.capture.url, reason]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        for url, reason in values:
            yield {"key": key, "url": url, "reason": reason}


@dataclass(frozen=True)
class Extract(Job):
    """Title and text of every version (`main`: of pages without menus)."""

    name: ClassVar[str] = "extract"
    main: bool = True

    def map(self, item: Item) -> Iterable[Pair]:
        read = item.document
        text = main_text(read) if self.main else read.text
        yield item.capture.id, [item.capture.url, item.capture.type, read.title, read.language, text]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        for url, media, title, language, text in values:
            yield {"key": key, "url": url, "type": media, "title": title, "language": language, "text": text}


JOBS: dict[str, type[Job]] = {
    job.name: job
    for job in (
        Grep,
        Count,
        Statistics,
        WordCount,
        ReverseLinks,
        LinkGraph,
        HostTerms,
        InvertedIndex,
        Sort,
        Verify,
        Extract,
        NearDuplicates,
        PageRanks,
    )
}


def _words(text: str) -> list[str]:
    """The words of a text that say something; Chinese by a dictionary."""
    stops = stop_words()
    found: list[str] = []
    for word in content_words(text):
        cut = segmented(word) if is_unspaced(word) else ()
        found += [one for one in cut if one not in stops] if cut else [word]
    return found


def _added(counts: Iterable[dict[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return total


def _pattern(pattern: str, case: bool) -> re.Pattern[str]:
    """Compiled once a process: `re` keeps the last ones. PatternInvalid."""
    with suppress(OverflowError, RecursionError):
        try:
            return re.compile(pattern, 0 if case else re.IGNORECASE)
        except re.error as error:
            raise PatternInvalid(pattern=pattern, detail=error.msg) from error
    raise PatternInvalid(pattern=pattern, detail="")

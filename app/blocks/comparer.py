"""Comparisons of the captures of one archive, kept in brief so that none is made twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType

from app.archive import ArchiveReader, Capture, charsets
from app.blocks.changes import Comparison
from app.blocks.changes_cache import ChangesCache, key_of
from app.blocks.cutting import DEFAULT_LEVEL
from app.blocks.effort import WEIGHTS, weight_of_documents, weight_of_pages
from app.blocks.noise import held_by_rules
from app.blocks.noise_rules import read_rules
from app.blocks.sides import compare_sides, side_of
from app.blocks.summaries import EDITION, Summary, summarise, unpack
from app.errors import FormatError, StorageUnreadable
from extractors.versions import COMMON, VERSIONS

_LONGEST_WEIGHT = 12  # digits

Cancelled = Callable[[], bool]


class Stopped(Exception):
    """It was called off."""


class Comparer:
    """For one thread. To be closed; its reader stays open. `rules` are selectors of noise, those of the archive if none
    are given. Whatever it does raises Stopped when `cancelled` says so."""

    def __init__(
        self,
        reader: ArchiveReader,
        *,
        level: int,
        rules: Sequence[str] | None = None,
        cancelled: Cancelled | None = None,
    ) -> None:
        self.reader = reader
        self.level = level
        self.rules = read_rules(reader.path) if rules is None else tuple(rules)
        self.cancelled = cancelled or (lambda: False)
        self.cache = ChangesCache(reader.path)

    def __enter__(self) -> Comparer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.cache.close()

    def check(self) -> None:
        """Stopped, if that is wanted."""
        if self.cancelled():
            raise Stopped

    def comparison(self, a: Capture, b: Capture) -> Comparison:
        """Two captures compared. FormatError, StorageUnreadable."""
        self.check()
        side_a = side_of(self.reader, a, self.cancelled)
        self.check()
        side_b = side_of(self.reader, b, self.cancelled)
        self.check()
        return compare_sides(side_a, side_b, level=self.level)

    def summary(self, a: Capture, b: Capture) -> Summary:
        """Two captures compared, in brief. FormatError, also where one of them is damaged; StorageUnreadable."""
        self.check()
        key = self._key(a, b)
        known = self.cache.get(key)
        if known is not None:
            with suppress(ValueError):
                return unpack(known)
        damaged = self.damaged(a, b)
        if damaged is not None:
            raise damaged
        comparison = self.comparison(a, b)
        self.check()
        return self.keep(a, b, comparison)

    def keep(self, a: Capture, b: Capture, comparison: Comparison) -> Summary:
        """A comparison of undamaged captures in brief, kept for the next time."""
        found = self.brief(comparison)
        if comparison.tree_a is not None or not comparison.warnings:  # what was not read in time may be the next time
            self.cache.keep(self._key(a, b), found.pack())
        return found

    def damaged(self, *captures: Capture) -> FormatError | None:
        """What is wrong with the first of these that is damaged, though something can be read of it. FormatError,
        StorageUnreadable where nothing can."""
        for one in captures:
            if damage := self.reader.damage(one):
                return FormatError(one.file, one.offset, damage)
        return None

    def brief(self, comparison: Comparison) -> Summary:
        """A comparison in brief, with the rules that hold its changes."""
        return summarise(comparison, held_by_rules(comparison, self.rules))

    def summary_or_none(self, a: Capture, b: Capture) -> Summary | None:
        """The same where a record may be damaged or gone: None."""
        with suppress(FormatError, StorageUnreadable):
            return self.summary(a, b)
        return None

    def weight(self, a: Capture, b: Capture) -> int:
        """Steps to compare two captures, as `effort` counts them; 0 where one of them cannot be read."""
        key = key_of("weight", a.digest, a.id, b.digest, b.id, WEIGHTS)
        known = self.cache.get(key)
        steps = 0
        if known is not None and len(known) < _LONGEST_WEIGHT and known.isdigit():
            steps = int(known)
        else:
            with suppress(FormatError, StorageUnreadable):
                side_a, side_b = (side_of(self.reader, one, self.cancelled) for one in (a, b))
                pages = side_a.is_html() and side_b.is_html()
                size = len(side_a.data) + len(side_b.data)
                steps = weight_of_pages(side_a.data, side_b.data) if pages else weight_of_documents(size)
                self.cache.keep(key, b"%d" % steps, modest=True)
        return steps * max(self.level, DEFAULT_LEVEL) // DEFAULT_LEVEL

    def _key(self, a: Capture, b: Capture) -> bytes:
        # the records say more than digests do: the charset that the server declared
        pages = a.type == b.type == "text/html"
        edition = EDITION if pages else (EDITION, COMMON, sorted(VERSIONS.items()))
        chosen = [charsets.choice(self.reader.path, one.url, one.base or one.id) for one in (a, b)]
        asked = (chosen,) if any(chosen) else ()
        return key_of("pair", a.digest, a.id, b.digest, b.id, self.level, self.rules, edition, *asked)

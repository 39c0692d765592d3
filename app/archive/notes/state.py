"""What stands on the pages of an archive: the fold of all lines of its notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from app.archive.notes.lines import Line
from app.archive.notes.marks import MOST_TAGS, Mark, Target, key_of

STAR, NOTE, TAG, WHERE, MORE = "star", "note", "tag:", "where", "more:"


class Said(NamedTuple):
    """The value of one field of a mark (a tag: how it is spelled, or None), and when that was said."""

    at: str
    value: object


Fields = Mapping[str, Said]
"""By `STAR`, `NOTE`, `WHERE` (capture, date and excerpt), and `TAG` or `MORE` with a name behind it."""


class Summary(NamedTuple):
    """The marks of a page, of its versions and of its blocks in one."""

    star: bool = False
    tags: tuple[str, ...] = ()
    noted: bool = False


NOTHING = Summary()


@dataclass(frozen=True)
class Notes:
    """All marks of an archive at one moment; never changed. `last` is the latest moment of a line; `damaged` counts
    lines that say nothing, `cut` is whether the last one has no end."""

    fields: Mapping[Target, Fields]
    last: str = ""
    damaged: int = 0
    cut: bool = False

    def mark(self, target: Target) -> Mark:
        """What stands on a thing; an empty mark where nothing does."""
        return _mark(target, self.fields.get(target, {}))

    def of_page(self, url: str) -> tuple[Mark, ...]:
        """The marks of a page, of its versions and of its blocks, in this order; without empty ones."""
        found = (self.mark(target) for target in self._by_url.get(url, ()))
        return tuple(sorted(filter(has_any, found), key=lambda one: bool(one.target.digest)))

    def summary(self, url: str) -> Summary:
        """What stands on a page and in it."""
        marks = self.of_page(url)
        if not marks:
            return NOTHING
        star, noted = any(mark.star for mark in marks), any(mark.note for mark in marks)
        return Summary(star, _once(tag for mark in marks for tag in mark.tags), noted)

    def ready(self) -> Notes:
        """The same, with all worked out that takes time with very many marks: for who calls it in a worker."""
        _ = self._by_url, self.tags
        return self

    def marks(self) -> Iterator[Mark]:
        """All that are not empty, by address."""
        for url in sorted(self._by_url):
            yield from self.of_page(url)

    @property
    def urls(self) -> Iterable[str]:
        """The addresses that something stands on, or stood."""
        return self._by_url.keys()

    @cached_property
    def tags(self) -> dict[str, int]:
        """The tags, each as it is spelled most often, and on how many pages each is; by name."""
        spelled: dict[str, Counter[str]] = {}
        pages: dict[str, set[str]] = {}
        for target, fields in self.fields.items():
            for name, said in fields.items():
                if name.startswith(TAG) and said.value:
                    spelled.setdefault(name, Counter())[str(said.value)] += 1
                    pages.setdefault(name, set()).add(target.url)
        return {spelled[name].most_common(1)[0][0]: len(pages[name]) for name in sorted(spelled)}

    @cached_property
    def _by_url(self) -> dict[str, list[Target]]:
        found: dict[str, list[Target]] = {}
        for target in self.fields:
            found.setdefault(target.url, []).append(target)
        for targets in found.values():
            targets.sort()
        return found


def _once(tags: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for tag in tags:
        found.setdefault(key_of(tag), tag)
    return tuple(found.values())


def has_any(mark: Mark) -> bool:
    """Whether anything stands there."""
    return bool(mark.star or mark.tags or mark.note or mark.more)


def _mark(target: Target, fields: Fields) -> Mark:
    told = (said for name, said in fields.items() if name.startswith(TAG) and said.value)
    tags = sorted(told, key=lambda said: said.at)  # of one moment in the order of the line
    star, note, where = fields.get(STAR), fields.get(NOTE), fields.get(WHERE)
    capture, date, excerpt = where.value if where and isinstance(where.value, tuple) else ("", "", "")
    return Mark(
        target,
        bool(star and star.value),
        tuple(str(said.value) for said in tags[:MOST_TAGS]),
        str(note.value) if note and note.value else "",
        max((said.at for name, said in fields.items() if name != WHERE), default=""),
        capture,
        date,
        excerpt,
        {name.removeprefix(MORE): said.value for name, said in fields.items() if name.startswith(MORE)},
    )


def fold(lines: Iterable[Line], damaged: int = 0, cut: bool = False) -> Notes:
    """What lines say together, in any order of them."""
    every = list(lines)
    gone = undone(every)
    told = sorted((line for line in every if line.target is not None and line.act not in gone), key=_moment)
    fields: dict[Target, dict[str, Said]] = {}
    for line in told:
        _apply(fields, line)
    return Notes(fields, max((line.at for line in every), default=""), damaged, cut)


def extended(notes: Notes, lines: list[Line], damaged: int = 0, cut: bool = False) -> Notes | None:
    """What lines that were written later make of it; None when all lines are needed for that."""
    last = notes.last
    for line in lines:
        if line.target is None or line.at <= last:
            return None
        last = line.at
    changed = {line.target for line in lines}
    fields = {**notes.fields, **{one: dict(notes.fields.get(one, {})) for one in changed if one is not None}}
    for line in lines:
        _apply(fields, line)  # type: ignore[arg-type]  # those that change are dicts of their own
    return Notes(fields, last, notes.damaged + damaged, cut)


def _moment(line: Line) -> tuple[str, str]:
    return line.at, line.act  # of two archives, lines of one moment fall in one order


def _apply(fields: dict[Target, dict[str, Said]], line: Line) -> None:
    assert line.target is not None
    mine = fields.setdefault(line.target, {})
    if line.star is not None:
        mine[STAR] = Said(line.at, line.star)
    if line.note is not None:
        mine[NOTE] = Said(line.at, line.note)
    for tag in line.remove:
        mine[TAG + key_of(tag)] = Said(line.at, None)
    for tag in line.add:
        mine[TAG + key_of(tag)] = Said(line.at, tag)
    if line.capture or line.date or line.excerpt:
        mine[WHERE] = Said(line.at, (line.capture, line.date, line.excerpt))
    for name, value in line.more.items():
        mine[MORE + name] = Said(line.at, value)


def undone(lines: Iterable[Line]) -> set[str]:
    """The acts that were taken back, and not done again since."""
    gone = set[str]()
    for line in sorted((line for line in lines if line.target is None), key=_moment):
        if line.undo:
            gone.add(line.undo)
        gone.discard(line.redo)
    return gone


def last_done(lines: list[Line]) -> str:
    """The act that an undo takes back: the last one that stands; "" when there is none."""
    gone = undone(lines)
    return next(
        (line.act for line in reversed(lines) if line.target is not None and line.act not in gone), ""
    )


def last_undone(lines: list[Line]) -> str:
    """The act that a redo does again: the one that was taken back last, if no other was done since; else ""."""
    gone = undone(lines)
    taken = list[str]()
    for line in lines:
        if line.target is not None:
            taken = []
        elif line.undo:
            taken.append(line.undo)
        elif line.redo in taken:
            taken.remove(line.redo)
    return next((act for act in reversed(taken) if act in gone), "")

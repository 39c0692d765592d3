"""Changes as the views show them: neighbours joined, titles, excerpts, marks. Worked out once, in a worker. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from app.blocks.compare.changes import Change, Noise
from app.blocks.match.order import common_steps
from widgets.compare.words import (
    BETWEEN,
    END,
    LINE,
    Link,
    Relinked,
    Run,
    Words,
    addresses,
    apart,
    beginning_alike,
    beside,
    breaks,
    excerpt,
    extent,
    is_media,
    links,
    names,
    readable,
    relinked,
    runs,
    stands_behind,
    title_of,
    words_of_links,
)
from widgets.page import fact_words
from widgets.web.marks import Gap

# Neighbouring changes of one kind are one for the reader: which of them belong together, or changed places.

# parts of a page that a person takes for things of their own
_APART = re.compile(r"(?:article|nav|aside|header|footer)\[\d+\]$")
_HOLDER = re.compile(r"(?:table|ul|ol|dl|select)\[\d+\]$")  # what holds rows or entries
_SIDES = {
    "added": (1,),
    "removed": (0,),
    "moved": (0, 1),
}  # versions in which neighbours have to follow each other


def joined(changes: Sequence[Change]) -> list[tuple[list[int], int]]:
    """Runs of blocks that are one change for the reader, by number and in the order of their first block; most blocks
    are a run of their own. With each run the number of its first blocks that changed places with the rest, mostly 0.

    A run holds added or removed blocks with nothing between them in the same version, or moved blocks that follow each
    other in both versions; two runs of moved blocks that are neighbours in both versions, in opposite order, become one.
    A new run begins at a form, at another article or part of the page, and at another table or list of both versions.
    """
    following = [_following(changes, side) for side in (0, 1)]
    lasting = _lasting(changes)
    runs: dict[int, list[int]] = {}  # by their last
    for number, change in enumerate(changes):
        before = _before(changes, number, following, lasting) if change.kind in _SIDES else None
        run = runs.pop(before, []) if before is not None else []
        run.append(number)
        runs[number] = run
    return _with_swaps(changes, sorted(runs.values()), following)


def _with_swaps(
    changes: Sequence[Change], runs: Sequence[list[int]], following: list[dict[int, int]]
) -> list[tuple[list[int], int]]:
    last = {run[-1]: n for n, run in enumerate(runs) if changes[run[0]].kind == "moved"}
    others: dict[int, list[int]] = {}  # run → the one that follows it in b and stands before it in a
    gone: set[int] = set()
    ahead = [{one: two for two, one in steps.items()} for steps in following] if last else []
    for n, run in enumerate(runs):
        before = last.get(following[1].get(run[0], -1))
        if before is None or before in gone or changes[run[0]].kind != "moved":
            continue
        first = runs[before]
        if following[0].get(first[0]) != run[-1] or not _fit(changes[first[0]], changes[run[0]]):
            continue
        if all(any(changes[number].differs for number in one) for one in (first, run)):
            continue  # each has words of its own to be read
        starts, ends = ((run[0], first[0]), (first[-1], run[-1]))  # in a and in b
        if _joining_beside(changes, following, starts) or _joining_beside(changes, ahead, ends):
            others[before] = run
            gone.add(n)
    return [
        ([*run, *others[n]], len(run)) if n in others else (run, 0)
        for n, run in enumerate(runs)
        if n not in gone
    ]


def _joining_beside(changes: Sequence[Change], steps: list[dict[int, int]], places: tuple[int, int]) -> bool:
    """Whether the same block stands beside a place in either version; what was added or removed between does not count."""
    found: list[int] = []
    for side, (step, at) in enumerate(zip(steps, places, strict=True)):
        while (at := step.get(at, -1)) >= 0 and changes[at].kind == ("added" if side else "removed"):
            pass
        found.append(at)
    return found[0] == found[1] and (found[0] < 0 or changes[found[0]].kind != "moved")


def _before(
    changes: Sequence[Change],
    number: int,
    following: list[dict[int, int]],
    lasting: tuple[set[str], set[str]],
) -> int | None:
    """The change that a change continues, None for the first of a run; `lasting` are the tables and lists of both
    versions."""
    change = changes[number]
    sides = _SIDES[change.kind]
    others = {following[side].get(number, -1) for side in sides}
    if len(others) > 1 or (other := others.pop()) < 0:
        return None
    if len(sides) == 1 and _holder(changes[other], sides[0], lasting) != _holder(change, sides[0], lasting):
        return None
    return other if _fit(changes[other], change) else None


def _lasting(changes: Sequence[Change]) -> tuple[set[str], set[str]]:
    """Paths of the tables and lists that hold a block of both versions, for either version."""
    found: tuple[set[str], set[str]] = set(), set()
    if not any(change.kind in ("added", "removed") for change in changes):
        return found
    for change in changes:
        for side, path in enumerate((change.path_a, change.path_b)):
            if path and change.kind not in ("layout", "added" if side else "removed"):
                found[side].update(_holders(path))
    return found


def _holder(change: Change, side: int, lasting: tuple[set[str], set[str]]) -> str:
    """The innermost table or list around a block that lasts, as a path; "" for none."""
    path = (change.path_b if side else change.path_a) or ""
    return next((holder for holder in reversed(_holders(path)) if holder in lasting[side]), "")


def _holders(path: str) -> list[str]:
    """The tables and lists around a block, as paths, the outermost first."""
    steps = path.split("/")
    return ["/".join(steps[:n]) for n in range(1, len(steps)) if _HOLDER.match(steps[n - 1])]


def is_fact(change: Change) -> bool:
    """Whether a change concerns a fact about a document, such as its author, and not a part of it."""
    return (change.path_b or change.path_a or "").startswith("/metadata[")


def _fit(one: Change, two: Change) -> bool:
    """Whether two neighbours may be one for the reader."""
    if is_fact(one) or is_fact(two):
        return False  # each has a name of its own
    fits = one.kind == two.kind and one.noise is None and two.noise is None
    fits = fits and all(_part(one, side) == _part(two, side) for side in _SIDES[two.kind])
    return fits and (one.label == "form") == (two.label == "form")


def _following(changes: Sequence[Change], side: int) -> dict[int, int]:
    """Block → the block before it in a version; layout around blocks does not count."""
    places: list[tuple[tuple[int, int], int]] = []
    for number, change in enumerate(changes):
        part = change.part_b if side else change.part_a
        if part is not None and change.kind != "layout":
            places.append((part.span or (number, number), number))
    if all((changes[n].span_b if side else changes[n].span_a) is not None for _, n in places):
        places.sort()
    numbers = [number for _, number in places]
    return dict(zip(numbers[1:], numbers, strict=False))


def _part(change: Change, side: int) -> str:
    """Path of the outermost article, navigation, header or footer around a block; "" for none."""
    steps = ((change.path_b if side else change.path_a) or "").split("/")
    at = next((n for n, step in enumerate(steps, 1) if _APART.match(step)), 0)
    return "/".join(steps[:at])


# Where a comparison tells that a page has another title: in a row of its own.
#
# A page of a few bare words is one block with its title in it, so that a page replaced by such a one would
# tell the old title around the blocks and the new one in a block.

Attributes = tuple[tuple[str, ...], tuple[str, ...]]

_TITLE = "[title "


def page_titles_apart(changes: Sequence[Change], check: Callable[[], None]) -> dict[int, Attributes]:
    """Links, pictures and titles of changes after the titles inside blocks have moved to the layout around them; empty
    where the layout has no title. `check` may raise to stop."""
    have: dict[int, Attributes] = {}
    for number, change in enumerate(changes):
        if change.kind != "unchanged":
            check()
            sides = (change.attributes_a, change.attributes_b)
            if any(_is_title(one) for side in sides for one in side):
                have[number] = sides
    around = next((number for number in have if changes[number].kind == "layout"), None)
    if around is None or len(have) < 2:
        return {}
    titles = tuple(
        tuple(one for sides in have.values() for one in sides[side] if _is_title(one)) for side in (0, 1)
    )
    moved = {number: _without(sides) for number, sides in have.items()}
    moved[around] = (titles[0] + moved[around][0], titles[1] + moved[around][1])
    return moved


def _without(sides: Attributes) -> Attributes:
    one, two = (tuple(one for one in side if not _is_title(one)) for side in sides)
    return one, two


def _is_title(attribute: str) -> bool:
    return attribute.startswith(_TITLE)


_LONGEST, _BESIDE = 240, 100  # characters of a text that a list shows, and in front of pictures
SWAPPED = " ⇄ "  # between the titles of what changed places
Path = str | None
Break = tuple[int, str]  # characters before a place where white space differs, white space apart; its sign


@dataclass(frozen=True, slots=True)
class Entry:
    """One change, or several neighbours that are one for the reader: `parts` then has each of them.

    `number` is its place among all blocks of the comparison (of the first); runs are (text, whether it differs).
    """

    number: int
    kind: str
    title: str
    label: str = ""
    size: int = 0  # characters that differ, of both sides; white space counts where nothing else does
    noise: Noise | None = None
    paths: tuple[Path, Path] = (None, None)
    before: tuple[Run, ...] = ()
    after: tuple[Run, ...] = ()
    attributes: Attributes = ((), ())
    shown: tuple[tuple[Run, ...], tuple[Run, ...]] = ((), ())  # what a list shows of before and after
    extents: tuple[int, int] = (0, 0)  # characters that differ on either side, white space apart
    texts: tuple[str, str] = ("", "")
    inner: tuple[bool, bool] = (False, False)  # whether a part of the text differs and a part does not
    starts: tuple[int, int] = (0, 0)  # characters, white space apart, before the first that differs
    breaks: tuple[Sequence[Break], Sequence[Break]] = ((), ())  # where white space alone differs
    links: tuple[Sequence[Link], Sequence[Link]] = ((), ())  # those that only one version of a block has
    pictures: tuple[Sequence[str], Sequence[str]] = ((), ())  # addresses of media that only one version shows
    linked: tuple[tuple[Run, ...], tuple[Run, ...]] = ((), ())  # what the links say that lost or gained words
    relinked: tuple[Sequence[Relinked], Sequence[Relinked]] = ((), ())  # where these words stand
    searched: str = ""
    parts: tuple[Entry, ...] = ()
    swapped: bool = False  # the first of the parts with the others
    frame: str = ""  # the address of the frame that it is in
    of_site: bool = False  # it stands in what the site repeats on its pages

    @property
    def silent(self) -> bool:
        """Whether it is code alone: markup, or layout that shows nothing."""
        shows = self.before or self.after or any(self.attributes)
        return self.kind == "markup" or (self.kind == "layout" and not shows)

    @property
    def each(self) -> tuple[Entry, ...]:
        """The blocks that it consists of."""
        return self.parts or (self,)

    @property
    def unseen(self) -> bool:
        """Whether it concerns the page as a whole, such as its title: nothing on the page can be outlined."""
        outside = not any(path and path.count("/") >= 3 for path in self.paths)
        return self.kind == "layout" and outside and not any(self.texts)

    def side(self, side: int) -> tuple[Run, ...]:
        """The text of version a (0) or b (1)."""
        return self.after if side else self.before

    def text(self, side: int) -> str:
        return self.texts[side]


def entries(changes: Iterable[Change], check: Callable[[], None] = lambda: None) -> list[Entry]:
    """All changes that are not "unchanged", neighbours of one kind as one; `check` may raise to stop."""
    every = tuple(changes)
    retitled = page_titles_apart(every, check)
    found: list[Entry] = []
    for run, swapped in joined(every):
        if every[run[0]].kind != "unchanged":
            check()
            some = [_entry(number, every[number], retitled.get(number)) for number in run]
            if len(some) > 1 or run[0] not in retitled or _tells(some[0]):
                found.append(_together(some, swapped))
    told = [index for index, entry in enumerate(found) if not (entry.noise or entry.silent or entry.swapped)]
    named = [
        (found[n].title, (*found[n].after, *found[n].before), found[n].text(1) or found[n].text(0))
        for n in told
    ]
    for index, title in zip(told, apart(named), strict=True):
        found[index] = replace(found[index], title=title)
    return found


def kind_of(change: Change) -> str:
    """The kind that a reader sees: "markup" for the same words in other tags, unless links have other words."""
    if change.kind == "markup" or (change.kind == "changed" and not change.differs):
        return "changed" if change.links else "markup"
    return change.kind


def _tells(entry: Entry) -> bool:
    """Whether a block has texts or attributes left, after its title moved to another entry."""
    return any((*entry.texts, *entry.attributes))


def _entry(number: int, change: Change, attributes: Attributes | None = None) -> Entry:
    words = list(change.words)
    sides = (tuple(runs(words, 1)), tuple(runs(words, 2)))
    attributes = attributes or (change.attributes_a, change.attributes_b)
    kind, linked = kind_of(change), words_of_links(change)
    media = names(attributes)
    text = change.text_b or change.text_a
    starts = _starts(words)
    behind = tuple(
        kind in ("changed", "moved") and stands_behind(part, attributes[side], starts[side])
        for side, part in enumerate((change.part_a, change.part_b))
    )
    title = title_of(text, change.topic) if text.strip() else _name(attributes, media, kind, change.topic)
    if is_fact(change):
        title = fact_words.name(change.topic)
    shown = _shown(kind, sides, attributes, linked, title, behind)
    searched = " ".join(
        [title, change.topic, change.label, change.text_a, change.text_b, *attributes[0], *attributes[1]]
    )
    searched = " ".join([searched, *media[0], *media[1]])
    extents = extent(sides[0]), extent(sides[1])
    return Entry(
        number,
        kind,
        title,
        change.label,
        sum(extents) or change.size,
        change.noise,
        (change.path_a, change.path_b),
        *sides,
        attributes,
        shown,
        extents,
        (change.text_a, change.text_b),
        (_mixed(sides[0]), _mixed(sides[1])),
        starts,
        breaks(words),
        links(change),
        (addresses(attributes[0]), addresses(attributes[1])),
        linked,
        relinked(change),
        searched.casefold(),
    )


def _together(parts: Sequence[Entry], swapped: int = 0) -> Entry:
    """Neighbours as one entry, each text on a line of its own; the first `swapped` of them changed places with the
    rest."""
    first = parts[0]
    if len(parts) == 1:
        return first
    sides = (_lined(part.before for part in parts), _lined(part.after for part in parts))
    attributes = (
        tuple(one for part in parts for one in part.attributes[0]),
        tuple(one for part in parts for one in part.attributes[1]),
    )
    title = SWAPPED.join(_named(some).title for some in (parts[:swapped], parts[swapped:]) if some)
    linked = (
        tuple(run for part in parts for run in part.linked[0]),
        tuple(run for part in parts for run in part.linked[1]),
    )
    shown = _shown(first.kind, sides, attributes, linked, title)
    if (
        swapped
        and not any(differs for side in sides for _, differs in side)
        and not any((*attributes, *linked))
    ):
        shown = ((), ())  # the title says it
    texts = tuple("\n".join(filter(None, (part.text(side) for part in parts))) for side in (0, 1))
    media = tuple([one for part in parts for one in part.pictures[side]] for side in (0, 1))
    return replace(
        first,
        title=title,
        label=_named(parts).label,
        size=sum(part.size for part in parts),
        before=sides[0],
        after=sides[1],
        attributes=attributes,
        shown=shown,
        extents=(extent(sides[0]), extent(sides[1])),
        texts=(texts[0], texts[1]),
        pictures=(media[0], media[1]),
        linked=linked,
        searched=" ".join(part.searched for part in parts),
        parts=tuple(parts),
        swapped=swapped > 0,
    )


def _named(parts: Sequence[Entry]) -> Entry:
    """The part that names several: the first with words that is no date."""
    worded = [part for part in parts if part.text(0) or part.text(1)]
    return next((part for part in worded if part.label != "date/counter"), (*worded, parts[0])[0])


def _lined(sides: Iterable[tuple[Run, ...]]) -> tuple[Run, ...]:
    """Texts below each other."""
    pieces: list[Run] = []
    for side in filter(None, sides):
        if pieces:
            pieces.append(("\n", pieces[-1][1]))
        pieces += side
    return tuple(
        ("".join(text for text, _ in group), differs) for differs, group in groupby(pieces, key=itemgetter(1))
    )


def _shown(
    kind: str,
    sides: tuple[tuple[Run, ...], tuple[Run, ...]],
    attributes: Attributes,
    linked: tuple[tuple[Run, ...], tuple[Run, ...]],
    title: str,
    behind: Sequence[bool] = (False, False),
) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Before and after as a list shows them, without what the title says; pictures stand after the words that differ
    where `behind` says so."""
    shown = [
        excerpt(found, longest=_BESIDE if after else _LONGEST)
        for found, after in zip(sides, behind, strict=True)
    ]
    if kind in ("markup", "moved") and not any(differs for side in sides for _, differs in side):
        shown[0] = []
    for side in (0, 1):  # words that only one side has: the other shows nothing that is worth reading
        if not any(differs for _, differs in shown[side]) and any(differs for _, differs in shown[1 - side]):
            shown[side] = []
    media = names(attributes)
    said = beginning_alike(
        *(
            "  ".join([*media[side], *(readable(one) for one in only if not is_media(one))])
            for side, only in enumerate(attributes)
        )
    )
    for side, only in enumerate(attributes):
        if not only:
            continue
        if any(differs for _, differs in shown[side]):
            if named := beside(media[side]):
                pieces = [[(named, True)], [("  ", False)], shown[side]]
                shown[side] = [
                    run for piece in (reversed(pieces) if behind[side] else pieces) for run in piece
                ]
            continue
        shown[side] = excerpt([*shown[side][:1], ("  " if shown[side] else "", False), (said[side], True)])
    for side, link in enumerate(linked if any(linked) else ()):
        differs = any(differs for _, differs in shown[side])
        shown[side] = [*link, *(((END, False), *shown[side]) if differs else ())]
    for side in (0, 1):
        same = len(shown[side]) == 1 and not shown[side][0][1]
        if same and shown[side][0][0].replace(LINE, BETWEEN).strip() == title.strip():
            shown[side] = []  # the title says it already
    return tuple(shown[0]), tuple(shown[1])


def _name(attributes: Attributes, media: tuple[list[str], list[str]], kind: str, topic: str) -> str:
    """The name of a block without words: its picture, its topic, else the address of its link."""
    if kind == "layout":
        return ""
    for side in (1, 0):
        if named := beside(media[side]):
            return named
    return topic or next((readable(one) for side in (1, 0) for one in attributes[side]), "")


def _mixed(found: tuple[Run, ...]) -> bool:
    return len({differs for _, differs in found}) == 2


def _starts(words: Words) -> tuple[int, int]:
    """How far into the block the first difference is, on either side; (0, 0) where nothing differs."""
    at = [0, 0]
    for how, *texts in words:
        if how != "unchanged":
            return at[0], at[1]
        at = [so_far + len("".join(text.split())) for so_far, text in zip(at, texts, strict=True)]
    return 0, 0


def region(number: int, kind: str, title: str, size: str) -> Entry:
    """A region of two pictures that differs, as a row of the list."""
    return Entry(number, kind, title, shown=((), ((size, False),)), searched=title.casefold())


@dataclass(frozen=True, slots=True)
class Block:
    """Any block of the comparison, as far as places need it."""

    number: int
    kind: str
    paths: tuple[Path, Path]


def blocks(changes: Iterable[Change], first: int = 0) -> list[Block]:
    """All blocks in the order of the newer version, numbered from `first` on."""
    every = enumerate(changes, first)
    return [Block(number, kind_of(change), (change.path_a, change.path_b)) for number, change in every]


def in_frame(entry: Entry, first: int, address: str) -> Entry:
    """The entry of a document in a frame, whose blocks are numbered from `first` on."""
    if not first and not address:
        return entry
    parts = tuple(in_frame(part, first, address) for part in entry.parts)
    return replace(entry, number=entry.number + first, frame=address, parts=parts)


def numbers(found: Iterable[Entry]) -> dict[int, int]:
    """Block → the number of the entry that it is part of, where it is not the first."""
    return {part.number: entry.number for entry in found for part in entry.parts[1:]}


def gaps(every: list[Block], side: int, inside: Mapping[int, int]) -> list[Gap]:
    """Places of the added blocks in version a (side 0), or of the removed ones in b (1).

    A gap is `later` when its block stands nearer to the next one in the page that has it. Blocks `inside` an entry have
    no gap of their own.
    """
    absent = "removed" if side else "added"
    standing = [
        block for block in every if block.paths[side] and block.kind in ("unchanged", "changed", "markup")
    ]
    found: list[Gap] = []
    at = 0
    for block in every:
        while at < len(standing) and standing[at].number < block.number:
            at += 1
        if block.kind == absent and block.number not in inside:
            beside = standing[at - 1] if at else None, standing[at] if at < len(standing) else None
            before, after = (one.paths[side] or "" if one else "" for one in beside)
            near = [
                common_steps(block.paths[1 - side] or "", (one.paths[1 - side] or "") if one else "")
                for one in beside
            ]
            if before or after:
                found.append(Gap(block.number, block.kind, before, after, near[1] > near[0]))
    return found

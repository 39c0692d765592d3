"""What the views need of each change, found once in a worker; afterwards nothing has to be worked out. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.blocks.changes import Change, Noise
from widgets.compare import pictures
from widgets.compare.words import LINE, Run, Words, excerpt, extent, readable, runs

_LINK = re.compile(r'\[a href="(.*)"\]')
Path = str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One change. `number` is its place among all blocks of the comparison; runs are (text, whether it differs)."""

    number: int
    kind: str
    topic: str
    label: str
    size: int
    noise: Noise | None
    paths: tuple[Path, Path]
    before: tuple[Run, ...]
    after: tuple[Run, ...]
    attributes: tuple[tuple[str, ...], tuple[str, ...]]
    shown: tuple[tuple[Run, ...], tuple[Run, ...]]  # what a list shows of before and after
    extents: tuple[int, int]  # characters that differ on either side, white space apart
    texts: tuple[str, str]
    inner: tuple[bool, bool]  # whether a part of the text differs and a part does not
    starts: tuple[int, int]  # characters, white space apart, before the first that differs
    links: tuple[list[str], list[str]]  # addresses that only one version of a block links to
    pictures: tuple[list[str], list[str]]  # addresses of media that only one version of a block shows
    searched: str

    @property
    def silent(self) -> bool:
        """Whether it is layout that shows nothing: code alone."""
        return self.kind == "layout" and not self.before and not self.after and not any(self.attributes)

    @property
    def unseen(self) -> bool:
        """Whether it concerns the page as a whole, such as its title: nothing on the page can be outlined."""
        return self.kind == "layout" and not any(path and path.count("/") >= 3 for path in self.paths)

    def side(self, side: int) -> tuple[Run, ...]:
        """The text of version a (0) or b (1)."""
        return self.after if side else self.before

    def text(self, side: int) -> str:
        return self.texts[side]


def entries(changes: Iterable[Change], check: Callable[[], None] = lambda: None) -> list[Entry]:
    """All changes that are not "unchanged"; `check` may raise to stop."""
    found: list[Entry] = []
    for number, change in enumerate(changes):
        if change.kind != "unchanged":
            check()
            found.append(_entry(number, change))
    return found


def kind_of(change: Change) -> str:
    """Its kind for the eye: where tags only divide the same words otherwise, nothing but the markup differs."""
    return "markup" if change.kind == "changed" and not change.differs else change.kind


def _entry(number: int, change: Change) -> Entry:
    words = list(change.words)
    before, after = tuple(runs(words, 1)), tuple(runs(words, 2))
    attributes = (change.attributes_a, change.attributes_b)
    shown = [excerpt(before), excerpt(after)]
    kind = kind_of(change)
    if kind in ("markup", "moved") and not change.differs:
        shown = [[], excerpt(after)]
    for side in (0, 1):  # words that only one side has: the other shows nothing that is worth reading
        if not any(differs for _, differs in shown[side]) and any(differs for _, differs in shown[1 - side]):
            shown[side] = []
    media = pictures.names(attributes)
    for side, only in enumerate(attributes):
        if not only:
            continue
        if any(differs for _, differs in shown[side]):
            if named := pictures.beside(media[side]):
                shown[side] = [(named, True), ("  ", False), *shown[side]]
            continue
        others = [readable(one) for one in only if not pictures.is_media(one)]
        said = "  ".join([*media[side], *others])
        shown[side] = excerpt([*shown[side][:1], ("  " if shown[side] else "", False), (said, True)])
    if len(shown[1]) == 1 and not shown[1][0][1] and shown[1][0][0].replace(LINE, " ").strip() == change.topic.strip():
        shown[1] = []  # the topic says it already
    searched = " ".join([change.topic, change.label, change.text_a, change.text_b, *attributes[0], *attributes[1]])
    searched = " ".join([searched, *media[0], *media[1]])
    return Entry(
        number, kind, change.topic, change.label, change.size, change.noise, (change.path_a, change.path_b),
        before, after, attributes, (tuple(shown[0]), tuple(shown[1])), (extent(before), extent(after)),
        (change.text_a, change.text_b),
        (_mixed(before), _mixed(after)), _starts(words), (_links(attributes[0]), _links(attributes[1])),
        (pictures.addresses(attributes[0]), pictures.addresses(attributes[1])), searched.casefold(),
    )  # fmt: skip


def _mixed(found: tuple[Run, ...]) -> bool:
    return len({differs for _, differs in found}) == 2


def _links(attributes: tuple[str, ...]) -> list[str]:
    return [found[1] for one in attributes if (found := _LINK.match(one))]


def _starts(words: Words) -> tuple[int, int]:
    """How far into the block the first difference is, on either side; (0, 0) where nothing differs."""
    at = [0, 0]
    for how, *texts in words:
        if how != "unchanged":
            return at[0], at[1]
        at = [so_far + len("".join(text.split())) for so_far, text in zip(at, texts, strict=True)]
    return 0, 0


@dataclass(frozen=True, slots=True)
class Block:
    """Any block of the comparison, as far as places need it."""

    number: int
    kind: str
    paths: tuple[Path, Path]


def blocks(changes: Iterable[Change]) -> list[Block]:
    """All blocks in the order of the newer version."""
    return [Block(number, kind_of(change), (change.path_a, change.path_b)) for number, change in enumerate(changes)]


def gaps(every: list[Block], side: int) -> list[tuple[int, str, str, str]]:
    """Where in version a (side 0) the added blocks would stand, in b (1) the removed ones.

    Each is (number, kind, path of the block before, path of the block after); "" where there is none.
    """
    absent = "removed" if side else "added"
    standing = [block for block in every if block.paths[side] and block.kind in ("unchanged", "changed", "markup")]
    found: list[tuple[int, str, str, str]] = []
    at = 0
    for block in every:
        while at < len(standing) and standing[at].number < block.number:
            at += 1
        if block.kind == absent:
            before = standing[at - 1].paths[side] if at else ""
            after = standing[at].paths[side] if at < len(standing) else ""
            if before or after:
                found.append((block.number, block.kind, before or "", after or ""))
    return found

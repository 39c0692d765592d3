"""Words that mean the same: a file of groups that a person writes, and texts with one word for each of them.

`synonyms.txt` stands in the archive, as primary data: what is alike in it is the same for everybody who opens it. A line is
a group with `=`, commas or tabs between its words; the first stands for all. `#` begins a comment. Text is read as text,
nothing in it can do more.

    北京华联 = 华联商厦 = 华联超市
    United Nations = UN, U.N.

The longest word that begins at a place is taken (crawler book, lines 13473–13550); letters have to be whole words. The
search tree is the book's ternary one, on dictionaries of Python. No library was measured: pyahocorasick finds all words,
of which the longest ones without overlap would have to be chosen again, and is one more wheel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import islice, product
from pathlib import Path

from app.archive.batches import sync_file, sync_folder
from app.errors import StorageFailed
from app.messages import Message
from app.words.folding import fold_apart, folded_with_places

NAME = "synonyms.txt"
MOST_BYTES = 4 << 20
_MOST_WORDS = 100_000
_LONGEST = 200
_BETWEEN = re.compile(r"\s*[=＝,，\t]\s*")
_LETTER = re.compile(r"[^\W_]")


class _Node:
    """A character of the tree: smaller and greater ones beside it, what follows it, the word that ends with it."""

    __slots__ = ("after", "character", "equal", "less", "more")

    def __init__(self, character: str) -> None:
        self.character = character
        self.less: _Node | None = None
        self.equal: _Node | None = None
        self.more: _Node | None = None
        self.after: str | None = None


class Synonyms:
    """Groups of words, each with the one that stands for it. Letters are compared folded: case and width do not count. Of
    a word in two groups the first counts."""

    def __init__(self, groups: Iterable[Sequence[str]] = ()) -> None:
        self._root: _Node | None = None
        self.groups: list[tuple[str, ...]] = []
        self._with: dict[str, tuple[str, ...]] = {}
        canonical: dict[str, str] = {}
        for group in groups:
            words = tuple(dict.fromkeys(word for word in group if fold_apart(word)))
            if len(words) < 2:
                continue
            self.groups.append(words)
            self._with.setdefault(words[0], words)
            for word in words:
                canonical.setdefault(fold_apart(word), words[0])
        for word in _from_the_middle(sorted(canonical)):
            self._put(word, canonical[word])

    def __bool__(self) -> bool:
        return self._root is not None

    def replaced(self, text: str) -> str:
        """The text with the canonical word in place of each synonym, the longest at each place."""
        if self._root is None:
            return text
        folded, places = folded_with_places(text)
        pieces, kept, at = [], 0, 0
        while at < len(folded):
            end, word = self._longest(folded, at)
            if word is None:
                at += 1
                continue
            pieces += [text[kept : places[at]], word]
            kept, at = places[end], end
        return "".join([*pieces, text[kept:]])

    def of(self, word: str) -> tuple[str, ...]:
        """The words of the group that a word is in; itself alone where it is in none."""
        folded = fold_apart(word)
        end, canonical = self._longest(folded, 0)
        if canonical is None or end != len(folded):
            return (word,)
        return self._with[canonical]

    def variants(self, text: str, most: int) -> list[str]:
        """The texts, at most so many, that have other words of a group in place of synonyms of a text."""
        if self._root is None:
            return []
        folded, places = folded_with_places(text)
        pieces: list[Sequence[str]] = []
        kept = at = 0
        while at < len(folded):
            end, canonical = self._longest(folded, at)
            if canonical is None:
                at += 1
                continue
            own = text[places[at] : places[end]]
            others = [word for word in self._with[canonical] if fold_apart(word) != folded[at:end]]
            pieces += [(text[kept : places[at]],), (own, *others)]
            kept, at = places[end], end
        made = ("".join(one) for one in product(*pieces, (text[kept:],)))
        return [*islice(made, 1, most + 1)]

    def _longest(self, text: str, start: int) -> tuple[int, str | None]:
        node, at = self._root, start
        best: tuple[int, str | None] = (start, None)
        if _is_inside(text, start):
            return best
        while node is not None and at < len(text):
            character = text[at]
            if character < node.character:
                node = node.less
            elif character > node.character:
                node = node.more
            else:
                at += 1
                if node.after is not None and not _is_inside(text, at):
                    best = at, node.after
                node = node.equal
        return best

    def _put(self, word: str, canonical: str) -> None:
        if self._root is None:
            self._root = _Node(word[0])
        node, at = self._root, 0
        while True:
            character = word[at]
            if character < node.character:
                node.less = node.less or _Node(character)
                node = node.less
            elif character > node.character:
                node.more = node.more or _Node(character)
                node = node.more
            elif at == len(word) - 1:
                node.after = canonical
                return
            else:
                at += 1
                node.equal = node.equal or _Node(word[at])
                node = node.equal


def parsed(text: str) -> Synonyms:
    """The groups of a file. Never raises: a line that is no group is left out."""
    groups: list[list[str]] = []
    count = 0
    for line in text.splitlines():
        words = [word for word in _BETWEEN.split(line.partition("#")[0].strip()) if word]
        words = [" ".join(word.split()) for word in words if len(word) <= _LONGEST]
        count += len(words)
        if count > _MOST_WORDS:
            break
        if len(words) > 1:
            groups.append(words)
    return Synonyms(groups)


def read_text(archive: Path) -> str:
    """The file of an archive as it is written; "" where there is none that can be read."""
    path = archive / NAME
    try:
        if path.is_symlink():
            return ""
        with path.open("rb") as file:
            return file.read(MOST_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return ""


def problems(text: str) -> list[Message]:
    """What of a file does not count, and why, in the order of its lines: words alone, too long, in two groups, too many."""
    found: list[Message] = []
    first: dict[str, int] = {}
    count = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = [word for word in _BETWEEN.split(line.partition("#")[0].strip()) if word]
        found += [
            Message("synonym-long", line=number, count=_LONGEST) for word in words if len(word) > _LONGEST
        ]
        words = [word for word in words if len(word) <= _LONGEST and fold_apart(word)]
        if len({fold_apart(word) for word in words}) == 1:
            found.append(Message("synonym-alone", line=number, word=words[0]))
            continue
        count += len(words)
        if count > _MOST_WORDS:
            found.append(Message("synonym-many", line=number, count=_MOST_WORDS))
            break
        for word in dict.fromkeys(words):
            before = first.setdefault(fold_apart(word), number)
            if before != number:
                found.append(Message("synonym-twice", line=number, word=word, before=before))
    return found


def write_text(archive: Path, text: str) -> None:
    """Put another file in the place of that of an archive, whole and synced; an empty one takes it away. StorageFailed."""
    path = archive / NAME
    data = text.encode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        raise StorageFailed(path=path, detail=Message("synonyms-large", size=MOST_BYTES >> 20))
    try:
        if text.strip():
            unfinished = path.with_name(f"{NAME}.new")
            unfinished.write_bytes(data)
            sync_file(unfinished)
            unfinished.replace(path)
        else:
            path.unlink(missing_ok=True)
        sync_folder(archive)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error


def read_synonyms(archive: Path) -> Synonyms:
    """The groups of an archive."""
    return _parsed_once(read_text(archive))


def digest_of(archive: Path) -> str:
    """A digest of the groups; "" where there are none."""
    groups = read_synonyms(archive).groups
    return blake2b(repr(groups).encode("utf-8", "replace"), digest_size=16).hexdigest() if groups else ""


@lru_cache(maxsize=8)
def _parsed_once(text: str) -> Synonyms:
    return parsed(text)


def _is_inside(text: str, at: int) -> bool:
    """Whether a place is inside a word of letters; between characters of scripts without spaces every place is none."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    return before < "\u2e80" and after < "\u2e80" and bool(_LETTER.match(before) and _LETTER.match(after))


def _from_the_middle(words: Sequence[str]) -> Iterator[str]:
    """Sorted words so that the tree comes out balanced."""
    waiting = [(0, len(words))]
    while waiting:
        start, end = waiting.pop()
        if start < end:
            middle = (start + end) // 2
            yield words[middle]
            waiting += [(start, middle), (middle + 1, end)]

"""Paths of stretches of a page that are no blocks of its tree."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from app.blocks.page.building import HEAD_PARTS, IN_TABLES, LINE_END, NO_WORDS, Does, tag_of
from app.blocks.page.elements import MEDIA, kind_of
from app.blocks.page.node import Node, element, release, weight_of
from app.blocks.page.parsing import Edges, build
from app.blocks.page.source import unescape
from app.blocks.page.spans import COMMENT_END, TOKEN, Scan
from app.blocks.page.styles import StaticStyle
from app.blocks.page.tree import SMALLEST, Block, BlockTree

# The children of one element of a page, as they are found in its source.

TEXT = "-text"
_LINE_ENDS = ("\n", "\r\n", "\r")  # dropped at the very beginning of a pre


class Children:
    """What is in an element and may show something, in order."""

    __slots__ = (
        "_named",
        "_waiting",
        "below",
        "ends",
        "fresh",
        "groups",
        "numbers",
        "positions",
        "reach",
        "starts",
        "tags",
    )

    def __init__(self, begin: int) -> None:
        self.tags: list[str] = []
        self.positions: list[int] = []  # among those with the same name
        self.numbers: list[int] = []  # of the start tag, -1 without one
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.groups: dict[int, list[int]] = {}  # what is in an element without a start tag, by its index here
        self.below: dict[int, Children] = {}  # likewise, looked into
        self.fresh: set[int] = set()  # numbers of elements that stand behind an end tag of the page
        self.reach = begin  # where the last element ends
        self._named: dict[str, int] = {}
        self._waiting = 0  # of the last ones, how many end where the next element begins

    def add(self, tag: str, number: int, start: int, end: int) -> None:
        """An element with a start tag."""
        if self._waiting:
            self.finish(start)
        self._append(tag, self._next(tag), number, start, end)
        self.reach = end

    def add_unnumbered(self, tag: str, position: int = 0) -> None:
        """A text, with its position, or an element without a start tag. It goes from the element before to the next."""
        self._append(tag, position or self._next(tag), -1, self.reach, -1)
        self._waiting += 1

    def _next(self, tag: str) -> int:
        """The position of one more element of this name."""
        self._named[tag] = position = self._named.get(tag, 0) + 1
        return position

    def _append(self, tag: str, position: int, number: int, start: int, end: int) -> None:
        self.tags.append(tag)
        self.positions.append(position)
        self.numbers.append(number)
        self.starts.append(start)
        self.ends.append(end)

    def add_group(self, tag: str, numbers: list[int], start: int, end: int) -> None:
        """An element without a start tag around others."""
        self.finish(start)
        self.groups[len(self.tags)] = numbers
        self.add_unnumbered(tag)
        self.reach = end

    def drop(self) -> None:
        """Take the last text out again."""
        for each in (self.tags, self.positions, self.numbers, self.starts, self.ends):
            each.pop()
        self._waiting -= 1

    def step(self, index: int) -> str:
        """The step of a path that leads to one of them."""
        tag = self.tags[index]
        return f"{'text()' if tag == TEXT else tag}[{self.positions[index]}]"

    def ends_with_text(self, position: int) -> bool:
        """Whether the last one is the text with this position."""
        return bool(self.tags) and self.tags[-1] == TEXT and self.positions[-1] == position

    def finish(self, place: int) -> None:
        """The next element begins here, or the one around all ends."""
        for index in range(len(self.ends) - self._waiting, len(self.ends)):
            self.ends[index] = place
        self._waiting = 0


class Between:
    """Reads what stands between the elements of one: texts, comments, end tags that end nothing."""

    def __init__(self, text: str, found: Children, *, drops: bool) -> None:
        self._text = text
        self._found = found
        self._begin = found.reach if drops else -1  # where a line end is dropped
        self._count = 0  # texts, those of white space included
        self._words_start = self._words_end = -1  # of the latest text, with end tags behind it

    def read(self, place: int, stop: int) -> bool:
        """Read a stretch. Whether there is an end tag of the page in it."""
        text, ended = self._text, False
        token = TOKEN.search(text, place) if text.find("<", place, stop) >= 0 else None
        while token is not None and token.start() < stop:
            start, end = token.span()
            if place < start:
                self._write(place, start)
            place, name = end, token[2]
            if name is None:
                place = _behind(text, token)
            elif name in ("p", "P"):
                self._found.add_unnumbered("p")
            else:
                if self._words_end == start:
                    self._words_end = end
                ended = ended or name.lower() in ("html", "body")
            token = TOKEN.search(text, place)
        if place < stop:
            self._write(place, stop)
        return ended

    def _write(self, start: int, end: int) -> None:
        """A text, or more of one behind an end tag that is ignored."""
        said = self._text[start:end]
        if start == self._words_end:
            if self._found.ends_with_text(self._count):
                self._found.drop()
            said = TOKEN.sub("", self._text[self._words_start : end])
        elif start == self._begin and said in _LINE_ENDS:
            return
        else:
            self._words_start = start
            self._count += 1
        self._words_end = end
        if says(said):
            self._found.add_unnumbered(TEXT, self._count)


def _behind(text: str, token: re.Match[str]) -> int:
    """The end of a comment, declaration or processing instruction."""
    if token[0] != "<!--":
        return text.find(">", token.start()) + 1
    end = COMMENT_END.search(text, token.end())
    return end.end() if end is not None else len(text)


def says(text: str, *, entities: bool = True) -> bool:
    """Whether a text is more than white space."""
    if entities and "&" in text:
        text = unescape(text)
    return bool(text) and not text.isspace()


# What is in the elements of a page that was read without a parser, child by child, out of its scan alone.
#
# Each element of an exact scan knows where it ends, so its children are the start tags that no other child
# holds. What the scan does not number is found again: texts, parts of tables whose start tags were left out,
# and the empty `p` that `</p>` makes where none is open. Only elements that are asked about are looked into.
# Places are characters.

_CELLS = frozenset({"td", "th"})
_IMPLIED = {"col": "colgroup", "tr": "tbody", "td": "tbody", "th": "tbody"}  # directly in a table
_MEDIA = frozenset(tag for tag, weight in MEDIA.items() if weight)
_STYLE = StaticStyle()
_FRAME = HEAD_PARTS | {"html", "head"}


class Outline:
    """The elements of an exact scan."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        names = scan.names
        self.body = names.index("body") if "body" in names else -1
        first = self.body + 1
        while self.body < 0 and first < len(names) and names[first] in _FRAME:
            first += 1
        self._first = first  # start tag in the body
        self._known: dict[int, Children] = {}
        self._shown = self._find_shown()
        outermost = max(self.body, 0)
        # elements behind the end tag of the page: places in its body do not rise then
        self._goes_on = scan.starts[-1] >= scan.inner_ends[outermost] and names[outermost] in ("body", "html")

    @property
    def certain(self) -> bool:
        """Whether it is known where the body begins."""
        return self.body >= 0 or "noscript" not in self._scan.names[: self._first]

    def body_places(self) -> tuple[int, int]:
        """Start and end of the body."""
        scan = self._scan
        if self.body >= 0:
            return scan.starts[self.body], max(scan.closes[self.body], self.inside(self.body).reach)
        html = int(scan.names[:1] == ["html"])
        start = max([scan.ends[0] if html else 0, *scan.closes[html : self._first]])
        return start, scan.inner_ends[0] if html else len(scan.text)

    @property
    def any_seen(self) -> bool:
        """Whether anything is seen of the page."""
        return bool(self._shown)

    def seen(self, start: int, end: int) -> bool:
        """Whether something is seen of what begins between two places."""
        shown = self._shown
        place = bisect_left(shown, start)
        return place < len(shown) and shown[place] < end

    def shows(self, inside: Children, index: int) -> bool:
        """Whether something is seen of a child."""
        number, closes = inside.numbers[index], self._scan.closes
        if number >= 0:
            return self.seen(self._scan.starts[number], closes[number])
        group = inside.groups.get(index)
        if group is None:
            return inside.tags[index] == TEXT
        return self.seen(self._scan.starts[group[0]], closes[group[-1]])

    def holds(self, number: int, start: int, end: int) -> bool:
        """Whether a stretch is a part of what is in an element, and in no other one."""
        first, last = self._scan.ends[number], self._scan.inner_ends[number]
        return first <= start < last and end <= last and not self._goes_on

    def inside(self, number: int) -> Children:
        """What is in the element with this number; -1 for a body without a start tag."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = self._look(number)
        return found

    def below(self, inside: Children, index: int) -> Children:
        """What is in a child that is no text."""
        number = inside.numbers[index]
        if number >= 0:
            return self.inside(number)
        found = inside.below.get(index)
        if found is None:
            found = inside.below[index] = Children(inside.starts[index])
            self._put(found, inside.tags[index], inside.groups[index])
            found.finish(inside.ends[index])
        return found

    def is_short(self, inside: Children, index: int) -> bool:
        """Whether a child has nothing but a text that is read as a part of it, since it is so short."""
        scan, number = self._scan, inside.numbers[index]
        if number < 0 or number in inside.fresh:
            return False
        tag, start, stop = tag_of(scan.names[number]), scan.starts[number], scan.inner_ends[number]
        written = scan.text[start + 1 : scan.name_ends[number]]
        said = scan.text[scan.ends[number] : stop]
        if (
            not tag.ordinary
            or tag.bars < 0
            or "<" in said
            or scan.text[stop : scan.closes[number]] != f"</{written}>"
        ):
            return False
        before = inside.numbers[index - 1] if index else -1
        if (
            before >= 0
            and scan.closes[before] == start == scan.inner_ends[before]
            and not self._empty(before)
        ):
            return False  # its start tag ended the one before
        return tag.weight + weight_of(unescape(said)) < SMALLEST

    def _empty(self, number: int) -> bool:
        """Whether an element can have no content."""
        scan, name = self._scan, self._scan.names[number]
        return tag_of(name).empty or (name == "svg" and scan.text[scan.ends[number] - 2] == "/")

    def _look(self, number: int) -> Children:
        scan = self._scan
        if number < 0:
            start, end = self.body_places()
            begin, stop, tag = start, len(scan.text), "body"
        else:
            begin, stop, tag = scan.ends[number], scan.inner_ends[number], scan.names[number]
            end = stop
            if number == self.body:
                stop = len(scan.text)  # behind its end tag the body goes on
        found = Children(begin)
        if number < 0:
            found.fresh.add(self._first)
        if tag_of(tag).add & NO_WORDS:
            self._put(found, tag, list(self._numbers(number + 1, stop)))
        elif tag_of(tag).does is Does.HOLDS_RAW:
            if tag in ("textarea", "iframe") and says(scan.text[begin:stop], entities=tag == "textarea"):
                found.add_unnumbered(TEXT, 1)
        else:
            first = self._first if number < 0 else number + 1
            place = scan.starts[first] if number < 0 else begin
            self._mix(found, first, place, stop, drops=tag_of(tag).add & LINE_END > 0)
        found.finish(end)
        return found

    def _numbers(self, number: int, stop: int) -> Iterator[int]:
        """Those of the start tags from one on that no other one holds."""
        starts, closes = self._scan.starts, self._scan.closes
        while number < len(starts) and starts[number] < stop:
            yield number
            end = closes[number]
            number += 1
            if number < len(starts) and starts[number] < end:
                number = bisect_left(starts, end, number)

    def _put(self, found: Children, tag: str, numbers: list[int]) -> None:
        """Elements that stand in a part of a table, where others imply theirs."""
        scan, kind, group = self._scan, "", list[int]()
        for number in numbers:
            name = scan.names[number]
            if name not in IN_TABLES:  # a script stays where it is
                implied = ""
                if tag == "table":
                    implied = _IMPLIED.get(name, "")
                elif tag != "tr" and name in _CELLS:
                    implied = "tr"
                if implied != kind:
                    self._put_group(found, kind, group)
                    kind, group = implied, []
            if kind:
                group.append(number)
            else:
                found.add(name, number, scan.starts[number], scan.closes[number])
        self._put_group(found, kind, group)

    def _put_group(self, found: Children, kind: str, group: list[int]) -> None:
        if group:
            found.add_group(kind, group, self._scan.starts[group[0]], self._scan.closes[group[-1]])

    def _mix(self, found: Children, number: int, begin: int, stop: int, *, drops: bool) -> None:
        """Elements from a number on, and the texts around them."""
        scan = self._scan
        names, starts, closes = scan.names, scan.starts, scan.closes
        between = Between(scan.text, found, drops=drops)
        place = begin
        for inner in self._numbers(number, stop):
            start = starts[inner]
            if place < start and between.read(place, start):
                found.fresh.add(inner)
            place = closes[inner]
            found.add(names[inner], inner, start, place)
        if place < stop:
            between.read(place, stop)

    def _find_shown(self) -> list[int]:
        """Where something is seen: texts, and media by their start tags."""
        scan = self._scan
        text, names = scan.text, scan.names
        shown = []
        for start, end, _ in scan.texts:
            said = text[start:end]
            if not said.isspace() and ("&" not in said or says(said)):
                shown.append(start)
        every = set(names)
        if "svg" in every and "title" in every:  # in pictures it is an element like others, and shows nothing
            for number, name in enumerate(names):
                if name == "title":
                    begin, end = scan.ends[number], scan.inner_ends[number]
                    del shown[bisect_left(shown, begin) : bisect_left(shown, end)]
        if every & _MEDIA:
            for number, name in enumerate(names):
                if name in _MEDIA and (name != "input" or not self._is_hidden(number)):
                    shown.append(scan.starts[number])
            shown.sort()
        return shown

    def _is_hidden(self, number: int) -> bool:
        """Whether a field is one that is never seen."""
        node = element(None, "input", kind_of("input"))
        node.number = number
        _STYLE.own(node, self._scan)
        return not node.weight


_BODY = "/html[1]/body[1]"
_UNSEEN = frozenset({"html", "head"})


class PathFinder:
    """Finds XPaths of stretches in a page. `release` it when it is needed no more."""

    def __init__(self, tree: BlockTree) -> None:
        scan, style = tree.scan, tree.style
        outline = Outline(scan) if scan.exact and style.source == "static" else None
        self._paths: OutlinedPaths | BuiltPaths | RowPaths
        if scan.rough:
            self._paths = RowPaths(tree.blocks)
        elif outline is not None and outline.certain:
            self._paths = OutlinedPaths(outline)
        else:
            self._paths = BuiltPaths(scan, build(scan, style)[0])

    def path(self, start: int, end: int) -> str:
        """The path of what is shown there: a node, or several beside each other, the first and the last of them.

        Where a stretch is a part of a node it has the path of that; "/" for what the page does not show.
        """
        return self._paths.path(start, end)

    def release(self) -> None:
        """Take apart what was built."""
        self._paths.release()


class OutlinedPaths:
    """Paths in the outline of a page that was read without the parser."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._places = outline.body_places()
        self._latest: list[
            tuple[int, str, bool]
        ] = []  # on the way to the path before: number, path, in a picture

    def path(self, start: int, end: int) -> str:
        first, last = self._places
        if not self._outline.any_seen or last <= start or end <= first:
            return "/"
        if start <= first and last <= end:
            return _BODY
        outline = self._outline
        inside, path, foreign = self._nearest(start, end)
        while True:
            found = self._between(inside, start, end)
            if found is None:
                return path
            n, m = found
            if n != m:
                return f"{path}/{inside.step(n)}..{inside.step(m)}"
            path = f"{path}/{inside.step(n)}"
            if inside.tags[n] == TEXT or (start <= inside.starts[n] and inside.ends[n] <= end):
                return path
            below = outline.below(inside, n)
            foreign = foreign or inside.tags[n] == "svg"
            if not below.tags or (below.tags == [TEXT] and not foreign and outline.is_short(inside, n)):
                return path
            if inside.numbers[n] >= 0:
                self._latest.append((inside.numbers[n], path, foreign))
            inside = below

    def _nearest(self, start: int, end: int) -> tuple[Children, str, bool]:
        """What is in the last element on the way to the path before that holds a stretch, its path, and whether it is
        in a picture."""
        outline, latest = self._outline, self._latest
        while latest:
            number, path, foreign = latest[-1]
            if outline.holds(number, start, end):
                return outline.inside(number), path, foreign
            latest.pop()
        return outline.inside(outline.body), _BODY, False

    def _between(self, inside: Children, start: int, end: int) -> tuple[int, int] | None:
        """The first and the last child that shows something in a stretch, or else of those that stand in it."""
        there = range(bisect_right(inside.ends, start), bisect_left(inside.starts, end))
        shown = _ends(there, lambda n: self._outline.shows(inside, n))
        return shown or _ends(there, lambda n: start <= inside.starts[n] and inside.ends[n] <= end)

    def release(self) -> None:
        """There is nothing to take apart."""


class RowPaths:
    """Paths in a page that was divided by its texts alone: each that of the block in which a stretch begins."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._starts = [block.places[0] for block in blocks]
        self._blocks = blocks

    def path(self, start: int, end: int) -> str:
        number = bisect_right(self._starts, start) - 1
        inside = number >= 0 and start < self._blocks[number].places[1]
        return self._blocks[number].path if inside else "/"

    def release(self) -> None:
        """There is nothing to take apart."""


class BuiltPaths:
    """Paths in the tree that was built of a page."""

    def __init__(self, scan: Scan, root: Node) -> None:
        self._root = root
        self._edges = Edges(scan)
        self._known: dict[int, tuple[list[int], list[int]]] = {}  # starts and ends of the children, by node

    def path(self, start: int, end: int) -> str:
        node = self._root
        while True:
            found = self._inside(node, start, end)
            if found is None:
                return "/" if node.tag in _UNSEEN else node.path()
            first, last = found
            if first != last:
                return f"{node.children[first].path()}..{node.children[last].path().rpartition('/')[2]}"
            starts, ends = self._known[id(node)]
            node = node.children[first]
            if not node.children or (start <= starts[first] and ends[first] <= end):
                return "/" if node.tag in _UNSEEN else node.path()

    def _inside(self, node: Node, start: int, end: int) -> tuple[int, int] | None:
        """The first and the last child that shows something in a stretch, or else of those that stand in it."""
        if id(node) not in self._known:
            places = [self._edges.of(node, n, n) for n in range(len(node.children))]
            self._known[id(node)] = [place[0] for place in places], [place[1] for place in places]
        starts, ends = self._known[id(node)]
        there = range(bisect_right(ends, start), bisect_left(starts, end))
        shown = _ends(there, lambda n: node.children[n].weight > 0)
        if shown is None and node.tag not in _UNSEEN:
            return _ends(there, lambda n: start <= starts[n] and ends[n] <= end)
        return shown

    def release(self) -> None:
        """Take the tree apart."""
        release(self._root)


def _ends(numbers: Sequence[int], wanted: Callable[[int], bool]) -> tuple[int, int] | None:
    """The first and the last number that is wanted."""
    first = next((n for n in numbers if wanted(n)), None)
    return None if first is None else (first, next(n for n in reversed(numbers) if wanted(n)))

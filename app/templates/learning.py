"""The template of a site, learned page by page from a sample of bounded size.

The first `ALL` pages of a site are looked at, then every `EVERY`th; of each group of pages with the same layout, `MOST`
are counted. A page that says nothing new beside its group is a copy and no witness. What is learned depends on the pages
and their order alone.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from app.archive import addresses
from app.templates.page import Anchor, Seen, Unit
from app.templates.similarity import similarity
from app.templates.style_tree import StyleTree, page_of
from extractors.base.spacing import names
from extractors.html.units import says_when_changed

ALL, EVERY = 300, 20
MOST = 200
"""Pages of a group that are counted."""
MOST_GROUPS = 16
ALIKE = 0.7
"""From this similarity of outlines on, pages are of one group."""
LEAST_PAGES, SHARE = 3, 0.3
"""A unit of this share of a group's pages, and of so many, is template."""
PROSE, PROSE_LEAST, PROSE_PAGES = 60, 5, 10
"""Characters outside anchors from which on a unit is prose, which so many pages must have, or so many and nearly all: a blog
shows its posts again in the lists of its tags and years, which are few."""
REGION = 0.75
"""Share of what is said in a region from which on all of it is template."""
LEADING, LEADING_LEAST = 0.95, 0.15
BARE = 0.995
"""The same where a list has no class or id: it may be another, a list of books above each text, and the lists in it."""
VARIANT, VARIANT_BYTES = 0.05, 25
"""Share of the pages of a region from which on, and from `MENU_PAGES` on, what they say is one of its variants: the same
foot in each language, or for each version of what is documented. Less text, outside anchors, may be a value: a colour, a
price."""
MENU, MENU_PAGES = 0.5, 5
"""The same where all the rest stands in anchors: share of template and anchors together; of template alone, or of anchors
that `MENU_PAGES` have: a site in five languages has five menus."""
OWN = 0.1
"""A region with more than this share of the text that pages say themselves, outside anchors, is no template."""
CONTENT, ALWAYS = 0.3, 0.9
"""A unit among content (less than this share of its region is template or anchors) is content, unless it is on nearly
every page."""
MOST_BYTES = 5 << 20
"""Of a site as it is kept."""
_MOST_UNITS, _MOST_REGIONS, _MOST_ANCHORS = 6000, 3000, 6000  # of a group
_MOST_LABELS, _MOST_LABELLED = 1000, 60  # of a group, of a page
_VERSION = 5
_CHANGED = "*"  # instead of a host
_LINES = names("h1 h2 h3 h4 h5 h6 p li dt dd td th pre figcaption caption legend summary option")
"""Elements that hold one line or paragraph: what surrounds it tells whether it stands among content."""
_LISTS = names("ul ol dl table blockquote")
NEVER = _LINES | names("html body main article")
"""Elements that are no region of a template as a whole."""


class Region(NamedTuple):
    """An element on some pages of a group: the sign of the one around, its name, how many pages have it."""

    around: int
    name: str
    pages: int


class Found(NamedTuple):
    """Keys of units and signs of regions that are template, and signs of regions that hold what pages say themselves."""

    keys: set[int]
    regions: set[int]
    content: set[int]


class Part(NamedTuple):
    """A part of a template for people: where it stands, how its text begins, on how many of how many pages of its group;
    `whole` if all of a region is meant."""

    where: str
    text: str
    pages: int
    of: int
    whole: bool
    number: int
    """Its key or sign."""


def _tag(region: Region) -> str:
    return region.name.partition("#")[0].partition(".")[0]


class Group:
    """Pages with one layout: the units, regions and links counted in them."""

    def __init__(self, outline: list[str]) -> None:
        self.outline = outline
        self.members: dict[int, None] = {}
        """Of the pages counted, the numbers of their addresses."""
        self.again = 0
        """Newer versions of these seen since: as many as there are pages, and the group has seen its time."""
        self.units: dict[int, tuple[Unit, int]] = {}
        self.regions: dict[int, Region] = {}
        self.lost: dict[int, int] = {}
        """Characters of units that were given up for want of room, by region."""
        self.anchors: dict[Anchor, int] = {}
        """How many pages have each."""
        self.labels: dict[int, tuple[int, str]] = {}
        """How many pages have each label, and the one host it links to on all of them; "" for a label of several links on a
        page, to several hosts or to the site itself: what a product is made by is no template. `_CHANGED` for lines that
        say when their page was changed."""
        self.tree = StyleTree()

    @property
    def pages(self) -> int:
        return len(self.members)

    @property
    def over(self) -> bool:
        return self.again >= max(LEAST_PAGES, self.pages)

    def take(self, address: int, page: Seen) -> None:
        """Count a page, unless it was counted before or says nothing that others do not say."""
        if address in self.members:
            self.again += 1
            return
        told = page.told()
        if self.pages >= MOST or (self.pages and all(unit.key in self.units for unit in told)):
            return
        self.members[address] = None
        for unit in told:
            known = self.units.get(unit.key)
            self.units[unit.key] = (known[0], known[1] + 1) if known else (unit, 1)
        for sign, region in page.regions.items():
            counted = self.regions.get(sign)
            if counted is not None:
                self.regions[sign] = counted._replace(pages=counted.pages + 1)
            elif len(self.regions) < _MOST_REGIONS:
                self.regions[sign] = Region(region.around, region.name, 1)
        anchors = page.anchors()
        for anchor in anchors:
            self.anchors[anchor] = self.anchors.get(anchor, 0) + 1
        self._take_labels(page, told, anchors)
        if len(self.anchors) > _MOST_ANCHORS:  # the most frequent stay, of equal ones the oldest
            kept = sorted(self.anchors.items(), key=lambda one: -one[1])[: _MOST_ANCHORS * 3 // 4]
            self.anchors = dict(kept)
        if not self.tree.full:
            self.tree.add(page_of(page.root))
        if len(self.units) > _MOST_UNITS:
            self._make_room()

    def _take_labels(self, page: Seen, told: Sequence[Unit], anchors: Sequence[Anchor]) -> None:
        labelled = [unit for unit in told if unit.label][:_MOST_LABELLED]
        own = addresses.place(page.resolver.base)[0]
        for unit in labelled:
            label = unit.label
            to = {
                addresses.place(anchor.url)[0]
                for anchor in anchors
                if anchor.place == unit.place and anchor.words and anchor.words in unit.text
            }
            host = next(iter(to)) if len(to) == 1 and own not in to else ""
            if says_when_changed(unit.text):
                host = _CHANGED
            pages, known = self.labels.get(label, (0, host))
            if pages or len(self.labels) < _MOST_LABELS:
                self.labels[label] = pages + 1, known if known == host else ""

    def _make_room(self) -> None:
        """Give up what only one page has said, oldest first."""
        excess = len(self.units) - _MOST_UNITS * 3 // 4
        for key in [key for key, (_, pages) in self.units.items() if pages == 1][:excess]:
            unit, _ = self.units.pop(key)
            self.lost[unit.place] = self.lost.get(unit.place, 0) + unit.size
        for key in list(self.units)[: max(0, len(self.units) - _MOST_UNITS)]:  # all of them recur
            del self.units[key]

    def template(self) -> Found:
        """What is template on these pages."""
        if self.pages < LEAST_PAGES:
            return Found(set(), set(), set())
        least = max(LEAST_PAGES, SHARE * self.pages)
        labels = {label for label, (pages, host) in self.labels.items() if host and pages >= least}
        same, linked, every = Counter[int](), Counter[int](), Counter(self._lost())
        menu, again = Counter[int](), Counter[int]()
        for unit, pages in self.units.values():
            said, anchored = pages * unit.size, pages * unit.linked
            is_same = self._recurs(unit, pages) or unit.label in labels
            is_long = (
                unit.linked > unit.size / 2 or len(unit.text.encode("utf-8", "replace")) >= VARIANT_BYTES
            )
            for sign in self._around(unit.place):
                every[sign] += said
                if is_same:
                    same[sign] += said
                else:
                    linked[sign] += anchored
                if pages >= MENU_PAGES:
                    menu[sign] += anchored
                    if is_long and pages >= VARIANT * self.regions[sign].pages:
                        again[sign] += said
        keys = {
            key
            for key, (unit, pages) in self.units.items()
            if self._recurs(unit, pages)
            and (
                pages >= ALWAYS * self.pages
                or same[around := self._surroundings(unit.place)]
                >= CONTENT * (every[around] - linked[around])
            )
        }
        own = sum(
            every[sign] - same[sign] - linked[sign] for sign in self.regions if not self._is_known(sign)
        )
        content = {
            sign for sign in self.regions if every[sign] - same[sign] - linked[sign] > OWN * max(own, 1)
        }
        regions = set[int]()
        for sign, region in self.regions.items():
            if sign in content or _tag(region) in NEVER:
                continue
            frequent = region.pages >= least and every[sign] > 0
            mostly = max(same[sign], again[sign]) >= REGION * every[sign]
            leading = (
                _tag(region) == "nav"
                or same[sign] >= LEADING_LEAST * every[sign]
                or menu[sign] >= MENU * every[sign]
            ) and same[sign] + linked[sign] >= LEADING * every[sign]
            alone = region.name not in _LISTS or same[sign] + linked[sign] >= BARE * every[sign]
            if frequent and alone and (mostly or leading):
                regions.add(sign)
        return Found(keys | labels, regions, content)

    def _recurs(self, unit: Unit, pages: int) -> bool:
        least = max(LEAST_PAGES, SHARE * self.pages)
        if unit.size - unit.linked >= PROSE:
            least = max(least, min(PROSE_PAGES, max(PROSE_LEAST, ALWAYS * self.pages)))
        return pages >= least

    def has(self, anchor: Anchor, template: Collection[int]) -> bool:
        """Whether a link stands in a template (keys, signs, and less than 0 those that are kept)."""
        around = list(self._around(anchor.place))
        if -anchor.key in template or any(-sign in template for sign in around):
            return False
        return anchor.key in template or any(sign in template for sign in around)

    def _is_known(self, sign: int) -> bool:
        """Whether a region stands in another that is counted."""
        return self.regions[sign].around in self.regions

    def parts(self, content: Collection[int] = ()) -> Iterator[Part]:
        """What is template, regions as a whole, the most frequent first; but for regions that are `content` elsewhere."""
        found_here = self.template()
        keys, regions = found_here.keys, found_here.regions.difference(content)
        outer = {sign for sign in regions if not any(up in regions for up in self._around(sign, above=True))}
        texts: dict[int, list[tuple[int, str]]] = {}
        found: list[Part] = []
        for key, (unit, pages) in self.units.items():
            inside = [sign for sign in self._around(unit.place) if sign in outer]
            if inside:
                texts.setdefault(inside[-1], []).append((pages, unit.text))
            elif key in keys:
                found.append(Part(self.path(unit.place), unit.text, pages, self.pages, False, key))
        for sign in outer:
            region = self.regions[sign]
            said = sorted(texts.get(sign, ()), key=lambda one: -one[0])
            text = " · ".join(dict.fromkeys(text for _, text in said[:8]))
            found.append(Part(self.path(sign), text, region.pages, self.pages, True, sign))
        found.sort(key=lambda part: (-part.pages, not part.whole, part.where))
        yield from found

    def path(self, sign: int) -> str:
        """The elements around a region and its own, as a person reads them."""
        return " > ".join([self.regions[up].name for up in self._around(sign)][::-1])

    def _around(self, sign: int, *, above: bool = False) -> Iterator[int]:
        """A region and those around it, the innermost first."""
        steps = 0
        while sign in self.regions and steps < 300:
            if steps or not above:
                yield sign
            sign = self.regions[sign].around
            steps += 1

    def _surroundings(self, sign: int) -> int:
        """The region that a unit stands among others in: not its own line."""
        region = self.regions.get(sign)
        return region.around if region is not None and _tag(region) in _LINES else sign

    def _lost(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for place, size in self.lost.items():
            for sign in self._around(place):
                found[sign] = found.get(sign, 0) + size
        return found


class Site:
    """What is known of the template of one site. `read` tells how far its captures were read: batch to serial number."""

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.looked = 0
        self.read: dict[str, int] = {}

    def wants(self) -> bool:
        """Whether the next page is to be looked at; called once for each."""
        self.looked += 1
        return self.looked <= ALL or self.looked % EVERY == 0

    def take(self, address: int, page: Seen) -> None:
        """Learn from a page. `address` is the number of its address: two versions are one witness."""
        if not page.units.keys:
            return
        outline = page.outline
        group = self._nearest(outline)
        if group is None:
            group = Group(outline)
            if len(self.groups) >= MOST_GROUPS:
                # the smallest gives way, if it is none
                least = min(self.groups, key=lambda one: one.pages)
                if least.pages >= LEAST_PAGES:
                    return
                self.groups.remove(least)
            self.groups.append(group)
        group.take(address, page)

    def _nearest(self, outline: list[str]) -> Group | None:
        best, most = None, ALIKE
        for group in self.groups:
            if not group.over:
                alike = similarity(group.outline, outline)
                if alike >= most:
                    best, most = group, alike
        return best

    def template(self) -> frozenset[int]:
        """Keys and signs of all that is template in any group; nothing where only one page is known. A region in which
        pages of one group say what they are there for is no template for others either."""
        keys, regions, content = set[int](), set[int](), set[int]()
        for group in self.groups:
            found = group.template()
            keys |= found.keys
            regions |= found.regions
            content |= found.content
        return frozenset(keys | (regions - content))

    def content(self) -> set[int]:
        """Signs of the regions in which pages of some group say what they are there for."""
        return set[int]().union(*(group.template().content for group in self.groups))

    def links(self, template: Collection[int]) -> list[tuple[str, str]]:
        """The links of a template by address and words: those that stand in it on more pages than elsewhere. One page
        will do: a menu opens elsewhere on each (`tests/benchmarks/bench_navigation.py`)."""
        inside, outside = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for group in self.groups:
            for anchor, pages in group.anchors.items():
                told = inside if group.has(anchor, template) else outside
                told[anchor.url, anchor.words] += pages
        return sorted(link for link, pages in inside.items() if pages > outside[link])

    def parts(self) -> Iterator[tuple[Group, list[Part]]]:
        """The groups with what is template in them, the largest first."""
        content = self.content()
        for group in sorted(self.groups, key=lambda one: -one.pages):
            yield group, list(group.parts(content))

    def group_of(self, page: Seen) -> Group | None:
        """The group whose layout a page has."""
        outline = page.outline
        alike = [
            (similarity(group.outline, outline), group.pages, -number)
            for number, group in enumerate(self.groups)
        ]
        best = max(alike, default=None)
        return self.groups[-best[2]] if best is not None and best[0] >= ALIKE else None

    def packed(self) -> bytes:
        """At most MOST_BYTES: the trees of the smallest groups are left out first, then these groups."""
        kept = sorted(self.groups, key=lambda group: group.pages)
        trees = {id(group) for group in kept}
        while True:
            said = [
                _VERSION,
                self.looked,
                self.read,
                [_packed(group, id(group) in trees) for group in self.groups if group in kept],
            ]
            data = zlib.compress(
                json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"),
                3,
            )
            if len(data) <= MOST_BYTES or not kept:
                return data
            smallest = next((group for group in kept if id(group) in trees), None)
            if smallest is not None:
                trees.discard(id(smallest))
            else:
                kept.pop(0)

    @classmethod
    def unpacked(cls, data: bytes) -> Site:
        """ValueError for anything but what `packed` gives."""
        try:
            inflating = zlib.decompressobj()
            text = inflating.decompress(data, 256 << 20)
            version, looked, read, groups = json.loads(text.decode("utf-8", "surrogatepass"))
            if version != _VERSION:
                raise ValueError("of another version")
            site = cls()
            site.looked = int(looked)
            site.read = {str(batch): int(serial) for batch, serial in read.items()}
            site.groups = [_unpacked(values) for values in groups]
        except (TypeError, KeyError, IndexError, AttributeError, RecursionError, zlib.error) as error:
            raise ValueError(f"no template of a site ({type(error).__name__})") from error
        return site


def _packed(group: Group, with_tree: bool) -> list[Any]:
    return [
        group.outline,
        list(group.members),
        group.again,
        [[*unit, pages] for unit, pages in group.units.values()],
        [[sign, *region] for sign, region in group.regions.items()],
        list(group.lost.items()),
        [[*anchor, pages] for anchor, pages in group.anchors.items()],
        [[label, *said] for label, said in group.labels.items()],
        group.tree.packed() if with_tree else None,
    ]


def _unpacked(values: Iterable[Any]) -> Group:
    outline, members, again, units, regions, lost, anchors, labels, tree = values
    group = Group([str(path) for path in outline])
    group.members = dict.fromkeys(map(int, members))
    group.again = int(again)
    for key, place, size, linked, text, label, pages in units:
        unit = Unit(int(key), int(place), int(size), int(linked), str(text), int(label))
        group.units[unit.key] = unit, int(pages)
    group.regions = {
        int(sign): Region(int(around), str(name), int(pages)) for sign, around, name, pages in regions
    }
    group.lost = {int(place): int(size) for place, size in lost}
    for url, words, key, place, pages in anchors:
        group.anchors[Anchor(str(url), str(words), int(key), int(place))] = int(pages)
    group.labels = {int(label): (int(pages), str(host)) for label, pages, host in labels}
    group.tree = StyleTree.unpacked(tree) if tree is not None else StyleTree()
    return group

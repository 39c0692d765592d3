"""What holds for any two pages, tried on random and on broken ones."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from app.blocks.compare.changes import Change, Comparison
from app.blocks.compare.differing import compare
from app.blocks.page.lines import Shown
from app.blocks.page.spans import scan
from app.words.sequences import align
from tests import hostile
from tests.app.blocks.comparing import of_texts

INLINE = ["b", "i", "a", "span", "font color=red", "em", "label", "button", "textarea", "svg", "ins", "x-y"]
BLOCKS = [
    "p",
    "div",
    "h1",
    "ul",
    "li",
    "section",
    "table",
    "tr",
    "td",
    "blockquote",
    "pre",
    "dl",
    "dt",
    "center",
    "form",
]
WORDS = st.sampled_from(
    ["alpha", "beta", "网页", "天网", "归档，回放。", "2008", "x", "A&amp;B", "&lt;tag&gt;", "naïve"]
)
PIECE = st.one_of(
    WORDS,
    WORDS.map(lambda word: f" {word} "),
    st.sampled_from([f"<{tag}>" for tag in INLINE + BLOCKS]),
    st.sampled_from([f"</{tag.split()[0]}>" for tag in INLINE + BLOCKS]),
    st.sampled_from(
        [
            "<br>",
            "<br><br>",
            "<hr>",
            "<img src=a.png>",
            "<a href=/x>",
            "<!-- c -->",
            "<script>s()</script>",
            "\n",
            "<title>t</title>",
            "<style>x</style>",
            "<noscript>off</noscript>",
        ]
    ),
)
SOUP = st.lists(PIECE, max_size=40).map("".join)
PARAGRAPHS = st.lists(
    st.tuples(st.sampled_from(["p", "h2", "li", "div", "td"]), st.lists(WORDS, min_size=1, max_size=8)),
    max_size=12,
)


def written(paragraphs: list[tuple[str, list[str]]]) -> str:
    return "".join(f"<{tag}>{' '.join(words)}</{tag}>" for tag, words in paragraphs)


PAGE = PARAGRAPHS.map(written)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str]:
    """A page, and the same with some paragraphs cut out, doubled, moved or with other words."""
    old = draw(
        st.lists(
            st.tuples(st.sampled_from(["p", "h2", "li", "div"]), st.lists(WORDS, min_size=1)), min_size=1
        )
    )
    new = list(old)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(new)))
        taken = new[at : at + draw(st.integers(1, 3))]
        what = draw(st.sampled_from(["cut", "copy", "move", "word"]))
        if what in ("cut", "move"):
            del new[at : at + len(taken)]
        if what in ("copy", "move"):
            place = draw(st.integers(0, len(new)))
            new[place:place] = taken
        if what == "word":
            new[at : at + len(taken)] = [(tag, [*words, "new"]) for tag, words in taken]
    return written(old), written(new)


PAIR = st.one_of(edited(), st.tuples(st.one_of(PAGE, SOUP), st.one_of(PAGE, SOUP)))


def squeezed(text: str) -> str:
    return "".join(text.split())


def rest(data: bytes, spans: list[tuple[int, int] | None]) -> bytes:
    """The bytes outside of spans, which must not overlap."""
    pieces, position = [], 0
    for start, end in sorted(span for span in spans if span is not None):
        assert position <= start <= end <= len(data)
        pieces.append(data[position:start])
        position = end
    return b"".join([*pieces, data[position:]])


def faults(result: Comparison, a: bytes, b: bytes) -> list[str]:
    """The rules for comparisons of two pages that one breaks. Spans that overlap raise."""
    reported = [change for change in result.changes if change.kind != "unchanged"]
    starts = [change.span_b[0] for change in result.changes if change.span_b and change.kind != "layout"]
    rest(a, [change.span_a for change in result.changes])
    rest(b, [change.span_b for change in result.changes])
    silent_a, silent_b = rest(a, [one.span_a for one in reported]), rest(b, [one.span_b for one in reported])
    kept = {
        "what is not reported is the same, byte for byte": silent_a == silent_b,
        "changes are in the order of the newer version": starts == sorted(starts),
        "a share is between none and all": 0.0 <= result.changed_share <= 1.0,
        "nothing is noise by itself": result.real_share == pytest.approx(result.changed_share),
    }
    found = [rule for rule, holds in kept.items() if not holds]
    for change in result.changes:
        found += [f"{rule}: {change.path_a} -> {change.path_b}" for rule in broken_by(change, a, b)]
    return found


def broken_by(change: Change, a: bytes, b: bytes) -> list[str]:
    """The rules that a change breaks."""
    one, two = change.span_a, change.span_b
    silent = change.kind in ("unchanged", "markup") or (change.moved and not change.differs)
    is_same = one is not None and two is not None and a[slice(*one)] == b[slice(*two)]
    kept = {
        "words are the older text": "".join(piece[1] for piece in change.words) == change.text_a,
        "words are the newer text": "".join(piece[2] for piece in change.words) == change.text_b,
        "what has a path has bytes": (change.path_a is None, change.path_b is None)
        == (one is None, two is None),
        "what is unchanged is the same": is_same or change.kind != "unchanged",
        "what says the same marks nothing": not silent
        or (change.size == 0 and change.text_a == change.text_b),
        "what was added was nowhere": one is None or change.kind != "added",
        "what was removed is nowhere": two is None or change.kind != "removed",
    }
    return [rule for rule, holds in kept.items() if not holds]


@settings(max_examples=100)
@given(SOUP)
def test_lines_hold_all_visible_text(html: str) -> None:
    """The lines of a page are its words; their stretches of the source are all of it, one after the other."""
    html = html.replace("<title>t</title>", "")  # seen or not, as it comes
    found = scan(html)
    lines = Shown(found).lines(0, len(html))
    shown = squeezed("".join(line.text for line in lines))
    plain = squeezed("".join(text.text_content or "" for text in _texts(html)))
    assert Counter(shown) == Counter(plain)
    if lines:
        assert [line.start for line in lines] == [0, *(line.end for line in lines[:-1])]
        assert lines[-1].end == len(html)


def _texts(html: str) -> list[object]:
    hidden = {"script", "style", "template", "title"}
    root = LexborHTMLParser(html, scripting=True).root
    found = []
    for node in root.traverse(include_text=True) if root is not None else ():
        if node.tag == "-text":
            parent = node.parent
            while parent is not None and parent.tag not in hidden:
                parent = parent.parent
            if parent is None:
                found.append(node)
    return found


@settings(max_examples=75)
@given(SOUP)
def test_a_page_and_itself(html: str) -> None:
    """compare(x, x) finds nothing."""
    result = compare(html.encode(), html.encode(), charset_a="utf-8", charset_b="utf-8")
    assert {change.kind for change in result.changes} <= {"unchanged"}
    assert result.similarity == 1.0


@settings(max_examples=150)
@given(PAIR)
def test_no_change_is_missed(pages: tuple[str, str]) -> None:
    """Bytes outside what is reported are the same in both; words add up; nothing is reported twice."""
    a, b = pages[0].encode(), pages[1].encode()
    assert faults(compare(a, b, charset_a="utf-8", charset_b="utf-8"), a, b) == []


@settings(max_examples=50)
@given(PAIR)
def test_the_other_way_round(pages: tuple[str, str]) -> None:
    """Swapping the versions finds changes where there were some, and words where there were words."""
    a, b = pages[0].encode(), pages[1].encode()
    there = compare(a, b, charset_a="utf-8", charset_b="utf-8")
    back = compare(b, a, charset_a="utf-8", charset_b="utf-8")
    assert (there.similarity == 1.0) == (back.similarity == 1.0)
    for kinds in (("unchanged",), ("unchanged", "moved", "markup", "layout")):
        quiet = [all(c.kind in kinds and not c.size for c in found.changes) for found in (there, back)]
        assert quiet[0] == quiet[1]


@given(st.text(alphabet="ab\n 中", max_size=80), st.text(alphabet="ab\n 中", max_size=80))
def test_plain_texts(a: str, b: str) -> None:
    """All lines that say something are there, on both sides, each once."""
    result = of_texts(a, b)
    assert Counter(change.text_a for change in result.changes if change.path_a) == Counter(
        line.rstrip() for line in a.splitlines() if line.strip()
    )
    assert [change.text_b for change in result.changes if change.path_b] == [
        line.rstrip() for line in b.splitlines() if line.strip()
    ]
    for change in result.changes:
        assert (change.kind == "unchanged") <= (change.text_a == change.text_b)
        assert (change.kind == "changed") <= (change.text_a != change.text_b)


@given(st.lists(st.integers(0, 6), max_size=40), st.lists(st.integers(0, 6), max_size=40))
def test_alignment_rises_and_pairs_equals(a: list[int], b: list[int]) -> None:
    """Pairs are equal and rise in both; in small sequences there are as many as there can be."""
    pairs = align(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(p[0] < q[0] and p[1] < q[1] for p, q in pairwise(pairs))
    longest = [0] * (len(b) + 1)
    for x in a:
        previous = 0
        for j, y in enumerate(b):
            kept = longest[j + 1]
            longest[j + 1] = previous + 1 if x == y else max(longest[j + 1], longest[j])
            previous = kept
    assert len(pairs) >= longest[-1] * 0.6


@pytest.mark.parametrize("seed", range(0, hostile.COUNT, 5))  # of all six families
def test_hostile_pages(seed: int) -> None:
    """Hostile pages against halves of them and others of their family: nothing raises, nothing is missed."""
    data, charset = hostile.page(seed), hostile.charset(seed)
    other = data[: len(data) // 2] + data[len(data) // 3 :]
    assert faults(compare(data, other, charset_a=charset, charset_b=charset), data, other) == []
    other, another = hostile.page(seed + 6), hostile.charset(seed + 6)
    assert faults(compare(data, other, charset_a=charset, charset_b=another), data, other) == []
    same = compare(data, data, charset_a=charset, charset_b=charset)
    assert {change.kind for change in same.changes} <= {"unchanged"}


def test_mutated_pages(samples: Path) -> None:
    """Real pages against themselves with stretches cut out, doubled and moved, in several encodings."""
    pages = [path.read_bytes() for path in sorted((samples / "pairs").glob("0*/a.html"))]
    pages = [page for page in pages if len(page) < 20_000]
    if not pages:
        pytest.skip("the page pairs are not here")
    rng = random.Random(2008)
    for number in range(120):
        page = rng.choice(pages)
        if number % 3 == 0:
            charset = rng.choice(("gb18030", "shift_jis", "windows-1252", "utf-16", "iso2022_jp"))
            page = page.decode("utf-8", "replace").encode(charset, "xmlcharrefreplace")
        a, b = mutated(rng, page), mutated(rng, page)
        assert faults(compare(a, b), a, b) == []


def mutated(rng: random.Random, page: bytes) -> bytes:
    """The page with up to six stretches of it cut out, doubled or moved."""
    data = bytearray(page)
    for _ in range(rng.randint(0, 6)):
        start = rng.randrange(len(data) + 1)
        stretch = bytes(data[start : start + int(rng.expovariate(1 / 200))])
        if rng.random() < 0.7:
            del data[start : start + len(stretch)]
        if rng.random() < 0.6:
            place = rng.randrange(len(data) + 1)
            data[place:place] = stretch
    return bytes(data)

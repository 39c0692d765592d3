"""Pages with more elements than can be read in time: told by their texts, whole, and with a warning."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from app.blocks.compare.differing import compare, cut_both
from app.blocks.cutting import rough
from app.blocks.cutting.rough import WARNING, scan_texts
from app.blocks.page.spans import OWN_LINE, scan
from app.blocks.page.tree import BlockTree, rebuild, shown_text

WORDS = [f"{kind}{number}" for number in range(700) for kind in ("river", "stone")]


@pytest.fixture
def few_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is too large from 1000 elements on."""
    monkeypatch.setattr(rough, "MOST_ELEMENTS", 1000)
    monkeypatch.setattr("app.blocks.compare.differing.MOST_ELEMENTS", 1000)


def page(body: str) -> bytes:
    return f"<!DOCTYPE html><html><head><title>Rows</title></head>\n<body class=x>{body}</body></html>\n".encode()


def rows(words: list[str]) -> bytes:
    return page("".join(f"<div><b>{word}</b></div>\n" for word in words))


def is_whole(tree: BlockTree, data: bytes) -> bool:
    return rebuild(tree.layout(), [tree.content(leaf) for leaf in tree.leaves()]) == data


def reversed_words() -> list[str]:
    return [word[::-1] for word in WORDS]


@pytest.mark.usefixtures("few_elements")
def test_the_texts_of_a_large_page_are_its_blocks() -> None:
    a, b = rows(WORDS), rows(reversed_words())
    trees = cut_both(a, b)
    for tree, data in zip(trees, (a, b), strict=True):
        assert tree.warnings == (WARNING,)
        assert is_whole(tree, data)
        assert 100 < len(tree.blocks) < 1400
        assert tree.blocks[0].path == "/html[1]/body[1]#1"
        assert all(tree.content(leaf).endswith(b"</div>") for leaf in tree.leaves()[:-1])
    said = "\n".join(shown_text(trees[0].scan, *leaf.places) for leaf in trees[0].leaves())
    assert said.split() == WORDS


@pytest.mark.usefixtures("few_elements")
def test_a_change_disturbs_its_own_block_alone() -> None:
    edited = [*WORDS[:300], "something", "new", *WORDS[301:]]
    result = compare(rows(WORDS), rows(edited))
    assert {f"version {name}: {WARNING}" for name in "ab"} <= set(result.warnings)
    changed = [change for change in result.changes if change.kind != "unchanged"]
    assert sum(len(change.text_a.split()) for change in changed) < 40
    told = " ".join(change.text_b for change in changed)
    assert "something" in told
    assert "new" in told
    assert all((change.path_b or "").startswith("/html[1]/body[1]#") for change in changed)


@pytest.mark.usefixtures("few_elements")
@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ('<a href="/0/7">x7</a>', '<a href="/other">x7</a>', "changed"),
        ('<a href="/0/7">x7</a>', '<a class="k" href="/0/7">x7</a>', "markup"),
        ("<script>7</script>", "<script>8</script>", "markup"),
        ('<iframe src="7"></iframe>', '<iframe src="8"></iframe>', "changed"),
    ],
)
def test_changes_that_are_no_words_are_told(before: str, after: str, kind: str) -> None:
    rng = random.Random(7)
    # a page that shares little with the other one, but for the middle
    middle = "".join(
        f'<a href="/0/{n}">x{n}</a><script>{n}</script><iframe src="{n}"></iframe> ' for n in range(300)
    )
    assert before in middle
    other = "".join(f"<i>{rng.random()}</i>" for _ in range(400))
    pages = [page(middle + other), page(middle.replace(before, after) + other.replace("0.", "1."))]
    result = compare(*pages)
    assert result.tree_a is not None
    assert result.tree_a.scan.rough
    first = next(change for change in result.changes if change.kind != "unchanged")
    assert first.kind == kind


@pytest.mark.usefixtures("few_elements")
def test_pictures_without_words_are_blocks_too() -> None:
    pictures = [f'<img src="/{n * 7919 % 1000}.png">' for n in range(1200)]
    a, b = page("".join(pictures)), page("".join([*pictures[:600], '<img src="/new.png">', *pictures[601:]]))
    trees = cut_both(a, b)
    assert is_whole(trees[0], a)
    assert is_whole(trees[1], b)
    assert len(trees[0].leaves()) > 100
    changed = [change for change in compare(a, b).changes if change.kind != "unchanged"]
    assert 0 < len(changed) < 4


@pytest.mark.usefixtures("few_elements")
def test_little_that_changed_in_a_large_page_is_told_in_its_structure() -> None:
    """The older version can be read, and the newer one need not be."""
    words = WORDS[:300]
    a, b = rows(words), rows([*words[:100], "another", *words[101:]])
    assert len(words) * 2 * 2 > 1000
    result = compare(a, b)
    assert result.tree_a is not None
    assert not result.tree_a.scan.rough
    assert not result.warnings


def test_what_is_as_much_work_as_elements_counts_like_them() -> None:
    text = "x" * rough.MOST_ELEMENTS
    assert rough.count_elements(f"{text}<p>a<p>b</p>") == 2
    assert rough.count_elements(f"{text}<p>a</p></b></x></p>") == 4
    assert rough.count_elements(f"{text}<p>{'&eacute;' * 12}</p>") == 4
    assert rough.count_elements("<p>" * 100) == 0, "a short page"


@pytest.mark.usefixtures("few_elements")
def test_pages_that_need_the_parser_are_large_sooner() -> None:
    misnested = "<b><i>one</b></i>"
    a, b = rows([*WORDS[:210], misnested]), rows([*reversed_words()[:210], misnested])
    assert compare(a, b).warnings[-1] == f"version b: {WARNING}"
    assert not compare(rows(WORDS[:210]), rows(reversed_words()[:210])).warnings


def made(rng: random.Random) -> str:
    """Any markup, with raw elements and comments, some without an end."""
    pieces = [
        "<p>",
        "</p>",
        "<DIV class='a>b'>",
        "</div>",
        "<br>",
        "<b>",
        "</b>",
        '<a href="x>">',
        "</a>",
        "words ",
        "a < b ",
        "&amp; ",
        "<!-- c -- > <p> -->",
        "<script>if (a<b) '</p>'</script>",
        "<style>p{}</style>",
        "\n",
        " ",
        "<td>",
        "<textarea>t</textarea>",
        "<img src=a/>",
        "<?pi?>",
        "<!x>",
        "</ >",
        "<x-y z=1>",
    ]
    endings = ["", "", "<!-- open", "<script>open", "<p class='open", "<", "</", "<a"]
    return "".join(rng.choices(pieces, k=rng.randrange(40))) + rng.choice(endings)


def test_the_same_texts_are_seen_as_by_the_scan_for_tags() -> None:
    """On lines of their own where those are."""
    for seed in range(600):
        text = made(random.Random(seed))
        assert said(scan_texts(text)) == said(scan(text)), (seed, text)


def said(found: Any) -> list[tuple[str, bool]]:
    """The texts with something on them, and whether each begins on a line of its own."""
    lines: list[tuple[str, bool]] = []
    fresh = True
    for start, end, own_line in found.texts:
        fresh = fresh or own_line
        written = found.text[start:end].split()
        if written:
            lines.append((" ".join(written), fresh))
            fresh = False
    return lines


def test_names_in_either_writing_begin_lines() -> None:
    for name in sorted(OWN_LINE - {"title"}):
        for written in (name, name.upper()):
            found = scan_texts(f"a<{written}>b</{written}>c")
            assert [own_line for *_, own_line in found.texts] == [True, True, True], written


SHAPES: dict[str, Callable[[int], str]] = {
    "line breaks": lambda n: "<br>" * n,
    "open tags": lambda n: "<a " * n,
    "open quotes": lambda n: "<a b='" * n,
    "open comments": lambda n: "<!--" * n,
    "open scripts": lambda n: "<script>" * n,
    "signs": lambda n: "<" * n,
    "ends": lambda n: "x</" * n,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_with_the_page(shape: str) -> None:
    """Not with its square. Other work on the machine only adds to a time, so the least of some are compared."""
    texts = [SHAPES[shape](count) for count in (20_000, 80_000)]
    least = [9.0, 9.0]
    for _ in range(20):
        for size, text in enumerate(texts):
            start = time.process_time()
            scan_texts(text)
            least[size] = min(least[size], time.process_time() - start)
        if least[1] < 12 * least[0] + 0.02 or least[1] > 5:
            break
    assert least[1] < 12 * least[0] + 0.02, least

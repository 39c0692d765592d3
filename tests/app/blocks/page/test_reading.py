"""The tree that is read from the source of an ordinary page is the parser's tree."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.blocks.page.node import Node
from app.blocks.page.parsing import build
from app.blocks.page.reading import read
from app.blocks.page.spans import scan
from app.blocks.page.styles import RenderedStyle, StaticStyle
from extractors.base.charset import decode

TAGS = [
    *(
        "p",
        "div",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "tr",
        "td",
        "th",
        "tbody",
        "colgroup",
        "col",
        "a",
        "b",
    ),
    "font",
    *(
        "span",
        "h1",
        "h2",
        "form",
        "select",
        "option",
        "optgroup",
        "pre",
        "br",
        "img",
        "input",
        "textarea",
        "button",
    ),
    *(
        "svg",
        "path",
        "title",
        "script",
        "style",
        "center",
        "object",
        "section",
        "iframe",
        "datalist",
        "hr",
        "noscript",
    ),
    *("marquee", "dialog", "address"),
]
WORDS = [
    "word ",
    "\n",
    " ",
    "&nbsp;",
    "&amp;",
    "<",
    "</>",
    "汉",
    "\r\n",
    "<!-- c -->",
    "<?pi?>",
    "\x0b",
    "</em>",
    "\n\nq",
]
ATTRIBUTES = [
    "",
    "",
    " class=x",
    " type=hidden",
    "/",
    " bgcolor=red",
    ' title="<b>"',
    " width=300 height='200'",
    " a='",
]
LOOSE = st.one_of(
    st.sampled_from(WORDS),
    st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
    st.builds("</{}>".format, st.sampled_from(TAGS)),
)
CLOSED = st.recursive(
    st.sampled_from(WORDS),
    lambda inside: st.builds(
        "<{0}{1}>{2}</{0}>".format,
        st.sampled_from(TAGS),
        st.sampled_from(ATTRIBUTES),
        st.lists(inside, max_size=3).map("".join),
    ),
    max_leaves=8,
)
FRAMES = [
    "{}",
    "<html><head><title>t</title></head><body>{}</body></html>",
    "<!DOCTYPE html><body>{}</body> <!-- c -->\n</html>\n<script>x</script>",
    "<ul><li>{}<li>x</ul>",
    "<body><table><tr><td>{}</table>",
    "<body><p>{}<div>x</div>",
]


def described(root: Node, start_matters: bool) -> list[tuple[object, ...]]:
    """What the tree says of each node, without what is too light to be looked into, and without head and ends."""
    found: list[tuple[object, ...]] = []
    pending = [(root, 0)]
    while pending:
        node, depth = pending.pop()
        said: tuple[object, ...] = (depth, node.tag, node.kind, node.number, node.weight, node.background)
        said += (node.position if node.tag == "-text" else 0,)
        if node.tag not in ("html", "head"):
            said += (node.inline, node.pure, node.mapped, node.first, node.last, node.count > 0)
            said += (node.start, node.end if start_matters else 0)
        found.append(said)
        if node.weight >= 24 and node.tag != "head":
            pending += [(child, depth + 1) for child in reversed(node.children)]
    return found


def parsed(text: str) -> Node:
    return build(scan(text), StaticStyle())[0]


def otherwise(text: str, *, ends: bool) -> list[str] | None:
    """What was read and is not as the parser, or the scan, has it; None for a page that is left to the parser."""
    found = read(text, StaticStyle())
    if found is None:
        return None
    by_scan = scan(text)
    wrong = ["tree"] if described(found[1], ends) != described(parsed(text), ends) else []
    names = ("names", "starts", "ends", "texts")
    return wrong + [name for name in names if getattr(found[0], name) != getattr(by_scan, name)]


@given(st.sampled_from(FRAMES), st.lists(st.one_of(CLOSED, LOOSE), max_size=9).map("".join))
@settings(max_examples=250)
def test_what_is_read_is_what_a_parser_sees(frame: str, inside: str) -> None:
    """Where an end tag is left out or stray, the scan that the parser is given knows less of where an element ends."""
    assert otherwise(frame.format(inside), ends=False) in ([], None)


def mutated(rng: random.Random, text: str) -> str:
    """The page with a few stretches of it cut out, doubled or moved, and a tag more."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = start + int(rng.expovariate(1 / 100))
        taken, place = text[start:end], rng.randrange(len(text) + 1)
        if rng.random() < 0.5:
            text = text[:start] + text[end:]
        text = text[:place] + rng.choice([taken, "<p>", "</div>", "<li>", "<b>", "</td>", "x"]) + text[place:]
    return text


def test_every_sample_page_is_read_as_a_parser_sees_it(samples: Path) -> None:
    """Each version of each pair, as it is and mutated; most of the pages as they are need no parser."""
    rng = random.Random(2008)
    pages = sorted((samples / "pairs").glob("**/[ab].html"))
    if not pages:
        pytest.skip("the page pairs are not here")
    whole = changed = 0
    for path in pages:
        text = decode(path.read_bytes(), None)[0]
        found = otherwise(text, ends=False)
        assert found in ([], None), path
        whole += found is not None
        if len(text) < 100_000:
            other = mutated(rng, text)
            found = otherwise(other, ends=False)
            assert found in ([], None), (path, other)
            changed += found is not None
    assert whole > 0.5 * len(pages)
    assert changed > 20


LONG = "Words that are long enough to be looked into. "


@pytest.mark.parametrize(
    "body",
    [
        f"<p>{LONG}<p>{LONG}<div>{LONG}</div>",
        f"<ul><li>{LONG}<li>{LONG}<ul><li>{LONG}</ul></ul>",
        f"<dl><dt>{LONG}<dd>{LONG}<dt>{LONG}</dl>",
        f"<table><tr><td>{LONG}<td>{LONG}<tr><th>{LONG}</table>",
        f"<table><thead><tr><td>{LONG}</thead><tbody><td>{LONG}</table>",
        f"<table><colgroup><col><col><tr><td>{LONG}</table>",
        f"<div>{LONG}</p>{LONG}</div>",
        f"<div>{LONG}</i>{LONG}<b>b</b></div>",
        f"<h3>{LONG}</h5>{LONG}",
        f"<h2>{LONG}<h2>{LONG}</h2>",
        f"<a name=x>{LONG}<a href=y>{LONG}</a>",
        f"<form>{LONG}<select><optgroup><option>{LONG}<option>{LONG}<optgroup><option>a</select></form>",
        f"<svg viewBox='0 0 9 9'><title>t</title><g><path d='a'/></g></svg>{LONG}",
        f"<pre>\n{LONG}\n\n{LONG}</pre><textarea>\n{LONG}</textarea>",
        f"<DIV><IMG SRC=a WIDTH=300 HEIGHT=200><P ALIGN=center>{LONG}</DIV>",
        f"<script>document.write('<p>')</script><iframe src=a>{LONG}</iframe><p>{LONG}</p>",
        f"<x-part><p>{LONG}</p></x-part><noscript><p>{LONG}</noscript>",
        f"<p {' '.join(f'a{n}' for n in range(3000))}>{LONG}</p><img src='data:,{'x' * 5000}'>",
    ],
)
def test_ordinary_pages_are_read(body: str) -> None:
    text = f"<!DOCTYPE html>\n<html>\n<head><title>t</title>\n</head>\n<body>\n{body}</body>\n</html>\n"
    assert otherwise(text, ends=True) == []


@pytest.mark.parametrize(
    "page",
    [
        "<p><b>a</p><p>b</b>",  # formatting goes on in the next paragraph
        "<table>words<tr><td>a</table>",  # moved before the table
        "<form><form>a</form>",
        "<p>a<table><tr><td>b</table>",  # depends on the document type
        "<p title='a>b</p>",
        "<frameset><frame src=a></frameset>",
        "<div><script><!--<script></script>--></script>a",
        "<p>a\0b",
        "words without a body",
        "<p>a</p><!-- open",
        "<div>" * 200,
        "<body><p>a</html></p><div>b</div>",  # what was open ends behind the page
        "<body>\n</body>a>\n",  # words behind the page
    ],
)
def test_other_pages_are_left_to_the_parser(page: str) -> None:
    assert read(page, StaticStyle()) is None


def test_measured_pages_are_left_to_the_parser() -> None:
    assert read("<body><p>a</p></body>", RenderedStyle({})) is None


@pytest.mark.parametrize(
    "page",
    [
        "<body>" + "<p>a<b>c</b>" * 50_000,
        "<body>" + "a</i>" * 50_000,
        "<body>" + "<table><tr><td>a</table>" * 20_000,
        "<body>" + "<li>a</p>" * 40_000,
        "<body>" + "<a b='" * 50_000,
        "<body>" + "<p>a</div" * 50_000,
        "<body>" + "<script>" * 50_000,
    ],
    ids=lambda page: page[6:20],
)
def test_reading_is_linear(page: str) -> None:
    start = time.process_time()
    read(page, StaticStyle())
    assert time.process_time() - start < 3

"""Documents as Markdown and as HTML pages that stand alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from extractors.base.types import Document, Part
from extractors.door.registry import extract
from extractors.door.rendering import to_html, to_markdown

PARTS = (
    Part("heading", "Head", 2),
    Part("paragraph", "a *b* <c>\nnext"),
    Part("item", "one", 1),
    Part("item", "two", 2),
    Part("quote", "said"),
    Part("code", "x = `1`"),
    Part("table", "", rows=(("a|b", "c"), ("d",))),
    Part("image", "pic", url="http://e.org/x.png"),
    Part("image", "bad", url="javascript:alert(1)"),
)


def document(*parts: Part, title: str = "T & <t>") -> Document:
    return Document("html", "text/html", title=title, language="zh-CN", parts=parts)


def test_markdown() -> None:
    assert to_markdown(document(*PARTS)) == (
        "# T & \\<t\\>\n\n## Head\n\na \\*b\\* \\<c\\>  \nnext\n\n- one\n  - two\n\n> said\n\n```\nx = `1`\n```\n\n"
        "| a\\|b | c |\n| --- | --- |\n| d |  |\n\n![pic](<http://e.org/x.png>)\n"
    )


def test_lines_that_look_like_markup_stay_text() -> None:
    assert to_markdown(document(Part("paragraph", "# no\n1. no\n- no\n> no"), title="")) == (
        "\\# no  \n1\\. no  \n\\- no  \n\\> no\n"
    )


def test_html_stands_alone() -> None:
    page = to_html(document(*PARTS))
    assert page.startswith('<!DOCTYPE html>\n<html lang="zh-CN">')
    tree = html.fromstring(page)
    assert tree.findtext(".//title") == "T & <t>" == tree.findtext(".//h1")
    assert not tree.xpath("//script|//img|//link|//iframe|//@onclick|//@src")
    assert tree.xpath("//a/@href") == ["http://e.org/x.png"]
    assert [item.text for item in tree.iter("li")] == ["one", "two"]


def test_the_title_is_not_written_twice() -> None:
    shown = document(Part("heading", "Same", 1), title="Same")
    assert to_markdown(shown) == "# Same\n" and to_html(shown).count("<h1>") == 1


def test_a_document_without_parts_shows_its_text() -> None:
    plain = Document("pdf", "application/pdf", text="words")
    assert to_markdown(plain) == "words\n" and "<p>words</p>" in to_html(plain)
    assert to_markdown(Document("binary", "x/y")) == ""


@settings(max_examples=50)
@given(st.text(max_size=60), st.sampled_from(["heading", "paragraph", "item", "quote", "code"]))
def test_no_text_becomes_markup(text: str, kind: str) -> None:
    """What the page shows is the text, whatever is in it."""
    page = to_html(document(Part(kind, text, 1), title=""))  # type: ignore[arg-type]
    again = extract(page.encode("utf-8", "replace"), declared_type="text/html", charset="utf-8")
    assert not again.links and all(part.kind != "table" for part in again.parts)


def test_numbered_lists_keep_their_numbers() -> None:
    document = Document(
        "html",
        "text/html",
        parts=(
            Part("item", "three", 1, places="3."),
            Part("item", "letter", 2, places="a."),
            Part("item", "four", 1, places="4."),
            Part("item", "bullet", 1),
        ),
    )
    assert to_markdown(document) == "3. three\n    - a. letter\n4. four\n- bullet\n"
    body = to_html(document).partition("<body>")[2]
    assert " ".join(body.split()) == (
        '<ol> <li value="3">three</li> <ul> <li>a. letter</li> </ul> <li value="4">four</li> </ol> '
        "<ul> <li>bullet</li> </ul> </body> </html>"
    )


def test_where_it_comes_from_stands_above_and_is_a_link_only_where_that_is_safe() -> None:
    made = to_html(document(Part("paragraph", "x")), "http://a.test/?a=1&b=<2", "2026-11-21 08:00:00 UTC")
    assert '<a href="http://a.test/?a=1&amp;b=&lt;2">' in made and "2026-11-21 08:00:00 UTC</p>" in made
    assert "<a " not in to_html(document(Part("paragraph", "x")), "javascript:alert(1)", "")
    assert (
        to_markdown(document(Part("paragraph", "x"), title=""), "http://a.test/", "then")
        == "<http://a.test/>, then\n\nx\n"
    )
    assert to_markdown(document(Part("paragraph", "x"), title=""), "no <address>", "").startswith(
        "no \\<address\\>"
    )

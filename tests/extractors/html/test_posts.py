"""Posts of threads with authors and dates, and what pages say of products."""

from __future__ import annotations

import json

import pytest

from extractors.base.packing import pack, unpack
from extractors.base.types import Document, Post, Product
from extractors.door import described
from extractors.html import parts, posts, product
from extractors.html.links import page_resolver
from extractors.html.tree import Page

TEXT = "I counted the leaves of the south basin twice, and there were one hundred and twenty-eight of them."


def _read(body: str) -> tuple[Page, list[parts.Block], tuple]:
    page = Page(f"<html><body>{body}</body></html>".encode(), "utf-8")
    blocks = parts.blocks(page.root, page_resolver(page, None))
    return page, blocks, tuple(block.part for block in blocks)


def _posts(body: str) -> list[tuple[str, str, str]]:
    """Author, date and first words of each post, where all of a page is its main text."""
    page, blocks, main = _read(body)
    return [
        (post.author, post.date, main[post.part].text[:20]) for post in posts.found(page.root, blocks, main)
    ]


XENFORO = """<article class="message"><h4 class="message-name"><a class="username" href="/members/{name}.1/">{name}</a></h4>
<ul><li><a href="/threads/1/post-1"><time datetime="2024-03-0{day}T10:00:00+01:00">Mar {day}, 2024</time></a></li></ul>
<div class="bbWrapper">{text}</div></article>"""
PHPBB = """<div class="post bg2"><p class="author">by <a href="./memberlist.php?mode=viewprofile&amp;u=3">{name}</a> »
<span class="date">Fri Mar 0{day}, 2024 10:00 am</span></p><div class="content">{text}</div></div>"""
SCHEMA = """<div itemscope itemtype="https://schema.org/Comment" class="c"><span itemprop="author"><span itemprop="name">
{name}</span></span><meta itemprop="dateCreated" content="2024-03-0{day}"><p itemprop="text">{text}</p></div>"""


@pytest.mark.parametrize("layout", [XENFORO, PHPBB, SCHEMA], ids=["time", "words", "schema.org"])
def test_the_posts_of_a_thread_in_their_order(layout: str) -> None:
    written = [("Ada", 1), ("Bo", 2), ("Ada", 3)]
    body = "".join(layout.format(name=name, day=day, text=f"{name} {day}: {TEXT}") for name, day in written)
    found = _posts(f"<div class='thread'>{body}</div>")
    assert [author for author, _, _ in found] == ["Ada", "Bo", "Ada"]
    assert [date[:10] for _, date, _ in found] == ["2024-03-01", "2024-03-02", "2024-03-03"]


def test_an_answer_inside_a_post_is_a_post_of_its_own() -> None:
    inner = f"<div class='comment'><a href='/user/bo'>Bo</a><time datetime='2024-03-02'></time><p>Bo: {TEXT}</p></div>"
    outer = f"<a href='/user/ada'>Ada</a><time datetime='2024-03-01'></time><p>Ada: {TEXT}</p>"
    body = f"<div class='comment'>{outer}{inner}</div>"
    assert [one[:2] for one in _posts(f"<div>{body}</div>")] == [("Ada", "2024-03-01"), ("Bo", "2024-03-02")]


def test_names_are_those_of_people() -> None:
    post = (
        "<div class='post'><a href='/u/ada' class='avatar'>A</a><div class='user-info'><a href='/posts/1/revisions'>edited"
        " Feb 12, 2011</a></div><div class='user-details'><a href='/u/ada'><b>Ada</b> <i>Ada</i></a></div>"
        "<p>{text}</p></div>"
    )
    assert [one[0] for one in _posts(post.format(text=TEXT) * 2)] == ["Ada", "Ada"]


def test_an_article_with_one_author_has_no_posts() -> None:
    assert not _posts(
        f"<div class='post'><a rel='author' href='/author/ada'>Ada</a><p>{TEXT}</p><p>{TEXT}</p></div>"
    )


def _product(body: str) -> Product | None:
    page, blocks, main = _read(body)
    return product.found(page.root, blocks, main)


def test_a_product_by_its_description_in_json() -> None:
    said = {
        "@graph": [
            {"@type": "BreadcrumbList"},
            {
                "@type": ["Product", "Thing"],
                "name": "Kettle <b>2</b>",
                "description": "Boils water.",
                "offers": [{"@type": "Offer", "price": 19.9, "priceCurrency": "eur"}],
                "additionalProperty": [{"name": "Volume", "value": "2 l"}, {"name": "empty"}],
            },
        ]
    }
    found = _product(f"<script type='application/ld+json'>{json.dumps(said)}</script><p>Kettle</p>")
    assert found == Product("Kettle 2", "19.9", "EUR", "Boils water.", (("Volume", "2 l"),))


def test_a_product_by_microdata_with_the_specification_of_the_page() -> None:
    found = _product(
        "<div itemscope itemtype='http://schema.org/Product'><p itemscope><i itemprop='name'>Shop</i></p>"
        "<h1 itemprop='name'>Kettle</h1>"
        "<span itemprop='price' content='1299.00'>1.299,00 €</span><meta itemprop='priceCurrency' content='EUR'>"
        "<p itemprop='description'>Boils water.</p></div>"
        "<dl><dt>Volume:</dt><dd>2 l</dd><dt>Colour</dt><dd>blue</dd></dl>"
        "<table><tr><td>Weight</td><td>1 kg</td></tr><tr><td>Height</td><td>3 dm</td></tr><tr><td>Lid</td><td>yes</td></tr>"
        "</table>"
    )
    assert found is not None and found[:4] == ("Kettle", "1299.00", "EUR", "Boils water.")
    assert dict(found.specification) == {
        "Volume": "2 l",
        "Colour": "blue",
        "Weight": "1 kg",
        "Height": "3 dm",
        "Lid": "yes",
    }


@pytest.mark.parametrize(
    "body",
    [
        "<p>Kettle</p>",
        '<script type=\'application/ld+json\'>{"@type": "Product"</script>',
        "<script type='application/ld+json'>[[[{\"offers\": []}]]]</script>",
        "<meta property='og:title' content='News'>",
    ],
)
def test_a_page_without_a_product_has_none(body: str) -> None:
    assert _product(body) is None


def test_posts_and_products_are_packed_and_described() -> None:
    thing = Product("Kettle", "19.90", "EUR", "", (("Volume", "2 l"),))
    document = Document("html", "text/html", posts=(Post("Ada", "2024-03-01", 0),), product=thing)
    again = unpack(pack(document))
    assert again.posts == document.posts and again.product == thing
    said = described.fields(again)
    assert said["posts"] == [{"author": "Ada", "date": "2024-03-01", "part": 0}]
    assert said["product"]["specification"] == [{"name": "Volume", "value": "2 l"}]

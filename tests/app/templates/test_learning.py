"""Templates learned from pages: what is found, what is spared, and pages that were made to break it."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from app.templates.learning import MOST, MOST_BYTES, MOST_GROUPS, Site
from app.templates.page import seen
from extractors.door.registry import extract

MENU = (
    "<nav class='menu'><ul>"
    + "".join(f"<li><a href='/{n}'>Section {n}x</a></li>" for n in "abcdef")
    + "</ul></nav>"
)
WORDS = "alpha beta gamma delta epsilon zeta eta theta".split()  # noqa: SIM905
FOOT = "<footer><p>All rights reserved by the society.</p></footer>"


def html(body: str, menu: str = MENU, foot: str = FOOT) -> bytes:
    return f"<html><head><title>T</title></head><body>{menu}<article>{body}</article>{foot}</body></html>".encode()


def story(number: int) -> str:
    words = random.Random(number)
    lines = (" ".join(words.choices(WORDS, k=12)) for _ in range(4))
    return f"<h1>Story {'abcdefghijklmnopqrstuvwxyz'[number % 26] * (number // 26 + 1)}</h1>" + "".join(
        f"<p>{line}.</p>" for line in lines
    )


def learned(pages: Iterable[bytes], addresses: Iterable[int] | None = None) -> Site:
    site = Site()
    for number, data in zip(addresses or range(10**9), pages, strict=False):
        page = seen(data) if site.wants() else None
        if page is not None:
            site.take(number, page)
    return site


def texts(data: bytes, site: Site) -> tuple[str, str]:
    """What of a page is template, and the rest."""
    document = extract(data, main=True, template=site.template())
    told = set(document.template)
    of_site = [part.text for number, part in enumerate(document.parts) if number in told]
    return " ".join(of_site), " ".join(
        part.text for number, part in enumerate(document.parts) if number not in told
    )


def test_menu_and_foot_are_template_and_stories_are_not() -> None:
    site = learned(html(story(number)) for number in range(6))
    template, content = texts(html(story(3)), site)
    assert (
        template
        == "Section ax Section bx Section cx Section dx Section ex Section fx All rights reserved by the society."
    )
    assert content.startswith("Story d") and "rights" not in content


def test_a_page_that_is_seen_alone_later_has_the_template_of_its_site() -> None:
    site = learned(html(story(number)) for number in range(6))
    document = extract(html("<p>Short news.</p>"), main=True, template=site.template())
    assert [part.text for part in document.main] == ["Short news."]


def test_a_menu_that_opens_elsewhere_on_each_page_is_template_as_a_whole() -> None:
    def menu(number: int) -> str:
        inner = "".join(
            f"<li><a href='/{number}/{n}'>Entry {'ghijklmnop'[number]}{n}</a></li>" for n in "uvw"
        )
        return MENU.replace("</ul>", f"{inner}</ul>", 1)

    site = learned(html(story(number), menu(number)) for number in range(8))
    template, content = texts(html(story(20), menu(9)), site)
    assert "Entry pu" in template and "Entry" not in content


def test_a_heading_that_recurs_among_content_stays_content() -> None:
    pages = [
        html(story(number) + ("<h2>Example</h2><p>Own words here.</p>" if number % 2 else ""))
        for number in range(12)
    ]
    template, content = texts(pages[1], learned(pages))
    assert "Example" in content and "Example" not in template


def test_with_one_page_nothing_is_template() -> None:
    assert learned([html(story(1))]).template() == frozenset()
    assert learned([html(story(1))] * 5).template() == frozenset()
    # five versions of one page
    assert learned([html(story(number)) for number in range(5)], [7] * 5).template() == frozenset()


@pytest.mark.parametrize("price", ["€ {}.50", "{},50 €", "${}", "{} USD", "¥{}.00", "{} 元", "售价{}万元"])
def test_what_each_thing_costs_is_content_and_a_price_that_all_pages_have_is_not(price: str) -> None:
    """Else a shop's pages would lose what they are read for: the words of a price are the same on all of them."""
    notice = "<p>Delivered for nothing from $50 on</p>"
    pages = [
        html(f"{notice}{story(n)}<div class='offer'><b>{price.format(10 + n)}</b></div>") for n in range(8)
    ]
    template, content = texts(pages[3], learned(pages))
    assert price.format(13) in content and "Delivered" in template


def test_a_short_text_beside_a_long_notice_of_the_site_is_all_that_is_main() -> None:
    """Of little text another program is asked, which knows nothing of the template."""
    notice = " ".join(random.Random(1).choices([f"{word}s" for word in WORDS], k=200))
    pages = [
        html(
            f"<h1>Note {'abcdefgh'[n]}</h1><p>The {WORDS[n]} came on day {'abcdefgh'[n]}.</p>",
            foot=f"<div><p>{notice}</p></div>",
        )
        for n in range(8)
    ]
    document = extract(pages[2], main=True, template=learned(pages).template())
    assert [part.text for part in document.main] == ["Note c", "The gamma came on day c."]


def test_copies_of_one_article_do_not_take_it_away() -> None:
    """The same words under many addresses are one witness."""
    site = learned([html(story(1))] * 10 + [html(story(2)), html(story(3)), html(story(4))])
    _, content = texts(html(story(1)), site)
    assert "Story b" in content and "gamma" in content


def test_a_page_that_would_be_left_empty_is_kept_whole() -> None:
    site = learned(html(story(number)) for number in range(6))
    _, content = texts(html(""), site)
    assert "Section ax" in content


def test_random_classes_lose_no_content() -> None:
    words = random.Random(4)

    def scrambled(number: int) -> bytes:
        data = html(story(number)).decode()
        for tag in ("nav", "ul", "li", "article", "p", "footer"):
            data = data.replace(f"<{tag}>", f"<{tag} class='c{words.getrandbits(60):x}'>")
        return data.encode()

    pages = [scrambled(number) for number in range(10)]
    template, content = texts(pages[2], learned(pages))
    assert "Story c" in content and "rights" in template


def test_layouts_are_grouped_and_each_has_its_own_share() -> None:
    listing = (
        "<table><tr><td><b>{0}</b></td><td><i>{0} more</i></td></tr></table><dl><dt>Legend of lists</dt></dl>"
    )
    form = "<section><form><label>Find</label></form></section>"
    pages = [html(story(number)) for number in range(20)]
    pages += [
        f"<html><body>{form}{listing.format(f'row {letter}')}</body></html>".encode() for letter in "abcd"
    ]
    site = learned(pages)
    assert [group.pages for group in site.groups] == [20, 4]
    template, content = texts(pages[-1], site)
    assert "Legend of lists" in template and "row d" in content


def test_a_redesign_is_learned_from_newer_versions_of_the_same_pages() -> None:
    old, new = FOOT, FOOT.replace("All rights", "Every right")
    pages = [html(story(number), foot=old) for number in range(5)] + [
        html(story(number), foot=new) for _ in range(2) for number in range(5)
    ]
    site = learned(pages, [*range(5)] * 3)
    assert "Every right" in texts(pages[-1], site)[0] and "All rights" in texts(pages[0], site)[0]


@pytest.mark.parametrize("cut", [1, 4, 9])
def test_it_goes_on_from_what_was_kept_as_if_nothing_had_been(cut: int) -> None:
    pages = [html(story(number)) for number in range(12)]
    whole, begun = learned(pages), learned(pages[:cut])
    again = Site.unpacked(begun.packed())
    for number, data in enumerate(pages[cut:], cut):
        page = seen(data) if again.wants() else None
        assert page is not None
        again.take(number, page)
    assert again.packed() == whole.packed() and again.template() == whole.template()


def test_what_is_kept_of_a_stranger_is_a_value_error_or_a_site() -> None:
    import zlib

    for text in (
        b"",
        b"[]",
        b"[1,2,3]",
        b'[3,0,{"a":1},[[1]]]',
        b'[3,0,{},[[["x"],[],0,[[1,2]],[],[],null]]]',
    ):
        with pytest.raises(ValueError):
            Site.unpacked(zlib.compress(text))
    with pytest.raises(ValueError):
        Site.unpacked(b"not packed")


def test_a_million_templates_stay_within_their_room() -> None:
    """Every page has a layout of its own; then one layout comes that recurs."""
    names = ["div", "ul", "ol", "dl", "table", "form", "aside", "main", "p", "pre"]

    def strange(number: int) -> bytes:
        words = random.Random(number)
        body = "".join(
            f"<{words.choice(names)}><section><{words.choice(names)}>{number} {n}x" for n in range(12)
        )
        return f"<html><body>{body}</body></html>".encode()

    site = learned([strange(number) for number in range(60)])
    assert len(site.groups) <= MOST_GROUPS and len(site.packed()) <= MOST_BYTES
    for number in range(8):
        page = seen(html(story(number)))
        assert page is not None
        site.take(1000 + number, page)
    assert "rights" in texts(html(story(30)), site)[0]


def test_large_pages_and_many_of_them_stay_within_time_and_room() -> None:
    large = [
        html("".join(f"<div><p>Item {word} {number}y</p></div>" for word in range(33_000))) for number in (1,)
    ]
    site = learned([*large, *(html(story(number)) for number in range(MOST + 20))])
    assert len(site.packed()) <= MOST_BYTES
    assert max(group.pages for group in site.groups) <= MOST


def test_parts_tell_where_how_often_and_that_a_region_is_meant_as_a_whole() -> None:
    site = learned(html(story(number)) for number in range(6))
    (group,) = site.groups
    parts = list(group.parts())
    assert [(part.where, part.whole, part.pages, part.of) for part in parts] == [
        ("html > body > footer", True, 6, 6),
        ("html > body > nav.menu", True, 6, 6),
    ]
    assert parts[1].text.startswith("Section ax · Section bx")


def test_where_one_layout_only_lists_another_still_has_its_text() -> None:
    """The same container holds a few links on some pages and stories on others."""

    def listing(letter: str) -> bytes:
        head = "<section><h3>Topics of all</h3><form><label>Find</label></form></section>"
        return html(f"{head}<dl><dt><a href='/{letter}'>{letter}x</a></dt><dd><a href='/'>Up</a></dd></dl>")

    pages = [html(story(number)) for number in range(8)] + [listing(letter) for letter in "abcdefgh"]
    site = learned(pages)
    assert len(site.groups) == 2
    assert "Story b" in texts(pages[1], site)[1] and "rights" in texts(pages[1], site)[0]
    assert "ax" in texts(pages[8], site)[1].split()


def test_a_short_text_in_a_large_frame_is_no_template() -> None:
    frame = MENU * 6
    pages = [html(f"<p>Only {letter}.</p>", frame) for letter in "abcdefgh"]
    template, content = texts(pages[0], learned(pages))
    assert content == "Only a." and "Section" in template


def test_a_line_that_names_the_source_of_its_page_elsewhere_is_template_whatever_it_names() -> None:
    def page(number: int, host: str) -> bytes:
        name = "abcdefghijklm"[number]
        return html(
            f"<div><h1>{name}</h1>Source: <a href='{host}/{name}.R'>{name}.R</a></div>{story(number)}"
        )

    site = Site()
    for number in range(8):
        read = seen(page(number, "https://forge.test/tree"), None, "https://site.test/")
        assert read is not None
        site.take(number, read)
    template, content = texts(page(12, "https://forge.test/tree"), site)
    assert "Source: m.R" in template and "Source" not in content
    assert Site.unpacked(site.packed()).template() == site.template()


def test_a_line_that_links_to_the_site_itself_is_what_a_page_says() -> None:
    site = Site()
    for number in range(8):
        maker = f"Maker: <a href='/makers/{number}'>{'abcdefgh'[number]}.R</a>"
        read = seen(html(f"<div>{maker}</div>{story(number)}"), None, "https://site.test/")
        assert read is not None
        site.take(number, read)
    template, content = texts(html(f"<div>Maker: <a href='/makers/9'>zz</a></div>{story(9)}"), site)
    assert "Maker: zz" in content and "Maker" not in template


def test_a_site_in_several_languages_has_the_menu_of_each() -> None:
    def menu(language: str) -> str:
        return MENU.replace("Section ", f"{language} ")

    tongues = "Deutsch Nihongo Russkij Francais Polski".split()  # noqa: SIM905
    pages = [html(story(number), menu(tongues[number % 5])) for number in range(30)]
    template, content = texts(html(story(40), menu("Polski")), learned(pages))
    assert template.count("Polski") == 6 and "Polski" not in content


def test_pages_with_long_texts_leave_what_recurs_among_what_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.templates.learning._MOST_UNITS", 60)
    site = learned(html("".join(story(number * 20 + part) for part in range(6))) for number in range(8))
    template, content = texts(html(story(900)), site)
    assert "Section ax" in template and "rights" in template and "Story" in content


def test_posts_that_lists_of_a_blog_show_again_stay_content() -> None:
    post = f"<p>{' '.join(WORDS * 3)}.</p>"
    lists = [
        html(post + "".join(f"<p>{word} post</p>" for word in words)) for words in ("ab", "cd", "ef", "gh")
    ]
    template, content = texts(html(post), learned(lists))
    assert "alpha" in content and "alpha" not in template and "rights" in template


def test_a_link_to_what_is_no_address_is_learned_like_any_other() -> None:
    pages = [
        html(f"<div>Source: <a href='http://[{number}/x'>{number}.R</a></div>{story(number)}")
        for number in range(4)
    ]
    assert learned(pages).template()


def test_a_menu_is_known_though_each_build_of_the_site_names_its_classes_anew() -> None:
    def page(number: int) -> bytes:
        made = ("SIkG", "0DB", "Djhp", "J+bg")[number % 4]
        entries = "".join(f"<li><a href='/{n}'>{number % 4} part {n}</a></li>" for n in "abcdef")
        menu = f"<div class='docPage_{made}'><div class='menuList_{made}'><ul>{entries}</ul></div></div>"
        return html(story(number), menu.replace("part", ("Part", "Teil", "Partie", "Parte")[number % 4]))

    site = learned(page(number) for number in range(24))
    template, content = texts(page(3), site)
    assert "Parte a" in template and "Parte" not in content and content.startswith("Story d")


def test_classes_of_the_page_on_its_outermost_elements_do_not_hide_what_pages_have_in_common() -> None:
    def page(number: int) -> bytes:
        name = "abcdefghijklmnopqrstuvwxyz"[number]
        entries = "".join(f"<li><a href='/{name}/{n}'>Entry {name}{n}</a></li>" for n in "uvw")
        data = html(story(number), MENU.replace("</ul>", f"{entries}</ul>").replace("nav", "div"))
        return data.replace(b"<html>", f"<html class='doc-id-{name}'>".encode())

    site = learned(page(number) for number in range(8))
    template, content = texts(page(9), site)
    assert "Entry ju" in template and "Entry" not in content


FEET = (
    "All rights reserved by the society of friends",
    "Alle Rechte vorbehalten, Gesellschaft der Freunde",
    "Tous droits réservés à la société des amis",
    "Todos los derechos reservados a los amigos",
    "Все права защищены обществом друзей",
)


def test_a_foot_in_five_languages_is_template_in_each() -> None:
    def page(number: int) -> bytes:
        foot = f"<footer><p>{FEET[number % 5]}</p></footer>"
        return html("".join(story(10 * number + part) for part in range(3)), foot=foot)

    site = learned(page(number) for number in range(40))
    for number in range(40, 45):
        template, content = texts(page(number), site)
        assert FEET[number % 5] in template and FEET[number % 5] not in content


@pytest.mark.parametrize("said", ["{} euros", "Colour: {}"])
def test_values_that_some_pages_share_stay(said: str) -> None:
    values = ["seven", "eight", "nine", "twelve", "twenty"]

    def page(number: int) -> bytes:
        return html(story(number) + f"<div class='value'>{said.format(values[number % 5])}</div>")

    site = learned(page(number) for number in range(50))
    assert said.format("nine") in texts(page(2), site)[1]


@pytest.mark.parametrize(
    "said",
    [
        "Last updated on {month} {day}, 2024 by {name}",
        "Page last updated {month} {day}, 2023: {name} did it",
        "最后更新于 2024-0{digit}-11，{name}",
        "Zuletzt geändert am {day}. {month} 2024 von {name}",
    ],
)
def test_the_line_that_says_when_a_page_was_changed_is_template(said: str) -> None:
    def page(number: int) -> bytes:
        line = said.format(
            month=("March", "April", "May", "June")[number % 4],
            day=number + 1,
            digit=number % 9 + 1,
            name="abcdefghijklmnop"[number] * 4,
        )
        return html(f"{story(number)}<div class='meta'>{line}</div>")

    site = learned(page(number) for number in range(12))
    template, content = texts(page(13), site)
    assert "nnnn" in template and "nnnn" not in content


def test_what_a_page_says_of_changes_in_its_text_is_its_own() -> None:
    def page(number: int) -> bytes:
        own = "abcdefghijklmnop"[number] * 4
        lines = "".join(f"<p>Updated {own} in 202{part}.</p>" for part in range(3))
        return html(story(number) + lines)

    site = learned(page(number) for number in range(12))
    assert "Updated cccc in" in texts(page(2), site)[1]


def test_a_nav_that_leads_to_other_pages_from_each_is_template_with_the_entry_that_is_open() -> None:
    def page(number: int) -> bytes:
        one, two = story(number + 1), story(number + 2)
        names = [part.partition("</h1>")[0].removeprefix("<h1>") for part in (one, two)]
        own = story(number).partition("</h1>")[0].removeprefix("<h1>")
        links = "".join(f"<a href='/{name}'>{name}</a> " for name in names)
        return html(story(number), menu=f"<nav class='trail'><ol><li>{links}</li><li>{own}</li></ol></nav>")

    site = learned(page(number) for number in range(8))
    template, content = texts(page(10), site)
    assert template.startswith("Story l Story m Story k") and content.startswith("Story k")
    assert "Story m" not in content


def test_a_list_above_each_text_does_not_take_the_lists_in_it_along() -> None:
    books = "<ul>" + "".join(f"<li>Another book, number {n}, to be read</li>" for n in "abcdef") + "</ul>"

    def page(number: int) -> bytes:
        own = f"<ul><li>Own {'abcdefghijkl'[number]} item</li></ul>" if number % 3 == 0 else ""
        return html("".join(story(10 * number + part) for part in range(4)) + own, menu=MENU).replace(
            b"<article>", f"<article>{books}".encode()
        )

    site = learned(page(number) for number in range(12))
    template, content = texts(page(3), site)
    assert "Own d item" in content and "Another book" in template


def test_lists_of_links_that_pages_are_there_for_stay() -> None:
    def page(number: int) -> bytes:
        own = "abcdefghijkl"[number]
        return html(
            f"<h1>Papers {own}</h1><ul>{''.join(f'<li><a href=/{own}{n}>Paper {own}{n}</a></li>' for n in 'stuvw')}</ul>"
        )

    site = learned(page(number) for number in range(12))
    assert "Paper cs Paper ct" in texts(page(2), site)[1]

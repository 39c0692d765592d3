"""XML, feeds, site maps and SVG."""

from __future__ import annotations

import time

import pytest

from extractors.door.registry import extract

BASE = "http://e.org/"


def test_feeds() -> None:
    rss = (
        '<?xml version="1.0"?><rss><channel><title>新闻</title><language>zh-cn</language><pubDate>'
        "Thu, 29 Feb 2024 08:00:00 GMT</pubDate><item><title>One</title>"
        "<link>/1</link><enclosure url='a.mp3'/></item></channel></rss>"
    )
    document = extract(rss.encode(), base_url=BASE)
    assert (document.format, document.title, document.language) == ("xml", "新闻", "zh-CN")
    assert document.date.startswith("2024-02-29T08:00:00")
    assert [(link.url, link.text) for link in document.links] == [
        ("http://e.org/1", "One"),
        ("http://e.org/a.mp3", ""),
    ]
    atom = b'<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>'
    atom += b'<entry><title>E</title><link href="e"/></entry></feed>'
    document = extract(atom, declared_type="application/atom+xml", base_url=BASE)
    assert (document.title, document.links[0].url, document.links[0].text) == ("A", "http://e.org/e", "E")


def test_site_maps_and_style_sheets() -> None:
    data = b'<?xml version="1.0"?><?xml-stylesheet href="s.css"?><urlset><url><loc>http://e.org/x</loc></url></urlset>'
    assert [link.url for link in extract(data, base_url=BASE).links] == [
        "http://e.org/s.css",
        "http://e.org/x",
    ]


def test_drawings() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><title>T</title><image href="a.png"/><style>a{b:url(c)}</style></svg>'
    document = extract(svg, declared_type="image/svg+xml", base_url=BASE)
    assert (document.format, document.title) == ("svg", "T")
    assert [link.url for link in document.links] == ["http://e.org/a.png", "http://e.org/c"]


def test_entity_bombs_and_outside_entities_are_not_followed() -> None:
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha"}">' for n in range(12))
    for entities, use in ((laughs, "&a11;"), ('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;")):
        document = extract(f'<?xml version="1.0"?><!DOCTYPE l [{entities}]><l>{use}</l>'.encode())
        assert len(document.text) < 1000 and "root" not in document.text


def test_damage_is_reported_and_bounded() -> None:
    assert extract(b'<?xml version="1.0"?><a><b>x</a>').warnings
    assert extract(b'<?xml version="1.0"?>').text
    start = time.process_time()
    many = b'<?xml version="1.0"?><feed><entry>' + b'<link href="a"/>' * 100_000
    assert extract(many + b"</entry></feed>", base_url=BASE).error == ""
    assert extract(b'<?xml version="1.0"?>' + b"<a>" * 500_000).error == ""
    assert time.process_time() - start < 8


@pytest.mark.parametrize("reference", ["&#xD800;", "&#xDFFF", "&#55296;", "&#x0dc00;", "&#xD800"])
def test_references_to_half_characters_are_replaced(reference: str) -> None:
    """The XML library would take them in and break on giving them out."""
    page = f"<svg xmlns='http://www.w3.org/2000/svg'><title>a{reference} b</title><a href='/{reference}'>c</a></svg>"
    document = extract(page.encode(), declared_type="image/svg+xml", base_url="http://a.example/")
    assert not document.error and document.title.startswith("a\ufffd")

"""PowerPoint presentations."""

from __future__ import annotations

from collections.abc import Callable

from extractors import extract


def test_title_is_that_of_slide_1(make_pptx: Callable[..., bytes]) -> None:
    document = extract(make_pptx(title="项目介绍", core_title="PowerPoint Presentation"))
    assert (document.format, document.title, document.title_source) == ("pptx", "项目介绍", "slide 1")
    assert [(part.kind, part.text) for part in document.parts] == [
        ("heading", "项目介绍"),
        ("paragraph", "first point"),
        ("quote", "say hello"),
    ]


def test_title_of_the_properties_when_the_slide_has_no_text_at_all(make_pptx: Callable[..., bytes]) -> None:
    assert extract(make_pptx(title="Shown", core_title="Named")).title == "Shown"

"""Excel workbooks."""

from __future__ import annotations

from collections.abc import Callable

from extractors import extract


def test_sheets_are_tables(make_xlsx: Callable[..., bytes]) -> None:
    document = extract(make_xlsx(title="2025年收入统计"))
    assert (document.format, document.title, document.title_source) == ("xlsx", "2025年收入统计", "sheet")
    assert document.parts[0].text == "收入"
    assert document.parts[1].rows == (("2025年收入统计",), ("年", "元"), ("2025", "12.5"))
    assert len(document.parts) == 2  # the blank sheet shows nothing


def test_title_of_the_properties(make_xlsx: Callable[..., bytes]) -> None:
    document = extract(make_xlsx(core_title="Income"))
    assert (document.title, document.title_source) == ("Income", "metadata")
    assert extract(make_xlsx()).title == ""

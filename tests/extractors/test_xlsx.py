"""Excel workbooks."""

from __future__ import annotations

import io
import zipfile
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


def test_what_a_workbook_does_not_say_is_not_made_up(make_xlsx: Callable[..., bytes]) -> None:
    """openpyxl puts its own name and the present time where author and dates are missing."""
    bare = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(make_xlsx())) as old, zipfile.ZipFile(bare, "w") as new:
        for member in old.infolist():
            if member.filename != "docProps/core.xml":
                new.writestr(member, old.read(member))
    document = extract(bare.getvalue())
    assert (document.author, document.date, document.metadata) == ("", "", {})
    assert extract(make_xlsx()).date

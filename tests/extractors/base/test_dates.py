"""Dates as people and programs write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.base import dates


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2024-03-05T10:00:00.123+08:00", "2024-03-05T10:00:00+08:00"),
        ("2024-03", "2024-03"),
        ("2024.3.5", "2024-03-05"),
        ("2024/03/05 08:00", "2024-03-05T08:00:00"),
        ("20240305", "2024-03-05"),
        ("Tue, 05 Mar 2024 10:00:00 +0800", "2024-03-05T10:00:00+08:00"),
        ("March 5, 2024", "2024-03-05"),
        ("Tuesday, 5 March 2024 14:30", "2024-03-05T14:30:00"),
        ("Mar. 5th, 2024 3:04 PM", "2024-03-05T15:04:00"),
        ("12:05 AM", ""),
        ("05.03.2024", "2024-03-05"),
        ("25/12/2023", "2023-12-25"),
        ("12/25/2023", "2023-12-25"),
        ("3/5/2024", ""),  # nobody can say which is the month
        ("vendredi 5 mars 2024", "2024-03-05"),
        ("5 de marzo de 2024", "2024-03-05"),
        ("5 марта 2024", "2024-03-05"),
        ("2024年3月5日 14:30", "2024-03-05T14:30:00"),
        ("发布时间：2024年3月5日", "2024-03-05"),
        ("二〇二四年三月五日", "2024-03-05"),
        ("二○一一年十二月廿一日", "2011-12-21"),
        ("二〇一一年十月三十日", "2011-10-30"),
        ("民國113年3月5日", "2024-03-05"),
        ("令和6年3月5日", "2024-03-05"),
        ("平成元年1月8日", "1989-01-08"),
        ("2024년 3월 5일", "2024-03-05"),
        ("2024年13月5日", ""),
        ("Feb 30, 2024", ""),
        ("12345678", ""),
        ("no date", ""),
        ("", ""),
    ],
)
def test_written_forms(written: str, expected: str) -> None:
    assert dates.iso(written) == expected


@given(st.text("0123456789年月日-/. :民國marchPM二〇十", max_size=40))
def test_nothing_breaks(text: str) -> None:
    assert isinstance(dates.iso(text), str)

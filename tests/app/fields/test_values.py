"""Texts as numbers, amounts and dates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.fields.rules import KINDS
from app.fields.values import comparable, money, number, plain, typed

AMOUNTS = [
    ("1.234,56 €", 1234.56, "EUR"),
    ("$1,234.56", 1234.56, "$"),
    ("¥1.2万", 12000, "CNY"),
    ("￥１２８.００", 128, "CNY"),
    ("价格：128元", 128, "CNY"),
    ("USD 12", 12, "USD"),
    ("1 234,50 zł", 1234.5, "PLN"),
    ("CHF 1'234.50", 1234.5, "CHF"),
    ("£12.99", 12.99, "GBP"),
    ("3.5亿元", 3.5e8, "CNY"),
    ("EUR 1.299,-", 1299, "EUR"),
    ("1.299 €", 1299, "EUR"),
    ("12,5 €", 12.5, "EUR"),
    ("Rs. 12,34,567", 1234567, "INR"),
    ("3 for 2 €", 2, "EUR"),
    ("-5 €", -5, "EUR"),
    ("from $5 to $9", 5, "$"),
    ("HK$ 99", 99, "HKD"),
    ("9 800円", 9800, "JPY"),
    ("$ .99", 0.99, "$"),
    ("free", None, ""),
    ("US$2.5m", 2.5e6, "USD"),
    ("19.99", 19.99, ""),
    ("1,234,567", 1234567, ""),
    ("99.-", 99, ""),
]


@pytest.mark.parametrize(("text", "amount", "unit"), AMOUNTS)
def test_an_amount_and_its_currency(text: str, amount: float | None, unit: str) -> None:
    found = money(text)
    assert (found.number, found.unit) == (amount, unit)


def test_a_yen_sign_means_the_currency_of_the_page() -> None:
    assert money("¥500", japanese=True).unit == "JPY"
    assert money("¥500").unit == "CNY"


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,234", 1234), ("1.234", 1.234), ("0,123", 0.123), ("1.2万次", 12000), ("-7.5", -7.5), ("none", None)],
)
def test_a_number(text: str, value: float | None) -> None:
    assert number(text) == value


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026年3月1日", "2026-03-01"),
        ("发布时间：2026-03-01 10:30 来源", "2026-03-01T10:30:00"),
        ("Posted on 5 Mar 2024 by Li", "2024-03-05"),
        ("2026. 3. 1", "2026-03-01"),
        ("yesterday", ""),
    ],
)
def test_a_date(text: str, day: str) -> None:
    found = typed(text, "date")
    assert found.text == day
    assert found.number == (int(day[:10].replace("-", "")) if day else None)


def test_a_month_in_a_condition_means_any_of_its_days() -> None:
    assert comparable("2026-03", "date") == (20260301, 20260331)
    assert comparable("¥1.2万", "money") == (12000, 12000)
    assert comparable("soon", "date") is None


@given(st.floats(min_value=0, max_value=1e9, allow_nan=False).map(lambda value: round(value, 2)))
def test_a_number_that_was_written_is_read_as_itself(value: float) -> None:
    assert number(plain(value)) == pytest.approx(value)


@given(st.text(max_size=200), st.sampled_from(KINDS))
def test_any_text_gives_a_value_or_none(text: str, kind: object) -> None:
    found = typed(text, kind)  # type: ignore[arg-type]
    assert found.good or found.number is None

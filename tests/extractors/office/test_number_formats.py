"""Number formats of Excel: what a person sees, and the value itself."""

from __future__ import annotations

import pytest

from extractors.office.numbers import exact, general, shown, shown_text


@pytest.mark.parametrize(
    ("value", "code", "seen"),
    [
        (1234.5, "#,##0.00", "1,234.50"),
        (-1234.5, "#,##0.00_);(#,##0.00)", "(1,234.50)"),
        (0, '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)', " - "),
        (0.1234, "0.0%", "12.3%"),
        (0.125, "0.00%", "12.50%"),
        (2.5, "0", "3"),
        (0.285, "0.00", "0.29"),
        (12, "00000", "00012"),
        (5551234567, "(000) 000-0000", "(555) 123-4567"),
        (12345678, "#,##0,", "12,346"),
        (1e6, '0.0,,"M"', "1.0M"),
        (0.5, ".00", ".50"),
        (0, "#", ""),
        (0.00012, "0.00E+00", "1.20E-04"),
        (999999, "0.0E+0", "1.0E+6"),
        (1.25, "# ?/?", "1 1/4"),
        (-0.5, "?/8", "-4/8"),
        (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
        (1234.5, "[Red]¥#,##0", "¥1,235"),
        (5, '[>3]"big";"small"', "big"),
        (2, '[>3]"big";"small"', "small"),
        (2, 'General" pcs"', "2 pcs"),
        (7, "0\\x", "7x"),
        (45000.75, "yyyy-mm-dd hh:mm:ss", "2023-03-15 18:00:00"),
        (45000.75, "m/d/yy h:mm AM/PM", "3/15/23 6:00 PM"),
        (43831, 'yyyy"年"m"月"d"日"', "2020年1月1日"),
        (43831, "[$-804]aaaa", "星期三"),
        (43831, "[$-409]dddd, mmmm dd", "Wednesday, January 01"),
        (1.5, "[h]:mm:ss", "36:00:00"),
        (0.5, "mm:ss.0", "00:00.0"),
        (60, "d/m/yyyy", "28/2/1900"),
        (1, "yyyy-mm-dd", "1900-01-01"),
        (-1, "yyyy", "-1"),
        (float("inf"), "0.00", ""),
    ],
)
def test_what_is_seen(value: float, code: str, seen: str) -> None:
    assert shown(value, code) == seen


@pytest.mark.parametrize(
    ("value", "code", "plain"),
    [
        (1234.5, '"$"#,##0', "1234.5"),
        (2 / 3, "0%", "66.6666666666667%"),
        (45000.75, "d-mmm", "2023-03-15 18:00:00"),
        (45000, "mmm-yy", "2023-03-15"),
        (0.25, "h:mm AM/PM", "06:00:00"),
        (1.75, "[h]:mm", "42:00:00"),
        (1e-7, "0.00", "0.0000001"),
        (1e20, "", "1E+20"),
        (123456789012, "", "123456789012"),
        (-3e9, "yyyy", "-3000000000"),
    ],
)
def test_the_value_itself(value: float, code: str, plain: str) -> None:
    assert exact(value, code) == plain


def test_days_count_from_1904_where_the_workbook_says_so() -> None:
    assert shown(1, "yyyy-mm-dd", since_1904=True) == "1904-01-02"
    assert exact(1, "yyyy", since_1904=True) == "1904-01-02"


def test_strings_have_formats_too() -> None:
    assert shown_text("Li", '"Mr. "@') == "Mr. Li"
    assert shown_text("secret", ";;;") == ""
    assert shown_text("a", "0.00") == shown_text("a", "@") == "a"


def test_numbers_of_more_digits_than_are_kept_have_decimals_all_the_same() -> None:
    assert shown(1e30, "#,##0.00") == "1," + "000," * 9 + "000.00"
    assert shown(-1e29, "0.0%") == "-1" + "0" * 31 + ".0%"


STRANGE = (
    "",
    ";",
    "0" * 300,
    "[h",
    '"',
    "\\",
    "E+0",
    "0E+",
    "/",
    "?/",
    "#/0",
    "yyyyyyy",
    "%",
    ",,,",
    "0,0,.0,0",
)
DATES = ("[h", "0E+", "yyyyyyy")


@pytest.mark.parametrize("code", STRANGE)
@pytest.mark.parametrize("value", [1e308, -1e-308, 2**60, 0.1 + 0.2])
def test_no_number_and_no_format_is_too_strange(value: float, code: str) -> None:
    """Whatever is shown, the number itself is kept."""
    assert isinstance(shown(value, code), str)
    assert float(general(value)) == pytest.approx(value, rel=1e-14, abs=0)
    kept = exact(value, code)
    if code in DATES:
        assert kept.startswith("1899-12-3") or kept == "07:12:00" or kept == general(value)
    elif code != "%":
        assert kept == general(value)


@pytest.mark.parametrize("code", STRANGE)
@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_shows_nothing(value: float, code: str) -> None:
    assert (general(value), shown(value, code), exact(value, code)) == ("", "", "")

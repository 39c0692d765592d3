"""Single addresses, networks and ranges of both families; what is none is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.crawl.rules.settings import AddressRanges, parse_range

RANGES = AddressRanges(["192.0.2.0/24", "198.51.100.10-198.51.100.20", "203.0.113.7", "2001:db8::/32"])


@pytest.mark.parametrize(
    ("address", "inside"),
    [
        ("192.0.2.0", True),
        ("192.0.2.255", True),
        ("192.0.3.0", False),
        ("198.51.100.9", False),
        ("198.51.100.10", True),
        ("198.51.100.20", True),
        ("198.51.100.21", False),
        ("203.0.113.7", True),
        ("::ffff:203.0.113.7", True),
        ("203.0.113.8", False),
        ("2001:db8:1::5", True),
        ("2001:db9::", False),
        ("fe80::1%eth0", False),
        ("h.org", False),
        ("", False),
    ],
)
def test_an_address_lies_in_a_range_or_not(address: str, inside: bool) -> None:
    assert (address in RANGES) is inside


def test_no_ranges_hold_nothing() -> None:
    assert not AddressRanges([])
    assert "192.0.2.1" not in AddressRanges([])


@pytest.mark.parametrize("text", ["", "a", "192.0.2.0/33", "192.0.2.9-192.0.2.1", "192.0.2.1-::1", "1-2-3"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_range(text)


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255)), max_size=6), st.integers(0, 255))
def test_overlapping_ranges_hold_what_each_of_them_holds(pairs: list[tuple[int, int]], last: int) -> None:
    bounds = [(min(pair), max(pair)) for pair in pairs]
    ranges = AddressRanges([f"192.0.2.{first}-192.0.2.{end}" for first, end in bounds])
    assert (f"192.0.2.{last}" in ranges) is any(first <= last <= end for first, end in bounds)

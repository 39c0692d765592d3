"""Lists of IP addresses: single ones, networks ("192.0.2.0/24") and ranges ("192.0.2.10-192.0.2.99")."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Bounds = tuple[int, int, int]
"""version, first and last address as numbers"""


def parse_range(text: str) -> Bounds:
    """Raises ValueError for what is none of the three forms."""
    first, dash, last = (part.strip() for part in text.partition("-"))
    if dash:
        start, end = ip_address(first), ip_address(last)
        if start.version != end.version or int(end) < int(start):
            raise ValueError(text)
        return start.version, int(start), int(end)
    network = ip_network(first, strict=False)
    return network.version, int(network.network_address), int(network.broadcast_address)


class AddressRanges:
    """Answers whether an address lies in one of them; false when it holds none."""

    def __init__(self, texts: Iterable[str]) -> None:
        merged: list[Bounds] = []
        for version, first, last in sorted(map(parse_range, texts)):
            if merged and merged[-1][0] == version and first <= merged[-1][2] + 1:
                merged[-1] = (version, merged[-1][1], max(last, merged[-1][2]))
            else:
                merged.append((version, first, last))
        self._bounds = merged

    def __bool__(self) -> bool:
        return bool(self._bounds)

    def __contains__(self, address: str) -> bool:
        """`address` as text; one that is none lies nowhere. ::ffff:192.0.2.1 counts as 192.0.2.1."""
        try:
            number: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(number, IPv6Address) and number.ipv4_mapped:
            number = number.ipv4_mapped
        place = bisect_right(self._bounds, (number.version, int(number), 1 << 128)) - 1
        return place >= 0 and self._bounds[place][0] == number.version and int(number) <= self._bounds[place][2]

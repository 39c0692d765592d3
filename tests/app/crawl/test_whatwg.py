"""Addresses are read as browsers read them: the WHATWG URL test data, for http and https."""

from __future__ import annotations

import pytest

from app.crawl.rules.url import normalize
from app.errors import AddressInvalid
from tests.app.crawl.whatwg_cases import CASES

REFUSED = {
    # hosts that no name server could know
    "http://./",
    "http://../",
    "http://foo.09..",
    "http://!\"$&'()*+,-.;=_`{}~/",
    # labels that say they are Punycode and are not (a younger rule of the standard lets them pass)
    "https://xn--/",
    "http://a.b.c.xn--pokxncvks",
    "http://a.b.c.XN--pokxncvks",
    "http://a.b.c.Xn--pokxncvks",
    "http://10.0.0.xn--pokxncvks",
    "http://10.0.0.XN--pokxncvks",
    "http://10.0.0.xN--pokxncvks",
}
ALL = [(base, given, wanted) for base, cases in CASES.items() for given, wanted in cases.items()]


def _without_secrets(address: str) -> str:
    """What we leave out on purpose: fragment, user name and password."""
    scheme, _, rest = address.partition("#")[0].partition("://")
    authority, slash, path = rest.partition("/")
    return f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"


def test_the_table_is_whole() -> None:
    assert len(ALL) > 450
    assert {given for _base, given, _wanted in ALL} >= REFUSED


@pytest.mark.parametrize(("base", "given", "wanted"), ALL)
def test_an_address_is_read_as_the_standard_reads_it(base: str, given: str, wanted: str | None) -> None:
    if wanted is None or given in REFUSED:
        with pytest.raises(AddressInvalid):
            normalize(given, base or None)
    else:
        assert normalize(given, base or None) == _without_secrets(wanted)

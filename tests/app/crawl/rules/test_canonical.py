"""The canonical form: what makes no other page goes, everything else stays; each rule can be switched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.crawl.rules.url import DEFAULT_RULES, RULES, canonical, dedupe_key, explain, normalize

H = "http://h.org"


@pytest.mark.parametrize(
    ("rule", "address", "wanted"),
    [
        ("session-ids", "/a;jsessionid=1F2E?x=1", "/a?x=1"),
        ("session-ids", "/a?PHPSESSID=abc&x=1", "/a?x=1"),
        ("session-ids", "/a?sid=1", "/a"),
        ("session-ids", "/(S(abcdefgh12345))/a.aspx", "/a.aspx"),
        ("session-ids", "/a?side=1", "/a?side=1"),
        ("tracking", "/a?utm_source=x&id=3&fbclid=9", "/a?id=3"),
        ("tracking", "/a?SPM=a2.b3&id=3", "/a?id=3"),
        ("tracking", "/a?from=home", "/a?from=home"),
        ("empty-parameters", "/a?&x=1&&", "/a?x=1"),
        ("escapes", "/%7euser/%e5?q=%41%2f", "/~user/%E5?q=A%2F"),
        ("parameter-order", "/a?b=2&a=1&b=1", "/a?a=1&b=2&b=1"),
        ("index-names", "/x/index.html", "/x/"),
        ("index-names", "/Default.aspx?x=1", "/?x=1"),
        ("index-names", "/x/myindex.html", "/x/myindex.html"),
        ("final-slash", "/a/b/", "/a/b"),
        ("final-slash", "/", "/"),
    ],
)
def test_a_rule_takes_away_what_it_names_and_nothing_else(rule: str, address: str, wanted: str) -> None:
    assert canonical(H + address, (rule,)) == H + wanted
    others = [name for name in RULES if name != rule]
    if wanted != address:
        assert canonical(H + address, ()) == H + address
        assert rule not in dict(explain(H + address, others))


def test_hosts_and_schemes_are_one_only_when_asked_for() -> None:
    assert canonical("https://www.h.org/", ("www", "scheme")) == "http://h.org/"
    assert canonical("https://www.h.org:8443/", ("scheme",)) == "https://www.h.org:8443/"
    assert dedupe_key("https://h.org/") != dedupe_key("http://h.org/")
    assert dedupe_key("https://h.org/", ("scheme",)) == dedupe_key("http://h.org/", ("scheme",))


def test_each_step_is_explained_in_order() -> None:
    steps = explain("http://h.org/%7Ea/index.html?utm_source=1&b=1&a=2", tuple(RULES))
    assert [name for name, _form in steps] == [
        "tracking",
        "escapes",
        "parameter-order",
        "index-names",
        "final-slash",
    ]
    assert steps[-2][1] == "http://h.org/~a/?a=2&b=1"


_ADDRESSES = st.builds(
    lambda path, query: normalize(f"http://www.h.org/{path}" + (f"?{query}" if query else "")),
    st.text("abi/;%27eE.index.html()S=", max_size=30),
    st.text("ab=&%7sidutm_", max_size=30),
)


@given(_ADDRESSES, st.sets(st.sampled_from(sorted(RULES))))
def test_the_last_explained_form_is_the_canonical_one(url: str, rules: set[str]) -> None:
    steps = explain(url, rules)
    plain = canonical(url, ())
    assert canonical(url, rules) == (steps[-1][1] if steps else plain)


@given(_ADDRESSES)
def test_the_canonical_form_has_the_key_of_its_address(url: str) -> None:
    assert dedupe_key(canonical(url)) == dedupe_key(url) or canonical(canonical(url)) != canonical(url)
    assert dedupe_key(url) == dedupe_key(url, DEFAULT_RULES)

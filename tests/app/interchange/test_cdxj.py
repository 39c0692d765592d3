"""CDXJ: the keys pywb computes, sorted lines, blocks of a compressed index."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.interchange import cdxj
from app.interchange.cdxj import surt
from app.interchange.job import LineSorter

# what the `surt` package of the Internet Archive (the one pywb and cdxj-indexer use) makes of each
KEYS = {
    "http://www.example.com/": "com,example)/",
    "http://EXAMPLE.com": "com,example)/",
    "https://www2.example.com/Path/./a/../B//c/": "com,example)/path/b/c",
    "http://example.com:80/": "com,example)/",
    "https://example.com:443/x": "com,example)/x",
    "https://example.com:80/x": "com,example:80)/x",
    "http://example.com:8080/x?b=2&a=1&A=0": "com,example:8080)/x?a=0&a=1&b=2",
    "http://user:pw@Example.com/a": "com,example)/a",
    "http://example.com/?": "com,example)/",
    "http://example.com/a?#frag": "com,example)/a",
    "http://example.com/a#frag": "com,example)/a",
    "http://www.example.com/%E5%8C%97%E4%BA%AC": "com,example)/%e5%8c%97%e4%ba%ac",
    "http://www.example.com/%b1%b1%be%a9?q=%B1%B1": "com,example)/%b1%b1%be%a9?q=%b1%b1",
    "http://example.com/a%2520b%20c": "com,example)/a%20b%20c",
    "http://example.com/a b": "com,example)/a%20b",
    "http://example.com/?jsessionid=0123456789abcdef0123456789abcdef&x=1": "com,example)/?x=1",
    "http://example.com/?x=1&PHPSESSID=0123456789abcdef0123456789abcdef": "com,example)/?&x=1",
    "http://example.com/?x=1&sid=0123456789abcdef0123456789abcdef&y=2": "com,example)/?x=1&y=2",
    "http://example.com/a?cfid=1&cftoken=2&z=3": "com,example)/a?z=3",
    "http://example.com/(S(abcdefghijklmnopqrstuvwx))/page.aspx": "com,example)/page.aspx",
    "http://example.com/(abcdefghijklmnopqrstuvwx)/page.aspx?x": "com,example)/page.aspx?x",
    "http://[::1]:8080/x": "::1:8080)/x",
    "http://[2001:DB8::1]/": "2001:db8::1)/",
    "http://127.0.0.1/": "1,0,0,127)/",
    "http://127.0.0.1:8000/a": "1,0,0,127:8000)/a",
    "http://2130706433/": "1,0,0,127)/",
    "http://017700000001/": "1,145,0,31)/",
    "http://192.168.1/": "1,0,168,192)/",
    "http://1.2.3.4.5/": "5,4,3,2,1)/",
    "http://例え.jp/路": "jp,xn--r8jz45g)/%e8%b7%af",
    "http://xn--r8jz45g.jp/%E8%B7%AF": "jp,xn--r8jz45g)/%e8%b7%af",
    "http://bücher.de/": "de,xn--bcher-kva)/",
    "http://exa%6Dple.com/": "com,example)/",
    "http://www..example..com./": "com,example)/",
    "http://wwwx.example.com/": "com,example,wwwx)/",
    "http://www.com/": "com)/",
    "http://www1.www.example.com/": "com,example,www)/",
    "ftp://www.example.com/a": "com,example)/a",
    "ftp://example.com:21/a": "com,example:21)/a",
    "mailto:a@b.c": "mailto:a@b.c",
    "urn:isbn:123": "urn:isbn:123",
    "dns:www.example.com": "dns:www.example.com",
    "data:text/html,abc": "data:text/html,abc",
    "example.com/a": "com,example)/a",
    "www.example.com": "com,example)/",
    "//example.com/a": "com,example)/a",
    "http:///example.com/a": "com,example)/a",
    "http:////example.com/a": "com,example)/a",
    "http://": "http:",
    "http:/example.com/a": "com,example)/a",
    "http://http://example.com/a": "com,example)/a",
    "https://http://example.com/a": "com,example)/a",
    "http://example.com:/x": "com,example)/x",
    "http://example.com:0/": "com,example)/",
    "http://example.com/../../a": "com,example)/a",
    "http://example.com/a/..": "com,example)/",
    "http://example.com/a/.": "com,example)/a",
    "http://example.com/.": "com,example)/",
    "http://example.com/a/b/../": "com,example)/a",
    "http://example.com/?a": "com,example)/?a",
    "http://example.com/?a=": "com,example)/?a=",
    "http://example.com/?b&a&a=1&=x": "com,example)/?=x&a&a=1&b",
    "http://example.com/?&": "com,example)/?&",
    "http://example.com/?&&a": "com,example)/?&&a",
    "http://example.com/??x": "com,example)/??x",
    "http://example.com/a?b#c?d": "com,example)/a?b",
    "http://example.com/a?x=%26&y=%3D": "com,example)/a?&x=&y==",
    "http://example.com/%23frag?%23q": "com,example)/%23frag?%23q",
    "http://example.com/a%00b": "com,example)/a%00b",
    "http://example.com/%": "com,example)/%25",
    "http://example.com/%zz": "com,example)/%25zz",
    "http://example.com/%25%32%35": "com,example)/%25",
    "http://EXAMPLE.com/%C3%84": "com,example)/%c3%84",
    "http://example.com/a'b\"c<d>e\\f^g`h{i|j}k~l[m]n": "com,example)/a'b\"c<d>e\\f^g`h{i|j}k~l[m]n",
    "http://example.com?query": "com,example)/?query",
    "http://example.com#frag": "com,example)/",
    "HTTP://WWW.EXAMPLE.COM/INDEX.HTML": "com,example)/index.html",
    "http://ex ample.com/": "com,ex%20ample)/",
    "http://a_b.example.com/": "com,example,a_b)/",
    "javascript:void(0)": "javascript:void(0)",
    "about:blank": "about:blank",
    "index.htm": "htm,index)/",
    "http://.example.com/": "com,example)/",
    "http://./": "http:/",
    "http://%2e/": "http:/",
    " http://example.com/a ": "com,example)/a",
    "http://example.com/%e4%bd%a0?%e5%a5%bd=%E5": "com,example)/%e4%bd%a0?%e5%a5%bd=%e5",
    "http://www.pku.edu.cn/Ä?ö": "cn,edu,pku)/%c3%84?%c3%b6",
    "http://www3./x": "www3)/x",
    "http://www./x": "www)/x",
    "http://example.com:8080": "com,example:8080)/",
    "http://example.com:8080?x": "com,example:8080)/?x",
    "http://user@/x": "x)/",
    "http://a@b@c/x": "c)/x",
    "http://[::1/x": "::1)/x",
    "http://example.com/x?y=http://other.com/?z=1#f": "com,example)/x?y=http://other.com/?z=1",
}


@pytest.mark.parametrize(("url", "key"), KEYS.items())
def test_keys_are_those_of_pywb(url: str, key: str) -> None:
    assert surt(url.encode()) == key


@given(st.text() | st.from_regex(r"https?://[a-z%:@\[\]./?#&=\\ ]{0,40}", fullmatch=True))
def test_any_address_has_a_key_without_blanks(url: str) -> None:
    key = surt(url.encode("utf-8", "replace"))
    assert key.isascii() and not set(key) & set(" \n\r\t")


@pytest.mark.parametrize("memory", [1 << 20, 500, 1])
def test_lines_are_sorted_however_little_memory_there_is(tmp_path: Path, memory: int) -> None:
    lines = [b"%d line\n" % (number * 7919 % 1000) for number in range(300)]
    with LineSorter(tmp_path, memory) as sorter:
        for line in lines:
            sorter.add(line)
        assert list(sorter.sorted()) == sorted(lines)
    assert list(tmp_path.iterdir()) == []


def test_every_line_is_found_through_the_index_of_the_blocks() -> None:
    lines = [
        f"test,a)/{number:05d} 20261121080000 {{}}\n".encode() for number in range(2 * cdxj.BLOCK_LINES + 1)
    ]
    blocks = list(cdxj.blocks(iter(lines), "index.cdx.gz"))
    whole = b"".join(block.data for block in blocks)
    assert gzip.decompress(whole) == b"".join(lines)
    meta, *finders = b"".join(block.line for block in blocks).decode().splitlines()
    assert meta == '!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}'
    assert len(finders) == 3
    for number, finder in enumerate(finders):
        key, _, about = finder.partition(" {")
        place = json.loads("{" + about)
        piece = gzip.decompress(whole[place["offset"] : place["offset"] + place["length"]])
        assert piece.startswith(lines[number * cdxj.BLOCK_LINES]) and piece.startswith(key.encode())


def test_an_index_of_nothing_still_says_what_it_is() -> None:
    [block] = cdxj.blocks(iter(()), "index.cdx.gz")
    assert block.data == b"" and block.line.startswith(b"!meta 0 ")

"""Pages that want to break a program: the same for every suite, and the same on every run.

`page(seed)` and `content_type(seed)` make one of any number of small ones, `LARGE` holds the ones of megabytes.
"""

from __future__ import annotations

import random
from collections.abc import Callable

COUNT = 300

_PIECES = (
    b"<a href=",
    b"<a href='x",
    b'"',
    b"'",
    b">",
    b"<",
    b"</",
    b"<!--",
    b"-->",
    b"--!>",
    b"<![CDATA[",
    b"]]>",
    b"<?",
    b"<table><tr><td>",
    b"</table>",
    b"<p>",
    b"</p></div></html>",
    b"<title>",
    b"</title",
    b"<base href=//[>",
    b"\0",
    b"<script>",
    b"</script",
    b"<style>@import 'a",
    b"url(",
    b"<svg><![CDATA[",
    b"<math>",
    b"<plaintext>",
    b"<select>",
    b"&#xD800;",
    b"&#99999999;",
    b"&amp",
    b"&",
    b"<img srcset='a 1x,,, b",
    b"\xff\xfe",
    b"\xe4\xb8",
    b"\x81\x30\x81",
    b"<meta charset=utf-16>",
    b"<meta charset=utf-7>",
    b"<meta http-equiv=refresh content='0;url=",
    b"<frameset>",
    b"<a href='http://[::1'>",
    b"<a href='javascript:x'>",
    b"<div style='background:url(\"'>",
    b"\r\n",
    b"<:a:b c:d=e>",
    b'<script type=application/ld+json>{"@graph":[1,null,{"@type":[]}]}</script>',
    b"<pre>",
    b"<li>",
    b"<html lang=x>",
)

_FRAGMENTS = (
    "<table><tr><td>a</table></td><p>b<div></p><ul><li>c</div></li>",
    "<!doctype html><html><head><title>x</head><body onload=x><p>一<b>二<i>三</b>四</i><!-- -- -->",
    "<svg><foreignObject><p>x</foreignObject></svg><math><mi>y<mtext><b>z",
    "<select><optgroup><option>1</select><frameset><frame></frameset>",
    "<a href='x' href=\"y\" =z/><img/src=1/onerror=2><![CDATA[ x ]]><?php echo 1 ?>",
    "\ufeff<p>\x00\x01\x0b&#0;&#xD800;&#x110000;&notanentity;&ampp</p>",
)

_TAGS = (
    "div",
    "b",
    "table",
    "ul",
    "font",
    "blockquote",
    "svg",
    "math",
    "template",
    "button",
    "a href=x",
    "option",
)

CHARSETS = (None, "utf-8", "gbk", "utf-16", "no-such-charset", "shift_jis", "", "utf-7", "iso-2022-jp")


def page(seed: int) -> bytes:
    """One small page; neighbours come from different families."""
    return _FAMILIES[seed % len(_FAMILIES)](random.Random(seed))


def charset(seed: int) -> str | None:
    """What the server claims, mostly wrong."""
    return random.Random(~seed).choice(CHARSETS)


def content_type(seed: int) -> str:
    claimed = charset(seed)
    return "text/html" if claimed is None else f"text/html; charset={claimed}"


def _soup(chance: random.Random) -> bytes:
    """Broken pieces in any order, with random bytes between them."""
    return b"".join(
        chance.choice(_PIECES) if chance.random() < 0.8 else chance.randbytes(chance.randrange(12))
        for _ in range(80)
    )


def _mangled(chance: random.Random) -> bytes:
    """Odd but plausible markup, cut, doubled and sprinkled with junk."""
    data = bytearray(
        "".join(chance.choices(_FRAGMENTS, k=chance.randint(1, 12))).encode("utf-8", "surrogatepass")
    )
    junk = (
        b"<",
        b">",
        b"</",
        b"<!--",
        b'"',
        b"&#",
        b"\x00",
        b"<table>",
        b"<b x=%d>" % chance.randrange(1000),
    )
    for _ in range(chance.randint(0, 30)):
        at = chance.randrange(len(data) + 1)
        action = chance.randrange(4)
        if action == 0:
            data[at:at] = chance.randbytes(chance.randint(1, 6))
        elif action == 1:
            del data[at : at + chance.randint(1, 9)]
        elif action == 2:
            data[at:at] = data[max(0, at - 20) : at] * chance.randint(1, 3)
        else:
            data[at:at] = chance.choice(junk)
    return bytes(data)


def _deep(chance: random.Random) -> bytes:
    """Thousands of elements inside one another, hardly ever closed."""
    tags = chance.choices(_TAGS, k=chance.randint(1, 4))
    opened = "".join(f"<{tag}>{chance.choice(('', 'x', '深'))}" for tag in tags) * chance.randint(50, 1500)
    closed = "".join(f"</{tag.split()[0]}>" for tag in reversed(tags)) * chance.randrange(900)
    return f"<!doctype html><title>deep</title>{opened}end{closed}".encode()


def _wrong_charset(chance: random.Random) -> bytes:
    """Text in one charset that claims another, with bytes that belong to none."""
    text = "<title>北京大学 天网</title><p>网页的历史，日本語のページ，naïve café " * chance.randint(1, 9)
    real, said = (
        chance.choice(("utf-8", "gb18030", "utf-16", "utf-16-be", "utf-32", "shift_jis")),
        chance.choice(("utf-8", "big5", "utf-16", "euc-kr", "x-user-defined", "\u202e", "windows-1252\0")),
    )
    data = bytearray(f"<meta charset='{said}'>{text}".encode(real, "replace"))
    for _ in range(chance.randrange(9)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def _nulls(chance: random.Random) -> bytes:
    """NULs and other controls wherever they hurt."""
    controls = bytes((0, 1, 8, 11, 12, 27, 127, 133))
    clean = (
        b"<html><head><title>NUL</title></head><body><p class=a>text</p><a href='/x'>link</a>"
        * chance.randint(1, 20)
    )
    return b"".join(
        bytes((byte, chance.choice(controls))) if chance.random() < 0.1 else bytes((byte,)) for byte in clean
    )


def _attributes(chance: random.Random) -> bytes:
    """Attributes without names, values, ends or number."""
    names = (
        "x",
        "href",
        "\x00",
        "=",
        "style",
        "src",
        "'",
        '"',
        "/",
        "名",
        "on\nload",
        "a" * 3000,
        "xml:lang",
        "<",
    )
    values = (
        "",
        "=",
        "='",
        '="',
        "=x",
        "='y'",
        '="z"',
        "=\x00",
        "='&#xDFFF;'",
        "=http://[",
        "='//\\\\'",
        "=%zz%",
    )
    made = " ".join(chance.choice(names) + chance.choice(values) for _ in range(chance.randint(1, 400)))
    return f"<title {made}>t</title><div {made}>{chance.choice(_FRAGMENTS)}<a {made}>x</a>".encode(
        "utf-8", "replace"
    )


def _binary(chance: random.Random) -> bytes:
    """Nothing of a page at all, whatever the server calls it."""
    start = chance.choice(
        (b"%PDF-1.4\n", b"PK\x03\x04", b"\xff\xd8\xff", b"ID3\x04", b"{\\rtf1", b"<?xml ", b"<svg ", b"")
    )
    return start + chance.randbytes(chance.randint(0, 5000))


def _long_line(chance: random.Random) -> bytes:
    """One line without an end, and words nobody can break."""
    word = chance.choice(
        (b"a", b"&", b"<", b"&nbsp;", b"\xe4\xb8\xad", b"<wbr>", b"\xcc\x81", b"\xe2\x80\xae", b"]]>", b"-->")
    )
    return b"<title>long</title><p>" + word * chance.randint(1000, 30_000)


_FAMILIES: tuple[Callable[[random.Random], bytes], ...] = (
    _soup,
    _mangled,
    _deep,
    _wrong_charset,
    _nulls,
    _attributes,
    _binary,
    _long_line,
    _soup,
    _mangled,
)

LARGE = {
    "line": b"a" * 5_000_000,
    "spaces": b"<p>" + b" " * 5_000_000 + b"x",
    "ideographic spaces": "<p>{}x".format("\u3000" * 1_600_000).encode(),
    "attributes": b"<a " + b" ".join(b"x%d=1" % number for number in range(300_000)) + b"><a href=y>",
    "tag opens": b"<a" * 2_500_000,
    "quotes": b"<style>" + b'"' + b'\\"' * 2_000_000,
    "refresh": b"<meta http-equiv=refresh content='0;" + b" " * 3_000_000 + b"'>",
    "anchors": b"<a href=q><div>" * 900 + b"<br>" * 300_000,
    "NULs": b"<p>\0\0a<a href='\0x'>\0" * 10_000,
}

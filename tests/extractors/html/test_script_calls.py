"""Links that scripts put together are reported, and plain texts that they write are read; nothing is run."""

from __future__ import annotations

import time

import pytest

from extractors.base.packing import pack, unpack
from extractors.base.types import ScriptLink
from extractors.door.registry import extract
from extractors.html.scripts import unresolved, written

PAGE = """<title>t</title><script>
function go(id) { window.open(base + id); }
location.href = "/plain.html"; location = '/a' + '/b.html';
if (x) location.replace(`/x/${id}`)
// window.open(no + comment)
var s = "window.open(a + b)"; location = window.location.href; if (location == q) {}
</script><p>Copyright <script>document.write('\\u00a9 2003');</script> me
<a href="javascript:window.open(u+'?id=3','w')">x</a>
<div onclick="location.href=this.dataset.url">y</div><script type="text/template">location = a + b</script>"""


def test_links_that_scripts_put_together_are_reported_with_their_place() -> None:
    """Of scripts, event attributes and addresses that are code; what is plain is a link as before."""
    document = extract(PAGE.encode(), declared_type="text/html", base_url="http://e.org/")
    assert document.unresolved == (
        ScriptLink("base + id", "script", 2),
        ScriptLink("`/x/${id}`", "script", 4),
        ScriptLink("u+'?id=3'", "a href", 8),
        ScriptLink("this.dataset.url", "div onclick", 9),
    )
    assert {"http://e.org/plain.html", "http://e.org/a/b.html"} <= {link.url for link in document.links}
    assert unpack(pack(document)).unresolved == document.unresolved
    assert not extract(PAGE.encode(), declared_type="text/html", links=False).unresolved


def test_a_script_of_its_own_reports_them_too() -> None:
    code = b"var a;\nwindow.open(base + a)"
    assert extract(code, declared_type="text/javascript").unresolved == (ScriptLink("base + a", "script", 2),)


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("document.write('\\u00a9 2003');", "a © 2003 b"),
        (
            '<!--\ndocument.write("<p>Hello <b>there</b></p>" + "<p>second</p>");\n//-->',
            "a\nHello there\nsecond\nb",
        ),
        ("document.writeln('one', \" two\")", "a one two b"),
        ("if (a) { document.write('no') }", "a b"),
        ("if (a) document.write('no');", "a b"),
        ("function f() { document.write('no') }", "a b"),
        ("document.write(name + 'no'); document.write(`${x} no`)", "a b"),
        ("var s = \"document.write('no')\"; // document.write('no')", "a b"),
        ("document.write('<script>no<\\/script><style>no</style>yes');", "a yes b"),
    ],
)
def test_plain_texts_that_a_script_writes_are_read_where_they_come_to_stand(script: str, text: str) -> None:
    """Not what conditions, functions and variables make of them."""
    document = extract(f"<p>a <script>{script}</script> b".encode(), declared_type="text/html")
    assert document.text == text


def test_hostile_scripts_take_bounded_time() -> None:
    start = time.process_time()
    for piece in (
        "location=",
        "window.open(",
        "document.write('a'+",
        "document.write(",
        "'",
        "(",
        "location=a;",
    ):
        list(unresolved(piece * 8_000))
        written(piece * 8_000)
        assert (
            extract(f"<script>{piece * 8_000}</script>".encode(), declared_type="text/html").format == "html"
        )
    assert time.process_time() - start < 8

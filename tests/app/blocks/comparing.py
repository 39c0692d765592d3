"""Hand-made pages, and how tests ask what compare() says of them."""

from __future__ import annotations

from app.blocks.compare.changes import Change, Comparison
from app.blocks.compare.differing import compare
from app.blocks.compare.documents import compare_documents
from extractors.base.types import Document

FILLER = "".join(
    f"<p>Paragraph {word} keeps the page long enough to be divided; it speaks of {word} and nothing else.</p>\n"
    for word in ("lanterns", "harbours", "violins", "glaciers", "pepper", "railways")
)
ENGLISH = f"""<!doctype html><html><head><title>The Daily Archive</title></head><body>
<ul class="menu"><li><a href="/">Home page</a></li><li><a href="/about">About us all</a></li></ul>
<div id="news"><h1>Web archives grow</h1>
<p>Libraries keep copies of pages that would be lost without anybody who looks after them.</p>
<p>A crawler visits every page once a week and asks politely for what has become of it since.</p>
<p><img src="chart.png" alt="Growth"></p></div>
<div id="more">{FILLER}</div>
<table><tr><th>Year</th><th>Pages</th></tr><tr><td>2001</td><td>1,000,000</td></tr>
<tr><td>2008</td><td>3,000,000</td></tr></table>
<div class="foot">Contact us at the desk</div></body></html>"""
CHINESE = """<!doctype html><html><head><meta charset="gb2312"><title>天网新闻</title></head><body>
<div><h1>中国网页博物馆开放</h1>
<p>北京大学网络实验室昨天宣布，中国网页博物馆正式开放，任何人都可以查阅过去的网页。</p>
<p>它保存了两千万个网页，可以按网址和时间回放，也可以比较一个网页的各个版本。</p></div>
<div><h2>怎样使用</h2><p>输入一个网址，选择一个日期，就能看到那一天的网页是什么样子。</p></div>
<div>访问人数：1234</div></body></html>"""


def of_kind(comparison: Comparison, kind: str) -> list[Change]:
    return [change for change in comparison.changes if change.kind == kind]


def differing(comparison: Comparison) -> list[Change]:
    return [change for change in comparison.changes if change.kind != "unchanged"]


def edited(old: str, new: str, page: str = ENGLISH, *, times: int = 1) -> Comparison:
    assert page.count(old) >= 1
    return compare(
        page.encode(), page.replace(old, new, times).encode(), charset_a="utf-8", charset_b="utf-8"
    )


def of_texts(a: str, b: str) -> Comparison:
    """Two plain texts compared, line by line."""
    return compare_documents(*(Document("text", "text/plain", text=text) for text in (a, b)))


def bytes_of(page: str, span: tuple[int, int] | None) -> str:
    assert span is not None
    return page.encode()[slice(*span)].decode()

"""Elements that stand apart on a page do not run together in its text, and words are not torn."""

from __future__ import annotations

import time

import pytest

from extractors.door.registry import extract


def text(html: str) -> str:
    return extract(html.encode(), declared_type="text/html", charset="utf-8").text


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("<div><b>128</b><span>lotus leaves counted</span></div>", "128 lotus leaves counted"),
        ("<div><b>128</b><span>片荷叶</span></div>", "128 片荷叶"),
        ("<nav><a href=a>Home</a><a href=b>News</a></nav>", "Home News"),
        ("<ul><li><a href=a>首页</a><a href=b>新闻</a></ul>", "首页 新闻"),
        ("<div><span class=badge>New</span><span class=badge>Hot</span></div>", "New Hot"),
        ("<p><span class=d>2024-01-01</span><span class=a>张三</span></p>", "2024-01-01 张三"),
        ("<div><label>Name</label><input><button>Go</button><button>Stop</button></div>", "Name Go Stop"),
        ("<p>see <a href=a>one</a><a href=b>two</a></p>", "see one two"),
        ("<p>a<span style='display:block'>b</span>c</p>", "a\nb\nc"),
        ("<p>分类于\n<a href=a>题解</a>\n<a href=b>游记</a></p>", "分类于 题解 游记"),
        ("<table><tr><td>x<tr><td><a href=a>b</a><a href=c>d</a></table>", "x\nb d"),
    ],
)
def test_apart(html: str, seen: str) -> None:
    assert text(html) == seen


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("<p>H<sub>2</sub>O and <b>bo</b>ld <i>a</i><b>b</b></p>", "H2O and bold ab"),
        ("<p class=MsoNormal><span>关于</span><span lang=EN-US>2008</span><span>年</span></p>", "关于2008年"),
        ("<div><span class=SpellE>Hel</span><span class=SpellE>lo</span></div>", "Hello"),
        ("<p><code><span class=k>a</span><span class=n>b</span></code></p>", "ab"),
        ("<pre><span class=k>def</span><span class=n>x</span></pre>", "defx"),
        ("<h1><span class=dropcap>L</span><span class=rest>orem</span></h1>", "Lorem"),
        ("<div><b>x</b><span>, and so on</span></div>", "x, and so on"),
        ("<p><a href=a>北京</a><a href=a>大学</a></p>", "北京大学"),
        ("<p>中文\n换行 和 <b>粗</b>体</p>", "中文换行 和 粗体"),
        ("<p>words\nof a\nline</p>", "words of a line"),
        ("<p>广 东 省 文 件</p>", "广东省文件"),
    ],
)
def test_together(html: str, seen: str) -> None:
    assert text(html) == seen


def test_pictures_of_signs_and_formulas_are_read_in_their_sentence() -> None:
    document = extract(
        "<p>I <img alt='😀' src=e.png> you, <img class=tex alt='E=mc^2' src=f.png>.<img src=p.png alt=荷>".encode(),
        declared_type="text/html",
        charset="utf-8",
    )
    assert document.text == "I 😀 you, E=mc^2."
    assert [part.text for part in document.parts if part.kind == "image"] == ["荷"]


def test_an_article_in_a_cell_is_no_table() -> None:
    cell = "A long sentence of an article. " * 60
    document = extract(
        f"<table><tr><td>a<td>b<tr><td>c<td>{cell}<tr><td>e<td>f</table>".encode(), declared_type="text/html"
    )
    assert "table" not in [part.kind for part in document.parts]


def test_a_text_in_an_unclosed_heading_is_a_paragraph() -> None:
    long = "A sentence that nobody would set as a heading. " * 4
    parts = extract(f"<h1>Title<div><p>{long}</p></div>".encode(), declared_type="text/html").parts
    assert [part.kind for part in parts] == ["heading", "paragraph"]


def test_many_neighbours_take_linear_time() -> None:
    start = time.process_time()
    extract(b"<div>" + b"<b>1</b><span>x</span>" * 25_000 + b"</div>", declared_type="text/html")
    assert time.process_time() - start < 5

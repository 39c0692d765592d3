"""Which forms of a page are filled, and what is asked for with a word in them."""

from __future__ import annotations

import re

import pytest

from app.crawl.rules.forms import SearchForm, posted, search_forms

PAGE = "http://a.example/shop/index.html"
ANY = (re.compile(""),)


def forms(html: str, *, post: tuple[re.Pattern[str], ...] = ()) -> list[SearchForm]:
    return search_forms(html.encode(), "utf-8", PAGE, post=post)


def test_a_search_box_is_filled_as_a_browser_would() -> None:
    (form,) = forms(
        "<form action=../find?old=1#top><input name=q><input type=hidden name=lang value=de>"
        "<select name=in><option value=all>All<option value=t selected>Titles</select>"
        "<select name=sort><option>Newest<option>Oldest</select>"
        "<input type=checkbox name=a value=1 checked><input type=checkbox name=b>"
        "<input type=radio name=r value=x><input type=radio name=r value=y checked>"
        "<button name=go value=1>Search</button></form>"
    )
    assert form.address("größe & 北京") == (
        "http://a.example/find?q=gr%C3%B6%C3%9Fe+%26+%E5%8C%97%E4%BA%AC&lang=de&in=t&sort=Newest&a=1&r=y&go=1"
    )
    assert form.word_of(form.address("größe & 北京") + "&page=2") == "größe & 北京"
    assert (
        form.word_of("http://a.example/other?q=x") is None and form.word_of("http://a.example/find") is None
    )


def test_words_are_written_in_the_charset_of_the_page() -> None:
    html = "<meta charset=gbk><form action=/s><input name=wd></form>".encode("gbk")
    (form,) = search_forms(html, None, PAGE)
    assert form.address("北京").endswith("wd=%B1%B1%BE%A9")
    (other,) = forms("<form action=/s accept-charset=big5><input name=wd></form>")
    assert other.address("北京").endswith("wd=%A5_%A8%CA")


@pytest.mark.parametrize(
    "html",
    [
        "<form><input name=q><input type=password name=p></form>",
        "<form><input name=q><input type=email name=e></form>",
        "<form><input name=q><input type=file name=f></form>",
        "<form><input name=q><textarea name=t></textarea></form>",
        "<form><input name=q><input name=more></form>",
        "<form action=/login><input name=q></form>",
        "<form id=newsletter><input type=search name=q></form>",
        "<form><input name=q><button>Log in</button></form>",
        "<form action=/checkout><input name=q></form>",
        "<form class=comment-form><input name=text></form>",
        "<form style='display:none'><input name=q></form>",
        "<div hidden><form><input name=q></form></div>",
        "<form><input name=q style='position:absolute;left:-9999px'></form>",
        "<form><input name=honeypot_search></form>",
        "<form><input name=website type=search></form>",
        "<form><input name=q><input type=hidden name=csrf_token value=x></form>",
        "<form><input name=amount></form>",
        "<form><input type=search></form>",
        "<form action='javascript:go()'><input name=q></form>",
        "<form method=post action=/search><input name=q></form>",
        "<form method=dialog><input name=q></form>",
    ],
)
def test_other_forms_are_never_filled(html: str) -> None:
    assert forms(html) == []


def test_a_form_is_sent_by_post_only_where_a_person_has_chosen_it() -> None:
    html = "<form method=post action=/find><input type=hidden name=k value='a b'><input name=q></form>"
    assert forms(html, post=(re.compile("/other$"),)) == []
    (form,) = forms(html, post=(re.compile("/find$"),))
    address = form.address("two words")
    assert address == "http://a.example/find?__wb_method=POST&k=a+b&q=two+words"
    assert posted(address) == ("http://a.example/find", b"k=a+b&q=two+words")
    assert posted("http://a.example/find?k=a&__wb_method=POST&q=x") is None
    assert form.word_of(address) == "two words"


def test_log_ins_are_not_sent_even_where_a_person_has_chosen_them() -> None:
    assert forms("<form method=post action=/login><input name=q></form>", post=ANY) == []
    assert forms("<form method=post><input name=q><input type=password></form>", post=ANY) == []

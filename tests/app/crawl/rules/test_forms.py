"""Which forms of a page are filled, and what is asked for with a word in them."""

from __future__ import annotations

import re

import pytest

from app.crawl.rules.forms import MOST_CHOICES, SearchForm, posted, search_forms

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
    assert form.word_of(form.address("größe & 北京") + "&page=2") == ("größe & 北京", 0)
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
    assert form.word_of(address) == ("two words", 0)


def test_log_ins_are_not_sent_even_where_a_person_has_chosen_them() -> None:
    assert forms("<form method=post action=/login><input name=q></form>", post=ANY) == []
    assert forms("<form method=post><input name=q><input type=password></form>", post=ANY) == []


def sent(form: SearchForm, word: str = "w") -> list[str]:
    """What is sent as the page has the form, and with each of its choices."""
    return [form.address(word, n).partition("?")[2] for n in range(len(form.choices) + 1)]


def test_each_other_option_is_a_choice_by_itself() -> None:
    (form,) = forms(
        "<form action=/find><select name=in><option value=''>All<option value=t>Titles<option>Authors"
        "<option disabled>Old</select><input name=q>"
        "<input type=radio name=kind value=book checked><input type=radio name=kind value=map>"
        "<input type=radio name=year value=1999><input type=radio name=year value=2000>"
        "<input type=checkbox name=archive><input type=checkbox name=online value=1 checked>"
        "<select name=place multiple><option>Rome<option>Oslo</select><button>Search</button></form>"
    )
    assert sent(form) == [
        "in=&q=w&kind=book&online=1",
        "in=t&q=w&kind=book&online=1",
        "in=Authors&q=w&kind=book&online=1",
        "in=&q=w&kind=book&archive=on&online=1",
        "in=&q=w&kind=book&online=1&place=Rome",
        "in=&q=w&kind=book&online=1&place=Oslo",
        "in=&q=w&kind=map&online=1",
        "in=&q=w&kind=book&year=1999&online=1",
        "in=&q=w&kind=book&year=2000&online=1",
    ]
    for choice in range(len(form.choices) + 1):
        assert form.word_of(form.address("w", choice) + "&page=2") == ("w", choice)


@pytest.mark.parametrize(
    "field",
    [
        "<select name=sort><option>Newest<option>Oldest</select>",
        "<select name=per_page><option>10<option>100</select>",
        "<select name=lang><option>de<option>en</select>",
        "<input type=checkbox name=terms_accepted>",
        "<input type=checkbox name=c id=newsletter-consent>",
        "<select name=go><option value=/a>A<option value=/b>B</select>",
        "<select name=in><option>All</select>",
        "<select name=in style='display:none'><option>a<option>b</select>",
    ],
)
def test_what_arranges_results_is_agreed_to_leads_elsewhere_or_is_unseen_is_no_choice(field: str) -> None:
    (form,) = forms(f"<form action=/find><input name=q>{field}</form>")
    assert not form.choices


def test_choices_are_bounded_and_every_field_has_some() -> None:
    many = "".join(f"<option>a{n}" for n in range(5000))
    (form,) = forms(
        f"<form action=/find><input name=q><select name=one>{many}</select><select name=two>{many}</select>"
        "<input type=checkbox name=three></form>"
    )
    assert len(form.choices) == MOST_CHOICES
    assert {one.name for one in form.choices} == {"one", "two", "three"}


def test_a_form_without_a_field_for_words_is_asked_for_the_options_of_its_select() -> None:
    (form,) = forms(
        "<form action=/find><input type=hidden name=a value=1><select name=country><option value=''>Choose…"
        "<option>Norway<option value=is>Iceland</select><select name=sort><option>Newest</select>"
        "<button>Search</button></form>"
    )
    assert form.values == ("Norway", "is") and not form.choices
    assert form.address("is") == "http://a.example/find?a=1&country=is&sort=Newest"
    assert form.word_of(form.address("is")) == ("is", 0)
    assert (
        forms("<form action=/go><select name=country><option>a<option>b</select><button>Go</button></form>")
        == []
    )

"""What is told of a block that changed: as little of it as a person would draw around."""

from __future__ import annotations

import pytest

from app.blocks.compare.changes import Change
from app.blocks.compare.differing import compare, cut_both
from app.blocks.match import narrowing as unit_groups
from app.blocks.match.narrowing import narrow, units_of
from app.blocks.match.stretches import Matched, Side, Stretch
from app.blocks.page.effort import Budget

WORDS = (
    "Stone arches carry carts over water; the keystones were cut long ago.",
    "Pears ripen against walls that face south, and wasps find them first.",
    "Copper holds heat, tin keeps it from the tea; a good lid saves fuel.",
    "Fog comes in before noon, leaves by four, and takes every boat along.",
    "Brass lanterns are lit at night, and somebody trims the wicks of them.",
)


def page(*parts: str) -> bytes:
    return f"<!DOCTYPE html><html><body><h1>The journal</h1>{''.join(parts)}</body></html>".encode()


def rows(*texts: str) -> str:
    cells = "".join(f"<tr><td>{n}</td><td>{text}</td></tr>" for n, text in enumerate(texts))
    return f"<table><tbody>{cells}</tbody></table>"


def listed(*texts: str) -> str:
    return f"<ul>{''.join(f'<li>{text}</li>' for text in texts)}</ul>"


def told(a: bytes, b: bytes) -> list[Change]:
    return [change for change in compare(a, b).changes if change.kind != "unchanged"]


def test_one_cell_of_a_table() -> None:
    (change,) = told(page(rows(*WORDS)), page(rows(*WORDS[:3], WORDS[3].replace("four", "five"), WORDS[4])))
    assert (change.kind, change.path_b) == ("changed", "/html[1]/body[1]/table[1]/tbody[1]/tr[4]/td[2]")
    assert change.size == len("four") + len("five")


def test_an_entry_more_in_a_list_is_an_entry_added() -> None:
    """Not a list that changed; wherever in the list it stands."""
    for at in range(5):
        new = [*WORDS[:at], "A new entry of the list", *WORDS[at:]]
        a, b = page(listed(*WORDS)), page(listed(*new))
        for kind, change in (("added", told(a, b)), ("removed", told(b, a))):
            assert [one.kind for one in change] == [kind]
            path = change[0].path_b or change[0].path_a
            assert path == f"/html[1]/body[1]/ul[1]/li[{at + 1}]"
            span = change[0].span_b or change[0].span_a
            assert span is not None
            assert b[slice(*span)] == b"<li>A new entry of the list</li>"


def test_two_far_apart_are_two() -> None:
    changed = [WORDS[0].replace("Stone", "Brick"), *WORDS[1:4], WORDS[4].replace("wicks", "flames")]
    found = told(page(listed(*WORDS)), page(listed(*changed)))
    assert [(c.kind, c.path_b) for c in found] == [
        ("changed", "/html[1]/body[1]/ul[1]/li[1]"),
        ("changed", "/html[1]/body[1]/ul[1]/li[5]"),
    ]


def test_a_block_of_which_most_changed_is_told_as_a_whole() -> None:
    changed = [text if n == 2 else text.replace("t", "d") for n, text in enumerate(WORDS)]
    a, b = (page("<p>", "<br>".join(lines), "</p>") for lines in (WORDS, changed))
    (change,) = [one for one in compare(a, b, level=1).changes if one.kind != "unchanged"]
    assert (change.kind, change.path_b) == ("changed", "/html[1]/body[1]/h1[1]..p[1]")


def test_one_line_beside_what_stays_is_told_by_itself() -> None:
    """However short the rest: a date below a heading."""
    a, b = (
        page("<div><h2>Bees</h2><p>Seen ", day, " May 2020 by Ann Writer</p></div>") for day in ("5", "6")
    )
    (change,) = [one for one in compare(a, b, level=1).changes if one.kind != "unchanged"]
    assert (change.kind, change.path_b) == ("changed", "/html[1]/body[1]/div[1]/p[1]")


def test_a_line_break_more_is_told_at_its_lines() -> None:
    """The words around it were neither removed nor added."""
    text = "<p>" + "<br>".join(WORDS) + "</p>"
    found = told(page(text), page(text.replace("carts ", "carts <br>")))
    assert [change.kind for change in found] == ["changed"]
    assert "Stone arches" in found[0].text_a
    assert "Copper" not in found[0].text_a
    assert "removed" not in {op for op, _, _ in found[0].words}


def test_nothing_is_handed_from_one_block_to_another() -> None:
    """The versions are cut into other blocks; what stands in both is told of neither."""
    close = "<div class=layer><p>Close this layer again</p></div>"
    menu = "<nav><a href=/1>First page</a> <a href=/2>Second page</a> <a href=/3>Third page</a></nav>"
    a = page(f"<div>{menu}<div>{close}</div></div>", *(f"<p>{text}</p>" for text in WORDS))
    b = page(f"<div>{menu.replace('Third', 'Last')}{close}</div>", *(f"<p>{text}</p>" for text in WORDS))
    found = told(a, b)
    assert not [c for c in found if c.kind in ("added", "removed", "moved")]
    assert not [c for c in found if c.size and "Close" in c.text_a]
    assert sum(change.size for change in found) == len("ThirdLast")


def test_a_picture_that_stays_behind_a_text_written_anew_is_not_removed() -> None:
    picture = "<img src='/boat.png' alt='A boat'>"
    a = page(f"<section><p>{WORDS[0]}</p><p>{WORDS[1]}</p><p>{WORDS[2]}<br>{picture}</p></section>")
    b = page(
        f"<section><p>A text that says something else altogether, of snow and of sledges.<br>{picture}</p></section>"
    )
    found = told(a, b)
    assert not [
        c
        for c in found
        if c.kind in ("removed", "added")
        and any("boat.png" in said for said in (*c.attributes_a, *c.attributes_b))
    ]


@pytest.mark.parametrize("attribute", ["", " class=x"])
def test_a_list_whose_tags_changed_as_well_is_told_by_its_words(attribute: str) -> None:
    a = page(listed(*WORDS))
    b = page(
        listed(*WORDS[:2], WORDS[2].replace("Copper", "Silver"), *WORDS[3:]).replace(
            "<li>", f"<li{attribute}>"
        )
    )
    (change,) = [one for one in told(a, b) if one.differs]
    assert (change.kind, change.text_b) == ("changed", WORDS[2].replace("Copper", "Silver"))


def test_units_are_paragraphs_entries_cells_and_lines() -> None:
    """Each with its element where that holds nothing else; what shows nothing is in none."""
    inside = (
        "<div><h2>Head</h2> text <b>bold</b><br>line <ul><li>one</li><li><p>two</p></li></ul>"
        "<table><tr><td></td><td>cell</td></tr></table><script>x()</script><p> </p><hr><img src=a.png></div>"
    )
    tree, _ = cut_both(page(inside), page(inside), None, None)
    side = Side(tree)
    found = [unit for number in range(len(side.leaves)) for unit in units_of(side.leaf(number))]
    assert [(unit.name, unit.text) for unit in found] == [
        ("h1", "The journal"),
        ("h2", "Head"),
        ("", "text bold"),
        ("", "line"),
        ("li", "one"),
        ("p", "two"),
        ("td", "cell"),
        ("hr", ""),
        ("", ""),
    ]
    assert found[2].content == "text <b>bold</b><br>"
    assert found[4].content == "one"
    assert found[-1].content == "<img src=a.png>"


@pytest.mark.parametrize("line_break", ["<br>", "<BR>", "<br/>", "<br />"])
def test_a_picture_behind_a_line_is_told_without_the_line(line_break: str) -> None:
    """However the line break is written."""
    lines = [f"{WORDS[0]}<img src=a.gif>", *WORDS[1:3]]
    a = page("<div>", line_break.join(lines), "</div>", *(f"<p>{text}</p>" for text in WORDS))
    changes = [one for one in told(a, a.replace(b"a.gif", b"b.gif")) if one.kind != "layout"]
    assert [(one.kind, one.text_b) for one in changes] == [("changed", "")]


def test_a_line_of_very_many_pictures_is_read_at_once() -> None:
    """Neither too deep nor, with long attribute names, too long for any budget."""
    a = page("<p>old words here", "<img src=a.gif>" * 2000, "<br>line two of it</p>")
    assert [one.kind for one in told(a, a.replace(b"old", b"new")) if one.differs] == ["changed"]
    odd = page("<p><a ", "data-" * 200_000, "x>one two</a><br>zz</p>")
    assert [one.kind for one in told(odd, odd.replace(b"two", b"three")) if one.differs] == ["changed"]


def test_what_went_in_one_block_and_came_in_another_has_moved() -> None:
    """A text that is there once in each version is never removed here and added there."""
    guests = "<br>".join(f"Guest number {n} came by sea" for n in range(6))
    ships = "<br>".join(f"The ship called number {n} left" for n in range(6))
    a = page(
        f"<div><p>{guests}<br>A note on harbour dues</p></div><p>{WORDS[0]}</p><div><p>{ships}</p></div>"
    )
    b = page(
        f"<div><p>{guests}</p></div><p>{WORDS[0]}</p><div><p>{ships}<br>A note on harbour dues</p></div>"
    )
    assert [(one.kind, one.text_b) for one in told(a, b) if one.kind != "markup"] == [
        ("moved", "A note on harbour dues")
    ]


def test_changes_begin_and_end_between_tags() -> None:
    a = page("<p>alpha beta gamma<em><br>delta</em></p>")
    b = page("<p>alpha beta gamma<em><b>new words here<br></b></em><br>delta</p>")
    for change in told(a, b):
        if change.span_b is not None:
            said = b[slice(*change.span_b)]
            assert said.count(b"<") == said.count(b">")
            assert not said or not said.startswith(b">")


@pytest.mark.parametrize("charset", ["iso2022_jp", "hz"])
def test_an_entry_in_a_charset_with_states_is_told_in_its_own_bytes(charset: str) -> None:
    """What stands between tags begins and ends as ASCII: its bytes are those of the page, escapes included."""
    texts = ["東京大学の図書館", "水曜日は休み", "新着図書の案内", "入口は北側"]
    if charset == "hz":
        texts = ["北京大学图书馆", "星期三休息", "新书通报", "入口在北边"]
    a, b = (
        page(listed(*some)).decode().encode(charset)
        for some in (texts, [*texts[:2], texts[2] + texts[0], texts[3]])
    )
    changes = [
        each
        for each in compare(a, b, charset_a=charset, charset_b=charset).changes
        if each.kind != "unchanged"
    ]
    (change,) = changes
    assert change.path_b == "/html[1]/body[1]/ul[1]/li[3]" and change.span_a and change.span_b
    for span, data, text in ((change.span_a, a, texts[2]), (change.span_b, b, texts[2] + texts[0])):
        assert data[slice(*span)] == f"<li>{text}</li>".encode(charset)
    assert b"".join([a[: change.span_a[0]], b[slice(*change.span_b)], a[change.span_a[1] :]]) == b


@pytest.mark.parametrize("charset", ["iso2022_jp", "hz"])
def test_a_line_within_a_state_is_told_with_its_block(charset: str) -> None:
    """A place inside an escape sequence has no byte of its own."""
    one, two, three = (
        ("文字列", "水曜日", "入口") if charset == "iso2022_jp" else ("北京大学", "星期三", "入口")
    )
    a = page(f"<p>{one}{two}</p>", listed(one, two)).decode().encode(charset)
    b = page(f"<p>{one}{three}</p>", listed(one, two)).decode().encode(charset)
    (change,) = [each for each in compare(a, b, charset_a=charset, charset_b=charset).changes if each.differs]
    assert (change.text_a, change.text_b) == (one + two, one + three)
    assert change.span_b is not None and b[slice(*change.span_b)].decode(charset) == f"<p>{one}{three}</p>"


def paired(*numbers: int) -> list[Matched]:
    """Paragraphs of two pages at their places, of which the first in one stands last in the other."""
    pages = page(*(f"<p>{WORDS[n]}</p>" for n in (0, 1, 2))), page(*(f"<p>{WORDS[n]}</p>" for n in (3, 4, 0)))
    sides = [Side(tree) for tree in cut_both(*pages, None, None)]
    found: list[Matched] = []
    for number in numbers:
        both: list[Stretch] = []
        for side in sides:
            scan = side.tree.scan
            at = [n for n, name in enumerate(scan.names) if name == "p"][number]
            places = scan.starts[at], scan.closes[at]
            both.append(side.stretch(places, places, 1))  # all is ASCII
        found.append(Matched("paired", *both))
    return found


def test_blocks_without_a_unit_in_common_stay_paired_though_others_hand_one_over_past_them() -> None:
    """What would be said of the others is in no order with them."""
    blocks = paired(0, 1, 2)
    assert narrow(blocks, Budget(1000)) == blocks
    told = [(each.what, each.b and each.b.text) for each in narrow(paired(0, 2), Budget(1000))]
    assert told == [("added", WORDS[3]), ("same", WORDS[0]), ("removed", None)], "without the one between"


def test_units_that_were_handed_over_are_looked_for_within_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_groups, "_MOST_READ", 100)
    blocks = paired(0, 2)
    assert narrow(blocks, Budget(1000)) == blocks, "it is not known whether the text stands once"


def test_units_are_told_of_so_many_elements_and_no_more() -> None:
    blocks = paired(0, 2)
    room = Budget(3)
    assert narrow(blocks, room) == blocks
    assert room.cut
    room = Budget(4)
    assert narrow(blocks, room) != blocks
    assert not room.cut


def test_one_line_of_many_that_moved_is_told_by_itself() -> None:
    """The paragraph stayed."""
    lines = [f"{text} Line by line." for text in WORDS]
    a, b = (page("<p>" + "<br>".join(order) + "</p>") for order in (lines, [*lines[1:], lines[0]]))
    moved = [change for change in compare(a, b).changes if change.kind == "moved"]
    assert [change.text_b for change in moved] == [lines[0]]

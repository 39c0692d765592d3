"""Back and forward among what was looked at."""

from __future__ import annotations

from widgets.history.back_forward import BackForward, Step
from widgets.page.area import PagePlace


def step(name: str, scrolled: float = 0.0) -> Step:
    return Step(PagePlace(name, 0, (scrolled, 0.0), ()), name.upper())


def names(back_forward: BackForward, *ways: int) -> list[str]:
    found = (back_forward.go(by) for by in ways)
    return [each.place.capture if each else "" for each in found]


def test_back_and_forward_lead_through_what_was_shown() -> None:
    back_forward = BackForward()
    assert back_forward.current == "" and not back_forward.can_go(-1) and back_forward.go(-1) is None
    for one in ("a", "b", "c"):
        back_forward.visit(step(one))
    assert names(back_forward, -1, -1, -1) == ["b", "a", ""]
    assert names(back_forward, 1) == ["b"] and back_forward.can_go(1)


def test_showing_the_same_again_changes_nothing_and_something_new_forgets_what_lay_ahead() -> None:
    back_forward = BackForward()
    for one in ("a", "b"):
        back_forward.visit(step(one))
    back_forward.go(-1)
    back_forward.visit(step("a"))
    assert back_forward.can_go(1)
    back_forward.visit(step("c"))
    assert not back_forward.can_go(1) and names(back_forward, -1) == ["a"]


def test_only_the_newest_are_kept() -> None:
    back_forward = BackForward()
    for number in range(1000):
        back_forward.visit(step(str(number)))
    assert back_forward.current == "999" and back_forward.can_go(-199) and not back_forward.can_go(-200)


def test_a_step_is_come_back_to_where_it_was_left() -> None:
    back_forward = BackForward()
    back_forward.visit(step("a"))
    back_forward.keep(PagePlace("a", 2, (0.5, 0.0), (30,)))
    back_forward.keep(PagePlace("another", 1, (0.9, 0.0), ()))  # which is not on screen
    back_forward.visit(step("b"))
    back = back_forward.go(-1)
    assert back is not None and back.place == PagePlace("a", 2, (0.5, 0.0), (30,)) and back.title == "A"


def test_what_lies_back_and_forward_is_told_the_nearest_first() -> None:
    back_forward = BackForward()
    for one in ("a", "b", "c", "d"):
        back_forward.visit(step(one))
    back_forward.go(-1)
    assert [(by, each.title) for by, each in back_forward.ahead(-1, 10)] == [(-1, "B"), (-2, "A")]
    assert [(by, each.title) for by, each in back_forward.ahead(1, 10)] == [(1, "D")]
    assert [by for by, _ in back_forward.ahead(-1, 1)] == [-1]

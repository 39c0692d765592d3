"""Back and forward among what was looked at."""

from __future__ import annotations

from widgets.history.trail import Step, Trail
from widgets.page.area import PagePlace


def step(name: str, scrolled: float = 0.0) -> Step:
    return Step(PagePlace(name, 0, (scrolled, 0.0), ()), name.upper())


def names(trail: Trail, *ways: int) -> list[str]:
    found = (trail.go(by) for by in ways)
    return [each.place.capture if each else "" for each in found]


def test_back_and_forward_lead_through_what_was_shown() -> None:
    trail = Trail()
    assert trail.current == "" and not trail.can_go(-1) and trail.go(-1) is None
    for one in ("a", "b", "c"):
        trail.visit(step(one))
    assert names(trail, -1, -1, -1) == ["b", "a", ""]
    assert names(trail, 1) == ["b"] and trail.can_go(1)


def test_showing_the_same_again_changes_nothing_and_something_new_forgets_what_lay_ahead() -> None:
    trail = Trail()
    for one in ("a", "b"):
        trail.visit(step(one))
    trail.go(-1)
    trail.visit(step("a"))
    assert trail.can_go(1)
    trail.visit(step("c"))
    assert not trail.can_go(1) and names(trail, -1) == ["a"]


def test_only_the_newest_are_kept() -> None:
    trail = Trail()
    for number in range(1000):
        trail.visit(step(str(number)))
    assert trail.current == "999" and trail.can_go(-199) and not trail.can_go(-200)


def test_a_step_is_come_back_to_where_it_was_left() -> None:
    trail = Trail()
    trail.visit(step("a"))
    trail.keep(PagePlace("a", 2, (0.5, 0.0), (30,)))
    trail.keep(PagePlace("another", 1, (0.9, 0.0), ()))  # which is not on screen
    trail.visit(step("b"))
    back = trail.go(-1)
    assert back is not None and back.place == PagePlace("a", 2, (0.5, 0.0), (30,)) and back.title == "A"


def test_what_lies_back_and_forward_is_told_the_nearest_first() -> None:
    trail = Trail()
    for one in ("a", "b", "c", "d"):
        trail.visit(step(one))
    trail.go(-1)
    assert [(by, each.title) for by, each in trail.ahead(-1, 10)] == [(-1, "B"), (-2, "A")]
    assert [(by, each.title) for by, each in trail.ahead(1, 10)] == [(1, "D")]
    assert [by for by, _ in trail.ahead(-1, 1)] == [-1]

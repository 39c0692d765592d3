"""Back and forward among what was looked at."""

from __future__ import annotations

from widgets.shell.workspace import History


def test_back_and_forward_lead_through_what_was_shown() -> None:
    history = History()
    assert history.current == "" and not history.can_go(-1) and history.go(-1) == ""
    for one in ("a", "b", "c"):
        history.visit(one)
    assert [history.go(-1), history.go(-1), history.go(-1)] == ["b", "a", ""]
    assert history.go(1) == "b" and history.can_go(1)


def test_showing_the_same_again_changes_nothing_and_something_new_forgets_what_lay_ahead() -> None:
    history = History()
    for one in ("a", "b"):
        history.visit(one)
    history.go(-1)
    history.visit("a")
    assert history.can_go(1)
    history.visit("c")
    assert not history.can_go(1) and history.go(-1) == "a"


def test_only_the_newest_are_kept() -> None:
    history = History()
    for number in range(1000):
        history.visit(str(number))
    assert history.current == "999" and history.can_go(-199) and not history.can_go(-200)

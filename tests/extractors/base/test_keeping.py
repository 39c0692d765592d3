"""What is large is made once, let go of when nobody needs it, and made again."""

from __future__ import annotations

from extractors.base.keeping import Kept


def test_it_is_made_once_until_it_is_let_go_of() -> None:
    made = list[object]()

    def make() -> object:
        made.append(object())
        return made[-1]

    kept = Kept(make)
    assert not kept.release(0) and not made
    first = kept.get()
    assert kept.get() is first and len(made) == 1
    assert not kept.release(3600), "it was asked for a moment ago"
    assert kept.release(0) and not kept.release(0)
    assert kept.get() is not first and len(made) == 2


def test_nothing_is_kept_too() -> None:
    """A library that is missing is not looked for by each text."""
    asked = list[int]()
    kept = Kept(lambda: asked.append(1))
    assert kept.get() is None and kept.get() is None and asked == [1]

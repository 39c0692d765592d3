"""The part of the tour that looks at two versions in every way there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from widgets.tour.driver import TourFailed, settle, trigger

if TYPE_CHECKING:
    from widgets.main_window import MainWindow


def show(window: MainWindow, shot: Callable[[str], None]) -> None:
    """Each mode of the comparison on screen; at the end the pages stand side by side again."""
    view = window.workspace.comparison
    for mode in ("swipe", "onion", "text", "source"):
        trigger(window.actions_[f"comparison_{mode}"])
        settle(1.5)
        if view.presenter.mode != mode:
            raise TourFailed(f"the comparison does not show {mode}")
        shot(f"compare-{mode}")
    trigger(window.actions_["comparison_side"])

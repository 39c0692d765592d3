"""What a person says a part of a page is: its two entries of menus, and the part that was pointed at. Translation context:
"judging".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, SignalInstance
from PySide6.QtWidgets import QMenu

from widgets.kit import theme

if TYPE_CHECKING:
    from app.archive.model import Capture
    from widgets.web.view import ReplayView


def add_judging(menu: QMenu, judge: Callable[[bool], object]) -> None:
    """Add them; `judge` is told whether it is content."""
    translate = QCoreApplication.translate
    no = menu.addAction(
        theme.icon("template"), translate("judging", "This is not content"), lambda: judge(False)
    )
    no.setToolTip(translate("judging", "Leave this part out on all pages of the site"))
    yes = menu.addAction(theme.icon("stored"), translate("judging", "This is content"), lambda: judge(True))
    yes.setToolTip(translate("judging", "Keep this part on all pages of the site"))


def judge_pointed(view: ReplayView, capture: Capture | None, told: SignalInstance, content: bool) -> None:
    """Tell (capture, paths, text, whether it is content) of the part of a shown capture that the menu was opened on."""

    def pointed(found: object) -> None:
        if isinstance(found, dict):
            told.emit(capture, [str(found.get("path", ""))], str(found.get("text", "")), content)

    if capture is not None:
        view.ask_pointed(pointed)

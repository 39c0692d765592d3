"""The two entries of menus by which a person says what a part of a page is. Translation context: "judging"."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from widgets.kit import theme


def add_judging(menu: QMenu, judge: Callable[[bool], object]) -> None:
    """Add them; `judge` is told whether it is content."""
    translate = QCoreApplication.translate
    no = menu.addAction(
        theme.icon("template"), translate("judging", "This is not content"), lambda: judge(False)
    )
    no.setToolTip(translate("judging", "Leave this part out on all pages of the site"))
    yes = menu.addAction(theme.icon("stored"), translate("judging", "This is content"), lambda: judge(True))
    yes.setToolTip(translate("judging", "Keep this part on all pages of the site"))

"""Archived pages on the screen: QtWebEngine behind the replay proxy, and nothing but the replay proxy.

QtWebEngine itself is loaded with the first view: a window is seen sooner without it.
"""

from typing import TYPE_CHECKING, Any

from widgets.web.arguments import webengine_arguments

if TYPE_CHECKING:
    from widgets.web.context import ReplayContext
    from widgets.web.view import ReplayView

__all__ = ["ReplayContext", "ReplayView", "webengine_arguments"]


def __getattr__(name: str) -> Any:
    if name == "ReplayContext":
        from widgets.web.context import ReplayContext

        return ReplayContext
    if name == "ReplayView":
        from widgets.web.view import ReplayView

        return ReplayView
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Archived pages on the screen: QtWebEngine behind the replay proxy, and nothing but the replay proxy."""

from widgets.web.arguments import webengine_arguments
from widgets.web.context import ReplayContext
from widgets.web.view import ReplayView

__all__ = ["ReplayContext", "ReplayView", "webengine_arguments"]
